"""The model compiler: from an editable spec to an MjModel.

Documents: Modeling / XML reference / compiler
"""
