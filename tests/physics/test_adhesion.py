"""Contacts that adhere (geom and pair adhesion): rows, forces, gaps, sensors, files.

Numbers are from the formulas, or measured on mujoco 4.0.0 where a test says so.
"""

import numpy as np
import pytest

import gelenk
from gelenk.batch import Batch
from tests.support.tolerance import tol

FLOOR = """<mujoco><option cone="{cone}" gravity="0 0 -9"><flag {flag}/></option><worldbody>
<geom name="p" type="plane" size="1 1 1" adhesion="3" condim="{condim}" {plane}/>
<body pos="0 0 {z}"><freejoint/><geom name="s" size=".1" mass="1" adhesion="2" condim="{condim}" {ball}/>
<site name="t" size=".2"/></body></worldbody>{pair}
<sensor><touch site="t"/><contact geom1="s" data="force"/></sensor></mujoco>"""
CEILING = """<mujoco><option gravity="0 0 {}"/><worldbody>
<geom type="box" size="1 1 .1" pos="0 0 1.1" adhesion="{}" margin=".02" gap=".02"/>
<body pos="0 0 .9495"><freejoint/><geom size=".05" mass="1"/></body></worldbody></mujoco>"""
WALL = """<mujoco><option cone="elliptic"/><worldbody>
<geom type="plane" size="2 2 .1" euler="0 90 0" adhesion="4" friction="{0}" margin=".02" gap=".02"/>
<body pos=".0499 0 1"><freejoint/><geom type="box" size=".05 .05 .05" friction="{0}" mass=".5"/></body>
</worldbody></mujoco>"""


def floor(cone="elliptic", condim=3, flag='energy="disable"', plane="", ball="", pair="", z=".0999"):
    text = FLOOR.format(cone=cone, condim=condim, flag=flag, plane=plane, ball=ball, pair=pair, z=z)
    m = gelenk.MjModel.from_xml_string(text)
    d = gelenk.MjData(m)
    gelenk.mj_forward(m, d)
    return m, d


def contact_force(m, d):
    out = np.zeros(6)
    gelenk.mj_contactForce(m, d, 0, out)
    return out


@pytest.mark.parametrize(
    "cone, condim, aref, force",
    [
        ("elliptic", 1, 0.7989740547, 8.3338756233),
        ("elliptic", 3, 0.7989740547, 8.3338756233),
        ("pyramidal", 3, 0.7989740547, 8.3338756233),
        ("pyramidal", 4, 0.615844199, 8.6182788245),
    ],
)
def test_rows_and_forces_are_as_measured(cone, condim, aref, force):
    m, d = floor(cone, condim)
    assert m.flg_adhesion is True and d.contact[0].adhesion == 5
    assert d.efc_aref[0] == pytest.approx(aref, abs=tol(1e-10))
    np.testing.assert_allclose(d.qfrc_adhesion, [0, 0, -5, 0, 0, 0], atol=tol(1e-12))
    np.testing.assert_array_equal(d.qfrc_passive, d.qfrc_adhesion)
    assert contact_force(m, d)[0] == pytest.approx(force, abs=tol(1e-6))  # of the solver
    assert d.sensordata == pytest.approx([force, force, 0, 0][: len(d.sensordata)], abs=tol(1e-6))
    gelenk.mj_rnePostConstraint(m, d)
    assert d.cfrc_ext[1, 5] == pytest.approx(force, abs=tol(1e-6))
    gelenk.mj_inverse(m, d)
    np.testing.assert_allclose(d.qfrc_inverse, 0, atol=tol(1e-7))


def test_compression_is_that_without_adhesion():
    """The net force and the acceleration of a contact that pushes do not depend on delta."""
    m, d = floor()
    bare = floor(plane='solmix="1"', pair='<contact><pair geom1="p" geom2="s"/></contact>')
    assert bare[1].contact[0].adhesion == 0
    np.testing.assert_allclose(contact_force(m, d), contact_force(*bare), atol=tol(1e-7))
    np.testing.assert_allclose(d.qacc, bare[1].qacc, atol=tol(1e-7))


@pytest.mark.parametrize(
    "plane, ball, pair, expected",
    [
        ('priority="1"', "", "", 3),
        ("", 'priority="1"', "", 2),
        ("", "", '<contact><pair geom1="s" geom2="p" adhesion="7"/></contact>', 7),
        ("", "", '<contact><pair geom1="p" geom2="s"/></contact>', 0),
    ],
)
def test_priority_or_a_pair_decides(plane, ball, pair, expected):
    _, d = floor(plane=plane, ball=ball, pair=pair)
    assert [c.adhesion for c in d.contact] == [expected]


