"""The remainder (forces except inertial ones) with tangents, and the Jacobian of a step.

Documents: design / Tangents of kernels

An assembled Jacobian of a step runs two stages with tangents: the remainder, and the solution for the tangents of the
acceleration. The constraint cost has its minimum a where g(a, p) = M a + qfrc_bias - r(a, p) = 0; the remainder r has
the passive, applied, actuator and constraint forces. With a held, the derivatives of M a + qfrc_bias are known in
closed form (smooth_dynamics.py), so only the stages of r carry tangents; M, its factor, velocities of bodies and bias
forces need none. Then a' = - inverse(H) g', with H held.

The Jacobian of a step at the state of another MjData takes one native call, which copies the state, computes the
dynamics and the Jacobian, and counts kinks.
"""

from gelenk.algebra.linalg import copy, zero
from gelenk.engine.constraint.solver.cholesky import solve_hessian
from gelenk.engine.constraint.solver.cost import constraint_cost
from gelenk.engine.constraint.solver.islands import MODEL_ORDER, WHOLE, all_islands, arrange
from gelenk.engine.constraint.solver.jacobian_products import add_jt, mul_j
from gelenk.engine.derivatives.contact_forces import first_contact_row
from gelenk.engine.derivatives.smooth_dynamics import BODY_SIZE, DOF_SIZE, move_frames, reads_bodies
from gelenk.engine.derivatives.softened import count_kinks
from gelenk.engine.derivatives.solver_rules import subtract_slopes
from gelenk.engine.derivatives.step_jacobian import (
    ACT,
    BY_DAMPING,
    BY_INERTIA,
    BY_POS,
    BY_VEL,
    CONTROLS,
    DATA,
    FRC,
    GRAD,
    GROUPS,
    HOLD,
    IS_HELD,
    JOINTS,
    KINDS,
    MODEL,
    OPTIONS,
    OWN_DATA,
    OWN_MODEL,
    POSITIONS,
    RECORD,
    REMAINDER,
    REST,
    RESULT,
    SHADOWS,
    SOLUTION,
    VELOCITIES,
    WORDS,
    WORK,
    A,
    B,
    add_columns,
    add_kept,
    derive_closed_forms,
    inputs_of,
    is_assembled,
    is_implicit,
    keep_columns,
    seed_block,
    tangents_of,
    work_size,
    write_activations,
    write_columns,
)
from gelenk.engine.derivatives.tree_groups import (
    RUN,
    RUNS,
    block_count,
    group_inputs,
    group_joints,
    groups_size,
    input_count,
    list_runs,
    place,
)
from gelenk.engine.force.actuation import ADVANCE
from gelenk.engine.force.velocity import xfrc_accumulate
from gelenk.engine.integrate.derivative import smooth_vel
from gelenk.engine.integrate.euler import advance_activations
from gelenk.engine.position.inertia import mul_m, solve_ld
from gelenk.engine.position.tendon import tendon_velocity
from gelenk.engine.position.transmission import actuator_velocity
from gelenk.engine.stage_calls import call_far
from gelenk.engine.step import (
    ACTUATION,
    MAKE_CONSTRAINT,
    PASSIVE,
    REFERENCE,
    TENDON,
    TRANSMISSION,
    run,
    run_growing,
)
from gelenk.tables.enums import mjtIntegrator, mjtStage
from gelenk.tables.gradients import COLUMNS
from gelenk.tables.stages import CALLBACK_PLACES, INDEX
from gelenk.tables.status import DONE
from gelenk.toolchain import memory
from gelenk.toolchain.kernel import flat, kernel
from gelenk.toolchain.kernel_types import Data, Ints, Model, View


@kernel
def remainder_positions(m: Model, d: Data) -> None:
    """Run the position stages that the remainder depends on."""
    if reads_bodies(m, d):
        move_frames(m, d)
    if m.ntendon > 0:
        run(m, d, TENDON)
    run_growing(m, d, MAKE_CONSTRAINT)
    if m.nactuator > 0:
        run(m, d, TRANSMISSION)


