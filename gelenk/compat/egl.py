"""EGL contexts, ``mujoco.egl.GLContext``: accepted without a driver.

Documents: drop-in / Drawing
"""

from gelenk.api.renderer import GLContext as GLContext
