"""Worlds that begin anew, and the constants of their models: what a batch asks of one world between steps.

Documents: design / Batches; API / mj_setConst, mj_resetData; design / Many worlds on GPUs

Both are called last in a world's turn (words.LATER). What the moves before it have put into rows of the batch stays.

Worlds start anew, or get noise: what a batch does beside its steps.

``picked`` is 1 in the worlds that are meant, ``world_id`` the number that a world has among all of its batch, and so
what its random numbers depend on, wherever it runs.
"""

from gelenk.algebra.vec import load3, load4, store3, store4
from gelenk.engine.batch.philox import normal, philox
from gelenk.engine.constraint.solver.statistics import clear_all
from gelenk.engine.functions.state import reset_to_key
from gelenk.engine.integrate.divergence import reset_counts
from gelenk.engine.step import run
from gelenk.tables.stages import INDEX
from gelenk.tables.status import DONE, RESTARTED
from gelenk.toolchain.kernel import call_stage, kernel
from gelenk.toolchain.kernel_types import Data, Model

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


CONTROL, POSITION, VELOCITY = 0, 1, 2  # what random numbers are for: the last word of their counter
UNIT = 1e-6  # of amplitudes, which arrive as integers


@kernel
def many_reset(m: Model, d: Data, key: int) -> None:
    """Reset the worlds that are picked, to a keyframe if there is one of that number."""
    if d.picked == 0:
        return
    reset_counts(d)
    d.status = DONE
    d.warned = 0
    d.lost_con = 0
    d.lost_efc = 0
    d.lost_J = 0
    d.restarted = 0
    d.maxuse_con = 0
    d.maxuse_efc = 0
    d.nstep = 0
    if reset_to_key(m, d, key) != 0:
        d.status = RESTARTED


@kernel
def many_stop(m: Model, d: Data) -> None:
    """In a rollout: a world that warned takes no more steps."""
    if d.warned != 0:
        d.picked = 0


@kernel
def draw(d: Data, seed: int, use: int, i: int) -> float:
    """Normal number i of a use, of the world at its present draw."""
    bits0, bits1, _, _ = philox(seed, d.world_id, d.drawn, i, 0, use)
    return normal(bits0, bits1)


@kernel
def many_noise(m: Model, d: Data, seed: int, amplitude: int) -> None:
    """Controls of the worlds that are picked are normal numbers, ``amplitude`` 1e-6 of half their range wide.

    Where they have no range it is 1.
    """
    if d.picked == 0:
        return
    for i in range(m.nu):
        low, high = m.actuator_ctrlrange[i, 0], m.actuator_ctrlrange[i, 1]
        limited = m.actuator_ctrllimited[i] != 0
        middle = 0.5 * (low + high) if limited else 0.0
        width = 0.5 * (high - low) if limited else 1.0
        d.ctrl[i] = middle + width * (amplitude * UNIT) * draw(d, seed, CONTROL, i)
    d.drawn += 1


@kernel
def many_scatter(m: Model, d: Data, seed: int, amplitude: int) -> None:
    """Velocities of the worlds that are picked get normal numbers, ``amplitude`` 1e-6 wide."""
    if d.picked == 0:
        return
    for i in range(m.nv):
        d.qvel[i] += (amplitude * UNIT) * draw(d, seed, VELOCITY, i)
    d.drawn += 1
