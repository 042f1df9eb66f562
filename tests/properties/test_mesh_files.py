"""Damaged mesh files are refused with an Error, or read; they never crash, hang or take much memory."""

import struct
import tracemalloc

import numpy as np
import pytest

from gelenk.errors import Error
from gelenk.modeling.assets.binary_formats import read_msh
from gelenk.modeling.assets.mesh_formats import read_obj, read_ply, read_stl
from gelenk.modeling.compiler.mesh.process import Settings, process
from tests.support import mesh_files as files
from tests.support.tolerance import tol

READERS = {"obj": read_obj, "stl": read_stl, "msh": read_msh}
READERS |= dict.fromkeys(files.PLY_FORMATS, read_ply)
FORMATS = files.FORMATS | files.PLY_FORMATS
SETTINGS = Settings((1.0, 1.0, 1.0), (0.0, 0.0, 0.0), (1.0, 0.0, 0.0, 0.0), False, -1, 2, True, False)
MOST_MEMORY = 64 << 20


def load(kind, content):
    """The processed mesh, or None if it was refused."""
    try:
        return process(READERS[kind](content), SETTINGS)
    except Error:
        return None


def mutations(content, rng, count):
    """The content with bytes changed, cut out, repeated or inserted."""
    for _ in range(count):
        data = bytearray(content)
        for _ in range(rng.integers(1, 4)):
            i = int(rng.integers(0, max(1, len(data))))
            choice = rng.integers(0, 5)
            if choice == 0 and data:
                data[i % len(data)] = int(rng.integers(0, 256))
            elif choice == 1:
                del data[i : i + int(rng.integers(1, 30))]
            elif choice == 2:
                data[i:i] = data[i : i + int(rng.integers(1, 30))]
            elif choice == 3:
                data[i:i] = rng.bytes(int(rng.integers(1, 9)))
            else:
                data[i : i + 4] = struct.pack("<i", int(rng.choice([-1, 0, 1, 2**31 - 1, -(2**31), 7])))
        yield bytes(data)


@pytest.mark.parametrize("kind", READERS)
def test_mutated_files_are_read_or_refused(kind):
    content = FORMATS[kind](files.torus(n=5, k=4))
    rng = np.random.default_rng(1)
    assert load(kind, content) is not None
    tracemalloc.start()
    for data in mutations(content, rng, 150):
        mesh = load(kind, data)
        assert mesh is None or np.isfinite(mesh.vert).all()
    assert tracemalloc.get_traced_memory()[1] < MOST_MEMORY
    tracemalloc.stop()


@pytest.mark.parametrize("kind", READERS)
def test_every_cut_of_a_file_is_read_or_refused(kind):
    content = FORMATS[kind](files.TETRAHEDRON)
    assert len(load(kind, content).face) == 4
    for n in range(len(content)):
        mesh = load(kind, content[:n])
        assert mesh is None or (np.isfinite(mesh.vert).all() and mesh.face.max() < len(mesh.vert))


def test_sizes_that_lie_are_refused_before_memory_is_taken():
    tracemalloc.start()
    for counts in ((2**31 - 1, 0, 0, 2**31 - 1), (2**30, 2**30, 2**30, 2**30), (-1, 0, 0, -1)):
        assert load("msh", struct.pack("<4i", *counts) + bytes(100)) is None
    for count in (0, 200_001, 2**32 - 1):
        assert load("stl", bytes(80) + struct.pack("<I", count) + bytes(100)) is None
    assert tracemalloc.get_traced_memory()[1] < MOST_MEMORY
    tracemalloc.stop()


def test_a_ply_header_that_lies_is_refused_before_memory_is_taken():
    head = b"ply\nformat %s 1.0\nelement vertex %d\nproperty %s x\nproperty float y\nproperty float z\nend_header\n"
    tracemalloc.start()
    for kind in (b"ascii", b"binary_little_endian"):
        for count in (0, 99, 999_999_999):
            for x in (b"float", b"list uchar float"):
                assert load("ply", head % (kind, count, x) + b"\0 1 2 3" * 20) is None
    assert tracemalloc.get_traced_memory()[1] < MOST_MEMORY
    tracemalloc.stop()


def test_text_stl_says_what_to_do():
    with pytest.raises(Error, match="binary"):
        read_stl(b"solid x\n facet normal 0 0 1\n  outer loop\n" + b"   vertex 0 0 0\n" * 9)


def test_messages_hold_nothing_of_the_file():
    with pytest.raises(Error) as caught:
        read_obj(b"v 0 0 0\nf secret 1 1\n")
    assert "secret" not in str(caught.value) and "line 2" in str(caught.value)
    assert caught.value.__cause__ is None


def test_polygons_with_very_many_corners_end_soon():
    turn = np.linspace(0, 2 * np.pi, 3000, endpoint=False)
    radius = 1 + 0.3 * np.sin(40 * turn)
    points = np.stack([radius * np.cos(turn), radius * np.sin(turn), 0 * turn], axis=1)
    text = "\n".join(f"v {x:.6f} {y:.6f} {z:.6f}" for x, y, z in points)
    mesh = read_obj(f"{text}\nf {' '.join(map(str, range(1, 3001)))}\n".encode())
    corners = mesh.vert[mesh.face]
    area = 0.5 * np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])[:, 2]
    x, y = points[:, 0], points[:, 1]
    exact = 0.5 * abs(np.sum(x * np.roll(y, -1) - y * np.roll(x, -1)))  # the shoelace formula
    assert area.min() > -1e-6 and abs(area.sum() - exact) < tol(1e-4)
    with pytest.raises(Error, match="corners"):
        read_obj(f"{text}\nf {' 1' * 30_000}\n".encode())
