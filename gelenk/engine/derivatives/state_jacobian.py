"""The Jacobian of a step at the state of another MjData, in one native call.

The call copies the state, computes the dynamics and the Jacobian, and counts kinks.

Documents: design / Tangents of kernels
"""

from gelenk.algebra.linalg import copy
from gelenk.engine.derivatives.kinks import count_kinks
from gelenk.engine.derivatives.step_jacobian import (
    HOLD,
    IS_HELD,
    OPTIONS,
    OWN_DATA,
    OWN_MODEL,
    WORDS,
    step_jacobian,
)
from gelenk.engine.stage_calls import call_far
from gelenk.tables.enums import mjtStage
from gelenk.tables.stages import CALLBACK_PLACES, INDEX
from gelenk.tables.status import DONE
from gelenk.toolchain import memory
from gelenk.toolchain.kernel import flat, kernel
from gelenk.toolchain.kernel_types import Data, Ints, Model, View

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
    """Return whether the stage table is valid: no callback is set, and options are equal.

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
