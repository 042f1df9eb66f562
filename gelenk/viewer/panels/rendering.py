"""Sections Rendering, Group and Option.

Documents: design / Out: `panel`; API / mjtVisFlag, mjtRndFlag; API / MjvOption

Rendering has camera, labels, frames, visualization flags and rendering flags; Group has the visible groups of geoms,
sites, joints, ...; Option has overlays, appearance of the page, and the wait mode of the loop.
"""

from collections.abc import Iterable
from typing import Any

from gelenk.runtime import copy_pickle
from gelenk.runtime.named_access import names_of
from gelenk.tables import enums
from gelenk.tables.enums import mjtCamera
from gelenk.viewer.panels.row import Row, attribute, button, flag

# sliders of integer visualization options: field, label, maximum
DEPTHS = (("bvh_depth", "Tree depth", 20), ("flex_layer", "Flex layer", 10))


def camera_number(desk: Any) -> int:
    """Return the index of the current camera: 0 Free, 1 Tracking, 2 + i camera i."""
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
    """Return a function that switches to the next or previous camera, cyclically."""

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
    copy_pickle.refresh_data(desk.d, desk.worlds.shown)
    desk.moved = True


def _cameras(m: Any) -> tuple[str, ...]:
    names = names_of(m, enums.mjtObj.mjOBJ_CAMERA)
    return ("Free", "Tracking", *(name or f"camera {i}" for i, name in enumerate(names)))


def rows(desk: Any) -> Iterable[Row]:
    """Yield the rows of the section Rendering."""
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


KINDS = ("geom", "site", "joint", "tendon", "actuator", "flex", "skin")
KEYS = {"geom": "{}", "site": "Shift+{}"}


def group_rows(desk: Any) -> Iterable[Row]:
    """Yield six switches for each kind of object, and one for covered collision geoms."""
    if desk.appearance.covered.geoms:
        row = Row("collision", "check", "Collision geoms", help="Draw those that visual geoms cover.")
        yield attribute(row, lambda desk: desk.appearance, "collision")
    for kind in KINDS:
        for i in range(6):

            def place(desk: Any, name: str = f"{kind}group") -> Any:
                return getattr(desk.opt, name)

            key = KEYS.get(kind, "").format(i)
            yield flag(
                f"{kind}/{i}", f"{kind.capitalize()} {i}", place, i, key, group=f"{kind.capitalize()} groups"
            )


OVERLAYS = (
    ("help", "Help", "F1", "Keyboard shortcuts."),
    ("info", "Info", "F2", "Time, sizes, solver, memory."),
    ("profiler", "Profiler", "F3", "Time per stage of a step."),
    ("sensors", "Sensors", "F4", "Sensor readings."),
)
LOCAL = (
    ("fullscreen", "button", "Full screen", "F5", ()),
    ("left_ui", "check", "Left panel", "Tab", ()),
    ("right_ui", "check", "Right panel", "Shift+Tab", ()),
    ("theme", "choice", "Theme", "", ("Dark", "Light")),
    ("font", "choice", "Font", "", ("50 %", "100 %", "150 %", "200 %", "250 %", "300 %")),
    ("spacing", "choice", "Spacing", "", ("Tight", "Wide")),
    ("pictures", "check", "Draw in program", "", ()),
    ("vsync", "check", "Vertical sync", "", ()),
)


def option_rows(desk: Any) -> Iterable[Row]:
    """Yield the rows of the section Option."""
    for name, label, key, text in OVERLAYS:
        row = Row(name, "check", label, shortcut=key, help=text)
        yield attribute(row, lambda desk: desk.shown, name)
    if desk.appearance.missing:
        row = Row("look", "check", "Default look", help="Add the sky, light or floor that the model lacks.")
        yield attribute(row, lambda desk: desk.appearance, "wanted")
    soft = Row("soft_shadows", "check", "Soft shadows", help="Soft edges of shadows.")
    yield attribute(soft, lambda desk: desk.appearance, "soft")
    for name, kind, label, key, options in LOCAL:
        yield Row(name, kind, label, options=options, shortcut=key, local=True)
    if not desk.passive:
        yield attribute(
            Row("pause_update", "check", "Pause update", help="Do not follow what is edited while paused."),
            lambda desk: desk.clock,
            "frozen",
        )
        yield attribute(
            Row("busy_wait", "check", "Busy wait", help="Wait in a loop: more even, and a whole core."),
            lambda desk: desk.clock,
            "busy",
        )
