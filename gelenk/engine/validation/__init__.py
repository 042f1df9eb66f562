"""Validation of the indices in a model and in MjData that compiled code follows.

Documents: promises / Indices
"""
