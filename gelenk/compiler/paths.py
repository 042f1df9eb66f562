"""The files that assets come from, as the model keeps them: one buffer of paths, and the address of each.

Documents: API / MjModel; Modeling / XML reference / compiler / strippath
"""

from __future__ import annotations

import posixpath
import re
from typing import Any

from gelenk.compiler.build import Build
from gelenk.spec.element import stem
from gelenk.spec.fields import edited
from gelenk.tables.enums import mjtObj

# in the order of the buffer: kinds of assets with a `file`, and the model field of their addresses
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
    """Fill *_pathadr and npaths; returns the buffer: all paths, zero-terminated, or a lone zero if there is none.

    Folders that the compiler settings add (meshdir, texturedir) are not part of it.
    """
    buffer = bytearray()
    for kind, field in FILE_KINDS:
        addresses = []
        for el in build.elements.get(int(kind), ()):
            path = stated_path(build, el, el.file)
            addresses.append(len(buffer) if path else -1)
            if path:
                buffer += path.encode() + b"\0"
        build.arrays[field] = addresses
    buffer = buffer or bytearray(1)
    build.sizes["npaths"] = len(buffer)
    return bytes(buffer)


def stated_path(build: Build, el: Any, name: str) -> str:
    """A file name of `el` with forward slashes and without detours; without folders if strippath says so."""
    name = name.replace("\\", "/")
    if build.origin(el).strippath:
        return posixpath.basename(name)
    return posixpath.normpath(name) if name else ""


def name_after_files(elements: list) -> None:
    """Call assets that have a file but no name after the file, as 3.5.0 does when it compiles them."""
    for el in elements:
        if not el.name and el.file:
            el.__dict__["name"] = stem(el.file)  # clashes are found when names are registered
            edited()


def media_type(el: Any, name: str) -> str:
    """What kind of file it is: as `content_type` of the element says, else by its extension; "" if neither tells."""
    if el.content_type:
        stated = re.fullmatch(MEDIA_TYPE, el.content_type)
        return stated.group(1) if stated else ""
    return EXTENSIONS.get(posixpath.splitext(name)[1].lower(), "")
