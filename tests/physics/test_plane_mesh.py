"""Planes touch meshes at one face of their hull from 3.13 on; numbers are of 4.0.0."""

import numpy as np
import pytest

import gelenk
from tests.support.tolerance import tol

# a face with seven corners, all at z = 0, and two vertices above
STONE = ".2 0 0 .13 .1 0 .02 .15 0 -.14 .08 0 -.19 -.03 0 -.08 -.14 0 .12 -.11 0 .03 .02 .25 -.1 .05 .2"
MARGIN = 0.03  # [m]
# orientation (of any length), height of the body [m], then position and distance of the contacts of 4.0.0
POSES = {
    "four of seven corners, one within the margin": (
        (1, 0.02, 0.01, 0.3),
        -0.004479592,
        (
            (0.16065291, -0.02569372, -0.005, -0.01),
            (0.01019716, -0.16083448, -0.00489913, -0.00979825),
            (-0.14210821, -0.12963503, -0.00217561, -0.00435121),
            (-0.06578084, 0.13614214, 0.00085053, 0.00170106),
        ),
    ),
    "two of the four are beyond the margin": (
        (1, -0.05, 0.1, 0.2),
        0.021805224,
        (
            (0.18099763, 0.07410927, -0.01, -0.02),
            (0.15144893, -0.05665084, 0.00149644, 0.00299287),
        ),
    ),
    "tilted and deep": (
        (1, 0.15, -0.1, 0),
        -0.043825667,
        (
            (-0.07438257, -0.13157385, -0.05, -0.1),
            (-0.18544794, -0.02317191, -0.04467312, -0.08934625),
            (0.01525424, 0.14288136, 0.00181598, 0.00363196),
            (0.19612591, -0.00581114, -0.00254237, -0.00508474),
        ),
    ),
    "a triangle, one corner of it too high": (
        (1, 1, 0.3, 0.2),
        0.141830985,
        (
            (-0.08338028, -0.04084507, 0.005, 0.01),
            (0.09502347, 0.05375587, 0.01053991, 0.02107981),
        ),
    ),
}


def scene(vertices, margin, release="4.0"):
    return gelenk.MjModel.from_xml_string(
        f"""
        <mujoco>
          <asset><mesh name="stone" vertex="{vertices}" inertia="convex"/></asset>
          <worldbody>
            <geom type="plane" size="5 5 1"/>
            <body><freejoint/><geom type="mesh" mesh="stone" margin="{margin}"/></body>
          </worldbody>
        </mujoco>
        """,
        release=release,
    )


def contacts(m, quat, height):
    d = gelenk.MjData(m)
    d.qpos[2], d.qpos[3:] = height, np.array(quat) / np.linalg.norm(quat)
    gelenk.mj_forward(m, d)
    return d.contact


@pytest.mark.parametrize("pose", POSES)
def test_a_mesh_touches_a_plane_where_4_0_0_has_contacts_in_its_order(pose):
    quat, height, expected = POSES[pose]
    found = contacts(scene(STONE, MARGIN), quat, height)
    # the body was placed with nine digits, and single precision of vertices differs in the last bit
    np.testing.assert_allclose(np.c_[found.pos, found.dist], expected, rtol=0, atol=tol(1e-7))


CUBE = " ".join(f"{x} {y} {z}" for x in (-0.2, 0.2) for y in (-0.15, 0.15) for z in (-0.1, 0.1))


@pytest.mark.parametrize("degrees, number", [(33.6, 4), (33.8, 2)])
def test_corners_above_the_center_of_the_geom_do_not_touch(degrees, number):
    """Far below the plane, the upper edge of the lowest face is level with the center at 33.69 degrees."""
    half = np.radians(degrees) / 2
    assert len(contacts(scene(CUBE, 0), (np.cos(half), np.sin(half), 0, 0), -1.0)) == number


def test_faces_with_hundreds_of_corners_have_four_contacts():
    t = np.arange(300) * (2 * np.pi / 300)
    rim = np.r_[
        np.c_[0.2 * np.cos(t), 0.15 * np.sin(t), 0 * t], np.c_[0.2 * np.cos(t), 0.15 * np.sin(t), 0 * t + 0.1]
    ]
    found = contacts(scene(" ".join(map(str, rim.ravel().tolist())), 0), (1, 0.001, 0.002, 0), -0.01)
    assert len(found) == 4
    assert np.ptp(found.pos[:, 0]) > 0.25
    assert np.ptp(found.pos[:, 1]) > 0.2


def test_models_of_release_3_5_keep_three_contacts():
    assert len(contacts(scene(CUBE, 0, "3.5"), (1, 0, 0, 0), 0.09)) == 3
    assert len(contacts(scene(CUBE, 0), (1, 0, 0, 0), 0.09)) == 4


def test_a_pose_of_nan_has_no_contacts():
    assert len(contacts(scene(CUBE, 0), (np.nan, 0, 0, 0), 0.0)) == 0
