"""The loop of `launch`, in the thread of the caller: step, receive, draw, load.

Documents: design / Threads; Programming / Simulation

Steps follow the wall clock: after t seconds, t times the speed has been simulated. If the CPU is too slow, a refresh
spends at most 0.7 of its time on steps, and at a difference of 0.1 s the clocks are synchronized again; the speed that
is reached is measured.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from gelenk.api import simulate
from gelenk.runtime import state
from gelenk.tables.enums import mjtFont, mjtGridPos, mjtState
from gelenk.viewer import kernel_reload, model_loading, overlay
from gelenk.viewer.kernel_reload import KernelFile
from gelenk.viewer.model_loading import Loader, Watcher
from gelenk.viewer.session import Session
from gelenk.viewer.ui_state import UiState

REFRESH, FRACTION, MISALIGNED = 60.0, 0.7, 0.1
POLL = 0.5  # interval between checks of the watched files [s]


def noise(m: Any, d: Any, std: float, rate: float, random: np.random.Generator) -> None:
    """Advance noisy controls by one timestep: an Ornstein-Uhlenbeck process.

    The process is centered in the control ranges.

    std    standard deviation in half ranges; 1 if there is no range
    rate   correlation time [s]
    """
    keep = math.exp(-m.opt.timestep / max(rate, 1e-15))
    limited = m.actuator_ctrllimited.astype(bool)
    low, high = (np.where(limited, m.actuator_ctrlrange[:, k], k * 2.0 - 1.0) for k in (0, 1))
    middle = np.where(limited, 0.5 * (low + high), 0.0)
    half = np.where(limited, 0.5 * (high - low), 1.0)
    spread = std * math.sqrt(1 - keep * keep) * half * random.standard_normal(m.nu)
    ctrl = keep * d.ctrl + (1 - keep) * middle + spread
    d.ctrl[:] = np.where(limited, np.clip(ctrl, low, high), ctrl)


def drive(desk: UiState, random: np.random.Generator) -> None:
    """Set the controls of the next step: noise, then the controller."""
    m, d, clock = desk.m, desk.d, desk.clock
    if clock.noise_std > 0 and m.nu:
        noise(m, d, clock.noise_std, clock.noise_rate, random)
    if desk.controller is not None and desk.controlled:
        desk.controller(m, d)


class Pacer:
    """A stepper of an MjData whose time follows the wall clock."""

    def __init__(self) -> None:
        self.step: Callable[[Any, Any], None] = simulate.mj_step
        self.clock_at = self.time_at = 0.0
        self.random = np.random.default_rng()

    def advance(self, desk: UiState, now: Callable[[], float] = time.perf_counter) -> bool:
        """Make the steps that are due; return whether there were any."""
        m, d, clock = desk.m, desk.d, desk.clock
        start = now()
        slowdown = 100.0 / clock.percent
        spent, simulated = start - self.clock_at, d.time - self.time_at
        misaligned = abs(spent / slowdown - simulated) > MISALIGNED
        if clock.resync or misaligned or spent < 0 or simulated < 0:
            self.clock_at, self.time_at, clock.resync = start, d.time, False
            self._step(m, d, desk)
            return True
        stepped = False
        while (
            d.time - self.time_at
        ) * slowdown < now() - self.clock_at and now() - start < FRACTION / REFRESH:
            if not stepped and simulated > 0 and spent > 0:
                clock.measured = 100.0 * simulated / spent
            before = d.time
            self._step(m, d, desk)
            stepped = True
            if d.time < before:  # the data was reset
                clock.resync = True
                break
        return stepped

    def _step(self, m: Any, d: Any, desk: UiState) -> None:
        drive(desk, self.random)
        self.step(m, d)


class Loop:
    """The loop that runs a session until it is closed.

    session   of the model and data to step
    loader    returns model and data again; None: reloading is disabled
    watch     path of a file to watch for changes
    over      predicate that ends the loop, called once per refresh
    kernels   file whose plugins are swapped in when it changes
    beside    loop of another model, whose steps follow the time of this one
    """

    def __init__(
        self,
        session: Session,
        loader: Loader | None = None,
        watch: str = "",
        over: Callable[[], bool] = lambda: False,
        after: Callable[[], None] = lambda: None,
        kernels: KernelFile | None = None,
        beside: Loop | None = None,
    ) -> None:
        self.session, self.loader, self.over, self.after = session, loader, over, after
        self.watcher = Watcher(watch) if watch else None
        self.pacer = Pacer()
        self.kernels, self.beside = kernels, beside
        self.loops = [self] if beside is None else [self, beside]
        self._polled = 0.0
        self._failed = False  # whether an error of a step has paused the simulation
        if beside is not None:
            self.pacer.step = Together(session, beside.session, self.pacer.random)

    def run(self) -> None:
        """Run until a page quits, or `over` returns true.

        Source   design / The viewer
        """
        desk = self.session.desk
        for loop in self.loops:
            simulate.mj_forward(loop.session.desk.m, loop.session.desk.d)
            loop.session.desk.history.add(loop.session.desk.m, loop.session.desk.d)
        due = time.perf_counter()
        while not (any(loop.session.desk.quit for loop in self.loops) or self.over()):
            self.once()
            due = max(due + 1 / REFRESH, time.perf_counter() - 1 / REFRESH)
            while (left := due - time.perf_counter()) > 0:
                if not desk.clock.busy:
                    time.sleep(left)

    def once(self) -> None:
        """Do one refresh: receive, load, step, draw.

        Source   design / The viewer
        """
        for loop in self.loops:
            loop.session.hear()
            loop.session.keys.clear()
            loop._load()
        if self.kernels is not None:
            self._swap(self.kernels)
        before = None if self.kernels is None else [state_of(loop.session.desk) for loop in self.loops]
        try:
            for loop in self.loops:
                loop._pull()
            self._move()
        except Exception as error:  # an error of the model or a callback: show it in the page, and pause
            self._fail(error, before)
        for loop in self.loops:
            if loop.session.watched:
                loop.session.show()
        self.after()

    def _pull(self) -> None:
        desk = self.session.desk
        self.session.pull(desk.m, desk.d, not desk.clock.run)

    def _move(self) -> None:
        desk = self.session.desk
        if desk.clock.run:
            if self.pacer.advance(desk):
                for loop in self.loops:
                    loop.session.desk.history.add(loop.session.desk.m, loop.session.desk.d)
            return
        desk.clock.resync = True
        stepped, desk.stepped = min(desk.stepped, 100), 0
        for _ in range(stepped):
            self.pacer._step(desk.m, desk.d, desk)
        for loop in self.loops:
            own = loop.session.desk
            own.stepped = 0
            if stepped:
                own.history.add(own.m, own.d)
            elif not own.clock.frozen and (own.moved or own.pert.active):
                simulate.mj_forward(own.m, own.d)

    # ---- kernels

    def _pairs(self) -> list[model_loading.Pair]:
        return [(loop.session.desk.m, loop.session.desk.d) for loop in self.loops]

    def _swap(self, kernels: KernelFile) -> None:
        """Swap in kernels that are compiled by now; keep the old ones on an error."""
        if (found := kernels.poll()) is None:
            return
        try:
            kernels.swap(found, self._pairs(), self._reload_all)
        except Exception as error:
            self._show_problem(error)
            return
        self._show_problem(None)
        self._tell(kernels)
        if self._failed:
            self._failed, self.session.desk.clock.run = False, True

    def _reload_all(self) -> None:
        """Load all models again, with their states; raise if one cannot be loaded."""
        loaded = [model_loading.call(loop.loader) for loop in self.loops if loop.loader is not None]
        for loop, pair in zip(self.loops, loaded, strict=True):
            loop._use(*pair, keep=True, keep_camera=True)

    def _tell(self, kernels: KernelFile) -> None:
        """Show in the pages which kernels are running."""
        corner = int(mjtGridPos.mjGRID_BOTTOMRIGHT)
        texts = [(int(mjtFont.mjFONT_NORMAL), corner, kernels.name, kernels.text)]
        for loop in self.loops:
            loop.session.write("kernels", overlay.message("kernels", texts))
            loop.session.desk.moved = True

    def _show_problem(self, error: BaseException | None) -> None:
        for loop in self.loops:
            loop.session.problem(error)

    def _fail(self, error: Exception, before: list[np.ndarray] | None) -> None:
        """Show an error of a step; return to the kernels before the last swap, or pause."""
        kernels = self.kernels
        if kernels is None or before is None:
            self.session.desk.clock.run = False
            self._show_problem(error)
            return
        # a step that fails may have moved coordinates (RK4 stages)
        for loop, values in zip(self.loops, before, strict=True):
            desk = loop.session.desk
            state.put(desk.m, desk.d, values, mjtState.mjSTATE_INTEGRATION)
        if kernels.revert(self._pairs()):
            self._tell(kernels)
        else:
            self._failed |= self.session.desk.clock.run
            self.session.desk.clock.run = self.session.desk.moved = False
        self._show_problem(kernel_reload.located(error, kernels.files))

    # ---- models

    def _load(self) -> None:
        session, desk = self.session, self.session.desk
        files, session.dropped = session.dropped, None
        again, desk.reload = desk.reload, False
        now = time.perf_counter()
        if self.watcher is not None and now - self._polled > POLL:
            self._polled = now
            if self.watcher.changed():
                self._replace(
                    lambda: model_loading.call(self.loader) if self.loader else model_loading.empty(),
                    keep=True,
                )
                return
        if files:
            self.loader, self.watcher, desk.controller = lambda: model_loading.from_files(files), None, None
            self._replace(lambda: model_loading.from_files(files), keep=False)
        elif again and self.loader is not None:
            loader = self.loader
            self._replace(lambda: model_loading.call(loader), keep=False, same=True)

    def _replace(self, load: Callable[[], model_loading.Pair], keep: bool, same: bool = False) -> None:
        """Show another model; keep the old one if the new one cannot be loaded."""
        session = self.session
        try:
            m, d = load()
            self._use(m, d, keep, keep_camera=keep or same)
        except Exception as error:
            session.problem(error)
            return
        session.problem(None)

    def _use(self, m: Any, d: Any, keep: bool, keep_camera: bool) -> None:
        """Show another model, with the state of the old one if requested."""
        session, desk = self.session, self.session.desk
        if keep:
            model_loading.keep_state((desk.m, desk.d), (m, d))
        simulate.mj_forward(m, d)
        session.use_model(m, d, keep_camera=keep_camera)
        desk.history.add(m, d)


def state_of(desk: UiState) -> np.ndarray:
    """Return the integration state of the shown data."""
    values = np.zeros(state.size(desk.m, mjtState.mjSTATE_INTEGRATION))
    state.get(desk.m, desk.d, values, mjtState.mjSTATE_INTEGRATION)
    return values


class Together:
    """A step of a model, and of another one until both have advanced by the same time.

    The time by which the models differ when the clock is synchronized, as after a reset of one, stays.
    """

    def __init__(self, first: Session, second: Session, random: np.random.Generator) -> None:
        self.first, self.second, self.random = first.desk, second.desk, random
        self._ahead = 0.0
        self._at = math.nan  # time of the first model after its last step

    def __call__(self, m: Any, d: Any) -> None:
        """Step both models."""
        desk = self.second
        if d.time != self._at:  # reset, loaded, or moved through the history
            self._ahead = desk.d.time - d.time
        simulate.mj_step(m, d)
        self._at = d.time
        until = d.time + self._ahead - 0.5 * desk.m.opt.timestep
        while desk.d.time < until:
            before = desk.d.time
            drive(desk, self.random)
            simulate.mj_step(desk.m, desk.d)
            if desk.d.time <= before:  # the data was reset
                self._ahead = desk.d.time - d.time
                return