@kernel
def remainder_velocities(m: Model, d: Data) -> None:
    """Run the velocity stages that the remainder depends on."""
    tendon_velocity(m, d)
    actuator_velocity(m, d)
    run(m, d, PASSIVE)
    if d.nefc > 0:
        run(m, d, REFERENCE)


@kernel
def sum_remainder(m: Model, d: Data, arranged: bool) -> None:
    """sol_grad = - r at qacc = qacc_warmstart, which is held

    arranged   whether rows are in the order of the model, and J qacc, in row_jv, has no tangents: after passes of
               positions
    """
    for i in range(m.nv):
        d.sol_frc[i] = d.qfrc_passive[i] + d.qfrc_applied[i] + d.qfrc_actuator[i]
    xfrc_accumulate(m, d, d.sol_frc)
    zero(d.sol_con, m.nv)
    if d.nefc > 0:
        if not arranged:
            arrange(m, d, MODEL_ORDER, WHOLE)
            copy(d.sol_x, d.qacc_warmstart, m.nv)
            mul_j(d, all_islands(d), d.sol_x, d.row_jv)
        isl = all_islands(d)
        for r in range(d.nefc):
            d.row_jar[r] = d.row_jv[r] - d.efc_aref[d.row_efc[r]]
        constraint_cost(m, d, isl, False)
        add_jt(d, isl, d.row_force, d.sol_con)
    for i in range(m.nv):
        d.sol_grad[i] = -d.sol_frc[i] - d.sol_con[i]


@kernel
def sum_slopes(m: Model, d: Data) -> None:
    """sol_frc = h D x of implicitfast, x = sol_old held

    D: derivatives of forces by velocities
    """
    zero(d.sol_frc, m.nv)
    if m.opt.integrator == mjtIntegrator.mjINT_IMPLICITFAST:
        diagonal = smooth_vel(m, d, False)
        subtract_slopes(m, d, diagonal, d.sol_old, d.sol_frc)
        for i in range(m.nv):
            d.sol_frc[i] = -d.sol_frc[i]


@kernel
def compute_remainder(m: Model, d: Data, skipstage: int) -> None:
    """Compute what `remainder_part` does, in the absence of contacts."""
    if skipstage < mjtStage.mjSTAGE_POS:
        remainder_positions(m, d)
    if skipstage < mjtStage.mjSTAGE_VEL:
        remainder_velocities(m, d)
    run(m, d, ACTUATION)
    if d.status != DONE:
        return
    if skipstage < mjtStage.mjSTAGE_VEL:
        sum_remainder(m, d, skipstage >= mjtStage.mjSTAGE_POS)
    else:
        for i in range(m.nv):
            d.sol_grad[i] = -d.qfrc_actuator[i]
    sum_slopes(m, d)
    if d.status == DONE:
        if m.na > 0:
            advance_activations(m, d, d.act_dot, ADVANCE)


@kernel
def remainder_part(m: Model, d: Data, skipstage: int) -> None:
    """Compute minus the remainder r, without contacts, and the next activations.

    The acceleration is held. If positions and velocities do not vary, only actuator forces are computed. Contacts and
    their rows are left as they are (contact_columns.py).
    Reads   the state and frames; sol_Ma (nv), zero, whose tangents move the frames; qacc_warmstart, sol_old (nv), the
            minimum and x, without tangents
    Writes  sol_grad, sol_frc (nv); act (na): next activations
    Status  as the stages that it calls
    """
    d.status = DONE
    contacts, rows = d.ncon, d.nefc - first_contact_row(d)
    d.ncon = 0
    d.nefc -= rows
    compute_remainder(m, d, skipstage)
    d.ncon = contacts
    d.nefc += rows


