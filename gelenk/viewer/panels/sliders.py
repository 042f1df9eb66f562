"""Sections Joint, Control and Equality (sliders, switches), and section Watch.

Documents: design / Out: `panel`

Joint has a slider for each hinge or slide joint, Control a slider for each control, Equality a switch for each equality
constraint. Watch shows the value of a field of model or data that the user names.
"""

import contextlib
import math
from collections.abc import Iterable
from typing import Any

import numpy as np

from gelenk.api import simulate
from gelenk.api.mj_state import mj_actuatorInputName, mj_resetCtrl
from gelenk.runtime.named_access import ids_of, names_of
from gelenk.tables import fields_data, fields_model
from gelenk.tables.enums import mjtJoint, mjtObj
from gelenk.tables.object_types import KINDS
from gelenk.viewer.panels.row import Row, bind_attribute, button_row, check_row

MOST_ROWS = 1000  # rows of one section, at most


def slider_range(limited: bool, bounds: np.ndarray, free: float) -> tuple[float, float]:
    """Return the range of a slider: that of the model, or the default (-free, free)."""
    low, high = (float(x) for x in bounds)
    return (low, high) if limited and low < high else (-free, free)


def element_getter(name: str, i: int) -> Any:
    """Return a getter of element ``i`` of an array of the data."""
    return lambda ui: getattr(ui.d, name)[i].item()


def joint_rows(ui: Any) -> Iterable[Row]:
    """Yield a slider for each hinge and slide."""
    m = ui.m
    names = names_of(m, mjtObj.mjOBJ_JOINT)
    scalar = [j for j in range(m.njnt) if m.jnt_type[j] in (mjtJoint.mjJNT_HINGE, mjtJoint.mjJNT_SLIDE)][
        :MOST_ROWS
    ]
    for j in scalar:
        at, hinge = int(m.jnt_qposadr[j]), m.jnt_type[j] == mjtJoint.mjJNT_HINGE
        low, high = slider_range(bool(m.jnt_limited[j]), m.jnt_range[j], math.pi if hinge else 1.0)

        def put(ui: Any, value: float, at: int = at) -> None:
            def action(m: Any, d: Any) -> None:
                d.qpos[at] = value

            ui.apply_change(action)
            # updates the poses that are drawn; data of a passive viewer's program is updated by its next step
            simulate.mj_forward(ui.m, ui.d)

        yield Row(
            str(j),
            "slider",
            names[j] or f"joint {j}",
            element_getter("qpos", at),
            put,
            low=low,
            high=high,
            live=True,
            help="[rad]" if hinge else "[m]",
        )


def _clear_controls(ui: Any) -> None:
    def action(m: Any, d: Any) -> None:
        mj_resetCtrl(m, d)

    ui.enable_controller(False)
    ui.apply_change(action)


def _control_labels(m: Any) -> list[tuple[str, int]]:
    """Return (label, actuator group) of each control."""
    labels: list[tuple[str, int]] = []
    for i, name in enumerate(names_of(m, mjtObj.mjOBJ_ACTUATOR)):
        count = int(m.actuator_ctrlnum[i])
        for k in range(count):
            label = name or f"control {len(labels)}"
            if count > 1:
                label += f" {mj_actuatorInputName(m, i, k) or k}"
            labels.append((label, int(m.actuator_group[i])))
    return labels


def control_rows(ui: Any) -> Iterable[Row]:
    """Yield a slider for each control."""
    m = ui.m
    if ui.controller is not None:
        yield check_row(
            "controller",
            "Controller",
            lambda ui: ui.controlled,
            lambda ui, value: ui.enable_controller(value),
            live=True,
            help="stops when a slider is moved",
        )
    if not m.nu:
        return
    yield button_row("clear", "Clear all", _clear_controls)
    labels = _control_labels(m)
    for i in range(min(m.nu, MOST_ROWS)):
        low, high = slider_range(bool(m.actuator_ctrllimited[i]), m.actuator_ctrlrange[i], 1.0)

        def put(ui: Any, value: float, i: int = i) -> None:
            def action(m: Any, d: Any) -> None:
                d.ctrl[i] = value

            ui.enable_controller(False)
            ui.apply_change(action)

        yield Row(
            str(i),
            "slider",
            labels[i][0],
            element_getter("ctrl", i),
            put,
            low=low,
            high=high,
            live=True,
            group=f"Group {labels[i][1]}",
        )


def equality_rows(ui: Any) -> Iterable[Row]:
    """Yield a switch for each equality constraint."""
    names = names_of(ui.m, mjtObj.mjOBJ_EQUALITY)
    for i in range(min(ui.m.neq, MOST_ROWS)):

        def get(ui: Any, i: int = i) -> bool:
            return bool(ui.d.eq_active[i])

        def put(ui: Any, value: bool, i: int = i) -> None:
            def action(m: Any, d: Any) -> None:
                d.eq_active[i] = int(value)

            ui.apply_change(action)

        yield check_row(str(i), names[i] or f"equality {i}", get, put, live=True)


# Section Watch

_SHAPES = {f.name: f.shape for f in (*fields_model.MODEL, *fields_data.DATA)}
_DATA = frozenset(f.name for f in (*fields_data.DATA, *fields_data.SCALARS))
_KIND = {kind.size: kind.type for kind in reversed(KINDS) if kind.size}


def field_text(m: Any, d: Any, field: str, index: str) -> str:
    """Return a field at an index such as ``3``, ``3,1`` or ``torso,2`` as text.

    Indices are numbers, or names of objects.
    """
    owner = d if field in _DATA else m
    if field not in _SHAPES and field not in _DATA:
        return "invalid field"
    values = np.asarray(getattr(owner, field))
    with contextlib.suppress(ValueError, IndexError):
        found = values[
            tuple(_parse_index(m, field, part.strip()) for part in index.split(",") if part.strip())
        ]
        if found.size <= 16:
            return " ".join(f"{float(v):.6g}" for v in found.reshape(-1))
        return f"{found.size} numbers"
    return "invalid index"


def _parse_index(m: Any, field: str, part: str) -> int:
    if part.lstrip("-").isdecimal():
        return int(part[:10])
    size = _SHAPES[field][0] if _SHAPES.get(field) else ""
    if size not in _KIND:
        raise IndexError(part)
    found = ids_of(m, _KIND[size])
    if part not in found:
        raise IndexError(part)
    return int(found[part])


def rows(ui: Any) -> Iterable[Row]:
    """Yield rows for field, index and value."""
    yield bind_attribute(Row("field", "text", "Field"), lambda ui: ui.overlays, "watch_field")
    yield bind_attribute(
        Row("index", "text", "Index", help="Numbers or names: 3 or torso,2."),
        lambda ui: ui.overlays,
        "watch_index",
    )
    yield Row(
        "value",
        "readout",
        "Value",
        lambda ui: field_text(ui.m, ui.d, ui.overlays.watch_field, ui.overlays.watch_index),
        live=True,
    )
