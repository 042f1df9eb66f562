"""The kernels of the border, called from Python: what entry points leave to Python ends in the same machine code.

Documents: design / The border

Kernels contract products and sums to one rounding, Python does not; so equal numbers give equal bits only on this way.
"""

import ctypes
import functools
import importlib
from collections.abc import Callable
from typing import Any

from gelenk.tables.functions.targets import KERNELS
from gelenk.toolchain import library
from gelenk.toolchain.extension import load


@functools.cache
def _compiled(name: str) -> Callable[..., Any] | None:
    """The machine code of a kernel, where there is a border."""
    if load.module is None:
        return None
    target = KERNELS[name]
    entry = getattr(ctypes.CDLL(load.module.__file__), f"gelenk_{name}")
    entry.argtypes = library.argument_types(target.kinds)
    entry.restype = ctypes.c_double if target.gives == "double" else ctypes.c_int64
    return entry


def run(name: str, *args: Any) -> Any:
    """Run a kernel of the border with structs, contiguous arrays and numbers."""
    entry, target = _compiled(name), KERNELS[name]
    if entry is None:
        kernel = getattr(importlib.import_module(target.module), name)
        found = kernel(*[library.plain(a, k) for a, k in zip(args, target.kinds, strict=True)])
        return float(found) if target.gives == "double" else found  # an element of an array is numpy's
    return entry(*map(library.address, args))
