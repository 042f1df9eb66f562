"""GMSH files: points, and lines, triangles or tetrahedra between them, in formats 4.1 and 2.2, as text or binary.

Documents: XML reference / body/flexcomp (type gmsh)

Of the sections only $Nodes and $Elements count. All nodes are in one block and numbered from 1 in order; all elements
are in one block of one type. Source: the GMSH reference manual, chapter on file formats.
"""

from __future__ import annotations

import struct

import numpy as np

from gelenk.errors import Error

VERTICES = {1: 2, 2: 3, 4: 4}  # element type -> number of vertices: lines, triangles, tetrahedra
HEAD = b"$MeshFormat"


def read_gmsh(content: bytes) -> tuple[np.ndarray, np.ndarray]:
    """Points (n, 3), and for each element the numbers of its points (k, dim + 1), from 0.

    Errors   gelenk.Error: another version, a section that is missing or cut short, several blocks, other elements
    """
    if not content.strip():
        raise Error("empty GMSH file")
    if not content.lstrip().startswith(HEAD):
        raise Error(f"a GMSH file begins with {HEAD.decode()}")
    words = section(content, "MeshFormat").split()
    if len(words) < 3:
        raise Error("$MeshFormat needs version, file type and data size")
    version, binary = words[0], words[1] == b"1"
    if version not in (b"4.1", b"2.2"):
        raise Error("only versions 4.1 and 2.2 of the GMSH format are supported")
    if binary and words[2] != b"8":
        raise Error("only a data size of 8 bytes is supported")
    nodes, elements = section(content, "Nodes"), section(content, "Elements")
    try:
        if version == b"4.1":
            return (
                read_41(Binary(nodes), Binary(elements)) if binary else read_41(Text(nodes), Text(elements))
            )
        return binary_22(nodes, elements) if binary else text_22(nodes, elements)
    except (ValueError, OverflowError) as error:
        if isinstance(error, Error):
            raise
        raise Error("the GMSH file holds what is no number") from None


def section(content: bytes, name: str) -> bytes:
    """What stands between $name and $Endname; from the next line on."""
    start = content.find(f"${name}".encode())
    end = content.rfind(f"$End{name}".encode())
    if start < 0 or end < start:
        raise Error(f"the GMSH file has no section ${name} that ends with $End{name}")
    line = content.find(b"\n", start)
    if not 0 <= line < end:
        raise Error(f"section ${name} of the GMSH file is empty")
    return content[line + 1 : end]


class Text:
    """Numbers written as words."""

    def __init__(self, content: bytes) -> None:
        self.words = content.split()
        self.place = 0

    def take(self, count: int) -> list[bytes]:
        if not 0 <= count <= len(self.words) - self.place:
            raise Error("a section of the GMSH file is too short for what it announces")
        self.place += count
        return self.words[self.place - count : self.place]

    def whole(self, count: int) -> list[int]:
        """Small integers, as at the head of a block."""
        return [int(word) for word in self.take(count)]

    counts = whole

    def tags(self, count: int) -> np.ndarray:
        return np.array(self.take(count)).astype(np.int64)

    def reals(self, count: int) -> np.ndarray:
        return np.array(self.take(count)).astype(float)


class Binary:
    """Numbers as they are in memory: int for what is small, size_t for counts and tags, double for coordinates."""

    def __init__(self, content: bytes) -> None:
        self.content = content
        self.place = 0

    def take(self, count: int, kind: str) -> np.ndarray:
        size = np.dtype(kind).itemsize
        if not 0 <= count <= (len(self.content) - self.place) // size:
            raise Error("a section of the GMSH file is too short for what it announces")
        self.place += count * size
        return np.frombuffer(self.content, kind, count, self.place - count * size)

    def whole(self, count: int) -> list[int]:
        return self.take(count, "<i4").tolist()

    def counts(self, count: int) -> list[int]:
        return self.take(count, "<u8").tolist()

    def tags(self, count: int) -> np.ndarray:
        return self.take(count, "<u8").astype(np.int64)

    def reals(self, count: int) -> np.ndarray:
        return self.take(count, "<f8").astype(float)


