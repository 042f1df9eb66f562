"""Fields of spec elements: what may be assigned to them, and how it is kept.

Documents: API / MjSpec

A field keeps its value in the instance's dictionary under its own name and defines `__set__` only, so that
reading is as fast as reading an ordinary attribute, while writing is checked. Values that need no look are put into
the dictionary without Python (toolchain/extension/spec_setters.py), which knows the classes of fields.
"""

from __future__ import annotations

import operator
import struct
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np

from gelenk.errors import short
from gelenk.tables.schema_rows import ANY, Attr
from gelenk.toolchain.extension import load

if TYPE_CHECKING:
    from gelenk.modeling.spec.element_classes import MjsElement

LIVE = "_live"  # attribute of elements that have arrays, in the place of tuples
edits = [0]  # how often an element of any spec has come, gone or got another name: see spec.py, _finder


def edited() -> None:
    """What was found by its name may be another element from now on."""
    edits[0] += 1


def narrow(values: Sequence[float]) -> tuple[float, ...]:
    """Numbers as float32 has them."""
    form = f"{len(values)}f"
    try:
        return struct.unpack(form, struct.pack(form, *values))
    except OverflowError:  # beyond the largest: infinite
        return tuple(np.array(values, np.float32).tolist())


def put_numbers(state: dict[str, Any], name: str, values: Sequence[float], start: int = 0) -> None:
    """Replace numbers of an array from `start` on, in an array or in the tuple that stands for it."""
    known = state[name]
    end = start + len(values)
    if type(known) is not tuple:
        known[start:end] = values
    elif start or end < len(known):
        state[name] = (*known[:start], *values, *known[end:])
    else:
        state[name] = tuple(values)


class Told:
    """The docstring of a class of fields; of a field what its row tells, which is worded when somebody asks."""

    def __init__(self, text: str | None) -> None:
        self.text = text

    def __get__(self, field: Field | None, owner: type | None = None) -> str | None:
        return self.text if field is None else field.row.told


class Field:
    """Base of the fields; `row` is the row of the schema that it comes from."""

    def __init_subclass__(cls) -> None:
        cls.__doc__ = Told(cls.__doc__)  # type: ignore[assignment]

    def __init__(self, name: str, row: Attr) -> None:
        self.name, self.row = name, row

    def convert(self, value: Any) -> Any:
        """The value as the field keeps it.

        Errors   TypeError: it is of another type; ValueError: of another length, or out of range
        """
        raise NotImplementedError

    def __set__(self, element: MjsElement, value: Any) -> None:
        element.__dict__[self.name] = self.convert(value)

    def __delete__(self, element: MjsElement) -> NoReturn:
        raise AttributeError(f"{self.name} of {type(element).__name__} cannot be deleted")

    def set_argument(self, element: MjsElement, value: Any) -> None:
        """Set what an add function is given as a keyword argument."""
        self.__set__(element, value)

    def wrong(self, value: Any, expected: str) -> TypeError:
        shown = repr(value) if isinstance(value, int | float | str | bytes) else type(value).__name__
        return TypeError(f"{self.name} takes {expected}, not {short(shown)}")

    def fresh(self) -> Any:
        """The value that a new element starts with."""
        return self.convert(self.row.default)


class Real(Field):
    """A number."""

    def convert(self, value: Any) -> float:
        if isinstance(value, (str, bytes)) or value is None:
            raise self.wrong(value, "a number")
        try:
            return float(value)
        except (TypeError, ValueError, OverflowError):
            raise self.wrong(value, "a number") from None


class Single(Real):
    """A number, rounded to float32."""

    def convert(self, value: Any) -> float:
        return float(np.float32(super().convert(value)))


class Integer(Field):
    """An integer; enum members and booleans count as such, floats do not."""

    def convert(self, value: Any) -> int:
        try:
            return int(operator.index(value))
        except TypeError:
            raise self.wrong(value, "an integer") from None


class Choice(Field):
    """A member of an enum, or its integer value."""

    def __init__(self, name: str, row: Attr, enum: type) -> None:
        super().__init__(name, row)
        self.enum = enum

    def convert(self, value: Any) -> Any:
        if isinstance(value, self.enum):
            return value
        try:
            number = operator.index(value)
        except TypeError:
            raise self.wrong(value, f"a member of {self.enum.__name__}") from None
        return self.enum(number)


