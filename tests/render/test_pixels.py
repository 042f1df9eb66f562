"""Buffers of a context: reading, drawing and copying pixels, auxiliary buffers, wrong arguments.

Documents: API / mjr_readPixels, mjr_drawPixels, mjr_blitBuffer, mjr_addAux
"""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import gelenk
from tests.render.canvas import around, context, pixels, rect
from tests.support.tolerance import tol

WINDOW, OFFSCREEN = 0, 1


def noise(height, width, seed=0):
    return np.random.default_rng(seed).integers(0, 256, (height, width, 3), np.uint8)


def test_what_is_drawn_is_read_again():
    con, image = context(), noise(30, 40)
    depth = np.random.default_rng(1).random((30, 40), np.float32)
    for depth_map in (0, 1):
        con.readDepthMap = depth_map
        gelenk.mjr_drawPixels(image.ravel(), depth.ravel(), rect(5, 6, 40, 30), con)
        rgb, z = np.zeros_like(image), np.zeros_like(depth)
        gelenk.mjr_readPixels(rgb, z, rect(5, 6, 40, 30), con)
        np.testing.assert_array_equal(rgb, image)
        np.testing.assert_allclose(z, depth, atol=tol(1e-7))  # one rounding of 1 - depth each way
    assert around(pixels(con).any(axis=2)) == (5, 45, 6, 36)


def test_depth_maps_are_each_others_complement():
    con = context()
    found = []
    for depth_map in (0, 1):
        con.readDepthMap = depth_map
        z = np.zeros((150, 200), np.float32)
        gelenk.mjr_readPixels(None, z, rect(0, 0, 200, 150), con)
        found.append(z)
    assert (found[0] == 1).all() and (found[1] == 0).all()  # nothing is there: all is far


def test_what_lies_outside_of_the_buffer_is_black_and_is_not_drawn():
    con, image = context(20, 10), noise(10, 20) | 1
    gelenk.mjr_drawPixels(image.ravel(), None, rect(-5, -3, 20, 10), con)
    np.testing.assert_array_equal(pixels(con)[:7, :15], image[3:, 5:])
    assert not pixels(con)[7:].any()
    rgb = np.full((30, 40, 3), 9, np.uint8)
    gelenk.mjr_readPixels(rgb, None, rect(-10, -10, 40, 30), con)
    np.testing.assert_array_equal(rgb[10:20, 10:30], pixels(con))
    rgb[10:20, 10:30] = 0
    assert not rgb.any()


def test_colors_are_read_in_the_order_that_the_context_says():
    con = context()
    gelenk.mjr_rectangle(rect(0, 0, 200, 150), 1, 0.5, 0, 1)
    assert pixels(con)[0, 0].tolist() == [255, 128, 0]
    con.readPixelFormat = 32992
    assert pixels(con)[0, 0].tolist() == [0, 128, 255]


@pytest.mark.parametrize(("alpha", "expected"), [(0, 204), (0.3, 158), (0.5, 128), (1, 51), (7, 51)])
def test_rectangles_are_mixed_with_what_is_there(alpha, expected):
    con = context()
    gelenk.mjr_rectangle(rect(0, 0, 200, 150), 0.8, 0.8, 0.8, 1)
    gelenk.mjr_rectangle(rect(10, 20, 30, 40), 0.2, 0.2, 0.2, alpha)
    assert pixels(con)[20, 10].tolist() == [expected] * 3
    assert around((pixels(con) != 204).any(axis=2)) == (None if alpha == 0 else (10, 40, 20, 60))


def test_opaque_colors_are_rounded_in_single_precision_with_halves_to_even():
    con = context()
    gelenk.mjr_rectangle(rect(0, 0, 200, 150), 0.2, 0.3, 0.4, 1)
    assert pixels(con)[0, 0].tolist() == [51, 76, 102]  # as 3.5.0 has them


def test_rectangles_need_a_context_in_the_same_thread():
    con = context()
    with ThreadPoolExecutor(1) as pool:
        call = pool.submit(gelenk.mjr_rectangle, rect(0, 0, 5, 5), 1, 1, 1, 1)
        with pytest.raises(gelenk.FatalError, match="this thread has no current MjrContext"):
            call.result()
    assert not pixels(con).any()


