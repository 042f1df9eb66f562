"""What is closed gives its memory back at once: no scene, reader or painter waits for the collector of cycles."""

import contextlib
import gc
import time
import weakref

import numpy as np
import pytest

import gelenk
from gelenk import viewer
from gelenk.render import pictures
from gelenk.render.context import MjrContext
from gelenk.scene.scene import MjvScene
from gelenk.viewer.scene_delta import SceneReader
from gelenk.viewer.session import Session
from tests.viewer.page import Page

XML = """<mujoco><worldbody><geom type="plane" size="1 1 1"/>
  <body pos="0 0 1"><freejoint/><geom size=".1"/></body></worldbody></mujoco>"""
HEAVY = (MjvScene, MjrContext, Session, SceneReader, gelenk.MjModel, gelenk.MjData)


@pytest.fixture
def pair(monkeypatch):
    monkeypatch.setenv("GELENK_VIEWER", "print")
    m = gelenk.MjModel.from_xml_string(XML)
    return m, gelenk.MjData(m)


@contextlib.contextmanager
def without_collector():
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def heavy():
    """How many objects with much memory there are, by their class."""
    return {cls: sum(issubclass(type(o), cls) for o in gc.get_objects()) for cls in HEAVY}


def left(before, seconds=5.0):
    """What there is more of than before, after a while in which threads may end."""
    end = time.monotonic() + seconds
    while (more := {cls.__name__: n - before[cls] for cls, n in heavy().items() if n > before[cls]}) and (
        time.monotonic() < end
    ):
        time.sleep(0.02)
    return more


def view(m, d):
    with viewer.launch_passive(m, d, browser=False) as handle:
        handle.user_scn.ngeom = 3
        handle.sync()


def view_with_page(m, d):
    with viewer.launch_passive(m, d, browser=False) as handle, Page(handle.address) as page:
        page.say("size", width=64, height=48, ratio=1)
        page.say("frames", **{"as": "pictures"})
        for _ in range(3):
            handle.sync()
        page.wait(lambda p: p.pictures, what="picture")


def view_worlds(m, d):
    with viewer.launch_passive(m, [d, gelenk.MjData(m), gelenk.MjData(m)], browser=False) as handle:
        handle.sync()


def draw(m, d):
    with gelenk.Renderer(m, 24, 32) as renderer:
        renderer.update_scene(d)
        renderer.render()


def batch(m, d):
    worlds = gelenk.batch.Batch(m, 4)
    worlds.step()
    assert np.isfinite(worlds.qpos).all()


def picture(m, d):
    gelenk.mj_forward(m, d)
    pictures(m, [d], width=32, height=24)


@pytest.mark.parametrize("use", [view, view_with_page, view_worlds, draw, batch, picture])
def test_what_is_closed_leaves_no_heavy_object(pair, use):
    use(*pair)  # the first time, what is kept for the process is made
    with without_collector():
        before = heavy()
        for _ in range(3):
            use(*pair)
        assert not left(before)


def test_recordings_are_given_back(pair, tmp_path):
    def use():
        with viewer.launch_passive(*pair, browser=False, record=tmp_path / "run.html") as handle:
            handle.sync()

    use()
    with without_collector():
        before = heavy()
        use()
        assert not left(before)


def test_a_handle_that_lives_on_holds_no_scene_of_the_viewer(pair):
    with without_collector():
        handle = viewer.launch_passive(*pair, browser=False)
        handle.sync()
        session = handle._viewer.session
        scene, private = weakref.ref(session.ui.scn), weakref.ref(session.ui.m)
        del session
        handle.close()
        assert scene() is None and private() is None
        assert handle.m is pair[0] and handle.viewport is None
        assert handle.cam.distance > 0 and handle.user_scn.ngeom == 0
        handle.sync()
        handle.set_texts((None, None, "late", ""))
        handle.close()


def test_many_viewers_take_the_memory_of_few(pair):
    def resident():
        with open("/proc/self/statm") as text:
            return int(text.read().split()[1]) * 4096

    for _ in range(8):  # until allocators have what they keep
        view(*pair)
    with without_collector():
        before = resident()
        for _ in range(24):
            view(*pair)
        assert resident() - before < 60e6  # each held 10 MB
