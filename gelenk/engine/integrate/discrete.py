"""The integrator discrete: each step is one solve in the metric.

Documents: Computation / General framework / Numerical integration; Computation / Constraint model (of 4.0.0)

    Mh qacc = f - h K qvel + J' fc,    qvel += h qacc,    qpos += h qvel          Mh, K: metric.py
so that qacc is the difference of two velocities over the timestep. While a solver runs, M and qLD hold the metric and
its factor. The spring and damper of a row act at the end of the step, too: with k = K d and
s = 1 + h B + h^2 k,
    aref = (-B vel - k (pos - margin + h vel)) / s,    R = (1 - d) / d A / s
where A is the diagonal of J inv(Mh) J', with Mh reduced to its factored part and the diagonal of its couplings. A is
exact with the flag diagexact; otherwise A is the approximation of continuous time, times the ratio of the sums of
J_i^2 / Mh_ii and J_i^2 / M_ii. As in 4.0.0, couplings of flexes contribute only to the exact A, and only at vertices
that slide along the axes of the world.
"""

from gelenk.algebra.linalg import copy, is_sparse, zero
from gelenk.engine.constraint.rows.contact import first_diagonal, rows_of
from gelenk.engine.constraint.rows.impedance import set_diagonal
from gelenk.engine.constraint.rows.make_constraint import exact_element, row_dot
from gelenk.engine.constraint.solver.islands import MODEL_ORDER, WHOLE, arrange
from gelenk.engine.integrate.flex_rows import is_aligned, is_point
from gelenk.engine.integrate.implicit import DOFS, fill_block, is_free_body, solve_free_bodies
from gelenk.engine.integrate.metric import (
    add_couplings,
    add_folded_force,
    add_row,
    has_space,
    make_metric,
    solve_coupled,
    takes_actuators,
)
from gelenk.engine.model_features import has_cells, is_elastic, is_passive
from gelenk.engine.position.inertia import factor_runs, solve_m_vector
from gelenk.engine.sleep.awake_lists import DOF, DOF_END, ENTRY, ENTRY_END
from gelenk.engine.step import run_growing
from gelenk.tables.enums import mjMAXIMP, mjtConstraint, mjtDisableBit, mjtEnableBit, mjtSolver
from gelenk.tables.stages import INDEX
from gelenk.tables.status import BAD_SOLVER, DONE, GROW
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model

PROJECT, FORCES = INDEX["project_constraint"], INDEX["constraint_forces"]
SOLVE_NOSLIP = INDEX["solve_noslip"]


# Rows


@kernel
def keep_diagonal(m: Model, d: Data) -> None:
    """Store the diagonal of A that make_constraint computed in row_bare (nefc)."""
    copy(d.row_bare, d.efc_diagApprox, d.nefc)
    row = 0
    while row < d.nefc:
        if d.efc_type[row] < mjtConstraint.mjCNSTR_CONTACT_FRICTIONLESS:
            row += 1
            continue
        # make_constraint multiplied the element of a pyramid's first edge by 2 mu^2 (first_diagonal of contact.py)
        c = d.efc_id[row]
        rows = rows_of(m, d, c, row, 0)
        if rows.kind == mjtConstraint.mjCNSTR_CONTACT_PYRAMIDAL:
            d.row_bare[row] /= 2.0 * d.contact_mu[c] * d.contact_mu[c]
        row += rows.number


@kernel
def keep_reference(m: Model, d: Data) -> None:
    """Store the reference acceleration of continuous time, without adhesion, in row_reference."""
    copy(d.row_reference, d.efc_aref, d.nefc)
    if m.flg_adhesion == 0:
        return
    for row in range(d.nefc):
        d.row_reference[row] -= d.efc_R[row] * pull(m, d, row)


@kernel
def pull(m: Model, d: Data, row: int) -> float:
    """Return the adhesion force in a row: all in the normal row, or a share per pyramid edge."""
    kind, c = d.efc_type[row], d.efc_id[row]
    if kind < mjtConstraint.mjCNSTR_CONTACT_FRICTIONLESS:
        return 0.0
    if kind == mjtConstraint.mjCNSTR_CONTACT_PYRAMIDAL:
        return d.contact_adhesion[c] / (2 * (d.contact_dim[c] - 1))
    return d.contact_adhesion[c] if row == d.contact_efc_address[c] else 0.0


