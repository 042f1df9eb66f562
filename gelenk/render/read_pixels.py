"""Read pixels of a buffer into arrays, draw arrays into it; MjrRect, a box of pixels.

Documents: API / MjrRect; API / mjr_readPixels, mjr_drawPixels
"""

from typing import TYPE_CHECKING, Any, NamedTuple, SupportsIndex

import numpy as np

from gelenk.render.context import RGB_FORMAT, Buffer
from gelenk.runtime.arguments import integer
from gelenk.runtime.block import attach
from gelenk.runtime.struct_bases import Record
from gelenk.tables.enums import mjtDepthMap
from gelenk.toolchain.extension.load import Base

if TYPE_CHECKING:
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
            raise ValueError(f"MjrRect: {name} must be a 32-bit integer, not {value}")
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


class Overlap(NamedTuple):
    """The overlap of a block of pixels and a buffer: its rows and columns in each of them."""

    rows: slice
    columns: slice
    own_rows: slice
    own_columns: slice

    @property
    def is_empty(self) -> bool:
        """Return whether there is no overlap."""
        return self.rows.start >= self.rows.stop or self.columns.start >= self.columns.stop


def _range_overlap(start: int, count: int, most: int) -> tuple[slice, slice]:
    first, last = max(start, 0), max(min(start + count, most), max(start, 0))
    return slice(first, last), slice(first - start, last - start)


def find_overlap(left: int, bottom: int, width: int, height: int, buffer: Any) -> Overlap:
    """Return the overlap of a block of width x height pixels at (left, bottom) with a buffer."""
    columns, own_columns = _range_overlap(left, width, buffer.width)
    rows, own_rows = _range_overlap(bottom, height, buffer.height)
    return Overlap(rows, columns, own_rows, own_columns)


def _as_image(function: str, name: str, array: np.ndarray, viewport: Box, channels: int) -> np.ndarray:
    """Return pixels as a view (height, width, channels), or raise TypeError for other sizes."""
    _, _, width, height = viewport
    wanted = width * height * channels
    if array.size != wanted:
        raise TypeError(
            f"{function}: {name} must have {wanted} numbers for {width} x {height} pixels, not {array.size}"
        )
    return array.reshape(height, width, channels)


def _map_depth(con: Any, depth: np.ndarray) -> np.ndarray:
    """Map depth between the buffer and readDepthMap; the map is its own inverse."""
    return 1 - depth if con.readDepthMap == mjtDepthMap.mjDEPTH_ZERONEAR else depth


def read(buffer: Buffer, con: Any, viewport: Box, rgb: Any, depth: Any) -> None:
    """Copy colors and depth of a viewport; outside the buffer pixels are black and far."""
    found = find_overlap(*viewport, buffer)
    for name, array, channels in (("rgb", rgb, 3), ("depth", depth, 1)):
        if array is None:
            continue
        block = _as_image("mjr_readPixels", name, array, viewport, channels)
        whole = found.rows.stop - found.rows.start, found.columns.stop - found.columns.start
        if whole != block.shape[:2]:
            block[...] = 0 if name == "rgb" else _map_depth(con, np.zeros(1, np.float32))
        if found.is_empty:
            continue
        own = block[found.own_rows, found.own_columns]
        if name == "rgb":
            pixels = buffer.rgb[found.rows, found.columns]
            own[...] = pixels if con.readPixelFormat == RGB_FORMAT else pixels[:, :, ::-1]
        else:
            own[:, :, 0] = _map_depth(con, buffer.depth[found.rows, found.columns])


def draw(buffer: Buffer, con: Any, viewport: Box, rgb: Any, depth: Any) -> None:
    """Copy arrays into the part of a viewport inside the buffer."""
    found = find_overlap(*viewport, buffer)
    for name, array, channels in (("rgb", rgb, 3), ("depth", depth, 1)):
        if array is None:
            continue
        block = _as_image("mjr_drawPixels", name, array, viewport, channels)
        if found.is_empty:
            continue
        own = block[found.own_rows, found.own_columns]
        if name == "rgb":
            buffer.rgb[found.rows, found.columns] = own
        else:
            buffer.depth[found.rows, found.columns] = np.clip(_map_depth(con, own[:, :, 0]), 0, 1)
