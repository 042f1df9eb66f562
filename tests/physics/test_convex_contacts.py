"""Pairs of convex geoms have the contacts of their faces and edges from 3.8 on; numbers are of 4.0.0."""

import math

import numpy as np
import pytest

import gelenk
from tests.support.tolerance import tol

CUBE = "-.1 -.08 -.06 .1 -.08 -.06 -.1 .08 -.06 .1 .08 -.06 -.1 -.08 .06 .1 -.08 .06 -.1 .08 .06 .1 .08 .06"
HEXAGON = " ".join(
    f"{0.1 * math.cos(k * math.pi / 3 + 0.1)!r} {0.1 * math.sin(k * math.pi / 3 + 0.1)!r} {z}"
    for z in (-0.06, 0.06)
    for k in range(6)
)
GEOMS = {
    "box": 'type="box" size=".1 .08 .06"',
    "mesh": 'type="mesh" mesh="cube"',
    "hexagon": 'type="mesh" mesh="hexagon"',
    "cylinder": 'type="cylinder" size=".08 .06"',
    "capsule": 'type="capsule" size=".05 .04" euler="0 90 0"',
}
DEPTH = 0.003  # [m]


def pair(lower, upper, release, margin=0.0):
    return gelenk.MjModel.from_xml_string(
        f"""
        <mujoco>
          <option gravity="0 0 0"/>
          <asset><mesh name="cube" vertex="{CUBE}"/><mesh name="hexagon" vertex="{HEXAGON}"/></asset>
          <worldbody>
            <geom name="lower" {GEOMS[lower]} margin="{margin}"/>
            <body><freejoint/><geom name="upper" {GEOMS[upper]} margin="{margin}"/></body>
          </worldbody>
        </mujoco>
        """,
        release=release,
    )


def quaternion(axis, angle):
    return np.r_[math.cos(angle / 2), math.sin(angle / 2) * np.array(axis) / np.linalg.norm(axis)]


def rotated(vector, axis, angle):
    found = np.zeros(3)
    gelenk.mju_rotVecQuat(found, vector, quaternion(axis, angle))
    return found


def contacts(m, position, axis=(0, 0, 1), angle=0.0):
    d = gelenk.MjData(m)
    d.qpos[:] = [*position, *quaternion(axis, angle)]
    gelenk.mj_forward(m, d)
    return d.contact


@pytest.mark.parametrize(
    "lower, upper", [("box", "mesh"), ("mesh", "mesh"), ("box", "cylinder"), ("mesh", "cylinder")]
)
def test_faces_rest_on_four_points(lower, upper):
    found = contacts(pair(lower, upper, "4.0"), (0.01, 0.02, 0.12 - DEPTH))
    assert len(found) == 4
    assert found.dist == pytest.approx(-DEPTH, abs=tol(1e-8))
    assert np.ptp(found.pos[:, 0]) > 0.08
    assert np.ptp(found.pos[:, 1]) > 0.08


@pytest.mark.parametrize(
    "lower, upper", [("box", "mesh"), ("mesh", "mesh"), ("box", "cylinder"), ("mesh", "cylinder")]
)
def test_release_35_with_one_contact_keeps_one(lower, upper):
    m = pair(lower, upper, "3.5")
    m.opt.disableflags |= 1 << 19
    assert len(contacts(m, (0.01, 0.02, 0.12 - DEPTH))) == 1


@pytest.mark.parametrize("lower", ["box", "mesh"])
def test_tilted_faces_have_a_depth_each(lower):
    """The mesh is tilted by 5 degrees about 1 .3 0 and overlaps by 2 cm."""
    low = 0.1 * math.sin(math.radians(5)) * 0.3 / math.hypot(1, 0.3)
    low += 0.08 * math.sin(math.radians(5)) / math.hypot(1, 0.3) + 0.06 * math.cos(math.radians(5))
    found = contacts(
        pair(lower, "mesh", "4.0"), (0.01, 0.02, 0.06 + low - 0.02), (1, 0.3, 0), math.radians(5)
    )
    assert sorted(found.dist) == pytest.approx([-0.01971, -0.01493, -0.00848, -0.00368], abs=tol(6e-6))
    assert found.frame[:, :3] == pytest.approx(np.tile([0.025, -0.0835, 0.9962], (4, 1)), abs=tol(5e-5))


@pytest.mark.parametrize("degrees, dist", [(2, -0.0024229), (4, -0.0018973)])
def test_one_corner_within_the_margin_has_the_normal_of_the_face(degrees, dist):
    """The corner that alone is below the lower box is measured along the face of the upper one, as in 4.0.0."""
    angle, axis = math.radians(degrees), np.array([1, 0.7, 0])
    lowest = rotated(np.array([0.1, -0.08, -0.06]), axis, angle)[2]
    found = contacts(pair("box", "mesh", "4.0"), (0.03, 0.02, 0.06 - lowest - DEPTH), axis, angle)
    assert found.dist == pytest.approx([dist], abs=tol(1e-7))  # seven digits
    assert found.frame[0, :3] == pytest.approx(rotated(np.array([0, 0, 1.0]), axis, angle), abs=tol(1e-9))


