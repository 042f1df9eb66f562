"""The page of the viewer: JavaScript sources, and build.py, which makes the bundle."""
