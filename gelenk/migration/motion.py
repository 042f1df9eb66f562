"""Motion of a model over time, for comparing two texts or two releases.

Documents: Computation / Simulation pipeline
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from gelenk.api.mj_state import mj_resetDataKeyframe
from gelenk.api.simulate import mj_step
from gelenk.errors import Error, FatalError
from gelenk.runtime.data import MjData

if TYPE_CHECKING:
    from gelenk.runtime.model import MjModel

DURATION = 1.0  # simulated time of comparisons [s]
# limit of the steps of a comparison, which shortens comparisons with very short timesteps
COMPARED_STEPS = 20_000
SWAY = 0.2  # amplitude of the controls, in half ranges
SEEN = 1e-9  # difference of qpos that counts as the beginning of a divergence [m, rad]


class Motion(NamedTuple):
    """Trajectory of a model: time (n) [s], qpos (n, nq), ncon (n)."""

    time: np.ndarray
    qpos: np.ndarray
    ncon: np.ndarray


class Difference(NamedTuple):
    """Largest difference of two motions.

    qpos   of positions [m or rad; 1 for quaternions]; inf if a motion has NaN; nan if the sizes differ
    ncon   of the numbers of contacts
    time   first time at which positions differ by more than SEEN [s]; nan if none
    """

    qpos: float
    ncon: int
    time: float

    def __str__(self) -> str:
        if np.isnan(self.qpos):
            return "other sizes"
        begin = f" from {self.time:g} s on" if np.isfinite(self.time) else ""
        contacts = f", {self.ncon} contact{'s' if self.ncon > 1 else ''}" if self.ncon else ""
        return f"{self.qpos:.1e}{contacts}{begin}" if self.qpos or self.ncon else "0"


def simulate(m: MjModel, duration: float = DURATION, keyframe: int = -1) -> Motion:
    """Return the motion of a model from qpos0 or a keyframe, with small smooth controls.

    Control i is the middle of its range plus SWAY half ranges times sin(2 pi t + i); half a range is 1 without limits.

    Errors   gelenk.Error: the engine cannot step the model
    """
    try:
        return _run(m, duration, keyframe)
    except FatalError as error:
        raise Error(f"the model cannot be simulated: {error}") from None


def _run(m: MjModel, duration: float, keyframe: int) -> Motion:
    """Return the motion of a model that the engine can step."""
    d = MjData(m)
    if 0 <= keyframe < m.nkey:
        mj_resetDataKeyframe(m, d, keyframe)
    limited = m.actuator_ctrllimited.astype(bool)
    low, high = m.actuator_ctrlrange.T
    half = np.where(limited, (high - low) / 2, 1.0)
    middle = np.where(limited, (high + low) / 2, d.ctrl)
    count = min(COMPARED_STEPS, max(1, round(duration / m.opt.timestep)))
    time, qpos, ncon = np.zeros(count), np.zeros((count, m.nq)), np.zeros(count, int)
    phase = np.arange(m.nu)
    for i in range(count):
        d.ctrl[:] = middle + SWAY * half * np.sin(2 * np.pi * d.time + phase)
        mj_step(m, d)
        time[i], qpos[i], ncon[i] = (i + 1) * m.opt.timestep, d.qpos, d.ncon
    return Motion(time, qpos, ncon)


def difference(a: Motion, b: Motion) -> Difference:
    """Return the largest difference of two motions at equal steps."""
    if a.qpos.shape != b.qpos.shape:
        return Difference(np.nan, 0, np.nan)
    with np.errstate(invalid="ignore"):
        apart = np.abs(a.qpos - b.qpos)
    apart = np.where(np.isfinite(apart), apart, np.inf).max(axis=1, initial=0.0)
    seen = np.flatnonzero(apart > SEEN)
    return Difference(
        float(apart.max(initial=0.0)),
        int(np.abs(a.ncon - b.ncon).max(initial=0)),
        float(a.time[seen[0]]) if seen.size else np.nan,
    )
