"""Structs and sizes of one function as LLVM text: where slots are, and what an extent of an array must be.

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
    """What is in the structs and integers of one function, and the sizes that they tell.

    ``value`` has the register of each argument that has passed its checks.
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
        # float32 results: where they go, where they are, how many
        self.narrow: list[tuple[str, str, int]] = []

    # ---- structs

    def layout(self, struct: str) -> struct_layout.Layout:
        """Where the fields of the struct of an argument are."""
        kind = next(a.kind for a in self.arguments if a.name == struct)
        return STRUCT[kind] if kind in STRUCT else SHOWN[kind]

    def place(self, struct: str, name: str) -> str:
        """Pointer to a slot of a struct."""
        base = self.new(f"inttoptr i64 {self.value[struct]} to ptr")
        return self.new(f"getelementptr i8, ptr {base}, i64 {self.layout(struct).offset[name]}")

    def slot(self, struct: str, name: str, kind: str = "i64") -> str:
        """What is in a slot."""
        return self.new(f"load {kind}, ptr {self.place(struct, name)}")

    # ---- sizes

    def size(self, entry: str) -> str:
        """An entry of a shape: a sum of products of sizes, integer arguments and numbers."""
        total = ""
        for term in entry.split("+"):
            product = ""
            for factor in term.split("*"):
                value = self.factor(factor)
                product = self.new(f"mul i64 {product}, {value}") if product else value
            total = self.new(f"add i64 {total}, {product}") if total else product
        return total

    def factor(self, word: str) -> str:
        """A number, an integer argument, or a size."""
        if word.isdecimal():
            return word
        if word in self.integers:
            return self.value[word]
        if word in OF_DATA or not self.model:
            return self.slot(self.datas[0], word)
        return self.slot(self.model, word)

    def known(self, entry: str) -> bool:
        """Whether an entry of a shape is told by something else than the arrays."""
        words = re.findall(r"[A-Za-z]\w*", entry)
        return all(w in self.integers or w in OF_DATA or w in struct_layout.MODEL.scalars for w in words)

    def extent(self, entry: str, obj: str, axis: int) -> str:
        """What an extent must be; -1 where any is right."""
        if self.known(entry):
            return self.size(entry)
        return self.letters.get(entry, "-1")
