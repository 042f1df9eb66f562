"""A state vector, kept at a random step, restores the motion to the bit, in every part that it may have.

The model has one of all that a state has: activations, delays, warmstart, plugins, mocap bodies, equalities, user data.
"""

import copy
import os
import pickle

import numpy as np
import pytest

import gelenk
from tests.support import models
from tests.support.plugin_kernel import Lag

gelenk.register_plugin(Lag)
STATE = gelenk.mjtState
MODEL = """
<mujoco>
  <option timestep=".004" integrator="{integrator}" {option}/>
  <size nuserdata="3"/>
  <extension>
    <plugin plugin="mujoco.pid"><instance name="pid"><config key="kp" value="20"/><config key="ki" value="5"/>
      <config key="kd" value=".3"/><config key="slewmax" value="30"/></instance></plugin>
    <plugin plugin="test.lag"><instance name="lag"/></plugin>
    <plugin plugin="mujoco.elasticity.cable"><instance name="cable"><config key="twist" value="1e3"/>
      <config key="bend" value="1e3"/></instance></plugin>
  </extension>
  <worldbody>
    <geom type="plane" size="5 5 .1"/>
    <body name="mocap" mocap="true" pos="0 0 1"/>
    <body name="ball" pos="0 0 .9"><freejoint/><geom size=".1"/><site name="ball"/><plugin instance="lag"/></body>
    <body name="box" pos=".05 0 .3"><freejoint/><geom type="box" size=".1 .15 .1"/></body>
    <body pos="1 0 1"><joint name="j" axis="0 1 0" damping=".1"/>
      <geom type="capsule" size=".03" fromto="0 0 0 .3 0 0"/>
      <body pos=".3 0 0"><joint name="k" axis="0 1 0" range="-60 60"/><geom size=".08"/><site name="hand"/>
      </body></body>
    <body pos="-1 0 1"><joint type="ball" damping=".002" armature=".001"/>
      <geom type="capsule" size=".01" fromto="0 0 0 .1 0 0"/>
      <plugin instance="cable"/>
      <body pos=".1 0 0"><joint type="ball" damping=".002" armature=".001"/>
        <geom type="capsule" size=".01" fromto="0 0 0 .1 0 0"/>
        <plugin instance="cable"/></body></body>
  </worldbody>
  <equality>
    <weld name="drag" body1="mocap" body2="ball"/>
    <joint name="gear" joint1="j" joint2="k" polycoef="0 .5 0 0 0" active="false"/>
  </equality>
  <actuator>
    <plugin joint="j" plugin="mujoco.pid" instance="pid" actdim="2"/>
    <muscle joint="k" lengthrange="-2 2" force="3"/>
    <general joint="k" dyntype="filterexact" dynprm=".05" nsample="6" delay=".012" interp="linear"/>
  </actuator>
  <sensor>
    <gyro site="hand" nsample="5" delay=".008" interp="cubic"/>
    <framepos objtype="site" objname="ball" nsample="4" delay=".01"/>
    <touch site="ball"/>
  </sensor>
</mujoco>
"""
VARIANTS = {
    "Euler": ("Euler", ""),
    "implicit, elliptic": ("implicit", 'cone="elliptic"'),
    "implicitfast, PGS": ("implicitfast", 'solver="PGS"'),
    "RK4, CG": ("RK4", 'solver="CG"'),
}


def act(m, d, step):
    """Inputs of step ``step``: all that a user can set."""
    rng = np.random.default_rng(step)
    d.ctrl[:] = rng.uniform(-1, 1, m.nu)
    d.qfrc_applied[:] = 0.1 * rng.standard_normal(m.nv)
    d.xfrc_applied[2] = rng.standard_normal(6)
    d.mocap_pos[0, 0] = 0.2 * np.sin(0.1 * step)
    d.eq_active[:] = 1, step // 7 % 2
    d.userdata[:] = step


def drive(m, d, first, last):
    for step in range(first, last):
        act(m, d, step)
        gelenk.mj_step(m, d)


def state(m, d, signature=STATE.mjSTATE_INTEGRATION):
    out = np.zeros(gelenk.mj_stateSize(m, signature))
    gelenk.mj_getState(m, d, out, signature)
    return out


def print_of(m, d):
    return state(m, d).tobytes() + d.sensordata.tobytes() + d.qacc.tobytes() + d.efc_force.tobytes()


@pytest.fixture(scope="module", params=VARIANTS)
def world(request):
    integrator, option = VARIANTS[request.param]
    m = gelenk.MjModel.from_xml_string(MODEL.format(integrator=integrator, option=option))
    assert m.na >= 3 and m.nhistory > 0 and m.npluginstate > 0 and m.nmocap and m.neq and m.nuserdata
    return m


def at_random_step(m, seed):
    """Data at a step that ``seed`` decides, and its number."""
    n = int(np.random.default_rng(seed).integers(20, 200))
    d = gelenk.MjData(m)
    drive(m, d, 0, n)
    assert not d.warning.number.any()
    return d, n


