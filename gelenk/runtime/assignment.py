"""Assignment to fields: convert the value, or raise an error that names the field.

Documents: promises / Arguments
"""

import operator
import os
from typing import Any, NoReturn

import numpy as np

from gelenk.errors import Error, TooLargeError, short

TEXTS = (str, bytes, bytearray, memoryview)  # int() and float() would parse these as numbers
RAISED = (TypeError, ValueError, OverflowError)  # errors of numpy, int() and float()


def described(value: object) -> str:
    """Return the type of a value in a few words."""
    return f"an array of {value.dtype}" if isinstance(value, np.ndarray) else type(value).__name__


def assign(name: str, target: np.ndarray, value: Any, key: Any = ...) -> None:
    """Write `value` into `target[key]`; errors name the field."""
    if value is None:  # numpy would read None as NaN
        raise TypeError(f"{name} must be numbers, not None")
    try:
        target[key] = value
    except RAISED as error:
        refuse(name, target[key], value, type(error))


def refuse(name: str, target: Any, value: Any, raised: type[Exception]) -> NoReturn:
    """Raise an error with the reason why `value` cannot be written into `target`.

    target   an array or one of its elements
    raised   type of the exception that numpy raised, which 3.5.0 raises as well
    """
    shape, whole = np.shape(target), target.dtype.kind in "iu"
    what = "integers" if whole else "numbers"
    if not shape:
        what = "an integer" if whole else "a number"
    if isinstance(target, np.ndarray) and not target.flags.writeable:
        raise ValueError(f"{name} cannot be written") from None
    try:
        array = np.asarray(value)
    except RAISED:
        raise ValueError(f"{name} must be {what}, with rows of equal length") from None
    except Exception:  # raised by an object with an array interface
        raise TypeError(f"{name} must be {what}, not {described(value)}") from None
    if array.dtype.kind in "fiub" and not _spreads(array.shape, shape):
        raise ValueError(f"{name} must be of shape {shape}, or broadcast to it, not {array.shape}") from None
    if array.dtype.kind in "fiub" or (array.dtype == object and _numbers(array)):
        if whole:
            bounds = np.iinfo(target.dtype)
            raise TooLargeError(f"{name} must be {what} from {bounds.min} to {bounds.max}") from None
        raise TooLargeError(f"{name} must be {what} of 64 bits") from None
    raise (TypeError if raised is TypeError else ValueError)(
        f"{name} must be {what}, not {described(value)}"
    ) from None


def _spreads(shape: tuple[int, ...], wanted: tuple[int, ...]) -> bool:
    """Return whether numpy broadcasts an array of `shape` to the wanted shape."""
    try:
        return np.broadcast_shapes(shape, wanted) == wanted
    except ValueError:
        return False


def _numbers(array: np.ndarray) -> bool:
    """Return whether an object array holds only numbers, which are then too large for 64 bits."""
    return bool(array.size) and all(isinstance(one, int | float | np.number) for one in array.flat)


def real(name: str, value: Any) -> float:
    """Return `value` as a float, or raise TypeError or ValueError naming the field."""
    if value is None or isinstance(value, TEXTS):
        raise TypeError(f"{name} must be a number, not {value!r:.100}")
    try:
        return float(value)
    except OverflowError:
        raise ValueError(f"{name} is too large for a number of 64 bits") from None
    except (TypeError, ValueError):
        raise TypeError(f"{name} must be a number, not {described(value)}") from None


def whole(name: str, value: Any, least: int, most: int) -> int:
    """Return `value` as an int from `least` to `most`, or raise TypeError naming the field."""
    if value is None or isinstance(value, (float, *TEXTS)):  # int() would truncate floats
        raise TypeError(f"{name} must be a whole number, not {value!r:.100}")
    try:
        number = int(value)
    except RAISED:
        raise TypeError(f"{name} must be a whole number, not {described(value)}") from None
    if not least <= number <= most:
        raise TypeError(f"{name} must be a whole number from {least} to {most}, not {shown(number)}")
    return number


def shown(number: int) -> str:
    """Return an integer as text, or its bit length if str() refuses so many digits."""
    return str(number) if number.bit_length() <= 200 else f"one of {number.bit_length()} bits"


def text(name: str, value: Any) -> bytes:
    """Return a text or bytes as UTF-8, or raise TypeError or ValueError naming the field."""
    if isinstance(value, bytes):
        return value
    if not isinstance(value, str):
        raise TypeError(f"{name} must be a text, not {described(value)}")
    try:
        return value.encode()
    except UnicodeEncodeError as error:
        raise ValueError(f"{name} has a lone surrogate, {value[error.start]!r}") from None


def index(what: str, value: Any) -> int:
    """Return `value` as an index, or raise TypeError naming it as `what`."""
    try:
        return operator.index(value)
    except TypeError:  # arrays of several elements also have __index__
        raise TypeError(f"{what} must be an integer, not {described(value)}") from None


def check_slice(what: str, value: slice) -> None:
    """Raise TypeError or ValueError unless a slice has integers and a nonzero step."""
    try:
        value.indices(0)
    except TypeError:
        raise TypeError(f"{what}: a slice must be of integers or None") from None
    except ValueError:
        raise ValueError(f"{what}: the step of a slice must not be 0") from None


def file_name(what: str, value: Any) -> str:
    """Return a file name as text; bytes are decoded with the file system's encoding.

    Errors   TypeError: neither text, bytes nor a path; Error: no file can have that name
    """
    try:
        name = os.fspath(value)
    except Exception:  # raised by an object with __fspath__
        raise TypeError(f"{what} must be the name of a file, not {described(value)}") from None
    name = name if isinstance(name, str) else os.fsdecode(name)
    if "\0" in name:
        raise Error(f"{what} {short(name, 300)!r} is not the name of a file: it has a NUL")
    return name
