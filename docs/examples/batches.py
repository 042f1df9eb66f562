"""A batch of worlds: live arrays, resets by mask, worlds with masses of their own, rays and Jacobians."""

import numpy as np

import gelenk as mujoco
from gelenk import models
from gelenk.batch import DATA_FIELDS, MODEL_FIELDS, Batch, SimulationError

m = models.load("pendulum")
random = np.random.default_rng(0)

with Batch(m, nsim=64, nthread=2) as batch:
    batch.qpos = random.uniform(-1, 1, (64, m.nq))
    batch.expand("body_mass")[:, 1] *= random.uniform(0.5, 2, 64)
    batch.set_const()
    tip = batch.bind("xpos")
    for _ in range(200):
        batch.step()
        batch.reset(np.abs(batch.qvel[:, 0]) > 4)
    print(f"{batch}: tips between {tip[:, 1, 2].min():.2f} and {tip[:, 1, 2].max():.2f} m")

    found = batch.rollout(10, record=["qpos", mujoco.mjtState.mjSTATE_PHYSICS], ids=[0, 5])
    print("recorded", {str(item): array.shape for item, array in found.items()})

    batch.forward()
    jacp, _ = batch.jac(1, [0, 0, 0])
    dist, geom = batch.ray([0, -3, 0], [0, 1, 0])
    print("jacobians", jacp.shape, "rays that hit", int((geom >= 0).sum()))

    data, model = batch.get_data(3), batch.get_model(3)
    mujoco.mj_step(model, data, 20)
    batch.step([3], nstep=20)
    assert (data.qpos == batch.qpos[3]).all(), "a world is what its data would be"

    batch.expand("opt.integrator")[7] = 99
    try:
        batch.step()
    except SimulationError as error:
        print("worlds that failed:", error.ids, "since", batch.error(7))
print(len(DATA_FIELDS), "fields can be bound,", len(MODEL_FIELDS), "expanded")
