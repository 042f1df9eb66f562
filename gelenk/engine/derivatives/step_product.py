"""The product of the transposed Jacobian of a step and weights of the next state.

Inertial terms have closed forms, all other forces are recorded on a tape. The models are those of step_jacobian.py; no
Jacobian is computed.

Documents: design / An assembled Jacobian

With weights w of the next state, and x the acceleration with which the integrator advances,

    w of qvel and of qpos -> weights of x, of the positions and velocities before
    nu = inverse(A) w_x,  mu = - inverse(H) M nu          (without damping, mu = - inverse(H) w_x)
    gradient = mu (M a + qfrc_bias)' + nu M' y            closed forms, smooth_dynamics.py
             + mu, nu and w of act, swept back over the tape of `remainder_part`

The tape begins with places for the motions of the dofs, which move frames in closed form, and for qpos, qvel, act and
ctrl.
"""

from gelenk.algebra.linalg import copy, zero
from gelenk.engine.constraint.solver.cholesky import solve_hessian
from gelenk.engine.constraint.solver.islands import all_islands
from gelenk.engine.derivatives import step_jacobian as forward
from gelenk.engine.derivatives.pass_loop import sweep_edges
from gelenk.engine.derivatives.remainder import NEEDS_PYTHON, compute_and_hold, is_finite, is_prepared
from gelenk.engine.derivatives.smooth_dynamics import BODY_SIZE, DOF_SIZE
from gelenk.engine.position.inertia import mul_m, solve_ld
from gelenk.tables.enums import mjtJoint, mjtStage
from gelenk.tables.gradients import COLUMNS
from gelenk.tables.status import DONE
from gelenk.toolchain import memory
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Ints, Model, View

# words of the table of addresses: those of step_jacobian.py up to its results, with TAPE instead of an entry; then
# weights (2 nv + na), the gradient (2 nv + na + nu), adjoints and their capacity, options, and a record of the shadow,
# whose arrays hold places instead of tangents
TAPE, WEIGHTS, GRADIENT = forward.SOLUTION, forward.A, forward.B
ADJOINT, ROOM = range(forward.OPTIONS, forward.OPTIONS + 2)
OPTIONS = ROOM + 1
SHADOW = OPTIONS + 4
WORDS = SHADOW + forward.RECORD
# words of a tape (toolchain/tangents/tape.py)
PAIRS, SLOPES, EDGE_ROOM, EDGES, PLACES, TAPE_WORDS = range(6)
FULL = 2  # result: the tape or the adjoints are too small; enlarge them and repeat
OTHER_ROWS = 3  # result: rounding has added a row, for which no minimum is stored


@kernel
def number_field(words: Ints, field: int, size: int, first: int) -> int:
    """Assign places to the elements of a field, from ``first`` on; return the next place."""
    places = memory.words(words[SHADOW + field], size)
    for i in range(size):
        places[i] = first + i
    return first + size


@kernel
def number_inputs(m: Model, words: Ints) -> int:
    """Assign the first places to motions of the dofs, qpos, qvel, act and ctrl.

    Returns the next place.
    """
    first = number_field(words, forward.MOTION, m.nv, 1)
    first = number_field(words, forward.QPOS, m.nq, first)
    first = number_field(words, forward.QVEL, m.nv, first)
    first = number_field(words, forward.ACT, m.na, first)
    return number_field(words, forward.CTRL, m.nu, first)


@kernel
def pull_integration(m: Model, work: View, turns: int, weights: View, gradient: View) -> None:
    """Pull weights of the next state back to dq and the next qvel: gradient (2 nv)."""
    h, nv = m.opt.timestep, m.nv
    for i in range(nv):
        gradient[i] = weights[i]
        gradient[nv + i] = weights[nv + i] + h * weights[i]
    for j in range(m.njnt):
        if m.jnt_type[j] <= mjtJoint.mjJNT_BALL:
            i = m.jnt_dofadr[j] + (3 if m.jnt_type[j] == mjtJoint.mjJNT_FREE else 0)
            k = turns + forward.TURN_SIZE * i
            x, y, z = weights[i], weights[i + 1], weights[i + 2]
            for e in range(3):
                gradient[i + e] = work[k + e] * x + work[k + 3 + e] * y + work[k + 6 + e] * z
                moved = work[k + 9 + e] * x + work[k + 12 + e] * y + work[k + 15 + e] * z
                gradient[nv + i + e] = weights[nv + i + e] + h * moved


