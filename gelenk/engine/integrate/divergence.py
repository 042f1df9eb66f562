"""Divergence: bad numbers in the state, the warning, and the reset that follows.

Documents: Computation / Simulation pipeline, stages 1 and 20; XML reference / option / flag / autoreset
"""

from gelenk.engine.constraint.solver.statistics import clear_all
from gelenk.engine.force.actuation import is_bad
from gelenk.engine.initial_state import begin
from gelenk.engine.sleep.awake_lists import can_sleep
from gelenk.engine.stage_calls import require
from gelenk.engine.warning import warn
from gelenk.tables.enums import mjtDisableBit, mjtWarning
from gelenk.tables.stages import INDEX
from gelenk.tables.status import RESTARTED
from gelenk.toolchain.kernel import call_stage, kernel
from gelenk.toolchain.kernel_types import Data, Model, View

FORWARD = INDEX["forward"]
BEGIN_HISTORIES, BEGIN_ASLEEP = INDEX["begin_histories"], INDEX["begin_asleep"]
APART = -1  # d.restarted where the state is in rows of a batch, which a reset here does not reach


@kernel
def reset_counts(d: Data) -> None:
    """No contacts, no constraints, time 0."""
    d.time = 0.0
    d.ncon = 0
    d.ne = 0
    d.nf = 0
    d.nl = 0
    d.nefc = 0
    d.nJ = 0
    d.nA = 0
    d.nisland = 0
    d.nidof = 0
    d.islands_due = 0
    d.flg_energypos = 0
    d.flg_energyvel = 0
    d.flg_subtreevel = 0
    d.flg_rnepost = 0


@kernel
def reset_data(m: Model, d: Data) -> None:
    """The state at time 0 (mj_resetData): qpos0, mocap bodies, equalities as in the model, all else zero."""
    clear_all(d)
    reset_counts(d)
    begin(m, d)
    if d.fixed != 0:
        begin_alone(m, d)
    if needs_python(m, d):
        d.status = RESTARTED


@kernel
def begin_alone(m: Model, d: Data) -> None:
    """What Python does elsewhere at the end of a reset, on a device: histories, trees that start asleep."""
    if m.nhistory > 0:
        require(m, d, BEGIN_HISTORIES)
    if can_sleep(m):
        require(m, d, BEGIN_ASLEEP)


@kernel
def needs_python(m: Model, d: Data) -> bool:
    """Whether a reset is finished by Python: histories, plugins, trees that start asleep, rows of a batch.

    Devices have no Python, and no plugins (begin_alone).
    """
    return d.fixed == 0 and (m.nhistory > 0 or m.nplugin > 0 or can_sleep(m) or d.restarted == APART)


@kernel
def first_bad(a: View, n: int) -> int:
    """Index of the first bad number of a[0..n), -1 if all are good.

    They are counted first, because that becomes vector instructions.
    """
    bad = 0
    for i in range(n):
        bad += 1 if is_bad(a[i]) else 0
    if bad == 0:
        return -1
    for i in range(n):
        if is_bad(a[i]):
            return i
    return -1


@kernel
def diverged(m: Model, d: Data, kind: int, i: int) -> bool:
    """Raise the warning and, unless it is disabled, reset; the warning is counted anew afterwards.

    Says if it reset. A step that is repeated because of a reset goes on whatever it finds, so that it ends.
    """
    warn(d, kind, i)
    reset = m.opt.disableflags & mjtDisableBit.mjDSBL_AUTORESET == 0 and d.restarted <= 0
    if reset:
        reset_data(m, d)
    warn(d, kind, i)
    return reset


@kernel
def check_pos(m: Model, d: Data) -> None:
    """Reset if qpos has a bad number (mj_checkPos).  Reads qpos (nq).  Warns BADQPOS with its index"""
    i = first_bad(d.qpos, m.nq)
    if i >= 0:
        diverged(m, d, mjtWarning.mjWARN_BADQPOS, i)


@kernel
def check_vel(m: Model, d: Data) -> None:
    """Reset if qvel has a bad number (mj_checkVel).  Reads qvel (nv).  Warns BADQVEL with its index"""
    i = first_bad(d.qvel, m.nv)
    if i >= 0:
        diverged(m, d, mjtWarning.mjWARN_BADQVEL, i)


@kernel
def check_acc(m: Model, d: Data) -> None:
    """Reset and compute forward dynamics again if qacc has a bad number (mj_checkAcc).

    Reads qacc (nv).  Warns BADQACC with its index
    """
    i = first_bad(d.qacc, m.nv)
    if i >= 0 and diverged(m, d, mjtWarning.mjWARN_BADQACC, i):
        call_stage(m, d, FORWARD)
        if needs_python(m, d):
            d.status = RESTARTED
