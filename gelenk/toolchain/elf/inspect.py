"""Inspect a shared library: the symbols that the file exports and needs.

Documents: design / Compiled ahead, loaded without Numba

Source     System V ABI, chapter 5; Linux Standard Base, symbol versioning
"""

import struct
from collections.abc import Iterator
from typing import NamedTuple

from gelenk.toolchain.elf import objects
from gelenk.toolchain.elf.dynamic_section import NEEDED, VERSION_NAME, VERSION_NEED


class Needs(NamedTuple):
    """Exported and imported symbols of a library.

    exports, imports  names of symbols
    versions          symbol -> version that is requested
    libraries         libraries that define the imports
    """

    exports: frozenset[str]
    imports: frozenset[str]
    versions: dict[str, str]
    libraries: tuple[str, ...]


def needs(data: bytes) -> Needs:
    """Read the symbol tables of a library, written by any linker."""
    file = objects.read(data, objects.DYNSYM)
    symbols = file.symbols[1:]
    exports = {s.name for s in symbols if s.section != objects.UNDEFINED}
    imports = {s.name for s in symbols if s.section == objects.UNDEFINED}
    sections = {section.kind: section for section in file.sections}
    versions = {}
    if objects.VERSYM in sections:
        numbers = [n for (n,) in struct.iter_unpack("<H", sections[objects.VERSYM].data)]
        names = dict(_versions(file, sections[objects.VERNEED])) if objects.VERNEED in sections else {}
        for symbol, number in zip(symbols, numbers[1:], strict=True):
            if symbol.name in imports and number in names:
                versions[symbol.name] = names[number]
    return Needs(frozenset(exports), frozenset(imports), versions, tuple(_libraries(file, sections)))


def _versions(file: objects.Object, section: objects.Section) -> Iterator[tuple[int, str]]:
    """Yield (version index in the symbol table, version name)."""
    strings = file.sections[section.link].data
    place, more = 0, True
    while more:
        _, count, _, first, step = VERSION_NEED.unpack_from(section.data, place)
        inner = place + first
        for _ in range(count):
            _, _, number, name, further = VERSION_NAME.unpack_from(section.data, inner)
            yield number & 0x7FFF, objects.text(strings, name)
            inner += further
        place, more = place + step, step > 0


def _libraries(file: objects.Object, sections: dict[int, objects.Section]) -> Iterator[str]:
    section = sections[objects.DYNAMIC]
    strings = file.sections[section.link].data
    for key, value in struct.iter_unpack("<QQ", section.data):
        if key == NEEDED:
            yield objects.text(strings, value)
