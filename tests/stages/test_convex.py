"""Convex collider: results are nearest points by their optimality, and those of closed solutions.

The optimality test needs no other collider: n, with the support points in its directions, bounds the signed
distance from below (apart) or is a depth (overlapping); a result that attains its own bound with both points
on their surfaces is a nearest pair.
"""

import itertools

import mujoco
import numpy as np
import pytest

from gelenk.engine.collision.convex import convex
from gelenk.runtime import pipeline
from gelenk.tables.enums.options import ONE_CONTACT
from tests.support.mirror import mirror_data, mirror_model
from tests.support.tolerance import tol

SIZES = {
    "sphere": [0.2],
    "capsule": [0.15, 0.25],
    "ellipsoid": [0.2, 0.15, 0.3],
    "cylinder": [0.2, 0.25],
    "box": [0.2, 0.25, 0.3],
}
PAIRS = [
    ("sphere", "ellipsoid"),
    ("capsule", "ellipsoid"),
    ("capsule", "cylinder"),
    ("ellipsoid", "ellipsoid"),
    ("ellipsoid", "cylinder"),
    ("ellipsoid", "box"),
    ("cylinder", "cylinder"),
    ("cylinder", "box"),
]
ALL = list(itertools.combinations_with_replacement(SIZES, 2))
EXACT = [
    pair for pair in ALL if pair != ("capsule", "box")
]  # their distance is that of a contact, as in 3.5.0


class Pair:
    """Two free geoms that can be placed, in the reference and here."""

    def __init__(self, a, b, size_a=None, size_b=None, margin=0.0, flag=""):
        def geom(kind, size):
            numbers = " ".join(map(str, size or SIZES[kind]))
            rest = f'size="{numbers}" margin="{margin / 2}" density="1e9"'  # no mass too small
            return f'<body><freejoint/><geom type="{kind}" {rest}/></body>'

        self.ref = mujoco.MjModel.from_xml_string(
            f"<mujoco><option><flag {flag}/></option><worldbody>{geom(a, size_a)}{geom(b, size_b)}"
            "</worldbody></mujoco>"
        )
        self.refd = mujoco.MjData(self.ref)
        mujoco.mj_fwdPosition(self.ref, self.refd)
        self.m = mirror_model(self.ref)
        self.m.opt.ccd_tolerance = 1e-11  # asks for exact contacts
        self.m.opt.disableflags |= ONE_CONTACT  # also where faces happen to be parallel
        self.d = mirror_data(self.ref, self.refd, self.m)
        self.margin = margin

    def place(self, pos_a, quat_a, pos_b, quat_b):
        self.refd.qpos[:] = np.concatenate([pos_a, quat_a, pos_b, quat_b])
        mujoco.mj_fwdPosition(self.ref, self.refd)
        self.d.geom_xpos[:] = self.refd.geom_xpos
        self.d.geom_xmat[:] = self.refd.geom_xmat.reshape(self.d.geom_xmat.shape)

    def contacts(self):
        """dist (n,), pos (n, 3), normal (n, 3)"""
        self.d._set_scalar("near_count", 0)
        self.d._set_float("near_margin", self.margin)
        pipeline.run_stage("convex_pair", self.m, self.d, 0, 1)
        n = self.d._scalar("near_count")
        return self.d._a_near_dist[:n], self.d._a_near_pos[:n], self.d._a_near_frame[:n, :3]

    def distance(self, distmax=10.0):
        """Signed distance, point on a, point on b."""
        fromto = np.zeros(6)
        pipeline.run_stage("geom_distance", self.m, self.d, 0, 1, distmax, fromto)
        return self.d._a_near_dist[0], fromto[:3], fromto[3:]

    def bound(self, n):
        """n.(support of b along -n) - n.(support of a along n), with n from a to b."""
        low = self.d.geom_xpos[1] @ n - self.support(1, -n)
        return low - self.d.geom_xpos[0] @ n - self.support(0, n)

    def support(self, g, n):
        """max n.x over geom g, from its center."""
        y, s = n @ self.d.geom_xmat[g].reshape(3, 3), self.m.geom_size[g]
        kind = mujoco.mjtGeom(self.m.geom_type[g]).name.removeprefix("mjGEOM_").lower()
        return {
            "sphere": lambda: s[0],
            "capsule": lambda: s[0] + s[1] * abs(y[2]),
            "ellipsoid": lambda: np.linalg.norm(s * y),
            "cylinder": lambda: s[0] * np.hypot(y[0], y[1]) + s[1] * abs(y[2]),
            "box": lambda: np.abs(s * y).sum(),
        }[kind]()

    def outside(self, g, x):
        """A number that is 0 on the surface of geom g and about the distance from it nearby [m]."""
        y, s = (x - self.d.geom_xpos[g]) @ self.d.geom_xmat[g].reshape(3, 3), self.m.geom_size[g]
        kind = mujoco.mjtGeom(self.m.geom_type[g]).name.removeprefix("mjGEOM_").lower()
        return {
            "sphere": lambda: np.linalg.norm(y) - s[0],
            "capsule": lambda: np.linalg.norm(y - [0, 0, np.clip(y[2], -s[1], s[1])]) - s[0],
            "ellipsoid": lambda: (np.linalg.norm(y / s) - 1.0) * s.min(),
            "cylinder": lambda: max(np.hypot(y[0], y[1]) - s[0], abs(y[2]) - s[1]),
            "box": lambda: (np.abs(y) - s).max(),
        }[kind]()


