"""UI state that panels and keyboard change, and key codes and shortcuts of the keyboard.

Documents: design / The viewer; Programming / Simulation; design / The wire

The UI state holds model, data, overlays, clock and history. Panel rows access only a `UiState`. They change model and
data through `apply_change`, since in passive mode only `sync` may access the caller's model and data: `apply_change`
changes the private copy at once, and queues the change for the caller's. The history is a ring buffer that the page
scrubs through while paused.

The keyboard has GLFW key codes and names of shortcuts. Pages report the physical key (KeyboardEvent.code); programs get
GLFW key codes, as `launch_passive(key_callback=...)` has always passed them. A shortcut is a name with its modifiers:
`Ctrl+A`.
"""

import string
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from gelenk.render import default_look
from gelenk.runtime import state
from gelenk.scene import cameras
from gelenk.scene.structs import MjvCamera, MjvOption, MjvPerturb
from gelenk.tables.enums import mjtCamera, mjtState

MOST_STATES, MOST_STATE_BYTES = 2000, 100 << 20


class History:
    """The last states of a model: 2,000, or as many as fit into 100 MB.

    ``at`` is the index of the shown state: 0 the newest, -1 the one before.
    """

    def __init__(self, m: Any) -> None:
        self.size = state.size(m, mjtState.mjSTATE_INTEGRATION)
        room = max(1, min(MOST_STATES, MOST_STATE_BYTES // max(8, 8 * self.size)))
        self.states: deque[np.ndarray] = deque(maxlen=room)
        self.at = 0

    def add(self, m: Any, d: Any) -> None:
        """Append the state of ``d``, and drop the states after the shown one."""
        for _ in range(-self.at):
            self.states.pop()
        self.at = 0
        now = np.zeros(self.size)
        state.get(m, d, now, mjtState.mjSTATE_INTEGRATION)
        self.states.append(now)

    def restore(self, m: Any, d: Any, at: int) -> int:
        """Restore the state nearest to ``at`` into ``d``, and return its index."""
        if not self.states:
            return 0
        self.at = max(1 - len(self.states), min(0, at))
        state.put(m, d, self.states[self.at - 1], mjtState.mjSTATE_INTEGRATION)
        return self.at


class Appearance:
    """Parts that the view adds to a model, and geoms that it hides (render/default_look.py).

    wanted     whether parts that the model lacks are added
    soft       whether shadows have soft edges
    collision  whether collision geoms are drawn that visual ones cover
    """

    def __init__(self, m: Any) -> None:
        self.wanted = self.soft = True
        self.collision = False
        self.set_model(m)

    def set_model(self, m: Any) -> None:
        """Find the missing parts and the covered geoms of a model."""
        self.missing, self.covered = default_look.missing_parts(m), default_look.covered_geoms(m)
        self.soft_width = default_look.soft_width(m, software=False)

    @property
    def added_parts(self) -> default_look.DefaultLook:
        """The parts that are added now."""
        return self.missing if self.wanted else default_look.NOTHING

    def hints(self) -> list[str]:
        """Return hints for the user about hidden geoms."""
        if self.covered.groups:
            keys = " and ".join(map(str, self.covered.groups))
            return [f"Collision geoms are hidden. Key {keys} shows them (Group / Geom {keys})."]
        if self.covered.geoms:
            return ["Collision geoms are hidden. Group / Collision geoms shows them."]
        return []

    def hide_groups(self, opt: Any) -> None:
        """Hide the groups that only contain covered geoms."""
        for group in self.covered.groups:
            opt.geomgroup[group] = 0

    def apply(self, m: Any, scn: Any) -> None:
        """Remove covered geoms from a scene, and add what is missing."""
        if self.covered.geoms and not self.collision:
            default_look.remove_geoms(scn, self.covered.geoms)
        if self.added_parts:
            default_look.add_to_scene(scn, m, self.added_parts)


# percent of real time, as in the viewer of 3.5.0
SPEEDS = (
    *(100, 80, 66, 50, 40, 33, 25, 20, 16, 13, 10, 8, 6.6, 5, 4, 3.3, 2.5, 2, 1.6, 1.3),
    *(1, 0.8, 0.66, 0.5, 0.4, 0.33, 0.25, 0.2, 0.16, 0.13, 0.1),
)
Action = Callable[[Any, Any], None]  # function of model and data


@dataclass
class Clock:
    """The clock of a simulation.

    run         False: paused
    speed       index into SPEEDS
    noise_std, noise_rate   of controls: standard deviation, in half ranges, and correlation time [s]
    frozen      "pause update": whether kinematics ignore edits while paused
    busy        wait in a loop instead of sleeping
    measured    achieved speed [percent]
    resync      whether to synchronize simulated time with the wall clock
    """

    run: bool = True
    speed: int = 0
    noise_std: float = 0.0
    noise_rate: float = 0.0
    frozen: bool = False
    busy: bool = False
    measured: float = 100.0
    resync: bool = True

    @property
    def percent(self) -> float:
        """Requested speed in percent of real time."""
        return float(SPEEDS[self.speed])


@dataclass
class Overlays:
    """Visible overlays, and the watched field."""

    help: bool = False
    info: bool = False
    profiler: bool = False
    sensors: bool = False
    watch_field: str = "qpos"
    watch_index: str = "0"


@dataclass
class UiState:
    """The state that panel rows read and write.

    m, d        model and data to draw: in passive mode a private copy
    source      the model of the user, which the File section saves
    passive     whether the program steps the model
    pending     changes that `sync` applies to the caller's model and data
    camera      the camera of the page in control
    """

    m: Any
    d: Any
    scn: Any
    source: Any = None
    passive: bool = False
    opt: Any = field(default_factory=MjvOption)
    pert: Any = field(default_factory=MjvPerturb)
    camera: Any = field(default_factory=MjvCamera)
    clock: Clock = field(default_factory=Clock)
    overlays: Overlays = field(default_factory=Overlays)
    key: int = 0
    pending: list[Action] = field(default_factory=list)
    downloads: list[tuple[str, str, bytes]] = field(default_factory=list)  # name, type, content
    copies: list[str] = field(default_factory=list)
    reload: bool = False
    quit: bool = False
    stepped: int = 0  # number of requested single steps
    worlds: Any = None  # Worlds, if there are several
    controller: Any = None  # function of model and data that is called before each step
    controlled: bool = True  # whether it is called: until a control is moved by hand
    moved: bool = True  # whether model or data changed, and must be drawn

    def __post_init__(self) -> None:
        self.history = History(self.m)
        self.appearance = Appearance(self.m)
        self.appearance.hide_groups(self.opt)

    def apply_change(self, action: Action) -> None:
        """Apply a change to model and data, and queue it for `sync` in passive mode."""
        action(self.m, self.d)
        if self.passive:
            self.pending.append(action)
        self.moved = True

    def enable_controller(self, on: bool) -> None:
        """Call the controller before each step, or stop it and remove the forces that it left."""
        if self.controlled and not on and self.controller is not None:
            self.d.qfrc_applied[:] = 0
        self.controlled = on

    def set_option(self, name: str, value: Any) -> None:
        """Set a field of m.opt."""

        def action(m: Any, d: Any) -> None:
            target = getattr(m.opt, name)
            if isinstance(target, np.ndarray):
                target[:] = value
            else:
                setattr(m.opt, name, value)

        self.apply_change(action)

    def use_model(self, m: Any, d: Any, scn: Any) -> None:
        """Show another model."""
        self.m, self.d, self.scn, self.source = m, d, scn, m
        self.key = 0
        self.history = History(m)
        before = self.appearance.covered
        self.appearance.set_model(m)
        if before != self.appearance.covered:
            self.appearance.hide_groups(self.opt)
        self.pending.clear()
        self.pert._reset()
        self.clock.resync = self.moved = True

    def close(self) -> None:
        """Release model, data, scene and history."""
        self.m = self.d = self.scn = self.source = self.worlds = None
        self.history.states.clear()
        self.pending, self.downloads, self.copies = [], [], []

    def reset_camera(self) -> None:
        """Set the initial camera of the model: one of its own, or the free one."""
        set_initial_camera(self.m, self.camera)


def set_initial_camera(m: Any, cam: Any) -> None:
    """Set a camera to ``m.vis.global_.cameraid``, or to the free camera."""
    cameras.free_camera(m, cam)
    number = int(m.vis.global_.cameraid)
    if 0 <= number < m.ncam:
        cam.type, cam.fixedcamid = mjtCamera.mjCAMERA_FIXED, number


# Keyboard

SHIFT, CONTROL, ALT, META = 1, 2, 4, 8
_NAMED = {
    "Space": 32,
    "Quote": 39,
    "Comma": 44,
    "Minus": 45,
    "Period": 46,
    "Slash": 47,
    "Semicolon": 59,
    "Equal": 61,
    "BracketLeft": 91,
    "Backslash": 92,
    "BracketRight": 93,
    "Backquote": 96,
    "IntlBackslash": 161,
    "IntlRo": 162,
    "Escape": 256,
    "Enter": 257,
    "Tab": 258,
    "Backspace": 259,
    "Insert": 260,
    "Delete": 261,
    "ArrowRight": 262,
    "ArrowLeft": 263,
    "ArrowDown": 264,
    "ArrowUp": 265,
    "PageUp": 266,
    "PageDown": 267,
    "Home": 268,
    "End": 269,
    "CapsLock": 280,
    "ScrollLock": 281,
    "NumLock": 282,
    "PrintScreen": 283,
    "Pause": 284,
    "NumpadDecimal": 330,
    "NumpadDivide": 331,
    "NumpadMultiply": 332,
    "NumpadSubtract": 333,
    "NumpadAdd": 334,
    "NumpadEnter": 335,
    "NumpadEqual": 336,
    "ShiftLeft": 340,
    "ControlLeft": 341,
    "AltLeft": 342,
    "MetaLeft": 343,
    "ShiftRight": 344,
    "ControlRight": 345,
    "AltRight": 346,
    "MetaRight": 347,
    "ContextMenu": 348,
}
GLFW: dict[str, int] = {
    **{f"Key{letter}": ord(letter) for letter in string.ascii_uppercase},
    **{f"Digit{n}": 48 + n for n in range(10)},
    **{f"F{n}": 289 + n for n in range(1, 26)},
    **{f"Numpad{n}": 320 + n for n in range(10)},
    **_NAMED,
}
# physical key -> name in shortcuts, where the two differ
_WRITTEN = {
    "ArrowLeft": "Left",
    "ArrowRight": "Right",
    "ArrowUp": "Up",
    "ArrowDown": "Down",
    "Escape": "Esc",
    "Equal": "=",
    "Minus": "-",
    "BracketLeft": "[",
    "BracketRight": "]",
    "Comma": ",",
    "Period": ".",
    "Slash": "/",
    "Semicolon": ";",
    "Quote": "'",
    "Backquote": "`",
    "Backslash": "\\",
}


def glfw_code(code: str) -> int:
    """Return the GLFW code of a key; -1 for an unknown key."""
    return GLFW.get(code, -1)


def shortcut_name(message: dict[str, Any]) -> str:
    """Return the key of a message as the table of shortcuts writes it."""
    code, mods = message["code"], message.get("mods", 0)
    letter = message.get("key", "")
    name = _WRITTEN.get(code) or code.removeprefix("Key").removeprefix("Digit")
    # keyboard layouts differ in the places of punctuation marks, so the typed character counts if it is one
    if len(letter) == 1 and letter in _WRITTEN.values():
        name, mods = letter, mods & ~SHIFT
    before = (("Ctrl+", CONTROL | META), ("Alt+", ALT), ("Shift+", SHIFT))
    return "".join(text for text, bit in before if mods & bit) + name
