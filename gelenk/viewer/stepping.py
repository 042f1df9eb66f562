"""Stepping viewers (`launch`, `gelenk view`), and the passive viewer (`launch_passive`).

Documents: design / Threads; design / The viewer; Programming / Visualization

Stepping viewers step and show a model themselves: those of `launch`, and of files as `gelenk view` shows them.

The passive viewer is for programs that step themselves; `sync` updates a private copy. A thread draws the private model
and data sixty times a second and handles messages of pages, independent of the program. Only `sync` reads and writes
the program's model and data, in the thread that calls it: changes in the page go to them, then the private copy is
updated from them. Large arrays of meshes, textures and height fields are copied by `update_mesh`, `update_texture`,
`update_hfield`.
"""

import contextlib
import copy
import os
import threading
import time
import traceback
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from gelenk.api import simulate
from gelenk.runtime import copy_pickle, state
from gelenk.runtime.annotation_checks import checked
from gelenk.runtime.assignment import file_name
from gelenk.runtime.exclusive_use import BinarySemaphore
from gelenk.scene.classes import MjvScene
from gelenk.toolchain.thread_start import new_lock, start_thread
from gelenk.viewer import side_by_side, watched_files
from gelenk.viewer.endpoint import Endpoint, Settings
from gelenk.viewer.loop import Loop
from gelenk.viewer.session import MAX_GEOM, Session
from gelenk.viewer.watched_files import KernelFile, Loader
from gelenk.viewer.world_grid import Worlds

if TYPE_CHECKING:
    from gelenk.viewer.record import Recorder

REFRESH, IDLE = 60.0, 15.0  # pictures per second; while there are neither messages nor calls of sync
GONE = 2.0  # seconds without a page after which an opened browser counts as closed
# prefixes of fields that `sync` does not copy
LARGE = ("mesh_", "tex_data", "hfield_data", "skin_", "bvh_", "oct_")
GEOMS = (
    "type",
    "dataid",
    "objtype",
    "objid",
    "category",
    "matid",
    "texcoord",
    "segid",
    "size",
    "pos",
    "mat",
    "rgba",
    "emission",
    "specular",
    "shininess",
    "reflectance",
    "label",
    "camdist",
    "modelrbound",
    "transparent",
    "castshadow",
)


def _is_synced(name: str) -> bool:
    return not name.startswith(LARGE)


