"""Names and paths of a model: buffers, addresses, and the hash map from name to id.

Documents: Modeling / Names; API / mj_name2id; API / MjModel; Modeling / XML reference / compiler / strippath

The file paths of assets are kept in a buffer of their own, with the address of each.
"""

from __future__ import annotations

import posixpath
import re
from functools import lru_cache
from itertools import accumulate
from typing import Any

from gelenk.modeling.compiler.build import Build
from gelenk.modeling.mjcf.file_sources import is_provided
from gelenk.tables.enums import mjtObj
from gelenk.tables.object_types import KINDS
from gelenk.tables.releases import R4_0

HASH_SLOTS_PER_NAME = 2  # hash map slots per object
_NAMED = [(int(kind.type), kind.names) for kind in KINDS if kind.names and kind.type != mjtObj.mjOBJ_XBODY]


def name_columns(build: Build) -> bytes:
    """Fill name_*adr and names_map; return the buffer of zero-terminated names.

    The model name comes first.
    """
    buffer = bytearray(str(build.spec.modelname).encode() + b"\0")
    table: list[int] = []
    registered = build.names
    for kind, field in _NAMED:
        if kind not in registered:
            continue
        names = registered[kind]
        if not any(names):
            build.arrays[field] = [*range(len(buffer), len(buffer) + len(names))]
            buffer += bytes(len(names))
            table += [-1] * (HASH_SLOTS_PER_NAME * len(names))
            continue
        first, text = len(buffer), "\0".join(names)
        buffer += text.encode() + b"\0"
        before = names[:-1] if text.isascii() else [name.encode() for name in names[:-1]]
        build.arrays[field] = [*accumulate([len(name) + 1 for name in before], initial=first)]
        table += hash_map(names)
    build.set_fields(names_map=table)
    build.sizes.update(nnames=len(buffer), nnames_map=len(table))
    return bytes(buffer)


def hash_map(names: list[str]) -> list[int]:
    """Return the ids in an open hash table with linear probing; -1 marks a free slot."""
    size = HASH_SLOTS_PER_NAME * len(names)
    table = [-1] * size
    for i, name in enumerate(names):
        if name:
            slot = hashed(name) % size
            while table[slot] >= 0:
                slot = (slot + 1) % size
            table[slot] = i
    return table


def hash_name(name: str, size: int) -> int:
    """Return the slot of a name: its hash modulo the size."""
    return hashed(name) % size


@lru_cache(8192)
def hashed(name: str) -> int:
    """Hash of a name: h = 33 h xor byte from 5381, in 64 bits, signed bytes (Bernstein)."""
    h = 5381
    for byte in name.encode():
        h = (33 * h ^ (byte if byte < 128 else byte - 256)) & 0xFFFFFFFFFFFFFFFF
    return h


# kinds of assets with a `file`, in the order of the buffer, and the model field of their addresses
FILE_KINDS = (
    (mjtObj.mjOBJ_HFIELD, "hfield_pathadr"),
    (mjtObj.mjOBJ_MESH, "mesh_pathadr"),
    (mjtObj.mjOBJ_SKIN, "skin_pathadr"),
    (mjtObj.mjOBJ_TEXTURE, "tex_pathadr"),
)
MEDIA_TYPE = r"(?s)([^/;]+/[^/;]+)(;.*)?"
EXTENSIONS = {
    ".png": "image/png",
    ".obj": "model/obj",
    ".ply": "model/ply",
    ".stl": "model/stl",
    ".msh": "model/vnd.mujoco.msh",
}


def path_columns(build: Build) -> bytes:
    """Fill *_pathadr and npaths; return the buffer of all paths, zero-terminated.

    From release 4.0 on, and for textures by reference, paths are those that files are read from; before, without the
    folders of the model and of meshdir and texturedir. The media type of a texture follows its path.
    """
    resolved = build.release >= R4_0
    buffer = bytearray()
    for kind, field in FILE_KINDS:
        addresses = []
        for el in build.elements.get(int(kind), ()):
            by_reference = id(el) in build.by_reference
            path = (resolved_path if resolved or by_reference else stated_path)(build, el, el.file)
            addresses.append(len(buffer) if path else -1)
            if path:
                buffer += path.encode() + b"\0"
                if kind == mjtObj.mjOBJ_TEXTURE and el.content_type and (resolved or by_reference):
                    buffer += el.content_type.encode() + b"\0"
        build.arrays[field] = addresses
    buffer = buffer or bytearray(1)
    build.sizes["npaths"] = len(buffer)
    return bytes(buffer)


def stated_path(build: Build, el: Any, name: str) -> str:
    """Return a normalized path of `el` with forward slashes, without folders if strippath."""
    name = name.replace("\\", "/")
    if build.origin_of(el).strippath:
        return posixpath.basename(name)
    return posixpath.normpath(name) if name else ""


def resolved_path(build: Build, el: Any, name: str) -> str:
    """Return the path or URI that a file of `el` is read from."""
    if not name:
        return ""
    sources, path = build.locate(el, name.replace("\\", "/"))
    return (
        path if is_provided(path) else posixpath.normpath(posixpath.join(sources.folder, sources.base, path))
    )


def media_type(el: Any, name: str) -> str:
    """Return the media type: `content_type` of the element, else by extension, "" if unknown."""
    if el.content_type:
        stated = re.fullmatch(MEDIA_TYPE, el.content_type)
        return stated.group(1) if stated else ""
    return EXTENSIONS.get(posixpath.splitext(name)[1].lower(), "")
