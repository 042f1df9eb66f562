"""The loop of `launch`, in the thread of the caller: step, receive, draw, load.

Documents: design / Threads; Programming / Simulation

Steps follow the wall clock: after t seconds, t times the speed has been simulated. If the CPU is too slow, a refresh
spends at most 0.7 of its time on steps, and at a difference of 0.1 s the clocks are synchronized again; the speed that
is reached is measured.
"""

import math
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from gelenk.api import simulate
from gelenk.viewer import model_loading
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
        if desk.clock.noise_std > 0 and m.nu:
            noise(m, d, desk.clock.noise_std, desk.clock.noise_rate, self.random)
        if desk.controller is not None and desk.controlled:
            desk.controller(m, d)
        self.step(m, d)


class Loop:
    """The loop that runs a session until it is closed.

    session   of the model and data to step
    loader    returns model and data again; None: reloading is disabled
    watch     path of a file to watch for changes
    over      predicate that ends the loop, called once per refresh
    """

    def __init__(
        self,
        session: Session,
        loader: Loader | None = None,
        watch: str = "",
        over: Callable[[], bool] = lambda: False,
        after: Callable[[], None] = lambda: None,
    ) -> None:
        self.session, self.loader, self.over, self.after = session, loader, over, after
        self.watcher = Watcher(watch) if watch else None
        self.pacer = Pacer()
        self._polled = 0.0

    def run(self) -> None:
        """Run until a page quits, or `over` returns true.

        Source   design / The viewer
        """
        desk = self.session.desk
        simulate.mj_forward(desk.m, desk.d)
        desk.history.add(desk.m, desk.d)
        due = time.perf_counter()
        while not (desk.quit or self.over()):
            self.once()
            due = max(due + 1 / REFRESH, time.perf_counter() - 1 / REFRESH)
            while (left := due - time.perf_counter()) > 0:
                if not desk.clock.busy:
                    time.sleep(left)

    def once(self) -> None:
        """Do one refresh: receive, load, step, draw.

        Source   design / The viewer
        """
        session, desk = self.session, self.session.desk
        session.hear()
        session.keys.clear()
        self._load()
        try:
            self._move()
        except Exception as error:  # an error of the model or a callback: show it in the page, and pause
            desk.clock.run = False
            session.problem(error)
        if session.watched:
            session.show()
        self.after()

    def _move(self) -> None:
        session, desk = self.session, self.session.desk
        m, d = desk.m, desk.d
        session.pull(m, d, not desk.clock.run)
        if desk.clock.run:
            if self.pacer.advance(desk):
                desk.history.add(m, d)
            return
        desk.clock.resync = True
        if desk.stepped:
            for _ in range(min(desk.stepped, 100)):
                self.pacer._step(m, d, desk)
            desk.stepped = 0
            desk.history.add(m, d)
        elif not desk.clock.frozen and (desk.moved or desk.pert.active):
            simulate.mj_forward(m, d)

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
        session, desk = self.session, self.session.desk
        try:
            m, d = load()
            if keep:
                model_loading.keep_state((desk.m, desk.d), (m, d))
            simulate.mj_forward(m, d)
        except Exception as error:
            session.problem(error)
            return
        session.problem(None)
        session.use_model(m, d, keep_camera=keep or same)
        desk.history.add(m, d)
