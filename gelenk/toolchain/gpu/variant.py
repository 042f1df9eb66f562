"""Variants of one LLVM text: number types, exact or fast sums, per-world values, lanes.

Documents: design / Many worlds on GPUs

The front end gives text in double precision and 64-bit integers. A variant changes types, rounds constants and renames
functions. This works on unoptimized text only, since passes turn indices into byte offsets, which would no longer fit.
Constants that depend on the precision (tables/precision.py) are inserted here.
"""

import itertools
import re
import struct
from typing import NamedTuple

from gelenk.tables.precision import Limits
from gelenk.toolchain import struct_layout
from gelenk.toolchain.gpu import lane_loops
from gelenk.toolchain.symbols import NUMBER, TILE, WARP, own, symbol

_NUMBER = re.compile(r'(?<![\w.%@$"#!-])(?:0x[0-9A-Fa-f]{16}|-?\d+\.\d+(?:e[+-]?\d+)?)(?![\w.])')
_LIBM = re.compile(
    r"@(sqrt|sin|cos|tan|asin|acos|atan|atan2|exp|expm1|log|log1p|log10|pow|fmod|hypot|floor|ceil)\("
)
_EXTEND = re.compile(r"= fpext (?:[a-z]+ )*float (\S+) to double")
_TRUNCATE = re.compile(r"= fptrunc (?:[a-z]+ )*double (\S+) to float")
_DOUBLE = re.compile(r"\bdouble\b(?!_)")
_WIDEN = re.compile(r"= (?:sext|zext)(?: nneg)? i32 (\S+) to i64")
_NARROW = re.compile(r"= trunc(?: nsw| nuw)* i64 (\S+) to i32")
_LONG = re.compile(r"\bi64\b")
_FAST = re.compile(
    r"\b(f\w+|call|tail call|select|phi) (?:(?:reassoc|nsz|arcp|contract|afn|nnan|ninf|fast) )+"
)
OWNERS = tuple(
    plan.name for plan in struct_layout.MANY if plan is not struct_layout.DATA
)  # structs with per-world fields
_TABLES = "|".join(symbol(own(name)) for name in OWNERS)
_APART = re.compile(
    rf"^@({_TABLES}) = external (?:local_unnamed_addr )?addrspace\(4\) global (\[\d+ x i8\]).*$", re.MULTILINE
)
_LIMIT = re.compile(
    rf"^@{NUMBER}(\w+) = external (?:local_unnamed_addr )?(?:global|constant) double.*$", re.MULTILINE
)
_ACCESS = re.compile(r"\b(?:load|store) (.*), ptr\b.*, align 8\b")
_WIDE = re.compile(r"(?<![%@.\w])(?:ptr|i64|double)\b")  # types that are aligned to 8 bytes
_TILE = re.compile(rf"^@{TILE} = external (?:local_unnamed_addr )?(?:global|constant) i64.*$", re.MULTILINE)
_LENGTH = str(2**62), str(2**30)  # length of views without a known length
_LEAST = str(-(2**63)), str(-(2**31))


class Variant(NamedTuple):
    """Number types of the code: float or double, 32-bit or 64-bit integers; ordered sums.

    exact   sums keep their order, and no fast-math flags are set
    own     worlds may have their own values of fields of the model
    lanes   GPU threads that share a world: a power of two, up to 32
    """

    single: bool = False
    narrow: bool = False
    exact: bool = False
    own: bool = False
    lanes: int = 1

    @property
    def name(self) -> str:
        """Return the name for files: f64i64, f32i32, f64i64exact, f32i32own, f32i32lanes8, ..."""
        numbers = f"f{32 if self.single else 64}i{32 if self.narrow else 64}"
        lanes = f"lanes{self.lanes}" if self.lanes > 1 else ""
        return numbers + ("exact" if self.exact else "") + ("own" if self.own else "") + lanes

    @property
    def tile(self) -> int:
        """Return the number of interleaved worlds: those of one warp."""
        return WARP // self.lanes

    @property
    def integer(self) -> str:
        """Return LLVM's integer type."""
        return "i32" if self.narrow else "i64"

    @property
    def real(self) -> str:
        """Return LLVM's floating point type."""
        return "float" if self.single else "double"

    def dtype(self, kind: str) -> str:
        """Return the dtype in memory of a field whose dtype is ``kind``."""
        if self.single and kind == "float64":
            return "float32"
        if self.narrow and kind in ("int64", "uint64"):
            return kind.replace("64", "32")
        return kind


