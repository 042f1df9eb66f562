"""Memory does not grow: steps, loads, copies, resets."""

import copy
import gc
import pickle

import numpy as np
import pytest

import gelenk
from tests.support import models

pytestmark = pytest.mark.slow


def resident():
    """Memory of this process in bytes, garbage collected."""
    gc.collect()
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4096


def growth(work, warm, count):
    """Growth of memory over ``count`` rounds of ``work``, after ``warm`` rounds.

    The allocator keeps a varying part of what was freed, so this is the least of three such spans: a leak shows
    in each.
    """
    for _ in range(warm):
        work()
    least = float("inf")
    for _ in range(3):
        before = resident()
        for _ in range(count):
            work()
        least = min(least, resident() - before)
        if least < 5e5:
            break
    return least


def test_steps_take_no_memory():
    m = models.load("humanoid")
    d = gelenk.MjData(m)

    def work():
        gelenk.mj_step(m, d, 100)
        assert d.contact.dist.shape == (d.ncon,)

    assert growth(work, 100, 1000) < 1e6  # 10^5 steps


def test_a_million_steps_take_no_memory():
    """With actuators, sensors, tendons and limits; Python looks at the data a thousand times."""
    m = models.load("arm")
    d = gelenk.MjData(m)

    def work():
        gelenk.mj_step(m, d, 1000)
        assert np.isfinite(d.qpos).all() and len(d.contact) == d.ncon

    assert growth(work, 100, 1000) < 5e5
    assert not d.warning.number.any()


@pytest.mark.parametrize("name", ["arm", "humanoid"])
def test_loading_takes_no_memory(name):
    assert growth(lambda: gelenk.mj_step(m := models.load(name), gelenk.MjData(m)), 300, 200) < 2e6


def test_failed_loads_take_no_memory():
    text = models.ARM.replace('joint="elbow" gear="3"', 'joint="knee" gear="3"')

    def work():
        with pytest.raises(gelenk.Error):
            gelenk.MjModel.from_xml_string(text)

    assert growth(work, 30, 200) < 2e6


def test_copies_take_no_memory():
    m = models.load("humanoid")
    d = gelenk.MjData(m)
    gelenk.mj_step(m, d, 50)

    def work():
        copy.copy(d)
        copy.deepcopy(d)
        pickle.loads(pickle.dumps(d))
        gelenk.mj_resetData(m, d)
        gelenk.mj_step(m, d, 5)

    assert growth(work, 100, 1000) < 2e6


def test_callbacks_and_exceptions_take_no_memory():
    m = models.load("arm")
    d = gelenk.MjData(m)

    def fail(model, data):
        raise RuntimeError("stop")

    def work():
        gelenk.set_mjcb_control(fail)
        with pytest.raises(RuntimeError):
            gelenk.mj_step(m, d)
        gelenk.set_mjcb_control(None)

    try:
        assert growth(work, 100, 2000) < 1e6
    finally:
        gelenk.mj_resetCallbacks()
