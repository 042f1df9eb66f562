"""mujoco.batch of release 4.0.0 on our batches: masses per simulation, named views, records, failures."""

import numpy as np

from gelenk import models, mujoco_batch
from gelenk.mujoco_batch import DATA_FIELDS, MODEL_FIELDS, Batch, SimulationError

m = models.load("pendulum")
b = Batch(m, nsim=16, nthread=2)
b.body(1).mass = np.linspace(0.5, 2, 16).reshape(16, 1)  # an assignment expands the field
b.set_const()
b.qpos[:, 0] = 1
qpos = b.bind("qpos")
out = b.rollout(50, record=("qpos", "xpos"))
assert out["qpos"].shape == (16, 50, m.nq) and (out["qpos"][:, -1] == qpos).all()
assert b.expanded("body_mass").shape == (16, m.nbody)

b.expand("opt.integrator")[3] = 99
try:
    b.step()
except SimulationError as error:
    print(error)
    assert error.ids.tolist() == [3] and b.status[3]
print(len(DATA_FIELDS), "fields can be bound,", len(MODEL_FIELDS), "expanded, by", mujoco_batch.__name__)
