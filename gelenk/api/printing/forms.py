"""Text forms of arrays: rows, lines, sparse rows and pictures of sparse matrices.

Documents: API / mj_printModel, mj_printData

A format string for a whole array, or for all fields of an object, is applied to all values at once, so that Python
formats as fast as C does. Texts are Latin-1, one character per byte, so that names keep their bytes.
"""

from __future__ import annotations

import functools
import re
from typing import Any

import numpy as np

from gelenk.tables.field_groups import MOST_COLUMNS, MOST_ROWS

_FORMAT = re.compile(r"%[-+ #0]*\d{0,3}(\.\d{0,3})?[fgGeE]")
Array = np.ndarray
_MANY = 40  # elements; with fewer, a test for equal rows costs more than it saves
_KEPT = 16  # cached structures of sparse matrices, since a model has few


def check_format(function: str, text: str) -> None:
    """Raise ValueError unless `text` is a C format of one float."""
    if not _FORMAT.fullmatch(text):
        raise ValueError(
            f"{function}: float_format must be a C format for one float, such as %.3g, not {text!r}"
        )


def array_text(title: str, array: Any, form: str) -> str:
    """Return an array under its title, one row per line; nothing for an empty array."""
    array = np.asarray(array)
    if not array.size:
        return ""
    width = array.size // len(array)
    if array.dtype.kind != "f":
        form = "%d"
    elif array.size >= _MANY and 2 * np.count_nonzero(_as_integers(array)) < array.size:
        pieces, filled = without_zeros(array, form)
        lines = [" ".join(pieces[at : at + width]) for at in range(0, array.size, width)]
        return f"{title}\n  " + "\n  ".join(lines) % filled + "\n\n"
    line = "  " + " ".join([form] * width) + "\n"
    return f"{title}\n" + line * len(array) % tuple(array.ravel().tolist()) + "\n"


def _as_integers(array: Array) -> Array:
    """View floats as integers, which distinguish 0 from -0 and one NaN from another."""
    return np.ascontiguousarray(array).view(f"i{array.itemsize}")


def without_zeros(array: Array, form: str) -> tuple[list[str], tuple[float, ...]]:
    """Return a piece of format string for each value, and the nonzero values.

    The piece of a zero is its text, which takes a quarter of the time of formatting the zero.
    """
    filled = _as_integers(array) != 0
    either = (form % 0.0, form)
    return [either[there] for there in filled.ravel().tolist()], tuple(array[filled].tolist())


def is_constant(rows: Array) -> bool:
    """Return whether all rows are equal; False for few elements, where testing does not pay."""
    return rows.size >= _MANY and bool((_as_integers(rows) == _as_integers(rows[:1])).all())


def join_integers(array: Array) -> str:
    """Return integers separated by blanks."""
    return str(array.ravel().tolist())[1:-1].replace(",", "")


def integer_row(title: str, array: Array) -> str:
    """Return integers on the line below their title; nothing for an empty array."""
    return f"{title}\n  {join_integers(array)}\n\n" if len(array) else ""


def check_spans(what: str, starts: Array, counts: Array, size: int) -> None:
    """Raise IndexError unless all spans are within `size` elements."""
    starts, counts = starts.astype(np.int64), counts.astype(np.int64)
    if (
        len(starts) != len(counts)
        or (starts < 0).any()
        or (counts < 0).any()
        or (starts + counts > size).any()
    ):
        raise IndexError(f"{what}: addresses and counts must be within its {size} elements")


def entry_indices(what: str, nnz: Array, adr: Array, size: int) -> Array:
    """Return the indices of the entries of a sparse matrix, row by row.

    Errors     IndexError: rows are not within `size` elements
    """
    check_spans(what, adr, nnz, size)
    adr, nnz = adr.astype(np.int64), nnz.astype(np.int64)
    return np.arange(nnz.sum()) + np.repeat(adr - (np.cumsum(nnz) - nnz), nnz)


class _ColumnFormats(dict[int, str]):
    """Column numbers followed by the format of a value, cached by column."""

    def __init__(self, form: str) -> None:
        self.form = form

    def __missing__(self, column: int) -> str:
        text = self[column] = f"  {column:2}: {self.form}"
        return text


def sparse_text(title: str, values: Array, nnz: Array, adr: Array, columns: Array, form: str) -> str:
    """Return a sparse matrix, each line with the entries and columns of a row."""
    if not 0 < len(nnz) <= MOST_ROWS:
        return ""
    places = entry_indices(title, nnz, adr, min(columns.size, values.size))
    lines = _sparse_line_formats(nnz.tobytes(), columns.ravel()[places].tobytes(), form)
    return title + lines % tuple(values.ravel()[places].tolist()) + "\n\n"


@functools.lru_cache(_KEPT)
def _sparse_line_formats(nnz: bytes, columns: bytes, form: str) -> str:
    """Return the format of the lines of a sparse matrix, with the columns filled in."""
    found = np.frombuffer(columns, np.int32).tolist()
    of_column = _ColumnFormats(form)
    parts, done = [], 0
    for n in np.frombuffer(nnz, np.int32).tolist():
        parts += ["\n  ", *map(of_column.__getitem__, found[done : done + n])]
        done += n
    return "".join(parts)


def sparsity_picture(
    title: str,
    shape: tuple[int, int],
    nnz: Array,
    adr: Array,
    columns: Array,
    marks: str | Array = "x",
    diagonal: str = "",
    ends: Array | None = None,
) -> str:
    """Draw a sparse matrix as characters, with a mark for each entry.

    marks      one mark for all entries, or one for each row
    diagonal   the mark of diagonal entries, if different
    ends       integers printed after the rows where they are nonzero
    """
    rows, width = shape
    if not 0 < width <= MOST_COLUMNS or not rows:
        return ""
    at = columns.ravel()[entry_indices(title, nnz, adr, columns.size)]
    if at.size and not 0 <= at.min() <= at.max() < width:
        raise IndexError(f"{title}: columns must be in 0 .. {width - 1}, got {at.min()} .. {at.max()}")
    of_rows = marks if isinstance(marks, str) else marks.tobytes()
    text = _picture_characters(shape, nnz.tobytes(), at.tobytes(), of_rows, diagonal)
    if ends is not None and ends.any():
        tails = [f" {end}\n" if end else "\n" for end in ends.tolist()]
        text = "".join(map(str.__add__, text[:-1].split("\n"), tails))
    line = "-" * (width + 2) + "\n"
    return f"{title}\n{line}{text}{line}\n"


@functools.lru_cache(_KEPT)
def _picture_characters(
    shape: tuple[int, int], nnz: bytes, columns: bytes, marks: str | bytes, diagonal: str
) -> str:
    """Return the characters of a picture, without its frame."""
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
