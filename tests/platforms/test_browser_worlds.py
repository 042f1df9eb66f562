"""Worlds of exported pages step in WebAssembly as they do here, in node.

The stages are linked by wasm-ld: of LLVM, or of the package ziglang, which `.ci/run` installs into GELENK_PLATFORMS.
"""

import json
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

import gelenk
from gelenk import selftest
from gelenk.tables.status import DONE
from gelenk.viewer import export, page_bundle
from gelenk.viewer.channel import Channel
from gelenk.viewer.session import Session
from tests.platforms import tools
from tests.support.tolerance import tol
from tests.viewer.page import Rebuilt

ROOT = Path(__file__).resolve().parents[2]
RUNNER = Path(__file__).with_name("wake_world.mjs")
DRAWER = Path(__file__).with_name("draw_world.mjs")
NSTEP = 50
# WebAssembly has no fused products, vectors of 16 bytes, and other sines: rounding errors differ in each step. A change
# of the start by 1e-16 moves the states after 50 steps by at most 7e-13 (chain100)
CLOSE = 1e-10
pytestmark = pytest.mark.slow  # all stages are compiled, once


@pytest.fixture(scope="module")
def node():
    command, _ = page_bundle.node()
    return shutil.which("node") or command[0]


@pytest.fixture(scope="module")
def stages(tmp_path_factory):
    """The file of the stages as WebAssembly."""
    try:
        made = tools.stages_as_wasm()
    except tools.Missing as missing:
        pytest.skip(str(missing))
    path = tmp_path_factory.mktemp("wasm") / "stages.wasm"
    path.write_bytes(made)
    return path


