"""Meshes become the same arrays, sizes, masses and errors as in 3.5.0.

Float32 fields agree to their rounding, 1e-6 of the size of the mesh. So do the vertices of builtin spheres, hence
2e-8 in volumes; other numbers agree to 1e-9, orientations to 1e-7, because principal axes are found to 1e-12 in
the inertia.
"""

import itertools

import mujoco
import numpy as np
import pytest

import gelenk
from gelenk.modeling.compiler.compile import compile_build
from gelenk.modeling.mjcf.read import from_string
from tests.support import mesh_files as files

FIELDS = {
    "mesh_vert": 1e-6,
    "mesh_face": 0,
    "mesh_facetexcoord": 0,
    "mesh_texcoord": 1e-6,
    "mesh_pos": 2e-8,
    "mesh_quat": 1e-7,
    "mesh_scale": 0,
    "mesh_vertadr": 0,
    "mesh_faceadr": 0,
    "mesh_normaladr": 0,
    "mesh_texcoordadr": 0,
    "mesh_facenormal": 0,
    "geom_type": 0,
    "geom_dataid": 0,
    "geom_matid": 0,
    "geom_size": 1e-9,
    "geom_aabb": 1e-7,
    "geom_rbound": 1e-9,
    "geom_pos": 1e-9,
    "geom_quat": 1e-7,
    "geom_fluid": 1e-6,
    "body_mass": 2e-8,
    "body_inertia": 2e-8,
    "body_ipos": 1e-9,
}
COUNTER = itertools.count()
MODEL = """<mujoco>{}<asset>{}</asset><worldbody><body><freejoint/>{}
<geom name="other" size=".1" mass="1"/></body></worldbody></mujoco>"""
GEOM = '<geom type="mesh" mesh="m"/>'
ODD = 'refpos=".1 .2 .3" refquat="1 .2 .3 .4" scale="1 2 3"'


def ours(text, assets=None):
    """The columns of the compiled model, without the constants that need the engine."""
    return compile_build(from_string(text, assets))[0]


def assert_same(mesh, geom=GEOM, settings="", assets=None):
    """Same fields, or both refuse. File names are new each time: 3.5.0 caches meshes by name."""
    fresh = {f"f{next(COUNTER)}_{name}": content for name, content in (assets or {}).items()}
    for old, new in zip(assets or {}, fresh, strict=True):
        mesh = mesh.replace(f'"{old}"', f'"{new}"')
    text = MODEL.format(settings, mesh, geom)
    try:
        reference = mujoco.MjModel.from_xml_string(text, fresh)
    except ValueError:
        with pytest.raises(gelenk.Error):
            ours(text, fresh)
        return None
    model = ours(text, fresh)
    for field, tolerance in FIELDS.items():
        a, b = np.asarray(getattr(reference, field), float), np.asarray(getattr(model, field), float)
        assert a.shape == b.shape, field
        if a.size:
            assert np.abs(a - b).max() <= tolerance * max(1.0, np.abs(a).max()), field
    return model


SHAPES = {
    "tetrahedron": files.TETRAHEDRON,
    "box": files.box(),
    "torus": files.torus(noise=0.02),
    "soup": files.soup(),
}


@pytest.mark.parametrize("inertia", ["legacy", "exact", "convex", "shell"])
@pytest.mark.parametrize("shape", SHAPES)
def test_every_inertia_of_every_shape(shape, inertia):
    assert_same(files.inline(SHAPES[shape], f'inertia="{inertia}" {ODD}'))
    assert_same(files.inline(SHAPES[shape], f'inertia="{inertia}"'))


@pytest.mark.parametrize("shape", ["tetrahedron", "torus", "soup"])
def test_clouds_of_points_have_the_triangles_of_their_hull(shape):
    for attributes in ("", ODD, 'maxhullvert="6"', 'scale="-1 1 2"'):
        assert_same(files.inline(SHAPES[shape], attributes, faces=False))


