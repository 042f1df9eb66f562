"""Elements of included texts name files from the main file on, or else from the folder of the included text."""

import struct
import zlib

import numpy as np
import pytest

import gelenk
from gelenk.errors import Error
from tests.support.tolerance import tol

mujoco = pytest.importorskip("mujoco")

MESH = '<asset><mesh name="m" file="{}"/></asset>'
TEXTURE = '<asset><texture name="t" type="2d" file="a.png"/></asset>'
FLEX = """<worldbody><body name="b">
  <flexcomp name="f" type="mesh" file="a.obj" dim="2" radius=".1" mass="1"/></body></worldbody>"""
SKIN = '<asset><skin name="s" file="a.skn"/></asset>'
PART = '<asset><model name="p" file="p.xml"/></asset><worldbody><attach model="p" body="b" prefix="x"/></worldbody>'
BODY = '<worldbody><body name="b"><geom size=".1"/></body></worldbody>'
SHOWN = '<worldbody><geom type="mesh" mesh="m"/></worldbody>'


def tetrahedron(size):
    corners = [(0, 0, 0), (size, 0, 0), (0, 2 * size, 0), (0, 0, 3 * size)]
    lines = ["v {} {} {}".format(*corner) for corner in corners]
    return "\n".join([*lines, "f 1 3 2", "f 1 2 4", "f 1 4 3", "f 2 3 4"])


def picture(gray):
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0))
    return (
        b"\x89PNG\r\n\x1a\n"
        + head
        + chunk(b"IDAT", zlib.compress(b"\0" + bytes([gray] * 3)))
        + chunk(b"IEND", b"")
    )


def skin():
    sizes, corners = struct.pack("<4i", 3, 0, 1, 1), struct.pack("<9f3i", 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1, 2)
    bone = b"b".ljust(40, b"\0") + struct.pack("<7fi3i3f", 0, 0, 0, 1, 0, 0, 0, 3, 0, 1, 2, 1, 1, 1)
    return sizes + corners + bone


def written(folder, files):
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return str(folder / "main.xml")


def main(rest=SHOWN, before=""):
    return f'<mujoco>{before}<include file="sub/part.xml"/>{rest}</mujoco>'


def part(content):
    return f"<mujocoinclude>{content}</mujocoinclude>"


def same(path):
    """The model of both, whose meshes, textures and counts are equal."""
    theirs, ours = mujoco.MjModel.from_xml_path(path), gelenk.MjModel.from_xml_path(path)
    for name in ("nbody", "nmesh", "ntex", "nhfield", "nskin", "nflex"):
        assert getattr(ours, name) == getattr(theirs, name)
    if ours.nmesh:
        np.testing.assert_allclose(np.ptp(ours.mesh_vert, 0), np.ptp(theirs.mesh_vert, 0), rtol=tol(1e-6))
    np.testing.assert_array_equal(ours.tex_data, theirs.tex_data)
    return ours


@pytest.mark.parametrize(
    ("content", "rest", "files"),
    [
        (MESH.format("a.obj"), SHOWN, {"sub/a.obj": tetrahedron(2)}),
        (MESH.format("../up/a.obj"), SHOWN, {"up/a.obj": tetrahedron(2)}),
        (TEXTURE, "", {"sub/a.png": picture(7)}),
        ('<asset><hfield name="h" size="1 1 1 1" file="a.png"/></asset>', "", {"sub/a.png": picture(7)}),
        (SKIN, BODY, {"sub/a.skn": skin()}),
        (FLEX, "", {"sub/a.obj": tetrahedron(2)}),
        (PART, "", {"sub/p.xml": f"<mujoco>{BODY}</mujoco>"}),
        (
            '<asset><texture name="t" type="cube" fileright="a.png" fileleft="b.png"/></asset>',
            "",
            {"sub/a.png": picture(7), "sub/b.png": picture(8)},
        ),
    ],
    ids=["mesh", "folder above", "texture", "hfield", "skin", "flexcomp", "model", "sides of a cube"],
)
@pytest.mark.parametrize(
    "before", ["", '<compiler meshdir="meshes" texturedir="textures"/>'], ids=["bare", "folders"]
)
def test_a_file_beside_the_included_text_is_found(tmp_path, content, rest, files, before):
    same(written(tmp_path, {"main.xml": main(rest, before), "sub/part.xml": part(content), **files}))


