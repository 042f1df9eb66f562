"""Rules of the solver: derivatives of its minimum, of linear systems, and of noslip.

Documents: design / Tangents of kernels; Computation / Constraint solver; Computation / Constraint solver / Algorithms
(NoSlip); Computation / General framework / Numerical integration

The derivative of the solver's minimum is that of one Newton step from the minimum, with the Hessian held.

The minimum a of the cost has g(a, p) = M a - qfrc_smooth - J' f = 0, so a' = - inverse(H) g_p p' with the Hessian
H = g_a = M + J' W J. The Newton step N(a, p) = a - inverse(H) g(a, p) with H and a constant has these tangents, by the
rules of sums and products alone. All solvers have the same minimum, so one rule holds for all, once they have
converged: `hold_minimum` polishes their result by Newton steps, and factorizes the Hessian there.

Trees and dofs are in the order of the model, so the order does not depend on which elements of J are zero.

The rule of the noslip solver: its sweeps, with tangents, begin at the minimum.

The sweeps end before they converge, so the derivative is that of the sweeps, not of the minimum that they approach. A =
J inverse(M) J' and qacc = inverse(M) (qfrc_smooth + J' f) are solutions of linear systems with the factor of M held; a
step of refinement gives their tangents (see linear systems).

The derivative of linear systems A x = b, by a step of refinement with the factor held.

    x' = inverse(A) (b' - A' x)

One step of iterative refinement from the solution, x + inverse(A) (b - A x) with x and the factor held, has these
tangents, so no factorization is differentiated. This rule covers M qacc_smooth = qfrc_smooth and the systems of the
integrators Euler (with damping) and implicitfast; the LU factorizations of implicit and of free bodies are
differentiated line by line.
"""

from gelenk.algebra.linalg import copy, dot_dense, is_sparse, zero
from gelenk.engine.coefficients import dof_damping
from gelenk.engine.constraint.rows.make_constraint import load_row, row_dot, set_regularization
from gelenk.engine.constraint.solver.cholesky import factor_hessian, solve_hessian
from gelenk.engine.constraint.solver.cost import constraint_cost
from gelenk.engine.constraint.solver.dual import dual_states, load_slopes
from gelenk.engine.constraint.solver.elimination_tree import shape_hessian
from gelenk.engine.constraint.solver.islands import MODEL_ORDER, WHOLE, all_islands, arrange
from gelenk.engine.constraint.solver.jacobian_products import add_jt, mul_j
from gelenk.engine.constraint.solver.newton import make_hessian
from gelenk.engine.constraint.solver.noslip import noslip_sweep, regularization_cost
from gelenk.engine.constraint.solver.primal import (
    load_vectors,
    move,
    mul_m_part,
    norm_part,
    step_scale,
    store_vectors,
)
from gelenk.engine.force.actuation import ADVANCE
from gelenk.engine.force.velocity import xfrc_accumulate
from gelenk.engine.integrate.derivative import smooth_vel
from gelenk.engine.integrate.euler import advance, is_damped, solve_damped
from gelenk.engine.integrate.implicit import implicit, solve_free_bodies, solve_implicitfast
from gelenk.engine.inverse import PRODUCT, damp_euler, mul_derivative
from gelenk.engine.position.inertia import mul_m, solve_ld
from gelenk.engine.step import run
from gelenk.tables.enums import mjtIntegrator
from gelenk.tables.precision import Limits
from gelenk.tables.releases import R3_11
from gelenk.tables.stages import INDEX
from gelenk.tables.status import DONE, GROW
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model, View

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


# Linear systems


@kernel
def hold_step(m: Model, d: Data) -> None:
    """Store the minimum of the solver, and solutions and factors of linear systems of a step.

    Run once at a state, after forward dynamics and before passes with tangents.
    Reads   what hold_minimum and the integrator read
    Writes  what hold_minimum writes; sol_mgrad = qacc_smooth, sol_old = qacc_new (nv), qH, qHDiagInv
    Status  need_H; a stage of the integrator may be missing
    """
    copy(d.sol_mgrad, d.qfrc_constraint, m.nv)
    hold_minimum(m, d)
    if d.status != DONE:
        return
    if m.opt.noslip_iterations > 0:  # integrators take the forces of the noslip solver, not of the minimum
        copy(d.qfrc_constraint, d.sol_mgrad, m.nv)
    copy(d.sol_mgrad, d.qacc_smooth, m.nv)
    if m.opt.integrator == mjtIntegrator.mjINT_IMPLICITFAST:
        sum_forces(m, d)
        solve_implicitfast(m, d)
    elif m.opt.integrator == mjtIntegrator.mjINT_EULER and is_damped(m):
        solve_damped(m, d)
    copy(d.sol_old, d.qacc_new, m.nv)


