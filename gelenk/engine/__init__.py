"""The physics engine: everything computed from a model and a state, without any XML."""
