"""The renderer under its module name, ``mujoco.renderer.Renderer``.

Documents: Programming / Visualization
"""

from gelenk.api.renderer import Renderer as Renderer
