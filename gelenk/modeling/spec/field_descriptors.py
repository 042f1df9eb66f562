"""Field descriptors of spec elements: validation and storage of assigned values.

Documents: API / MjSpec

A field stores its value in the instance's dictionary under its own name and defines only `__set__`, so that
reading is as fast as for an ordinary attribute, while writing is checked. Values that need no conversion are stored
by native code (toolchain/extension/spec_setters.py), which knows the classes of fields.
"""

from __future__ import annotations

import operator
import struct
from collections.abc import Iterable, Mapping, Sequence, Set
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np

from gelenk.errors import short
from gelenk.tables.levels import is_known
from gelenk.tables.schema_rows import ANY, Attr
from gelenk.toolchain.extension import load

if TYPE_CHECKING:
    from gelenk.modeling.spec.element_classes import MjsElement

OF_SIZE = "1 to 3" if is_known("3.17.0") else "1, 2, or 3"  # how a message counts the numbers of a size
TOO_LONG = "may have at most {} characters" if is_known("4.0.0") else "should have length {}"
LIVE = "_live"  # attribute of elements that have an array in place of a tuple
edits = [0]  # count of elements added, removed or renamed in all specs, checked by _finder in spec.py


def count_edit() -> None:
    """Count an edit, which invalidates cached lookups by name."""
    edits[0] += 1


def narrow(values: Sequence[float]) -> tuple[float, ...]:
    """Return numbers rounded to float32."""
    form = f"{len(values)}f"
    try:
        return struct.unpack(form, struct.pack(form, *values))
    except OverflowError:  # larger than the largest float32: infinite
        return tuple(np.array(values, np.float32).tolist())


def put_numbers(state: dict[str, Any], name: str, values: Sequence[float], start: int = 0) -> None:
    """Replace elements from `start` on, of an array or of the tuple that represents it."""
    known = state[name]
    end = start + len(values)
    if type(known) is not tuple:
        known[start:end] = values
    elif start or end < len(known):
        state[name] = (*known[:start], *values, *known[end:])
    else:
        state[name] = tuple(values)


class Told:
    """Descriptor of __doc__: fixed text for a class; for a field, text from its schema row."""

    def __init__(self, text: str | None) -> None:
        self.text = text

    def __get__(self, field: Field | None, owner: type | None = None) -> str | None:
        return self.text if field is None else field.row.description


class Field:
    """Base class of fields; `row` is the schema row of the field."""

    def __init_subclass__(cls) -> None:
        cls.__doc__ = Told(cls.__doc__)  # type: ignore[assignment]

    def __init__(self, name: str, row: Attr) -> None:
        self.name, self.row = name, row

    def convert(self, value: Any) -> Any:
        """Return the value in the form that the field stores.

        Errors   TypeError: another type; ValueError: another length, or out of range
        """
        raise NotImplementedError

    def __set__(self, element: MjsElement, value: Any) -> None:
        element.__dict__[self.name] = self.convert(value)

    def __delete__(self, element: MjsElement) -> NoReturn:
        raise AttributeError(f"{self.name} of {type(element).__name__} cannot be deleted")

    def set_argument(self, element: MjsElement, value: Any) -> None:
        """Set the value of a keyword argument of an add function."""
        self.__set__(element, value)

    def shown(self, value: Any) -> str:
        """Return the text by which messages show a wrong value."""
        return short(repr(value) if isinstance(value, int | float | str | bytes) else type(value).__name__)

    def type_error(self, value: Any, expected: str) -> TypeError:
        return TypeError(f"{self.name} takes {expected}, not {self.shown(value)}")

    def initial_value(self) -> Any:
        """Return the value that a new element starts with."""
        return self.convert(self.row.default)


class Real(Field):
    """A number."""

    def convert(self, value: Any) -> float:
        if isinstance(value, (str, bytes)) or value is None:
            raise self.type_error(value, "a number")
        try:
            return float(value)
        except (TypeError, ValueError, OverflowError):
            raise self.type_error(value, "a number") from None


class Single(Real):
    """A number, rounded to float32."""

    def convert(self, value: Any) -> float:
        return float(np.float32(super().convert(value)))


