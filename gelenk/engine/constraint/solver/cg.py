"""CG, the conjugate gradient method on the primal problem.

Documents: Computation / Constraint solver / Algorithms (CG)

    z = inv(M) gradient,  search <- - z + beta search
    beta = max(0, z . (gradient - previous gradient) / (previous z . previous gradient))
Polak-Ribiere-Plus, preconditioned by the inertia matrix, whose factor is available; then an exact line search.

The Gauss cost and the equalities are one quadratic function, with the Hessian A = M + J' D J over the equalities. A
step along search changes the gradient of this function by step A search, and its value by
step slope + step^2 / 2 search . A search. Rows of equalities are therefore accessed once per iteration, in the product
with A, and their forces are computed again at the end.
"""

import math

from gelenk.algebra.vec import Vec3
from gelenk.engine.constraint.solver.cost import constraint_cost, update_equality
from gelenk.engine.constraint.solver.islands import (
    ORDER,
    SHIFT,
    Island,
    equalities,
    inequalities,
    islands_between,
)
from gelenk.engine.constraint.solver.jacobian_products import add_jt, add_stiffness, mul_j
from gelenk.engine.constraint.solver.linesearch import line_search
from gelenk.engine.constraint.solver.primal import (
    choose_start,
    free_trees,
    in_threads,
    least_improvement,
    load_start,
    load_vectors,
    mul_m_part,
    part_scale,
    record,
    record_end,
    record_work,
    solve_in_threads,
    solve_m_part,
    store_vectors,
)
from gelenk.engine.stage_calls import call_far
from gelenk.tables.enums import mjMINVAL
from gelenk.tables.stages import INDEX
from gelenk.toolchain.kernel import kernel, spread, total
from gelenk.toolchain.kernel_types import Data, Model

CG_ISLANDS = INDEX["cg_islands"]


# The quadratic part; its vectors are in the order of islands, as all others


@kernel
def is_diagonal(m: Model) -> bool:
    """Return whether M is diagonal: all bodies slide along principal axes.

    Points of a flex are an example.
    """
    return m.nC == m.nv


@kernel
def load_diagonal(m: Model, d: Data, isl: Island) -> None:
    """Load M and inv(M), where M is diagonal, to sol_work and sol_inv.

    With couplings of the integrator discrete, their diagonal is part of the preconditioner.
    """
    for t in range(isl.tree0, isl.tree1):
        tree = d.tree_order[t, ORDER]
        shift = d.tree_order[tree, SHIFT]
        for i in range(m.tree_dofadr[tree], m.tree_dofadr[tree] + m.tree_dofnum[tree]):
            d.sol_work[i + shift] = d.M[i]
            d.sol_inv[i + shift] = d.qLDiagInv[i] if d.nhidden == 0 else 1.0 / (d.M[i] + d.metric_diag[i])


@kernel
def quadratic_gradient(d: Data, isl: Island) -> None:
    """Compute sol_Ma = M qacc - qfrc_smooth - J' f of the equalities, from M qacc and f."""
    for i in spread(d, isl.dof0, isl.dof1):
        d.sol_con[i] = 0.0
    add_jt(d, equalities(isl), d.row_force, d.sol_con)
    for i in spread(d, isl.dof0, isl.dof1):
        d.sol_Ma[i] -= d.sol_frc[i] + d.sol_con[i]


@kernel
def times_quadratic(m: Model, d: Data, isl: Island) -> None:
    """sol_Ms = A search"""
    s, a_s, mass = d.sol_search, d.sol_Ms, d.sol_work
    if is_diagonal(m):
        for i in spread(d, isl.dof0, isl.dof1):
            a_s[i] = mass[i] * s[i]
    else:
        mul_m_part(m, d, isl, a_s, s)
    add_stiffness(d, isl, s, a_s)


# Steps of the algorithm


@kernel
def forces(d: Data, isl: Island) -> None:
    """sol_con = J' f of all rows except equalities"""
    con = d.sol_con
    for i in spread(d, isl.dof0, isl.dof1):
        con[i] = 0.0
    add_jt(d, inequalities(isl), d.row_force, con)


@kernel
def new_gradient(m: Model, d: Data, isl: Island) -> Vec3:
    """Compute sol_grad = gradient and sol_mgrad = z = inv(M) gradient.

    Returns gradient . gradient, z . gradient and z . previous gradient.
    """
    g, z, inv = d.sol_grad, d.sol_mgrad, d.sol_inv
    quadratic, con = d.sol_Ma, d.sol_con
    before, square, product = 0.0, 0.0, 0.0
    if is_diagonal(m):
        for i in spread(d, isl.dof0, isl.dof1):
            now = quadratic[i] - con[i]
            zi = inv[i] * now
            before += zi * g[i]
            square += now * now
            product += zi * now
            g[i] = now
            z[i] = zi
        return total(d, square), total(d, product), total(d, before)
    for i in spread(d, isl.dof0, isl.dof1):
        z[i] = quadratic[i] - con[i]
    solve_m_part(m, d, isl, z)
    for i in spread(d, isl.dof0, isl.dof1):
        now = quadratic[i] - con[i]
        before += z[i] * g[i]
        square += now * now
        product += z[i] * now
        g[i] = now
    return total(d, square), total(d, product), total(d, before)


