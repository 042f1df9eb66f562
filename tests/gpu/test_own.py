"""Worlds of a device whose models differ, trajectories that are written down there, and what the processor is asked."""

import copy
import gc
import pickle

import numpy as np
import pytest

import gelenk
import scenes
from gelenk.batch import Batch, SimulationError
from gelenk.batch.device.arrays import DeviceArray
from gelenk.tables.field_groups import ON_DEVICES, PER_WORLD
from gelenk.toolchain.gpu.cuda_driver import DriverError
from gelenk.toolchain.gpu.variant import Variant
from tests.support import fake_cuda
from tests.support.both_sides import both_sides
from tests.support.many import load
from tests.support.tolerance import tol

pytestmark = fake_cuda.needs_cc
DOUBLE = Variant(exact=True)
NSIM = 35
CTRL = int(gelenk.mjtState.mjSTATE_CTRL)


@pytest.fixture(scope="module")
def m():
    return load("cartpole")


@pytest.fixture
def pair(m, monkeypatch):
    """The same worlds on the device and on the processor."""
    monkeypatch.setenv("GELENK_CUDA_DRIVER", fake_cuda.library())
    return both_sides(m, NSIM, DOUBLE)


@pytest.fixture(scope="module")
def common(m):
    """One pair for calls that change nothing."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GELENK_CUDA_DRIVER", fake_cuda.library())
        yield both_sides(m, NSIM, DOUBLE)


def close(x, y):
    return np.allclose(x, y, rtol=tol(1e-12), atol=tol(1e-13))


def numbers(array):
    return array.numpy() if isinstance(array, DeviceArray) else array


def differ(batch, random):
    """Masses, damping, timesteps, gravity and limits of controls that are those of a world."""
    batch.expand("body_mass")[:, 2] = random.uniform(0.05, 0.2, NSIM)
    batch.joint("hinge").damping = random.uniform(0, 0.01, (NSIM, 1))
    batch.expand("opt.timestep")[:] = random.uniform(0.001, 0.01, NSIM)
    batch.expand("opt.gravity")[:, 2] = random.uniform(-12, -8, NSIM)
    batch.actuator_ctrlrange = random.uniform(0.1, 0.2, (NSIM, 1, 1)) * [-1, 1]


def test_worlds_step_on_their_own_models_as_those_of_the_processor(pair):
    there, here = pair
    there.bind("qvel")
    here.bind("qM")
    there.step()  # by the program without, before anything is expanded
    here.step()
    for batch in pair:
        differ(batch, np.random.default_rng(3))
        batch.ctrl = 1.0
        batch.step(nstep=20)
        batch.step([1, 34])
    there.check()
    for name in ("qpos", "qvel", "time", "qM"):
        assert close(there.get(name), getattr(here, name)), name
    assert len({*there.get("time")}) > 30 and close(there.qvel.numpy(), here.qvel)
    there.expand("body_mass")[:, 2] = 0.3  # live: the next graph of the same steps takes it
    here.body_mass[:, 2] = 0.3
    for batch in pair:
        batch.step(nstep=20)
    assert close(there.get("qpos"), here.qpos)


def test_expanded_fields_are_arrays_on_the_device_that_begin_as_the_model(pair, m):
    there, _ = pair
    mass = there.expand("body_mass")
    assert mass is there.expand("body_mass") is there.expanded("body_mass") is there.body_mass
    assert mass.shape == (NSIM, m.nbody) and mass.__dlpack_device__() == (2, 0)
    assert (mass.numpy() == m.body_mass).all() and there.expanded("dof_damping") is None
    assert there.expand("opt.iterations").numpy().tolist() == [m.opt.iterations] * NSIM
    assert there.expand("tendon_stiffness").shape == (NSIM, 0)
    there.body_mass = 2.0
    there.expand("body_mass")[3] = 5.0
    heavy = there.get_model(3)
    assert (heavy.body_mass == 5.0).all() and (there.get_model(4).body_mass == 2.0).all()
    assert heavy.opt.iterations == m.opt.iterations and (m.body_mass < 2.0).all()
    kept = gelenk.MjModel.from_xml_path(str(scenes.path("cartpole")))
    assert there.get_model(3, kept) is kept and (kept.body_mass == 5.0).all()


def test_what_can_be_expanded_is_what_the_processor_can_but_for_indices(pair):
    there, here = pair
    for name in PER_WORLD:
        if name in ON_DEVICES:
            assert there.expand(name).shape == here.expand(name).shape, name
        else:
            with pytest.raises(NotImplementedError, match=f"{name} is an index"):
                there.expand(name)
    for batch in pair:
        batch.step(nstep=3)
    there.check()
    assert close(there.get("qpos"), here.qpos)


@pytest.mark.parametrize(
    "name, error, words",
    [
        ("body_mas", ValueError, "did you mean 'body_mass'"),
        ("mesh_vert", ValueError, "belongs to assets"),
        ("qpos", ValueError, "use bind"),
        ("timestep", ValueError, r"use expand\('opt.timestep'\)"),
        (3, TypeError, "name of a field"),
    ],
)
def test_wrong_names_are_those_of_the_processor(pair, name, error, words):
    for batch in pair:
        with pytest.raises(error, match=words):
            batch.expand(name)


def test_a_world_whose_options_name_nothing_stops_alone(pair):
    there, _ = pair
    there.expand("opt.integrator")[5] = 99
    there.step()
    with pytest.raises(
        SimulationError, match=r"1 of 35 .* world 5: opt.integrator names no integrator"
    ) as error:
        there.check()
    assert error.value.ids.tolist() == [5]
    there.expand("opt.integrator")[5] = int(gelenk.mjtIntegrator.mjINT_RK4)
    there.reset([5], stage=0)
    there.step()
    assert "lacks the stage runge_kutta" in there.error(5)


def test_objects_have_their_rows_by_name(pair, m):
    there, here = pair
    for batch in pair:
        batch.joint("hinge").qpos = 0.1
        batch.joint("slider").qvel[:] = 0.5
        batch.actuator(0).ctrl[3:5] = 1.0
        batch.body("pole").mass = 0.2
        batch.bind("xpos")
        batch.step(nstep=2)
    assert close(there.get("qpos"), here.qpos)
    pole = there.body("pole")
    assert pole.xpos.shape == (NSIM, 3) and close(pole.xpos.numpy(), here.body("pole").xpos)
    assert (pole.mass.numpy() == 0.2).all() and pole.name == "pole" and pole.id == m.body("pole").id
    assert pole.inertia.shape == (NSIM, 3) and not pole.inertia.flags.writeable  # shared, on the host
    told = there.joint("hinge").qpos.__cuda_array_interface__
    assert told["strides"] == (8 * m.nq, 8) and told["data"][0] == there.bind("qpos").pointer + 8
    with pytest.raises(AttributeError, match="did you mean"):
        there.joint("hinge").qposs  # noqa: B018
    with pytest.raises(KeyError):
        there.body("none")


def test_constants_follow_from_what_is_expanded(pair):
    there, here = pair
    random = np.random.default_rng(1).uniform(0.05, 0.2, NSIM)
    for batch in pair:
        batch.expand("body_mass")[:, 2] = random
        batch.set_const(np.arange(NSIM) != 7)
    assert close(there.expanded("dof_invweight0").numpy(), here.expanded("dof_invweight0"))
    assert {*there._own_rows} == {*here._cpu.expanded}
    for batch in pair:
        batch.step(nstep=3)
    assert close(there.get("qpos"), here.qpos)


def other_models(m):
    """Models of a spec with other numbers: masses, timesteps, keyframes."""
    random, made = np.random.default_rng(5), []
    for _ in range(3):
        one = copy.copy(m)
        one.body_mass[1:] *= random.uniform(0.5, 2)
        one.opt.timestep = random.uniform(0.001, 0.01)
        one.key_qpos[0] = random.normal(0, 1, m.nq)
        gelenk.mj_setConst(one, gelenk.MjData(one))
        made.append(one)
    return made


def test_each_world_can_have_a_model_of_the_caller(pair, m):
    there, here = pair
    found = other_models(m)
    models = [found[i % 3] for i in range(NSIM)]
    for batch in pair:
        batch.set_models(models)
        batch.reset([0, 4, 8], keyframe=0, stage=0)
        batch.ctrl = 0.5
        batch.step(nstep=7)
    there.check()
    assert close(there.get("qpos"), here.qpos) and close(there.get("time"), here.time)
    assert there.models == tuple(models) and len({*here.time}) == 3
    assert (there.get_model(4).body_mass == found[1].body_mass).all()
    for batch in pair:
        with pytest.raises(gelenk.FatalError, match=r"models.*set_models"):
            batch.expand("body_mass")
        with pytest.raises(gelenk.FatalError, match=r"models.*set_models"):
            batch.set_const()
    other = copy.copy(there)
    for batch in (*pair, other):
        batch.step(nstep=3)
    assert close(there.get("qpos"), here.qpos) and np.array_equal(other.state, there.state)
    for batch in pair:
        batch.set_models(found[2])
        batch.step(nstep=2)
        batch.set_models(None)
        batch.step(nstep=2)
    assert close(there.get("qpos"), here.qpos) and there.models is None
    assert there.expanded("body_mass") is None
    for batch in pair:
        assert batch.expand("body_mass").shape == (NSIM, m.nbody)
        with pytest.raises(gelenk.FatalError, match="these model fields are expanded: body_mass"):
            batch.set_models(models)


def test_models_in_which_what_a_device_shares_differs_are_refused_by_name(pair, m):
    there, _ = pair
    for change, words in (
        (lambda one: setattr(one.opt, "integrator", 1), "model 1 needs runge_kutta"),
        (lambda one: one.geom_bodyid.__setitem__(0, 1), "geom_bodyid differs, but all worlds"),
    ):
        other = copy.copy(m)
        change(other)
        with pytest.raises(NotImplementedError, match=words):
            there.set_models([m, other] + [m] * (NSIM - 2))
    assert there.models is None and there.expanded("opt.integrator") is None
    there.step()
    there.check()


@pytest.mark.parametrize("ids", [None, [0, 3, 33]], ids=["all", "some"])
def test_rollouts_write_down_what_those_of_the_processor_do(pair, m, ids):
    there, here = pair
    n = NSIM if ids is None else len(ids)
    plans = np.random.default_rng(2).uniform(-1, 1, (n, 6, m.nu))
    state = int(gelenk.mjtState.mjSTATE_FULLPHYSICS)
    wanted = here.rollout(6, plans, record=["qpos", "xpos", "time", "ctrl", state], ids=ids)
    found = there.rollout(6, plans, record=["qpos", "xpos", "time", "ctrl", state], ids=ids)
    assert {*found} == {*wanted}
    for item, array in wanted.items():
        assert found[item].shape == array.shape and close(found[item].numpy(), array), item
    assert close(there.get("qpos"), here.qpos) and close(there.get("ctrl"), here.ctrl)
    again = there.rollout(6, plans, record=["qpos"], ids=ids, out={"qpos": found["qpos"]})
    assert again["qpos"] is found["qpos"]
    assert close(again["qpos"].numpy(), here.rollout(6, plans, ids=ids)["qpos"])
    for batch in pair:
        batch.step()
    assert close(there.get("qpos"), here.qpos)  # all of them step again


def test_controls_of_a_rollout_may_be_on_the_device(pair, m):
    there, here = pair
    plans = np.random.default_rng(4).uniform(-1, 1, (NSIM, 3, m.nu))
    given = DeviceArray(there._inner.device, plans.shape, np.dtype(float), there.stream)
    given.assign(plans)
    assert close(there.rollout(3, given)["qpos"].numpy(), here.rollout(3, plans)["qpos"])
    with pytest.raises(ValueError, match="C-contiguous, float64 and of shape"):
        there.rollout(4, given)
    other = DeviceArray(fake_cuda.device(1), plans.shape, np.dtype(float), there.stream)
    with pytest.raises(ValueError, match="control is on cuda:1, and the batch on cuda:0"):
        there.rollout(3, other)


def test_a_world_that_warns_in_a_rollout_takes_no_more_steps(pair, m):
    there, here = pair
    plans = np.zeros((NSIM, 5, m.nu))
    for batch in pair:
        batch.ctrl = 0.0
    there.qvel = np.where(np.arange(NSIM)[:, None] == 4, np.nan, 0.1)
    here.qvel = np.where(np.arange(NSIM)[:, None] == 4, np.nan, 0.1)
    wanted, found = here.rollout(5, plans)["qpos"], there.rollout(5, plans)["qpos"].numpy()
    there.check()
    assert close(found, wanted) and (found[4, 1:] == found[4, 0]).all() and (found[3, 1] != found[3, 0]).all()


@pytest.mark.parametrize(
    "call, error, words",
    [
        (lambda b: b.rollout(0), ValueError, "nstep must be positive"),
        (lambda b: b.rollout(2, record=["qops"]), ValueError, "did you mean"),
        (lambda b: b.rollout(2, record=["efc_J"]), ValueError, "another size in each step"),
        (lambda b: b.rollout(2, np.zeros((3, 3))), ValueError, "control must be of shape"),
        (lambda b: b.rollout(2, np.zeros(1), 1 << 2), ValueError, "subset of mjSTATE_USER"),
        (lambda b: b.rollout(2, out={"qpos": np.zeros((NSIM, 2, 2))}), ValueError, "an earlier rollout"),
        (lambda b: b.rollout(2, out=3), TypeError, "out must be a dict"),
        (lambda b: b.jac(99, [0, 0, 0]), ValueError, "body must be in"),
        (lambda b: b.ray([0, 0, 1], [0, 0, 0]), ValueError, "vec must not be zero"),
        (lambda b: b.bind("qpos")[[1, 2]], TypeError, "by integers and slices"),
        (lambda b: b.bind("qpos")[True], TypeError, "by integers and slices"),
        (lambda b: b.bind("qpos").assign(np.zeros((3, 3))), ValueError, r"of shape \(35, 2\)"),
        (lambda b: b.set_models([1, 2]), ValueError, "set_models: 2 models for 35 worlds"),
        (lambda b: b.set_models(3), TypeError, "must be an MjModel, or one per world"),
        (lambda b: b.set_models(load("arm7")), gelenk.FatalError, "has other sizes of MjData"),
    ],
)
def test_wrong_calls_are_named_and_change_nothing(common, call, error, words):
    there, _ = common
    before = there.state
    with pytest.raises(error, match=words):
        call(there)
    assert np.array_equal(there.state, before)


def test_copies_and_pickles_go_on_as_the_batch_does(pair, m):
    there, _ = pair
    differ(there, np.random.default_rng(3))
    there.noise(3, 0.5)
    there.bind("xpos")
    there.step([0, 4, 34], nstep=2)
    others = [copy.copy(there), pickle.loads(pickle.dumps(there))]
    for batch in (there, *others):
        batch.noise(3, 0.5)
        batch.step(nstep=4)
    for other in others:
        assert np.array_equal(other.state, there.state) and np.array_equal(other.warning, there.warning)
        assert np.array_equal(other.xpos.numpy(), there.xpos.numpy()) and other.xpos is not there.xpos
        assert np.array_equal(other.body_mass.numpy(), there.body_mass.numpy())


def test_parts_of_arrays_are_views(pair, m):
    there, _ = pair
    array = there.expand("geom_pos")
    array[:] = np.random.default_rng(0).normal(size=array.shape)
    whole = array.numpy()
    for key in (3, np.s_[:, 1], np.s_[2:9:3, :, 2], np.s_[..., 0], np.s_[-1, 1:], np.s_[5:5]):
        part = array[key]
        assert part.shape == whole[key].shape and np.array_equal(part.numpy(), whole[key])
        assert part.nbytes == whole[key].nbytes and part.ndim == whole[key].ndim
    array[:, 1][2:4] = 7.0
    whole[2:4, 1] = 7.0
    assert np.array_equal(array.numpy(), whole) and len(array) == NSIM
    array[whole == 7.0] = there.expand("geom_pos")[0, 0, 0].numpy()
    assert not (array.numpy() == 7.0).any()


def test_a_device_that_is_lost_is_told_of_by_every_call_and_others_go_on(pair, m):
    there, here = pair
    array = there.bind("qpos")
    device = fake_cuda.Fake()
    device.lose(True)
    try:
        calls = [
            there.step,
            there.check,
            lambda: there.state,
            array.numpy,
            lambda: array.assign(0.0),
            there.set_const,
            lambda: there.jac(1, [0, 0, 0]),
            lambda: there.ray([0, 0, 1], [0, 0, -1]),
        ]
        calls += [lambda: there.expand("body_mass"), lambda: there.rollout(2), lambda: copy.copy(there)]
        for call in calls:
            with pytest.raises(DriverError, match="the context is lost: start a new process"):
                call()
        assert there.expanded("body_mass") is None and "35 worlds" in repr(there)
        there.close()
        gc.collect()
    finally:
        device.lose(False)
    here.step()
    with Batch(m, 2, device="cuda:0", precision=DOUBLE, load=fake_cuda.load) as new:
        new.step()
        new.check()


def test_too_little_memory_for_a_field_leaves_the_batch_as_it_was(pair):
    there, _ = pair
    there.expand("body_mass")
    driver = there._inner.device.driver
    limit = fake_cuda.Fake()
    limit.limit(limit.in_use + 64)
    try:
        with pytest.raises(MemoryError, match="are free"):
            there.expand("geom_friction")
    finally:
        limit.limit(1 << 34)
    assert there.expanded("geom_friction") is None and driver.count() == 2
    there.step()
    there.check()
    assert there.expand("geom_friction").shape[0] == NSIM
