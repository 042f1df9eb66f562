"""Contacts as geometry: closed forms of depth and place, invariance, frames."""

import numpy as np
import pytest

from tests.support.contacts import PairScene, random_quat
from tests.support.tolerance import tol

EPS = np.finfo(float).eps
TURN = np.array([1.0, 0, 0, 0])


def test_a_sphere_on_a_plane_is_as_deep_as_its_lowest_point():
    scene = PairScene("plane", [1, 1, 0.1], "sphere", [0.2])
    normal = scene.ref.body_quat[1]
    _, d = scene.at((np.zeros(3), TURN))
    assert d.contact[0].dist == pytest.approx(-0.2, abs=tol(4 * EPS))
    assert np.linalg.norm(d.contact[0].pos) == pytest.approx(
        0.1, abs=tol(4 * EPS)
    )  # halfway between center and bottom
    assert np.linalg.norm(normal) == pytest.approx(1.0)


@pytest.mark.parametrize("depth", [0.0, 1e-9, 0.01, 0.1])
def test_a_box_resting_on_a_box_is_as_deep_as_it_was_lowered(depth):
    scene = PairScene("box", [1, 1, 1], "box", [0.5, 0.25, 0.5])
    _, d = scene.at((np.zeros(3), TURN), ((0.125, 0, 1.5 - depth), TURN))
    assert d.ncon == 4
    assert np.allclose(d.contact.dist, -depth, atol=tol(4 * EPS))
    assert np.allclose(d.contact.pos[:, 2], 1 - depth / 2, atol=tol(4 * EPS))
    assert sorted(map(tuple, d.contact.pos[:, :2])) == [
        (x, y) for x in (-0.375, 0.625) for y in (-0.25, 0.25)
    ]


@pytest.mark.parametrize(
    "kinds", [("sphere", "box"), ("capsule", "capsule"), ("capsule", "box"), ("box", "box")], ids="-".join
)
def test_contacts_move_with_a_rigid_motion_of_both_geoms(kinds):
    """dist stays, pos turns and shifts, the normal turns; eps times the distance from the origin is lost."""
    import mujoco

    sizes = {"sphere": [0.2], "capsule": [0.1, 0.3], "box": [0.2, 0.25, 0.3]}
    scene = PairScene(kinds[0], sizes[kinds[0]], kinds[1], sizes[kinds[1]])
    rng = np.random.default_rng(4)
    compared = 0
    for _ in range(30):
        q1, q2, turn = (random_quat(rng, 0) for _ in range(3))
        place, shift = rng.uniform(-0.35, 0.35, 3), rng.uniform(-1, 1, 3)
        moved = []
        for p, q in (((0, 0, 0), q1), (place, q2)):
            p2, q3 = np.zeros(3), np.zeros(4)
            mujoco.mju_rotVecQuat(p2, np.array(p, float), turn)
            mujoco.mju_mulQuat(q3, turn, q)
            moved.append((p2 + shift, q3))
        _, here = scene.at(((0, 0, 0), q1), (place, q2))
        _, there = scene.at(*moved)
        assert here.ncon == there.ncon
        for a, b in zip(here.contact, there.contact, strict=True):
            pos, normal = np.zeros(3), np.zeros(3)
            mujoco.mju_rotVecQuat(pos, a.pos, turn)
            mujoco.mju_rotVecQuat(normal, a.frame[:3], turn)
            assert a.dist == pytest.approx(b.dist, abs=tol(1e-12))
            assert np.allclose(pos + shift, b.pos, atol=tol(1e-11))
            assert np.allclose(normal, b.frame[:3], atol=tol(1e-11))
            compared += 1
    assert compared > 10


def test_frames_are_right_handed_and_orthonormal():
    rng = np.random.default_rng(1)
    for kinds in (("plane", "capsule"), ("capsule", "box"), ("box", "box")):
        scene = PairScene(kinds[0], [0.3, 0.3, 0.3], kinds[1], [0.2, 0.3, 0.25])
        for _ in range(20):
            pose = rng.uniform(-0.3, 0.3, 3), random_quat(rng, 0)
            _, d = scene.at(*([pose] if kinds[0] == "plane" else [(np.zeros(3), TURN), pose]))
            for c in d.contact:
                r = c.frame.reshape(3, 3)
                assert np.allclose(r @ r.T, np.eye(3), atol=tol(1e-14))
                assert np.linalg.det(r) == pytest.approx(1.0, abs=tol(1e-14))


def test_a_capsule_upright_on_a_plane_facing_x_still_has_a_frame():
    """Its axis gives no tangent; the reference takes the normal itself for one here."""
    import mujoco

    from tests.support.contacts import collide, reference
    from tests.support.mirror import mirror_model

    m = mujoco.MjModel.from_xml_string(
        '<mujoco><worldbody><geom type="plane" size="1 1 1" zaxis="1 0 0"/>'
        '<body><freejoint/><geom type="capsule" size=".1 .3"/></body></worldbody></mujoco>'
    )
    d = collide(mirror_model(m), m, reference(m, [0.3, 0, 0, np.sqrt(0.5), 0, np.sqrt(0.5), 0]))
    assert d.ncon == 1
    r = d.contact[0].frame.reshape(3, 3)
    assert np.allclose(r @ r.T, np.eye(3), atol=tol(1e-12))


def test_spheres_of_any_size_touch_midway_between_their_surfaces():
    rng = np.random.default_rng(2)
    for _ in range(20):
        r1, r2 = 10.0 ** rng.uniform(-2, 1, 2)
        scene = PairScene("sphere", [r1], "sphere", [r2])
        direction = rng.normal(size=3)
        direction /= np.linalg.norm(direction)
        gap = -min(r1, r2) * rng.uniform(0.01, 0.5)
        _, d = scene.at((np.zeros(3), TURN), (direction * (r1 + r2 + gap), TURN))
        scale = r1 + r2
        assert d.contact[0].dist == pytest.approx(gap, abs=tol(8 * EPS) * scale)
        assert np.allclose(d.contact[0].frame[:3], direction, atol=tol(8 * EPS))
        assert np.allclose(d.contact[0].pos, direction * (r1 + gap / 2), atol=tol(8 * EPS) * scale)
