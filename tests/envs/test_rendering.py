"""Vector environments render as gymnasium's do: an image of each world, or the page of the viewer.

Documents: design / Batches
"""

import gymnasium
import numpy as np
import pytest

import gelenk
from gelenk.envs import make_vec
from gelenk.envs import rendering as drawing
from tests.envs.gymnasium_here import gelenk_under_gymnasium  # noqa: F401  a fixture of this module

SIZE = {"width": 80, "height": 60}


def close_pictures(ours, theirs):
    """States differ by rounding, so that a pixel at an edge may be another's."""
    difference = np.abs(np.asarray(ours, int) - np.asarray(theirs, int)).max(axis=-1)
    return (difference > 2).mean() < 0.01


@pytest.mark.parametrize(
    ("id", "camera"),
    [("Hopper-v5", {"camera_name": "track"}), ("Ant-v5", {"camera_id": 0}), ("Reacher-v5", {})],
)
def test_pictures_are_those_of_gymnasium(id, camera, monkeypatch):
    monkeypatch.delenv("MUJOCO_GL", raising=False)  # tests of other packages set it to "disable"
    options = SIZE | camera | {"render_mode": "rgb_array"}
    if not camera:  # where to look from is a setting of gymnasium's class
        options["default_camera_config"] = {"distance": 1.5, "elevation": -60.0, "lookat": np.zeros(3)}
    theirs = gymnasium.make_vec(
        id,
        2,
        vectorization_mode="sync",
        **options if id != "Reacher-v5" else SIZE | {"render_mode": "rgb_array"},
    )
    ours = make_vec(id, 2, **options)
    assert ours.render_mode == theirs.render_mode == "rgb_array"
    assert "rgb_array" in ours.metadata["render_modes"] and "human" in ours.metadata["render_modes"]
    theirs.reset(seed=3)
    ours.reset(seed=3)
    action = np.full(ours.action_space.shape, 0.3, np.float32)
    for _ in range(10):
        a, b = ours.render(), theirs.render()
        assert isinstance(a, tuple) and len(a) == len(b) == 2
        assert a[0].shape == b[0].shape == (60, 80, 3) and a[0].dtype == b[0].dtype == np.uint8
        if camera:
            assert all(close_pictures(x, y) for x, y in zip(a, b, strict=True))
        theirs.step(action)
        ours.step(action)
    assert (ours.render()[0] != a[0]).any(), "the world has moved"
    assert (ours.render()[0] != ours.render()[1]).any(), "worlds differ"
    theirs.close()
    ours.close()


@pytest.mark.parametrize(
    ("config", "follows"),
    [
        (None, True),
        ({"trackbodyid": 1, "distance": 4.0, "elevation": -20.0}, True),
        ({"distance": 4.0}, False),
    ],
)
def test_the_camera_follows_the_body_by_default_and_where_asked(config, follows):
    env = make_vec("HalfCheetah-v5", 1, render_mode="rgb_array", default_camera_config=config, **SIZE)
    env.reset(seed=0)

    def brown():
        picture = env.render()[0].astype(int)
        return (picture[:, :, 0] - picture[:, :, 2] > 20).sum()  # the floor is gray

    assert brown() > 40
    env.batch.qpos[0, 0] += 30.0
    env.batch.forward()
    assert (brown() > 40) == follows


def test_without_a_mode_the_way_to_pictures_is_told(monkeypatch):
    told = []
    monkeypatch.setattr(gymnasium.logger, "warn", lambda text, *_: told.append(text))
    env = make_vec("Hopper-v5", 1)
    env.reset(seed=0)
    assert env.render() is None
    assert "render_mode='rgb_array'" in told[0] and "gelenk.render.pictures" in told[0]


@pytest.mark.parametrize(
    ("options", "error", "words"),
    [
        ({"render_mode": "rgb_aray"}, ValueError, "did you mean 'rgb_array'"),
        ({"camera_name": "trak"}, KeyError, "id you mean 'track'"),
        ({"camera_id": 9}, IndexError, "index 9"),
        ({"camera_id": 0, "camera_name": "track"}, ValueError, "at the same time"),
        ({"width": 0}, ValueError, "."),
        ({"widht": 80}, TypeError, "did you mean 'width'"),
    ],
)
def test_mistakes_are_told_when_the_environment_is_made(options, error, words):
    with pytest.raises(error, match=words):
        make_vec("Hopper-v5", 1, **options)


def test_rendering_before_the_reset_is_refused():
    env = make_vec("Hopper-v5", 1, render_mode="rgb_array", **SIZE)
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.render()


class Page:
    """In the place of the viewer: counts the states that are shown."""

    def __init__(self, m, datas, real=None):
        self.m, self.datas, self.shown, self.closed, self.has_pages = m, datas, [], False, False
        self.cam = gelenk.MjvCamera()

    def lock(self):
        import threading

        return threading.RLock()

    def sync(self):
        self.shown.append([d.qpos.copy() for d in self.datas])

    def close(self):
        self.closed = True


def test_human_mode_shows_each_reset_and_step(monkeypatch, tmp_path):
    from gelenk.viewer import handle, server

    (tmp_path / "page.html").write_text("")
    monkeypatch.setattr(server, "BUILT", tmp_path)
    pages = []

    def launch(m, datas):
        pages.append(Page(m, datas))
        return pages[-1]

    monkeypatch.setattr(handle, "launch_passive", launch)
    env = make_vec("Hopper-v5", 3, render_mode="human")
    env.reset(seed=0)
    env.step(np.zeros(env.action_space.shape, np.float32))
    assert env.render() is None
    (page,) = pages
    assert len(page.shown) == 2 and np.array_equal(page.shown[-1], env.batch.qpos)
    assert not np.array_equal(*page.shown)
    assert (
        page.cam.type == gelenk.mjtCamera.mjCAMERA_FIXED and page.m.cam(page.cam.fixedcamid).name == "track"
    )
    env.close()
    assert page.closed


def test_human_mode_opens_a_viewer(monkeypatch):
    from gelenk.viewer import server

    if not (server.BUILT / "page.html").is_file():
        pytest.skip("the page is not built")
    env = make_vec("Hopper-v5", 2, render_mode="human")
    env.reset(seed=0)
    page = env._renderer._page
    assert page.is_running() and page.address
    env.close()
    assert not page.is_running()


def test_human_mode_without_a_page_names_the_remedy(monkeypatch, tmp_path):
    from gelenk.viewer import server

    monkeypatch.setattr(server, "BUILT", tmp_path)
    env = make_vec("Hopper-v5", 1, render_mode="human")
    with pytest.raises(gelenk.Error, match=r"gelenk\.viewer\.page_bundle"):
        env.reset(seed=0)
    assert drawing.check_mode(None) is None