def random_quat(rng):
    q = rng.normal(size=4)
    return q / np.linalg.norm(q)


def random_place(pair, rng, spread):
    pair.place(np.zeros(3), random_quat(rng), rng.normal(size=3) * spread, random_quat(rng))


@pytest.mark.parametrize(("a", "b"), EXACT)
@pytest.mark.parametrize("spread", [0.03, 0.15, 0.6])
def test_result_attains_its_own_bound_with_both_points_on_the_surfaces(a, b, spread):
    pair, rng = Pair(a, b), np.random.default_rng(1)
    for _ in range(60):
        random_place(pair, rng, spread)
        dist, on_a, on_b = pair.distance()
        n = (on_b - on_a) / dist
        # bounds are flat at the optimum, so they see the error of n squared; points see it once
        assert abs(pair.bound(n) - dist) < tol(1e-12)
        assert abs(pair.outside(0, on_a)) < tol(1e-9)
        assert abs(pair.outside(1, on_b)) < tol(1e-9)


@pytest.mark.parametrize(("a", "b"), EXACT)
def test_no_direction_separates_better(a, b):
    pair, rng = Pair(a, b), np.random.default_rng(2)
    directions = rng.normal(size=(300, 3))
    directions /= np.linalg.norm(directions, axis=1, keepdims=True)
    for spread in (0.1, 0.5):
        for _ in range(10):
            random_place(pair, rng, spread)
            dist = pair.distance()[0]
            assert max(pair.bound(n) for n in directions) <= dist + 1e-12


def test_sphere_in_front_of_an_ellipsoid_on_its_axis():
    pair = Pair("sphere", "ellipsoid")
    for gap in (0.3, 1e-3, 0.0, -1e-3, -0.05):
        pair.place([0, 0, 0], [1, 0, 0, 0], [0, 0, 0.5 + gap], [1, 0, 0, 0])
        dist, on_a, on_b = pair.distance()
        assert abs(dist - gap) < tol(1e-15)
        np.testing.assert_allclose(on_a, [0, 0, 0.2], atol=tol(1e-12))
        np.testing.assert_allclose(on_b, [0, 0, 0.2 + gap], atol=tol(1e-12))


