"""Frames that count as equal: all elements differ by less than 1e-6, as in 3.5.0."""

import mujoco
import numpy as np
import pytest

import gelenk
from tests.support.tolerance import tol

POSITIONS = (
    "8e-7 8e-7 8e-7",
    "9.99e-7 0 0",
    "1.001e-6 0 0",
    "7e-7 8e-7 0",
    "-9e-7 0 0",
    "2e-9 -1e-9 0",
    "1e-3 0 0",
)
TURNS = ("1 8e-7 8e-7 8e-7", "1 9.99e-7 0 0", "1 1.001e-6 0 0", "-1 9e-7 0 0", "1 1.5e-6 0 0", "1 0 0 1e-9")
BODY = """<mujoco><worldbody><body pos="0 0 1">{joint}<inertial pos="{ipos}" quat="{iquat}" mass="1"
  diaginertia="1 2 2.5"/><geom type="box" size=".2 .1 .1" pos="{pos}" quat="{quat}"/><site pos="{pos}" quat="{quat}"/>
  </body></worldbody></mujoco>"""
FREE = "<freejoint/>"


def body(joint=FREE, ipos="0 0 0", iquat="1 0 0 0", pos="0 0 0", quat="1 0 0 0"):
    return BODY.format(**locals())


CASES = [
    *(body(ipos=p, pos=p) for p in POSITIONS),
    *(body(iquat=q, quat=q) for q in TURNS),
    *(body(ipos="0 0 .1", iquat="1 .1 0 0", pos=f"{x} 0 .1", quat="1 .1 0 0") for x in (1e-7, 9e-7, 2e-6)),
    *(
        body(ipos="0 0 .1", iquat="1 .1 0 0", pos="0 0 .1", quat=f"1 {x} 5e-7 0")
        for x in (0.1000005, 0.100002)
    ),
    *(
        body(f'<joint type="{kind}" axis="{axis}" pos="{x} 0 0"/>')
        for kind in ("slide", "hinge", "ball")
        for x in (0, 1e-9, 9e-7, 1.1e-6, 1e-3)
        for axis in ("0 0 1", "1 1e-7 0")
    ),
]
FIELDS = (
    "body_simple",
    "body_sameframe",
    "geom_sameframe",
    "site_sameframe",
    "dof_simplenum",
    "body_invweight0",
    "nC",
)


@pytest.mark.parametrize("text", CASES)
def test_frames_are_equal_where_those_of_3_5_0_are(text):
    ours, theirs = gelenk.MjModel.from_xml_string(text), mujoco.MjModel.from_xml_string(text)
    for name in FIELDS:
        assert np.allclose(getattr(ours, name), getattr(theirs, name), rtol=tol(1e-9), atol=0), name


@pytest.mark.parametrize("text", CASES[:16])
def test_poses_are_those_of_3_5_0(text):
    """A frame that counts as equal is copied in 3.5.0; here offsets from 1e-8 on show."""
    poses = []
    for library in (gelenk, mujoco):
        m = library.MjModel.from_xml_string(text)
        d = library.MjData(m)
        d.qpos[3:7] = 0.5, -0.5, 0.5, 0.5
        library.mj_kinematics(m, d)
        poses.append(
            np.concatenate([d.xipos.ravel(), d.ximat.ravel(), d.geom_xpos.ravel(), d.geom_xmat.ravel()])
        )
    assert np.abs(poses[0] - poses[1]).max() < tol(4e-6)


def test_an_edit_beyond_the_tolerance_is_followed():
    """Edits of poses move geoms here; 3.5.0 goes by the flag of the compiler (differences.md)."""
    m = gelenk.MjModel.from_xml_string(body())
    d = gelenk.MjData(m)
    for x, moved in ((5e-9, 0.0), (2e-8, 2e-8), (0.1, 0.1)):
        m.geom_pos[0] = x, 0, 0
        gelenk.mj_kinematics(m, d)
        assert d.geom_xpos[0, 0] == pytest.approx(moved, rel=tol(1e-12))