class Integer(Field):
    """An integer; enum members and booleans, also of numpy, are accepted, floats are not."""

    def convert(self, value: Any) -> int:
        try:
            return int(operator.index(bool(value) if isinstance(value, np.bool_) else value))
        except TypeError:
            raise self.type_error(value, "an integer") from None


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
            raise self.type_error(value, f"a member of {self.enum.__name__}") from None
        return self.enum(number)


class Text(Field):
    """A text."""

    def convert(self, value: Any) -> str:
        if not isinstance(value, str):
            raise self.type_error(value, "a text")
        return value


class Name(Text):
    """The name of an element; a name that another element of its kind has is refused."""

    def __set__(self, element: Any, value: Any) -> None:
        value = self.convert(value)
        if value and element.__dict__[self.name] != value:
            element._check_name(value)
        element.__dict__[self.name] = value
        count_edit()

    def set_argument(self, element: Any, value: Any) -> None:
        """Set the name; repeated names are found when the spec is compiled."""
        element.__dict__[self.name] = self.convert(value)
        count_edit()


class Bytes(Field):
    """Raw bytes."""

    def convert(self, value: Any) -> bytes:
        if not isinstance(value, bytes | bytearray | memoryview | np.ndarray):
            raise self.type_error(value, "bytes")
        return bytes(value)


class Fixed(list[Any]):
    """A list of fixed length with indices from 0; items can only be replaced."""

    def __setitem__(self, index: Any, value: Any) -> None:
        if not isinstance(index, slice) and not 0 <= index < len(self):
            raise IndexError(f"index {index} out of range for length {len(self)}")
        if isinstance(index, slice) and len(list(value)) != len(self[index]):
            raise ValueError(
                f"a list of fixed length needs {len(self[index])} items in this slice, got {len(list(value))}"
            )
        super().__setitem__(index, value)

    def _refuse(self, *args: object, **kwargs: object) -> NoReturn:
        raise TypeError(f"the length is fixed at {len(self)}")

    def __reduce_ex__(self, protocol: object) -> tuple[Any, ...]:
        return Fixed, (list(self),)  # the whole list, since pickle cannot append items

    append = extend = insert = pop = remove = clear = _refuse
    __delitem__ = __iadd__ = __imul__ = _refuse


class Texts(Field):
    """A list of texts, of fixed length if the row says so."""

    def convert(self, value: Any) -> list[Any]:
        if not isinstance(value, Iterable) or isinstance(value, type):
            raise self.type_error(value, "a list of texts")
        value = list(value)
        if not all(isinstance(text, (str, list)) for text in value):
            raise self.type_error(value, "a list of texts")
        kind = self.row.kind
        if kind.least != kind.most:
            return value
        if len(value) > kind.most or (self.name == "textures" and len(value) < kind.most):
            raise ValueError(
                f"{self.name} must have exactly {kind.most} elements, got {len(value)}; '' leaves one out"
            )
        return Fixed(value + [""] * (kind.least - len(value)))


class ElementNames(Field):
    """One name for all elements of a flex, or a list of a name for each.

    An element stores a text while at most one name is given, otherwise a list. Below API level 4.0, reading returns the
    stored value. From 4.0 on, reading returns a list in any case; the list replaces the stored text, so that changes of
    the list take effect.
    """

    always = is_known("4.0.0")  # whether reading always returns a list

    def __get__(self, element: MjsElement | None, owner: type | None = None) -> Any:
        if element is None:
            return self
        value = element.__dict__[self.name]
        if self.always and type(value) is str:
            value = element.__dict__[self.name] = [value] if value else []
        return value

    def convert(self, value: Any) -> str | list[str]:
        if isinstance(value, str):
            return value
        many = isinstance(value, Iterable) and not isinstance(value, (bytes, bytearray, Mapping, Set, type))
        names = list(value) if many else [value]
        wrong = [name for name in names if not isinstance(name, str)]
        if wrong:
            found = f"a list with {short(repr(wrong[0]))}" if many else self.shown(value)
            raise TypeError(f"{self.name} takes a name, or a list of one name for each element, not {found}")
        names = list(map(str, names))
        return names if len(names) > 1 else "".join(names)

    def names(self, element: MjsElement) -> list[str]:
        """Return the names that an element has, whose list may have been changed in place.

        Errors   TypeError: a name is not a text
        """
        found = self.convert(element.__dict__[self.name])
        return found if isinstance(found, list) else [found] if found else []


