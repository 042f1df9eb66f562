"""Memory access by address in kernels; live objects by address, and their finalizers.

Documents: design / Batches; The border; promises / Ctrl-C by object

Memory access covers words, copies, a shared counter and structs. Engine kernels see structs and views. The kernels that
move worlds in and out of structs (engine/batch) use addresses from tables that Python fills; kernels of the extension
module (toolchain/extension) use addresses of objects. The functions here are the plain Python twins of the intrinsics
in intrinsics.py, which the compiler process installs (compile_worker.py). Accesses carry no alias tags: they may
overlap any other.

Live objects are found by their addresses (`Living`), and `finalize` adds finalizers that run no Python code. CPython
handles signals when a Python function starts, and a finalizer has no caller: a KeyboardInterrupt raised there is
printed and lost (weakref.finalize). So no weak reference has a callback in Python here. `Living` has none, and the
callbacks of `finalize` are chains of objects that are implemented in C.
"""

import ctypes
import functools
import itertools
import operator
import weakref
from collections.abc import Callable
from typing import Any

import numpy as np

from gelenk.toolchain.kernel_types import Data, Ints, Model, View

NONTEMPORAL_BYTES = 32  # bytes per non-temporal store
# address -> struct, for plain Python
_STRUCTS: weakref.WeakValueDictionary[int, Any] = weakref.WeakValueDictionary()


def register(block: Any) -> None:
    """Register ``block`` (MjModel, MjData) by its address, for plain Python."""
    _STRUCTS[block._address] = block


def load_int64(address: int) -> int:
    """Load the int64 at ``address``."""
    return ctypes.c_int64.from_address(address).value


def store_int64(address: int, value: int) -> None:
    """Store an int64."""
    ctypes.c_int64.from_address(address).value = value


def load_int32(address: int) -> int:
    """Load the int32 at ``address``."""
    return ctypes.c_int32.from_address(address).value


def store_int32(address: int, value: int) -> None:
    """Store an int32."""
    ctypes.c_int32.from_address(address).value = value


def load_uint8(address: int) -> int:
    """Load the uint8 at ``address``."""
    return ctypes.c_uint8.from_address(address).value


def store_uint8(address: int, value: int) -> None:
    """Store a uint8."""
    ctypes.c_uint8.from_address(address).value = value


def load_float64(address: int) -> float:
    """Load the float64 at ``address``."""
    return ctypes.c_double.from_address(address).value


def store_float64(address: int, value: float) -> None:
    """Store a float64."""
    ctypes.c_double.from_address(address).value = value


def store_float32(address: int, value: float) -> None:
    """Store a float64 rounded to float32."""
    ctypes.c_float.from_address(address).value = value


def bits_of(value: float) -> int:
    """Return the bits of a float64 as an int64."""
    return ctypes.c_int64.from_buffer(ctypes.c_double(value)).value


def float_of(bits: int) -> float:
    """Return the float64 with these bits."""
    return ctypes.c_double.from_buffer(ctypes.c_int64(bits)).value


def copy(to: int, source: int, nbyte: int) -> None:
    """Copy bytes from ``source`` to ``to``, which must not overlap."""
    ctypes.memmove(to, source, nbyte)


def copy_nontemporal(to: int, source: int, nbyte: int) -> None:
    """Copy bytes by non-temporal stores; ``to``, ``nbyte``: multiples of NONTEMPORAL_BYTES."""
    copy(to, source, nbyte)


def fence() -> None:
    """Make the bytes copied by `copy_nontemporal` visible to all threads (memory fence)."""


def fetch_add(address: int, n: int) -> int:
    """Atomically add ``n`` to the int64 at ``address``; return the previous value."""
    value = load_int64(address)
    store_int64(address, value + n)
    return value


def call_entry(address: int, m: int, d: int) -> None:
    """Call the entry of a stage at an address."""
    _call(address, m, d)


def call_alone(address: int, m: int, d: int, third: int, fourth: int) -> None:
    """Call the entry of a stage at an address, with two further structs."""
    _call(address, m, d, third, fourth)