def test_a_ball_hangs_below_a_ceiling_until_its_weight_exceeds_the_adhesion():
    for gravity, adhesion, hangs in ((-9.81, 11, True), (-9.81, 9, False), (-20, 21, True), (-20, 19, False)):
        m = gelenk.MjModel.from_xml_string(CEILING.format(gravity, adhesion))
        d = gelenk.MjData(m)
        gelenk.mj_step(m, d, 300)
        assert (d.qpos[2] > 0.93) == hangs, (gravity, adhesion)
        if hangs:
            assert contact_force(m, d)[0] == pytest.approx(gravity, rel=tol(1e-3))  # at rest


def test_a_box_on_a_wall_slides_if_friction_times_adhesion_is_too_small():
    fall = []
    for mu in (0.2, 2):
        m = gelenk.MjModel.from_xml_string(WALL.format(mu))
        d = gelenk.MjData(m)
        gelenk.mj_step(m, d, 200)
        fall.append(1 - d.qpos[2])
    assert fall[0] > 0.1 > 0.02 > fall[1] > -0.01


def test_contacts_in_the_gap_pull_at_a_distance():
    near = 'margin=".03" gap=".02"'  # force from .01 on
    m, d = floor(plane=near, z=".12")
    assert d.ncon == 1 and d.contact[0].exclude == 0 and d.contact[0].dim == d.nefc == 1
    k, _, imp, _ = d.efc_KBIP[0]
    expected = -k * imp * (d.contact[0].dist - 0.01) + d.efc_R[0] * 5
    assert d.efc_aref[0] == pytest.approx(expected, rel=tol(1e-12)) and d.qacc[2] < -9
    m.flg_adhesion = False
    gelenk.mj_forward(m, d)
    assert d.contact[0].exclude == 1 and d.nefc == 0 and d.qacc[2] == pytest.approx(-9, abs=tol(1e-12))
    assert not d.qfrc_adhesion.any() and not d.qfrc_passive.any()


def test_the_attraction_goes_with_springs_and_dampers():
    """As measured: the rows keep their share."""
    m, d = floor("pyramidal", flag='spring="disable" damper="disable"')
    assert not d.qfrc_adhesion.any() and d.efc_aref[0] == pytest.approx(0.7989740547, abs=tol(1e-10))
    assert contact_force(m, d)[0] == pytest.approx(3.8288756233, abs=tol(1e-6))
    m.opt.disableflags = 0
    gelenk.mj_forward(m, d)
    assert d.qfrc_adhesion[2] == pytest.approx(-5, abs=tol(1e-12))


def test_the_attraction_is_equal_and_opposite():
    """Between two free bodies off center: momentum and spin are kept."""
    m = gelenk.MjModel.from_xml_string("""<mujoco><option gravity="0 0 0" jacobian="sparse"/><worldbody>
      <body pos="0 0 0"><freejoint/><geom type="box" size=".1 .2 .1"/></body>
      <body pos=".07 .1 .19"><freejoint/><geom type="box" size=".1 .1 .1" adhesion="4"/></body></worldbody></mujoco>""")
    d = gelenk.MjData(m)
    gelenk.mj_forward(m, d)
    assert d.ncon >= 4 and np.abs(d.qfrc_adhesion).max() > 10
    np.testing.assert_allclose(d.qfrc_adhesion[:3], -d.qfrc_adhesion[6:9], atol=tol(1e-12))
    torque = d.qfrc_adhesion[3:6] + d.qfrc_adhesion[9:12] + np.cross(d.xpos[2], d.qfrc_adhesion[6:9])
    np.testing.assert_allclose(torque, 0, atol=tol(1e-12))


def test_setconst_finds_the_flag_of_geoms_and_pairs():
    m, d = floor(pair='<contact><pair geom1="p" geom2="s" adhesion="1"/></contact>')
    m.geom_adhesion[:] = 0
    gelenk.mj_setConst(m, d)
    assert m.flg_adhesion is True
    m.pair_adhesion[:] = 0
    gelenk.mj_setConst(m, d)
    assert m.flg_adhesion is False


def test_batches_have_the_bits_of_single_worlds():
    m, d = floor("pyramidal", z=".1001")
    batch = Batch(m, 2)
    d = gelenk.MjData(m)
    gelenk.mj_step(m, d, 20)
    for _ in range(20):
        batch.step()
    assert (batch.qpos == d.qpos).all()


def test_texts_keep_adhesion(tmp_path):
    pair = '<contact><pair geom1="p" geom2="s" adhesion="7"/></contact>'
    text = FLOOR.format(cone="elliptic", condim=3, flag='energy="disable"', plane="", ball="", pair=pair, z=1)
    spec = gelenk.MjSpec.from_string(text)
    assert (spec.geoms[0].adhesion, spec.pairs[0].adhesion) == (3, 7)
    spec.geoms[1].adhesion = 4.5
    again = gelenk.MjModel.from_xml_string(spec.to_xml())
    assert again.geom_adhesion.tolist() == [3, 4.5] and again.pair_adhesion.tolist() == [7]
    again.geom_adhesion[0] = 8
    gelenk.mj_saveLastXML(str(tmp_path / "m.xml"), again)
    assert 'adhesion="8"' in (tmp_path / "m.xml").read_text()
