"""Plastic springs (springyield): references follow displacements beyond the threshold.

Documents: XML reference / joint, tendon (springyield of 4.0.0); Computation / State and control

Ideal plasticity, at the end of a step, with the new positions q and lengths L:
    slide, hinge   reference <- clamp(reference, q - yield, q + yield)
    ball           moved along the shortest rotation to q until the angle between them is the threshold
    tendon         both ends of the deadband move until L is within the threshold of the deadband. The lower end 0 of a
                   slack tendon (0, upper > 0) does not move when the tendon is stretched.
New lengths of tendons are those of the step plus h J v, with the velocity v that moves the positions.
"""

from gelenk.algebra.linalg import dot_dense, is_sparse
from gelenk.algebra.vec import get4, mul_quat, norm, normalize4, rotvec_to_quat, scale, sub_quat
from gelenk.engine.model_features import yields
from gelenk.engine.sleep.awake_lists import JOINT, JOINT_END
from gelenk.tables.enums import mjtDisableBit, mjtJoint
from gelenk.toolchain.kernel import flat, kernel
from gelenk.toolchain.kernel_types import Data, Model


@kernel
def yield_joint(m: Model, d: Data, j: int) -> None:
    """Move the spring reference of joint j to within the threshold of its position."""
    threshold = max(0.0, m.jnt_springyield[j])
    at, adr = m.jnt_plasticadr[j], m.jnt_qposadr[j]
    if m.jnt_type[j] != mjtJoint.mjJNT_BALL:
        q = d.qpos[adr]
        d.plastic[at] = min(max(d.plastic[at], q - threshold), q + threshold)
        return
    reference = get4(d.plastic, at)
    turn = sub_quat(normalize4(get4(d.qpos, adr)), reference)
    angle = norm(turn)
    if angle > threshold:
        moved = normalize4(mul_quat(reference, rotvec_to_quat(scale(turn, 1.0 - threshold / angle))))
        for k in range(4):
            d.plastic[at + k] = moved[k]


@kernel
def lengthening(m: Model, d: Data, t: int) -> float:
    """Return the rate of the length of tendon t at the velocity rk_vel [m/s]."""
    if not is_sparse(m):
        return dot_dense(d.ten_J[t], d.rk_vel, m.nv)
    total = 0.0
    values, columns = flat(d.ten_J), flat(d.ten_J_colind)
    adr = d.ten_J_rowadr[t]
    for k in range(adr, adr + d.ten_J_rownnz[t]):
        total += values[k] * d.rk_vel[columns[k]]
    return total


@kernel
def yield_tendon(m: Model, d: Data, t: int) -> None:
    """Move the deadband of tendon t to within the threshold of its length."""
    threshold = max(0.0, m.tendon_springyield[t])
    at = m.tendon_plasticadr[t]
    low, high = d.plastic[at], d.plastic[at + 1]
    length = d.ten_length[t] + m.opt.timestep * lengthening(m, d, t)
    if length > high + threshold:
        shift = length - threshold - high
        d.plastic[at + 1] = high + shift
        if low != 0.0 or high <= 0.0:
            d.plastic[at] = low + shift
    elif length < low - threshold:
        shift = length + threshold - low
        d.plastic[at] = low + shift
        d.plastic[at + 1] = high + shift


@kernel
def yield_springs(m: Model, d: Data) -> None:
    """Update the references of springs that yield, unless springs are disabled.

    Reads   qpos (new), ten_length, ten_J (of the step), rk_vel (nv): the velocity that moved qpos
    Writes  plastic (nplastic) [m, rad]
    """
    if m.opt.disableflags & mjtDisableBit.mjDSBL_SPRING != 0:
        return
    for r in range(d.nrun):
        for j in range(d.run[r, JOINT], d.run[r, JOINT_END]):
            if yields(m, j):
                yield_joint(m, d, j)
    for t in range(m.ntendon):
        if m.tendon_plasticadr[t] >= 0 and d.tendon_asleep[t] == 0:
            yield_tendon(m, d, t)
