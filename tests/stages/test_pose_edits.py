"""Geoms and sites of any body follow edits of geom_pos, geom_quat, site_pos and site_quat at run time.

The compiler notes which frames coincide (geom_sameframe, site_sameframe); kinematics copies these unless the pose was
edited since.
"""

import numpy as np
import pytest

import gelenk
from gelenk.batch import Batch
from gelenk.tables.enums import mjtSameFrame
from gelenk.toolchain.gpu.variant import Variant
from tests.support import fake_cuda
from tests.support.many import batch as device_batch
from tests.support.tolerance import tol

INERTIA = '<inertial pos=".1 .2 0" quat=".8 .6 0 0" mass="1" diaginertia="1 2 2.5"/>'
POSES = {
    mjtSameFrame.mjSAMEFRAME_BODY: "",
    mjtSameFrame.mjSAMEFRAME_BODYROT: 'pos=".3 0 .1"',
    mjtSameFrame.mjSAMEFRAME_INERTIA: 'pos=".1 .2 0" quat=".8 .6 0 0"',
    mjtSameFrame.mjSAMEFRAME_INERTIAROT: 'pos="0 .2 .4" quat="-.8 -.6 0 0"',
    mjtSameFrame.mjSAMEFRAME_NONE: 'pos=".3 0 .1" quat="0 0 .6 .8"',
}
SHAPES = "".join(f'<geom size=".1" {pose}/><site {pose}/>' for pose in POSES.values())
MODEL = f"""<mujoco><worldbody>{SHAPES}<body pos="0 0 3">{SHAPES}</body>
  <body pos="0 3 0" quat=".5 .5 .5 .5">{INERTIA}<freejoint/>{SHAPES}
    <body pos="0 0 1" euler="10 20 30">{INERTIA}<joint axis="0 1 1"/>{SHAPES}</body></body>
  <body mocap="true" pos="1 1 1" euler="0 0 40">{SHAPES}</body></worldbody></mujoco>"""


def moved():
    m = gelenk.MjModel.from_xml_string(MODEL)
    d = gelenk.MjData(m)
    d.qpos[-1] = 0.7
    gelenk.mj_kinematics(m, d)
    return m, d


def follow(m, d, kind):
    """All poses are those that the fields of the model say."""
    for i, body in enumerate(getattr(m, f"{kind}_bodyid")):
        pos, quat, mat = getattr(m, f"{kind}_pos")[i], np.zeros(4), np.zeros(9)
        gelenk.mju_mulQuat(quat, d.xquat[body], getattr(m, f"{kind}_quat")[i])
        gelenk.mju_quat2Mat(mat, quat)
        expected = d.xpos[body] + d.xmat[body].reshape(3, 3) @ pos
        np.testing.assert_allclose(getattr(d, f"{kind}_xpos")[i], expected, atol=tol(1e-10))
        np.testing.assert_allclose(getattr(d, f"{kind}_xmat")[i], mat, atol=tol(1e-10))


def test_the_model_has_frames_of_all_kinds():
    m, _ = moved()
    assert set(m.geom_sameframe) == set(m.site_sameframe) == set(map(int, POSES))


@pytest.mark.parametrize("kind", ["geom", "site"])
@pytest.mark.parametrize("size", [0.0, 2e-8, 1e-4, 1.0])
@pytest.mark.parametrize("what", ["pos", "quat", "both"])
def test_poses_follow_edits_of_the_model(kind, size, what):
    m, d = moved()
    before = getattr(d, f"{kind}_xpos").copy()
    pos, quat = getattr(m, f"{kind}_pos"), getattr(m, f"{kind}_quat")
    random = np.random.default_rng(0)
    if what != "quat":
        pos += size * random.uniform(0.5, 1, pos.shape)
    if what != "pos":
        quat += size * random.uniform(0.5, 1, quat.shape)
        quat /= np.linalg.norm(quat, axis=1, keepdims=True)
    gelenk.mj_kinematics(m, d)
    follow(m, d, kind)
    if what != "quat" and size:
        assert np.all(np.linalg.norm(getattr(d, f"{kind}_xpos") - before, axis=1) > 0.8 * size)


def test_one_edit_leaves_the_bits_of_all_others():
    m, d = moved()
    before = d.geom_xpos.copy(), d.geom_xmat.copy(), d.site_xpos.copy(), d.site_xmat.copy()
    g = m.ngeom - 1
    m.geom_pos[g] += 0.25
    gelenk.mj_kinematics(m, d)
    for now, then in zip((d.geom_xpos, d.geom_xmat, d.site_xpos, d.site_xmat), before, strict=True):
        changed = np.flatnonzero((now != then).any(axis=1))
        assert list(changed) in ([g], [])
    m.geom_pos[g] -= 0.25
    gelenk.mj_kinematics(m, d)
    np.testing.assert_array_equal(d.geom_xpos, before[0])


