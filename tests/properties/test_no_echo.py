"""Messages about files that are not what they should be show nothing of their content: neither text nor numbers."""

import io
import itertools
import re
import struct
import zipfile

import pytest

import gelenk

SECRET = b"SECRETpassword=Hunter2;TopSecretWord\n" * 30
WORDS = ("secret", "hunter", "password")
MESHES = [f"m.{ending}" for ending in ("obj", "stl", "ply", "msh", "OBJ", "xyz")]
GMSH = b"$MeshFormat\n%s %d 8\n%s$EndMeshFormat\n$Nodes\n%s\n$EndNodes\n$Elements\n%s\n$EndElements\n"
ONE = struct.pack("<i", 1) + b"\n"
PLY = b"ply\nformat %s 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\n"
PLY += b"element face 2\nproperty list uchar int vertex_indices\nend_header\n"
TETRAHEDRON = struct.pack("<12f", 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1)
CORNERS = b"v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n"
BONE = b"world".ljust(40, b"\0") + struct.pack("<7f", 0, 0, 0, 1, 0, 0, 0)


def asset(element):
    return f"<mujoco><asset>{element}</asset><worldbody><geom size='1'/></worldbody></mujoco>"


def flexcomp(kind, dim=2):
    flex = f"<flexcomp name='f' type='{kind}' dim='{dim}' file='{{}}' origin='0 0 0'/>"
    return f"<mujoco><worldbody>{flex}</worldbody></mujoco>"


HFIELD = asset("<hfield name='h' size='1 1 1 1' file='{}' {}/>")
TEXTURE = asset("<texture name='t' type='2d' file='{}' {}/>")
CUBE = asset("<texture name='t' fileup='{}' {}/>")
MESH = asset("<mesh name='m' file='{}' {}/>")
SKIN = asset("").replace("<asset></asset>", "<deformable><skin name='s' file='{}' {}/></deformable>")
TYPES = [
    "",
    "image/png",
    "image/jpeg",
    "image/ktx",
    "image/vnd.mujoco.texture",
    "image/vnd.mujoco.hfield",
    "image/tiff",
]


