"""The tables that the rest is derived from: enums, fields, schema. Imports nothing else of ours."""
