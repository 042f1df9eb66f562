"""What the convex collider is told beforehand, planes and places to begin at, changes no contact."""

import numpy as np
import pytest

import gelenk
from gelenk.engine.collision.convex import support
from gelenk.engine.collision.pairs import hfield
from gelenk.runtime import hull_search_start
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
        starts = hull_search_start.starts(m).reshape(m.nmesh, -1)
        assert np.array_equal(starts.reshape(-1), m._a_hull_start)
        for mesh in range(m.nmesh):
            graph, first = int(m.mesh_graphadr[mesh]), int(m.mesh_vertadr[mesh])
            count = int(m.mesh_graph[graph])
            ids = m.mesh_graph[graph + 2 + count : graph + 2 + 2 * count]
            heights = hull_search_start.directions()[hull_search_start.asked()] @ m.mesh_vert[
                first + ids
            ].T.astype(float)
            found = starts[mesh][hull_search_start.asked()]
            assert np.array_equal(heights[np.arange(len(heights)), found], heights.max(axis=1))


@pytest.mark.parametrize("seed", range(6))
def test_of_vertices_equally_far_the_first_is_known(seed):
    """Whole coordinates: many are, along directions of whole numbers; others differ by up to 2^20 in size."""
    draw = np.random.default_rng(seed)
    points = draw.integers(-3, 4, (60, 3)) * (1.0, 1.0, 2.0 ** -(4 * seed))
    vertices = " ".join(map(str, points.ravel().tolist()))
    m = gelenk.MjModel.from_xml_string(
        f'<mujoco><asset><mesh name="m" inertia="convex" vertex="{vertices}"/></asset>'
        '<worldbody><geom type="mesh" mesh="m"/></worldbody></mujoco>'
    )
    count = int(m.mesh_graph[0])
    assert count >= support.CLIMB
    along = m.mesh_vert[m.mesh_graph[2 + count : 2 + 2 * count]].astype(float)
    heights = hull_search_start.directions()[hull_search_start.asked()] @ along.T
    assert np.array_equal(hull_search_start.starts(m)[hull_search_start.asked()], np.argmax(heights, axis=1))


def test_searches_begin_on_the_surface_of_the_cube():
    places = set(hull_search_start.asked().tolist())
    for n in np.random.default_rng(4).normal(size=(300, 3)):
        s = support.DIRECTION_STEPS / np.abs(n).max()
        i, j, k = (support.nearest_integer(float(s * x)) for x in n)
        assert (i * support.SIDE + j) * support.SIDE + k in places


def test_the_vertex_found_is_the_farthest(model):
    graph = int(model.mesh_graphadr[0])
    count = int(model.mesh_graph[graph])
    vertices = model.mesh_vert[model.mesh_graph[graph + 2 + count : graph + 2 + 2 * count]].astype(float)
    for n in [*np.random.default_rng(0).normal(size=(100, 3)), np.zeros(3), np.array([1e-300, 0.0, 0.0])]:
        found = support.farthest_vertex(model._view, 0, 0, graph, count, tuple(n))
        assert (vertices @ n)[found] == pytest.approx((vertices @ n).max(), abs=tol(1e-15))
    assert 0 <= support.first_guess(model._view, 0, (np.nan, np.inf, 1.0)) < count


def test_copies_know_their_hulls(model):
    import copy

    assert np.array_equal(copy.copy(model)._a_hull_start, model._a_hull_start)


HILLS = """<mujoco><asset><hfield name="hills" nrow="6" ncol="7" size="1 1.2 .5 .1" elevation="{}"/>
  <mesh name="stone" vertex="0 0 0 .3 0 0 0 .3 0 0 0 .3 .2 .2 .3"/></asset><worldbody>
  <geom type="hfield" hfield="hills" margin="{}"/>{}</worldbody></mujoco>"""
LOOSE = (*KINDS, 'type="sphere" size=".2"', 'type="capsule" size=".1 .3"')


def on_hills(m, d, geom):
    """The candidates of the height field and a geom, from plain Python: number, then distances, places, normals."""
    view = d._view
    view.near_count, view.near_margin = 0, float(m.geom_margin[0])
    hfield.hfield_pair(m._view, view, 0, geom)
    n = int(view.near_count)
    return n, view.near_dist[:n].copy(), view.near_pos[:n].copy(), view.near_frame[:n].copy()


@pytest.mark.parametrize("margin", [0.0, 0.1])
def test_prisms_that_a_plane_keeps_away_had_no_contact(margin, monkeypatch):
    """Looking at planes first leaves out no contact of a height field, and few prisms without one remain."""
    rng = np.random.default_rng(8)
    bodies = "".join(f"<body><freejoint/><geom {kind}/></body>" for kind in LOOSE)
    heights = " ".join(map(str, rng.random(42).round(3)))
    m = gelenk.MjModel.from_xml_string(HILLS.format(heights, margin, bodies))
    d, asked, found = gelenk.MjData(m), [0, 0], 0
    solved = hfield.solved
    for _ in range(4):
        for b in range(len(LOOSE)):
            d.qpos[7 * b : 7 * b + 3] = rng.uniform((-1.0, -1.2, 0.2), (1.0, 1.2, 0.9))
            d.qpos[7 * b + 3 : 7 * b + 7] = rng.normal(size=4)
        gelenk.mj_forward(m, d)
        for geom in range(1, m.ngeom):
            results = []
            for planes in (True, False):

                def count(*args, which=planes):
                    asked[which] += 1
                    return solved(*args)

                with monkeypatch.context() as patch:
                    patch.setattr(hfield, "solved", count)
                    if not planes:
                        for name in ("beyond_diagonal", "above_top", "beyond_face"):
                            patch.setattr(hfield, name, lambda *args: False)
                    results.append(on_hills(m, d, geom))
            for first, second in zip(*results, strict=True):
                np.testing.assert_array_equal(first, second)
            found += results[0][0]
    assert found > 30
    assert asked[True] - found < 0.7 * (asked[False] - found)
