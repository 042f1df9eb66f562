"""A call that stops since a buffer is too small, and is repeated, leaves what it would have left in a larger one."""

import numpy as np
import pytest

import gelenk

FALLS = """<mujoco><option timestep=".01" integrator="{integrator}"><flag energy="enable"/></option>
 <default><geom condim="1"/></default>
 <worldbody><geom type="plane" size="5 5 .1"/>
  <replicate count="10" offset=".5 0 .002"><body pos="0 0 .105"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
  </replicate>
  <body pos="1 3 1"><joint axis="0 1 0"/><geom type="capsule" size=".03" fromto="0 0 0 .3 0 0"/></body></worldbody>
 <sensor><e_kinetic/><e_potential/></sensor></mujoco>"""

STEPS = 12  # all boxes have touched the plane by then


@pytest.mark.parametrize("integrator", ["Euler", "RK4", "implicitfast"])
def test_sensors_read_the_energy_of_the_step_before_also_where_a_step_is_repeated(integrator):
    m = gelenk.MjModel.from_xml_string(FALLS.format(integrator=integrator))
    d, rooms, seen = gelenk.MjData(m), [], []
    for _ in range(2):  # the second time there is room
        gelenk.mj_resetData(m, d)
        readings = []
        for _ in range(STEPS):
            gelenk.mj_step(m, d)
            readings.append((*d.sensordata, *d.energy))
            rooms.append(d._scalar("nconmax"))
        seen.append(readings)
    # a buffer has grown in the midst of a step
    assert rooms[STEPS - 1] > rooms[0] and rooms[STEPS:] == rooms[STEPS - 1 : STEPS] * STEPS
    assert seen[0] == seen[1]


def test_a_runge_kutta_step_whose_stages_touch_more_begins_again_from_its_own_forward_dynamics():
    """Boxes that are a little above the plane touch it in a later stage, which has no room for their contacts."""
    m = gelenk.MjModel.from_xml_string(FALLS.format(integrator="RK4"))
    found = []
    for room in (1, 200):
        d = gelenk.MjData(m)
        d._resize(nconmax=room, nefcmax=room, nJmax=room * m.nv)
        d.qvel[: m.nv - 1 : 6] = 1.0
        d.qvel[2 : m.nv - 1 : 6] = -2.0
        gelenk.mj_forward(m, d)
        assert d.ncon == 0
        gelenk.mj_RungeKutta(m, d, 4)
        assert d._scalar("nconmax") > 1
        found.append(np.concatenate([d.qpos, d.qvel]))
    np.testing.assert_array_equal(*found)
