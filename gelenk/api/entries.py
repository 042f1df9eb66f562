"""The entry points of the compiled border take the places of the Python functions that they stand for.

Documents: design / The border

A Python function stays as what its entry point turns to when anything is unusual, and is all there is without a border.
"""

from collections.abc import Callable, Iterable
from types import ModuleType
from typing import Any

import numpy as np

from gelenk.api.mj_setup import length_range
from gelenk.api.mju_misc import DRAWS
from gelenk.jit import library
from gelenk.jit.border import load
from gelenk.jit.border.places import DEFAULTS, ROWS, SHOWN
from gelenk.tables.functions.targets import TARGETS, Target
from gelenk.tables.signatures import MISSING
from gelenk.world import drive, timers
from gelenk.world.contact import MjContact
from gelenk.world.data import MjData
from gelenk.world.model import MjModel
from gelenk.world.warnings import report

Function = Callable[..., Any]
CHECKED: dict[str, Function] = {
    "mj_setLengthRange": length_range
}  # what goes on where arguments are checked natively
PYTHON: dict[str, Function] = {}  # the functions whose places have been taken


def _after_step(m: MjModel, d: MjData, nstep: int = 1) -> None:
    """Go on with steps of which the native call did d.nstep."""
    start = timers.clock()
    drive.go_on(m, d, int(nstep))
    report(d)
    d._durations[0] += timers.clock() - start


def _after_entry(target: Target) -> Function:
    def after(m: MjModel, d: MjData) -> None:
        start = timers.clock()
        drive.finish(target.name, m, d)
        report(d)
        if "timer" in target.words:
            timer = timers.TIMER_OF[target.function]
            d._durations[timer] += timers.clock() - start

    return after


def _after_stage(target: Target) -> Function:
    def after(m: MjModel, d: MjData) -> None:
        drive.finish_stage(target.name, m, d)

    return after


def after(target: Target, function: Function) -> Function:
    """What goes on when the native call of ``target`` stopped; questions that change nothing are asked again."""
    if target.name == "step":
        return _after_step
    if target.how == "!":
        return _after_entry(target)
    if target.how == "?":
        return CHECKED[target.function]
    plain = [a.kind for a in target.signature.arguments] == ["m", "d"]
    return _after_stage(target) if target.how == "~" and plain else function


def docstring(target: Target, function: Function) -> bytes:
    """The docstring behind the signature, from which `inspect.signature` reads it."""
    arguments = [
        a.name + ("" if a.default is MISSING else f"={a.default}") for a in target.signature.arguments
    ]
    return f"{target.function}({', '.join(arguments)})\n--\n\n{function.__doc__}".encode() + b"\0"


def attach(homes: Iterable[ModuleType]) -> None:
    """Put entry points into the modules that define the functions, where there is a border."""
    if load.module:
        first: list[Any] = [MjModel, MjData, np.ndarray, np.float64]
        first += [library.TABLE.ctypes.data, DRAWS.ctypes.data, MjContact]
        _take_places(homes, load.module._setup, first, drawing=False)


def attach_drawing(homes: Iterable[ModuleType], classes: dict[str, type], nothing: Any) -> None:
    """The same for the functions of scenes.

    classes   public classes of scenes by name
    nothing   the perturbation that None stands for
    """
    if load.module:
        first = [
            *(classes[name] for name in (*SHOWN, *ROWS)),
            *(classes[name]() for name in DEFAULTS),
            nothing,
        ]
        _take_places(homes, load.module._setup_drawing, first, drawing=True)


def _take_places(
    homes: Iterable[ModuleType], setup: Callable[..., bool], handed: list[Any], drawing: bool
) -> None:
    border, found = load.module, {}
    for home in homes:
        for name in vars(home).keys() & TARGETS.keys():
            if getattr(home, name).__module__ == home.__name__:  # not one that it has from another
                found[name] = home
    for name, target in TARGETS.items():
        if target.drawing == drawing:
            PYTHON[name] = function = getattr(found[name], name)
            handed += [function, after(target, function), docstring(target, function)]
    if setup(*handed):
        for name, home in found.items():
            entry = getattr(border, name)
            entry.__module__ = home.__name__
            setattr(home, name, entry)
