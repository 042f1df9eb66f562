"""Range checks of the indices that compiled code follows: those of a model, and those that MjData holds.

Documents: promises / Indices
"""