@pytest.mark.parametrize("degrees, count", [(5.12, 4), (5.14, 2), (17.9, 2), (18.1, 1)])
def test_angles_up_to_which_faces_and_edges_count(degrees, count):
    """Faces count up to a cosine of 0.996, edges up to a sine of 0.0888."""
    angle, share = math.radians(degrees), math.hypot(1, 0.3)
    low = (0.1 * 0.3 + 0.08) / share * math.sin(angle) + 0.06 * math.cos(angle)
    found = contacts(pair("mesh", "mesh", "4.0"), (0.01, 0.02, 0.06 + low - 0.02), (1, 0.3, 0), angle)
    assert len(found) == count


def test_points_beyond_the_margin_do_not_count():
    """At one degree and 3 mm, three of the four corners touch; with margins, all four are near."""
    angle = math.radians(1)
    low = (0.1 * 0.3 + 0.08) / math.hypot(1, 0.3) * math.sin(angle) + 0.06 * math.cos(angle)
    place = (0.01, 0.02, 0.06 + low - 0.003)
    found = contacts(pair("mesh", "mesh", "4.0"), place, (1, 0.3, 0), angle)
    assert sorted(found.dist) == pytest.approx([-0.00295, -0.002, -0.00063], abs=tol(6e-6))
    assert len(contacts(pair("mesh", "mesh", "4.0", margin=0.01), place, (1, 0.3, 0), angle)) == 4


@pytest.mark.parametrize(
    "margin, dist",
    [(0.0, (-0.003606003164541, -0.000406856429610)), (0.01, (-0.003590011696054, -0.000390864961123))],
)
def test_line_of_a_capsule_lies_on_a_tilted_face(margin, dist):
    found = contacts(pair("capsule", "mesh", "4.0", margin), (0, 0, 0.108), (0, 1, 0), 0.04)
    assert sorted(found.dist) == pytest.approx(dist, abs=tol(2e-9))
    assert found.frame[0, :3] == pytest.approx([math.sin(0.04), 0, math.cos(0.04)], abs=tol(1e-6))


TURNED = [[0.00987, 0.08], [-0.1, 0.004834], [-0.053273, -0.08], [0.1, -0.052199]]


@pytest.mark.parametrize(
    "lower, upper, corners",
    [
        ("box", "mesh", TURNED),
        ("mesh", "mesh", TURNED),
        (
            "mesh",
            "hexagon",
            [[0.1, -0.055846], [0.096484, 0.054422], [-0.074033, 0.024026], [-0.056484, -0.074422]],
        ),
    ],
)
def test_which_four_of_more_corners_become_contacts(lower, upper, corners):
    """The search begins at the first corner of the polygons of meshes, which are those of 4.0.0."""
    found = contacts(pair(lower, upper, "4.0"), (0.02, -0.01, 0.1185), angle=0.6)
    np.testing.assert_allclose(found.pos[:, :2], corners, rtol=0, atol=tol(1e-6))  # six digits


@pytest.mark.parametrize("kind", ["capsule", "cylinder"])
@pytest.mark.parametrize("degrees, count, dist", [(10, 2, -0.00197), (45, 2, -0.001414), (90, 1, -0.002)])
def test_a_rod_that_crosses_a_cylinder_touches_a_cap_only_at_its_rim(kind, degrees, count, dist):
    """The rod lies across, with its line on the rim, or at 90 degrees on the side, where 4.0.0 has one contact."""
    angle = math.radians(degrees)
    place = np.array([0.1, 0, 0.1 if degrees < 90 else 0]) + 0.028 * np.array(
        [math.sin(angle), 0, math.cos(angle)]
    )
    m = gelenk.MjModel.from_xml_string(
        f"""
        <mujoco>
          <worldbody>
            <geom type="cylinder" size=".1 .1"/>
            <body euler="90 0 0" pos="{" ".join(map(str, place.tolist()))}">
              <freejoint/><geom type="{kind}" size=".03 .2"/>
            </body>
          </worldbody>
        </mujoco>
        """,
        release="4.0",
    )
    d = gelenk.MjData(m)
    gelenk.mj_forward(m, d)
    assert len(d.contact) == count
    assert d.contact.dist == pytest.approx(
        dist, abs=tol(1e-4)
    )  # two cylinders: to ccd_tolerance, also in 4.0.0


OCTAGON = (
    (0.16, 0.13), (0.1, 0.17), (0.08, 0.18), (-0.05, 0.19), (-0.2, 0.01), (-0.18, -0.08), (0.08, -0.18), (0.19, -0.07)
)  # fmt: skip


