"""Acceleration without constraints.

Documents: Computation / General framework; API / mj_fwdAcceleration, mj_xfrcAccumulate
"""

from gelenk.algebra.tree import last_dof
from gelenk.algebra.vec import add, cross, load3, sub
from gelenk.engine.position.inertia import solve_m_vector
from gelenk.jit.kernel import flat, kernel


@kernel
def any_nonzero(xfrc, nbody):
    """Whether any body is pushed; NaN counts. A sum, because that becomes vector instructions."""
    forces = flat(xfrc)
    total = 0.0
    for k in range(6, 6 * nbody):
        total += abs(forces[k])
    return total != 0.0


@kernel
def xfrc_accumulate(m, d, out):
    """Add to ``out`` (nv) the joint forces of the Cartesian forces d.xfrc_applied (nbody, 6), world frame, at xipos."""
    if not any_nonzero(d.xfrc_applied, m.nbody):
        return
    for b in range(1, m.nbody):
        force = (d.xfrc_applied[b, 0], d.xfrc_applied[b, 1], d.xfrc_applied[b, 2])
        torque = (d.xfrc_applied[b, 3], d.xfrc_applied[b, 4], d.xfrc_applied[b, 5])
        offset = sub(load3(d.xipos, b), load3(d.subtree_com, m.body_rootid[b]))
        torque = add(torque, cross(offset, force))
        i = last_dof(m, b)
        while i >= 0:
            c = d.cdof
            out[i] += (
                c[i, 0] * torque[0]
                + c[i, 1] * torque[1]
                + c[i, 2] * torque[2]
                + c[i, 3] * force[0]
                + c[i, 4] * force[1]
                + c[i, 5] * force[2]
            )
            i = m.dof_parentid[i]


@kernel
def fwd_acceleration(m, d):
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
