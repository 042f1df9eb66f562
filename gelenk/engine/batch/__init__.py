"""Many worlds, one after the other in one native call."""
