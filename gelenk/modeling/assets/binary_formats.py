"""Binary formats of meshes and skins: MSH files (MuJoCo, Gmsh) and SKN files.

Documents: XML reference / asset / mesh (file); XML reference / body/flexcomp (type gmsh); Modeling / XML reference /
deformable / skin

Source     the Gmsh reference manual, chapter on file formats

MSH files: the legacy binary mesh format of MuJoCo, and meshes of Gmsh.

The legacy format has four int32: nvert, nnormal, ntexcoord, nface. Then float32 vert[3 nvert], normal[3 nnormal],
texcoord[2 ntexcoord], and int32 face[3 nface]. nnormal and ntexcoord are nvert or 0.

Gmsh files have nodes and elements (lines, triangles, tetrahedra), as text or binary, in formats 4.1 and 2.2. Only the
sections $Nodes and $Elements are used. Gmsh writes a block for each point, curve, surface and volume: the reader takes
the elements of the highest or the requested dimension, and the nodes that they use.

SKN files: the binary format of skins, with vertices, texture coordinates, triangles and bones.
"""

from __future__ import annotations

import struct
from typing import NamedTuple

import numpy as np

from gelenk.errors import Error
from gelenk.modeling.assets.mesh_content import RawMesh

MSH_HEADER_BYTES = 16


def read_msh(content: bytes) -> RawMesh:
    """Return the mesh of an MSH file.

    Errors   Error: wrong size, inconsistent counts
    """
    if not content:
        raise Error("the MSH file is empty")
    if len(content) < MSH_HEADER_BYTES:
        raise Error("the MSH file ends in its header")
    nvert, nnormal, ntexcoord, nface = struct.unpack_from("<4i", content)
    if nvert < 4 or nface < 0 or nnormal not in (0, nvert) or ntexcoord not in (0, nvert):
        raise Error(
            "invalid sizes in the MSH file",
            hint="at least 4 vertices, and as many normals and texture coordinates or none",
        )
    size = MSH_HEADER_BYTES + 4 * (3 * nvert + 3 * nnormal + 2 * ntexcoord + 3 * nface)
    if len(content) != size:
        raise Error(f"the MSH file has {len(content)} bytes, which disagrees with its header")
    numbers = np.frombuffer(content, "<f4", 3 * (nvert + nnormal) + 2 * ntexcoord, MSH_HEADER_BYTES)
    vert, normal, texcoord = np.split(numbers, [3 * nvert, 3 * (nvert + nnormal)])
    face = np.frombuffer(content, "<i4", 3 * nface, size - 12 * nface)
    return RawMesh(vert, face, normal, texcoord)


HEAD = b"$MeshFormat"
# dimension -> {element type: number of nodes}
NODES = {
    0: {15: 1},
    1: {1: 2, 8: 3, 26: 4, 27: 5, 28: 6},
    2: {2: 3, 3: 4, 9: 6, 10: 9, 16: 8, 20: 9, 21: 10, 22: 12, 23: 15, 24: 15, 25: 21, 36: 16, 37: 25},
    3: {4: 4, 5: 8, 6: 6, 7: 5, 11: 10, 12: 27, 13: 18, 14: 14, 17: 20, 18: 15, 19: 13, 29: 20, 30: 35}
    | {31: 56, 92: 64, 93: 125},
}
SIMPLE = (1, 2, 4)  # types of lines, triangles, tetrahedra: the supported ones; all others are skipped
# element type -> (dimension, number of nodes, whether supported)
TYPES = {kind: (dim, nodes, kind in SIMPLE) for dim, kinds in NODES.items() for kind, nodes in kinds.items()}


class Content(NamedTuple):
    """Nodes and elements of a file: tags (n,), points (n, 3), elements (k, nodes) by type.

    Elements are in order of appearance.

    several   whether nodes or elements are in more than one block; then some nodes may not belong to the mesh
    """

    tags: np.ndarray
    points: np.ndarray
    elements: dict[int, list[np.ndarray]]
    several: bool


