"""The renderer under the name of its module, ``mujoco.renderer.Renderer``.

Documents: Programming / Visualization
"""

from gelenk.api.renderer import Renderer as Renderer
