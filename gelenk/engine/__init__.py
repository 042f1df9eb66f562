"""The engine: everything that is computed from a model and a state. Knows nothing of XML."""