def test_each_gl_context_remembers_its_own_context():
    windows = [gelenk.GLContext(30, 20), gelenk.GLContext(40, 10)]
    contexts = []
    for window in windows:
        window.make_current()
        contexts.append(context())
    for window, con, value in zip(windows, contexts, (1, 0.5), strict=True):
        window.make_current()
        gelenk.mjr_rectangle(rect(0, 0, 10, 10), value, value, value, 1)
        gelenk.mjr_setBuffer(WINDOW, con)
        view = gelenk.mjr_maxViewport(con)
        assert (view.width, view.height) == window.size
        gelenk.mjr_setBuffer(OFFSCREEN, con)
    assert [pixels(con)[5, 5, 0] for con in contexts] == [255, 128]
    windows[0].free()


def test_blits_copy_to_the_other_buffer_and_scale():
    gelenk.GLContext(40, 30).make_current()
    con, image = context(40, 30), noise(30, 40)
    gelenk.mjr_drawPixels(image.ravel(), None, rect(0, 0, 40, 30), con)
    found = []
    for source, depth in (((0, 0, 40, 30), 0), ((0, 0, 20, 15), 0), ((0, 0, 20, 15), 1)):
        gelenk.mjr_blitBuffer(rect(*source), rect(0, 0, 40, 30), 1, depth, con)
        gelenk.mjr_setBuffer(WINDOW, con)
        found.append(pixels(con))
        gelenk.mjr_setBuffer(OFFSCREEN, con)
    np.testing.assert_array_equal(found[0], image)
    np.testing.assert_array_equal(found[2], image[:15, :20].repeat(2, axis=0).repeat(2, axis=1))
    # pixel (7, 9) has its middle at (3.75, 4.75) of the source, whose pixels have theirs at halves
    weights = np.outer((0.75, 0.25), (0.75, 0.25))[:, :, None]
    np.testing.assert_allclose(found[1][7, 9], (weights * image[3:5, 4:6]).sum((0, 1)), atol=tol(0.51))


def test_auxiliary_buffers_are_drawn_into_and_copied():
    con = context()
    gelenk.mjr_addAux(2, 60, 40, 4, con)
    assert con.auxWidth.tolist()[:4] == [0, 0, 60, 0] and con.auxHeight[2] == 40 and con.auxSamples[2] == 4
    gelenk.mjr_setAux(2, con)
    view = gelenk.mjr_maxViewport(con)
    assert (view.width, view.height) == (60, 40)
    gelenk.mjr_rectangle(rect(0, 0, 60, 40), 0, 1, 0, 1)
    gelenk.mjr_blitAux(2, rect(10, 10, 20, 10), 100, 50, con)
    assert around(pixels(con).any(axis=2)) == (100, 120, 50, 60)
    gelenk.mjr_setAux(2, con)
    gelenk.mjr_restoreBuffer(con)
    assert gelenk.mjr_maxViewport(con).width == 200 and con.currentBuffer == OFFSCREEN
    gelenk.mjr_addAux(2, 0, 0, 0, con)
    with pytest.raises(gelenk.FatalError, match="auxFBO 2 does not exist"):
        gelenk.mjr_setAux(2, con)


def test_calls_with_wrong_numbers_raise_or_change_nothing_as_in_3_5_0():
    con = context()
    m = gelenk.MjModel.from_xml_string("<mujoco/>")
    for call in (
        lambda: gelenk.mjr_setAux(99, con),
        lambda: gelenk.mjr_setAux(3, con),
        lambda: gelenk.mjr_addAux(-1, 10, 10, 0, con),
        lambda: gelenk.mjr_addAux(0, 10, 10, -1, con),
        lambda: gelenk.mjr_blitAux(10, rect(0, 0, 5, 5), 0, 0, con),
        lambda: gelenk.mjr_uploadTexture(m, con, 5),
        lambda: gelenk.mjr_uploadMesh(m, con, 0),
        lambda: gelenk.mjr_uploadHField(m, con, -1),
    ):
        with pytest.raises(gelenk.FatalError):
            call()
    for framebuffer in (7, -1):
        gelenk.mjr_setBuffer(framebuffer, con)
        assert con.currentBuffer == OFFSCREEN
    gelenk.mjr_resizeOffscreen(0, 0, con)
    assert (con.offWidth, con.offHeight) == (200, 150)
    gelenk.mjr_blitAux(5, rect(0, 0, 5, 5), 0, 0, con)  # there is none: nothing to copy
    assert gelenk.mjr_getError() == 0 and gelenk.mjr_finish() is None


