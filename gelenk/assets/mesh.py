"""What a mesh file holds: vertices, triangles, and optional normals and texture coordinates of their corners.

Documents: XML reference / asset / mesh
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gelenk.errors import Error

MOST_INDICES = 1 << 28  # corners of triangles: 64 times what large meshes have, and far below 2^31


class RawMesh:
    """A mesh as its source states it. Numbers are those of float32, held as float64.

    vert           (nvert, 3) vertices
    normal         (nnormal, 3) normals, or empty
    texcoord       (ntexcoord, 2) texture coordinates with v pointing up, or empty
    face           (nface, 3) vertices of triangles, counter-clockwise from outside; empty for a cloud of points
    face_normal    (nface, 3) normals of the corners, -1 for none; None: numbered as the vertices are
    face_texcoord  (nface, 3) the same for texture coordinates
    parts          how many objects of the file were joined; negative: how many after the first were left out
    """

    def __init__(
        self,
        vert: Any,
        face: Any = (),
        normal: Any = (),
        texcoord: Any = (),
        face_normal: Any = None,
        face_texcoord: Any = None,
        parts: int = 1,
    ) -> None:
        self.vert = numbers(vert, 3)
        self.normal = numbers(normal, 3)
        self.texcoord = numbers(texcoord, 2)
        self.face = indices(face)
        self.face_normal = None if face_normal is None else indices(face_normal)
        self.face_texcoord = None if face_texcoord is None else indices(face_texcoord)
        self.parts = parts


def told_of_parts(parts: int) -> str:
    """What a warning tells of the objects of a mesh file, after its name."""
    if parts > 1:
        return (
            f"has {parts} objects (lines o and g), whose faces are all read; 3.5.0 reads those of the first"
        )
    return f"has {1 - parts} objects (lines o and g), of which only the first gives a mesh: its faces alone are read"


def numbers(values: Any, columns: int) -> np.ndarray:
    """An array (n, columns) of float64 with the values that float32 can hold."""
    with np.errstate(over="ignore"):
        return np.asarray(values, np.float32).astype(np.float64).reshape(-1, columns)


def indices(values: Any) -> np.ndarray:
    """An array (n, 3) of int32."""
    values = np.asarray(values)
    if values.size > MOST_INDICES:
        raise Error(f"too many triangles: {values.size // 3}")
    return values.astype(np.int32).reshape(-1, 3)
