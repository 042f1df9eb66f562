"""Platforms: all that depends on the operating system or the CPU architecture.

Documents: design / Compiled ahead, loaded without Numba

A row says how compiled kernels are named, linked and tagged on a platform. Linux on x86-64 is tested; the other rows
are untested, and compiling there prints a notice. On platforms without a row compiled code is refused, and plain Python
remains.
"""

import contextlib
import functools
import os
import platform
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import IO, Any, NamedTuple


class Platform(NamedTuple):
    """One operating system on one CPU architecture.

    suffix     suffix of shared libraries
    level      CPU level of wheels, as LLVM names it
    tuned      CPU of LLVM's cost model, and its features beyond the level, to be disabled; "": the level's own model,
               which for x86-64-v3 is a Sandy Bridge of 2011
    flags      CPU flags that the level requires, as the system names them
    math, c    libraries that define the C functions
    version    oldest symbol version, which compiled code requests; "" if symbols are not versioned
    driver     arguments of a compiler driver to link a shared library
    open       arguments of a compiler driver to link a library with symbols of the interpreter left undefined
    tag        platform tag of wheels; {} is the required C library version
    tested     whether tests run on the platform
    """

    suffix: str
    level: str
    tuned: tuple[str, str]
    flags: frozenset[str]
    math: str
    c: str
    version: str
    driver: tuple[str, ...]
    open: tuple[str, ...]
    tag: str
    tested: bool


_V3 = frozenset({"avx2", "fma", "bmi1", "bmi2", "f16c", "movbe", "abm"})
_BEYOND_V3 = (
    *("adx", "aes", "clflushopt", "fsgsbase", "invpcid", "pclmul", "prfchw", "rdrnd", "rdseed"),
    *("xsavec", "xsaveopt", "xsaves"),
)
_SKYLAKE = ("skylake", ",".join(f"-{feature}" for feature in _BEYOND_V3))
_AS_NAMED = ("", "")
_OPEN = ("-shared", "-nostartfiles")
_ELF = ((*_OPEN, "-Wl,-z,defs"), _OPEN)
_MAC = (("-dynamiclib", "-nostartfiles"), ("-dynamiclib", "-nostartfiles", "-Wl,-undefined,dynamic_lookup"))
_GNU = ("libm.so.6", "libc.so.6")
_SYSTEM = ("/usr/lib/libSystem.B.dylib",) * 2
_NONE: frozenset[str] = frozenset()

PLATFORMS = {
    ("linux", "x86_64"): Platform(
        ".so", "x86-64-v3", _SKYLAKE, _V3, *_GNU, "GLIBC_2.2.5", *_ELF, "manylinux_{}_x86_64", True
    ),
    ("linux", "aarch64"): Platform(
        ".so", "generic", _AS_NAMED, _NONE, *_GNU, "GLIBC_2.17", *_ELF, "manylinux_{}_aarch64", False
    ),
    ("darwin", "arm64"): Platform(
        ".dylib", "apple-m1", _AS_NAMED, _NONE, *_SYSTEM, "", *_MAC, "macosx_11_0_arm64", False
    ),
    ("darwin", "x86_64"): Platform(
        ".dylib", "x86-64-v3", _SKYLAKE, _NONE, *_SYSTEM, "", *_MAC, "macosx_11_0_x86_64", False
    ),
}

# C functions that kernels may call: functions of doubles of C99 and one of GNU, with suffix f those of floats;
# functions into which LLVM turns copying loops
_MATH = """
    acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh erf erfc exp exp2 expm1 fabs fdim floor fma fmax
    fmin fmod frexp hypot ldexp lgamma log log10 log1p log2 modf nearbyint pow remainder rint round sin sincos sinh sqrt
    tan tanh tgamma trunc
"""
MATH = frozenset(name + ending for name in _MATH.split() for ending in ("", "f"))
MEMORY = frozenset({"memchr", "memcmp", "memcpy", "memmove", "memset"})


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
    """Return (library, version to request) of a C function; None if kernels may not call it."""
    row = here()
    if symbol in MATH:
        return row.math, row.version
    return (row.c, row.version) if symbol in MEMORY else None


def process(symbol: str) -> tuple[str, str] | None:
    """Return as `provider` does, for code that calls the interpreter.

    Symbols of the interpreter are in the process when the library is loaded.
    """
    if symbol.startswith(("Py", "_Py")) or symbol == "clock_gettime":
        return "", ""
    return provider(symbol)


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


def missing_features() -> list[str]:
    """Return the CPU flags of the wheels' level that this CPU lacks."""
    have = _cpu_facts().get("flags", "").split()
    return sorted(here().flags - set(have))


def level() -> str:
    """Return the CPU level to compile for: that of wheels if supported, else "host"."""
    return "host" if missing_features() else here().level


# wheels


def tag(versions: Iterable[str]) -> str:
    """Return the platform tag of a wheel with these symbol versions ("GLIBC_2.17", ...)."""
    if sys.platform == "linux" and platform.libc_ver()[0] != "glibc":
        return f"linux_{platform.machine()}"
    found = [tuple(map(int, v[6:].split("."))) for v in versions if re.fullmatch(r"GLIBC_[\d.]+", v)]
    # The minimum is the oldest version that current installers know and numpy supports.
    major, minor, *_ = max([(2, 17), *found])
    return here().tag.format(f"{major}_{minor}")


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
