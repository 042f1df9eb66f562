"""The loop of `launch`, in the thread of the caller: step, receive, draw, load.

Documents: design / Threads; Programming / Simulation

Steps follow the wall clock: after t seconds, t times the speed has been simulated. If the CPU is too slow, a refresh
spends at most 0.7 of its time on steps, and when the clocks differ by 0.1 s they are synchronized again; the achieved
speed is measured.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from gelenk.api import simulate
from gelenk.runtime import state
from gelenk.tables.enums import mjtFont, mjtGridPos
from gelenk.viewer import overlay, watched_files
from gelenk.viewer.session import Session
from gelenk.viewer.ui_state import UiState
from gelenk.viewer.watched_files import KernelFile, Loader, Watcher

REFRESH, FRACTION, MISALIGNED = 60.0, 0.7, 0.1
POLL = 0.5  # interval between checks of the watched files [s]


def advance_noise(m: Any, d: Any, std: float, rate: float, random: np.random.Generator) -> None:
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


def set_controls(ui: UiState, random: np.random.Generator) -> None:
    """Set the controls of the next step: noise, then the controller."""
    m, d, clock = ui.m, ui.d, ui.clock
    if clock.noise_std > 0 and m.nu:
        advance_noise(m, d, clock.noise_std, clock.noise_rate, random)
    if ui.controller is not None and ui.controlled:
        ui.controller(m, d)


class Pacer:
    """A stepper of an MjData whose time follows the wall clock."""

    def __init__(self) -> None:
        self.step: Callable[[Any, Any], None] = simulate.mj_step
        self.clock_at = self.time_at = 0.0
        self.random = np.random.default_rng()

    def advance(self, ui: UiState, now: Callable[[], float] = time.perf_counter) -> bool:
        """Make the steps that are due; return whether there were any."""
        m, d, clock = ui.m, ui.d, ui.clock
        start = now()
        slowdown = 100.0 / clock.percent
        spent, simulated = start - self.clock_at, d.time - self.time_at
        misaligned = abs(spent / slowdown - simulated) > MISALIGNED
        if clock.resync or misaligned or spent < 0 or simulated < 0:
            self.clock_at, self.time_at, clock.resync = start, d.time, False
            self._step(m, d, ui)
            return True
        stepped = False
        while (
            d.time - self.time_at
        ) * slowdown < now() - self.clock_at and now() - start < FRACTION / REFRESH:
            if not stepped and simulated > 0 and spent > 0:
                clock.measured = 100.0 * simulated / spent
            before = d.time
            self._step(m, d, ui)
            stepped = True
            if d.time < before:  # the data was reset
                clock.resync = True
                break
        return stepped

    def _step(self, m: Any, d: Any, ui: UiState) -> None:
        set_controls(ui, self.random)
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
            self.pacer.step = PairStepper(session, beside.session, self.pacer.random)

    def run(self) -> None:
        """Run until a page quits, or `over` returns true.

        Source   design / The viewer
        """
        ui = self.session.ui
        for loop in self.loops:
            simulate.mj_forward(loop.session.ui.m, loop.session.ui.d)
            loop.session.ui.history.add(loop.session.ui.m, loop.session.ui.d)
        due = time.perf_counter()
        while not (any(loop.session.ui.quit for loop in self.loops) or self.over()):
            self.refresh()
            due = max(due + 1 / REFRESH, time.perf_counter() - 1 / REFRESH)
            while (left := due - time.perf_counter()) > 0:
                if not ui.clock.busy:
                    time.sleep(left)

    def refresh(self) -> None:
        """Do one refresh: receive, load, step, draw.

        Source   design / The viewer
        """
        for loop in self.loops:
            loop.session.handle_messages()
            loop.session.keys.clear()
            loop._load_changed()
        if self.kernels is not None:
            self._swap_kernels(self.kernels)
        before = None if self.kernels is None else [state_of(loop.session.ui) for loop in self.loops]
        try:
            for loop in self.loops:
                loop._apply_mouse_force()
            self._advance_time()
        except Exception as error:  # an error of the model or a callback: show it in the page, and pause
            self._handle_step_error(error, before)
        for loop in self.loops:
            if loop.session.is_watched:
                loop.session.show()
        self.after()

    def _apply_mouse_force(self) -> None:
        ui = self.session.ui
        self.session.apply_mouse_force(ui.m, ui.d, not ui.clock.run)

    def _advance_time(self) -> None:
        ui = self.session.ui
        if ui.clock.run:
            if self.pacer.advance(ui):
                for loop in self.loops:
                    loop.session.ui.history.add(loop.session.ui.m, loop.session.ui.d)
            return
        ui.clock.resync = True
        stepped, ui.stepped = min(ui.stepped, 100), 0
        for _ in range(stepped):
            self.pacer._step(ui.m, ui.d, ui)
        for loop in self.loops:
            own = loop.session.ui
            own.stepped = 0
            if stepped:
                own.history.add(own.m, own.d)
            elif not own.clock.frozen and (own.moved or own.pert.active):
                simulate.mj_forward(own.m, own.d)

    # ---- kernels

    def _models_and_datas(self) -> list[watched_files.Pair]:
        return [(loop.session.ui.m, loop.session.ui.d) for loop in self.loops]

    def _swap_kernels(self, kernels: KernelFile) -> None:
        """Swap in kernels that are compiled by now; keep the old ones on an error."""
        if (found := kernels.poll()) is None:
            return
        try:
            kernels.swap(found, self._models_and_datas(), self._reload_all)
        except Exception as error:
            self._show_problem(error)
            return
        self._show_problem(None)
        self._show_kernel_status(kernels)
        if self._failed:
            self._failed, self.session.ui.clock.run = False, True

    def _reload_all(self) -> None:
        """Load all models again, with their states; raise if one cannot be loaded."""
        loaded = [watched_files.call_loader(loop.loader) for loop in self.loops if loop.loader is not None]
        for loop, pair in zip(self.loops, loaded, strict=True):
            loop._replace_model(*pair, keep=True, keep_camera=True)

    def _show_kernel_status(self, kernels: KernelFile) -> None:
        """Show in the pages which kernels are running."""
        corner = int(mjtGridPos.mjGRID_BOTTOMRIGHT)
        texts = [(int(mjtFont.mjFONT_NORMAL), corner, kernels.name, kernels.text)]
        for loop in self.loops:
            loop.session.show_overlay("kernels", overlay.message("kernels", texts))
            loop.session.ui.moved = True

    def _show_problem(self, error: BaseException | None) -> None:
        for loop in self.loops:
            loop.session.show_problem(error)

    def _handle_step_error(self, error: Exception, before: list[np.ndarray] | None) -> None:
        """Show an error of a step; return to the kernels before the last swap, or pause."""
        kernels = self.kernels
        if kernels is None or before is None:
            self.session.ui.clock.run = False
            self._show_problem(error)
            return
        # a step that fails may have moved coordinates (RK4 stages)
        for loop, values in zip(self.loops, before, strict=True):
            ui = loop.session.ui
            state.put(ui.m, ui.d, values, state.INTEGRATION)
        if kernels.revert(self._models_and_datas()):
            self._show_kernel_status(kernels)
        else:
            self._failed |= self.session.ui.clock.run
            self.session.ui.clock.run = self.session.ui.moved = False
        self._show_problem(watched_files.locate_error(error, kernels.files))

    # ---- models

    def _load_changed(self) -> None:
        session, ui = self.session, self.session.ui
        files, session.dropped = session.dropped, None
        again, ui.reload = ui.reload, False
        loader, now = self.loader, time.perf_counter()
        if files:
            self.loader, self.watcher, ui.controller = lambda: watched_files.from_files(files), None, None
            self._try_replace_model(lambda: watched_files.from_files(files), keep=False)
        elif again and loader is not None:
            self._try_replace_model(lambda: watched_files.call_loader(loader), keep=False, same=True)
        elif self.watcher is not None and now - self._polled > POLL:
            self._polled = now
            if self.watcher.has_changed():
                self._try_replace_model(
                    lambda: watched_files.call_loader(loader) if loader else watched_files.empty_model(),
                    keep=True,
                )

    def _try_replace_model(
        self, load: Callable[[], watched_files.Pair], keep: bool, same: bool = False
    ) -> None:
        """Show another model; keep the old one if the new one cannot be loaded."""
        session = self.session
        try:
            m, d = load()
            self._replace_model(m, d, keep, keep_camera=keep or same)
        except Exception as error:
            session.show_problem(error)
            return
        session.show_problem(None)

    def _replace_model(self, m: Any, d: Any, keep: bool, keep_camera: bool) -> None:
        """Show another model, with the state of the old one if requested."""
        session, ui = self.session, self.session.ui
        if keep:
            watched_files.keep_state((ui.m, ui.d), (m, d))
        simulate.mj_forward(m, d)
        session.use_model(m, d, keep_camera=keep_camera)
        ui.history.add(m, d)


def state_of(ui: UiState) -> np.ndarray:
    """Return the integration state of the shown data."""
    values = np.zeros(state.size(ui.m, state.INTEGRATION))
    state.get(ui.m, ui.d, values, state.INTEGRATION)
    return values


class PairStepper:
    """Step function of two models: the second is stepped until it keeps up with the first.

    The difference of their times is measured again after a reset, load or move through the history, and then kept.
    """

    def __init__(self, first: Session, second: Session, random: np.random.Generator) -> None:
        self.first, self.second, self.random = first.ui, second.ui, random
        self._ahead = 0.0
        self._at = math.nan  # time of the first model after its last step

    def __call__(self, m: Any, d: Any) -> None:
        """Step both models."""
        ui = self.second
        if d.time != self._at:  # reset, loaded, or moved through the history
            self._ahead = ui.d.time - d.time
        simulate.mj_step(m, d)
        self._at = d.time
        until = d.time + self._ahead - 0.5 * ui.m.opt.timestep
        while ui.d.time < until:
            before = ui.d.time
            set_controls(ui, self.random)
            simulate.mj_step(ui.m, ui.d)
            if ui.d.time <= before:  # the data was reset
                self._ahead = ui.d.time - d.time
                return
