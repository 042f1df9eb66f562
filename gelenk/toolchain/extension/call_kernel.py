"""Call the kernels of the extension module from Python.

Documents: design / The border

Entry points that fall back to Python thus use the same machine code. Kernels fuse products and sums to one rounding and
Python does not, so equal inputs give equal bits only if the kernel is called.
"""

import ctypes
import functools
import importlib
from collections.abc import Callable
from typing import Any

from gelenk.tables.functions.targets import KERNELS
from gelenk.toolchain import library, link
from gelenk.toolchain.extension import load


@functools.cache
def _compiled(name: str) -> Callable[..., Any] | None:
    """Return the machine code of a kernel, None without the extension module."""
    if load.module is None:
        return None
    target = KERNELS[name]
    entry = getattr(ctypes.CDLL(load.module.__file__), f"gelenk_{name}")
    entry.argtypes = library.argument_types(target.kinds)
    entry.restype = ctypes.c_double if target.gives == "double" else ctypes.c_int64
    return entry


def run(name: str, *args: Any) -> Any:
    """Run a kernel of the extension module with structs, contiguous arrays and numbers."""
    entry, target = _compiled(name), KERNELS[name]
    if entry is None:
        kernel = getattr(importlib.import_module(target.module), name)
        found = kernel(*[library.to_plain_python(a, k) for a, k in zip(args, target.kinds, strict=True)])
        return float(found) if target.gives == "double" else found  # an element of an array is a numpy scalar
    try:
        return entry(*map(library.address, args))
    except ctypes.ArgumentError as error:
        raise link.conversion_error(error) from error
