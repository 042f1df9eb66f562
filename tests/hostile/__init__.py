"""Hostile inputs by the ten thousand: `python -m tests.hostile.run`."""
