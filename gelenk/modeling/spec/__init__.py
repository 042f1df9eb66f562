"""The editable spec: a tree of elements with defaults, built from the rows of the schema.

Documents: Modeling / Introduction; XML reference
"""
