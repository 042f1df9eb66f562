"""Index columns of a model: garbage written by a user is found before native code sees it."""

import copy
import pickle

import numpy as np
import pytest

import gelenk
from gelenk.tables import fields_model
from gelenk.tables.indices import FIXED, GUARDED
from gelenk.world import indices
from tests.support import models

CALLS = [
    gelenk.mj_step,
    gelenk.mj_forward,
    gelenk.mj_kinematics,
    gelenk.mj_inverse,
    lambda m, d: gelenk.mj_step(m, d, nstep=3),
    lambda m, d: gelenk.mj_jacBody(m, d, np.zeros((3, m.nv)), None, 1),
]


@pytest.fixture(scope="module", params=["arm", "loops", "humanoid"])
def model(request):
    return models.load(request.param)


def test_what_the_compiler_makes_is_in_range(model):
    indices.check(model)


def test_every_integer_column_says_what_it_indexes():
    integers = [f for f in fields_model.MODEL if f.dtype.startswith(("int", "uint"))]
    assert [f.name for f in integers if not f.index] == []


def test_using_a_model_does_not_start_its_guard():
    m = models.load("arm")
    d = gelenk.MjData(m)
    gelenk.mj_step(m, d, 3)
    gelenk.mj_resetData(m, d)
    d.joint("elbow").qpos[:] = 0.1
    gelenk.mj_forward(m, d)
    assert m._kept is None
    assert m.jnt_qposadr[1] == 4
    assert m._kept is not None


@pytest.mark.parametrize("value", [10**6, -7, 2**31 - 1, -(2**31)])
def test_garbage_in_any_index_column_raises_and_names_it(model, value):
    d = gelenk.MjData(model)
    gelenk.mj_step(model, d)
    for k, name in enumerate(GUARDED):
        column = getattr(model, name)
        if not column.size or name == "wrap_prm":
            continue
        old = column.flat[-1]
        column.flat[-1] = value
        with pytest.raises(IndexError, match=rf"m\.{name}\["):
            CALLS[k % len(CALLS)](model, d)
        column.flat[-1] = old
    gelenk.mj_step(model, d)


def test_small_changes_of_the_structure_raise_too(model):
    d = gelenk.MjData(model)
    for name in FIXED:
        column = getattr(model, name)
        if column.size:
            column.flat[0] += 1
            with pytest.raises(IndexError, match=name):
                gelenk.mj_step(model, d)
            column.flat[0] -= 1
    gelenk.mj_step(model, d)


def test_a_view_from_long_ago_is_still_watched():
    m = models.load("humanoid")
    d = gelenk.MjData(m)
    column = m.geom_bodyid
    gelenk.mj_step(m, d, 5)
    column[3] = 77777
    with pytest.raises(IndexError, match=r"m\.geom_bodyid\[3\] is 77777, which is not in 0 \.\. "):
        gelenk.mj_step(m, d)


def test_edits_within_range_are_taken():
    m = models.load("loops")
    d = gelenk.MjData(m)
    gelenk.mj_forward(m, d)
    first = m.body("box").id
    m.eq_obj2id[0] = m.body("e").id  # the mocap body now holds another one
    m.geom("floor").condim[:] = 1
    gelenk.mj_step(m, d, 100)
    assert first != m.eq_obj2id[0] and np.isfinite(d.qpos).all()
    with pytest.raises(IndexError, match="geom_condim"):
        m.geom_condim[:] = 5
        gelenk.mj_step(m, d)


def test_a_pickle_with_a_bad_index_is_refused():
    m = copy.copy(models.load("arm"))
    raw = pickle.dumps(m)
    assert np.array_equal(pickle.loads(raw).body_parentid, m.body_parentid)
    m.sensor_objid[0] = 55
    with pytest.raises(IndexError, match="sensor_objid"):
        pickle.loads(pickle.dumps(m))


def test_copies_of_models_are_looked_at_as_the_original_is():
    m = gelenk.MjModel.from_xml_string(
        "<mujoco><worldbody><body><joint/><geom size='.1'/><body><geom size='.1'/></body></body></worldbody></mujoco>"
    )
    m.geom_bodyid[1] = 1  # within its range
    other = copy.copy(m)
    assert other.geom_bodyid.tolist() == m.geom_bodyid.tolist() == [1, 1]
    gelenk.mj_forward(other, gelenk.MjData(other))
    other.jnt_bodyid[0] = 999
    with pytest.raises(IndexError, match="jnt_bodyid"):
        copy.copy(other)
    with pytest.raises(IndexError, match="jnt_bodyid"):
        gelenk.mj_forward(other, gelenk.MjData(other))
    copy.copy(m)
