"""The platforms: everything that depends on the operating system or the processor's family, and nowhere else.

Documents: design / Compiled ahead, loaded without Numba

A row says how compiled kernels are named, linked and tagged there. Linux on x86-64 is what we test; the other rows are
prepared and say so when something is compiled. Where there is none, compiled code is refused and plain Python is left.
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
    """One operating system on one family of processors.

    suffix     how names of shared libraries end
    level      the processors that wheels are made for, as LLVM names them
    tuned      the processor whose costs of instructions LLVM reckons with for these, and what it has beyond the level,
               to be left out; "" for those of the level itself, which for x86-64-v3 are a Sandy Bridge's of 2011
    flags      what such a processor must have, as the system names it
    math, c    the libraries that have the functions of C
    version    the oldest version of these functions, which compiled code asks for; "" where nothing is versioned
    driver     arguments that make a compiler driver link a shared library
    open       the same for one that calls the interpreter, which it is not linked with
    tag        the platform part of a wheel's name; {} is what the symbols need
    tested     whether we run our tests there
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

# what the code of kernels may ask of the libraries of C: functions of doubles of C99 and one of GNU, and with an f at
# the end those of floats; what LLVM makes of loops that copy
_MATH = """
    acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh erf erfc exp exp2 expm1 fabs fdim floor fma fmax
    fmin fmod frexp hypot ldexp lgamma log log10 log1p log2 modf nearbyint pow remainder rint round sin sincos sinh sqrt
    tan tanh tgamma trunc
"""
MATH = frozenset(name + ending for name in _MATH.split() for ending in ("", "f"))
MEMORY = frozenset({"memchr", "memcmp", "memcpy", "memmove", "memset"})


def name() -> str:
    """This platform in words: "Linux on x86_64"."""
    return f"{platform.system()} on {platform.machine()}"


@functools.cache
def here() -> Platform:
    """The row of this platform; RuntimeError where compiled kernels do not run."""
    machine = platform.machine()
    row = PLATFORMS.get((sys.platform, {"AMD64": "x86_64"}.get(machine, machine)))
    if row is None or sys.maxsize < 2**32:
        known = ", ".join(f"{system} on {machine}" for system, machine in PLATFORMS)
        raise RuntimeError(
            f"gelenk's compiled kernels do not run on {name()}; they do on {known}. "
            "On Windows, the Windows Subsystem for Linux is one. GELENK_JIT=0 runs everything in plain Python, slowly."
        )
    return row


def provider(symbol: str) -> tuple[str, str] | None:
    """The library of C that has a function, and the version of it to ask for; None for what kernels may not call."""
    row = here()
    if symbol in MATH:
        return row.math, row.version
    return (row.c, row.version) if symbol in MEMORY else None


def process(symbol: str) -> tuple[str, str] | None:
    """The same for code that calls the interpreter, which is there when its library is loaded."""
    if symbol.startswith(("Py", "_Py")) or symbol == "clock_gettime":
        return "", ""
    return provider(symbol)


# The processor.


@functools.cache
def _cpu_facts() -> dict[str, str]:
    """What the system says of the first processor."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8", errors="replace") as f:
            first = f.read(16384).split("\n\n")[0]
    except OSError:
        return {}
    pairs = (line.partition(":") for line in first.splitlines())
    return {key.strip(): value.strip() for key, _, value in pairs}


def processor() -> str:
    """Name of the processor, where the system tells it."""
    return _cpu_facts().get("model name") or platform.processor() or platform.machine()


def processor_features() -> str:
    """What tells one kind of processor from another: code that is made for this one names its library by it."""
    facts = _cpu_facts()
    told = ("vendor_id", "cpu family", "model", "model name", "CPU implementer", "CPU part", "CPU variant")
    flags = sorted((facts.get("flags") or facts.get("Features") or "").split())
    return " ".join([platform.machine(), platform.processor(), *(facts.get(key, "") for key in told), *flags])


def missing_features() -> list[str]:
    """What this processor lacks of those that wheels are made for."""
    have = _cpu_facts().get("flags", "").split()
    return sorted(here().flags - set(have))


def level() -> str:
    """The processors that libraries are made for: those of wheels if this is one of them, else "host"."""
    return "host" if missing_features() else here().level


# Wheels.


def tag(versions: Iterable[str]) -> str:
    """The platform part of a wheel's name, of libraries that need these versions ("GLIBC_2.17", ...) of symbols."""
    if sys.platform == "linux" and platform.libc_ver()[0] != "glibc":
        return f"linux_{platform.machine()}"
    found = [tuple(map(int, v[6:].split("."))) for v in versions if re.fullmatch(r"GLIBC_[\d.]+", v)]
    major, minor, *_ = max([(2, 17), *found])  # the oldest that installers of today know, and numpy supports
    return here().tag.format(f"{major}_{minor}")


# Files and processes.


@contextlib.contextmanager
def locked(path: str) -> Iterator[None]:
    """Only one process at a time in here, for each ``path``; the file is gone afterwards."""
    while True:
        with open(path, "a", opener=_private) as file:
            _lock(file)
            if not _same(file, path):
                continue  # the one before us has removed it, and somebody may have made another
            try:
                yield
            finally:
                with contextlib.suppress(OSError):
                    os.unlink(path)  # Windows removes no open file: the next one finds it free
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
    """Why others could have put code there: it is theirs, or they may write to it. "" where all is well.

    OSError if there is nothing.
    """
    return distrusted_as(os.stat(path))


def distrusted_as(found: os.stat_result) -> str:
    """The same of what the system says of a path."""
    if not hasattr(os, "geteuid"):
        return ""  # lists of rights in place of owner and mode: left to the system
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
    """Whether programs of this system can open windows though no display is named in their environment."""
    return sys.platform in ("darwin", "win32")


def after_fork(function: Callable[[], None]) -> None:
    """Call ``function`` in each child process that is forked; where nothing forks, never."""
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=function)


def ending(code: int) -> str:
    """How a process ended, by its exit status, in words."""
    if code >= 0:
        return f"it ended with status {code}"
    reasons = {9: " (SIGKILL: often the system was out of memory)", 11: " (SIGSEGV)", 4: " (SIGILL)"}
    return f"it was ended by signal {-code}{reasons.get(-code, '')}"


# Memory.

_MEMINFO = Path("/proc/meminfo")
_GROUP = Path("/sys/fs/cgroup")
# limit of a container, and where the system says what is taken and cannot be given back; version 2, else version 1
_LIMITS = (
    ("memory.max", "memory.stat", "anon "),
    ("memory/memory.limit_in_bytes", "memory/memory.stat", "total_rss "),
)


def free_memory() -> float:
    """Bytes that this process may still take; infinite where the system does not say."""
    return min(_machine(), _container())


def _machine() -> float:
    try:
        lines = _MEMINFO.read_text().splitlines()
    except OSError:
        return float("inf")
    return 1024.0 * _number(lines, "MemAvailable:", float("inf"))


def _number(lines: list[str], name: str, otherwise: float) -> float:
    """The number after ``name`` at the start of a line."""
    return next((int(line.split()[1]) for line in lines if line.startswith(name)), otherwise)


def _container() -> float:
    for most, parts, taken in _LIMITS:
        try:
            limit, lines = (_GROUP / most).read_text().strip(), (_GROUP / parts).read_text().splitlines()
        except OSError:
            continue
        return float("inf") if limit == "max" else float(int(limit) - _number(lines, taken, 0))
    return float("inf")
