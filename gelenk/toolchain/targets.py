"""Targets: the table of platforms and CPU levels that stages are compiled for.

Documents: design / One front end, many targets

A platform is an operating system on a CPU architecture; a target is a platform at one of its CPU levels. The front end
gives the same bitcode for all of them (bitcode.py), and a row here says how LLVM and the linker continue. A wheel
carries libraries for all levels of its platform, and a process loads the best that its CPU supports (platforms.py).
"""

import re
from collections.abc import Iterable
from typing import NamedTuple

# C functions that kernels may call: functions of doubles of C99 and one of GNU, with suffix f those of floats;
# functions into which LLVM turns copying loops
_MATH = """
    acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh erf erfc exp exp2 expm1 fabs fdim floor fma fmax
    fmin fmod frexp hypot ldexp lgamma log log10 log1p log2 modf nearbyint pow remainder rint round sin sincos sinh sqrt
    tan tanh tgamma trunc
"""
MATH = frozenset(name + ending for name in _MATH.split() for ending in ("", "f"))
MEMORY = frozenset({"memchr", "memcmp", "memcpy", "memmove", "memset"})
HOST = "host"  # name of the level that stands for the CPU of this machine
OLDEST = (2, 17)  # oldest glibc that current installers know and numpy supports


class Level(NamedTuple):
    """A CPU level of a platform.

    name       name in libraries; for LLVM too, unless ``processor`` names another
    processor  CPU of LLVM's cost model; "": that of the level
    without    features of that CPU beyond the level, which code must not use
    flags      CPU flags that the level requires, as Linux names them
    features   features of the level that its CPU in LLVM lacks
    optimizer  name of the target for which LLVM's passes run; "": this target
    """

    name: str
    processor: str = ""
    without: tuple[str, ...] = ()
    flags: frozenset[str] = frozenset()
    features: tuple[str, ...] = ()
    optimizer: str = ""

    @property
    def cpu(self) -> tuple[str, str]:
        """Return CPU and features as LLVM takes them."""
        marks = [*(f"-{name}" for name in self.without), *(f"+{name}" for name in self.features)]
        return self.processor or self.name, ",".join(marks)


class Platform(NamedTuple):
    """One operating system on one CPU architecture.

    system     operating system, as sys.platform names it
    machine    CPU architecture, as platform.machine names it
    triple     LLVM's name of the platform
    levels     CPU levels of wheels, best first
    suffix     suffix of shared libraries
    math, c    libraries that define the C functions
    linker     OWN: gelenk's own linker (toolchain/elf); ZIG: zig, else a compiler driver of that system;
               WASM: wasm-ld (toolchain/wasm.py)
    version    oldest symbol version, which compiled code requests; "" if symbols are not versioned
    calls      C functions beyond MEMORY into which LLVM turns code for this triple
    zig        name of the platform as zig takes it
    driver     arguments of a compiler driver to link a shared library
    clock      function of the system that reads a monotonic clock (platforms.clock)
    tags       platform tags of wheels; {} is the required version of glibc
    untested   which tests do not run on the platform, in words; "" if all do
    """

    system: str
    machine: str
    triple: str
    levels: tuple[Level, ...]
    suffix: str
    math: str
    c: str
    linker: str
    version: str = ""
    calls: frozenset[str] = frozenset()
    zig: str = ""
    driver: tuple[str, ...] = ()
    clock: str = ""
    tags: tuple[str, ...] = ()
    untested: str = ""

    @property
    def caution(self) -> str:
        """Return which tests do not run, and what a user can do about that; "" if all do."""
        return f"{self.untested}: python -m gelenk.selftest makes a report to send" if self.untested else ""

    @property
    def name(self) -> str:
        """Return the name for commands: "linux-x86_64"."""
        return f"{self.system}-{self.machine}"

    def level(self, name: str) -> Level:
        """Return the level of this name; levels outside the table are CPUs that LLVM knows."""
        return next((level for level in self.levels if level.name == name), Level(name))

    def provider(self, symbol: str) -> tuple[str, str] | None:
        """Return (library, version to request) of a C function; None if kernels may not call it."""
        if symbol in MATH:
            return self.math, self.version
        return (self.c, self.version) if symbol in MEMORY | self.calls else None

    def tag(self, versions: Iterable[str]) -> str:
        """Return the tags of a wheel with these symbol versions ("GLIBC_2.17", ...)."""
        found = [tuple(map(int, v[6:].split("."))) for v in versions if re.fullmatch(r"GLIBC_[\d.]+", v)]
        major, minor, *_ = needed = max([OLDEST, *found])
        tags = [tag.format(f"{major}_{minor}") for tag in self.tags]
        return ".".join(tag for tag in tags if needed <= OLDEST or not tag.startswith("manylinux2014"))

    def __str__(self) -> str:
        """Return the platform in words: "Windows on x86_64"."""
        return f"{_SYSTEMS.get(self.system, self.system)} on {self.machine}"


class Target(NamedTuple):
    """A platform at one CPU level."""

    platform: Platform
    level: Level

    @property
    def name(self) -> str:
        """Return the name for the compiler process: "linux-x86_64 x86-64-v3"."""
        return f"{self.platform.name} {self.level.name}"

    @property
    def optimizer(self) -> "Target":
        """Return the target for which the passes run."""
        return target_named(self.level.optimizer) if self.level.optimizer else self

    @property
    def facts(self) -> str:
        """Return the entries of this table that affect the bytes of a library, as text."""
        row, own, passes = self.platform, self._code, self.optimizer._code
        shared = () if passes == own else passes
        return repr((*own, row.math, row.c, row.version, row.linker, *shared))

    @property
    def _code(self) -> tuple[str, tuple[str, str]]:
        return self.platform.triple, self.level.cpu


