"""Registers of a function for 32 lanes: arrays, by name, with a view for each type.

A register is an array of unsigned integers; `view` returns the name of a view of it as another type. Immediate values
and addresses of variables are arrays too, since ufuncs take arrays faster than scalars.
"""

import re
import struct

import numpy as np

LANES = 32
TYPES = {
    "u8": np.uint8, "s8": np.int8, "u16": np.uint16, "s16": np.int16, "u32": np.uint32, "s32": np.int32,
    "u64": np.uint64, "s64": np.int64, "f32": np.float32, "f64": np.float64, "pred": np.bool_,
}  # fmt: skip
_WIDTH = {"%rs": 16, "%rd": 64, "%r": 32, "%fd": 64, "%f": 32, "%p": 1, "%SP": 64, "%SPL": 64}
_KIND = re.compile(r"(%(?:rs|rd|r|fd|f|p|SPL|SP))\d*$")


def width(kind: str) -> int:
    """Return the bits of a type: b32, s64, f32, pred, ..."""
    return 1 if kind == "pred" else int(kind[1:])


class Registers:
    """Registers and constants of one function, in the namespace of its generated code."""

    def __init__(self, namespace: dict[str, object], symbols: dict[str, int]) -> None:
        self.namespace, self._symbols = namespace, symbols
        self._numbers: dict[str, int] = {}
        self._arrays: dict[str, np.ndarray] = {}

    def array(self, register: str) -> np.ndarray:
        """Return the array of a register."""
        found = self._arrays.get(register)
        if found is None:
            bits = self.bits(register)
            found = np.zeros(LANES, np.bool_ if bits == 1 else np.dtype(f"u{bits // 8}"))
            self._arrays[register] = found
        return found

    @staticmethod
    def bits(register: str) -> int:
        """Return the width of a register."""
        kind = _KIND.match(register)
        if kind is None:
            raise ValueError(f"{register} is not a known register")
        return _WIDTH[kind[1]]

    def number(self, register: str) -> int:
        """Return the index of a register in the list of times."""
        return self._numbers.setdefault(register, len(self._numbers))

    def __len__(self) -> int:
        return len(self._numbers)

    def view(self, operand: str, kind: str) -> str:
        """Return the name of an operand as an array of a type (b32 is u32)."""
        kind = kind.replace("b", "u") if kind[0] == "b" else kind
        if not operand.startswith("%"):
            return self._constant(operand, kind)
        if operand in ("%tid.x", "%ctaid.x", "%ntid.x", "%laneid"):
            return operand[1:].replace(".", "_")
        name = f"{operand[1:]}_{kind}"
        if name not in self.namespace:
            array, wanted = self.array(operand), np.dtype(TYPES[kind])
            if kind != "pred":
                step = array.dtype.itemsize // wanted.itemsize
                if not step:
                    raise ValueError(f"{operand} is narrower than {kind}")
                array = array.view(wanted)[::step]
            self.namespace[name] = array
        return name

    def _constant(self, text: str, kind: str) -> str:
        value = self.value(text, kind)
        name = "k_" + re.sub(r"\W", "_", f"{text}_{kind}")
        if name not in self.namespace:
            self.namespace[name] = np.full(LANES, value, TYPES[kind])
        return name

    def value(self, text: str, kind: str) -> object:
        """Return an immediate value: an integer, 0f3F800000, 0d3FF..., or the address of a variable."""
        if text[:2] in ("0f", "0F"):
            raw = np.array(int(text[2:], 16), np.uint32)
            return raw.view(np.float32) if kind == "f32" else raw
        if text[:2] in ("0d", "0D"):
            raw = np.array(int(text[2:], 16), np.uint64)
            return raw.view(np.float64) if kind == "f64" else raw
        if text in ("true", "false"):
            return text == "true"
        found = re.fullmatch(r"(?:generic\()?([A-Za-z_$][\w$]*)\)?(?:\+(-?\d+))?", text)
        if found:
            if found[1] not in self._symbols:
                raise ValueError(f"{found[1]} is not a variable of the program")
            return self._symbols[found[1]] + int(found[2] or 0)
        bits = width(kind)
        number = int(text, 0)
        if kind[0] == "f":  # the bits of a float, written as an integer
            return np.array(number % (1 << bits), f"u{bits // 8}").view(TYPES[kind])
        number %= 1 << bits
        return number - (1 << bits) if kind[0] == "s" and number >> (bits - 1) else number


def initial_bytes(kind: str, values: tuple[str, ...], symbols: dict[str, int]) -> bytes:
    """Return the bytes of a variable's initial values, with addresses of other variables."""
    registers = Registers({}, symbols)
    bits = width(kind)
    code = {8: "B", 16: "H", 32: "I", 64: "Q"}[bits]
    unsigned = "u" + str(bits)
    return b"".join(struct.pack("<" + code, int(registers.value(v, unsigned))) for v in values)