LANES = (1, 2, 4, 8, 16, 32)  # possible lane counts: powers of two within a warp
DEFAULT_LANES = 8  # lanes, where several are faster and the user names no number
_BOTH = (False, True)
VARIANTS = {
    v.name: v for v in itertools.starmap(Variant, itertools.product(_BOTH, _BOTH, _BOTH, _BOTH, LANES))
}


def apply_variant(text: str, variant: Variant) -> str:
    """Return the text of a module in a variant."""
    text = _limits(lane_loops.distribute_loops(text, variant.lanes), variant)
    text = _TILE.sub(f"@{TILE} = internal constant i64 {variant.tile}", text)
    if not variant.own:  # tables known to be zero are optimized away
        text = _APART.sub(r"@\1 = internal addrspace(4) constant \2 zeroinitializer, align 64", text)
    if variant.exact:
        text = _FAST.sub(r"\1 ", text)
    if variant.single:
        text = "\n".join(map(_to_single, text.split("\n")))
    if variant.narrow:
        text = "\n".join(map(_to_int32, text.split("\n")))
    if variant.single or variant.narrow:
        text = "\n".join(map(_aligned, text.split("\n")))
    return text


def _limits(text: str, variant: Variant) -> str:
    """Replace the globals of the precision table by constants."""
    rows = Limits.rows()

    def constant(found: re.Match) -> str:
        row = rows.get(found.group(1))
        if row is None:
            return found.group(0)
        value = struct.pack(">d", row.single if variant.single else row.double).hex().upper()
        return f"@{NUMBER}{found.group(1)} = internal constant double 0x{value}"

    return _LIMIT.sub(constant, text)  # one substitution for all rows, since the text has megabytes


def _rounded(match: re.Match) -> str:
    token = match.group(0)
    value = struct.unpack(">d", bytes.fromhex(token[2:]))[0] if token.startswith("0x") else float(token)
    try:
        value = struct.unpack(">f", struct.pack(">f", value))[0]
    except OverflowError:  # values such as 1e200 stand for infinity
        value = float("inf") if value > 0 else float("-inf")
    return "0x" + struct.pack(">d", value).hex().upper()  # LLVM writes float constants as doubles too


def _to_single(line: str) -> str:
    if "double" in line or "f64" in line:
        line = _EXTEND.sub(r"= bitcast float \1 to float", line)
        line = _TRUNCATE.sub(r"= bitcast float \1 to float", line)
        if _DOUBLE.search(line):
            if "bitcast double" in line and "to i64" in line:
                raise ValueError(f"the bits of a double are used as an integer: {line}")
            line = _NUMBER.sub(_rounded, line)
            line = _DOUBLE.sub("float", line)
        line = line.replace(".f64", ".f32")
        line = _LIBM.sub(r"@\1f(", line)
    return line


def _to_int32(line: str) -> str:
    if "i64" in line and not line.startswith("target"):
        line = line.replace(*_LENGTH).replace(*_LEAST)
        line = _WIDEN.sub(r"= add i32 \1, 0", line)
        line = _NARROW.sub(r"= add i32 \1, 0", line)
        line = _LONG.sub("i32", line).replace(".i64", ".i32")
    return line


def _aligned(line: str) -> str:
    """Reduce the alignment of 4-byte types to 4: GPUs trap on misaligned vector loads."""
    found = _ACCESS.search(line)
    if found and not _WIDE.search(found.group(1)):
        return line.replace(", align 8", ", align 4")
    return line
