"""Models as text, and the MJCF schema, as mj_printModel and mj_printSchema write them.

Documents: API / mj_printModel, mj_printSchema
"""

from __future__ import annotations

import functools
import textwrap
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from gelenk.api.printing.forms import integer_row, is_constant, sparsity_picture
from gelenk.runtime import binary_model
from gelenk.runtime.named_access import signal_rows
from gelenk.runtime.struct_bases import unused_values
from gelenk.tables import field_groups, fields_model
from gelenk.tables.field_rows import FIRST
from gelenk.tables.levels import LEVEL, is_known
from gelenk.tables.object_types import KINDS
from gelenk.tables.schema import ROOT

if TYPE_CHECKING:
    from gelenk.runtime.model import MjModel
    from gelenk.tables.field_rows import Field


def model_text(m: MjModel, form: str) -> bytes:
    """Return the whole model as text, with floats in the format `form`."""
    names = m.names.decode("latin-1")
    parts = [
        f"MuJoCo version {LEVEL}\nmodel name     {_name_at(names, 0)}\n\n",
        _memory_text(m),
        _size_lines(m),
        _settings_text(m, form),
        _position_text(m, form),
        *(_objects_text(m, kind, names, form) for kind in _object_kinds()),
        *_custom_texts(m, names, form),
        *_keyframe_texts(m, names, form),
        *_matrix_texts(m),
        f"\nSIGNATURE\n  {m.signature}\n\n",
        _bvh_texts(m),
    ]
    return "".join(parts).encode("latin-1")


def _name_at(names: str, address: int) -> str:
    return names[address : names.find("\0", address)]


def _memory_text(m: MjModel) -> str:
    """Return the memory use by part, in bytes or KB.

    The total is the size of the model in binary form.
    """
    lines = [("total", total := binary_model.byte_count(m))]
    for part, fields in _memory_parts():
        n = sum(getattr(m, name).nbytes for name in fields)
        total -= n
        lines += [(part, n)] if n else []
    shown = [f"  {name:<9}{_size_text(n)}\n" for name, n in (*lines, ("other", total))]
    return "MEMORY\n" + "".join(shown) + "\n"


@functools.cache
def _memory_parts() -> list[tuple[str, list[str]]]:
    """Return the printed parts of the memory with their fields."""
    rows = fields_model.MODEL
    return [
        (part, [f.name for f in rows if f.name.startswith(prefixes) and f.shape[0] != size])
        for part, prefixes, size in field_groups.MEMORY
    ]


def _size_text(n: int) -> str:
    return f"{n:8} bytes" if n < 1024 else f"{(n + 512) >> 10:10} KB"


def _size_lines(m: MjModel) -> str:
    rows = [f.name for f in fields_model.SIZES if f.name != "signature" and is_known(f.since)]
    sizes = [(name, int(getattr(m, name))) for name in rows]
    return "SIZES\n" + "".join([f"  {name:<20}{size}\n" for name, size in sizes if size]) + "\n"


def _settings_text(m: MjModel, form: str) -> str:
    """Return options, the total mass and statistics as text."""
    types = {f.name: f for f in (*fields_model.OPTION, *fields_model.STATISTIC)}
    parts = ["OPTION\n"]
    for name in field_groups.OPTION_ORDER.split():
        value = getattr(m.opt, name)
        if types[name].dtype != "float64":
            parts.append(f"  {name:<20}{value}\n")
        elif types[name].shape:
            parts.append(f"  {name:<19}" + f"{form} " * len(value) % tuple(value.tolist()) + "\n")
        else:
            parts.append(f"  {name:<19}" + form % value + "\n")
    parts.append(f"\n{'totalmass':<21}" + form % sum(m.body_mass.tolist()) + "\n\nSTATISTIC\n")
    for name in field_groups.STATISTIC_ORDER.split():
        value = np.atleast_1d(getattr(m.stat, name))
        parts.append(f"  {name:<19}" + form * len(value) % tuple(value.tolist()) + "\n")
    return "".join(parts) + "\n"


def _position_text(m: MjModel, form: str) -> str:
    lines = [
        f"{name:<21}" + f"{form} " * len(values) % tuple(values.tolist()) + "\n\n"
        for name, values in (("qpos0", m.qpos0), ("qpos_spring", m.qpos_spring))
    ]
    return "".join(lines)


# ---- objects field by field

SIGNALS = {"actuator": ("nu", "nout")}  # sizes of fields with several rows per object


