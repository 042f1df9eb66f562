"""Replay of rollouts: stored states of one or more worlds in real time, with seeking.

Documents: design / The viewer; Programming / Simulation
"""

import math
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from gelenk.api import simulate
from gelenk.runtime import copy_pickle, state
from gelenk.runtime.annotation_checks import checked
from gelenk.runtime.arguments import check_struct, number
from gelenk.runtime.data import MjData
from gelenk.runtime.model import MjModel
from gelenk.tables.enums import mjtState
from gelenk.viewer.endpoint import Endpoint, Settings
from gelenk.viewer.loop import Loop
from gelenk.viewer.panels.row import Row
from gelenk.viewer.session import Session
from gelenk.viewer.stepping import PageClosed
from gelenk.viewer.ui_state import UiState
from gelenk.viewer.world_grid import Worlds


class ReplayState:
    """State of a replay: the current step, and whether it runs."""

    def __init__(self, states: np.ndarray, dt: float) -> None:
        self.states, self.dt = states, dt
        self.run, self.step, self.shown = True, 0, -1


def rows(playing: ReplayState) -> Iterable[Row]:
    """Yield the rows of the section Replay."""

    def run(ui: Any, value: bool) -> None:
        playing.run = value

    def step(ui: Any, value: float) -> None:
        playing.step = round(value)

    yield Row("run", "check", "Play", lambda ui: playing.run, run, shortcut="Space")
    last = playing.states.shape[1] - 1
    yield Row(
        "step", "slider", "Step", lambda ui: playing.step, step, low=0, high=max(1, last), step=1, live=True
    )


class ReplayLoop(Loop):
    """The loop of a viewer that shows stored states instead of stepping."""

    def __init__(self, session: Session, playing: ReplayState, over: Callable[[], bool]) -> None:
        super().__init__(session, over=over)
        self.playing = playing
        self.pacer.step = self._add_time_step
        self._time = 0.0

    def _add_time_step(self, m: Any, d: Any) -> None:
        self._time += self.playing.dt
        d.time = self._time  # for the pacer; the drawn data has the time of its state

    def _advance_time(self) -> None:
        ui, playing = self.session.ui, self.playing
        last = playing.states.shape[1] - 1
        if playing.run:
            ui.d.time = self._time
            before = self._time
            self.pacer.advance(ui)
            playing.step += round((self._time - before) / playing.dt)
            if playing.step > last:
                playing.step = 0
        else:
            ui.clock.resync = True
        playing.step = max(0, min(last, playing.step))
        self._show_state(ui)

    def _show_state(self, ui: UiState) -> None:
        playing = self.playing
        if playing.shown == playing.step and not ui.moved:
            return
        playing.shown = playing.step
        for world, d in enumerate(ui.worlds.datas if ui.worlds is not None else [ui.d]):
            state.put(ui.m, d, playing.states[world, playing.step], mjtState.mjSTATE_FULLPHYSICS)
            simulate.mj_forward(ui.m, d)
        if ui.worlds is not None:
            copy_pickle.refresh_data(ui.d, ui.worlds.shown_data)


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

    Errors    ValueError: states have another shape, or dt is not positive
    Source    design / The viewer
    """
    check_struct("replay", "model", model, MjModel)
    found = np.asarray(states, float)
    found = found[None] if found.ndim == 2 else found
    size = state.size(model, mjtState.mjSTATE_FULLPHYSICS)
    if found.ndim != 3 or found.shape[2] != size or not found.shape[0] or not found.shape[1]:
        raise ValueError(
            f"replay: states must be (nworld, nstep, {size}) for this model, not {np.shape(states)}"
        )
    step = float(model.opt.timestep) if dt is None else number("replay", "dt", dt)
    if not 0.0 < step < math.inf:
        raise ValueError(f"replay: dt must be a time of more than 0 s, got {step}")
    settings = Settings(port, host, browser)
    place = Endpoint(settings)
    if place.server is None:
        return
    session = Session(model, MjData(model), place.channel, passive=True)
    if len(found) > 1:
        session.ui.worlds = Worlds(model, [MjData(model) for _ in range(len(found))], spacing)
    playing = ReplayState(found, step)
    session.more = lambda: rows(playing)
    session.resend_model()
    place.announce(settings, say)
    try:
        ReplayLoop(session, playing, PageClosed(place)).run()
    finally:
        session.close()
        place.close()
