"""Sections Simulation (run, reset, speed, noise, keyframes, history) and File (downloads).

Documents: design / Out: `panel`; Programming / Simulation
"""

import os
import tempfile
from collections.abc import Iterable
from typing import Any

import numpy as np

from gelenk.api import mj_files, mj_state, simulate
from gelenk.errors import Error
from gelenk.runtime.named_access import names_of
from gelenk.tables.enums import mjtObj
from gelenk.viewer.panels.row import Row, bind_attribute, button_row
from gelenk.viewer.ui_state import SPEEDS


def forward(m: Any, d: Any) -> None:
    """Compute everything that follows from positions, velocities and controls."""
    simulate.mj_forward(m, d)


def _reset(ui: Any) -> None:
    def action(m: Any, d: Any) -> None:
        mj_state.mj_resetData(m, d)
        forward(m, d)

    ui.apply_change(action)
    ui.clock.resync = True


def _reset_camera(ui: Any) -> None:
    """Reset the camera to the initial one of the model."""
    ui.reset_camera()


def _pick_key(ui: Any, value: int) -> None:
    ui.key = min(value, ui.m.nkey - 1)


def _load_key(ui: Any) -> None:
    key = ui.key

    def action(m: Any, d: Any) -> None:
        if key < m.nkey:
            mj_state.mj_resetDataKeyframe(m, d, key)
            forward(m, d)

    ui.apply_change(action)
    ui.clock.resync = True


def _save_key(ui: Any) -> None:
    key = ui.key
    ui.apply_change(lambda m, d: mj_state.mj_setKeyframe(m, d, key) if key < m.nkey else None)


def _format_numbers(values: Any) -> str:
    return " ".join(f"{v:.12g}" for v in np.asarray(values, float).reshape(-1))


def state_text(m: Any, d: Any) -> str:
    """Return the state as a <key> of MJCF."""
    parts = {"qpos": d.qpos, "qvel": d.qvel, "act": d.act, "ctrl": d.ctrl}
    parts |= {"mpos": d.mocap_pos, "mquat": d.mocap_quat}
    lines = [f'{name}="{_format_numbers(values)}"' for name, values in parts.items() if np.size(values)]
    return f'<key time="{d.time:.12g}"\n  ' + "\n  ".join(lines) + "\n/>\n"


def camera_text(scn: Any) -> str:
    """Return the camera of a scene as a <camera> of MJCF."""
    eyes = [scn.camera[0], scn.camera[1]]
    pos, forward_, up = (sum(getattr(e, n).astype(float) for e in eyes) / 2 for n in ("pos", "forward", "up"))
    right = np.cross(forward_, up)
    pos_text, axes = _format_numbers(pos.round(6)), _format_numbers(np.append(right, up).round(6))
    return f'<camera pos="{pos_text}" xyaxes="{axes}"/>\n'


def _seek(ui: Any, value: float) -> None:
    if not ui.passive:
        ui.clock.run = False
        ui.history.restore(ui.m, ui.d, round(value))
        forward(ui.m, ui.d)
        ui.moved = True


def _step(ui: Any) -> None:
    """Go one step forward: to the next state of the history, or by stepping."""
    if ui.clock.run:
        return
    if ui.history.at < 0:
        _seek(ui, ui.history.at + 1)
    else:
        ui.stepped += 1


def _speed_changer(by: int) -> Any:
    def press(ui: Any) -> None:
        ui.clock.speed = max(0, min(len(SPEEDS) - 1, ui.clock.speed + by))
        ui.clock.resync = True

    return press


def _set_running(ui: Any, value: bool) -> None:
    ui.clock.run, ui.clock.resync = value, True
    ui.pert.active = 0


def _time_rows(ui: Any) -> Iterable[Row]:
    """Yield the rows of a viewer that steps the model itself."""
    yield Row(
        "run", "check", "Run", lambda d: d.clock.run, _set_running, shortcut="Space", help="Run or pause."
    )
    yield button_row("step", "Step", _step, shortcut="Right", repeat=True, help="One step, while paused.")
    yield button_row(
        "back",
        "Step back",
        lambda ui: None if ui.clock.run else _seek(ui, ui.history.at - 1),
        shortcut="Left",
        repeat=True,
        help="To the state before, while paused.",
    )
    yield Row(
        "history",
        "slider",
        "History",
        lambda ui: ui.history.at,
        _seek,
        low=-1,
        high=0,
        step=1,
    )

    def speed(ui: Any, value: int) -> None:
        ui.clock.speed, ui.clock.resync = value, True

    names = tuple(f"{s:g} %" for s in SPEEDS)
    yield Row("speed", "choice", "Speed", lambda ui: ui.clock.speed, speed, options=names)
    yield button_row("slower", "Slower", _speed_changer(1), shortcut="-", repeat=True)
    yield button_row("faster", "Faster", _speed_changer(-1), shortcut="=", repeat=True)
    yield Row("measured", "readout", "Measured speed", lambda ui: f"{ui.clock.measured:.3g} %", live=True)
    for name, label, high in (("noise_std", "Noise scale", 2.0), ("noise_rate", "Noise rate", 5.0)):
        yield bind_attribute(Row(name, "slider", label, low=0.0, high=high), lambda ui: ui.clock, name)


