"""Contacts of flexes with every kind of geom and with each other, at random poses, against 3.5.0.

Closed forms agree to rounding. What goes through the convex collider agrees as well as 3.5.0 converges at a
tolerance of 1e-11: it approaches rounded shapes by polytopes, so that distances differ by up to 3e-7 where both
sides are round (ellipsoid, cylinder), and normals by the square root of that. Height fields crash it with many
iterations; there it keeps its default of 35.
"""

from collections import defaultdict

import mujoco
import numpy as np
import pytest

import gelenk
from tests.support.tolerance import tol

POSES = 20
RADIUS = 0.012
ASSETS = """<asset>
  <hfield name="h" nrow="5" ncol="6" size=".3 .3 .1 .1" elevation="0 .3 .1 .5 .2 .9 .4 .3 .8 .1 0 .2 .7 .3 .6 .2 .8
    .4 .1 0 .3 .9 .2 .5 .1 .6 .3 .2 .7 .4"/>
  <mesh name="m" vertex=".1 0 0 -.08 .05 .02 0 -.11 .01 .02 .03 .12 0 .02 -.1 .05 .1 .06 -.06 -.05 .07"/></asset>"""
GEOMS = {
    "plane": 'type="plane" size="1 1 1"',
    "hfield": 'type="hfield" hfield="h"',
    "sphere": 'size=".1"',
    "capsule": 'type="capsule" size=".06 .1"',
    "ellipsoid": 'type="ellipsoid" size=".07 .1 .13"',
    "cylinder": 'type="cylinder" size=".08 .1"',
    "box": 'type="box" size=".07 .09 .11"',
    "mesh": 'type="mesh" mesh="m"',
}
FIXED = ("plane", "hfield")
COUNT = {1: "6 1 1", 2: "4 3 1", 3: "3 3 2"}
MARGIN = 'margin=".02" gap=".005"'
CLOSED = {(dim, "plane") for dim in (1, 2, 3)} | {
    (dim, g) for dim in (1, 2) for g in ("sphere", "capsule", "box")
}
ROUND = ("ellipsoid", "cylinder")
# distance [m], position [m], normal
EXACT, CONVEX, CURVED = (1e-13, 1e-13, 1e-12), (2e-8, 1e-5, 2e-3), (6e-7, 5e-4, 6e-3)
SAMPLED = (2e-5, 5e-3, 5e-2)


def flexcomp(name, dim, contact='selfcollide="none" internal="false"', extra="", pos="0 0 0"):
    return (
        f'<flexcomp name="{name}" type="grid" dim="{dim}" count="{COUNT[dim]}" spacing=".08 .08 .08"'
        f' radius="{RADIUS}" mass="1" pos="{pos}"><contact {contact} {extra}/></flexcomp>'
    )


def numbers(values):
    return " ".join(f"{v:.17g}" for v in values)


def random_turn(rng):
    q = rng.normal(size=4)
    return q / np.linalg.norm(q)


def with_geom(rng, dim, geom, extra):
    """The scene, and qpos without the deformation of the flex."""
    place, turn = 0.1 * rng.normal(size=3), random_turn(rng)
    if geom in FIXED:
        body = f'<body pos="{numbers(place)}" quat="{numbers(turn)}">'
    else:
        body = f'<body pos="{numbers(place + (0.1, 0.05, 0))}" quat="{numbers(turn)}"><freejoint/>'
    body += f"<geom {GEOMS[geom]} {extra}/></body>"
    return f"<mujoco>{ASSETS}<worldbody>{body}{flexcomp('f', dim, extra=extra)}</worldbody></mujoco>"


def both(text, rng, amplitude):
    """Data of 3.5.0 and ours, the vertices moved at random."""
    return moved(mujoco.MjModel.from_xml_string(text), gelenk.MjModel.from_xml_string(text), rng, amplitude)