def read_gmsh(content: bytes, dim: int | None = None) -> tuple[np.ndarray, np.ndarray]:
    """Return points (n, 3), and the point indices of each element (k, dim + 1), from 0.

    dim   the dimension of the elements to take, if the file has such elements; else the highest

    Errors   gelenk.Error: another version, a section that is missing or cut short, other elements
    """
    if not content.strip():
        raise Error("empty GMSH file")
    if not content.lstrip().startswith(HEAD):
        raise Error(f"a GMSH file must begin with {HEAD.decode()}")
    words = section(content, "MeshFormat").split()
    if len(words) < 3:
        raise Error("$MeshFormat needs version, file type and data size")
    version, binary = words[0], words[1] == b"1"
    if version not in (b"4.1", b"2.2"):
        raise Error(
            "only versions 4.1 and 2.2 of the GMSH format are supported",
            hint="save it with gmsh -format msh41, or Mesh.MshFileVersion = 4.1",
        )
    if binary and words[2] != b"8":
        raise Error("only a data size of 8 bytes is supported")
    nodes, elements = section(content, "Nodes"), section(content, "Elements")
    try:
        if version == b"4.1":
            found = read_41(*[Binary(part) if binary else Text(part) for part in (nodes, elements)])
        else:
            found = read_binary_22(nodes, elements) if binary else read_text_22(nodes, elements)
        return select_elements(found, dim)
    except (ValueError, OverflowError) as error:
        if isinstance(error, Error):
            raise
        raise Error("a word of the GMSH file is not a number") from None


def section(content: bytes, name: str) -> bytes:
    """Return the lines between $name and $Endname."""
    start = content.find(f"${name}".encode())
    end = content.rfind(f"$End{name}".encode())
    if start < 0 or end < start:
        parametric = name == "Nodes" and b"$ParametricNodes" in content
        hint = "save it with Mesh.SaveParametric = 0" if parametric else ""
        raise Error(f"the GMSH file has no section ${name} that ends with $End{name}", hint=hint)
    line = content.find(b"\n", start)
    if not 0 <= line < end:
        raise Error(f"section ${name} of the GMSH file is empty")
    return content[line + 1 : end]


class Text:
    """Reader of numbers in text."""

    def __init__(self, content: bytes) -> None:
        self.words = content.split()
        self.place = 0

    def read_words(self, count: int) -> list[bytes]:
        if not 0 <= count <= len(self.words) - self.place:
            raise Error("a section of the GMSH file is shorter than its header says")
        self.place += count
        return self.words[self.place - count : self.place]

    def read_head(self, count: int) -> list[int]:
        """Return the next small integers, as at the head of a block."""
        return [int(word) for word in self.read_words(count)]

    read_counts = read_head

    def read_tags(self, count: int) -> np.ndarray:
        return np.array(list(map(int, self.read_words(count))), np.int64)

    def read_reals(self, count: int) -> np.ndarray:
        return np.array(list(map(float, self.read_words(count))))


class Binary:
    """Reader of binary numbers: int, size_t for counts and tags, double for coordinates."""

    def __init__(self, content: bytes) -> None:
        self.content = content
        self.place = 0

    def read_array(self, count: int, kind: str) -> np.ndarray:
        size = np.dtype(kind).itemsize
        if not 0 <= count <= (len(self.content) - self.place) // size:
            raise Error("a section of the GMSH file is shorter than its header says")
        self.place += count * size
        return np.frombuffer(self.content, kind, count, self.place - count * size)

    def read_head(self, count: int) -> list[int]:
        return self.read_array(count, "<i4").tolist()

    def read_counts(self, count: int) -> list[int]:
        return self.read_array(count, "<u8").tolist()

    def read_tags(self, count: int) -> np.ndarray:
        return self.read_array(count, "<u8").astype(np.int64)

    def read_reals(self, count: int) -> np.ndarray:
        return self.read_array(count, "<f8").astype(float)


