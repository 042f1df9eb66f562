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
from gelenk.viewer.panels.row import Row, bind_attribute, button_row, flag_row

# sliders of integer visualization options: field, label, maximum
DEPTHS = (("bvh_depth", "Tree depth", 20), ("flex_layer", "Flex layer", 10))


def camera_number(ui: Any) -> int:
    """Return the index of the current camera: 0 Free, 1 Tracking, 2 + i camera i."""
    cam = ui.camera
    if cam.type == mjtCamera.mjCAMERA_FIXED:
        return 2 + cam.fixedcamid
    return 1 if cam.type == mjtCamera.mjCAMERA_TRACKING else 0


def use_camera(ui: Any, number: int) -> None:
    """Use Free (0), Tracking (1) or a camera of the model; tracking needs a selected body."""
    cam = ui.camera
    if number >= 2:
        cam.type, cam.fixedcamid = mjtCamera.mjCAMERA_FIXED, number - 2
    elif number == 1 and ui.pert.select > 0:
        cam.type, cam.trackbodyid, cam.fixedcamid = mjtCamera.mjCAMERA_TRACKING, ui.pert.select, -1
    else:
        cam.type, cam.fixedcamid = mjtCamera.mjCAMERA_FREE, -1


def _camera_switcher(by: int) -> Any:
    """Return a function that switches to the next or previous camera, cyclically."""

    def press(ui: Any) -> None:
        if ui.m.ncam:
            now = (
                ui.camera.fixedcamid if ui.camera.type == mjtCamera.mjCAMERA_FIXED else (-1 if by > 0 else 0)
            )
            use_camera(ui, 2 + (now + by) % ui.m.ncam)

    return press


def _select_parent(ui: Any) -> None:
    if 0 < ui.pert.select < ui.m.nbody:
        ui.pert.select = int(ui.m._a_body_parentid[ui.pert.select])


def _select_world(ui: Any, value: int) -> None:
    ui.worlds.picked = value - 1
    copy_pickle.refresh_data(ui.d, ui.worlds.shown_data)
    ui.moved = True


def _camera_names(m: Any) -> tuple[str, ...]:
    names = names_of(m, enums.mjtObj.mjOBJ_CAMERA)
    return ("Free", "Tracking", *(name or f"camera {i}" for i, name in enumerate(names)))


def rendering_rows(ui: Any) -> Iterable[Row]:
    """Yield the rows of the section Rendering."""
    yield Row("camera", "choice", "Camera", camera_number, use_camera, options=_camera_names(ui.m))
    yield button_row("free", "Free camera", lambda ui: use_camera(ui, 0), shortcut="Esc")
    yield button_row("previous", "Previous camera", _camera_switcher(-1), shortcut="[")
    yield button_row("next", "Next camera", _camera_switcher(1), shortcut="]")
    yield button_row("parent", "Select parent", _select_parent, shortcut="PageUp")
    if ui.worlds is not None:
        names = ("All", *(str(i) for i in range(len(ui.worlds.datas))))
        yield Row("world", "choice", "World", lambda d: d.worlds.picked + 1, _select_world, options=names)
    for name, words in (("label", enums.mjLABELSTRING), ("frame", enums.mjFRAMESTRING)):
        yield bind_attribute(
            Row(name, "choice", name.capitalize(), options=tuple(words)), lambda ui: ui.opt, name
        )
    for name, text, high in DEPTHS:
        yield bind_attribute(Row(name, "integer", text, low=0, high=high), lambda ui: ui.opt, name)
    taken = set()
    for i, (name, _, key) in enumerate(enums.mjVISSTRING):
        taken.add(key)
        yield flag_row(f"vis/{_row_id(name)}", name, lambda ui: ui.opt.flags, i, key, group="Model elements")
    for i, (name, _, key) in enumerate(enums.mjRNDSTRING):
        key = "" if key in taken else key
        yield flag_row(f"rnd/{_row_id(name)}", name, lambda ui: ui.scn.flags, i, key, group="Effects")


def _row_id(name: str) -> str:
    return name.lower().replace(" ", "_")


KINDS = ("geom", "site", "joint", "tendon", "actuator", "flex", "skin")
KEYS = {"geom": "{}", "site": "Shift+{}"}


def group_rows(ui: Any) -> Iterable[Row]:
    """Yield six switches for each kind of object, and one for covered collision geoms."""
    if ui.appearance.covered.geoms:
        row = Row("collision", "check", "Collision geoms", help="Draw those that visual geoms cover.")
        yield bind_attribute(row, lambda ui: ui.appearance, "collision")
    for kind in KINDS:
        for i in range(6):

            def place(ui: Any, name: str = f"{kind}group") -> Any:
                return getattr(ui.opt, name)

            key = KEYS.get(kind, "").format(i)
            yield flag_row(
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


def option_rows(ui: Any) -> Iterable[Row]:
    """Yield the rows of the section Option."""
    for name, label, key, text in OVERLAYS:
        row = Row(name, "check", label, shortcut=key, help=text)
        yield bind_attribute(row, lambda ui: ui.overlays, name)
    if ui.appearance.missing:
        row = Row("look", "check", "Default look", help="Add the sky, light or floor that the model lacks.")
        yield bind_attribute(row, lambda ui: ui.appearance, "wanted")
    soft = Row("soft_shadows", "check", "Soft shadows", help="Soft edges of shadows.")
    yield bind_attribute(soft, lambda ui: ui.appearance, "soft")
    for name, kind, label, key, options in LOCAL:
        yield Row(name, kind, label, options=options, shortcut=key, local=True)
    if not ui.passive:
        yield bind_attribute(
            Row("pause_update", "check", "Pause update", help="Do not follow what is edited while paused."),
            lambda ui: ui.clock,
            "frozen",
        )
        yield bind_attribute(
            Row("busy_wait", "check", "Busy wait", help="Wait in a loop: more even, and a whole core."),
            lambda ui: ui.clock,
            "busy",
        )
