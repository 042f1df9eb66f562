"""LLVM text: its writer, and what checks and loads the arguments of a function.

Documents: design / The border

Numbers are converted before structs and arrays are checked, since a user's __index__ may run any code, which must not
change what has been checked. `Sizes` reads slots of structs, and the extents of arrays, at most once per function.
"""

import re

from gelenk.tables import enums
from gelenk.tables.docstrings import MISSING, Argument
from gelenk.tables.functions.targets import Target
from gelenk.toolchain import struct_layout
from gelenk.toolchain.extension.abi import CONTACT, NUMBERS, READ, ROWS, SHOWN, SLOT, SLOTTED, WRITE

STRUCT = {"m": struct_layout.MODEL, "d": struct_layout.DATA}
OF_DATA = ("ncon", "nefc")


class Writer:
    """The text of one function under construction; ``head`` precedes all other lines."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.head: list[str] = []
        self.count = 0

    def instruction(self, text: str) -> str:
        """Append an instruction; return its register."""
        self.count += 1
        self.lines.append(f"  %v{self.count} = {text}")
        return f"%v{self.count}"

    def add(self, *lines: str) -> None:
        """Append lines without a result."""
        self.lines += lines

    def new_label(self) -> str:
        """Return the name of a new block."""
        self.count += 1
        return f"l{self.count}"

    def begin_block(self, label: str) -> None:
        """Start a block, to which the previous block branches."""
        self.add(f"  br label %{label}", f"{label}:")

    def alloca(self, kind: str) -> str:
        """Reserve stack space; return its pointer."""
        self.head.append(f"  %s{len(self.head)} = alloca {kind}, align 16")
        return f"%s{len(self.head) - 1}"

    def require(self, condition: str, otherwise: str = "slow") -> None:
        """Branch to ``otherwise`` unless the condition holds."""
        on = self.new_label()
        self.add(f"  br i1 {condition}, label %{on}, label %{otherwise}, !prof !0", f"{on}:")

    def load(self, pointer: str, offset: int, kind: str = "i64") -> str:
        """Load from a byte offset."""
        return self.instruction(
            f"load {kind}, ptr {self.instruction(f'getelementptr i8, ptr {pointer}, i64 {offset}')}"
        )


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

    def layout_of(self, struct: str) -> struct_layout.Layout:
        """Return the layout of the struct of an argument."""
        kind = next(a.kind for a in self.arguments if a.name == struct)
        return STRUCT[kind] if kind in STRUCT else SHOWN[kind]

    def slot_pointer(self, struct: str, name: str) -> str:
        """Return a pointer to a slot of a struct."""
        base = self.instruction(f"inttoptr i64 {self.value[struct]} to ptr")
        return self.instruction(f"getelementptr i8, ptr {base}, i64 {self.layout_of(struct).offset[name]}")

    def load_slot(self, struct: str, name: str, kind: str = "i64") -> str:
        """Load a slot of a struct."""
        return self.instruction(f"load {kind}, ptr {self.slot_pointer(struct, name)}")

    # sizes

    def load_extent(self, entry: str) -> str:
        """Return an extent: a sum of products of sizes, integer arguments and constants."""
        total = ""
        for term in entry.split("+"):
            product = ""
            for factor in term.split("*"):
                value = self.load_factor(factor)
                product = self.instruction(f"mul i64 {product}, {value}") if product else value
            total = self.instruction(f"add i64 {total}, {product}") if total else product
        return total

    def load_factor(self, word: str) -> str:
        """Return a constant, an integer argument, or a size."""
        if word.isdecimal():
            return word
        if word in self.integers:
            return self.value[word]
        if word in OF_DATA or not self.model:
            return self.load_slot(self.datas[0], word)
        return self.load_slot(self.model, word)

    def is_determined(self, entry: str) -> bool:
        """Return whether an extent is known without reading the shape of an array."""
        words = re.findall(r"[A-Za-z]\w*", entry)
        return all(w in self.integers or w in OF_DATA or w in struct_layout.MODEL.scalars for w in words)

    def required_extent(self, entry: str, obj: str, axis: int) -> str:
        """Return the required extent; -1 accepts any."""
        if self.is_determined(entry):
            return self.load_extent(entry)
        return self.letters.get(entry, "-1")


SPARE = 4096  # float64 elements on the stack for an output that the caller does not request


class Arguments(Sizes):
    """Generator of the text that checks and loads the arguments of one function."""

    def load_number(self, i: int, a: Argument) -> None:
        """Load an integer or a float; an optional argument that is None gives 0."""
        obj = self.object[a.name]
        read, kind = ("number", "double") if a.kind == "f" else ("integer", "i64")
        out = self.alloca(kind)
        done = ""
        if a.default is not MISSING or a.optional:
            done, ask = self.new_label(), self.new_label()
            default = "zeroinitializer" if a.optional else a.default
            self.add(f"  store {kind} {default}, ptr {out}")
            none = self.instruction(
                f"call i1 @absent(ptr {obj})" if a.optional else f"icmp eq ptr {obj}, null"
            )
            self.add(f"  br i1 {none}, label %{done}, label %{ask}", f"{ask}:")
        self.require(self.instruction(f"call i1 @{read}(ptr {obj}, ptr {out})"))
        if done:
            self.begin_block(done)
        self.value[a.name] = self.instruction(f"load {kind}, ptr {out}")

    def load_characters(self, word: str) -> None:
        """Load the characters of a string of fixed length, given as ``seq:3``."""
        name, _, count = word.partition(":")
        length = self.instruction(f"call i64 @PyUnicode_GetLength(ptr {self.object[name]})")
        self.require(self.instruction(f"icmp eq i64 {length}, {count}"))
        read = [
            self.instruction(f"call i32 @PyUnicode_ReadChar(ptr {self.object[name]}, i64 {i})")
            for i in range(int(count))
        ]
        self.value[word] = ", ".join(
            f"i64 {self.instruction(f'zext i32 {letter} to i64')}" for letter in read
        )

    def load_struct(self, a: Argument) -> None:
        """Load the address of a model or data."""
        obj = self.object[a.name]
        if a.kind == "m":
            value = self.instruction(f"call i64 @model(ptr {obj})")
        else:
            owner = self.value[self.model] if self.model else "-1"
            value = self.instruction(f"call i64 @data(ptr {obj}, i64 {owner})")
        self.require(self.instruction(f"icmp ne i64 {value}, 0"))
        self.value[a.name] = value

    def load_visual_struct(self, a: Argument) -> None:
        """Load the address of another struct; for a row, that of its scene and the row number.

        None stands for an empty perturbation.
        """
        obj = self.object[a.name]
        if a.optional:
            absent = self.instruction(f"call i1 @absent(ptr {obj})")
            obj = self.instruction(
                f"select i1 {absent}, ptr {self.instruction('load ptr, ptr @nothing')}, ptr {obj}"
            )
        kind = self.instruction(f"load ptr, ptr @class_{a.kind}")
        self.require(self.instruction(f"call i1 @is(ptr {obj}, ptr {kind})"))
        self.value[a.name] = self.load(obj, SLOT["_address"])
        self.require(self.instruction(f"icmp ne i64 {self.value[a.name]}, 0"))
        if a.kind in ROWS:
            self.value[f"{a.name}.row"] = self.load(obj, SLOT["_row"])

    def require_below_limit(self, a: Argument) -> None:
        """Require that an index is below its limit."""
        self.require(self.instruction(f"icmp ult i64 {self.value[a.name]}, {self.load_extent(a.below)}"))

    def load_array(self, a: Argument) -> None:
        """Load the address of an array, or of space for an output that is None."""
        obj = self.object[a.name]
        if not a.optional:
            self.value[a.name] = found = self.check_array(a, obj)
            if not a.form.isdecimal():
                return
            if a.dtype == "float32" and a.kind == "W":
                self.value[a.name] = self.instruction(
                    f"ptrtoint ptr {self.alloca(f'[{a.form} x double]')} to i64"
                )
                self.narrow.append((found, self.value[a.name], int(a.form)))
            elif a.dtype == "float32":
                self.value[a.name] = self.widen(found, int(a.form), "float", "double", "fpext")
            return
        groups = self.target.words.get("groups") == a.name
        given, none, done = self.new_label(), self.new_label(), self.new_label()
        absent = self.instruction(f"call i1 @absent(ptr {obj})")
        self.add(f"  br i1 {absent}, label %{none}, label %{given}", f"{given}:")
        found = self.check_array(a, obj)
        if groups:
            found = self.widen(found, 6, "i8", "i32", "zext")
        last = self.new_label()
        self.begin_block(last)
        self.add(f"  br label %{done}", f"{none}:")
        told = any(word[0] == "?" and a.name in word[1:].split(",") for word in self.target.given)
        # An absent output with a presence bit is not written, and needs no space.
        room = "0" if told else self.space_for_absent(a)
        end = self.new_label()
        self.begin_block(end)
        self.begin_block(done)
        self.value[a.name] = self.instruction(f"phi i64 [{found}, %{last}], [{room}, %{end}]")
        if groups:
            self.value["given"] = self.instruction(f"phi i64 [1, %{last}], [0, %{end}]")

    def space_for_absent(self, a: Argument) -> str:
        """Return the address of stack space for an absent array; require that the space suffices."""
        spare = self.alloca(f"[{SPARE} x double]")
        n = "1"
        for entry in self.extent_words(a):
            n = self.instruction(f"mul i64 {n}, {self.letters.get(entry) or self.load_extent(entry)}")
        room = self.instruction(f"call i64 @room(ptr {spare}, i64 {n}, i64 {SPARE})")
        self.require(self.instruction(f"icmp ne i64 {room}, 0"))
        return room

    def extent_words(self, a: Argument) -> list[str]:
        """Return the extents of an array, as words."""
        return {"mn": ["m", "n"]}.get(a.form) or a.form.strip("*()").split(",")

    def check_array(self, a: Argument, obj: str) -> str:
        """Check an array that is present; return the address of its elements."""
        own = {"n", "mn"} & {a.form}  # extents that no other array must match
        entries = self.extent_words(a)
        wanted = ["-1" if own else self.required_extent(e, obj, k) for k, e in enumerate(entries)]
        flags = WRITE if a.kind == "W" else READ
        number = NUMBERS.get(a.dtype) or self.instruction(f"load i32, ptr @{SLOTTED}{a.dtype}")
        given = f"ptr {obj}, i32 {number}, i32 {flags}, i32 {len(entries)}, "
        given += f"i64 {wanted[0]}, i64 {wanted[1] if len(entries) > 1 else 1}"
        if a.kind == "R" and a.dtype == "float64" and a.form.isdecimal() and not a.optional:
            found = self.instruction(f"call i64 @vector({given}, ptr {self.alloca(f'[{a.form} x double]')})")
        elif a.form.startswith("*"):  # accepted as a row or as a matrix
            given = f"ptr {obj}, i32 {number}, i32 {flags}, i64 {wanted[0]}"
            found = self.instruction(f"call i64 @flat({given})")
        else:
            found = self.instruction(f"call i64 @array({given})")
        self.require(self.instruction(f"icmp ne i64 {found}, 0"))
        for k, entry in enumerate(entries):
            if not own and not self.is_determined(entry):
                if entry not in self.letters:
                    self.letters[entry] = self.instruction(f"call i64 @extent(ptr {obj}, i64 {k})")
                elif wanted[k] == "-1":  # the same letter twice in one shape
                    other = self.instruction(f"call i64 @extent(ptr {obj}, i64 {k})")
                    self.require(self.instruction(f"icmp eq i64 {other}, {self.letters[entry]}"))
        return found

    def widen(self, found: str, n: int, narrow: str, wide: str, how: str) -> str:
        """Copy ``n`` elements to the stack as a wider type; return their address."""
        out = self.alloca(f"[{n} x {wide}]")
        base = self.instruction(f"inttoptr i64 {found} to ptr")
        for k in range(n):
            stored = self.instruction(
                f"load {narrow}, ptr {self.instruction(f'getelementptr {narrow}, ptr {base}, i64 {k}')}"
            )
            number = self.instruction(f"{how} {narrow} {stored} to {wide}")
            self.add(
                f"  store {wide} {number}, ptr {self.instruction(f'getelementptr {wide}, ptr {out}, i64 {k}')}"
            )
        return self.instruction(f"ptrtoint ptr {out} to i64")

    def narrow_results(self) -> None:
        """Store float64 results into their float32 arrays."""
        for target, source, n in self.narrow:
            ends = [self.instruction(f"inttoptr i64 {place} to ptr") for place in (target, source)]
            for k in range(n):
                number = self.instruction(f"fptrunc double {self.load(ends[1], 8 * k, 'double')} to float")
                self.add(
                    f"  store float {number}, ptr {self.instruction(f'getelementptr float, ptr {ends[0]}, i64 {k}')}"
                )

    def check_arguments(self) -> None:
        """Check all arguments: numbers first, then structs, then limits and arrays."""
        total = len(self.arguments)
        least = sum(a.default is MISSING for a in self.arguments)
        name = self.target.function
        if total:
            out = self.alloca(f"[{total} x ptr]")
            given = f"ptr %args, i64 %n, ptr %kw, ptr @names_{name}, i64 {least}, i64 {total}, ptr {out}"
            places = self.instruction(f"call ptr @bind({given})")
            self.require(self.instruction(f"icmp ne ptr {places}, null"))
        for i, a in enumerate(self.arguments):
            self.object[a.name] = self.load(places, 8 * i, "ptr")
        for i, a in enumerate(self.arguments):
            if a.kind in ("i", "f"):
                self.load_number(i, a)
        for word in self.target.given:
            if ":" in word:
                self.load_characters(word)
        for a in sorted(self.arguments, key=lambda a: a.kind != "m"):
            if a.kind in STRUCT:
                self.load_struct(a)
        for a in self.arguments:
            if a.kind in SHOWN or a.kind in ROWS or a.kind == CONTACT:
                self.load_visual_struct(a)
        for a in self.arguments:
            if a.below:
                self.require_below_limit(a)
        for a in self.arguments:
            if a.dtype:
                self.load_array(a)
