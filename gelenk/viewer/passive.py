"""The viewer of programs that step themselves: a private pair of model and data, brought up to date by `sync`.

Documents: design / Threads; Programming / Visualization

A thread draws the private pair sixty times a second and acts on what pages say, whatever the program does meanwhile.
The program's model and data are read and written in `sync` alone, in the thread that calls it: what was changed in
the page goes to them, then the private pair becomes as they are. Large arrays of meshes, textures and height fields
are taken over by `update_mesh`, `update_texture`, `update_hfield`.
"""

import contextlib
import copy
import threading
import time
import traceback
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from gelenk.api import simulate
from gelenk.runtime import copy_pickle, state
from gelenk.runtime.locks import new_lock
from gelenk.scene.classes import MjvScene
from gelenk.tables.enums import mjtState
from gelenk.viewer.binary_semaphore import BinarySemaphore
from gelenk.viewer.endpoint import Place, Settings
from gelenk.viewer.session import MAX_GEOM, Session
from gelenk.viewer.world_grid import Worlds

REFRESH, IDLE = 60.0, 15.0  # pictures a second; while nothing is said or synchronized
GONE = 2.0  # seconds without a page after which a browser that was opened counts as closed
LARGE = (
    "mesh_",
    "tex_data",
    "hfield_data",
    "skin_",
    "bvh_",
    "oct_",
)  # beginnings of fields that `sync` leaves out
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
) + (*("emission", "specular", "shininess", "reflectance", "label", "camdist", "modelrbound", "transparent"),)