class Passive:
    """A running viewer of a program's model and data."""

    def __init__(
        self,
        m: Any,
        datas: Sequence[Any],
        settings: Settings,
        key_callback: Callable[[int], None] | None = None,
        ui: tuple[bool, bool] = (True, True),
        shortcuts: bool = True,
        name: str = "",
        title: str = "",
    ) -> None:
        self.m, self.d, self.datas = m, datas[0], tuple(datas)
        self.lock = new_lock(threading.RLock)
        self.key_callback = key_callback
        self.endpoint = Endpoint(settings, name)
        private = copy.copy(m)
        self._places = copy_pickle.places_of(m, _is_synced)
        self.session = Session(
            private,
            copy_pickle.copy_data(self.d, private),
            self.endpoint.channel,
            passive=True,
            title=title,
            source=m,
        )
        if len(self.datas) > 1:
            self.session.ui.worlds = Worlds(private, [copy_pickle.copy_data(d, private) for d in self.datas])
        self.session.open_panels = {"left": ui[0], "right": ui[1]}
        self.session.shortcuts = shortcuts
        self.session.resend_model()
        scene: Any = MjvScene(m, MAX_GEOM)
        self.user_scn = scene
        self.user_scn._a_flags[:] = self.session.ui.scn._a_flags
        self._flags = self.user_scn._a_flags.copy()
        self._columns: dict[str, np.ndarray] = {}
        self._count = 0
        self.session.extra = self._append_user_geoms
        self.closed, self._ended = False, BinarySemaphore()
        self.ending: list[Callable[[], None]] = []  # functions to call at close
        self._seen_at: float | None = None
        self._wake = self.endpoint.channel.inbox_event
        self._thread_id = 0
        self._running: threading.Lock | None = None  # held by the drawing thread until its end

    def start(self, settings: Settings) -> None:
        """Start the drawing thread, if there is a server or a recorder; print the address."""
        if self.endpoint.server is not None or self.session.recorders:
            self._running = start_thread(self._run, "gelenk-viewer")
        self.endpoint.print_address(settings)

    # ---- called by the program

    def sync(self, state_only: bool = False) -> None:
        """Apply changes of the page to the program's model and data, then copy them."""
        with self.lock:
            if self.closed:  # by another thread
                return
            session, ui = self.session, self.session.ui
            pending, ui.pending = ui.pending, []
            for action in pending:
                action(self.m, self.d)
            session.apply_mouse_force(self.m, self.d, False)
            if not state_only:
                copy_pickle.refresh_model(ui.m, self.m, self._places)
                session.reader.update_materials(ui.m)
            self._copy_worlds(state_only)
            self._copy_user_scene()
            ui.moved = True
        self._wake.set()

    def _copy_worlds(self, state_only: bool) -> None:
        """Copy the program's data."""
        ui = self.session.ui
        pairs = [(self.d, ui.d)] if ui.worlds is None else zip(self.datas, ui.worlds.datas, strict=True)
        for source, target in pairs:
            if state_only:
                values = np.zeros(state.size(self.m, state.INTEGRATION))
                state.get(self.m, source, values, state.INTEGRATION)
                state.put(ui.m, target, values, state.INTEGRATION)
                simulate.mj_forward(ui.m, target)
            else:
                copy_pickle.refresh_data(target, source)
        if ui.worlds is not None:
            copy_pickle.refresh_data(ui.d, ui.worlds.shown_data)

    def _copy_user_scene(self) -> None:
        """Copy the program's geoms; synchronize flags both ways, where the program's change wins."""
        scn, flags = self.user_scn, self.session.ui.scn._a_flags
        if (scn._a_flags != self._flags).any():
            flags[:] = scn._a_flags
        else:
            scn._a_flags[:] = flags
        self._flags[:] = scn._a_flags
        self._count = scn.ngeom
        self._columns = {name: getattr(scn, "_a_geom_" + name)[: self._count].copy() for name in GEOMS}

    def _append_user_geoms(self, scn: Any) -> None:
        """Append the program's geoms to those of the scene, as far as they fit."""
        first = scn.ngeom
        count = min(self._count, scn.maxgeom - first)
        if count > 0:
            for name, values in self._columns.items():
                getattr(scn, "_a_geom_" + name)[first : first + count] = values[:count]
            scn.ngeom = first + count

    def update_asset(self, kind: str, i: int, fields: tuple[str, ...]) -> None:
        """Copy a mesh, texture or height field of the program's model."""
        with self.lock:
            if self.closed:
                return
            for name in fields:
                getattr(self.session.ui.m, "_a_" + name)[...] = getattr(self.m, "_a_" + name)
            self.session.assets.update(kind, i)
            self.session.painter.reload_model()
            self.session.ui.moved = True
        self._wake.set()

    def show_overlay(self, group: str, message: bytes) -> None:
        """Show texts, figures or images of the program."""
        with self.lock:
            if self.closed:
                return
            self.session.show_overlay(group, message)
            self.session.ui.moved = True
        self._wake.set()

    @property
    def is_running(self) -> bool:
        """Whether the viewer is open.

        It ends by `close`, by Quit in a page, or with the last page if this call opened the browser.
        """
        if self.closed:
            return False
        if self.session.ui.quit:
            self.close()
            return False
        if self.endpoint.opened and self._seen_at is not None and not self.endpoint.channel.page_count:
            if time.monotonic() - self._seen_at > GONE:
                self.close()
                return False
        return True

    def close(self) -> None:
        """Close the viewer; later calls do nothing."""
        if not self.closed:
            self.ending += [self.endpoint.close, self.session.painter.close, self._ended.set, self._wake.set]
            self.ending += [self._wait_for_thread, self._release_memory]
            self.closed = True
        if self.ending:  # also after an interruption by Ctrl-C
            for end in tuple(self.ending):
                end()
                with contextlib.suppress(ValueError):  # the viewer's thread may close at the same time
                    self.ending.remove(end)

    def _wait_for_thread(self) -> None:
        """Wait for the viewer's thread, unless called from it."""
        if self._running is not None and self._thread_id != threading.get_ident():
            if self._running.acquire(timeout=2.0):
                self._running.release()

    def _release_memory(self) -> None:
        """Release the memory of pictures at once, since the handle may stay alive."""
        with self.lock:
            self.session.close()
            self._columns = {}

    # ---- the viewer's thread

    def _run(self) -> None:
        self._thread_id = threading.get_ident()
        last = 0.0
        while not self.closed:
            try:
                last = self._refresh_and_sleep(last)
            except Exception:  # an error of the program's scene: print it, since the next scene may be valid
                with contextlib.suppress(Exception):  # no memory to print
                    traceback.print_exc()
                    self._ended.wait(1.0)

    def _refresh_and_sleep(self, last: float) -> float:
        """Handle messages, draw if it is time, and sleep; return the time of the last picture."""
        # no with statement, since its exit needs memory for arguments and may thus fail to release the lock; Ctrl-C
        # cannot interrupt between acquire and try, since only the main thread receives it
        self.lock.acquire()
        try:
            if self.closed:
                return last
            last = self._refresh(last)
            pressed, self.session.keys = self.session.keys, []
        finally:
            self.lock.release()
        for key in pressed:
            self._call_key_callback(key)
        if self.session.ui.quit:
            self.close()
        self._sleep_until_due(last)
        return last

    def _refresh(self, last: float) -> float:
        """Handle messages and draw; return the time of the last picture."""
        session, now = self.session, time.perf_counter()
        heard = session.handle_messages()
        if self.endpoint.channel.page_count:
            self._seen_at = time.monotonic()
        due = session.ui.moved or session.ui.pert.active or now - last > 1 / IDLE
        if session.is_watched and (heard or due):
            session.show()
            return now
        return last

    def _sleep_until_due(self, last: float) -> None:
        """Sleep until the next picture is due, then up to 1 / IDLE s until a message or sync."""
        left = last + 1 / REFRESH - time.perf_counter()
        if left > 0:
            time.sleep(left)
        self._wake.wait(1 / IDLE)

    def _call_key_callback(self, key: int) -> None:
        if self.key_callback is not None:
            try:
                self.key_callback(key)
            except Exception:  # keep the viewer running
                traceback.print_exc()


