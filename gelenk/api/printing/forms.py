"""Numbers as text: rows, lines, sparse rows and the pictures of sparse matrices.

Documents: API / mj_printModel, mj_printData

A format string for a whole array, or for all fields of an object, is applied to all of its numbers at once: Python
then formats as fast as C does. Texts are of Latin-1, a character for each byte, so that names keep their bytes.
"""

from __future__ import annotations

import functools
import re
from typing import Any

import numpy as np

from gelenk.tables.printed_fields import MOST_COLUMNS, MOST_ROWS

_FORMAT = re.compile(r"%[-+ #0]*\d{0,3}(\.\d{0,3})?[fgGeE]")
Array = np.ndarray
_MANY = 40  # numbers from which on it is worth to look for equal ones
_KEPT = 16  # structures of sparse matrices, of which a model has few


def check_format(function: str, text: str) -> None:
    """ValueError unless `text` is a format of C for one float."""
    if not _FORMAT.fullmatch(text):
        raise ValueError(
            f"{function}: float_format must be a format of C for one float, such as %.3g, not {text!r}"
        )


def block(title: str, array: Any, form: str) -> str:
    """An array under its title, a row a line; nothing where it is empty."""
    array = np.asarray(array)
    if not array.size:
        return ""
    width = array.size // len(array)
    if array.dtype.kind != "f":
        form = "%d"
    elif array.size >= _MANY and 2 * np.count_nonzero(_bits(array)) < array.size:
        pieces, filled = without_zeros(array, form)
        lines = [" ".join(pieces[at : at + width]) for at in range(0, array.size, width)]
        return f"{title}\n  " + "\n  ".join(lines) % filled + "\n\n"
    line = "  " + " ".join([form] * width) + "\n"
    return f"{title}\n" + line * len(array) % tuple(array.ravel().tolist()) + "\n"


def _bits(array: Array) -> Array:
    """Numbers as integers, which tell 0 from -0, and one NaN from the next."""
    return np.ascontiguousarray(array).view(f"i{array.itemsize}")


def without_zeros(array: Array, form: str) -> tuple[list[str], tuple[float, ...]]:
    """Numbers of which many are 0: for each the text of 0 or the format, and those that are not 0.

    Where a number is part of the format it takes a quarter of the time.
    """
    filled = _bits(array) != 0
    either = (form % 0.0, form)
    return [either[there] for there in filled.ravel().tolist()], tuple(array[filled].tolist())


def constant(rows: Array) -> bool:
    """Whether many objects have the same numbers."""
    return rows.size >= _MANY and bool((_bits(rows) == _bits(rows[:1])).all())


def integers(array: Array) -> str:
    """Integers with blanks between them."""
    return str(array.ravel().tolist())[1:-1].replace(",", "")


def row(title: str, array: Array) -> str:
    """Integers on the line below their title; nothing where there are none."""
    return f"{title}\n  {integers(array)}\n\n" if len(array) else ""


def check_spans(what: str, starts: Array, counts: Array, size: int) -> None:
    """IndexError unless all of these spans are within `size` places."""
    starts, counts = starts.astype(np.int64), counts.astype(np.int64)
    if (
        len(starts) != len(counts)
        or (starts < 0).any()
        or (counts < 0).any()
        or (starts + counts > size).any()
    ):
        raise IndexError(f"{what}: addresses and counts are not within its {size} numbers")


def entries(what: str, nnz: Array, adr: Array, size: int) -> Array:
    """Places of the entries of a sparse matrix, row by row.

    Errors     IndexError: rows are not within `size` places
    """
    check_spans(what, adr, nnz, size)
    adr, nnz = adr.astype(np.int64), nnz.astype(np.int64)
    return np.arange(nnz.sum()) + np.repeat(adr - (np.cumsum(nnz) - nnz), nnz)


class _Places(dict[int, str]):
    """Columns as they stand before the format of their values."""

    def __init__(self, form: str) -> None:
        self.form = form

    def __missing__(self, column: int) -> str:
        text = self[column] = f"  {column:2}: {self.form}"
        return text


def sparse(title: str, values: Array, nnz: Array, adr: Array, columns: Array, form: str) -> str:
    """A sparse matrix: in each line the entries of a row, each with its column."""
    if not 0 < len(nnz) <= MOST_ROWS:
        return ""
    places = entries(title, nnz, adr, min(columns.size, values.size))
    lines = _lines(nnz.tobytes(), columns.ravel()[places].tobytes(), form)
    return title + lines % tuple(values.ravel()[places].tolist()) + "\n\n"


@functools.lru_cache(_KEPT)
def _lines(nnz: bytes, columns: bytes, form: str) -> str:
    """The lines of a sparse matrix as a format of its values, of which the columns are part."""
    found = np.frombuffer(columns, np.int32).tolist()
    of_column = _Places(form)
    parts, done = [], 0
    for n in np.frombuffer(nnz, np.int32).tolist():
        parts += ["\n  ", *map(of_column.__getitem__, found[done : done + n])]
        done += n
    return "".join(parts)


def picture(
    title: str,
    shape: tuple[int, int],
    nnz: Array,
    adr: Array,
    columns: Array,
    marks: str | Array = "x",
    diagonal: str = "",
    ends: Array | None = None,
) -> str:
    """A sparse matrix as characters: `marks` where there are entries, of each row its own or one for all.

    diagonal   the mark of those on the diagonal, where it is another
    ends       integers after the rows, where they are not 0
    """
    rows, width = shape
    if not 0 < width <= MOST_COLUMNS or not rows:
        return ""
    at = columns.ravel()[entries(title, nnz, adr, columns.size)]
    of_rows = marks if isinstance(marks, str) else marks.tobytes()
    text = _cells(shape, nnz.tobytes(), at.tobytes(), of_rows, diagonal)
    if ends is not None and ends.any():
        tails = [f" {end}\n" if end else "\n" for end in ends.tolist()]
        text = "".join(map(str.__add__, text[:-1].split("\n"), tails))
    line = "-" * (width + 2) + "\n"
    return f"{title}\n{line}{text}{line}\n"


@functools.lru_cache(_KEPT)
def _cells(shape: tuple[int, int], nnz: bytes, columns: bytes, marks: str | bytes, diagonal: str) -> str:
    """The characters of a picture, without its frame."""
    rows, width = shape
    cells = np.full((rows, width + 4), ord(" "), np.uint8)
    cells[:, -2] = ord("|")
    cells[:, -1] = ord("\n")
    at, of_row = np.frombuffer(columns, np.int32), np.repeat(np.arange(rows), np.frombuffer(nnz, np.int32))
    cells[of_row, at + 1] = ord(marks) if isinstance(marks, str) else np.frombuffer(marks, np.uint8)[of_row]
    if diagonal:
        on = at == of_row
        cells[of_row[on], at[on] + 1] = ord(diagonal)
    return cells.tobytes().decode("latin-1")
