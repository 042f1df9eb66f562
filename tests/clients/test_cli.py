"""The gelenk command: every subcommand does its work, and problems are told without a traceback.

Documents: Modeling / Getting started
"""

import copy
import csv
import io
import json
import os
import platform
import re
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
import typer
from PIL import Image
from typer.testing import CliRunner

import gelenk
from gelenk.cli import animation, arguments, picture, simulate
from gelenk.cli.main import app
from tests.support.tolerance import tol

BALL = """<mujoco><worldbody>
  <geom type='plane' size='1 1 0.1'/>
  <body name='ball' pos='0 0 0.5'><freejoint/><geom name='ball' size='0.1'/></body>
</worldbody></mujoco>"""


@pytest.fixture(autouse=True)
def wide_terminal(monkeypatch):
    monkeypatch.setenv("COLUMNS", "160")


@pytest.fixture
def ball(tmp_path):
    path = tmp_path / "ball.xml"
    path.write_text(BALL)
    return str(path)


def run(*arguments):
    return CliRunner().invoke(app, [str(a) for a in arguments])


def test_export_writes_a_page_that_starts_at_a_keyframe(tmp_path):
    from tests.platforms import tools

    try:
        tools.stages_as_wasm()
    except tools.Missing as missing:
        pytest.skip(str(missing))
    page = tmp_path / "arm.html"
    result = run("export", "arm7", page, "--keyframe", "home", "--title", "An <arm>", "--no-panels")
    assert result.exit_code == 0, result.output
    assert "simulates in any browser" in result.output
    text = page.read_text()
    assert 'id="gelenk-world"' in text and 'alt="An &lt;arm&gt;"' in text and "http-equiv" not in text
    assert not re.search(r'(?:src|href)="(?!data:)', text), "nothing is loaded from elsewhere"


def test_export_says_what_it_cannot_write(ball, tmp_path):
    result = run("export", ball, tmp_path / "none" / "page.html")
    assert result.exit_code == 1 and "there is no folder" in result.output
    result = run("export", ball, tmp_path / "page.html", "--keyframe", "squat")
    assert result.exit_code == 1 and "no keyframe 'squat'" in result.output


def test_simulate_says_speed_energy_and_contacts(ball):
    result = run("simulate", ball, "--duration", 1)
    assert result.exit_code == 0, result.output
    for word in ("500", "steps per second", "energy at start", "energy at end", "contacts"):
        assert word in result.output


def test_simulate_writes_a_trajectory_that_numpy_reads(ball, tmp_path):
    path = tmp_path / "fall.npz"
    assert run("simulate", ball, "-t", 0.2, "--rate", 0, "-o", path).exit_code == 0
    kept = np.load(path)
    assert (
        kept["qpos"].shape == (101, 7) and kept["qvel"].shape == (101, 6) and kept["energy"].shape == (101, 2)
    )
    # semi-implicit Euler: after n steps of h the ball has fallen g h^2 n (n + 1) / 2
    fallen = 9.81 * 0.002**2 * 100 * 101 / 2
    assert kept["qpos"][-1, 2] == pytest.approx(0.5 - fallen, abs=tol(1e-13))


def test_simulate_writes_the_same_numbers_as_csv(ball, tmp_path):
    table, archive = tmp_path / "fall.csv", tmp_path / "fall.npz"
    assert run("simulate", ball, "-t", 0.1, "-o", table).exit_code == 0
    assert run("simulate", ball, "-t", 0.1, "-o", archive).exit_code == 0
    rows = list(csv.DictReader(table.open()))
    kept = np.load(archive)
    assert [float(row["qpos[2]"]) for row in rows] == kept["qpos"][:, 2].tolist()
    assert [float(row["time"]) for row in rows] == kept["time"].tolist()


def test_simulate_draws_a_picture(ball, tmp_path):
    path = tmp_path / "fall.png"
    assert run("simulate", ball, "-t", 0.5, "-p", path).exit_code == 0
    image = np.asarray(Image.open(path).convert("L"))
    assert image.shape[1] == 1500 and image.std() > 5  # something is drawn


def test_energy_of_a_pendulum_stays_and_is_recorded_for_the_recorded_state(tmp_path):
    path = tmp_path / "swing.npz"
    assert run("simulate", "pendulum", "--no-controller", "-k", "high", "-t", 2, "-o", path).exit_code == 0
    energy = np.load(path)["energy"].sum(axis=1)
    # fourth order in 0.002 s * 4 rad/s over 1000 steps
    assert np.ptp(energy) < tol(1e-7) * energy[0]


def test_noise_is_the_same_for_the_same_seed_and_keeps_the_control_range():
    m = arguments.load("cartpole")
    runs = []
    for seed in (1, 1, 2):
        d = arguments.start_data(m)
        recording, _ = simulate.record_run(m, d, 20, 5, simulate.Noise(m, d, 3.0, seed), lambda: None)
        runs.append(recording.arrays())
    assert np.array_equal(runs[0]["qpos"], runs[1]["qpos"])
    assert not np.array_equal(runs[0]["qpos"], runs[2]["qpos"])
    assert np.abs(runs[0]["ctrl"]).max() == 1.0  # such noise is clipped


