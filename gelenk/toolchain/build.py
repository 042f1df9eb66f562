"""Build the libraries that are missing, in worker processes, and the libraries of a wheel.

Documents: design / Compiled ahead, loaded without Numba
"""

import contextlib
import functools
import importlib.util
import json
import os
import queue
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple, Protocol

from gelenk.tables.functions.targets import KERNELS
from gelenk.tables.stages import LIBRARIES, Stage
from gelenk.toolchain import cache, compile_worker, digests, link, platforms, wheel_manifest
from gelenk.toolchain.kernel_pickle import KernelError
from gelenk.toolchain.targets import HOST, OWN, WASM, Platform, Target
from gelenk.toolchain.thread_start import start_thread

WHY = "a wheel is built"
# value of the argument ``tiles`` for workers that compile kernels of users with index checks
CHECKED = "checked"


class Coded(Protocol):
    """A unit of work that a worker can compile: a stage, or another object with ``code``."""

    @property
    def code(self) -> tuple[str, str, str, str]:
        """Return name, module, library and argument kinds."""


class Work(NamedTuple):
    """A library to compile as objects: file name, stages, file names of their bitcode."""

    name: str
    rows: tuple[Stage, ...]
    bitcode: list[str]


def wheel_targets(platform: Platform) -> list[Target]:
    """Return the targets of a wheel: all levels of its platform, or that of GELENK_CPU."""
    own = os.environ.get("GELENK_CPU")
    return [Target(platform, level) for level in ([platform.level(own)] if own else platform.levels)]


def build_wheel_libraries(
    folder: Path, platform: Platform | None = None, add: Iterable[Callable[[Path, str], dict[str, str]]] = ()
) -> list[str]:
    """Compile the libraries of a wheel, one per CPU level of a platform, with a manifest.

    Returns the symbol versions that the libraries need ("GLIBC_2.17", ...). Everything is compiled from source, unless
    GELENK_OBJECTS names a folder that caches bitcode and objects between builds, by the hash of their sources; objects
    of libraries that were compiled on demand are in the folder too.

    add   functions (folder of objects) that add further files to the wheel, and return source hashes by name

    Errors   RuntimeError: GELENK_STRICT=1
    """
    if digests.strict():
        raise RuntimeError("wheels contain no strict code: unset GELENK_STRICT")
    from gelenk.toolchain.elf import image

    platform = platform or platforms.here()
    files: dict[str, wheel_manifest.Files] = {}
    versions: set[str] = set()
    with objects_folder() as kept:
        for target in wheel_targets(platform):
            parts = link_libraries(target, kept)
            names = [f"{kind}.{target.level.name}{platform.suffix}" for kind in ("stages", digests.BORDER)]
            for name, data in zip(names, parts, strict=True):
                cache.write_sealed(folder / name, data)
            files[target.level.name] = wheel_manifest.Files(*names)
            if platform.linker == OWN:
                versions.update(image.needs(parts[0]).versions.values())
        more = {name: digest for one in add for name, digest in one(folder, kept).items()}
    wheel_manifest.write(wheel_manifest.make(files, LIBRARIES, more), folder)
    return sorted(versions)


def link_libraries(target: Target, folder: str, names: Iterable[str] = LIBRARIES) -> tuple[bytes, bytes]:
    """Return the libraries of stages and of CPython entry points for a target.

    names   the libraries whose stages are linked, by default all
    """
    stages, extension = target_work(target, names)
    made = objects([*stages, *extension], WHY, target, folder)
    return (
        link.shared_library(_flat(made[: len(stages)]), platform=target.platform),
        link.shared_library(_flat(made[len(stages) :]), platform=target.platform),
    )


def build_extension(why: str) -> bytes:
    """Return the library of the CPython entry points."""
    target = platforms.target()
    with objects_folder() as folder:
        return link.shared_library(_flat(objects([*extension_work(target).values()], why, target, folder)))


def target_work(target: Target, names: Iterable[str] = LIBRARIES) -> tuple[list[Work], list[Work]]:
    """Return the libraries of stages, and parts of the extension, to compile for a target."""
    return [library_work(name, target) for name in names], [*extension_work(target).values()]


