"""The names of the `mujoco` package, where programs that import it look for them.

Documents: drop-in / Private names

This folder is on the path of the package (gelenk/__init__.py), so that gelenk._structs, gelenk.rollout and the others
are modules of gelenk; nothing but names is kept here.
"""
