"""Programs that import mujoco run on gelenk unmodified, and see what they would see with the reference.

Documents: drop-in
"""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).resolve().parents[2]
# one step (of several timesteps) from equal states; what the solvers leave open, contacts amplify
TOLERANCE = 1e-6
GYMNASIUM = (
    "Ant",
    "HalfCheetah",
    "Hopper",
    "Humanoid",
    "HumanoidStandup",
    "InvertedDoublePendulum",
    "InvertedPendulum",
    "Pusher",
    "Reacher",
    "Swimmer",
    "Walker2d",
)
# what the reference leaves open: normals of its convex collider, and one point of two boxes that it reports twice
LOOSER = {"dog-fetch": 1e-5, "stacker-stack_4": 1e-4}
DRAWS = {("quadruped", "escape")}  # its terrain goes to a renderer


def tasks_of_dm_control():
    """All tasks of the suite, as domain-task."""
    os.environ.setdefault("MUJOCO_GL", "disable")
    from dm_control import suite

    return ["-".join(task) for task in suite.ALL_TASKS if task not in DRAWS]


# worlds that PyMJCF puts together: legs of creatures; walkers of dm_control.locomotion, tasks of its manipulation
MJCF = ["3-4-5-6"]
COMPOSER = [
    *("CMUHumanoid", "CMUHumanoidPositionControlledV2020", "Ant", "Rat", "RollingBallWithHead"),
    *("stack_2_bricks_features", "lift_large_box_features", "place_cradle_features", "reach_site_features"),
]


def run(code_or_file, *arguments):
    environment = os.environ | {"PYTHONPATH": str(ROOT), "MUJOCO_GL": "disable", "PYTHONWARNINGS": "ignore"}
    command = [sys.executable, *code_or_file, *arguments]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=900)
    assert done.returncode == 0, done.stderr[-4000:]
    return done.stdout


def names_of(client):
    """What of a client runs."""
    if client == "gymnasium":
        return [f"{name}-v5" for name in GYMNASIUM]
    return {"mjcf": MJCF, "composer": COMPOSER}.get(client) or tasks_of_dm_control()


@pytest.mark.parametrize(
    ("client", "count"), [("gymnasium", 11), ("dm_control", 50), ("mjcf", 1), ("composer", 9)]
)
def test_each_step_shows_what_the_reference_shows(client, count, tmp_path):
    """50 steps, each from the reference's state before it; worlds of PyMJCF and composer run by themselves."""
    names = names_of(client)
    assert len(names) == count
    file = tmp_path / "steps.npz"
    for engine in ("mujoco", "gelenk"):
        run([str(ROOT / "tests/support/drive.py")], engine, client, str(file), *names)
    theirs, ours = np.load(file), np.load(tmp_path / "steps.again.npz")
    for name in names:
        a, b = theirs[f"rows {name}"], ours[f"rows {name}"]
        assert a.shape == b.shape and len(a) > 1
        scale = max(1.0, np.abs(a).max())
        np.testing.assert_allclose(b, a, rtol=0, atol=LOOSER.get(name, TOLERANCE) * scale, err_msg=name)


def test_the_distribution_gives_the_package_mujoco():
    """Its folder first on the path: what an installed gelenk-mujoco does."""
    folder = ROOT / "distributions/gelenk-mujoco"
    code = f"""
import sys
sys.path.insert(0, {str(folder)!r})
import mujoco, mujoco.rollout, mujoco._structs
from mujoco import minimize
import gelenk
assert mujoco is gelenk and mujoco.rollout is gelenk.rollout and minimize is gelenk.minimize
assert mujoco._structs.MjModel is gelenk.MjModel
assert mujoco.__version__ == "3.5.0"
import importlib.metadata
found = [d for d in importlib.metadata.distributions(path=[{str(folder)!r}]) if d.metadata["Name"] == "mujoco"]
assert found and found[0].version == mujoco.__version__
try:
    import mujoco.nothing
except ModuleNotFoundError as error:
    print(error.name)
"""
    assert run(["-c", code]).strip() == "mujoco.nothing"


def test_it_is_refused_after_the_original_was_imported():
    code = """
import mujoco, gelenk
try:
    gelenk.install_as_mujoco()
except RuntimeError as error:
    print(error)
"""
    assert "imported before" in run(["-c", code])


def test_add_ons_in_the_folder_of_the_package_are_found(tmp_path):
    (tmp_path / "mjx").mkdir()
    (tmp_path / "mjx/__init__.py").write_text("from mujoco.mjx import inner\n")
    (tmp_path / "mjx/deep").mkdir()
    (tmp_path / "mjx/deep/__init__.py").write_text("")
    lines = "import mujoco", "from mujoco import MjModel", "import mujoco.mjx.deep as deep"
    (tmp_path / "mjx/inner.py").write_text("\n".join(lines))
    code = f"""
import gelenk
gelenk.install_as_mujoco([{str(tmp_path)!r}])
from mujoco import mjx
assert mjx.inner.MjModel is gelenk.MjModel
import mujoco
print(mujoco.mjx.__file__)
"""
    assert run(["-c", code]).strip() == str(tmp_path / "mjx/__init__.py")
