"""The models that are timed, and states of them that are worth timing.

Documents: design / Testing
"""

from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).resolve().parent / "models"  # models that are only timed
MODELS = Path(__file__).resolve().parents[1] / "gelenk" / "models"  # models that are shipped


class Scene(NamedTuple):
    """A model and how to bring it into use: ``settle`` steps with random controls come first."""

    name: str
    path: Path
    settle: int
    steps: int  # timed steps of one turn
    control: float = 0.5  # size of random controls, in half ranges
    keyframe: int = -1  # start, whose controls the random ones are about
    speed: float = 0.0  # size of random initial velocities


def gymnasium_assets() -> Path:
    """Folder of the MJCF files that gymnasium brings."""
    import gymnasium

    return Path(gymnasium.__file__).parent / "envs" / "mujoco" / "assets"


def scenes() -> list[Scene]:
    """All scenes, the shipped models first."""
    gym = gymnasium_assets()
    return [
        Scene("humanoid", MODELS / "humanoid.xml", 400, 1000, control=0.05, keyframe=1),
        Scene("gym humanoid", gym / "humanoid.xml", 200, 600),
        Scene("gym ant", gym / "ant.xml", 200, 1000),
        Scene("gym half cheetah", gym / "half_cheetah.xml", 200, 1000),
        Scene("arm7", MODELS / "arm7.xml", 500, 1000, control=0.1, keyframe=1),
        Scene("chain100", MODELS / "chain100.xml", 200, 300, speed=0.1),
        Scene("boxes50", MODELS / "boxes50.xml", 600, 100),
        Scene("hand", HERE / "hand.xml", 200, 400, control=0.05, keyframe=0),
        Scene("cube", HERE / "cube.xml", 100, 100),
        Scene("cards", HERE / "cards.xml", 300, 30),
        Scene("tendon arm", HERE / "tendon_arm.xml", 200, 1000),
        Scene("muscle arm", HERE / "muscle_arm.xml", 200, 1000),
        Scene("terrain", HERE / "terrain.xml", 200, 60),
        Scene("22 humanoids", HERE / "humanoids22.xml", 200, 40, control=0.05),
        Scene("cloth", HERE / "cloth.xml", 300, 30),
        Scene("soft body", HERE / "softbody.xml", 200, 60),
        Scene("soft trilinear", HERE / "soft_trilinear.xml", 200, 100),
        Scene("rope", HERE / "rope.xml", 200, 100),
    ]
