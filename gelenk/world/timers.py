"""Timers of MjData: how often the calls of a program ran, and how long they took.

Documents: API / mjtTimer, MjTimerStat, mjcb_time

A timer counts calls of the function that it is named after, and the steps of mj_step. Parts of a call are not timed:
the clock would take longer than some of them; `gelenk testspeed` measures them.
"""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING, Any

from gelenk.jit.border import load
from gelenk.tables.enums import mjtTimer
from gelenk.tables.functions.targets import TARGETS

if TYPE_CHECKING:
    from gelenk.world.data import MjData

# documented function -> its timer
TIMER_OF = {
    name: int(getattr(mjtTimer, f"mjTIMER_{target.words['timer']}"))
    for name, target in TARGETS.items()
    if "timer" in target.words
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
    load.watch(function is not None)


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