def library_work(name: str, target: Target) -> Work:
    """Return a library of stages to compile for a target."""
    rows = LIBRARIES[name]
    return Work(digests.library_name(name, rows, target), rows, digests.bitcode_names(rows))


def extension_work(target: Target) -> dict[str, Work]:
    """Return each part of the extension module to compile for a target, by name."""
    parts, name = extension_stages(), digests.border_name(target)
    bitcode = iter(digests.border_bitcode_names(row for rows in parts.values() for row in rows))
    return {part: Work(f"{part}_{name}", rows, [next(bitcode) for _ in rows]) for part, rows in parts.items()}


def extension_stages() -> dict[str, tuple[Stage, ...]]:
    """Return the stages of each part of the extension: entries, and kernels of each module."""
    parts: dict[str, tuple[Stage, ...]] = {
        "border": (Stage("entries", "gelenk.toolchain.extension.module", "border", compile_worker.WHOLE),)
    }
    for name, target in KERNELS.items():
        part = target.module.rpartition(".")[2]
        parts[part] = (*parts.get(part, ()), Stage(name, target.module, part, target.kinds))
    return parts


@contextlib.contextmanager
def objects_folder() -> Iterator[str]:
    """Yield the folder of objects: that of GELENK_OBJECTS, else one deleted afterwards."""
    kept = os.environ.get("GELENK_OBJECTS")
    with tempfile.TemporaryDirectory(prefix="gelenk-objects-") as fresh:
        if kept:
            os.makedirs(kept, mode=0o700, exist_ok=True)
            cache.prune(Path(kept))
        yield kept or fresh


def objects(libraries: Sequence[Work], why: str, target: Target, folder: str) -> list[list[bytes]]:
    """Return the objects of each of ``libraries`` for a target.

    Objects that are missing or damaged are compiled, from bitcode if there is any.
    """
    make_objects([(work, target) for work in libraries], why, folder)
    return [
        [cache.read(part) for part in _parts(_objects_path(folder, work, target), work.rows)]
        for work in libraries
    ]


def make_objects(wanted: Iterable[tuple[Work, Target]], why: str, folder: str) -> None:
    """Compile missing or damaged objects, those of equal stages for all targets at once.

    The front end and the passes that targets share then run once. WebAssembly is compiled in separate processes: once
    LLVM's passes have run for it, the process generates different code for other targets (more jump tables).
    """
    pending = []
    for work, target in wanted:
        path = _objects_path(folder, work, target)
        if not all(digests.is_intact(part) for part in _parts(path, work.rows)):
            Path(path).unlink(missing_ok=True)  # object 0 marks the set as complete
            pending.append((work, target, path))
    for alone in (False, True):
        rows: dict[str, tuple[Stage, ...]] = {}
        bitcode: dict[str, list[str]] = {}
        outputs: dict[str, list[tuple[str, Target]]] = {}
        first: dict[tuple[Stage, ...], str] = {}
        for work, target, path in pending:
            if (target.platform.linker == WASM) is alone:
                key = first.setdefault(work.rows, path)
                rows[key] = work.rows
                bitcode[key] = [os.path.join(folder, file) for file in work.bitcode]
                outputs.setdefault(key, []).append((path, target))
        if rows:
            compile_rows([*rows.items()], why, bitcode=bitcode, outputs=outputs)


def _objects_path(folder: str, work: Work, target: Target) -> str:
    return os.path.join(folder, digests.object_name(work.name, target))


def _flat(objects: list[list[bytes]]) -> list[bytes]:
    return [part for parts in objects for part in parts]


def _parts(path: str, rows: Sequence[Stage]) -> list[Path]:
    """Return the paths of the objects of a library."""
    return [compile_worker.part_path(path, i) for i in range(len(rows))]


def require_compiler(count: int, reason: str) -> None:
    """Raise RuntimeError, with reason and remedy, if Numba is needed but not installed."""
    if importlib.util.find_spec("numba") is None:
        what = "a kernel" if count == 1 else f"{count} libraries of kernels"
        raise RuntimeError(
            f"gelenk must compile {what}, since {reason}. This needs Numba, which is not installed: "
            "pip install 'gelenk[compile]'"
        )
    require_known_cpu(platforms.target())
    caution = platforms.here().caution
    if caution:
        cache.print_notice(f"this is {platforms.name()}, where {caution}")