@kernel
def inertia_ratio(m: Model, d: Data, row: int) -> float:
    """Return the ratio of sums of J_i^2 / Mh_ii and J_i^2 / M_ii; Mh is in M, and M in qLU."""
    adr, sparse = d.efc_J_rowadr[row], is_sparse(m)
    above, below = 0.0, 0.0
    for k in range(adr, adr + (d.efc_J_rownnz[row] if sparse else m.nv)):
        i = d.efc_J_colind[k] if sparse else k - adr
        diag = m.M_rowadr[i] + m.M_rownnz[i] - 1
        square = d.efc_J[k] * d.efc_J[k]
        if square != 0.0:
            above += square / (d.M[diag] + d.metric_diag[i])
            below += square / d.qLU[diag]
    return above / below if below > 0.0 else 1.0


@kernel
def softness(m: Model, d: Data, row: int) -> float:
    """Return s = 1 + h B + h^2 K d of a row."""
    h = m.opt.timestep
    return 1.0 + h * (d.efc_KBIP[row, 1] + h * d.efc_KBIP[row, 0] * d.efc_KBIP[row, 2])


@kernel
def diagonal(m: Model, d: Data, row: int) -> float:
    """Return A / s of a row, limited so that the effective impedance is at most mjMAXIMP."""
    if m.opt.enableflags & mjtEnableBit.mjENBL_DIAGEXACT != 0:
        a = exact_element(m, d, row, is_sparse(m))
    else:
        a = d.row_bare[row] * inertia_ratio(m, d, row)
    value = d.efc_KBIP[row, 2]
    least = (1.0 - mjMAXIMP) / mjMAXIMP * value / (1.0 - value)
    return a * max(least, 1.0 / softness(m, d, row))


@kernel
def sum_diagonals(m: Model, d: Data, first: int, end: int) -> None:
    """metric_diag (nv) += diagonal of the couplings in the rows ``first`` .. ``end`` - 1"""
    sparse = is_sparse(m)
    for row in range(first, end):
        adr = d.efc_J_rowadr[row]
        for k in range(adr, adr + d.efc_J_rownnz[row]):
            i = d.efc_J_colind[k] if sparse else k - adr
            d.metric_diag[i] += d.efc_D[row] * d.efc_J[k] * d.efc_J[k]


@kernel
def sum_vertex_diagonals(m: Model, d: Data) -> None:
    """metric_diag (nv) += diagonal of flex couplings at vertices that slide along axes"""
    sparse, last, aligned = is_sparse(m), -1, False
    for row in range(d.flex_row, d.nefc):
        adr = d.efc_J_rowadr[row]
        for k in range(adr, adr + d.efc_J_rownnz[row]):
            i = d.efc_J_colind[k] if sparse else k - adr
            if d.efc_J[k] == 0.0:
                continue
            b = m.dof_bodyid[i]
            if b != last:
                last, aligned = b, is_point(m, b) and is_aligned(m, d, b)
            if aligned:
                d.metric_diag[i] += d.efc_D[row] * d.efc_J[k] * d.efc_J[k]


@kernel
def add_diagonals(m: Model, d: Data, sign: float) -> None:
    """Add metric_diag, times ``sign``, to the metric in M, and factorize it again in qLD."""
    for r in range(d.nrun):
        for i in range(d.run[r, DOF], d.run[r, DOF_END]):
            d.M[m.M_rowadr[i] + m.M_rownnz[i] - 1] += sign * d.metric_diag[i]
        for k in range(d.run[r, ENTRY], d.run[r, ENTRY_END]):
            d.qLD[k] = d.M[k]
    factor_runs(m, d, d.qLD, d.qLDiagInv)


