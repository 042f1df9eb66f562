"""Contact sensors report relative velocities, in the first stage that knows what they report."""

import numpy as np
import pytest

import gelenk
from gelenk import mjtStage
from tests.support.tolerance import EPS, tol

EXACT = tol(64 * EPS)  # a few operations on numbers near 1
SCENE = """<mujoco><worldbody><geom name="floor" type="plane" size="0 0 1"/>
<body name="ball" pos=".3 0 .1999"><freejoint/><geom name="ball" size=".2"/></body>{more}</worldbody>
<sensor>{sensors}</sensor></mujoco>"""
VELOCITY, SPIN = np.array([0.3, -0.2, 0.5]), np.array([1.0, 2.0, -3.0])


def at_release(sensors, release="4.0", more=""):
    """Model and data of the ball, which moves and spins."""
    m = gelenk.MjModel.from_xml_string(SCENE.format(sensors=sensors, more=more), release=release)
    d = gelenk.MjData(m)
    d.qvel[:6] = *VELOCITY, *SPIN
    return m, d


@pytest.mark.parametrize("side, sign", [("geom2", 1), ("geom1", -1)])
def test_linvel_and_angvel_are_those_of_the_second_body_in_the_contact_frame(side, sign):
    m, d = at_release(f'<contact {side}="ball" data="dist normal tangent linvel angvel"/>')
    gelenk.mj_forward(m, d)
    dist, normal, tangent, linvel, angvel = np.split(d.sensordata, [1, 4, 7, 10])
    assert (normal == [0, 0, sign]).all()
    frame = np.array([normal, tangent, np.cross(normal, tangent)])
    arm = np.array([0, 0, -0.2 - dist[0] / 2])  # to the contact point, halfway between the surfaces
    assert np.abs(frame.T @ linvel - sign * (VELOCITY + np.cross(SPIN, arm))).max() < EXACT
    assert np.abs(frame.T @ angvel - sign * SPIN).max() < EXACT
    assert linvel[0] > 0  # the ball leaves the floor: positive from either side


def test_a_flex_has_the_velocity_of_its_vertex_and_no_angular_velocity():
    cloth = '<flexcomp name="f" type="grid" count="2 2 1" spacing=".1 .1 .1" pos="2 0 .0095" dim="2" radius=".01"/>'
    m, d = at_release('<contact num="9" data="found normal tangent linvel angvel"/>', more=cloth)
    d.qvel[6:] = np.random.default_rng(0).standard_normal(12)
    gelenk.mj_forward(m, d)
    slots = d.sensordata.reshape(9, 13)
    assert slots[0, 0] == 5  # of the ball, and of four vertices
    for c in range(1, 5):
        normal, tangent, linvel, angvel = np.split(slots[c, 1:], [3, 6, 9])
        body = m.flex_vertbodyid[d.contact.vert[c, 1]]
        velocity = d.qvel[m.body_dofadr[body] :][:3]
        frame = np.array([normal, tangent, np.cross(normal, tangent)])
        assert np.abs(frame.T @ linvel - velocity).max() < EXACT and not angvel.any()


@pytest.mark.parametrize(
    "fields, stage",
    [
        ('data="found dist pos normal tangent"', mjtStage.mjSTAGE_POS),
        ('data="pos linvel" reduce="mindist"', mjtStage.mjSTAGE_VEL),
        ('data="angvel"', mjtStage.mjSTAGE_VEL),
        ('data="force angvel"', mjtStage.mjSTAGE_ACC),
        ('data="torque"', mjtStage.mjSTAGE_ACC),
        ('data="linvel" reduce="maxforce"', mjtStage.mjSTAGE_ACC),
        ('data="pos" reduce="netforce"', mjtStage.mjSTAGE_ACC),
    ],
)
def test_data_and_reduction_decide_on_the_stage_from_release_3_16_on(fields, stage):
    sensor = f'<contact geom1="ball" {fields}/>'
    m, d = at_release(sensor)
    assert m.sensor_needstage[0] == stage
    older, _ = at_release(sensor, "3.11")
    assert older.sensor_needstage[0] == mjtStage.mjSTAGE_ACC
    gelenk.mj_fwdPosition(m, d)
    gelenk.mj_sensorPos(m, d)
    assert d.sensordata.any() == (stage == mjtStage.mjSTAGE_POS)
    gelenk.mj_fwdVelocity(m, d)
    gelenk.mj_sensorVel(m, d)
    assert d.sensordata.any() == (stage != mjtStage.mjSTAGE_ACC)


@pytest.mark.parametrize("field", ["linvel", "angvel"])
def test_a_net_force_has_no_velocity(field):
    with pytest.raises(ValueError, match="cannot be combined with reduce='netforce'"):
        at_release(f'<contact geom1="ball" data="found {field}" reduce="netforce"/>')


@pytest.mark.parametrize("release, axis", [("3.5", 1), ("4.0", 0)])
def test_the_net_force_of_no_contact_is_reported_as_zeros(release, axis):
    """3.17.0 and 4.0.0 report zeros; 3.5.0 has the axes of the world."""
    m, d = at_release(
        '<contact geom1="ball" geom2="ball" reduce="netforce" data="found normal tangent"/>', release
    )
    gelenk.mj_forward(m, d)
    assert d.sensordata.tolist() == [0, axis, 0, 0, 0, axis, 0]
