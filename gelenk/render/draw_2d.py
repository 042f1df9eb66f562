"""Draw 2D primitives into a buffer, and text boxes over an image.

Documents: API / OpenGL rendering; API / mjr_text, mjr_label, mjr_overlay; API / MjvGeom; Programming / Visualization

Primitives are rectangles, text, bitmaps and lines. Color components are clamped to 0 .. 1 and rounded as in 3.5.0 with
software rendering: to bytes in single precision, ties to even, so that 0.3 is 76. In blending, color and pixel are each
multiplied by their weights in bytes.

Text boxes over an image: mjr_text, mjr_label, mjr_overlay, and labels of geoms.
"""

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from gelenk.algebra.vec import normalize4, quat_to_mat
from gelenk.render import fonts
from gelenk.render.context import Buffer
from gelenk.render.fonts import Font, plain_font
from gelenk.render.raster import SAMPLES, SUBPIXELS, sample_x, sample_y
from gelenk.render.targets import Box, find_overlap
from gelenk.render.view_setup import room_scale
from gelenk.tables.enums import mjtFont, mjtGridPos, mjtRndFlag, mjtStereo

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
    """Draw a line of text from (left, bottom); with ``shadow``, letters have a black rim."""
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


# Text boxes

MARGIN_PIXELS = (
    5  # pixels between an overlay and the left and lower edges; one more at the right and upper edges
)
INDENT = 3  # pixels between the left edge of a column and its text
LEADING = 5  # pixels between lines, and below the last
WIDER = 13  # pixels: width of a column minus that of its text
OVERLAP_PIXELS = 2  # pixels by which two columns overlap
_LEFT = mjtGridPos.mjGRID_TOPLEFT, mjtGridPos.mjGRID_BOTTOMLEFT
DIM, BRIGHT = (0.7, 0.7, 0.7), (1.0, 1.0, 1.0)


def font_of(con: Any, font: int) -> tuple[Font, bool]:
    """Return the font for an mjtFont (plain by default), and whether it is shadowed."""
    chosen = fonts.big_font if font == mjtFont.mjFONT_BIG else fonts.plain_font
    return chosen(con.fontScale), font == mjtFont.mjFONT_SHADOW


def put_text(
    buffer: Buffer,
    con: Any,
    font: int,
    line: str,
    viewport: Box,
    x: float,
    y: float,
    rgb: Color,
) -> None:
    """Draw a line of text from (x, y), 0 to 1 of a viewport.

    As in OpenGL, text that begins outside the viewport is not drawn.
    """
    if not (0 <= x <= 1 and 0 <= y <= 1):
        return
    letters, shadow = font_of(con, font)
    left, bottom, width, height = viewport
    draw_text(
        buffer, letters, line, left + math.floor(x * width), bottom + math.floor(y * height), rgb, shadow
    )


def draw_label(
    buffer: Buffer, con: Any, viewport: Box, font: int, line: str, rgba: Color, rgb: Color
) -> None:
    """Fill a rectangle, and center a line of text in it if it fits; without shadow."""
    left, bottom, width, height = viewport
    rectangle(buffer, left, bottom, width, height, rgba[:3], rgba[3])
    letters, _ = font_of(con, font)
    x, y = (width - letters.width(line)) / 2, (height - letters.face.height) / 2
    if x >= 0 and y >= 0:
        draw_text(buffer, letters, line, left + math.floor(x), bottom + math.floor(y), rgb)


class Column(NamedTuple):
    """One column of an overlay: its lines, sizes [pixel] and color."""

    lines: list[str]
    text: int  # width of the longest line
    height: int
    rgb: Color

    @property
    def width(self) -> int:
        """Return the width of the box [pixel]."""
        return self.text + WIDER


def _make_column(letters: Font, text: str, rgb: Color) -> Column:
    lines = text.split("\n")
    height = len(lines) * (letters.face.height + LEADING)
    return Column(lines, max(map(letters.width, lines)), height, rgb)