@pytest.mark.parametrize(
    ("files", "settings", "size"),
    [
        ({"a.obj": 1, "sub/a.obj": 2}, "", 1),
        ({"meshes/a.obj": 1, "sub/a.obj": 2, "sub/meshes/a.obj": 3}, 'meshdir="meshes"', 1),
        ({"sub/a.obj": 2, "sub/meshes/a.obj": 3}, 'meshdir="meshes"', 2),
    ],
)
def test_files_from_the_main_file_on_come_first(tmp_path, files, settings, size):
    files = {name: tetrahedron(n) for name, n in files.items()}
    before = f"<compiler {settings}/>"
    m = same(
        written(
            tmp_path, {"main.xml": main(before=before), "sub/part.xml": part(MESH.format("a.obj")), **files}
        )
    )
    assert round(max(np.linalg.norm(m.mesh_vert[3] - v) for v in m.mesh_vert) / 13**0.5) == size


@pytest.mark.parametrize("where", ["sub/deep", "deep"])
def test_an_included_text_includes_another(tmp_path, where):
    """The inner text is beside the outer one, or beside the main file: its folder is where it was found."""
    files = {
        "main.xml": main(),
        "sub/part.xml": part('<include file="deep/inner.xml"/>'),
        f"{where}/inner.xml": part(MESH.format("a.obj")),
        "sub/deep/a.obj": tetrahedron(1),
        "deep/a.obj": tetrahedron(2),
    }
    same(written(tmp_path, files))


@pytest.mark.parametrize(
    "files",
    [
        {"sub/meshes/a.obj": tetrahedron(1)},  # meshdir counts from the main file alone
        {"other/a.obj": tetrahedron(1)},
    ],
)
def test_a_file_elsewhere_is_not_found(tmp_path, files):
    before = '<compiler meshdir="meshes"/>'
    path = written(
        tmp_path, {"main.xml": main(before=before), "sub/part.xml": part(MESH.format("a.obj")), **files}
    )
    with pytest.raises(ValueError, match="opening file"):
        mujoco.MjModel.from_xml_path(path)
    with pytest.raises(Error, match="cannot find the file"):
        gelenk.MjModel.from_xml_path(path)


def test_strippath_leaves_no_folder_beside_the_included_text(tmp_path):
    before = '<compiler strippath="true"/>'
    files = {
        "main.xml": main(before=before),
        "sub/part.xml": part(MESH.format("a.obj")),
        "sub/a.obj": tetrahedron(1),
    }
    path = written(tmp_path, files)
    for library in (mujoco, gelenk):
        with pytest.raises(ValueError, match="file"):
            library.MjModel.from_xml_path(path)


def test_a_text_written_from_the_spec_finds_the_file_again(tmp_path):
    before = '<compiler meshdir="meshes"/>'
    files = {
        "main.xml": main(before=before),
        "sub/part.xml": part(MESH.format("a.obj")),
        "sub/a.obj": tetrahedron(2),
    }
    spec = gelenk.MjSpec.from_file(written(tmp_path, files))
    spec.compile()
    (tmp_path / "again.xml").write_text(spec.to_xml())
    assert gelenk.MjModel.from_xml_path(str(tmp_path / "again.xml")).nmesh == 1


def test_assets_from_python_are_found_beside_the_included_text():
    assets = {"sub/part.xml": part(MESH.format("a.obj")).encode(), "sub/a.obj": tetrahedron(2).encode()}
    assert gelenk.MjModel.from_xml_string(main(), assets).nmesh == 1


def test_dependencies_are_the_files_that_are_read(tmp_path):
    files = {"main.xml": main(), "sub/part.xml": part(MESH.format("a.obj")), "sub/a.obj": tetrahedron(2)}
    path = written(tmp_path, files)
    assert sorted(gelenk.mju_getXMLDependencies(path)) == sorted(str(tmp_path / name) for name in files)
