"""Loops over passes with tangents, by one input or along directions; sweep of a tape.

Documents: design / Tangents of kernels; design / Rollouts and programs of others; design / Tapes

All passes with tangents for one input run in one native call. For each block of COLUMNS elements of the input: restore
the state, clear its tangents, set seeds, run dynamics and integrator with tangents, write the tangents of the results.
gradients/passes.py does this in Python for one direction and for inputs whose seeds are not columns of the identity.

A step of sensitivities is one native call: the dynamics, then all passes along directions.

Directions are columns: derivatives of the state, which the step replaces by those of the next state, and of further
inputs. For each block of COLUMNS directions: restore the state, set seeds, run dynamics and integrator with tangents.

The backward sweep over a tape: the gradient of a weighted sum of its values.

With edges (y, x, w) in the order of computation, w = dy/dx, and adjoints a of all places, which begin as the weights of
results:

    for the edges from the last to the first:  a[x] += w a[y]

All edges out of a place y follow those into it, so a[y] is complete where an edge reads it (Griewank & Walther 2008,
ch. 4).
"""

from gelenk.algebra.linalg import copy, zero
from gelenk.engine.derivatives.remainder import NEEDS_PYTHON, compute_and_hold, is_prepared
from gelenk.engine.derivatives.step_jacobian import seed, seed_unit_motions
from gelenk.tables.enums import mjtDisableBit, mjtJoint
from gelenk.tables.gradients import COLUMNS
from gelenk.tables.status import DONE
from gelenk.toolchain import memory
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Ints, Model, View

# words of a table: entry points of dynamics and integrator (0: no integrator); addresses of model, data and their
# shadows; arguments of the dynamics; whether the input is qpos, address of its tangents, number of its columns;
# addresses of the saved state, of tangents of the state, of columns of the next state (0: not wanted); number of other
# results, then a record of each
DYNAMICS, INTEGRATOR, OWN_MODEL, OWN_DATA, MODEL, DATA, SKIP, NO_SENSORS, IS_QPOS, INPUT, SIZE, SAVED = range(
    12
)
QPOS, QVEL, ACT, STATE, COUNT, RESULTS = range(SAVED + 1, SAVED + 7)
TANGENTS, ROWS, OUT, RECORD = range(4)


@kernel
def write_rows(out: View, row: int, n: int, first: int, width: int, tangents: View, rows: int) -> None:
    """Write tangents of a vector to rows from ``row`` on, of n columns."""
    for i in range(rows):
        for c in range(width):
            out[(row + i) * n + first + c] = tangents[i * COLUMNS + c]


@kernel
def write_motion(m: Model, d: Data, out: View, n: int, first: int, width: int, tangents: View) -> None:
    """Convert the tangents of qpos to motions of the dofs, and write these as columns.

    A quaternion q with tangent dq has the rotation w = 2 Im(conj(q) dq).
    """
    for j in range(m.njnt):
        i, adr, kind = m.jnt_dofadr[j], m.jnt_qposadr[j], m.jnt_type[j]
        if kind > mjtJoint.mjJNT_BALL:
            write_rows(out, i, n, first, width, tangents[adr * COLUMNS :], 1)
            continue
        if kind == mjtJoint.mjJNT_FREE:
            write_rows(out, i, n, first, width, tangents[adr * COLUMNS :], 3)
            i += 3
            adr += 3
        w, x, y, z = d.qpos[adr], d.qpos[adr + 1], d.qpos[adr + 2], d.qpos[adr + 3]
        s = 2.0 / (w * w + x * x + y * y + z * z)
        for c in range(width):
            k = adr * COLUMNS + c
            dw, dx, dy, dz = (
                tangents[k],
                tangents[k + COLUMNS],
                tangents[k + 2 * COLUMNS],
                tangents[k + 3 * COLUMNS],
            )
            at = i * n + first + c
            out[at] = s * (w * dx - x * dw + z * dy - y * dz)
            out[at + n] = s * (w * dy - y * dw + x * dz - z * dx)
            out[at + 2 * n] = s * (w * dz - z * dw + y * dx - x * dy)


@kernel
def save(m: Model, d: Data, words: Ints) -> None:
    """Save the state and the inputs that `restore` copies back."""
    nq, nv, na = m.nq, m.nv, m.na
    at = nq + 3 * nv + na
    saved = memory.numbers(words[SAVED], at + m.nhistory + m.nplastic + 1)
    copy(saved, d.qpos, nq)
    copy(saved[nq:], d.qvel, nv)
    copy(saved[nq + nv :], d.act, na)
    copy(saved[nq + nv + na :], d.qacc, nv)
    copy(saved[nq + 2 * nv + na :], d.qacc_warmstart, nv)
    copy(saved[at:], d.history, m.nhistory)
    copy(saved[at + m.nhistory :], d.plastic, m.nplastic)
    saved[at + m.nhistory + m.nplastic] = d.time