@kernel
def along_search(d: Data, isl: Island) -> tuple[float, float, float, float]:
    """Return the dot products of search with search, gradient, quadratic gradient, A search."""
    s, g, quadratic, a_s = d.sol_search, d.sol_grad, d.sol_Ma, d.sol_Ms
    square, slope, fixed0, fixed1 = 0.0, 0.0, 0.0, 0.0
    for i in spread(d, isl.dof0, isl.dof1):
        square += s[i] * s[i]
        slope += s[i] * g[i]
        fixed0 += s[i] * quadratic[i]
        fixed1 += s[i] * a_s[i]
    return total(d, square), total(d, slope), total(d, fixed0), total(d, fixed1)


@kernel
def advance_along_search(d: Data, isl: Island, step: float) -> None:
    """Advance qacc, the quadratic gradient and jar of all rows except equalities along search."""
    x, quadratic, s, a_s = d.sol_x, d.sol_Ma, d.sol_search, d.sol_Ms
    for i in spread(d, isl.dof0, isl.dof1):
        x[i] += step * s[i]
        quadratic[i] += step * a_s[i]
    jar, jv = d.row_jar, d.row_jv
    for r in spread(d, isl.row_eq, isl.row1):
        jar[r] += step * jv[r]


@kernel
def end_forces(d: Data, isl: Island, moved: bool) -> None:
    """Compute the final forces of the equalities, and sol_con = J' f."""
    if moved:
        equal = equalities(isl)
        mul_j(d, equal, d.sol_x, d.row_jar)
        for r in spread(d, isl.row0, isl.row_eq):
            d.row_jar[r] -= d.efc_aref[d.row_efc[r]]
        update_equality(d, equal)
    for i in spread(d, isl.dof0, isl.dof1):
        d.sol_con[i] = 0.0
    add_jt(d, isl, d.row_force, d.sol_con)


@kernel
def cg_island(m: Model, d: Data, isl: Island, island: int) -> None:
    """Run conjugate gradients on one island."""
    scale = part_scale(m, d, isl)
    tolerance = least_improvement(m)
    others = inequalities(isl)
    load_start(m, d, isl, island, False)
    cost, _ = constraint_cost(m, d, others, False)
    if is_diagonal(m):
        load_diagonal(m, d, isl)
    quadratic_gradient(d, isl)
    forces(d, isl)
    _, before, _ = new_gradient(m, d, isl)
    s, z = d.sol_search, d.sol_mgrad
    for i in spread(d, isl.dof0, isl.dof1):
        s[i] = -z[i]
    count = 0
    while count < m.opt.iterations:
        times_quadratic(m, d, isl)
        mul_j(d, others, s, d.row_jv)
        square, slope, fixed0, fixed1 = along_search(d, isl)
        gtol = tolerance * m.opt.ls_tolerance * math.sqrt(square) / scale
        step, slope, calls = line_search(m, d, others, slope, (fixed0, fixed1), 0.0, gtol)
        if step == 0.0:
            break
        advance_along_search(d, isl, step)
        new_cost, _ = constraint_cost(m, d, others, False)
        improvement = scale * (cost - new_cost - step * (fixed0 + 0.5 * step * fixed1))
        forces(d, isl)
        square, now, turn = new_gradient(m, d, isl)
        size = scale * math.sqrt(square)
        record(d, isl, island, count, improvement, size, slope)
        record_work(d, island, count, 0, calls, 0)
        cost = new_cost
        count += 1
        if improvement < tolerance or size < tolerance:
            break
        beta = max(0.0, (now - turn) / max(mjMINVAL, before))
        before = now
        for i in spread(d, isl.dof0, isl.dof1):
            s[i] = beta * s[i] - z[i]
    end_forces(d, isl, count > 0)
    record_end(d, island, count, 0)


@kernel
def cg_islands(m: Model, d: Data, first: int, end: int) -> None:
    """Run conjugate gradients on islands ``first`` .. ``end`` - 1."""
    for island in range(first, end):
        cg_island(m, d, islands_between(d, island, island + 1), island)


@kernel
def solve_cg(m: Model, d: Data) -> None:
    """Compute the constrained acceleration by conjugate gradients, island by island.

    Reads   what islands.arrange writes; M, qLD (nC), qfrc_smooth, qacc_smooth, qacc_warmstart (nv), efc_b,
            efc_aref
    Writes  qacc, qfrc_constraint (nv), efc_force, efc_state (nefc), solver_niter, solver_stat
    Source  Computation / Constraint solver / Algorithms
    """
    load_vectors(m, d)
    choose_start(m, d, False)
    if in_threads(m, d):
        solve_in_threads(m, d, CG_ISLANDS)
    else:
        # the kernel that threads run, so that results are bitwise equal with and without threads
        call_far(m, d, CG_ISLANDS, 0, d.npart)
    free_trees(m, d)
    store_vectors(m, d)