@kernel
def set_rows(m: Model, d: Data, count: int) -> None:
    """Write efc_diagApprox, efc_R, efc_D and efc_aref of ``count`` rows.

    Requires the metric in M and qLD; couplings follow the rows.
    """
    h, exact = m.opt.timestep, m.opt.enableflags & mjtEnableBit.mjENBL_DIAGEXACT != 0
    zero(d.metric_diag, m.nv)
    sum_diagonals(m, d, count, d.flex_row)
    if exact and d.nefc > count:
        sum_vertex_diagonals(m, d)
        add_diagonals(m, d, 1.0)
    row = 0
    while row < count:
        value = d.efc_KBIP[row, 2]
        if d.efc_type[row] < mjtConstraint.mjCNSTR_CONTACT_FRICTIONLESS:
            set_diagonal(d, row, diagonal(m, d, row), value)
            row += 1
        else:
            rows = rows_of(m, d, d.efc_id[row], row, 0)
            first_diagonal(m, d, d.efc_id[row], rows, value, diagonal(m, d, row))
            row += rows.number
    if exact and d.nefc > count:
        add_diagonals(m, d, -1.0)
    if m.opt.solver == mjtSolver.mjSOL_CG:  # the preconditioner of CG contains all couplings
        zero(d.metric_diag, m.nv)
        sum_diagonals(m, d, count, d.nefc)
    for r in range(count):
        k = d.efc_KBIP[r, 0] * d.efc_KBIP[r, 2]
        d.efc_aref[r] = (d.row_reference[r] - k * h * d.efc_vel[r]) / softness(m, d, r)
        if m.flg_adhesion != 0:
            d.efc_aref[r] += d.efc_R[r] * pull(m, d, r)


# The metric in place of M


@kernel
def is_dual(m: Model) -> bool:
    """Return whether PGS or the noslip solver runs, which need efc_AR."""
    return m.opt.solver == mjtSolver.mjSOL_PGS or m.opt.noslip_iterations > 0


@kernel
def can_solve(m: Model) -> bool:
    """Return whether the integrator discrete supports the flexes and flags of the model.

    Unsupported are flexes with springs or dampers of edges, elastic interpolated flexes, elastic flexes and passive
    contacts under PGS or with the noslip solver, and sleep with islands disabled.
    """
    if (
        m.opt.enableflags & mjtEnableBit.mjENBL_SLEEP != 0
        and m.opt.disableflags & mjtDisableBit.mjDSBL_ISLAND != 0
    ):
        return False
    for f in range(m.nflex):
        if m.flex_rigid[f] == 0 and (m.flex_edgestiffness[f] != 0.0 or m.flex_edgedamping[f] != 0.0):
            return False
        if is_elastic(m, f) and (m.flex_interp[f] != 0 or is_dual(m)):
            return False
        if (has_cells(m, f) or is_passive(m, f)) and is_dual(m):
            return False
    return True


@kernel
def exchange(m: Model, d: Data) -> None:
    """Exchange M, qLD, qLDiagInv and the metric with its factor in qLU, qH, qHDiagInv."""
    for r in range(d.nrun):
        for k in range(d.run[r, ENTRY], d.run[r, ENTRY_END]):
            value, factor = d.M[k], d.qLD[k]
            d.M[k] = d.qLU[k]
            d.qLD[k] = d.qH[k]
            d.qLU[k] = value
            d.qH[k] = factor
        for i in range(d.run[r, DOF], d.run[r, DOF_END]):
            inverse = d.qLDiagInv[i]
            d.qLDiagInv[i] = d.qHDiagInv[i]
            d.qHDiagInv[i] = inverse


@kernel
def enter(m: Model, d: Data) -> None:
    """Compute the metric and its factor, and exchange them with M and qLD."""
    make_metric(m, d)
    for r in range(d.nrun):
        for k in range(d.run[r, ENTRY], d.run[r, ENTRY_END]):
            d.qH[k] = d.qLU[k]
    factor_runs(m, d, d.qH, d.qHDiagInv)
    exchange(m, d)


@kernel
def metric_rows(m: Model, d: Data) -> None:
    """Convert the rows of constraints to those of discrete time; part of inverse dynamics.

    Reads   row_bare, row_reference, efc_KBIP, efc_vel (nefc); inputs of the metric
    Writes  efc_diagApprox, efc_R, efc_D, efc_aref (nefc), contact_mu; qDeriv, qLU (nD), qH (nC), qHDiagInv
    """
    if not can_solve(m):
        d.status = BAD_SOLVER
        return
    rows, numbers = d.nefc, d.nJ
    enter(m, d)
    if begin_couplings(m, d, rows, numbers):
        set_rows(m, d, rows)
    exchange(m, d)
    d.nefc = min(d.nefc, rows)
    d.nJ = numbers


