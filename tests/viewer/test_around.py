"""What is around the viewer: the command, recordings, notebooks, pictures without WebGL, many worlds, other packages.

Documents: design / Recordings; design / HTTP; drop-in / Drawing
"""

import base64
import gzip
import io
import os
import re
import signal
import struct
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

import gelenk
from gelenk import viewer
from gelenk.render import batch_render, capture
from gelenk.scene import cameras
from gelenk.viewer import endpoint, messages, record, server
from gelenk.viewer.channel import Channel
from gelenk.viewer.fallback_renderer import copy_scene
from gelenk.viewer.session import Session
from gelenk.viewer.world_grid import Worlds
from tests.support.tolerance import tol
from tests.viewer.launched import XML
from tests.viewer.page import PATIENCE, Page, Rebuilt

ROOT = Path(__file__).resolve().parents[2]


pytestmark = pytest.mark.usefixtures("no_browser")


def pair(xml=XML):
    m = gelenk.MjModel.from_xml_string(xml)
    d = gelenk.MjData(m)
    gelenk.mj_forward(m, d)
    return m, d


def started(*arguments, **environment):
    """A program in a process of its own, without display."""
    own = {"PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1", "GELENK_VIEWER": "print"} | environment
    inherited = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY")}
    return subprocess.Popen(
        [sys.executable, *arguments],
        env=inherited | own,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def address_in(program):
    """The address that a program prints."""
    for line in program.stdout:
        if found := re.search(r"http://\S+", line):
            return found.group(0)
    raise AssertionError(f"no address; the program ended with {program.wait()}")


@pytest.fixture
def page_files(tmp_path, monkeypatch):
    """A page that stands in for the bundled one."""
    (tmp_path / "page.html").write_text(
        '<!doctype html><html><head><link rel="stylesheet" href="./page.css"></head>'
        '<body><script type="module" src="./page.js"></script></body></html>'
    )
    (tmp_path / "page.css").write_text("body{margin:0}")
    (tmp_path / "page.js").write_text("const end = '</script>';")
    monkeypatch.setattr(server, "BUILT", tmp_path)
    monkeypatch.setattr(record, "BUILT", tmp_path)
    return tmp_path


# ---- the command


def test_the_command_prints_one_address_and_ends_with_ctrl_c():
    program = started("-m", "gelenk.cli.main", "view", "humanoid", "--no-browser")
    try:
        with Page(address_in(program)) as page:
            page.wait(lambda p: p.scene.head.get("time", 0) > 0.1)
            assert page.model["name"] == "Humanoid" or page.model["name"]
        program.send_signal(signal.SIGINT)
        rest, _ = program.communicate(timeout=60)
        assert program.returncode == 0 and "Traceback" not in rest
    finally:
        program.kill()


def test_the_command_says_what_is_wrong(tmp_path):
    wrong = tmp_path / "wrong.xml"
    wrong.write_text("<mujoco><worldbody><geom typ='box'/></worldbody></mujoco>")
    for arguments, text in ((["nothing.xml"], "there is no file"), ([str(wrong)], "wrong.xml:1:")):
        program = started("-m", "gelenk.cli.main", "view", *arguments, "--no-browser")
        said, _ = program.communicate(timeout=120)
        assert program.returncode == 1 and text in said and "Traceback" not in said


def test_the_module_runs_a_file_or_waits_for_one(tmp_path):
    path = tmp_path / "model.xml"
    path.write_text(XML)
    for arguments, bodies in (([f"--mjcf={path}"], 4), ([], 1)):
        program = started("-m", "gelenk.viewer", *arguments)
        try:
            with Page(address_in(program)) as page:
                page.wait(lambda p: p.scene.number)
                assert len(page.model["bodies"]) == bodies
                page.key("KeyQ", mods=2)
                program.communicate(timeout=60)
            assert program.returncode == 0
        finally:
            program.kill()


# ---- recordings


def test_a_recording_is_a_page_with_all_that_a_page_is_sent(tmp_path, page_files):
    m, d = pair()
    path = tmp_path / "run.html"
    with viewer.launch_passive(m, d, record=path) as handle:
        shown = []
        handle._viewer.session.recorders.append(shown.append)
        while len(shown) < 40:  # every other is recorded
            gelenk.mj_step(m, d, 5)
            handle.sync()
            time.sleep(0.01)
        end = d.time
    text = path.read_text()
    assert text.count("<script") == 2 and "src=" not in text and "body{margin:0}" in text
    assert "'<\\/script>'" in text  # what would end the script early does not
    found = re.search(r'<script type="text/plain" id="gelenk-recording">([^<]*)</script>', text)
    assert text.index("gelenk-recording") < text.index("const end")
    kinds, scene, times = [], Rebuilt(), []
    for seconds, head, arrays in records(gzip.decompress(base64.b64decode(found.group(1)))):
        kinds.append(head["kind"])
        times.append(seconds)
        if head["kind"] == "frame":
            scene.take(head, arrays)
    assert kinds[0] == "model" and "asset" in kinds and kinds.count("frame") >= 10
    assert times == sorted(times) and times[0] == 0 and times[-1] > 0.3
    assert scene.head["time"] == end


def test_a_recording_sees_what_the_camera_of_the_handle_sees():
    m, d = pair()
    session = Session(m, d, Channel("test"), passive=False)
    stream = record.Stream(rate=30)
    session.recorders.append(lambda offer: None)
    for now, azimuth in ((0, 10), (1, 10), (2, 20), (13, 20)):
        session.ui.camera.azimuth = azimuth
        session.show()
        stream.record(session.offer, now)
    heads = [head for _, head, _ in records(gzip.decompress(stream.finish())) if head["kind"] == "frame"]
    said = [(bool(head.get("full")), head.get("camera", {}).get("azimuth")) for head in heads]
    # the whole picture that one can jump to says it again
    assert said == [(True, 10), (False, 20), (True, 20)]


def records(data):
    """Seconds, head and arrays of all messages of a recording."""
    assert data[:8] == b"GELENKR1"
    at = 8
    while at < len(data):
        seconds, n = struct.unpack_from("<dI", data, at)
        yield seconds, *messages.unpack(data[at + 12 : at + 12 + n])
        at += 12 + n


def test_a_recording_needs_nobody_who_looks(tmp_path, page_files, monkeypatch):
    monkeypatch.setenv("GELENK_VIEWER", "off")
    m, d = pair()
    path = tmp_path / "run.html"
    with viewer.launch_passive(m, d, record=path) as handle:
        for _ in range(20):
            gelenk.mj_step(m, d)
            handle.sync()
            time.sleep(0.02)
    assert path.stat().st_size > 10_000


def test_a_recording_says_at_once_that_there_is_no_page_or_no_folder(tmp_path, monkeypatch):
    m, d = pair()
    with pytest.raises(FileNotFoundError, match="no folder"):
        viewer.launch_passive(m, d, record=tmp_path / "no" / "run.html")
    monkeypatch.setattr(record, "BUILT", tmp_path)
    with pytest.raises(gelenk.Error, match="no page"):
        viewer.launch_passive(m, d, record=tmp_path / "run.html")


# ---- notebooks


def test_a_handle_shows_itself_in_a_notebook(monkeypatch):
    m, d = pair()
    with viewer.launch_passive(m, d) as handle:
        html = handle._repr_html_()
        assert "<iframe" in html and handle.address.replace("&", "&amp;") in html and "embed=1" in html
        monkeypatch.setenv("JUPYTERHUB_SERVICE_PREFIX", "/user/me/")
        assert f'src="/user/me/proxy/{handle._viewer.endpoint.server.port}/?token=' in handle._repr_html_()
        monkeypatch.delenv("JUPYTERHUB_SERVICE_PREFIX")
        monkeypatch.setitem(sys.modules, "google.colab", sys)
        assert "proxyPort" in handle._repr_html_()
        handle._viewer.endpoint.server._any = False
    monkeypatch.setenv("GELENK_VIEWER", "off")
    with viewer.launch_passive(m, d) as handle:
        assert "nothing listens" in handle._repr_html_()


def test_a_recording_is_shown_without_a_kernel(tmp_path):
    path = tmp_path / "x.html"
    path.write_text('<p class="a">')
    assert 'srcdoc="&lt;p class=&quot;a&quot;&gt;"' in endpoint.recording_frame_html(str(path))


# ---- pages without WebGL


def test_a_page_that_cannot_draw_gets_pictures_of_the_renderer():
    m, d = pair()
    with gelenk.Renderer(m, 120, 160) as renderer:
        renderer.update_scene(d, camera="side")
        wanted = renderer.render().astype(float)
    with viewer.launch_passive(m, d) as handle, Page(handle.address) as page:
        page.say("size", width=160, height=120, ratio=1)
        page.say("frames", **{"as": "pictures"})
        rest = {"fixedcamid": 0, "trackbodyid": -1, "lookat": [0, 0, 0], "distance": 1.0, "azimuth": 0.0}
        page.say("camera", type=2, elevation=0.0, orthographic=0, **rest)
        for name in ("look", "soft_shadows"):
            page.set(f"option/{name}", False)
        handle.sync()
        page.settle()
        page.wait(lambda p: p.pictures and p.pictures[-1][0]["fine"], what="the final picture")
        page.settle()
        frames = len(page.frames)
        head, data = page.pictures[-1]
        pixels = np.asarray(Image.open(io.BytesIO(data)), float)
        assert (head["type"], head["width"], head["height"]) == ("image/jpeg", 160, 120)
        assert pixels.shape == wanted.shape
        assert np.abs(pixels - wanted).mean() < 6  # of 255: what JPEG changes
        page.settle()
        assert len(page.frames) == frames
        page.say("frames", **{"as": "frames"})
        handle.d.time = 9
        handle.sync()
        page.wait(lambda p: p.scene.head["time"] == 9)


# ---- many worlds


def test_many_worlds_stand_in_a_grid_or_one_is_picked():
    m, first = pair()
    datas = [first]
    for i in range(1, 5):
        d = gelenk.MjData(m)
        d.qpos[2] = 1 + i
        gelenk.mj_forward(m, d)
        datas.append(d)
    with viewer.launch_passive(m, datas) as handle, Page(handle.address) as page:
        assert handle.d is first and handle.worlds == tuple(datas)
        ball = (int(gelenk.mjtObj.mjOBJ_GEOM), m.geom("ball").id)

        def balls(p):
            rows = (p.scene.look_i[:, 7] == ball[0]) & (p.scene.look_i[:, 8] == ball[1])
            return p.scene.pose[rows, :3]

        page.wait(lambda p: len(balls(p)) == 5)
        spacing = 1.2 * m.stat.extent
        wanted = [[(i % 3) * spacing, (i // 3) * spacing, 1 + i] for i in range(5)]
        np.testing.assert_allclose(balls(page), wanted, rtol=tol(1e-6))
        floors = page.scene.look_i[:, 0] == gelenk.mjtGeom.mjGEOM_PLANE
        assert floors.sum() == 1
        datas[4].qpos[2] = 9
        gelenk.mj_forward(m, datas[4])
        handle.sync()
        page.wait(lambda p: balls(p)[4][2] == 9)
        page.set("rendering/world", 5)
        page.wait(lambda p: len(balls(p)) == 1 and balls(p)[0].tolist() == [0, 0, 9])
        page.set("rendering/world", 0)
        page.wait(lambda p: len(balls(p)) == 5)


def test_a_rollout_is_played():
    m, d = pair()
    state = gelenk.mjtState.mjSTATE_FULLPHYSICS
    states = np.zeros((3, 50, gelenk.mj_stateSize(m, state)))
    for world in range(3):
        gelenk.mj_resetData(m, d)
        d.qvel[0] = world
        for k in range(50):
            gelenk.mj_step(m, d)
            gelenk.mj_getState(m, d, states[world, k], state)
    box = {}

    def run():
        viewer.replay(m, states, say=lambda address: box.update(address=address))

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    while "address" not in box:
        time.sleep(0.01)
    with Page(box["address"]) as page:
        page.wait(lambda p: p.scene.number and p.values.get("replay/step") is not None)
        page.set("replay/run", False)
        page.set("replay/step", 49)
        page.wait(lambda p: p.scene.head["time"] == pytest.approx(states[0, 49, 0]))
        rows = (page.scene.look_i[:, 7] == 5) & (page.scene.look_i[:, 8] == m.geom("ball").id)
        spacing = 1.2 * m.stat.extent
        expected = [states[w, 49, 1] + (w % 2) * spacing for w in range(3)]
        np.testing.assert_allclose(page.scene.pose[rows, 0], expected, atol=tol(1e-5))
        page.key("KeyQ", mods=2)
        thread.join(PATIENCE)
    assert not thread.is_alive()


# ---- other packages


def test_gymnasium_shows_its_models_in_a_page():
    pytest.importorskip("gymnasium")
    code = """
import gelenk; gelenk.install_as_mujoco()
import gymnasium, sys
env = gymnasium.make("Humanoid-v5", render_mode="human")
env.reset(seed=0)
for i in range(300):
    env.step(env.action_space.sample())
    if i % 100 == 50:
        env.reset()
    v = env.unwrapped.mujoco_renderer.viewer
    v.add_marker(pos=[0, 0, 2.0], size=[0.1, 0.1, 0.1], label="mark")
    v.add_overlay(0, "left", "right")
sys.stdin.readline()
env.close()
print("done")
"""
    program = started("-W", "ignore", "-c", code)
    try:
        with Page(address_in(program)) as page:
            page.wait(lambda p: "mark" in p.scene.labels.values() and p.scene.head["time"] > 0, 60)
            page.wait(lambda p: p.overlays.get("texts", ({"texts": []},))[0]["texts"])
            assert page.overlays["texts"][0]["texts"][0]["left"] == "left"
        said, _ = program.communicate("\n", timeout=300)
        assert program.returncode == 0 and "done" in said, said
    finally:
        program.kill()


def test_dm_control_shows_its_environments_in_a_page():
    pytest.importorskip("dm_control")
    code = """
import gelenk; gelenk.install_as_mujoco()
from dm_control import suite, viewer
viewer.launch(suite.load("cartpole", "swingup"), policy=lambda step: 0.3)
print("done")
"""
    program = started("-W", "ignore", "-c", code)
    try:
        with Page(address_in(program)) as page:
            page.wait(lambda p: p.scene.head.get("time", 0) > 0.3, 60)
            assert page.values["control/0"] == pytest.approx(0.3)
            page.set("simulation/reset", True)
            page.wait(lambda p: 0 <= p.scene.head["time"] < 0.2)
            page.key("KeyQ", mods=2)
            said, _ = program.communicate(timeout=100)
        assert program.returncode == 0 and "done" in said, said
    finally:
        program.kill()


def test_mjpython_is_python(tmp_path):
    script = tmp_path / "program.py"
    script.write_text("import sys; print(sys.argv[1:], __name__)")
    program = started("-m", "gelenk.compat.mjpython", str(script), "a", "-b")
    said, _ = program.communicate(timeout=60)
    assert program.returncode == 0 and said.strip() == "['a', '-b'] __main__"


SOFT = """<mujoco><visual><global azimuth="90" elevation="-20"/></visual><worldbody><light pos="0 0 3"/>
<flexcomp name="c" type="grid" dim="2" count="5 5 1" spacing=".1 .1 .1" pos="0 0 0" radius=".01" rgba="1 0 0 1">
<edge equality="true"/></flexcomp></worldbody></mujoco>"""


def test_pictures_of_the_program_show_the_flexes_of_all_worlds():
    m = gelenk.MjModel.from_xml_string(SOFT)
    datas = [gelenk.MjData(m) for _ in range(4)]
    for d in datas:
        gelenk.mj_forward(m, d)
    session = Session(m, datas[0], Channel("test"), passive=True)
    session.ui.worlds = Worlds(m, datas)
    session.show()
    scn = copy_scene(m, session.ui.scn, session.ui.worlds.soft)
    assert scn.nflex == 4 and np.array_equal(scn.flexvertadr, 25 * np.arange(4))
    width, count = scn.flexvert.size // 4, []
    for world, place in enumerate(session.ui.worlds.places):
        part = scn.flexvert[world * width : (world + 1) * width].reshape(-1, 3)
        assert np.allclose(part, d.flexvert_xpos + place, atol=tol(1e-6))
    con, _ = batch_render.make_context_and_scene(m, 160, 120, max_geom=1)
    cam = gelenk.MjvCamera()
    gelenk.mjv_defaultFreeCamera(m, cam)
    cam.lookat[:] = session.ui.worlds.places.mean(axis=0)
    cam.distance, cam.elevation = cam.distance * 3, -60
    cameras.update_camera(m, datas[0], cam, scn)
    for picked in range(4):  # each world adds its own red pixels
        shown = copy_scene(m, session.ui.scn, session.ui.worlds.soft)
        cameras.update_camera(m, datas[0], cam, shown)
        shown.ngeom = picked + 1
        red = capture.capture_image(con, 160, 120, shown, "rgb")
        count.append(int(((red[..., 0] > 60) & (red[..., 1] < 40)).sum()))
    assert count[0] > 0 and all(np.diff(count) > 0)
