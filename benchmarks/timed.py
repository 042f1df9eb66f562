"""Timed models, and the states in which they are timed.

Documents: design / Testing
"""

import sys
from pathlib import Path
from typing import NamedTuple

# allows running from a source checkout without installation
sys.path.insert(1, str(Path(__file__).resolve().parents[1]))

from scenes import path as shipped

OWN = Path(__file__).with_name("models")  # models that serve only as benchmarks


class Scene(NamedTuple):
    """A model, and the ``settle`` steps with random controls that precede its measurement."""

    name: str
    path: Path
    settle: int
    steps: int  # timed steps per turn
    control: float = 0.5  # amplitude of random controls, in half ranges
    keyframe: int = -1  # initial keyframe, around whose controls the random controls are drawn
    speed: float = 0.0  # standard deviation of random initial velocities


def gymnasium_assets() -> Path:
    """Return the folder of the MJCF files of gymnasium."""
    import gymnasium

    return Path(gymnasium.__file__).parent / "envs" / "mujoco" / "assets"


def scenes() -> list[Scene]:
    """Return all scenes, the shipped models first."""
    gym = gymnasium_assets()
    return [
        Scene("humanoid", shipped("humanoid"), 400, 1000, control=0.05, keyframe=1),
        Scene("gym humanoid", gym / "humanoid.xml", 200, 600),
        Scene("gym ant", gym / "ant.xml", 200, 1000),
        Scene("gym half cheetah", gym / "half_cheetah.xml", 200, 1000),
        Scene("arm7", shipped("arm7"), 500, 1000, control=0.1, keyframe=1),
        Scene("chain100", shipped("chain100"), 200, 300, speed=0.1),
        Scene("boxes50", shipped("boxes50"), 600, 100),
        Scene("hand", shipped("hand"), 200, 400, control=0.05, keyframe=0),
        Scene("cube", shipped("cube"), 100, 100),
        Scene("cards", shipped("cards"), 300, 30),
        Scene("tendon arm", shipped("tendon_arm"), 200, 1000),
        Scene("muscle arm", shipped("muscle_arm"), 200, 1000),
        Scene("terrain", shipped("terrain"), 200, 60),
        Scene("22 humanoids", shipped("humanoids22"), 200, 40, control=0.05),
        Scene("cloth", shipped("cloth"), 300, 30),
        Scene("soft body", shipped("softbody"), 200, 60),
        Scene("soft trilinear", shipped("soft_trilinear"), 200, 100),
        Scene("rope", shipped("rope"), 200, 100),
        Scene("floppy", OWN / "floppy.xml", 300, 30),
        Scene("kitchen", OWN / "kitchen.xml", 200, 300, control=0.1),
    ]
