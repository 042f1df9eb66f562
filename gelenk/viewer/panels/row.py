"""A row of a panel: its kind, bounds and label, and how to get and set its value.

Documents: design / Out: `panel`
"""

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

CHECK, SLIDER, NUMBER, INTEGER, VECTOR = "check", "slider", "number", "integer", "vector"
CHOICE, CHECKS, BUTTON, TEXT, READOUT, COLOR = "choice", "checks", "button", "text", "readout", "color"
MOST_TYPED = 200  # largest length of a typed text [characters]
BIG = 1e10  # default bound of numbers


def no_value(ui: Any) -> None:
    """Return None, the value of a button."""


def ignore_value(ui: Any, value: Any) -> None:
    """Ignore a value; the setter of read-only rows."""


@dataclass
class Row:
    """A row of a panel.

    id        unique, ``section/id`` once it is in a panel
    kind      check, slider, number, integer, vector, choice, checks, button, text, readout, color
    getter    function of a UiState that returns the value
    setter    function of a UiState and a value that ``nearest_valid`` has returned
    low, high bounds of numbers; lists for vectors with different bounds
    shortcut  "Space", "F1", "Ctrl+A"; "": none
    local     handled by the page; Python only lists it
    file      whether the page opens a file chooser
    repeat    whether holding the key repeats the action
    live      changes with the simulation: sent ten times a second while its section is open
    """

    id: str
    kind: str
    label: str
    getter: Callable[[Any], Any] = no_value
    setter: Callable[[Any, Any], None] = ignore_value
    low: Any = None
    high: Any = None
    step: float | None = None
    options: tuple[str, ...] = ()
    count: int = 0
    shortcut: str = ""
    help: str = ""
    group: str = ""
    local: bool = False
    file: bool = False
    repeat: bool = False
    live: bool = False
    section: str = field(default="", init=False)

    def describe(self, ui: Any) -> dict[str, Any]:
        """Return the description of the row for the page."""
        head: dict[str, Any] = {
            "id": self.id,
            "section": self.section,
            "kind": self.kind,
            "label": self.label,
        }
        head["value"] = self.value(ui)
        head |= {
            name: v
            for name, v in (("min", self.low), ("max", self.high), ("step", self.step))
            if v is not None
        }
        rest = {
            "group": self.group,
            "options": list(self.options),
            "count": self.count,
            "shortcut": self.shortcut,
            "help": self.help,
            "local": self.local,
            "file": self.file,
        }
        return head | {name: v for name, v in rest.items() if v}

    def value(self, ui: Any) -> Any:
        """Return the value as JSON-compatible data."""
        found = self.getter(ui)
        return found.tolist() if hasattr(found, "tolist") else found

    def set(self, ui: Any, value: Any) -> bool:
        """Set the nearest valid value; return False if ``value`` has the wrong kind."""
        if self.local or self.kind == READOUT:
            return False
        made = self.nearest_valid(value)
        if made is None:
            return False
        self.setter(ui, made)
        return True

    def press(self, ui: Any) -> None:
        """Perform the shortcut: toggle a switch, advance a choice, press a button."""
        if self.kind == CHECK:
            self.setter(ui, not self.value(ui))
        elif self.kind == CHOICE:
            self.setter(ui, (self.value(ui) + 1) % len(self.options))
        elif self.kind == BUTTON:
            self.setter(ui, True)

    def nearest_valid(self, value: Any) -> Any:
        """Return the nearest valid value, or None if ``value`` has the wrong kind."""
        if self.kind == BUTTON:
            return True if value is True else None
        if self.kind == CHECK:
            return value if isinstance(value, bool) else None
        if self.kind == TEXT:
            return value[:MOST_TYPED] if isinstance(value, str) else None
        if self.kind == CHECKS:
            return _fit_list(value, len(self.options), lambda v, k: v if isinstance(v, bool) else None)
        if self.kind in (VECTOR, COLOR):
            n = self.count or 4
            return _fit_list(
                value, n, lambda v, k: _clamp(v, _bound_of(self.low, k), _bound_of(self.high, k))
            )
        if self.kind == CHOICE:
            number = _clamp(value, 0, len(self.options) - 1)
        else:
            number = _clamp(value, self.low, self.high)
        if number is None:
            return None
        return round(number) if self.kind in (CHOICE, INTEGER) else number


class Section(NamedTuple):
    """A section of a panel: name, side, function that makes its rows, initially open or not."""

    name: str
    side: str
    make: Callable[[Any], Iterable[Row]]
    open: bool


def _bound_of(bound: Any, k: int) -> Any:
    return bound[k] if isinstance(bound, list | tuple) else bound


def _clamp(value: Any, low: Any, high: Any) -> float | None:
    """Return a number within bounds; None if the value is not a finite number."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    number = max(-BIG, min(BIG, value)) if isinstance(value, int) else value
    if not math.isfinite(number):
        return None
    return float(min(max(number, -BIG if low is None else low), BIG if high is None else high))


def _fit_list(value: Any, count: int, one: Callable[[Any, int], Any]) -> list[Any] | None:
    if not isinstance(value, list) or len(value) != count:
        return None
    found = [one(v, k) for k, v in enumerate(value)]
    return None if any(v is None for v in found) else found


# ---- constructors of common rows


def check_row(name: str, label: str, get: Any, put: Any, **more: Any) -> Row:
    """Return a switch."""
    return Row(name, CHECK, label, get, put, **more)


def button_row(name: str, label: str, put: Callable[[Any], None], **more: Any) -> Row:
    """Return a button, whose function takes the UiState."""
    return Row(name, BUTTON, label, no_value, lambda ui, value: put(ui), **more)


def bind_attribute(row: Row, place: Callable[[Any], Any], name: str) -> Row:
    """Bind a row to attribute ``name`` of the object ``place(ui)``, for reading and writing."""
    row.getter = lambda ui: getattr(place(ui), name)
    row.setter = lambda ui, value: setattr(place(ui), name, value)
    return row


def flag_row(
    name: str, label: str, place: Callable[[Any], Any], i: int, shortcut: str = "", **more: Any
) -> Row:
    """Return a switch for byte ``i`` of an array."""

    def put(ui: Any, value: bool) -> None:
        place(ui)[i] = int(value)

    return check_row(name, label, lambda ui: bool(place(ui)[i]), put, shortcut=shortcut, **more)
