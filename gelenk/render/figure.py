"""Draw an MjvFigure: pane with grid, lines or bars, tick labels, legend, title, selection.

Documents: API / mjr_figure, MjvFigure

The layout is in units of the text height h: margins are h / 2, tick labels take 3 h / 2, the title 3 h / 2, the
label of the x axis 5 h / 4. xaxispixel and yaxispixel are the first and last pixel of the pane.
"""

import math
import re
from typing import Any, NamedTuple

import numpy as np

from gelenk.render import draw_2d
from gelenk.render.context import Buffer
from gelenk.render.fonts import Font, plain_font
from gelenk.render.targets import Box
from gelenk.tables.enums import mjtFont

NARROW = 1e-5  # least extent of an axis, in units of the data
THICK = 5  # width of a highlighted line, in line widths
PANE_MARGIN = 0.001  # margin of the data area, as a share of the pane
CHOSEN = 0.1  # position of the text of the selection along both axes, as a share of the axis
SELECTION = 3  # width of the selection line [pixel]
MOST_GRID = 1000  # largest number of grid lines per axis
Rows = list[tuple[int, int, int, int, int]]  # line, left, bottom, right, top of its legend entry [pixel]
_NUMBER = re.compile(r"[^%]*%[-+ #0]*\d{0,2}(\.\d{0,2})?[eEfFgG][^%]*", re.DOTALL)


class Axis(NamedTuple):
    """One axis: its range in buffer pixels and in data units, and its tick labels."""

    pixel: tuple[int, int]
    data: tuple[float, float]
    labels: list[str]

    def to_pixels(self, values: Any) -> np.ndarray:
        """Convert data to positions in the buffer [pixel]; pixel k covers k to k + 1."""
        low, high = self.data
        return self.share_to_pixels((np.asarray(values, float) - low) / (high - low))

    def share_to_pixels(self, share: Any) -> np.ndarray:
        """Return positions [pixel] of shares 0 .. 1 of the axis, inset by PANE_MARGIN as in 3.5.0."""
        return self.pixel[0] + (np.asarray(share, float) + PANE_MARGIN) * (
            self.extent / (1 + 2 * PANE_MARGIN)
        )

    @property
    def extent(self) -> int:
        """Return the length of the axis [pixel]."""
        return self.pixel[1] + 1 - self.pixel[0]

    def label_centers(self) -> list[int]:
        """Return the centers of the tick labels [pixel], rounded as in 3.5.0."""
        shares = np.linspace(0, 1, len(self.labels))
        # ties at pixel edges round as if both ends of the range were slightly farther from zero
        low, high = (min(abs(v) / (self.data[1] - self.data[0]), 10.0) * 1e-7 for v in self.data)
        shares = (shares + low) / (1 + low + high) + 1e-11
        return (self.pixel[0] + np.floor(shares * (self.extent + 1))).astype(int).tolist()

    def grid_lines(self) -> np.ndarray:
        """Return the positions of the grid lines [pixel]."""
        return self.share_to_pixels(np.linspace(0, 1, len(self.labels)))


# ---- data


