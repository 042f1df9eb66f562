"""Finding, compiling and loading stages; the table of addresses through which compiled code calls them.

Documents: design / Compiled ahead, loaded without Numba

Libraries are looked for in the package itself (wheels carry them) and in the user's cache folder (GELENK_CACHE, else
XDG_CACHE_HOME/gelenk, else ~/.cache/gelenk); what is missing is compiled by worker processes and kept there.
"""

import ctypes
import functools
import importlib
import os
from pathlib import Path
from typing import Any

import numpy as np

from gelenk.jit import kernel, sources
from gelenk.tables.stages import CALLBACK, HOOK, INDEX, STAGES, Stage

JIT = os.environ.get("GELENK_JIT", "1") != "0"
# addresses of loaded stages, 0 where not loaded; plain Python has no addresses and nothing to load
TABLE = np.full(len(STAGES), 0 if JIT else 1, np.int64)
_CTYPE: dict[str, Any] = dict.fromkeys("mdFI", ctypes.c_void_p) | {"i": ctypes.c_int64, "f": ctypes.c_double}
_functions: dict[str, Any] = {}
_loaded: list[ctypes.CDLL] = []  # libraries stay loaded as long as the process lives

LIBRARIES: dict[str, tuple[Stage, ...]] = {}
for _stage in STAGES:
    if _stage.library in (CALLBACK, HOOK):
        TABLE[INDEX[_stage.name]] = 0
        continue
    LIBRARIES[_stage.library] = (*LIBRARIES.get(_stage.library, ()), _stage)


def symbol(stage: Stage) -> str:
    """C name of a stage's entry."""
    return f"gelenk_{stage.name}"


@functools.cache
def cache_folder() -> Path:
    """Where compiled libraries are kept; a folder of this process alone when nothing else can be written."""
    import tempfile

    own = os.environ.get("GELENK_CACHE")
    base = Path(own) if own else Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "gelenk"
    try:
        base.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=base):
            return base
    except OSError:
        return Path(tempfile.mkdtemp(prefix="gelenk-"))


def find(library: str) -> Path | None:
    """The compiled file of ``library`` for these sources and this processor, or None."""
    rows = LIBRARIES[library]
    path = sources.carried(library, rows)
    if path is None:
        path = cache_folder() / sources.library_name(library, rows)
    return path if path.is_file() else None


def load(libraries) -> None:
    """Make the stages of ``libraries`` callable: compile what is missing, load, fill the table."""
    wanted = [name for name in dict.fromkeys(libraries) if not TABLE[INDEX[LIBRARIES[name][0].name]]]
    if not wanted:
        return
    missing = [name for name in wanted if find(name) is None]
    if missing:
        from gelenk.jit.build import compile_libraries

        compile_libraries(missing)
    for name in wanted:
        path = find(name)
        if path is None:
            raise RuntimeError(
                f"library {name!r} of gelenk was compiled but cannot be found in {cache_folder()}"
            )
        _load_file(path, LIBRARIES[name])


def _load_file(path, rows):
    dll = ctypes.CDLL(str(path))
    _loaded.append(dll)
    for stage in rows:
        entry = getattr(dll, symbol(stage))
        entry.argtypes = [_CTYPE[k] for k in stage.kinds]
        entry.restype = ctypes.c_int64
        _functions[stage.name] = entry
        TABLE[INDEX[stage.name]] = ctypes.cast(entry, ctypes.c_void_p).value


def python_stage(index: int):
    """The stage as the Python function that its source says."""
    stage = STAGES[index]
    return getattr(importlib.import_module(stage.module), stage.name)


run_callback: Any = None  # what world/callbacks.py calls in plain Python, set there


def call_python(index: int, *args):
    """What a compiled call through the table does, in plain Python: a stage, or a user's callback."""
    if STAGES[index].library == CALLBACK:
        run_callback(index, *args)
    else:
        python_stage(index)(*args)


kernel.run_python = call_python


def native(name: str):
    """The compiled stage ``name`` as a function of addresses and numbers."""
    entry = _functions.get(name)
    if entry is None:
        load([STAGES[INDEX[name]].library])
        entry = _functions[name]
    return _checked(entry) if sources.checking() else entry


def _checked(entry):
    """``entry``, followed by a look at what the kernels reported (GELENK_CHECK=1): IndexError names the kernel."""

    def call(*args):
        result = entry(*args)
        for dll in _loaded:
            try:
                report = ctypes.c_char_p.in_dll(dll, "gelenk_out_of_bounds")
            except ValueError:  # a library whose kernels index nothing
                continue
            if report.value is not None:
                place, report.value = report.value.decode(), None
                raise IndexError(f"an index is out of bounds in kernel {place}")
        return result

    return call


def call(name: str, *args):
    """Run stage ``name``; arguments: MjModel, MjData, float64 or int32 arrays, numbers, in the order of its kinds."""
    stage = STAGES[INDEX[name]]
    if JIT:
        return native(name)(
            *[_address(a) if k in "mdFI" else a for k, a in zip(stage.kinds, args, strict=True)]
        )
    return python_stage(INDEX[name])(
        *[a._view if k in "md" else a for k, a in zip(stage.kinds, args, strict=True)]
    )


def _address(a):
    return a.ctypes.data if isinstance(a, np.ndarray) else a._address


def jit_address(function, kinds: str) -> int:
    """Address of any kernel of a module, compiled by itself: for the stage table."""
    return ctypes.cast(_compiled(function, kinds), ctypes.c_void_p).value or 0


def _compiled(function, kinds):
    """The C entry of a kernel compiled by itself."""
    stage = Stage(function.__name__, function.__module__, f"single_{function.__name__}", kinds)
    path = cache_folder() / sources.library_name(stage.library, (stage,))
    if not path.is_file():
        from gelenk.jit.build import compile_rows

        compile_rows([(str(path), (stage,))])
    dll = ctypes.CDLL(str(path))
    _loaded.append(dll)
    entry = getattr(dll, symbol(stage))
    entry.argtypes = [_CTYPE[k] for k in kinds]
    entry.restype = ctypes.c_int64
    return entry


def jit(function, kinds: str = "md"):
    """Any function of a gelenk module compiled by itself (tests): called with model, data, arrays, numbers."""
    if not JIT:
        return lambda *args: function(
            *[a._view if k in "md" else a for k, a in zip(kinds, args, strict=True)]
        )
    entry = _compiled(function, kinds)
    if sources.checking():
        entry = _checked(entry)
    return lambda *args: entry(*[_address(a) if k in "mdFI" else a for k, a in zip(kinds, args, strict=True)])
