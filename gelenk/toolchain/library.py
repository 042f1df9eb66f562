"""Load libraries of stages, compiling if needed; the stage table and calls through it.

Documents: design / Compiled ahead, loaded without Numba

A wheel carries one library of all stages with a manifest (wheel_manifest.py). Other libraries are searched in the
user's cache folder (cache.py); if missing there, worker processes compile them into it.
"""

import contextlib
import ctypes
import functools
import importlib
import importlib.util
import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, cast

import numpy as np

from gelenk.tables.stages import CALLBACK, INDEX, LIBRARIES, NAMED, PLACES, STAGE_AT, STAGES, Stage
from gelenk.toolchain import cache, digests, kernel, kernel_rules, link, memory, platforms, wheel_manifest
from gelenk.toolchain.link import SharedLibrary, c_function
from gelenk.toolchain.memory import Living

JIT = os.environ.get("GELENK_JIT", "1") != "0"
COMPILE_OR_PYTHON = (
    "pip install 'gelenk[compile]' compiles for this CPU at the first use; "
    "GELENK_JIT=0 runs everything in plain Python, slowly"
)
STRICT = "GELENK_STRICT=1 asks for results that are equal on all platforms, and no wheel has code for that"
COMPILE_STRICT = (
    "pip install 'gelenk[compile]' compiles it at the first use; without GELENK_STRICT, ordinary code runs"
)
INSTALL_AGAIN = "Install gelenk again: pip install --force-reinstall --no-deps gelenk"
# Addresses of loaded stages, 0 if not loaded. Plain Python has no addresses: 1 stands for loaded.
TABLE = np.full(PLACES, 0 if JIT else 1, np.int64)
_CTYPE: dict[str, Any] = dict.fromkeys("mdscFI", ctypes.c_void_p) | {
    "i": ctypes.c_int64,
    "f": ctypes.c_double,
}
_NUMBERS = (int, float)  # classes of arguments that compiled code takes as they are
_ADDRESSES = memoryview(cast(Any, TABLE))  # faster than numpy for single elements
_functions: dict[str, Any] = {}  # stages that Python has called -> C function
_loaded: list[SharedLibrary] = []  # keeps libraries loaded for the life of the process
for _stage in STAGES:
    if _stage.library not in LIBRARIES:
        TABLE[INDEX[_stage.name]] = 0  # set by callbacks and plugins (runtime)


def symbol(stage: Stage) -> str:
    """Return the C name of a stage's entry."""
    return f"gelenk_{stage.name}"


@functools.cache
def _carried() -> tuple[Path | None, str]:
    """Return the library of the wheel, or None and why it is unusable."""
    found, path = wheel_manifest.carried(), wheel_manifest.stages()
    if found is None:
        return None, "this is a source checkout"
    if path is None:
        return None, _why_no_level(" and ".join(found.files))
    try:
        _opened(path)
    except OSError as error:
        return None, f"the library that gelenk came with cannot be loaded ({error})"
    return path, ""


def _why_no_level(levels: str) -> str:
    """Return why the wheel, which has code for ``levels``, has none for this process."""
    if "GELENK_CPU" in os.environ:
        return f"GELENK_CPU={digests.cpu_level()} asks for other code than gelenk came with, {levels}"
    problem = platforms.unsupported_cpu() or f"{platforms.name()} runs code for {digests.cpu_level()}"
    return f"gelenk came with code for {levels}, and {problem}"


def refuse_import() -> None:
    """Raise ImportError, with the remedy, if no stage can be loaded or compiled here.

    Otherwise the process would fail at its first model. The causes are an unknown platform, or that Numba is not
    installed and the CPU is older than the lowest level, GELENK_STRICT=1 is set, or the wheel's library is missing or
    damaged.
    """
    if not JIT:
        return
    try:
        problem, remedy = platforms.unsupported_cpu(), COMPILE_OR_PYTHON
        if digests.strict():
            problem, remedy = STRICT, COMPILE_STRICT
        elif wheel_manifest.carried() is not None and _carried()[0] is None:
            problem = _carried()[1]
            if wheel_manifest.stages() is not None:
                remedy = INSTALL_AGAIN
    except RuntimeError as error:  # the platform is unknown, or the manifest is damaged
        raise ImportError(str(error)) from None
    if problem and importlib.util.find_spec("numba") is None:
        raise ImportError(f"gelenk cannot run here, since {problem}. {remedy}")


@functools.cache
def _opened(path: Path) -> SharedLibrary:
    """Load a library, once per process."""
    if path.parent == wheel_manifest.place():  # files of the cache are verified by `cache.find`
        if not path.exists():
            raise OSError(f"{path} is missing")
        if not digests.is_intact(path):
            raise OSError(f"{path} is damaged")
    dll = SharedLibrary(path)
    _loaded.append(dll)
    return dll


def find(library: str) -> Path | None:
    """Return the compiled file of ``library`` for the current sources and CPU, or None."""
    rows = LIBRARIES[library]
    if wheel_manifest.has(library, rows):
        path, _ = _carried()
        if path is not None:
            return path
    return cache.find(_file_name(library))