def test_buffers_that_are_too_large_are_refused_before_memory_is_asked_for():
    con = context()
    for width, height in ((100_000, 100_000), (100_000, 10), (2**31 - 1, 2**31 - 1)):
        for call in (
            lambda w, h: gelenk.mjr_resizeOffscreen(w, h, con),
            lambda w, h: gelenk.mjr_addAux(0, w, h, 0, con),
            gelenk.GLContext,
        ):
            with pytest.raises(ValueError, match=str(width)):
                call(width, height)
    huge = gelenk.MjModel.from_xml_string(
        "<mujoco><visual><global offwidth='100000' offheight='100000'/></visual></mujoco>"
    )
    with pytest.raises(ValueError, match="100000"):
        gelenk.MjrContext(huge, 150)


def test_the_offscreen_buffer_gets_another_size():
    con = context()
    gelenk.mjr_rectangle(rect(0, 0, 200, 150), 1, 1, 1, 1)
    gelenk.mjr_resizeOffscreen(30, 20, con)
    assert pixels(con).shape == (20, 30, 3) and not pixels(con).any()
    assert (con.offWidth, con.offHeight) == (30, 20)


@pytest.mark.parametrize(
    "array",
    [
        np.zeros((5, 6, 3), np.uint8),
        np.zeros(74, np.uint8),
        np.zeros((5, 5, 3), np.int8),
        np.zeros((5, 5, 3), np.float64),
        np.zeros((5, 10, 3), np.uint8)[:, ::2],
        np.zeros((5, 5, 3), np.uint8).tolist(),
        np.broadcast_to(np.zeros(3, np.uint8), (5, 5, 3)),
        "pixels",
    ],
)
def test_arrays_that_do_not_fit_the_viewport_are_refused(array):
    con = context()
    with pytest.raises(TypeError, match="rgb"):
        gelenk.mjr_readPixels(array, None, rect(0, 0, 5, 5), con)
    with pytest.raises(TypeError, match="depth"):
        gelenk.mjr_readPixels(None, array, rect(0, 0, 5, 5), con)


def test_arrays_of_any_shape_that_has_the_pixels_are_filled():
    con = context()
    gelenk.mjr_rectangle(rect(0, 0, 200, 150), 1, 1, 1, 1)
    for shape in ((5, 5, 3), (75,), (75, 1), (25, 3), (1, 5, 15)):
        rgb = np.zeros(shape, np.uint8)
        gelenk.mjr_readPixels(rgb, None, rect(0, 0, 5, 5), con)
        assert (rgb == 255).all()
    gelenk.mjr_readPixels(np.zeros(0, np.uint8), None, rect(0, 0, 0, 5), con)
    gelenk.mjr_readPixels(None, None, rect(0, 0, 5, 5), con)


@pytest.mark.parametrize("make", [context, gelenk.MjrContext])
def test_a_freed_context_says_so(make):
    con, area = make(), rect(0, 0, 5, 5)
    con.free()
    con.free()
    for call in (
        lambda: gelenk.mjr_setBuffer(1, con),
        lambda: gelenk.mjr_render(area, gelenk.MjvScene(), con),
        lambda: gelenk.mjr_readPixels(np.zeros(75, np.uint8), None, area, con),
        lambda: gelenk.mjr_overlay(0, 0, area, "a", "b", con),
        lambda: gelenk.mjr_text(0, "a", con, 0, 0, 1, 1, 1),
        lambda: gelenk.mjr_figure(area, gelenk.MjvFigure(), con),
        lambda: gelenk.mjr_maxViewport(con),
        lambda: gelenk.mjr_changeFont(100, con),
    ):
        with pytest.raises(gelenk.FatalError, match="freed"):
            call()


def test_rectangles_are_found_by_their_points():
    area = rect(0, 0, 20, 40)
    points = (0, 0), (19, 39), (20, 39), (-1, 0)
    assert [gelenk.mjr_findRect(x, y, 1, area) for x, y in points] == [0, 0, -1, -1]
    assert gelenk.mjr_findRect(1, 1, 0, area) == -1


def test_rectangles_are_records_of_four_integers():
    area = rect(1, 2, 3, 4)
    assert "left: 1" in repr(area) and "MjrRect" in repr(area)
    assert area == gelenk.MjrRect(left=1, bottom=2, width=3, height=4)
    for bad in (1.5, "a", None, 2**31):
        with pytest.raises((TypeError, ValueError, OverflowError)):
            area.left = bad
        with pytest.raises((TypeError, ValueError, OverflowError)):
            gelenk.MjrRect(0, 0, bad, 0)
    with pytest.raises(AttributeError):
        area.top = 3
