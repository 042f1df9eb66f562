"""All passes with tangents for one input, in one native call.

Documents: design / Tangents of kernels

For each block of COLUMNS elements of the input: restore the state, clear its tangents, set seeds, run dynamics and
integrator with tangents, write the tangents of the results. gradients/passes.py does this in Python for one direction
and for inputs whose seeds are not columns of the identity.
"""

from gelenk.algebra.linalg import copy, zero
from gelenk.engine.derivatives.step_jacobian import seed, seed_unit_motions
from gelenk.tables.enums import mjtJoint
from gelenk.tables.gradients import COLUMNS
from gelenk.tables.status import DONE
from gelenk.toolchain import memory
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Ints, Model, View

# words of a table: entries (0: no integrator), the four structs, arguments of the dynamics; whether the input is qpos,
# address and size of its tangents; saved values of the state; tangents of the state; columns of the next state (0: not
# wanted); number of other results, then a record of each
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
    """Write the motions of the dofs that move qpos by its tangents.

    w = 2 Im(conj(q) dq) for a quaternion q.
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
