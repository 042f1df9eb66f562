"""One text of LLVM in several variants: precisions, widths of integers, exact or fast sums, models shared or own.

Documents: design / Many worlds on GPUs

The front end gives text in double precision and 64-bit integers. What changes are types, constants, which are rounded,
and names of functions. That works on text that no pass has touched: passes turn indices into offsets of bytes, which no
longer fit. Constants that depend on the precision (tables/precision.py) become known here.
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
)  # structs with such fields
_TABLES = "|".join(symbol(own(name)) for name in OWNERS)
_APART = re.compile(
    rf"^@({_TABLES}) = external (?:local_unnamed_addr )?addrspace\(4\) global (\[\d+ x i8\]).*$", re.MULTILINE
)
_LIMIT = re.compile(
    rf"^@{NUMBER}(\w+) = external (?:local_unnamed_addr )?(?:global|constant) double.*$", re.MULTILINE
)
_ACCESS = re.compile(r"\b(?:load|store) (.*), ptr\b.*, align 8\b")
_WIDE = re.compile(r"(?<![%@.\w])(?:ptr|i64|double)\b")  # what lies at multiples of 8
_TILE = re.compile(rf"^@{TILE} = external (?:local_unnamed_addr )?(?:global|constant) i64.*$", re.MULTILINE)
_LENGTH = str(2**62), str(2**30)  # of views that come without theirs
_LEAST = str(-(2**63)), str(-(2**31))


class Variant(NamedTuple):
    """How numbers are kept: single or double precision, 32-bit integers or 64-bit ones, sums in their order or not.

    own     whether worlds can have values of their own of fields of the model
    lanes   threads of a GPU that share a world: a power of two, up to 32
    """

    single: bool = False
    narrow: bool = False
    exact: bool = False
    own: bool = False
    lanes: int = 1

    @property
    def name(self) -> str:
        """For the names of files: f64i64, f32i32, f64i64exact, f32i32own, f32i32lanes8, ..."""
        numbers = f"f{32 if self.single else 64}i{32 if self.narrow else 64}"
        lanes = f"lanes{self.lanes}" if self.lanes > 1 else ""
        return numbers + ("exact" if self.exact else "") + ("own" if self.own else "") + lanes

    @property
    def tile(self) -> int:
        """How many worlds lie side by side: those of a warp."""
        return WARP // self.lanes

    @property
    def integer(self) -> str:
        """LLVM's type of integers."""
        return "i32" if self.narrow else "i64"

    @property
    def real(self) -> str:
        """LLVM's type of numbers."""
        return "float" if self.single else "double"

    def dtype(self, kind: str) -> str:
        """The type that arrays have in memory whose field has type ``kind``."""
        if self.single and kind == "float64":
            return "float32"
        if self.narrow and kind in ("int64", "uint64"):
            return kind.replace("64", "32")
        return kind


LANES = (1, 2, 4, 8, 16, 32)  # that a world may have: all powers of two within a warp
CHOSEN = 8  # where several are better than one and nobody says how many
_BOTH = (False, True)
VARIANTS = {
    v.name: v for v in itertools.starmap(Variant, itertools.product(_BOTH, _BOTH, _BOTH, _BOTH, LANES))
}


def change(text: str, variant: Variant) -> str:
    """The text of a module in this variant."""
    text = _limits(lane_loops.split(text, variant.lanes), variant)
    text = _TILE.sub(f"@{TILE} = internal constant i64 {variant.tile}", text)
    if not variant.own:  # what is known to be zero vanishes
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
    """Numbers of the table become constants."""
    rows = Limits.rows()

    def constant(found: re.Match) -> str:
        row = rows.get(found.group(1))
        if row is None:
            return found.group(0)
        value = struct.pack(">d", row.single if variant.single else row.double).hex().upper()
        return f"@{NUMBER}{found.group(1)} = internal constant double 0x{value}"

    return _LIMIT.sub(constant, text)  # all at once: the text has megabytes


def _rounded(match: re.Match) -> str:
    token = match.group(0)
    value = struct.unpack(">d", bytes.fromhex(token[2:]))[0] if token.startswith("0x") else float(token)
    try:
        value = struct.unpack(">f", struct.pack(">f", value))[0]
    except OverflowError:  # 1e200 and its like mean the same as infinity
        value = float("inf") if value > 0 else float("-inf")
    return "0x" + struct.pack(">d", value).hex().upper()  # LLVM writes constants of either kind as doubles


def _to_single(line: str) -> str:
    if "double" in line or "f64" in line:
        line = _EXTEND.sub(r"= bitcast float \1 to float", line)
        line = _TRUNCATE.sub(r"= bitcast float \1 to float", line)
        if _DOUBLE.search(line):
            if "bitcast double" in line and "to i64" in line:
                raise ValueError(f"bits of a double are used as such: {line}")
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
    """Numbers of 4 bytes lie at multiples of 4: a GPU stops where a pair of them is read at once that does not."""
    found = _ACCESS.search(line)
    if found and not _WIDE.search(found.group(1)):
        return line.replace(", align 8", ", align 4")
    return line
