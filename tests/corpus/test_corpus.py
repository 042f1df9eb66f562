"""Robot files of packages of the registry load and step as in 3.5.0.

GELENK_CORPUS names the folder where `python -m tests.corpus.packages FOLDER` has put the packages (.ci/run).
"""

import os
from pathlib import Path

import numpy as np
import pytest

from tests.corpus import children, compare, files, report
from tests.corpus.packages import KNOWN, PACKAGES, Package
from tests.corpus.run import examine

FOLDER = os.environ.get("GELENK_CORPUS")
INSTALLED = [p for p in PACKAGES if p.ci and FOLDER and (Path(FOLDER) / p.name).is_dir()]

ARM = """<mujoco><worldbody><body><joint axis="0 1 0"/><geom type="capsule" fromto="0 0 0 {length} 0 0" size=".1"/>
  </body></worldbody></mujoco>"""
LINKS = """<robot name="r"><link name="base"/><link name="arm"><inertial><mass value="1"/>
  <inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>
  <collision><geometry><mesh filename="package://r/gone.stl"/></geometry></collision></link>
  <joint name="j" type="continuous"><parent link="base"/><child link="arm"/></joint></robot>"""
INSTALL = "python -m tests.corpus.packages FOLDER"


@pytest.mark.slow
@pytest.mark.skipif(not INSTALLED, reason=f"GELENK_CORPUS names no folder with packages ({INSTALL})")
@pytest.mark.parametrize("package", INSTALLED, ids=lambda p: p.name)
def test_files_of_a_package_load_and_step_as_in_the_reference(package):
    found, _ = examine(package, Path(FOLDER))
    assert not report.unexplained({package.name: found}), "\n".join(report.different({package.name: found}))
    assert any(verdict.kind in ("agrees", "differs") for _, verdict in found)  # both have loaded something


def test_only_files_that_exist_have_a_known_reason():
    assert {name.split("/")[0] for name in KNOWN} <= {p.name for p in PACKAGES}


@pytest.fixture
def written(tmp_path):
    """A package of five files: a model, a part of it, a template, a URDF with a mesh that is missing, another XML."""
    place = tmp_path / "some"
    place.mkdir()
    (place / "arm.xml").write_text(ARM.format(length=0.5))
    (place / "scene.xml").write_text('<mujoco><include file="part.xml"/></mujoco>')
    (place / "part.xml").write_text("<mujoco><sensor><jointpos joint='j'/></sensor></mujoco>")
    (place / "robot.urdf").write_text(LINKS)
    (place / "template.xml").write_text("<mujoco model='${name}'/>")
    (place / "other.xml").write_text("<package><mujoco/></package>")
    return tmp_path


def test_robots_are_told_from_templates_and_other_files(written):
    robots, parts = files.find(Package("some", "1", 1), written)
    assert [robot.path for robot in robots] == ["arm.xml", "part.xml", "robot.urdf", "scene.xml"]
    assert parts == {"part.xml"}


def test_a_urdf_with_meshes_is_loaded_once_more_without_them(written):
    found, _ = examine(Package("some", "1", 1), written)
    verdicts = {robot.name: verdict.kind for robot, verdict in found}
    assert verdicts["some/arm.xml"] == "agrees"
    assert verdicts["some/part.xml"] == verdicts["some/robot.urdf"] == "refused by both"
    assert verdicts["some/robot.urdf without meshes"] == "agrees"


@pytest.mark.parametrize(
    ("ours", "reason"),
    [
        (ARM.format(length=0.5), ""),
        (ARM.format(length=0.500001), "fields"),
        (ARM.format(length=0.5).replace("<joint", '<joint name="j"'), "nnames"),
        (ARM.format(length=0.5).replace("<geom", "<geom size='.1'/><geom"), "ngeom"),
        (ARM.format(length=0.5).replace("<joint", '<joint damping=".1"'), "dof_damping"),
        (ARM.format(length=0.5).replace("<mujoco>", '<mujoco><option integrator="RK4"/>'), "opt.integrator"),
    ],
)
def test_what_differs_is_named(tmp_path, ours, reason):
    """The reference loads one file, Gelenk another."""
    for name, text in (("theirs", ARM.format(length=0.5)), ("ours", ours)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "model.xml").write_text(text)
    theirs, mine = (
        children.probe([files.Robot(name, "model.xml")], tmp_path, library)[0]
        for name, library in (("theirs", "mujoco"), ("ours", "gelenk"))
    )
    verdict = compare.judge(theirs, mine, urdf=False)
    assert verdict.kind == ("differs" if reason else "agrees")
    assert reason in verdict.reason


def test_positions_are_judged_until_the_reference_leaves_its_own_path():
    """A record whose pushed run is 1e-3 off after 50 steps says nothing of what comes then."""
    quiet = {"states": [np.zeros(1)] * 4, "rows": 0, "contacts": 0}
    astray = {**quiet, "states": quiet["states"][:2] + [np.full(1, 1e-3)] * 2}
    for pushed, chaotic, found in ((quiet, False, "qpos"), (astray, True, "")):
        verdict = compare.trajectories({"run": quiet, "pushed": pushed}, {"run": astray})
        assert verdict[0] is chaotic
        assert found in verdict[1] and bool(verdict[1]) == bool(found)


def test_a_child_that_dies_costs_one_file(tmp_path, monkeypatch):
    """The library here is a module that ends its process at the second file."""
    for name in "abc":
        (tmp_path / f"{name}.xml").write_text(ARM.format(length=0.5))
    (tmp_path / "dying.py").write_text(
        "import mujoco, os\nfrom mujoco import *\n"
        "class MjModel:\n  @staticmethod\n  def from_xml_path(path):\n"
        "    return os._exit(3) if path.endswith('b.xml') else mujoco.MjModel.from_xml_path(path)\n"
    )
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setattr(children, "OURS", "dying")
    robots = [files.Robot(".", f"{name}.xml") for name in "abc"]
    records = children.probe(robots, tmp_path, "dying")
    assert ["error" in record for record in records] == [False, True, False]
    assert "ended with 3" in records[1]["error"]


def test_only_differences_are_excused():
    """A file that 3.5.0 loads must load, whatever its name."""
    robot = files.Robot(*next(iter(KNOWN)).split("/", 1))
    for kind, excused in (("differs", True), ("refused here", False)):
        assert bool(report.known(robot, compare.Verdict(kind))) is excused
        assert bool(report.unexplained({"some": [(robot, compare.Verdict(kind))]})) is not excused
    assert report.unexplained({"some": [(files.Robot("some", "other.urdf"), compare.Verdict("differs"))]})


MIRRORED = """<mujoco><option gravity="0 0 0"/><worldbody>
  <body pos="0 -.012 0" euler="36 0 0"><joint type="slide" axis="0 1 0"/><geom type="box" size=".1 .01 .01"/></body>
  <body pos="0 .012 0" euler="-36 0 0"><joint type="slide" axis="0 -1 0"/><geom type="box" size=".1 .01 .01"/></body>
  </worldbody></mujoco>"""


def test_the_push_that_tells_chaos_has_signs_of_its_own_for_each_dof(tmp_path):
    """Pushes that are alike would move mirrored bodies alike, so that a tie between their faces stays one."""
    (tmp_path / "a.xml").write_text(MIRRORED)
    records = [children.probe([files.Robot(".", "a.xml")], tmp_path, "mujoco", push=n)[0] for n in range(4)]
    still = records[0]["run"]["states"][0]
    moved = {tuple(np.sign(record["pushed"]["states"][0] - still)) for record in records}
    assert len(moved) > 1
