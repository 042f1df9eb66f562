"""Layout of a library: merges sections, resolves symbols, applies relocations.

Documents: design / Compiled ahead, loaded without Numba

Source     System V ABI, chapter 4
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from gelenk.toolchain.elf import objects
from gelenk.toolchain.elf.objects import (
    ALLOC,
    EXEC,
    GLOBAL,
    LOCAL,
    MACHINES,
    WRITE,
    LinkError,
    Machine,
    Relocation,
    Section,
    Symbol,
)

# symbol -> (library, version to request); None: undefined. Empty strings: a symbol that is in the process by the time
# the library is loaded
Provider = Callable[[str], tuple[str, str] | None]


@dataclass
class Output:
    """One section of the library under construction; ``link`` names the section it refers to."""

    name: str
    kind: int
    flags: int
    align: int = 8
    entry: int = 0
    link: str = ""
    data: bytearray = field(default_factory=bytearray)
    size: int = 0
    address: int = 0
    offset: int = 0
    info: int = 0
    index: int = 1  # index in the section table of the library

    def add(self, data: bytes, align: int, size: int | None = None) -> int:
        """Append a piece and return its start; ``size`` > len(``data``) reserves zeroed memory."""
        start = round_up(self.size, align)
        self.align = max(self.align, align)
        self.size = start + (len(data) if size is None else size)
        if self.kind != objects.NOBITS:
            self.data += bytes(start - len(self.data)) + data
        return start

    def fill(self, data: bytes | bytearray) -> None:
        """Replace the contents."""
        self.data, self.size = bytearray(data), len(data)


class Piece(NamedTuple):
    """Place of an object's section in the library."""

    output: Output
    start: int


class Definition(NamedTuple):
    """A symbol that an object defines; hashable, so that each has one entry in the GOT."""

    object: int
    section: int
    value: int


