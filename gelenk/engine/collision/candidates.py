"""Candidate contacts of the pair of geoms at hand; what they are is said in dispatch.py.

Documents: Computation / Collision detection / Checking
"""

from gelenk.algebra.vec import store3
from gelenk.jit.kernel import kernel

NO_HINT = (0.0, 0.0, 0.0)  # the first tangent may point anywhere


@kernel
def write_candidate(d, k, dist, pos, normal, hint):
    """Candidate ``k``."""
    d.near_dist[k] = dist
    store3(d.near_pos, k, pos)
    store3(d.near_frame, k, normal)
    d.near_frame[k, 3] = hint[0]
    d.near_frame[k, 4] = hint[1]
    d.near_frame[k, 5] = hint[2]


@kernel
def put(d, dist, pos, normal, hint):
    """Add one candidate."""
    write_candidate(d, d.near_count, dist, pos, normal, hint)
    d.near_count += 1
