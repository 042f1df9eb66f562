"""Platforms: all that a process asks of its operating system and its CPU.

Documents: design / Compiled ahead, loaded without Numba

The rows of platforms and CPU levels are in targets.py. On platforms without a row compiled code is refused, and plain
Python remains; compiling on a platform that no test runs on prints a notice.
"""

import contextlib
import ctypes
import errno
import functools
import os
import platform
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import IO, Any

from gelenk.toolchain import targets
from gelenk.toolchain.targets import PLATFORMS, Level, Platform, Target


def name() -> str:
    """Return this platform in words: "Linux on x86_64"."""
    return f"{platform.system()} on {platform.machine()}"


@functools.cache
def here() -> Platform:
    """Return the row of this platform; raise RuntimeError if compiled kernels do not run."""
    machine = platform.machine()
    row = PLATFORMS.get((sys.platform, {"AMD64": "x86_64"}.get(machine, machine)))
    if row is None or sys.maxsize < 2**32:
        known = ", ".join(map(str, PLATFORMS.values()))
        raise RuntimeError(
            f"gelenk's compiled kernels run on {known}, not on {name()}. "
            "GELENK_JIT=0 runs everything in plain Python, slowly."
        )
    return row


def provider(symbol: str) -> tuple[str, str] | None:
    """Return `Platform.provider` of a C function on this platform."""
    return here().provider(symbol)


# CPU


@functools.cache
def _cpu_facts() -> dict[str, str]:
    """Return name, type and flags of the first CPU, under their keys in /proc/cpuinfo."""
    if sys.platform == "win32":
        return _cpu_of_windows()
    if sys.platform == "darwin":
        return _cpu_of_mac()
    try:
        with open("/proc/cpuinfo", encoding="utf-8", errors="replace") as f:
            first = f.read(16384).split("\n\n")[0]
    except OSError:
        return {}
    pairs = (line.partition(":") for line in first.splitlines())
    return {key.strip(): value.strip() for key, _, value in pairs}


# number of IsProcessorFeaturePresent -> flags of CPUs that have it; those with AVX2 have the other flags of x86-64-v3
_WINDOWS_FEATURES = {
    13: "pni",
    14: "cx16",
    36: "ssse3",
    37: "sse4_1",
    38: "sse4_2 popcnt lahf_lm",
    40: "avx2 fma bmi1 bmi2 f16c movbe abm",
}
# name of sysctl -> flags of CPUs that have it
_MAC_FEATURES = {
    "hw.optional.sse3": "pni cx16 lahf_lm",
    "hw.optional.supplementalsse3": "ssse3",
    "hw.optional.sse4_1": "sse4_1",
    "hw.optional.sse4_2": "sse4_2 popcnt",
    "hw.optional.avx2_0": "avx2 movbe",
    "hw.optional.fma": "fma",
    "hw.optional.bmi1": "bmi1 abm",
    "hw.optional.bmi2": "bmi2",
    "hw.optional.f16c": "f16c",
}


def _cpu_of_windows() -> dict[str, str]:
    present = ctypes.WinDLL("kernel32").IsProcessorFeaturePresent  # type: ignore[attr-defined, unused-ignore]
    flags = " ".join(flags for number, flags in _WINDOWS_FEATURES.items() if present(number))
    return {"model name": platform.processor(), "flags": flags}


def _cpu_of_mac() -> dict[str, str]:
    name = _sysctl("machdep.cpu.brand_string", 256).split(b"\0")[0].decode(errors="replace")
    flags = " ".join(flags for key, flags in _MAC_FEATURES.items() if any(_sysctl(key, 8)))
    return {"model name": name, "flags": flags}


def _sysctl(name: str, size: int) -> bytes:
    """Return a value of sysctl of at most ``size`` bytes, b"" if there is none."""
    value, length = ctypes.create_string_buffer(size), ctypes.c_size_t(size)
    read = ctypes.CDLL(None).sysctlbyname
    failed = read(name.encode(), value, ctypes.byref(length), None, ctypes.c_size_t(0))
    return b"" if failed else value.raw[: length.value]


def processor() -> str:
    """Return the name of the CPU, if the system reports it."""
    return _cpu_facts().get("model name") or platform.processor() or platform.machine()


def processor_features() -> str:
    """Return a string that identifies the CPU type, for names of libraries built for it."""
    facts = _cpu_facts()
    told = ("vendor_id", "cpu family", "model", "model name", "CPU implementer", "CPU part", "CPU variant")
    flags = sorted((facts.get("flags") or facts.get("Features") or "").split())
    return " ".join([platform.machine(), platform.processor(), *(facts.get(key, "") for key in told), *flags])


