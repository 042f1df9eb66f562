"""The entry points of the compiled border take the places of the Python functions that they stand for.

Documents: design / The border

A Python function stays as what its entry point turns to when anything is unusual, and is all there is without a border.
"""

from collections.abc import Callable, Iterable
from types import ModuleType
from typing import Any

import numpy as np

from gelenk.api.mj_model import length_range
from gelenk.api.mju_misc import DRAWS
from gelenk.runtime import counters, pipeline
from gelenk.runtime.contact_list import MjContact
from gelenk.runtime.data import MjData
from gelenk.runtime.model import MjModel
from gelenk.runtime.user_warnings import report
from gelenk.tables.functions.targets import TARGETS, Target
from gelenk.tables.signatures import MISSING
from gelenk.toolchain import library
from gelenk.toolchain.extension import load
from gelenk.toolchain.extension.abi import DEFAULTS, ROWS, SHOWN

Function = Callable[..., Any]
CHECKED: dict[str, Function] = {
    "mj_setLengthRange": length_range
}  # what goes on where arguments are checked natively
PYTHON: dict[str, Function] = {}  # the functions whose places have been taken


def _after_step(m: MjModel, d: MjData, nstep: int = 1) -> None:
    """Go on with steps of which the native call did d.nstep."""
    start = counters.clock()
    pipeline.continue_steps(m, d, int(nstep))
    report(d)
    d._durations[0] += counters.clock() - start


def _after_entry(target: Target) -> Function:
    def after(m: MjModel, d: MjData) -> None:
        start = counters.clock()
        pipeline.finish_entry(target.name, m, d)
        report(d)
        if "timer" in target.words:
            timer = counters.TIMER_OF[target.function]
            d._durations[timer] += counters.clock() - start

    return after


def _after_stage(target: Target) -> Function:
    def after(m: MjModel, d: MjData) -> None:
        pipeline.finish_stage(target.name, m, d)

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
