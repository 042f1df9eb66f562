"""Models, data and the schema of MJCF as text for people: what mj_printModel, mj_printData, mj_printSchema write.

Documents: API / Printing

A model is printed object by object, a state field by field. Everything comes from the tables of fields.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from gelenk.tables import fields_data, fields_model
from gelenk.tables.enums import mjtObj
from gelenk.tables.objects import KINDS
from gelenk.tables.schema import ROOT
from gelenk.version import API_VERSION
from gelenk.world.model import CHARS
from gelenk.world.names import names_of

if TYPE_CHECKING:
    from gelenk.tables.field_rows import Field
    from gelenk.world.data import MjData
    from gelenk.world.model import MjModel

_FORMAT = re.compile(r"%[-+ #0]*\d{0,3}(\.\d{0,3})?[fgGeE]")


def check_format(function: str, text: str) -> None:
    """ValueError unless `text` is a format of C for one float."""
    if not _FORMAT.fullmatch(text):
        raise ValueError(
            f"{function}: float_format must be a format of C for one float, such as %.3g, not {text!r}"
        )


def numbers(values: Any, float_format: str) -> str:
    """Numbers of any type on a line; whole ones as they are."""
    values = np.asarray(values)
    flat = values.ravel().tolist()
    if values.dtype.kind in "iu":
        return str(flat)[1:-1].replace(",", "")
    form = float_format if values.dtype.kind == "f" else "%d"
    return " ".join([form] * len(flat)) % tuple(flat)


def block(title: str, array: np.ndarray, float_format: str) -> list[str]:
    """An array under its name, a row a line; nothing where it is empty."""
    if not array.size:
        return []
    if array.dtype.kind != "f":
        return [title, f"  {numbers(array, float_format)}", ""]
    row = "  " + " ".join([float_format] * (array.size // len(array)))
    return [title, "\n".join([row] * len(array)) % tuple(array.ravel().tolist()), ""]


# ---- the model


def model_text(m: MjModel, float_format: str) -> Any:
    """The whole model."""
    name = m.names.split(b"\0", 1)[0].decode(errors="replace")
    lines = [f"MuJoCo version {API_VERSION}", f"model name     {name}", "", "SIZES"]
    for f in fields_model.SIZES:
        if getattr(m, f.name) and f.name != "signature":
            lines.append(f"  {f.name:<20}{getattr(m, f.name)}")
    for title, block_, rows in (
        ("OPTION", m.opt, fields_model.OPTION),
        ("STATISTIC", m.stat, fields_model.STATISTIC),
    ):
        lines += ["", title]
        lines += [f"  {f.name:<20}{numbers(getattr(block_, f.name), float_format)}" for f in rows]
    lines += ["", f"totalmass             {numbers(m.body_mass.sum(), float_format)}", ""]
    shown = set(CHARS)
    for title, count, names, columns in _objects(m):
        shown |= {f.name for f in columns}
        for i in range(count):
            lines.append(f"{title.upper()} {i}:")
            if names:
                lines.append(f"  {'name':<22}{names[i]}")
            for f in columns:
                lines.append(f"  {f.name:<22}{numbers(getattr(m, '_a_' + f.name)[i], float_format)}")
            lines.append("")
    for f in fields_model.MODEL:
        if f.name not in shown:
            lines += block(f.name.upper(), getattr(m, "_a_" + f.name), float_format)
    return "\n".join(lines) + "\n"


def _objects(m: MjModel) -> Iterator[tuple[str, int, Any, list[Field]]]:
    """(title, count, names, fields) for every kind of object: the fields with one row per object."""
    kinds: list[tuple[str, str, Any]] = [
        (kind.name, kind.size, kind) for kind in KINDS if kind.names and kind.type != mjtObj.mjOBJ_XBODY
    ]
    at = [name for name, _, _ in kinds].index("geom")
    kinds[at:at] = [("dof", "nv", None), ("tree", "ntree", None)]
    for title, size, kind in kinds:
        rows = [
            f
            for f in fields_model.MODEL
            if f.shape[0] == size and f.dtype != "char" and not f.name.startswith(("name_", "names_"))
        ]
        if kind is None:
            rows = [f for f in rows if f.name.startswith(title)]
        yield title, getattr(m, size), names_of(m, kind.type) if kind else None, rows


# ---- the state


def data_text(m: MjModel, d: MjData, float_format: str) -> Any:
    """The state and everything computed from it."""
    lines = ["SIZES"]
    scalars = [f for f in fields_data.SCALARS if f.name not in ("time", "signature")]
    lines += [f"  {f.name:<22}{numbers(getattr(d, f.name), float_format)}" for f in scalars]
    lines += ["", "TIMER"]
    for i, timer in enumerate(d.timer):
        lines.append(f"  {i:>3}:  duration = {numbers(timer.duration, float_format)} number = {timer.number}")
    lines += ["", "WARNING"]
    for i, warning in enumerate(d.warning):
        lines.append(f"  {i:>3}:  lastinfo = {warning.lastinfo}  number = {warning.number}")
    lines += ["", f"TIME = {numbers(d.time, float_format)}", ""]
    for f in fields_data.DATA:
        lines += block(f.name.upper(), np.asarray(getattr(d, f.name)), float_format)
    if d.ncon:
        lines.append("CONTACT")
        for i in range(d.ncon):
            lines.append(f"  {i}:")
            for f in fields_data.CONTACT:
                lines.append(f"    {f.name:<18}{numbers(getattr(d.contact[i], f.name), float_format)}")
        lines.append("")
    for f in fields_data.ROWS:
        lines += block(f.name.upper(), np.asarray(getattr(d, f.name)), float_format)
    return "\n".join(lines) + "\n"


# ---- the schema


def schema_rows() -> Iterator[Any]:
    """(depth, element, names of its attributes), parents first; what may contain itself is shown once."""
    stack, shown = [(0, ROOT)], set()
    while stack:
        depth, row = stack.pop()
        if row.tag in shown:
            continue
        if row.card == "R":
            shown.add(row.tag)
        yield depth, row, sorted(row.by_name)
        stack.extend((depth + 1, child) for child in reversed(row.children))


def schema_text(pad: bool) -> Any:
    """Element, how often it may stand, attributes; attributes in a column of their own if `pad`."""
    lines = []
    for depth, row, names in schema_rows():
        head = f"{'   ' * depth}{row.tag} ({row.card})"
        if not pad:
            lines.append(f"{head:<30} {' '.join(names)}".rstrip())
            continue
        wrapped = textwrap.wrap(" ".join(names), 42) or [""]
        lines += [f"{head if i == 0 else '':<30} {part}".rstrip() for i, part in enumerate(wrapped)]
    return "\n".join(lines) + "\n"


def schema_html(pad: bool) -> Any:
    """The same as a table; `pad` indents with styles rather than with spaces."""
    lines = ['<table border="1">']
    for depth, row, names in schema_rows():
        style = f' style="padding-left:{5 + 15 * depth}"' if pad else ""
        space = "" if pad else "&nbsp;" * 4 * depth
        lines += [
            "<tr>",
            f'\t<td{style} bgcolor="#EEEEEE" class="el">{space}{row.tag}</td>',
            f'\t<td class="ty">{row.card}</td>',
            f'\t<td class="at">{" ".join(names)}</td>',
            "</tr>",
        ]
    return "\n".join([*lines, "</table>"]) + "\n"
