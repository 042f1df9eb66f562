"""The parts of a report.

Documents: drop-in / mujoco.sysid
"""
