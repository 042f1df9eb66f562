"""The decorator of all kernels, and calls from one stage to another.

Documents: design / Kernels; Loops that lanes may share

In an ordinary process a kernel remains a Python function, which runs under a debugger (GELENK_JIT=0). The compiler
process (compile_worker.py) sets COMPILING before it imports any kernel, and replaces the functions below by intrinsics.
`to_machine_code` and `run_python` are set by compile_worker.py and library.py.
"""

import weakref
from collections.abc import Callable
from typing import Any, TypeVar, overload

from gelenk.toolchain.kernel_types import Data, IntRows, Ints, Model, Rows, Scene, View

Function = TypeVar("Function", bound=Callable)

COMPILING = False
FAST = {"contract", "nsz", "arcp", "reassoc"}  # fast-math; no nnan, ninf: NaN must be seen


to_machine_code: Callable[[Callable], Any] | None = None  # set where COMPILING
run_python: Any = None  # (index, m, d, *integers): run a stage as plain Python
ARRAYS: weakref.WeakValueDictionary = weakref.WeakValueDictionary()  # address -> array, for plain Python


def kernel(function: Function) -> Function:
    """Mark ``function`` as a kernel: machine code in the compiler process, else unchanged.

    function   plain function of numbers, tuples and structs; gelenk.kernels lists the supported features
    Returns    the function, or the compiled function
    Source     design / Kernels
    """
    return to_machine_code(function) if to_machine_code else function


def call_stage(m: Model, d: Data, index: int) -> None:
    """Run stage ``index`` of the stage table on these structs (plain Python twin)."""
    run_python(index, m, d)


def call_pair(m: Model, d: Data, index: int, geom1: int, geom2: int) -> None:
    """Run collision stage ``index`` on a pair of geoms (plain Python twin of the intrinsic)."""
    run_python(index, m, d, geom1, geom2)


def call_own(m: Model, d: Data, n: int) -> int:
    """Run the step that was compiled for this model (plain Python twin of the intrinsic).

    The result is -1 if the model no longer matches the constants. Plain Python has no compiled steps.
    """
    return -1


def call_scene(m: Model, d: Data, s: Scene, index: int) -> None:
    """Run stage ``index``, which also takes a scene (plain Python twin of the intrinsic)."""
    run_python(index, m, d, s)


def numbers_at(address: int) -> View:
    """Return the float64 array at ``address`` (plain Python twin of the intrinsic)."""
    return ARRAYS[int(address)]


def clear(d: Data) -> None:
    """Set data's arrays of fixed size to zero (plain Python twin of the intrinsic)."""
    every: Any = d
    every.block[:] = 0.0


in_order: Any = range  # iteration order of plain Python; tests replace it
lanes_here = 1  # lanes in plain Python; tests replace the value


def spread(d: Data, first: int, end: int) -> range:
    """Return ``range(first, end)`` for a loop whose iterations threads may share.

    No iteration reads or writes an element that another one writes. A sum that the loop accumulates in a variable is
    complete only after ``total`` (plain Python twin of the intrinsic).
    """
    return in_order(first, end)


def total(d: Data, x: float) -> float:
    """Return the sum of ``x`` over the threads of the last loop (plain Python twin)."""
    return x


def lane_count(d: Data) -> int:
    """Return the number of lanes per world: 1 on CPUs, a constant from 1 to 32 on GPUs.

    Kernels use the number if their order of work depends on it. Inside a shared loop the result is 1 (plain Python twin
    of the intrinsic).
    """
    return lanes_here


@overload
def flat(array: Rows) -> View: ...
@overload
def flat(array: IntRows) -> Ints: ...
def flat(array: Any) -> Any:
    """Return all elements of an array in one dimension (plain Python twin of the intrinsic)."""
    return array.reshape(-1)
