"""Texts, labels and overlays stand where 3.5.0 puts them, in letters of its widths.

Documents: API / mjr_text, mjr_label, mjr_overlay
"""

import itertools

import numpy as np
import pytest

import gelenk
from gelenk.render import fonts
from gelenk.render.fonts import FACES, SCALES
from tests.render.canvas import around, context, pixels, rect

NORMAL, SHADOW, BIG = 0, 1, 2
WHITE = (1, 1, 1)


def test_letters_are_as_wide_and_high_as_3_5_0s():
    con = context()
    assert (con.charHeight, con.charHeightBig, con.fontScale, con.rangeFont) == (28, 54, 150, 128)
    assert [int(con.charWidth[ord(c)]) for c in "A iW0"] == [15, 6, 5, 21, 12]
    assert [int(con.charWidthBig[ord(c)]) for c in "A iW0"] == [28, 11, 11, 40, 23]
    assert not con.charWidth[:32].any() and con.charWidth.shape == (127,)
    heights = {50: (11, 18), 100: (18, 37), 200: (37, 71), 250: (45, 89), 300: (54, 106)}
    for scale, expected in heights.items():
        gelenk.mjr_changeFont(scale, con)
        assert (con.charHeight, con.charHeightBig, con.fontScale) == (*expected, scale)


def test_every_printable_letter_has_a_picture_of_its_own():
    for height, face in FACES.items():
        font = fonts.font_of_height(height)
        for code, (cell, width) in enumerate(zip(font.cells, face.advances, strict=True), 32):
            assert cell.shape == (height, width)
            assert cell.any() == (code != 32), chr(code)
        assert (
            len({cell.tobytes() for cell in font.cells}) >= len(font.cells) - 2
        )  # I, l and | may look alike
    assert {h for pair in SCALES.values() for h in pair} == set(FACES)


def test_a_text_begins_at_its_place_in_the_last_viewport():
    con = context()
    gelenk.mjr_rectangle(rect(20, 10, 150, 100), 0, 0, 0, 1)
    gelenk.mjr_text(NORMAL, "|", con, 0.5, 0.25, *WHITE)
    left, right, bottom, top = around(pixels(con).any(axis=2))
    assert 20 + 75 <= left < right <= 20 + 75 + con.charWidth[ord("|")]
    assert 10 + 25 <= bottom < top <= 10 + 25 + con.charHeight


@pytest.mark.parametrize("place", [(-0.01, 0.5), (1.01, 0.5), (0.5, -0.01), (0.5, 1.01), (np.nan, 0.5)])
def test_a_text_that_begins_outside_is_not_drawn(place):
    con = context()
    gelenk.mjr_text(NORMAL, "Text", con, *place, *WHITE)
    assert not pixels(con).any()


def test_a_text_has_its_color_and_a_shadow_a_black_rim_of_two_pixels():
    con = context()
    gelenk.mjr_rectangle(rect(0, 0, 200, 150), 0.5, 0.5, 0.5, 1)
    gelenk.mjr_text(SHADOW, "H", con, 0.1, 0.1, 1, 0.5, 0)
    found = pixels(con)
    letter, rim = (found == (255, 128, 0)).all(axis=2), (found == 0).all(axis=2)
    left, right, bottom, top = around(letter)
    outer = around(letter | rim)
    assert outer[2:] == (bottom - 2, top + 2)
    # sideways the rim ends with the cell of the letter
    assert left - 2 <= outer[0] < left and right < outer[1] <= right + 2


def test_letters_without_a_picture_are_question_marks_and_control_characters_take_no_room():
    font = fonts.plain_font(150)
    assert font.width("\u00e9\u4e2d") == 2 * font.width("?")
    assert font.width("a\nb\r\x07") == font.width("ab") and font.width("\t") == font.width(" ")