def _left_edges(grid: int, columns: list[Column], width: int) -> list[int]:
    """Return the left edges of one or two columns in a viewport of ``width`` pixels.

    As in 3.5.0, at the top and bottom center the second column is centered by itself, and the first one begins where
    the texts of both, side by side and centered, would begin; at the left center, the second column is on the left.
    """
    first, second = columns[0], columns[-1]
    if grid in (mjtGridPos.mjGRID_TOPRIGHT, mjtGridPos.mjGRID_BOTTOMRIGHT, mjtGridPos.mjGRID_RIGHT):
        end = width - MARGIN_PIXELS - 1
        places = [end - second.width]
        if len(columns) == 2:
            places.insert(0, places[0] - first.width + OVERLAP_PIXELS)
    elif grid in (mjtGridPos.mjGRID_TOP, mjtGridPos.mjGRID_BOTTOM):
        places = [(width - second.text + 1) // 2 - WIDER]
        if len(columns) == 2:
            places.insert(0, (width - first.text - second.text) // 2 - WIDER - MARGIN_PIXELS)
    elif grid == mjtGridPos.mjGRID_LEFT and len(columns) == 2:
        places = [MARGIN_PIXELS + second.width - OVERLAP_PIXELS, MARGIN_PIXELS]
    else:
        places = [MARGIN_PIXELS, MARGIN_PIXELS + first.width - OVERLAP_PIXELS][: len(columns)]
    return places


def _floor_of(grid: int, column: Column, height: int) -> int:
    """Return the lower edge of a column in a viewport of ``height`` pixels."""
    if grid in (mjtGridPos.mjGRID_TOPLEFT, mjtGridPos.mjGRID_TOPRIGHT, mjtGridPos.mjGRID_TOP):
        return height - MARGIN_PIXELS - 1 - column.height
    if grid in (mjtGridPos.mjGRID_LEFT, mjtGridPos.mjGRID_RIGHT):
        return (height - column.height) // 2 - MARGIN_PIXELS - 1
    return MARGIN_PIXELS


def draw_overlay(
    buffer: Buffer, con: Any, font: int, grid: int, viewport: Box, text: str, second: str
) -> Box:
    """Draw one or two columns of text in half-transparent boxes; the first of two is dimmer.

    Returns    the box drawn last: as in 3.5.0 the second one in the left corners, elsewhere the first
    """
    letters, shadow = font_of(con, font)
    left, bottom, width, height = viewport
    columns = [_make_column(letters, text, DIM if second else BRIGHT)]
    if second:
        columns.append(_make_column(letters, second, BRIGHT))
    placed = list(zip(columns, _left_edges(grid, columns, width), strict=True))
    for column, place in placed if grid in _LEFT else reversed(placed):
        x, y = left + place, bottom + _floor_of(grid, column, height)
        rectangle(buffer, x, y, column.width, column.height, (0, 0, 0), 0.5)
        for i, line in enumerate(column.lines):
            up = column.height - (i + 1) * (letters.face.height + LEADING) + LEADING
            draw_text(buffer, letters, line, x + INDENT, y + up, column.rgb, shadow)
    return x, y, column.width, column.height


WHITE = (1.0, 1.0, 1.0)


def _normalize(v: np.ndarray) -> np.ndarray:
    return v / max(float(np.linalg.norm(v)), 1e-15)


def in_room(scn: Any, points: np.ndarray) -> np.ndarray:
    """Transform points (n, 3) from the model to the room frame: scale R p + translate."""
    if not scn.enabletransform:
        return points
    turn = np.reshape(quat_to_mat(normalize4(tuple(scn._a_rotate.astype(float)))), (3, 3))
    return room_scale(scn._view) * (points @ turn.T) + scn._a_translate


def project_points(
    scn: Any, eyes: tuple[int, int], width: int, height: int, points: np.ndarray
) -> np.ndarray:
    """Project points (n, 3) of the model to an image, midway between two cameras of the scene.

    Returns (n, 3): X, Y [pixel] from the lower left corner; Z, 1 at the near plane and 0 at the far one, NaN behind the
    camera
    """
    one, other = eyes

    def mean(name: str) -> Any:
        column = getattr(scn, f"_a_camera_{name}").astype(float)
        return 0.5 * (column[one] + column[other])

    forward, up = _normalize(mean("forward")), _normalize(mean("up"))
    near, far, bottom, top = (mean(f"frustum_{name}") for name in ("near", "far", "bottom", "top"))
    half = mean("frustum_width") or 0.5 * (top - bottom) * width / height
    offset = in_room(scn, points) - mean("pos")
    away = offset @ forward
    away = np.where(away > 0, away, np.nan)
    if scn._a_camera_orthographic[one]:
        size, depth = 1.0, (far - away) / (far - near)
    else:
        size, depth = near / away, near * (far - away) / (away * (far - near))
    x = (offset @ np.cross(forward, up) * size - mean("frustum_center") + half) * (width / (2 * half))
    y = (offset @ up * size - bottom) * (height / (top - bottom))
    return np.stack([x, y, depth], axis=1)


def draw(buffer: Buffer, con: Any, viewport: Box, scn: Any) -> None:
    """Draw the labels of geoms whose positions are in the image, without depth test.

    Text begins at the position; segmentation and depth images have no labels.
    """
    rows = np.flatnonzero(scn._a_geom_label[: scn.ngeom, 0])
    plain = scn._a_flags[mjtRndFlag.mjRND_SEGMENT] or scn._a_flags[mjtRndFlag.mjRND_DEPTH]
    if plain or not len(rows):
        return
    left, bottom, width, height = viewport
    if scn.stereo == mjtStereo.mjSTEREO_NONE:
        _draw_centered(buffer, con, (left, bottom, width, height), scn, (0, 1), rows)
        return
    for eye in (0, 1):
        _draw_centered(
            buffer, con, (left + eye * (width // 2), bottom, width // 2, height), scn, (eye, eye), rows
        )


def _draw_centered(
    buffer: Buffer, con: Any, viewport: Box, scn: Any, eyes: tuple[int, int], rows: np.ndarray
) -> None:
    left, bottom, width, height = viewport
    if not (width and height):
        return
    letters = plain_font(con.fontScale)
    places = project_points(scn, eyes, width, height, scn._a_geom_pos[rows].astype(np.float64))
    for row, (x, y, z) in zip(rows, places, strict=True):
        if 0 <= x <= width and 0 <= y <= height and 0 <= z <= 1:
            text = scn._a_geom_label[row].tobytes().partition(b"\0")[0].decode(errors="replace")
            draw_text(buffer, letters, text, left + int(x), bottom + int(y), WHITE, shadow=True)
