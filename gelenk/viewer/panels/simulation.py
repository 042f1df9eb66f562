"""Section Simulation: run, reset, speed, noise, keyframes, history, clipboard.

Documents: design / Out: `panel`; Programming / Simulation
"""

from collections.abc import Iterable
from typing import Any

import numpy as np

from gelenk.api import mj_state, simulate
from gelenk.runtime.named_access import names_of
from gelenk.tables.enums import mjtObj
from gelenk.viewer.panels.row import Row, attribute, button
from gelenk.viewer.ui_state import SPEEDS


def forward(m: Any, d: Any) -> None:
    """Compute everything that follows from positions, velocities and controls."""
    simulate.mj_forward(m, d)


def _reset(desk: Any) -> None:
    def action(m: Any, d: Any) -> None:
        mj_state.mj_resetData(m, d)
        forward(m, d)

    desk.act(action)
    desk.clock.resync = True


def _align(desk: Any) -> None:
    """Reset the camera to the initial one of the model."""
    desk.start_camera()


def _pick_key(desk: Any, value: int) -> None:
    desk.key = min(value, desk.m.nkey - 1)


def _load_key(desk: Any) -> None:
    key = desk.key

    def action(m: Any, d: Any) -> None:
        if key < m.nkey:
            mj_state.mj_resetDataKeyframe(m, d, key)
            forward(m, d)

    desk.act(action)
    desk.clock.resync = True


def _save_key(desk: Any) -> None:
    key = desk.key
    desk.act(lambda m, d: mj_state.mj_setKeyframe(m, d, key) if key < m.nkey else None)


def _numbers(values: Any) -> str:
    return " ".join(f"{v:.12g}" for v in np.asarray(values, float).reshape(-1))


def state_text(m: Any, d: Any) -> str:
    """Return the state as a <key> of MJCF."""
    parts = {"qpos": d.qpos, "qvel": d.qvel, "act": d.act, "ctrl": d.ctrl}
    parts |= {"mpos": d.mocap_pos, "mquat": d.mocap_quat}
    lines = [f'{name}="{_numbers(values)}"' for name, values in parts.items() if np.size(values)]
    return f'<key time="{d.time:.12g}"\n  ' + "\n  ".join(lines) + "\n/>\n"


def camera_text(scn: Any) -> str:
    """Return the camera of a scene as a <camera> of MJCF."""
    eyes = [scn.camera[0], scn.camera[1]]
    pos, forward_, up = (sum(getattr(e, n).astype(float) for e in eyes) / 2 for n in ("pos", "forward", "up"))
    right = np.cross(forward_, up)
    return f'<camera pos="{_numbers(pos.round(6))}" xyaxes="{_numbers(np.append(right, up).round(6))}"/>\n'


def _scrub(desk: Any, value: float) -> None:
    if not desk.passive:
        desk.clock.run = False
        desk.history.go(desk.m, desk.d, round(value))
        forward(desk.m, desk.d)
        desk.moved = True


def _step(desk: Any) -> None:
    """Go one step forward: to the next state of the history, or by stepping."""
    if desk.clock.run:
        return
    if desk.history.at < 0:
        _scrub(desk, desk.history.at + 1)
    else:
        desk.stepped += 1


def _faster(by: int) -> Any:
    def press(desk: Any) -> None:
        desk.clock.speed = max(0, min(len(SPEEDS) - 1, desk.clock.speed + by))
        desk.clock.resync = True

    return press


def _run(desk: Any, value: bool) -> None:
    desk.clock.run, desk.clock.resync = value, True
    desk.pert.active = 0


def _own_time(desk: Any) -> Iterable[Row]:
    """Yield the rows of a viewer that steps the model itself."""
    yield Row("run", "check", "Run", lambda d: d.clock.run, _run, shortcut="Space", help="Run or pause.")
    yield button("step", "Step", _step, shortcut="Right", repeat=True, help="One step, while paused.")
    yield button(
        "back",
        "Step back",
        lambda desk: None if desk.clock.run else _scrub(desk, desk.history.at - 1),
        shortcut="Left",
        repeat=True,
        help="To the state before, while paused.",
    )
    yield Row(
        "history",
        "slider",
        "History",
        lambda desk: desk.history.at,
        _scrub,
        low=-1,
        high=0,
        step=1,
    )

    def speed(desk: Any, value: int) -> None:
        desk.clock.speed, desk.clock.resync = value, True

    names = tuple(f"{s:g} %" for s in SPEEDS)
    yield Row("speed", "choice", "Speed", lambda desk: desk.clock.speed, speed, options=names)
    yield button("slower", "Slower", _faster(1), shortcut="-", repeat=True)
    yield button("faster", "Faster", _faster(-1), shortcut="=", repeat=True)
    yield Row("measured", "readout", "Measured speed", lambda desk: f"{desk.clock.measured:.3g} %", live=True)
    for name, label, high in (("noise_std", "Noise scale", 2.0), ("noise_rate", "Noise rate", 5.0)):
        yield attribute(Row(name, "slider", label, low=0.0, high=high), lambda desk: desk.clock, name)


def rows(desk: Any) -> Iterable[Row]:
    """Yield the rows of the section Simulation."""
    if not desk.passive:
        yield from _own_time(desk)
    yield button("reset", "Reset", _reset, shortcut="Backspace", help="Back to the start.")
    yield button(
        "align", "Align", _align, shortcut="Ctrl+A", help="The free camera where the model wants it."
    )
    yield button(
        "copy_state",
        "Copy state",
        lambda desk: desk.copies.append(state_text(desk.m, desk.d)),
        shortcut="Ctrl+C",
        help="The state as a <key>, to the clipboard.",
    )
    yield button(
        "copy_camera",
        "Copy camera",
        lambda desk: desk.copies.append(camera_text(desk.scn)),
        help="The camera as a <camera>, to the clipboard.",
    )
    if desk.m.nkey:
        names = names_of(desk.m, mjtObj.mjOBJ_KEY)
        names = tuple(name or f"key {i}" for i, name in enumerate(names))
        yield Row("key", "choice", "Keyframe", lambda desk: desk.key, _pick_key, options=names)
        yield button("load_key", "Load key", _load_key)
        yield button("save_key", "Save key", _save_key)
