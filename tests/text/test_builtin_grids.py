"""Builtin meshes that are the point grids of flexcomps: shapes, inertia, arguments."""

import numpy as np
import pytest

import gelenk
from gelenk.errors import Error
from tests.support.tolerance import tol

TEXT = """<mujoco><asset><mesh name="m" builtin="{}" params="{}" inertia="{}"/></asset>
<worldbody><body><freejoint/><geom type="mesh" mesh="m" contype="0" conaffinity="0"/></body></worldbody></mujoco>"""


def load(form, params, inertia="legacy"):
    return gelenk.MjSpec.from_string(TEXT.format(form, params, inertia))


def points(mesh):
    return np.array(mesh.uservert).reshape(-1, 3)


def test_a_grid_has_the_points_of_the_flexcomp():
    """As measured on mujoco 4.0.0; z is fastest, and solids have tetrahedra instead of triangles."""
    mesh = load("grid", "3 2 2 1 2 3").meshes[0]
    assert points(mesh)[[0, 1, 2, 11]].tolist() == [[-1, -1, -1.5], [-1, -1, 1.5], [-1, 1, -1.5], [1, 1, 1.5]]
    assert len(mesh.userface) == 0 and len(mesh.usertet) == 4 * 12 and len(mesh.usernode) == 36
    flat = load("grid", "2 3 1 1 2 3 2").meshes[0]
    assert np.reshape(flat.userface, (-1, 3)).tolist() == [[0, 3, 4], [0, 4, 1], [1, 4, 5], [1, 5, 2]]


def test_round_shapes_are_mapped_squares():
    """As measured on mujoco 4.0.0."""
    disc = points(load("disc", "2 2 1 1 1 1").meshes[0])
    np.testing.assert_allclose(np.abs(disc), [[0.125 * 2**0.5, 0.125 * 2**0.5, 0]] * 4, rtol=tol(1e-7))
    cylinder = points(load("cylinder", "3 3 2 1 1 1 2").meshes[0])
    assert len(cylinder) == 17 and np.linalg.norm(cylinder[:, :2], axis=1).max() == pytest.approx(1)
    ball = points(load("ellipsoid", "3 3 3 1 1 1").meshes[0])
    assert not ball[0].any() and np.linalg.norm(ball[1:], axis=1) == pytest.approx(1)


def test_a_solid_box_is_its_hull():
    m = load("box", "3 3 2 .1 .2 .3", "exact").compile()
    assert m.body_mass[1] == pytest.approx(1000 * 0.2 * 0.4 * 0.3)
    assert load("box", "3 3 2 .1 .2 .3 2").compile().nmeshface == 16 + 8  # open at the top


@pytest.mark.parametrize("form", ["grid", "square"])
def test_shapes_without_volume_are_shells(form):
    params = "3 3 1 .1 .1 .1" + " 2" * (form == "grid")
    shell = gelenk.mjtMeshInertia.mjMESH_INERTIA_SHELL
    assert load(form, params).meshes[0].inertia == load(form, params, "shell").meshes[0].inertia == shell
    assert load(form, params, "convex").meshes[0].inertia == gelenk.mjtMeshInertia.mjMESH_INERTIA_CONVEX
    assert load("grid", "3 3 2 1 1 1").meshes[0].inertia == gelenk.mjtMeshInertia.mjMESH_INERTIA_LEGACY


def test_methods_make_the_same_meshes():
    spec = gelenk.MjSpec()
    for form in ("grid", "box", "cylinder", "ellipsoid"):
        for dim in (2, 3):
            count = [3, 3, 1 if (form, dim) == ("grid", 2) else 3]
            mesh = spec.add_mesh()
            getattr(mesh, f"make_{form}")(count, (0.1, 0.2, 0.3), dim)
            other = load(form, f"{count[0]} {count[1]} {count[2]} .1 .2 .3 {dim}").meshes[0]
            for field in ("uservert", "userface", "usertet", "usernode"):
                np.testing.assert_array_equal(getattr(mesh, field), getattr(other, field))
    assert len(mesh.usertet)
    mesh.make_sphere(0)
    assert len(mesh.usertet) == len(mesh.usernode) == 0


@pytest.mark.parametrize(
    ("form", "params", "message"),
    [
        ("grid", "2 2 2 1 2", "a builtin grid has 6 parameters, not 5"),
        ("grid", "2 2 2 1 2 3 4", "dim of a builtin grid must be 2 or 3, got 4"),
        ("grid", "3 3 2 1 1 1 2", "third count must be 1"),
        ("grid", "1 2 2 1 1 1", "no elements were created"),
        ("grid", "0 2 2 1 1 1", "must be positive"),
        ("box", "1 2 2 1 1 1", "at least 2 points"),
        ("square", "3 3 1 1 1 1 2", "a builtin square has 6 parameters, not 7"),
        ("disc", "3 3 3 1 1 1", "third count of a builtin disc must be 1, got 3"),
        ("grid", "20000 20000 20000 1 1 1", "more than"),
    ],
)
def test_wrong_parameters_are_refused(form, params, message):
    with pytest.raises(Error, match=f":1:.*{message}"):
        load(form, params)


def test_wrong_arguments_are_refused():
    mesh = gelenk.MjSpec().add_mesh()
    with pytest.raises(TypeError, match="make_grid: count"):
        mesh.make_grid("333", [1, 1, 1])
    with pytest.raises(ValueError, match="make_box: spacing must be 3 numbers, not 2"):
        mesh.make_box([3, 3, 3], [1, 1])
    with pytest.raises(TypeError, match=r"make_disc: count\[2\] must be an integer"):
        mesh.make_disc([3, 3, 1.5], [1, 1, 1])
    with pytest.raises(ValueError, match="must be finite"):
        mesh.make_ellipsoid([3, 3, 3], [1, 1, float("nan")])