def read_41(nodes: Text | Binary, elements: Text | Binary) -> Content:
    """Read format 4.1: blocks of nodes (tags, then coordinates) and elements (tag, nodes)."""
    blocks, total, _, _ = nodes.read_counts(4)
    tags, points = [], []
    for _ in range(blocks):
        dim, _, parametric = nodes.read_head(3)
        (count,) = nodes.read_counts(1)
        # parametric coordinates on the curve or surface follow x, y, z
        width = 3 + (dim if parametric and 0 < dim <= 3 else 0)
        tags.append(nodes.read_tags(count))
        points.append(nodes.read_reals(width * count).reshape(-1, width)[:, :3])
    if sum(map(len, tags)) != total:
        raise Error("the header of $Nodes in the GMSH file disagrees with its blocks")
    parts, total, _, _ = elements.read_counts(4)
    found: dict[int, list[np.ndarray]] = {}
    held = 0
    for _ in range(parts):
        _, _, kind = elements.read_head(3)
        (count,) = elements.read_counts(1)
        size = size_of(kind)
        table = elements.read_tags((size + 1) * count).reshape(-1, size + 1)
        found.setdefault(kind, []).append(table[:, 1:])
        held += count
    if held != total:
        raise Error("the header of $Elements in the GMSH file disagrees with its blocks")
    if not points:
        raise Error("the GMSH file has no nodes")
    return Content(np.concatenate(tags), np.concatenate(points), found, blocks > 1 or parts > 1)


def read_text_22(nodes: bytes, elements: bytes) -> Content:
    """Read text of format 2.2: a count, then 'tag x y z' or 'tag type ntags tags... nodes...'."""
    count, body = split_count(nodes, "node")
    table = Text(body).read_reals(4 * count).reshape(-1, 4)
    count, body = split_count(elements, "elements")
    numbers = Text(body)
    rows: dict[int, list[list[int]]] = {}
    for _ in range(count):
        _, kind, ntags = numbers.read_head(3)
        numbers.read_words(ntags)
        rows.setdefault(kind, []).append(numbers.read_head(size_of(kind)))
    found = {kind: [np.array(part, np.int64)] for kind, part in rows.items()}
    return Content(table[:, 0].astype(np.int64), table[:, 1:], found, len(found) > 1)


def read_binary_22(nodes: bytes, elements: bytes) -> Content:
    """Read binary format 2.2: counts as text, nodes (int tag, 3 doubles), blocks of elements.

    The head of a block of elements has three ints: type, number of elements, number of tags.
    """
    count, body = split_count(nodes, "node")
    record = np.dtype([("tag", "<i4"), ("x", "<f8", 3)])
    if not 0 <= count <= len(body) // record.itemsize:
        raise Error("section $Nodes of the GMSH file is shorter than its header says")
    table = np.frombuffer(body, record, count)
    count, body = split_count(elements, "elements")
    place, held = 0, 0
    found: dict[int, list[np.ndarray]] = {}
    while held < count:
        if place + 12 > len(body):
            raise Error("section $Elements of the GMSH file is shorter than its header says")
        kind, number, ntags = struct.unpack_from("<3i", body, place)
        width = 1 + ntags + size_of(kind)
        if number < 1 or ntags < 0 or number > (len(body) - place - 12) // (4 * width):
            raise Error("section $Elements of the GMSH file is shorter than its header says")
        block = np.frombuffer(body, "<i4", number * width, place + 12).reshape(number, width)
        found.setdefault(kind, []).append(block[:, 1 + ntags :].astype(np.int64))
        place += 12 + 4 * number * width
        held += number
    return Content(table["tag"].astype(np.int64), table["x"].astype(float), found, len(found) > 1)


def split_count(content: bytes, what: str) -> tuple[int, bytes]:
    """Return the count on the first line, and the remaining bytes."""
    line, _, body = content.lstrip().partition(b"\n")
    if len(line.split()) != 1:
        raise Error(f"Invalid {what} header of the GMSH file: the first line must be their count")
    return int(line), body


def size_of(kind: int) -> int:
    """Return the number of nodes of an element type."""
    if kind not in TYPES:
        raise Error("an element of the GMSH file has an unknown type", hint=SUPPORTED)
    return TYPES[kind][1]


SUPPORTED = (
    "lines (1), triangles (2) and tetrahedra (4) are supported: mesh with order 1, without recombination"
)


