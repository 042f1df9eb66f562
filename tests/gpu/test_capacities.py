"""Buffers of fixed size keep what comes first, whole, and say what they lost."""

import numpy as np
import pytest

import gelenk
from gelenk.runtime import pipeline
from gelenk.tables.enums import mjtWarning
from tests.support.tolerance import tol

# five balls that rest side by side, each on one contact with three or four rows; a joint with friction loss
TEXT = """<mujoco><option cone="{cone}"/><worldbody><geom type="plane" size="9 9 .1"/>
<body pos="0 0 3"><joint name="j" axis="0 1 0" frictionloss=".1"/><geom size=".1" pos=".3 0 0"/></body>
{balls}</worldbody></mujoco>"""
BALL = '<body pos="{0} 0 .099"><freejoint/><geom size=".1" condim="3"/></body>'


def scene(cone="pyramidal", fixed=True, **capacity):
    balls = "".join(BALL.format(i) for i in range(5))
    m = gelenk.MjModel.from_xml_string(TEXT.format(cone=cone, balls=balls))
    d = gelenk.MjData(m)
    if capacity:
        d._resize(**capacity)
    d._set_scalar("fixed", int(fixed))
    d._set_scalar("status", 0)
    gelenk.mj_forward(m, d)
    return m, d


@pytest.mark.parametrize("cone, rows", [("pyramidal", 4), ("elliptic", 3)])
@pytest.mark.parametrize("room", [1, 2, 5, 6, 11, 13, 100])
def test_rows_are_cut_after_the_last_contact_that_fits_as_a_whole(cone, rows, room):
    m, all_of_it = scene(cone, fixed=False)
    _, d = scene(cone, nefcmax=room)
    contacts = min(5, max(0, (room - 1) // rows))
    assert (d.nf, d.nefc, d._scalar("nefcmax")) == (1, 1 + rows * contacts, room)
    assert d._scalar("lost_efc") == rows * (5 - contacts)
    assert (np.array([c.efc_address >= 0 for c in d.contact]) == (np.arange(5) < contacts)).all()
    np.testing.assert_array_equal(d.efc_J, all_of_it.efc_J[: d.nefc * m.nv])
    lost = d.warning[mjtWarning.mjWARN_CNSTRFULL].number
    assert (lost > 0) == (contacts < 5)  # more than once where the call was repeated, for the solver's buffer
    # balls share nothing, so those that keep their contact are held as if there were room for all
    held = slice(1, 1 + 6 * contacts)
    assert np.abs(d.qacc[held] - all_of_it.qacc[held]).max(initial=0) <= tol(1e-10)
    assert np.abs(d.qacc[1 + 6 * contacts :][2::6] + 9.81).max(initial=0) <= tol(1e-10)


@pytest.mark.parametrize("room", [1, 3, 5, 9])
def test_contacts_beyond_the_capacity_are_lost_and_counted(room):
    _, d = scene(nconmax=room)
    assert d.ncon == min(room, 5) and d._scalar("nconmax") == room
    assert d._scalar("lost_con") == 5 - d.ncon
    assert (d.warning[mjtWarning.mjWARN_CONTACTFULL].number > 0) == (room < 5)


def test_steps_go_on_where_everything_is_too_small():
    m, d = scene(nconmax=2, nefcmax=5)
    for _ in range(20):
        gelenk.mj_step(m, d)
    assert d.ncon == 2 and d.nefc == 5 and np.isfinite(d.qpos).all()
    assert not d._grow()
    assert not pipeline.recover(m, d)


def test_buffers_grow_where_they_are_not_fixed():
    _, d = scene(fixed=False, nconmax=1, nefcmax=2)
    assert d.ncon == 5 and d.nefc == 21 and d.warning[mjtWarning.mjWARN_CNSTRFULL].number == 0
    assert d._scalar("lost_efc") == d._scalar("lost_con") == 0


def test_a_solver_without_room_for_statistics_gives_the_same_bits():
    m, d = scene(fixed=False)
    _, other = scene(fixed=False)
    assert len(d.solver) == 4000
    other._set_scalar("nstat", 0)
    for one in (d, other):
        gelenk.mj_resetData(m, one)
        gelenk.mj_step(m, one, nstep=3)
    np.testing.assert_array_equal(d.qpos, other.qpos)
    assert (
        other._scalar("nstat") == 0 and d.solver[0].improvement != 0.0 and other.solver[0].improvement == 0.0
    )