def missing_features(wanted: Level) -> list[str]:
    """Return the CPU flags of a level that this CPU lacks."""
    return sorted(wanted.flags - set(_cpu_facts().get("flags", "").split()))


def level() -> str:
    """Return the CPU level to compile for: the best one that this CPU supports, else "host"."""
    supported = (one.name for one in here().levels if not missing_features(one))
    return next(supported, targets.HOST)


def unsupported_cpu() -> str:
    """Return why this CPU runs code of no level of the platform, "" if it does.

    The answer is "" too if GELENK_CPU names a level.

    Errors   RuntimeError: the platform is unknown
    """
    row = here()
    if os.environ.get("GELENK_CPU") or level() != targets.HOST:
        return ""
    if not _cpu_facts():
        known = " or ".join(f"GELENK_CPU={one.name}" for one in row.levels)
        return f"the system does not say what this CPU is ({known} says it)"
    lowest = row.levels[-1]
    return f"{processor()} lacks {', '.join(missing_features(lowest))}, which {lowest.name} requires"


def target() -> Target:
    """Return the target of this process: GELENK_CPU, else the level of this CPU."""
    row = here()
    return Target(row, row.level(os.environ.get("GELENK_CPU") or level()))


# wheels


def tag(versions: Iterable[str], row: Platform) -> str:
    """Return the tags of a wheel with these symbol versions ("GLIBC_2.17", ...)."""
    foreign = row.system == "linux" and platform.libc_ver()[0] != "glibc"
    if foreign and os.environ.get("GELENK_LINKER") == "system":
        return f"linux_{row.machine}"  # bound to the C library of this machine
    return row.tag(versions)


# shared libraries and the clock


@functools.cache
def loader() -> tuple[Callable[[str], int], Callable[[int, bytes], int | None]]:
    """Return functions that open a shared library, and that find a symbol in an open one.

    The first raises OSError with the reason of the system; the second returns None if there is no such symbol.
    """
    if sys.platform == "win32":
        import _ctypes

        find = ctypes.WinDLL("kernel32").GetProcAddress  # type: ignore[attr-defined, unused-ignore]
        find.argtypes, find.restype = (ctypes.c_void_p, ctypes.c_char_p), ctypes.c_void_p
        return (lambda path: _ctypes.LoadLibrary(path, 0)), find  # type: ignore[attr-defined, unused-ignore]
    process: Any = ctypes.PyDLL(None)  # has dlopen in every process with extension modules
    process.dlopen.argtypes, process.dlopen.restype = (ctypes.c_char_p, ctypes.c_int), ctypes.c_void_p
    process.dlsym.argtypes, process.dlsym.restype = (ctypes.c_void_p, ctypes.c_char_p), ctypes.c_void_p
    process.dlerror.argtypes, process.dlerror.restype = (), ctypes.c_char_p

    def opened(path: str) -> int:
        handle = process.dlopen(path.encode(), _RTLD_NOW)
        if not handle:
            raise OSError((process.dlerror() or b"no reason given").decode(errors="replace"))
        return handle

    return opened, process.dlsym


_RTLD_NOW = 2  # equal on all systems with dlopen


def clock() -> tuple[int, int, float]:
    """Return the address of `Platform.clock`, its first argument, and the seconds per tick.

    QueryPerformanceCounter counts ticks. clock_gettime takes a clock id and returns seconds and nanoseconds, so the
    seconds per tick are 0.
    """
    if sys.platform == "win32":
        system = ctypes.WinDLL("kernel32")  # type: ignore[attr-defined, unused-ignore]
        ticks = ctypes.c_int64()
        system.QueryPerformanceFrequency(ctypes.byref(ticks))
        return ctypes.cast(getattr(system, here().clock), ctypes.c_void_p).value or 0, 0, 1 / ticks.value
    function = getattr(ctypes.PyDLL(None), here().clock)
    return ctypes.cast(function, ctypes.c_void_p).value or 0, time.CLOCK_MONOTONIC, 0.0


# files and processes


def cache_folder() -> str:
    """Return this user's folder for caches: XDG_CACHE_HOME, else that of the system."""
    base = os.environ.get("XDG_CACHE_HOME")
    if base and os.path.isabs(base):  # the XDG specification says to ignore relative paths
        return base
    home = os.path.expanduser("~")
    if sys.platform == "win32":
        return os.environ.get("LOCALAPPDATA") or os.path.join(home, "AppData", "Local")
    return (
        os.path.join(home, "Library", "Caches") if sys.platform == "darwin" else os.path.join(home, ".cache")
    )


