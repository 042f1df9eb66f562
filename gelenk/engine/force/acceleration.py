"""Acceleration without constraints.

Documents: Computation / General framework; API / mj_fwdAcceleration, mj_xfrcAccumulate
"""

from gelenk.algebra.spatial import linear_part, rotation_part
from gelenk.algebra.vec import load3
from gelenk.engine.position.inertia import solve_m_vector
from gelenk.engine.position.points import add_wrench, wrench_at
from gelenk.jit.kernel import flat, kernel
from gelenk.jit.structs import Data, Model, Rows, View


@kernel
def any_nonzero(xfrc: Rows, nbody: int) -> bool:
    """Whether any body is pushed; NaN counts. A sum, because that becomes vector instructions."""
    forces = flat(xfrc)
    total = 0.0
    for k in range(6, 6 * nbody):
        total += abs(forces[k])
    return total != 0.0


@kernel
def xfrc_accumulate(m: Model, d: Data, out: View) -> None:
    """Add to ``out`` (nv) the joint forces of the Cartesian forces d.xfrc_applied (nbody, 6), world frame, at xipos."""
    if not any_nonzero(d.xfrc_applied, m.nbody):
        return
    for b in range(1, m.nbody):
        # a user's wrench has the force first
        force, torque = rotation_part(d.xfrc_applied, b), linear_part(d.xfrc_applied, b)
        add_wrench(m, d, out, b, wrench_at(m, d, b, load3(d.xipos, b), force, torque))


@kernel
def fwd_acceleration(m: Model, d: Data) -> None:
    """Sum of all forces but constraint forces, and the acceleration they give (mj_fwdAcceleration).

    qfrc_smooth = qfrc_passive - qfrc_bias + qfrc_applied + qfrc_actuator + J' xfrc_applied
    qacc_smooth = M^-1 qfrc_smooth
    Reads   qfrc_* (nv) [N or N m], xfrc_applied (nbody, 6), qLD      Writes  qfrc_smooth, qacc_smooth (nv)
    Source  Computation / General framework
    """
    for i in range(m.nv):
        d.qfrc_smooth[i] = d.qfrc_passive[i] - d.qfrc_bias[i] + d.qfrc_applied[i] + d.qfrc_actuator[i]
    xfrc_accumulate(m, d, d.qfrc_smooth)
    for i in range(m.nv):
        d.qacc_smooth[i] = d.qfrc_smooth[i]
    solve_m_vector(m, d, d.qacc_smooth)
