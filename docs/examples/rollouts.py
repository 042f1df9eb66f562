"""Many trajectories on several threads; least squares on top of them."""

import numpy as np

import gelenk as mujoco
from gelenk import minimize, models, rollout

m = models.load("cartpole")
full = mujoco.mjtState.mjSTATE_FULLPHYSICS
d = mujoco.MjData(m)
initial = np.zeros(mujoco.mj_stateSize(m, full))
mujoco.mj_getState(m, d, initial, full)


def positions(pushes):
    """Position of the cart and the pole after half a second of each push (n, 1)."""
    threads = [mujoco.MjData(m) for _ in range(2)]
    control = np.repeat(np.asarray(pushes).reshape(-1, 1, m.nu), 50, axis=1)
    states, _ = rollout.rollout(m, threads, np.tile(initial, (len(control), 1)), control)
    return states[:, -1, 1 : 1 + m.nq]


print(positions([-1.0, 0.0, 1.0]))


def residual(x):
    """How far the cart is from where we want it, for each column of x."""
    return positions(x.ravel())[:, :1].T - 0.05


best, _ = minimize.least_squares(np.array([0.0]), residual, (np.array([-10.0]), np.array([10.0])), verbose=0)
print("push with", best, "to end at", positions(best)[0, 0])
