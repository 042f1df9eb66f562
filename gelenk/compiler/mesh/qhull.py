"""Qhull without the packages around it: scipy.spatial and scipy.linalg take ten times as long to import.

Documents: Barber, Dobkin, Huhdanpaa 1996, The Quickhull algorithm

The compiled module of scipy that has Qhull needs two others, and Python's own import would run the packages that they
are in. Each is loaded by itself, and the names are free again: who imports the packages later finds the same modules.
"""

from __future__ import annotations

import contextlib
import functools
import importlib.util
import os
import sys
from importlib.machinery import PathFinder
from types import ModuleType
from typing import Any

NEEDED = ("scipy.linalg.cython_blas", "scipy.linalg.cython_lapack")
QHULL = "scipy.spatial._qhull"


def _load(name: str, root: str) -> ModuleType:
    """A compiled module of the package in the folder ``root``, without the packages in between.

    Errors   ImportError: there is none of that name
    """
    package, _, own = name.rpartition(".")
    folder = os.path.join(root, *package.split(".")[1:])
    found = PathFinder.find_spec(own, [folder])
    spec = found and found.origin and importlib.util.spec_from_file_location(name, found.origin)
    if not spec or not spec.loader:
        raise ImportError(name)
    sys.modules[name] = module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _alone() -> tuple[Any, Any]:
    import scipy

    names = (*NEEDED, QHULL)
    if any(name in sys.modules or name.rpartition(".")[0] in sys.modules for name in names):
        raise ImportError("the packages are there")
    try:
        modules = [_load(name, scipy.__path__[0]) for name in names]
        return modules[-1].ConvexHull, modules[-1].QhullError
    finally:
        for name in names:
            sys.modules.pop(name, None)


@functools.cache
def qhull() -> tuple[Any, Any]:
    """(ConvexHull, QhullError) of scipy, by the shorter way if this scipy has it."""
    with contextlib.suppress(ImportError, AttributeError, OSError):
        return _alone()
    from scipy.spatial import ConvexHull, QhullError

    return ConvexHull, QhullError
