"""Sections Physics and Visualization: settings of a model, made from their tables.

Documents: design / Out: `panel`; XML reference / option; XML reference / visual

Physics has the options of the simulation, flags and actuator groups; Visualization has the visual settings.
"""

from collections.abc import Iterable
from typing import Any

import numpy as np

from gelenk.tables import enums, fields_model
from gelenk.tables.api_enums import public_bits
from gelenk.tables.field_rows import Field
from gelenk.viewer.panels.row import Row, check_row

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