def moved(ref, m, rng, amplitude, pose=()):
    """The same of models, the first joint in a ``pose``."""
    ref.opt.ccd_tolerance = 1e-11
    ref.opt.ccd_iterations = 35 if mujoco.mjtGeom.mjGEOM_HFIELD in ref.geom_type else 500
    ref_data, d = mujoco.MjData(ref), gelenk.MjData(m)
    vertices = 3 * len(set(ref.flex_vertbodyid))
    ref_data.qpos[: len(pose)] = pose
    ref_data.qpos[-vertices:] += amplitude * rng.normal(size=vertices)
    d.qpos[:] = ref_data.qpos
    mujoco.mj_forward(ref, ref_data)
    gelenk.mj_forward(m, d)
    return ref_data, d


def by_sides(data):
    """Contacts by who touches whom: (distance, position, frame)."""
    found = defaultdict(list)
    for c in data.contact:
        sides = tuple(int(i) for pair in (c.geom, c.flex, c.elem, c.vert) for i in pair)
        found[sides].append((float(c.dist), np.array(c.pos), np.array(c.frame)))
    return found


def nearest(contact, others):
    return min(others, key=lambda o: np.abs(o[1] - contact[1]).max() + abs(o[0] - contact[0]))


def assert_same(theirs, ours, tolerance, trust=lambda contact, sides: True):
    """The same contacts on the same sides; ``trust`` says which normals of theirs count. Returns how many."""
    assert {s: len(c) for s, c in ours.items()} == {s: len(c) for s, c in theirs.items()}
    for sides, contacts in theirs.items():
        for contact in contacts:
            other = nearest(contact, ours[sides])
            assert abs(contact[0] - other[0]) < tolerance[0]
            assert np.abs(contact[1] - other[1]).max() < tolerance[1]
            if trust(contact, sides):
                assert np.abs(contact[2] - other[2]).max() < tolerance[2]
    return sum(map(len, theirs.values()))


SHAPES = [g for g in GEOMS if g != "hfield"]


@pytest.mark.parametrize("extra", ["", MARGIN], ids=["touching", "margin"])
@pytest.mark.parametrize("geom", [g for g in SHAPES if g != "cylinder"])
@pytest.mark.parametrize("dim", [1, 2, 3])
def test_contacts_with_geoms_agree(dim, geom, extra):
    tolerance = EXACT if (dim, geom) in CLOSED else CURVED if geom in ROUND else CONVEX
    total = 0
    for seed in range(POSES):
        rng = np.random.default_rng(seed)
        ref, d = both(with_geom(rng, dim, geom, extra), rng, 0.03)
        total += assert_same(by_sides(ref), by_sides(d), tolerance)
    assert total > 10


TORUS = """<mujoco><extension><plugin plugin="mujoco.sdf.torus"><instance name="t">
  <config key="radius1" value=".1"/><config key="radius2" value=".04"/></instance></plugin></extension>
  <asset><mesh name="t"><plugin instance="t"/></mesh></asset><worldbody><body><freejoint/>
  <geom type="sdf" mesh="t"><plugin instance="t"/></geom></body>{}</worldbody></mujoco>"""


@pytest.mark.parametrize("dim", [1, 2, 3])
def test_signed_distance_geoms_touch_flexes_with_the_hull_of_their_mesh(dim):
    """The meshes that sample the field are not the same: facets of 3 mm on a radius of 0.04 m stand off by 1e-5 m."""
    total, text = 0, TORUS.format(flexcomp("f", dim))
    models = mujoco.MjModel.from_xml_string(text), gelenk.MjModel.from_xml_string(text)
    for seed in range(5):
        rng = np.random.default_rng(seed)
        place, turn = 0.05 * rng.normal(size=3) + (0.05, 0.05, 0), random_turn(rng)
        ref, d = moved(*models, rng, 0.03, [*place, *turn])
        total += assert_same(by_sides(ref), by_sides(d), SAMPLED)
    assert total > 10


def cylinder_depth(data, sides, normal, dim):
    """Distance of the cylinder and an element along a direction: support points of both, and the radius."""
    axes = data.geom_xmat[0].reshape(3, 3)
    elements = data.model.flex_elem.reshape(-1, dim + 1)
    corners = data.flexvert_xpos[elements[sides[5]]] - data.geom_xpos[0]
    across = np.linalg.norm(normal @ axes[:, :2])
    return (corners @ normal).min() - 0.08 * across - 0.1 * abs(normal @ axes[:, 2]) - RADIUS


