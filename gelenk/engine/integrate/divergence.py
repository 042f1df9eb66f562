"""Divergence: detection of bad values in the state, the warning, and the automatic reset.

Documents: Computation / Simulation pipeline, stages 1 and 20; XML reference / option / flag / autoreset
"""

from gelenk.engine.constraint.solver.primal import clear_all
from gelenk.engine.force.actuation import is_bad
from gelenk.engine.sleep.awake_lists import can_sleep
from gelenk.engine.stage_calls import require, warn
from gelenk.engine.step import begin
from gelenk.tables.enums import mjtDisableBit, mjtWarning
from gelenk.tables.stages import INDEX
from gelenk.tables.status import RESTARTED
from gelenk.toolchain.kernel import call_stage, kernel
from gelenk.toolchain.kernel_types import Data, Model, View

FORWARD = INDEX["forward"]
BEGIN_HISTORIES, BEGIN_ASLEEP = INDEX["begin_histories"], INDEX["begin_asleep"]
IN_BATCH_ROWS = -1  # value of d.restarted: the state is in rows of a batch, which this reset does not change


@kernel
def reset_counts(d: Data) -> None:
    """Reset the time, the counts of contacts and rows, and the flags of computed fields."""
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
    """Reset to the state at time 0 (mj_resetData).

    qpos0, mocap bodies and equalities are as in the model; everything else is zero.
    """
    clear_all(d)
    reset_counts(d)
    begin(m, d)
    if d.fixed != 0:
        finish_reset_on_gpu(m, d)
    if needs_python(m, d):
        d.status = RESTARTED


@kernel
def finish_reset_on_gpu(m: Model, d: Data) -> None:
    """Reset histories and initial sleep on a GPU; on the host, Python does this."""
    if m.nhistory > 0:
        require(m, d, BEGIN_HISTORIES)
    if can_sleep(m):
        require(m, d, BEGIN_ASLEEP)


@kernel
def needs_python(m: Model, d: Data) -> bool:
    """Return whether Python must finish a reset.

    Python does so if the model has histories or plugins or enables sleep, or if the state is in rows of a batch. On a
    GPU, which supports no plugins, finish_reset_on_gpu replaces Python.
    """
    return d.fixed == 0 and (m.nhistory > 0 or m.nplugin > 0 or can_sleep(m) or d.restarted == IN_BATCH_ROWS)


@kernel
def first_bad(a: View, n: int) -> int:
    """Return the index of the first bad value of a[0..n), -1 if there is none.

    Bad values are counted first, because counting vectorizes.
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
    """Count the warning and, unless disabled, reset; return whether it reset.

    The reset clears the counters, so the warning is counted again afterwards; as in 3.5.0, it therefore counts twice if
    there is no reset. A step that is repeated because of a reset does not reset again, so that the step terminates.
    """
    warn(d, kind, i)
    reset = m.opt.disableflags & mjtDisableBit.mjDSBL_AUTORESET == 0 and d.restarted <= 0
    if reset:
        reset_data(m, d)
    warn(d, kind, i)
    return reset


@kernel
def check_pos(m: Model, d: Data) -> None:
    """Reset if qpos has a bad value (mj_checkPos).

    Reads qpos (nq).  Warns BADQPOS with the index of the value
    """
    i = first_bad(d.qpos, m.nq)
    if i >= 0:
        diverged(m, d, mjtWarning.mjWARN_BADQPOS, i)


@kernel
def check_vel(m: Model, d: Data) -> None:
    """Reset if qvel has a bad value (mj_checkVel).

    Reads qvel (nv).  Warns BADQVEL with the index of the value
    """
    i = first_bad(d.qvel, m.nv)
    if i >= 0:
        diverged(m, d, mjtWarning.mjWARN_BADQVEL, i)


@kernel
def check_acc(m: Model, d: Data) -> None:
    """Reset and recompute forward dynamics if qacc has a bad value (mj_checkAcc).

    Reads qacc (nv).  Warns BADQACC with the index of the value
    """
    i = first_bad(d.qacc, m.nv)
    if i >= 0 and diverged(m, d, mjtWarning.mjWARN_BADQACC, i):
        call_stage(m, d, FORWARD)
        if needs_python(m, d):
            d.status = RESTARTED
