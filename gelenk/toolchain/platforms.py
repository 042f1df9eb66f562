"""Platforms: all that a process asks of its operating system and its CPU.

Documents: design / Compiled ahead, loaded without Numba

The rows of platforms and CPU levels are in targets.py. On platforms without a row compiled code is refused, and plain
Python remains; compiling on a platform that no test runs on prints a notice.
"""

import contextlib
import functools
import os
import platform
import sys
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
        known = ", ".join(f"{system} on {machine}" for system, machine in PLATFORMS)
        raise RuntimeError(
            f"gelenk's compiled kernels run on {known}, not on {name()}. "
            "On Windows, use the Windows Subsystem for Linux. GELENK_JIT=0 runs everything in plain Python, slowly."
        )
    return row


def provider(symbol: str) -> tuple[str, str] | None:
    """Return `Platform.provider` of a C function on this platform."""
    return here().provider(symbol)


def process(symbol: str) -> tuple[str, str] | None:
    """Return `Platform.process` of a function on this platform."""
    return here().process(symbol)


# CPU


@functools.cache
def _cpu_facts() -> dict[str, str]:
    """Return what /proc/cpuinfo says of the first CPU."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8", errors="replace") as f:
            first = f.read(16384).split("\n\n")[0]
    except OSError:
        return {}
    pairs = (line.partition(":") for line in first.splitlines())
    return {key.strip(): value.strip() for key, _, value in pairs}


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
        return f"/proc/cpuinfo does not say what this CPU is ({known} says it)"
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


# files and processes


@contextlib.contextmanager
def locked(path: str) -> Iterator[None]:
    """Hold an exclusive lock between processes on ``path``; the file is deleted afterwards."""
    while True:
        with open(path, "a", opener=_private) as file:
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
        import msvcrt

        msvcrt.locking(file.fileno(), msvcrt.LK_LOCK, 1)  # type: ignore[attr-defined, unused-ignore]
    else:
        fcntl.flock(file, fcntl.LOCK_EX)


def distrusted(path: str | Path) -> str:
    """Return why other users could have put code at ``path``, "" if they could not.

    Errors   OSError: the path does not exist
    """
    return distrusted_as(os.stat(path))


def distrusted_as(found: os.stat_result) -> str:
    """Return as `distrusted` does, from a stat result."""
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
        lines = _MEMINFO.read_text().splitlines()
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
