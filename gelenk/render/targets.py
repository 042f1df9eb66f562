"""Render targets of a context (buffers, blits), and pixels read from and drawn into them.

Documents: API / mjr_setBuffer, mjr_resizeOffscreen, mjr_addAux, mjr_setAux, mjr_blitAux, mjr_blitBuffer; API /
MjrRect; API / mjr_readPixels, mjr_drawPixels

Render targets: window, offscreen and auxiliary buffers, and blits.

Pixels: `read` copies a viewport of a buffer into arrays, `draw` arrays into a viewport. MjrRect is a box of pixels.
"""

from typing import TYPE_CHECKING, Any, NamedTuple, SupportsIndex

import numpy as np

from gelenk.errors import FatalError
from gelenk.render import current_context
from gelenk.render.context import RGB_FORMAT, Buffer
from gelenk.runtime.arguments import integer
from gelenk.runtime.block import attach
from gelenk.runtime.struct_bases import Record
from gelenk.tables.enums import mjtDepthMap, mjtFramebuffer
from gelenk.tables.fields_context import AUX
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


# Render targets

MOST_SAMPLES = 16


def rectangle_of(rect: MjrRect) -> Box:
    """Return (left, bottom, width, height), with negative sizes as 0."""
    return rect.left, rect.bottom, max(0, rect.width), max(0, rect.height)


def target_buffer(con: Any) -> Buffer:
    """Make a context current, and return its target buffer; FatalError if it has been freed."""
    con._check_alive()
    current_context.make_current(con)
    return con._current


def named_buffer(con: Any, framebuffer: int) -> Buffer:
    """Return the buffer that an mjtFramebuffer names."""
    return con._offscreen if framebuffer == mjtFramebuffer.mjFB_OFFSCREEN else con._window


def set_buffer(con: Any, framebuffer: int) -> None:
    """Set the target to the window or the offscreen buffer; other values are ignored."""
    target_buffer(con)
    if framebuffer in (mjtFramebuffer.mjFB_WINDOW, mjtFramebuffer.mjFB_OFFSCREEN):
        con.currentBuffer = framebuffer
        restore_target(con)


def restore_target(con: Any) -> None:
    """Set the target to the buffer of ``con.currentBuffer``."""
    target_buffer(con)
    con._current = named_buffer(con, con.currentBuffer)


def resize_offscreen(con: Any, width: int, height: int) -> None:
    """Replace the offscreen buffer by an empty one of another size; sizes of 0 are ignored."""
    before = target_buffer(con)
    if width > 0 and height > 0:
        made = Buffer(width, height, con.offSamples)
        if before is con._offscreen:
            con._current = made
        con._offscreen, con.offWidth, con.offHeight = made, width, height


def _checked_index(function: str, index: int) -> int:
    if not 0 <= index < AUX:
        raise FatalError(f"{function}: Invalid aux buffer index: it is {index}, and must be 0 to {AUX - 1}")
    return index


def add_aux(con: Any, index: int, width: int, height: int, samples: int) -> None:
    """Make or replace an auxiliary buffer; sizes of 0 remove it."""
    before, i = target_buffer(con), _checked_index("mjr_addAux", index)
    if samples < 0:
        raise FatalError(f"mjr_addAux: samples must be at least 0, not {samples}")
    there = width > 0 and height > 0
    made = Buffer(width, height, samples) if there else None
    if before is con._aux[i]:
        con._current = named_buffer(con, con.currentBuffer)
    con._aux[i] = made
    con.auxWidth[i], con.auxHeight[i] = (width, height) if there else (0, 0)
    con.auxSamples[i] = min(samples, MOST_SAMPLES) if there else 0
    for name in ("auxFBO", "auxFBO_r", "auxColor", "auxColor_r"):
        getattr(con, name)[i] = int(there)


def set_aux(con: Any, index: int) -> None:
    """Set the target to an auxiliary buffer."""
    target_buffer(con)
    found = con._aux[_checked_index("mjr_setAux", index)]
    if found is None:
        raise FatalError(f"mjr_setAux: auxFBO {index} does not exist; call mjr_addAux first")
    con._current = found


def blit_aux(con: Any, index: int, src: MjrRect, left: int, bottom: int) -> None:
    """Copy colors of an auxiliary buffer, if any, to the buffer of ``con.currentBuffer``."""
    target_buffer(con)
    source, target = con._aux[_checked_index("mjr_blitAux", index)], named_buffer(con, con.currentBuffer)
    if source is not None:
        _copy_overlap(
            source, rectangle_of(src), target, (left, bottom, *rectangle_of(src)[2:]), color=True, depth=False
        )
    con._current = target


def blit_buffer(con: Any, src: MjrRect, dst: MjrRect, color: bool, depth: bool) -> None:
    """Copy a rectangle of the current buffer to the other one of window and offscreen.

    Rectangles of different sizes are scaled; color-only copies interpolate bilinearly.
    """
    source = target_buffer(con)
    target = con._window if con.currentBuffer == mjtFramebuffer.mjFB_OFFSCREEN else con._offscreen
    _copy_overlap(source, rectangle_of(src), target, rectangle_of(dst), color, depth)


def _copy_overlap(source: Buffer, src: Box, target: Buffer, dst: Box, color: bool, depth: bool) -> None:
    """Copy the part that lies inside both buffers."""
    found = find_overlap(*dst, target)
    if found.is_empty or not (src[2] and src[3]):
        return
    x, inside_x = _source_positions(src[0], src[2], dst[2], found.own_columns, source.width)
    y, inside_y = _source_positions(src[1], src[3], dst[3], found.own_rows, source.height)
    if not (inside_x.any() and inside_y.any()):
        return
    place = np.ix_(
        np.arange(found.rows.start, found.rows.stop)[inside_y],
        np.arange(found.columns.start, found.columns.stop)[inside_x],
    )
    x, y = x[inside_x], y[inside_y]
    if color:
        if depth or src[2:] == dst[2:]:
            target.rgb[place] = source.rgb[np.ix_(y.astype(int), x.astype(int))]
        else:
            target.rgb[place] = _interpolate(source.rgb, y - 0.5, x - 0.5)
    if depth:
        target.depth[place] = source.depth[np.ix_(y.astype(int), x.astype(int))]


def _source_positions(
    start: int, count: int, wanted: int, chosen: slice, most: int
) -> tuple[np.ndarray, np.ndarray]:
    """Return source positions of the centers of target pixels, and which are in the source."""
    at = start + (np.arange(chosen.start, chosen.stop) + 0.5) * (count / wanted)
    return at, (at >= 0) & (at < most)


def _interpolate(pixels: np.ndarray, y: np.ndarray, x: np.ndarray) -> np.ndarray:
    """Interpolate pixels (height, width, 3) bilinearly at rows y and columns x."""
    rows, columns = (
        [np.clip(np.floor(v).astype(int) + k, 0, n - 1) for k in (0, 1)]
        for v, n in zip((y, x), pixels.shape, strict=False)
    )
    v, u = (y - np.floor(y))[:, None, None], (x - np.floor(x))[None, :, None]
    lower, upper = ((1 - u) * pixels[np.ix_(r, columns[0])] + u * pixels[np.ix_(r, columns[1])] for r in rows)
    return np.floor((1 - v) * lower + v * upper + 0.5)