def round_up(n: int, step: int) -> int:
    """Round ``n`` up to a multiple of ``step``."""
    return -(-n // step) * step


class Link:
    """The state of one link; its methods run in the order in which they are defined."""

    def __init__(self, files: Iterable[bytes], provider: Provider) -> None:
        self.objects = [objects.read(data) for data in files]
        numbers = {o.machine for o in self.objects}
        if len(numbers) != 1 or not numbers <= MACHINES.keys():
            raise LinkError(
                f"objects are for the processors {sorted(numbers)}; one of {sorted(MACHINES)} is needed"
            )
        self.machine: Machine = MACHINES[numbers.pop()]
        self.provider = provider
        self.text = Output(".text", objects.PROGBITS, ALLOC | EXEC, 16)
        self.rodata = Output(".rodata", objects.PROGBITS, ALLOC)
        self.data = Output(".data", objects.PROGBITS, ALLOC | WRITE)
        self.bss = Output(".bss", objects.NOBITS, ALLOC | WRITE)
        self.stubs = Output(".plt", objects.PROGBITS, ALLOC | EXEC, 16)
        self.table = Output(".got", objects.PROGBITS, ALLOC | WRITE)
        self.pieces: dict[tuple[int, int], Piece] = {}
        self.defined: dict[str, tuple[int, Symbol]] = {}
        self.imports: dict[str, str] = {}  # symbol -> library
        self.needs: dict[str, str] = {}  # library -> requested version
        self.entries: dict[Definition | str, int] = {}  # target -> offset in .got
        self.calls: dict[str, int] = {}  # symbol -> offset of its stub in .plt
        self.loader: list[tuple[Output, int, int, str, Definition | None, int]] = []

    # layout of the output

    def collect(self) -> None:
        """Append the sections of all objects to those of the library; record all definitions."""
        for i, o in enumerate(self.objects):
            for k, section in enumerate(o.sections):
                output = self._output_section(section)
                if output is not None:
                    start = output.add(section.data, section.align, section.size)
                    self.pieces[i, k] = Piece(output, start)
            for symbol in o.symbols:
                if symbol.binding != LOCAL and symbol.section != objects.UNDEFINED:
                    self._add_definition(i, symbol)

    def _output_section(self, section: Section) -> Output | None:
        if not section.flags & ALLOC or section.name.startswith((".eh_frame", ".note")):
            return None  # kernels are not unwound
        if section.flags & EXEC:
            return self.text
        if not section.flags & WRITE:
            return self.rodata
        return self.bss if section.kind == objects.NOBITS else self.data

    def _add_definition(self, i: int, symbol: Symbol) -> None:
        if symbol.section >= objects.SPECIAL:
            raise LinkError(f"symbol {symbol.name} has no section")
        known = self.defined.get(symbol.name)
        if known is None or (known[1].binding != GLOBAL and symbol.binding == GLOBAL):
            self.defined[symbol.name] = i, symbol
        elif symbol.binding == GLOBAL and known[1].binding == GLOBAL:
            raise LinkError(f"symbol {symbol.name} is defined twice")

    def find_target(self, i: int, index: int) -> Definition | str:
        """Return the target of a relocation of object ``i``: a definition, or an imported symbol."""
        symbol = self.objects[i].symbols[index]
        if symbol.binding != LOCAL and symbol.name in self.defined:
            i, symbol = self.defined[symbol.name]
        if symbol.section != objects.UNDEFINED:
            return Definition(i, symbol.section, symbol.value)
        if symbol.name not in self.imports:
            found = self.provider(symbol.name)
            if found is None:
                raise LinkError(f"no library defines the function {symbol.name}, which the code calls")
            library, version = found
            self.imports[symbol.name] = library
            if library and self.needs.setdefault(library, version) != version:
                raise LinkError(f"{library} is needed in two versions: {version} and {self.needs[library]}")
        return symbol.name

    def relocations(self) -> Iterator[tuple[Piece, Relocation, Definition | str]]:
        """Yield (piece, relocation, target) for everything that is loaded."""
        for (i, k), piece in self.pieces.items():
            for r in self.objects[i].sections[k].relocations:
                yield piece, r, self.find_target(i, r.symbol)

    def reserve(self) -> None:
        """Reserve GOT entries, stubs, and the relocations that the loader applies."""
        machine = self.machine
        for piece, r, target in self.relocations():
            if r.kind in machine.entries:
                self._reserve_got_entry(target)
            elif r.kind == machine.pointer:
                self._add_loader_relocation(
                    piece.output, piece.start + r.offset, target, r.addend, machine.pointer
                )
            elif r.kind not in machine.direct:
                raise LinkError(f"relocation type {r.kind} is not supported")
            elif isinstance(target, str):
                if r.kind not in machine.calls:
                    raise LinkError(f"the relocation of {target} is only valid in static code")
                if target not in self.calls:
                    self._reserve_got_entry(target)
                    self.calls[target] = self.stubs.add(bytes(16), 16)

    def _reserve_got_entry(self, target: Definition | str) -> None:
        if target not in self.entries:
            self.entries[target] = self.table.add(bytes(8), 8)
            self._add_loader_relocation(
                self.table, self.entries[target], target, 0, self.machine.loader_entry
            )

    def _add_loader_relocation(
        self, output: Output, place: int, target: Definition | str, addend: int, kind: int
    ) -> None:
        if not output.flags & WRITE:
            raise LinkError(f"{output.name} needs a relocation by the loader, which is not supported")
        if isinstance(target, str):
            self.loader.append((output, place, kind, target, None, addend))
        else:
            self.loader.append((output, place, self.machine.loader_relative, "", target, addend))

    def address(self, target: Definition) -> int:
        """Return the address of a definition in the library."""
        piece = self.pieces.get((target.object, target.section))
        if piece is None:
            raise LinkError("the code uses a section that is not loaded")
        return piece.output.address + piece.start + target.value

    def _call_address(self, target: Definition | str) -> int:
        if isinstance(target, str):
            return self.stubs.address + self.calls[target]
        return self.address(target)

    def relocate(self) -> None:
        """Apply the relocations, once all sections have addresses."""
        machine = self.machine
        for name, place in self.calls.items():
            entry = self.table.address + self.entries[name]
            self.stubs.data[place : place + 16] = machine.stub(self.stubs.address + place, entry)
        for piece, r, target in self.relocations():
            if r.kind == machine.pointer:
                continue
            offset = piece.start + r.offset
            if r.kind in machine.entries:
                apply, goal = machine.entries[r.kind], self.table.address + self.entries[target]
            else:
                apply, goal = machine.direct[r.kind], self._call_address(target)
            apply(piece.output.data, offset, goal + r.addend, piece.output.address + offset)
