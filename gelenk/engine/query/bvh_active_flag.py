"""Whether anybody looks at bvh_active: if nobody does, neither collision nor rays spend time on it.

Documents: XML reference / visual/global (bvactive); API / MjData

Who first looks, by reading the field or by a scene that shows bounding volumes, has the nodes of bodies and flexes
found for the poses of that moment, and those of meshes for rangefinders (runtime/bvh_active.py). From then on each
collision clears the field, rays mark the nodes of meshes that they meet, and a look finds those of collision.
"""

from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model

LOOKED = 64  # the place in ray_stack, behind what the deepest trees need, that says which of these it is
NOBODY, FILLED, STALE = 0, 1, 2  # nobody looks, all is found, a collision has cleared it


@kernel
def forget_visits(m: Model, d: Data) -> None:
    """No node has been visited, if anybody looks."""
    if d.ray_stack[LOOKED] != NOBODY:
        for node in range(m.nbvh):
            d.bvh_active[node] = 0
        d.ray_stack[LOOKED] = STALE
