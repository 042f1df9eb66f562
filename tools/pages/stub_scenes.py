"""gelenk/scene/classes.pyi: the classes of abstract visualization, with typed fields.

Documents: API / MjvScene, MjvCamera, MjvOption, MjvPerturb, MjvGeom, MjvLight, MjvFigure
"""

import inspect

from gelenk.scene.classes import CLASSES
from gelenk.tables.fields_visual import ARRAYS, SCALARS, STRUCTS, Part
from gelenk.toolchain import struct_layout
from gelenk.toolchain.extension.load import PROPERTIES
from tools.pages.pyi import ARRAY, NUMBERS, class_of, property_of

HEAD = f'''"""The classes of abstract visualisation: rendered by `python tools/render.py`; do not edit."""

import weakref
from collections.abc import Sequence
from typing import Protocol, Self, SupportsFloat, SupportsIndex, TypeAlias

import numpy as np
import numpy.typing as npt

from gelenk.toolchain.extension.load import Base
from gelenk.runtime.struct_bases import Record
from gelenk.runtime.block import Block, Closed
from gelenk.runtime.model import MjModel
{NUMBERS}'''
LISTS = {
    "geoms": "tuple[MjvGeom, ...]",
    "lights": "tuple[MjvLight, ...]",
    "camera": "tuple[MjvGLCamera, MjvGLCamera]",
}
# private attributes that the package uses
OWN = """    _room: dict[str, int]
    _model: weakref.ref[MjModel] | None
    _counts: tuple[int, int, int, int]
    def _link_visual(self, m: MjModel) -> None: ...
    def _copy_topology(self, m: MjModel) -> None: ...
    def _restore_face_ranges(self) -> None: ...
"""


def kinds(dtype: str, shape: tuple) -> tuple[str, str]:
    """Return (type of a part, assignable type)."""
    if dtype == "str":
        return "str", "str"
    if dtype.startswith("S"):
        return "npt.NDArray[np.bytes_]", "npt.NDArray[np.bytes_] | Sequence[bytes | str]"
    if shape:
        return ARRAY.format(dtype), "_Matrix" if len(shape) > 1 else "_Numbers"
    return ("float", "SupportsFloat") if dtype.startswith("float") else ("int", "SupportsIndex")


def meaning(part: Part) -> str:
    """Return a part in one line: meaning, type, shape."""
    shape = f" ({', '.join(map(str, part.shape))})" if part.shape else ""
    return f"{part.meaning}: {'text' if part.dtype == 'str' else part.dtype}{shape}"


def struct(name: str) -> str:
    """Return a class of plain parts."""
    parts = [
        property_of(
            part.name, kinds(part.dtype, part.shape)[0], meaning(part), kinds(part.dtype, part.shape)[1]
        )
        for part in STRUCTS[name][0]
    ]
    if name == "MjvGeom":  # fields of some releases that have no effect
        floats = "npt.NDArray[np.float32]"
        former = {"texid": "int", "texuniform": "int", "texrepeat": floats}
        parts += [property_of(n, kind, "always unused, see matid", "") for n, kind in former.items()]
    plain = "    def __init__(self) -> None: ...\n    def __copy__(self) -> Self: ...\n"
    if hasattr(CLASSES[name], "_reset"):
        plain += "    def _reset(self) -> None: ...\n"
    if name in struct_layout.VISION:
        return class_of(
            name,
            "Record, Block",
            inspect.getdoc(CLASSES[name]) or "",
            [plain, *parts, *arrays(struct_layout.VISION[name])],
        )
    if hasattr(CLASSES[name], "_of"):
        plain += "    _columns: dict[str, np.ndarray]\n"
        return class_of(name, "Record, Base", inspect.getdoc(CLASSES[name]) or "", [plain, *parts])
    return class_of(name, "Record, Closed", inspect.getdoc(CLASSES[name]) or "", [plain, *parts])


def arrays(plan: struct_layout.Layout) -> list[str]:
    """Return the arrays behind the attributes, which the package reads."""
    return [f"    _a_{name}: {ARRAY.format(field.dtype)}\n" for name, field in plan.arrays.items()]


def scene() -> str:
    """Return MjvScene: columns, counts, and lists of their items."""
    cls = CLASSES["MjvScene"]
    parts = [
        "    def __init__(self, model: MjModel | None = ..., maxgeom: SupportsIndex | None = ...) -> None: ...\n",
        "    def __copy__(self) -> Self: ...\n",
    ]
    for f in (*SCALARS, *ARRAYS):
        member = getattr(cls, f.name, None)
        member = PROPERTIES.get(member, member) if inspect.isgetsetdescriptor(member) else member
        if isinstance(member, property):
            kind, setter = kinds(f.dtype, f.shape)
            parts.append(property_of(f.name, kind, f.doc, setter if member.fset else ""))
    parts += [property_of(n, kind, inspect.getdoc(getattr(cls, n)) or "") for n, kind in LISTS.items()]
    known = {f.name for f in (*SCALARS, *ARRAYS)} | set(LISTS)
    left = [n for n in dir(cls) if n[0] != "_" and n not in known]
    assert not left, f"MjvScene has {left}, of which the stub knows no types"
    return class_of(
        "MjvScene", "Block", inspect.getdoc(cls) or "", [*parts, OWN, *arrays(struct_layout.SCENE)]
    )


def page() -> str:
    """Return the whole stub."""
    parts = [struct(name) for name in STRUCTS]
    classes = "\nCLASSES: dict[str, type]\n"
    return "\n".join([HEAD, *parts, scene(), classes])
