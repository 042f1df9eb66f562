"""Printing of a scene as text: mj_printScene.

Documents: API / Printing
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Any

import numpy as np

from gelenk.scene.classes import MjvScene
from gelenk.tables.enums import mjtRndFlag

GEOM = "type category label objtype objid pos mat size segid dataid matid texcoord rgba emission specular shininess"
LIGHT = (
    "id pos dir type castshadow headlight intensity range ambient diffuse specular texid exponent attenuation"
)
CAMERA = "pos forward up orthographic frustum_center frustum_width frustum_bottom frustum_top frustum_near"
PARTS = (
    ("GEOM", "geoms", f"{GEOM} reflectance".split()),
    ("LIGHT", "lights", f"{LIGHT} cutoff bulbradius".split()),
    ("CAMERA", "camera", f"{CAMERA} frustum_far".split()),
)
FLEX = (
    "flexfaceused",
    "flexedgeadr",
    "flexedgenum",
    "flexvertadr",
    "flexvertnum",
    "flexfaceadr",
    "flexfacenum",
)
SKIN = ("skinfacenum", "skinvertadr", "skinvertnum")
TEXTS = ("label",)
LEFT_OUT = {"FLEX": ("edges", "verts", "faces", "normals", "texcoords"), "SKIN": ("verts", "normals")}
FLAGS = (
    "Shadow",
    "Wireframe",
    "Reflection",
    "Additive",
    "Skybox",
    "Fog",
    "Haze",
    "Depth",
    "Segment",
    "Id Color",
)
OPTIONS = ("flexvertopt", "flexedgeopt", "flexfaceopt", "flexskinopt", "stereo")


def field_line(indent: int, name: str, width: int, value: Any, float_format: str) -> str:
    """Return the line of a name and its value.

    Texts and integers are printed as they are, integers one column further right, like positive floats.
    """
    if isinstance(value, str | int):
        return f"{'':{indent}}{name:<{width}}{'' if isinstance(value, str) else ' '}{value}"
    many = np.ndim(value) > 0
    told = [float_format % number + " " * many for number in np.ravel(value).tolist()]
    return f"{'':{indent}}{name:<{width}}" + "".join(told)


_LINES: dict[tuple[type, str], list[tuple[str, str, str]]] = {}
_KEPT = 16  # number of cached formats


def _line_formats(thing: Any, names: Iterable[str], float_format: str) -> list[tuple[str, str, str]]:
    """Return (name, start of line, format of the value) for each field of a struct."""
    key = type(thing), float_format
    lines = _LINES.get(key)
    if lines is None:
        if len(_LINES) >= _KEPT:
            _LINES.clear()
        lines = _LINES[key] = []
        for name in names:
            one = "%s"
            if name not in TEXTS:
                first = thing._columns[name][0]
                many = (float_format + " ") * first.size
                one = many if first.ndim else float_format if first.dtype.kind == "f" else " %d"
            lines.append((name, f"    {name:<17}", one))
    return lines


def _format_and_columns(
    objects: Sequence[Any], names: Iterable[str], float_format: str
) -> tuple[str, list[list[Any]]]:
    """Return the format of structs of one kind, and the lists of values to fill in.

    A field that is equal in all structs becomes part of the format.
    """
    form, lists = "", []
    columns, count = objects[0]._columns, len(objects)
    for name, begin, one in _line_formats(objects[0], names, float_format):
        if name in TEXTS:
            lists.append([getattr(thing, name) for thing in objects])
            form += f"{begin}{one}\n"
            continue
        numbers = columns[name][:count]
        raw = numbers.tobytes()
        if raw == raw[: len(raw) // count] * count:
            form += f"{begin}{one % tuple(numbers[:1].ravel().tolist())}\n"
            continue
        form += f"{begin}{one}\n"
        lists += numbers.reshape(count, -1).T.tolist()
    return form, lists


def struct_lines(title: str, objects: Sequence[Any], names: Iterable[str], float_format: str) -> str:
    """Return structs of one kind as text, one field per line, formatted together."""
    if not objects:
        return f"{title}S 0\n"
    form, lists = _format_and_columns(objects, names, float_format)
    filled = tuple(chain.from_iterable(zip(range(len(objects)), *lists, strict=True)))
    return f"{title}S {len(objects)}\n" + f"  {title} %d\n{form}\n" * len(objects) % filled


def topology_lines(kind: str, scn: MjvScene, count: int, names: Iterable[str]) -> Iterator[str]:
    """Yield the address and count lines of flexes or skins, without the data."""
    yield f"{kind} DATA {count}"
    for i in range(count):
        yield f"  {kind} DATA {i}"
        for name in names:
            short = name.removeprefix(kind.lower())
            yield field_line(4, f"{short[:4]}_{short[4:]}", 17, int(getattr(scn, name)[i]), "")
        yield from (f"    {name:<17}..." for name in LEFT_OUT[kind])
        yield ""
    yield ""


def scene_text(scn: MjvScene, float_format: str) -> str:
    """Return the text of a scene."""
    used = {"geoms": scn.ngeom, "lights": scn.nlight, "camera": 2}
    told: list[str] = []
    for title, where, names in PARTS:
        told.append(struct_lines(title, getattr(scn, where)[: used[where]], names, float_format))
    told += topology_lines("FLEX", scn, scn.nflex, FLEX)
    told += topology_lines("SKIN", scn, scn.nskin, SKIN)
    told.append("FLAGS")
    flags = (*FLAGS, "Cull Face")[: int(mjtRndFlag.mjNRNDFLAG)]
    told += map("  {:<21} {}".format, flags, scn.flags.tolist())
    told += [field_line(2, name, 19, getattr(scn, name), float_format) for name in OPTIONS]
    told += ["", "", f"TRANSFORM {int(scn.enabletransform)}"]
    if scn.enabletransform:
        told += [
            field_line(2, name, 19, getattr(scn, name), float_format)
            for name in ("translate", "rotate", "scale")
        ]
    return "\n".join([*told, "", ""])
