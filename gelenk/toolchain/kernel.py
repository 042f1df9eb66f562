"""The one decorator of everything that is compiled, and the door from one stage to another.

Documents: design / Kernels

In an ordinary process a kernel stays the Python function that it is, so it runs under a debugger (GELENK_JIT=0).
The process that compiles (compile_worker.py) switches COMPILING on before it imports any kernel, and puts intrinsics
in the place of the functions below. `to_machine_code` and `run_python` are slots: compile_worker.py and library.py
fill them.
"""

import weakref
from collections.abc import Callable
from typing import Any, TypeVar, overload

from gelenk.toolchain.kernel_types import Data, IntRows, Ints, Model, Rows, Scene, View

Function = TypeVar("Function", bound=Callable)

COMPILING = False
FAST = {"contract", "nsz", "arcp", "reassoc"}  # neither nnan nor ninf: NaN must be seen


to_machine_code: Callable[[Callable], Any] | None = None  # set where COMPILING
run_python: Any = None  # (index, m, d, *integers): runs a stage of the table as plain Python
ARRAYS: weakref.WeakValueDictionary = weakref.WeakValueDictionary()  # by address, for plain Python


def kernel(function: Function) -> Function:
    """Mark ``function`` as compiled: machine code in the compile process, itself everywhere else.

    function   plain function of numbers, tuples and structs; what it may do: gelenk.kernels
    Returns    the function, or what is compiled in its place
    Source     design / Kernels
    """
    return to_machine_code(function) if to_machine_code else function


def call_stage(m: Model, d: Data, index: int) -> None:
    """Run stage ``index`` of the stage table on these structs (plain Python twin of the intrinsic)."""
    run_python(index, m, d)


def call_pair(m: Model, d: Data, index: int, geom1: int, geom2: int) -> None:
    """Run collision stage ``index`` on a pair of geoms (plain Python twin of the intrinsic)."""
    run_python(index, m, d, geom1, geom2)


def call_scene(m: Model, d: Data, s: Scene, index: int) -> None:
    """Run stage ``index``, which takes a scene besides (plain Python twin of the intrinsic)."""
    run_python(index, m, d, s)


def numbers_at(address: int) -> View:
    """The float64 array that begins at ``address`` (plain Python twin of the intrinsic)."""
    return ARRAYS[int(address)]


def clear(d: Data) -> None:
    """Make all numbers of d in arrays of fixed size zero (plain Python twin of the intrinsic)."""
    every: Any = d
    every.block[:] = 0.0


in_order: Any = range  # how plain Python goes through a spread loop: tests put another order in its place


def spread(d: Data, first: int, end: int) -> range:
    """``range(first, end)`` of a loop whose iterations are independent, so that several threads may share them.

    No iteration reads or writes a number that another one writes. What such a loop adds up in a variable is only the
    sum of all after ``total`` (plain Python twin of the intrinsic).
    """
    return in_order(first, end)


def total(d: Data, x: float) -> float:
    """The sum of ``x`` over the threads that shared the last loop (plain Python twin of the intrinsic)."""
    return x


@overload
def flat(array: Rows) -> View: ...
@overload
def flat(array: IntRows) -> Ints: ...
def flat(array: Any) -> Any:
    """All numbers of an array as one dimension (plain Python twin of the intrinsic)."""
    return array.reshape(-1)