@kernel
def sum_forces(m: Model, d: Data) -> None:
    """qacc_new = qfrc_smooth + qfrc_constraint"""
    for i in range(m.nv):
        d.qacc_new[i] = d.qfrc_smooth[i] + d.qfrc_constraint[i]


@kernel
def refine(m: Model, factor: View, diag_inv: View, product: View, held: View, x: View) -> None:
    """x <- held + inverse(A) (x - product)

    On entry x is the right-hand side; product = A held.
    """
    for i in range(m.nv):
        x[i] -= product[i]
    solve_ld(m, factor, diag_inv, x)
    for i in range(m.nv):
        x[i] += held[i]


@kernel
def acceleration_rule(m: Model, d: Data) -> None:
    """Compute qfrc_smooth and qacc_smooth, as fwd_acceleration does, with qLD held.

    Reads   qfrc_* (nv), xfrc_applied, M; sol_mgrad, qLD, qLDiagInv, which have no tangents
    Writes  qfrc_smooth, qacc_smooth (nv)
    """
    for i in range(m.nv):
        d.qfrc_smooth[i] = d.qfrc_passive[i] - d.qfrc_bias[i] + d.qfrc_applied[i] + d.qfrc_actuator[i]
    xfrc_accumulate(m, d, d.qfrc_smooth)
    copy(d.qacc_smooth, d.qfrc_smooth, m.nv)
    mul_m(m, d, d.sol_work, d.sol_mgrad)
    refine(m, d.qLD, d.qLDiagInv, d.sol_work, d.sol_mgrad, d.qacc_smooth)


@kernel
def euler_rule(m: Model, d: Data) -> None:
    """Take one step of semi-implicit Euler, as euler does, with qH held.

    Reads   what euler reads; sol_old, qH, qHDiagInv, which have no tangents
    Writes  what euler writes
    """
    if not is_damped(m):
        advance(m, d, d.act_dot, d.qacc, d.qvel, ADVANCE)
        return
    sum_forces(m, d)
    mul_m(m, d, d.sol_work, d.sol_old)
    for i in range(m.nv):
        d.sol_work[i] += m.opt.timestep * dof_damping(m, i, d.qvel[i], True) * d.sol_old[i]
    refine(m, d.qH, d.qHDiagInv, d.sol_work, d.sol_old, d.qacc_new)
    advance(m, d, d.act_dot, d.qacc_new, d.qvel, ADVANCE)


@kernel
def subtract_slopes(m: Model, d: Data, diagonal: bool, x: View, out: View) -> None:
    """out -= h D x

    D is the diagonal of qDeriv, or the symmetric matrix of its lower triangle.
    """
    h = m.opt.timestep
    for i in range(m.nv):
        if diagonal:
            out[i] -= h * d.qDeriv[m.D_rowadr[i] + m.D_diag[i]] * x[i]
            continue
        for k in range(m.M_rowadr[i], m.M_rowadr[i] + m.M_rownnz[i]):
            j = m.M_colind[k]
            slope = h * d.qDeriv[m.mapD2M[k]]
            out[i] -= slope * x[j]
            if j != i:
                out[j] -= slope * x[i]


@kernel
def implicit_rule(m: Model, d: Data) -> None:
    """Take one step of implicit or implicitfast, as implicit does; implicitfast with qH held.

    Reads   what implicit reads; sol_old, qH, qHDiagInv, which have no tangents
    Writes  what implicit writes
    """
    if m.opt.integrator == mjtIntegrator.mjINT_IMPLICIT:
        implicit(m, d)
        return
    sum_forces(m, d)
    diagonal = smooth_vel(m, d, False)
    if d.status != DONE:
        return
    mul_m(m, d, d.sol_work, d.sol_old)
    subtract_slopes(m, d, diagonal, d.sol_old, d.sol_work)
    refine(m, d.qH, d.qHDiagInv, d.sol_work, d.sol_old, d.qacc_new)
    if m.release[0] >= R3_11:
        solve_free_bodies(m, d)
    advance(m, d, d.act_dot, d.qacc_new, d.qvel, ADVANCE)


# Rules without a stored solution: in a step of refinement, the tangents of the starting point cancel


@kernel
def exact_element_rule(m: Model, d: Data, row: int, sparse: bool) -> float:
    """Return element (row, row) of A = J inverse(M) J', 2 z.j - z.M z with z = inverse(M) j"""
    j, z, product = d.work_nv[0], d.work_nv[1], d.work_nv[2]
    load_row(m, d, row, sparse, j)
    copy(z, j, m.nv)
    solve_ld(m, d.qLD, d.qLDiagInv, z)
    mul_m(m, d, product, z)
    return 2.0 * dot_dense(z, j, m.nv) - dot_dense(z, product, m.nv)


