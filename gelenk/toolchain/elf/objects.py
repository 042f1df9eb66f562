"""Relocatable ELF objects: their sections, symbols and relocations.

Documents: design / Compiled ahead, loaded without Numba

Source     System V ABI, chapter 4 (object files)
"""

import struct
from collections.abc import Iterator
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
