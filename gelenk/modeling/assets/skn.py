"""SKN files, the binary format of skins.

Documents: Modeling / XML reference / deformable / skin
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from gelenk.errors import Error

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
