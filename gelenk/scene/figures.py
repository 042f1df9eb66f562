"""MjvFigure, a plot of lines.

Documents: Programming / Visualization; API / MjvFigure
"""

import functools
from operator import attrgetter
from typing import Any

import numpy as np

from gelenk.algebra.random_numbers import halton
from gelenk.runtime.assignment import assign, text
from gelenk.runtime.block import Fixed
from gelenk.runtime.memory_plan import PREFIX
from gelenk.runtime.struct_bases import Record
from gelenk.scene.structs import common_members, limits_of, to_scalar
from gelenk.tables.field_rows import Field
from gelenk.tables.fields_visual import LINES, STRUCTS, TEXT_BYTES, Part
from gelenk.toolchain.extension import load
from gelenk.toolchain.struct_layout import Layout

_PARTS = {part.name: part for part in STRUCTS["MjvFigure"][0]}
_TEXTS = {part.name: part for part in _PARTS.values() if part.dtype == "str"}
# 800 kB of points, and names: zeros, allocated on first access
_LATE = {name: _PARTS[name] for name in ("linedata", "linename")}
_KEPT = {name: part for name, part in _PARTS.items() if name not in _TEXTS | _LATE}  # in the memory block


def _layout() -> Layout:
    """Return the memory layout of a figure."""
    rows = [Field(part.name, part.dtype, part.shape, part.meaning) for part in _KEPT.values()]
    arrays = {row.name: row for row in rows if row.shape}
    scalars = {row.name: row.dtype for row in rows if not row.shape}
    return Layout("MjvFigure", arrays, scalars, {}, {n: 8 * i for i, n in enumerate((*scalars, *arrays))})


def _refuse_none(part: Part, value: Any) -> None:
    if value is None:
        raise TypeError(f"{part.name} must not be None")


def _number_property(part: Part, place: int) -> property:
    real = part.dtype.startswith("float")

    def get(self: Any) -> Any:
        return float(self._floats[place]) if real else int(self._ints[place])

    def put(self: Any, value: Any) -> None:
        _refuse_none(part, value)
        number = to_scalar(part, value)
        if real:
            self._floats[place] = np.float32(number)
        else:
            self._ints[place] = number

    return property(get, put, doc=part.meaning)


def _array_property(part: Part) -> property:
    get = attrgetter(PREFIX + part.name)

    def put(self: Any, value: Any) -> None:
        assign(part.name, get(self), value)

    return property(get, put, doc=part.meaning)


def _late_property(part: Part) -> property:
    key = f"_{part.name}"

    def get(self: Any) -> Any:
        made = self.__dict__.get(key)
        return self.__dict__.setdefault(key, np.zeros(part.shape, part.dtype)) if made is None else made

    def put(self: Any, value: Any) -> None:
        assign(part.name, get(self), value)

    texts = part.dtype[0] == "S"  # texts are written one by one
    return property(get, None if texts else put, doc=part.meaning)


def _text_property(part: Part) -> property:
    key, most = f"_{part.name}", TEXT_BYTES[part.name]

    def get(self: Any) -> Any:
        return self.__dict__.get(key, part.default)

    def put(self: Any, value: Any) -> None:
        if type(value) is str and len(value) <= most and value.isascii() and "\0" not in value:
            self.__dict__[key] = value
            return
        _refuse_none(part, value)
        data = text(part.name, value)
        if len(data) > most:
            raise ValueError(f"len({part.name}) cannot exceed {most}: got length {len(data)}")
        try:
            self.__dict__[key] = data.decode().partition("\0")[0]
        except UnicodeDecodeError:
            raise ValueError(f"{part.name} must be UTF-8 text") from None

    return property(get, put, doc=part.meaning)


@functools.cache
def line_colors() -> np.ndarray:
    """Return the line colors of a figure: distinct ones first, then a Halton sequence."""
    first = [(1, 0.3, 0.3), (0.1, 1, 0.1), (0.3, 0.3, 1), (0.1, 1, 1), (1, 0.2, 1), (1, 1, 0.1)]
    first += [(1, 0.6, 0.2), (0.6, 0.7, 0.4)]
    rest = [[halton(i, base) for base in (2, 3, 5)] for i in range(len(first), LINES)]
    low, width = float(np.float32(0.1)), float(np.float32(0.8))
    spread = (low + width * np.array(rest)).astype(np.float32)
    return np.concatenate([np.array(first, np.float32), spread])


@functools.cache
def _defaults() -> dict[str, Any]:
    return {name: part.default for name, part in _KEPT.items()} | {"linergb": line_colors().ravel().tolist()}


def _figure_class(name: str) -> Any:
    plan = _layout()

    def _reset(self: Any) -> None:
        """Reset to the defaults in place; arrays that users hold stay valid."""
        Fixed._reset(self)
        for part in _TEXTS:
            self.__dict__.pop(f"_{part}", None)
        for part in _LATE:
            if f"_{part}" in self.__dict__:
                self.__dict__[f"_{part}"][...] = np.zeros((), _LATE[part].dtype)

    def __copy__(self: Any) -> Any:
        cls: Any = type(self)
        made = cls.__new__(cls)
        made._allocate_copy(self)
        for part in (*_TEXTS, *_LATE):
            value = self.__dict__.get(f"_{part}")
            if value is not None:
                made.__dict__[f"_{part}"] = value if isinstance(value, str) else value.copy()
        return made

    body = common_members(name) | {
        "_reset": _reset,
        "__copy__": __copy__,
        "_defaults": staticmethod(_defaults),
    }
    body |= {"_layout": plan, "_nslot": plan.nslot}
    body |= {part.name: _text_property(part) for part in _TEXTS.values()}
    body |= {part.name: _late_property(part) for part in _LATE.values()}
    body |= {part: _array_property(_KEPT[part]) for part in plan.arrays}
    body |= {part: _number_property(_KEPT[part], plan.offset[part] // 8) for part in plan.scalars}
    made = type(name, (Record, Fixed), body)
    for part, dtype in plan.scalars.items():
        kind, limits = ("single", (0, 0)) if dtype == "float32" else ("int", limits_of(dtype))
        load.replace_property(made, part, kind, plan.offset[part], limits)
    return made


MjvFigure = _figure_class("MjvFigure")