def test_recording_does_not_change_the_simulation():
    m = arguments.load("cartpole")
    d, alone = arguments.start_data(m, "hanging"), arguments.start_data(m, "hanging")
    d.qvel[:] = alone.qvel[:] = 0.3
    simulate.record_run(m, d, 10, 5, None, lambda: None)
    gelenk.mj_step(m, alone, nstep=50)
    assert np.array_equal(d.qpos, alone.qpos) and np.array_equal(d.qvel, alone.qvel)


def test_info_shows_bodies_joints_actuators(ball):
    result = run("info", "cartpole")
    assert result.exit_code == 0, result.output
    for word in ("pole", "slider", "slide", "push", "hanging", "1.1"):
        assert word in result.output
    assert "free" in run("info", ball).output


def test_testspeed_times_every_stage_and_the_step(ball):
    result = run("testspeed", ball, "-n", 20, "--turns", 1)
    assert result.exit_code == 0, result.output
    for word in ("kinematics", "collision", "solve constraint", "integrate", "mj_step"):
        assert word in result.output


def test_steps_are_fewer_where_they_would_take_long(ball, monkeypatch):
    from gelenk.cli import testspeed

    m = arguments.load("humanoid")
    times = testspeed.measure_times(m, lambda: gelenk.MjData(m), 40, 2, lambda: None)
    assert times.nstep == 40 and times.step > 0
    monkeypatch.setattr(testspeed, "SECONDS", 0.0)
    assert testspeed.measure_times(m, lambda: gelenk.MjData(m), None, 2, lambda: None).nstep == 1
    assert "1 steps, the best of 2 turns" in run("testspeed", ball, "--turns", 2).output


def test_changes_are_tried_along_fewer_steps_where_these_take_long():
    from gelenk.cli import speed_advice

    assert speed_advice.affordable_steps(1000, 3, 10.0) == 250
    few = speed_advice.affordable_steps(1000, 3, 10_000.0)
    assert (
        few >= 1 and 7 * few * 0.01 <= speed_advice.SECONDS and speed_advice.affordable_steps(1, 3, 1e9) == 1
    )


def test_testspeed_names_what_costs_time_and_what_changing_it_gains():
    """Runge and Kutta's integrator computes a step four times."""
    from gelenk.cli import speed_advice

    m = arguments.load("humanoid")
    m.opt.integrator = gelenk.mjtIntegrator.mjINT_RK4
    before = m.opt.integrator, m.opt.timestep, m.geom_contype.tolist()
    trials = speed_advice.Trials(m, gelenk.MjData, 30)
    found, tried = speed_advice.measure_gains(trials, 2, lambda: None)
    assert tried == speed_advice.count_changes(trials)
    factors = {change.cost: factor for change, factor in found}
    assert factors["integrator RK4"] > 1.2  # nearer to four where nothing else runs
    assert trials.plain.warnings == 0 and len(trials.plain.times) == trials.nstep == 32
    assert before == (m.opt.integrator, m.opt.timestep, m.geom_contype.tolist()), "the model stays as it is"
    assert list(factors.values()) == sorted(factors.values(), reverse=True)
    assert all(factor >= speed_advice.LEAST_SPEEDUP for factor in factors.values())


def test_nothing_of_solvers_is_tried_where_there_are_no_rows():
    """A cart-pole touches nothing; a humanoid stands on its feet."""
    from gelenk.cli import speed_advice

    words = ("solver=", "cone=", "jacobian=", "condim=")
    tried = {}
    for name in ("cartpole", "humanoid"):
        trials = speed_advice.Trials(arguments.load(name), gelenk.MjData, 200 if name == "humanoid" else 20)
        told = [change.advice for change in speed_advice.candidate_changes(trials.m, trials.plain)]
        assert len(told) == speed_advice.count_changes(trials)
        tried[name] = {word for word in words for text in told if text.startswith(word)}
    assert not tried["cartpole"] and {"solver=", "cone=", "jacobian="} <= tried["humanoid"]


class Machine:
    """In the place of mj_step: a step takes as long as there are contacts, and ``late`` more where models change."""

    def __init__(self, monkeypatch, late=0):
        from gelenk.cli import speed_advice

        self.now, self.late, self.last, self.seen = 0, late, None, []
        monkeypatch.setattr(speed_advice.time, "perf_counter_ns", lambda: self.now)
        self.step, self.models = gelenk.mj_step, []
        monkeypatch.setattr(speed_advice.gelenk, "mj_step", self)

    def __call__(self, m, d):
        self.step(m, d)
        self.seen.append((id(m), d.time))
        self.now += 1000 * (1 + d.ncon)
        if self.last != id(m):
            self.now += self.late
        self.last = id(m)


