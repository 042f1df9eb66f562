"""Session of a view, on the owner's side: handles messages of pages, offers pictures.

Documents: design / The viewer; design / In

A session belongs to one thread at a time: in `launch` the thread that steps, in passive mode the holder of the handle's
lock. `hear` handles received messages, `show` makes the newest picture. Messages of pages never raise here.
"""

import time
import traceback
from collections.abc import Callable, Iterable, Mapping
from typing import Any, cast

import numpy as np

from gelenk.errors import Error
from gelenk.runtime.user_warnings import text as warning_text
from gelenk.scene import cameras, perturb, select, update
from gelenk.scene.classes import MjvPerturb, MjvScene
from gelenk.tables.enums import mjtCamera, mjtCatBit, mjtMouse, mjtPertBit
from gelenk.viewer import keyboard, messages, model_message, overlay
from gelenk.viewer.channel import Channel
from gelenk.viewer.fallback_renderer import Painter
from gelenk.viewer.model_message import AssetMessages
from gelenk.viewer.page_state import Offer, PageCameras
from gelenk.viewer.panels import SECTIONS, Row, all_rows, opened, shortcuts
from gelenk.viewer.scene_delta import Picture, Reader
from gelenk.viewer.ui_state import UiState

MAX_GEOM = 100_000
PULL = {"translate": int(mjtPertBit.mjPERT_TRANSLATE), "rotate": int(mjtPertBit.mjPERT_ROTATE)}
DRAGS = (
    *(int(mjtMouse.mjMOUSE_ROTATE_V), int(mjtMouse.mjMOUSE_ROTATE_H)),
    *(int(mjtMouse.mjMOUSE_MOVE_V), int(mjtMouse.mjMOUSE_MOVE_H)),
)
SLOW = 0.1  # interval between updates of panel rows, plots and texts [s]
INITIAL_WIDTH, INITIAL_HEIGHT = 1280, 720  # viewport before a page reports one [pixel]
LARGEST_SIDE = 16384  # largest side of a viewport [pixel]
HISTORY = "simulation/history"
# rows in the bar below the picture, updated whichever sections are open
BAR = ("simulation/run", HISTORY, "replay/run")
Say = Callable[[str], None]


def new_scene(m: Any) -> Any:
    """Return a scene with room for any model and its decoration."""
    return MjvScene(m, MAX_GEOM)


