"""Curved geoms: the convex collider takes the steps of 3.5.0 and stops where it stops."""

import mujoco
import numpy as np
import pytest

import gelenk
from tests.support.pair_table import extent
from tests.support.shapes import ShapeScene, pairing
from tests.support.tolerance import tol

CURVED = [
    ("sphere", "mesh"),
    ("capsule", "mesh"),
    ("sphere", "ellipsoid"),
    ("capsule", "ellipsoid"),
    ("capsule", "cylinder"),
    ("ellipsoid", "ellipsoid"),
    ("ellipsoid", "cylinder"),
    ("ellipsoid", "box"),
    ("ellipsoid", "mesh"),
    ("cylinder", "cylinder"),
    ("cylinder", "box"),
    ("cylinder", "mesh"),
]
MESH = "stone"
TIES = 3  # poses in which rounding decides between faces that are equally near, which boxes and meshes make


def scenes(pair, poses, **keywords):
    """The reference's data and ours in random poses, of which about half overlap."""
    names = [MESH if kind == "mesh" else kind for kind in pair]
    scene, rng = ShapeScene(*names, **keywords), np.random.default_rng(7)
    for k in range(poses):
        yield scene, *scene.at(scene.random(rng, 0.12 if k % 2 else 0.25))


@pytest.mark.parametrize("pair", CURVED, ids="-".join)
@pytest.mark.parametrize(
    ("margin", "option"), [(0, ""), (0.1, ""), (0, 'ccd_iterations="12"'), (0, 'ccd_tolerance="1e-3"')]
)
def test_contacts_are_those_of_the_step_at_which_the_reference_stops(pair, margin, option):
    """Far more alike than either is to the exact contact; with few iterations both are far off."""
    equal, touching, poses = 0, 0, 30
    for _, theirs, ours in scenes(pair, poses, margin=margin, option=option):
        assert ours.ncon == theirs.ncon
        dist, pos, normal = pairing(theirs, ours)
        touching += ours.ncon
        equal += dist < 1e-9 and pos < 1e-4 and normal < 1e-3
    assert touching > 10
    assert equal >= poses - TIES


@pytest.mark.parametrize("pair", CURVED, ids="-".join)
def test_distances_are_those_of_the_step_at_which_the_reference_stops(pair):
    equal, poses = 0, 30
    for scene, theirs, ours in scenes(pair, poses):
        want, got = np.zeros(6), np.zeros(6)
        dist = mujoco.mj_geomDistance(scene.ref, theirs, 0, 1, 10.0, want)
        mine = gelenk.mj_geomDistance(scene.m, ours, 0, 1, 10.0, got)
        assert mine == pytest.approx(dist, abs=tol(1e-5))
        equal += abs(mine - dist) < 1e-8 and np.abs(got - want).max() < 1e-3
    assert equal >= poses - TIES


def test_geoms_of_one_center_are_in_contact():
    """3.5.0 finds no first direction there and no contact."""
    scene = ShapeScene("ellipsoid", "cylinder")
    theirs, ours = scene.at(np.r_[np.zeros(3), 1, 0, 0, 0, np.zeros(3), 1, 0, 0, 0])
    assert theirs.ncon == 0
    assert ours.contact.dist == pytest.approx([-0.35], abs=tol(1e-6))


def test_a_small_tolerance_asks_for_the_exact_contact():
    """The depth is then the one that its own normal proves; by default it is near, after 35 iterations."""
    for option, error in (('ccd_tolerance="1e-11"', 1e-12), ("", 1e-3)):
        for scene, _, ours in scenes(("ellipsoid", "cylinder"), 10, option=option):
            for k in range(ours.ncon):
                n = ours.contact.frame[k].ravel()[:3]
                proven = -extent(scene.ref, ours, 1, -n) - extent(scene.ref, ours, 0, n)
                assert ours.contact.dist[k] == pytest.approx(proven, abs=tol(error))