def _small(name: str) -> bool:
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
        self.place = Place(settings, name)
        private = copy.copy(m)
        self._places = copy_pickle.places_of(m, _small)
        self.session = Session(
            private,
            copy_pickle.copy_data(self.d, private),
            self.place.channel,
            passive=True,
            title=title,
            source=m,
        )
        if len(self.datas) > 1:
            self.session.desk.worlds = Worlds(
                private, [copy_pickle.copy_data(d, private) for d in self.datas]
            )
        self.session.ui = {"left": ui[0], "right": ui[1]}
        self.session.shortcuts = shortcuts
        self.session.restart()
        scene: Any = MjvScene(m, MAX_GEOM)
        self.user_scn = scene
        self.user_scn._a_flags[:] = self.session.desk.scn._a_flags
        self._flags = self.user_scn._a_flags.copy()
        self._columns: dict[str, np.ndarray] = {}
        self._count = 0
        self.session.extra = self._append
        self.closed, self._ended = False, BinarySemaphore()
        self.ending: list[Callable[[], None]] = []  # done when it is closed
        self._seen_at: float | None = None
        self._wake = self.place.channel.said
        self.thread: threading.Thread | None = None

    def start(self) -> None:
        """Draw from now on, if there is anybody to draw for."""
        if self.place.server is not None or self.session.recorders:
            thread = threading.Thread(target=self._live, daemon=True, name="gelenk-viewer")
            thread.start()
            self.thread = thread

    # ---- called by the program

    def sync(self, state_only: bool = False) -> None:
        """Take what was changed in the page to the program's model and data, and theirs to the picture."""
        with self.lock:
            if self.closed:  # by another thread
                return
            session, desk = self.session, self.session.desk
            pending, desk.pending = desk.pending, []
            for action in pending:
                action(self.m, self.d)
            session.pull(self.m, self.d, False)
            if not state_only:
                copy_pickle.refresh_model(desk.m, self.m, self._places)
                session.reader.materials(desk.m)
            self._take_worlds(state_only)
            self._take_user_scene()
            desk.moved = True
        self._wake.set()

    def _take_worlds(self, state_only: bool) -> None:
        """Data of the program as they are now."""
        desk = self.session.desk
        pairs = [(self.d, desk.d)] if desk.worlds is None else zip(self.datas, desk.worlds.datas, strict=True)
        for source, target in pairs:
            if state_only:
                values = np.zeros(state.size(self.m, mjtState.mjSTATE_INTEGRATION))
                state.get(self.m, source, values, mjtState.mjSTATE_INTEGRATION)
                state.put(desk.m, target, values, mjtState.mjSTATE_INTEGRATION)
                simulate.mj_forward(desk.m, target)
            else:
                copy_pickle.refresh_data(target, source)
        if desk.worlds is not None:
            copy_pickle.refresh_data(desk.d, desk.worlds.shown)

    def _take_user_scene(self) -> None:
        """Geoms of the program as they are now; flags go both ways, the program's change wins."""
        scn, flags = self.user_scn, self.session.desk.scn._a_flags
        if (scn._a_flags != self._flags).any():
            flags[:] = scn._a_flags
        else:
            scn._a_flags[:] = flags
        self._flags[:] = scn._a_flags
        self._count = scn.ngeom
        self._columns = {name: getattr(scn, "_a_geom_" + name)[: self._count].copy() for name in GEOMS}

    def _append(self, scn: Any) -> None:
        """Put the program's geoms behind those of the scene, as many as there is room for."""
        first = scn.ngeom
        count = min(self._count, scn.maxgeom - first)
        if count > 0:
            for name, values in self._columns.items():
                getattr(scn, "_a_geom_" + name)[first : first + count] = values[:count]
            scn.ngeom = first + count

    def update(self, kind: str, i: int, fields: tuple[str, ...]) -> None:
        """Take over a mesh, texture or height field of the program's model."""
        with self.lock:
            if self.closed:
                return
            for name in fields:
                getattr(self.session.desk.m, "_a_" + name)[...] = getattr(self.m, "_a_" + name)
            self.session.supply.update(kind, i)
            self.session.painter.update()
            self.session.desk.moved = True
        self._wake.set()

    def write(self, group: str, message: bytes) -> None:
        """Show texts, figures or images of the program."""
        with self.lock:
            if self.closed:
                return
            self.session.write(group, message)
            self.session.desk.moved = True
        self._wake.set()

    @property
    def running(self) -> bool:
        """True until `close`, a page's Quit, or, where this call opened the browser, until its last page has gone."""
        if self.closed:
            return False
        if self.session.desk.quit:
            self.close()
            return False
        if self.place.opened and self._seen_at is not None and not self.place.channel.count:
            if time.monotonic() - self._seen_at > GONE:
                self.close()
                return False
        return True

    def close(self) -> None:
        """End it; calls afterwards do nothing."""
        if not self.closed:
            self.ending += [self.place.close, self.session.painter.close, self._ended.set, self._wake.set]
            self.ending += [self._join, self._let_go]
            self.closed = True
        if self.ending:  # also where Ctrl-C came in the midst of it
            for end in tuple(self.ending):
                end()
                with contextlib.suppress(ValueError):  # the viewer's thread may close it at the same time
                    self.ending.remove(end)

    def _join(self) -> None:
        """Wait for the viewer's thread, unless this is that thread."""
        if self.thread is not None and self.thread is not threading.current_thread():
            self.thread.join(2.0)

    def _let_go(self) -> None:
        """Give back the memory of pictures at once: the handle may live on."""
        with self.lock:
            self.session.close()
            self._columns = {}

    # ---- the viewer's thread

    def _live(self) -> None:
        last = 0.0
        while not self.closed:
            pressed: list[int] = []
            try:
                with self.lock:
                    if self.closed:
                        return
                    last = self._once(last)
                    pressed, self.session.keys = self.session.keys, []
            except (
                Exception
            ):  # of a scene that the program has made: it is told, and the next one may be right
                traceback.print_exc()
                self._ended.wait(1.0)
            for key in pressed:
                self._call(key)
            if self.session.desk.quit:
                self.close()
            self._rest(last)

    def _once(self, last: float) -> float:
        """Listen and draw; when the last picture was made."""
        session, now = self.session, time.perf_counter()
        heard = session.hear()
        if self.place.channel.count:
            self._seen_at = time.monotonic()
        due = session.desk.moved or session.desk.pert.active or now - last > 1 / IDLE
        if session.watched and (heard or due):
            session.show()
            return now
        return last

    def _rest(self, last: float) -> None:
        """Until the next picture is due; while nothing happens, longer."""
        left = last + 1 / REFRESH - time.perf_counter()
        if left > 0:
            time.sleep(left)
        self._wake.wait(1 / IDLE)

    def _call(self, key: int) -> None:
        if self.key_callback is not None:
            try:
                self.key_callback(key)
            except Exception:  # the viewer goes on
                traceback.print_exc()
