"""Readers of shared libraries of macOS (Mach-O) and Windows (PE): what they import, export, require, and how signed.

Sources   Apple, loader.h and cs_blobs.h; Microsoft, PE Format
"""

import hashlib
import struct
from typing import NamedTuple


class MachO(NamedTuple):
    """A library of macOS.

    imports   name -> library that has it
    minimum   oldest version of macOS: major, minor
    pages     whether each page of the file has the hash that the signature says; empty without a signature
    """

    machine: int
    exports: frozenset[str]
    imports: dict[str, str]
    libraries: tuple[str, ...]
    minimum: tuple[int, int]
    pages: tuple[bool, ...]


class PE(NamedTuple):
    """A library of Windows; imports: name -> library that has it."""

    machine: int
    exports: frozenset[str]
    imports: dict[str, str]


X86_64, ARM64 = 0x01000007, 0x0100000C  # machines of Mach-O
AMD64 = 0x8664  # machine of PE
_SYMTAB, _DYLIB, _SIGNATURE, _BUILD, _REEXPORT = 0x2, 0xC, 0x1D, 0x32, 0x8000001F
_DIRECTORY = 0xFADE0C02  # code directory of a signature
_UNDEFINED, _EXTERNAL, _TYPE, _STAB = 0, 1, 0x0E, 0xE0


def _text(data: bytes, at: int) -> str:
    return data[at : data.index(b"\0", at)].decode()


def mach_o(data: bytes) -> MachO:
    """Read a library of macOS."""
    magic, machine, _, _, ncommand = struct.unpack_from("<5I", data)
    assert magic == 0xFEEDFACF
    at, libraries, minimum, symbols, pages = 32, [], (0, 0), [], ()
    for _ in range(ncommand):
        kind, size = struct.unpack_from("<2I", data, at)
        if kind in (_DYLIB, _REEXPORT):
            libraries.append(_text(data, at + struct.unpack_from("<I", data, at + 8)[0]))
        elif kind == _BUILD:
            version = struct.unpack_from("<I", data, at + 12)[0]
            minimum = version >> 16, version >> 8 & 255
        elif kind == _SYMTAB:
            first, count, strings, _ = struct.unpack_from("<4I", data, at + 8)
            for i in range(count):
                name, flags, _, desc, _ = struct.unpack_from("<IBBHQ", data, first + 16 * i)
                symbols.append((_text(data, strings + name).removeprefix("_"), flags, desc))
        elif kind == _SIGNATURE:
            pages = _page_hashes(data, struct.unpack_from("<I", data, at + 8)[0])
        at += size
    shared = [row for row in symbols if row[1] & _EXTERNAL and not row[1] & _STAB]
    imports = {
        name: libraries[(desc >> 8) - 1] for name, flags, desc in shared if flags & _TYPE == _UNDEFINED
    }
    exports = frozenset(name for name, flags, _ in shared if flags & _TYPE != _UNDEFINED)
    return MachO(machine, exports, imports, tuple(libraries), minimum, pages)


def _page_hashes(data: bytes, at: int) -> tuple[bool, ...]:
    """Return whether each page has its hash in the signature, whose numbers are big endian."""
    _, _, count = struct.unpack_from(">3I", data, at)
    for i in range(count):
        _, offset = struct.unpack_from(">2I", data, at + 12 + 8 * i)
        place = at + offset
        magic, _, _, _, first, _, _, slots, limit = struct.unpack_from(">9I", data, place)
        if magic == _DIRECTORY:
            size, kind, _, log = struct.unpack_from(">4B", data, place + 36)
            assert (size, kind) == (32, 2), "SHA-256"
            hashes = [data[place + first + size * k :][:size] for k in range(slots)]
            step = 1 << log
            parts = [data[k * step : min((k + 1) * step, limit)] for k in range(slots)]
            return tuple(hashlib.sha256(a).digest() == b for a, b in zip(parts, hashes, strict=True))
    return ()


def pe(data: bytes) -> PE:
    """Read a library of Windows."""
    start = struct.unpack_from("<I", data, 60)[0]
    assert data[start : start + 4] == b"PE\0\0"
    machine, nsection = struct.unpack_from("<HH", data, start + 4)
    optional, size = start + 24, struct.unpack_from("<H", data, start + 20)[0]
    assert struct.unpack_from("<H", data, optional)[0] == 0x20B, "64 bits"
    rows = [struct.unpack_from("<4I", data, optional + size + 40 * i + 8) for i in range(nsection)]

    def place(address: int) -> int:
        for virtual, begin, length, file in rows:
            if begin <= address < begin + max(virtual, length):
                return file + address - begin
        raise AssertionError(f"{address:#x} is in no section")

    tables = [struct.unpack_from("<2I", data, optional + 112 + 8 * i)[0] for i in range(2)]
    exports = set()
    if tables[0]:
        count, _, names = struct.unpack_from("<3I", data, place(tables[0]) + 24)
        listed = struct.unpack_from(f"<{count}I", data, place(names))
        exports = {_text(data, place(name)) for name in listed}
    imports: dict[str, str] = {}
    at = place(tables[1]) if tables[1] else 0
    while at:
        lookup, _, _, library, addresses = struct.unpack_from("<5I", data, at)
        if not library:
            break
        entry, name = place(lookup or addresses), _text(data, place(library))
        while word := struct.unpack_from("<Q", data, entry)[0]:
            imports[_text(data, place(word & 0x7FFFFFFF) + 2)] = name
            entry += 8
        at += 20
    return PE(machine, frozenset(exports), imports)
