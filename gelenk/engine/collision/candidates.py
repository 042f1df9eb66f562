"""Candidate contacts of the pair of geoms at hand; what they are is said in dispatch.py.

Documents: Computation / Collision detection / Checking
"""

from gelenk.algebra.vec import Vec3, store3
from gelenk.jit.kernel import kernel
from gelenk.jit.structs import Data

NO_HINT = (0.0, 0.0, 0.0)  # the first tangent may point anywhere


@kernel
def write_candidate(d: Data, k: int, dist: float, pos: Vec3, normal: Vec3, hint: Vec3) -> None:
    """Candidate ``k``."""
    d.near_dist[k] = dist
    store3(d.near_pos, k, pos)
    store3(d.near_frame, k, normal)
    d.near_frame[k, 3] = hint[0]
    d.near_frame[k, 4] = hint[1]
    d.near_frame[k, 5] = hint[2]


@kernel
def put(d: Data, dist: float, pos: Vec3, normal: Vec3, hint: Vec3) -> None:
    """Add one candidate."""
    write_candidate(d, d.near_count, dist, pos, normal, hint)
    d.near_count += 1
