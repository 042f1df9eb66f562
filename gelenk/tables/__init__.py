"""Tables that the rest is derived from (enums, fields, schema, stages); no imports."""
