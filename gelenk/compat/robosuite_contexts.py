"""What robosuite gets for its context of EGL: one that needs no driver.

Documents: drop-in / Drawing

robosuite asks for EGL unless MUJOCO_GL says osmesa, in a module of its own that calls the driver (compat/install.py
puts this one in its place); its contexts of OSMesa and GLFW are those of the package mujoco.
"""

from gelenk.api.renderer import GLContext


class EGLGLContext(GLContext):
    """A context on a device, of which there is none."""

    def __init__(self, max_width: int, max_height: int, device_id: int = 0) -> None:
        super().__init__(max_width, max_height)