@kernel
def solve_weights(m: Model, d: Data, damped: int) -> None:
    """Compute the weights of the remainder from those of x.

    Reads   sol_work (nv), the weights of x; the factors that `solution_part` reads
    Writes  sol_search (nv) = mu, sol_work (nv) = nu, zero without damping
    """
    if damped == forward.BY_DAMPING:  # M nu = w - h B nu, where w = A nu
        copy(d.sol_grad, d.sol_work, m.nv)
        solve_ld(m, d.qH, d.qHDiagInv, d.sol_work)
        for i in range(m.nv):
            d.sol_grad[i] -= m.opt.timestep * m.dof_damping[i] * d.sol_work[i]
    elif damped != 0:
        solve_ld(m, d.qH, d.qHDiagInv, d.sol_work)
        mul_m(m, d, d.sol_grad, d.sol_work)
    else:
        copy(d.sol_grad, d.sol_work, m.nv)
        zero(d.sol_work, m.nv)
    if d.nefc > 0:
        solve_hessian(d, all_islands(d), d.sol_search, d.sol_grad)
    else:
        for i in range(m.nv):
            d.sol_search[i] = -d.sol_grad[i]
        solve_ld(m, d.qLD, d.qLDiagInv, d.sol_search)


@kernel
def add_closed_forms(m: Model, words: Ints, mu: View, nu: View, gradient: View) -> None:
    """Add the terms of the gradient (2 nv) that have closed forms."""
    nv = m.nv
    size = nv * COLUMNS
    for first in range(0, nv, COLUMNS):
        by_pos = memory.numbers(words[forward.BY_POS] + 8 * first * nv, size)
        by_vel = memory.numbers(words[forward.BY_VEL] + 8 * first * nv, size)
        by_inertia = memory.numbers(words[forward.BY_INERTIA] + 8 * first * nv, size)
        for c in range(min(COLUMNS, nv - first)):
            pos = vel = 0.0
            for i in range(nv):
                k = i * COLUMNS + c
                pos += mu[i] * by_pos[k] + nu[i] * by_inertia[k]
                vel += mu[i] * by_vel[k]
            gradient[first + c] += pos
            gradient[nv + first + c] += vel


@kernel
def add_weights(words: Ints, field: int, weights: View, n: int, adjoint: View) -> None:
    """Add weights to the adjoints of the places of a field."""
    places = memory.words(words[SHADOW + field], n)
    for i in range(n):
        adjoint[places[i]] += weights[i]


@kernel
def pull_lift(m: Model, d: Data, adjoint: View, gradient: View) -> None:
    """Add the gradient by qpos (nq) to the gradient by motions of the dofs (nv).

    Transpose of `seed_unit_motions`.
    """
    for j in range(m.njnt):
        kind, adr, i = m.jnt_type[j], m.jnt_qposadr[j], m.jnt_dofadr[j]
        if kind > mjtJoint.mjJNT_BALL:
            gradient[i] += adjoint[adr]
            continue
        if kind == mjtJoint.mjJNT_FREE:
            for k in range(3):
                gradient[i + k] += adjoint[adr + k]
            adr += 3
            i += 3
        w, x, y, z = 0.5 * d.qpos[adr], 0.5 * d.qpos[adr + 1], 0.5 * d.qpos[adr + 2], 0.5 * d.qpos[adr + 3]
        a, b, c, e = adjoint[adr], adjoint[adr + 1], adjoint[adr + 2], adjoint[adr + 3]
        gradient[i] += w * b + z * c - y * e - x * a
        gradient[i + 1] += w * c + x * e - z * b - y * a
        gradient[i + 2] += w * e + y * b - x * c - z * a


@kernel
def add_adjoints(m: Model, d: Data, adjoint: View, gradient: View) -> None:
    """Add adjoints to the gradient by dq and qvel; set the gradient by act and ctrl."""
    nv, na = m.nv, m.na
    for i in range(nv):
        gradient[i] += adjoint[1 + i]
    pull_lift(m, d, adjoint[1 + nv :], gradient)
    first = 1 + nv + m.nq
    for i in range(nv):
        gradient[nv + i] += adjoint[first + i]
    copy(gradient[2 * nv :], adjoint[first + nv :], na + m.nu)


