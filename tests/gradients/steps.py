"""Steps for the tests of torch_step and jax_step: a model with a quaternion, contacts and an activation."""

import numpy as np

import gelenk as mujoco
from tests.support.derivatives import converge

XML = """<mujoco><option timestep="0.002" integrator="implicitfast"/><worldbody>
  <geom type="plane" size="5 5 .1"/>
  <body pos="0 0 0.098"><freejoint/><geom type="sphere" size="0.1" mass="1"/>
    <body pos="0.3 0 0"><joint name="j" type="hinge" axis="0 1 0" damping="0.1"/>
      <geom type="sphere" size="0.1" mass="0.5"/><site name="tip" pos="0.1 0 0"/></body></body>
</worldbody><actuator><general joint="j" dyntype="filter" dynprm="0.02" gainprm="3"/></actuator></mujoco>"""


def scene():
    """The model, its state as numbers, controls, and a unit direction that keeps the quaternion a unit."""
    m = converge(mujoco.MjModel.from_xml_string(XML))
    d = mujoco.MjData(m)
    rng = np.random.default_rng(0)
    d.qvel[:] = rng.normal(size=m.nv)
    mujoco.mj_step(m, d, nstep=40)
    state = np.concatenate([d.qpos, d.qvel, d.act])
    along = rng.normal(size=state.shape)
    along[3:7] -= state[3:7] * (state[3:7] @ along[3:7])
    return m, state, np.array([0.4]), along


def after(m, state, ctrl):
    """The state after mj_step, and a site before it."""
    d = mujoco.MjData(m)
    d.qpos[:], d.qvel[:], d.act[:] = np.split(state, [m.nq, m.nq + m.nv])
    d.ctrl[:] = ctrl
    mujoco.mj_step(m, d)
    site = d.site_xpos.copy()
    return np.concatenate([d.qpos, d.qvel, d.act]), site


def loss(m, state, ctrl, weights):
    """A weighted sum of both results."""
    found, site = after(m, state, ctrl)
    return found @ weights + (site**2).sum()
