"""MjrRect, a rectangle of pixels, and its overlap with a buffer.

Documents: API / MjrRect
"""

from typing import TYPE_CHECKING, Any, NamedTuple, SupportsIndex

from gelenk.runtime.arguments import integer
from gelenk.runtime.block import attach
from gelenk.tables.records import Record
from gelenk.toolchain.extension.load import Base

if TYPE_CHECKING:  # attributes for type checkers and editors
    from gelenk.render.fields import RectFields
else:
    RectFields = object

Box = tuple[int, int, int, int]  # left, bottom, width, height [pixel]
_LARGEST = 2**31


def _side(name: str) -> property:
    key = f"_{name}"

    def get(self: Any) -> int:
        return getattr(self, key)

    def put(self: Any, value: Any) -> None:
        if type(value) is int and -_LARGEST <= value < _LARGEST:
            self.__dict__[key] = value
            return
        value = integer("MjrRect", name, value)
        if not -_LARGEST <= value < _LARGEST:
            raise ValueError(f"MjrRect: {name} must be an integer of 32 bits, and is {value}")
        setattr(self, key, value)

    return property(get, put, doc=f"{name} of the rectangle [pixel]")


class MjrRect(Record, Base, RectFields):
    """A rectangle of pixels, relative to the lower left corner of a buffer. (API / MjrRect)"""

    _record = ("left", "bottom", "width", "height")

    def __init__(
        self, left: SupportsIndex, bottom: SupportsIndex, width: SupportsIndex, height: SupportsIndex
    ) -> None:
        own = self.__dict__
        plain = type(left) is type(bottom) is type(width) is type(height) is int
        if plain and 0 <= left | bottom | width | height < _LARGEST:  # type: ignore[operator]  # none is outside
            own["_left"], own["_bottom"], own["_width"], own["_height"] = left, bottom, width, height
        else:
            self.left, self.bottom, self.width, self.height = left, bottom, width, height

    def __copy__(self) -> "MjrRect":
        return MjrRect(self.left, self.bottom, self.width, self.height)

    def __deepcopy__(self, memo: Any) -> "MjrRect":
        return self.__copy__()

    def __reduce__(self) -> tuple[Any, ...]:
        return MjrRect, (self.left, self.bottom, self.width, self.height)


attach(MjrRect, **{name: _side(name) for name in MjrRect._record})


class Part(NamedTuple):
    """The overlap of a block of pixels and a buffer: its rows and columns in each of them."""

    rows: slice
    columns: slice
    own_rows: slice
    own_columns: slice

    @property
    def empty(self) -> bool:
        """Return whether there is no overlap."""
        return self.rows.start >= self.rows.stop or self.columns.start >= self.columns.stop


def _overlap(start: int, count: int, most: int) -> tuple[slice, slice]:
    first, last = max(start, 0), max(min(start + count, most), max(start, 0))
    return slice(first, last), slice(first - start, last - start)


def part(left: int, bottom: int, width: int, height: int, buffer: Any) -> Part:
    """Return the overlap of a block of width x height pixels at (left, bottom) with a buffer."""
    columns, own_columns = _overlap(left, width, buffer.width)
    rows, own_rows = _overlap(bottom, height, buffer.height)
    return Part(rows, columns, own_rows, own_columns)
