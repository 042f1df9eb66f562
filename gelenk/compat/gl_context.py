"""OpenGL contexts, ``mujoco.gl_context.GLContext``: accepted without a driver.

Documents: drop-in / Drawing
"""

from gelenk.api.renderer import GLContext as GLContext
