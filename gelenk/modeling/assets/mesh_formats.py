"""Mesh formats: readers of OBJ, STL and PLY files.

Documents: XML reference / asset / mesh (file); Turk 1994, The PLY polygon file format

OBJ files: vertices, normals, texture coordinates, polygons of all objects and groups.

A file has lines `v x y z`, `vn x y z`, `vt u v` and `f a b c ...`, whose corners are v, v/vt, v//vn or v/vt/vn, counted
from 1, or backwards from the last line so far if negative. `g` and `o` begin a part; the polygons of all parts are
read, while 3.5.0 reads those of the first nonempty part. All other lines are skipped.

STL files: triangles whose corners are merged into shared vertices.

A file has 80 bytes of any text, the number of triangles (uint32), then for each triangle 12 float32 (an ignored normal
and three corners) and two bytes.

PLY files: vertices with normals and texture coordinates, and polygons; text or binary.

The lines of the header list the elements, their counts and their properties; a property is a number, or a list
preceded by its length. The reader takes x y z, nx ny nz and s t (or u v) of vertices and vertex_indices of faces, and
skips all else.
"""

from __future__ import annotations

import re
import struct
from itertools import chain
from typing import Any, NamedTuple

import numpy as np

from gelenk.errors import Error
from gelenk.modeling.assets.mesh_content import MOST_INDICES, RawMesh, triangulate
from gelenk.tables.releases import R3_13

LARGEST = float(np.finfo(np.float32).max)
NUMBER = re.compile(rb"[+-]?(?:0[xX][0-9a-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?|nan|inf(?:inity)?)")
INTEGER = re.compile(rb"[+-]?\d+")


def read_obj(content: bytes, joined: bool = True, release: int = 0) -> RawMesh:
    """Return the mesh of an OBJ file; a word that is not a number is read as 0, as in 3.5.0.

    joined   whether to read the polygons of all parts instead of the first part only
    release  of MuJoCo: from 3.13 on, quadrilaterals are cut along the shorter diagonal

    Errors   Error: a corner whose index cannot be read or is 0; too many corners
    """
    lines = [line.lstrip() for line in content.replace(b"\r", b"\n").split(b"\n")]
    vert, normal, texcoord = (starting(lines, key) if key in content else [] for key in (b"v", b"vn", b"vt"))
    points = numbers(vert, 3)
    uv = numbers(texcoord, 2)
    uv[:, 1] = 1.0 - uv[:, 1]  # v of OBJ counts from the bottom of the image
    corners, counts, part = polygons_of(lines)
    first = part == part.min(initial=len(lines))
    parts = max(len(np.unique(part)), 1)
    if parts > 1:
        there = (corners[:, 0] >= 0) & (corners[:, 0] < len(points))
        if not (joined and (there | np.repeat(first, counts)).all()):
            corners, counts, parts = corners[np.repeat(first, counts)], counts[first], 1 - parts
    picked = corners[triangulate(points, corners[:, 0], counts, release >= R3_13)]
    return RawMesh(
        points,
        picked[:, :, 0],
        numbers(normal, 3),
        uv,
        picked[:, :, 2] if normal else None,
        picked[:, :, 1] if texcoord else None,
        parts,
    )


def starting(lines: list[bytes], key: bytes) -> list[bytes]:
    """Return the remainders of all lines that start with a keyword."""
    n = len(key) + 1
    starts = (key + b" ", key + b"\t")
    return [line[n:] for line in lines if line[:n] in starts]


def numbers(lines: list[bytes], columns: int) -> np.ndarray:
    """Return the first numbers of each line, (len(lines), columns); missing ones are 0."""
    counts = {len(line.split()) for line in lines}
    text = b" ".join(lines)
    if len(counts) == 1 and min(counts) >= columns and b"_" not in text:
        try:
            values = np.array(list(map(float, text.split())))
        except ValueError:
            pass  # some words are not numbers, so the loop below reads them one by one
        else:
            return np.clip(values.reshape(len(lines), -1)[:, :columns], -LARGEST, LARGEST)
    values = np.zeros((len(lines), columns))
    for row, line in zip(values, lines, strict=True):
        for i, token in enumerate(line.split()[:columns]):
            row[i] = read_number(token)
    return np.clip(values, -LARGEST, LARGEST)


