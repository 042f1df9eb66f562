"""Relocatable ELF objects (sections, symbols, relocations), and relocation by machine.

Documents: design / Compiled ahead, loaded without Numba

Source     System V ABI, chapter 4 (object files); supplements for x86-64 (section 4.4) and AArch64 (section 5.7)

Objects are read with their sections, symbols and relocations; `read` also parses shared libraries.

`Machine` has the parts of the linker that depend on the CPU architecture: how relocations are applied, and stubs that
jump to imports. In the formulas S is the address of the symbol, A the addend, P the place, G the address of the
symbol's entry in the global offset table (GOT), which the loader fills.
"""

import struct
from collections.abc import Callable, Iterator
from typing import NamedTuple

# section types
PROGBITS, SYMTAB, STRTAB, RELA, HASH, DYNAMIC, NOBITS, DYNSYM = 1, 2, 3, 4, 5, 6, 8, 11
VERNEED, VERSYM = 0x6FFFFFFE, 0x6FFFFFFF
WRITE, ALLOC, EXEC = 1, 2, 4  # section flags
UNDEFINED, SPECIAL = 0, 0xFF00  # section indices that name no section
LOCAL, GLOBAL, WEAK = 0, 1, 2  # symbol bindings
NOTYPE, OBJECT, FUNCTION, SECTION = 0, 1, 2, 3  # symbol types
RELOCATABLE, SHARED = 1, 3  # file types

HEADER = struct.Struct("<16sHHIQQQIHHHHHH")
SECTION_ROW = struct.Struct("<IIQQQQIIQQ")
SYMBOL_ROW = struct.Struct("<IBBHQQ")
RELA_ROW = struct.Struct("<QQq")
IDENT = b"\x7fELF\x02\x01\x01" + bytes(9)  # 64 bits, little-endian, version 1, System V

SectionRow = tuple[int, int, int, int, int, int, int, int, int, int]  # fields of SECTION_ROW


class LinkError(RuntimeError):
    """Objects that cannot be linked; the message names the symbol or section and the cause."""


class Relocation(NamedTuple):
    """A place in a section whose value depends on the address of a symbol."""

    offset: int
    kind: int
    symbol: int
    addend: int


class Section(NamedTuple):
    """One section: its bytes (empty if NOBITS), size in memory, relocations."""

    name: str
    kind: int
    flags: int
    link: int
    align: int
    size: int
    data: bytes
    relocations: tuple[Relocation, ...]


class Symbol(NamedTuple):
    """One symbol; ``section`` is 0 if another object or library defines the symbol."""

    name: str
    section: int
    value: int
    size: int
    kind: int
    binding: int


class Object(NamedTuple):
    """The contents of an object file."""

    machine: int
    kind: int
    sections: tuple[Section, ...]
    symbols: tuple[Symbol, ...]


def text(table: bytes, start: int) -> str:
    """Return the string at offset ``start`` of a string table."""
    return table[start : table.index(b"\0", start)].decode()


def read(data: bytes, table: int = SYMTAB) -> Object:
    """Parse an object or a shared library; ``table`` is the section type of its symbol table."""
    if data[:7] != IDENT[:7]:
        raise LinkError("not a little-endian 64-bit ELF file")
    _, kind, machine, *_, start, _, _, _, _, _, count, names = HEADER.unpack_from(data)
    rows = [SECTION_ROW.unpack_from(data, start + i * SECTION_ROW.size) for i in range(count)]
    if not rows:
        return Object(machine, kind, (), ())
    strings = _bytes(data, rows[names])
    relocations: dict[int, list[Relocation]] = {}
    for row in rows:
        if row[1] == RELA:
            relocations.setdefault(row[7], []).extend(_relocations(_bytes(data, row)))
    sections = tuple(
        Section(
            text(strings, row[0]),
            row[1],
            row[2],
            row[6],
            max(row[8], 1),
            row[5],
            _bytes(data, row),
            tuple(relocations.get(i, ())),
        )
        for i, row in enumerate(rows)
    )
    return Object(machine, kind, sections, _symbols(sections, table))


def _bytes(data: bytes, row: SectionRow) -> bytes:
    kind, offset, size = row[1], row[4], row[5]
    return b"" if kind == NOBITS else data[offset : offset + size]


def _relocations(data: bytes) -> Iterator[Relocation]:
    for offset, info, addend in RELA_ROW.iter_unpack(data):
        yield Relocation(offset, info & 0xFFFFFFFF, info >> 32, addend)


def _symbols(sections: tuple[Section, ...], table: int) -> tuple[Symbol, ...]:
    found = next((s for s in sections if s.kind == table), None)
    if found is None:
        return ()
    strings = sections[found.link].data
    return tuple(
        Symbol(text(strings, name), section, value, size, info & 15, info >> 4)
        for name, info, _, section, value, size in SYMBOL_ROW.iter_unpack(found.data)
    )


# Machine-dependent parts of the linker

