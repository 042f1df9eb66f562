"""Rendering context of robosuite that needs no driver.

Documents: drop-in / Drawing

With gelenk installed as mujoco, this module replaces robosuite's EGL module (compat/install.py), which robosuite
imports unless MUJOCO_GL is osmesa. robosuite takes its OSMesa and GLFW contexts from the package mujoco.
dm_control_contexts.py is a separate module because robosuite also runs without dm_control.
"""

from gelenk.api.renderer import GLContext


class EGLGLContext(GLContext):
    """A context for a device argument, which is ignored."""

    def __init__(self, max_width: int, max_height: int, device_id: int = 0) -> None:
        super().__init__(max_width, max_height)
