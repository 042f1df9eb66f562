"""The noslip solver: friction forces without regularization, after the main solver.

Documents: Computation / Constraint solver / Algorithms (NoSlip); Modeling / Solver settings

Gauss-Seidel on A f + b, without R, over friction only: friction loss, the friction part of elliptic
contacts with their normal force fixed, and pairs of opposing pyramid edges with their sum, the normal
force, fixed.
"""

from gelenk.algebra.linalg import is_sparse
from gelenk.algebra.vec import clamp
from gelenk.engine.constraint.solver.dual import (
    add_force,
    dual_finish,
    dual_gradient,
    dual_states,
    entry_ar,
    load_slopes,
    set_force,
)
from gelenk.engine.constraint.solver.pgs import cone_change, load_contact, record_sweep, slice_update
from gelenk.engine.constraint.solver.primal import step_scale
from gelenk.tables.enums import mjMINVAL, mjtConstraint
from gelenk.tables.precision import Limits
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model

MIN_DIAGONAL = 1e-10  # smallest diagonal element of A


@kernel
def hard_residual(d: Data, r: int) -> float:
    """Return A f + b of row r."""
    return dual_gradient(d)[r] - d.efc_R[r] * d.efc_force[r]


@kernel
def update_friction_row(d: Data, r: int, sparse: bool) -> float:
    """Set the optimal friction loss force of row r; return the change of the cost."""
    slope = hard_residual(d, r)
    curve = max(MIN_DIAGONAL, entry_ar(d, r, r, sparse) - d.efc_R[r])
    limit = d.efc_frictionloss[r]
    old = d.efc_force[r]
    new = clamp(old - slope / curve, -limit, limit)
    d.efc_force[r] = new
    change = new - old
    add_force(d, r, change, sparse)
    return change * (slope + 0.5 * curve * change)


@kernel
def update_edges(d: Data, r: int, sparse: bool) -> float:
    """Set the optimal difference of the pyramid edges r and r + 1; return the cost change.

    The sum of both forces is fixed.
    """
    f0, f1 = d.efc_force[r], d.efc_force[r + 1]
    middle = 0.5 * (f0 + f1)
    if middle < mjMINVAL:
        set_force(d, r, middle, sparse)
        set_force(d, r + 1, middle, sparse)
        return 0.0
    slope = hard_residual(d, r) - hard_residual(d, r + 1)
    curve = entry_ar(d, r, r, sparse) - d.efc_R[r] + entry_ar(d, r + 1, r + 1, sparse) - d.efc_R[r + 1]
    curve -= 2.0 * entry_ar(d, r, r + 1, sparse)
    old = 0.5 * (f0 - f1)
    new = 0.0 if curve < mjMINVAL else clamp(old - slope / curve, -middle, middle)
    set_force(d, r, middle + new, sparse)
    set_force(d, r + 1, middle - new, sparse)
    change = new - old
    return change * (slope + 0.5 * curve * change)


@kernel
def update_slice(d: Data, c: int, r: int, sparse: bool) -> float:
    """Set the optimal friction of elliptic contact c at fixed normal force.

    Returns the change of the cost.
    """
    dim = d.contact_dim[c]
    load_contact(d, r, dim, sparse)
    for i in range(dim):
        d.cone_res[i] -= d.efc_R[r + i] * d.efc_force[r + i]
        d.cone_ar[i, i] = max(MIN_DIAGONAL, d.cone_ar[i, i] - d.efc_R[r + i])
    slice_update(d, c, r, dim)
    return cone_change(d, r, dim, sparse)


@kernel
def noslip_sweep(d: Data, sparse: bool) -> float:
    """Update all friction forces once; return the decrease of the cost."""
    fall = 0.0
    for r in range(d.ne, d.ne + d.nf):
        fall -= update_friction_row(d, r, sparse)
    r = d.ne + d.nf + d.nl
    while r < d.nefc:
        if d.efc_type[r] == mjtConstraint.mjCNSTR_CONTACT_ELLIPTIC:
            fall -= update_slice(d, d.efc_id[r], r, sparse)
            r += d.contact_dim[d.efc_id[r]]
        elif d.efc_type[r] == mjtConstraint.mjCNSTR_CONTACT_PYRAMIDAL and r + 1 < d.nefc:
            fall -= update_edges(d, r, sparse)
            r += 2
        else:
            r += 1
    return fall


@kernel
def regularization_cost(d: Data) -> float:
    """Return 1/2 f' R f, the decrease of the cost when R is dropped.

    This decrease counts as improvement of the first sweep.
    """
    total = 0.0
    for r in range(d.nefc):
        total += d.efc_R[r] * d.efc_force[r] * d.efc_force[r]
    return 0.5 * total


@kernel
def solve_noslip(m: Model, d: Data) -> None:
    """Compute friction forces without regularization, and the resulting acceleration.

    Reads   efc_AR, efc_b, efc_R, efc_force, efc_frictionloss (nefc), contact_friction
    Writes  efc_force, efc_state (nefc), qfrc_constraint, qacc (nv), solver_niter, solver_stat
    Source  Computation / Constraint solver / Algorithms
    """
    sparse = is_sparse(m)
    scale = step_scale(m)
    start = d.solver_niter[0]
    load_slopes(d, sparse)
    count = 0
    while count < m.opt.noslip_iterations:
        improvement = scale * noslip_sweep(d, sparse)
        if count == 0:
            improvement += scale * regularization_cost(d)
        record_sweep(d, start + count, improvement)
        count += 1
        if improvement < max(m.opt.noslip_tolerance, Limits.SOLVER):
            break
    d.solver_niter[0] = start + count
    dual_states(d)
    dual_finish(m, d)
