"""Reset, model constants and noise of single worlds of a batch, between steps.

Documents: design / Batches; API / mj_setConst, mj_resetData; design / Many worlds on GPUs

On the host, world_restart and world_constants run last for a world (FINAL_STAGE in call_layout.py), so that they keep
the batch rows that moves have filled. On the GPU, ``picked`` is 1 in the worlds to change, and ``world_id`` is
the index of a world in the whole batch: random numbers depend on this index alone, wherever the world runs.
"""

from gelenk.algebra.random_numbers import normal, philox
from gelenk.algebra.vec import load3, load4, store3, store4
from gelenk.engine.constraint.solver.primal import clear_all
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
    """Reset the parts of an MjData that are not batch rows, as mj_resetData does.

    All values become zero, equalities are active as in the model, and all trees are awake.
    """
    clear_all(d)
    for e in range(m.neq):
        d.eq_active[e] = m.eq_active0[e]
    call_stage(m, d, ALL_AWAKE)


# ---- constants


@kernel
def reset_mocap_and_sleep(m: Model, d: Data) -> None:
    """Restore all inputs of constants other than qpos: mocap poses, all trees awake."""
    for b in range(m.nbody):
        k = m.body_mocapid[b]
        if k >= 0:
            store3(d.mocap_pos, k, load3(m.body_pos, b))
            store4(d.mocap_quat, k, load4(m.body_quat, b))
    run(m, d, ALL_AWAKE)


@kernel
def world_constants(m: Model, d: Data) -> None:
    """Run mj_setConst as in a new MjData."""
    d.status = DONE
    reset_mocap_and_sleep(m, d)
    run(m, d, SET_CONSTANTS)


CONTROL, POSITION, VELOCITY = 0, 1, 2  # use of a random number: last word of its counter
UNIT = 1e-6  # unit of amplitudes, which are passed as integers


@kernel
def batch_reset(m: Model, d: Data, key: int) -> None:
    """Reset the picked worlds, to keyframe ``key`` if that exists."""
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
def batch_stop(m: Model, d: Data) -> None:
    """Stop a world of a rollout after its first warning."""
    if d.warned != 0:
        d.picked = 0


@kernel
def draw_normal(d: Data, seed: int, use: int, i: int) -> float:
    """Return standard normal number i of a use (CONTROL, ...) in the world's current draw."""
    bits0, bits1, _, _ = philox(seed, d.world_id, d.drawn, i, 0, use)
    return normal(bits0, bits1)


@kernel
def batch_noise(m: Model, d: Data, seed: int, amplitude: int) -> None:
    """Set normally distributed controls in the picked worlds.

    The mean is the middle of the control range, the standard deviation ``amplitude`` 1e-6 times half the range.
    Controls without a range have mean 0 and standard deviation ``amplitude`` 1e-6.
    """
    if d.picked == 0:
        return
    for i in range(m.nu):
        low, high = m.actuator_ctrlrange[i, 0], m.actuator_ctrlrange[i, 1]
        limited = m.actuator_ctrllimited[i] != 0
        middle = 0.5 * (low + high) if limited else 0.0
        width = 0.5 * (high - low) if limited else 1.0
        d.ctrl[i] = middle + width * (amplitude * UNIT) * draw_normal(d, seed, CONTROL, i)
    d.drawn += 1


@kernel
def batch_scatter(m: Model, d: Data, seed: int, amplitude: int) -> None:
    """Add normal noise of ``amplitude`` 1e-6 to the velocities of the picked worlds."""
    if d.picked == 0:
        return
    for i in range(m.nv):
        d.qvel[i] += (amplitude * UNIT) * draw_normal(d, seed, VELOCITY, i)
    d.drawn += 1
