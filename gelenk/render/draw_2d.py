"""Flat things in a buffer: rectangles, texts, bitmaps, lines of some width.

Documents: API / OpenGL rendering

Colors are numbers from 0 to 1, clamped. They are rounded as 3.5.0 does on a processor: to bytes in single precision,
halves to even, so that 0.3 is 76; where they are laid over others, color and pixel are each multiplied by their share
in bytes.
"""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from gelenk.render.context import Buffer
from gelenk.render.fonts import Font
from gelenk.render.mjr_rect import part
from gelenk.render.raster import GRID, SAMPLES, sample_x, sample_y

Color = Sequence[float]
THIN = 1.0  # least width of a line [pixel]


def channels(color: Color) -> np.ndarray:
    """The numbers of a color (n,) clamped to 0 .. 1; what is no number is 0."""
    return np.clip(np.nan_to_num(np.asarray(color, np.float32)), 0, 1).astype(np.float64)


def levels(color: Color) -> np.ndarray:
    """The bytes (n,) of an opaque color."""
    return np.rint(channels(color).astype(np.float32) * np.float32(255 / 256) * 256).astype(np.uint8)


def _mix(pixels: np.ndarray, color: np.ndarray, alpha: np.ndarray | float) -> None:
    """Lay a color over pixels (..., 3) uint8, in place; alpha is one number, or (..., 1)."""
    pixels[...] = np.floor(pixels * (1 - alpha) + 255 * (alpha * color) + 0.5)


def _product(a: np.ndarray, b: int) -> np.ndarray:
    """The product of numbers from 0 to 1 in bytes, as bytes."""
    whole = a.astype(np.int32) * b
    return (whole + (whole >> 8) + 128) >> 8


def rectangle(
    buffer: Buffer, left: int, bottom: int, width: int, height: int, rgb: Color, alpha: float = 1.0
) -> None:
    """Fill a rectangle."""
    found = part(left, bottom, width, height, buffer)
    share = float(channels((alpha,))[0])
    if found.empty:
        return
    if share == 1.0:
        buffer.rgb[found.rows, found.columns] = levels(rgb)
    else:
        over, byte = buffer.rgb[found.rows, found.columns], int(levels((alpha,))[0])
        over[...] = np.minimum(_product(levels(rgb), byte) + _product(over, 255 - byte), 255)


def bitmap(buffer: Buffer, bits: np.ndarray, left: int, bottom: int, rgb: Color) -> None:
    """Color the pixels that are set in ``bits`` (height, width) bool, lowest row first."""
    height, width = bits.shape
    found = part(left, bottom, width, height, buffer)
    if not found.empty:
        buffer.rgb[found.rows, found.columns][bits[found.own_rows, found.own_columns]] = levels(rgb)


def text(
    buffer: Buffer, font: Font, line: str, left: int, bottom: int, rgb: Color, shadow: bool = False
) -> None:
    """Write a line of text, whose cells begin at (left, bottom); with ``shadow``, on a black rim."""
    most = max(0, buffer.width - left)
    if shadow:
        bitmap(buffer, font.picture(line, most, rim=True), left, bottom, (0, 0, 0))
    bitmap(buffer, font.picture(line, most), left, bottom, rgb)


def strokes(
    buffer: Buffer, points: Any, width: float, rgb: Color, alpha: float = 1.0, pairs: bool = False
) -> None:
    """Draw the pieces of a polygonal line, each a rectangle of ``width``, at least THIN.

    points  (n, 2) [pixel]
    pairs   whether every other piece is left out
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
    """Fill convex polygons (n, k, 2) in pixels, all with one color, at the samples of a buffer."""
    low, high = corners.min(1), corners.max(1)
    inside = ((high >= 0) & (low <= (buffer.width, buffer.height))).all(1)
    corners = np.rint(GRID * corners[inside].clip(-1e6, 1e6)) / GRID
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
        hit += _within(own, top - bottom, right - left)
    cover = hit[:, :, None] * (float(channels((alpha,))[0]) / n)
    _mix(buffer.rgb[bottom:top, left:right], channels(rgb), cover)


def _within(corners: np.ndarray, height: int, width: int) -> np.ndarray:
    """Which of the points with whole numbers lie in one of the convex polygons (n, k, 2): (height, width) bool."""
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
    # what begins and ends at each point of a row; one more place, for what ends behind it
    size = height * (width + 1)
    changes = np.bincount(y * (width + 1) + begin, minlength=size) - np.bincount(
        y * (width + 1) + end, minlength=size
    )
    return changes.reshape(height, width + 1).cumsum(1)[:, :width] > 0