def read_41(nodes: Text | Binary, elements: Text | Binary) -> tuple[np.ndarray, np.ndarray]:
    """Format 4.1: blocks of nodes (all tags, then all coordinates) and of elements (tag, nodes)."""
    blocks, total, _, last = nodes.counts(4)
    dim = nodes.whole(3)[0] if blocks == 1 else 0
    (count,) = nodes.counts(1) if blocks == 1 else (0,)
    if blocks != 1 or count != total:
        raise Error("all nodes of a GMSH file must be in a single block")
    if last != count:
        raise Error("nodes of a GMSH file are numbered from 1 to their number")
    tags = nodes.tags(count)
    points = nodes.reals(3 * count).reshape(-1, 3)
    blocks, total, _, _ = elements.counts(4)
    if blocks != 1:
        raise Error("all elements of a GMSH file must be in a single block")
    entity, _, kind = elements.whole(3)
    (count,) = elements.counts(1)
    if count != total:
        raise Error("all elements of a GMSH file must be in a single block")
    if entity != dim:
        raise Error(f"nodes are of dimension {dim}, elements of dimension {entity}")
    size = vertices(kind)
    table = elements.tags((size + 1) * count).reshape(-1, size + 1)
    return points, numbered(tags, table[:, 1:])


def text_22(nodes: bytes, elements: bytes) -> tuple[np.ndarray, np.ndarray]:
    """Format 2.2 as text: a line with their number, then lines 'tag x y z' or 'tag type ntags tags... nodes...'."""
    count, body = counted(nodes, "node")
    table = Text(body).reals(4 * count).reshape(-1, 4)
    count, body = counted(elements, "elements")
    numbers, rows = Text(body), []
    for _ in range(count):
        _, kind, ntags = numbers.whole(3)
        numbers.take(ntags)
        rows.append(numbers.whole(vertices(kind)))
    if len({len(row) for row in rows}) > 1:
        raise Error("all elements of a GMSH file must be of one type")
    return table[:, 1:], numbered(table[:, 0].astype(np.int64), np.array(rows, np.int64))


def binary_22(nodes: bytes, elements: bytes) -> tuple[np.ndarray, np.ndarray]:
    """Format 2.2 in binary: the count as text, then (int tag, 3 doubles), or blocks of elements with a head of ints."""
    count, body = counted(nodes, "node")
    record = np.dtype([("tag", "<i4"), ("x", "<f8", 3)])
    if not 0 <= count <= len(body) // record.itemsize:
        raise Error("section $Nodes of the GMSH file is too short for what it announces")
    table = np.frombuffer(body, record, count)
    count, body = counted(elements, "elements")
    place, found, parts = 0, 0, []
    while found < count:
        if place + 12 > len(body):
            raise Error("section $Elements of the GMSH file is too short for what it announces")
        kind, number, ntags = struct.unpack_from("<3i", body, place)
        width = 1 + ntags + vertices(kind)
        if number < 1 or ntags < 0 or number > (len(body) - place - 12) // (4 * width):
            raise Error("section $Elements of the GMSH file is too short for what it announces")
        block = np.frombuffer(body, "<i4", number * width, place + 12).reshape(number, width)
        parts.append(block[:, 1 + ntags :])
        place += 12 + 4 * number * width
        found += number
    if not parts or len({part.shape[1] for part in parts}) > 1:
        raise Error("all elements of a GMSH file must be of one type")
    return table["x"].astype(float), numbered(
        table["tag"].astype(np.int64), np.concatenate(parts).astype(np.int64)
    )


def counted(content: bytes, what: str) -> tuple[int, bytes]:
    """The count that stands on a line of its own, and what follows."""
    line, _, body = content.lstrip().partition(b"\n")
    if len(line.split()) != 1:
        raise Error(
            f"Invalid {what} header of the GMSH file: a line with their number and nothing else comes first"
        )
    return int(line), body


def vertices(kind: int) -> int:
    """Number of vertices of an element type."""
    if kind not in VERTICES:
        raise Error(
            f"element type {kind} of a GMSH file is not supported",
            hint="lines 1, triangles 2, tetrahedra 4 are",
        )
    return VERTICES[kind]


def numbered(tags: np.ndarray, elements: np.ndarray) -> np.ndarray:
    """Node tags of elements as numbers of points from 0."""
    if (tags != np.arange(1, len(tags) + 1)).any():
        raise Error("nodes of a GMSH file are numbered from 1 in order")
    if not elements.size:
        raise Error("the GMSH file has no elements")
    if elements.min() < 1 or elements.max() > len(tags):
        wrong = elements.min() if elements.min() < 1 else elements.max()
        raise Error(f"an element of the GMSH file names node {wrong}; there are {len(tags)}")
    return elements - 1
