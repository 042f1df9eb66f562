"""Variants of one LLVM text: number types, exact or fast sums, per-world values, lanes.

Documents: design / Many worlds on GPUs

The front end gives text in double precision and 64-bit integers. A variant changes types, rounds constants and renames
functions. This works on unoptimized text only, since passes turn indices into byte offsets, which depend on the types.
Constants that depend on the precision (tables/precision.py) are inserted here.
"""

import itertools
import struct
from typing import NamedTuple

from gelenk.tables.precision import Limits
from gelenk.toolchain import struct_layout
from gelenk.toolchain.gpu import lane_loops
from gelenk.toolchain.ir_text.functions import replace_external_globals
from gelenk.toolchain.ir_text.instructions import (
    access,
    assign,
    conversion,
    with_alignment,
    without_fast_math,
)
from gelenk.toolchain.ir_text.tokens import (
    has_word,
    rename_functions,
    rename_intrinsics,
    replace_reals,
    word_replacer,
)
from gelenk.toolchain.struct_layout import NUMBER, TILE, WARP, own, symbol

# functions of the C library that kernels call
MATH = "sqrt sin cos tan asin acos atan atan2 exp expm1 log log1p log10 pow fmod hypot floor ceil"
_MATH_OF_FLOATS = {name: f"{name}f" for name in MATH.split()}
_double_to_float = word_replacer({"double": "float"})
# i64 -> i32, and the two constants that differ: the length of views of unknown length, and the least integer
_i64_to_i32 = word_replacer({"i64": "i32", str(2**62): str(2**30), str(-(2**63)): str(-(2**31))})
_WIDE = ("ptr", "i64", "double")  # types that are aligned to 8 bytes
OWNERS = tuple(
    plan.name for plan in struct_layout.MANY if plan is not struct_layout.DATA
)  # structs with per-world fields
_TABLES = {symbol(own(name)) for name in OWNERS}


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
DEFAULT_LANES = 8  # lanes, where several are faster and the user does not choose
_BOTH = (False, True)
VARIANTS = {
    v.name: v for v in itertools.starmap(Variant, itertools.product(_BOTH, _BOTH, _BOTH, _BOTH, LANES))
}


def apply_variant(text: str, variant: Variant) -> str:
    """Return the text of a module in a variant."""
    text = _constants(lane_loops.distribute_loops(text, variant.lanes), variant)
    if variant.exact:
        text = without_fast_math(text)
    if variant.single:
        text = "\n".join(map(_to_single, text.split("\n")))
    if variant.narrow:
        text = "\n".join(map(_to_int32, text.split("\n")))
    if variant.single or variant.narrow:
        text = "\n".join(map(_aligned, text.split("\n")))
    return text


def _constants(text: str, variant: Variant) -> str:
    """Replace globals by constants: limits of the precision, tile size, tables of zeros."""
    rows = Limits.rows()

    def constant(name: str, kind: str) -> str | None:
        if name == TILE:
            return f"@{TILE} = internal constant {kind} {variant.tile}"
        if name in _TABLES and not variant.own:  # tables known to be zero are optimized away
            return f"@{name} = internal addrspace(4) constant {kind} zeroinitializer, align 64"
        row = rows.get(name.removeprefix(NUMBER)) if name.startswith(NUMBER) else None
        if row is None:
            return None
        value = struct.pack(">d", row.single if variant.single else row.double).hex().upper()
        return f"@{name} = internal constant {kind} 0x{value}"

    return replace_external_globals(text, constant)  # once for all names, since the text has megabytes


def _rounded(token: str) -> str:
    value = struct.unpack(">d", bytes.fromhex(token[2:]))[0] if token.startswith("0x") else float(token)
    try:
        value = struct.unpack(">f", struct.pack(">f", value))[0]
    except OverflowError:  # values such as 1e200 stand for infinity
        value = float("inf") if value > 0 else float("-inf")
    return "0x" + struct.pack(">d", value).hex().upper()  # LLVM writes float constants as doubles too


def _to_single(line: str) -> str:
    if "double" not in line and "f64" not in line:
        return line
    made = conversion(line)
    if made and {made.source, made.target} == {"float", "double"}:  # fpext or fptrunc
        return assign(made.result, f"bitcast float {made.value} to float")
    if made and (made.opcode, made.source, made.target) == ("bitcast", "double", "i64"):
        raise ValueError(f"the bits of a double are used as an integer: {line}")
    line = rename_functions(rename_intrinsics(line, "f64", "f32"), _MATH_OF_FLOATS)
    return _double_to_float(replace_reals(line, _rounded)) if "double" in line else line


def _to_int32(line: str) -> str:
    if "i64" not in line or line.startswith("target"):
        return line
    made = conversion(line)
    if made and {made.source, made.target} == {"i32", "i64"}:  # sext, zext or trunc
        return assign(made.result, f"add i32 {made.value}, 0")
    return rename_intrinsics(_i64_to_i32(line), "i64", "i32")


def _aligned(line: str) -> str:
    """Reduce the alignment of 4-byte types to 4: GPUs trap on misaligned vector loads."""
    found = access(line) if ", align 8" in line else None
    return line if found is None or has_word(found.type, _WIDE) else with_alignment(line, 8, 4)
