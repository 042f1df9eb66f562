"""OBJ files of several objects and groups are read whole, as 3.5.0 reads them without the lines `o` and `g`."""

import logging
import re

import mujoco
import numpy as np
import pytest

import gelenk
from gelenk.modeling.assets.mesh_formats import read_obj

CORNERS = [(x, y, z) for z in (0, 1) for y in (0, 1) for x in (0, 1)]
SIDES = ["1 3 4 2", "5 6 8 7", "1 2 6 5", "2 4 8 6", "4 3 7 8", "3 1 5 7"]
MODEL = """<mujoco><asset><mesh name="m" file="m.obj" inertia="{}"/></asset>
<worldbody><body><geom type="mesh" mesh="m"/></body></worldbody></mujoco>"""


def vertices(shift=0):
    return "".join(f"v {x + shift} {y} {z}\n" for x, y, z in CORNERS)


def faces(first=0, last=6, add=0, before=None):
    """Sides of the box, with lines before some of them."""
    lines = ""
    for i in range(first, last):
        lines += (
            (before or {}).get(i, "") + "f " + " ".join(str(int(k) + add) for k in SIDES[i].split()) + "\n"
        )
    return lines


JOINED = {
    "two groups": (2, vertices() + faces(before={3: "g two\n"})),
    "two objects": (2, vertices() + faces(before={0: "o one\n", 3: "o two\n"})),
    "an object of two groups": (2, vertices() + faces(before={0: "o a\ng b\n", 4: "g c\n"})),
    "the same group again": (3, vertices() + faces(before={0: "g a\n", 2: "g b\n", 4: "g a\n"})),
    "groups without faces": (2, vertices() + faces(before={0: "g a\ng b\ng c\n", 5: "g d\ng e\n"})),
    "vertices of their own": (2, "o a\n" + vertices() + faces() + "o b\n" + vertices(3) + faces(add=8)),
    "negative indices": (2, "o a\n" + vertices() + faces(add=-9) + "o b\n" + vertices(3) + faces(add=-9)),
    "vertices of both": (2, "o a\n" + vertices() + faces(last=3) + "o b\nv 5 5 5\n" + faces(3)),
    "blanks and tabs": (3, vertices() + faces(before={2: "  g two\n", 4: "o\tthree\r\n"})),
    "a material between": (2, vertices() + faces(before={1: "usemtl x\ns 1\n", 3: "g two\nusemtl y\n"})),
    "two-cornered faces in the first": (2, vertices() + faces(before={0: "g a\nf 1 2\ng b\n", 3: "g c\n"})),
    "normals in one": (2, vertices() + "vn 0 0 1\n" + faces(last=5) + "g two\nf 3//1 1//1 5//1 7//1\n"),
}
WHOLE = {
    "no group": vertices() + faces(),
    "one object": vertices() + faces(before={0: "o one\n"}),
    "a group without a name": vertices() + faces(before={3: "g\n"}),
    "materials and smoothing": vertices() + faces(before={2: "usemtl x\n", 4: "s off\n"}),
    "groups before and after": "g a\n" + vertices() + faces() + "g b\n",
}
FIELDS = [
    "mesh_vert",
    "mesh_face",
    "mesh_normal",
    "mesh_facenormal",
    "body_mass",
    "body_inertia",
    "geom_size",
]


def load(package, content, inertia="legacy"):
    return package.MjModel.from_xml_string(MODEL.format(inertia), {"m.obj": content.encode()})


def warnings_of(caplog):
    return [record.getMessage() for record in caplog.records if record.name == "gelenk"]


@pytest.mark.parametrize("name", JOINED)
@pytest.mark.parametrize("inertia", ["legacy", "convex", "shell"])
def test_all_objects_give_the_mesh_of_a_file_without_them(name, inertia, caplog):
    parts, content = JOINED[name]
    ours = load(gelenk, content, inertia)
    whole = re.sub(r"(?m)^\s*[go]\s.*$", "", content)
    for field in FIELDS:
        np.testing.assert_array_equal(
            getattr(ours, field), getattr(load(gelenk, whole, inertia), field), field
        )
    np.testing.assert_array_equal(ours.mesh_face, load(mujoco, whole, inertia).mesh_face)
    assert len(load(mujoco, content, inertia).mesh_face) < len(ours.mesh_face)
    (message,) = warnings_of(caplog)
    place = "<string>:1:16: the file 'm.obj' of mesh 'm'"
    assert (
        message
        == f"{place} has {parts} objects (lines o and g), whose faces are all read; 3.5.0 reads those of the first"
    )


@pytest.mark.parametrize("name", WHOLE)
def test_a_file_of_one_object_is_read_without_a_word(name, caplog):
    ours, theirs = load(gelenk, WHOLE[name]), load(mujoco, WHOLE[name])
    np.testing.assert_array_equal(ours.mesh_face, theirs.mesh_face)
    assert warnings_of(caplog) == []


@pytest.mark.parametrize(
    "content",
    [
        vertices() + faces() + "g two\nf 1 2 99\n",
        vertices() + faces() + "o two\nf 1 2 3\no three\nf -1 -2 -30\n",
        "o a\n"
        + vertices()
        + faces()
        + "o b\n"
        + "".join(f"f {' '.join(side.split()[::-1])}\n" for side in 3 * SIDES),
    ],
    ids=["no such vertex", "no such vertex from behind", "turned inside out"],
)
def test_what_3_5_0_loads_of_the_first_object_is_loaded(content, caplog):
    ours, theirs = load(gelenk, content, "exact"), load(mujoco, content, "exact")
    np.testing.assert_array_equal(ours.mesh_face, theirs.mesh_face)
    (message,) = warnings_of(caplog)
    assert message.endswith("of which only the first gives a mesh: its faces alone are read")


@pytest.mark.parametrize("line", ["f 0 1 2", "f a b c", "f 1/0/1 2 3"])
def test_a_corner_that_cannot_be_read_is_refused_in_any_object(line):
    content = vertices() + faces() + f"g two\n{line}\n"
    for package in (mujoco, gelenk):
        with pytest.raises(ValueError):
            load(package, content)


def test_later_loads_warn_as_the_first_does(caplog, tmp_path):
    (tmp_path / "m.obj").write_text(JOINED["two groups"][1])
    (tmp_path / "model.xml").write_text(MODEL.format("legacy"))
    for _ in range(3):
        gelenk.MjModel.from_xml_path(str(tmp_path / "model.xml"))
    assert len(warnings_of(caplog)) == 3


def test_a_flexcomp_reads_all_objects(caplog):
    flex = '<flexcomp name="f" type="mesh" file="m.obj" dim="2" mass="1"><contact selfcollide="none"/></flexcomp>'
    text = f"<mujoco><worldbody>{flex}</worldbody></mujoco>"
    content = JOINED["two objects"][1].encode()
    with caplog.at_level(logging.WARNING, "gelenk"):
        assert gelenk.MjModel.from_xml_string(text, {"m.obj": content}).nflexelem == 12
    assert warnings_of(caplog)[0].startswith("<string>:1:20: the file 'm.obj' of flexcomp 'f' has 2 objects")


def test_faces_of_later_objects_follow_in_order():
    raw = read_obj(JOINED["the same group again"][1].encode())
    plain = read_obj((vertices() + faces()).encode())
    np.testing.assert_array_equal(raw.face, plain.face)
    assert (raw.parts, plain.parts, read_obj(b"v 0 0 0\n").parts) == (3, 1, 1)