def test_geoms_stay_where_they_are_when_the_inertial_frame_is_edited():
    m, d = moved()
    before = d.geom_xpos.copy(), d.geom_xmat.copy()
    m.body_ipos[3:] += 0.1
    m.body_iquat[3:] = [0, 1, 0, 0]
    gelenk.mj_kinematics(m, d)
    np.testing.assert_allclose(d.geom_xpos, before[0], atol=tol(1e-12))
    np.testing.assert_allclose(d.geom_xmat, before[1], atol=tol(1e-12))


def test_contacts_and_worlds_of_a_batch_follow_edits():
    text = """<mujoco><worldbody><geom type="plane" size="5 5 .1"/><body pos="0 0 .5"><freejoint/>
      <geom size=".1"/></body></worldbody></mujoco>"""
    m = gelenk.MjModel.from_xml_string(text)
    d = gelenk.MjData(m)
    gelenk.mj_forward(m, d)
    assert d.ncon == 0
    m.geom_pos[1] = 0, 0, -0.45
    gelenk.mj_forward(m, d)
    assert d.ncon == 1
    m.geom_pos[1] = 0
    batch = Batch(m, 3)
    batch.expand("geom_pos")[:, 1, 0] = [0, 1, 2]
    found = batch.geom_xpos
    batch.step()
    np.testing.assert_allclose(found[:, 1, 0], [0, 1, 2], atol=tol(1e-12))


@pytest.mark.parametrize("kind", ["geom", "site"])
def test_worlds_of_a_batch_follow_their_own_poses(kind):
    m, _ = moved()
    batch, random = Batch(m, 4), np.random.default_rng(1)
    pos, quat = batch.expand(f"{kind}_pos"), batch.expand(f"{kind}_quat")
    pos[1:] += random.uniform(0.1, 1, pos[1:].shape)
    quat[2:] = random.normal(size=quat[2:].shape)
    quat /= np.linalg.norm(quat, axis=2, keepdims=True)
    batch.step()
    for w in range(4):
        one = batch.get_model(w)
        d = gelenk.MjData(one)
        gelenk.mj_kinematics(one, d)
        follow(one, d, kind)
        np.testing.assert_array_equal(batch.get_data(w).geom_xpos, d.geom_xpos)


@fake_cuda.needs_cc
def test_worlds_on_a_device_follow_their_own_poses():
    m = gelenk.MjModel.from_xml_string(MODEL)
    there = device_batch(m, 35, Variant(exact=True))
    pos = np.tile(m.geom_pos, (35, 1, 1))
    pos[1:] += np.random.default_rng(2).uniform(0.1, 1, pos[1:].shape)
    there.expand("geom_pos")[:] = pos
    there.step(1)
    there.check()
    found = there.get("geom_xpos")
    for w in (0, 1, 34):
        m.geom_pos[:] = pos[w]
        d = gelenk.MjData(m)
        gelenk.mj_kinematics(m, d)
        np.testing.assert_allclose(found[w], d.geom_xpos, atol=tol(1e-12))


def test_cameras_lights_and_bodies_follow_edits_always():
    text = f"""<mujoco><worldbody><body pos="0 0 1" euler="0 0 90">{INERTIA}<freejoint/><geom size=".1"/>
      <camera name="c"/><light name="l"/><body name="b"><geom size=".1"/></body></body></worldbody></mujoco>"""
    m = gelenk.MjModel.from_xml_string(text)
    d = gelenk.MjData(m)
    m.cam_pos[0] = m.light_pos[0] = m.body_pos[2] = 0.1, 0, 0
    m.body_ipos[1] = 0.2, 0, 0
    gelenk.mj_fwdPosition(m, d)
    for found in (d.cam_xpos[0], d.light_xpos[0], d.xpos[2], d.geom_xpos[1]):
        np.testing.assert_allclose(found, [0, 0.1, 1], atol=tol(1e-12))
    np.testing.assert_allclose(d.xipos[1], [0, 0.2, 1], atol=tol(1e-12))


def test_centers_of_mass_at_the_origin_of_a_body_follow_only_without_body_sameframe():
    """As in 3.5.0: body_simple and the sparsity of the inertia matrix are made for the compiled inertial frame."""
    text = (
        """<mujoco><worldbody><body pos="0 0 1"><freejoint/><geom size=".1"/></body></worldbody></mujoco>"""
    )
    m = gelenk.MjModel.from_xml_string(text)
    d = gelenk.MjData(m)
    m.body_ipos[1] = 0.2, 0, 0
    gelenk.mj_kinematics(m, d)
    np.testing.assert_array_equal(d.xipos[1], [0, 0, 1])
    m.body_sameframe[1] = 0
    gelenk.mj_kinematics(m, d)
    np.testing.assert_allclose(d.xipos[1], [0.2, 0, 1], atol=tol(1e-12))