def rows(ui: Any) -> Iterable[Row]:
    """Yield the rows of the section Simulation."""
    if not ui.passive:
        yield from _time_rows(ui)
    yield button_row("reset", "Reset", _reset, shortcut="Backspace", help="Back to the start.")
    yield button_row(
        "align", "Align", _reset_camera, shortcut="Ctrl+A", help="The free camera where the model wants it."
    )
    yield button_row(
        "copy_state",
        "Copy state",
        lambda ui: ui.copies.append(state_text(ui.m, ui.d)),
        shortcut="Ctrl+C",
        help="The state as a <key>, to the clipboard.",
    )
    yield button_row(
        "copy_camera",
        "Copy camera",
        lambda ui: ui.copies.append(camera_text(ui.scn)),
        help="The camera as a <camera>, to the clipboard.",
    )
    if ui.m.nkey:
        names = names_of(ui.m, mjtObj.mjOBJ_KEY)
        names = tuple(name or f"key {i}" for i, name in enumerate(names))
        yield Row("key", "choice", "Keyframe", lambda ui: ui.key, _pick_key, options=names)
        yield button_row("load_key", "Load key", _load_key)
        yield button_row("save_key", "Save key", _save_key)


TEXT, BINARY = "text/plain", "application/octet-stream"


def written_bytes(name: str, write: Any) -> bytes:
    """Return the bytes that ``write(path)`` writes."""
    with tempfile.TemporaryDirectory(prefix="gelenk-viewer-") as folder:
        path = os.path.join(folder, name)
        write(path)
        with open(path, "rb") as file:
            return file.read()


def _offer_download(ui: Any, name: str, kind: str, write: Any) -> None:
    ui.downloads.append((name, kind, written_bytes(name, write)))


def _save_xml(ui: Any) -> None:
    """Download the MJCF of the model; parts with inexpressible edits are saved as loaded."""
    try:
        _offer_download(
            ui, "mjmodel.xml", "text/xml", lambda path: mj_files.mj_saveLastXML(path, ui.source or ui.m)
        )
    except Error as error:
        raise Error(f"the model cannot be saved as XML: {error}") from None


def _quit(ui: Any) -> None:
    ui.quit = True


def _reload(ui: Any) -> None:
    ui.reload = True


def file_rows(ui: Any) -> Iterable[Row]:
    """Yield the rows of the section File."""
    yield button_row("save_xml", "Save xml", _save_xml, help="Download the model as MJCF.")
    yield button_row(
        "save_mjb",
        "Save mjb",
        lambda ui: _offer_download(ui, "mjmodel.mjb", BINARY, lambda path: mj_files.mj_saveModel(ui.m, path)),
        help="Download the compiled model.",
    )
    yield button_row(
        "print_model",
        "Print model",
        lambda ui: _offer_download(ui, "MJMODEL.TXT", TEXT, lambda path: mj_files.mj_printModel(ui.m, path)),
        shortcut="Ctrl+M",
        help="Download all fields of the model as text.",
    )
    yield button_row(
        "print_data",
        "Print data",
        lambda ui: _offer_download(
            ui, "MJDATA.TXT", TEXT, lambda path: mj_files.mj_printData(ui.m, ui.d, path)
        ),
        shortcut="Ctrl+D",
        help="Download all fields of the data as text.",
    )
    if not ui.passive:
        yield Row(
            "open", "button", "Open model", file=True, help="Load a model, with its assets, from files."
        )
    yield Row("screenshot", "button", "Screenshot", local=True, shortcut="Ctrl+P", help="Save the picture.")
    yield Row("video", "button", "Record video", local=True, help="Begin or end a film of the picture.")
    if not ui.passive:
        yield button_row("reload", "Reload", _reload, shortcut="Ctrl+L", help="Load the model again.")
    yield button_row("quit", "Quit", _quit, shortcut="Ctrl+Q", help="Close the viewer.")
