"""mj_copyData: all that is in use goes over, but not work space, which means nothing between two calls."""

import copy

import numpy as np
import pytest

import gelenk
from gelenk.jit import layout
from gelenk.tables import fields_data
from tests.support import models

WORK = [f for f in (*layout.DATA_ARRAYS, *layout.BUFFERS) if f.saved == "own"]
FIELDS = [
    *(f.name for f in (*fields_data.SCALARS, *fields_data.DATA, *fields_data.ROWS) if f.name != "threadpool"),
    *(f"contact.{f.name}" for f in fields_data.CONTACT),
    *(f"solver.{f.name}" for f in fields_data.SOLVER),
    *(f"warning.{f.name}" for f in fields_data.WARNING),
    *(f"timer.{f.name}" for f in fields_data.TIMER),
]
SOLVERS = ("NEWTON", "CG", "PGS")
SCENES = ("humanoid", "boxes50", "hand", "loops", "cloth", "softbody", "terrain", "tendon_arm", "pile")
_MODELS = {}


def load(scene):
    if scene not in _MODELS:
        _MODELS[scene] = models.load(scene)
    return _MODELS[scene]


def moved(m, n, seed):
    """Data after some steps under random controls."""
    d, rng = gelenk.MjData(m), np.random.default_rng(seed)
    for _ in range(n):
        d.ctrl[:] = models.controls(m, rng)
        gelenk.mj_step(m, d)
    return d


def read(d, name):
    """The numbers of a field, by its path from ``d``."""
    for part in name.split("."):
        d = getattr(d, part)
    return np.array(d)


def differing(d, other):
    """The fields of which some bits differ."""
    return [name for name in FIELDS if read(d, name).tobytes() != read(other, name).tobytes()]


def spoil(d):
    """Make all floats of work space NaN: what reads one of them before it was written shows it."""
    for f in WORK:
        if f.dtype.startswith("float"):
            getattr(d, "_a_" + f.name)[...] = np.nan


@pytest.mark.parametrize("scene", SCENES)
@pytest.mark.parametrize("other", [0, 3, 120])
def test_a_copy_has_all_that_is_there(scene, other):
    m = load(scene)
    d, e = moved(m, 60, 1), moved(m, other, 2)
    gelenk.mj_copyData(e, m, d)
    assert differing(d, e) == []


@pytest.mark.parametrize("islands", [False, True])
def test_fields_of_islands_go_over_when_they_are_made_and_are_made_when_they_are_not(islands):
    m = load("boxes50")
    d, e = moved(m, 60, 1), moved(m, 90, 2)
    if islands:
        assert d.nisland > 1
    gelenk.mj_copyData(e, m, d)
    made = copy.copy(d)
    assert e.nisland == made.nisland > 1
    assert differing(made, e) == []


@pytest.mark.parametrize("scene", SCENES)
@pytest.mark.parametrize("solver", SOLVERS)
def test_work_space_means_nothing_between_two_calls(scene, solver):
    m = copy.copy(load(scene))
    m.opt.solver = getattr(gelenk.mjtSolver, f"mjSOL_{solver}")
    d, e = moved(m, 20, 1), moved(m, 30, 2)
    for _ in range(5):
        for part in (gelenk.mj_step1, gelenk.mj_step2):
            gelenk.mj_copyData(e, m, d)
            spoil(e)
            part(m, d)
            part(m, e)
            different = [name for name in differing(d, e) if not name.startswith("timer")]
            assert different == [], part.__name__


@pytest.mark.parametrize("integrator", ["IMPLICIT", "IMPLICITFAST", "RK4"])
def test_it_means_nothing_to_integrators(integrator):
    m = copy.copy(load("humanoid"))
    m.opt.integrator = getattr(gelenk.mjtIntegrator, f"mjINT_{integrator}")
    d, e = moved(m, 20, 1), moved(m, 30, 2)
    for _ in range(5):
        gelenk.mj_copyData(e, m, d)
        spoil(e)
        gelenk.mj_step(m, d)
        gelenk.mj_step(m, e)
        assert [name for name in differing(d, e) if not name.startswith("timer")] == []


def test_data_of_another_model_is_refused_and_what_needs_room_gets_it():
    m = load("humanoid")
    d, e = moved(m, 60, 1), gelenk.MjData(m)
    few = e._get("nconmax")
    d._resize(nconmax=4 * few, nefcmax=2000)
    d._set("ncon", 2 * few)
    gelenk.mj_copyData(e, m, d)
    assert e.ncon == 2 * few and differing(d, e) == []
    assert gelenk.mj_copyData(e, m, e) is None
    with pytest.raises(ValueError, match="do not fit"):
        gelenk.mj_copyData(gelenk.MjData(load("boxes50")), m, d)
