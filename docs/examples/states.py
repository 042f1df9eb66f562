"""Positions and velocities, state vectors, copies, binary files, delays and their history."""

import tempfile
from pathlib import Path

import numpy as np

import gelenk as mujoco
from gelenk import models

m = models.load("humanoid")
d = mujoco.MjData(m)
mujoco.mj_step(m, d, 50)

# positions are moved by velocities and subtracted, quaternions included
qpos, qvel = d.qpos.copy(), np.zeros(m.nv)
mujoco.mj_integratePos(m, qpos, d.qvel, 0.1)
mujoco.mj_differentiatePos(m, qvel, 0.1, d.qpos, qpos)
np.testing.assert_allclose(qvel, d.qvel, atol=1e-9)
qpos[3:7] *= 2
mujoco.mj_normalizeQuat(m, qpos)

# the state as a vector; going on from it gives the same bits
full = mujoco.mjtState.mjSTATE_INTEGRATION
state = np.zeros(mujoco.mj_stateSize(m, full))
mujoco.mj_getState(m, d, state, full)
mujoco.mj_step(m, d, 100)
again = mujoco.MjData(m)
mujoco.mj_setState(m, again, state, full)
mujoco.mj_step(m, again, 100)
assert np.array_equal(d.qpos, again.qpos)

# parts of a state vector; parts of another MjData; all of it
part = mujoco.mjtState.mjSTATE_QPOS
only = np.zeros(mujoco.mj_stateSize(m, part))
mujoco.mj_extractState(m, state, full, only, part)
mujoco.mj_copyState(m, again, d, part)
mujoco.mj_copyData(d, m, again)
other = mujoco.MjData(m)

# a model in binary form, to a file and to memory
with tempfile.TemporaryDirectory() as folder:
    path = str(Path(folder) / "humanoid.mjb")
    mujoco.mj_saveModel(m, path)
    same = mujoco.MjModel.from_binary_path(path)
    assert np.array_equal(same.body_mass, m.body_mass)
buffer = np.zeros(mujoco.mj_sizeModel(m), np.uint8)
mujoco.mj_saveModel(m, None, buffer)

# delayed controls and sensors keep a history
m = mujoco.MjModel.from_xml_string("""<mujoco><worldbody><body>
    <joint name="hinge"/><geom size="0.1" pos="0.5 0 0"/></body></worldbody>
  <actuator><motor joint="hinge" delay="0.02" nsample="20"/></actuator>
  <sensor><jointpos joint="hinge" delay="0.02" nsample="20"/></sensor></mujoco>""")
d = mujoco.MjData(m)
mujoco.mj_initCtrlHistory(m, d, 0, None, np.full(20, 0.25))
mujoco.mj_initSensorHistory(m, d, 0, None, np.zeros((20, 1)), 0.0)
d.ctrl[:] = 1.0
mujoco.mj_step(m, d, 5)
assert mujoco.mj_readCtrl(m, d, 0, d.time, -1) == 0.25  # what was set is on its way
reading = np.zeros(1)
mujoco.mj_readSensor(m, d, 0, d.time, reading, -1)
print("states and delays work")