class Text(Field):
    """A text."""

    def convert(self, value: Any) -> str:
        if not isinstance(value, str):
            raise self.wrong(value, "a text")
        return value


class Name(Text):
    """The name of an element; assigning one that another of its kind has is refused."""

    def __set__(self, element: Any, value: Any) -> None:
        value = self.convert(value)
        if value and element.__dict__[self.name] != value:
            element._check_name(value)
        element.__dict__[self.name] = value
        edited()

    def set_argument(self, element: Any, value: Any) -> None:
        """Names that are taken are found when the spec is compiled."""
        element.__dict__[self.name] = self.convert(value)
        edited()


class Bytes(Field):
    """Raw bytes."""

    def convert(self, value: Any) -> bytes:
        if not isinstance(value, bytes | bytearray | memoryview | np.ndarray):
            raise self.wrong(value, "bytes")
        return bytes(value)


class Fixed(list[Any]):
    """A list of fixed length, indexed from 0 on: its items can be replaced, and that is all."""

    def __setitem__(self, index: Any, value: Any) -> None:
        if not isinstance(index, slice) and not 0 <= index < len(self):
            raise IndexError(f"index {index} out of range: there are {len(self)}, from 0 on")
        if isinstance(index, slice) and len(list(value)) != len(self[index]):
            raise ValueError(
                f"a list of fixed length takes {len(self[index])} items there, not {len(list(value))}"
            )
        super().__setitem__(index, value)

    def _refuse(self, *args: object, **kwargs: object) -> NoReturn:
        raise TypeError(f"the length is fixed, and is {len(self)}")

    def __reduce_ex__(self, protocol: object) -> tuple[Any, ...]:
        return Fixed, (list(self),)  # which is not filled item by item

    append = extend = insert = pop = remove = clear = _refuse
    __delitem__ = __iadd__ = __imul__ = _refuse


class Texts(Field):
    """A list of texts, of fixed length where the row says so."""

    def convert(self, value: Any) -> list[Any]:
        if not isinstance(value, Iterable) or isinstance(value, type):
            raise self.wrong(value, "a list of texts")
        value = list(value)
        if not all(isinstance(text, (str, list)) for text in value):
            raise self.wrong(value, "a list of texts")
        kind = self.row.kind
        if kind.least != kind.most:
            return value
        if len(value) > kind.most or (self.name == "textures" and len(value) < kind.most):
            raise ValueError(
                f"{self.name} must have exactly {kind.most} elements, got {len(value)}; '' leaves one out"
            )
        return Fixed(value + [""] * (kind.least - len(value)))


class Characters(Texts):
    """Characters, of which there is a fixed number; a text or list sets as many as it has, from the first on."""

    def convert(self, value: Any) -> list[Any]:
        if not isinstance(value, Sequence):
            raise self.wrong(value, "characters")
        if any(not isinstance(letter, str) or len(letter) != 1 for letter in value):
            raise ValueError(f"{self.name} takes characters, but a multi-character string found in {value!r}")
        if len(value) > self.row.kind.most:
            raise ValueError(f"{self.name} should have length {self.row.kind.most}, not {len(value)}")
        return [*value, *self.row.default[len(value) :]]

    def fresh(self) -> Fixed:
        return Fixed(self.row.default)

    def __set__(self, element: MjsElement, value: Any) -> None:
        found = self.convert(value)
        element.__dict__[self.name][: len(value)] = found[: len(value)]

    def set_argument(self, element: MjsElement, value: Any) -> None:
        """All of them must be given."""
        if not isinstance(value, Sequence):
            raise self.wrong(value, "characters")
        if not isinstance(value, str) and any(not isinstance(text, str) or len(text) != 1 for text in value):
            raise ValueError(f"{self.name}: list elements must be single characters, not {value!r}")
        if len(value) != self.row.kind.most:
            raise ValueError(f"{self.name} should have length {self.row.kind.most}, not {len(value)}")
        self.__set__(element, value)


