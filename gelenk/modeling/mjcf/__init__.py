"""Text to spec: MJCF is parsed, checked against the schema, and read into an MjSpec.

Documents: XML reference
"""