@pytest.mark.parametrize("kind", files.FORMATS)
@pytest.mark.parametrize("scale", ["1 2 3", "-1 1 1", "-1 -1 2", "-1 -2 -3"])
def test_files_of_every_format_also_mirrored(kind, scale):
    for shape in ("tetrahedron", "torus", "soup"):
        content = files.FORMATS[kind](SHAPES[shape])
        mesh = f'<mesh name="m" file="m.{kind}" scale="{scale}"/>'
        assert_same(mesh, assets={f"m.{kind}": content})


@pytest.mark.parametrize("box", ["", '<compiler fitaabb="true"/>'])
@pytest.mark.parametrize("kind", ["sphere", "capsule", "cylinder", "ellipsoid", "box", "plane"])
def test_shapes_are_fitted_to_meshes(kind, box):
    pose = 'pos="1 2 3" euler="10 20 30"'
    for shape in ("tetrahedron", "torus"):
        mesh = files.inline(SHAPES[shape])
        assert_same(mesh, f'<geom type="{kind}" mesh="m" fitscale=".7" fluidshape="ellipsoid" {pose}/>', box)
    assert_same(mesh, f'<frame {pose}><geom type="{kind}" mesh="m" {pose}/></frame>', box)
    assert_same(mesh, f'<geom type="{kind}" mesh="m" fromto="0 0 0 0 0 1"/>', box)


@pytest.mark.parametrize(
    "kind, params",
    [
        ("sphere", "0"),
        ("sphere", "2"),
        ("sphere", "5"),
        ("hemisphere", "3"),
        ("cone", "5 .4"),
        ("cone", "5 0"),
        ("cone", "2 0"),
        ("supersphere", "5 2 .5"),
        ("supersphere", "2 1 1"),
        ("supertorus", "7 .3 1.7 .8"),
        ("supertorus", "7 1.3 1.7 .8"),
        ("wedge", "5 3 40 50 .3"),
        ("wedge", "5 3 40 50 2"),
        ("plate", "3 4"),
        ("none", "1"),
        ("sphere", "1 2"),
    ],
)
def test_builtin_meshes(kind, params):
    mesh = f'<mesh name="m" builtin="{kind}" params="{params}" scale=".3 .4 .5"/>'
    assert_same(mesh, '<geom type="mesh" mesh="m" contype="0" conaffinity="0"/>')
    assert_same(mesh)


CORNERS = (
    b"v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv .5 .5 1\nv .5 1.6 0\nvt .25 .125\nvt .75 .5\nvn 0 0 1\nvn 0 1 0\n"
)


@pytest.mark.parametrize(
    "lines",
    [
        "f 1 2 3 4",
        "f 1 2 3 6 4\nf 1 2 5",
        "f 4 6 3 2 1\nf 5 2 1",
        "f 1 2 5\ng other\nl 1 2",
        "g a\nf 1 2\ng b\nf 1 2 5\nf 2 3 5",
        "o a\nf 1 2 3\no\nf 2 3 5\no \nl 1 5",
        "f -1 -2 -3\nv 3 3 3\nf -1 -2 -3",
        "f 1/1/1 2/2/2 3/1/1 4/2/2\nf 1/2/1 2/2/2 3/2/2 6/2/2 4/1/1",
        "f 1//1 2//2 3//1\nf 1 2 5",
        "f 1/1 2/2 5/1",
        "f 1/-1 2/-2 5/-1",
        "  f\t1 2  5 \r\nf 1 2 3.5",
        "f 1 2 9",
        "f 0 1 2",
        "f 1 x 2",
        "f 1 2 3 # no comments here",
        "f 1 2 3/",
        "v a 1e1 3abc\nv 1\nv 0x10 1e400 +-1\nf 1 2 5",
        "v nan 0 0\nf 1 2 5",
        "usemtl a\nf 1 2 5\nusemtl b\nf 2 3 5\nl 1 2\ns 1",
    ],
)
def test_obj_files(lines):
    assert_same(
        '<mesh name="m" file="m.obj" inertia="shell"/>',
        '<geom size="1"/>',  # what the mesh weighs, if it is flat, depends on the last bits
        assets={"m.obj": CORNERS + lines.encode()},
    )


