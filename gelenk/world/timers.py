"""Timers of MjData: how often the calls of a program ran, and how long they took.

Documents: API / mjtTimer, MjTimerStat, mjcb_time

A timer counts calls of the function that it is named after, and the steps of mj_step. Parts of a call are not timed:
the clock would take longer than some of them; `gelenk testspeed` measures them.
"""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING, Any

from gelenk.tables.enums import mjtTimer

if TYPE_CHECKING:
    from gelenk.world.data import MjData

STEP, FORWARD, INVERSE = (
    int(mjtTimer.mjTIMER_STEP),
    int(mjtTimer.mjTIMER_FORWARD),
    int(mjtTimer.mjTIMER_INVERSE),
)
POSITION, VELOCITY = int(mjtTimer.mjTIMER_POSITION), int(mjtTimer.mjTIMER_VELOCITY)
# documented function -> its timer
TIMER_OF = {
    "mj_forward": FORWARD,
    "mj_forwardSkip": FORWARD,
    "mj_inverse": INVERSE,
    "mj_inverseSkip": INVERSE,
    "mj_step1": STEP,
    "mj_fwdPosition": POSITION,
    "mj_invPosition": POSITION,
    "mj_fwdVelocity": VELOCITY,
    "mj_invVelocity": VELOCITY,
}

clock = perf_counter  # [s]; or what a program has set
_user: Any = None


def set_clock(function: Any) -> None:
    """Let a function without arguments give the time, or None for the system's clock."""
    global clock, _user
    if function is not None and not callable(function):
        raise TypeError("callback is not an Optional[Callable]")
    _user = function
    clock = perf_counter if function is None else _ask


def get_clock() -> Any:
    """The function that was set, or None."""
    return _user


def _ask() -> float:
    value = _user()
    try:
        return float(value)
    except (TypeError, ValueError):
        raise TypeError("mjcb_time callback did not return a number") from None


def count(d: MjData, timer: int, start: float) -> None:
    """Add to a timer of ``d`` a call that has run since ``start``; steps are counted where they are made."""
    d._durations[timer] += clock() - start
    d._a_timer_number[timer] += 1
