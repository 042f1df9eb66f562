"""gelenk/toolchain/kernel_types.pyi: fields of model, data and scene in kernels.

Documents: design / Kernels, One source of truth

The stub is for editors and type checkers.
"""

import itertools

from gelenk.tables import fields_context, fields_data, fields_model, fields_scratch, fields_visual
from gelenk.tables.field_rows import Field
from gelenk.toolchain import kernel_types, struct_layout

HEAD = '''"""Fields of the structs that kernels read. Rendered by `python tools/render.py structs`; do not edit."""

from typing import overload

class View:
    @overload
    def __getitem__(self, i: int) -> float: ...
    @overload
    def __getitem__(self, i: slice) -> View: ...
    def __setitem__(self, i: int, value: float) -> None: ...

class Ints:
    @overload
    def __getitem__(self, i: int) -> int: ...
    @overload
    def __getitem__(self, i: slice) -> Ints: ...
    def __setitem__(self, i: int, value: int) -> None: ...

class Rows:
    @overload
    def __getitem__(self, i: tuple[int, int]) -> float: ...
    @overload
    def __getitem__(self, i: int) -> View: ...
    def __setitem__(self, i: tuple[int, int], value: float) -> None: ...

class IntRows:
    @overload
    def __getitem__(self, i: tuple[int, int]) -> int: ...
    @overload
    def __getitem__(self, i: int) -> Ints: ...
    def __setitem__(self, i: tuple[int, int], value: int) -> None: ...
'''
STRUCTS = (  # nested structs come first
    (kernel_types.Option, struct_layout.OPTION),
    (kernel_types.Statistic, struct_layout.STATISTIC),
    (kernel_types.Model, struct_layout.MODEL),
    (kernel_types.Data, struct_layout.DATA),
    (kernel_types.Shown, struct_layout.VISION["MjvOption"]),
    (kernel_types.Perturb, struct_layout.VISION["MjvPerturb"]),
    *(
        (getattr(kernel_types, f"Visual{group.rstrip('_').capitalize()}"), plan)
        for group, plan in struct_layout.VISUAL.items()
    ),
    (kernel_types.Scene, struct_layout.SCENE),
    (kernel_types.Context, struct_layout.CONTEXT),
)


def view(field: Field) -> str:
    """Return the view type of an array."""
    integer = "int" in field.dtype
    if len(field.shape) == 1:
        return "Ints" if integer else "View"
    return "IntRows" if integer else "Rows"


def meanings() -> dict[str, dict[str, Field]]:
    """Return layout -> slot name -> row of the tables."""
    model = (*fields_model.SIZES, *fields_model.MODEL, *fields_scratch.SCALARS)
    data = (*fields_data.SCALARS, *fields_data.DATA, *fields_scratch.SCALARS, *fields_scratch.SCRATCH)
    rows = {
        struct_layout.MODEL.name: (*model, *data),
        struct_layout.DATA.name: (
            *model,
            *data,
            *struct_layout.CONTACT_ROWS,
            *struct_layout.ROW_FIELDS,
            *fields_scratch.BUFFERS,
        ),
        struct_layout.OPTION.name: fields_model.OPTION,
        struct_layout.STATISTIC.name: fields_model.STATISTIC,
        struct_layout.SCENE.name: (*fields_visual.SCALARS, *fields_visual.HIDDEN),
        struct_layout.CONTEXT.name: tuple(itertools.chain.from_iterable(fields_context.SECTIONS)),
    }
    rows |= {plan.name: fields_model.VISUAL[group] for group, plan in struct_layout.VISUAL.items()}
    rows |= {plan.name: tuple(fields_visual.rows(name)) for name, plan in struct_layout.VISION.items()}
    return {name: {field.name: field for field in of} for name, of in rows.items()}


def comment(field: Field | None) -> str:
    """Return shape, meaning and unit of a field as a comment."""
    if field is None:
        return ""
    shape = f"({', '.join(map(str, field.shape))}) " if field.shape else ""
    unit = f" [{field.unit}]" if field.unit else ""
    text = f"{shape}{field.meaning}{unit}"
    return f"  # {text}" if text else ""


def struct(cls: type, plan: struct_layout.Layout, known: dict[str, dict[str, Field]]) -> str:
    """Return one struct with its fields in slot order."""
    lines = [f"class {cls.__name__}:"]
    inner = {nested.name: other.__name__ for other, nested in STRUCTS}
    for name in sorted(plan.offset, key=plan.offset.__getitem__):
        if name in plan.nested:
            kind = inner[plan.nested[name].name]
        elif name in plan.arrays:
            kind = view(plan.arrays[name])
        else:
            kind = "float" if plan.scalars[name].startswith("float") else "int"
        lines.append(f"    {name}: {kind}{comment(plan.arrays.get(name, known[plan.name].get(name)))}")
    return "\n".join(lines)


def page() -> str:
    """Return the whole stub."""
    known = meanings()
    return "\n".join([HEAD, *(struct(cls, plan, known) + "\n" for cls, plan in STRUCTS)])
