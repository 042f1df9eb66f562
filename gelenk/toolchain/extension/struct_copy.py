"""Copies of structs as LLVM text: small structs, rows of columns, and a whole MjData.

Documents: design / The border; Memory

``_copied(struct, address, record)`` gives a struct new memory, a copy of the memory at the address, and returns that.
The record has the size in bytes, the number of pointers, and for each pointer its offset and the offset of its target,
both from the start of the memory.

``_restored(structs, table)`` copies into the existing memory of each struct of a tuple; returns False if a struct has
no memory. The table has two addresses per struct: of the source and of the record.

``_gathered(struct, record, row)``, all integers, returns one row of several columns, packed; None if there is no such
row. The record has the offset of the row count in the struct, the number of columns, the bytes of a packed row, and for
each column the offset of its address, its bytes per row, and its offset in the packed row.

``_transferred(row, source, target, to, record)``, all integers, copies one row of several columns to row ``to``,
possibly of another struct. The record has the number of columns, and for each the offset of its address in both structs
and its bytes per row.

The functions behind mj_copyData, mj_addContact, mju_n2f and mj_resetDataDebug follow. Source and target of mj_copyData
have the same model, so their arrays of fixed size lie in the same order in one block, and a few runs of adjacent arrays
are copied, without work space. Of growing arrays only the rows in use are copied. Fields of islands are skipped if the
source has not computed its islands yet.
"""

import math
from itertools import groupby, pairwise

from gelenk.tables import fields_data, fields_scratch
from gelenk.tables.field_rows import Field, factors
from gelenk.tables.fields_data import CONTACT_PREFIX
from gelenk.toolchain import struct_layout
from gelenk.toolchain.extension.abi import FIXED, SLOT, STATISTICS
from gelenk.toolchain.extension.argument_checks import THREE, expand, given
from gelenk.toolchain.extension.arguments import Writer

# @point: set the pointers in a piece of memory, as the record says
POINT = """
define internal void @point(ptr %at, i64 %address, ptr %f) {
  %count = look i64 %f + 8
  br label %each
each:
  %k = phi i64 [0, %0], [%k1, %put]
  %more = icmp slt i64 %k, %count
  br i1 %more, label %put, label %done
put:
  %k2 = mul i64 %k, 16
  %pair = getelementptr i8, ptr %f, i64 %k2
  %where = look i64 %pair + 16
  %what = look i64 %pair + 24
  %place = getelementptr i8, ptr %at, i64 %where
  %pointed = add i64 %address, %what
  store i64 %pointed, ptr %place
  %k1 = add i64 %k, 1
  br label %each
done:
  ret void
}
"""

COPIED = f"""
declare ptr @PyByteArray_FromStringAndSize(ptr, i64)
declare ptr @PyByteArray_AsString(ptr)
define internal ptr @copied(ptr %self, ptr %args, i64 %n) {{
{THREE}
  %from = inttoptr i64 %i1 to ptr
  %f = inttoptr i64 %i2 to ptr
  %size = look i64 %f + 0
  %memory = call ptr @PyByteArray_FromStringAndSize(ptr %from, i64 %size)
  %made = icmp ne ptr %memory, null
  need %made else no
  %at = call ptr @PyByteArray_AsString(ptr %memory)
  %address = ptrtoint ptr %at to i64
  %slot = getelementptr i8, ptr %o0, i64 {SLOT["_address"]}
  store i64 %address, ptr %slot
  call void @point(ptr %at, i64 %address, ptr %f)
  ret ptr %memory
no:
  ret ptr null
}}
"""

