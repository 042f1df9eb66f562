"""Levels: the release whose version and enum numbers a process has (gelenk/tables/levels.py, api_enums.py)."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import gelenk
from gelenk.tables import api_enums, enums, levels

ROOT = Path(__file__).resolve().parents[2]
RELEASES = json.loads((ROOT / "tests/reference/releases.json").read_text())
NAMES = sorted(set().union(*RELEASES["enums"].values()))


def run(code, level, folder=None):
    """Run Python in a process of its own at a level; return what it printed, or its error."""
    path = os.pathsep.join(str(p) for p in (*([folder] if folder else []), ROOT))
    environment = os.environ | {"GELENK_API": level, "PYTHONPATH": path}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, cwd=ROOT
    )
    return done.stdout.strip() if not done.returncode else done.stderr


@pytest.mark.parametrize("level", ["3.5.0", "3.17.0", "4.0.0"])
def test_enums_have_the_members_numbers_and_order_of_the_release(level):
    for name in NAMES:
        expected = RELEASES["enums"][level].get(name, RELEASES["enums"]["3.5.0"].get(name))
        if expected is not None and (level != "3.5.0" or name in RELEASES["enums"]["3.5.0"]):
            made = api_enums.make(name, level).__members__
            assert [(key, int(value)) for key, value in made.items()] == list(expected.items()), (level, name)


@pytest.mark.parametrize("level", levels.LEVELS)
def test_every_name_exists_at_every_level_and_no_number_has_two(level):
    for name in NAMES:
        made = api_enums.make(name, level)
        listed = {key for table in RELEASES["enums"].values() for key in table.get(name, {})}
        found = {key: int(getattr(made, key)) for key in listed if not api_enums.is_count(key)}
        assert len(set(found.values())) == len(found), (level, name, found)


def test_level_3_11_has_what_came_up_to_it():
    made = api_enums.make("mjtGain", "3.11.0")
    assert int(made.mjGAIN_USER) == 5 and int(api_enums.make("mjtDyn", "3.11.0").mjDYN_USER) == 6
    assert "mjGAIN_PID" not in made.__members__ and int(made.mjGAIN_PID) == 6
    assert int(api_enums.make("mjtEnableBit", "3.11.0").mjENBL_SLEEP) == 16
    assert api_enums.make_constants("3.11.0")["mjVERSION_HEADER"] == 3011000


def test_words_of_the_flags_follow_the_level():
    assert api_enums.make_constants("3.5.0")["mjENABLESTRING"] == enums.mjENABLESTRING
    assert api_enums.make_constants("4.0.0")["mjENABLESTRING"][4:] == (
        "Sleep",
        "DiagExact",
        "IPC",
        "Speculative",
    )
    assert api_enums.make_constants("3.11.0")["mjDISABLESTRING"][-1] == "MultiCCD"


def test_members_of_the_engine_have_rows_with_their_numbers_of_3_5_0():
    for name, rows in api_enums.ROWS.items():
        for key, changes in rows.items():
            known = getattr(enums, name, enums.Enum).__members__.get(key)
            # a later feature has the number that it came with, or one that no other member has
            free = {next(iter(changes.values())), api_enums.numbers_at(name, "3.5.0")[1].get(key)}
            allowed = {changes["3.5.0"]} if "3.5.0" in changes else free
            assert known is None or int(known) in allowed, (name, key)


def test_kernels_do_not_read_numbers_that_a_level_moves():
    """Their numbers are those of gelenk/tables/enums; only modules of Python import the others."""
    for package in ("engine", "scene", "render", "algebra"):
        for file in (ROOT / "gelenk" / package).rglob("*.py"):
            assert not re.search(r"\bapi_enums\b|tables\.levels\b", file.read_text()), file


PROGRAM = """
import gelenk as mujoco
m = mujoco.MjModel.from_xml_string('''<mujoco><option><flag sleep="enable" energy="enable"/></option>
<worldbody><body name="b" pos="0 0 1"><freejoint/><geom size=".1"/></body></worldbody>
<actuator><general body="b" gaintype="user" dyntype="user" actdim="1"/></actuator></mujoco>''')
d = mujoco.MjData(m)
mujoco.mj_step(m, d)
E, W, S = mujoco.mjtEnableBit, mujoco.mjtWarning, mujoco.mjtState
assert m.opt.enableflags == E.mjENBL_SLEEP | E.mjENBL_ENERGY and d.energy[0] > 1
asleep = bool(m.opt.enableflags & E.mjENBL_SLEEP)
m.opt.enableflags |= E.mjENBL_MULTICCD | E.mjENBL_DIAGEXACT
assert m.opt.enableflags == E.mjENBL_SLEEP | E.mjENBL_ENERGY | E.mjENBL_MULTICCD | E.mjENBL_DIAGEXACT
m.opt.enableflags = 0
assert m.actuator_gaintype[0] == mujoco.mjtGain.mjGAIN_USER and m.actuator_dyntype[0] == mujoco.mjtDyn.mjDYN_USER
every = mujoco.mj_stateSize(m, S.mjSTATE_INTEGRATION)
import numpy as np
state = np.zeros(every)
mujoco.mj_getState(m, d, state, S.mjSTATE_INTEGRATION)
mujoco.mj_setState(m, d, state, S.mjSTATE_INTEGRATION)
mujoco.mj_copyState(m, d, mujoco.MjData(m), S.mjSTATE_PHYSICS)
d.qpos[0] = np.nan
mujoco.mj_step(m, d)
assert d.warning[W.mjWARN_BADQPOS].number == 1 and d.warning.number[W.mjWARN_BADQPOS] == 1
assert len(d.warning) == W.mjNWARNING == len(d.warning.number) == len(list(d.warning)) and d.warning.number.sum() == 1
assert "QVEL" in mujoco.mju_warningText(W.mjWARN_BADQVEL, 3)
import pickle
assert pickle.loads(pickle.dumps(W.mjWARN_BADQVEL)) is W.mjWARN_BADQVEL
assert pickle.loads(pickle.dumps(m)).opt.enableflags == 0
spec = mujoco.MjSpec()
spec.option.enableflags = int(E.mjENBL_SLEEP)
assert spec.compile().opt.enableflags == E.mjENBL_SLEEP and 'sleep="enable"' in spec.to_xml()
from gelenk import _constants, _enums
assert _enums.mjtGain is mujoco.mjtGain and _constants.mjVERSION_HEADER == mujoco.mj_version()
print(mujoco.__version__, mujoco.mj_version(), mujoco.mj_versionString(), int(E.mjENBL_SLEEP), asleep,
      int(mujoco.mjtGain.mjGAIN_USER), int(W.mjNWARNING), int(S.mjSTATE_INTEGRATION))
