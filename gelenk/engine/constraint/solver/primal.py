"""Common parts of the primal solvers, Newton and CG, and their statistics (d.solver).

Documents: Computation / Constraint solver / Reduced primal problem, Algorithms; API / MjSolverStat; design / Memory

The common parts are load, start, line search and record. All vectors are in the order of islands.py; functions work on
one island, ``isl`` (islands.py).

The statistics d.solver are the rows of solver_stat, which are filled lazily. Rows from d.stat_rows on have the value
d.stat_fill, but get it only before a later row is written, or when a program first reads d.solver (d.stat_asked), from
when on all rows are kept filled.
"""

import math

from gelenk.engine.constraint.solver.cost import constraint_cost
from gelenk.engine.constraint.solver.islands import (
    DOF,
    ORDER,
    SEPARATELY,
    SHIFT,
    TOGETHER,
    WHOLE,
    Island,
    all_islands,
    all_trees,
    islands_between,
)
from gelenk.engine.constraint.solver.jacobian_products import add_jt, mul_j
from gelenk.engine.constraint.solver.linesearch import fixed_slope, line_search
from gelenk.engine.sleep.awake_lists import DOF as RUN_DOF
from gelenk.engine.sleep.awake_lists import DOF_END as RUN_END
from gelenk.tables.enums import mjMINVAL, mjtDisableBit
from gelenk.tables.precision import Limits
from gelenk.tables.stages import INDEX
from gelenk.tables.status import FAILED
from gelenk.toolchain.kernel import call_pair, clear, kernel, spread, total
from gelenk.toolchain.kernel_types import Data, Model, View

ISLANDS, STAT_ROWS = 20, 200  # islands, and iterations of each, for which statistics are stored


@kernel
def use_rows(d: Data, end: int) -> None:
    """Mark rows below ``end`` as used, and fill new ones with d.stat_fill."""
    if d.stat_rows < end:
        for k in range(d.stat_rows, end):
            for i in range(7):
                d.solver_stat[k, i] = d.stat_fill
        d.stat_rows = end


@kernel
def clear_all(d: Data) -> None:
    """Zero all values of d in arrays of fixed size, and the statistics rows that are visible."""
    clear(d)
    d.stat_rows = 0
    d.stat_fill = 0.0
    if d.stat_asked != 0:
        use_rows(d, d.nstat)


# Common parts of the primal solvers

SHARE = INDEX["share_islands"]
LARGEST_ROW_SUM = 1e200  # rows are invalid if the sum of their |b| is not below this
LEAST_POOLED = 8000  # least sum of dofs and rows for a thread pool


# Load and store in the order of islands


@kernel
def load_vectors(m: Model, d: Data) -> None:
    """Load qacc_smooth and qfrc_smooth to sol_smooth and sol_frc; clear sol_con."""
    for r in range(d.nrun):
        for i in spread(d, d.run[r, RUN_DOF], d.run[r, RUN_END]):
            p = d.dof_place[i]
            d.sol_smooth[p] = d.qacc_smooth[i]
            d.sol_frc[p] = d.qfrc_smooth[i]
            d.sol_con[p] = 0.0


@kernel
def store_vectors(m: Model, d: Data) -> None:
    """Store the solution to qacc, qfrc_constraint, efc_force and efc_state."""
    for r in range(d.nrun):
        for i in spread(d, d.run[r, RUN_DOF], d.run[r, RUN_END]):
            p = d.dof_place[i]
            d.qacc[i] = d.sol_x[p]
            d.qfrc_constraint[i] = d.sol_con[p]
    for r in spread(d, 0, d.nefc):
        e = d.row_efc[r]
        d.efc_force[e] = d.row_force[r]
        d.efc_state[e] = d.row_state[r]


# Vectors of an island


@kernel
def dot_part(d: Data, isl: Island, x: View, y: View) -> float:
    """Return x . y over the dofs of the island."""
    product = 0.0
    for i in spread(d, isl.dof0, isl.dof1):
        product += x[i] * y[i]
    return total(d, product)


@kernel
def norm_part(d: Data, isl: Island, x: View) -> float:
    """Return the norm of x over the dofs of the island."""
    return math.sqrt(dot_part(d, isl, x, x))


@kernel
def mul_m_row(m: Model, d: Data, i: int, shift: int, res: View, x: View) -> None:
    """Add the contribution of row ``i`` of M and its mirror image to res = M x.

    Rows must be processed in ascending order.
    """
    adr = m.M_rowadr[i]
    last = adr + m.M_rownnz[i] - 1
    value = x[i + shift]
    total = d.M[last] * value
    for k in range(adr, last):
        j = m.M_colind[k] + shift
        total += d.M[k] * x[j]
        res[j] += d.M[k] * value
    res[i + shift] = total


