"""What is written into fields, and what calls are asked with: looked at before anything trusts it."""

import subprocess
import sys

import numpy as np
import pytest

import gelenk
from gelenk.batch import Batch, SimulationError
from tests.batch.worlds import model, stir

NSIM = 3
FAR = 10**8

# a process of its own: what nobody looks at would end it
COPIED = """
import gelenk
from gelenk.batch import Batch
from tests.batch.worlds import model
m = model()
batch = Batch(m, 1)
batch.expand("geom_bodyid")[:] = 10**8
for target in (None, model()):
    try:
        found = batch.get_model(0, target)
    except IndexError as error:
        assert "get_model: world 0: m.geom_bodyid[0] is 100000000" in str(error), error
        continue
    gelenk.mj_forward(found, gelenk.MjData(found))
print("done")
"""


@pytest.fixture(scope="module")
def m():
    return model()


@pytest.fixture
def batch(m):
    made = Batch(m, NSIM, 2)
    stir(made)
    return made


# ---- indices in models that leave a batch


def test_a_model_with_an_index_out_of_range_does_not_leave_a_batch():
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", COPIED],
        timeout=100, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (0, "done\n"), done.stderr[-2000:]


def test_a_model_that_is_written_into_is_what_it_was_where_an_index_is_refused(batch):
    batch.expand("body_mass")[1] = 7
    batch.expand("geom_bodyid")[1, 0] = FAR
    target = model()
    before = target._buffer.tobytes()
    with pytest.raises(IndexError, match=r"get_model: world 1: m.geom_bodyid\[0\] is 100000000"):
        batch.get_model(1, target)
    assert target._buffer.tobytes() == before
    assert (batch.get_model(0, target).geom_bodyid == batch.model.geom_bodyid).all()


def test_structure_that_a_world_has_of_its_own_is_refused(batch):
    batch.expand("jnt_type")[2] = 0
    with pytest.raises(IndexError, match="get_model: world 2: jnt_type is part of the compiled structure"):
        batch.get_model(2)
    batch.get_model(1)


def test_indices_within_their_range_come_along_and_the_model_steps(batch, m):
    batch.expand("geom_bodyid")[:, -1] = 1
    target = model()
    assert target.geom_bodyid[-1] != 1  # asked for: from now on each call compares
    for found in (batch.get_model(0), batch.get_model(0, target)):
        assert found.geom_bodyid[-1] == 1
        gelenk.mj_forward(found, gelenk.MjData(found))


def test_what_was_written_into_a_model_of_the_caller_is_refused_too(m):
    own = model()
    batch = Batch(m, NSIM)
    batch.set_models(own)
    own.geom_bodyid[0] = FAR
    for target in (None, model()):
        with pytest.raises(IndexError, match="geom_bodyid"):
            batch.get_model(0, target)


# ---- questions, where a world is bad


@pytest.mark.parametrize(
    "ask",
    [
        lambda b: b.jac([1] * NSIM, np.zeros((NSIM, 3))),
        lambda b: b.ray(np.ones((NSIM, 1, 3)), [0, 0, -1], bodyexclude=np.full((NSIM, 1), 1), normal=True),
    ],
)
def test_questions_by_world_fail_for_the_world_that_is_bad_alone(batch, ask):
    wanted = ask(batch)
    batch.expand("geom_bodyid")[1, 0] = FAR
    with pytest.raises(SimulationError, match=r"1 of 3 worlds failed \(1\)") as error:
        ask(batch)
    assert error.value.ids.tolist() == [1] and batch.status.tolist() == [0, 1, 0]
    batch.expand("geom_bodyid")[1] = batch.model.geom_bodyid
    for x, y in zip(ask(batch), wanted, strict=True):  # mended: no failure of before is told again
        assert np.array_equal(x, y)
    assert not batch.status.any() and batch.error(1) == ""


# ---- arguments


@pytest.mark.parametrize(
    "call, error, words",
    [
        (lambda b: setattr(b, "qpos", None), ValueError, "qpos must be numbers, not NoneType"),
        (lambda b: setattr(b, "qpos", np.zeros((5, 1))), ValueError, r"qpos must be of shape \(3, "),
        (lambda b: setattr(b, "qpos", [[1], [1, 2]]), ValueError, "qpos must be numbers, with rows of equal length"),
        (lambda b: setattr(b, "ctrl", 1j), ValueError, "ctrl must be numbers, not complex128"),
        (lambda b: setattr(b, "body_mass", "heavy"), ValueError, "body_mass must be numbers"),
        (lambda b: setattr(b.body(1), "mass", None), ValueError, "mass of a body must be numbers"),
        (lambda b: setattr(b.body(1), "pos", np.zeros(7)), ValueError, r"pos of a body must be of shape"),
        (lambda b: b.step(stage=2.5), TypeError, "step: stage must be a mjtStage, not 2.5"),
        (lambda b: b.step(stage=[1]), TypeError, r"step: stage must be a mjtStage, not \[1\]"),
        (lambda b: b.forward(stage=float("nan")), TypeError, "forward: stage must be a mjtStage, not nan"),
        (lambda b: b.reset(stage=np.ones(2, int)), TypeError, "reset: stage must be a mjtStage, not array"),
        (lambda b: b.step(nstep=np.ones(2, int)), TypeError, "step: nstep must be an integer, not an array of int64"),
        (lambda b: b.rollout(2, [[1, 2], [3]]), ValueError, "control must be numbers, with rows of equal length"),
        (lambda b: b.rollout(2, record=None), TypeError, "record must be field names.* not NoneType"),
        (lambda b: b.rollout(2, out={"qvel": 0}), ValueError, r"'qvel', which record does not list: \['qpos'\]"),
        (lambda b: b.ray([0, 0, 5], [0, 0, -1], None, np.ones(2)), TypeError, "ray: flg_static must be"),
        (lambda b: b.ray([0, 0, 5], [0, 0, -1], normal="x"), TypeError, "ray: normal must be a bool"),
        (lambda b: b.ray([[0], [1, 2]], [0, 0, -1]), ValueError, "pnt must be numbers, with rows of equal length"),
        (lambda b: b.ray([0, 0, 5], [0, 0, -1], [1, [2]]), ValueError, "geomgroup must be numbers"),
        (lambda b: b.jac([[1], [1, 2]], [0, 0, 0]), ValueError, "body must be integers, with rows of equal length"),
    ],
)  # fmt: skip
def test_wrong_arguments_are_named_and_change_no_state(batch, call, error, words):
    before = batch.state.copy()
    with pytest.raises(error, match=words):
        call(batch)
    assert np.array_equal(batch.state, before)
    batch.step()
