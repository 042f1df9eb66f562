"""The step of one model, compiled with its structure as constants, beside the ordinary one."""

import time

import gelenk as mujoco
from gelenk import models

m = models.load("cartpole")
d = mujoco.MjData(m)


def microseconds() -> float:
    """Return the time of a step, in microseconds."""
    start = time.perf_counter()
    mujoco.mj_step(m, d, nstep=20_000)
    return (time.perf_counter() - start) / 20_000 * 1e6


ordinary = microseconds()
code = mujoco.specialize(m, wait=True)  # without wait, steps run ordinary code until it is ready
assert code.active
print(f"{ordinary:.2f} us, made to measure {microseconds():.2f} us, compiled in {code.seconds:.1f} s")