def read_number(token: bytes) -> float:
    """Return the number that a token starts with, or 0."""
    found = NUMBER.match(token)
    if not found:
        return 0.0
    digits = found[0]
    return float(int(digits, 16)) if b"x" in digits.lower() else float(digits)


def polygons_of(lines: list[bytes]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the corners, corner counts and part numbers of all polygons.

    A corner is (vertex, texcoord, normal), counted from 0, -1 if absent. The part of a polygon is the number of
    lines `g` and `o` above it.
    """
    starts = np.array([line[:2] for line in lines], "S2")
    faces = np.flatnonzero((starts == b"f ") | (starts == b"f\t"))
    heads = np.flatnonzero(np.isin(starts, (b"g ", b"g\t", b"o ", b"o\t")))
    found = read_plain([lines[i][2:] for i in faces.tolist()])
    if found is None:
        split = [lines[i].split()[1:] for i in faces.tolist()]
        faces = faces[[len(corners) > 2 for corners in split]] if split else faces
        found = read_corners(lines, faces.tolist(), [corners for corners in split if len(corners) > 2])
    return *found, np.searchsorted(heads, faces)


def read_plain(polygons: list[bytes]) -> tuple[np.ndarray, np.ndarray] | None:
    """Read polygons whose corners are all plain vertex indices; None for any other text."""
    text = b" ".join(polygons)
    counts = np.array([polygon.count(b" ") + 1 for polygon in polygons], np.int64)
    if not polygons or counts.min() < 3 or len(text.split()) != counts.sum():
        return None
    if text.translate(None, b"0123456789 "):
        return None
    vertex = np.fromstring(text, np.int64, sep=" ")
    if vertex.min() < 1 or vertex.max() >= 10**9 or vertex.size > MOST_INDICES:
        return None
    corners = np.full((len(vertex), 3), -1, np.int64)
    corners[:, 0] = vertex - 1
    return corners, counts


def read_corners(
    lines: list[bytes], faces: list[int], polygons: list[list[bytes]]
) -> tuple[np.ndarray, np.ndarray]:
    """Return corners as in `polygons_of` and corner counts of the polygons in these lines."""
    counts = np.array(list(map(len, polygons)), np.int64)
    tokens = list(chain.from_iterable(polygons))
    if len(tokens) > MOST_INDICES:
        raise Error(f"too many corners: {len(tokens)}")
    corners = read_alike(tokens)
    if corners is None:
        corners = read_mixed(lines, faces, polygons)
    return corners, counts


def read_alike(tokens: list[bytes]) -> np.ndarray | None:
    """Read corners that all have one form and positive indices; None for any other text."""
    text = b" ".join(tokens)
    slashes = {token.count(b"/") for token in tokens}
    if len(slashes) > 1 or text.translate(None, b"0123456789/ "):
        return None
    parts = text.replace(b"/", b" ").split()
    corners = np.full((len(tokens), 3), -1, np.int64)
    if not tokens:
        return corners
    columns = {0: [0], 1: [0, 1], 2: [0, 1, 2]}.get(min(slashes), [])
    if b"//" in text:
        columns = [0, 2]
    if len(parts) != len(columns) * len(tokens) or max(map(len, parts)) > 9:
        return None
    values = np.array(list(map(int, parts))).reshape(len(tokens), len(columns))
    if (values < 1).any():
        return None
    corners[:, columns] = values - 1
    return corners


def read_mixed(lines: list[bytes], faces: list[int], polygons: list[list[bytes]]) -> np.ndarray:
    """Read corners one by one; negative indices count back from the vertices read so far."""
    above = np.zeros((3, len(lines) + 1), np.int64)
    for row, key in zip(above, (b"v", b"vt", b"vn"), strict=True):
        starts = (key + b" ", key + b"\t")
        row[1:] = np.cumsum([line[: len(key) + 1] in starts for line in lines])
    corners = []
    for i, tokens in zip(faces, polygons, strict=True):
        try:
            corners += [read_corner(token, above[:, i].tolist()) for token in tokens]
        except ValueError:
            raise Error(f"cannot read the polygon in line {i + 1} of the OBJ file") from None
    return np.array(corners, np.int64).reshape(-1, 3)


def read_corner(token: bytes, above: list[int]) -> list[int]:
    """Return vertex, texture coordinate and normal indices of a corner, -1 for absent ones."""
    corner = [-1, -1, -1]
    for k, part in enumerate(token.split(b"/")[:3]):
        if k == 1 and not part and token.count(b"/") > 1:
            continue  # the form v//vn
        found = INTEGER.match(part)
        index = int(found[0][:12]) if found else 0
        if index == 0:
            raise ValueError("a face refers to vertex 0, counted from 1")
        corner[k] = index - 1 if index > 0 else index + above[k]
    return corner


# STL files

STL_HEADER_BYTES = 84
TRIANGLE = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("attribute", "<u2")])
MOST_TRIANGLES = 200_000  # as in 3.5.0
MOST_METERS = 2.0**30  # meters; larger coordinates indicate a damaged file, as in 3.5.0
TEXT_HINT = "text STL is not read: save it as binary STL or OBJ"


def read_stl(content: bytes) -> RawMesh:
    """Return the mesh of a binary STL file; equal corners are merged in order of first use."""
    if not content:
        raise Error("the STL file is empty")
    if len(content) < STL_HEADER_BYTES:
        raise Error("the STL file ends in its header", hint=text_hint(content))
    (count,) = struct.unpack_from("<I", content, STL_HEADER_BYTES - 4)
    fits = len(content) == STL_HEADER_BYTES + count * TRIANGLE.itemsize
    if not 1 <= count <= MOST_TRIANGLES:
        held = f", but {count}" if fits else ""  # for other formats, the message must not reveal content
        message = f"the number of triangles in the STL file is not 1 to {MOST_TRIANGLES}{held}"
        raise Error(message, hint=text_hint(content))
    if not fits:
        message = f"the STL file has {len(content)} bytes, which its number of triangles does not fit"
        raise Error(message, hint=text_hint(content))
    corners = np.frombuffer(content, TRIANGLE, count, STL_HEADER_BYTES)["corners"].reshape(-1, 3)
    if (np.abs(corners) > MOST_METERS).any():
        raise Error("a vertex in the STL file is out of bounds", hint="coordinates are in meters")
    vert, face = merge(corners)
    return RawMesh(vert, face)


def text_hint(content: bytes) -> str:
    return TEXT_HINT if content.lstrip()[:5].lower() == b"solid" else ""


def merge(corners: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return distinct rows of (n, 3) float32 in order of appearance, and each row's index."""
    bits = (corners + np.float32(0.0)).view(np.uint32)  # adding zero makes -0 equal to 0
    plane = (bits[:, 0].astype(np.uint64) << np.uint64(32)) | bits[:, 1]
    order = np.lexsort((bits[:, 2], plane))  # a stable sort keeps the first of equal rows first
    plane, last = plane[order], bits[order, 2]
    new = np.ones(len(order), bool)
    new[1:] = (plane[1:] != plane[:-1]) | (last[1:] != last[:-1])
    first = order[new]
    rank = np.empty(len(first), np.int64)
    kept = np.sort(first)
    rank[np.argsort(first)] = np.arange(len(first))
    index = np.empty(len(order), np.int64)
    index[order] = rank[np.cumsum(new) - 1]
    return corners[kept], index


# PLY files

FORMATS = {b"ascii": "", b"binary_little_endian": "<", b"binary_big_endian": ">"}
_NAMES = b"char uchar short ushort int uint float double int8 uint8 int16 uint16 int32 uint32 float32 float64"
TYPES = dict(zip(_NAMES.split(), 2 * ["i1", "u1", "i2", "u2", "i4", "u4", "f4", "f8"], strict=True))
MOST_HEADER = 1 << 16  # bytes
MOST_TEXT_BYTES = 1 << 26  # bytes of text; splitting it into words takes 20 times as much memory
MOST_UNEVEN = 1 << 21  # rows with lists of different lengths, which are read one by one


class Property(NamedTuple):
    """One property of an element: its type; for a list also the type of the length."""

    name: str
    type: str
    length: str = ""


class Element(NamedTuple):
    """One kind of element: its name, count, and properties in order."""

    name: str
    number: int
    properties: list[Property]


def read_ply(content: bytes) -> RawMesh:
    """Return the mesh of a PLY file.

    Errors   Error: not a PLY file, truncated, without vertices, or with infinite or too large numbers
    """
    order, elements, body = header(content)
    if order is None and len(body) > MOST_TEXT_BYTES:
        raise Error(
            f"the text of the PLY file has more than {MOST_TEXT_BYTES} bytes", hint="save it as binary PLY"
        )
    source: Any = Words(body) if order is None else Bytes(body, order)
    found: dict[str, dict] = {}
    for element in elements:
        found.setdefault(element.name, source.read_rows(element))
    vertex, face = found.get("vertex", {}), found.get("face", {})
    if not {"x", "y", "z"} <= vertex.keys():
        raise Error("the PLY file has no vertices with x, y and z")
    points = columns(vertex, "x", "y", "z")
    normal = columns(vertex, "nx", "ny", "nz")
    uv = next((c for c in (columns(vertex, *names) for names in UV) if c.size), np.zeros((0, 2)))
    uv[:, 1] = 1.0 - uv[:, 1]  # v of PLY counts from the bottom of the image
    corners, counts = next((face[n] for n in INDICES if isinstance(face.get(n), tuple)), EMPTY)
    with np.errstate(invalid="ignore"):
        corners = corners.astype(np.int64)
    if corners.size and not (corners.min() >= 0 and corners.max() < len(points)):
        raise Error(f"a polygon of the PLY file refers to an unknown vertex: the file has {len(points)}")
    return RawMesh(points, corners[triangulate(points, corners, counts)], normal, uv)


UV = (("s", "t"), ("u", "v"), ("texture_u", "texture_v"))
INDICES = ("vertex_indices", "vertex_index")
EMPTY = (np.zeros(0), np.zeros(0, np.int64))


def columns(rows: dict, *names: str) -> np.ndarray:
    """Return scalar properties as columns (n, len(names)); (0, len(names)) if one is missing."""
    if not all(isinstance(rows.get(name), np.ndarray) for name in names):
        return np.zeros((0, len(names)))
    with np.errstate(invalid="ignore"):
        values = np.stack([rows[name].astype(float) for name in names], axis=1)
    if not (np.abs(values) <= MOST_METERS).all():
        raise Error("a number of a vertex in the PLY file is out of bounds", hint="coordinates are in meters")
    return values


def header(content: bytes) -> tuple[str | None, list[Element], bytes]:
    """Return the byte order (None: text), the elements, and the bytes after the header."""
    head, end, _ = content[:MOST_HEADER].partition(b"end_header")
    lines = head.replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
    if lines[0].strip() != b"ply" or not end:
        raise Error("this is not a PLY file: its header does not begin with ply, or does not end")
    body = content[len(head) + len(end) :]
    body = body[2:] if body[:2] == b"\r\n" else body[1:]
    order, elements = "?", []
    for i, line in enumerate(lines[1:], 2):
        words = line.split()
        if words[:1] == [b"format"] and len(words) == 3 and words[1] in FORMATS:
            order = FORMATS[words[1]]
        elif words[:1] == [b"element"] and len(words) == 3 and words[2].isdigit() and len(words[2]) < 10:
            elements.append(Element(words[1].decode("latin1"), int(words[2]), []))
        elif words[:1] == [b"property"] and elements and TYPES.keys() >= {*words[1:-1]} - {b"list"}:
            elements[-1].properties.append(read_property(words, i))
        elif words and words[0] not in (b"comment", b"obj_info"):
            raise Error(f"cannot read line {i} of the header of the PLY file")
    if not all(element.properties for element in elements):
        raise Error("an element of the PLY file has no properties")
    if order == "?":
        raise Error("the header of the PLY file has no format", hint=", ".join(f.decode() for f in FORMATS))
    return order or None, elements, body


def read_property(words: list[bytes], line: int) -> Property:
    """Parse `property float x` or `property list uchar int vertex_indices`."""
    name = words[-1].decode("latin1")
    if len(words) == 3 and words[1] != b"list":
        return Property(name, TYPES[words[1]])
    if len(words) == 5 and words[1] == b"list" and b"list" not in words[2:4] and TYPES[words[2]][0] != "f":
        return Property(name, TYPES[words[3]], TYPES[words[2]])
    raise Error(f"cannot read the property in line {line} of the header of the PLY file")


class Source:
    """Base class of the readers of element rows."""

    at = 0

    def read_numbers(self, kind: str, count: int) -> np.ndarray:
        """Return the next `count` numbers of a type."""
        raise NotImplementedError

    def read_equal_rows(self, element: Element, lengths: list[int]) -> dict | None:
        """Read all rows at once if every row has lists of these lengths; else return None."""
        raise NotImplementedError

    def read_value(self, part: Property) -> Any:
        """Read a number, or the numbers of a list."""
        if part.length:
            return self.read_numbers(part.type, int(self.read_numbers(part.length, 1)[0]))
        return self.read_numbers(part.type, 1)[0]

    def read_rows(self, element: Element) -> dict:
        """Return a dict from each property to its values.

        Values are an array (count,), or for a list the pair (all values, length of each row).
        """
        if not element.number:
            return {p.name: EMPTY if p.length else np.zeros(0) for p in element.properties}
        start = self.at
        first = [self.read_value(part) for part in element.properties]
        self.at = start
        found = self.read_equal_rows(element, [np.size(value) for value in first])
        if found is not None:
            return found
        if element.number > MOST_UNEVEN:
            raise Error(f"the PLY file is cut off, or has more than {MOST_UNEVEN} rows of different lengths")
        table = [[self.read_value(part) for part in element.properties] for _ in range(element.number)]
        found = {}
        for part, values in zip(element.properties, zip(*table, strict=True), strict=True):
            lengths = np.array([np.size(value) for value in values])
            found[part.name] = (np.concatenate(values), lengths) if part.length else np.array(values)
        return found


class Words(Source):
    """Reader of numbers in text."""

    def __init__(self, body: bytes) -> None:
        self.words = body.split()

    def read_numbers(self, kind: str, count: int) -> np.ndarray:
        if not 0 <= count <= len(self.words) - self.at:
            raise Error("the PLY file is cut off")
        self.at += count
        try:
            values = np.array(list(map(float, self.words[self.at - count : self.at])))
        except ValueError:
            raise Error("a word of the PLY file is not a number") from None
        if not np.isfinite(values).all():
            raise Error("a number of the PLY file is infinite")
        return values

    def read_equal_rows(self, element: Element, lengths: list[int]) -> dict | None:
        widths = [bool(p.length) + n for p, n in zip(element.properties, lengths, strict=True)]
        size = element.number * sum(widths)
        if size > len(self.words) - self.at:
            return None
        start = self.at
        block = self.read_numbers("", size).reshape(element.number, -1)
        found, column = {}, 0
        for part, width, n in zip(element.properties, widths, lengths, strict=True):
            if part.length and (block[:, column] != n).any():
                self.at = start
                return None
            values = block[:, column + bool(part.length) : column + width].ravel()
            found[part.name] = (values, np.full(element.number, n)) if part.length else values
            column += width
        return found


class Bytes(Source):
    """Reader of binary numbers in the byte order of the header."""

    def __init__(self, body: bytes, order: str) -> None:
        self.body, self.order = body, order

    def read_numbers(self, kind: str, count: int) -> np.ndarray:
        size = int(kind[1]) * count
        if not 0 <= size <= len(self.body) - self.at:
            raise Error("the PLY file is cut off")
        self.at += size
        return np.frombuffer(self.body, self.order + kind, count, self.at - size)

    def read_equal_rows(self, element: Element, lengths: list[int]) -> dict | None:
        fields: list[tuple] = []
        for i, (part, n) in enumerate(zip(element.properties, lengths, strict=True)):
            if part.length:
                fields.append((f"n{i}", self.order + part.length))
            fields.append((f"v{i}", self.order + part.type, *((n,) if part.length else ())))
        row = np.dtype(fields)
        if row.itemsize * element.number > len(self.body) - self.at:
            return None
        block = np.frombuffer(self.body, row, element.number, self.at)
        found = {}
        for i, (part, n) in enumerate(zip(element.properties, lengths, strict=True)):
            if part.length and (block[f"n{i}"] != n).any():
                return None
            values = block[f"v{i}"].ravel()
            found[part.name] = (values, np.full(element.number, n)) if part.length else values
        self.at += row.itemsize * element.number
        return found
