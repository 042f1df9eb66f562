"""The documented functions: check the arguments, call a stage."""
