"""Planes between two geoms: where one is known, they have no contact, and nothing else need be computed.

Documents: Computation / Collision detection / Checking

Most pairs whose boxes meet are apart, and stay so: the plane that separated them last time mostly still does. It takes
one support point of each side to see that. A plane says no more than what the search would find, so contacts are what
they would be without it; the geoms may be those of another world.
"""

from gelenk.algebra.vec import Vec3, dot, load3, norm, scale, store3, sub
from gelenk.engine.collision.convex.support import ball_radius, difference
from gelenk.jit.kernel import kernel
from gelenk.jit.structs import Data, Model
from gelenk.tables.precision import Limits

ROWS = (
    4  # pairs that are remembered, in units of the number of geoms: size of apart_geom, see fields_scratch.py
)


@kernel
def place_of(m: Model, geom1: int, geom2: int) -> int:
    """Where the plane of a pair is kept; few pairs share a place."""
    return (geom1 % ROWS) * m.ngeom + geom2


@kernel
def still_apart(m: Model, d: Data, geom1: int, geom2: int, margin: float) -> bool:
    """Whether the plane that is known of these geoms, loaded as sides, has them apart by more than ``margin``."""
    at = place_of(m, geom1, geom2)
    if d.apart_geom[at] != geom1 + 1:
        return False
    n = load3(d.apart_normal, at)
    c = sub(load3(d.ccd_xpos, 1), load3(d.ccd_xpos, 0))
    w, _ = difference(m, d, c, n, 0, 0)
    return dot(n, w) - ball_radius(d, 0) - ball_radius(d, 1) > margin + Limits.SEPARATED


@kernel
def remember_apart(m: Model, d: Data, geom1: int, geom2: int, n: Vec3) -> None:
    """Keep the normal, of any length, of a plane that separates two geoms."""
    length = norm(n)
    if length > 0.0:
        at = place_of(m, geom1, geom2)
        d.apart_geom[at] = geom1 + 1
        store3(d.apart_normal, at, scale(n, 1.0 / length))
