"""mj_setConst: constants at qpos0, against 3.5.0 and against their definitions."""

import mujoco
import numpy as np
import pytest

from gelenk.runtime.data import MjData
from gelenk.runtime.set_const import set_const
from gelenk.toolchain import library
from tests.support.mirror import mirror_model
from tests.support.smooth import SCENES, full_mass, moments
from tests.support.tolerance import relative, tol

# fmt: off
ARRAYS = (
    "body_subtreemass", "body_invweight0", "dof_M0", "dof_invweight0", "dof_length", "tendon_length0",
    "tendon_invweight0", "actuator_length0", "actuator_acc0", "cam_pos0", "cam_poscom0", "cam_mat0",
    "light_pos0", "light_poscom0", "light_dir0",
)
# fmt: on
KEPT = ("tendon_lengthspring", "actuator_biasprm", "eq_data")  # set only where they ask for it
STATISTIC = ("extent", "center", "meansize", "meanmass", "meaninertia")
ROUNDING = tol(1e-11)  # inverses of an inertia matrix with condition up to a thousand


def both(xml, change=lambda m: None):
    """The reference's model after its mj_setConst, and ours after set_const on the same numbers, poisoned."""
    ref = mujoco.MjModel.from_xml_string(xml)
    change(ref)
    m = mirror_model(ref)
    mujoco.mj_setConst(ref, mujoco.MjData(ref))
    for name in ARRAYS:
        getattr(m, name)[...] = np.nan
    for name in STATISTIC:
        setattr(m.stat, name, np.nan)
    d = MjData(m)
    set_const(m, d)
    return ref, m, d


def assert_same(ref, m):
    for name in (*ARRAYS, *KEPT):
        expected = getattr(ref, name)
        assert relative(getattr(m, name).reshape(expected.shape), expected) < ROUNDING, name
    for name in STATISTIC:
        assert relative(getattr(m.stat, name), getattr(ref.stat, name)) < ROUNDING, name


@pytest.mark.parametrize("plain", [False, True], ids=["compiled", "plain"])
@pytest.mark.parametrize("scene", SCENES)
def test_constants_as_the_reference(scene, plain, monkeypatch):
    monkeypatch.setattr(library, "JIT", not plain)
    ref, m, _ = both(SCENES[scene])
    assert_same(ref, m)


def test_servo_damping_ratio_anchors_and_spring_lengths_are_resolved():
    def ask(m):
        m.actuator_biasprm[10, 2] = 0.7
        m.eq_data[:, 3:6] = 9.0
        m.eq_data[1, 6:10] = 0.0
        m.tendon_lengthspring[:] = -1.0
        m.qpos_spring[:] += 0.3  # springs rest there, not at qpos0

    ref, m, _ = both(SCENES["tree"], ask)
    assert_same(ref, m)
    assert m.actuator_biasprm[10, 2] < 0.0
    assert (m.tendon_lengthspring[:, 0] != m.tendon_length0).all()


def body(content):
    return f'<mujoco><worldbody><body pos="1 0 0">{content}</body></worldbody></mujoco>'


@pytest.mark.parametrize(
    "xml",
    [
        "<mujoco/>",
        '<mujoco><worldbody><geom size=".5" pos="1 0 0"/></worldbody></mujoco>',
        '<mujoco><worldbody><geom type="plane" size="2 3 1"/><geom size=".2"/></worldbody></mujoco>',
        '<mujoco><worldbody><geom type="plane" size="0 0 1"/><geom size=".2"/></worldbody></mujoco>',
        body('<joint type="slide" armature="3"/><joint type="slide" axis="1 0 0"/><geom size=".1"/>'),
        body('<joint type="slide" axis="1 2 3"/><geom size=".1"/>'),
        body('<joint/><geom size=".1"/>'),
        body('<joint pos="0 4 0"/><inertial pos="0 0 2" mass="1" diaginertia="1 1 1"/>'),
        body('<geom type="plane" size="2 3 1" pos="3 0 0"/>'),
    ],
)
def test_degenerate_models_as_the_reference(xml):
    ref, m, _ = both(xml)
    assert_same(ref, m)


def test_inverse_weights_are_diagonals_of_the_inverse_inertia():
    _, m, d = both(SCENES["tree"])
    inverse = np.linalg.inv(full_mass(m, d))
    swing = m.nv - 3
    np.testing.assert_allclose(m.dof_invweight0[swing], inverse[swing, swing], rtol=tol(1e-10))
    np.testing.assert_allclose(m.dof_invweight0[:3], np.diag(inverse)[:3].mean(), rtol=tol(1e-10))
    np.testing.assert_allclose(m.dof_invweight0[3:6], np.diag(inverse)[3:6].mean(), rtol=tol(1e-10))
    acceleration = np.linalg.norm(moments(m, d) @ inverse, axis=1)
    np.testing.assert_allclose(m.actuator_acc0, acceleration, rtol=tol(1e-10))
