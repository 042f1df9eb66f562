"""Copies into data and out of it: mj_copyData takes over all that is in use, but no work space, which means nothing
between two calls; a contact that is copied has all that the live one had."""

import copy
import gc
import pickle

import numpy as np
import pytest

import gelenk
from gelenk.tables import fields_data
from gelenk.toolchain import struct_layout
from tests.support import models

WORK = [f for f in (*struct_layout.DATA_ARRAYS, *struct_layout.BUFFERS) if f.saved == "own"]
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
    few = e._scalar("nconmax")
    d._resize(nconmax=4 * few, nefcmax=2000)
    d._set_scalar("ncon", 2 * few)
    gelenk.mj_copyData(e, m, d)
    assert e.ncon == 2 * few and differing(d, e) == []
    assert gelenk.mj_copyData(e, m, e) is None
    with pytest.raises(ValueError, match="do not fit"):
        gelenk.mj_copyData(gelenk.MjData(load("boxes50")), m, d)


def contact(c):
    """All numbers of a contact."""
    return [np.array(getattr(c, f.name)).tolist() for f in fields_data.CONTACT]


def test_a_copied_contact_has_what_the_live_one_had_when_it_was_copied():
    m = load("boxes50")
    d = moved(m, 60, 1)
    live = [d.contact[i] for i in range(d.ncon)]
    before = [contact(c) for c in live]
    made = [copy.copy(c) for c in live]
    restored = pickle.loads(pickle.dumps(live[3]))
    kept = pickle.loads(pickle.dumps(made[3]))
    gelenk.mj_step(m, d, 20)
    assert [contact(c) for c in made] == before
    assert contact(copy.copy(restored)) == contact(copy.copy(kept)) == before[3]
    for own in (made[3], kept, restored):
        own.dist, own.frame[4], own.geom[1] = 7.0, 8.0, 9
        again = copy.copy(own)
        assert (again.dist, again.frame[4], again.geom2) == (7.0, 8.0, 9)
        assert contact(again)[1] == before[3][1]  # pos
    assert contact(copy.copy(gelenk.MjContact())) == contact(gelenk.MjContact())
    record = live[-1]
    before = contact(record)
    del d, live
    gc.collect()
    assert contact(copy.copy(record)) == before


def test_a_contact_beyond_the_room_that_there_is_is_not_read():
    d = moved(load("boxes50"), 60, 1)
    last = d.contact[d.ncon - 1]
    d._allocate_rows(1, 0, 0)
    with pytest.raises((IndexError, ValueError)):
        contact(copy.copy(last))


def test_a_copied_state_is_that_of_the_state_vector():
    m = load("hand")
    d, e = moved(m, 30, 1), moved(m, 40, 2)
    for bits in [1 << i for i in range(14)] + [(1 << 14) - 1]:
        wanted, got = copy.copy(e), copy.copy(e)
        state = np.zeros(gelenk.mj_stateSize(m, bits))
        gelenk.mj_getState(m, d, state, bits)
        gelenk.mj_setState(m, wanted, state, bits)
        gelenk.mj_copyState(m, d, got, bits)
        assert differing(wanted, got) == []
    with pytest.raises(gelenk.FatalError):
        gelenk.mj_copyState(m, d, e, 1 << 14)