def cases():
    """(model, name, content) of files that begin as they should, or not at all, and go on with a secret."""
    stated = [f'content_type="{kind}" hflip="true"' if kind else "" for kind in TYPES]
    for name, more in itertools.product(("x.png", "x.jpg", "x"), stated):
        yield TEXTURE.format(name, more), name, SECRET
        yield CUBE.format(name, more), name, SECRET
        yield HFIELD.format(name, more.replace('hflip="true"', "")), name, SECRET
    pictures = [b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff\xe0", b"BM", b"GIF89a", b"II*\0", b"MM\0*"]
    pictures += [b"RIFF" + SECRET[:4] + b"WEBP" + kind for kind in (b"VP8X", b"VP8L", b"VP8 ")] + [
        b"DDS ",
        b"\xabKTX",
    ]
    for first in pictures:
        for form in (TEXTURE, HFIELD):
            yield form.format("x", ""), "x", first + SECRET
    for first in (b"", struct.pack("<2i", 3, 4), struct.pack("<i", 7)):
        yield HFIELD.format("x", ""), "x", first + SECRET
        yield TEXTURE.format("x", ""), "x", first + SECRET
    begun = [
        b"",
        CORNERS + b"f 1 2 ",
        CORNERS + b"f 1 2 3\nf ",
        bytes(80),
        b"solid ",
        b"ply\n",
        struct.pack("<4i", 4, 0, 0, 2) + TETRAHEDRON,
    ]
    begun += [PLY % form for form in (b"ascii", b"binary_little_endian", b"binary_big_endian")]
    begun += [
        PLY % b"ascii" + b"0 0 0 1 0 0 0 1 0 0 0 1 ",
        PLY % b"binary_little_endian" + TETRAHEDRON + b"\3",
    ]
    begun += [
        b"ply\nformat ",
        b"ply\nformat ascii 1.0\nelement ",
        b"ply\nformat ascii 1.0\nelement vertex 3\nproperty ",
    ]
    for name, first, size in itertools.product(MESHES, begun, (24, len(SECRET))):
        yield MESH.format(name, ""), name, first + SECRET[:size]
        yield flexcomp("mesh").format(name), name, first + SECRET[:size]
        yield flexcomp("mesh", 3).format(name), name, first + SECRET[:size]
    for version, binary in itertools.product((b"4.1", b"2.2"), (0, 1)):
        nodes = b"1 " + SECRET if version == b"4.1" else b"4\n" + SECRET
        heads = [
            (SECRET, SECRET),
            (nodes, nodes),
            (b"1\n1 0 0 0", b"1\n1 4 0 " + SECRET),
            (b"1\n1 0 0 0", b"1\n" + SECRET),
        ]
        heads += [
            (
                struct.pack("<4Q3iQ", 1, 1, 1, 1, 0, 1, 0, 1) + bytes(32),
                struct.pack("<4Q", 1, 1, 1, 1) + SECRET,
            )
        ]
        for one, two in heads:
            yield (
                flexcomp("gmsh").format("m.msh"),
                "m.msh",
                GMSH % (version, binary, ONE if binary else b"", one, two),
            )
    yield flexcomp("gmsh").format("m.msh"), "m.msh", SECRET
    skins = [b"", struct.pack("<4i", 4, 0, 2, 1), struct.pack("<4i", 4, 0, 2, 1) + TETRAHEDRON]
    skins += [struct.pack("<4i", 4, 0, 1, 1) + TETRAHEDRON + bytes(12) + BONE]
    skins += [
        struct.pack("<4i", 4, 0, 1, 1) + TETRAHEDRON + SECRET[:12] + BONE + struct.pack("<2if", 1, 0, 1.0)
    ]
    for first, size in itertools.product(skins, (0, 8, 24, len(SECRET))):
        yield SKIN.format("s.skn", ""), "s.skn", first + SECRET[:size]
    yield (
        SKIN.format("s.skn", ""),
        "s.skn",
        skins[3] + struct.pack("<i", 1) + SECRET[:4] + struct.pack("<f", 1.0),
    )
    yield "<mujoco><include file='x'/></mujoco>", "x", SECRET
    yield "<mujoco><include file='x'/></mujoco>", "x", b"<a " + SECRET


def shown(message):
    """What a message shows of the secret: a word of it, or a number made of its bytes."""
    found = [word for word in WORDS if word in message.lower()]
    numbers = set(re.findall(r"\d{3,}", message)) | set(re.findall(r"0x[0-9a-f]{4,}", message.lower()))
    for size, order in itertools.product((2, 3, 4, 8), ("little", "big")):
        for at in range(60):
            value = int.from_bytes(SECRET[at : at + size], order)
            forms = {
                str(value),
                hex(value),
                str(value + 1),
                str(value - 1),
                str(value & 0x3FFF),
                str(3 * value),
            }
            found += sorted(forms & numbers)
    return found


CASES = list(cases())


@pytest.mark.parametrize("name", sorted({name for _, name, _ in CASES}))
def test_no_message_shows_what_is_in_a_file(name, caplog):
    raised = 0
    for text, file, content in CASES:
        if file != name:
            continue
        try:
            gelenk.MjModel.from_xml_string(text, {file: content})
        except gelenk.Error as error:
            raised += 1
            assert not shown(str(error)), f"{content[:60]}: {error}"
    assert raised and not shown(caplog.text)


@pytest.mark.parametrize("size", [3, 16, 100, len(SECRET)])
def test_no_message_of_models_and_archives_shows_what_is_in_a_file(size, tmp_path):
    path = tmp_path / "model.mjb"
    whole = tmp_path / "whole.mjb"
    gelenk.mj_saveModel(gelenk.MjModel.from_xml_string("<mujoco/>"), str(whole))
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as file:
        file.writestr("model.xml", SECRET)
    starts = [
        b"",
        whole.read_bytes()[:8],
        whole.read_bytes()[:12],
        whole.read_bytes()[:40],
        whole.read_bytes()[:-size],
    ]
    for content in [
        *(start + SECRET[:size] for start in starts),
        archive.getvalue(),
        b"PK\3\4" + SECRET[:size],
    ]:
        path.write_bytes(content)
        for load in (gelenk.MjModel.from_binary_path, gelenk.MjModel.from_xml_path, gelenk.MjSpec.from_zip):
            with pytest.raises((ValueError, OSError)) as caught:
                load(str(path))
            assert not shown(str(caught.value)), caught.value


def test_the_check_finds_numbers_of_a_file():
    assert shown(f"could not allocate {struct.unpack('<i', SECRET[:4])[0]} elevations")
    assert shown("'SECRET' is no number") and not shown("at line 12, column 345")