@kernel
def mul_m_rows(m: Model, d: Data, i: int, shift: int, res: View, x: View) -> None:
    """Add the contributions of rows ``i`` .. i + 3 of M and their mirror images to res = M x.

    Each of the four dofs is the parent of the next.
    """
    p = i + shift
    n = m.M_rownnz[i] - 1
    a, b, c, e = m.M_rowadr[i], m.M_rowadr[i + 1], m.M_rowadr[i + 2], m.M_rowadr[i + 3]
    xa, xb, xc, xe = x[p], x[p + 1], x[p + 2], x[p + 3]
    ya, yb, yc, ye = 0.0, 0.0, 0.0, 0.0
    for k in range(n):
        j = m.M_colind[a + k] + shift
        ma, mb, mc, me, v = d.M[a + k], d.M[b + k], d.M[c + k], d.M[e + k], x[j]
        ya += ma * v
        yb += mb * v
        yc += mc * v
        ye += me * v
        res[j] += (ma * xa + mb * xb) + (mc * xc + me * xe)
    ba, ca, cb = d.M[b + n], d.M[c + n], d.M[c + n + 1]
    ea, eb, ec = d.M[e + n], d.M[e + n + 1], d.M[e + n + 2]
    res[p] = ya + d.M[a + n] * xa + ba * xb + ca * xc + ea * xe
    res[p + 1] = yb + ba * xa + d.M[b + n + 1] * xb + cb * xc + eb * xe
    res[p + 2] = yc + ca * xa + cb * xb + d.M[c + n + 2] * xc + ec * xe
    res[p + 3] = ye + ea * xa + eb * xb + ec * xc + d.M[e + n + 3] * xe


@kernel
def four_in_chain(m: Model, i: int, end: int) -> bool:
    """Return whether dofs i .. i + 3, all before ``end``, are each the parent of the next."""
    if i + 4 > end or m.M_rownnz[i + 3] < 4:
        return False
    return m.M_colind[m.M_rowadr[i + 3] + m.M_rownnz[i + 3] - 4] == i  # ancestors are in ascending order


@kernel
def mul_m_part(m: Model, d: Data, isl: Island, res: View, x: View) -> None:
    """res = M x for the trees of the island."""
    for t in range(isl.tree0, isl.tree1):
        tree = d.tree_order[t, ORDER]
        shift = d.tree_order[tree, SHIFT]
        i = m.tree_dofadr[tree]
        end = i + m.tree_dofnum[tree]
        while i < end:
            if four_in_chain(m, i, end):
                mul_m_rows(m, d, i, shift, res, x)
                i += 4
            else:
                mul_m_row(m, d, i, shift, res, x)
                i += 1


@kernel
def solve_tree(m: Model, d: Data, tree: int, shift: int, x: View) -> None:
    """x <- inv(M) x for the dofs of one tree, offset by ``shift`` in x."""
    first = m.tree_dofadr[tree]
    end = first + m.tree_dofnum[tree]
    if m.M_rowadr[end - 1] + m.M_rownnz[end - 1] - m.M_rowadr[first] == end - first:  # M is diagonal
        for i in range(first, end):
            x[i + shift] *= d.qLDiagInv[i]
        return
    for i in range(end - 1, first - 1, -1):
        adr = m.M_rowadr[i]
        value = x[i + shift]
        if value != 0.0:
            for k in range(adr, adr + m.M_rownnz[i] - 1):
                x[m.M_colind[k] + shift] -= d.qLD[k] * value
    for i in range(first, end):
        adr = m.M_rowadr[i]
        total = x[i + shift] * d.qLDiagInv[i]
        for k in range(adr, adr + m.M_rownnz[i] - 1):
            total -= d.qLD[k] * x[m.M_colind[k] + shift]
        x[i + shift] = total


@kernel
def solve_m_part(m: Model, d: Data, isl: Island, x: View) -> None:
    """x <- inv(M) x for the trees of the island."""
    for t in range(isl.tree0, isl.tree1):
        tree = d.tree_order[t, ORDER]
        solve_tree(m, d, tree, d.tree_order[tree, SHIFT], x)


# Steps of the algorithms


@kernel
def step_scale(m: Model) -> float:
    """Return the scale 1 / (meaninertia nv), which normalizes cost and gradient."""
    return 1.0 / (m.stat.meaninertia * max(1, m.nv))


