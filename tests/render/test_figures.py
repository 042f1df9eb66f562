"""Figures: axes, numbers, lines and legend are where 3.5.0 draws them.

Documents: API / mjr_figure, MjvFigure
"""

import numpy as np
import pytest

import gelenk
from gelenk.render import figure
from tests.render.canvas import around, context, pixels, rect
from tests.support.tolerance import tol

AREA = (20, 10, 400, 300)
GREEN, RED, BLUE, CYAN = (0, 102, 0), (255, 0, 0), (0, 0, 102), (0, 255, 255)


def make(lines=(), **fields):
    """A figure of these lines, in colors that tell its parts apart."""
    fig = gelenk.MjvFigure()
    colors = {
        "figurergba": (0, 0, 0.4, 1),
        "panergba": (0, 0.4, 0, 1),
        "gridrgb": (1, 0, 0),
        "legendrgba": (0, 1, 1, 1),
    }
    for name, value in (colors | fields).items():
        if isinstance(getattr(fig, name), np.ndarray):
            getattr(fig, name)[:] = value
        else:
            setattr(fig, name, value)
    for i, points in enumerate(lines):
        fig.linepnt[i] = len(points)
        fig.linedata[i, : 2 * len(points)] = np.ravel(points)
    return fig


def drawn(fig, area=AREA, scale=150):
    con = context(500, 400, scale)
    gelenk.mjr_figure(rect(*area), fig, con)
    return pixels(con)


def outside(area):
    """Return the mask of the pixels of a picture that an area does not have."""
    left, bottom, width, height = area
    mask = np.ones((400, 500), bool)
    mask[max(0, bottom) : max(0, bottom + height), max(0, left) : max(0, left + width)] = False
    return mask


def is_color(found, rgb):
    return (found == rgb).all(axis=2)


# what 3.5.0 tells about its axes: xaxispixel, yaxispixel of figures at AREA
@pytest.mark.parametrize(
    ("fields", "scale", "x", "y"),
    [
        ({}, 150, (93, 405), (66, 295)),
        ({"title": "T"}, 150, (93, 405), (66, 253)),
        ({"xlabel": "X"}, 150, (93, 405), (101, 295)),
        ({"flg_ticklabel": (0, 0)}, 150, (34, 405), (24, 295)),
        ({"flg_ticklabel": (1, 0)}, 150, (34, 405), (66, 295)),
        ({"minwidth": "XXXXXX"}, 150, (138, 405), (66, 295)),
        ({"minwidth": ""}, 150, (60, 405), (66, 295)),
        ({"gridsize": (1, 1)}, 150, (34, 405), (24, 295)),
        ({}, 50, (51, 414), (31, 304)),
        ({"title": "T", "xlabel": "X"}, 100, (65, 410), (68, 273)),
    ],
)
def test_axes_are_where_3_5_0_puts_them(fields, scale, x, y):
    fig = make(**fields)
    found = drawn(fig, scale=scale)
    assert (fig.xaxispixel.tolist(), fig.yaxispixel.tolist()) == (list(x), list(y))
    assert around(is_color(found, GREEN) | (found[:, :, 0] > 90) & (found[:, :, 2] == 0))[1] >= x[1]
    assert is_color(found, BLUE)[AREA[1], AREA[0]]


# ends of the y axis for ranges and data, as 3.5.0 finds them
@pytest.mark.parametrize(
    ("ends", "expected"),
    [
        ((0.1234, 0.9234), (0.1, 1.0)),
        ((-3.7, 12.3), (-10, 20)),
        ((0, 0.00123), (0, 0.002)),
        ((100, 107), (100, 107)),
        ((99.5, 1234), (0, 2000)),
        ((-0.5, 0.5), (-1, 1)),
        ((0, 9.9), (0, 10)),
        ((-123.4, -7.2), (-200, 0)),
        ((3, 17), (0, 20)),
        ((1, 1), (0.99999, 1.00001)),
    ],
)
def test_the_y_axis_ends_at_round_numbers(ends, expected):
    fig = make(range=((0, 1), ends))
    drawn(fig)
    np.testing.assert_allclose(fig.yaxisdata, expected, rtol=tol(1e-6), atol=tol(1e-7))