def call_with_one(address: int, m: int, d: int, number: int, third: int, fourth: int) -> None:
    """Call the entry of a stage at an address, with a number and two further structs."""
    _call(address, m, d, number, third, fourth)


def call_with_two(address: int, m: int, d: int, one: int, other: int, third: int, fourth: int) -> None:
    """Call the entry of a stage at an address, with two numbers and two further structs."""
    _call(address, m, d, one, other, third, fourth)


def call_recording(address: int, m: int, d: int, number: int, third: int, fourth: int, tape: int) -> None:
    """Call the entry of a stage that records, with a number, two further structs and its tape."""
    _call(address, m, d, number, third, fourth, tape)


def _call(address: int, *arguments: int) -> None:
    ctypes.CFUNCTYPE(ctypes.c_int64, *[ctypes.c_int64] * len(arguments))(int(address))(*map(int, arguments))


def model_at(address: int) -> Model:
    """Return the model whose struct is at ``address``."""
    return _STRUCTS[address]._view


def data_at(address: int) -> Data:
    """Return the data whose struct is at ``address``."""
    return _STRUCTS[address]._view


def numbers(address: int, n: int) -> View:
    """Return a view of ``n`` float64 at ``address``."""
    return _array(ctypes.c_double, address, n)


def integers(address: int, n: int) -> Ints:
    """Return a view of ``n`` int32 at ``address``."""
    return _array(ctypes.c_int32, address, n)


def words(address: int, n: int) -> Ints:
    """Return a view of ``n`` int64 at ``address``."""
    return _array(ctypes.c_int64, address, n)


def _array(kind: Any, address: int, n: int) -> Any:
    return np.ctypeslib.as_array((kind * n).from_address(int(address)))


# Live objects and finalizers


class Living:
    """Weak references by address, like WeakValueDictionary, but without a Python callback.

    References to dead objects remain until there are twice as many as live ones at the last cleanup.
    """

    __slots__ = ("_most", "_references")

    def __init__(self) -> None:
        self._references: dict[int, weakref.ref[Any]] = {}
        self._most = 1 << 10

    def __setitem__(self, address: int, value: Any) -> None:
        self._references[address] = weakref.ref(value)
        if len(self._references) > self._most:
            self._forget()

    def __getitem__(self, address: int) -> Any:
        """Return the object, None if dead.

        Errors   KeyError: no object was registered at this address
        """
        return self._references[address]()

    def __len__(self) -> int:
        return len(self._references)

    def _forget(self) -> None:
        """Delete references to dead objects."""
        for address, known in self._references.copy().items():
            if known() is None and self._references.get(address) is known:
                del self._references[address]
        self._most = max(self._most, 2 * len(self._references))


_never: Callable[[Any], bool] = ().__contains__  # false for all results, so that `filter` makes all calls
_numbers = itertools.count()
_references: dict[int, weakref.ref[Any]] = {}  # number -> reference whose callback is the chain
_used: dict[int, Any] = {}  # number -> object that outlives the owner
_ended: dict[int, None] = {}  # numbers of chains that were called, whose references are no longer needed


def finalize(owner: Any, used: Any, *calls: functools.partial[Any]) -> None:
    """Make ``calls`` in turn when ``owner`` is freed, then release ``used``.

    Results, such as the status of a driver call, are ignored.

    calls   partial objects of C functions, none of which refers to the owner
    """
    for number in list(_ended):  # a chain cannot delete the reference that is calling it
        _references.pop(number, None)
        _ended.pop(number, None)
    number = next(_numbers)
    steps = [
        *calls,
        functools.partial(_used.pop, number, None),
        # last, since another thread may then delete the reference as soon as this one releases the GIL
        functools.partial(_ended.setdefault, number),
    ]
    # next() gets the reference as its default, which it returns at the end of the chain
    reference = weakref.ref(owner, functools.partial(next, filter(_never, map(operator.call, steps))))
    _references[number], _used[number] = reference, used  # only stores, between which no signal is handled