@kernel
def least_improvement(m: Model) -> float:
    """Return the scaled improvement or gradient below which a solver stops.

    The threshold is the tolerance, or the resolution of the precision if larger.
    """
    return max(m.opt.tolerance, Limits.SOLVER)


@kernel
def split_mode(m: Model) -> int:
    """Return the unit of solution: islands, all together, or all trees.

    Islands are solved separately unless disabled, and together before the noslip solver, which treats them as one.
    """
    if (m.opt.disableflags & mjtDisableBit.mjDSBL_ISLAND) != 0:
        return WHOLE
    return TOGETHER if m.opt.noslip_iterations > 0 else SEPARATELY


@kernel
def part_scale(m: Model, d: Data, isl: Island) -> float:
    """Return the scale of one island: 1 / trace of its current M.

    Where islands are not solved separately, the scale is that of the model (step_scale).
    """
    if split_mode(m) != SEPARATELY:
        return step_scale(m)
    total = 0.0
    for t in range(isl.tree0, isl.tree1):
        first = m.tree_dofadr[d.tree_order[t, ORDER]]
        for i in range(first, first + m.tree_dofnum[d.tree_order[t, ORDER]]):
            total += d.M[m.M_rowadr[i] + m.M_rownnz[i] - 1]
    return 1.0 / max(mjMINVAL, total)  # the solver may be called before M is computed


@kernel
def gauss_cost(d: Data, first: int, end: int) -> float:
    """Return 1/2 (qacc - qacc_smooth)' (M qacc - qfrc_smooth) over a range of dofs."""
    cost = 0.0
    for i in spread(d, first, end):
        cost += (d.sol_Ma[i] - d.sol_frc[i]) * (d.sol_x[i] - d.sol_smooth[i])
    return 0.5 * total(d, cost)


@kernel
def warm_cost(m: Model, d: Data, hessian: bool) -> float:
    """Return the cost of qacc_warmstart; leave sol_x, sol_Ma, row_jar and forces there.

    Also writes island_start.
    """
    for r in range(d.nrun):
        for i in spread(d, d.run[r, RUN_DOF], d.run[r, RUN_END]):
            d.sol_x[d.dof_place[i]] = d.qacc_warmstart[i]
    mul_j(d, all_islands(d), d.sol_x, d.row_jar)
    for r in spread(d, 0, d.nefc):
        d.row_jar[r] -= d.efc_aref[d.row_efc[r]]
    mul_m_part(m, d, all_trees(m, d), d.sol_Ma, d.sol_x)
    total = gauss_cost(d, d.island_part[d.npart, DOF], d.nv_solved)  # of trees without constraints
    for island in range(d.npart):
        isl = islands_between(d, island, island + 1)
        cost, cones = constraint_cost(m, d, isl, hessian)
        cost += gauss_cost(d, isl.dof0, isl.dof1)
        d.island_start[island, 0] = cost
        d.island_start[island, 1] = cones
        total += cost
    return total


@kernel
def smooth_cost(m: Model, d: Data) -> float:
    """Return the cost of qacc_smooth: that of the constraints, since its Gauss cost is 0."""
    for r in spread(d, 0, d.nefc):
        d.row_jar[r] = d.row_b[r]
    total = 0.0
    for island in range(d.npart):
        cost, _ = constraint_cost(m, d, islands_between(d, island, island + 1), False)
        total += cost
    return total


@kernel
def choose_start(m: Model, d: Data, hessian: bool) -> None:
    """Set d.warm: whether to start at qacc_warmstart, which costs no more than qacc_smooth.

    The choice is common to all islands.
    """
    d.warm = 0
    if (m.opt.disableflags & mjtDisableBit.mjDSBL_WARMSTART) == 0:
        cold = smooth_cost(m, d)
        if warm_cost(m, d, hessian) <= cold:
            d.warm = 1


@kernel
def in_threads(m: Model, d: Data) -> bool:
    """Return whether several islands are to be solved by the thread pool."""
    return (
        d.threadpool != 0
        and d.npart > 1
        and d.nefc + d.nv_solved >= LEAST_POOLED
        and m.stage_table[SHARE] != 0
    )


@kernel
def solve_in_threads(m: Model, d: Data, stage: int) -> None:
    """Start threads that solve the islands by ``stage``; d.status is FAILED until they finish."""
    d.status = FAILED
    use_rows(d, min(d.nstat, min(d.npart, ISLANDS) * STAT_ROWS))  # before several threads write rows
    call_pair(m, d, SHARE, stage, d.npart)


