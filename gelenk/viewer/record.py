"""Recordings of runs: a recorder that writes one HTML file, and the replay of rollouts.

Documents: design / Recordings; design / The viewer; Programming / Simulation

A recorded file has the page and its messages with times, and needs only a browser. Pictures are recorded at 30 per
second; every ten seconds one is full, so that the page can seek to it. A replay shows the states of one or more worlds
in real time, with seeking.
"""

import atexit
import base64
import errno
import gzip
import os
import re
import struct
import tempfile
import threading
import time
import traceback
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from gelenk.api import simulate
from gelenk.errors import Error, short
from gelenk.runtime import copy_pickle, state
from gelenk.runtime.annotation_checks import checked
from gelenk.runtime.arguments import check_struct
from gelenk.runtime.assignment import file_name
from gelenk.runtime.data import MjData
from gelenk.runtime.exclusive_use import new_lock
from gelenk.runtime.model import MjModel
from gelenk.tables.enums import mjtState
from gelenk.viewer.endpoint import Endpoint, Settings
from gelenk.viewer.handle import Closing
from gelenk.viewer.loop import Loop
from gelenk.viewer.page import build
from gelenk.viewer.page_cameras import RECORDED
from gelenk.viewer.page_state import Offer, Outbox
from gelenk.viewer.panels.row import Row
from gelenk.viewer.server import BUILT, NO_PAGE
from gelenk.viewer.session import Session
from gelenk.viewer.ui_state import UiState
from gelenk.viewer.world_grid import Worlds

MAGIC, PLACE = b"GELENKR1", "gelenk-recording"
RATE, WHOLE = 30.0, 10.0


class Stream:
    """The records of a run in a temporary file.

    rate    maximum number of pictures per second
    """

    def __init__(self, rate: float = RATE) -> None:
        self.rate = rate
        self._box = Outbox(RECORDED, flow=False)
        self._file = tempfile.TemporaryFile(prefix="gelenk-recording-")  # noqa: SIM115 (kept)
        self._packed = gzip.GzipFile(fileobj=self._file, mode="wb", compresslevel=6, mtime=0)
        self._packed.write(MAGIC)
        self._start: float | None = None
        self._last = self._whole = -1e9
        self.count = 0

    def take(self, offer: Offer, now: float | None = None, last: bool = False) -> None:
        """Record the changes of an offer at time ``now`` [s]; the ``last`` one always.

        now   of any clock; None: of time.perf_counter
        """
        now = time.perf_counter() if now is None else now
        same = self._box.offer is not None and offer.serial == self._box.offer.serial
        if same and not last and now - self._last < 1 / self.rate:
            return
        self._start = now if self._start is None else self._start
        self._last, self._box.offer = now, offer
        if now - self._whole > WHOLE:
            self._whole = now
            self._box.whole()
        while (message := self._box.next()) is not None:
            self._packed.write(struct.pack("<dI", now - self._start, len(message)) + message)
            self.count += 1

    def bytes(self) -> bytes:
        """Return all compressed records; afterwards none can be added."""
        self._packed.close()
        self._file.seek(0)
        return self._file.read()


def html(packed: bytes) -> str:
    """Return the page with a recording as one HTML file.

    Errors   gelenk.Error: this installation has no page
    """
    page = BUILT / "page.html"
    if not page.is_file():
        raise Error(NO_PAGE.strip())
    text = page.read_text(encoding="utf-8")
    text = re.sub(r'<link[^>]*rel="?stylesheet"?[^>]*href="\./([\w.-]+)"[^>]*>', _style, text)
    found = re.findall(r'<script[^>]*src="\./([\w.-]+)"[^>]*></script>', text)
    text = re.sub(r'<script[^>]*src="\./[\w.-]+"[^>]*></script>', "", text)
    data = f'<script type="text/plain" id="{PLACE}">{base64.b64encode(packed).decode()}</script>'
    # module scripts run after the page has loaded, so they come last
    scripts = "".join(f'<script type="module">{_script(name)}</script>' for name in found)
    head, end, tail = text.rpartition("</body>")
    if not end:
        head, tail = text, ""
    return head + data + scripts + end + tail


def _style(match: "re.Match[str]") -> str:
    return f"<style>{(BUILT / match.group(1)).read_text(encoding='utf-8')}</style>"


def _script(name: str) -> str:
    # only this text could end the element early
    return (BUILT / name).read_text(encoding="utf-8").replace("</script", "<\\/script")