def select_elements(found: Content, dim: int | None) -> tuple[np.ndarray, np.ndarray]:
    """Return the points and elements of one dimension, with indices from 0 in file order.

    Points that these elements do not use are dropped, except in a file of one block, where all points belong to the
    mesh.
    """
    held = {kind: parts for kind, parts in found.elements.items() if any(map(len, parts))}
    if not held:
        raise Error("the GMSH file has no elements")
    dims = {TYPES[kind][0] for kind in held}
    best = dim if dim in dims else max(dims)
    kinds = [kind for kind in held if TYPES[kind][0] == best]
    other = next((kind for kind in kinds if not TYPES[kind][2]), None)
    if other is not None:
        raise Error(f"elements of type {other} in the GMSH file are not supported", hint=SUPPORTED)
    (kind,) = kinds  # each dimension has one supported type
    elements = tags_to_indices(found.tags, np.concatenate(held[kind]))
    if not found.several:
        return found.points, elements
    used = np.zeros(len(found.points), bool)
    used[elements] = True
    return found.points[used], (np.cumsum(used) - 1)[elements]


def tags_to_indices(tags: np.ndarray, elements: np.ndarray) -> np.ndarray:
    """Convert the node tags of elements to point indices from 0."""
    order = np.argsort(tags, kind="stable")
    known = tags[order]
    if (known[1:] == known[:-1]).any():
        raise Error("two nodes of the GMSH file have the same number")
    place = np.searchsorted(known, elements)
    if not len(known) or (known[np.minimum(place, len(known) - 1)] != elements).any():
        raise Error(f"an element of the GMSH file refers to an unknown node: the file has {len(tags)}")
    return order[place]


# SKN files

SKN_HEADER_BYTES = 16
NAME = 40  # bytes of the name of a body
BONE = NAME + 4 * (3 + 4 + 1)  # bytes of a bone without its vertices


class Bone(NamedTuple):
    """A body that moves vertices of a skin: its bind pose, vertex indices and weights."""

    body: str
    bindpos: np.ndarray
    bindquat: np.ndarray
    vertid: np.ndarray
    vertweight: np.ndarray


class Skin(NamedTuple):
    """Vertices (n, 3), texture coordinates (n, 2) or none, triangles (n, 3), bones."""

    vert: np.ndarray
    texcoord: np.ndarray
    face: np.ndarray
    bones: list[Bone]


class Cursor:
    """Sequential reader of a file, which raises an Error at its end."""

    def __init__(self, content: bytes) -> None:
        self.content = content
        self.at = 0

    def read_numbers(self, count: int, dtype: str, what: str) -> np.ndarray:
        """Return the next `count` numbers."""
        size = 4 * count
        if size > len(self.content) - self.at:
            raise Error(f"the SKN file is too short for {what}")
        found = np.frombuffer(self.content, dtype, count, self.at)
        self.at += size
        return found

    def read_name(self, what: str) -> str:
        """Return the next name, which ends at the first zero byte."""
        raw = self.read_numbers(NAME // 4, "<u4", what).tobytes()
        return raw.split(b"\0")[0].decode("utf-8", "replace")


def decode(content: bytes) -> Skin:
    """Return the skin of an SKN file.

    Errors   gelenk.Error: too short, too long, negative sizes
    """
    if len(content) < SKN_HEADER_BYTES:
        raise Error("the SKN file has no header")
    file = Cursor(content)
    nvert, ntexcoord, nface, nbone = (int(number) for number in file.read_numbers(4, "<i4", "its header"))
    if min(nvert, ntexcoord, nface, nbone) < 0:
        raise Error("the header of the SKN file has a negative size")
    vert = file.read_numbers(3 * nvert, "<f4", "its vertices").reshape(nvert, 3)
    texcoord = file.read_numbers(2 * ntexcoord, "<f4", "its texture coordinates").reshape(ntexcoord, 2)
    face = file.read_numbers(3 * nface, "<i4", "its faces").reshape(nface, 3)
    if nbone * BONE > len(content) - file.at:
        raise Error("the SKN file is too short for its bones")
    bones = []
    for i in range(nbone):
        what = f"bone {i}"
        body = file.read_name(what)
        bindpos, bindquat = file.read_numbers(3, "<f4", what), file.read_numbers(4, "<f4", what)
        count = int(file.read_numbers(1, "<i4", what)[0])
        if count < 1:
            raise Error(f"{what} of the SKN file has no vertices")
        bones.append(
            Bone(
                body,
                bindpos,
                bindquat,
                file.read_numbers(count, "<i4", what),
                file.read_numbers(count, "<f4", what),
            )
        )
    if file.at != len(content):
        raise Error("the SKN file is longer than its header says")
    return Skin(vert, texcoord, face, bones)