def _file_name(library: str) -> str:
    rows = LIBRARIES[library]
    return cache.library_file_name(
        library, lambda: digests.closure_of(rows), lambda: digests.library_name(library, rows)
    )


def why_compile() -> str:
    """Return why libraries are compiled here instead of taken from the wheel."""
    if digests.checking():
        return "GELENK_CHECK=1 asks for kernels that check every index"
    if digests.strict():
        return STRICT
    return _carried()[1] or "modules of gelenk have changed since it was installed"


def compile_libraries(libraries: Iterable[str]) -> dict[str, float]:
    """Compile ``libraries`` into the cache folder; return seconds per library."""
    from gelenk.toolchain import build

    folder, objects = cache.folder(), os.environ.get("GELENK_OBJECTS")
    paths = {name: str(folder / _file_name(name)) for name in libraries}
    bitcode = {
        path: [os.path.join(objects, file) for file in digests.bitcode_names(LIBRARIES[name])]
        for name, path in paths.items()
        if objects
    }
    work = [(path, LIBRARIES[name]) for name, path in paths.items()]
    seconds = build.compile_rows(work, why_compile(), bitcode=bitcode)
    cache.prune(folder)
    return {name: seconds.get(path, 0.0) for name, path in paths.items()}


def is_loaded(library: str) -> bool:
    """Return whether the stages of ``library`` can be called."""
    return bool(_ADDRESSES[INDEX[LIBRARIES[library][0].name]])


def load(libraries: Iterable[str]) -> None:
    """Load ``libraries``, compiling missing ones, and enter their stages into the table."""
    wanted = [name for name in dict.fromkeys(libraries) if not is_loaded(name)]
    if not wanted:
        return
    paths = {name: find(name) for name in wanted}
    missing = [name for name, path in paths.items() if path is None]
    if missing:
        compile_libraries(missing)
        paths |= {name: find(name) for name in missing}
    cache.save_names()
    for name, path in paths.items():
        _enter(name, _open(name, path))


def load_known(libraries: Iterable[str]) -> None:
    """Load those ``libraries`` whose file is known to exist, without hashing or compiling."""
    # Errors are reported when the remaining libraries are loaded.
    with contextlib.suppress(OSError, RuntimeError):
        for name in libraries:
            path = _known(name)
            if path is not None:
                _enter(name, _opened(path))


def _known(library: str) -> Path | None:
    """Return what `find` would return if that is known without reading sources, else None."""
    if wheel_manifest.carried() is not None:
        return find(library) if wheel_manifest.untouched() else None
    name = cache.stored_file_name(library)
    return cache.find(name) if name else None


def _enter(library: str, dll: SharedLibrary) -> None:
    """Store a library's stages in the table, last the one that `is_loaded` tests."""
    for stage in reversed(LIBRARIES[library]):
        TABLE[INDEX[stage.name]] = dll.address(symbol(stage))


def _open(library: str, path: Path | None) -> SharedLibrary:
    """Load the file of a library; compile once more if the file cannot be loaded."""
    if path is not None:
        try:
            return _opened(path)
        except OSError:  # built for another CPU
            with contextlib.suppress(OSError):
                path.unlink()
            compile_libraries([library])
            path = find(library)
    if path is None:
        raise RuntimeError(f"library {library!r} was compiled, but is not in {cache.folder()}")
    return _opened_or_explained(path)


def _opened_or_explained(path: Path) -> SharedLibrary:
    try:
        return _opened(path)
    except OSError as error:
        raise RuntimeError(
            f"compiled code in {path.parent} cannot be loaded: {error}. "
            "If that folder is mounted noexec, GELENK_CACHE names another"
        ) from None


def argument_types(kinds: str) -> list[Any]:
    """Return the ctypes types of arguments of these kinds."""
    return [_CTYPE[k] for k in kinds]


def _entry(dll: SharedLibrary, stage: Stage) -> Any:
    return c_function(dll.address(symbol(stage)), argument_types(stage.kinds))


def python_stage(index: int) -> Callable[..., Any]:
    """Return the stage as a Python function."""
    stage = STAGE_AT[index]
    return getattr(importlib.import_module(stage.module), stage.name)


run_callback: Any = None  # set by runtime/callbacks.py: run a callback in plain Python


def call_python(index: int, *args: Any) -> None:
    """Run a stage or callback by its index, in place of a compiled call through the table."""
    if STAGE_AT[index].library == CALLBACK:
        run_callback(index, *args)
    else:
        python_stage(index)(*args)


kernel.run_python = call_python
kernel.ARRAYS, memory._STRUCTS = Living(), Living()  # type: ignore[assignment]  # address -> object, for plain Python


