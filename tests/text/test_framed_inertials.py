"""Inertials inside of frames follow them from release 4.0 on; the numbers were measured on 4.0.0."""

import numpy as np
import pytest

import gelenk
from gelenk.errors import Error
from tests.support.tolerance import tol

MODEL = "<mujoco><worldbody><body><joint/><frame {}>{}</frame><geom size='.1'/></body></worldbody></mujoco>"
DIAGONAL = '<inertial pos=".1 0 0" mass="1" diaginertia="1 1.2 1.5"/>'
FULL = '<inertial pos=".1 0 0" mass="1" fullinertia="1 1.2 1.5 .1 0 0"/>'
TURN = 0.5**0.5


def compiled(frame, inertial=DIAGONAL, release="4.0"):
    return gelenk.MjModel.from_xml_string(MODEL.format(frame, inertial), release=release)


@pytest.mark.parametrize(
    "frame, mass, pos, quat, inertia",
    [
        ('pos="1 0 0"', 1, (1.1, 0, 0), (1, 0, 0, 0), (1, 1.2, 1.5)),
        ('scale="2"', 8, (0.2, 0, 0), (1, 0, 0, 0), (32, 38.4, 48)),
        ('scale="2" pos="1 0 0" euler="0 0 90"', 8, (1, 0.2, 0), (TURN, 0, 0, TURN), (32, 38.4, 48)),
        ('massscale="5"', 5, (0.1, 0, 0), (1, 0, 0, 0), (5, 6, 7.5)),
        ('scale="2"><frame pos="1 0 0"', 8, (2.2, 0, 0), (1, 0, 0, 0), (32, 38.4, 48)),
    ],
)
def test_an_inertial_follows_its_frames(frame, mass, pos, quat, inertia):
    text = MODEL.format(frame, DIAGONAL)
    m = gelenk.MjModel.from_xml_string(
        text.replace("</frame>", "</frame></frame>") if "><" in frame else text, release="4.0"
    )
    np.testing.assert_allclose(m.body_mass[1], mass, rtol=tol(1e-14))
    np.testing.assert_allclose(m.body_ipos[1], pos, atol=tol(1e-14))
    np.testing.assert_allclose(m.body_iquat[1], quat, atol=tol(1e-14))
    np.testing.assert_allclose(m.body_inertia[1], inertia, rtol=tol(1e-14))


def test_a_full_inertia_turns_with_its_frame():
    m = compiled('scale="2" pos="1 0 0" euler="0 0 90"', FULL)
    np.testing.assert_allclose(
        m.body_inertia[1], (48, 39.7254834, 30.6745166), rtol=tol(1e-8)
    )  # digits printed
    quat = (-0.39284748, 0.5879378, 0.39284748, 0.5879378)
    tensors = []
    for axes in (m.body_iquat[1], np.array(quat)):  # which may differ by half a turn about an axis
        matrix = np.zeros(9)
        gelenk.mju_quat2Mat(matrix, axes)
        matrix = matrix.reshape(3, 3)
        tensors.append(matrix @ np.diag(m.body_inertia[1]) @ matrix.T)
    np.testing.assert_allclose(*tensors, atol=tol(1e-6))


def test_before_4_0_frames_do_not_move_inertials():
    assert compiled('scale="2" pos="1 0 0"', release="3.5").body_mass[1] == 1


def test_a_stretched_inertial_is_refused():
    with pytest.raises(Error, match="an inertial inside a frame with three factors is not implemented"):
        compiled('scale="1 2 3" scaling="geometry"')


def test_fused_bodies_keep_the_factors_of_their_frames():
    inside = '<body><frame scale="2"><inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/></frame></body>'
    text = f"<mujoco><worldbody><body><joint/><geom size='.1' mass='1'/>{inside}</body></worldbody></mujoco>"
    spec = gelenk.MjSpec.from_string(text, release="4.0")
    assert spec.fuse_static() == 1
    for m in (spec.compile(), gelenk.MjSpec.from_string(spec.to_xml(), release="4.0").compile()):
        assert m.nbody == 2
        np.testing.assert_allclose(m.body_mass[1], 1 + 2**3, rtol=tol(1e-14))
        np.testing.assert_allclose(m.body_inertia[1], 2**5 + 0.4 * 0.1**2, rtol=tol(1e-14))
