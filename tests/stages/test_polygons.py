"""Polygons to triangles: many at once give what one after the other gives."""

import itertools

import numpy as np
import pytest

import gelenk
from gelenk.modeling.assets.mesh_content import triangulate
from gelenk.modeling.assets.mesh_formats import read_obj


def turn(a, b, c):
    return (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])


def inside(a, b, p):
    return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]) > 0.0


def fan(corners):
    return [[corners[0], *pair] for pair in itertools.pairwise(corners[1:])]


def ears_one_by_one(points):
    """The triangles of one polygon, by the words of Meisters: the oracle."""
    moved = points - points[0]
    with np.errstate(all="ignore"):
        area = np.cross(moved, np.roll(moved, -1, axis=0)).sum(axis=0)
    k = int(np.argmax(np.abs(area)))
    left = list(range(len(points)))
    if len(left) < 5 or not np.isfinite(area[k]) or area[k] == 0.0:
        return fan(left)
    plane = moved[:, [(k + 1) % 3, (k + 2) % 3]]
    plane = plane if area[k] > 0.0 else plane[:, ::-1]
    found, at, misses = [], 0, 0
    while len(left) > 3 and misses < len(left):
        at %= len(left)
        i, j, k = (left[(at + step) % len(left)] for step in range(3))
        a, b, c = plane[[i, j, k]]
        rest = [plane[p] for p in left if p not in (i, j, k)]
        if turn(a, b, c) < 0.0 or any(inside(a, b, p) and inside(b, c, p) and inside(c, a, p) for p in rest):
            at, misses = at + 1, misses + 1
        else:
            found.append([i, j, k])
            left.remove(j)
            misses = 0
    return found + fan(left)


def polygon(rng, kind, n):
    angle = np.sort(rng.random(n)) * 2.0 * np.pi
    ring = np.stack([np.cos(angle), np.sin(angle), np.zeros(n)], axis=1)
    if kind == "star":
        ring *= rng.uniform(0.2, 1.0, (n, 1))
    if kind == "crossed":
        ring = rng.permutation(ring)
    if kind == "grid":
        ring = np.round(2.0 * ring * rng.uniform(0.5, 1.0, (n, 1)))
    if kind == "line":
        ring[:, 1] = 0.0
    if kind == "bent":
        ring[:, 2] = rng.normal(size=n)
    return ring @ np.linalg.qr(rng.normal(size=(3, 3)))[0] if kind != "grid" else ring


@pytest.mark.parametrize("kind", ["convex", "star", "crossed", "grid", "line", "bent"])
def test_polygons_that_are_cut_together_are_cut_as_each_alone(kind):
    rng = np.random.default_rng(len(kind))
    counts = rng.integers(3, 13, 120)
    counts[7] = 60
    points = np.concatenate([polygon(rng, kind, n) for n in counts])
    vertex = rng.permutation(len(points))
    shuffled = np.empty_like(points)
    shuffled[vertex] = points
    expected = []
    for start, n in zip(np.cumsum(counts) - counts, counts, strict=True):
        expected += [[start + i for i in trio] for trio in ears_one_by_one(points[start : start + n])]
    np.testing.assert_array_equal(triangulate(shuffled, vertex, counts), expected)


def test_polygons_without_place_are_fans():
    points = np.zeros((12, 3))
    points[6:] = np.nan
    found = triangulate(points, np.array([*range(12), 0, 1, 2, 3, 99]), np.array([6, 6, 5]))
    expected = [
        [start, start + i + 1, start + i + 2] for start, n in ((0, 6), (6, 6), (12, 5)) for i in range(n - 2)
    ]
    np.testing.assert_array_equal(found, expected)


@pytest.mark.timeout(60)
def test_twenty_thousand_hexagons_are_their_triangles():
    angle = np.arange(6) * np.pi / 3.0
    places = np.stack(np.meshgrid(np.arange(200), np.arange(100)), axis=2).reshape(-1, 1, 2) * 3.0
    ring = np.stack([np.cos(angle), np.sin(angle)], axis=1)[None] + places
    lines = [f"v {x:.6f} {y:.6f} 0" for x, y in ring.reshape(-1, 2)]
    corner = np.arange(1, 120_001).reshape(-1, 6)
    fans = np.stack(
        [np.broadcast_to(corner[:, :1], (20_000, 4)), corner[:, 1:5], corner[:, 2:]], axis=2
    ).reshape(-1, 3)
    meshes = []
    for faces in (corner, fans):
        content = "\n".join(lines + ["f " + " ".join(map(str, face)) for face in faces.tolist()]).encode()
        meshes.append(read_obj(content))
    np.testing.assert_array_equal(meshes[0].face, meshes[1].face)


TWO_MESHES = """<mujoco><asset><mesh name="seen" builtin="sphere" params="0"/>
  <mesh name="hit" builtin="cone" params="3 1"/></asset>
  <worldbody><geom type="mesh" mesh="seen" contype="0" conaffinity="0"/><geom type="mesh" mesh="hit"/></worldbody>
  </mujoco>"""


@pytest.mark.parametrize(("release", "numbers"), [("3.5", (20, 5)), ("3.11", (0, 5)), ("4.0", (0, 5))])
def test_meshes_that_never_collide_have_no_polygons_from_3_6_on(release, numbers):
    m = gelenk.MjModel.from_xml_string(TWO_MESHES, release=release)
    assert tuple(m.mesh_polynum) == numbers
    assert m.nmeshpoly == sum(numbers) == len(m.mesh_polynormal) == len(m.mesh_polyvertnum)
    assert m.nmeshpolymap == m.mesh_polymapnum.sum() == m.nmeshpolyvert == m.mesh_polyvertnum.sum()
    assert list(m.mesh_polyadr) == [0, numbers[0]]
