"""User callbacks: Python functions that compiled code calls through the stage table.

Documents: Modeling / Callbacks; API / mjcb_control and its siblings

Setting a callback stores the address of a C-callable wrapper in the stage table, where engine/stage_calls.py finds it;
removing a callback stores 0. Callbacks get MjModel and MjData, found by their addresses. An exception stops the
pipeline (d.status) and is raised again by the Python function that started the pipeline. This holds for Ctrl-C at any
instruction: the outermost function is a single try statement (exclusive_use.py), its handler makes one store, and
native code regards the callback as failed until its last store clears the status.
"""

import ctypes
import json
import threading
import weakref
from collections.abc import Callable, Iterable
from typing import Any

from gelenk.engine.validation import index_columns as ranges
from gelenk.runtime import index_checks
from gelenk.runtime.exclusive_use import whole
from gelenk.tables.stages import INDEX, PLACES, PLUGINS
from gelenk.tables.status import DONE, FAILED
from gelenk.toolchain import kernel_rules, library, link
from gelenk.toolchain.struct_layout import DATA

# parts of d whose indices are checked after a callback; after mjcb_contactfilter only contacts are of this step
_PARTS = {"mjcb_contactfilter": ranges.CONTACTS, "mjcb_control": ranges.EVERYTHING}

_STATUS = DATA.offset["status"] // 8
# address of an MjData -> the exception of its last callback, until it is raised again
raised: dict[int, BaseException] = {}
_hooks: dict[str, tuple] = {}  # name -> (Python function, wrapper, kept alive)
_blocks: dict[int, weakref.ref] = {}  # address -> weak reference to an MjModel or MjData
_most = 1 << 10  # size of _blocks at which dead entries are removed
_lock = threading.RLock()  # reentrant, since a finalizer may call back during cleanup


def register(block: Any) -> None:
    """Register ``block`` (MjModel, MjData), so that callbacks find it by address."""
    with _lock:
        _blocks[block._address] = weakref.ref(block)
        if len(_blocks) > _most:
            _forget()


def _forget() -> None:
    """Remove the dead entries, and set the size of the next cleanup."""
    global _most
    for address, known in _blocks.copy().items():
        if known() is None and _blocks.get(address) is known:
            del _blocks[address]
    _most = max(_most, 2 * len(_blocks))


def block_at(address: int) -> Any:
    """Return the MjModel or MjData at ``address``, None if it was freed."""
    return _blocks[address]()


def native_side(name: str, function: Any) -> Callable[..., None]:
    """Return the native side of callback ``name``: takes two addresses and two integers.

    The addresses are those of the model and of the data.
    """
    count, parts, once = count_of(name), _PARTS.get(name, ranges.PRIMAL), name == "mjcb_control"

    @whole
    def called(model: int, data: int, first: int = 0, second: int = 0) -> None:
        try:
            m, d = block_at(model), block_at(data)
            if not once or not _has_been_asked(d):
                result = function(m, d, *(first, second)[:count])
                if result is not None:
                    d._set_float("callback_value", float(result))
                m._check_indices()
                index_checks.check_data(m, d, parts)
            # Native code has set the status to FAILED (engine/stage_calls.py). This store comes last, since Ctrl-C is
            # handled at calls, not at stores.
            d._ints[_STATUS] = DONE
        except BaseException as error:
            raised[data] = error
            block_at(data)._ints[_STATUS] = FAILED

    return called


def _has_been_asked(d: Any) -> bool:
    """Return whether this pass repeats one that stopped after its control callback.

    The control callback is called once a step.
    """
    repeated, d._skip_control = d._skip_control, False
    d._control_at = (d._scalar("nstep"), d.time)
    return repeated


def about_to_repeat(d: Any) -> None:
    """Record that a pipeline pass repeats, so the control callback is not called again."""
    d._skip_control = d._control_at == (d._scalar("nstep"), d.time)


_EXTRA = dict.fromkeys(PLUGINS, 2) | {
    "mjcb_control": 0,
    "mjcb_passive": 0,
    "mjcb_sensor": 1,
    "mjcb_contactfilter": 2,
}


def count_of(name: str) -> int:
    """Return how many integers callback ``name`` takes after the model and the data."""
    return _EXTRA.get(name, 1)


def set_callback(name: str, function: Any) -> None:
    """Set callback ``name`` to a Python function, or remove it with None."""
    if function is None:
        library.TABLE[INDEX[name]] = 0
        _hooks.pop(name, None)
        return
    if not callable(function):
        raise TypeError("callback is not an Optional[Callable]")
    if name in ("mjcb_control", "mjcb_passive"):
        prototype = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)
    else:
        prototype = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64)
    wrapper = prototype(native_side(name, function))
    _hooks[name] = (function, wrapper)
    if name in PLUGINS:
        library.TABLE[INDEX["python_plugins"]] |= 1 << PLUGINS.index(name)
    library.TABLE[INDEX[name]] = link.entry_of(wrapper)


def get_callback(name: str) -> Any:
    """Return the Python function set as callback ``name``, or None."""
    return _hooks.get(name, (None,))[0]


def is_any_set() -> bool:
    """Return whether a user callback is set, not counting plugins."""
    return any(name not in PLUGINS for name in _hooks)


def runs_python(models: Iterable[Any]) -> bool:
    """Return whether a step of one of these models runs Python, by a callback or a plugin."""
    if not _hooks:
        return False
    plugins = {number for number, name in enumerate(PLUGINS) if name in _hooks}
    if len(_hooks) > len(plugins):
        return True  # callbacks are called for every model
    return any(m.nplugin and not plugins.isdisjoint(m._a_plugin.tolist()) for m in models)


def reset_callbacks() -> None:
    """Remove all callbacks (mj_resetCallbacks)."""
    if _hooks:
        for name in list(_hooks):
            if name.startswith("mjcb_"):  # the other hooks are plugins
                set_callback(name, None)


def raise_pending(d: Any) -> None:
    """Raise the exception that ended the last native call of ``d``.

    The exception comes from a callback, or from an index check in a user's kernel.
    """
    raise (
        raised.pop(d._address, None)
        or _of_kernel(d)
        or MemoryError("no memory was left to call a callback, or to record how the callback ended")
    )


def _of_kernel(d: Any) -> IndexError | None:
    """Return the error of an index check in a user's kernel (kernel_checks.py), or None."""
    address = d._scalar("need_stage")
    if address <= PLACES:
        return None
    d._set_scalar("need_stage", 0)
    places = json.loads(ctypes.string_at(address))
    return IndexError(kernel_rules.out_of_range(places, d._scalar("bad_field"), d._scalar("bad_at")))


def python_callback(index: int, m: Any, d: Any, *numbers: int) -> None:
    """Call a callback in plain Python, by its stage table index; ``m``, ``d`` are views."""
    name = next(n for n, i in INDEX.items() if i == index)
    function = _hooks[name][0]
    native_side(name, function)(m._block._address, d._block._address, *numbers)


library.run_callback = python_callback