@kernel
def solution_part(m: Model, d: Data, damped: int) -> None:
    """Solve for the tangents of the acceleration x with which the integrator advances.

    The function is linear, and only its tangents have a meaning: a' = - inverse(H) g', and
    x' = inverse(A) (M a' + M' y + h D' x) with y = qacc - x, from A x = M qacc; A = M - h D.
    Reads   sol_grad = g', sol_frc = M' y + h D' x; hess, or qLD without rows; qH if damped: factors that are held;
            damped: see `is_implicit`
    Writes  sol_search = a', sol_work = x' (nv)
    """
    if d.nefc > 0:
        solve_hessian(d, all_islands(d), d.sol_search, d.sol_grad)
    else:
        for i in range(m.nv):
            d.sol_search[i] = -d.sol_grad[i]
        solve_ld(m, d.qLD, d.qLDiagInv, d.sol_search)
    if damped == BY_DAMPING:  # M a' = A a' - h B a'
        for i in range(m.nv):
            d.sol_work[i] = d.sol_frc[i] - m.opt.timestep * m.dof_damping[i] * d.sol_search[i]
        solve_ld(m, d.qH, d.qHDiagInv, d.sol_work)
        for i in range(m.nv):
            d.sol_work[i] += d.sol_search[i]
    elif damped != 0:
        mul_m(m, d, d.sol_work, d.sol_search)
        for i in range(m.nv):
            d.sol_work[i] += d.sol_frc[i]
        solve_ld(m, d.qH, d.qHDiagInv, d.sol_work)
    else:
        copy(d.sol_work, d.sol_search, m.nv)


# Blocks of inputs


@kernel
def run_remainder(m: Model, d: Data, words: Ints, kind: int, saved: View) -> None:
    """Run `remainder_part` with the seeds of a block; set d.status.

    saved   activations, which the pass replaces by the next ones
    """
    record = SHADOWS + kind * RECORD
    skip = int(mjtStage.mjSTAGE_VEL)
    if kind == POSITIONS:
        skip = int(mjtStage.mjSTAGE_NONE)
    elif kind == VELOCITIES:
        skip = int(mjtStage.mjSTAGE_POS)
    memory.call_with_one(
        words[REMAINDER], words[OWN_MODEL], words[OWN_DATA], skip, words[MODEL], words[record + DATA]
    )
    copy(d.act, saved, m.na)


@kernel
def run_solution(words: Ints, kind: int, damped: int) -> None:
    """Run `solution_part` with the tangents of a block."""
    shadow = words[SHADOWS + kind * RECORD + DATA]
    memory.call_with_one(words[SOLUTION], words[OWN_MODEL], words[OWN_DATA], damped, words[MODEL], shadow)


@kernel
def matrix_of(m: Model, words: Ints, kind: int) -> View:
    """Return A, or for controls B."""
    nx = 2 * m.nv + m.na
    return memory.numbers(words[B], nx * m.nu) if kind == CONTROLS else memory.numbers(words[A], nx * nx)


@kernel
def columns_of(m: Model, kind: int) -> tuple[int, int]:
    """Return the number of columns of A (of B for controls), and of those before the kind."""
    if kind == CONTROLS:
        return m.nu, 0
    return 2 * m.nv + m.na, m.nv * kind


@kernel
def rest_of(m: Model, words: Ints, kind: int, which: int) -> View:
    """Return the derivatives of the remainder's sol_grad (``which`` 0) or sol_frc (1)."""
    blocks = (input_count(m, inputs_of(kind)) + COLUMNS - 1) // COLUMNS
    return memory.numbers(words[REST + 2 * kind + which], m.nv * COLUMNS * blocks)


@kernel
def derive_rest(m: Model, d: Data, words: Ints, kind: int, work: View, joints: Ints, count: int) -> None:
    """Store the derivatives of the remainder by one kind of inputs; stop if a stage stops.

    work     has the activations at its end
    joints   the words of groups of joints;  count: number of groups
    Writes   what `rest_of` returns; rows of activations of A or B
    """
    record, inputs, first = SHADOWS + kind * RECORD, inputs_of(kind), place(m, RUNS)
    out, (n, before) = matrix_of(m, words, kind), columns_of(m, kind)
    grad, frc = tangents_of(words, record, GRAD, m.nv), tangents_of(words, record, FRC, m.nv)
    act = tangents_of(words, record, ACT, m.na)
    by_grad, by_frc = rest_of(m, words, kind, 0), rest_of(m, words, kind, 1)
    for block in range(block_count(m, joints, inputs, count)):
        runs = list_runs(m, joints, inputs, count, block)
        seed_block(m, d, words, kind, joints, runs)
        run_remainder(m, d, words, kind, work[work_size(m) - m.na :])
        if d.status != DONE:
            return
        for at in range(first, first + runs * RUN, RUN):
            keep_columns(m, by_grad, grad, joints, at)
            keep_columns(m, by_frc, frc, joints, at)
            write_activations(m, out, n, before, joints, at, act)