def test_a_change_gains_nothing_by_contacts_that_its_own_trajectory_lacks(monkeypatch):
    """Boxes that fall upwards touch nothing after a while: at the states of the model they touch as before."""
    from gelenk.cli import speed_advice

    m = arguments.load("boxes50")
    other = copy.copy(m)
    other.opt.gravity[2] = 2.0
    start = gelenk.MjData(m)
    gelenk.mj_step(m, start, 200)
    machine = Machine(monkeypatch)
    trials = speed_advice.Trials(m, lambda _: copy.copy(start), 80)
    now, then = trials.step_times(other, 2)
    alone, apart = trials.separate_step_times(other, 2)
    # this clock counts contacts: gravity has changed few of them after a step or two from the same states
    assert trials.plain.ncon > 50 and machine.now > 0 and alone == pytest.approx(now, rel=tol(0.05))
    assert now - then < 0.1 * (alone - apart), "along its own trajectory it would"


def test_both_models_are_first_as_often(monkeypatch):
    """What comes first counts no more than what comes second: here changing models costs time."""
    from gelenk.cli import speed_advice

    m = arguments.load("cartpole")
    other = copy.copy(m)
    machine = Machine(monkeypatch)
    trials = speed_advice.Trials(m, gelenk.MjData, 16)
    machine.seen.clear()
    trials.step_times(other, 2)
    first = [name for name, _ in machine.seen[:: 2 * 4]]
    assert len(first) == 8 and first.count(id(m)) == first.count(id(other)) == 4
    # from the same states: what each piece begins at, both have once in each turn
    begins = [round(time / m.opt.timestep) for _, time in machine.seen[::4]]
    assert sorted(begins) == sorted(4 * [1, 5, 9, 13])


def test_changes_that_take_far_longer_are_given_up(monkeypatch):
    from gelenk.cli import speed_advice

    m = arguments.load("cartpole")
    other = copy.copy(m)
    machine = Machine(monkeypatch)
    trials = speed_advice.Trials(m, gelenk.MjData, 16)
    change = speed_advice.Change("shapes", "others", lambda m: None, bound=True)
    assert trials.time_run(other) is not None and speed_advice.measure_gain(trials, other, change, 1) == 1.0
    trials.time_run(m)
    machine.late = 10**10
    assert trials.time_run(other) is None
    trials.time_run(m)
    assert speed_advice.measure_gain(trials, other, change, 1) == 0.0


def test_of_other_shapes_only_the_time_of_finding_contacts_is_gained():
    """A step of 40 us of which 20 find contacts, and 10 without those shapes: the rest of the step stays."""
    from gelenk.cli import speed_advice

    class Trials:
        def time_run(self, m):
            return speed_advice.TimedRun([40_000] * 3, 0.0, 0.0, 0.0, 0, 0.0, 0.0)

        def step_times(self, other, turns):
            return 40.0, 15.0

        def collision_times(self, other, turns):
            return 20.0, 10.0

    change = speed_advice.Change("shapes", "others", lambda m: None, bound=True, finding=True)
    assert speed_advice.measure_gain(Trials(), None, change, 2) == pytest.approx(40 / 30)


def test_contacts_are_found_at_the_poses_of_the_model_as_it_is(monkeypatch):
    from gelenk.cli import speed_advice

    m = arguments.load("boxes50")
    other = copy.copy(m)
    speed_advice.disable_collisions(np.ones(m.ngeom, bool))(other)
    tried = speed_advice.Trials(m, gelenk.MjData, 60)
    seen = {id(m): [], id(other): []}
    search = gelenk.mj_collision

    def collision(model, d):
        seen[id(model)].append(d.qpos.copy())
        search(model, d)

    monkeypatch.setattr(speed_advice.gelenk, "mj_collision", collision)
    ours, theirs = tried.collision_times(other, 1)
    assert ours > 0 and theirs > 0
    d, poses = gelenk.MjData(m), []
    for _ in range(60):
        gelenk.mj_step(m, d)
        poses += [d.qpos.copy()]
    np.testing.assert_array_equal(seen[id(m)], poses)
    np.testing.assert_array_equal(seen[id(other)], poses)


def test_models_that_are_tried_say_nothing(caplog):
    from gelenk.cli import speed_advice
    from gelenk.runtime.log_messages import send

    with speed_advice.log_disabled():
        send("of a model that nobody asked for")
    send("of the model")
    assert [record.message for record in caplog.records] == ["of the model"]


@pytest.mark.parametrize("name", ["cartpole", "pendulum"])
def test_steps_in_single_stages_are_steps(name):
    from gelenk.cli.testspeed import StageTimer

    m = arguments.load(name)
    d, whole = gelenk.MjData(m), gelenk.MjData(m)
    d.qvel[:] = whole.qvel[:] = 0.2
    gelenk.mj_step(m, gelenk.MjData(m))
    timer = StageTimer(m, d)
    for _ in range(20):
        timer.step()
    gelenk.mj_step(m, whole, nstep=20)
    assert np.array_equal(d.qpos, whole.qpos) and np.array_equal(d.qvel, whole.qvel)