Code = bytearray
Apply = Callable[[Code, int, int, int], None]


class Machine(NamedTuple):
    """One CPU architecture: page size, dynamic relocation types, appliers of static ones.

    direct    relocation type -> function (code, offset, S + A, P) that writes the relocated bytes
    entries   relocation type -> function (code, offset, G + A, P), for relocations through the GOT
    pointer   relocation type of an absolute address in data
    stub      (address of stub, G) -> code that jumps to the address in the GOT entry
    """

    number: int
    page: int
    loader_entry: int
    loader_relative: int
    pointer: int
    direct: dict[int, Apply]
    entries: dict[int, Apply]
    calls: frozenset[int]
    stub: Callable[[int, int], bytes]


def _fits(value: int, bits: int, place: int) -> None:
    if not -(1 << (bits - 1)) <= value < 1 << (bits - 1):
        raise LinkError(f"a relocation at {place:#x} does not reach its symbol")


def _relative32(code: Code, offset: int, target: int, place: int) -> None:
    _fits(target - place, 32, place)
    struct.pack_into("<i", code, offset, target - place)


def _relative64(code: Code, offset: int, target: int, place: int) -> None:
    struct.pack_into("<q", code, offset, target - place)


def _x86_stub(address: int, entry: int) -> bytes:
    """jmp *entry(%rip), padded with int3."""
    return b"\xff\x25" + struct.pack("<i", entry - (address + 6)) + b"\xcc" * 10


PC32, PLT32, PC64, GOTPCREL, GOTPCRELX, REX_GOTPCRELX = 2, 4, 24, 9, 41, 42
X86_64 = Machine(
    number=62,
    page=0x1000,
    loader_entry=6,  # GLOB_DAT
    loader_relative=8,  # RELATIVE
    pointer=1,  # R_X86_64_64
    direct={PC32: _relative32, PLT32: _relative32, PC64: _relative64},
    entries={GOTPCREL: _relative32, GOTPCRELX: _relative32, REX_GOTPCRELX: _relative32},
    calls=frozenset({PLT32}),
    stub=_x86_stub,
)


# AArch64: every instruction has 4 bytes; immediates are split over several bit fields.


def _patch(code: Code, offset: int, bits: int) -> None:
    (word,) = struct.unpack_from("<I", code, offset)
    struct.pack_into("<I", code, offset, word | bits)


def _page_bits(pages: int) -> int:
    """Return the immediate field of adrp: two low bits at bit 29, nineteen high ones at bit 5."""
    return (pages & 3) << 29 | (pages >> 2 & 0x7FFFF) << 5


def _adrp(code: Code, offset: int, target: int, place: int) -> None:
    pages = (target >> 12) - (place >> 12)
    _fits(pages, 21, place)
    _patch(code, offset, _page_bits(pages))


def _low12(shift: int) -> Apply:
    """Return a function that writes the low 12 bits, in units of 1 << ``shift`` bytes."""

    def apply(code: Code, offset: int, target: int, place: int) -> None:
        if target & ((1 << shift) - 1):
            raise LinkError(f"an access at {place:#x} is not aligned")
        _patch(code, offset, (target & 0xFFF) >> shift << 10)

    return apply


def _branch26(code: Code, offset: int, target: int, place: int) -> None:
    _fits(target - place, 28, place)
    _patch(code, offset, (target - place) >> 2 & 0x3FFFFFF)


def _arm_stub(address: int, entry: int) -> bytes:
    """adrp x16, entry; ldr x17, [x16, entry]; br x17; nop."""
    code = bytearray(struct.pack("<IIII", 0x90000010, 0xF9400211, 0xD61F0220, 0xD503201F))
    _adrp(code, 0, entry, address)
    _low12(3)(code, 4, entry, address + 4)
    return bytes(code)


PREL64, PREL32, ADR_PAGE, ADD_LOW12, JUMP26, CALL26, GOT_PAGE, GOT_LOW12 = (
    260,
    261,
    275,
    277,
    282,
    283,
    311,
    312,
)
ACCESS = {278: 0, 284: 1, 285: 2, 286: 3, 299: 4}  # LDST8 .. LDST128_ABS_LO12_NC
AARCH64 = Machine(
    number=183,
    page=0x10000,
    loader_entry=1025,  # GLOB_DAT
    loader_relative=1027,  # RELATIVE
    pointer=257,  # ABS64
    direct={PREL64: _relative64, PREL32: _relative32, ADR_PAGE: _adrp, ADD_LOW12: _low12(0)}
    | {JUMP26: _branch26, CALL26: _branch26}
    | {kind: _low12(shift) for kind, shift in ACCESS.items()},
    entries={GOT_PAGE: _adrp, GOT_LOW12: _low12(3)},
    calls=frozenset({JUMP26, CALL26}),
    stub=_arm_stub,
)

MACHINES = {machine.number: machine for machine in (X86_64, AARCH64)}