@kernel
def solve_columns(
    m: Model, words: Ints, kind: int, work: View, groups: Ints, count: int, joints: Ints, damped: int
) -> None:
    """Write the columns of one kind of inputs, from closed forms and the remainder.

    groups   the words of groups of trees;  count: number of groups
    """
    record, inputs, first = SHADOWS + kind * RECORD, inputs_of(kind), place(m, RUNS)
    out, (n, before) = matrix_of(m, words, kind), columns_of(m, kind)
    grad, frc = tangents_of(words, record, GRAD, m.nv), tangents_of(words, record, FRC, m.nv)
    x, turns = tangents_of(words, record, RESULT, m.nv), BODY_SIZE * m.nbody + DOF_SIZE * m.nv
    by_grad, by_frc = rest_of(m, words, kind, 0), rest_of(m, words, kind, 1)
    whole = m.nv * ((m.nv + COLUMNS - 1) // COLUMNS * COLUMNS)
    closed = memory.numbers(words[BY_VEL if kind == VELOCITIES else BY_POS], whole)
    by_inertia = memory.numbers(words[BY_INERTIA], whole)
    for block in range(block_count(m, groups, inputs, count)):
        runs = list_runs(m, groups, inputs, count, block)
        zero(grad, m.nv * COLUMNS)
        zero(frc, m.nv * COLUMNS)
        for at in range(first, first + runs * RUN, RUN):
            add_kept(m, grad, by_grad, groups, at, joints, inputs)
            if kind <= VELOCITIES:
                add_columns(m, grad, closed, groups, at)
            if damped != 0:
                add_kept(m, frc, by_frc, groups, at, joints, inputs)
                if kind == POSITIONS:
                    add_columns(m, frc, by_inertia, groups, at)
        run_solution(words, kind, damped)
        for at in range(first, first + runs * RUN, RUN):
            write_columns(m, work, turns, out, n, before, groups, at, x, kind)


@kernel
def step_jacobian(m: Model, d: Data, table: int) -> int:
    """Compute A and B of a step: the next state by state and ctrl, in the tangent space.

    Requires hold_step at the same state. Returns 0 if the model has no such Jacobian (`is_assembled`), else 1.
    Reads   the state, qacc, and inputs of the stages;  table: address of the words of step_jacobian.py
    Writes  A (nx, nx), B (nx, nu), nx = 2 nv + na, at their addresses
    Status  as the stages with tangents
    Source  design / Tangents of kernels
    """
    d.status = DONE
    if not is_assembled(m):
        return 0
    words = memory.words(table, WORDS)
    size, nx = work_size(m), 2 * m.nv + m.na
    work = memory.numbers(words[WORK], size)
    groups = memory.words(words[GROUPS], groups_size(m))
    joints = memory.words(words[JOINTS], groups_size(m))
    damped, count, parts = is_implicit(m), group_inputs(m, d, groups), group_joints(m, d, joints)
    rows = d.nefc
    derive_closed_forms(m, d, words, work, damped)
    if d.status != DONE or d.nefc != rows:
        return 1
    copy(work[size - m.na :], d.act, m.na)
    first = 0 if count > 1 else nx - m.na  # row from which on elements of other groups stay zero
    zero(memory.numbers(words[A], nx * nx)[nx * first :], nx * (nx - first))
    zero(memory.numbers(words[B], nx * m.nu)[m.nu * first :], m.nu * (nx - first))
    for kind in range(KINDS):
        derive_rest(m, d, words, kind, work, joints, parts)
        if d.status != DONE:
            break
        solve_columns(m, words, kind, work, groups, count, joints, damped)
    return 1


# Jacobian of a step

CALLBACKS = tuple(INDEX[place.name] for place in CALLBACK_PLACES)
FORWARD_PART = INDEX["forward_part"]
NEEDS_PYTHON = -1


@kernel
def copy_state(m: Model, d: Data, source: Data) -> None:
    """Copy the state and the inputs of ``source``."""
    copy(d.qpos, source.qpos, m.nq)
    copy(d.qvel, source.qvel, m.nv)
    copy(d.act, source.act, m.na)
    copy(d.ctrl, source.ctrl, m.nu)
    copy(d.qfrc_applied, source.qfrc_applied, m.nv)
    copy(d.qacc_warmstart, source.qacc_warmstart, m.nv)
    copy(flat(d.xfrc_applied), flat(source.xfrc_applied), 6 * m.nbody)
    copy(flat(d.mocap_pos), flat(source.mocap_pos), 3 * m.nmocap)
    copy(flat(d.mocap_quat), flat(source.mocap_quat), 4 * m.nmocap)
    for e in range(m.neq):
        d.eq_active[e] = source.eq_active[e]
    d.time = source.time


@kernel
def is_finite(x: View, n: int) -> bool:
    """Return whether n elements are finite; a sum is tested, because sums vectorize."""
    total = 0.0
    for i in range(n):
        total += 0.0 * x[i]
    return total == 0.0


@kernel
def is_state_finite(m: Model, d: Data) -> bool:
    """Return whether the state and the inputs are finite."""
    return (
        is_finite(d.qpos, m.nq)
        and is_finite(d.qvel, m.nv)
        and is_finite(d.act, m.na)
        and is_finite(d.ctrl, m.nu)
        and is_finite(d.qfrc_applied, m.nv)
        and is_finite(flat(d.xfrc_applied), 6 * m.nbody)
        and is_finite(flat(d.mocap_pos), 3 * m.nmocap)
        and is_finite(flat(d.mocap_quat), 4 * m.nmocap)
    )


@kernel
def is_prepared(m: Model, words: Ints, at: int) -> bool:
    """Return whether compiled passes fit the model.

    They do without callbacks, plugins and noslip, and with the options that they were prepared for.

    at   index of the first of four options in the words
    """
    for index in CALLBACKS:
        if m.stage_table[index] != 0:
            return False
    return (
        words[at] == m.opt.solver
        and words[at + 1] == m.opt.cone
        and words[at + 2] == m.opt.disableflags
        and words[at + 3] == m.opt.enableflags
        and m.opt.noslip_iterations == 0
        and m.nplugin == 0
    )


@kernel
def compute_and_hold(m: Model, d: Data, source: Data, entry: int, model: int, data: int) -> bool:
    """Compute dynamics at the state of ``source``, and store what rules hold fixed.

    entry         address of hold_step, whose code other kernels share
    model, data   addresses of m and d
    Returns whether all stages have finished.
    """
    copy_state(m, d, source)
    if not is_state_finite(m, d):
        return False
    call_far(m, d, FORWARD_PART, int(mjtStage.mjSTAGE_NONE), 1)  # without sensors
    if d.status != DONE or not is_finite(d.qacc, m.nv):
        return False
    memory.call_entry(entry, model, data)
    return d.status == DONE


@kernel
def state_jacobian(m: Model, d: Data, source: Data, table: int, eps: float) -> int:
    """Compute A and B of a step at the state of ``source``.

    Reads   state and inputs of source;  table: address of the words of step_jacobian
    Writes  d, which is a copy to work in; A and B at their addresses
            If IS_HELD is set, the state is that of d, where hold_step has run
    Returns the number of kinks within ``eps``, 0 if IS_HELD is set; NEEDS_PYTHON if the model has no such Jacobian or
            Python must handle the step: a stage stopped, or a feature has no rule
    """
    words = memory.words(table, WORDS)
    if words[IS_HELD] != 0:
        return 0 if step_jacobian(m, d, table) != 0 else NEEDS_PYTHON
    if not is_prepared(m, words, OPTIONS):
        return NEEDS_PYTHON
    if not compute_and_hold(m, d, source, words[HOLD], words[OWN_MODEL], words[OWN_DATA]):
        return NEEDS_PYTHON
    kinks, rows = count_kinks(m, d, eps), d.nefc
    if step_jacobian(m, d, table) == 0 or d.status != DONE or d.nefc != rows:
        return NEEDS_PYTHON
    return kinks