class Array(Field):
    """An array of fixed shape. Assigning copies into it: an array that was handed out stays the element's.

    Until somebody looks at it, an element has a tuple of its numbers, which it shares with its defaults class: most
    elements of a model are made, compiled and never looked at.
    """

    def __init__(self, name: str, row: Attr) -> None:
        super().__init__(name, row)
        self.dtype, self.shape = row.kind.dtype, (row.kind.most,)
        self._type = np.dtype(self.dtype)

    def __get__(self, element: MjsElement | None, owner: type | None = None) -> Any:
        if element is None:
            return self
        state = element.__dict__
        value = state[self.name]
        if type(value) is tuple:
            state[LIVE] = True
            value = state[self.name] = np.array(value, self.dtype)
        return value

    def numbers(self, value: Any) -> np.ndarray:
        try:
            array = np.asarray(value, self._type)
        except (TypeError, ValueError, OverflowError):
            raise self.wrong(value, "numbers") from None
        if array.ndim != 1:
            array = array.reshape(-1) if array.ndim and 1 in array.shape else array
        return array

    def convert(self, value: Any) -> np.ndarray:
        return self._whole(value).copy()

    def _whole(self, value: Any) -> np.ndarray:
        """All numbers of the field, perhaps those of ``value`` itself."""
        try:  # `numbers` written out, for what mostly is given
            array = np.asarray(value, self._type)
            if array.shape == self.shape:
                return array
        except (TypeError, ValueError, OverflowError):
            raise self.wrong(value, "numbers") from None
        array = self.numbers(value)
        if array.shape != self.shape:
            raise self.wrong(value, f"{self.shape[0]} numbers")
        return array

    def fresh(self) -> Any:
        default = self.row.default
        if type(default) is tuple and len(default) == self.row.kind.most and self.dtype == "float64":
            return tuple(map(float, default))
        return tuple(self.convert(default).tolist())

    def put(self, state: dict[str, Any], values: Sequence[float], start: int = 0) -> None:
        """Replace numbers from `start` on by others, which are of the field's type and fit."""
        put_numbers(state, self.name, values if self.dtype != "float32" else narrow(values), start)

    def __set__(self, element: MjsElement, value: Any) -> None:
        own, numbers = element.__dict__[self.name], value
        if type(value) is not np.ndarray or value.dtype is not self._type or value.shape != self.shape:
            numbers = self._whole(value)
        if type(own) is tuple:
            own = self.__get__(element)
        own[...] = numbers

    def set_argument(self, element: MjsElement, value: Any) -> None:
        """A size may be given with fewer numbers, the others are zero then."""
        most = self.row.kind.most
        array = self.numbers(value)
        least = 1 if self.name == "size" else most
        if array.ndim != 1:
            raise self.wrong(value, f"{most} numbers")
        if not least <= len(array) <= most:
            sizes = "1, 2, or 3" if (least, most) == (1, 3) else f"1 to {most}" if least < most else f"{most}"
            raise ValueError(f"{self.name} should be a list/array of size {sizes}.")
        own = self.__get__(element)
        own[:] = 0
        own[: len(array)] = array


class Reals(Array):
    """An array of fixed shape of float64, which is all that native code must know of it."""


class Vector(Array):
    """An array of any length. Assigning replaces it."""

    def convert(self, value: Any) -> np.ndarray:
        array = self.numbers(value)
        if array.ndim != 1:
            raise self.wrong(value, "a list of numbers")
        return array.copy()

    def __set__(self, element: MjsElement, value: Any) -> None:
        element.__dict__[LIVE] = True
        element.__dict__[self.name] = self.convert(value)

    def set_argument(self, element: MjsElement, value: Any) -> None:
        self.__set__(element, value)


def make_field(name: str, row: Attr) -> Field:
    """The field of a row of the schema."""
    kind = row.kind
    if name == "name":
        return Name(name, row)
    if kind.base == "strings" and kind.most != ANY and all(len(text) == 1 for text in row.default):
        return Characters(name, row)
    if kind.base == "keyword":
        types = {type(value) for value in kind.keys.values()}
        found = types.pop()
        if kind.many or found is int:
            return Integer(name, row)
        return Real(name, row) if found is float else Choice(name, row, found)
    if kind.base in ("string", "strings", "bytes"):
        return {"string": Text, "strings": Texts, "bytes": Bytes}[kind.base](name, row)
    if kind.most == 1:
        return (Integer if kind.base == "int" else Single if kind.dtype == "float32" else Real)(name, row)
    return (Vector if kind.most == ANY else Reals if kind.dtype == "float64" else Array)(name, row)


if load.module:  # in the order of toolchain/extension/spec_setters.py
    load.module._fields(Real, Integer, Text, Single, Reals, Array, load.assign_plain)
