"""Commands show shipped models with their controllers, list them, and draw the pictures of the gallery.

Documents: Modeling / Getting started
"""

import numpy as np
import pytest
from PIL import Image

import gelenk
from gelenk import models
from gelenk.cli import animation, info
from tests.clients.test_cli import ball, run, wide_terminal  # noqa: F401 (fixtures)
from tools import gallery


def test_models_lists_each_model_with_its_sizes_in_a_line():
    result = run("models")
    assert result.exit_code == 0, result.output
    lines = result.output.splitlines()
    assert [line.split()[0] for line in lines] == list(models.names())
    assert "1 body, 1 dof " in lines[models.names().index("pendulum")]
    assert all(models.SHOWS[line.split()[0]].does in line for line in lines)
    assert "\x1b" not in result.output


@pytest.mark.parametrize("columns", [40, 80, 200])
def test_pictures_of_models_fit_the_terminal(columns):
    lines = [*info.picture_lines(columns)]
    blocks = [line.count("▀") for line in lines]
    across = (columns + info.GAP) // (info.WIDTH + info.GAP)
    assert max(blocks) == info.WIDTH * across <= columns
    assert sum(blocks) == len(models.names()) * info.WIDTH * info.HEIGHT // 2


def test_there_is_a_thumbnail_for_each_model_and_none_is_of_one_color():
    with Image.open(models.THUMBNAILS) as sheet:
        pixels = np.asarray(sheet.convert("RGB")).reshape(-1, info.HEIGHT, info.WIDTH, 3)
    assert len(pixels) == len(models.names())
    assert (pixels.std(axis=(1, 2)).max(axis=1) > 5).all()


def test_simulate_moves_a_shipped_model_by_its_controller_unless_told_not_to(tmp_path):
    for words, low in (((), 0.55), (("--no-controller",), 0.0)):
        path = tmp_path / "humanoid.npz"
        assert run("simulate", "humanoid", "-t", 4, "-o", path, *words).exit_code == 0
        height = np.load(path)["qpos"][:, 2]
        assert (height[-1] > 0.8) == (not words)
        assert height.min() > low


def test_simulate_starts_where_the_model_is_shown_from_and_a_keyframe_wins(tmp_path):
    path = tmp_path / "arm.npz"
    for words, key in (((), "home"), (("-k", "reach"), "reach")):
        assert run("simulate", "arm7", "-t", 0.01, "-o", path, *words).exit_code == 0
        assert (np.load(path)["qpos"][0] == models.load("arm7").key(key).qpos).all()
    assert run("simulate", "arm7", "-t", 0.01, "-o", path, "--no-controller").exit_code == 0
    assert (np.load(path)["qpos"][0, :7] == 0).all()


def test_noise_is_added_to_what_the_controller_sets(tmp_path):
    kept = []
    for words in ((), ("--noise", 0.2)):
        path = tmp_path / "pole.npz"
        assert run("simulate", "cartpole", "-t", 0.5, "-o", path, *words).exit_code == 0
        kept.append(np.load(path)["ctrl"])
    assert 0 < np.abs(kept[0] - kept[1]).max() < 2


def picture_of(path, *words):
    result = run("picture", *words, "--size", "80x60", "-o", path)
    assert result.exit_code == 0, result.output
    return np.asarray(Image.open(path), int)


def test_a_picture_can_be_asked_for_at_a_time_and_from_any_side(tmp_path, ball):  # noqa: F811
    path = tmp_path / "picture.png"
    first = picture_of(path, ball)
    later = picture_of(path, ball, "--time", 0.2)
    assert (first != later).any()
    view = ("--azimuth", 30, "--elevation", -40, "--distance", 2, "--lookat", 0, 0, 0.5)
    turned = picture_of(path, ball, "--plain", *view)
    m = gelenk.MjModel.from_xml_path(ball)
    d = gelenk.MjData(m)
    gelenk.mj_forward(m, d)
    camera = gelenk.MjvCamera()
    gelenk.mjv_defaultFreeCamera(m, camera)
    camera.azimuth, camera.elevation, camera.distance, camera.lookat[:] = 30, -40, 2, (0, 0, 0.5)
    assert (gelenk.render.pictures(m, d, camera, 80, 60)[0, 0] == turned).all()


@pytest.mark.parametrize(
    "words, said",
    [
        (("-c", "side", "--azimuth", 3), "move the free camera; leave --camera out"),
        (("--distance", -1), "the distance must be > 0 [m], got -1"),
    ],
)
def test_a_view_that_makes_no_sense_is_refused(words, said, tmp_path):
    result = run("picture", "humanoid", "-o", tmp_path / "p.png", *words)
    assert result.exit_code == 1
    assert said in result.output


@pytest.mark.parametrize("name", ["gripper", "joints"])
def test_the_picture_of_the_gallery_is_what_its_command_draws(name):
    drawn = np.asarray(gallery.draw(gallery.command(name), gallery.SIZE), int)
    kept = np.asarray(Image.open(gallery.IMAGES / f"{name}.jpg").convert("RGB"), int)
    assert np.abs(drawn - kept).mean() < 4


def test_the_page_of_the_gallery_is_that_of_its_tool():
    assert gallery.PAGE.read_text("utf-8") == gallery.page()


def test_a_recording_of_a_shipped_model_is_one_file_of_less_than_3_mb(tmp_path):
    pytest.importorskip("websockets")
    from gelenk.viewer.server import BUILT

    if not (BUILT / "page.html").is_file():
        pytest.skip("the page is not built")
    gallery.record("cartpole", tmp_path / "cartpole.html")
    text = (tmp_path / "cartpole.html").read_text("utf-8")
    assert "gelenk-recording" in text and 1e5 < len(text) < 3e6


def test_the_sky_of_a_film_has_no_bands():
    """Neighbouring rows of a slow gradient have many colors in dithered frames, and one without."""
    rows = np.linspace(40, 60, 300)[:, None, None] + np.array([0, 10, 20])
    sky = np.tile(rows, (1, 480, 1)).astype(np.uint8)
    colors = animation.make_palette([sky])
    for picture, banded in ((sky, True), (animation.dither(sky), False)):
        frame = np.asarray(Image.fromarray(picture).quantize(palette=colors, dither=Image.Dither.NONE))
        different = [len(np.unique(row)) for row in frame]
        assert (np.mean(different) == 1) == banded


def test_the_palette_is_of_all_frames():
    red, blue = np.full((8, 8, 3), (200, 0, 0), np.uint8), np.full((8, 8, 3), (0, 0, 200), np.uint8)
    colors = animation.make_palette([red, blue])
    for picture in (red, blue):
        made = np.asarray(Image.fromarray(picture).quantize(palette=colors).convert("RGB"), int)
        assert np.abs(made - picture).max() < 8
