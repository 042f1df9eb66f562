"""The truth, written once: enums, fields of the structs, the schema of MJCF. Imports nothing of ours.

Documents: XML reference; API / Types
"""