def test_the_search_for_four_corners_moves_the_third_and_then_the_second():
    vertices = " ".join(f"{x} {y} {z}" for z in (0, 0.1) for x, y in OCTAGON)
    m = gelenk.MjModel.from_xml_string(
        f"""
        <mujoco>
          <asset><mesh name="prism" vertex="{vertices}"/></asset>
          <worldbody>
            <geom type="box" size="1 1 .1" pos="0 0 -.1"/>
            <body><freejoint/><geom type="mesh" mesh="prism"/></body>
          </worldbody>
        </mujoco>
        """,
        release="4.0",
    )
    d = gelenk.MjData(m)
    d.qpos[:] = (0, 0, -0.0088, 1, 0.003, -0.002, 0)
    gelenk.mj_forward(m, d)
    corners = [(0.100012, 0.170018), (-0.049986, 0.190021), (-0.199979, 0.010031), (0.080021, -0.179969)]
    np.testing.assert_allclose(d.contact.pos[:, :2], corners, rtol=0, atol=tol(2e-6))  # six digits


LONG_SIDES = [-0.0018145, -0.001707, -0.0009536]
SHORT_SIDES = [-0.000598, -0.0023542, -0.0019599, -0.0002093]


@pytest.mark.parametrize(
    "axis, angle, dist",
    [
        ((0, -1, 0), 90, SHORT_SIDES),
        ((0, 1, 0), 90, SHORT_SIDES),
        ((1, 0, 0), 90, LONG_SIDES),
        ((-1, 0, 0), 90, LONG_SIDES),
        ((1, 0, 0), 0, [-0.0011112, -0.0003577, -0.0015038, -0.0015061]),
        ((1, 0, 0), 180, [-0.0015038, -0.0015061, -0.0011112, -0.0003577]),
    ],
)
def test_at_which_corner_of_each_face_of_a_box_the_search_begins(axis, angle, dist):
    """A box stands on a cylinder with each of its faces, tilted by 2 degrees."""
    m, quat = pair("cylinder", "box", "4.0"), np.zeros(4)
    gelenk.mju_mulQuat(quat, quaternion((1, 0.7, 0), math.radians(2)), quaternion(axis, math.radians(angle)))
    found, d = np.zeros(9), gelenk.MjData(m)
    gelenk.mju_quat2Mat(found, quat)
    height = abs(found[6:]) @ [0.1, 0.08, 0.06]
    d.qpos[:] = [0.03, 0.02, 0.06 + height - DEPTH, *quat]
    gelenk.mj_forward(m, d)
    assert d.contact.dist == pytest.approx(dist, abs=tol(2e-7))  # seven digits


def test_one_contact_where_multiccd_is_disabled():
    m = pair("box", "mesh", "4.0")
    m.opt.disableflags |= 1 << 19
    assert len(contacts(m, (0.01, 0.02, 0.12 - DEPTH))) == 1


def boxes(release, size, position, quat):
    m = gelenk.MjModel.from_xml_string(
        f"""
        <mujoco>
          <worldbody>
            <geom type="box" size=".2 .2 .01"/>
            <body><freejoint/><geom type="box" size="{size}"/></body>
          </worldbody>
        </mujoco>
        """,
        release=release,
    )
    d = gelenk.MjData(m)
    d.qpos[:] = np.r_[position, np.array(quat) / np.linalg.norm(quat)]
    gelenk.mj_forward(m, d)
    return d.contact


def test_box_deep_in_a_thin_one_keeps_contacts():
    """The overlap is more than the thin box's half size; 3.5.0 finds nothing (conformance400, box-box/deep)."""
    assert len(boxes("4.0", ".1 .1 .1", (0.006682, 0.06253, 0.038), (1, 0.05, 0, 0))) > 0


def test_edges_of_boxes_have_one_contact():
    """Two edges cross at right angles, 2 mm deep."""
    root = math.sqrt(0.5)
    m = gelenk.MjModel.from_xml_string(
        """
        <mujoco>
          <worldbody>
            <geom type="box" size=".1 .1 .1" euler="45 0 0"/>
            <body><freejoint/><geom type="box" size=".1 .1 .1"/></body>
          </worldbody>
        </mujoco>
        """,
        release="4.0",
    )
    d = gelenk.MjData(m)
    half = math.radians(45) / 2
    d.qpos[:] = (0.02, 0.03, 0.4 * root - 0.002, math.cos(half), 0, math.sin(half), 0)
    gelenk.mj_forward(m, d)
    assert d.ncon == 1
    assert d.contact.dist == pytest.approx(-0.002, abs=tol(1e-12))
    assert d.contact.pos[0] == pytest.approx([0.02, 0, 0.2 * root - 0.001], abs=tol(1e-12))
