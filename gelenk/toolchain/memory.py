"""Memory by its address, for the kernels that run many worlds: words, copies, a shared counter, structs.

Documents: design / Batches

The kernels of the engine see structs and views. What moves worlds in and out of structs (engine/batch) works on
addresses, which Python has put into tables of words. These are the plain Python twins of the intrinsics in
memory_intrinsics.py, which the process that compiles puts in their place (compile_worker.py). Accesses carry no tags:
they may overlap with any other.
"""

import ctypes
import weakref
from typing import Any

import numpy as np

from gelenk.toolchain.kernel_types import Data, Ints, Model, View

STREAMED = 32  # bytes at once of what is copied past the caches
_STRUCTS: weakref.WeakValueDictionary[int, Any] = weakref.WeakValueDictionary()  # for plain Python


def know(block: Any) -> None:
    """Let plain Python find ``block`` (MjModel, MjData) by its address."""
    _STRUCTS[block._address] = block


def word(address: int) -> int:
    """The int64 at ``address``."""
    return ctypes.c_int64.from_address(address).value


def put_word(address: int, value: int) -> None:
    """Write an int64."""
    ctypes.c_int64.from_address(address).value = value


def narrow(address: int) -> int:
    """The int32 at ``address``."""
    return ctypes.c_int32.from_address(address).value


def put_narrow(address: int, value: int) -> None:
    """Write an int32."""
    ctypes.c_int32.from_address(address).value = value


def flag(address: int) -> int:
    """The uint8 at ``address``."""
    return ctypes.c_uint8.from_address(address).value


def put_flag(address: int, value: int) -> None:
    """Write a uint8."""
    ctypes.c_uint8.from_address(address).value = value


def number(address: int) -> float:
    """The float64 at ``address``."""
    return ctypes.c_double.from_address(address).value


def put_number(address: int, value: float) -> None:
    """Write a float64."""
    ctypes.c_double.from_address(address).value = value


def copy(to: int, source: int, nbyte: int) -> None:
    """Copy bytes from ``source`` to ``to``, which do not overlap."""
    ctypes.memmove(to, source, nbyte)


def stream(to: int, source: int, nbyte: int) -> None:
    """Copy bytes past the caches, which stay as they are; ``to`` and ``nbyte`` are multiples of STREAMED."""
    copy(to, source, nbyte)


def settle() -> None:
    """What was streamed is there for all from here on."""


def take(address: int, n: int) -> int:
    """The int64 at ``address``, which becomes larger by ``n``; no two threads are given the same."""
    value = word(address)
    put_word(address, value + n)
    return value


def model_at(address: int) -> Model:
    """The model whose struct is at ``address``."""
    return _STRUCTS[address]._view


def data_at(address: int) -> Data:
    """The data whose struct is at ``address``."""
    return _STRUCTS[address]._view


def numbers(address: int, n: int) -> View:
    """The ``n`` float64 at ``address``."""
    return _array(ctypes.c_double, address, n)


def integers(address: int, n: int) -> Ints:
    """The ``n`` int32 at ``address``."""
    return _array(ctypes.c_int32, address, n)


def words(address: int, n: int) -> Ints:
    """The ``n`` int64 at ``address``."""
    return _array(ctypes.c_int64, address, n)


def _array(kind: Any, address: int, n: int) -> Any:
    return np.ctypeslib.as_array((kind * n).from_address(address))