# Couplings


@kernel
def begin_couplings(m: Model, d: Data, rows: int, numbers: int) -> bool:
    """Append couplings to ``rows`` rows with ``numbers`` elements; request memory if needed."""
    add_couplings(m, d)
    if d.nefc <= d.nefcmax and d.nJ <= d.nJmax:
        return True
    d.need_efc = d.nefc if d.nefc > d.nefcmax else 0
    d.need_J = d.nJ if d.nJ > d.nJmax else 0
    d.nefc = rows
    d.nJ = numbers
    d.status = GROW
    return False


# Forward dynamics


@kernel
def smooth_start(m: Model, d: Data) -> None:
    """Add - h K qvel to qfrc_smooth, and solve for qacc_smooth without couplings."""
    for i in range(m.nv):
        d.kept_smooth[i] = d.qfrc_smooth[i]
        d.qfrc_smooth[i] += d.metric_shift[i]
    for r in range(d.nrun):
        for i in range(d.run[r, DOF], d.run[r, DOF_END]):
            d.qacc_smooth[i] = d.qfrc_smooth[i]
    solve_m_vector(m, d, d.qacc_smooth)


@kernel
def solve_rows(m: Model, d: Data, rows: int, n: int) -> None:
    """Run the solver with ``rows`` constraint rows and n couplings, then drop the couplings."""
    d.nefc = rows
    if rows > 0 and is_dual(m):
        run_growing(m, d, PROJECT)
        rows = d.nefc  # rows may have been dropped
    d.nhidden = n if rows > 0 else 0
    d.nefc = rows + d.nhidden
    run_growing(m, d, FORCES)
    d.nhidden = 0
    d.nefc = rows


@kernel
def finish_forces(m: Model, d: Data, n: int) -> None:
    """Compute qfrc_constraint and efc_b without the couplings, and run the noslip solver.

    The noslip solver keeps the forces of couplings fixed.
    """
    zero(d.qfrc_constraint, m.nv)
    sparse = is_sparse(m)
    for row in range(d.nefc):
        add_row(m, d, row, d.efc_force[row], d.qfrc_constraint)
        d.efc_b[row] = row_dot(m, d, row, d.qacc_smooth, sparse) - d.efc_aref[row]
    if m.opt.noslip_iterations == 0:
        return
    smooth = d.metric_work
    copy(smooth, d.qfrc_constraint, m.nv)
    solve_m_vector(m, d, smooth)
    for i in range(m.nv):
        kept = d.qacc_smooth[i]
        d.qacc_smooth[i] = d.qacc[i] - smooth[i]
        smooth[i] = kept
    for row in range(d.nefc):
        d.efc_b[row] = row_dot(m, d, row, d.qacc_smooth, sparse) - d.efc_aref[row]
    arrange(m, d, MODEL_ORDER, WHOLE)
    run_growing(m, d, SOLVE_NOSLIP)
    copy(d.qacc_smooth, smooth, m.nv)


@kernel
def mark_rows(m: Model, d: Data, end: int) -> None:
    """Write metric_work (nv): nonzero at the dofs that rows before ``end`` move."""
    zero(d.metric_work, m.nv)
    sparse = is_sparse(m)
    for row in range(end):
        adr = d.efc_J_rowadr[row]
        for k in range(adr, adr + d.efc_J_rownnz[row]):
            d.metric_work[d.efc_J_colind[k] if sparse else k - adr] += abs(d.efc_J[k])


@kernel
def turns_freely(m: Model, d: Data, t: int) -> bool:
    """Return whether tree t is an awake free body that no row moves; requires mark_rows."""
    if not is_free_body(m, t) or d.tree_awake[t] == 0:
        return False
    total = 0.0
    for i in range(m.tree_dofadr[t], m.tree_dofadr[t] + DOFS):
        total += d.metric_work[i]
    return total == 0.0


