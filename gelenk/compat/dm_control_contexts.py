"""Rendering contexts of dm_control that need no driver.

Documents: drop-in / Drawing

With gelenk installed as mujoco, this module replaces dm_control's EGL, OSMesa and GLFW modules (compat/install.py),
which would create an OpenGL context; gelenk does not use OpenGL.
"""

from dm_control._render import base, executor

from gelenk.api.renderer import GLContext


class EGLContext(base.ContextBase):
    """A context that runs in the calling thread."""

    def __init__(self, max_width: int, max_height: int) -> None:
        super().__init__(max_width, max_height, executor.PassthroughRenderExecutor)

    def _platform_init(self, max_width: int, max_height: int) -> None:
        self._context = GLContext(max_width, max_height)

    def _platform_make_current(self) -> None:
        self._context.make_current()

    def _platform_free(self) -> None:
        self._context.free()


OSMesaContext = GLFWContext = EGLContext
