"""The names of the `mujoco` package, where programs that import it look for them.

Documents: drop-in / Private names

This folder is on the path of the package (gelenk/__init__.py), so that gelenk.msh2obj and gelenk.introspect are found;
aliases.py makes gelenk._structs, gelenk.rollout and the others.
"""
