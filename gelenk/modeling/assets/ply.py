"""PLY files: vertices with normals and texture coordinates, and polygons; text or binary.

Documents: XML reference / asset / mesh (file); Turk 1994, The PLY polygon file format

The lines of the header list the elements, their counts and their properties; a property is a number, or a list
preceded by its length. The reader takes x y z, nx ny nz and s t (or u v) of vertices and vertex_indices of faces, and
skips all else.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from gelenk.errors import Error
from gelenk.modeling.assets.mesh_content import RawMesh, triangulate
from gelenk.modeling.assets.stl import MOST_METERS

FORMATS = {b"ascii": "", b"binary_little_endian": "<", b"binary_big_endian": ">"}
_NAMES = b"char uchar short ushort int uint float double int8 uint8 int16 uint16 int32 uint32 float32 float64"
TYPES = dict(zip(_NAMES.split(), 2 * ["i1", "u1", "i2", "u2", "i4", "u4", "f4", "f8"], strict=True))
MOST_HEADER = 1 << 16  # bytes
MOST_TEXT_BYTES = 1 << 26  # bytes; splitting text into words takes 20 times as much memory
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

    Errors   Error: not a PLY file, cut off, without vertices, numbers that are infinite or too large
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
