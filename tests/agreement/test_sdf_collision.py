"""Contacts with signed distance fields are those of 3.5.0, in number and order.

The descent is the same to rounding, but now and then rounding decides: where a start is a corner of a box, on its
very surface, where a step nearly passes Armijo's test, at kinks. Up to a tenth of the contacts may differ. Gradients of
plugins are differences here or there, whose roundings the steps enlarge: a fifth may differ by more than 1e-7. The box
of the torus is that of its mesh, whose vertices are our own, so it is copied.
"""

import functools

import mujoco
import numpy as np
import pytest

import gelenk
from tests.support import sdf
from tests.support.tolerance import tol

KINDS = ("sphere", "capsule", "ellipsoid", "cylinder", "box", "octree", "torus")
POSES = 20


def poses(seed):
    """Random poses of the moving geom that mostly overlap the fixed one."""
    rng = np.random.default_rng(seed)
    for _ in range(POSES):
        quat = rng.normal(size=4)
        yield np.array([*rng.uniform(-0.5, 0.5, 3), *(quat / np.linalg.norm(quat))])


def both(text):
    """Models and data of the reference and ours, with the same boxes around geoms."""
    theirs, ours = mujoco.MjModel.from_xml_string(text), gelenk.MjModel.from_xml_string(text)
    ours.geom_aabb[:] = theirs.geom_aabb
    return theirs, mujoco.MjData(theirs), ours, gelenk.MjData(ours)


@functools.cache
def among_all(second):
    """One model for all pairs: fields take seconds to compile."""
    return both(sdf.several(KINDS, second))


@pytest.mark.parametrize("second", ["octree", "torus"])
@pytest.mark.parametrize("first", KINDS)
def test_same_contacts(first, second):
    theirs, rd, ours, d = among_all(second)
    for model in (theirs, ours):
        model.geom_contype[:] = model.geom_conaffinity[:] = np.arange(model.ngeom) == KINDS.index(first)
        model.geom_contype[-1] = model.geom_conaffinity[-1] = 1
    count, near, exact = 0, 0, 0
    for qpos in poses(0):
        rd.qpos[:] = d.qpos[:] = qpos
        mujoco.mj_forward(theirs, rd)
        gelenk.mj_forward(ours, d)
        assert abs(d.ncon - rd.ncon) <= 1  # one that starts on a surface
        if d.ncon != rd.ncon:
            continue
        for a, b in zip(rd.contact, d.contact, strict=True):
            gap = max(abs(a.dist - b.dist), np.abs(a.pos - b.pos).max())
            turned = np.abs(a.frame - b.frame).max()
            assert a.geom.tolist() == b.geom.tolist()
            # iterations of 3.5.0 end at ccd_tolerance; where the field is flat, normals turn
            count, near, exact = (
                count + 1,
                near + (gap < tol(1e-4) and turned < tol(5e-3)),
                exact + (gap < tol(1e-7)),
            )
    assert count > 50
    assert near >= 0.9 * count
    assert exact >= 0.8 * count


def test_contacts_do_not_hang_on_the_last_digits_of_a_pose():
    """The first start is a corner of the common box: on the very surface of a box, where rounding would decide."""
    _, _, ours, d = both(sdf.pair("box", "octree"))
    rng = np.random.default_rng(8)
    seen = 0
    for qpos in poses(0):
        found = set()
        for size in (0.0, *5 * (1e-12,)):
            d.qpos[:] = qpos + size * rng.standard_normal(7)
            gelenk.mj_forward(ours, d)
            found.add(d.ncon)
        assert len(found) == 1, found
        seen += d.ncon > 0
    assert seen > 5


@pytest.mark.parametrize("option", ['sdf_initpoints="7"', 'sdf_iterations="0"', 'sdf_iterations="3"'])
def test_options_mean_what_they_mean_there(option):
    theirs, rd, ours, d = both(sdf.pair("capsule", "octree", option))
    found = 0
    for qpos in poses(1):
        rd.qpos[:] = d.qpos[:] = qpos
        mujoco.mj_forward(theirs, rd)
        gelenk.mj_forward(ours, d)
        assert d.ncon == rd.ncon
        found += d.ncon
        if d.ncon:
            assert np.abs(d.contact.dist - rd.contact.dist).max() < tol(1e-7)
            assert np.abs(d.contact.pos - rd.contact.pos).max() < tol(1e-7)
    assert found > 5


def test_only_overlap_makes_contacts_and_margins_reach_their_parameters():
    theirs, rd, ours, d = both(sdf.pair("sphere", "octree", attributes='margin=".2" gap=".05"'))
    for qpos in poses(2):
        rd.qpos[:] = d.qpos[:] = qpos
        mujoco.mj_forward(theirs, rd)
        gelenk.mj_forward(ours, d)
        assert d.ncon == rd.ncon
        if d.ncon:
            assert d.contact.dist.max() <= 0.0
            assert np.allclose(d.contact.includemargin, rd.contact.includemargin)


def test_a_plane_touches_the_hull_of_the_mesh():
    theirs, rd, ours, d = both(sdf.pair("plane", "octree"))
    found = 0
    for qpos in poses(3):
        rd.qpos[:] = d.qpos[:] = qpos
        mujoco.mj_forward(theirs, rd)
        gelenk.mj_forward(ours, d)
        assert d.ncon == rd.ncon
        found += d.ncon
        if d.ncon:
            assert d.contact.dist.min() == pytest.approx(rd.contact.dist.min(), abs=tol(1e-9))
    assert found > 20