@pytest.mark.parametrize(
    "mesh",
    [
        '<mesh name="m"/>',
        '<mesh vertex="0 0 0 1 0 0 0 1 0 0 0 1"/>',
        '<mesh name="m" vertex="0 0 0 1 0 0 0 1 0"/>',
        '<mesh name="m" vertex="0 0 0 1 0 0 0 1 0 1 1 0"/>',
        '<mesh name="m" vertex="0 0 0 1 0 0 0 1 0 0 0 1 4"/>',
        '<mesh name="m" vertex="0 0 0 1 0 0 0 1 0 0 0 1" face="0 1"/>',
        '<mesh name="m" vertex="0 0 0 1 0 0 0 1 0 0 0 1" face="0 1 4"/>',
        '<mesh name="m" vertex="0 0 0 1 0 0 0 1 0 0 0 1" face="0 1 -1"/>',
        '<mesh name="m" vertex="0 0 0 1 0 0 0 1 0 0 0 1" texcoord="0 0 1"/>',
        '<mesh name="m" vertex="0 0 0 1 0 0 0 1 0 0 0 1" texcoord="0 0 1 1"/>',
        '<mesh name="m" vertex="0 0 0 1 0 0 0 1 0 0 0 1" scale="1e-5 1e-5 1e-5"/>',
        '<mesh name="m" vertex="0 0 0 1 0 0 0 1 0 0 0 1" scale="0 1 1"/>',
        '<mesh name="m" vertex="0 0 0 1 0 0 0 1 0 0 0 1" maxhullvert="3"/>',
        '<mesh name="m" file="m.obj" vertex="0 0 0 1 0 0 0 1 0 0 0 1"/>',
        '<mesh name="m" file="m.xyz"/>',
        '<mesh name="m" file="m"/>',
        '<mesh name="m" file="m.obj" content_type="model/none"/>',
        '<mesh name="m" file="missing.obj"/>',
    ],
)
def test_what_is_not_a_mesh_is_refused(mesh):
    content = files.obj(files.TETRAHEDRON)
    assert assert_same(mesh, assets={"m.obj": content, "m.xyz": content, "m": content}) is None


def test_geoms_take_mass_material_and_hull_as_they_need():
    mesh = files.inline(SHAPES["torus"], 'material="a"') + '<material name="a"/><material name="b"/>'
    for attributes in ('mass="2"', 'density="5"', 'mass="-1"', 'material="b"', 'contype="0" conaffinity="0"'):
        assert_same(mesh, f'<geom type="mesh" mesh="m" {attributes}/>')
    assert_same(mesh, '<geom type="sdf" mesh="m" contype="0" conaffinity="0"/>')
    assert_same(mesh, '<geom type="mesh" mesh="m" shellinertia="true"/>')
    assert_same(mesh, '<geom type="mesh"/>')
    assert_same(mesh, '<site type="mesh"/>')


def test_meshes_without_use_go_when_visuals_are_discarded():
    meshes = files.inline(files.TETRAHEDRON) + files.inline(SHAPES["box"]).replace('"m"', '"n"')
    geoms = '<geom type="mesh" mesh="m" contype="0" conaffinity="0"/><geom type="mesh" mesh="n"/>'
    model = assert_same(meshes, geoms, '<compiler discardvisual="true"/>')
    assert model.nmesh == 1


def test_mirrored_hulls_face_outwards():
    """Unlike in 3.5.0, which turns them inside out and then refuses their volume."""
    mesh = files.inline(SHAPES["torus"], 'scale="-1 1 1" inertia="convex"')
    model = ours(MODEL.format("", mesh, GEOM))
    corner = model.mesh_vert[model.mesh_polyvert[model.mesh_polyvertadr]]
    assert (np.einsum("ij,ij->i", corner, model.mesh_polynormal) > 0).all()
    assert model.body_mass[1] > 0
