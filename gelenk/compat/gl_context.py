"""Contexts of OpenGL by the name of their module, ``mujoco.gl_context.GLContext``: accepted, none is needed.

Documents: drop-in / Drawing
"""

from gelenk.api.renderer import GLContext as GLContext
