"""The page of the viewer: its sources in JavaScript lie beside this file, build.py makes the bundle that is served."""