def test_long_texts_cost_only_what_is_seen():
    con = context()
    gelenk.mjr_text(NORMAL, "x" * 10**6, con, 0, 0, *WHITE)
    gelenk.mjr_overlay(BIG, 0, rect(0, 0, 200, 150), "y" * 10**5, "z\n" * 10**3, con)
    assert pixels(con)[:, -20:].any()


def test_a_label_is_a_panel_with_its_text_in_the_middle():
    con = context()
    gelenk.mjr_label(rect(40, 20, 101, 41), NORMAL, "HHH", 0.2, 0.4, 0.6, 0.5, 1, 1, 0, con)
    found = pixels(con)
    assert around(found.any(axis=2)) == (40, 141, 20, 61)
    assert found[21, 41].tolist() == [26, 51, 77]  # half of the color over black
    left, right, bottom, top = around((found == (255, 255, 0)).all(axis=2))
    start = 40 + (101 - 45) // 2
    assert start <= left < right <= start + 45 and 20 + 6 <= bottom < top <= 20 + 6 + 28
    again = context()
    gelenk.mjr_label(rect(40, 20, 30, 41), NORMAL, "HHH", 0, 0, 0, 1, 1, 1, 0, again)
    assert not pixels(again).any()  # it does not fit


# boxes of "AA" and "AAAA" in the first viewport below, as 3.5.0 draws them: (left, right) of each column, (bottom, top)
BOXES = {
    0: ((5, 48), (46, 119), (411, 444)),
    1: ((480, 523), (521, 594), (411, 444)),
    2: ((5, 48), (46, 119), (5, 38)),
    3: ((480, 523), (521, 594), (5, 38)),
    4: ((237, 280), (257, 330), (411, 444)),
    5: ((237, 280), (257, 330), (5, 38)),
    6: ((76, 119), (5, 78), (202, 235)),
    7: ((480, 523), (521, 594), (202, 235)),
}


@pytest.mark.parametrize("grid", BOXES)
def test_columns_of_an_overlay_are_where_3_5_0_puts_them(grid):
    con = context(700, 500)
    for origin in ((0, 0), (50, 40)):
        gelenk.mjr_rectangle(rect(0, 0, 700, 500), 0.8, 0.8, 0.8, 1)
        gelenk.mjr_overlay(NORMAL, grid, rect(*origin, 600, 450), "AA", "AAAA", con)
        found = pixels(con)[:, :, 0]
        *columns, (bottom, top) = BOXES[grid]
        first, second = ((a + origin[0], b + origin[0]) for a, b in columns)
        low, high = bottom + origin[1], top + origin[1]
        assert around(found != 204) == (min(first[0], second[0]), max(first[1], second[1]), low, high)
        shade = np.full(700, 204)
        for a, b in (first, second):
            shade[a:b] //= 2
        np.testing.assert_array_equal(found[low], shade)


def test_the_first_column_is_dimmer_where_there_are_two():
    values = []
    for second in ("", "x"):
        con = context()
        gelenk.mjr_overlay(NORMAL, 0, rect(0, 0, 200, 150), "A", second, con)
        values.append(set(pixels(con)[:, :30].reshape(-1, 3)[:, 0].tolist()))
    assert 255 in values[0] and 178 not in values[0]
    assert 178 in values[1]


def test_any_font_position_and_text_is_drawn_or_left_out():
    con = context(60, 40)
    for font, grid, text in itertools.product((-1, 0, 1, 2, 150), (-3, 0, 7, 99), ("", "\n\n", "A\n" * 50)):
        gelenk.mjr_overlay(font, grid, rect(0, 0, 60, 40), text, text, con)
        gelenk.mjr_overlay(font, grid, rect(-100, 30, 0, -5), text, text, con)
        gelenk.mjr_text(font, text, con, 0.5, 0.5, np.nan, 2, -1)
    gelenk.mjr_rectangle(rect(0, 0, 60, 40), 0, 0, 0, 1)
    gelenk.mjr_text(NORMAL, "A", con, 0.5, 0.5, 1, 1, 1)
    new = context(60, 40)
    gelenk.mjr_text(NORMAL, "A", new, 0.5, 0.5, 1, 1, 1)
    assert pixels(new).any()
    np.testing.assert_array_equal(pixels(con), pixels(new))  # the context draws as a new one


