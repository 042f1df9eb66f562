"""What a program finds in a batch: the members that `mujoco.batch` 4.0 is said to have, and ours beside them."""

import inspect

import pytest

from gelenk import batch as package
from gelenk.batch import Batch, SimulationError
from tests.batch.worlds import model

# documented members: methods with their parameters, properties
METHODS = {
    "bind": ["name"],
    "expand": ["name"],
    "step": ["ids", "nstep", "stage"],
    "forward": ["ids", "stage"],
    "reset": ["ids", "keyframe", "stage"],
    "set_models": ["models"],
    "get_model": ["sim", "model"],
    "get_data": ["sim", "data"],
    "set_const": ["ids"],
    "rollout": ["nstep", "control", "control_spec", "record", "ids", "out"],
    "jac": ["body", "point", "ids"],
    "close": [],
}
PROPERTIES = ("nsim", "nthread", "nstate", "persistent", "model", "models", "state", "status", "warning")
FIRST = ["model", "nsim", "nthread", "persistent"]  # of the constructor
VIEWS = ("body", "joint", "geom", "site", "camera", "light", "actuator", "sensor", "tendon", "equality")


@pytest.mark.parametrize("name", METHODS)
def test_methods_take_what_is_documented(name):
    taken = [*inspect.signature(getattr(Batch, name)).parameters][1:]
    assert taken[: len(METHODS[name])] == METHODS[name]
    assert inspect.getdoc(getattr(Batch, name))


def test_a_batch_is_made_of_a_model_and_a_number():
    assert [*inspect.signature(Batch.__init__).parameters][1 : 1 + len(FIRST)] == FIRST
    with Batch(model(), 3, 1, False) as batch:
        for name in PROPERTIES:
            getattr(batch, name)
            with pytest.raises(AttributeError, match="can only be read"):
                setattr(batch, name, 1)
        assert (batch.nsim, batch.nthread, batch.persistent, batch.models) == (3, 1, False, None)
        assert batch.state.shape == (3, batch.nstate) and batch.status.shape == (3,)


def test_rays_name_their_results():
    taken = [*inspect.signature(Batch.ray).parameters][1:]
    assert taken[:2] == ["pnt", "vec"] and "ids" in taken


def test_views_are_there_for_every_kind_of_object():
    batch = Batch(model(), 2, 1)
    for kind in VIEWS:
        assert callable(getattr(batch, kind))
    assert batch.joint("hinge").qpos.shape == (2, 1)


def test_an_error_says_which_worlds_failed():
    assert issubclass(SimulationError, Exception) and {"Batch", "SimulationError"} <= {*package.__all__}
    batch = Batch(model(), 3, 1)
    batch.expand("opt.integrator")[[0, 2]] = 99
    with pytest.raises(SimulationError) as raised:
        batch.step()
    assert raised.value.ids.tolist() == [0, 2]
