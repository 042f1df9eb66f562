"""Friction loss and limit rows, of joints and tendons.

Documents: Computation / Constraint model / Friction loss, Limit; XML reference / joint, tendon

    friction   pos = 0, J = e_i or ten_J, |force| <= frictionloss
    limit      pos = distance to the limit, row while pos < margin
               J = -+ e_i, -+ ten_J, or minus the axis of a ball joint
"""

import math

from gelenk.algebra.linalg import is_sparse
from gelenk.engine.constraint.rows.equality import finish_row, load_solimp, tendon_column, tendon_rows
from gelenk.engine.constraint.rows.impedance import Reference, impedance, resolve, stiffness_damping
from gelenk.engine.constraint.rows.row_allocation import entry, reserve
from gelenk.engine.sleep.awake_lists import DOF, DOF_END, JOINT, JOINT_END
from gelenk.tables.enums import mjMINVAL, mjtConstraint, mjtDisableBit, mjtJoint
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model, Rows


@kernel
def reference(m: Model, solref: Rows, solimp: Rows, i: int, residual: float, friction: bool) -> Reference:
    """Return (K, B, d, d') of element i of the parameter arrays.

    K = 0 for friction, which has no reference position.
    """
    numbers = load_solimp(solimp, i)
    both = (solref[i, 0], solref[i, 1])
    k, b = stiffness_damping(m, both, numbers)
    value, slope = impedance(numbers, residual)
    if friction:
        return 0.0, b, value, slope
    k, b = resolve(m, both, (k, b), value)
    return k, b, value, slope


@kernel
def add_dof_row(m: Model, d: Data, dof: int, column: float) -> int:
    """Allocate a row whose only entry is ``column`` at ``dof``; return the row or -1."""
    sparse = is_sparse(m)
    d.chain_dof[m.nv - 1] = dof
    row = reserve(m, d, 1, 1, sparse)
    if row >= 0:
        d.efc_J[entry(m, d, row, 0, 1, sparse)] = column
    return row


@kernel
def add_tendon_row(m: Model, d: Data, t: int, sign: float) -> int:
    """Allocate a row with ``sign`` times the Jacobian of tendon t; return the row or -1."""
    sparse = is_sparse(m)
    if d.tendon_efcadr[t] < 0:
        d.tendon_efcadr[t] = d.nefc
    nnz = tendon_rows(m, d, t, -1)
    if nnz == 0:  # no dof moves the tendon: there is no row, but as in 3.5.0 tendon_efcadr is set
        return -1
    row = reserve(m, d, 1, nnz, sparse)
    if row < 0:
        return row
    for k in range(nnz):
        dof = d.chain_dof[m.nv - nnz + k]
        d.efc_J[entry(m, d, row, k, nnz, sparse)] = sign * tendon_column(m, d, t, dof)
    return row


@kernel
def add_frictions(m: Model, d: Data) -> None:
    """Add the rows of dofs, then tendons, with frictionloss > 0; set d.nf."""
    start = d.nefc
    if (m.opt.disableflags & mjtDisableBit.mjDSBL_FRICTIONLOSS) == 0:
        for r in range(d.nrun):
            for i in range(d.run[r, DOF], d.run[r, DOF_END]):
                if m.dof_frictionloss[i] > 0.0:
                    row = add_dof_row(m, d, i, 1.0)
                    if row >= 0:
                        numbers = reference(m, m.dof_solref, m.dof_solimp, i, 0.0, True)
                        finish_row(
                            d, row, mjtConstraint.mjCNSTR_FRICTION_DOF, i, 0.0, numbers, m.dof_invweight0[i]
                        )
                        d.efc_frictionloss[row] = m.dof_frictionloss[i]
        for t in range(m.ntendon):
            if m.tendon_frictionloss[t] > 0.0 and d.tendon_asleep[t] == 0:
                row = add_tendon_row(m, d, t, 1.0)
                if row >= 0:
                    numbers = reference(m, m.tendon_solref_fri, m.tendon_solimp_fri, t, 0.0, True)
                    finish_row(
                        d, row, mjtConstraint.mjCNSTR_FRICTION_TENDON, t, 0.0, numbers, m.tendon_invweight0[t]
                    )
                    d.efc_frictionloss[row] = m.tendon_frictionloss[t]
    d.nf = d.nefc - start