@kernel
def record_remainder(m: Model, d: Data, words: Ints, tape: Ints) -> None:
    """Record the remainder of forces on an empty tape; set d.status."""
    forward.clear_frames(m, d, words, SHADOW, 1)
    zero(d.sol_Ma, m.nv)
    tape[EDGES], tape[PLACES] = 0, number_inputs(m, words)
    memory.call_recording(
        words[forward.REMAINDER],
        words[forward.OWN_MODEL],
        words[forward.OWN_DATA],
        int(mjtStage.mjSTAGE_NONE),
        words[forward.MODEL],
        words[SHADOW + forward.DATA],
        words[TAPE],
    )


@kernel
def step_product(m: Model, d: Data, table: int) -> int:
    """Compute the gradient of a weighted next state by state and ctrl, in the tangent space.

    Requires hold_step at the same state. Returns 1; 0 if the model has no such gradient (`is_assembled`); OTHER_ROWS;
    FULL if the tape or the adjoints are too small (the words of the tape have the required sizes).
    Reads   the state, qacc, and inputs of the stages;  table: address of the words above
    Writes  the gradient (2 nv + na + nu) at its address
    Status  as the stages that record
    Source  this file's head
    """
    d.status = DONE
    if not forward.is_assembled(m):
        return 0
    words = memory.words(table, WORDS)
    size, nx = forward.work_size(m), 2 * m.nv + m.na
    work, turns = memory.numbers(words[forward.WORK], size), BODY_SIZE * m.nbody + DOF_SIZE * m.nv
    weights, gradient = memory.numbers(words[WEIGHTS], nx), memory.numbers(words[GRADIENT], nx + m.nu)
    damped, act = forward.is_implicit(m), size - m.na
    tape, rows = memory.words(words[TAPE], TAPE_WORDS), d.nefc
    forward.derive_closed_forms(m, d, words, work, damped)
    if d.status != DONE:
        return 1
    if d.nefc != rows:
        return OTHER_ROWS
    copy(work[act:], d.act, m.na)
    record_remainder(m, d, words, tape)
    copy(d.act, work[act:], m.na)
    if d.status != DONE:
        return 1
    if d.nefc != rows:
        return OTHER_ROWS
    edges, places = tape[EDGES], tape[PLACES]
    if edges > tape[EDGE_ROOM] or places > words[ROOM]:
        return FULL
    pull_integration(m, work, turns, weights, gradient)
    for i in range(m.nv):
        d.sol_work[i] = m.opt.timestep * gradient[m.nv + i]
    solve_weights(m, d, damped)
    adjoint = memory.numbers(words[ADJOINT], places)
    zero(adjoint, places)
    add_weights(words, forward.GRAD, d.sol_search, m.nv, adjoint)
    add_weights(words, forward.FRC, d.sol_work, m.nv, adjoint)
    add_weights(words, forward.ACT, weights[2 * m.nv :], m.na, adjoint)
    sweep_edges(memory.integers(tape[PAIRS], 2 * edges), memory.numbers(tape[SLOPES], edges), edges, adjoint)
    add_closed_forms(m, words, d.sol_search, d.sol_work, gradient)
    add_adjoints(m, d, adjoint, gradient)
    return 1


@kernel
def state_product(m: Model, d: Data, source: Data, table: int) -> int:
    """Compute the gradient of step_product at the state of ``source``.

    Reads   state and inputs of source;  table: address of the words of step_product
    Writes  d, which is a copy to work in; the gradient at its address
            If IS_HELD is set, the state is that of d, where hold_step has run
    Returns as step_product; NEEDS_PYTHON if Python must handle the step: a stage stopped, or a feature has no rule
    """
    words = memory.words(table, WORDS)
    if words[forward.IS_HELD] != 0:
        return step_product(m, d, table)
    if not is_prepared(m, words, OPTIONS) or not is_finite(
        memory.numbers(words[WEIGHTS], 2 * m.nv + m.na), 2 * m.nv + m.na
    ):
        return NEEDS_PYTHON
    if not compute_and_hold(
        m, d, source, words[forward.HOLD], words[forward.OWN_MODEL], words[forward.OWN_DATA]
    ):
        return NEEDS_PYTHON
    found = step_product(m, d, table)
    if found == 0 or d.status != DONE:
        return NEEDS_PYTHON
    return found