class Characters(Texts):
    """A fixed number of characters; a text or list replaces the first ones."""

    def convert(self, value: Any) -> list[Any]:
        if not isinstance(value, Sequence):
            raise self.type_error(value, "characters")
        if any(not isinstance(letter, str) or len(letter) != 1 for letter in value):
            raise ValueError(f"{self.name} takes characters, but a multi-character string found in {value!r}")
        if len(value) > self.row.kind.most:
            raise ValueError(f"{self.name} {TOO_LONG.format(self.row.kind.most)}, not {len(value)}")
        return [*value, *self.row.default[len(value) :]]

    def initial_value(self) -> Fixed:
        return Fixed(self.row.default)

    def __set__(self, element: MjsElement, value: Any) -> None:
        found = self.convert(value)
        element.__dict__[self.name][: len(value)] = found[: len(value)]

    def set_argument(self, element: MjsElement, value: Any) -> None:
        """Set all characters; a shorter text is refused."""
        if not isinstance(value, Sequence):
            raise self.type_error(value, "characters")
        if not isinstance(value, str) and any(not isinstance(text, str) or len(text) != 1 for text in value):
            raise ValueError(f"{self.name}: list elements must be single characters, not {value!r}")
        if len(value) != self.row.kind.most:
            raise ValueError(f"{self.name} should have length {self.row.kind.most}, not {len(value)}")
        self.__set__(element, value)


class Array(Field):
    """An array of fixed shape; assigning copies into it, so that references to it stay valid.

    Until first access, an element has a tuple of the values, shared with its defaults class, since most
    elements of a model are created and compiled without access from Python.
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
            raise self.type_error(value, "numbers") from None
        if array.ndim != 1:
            array = array.reshape(-1) if array.ndim and 1 in array.shape else array
        return array

    def convert(self, value: Any) -> np.ndarray:
        return self._checked_array(value).copy()

    def _checked_array(self, value: Any) -> np.ndarray:
        """Return all values of the field, possibly as ``value`` itself."""
        try:  # `numbers` inlined for the usual input
            array = np.asarray(value, self._type)
            if array.shape == self.shape:
                return array
        except (TypeError, ValueError, OverflowError):
            raise self.type_error(value, "numbers") from None
        array = self.numbers(value)
        if array.shape != self.shape:
            raise self.type_error(value, f"{self.shape[0]} numbers")
        return array

    def initial_value(self) -> Any:
        default = self.row.default
        if type(default) is tuple and len(default) == self.row.kind.most and self.dtype == "float64":
            return tuple(map(float, default))
        return tuple(self.convert(default).tolist())

    def replace(self, state: dict[str, Any], values: Sequence[float], start: int = 0) -> None:
        """Replace elements from `start` on by values of the field's type, which must fit."""
        put_numbers(state, self.name, values if self.dtype != "float32" else narrow(values), start)

    def __set__(self, element: MjsElement, value: Any) -> None:
        own, numbers = element.__dict__[self.name], value
        if type(value) is not np.ndarray or value.dtype is not self._type or value.shape != self.shape:
            numbers = self._checked_array(value)
        if type(own) is tuple:
            own = self.__get__(element)
        own[...] = numbers

    def set_argument(self, element: MjsElement, value: Any) -> None:
        """Set the array; a size may have fewer values, and the others become zero."""
        most = self.row.kind.most
        array = self.numbers(value)
        least = 1 if self.name == "size" else most
        if array.ndim != 1:
            raise self.type_error(value, f"{most} numbers")
        if not least <= len(array) <= most:
            sizes = OF_SIZE if (least, most) == (1, 3) else f"1 to {most}" if least < most else f"{most}"
            raise ValueError(f"{self.name} should be a list/array of size {sizes}.")
        own = self.__get__(element)
        own[:] = 0
        own[: len(array)] = array


