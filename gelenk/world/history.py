"""Histories as Python sees them: where they are, what they start with, and how a user fills one.

Documents: API / mj_initCtrlHistory, mj_initSensorHistory; engine/sensor/delay.py has their layout
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from gelenk.world.owners import DataBlock, ModelBlock


class History(NamedTuple):
    """Place of one history in d.history: address, samples, numbers of a sample."""

    adr: int
    n: int
    dim: int

    def split(self, d: DataBlock) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Views of its parts: (last due time, cursor), times (n), values (n, dim)."""
        part = d.history[self.adr : self.adr + 2 + self.n * (1 + self.dim)]
        return part[:2], part[2 : 2 + self.n], part[2 + self.n :].reshape(self.n, self.dim)


def of_actuator(m: ModelBlock, i: int) -> History | None:
    """The history of actuator i of a model, or of its view, or None."""
    n = int(m.actuator_history[i, 0])
    return History(int(m.actuator_historyadr[i]), n, 1) if n > 0 else None


def of_sensor(m: ModelBlock, i: int) -> History | None:
    """The history of sensor i of a model, or of its view, or None."""
    n = int(m.sensor_history[i, 0])
    return History(int(m.sensor_historyadr[i]), n, int(m.sensor_dim[i])) if n > 0 else None


def reset(m: ModelBlock, d: DataBlock) -> None:
    """Histories before the first step: all values 0, at the times at which they would have been kept.

    That is each timestep before 0. A sensor with an interval was due every interval, at its phase (0: the next is
    due at 0), and read at the first timestep not before that.
    """
    h = float(m.opt.timestep)
    view = m._view  # not the properties, which start the guard of world/indices.py
    d.history[:] = 0.0
    for i in range(m.nu):
        _start(d, of_actuator(view, i), 0.0, h)
    for i in range(m.nsensor):
        period, phase = (float(x) for x in view.sensor_interval[i])
        last = -h if not period > 0 else phase if phase != 0 else -period
        _start(d, of_sensor(view, i), last, h, period)


def _start(d: DataBlock, history: History | None, last: float, h: float, period: float = 0.0) -> None:
    if history is None:
        return
    head, times, _ = history.split(d)
    head[:] = last, history.n - 1
    if period > 0:
        due = last - np.arange(history.n - 1, -1, -1) * period
        times[:] = np.ceil(due / h) * h
    else:
        times[:] = -np.arange(history.n, 0, -1) * h


def fill(d: DataBlock, history: History, times: np.ndarray | None, values: np.ndarray) -> None:
    """Replace all samples, the oldest first; without ``times`` those of the history stay."""
    head, kept, numbers = history.split(d)
    if times is None:
        cursor = int(head[1]) if 0 <= head[1] < history.n else history.n - 1
        times = np.roll(kept, -1 - cursor)
    bad = np.flatnonzero(~(np.diff(times) > 0))
    if len(bad) or not np.isfinite(times).all():
        k = int(bad[0]) if len(bad) else 0
        raise ValueError(f"times must be finite and strictly increasing, got {times[k : k + 2]} at {k}")
    head[1] = history.n - 1
    kept[:], numbers[...] = times, values