RESTORED = f"""
define internal ptr @restored(ptr %self, ptr %args, i64 %n) {{
  %structs = look ptr %args + 0
  %o1 = look ptr %args + 8
  %i1 = call i64 @PyLong_AsLongLong(ptr %o1)
  %table = inttoptr i64 %i1 to ptr
  %all = call i64 @PyTuple_Size(ptr %structs)
  br label %start
start:
  br label %struct
struct:
  %s = phi i64 [0, %start], [%s1, %put_into]
  %left = icmp slt i64 %s, %all
  br i1 %left, label %read, label %done
read:
  %o = call ptr @PyTuple_GetItem(ptr %structs, i64 %s)
  %address = look i64 %o + {SLOT["_address"]}
  %made = icmp ne i64 %address, 0
  br i1 %made, label %put_into, label %no
put_into:
  %s2 = mul i64 %s, 16
  %row = getelementptr i8, ptr %table, i64 %s2
  %from = look ptr %row + 0
  %f = look ptr %row + 8
  %at = inttoptr i64 %address to ptr
  %size = look i64 %f + 0
  call void @llvm.memcpy.p0.p0.i64(ptr %at, ptr %from, i64 %size, i1 false)
  call void @point(ptr %at, i64 %address, ptr %f)
  %s1 = add i64 %s, 1
  br label %struct
done:
  %true = call ptr @PyBool_FromLong(i64 1)
  ret ptr %true
no:
  %false = call ptr @PyBool_FromLong(i64 0)
  ret ptr %false
}}
"""

GATHERED = f"""
define internal ptr @gathered(ptr %self, ptr %args, i64 %n) {{
{THREE}
  %i0 = call i64 @PyLong_AsLongLong(ptr %o0)
  %s = inttoptr i64 %i0 to ptr
  %f = inttoptr i64 %i1 to ptr
  %where = look i64 %f + 0
  %count = look i64 %f + 8
  %size = look i64 %f + 16
  %rows_at = getelementptr i8, ptr %s, i64 %where
  %rows = load i64, ptr %rows_at
  %in = icmp ult i64 %i2, %rows
  need %in else none
  %memory = call ptr @PyByteArray_FromStringAndSize(ptr null, i64 %size)
  %made = icmp ne ptr %memory, null
  need %made else no
  %out = call ptr @PyByteArray_AsString(ptr %memory)
  br label %start
start:
  br label %each
each:
  %k = phi i64 [0, %start], [%k1, %put]
  %more = icmp slt i64 %k, %count
  br i1 %more, label %put, label %done
put:
  %k3 = mul i64 %k, 24
  %c = getelementptr i8, ptr %f, i64 %k3
  %slot = look i64 %c + 24
  %bytes = look i64 %c + 32
  %place = look i64 %c + 40
  %column_at = getelementptr i8, ptr %s, i64 %slot
  %column = load ptr, ptr %column_at
  %skip = mul i64 %i2, %bytes
  %from = getelementptr i8, ptr %column, i64 %skip
  %to = getelementptr i8, ptr %out, i64 %place
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %from, i64 %bytes, i1 false)
  %k1 = add i64 %k, 1
  br label %each
done:
  ret ptr %memory
none:
  call void @Py_IncRef(ptr @_Py_NoneStruct)
  ret ptr @_Py_NoneStruct
no:
  ret ptr null
}}
"""

TRANSFERRED = (
    """
define internal ptr @transferred(ptr %self, ptr %args, i64 %n) {
"""
    + THREE
    + given("o3", "o4", first=3)
    + """
  %row = call i64 @PyLong_AsLongLong(ptr %o0)
  %to = call i64 @PyLong_AsLongLong(ptr %o3)
  %record = call i64 @PyLong_AsLongLong(ptr %o4)
  %s = inttoptr i64 %i1 to ptr
  %t = inttoptr i64 %i2 to ptr
  %f = inttoptr i64 %record to ptr
  %count = look i64 %f + 0
  br label %each
each:
  %k = phi i64 [0, %0], [%k1, %put]
  %more = icmp slt i64 %k, %count
  br i1 %more, label %put, label %done
put:
  %k2 = mul i64 %k, 16
  %c = getelementptr i8, ptr %f, i64 %k2
  %slot = look i64 %c + 8
  %bytes = look i64 %c + 16
  %ps = getelementptr i8, ptr %s, i64 %slot
  %pt = getelementptr i8, ptr %t, i64 %slot
  %source = load ptr, ptr %ps
  %target = load ptr, ptr %pt
  %skip = mul i64 %row, %bytes
  %over = mul i64 %to, %bytes
  %a = getelementptr i8, ptr %source, i64 %skip
  %b = getelementptr i8, ptr %target, i64 %over
  call void @llvm.memmove.p0.p0.i64(ptr %b, ptr %a, i64 %bytes, i1 false)
  %k1 = add i64 %k, 1
  br label %each
done:
  call void @Py_IncRef(ptr @_Py_NoneStruct)
  ret ptr @_Py_NoneStruct
}
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
"""
)