# Stepping viewers

Act = Callable[[Any, Any], None]  # function of a model and its data


class SecondModel(NamedTuple):
    """A second model file, which is shown at the right.

    start       called with model and data before the first step
    controller  called with model and data before each step, until a control is moved
    """

    path: str
    start: Act | None = None
    controller: Act | None = None


def make_recorder(path: str | os.PathLike[str] | None) -> "Recorder | None":
    """Return a recorder for a file, or None."""
    if path is None:
        return None
    from gelenk.viewer.record import Recorder

    return Recorder(path)


@checked
def view_file(
    path: str | os.PathLike[str],
    settings: Settings | None = None,
    kernels: KernelFile | None = None,
    beside: SecondModel | None = None,
    **more: Any,
) -> None:
    """Run `launch_from_path` with settings, as `gelenk view` does.

    kernels   file of plugins; its passive forces are added to models that do not use them
    beside    the model at the right
    """
    loader = _file_loader(path, kernels)
    run_view(
        loader(),
        loader,
        settings or Settings(),
        watch=file_name("path", path),
        kernels=kernels,
        beside=beside,
        **more,
    )


def _file_loader(
    path: str | os.PathLike[str], kernels: KernelFile | None
) -> Callable[[], watched_files.Pair]:
    """Return a loader of a model file."""

    def load() -> watched_files.Pair:
        return watched_files.from_path(path, [] if kernels is None else [p.plugin for p in kernels.running])

    return load


def run_view(
    pair: watched_files.Pair,
    loader: Loader | None,
    settings: Settings,
    ui: tuple[bool, bool] = (True, True),
    watch: str = "",
    record: str | os.PathLike[str] | None = None,
    say: Callable[[str], None] | None = None,
    start: Act | None = None,
    controller: Act | None = None,
    kernels: KernelFile | None = None,
    beside: SecondModel | None = None,
) -> None:
    """Step and show a model until the viewer is closed.

    say         prints the address, instead of the line on stderr
    start       called with model and data before the first step
    controller  called with model and data before each step, until a control is moved
    kernels     file whose plugins are swapped in when it changes
    beside      the model at the right
    """
    recorder = make_recorder(record)
    place = Endpoint(settings)
    if place.server is None:  # without a server no page could end the loop
        return
    places, other = [place], None
    if beside is not None:
        places.append(Endpoint(settings))
        other = _second_loop(beside, places[1], kernels)
    session = _start_session(pair, place, start)
    session.ui.controller, session.open_panels = controller, {"left": bool(ui[0]), "right": bool(ui[1])}
    session.resend_model()
    if other is not None and beside is not None:
        place.more = f"&beside={places[1].channel.name}"
        side_by_side.link_sessions(
            session, other.session, (os.path.basename(watch), os.path.basename(beside.path))
        )
    if recorder is not None:
        recorder.attach(session)
    gone = PageClosed(place)
    place.announce(settings, say)
    try:
        Loop(session, loader, watch, gone, kernels=kernels, beside=other).run()
    finally:
        if recorder is not None:
            recorder.close()
        for one in (session, *([other.session] if other is not None else ())):
            one.close()
        for one_place in places:
            one_place.close()


def _start_session(pair: watched_files.Pair, place: Endpoint, start: Act | None) -> Session:
    m, d = pair
    if start is not None:
        start(m, d)
    return Session(m, d, place.channel, passive=False)


def _second_loop(beside: SecondModel, place: Endpoint, kernels: KernelFile | None) -> Loop:
    """Return the loop of the model that is shown beside another one."""
    loader = _file_loader(beside.path, kernels)
    session = _start_session(loader(), place, beside.start)
    session.ui.controller, session.open_panels = beside.controller, {"left": False, "right": False}
    session.resend_model()
    return Loop(session, loader, beside.path)


class PageClosed:
    """A predicate that is true when the opened browser has had no page for two seconds."""

    def __init__(self, place: Endpoint) -> None:
        self.endpoint, self.seen = place, 0.0

    def __call__(self) -> bool:
        now = time.monotonic()
        if self.endpoint.channel.page_count:
            self.seen = now
        return bool(self.endpoint.opened and self.seen and now - self.seen > GONE)
