"""PLY files: the same mesh as from other formats, in text and binary, whatever else is in the file."""

import numpy as np
import pytest

import gelenk
from gelenk.errors import Error
from gelenk.modeling.assets.mesh_formats import read_obj, read_ply
from tests.support.mesh_files import box, obj, ply
from tests.support.same_model import differences

QUADS = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
HOLDER = """<mujoco><asset><mesh name="m" file="m.{kind}"/></asset><worldbody><body><freejoint/>
<geom type="mesh" mesh="m"/></body></worldbody></mujoco>"""
HEAD = """ply
format ascii 1.0
element vertex 4
property float x
property float y
property double z
property float nx
property float ny
property float nz
property float s
property float t
element face 1
property list uchar int vertex_index
end_header
"""


@pytest.mark.parametrize("extra", [False, True])
@pytest.mark.parametrize("order", ["", "<", ">"])
def test_a_ply_file_has_the_mesh_that_was_written(order, extra):
    mesh = box()
    raw = read_ply(ply(mesh, order, extra=extra))
    assert np.array_equal(raw.vert, mesh[0]) and np.array_equal(raw.face, mesh[1])


@pytest.mark.parametrize("order", ["", "<", ">"])
def test_polygons_become_the_same_triangles_as_those_of_obj(order):
    vert, _ = box()
    polygons = [*QUADS[:4], QUADS[4][:3]]
    lines = [f"v {x} {y} {z}" for x, y, z in vert]
    lines += ["f " + " ".join(str(i + 1) for i in polygon) for polygon in polygons]
    expected = read_obj("\n".join(lines).encode())
    assert np.array_equal(read_ply(ply((vert, None), order, polygons)).face, expected.face)


def test_a_model_of_a_ply_file_is_that_of_an_obj_file():
    mesh = box()
    models = [
        gelenk.MjModel.from_xml_string(HOLDER.format(kind=kind), {f"m.{kind}": content})
        for kind, content in (("obj", obj(mesh)), ("ply", ply(mesh, "<")), ("PLY", ply(mesh)))
    ]
    assert differences(models[0], models[1]) == ["paths"]
    assert differences(models[1], models[2]) == ["paths"]


def test_normals_and_texture_coordinates_are_taken():
    rows = ["0 0 0 0 0 1 0 0.25", "1 0 0 0 0 1 1 0", "1 1 0 0 0 1 1 1", "0 1 0 0 0 1 0 1"]
    raw = read_ply((HEAD + "\n".join(rows) + "\n4 0 1 2 3\n").encode())
    assert np.array_equal(raw.normal, [[0, 0, 1]] * 4)
    assert np.array_equal(raw.texcoord, [[0, 0.75], [1, 1], [1, 0], [0, 0]])
    assert raw.face.tolist() == [[0, 1, 2], [0, 2, 3]]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("ply\n", "plx\n"), "not a PLY"),
        (("format ascii 1.0", "format text 1.0"), "line 2"),
        (("format ascii 1.0\n", ""), "has no format"),
        (("property float x", "property float"), "cannot read"),
        (("property float x", "property string x"), "line 4"),
        (("property float x", "property float w"), "x, y and z"),
        (("element vertex 4", "element vertex -4"), "line 3"),
        (("element vertex 4", "element vertex 400"), "cut off"),
        (("0 1 2 3", "0 1 2 4"), "refers to an unknown vertex"),
        (("0 1 2 3", "0 1 2"), "cut off"),
        (("0 1 2 3", "0 1 2 x"), "not a number"),
        (("0 1 2 3", "0 1 2 nan"), "infinite"),
        (("9 9 9", "1e20 9 9"), "out of bounds"),
    ],
)
def test_a_wrong_file_is_refused_with_the_reason(change, message):
    text = HEAD + "9 9 9 0 0 1 0 0\n" * 4 + "4 0 1 2 3\n"
    read_ply(text.encode())
    with pytest.raises(Error, match=message):
        read_ply(text.replace(*change).encode())
