"""MjvFigure: a plot of lines.

Documents: Programming / Visualization; API / MjvFigure
"""

import functools
from typing import Any

import numpy as np

from gelenk.algebra.halton import halton
from gelenk.scene.structs import common, fill, whole
from gelenk.tables.fields_visual import LINES, STRUCTS, Part
from gelenk.tables.records import Record
from gelenk.world.block import Closed


def _figure_property(part: Part) -> property:
    """A checked attribute: arrays are written in place, numbers and texts are converted."""
    key, whole_value = f"_{part.name}", bool(part.shape) or part.dtype == "str"

    def get(self: Any) -> Any:
        value = self.__dict__[key]
        return value if whole_value else value.item()

    def put(self: Any, value: Any) -> None:
        if value is None:
            raise TypeError(f"{part.name} must not be None")
        if part.dtype == "str":
            if isinstance(value, bytes):
                value = value.decode()
            if not isinstance(value, str):
                raise TypeError(f"{part.name} must be a text, not {type(value).__name__}")
            self.__dict__[key] = value
        else:
            self.__dict__[key][...] = value if part.shape else whole(part, value)

    texts = part.dtype[0] == "S"  # which are written one by one
    return property(get, None if texts else put, doc=part.meaning)


@functools.cache
def line_colors() -> np.ndarray:
    """The colors of the lines of a figure: a few that are easily told apart, then a Halton sequence."""
    first = [(1, 0.3, 0.3), (0.1, 1, 0.1), (0.3, 0.3, 1), (0.1, 1, 1), (1, 0.2, 1), (1, 1, 0.1)]
    first += [(1, 0.6, 0.2), (0.6, 0.7, 0.4)]
    rest = [[halton(i, base) for base in (2, 3, 5)] for i in range(len(first), LINES)]
    low, width = float(np.float32(0.1)), float(np.float32(0.8))
    spread = (low + width * np.array(rest)).astype(np.float32)
    return np.concatenate([np.array(first, np.float32), spread])


def _figure_class(name: str) -> Any:
    parts = STRUCTS[name][0]

    def __init__(self: Any) -> None:
        self._reset()

    @functools.cache
    def defaults() -> dict[str, Any]:
        """The value of each part, by the name that it has in an instance."""
        found: dict[str, Any] = {}
        for part in parts:
            if part.dtype == "str":
                found[f"_{part.name}"] = part.default
            else:
                found[f"_{part.name}"] = array = np.empty(part.shape, part.dtype)
                fill(array, line_colors() if part.name == "linergb" else part.default)
        return found

    def _reset(self: Any) -> None:
        own = self.__dict__
        for key, value in defaults().items():
            if type(value) is str:
                own[key] = value
            elif key in own:  # arrays that were handed out stay
                own[key][...] = value
            else:
                own[key] = value.copy()

    body = common(name) | {"__init__": __init__, "_reset": _reset}
    return type(name, (Record, Closed), body | {part.name: _figure_property(part) for part in parts})


MjvFigure = _figure_class("MjvFigure")
