"""Copies as LLVM text: what mj_copyData, mj_addContact, mju_n2f run; bytes that fill MjData, for mj_resetDataDebug.

Documents: design / The border; Memory

Both MjData of a copy have the same model, so arrays of fixed size lie in the same order in each, side by side: few
pieces of memory are copied, between which work space is left out. Of what grows, as many rows are copied as there are,
and of the fields of islands none while they are yet to be made.
"""

import math
from itertools import groupby, pairwise

from gelenk.jit import layout
from gelenk.jit.border.common import expand
from gelenk.jit.border.places import FIXED, STATISTICS
from gelenk.jit.border.writer import Writer
from gelenk.tables import fields_data, fields_scratch
from gelenk.tables.field_rows import Field, factors
from gelenk.tables.fields_data import CONTACT_PREFIX

_COUNT = {"nconmax": "ncon", "nefcmax": "nefc", "nJmax": "nJ", "nAmax": "nA"}  # capacity -> what is in use
_ALL = (*fields_data.SCALARS, *fields_scratch.SCALARS)
_SCALARS = tuple(f for f in _ALL if f.saved != "own")
# what the text depends on beside its words
KNOWN = tuple((f.name, f.saved) for f in (*_ALL, *layout.DATA_ARRAYS, *layout.BUFFERS))
_ROW = 8 * math.prod(layout.DATA.arrays[STATISTICS].shape[1:])  # bytes of a row
_NO_ROWS = ("ne", "nf", "nl", "nefc", "nJ", "nA", "nisland")  # 0 where there are none (engine/arena.py)


class _Copy(Writer):
    """The text of the function, of pointers %to and %from."""

    def slot(self, base: str, name: str, kind: str = "i64") -> str:
        """What is in a slot of one of the two."""
        return self.load(base, layout.DATA.offset[name], kind)

    def move(self, target: str, source: str, size: str) -> None:
        """So many bytes."""
        self.add(f"  call void @llvm.memcpy.p0.p0.i64(ptr {target}, ptr {source}, i64 {size}, i1 false)")

    def arrays(self, name: str, size: str) -> None:
        """So many bytes from the start of a field on."""
        self.move(self.slot("%to", name, "ptr"), self.slot("%from", name, "ptr"), size)

    def check(self) -> None:
        """The two are laid out equally, there is room, and nothing but numbers is to be copied."""
        self.need(self.new("icmp ne ptr %to, %from"))
        self.need(self.new(f"icmp eq i64 {self.slot('%from', 'nplugin')}, 0"))
        both = [self.slot(base, "nblock") for base in ("%to", "%from")]
        self.need(self.new(f"icmp eq i64 {both[0]}, {both[1]}"))
        for capacity, count in _COUNT.items():
            room = self.slot("%to", capacity)
            self.need(self.new(f"icmp ule i64 {self.slot('%from', count)}, {room}"))

    def fixed(self) -> None:
        """Arrays of fixed size, but work space and statistics: runs of fields, each up to the field behind it."""
        first = ""
        for f in FIXED:
            left_out = f.saved == "own" or f.name == STATISTICS
            if left_out and first:
                start, end = (self.slot("%from", name) for name in (first, f.name))
                self.arrays(first, self.new(f"sub i64 {end}, {start}"))
            first = "" if left_out else first or f.name
        if first:
            start, begin = self.slot("%from", first), self.slot("%from", "block")
            size = self.new(f"mul i64 {self.slot('%from', 'nblock')}, 8")
            end = self.new(f"add i64 {begin}, {size}")
            self.arrays(first, self.new(f"sub i64 {end}, {start}"))

    def grown(self, fields: list[Field]) -> None:
        """Rows that are in use."""
        for f in fields:
            fixed, size = layout.NUMPY[f.dtype].itemsize, ""
            for name, factor in factors(f):
                fixed *= factor
                if name:
                    count = self.slot("%from", _COUNT.get(name, name))
                    size = self.new(f"mul i64 {size}, {count}") if size else count
            self.arrays(f.name, self.new(f"mul i64 {size}, {fixed}"))

    def statistics(self) -> None:
        """Those rows of them that are in use."""
        size = self.new(f"mul i64 {self.slot('%from', 'stat_rows')}, {_ROW}")
        self.arrays(STATISTICS, size)

    def scalars(self) -> None:
        """Runs of scalars that lie side by side."""
        places = sorted(layout.DATA.offset[f.name] for f in _SCALARS)
        ends = [0, *(i + 1 for i, (a, b) in enumerate(pairwise(places)) if b != a + 8), len(places)]
        for begin, end in pairwise(ends):
            at = [self.new(f"getelementptr i8, ptr {base}, i64 {places[begin]}") for base in ("%to", "%from")]
            self.move(at[0], at[1], str(8 * (end - begin)))


def _kind(f: Field) -> tuple[bool, bool]:
    """Whether its numbers are floating point; whether it is the statistics, of which few rows are in use."""
    return f.dtype.startswith("float"), f.name == STATISTICS


def _at(name: str) -> str:
    """Where a slot of %at is."""
    return f"getelementptr i8, ptr %at, i64 {layout.DATA.offset[name]}"