@kernel
def exact_diagonal_rule(m: Model, d: Data) -> None:
    """Recompute the regularization of all rows, as exact_diagonal does, with qLD held.

    Reads   efc_J, efc_type, efc_id, efc_KBIP, M; qLD, qLDiagInv, which have no tangents; uses work_nv
    Writes  efc_diagApprox, efc_R, efc_D (nefc), contact_mu
    """
    sparse = is_sparse(m)
    row = 0
    while row < d.nefc:
        row = set_regularization(m, d, row, exact_element_rule(m, d, row, sparse))


@kernel
def continuous_rule(m: Model, d: Data) -> None:
    """Convert the discrete-time acceleration in qacc, as continuous_acc does, with qLD held.

    Reads   qacc, what the derivative of the integrator reads, M; qLD, qLDiagInv, which have no tangents
    Writes  qacc (nv)
    """
    y, z, product = d.work_nv[PRODUCT], d.work_nv[1], d.work_nv[2]
    if m.opt.integrator == mjtIntegrator.mjINT_EULER:
        damp_euler(m, d, y)
    else:
        mul_derivative(m, d, y)
    copy(z, y, m.nv)
    solve_ld(m, d.qLD, d.qLDiagInv, z)
    mul_m(m, d, product, z)
    refine(m, d.qLD, d.qLDiagInv, product, z, y)
    for i in range(m.nv):
        d.qacc[i] -= m.opt.timestep * y[i]


# Noslip solver

RIGHT, SOLUTION, M_TIMES = 0, 1, 2  # rows of work_nv


@kernel
def solve_inertia(m: Model, d: Data, x: View) -> None:
    """x <- inverse(M) x with qLD held; uses two rows of work_nv, SOLUTION and M_TIMES"""
    z, product = d.work_nv[SOLUTION], d.work_nv[M_TIMES]
    copy(z, x, m.nv)
    solve_ld(m, d.qLD, d.qLDiagInv, z)
    mul_m(m, d, product, z)
    refine(m, d.qLD, d.qLDiagInv, product, z, x)


@kernel
def project_rule(m: Model, d: Data, sparse: bool) -> None:
    """Recompute the elements of efc_AR, in the structure that project_constraint has found.

    Reads   efc_J, efc_R (nefc), M; qLD, qLDiagInv, and the structure of efc_AR      Writes  efc_AR
    """
    x = d.work_nv[RIGHT]
    for r in range(d.nefc):
        load_row(m, d, r, sparse, x)
        solve_inertia(m, d, x)
        first, count = (d.efc_AR_rowadr[r], d.efc_AR_rownnz[r]) if sparse else (r * d.nefc, d.nefc)
        for k in range(count):
            s = d.efc_AR_colind[first + k] if sparse else k
            d.efc_AR[first + k] = row_dot(m, d, s, x, sparse) + (d.efc_R[r] if s == r else 0.0)


@kernel
def sweep_forces(m: Model, d: Data, sparse: bool) -> None:
    """Sweep over efc_force as solve_noslip does."""
    scale, floor = step_scale(m), max(m.opt.noslip_tolerance, Limits.SOLVER)
    for k in range(m.opt.noslip_iterations):
        improvement = scale * noslip_sweep(d, sparse)
        if k == 0:
            improvement += scale * regularization_cost(d)
        if improvement < floor:
            break


@kernel
def noslip_rule(m: Model, d: Data) -> None:
    """Compute friction forces and acceleration, as solve_noslip does, with qLD held.

    Reads   efc_J, efc_aref, efc_R, efc_force, efc_frictionloss (nefc), contact_friction, qfrc_smooth, qacc_smooth, M;
            qLD, qLDiagInv
    Writes  efc_b, efc_AR, efc_force, efc_state (nefc), qfrc_constraint, qacc (nv)
    """
    sparse = is_sparse(m)
    project_rule(m, d, sparse)
    for r in range(d.nefc):
        d.efc_b[r] = row_dot(m, d, r, d.qacc_smooth, sparse) - d.efc_aref[r]
    load_slopes(d, sparse)
    sweep_forces(m, d, sparse)
    dual_states(d)
    for i in range(m.nv):
        d.qfrc_constraint[i] = 0.0
    add_jt(d, all_islands(d), d.efc_force, d.qfrc_constraint)
    for i in range(m.nv):
        d.qacc[i] = d.qfrc_smooth[i] + d.qfrc_constraint[i]
    solve_inertia(m, d, d.qacc)
