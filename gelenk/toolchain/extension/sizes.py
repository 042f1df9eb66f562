"""Struct slots and array sizes in the text of one function.

Documents: design / The border
"""

import re

from gelenk.tables import enums
from gelenk.tables.functions.targets import Target
from gelenk.toolchain import struct_layout
from gelenk.toolchain.extension.abi import SHOWN
from gelenk.toolchain.extension.writer import Writer

STRUCT = {"m": struct_layout.MODEL, "d": struct_layout.DATA}
OF_DATA = ("ncon", "nefc")


class Sizes(Writer):
    """Generator of loads from the structs of one function, and of array extents.

    ``value`` maps each checked argument to its register.
    """

    def __init__(self, target: Target, parts: int) -> None:
        super().__init__()
        self.target, self.parts = target, parts
        timer = target.words.get("timer")
        self.timer = int(getattr(enums.mjtTimer, f"mjTIMER_{timer}")) if timer else None
        self.arguments = target.signature.arguments
        self.model = next((a.name for a in self.arguments if a.kind == "m"), "")
        self.datas = [a.name for a in self.arguments if a.kind == "d"]
        self.integers = {a.name for a in self.arguments if a.kind == "i"}
        self.value: dict[str, str] = {}
        self.object: dict[str, str] = {}
        self.letters: dict[str, str] = {}  # extents that arrays share
        # float32 outputs: address of the array, address of the float64 values, element count
        self.narrow: list[tuple[str, str, int]] = []

    # structs

    def layout(self, struct: str) -> struct_layout.Layout:
        """Return the layout of the struct of an argument."""
        kind = next(a.kind for a in self.arguments if a.name == struct)
        return STRUCT[kind] if kind in STRUCT else SHOWN[kind]

    def place(self, struct: str, name: str) -> str:
        """Return a pointer to a slot of a struct."""
        base = self.new(f"inttoptr i64 {self.value[struct]} to ptr")
        return self.new(f"getelementptr i8, ptr {base}, i64 {self.layout(struct).offset[name]}")

    def slot(self, struct: str, name: str, kind: str = "i64") -> str:
        """Load a slot of a struct."""
        return self.new(f"load {kind}, ptr {self.place(struct, name)}")

    # sizes

    def size(self, entry: str) -> str:
        """Return an extent: a sum of products of sizes, integer arguments and constants."""
        total = ""
        for term in entry.split("+"):
            product = ""
            for factor in term.split("*"):
                value = self.factor(factor)
                product = self.new(f"mul i64 {product}, {value}") if product else value
            total = self.new(f"add i64 {total}, {product}") if total else product
        return total

    def factor(self, word: str) -> str:
        """Return a constant, an integer argument, or a size."""
        if word.isdecimal():
            return word
        if word in self.integers:
            return self.value[word]
        if word in OF_DATA or not self.model:
            return self.slot(self.datas[0], word)
        return self.slot(self.model, word)

    def known(self, entry: str) -> bool:
        """Return whether an extent is determined without looking at an array."""
        words = re.findall(r"[A-Za-z]\w*", entry)
        return all(w in self.integers or w in OF_DATA or w in struct_layout.MODEL.scalars for w in words)

    def extent(self, entry: str, obj: str, axis: int) -> str:
        """Return the required extent; -1 accepts any."""
        if self.known(entry):
            return self.size(entry)
        return self.letters.get(entry, "-1")
