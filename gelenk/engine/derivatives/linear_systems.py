"""The derivative of linear systems A x = b, by a step of refinement with the factor held.

    x' = inverse(A) (b' - A' x)

Documents: design / Tangents of kernels; Computation / General framework / Numerical integration

One step of iterative refinement from the solution, x + inverse(A) (b - A x) with x and the factor held, has these
tangents, so no factorization is differentiated. This rule covers M qacc_smooth = qfrc_smooth and the systems of the
integrators Euler (with damping) and implicitfast; the LU factorizations of implicit and of free bodies are
differentiated line by line.
"""

from gelenk.algebra.linalg import copy, dot_dense, is_sparse
from gelenk.engine.coefficients import dof_damping
from gelenk.engine.constraint.rows.exact_diagonal import load_row, set_regularization
from gelenk.engine.derivatives.minimum import hold_minimum
from gelenk.engine.force.acceleration import xfrc_accumulate
from gelenk.engine.force.actuation import ADVANCE
from gelenk.engine.integrate.derivative import smooth_vel
from gelenk.engine.integrate.euler import advance, is_damped, solve_damped
from gelenk.engine.integrate.free_bodies import solve_free_bodies
from gelenk.engine.integrate.implicit import implicit, solve_implicitfast
from gelenk.engine.inverse import PRODUCT, damp_euler, mul_derivative
from gelenk.engine.position.inertia import mul_m, solve_ld
from gelenk.tables.enums import mjtIntegrator
from gelenk.tables.releases import R3_11
from gelenk.tables.status import DONE
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model, View


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


# Rules whose solution is not stored: the tangents of a step of refinement do not depend on those of its start


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