@kernel
def load_start(m: Model, d: Data, isl: Island, island: int, hessian: bool) -> tuple[float, int]:
    """Load the start of an island to sol_x, sol_Ma, row_jar and forces.

    Returns the cost, and the number of cones in the middle region.
    """
    if d.warm != 0:
        return d.island_start[island, 0], int(d.island_start[island, 1])
    for i in spread(d, isl.dof0, isl.dof1):
        d.sol_x[i] = d.sol_smooth[i]
        d.sol_Ma[i] = d.sol_frc[i]
    for r in spread(d, isl.row0, isl.row1):
        d.row_jar[r] = d.row_b[r]
    return constraint_cost(m, d, isl, hessian)


@kernel
def free_trees(m: Model, d: Data) -> None:
    """Set the acceleration of trees without constraints to the smooth one."""
    for i in spread(d, d.island_part[d.npart, DOF], d.nv_solved):
        d.sol_x[i] = d.sol_smooth[i]


@kernel
def gradient(d: Data, isl: Island) -> None:
    """sol_con = J' f, sol_grad = M qacc - qfrc_smooth - J' f"""
    for i in spread(d, isl.dof0, isl.dof1):
        d.sol_con[i] = 0.0
    add_jt(d, isl, d.row_force, d.sol_con)
    for i in spread(d, isl.dof0, isl.dof1):
        d.sol_grad[i] = d.sol_Ma[i] - d.sol_frc[i] - d.sol_con[i]


@kernel
def move(
    m: Model, d: Data, isl: Island, guess: float, scale: float, hessian: bool
) -> tuple[float, int, float, float, int]:
    """Run the line search along sol_search and update the forces.

    Returns cost, cones in the middle region, step, derivative, evaluations.
    """
    mul_m_part(m, d, isl, d.sol_Ms, d.sol_search)
    mul_j(d, isl, d.sol_search, d.row_jv)
    return move_along(m, d, isl, guess, scale, hessian)


@kernel
def move_along(
    m: Model, d: Data, isl: Island, guess: float, scale: float, hessian: bool
) -> tuple[float, int, float, float, int]:
    """Run ``move`` where sol_Ms = M sol_search and row_jv = J sol_search are known."""
    slope = dot_part(d, isl, d.sol_search, d.sol_grad)
    gtol = least_improvement(m) * m.opt.ls_tolerance * norm_part(d, isl, d.sol_search) / scale
    step, slope, calls = line_search(m, d, isl, slope, fixed_slope(d, isl), guess, gtol)
    if step == 0.0:
        return 0.0, 0, step, slope, calls
    for i in spread(d, isl.dof0, isl.dof1):
        d.sol_x[i] += step * d.sol_search[i]
        d.sol_Ma[i] += step * d.sol_Ms[i]
    for r in spread(d, isl.row0, isl.row1):
        d.row_jar[r] += step * d.row_jv[r]
    cost, cones = constraint_cost(m, d, isl, hessian)
    return cost + gauss_cost(d, isl.dof0, isl.dof1), cones, step, slope, calls


@kernel
def record(d: Data, isl: Island, island: int, k: int, improvement: float, size: float, slope: float) -> None:
    """Record statistics of iteration k of an island, except those of record_work.

    The statistics are improvement, gradient, lineslope and nactive.
    """
    if k >= STAT_ROWS or island >= ISLANDS or d.nstat == 0:
        return
    active = 0
    for r in range(isl.row0, isl.row1):
        active += 1 if d.row_state[r] != 0 else 0
    at = island * STAT_ROWS + k
    use_rows(d, at + 1)
    d.solver_stat[at, 0] = improvement
    d.solver_stat[at, 1] = size
    d.solver_stat[at, 2] = slope
    d.solver_stat[at, 3] = active
    d.solver_stat[at, 4] = 0.0
    d.solver_stat[at, 5] = 0.0
    d.solver_stat[at, 6] = 0.0


@kernel
def record_work(d: Data, island: int, k: int, changes: int, calls: int, updates: int) -> None:
    """Record state changes, line search evaluations and factor updates of an iteration."""
    if k < STAT_ROWS and island < ISLANDS and d.nstat > 0:
        at = island * STAT_ROWS + k
        d.solver_stat[at, 4] = changes
        d.solver_stat[at, 5] = calls
        d.solver_stat[at, 6] = updates


@kernel
def record_end(d: Data, island: int, count: int, nnz: int) -> None:
    """Record the iteration count of an island and the nonzeros of its factor."""
    if island < ISLANDS:
        d.solver_niter[island] = count
        d.solver_nnz[island] = nnz
