"""The backends of drawing that dm_control chooses from, as contexts that need no driver.

Documents: drop-in / Drawing

With gelenk in the place of mujoco, this module is what dm_control gets for its modules of EGL, OSMesa and GLFW
(compat/install.py): they would make a context of OpenGL, which pictures are not drawn with here.
"""

from dm_control._render import base, executor

from gelenk.api.renderer import GLContext


class EGLContext(base.ContextBase):
    """A context in the thread that asks for it."""

    def __init__(self, max_width: int, max_height: int) -> None:
        super().__init__(max_width, max_height, executor.PassthroughRenderExecutor)

    def _platform_init(self, max_width: int, max_height: int) -> None:
        self._context = GLContext(max_width, max_height)

    def _platform_make_current(self) -> None:
        self._context.make_current()

    def _platform_free(self) -> None:
        self._context.free()


OSMesaContext = GLFWContext = EGLContext