OWN, ZIG, WASM = "own", "zig", "wasm-ld"
_SYSTEMS = {"linux": "Linux", "darwin": "macOS", "win32": "Windows"}
_V2 = frozenset({"cx16", "lahf_lm", "popcnt", "pni", "sse4_1", "sse4_2", "ssse3"})
_V3 = frozenset({"avx2", "fma", "bmi1", "bmi2", "f16c", "movbe", "abm"})
_BEYOND_V3 = (
    *("adx", "aes", "clflushopt", "fsgsbase", "invpcid", "pclmul", "prfchw", "rdrnd", "rdseed"),
    *("xsavec", "xsaveopt", "xsaves"),
)
# skylake, since LLVM's own cost model of x86-64-v3 is that of Sandy Bridge (2011), which has no AVX2
# Optimized code of Linux serves macOS and Windows: systems differ for LLVM's passes only in name mangling and in the
# available C functions, and the functions that the passes introduce exist on all three.
_V3_PASSES, _V2_PASSES = "linux-x86_64 x86-64-v3", "linux-x86_64 x86-64-v2"
_X86_V3 = Level("x86-64-v3", "skylake", _BEYOND_V3, _V3, optimizer=_V3_PASSES)
_X86_V2 = Level("x86-64-v2", flags=_V2, optimizer=_V2_PASSES)
# glibc's names. musl's loader resolves both to musl and ignores symbol versions, so that one library serves both C
# libraries
_MATH_OF_GNU, _C_OF_GNU = "libm.so.6", "libc.so.6"
_SYSTEM = "/usr/lib/libSystem.B.dylib"
_CLOCK_OF_POSIX, _CLOCK_OF_WINDOWS = "clock_gettime", "QueryPerformanceCounter"
_NO_MACHINE = "no test runs on a real machine"


def _linux(machine: str, levels: tuple[Level, ...], version: str, untested: str) -> Platform:
    return Platform(
        system="linux",
        machine=machine,
        triple=f"{machine}-unknown-linux-gnu",
        levels=levels,
        suffix=".so",
        math=_MATH_OF_GNU,
        c=_C_OF_GNU,
        version=version,
        calls=frozenset({"bcmp"}),
        linker=OWN,
        zig=f"{machine}-linux-gnu.2.17",
        driver=("-shared", "-nostartfiles", "-Wl,-z,defs"),
        clock=_CLOCK_OF_POSIX,
        tags=tuple(f"{kind}_{machine}" for kind in ("manylinux_{}", "manylinux2014", "musllinux_1_1")),
        untested=untested,
    )


def _mac(machine: str, levels: tuple[Level, ...]) -> Platform:
    return Platform(
        system="darwin",
        machine=machine,
        triple=f"{machine}-apple-macosx11.0.0",
        levels=levels,
        suffix=".dylib",
        math=_SYSTEM,
        c=_SYSTEM,
        calls=frozenset({"bcmp", "bzero", "memset_pattern16", "__sincos_stret"}),
        linker=ZIG,
        zig=f"{machine.replace('arm64', 'aarch64')}-macos.11.0",
        driver=("-dynamiclib", "-nostartfiles"),
        clock=_CLOCK_OF_POSIX,
        tags=(f"macosx_11_0_{machine}",),
        untested=_NO_MACHINE,
    )


def _windows(machine: str, levels: tuple[Level, ...]) -> Platform:
    return Platform(
        system="win32",
        machine=machine,
        triple=f"{machine}-pc-windows-gnu",
        levels=levels,
        suffix=".dll",
        math="api-ms-win-crt-math-l1-1-0",
        c="",  # functions of memory come from the linker
        calls=frozenset({"___chkstk_ms"}),
        linker=ZIG,
        zig=f"{machine}-windows-gnu",
        clock=_CLOCK_OF_WINDOWS,
        tags=(f"win_{machine.replace('x86_64', 'amd64')}",),
        untested=_NO_MACHINE,
    )


# level "generic" of aarch64 has no LSE atomics, which a Raspberry Pi 4 lacks
PLATFORMS = {
    (row.system, row.machine): row
    for row in (
        _linux("x86_64", (_X86_V3, _X86_V2), "GLIBC_2.2.5", ""),
        _linux(
            "aarch64",
            (Level("generic", optimizer=_V2_PASSES),),
            "GLIBC_2.17",
            "tests run under emulation alone",
        ),
        _mac("arm64", (Level("apple-m1", optimizer=_V2_PASSES),)),
        _mac("x86_64", (_X86_V3, _X86_V2)),  # Rosetta 2 before macOS 15 has no AVX2
        _windows("x86_64", (_X86_V3, _X86_V2)),
    )
}

# browsers of the last three years have these features; a page provides the C functions
# (page/world.js). No process runs on this platform
_BROWSER = Level("wasm32", "generic", features=("bulk-memory", "simd128", "nontrapping-fptoint"))
PAGE = Platform(
    system="wasm",
    machine="wasm32",
    triple="wasm32-unknown-unknown",
    levels=(_BROWSER,),
    suffix=".wasm",
    math="env",
    c="env",
    linker=WASM,
)


def platform_named(name: str) -> Platform:
    """Return the platform with a name such as "linux-aarch64".

    Errors   ValueError: there is no such platform; the message lists the known ones
    """
    for row in (*PLATFORMS.values(), PAGE):
        if row.name == name:
            return row
    known = ", ".join(row.name for row in PLATFORMS.values())
    raise ValueError(f"platform must be one of {known}, got {name}")


def target_named(name: str) -> Target:
    """Return the target whose `Target.name` this is."""
    platform, _, level = name.partition(" ")
    row = platform_named(platform)
    return Target(row, row.level(level))
