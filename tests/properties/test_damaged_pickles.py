"""A pickle whose checksum is right and whose contents are wrong is refused, or gives something that is safe to use."""

import copy
import pickle
import random
import warnings

import numpy as np
import pytest

import gelenk
from gelenk.runtime import copy_pickle
from gelenk.runtime.input_checks import COUNTS
from tests.support import damaged


@pytest.fixture(scope="module")
def worlds():
    return damaged.worlds()


@pytest.mark.parametrize("seed", range(4))
def test_a_changed_count_is_refused_or_harmless(worlds, seed, tmp_path):
    rng = random.Random(seed)
    refused = 0
    for case in rng.sample(list(damaged.cases(worlds)), 120):
        try:
            m, d = damaged.restored(worlds, case)
        except ValueError as error:
            assert "the pickle is damaged" in str(error), case
            refused += 1
        except IndexError as error:
            assert str(error).startswith("m."), case
            refused += 1
        else:
            damaged.use(m, d, tmp_path)
    assert refused > 60


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("nJ", 10**6),
        ("nblock", 1),
        ("nrun", 2**31),
        ("nactuator_awake", 2**62),
        ("nisland", -1),
        ("nefc", 10**9),
    ],
)
def test_counts_of_a_state_stay_within_their_rows_of_the_table(worlds, name, value):
    _, d = worlds["mjcf arm"]
    make, values = d.__reduce__()
    values = list(values)
    values[4] = {**values[4], name: value}
    with pytest.raises(
        ValueError, match=rf"MjData: the pickle is damaged: {name} is {value}, which is not in"
    ):
        make(*damaged.sealed(values))


@pytest.mark.parametrize("name", ["nJmom", "nq", "nsensordata", "nM"])
def test_a_size_that_is_no_sum_of_its_elements_is_refused(worlds, name):
    m, _ = worlds["mjcf sensors"]
    make, values = m.__reduce__()
    values = list(values)
    values[2] = {**values[2], name: values[2][name] + 1}
    with pytest.raises((ValueError, IndexError), match=r"its elements sum to|the arrays have|m\."):
        make(*damaged.sealed(values))


@pytest.mark.parametrize("name", ["run", "actuator_awake"])
@pytest.mark.parametrize("value", [-1, 1000, 2**31 - 1])
def test_lists_of_what_is_awake_name_what_is_there(worlds, name, value):
    _, d = worlds["mjcf arm"]
    other = copy.copy(d)
    getattr(other, "_a_" + name)[0] = value
    with pytest.raises(ValueError, match=f"MjData: the pickle is damaged: {name} refers to"):
        pickle.loads(pickle.dumps(other))


def test_every_count_of_a_state_has_a_bound():
    """Scalars that begin with n, and are no capacity or size of the model, are counts: kernels loop to them."""
    free = {"narena", "nbuffer", "nstep"}  # bytes, and how many steps there were
    names = {name for name in copy_pickle._SCALARS if name.startswith("n") and name[:4] != "need"}
    assert names - free - {"near_margin"} <= set(COUNTS)


@pytest.mark.parametrize("seed", range(3))
def test_an_edited_structure_has_one_message(seed):
    rng, things = random.Random(seed), damaged.objects()
    for i in range(300):
        name = rng.choice(list(things))
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("error")
                damaged.rebuilt(things[name], rng)
        except ValueError as error:
            assert "the pickle is damaged" in str(error), (name, i)
        except IndexError as error:
            assert str(error).startswith("m."), (name, i)


def test_what_is_not_damaged_comes_back():
    for name, thing in damaged.objects().items():
        again = pickle.loads(pickle.dumps(thing))
        assert type(again) is type(thing), name
    m = damaged.objects()["model"]
    assert pickle.loads(pickle.dumps(m.vis)) == m.vis
    m.vis.map.znear = 0.5
    assert pickle.loads(pickle.dumps(m.vis)).map.znear == 0.5 != gelenk.MjVisual().map.znear
    assert np.array_equal(pickle.loads(pickle.dumps(m.opt)).gravity, m.opt.gravity)
