"""Settings in panel sections Physics, Visualization, Rendering, Group and Option.

Documents: design / Out: `panel`; XML reference / option; XML reference / visual; API / mjtVisFlag, mjtRndFlag; API /
MjvOption

Physics and Visualization have settings of a model, made from their tables. Physics has the options of the simulation,
flags and actuator groups; Visualization has the visual settings.

Rendering has camera, labels, frames, visualization flags and rendering flags; Group has the visible groups of geoms,
sites, joints, ...; Option has overlays, appearance of the page, and the wait mode of the loop.
"""

from collections.abc import Iterable
from typing import Any

import numpy as np

from gelenk.runtime import copy_pickle
from gelenk.runtime.named_access import names_of
from gelenk.tables import enums, fields_model
from gelenk.tables.api_enums import public_bits
from gelenk.tables.enums import mjtCamera
from gelenk.tables.field_rows import Field
from gelenk.viewer.panels.row import Row, bind_attribute, button_row, check_row, flag_row

CHOICES = {
    "integrator": enums.mjtIntegrator,
    "cone": enums.mjtCone,
    "jacobian": enums.mjtJacobian,
    "solver": enums.mjtSolver,
}
GROUPS = {
    "Algorithmic parameters": (
        *("timestep", "iterations", "tolerance", "ls_iterations", "ls_tolerance", "noslip_iterations"),
        *(
            "noslip_tolerance",
            "ccd_iterations",
            "ccd_tolerance",
            "sleep_tolerance",
            "sdf_iterations",
            "sdf_initpoints",
        ),
    ),
    "Physical parameters": ("gravity", "wind", "magnetic", "density", "viscosity", "impratio"),
    "Contact override": ("o_margin", "o_solref", "o_solimp", "o_friction"),
}
# (lowest, highest) of options whose other values break a step
BOUNDS = {
    "timestep": (1e-6, 1.0),
    "tolerance": (0.0, 1.0),
    "ls_tolerance": (0.0, 1.0),
    "noslip_tolerance": (0.0, 1.0),
    "ccd_tolerance": (0.0, 1.0),
    "sleep_tolerance": (0.0, 1e6),
    "density": (0.0, 1e6),
    "viscosity": (0.0, 1e6),
    "impratio": (1e-6, 1e6),
    "o_margin": (0.0, 1e3),
    "o_friction": (1e-5, 1e3),
}
ITERATIONS, WIDE = (0, 1000), (-1e6, 1e6)


def label_of(name: str) -> str:
    """Return the name of a field as a label."""
    return name.removeprefix("o_").replace("_", " ").capitalize()


def enum_labels(enum: Any) -> tuple[str, ...]:
    """Return the members of an enum as labels: mjINT_EULER is Euler."""
    return tuple(member.name.partition("_")[2].capitalize() for member in enum.__members__.values())


def _choice_row(name: str) -> Row:
    def put(ui: Any, value: int) -> None:
        ui.set_option(name, value)

    return Row(
        name,
        "choice",
        label_of(name),
        lambda ui: int(getattr(ui.m.opt, name)),
        put,
        options=enum_labels(CHOICES[name]),
    )


def _option_row(f: Field, group: str) -> Row:
    whole = f.dtype == "int64"
    low, high = ITERATIONS if whole else BOUNDS.get(f.name, WIDE)
    kind = "vector" if f.shape else "integer" if whole else "number"
    count = int(f.shape[0]) if f.shape else 0
    text = f"{f.meaning} [{f.unit}]" if f.unit else f.meaning

    def put(ui: Any, value: Any) -> None:
        ui.set_option(f.name, value)

    def get(ui: Any) -> Any:
        found = getattr(ui.m.opt, f.name)
        return found.tolist() if f.shape else found

    return Row(
        f.name,
        kind,
        label_of(f.name),
        get,
        put,
        low=low,
        high=high,
        count=count,
        group=group,
        help=text.capitalize(),
    )


def _bit_rows(field: str, names: Iterable[str], group: str) -> Iterable[Row]:
    """Yield a switch for each bit of a field of m.opt."""
    for i, name in enumerate(names):
        own = public_bits(1 << i) if field == "enableflags" else 1 << i

        def put(ui: Any, value: bool, bit: int = own) -> None:
            now = int(getattr(ui.m.opt, field))
            ui.set_option(field, now | bit if value else now & ~bit)

        def get(ui: Any, bit: int = own) -> bool:
            return bool(getattr(ui.m.opt, field) & bit)

        yield check_row(f"{field}/{name.lower().replace(' ', '_')}", name, get, put, group=group)


def rows(ui: Any) -> Iterable[Row]:
    """Yield the rows of the section Physics."""
    yield from (_choice_row(name) for name in CHOICES)
    yield from _bit_rows("disableactuator", (f"Group {i}" for i in range(6)), "Actuator groups that are off")
    table = {f.name: f for f in fields_model.OPTION}
    for group, names in GROUPS.items():
        yield from (_option_row(table[name], group) for name in names)
    yield from _bit_rows("disableflags", enums.mjDISABLESTRING, "Disabled")
    yield from _bit_rows("enableflags", enums.mjENABLESTRING, "Enabled")


VISUAL_GROUPS = ("headlight", "global_", "map", "scale", "rgba")
# fields that have no effect on existing pictures, such as sizes of buffers
LEFT_OUT = ("offwidth", "offheight", "cameraid", "realtime")
VISUAL_BOUNDS = {
    "azimuth": (-360.0, 360.0),
    "elevation": (-90.0, 90.0),
    "fovy": (0.1, 179.0),
    "znear": (1e-5, 1.0),
    "zfar": (1.0, 1e4),
    "linewidth": (0.0, 20.0),
    "glow": (0.0, 10.0),
    "alpha": (0.0, 1.0),
    "haze": (0.0, 1.0),
}
ANY = (0.0, 1e4)


def _array_of(m: Any, group: str, name: str) -> np.ndarray | None:
    """Return the memory of an array field, or None; two colors appear empty in the API."""
    return getattr(getattr(m.vis, group), "_a_" + name, None)


def _visual_row(group: str, f: Field) -> Row:
    low, high = VISUAL_BOUNDS.get(f.name, ANY)
    switch = f.dtype == "int32"
    kind = "check" if switch else "color" if f.shape == (4,) else "vector" if f.shape else "number"

    def get(ui: Any) -> Any:
        array = _array_of(ui.m, group, f.name)
        if array is not None:
            return array.tolist()
        value = getattr(getattr(ui.m.vis, group), f.name)
        return bool(value) if switch else value

    def put(ui: Any, value: Any) -> None:
        def action(m: Any, d: Any) -> None:
            array = _array_of(m, group, f.name)
            if array is not None:
                array[:] = value
            else:
                setattr(getattr(m.vis, group), f.name, int(value) if switch else value)

        ui.apply_change(action)

    if f.shape:
        low, high = 0.0, 1.0
    name, text = group.rstrip("_"), f"{f.meaning} [{f.unit}]" if f.unit else f.meaning
    return Row(
        f"{name}/{f.name}",
        kind,
        f.name.capitalize(),
        get,
        put,
        low=None if switch else low,
        high=None if switch else high,
        count=int(f.shape[0]) if f.shape else 0,
        group=name.capitalize(),
        help=text.capitalize(),
    )


def visual_rows(ui: Any) -> Iterable[Row]:
    """Yield the rows of the section Visualization."""
    for group in VISUAL_GROUPS:
        yield from (_visual_row(group, f) for f in fields_model.VISUAL[group] if f.name not in LEFT_OUT)


# Sections Rendering, Group and Option

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
