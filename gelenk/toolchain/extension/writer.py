"""Writing LLVM text: registers, blocks, room on the stack.

Documents: design / The border
"""


class Writer:
    """The text of one function as it grows; ``head`` has what stands before everything else."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.head: list[str] = []
        self.count = 0

    def new(self, text: str) -> str:
        """A register of what ``text`` gives."""
        self.count += 1
        self.lines.append(f"  %v{self.count} = {text}")
        return f"%v{self.count}"

    def add(self, *lines: str) -> None:
        """Lines that give nothing."""
        self.lines += lines

    def label(self) -> str:
        """The name of a new block."""
        self.count += 1
        return f"l{self.count}"

    def begin(self, label: str) -> None:
        """From here on the block of that name; the one before falls into it."""
        self.add(f"  br label %{label}", f"{label}:")

    def stack(self, kind: str) -> str:
        """Room on the stack."""
        self.head.append(f"  %s{len(self.head)} = alloca {kind}, align 16")
        return f"%s{len(self.head) - 1}"

    def need(self, condition: str, otherwise: str = "slow") -> None:
        """Go on only where that holds."""
        on = self.label()
        self.add(f"  br i1 {condition}, label %{on}, label %{otherwise}, !prof !0", f"{on}:")

    def load(self, pointer: str, offset: int, kind: str = "i64") -> str:
        """What is at an offset."""
        return self.new(f"load {kind}, ptr {self.new(f'getelementptr i8, ptr {pointer}, i64 {offset}')}")
