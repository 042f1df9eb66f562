"""Smooth acceleration: the acceleration without constraints.

Documents: Computation / General framework; API / mj_fwdAcceleration, mj_xfrcAccumulate
"""

from gelenk.algebra.spatial import linear_part, rotation_part
from gelenk.algebra.vec import load3
from gelenk.engine.position.inertia import solve_m_vector
from gelenk.engine.position.object_frames import add_wrench, wrench_at
from gelenk.engine.sleep.awake_lists import BODY, BODY_END, DOF, DOF_END
from gelenk.toolchain.kernel import flat, kernel
from gelenk.toolchain.kernel_types import Data, Model, Rows, View


@kernel
def any_nonzero(d: Data, xfrc: Rows) -> bool:
    """Return whether a wrench on any awake body is nonzero; NaN counts.

    The test is a sum, because a sum vectorizes.
    """
    forces = flat(xfrc)
    total = 0.0
    for r in range(d.nrun):
        for k in range(6 * d.run[r, BODY], 6 * d.run[r, BODY_END]):
            total += abs(forces[k])
    return total != 0.0


@kernel
def xfrc_accumulate(m: Model, d: Data, out: View) -> None:
    """out (nv) += J' d.xfrc_applied (nbody, 6) of Cartesian forces at xipos, world frame"""
    if not any_nonzero(d, d.xfrc_applied):
        return
    for r in range(d.nrun):
        for b in range(d.run[r, BODY], d.run[r, BODY_END]):
            # xfrc_applied has the force first
            force, torque = rotation_part(d.xfrc_applied, b), linear_part(d.xfrc_applied, b)
            add_wrench(m, d, out, b, wrench_at(m, d, b, load3(d.xipos, b), force, torque))


@kernel
def fwd_acceleration(m: Model, d: Data) -> None:
    """Compute the sum of smooth forces, and its acceleration (mj_fwdAcceleration).

    qfrc_smooth = qfrc_passive - qfrc_bias + qfrc_applied + qfrc_actuator + J' xfrc_applied
    qacc_smooth = M^-1 qfrc_smooth
    Reads   qfrc_* (nv) [N or N m], xfrc_applied (nbody, 6), qLD      Writes  qfrc_smooth, qacc_smooth (nv)
    Source  Computation / General framework
    """
    for r in range(d.nrun):
        for i in range(d.run[r, DOF], d.run[r, DOF_END]):
            d.qfrc_smooth[i] = d.qfrc_passive[i] - d.qfrc_bias[i] + d.qfrc_applied[i] + d.qfrc_actuator[i]
    xfrc_accumulate(m, d, d.qfrc_smooth)
    for r in range(d.nrun):
        for i in range(d.run[r, DOF], d.run[r, DOF_END]):
            d.qacc_smooth[i] = d.qfrc_smooth[i]
    solve_m_vector(m, d, d.qacc_smooth)
