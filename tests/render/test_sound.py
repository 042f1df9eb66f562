"""Numbers that users write into scenes and contexts: what is not within their arrays is refused by its name."""

import pytest

import gelenk
from tests.support import visual

WRONG = (-(2**31), -1, 1000, 2**31 - 1)


def soft():
    """A scene with flexes and skins, all of whose parts are shown, and a context."""
    m = gelenk.MjModel.from_xml_string(visual.MODELS["soft"])
    d, scene = gelenk.MjData(m), gelenk.MjvScene(m, 2000)
    gelenk.mj_forward(m, d)
    gelenk.mjv_updateScene(m, d, gelenk.MjvOption(), None, gelenk.MjvCamera(), 7, scene)
    assert scene.nflex and scene.nskin
    con = gelenk.MjrContext(m)
    gelenk.mjr_setBuffer(gelenk.mjtFramebuffer.mjFB_OFFSCREEN, con)
    return m, scene, con


def draw(scene, con):
    gelenk.mjr_render(gelenk.MjrRect(0, 0, 64, 48), scene, con)


@pytest.mark.parametrize(
    "name", ("flexvertadr", "flexedgeadr", "flexfaceadr", "skinvertadr", "flexvertnum", "flexfacenum")
)
def test_flexes_and_skins_outside_of_the_arrays_of_a_scene_are_refused(name):
    _, scene, con = soft()
    draw(scene, con)
    own = getattr(scene, name).copy()
    for value in WRONG if name.endswith("adr") else WRONG[2:]:
        getattr(scene, name)[:] = value
        with pytest.raises(IndexError, match=name[:-3]):
            draw(scene, con)
    getattr(scene, name)[:] = own
    getattr(scene, name)[-1] += 1
    with pytest.raises(IndexError, match=name[:-3]):  # the last one, by one
        draw(scene, con)
    getattr(scene, name)[:] = own
    draw(scene, con)


def test_edges_between_vertices_that_a_scene_has_not_are_refused():
    _, scene, con = soft()
    for value in WRONG:
        scene.flexedge[-1] = value
        with pytest.raises(IndexError, match="flexedge"):
            draw(scene, con)


def test_flexes_and_skins_of_nothing_draw_nothing():
    _, scene, con = soft()
    for name in ("flexvertnum", "flexedgenum", "flexfacenum", "skinvertnum"):
        getattr(scene, name)[:] = 0
    for name in ("flexvertadr", "flexedgeadr", "flexfaceadr", "skinvertadr"):
        getattr(scene, name)[:] = -1
    draw(scene, con)


@pytest.mark.parametrize("name", ("baseMesh", "baseHField", "nskin"))
def test_shapes_that_a_context_has_not_are_refused(name):
    m, scene, con = soft()
    own = getattr(con, name)
    for value in WRONG:
        setattr(con, name, value)
        with pytest.raises(gelenk.FatalError, match=f"con.{name} must be in 0"):
            draw(scene, con)
        with pytest.raises(gelenk.FatalError, match=f"con.{name} must be in 0"):
            gelenk.mjr_uploadMesh(m, con, 0)
    setattr(con, name, own)
    draw(scene, con)


def test_ranges_of_a_context_do_not_say_what_can_be_uploaded():
    m, _, con = soft()
    con.rangeMesh = con.rangeHField = 2000
    for upload, number in ((gelenk.mjr_uploadMesh, m.nmesh), (gelenk.mjr_uploadHField, m.nhfield)):
        with pytest.raises(gelenk.FatalError, match=f"there is no .* {number}"):
            upload(m, con, number)


def test_texts_of_a_size_that_no_font_has_are_refused():
    _, _, con = soft()
    view = gelenk.MjrRect(0, 0, 64, 48)
    for scale in (5, -1, 2**31 - 1):
        con.fontScale = scale
        for write in (
            lambda: gelenk.mjr_text(0, "a", con, 0.1, 0.1, 1, 1, 1),
            lambda: gelenk.mjr_overlay(0, 0, view, "a", "b", con),
            lambda: gelenk.mjr_figure(view, gelenk.MjvFigure(), con),
        ):
            with pytest.raises(gelenk.FatalError, match="fontscale"):
                write()
