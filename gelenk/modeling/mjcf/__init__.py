"""MJCF text: parsing, checks against the schema, reading into an MjSpec, and writing.

Documents: XML reference
"""
