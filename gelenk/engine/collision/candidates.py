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


@kernel
def nearest_candidate(d: Data, forward: bool) -> None:
    """The least distance of the candidates as that of the pair: writes what distance_pair (convex.py) does.

    ``forward``: normals are from the first geom to the second.
    """
    nearest = -1
    for k in range(d.near_count):
        if d.near_dist[k] < d.near_margin and (nearest < 0 or d.near_dist[k] < d.near_dist[nearest]):
            nearest = k
    if nearest < 0:
        d.near_dist[0] = d.near_margin
        for k in range(6):
            d.ccd_fromto[k] = 0.0
        return
    dist = d.near_dist[nearest]
    for k in range(3):
        half = 0.5 * dist * d.near_frame[nearest, k] * (1.0 if forward else -1.0)
        d.ccd_fromto[k] = d.near_pos[nearest, k] - half
        d.ccd_fromto[3 + k] = d.near_pos[nearest, k] + half
    d.near_dist[0] = dist