"""


@pytest.mark.parametrize(
    "level, told",
    [
        ("3.5.0", "3.5.0 3005000 3.5.0 32 True 3 8 16383"),
        ("3.17.0", "3.17.0 3017000 3.17.0 16 True 6 7 16383"),
        ("4.0.0", "4.0.0 4000000 4.0.0 16 True 6 7 32767"),
    ],
)
def test_a_process_has_the_version_and_numbers_of_its_level(level, told):
    assert run(PROGRAM, level) == told


def test_an_unknown_level_is_an_error_that_names_the_four():
    error = run("import gelenk", "3.6")
    assert "GELENK_API: the level must be one of 3.5.0, 3.11.0, 3.17.0, 4.0.0, got '3.6'" in error


def test_our_installed_package_decides_before_the_variable(tmp_path):
    package = tmp_path / "mujoco"
    package.mkdir()
    (package / "__init__.py").write_text(
        "from gelenk import install_as_mujoco\ninstall_as_mujoco(__path__)\n"
    )
    (package / levels.MARK).write_text("3.17.0\n")
    code = "import mujoco; print(mujoco.__version__)"
    assert run(code, "4.0.0", tmp_path) == "3.17.0"
    (package / levels.MARK).write_text("3.6.1\n")
    assert "the installed package mujoco: the level must be one of" in run("import gelenk", "", tmp_path)
    (package / levels.MARK).unlink()  # as MuJoCo's own package
    assert run("import gelenk; print(gelenk.__version__)", "4.0.0", tmp_path) == "4.0.0"


def test_a_saved_model_names_its_level(tmp_path):
    file = tmp_path / "m.mjb"
    gelenk.mj_saveModel(gelenk.MjModel.from_xml_string("<mujoco/>"), str(file))
    code = f"import gelenk; gelenk.MjModel.from_binary_path({str(file)!r})"
    assert "at another level than 4.0.0" in run(code, "4.0.0")


def test_doctor_says_the_level():
    from gelenk.cli import doctor

    assert doctor.list_facts()["API level"].startswith(f"{gelenk.__version__}, from ")


@pytest.mark.parametrize(
    "level, rounded", [("3.5.0", "-2 3 -2"), ("3.11.0", "-3 3 -2"), ("4.0.0", "-3 3 -2")]
)
def test_halves_are_rounded_away_from_zero_from_3_11_on(level, rounded):
    assert run("import gelenk; print(*map(gelenk.mju_round, (-2.5, 2.5, -2.4)))", level) == rounded
