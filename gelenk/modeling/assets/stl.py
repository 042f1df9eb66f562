"""STL files: triangles whose corners are merged into shared vertices.

Documents: XML reference / asset / mesh (file)

80 bytes of any text, the number of triangles (uint32), then for each triangle 12 float32 (an ignored normal
and three corners) and two bytes.
"""

from __future__ import annotations

import struct

import numpy as np

from gelenk.errors import Error
from gelenk.modeling.assets.mesh_content import RawMesh

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
        held = f", but {count}" if fits else ""  # messages do not quote the content of a file that is not STL
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
