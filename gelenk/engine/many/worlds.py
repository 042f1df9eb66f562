"""Worlds start anew, or get noise: what a batch does beside its steps.

Documents: design / Many worlds on GPUs

``picked`` is 1 in the worlds that are meant, ``world_id`` the number that a world has among all of its batch, and so
what its random numbers depend on, wherever it runs.
"""

from gelenk.engine.functions.state import reset_to_key
from gelenk.engine.integrate.divergence import reset_counts
from gelenk.engine.many.philox import normal, philox
from gelenk.jit.kernel import kernel
from gelenk.jit.structs import Data, Model
from gelenk.tables.status import DONE, RESTARTED

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
