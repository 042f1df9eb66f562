"""Make all constraint rows; friction loss and limit rows; exact diagonal of A.

Documents: Computation / Constraint model; API / mj_makeConstraint, mj_referenceConstraint; Computation / Constraint
model / Impedance (Diagonal approximation); XML reference / option / flag; Computation / Constraint model / Friction
loss, Limit; XML reference / joint, tendon

Rows are made in the order equality, friction loss, limits, contacts.

The exact diagonal of A = J M^-1 J' for the regularization of rows (flag diagexact),

    A_ii = |Y_i|^2,  Y = J M^-1/2  at the current configuration
replaces the inverse weights of bodies, dofs and tendons at qpos0. For a contact, only the element of the first row is
computed (the normal, or the first edge of the pyramid); the other rows follow from that element as in contact.py.

Friction loss and limit rows, of joints and tendons:

    friction   pos = 0, J = e_i or ten_J, |force| <= frictionloss
    limit      pos = distance to the limit, row while pos < margin
               J = -+ e_i, -+ ten_J, or minus the axis of a ball joint
"""

import math

from gelenk.algebra.linalg import is_sparse, zero
from gelenk.engine.arena import clear_rows, finish_rows, truncate_rows
from gelenk.engine.constraint.rows.contact import add_contacts, first_diagonal, rows_of
from gelenk.engine.constraint.rows.equality import (
    add_equalities,
    finish_row,
    load_solimp,
    tendon_column,
    tendon_rows,
)
from gelenk.engine.constraint.rows.impedance import (
    Reference,
    entry,
    impedance,
    reserve,
    resolve,
    set_diagonal,
    stiffness_damping,
)
from gelenk.engine.constraint.solver.island_fields import islands_change
from gelenk.engine.model_features import has_surfaces
from gelenk.engine.position.inertia import half_norm
from gelenk.engine.sleep.awake_lists import DOF, DOF_END, JOINT, JOINT_END
from gelenk.engine.stage_calls import require
from gelenk.tables.enums import mjMINVAL, mjtConstraint, mjtDisableBit, mjtEnableBit, mjtIntegrator, mjtJoint
from gelenk.tables.releases import R3_7
from gelenk.tables.stages import INDEX
from gelenk.toolchain.kernel import kernel, spread
from gelenk.toolchain.kernel_types import Data, Model, Rows, View


@kernel
def load_row(m: Model, d: Data, row: int, sparse: bool, out: View) -> None:
    """out = efc_J[row], dense"""
    adr = d.efc_J_rowadr[row]
    if sparse:
        zero(out, m.nv)
        for k in range(adr, adr + d.efc_J_rownnz[row]):
            out[d.efc_J_colind[k]] = d.efc_J[k]
    else:
        for i in range(m.nv):
            out[i] = d.efc_J[adr + i]


@kernel
def exact_element(m: Model, d: Data, row: int, sparse: bool) -> float:
    """Return element (row, row) of A."""
    full = d.work_nv[0]
    load_row(m, d, row, sparse, full)
    return half_norm(m, d, full)


@kernel
def set_regularization(m: Model, d: Data, row: int, exact: float) -> int:
    """Set the regularization of one row, or of all rows of a contact; return the next row.

    row     the row, the first one of a contact
    exact   the element of the diagonal of A at this row
    """
    value = d.efc_KBIP[row, 2]
    if d.efc_type[row] < mjtConstraint.mjCNSTR_CONTACT_FRICTIONLESS:
        set_diagonal(d, row, exact, value)
        return row + 1
    rows = rows_of(m, d, d.efc_id[row], row, 0)
    first_diagonal(m, d, d.efc_id[row], rows, value, exact)
    return row + rows.number


@kernel
def exact_diagonal(m: Model, d: Data) -> None:
    """Compute the regularization of all rows again, from the exact diagonal of A.

    Reads   efc_J, efc_type, efc_id, efc_KBIP (nefc), qLD (nC), qLDiagInv (nv); uses work_nv
    Writes  efc_diagApprox, efc_R, efc_D (nefc), contact_mu
    """
    sparse = is_sparse(m)
    row = 0
    while row < d.nefc:
        row = set_regularization(m, d, row, exact_element(m, d, row, sparse))