def test_doctor_begins_with_a_summary_and_lists_libraries_where_asked():
    from gelenk.toolchain import library

    result = run("doctor")
    assert result.exit_code == 0, result.output
    for word in (gelenk.version, "numpy", "cache", "ffmpeg", "GPU", "page of the viewer", "extra envs"):
        assert word in result.output
    assert re.search(rf"\d+ of {len(library.LIBRARIES)} libraries are there", result.output)
    assert "newton" not in result.output and result.output.count("\n") < 40
    every = run("doctor", "--all").output
    assert all(name in every for name in library.LIBRARIES)
    told = json.loads(run("doctor", "--json").output)
    assert (
        told["libraries"].keys() == library.LIBRARIES.keys() and told["packages"]["numpy"] == np.__version__
    )
    assert {line["ok"] for line in told["summary"]} <= {True, False}


def test_doctor_says_how_to_get_what_is_missing(monkeypatch):
    from gelenk.cli import doctor

    asked = doctor.installed_version
    gone = ("gymnasium", "matplotlib")
    monkeypatch.setattr(
        doctor, "installed_version", lambda name: doctor.NOT_INSTALLED if name in gone else asked(name)
    )
    assert "missing gymnasium: pip install 'gelenk[envs]'" in doctor.describe_extras()["extra envs"]
    assert (
        "missing matplotlib" in doctor.describe_extras()["extra cli"]
        and "has rich" in doctor.describe_extras()["extra cli"]
    )


def test_the_version_is_an_option():
    result = run("--version")
    assert result.exit_code == 0
    assert (
        result.output
        == f"gelenk {gelenk.version} (API of mujoco 3.5.0), Python {platform.python_version()}\n"
    )


COMMANDS = ("simulate", "picture", "view", "info", "testspeed")


@pytest.mark.parametrize("command", COMMANDS)
def test_help_tells_kinds_and_default_of_the_model_without_markup(command):
    text = " ".join(run(command, "--help").output.split())
    for word in (".urdf", ".zip", ".mjb", *gelenk.models.names()):
        assert word in text, word
    assert ("[default: humanoid]" in text) == (command != "info")
    for parameter in typer.main.get_command(app).commands[command].params:
        assert not re.search(r"(?<!\\)\[", parameter.help or ""), "rich takes this for markup, and drops it"


def test_units_in_help_are_not_taken_for_markup():
    assert "Simulated time [s]." in run("simulate", "--help").output
    assert "Width x height [pixels]." in run("picture", "--help").output


