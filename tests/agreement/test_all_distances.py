"""mj_geomDistance of every pair of geom types, apart and overlapping: proven, and the reference's where it is right."""

import mujoco
import numpy as np
import pytest

import gelenk
from tests.support.pair_table import PAIRS, extent, prisms, shape_name
from tests.support.shapes import ShapeScene
from tests.support.tolerance import tol

FAR = 10.0
PLANE, HFIELD = mujoco.mjtGeom.mjGEOM_PLANE, mujoco.mjtGeom.mjGEOM_HFIELD
# the distance of capsule and box is that of their contact, as in 3.5.0, which proves nothing
ODD = ("capsule", "box")


def lower_bounds(m, d, n):
    """Bounds of the distance from geom 0 to geom 1 that the direction n gives (several for a height field)."""
    low = -extent(m, d, 1, -n)
    if m.geom_type[0] == PLANE:
        return np.array([low - d.geom_xpos[0] @ n])
    if m.geom_type[0] == HFIELD:
        x = prisms(m, 0.0) @ d.geom_xmat[0].reshape(3, 3).T + d.geom_xpos[0]
        return low - (x @ n).max(axis=1)
    return np.array([low - extent(m, d, 0, n)])


@pytest.mark.parametrize("pair", [pair for pair in PAIRS if pair != ODD], ids="-".join)
@pytest.mark.parametrize("spread", [0.15, 1.0], ids=["overlapping", "apart"])
def test_the_distance_is_the_one_that_its_own_direction_proves(pair, spread):
    """With n from the first nearest point to the second (back where they overlap), n attains its bound."""
    names = [shape_name(kind, k == 1) for k, kind in enumerate(pair)]
    scene, rng, agree = ShapeScene(*names), np.random.default_rng(4), 0
    scene.m.opt.ccd_tolerance = 1e-11  # ours is exact
    for _ in range(20):
        qpos = scene.random(rng, spread)
        theirs, ours = scene.at(qpos)
        fromto, back, want = np.zeros(6), np.zeros(6), np.zeros(6)
        dist = gelenk.mj_geomDistance(scene.m, ours, 0, 1, FAR, fromto)
        assert dist == pytest.approx(gelenk.mj_geomDistance(scene.m, ours, 1, 0, FAR, back), abs=tol(1e-9))
        np.testing.assert_allclose(np.r_[back[3:], back[:3]], fromto, atol=tol(1e-4))
        segment = fromto[3:] - fromto[:3]
        assert abs(dist) == pytest.approx(np.linalg.norm(segment), abs=tol(1e-9))
        n = segment / dist
        assert np.abs(lower_bounds(scene.ref, theirs, n) - dist).min() < tol(1e-6)
        if pair[0] == "hfield":
            continue
        # at its default tolerance: a smaller one crashes it
        agree += abs(mujoco.mj_geomDistance(scene.ref, theirs, 0, 1, FAR, want) - dist) < tol(1e-5)
    assert pair[0] in ("plane", "hfield") or agree >= 12


def test_far_geoms_are_at_the_largest_distance():
    scene = ShapeScene("box", "stone")
    _, ours = scene.at(np.array([0, 0, 0, 1, 0, 0, 0, 5, 0, 0, 1.0, 0, 0, 0]))
    fromto = np.ones(6)
    assert gelenk.mj_geomDistance(scene.m, ours, 0, 1, 1.5, fromto) == 1.5
    np.testing.assert_array_equal(fromto, 0.0)


GROUNDS = """<mujoco><asset><hfield name="h" nrow="3" ncol="3" size="1 1 .3 .1" elevation="0 1 0 1 0 1 0 .5 0"/></asset>
<worldbody><geom name="p" type="plane" size="1 1 .1"/><geom name="q" type="plane" size="0 0 .1" euler="10 0 0"/>
<geom name="h" type="hfield" hfield="h" pos="0 0 1"/><geom name="i" type="hfield" hfield="h" pos="0 3 1"/>
<body name="field" pos="5 0 0"><geom type="hfield" hfield="h"/></body>
<body name="ball" pos="5 .1 1"><geom size=".1"/></body></worldbody>
<sensor><distance body1="field" body2="ball" cutoff="3"/><fromto body1="field" body2="ball" cutoff="3"/></sensor>
</mujoco>"""


def test_planes_and_height_fields_have_no_distance_from_each_other():
    for module in (gelenk, mujoco):
        m = module.MjModel.from_xml_string(GROUNDS)
        d = module.MjData(m)
        module.mj_forward(m, d)
        for one in "pqhi":
            for other in "pqhi":
                fromto = np.ones(6)
                ids = m.geom(one).id, m.geom(other).id
                assert module.mj_geomDistance(m, d, *ids, 7.0, fromto) == 7.0
                np.testing.assert_array_equal(fromto, 0.0)


def test_a_distance_sensor_of_a_body_with_a_height_field_measures_it():
    """The ball is above a valley of the field: as mj_geomDistance says."""
    m = gelenk.MjModel.from_xml_string(GROUNDS)
    d = gelenk.MjData(m)
    gelenk.mj_forward(m, d)
    fromto = np.zeros(6)
    field, ball = (m.body(name).geomadr[0] for name in ("field", "ball"))
    dist = gelenk.mj_geomDistance(m, d, field, ball, 3.0, fromto)
    assert 0.5 < dist < 0.9
    np.testing.assert_allclose(d.sensordata, np.r_[dist, fromto], atol=tol(1e-12))


def test_capsule_and_box_are_as_far_as_their_contact_says():
    """Also where that is not the way out: 3.5.0 tells the same, but for distances that it does not find."""
    scene, rng, found = ShapeScene("capsule", "box"), np.random.default_rng(4), 0
    for _ in range(40):
        theirs, ours = scene.at(scene.random(rng, 0.5))
        got, want = np.zeros(6), np.zeros(6)
        dist = gelenk.mj_geomDistance(scene.m, ours, 0, 1, FAR, got)
        expected = mujoco.mj_geomDistance(scene.ref, theirs, 0, 1, FAR, want)
        if expected < FAR:
            found += 1
            assert dist == pytest.approx(expected, abs=tol(1e-9))
            np.testing.assert_allclose(got, want, atol=tol(1e-9))
    assert found > 30