# Program that makes LLVM print a warning if it does not know the CPU sys.argv[2]. It runs in a separate process, since
# LLVM aborts the process at the first function that needs features of an unknown CPU.
ASK_LLVM = """
import sys
import llvmlite.binding as llvm
llvm.initialize_native_target()
llvm.Target.from_triple(sys.argv[1]).create_target_machine(cpu=sys.argv[2])
"""


@functools.cache
def require_known_cpu(target: Target) -> None:
    """Raise RuntimeError if neither the table of levels nor LLVM knows GELENK_CPU."""
    row, level = target
    if level.name == HOST or level in row.levels:
        return
    command = [sys.executable, "-c", ASK_LLVM, row.triple, level.name]
    told = subprocess.run(command, capture_output=True, text=True, check=False).stderr
    if "not a recognized processor" in told:
        levels = ", ".join(one.name for one in row.levels)
        raise RuntimeError(
            f"GELENK_CPU={level.name} is not a CPU level of {platforms.name()}: use {levels}, {HOST} "
            "or a CPU name of LLVM, such as znver4"
        )


def compile_rows(
    work: Sequence[tuple[str, Sequence[Coded]]],
    reason: str,
    tiles: bool | str = False,
    bitcode: Mapping[str, Sequence[str]] = MappingProxyType({}),
    outputs: Mapping[str, Sequence[tuple[str, Target]]] = MappingProxyType({}),
) -> dict[str, float]:
    """Compile ``work`` [(path, stages)] in parallel, longest first; return seconds per path.

    reason   why compiling is needed, for the error message
    tiles    True: interleaved code for batches (gpu/library_ir.py); CHECKED: user kernels with checks
             (kernel_checks.py)
    bitcode  path -> files that keep the bitcode of its stages
    outputs  path -> (path, target) of all objects to compile from its stages in one run; by default only the path
             itself, for the target of this process
    Errors   RuntimeError: names the libraries that failed, and why; KernelError: a user's kernel cannot be compiled
    """
    require_compiler(len(work), reason)
    todo: queue.SimpleQueue = queue.SimpleQueue()
    for path, rows in sorted(work, key=_order):
        codes = [row.code for row in rows]
        named = [(file, target.name) for file, target in outputs.get(path, ())] or [(path, "")]
        todo.put((path, json.dumps([path, codes, named, [*bitcode.get(path, ())]])))
    results: queue.SimpleQueue = queue.SimpleQueue()
    count = min(len(work), os.cpu_count() or 1)
    reserve = getattr(_threads, "reserve", None) if tiles == CHECKED else None
    ready = [reserve.take() if reserve else None, *[None] * (count - 1)]
    threads = [
        start_thread(_serve, f"gelenk-compile-{i}", todo, results, tiles, process)
        for i, process in enumerate(ready)
    ]
    seconds, errors = {}, []
    with _progress_bar(len(work)) as advance:
        for _ in work:
            answer = results.get()
            name = Path(answer["path"]).name.split("-")[0]
            if answer.get("kernel"):
                raise KernelError(answer["kernel"])
            if "error" in answer:
                errors.append(f"{name}: {answer['error']}")
            seconds[answer["path"]] = answer.get("seconds", 0.0)
            advance(name)
    for running in threads:
        running.acquire()
    if errors:
        raise RuntimeError("compiling failed for " + "; ".join(errors))
    return seconds


class Reserve:
    """A worker that is started before there is work and loads Numba while waiting.

    A user's kernel then takes 0.1 s of CPU time instead of 1 s. A worker with index checks compiles only one kernel.
    """

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None
        self._closed = False

    def fill(self) -> None:
        """Start a worker unless one is waiting."""
        if not self._closed and (self._process is None or self._process.poll() is not None):
            self._process = _worker(CHECKED, warm=True)

    def take(self) -> subprocess.Popen[str] | None:
        """Return the waiting worker if there is one."""
        process, self._process = self._process, None
        return process if process is not None and process.poll() is None else None

    def close(self) -> None:
        """End the waiting worker; no further one is started."""
        self._closed = True
        if process := self.take():
            process.kill()
            _end(process)

    @contextlib.contextmanager
    def used(self) -> Iterator[None]:
        """Context in which this thread compiles user kernels with the waiting worker."""
        _threads.reserve = self
        try:
            yield
        finally:
            _threads.reserve = None


