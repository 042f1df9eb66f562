"""Volume, center and inertia of meshes against closed forms, and what does not depend on the frame."""

import numpy as np
import pytest

from gelenk.algebra.vec import quat_to_mat
from gelenk.errors import Error
from gelenk.modeling.assets.mesh_content import RawMesh
from gelenk.modeling.compiler.mesh.mesh_columns import Cache
from gelenk.modeling.compiler.mesh.process import Settings, mesh_inertial, process
from gelenk.tables.enums import mjtMeshInertia
from tests.support import mesh_files as files
from tests.support.tolerance import tol


@pytest.mark.parametrize(
    "kind",
    [
        mjtMeshInertia.mjMESH_INERTIA_EXACT,
        mjtMeshInertia.mjMESH_INERTIA_LEGACY,
        mjtMeshInertia.mjMESH_INERTIA_CONVEX,
    ],
)
def test_a_box_weighs_as_a_box(kind):
    a, b, c = 1.0, 2.0, 3.0
    result = mesh_inertial(files.box(a, b, c)[0] + 5.0, files.box(a, b, c)[1], kind, 0)
    assert result.volume == pytest.approx(8 * a * b * c, rel=tol(1e-12))
    assert result.pos == pytest.approx((5, 5, 5), rel=tol(1e-12))
    square = np.array([b * b + c * c, a * a + c * c, a * a + b * b]) / 3
    assert result.inertia == pytest.approx(8 * a * b * c * square, rel=tol(1e-12))


def test_a_box_shell_weighs_as_its_faces():
    a, b, c = 1.0, 2.0, 3.0
    result = mesh_inertial(*files.box(a, b, c), mjtMeshInertia.mjMESH_INERTIA_SHELL, 0)
    assert result.volume == pytest.approx(8 * (a * b + b * c + c * a), rel=tol(1e-12))
    # mean squares over the faces: of those across x, y**2 is b**2 / 3
    xx = 8 * (a * a * b * c + a * a / 3 * (c * a + a * b))
    yy = 8 * (b * b * c * a + b * b / 3 * (a * b + b * c))
    zz = 8 * (c * c * a * b + c * c / 3 * (b * c + c * a))
    assert result.inertia == pytest.approx((yy + zz, xx + zz, xx + yy), rel=tol(1e-12))


def test_a_fine_torus_comes_near_the_smooth_one():
    vert, face = files.torus(1.0, 0.25, 200, 100)
    vert = vert / [1.3, 1, 1]
    result = mesh_inertial(vert, face, mjtMeshInertia.mjMESH_INERTIA_EXACT, 0)
    mass = 2 * np.pi**2 * 0.25**2
    assert result.volume == pytest.approx(
        mass, rel=tol(2e-3)
    )  # 200 x 100 facets: (pi/100)^2 / 6 and (pi/200)^2 / 6, twice
    assert result.inertia[0] == pytest.approx(
        mass * (1 + 0.75 * 0.25**2), rel=tol(4e-3)
    )  # the same, with squares of lengths


@pytest.mark.parametrize(
    "kind",
    [
        mjtMeshInertia.mjMESH_INERTIA_EXACT,
        mjtMeshInertia.mjMESH_INERTIA_LEGACY,
        mjtMeshInertia.mjMESH_INERTIA_SHELL,
    ],
)
def test_inertia_turns_with_the_mesh(kind):
    vert, face = files.torus(noise=0.03)
    rotation = np.linalg.qr(np.random.default_rng(0).normal(size=(3, 3)))[0]
    rotation *= np.sign(np.linalg.det(rotation))
    one, other = (mesh_inertial(v, face, kind, 0) for v in (vert, vert @ rotation.T + [1, 2, 3]))
    assert other.volume == pytest.approx(one.volume, rel=tol(1e-9))
    assert other.inertia == pytest.approx(one.inertia, rel=tol(1e-9))
    assert other.pos == pytest.approx(rotation @ one.pos + [1, 2, 3], abs=tol(1e-9))
    frames = [np.array(quat_to_mat(result.quat)).reshape(3, 3) for result in (one, other)]
    assert np.abs(rotation @ frames[0]) == pytest.approx(
        np.abs(frames[1]), abs=tol(1e-6)
    )  # axes up to their signs