@kernel
def turn_free_bodies(m: Model, d: Data, end: int) -> None:
    """Recompute qacc of free bodies with derivatives of gyroscopic forces (implicit.py).

    Bodies that the rows before ``end`` move are skipped.
    """
    mark_rows(m, d, end)
    solve_free_bodies(m, d)
    for t in range(m.ntree):
        if turns_freely(m, d, t):
            for i in range(m.tree_dofadr[t], m.tree_dofadr[t] + DOFS):
                d.qacc[i] = d.qacc_new[i]


@kernel
def step_map(m: Model, d: Data) -> None:
    """Compute qacc and the constraint forces in discrete time, for fwd_constraint.

    Reads   row_bare, row_reference, efc_* (nefc); qfrc_smooth (nv); inputs of the metric
    Writes  what constraint_forces writes; qacc_smooth (nv); efc_diagApprox, efc_R, efc_D, efc_aref (nefc), contact_mu;
            efc_AR of dual solvers; qDeriv, qLU (nD), qH (nC), qHDiagInv
    Status  need_efc, need_J, need_H when there is no room for the couplings
    Source  Computation / Numerical integration (of 4.0.0)
    """
    if not can_solve(m):
        d.status = BAD_SOLVER
        return
    enter(m, d)
    rows, numbers = d.nefc, d.nJ
    if begin_couplings(m, d, rows, numbers) and has_space(m, d, d.nefc - rows):
        n = d.nefc - rows
        set_rows(m, d, rows)
        smooth_start(m, d)
        if rows > 0:
            solve_rows(m, d, rows, n)
        if n > 0 and d.status == DONE:
            solve_coupled(m, d, rows, n)
            if rows > 0:
                finish_forces(m, d, n)
        if rows == 0:
            solve_rows(m, d, 0, 0)
        exchange(m, d)
        if d.status == DONE:
            turn_free_bodies(m, d, rows + n)
        copy(d.qfrc_smooth, d.kept_smooth, m.nv)
    else:
        exchange(m, d)
    d.nefc = min(d.nefc, rows)
    d.nJ = numbers


# Inverse dynamics


@kernel
def add_metric(m: Model, d: Data, first: int, end: int) -> None:
    """qfrc_inverse += (qLU - M) qacc at dofs ``first`` .. ``end`` - 1, qLU in structure D_*"""
    for i in range(first, end):
        total = 0.0
        for k in range(m.D_rowadr[i], m.D_rowadr[i] + m.D_rownnz[i]):
            source = m.mapM2D[k]
            total += (d.qLU[k] - (d.M[source] if source >= 0 else 0.0)) * d.qacc[m.D_colind[k]]
        d.qfrc_inverse[i] += total


@kernel
def metric_force(m: Model, d: Data) -> None:
    """Add (Mh - M) qacc + h K qvel to qfrc_inverse, after metric_rows.

    Reads   qDeriv (nD), M (nC), qacc, qvel (nv)        Writes  qfrc_inverse (nv), qLU
    Status  need_efc, need_J when there is no room for the couplings
    """
    rows, numbers = d.nefc, d.nJ
    for i in range(m.nv):
        d.qfrc_inverse[i] -= d.metric_shift[i]
    copy(d.kept_smooth, d.metric_shift, m.nv)  # metric_rows computed metric_shift, with the couplings
    fits = begin_couplings(m, d, rows, numbers)
    copy(d.metric_shift, d.kept_smooth, m.nv)
    if not fits:
        return
    for row in range(rows, d.nefc):
        force = d.efc_D[row] * row_dot(m, d, row, d.qacc, is_sparse(m))
        add_row(m, d, row, force, d.qfrc_inverse)
    mark_rows(m, d, d.nefc)
    d.nefc = rows
    d.nJ = numbers
    for k in range(m.nD):
        source = m.mapM2D[k]
        d.qLU[k] = d.M[source] - m.opt.timestep * d.qDeriv[k] if source >= 0 else 0.0
    for t in range(m.ntree):
        if turns_freely(m, d, t):
            fill_block(m, d, m.tree_dofadr[t])
    for r in range(d.nrun):
        add_metric(m, d, d.run[r, DOF], d.run[r, DOF_END])
    if takes_actuators(m):
        add_folded_force(m, d)