@kernel
def restore(m: Model, d: Data, words: Ints) -> None:
    """Restore the state, and clear its tangents."""
    nq, nv, na = m.nq, m.nv, m.na
    at = nq + 3 * nv + na
    saved = memory.numbers(words[SAVED], at + m.nhistory + m.nplastic + 1)
    copy(d.qpos, saved, nq)
    copy(d.qvel, saved[nq:], nv)
    copy(d.act, saved[nq + nv :], na)
    copy(d.qacc, saved[nq + nv + na :], nv)
    copy(d.qacc_warmstart, saved[nq + 2 * nv + na :], nv)
    copy(d.history, saved[at:], m.nhistory)
    copy(d.plastic, saved[at + m.nhistory :], m.nplastic)
    d.time = saved[at + m.nhistory + m.nplastic]
    d.flg_energyvel = 0  # otherwise the kinetic energy of the previous pass would be read
    zero(memory.numbers(words[QPOS], nq * COLUMNS), nq * COLUMNS)
    zero(memory.numbers(words[QVEL], nv * COLUMNS), nv * COLUMNS)
    zero(memory.numbers(words[ACT], na * COLUMNS), na * COLUMNS)


@kernel
def pass_loop(m: Model, d: Data, table: int) -> None:
    """Write the derivatives of results by one input.

    The tangents of the input are zero before and after the call.

    Reads   the state and what hold_step stored;  table: address of the words above
    Writes  columns of the results at their addresses, rows of SIZE columns
    Status  as the stages with tangents
    """
    head = memory.words(table, RESULTS)
    results = memory.words(table + 8 * RESULTS, head[COUNT] * RECORD)
    n = head[SIZE]
    model, data, m_shadow, d_shadow = head[OWN_MODEL], head[OWN_DATA], head[MODEL], head[DATA]
    seeds = memory.numbers(head[INPUT], (m.nq if head[IS_QPOS] != 0 else n) * COLUMNS)
    d.status = DONE
    for first in range(0, n, COLUMNS):
        width = min(COLUMNS, n - first)
        restore(m, d, head)
        if head[IS_QPOS] != 0:
            seed_unit_motions(m, d, seeds, first, width)
        else:
            seed(seeds, n, first, width)
        memory.call_with_two(head[DYNAMICS], model, data, head[SKIP], head[NO_SENSORS], m_shadow, d_shadow)
        if d.status != DONE:
            return
        for r in range(head[COUNT]):
            k = r * RECORD
            rows = results[k + ROWS]
            write_rows(
                memory.numbers(results[k + OUT], rows * n),
                0,
                n,
                first,
                width,
                memory.numbers(results[k + TANGENTS], rows * COLUMNS),
                rows,
            )
        if head[INTEGRATOR] != 0:
            memory.call_alone(head[INTEGRATOR], model, data, m_shadow, d_shadow)
            if d.status != DONE:
                return
            out = memory.numbers(head[STATE], (2 * m.nv + m.na) * n)
            write_motion(m, d, out, n, first, width, memory.numbers(head[QPOS], m.nq * COLUMNS))
            qvel, act = (
                memory.numbers(head[QVEL], m.nv * COLUMNS),
                memory.numbers(head[ACT], m.na * COLUMNS),
            )
            write_rows(out, m.nv, n, first, width, qvel, m.nv)
            write_rows(out, 2 * m.nv, n, first, width, act, m.na)
    zero(seeds, (m.nq if head[IS_QPOS] != 0 else n) * COLUMNS)
    restore(m, d, head)


# Passes along directions

# words of a table: those of `pass_loop`, with the columns of the state at STATE, then the records of COUNT results,
# the number of further inputs, the entry of hold_step, the options that the stage table was prepared for, and a record
# of each input, whose seeds are at OUT
INPUTS, HOLD, OPTIONS, FURTHER = 0, 1, 2, 6


@kernel
def seed_rows(tangents: View, seeds: View, row: int, n: int, first: int, width: int, rows: int) -> None:
    """Set the tangents of a vector to columns of seeds (rows, n), from ``row`` on."""
    for i in range(rows):
        for c in range(width):
            tangents[i * COLUMNS + c] = seeds[(row + i) * n + first + c]


@kernel
def seed_motion(m: Model, d: Data, tangents: View, seeds: View, n: int, first: int, width: int) -> None:
    """Set the tangents of qpos to motions of the dofs, columns of seeds (nv, n).

    A quaternion q moves by q (0, w) / 2.
    """
    for j in range(m.njnt):
        i, adr, kind = m.jnt_dofadr[j], m.jnt_qposadr[j], m.jnt_type[j]
        if kind > mjtJoint.mjJNT_BALL:
            seed_rows(tangents[adr * COLUMNS :], seeds, i, n, first, width, 1)
            continue
        if kind == mjtJoint.mjJNT_FREE:
            seed_rows(tangents[adr * COLUMNS :], seeds, i, n, first, width, 3)
            i += 3
            adr += 3
        w, x, y, z = 0.5 * d.qpos[adr], 0.5 * d.qpos[adr + 1], 0.5 * d.qpos[adr + 2], 0.5 * d.qpos[adr + 3]
        for c in range(width):
            at, k = i * n + first + c, adr * COLUMNS + c
            a, b, e = seeds[at], seeds[at + n], seeds[at + 2 * n]
            tangents[k] = -x * a - y * b - z * e
            tangents[k + COLUMNS] = w * a - z * b + y * e
            tangents[k + 2 * COLUMNS] = z * a + w * b - x * e
            tangents[k + 3 * COLUMNS] = x * b - y * a + w * e


