"""Velocity terms (dJ/dt) v of the rows of connects and welds, from release 3.7 on.

Documents: Computation / Constraint model / Dual problem (of 4.0.0)

The reference acceleration of these rows is less the acceleration that they have at qacc = 0:
    translation   p1'' - p2'', the accelerations of the two anchors
    rotation      s Im(e''),  e = q2^-1 q1,  e'' = q2^-1 (a - (w2 w - w w1) / 2) q1 / 2,  w = w1 - w2,  a = a1 - a2
with angular velocities w1, w2 and accelerations a1, a2 of the bodies, as pure quaternions.
"""

from gelenk.algebra.spatial import rotation_part
from gelenk.algebra.vec import Quat, Vec3, mul_quat, neg_quat, sub
from gelenk.engine.constraint.rows.equality import anchored_row, anchors
from gelenk.engine.position.tendon_path import point_motion
from gelenk.tables.enums import mjtEq
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model


@kernel
def pure(v: Vec3) -> Quat:
    """Return the quaternion with real part 0."""
    return 0.0, v[0], v[1], v[2]


@kernel
def turn_acceleration(d: Data, b1: int, b2: int, q1: Quat, q2: Quat) -> Quat:
    """Return e'' at qacc = 0, without the factor 1/2."""
    w1, w2 = pure(rotation_part(d.cvel, b1)), pure(rotation_part(d.cvel, b2))
    w = pure(sub(rotation_part(d.cvel, b1), rotation_part(d.cvel, b2)))
    a = sub(rotation_part(d.rne_acc, b1), rotation_part(d.rne_acc, b2))
    before, behind = mul_quat(w2, w), mul_quat(w, w1)
    middle = (
        0.5 * (behind[0] - before[0]),
        a[0] + 0.5 * (behind[1] - before[1]),
        a[1] + 0.5 * (behind[2] - before[2]),
        a[2] + 0.5 * (behind[3] - before[3]),
    )
    return mul_quat(mul_quat(neg_quat(q2), middle), q1)


@kernel
def velocity_terms(m: Model, d: Data) -> None:
    """Subtract (dJ/dt) v from efc_aref of connects and welds.

    This is the end of mj_referenceConstraint.

    Reads   cvel (nbody, 6), rne_acc (nbody, 6) of rne with qacc = 0: the gravity in it cancels
    Writes  efc_aref (nefc)
    """
    row = anchored_row(m, d, 0)
    while row < d.ne:
        e = d.efc_id[row]
        b1, b2, p1, p2, q1, q2 = anchors(m, d, e)
        _, a1 = point_motion(m, d, d.rne_acc, b1, p1)
        _, a2 = point_motion(m, d, d.rne_acc, b2, p2)
        shift = sub(a1, a2)
        for k in range(3):
            d.efc_aref[row + k] -= shift[k]
        row += 3
        if m.eq_type[e] == mjtEq.mjEQ_WELD:
            turn = turn_acceleration(d, b1, b2, q1, q2)
            for k in range(3):
                d.efc_aref[row + k] -= 0.5 * m.eq_data[e, 10] * turn[k + 1]
            row += 3
        row = anchored_row(m, d, row)