@pytest.mark.parametrize("depth", [0.2, 1e-2, 1e-5, -1e-5, -1e-2, -0.1])
def test_sphere_along_the_normal_of_an_ellipsoid_finds_where_it_came_from(depth):
    """x on the ellipsoid with normal n, sphere's center at x + (r + depth) n: distance depth, nearest x.

    The smallest radius of curvature is 0.075, so centers less deep than that have x as their nearest point.
    """
    pair, rng = Pair("sphere", "ellipsoid", size_a=[0.05]), np.random.default_rng(3)
    s = np.array(SIZES["ellipsoid"])
    for _ in range(30):
        n = rng.normal(size=3)
        n /= np.linalg.norm(n)
        x = s * s * n / np.linalg.norm(s * n)
        pair.place(x + (0.05 + depth) * n, [1, 0, 0, 0], [0, 0, 0], [1, 0, 0, 0])
        dist, _, on_b = pair.distance()
        assert abs(dist - depth) < tol(1e-14)
        np.testing.assert_allclose(on_b, x, atol=tol(1e-9))


def test_spheres_written_as_ellipsoids_are_spheres():
    pair, rng = Pair("ellipsoid", "ellipsoid", size_a=[0.2] * 3, size_b=[0.3] * 3), np.random.default_rng(4)
    for _ in range(30):
        random_place(pair, rng, 0.3)
        dist, on_a, _ = pair.distance()
        c = pair.d.geom_xpos[1]
        assert abs(dist - (np.linalg.norm(c) - 0.5)) < tol(1e-14)
        np.testing.assert_allclose(on_a, 0.2 * c / np.linalg.norm(c), atol=tol(1e-9))


def test_scaling_lengths_scales_results():
    """Equal bits cannot be asked for (tolerances are absolute), but exact solutions scale."""
    rng = np.random.default_rng(5)
    for a, b in PAIRS:
        one = Pair(a, b)
        big = Pair(a, b, [64 * s for s in SIZES[a]], [64 * s for s in SIZES[b]])
        for _ in range(20):
            random_place(one, rng, 0.3)
            q = one.refd.qpos.copy()
            big.place(64 * q[:3], q[3:7], 64 * q[7:10], q[10:])
            assert abs(one.distance(100.0)[0] - big.distance(6400.0)[0] / 64) < tol(1e-13)


@pytest.mark.parametrize(("a", "b"), EXACT)
def test_degenerate_poses_end_with_finite_results(a, b):
    """Concentric, aligned by right angles, exactly touching; unequal by factors of a thousand."""
    rng = np.random.default_rng(6)
    turns = [[1, 0, 0, 0], [0.5**0.5, 0.5**0.5, 0, 0], [0.5**0.5, 0, 0.5**0.5, 0], [0.5, 0.5, 0.5, 0.5]]
    thin = {k: [1e-3 * s if i == 0 else s for i, s in enumerate(v)] for k, v in SIZES.items()}
    for pair in (Pair(a, b), Pair(a, b, thin[a], thin[b]), Pair(a, b, [1e3 * s for s in SIZES[a]])):
        for qa, qb in itertools.product(turns, turns):
            for pos in ([0, 0, 0], [0.35, 0, 0], [0, 0, 0.5], [0, 0.4, 0.4], 0.05 * rng.integers(-8, 9, 3)):
                pair.place([0, 0, 0], qa, pos, qb)
                dist, on_a, on_b = pair.distance(1e6)
                assert np.isfinite([dist, *on_a, *on_b]).all()
                assert abs(np.linalg.norm(on_b - on_a) - abs(dist)) < tol(1e-9) * (1 + abs(dist))


@pytest.mark.parametrize(("a", "b"), EXACT)
def test_concentric_symmetric_depth_is_the_least_way_out(a, b):
    pair = Pair(a, b)
    pair.place([0, 0, 0], [1, 0, 0, 0], [0, 0, 0], [1, 0, 0, 0])
    half = {"sphere": 0.2, "capsule": 0.15, "ellipsoid": 0.15, "cylinder": 0.2, "box": 0.2}
    smallest = half[a] + half[b]
    if (a, b) == ("ellipsoid", "box"):  # their least extents are along different axes
        smallest = min(np.add(SIZES[a], SIZES[b]))
    assert abs(pair.distance()[0] + smallest) < tol(1e-6)


