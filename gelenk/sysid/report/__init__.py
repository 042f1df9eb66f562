"""Reports of identifications as one HTML file: tables, figures and warnings.

Documents: drop-in / mujoco.sysid
"""