def test_height_fields_do_not_touch_fields():
    theirs, rd, ours, d = both(sdf.pair("hfield", "octree"))
    mujoco.mj_forward(theirs, rd)
    gelenk.mj_forward(ours, d)
    assert d.ncon == rd.ncon == 0


def test_flexes_touch_the_hull_of_the_mesh():
    text = """<mujoco><asset><mesh name="m" builtin="sphere" params="2" scale=".3 .3 .3"/></asset>
      <worldbody><geom type="sdf" mesh="m"/><flexcomp name="f" type="grid" count="5 5 1" spacing=".1 .1 .1" radius=".02"
      pos="0 0 .29" dim="2"/></worldbody></mujoco>"""
    theirs, rd, ours, d = both(text)
    mujoco.mj_forward(theirs, rd)
    gelenk.mj_forward(ours, d)
    assert d.ncon == rd.ncon > 10
    assert np.allclose(np.sort(d.contact.dist), np.sort(rd.contact.dist), atol=tol(2e-6))  # ccd_tolerance


def test_a_mesh_with_an_octree_is_that_field():
    """3.5.0 looks for the octree of a mesh geom under the number of the geom; here both are 0."""
    text = sdf.pair("mesh", "octree")
    specs = [library.MjSpec.from_string(text) for library in (mujoco, gelenk)]
    for spec in specs:
        spec.mesh("cube").needsdf = 1
    theirs, ours = (spec.compile() for spec in specs)
    rd, d = mujoco.MjData(theirs), gelenk.MjData(ours)
    count = exact = 0
    for qpos in poses(4):
        rd.qpos[:] = d.qpos[:] = qpos
        mujoco.mj_forward(theirs, rd)
        gelenk.mj_forward(ours, d)
        assert abs(d.ncon - rd.ncon) <= 1
        if d.ncon == rd.ncon > 0:
            count += d.ncon
            exact += (np.abs(d.contact.dist - rd.contact.dist) < tol(1e-7)).sum()
    assert count > 50 and exact > 0.85 * count


def test_pairs_choose_geoms_and_parameters():
    more = '<contact><pair geom1="A" geom2="B" condim="1" solref=".03 1"/></contact>'
    theirs, rd, ours, d = both(sdf.pair("box", "octree", attributes='contype="0" conaffinity="0"', more=more))
    rd.qpos[:] = d.qpos[:] = next(poses(5))
    mujoco.mj_forward(theirs, rd)
    gelenk.mj_forward(ours, d)
    assert d.ncon == rd.ncon > 0
    assert set(d.contact.dim.tolist()) == {1} and np.allclose(d.contact.solref, [0.03, 1])


@pytest.mark.parametrize("kind", ["sphere", "box", "octree", "plane"])
def test_distances_are_those_of_the_deepest_contact(kind):
    theirs, rd, ours, d = both(sdf.pair(kind, "octree"))
    a, b = np.zeros(6), np.zeros(6)
    for qpos in poses(6):
        rd.qpos[:] = d.qpos[:] = qpos
        mujoco.mj_forward(theirs, rd)
        gelenk.mj_forward(ours, d)
        for pair in ((0, 1), (1, 0)):
            x = mujoco.mj_geomDistance(theirs, rd, *pair, 2.0, a)
            assert gelenk.mj_geomDistance(ours, d, *pair, 2.0, b) == pytest.approx(x, abs=tol(1e-6))
            assert np.allclose(a, b, atol=tol(1e-5))


@pytest.mark.parametrize("kind", ["octree", "torus"])
def test_rays_meet_the_field(kind):
    """They meet it near the triangles, whatever their length; 3.5.0 agrees to 1e-5 where it does not step over it."""
    text = sdf.pair("sphere", kind)
    theirs, rd, ours, d = both(text)
    mesh = gelenk.MjModel.from_xml_string(text.replace('type="sdf"', 'type="mesh"'))
    md = gelenk.MjData(mesh)
    for data, library, model in ((rd, mujoco, theirs), (d, gelenk, ours), (md, gelenk, mesh)):
        data.qpos[:3] = 3, 0, 0
        library.mj_forward(model, data)
    rng, hits, same, who = np.random.default_rng(7), 0, 0, np.zeros(1, np.int32)
    for _ in range(60):
        start = rng.normal(size=3)
        start *= rng.uniform(1.5, 3) / np.linalg.norm(start)
        way = rng.uniform(-0.3, 0.3, 3) - start
        start += [3, 0, 0]
        way /= np.linalg.norm(way)
        y = gelenk.mj_ray(ours, d, start, way, None, 1, 0, who)
        z = gelenk.mj_ray(mesh, md, start, way, None, 1, 0, who)
        assert (y > 0) == (z > 0)
        if y > 0:
            hits += 1
            assert y == pytest.approx(z, abs=tol(0.02))  # octree cells against the mesh they were made from
            assert gelenk.mj_ray(ours, d, start, 2 * way, None, 1, 0, who) == pytest.approx(y / 2)
            same += mujoco.mj_ray(theirs, rd, start, way, None, 1, 0, who) == pytest.approx(y, abs=tol(1e-5))
    assert hits > 10 and same > 0.5 * hits