@pytest.mark.parametrize(
    ("points", "extend", "given", "symmetric", "x", "y"),
    [
        (((0, 0), (1, 5)), 0, (0, 1), 0, (0, 1), (0, 1)),
        (((0, 0), (1, 5)), 1, (0, 1), 0, (0, 1), (0, 5)),
        (((0, 0), (1, 5)), 1, (0, 1), 1, (0, 1), (-5, 5)),
        (((0, 0.2), (1, 0.7)), 0, (1, 0), 0, (0, 1), (0.2, 0.7)),
        (((0, 0.2), (1, 0.7)), 0, (1, 0), 1, (0, 1), (-0.7, 0.7)),
        (((-2.3, -3.1), (3.3, 7.7)), 1, (0, 1), 0, (-2.3, 3.3), (-10, 10)),
        (((-2.3, -3.1), (3.3, 7.7)), 0, (0, 1), 0, (0, 1), (0, 1)),
    ],
)
def test_axes_extend_to_the_data_as_they_are_told(points, extend, given, symmetric, x, y):
    fig = make([points], flg_extend=extend, range=(given, given), flg_symmetric=symmetric)
    drawn(fig)
    np.testing.assert_allclose(fig.xaxisdata, x, rtol=tol(1e-6), atol=tol(1e-7))
    np.testing.assert_allclose(fig.yaxisdata, y, rtol=tol(1e-6), atol=tol(1e-7))


def test_numbers_lose_zeros_behind_the_point():
    assert figure.format_values("%.1f", "xformat", (-1, 1), 5) == ["-1", "-0.5", "0", "0.5", "1"]
    assert figure.format_values("%.0f", "xformat", (0, 100), 3) == ["0", "50", "100"]
    assert figure.format_values("%.2e", "xformat", (0, 2e5), 2) == ["0.00e+00", "2.00e+05"]
    assert figure.format_values("v%.3fs", "xformat", (0, 1), 2) == ["v0.000s", "v1.000s"]


@pytest.mark.parametrize("fmt", ["%d", "%s", "%", "%.2f%.2f", "%n", "%.999999999f", "%*f", "none"])
def test_formats_that_do_not_fit_one_number_are_told(fmt):
    with pytest.raises(ValueError, match="yformat"):
        drawn(make(yformat=fmt))


def test_a_line_goes_from_end_to_end_of_the_pane():
    fig = make([((0, 0), (1, 1))], linewidth=3)
    fig.linergb[0] = (1, 1, 1)
    found = is_color(drawn(fig), (255, 255, 255))
    (x0, x1), (y0, y1) = fig.xaxispixel, fig.yaxispixel
    for t in (0.1, 0.5, 0.9):
        x, y = round(x0 + t * (x1 + 1 - x0)), round(y0 + t * (y1 + 1 - y0))
        assert found[y, x] and not found[y + 5, x] and not found[y - 5, x]


def test_bars_leave_out_every_other_piece():
    points = ((0, 0.5), (0.25, 0.5), (0.5, 0.5), (0.75, 0.5), (1, 0.5))
    fig = make([points], flg_barplot=1, gridsize=(0, 0), flg_extend=0)
    fig.linergb[0] = (1, 1, 1)
    found = is_color(drawn(fig), (255, 255, 255))
    middle = round(0.5 * (fig.yaxispixel[0] + fig.yaxispixel[1] + 1))
    share = [0.125, 0.375, 0.625, 0.875]
    x = [round(fig.xaxispixel[0] + t * (fig.xaxispixel[1] - fig.xaxispixel[0])) for t in share]
    assert found[middle, x].tolist() == [True, False, True, False]


def test_the_legend_has_the_names_of_the_lines_that_fit():
    lines = [((0, 0.1 * i), (1, 0.1 * i)) for i in range(4)]
    heights = []
    for count in (1, 2, 4):
        fig = make(lines, flg_legend=1)
        for i in range(count):
            fig.linename[i] = f"line {i}".encode()
        found = is_color(drawn(fig), CYAN)
        left, right, bottom, top = around(found)
        assert (right, top) == (406, 296)
        assert right - left == 27 + gelenk.render.fonts.plain_font(150).width("line 0")
        heights.append(top - bottom)
    assert heights == [55, 83, 139]  # a line more than there are, less a part of a pixel
    fig.legendoffset = 3
    assert np.ptp(around(is_color(drawn(fig), CYAN))[2:]) == 55
    assert around(is_color(drawn(fig, (20, 10, 400, 110)), CYAN)) is None  # no line fits