def accept_all_characters() -> None:
    """Print ? for characters that the console's encoding (a Windows code page) lacks."""
    for stream in (sys.stdout, sys.stderr):
        if stream is not None and hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


@contextlib.contextmanager
def locked(path: str) -> Iterator[None]:
    """Hold an exclusive lock between processes on ``path``; the file is deleted afterwards."""
    while True:
        with open(path, "ab", opener=_private) as file:
            _lock(file)
            if not _same(file, path):
                continue  # deleted by the previous holder, and possibly created again by another process
            try:
                yield
            finally:
                with contextlib.suppress(OSError):
                    # Windows does not delete an open file; the next process finds it unlocked.
                    os.unlink(path)
            return


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def _same(file: IO[Any], path: str) -> bool:
    try:
        return os.path.samestat(os.fstat(file.fileno()), os.stat(path))
    except OSError:
        return False


def _lock(file: IO[Any]) -> None:
    try:
        import fcntl
    except ImportError:
        _lock_on_windows(file)
    else:
        fcntl.flock(file, fcntl.LOCK_EX)


def _lock_on_windows(file: IO[Any]) -> None:
    import msvcrt

    while True:
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_LOCK, 1)  # type: ignore[attr-defined, unused-ignore]
            return
        except OSError as error:
            if error.errno != errno.EDEADLOCK:  # Windows stops waiting after 10 s; compiling takes minutes
                raise


def distrusted(path: str | Path) -> str:
    """Return why other users could have put code at ``path``, "" if they could not.

    Errors   OSError: the path does not exist
    """
    return distrusted_as(os.stat(path))


def distrusted_as(found: os.stat_result) -> str:
    """Return the result of `distrusted` for a stat result instead of a path."""
    if not hasattr(os, "geteuid"):
        return ""  # the system has access control lists, which are not examined
    if found.st_uid not in (0, os.geteuid()):
        return f"belongs to {_user(found.st_uid)}"
    return "can be written by other users" if found.st_mode & 0o022 else ""


def _user(number: int) -> str:
    import pwd

    try:
        return f"user {pwd.getpwuid(number).pw_name}"
    except KeyError:
        return f"user {number}"


def always_has_desktop() -> bool:
    """Return whether windows can be opened without a display variable in the environment."""
    return sys.platform in ("darwin", "win32")


def after_fork(function: Callable[[], None]) -> None:
    """Call ``function`` in each forked child process, on systems with fork."""
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=function)


def ending(code: int) -> str:
    """Return how a process ended, in words, from its exit status."""
    if code >= 0xC0000000:
        named = {0xC0000005: " (access violation)", 0xC000001D: " (illegal instruction)"}
        return f"it was ended by exception {code:#x}{named.get(code, '')}"
    if code >= 0:
        return f"it ended with status {code}"
    reasons = {9: " (SIGKILL: often the system was out of memory)", 11: " (SIGSEGV)", 4: " (SIGILL)"}
    return f"it was ended by signal {-code}{reasons.get(-code, '')}"


# memory

_MEMINFO = Path("/proc/meminfo")
_GROUP = Path("/sys/fs/cgroup")
# files of a container's limit, and of the memory that cannot be reclaimed; cgroups version 2, then version 1
_LIMITS = (
    ("memory.max", "memory.stat", "anon "),
    ("memory/memory.limit_in_bytes", "memory/memory.stat", "total_rss "),
)


def free_memory() -> float:
    """Return the bytes that this process can still allocate; infinite if unknown."""
    return min(_machine(), _container())


def _machine() -> float:
    try:
        lines = _MEMINFO.read_text(encoding="utf-8").splitlines()
    except OSError:
        return float("inf")
    return 1024.0 * _number(lines, "MemAvailable:", float("inf"))


def _number(lines: list[str], name: str, otherwise: float) -> float:
    """Return the number after ``name`` at the start of a line."""
    return next((int(line.split()[1]) for line in lines if line.startswith(name)), otherwise)


def _container() -> float:
    for most, parts, taken in _LIMITS:
        try:
            limit, lines = (_GROUP / most).read_text().strip(), (_GROUP / parts).read_text().splitlines()
        except OSError:
            continue
        return float("inf") if limit == "max" else float(int(limit) - _number(lines, taken, 0))
    return float("inf")
