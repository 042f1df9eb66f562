"""The text that GPUs get, compiled for the processor, computes what the engine computes.

Without leave to reorder sums every bit is that of the kernels in plain Python. With it, and in single precision, one
step from the same state stays within the bounds below. Programs of two models are compiled in every run, those of all
others where slow tests run.
"""

import numpy as np
import pytest

import scenes
from gelenk.batch.device.support import reasons
from gelenk.jit.targets.variant import Variant
from tests.support import fake_cuda
from tests.support.many import FIELDS, batch, counts, errors, load, native_step, plain_step, side_by_side
from tests.support.tolerance import tol

pytestmark = fake_cuda.needs_cc
QUICK = ("cartpole", "humanoid")
SLOW = [pytest.param(name, marks=pytest.mark.slow) for name in scenes.names() if name not in QUICK]
EXACT, FAST, SINGLE = Variant(exact=True), Variant(), Variant(single=True, narrow=True)

# What a field may differ by, in units of its largest number. Poses are products along chains of ten bodies, each of
# which adds a rounding error; forces and the inertia are sums of products of these; accelerations have the conditioning
# of the inertia, 1e2 to 1e3 here; the solver ends where the improvement is below its tolerance, 1e-6 in single
# precision, whose root, 1e-3, is what forces may still change by.
SMOOTH = ("xpos", "xquat", "M", "cdof", "qLD", "qfrc_bias", "qfrc_passive")
DOUBLE_BOUND = {name: 1e-13 if name in SMOOTH else 1e-11 for name in FIELDS}
SINGLE_BOUND = dict.fromkeys(FIELDS, 5e-3) | {
    "xpos": 2e-6,
    "xquat": 2e-6,
    "cdof": 2e-6,
    "M": 5e-6,
    "qLD": 2e-4,
    "qfrc_bias": 2e-4,
    "qfrc_passive": 2e-4,
    "qpos": 1e-5,
    "qvel": 1e-3,
    "act": 1e-5,
}


def model(name):
    m = load(name)
    why = reasons(m)
    if why:
        pytest.skip(f"a device refuses {', '.join(why)}")
    return m


@pytest.mark.parametrize("name", [*QUICK, *SLOW])
def test_exact_code_for_gpus_gives_the_bits_of_plain_python(name):
    m = model(name)
    b = batch(m, 2, EXACT, nconmax=64)
    for d in side_by_side(m, b, 2, plain_step):
        b.check()
        assert counts(b, d)
        for field in FIELDS:
            if field in b.plan.arrays:
                for world in b.get(field):
                    np.testing.assert_array_equal(world, getattr(d, field), err_msg=field)


def within(found, bounds):
    """The fields that are beyond their bounds."""
    return {name: size for name, size in found.items() if not size <= tol(bounds[name])}


@pytest.mark.parametrize("name", [pytest.param(n, marks=pytest.mark.slow) for n in scenes.names()])
def test_code_for_gpus_agrees_with_the_engine_to_rounding(name):
    m = model(name)
    b = batch(m, 2, FAST, nconmax=64)
    for d in side_by_side(m, b, 10, native_step, every=5):
        b.check()
        assert counts(b, d)
        assert not within(errors(b, d), DOUBLE_BOUND)


@pytest.mark.parametrize("name", [pytest.param(n, marks=pytest.mark.slow) for n in scenes.names()])
def test_single_precision_stays_within_its_bounds(name):
    m = model(name)
    b = batch(m, 2, SINGLE, nconmax=64)
    same = 0
    for d in side_by_side(m, b, 10, native_step, every=5):
        b.check()
        if counts(b, d):  # a contact may be on either side of its margin
            same += 1
            assert not within(errors(b, d), SINGLE_BOUND)
    assert same >= 8
