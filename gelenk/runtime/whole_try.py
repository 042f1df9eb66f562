"""Guard a whole function by its try statement, from the first instruction on.

Documents: promises / Ctrl-C by object

CPython checks for signals at RESUME, the first instruction of a function, before any try statement of the source.
A signal during native code is therefore handled at RESUME of the Python function that native code calls next, and
ctypes prints the exception of the handler and discards it. ``whole`` moves the start of the first row of the function's
exception table (Objects/exception_table_notes.txt of CPython, 3.11 and later) to its first instruction.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])
# bits of a byte of the table: start of a row, another byte of the number follows; bits of payload
_FIRST, _MORE, _BITS = 0x80, 0x40, 6
_NEAR = 8  # most instructions before the try statement of a body: COPY_FREE_VARS, RESUME, NOP


def whole(function: Function) -> Function:
    """Extend the try statement that ``function`` begins with to its first instructions.

    Errors   ValueError: the body does not begin with a try statement
    """
    code: Any = function.__code__
    table = code.co_exceptiontable
    start, at = _read(table, 0)
    size, at = _read(table, at)
    _, behind = _read(table, at)
    depth, _ = _read(table, behind)
    if start > _NEAR or depth >> 1:
        raise ValueError(f"{function} does not begin with a try statement")
    row = bytearray(_written(0) + _written(start + size))
    row[0] |= _FIRST
    function.__code__ = code.replace(co_exceptiontable=bytes(row) + table[at:])
    return function


def _read(table: bytes, at: int) -> tuple[int, int]:
    """Return the number that starts at byte ``at``, and the position after it."""
    value = 0
    while True:
        byte = table[at]
        at += 1
        value = value << _BITS | byte & (_MORE - 1)
        if not byte & _MORE:
            return value, at


def _written(value: int) -> bytes:
    """Return the bytes of a number."""
    made = [value & (_MORE - 1)]
    while value := value >> _BITS:
        made.append(value & (_MORE - 1) | _MORE)
    return bytes(reversed(made))
