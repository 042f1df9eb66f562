"""Convex collider: contacts agree with 3.5.0 as far as that has converged.

Its collider stops at ccd_tolerance or ccd_iterations, with an error of the distance up to the tolerance and
one of normal and point up to its square root; both are set as tight as it bears here. Exactly parallel faces
and edges have no single answer, so poses are random.
"""

import mujoco
import numpy as np
import pytest

from tests.stages.test_convex import PAIRS, Pair, random_place, random_quat
from tests.support.tolerance import tol

STRAIGHT = [("capsule", "cylinder"), ("cylinder", "cylinder"), ("cylinder", "box")]


def compare(pair, normal_tol=2e-3, pos_tol=2e-3):
    """Whether the numbers of contacts are equal; the values are asserted. None where it has not converged."""
    reference = pair.refd.contact
    dist, pos, normal = pair.contacts()
    if len(dist) != pair.refd.ncon:
        return False
    if len(dist) and reference.dist[0] - dist[0] > 1e-6:
        # our normal is as good as it says, so the reference has stopped early or in a worse place
        assert abs(pair.bound(normal[0]) - dist[0]) < tol(1e-12)
        return None
    if len(dist) and dist[0] - reference.dist[0] > 1e-6:
        assert pair.bound(normal[0]) > reference.dist[0] + 1e-7  # below a lower bound
        return None
    np.testing.assert_allclose(dist, reference.dist[: len(dist)], atol=tol(1e-6))
    np.testing.assert_allclose(normal, reference.frame[:, :3], atol=normal_tol)
    np.testing.assert_allclose(pos, reference.pos, atol=pos_tol)
    return True


@pytest.mark.parametrize(("a", "b"), PAIRS)
@pytest.mark.parametrize(("spread", "margin"), [(0.03, 0.0), (0.1, 0.0), (0.3, 0.05)])
def test_random_contacts(a, b, spread, margin):
    pair, rng = Pair(a, b, margin=margin), np.random.default_rng(11)
    pair.ref.opt.ccd_tolerance, pair.ref.opt.ccd_iterations = 1e-10, 400
    results = []
    for _ in range(100):
        random_place(pair, rng, spread)
        results.append(compare(pair))
    assert False not in results
    assert results.count(None) <= 5


@pytest.mark.parametrize(("a", "b"), STRAIGHT)
def test_multiccd_contacts(a, b):
    pair, rng = Pair(a, b, margin=0.01, flag='multiccd="enable"'), np.random.default_rng(12)
    pair.ref.opt.ccd_tolerance, pair.ref.opt.ccd_iterations = 1e-10, 400
    results, counts = [], set()
    for _ in range(100):
        random_place(pair, rng, 0.2)
        results.append(compare(pair))
        counts.add(pair.refd.ncon)
    assert results.count(True) >= 97  # a point that is hardly apart may count in one and not in the other
    assert {1, 3} <= counts


@pytest.mark.parametrize(("a", "b"), PAIRS)
def test_geom_distance(a, b):
    pair, rng = Pair(a, b), np.random.default_rng(13)
    equal = 0
    for _ in range(60):
        pair.place(np.zeros(3), random_quat(rng), rng.normal(size=3) * 0.5, random_quat(rng))
        fromto = np.zeros(6)
        theirs = mujoco.mj_geomDistance(pair.ref, pair.refd, 0, 1, 1.0, fromto)
        ours, on_a, on_b = pair.distance(1.0)
        if abs(ours - theirs) < tol(1e-5):
            equal += 1
            np.testing.assert_allclose(
                np.concatenate([on_a, on_b]), fromto, atol=tol(5e-3)
            )  # equal distances to 1e-5 let the points of flat regions move by its root
        else:
            n = (on_b - on_a) / ours
            assert abs(pair.bound(n) - ours) < tol(1e-12)
    assert equal >= 50