# in 3.5.0, measured at four samples a pixel: scale, names, and how much of the outermost column and row is covered
@pytest.mark.parametrize(
    ("scale", "name", "count", "area", "column", "row"),
    [
        (50, "i", 1, (3, 4, 300, 400), 255, 255),
        (100, "Hii", 3, (3, 4, 300, 400), 64, 64),
        (150, "HHHHH", 5, (3, 4, 300, 400), 128, 128),
        (200, "HHHHH", 3, (3, 4, 633, 471), 64, 64),
        (250, "HHHHH", 5, (3, 4, 300, 400), 191, 191),
        (300, "HHHHH", 3, (3, 4, 300, 400), 191, 191),  # 215 / 345 is rounded to the grid of corners
        (300, "HHHHHHHH", 1, (3, 4, 300, 400), 255, 64),  # as wide as the pane, and without the name
    ],
)
def test_the_box_of_a_legend_covers_the_samples_that_it_does_in_3_5_0(scale, name, count, area, column, row):
    fig = make([((0, 0),)] * count, flg_legend=1, flg_ticklabel=0, gridsize=0, legendrgba=(1, 0, 0, 1))
    fig.panergba[:] = fig.figurergba[:] = (0, 0, 0, 1)
    fig.linergb[:count] = 1, 0, 0
    for i in range(count):
        fig.linename[i] = name if i == 0 else "i"
    con = context(640, 480, scale)
    gelenk.mjr_figure(rect(*area), fig, con)
    red = pixels(con)[:, :, 0]
    left, right, bottom, top = around(red > 0)
    wide, high = (
        f(gelenk.render.fonts.plain_font(scale)) for f in (lambda f: f.width(name), lambda f: f.face.height)
    )
    assert right - left == min(
        wide + 2 * (high // 2) - (column == 255), fig.xaxispixel[1] + 1 - fig.xaxispixel[0]
    )
    assert top - bottom == count * high + 2 * (high // 2) - (row == 255)
    assert (red[top - 1, left], red[bottom, right - 1]) == (column, row)


@pytest.mark.parametrize(("width", "first"), [(300, 141), (301, 141), (302, 142), (401, 191)])
def test_halves_of_odd_widths_are_rounded_as_in_3_5_0(width, first):
    for field, text in (("title", "HiH"), ("xlabel", "HiH")):  # 19 pixels
        fig = make(
            flg_ticklabel=0, gridsize=0, panergba=(0, 0, 0, 1), figurergba=(0, 0, 0, 1), **{field: text}
        )
        left, *_ = around(is_color(drawn(fig, (7, 5, width, 300), 50), (255, 255, 255)))
        assert left - 7 - 2 == first  # the letter begins two pixels behind its place


def test_the_line_whose_name_is_pointed_at_is_five_times_as_wide():
    thickness = []
    for highlight in ((0, 0), (395, 270)):
        fig = make(
            [((0, 0), (1, 0))], range=((0, 1), (-1, 1)), highlight=highlight, linewidth=2, gridsize=(0, 0)
        )
        fig.linename[0] = b"flat"
        fig.linergb[0] = (1, 1, 1)
        found = drawn(fig)
        thickness.append(int(is_color(found, (255, 255, 255))[:, 100].sum()))
    assert thickness[0] in (1, 2) and 9 <= thickness[1] <= 10


def test_the_selection_is_a_white_line_with_the_nearest_value():
    fig = make(
        [((0, 0), (0.5, 0.25), (1, 1))], flg_selection=1, selection=0.4, highlightid=0, gridsize=(0, 0)
    )
    found = is_color(drawn(fig), (255, 255, 255))
    x = round(fig.xaxispixel[0] + 0.4 * (fig.xaxispixel[1] + 1 - fig.xaxispixel[0]))
    assert found[150 : fig.yaxispixel[1] - 1, x].all()  # above the text
    left = around(found)[0]
    assert left == pytest.approx(fig.xaxispixel[0] + 0.1 * 372, abs=tol(6))  # the text: ( 0.5 : 0.25 )


def test_the_first_line_is_in_front_and_what_is_highlighted_before_the_selection():
    crossing = [((0, 0), (1, 1)), ((0, 1), (1, 0))]
    fig = make(crossing, range=((0, 1), (0, 1)), linewidth=8, gridsize=(0, 0), linergb=0.0)
    fig.linergb[:2] = (1, 1, 0), (1, 0, 1)
    fig.flg_selection, fig.selection = 1, 0.5

    def middle():
        found = drawn(fig)
        y = sum(fig.yaxispixel.tolist()) // 2
        return tuple(found[y, sum(fig.xaxispixel.tolist()) // 2].tolist())

    assert middle() == (255, 255, 255)
    fig.highlightid = 1
    assert middle() == (255, 0, 255)
    fig.highlightid, fig.flg_selection = -1, 0
    assert middle() == (255, 255, 0)


def test_figures_of_any_size_and_any_numbers_are_drawn():
    rng = np.random.default_rng(0)
    values = np.array([np.nan, np.inf, -np.inf, 1e38, -1e38, 0, 1e-30, 5])
    for area in ((0, 0, 500, 400), (10, 10, 40, 30), (5, 5, 0, 0), (-50, -50, 90, 90), (0, 0, 10**6, 10**6)):
        points = rng.choice(values, (20, 2))
        fig = make([points, points[::-1]], flg_selection=1, highlightid=1, linename=b"n", title="T" * 99)
        fig.range[:] = rng.choice(values, (2, 2))
        assert not drawn(fig, area)[outside(area)].any()
        fig.linewidth, fig.gridwidth, fig.selection = np.nan, np.inf, np.inf
        fig.gridsize[:], fig.linepnt[:] = (10**6, -5), 2**30
        fig.highlightid, fig.legendoffset = 10**6, -3
        assert not drawn(fig, area)[outside(area)].any()


@pytest.mark.parametrize("bars", [0, 1])
def test_lines_end_where_the_ranges_that_are_given_do(bars):
    fig = make(
        [[(-3, 0.2), (0.5, 0.6), (4, 9), (4, 10)]], flg_extend=0, flg_barplot=bars, range=[[0, 1], [0, 1]]
    )
    fig.linergb[0] = (1, 1, 1)
    found = drawn(fig)
    left, right, low, high = around(
        is_color(found, (255, 255, 255)) & (np.arange(500) > fig.xaxispixel[0] + 2)
    )
    assert (
        right <= fig.xaxispixel[1] + 3 and high <= fig.yaxispixel[1] + 3
    )  # half the width of a line beside it
    assert (
        is_color(found[:, : fig.xaxispixel[0] - 3], (255, 255, 255)).sum()
        == is_color(
            drawn(make(flg_extend=0, range=[[0, 1], [0, 1]]))[:, : fig.xaxispixel[0] - 3], (255, 255, 255)
        ).sum()
    )
    assert left < right and low < high


# at scale 150 in a figure of 220 x 193 pixels: the first column of each line, and how bright its columns are, in 3.5.0
@pytest.mark.parametrize(
    ("width", "columns"),
    [
        (1, {13: 64, 14: 191, 77: 128, 78: 128, 141: 128, 142: 128, 205: 191, 206: 64}),
        (2, {13: 191, 14: 255, 15: 64, 77: 255, 78: 255, 141: 255, 142: 255, 204: 64, 205: 255, 206: 191}),
    ],
)
def test_lines_cover_the_samples_that_they_do_in_3_5_0(width, columns):
    fig = make(gridsize=4, gridwidth=width, flg_ticklabel=0, gridrgb=1, panergba=(0, 0, 0, 1))
    row = drawn(fig, (0, 0, 220, 193))[40, :, 0]
    assert {int(x): int(row[x]) for x in np.flatnonzero(row)} == columns


def test_a_line_thinner_than_a_pixel_is_one_pixel_wide():
    thin, one = (drawn(make([[(0, 0.2), (1, 0.9)]], linewidth=width)) for width in (0.01, 1))
    assert (thin == one).all() and (thin != drawn(make([[(0, 0.2), (1, 0.9)]], linewidth=2))).any()


# title, figure, and the column and row where the first letter of 3.5.0 begins
@pytest.mark.parametrize(
    ("scale", "area", "place"), [(150, (62, 1, 257, 174), (161, 140)), (100, (97, 28, 420, 206), (287, 211))]
)
def test_a_title_is_in_the_middle(scale, area, place):
    fig = make(title="TITLE", flg_ticklabel=0, gridrgb=0, panergba=(0, 0, 0, 1), figurergba=(0, 0, 0, 1))
    left, _, bottom, _ = around(is_color(drawn(fig, area, scale), (255, 255, 255)))
    assert (left, bottom) == place


# at scale 100: the extent of the pane, the numbers of the grid, and where 3.5.0 puts the middles of the numbers in it
@pytest.mark.parametrize(
    ("extent", "places"),
    [
        (167, [0, 33, 67, 100, 134, 167]),
        (331, [0, 66, 132, 199, 265, 331]),
        (220, [0, 73, 147, 220]),
        (175, [0, 43, 87, 131, 175]),  # 44, 88 and 132 are just missed
    ],
)
def test_numbers_stand_where_3_5_0_rounds_them_to(extent, places):
    axis = figure.Axis((20, 20 + extent - 1), (0.0, 1.0), ["n"] * len(places))
    assert axis.label_centers() == [20 + place for place in places]


def test_texts_are_as_long_as_in_3_5_0_and_end_at_zero():
    fig = gelenk.MjvFigure()
    for name, most in {"title": 999, "xlabel": 99, "xformat": 19, "yformat": 19, "minwidth": 19}.items():
        setattr(fig, name, "a" * most)
        for text in ("a" * (most + 1), "ä" * (most // 2 + 1)):  # bytes count
            with pytest.raises(ValueError, match=f"len\\({name}\\) cannot exceed {most}"):
                setattr(fig, name, text)
        assert getattr(fig, name) == "a" * most
        setattr(fig, name, "ä\0b")
        assert getattr(fig, name) == "ä"
