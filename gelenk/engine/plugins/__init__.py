"""First-party plugins, and the calls of plugins by the pipeline.

Documents: XML reference / extension; Modeling / Cable
"""