class _ObjectKind(NamedTuple):
    title: str
    size: str
    names: str  # field with the addresses of the names; "" for unnamed objects
    rows: tuple[Field, ...]


@functools.cache
def _object_kinds() -> tuple[_ObjectKind, ...]:
    """Return the kinds of objects that are printed field by field, in order."""
    found = [(kind.name, kind.size, kind.names) for kind in KINDS if kind.names]
    found = [kind for kind in found if kind[0] not in (*field_groups.LISTS, "plugin", "xbody")]
    at = [name for name, _, _ in found].index("geom")
    found[at:at] = [("dof", "nv", ""), ("tree", "ntree", "")]
    kinds = []
    for name, size, names in found:
        rows = [
            f
            for f in fields_model.MODEL
            if f.shape[0] in (size, *SIGNALS.get(name, ()))
            and not f.name.startswith(field_groups.NOT_OBJECTS)
            and (names or f.name.startswith(name))
        ]
        kinds.append(_ObjectKind(field_groups.TITLES.get(name, name.upper()), size, names, tuple(rows)))
    return tuple(kinds)


def _objects_text(m: MjModel, kind: _ObjectKind, names: str, form: str) -> str:
    """Return all objects of a kind as text."""
    count = getattr(m, kind.size)
    if not count:
        return ""
    text = [f"{kind.title} %d:\n"]
    columns: list[Any] = [range(count)]
    if kind.names:
        text.append(f"  {'name':<{field_groups.NAME_WIDTH.get(kind.title, 22)}}%s\n")
        columns.append([_name_at(names, adr) for adr in getattr(m, kind.names).tolist()])
    for f in kind.rows:
        array = getattr(m, f.name)
        if len(array) != count:
            lists = _signal_texts(m, f, form)
            text.append("%s")
            columns.append(lists)
            continue
        values = array.reshape(count, -1)
        if (
            f.since != FIRST and (values == unused_values(f, values.shape)).all()
        ):  # omit unused fields of later releases, which 3.5.0 does not print
            continue
        if values.shape[1]:
            one = f"{form} " if values.dtype.kind == "f" else " %d "
            line = f"  {f.name:<21}" + one * values.shape[1] + "\n"
            if is_constant(values):
                text.append(line % tuple(values[0].tolist()))
                continue
            text.append(line)
            columns += values.T.tolist()
    if kind.title == "TENDON":
        text.append("%s")
        columns.append(_wrap_path_texts(m, form))
    if kind.title == "MESH":
        text.append("%s")
        columns.append(_hull_texts(m))
    text.append("\n")
    return "\n" + "".join(map("".join(text).__mod__, zip(*columns, strict=True)))


def _signal_texts(m: MjModel, f: Field, form: str) -> list[str]:
    """Return the text of a field for each actuator, a line per control or output."""
    rows, texts = getattr(m, f.name).reshape(getattr(m, f.shape[0]), -1), []
    one = f"{form} " if rows.dtype.kind == "f" else " %d "
    line = f"  {f.name:<21}" + one * rows.shape[1] + "\n"
    count, kind = len(m.name_actuatoradr), "ctrl" if f.shape[0] == "nu" else "out"
    for i in range(count):
        part = rows[slice(i, i + 1) if len(rows) == count else signal_rows(m, kind, i)]
        texts.append("".join([line % tuple(row) for row in part.tolist()]))
    return texts


def _wrap_path_texts(m: MjModel, form: str) -> list[str]:
    """Return the wrap paths of tendons as text."""
    rows = list(zip(m.wrap_type.tolist(), m.wrap_objid.tolist(), m.wrap_prm.tolist(), strict=True))
    line = f"    %d     %d     {form}\n"
    texts = []
    for adr, num in zip(m.tendon_adr.tolist(), m.tendon_num.tolist(), strict=True):
        texts.append(
            "  path\n    type  objid  prm\n" + "".join(map(line.__mod__, rows[adr : adr + num])) + "\n"
        )
    return texts


def _hull_texts(m: MjModel) -> list[str]:
    """Return the numbers of faces and vertices of convex hulls as text."""
    texts = []
    for adr in m.mesh_graphadr.tolist():
        if not 0 <= adr < m.nmeshgraph - 1:
            texts.append("")
            continue
        vertices, faces = m.mesh_graph[adr : adr + 2].tolist()
        texts.append(f"  qhull face            {faces}\n  qhull vert            {vertices}\n")
    return texts


