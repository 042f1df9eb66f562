"""The editable model: a tree of elements with defaults, made from the rows of the schema.

Documents: Modeling / Introduction; XML reference
"""