def _asked() -> str:
    """``@statistics_asked(data)``: what engine/constraint/solver/statistics.py says of a MjData whose program has them.

    All rows are in use then: those that were not are filled.
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
    """``@fill_data(data, byte)``: floating point arrays of fixed size get the byte, all others zeros."""
    fill = Writer()
    begin = fill.load("%at", layout.DATA.offset["block"])
    size = fill.new(f"mul i64 {fill.load('%at', layout.DATA.offset['nblock'])}, 8")
    runs = [(kind, next(run)) for kind, run in groupby(FIXED, _kind)]
    starts = [fill.load("%at", layout.DATA.offset[f.name]) for _, f in runs]
    ends = [*starts[1:], fill.new(f"add i64 {begin}, {size}")]
    byte = fill.new("trunc i64 %byte to i8")
    for ((real, statistics), _), start, end in zip(runs, starts, ends, strict=True):
        if statistics:
            continue
        what = f"ptr {fill.new(f'inttoptr i64 {start} to ptr')}, i8 {byte if real else 0}"
        fill.add(
            f"  call void @llvm.memset.p0.i64({what}, i64 {fill.new(f'sub i64 {end}, {start}')}, i1 false)"
        )
    number = fill.new(f"mul i64 %byte, {0x0101010101010101}")  # of such bytes
    fill.add(
        f"  store i64 {number}, ptr {fill.new(_at('stat_fill'))}", "  call void @statistics_asked(ptr %at)"
    )
    head = ["define internal void @fill_data(i64 %data, i64 %byte) {", "  %at = inttoptr i64 %data to ptr"]
    return "\n".join([*head, *fill.lines, "  ret void", "}", ""])


def struct_text() -> str:
    """All of it."""
    return (
        _asked()
        + _copied()
        + _fill()
        + _added()
        + _cast("narrow", "double", "float")
        + _cast("widen", "float", "double")
    )


def _cast(name: str, wide: str, narrow: str) -> str:
    """``@name(res, vec, n)``: n numbers of one type as those of another."""
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
    """``@add_contact(m, d, contact)``: 0 when it is appended; 1, and nothing was changed, where Python must do it."""
    copy = _Copy()
    count = copy.slot("%to", "ncon")
    copy.need(copy.new(f"icmp ult i64 {count}, {copy.slot('%to', 'nconmax')}"))
    copy.need(copy.new(f"icmp slt i64 {copy.load('%model', layout.MODEL.offset['narena'])}, 0"))
    for name in _NO_ROWS:
        at = copy.new(f"getelementptr i8, ptr %to, i64 {layout.DATA.offset[name]}")
        copy.add(f"  store i64 0, ptr {at}")
    tendons = copy.load("%model", layout.MODEL.offset["ntendon"])
    for name, n in (("tendon_efcadr", tendons), (f"{CONTACT_PREFIX}efc_address", count)):  # -1: none
        what = f"ptr {copy.slot('%to', name, 'ptr')}, i8 -1, i64 {copy.new(f'mul i64 {n}, 4')}"
        copy.add(f"  call void @llvm.memset.p0.i64({what}, i1 false)")
    for name, (shape, dtype, place) in layout.packed(fields_data.CONTACT)[0].items():
        size = math.prod(shape) * dtype.itemsize
        column, skip = copy.slot("%to", CONTACT_PREFIX + name, "ptr"), copy.new(f"mul i64 {count}, {size}")
        source = copy.new(f"getelementptr i8, ptr %from, i64 {place}")
        copy.move(copy.new(f"getelementptr i8, ptr {column}, i64 {skip}"), source, str(size))
    at = copy.new(f"getelementptr i8, ptr %to, i64 {layout.DATA.offset['ncon']}")
    copy.add(f"  store i64 {copy.new(f'add i64 {count}, 1')}, ptr {at}")
    head = "define internal i64 @add_contact(i64 %m, i64 %d, i64 %contact) {"
    pointers = [
        f"  %{a} = inttoptr i64 %{b} to ptr" for a, b in (("model", "m"), ("to", "d"), ("from", "contact"))
    ]
    tail = ["  ret i64 0", "slow:", "  ret i64 1", "}", ""]
    return expand("\n".join([head, *pointers, *copy.lines, *tail]))


def _copied() -> str:
    """``@copy_data(to, from)``: 0 when it is done; 1, and nothing was changed, where Python must do it."""
    kept = [f for f in layout.BUFFERS if f.saved != "own"]
    copy = _Copy()
    copy.check()
    copy.fixed()
    copy.statistics()
    copy.grown([f for f in kept if f.name not in fields_data.ISLAND])
    known = copy.new(f"icmp eq i64 {copy.slot('%from', 'islands_due')}, 0")
    some, rest = copy.label(), copy.label()
    copy.add(f"  br i1 {known}, label %{some}, label %{rest}", f"{some}:")
    copy.grown([f for f in kept if f.name in fields_data.ISLAND])
    copy.begin(rest)
    copy.scalars()
    copy.add("  call void @statistics_asked(ptr %to)")
    head = "define internal i64 @copy_data(i64 %target, i64 %source) {"
    pointers = [f"  %{a} = inttoptr i64 %{b} to ptr" for a, b in (("to", "target"), ("from", "source"))]
    tail = ["  ret i64 0", "slow:", "  ret i64 1", "}", ""]
    return expand("\n".join([head, *pointers, *copy.lines, *tail]))
