"""OBJ files: vertices, normals, texture coordinates, polygons of all objects and groups.

Documents: XML reference / asset / mesh (file)

Lines `v x y z`, `vn x y z`, `vt u v` and `f a b c ...`, whose corners are v, v/vt, v//vn or v/vt/vn, counted
from 1, or backwards from the last line so far if negative. `g` and `o` begin a part; the polygons of all parts are
read, while 3.5.0 reads those of the first nonempty part. All other lines are skipped.
"""

from __future__ import annotations

import re
from itertools import chain

import numpy as np

from gelenk.errors import Error
from gelenk.modeling.assets.mesh_content import MOST_INDICES, RawMesh, triangulate
from gelenk.tables.releases import R3_13

LARGEST = float(np.finfo(np.float32).max)
NUMBER = re.compile(rb"[+-]?(?:0[xX][0-9a-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?|nan|inf(?:inity)?)")
INTEGER = re.compile(rb"[+-]?\d+")


def read_obj(content: bytes, joined: bool = True, release: int = 0) -> RawMesh:
    """Return the mesh of an OBJ file; a word that is not a number is read as 0, as in 3.5.0.

    joined   whether to read the polygons of all parts, not of the first alone
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
    """Read polygons of plain vertices separated by single spaces; None for any other text."""
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
    """Read corners that are all written alike with positive indices; None for any other text."""
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
    """Read corners one by one; negative indices count back from the last vertex above."""
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
