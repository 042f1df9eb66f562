"""Rendering contexts of robosuite that need no driver.

Documents: drop-in / Drawing

robosuite uses EGL unless MUJOCO_GL is osmesa, in a module of its own that calls the driver and that compat/install.py
replaces by this one; its contexts of OSMesa and GLFW come from the package mujoco.
"""

from gelenk.api.renderer import GLContext


class EGLGLContext(GLContext):
    """A context for a device argument, which is ignored."""

    def __init__(self, max_width: int, max_height: int, device_id: int = 0) -> None:
        super().__init__(max_width, max_height)
