"""OBJ files: vertices, normals, texture coordinates and polygons, of which the first group is taken.

Documents: XML reference / asset / mesh (file)

Lines `v x y z`, `vn x y z`, `vt u v` and `f a b c ...`, whose corners are v, v/vt, v//vn or v/vt/vn, counted
from 1, or from the last one so far if negative. All vertices belong to the mesh, but, as in 3.5.0, only the
polygons of the first group (`g` or `o`) that has any. All other lines are skipped.
"""

from __future__ import annotations

import re
from itertools import chain

import numpy as np

from gelenk.assets.mesh import MOST_INDICES, RawMesh
from gelenk.assets.polygons import triangulate
from gelenk.errors import Error

LARGEST = float(np.finfo(np.float32).max)
NUMBER = re.compile(rb"[+-]?(?:0[xX][0-9a-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?|nan|inf(?:inity)?)")
INTEGER = re.compile(rb"[+-]?\d+")
ALIKE = re.compile(rb"[\d/ ]*")  # corners that are easy to read


def read_obj(content: bytes) -> RawMesh:
    """The mesh of an OBJ file. What cannot be read as a number is 0, as in 3.5.0.

    Errors   Error: a corner whose index cannot be read or is 0; too many corners
    """
    lines = [line.lstrip() for line in content.replace(b"\r", b"\n").split(b"\n")]
    vert, normal, texcoord = (starting(lines, key) if key in content else [] for key in (b"v", b"vn", b"vt"))
    points = numbers(vert, 3)
    uv = numbers(texcoord, 2)
    uv[:, 1] = 1.0 - uv[:, 1]  # OBJ counts v from the bottom of the image
    corners, counts = read_corners(lines, first_group(lines))
    picked = corners[triangulate(points, corners[:, 0], counts)]
    return RawMesh(
        points,
        picked[:, :, 0],
        numbers(normal, 3),
        uv,
        picked[:, :, 2] if normal else None,
        picked[:, :, 1] if texcoord else None,
    )


def starting(lines: list[bytes], key: bytes) -> list[bytes]:
    """What follows the keyword, of all lines that start with it."""
    n = len(key) + 1
    starts = (key + b" ", key + b"\t")
    return [line[n:] for line in lines if line[:n] in starts]


def numbers(lines: list[bytes], columns: int) -> np.ndarray:
    """The first numbers of each line, (len(lines), columns) float64; missing ones are 0."""
    counts = {len(line.split()) for line in lines}
    text = b" ".join(lines)
    if len(counts) == 1 and min(counts) >= columns and b"_" not in text:
        try:
            values = np.array(list(map(float, text.split())))
        except ValueError:
            pass  # some are not numbers: read one by one below
        else:
            return np.clip(values.reshape(len(lines), -1)[:, :columns], -LARGEST, LARGEST)
    values = np.zeros((len(lines), columns))
    for row, line in zip(values, lines, strict=True):
        for i, token in enumerate(line.split()[:columns]):
            row[i] = read_number(token)
    return np.clip(values, -LARGEST, LARGEST)


def read_number(token: bytes) -> float:
    """The number that the token starts with, or 0."""
    found = NUMBER.match(token)
    if not found:
        return 0.0
    digits = found[0]
    return float(int(digits, 16)) if b"x" in digits.lower() else float(digits)


def first_group(lines: list[bytes]) -> list[int]:
    """Numbers of the lines with the polygons of the first group that has any."""
    found: list[int] = []
    for i, line in enumerate(lines):
        start = line[:2]
        if start in (b"f ", b"f\t"):
            if len(line.split(None, 4)) > 3:
                found.append(i)
        elif found and start in (b"g ", b"g\t", b"o ", b"o\t"):
            break
    return found


def read_corners(lines: list[bytes], faces: list[int]) -> tuple[np.ndarray, np.ndarray]:
    """(vertex, texcoord, normal) of each corner, counted from 0, -1 where not given; corners of each polygon."""
    polygons = [lines[i].split()[1:] for i in faces]
    counts = np.array([len(tokens) for tokens in polygons], np.int64)
    tokens = list(chain.from_iterable(polygons))
    if len(tokens) > MOST_INDICES:
        raise Error(f"too many corners: {len(tokens)}")
    corners = read_alike(tokens)
    if corners is None:
        corners = read_mixed(lines, faces, polygons)
    return corners, counts


def read_alike(tokens: list[bytes]) -> np.ndarray | None:
    """The corners if all are written in the same way with positive indices, else None."""
    text = b" ".join(tokens)
    slashes = {token.count(b"/") for token in tokens}
    if len(slashes) > 1 or not ALIKE.fullmatch(text):
        return None
    parts = text.replace(b"/", b" ").split()
    corners = np.full((len(tokens), 3), -1, np.int64)
    if not tokens:
        return corners
    columns = {1: [0], 2: [0, 1], 3: [0, 1, 2]}[1 + min(slashes)]
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
    """The corners one by one; negative indices count from the last vertex, ... above the line."""
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
    """Vertex, texture coordinate and normal of one corner; -1 for those that it does not give."""
    corner = [-1, -1, -1]
    for k, part in enumerate(token.split(b"/")[:3]):
        if k == 1 and not part and token.count(b"/") > 1:
            continue  # v//vn
        found = INTEGER.match(part)
        index = int(found[0][:12]) if found else 0
        if index == 0:
            raise ValueError("no vertex has this number")
        corner[k] = index - 1 if index > 0 else index + above[k]
    return corner
