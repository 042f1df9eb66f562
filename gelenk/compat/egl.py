"""Contexts of EGL, ``mujoco.egl.GLContext``: accepted, none is needed.

Documents: drop-in / Drawing
"""

from gelenk.api.renderer import GLContext as GLContext
