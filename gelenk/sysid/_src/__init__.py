"""Modules of gelenk.sysid, under the private name `_src` that programs import from 3.5.0.

Documents: drop-in / mujoco.sysid
"""
