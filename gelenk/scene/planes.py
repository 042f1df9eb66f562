"""By which steps infinite planes follow the camera: what scenes and the shapes of pictures both need.

Documents: XML reference / geom; Programming / Visualization
"""

from gelenk.jit.kernel import kernel
from gelenk.jit.structs import Model

TILES = 4.0  # steps of infinite planes with a material, in parts 1 / texrepeat [m]
GRID = 2.1 / 99.0  # those of planes without, in parts of the far end of what cameras see


@kernel
def plane_step(m: Model, material: int, k: int, far: float) -> float:
    """By how much an infinite plane may be moved along its axis ``k`` without a change of its texture [m].

    far  the far end of what cameras see [m]
    """
    if material >= 0 and m.mat_texrepeat[material, k] > 0.0:
        return TILES / m.mat_texrepeat[material, k]
    return GRID * far
