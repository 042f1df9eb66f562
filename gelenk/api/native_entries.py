"""Native entry points that replace the Python functions of the API.

Documents: design / The border

The Python function stays as the fallback of its entry point for unusual arguments, and is used alone without the
extension. A native call that stopped is continued by `continue_stage` (runtime/pipeline.py).
"""

from collections.abc import Callable, Iterable
from types import ModuleType
from typing import Any

import numpy as np

from gelenk.api.mj_model import length_range, set_const
from gelenk.api.mju_misc import DRAWS, round_half
from gelenk.runtime import counters, pipeline
from gelenk.runtime.arguments import check_keywords
from gelenk.runtime.contact_list import MjContact
from gelenk.runtime.data import MjData
from gelenk.runtime.log_messages import report
from gelenk.runtime.model import MjModel
from gelenk.tables.docstrings import MISSING
from gelenk.tables.functions.targets import TARGETS, Target
from gelenk.tables.levels import is_known
from gelenk.toolchain import library
from gelenk.toolchain.extension import load
from gelenk.toolchain.extension.abi import DEFAULTS, ROWS, SHOWN

Function = Callable[..., Any]
CO_VARARGS = 0x04  # inspect.CO_VARARGS, flag of code with *args; importing inspect takes milliseconds
CHECKED: dict[str, Function] = {
    "mj_setConst": set_const,
    "mj_setLengthRange": length_range,
    "mju_round": round_half,
}  # functions that continue a native call whose arguments are checked natively
# entry point -> first level at which its Python function is used, since the native result is that of earlier releases
OUTDATED_SINCE = {"mju_eig3": "3.14.0"}
REPLACED_FUNCTIONS: dict[str, Function] = {}  # the functions that entry points have replaced


def _after_step(m: MjModel, d: MjData, nstep: int = 1) -> None:
    """Continue a multi-step call whose native part stopped after d.nstep steps."""
    start = counters.clock()
    pipeline.continue_stage("step", m, d, int(nstep))
    report(d)
    d._durations[0] += counters.clock() - start


def _after_entry(target: Target) -> Function:
    def after(m: MjModel, d: MjData) -> None:
        start = counters.clock()
        pipeline.continue_stage(target.name, m, d)
        report(d)
        if "timer" in target.words:
            timer = counters.TIMER_OF[target.function]
            d._durations[timer] += counters.clock() - start

    return after


def _after_stage(target: Target) -> Function:
    def after(m: MjModel, d: MjData) -> None:
        pipeline.continue_stage(target.name, m, d)

    return after


def continuation_of(target: Target, function: Function) -> Function:
    """Return the function that continues a stopped native call; pure queries are repeated."""
    if target.name == "step":
        return _after_step
    if target.how == "!":
        return _after_entry(target)
    if target.how == "?":
        return CHECKED[target.function]
    plain = [a.kind for a in target.signature.arguments] == ["m", "d"]
    return _after_stage(target) if target.how == "~" and plain else function


def with_keyword_hints(target: Target, function: Function) -> Function:
    """Return a fallback whose error for an unknown keyword has a hint.

    Functions that take ``*args`` check keywords by themselves (runtime/arguments.py).
    """
    if function.__code__.co_flags & CO_VARARGS:
        return function

    def fallback(*args: Any, **kwargs: Any) -> Any:
        if kwargs:
            known = [argument.name for argument in target.signature.arguments]
            check_keywords(target.function, known, kwargs, args)
        return function(*args, **kwargs)

    return fallback


def docstring_with_signature(target: Target, function: Function) -> bytes:
    """Return the docstring with a leading signature, from which `inspect.signature` reads."""
    arguments = [
        a.name + ("" if a.default is MISSING else f"={a.default}") for a in target.signature.arguments
    ]
    return f"{target.function}({', '.join(arguments)})\n--\n\n{function.__doc__}".encode() + b"\0"


def install_entries(homes: Iterable[ModuleType]) -> None:
    """Install entry points in the modules that define the functions."""
    if load.module:
        first: list[Any] = [MjModel, MjData, np.ndarray, np.float64]
        first += [library.TABLE.ctypes.data, DRAWS.ctypes.data, MjContact]
        _install_entries(homes, load.module._setup, first, drawing=False)


def attach_drawing(homes: Iterable[ModuleType], classes: dict[str, type], nothing: Any) -> None:
    """Install the entry points of the functions of scenes.

    classes   public classes of scenes by name
    nothing   the perturbation used in place of None
    """
    if load.module:
        first = [
            *(classes[name] for name in (*SHOWN, *ROWS)),
            *(classes[name]() for name in DEFAULTS),
            nothing,
        ]
        _install_entries(homes, load.module._setup_drawing, first, drawing=True)


def _install_entries(
    homes: Iterable[ModuleType], setup: Callable[..., bool], handed: list[Any], drawing: bool
) -> None:
    border, found = load.module, {}
    for home in homes:
        for name in vars(home).keys() & TARGETS.keys():
            # skip functions that the module imports from another
            if getattr(home, name).__module__ == home.__name__:
                found[name] = home
    for name, target in TARGETS.items():
        if target.is_drawing == drawing:
            REPLACED_FUNCTIONS[name] = function = getattr(found[name], name)
            handed += [with_keyword_hints(target, function), continuation_of(target, function)]
            handed.append(docstring_with_signature(target, function))
    if setup(*handed):
        for name, home in found.items():
            if name in OUTDATED_SINCE and is_known(OUTDATED_SINCE[name]):
                continue
            entry = getattr(border, name)
            entry.__module__ = home.__name__
            setattr(home, name, entry)