def native(name: str) -> Callable[..., int]:
    """Return the compiled stage ``name`` as a function of addresses and numbers."""
    entry = _functions.get(name)
    if entry is None:
        stage = NAMED[name]
        load([stage.library])
        entry = c_function(int(TABLE[INDEX[name]]), argument_types(stage.kinds))
        _functions[name] = entry = _checked(entry) if digests.checking() else entry
    return entry


def _checked(entry: Callable[..., int]) -> Callable[..., int]:
    """Wrap ``entry`` to raise IndexError if a kernel reports a bad index (GELENK_CHECK=1)."""

    def call(*args: Any) -> int:
        result = entry(*args)
        for dll in _loaded:
            place_of_report = dll.address("gelenk_out_of_bounds")
            if not place_of_report:  # kernels of this library index no arrays
                continue
            report = ctypes.c_char_p.from_address(place_of_report)
            if report.value is not None:
                place, report.value = report.value.decode(), None
                raise IndexError(f"an index is out of bounds in kernel {kernel_rules.plain_name(place)}")
        return result

    return call


def call(name: str, *args: Any) -> Any:
    """Run stage ``name`` once with structs, float64 or int32 arrays and numbers, by its kinds.

    Private to `run_kernel` (extension/load.py).
    """
    if JIT:
        try:
            return native(name)(*map(address, args))
        except ctypes.ArgumentError as error:
            raise link.conversion_error(error) from error
    stage = NAMED[name]
    return python_stage(INDEX[name])(*[to_plain_python(a, k) for a, k in zip(args, stage.kinds, strict=True)])


def call_with_data(name: str, m: Any, d: Any, arguments: tuple[Any, ...] = ()) -> Any:
    """Run stage ``name`` once with a model and its data, as `call`.

    Private to `run_stage` (runtime/pipeline.py).
    """
    if not JIT:
        return call(name, m, d, *arguments)
    try:
        entry = _functions.get(name) or native(name)
        numbers = [a if a.__class__ in _NUMBERS else address(a) for a in arguments]
        return entry(m._address, d._address, *numbers)
    except ctypes.ArgumentError as error:
        raise link.conversion_error(error) from error


def to_plain_python(a: Any, kind: str) -> Any:
    """Convert an argument for a plain Python kernel: a struct's view, or a flat array."""
    return a._view if kind in "mdsc" else a.reshape(-1) if kind in "FI" else a


def address(a: Any) -> Any:
    """Convert an argument for compiled code: an address, or the number itself."""
    struct = getattr(a, "_address", None)
    if struct is not None:
        return struct
    return a.ctypes.data if isinstance(a, np.ndarray) else a


def jit_address(function: Callable, kinds: str, parcel: Any = None) -> int:
    """Return the address of a separately compiled kernel, for the stage table.

    parcel   the packed kernel (kernel_pickle.py), if it is packed already
    """
    return link.entry_of(_compiled(function, kinds, parcel=parcel))


def _compiled(function: Callable, kinds: str, checks: bool = True, parcel: Any = None) -> Any:
    """Return the C entry of a separately compiled kernel."""
    from gelenk.toolchain import kernel_pickle

    stage: Any = Stage(function.__name__, function.__module__, f"single_{function.__name__}", kinds)
    checked = False
    if kernel_pickle.is_ours(function):
        name = digests.library_name(stage.library, (stage,))
    else:
        parcel = parcel or kernel_pickle.pack(function, checks, "s" in kinds)
        name = digests.parcel_name(parcel, kinds)
        checked = kernel_pickle.has_checks(parcel)
        stage = stage._replace(module=parcel)  # the parcel takes the place of an importable module
    path = cache.find(name)
    if path is None:
        from gelenk.toolchain.build import CHECKED, compile_rows

        path = cache.folder() / name
        why_here = f"{stage.name} of {function.__module__} is no part of gelenk"
        compile_rows([(str(path), (stage,))], why_here, CHECKED if checked else False)
    return _entry(_opened_or_explained(path), stage)


def jit(function: Callable, kinds: str = "md", checks: bool = False) -> Callable[..., Any]:
    """Return any kernel as a compiled function of structs, arrays and numbers.

    checks   with index checks; tests compile without
    """
    if not JIT:
        return lambda *args: function(*[to_plain_python(a, k) for k, a in zip(kinds, args, strict=True)])
    entry = _compiled(function, kinds, checks)
    return with_addresses(_checked(entry) if digests.checking() else entry, kinds)


def with_addresses(entry: Callable[..., Any], kinds: str) -> Callable[..., Any]:
    """Return a compiled kernel as a function of structs, arrays, addresses and numbers.

    Its attribute ``entry`` is the same function for callers whose arguments are addresses and numbers.
    """
    count = len(kinds)

    def call(*args: Any) -> Any:
        try:
            if len(args) != count:
                raise TypeError(f"a kernel of kinds {kinds!r} takes {count} arguments, got {len(args)}")
            return entry(*[a if a.__class__ in _NUMBERS else address(a) for a in args])
        except ctypes.ArgumentError as error:
            raise link.conversion_error(error) from error

    call.entry = entry  # type: ignore[attr-defined]
    return call