def test_unknown_font_scales_are_told():
    con = context()
    with pytest.raises(gelenk.FatalError, match="Invalid fontscale: it is 77"):
        gelenk.mjr_changeFont(77, con)
    assert con.fontScale == 150


def test_new_contexts_take_the_nearest_scale_but_never_50():
    """As 3.5.0 does, whose scale 50 only mjr_changeFont sets."""
    m = gelenk.MjModel.from_xml_string("<mujoco/>")
    expected = {-5: 100, 50: 100, 100: 100, 124: 100, 125: 150, 175: 200, 224: 200, 299: 300, 1000: 300}
    assert {scale: gelenk.MjrContext(m, scale).fontScale for scale in expected} == expected
    with pytest.raises(TypeError):
        gelenk.MjrContext(m, "100")


def test_labels_of_geoms_begin_where_the_camera_sees_them_and_nothing_hides_them():
    m = gelenk.MjModel.from_xml_string(
        """<mujoco><visual><headlight ambient='0 0 0' diffuse='0 0 0' specular='0 0 0'/></visual><worldbody>
        <camera name='c' pos='0 -3 0' xyaxes='1 0 0 0 0 1' fovy='45'/>
        <geom name='near' type='box' size='1 0.01 1' pos='0 -1 0' rgba='0 0 0 1'/>
        <body name='Body' pos='0.1 0 0.2'><geom size='0.05' rgba='0 0 0 1'/></body></worldbody></mujoco>"""
    )
    d = gelenk.MjData(m)
    gelenk.mj_forward(m, d)
    option = gelenk.MjvOption()
    option.label = gelenk.mjtLabel.mjLABEL_BODY
    with gelenk.Renderer(m, 300, 400) as renderer:
        renderer.update_scene(d, "c", option)
        left, right, bottom, top = around((np.flipud(renderer.render()) > 200).all(axis=2))
        scale = 150 / (3 * np.tan(np.radians(22.5)))  # pixels a meter at the body
        x, y = 200 + int(0.1 * scale), 150 + int(0.2 * scale)
        assert x <= left <= x + 4 and right <= x + fonts.plain_font(150).width("Body")
        assert y <= bottom < top <= y + 28
        renderer.enable_segmentation_rendering()
        assert set(np.unique(renderer.render()[:, :, 0])) <= {-1, 0, 1}  # no label among the numbers


@pytest.mark.parametrize("view", ("perspective", "orthographic"))
@pytest.mark.parametrize(
    ("translate", "rotate", "scale"),
    [
        ((0, 0, 0), (1, 0, 0, 0), 2),
        ((0.3, 0.2, -0.4), (1, 0, 0, 0), 0.7),
        ((0.3, 0.2, -0.4), (0.8, 0.1, 0.5, -0.2), 0.7),
        ((0.1, 0, 0.1), (2, 0, 0, 0), 0.25),
        ((0.1, 0.2, 0.1), (0, 0, 0, 0), 1.5),
    ],
)
def test_labels_go_with_the_model_through_the_room(translate, rotate, scale, view):
    """In 3.5.0, too, a label begins 2 pixels right of and above the middle of its ball, however large that is."""
    m = gelenk.MjModel.from_xml_string(
        f"""<mujoco><visual><global orthographic='{str(view == "orthographic").lower()}'
        fovy='{3 if view == "orthographic" else 45}'/><headlight ambient='1 1 1' diffuse='0 0 0' specular='0 0 0'/>
        </visual><statistic extent='3'/><worldbody><body name='Body' pos='0.2 0.1 0.15'>
        <geom size='0.03' rgba='1 0 0 1'/></body></worldbody>
        </mujoco>"""
    )
    d, scn, con = gelenk.MjData(m), gelenk.MjvScene(m, 9), gelenk.MjrContext(m, 150)
    gelenk.mj_forward(m, d)
    option, camera = gelenk.MjvOption(), gelenk.MjvCamera()
    camera.distance, camera.elevation = 3, -20
    option.label = gelenk.mjtLabel.mjLABEL_BODY
    gelenk.mjv_updateScene(m, d, option, None, camera, 7, scn)
    scn.enabletransform, scn.scale = 1, scale
    scn.translate[:], scn.rotate[:] = translate, rotate
    gelenk.mjr_setBuffer(gelenk.mjtFramebuffer.mjFB_OFFSCREEN, con)
    gelenk.mjr_render(rect(0, 0, 400, 300), scn, con)
    rgb = np.zeros((300, 400, 3), np.uint8)
    gelenk.mjr_readPixels(rgb, None, rect(0, 0, 400, 300), con)
    rows, columns = np.nonzero((rgb[:, :, 0] > 100) & (rgb[:, :, 1] < 40))
    left, right, bottom, top = around((rgb > 200).all(axis=2))
    assert abs(left - columns.mean() - 2) <= 2 and abs(bottom - rows.mean() - 2) <= 2
    assert right - left <= fonts.plain_font(150).width("Body") and top - bottom <= 28


