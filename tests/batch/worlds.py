"""Worlds for the tests of batches: a batch, and an MjData for each world that is stepped by hand."""

import numpy as np

import gelenk
from gelenk.batch import Batch

INTEGRATION = int(gelenk.mjtState.mjSTATE_INTEGRATION)
SLEEP = int(gelenk.mjtEnableBit.mjENBL_SLEEP)

# a bit of everything that a state has: quaternions, activations, mocap bodies, equalities, user data, a delay
XML = """
<mujoco>
  <option timestep="0.005"/>
  <size nuserdata="3"/>
  <worldbody>
    <geom name="floor" type="plane" size="5 5 .1"/>
    <body name="target" mocap="true" pos="0 0 2"><geom size=".02" contype="0" conaffinity="0"/></body>
    <body name="box" pos="0 0 .3">
      <freejoint name="free"/>
      <geom name="box" type="box" size=".1 .2 .15"/>
      <site name="s"/>
      <body name="arm" pos=".2 0 0">
        <joint name="hinge" axis="0 1 0" damping=".1"/>
        <geom name="rod" type="capsule" size=".04 .1" pos="0 0 .1"/>
      </body>
    </body>
    <camera name="eye" pos="0 -3 1"/>
  </worldbody>
  <equality><connect name="leash" body1="box" body2="target" anchor="0 0 0" active="false"/></equality>
  <tendon><fixed name="cord"><joint joint="hinge" coef="2"/></fixed></tendon>
  <actuator>
    <motor name="motor" joint="hinge"/>
    <position name="servo" joint="hinge" kp="2" timeconst=".1"/>
  </actuator>
  <sensor><jointpos name="angle" joint="hinge"/><clock/><accelerometer name="acc" site="s"/></sensor>
  <keyframe>
    <key name="high" time="2" qpos="0 0 1 1 0 0 0 .5" qvel="0 0 0 0 0 0 1"/>
    <key name="pushed" ctrl="1 -1" mpos="0 1 3"/>
  </keyframe>
</mujoco>
"""


def model(xml=XML):
    """A model of MJCF text."""
    return gelenk.MjModel.from_xml_string(xml)


def sleeps(m):
    """Whether trees of the model sleep, which takes a persistent batch."""
    return bool(m.opt.enableflags & SLEEP)


def vector(m, d, sig=INTEGRATION):
    """The state of an MjData as one vector."""
    out = np.zeros(gelenk.mj_stateSize(m, sig))
    gelenk.mj_getState(m, d, out, sig)
    return out


def stir(batch, seed=0, speed=0.3):
    """Worlds that differ, by their velocities and controls."""
    m, rng = batch.model, np.random.default_rng(seed)
    batch.qvel = speed * rng.standard_normal((batch.nsim, m.nv))
    batch.ctrl = rng.uniform(-1, 1, (batch.nsim, m.nu))


def by_hand(m, states):
    """An MjData for each state."""
    made = []
    for state in states:
        d = gelenk.MjData(m)
        gelenk.mj_setState(m, d, state, INTEGRATION)
        made.append(d)
    return made


def twins(m, nsim=4, nthread=2, persistent=None, seed=0, speed=0.3):
    """A batch of worlds that differ, and MjData in the same states."""
    batch = Batch(m, nsim, nthread, persistent=sleeps(m) if persistent is None else persistent)
    stir(batch, seed, speed)
    return batch, by_hand(m, batch.state)


def assert_same(batch, datas, fields=()):
    """Every world is in the state of its MjData, and fields that are bound have its numbers, to the last bit."""
    for i, d in enumerate(datas):
        assert np.array_equal(batch.state[i], vector(d.model, d), equal_nan=True), f"state of world {i}"
        for name in fields:
            assert np.array_equal(batch.bind(name)[i], getattr(d, name)), f"{name} of world {i}"
