"""MSH files, the legacy binary mesh format.

Documents: XML reference / asset / mesh (file)

Four int32: nvert, nnormal, ntexcoord, nface. Then float32 vert[3 nvert], normal[3 nnormal],
texcoord[2 ntexcoord], and int32 face[3 nface]. nnormal and ntexcoord are nvert or 0.
"""

from __future__ import annotations

import struct

import numpy as np

from gelenk.errors import Error
from gelenk.modeling.assets.mesh_content import RawMesh

HEADER = 16


def read_msh(content: bytes) -> RawMesh:
    """Return the mesh of an MSH file.

    Errors   Error: wrong size, inconsistent counts
    """
    if not content:
        raise Error("the MSH file is empty")
    if len(content) < HEADER:
        raise Error("the MSH file ends in its header")
    nvert, nnormal, ntexcoord, nface = struct.unpack_from("<4i", content)
    if nvert < 4 or nface < 0 or nnormal not in (0, nvert) or ntexcoord not in (0, nvert):
        raise Error(
            "invalid sizes in the MSH file",
            hint="at least 4 vertices, and as many normals and texture coordinates or none",
        )
    size = HEADER + 4 * (3 * nvert + 3 * nnormal + 2 * ntexcoord + 3 * nface)
    if len(content) != size:
        raise Error(f"the MSH file has {len(content)} bytes, which its header does not fit")
    numbers = np.frombuffer(content, "<f4", 3 * (nvert + nnormal) + 2 * ntexcoord, HEADER)
    vert, normal, texcoord = np.split(numbers, [3 * nvert, 3 * (nvert + nnormal)])
    face = np.frombuffer(content, "<i4", 3 * nface, size - 12 * nface)
    return RawMesh(vert, face, normal, texcoord)
