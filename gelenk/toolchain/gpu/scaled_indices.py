"""Scale indices of elements once: peephole pass over PTX.

Documents: design / Tiles

An element is at base + index x tile x size. LLVM multiplies by the tile in 32 bits and by the size while it widens,
since a 32-bit product could overflow for all it knows. A batch has fewer than 2^31 elements in a field, so

    shl.b32 %r2, %r1, 2;   mul.wide.s32 %rd1, %r2, 4;    ->    mul.wide.s32 %rd1, %r1, 16;

which GPUs fuse with the addition of the base. A shift without other uses is removed.
"""

import re
from collections import Counter

_BODY = re.compile(r"^\{\n.*?^\}\n", re.MULTILINE | re.DOTALL)
_SHIFT = re.compile(r"^\tshl\.b32 \t(%r\d+), (%r\d+), (\d+);$")
_PRODUCT = re.compile(r"^\tmul\.wide\.s32 \t(%rd\d+), (%r\d+), (\d+);$")
_FIRST = re.compile(r"^\t[a-z][\w.:]*\s+(\{[^}]*\}|%\w+)")
_REGISTER = re.compile(r"%r\d+\b")
_MOST_SCALE = 1 << 12


def scale_once(text: str) -> str:
    """Return the PTX of a program with fewer shifts of indices."""
    return _BODY.sub(lambda body: _scaled(body[0]), text)


def _scaled(body: str) -> str:
    lines: list[str | None] = [*body.split("\n")]
    written = Counter(name for line in lines if line for name in _targets(line))
    uses = Counter(name for line in lines if line for name in _REGISTER.findall(line))
    shifts: dict[str, tuple[int, str, int]] = {}  # register -> line, source and distance of its shift
    for k, line in enumerate(lines):
        assert line is not None
        if line.startswith("$"):  # from other blocks only what is written once is known
            shifts = {a: found for a, found in shifts.items() if written[a] == 1 == written[found[1]]}
            continue
        product = _PRODUCT.match(line)
        if product and product[2] in shifts:
            at, source, distance = shifts[product[2]]
            scale = int(product[3]) << distance
            if scale <= _MOST_SCALE:
                lines[k] = f"\tmul.wide.s32 \t{product[1]}, {source}, {scale};"
                uses[product[2]] -= 1
                if uses[product[2]] == 1:
                    lines[at] = None
        for target in _targets(line):
            if written[target] > 1:
                shifts = {a: found for a, found in shifts.items() if target not in (a, found[1])}
        shift = _SHIFT.match(line)
        if shift and shift[1] != shift[2]:
            shifts[shift[1]] = k, shift[2], int(shift[3])
    return "\n".join(line for line in lines if line is not None)


def _targets(line: str) -> list[str]:
    """Return the registers that a line may write: those of its first operand."""
    found = _FIRST.match(line)
    return _REGISTER.findall(found[1]) if found else []