@kernel
def write_results(head: Ints, results: Ints, n: int, first: int, width: int) -> None:
    """Write columns of the results of the dynamics."""
    for r in range(head[COUNT]):
        k = r * RECORD
        rows = results[k + ROWS]
        out, tangents = (
            memory.numbers(results[k + OUT], rows * n),
            memory.numbers(results[k + TANGENTS], rows * COLUMNS),
        )
        write_rows(out, 0, n, first, width, tangents, rows)


@kernel
def direction_block(
    m: Model, d: Data, head: Ints, results: Ints, further: Ints, count: int, first: int, width: int
) -> None:
    """Run one pass and, if no stage stopped, write its columns."""
    n, nv, na = head[SIZE], m.nv, m.na
    columns = memory.numbers(head[STATE], (2 * nv + na) * n)
    qpos, qvel = memory.numbers(head[QPOS], m.nq * COLUMNS), memory.numbers(head[QVEL], nv * COLUMNS)
    act = memory.numbers(head[ACT], na * COLUMNS)
    restore(m, d, head)
    seed_motion(m, d, qpos, columns, n, first, width)
    seed_rows(qvel, columns, nv, n, first, width, nv)
    seed_rows(act, columns, 2 * nv, n, first, width, na)
    for k in range(count):
        at, rows = k * RECORD, further[k * RECORD + ROWS]
        tangents = memory.numbers(further[at + TANGENTS], rows * COLUMNS)
        zero(tangents, rows * COLUMNS)
        seed_rows(tangents, memory.numbers(further[at + OUT], rows * n), 0, n, first, width, rows)
    model, data, m_shadow, d_shadow = head[OWN_MODEL], head[OWN_DATA], head[MODEL], head[DATA]
    memory.call_with_two(head[DYNAMICS], model, data, head[SKIP], head[NO_SENSORS], m_shadow, d_shadow)
    if d.status != DONE:
        return
    write_results(head, results, n, first, width)
    memory.call_alone(head[INTEGRATOR], model, data, m_shadow, d_shadow)
    if d.status != DONE:
        return
    write_motion(m, d, columns, n, first, width, qpos)
    write_rows(columns, nv, n, first, width, qvel, nv)
    write_rows(columns, 2 * nv, n, first, width, act, na)


@kernel
def direction_loop(m: Model, d: Data, source: Data, table: int) -> int:
    """Advance derivatives along directions by one step, from the state of ``source``.

    Reads   state and inputs of source;  table: address of the words above
    Writes  columns of the state and of results; d, which is a copy to work in
    Returns 1; 0 if a stage stopped in a pass, when columns may have changed; NEEDS_PYTHON if the step needs Python
    Status  as the stages with tangents
    """
    head = memory.words(table, RESULTS)
    results = memory.words(table + 8 * RESULTS, head[COUNT] * RECORD)
    tail = table + 8 * (RESULTS + head[COUNT] * RECORD)
    words = memory.words(tail, FURTHER)
    further = memory.words(tail + 8 * FURTHER, words[INPUTS] * RECORD)
    if m.opt.disableflags & mjtDisableBit.mjDSBL_NATIVECCD != 0 or not is_prepared(m, words, OPTIONS):
        return NEEDS_PYTHON
    if not compute_and_hold(m, d, source, words[HOLD], head[OWN_MODEL], head[OWN_DATA]):
        return NEEDS_PYTHON
    save(m, d, head)
    n, rows = head[SIZE], d.nefc
    for first in range(0, n, COLUMNS):
        direction_block(m, d, head, results, further, words[INPUTS], first, min(COLUMNS, n - first))
        if d.status != DONE or d.nefc != rows:  # rounding may add a row, for which no minimum is stored
            return 0
    return 1


# Backward sweep over a tape


@kernel
def sweep_edges(pairs: Ints, slopes: View, edges: int, adjoint: View) -> None:
    """Propagate adjoints from the weights of results to all places."""
    adjoint[0] = 0.0  # place 0 stands for all values that do not vary
    for e in range(edges - 1, -1, -1):
        adjoint[pairs[2 * e]] += slopes[e] * adjoint[pairs[2 * e + 1]]


@kernel
def sweep(
    pairs: Ints,
    slopes: View,
    edges: int,
    results: Ints,
    weights: View,
    nresult: int,
    adjoint: View,
    nplace: int,
) -> None:
    """Compute the adjoints of all places.

    pairs    (2 edges) x and y of each edge        slopes   (edges) dy/dx
    results  (2 nresult) place of each result, then zero; results may share a place
    weights  (nresult)
    adjoint  (nplace) out; at an input, a place that no edge leads to: derivative of the weighted sum of results
    """
    zero(adjoint, nplace)
    for k in range(nresult):
        adjoint[results[2 * k]] += weights[k]
    sweep_edges(pairs, slopes, edges, adjoint)