class Reals(Array):
    """An array of fixed shape of float64, a class of its own for native code."""


class Polynomial(Array):
    """A number, or three: the coefficients of a linear, quadratic and cubic force.

    Below API level 3.7, reading returns a number if the last two coefficients are zero, as in 3.5.0. The element stores
    a float for a single number, otherwise a tuple or an array, as for other arrays.
    """

    always = is_known("3.7.0")  # whether reading always returns three numbers

    def __get__(self, element: MjsElement | None, owner: type | None = None) -> Any:
        if element is None:
            return self
        value = element.__dict__[self.name]
        if self.always:
            if type(value) is float:
                element.__dict__[self.name] = (value, 0.0, 0.0)
            return super().__get__(element, owner)
        if type(value) is float:
            return value
        if not any(value[1:]):
            return float(value[0])
        return super().__get__(element, owner)

    def convert(self, value: Any) -> Any:
        is_array = hasattr(value, "__len__") and getattr(value, "ndim", 1) > 0
        if isinstance(value, (str, bytes)) or not is_array:
            return Real.convert(self, value)  # type: ignore[arg-type]  # which uses `type_error` only
        if len(value) == 1 and np.ndim(value) == 1:
            return Real.convert(self, value[0])  # type: ignore[arg-type]
        values = super().convert(value)
        return values if values[1:].any() else float(values[0])

    def initial_value(self) -> Any:
        return self.convert(self.row.default)

    def __set__(self, element: MjsElement, value: Any) -> None:
        found, state = self.convert(value), element.__dict__
        found = found if type(found) is float else tuple(found.tolist())
        if type(state[self.name]) is np.ndarray:  # references to it stay valid
            state[self.name][:] = coefficients(found)
        else:
            state[self.name] = found

    def set_argument(self, element: MjsElement, value: Any) -> None:
        """Set the value of a keyword argument of an add function."""
        self.__set__(element, value)


def coefficients(value: Any) -> tuple[float, ...]:
    """Return the three coefficients of the value that an element stores."""
    return (value, 0.0, 0.0) if type(value) is float else tuple(map(float, value))


class Factors(Array):
    """An array of fixed shape; one number stands for all of its values."""

    def _checked_array(self, value: Any) -> np.ndarray:
        if isinstance(value, (int, float, np.number)) or (type(value) is np.ndarray and value.ndim == 0):
            value = [value] * self.shape[0]
        array = self.numbers(value)
        if array.shape != self.shape:
            raise ValueError(f"{self.name} takes one number or {self.shape[0]}, not {array.size}")
        return array

    def set_argument(self, element: MjsElement, value: Any) -> None:
        """Set the value of a keyword argument of an add function."""
        self.__set__(element, value)


class Vector(Array):
    """An array of any length; assigning replaces it."""

    def convert(self, value: Any) -> np.ndarray:
        array = self.numbers(value)
        if array.ndim != 1:
            raise self.type_error(value, "a list of numbers")
        return array.copy()

    def __set__(self, element: MjsElement, value: Any) -> None:
        element.__dict__[LIVE] = True
        element.__dict__[self.name] = self.convert(value)

    def set_argument(self, element: MjsElement, value: Any) -> None:
        self.__set__(element, value)


def make_field(name: str, row: Attr) -> Field:
    """Return the field descriptor for a schema row."""
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
    if row.store == "materials":
        return ElementNames(name, row)
    if kind.base in ("string", "strings", "bytes"):
        return {"string": Text, "strings": Texts, "bytes": Bytes}[kind.base](name, row)
    if row.store == "polynomial":
        return Polynomial(name, row)
    if row.store == "factors":
        return Factors(name, row)
    if kind.most == 1:
        return (Integer if kind.base == "int" else Single if kind.dtype == "float32" else Real)(name, row)
    return (Vector if kind.most == ANY else Reals if kind.dtype == "float64" else Array)(name, row)


if load.module:  # in the order of toolchain/extension/spec_setters.py
    load.module._fields(Real, Integer, Text, Single, Reals, Array, load.assign_plain)