def _order(item: tuple[str, Sequence[Coded]]) -> tuple[bool, int]:
    """Return a sort key that puts long work first, so that workers finish almost together.

    Stages with tangents come last, since they are made from the bitcode of other stages. The source length of stages
    and all that they call is a proxy for compile time.
    """
    codes = [row.code for row in item[1]]
    length = digests.length(module for _, module, *_ in codes if isinstance(module, str))
    return any(compile_worker.TANGENTS in library for _, _, library, _ in codes), -length


def _serve(
    todo: queue.SimpleQueue,
    results: queue.SimpleQueue,
    tiles: bool | str,
    process: subprocess.Popen[str] | None = None,
) -> None:
    """Feed one worker process until the queue is empty; report and replace a worker that dies."""
    while True:
        try:
            path, message = todo.get_nowait()
        except queue.Empty:
            break
        answer = ""
        try:
            process = process or _worker(tiles)
            assert process.stdin and process.stdout
            with contextlib.suppress(BrokenPipeError):
                process.stdin.write(f"{message}\n")
                process.stdin.flush()
                answer = process.stdout.readline()
            if not answer:
                how, process = platforms.ending(_end(process)), None
                raise RuntimeError(f"the compiler process ended: {how}")
            results.put(json.loads(answer))
        except Exception as err:  # the caller waits for one answer per item
            results.put({"path": path, "error": str(err)})
    if process is not None:
        _end(process)


def _end(process: subprocess.Popen[str]) -> int:
    """Close the pipes of a worker, which ends it, and return its exit status."""
    assert process.stdin and process.stdout
    with contextlib.suppress(BrokenPipeError):
        process.stdin.close()
    how = process.wait()
    if process.returncode is not None:  # None in tests, which replace wait() to give the worker more work
        process.stdout.close()
    return how


def _worker(tiles: bool | str, warm: bool = False) -> subprocess.Popen[str]:
    folders = [os.path.abspath(folder) for folder in sys.path]  # Numba may be in any of these folders
    return subprocess.Popen(
        [
            sys.executable,
            "-P",
            str(compile_worker.__file__),
            *([compile_worker.TILES] if tiles is True else []),
            *([compile_worker.WARM] if warm else []),
            *folders,
        ],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONHASHSEED": "0"},  # generated code must not depend on the order of sets
    )


_threads = threading.local()  # silent: whether the thread shows no progress; reserve: the thread's Reserve


@contextlib.contextmanager
def silent() -> Iterator[None]:
    """Show no progress of what this thread compiles."""
    before, _threads.silent = getattr(_threads, "silent", False), True
    try:
        yield
    finally:
        _threads.silent = before


@contextlib.contextmanager
def _progress_bar(total: int) -> Iterator[Callable[[str], None]]:
    """Show a progress bar on a terminal, else one line at start and end.

    Silent with GELENK_QUIET=1, and within `silent`.
    """
    if os.environ.get("GELENK_QUIET") == "1" or getattr(_threads, "silent", False):
        yield lambda name: None
        return
    if not sys.stderr.isatty() or importlib.util.find_spec("rich") is None:
        start = time.perf_counter()
        sys.stderr.write(f"gelenk: compiling {total} libraries, once\n")
        yield lambda name: None
        sys.stderr.write(f"gelenk: compiled in {time.perf_counter() - start:.1f} s\n")
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("gelenk: compiling, once"), BarColumn(), MofNCompleteColumn())
    with Progress(
        *columns, TimeElapsedColumn(), TextColumn("{task.description}"), console=Console(stderr=True)
    ) as bar:
        task = bar.add_task("", total=total)
        yield lambda name: bar.update(task, advance=1, description=name)