def wake(node, stages, folder, m, d, nstep):
    """Return the state after steps of a world, and what the program says."""
    file = export.WorldFile()
    world = export.add_world(file, m, d, gelenk.MjvOption(), 100)
    (folder / "world").write_bytes(file.contents({"world": world}))
    places = [ROOT / "page", folder / "world", stages, -1, nstep, folder / "state"]
    done = subprocess.run([node, str(RUNNER), *map(str, places)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return np.fromfile(folder / "state"), json.loads(done.stdout)


@pytest.mark.parametrize("name", gelenk.models.names())
def test_a_shipped_model_steps_in_webassembly_as_it_does_here(node, stages, tmp_path, name, record_property):
    m, d = selftest.start(name)
    found, said = wake(node, stages, tmp_path, m, d, NSTEP)
    gelenk.mj_step(m, d, nstep=NSTEP)
    state = np.concatenate([d.qpos, d.qvel])
    assert said["status"] == DONE and said["time"] == d.time
    assert np.isfinite(found).all()
    difference = float((abs(found - state) / (1 + abs(state))).max())
    record_property("difference", difference)
    record_property("seconds", said["seconds"])
    assert difference <= CLOSE


# the program of the page

KINDS = {"Float32Array": np.float32, "Int32Array": np.int32, "Uint32Array": np.uint32}
SIMILAR = 2e-5  # float32 poses [m], after steps that differ in rounding


class Program:
    """The program of an exported page in node, and the same model in a session here."""

    def __init__(self, node, stages, folder, model, keyframe=-1):
        self.node, self.stages, self.folder, self.m = node, stages, folder, model
        self.d = gelenk.MjData(model)
        if keyframe >= 0:
            gelenk.mj_resetDataKeyframe(model, self.d, keyframe)
        gelenk.mj_forward(model, self.d)
        self.session = Session(model, self.d, Channel("test"), passive=False)
        (folder / "file").write_bytes(export.world_file(self.session, b"", keyframe))

    def run(self, *messages):
        """Return what a page hears after its messages: heads with their arrays."""
        (self.folder / "messages").write_text(json.dumps([{"kind": "refresh"}, *messages]))
        places = [self.folder / "file", self.stages, self.folder / "messages", self.folder / "heard"]
        command = [self.node, str(DRAWER), str(ROOT / "page"), *map(str, places)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0 and not done.stderr, done.stderr
        raw = (self.folder / "heard").read_bytes()
        size = 4 + int.from_bytes(raw[:4], "little")
        heard = []
        for head, parts in json.loads(raw[4:size]):
            arrays = {}
            for name, (kind, count) in parts.items():
                arrays[name] = np.frombuffer(raw, KINDS[kind], count, size)
                size += arrays[name].nbytes
            heard.append((head, arrays))
        return heard

    def scene(self, *messages):
        """Return the scene that a page shows in the end."""
        shown = Rebuilt()
        for head, arrays in self.run(*messages, {"kind": "refresh"}):
            assert head["kind"] != "error", head
            if head["kind"] == "frame":
                widths = {"look_i": 12, "look_f": 13, "pose": 7, "light_i": 5, "light_f": 23}
                shown.take(
                    head, {n: a.reshape(-1, widths[n]) if n in widths else a for n, a in arrays.items()}
                )
        return shown

    def close(self):
        self.session.close()


@pytest.fixture
def program(node, stages, tmp_path):
    made = []

    def start(model, keyframe=-1):
        made.append(Program(node, stages, tmp_path, model, keyframe))
        return made[-1]

    yield start
    for one in made:
        one.close()


def press(row, value=True):
    return {"kind": "set", "id": row, "value": value}


def compare(shown, picture):
    """Compare the rows of a page with the picture of the viewer."""
    assert np.array_equal(shown.look_i, picture.look_i)
    assert np.allclose(shown.look_f, picture.look_f, atol=tol(1e-6))
    assert np.allclose(shown.pose[:, :3], picture.pose[:, :3], atol=tol(SIMILAR))
    turn = abs((shown.pose[:, 3:] * picture.pose[:, 3:]).sum(axis=1))
    assert (turn > 1 - SIMILAR).all()
    labels = [] if picture.label is None else [text.decode() for text in picture.label]
    assert shown.labels == {i: text for i, text in enumerate(labels) if text}
    assert np.array_equal(shown.lights[0], picture.light_i)
    assert np.allclose(shown.lights[1], picture.light_f, atol=tol(1e-5))
    assert shown.soft.keys() == picture.soft.keys()
    for name, values in picture.soft.items():
        assert len(shown.soft[name]) in (0, values.size) or name.startswith("flex")
    assert shown.head["scene"] == dict(picture.scene)


@pytest.mark.parametrize("name", gelenk.models.names())
def test_an_exported_page_shows_what_the_viewer_shows(program, name):
    m = gelenk.models.load(name)
    keyframe = gelenk.models.SHOWS[name].keyframe
    one = program(m, m.key(keyframe).id if keyframe else -1)
    shown = one.scene(press("simulation/run", False), press("simulation/reset"))
    gelenk.mj_forward(m, one.d)
    compare(shown, one.session.show())


PAUSE = press("simulation/run", False)
REFRESH = {"kind": "refresh"}


def play(seconds):
    return {"kind": "refresh", "seconds": seconds}


def steps(n):
    return [*([press("simulation/step")] * n), REFRESH]


def last(heard, kind, name):
    """Return the last value of a part of the heads of a kind."""
    return [head[name] for head, _ in heard if head["kind"] == kind and name in head][-1]


def value(heard, row):
    return [head["values"][row] for head, _ in heard if head["kind"] == "panel" and row in head["values"]][-1]


DECORATION = (
    *(
        "contact_point",
        "contact_force",
        "joint",
        "actuator",
        "camera",
        "light",
        "center_of_mass",
        "perturb_force",
    ),
    *("inertia", "auto_connect", "contact_split", "constraint", "range_finder", "tendon"),
)


@pytest.mark.parametrize("label", ["body", "geom", "contactforce", "actuator", "joint"])
def test_contacts_decoration_and_labels_are_those_of_the_viewer(program, label):
    m = gelenk.models.load("humanoid")
    one = program(m, m.key("squat").id)
    session = one.session
    labels = [text.lower().replace(" ", "") for text in session.rows["rendering/label"].options]
    wanted = [name for name in DECORATION if f"rendering/vis/{name}" in session.rows]
    assert len(wanted) > 9
    settings = [press("rendering/label", labels.index(label)), press("rendering/frame", 1)]
    settings += [press(f"rendering/vis/{name}") for name in wanted]
    shown = one.scene(PAUSE, press("simulation/reset"), *steps(60), *settings, REFRESH)
    gelenk.mj_resetDataKeyframe(m, one.d, m.key("squat").id)
    gelenk.mj_forward(m, one.d)
    gelenk.mj_step(m, one.d, nstep=60)
    gelenk.mj_forward(m, one.d)  # as a page does while it is paused
    for message in settings:
        session.rows[message["id"]].set(session.ui, message["value"])
    picture = session.show()
    assert one.d.ncon > 3 and len(picture.pose) > 60
    compare(shown, picture)


def test_flexes_are_drawn_where_the_viewer_draws_them(program):
    m = gelenk.models.load("cloth")
    one = program(m)
    shown = one.scene(PAUSE, press("simulation/reset"), *steps(20))
    gelenk.mj_step(m, one.d, nstep=20)
    picture = one.session.show()
    compare(shown, picture)
    (name,) = [name for name in picture.soft if name.endswith("position")]
    mine, theirs = (
        np.unique(x.reshape(-1, 3).round(3), axis=0) for x in (shown.soft[name], picture.soft[name])
    )
    assert abs(len(mine) - len(theirs)) <= 0.02 * len(theirs) and len(mine) > 500
    # corners are merged before they are compared, and rounding may merge others
    assert np.allclose(mine.mean(axis=0), theirs.mean(axis=0), atol=tol(1e-3))


PATCHES = """
<mujoco>
  <asset><material name="red" rgba="1 0 0 1"/><material name="green" rgba="0 1 0 1"/></asset>
  <worldbody><body name="b"><flexcomp name="solid" type="grid" dim="3" count="2 2 2" spacing=".2 .2 .2" rigid="true"
    material="red green red red green green"/></body></worldbody>
</mujoco>
"""


def test_elements_of_flexes_have_their_materials(program):
    m = gelenk.MjModel.from_xml_string(PATCHES, release="4.0")
    one = program(m)
    shown = one.scene(PAUSE, press("simulation/reset"))
    gelenk.mj_forward(m, one.d)
    compare(shown, one.session.show())
    assert shown.look_i[:2, 1].tolist() == [0, 1]  # numbers of the materials
    assert shown.look_f[:2, 1:3].tolist() == [[0, 6], [6, 6]]  # first triangle, number of triangles


BALLS = """
<mujoco>
  <worldbody>
    <geom type="plane" size="2 2 0.1"/>
    <replicate count="12" offset="0.11 0 0"><replicate count="12" offset="0 0.11 0">
      <body pos="-0.6 -0.6 0.055"><freejoint/><geom size="0.05"/><geom size="0.05" pos="0 0 0.11"/></body>
    </replicate></replicate>
  </worldbody>
</mujoco>
"""


def test_buffers_of_a_page_grow_with_the_contacts(node, stages, tmp_path):
    m = gelenk.MjModel.from_xml_string(BALLS)
    d = gelenk.MjData(m)
    d.qvel[:] = 0.1 * np.sin(np.arange(m.nv) + 1.0)
    found, said = wake(node, stages, tmp_path, m, d, 60)
    gelenk.mj_step(m, d, nstep=60)
    state = np.concatenate([d.qpos, d.qvel])
    assert said["room"] > said["before"] and said["ncon"] == d.ncon > said["before"]
    assert said["memory"] > 4 << 20, "memory of the page has grown, too"
    assert float((abs(found - state) / (1 + abs(state))).max()) <= 1e-8  # hundreds of contacts that begin


def test_more_geoms_than_there_was_room_for_are_shown(program):
    m = gelenk.MjModel.from_xml_string(BALLS)
    one = program(m)
    settings = [
        press("rendering/vis/contact_point"),
        press("rendering/vis/center_of_mass"),
        press("rendering/frame", 2),
    ]
    shown = one.scene(PAUSE, press("simulation/reset"), *steps(60), *settings, REFRESH)
    gelenk.mj_step(m, one.d, nstep=60)
    for message in settings:
        one.session.rows[message["id"]].set(one.session.ui, message["value"])
    assert len(shown.look_i) == one.session.show().visible_count > 1000


def test_the_mouse_lifts_a_body(program):
    m = gelenk.MjModel.from_xml_string(
        '<mujoco><visual><map stiffness="1000"/></visual><worldbody><geom type="plane" size="2 2 .1"/>'
        '<body name="ball" pos="0 0 0.1"><freejoint/><geom size="0.1"/></body></worldbody></mujoco>'
    )
    one = program(m)
    select = {"kind": "select", "x": 0.5, "y": 0.5, "aspect": 1.0}
    camera = {
        "kind": "camera",
        "type": 0,
        "fixedcamid": -1,
        "trackbodyid": -1,
        "lookat": [0, 0, 0.1],
        "distance": 2,
    }
    camera |= {"azimuth": 90, "elevation": -10, "orthographic": 0}
    drag = {"kind": "drag", "action": int(gelenk.mjtMouse.mjMOUSE_MOVE_V), "dx": 0.0, "dy": -0.3}
    heard = one.run(camera, select, {"kind": "grab", "mode": "translate"}, drag, play(1.5))
    assert last(heard, "frame", "pert")["select"] == 1
    height = heard[-1][1]  # the last frame has the pose of the ball, if it moves
    poses = [a["pose"].reshape(-1, 7) for head, a in heard if head["kind"] == "frame" and "pose" in a]
    assert max(pose[:, 2].max() for pose in poses) > 0.4, height
    released = one.run(
        camera, select, {"kind": "grab", "mode": "translate"}, drag, play(1), {"kind": "release"}, play(1)
    )
    pert = last(released, "frame", "pert")
    assert pert["select"] == 1 and pert["active"] == 0


def test_steps_follow_the_clock_and_the_speed(program):
    m = gelenk.models.load("pendulum")
    one = program(m)
    time = last(one.run(play(1.0)), "frame", "time")
    assert 0.7 < time < 1.1
    slower = [press("simulation/slower")] * 3  # 50 %
    assert 0.3 < last(one.run(*slower, play(1.0)), "frame", "time") < 0.6


def test_rows_read_and_write_what_they_show(program):
    m = gelenk.models.load("humanoid")
    one = program(m)
    moved = [press("control/0", 0.25), press("joint/3", 0.3), press("physics/timestep", 0.002)]
    heard = one.run(PAUSE, *moved, press("physics/disableflags/gravity"), REFRESH)
    assert value(heard, "control/0") == 0.25 and value(heard, "joint/3") == pytest.approx(0.3)
    assert value(heard, "physics/timestep") == 0.002 and value(heard, "physics/disableflags/gravity") is True
    assert value(one.run(PAUSE, press("control/0", 99.0), REFRESH), "control/0") == m.actuator_ctrlrange[0, 1]
    assert value(one.run(*moved, press("control/clear"), play(0.1)), "control/0") == 0.0


def test_every_row_of_a_page_can_be_pressed(program):
    m = gelenk.models.load("car")
    one = program(m)
    kept = {name: row for name, row in one.session.rows.items() if name in export._kept_rows(one.session)}
    assert len(kept) > 150
    messages = [{"kind": "press", "id": name} for name, row in kept.items() if not row.local]
    messages.append(
        press("physics/disableflags/island", False)
    )  # sleep needs islands where the integrator is discrete
    heard = one.run(
        {"kind": "open", "sections": sorted({row.section for row in kept.values()})}, *messages, REFRESH
    )
    assert not [head for head, _ in heard if head["kind"] == "error"]
    told = {name for head, _ in heard if head["kind"] == "panel" for name in head["values"]}
    silent = {n for n, row in kept.items() if n not in told and not row.local and row.kind != "button"}
    assert silent <= {"simulation/history"}


def test_keyframes_history_and_noise(program):
    m = gelenk.models.load("humanoid")
    one = program(m)
    names = [m.key(k).name for k in range(m.nkey)]
    squat = [press("simulation/key", names.index("squat")), press("simulation/load_key")]
    heard = one.run(PAUSE, *squat, press("rendering/label", 0), REFRESH)
    joints = {f"joint/{j}": m.key_qpos[names.index("squat")][m.jnt_qposadr[j]] for j in range(1, m.njnt)}
    told = {row: value(heard, row) for row in joints}
    assert told == pytest.approx(joints)
    back = one.run(PAUSE, press("simulation/reset"), *steps(5), *steps(5), press("simulation/back"), REFRESH)
    assert last(back, "frame", "time") == pytest.approx(5 * m.opt.timestep)
    noisy = one.run(press("simulation/noise_std", 1.0), press("simulation/noise_rate", 0.1), play(0.3))
    controls = [value(noisy, f"control/{i}") for i in range(m.nu)]
    assert np.std(controls) > 0.05
    text = last(one.run(PAUSE, press("simulation/copy_state"), REFRESH), "copy", "text")
    assert text.startswith('<key time="') and 'qpos="' in text


def test_a_state_that_diverges_is_reset_and_reported(program):
    m = gelenk.models.load("humanoid")
    one = program(m)
    heard = one.run(press("physics/timestep", 1.0), press("joint/5", 1.0), play(1.0))
    assert any(head["kind"] == "frame" and head.get("status", {}).get("warnings") for head, _ in heard)
    assert not [head for head, _ in heard if head["kind"] == "error"]
