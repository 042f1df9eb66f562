"""Flag for whether bvh_active is observed; collision and rays skip its update otherwise.

Documents: XML reference / visual/global (bvactive); API / MjData

The first observation, by reading the field or by a scene that shows bounding volumes, computes the nodes of bodies and
flexes for the current poses, and those of meshes for rangefinders (runtime/bvh_active.py). From then on each
collision clears the field, rays mark the nodes of meshes that they visit, and an observation adds those of collision.
"""

from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model

OBSERVED_SLOT = 64  # index of the flag in ray_stack, past the part that the deepest trees need
NOT_OBSERVED, FILLED, STALE = 0, 1, 2  # not observed; complete; cleared by a collision


@kernel
def clear_bvh_active(m: Model, d: Data) -> None:
    """Clear bvh_active, if it is observed."""
    if d.ray_stack[OBSERVED_SLOT] != NOT_OBSERVED:
        for node in range(m.nbvh):
            d.bvh_active[node] = 0
        d.ray_stack[OBSERVED_SLOT] = STALE
