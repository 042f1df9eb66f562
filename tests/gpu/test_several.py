"""A batch on two devices is the batch on one."""

import numpy as np
import pytest

from gelenk.batch.device.several import MultiBatch
from gelenk.jit.targets.driver import Device
from gelenk.jit.targets.variant import Variant
from tests.support import fake_cuda
from tests.support.many import batch, load

pytestmark = fake_cuda.needs_cc
EXACT = Variant(exact=True)
NSIM = 7


@pytest.fixture(scope="module")
def both():
    m = load("cartpole")
    driver = fake_cuda.Fake()
    devices = [Device(0, driver), Device(1, driver)]
    return batch(m, NSIM, EXACT), MultiBatch(m, NSIM, devices, precision=EXACT, load=fake_cuda.load)


def test_states_and_noise_do_not_depend_on_the_number_of_devices(both):
    qpos = np.random.default_rng(0).normal(0, 0.1, (NSIM, 2))
    for b in both:
        b.reset()
        b.set("qpos", qpos)
        for _ in range(3):
            b.noise(5, 0.7)
            b.step(2)
        b.scatter(3, 0.1, [1, 6])
        b.reset([0, 4])
        b.check()
    one, two = both
    for name in ("qpos", "qvel", "ctrl", "xpos"):
        np.testing.assert_array_equal(one.get(name), two.get(name))
    assert {k: v.tolist() for k, v in one.overflow.items()} == {
        k: v.tolist() for k, v in two.overflow.items()
    }
    assert [a.shape for a in two.bind("qpos")] == [(3, 2), (4, 2)]


@pytest.mark.parametrize(
    "call, error",
    [
        (lambda b: b.set("qpos", np.zeros((2, 2))), ValueError),
        (lambda b: b.reset([7]), IndexError),
        (lambda b: b.reset(np.zeros(3, bool)), ValueError),
    ],
)
def test_wrong_arguments_are_refused(both, call, error):
    with pytest.raises(error):
        call(both[1])


def test_fewer_worlds_than_devices_are_refused():
    with pytest.raises(ValueError, match="1 worlds cannot be shared by 2 devices"):
        MultiBatch(load("cartpole"), 1, [0, 1])
