"""Set and get callbacks: set_mjcb_control, get_mjcb_control and their siblings.

Documents: Modeling / Callbacks; API / Callbacks
"""

from collections.abc import Callable
from typing import Any

from gelenk.runtime import callbacks, counters, user_warnings
from gelenk.runtime.arguments import described
from gelenk.tables.stages import CALLBACKS

Callback = Callable[..., Any] | None

# callback -> its arguments, its result and its effect
_WHAT = {
    "control": "f(m, d): set d.ctrl or d.qfrc_applied; called once a step, before actuation",
    "passive": "f(m, d): add to d.qfrc_passive (nv) [N, N m]; called after the passive forces of the model",
    "sensor": "f(m, d, stage): fill d.sensordata of user sensors; called at each stage (mjtStage) that has some",
    "act_dyn": "f(m, d, i): return act_dot of actuator i, whose dyntype is user",
    "act_gain": "f(m, d, i): return the gain of actuator i, whose gaintype is user",
    "act_bias": "f(m, d, i): return the bias force of actuator i, whose biastype is user",
    "contactfilter": "f(m, d, geom1, geom2): return not 0 to discard a pair of geoms before they are tested",
}


@described
def mj_resetCallbacks() -> None:
    """Remove all callbacks set through set_mjcb_*; plugins stay registered.

    Source     API / mj_resetCallbacks
    """
    callbacks.reset_callbacks()
    if counters.get_clock() is not None:
        counters.set_clock(None)


def _setter_and_getter(name: str) -> tuple[Callable[[Callback], None], Callable[[], Callback]]:
    """Return the setter and the getter of callback ``name``."""

    def put(arg0: Callback) -> None:
        callbacks.set_callback(name, arg0)

    def get() -> Callback:
        return callbacks.get_callback(name)

    return _name_function(
        put, f"set_{name}", f"Set the callback {name}.\n\n{_WHAT[name.removeprefix('mjcb_')]}"
    ), _name_function(
        get,
        f"get_{name}",
        f"The callback {name}.\n\nReturns    the function that was set, None where there is none",
    )


def _name_function(function: Callable, name: str, doc: str) -> Any:
    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"{doc}\n\nSource     API / {name.partition('_')[2]}; Modeling / Callbacks"
    return described(function)


@described
def set_mju_user_warning(arg0: Callback) -> None:
    """Set the function f(text) that receives warnings; None: the logger "gelenk".

    Source     API / mju_user_warning
    """
    if arg0 is not None and not callable(arg0):
        raise TypeError("callback is not an Optional[Callable]")
    user_warnings.user_warning = arg0


@described
def get_mju_user_warning() -> Callback:
    """Return the function that receives warnings.

    Returns    the function that was set, or None
    Source     API / mju_user_warning
    """
    return user_warnings.user_warning


def _memory_hook_functions(name: str) -> tuple[Callable[[Callback], None], Callable[[], None]]:
    """Return the setter and the getter of a memory hook, which can only be None.

    The arrays of models and data are numpy's, and numpy has hooks of its own.
    """

    def put(arg0: Callback) -> None:
        if arg0 is not None:
            raise ValueError(f"{name} can only be None: gelenk takes its memory from numpy")

    def get() -> None:
        return None

    return (
        _name_function(
            put,
            f"set_{name}",
            f"Takes None alone: memory comes from numpy.\n\nErrors     ValueError: {name} is a function",
        ),
        _name_function(get, f"get_{name}", "Always None: memory comes from numpy.\n\nReturns    None"),
    )


@described
def set_mjcb_time(arg0: Callback) -> None:
    """Set the clock f() of the timers; None: the system clock [s].

    Source     API / mjcb_time
    """
    counters.set_clock(arg0)


@described
def get_mjcb_time() -> Callback:
    """Return the clock set by set_mjcb_time.

    Returns    the function that was set, or None
    Source     API / mjcb_time
    """
    return counters.get_clock()


def callback_functions() -> dict[str, Callable]:
    """Return a dict from public name to function."""
    own: list[Any] = [
        mj_resetCallbacks,
        set_mju_user_warning,
        get_mju_user_warning,
        set_mjcb_time,
        get_mjcb_time,
    ]
    own += [f for name in CALLBACKS for f in _setter_and_getter(f"mjcb_{name}")]
    own += [f for name in ("mju_user_malloc", "mju_user_free") for f in _memory_hook_functions(name)]
    return {function.__name__: function for function in own}