def row_text() -> str:
    """Return the LLVM text of the functions for small structs and rows."""
    return expand(POINT) + expand(COPIED) + expand(RESTORED) + expand(GATHERED) + expand(TRANSFERRED)


_COUNT = {"nconmax": "ncon", "nefcmax": "nefc", "nJmax": "nJ", "nAmax": "nA"}  # capacity -> count in use
_ALL = (*fields_data.SCALARS, *fields_scratch.SCALARS)
_SCALARS = tuple(f for f in _ALL if f.saved != "own")
# facts that the text depends on in addition to its source
KNOWN = tuple((f.name, f.saved) for f in (*_ALL, *struct_layout.DATA_ARRAYS, *struct_layout.BUFFERS))
_ROW = 8 * math.prod(struct_layout.DATA.arrays[STATISTICS].shape[1:])  # bytes per row
_NO_ROWS = ("ne", "nf", "nl", "nefc", "nJ", "nA", "nisland")  # zero after add_contact (engine/arena.py)


class _Copy(Writer):
    """Generator of a copy function with pointers %to and %from."""

    def load_slot(self, base: str, name: str, kind: str = "i64") -> str:
        """Load a slot of one of the two structs."""
        return self.load(base, struct_layout.DATA.offset[name], kind)

    def copy_bytes(self, target: str, source: str, size: str) -> None:
        """Copy ``size`` bytes."""
        self.add(f"  call void @llvm.memcpy.p0.p0.i64(ptr {target}, ptr {source}, i64 {size}, i1 false)")

    def copy_from_field(self, name: str, size: str) -> None:
        """Copy ``size`` bytes, from the start of a field on."""
        self.copy_bytes(self.load_slot("%to", name, "ptr"), self.load_slot("%from", name, "ptr"), size)

    def require_equal_layout(self) -> None:
        """Require two structs of equal layout, sufficient capacities, and no plugins."""
        self.require(self.instruction("icmp ne ptr %to, %from"))
        self.require(self.instruction(f"icmp eq i64 {self.load_slot('%from', 'nplugin')}, 0"))
        both = [self.load_slot(base, "nblock") for base in ("%to", "%from")]
        self.require(self.instruction(f"icmp eq i64 {both[0]}, {both[1]}"))
        for capacity, count in _COUNT.items():
            room = self.load_slot("%to", capacity)
            self.require(self.instruction(f"icmp ule i64 {self.load_slot('%from', count)}, {room}"))

    def copy_fixed_arrays(self) -> None:
        """Copy arrays of fixed size, except work space and statistics, as runs of adjacent fields."""
        first = ""
        for f in FIXED:
            left_out = f.saved == "own" or f.name == STATISTICS
            if left_out and first:
                start, end = (self.load_slot("%from", name) for name in (first, f.name))
                self.copy_from_field(first, self.instruction(f"sub i64 {end}, {start}"))
            first = "" if left_out else first or f.name
        if first:
            start, begin = self.load_slot("%from", first), self.load_slot("%from", "block")
            size = self.instruction(f"mul i64 {self.load_slot('%from', 'nblock')}, 8")
            end = self.instruction(f"add i64 {begin}, {size}")
            self.copy_from_field(first, self.instruction(f"sub i64 {end}, {start}"))

    def copy_rows_in_use(self, fields: list[Field]) -> None:
        """Copy the rows in use."""
        for f in fields:
            fixed, size = struct_layout.NUMPY[f.dtype].itemsize, ""
            for name, factor in factors(f):
                fixed *= factor
                if name:
                    count = self.load_slot("%from", _COUNT.get(name, name))
                    size = self.instruction(f"mul i64 {size}, {count}") if size else count
            self.copy_from_field(f.name, self.instruction(f"mul i64 {size}, {fixed}"))

    def copy_statistics(self) -> None:
        """Copy the rows of solver statistics in use."""
        size = self.instruction(f"mul i64 {self.load_slot('%from', 'stat_rows')}, {_ROW}")
        self.copy_from_field(STATISTICS, size)

    def copy_scalars(self) -> None:
        """Copy runs of adjacent scalars."""
        places = sorted(struct_layout.DATA.offset[f.name] for f in _SCALARS)
        ends = [0, *(i + 1 for i, (a, b) in enumerate(pairwise(places)) if b != a + 8), len(places)]
        for begin, end in pairwise(ends):
            at = [
                self.instruction(f"getelementptr i8, ptr {base}, i64 {places[begin]}")
                for base in ("%to", "%from")
            ]
            self.copy_bytes(at[0], at[1], str(8 * (end - begin)))