class Session:
    """One view of a model.

    m, d      model and data to draw
    channel   the pages of the view
    passive   whether the program steps the model
    """

    def __init__(
        self, m: Any, d: Any, channel: Channel, *, passive: bool, title: str = "", source: Any = None
    ) -> None:
        self.channel, self.title = channel, title
        self.desk = UiState(m, d, new_scene(m), source=source or m, passive=passive)
        self.desk.start_camera()
        self.eyes = PageCameras(self.desk.camera)
        self.offer = Offer()
        self.keys: list[int] = []  # pressed keys, for the callback of the program
        self.dropped: dict[str, bytes] | None = None
        self.ui = {"left": True, "right": True}
        self.shortcuts, self.keep_camera = True, False
        self.wants_pictures: set[int] = set()
        self.recorders: list[Callable[[Offer], None]] = []
        self.more: Callable[[], Iterable[Row]] | None = None  # rows of the section Replay
        self.mirror: Callable[[messages.Message], None] | None = None  # lets messages act on another session
        self.extra: Callable[[Any], None] | None = None  # adds geoms of the program to the scene
        self.spent = 0.0  # CPU time of the last picture [s]
        self.serial, self.changes, self._looked = 0, 0, 0.0
        self._user: dict[str, tuple[int, bytes]] = {}
        self._banner = b""
        self._touched: set[str] = set()  # rows that were set since their values were last sent
        self._loading = ""
        self._pushed = 0
        self.painter = Painter(self)
        self._introduce()

    def close(self) -> None:
        """Release scene, reader, rows and renderer at once, without garbage collection.

        Camera, options and perturbation stay, since programs may read them later. Closing again does nothing.
        """
        self.painter.close()
        self.extra = self.more = self.mirror = None
        self.recorders, self._user, self.offer, self.dropped = [], {}, Offer(), None
        self.rows.clear()
        self.by_key.clear()
        self._vis.clear()
        self.supply = self.reader = self.profiler = self.sensors = cast(Any, None)
        self.desk.close()

    # ---- models

    def restart(self) -> None:
        """Send the model again, after a change of `ui`, `title` or `shortcuts`."""
        self._introduce()

    def _introduce(self) -> None:
        """Make the message of the current model, with which pages start over."""
        desk = self.desk
        worlds = 1 if desk.worlds is None else len(desk.worlds.datas)
        self.supply = AssetMessages(desk.m, worlds, desk.appearance.missing)
        self.reader = Reader(desk.m, self.supply, desk.appearance.missing)
        self.rows: dict[str, Row] = all_rows(desk, self.more)
        if not self.keep_camera:
            self.open = opened(self.rows)
        self.by_key: dict[str, Row] = shortcuts(self.rows)
        self.profiler, self.sensors = overlay.Profiler(), overlay.Sensors()
        self.serial += 1
        self._vis_key = b""
        self._vis: dict[str, Any] = {}
        ui = self.ui
        title = self.title or desk.m.names.partition(b"\0")[0].decode(errors="replace")
        more = {"ui": ui, "shortcuts": self.shortcuts, "keep_camera": self.keep_camera, "title": title}
        message = model_message.model_message(desk, self.rows, self.open, serial=self.serial - 1, **more)
        values = {name: row.value(desk) for name, row in self.rows.items()}
        self.offer = Offer(self.serial, message, values=values, first=values, overlays=dict(self._user))
        self._values_at = 0.0

    def use_model(self, m: Any, d: Any, keep_camera: bool = False) -> None:
        """Show another model; keep the camera if requested and valid."""
        desk = self.desk
        desk.use_model(m, d, new_scene(m))
        if not keep_camera:
            desk.start_camera()
        self.keep_camera = keep_camera
        self._pushed = 0
        self._introduce()
        if not keep_camera:
            self.eyes.reset()

    def problem(self, error: BaseException | None) -> None:
        """Show an error with its file and line as a banner in the page; None removes it."""
        head = error_head(error) if error is not None else {"kind": "error", "text": ""}
        self._banner = messages.pack(head) if error is not None else b""
        self.channel.post(messages.pack(head))

    def loading(self, text: str) -> None:
        """Set the text that is shown while a model is loaded."""
        self._loading = text

    # ---- messages of pages

    def hear(self) -> bool:
        """Handle all received messages; return whether there were any."""
        said = self.channel.take()
        for number, message in said:
            try:
                self._act(number, message)
            except Exception as error:  # report the error to the page, and keep the program running
                self.channel.post(messages.pack(error_head(error)), number)
            self._hand_over(number)
        if said:
            self.desk.moved = True
            self._values_at = 0.0
        return bool(said)

    def _act(self, number: int, message: messages.Message) -> None:
        kind = message["kind"]
        if kind == "came":
            self.eyes.came(number)
            if self._banner:
                self.channel.post(self._banner, number)
        elif kind == "gone":
            self.eyes.gone(number)
            self.wants_pictures.discard(number)
            if not self.channel.controls(number) and not self.channel.count:
                self.desk.pert.active = 0
        elif kind == "frames":
            (self.wants_pictures.add if message["as"] == "pictures" else self.wants_pictures.discard)(number)
        elif kind in ACTIONS:
            ACTIONS[kind](self, number, message)
            if self.mirror is not None and self.channel.controls(number):
                self.mirror(message)

    def _hand_over(self, number: int) -> None:
        """Send a page the requested files and texts for the clipboard."""
        desk = self.desk
        for name, kind, content in desk.downloads:
            data = {"data": np.frombuffer(content, np.uint8)}
            self.channel.post(messages.pack({"kind": "download", "name": name, "type": kind}, data), number)
        for text in desk.copies:
            self.channel.post(messages.pack({"kind": "copy", "text": text}), number)
        desk.downloads.clear()
        desk.copies.clear()

    def _size(self, number: int, message: messages.Message) -> None:
        ratio = min(max(float(message.get("ratio", 1.0)), 0.1), 10.0)
        width, height = (
            int(min(max(float(message[n]), 1.0) * ratio, LARGEST_SIDE)) for n in ("width", "height")
        )
        self.eyes.came(number).size = (max(1, width), max(1, height))

    @property
    def viewport(self) -> tuple[int, int]:
        """Width and height of the page in control [pixel]; (0, 0) without one."""
        for number, gaze in self.eyes.gazes.items():
            if self.channel.controls(number) and gaze.size[0]:
                return gaze.size
        return 0, 0

    def _camera(self, number: int, message: messages.Message) -> None:
        self.eyes.hear(self.desk.m, number, message, self.channel.controls(number))

    def _look(self, number: int) -> Any:
        """Set the scene's camera from a page, and return the page's camera."""
        cam = self.eyes.came(number).cam
        cameras.update_camera(self.desk.m, self.desk.d, cam, self.desk.scn)
        return cam

    def _select(self, number: int, message: messages.Message) -> None:
        desk, m, d = self.desk, self.desk.m, self.desk.d
        cam = self._look(number)
        x, y = (min(max(float(message[n]), 0.0), 1.0) for n in ("x", "y"))
        aspect = min(max(float(message["aspect"]), 1e-3), 1e3)
        hit = select.select(m, d, desk.opt, aspect, x, y, desk.scn)
        action = message.get("action", "select")
        if action == "select":
            if self.channel.controls(number):
                _choose(d, desk.pert, hit)
            return
        if hit.body < 0:
            return
        cam.lookat[:] = hit.point
        if action == "track" and hit.body > 0:
            cam.type, cam.trackbodyid, cam.fixedcamid = mjtCamera.mjCAMERA_TRACKING, hit.body, -1
        elif action == "center" and cam.type != mjtCamera.mjCAMERA_FREE:
            cam.type, cam.fixedcamid = mjtCamera.mjCAMERA_FREE, -1
        gaze = self.eyes.came(number)
        gaze.serial += 1
        if self.channel.controls(number):
            self.eyes.hear(m, number, _as_message(cam), True)

    def _grab(self, number: int, message: messages.Message) -> None:
        desk = self.desk
        if desk.pert.select > 0:
            self._look(number)
            perturb.init_perturb(desk.m, desk.d, desk.scn, desk.pert)
            desk.pert.active = PULL[message["mode"]]

    def _drag(self, number: int, message: messages.Message) -> None:
        desk = self.desk
        if desk.pert.active and message["action"] in DRAGS:
            self._look(number)
            dx, dy = (min(max(float(message[n]), -10.0), 10.0) for n in ("dx", "dy"))
            perturb.move_perturb(desk.m, desk.d, message["action"], dx, dy, desk.scn, desk.pert)

    def _release(self, number: int, message: messages.Message) -> None:
        self.desk.pert.active = 0

    def _set(self, number: int, message: messages.Message) -> None:
        row = self.rows.get(message["id"])
        if row is not None:
            row.set(self.desk, message["value"])
            self._touched.add(row.id)

    def _key(self, number: int, message: messages.Message) -> None:
        if not message["down"]:
            return
        again = message.get("repeat", False)
        row = self.by_key.get(keyboard.shortcut(message)) if self.shortcuts else None
        if row is not None and not row.local and (row.repeat or not again):
            row.press(self.desk)
            self._touched.add(row.id)
        code = keyboard.glfw(message["code"])
        if not again and code >= 0:
            self.keys.append(code)

    def _open(self, number: int, message: messages.Message) -> None:
        self.open = {s.name for s in SECTIONS if s.name in message["sections"]}

    def _scrub(self, number: int, message: messages.Message) -> None:
        if (row := self.rows.get(HISTORY)) is not None:
            row.low = min(0, 1 - len(self.desk.history.states))
            row.set(self.desk, message["index"])

    def _file(self, number: int, message: messages.Message) -> None:
        if not self.desk.passive:
            self.dropped = message["files"]

    # ---- mouse perturbation

    def pull(self, m: Any, d: Any, paused: bool) -> None:
        """Apply force and pose of the mouse to an MjData, and remove previous forces."""
        pert = self.desk.pert
        if self._pushed and (not pert.active or pert.select != self._pushed):
            if self._pushed < m.nbody:
                d._a_xfrc_applied[self._pushed] = 0
            self._pushed = 0
        if pert.active and 0 < pert.select < m.nbody:
            perturb.apply_perturb_pose(m, d, pert, paused)
            if not paused:
                perturb.apply_perturb_force(m, d, pert)
                self._pushed = pert.select

    # ---- pictures

    @property
    def watched(self) -> bool:
        """Whether a page is open or a recording is in progress."""
        return self.channel.count > 0 or bool(self.recorders)

    def show(self) -> Picture:
        """Offer the newest picture, and the other parts that have changed."""
        start = time.thread_time()
        desk = self.desk
        self._steering = {n for n in self.eyes.gazes if self.channel.controls(n)}
        self._check_selection()
        self.eyes.follow(desk.m, self._steering)
        self.eyes.recorded = bool(self.recorders)
        update.update_scene(desk.m, desk.d, desk.opt, desk.pert, desk.camera, mjtCatBit.mjCAT_ALL, desk.scn)
        if desk.worlds is not None:
            desk.worlds.append(desk.m, desk.opt, desk.scn)
        if self.extra is not None:
            self.extra(desk.scn)
        desk.appearance.apply(desk.m, desk.scn)
        self._visual()
        further = () if desk.worlds is None else desk.worlds.soft
        picture = self.reader.read(
            desk.scn, further, time=desk.d.time, pert=pert_head(desk.pert), status=self._status(), **self._vis
        )
        now = time.perf_counter()
        changes: dict[str, Any] = {"picture": picture, "eyes": self.eyes.told(desk.m, desk.d, desk.scn)}
        if now - self._values_at >= SLOW:
            self._values_at = now
            changes |= {"values": self._values(), "overlays": self._overlays(), "rows": self._described()}
        self.offer = self.painter.offer(self.offer.with_(**changes))
        self.channel.offer(self.offer)
        for recorder in self.recorders:
            recorder(self.offer)
        desk.moved = False
        self.spent = time.thread_time() - start
        return picture

    def _check_selection(self) -> None:
        """Clear an invalid selection, which a program may have written."""
        m, pert = self.desk.m, self.desk.pert
        if not 0 <= pert.select < m.nbody:
            pert.select = pert.active = pert.active2 = 0
        if not -1 <= pert.flexselect < m.nflex:
            pert.flexselect = -1
        if not -1 <= pert.skinselect < m.nskin:
            pert.skinselect = -1

    def _visual(self) -> None:
        key = model_message.visual_key(self.desk)
        if key != self._vis_key:
            found = model_message.settings(self.desk)
            self._vis = {"vis": found.pop("vis"), "settings": found}
            self._vis_key = key

    def _status(self) -> dict[str, Any]:
        desk, clock = self.desk, self.desk.clock
        counts = desk.d._a_warning_number
        warnings = []
        if counts.any():
            warnings = [
                f"{warning_text(int(i), int(desk.d._a_warning_lastinfo[i]))} ({int(counts[i])} times)"
                for i in np.flatnonzero(counts)
            ]
        return {
            "run": clock.run,
            "speed": clock.percent,
            "measured": float(f"{clock.measured:.2g}"),
            "loading": self._loading,
            "warnings": warnings,
        }

    def _values(self) -> dict[str, Any]:
        """Return the values of rows in open sections, in the bar, and of rows just set.

        Other rows keep their previous values.
        """
        found = dict(self.offer.values)
        for name, row in self.rows.items():
            wanted = row.section in self.open or name in self._touched or name in BAR
            if wanted and row.kind != "button" and not row.local:
                found[name] = row.value(self.desk)
        self._touched.clear()
        return found

    def _described(self) -> Mapping[str, Mapping[str, Any]]:
        """Return the descriptions of changed rows: the history slider grows with the history."""
        row, count = self.rows.get(HISTORY), len(self.desk.history.states)
        if row is None or not count:
            return self.offer.rows
        told = 1 - self.offer.rows.get(HISTORY, {}).get("min", -1)
        # limits updates while time runs, since the history grows with each picture
        if count == told or (self.desk.clock.run and count < 1.2 * told + 10):
            return self.offer.rows
        row.low = 1 - count
        return {**self.offer.rows, HISTORY: row.describe(self.desk)}

    # ---- overlays

    def write(self, group: str, message: bytes) -> None:
        """Show a message `overlay`."""
        version = self._user.get(group, (0, b""))[0] + 1
        self._user[group] = (version, message)
        self.offer = self.offer.with_(overlays={**self.offer.overlays, group: self._user[group]})

    def _overlays(self) -> dict[str, tuple[int, bytes]]:
        desk, shown = self.desk, self.desk.shown
        size = self.viewport if self.viewport[0] else (INITIAL_WIDTH, INITIAL_HEIGHT)
        found = dict(self.offer.overlays)
        parts: dict[str, bytes] = {}
        if shown.help:
            parts["help"] = overlay.message("help", overlay.help_text(self.rows))
        if shown.info:
            memory = sum(piece.bytes.nbytes for piece in desk.d._pieces.values())
            texts = overlay.info_text(desk.m, desk.d, desk.clock, desk.passive, memory)
            parts["info"] = overlay.message("info", texts)
        if shown.profiler:
            self.profiler.update(desk.m, desk.d, self.spent)
            parts["profiler"] = overlay.message("profiler", (), self.profiler.boxes(*size), (), size)
        if shown.sensors:
            self.sensors.update(desk.m, desk.d)
            parts["sensors"] = overlay.message("sensors", (), self.sensors.boxes(*size), (), size)
        for group in ("help", "info", "profiler", "sensors"):
            version, old = found.get(group, (0, b""))
            new = parts.get(group, overlay.message(group) if old else b"")
            if new != old:
                found[group] = (version + 1, new)
        return found


