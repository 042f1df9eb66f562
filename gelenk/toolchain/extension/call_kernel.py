"""run_kernel calls a kernel that cannot stop from Python.

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
    entry.restype = ctypes.c_double if target.return_type == "double" else ctypes.c_int64
    return entry


def run_kernel(name: str, *arguments: Any) -> Any:
    """Run a kernel that cannot stop and return its result.

    The kernel is one of the extension module, such as those of the mju_* functions, or a stage of plain arrays, of a
    model alone or of a context. Stages of a model and its data are run by `run_stage` (runtime/pipeline.py), which
    looks at d.status; kernels of the extension that get both never write d.status, and neither does the stage
    `check_data`, which checks indices before `run_stage` runs a stage.

    name         kernel of the extension (tables/functions/targets.py), else row of tables/stages.py
    arguments    structs, C-contiguous arrays and numbers, by the kinds of the row
    """
    target = KERNELS.get(name)
    if target is None:
        return library.call(name, *arguments)
    entry = _compiled(name)
    if entry is None:
        kernel = getattr(importlib.import_module(target.module), name)
        found = kernel(*[library.to_plain_python(a, k) for a, k in zip(arguments, target.kinds, strict=True)])
        return (
            float(found) if target.return_type == "double" else found
        )  # an element of an array is a numpy scalar
    try:
        return entry(*map(library.address, arguments))
    except ctypes.ArgumentError as error:
        raise link.conversion_error(error) from error
