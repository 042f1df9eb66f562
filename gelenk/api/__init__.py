"""The public API: documented functions that check their arguments and call a stage."""