ACTIONS: dict[str, Callable[[Session, int, messages.Message], None]] = {
    "size": Session._size,
    "camera": Session._camera,
    "select": Session._select,
    "grab": Session._grab,
    "drag": Session._drag,
    "release": Session._release,
    "set": Session._set,
    "key": Session._key,
    "open": Session._open,
    "scrub": Session._scrub,
    "file": Session._file,
}


def _as_message(cam: Any) -> messages.Message:
    from gelenk.viewer.page_state import camera_head

    return camera_head(cam)


def _choose(d: Any, pert: Any, hit: Any) -> None:
    """Select the object that was hit, or clear the selection."""
    pert.active = 0
    if hit.body < 0:
        pert.select, pert.flexselect, pert.skinselect = 0, -1, -1
        return
    pert.select, pert.flexselect, pert.skinselect = hit.body, hit.flex, hit.skin
    offset = np.asarray(hit.point, float) - d._a_xpos[hit.body]
    pert.localpos[:] = d._a_xmat[hit.body].reshape(3, 3).T @ offset


def pert_head(pert: Any = None) -> dict[str, Any]:
    """Return selection and perturbation as in heads."""
    pert = pert if pert is not None else MjvPerturb()
    found = {n: getattr(pert, n) for n in ("select", "flexselect", "skinselect", "active", "active2")}
    return found | {"localpos": pert.localpos.tolist()}


def error_head(error: BaseException) -> dict[str, Any]:
    """Return the message `error`: text, and file, line, column if known."""
    where = error.problems[0].where if isinstance(error, Error) else ""
    file, line, column = [*where.rsplit(":", 2), "", ""][:3]
    place = {
        "file": file,
        "line": int(line) if line.isdigit() else 0,
        "column": int(column) if column.isdigit() else 0,
    }
    text = str(error) or type(error).__name__
    if not isinstance(error, Error | ValueError | OSError | ImportError):
        text = "".join(traceback.format_exception_only(error)).strip()
    return {"kind": "error", "text": text, **place}
