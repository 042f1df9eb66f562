"""Rendering context of robosuite that needs no driver.

Documents: drop-in / Drawing

With gelenk installed as mujoco, this module replaces robosuite's module of EGL (compat/install.py), which it imports
unless MUJOCO_GL is osmesa; its contexts of OSMesa and GLFW come from the package mujoco. The module is apart from
dm_control_contexts.py because robosuite runs without dm_control, too.
"""

from gelenk.api.renderer import GLContext


class EGLGLContext(GLContext):
    """A context for a device argument, which is ignored."""

    def __init__(self, max_width: int, max_height: int, device_id: int = 0) -> None:
        super().__init__(max_width, max_height)