def test_neighbours_that_face_opposite_sides_are_named():
    vert, face = files.box()
    face[3] = face[3][::-1]
    with pytest.raises(Error, match="inconsistent orientation"):
        mesh_inertial(vert, face, mjtMeshInertia.mjMESH_INERTIA_EXACT, 0)
    assert mesh_inertial(vert, face, mjtMeshInertia.mjMESH_INERTIA_LEGACY, 0).volume == pytest.approx(48)


def test_a_processed_mesh_is_centered_and_aligned():
    settings = Settings(
        (1, 1, 1),
        (0.3, 0.2, 0.1),
        (0.5, 0.5, 0.5, 0.5),
        False,
        -1,
        mjtMeshInertia.mjMESH_INERTIA_EXACT,
        True,
        False,
    )
    mesh = process(RawMesh(*files.torus(noise=0.03)), settings)
    again = mesh_inertial(mesh.vert, mesh.face, mjtMeshInertia.mjMESH_INERTIA_EXACT, 0)
    assert again.pos == pytest.approx((0, 0, 0), abs=tol(1e-12))
    assert again.quat == pytest.approx((1, 0, 0, 0), abs=tol(1e-6))


def test_hull_graphs_have_every_edge_twice_and_convex_faces():
    settings = Settings(
        (1, 1, -1), (0, 0, 0), (1, 0, 0, 0), False, -1, mjtMeshInertia.mjMESH_INERTIA_LEGACY, True, False
    )
    mesh = process(RawMesh(files.soup(3)[0]), settings)
    nvert, nface = mesh.graph[:2]
    address, vertex = mesh.graph[2 : 2 + nvert], mesh.graph[2 + nvert : 2 + 2 * nvert]
    edges = mesh.graph[2 + 2 * nvert : 2 + 3 * nvert + 3 * nface]
    faces = mesh.graph[2 + 3 * nvert + 3 * nface :].reshape(-1, 3)
    assert nvert - 3 * nface // 2 + nface == 2  # Euler
    pairs = set()
    for i, start in enumerate(address):
        neighbours = edges[start : start + list(edges[start:]).index(-1)]
        pairs |= {(i, int(j)) for j in neighbours}
    assert pairs == {(j, i) for i, j in pairs} and len(pairs) == 3 * nface
    number = {int(v): i for i, v in enumerate(vertex)}
    assert pairs == {
        pair
        for a, b, c in faces.tolist()
        for u, v in ((a, b), (b, c), (c, a))
        for pair in ((number[u], number[v]), (number[v], number[u]))
    }
    for a, b, c in mesh.vert[faces]:
        normal = np.cross(b - a, c - a)
        assert (mesh.vert @ normal <= a @ normal + 1e-9).all()


def test_the_cache_gives_the_same_mesh_and_stays_small(monkeypatch):
    monkeypatch.setattr("gelenk.modeling.compiler.mesh.mesh_columns.MOST_CACHED", 100_000)
    cache = Cache()
    settings = Settings(
        (1, 1, 1), (0, 0, 0), (1, 0, 0, 0), False, -1, mjtMeshInertia.mjMESH_INERTIA_LEGACY, True, False
    )
    content = files.obj(files.torus())
    mesh = cache.mesh_of_file(content, "model/obj", settings)
    assert cache.mesh_of_file(content, "model/obj", settings) is mesh
    assert cache.mesh_of_file(content, "model/obj", settings._replace(refpos=(1, 0, 0))) is not mesh
    for seed in range(30):
        cache.mesh_of_file(files.obj(files.torus(noise=0.01, seed=seed)), "model/obj", settings)
    assert 0 < cache.bytes <= 100_000 and len(cache.kept) < 30
