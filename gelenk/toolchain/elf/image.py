"""Image of a shared library, linked from relocatable objects as ``ld -shared`` does.

Documents: design / Compiled ahead, loaded without Numba

Source     System V ABI, chapters 4 and 5

    read only   header, tables of the loader, .rodata
    code        .text, stubs that jump through the global offset table
    written     .dynamic and .got, which the loader fills and then protects; .data, .bss
    not loaded  .symtab: the kernels' names, for profilers and debuggers

Equal objects give equal bytes. Imported functions are requested in the version that the caller names, the oldest of the
platform, so that the library also runs with C libraries older than that of the build machine.
"""

import re
import struct
from collections.abc import Iterable

from gelenk.toolchain.elf import objects
from gelenk.toolchain.elf.dynamic_section import Strings, Tables, symbol_row
from gelenk.toolchain.elf.layout import Link, Output, Provider, round_up
from gelenk.toolchain.elf.objects import ALLOC, FUNCTION, LOCAL

LOAD, DYNAMIC, STACK, RELRO = 1, 2, 0x6474E551, 0x6474E552  # segment types
SEGMENT_ROW = struct.Struct("<IIQQQQQQ")
NSEGMENT = 7
Segment = tuple[int, int, int, int, int, int, int, int]  # fields of SEGMENT_ROW
_MANGLED_PART = re.compile(r"(\d+)|B(\d+)")


def shared_library(files: Iterable[bytes], provider: Provider) -> bytes:
    """Link the objects ``files`` and return the bytes of the shared library.

    provider   returns library and version of a symbol that no object defines; None if no library has the symbol
    Errors     LinkError: a symbol is undefined, defined twice or out of reach; a relocation that kernels do not use
    """
    link = Link(files, provider)
    link.collect()
    link.reserve()
    tables = Tables(link)
    readable = [*tables.read_only_sections(), *_used(link.rodata)]
    code = _used(link.text, link.stubs)
    protected = [tables.dynamic, *_used(link.table)]
    written = _used(link.data, link.bss)
    loaded = [*readable, *code, *protected, *written]
    for i, section in enumerate(loaded):
        section.index = i + 1
    segments = _place(link.machine.page, readable, code, protected, written)
    tables.fill()
    link.relocate()
    return _write(link, segments, loaded, _names(link))


def _used(*sections: Output) -> list[Output]:
    return [section for section in sections if section.size]


def _place(
    page: int, readable: list[Output], code: list[Output], protected: list[Output], written: list[Output]
) -> list[Segment]:
    """Assign addresses and file offsets to the sections; return the segment rows."""
    address = offset = objects.HEADER.size + NSEGMENT * SEGMENT_ROW.size
    rows = []
    for sections, flags in ((readable, 4), (code, 5), (protected, 6), (written, 6)):
        if not sections:
            rows.append((0, 4, 0, 0, 0, 0, 0, 8))  # the loader skips segments of type 0
            continue
        start = 0, 0  # the first segment includes the header
        if rows:
            # Address and file offset are congruent modulo the page size, so that the file has no gaps.
            address = round_up(address, page) + offset % page
            start = address, offset
        for section in sections:
            step = round_up(address, section.align) - address
            address, offset = address + step, offset + step
            section.address, section.offset = address, offset
            address += section.size
            offset += len(section.data)
        rows.append((LOAD, flags, start[1], start[0], start[0], offset - start[1], address - start[0], page))
    dynamic, last = protected[0], protected[-1]
    size = last.address + last.size - dynamic.address
    place = dynamic.offset, dynamic.address, dynamic.address
    rows.append((DYNAMIC, 6, *place, dynamic.size, dynamic.size, 8))
    rows.append((RELRO, 4, *place, size, round_up(dynamic.address + size, page) - dynamic.address, 1))
    rows.append((STACK, 6, 0, 0, 0, 0, 0, 16))
    return rows


def readable_name(mangled: str) -> str:
    """Return the dotted name in a mangled one, without ABI tags and argument types.

    "gelenk.engine.step.step", for example.
    """
    if not mangled.startswith("_ZN"):
        return mangled
    place, parts = 3, []
    while found := _MANGLED_PART.match(mangled, place):
        plain, tag = found.groups()
        end = found.end() + int(plain or tag)
        if plain:
            parts.append(mangled[found.end() : end])
        place = end
    return ".".join(parts)


def _names(link: Link) -> list[Output]:
    """Return .symtab and .strtab with every function of the library."""
    strings = Strings()
    local: list = []
    shared: list = []
    for i, o in enumerate(link.objects):
        for symbol in o.symbols:
            if symbol.kind != FUNCTION or symbol.section == objects.UNDEFINED:
                continue
            rows = local if symbol.binding == LOCAL else shared
            rows.append(symbol_row(link, strings(readable_name(symbol.name)), i, symbol))
    symbols = Output(".symtab", objects.SYMTAB, 0, entry=24, link=".strtab")
    symbols.fill(b"".join([bytes(objects.SYMBOL_ROW.size), *local, *shared]))
    symbols.info = len(local) + 1
    text = Output(".strtab", objects.STRTAB, 0, 1)
    text.fill(strings.data)
    return [symbols, text]


def _write(link: Link, segments: list[Segment], loaded: list[Output], further: list[Output]) -> bytes:
    """Return the file: header, segments, sections, section table."""
    names = Strings()
    titles = Output(".shstrtab", objects.STRTAB, 0, 1)
    sections = [*loaded, *further, titles]
    places = [names(section.name) for section in sections]
    titles.fill(names.data)
    file = bytearray(objects.HEADER.size)
    for row in segments:
        file += SEGMENT_ROW.pack(*row)
    for section in sections:
        if section.flags & ALLOC:
            file += bytes(section.offset - len(file))
        else:
            file += bytes(round_up(len(file), section.align) - len(file))
            section.offset = len(file)
        file += section.data
    file += bytes(round_up(len(file), 8) - len(file))
    table = len(file)
    number = {section.name: i + 1 for i, section in enumerate(sections)}
    file += bytes(objects.SECTION_ROW.size)
    for place, s in zip(places, sections, strict=True):
        link_to = number.get(s.link, 0)
        values = (place, s.kind, s.flags, s.address, s.offset, s.size, link_to, s.info, s.align, s.entry)
        file += objects.SECTION_ROW.pack(*values)
    file[: objects.HEADER.size] = objects.HEADER.pack(
        objects.IDENT,
        objects.SHARED,
        link.machine.number,
        1,  # version
        0,  # no entry point
        objects.HEADER.size,  # offset of the segments
        table,
        0,  # no flags
        *(objects.HEADER.size, SEGMENT_ROW.size, NSEGMENT),
        *(objects.SECTION_ROW.size, len(sections) + 1, number[titles.name]),
    )
    return bytes(file)