# ---- custom fields and keyframes


def _custom_texts(m: MjModel, names: str, form: str) -> Iterator[str]:
    """Yield custom numbers, texts and tuples as text."""
    spans = list(
        zip(m.name_numericadr.tolist(), m.numeric_adr.tolist(), m.numeric_size.tolist(), strict=True)
    )
    yield "\n" if spans else ""
    for i, (name, adr, size) in enumerate(spans):
        values = m.numeric_data[adr : adr + size].tolist()
        line = "  value       " + form * len(values) % tuple(values)
        yield f"NUMERIC {i}:\n{_section_head(_name_at(names, name), size)}{line}\n\n"
    data = m.text_data.decode("latin-1")
    spans = list(zip(m.name_textadr.tolist(), m.text_adr.tolist(), m.text_size.tolist(), strict=True))
    yield "\n" if spans else ""
    for i, (name, adr, size) in enumerate(spans):
        yield f"TEXT {i}:\n{_section_head(_name_at(names, name), size)}  value        {_name_at(data, adr)}\n\n"
    spans = list(zip(m.name_tupleadr.tolist(), m.tuple_adr.tolist(), m.tuple_size.tolist(), strict=True))
    kinds = {kind.type: kind.name for kind in KINDS}
    yield "\n" if spans else ""
    for i, (name, adr, size) in enumerate(spans):
        yield f"TUPLE {i}:\n{_section_head(_name_at(names, name), size)}  elements\n"
        for k in range(adr, adr + size):
            kind = kinds.get(int(m.tuple_objtype[k]), "")
            yield f"       {kind} {m.tuple_objid[k]}, prm = {form % m.tuple_objprm[k]}\n"
        yield "\n"


def _section_head(name: str, size: int) -> str:
    return f"  name         {name}\n  size         {size}\n"


def _keyframe_texts(m: MjModel, names: str, form: str) -> Iterator[str]:
    """Yield keyframes as text, without values equal to those of the model."""
    if not m.nkey:
        return
    fields = []
    for field, source in field_groups.KEYS:
        values = getattr(m, field)
        if not values.size:
            continue
        usual: Any = 0.0 if source is None else getattr(m, source)
        if source in ("body_pos", "body_quat"):
            mocap = m.body_mocapid
            usual = usual[np.argsort(mocap, kind="stable")[-m.nmocap :]].ravel()
        differs = (values != usual).any(axis=1).tolist()
        fields.append((field, values.tolist(), differs, form * values.shape[1]))
    for i, adr in enumerate(m.name_keyadr.tolist()):
        name, time = _name_at(names, adr), m.key_time[i]
        yield f"key_name{i}    {name}\n" if name else ""
        yield f"key_time{i}    {time:.4f}\n" if time else ""
        lines = [
            f"{field}{i}   {many % tuple(rows[i])}\n" for field, rows, differs, many in fields if differs[i]
        ]
        yield "".join([*lines, "\n"]) if lines else ""


# ---- matrices and bounding volume hierarchies


def _matrix_texts(m: MjModel) -> Iterator[str]:
    """Yield pictures and index arrays of the sparse matrices."""
    for title, size, letter, arrays in field_groups.MATRICES:
        nnz, adr, columns = (getattr(m, f"{letter}_{part}") for part in ("rownnz", "rowadr", "colind"))
        diagonal = "D" if letter == "D" else ""
        yield sparsity_picture(title, (getattr(m, size), m.nv), nnz, adr, columns, diagonal=diagonal)
        for name in arrays.split():
            yield integer_row(name.upper(), getattr(m, name))


def _bvh_texts(m: MjModel) -> str:
    """Return the bounding volume hierarchies as text."""
    first, second = m.bvh_child.T.tolist() if m.nbvh else ((), ())
    columns = (range(m.nbvh), m.bvh_depth.tolist(), m.bvh_nodeid.tolist(), first, second)
    rows = map("  %-8d%-8d% -8d% -10d% d\n".__mod__, zip(*columns, strict=True))
    return "BVH:\n  id      depth   nodeid  child[0]  child[1]\n" + "".join(rows) + "\n"


def schema_rows() -> Iterator[Any]:
    """Yield (depth, element, attribute names), parents first; recursive elements only once."""
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
    """Return the schema as text; `pad` puts the attributes in a column of their own."""
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
    """Return the schema as an HTML table; `pad` indents by style rather than by spaces."""
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