@kernel
def finish_joint_limit(m: Model, d: Data, row: int, j: int, pos: float) -> None:
    margin = m.jnt_margin[j]
    numbers = reference(m, m.jnt_solref, m.jnt_solimp, j, pos - margin, False)
    finish_row(d, row, mjtConstraint.mjCNSTR_LIMIT_JOINT, j, pos, numbers, m.dof_invweight0[m.jnt_dofadr[j]])
    d.efc_margin[row] = margin


@kernel
def add_ball_limit(m: Model, d: Data, j: int) -> None:
    """Add the limit row of a ball joint, whose rotation angle stays below range[1]."""
    adr, dof = m.jnt_qposadr[j], m.jnt_dofadr[j]
    w, x, y, z = d.qpos[adr], d.qpos[adr + 1], d.qpos[adr + 2], d.qpos[adr + 3]
    size = math.sqrt(x * x + y * y + z * z)
    angle = 2.0 * math.atan2(size, abs(w))  # the shorter rotation; q and -q are equal rotations
    pos = max(m.jnt_range[j, 0], m.jnt_range[j, 1]) - angle
    if pos >= m.jnt_margin[j]:
        return
    s = (-1.0 if w >= 0.0 else 1.0) / max(size, mjMINVAL)
    axis = (x * s, y * s, z * s)
    sparse = is_sparse(m)
    for k in range(3):
        d.chain_dof[m.nv - 3 + k] = dof + k
    row = reserve(m, d, 1, 3, sparse)
    if row >= 0:
        for k in range(3):
            d.efc_J[entry(m, d, row, k, 3, sparse)] = axis[k]
        finish_joint_limit(m, d, row, j, pos)


@kernel
def add_limits(m: Model, d: Data) -> None:
    """Add the rows of joints, then tendons, that are within margin of a limit; set d.nl."""
    start = d.nefc
    if (m.opt.disableflags & mjtDisableBit.mjDSBL_LIMIT) == 0:
        for r in range(d.nrun):
            for j in range(d.run[r, JOINT], d.run[r, JOINT_END]):
                if m.jnt_limited[j] == 0:
                    continue
                kind = m.jnt_type[j]
                if kind == mjtJoint.mjJNT_BALL:
                    add_ball_limit(m, d, j)
                elif kind >= mjtJoint.mjJNT_SLIDE:
                    value = d.qpos[m.jnt_qposadr[j]]
                    for side in range(2):
                        sign = 1.0 if side == 0 else -1.0
                        pos = sign * (value - m.jnt_range[j, side])
                        if pos < m.jnt_margin[j]:
                            row = add_dof_row(m, d, m.jnt_dofadr[j], sign)
                            if row >= 0:
                                finish_joint_limit(m, d, row, j, pos)
        for t in range(m.ntendon):
            if m.tendon_limited[t] == 0 or d.tendon_asleep[t] != 0:
                continue
            for side in range(2):
                sign = 1.0 if side == 0 else -1.0
                pos = sign * (d.ten_length[t] - m.tendon_range[t, side])
                margin = m.tendon_margin[t]
                if pos < margin:
                    row = add_tendon_row(m, d, t, sign)
                    if row >= 0:
                        numbers = reference(
                            m, m.tendon_solref_lim, m.tendon_solimp_lim, t, pos - margin, False
                        )
                        finish_row(
                            d,
                            row,
                            mjtConstraint.mjCNSTR_LIMIT_TENDON,
                            t,
                            pos,
                            numbers,
                            m.tendon_invweight0[t],
                        )
                        d.efc_margin[row] = margin
    d.nl = d.nefc - start