def lines_of(fig: Any) -> list[np.ndarray]:
    """Return the finite points (n, 2) of each line."""
    found = []
    for i, count in enumerate(fig.linepnt.tolist()):
        n = min(max(0, count), fig.linedata.shape[1] // 2)
        points = fig.linedata[i, : 2 * n].reshape(-1, 2).astype(float)
        found.append(points[np.isfinite(points).all(axis=1)])
    return found


def _axis_range(fig: Any, axis: int, lines: list[np.ndarray]) -> tuple[float, float]:
    """Return the range of an axis: as given, else the range of the data.

    With flg_extend, a given range is extended to the range of the data.
    """
    low, high = (float(v) if math.isfinite(v) else 0.0 for v in fig.range[axis])
    values = np.concatenate([points[:, axis] for points in lines])
    own = low >= high
    if len(values) and own:
        low, high = values.min(), values.max()
    elif len(values) and fig.flg_extend:
        low, high = min(low, values.min()), max(high, values.max())
    if high - low < NARROW:
        middle = 0.5 * (low + high)
        # the spacing of float32 at large values may exceed NARROW
        half = max(0.5 * NARROW, 2 * float(np.spacing(np.float32(abs(middle)))))
        low, high = middle - half, middle + half
    return low, high


def _round_range(low: float, high: float) -> tuple[float, float]:
    """Extend a range to multiples of the largest power of ten that fits into it."""
    step = 10.0 ** math.floor(math.log10(high - low) + 1e-6)
    return math.floor(low / step + 1e-6) * step, math.ceil(high / step - 1e-6) * step


def data_ranges(fig: Any, lines: list[np.ndarray]) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return the data ranges of both axes."""
    x, y = _axis_range(fig, 0, lines), _round_range(*_axis_range(fig, 1, lines))
    if fig.flg_symmetric:
        most = max(abs(y[0]), abs(y[1]))
        y = -most, most
    return x, y


def format_values(fmt: str, name: str, ends: tuple[float, float], count: int) -> list[str]:
    """Format ``count`` equally spaced values with a C format, without trailing zeros."""
    if not _NUMBER.fullmatch(fmt):
        raise ValueError(
            f"{name} must contain one printf conversion of a number, such as '%.2f', not {fmt!r}"
        )
    return [_strip_zeros(fmt % v) for v in np.linspace(*ends, count)]


def _strip_zeros(text: str) -> str:
    """Remove trailing zeros after a decimal point."""
    return text.rstrip("0").rstrip(".") if re.search(r"\.\d*$", text) else text


# ---- layout


def layout_axes(fig: Any, letters: Font, viewport: Box, lines: list[np.ndarray]) -> tuple[Axis, Axis]:
    """Return both axes: the space that texts leave, and the tick labels."""
    left, bottom, width, height = viewport
    h = letters.face.height
    right, top = left + width - h // 2 - 1, bottom + height - h // 2 - 1
    left, bottom = left + h // 2, bottom + h // 2
    counts = [min(n, MOST_GRID) if n > 1 else 0 for n in fig.gridsize.tolist()]
    x, y = data_ranges(fig, lines)
    x_labels = format_values(fig.xformat, "xformat", x, counts[0])
    y_labels = format_values(fig.yformat, "yformat", y, counts[1])
    if fig.flg_ticklabel[0] and x_labels:
        bottom += 3 * h // 2
    if fig.xlabel:
        bottom += 5 * h // 4
    if fig.flg_ticklabel[1] and y_labels:
        left += h // 2 + max(map(letters.width, [fig.minwidth, *y_labels]))
    if fig.title and fig.subplot == 0:
        top -= 3 * h // 2
    return Axis((left, right), x, x_labels), Axis((bottom, top), y, y_labels)


# ---- drawing


def draw(buffer: Buffer, con: Any, viewport: Box, fig: Any) -> Box:
    """Draw the figure, and store its axis ranges in the MjvFigure.

    Returns    the pane, or the viewport if that is too small for a pane
    """
    letters, lines = plain_font(con.fontScale), lines_of(fig)
    x, y = layout_axes(fig, letters, viewport, lines)
    draw_2d.rectangle(buffer, *viewport, fig.figurergba[:3], fig.figurergba[3])
    if min(x.extent, y.extent) < 2:
        return viewport  # only the background fits
    fig.xaxispixel[:], fig.yaxispixel[:] = x.pixel, y.pixel
    fig.xaxisdata[:], fig.yaxisdata[:] = x.data, y.data
    _draw_texts(buffer, letters, viewport, fig, x, y)
    pane = (x.pixel[0], y.pixel[0], x.extent, y.extent)
    draw_2d.rectangle(buffer, *pane, fig.panergba[:3], fig.panergba[3])
    _draw_grid(buffer, fig, x, y)
    for i, points in reversed(list(enumerate(lines))):  # the first line is drawn last, in front
        _draw_line(buffer, fig, i, points, x, y, fig.linewidth)
    box = _draw_legend(buffer, letters, fig, lines, pane)
    _draw_highlight(buffer, con, fig, lines, x, y, pane, box)
    return pane


def _draw_texts(buffer: Buffer, letters: Font, viewport: Box, fig: Any, x: Axis, y: Axis) -> None:
    """Draw the title, the label of the x axis, and the tick labels."""
    left, bottom, width, _ = viewport
    h, rgb = letters.face.height, fig.textrgb

    def centered(text: str, up: int) -> None:
        # each width is halved before the subtraction, as in 3.5.0
        draw_2d.draw_text(buffer, letters, text, left + width // 2 - letters.width(text) // 2, up, rgb)

    if fig.title and fig.subplot == 0:
        centered(fig.title, y.pixel[1] + 1 + h // 2)
    if fig.xlabel:
        centered(fig.xlabel, bottom + h // 2)
    if fig.flg_ticklabel[0]:
        for text, place in zip(x.labels, x.label_centers(), strict=True):
            wide = letters.width(text)
            start = min(max(place - wide // 2, x.pixel[0]), x.pixel[1] + 1 - wide)
            draw_2d.draw_text(buffer, letters, text, start, y.pixel[0] - 3 * h // 2, rgb)
    if fig.flg_ticklabel[1]:
        for text, place in zip(y.labels, y.label_centers(), strict=True):
            start = x.pixel[0] - h // 2 - letters.width(text)
            draw_2d.draw_text(buffer, letters, text, start, place - h // 2, rgb)


def _draw_grid(buffer: Buffer, fig: Any, x: Axis, y: Axis) -> None:
    """Draw the grid lines from edge to edge of the pane."""
    (left, right), (low, high) = x.share_to_pixels((0, 1)), y.share_to_pixels((0, 1))
    for place in x.grid_lines():
        draw_2d.strokes(buffer, [(place, low), (place, high)], fig.gridwidth, fig.gridrgb)
    for place in y.grid_lines():
        draw_2d.strokes(buffer, [(left, place), (right, place)], fig.gridwidth, fig.gridrgb)


def _draw_line(buffer: Buffer, fig: Any, i: int, points: np.ndarray, x: Axis, y: Axis, width: float) -> None:
    """Draw one line; in a bar plot every other segment of the line."""
    place = np.stack([x.to_pixels(points[:, 0]), y.to_pixels(points[:, 1])], axis=1)
    low = np.array([x.pixel[0], y.pixel[0]], float)
    high = low + (x.extent, y.extent)
    pairs = bool(fig.flg_barplot)
    if len(place) > 1 and ((place < low - 1) | (place > high + 1)).any():
        pieces = np.stack([place[:-1], place[1:]], axis=1)
        place, pairs = _clip_segments(pieces[:: 2 if pairs else 1], low, high).reshape(-1, 2), True
    draw_2d.strokes(buffer, place, width, fig.linergb[i], pairs=pairs)


def _clip_segments(pieces: np.ndarray, low: np.ndarray, high: np.ndarray) -> np.ndarray:
    """Clip segments (n, 2 ends, 2) to a box, as 3.5.0 clips lines to a given range."""
    start, way = pieces[:, 0], pieces[:, 1] - pieces[:, 0]
    with np.errstate(divide="ignore", invalid="ignore"):
        a, b = (low - start) / way, (high - start) / way
    inside = (start >= low) & (start <= high)
    level = way == 0.0
    first = np.where(level, np.where(inside, 0.0, 2.0), np.minimum(a, b)).max(axis=1).clip(0.0)
    last = np.where(level, 1.0, np.maximum(a, b)).min(axis=1).clip(max=1.0)
    kept = first < last
    ends = np.stack([first, last], axis=1)[kept]
    return start[kept, None] + ends[:, :, None] * way[kept, None]


def _line_name(fig: Any, i: int) -> str:
    return bytes(fig.linename[i]).decode(errors="replace")


def _draw_legend(buffer: Buffer, letters: Font, fig: Any, lines: list[np.ndarray], pane: Box) -> Rows:
    """Draw the legend in the upper right; return (line, left, bottom, right, top) per entry."""
    named = [i for i, points in enumerate(lines) if len(points) and _line_name(fig, i)][
        max(0, fig.legendoffset) :
    ]
    if not fig.flg_legend or not named:
        return []
    h, margin = letters.face.height, letters.face.height // 2
    wide = max(letters.width(_line_name(fig, i)) for i in named) + 2 * margin
    shown = named[: max(0, (pane[3] - h) // h)]
    right, top = pane[0] + pane[2], pane[1] + pane[3]
    if not shown:
        return []
    _legend_box(buffer, fig, pane, wide, len(shown) * h + 2 * margin)
    rows = []
    for k, i in enumerate(shown):
        name, up = _line_name(fig, i), top - margin - (k + 1) * h
        start = right - margin - letters.width(name)
        if start >= pane[0]:  # as in OpenGL, a text that begins outside the pane is not drawn
            draw_2d.draw_text(buffer, letters, name, start, up, fig.linergb[i], shadow=True)
        rows.append((i, right - wide, up, right, up + h))
    return rows


def _legend_box(buffer: Buffer, fig: Any, pane: Box, wide: int, high: int) -> None:
    """Draw the background of a legend.

    3.5.0 maps the pixels 0 .. n - 1 of the pane to its full extent, so the box is about a pixel smaller, and its edges
    lie between pixel borders.
    """
    left, bottom, width, height = pane
    right, top, (rgb, alpha) = left + width, bottom + height, (fig.legendrgba[:3], fig.legendrgba[3])
    x, y = right - (wide - 1) * width / (width - 1), top - (high - 1) * height / (height - 1)
    x, y = max(x, left), max(y, bottom)
    inner, above = math.ceil(x), math.ceil(y)
    draw_2d.rectangle(buffer, inner, above, right - inner, top - above, rgb, alpha)
    rims = (
        [(x, y), (inner, y), (inner, top), (x, top)],
        [(inner, y), (right, y), (right, above), (inner, above)],
    )
    draw_2d.polygons(buffer, np.array(rims), rgb, alpha)


def _draw_highlight(
    buffer: Buffer, con: Any, fig: Any, lines: list[np.ndarray], x: Axis, y: Axis, pane: Box, legend: Rows
) -> None:
    """Draw the highlighted line, and the selection with the value of that line.

    The line under the highlight position takes precedence over highlightid.
    """
    px, py = fig.highlight
    pointed = [i for i, left, low, right, top in legend if left <= px < right and low <= py < top]
    line = pointed[0] if pointed else fig.highlightid
    there = 0 <= line < len(lines)
    if fig.flg_selection and x.data[0] <= fig.selection <= x.data[1]:
        place = float(x.to_pixels(fig.selection))
        draw_2d.strokes(buffer, [(place, end) for end in y.share_to_pixels((0, 1))], SELECTION, (1, 1, 1))
    if there:
        _draw_line(buffer, fig, line, lines[line], x, y, THICK * fig.linewidth)
    if fig.flg_selection and there and len(lines[line]):
        points = lines[line]
        a, b = points[np.abs(points[:, 0] - fig.selection).argmin()]
        text = f"( {a:.4g} : {b:.4g} )"
        left, bottom = (int(axis.share_to_pixels(CHOSEN)) for axis in (x, y))
        draw_2d.put_text(buffer, con, int(mjtFont.mjFONT_SHADOW), text, (left, bottom, 1, 1), 0, 0, (1, 1, 1))
