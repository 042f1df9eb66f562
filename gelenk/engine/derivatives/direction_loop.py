"""A step of sensitivities: dynamics, and all passes along directions, in one native call.

Documents: design / Rollouts and programs of others

Directions are columns: derivatives of the state, which the step replaces by those of the next state, and of further
inputs. For each block of COLUMNS directions: restore the state, set seeds, run dynamics and integrator with tangents.
"""

from gelenk.algebra.linalg import zero
from gelenk.engine.derivatives.pass_loop import (
    ACT,
    COUNT,
    DATA,
    DYNAMICS,
    INTEGRATOR,
    MODEL,
    NO_SENSORS,
    OUT,
    OWN_DATA,
    OWN_MODEL,
    QPOS,
    QVEL,
    RECORD,
    RESULTS,
    ROWS,
    SIZE,
    SKIP,
    STATE,
    TANGENTS,
    restore,
    save,
    write_motion,
    write_rows,
)
from gelenk.engine.derivatives.state_jacobian import NEEDS_PYTHON, compute_and_hold, is_prepared
from gelenk.tables.enums import mjtDisableBit, mjtJoint
from gelenk.tables.gradients import COLUMNS
from gelenk.tables.status import DONE
from gelenk.toolchain import memory
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Ints, Model, View

# words of a table: those of pass_loop.py, with the columns of the state at STATE, then the records of COUNT results,
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
        if d.status != DONE or d.nefc != rows:  # rounding may add a row, of which no minimum is stored
            return 0
    return 1
