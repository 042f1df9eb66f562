"""gelenk/jit/structs.pyi: what kernels find in model, data and scene, for editors and type checkers.

Documents: design / Kernels, One source of truth
"""

import itertools

from gelenk.jit import layout, structs
from gelenk.tables import (
    fields_context,
    fields_data,
    fields_model,
    fields_scene,
    fields_scratch,
    fields_visual,
)
from gelenk.tables.field_rows import Field

HEAD = '''"""What kernels find in their structs. Rendered by `python tools/render.py structs`; do not edit."""

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
STRUCTS = (  # those that others contain come first
    (structs.Option, layout.OPTION),
    (structs.Statistic, layout.STATISTIC),
    (structs.Model, layout.MODEL),
    (structs.Data, layout.DATA),
    (structs.Shown, layout.VISION["MjvOption"]),
    (structs.Perturb, layout.VISION["MjvPerturb"]),
    *(
        (getattr(structs, f"Visual{group.rstrip('_').capitalize()}"), plan)
        for group, plan in layout.VISUAL.items()
    ),
    (structs.Scene, layout.SCENE),
    (structs.Context, layout.CONTEXT),
)


def view(field: Field) -> str:
    """The view of an array."""
    integer = "int" in field.dtype
    if len(field.shape) == 1:
        return "Ints" if integer else "View"
    return "IntRows" if integer else "Rows"


def meanings() -> dict[str, dict[str, Field]]:
    """The rows of the tables by the names of their slots, for each layout."""
    model = (*fields_model.SIZES, *fields_model.MODEL, *fields_scratch.SCALARS)
    data = (*fields_data.SCALARS, *fields_data.DATA, *fields_scratch.SCALARS, *fields_scratch.SCRATCH)
    rows = {
        layout.MODEL.name: (*model, *data),
        layout.DATA.name: (*model, *data, *layout.CONTACT_ROWS, *layout.ROW_FIELDS, *fields_scratch.BUFFERS),
        layout.OPTION.name: fields_model.OPTION,
        layout.STATISTIC.name: fields_model.STATISTIC,
        layout.SCENE.name: (*fields_scene.SCALARS, *fields_scene.HIDDEN),
        layout.CONTEXT.name: tuple(itertools.chain.from_iterable(fields_context.SECTIONS)),
    }
    rows |= {plan.name: fields_model.VISUAL[group] for group, plan in layout.VISUAL.items()}
    rows |= {plan.name: tuple(fields_visual.rows(name)) for name, plan in layout.VISION.items()}
    return {name: {field.name: field for field in of} for name, of in rows.items()}


def comment(field: Field | None) -> str:
    """Shape, meaning and unit of a field."""
    if field is None:
        return ""
    shape = f"({', '.join(map(str, field.shape))}) " if field.shape else ""
    unit = f" [{field.unit}]" if field.unit else ""
    text = f"{shape}{field.meaning}{unit}"
    return f"  # {text}" if text else ""


def struct(cls: type, plan: layout.Layout, known: dict[str, dict[str, Field]]) -> str:
    """One struct, its fields in the order of their slots."""
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
    """The whole stub."""
    known = meanings()
    return "\n".join([HEAD, *(struct(cls, plan, known) + "\n" for cls, plan in STRUCTS)])
