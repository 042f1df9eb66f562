"""Aliases: modules of the package ``mujoco`` that only re-export, as ``mujoco._structs``.

Documents: drop-in / Private names

Programs import these modules as ``gelenk._structs`` or, installed as mujoco, ``mujoco._structs``. A module is created
when it is first imported.
"""

from __future__ import annotations

import importlib.machinery
import sys
import warnings
from collections.abc import Callable
from types import ModuleType
from typing import Any

Names = dict[str, Any]


def _enum_names() -> Names:
    """Return the enums: ``mujoco._enums.mjtGeom``."""
    from gelenk.tables import api_enums

    return {name: vars(api_enums)[name] for name in api_enums.__all__ if name.startswith(("mjt", "mjr"))}


def _constant_names() -> Names:
    """Return the constants: ``mujoco._constants.mjMINVAL``."""
    from gelenk.tables import api_enums

    return {name: vars(api_enums)[name] for name in api_enums.__all__ if not name.startswith(("mjt", "mjr"))}


def _callback_names() -> Names:
    """Return the functions that set and get callbacks: ``mujoco._callbacks.set_mjcb_control``."""
    from gelenk.api import callbacks

    return callbacks.callback_functions()


def _error_names() -> Names:
    """Return the exceptions: ``mujoco._errors.FatalError``."""
    from gelenk.api import exports

    return {name: value for name, value in exports.public_names().items() if name.endswith("Error")}


def _function_names() -> Names:
    """Return the documented functions, and ``mujoco._functions._realloc_con_efc``."""
    from gelenk.api import exports

    found = {name: value for name, value in exports.all_names().items() if name.startswith(exports.PREFIXES)}
    return found | {"_realloc_con_efc": _realloc_con_efc}


def _struct_names() -> Names:
    """Return the structs and the classes of their lists: ``mujoco._structs.MjModel``."""
    from gelenk.api import exports
    from gelenk.runtime.contact_list import ContactList
    from gelenk.runtime.counters import StatList

    lists = dict.fromkeys(("_MjSolverStatList", "_MjTimerStatList", "_MjWarningStatList"), StatList)
    found = {name: value for name, value in exports.all_names().items() if name.startswith("Mj")}
    return found | lists | {"_MjContactList": ContactList}


def _spec_names() -> Names:
    """Return MjSpec and the classes of its elements: ``mujoco._specs.MjSpec``."""
    from gelenk.api.spec_methods import CLASSES

    return dict(CLASSES)


def _drawing_names() -> Names:
    """Return the functions and structs of drawing: ``mujoco._render.MjrRect``."""
    from gelenk.api import mjr

    return mjr.CLASSES | {name: value for name, value in vars(mjr).items() if name.startswith("mjr_")}


def _context_names() -> Names:
    """Return the class of OpenGL contexts, which drawing ignores: ``mujoco.egl.GLContext``."""
    from gelenk.api.renderer import GLContext

    return {"GLContext": GLContext}


def _renderer_names() -> Names:
    """Return the renderer: ``mujoco.renderer.Renderer``."""
    from gelenk.api.renderer import Renderer

    return {"Renderer": Renderer}


def _rollout_names() -> Names:
    """Return the functions and the class of rollouts: ``mujoco.rollout.rollout``."""
    from gelenk.batch.rollout import Rollout, rollout, shutdown_persistent_pool

    public = {"Rollout": Rollout, "rollout": rollout, "shutdown_persistent_pool": shutdown_persistent_pool}
    return public | {"__all__": list(public)}


# name of a module -> function that returns its names; gelenk/usd/__init__.py adds its own
ALIASES: dict[str, Callable[[], Names]] = {
    "_callbacks": _callback_names,
    "_constants": _constant_names,
    "_enums": _enum_names,
    "_errors": _error_names,
    "_functions": _function_names,
    "_render": _drawing_names,
    "_specs": _spec_names,
    "_structs": _struct_names,
    "egl": _context_names,
    "gl_context": _context_names,
    "glfw": _context_names,
    "osmesa": _context_names,
    "renderer": _renderer_names,
    "rollout": _rollout_names,
}


def _realloc_con_efc(d: Any, ncon: int, nefc: int, nJ: int = -1) -> None:
    """_realloc_con_efc(d: mujoco._structs.MjData, ncon: int, nefc: int, nJ: int = -1) -> None

    Reallocate ``d`` for ncon contacts, nefc constraint rows and nJ values of efc_J (-1: nefc * nv), and set its
    counts to these sizes. Previous contents are lost.
    """
    from gelenk.runtime.arguments import integer
    from gelenk.runtime.data import MjData

    name = "_realloc_con_efc"
    if not isinstance(d, MjData):
        raise TypeError(f"{name}: d must be an MjData, not {type(d).__name__}")
    ncon, nefc, nJ = (integer(name, n, v) for n, v in (("ncon", ncon), ("nefc", nefc), ("nJ", nJ)))
    if nJ < 0:
        nJ = nefc * d.model.nv
    if not (0 <= ncon < 2**31 and 0 <= nefc < 2**31 and nJ < 2**40):
        raise ValueError(
            f"{name}: ncon and nefc must be in [0, 2^31), nJ below 2^40, not {ncon}, {nefc} and {nJ}"
        )
    d._allocate_rows(ncon, nefc, nJ)


def _elsewhere_names() -> Names:
    """Return the names of ``gelenk.batch.elsewhere``, now ``gelenk.batch.sharding``."""
    from gelenk.batch import sharding

    warnings.warn("gelenk.batch.elsewhere is now gelenk.batch.sharding", DeprecationWarning, stacklevel=2)
    old = {"Elsewhere": "RemoteExecutor", "Chunk": "Shard", "Done": "ShardResult"}
    kept = {name: getattr(sharding, name) for name in ("Worker", "Workers", "WorkerLost")}
    return kept | {name: getattr(sharding, new) for name, new in old.items()}


# names of modules in release 0.1 -> their contents; supported for one more release
MOVED: dict[str, Callable[[], Names]] = {"gelenk.batch.elsewhere": _elsewhere_names}


class _Loader:
    """Loader that fills one alias module."""

    def __init__(self, names: Callable[[], Names]) -> None:
        self.names = names

    def create_module(self, spec: Any) -> ModuleType | None:
        return None

    def exec_module(self, module: ModuleType) -> None:
        module.__doc__ = (self.names.__doc__ or "").replace("Return ", "", 1)
        vars(module).update(self.names())


class _Finder:
    """Finder of ``gelenk._structs``, the other alias modules, and modules that have moved."""

    def find_spec(self, fullname: str, path: Any = None, target: Any = None) -> Any:
        package, _, name = fullname.partition(".")
        names = ALIASES.get(name) if package == "gelenk" and name in ALIASES else MOVED.get(fullname)
        if names is None:
            return None
        loader: Any = _Loader(names)
        return importlib.machinery.ModuleSpec(fullname, loader)


sys.meta_path.append(_Finder())
