"""What the convex collider is told beforehand, planes and places to begin at, changes no contact."""

import numpy as np
import pytest

import gelenk
from gelenk.engine.collision.convex import hull
from gelenk.world import hulls
from scenes import path
from tests.support.tolerance import tol

TUMBLING = """<mujoco><asset><mesh name="stone" vertex="{}"/></asset><worldbody>
  {}</worldbody></mujoco>"""
KINDS = (
    'type="mesh" mesh="stone"',
    'type="cylinder" size=".3 .2"',
    'type="ellipsoid" size=".3 .2 .4"',
    'type="box" size=".3 .2 .3"',
)


@pytest.fixture(scope="module")
def model():
    """Stones, cylinders, ellipsoids and boxes, which fly about without gravity."""
    points = np.random.default_rng(3).normal(size=(60, 3))
    points *= 0.35 / np.linalg.norm(points, axis=1, keepdims=True)
    bodies = [
        f'<body pos="{0.55 * (i % 3)} {0.55 * (i // 3)} 0"><freejoint/><geom {KINDS[i % 4]}/></body>'
        for i in range(9)
    ]
    text = TUMBLING.format(" ".join(map(str, points.round(4).ravel())), "\n  ".join(bodies))
    return gelenk.MjModel.from_xml_string(text)


def contacts(d):
    """All contacts as bytes."""
    return (
        d.contact.geom.tobytes(),
        d.contact.dist.tobytes(),
        d.contact.pos.tobytes(),
        d.contact.frame.tobytes(),
    )


def test_contacts_do_not_depend_on_what_was_apart_before(model):
    rng, d, found, skipped = np.random.default_rng(1), gelenk.MjData(model), 0, 0
    for _ in range(40):
        d.qpos[:] += 0.02 * rng.standard_normal(model.nq)
        gelenk.mj_forward(model, d)
        fresh = gelenk.MjData(model)
        fresh.qpos[:] = d.qpos
        gelenk.mj_forward(model, fresh)
        assert contacts(fresh) == contacts(d)
        found += d.ncon
        skipped += int(np.count_nonzero(d._a_apart_geom))
    assert found > 40
    assert skipped > 40


def test_planes_that_do_not_separate_are_found_out(model):
    d, wrong = gelenk.MjData(model), gelenk.MjData(model)
    gelenk.mj_forward(model, d)
    first = np.arange(4 * model.ngeom) // model.ngeom
    for lie in ((0.0, 0.0, 1.0), (np.nan, 0.0, 0.0), (0.0, 0.0, 0.0)):
        wrong._a_apart_geom[:] = 1 + first
        wrong._a_apart_normal[:] = lie
        gelenk.mj_forward(model, wrong)
        assert contacts(wrong) == contacts(d)


def test_searches_on_hulls_begin_next_to_where_they_end(model):
    hand = gelenk.MjModel.from_xml_path(str(path("hand")))
    for m in (model, hand):
        starts = hulls.starts(m).reshape(m.nmesh, -1)
        assert np.array_equal(starts.reshape(-1), m._a_hull_start)
        for mesh in range(m.nmesh):
            graph, first = int(m.mesh_graphadr[mesh]), int(m.mesh_vertadr[mesh])
            count = int(m.mesh_graph[graph])
            ids = m.mesh_graph[graph + 2 + count : graph + 2 + 2 * count]
            heights = hulls.directions() @ m.mesh_vert[first + ids].T.astype(float)
            assert np.array_equal(heights[np.arange(len(heights)), starts[mesh]], heights.max(axis=1))


def test_the_vertex_found_is_the_farthest(model):
    graph = int(model.mesh_graphadr[0])
    count = int(model.mesh_graph[graph])
    vertices = model.mesh_vert[model.mesh_graph[graph + 2 + count : graph + 2 + 2 * count]].astype(float)
    for n in [*np.random.default_rng(0).normal(size=(100, 3)), np.zeros(3), np.array([1e-300, 0.0, 0.0])]:
        found = hull.farthest_vertex(model._view, 0, 0, graph, count, tuple(n))
        assert (vertices @ n)[found] == pytest.approx((vertices @ n).max(), abs=tol(1e-15))
    assert 0 <= hull.first_guess(model._view, 0, (np.nan, np.inf, 1.0)) < count


def test_copies_know_their_hulls(model):
    import copy

    assert np.array_equal(copy.copy(model)._a_hull_start, model._a_hull_start)
