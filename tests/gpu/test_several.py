"""A batch on two devices is the batch on one."""

import copy
import gc
import pickle

import numpy as np
import pytest

import gelenk
from gelenk.batch import Batch, SimulationError
from gelenk.batch.device.gpu_batch import GpuBatch
from gelenk.batch.device.multi_gpu import MultiBatch
from gelenk.toolchain.gpu.cuda_driver import DriverError
from gelenk.toolchain.gpu.variant import Variant
from tests.support import fake_cuda
from tests.support.many import load

pytestmark = fake_cuda.needs_cc
EXACT = Variant(exact=True)
NSIM = 7


@pytest.fixture(scope="module")
def m():
    return load("cartpole")


@pytest.fixture(scope="module")
def both(m):
    """The same worlds on one device and on two."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GELENK_CUDA_DRIVER", fake_cuda.library())
        made = {"precision": EXACT, "load": fake_cuda.load}
        yield Batch(m, NSIM, device="cuda:0", **made), MultiBatch(m, NSIM, ["cuda:0", "cuda:1"], **made)


def alike(both, *names):
    one, two = both
    for name in names:
        np.testing.assert_array_equal(one.get(name), two.get(name))
    assert np.array_equal(one.state, two.state) and np.array_equal(one.warning, two.warning)


def joined(arrays):
    """An array on each device, as that of all worlds on the host."""
    return np.concatenate([array.numpy() for array in arrays])


def test_states_and_noise_do_not_depend_on_the_number_of_devices(both):
    qpos = np.random.default_rng(0).normal(0, 0.1, (NSIM, 2))
    for b in both:
        b.reset()
        b.set("qpos", qpos)
        for _ in range(3):
            b.noise(5, 0.7)
            b.step(nstep=2)
        b.scatter(3, 0.1, [1, 6])
        b.step([2, 3, 4], stage=3)
        b.forward([0, 6])
        b.reset([0, 4], keyframe=[0, -1])
        b.check()
    alike(both, "qpos", "qvel", "ctrl", "xpos", "time")
    one, two = both
    assert {k: v.tolist() for k, v in one.overflow.items()} == {
        k: v.tolist() for k, v in two.overflow.items()
    }
    assert [a.shape for a in two.bind("qpos")] == [(3, 2), (4, 2)]
    assert one.measure(3) == two.measure(3) and two.nbytes > one.nbytes > 0


def test_models_by_world_answers_and_trajectories_are_those_of_one_device(both, m):
    one, two = both
    for b in both:
        b.reset()
    mass = np.random.default_rng(1).uniform(0.5, 2, (NSIM, m.nbody))
    one.expand("body_mass").assign(mass)
    for array, rows in zip(two.expand("body_mass"), (slice(0, 3), slice(3, 7)), strict=True):
        array.assign(mass[rows])
    plans = np.random.default_rng(2).uniform(-1, 1, (4, 5, m.nu))
    for b in both:
        b.set_const()
    ids = [1, 2, 3, 6]
    found, wanted = (b.rollout(5, plans, record=["qpos", "time"], ids=ids) for b in (two, one))
    for item, array in wanted.items():
        assert [len(part) for part in found[item]] == [2, 2]
        np.testing.assert_array_equal(joined(found[item]), array.numpy())
    again = two.rollout(5, list(_there(two, plans)), ids=ids, out={"qpos": found["qpos"]})
    assert again["qpos"][1] is found["qpos"][1]
    one.rollout(5, plans, ids=ids)
    alike(both, "qpos", "qvel")
    for call in (
        lambda b: b.jac([0, 1, 2, 1], [0, 0, 1], ids),
        lambda b: b.ray([[0, 0, 3], [0.1, 0, 3]], [0, 0, -1], bodyexclude=2, normal=True),
    ):
        for x, y in zip(call(two), call(one), strict=True):
            np.testing.assert_array_equal(x, y)
    assert (two.get_model(5).body_mass == one.get_model(5).body_mass).all()
    assert (two.get_data(6).qpos == one.get_data(6).qpos).all()
    for other in (copy.copy(two), pickle.loads(pickle.dumps(two))):
        other.step()
        assert not np.array_equal(other.state, two.state)
        two_now = two.state
        assert np.array_equal(two_now, one.state)
        other.close()


def _there(two, plans):
    """Controls on the devices."""
    from gelenk.batch.device.arrays import DeviceArray

    for part, rows in zip(two.parts, (slice(0, 2), slice(2, 4)), strict=True):
        array = DeviceArray(part._inner.device, plans[rows].shape, np.dtype(float), part.stream)
        array.assign(plans[rows])
        yield array


def test_fields_and_named_objects_are_attributes_of_all_worlds(both):
    one, two = both
    random = np.random.default_rng(4)
    angles, masses = random.normal(0, 0.3, (NSIM, 1)), random.uniform(0.5, 2, (NSIM, 1))
    for b in both:
        b.reset()
        b.joint("hinge").qpos = angles
        b.actuator("push").ctrl = 0.5
        b.qvel = 0.25
        b.body("pole").mass = masses
        b.dof_damping = masses / 10
        b.set_const()
        b.step(nstep=3)
    alike(both, "qpos", "qvel", "ctrl")
    for of in (
        lambda b: b.body("pole").xpos,
        lambda b: b.joint("hinge").damping,
        lambda b: b.xpos,
        lambda b: b.body_mass,
        lambda b: b.expanded("dof_damping"),
    ):
        found, wanted = of(two), of(one)
        assert [len(array) for array in found] == [3, 4] and [a.device.number for a in found] == [0, 1]
        np.testing.assert_array_equal(joined(found), wanted.numpy())
    # views of what is bound; what is shared is on the host
    assert two.joint("hinge").qpos[1].pointer == two.bind("qpos")[1].pointer + 8
    assert two.geom(0).size[0].shape == (3, 3) and two.expanded("geom_size") is None
    two.joint("hinge").qpos = two.joint("slider").qpos  # from all devices, by way of the host
    two.ctrl = two.bind("ctrl")
    assert (two.get("qpos")[:, 1] == two.get("qpos")[:, 0]).all() and (two.get("ctrl") == 0.5).all()
    assert "xpos" in dir(two) and "pole" in repr(two.body("pole"))
    two.reset()


def test_every_public_name_of_a_batch_on_a_device_is_there(both):
    _, two = both
    # of one device, or of threads of the processor
    lacking = {"device", "stream", "nthread", "persistent"}
    public = {name for name in dir(GpuBatch) if name[0] != "_"}
    assert {name for name in public if not hasattr(type(two), name) and name not in vars(two)} == lacking
    assert (two.devices, two.precision, two.lanes) == (["cuda:0", "cuda:1"], "float64", 1)
    assert two.nstate == two.state.shape[1] and two.models is None


def test_worlds_that_stop_have_their_numbers_among_all(m, monkeypatch):
    monkeypatch.setenv("GELENK_CUDA_DRIVER", fake_cuda.library())
    with MultiBatch(m, NSIM, ["cuda:0", "cuda:1"], precision=EXACT, load=fake_cuda.load) as two:
        first, second = two.expand("opt.integrator")
        first[2], second[3] = 99, 99
        two.step()
        with pytest.raises(SimulationError) as raised:
            two.check()
        assert raised.value.ids.tolist() == [2, 6] and two.status.tolist() == [0, 0, 1, 0, 0, 0, 1]
        assert "integrator" in two.error(6) and two.error(5) == ""
    for call in (two.step, lambda: two.state, lambda: two.xpos, lambda: two.body("pole").xpos, copy.copy):
        with pytest.raises(RuntimeError, match="closed"):
            call(two) if call is copy.copy else call()
    assert repr(two) == "<MultiBatch, closed>"


def test_models_of_the_caller_are_taken_by_all_devices_or_none(m, monkeypatch):
    monkeypatch.setenv("GELENK_CUDA_DRIVER", fake_cuda.library())
    made = {"precision": EXACT, "load": fake_cuda.load}
    pair = Batch(m, NSIM, device="cuda:0", **made), MultiBatch(m, NSIM, ["cuda:0", "cuda:1"], **made)
    models = [load("cartpole") for _ in range(NSIM)]
    for i, one in enumerate(models):
        one.opt.gravity[2] = -i
    for b in pair:
        b.set("qpos", 0.3)
        b.set_models(models)
        b.step(nstep=5)
    alike(pair, "qpos")
    wrong = copy.copy(m)
    wrong.geom_bodyid[0] = 1
    with pytest.raises(NotImplementedError, match="geom_bodyid differs, but all worlds"):
        pair[1].set_models([m] * (NSIM - 1) + [wrong])
    for b in pair:
        b.step(nstep=5)  # on those of before
    alike(pair, "qpos")
    assert pair[1].get_model(6).opt.gravity[2] == -6


@pytest.mark.parametrize(
    "call, error, words",
    [
        (lambda b: b.set("qpos", np.zeros((2, 2))), ValueError, "of 7 worlds has shape"),
        (lambda b: b.reset([7]), ValueError, r"ids must be in \[0, 7\)"),
        (lambda b: b.reset(np.zeros(3, bool)), ValueError, "a mask of 3 worlds"),
        (lambda b: b.reset(keyframe=9), ValueError, "keyframe"),
        (lambda b: b.step([3, 1]), ValueError, "sorted"),
        (lambda b: b.jac(99, [0, 0, 0]), ValueError, "body"),
        (lambda b: b.rollout(2, np.zeros((3, 3))), ValueError, r"control must be of shape \(7, 2, 1\)"),
        (lambda b: b.get_data(7), IndexError, r"sim must be in \[0, 7\)"),
        (lambda b: b.get_model("x"), TypeError, "sim"),
        (lambda b: b.set_models([1]), ValueError, "set_models: .* models for"),
        (lambda b: setattr(b, "qpos", np.zeros((3, 2))), ValueError, "of 7 worlds has shape"),
        (lambda b: setattr(b.joint("hinge"), "qpos", np.zeros(3)), ValueError, r"of shape \(7, 1\)"),
        (lambda b: setattr(b, "xpos", 0), ValueError, "is computed by every call"),
        (lambda b: setattr(b, "body_parentid", 0), NotImplementedError, "is an index column"),
        (lambda b: setattr(b, "nsim", 3), AttributeError, "can only be read"),
        (lambda b: setattr(b, "parts", []), AttributeError, "can only be read"),
        (lambda b: b.qops, AttributeError, "did you mean 'qpos'"),
        (lambda b: b.body_pos, AttributeError, r"use expand\('body_pos'\)"),
        (lambda b: b.expanded("qpos"), ValueError, "qpos"),
        (lambda b: b.joint("hing").qpos, KeyError, "hinge"),
        (lambda b: b.body(9), IndexError, "9"),
        (lambda b: b.body("pole").mas, AttributeError, "did you mean 'mass'"),
        (lambda b: setattr(b.body("pole"), "xpos", 0), ValueError, "is computed by every call"),
    ],
)
def test_wrong_arguments_are_refused_and_change_nothing(both, call, error, words):
    before = both[1].state
    with pytest.raises(error, match=words):
        call(both[1])
    assert np.array_equal(both[1].state, before)


def test_arrays_of_other_devices_are_refused_by_all_devices_before_one_begins(both):
    _, two = both
    arrays = [*_there(two, np.zeros((4, 5, 1)))]
    before = two.state
    wrong = (
        (
            lambda: two.rollout(5, [arrays[0], arrays[0]], ids=[1, 2, 3, 6]),
            "control is on cuda:0, and the batch on",
        ),
        (lambda: two.rollout(5, [arrays[0]], ids=[1, 2, 3, 6]), "an array on each of 2 devices"),
    )
    for call, words in wrong:
        with pytest.raises(ValueError, match=words):
            call()
    assert np.array_equal(two.state, before)


def test_where_a_device_has_no_room_nothing_is_lost(both, m):
    _, two = both
    device, before = fake_cuda.Fake(), two.state
    gc.collect()
    used = device.in_use
    device.limit(used + (1 << 20))
    try:
        with pytest.raises(MemoryError, match="are free"):
            MultiBatch(m, 20_000, ["cuda:0", "cuda:1"], precision=EXACT, load=fake_cuda.load)
        with pytest.raises(MemoryError, match="are free"):  # half of it fits
            two.rollout(8_000, record=["qpos", "xpos"])
    finally:
        device.limit(1 << 34)
    gc.collect()
    assert device.in_use == used and np.array_equal(two.state, before)
    two.step()
    two.reset()


def test_a_device_that_is_lost_is_told_of(both):
    device = fake_cuda.Fake()
    device.lose(True)
    try:
        for call in (both[1].step, both[1].check, lambda: both[1].state):
            with pytest.raises(DriverError, match="the context is lost"):
                call()
    finally:
        device.lose(False)


def test_fewer_worlds_than_devices_are_refused(m):
    with pytest.raises(ValueError, match="1 worlds are fewer than 2 devices"):
        MultiBatch(m, 1, ["cuda:0", "cuda:1"])
    with pytest.raises(ValueError, match="must name at least one"):
        MultiBatch(m, 1, [])
    with pytest.raises(ValueError, match="nsim must be positive"):
        MultiBatch(m, 0, ["cuda:0"])
    assert isinstance(m, gelenk.MjModel)
