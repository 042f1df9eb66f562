"""The derivative of the solver's minimum: one Newton step from it, with the Hessian held.

Documents: design / Tangents of kernels; Computation / Constraint solver

The minimum a of the cost has g(a, p) = M a - qfrc_smooth - J' f = 0, so a' = - inverse(H) g_p p' with the Hessian
H = g_a = M + J' W J. The Newton step N(a, p) = a - inverse(H) g(a, p) with H and a constant has these tangents, by the
rules of sums and products alone. All solvers have the same minimum, so one rule holds for all, once they have
converged: `hold_minimum` polishes their result by Newton steps, and factorizes the Hessian there.

Trees and dofs are in the order of the model, so the order does not depend on which elements of J are zero.
"""

from gelenk.algebra.linalg import copy, zero
from gelenk.engine.constraint.solver.cholesky import factor_hessian, solve_hessian
from gelenk.engine.constraint.solver.cost import constraint_cost
from gelenk.engine.constraint.solver.elimination_tree import shape_hessian
from gelenk.engine.constraint.solver.islands import MODEL_ORDER, WHOLE, all_islands, arrange
from gelenk.engine.constraint.solver.jacobian_products import add_jt, mul_j
from gelenk.engine.constraint.solver.newton import make_hessian
from gelenk.engine.constraint.solver.primal import (
    load_vectors,
    move,
    mul_m_part,
    norm_part,
    store_vectors,
)
from gelenk.engine.step import run
from gelenk.tables.stages import INDEX
from gelenk.tables.status import DONE, GROW
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model

SOLVE_NOSLIP = INDEX["solve_noslip"]
POLISHED = 20  # limit of Newton steps that polish a minimum; two are usual


@kernel
def residual(m: Model, d: Data, hessian: bool) -> None:
    """sol_con = J' f, sol_grad = M sol_x - qfrc_smooth - J' f, with the forces f at sol_x"""
    isl = all_islands(d)
    mul_j(d, isl, d.sol_x, d.row_jar)
    for r in range(d.nefc):
        d.row_jar[r] -= d.efc_aref[d.row_efc[r]]
    mul_m_part(m, d, isl, d.sol_Ma, d.sol_x)
    constraint_cost(m, d, isl, hessian)
    zero(d.sol_con, m.nv)
    add_jt(d, isl, d.row_force, d.sol_con)
    for i in range(m.nv):
        d.sol_grad[i] = d.sol_Ma[i] - d.sol_frc[i] - d.sol_con[i]


@kernel
def factor_here(m: Model, d: Data) -> None:
    """hess <- factor of H at sol_x"""
    isl = all_islands(d)
    make_hessian(m, d, isl, False)
    factor_hessian(d, isl)


@kernel
def polish(m: Model, d: Data) -> None:
    """Move sol_x by Newton steps to the minimum, and factorize H there.

    Stops when rounding keeps the gradient from decreasing.
    """
    isl = all_islands(d)
    residual(m, d, True)
    factor_here(m, d)
    size = norm_part(d, isl, d.sol_grad)
    worse = 0
    for _ in range(POLISHED):
        if size == 0.0 or worse > 1:
            return
        solve_hessian(d, isl, d.sol_search, d.sol_grad)
        if move(m, d, isl, 1.0, 1.0, True)[2] == 0.0:
            return
        residual(m, d, True)
        factor_here(m, d)
        before, size = size, norm_part(d, isl, d.sol_grad)
        worse += 0 if size < 0.5 * before else 1


@kernel
def hold_minimum(m: Model, d: Data) -> None:
    """Find the minimum of the constraint cost near qacc, and factorize the Hessian there.

    Reads   qacc, and what constraint_forces reads
    Writes  qacc, qacc_warmstart (nv): the minimum; qfrc_constraint (nv); hess, hess_inv and their structure
    Status  need_H
    Source  Computation / Constraint solver / Algorithms (Newton)
    """
    d.status = DONE
    if d.nefc > 0:
        arrange(m, d, MODEL_ORDER, WHOLE)
        if not shape_hessian(m, d):
            d.status = GROW
            return
        load_vectors(m, d)
        copy(d.sol_x, d.qacc, m.nv)
        polish(m, d)
        copy(d.qacc, d.sol_x, m.nv)
        copy(d.qfrc_constraint, d.sol_con, m.nv)
    copy(d.qacc_warmstart, d.qacc, m.nv)


@kernel
def minimum_rule(m: Model, d: Data) -> None:
    """Compute qacc and forces by one Newton step from qacc_warmstart, with hess held.

    Replaces fwd_constraint in code with tangents; requires hold_minimum at the same state.
    Reads   qacc_warmstart (nv), which has no tangents; hess, hess_inv; what constraint_forces reads
    Writes  efc_force, efc_state (nefc), qfrc_constraint, qacc (nv)
    """
    if d.nefc == 0:
        copy(d.qacc, d.qacc_smooth, m.nv)
        zero(d.qfrc_constraint, m.nv)
        return
    arrange(m, d, MODEL_ORDER, WHOLE)
    load_vectors(m, d)
    copy(d.sol_x, d.qacc_warmstart, m.nv)
    residual(m, d, False)
    solve_hessian(d, all_islands(d), d.sol_search, d.sol_grad)
    for i in range(m.nv):
        d.sol_x[i] += d.sol_search[i]
    residual(m, d, False)
    store_vectors(m, d)
    if m.opt.noslip_iterations > 0:
        run(m, d, SOLVE_NOSLIP)
