"""One line of a panel: what it is called, what it may be, how it is read and written.

Documents: design / Out: `panel`
"""

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

CHECK, SLIDER, NUMBER, INTEGER, VECTOR = "check", "slider", "number", "integer", "vector"
CHOICE, CHECKS, BUTTON, TEXT, READOUT, COLOR = "choice", "checks", "button", "text", "readout", "color"
MOST_TEXT = 200  # letters of a text that is typed
BIG = 1e10  # bound of numbers that have none of their own


def nothing(desk: Any) -> None:
    """The value of a button."""


def deaf(desk: Any, value: Any) -> None:
    """The setter of what can only be read."""


@dataclass
class Row:
    """A line of a panel.

    id        unique, ``section/id`` once it is in a panel
    kind      check, slider, number, integer, vector, choice, checks, button, text, readout, color
    get, put  value for a desk; setting one that ``fit`` has made
    low, high bounds of numbers; lists for vectors whose numbers differ
    shortcut  "Space", "F1", "Ctrl+A"; "": none
    local     done by the page; Python only lists it
    file      the page lets its user choose files
    repeat    holding the key down repeats it
    live      follows what moves: sent only while its section is open, ten times a second
    """

    id: str
    kind: str
    label: str
    get: Callable[[Any], Any] = nothing
    put: Callable[[Any, Any], None] = deaf
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

    def describe(self, desk: Any) -> dict[str, Any]:
        """The row as the page has it."""
        head: dict[str, Any] = {
            "id": self.id,
            "section": self.section,
            "kind": self.kind,
            "label": self.label,
        }
        head["value"] = self.value(desk)
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

    def value(self, desk: Any) -> Any:
        """What it is, as JSON can say it."""
        found = self.get(desk)
        return found.tolist() if hasattr(found, "tolist") else found

    def set(self, desk: Any, value: Any) -> bool:
        """Set it to the nearest value that it may have; False when ``value`` is none at all."""
        if self.local or self.kind == READOUT:
            return False
        made = self.fit(value)
        if made is None:
            return False
        self.put(desk, made)
        return True

    def press(self, desk: Any) -> None:
        """What its shortcut does: switches are turned, choices go on by one, buttons pressed."""
        if self.kind == CHECK:
            self.put(desk, not self.value(desk))
        elif self.kind == CHOICE:
            self.put(desk, (self.value(desk) + 1) % len(self.options))
        elif self.kind == BUTTON:
            self.put(desk, True)

    def fit(self, value: Any) -> Any:
        """The nearest value that the row may have; None for what is no value of its kind."""
        if self.kind == BUTTON:
            return True if value is True else None
        if self.kind == CHECK:
            return value if isinstance(value, bool) else None
        if self.kind == TEXT:
            return value[:MOST_TEXT] if isinstance(value, str) else None
        if self.kind == CHECKS:
            return _list(value, len(self.options), lambda v, k: v if isinstance(v, bool) else None)
        if self.kind in (VECTOR, COLOR):
            n = self.count or 4
            return _list(value, n, lambda v, k: _clamped(v, _at(self.low, k), _at(self.high, k)))
        if self.kind == CHOICE:
            number = _clamped(value, 0, len(self.options) - 1)
        else:
            number = _clamped(value, self.low, self.high)
        if number is None:
            return None
        return round(number) if self.kind in (CHOICE, INTEGER) else number


class Section(NamedTuple):
    """A section of a panel: its name, on which side, what makes its rows, whether it is open at first."""

    name: str
    side: str
    make: Callable[[Any], Iterable[Row]]
    open: bool


def _at(bound: Any, k: int) -> Any:
    return bound[k] if isinstance(bound, list | tuple) else bound


def _clamped(value: Any, low: Any, high: Any) -> float | None:
    """A number within its bounds; None for what is none."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    number = max(-BIG, min(BIG, value)) if isinstance(value, int) else value
    if not math.isfinite(number):
        return None
    return float(min(max(number, -BIG if low is None else low), BIG if high is None else high))


def _list(value: Any, count: int, one: Callable[[Any, int], Any]) -> list[Any] | None:
    if not isinstance(value, list) or len(value) != count:
        return None
    found = [one(v, k) for k, v in enumerate(value)]
    return None if any(v is None for v in found) else found


# ---- rows of which there are many


def check(name: str, label: str, get: Any, put: Any, **more: Any) -> Row:
    """A switch."""
    return Row(name, CHECK, label, get, put, **more)


def button(name: str, label: str, put: Callable[[Any], None], **more: Any) -> Row:
    """A button, whose function takes the desk."""
    return Row(name, BUTTON, label, nothing, lambda desk, value: put(desk), **more)


def attribute(row: Row, place: Callable[[Any], Any], name: str) -> Row:
    """Let a row read and write attribute ``name`` of what ``place`` gives for a desk."""
    row.get = lambda desk: getattr(place(desk), name)
    row.put = lambda desk, value: setattr(place(desk), name, value)
    return row


def flag(name: str, label: str, place: Callable[[Any], Any], i: int, shortcut: str = "", **more: Any) -> Row:
    """A switch that is byte ``i`` of an array."""

    def put(desk: Any, value: bool) -> None:
        place(desk)[i] = int(value)

    return check(name, label, lambda desk: bool(place(desk)[i]), put, shortcut=shortcut, **more)