@pytest.mark.parametrize("extra", ["", MARGIN], ids=["touching", "margin"])
@pytest.mark.parametrize("dim", [1, 2, 3])
def test_contacts_with_cylinders_agree_where_the_normal_of_the_reference_fits_its_distance(dim, extra):
    """It flattens normals of triangles against the axis unless they touch near a cap; ours always fit."""
    flattened = 0
    for seed in range(POSES):
        rng = np.random.default_rng(seed)
        ref, d = both(with_geom(rng, dim, "cylinder", extra), rng, 0.03)
        theirs, ours = by_sides(ref), by_sides(d)

        def fits(contact, sides, ref=ref):
            return abs(cylinder_depth(ref, sides, contact[2][:3], dim) - contact[0]) < tol(1e-4)

        assert_same(theirs, ours, CURVED, fits)
        for sides, contacts in ours.items():
            for dist, _, frame in contacts:
                assert cylinder_depth(ref, sides, frame[:3], dim) == pytest.approx(dist, abs=tol(1e-6))
        flattened += sum(not fits(c, sides) for sides, contacts in theirs.items() for c in contacts)
    assert (flattened > 0) == (dim == 2)


@pytest.mark.parametrize("dim", [1, 2, 3])
def test_contacts_with_height_fields_are_those_of_the_reference_and_some_within_the_radius(dim):
    """3.5.0 leaves out prisms that the core of an element does not reach."""
    total, more = 0, 0
    for seed in range(POSES):
        rng = np.random.default_rng(seed)
        ref, d = both(with_geom(rng, dim, "hfield", ""), rng, 0.03)
        theirs, ours = by_sides(ref), by_sides(d)
        for sides, contacts in theirs.items():
            for contact in contacts:
                other = nearest(contact, ours[sides])
                assert abs(contact[0] - other[0]) < tol(1e-5)
                assert np.abs(contact[1] - other[1]).max() < tol(
                    1e-3
                )  # directions from an iteration that ends at 1e-6 of depths of 1e-3
                ours[sides] = [o for o in ours[sides] if o is not other]
                total += 1
        left = [contact[0] for contacts in ours.values() for contact in contacts]
        assert all(-RADIUS < dist <= 0 for dist in left)
        more += len(left)
    assert total > 100
    assert 0 < more < 0.3 * total


@pytest.mark.parametrize("extra", ["", 'margin=".02"'], ids=["touching", "margin"])
@pytest.mark.parametrize("dims", [(a, b) for a in (1, 2, 3) for b in (1, 2, 3)])
def test_contacts_of_two_flexes_agree(dims, extra):
    flexes = flexcomp("a", dims[0], extra=extra) + flexcomp("b", dims[1], extra=extra, pos=".03 .02 .01")
    text = f"<mujoco><worldbody>{flexes}</worldbody></mujoco>"
    total = 0
    for seed in range(POSES if max(dims) < 3 else 5):
        rng = np.random.default_rng(seed)
        ref, d = both(text, rng, 0.05)
        total += assert_same(by_sides(ref), by_sides(d), EXACT if dims == (1, 1) else CONVEX)
    assert total > 20


WITHIN = ['selfcollide="none" internal="true"', 'selfcollide="auto" internal="false"']
WITHIN += ['selfcollide="bvh" internal="true"', 'selfcollide="narrow" internal="true"']


@pytest.mark.parametrize("contact", WITHIN)
@pytest.mark.parametrize("dim", [1, 2, 3])
def test_contacts_within_a_flex_agree(dim, contact):
    text = f"<mujoco><worldbody>{flexcomp('f', dim, contact)}</worldbody></mujoco>"
    exact = dim == 1 or "none" in contact
    total = 0
    for seed in range(POSES):
        rng = np.random.default_rng(seed)
        ref, d = both(text, rng, 0.06)
        total += assert_same(by_sides(ref), by_sides(d), EXACT if exact else CONVEX)
    assert total > 0
