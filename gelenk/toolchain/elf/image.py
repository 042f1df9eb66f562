"""Image of a shared library, linked from relocatable objects, and its dynamic section.

Documents: design / Compiled ahead, loaded without Numba

Source     System V ABI, chapters 4 and 5; Linux Standard Base, symbol versioning

The image is linked as by ``ld -shared``:

    read only   header, tables of the loader, .rodata
    code        .text, stubs that jump through the global offset table
    written     .dynamic and .got, which the loader fills and then protects; .data, .bss
    not loaded  .symtab: the kernels' names, for profilers and debuggers

Equal objects give equal bytes. Imported functions are requested in the version that the caller names, the oldest of the
platform, so that the library also runs with C libraries older than that of the build machine.

`Tables` makes the dynamic section and the tables that it refers to: symbols, hash table, versions, relocations. `needs`
reads these tables from any shared library and returns the symbols that the library exports and needs.
"""

import re
import struct
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from gelenk.toolchain.elf import objects
from gelenk.toolchain.elf.layout import Definition, Link, Output, Provider, round_up
from gelenk.toolchain.elf.objects import ALLOC, FUNCTION, GLOBAL, LOCAL, WRITE


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


VERSION_NEED, VERSION_NAME = struct.Struct("<HHIII"), struct.Struct("<IHHII")
# tags of the dynamic section
NEEDED, HASH, STRTAB, SYMTAB, RELA, RELASZ, RELAENT, STRSZ, SYMENT = 1, 4, 5, 6, 7, 8, 9, 10, 11
DT_FLAGS, VERSYM, VERNEED, VERNEEDNUM, BIND_NOW = 30, 0x6FFFFFF0, 0x6FFFFFFE, 0x6FFFFFFF, 8


def sysv_hash(name: str) -> int:
    """Return the hash of a name in symbol tables and versions (System V ABI, chapter 5)."""
    h = 0
    for c in name.encode():
        h = (h << 4) + c
        h = (h ^ (h & 0xF0000000) >> 24) & 0x0FFFFFFF
    return h


class Strings:
    """A string table without duplicates; calling it returns the offset of a name."""

    def __init__(self) -> None:
        self.data, self.place = bytearray(b"\0"), {"": 0}

    def __call__(self, name: str) -> int:
        if name not in self.place:
            self.place[name] = len(self.data)
            self.data += name.encode() + b"\0"
        return self.place[name]


class Tables:
    """Symbols, their hash table, versions, relocations and the dynamic section of a library."""

    def __init__(self, link: Link) -> None:
        self.link = link
        self.strings = Strings()
        self.names = ["", *sorted(link.imports), *sorted(link.defined)]
        self.index = {name: i for i, name in enumerate(self.names)}
        self.needs = sorted(link.needs.items())
        self.hash = Output(".hash", objects.HASH, ALLOC, entry=4, link=".dynsym")
        self.symbols = Output(".dynsym", objects.DYNSYM, ALLOC, entry=24, link=".dynstr")
        self.text = Output(".dynstr", objects.STRTAB, ALLOC, 1)
        self.versions = Output(".gnu.version", objects.VERSYM, ALLOC, 2, 2, ".dynsym")
        self.needed = Output(".gnu.version_r", objects.VERNEED, ALLOC, 8, link=".dynstr")
        self.relocations = Output(".rela.dyn", objects.RELA, ALLOC, entry=24, link=".dynsym")
        self.dynamic = Output(".dynamic", objects.DYNAMIC, ALLOC | WRITE, entry=16, link=".dynstr")
        self.fill()  # sets the sizes; `shared_library` fills again when addresses are known

    def read_only_sections(self) -> list[Output]:
        """Return the read-only sections that lie before .rodata."""
        all_of_them = [self.hash, self.symbols, self.text, self.versions, self.needed, self.relocations]
        return [section for section in all_of_them if section.size]

    def fill(self) -> None:
        """Write all contents, with the addresses known so far."""
        self.hash.fill(self._hash_table())
        self.symbols.fill(b"".join(self._symbol_rows()))
        self.symbols.info = 1  # index of the first symbol that is not local
        self.needed.fill(self._version_needs())
        self.needed.info = len(self.needs)
        self.versions.fill(
            struct.pack(f"<{len(self.names)}H", *self._symbol_versions()) if self.needs else b""
        )
        self.relocations.fill(b"".join(self._relocation_rows()))
        self.dynamic.fill(b"".join(struct.pack("<QQ", *row) for row in self._dynamic_rows()))
        self.text.fill(self.strings.data)

    def _hash_table(self) -> bytes:
        count = len(self.names)
        heads, chains = [0] * count, [0] * count
        for i in range(1, count):
            bucket = sysv_hash(self.names[i]) % count
            chains[i], heads[bucket] = heads[bucket], i
        return struct.pack(f"<{2 + 2 * count}I", count, count, *heads, *chains)

    def _symbol_rows(self) -> Iterator[bytes]:
        yield bytes(objects.SYMBOL_ROW.size)
        for name in self.names[1:]:
            if name in self.link.imports:
                yield objects.SYMBOL_ROW.pack(self.strings(name), GLOBAL << 4, 0, 0, 0, 0)
            else:
                yield symbol_row(self.link, self.strings(name), *self.link.defined[name])

    def _symbol_versions(self) -> Iterator[int]:
        number = {library: 2 + i for i, (library, _) in enumerate(self.needs)}
        for name in self.names:
            asked = number.get(self.link.imports.get(name, ""))
            yield asked or bool(name)  # 1: no version

    def _version_needs(self) -> bytes:
        rows, size = [], VERSION_NEED.size + VERSION_NAME.size
        for i, (library, version) in enumerate(self.needs):
            last = i == len(self.needs) - 1
            rows.append(
                VERSION_NEED.pack(1, 1, self.strings(library), VERSION_NEED.size, 0 if last else size)
            )
            rows.append(VERSION_NAME.pack(sysv_hash(version), 0, 2 + i, self.strings(version), 0))
        return b"".join(rows)

    def _relocation_rows(self) -> Iterator[bytes]:
        for output, place, kind, name, definition, addend in self.link.loader:
            if definition is not None:
                addend += self.link.address(definition)
            info = self.index[name] << 32 | kind
            yield objects.RELA_ROW.pack(output.address + place, info, addend)

    def _dynamic_rows(self) -> Iterator[tuple[int, int]]:
        for library, _ in self.needs:
            yield NEEDED, self.strings(library)
        yield from ((HASH, self.hash.address), (STRTAB, self.text.address), (SYMTAB, self.symbols.address))
        yield from ((STRSZ, len(self.strings.data)), (SYMENT, 24), (DT_FLAGS, BIND_NOW))
        if self.relocations.size:
            yield from ((RELA, self.relocations.address), (RELASZ, self.relocations.size), (RELAENT, 24))
        if self.needs:
            yield from ((VERSYM, self.versions.address), (VERNEED, self.needed.address))
            yield VERNEEDNUM, len(self.needs)
        yield 0, 0


def symbol_row(link: Link, name: int, i: int, symbol: objects.Symbol, binding: int | None = None) -> bytes:
    """Return the symbol table row of a symbol of object ``i``; ``name`` is its string offset."""
    value = link.address(Definition(i, symbol.section, symbol.value))
    home = link.pieces[i, symbol.section].output.index
    info = (symbol.binding if binding is None else binding) << 4 | symbol.kind
    return objects.SYMBOL_ROW.pack(name, info, 0, home, value, symbol.size)


# Image of a shared library

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
