"""Arguments of batches on devices, on one and on several: those that a device cannot take are named."""

import numpy as np
import pytest

from gelenk.batch import Batch
from gelenk.batch.device.multi_gpu import MultiBatch
from gelenk.toolchain.gpu.variant import Variant
from tests.support import fake_cuda
from tests.support.many import load

pytestmark = fake_cuda.needs_cc
MADE = {"precision": Variant(exact=True), "load": fake_cuda.load}
NSIM = 4


@pytest.fixture(scope="module")
def m():
    return load("cartpole")


@pytest.fixture(scope="module")
def both(m):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GELENK_CUDA_DRIVER", fake_cuda.library())
        one, two = (
            Batch(m, NSIM, device="cuda:0", **MADE),
            MultiBatch(m, NSIM, ["cuda:0", "cuda:1"], **MADE),
        )
        yield one, two
        one.close()
        two.close()


def array(batch, name):
    """An array of a field on a device: the first, where there are several."""
    found = batch.bind(name)
    return found[0] if isinstance(found, list) else found


COMPUTED = "xpos is computed by every call, and cannot be written"


@pytest.mark.parametrize("which", [0, 1], ids=["one", "several"])
@pytest.mark.parametrize(
    "call, error, words",
    [
        (lambda b: b.set("qpos", None), ValueError, "qpos must be numbers, not NoneType"),
        (lambda b: b.set("qpos", np.zeros((4, 2), complex)), ValueError, "qpos must be numbers, not complex"),
        (lambda b: b.set("qpos", [[1], [1, 2]]), ValueError, "qpos must be numbers, with rows of equal length"),
        (lambda b: b.set("xpos", 0), ValueError, COMPUTED),
        (lambda b: b.set("qops", 0), ValueError, "did you mean 'qpos'"),
        (lambda b: b.get(None), TypeError, "name must be the name of a field, not NoneType"),
        (lambda b: setattr(b, "qpos", None), ValueError, "qpos must be numbers, not NoneType"),
        (lambda b: setattr(b.joint("hinge"), "qpos", None), ValueError, "qpos must be numbers"),
        (lambda b: setattr(b, "dof_damping", "x"), ValueError, "must be numbers, not <U1"),
        (lambda b: array(b, "xpos").assign(1), ValueError, COMPUTED),
        (lambda b: array(b, "xpos").__setitem__(0, 1), ValueError, COMPUTED),
        (lambda b: array(b, "xpos")[0, 1].__setitem__(2, 1), ValueError, COMPUTED),
        (lambda b: array(b, "qpos").assign(None), ValueError, "value must be numbers, not NoneType"),
        (lambda b: array(b, "qpos").assign(1j), ValueError, "value must be numbers, not complex128"),
        (lambda b: array(b, "qpos").__setitem__(0, None), ValueError, "value must be numbers"),
        (lambda b: array(b, "qpos").__setitem__(0, np.zeros(3)), ValueError, r"value must be of shape \(2,\)"),
        (lambda b: b.noise(2**40, 1), ValueError, "noise: seed must be at most 4294967295"),
        (lambda b: b.noise(2**70, 1), ValueError, "noise: seed must be an integer of 64 bits"),
        (lambda b: b.noise("a", 1), TypeError, "noise: seed must be an integer, not 'a'"),
        (lambda b: b.noise(1, None), TypeError, "noise: amplitude must be a number, not NoneType"),
        (lambda b: b.noise(1, float("nan")), ValueError, r"noise: amplitude must be in \[0, 2147.48.*not nan"),
        (lambda b: b.noise(1, 1e4), ValueError, "noise: amplitude must be in"),
        (lambda b: b.scatter(1, float("inf")), ValueError, "scatter: amplitude must be in .* not inf"),
        (lambda b: b.scatter(None, 1), TypeError, "scatter: seed must be an integer, not None"),
        (lambda b: b.measure(0), ValueError, "measure: nstep must be positive, not 0"),
        (lambda b: b.measure(1.5), TypeError, "measure: nstep must be an integer, not 1.5"),
        (lambda b: b.measure(2, spare=0), ValueError, "measure: spare must be at least 1"),
        (lambda b: b.measure(2, spare=float("nan")), ValueError, "measure: spare must be at least 1"),
        (lambda b: b.measure(2, spare="x"), TypeError, "measure: spare must be a number"),
        (lambda b: b.rollout(2, record=None), TypeError, "record must be field names"),
        (lambda b: b.rollout(2, out={"qvel": [None] * 2}), ValueError, "out"),
        (lambda b: b.rollout(2, out=3), TypeError, "out must be a dict"),
        (lambda b: b.ray([0, 0, 5], [0, 0, -1], None, np.ones(2)), TypeError, "ray: flg_static must be a bool"),
    ],
)  # fmt: skip
def test_wrong_arguments_are_named_and_change_nothing(both, which, call, error, words):
    batch = both[which]
    before = batch.state
    with pytest.raises(error, match=words):
        call(batch)
    assert np.array_equal(batch.state, before)