def test_the_shell_completes_models_and_files(tmp_path, monkeypatch):
    (tmp_path / "models").mkdir()
    for name in ("models/arm.xml", "humble.urdf", "human.txt"):
        (tmp_path / name).write_text("")
    monkeypatch.chdir(tmp_path)
    assert set(arguments.complete_names("hum")) >= {"humanoid", "humble.urdf"}
    assert "human.txt" not in arguments.complete_names("hum")
    assert arguments.complete_names("mod") == ["models/"]
    assert arguments.complete_names("models/a") == ["models/arm.xml"]
    assert arguments.complete_names("nowhere/a") == []
    done = subprocess.run(
        [sys.executable, "-m", "gelenk"],
        env=os.environ
        | {
            "_PYTHON _M GELENK_COMPLETE": "complete_bash",
            "COMP_WORDS": "gelenk info pendu",
            "COMP_CWORD": "2",
            "PYTHONPATH": str(Path(__file__).resolve().parents[2]),
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.split() == ["pendulum"], done.stdout + done.stderr


def test_binary_models_are_read(ball, tmp_path):
    path = tmp_path / "ball.mjb"
    gelenk.mj_saveModel(gelenk.MjModel.from_xml_path(ball), str(path))
    assert run("info", path).exit_code == 0


LONG = """<mujoco><worldbody><body name="a_body_whose_name_takes_most_of_the_width_of_a_terminal">
  <joint name="a_joint_whose_name_also_takes_most_of_the_width_of_a_terminal" damping="1" range="-90 45"/>
  <geom size="1"/></body></worldbody></mujoco>"""


@pytest.mark.parametrize("terminal", [False, True])
def test_info_cuts_no_name_and_leaves_out_empty_columns(terminal, tmp_path):
    from rich.console import Console

    from gelenk.cli import info

    path = tmp_path / "long.xml"
    path.write_text(LONG)
    for m in (arguments.load(str(path)), arguments.load("humanoid")):
        console = Console(width=80, force_terminal=terminal, record=True, file=io.StringIO())
        info.print_parts(console, info.all_tables(info.model_contents(m)))
        text = console.export_text()
        for kind in ("body", "joint", "actuator", "sensor"):
            names = [getattr(m, kind)(i).name for i in range(getattr(m, "n" + SHORT.get(kind, kind)))]
            table = text[text.index("Bodies") :]
            assert all(name in table for name in names), kind
        assert "friction" not in text.replace("of friction", "") and "damping" in text


SHORT = {"joint": "jnt", "actuator": "u"}


def test_the_tree_separates_joints_from_shapes(tmp_path):
    text = run("info", "humanoid").output
    assert "right_ankle_pitch (hinge), right_ankle_roll (hinge) · geoms 2 x capsule" in text


def test_info_as_json_has_all_tables():
    m = arguments.load("humanoid")
    found = json.loads(run("info", "humanoid", "--json").output)
    assert found.keys() == {"model", "bodies", "joints", "actuators", "sensors", "cameras", "keyframes"}
    assert found["model"]["sizes"]["nv"] == m.nv and found["keyframes"] == ["stand", "squat", "lie"]
    knee = next(joint for joint in found["joints"] if joint["name"] == "left_knee")
    assert knee["range"] == m.joint("left_knee").range.tolist()  # radians, unlike the tables
    assert found["bodies"][knee["body"]]["joints"] == [knee["id"]]
    for kind, names in (("bodies", "body"), ("actuators", "actuator"), ("sensors", "sensor")):
        assert [row["name"] for row in found[kind]] == [
            getattr(m, names)(i).name for i in range(len(found[kind]))
        ]


def test_shipped_models_load_and_step():
    assert {"humanoid", "arm7", "pendulum", "cartpole", "chain100", "boxes50"} <= set(gelenk.models.names())
    for name in gelenk.models.names():
        m = arguments.load(name)
        for key in [None, *(m.key(k).name for k in range(m.nkey))]:
            d = arguments.start_data(m, key)
            gelenk.mj_step(m, d, nstep=5)
            assert np.isfinite(d.qpos).all() and not simulate.count_warnings(d), (name, key)


def test_the_humanoid_weighs_75_kg_and_stands_on_its_feet():
    m = arguments.load("humanoid")
    assert (m.nv, m.nu) == (27, 21)
    assert m.body_mass.sum() == pytest.approx(75)
    for key in (None, "stand", "squat"):
        d = arguments.start_data(m, key)
        gelenk.mj_forward(m, d)
        low = min(lowest(m, d, g) for g in range(m.ngeom) if m.geom_bodyid[g])
        assert low == pytest.approx(0, abs=tol(2e-3))  # feet stand as deep as the soft contact lets them


def lowest(m, d, g):
    """Height of the lowest point of a sphere, capsule or ellipsoid, the shapes of the humanoid [m]."""
    size, kind, row = m.geom_size[g], m.geom_type[g], d.geom_xmat[g, 6:]
    assert kind in (
        gelenk.mjtGeom.mjGEOM_SPHERE,
        gelenk.mjtGeom.mjGEOM_CAPSULE,
        gelenk.mjtGeom.mjGEOM_ELLIPSOID,
    )
    if kind == gelenk.mjtGeom.mjGEOM_ELLIPSOID:
        return d.geom_xpos[g, 2] - np.linalg.norm(size * row)
    half = size[1] if kind == gelenk.mjtGeom.mjGEOM_CAPSULE else 0.0
    return d.geom_xpos[g, 2] - half * abs(row[2]) - size[0]


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["simulate", "nothere"], 1, ["no file 'nothere'", "humanoid"]),
        (["info", "."], 1, ["is a folder"]),
        (["simulate", "cartpole", "-k", "up"], 1, ["no keyframe 'up'", "hanging"]),
        (["simulate", "cartpole", "-o", "x.txt"], 1, [".npz or .csv"]),
        # before the work of hours
        (["simulate", "cartpole", "--duration", "1e9", "--video", "x.txt"], 1, [".gif, .mp4"]),
        (["simulate", "cartpole", "--duration", "1e9", "--plot", "p.mp4"], 1, ["a plot is saved as .png"]),
        (
            ["simulate", "cartpole", "--duration", "1e9", "--video", "nowhere/o.mp4"],
            1,
            ["no folder 'nowhere'"],
        ),
        (
            ["simulate", "cartpole", "--duration", "1e9", "--plot", "nowhere/o.png"],
            1,
            ["no folder 'nowhere'"],
        ),
        (["simulate", "cartpole", "--duration", "1e9", "-o", "nowhere/o.npz"], 1, ["no folder 'nowhere'"]),
        (["simulate", "cartpole", "--duration", "-1"], 2, ["--duration"]),
        (["picture", "nothere", "-o", "picture.xyz"], 1, ["a picture is saved as .png"]),
        (["picture", "nothere", "-o", "nowhere/o.png"], 1, ["no folder 'nowhere'"]),
        (["view", "nothere", "--record", "nowhere/run.html"], 1, ["no folder 'nowhere'"]),
        (["simulate", "nothere", "-o", "nowhere/o.npz"], 1, ["no folder 'nowhere'"]),
        (["picture", "humanoid", "-c", "sid"], 1, ["no camera 'sid'", "did you mean 'side'?", "front"]),
        (["simulate", "humanoid", "-k", "sqat"], 1, ["did you mean 'squat'?", "stand"]),
        (["info", "humnoid"], 1, ["did you mean 'humanoid'?"]),
        (["simulate", "--duratoin", "1"], 2, ["--duration"]),
        (["simulte"], 2, ["simulate"]),
        (["fly"], 2, ["fly"]),
    ],
)
def test_a_mistake_is_a_message_not_a_traceback(arguments, code, words):
    result = run(*arguments)
    assert result.exit_code == code
    assert isinstance(result.exception, SystemExit)
    for word in words:
        assert word in result.output + result.stderr
    assert "Traceback" not in result.output


