"""set_mjcb_control, get_mjcb_control and their siblings.

Documents: Modelling / Callbacks; API / Callbacks
"""

from gelenk.tables.stages import CALLBACKS
from gelenk.world import callbacks, timers, warnings


def mj_resetCallbacks():
    """mj_resetCallbacks() -> None

    Remove all callbacks.
    """
    callbacks.reset_callbacks()
    timers.set_clock(None)


def _pair(name):
    def put(function):
        callbacks.set_callback(name, function)

    def get():
        return callbacks.get_callback(name)

    put.__name__, get.__name__ = f"set_{name}", f"get_{name}"
    put.__doc__ = (
        f"set_{name}(arg0: object) -> None\n\nSet callback {name} to a function, or remove it with None."
    )
    get.__doc__ = f"get_{name}() -> object\n\nThe function set as callback {name}, or None."
    return put, get


def set_mju_user_warning(arg0):
    """set_mju_user_warning(arg0: object) -> None

    Let a function of one text take the warnings, or None for the log.
    """
    if arg0 is not None and not callable(arg0):
        raise TypeError("callback is not an Optional[Callable]")
    warnings.user_warning = arg0


def get_mju_user_warning():
    """get_mju_user_warning() -> object

    The function that takes the warnings, or None.
    """
    return warnings.user_warning


def _memory(name):
    """set_ and get_ of a hook that stays unset: arrays of models and data are numpy's, which has hooks of its own."""

    def put(function):
        if function is not None:
            raise ValueError(f"{name} can only be None: gelenk takes its memory from numpy")

    def get():
        return None

    put.__name__, get.__name__ = f"set_{name}", f"get_{name}"
    put.__doc__ = f"set_{name}(arg0: object) -> None\n\nTakes None alone: memory comes from numpy."
    get.__doc__ = f"get_{name}() -> object\n\nNone: memory comes from numpy."
    return put, get


def set_mjcb_time(arg0):
    """set_mjcb_time(arg0: object) -> None

    Let a function without arguments give the time of the timers, or None for the system's clock in seconds.
    """
    timers.set_clock(arg0)


def get_mjcb_time():
    """get_mjcb_time() -> object

    The function set by set_mjcb_time, or None.
    """
    return timers.get_clock()


def public() -> dict:
    """Public name -> function."""
    names = {f.__name__: f for name in CALLBACKS for f in _pair(f"mjcb_{name}")}
    names |= {f.__name__: f for name in ("mju_user_malloc", "mju_user_free") for f in _memory(name)}
    own = (mj_resetCallbacks, set_mju_user_warning, get_mju_user_warning, set_mjcb_time, get_mjcb_time)
    for function in own:
        names[function.__name__] = function
    return names
