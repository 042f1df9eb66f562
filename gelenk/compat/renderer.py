"""The renderer under the name of its module, ``mujoco.renderer.Renderer``; it does not draw yet.

Documents: Programming / Visualization
"""

from gelenk import Renderer as Renderer