@pytest.mark.parametrize("missing", ["imageio", "imageio_ffmpeg"])
def test_missing_packages_are_told_before_the_simulation(missing, monkeypatch, tmp_path):
    from gelenk.cli import arguments

    asked = arguments.find_spec
    monkeypatch.setattr(arguments, "find_spec", lambda name: None if name == missing else asked(name))
    monkeypatch.setattr(arguments, "load", None)  # the work does not begin
    result = run("simulate", "humanoid", "--video", tmp_path / "a.mp4")
    assert result.exit_code == 1 and "pip install 'gelenk[video]'" in result.output + result.stderr
    assert run("simulate", "humanoid", "--video", tmp_path / "a.gif").exception.args != (1,)


def test_missing_ffmpeg_and_matplotlib_are_told_before_the_simulation(monkeypatch, tmp_path):
    imageio_ffmpeg = pytest.importorskip("imageio_ffmpeg")

    def no_ffmpeg():
        raise RuntimeError("No ffmpeg exe could be found.")

    monkeypatch.setattr(imageio_ffmpeg, "get_ffmpeg_exe", no_ffmpeg)
    monkeypatch.setattr(arguments, "load", None)
    result = run("simulate", "humanoid", "--video", tmp_path / "a.mp4")
    assert result.exit_code == 1 and "IMAGEIO_FFMPEG_EXE" in result.output + result.stderr
    monkeypatch.setitem(sys.modules, "matplotlib.backend_bases", None)
    result = run("simulate", "humanoid", "--plot", tmp_path / "a.png")
    assert result.exit_code == 1 and "pip install 'gelenk[cli]'" in result.output + result.stderr


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root writes everywhere")
def test_a_read_only_folder_is_told_before_the_simulation(tmp_path):
    tmp_path.chmod(0o500)
    result = run("simulate", "cartpole", "--no-controller", "--duration", "1e9", "-o", tmp_path / "a.npz")
    assert result.exit_code == 1 and "read-only" in result.output + result.stderr


def test_an_output_file_that_may_not_be_written_is_told(tmp_path, monkeypatch):
    from gelenk.cli import arguments

    monkeypatch.setattr(arguments.os, "access", lambda path, mode: False)
    with pytest.raises(gelenk.Error, match=r"the folder .* is read-only"):
        arguments.check_writable(tmp_path / "a.npz")
    (tmp_path / "a.npz").write_text("")
    with pytest.raises(gelenk.Error, match="the file is read-only"):
        arguments.check_writable(tmp_path / "a.npz")
    with pytest.raises(gelenk.Error, match="it is a folder"):
        arguments.check_writable(tmp_path)


class Interrupted:
    """A function that raises KeyboardInterrupt in its n-th call, as Ctrl-C does."""

    def __init__(self, function, n):
        self.function, self.left = function, n

    def __call__(self, *arguments, **options):
        self.left -= 1
        if self.left == 0:
            raise KeyboardInterrupt
        return self.function(*arguments, **options)


@pytest.mark.parametrize("column", ["mj_step", "mj_energyVel"])
def test_ctrl_c_in_simulate_keeps_what_there_is(column, monkeypatch, tmp_path):
    path = tmp_path / "a.npz"
    # mj_step is called once before the simulation, to load libraries
    monkeypatch.setattr(simulate.gelenk, column, Interrupted(getattr(gelenk, column), 12))
    result = run(
        "simulate", "cartpole", "--no-controller", "--duration", "1e9", "-o", path, "-p", tmp_path / "a.png"
    )
    assert result.exit_code == 130, result.output
    assert "stopped by Ctrl-C" in result.output and "trajectory" in result.output
    kept = np.load(path)
    assert {len(kept[name]) for name in kept} == {11} and (tmp_path / "a.png").exists()


def test_ctrl_c_in_a_film_keeps_its_frames(ball, monkeypatch, tmp_path):
    # the 11 frames are drawn twice, first for the palette
    monkeypatch.setattr(animation.capture, "capture_image", Interrupted(animation.capture.capture_image, 17))
    result = run("simulate", ball, "-t", 0.4, "--video", tmp_path / "a.gif")
    assert result.exit_code == 130 and "5 of 11 frames" in result.output
    with Image.open(tmp_path / "a.gif") as film:
        assert film.n_frames == 5


def test_ctrl_c_in_testspeed_prints_what_was_measured(monkeypatch):
    from gelenk.cli import testspeed

    monkeypatch.setattr(testspeed, "_time_stages", Interrupted(testspeed._time_stages, 3))
    result = run("testspeed", "cartpole", "-n", 20)
    assert result.exit_code == 130, result.output
    assert "the best of 2 turns" in result.output and "stopped by Ctrl-C after 2 of 5 turns" in result.output


def test_ctrl_c_among_the_changes_keeps_those_that_were_tried(monkeypatch):
    from gelenk.cli import speed_advice

    monkeypatch.setattr(speed_advice, "measure_gain", Interrupted(lambda *_: 2.0, 2))
    result = run("testspeed", "humanoid", "-n", 20, "--turns", 1)
    assert result.exit_code == 0 and "stopped by Ctrl-C: 1 of" in result.output and "2.00x" in result.output


