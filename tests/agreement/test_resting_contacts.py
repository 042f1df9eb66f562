"""Several contacts of faces that rest on each other: only where faces are parallel, and not with multiccd="disable"."""

import mujoco
import numpy as np
import pytest

from gelenk.engine.collision.convex import resting
from gelenk.runtime import pipeline
from gelenk.tables.enums.options import ONE_CONTACT
from tests.support.mirror import mirror_data
from tests.support.shapes import SIZES, ShapeScene, pairing
from tests.support.tolerance import tol

FLAT = ("box", "cylinder", "boxmesh", "drum")
PAIRS = [(a, b) for i, a in enumerate(FLAT) for b in FLAT[i:] if (a, b) != ("box", "box")]
UP = {"box": SIZES["box"][2], "cylinder": SIZES["cylinder"][1], "boxmesh": 0.3, "drum": 0.25}
TIGHT = 'ccd_tolerance="1e-10"'
ROWS = ("dist", "pos", "frame", "geom", "friction", "solref", "solimp", "includemargin", "dim")


def contacts(scene, qpos, one=False):
    """Contacts of a pose here: with one for each pair, if that is asked for."""
    scene.m.opt.disableflags = ONE_CONTACT if one else 0
    data = mujoco.MjData(scene.ref)
    data.qpos[:] = qpos
    mujoco.mj_fwdPosition(scene.ref, data)
    d = mirror_data(scene.ref, data, scene.m)
    d._set_scalar("ncon", 0)
    pipeline.run_stage("collision", scene.m, d)
    scene.m.opt.disableflags = 0
    return data, d


def standing(a, b, depth=0.01, tilt=0.0, yaw=0.3):
    """A pose in which b stands on a, turned by ``yaw``, its axis tilted by ``tilt`` [rad]."""
    lean, turn = (
        np.r_[np.cos(tilt / 2), np.sin(tilt / 2), 0, 0],
        np.r_[np.cos(yaw / 2), 0, 0, np.sin(yaw / 2)],
    )
    quat = np.zeros(4)
    mujoco.mju_mulQuat(quat, lean, turn)
    return np.r_[np.zeros(3), 1, 0, 0, 0, 0.02, 0.03, UP[a] + UP[b] - depth, quat]


@pytest.mark.parametrize("margin", [0.0, 0.02])
@pytest.mark.parametrize("pair", PAIRS, ids="-".join)
def test_a_face_on_a_face_has_four_contacts_of_the_common_depth(pair, margin):
    scene = ShapeScene(*pair, margin=margin)
    for depth in (0.01, -0.01) if margin else (0.01,):
        _, d = contacts(scene, standing(*pair, depth=depth))
        assert d.ncon == 4
        np.testing.assert_allclose(d.contact.dist, -depth, atol=tol(1e-7))  # vertices of meshes are float32
        np.testing.assert_allclose(np.abs(d.contact.frame[:, 2]), 1.0, atol=tol(1e-7))
        np.testing.assert_allclose(d.contact.pos[:, 2], UP[pair[0]] - depth / 2, atol=tol(1e-7))
        rest = np.delete(np.arange(4), 0)
        for name in ("friction", "solref", "solimp", "includemargin", "dim"):
            values = getattr(d.contact, name)
            assert (values[rest] == values[0]).all()


@pytest.mark.parametrize("pair", PAIRS, ids="-".join)
def test_with_the_flag_there_is_the_contact_of_the_reference(pair):
    """At poses that are tilted a little, where that contact is a certain one."""
    scene = ShapeScene(*pair, option=TIGHT)
    for tilt in (0.003, 0.02, 0.04):
        data, d = contacts(scene, standing(*pair, tilt=tilt), one=True)
        assert data.ncon == 1
        found = pairing(data, d)
        assert found is not None and found[0] < 1e-6 and found[2] < 1e-4


@pytest.mark.parametrize("pair", PAIRS, ids="-".join)
def test_the_deepest_contact_is_as_deep_as_the_single_one(pair):
    """But for LEVEL: a point that is deeper by less than that may lie between the four that are spread widest."""
    scene = ShapeScene(*pair, option=TIGHT)
    level = resting.LEVEL * scene.m.geom_rbound.min()
    for tilt in (0.01, 0.02):
        pose = standing(*pair, tilt=tilt)
        several, one = contacts(scene, pose)[1], contacts(scene, pose, one=True)[1]
        np.testing.assert_allclose(several.contact.dist.min(), one.contact.dist[0], atol=tol(level))
        assert (several.contact.dist <= 0.0).all()


@pytest.mark.parametrize(
    "pair", [*PAIRS, ("hills", "box"), ("hills", "drum"), ("hills", "cylinder")], ids="-".join
)
def test_at_random_poses_contacts_are_the_same_bits_with_the_flag_and_without(pair):
    """Faces are rarely parallel there: of 40 poses 36 or more are the same."""
    scene, rng = ShapeScene(*pair), np.random.default_rng(4)
    same = 0
    for _ in range(40):
        pose = scene.random(rng, 0.25)
        several, one = contacts(scene, pose)[1], contacts(scene, pose, one=True)[1]
        same += several.ncon == one.ncon and all(
            getattr(several.contact, name).tobytes() == getattr(one.contact, name).tobytes() for name in ROWS
        )
    assert same >= 36


@pytest.mark.parametrize("pair", PAIRS, ids="-".join)
def test_tilts_of_two_degrees_and_more_have_the_contact_of_the_reference(pair):
    scene = ShapeScene(*pair)
    for tilt in (0.035, 0.2, 0.5):
        pose = standing(*pair, tilt=tilt)
        several, one = contacts(scene, pose)[1], contacts(scene, pose, one=True)[1]
        assert several.ncon == one.ncon == 1
        assert several.contact.pos.tobytes() == one.contact.pos.tobytes()
