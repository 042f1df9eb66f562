"""Models shipped with the package: names(), path(name), load(name), controller(name).

Documents: Modeling / MJCF models
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from gelenk.errors import Error, nearest_of_all

if TYPE_CHECKING:
    from collections.abc import Callable

    from gelenk import MjData, MjModel

_FOLDER = Path(__file__).resolve().parent
# small pictures of all models, one below the other (tools/gallery.py)
THUMBNAILS = _FOLDER / "thumbnails.png"


class Presentation(NamedTuple):
    """How a model is shown.

    does      what the model does, for the list of models
    control   module of this package and function that makes the controller; "": the model moves without one
    keyframe  initial keyframe, unless the model starts at qpos0
    time      simulated time of its picture in the gallery [s]
    """

    does: str
    control: str = ""
    keyframe: str = ""
    time: float = 0.0


SHOWS = {
    "arm7": Presentation("an arm with seven joints draws an eight", "arms.draw_eight", "home", 1.4),
    "boxes50": Presentation(
        "fifty boxes in a bin, thrown up every three seconds", "impulses.toss_boxes", time=1.92
    ),
    "car": Presentation("a car follows a track in the shape of an eight", "vehicles.drive_eight", time=8.1),
    "cards": Presentation("decks of cards slide apart into fans", "impulses.toss_cards", time=0.5),
    "cartpole": Presentation(
        "a cart swings its pole up and balances it", "vehicles.swing_up", "hanging", 2.55
    ),
    "chain100": Presentation("a chain of a hundred links whirls", "impulses.whirl_end", "hanging", 4.0),
    "cloth": Presentation(
        "a cloth falls over a ball and a box, and gusts lift it", "impulses.blow_gusts", time=0.6
    ),
    "cube": Presentation("a puzzle cube turns its faces", "arms.turn_faces", time=2.8),
    "drone": Presentation("a quadrotor flies through four rings", "vehicles.fly_rings", time=4.1),
    "gripper": Presentation("an arm carries a block from tray to tray", "arms.carry_block", "home", 4.7),
    "hand": Presentation("a hand of twenty joints rolls a die", "arms.roll_die", "grasp", 2.4),
    "humanoid": Presentation("a humanoid squats in balance", "humanoids.squat_in_turn", time=2.0),
    "humanoids22": Presentation("twenty-two humanoids squat in a wave", "humanoids.squat_in_turn", time=3.0),
    "kitchen": Presentation("doors and drawers of a kitchen open and close", "impulses.move_doors", time=5.6),
    "muscle_arm": Presentation(
        "ten muscles let an arm touch four balls", "arms.reach_by_muscles", "home", 2.5
    ),
    "pendulum": Presentation("a weak torque swings a pendulum up", "impulses.swing_up", "home", 3.0),
    "quadruped": Presentation("a machine of four legs trots in a circle", "vehicles.trot", "stand", 2.3),
    "rope": Presentation("a rope and a cable, pulled over a bar", "impulses.pull_ropes", time=0.4),
    "soft_trilinear": Presentation(
        "a soft ball and a soft block jump", "impulses.toss_soft_bodies", time=0.32
    ),
    "softbody": Presentation("a cube of rubber tumbles and jumps", "impulses.toss_soft_bodies", time=0.5),
    "tendon_arm": Presentation("eight cables balance an arm", "arms.bow_by_cables", time=1.6),
    "terrain": Presentation("a machine of four legs walks over hills", "vehicles.trot", time=3.0),
}


def names() -> tuple[str, ...]:
    """Return the names of the shipped models.

    Returns    the names, in alphabetical order
    Source     Modeling / MJCF models
    """
    return tuple(sorted(file.stem for file in _FOLDER.glob("*.xml")))


def path(name: str) -> Path:
    """Return the path of the MJCF file of a shipped model.

    name       name of the model

    Returns    the path of its file inside the package
    Errors     TypeError: name is not text; gelenk.Error: unknown name, with a list of the shipped models
    Source     Modeling / MJCF models
    """
    if not isinstance(name, str):
        raise TypeError(f"name must be a string, not {type(name).__name__}")
    known = names()
    if name not in known:
        hint = nearest_of_all(name, known, "shipped models are")
        raise Error(f"there is no shipped model '{name}'", hint=hint)
    return _FOLDER / f"{name}.xml"


def load(name: str) -> MjModel:
    """Compile a shipped model; for other models see ``MjModel.from_xml_path``.

    name       name of the model

    Returns    the MjModel
    Errors     those of ``path``
    Source     Modeling / MJCF models
    """
    file = path(name)
    from gelenk import MjModel

    return MjModel.from_xml_path(str(file))


class Controller:
    """Function (m, d) called before each step, or set as mjcb_control, that moves a model.

    It sets ``d.ctrl`` or ``d.qfrc_applied`` from the state and the time of ``d`` alone, so a reset, a loaded keyframe
    or another MjData needs no special call. The first call for a model computes its constants, such as gains.
    """

    def __init__(self, make: Callable[[MjModel], Callable[[MjModel, MjData], None]]) -> None:
        self._make, self._busy = make, False
        self._model: MjModel | None = None
        self._act: Callable[[MjModel, MjData], None] | None = None

    def __call__(self, m: MjModel, d: MjData) -> None:
        if self._busy:  # set as mjcb_control, and called again by an mj_forward of the controller
            return
        self._busy = True
        try:
            if self._act is None or m is not self._model:
                self._act, self._model = self._make(m), m
            self._act(m, d)
        finally:
            self._busy = False

    @staticmethod
    def release(d: MjData) -> None:
        """Remove the forces that a controller wrote to ``d``.

        d          qfrc_applied is set to 0

        Source     Modeling / MJCF models
        """
        d.qfrc_applied[:] = 0


def controller(name: str) -> Controller | None:
    """Return the controller of a shipped model, for the motion that `gelenk models` describes.

    name       name of the model

    Returns    a function of model and data that sets controls or forces for the next step; None: there is none
    Errors     those of ``path``
    Source     Modeling / MJCF models
    """
    path(name)
    if not SHOWS[name].control:
        return None
    module, function = SHOWS[name].control.split(".")
    return Controller(getattr(import_module(f"gelenk.models.{module}"), function))