class Recorder:
    """A recorder that writes a run to an HTML file, at the latest when the program ends.

    path   the file
    rate   maximum number of pictures per second
    """

    def __init__(self, path: str | os.PathLike[str], rate: float = RATE) -> None:
        self.path = file_name("path", path)
        try:
            folder = os.path.dirname(os.path.abspath(self.path))
        except FileNotFoundError:
            raise Error(f"record: the working folder of {short(self.path, 300)!r} has been deleted") from None
        if not os.path.isdir(folder):
            raise FileNotFoundError(errno.ENOENT, "record: there is no folder", folder)
        if not (BUILT / "page.html").is_file():
            build.ready()
        html(b"")  # raises now, not at the end, if there is no page
        self.stream = Stream(rate)
        self._session: Any = None
        self._lock: Any = new_lock(threading.RLock)

    def attach(self, session: Any, lock: Any = None) -> "Recorder":
        """Record the offers of a session; ``lock`` guards it."""
        self._session, self._lock = session, lock or self._lock
        session.recorders.append(self.stream.take)
        atexit.register(self.close)
        return self

    def close(self) -> None:
        """Write the file."""
        with self._lock:
            session, self._session = self._session, None
            if session is None:
                return
            try:
                session.show()  # the final state
                self.stream.take(session.offer, last=True)
            except Exception:  # an error of the program's scene: keep everything recorded before
                traceback.print_exc()
            session.recorders.remove(self.stream.take)
        atexit.unregister(self.close)
        with open(self.path, "w", encoding="utf-8") as file:
            file.write(html(self.stream.bytes()))


class Playing:
    """State of a replay: the current step, and whether it runs."""

    def __init__(self, states: np.ndarray, dt: float) -> None:
        self.states, self.dt = states, dt
        self.run, self.step, self.shown = True, 0, -1


def rows(playing: Playing) -> Iterable[Row]:
    """Yield the rows of the section Replay."""

    def run(desk: Any, value: bool) -> None:
        playing.run = value

    def step(desk: Any, value: float) -> None:
        playing.step = round(value)

    yield Row("run", "check", "Play", lambda desk: playing.run, run, shortcut="Space")
    last = playing.states.shape[1] - 1
    yield Row(
        "step", "slider", "Step", lambda desk: playing.step, step, low=0, high=max(1, last), step=1, live=True
    )


class Player(Loop):
    """The loop of a viewer that shows stored states instead of stepping."""

    def __init__(self, session: Session, playing: Playing, over: Callable[[], bool]) -> None:
        super().__init__(session, over=over)
        self.playing = playing
        self.pacer.step = self._advance
        self._time = 0.0

    def _advance(self, m: Any, d: Any) -> None:
        self._time += self.playing.dt
        d.time = self._time  # for the pacer; the drawn data has the time of its state

    def _move(self) -> None:
        desk, playing = self.session.desk, self.playing
        last = playing.states.shape[1] - 1
        if playing.run:
            desk.d.time = self._time
            before = self._time
            self.pacer.advance(desk)
            playing.step += round((self._time - before) / playing.dt)
            if playing.step > last:
                playing.step = 0
        else:
            desk.clock.resync = True
        playing.step = max(0, min(last, playing.step))
        self._put(desk)

    def _put(self, desk: UiState) -> None:
        playing = self.playing
        if playing.shown == playing.step and not desk.moved:
            return
        playing.shown = playing.step
        for world, d in enumerate(desk.worlds.datas if desk.worlds is not None else [desk.d]):
            state.put(desk.m, d, playing.states[world, playing.step], mjtState.mjSTATE_FULLPHYSICS)
            simulate.mj_forward(desk.m, d)
        if desk.worlds is not None:
            copy_pickle.refresh_data(desk.d, desk.worlds.shown)


@checked
def replay(
    model: MjModel,
    states: np.ndarray,
    *,
    dt: float | None = None,
    port: int | None = None,
    host: str = "127.0.0.1",
    browser: bool | None = None,
    spacing: float | None = None,
    say: Callable[[str], None] | None = None,
) -> None:
    """Play states of a model, such as those of `gelenk.rollout.rollout`, in the page.

    model     the MjModel
    states    (nstep, nstate) or (nworld, nstep, nstate), of mjSTATE_FULLPHYSICS
    dt        time between two states [s]; None: the timestep of the model
    spacing   distance of neighboring worlds [m]; None: from the extent of the model
    say       prints the address, instead of the line on stderr
    others    as in launch_passive

    Errors    ValueError: states have another shape
    Source    design / The viewer
    """
    check_struct("replay", "model", model, MjModel)
    found = np.asarray(states, float)
    found = found[None] if found.ndim == 2 else found
    size = state.size(model, mjtState.mjSTATE_FULLPHYSICS)
    if found.ndim != 3 or found.shape[2] != size or not found.shape[0] or not found.shape[1]:
        raise ValueError(f"replay: states are (nworld, nstep, {size}) for this model, not {np.shape(states)}")
    settings = Settings(port, host, browser)
    place = Endpoint(settings)
    if place.server is None:
        return
    session = Session(model, MjData(model), place.channel, passive=True)
    if len(found) > 1:
        session.desk.worlds = Worlds(model, [MjData(model) for _ in range(len(found))], spacing)
    playing = Playing(found, float(model.opt.timestep if dt is None else dt))
    session.more = lambda: rows(playing)
    session.restart()
    place.announce(settings, say)
    try:
        Player(session, playing, Closing(place)).run()
    finally:
        session.close()
        place.close()
