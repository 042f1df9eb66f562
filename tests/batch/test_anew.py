"""Constants of models by world, and worlds that begin anew, are those of mj_setConst and mj_resetData to the bit."""

import copy

import numpy as np
import pytest

import gelenk
import scenes
from gelenk.batch import MODEL_FIELDS, Batch
from gelenk.batch.transfers import COUNTS, DERIVED, STATE_ROWS
from gelenk.runtime.data import MjData
from tests.batch.worlds import XML, assert_same, model, stir, twins, vector

# constants that others replace, and rest lengths that are to be found
SPRUNG = """
<mujoco>
  <worldbody>
    <body name="m" mocap="true" pos="0 0 2"><geom size=".1" contype="0" conaffinity="0"/></body>
    <body name="a" pos="0 0 1"><joint name="a" axis="0 1 0" springref="30"/><geom size=".1" pos=".3 0 0"/>
      <site name="a" pos=".3 0 0"/><camera name="c" mode="trackcom"/><light/>
      <body name="b" pos=".4 0 0"><joint name="b" type="ball"/><geom type="box" size=".1 .2 .3"/><site name="b"/></body>
    </body>
    <body name="c"><joint type="slide"/><geom size=".2"/></body>
  </worldbody>
  <tendon><spatial name="t" stiffness="3" springlength="-1"><site site="a"/><site site="b"/></spatial></tendon>
  <equality><weld body1="b" body2="m"/><connect body1="b" body2="c" anchor="0 0 .1"/></equality>
  <actuator><position joint="a" kp="10" dampratio="1"/><motor tendon="t"/></actuator>
  <keyframe><key mpos="3 4 5" qpos="1 1 0 0 0 2"/></keyframe>
</mujoco>
"""


def by_functions(batch, ids):
    """The model of each world with the constants that mj_setConst gives it."""
    models = [batch.get_model(i) for i in range(batch.nsim)]
    for i in ids:
        gelenk.mj_setConst(models[i], MjData(models[i]))
    return models


def assert_models(batch, models):
    for i, wanted in enumerate(models):
        found = batch.get_model(i)
        for name in MODEL_FIELDS:
            a, b = (np.asarray(_of(m, name)) for m in (found, wanted))
            assert np.array_equal(a, b, equal_nan=a.dtype.kind == "f"), f"{name} of world {i}"


def _of(m, name):
    for part in name.split("."):
        m = getattr(m, part)
    return m


def differ(batch, seed=0):
    """Worlds whose models differ in what constants follow from."""
    rng = np.random.default_rng(seed)
    for name in ("body_mass", "body_inertia", "body_pos", "geom_rbound", "dof_armature"):
        array = batch.expand(name)
        array[:] *= rng.uniform(0.5, 2, array.shape)
    array = batch.expand("qpos0")
    array[1:] += rng.normal(0, 0.1, array[1:].shape)


# ---- constants


@pytest.mark.parametrize("persistent", [False, True])
@pytest.mark.parametrize("nthread", [1, 3])
@pytest.mark.parametrize("xml", [XML, SPRUNG], ids=["box", "sprung"])
def test_constants_by_world_are_those_of_the_function(xml, nthread, persistent):
    batch = Batch(model(xml), 7, nthread, persistent)
    stir(batch)
    batch.step(nstep=3)
    batch.jac(1, [0, 0, 0])
    differ(batch)
    if batch.model.ntendon and xml is SPRUNG:
        batch.expand("tendon_lengthspring")[::2] = -1
        batch.expand("actuator_biasprm")[:, 0, 2] = np.linspace(0.5, 1.5, 7)
        batch.expand("eq_data")[3:, 0, 6:10] = 0
    state = batch.state.copy()
    for ids in ([1, 3, 4, 6], [0, 1, 2, 3, 4, 5, 6]):
        wanted = by_functions(batch, ids)
        batch.set_const(ids)
        assert_models(batch, wanted)
    assert np.array_equal(batch.state, state)
    datas = [batch.get_data(i) for i in range(7)]
    batch.step(nstep=5)
    for i, d in enumerate(datas):
        gelenk.mj_step(batch.get_model(i), d, 5)
        assert np.array_equal(batch.state[i], vector(batch.model, d))


@pytest.mark.parametrize("name", ["cloth", "tendon_arm", "loops", "soft_trilinear"])
def test_constants_of_scenes_are_those_of_the_function(name):
    batch = Batch(gelenk.MjModel.from_xml_path(str(scenes.path(name))), 3, 2)
    differ(batch)
    wanted = by_functions(batch, range(3))
    batch.set_const()
    assert_models(batch, wanted)


def test_constants_of_one_world_leave_those_of_the_others():
    m = model(SPRUNG)
    batch = Batch(m, 4, 2)
    batch.expand("body_mass")[:] *= 3
    before = [batch.get_model(i) for i in range(4)]
    wanted = by_functions(batch, [2])
    batch.set_const([2])
    assert_models(batch, [before[0], before[1], wanted[2], before[3]])
    batch.set_const([])
    batch.step()
    again = copy.copy(batch)
    again.set_const()
    assert_models(again, by_functions(again, range(4)))


# ---- resets


