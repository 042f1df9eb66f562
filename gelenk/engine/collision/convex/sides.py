"""The convex collider on two sides as they are loaded: one copy of its code for all who call it.

Documents: Computation / Collision detection / Checking
"""

from gelenk.algebra.vec import Vec3
from gelenk.jit.kernel import call_pair, kernel
from gelenk.jit.structs import Data, Model
from gelenk.tables.enums import mjtDisableBit
from gelenk.tables.own_flags import ONE_CONTACT
from gelenk.tables.stages import INDEX

SOLVE_SIDES = INDEX["solve_sides"]
DISTANCE = -1.0  # in the place of a margin: no contact, but the distance of two geoms
EXACTLY = -2.0  # a contact that does not end at ccd_tolerance


@kernel
def uses_portal(m: Model) -> bool:
    """Whether contacts come from the collider that the flag nativeccd="disable" asks for."""
    return m.opt.disableflags & mjtDisableBit.mjDSBL_NATIVECCD != 0


@kernel
def rests_on_faces(m: Model) -> bool:
    """Whether faces that rest on each other have more contacts than in 3.5.0 (resting.py)."""
    return m.opt.disableflags & (mjtDisableBit.mjDSBL_NATIVECCD | ONE_CONTACT) == 0


@kernel
def solved(m: Model, d: Data, cutoff: float, margin: float) -> tuple[bool, Vec3, float, Vec3]:
    """Signed distance of the sides (support.py) if it is at most ``cutoff``: found, n, distance, point midway.

    n is from side 0 to side 1. ``margin``: that of the contact, or DISTANCE or EXACTLY. The library convex must be
    loaded.
    """
    d.ccd_result[0] = cutoff
    d.ccd_result[1] = margin
    call_pair(m, d, SOLVE_SIDES, 0, 0)
    n = (d.ccd_result[3], d.ccd_result[4], d.ccd_result[5])
    return d.ccd_result[1] > 0.0, n, d.ccd_result[2], (d.ccd_result[6], d.ccd_result[7], d.ccd_result[8])
