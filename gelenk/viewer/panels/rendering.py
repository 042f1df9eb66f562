"""Section Rendering: camera, labels, frames, what is shown and how it is drawn.

Documents: design / Out: `panel`; API / mjtVisFlag, mjtRndFlag
"""

from collections.abc import Iterable
from typing import Any

from gelenk.tables import enums
from gelenk.tables.enums import mjtCamera
from gelenk.viewer.panels.row import Row, attribute, button, flag
from gelenk.world import copying
from gelenk.world.names import names_of

# marks that both lists of flags use: the first one has it
DEPTHS = (("bvh_depth", "Tree depth", 20), ("flex_layer", "Flex layer", 10))


def camera_number(desk: Any) -> int:
    """Which of Free, Tracking and the cameras of the model is in use."""
    cam = desk.camera
    if cam.type == mjtCamera.mjCAMERA_FIXED:
        return 2 + cam.fixedcamid
    return 1 if cam.type == mjtCamera.mjCAMERA_TRACKING else 0


def use_camera(desk: Any, number: int) -> None:
    """Use Free (0), Tracking (1) or a camera of the model; tracking needs a selected body."""
    cam = desk.camera
    if number >= 2:
        cam.type, cam.fixedcamid = mjtCamera.mjCAMERA_FIXED, number - 2
    elif number == 1 and desk.pert.select > 0:
        cam.type, cam.trackbodyid, cam.fixedcamid = mjtCamera.mjCAMERA_TRACKING, desk.pert.select, -1
    else:
        cam.type, cam.fixedcamid = mjtCamera.mjCAMERA_FREE, -1


def _cycle(by: int) -> Any:
    """To the next camera of the model, or the one before; from the last one to the first."""

    def press(desk: Any) -> None:
        if desk.m.ncam:
            now = (
                desk.camera.fixedcamid
                if desk.camera.type == mjtCamera.mjCAMERA_FIXED
                else (-1 if by > 0 else 0)
            )
            use_camera(desk, 2 + (now + by) % desk.m.ncam)

    return press


def _select_parent(desk: Any) -> None:
    if 0 < desk.pert.select < desk.m.nbody:
        desk.pert.select = int(desk.m._a_body_parentid[desk.pert.select])


def _pick(desk: Any, value: int) -> None:
    desk.worlds.picked = value - 1
    copying.refresh_data(desk.d, desk.worlds.shown)
    desk.moved = True


def _cameras(m: Any) -> tuple[str, ...]:
    names = names_of(m, enums.mjtObj.mjOBJ_CAMERA)
    return ("Free", "Tracking", *(name or f"camera {i}" for i, name in enumerate(names)))


def rows(desk: Any) -> Iterable[Row]:
    """Camera, labels, frames, flags."""
    yield Row("camera", "choice", "Camera", camera_number, use_camera, options=_cameras(desk.m))
    yield button("free", "Free camera", lambda desk: use_camera(desk, 0), shortcut="Esc")
    yield button("previous", "Previous camera", _cycle(-1), shortcut="[")
    yield button("next", "Next camera", _cycle(1), shortcut="]")
    yield button("parent", "Select parent", _select_parent, shortcut="PageUp")
    if desk.worlds is not None:
        names = ("All", *(str(i) for i in range(len(desk.worlds.datas))))
        yield Row("world", "choice", "World", lambda d: d.worlds.picked + 1, _pick, options=names)
    for name, words in (("label", enums.mjLABELSTRING), ("frame", enums.mjFRAMESTRING)):
        yield attribute(
            Row(name, "choice", name.capitalize(), options=tuple(words)), lambda desk: desk.opt, name
        )
    for name, text, high in DEPTHS:
        yield attribute(Row(name, "integer", text, low=0, high=high), lambda desk: desk.opt, name)
    taken = set()
    for i, (name, _, key) in enumerate(enums.mjVISSTRING):
        taken.add(key)
        yield flag(f"vis/{_id(name)}", name, lambda desk: desk.opt.flags, i, key, group="Model elements")
    for i, (name, _, key) in enumerate(enums.mjRNDSTRING):
        key = "" if key in taken else key
        yield flag(f"rnd/{_id(name)}", name, lambda desk: desk.scn.flags, i, key, group="Effects")


def _id(name: str) -> str:
    return name.lower().replace(" ", "_")