def _kind(f: Field) -> tuple[bool, bool]:
    """Return (is the field floating point, is the field the solver statistics)."""
    return f.dtype.startswith("float"), f.name == STATISTICS


def _at(name: str) -> str:
    """Return the LLVM text of the address of a slot of %at."""
    return f"getelementptr i8, ptr %at, i64 {struct_layout.DATA.offset[name]}"


def _asked() -> str:
    """Return ``@statistics_asked(data)``: fill the unused rows of solver statistics.

    All rows are in use afterwards. Nothing happens before the first read of the statistics of this MjData
    (engine/constraint/solver/primal.py).
    """
    return f"""
define internal void @statistics_asked(ptr %at) {{
  %asked_at = {_at("stat_asked")}
  %asked = load i64, ptr %asked_at
  %some = icmp ne i64 %asked, 0
  br i1 %some, label %fill, label %done
fill:
  %rows_at = {_at("stat_rows")}
  %rows = load i64, ptr %rows_at
  %all_at = {_at("nstat")}
  %all = load i64, ptr %all_at
  %number_at = {_at("stat_fill")}
  %number = load i64, ptr %number_at
  %first_at = {_at(STATISTICS)}
  %first = load ptr, ptr %first_at
  %start = mul i64 %rows, {_ROW // 8}
  %end = mul i64 %all, {_ROW // 8}
  br label %each
each:
  %k = phi i64 [%start, %fill], [%k1, %put]
  %more = icmp slt i64 %k, %end
  br i1 %more, label %put, label %full
put:
  %place = getelementptr i64, ptr %first, i64 %k
  store i64 %number, ptr %place
  %k1 = add i64 %k, 1
  br label %each
full:
  store i64 %all, ptr %rows_at
  br label %done
done:
  ret void
}}
"""


def _fill() -> str:
    """Return ``@fill_data(data, byte)``: set floating point arrays of fixed size to the byte.

    All other arrays of fixed size are set to zero.
    """
    fill = Writer()
    begin = fill.load("%at", struct_layout.DATA.offset["block"])
    size = fill.instruction(f"mul i64 {fill.load('%at', struct_layout.DATA.offset['nblock'])}, 8")
    runs = [(kind, next(run)) for kind, run in groupby(FIXED, _kind)]
    starts = [fill.load("%at", struct_layout.DATA.offset[f.name]) for _, f in runs]
    ends = [*starts[1:], fill.instruction(f"add i64 {begin}, {size}")]
    byte = fill.instruction("trunc i64 %byte to i8")
    for ((real, statistics), _), start, end in zip(runs, starts, ends, strict=True):
        if statistics:
            continue
        what = f"ptr {fill.instruction(f'inttoptr i64 {start} to ptr')}, i8 {byte if real else 0}"
        fill.add(
            f"  call void @llvm.memset.p0.i64({what}, i64 {fill.instruction(f'sub i64 {end}, {start}')}, i1 false)"
        )
    number = fill.instruction(f"mul i64 %byte, {0x0101010101010101}")  # eight such bytes
    fill.add(
        f"  store i64 {number}, ptr {fill.instruction(_at('stat_fill'))}",
        "  call void @statistics_asked(ptr %at)",
    )
    head = ["define internal void @fill_data(i64 %data, i64 %byte) {", "  %at = inttoptr i64 %data to ptr"]
    return "\n".join([*head, *fill.lines, "  ret void", "}", ""])


def struct_text() -> str:
    """Return the LLVM text of the functions for MjData and for float conversion."""
    return (
        _asked()
        + _copied()
        + _fill()
        + _added()
        + _cast("narrow", "double", "float")
        + _cast("widen", "float", "double")
    )


