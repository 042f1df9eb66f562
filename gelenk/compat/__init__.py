"""Compatibility modules under the names of the `mujoco` package.

Documents: drop-in / Private names

gelenk/__init__.py adds this folder to the path of the package, so that gelenk._structs, gelenk.rollout and the other
modules are modules of gelenk. The modules only re-export names.
"""