@pytest.mark.parametrize(
    ("asked", "seconds", "said"), [(True, 0.3, True), (True, 0.0, False), (False, 0.3, False)]
)
def test_work_that_takes_long_is_told_in_pipes_where_asked(asked, seconds, said, monkeypatch, capsys):
    from gelenk.cli import progress

    monkeypatch.setattr(progress, "DELAY", 0.05)
    monkeypatch.setattr(progress._Setting, "shown_everywhere", asked)
    with progress.announce_if_slow("loading a model"):
        time.sleep(seconds)
    assert capsys.readouterr().err == ("gelenk: loading a model ...\n" if said else "")


def test_progress_in_pipes_is_a_line_now_and_then(monkeypatch, capsys):
    from gelenk.cli import progress

    monkeypatch.setattr(progress, "REPEAT", -1.0)
    for asked, lines in ((True, ["gelenk: stepping: 25 %", "gelenk: stepping: 50 %"]), (False, [])):
        monkeypatch.setattr(progress._Setting, "shown_everywhere", asked)
        with progress.progress() as bar:
            task = bar.add_task("stepping", total=4)
            bar.advance(task)
            bar.advance(task)
        assert capsys.readouterr().err.splitlines() == lines


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="needs a pseudo-terminal")
def test_a_terminal_is_told_what_takes_long():
    ours, theirs = os.openpty()
    code = (
        "import time; from gelenk.cli.progress import announce_if_slow\n"
        "with announce_if_slow('loading x'): time.sleep(1.4)"
    )
    root = str(Path(__file__).resolve().parents[2])
    environment = {k: v for k, v in os.environ.items() if k != "COLUMNS"} | {
        "TERM": "xterm",
        "PYTHONPATH": root,
    }
    subprocess.run([sys.executable, "-c", code], stderr=theirs, env=environment, check=True)
    os.close(theirs)
    assert b"loading x ..." in os.read(ours, 1 << 16)
    os.close(ours)


