"""Draw 2D primitives into a buffer: rectangles, text, bitmaps, lines.

Documents: API / OpenGL rendering

Color components are clamped to 0 .. 1 and rounded as in 3.5.0 with software rendering: to bytes in single precision,
ties to even, so that 0.3 is 76. In blending, color and pixel are each multiplied by their weights in bytes.
"""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from gelenk.render.context import Buffer
from gelenk.render.fonts import Font
from gelenk.render.raster import SAMPLES, SUBPIXELS, sample_x, sample_y
from gelenk.render.read_pixels import find_overlap

Color = Sequence[float]
THIN = 1.0  # smallest width of a line [pixel]


def clamp_color(color: Color) -> np.ndarray:
    """Clamp the components of a color (n,) to 0 .. 1; NaN becomes 0."""
    return np.clip(np.nan_to_num(np.asarray(color, np.float32)), 0, 1).astype(np.float64)


def color_bytes(color: Color) -> np.ndarray:
    """Return the bytes (n,) of an opaque color."""
    return np.rint(clamp_color(color).astype(np.float32) * np.float32(255 / 256) * 256).astype(np.uint8)


def _blend(pixels: np.ndarray, color: np.ndarray, alpha: np.ndarray | float) -> None:
    """Blend a color over pixels (..., 3) uint8 in place; alpha is a scalar or (..., 1)."""
    pixels[...] = np.floor(pixels * (1 - alpha) + 255 * (alpha * color) + 0.5)


def _multiply_bytes(a: np.ndarray, b: int) -> np.ndarray:
    """Multiply values 0 .. 1 that are stored as bytes."""
    whole = a.astype(np.int32) * b
    return (whole + (whole >> 8) + 128) >> 8


def rectangle(
    buffer: Buffer, left: int, bottom: int, width: int, height: int, rgb: Color, alpha: float = 1.0
) -> None:
    """Fill a rectangle, blended for alpha < 1."""
    found = find_overlap(left, bottom, width, height, buffer)
    share = float(clamp_color((alpha,))[0])
    if found.is_empty:
        return
    if share == 1.0:
        buffer.rgb[found.rows, found.columns] = color_bytes(rgb)
    else:
        over, byte = buffer.rgb[found.rows, found.columns], int(color_bytes((alpha,))[0])
        over[...] = np.minimum(
            _multiply_bytes(color_bytes(rgb), byte) + _multiply_bytes(over, 255 - byte), 255
        )


def bitmap(buffer: Buffer, bits: np.ndarray, left: int, bottom: int, rgb: Color) -> None:
    """Color the pixels that are set in ``bits`` (height, width) bool, bottom row first."""
    height, width = bits.shape
    found = find_overlap(left, bottom, width, height, buffer)
    if not found.is_empty:
        buffer.rgb[found.rows, found.columns][bits[found.own_rows, found.own_columns]] = color_bytes(rgb)


def draw_text(
    buffer: Buffer, font: Font, line: str, left: int, bottom: int, rgb: Color, shadow: bool = False
) -> None:
    """Draw a line of text from (left, bottom); with ``shadow``, on a black rim."""
    most = max(0, buffer.width - left)
    if shadow:
        bitmap(buffer, font.text_bitmap(line, most, rim=True), left, bottom, (0, 0, 0))
    bitmap(buffer, font.text_bitmap(line, most), left, bottom, rgb)


def strokes(
    buffer: Buffer, points: Any, width: float, rgb: Color, alpha: float = 1.0, pairs: bool = False
) -> None:
    """Draw the segments of a polyline as rectangles of ``width``, at least THIN.

    points  (n, 2) [pixel]
    pairs   whether every other segment is left out
    """
    points = np.asarray(points, float)
    if len(points) < 2 or not width > 0:
        return
    width = min(max(width, THIN), float(buffer.width + buffer.height))
    start, end = points[:-1], points[1:]
    if pairs:
        start, end = start[::2], end[::2]
    along = end - start
    length = np.hypot(along[:, 0], along[:, 1])
    keep = np.isfinite(length) & (length > 0)
    start, end, along, length = start[keep], end[keep], along[keep], length[keep]
    across = 0.5 * width * np.stack([-along[:, 1], along[:, 0]], 1) / length[:, None]
    polygons(buffer, np.stack([start + across, end + across, end - across, start - across], 1), rgb, alpha)


def polygons(buffer: Buffer, corners: np.ndarray, rgb: Color, alpha: float = 1.0) -> None:
    """Fill convex polygons (n, k, 2) [pixel] in one color, with the samples of the buffer."""
    low, high = corners.min(1), corners.max(1)
    inside = ((high >= 0) & (low <= (buffer.width, buffer.height))).all(1)
    corners = np.rint(SUBPIXELS * corners[inside].clip(-1e6, 1e6)) / SUBPIXELS
    if not len(corners):
        return
    left, bottom = (max(0, math.floor(v)) for v in corners.min((0, 1)))
    right, top = (
        min(most, math.ceil(v))
        for v, most in zip(corners.max((0, 1)), (buffer.width, buffer.height), strict=True)
    )
    if right <= left or top <= bottom:
        return
    n = SAMPLES if buffer.samples else 1
    hit = np.zeros((top - bottom, right - left))
    for k in range(n):
        own = corners - (left + sample_x(n, k), bottom + sample_y(n, k))
        hit += _is_inside(own, top - bottom, right - left)
    cover = hit[:, :, None] * (float(clamp_color((alpha,))[0]) / n)
    _blend(buffer.rgb[bottom:top, left:right], clamp_color(rgb), cover)


def _is_inside(corners: np.ndarray, height: int, width: int) -> np.ndarray:
    """Return which integer points lie in a convex polygon (n, k, 2), as (height, width) bool."""
    after = np.roll(corners, -1, axis=1)
    first = np.ceil(corners[:, :, 1].min(1)).clip(0, height).astype(int)
    rows = np.ceil(corners[:, :, 1].max(1)).clip(0, height).astype(int) - first
    polygon = np.repeat(np.arange(len(corners)), rows)
    y = np.arange(len(polygon)) - np.repeat(rows.cumsum() - rows - first, rows)
    (ax, ay), (bx, by) = (np.moveaxis(ends[polygon], 2, 0) for ends in (corners, after))
    crossed = (ay <= y[:, None]) != (by <= y[:, None])
    with np.errstate(divide="ignore", invalid="ignore"):
        x = ax + (y[:, None] - ay) / (by - ay) * (bx - ax)
    begin = np.ceil(np.where(crossed, x, np.inf).min(1)).clip(0, width).astype(int)
    end = np.ceil(np.where(crossed, x, -np.inf).max(1)).clip(0, width).astype(int)
    # differences along each row; one more column, for spans that end at the right border
    size = height * (width + 1)
    changes = np.bincount(y * (width + 1) + begin, minlength=size) - np.bincount(
        y * (width + 1) + end, minlength=size
    )
    return changes.reshape(height, width + 1).cumsum(1)[:, :width] > 0
