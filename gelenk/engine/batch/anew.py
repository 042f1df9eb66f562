"""Worlds that begin anew, and the constants of their models: what a batch asks of one world between steps.

Documents: design / Batches; API / mj_setConst, mj_resetData

Both are called last in a world's turn (words.LATER). What the moves before it have put into rows of the batch stays.
"""

from gelenk.algebra.vec import load3, load4, store3, store4
from gelenk.engine.constraint.solver.statistics import clear_all
from gelenk.engine.step import run
from gelenk.jit.kernel import call_stage, kernel
from gelenk.jit.structs import Data, Model
from gelenk.tables.stages import INDEX
from gelenk.tables.status import DONE

ALL_AWAKE, SET_CONSTANTS = INDEX["all_awake"], INDEX["set_constants"]


@kernel
def world_restart(m: Model, d: Data) -> None:
    """What mj_resetData does to a MjData beside the rows of the batch: zeros, equalities as in the model, all awake."""
    clear_all(d)
    for e in range(m.neq):
        d.eq_active[e] = m.eq_active0[e]
    call_stage(m, d, ALL_AWAKE)


# ---- constants


@kernel
def begin_at_rest(m: Model, d: Data) -> None:
    """What constants depend on beside qpos, as it is in a new MjData: poses of mocap bodies, nobody asleep."""
    for b in range(m.nbody):
        k = m.body_mocapid[b]
        if k >= 0:
            store3(d.mocap_pos, k, load3(m.body_pos, b))
            store4(d.mocap_quat, k, load4(m.body_quat, b))
    run(m, d, ALL_AWAKE)


@kernel
def world_constants(m: Model, d: Data) -> None:
    """mj_setConst in a MjData as it is when it is new."""
    d.status = DONE
    begin_at_rest(m, d)
    run(m, d, SET_CONSTANTS)
