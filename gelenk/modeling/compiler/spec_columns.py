"""Model columns from spec elements: attributes, user data, autolimits, names and paths.

Documents: Modeling / XML reference / compiler / autolimits; Modeling / Names; API / mj_name2id; API / MjModel;
Modeling / XML reference / compiler / strippath

Names and paths of a model have buffers, addresses, and a hash map from name to id. The file paths of assets are kept in
a buffer of their own, with the address of each.
"""

from __future__ import annotations

import math
import posixpath
import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import accumulate
from operator import attrgetter, itemgetter
from typing import Any

import numpy as np

from gelenk.algebra.orientation import floats
from gelenk.errors import Error
from gelenk.modeling.compiler.build import KIND_NAME, Build
from gelenk.modeling.mjcf.file_sources import is_provided
from gelenk.tables.enums import mjtLimited, mjtObj
from gelenk.tables.object_types import KINDS
from gelenk.tables.releases import R4_0

# values in one table of the model (1 GB); larger counts fail before anything is allocated
MAX_NUMBERS = 1 << 27
# range of each narrow type
BOUNDS: dict[type, tuple[float, float]] = {
    np.int32: (-(2**31), 2**31 - 1),
    np.uint8: (0, 255),
    np.float32: (-math.inf, math.inf),
}


def elements_of(build: Build, obj: int, elements: Any) -> list:
    """Return the elements of one type in model order, and register their names on first use."""
    key = int(obj)
    if key not in build.elements:
        build.register(obj, list(elements))
    return build.elements[key]


class Copied:
    """Columns of attributes that are copied unchanged: model field -> attribute."""

    def __init__(self, attribute_of: Mapping[str, str]) -> None:
        self._fields, self._values = tuple(attribute_of), itemgetter(*attribute_of.values())

    def columns(self, elements: list) -> Iterable[tuple[str, list]]:
        """Return (field, column) pairs, none without elements."""
        return zip(self._fields, map(list, zip(*map(self._values, map(_STATE, elements)))))  # noqa: B905


_STATE = attrgetter("__dict__")


def column(elements: list, attribute: str, width: int = 0, dtype: type = np.float64) -> list:
    """Return one attribute of all elements; fail if integers do not fit `dtype`."""
    values = [el.__dict__[attribute] for el in elements]
    if not width and dtype is not np.float64 and values:
        low, high = BOUNDS[dtype]
        if min(values) < low or max(values) > high:
            raise Error(f"{attribute} = {max(values, key=abs)} does not fit into {np.dtype(dtype)}")
    return values


def polynomial_columns(linear: str, higher: str, values: list) -> dict[str, list]:
    """Return the columns of an attribute with one or three coefficients, by model field.

    higher   field of the higher coefficients, omitted (zero) if all of them are zero
    """
    if set(map(type, values)) <= {float}:
        return {linear: values}
    rows = [(value, 0.0, 0.0) if type(value) is float else floats(value) for value in values]
    return {linear: [row[0] for row in rows], higher: [row[1:] for row in rows]}


def distinct(values: np.ndarray) -> np.ndarray:
    """Return the sorted distinct values of an array; np.unique would import numpy.ma for this."""
    ordered = np.sort(values, axis=None)
    return ordered[np.concatenate([[True], ordered[1:] != ordered[:-1]])] if ordered.size else ordered


def starts(counts: list[int]) -> list[int]:
    """Return the start of each part when parts of these sizes are concatenated."""
    return [end - n for end, n in zip(accumulate(counts), counts, strict=True)]


def starts_or_none(counts: list[int]) -> list[int]:
    """Return the result of `starts`, with -1 for empty parts."""
    return [end - n if n else -1 for end, n in zip(accumulate(counts), counts, strict=True)]


def check_count(build: Build, el: Any, count: int, what: str, attribute: str) -> None:
    """Fail on a table of more than MAX_NUMBERS values."""
    if count > MAX_NUMBERS:
        build.fail(el, f"{what} would take {count} numbers, more than {MAX_NUMBERS}", attribute)


def user_columns(build: Build, obj: int, elements: list, size: str) -> list[tuple]:
    """Return the user data of every element (n, nuser), padded with zeros, and set the size.

    `nuser_x` of the spec is the number of columns; -1 stands for the length of the longest `user` attribute.
    """
    width = int(build.spec.__dict__[size])
    longest = max([len(el.__dict__["userdata"]) for el in elements], default=0)
    if width < 0:
        width = longest
    build.sizes[size] = width
    if not width and not longest:
        return []
    check_count(build, build.spec, len(elements) * width, size, size)
    table = []
    for el in elements:
        user = el.__dict__["userdata"]
        if len(user) > width:
            build.fail(
                el,
                f"user has {len(user)} values, more than {size} = {width} in {KIND_NAME[obj]}",
                "user",
                f"set {size} to -1 or at least {len(user)}",
            )
        if width:
            table.append((*floats(user), *(0.0,) * (width - len(user))))
    return table


def is_limited(
    build: Build, obj: int, el: Any, limited: str, range_: str, ordered: bool = True, given: Any = None
) -> bool:
    """Return whether a range applies: as `limited` says, or for "auto" if low < high.

    given    the range, if it is not the attribute `range_` of the element
    Errors   "auto" without autolimits although a range is given; a range that applies with low >= high, if ``ordered``
    """
    flag = int(el.__dict__[limited])
    low, high = floats(el.__dict__[range_]) if given is None else given
    if flag != mjtLimited.mjLIMITED_AUTO:
        if flag and ordered and not low < high:
            what = f"{range_}[0] should be smaller than {range_}[1] in joint"
            build.fail(
                el,
                what
                if obj == mjtObj.mjOBJ_JOINT
                else f"invalid {range_} for {KIND_NAME[obj]}: {low:g} {high:g}",
                range_,
                f"{limited} needs {range_}[0] < {range_}[1], not {low:g} {high:g}",
            )
        return bool(flag)
    if not build.origin_of(el).compiler.autolimits and (low != 0 or high != 0):
        build.fail(
            el,
            f"{KIND_NAME[obj]} has '{range_}' but not '{limited}'",
            range_,
            f'say {limited}="true" or "false", or set the compiler option autolimits="true"',
        )
    return low < high


# kinds of assets with a `file`, in the order of the buffer, and the model field of their addresses


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

    From release 4.0 on, and for textures by reference in all releases, these are the paths that files are read from;
    otherwise, they omit the folder of the model and meshdir or texturedir. In the first case, the media type of a
    texture, if stated, follows its path.
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