# Friction loss and limits


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


# Construction of all rows

EXACT_DIAGONAL, MOVE_SURFACES = INDEX["exact_diagonal"], INDEX["move_surfaces"]
VELOCITY_TERMS = INDEX["velocity_terms"]
KEEP_DIAGONAL, KEEP_REFERENCE = INDEX["keep_diagonal"], INDEX["keep_reference"]


@kernel
def make_constraint(m: Model, d: Data) -> None:
    """Build the constraint rows: Jacobian, position, impedance, regularization.

    This is mj_makeConstraint.
    Reads   positions of bodies, sites, tendons; contact_*; cdof (nv, 6); qLD (nC) with the flag diagexact
    Writes  ne nf nl nefc nJ; efc_type efc_id efc_J efc_pos efc_margin efc_frictionloss efc_KBIP efc_diagApprox
            efc_R efc_D; contact_efc_address, contact_exclude, contact_mu; tendon_efcadr; islands_due
    Status  need_efc, need_J when the buffers are too small: then no rows are kept, as when the memory of the
            model is too small. Buffers of fixed size keep the rows up to the last constraint that fits
    Source  Computation / Constraint model
    """
    islands_change(m, d)
    clear_rows(m, d)
    if (m.opt.disableflags & mjtDisableBit.mjDSBL_CONSTRAINT) != 0 or m.nv == 0:
        return
    d.kept_efc = 0
    d.kept_J = 0
    add_equalities(m, d)
    add_frictions(m, d)
    add_limits(m, d)
    add_contacts(m, d)
    if finish_rows(m, d, 0) and (d.nefc > d.nefcmax or d.nJ > d.nJmax):
        if d.fixed != 0:
            truncate_rows(d)
        else:
            d.need_efc = d.nefc
            d.need_J = d.nJ
            clear_rows(m, d)
    if d.nefc > 0 and (m.opt.enableflags & mjtEnableBit.mjENBL_DIAGEXACT) != 0:
        require(m, d, EXACT_DIAGONAL)
    if d.nefc > 0 and m.opt.integrator == mjtIntegrator.mjINT_DISCRETE:
        require(m, d, KEEP_DIAGONAL)


@kernel
def row_dot(m: Model, d: Data, row: int, vector: View, sparse: bool) -> float:
    """Return efc_J[row] . vector."""
    adr = d.efc_J_rowadr[row]
    total = 0.0
    if sparse:
        for k in range(adr, adr + d.efc_J_rownnz[row]):
            total += d.efc_J[k] * vector[d.efc_J_colind[k]]
        return total
    for i in range(m.nv):
        total += d.efc_J[adr + i] * vector[i]
    return total


@kernel
def set_aref(d: Data, row: int, velocity: float) -> None:
    """Set the velocity of a row, and its reference acceleration without further terms."""
    d.efc_vel[row] = velocity
    k, b, value = d.efc_KBIP[row, 0], d.efc_KBIP[row, 1], d.efc_KBIP[row, 2]
    d.efc_aref[row] = -b * velocity - k * value * (d.efc_pos[row] - d.efc_margin[row])


@kernel
def reference_constraint(m: Model, d: Data) -> None:
    """Compute velocity and reference acceleration of the rows (mj_referenceConstraint).

    efc_vel = J qvel,  efc_aref = -B efc_vel - K d (efc_pos - efc_margin); moving surfaces add to efc_vel (surfaces.py);
    from release 3.7 on, (dJ/dt) qvel is subtracted from efc_aref of connects and welds (equality.py)
    Source  Computation / Constraint model / Reference acceleration
    """
    sparse = is_sparse(m)
    for r in spread(d, 0, d.nefc):
        set_aref(d, r, row_dot(m, d, r, d.qvel, sparse))
    if d.ne > 0 and m.release[0] >= R3_7:
        require(m, d, VELOCITY_TERMS)
    if has_surfaces(m):
        require(m, d, MOVE_SURFACES)
    if m.opt.integrator == mjtIntegrator.mjINT_DISCRETE:
        require(m, d, KEEP_REFERENCE)
