"""Rectangles with texts over a picture: mjr_text, mjr_label, mjr_overlay.

Documents: API / mjr_text, mjr_label, mjr_overlay
"""

import math
from typing import Any, NamedTuple

from gelenk.render import flat, fonts
from gelenk.render.buffers import Buffer
from gelenk.render.fonts import Font
from gelenk.render.rect import Box
from gelenk.tables.enums import mjtFont, mjtGridPos

MARGIN = 5  # pixels between an overlay and the edges on the left and below; one more on the right and above
INDENT = 3  # pixels between the left edge of a column and its text
LEADING = 5  # pixels between lines, and below each
WIDER = 13  # pixels by which a column is wider than its text
OVERLAP = 2  # pixels that two columns have in common
_LEFT = mjtGridPos.mjGRID_TOPLEFT, mjtGridPos.mjGRID_BOTTOMLEFT
DIM, BRIGHT = (0.7, 0.7, 0.7), (1.0, 1.0, 1.0)


def font_of(con: Any, font: int) -> tuple[Font, bool]:
    """The font of a context that mjtFont names, and whether it is shadowed; other numbers mean the plain one."""
    chosen = fonts.big if font == mjtFont.mjFONT_BIG else fonts.plain
    return chosen(con.fontScale), font == mjtFont.mjFONT_SHADOW


def put_text(
    buffer: Buffer,
    con: Any,
    font: int,
    line: str,
    viewport: Box,
    x: float,
    y: float,
    rgb: flat.Color,
) -> None:
    """Write a line that begins at (x, y) of a viewport, 0 to 1; as in OpenGL, nothing where that is outside."""
    if not (0 <= x <= 1 and 0 <= y <= 1):
        return
    letters, shadow = font_of(con, font)
    left, bottom, width, height = viewport
    flat.text(
        buffer, letters, line, left + math.floor(x * width), bottom + math.floor(y * height), rgb, shadow
    )


def label(
    buffer: Buffer, con: Any, viewport: Box, font: int, line: str, rgba: flat.Color, rgb: flat.Color
) -> None:
    """Fill a rectangle, with a line of text in its middle where that fits; it has no shadow."""
    left, bottom, width, height = viewport
    flat.rectangle(buffer, left, bottom, width, height, rgba[:3], rgba[3])
    letters, _ = font_of(con, font)
    x, y = (width - letters.width(line)) / 2, (height - letters.face.height) / 2
    if x >= 0 and y >= 0:
        flat.text(buffer, letters, line, left + math.floor(x), bottom + math.floor(y), rgb)


class Column(NamedTuple):
    """One column of an overlay: its lines, size [pixel] and color."""

    lines: list[str]
    text: int  # width of the longest line
    height: int
    rgb: flat.Color

    @property
    def width(self) -> int:
        """Width of the box [pixel]."""
        return self.text + WIDER


def _column(letters: Font, text: str, rgb: flat.Color) -> Column:
    lines = text.split("\n")
    height = len(lines) * (letters.face.height + LEADING)
    return Column(lines, max(map(letters.width, lines)), height, rgb)


def _places(grid: int, columns: list[Column], width: int) -> list[int]:
    """Left edges of one or two columns in a viewport of ``width`` pixels.

    In the middle, the second column stands where it would alone, and the first so that texts of equal length would
    meet; on the left edge's middle, the second column comes first. Both as in the reference.
    """
    first, second = columns[0], columns[-1]
    if grid in (mjtGridPos.mjGRID_TOPRIGHT, mjtGridPos.mjGRID_BOTTOMRIGHT, mjtGridPos.mjGRID_RIGHT):
        end = width - MARGIN - 1
        places = [end - second.width]
        if len(columns) == 2:
            places.insert(0, places[0] - first.width + OVERLAP)
    elif grid in (mjtGridPos.mjGRID_TOP, mjtGridPos.mjGRID_BOTTOM):
        places = [(width - second.text + 1) // 2 - WIDER]
        if len(columns) == 2:
            places.insert(0, (width - first.text - second.text) // 2 - WIDER - MARGIN)
    elif grid == mjtGridPos.mjGRID_LEFT and len(columns) == 2:
        places = [MARGIN + second.width - OVERLAP, MARGIN]
    else:
        places = [MARGIN, MARGIN + first.width - OVERLAP][: len(columns)]
    return places


def _floor_of(grid: int, column: Column, height: int) -> int:
    """Lower edge of a column in a viewport of ``height`` pixels."""
    if grid in (mjtGridPos.mjGRID_TOPLEFT, mjtGridPos.mjGRID_TOPRIGHT, mjtGridPos.mjGRID_TOP):
        return height - MARGIN - 1 - column.height
    if grid in (mjtGridPos.mjGRID_LEFT, mjtGridPos.mjGRID_RIGHT):
        return (height - column.height) // 2 - MARGIN - 1
    return MARGIN


def overlay(buffer: Buffer, con: Any, font: int, grid: int, viewport: Box, text: str, second: str) -> Box:
    """One or two columns of lines in half transparent boxes; the first is dimmer where there are two.

    Returns    the box that was drawn last: as in 3.5.0 the second one in corners on the left, elsewhere the first
    """
    letters, shadow = font_of(con, font)
    left, bottom, width, height = viewport
    columns = [_column(letters, text, DIM if second else BRIGHT)]
    if second:
        columns.append(_column(letters, second, BRIGHT))
    placed = list(zip(columns, _places(grid, columns, width), strict=True))
    for column, place in placed if grid in _LEFT else reversed(placed):
        x, y = left + place, bottom + _floor_of(grid, column, height)
        flat.rectangle(buffer, x, y, column.width, column.height, (0, 0, 0), 0.5)
        for i, line in enumerate(column.lines):
            up = column.height - (i + 1) * (letters.face.height + LEADING) + LEADING
            flat.text(buffer, letters, line, x + INDENT, y + up, column.rgb, shadow)
    return x, y, column.width, column.height