def test_nan_poses_yield_no_contact():
    for a, b in ALL:
        pair = Pair(a, b)
        for field in (pair.d.geom_xpos, pair.d.geom_xmat):
            if field is pair.d.geom_xmat and b == "sphere":
                continue  # has no orientation
            random_place(pair, np.random.default_rng(7), 0.1)
            field[1, 0] = np.nan
            assert len(pair.contacts()[0]) == 0


def test_python_and_machine_code_agree():
    pair, rng = Pair("cylinder", "box", flag='multiccd="enable"'), np.random.default_rng(8)
    for _ in range(5):
        random_place(pair, rng, 0.2)
        dist, pos, normal = (x.copy() for x in pair.contacts())
        pair.d._set_scalar("near_count", 0)
        convex.convex_pair(pair.m._view, pair.d._view, 0, 1)
        assert pair.d._scalar("near_count") == len(dist)
        np.testing.assert_allclose(pair.d._a_near_dist[: len(dist)], dist, atol=tol(1e-13))
        np.testing.assert_allclose(pair.d._a_near_pos[: len(dist)], pos, atol=tol(1e-9))
        np.testing.assert_allclose(pair.d._a_near_frame[: len(dist), :3], normal, atol=tol(1e-9))


def test_same_input_same_bits():
    pair, rng = Pair("ellipsoid", "cylinder"), np.random.default_rng(9)
    random_place(pair, rng, 0.1)
    first = [x.copy() for x in pair.contacts()]
    place = pair.refd.qpos.copy()
    for _ in range(20):
        random_place(pair, rng, 0.2)
        pair.contacts()
    pair.place(place[:3], place[3:7], place[7:10], place[10:])
    for x, y in zip(pair.contacts(), first, strict=True):
        np.testing.assert_array_equal(x, y)


def test_cylinder_standing_on_a_box_touches_below_its_center():
    """One contact, inside the common face, pushing straight up."""
    pair = Pair("cylinder", "box", size_b=[0.5, 0.5, 0.1])
    for turn in (0.0, 0.3, 1.0):
        height = 0.1 + 0.25 - 1e-3
        pair.place([0.1, 0.05, height], [1, 0, 0, 0], [0, 0, 0], [np.cos(turn), 0, 0, np.sin(turn)])
        dist, pos, normal = pair.contacts()
        np.testing.assert_allclose(dist, [-1e-3], atol=tol(1e-14))
        np.testing.assert_allclose(normal, [[0, 0, -1]], atol=tol(1e-12))
        assert abs(pos[0, 2] - (0.1 - 5e-4)) < tol(1e-12)
        assert np.hypot(*(pos[0, :2] - [0.1, 0.05])) < 0.2


@pytest.mark.parametrize("gap", [2e-3, -2e-3])
def test_multiccd_lets_a_standing_cylinder_rest_on_its_rim(gap):
    pair = Pair("cylinder", "box", size_b=[0.5, 0.5, 0.1], margin=0.01, flag='multiccd="enable"')
    pair.place([0, 0, 0.35 + gap], [1, 0, 0, 0], [0, 0, 0], [1, 0, 0, 0])
    dist, pos, _ = pair.contacts()
    np.testing.assert_allclose(dist, [gap] * 5, atol=tol(1e-12))
    rim = pos[np.hypot(pos[:, 0], pos[:, 1]) > 0.19]
    np.testing.assert_allclose(
        sorted(np.round(np.hypot(rim[:, 0], rim[:, 1]), 4)), [0.2] * 4, atol=tol(1e-3)
    )  # multiccd tilts by 1e-3 rad: cos, and the rim's step
    assert np.abs(rim[:, :2].mean(0)).max() < 0.02  # around the axis
