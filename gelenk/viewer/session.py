"""Session of a view for its owner: handles messages of pages, and offers pictures.

Documents: design / The viewer; design / In

A session belongs to one thread at a time: in `launch` the thread that steps, in passive mode the holder of the handle's
lock. `handle_messages` handles received messages, `show` makes the newest picture. Messages of pages never raise here.
"""

import time
import traceback
from collections.abc import Callable, Iterable, Mapping
from typing import Any, cast

import numpy as np

from gelenk.errors import Error
from gelenk.runtime.log_messages import text as warning_text
from gelenk.scene import cameras, mouse, select, update
from gelenk.scene.classes import MjvPerturb, MjvScene
from gelenk.tables.enums import mjtCamera, mjtCatBit, mjtMouse, mjtPertBit
from gelenk.viewer import messages, model_message, overlay, ui_state
from gelenk.viewer.channel import Channel
from gelenk.viewer.fallback_renderer import Painter
from gelenk.viewer.model_message import AssetMessages
from gelenk.viewer.page_state import Offer, PageCameras
from gelenk.viewer.panels import SECTIONS, Row, all_rows, initially_open, rows_by_shortcut
from gelenk.viewer.scene_delta import Picture, SceneReader
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
        self.ui = UiState(m, d, new_scene(m), source=source or m, passive=passive)
        self.ui.reset_camera()
        self.cameras = PageCameras(self.ui.camera)
        self.offer = Offer()
        self.keys: list[int] = []  # pressed keys, for the callback of the program
        self.dropped: dict[str, bytes] | None = None
        self.open_panels = {"left": True, "right": True}
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
        self._make_model_message()

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
        self.assets = self.reader = self.profiler = self.sensors = cast(Any, None)
        self.ui.close()

    # ---- models

    def resend_model(self) -> None:
        """Send the model again, after a change of `open_panels`, `title` or `shortcuts`."""
        self._make_model_message()

    def _make_model_message(self) -> None:
        """Make the message of the current model, which resets the pages."""
        ui = self.ui
        worlds = 1 if ui.worlds is None else len(ui.worlds.datas)
        self.assets = AssetMessages(ui.m, worlds, ui.appearance.missing)
        self.reader = SceneReader(ui.m, self.assets, ui.appearance.missing)
        self.rows: dict[str, Row] = all_rows(ui, self.more)
        if not self.keep_camera:
            self.open = initially_open(self.rows)
        self.by_key: dict[str, Row] = rows_by_shortcut(self.rows)
        self.profiler, self.sensors = overlay.Profiler(), overlay.Sensors()
        self.serial += 1
        self._vis_key = b""
        self._vis: dict[str, Any] = {}
        title = self.title or ui.m.names.partition(b"\0")[0].decode(errors="replace")
        more = {
            "ui": self.open_panels,
            "shortcuts": self.shortcuts,
            "keep_camera": self.keep_camera,
            "title": title,
        }
        message = model_message.model_message(ui, self.rows, self.open, serial=self.serial - 1, **more)
        values = {name: row.value(ui) for name, row in self.rows.items()}
        self.offer = Offer(self.serial, message, values=values, first=values, overlays=dict(self._user))
        self._values_at = 0.0

    def use_model(self, m: Any, d: Any, keep_camera: bool = False) -> None:
        """Show another model; keep the camera if requested and valid."""
        ui = self.ui
        ui.use_model(m, d, new_scene(m))
        if not keep_camera:
            ui.reset_camera()
        self.keep_camera = keep_camera
        self._pushed = 0
        self._make_model_message()
        if not keep_camera:
            self.cameras.reset()

    def show_problem(self, error: BaseException | None) -> None:
        """Show an error with its file and line as a banner in the page; None removes it."""
        head = error_head(error) if error is not None else {"kind": "error", "text": ""}
        self._banner = messages.pack(head) if error is not None else b""
        self.channel.post(messages.pack(head))

    def set_loading_text(self, text: str) -> None:
        """Set the text that is shown while a model is loaded."""
        self._loading = text

    # ---- messages of pages

    def handle_messages(self) -> bool:
        """Handle all received messages; return whether there were any."""
        said = self.channel.take_inbox()
        for number, message in said:
            try:
                self._handle_message(number, message)
            except Exception as error:  # report the error to the page, and keep the program running
                self.channel.post(messages.pack(error_head(error)), number)
            self._send_downloads(number)
        if said:
            self.ui.moved = True
            self._values_at = 0.0
        return bool(said)

    def _handle_message(self, number: int, message: messages.Message) -> None:
        kind = message["kind"]
        if kind == "came":
            self.cameras.camera_of(number)
            if self._banner:
                self.channel.post(self._banner, number)
        elif kind == "gone":
            self.cameras.remove_page(number)
            self.wants_pictures.discard(number)
            if not self.channel.has_control(number) and not self.channel.page_count:
                self.ui.pert.active = 0
        elif kind == "frames":
            (self.wants_pictures.add if message["as"] == "pictures" else self.wants_pictures.discard)(number)
        elif kind in ACTIONS:
            ACTIONS[kind](self, number, message)
            if self.mirror is not None and self.channel.has_control(number):
                self.mirror(message)

    def _send_downloads(self, number: int) -> None:
        """Send a page the requested files and texts for the clipboard."""
        ui = self.ui
        for name, kind, content in ui.downloads:
            data = {"data": np.frombuffer(content, np.uint8)}
            self.channel.post(messages.pack({"kind": "download", "name": name, "type": kind}, data), number)
        for text in ui.copies:
            self.channel.post(messages.pack({"kind": "copy", "text": text}), number)
        ui.downloads.clear()
        ui.copies.clear()

    def _set_size(self, number: int, message: messages.Message) -> None:
        ratio = min(max(float(message.get("ratio", 1.0)), 0.1), 10.0)
        width, height = (
            int(min(max(float(message[n]), 1.0) * ratio, LARGEST_SIDE)) for n in ("width", "height")
        )
        self.cameras.camera_of(number).size = (max(1, width), max(1, height))

    @property
    def viewport(self) -> tuple[int, int]:
        """Width and height of the page in control [pixel]; (0, 0) without one."""
        for number, page_camera in self.cameras.by_page.items():
            if self.channel.has_control(number) and page_camera.size[0]:
                return page_camera.size
        return 0, 0

    def _set_camera(self, number: int, message: messages.Message) -> None:
        self.cameras.handle_message(self.ui.m, number, message, self.channel.has_control(number))

    def _aim_scene_camera(self, number: int) -> Any:
        """Set the scene's camera from a page, and return the page's camera."""
        cam = self.cameras.camera_of(number).cam
        cameras.update_camera(self.ui.m, self.ui.d, cam, self.ui.scn)
        return cam

    def _select(self, number: int, message: messages.Message) -> None:
        ui, m, d = self.ui, self.ui.m, self.ui.d
        cam = self._aim_scene_camera(number)
        x, y = (min(max(float(message[n]), 0.0), 1.0) for n in ("x", "y"))
        aspect = min(max(float(message["aspect"]), 1e-3), 1e3)
        hit = select.select_at(m, d, ui.opt, aspect, x, y, ui.scn)
        action = message.get("action", "select")
        if action == "select":
            if self.channel.has_control(number):
                _select_hit(d, ui.pert, hit)
            return
        if hit.body < 0:
            return
        cam.lookat[:] = hit.point
        if action == "track" and hit.body > 0:
            cam.type, cam.trackbodyid, cam.fixedcamid = mjtCamera.mjCAMERA_TRACKING, hit.body, -1
        elif action == "center" and cam.type != mjtCamera.mjCAMERA_FREE:
            cam.type, cam.fixedcamid = mjtCamera.mjCAMERA_FREE, -1
        page_camera = self.cameras.camera_of(number)
        page_camera.serial += 1
        if self.channel.has_control(number):
            self.cameras.handle_message(m, number, _as_message(cam), True)

    def _grab(self, number: int, message: messages.Message) -> None:
        ui = self.ui
        if ui.pert.select > 0:
            self._aim_scene_camera(number)
            mouse.init_perturb(ui.m, ui.d, ui.scn, ui.pert)
            ui.pert.active = PULL[message["mode"]]

    def _drag(self, number: int, message: messages.Message) -> None:
        ui = self.ui
        if ui.pert.active and message["action"] in DRAGS:
            self._aim_scene_camera(number)
            dx, dy = (min(max(float(message[n]), -10.0), 10.0) for n in ("dx", "dy"))
            mouse.move_perturb(ui.m, ui.d, message["action"], dx, dy, ui.scn, ui.pert)

    def _release(self, number: int, message: messages.Message) -> None:
        self.ui.pert.active = 0

    def _set_row(self, number: int, message: messages.Message) -> None:
        row = self.rows.get(message["id"])
        if row is not None:
            row.set(self.ui, message["value"])
            self._touched.add(row.id)

    def _press_key(self, number: int, message: messages.Message) -> None:
        if not message["down"]:
            return
        again = message.get("repeat", False)
        row = self.by_key.get(ui_state.shortcut_name(message)) if self.shortcuts else None
        if row is not None and not row.local and (row.repeat or not again):
            row.press(self.ui)
            self._touched.add(row.id)
        code = ui_state.glfw_code(message["code"])
        if not again and code >= 0:
            self.keys.append(code)

    def _open_sections(self, number: int, message: messages.Message) -> None:
        self.open = {s.name for s in SECTIONS if s.name in message["sections"]}

    def _seek(self, number: int, message: messages.Message) -> None:
        if (row := self.rows.get(HISTORY)) is not None:
            row.low = min(0, 1 - len(self.ui.history.states))
            row.set(self.ui, message["index"])

    def _drop_files(self, number: int, message: messages.Message) -> None:
        if not self.ui.passive:
            self.dropped = message["files"]

    # ---- mouse perturbation

    def apply_mouse_force(self, m: Any, d: Any, paused: bool) -> None:
        """Apply force and pose of the mouse to an MjData, and remove previous forces."""
        pert = self.ui.pert
        if self._pushed and (not pert.active or pert.select != self._pushed):
            if self._pushed < m.nbody:
                d._a_xfrc_applied[self._pushed] = 0
            self._pushed = 0
        if pert.active and 0 < pert.select < m.nbody:
            mouse.apply_perturb_pose(m, d, pert, paused)
            if not paused:
                mouse.apply_perturb_force(m, d, pert)
                self._pushed = pert.select

    # ---- pictures

    @property
    def is_watched(self) -> bool:
        """Whether a page is open or a recording is in progress."""
        return self.channel.page_count > 0 or bool(self.recorders)

    def show(self) -> Picture:
        """Offer the newest picture, and the other parts that have changed."""
        start = time.thread_time()
        ui = self.ui
        self._steering = {n for n in self.cameras.by_page if self.channel.has_control(n)}
        self._check_selection()
        self.cameras.follow_handle(ui.m, self._steering)
        self.cameras.recorded = bool(self.recorders)
        update.update_scene(ui.m, ui.d, ui.opt, ui.pert, ui.camera, mjtCatBit.mjCAT_ALL, ui.scn)
        if ui.worlds is not None:
            ui.worlds.append_geoms(ui.m, ui.opt, ui.scn)
        if self.extra is not None:
            self.extra(ui.scn)
        ui.appearance.apply(ui.m, ui.scn)
        self._update_visual()
        further = () if ui.worlds is None else ui.worlds.soft
        picture = self.reader.read(
            ui.scn, further, time=ui.d.time, pert=pert_head(ui.pert), status=self._status_head(), **self._vis
        )
        now = time.perf_counter()
        changes: dict[str, Any] = {"picture": picture, "views": self.cameras.page_views(ui.m, ui.d, ui.scn)}
        if now - self._values_at >= SLOW:
            self._values_at = now
            changes |= {
                "values": self._row_values(),
                "overlays": self._overlay_messages(),
                "rows": self._changed_rows(),
            }
        self.offer = self.painter.offer(self.offer.with_(**changes))
        self.channel.offer(self.offer)
        for recorder in self.recorders:
            recorder(self.offer)
        ui.moved = False
        self.spent = time.thread_time() - start
        return picture

    def _check_selection(self) -> None:
        """Clear an invalid selection, which a program may have written."""
        m, pert = self.ui.m, self.ui.pert
        if not 0 <= pert.select < m.nbody:
            pert.select = pert.active = pert.active2 = 0
        if not -1 <= pert.flexselect < m.nflex:
            pert.flexselect = -1
        if not -1 <= pert.skinselect < m.nskin:
            pert.skinselect = -1

    def _update_visual(self) -> None:
        key = model_message.visual_key(self.ui)
        if key != self._vis_key:
            found = model_message.renderer_settings(self.ui)
            self._vis = {"vis": found.pop("vis"), "settings": found}
            self._vis_key = key

    def _status_head(self) -> dict[str, Any]:
        ui, clock = self.ui, self.ui.clock
        counts = ui.d._a_warning_number
        warnings = []
        if counts.any():
            warnings = [
                f"{warning_text(int(i), int(ui.d._a_warning_lastinfo[i]))} ({int(counts[i])} times)"
                for i in np.flatnonzero(counts)
            ]
        return {
            "run": clock.run,
            "speed": clock.percent,
            "measured": float(f"{clock.measured:.2g}"),
            "loading": self._loading,
            "warnings": warnings,
        }

    def _row_values(self) -> dict[str, Any]:
        """Return the values of rows in open sections, in the bar, and of rows just set.

        Other rows keep their previous values.
        """
        found = dict(self.offer.values)
        for name, row in self.rows.items():
            wanted = row.section in self.open or name in self._touched or name in BAR
            if wanted and row.kind != "button" and not row.local:
                found[name] = row.value(self.ui)
        self._touched.clear()
        return found

    def _changed_rows(self) -> Mapping[str, Mapping[str, Any]]:
        """Return the descriptions of changed rows: the history slider grows with the history."""
        row, count = self.rows.get(HISTORY), len(self.ui.history.states)
        if row is None or not count:
            return self.offer.rows
        told = 1 - self.offer.rows.get(HISTORY, {}).get("min", -1)
        # limits updates while time runs, since the history grows with each picture
        if count == told or (self.ui.clock.run and count < 1.2 * told + 10):
            return self.offer.rows
        row.low = 1 - count
        return {**self.offer.rows, HISTORY: row.describe(self.ui)}

    # ---- overlays

    def show_overlay(self, group: str, message: bytes) -> None:
        """Show a message `overlay`."""
        version = self._user.get(group, (0, b""))[0] + 1
        self._user[group] = (version, message)
        self.offer = self.offer.with_(overlays={**self.offer.overlays, group: self._user[group]})

    def _overlay_messages(self) -> dict[str, tuple[int, bytes]]:
        ui, shown = self.ui, self.ui.overlays
        size = self.viewport if self.viewport[0] else (INITIAL_WIDTH, INITIAL_HEIGHT)
        found = dict(self.offer.overlays)
        parts: dict[str, bytes] = {}
        if shown.help:
            parts["help"] = overlay.message("help", overlay.help_text(self.rows))
        if shown.info:
            memory = sum(piece.bytes.nbytes for piece in ui.d._pieces.values())
            texts = overlay.info_text(ui.m, ui.d, ui.clock, ui.passive, memory)
            parts["info"] = overlay.message("info", texts)
        if shown.profiler:
            self.profiler.update(ui.m, ui.d, self.spent)
            parts["profiler"] = overlay.message("profiler", (), self.profiler.place_figures(*size), (), size)
        if shown.sensors:
            self.sensors.update(ui.m, ui.d)
            parts["sensors"] = overlay.message("sensors", (), self.sensors.place_figures(*size), (), size)
        for group in ("help", "info", "profiler", "sensors"):
            version, old = found.get(group, (0, b""))
            new = parts.get(group, overlay.message(group) if old else b"")
            if new != old:
                found[group] = (version + 1, new)
        return found


ACTIONS: dict[str, Callable[[Session, int, messages.Message], None]] = {
    "size": Session._set_size,
    "camera": Session._set_camera,
    "select": Session._select,
    "grab": Session._grab,
    "drag": Session._drag,
    "release": Session._release,
    "set": Session._set_row,
    "key": Session._press_key,
    "open": Session._open_sections,
    "scrub": Session._seek,
    "file": Session._drop_files,
}


def _as_message(cam: Any) -> messages.Message:
    from gelenk.viewer.page_state import camera_head

    return camera_head(cam)


def _select_hit(d: Any, pert: Any, hit: Any) -> None:
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
