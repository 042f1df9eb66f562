"""The noslip solver: friction forces without regularisation, after the main solver.

Documents: Computation / Constraint solver / Algorithms (NoSlip); Modelling / Solver settings

Gauss-Seidel on A f + b, without R, over friction only: friction loss, the friction part of elliptic contacts with their
normal force fixed, and pairs of opposing pyramid edges with their sum, the normal force, fixed.
"""

from gelenk.engine.constraint.cost import ELLIPTIC_ROW
from gelenk.engine.constraint.dual import dual_finish, dual_states, entry_ar, residual
from gelenk.engine.constraint.pgs import cone_change, load_contact, slice_update
from gelenk.engine.constraint.primal import record, record_work, step_scale
from gelenk.engine.kernel import kernel
from gelenk.engine.linalg import is_sparse
from gelenk.engine.vec import MINVAL
from gelenk.tables.enums import mjtConstraint

FLOOR = 1e-10  # smallest diagonal element of A
PYRAMIDAL_ROW = int(mjtConstraint.mjCNSTR_CONTACT_PYRAMIDAL)


@kernel
def hard_residual(d, r, sparse):
    """A f + b of row r."""
    return residual(d, r, sparse) - d.efc_R[r] * d.efc_force[r]


@kernel
def update_friction_row(d, r, sparse):
    """Optimal friction loss force of row r; returns the change of the cost."""
    slope = hard_residual(d, r, sparse)
    curve = max(FLOOR, entry_ar(d, r, r, sparse) - d.efc_R[r])
    limit = d.efc_frictionloss[r]
    old = d.efc_force[r]
    new = min(max(old - slope / curve, -limit), limit)
    d.efc_force[r] = new
    change = new - old
    return change * (slope + 0.5 * curve * change)


@kernel
def update_edges(d, r, sparse):
    """Optimal difference of the edges r and r + 1 of a pyramid, whose sum stays; returns the change of the cost."""
    f0, f1 = d.efc_force[r], d.efc_force[r + 1]
    middle = 0.5 * (f0 + f1)
    if middle < MINVAL:
        d.efc_force[r] = middle
        d.efc_force[r + 1] = middle
        return 0.0
    slope = hard_residual(d, r, sparse) - hard_residual(d, r + 1, sparse)
    curve = entry_ar(d, r, r, sparse) - d.efc_R[r] + entry_ar(d, r + 1, r + 1, sparse) - d.efc_R[r + 1]
    curve -= 2.0 * entry_ar(d, r, r + 1, sparse)
    old = 0.5 * (f0 - f1)
    new = 0.0 if curve < MINVAL else min(max(old - slope / curve, -middle), middle)
    d.efc_force[r] = middle + new
    d.efc_force[r + 1] = middle - new
    change = new - old
    return change * (slope + 0.5 * curve * change)


@kernel
def update_slice(d, c, r, sparse):
    """Optimal friction of elliptic contact c, whose normal force stays; returns the change of the cost."""
    dim = d.contact_dim[c]
    load_contact(d, r, dim, sparse)
    for i in range(dim):
        d.cone_res[i] -= d.efc_R[r + i] * d.efc_force[r + i]
        d.cone_ar[i, i] = max(FLOOR, d.cone_ar[i, i] - d.efc_R[r + i])
    slice_update(d, c, r, dim)
    return cone_change(d, r, dim)


@kernel
def noslip_sweep(d, sparse):
    """One update of all friction; returns how far the cost fell."""
    fall = 0.0
    for r in range(d.ne, d.ne + d.nf):
        fall -= update_friction_row(d, r, sparse)
    r = d.ne + d.nf + d.nl
    while r < d.nefc:
        if d.efc_type[r] == ELLIPTIC_ROW:
            fall -= update_slice(d, d.efc_id[r], r, sparse)
            r += d.contact_dim[d.efc_id[r]]
        elif d.efc_type[r] == PYRAMIDAL_ROW:
            fall -= update_edges(d, r, sparse)
            r += 2
        else:
            r += 1
    return fall


@kernel
def regularisation_cost(d):
    """1/2 f' R f, by which the cost falls when R is dropped: counted as improvement of the first sweep."""
    total = 0.0
    for r in range(d.nefc):
        total += d.efc_R[r] * d.efc_force[r] * d.efc_force[r]
    return 0.5 * total


@kernel
def solve_noslip(m, d):
    """Friction forces without slip, and the acceleration that they give.

    Reads   efc_AR, efc_b, efc_R, efc_force, efc_frictionloss (nefc), contact_friction
    Writes  efc_force, efc_state (nefc), qfrc_constraint, qacc (nv), solver_niter, solver_stat
    Source  Computation / Constraint solver / Algorithms
    """
    sparse = is_sparse(m)
    scale = step_scale(m)
    start = d.solver_niter[0]
    count = 0
    while count < m.opt.noslip_iterations:
        improvement = scale * noslip_sweep(d, sparse)
        if count == 0:
            improvement += scale * regularisation_cost(d)
        changes = dual_states(d)
        record(d, 0, start + count, improvement, 0.0, 0.0)
        record_work(d, 0, start + count, changes, 0, 0)
        count += 1
        if improvement < m.opt.noslip_tolerance:
            break
    d.solver_niter[0] = start + count
    dual_finish(m, d)
