"""Contexts of GLFW, ``mujoco.glfw.GLContext``: accepted, none is needed.

Documents: drop-in / Drawing
"""

from gelenk.api.renderer import GLContext as GLContext