@pytest.mark.parametrize(
    "made, error, words",
    [
        ({"nconmax": 1.5}, TypeError, "Batch: nconmax must be an integer, not 1.5"),
        ({"nconmax": "a"}, TypeError, "Batch: nconmax must be an integer, not 'a'"),
        ({"njmax": -1}, ValueError, "Batch: njmax must be at least 0, not -1"),
        ({"fused": "x"}, TypeError, "Batch: fused must be a bool, not str"),
    ],
)
def test_what_cannot_be_made_is_named(both, m, made, error, words):
    with pytest.raises(error, match=words):
        Batch(m, NSIM, device="cuda:0", **MADE, **made)


@pytest.mark.parametrize("devices", ["cuda:0", None, 2])
def test_devices_of_several_are_a_list(both, m, devices):
    with pytest.raises(TypeError, match="MultiBatch: devices must be a list"):
        MultiBatch(m, NSIM, devices, **MADE)


@pytest.mark.parametrize("call", ["step", "forward", "rollout"])
@pytest.mark.parametrize(
    "stream, error, words",
    [
        (1.5, TypeError, "stream must be an integer, not 1.5"),
        ("x", TypeError, "stream must be an integer, not 'x'"),
        (-5, ValueError, "stream must be at least 0, not -5"),
    ],
)
def test_streams_that_are_none_are_named_and_nothing_steps(both, call, stream, error, words):
    one, two = both
    more = {"nstep": 2} if call == "rollout" else {}
    for batch, given in ((one, stream), (two, [0, stream])):
        before = batch.state
        with pytest.raises(error, match=words):
            getattr(batch, call)(stream=given, **more)
        assert np.array_equal(batch.state, before)


def test_a_stream_belongs_to_one_device(both):
    one, two = both
    other = two.parts[1].stream
    with pytest.raises(ValueError, match="stream must be one of cuda:0, where the worlds are"):
        one.step(stream=other)
    for wrong in (0, [0], [other, None], other):
        with pytest.raises(ValueError, match="stream must be"):
            two.step(stream=wrong)
    for batch, stream in ((one, one.stream), (two, [two.parts[0].stream, None])):
        batch.reset()
        batch.step(nstep=2, stream=stream)
        batch.forward(stream=stream)
        batch.rollout(3, 0.5, stream=stream)
        batch.check()
    assert np.array_equal(one.state, two.state) and (one.get("time") > 0).all()


def test_arrays_of_a_batch_that_is_closed_say_so_and_those_of_rollouts_stay(both, m):
    one = Batch(m, NSIM, device="cuda:0", **MADE)
    fields = [one.bind("qpos"), one.expand("body_mass"), one.bind("xpos")[:, 1]]
    recorded = one.rollout(2)["qpos"]
    wanted = recorded.numpy()
    one.close()
    one.close()
    for found in fields:
        for call in (
            found.numpy,
            found.__dlpack__,
            lambda found=found: found.assign(0),
            lambda found=found: found.__cuda_array_interface__,
        ):
            with pytest.raises(RuntimeError, match="the batch is closed"):
                call()
    assert np.array_equal(recorded.numpy(), wanted)
