"""Reports of identifications as one HTML file: tables, figures, what is noticeable.

Documents: drop-in / mujoco.sysid
"""
