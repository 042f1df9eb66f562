"""Compatibility modules under the names of the `mujoco` package.

Documents: drop-in / Private names

gelenk/__init__.py adds this folder to the path of the package, so that gelenk.msh2obj and gelenk.introspect
are found. aliases.py makes gelenk._structs, gelenk.rollout and the other modules that only re-export names.
"""