# where mjr_text writes (0, 0) and (0.5, 0.5) in 3.5.0 after an overlay of 640 x 480 at scale 100: box and its middle
@pytest.mark.parametrize(
    ("grid", "second", "corner", "middle"),
    [
        (0, "1\n2", (65, 428), (75, 451)),
        (1, "1\n2", (553, 428), (584, 451)),
        (2, "1\n2", (65, 5), (75, 28)),
        (3, "1\n2", (553, 5), (584, 28)),
        (4, "1\n2", (273, 428), (304, 451)),
        (5, "1\n2", (273, 5), (304, 28)),
        (6, "1\n2", (24, 211), (55, 234)),
        (7, "1\n2", (553, 211), (584, 234)),
        (0, "", (5, 428), (36, 451)),
        (1, "", (572, 428), (603, 451)),
    ],
)
def test_texts_after_an_overlay_are_in_the_box_that_it_drew_last(grid, second, corner, middle):
    con = context(640, 480, 100)
    view = rect(0, 0, 640, 480)
    for (x, y), place in (((0, 0), corner), ((0.5, 0.5), middle)):
        gelenk.mjr_overlay(NORMAL, grid, view, "Time\nEnergy", second, con)
        before = pixels(con)
        gelenk.mjr_text(NORMAL, "l", con, x, y, 1, 0.3, 0.7)
        left, _, bottom, _ = around((pixels(con) != before).any(axis=2))
        assert (left - 2, bottom - 4) == place  # the letter begins 2 and 4 pixels behind its place


def test_texts_after_a_figure_are_in_its_pane_and_drawn_pixels_do_not_matter():
    con = context(640, 480, 100)
    fig = gelenk.MjvFigure()
    gelenk.mjr_figure(rect(100, 100, 400, 300), fig, con)
    pane = fig.xaxispixel[0], fig.yaxispixel[0]
    assert pane != (100, 100)
    gelenk.mjr_drawPixels(np.zeros(1200, np.uint8), None, rect(50, 60, 20, 20), con)
    before = pixels(con)
    gelenk.mjr_text(NORMAL, "l", con, 0, 0, 1, 0.3, 0.7)
    left, _, bottom, _ = around((pixels(con) != before).any(axis=2))
    assert (left - 2, bottom - 4) == pane
    gelenk.mjr_figure(rect(100, 100, 20, 20), fig, con)  # too small for a pane
    before = pixels(con)
    gelenk.mjr_text(NORMAL, "l", con, 0, 0, 1, 0.3, 0.7)
    left, _, bottom, _ = around((pixels(con) != before).any(axis=2))
    assert (left - 2, bottom - 4) == (100, 100)
