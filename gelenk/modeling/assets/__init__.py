"""Files and images that a model refers to: where they come from and how they are read.

Documents: Modeling / XML reference / asset
"""