def _cast(name: str, wide: str, narrow: str) -> str:
    """Return ``@name(res, vec, n)``: convert n elements between float64 and float32."""
    how = "fptrunc" if wide == "double" else "fpext"
    return f"""
define internal i64 @{name}(i64 %res, i64 %vec, i64 %n) {{
  %to = inttoptr i64 %res to ptr
  %from = inttoptr i64 %vec to ptr
  br label %each
each:
  %k = phi i64 [0, %0], [%k1, %put]
  %more = icmp slt i64 %k, %n
  br i1 %more, label %put, label %done
put:
  %a = getelementptr {wide}, ptr %from, i64 %k
  %x = load {wide}, ptr %a
  %y = {how} {wide} %x to {narrow}
  %b = getelementptr {narrow}, ptr %to, i64 %k
  store {narrow} %y, ptr %b
  %k1 = add i64 %k, 1
  br label %each
done:
  ret i64 0
}}
"""


def _added() -> str:
    """Return ``@add_contact(m, d, contact)``: append a contact and return 0.

    Returns 1, with nothing changed, if Python must append the contact.
    """
    copy = _Copy()
    count = copy.load_slot("%to", "ncon")
    copy.require(copy.instruction(f"icmp ult i64 {count}, {copy.load_slot('%to', 'nconmax')}"))
    copy.require(
        copy.instruction(f"icmp slt i64 {copy.load('%model', struct_layout.MODEL.offset['narena'])}, 0")
    )
    for name in _NO_ROWS:
        at = copy.instruction(f"getelementptr i8, ptr %to, i64 {struct_layout.DATA.offset[name]}")
        copy.add(f"  store i64 0, ptr {at}")
    tendons = copy.load("%model", struct_layout.MODEL.offset["ntendon"])
    for name, n in (("tendon_efcadr", tendons), (f"{CONTACT_PREFIX}efc_address", count)):  # -1: none
        what = f"ptr {copy.load_slot('%to', name, 'ptr')}, i8 -1, i64 {copy.instruction(f'mul i64 {n}, 4')}"
        copy.add(f"  call void @llvm.memset.p0.i64({what}, i1 false)")
    for name, (shape, dtype, place) in struct_layout.packed(fields_data.CONTACT)[0].items():
        size = math.prod(shape) * dtype.itemsize
        column, skip = (
            copy.load_slot("%to", CONTACT_PREFIX + name, "ptr"),
            copy.instruction(f"mul i64 {count}, {size}"),
        )
        source = copy.instruction(f"getelementptr i8, ptr %from, i64 {place}")
        copy.copy_bytes(copy.instruction(f"getelementptr i8, ptr {column}, i64 {skip}"), source, str(size))
    at = copy.instruction(f"getelementptr i8, ptr %to, i64 {struct_layout.DATA.offset['ncon']}")
    copy.add(f"  store i64 {copy.instruction(f'add i64 {count}, 1')}, ptr {at}")
    head = "define internal i64 @add_contact(i64 %m, i64 %d, i64 %contact) {"
    pointers = [
        f"  %{a} = inttoptr i64 %{b} to ptr" for a, b in (("model", "m"), ("to", "d"), ("from", "contact"))
    ]
    tail = ["  ret i64 0", "slow:", "  ret i64 1", "}", ""]
    return expand("\n".join([head, *pointers, *copy.lines, *tail]))


def _copied() -> str:
    """Return ``@copy_data(to, from)``: copy and return 0.

    Returns 1, with nothing changed, if Python must copy.
    """
    kept = [f for f in struct_layout.BUFFERS if f.saved != "own"]
    copy = _Copy()
    copy.require_equal_layout()
    copy.copy_fixed_arrays()
    copy.copy_statistics()
    copy.copy_rows_in_use([f for f in kept if f.name not in fields_data.ISLAND])
    known = copy.instruction(f"icmp eq i64 {copy.load_slot('%from', 'islands_due')}, 0")
    some, rest = copy.new_label(), copy.new_label()
    copy.add(f"  br i1 {known}, label %{some}, label %{rest}", f"{some}:")
    copy.copy_rows_in_use([f for f in kept if f.name in fields_data.ISLAND])
    copy.begin_block(rest)
    copy.copy_scalars()
    copy.add("  call void @statistics_asked(ptr %to)")
    head = "define internal i64 @copy_data(i64 %target, i64 %source) {"
    pointers = [f"  %{a} = inttoptr i64 %{b} to ptr" for a, b in (("to", "target"), ("from", "source"))]
    tail = ["  ret i64 0", "slow:", "  ret i64 1", "}", ""]
    return expand("\n".join([head, *pointers, *copy.lines, *tail]))
