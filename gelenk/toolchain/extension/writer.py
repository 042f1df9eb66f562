"""Writer of LLVM text: registers, blocks, stack space.

Documents: design / The border
"""


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