@pytest.mark.parametrize("seed", range(3))
def test_the_whole_state_restores_the_motion(world, seed):
    d, n = at_random_step(world, seed)
    assert d.ncon + d.nefc > 0
    kept = state(world, d)
    drive(world, d, n, n + 40)
    other, _ = at_random_step(world, seed + 10)
    gelenk.mj_setState(world, other, kept, STATE.mjSTATE_INTEGRATION)
    assert state(world, other).tobytes() == kept.tobytes()
    drive(world, other, n, n + 40)
    assert print_of(world, other) == print_of(world, d)


def test_the_physics_and_its_inputs_restore_the_motion_without_warmstart(world):
    """mjSTATE_FULLPHYSICS has no warmstart: both start their solvers from nothing."""
    d, n = at_random_step(world, 5)
    kept = state(world, d, STATE.mjSTATE_FULLPHYSICS)
    other = gelenk.MjData(world)
    gelenk.mj_setState(world, other, kept, STATE.mjSTATE_FULLPHYSICS)
    for data in (d, other):
        data.qacc_warmstart[:] = 0
        drive(world, data, n, n + 40)
    assert print_of(world, other) == print_of(world, d)


def test_each_part_is_kept_and_put_back_alone(world):
    d, _ = at_random_step(world, 6)
    other, _ = at_random_step(world, 7)
    whole = state(world, other)
    parts = [p for p in STATE.__members__.values() if int(p).bit_count() == 1]
    assert len(parts) == int(STATE.mjNSTATE) and all(gelenk.mj_stateSize(world, int(p)) for p in parts)
    for part in parts:
        rest = int(STATE.mjSTATE_INTEGRATION) & ~int(part)
        before = state(world, other, rest)
        kept = state(world, d, int(part))
        gelenk.mj_setState(world, other, kept, int(part))
        assert state(world, other, int(part)).tobytes() == kept.tobytes(), part.name
        assert state(world, other, rest).tobytes() == before.tobytes(), part.name
    assert state(world, other).tobytes() == state(world, d).tobytes() != whole.tobytes()


@pytest.mark.parametrize("way", ["copy", "deepcopy", "pickle", "mj_copyData"])
def test_copies_go_on_as_the_original(world, way):
    d, n = at_random_step(world, 8)
    other = gelenk.MjData(world)
    if way == "mj_copyData":
        gelenk.mj_copyData(other, world, d)
    else:
        other = {
            "copy": copy.copy,
            "deepcopy": copy.deepcopy,
            "pickle": lambda d: pickle.loads(pickle.dumps(d)),
        }[way](d)
    for data in (d, other):
        drive(world if data is d else other.model, data, n, n + 40)
    assert print_of(other.model, other) == print_of(world, d)


@pytest.mark.parametrize("way", ["pickle", "mjb", "copy"])
def test_saved_models_go_on_from_saved_states(world, way, tmp_path):
    d, n = at_random_step(world, 9)
    kept = state(world, d)
    if way == "mjb":
        file = os.fspath(tmp_path / "m.mjb")
        gelenk.mj_saveModel(world, file)
        again = gelenk.MjModel.from_binary_path(file)
    else:
        again = pickle.loads(pickle.dumps(world)) if way == "pickle" else copy.copy(world)
    other = gelenk.MjData(again)
    gelenk.mj_setState(again, other, kept, STATE.mjSTATE_INTEGRATION)
    drive(world, d, n, n + 40)
    drive(again, other, n, n + 40)
    assert print_of(again, other) == print_of(world, d)


def test_one_and_two_threads_roll_out_the_same_bits(world):
    from gelenk.batch import rollout

    starts = [state(world, at_random_step(world, seed)[0], STATE.mjSTATE_FULLPHYSICS) for seed in range(6)]
    ctrl = np.random.default_rng(3).uniform(-1, 1, (6, 30, world.nu))
    results = []
    for nthread in (1, 2):
        datas = [gelenk.MjData(world) for _ in range(nthread)]
        results.append(rollout.rollout(world, datas, np.array(starts), ctrl))
    for one, two in zip(*results, strict=True):
        assert one.tobytes() == two.tobytes()


@pytest.mark.slow
def test_a_restored_humanoid_goes_on_with_the_same_bits():
    m = models.load("humanoid")
    d = gelenk.MjData(m)
    gelenk.mj_step(m, d, 777)
    kept = state(m, d)
    gelenk.mj_step(m, d, 1000)
    other = gelenk.MjData(m)
    gelenk.mj_setState(m, other, kept, STATE.mjSTATE_INTEGRATION)
    gelenk.mj_step(m, other, 1000)
    assert print_of(m, other) == print_of(m, d)


def test_a_slice_of_contacts_keeps_its_rows_where_there_is_more_room():
    m = gelenk.MjModel.from_xml_string(
        "<mujoco><worldbody><geom type='plane' size='1 1 1'/>"
        "<body pos='0 0 0.04'><freejoint/><geom type='box' size='.1 .1 .05'/></body></worldbody></mujoco>"
    )
    d = gelenk.MjData(m)
    gelenk.mj_forward(m, d)
    some, dist = d.contact[1:3], d.contact.dist[1:3].copy()
    d._resize(nconmax=100)
    d.contact.dist[:] = 7.0
    assert some.dist.tolist() == dist.tolist() and len(some) == 2
    assert [c.dist for c in pickle.loads(pickle.dumps(some))] == dist.tolist()
