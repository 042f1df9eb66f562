"""`gelenk picture` adds what a model lacks and hides covered collision geoms, and says so; --plain draws as 3.5.0 does.

Documents: design / The viewer
"""

import numpy as np
import pytest
from typer.testing import CliRunner

import gelenk
from gelenk.cli.main import app

BALL = "<mujoco><worldbody><body pos='0 0 1'><freejoint/><geom size='.2'/></body></worldbody></mujoco>"
ROBOT = """<mujoco><worldbody><light pos="0 0 3"/><geom type="plane" size="1 1 .1" group="{floor}"/>
<body pos="0 0 .3"><joint/><geom type="box" size=".1 .1 .1" contype="0" conaffinity="0" group="1" rgba="0 0 1 1"/>
<geom size=".14" rgba="1 0 0 1" group="0"/></body></worldbody></mujoco>"""


def pixels(tmp_path, xml, *more):
    file, out = tmp_path / "model.xml", tmp_path / "out.npy"
    file.write_text(xml)
    result = CliRunner().invoke(app, ["picture", str(file), "-o", str(out), "--size", "80x60", *more])
    assert result.exit_code == 0, result.output
    return np.load(out).astype(int), " ".join(result.output.split())


def test_a_picture_has_the_default_look_unless_it_is_plain(tmp_path):
    dressed, _ = pixels(tmp_path, BALL)
    plain, _ = pixels(tmp_path, BALL, "--plain")
    assert dressed[0].min() > 100 and plain[0].max() == 0
    m = gelenk.MjModel.from_xml_string(BALL)
    d = gelenk.MjData(m)
    gelenk.mj_forward(m, d)
    from gelenk.cli import animation

    view = animation.side_camera(m, animation.bounds_of_scene(m, d), 80 / 60)
    assert np.array_equal(plain, gelenk.render.pictures(m, d, view, 80, 60)[0, 0])


@pytest.mark.parametrize("floor", [1, 0])  # a group of collision geoms alone, and one with a floor
def test_collision_geoms_are_hidden_and_shown_by_group(tmp_path, floor):
    xml = ROBOT.format(floor=floor)
    hidden, said = pixels(tmp_path, xml)
    assert "hidden 1 collision geoms" in said and "--group 0,1,2" in said

    def red(picture):
        return ((picture[..., 0] > 60) & (picture[..., 2] < 20)).sum()

    shown, said = pixels(tmp_path, xml, "--group", "0,1,2")
    assert red(hidden) == 0 and red(shown) > 50 and "hidden" not in said
    assert red(pixels(tmp_path, xml, "--plain")[0]) > 50
    assert pixels(tmp_path, xml, "--depth")[0].shape == (60, 80)


def test_groups_that_do_not_exist_are_a_message(tmp_path):
    file = tmp_path / "model.xml"
    file.write_text(BALL)
    result = CliRunner().invoke(app, ["picture", str(file), "--group", "1,9"])
    assert result.exit_code == 1 and "from 0 to 5" in result.output


def test_view_says_after_a_second_that_it_loads_and_at_the_end_where_the_recording_is(tmp_path, monkeypatch):
    import time

    from gelenk.cli import progress
    from gelenk.viewer import handle

    def slow(path, settings, kernels, beside, record, say, start, controller):
        time.sleep(0.2)
        m = gelenk.MjModel.from_xml_string(BALL)
        start(m, gelenk.MjData(m))
        if record:
            record.write_text("x" * 200_000)

    monkeypatch.setattr(handle, "view_file", slow)
    monkeypatch.setattr(progress, "DELAY", 0.01)
    (tmp_path / "ball.xml").write_text(BALL)
    command = ["--progress", "view", str(tmp_path / "ball.xml")]
    assert "loading ball.xml ..." in CliRunner().invoke(app, command).output
    monkeypatch.setattr(progress, "DELAY", 5.0)
    assert "loading" not in CliRunner().invoke(app, command).output
    out = tmp_path / "run.html"
    result = CliRunner().invoke(app, [*command[1:], "--record", str(out)])
    assert (
        result.exit_code == 0 and "(0.2 MB" in result.output and "run.html" in result.output.replace("\n", "")
    )
