"""The arguments of one function as LLVM text: numbers, texts, structs, and arrays of the right shapes.

Documents: design / The border

Numbers are read before anything is looked at: __index__ of a stranger may run any code, and nothing may change once
structs and arrays have been seen.
"""

from gelenk.tables.signatures import MISSING, Argument
from gelenk.toolchain.extension.abi import CONTACT, NUMBERS, READ, ROWS, SHOWN, SLOT, WRITE
from gelenk.toolchain.extension.sizes import STRUCT, Sizes

SPARE = 4096  # numbers on the stack for a result that the caller does not want


class Arguments(Sizes):
    """The text that looks at the arguments of one function."""

    def numbers(self, i: int, a: Argument) -> None:
        """Read an integer or a float; 0 stands for one that may be None, and is."""
        obj = self.object[a.name]
        read, kind = ("number", "double") if a.kind == "f" else ("integer", "i64")
        out = self.stack(kind)
        done = ""
        if a.default is not MISSING or a.optional:
            done, ask = self.label(), self.label()
            default = "zeroinitializer" if a.optional else a.default
            self.add(f"  store {kind} {default}, ptr {out}")
            none = self.new(f"call i1 @absent(ptr {obj})" if a.optional else f"icmp eq ptr {obj}, null")
            self.add(f"  br i1 {none}, label %{done}, label %{ask}", f"{ask}:")
        self.need(self.new(f"call i1 @{read}(ptr {obj}, ptr {out})"))
        if done:
            self.begin(done)
        self.value[a.name] = self.new(f"load {kind}, ptr {out}")

    def letters_of(self, word: str) -> None:
        """Read the characters of a text of known length, as ``seq:3``."""
        name, _, count = word.partition(":")
        length = self.new(f"call i64 @PyUnicode_GetLength(ptr {self.object[name]})")
        self.need(self.new(f"icmp eq i64 {length}, {count}"))
        read = [
            self.new(f"call i32 @PyUnicode_ReadChar(ptr {self.object[name]}, i64 {i})")
            for i in range(int(count))
        ]
        self.value[word] = ", ".join(f"i64 {self.new(f'zext i32 {letter} to i64')}" for letter in read)

    def struct(self, a: Argument) -> None:
        """The address of a model or data."""
        obj = self.object[a.name]
        if a.kind == "m":
            value = self.new(f"call i64 @model(ptr {obj})")
        else:
            owner = self.value[self.model] if self.model else "-1"
            value = self.new(f"call i64 @data(ptr {obj}, i64 {owner})")
        self.need(self.new(f"icmp ne i64 {value}, 0"))
        self.value[a.name] = value

    def shown(self, a: Argument) -> None:
        """The address of another struct; of a row, that of its scene. None is an empty perturbation."""
        obj = self.object[a.name]
        if a.optional:
            absent = self.new(f"call i1 @absent(ptr {obj})")
            obj = self.new(f"select i1 {absent}, ptr {self.new('load ptr, ptr @nothing')}, ptr {obj}")
        kind = self.new(f"load ptr, ptr @class_{a.kind}")
        self.need(self.new(f"call i1 @is(ptr {obj}, ptr {kind})"))
        self.value[a.name] = self.load(obj, SLOT["_address"])
        self.need(self.new(f"icmp ne i64 {self.value[a.name]}, 0"))
        if a.kind in ROWS:
            self.value[f"{a.name}.row"] = self.load(obj, SLOT["_row"])

    def limit(self, a: Argument) -> None:
        """An index is below what it counts."""
        self.need(self.new(f"icmp ult i64 {self.value[a.name]}, {self.size(a.below)}"))

    def array(self, a: Argument) -> None:
        """The numbers of an array, or room for them where it is None."""
        obj = self.object[a.name]
        if not a.optional:
            self.value[a.name] = found = self.look(a, obj)
            if not a.form.isdecimal():
                return
            if a.dtype == "float32" and a.kind == "W":
                self.value[a.name] = self.new(f"ptrtoint ptr {self.stack(f'[{a.form} x double]')} to i64")
                self.narrow.append((found, self.value[a.name], int(a.form)))
            elif a.dtype == "float32":
                self.value[a.name] = self.widened(found, int(a.form), "float", "double", "fpext")
            return
        groups = self.target.words.get("groups") == a.name
        given, none, done = self.label(), self.label(), self.label()
        absent = self.new(f"call i1 @absent(ptr {obj})")
        self.add(f"  br i1 {absent}, label %{none}, label %{given}", f"{given}:")
        found = self.look(a, obj)
        if groups:
            found = self.widened(found, 6, "i8", "i32", "zext")
        last = self.label()
        self.begin(last)
        self.add(f"  br label %{done}", f"{none}:")
        told = any(word[0] == "?" and a.name in word[1:].split(",") for word in self.target.given)
        room = "0" if told else self.instead(a)  # what is told that it is not there writes nothing
        end = self.label()
        self.begin(end)
        self.begin(done)
        self.value[a.name] = self.new(f"phi i64 [{found}, %{last}], [{room}, %{end}]")
        if groups:
            self.value["given"] = self.new(f"phi i64 [1, %{last}], [0, %{end}]")

    def instead(self, a: Argument) -> str:
        """Address of room for an array that is not given, if that is not too much for the stack."""
        spare = self.stack(f"[{SPARE} x double]")
        n = "1"
        for entry in self.entries(a):
            n = self.new(f"mul i64 {n}, {self.letters.get(entry) or self.size(entry)}")
        room = self.new(f"call i64 @room(ptr {spare}, i64 {n}, i64 {SPARE})")
        self.need(self.new(f"icmp ne i64 {room}, 0"))
        return room

    def entries(self, a: Argument) -> list[str]:
        """The extents of an array, as words."""
        return {"mn": ["m", "n"]}.get(a.form) or a.form.strip("*()").split(",")

    def look(self, a: Argument, obj: str) -> str:
        """Check an array that is there; returns the address of its numbers."""
        own = {"n", "mn"} & {a.form}  # extents of its own, which no other array must have
        entries = self.entries(a)
        wanted = ["-1" if own else self.extent(e, obj, k) for k, e in enumerate(entries)]
        flags = WRITE if a.kind == "W" else READ
        given = f"ptr {obj}, i32 {NUMBERS[a.dtype]}, i32 {flags}, i32 {len(entries)}, "
        given += f"i64 {wanted[0]}, i64 {wanted[1] if len(entries) > 1 else 1}"
        if a.kind == "R" and a.dtype == "float64" and a.form.isdecimal() and not a.optional:
            found = self.new(f"call i64 @vector({given}, ptr {self.stack(f'[{a.form} x double]')})")
        elif a.form.startswith("*"):  # as one row or as a matrix
            given = f"ptr {obj}, i32 {NUMBERS[a.dtype]}, i32 {flags}, i64 {wanted[0]}"
            found = self.new(f"call i64 @flat({given})")
        else:
            found = self.new(f"call i64 @array({given})")
        self.need(self.new(f"icmp ne i64 {found}, 0"))
        for k, entry in enumerate(entries):
            if not own and not self.known(entry):
                if entry not in self.letters:
                    self.letters[entry] = self.new(f"call i64 @extent(ptr {obj}, i64 {k})")
                elif wanted[k] == "-1":  # the same letter twice in one shape
                    other = self.new(f"call i64 @extent(ptr {obj}, i64 {k})")
                    self.need(self.new(f"icmp eq i64 {other}, {self.letters[entry]}"))
        return found

    def widened(self, found: str, n: int, narrow: str, wide: str, how: str) -> str:
        """So many numbers as wider ones."""
        out = self.stack(f"[{n} x {wide}]")
        base = self.new(f"inttoptr i64 {found} to ptr")
        for k in range(n):
            stored = self.new(
                f"load {narrow}, ptr {self.new(f'getelementptr {narrow}, ptr {base}, i64 {k}')}"
            )
            number = self.new(f"{how} {narrow} {stored} to {wide}")
            self.add(f"  store {wide} {number}, ptr {self.new(f'getelementptr {wide}, ptr {out}, i64 {k}')}")
        return self.new(f"ptrtoint ptr {out} to i64")

    def narrowed(self) -> None:
        """Results of float32 go where they belong."""
        for target, source, n in self.narrow:
            ends = [self.new(f"inttoptr i64 {place} to ptr") for place in (target, source)]
            for k in range(n):
                number = self.new(f"fptrunc double {self.load(ends[1], 8 * k, 'double')} to float")
                self.add(
                    f"  store float {number}, ptr {self.new(f'getelementptr float, ptr {ends[0]}, i64 {k}')}"
                )

    def check(self) -> None:
        """All arguments: numbers, then structs, then what they must fit."""
        total = len(self.arguments)
        least = sum(a.default is MISSING for a in self.arguments)
        name = self.target.function
        if total:
            out = self.stack(f"[{total} x ptr]")
            given = f"ptr %args, i64 %n, ptr %kw, ptr @names_{name}, i64 {least}, i64 {total}, ptr {out}"
            places = self.new(f"call ptr @bind({given})")
            self.need(self.new(f"icmp ne ptr {places}, null"))
        for i, a in enumerate(self.arguments):
            self.object[a.name] = self.load(places, 8 * i, "ptr")
        for i, a in enumerate(self.arguments):
            if a.kind in ("i", "f"):
                self.numbers(i, a)
        for word in self.target.given:
            if ":" in word:
                self.letters_of(word)
        for a in sorted(self.arguments, key=lambda a: a.kind != "m"):
            if a.kind in STRUCT:
                self.struct(a)
        for a in self.arguments:
            if a.kind in SHOWN or a.kind in ROWS or a.kind == CONTACT:
                self.shown(a)
        for a in self.arguments:
            if a.below:
                self.limit(a)
        for a in self.arguments:
            if a.dtype:
                self.array(a)