def test_a_wrong_model_is_told_with_its_place(tmp_path):
    path = tmp_path / "wrong.xml"
    path.write_text("<mujoco>\n <worldbody>\n  <geom size='1' dampng='2'/>\n </worldbody>\n</mujoco>")
    done = subprocess.run(
        [sys.executable, "-m", "gelenk", "info", str(path)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "dampng" in done.stderr and "wrong.xml:3" in done.stderr and "Traceback" not in done.stderr


def test_warmup_finds_what_is_there(monkeypatch):
    from gelenk.toolchain import library

    monkeypatch.setattr(library, "LIBRARIES", {"step": library.LIBRARIES["step"]})
    library.load(["step"])
    result = run("warmup")
    assert result.exit_code == 0, result.output
    assert "0 libraries compiled, 1 already present" in result.output


# simulates and draws as bin/demo does, but less, and says which libraries that took
DEMO = """
import sys
from gelenk.cli.main import app
from gelenk.toolchain import library

try:
    app(["simulate", "humanoid", "-t", "0.1", "-o", "h.npz", "-p", "h.png", "-p", "h.gif"])
finally:
    print("loaded", *filter(library.is_loaded, library.LIBRARIES))
"""


def test_the_demo_compiles_at_once_what_its_model_needs_and_no_more(tmp_path):
    from gelenk.tables.libraries import USUAL
    from gelenk.toolchain import library

    root = Path(__file__).resolve().parents[2]
    (listed,) = re.findall(r'^humanoid="([^"]*)"', (root / "bin" / "demo").read_text(), re.MULTILINE)
    done = subprocess.run(
        [sys.executable, "-c", DEMO],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(root)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    name, *loaded = done.stdout.splitlines()[-1].split()
    # what most models need is loaded with the package, where it has been compiled already
    assert name == "loaded" and set(listed.split()) <= set(library.LIBRARIES)
    if library.JIT:
        assert set(listed.split()) <= set(loaded) <= set(listed.split()) | set(USUAL)


def test_simulate_draws_a_moving_picture_in_real_time(ball, tmp_path):
    path = tmp_path / "fall.gif"
    assert run("simulate", ball, "-t", 0.4, "-p", path).exit_code == 0
    with Image.open(path) as moving:
        assert moving.n_frames == 11 and moving.info["duration"] == 40  # 25 a second
        first = np.asarray(moving.convert("L"), int)
        moving.seek(10)
        assert np.abs(np.asarray(moving.convert("L"), int) - first).max() > 50  # the ball has moved


@pytest.mark.parametrize("kind", animation.VIDEOS)
def test_simulate_writes_a_film(kind, ball, tmp_path):
    imageio = pytest.importorskip("imageio.v2")
    path = tmp_path / f"fall{kind}"
    result = run("simulate", ball, "-t", 0.5, "--video", path)
    assert result.exit_code == 0, result.output
    with imageio.get_reader(path) as film_file:
        pictures = [np.asarray(picture) for picture in film_file]
    assert len(pictures) == 16 and pictures[0].shape == (480, 640, 3)  # 30 a second
    assert np.abs(pictures[0].astype(int) - pictures[-1]).max() > 50


def test_the_side_camera_sees_all_of_a_model():
    m = gelenk.MjModel.from_xml_string(
        "<mujoco><worldbody><geom size='0.3' pos='5 1 2'/><geom size='0.1' pos='4 1 2'/></worldbody></mujoco>"
    )
    d = gelenk.MjData(m)
    animation.set_pose(m, d, m.qpos0)
    box = animation.bounds_of_scene(m, d)
    np.testing.assert_allclose(box, [(3.9, 5.3), (0.7, 1.3), (1.7, 2.3)])
    for size in ((200, 100), (100, 200)):
        camera = animation.side_camera(m, box, size[0] / size[1])
        seen = gelenk.render.pictures(m, d, camera, *size, "segmentation")[0, 0, :, :, 0]
        assert {0, 1} <= set(seen.reshape(-1).tolist())
        edge = np.concatenate([seen[0], seen[-1], seen[:, 0], seen[:, -1]])
        assert (edge == -1).all()


def test_picture_writes_colors_depth_and_objects(ball, tmp_path):
    files = {
        "rgb.png": [],
        "depth.npy": ["--depth"],
        "seg.npy": ["--segmentation"],
        "seg.png": ["--segmentation"],
    }
    for name, more in files.items():
        result = run("picture", ball, "-o", tmp_path / name, "--size", "80x60", *more)
        assert result.exit_code == 0, result.output
    assert Image.open(tmp_path / "rgb.png").size == (80, 60)
    depth, ids = np.load(tmp_path / "depth.npy"), np.load(tmp_path / "seg.npy")
    assert depth.shape == (60, 80) and ids.shape == (60, 80, 2) and (ids[30, 40] == (1, 5)).all()
    assert depth[30, 40] < depth.max()


def test_what_pictures_show_has_names():
    option, drawn = picture.parse_flags(["contactpoint", "wireframe"], ["shadow"])
    assert option.flags[int(gelenk.mjtVisFlag.mjVIS_CONTACTPOINT)] == 1
    assert drawn == {int(gelenk.mjtRndFlag.mjRND_WIREFRAME): True, int(gelenk.mjtRndFlag.mjRND_SHADOW): False}


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--camera", "nose"], ["no camera 'nose'"]),
        (["--size", "80"], ["640x480"]),
        (["--size", "100000x100000"], ["100000"]),
        (["--show", "shadw"], ["shadow"]),
        (["--depth", "--segmentation"], ["not both"]),
        (["-o", "picture.xyz"], [".png"]),
    ],
)
def test_mistakes_about_pictures_are_messages(arguments, words, ball, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = run("picture", ball, *arguments)
    assert result.exit_code == 1 and isinstance(result.exception, SystemExit), result.output
    for word in words:
        assert word in result.output + result.stderr


def test_a_model_in_an_archive_is_shown(tmp_path):
    from gelenk.modeling.mjcf.file_sources import write_zip

    write_zip(
        tmp_path / "ball.mjz",
        {"ball.xml": '<mujoco><worldbody><geom name="rock" size="1"/></worldbody></mujoco>'},
    )
    result = run("info", tmp_path / "ball.mjz")
    assert result.exit_code == 0 and "geom" in result.output


def test_files_outside_of_the_given_folders_are_not_read(tmp_path):
    (tmp_path / "a").mkdir()
    (tmp_path / "b.xml").write_text("<mujoco><worldbody/></mujoco>")
    (tmp_path / "a" / "a.xml").write_text('<mujoco><include file="../b.xml"/></mujoco>')
    assert run("info", tmp_path / "a" / "a.xml").exit_code == 0
    result = run("info", tmp_path / "a" / "a.xml", "--within", tmp_path / "a")
    assert result.exit_code == 1 and "outside" in result.output


def test_pictures_show_what_moves_and_not_the_floor_as_a_box():
    floor = "<geom type='box' size='9 9 .1' pos='0 0 -.1'/><geom type='box' size='.1 .3 .2' pos='.4 0 .2'/>"
    ball = "<body pos='0 0 .5'><freejoint/><geom size='.1'/><geom size='.1' pos='0 0 .5'/></body>"
    m = gelenk.MjModel.from_xml_string(f"<mujoco><worldbody>{floor}{ball}</worldbody></mujoco>")
    d = gelenk.MjData(m)
    gelenk.mj_forward(m, d)
    # with the small box beside them, as large as it is
    np.testing.assert_allclose(
        animation.bounds_of_scene(m, d), [(-0.1, 0.5), (-0.3, 0.3), (0, 1.1)], atol=tol(1e-12)
    )


def test_a_gif_with_the_most_frames_is_not_said_to_be_stopped(tmp_path, monkeypatch):
    monkeypatch.setattr(animation, "MOST_GIF", 5)
    path = tmp_path / "swing.gif"
    done = run("simulate", "pendulum", "-t", 1, "--video", path)
    assert done.exit_code == 0 and "stopped" not in done.output
    with Image.open(path) as film:
        assert film.n_frames == 5
