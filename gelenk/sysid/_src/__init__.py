"""The parts of gelenk.sysid, under the private names that programs of the reference know.

Documents: drop-in / mujoco.sysid
"""