@pytest.mark.parametrize("nthread", [1, 3])
def test_a_persistent_world_that_is_reset_is_a_data_that_is_reset(nthread, monkeypatch):
    """In every field, also those that nobody has bound; and Python resets none of them one by one."""
    m = model()
    batch, datas = twins(m, nsim=6, nthread=nthread, persistent=True)
    for name in ("xpos", "ncon", "sensordata"):
        batch.bind(name)
    batch.userdata[:] = 3
    batch.eq_active[:] = 1
    batch.step(nstep=20)
    keys = [-1, 0, 1, 0]
    for i, key in zip((0, 2, 3, 5), keys, strict=True):
        gelenk.mj_resetData(m, datas[i]) if key < 0 else gelenk.mj_resetDataKeyframe(m, datas[i], key)
    monkeypatch.setattr(MjData, "_reset", None)
    batch.reset([0, 2, 3, 5], keyframe=keys, stage=0)
    for i in (0, 2, 3, 5):
        found = batch.get_data(i)
        for name in (*STATE_ROWS, *DERIVED, *COUNTS):
            assert np.array_equal(getattr(found, name), getattr(datas[i], name)), f"{name} of world {i}"
        assert not any(w.number for w in found.warning)
    assert (batch.userdata[[1, 4]] == 3).all() and (batch.time[[1, 4]] > 0).all()
    names = sorted({*DERIVED, *COUNTS})
    for name in names:
        batch.bind(name)
    batch.step([0, 2, 3, 5], nstep=20)
    for i in (0, 2, 3, 5):
        gelenk.mj_step(m, datas[i], 20)
        assert np.array_equal(batch.state[i], vector(m, datas[i]))
        for name in names:
            assert np.array_equal(batch.bind(name)[i], getattr(datas[i], name)), f"{name} of world {i}"


@pytest.mark.parametrize("persistent", [False, True])
def test_a_reset_takes_each_field_from_the_model_of_its_world(persistent):
    rng = np.random.default_rng(4)
    batch = Batch(model(), 5, 2, persistent)
    names = ["qpos0", "body_pos", "body_quat", "eq_active0", "opt.timestep"]
    names += [f"key_{name}" for name in ("time", "qpos", "qvel", "act", "ctrl", "mpos", "mquat")]
    for name in names:
        array = batch.expand(name)
        array[:] = (
            rng.integers(0, 2, array.shape) if array.dtype.kind == "u" else rng.uniform(0.1, 1, array.shape)
        )
    stir(batch)
    batch.step(nstep=2)
    for keys in (-1, 1, [0, -1, 1, 1, -1]):
        batch.reset(keyframe=keys, stage=0)
        for i, key in enumerate(np.broadcast_to(keys, 5).tolist()):
            own = batch.get_model(i)
            d = MjData(own)
            if key >= 0:
                gelenk.mj_resetDataKeyframe(own, d, key)
            assert np.array_equal(batch.state[i], vector(own, d)), i


@pytest.mark.parametrize("persistent", [False, True])
def test_a_reset_takes_the_models_of_the_caller(persistent):
    batch, models = Batch(model(), 4, 2, persistent), [model() for _ in range(2)]
    for i, own in enumerate(models):
        own.qpos0[-1] = 1 + i
        own.key_ctrl[1, 0] = 10 + i
        own.eq_active0[:] = i
    batch.set_models([models[0], models[1], models[1], models[0]])
    batch.reset(keyframe=[-1, -1, 1, 1])
    assert batch.qpos[:, -1].tolist() == [1, 2, 0, 0] and batch.ctrl[:, 0].tolist() == [0, 0, 11, 10]
    assert batch.eq_active.ravel().tolist() == [0, 1, 1, 0]


@pytest.mark.parametrize("persistent", [False, True])
def test_histories_of_timesteps_that_differ_begin_as_alone(persistent):
    batch = Batch(
        model(
            """<mujoco><worldbody><body><joint name="j"/><geom size=".1" pos="0 0 -1"/></body></worldbody>
            <actuator><motor joint="j" delay=".01" nsample="8"/></actuator></mujoco>"""
        ),
        *(4, 2, persistent),
    )
    batch.expand("opt.timestep")[:] = [0.001, 0.002, 0.003, 0.004]
    batch.step(nstep=9)
    batch.reset(stage=0)
    for i in range(4):
        own = batch.get_model(i)
        assert np.array_equal(batch.state[i], vector(own, MjData(own)))


def test_trees_that_start_asleep_do_so_in_persistent_worlds():
    m = model(
        """<mujoco><option><flag sleep="enable"/></option>
        <worldbody><geom type="plane" size="9 9 1"/>
        <body pos="0 0 .1" sleep="init"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
        <body pos="1 0 .5"><freejoint/><geom type="box" size=".1 .1 .1"/></body></worldbody>
        <keyframe><key qpos="0 0 .4 1 0 0 0 1 0 .1 1 0 0 0"/></keyframe></mujoco>"""
    )
    batch, datas = twins(m, nsim=3, persistent=True)
    batch.bind("tree_asleep")
    batch.step(nstep=5)
    batch.reset(keyframe=[-1, 0, -1], stage=0)
    for d, key in zip(datas, (-1, 0, -1), strict=True):
        gelenk.mj_resetData(m, d) if key < 0 else gelenk.mj_resetDataKeyframe(m, d, key)
    assert_same(batch, datas, ["tree_asleep"])
    assert (batch.tree_asleep[0] >= 0).any()
    batch.step(nstep=30)
    for d in datas:
        gelenk.mj_step(m, d, 30)
    assert_same(batch, datas, ["tree_asleep"])


@pytest.mark.parametrize(("release", "radius"), [("3.11", 0.1), ("3.17", 0.3)])
def test_bounds_are_constants_from_3_16_on(release, radius):
    xml = '<mujoco><worldbody><body><freejoint/><geom size=".1"/></body></worldbody></mujoco>'
    batch = Batch(gelenk.MjModel.from_xml_string(xml, release=release), 2)
    batch.expand("geom_size")[1] = 0.3
    batch.set_const()
    found = batch.get_model(1)
    assert found.geom_rbound[0] == radius and batch.get_model(0).geom_rbound[0] == 0.1
