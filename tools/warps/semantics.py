"""Semantics of PTX instructions: each as lines of Python that compute it for 32 lanes with numpy.

Generated lines use these names: `w`, the lanes that are active (an array, or True for all), `nw`, the others; `np`;
registers as in registers.py. Results are written where `w` is true. Fused multiply-adds are computed in double
precision and rounded once more; approximate functions are exact here.
"""

import re
from collections.abc import Callable

import numpy as np

from tools.warps.listing import Instruction
from tools.warps.registers import Registers, width

_COMPARED = {"eq": "equal", "ne": "not_equal", "lt": "less", "le": "less_equal", "gt": "greater", "ge": "greater_equal",
             "lo": "less", "ls": "less_equal", "hi": "greater", "hs": "greater_equal"}  # fmt: skip
_ROUNDED = {"rzi": "trunc", "rni": "rint", "rmi": "floor", "rpi": "ceil"}
_ONE_TO_ONE = {
    "and": "bitwise_and",
    "or": "bitwise_or",
    "xor": "bitwise_xor",
    "add": "add",
    "sub": "subtract",
}
Lines = list[str]


def lines(i: Instruction, r: Registers) -> Lines:
    """Return the Python lines of an arithmetic instruction.

    Errors   ValueError: an unsupported instruction
    """
    name = i.parts[0]
    made = _RULES.get(name)
    if made is None:
        raise ValueError(f"unsupported instruction: {i.text}")
    return made(i, r)


def _out(i: Instruction, r: Registers, kind: str) -> str:
    return r.view(i.operands[0], kind)


def _in(i: Instruction, r: Registers, kind: str) -> list[str]:
    return [r.view(operand, kind) for operand in i.operands[1:]]


def _unsigned(kind: str) -> str:
    return kind if kind == "pred" or kind[0] == "f" else "u" + kind[1:]


def _ufunc(function: str, out: str, *given: str, more: str = "") -> str:
    return f"np.{function}({', '.join(given)}, out={out}, where=w{more})"


def _plain(i: Instruction, r: Registers) -> Lines:
    """Translate add, sub, and, or, xor: integers wrap around, so unsigned views suffice."""
    kind = _unsigned(i.parts[-1])
    name = i.parts[0]
    function = (
        {"and": "logical_and", "or": "logical_or", "xor": "not_equal"}.get(name) if kind == "pred" else None
    )
    return [_ufunc(function or _ONE_TO_ONE[name], _out(i, r, kind), *_in(i, r, kind))]


def _not(i: Instruction, r: Registers) -> Lines:
    kind = _unsigned(i.parts[-1])
    return [_ufunc("logical_not" if kind == "pred" else "bitwise_not", _out(i, r, kind), *_in(i, r, kind))]


def _neg(i: Instruction, r: Registers) -> Lines:
    kind = i.parts[-1]
    return [_ufunc("negative", _out(i, r, kind), *_in(i, r, kind))]


def _abs(i: Instruction, r: Registers) -> Lines:
    kind = i.parts[-1]
    return [_ufunc("absolute", _out(i, r, kind), *_in(i, r, kind))]


def _extreme(i: Instruction, r: Registers) -> Lines:
    kind, name = i.parts[-1], i.parts[0]
    function = {"min": "fmin", "max": "fmax"}[name] if kind[0] == "f" else f"{name}imum"
    return [_ufunc(function, _out(i, r, kind), *_in(i, r, kind))]


def _mul(i: Instruction, r: Registers) -> Lines:
    kind = i.parts[-1]
    if kind[0] == "f":
        return [_ufunc("multiply", _out(i, r, kind), *_in(i, r, kind))]
    if "wide" in i.parts:
        double = kind[0] + str(2 * width(kind))
        return [_ufunc("multiply", _out(i, r, double), *_in(i, r, kind), more=f", dtype=np.{_dtype(double)}")]
    if "hi" in i.parts:
        return _high(_out(i, r, kind), *_in(i, r, kind), kind)
    return [_ufunc("multiply", _out(i, r, _unsigned(kind)), *_in(i, r, _unsigned(kind)))]


def _dtype(kind: str) -> str:
    return {"u": "uint", "s": "int", "f": "float"}[kind[0]] + kind[1:]


def _high(out: str, a: str, b: str, kind: str) -> Lines:
    if width(kind) > 32:
        raise ValueError("the high half of 128 bits is not simulated")
    wide = _dtype(kind[0] + "64")
    return [
        f"np.copyto({out}, np.multiply({a}, {b}, dtype=np.{wide}) >> {width(kind)}, casting='unsafe', where=w)"
    ]


def _mad(i: Instruction, r: Registers) -> Lines:
    kind = _unsigned(i.parts[-1])
    a, b, c = _in(i, r, kind)
    out = _out(i, r, kind)
    if "cc" in i.parts:
        return [
            f"np.add(np.multiply({a}, {b}), {c}, out=lo_)",
            f"np.less(lo_, {c}, out=carry)",
            f"np.copyto({out}, lo_, where=w)",
        ]
    if i.parts[0] == "madc":
        return [
            f"np.copyto({out}, (np.multiply({a}, {b}, dtype=np.uint64) >> 32) + {c} + carry, casting='unsafe', where=w)"
        ]
    if "wide" in i.parts:
        raise ValueError("mad.wide is not simulated")
    return [_ufunc("add", out, f"np.multiply({a}, {b})", c)]


def _fma(i: Instruction, r: Registers) -> Lines:
    kind = i.parts[-1]
    a, b, c = _in(i, r, kind)
    if kind == "f64":
        return [_ufunc("add", _out(i, r, kind), f"np.multiply({a}, {b})", c)]
    return [
        f"np.multiply({a}, {b}, out=wide_, dtype=np.float64)",
        _ufunc("add", _out(i, r, kind), "wide_", c, more=", dtype=np.float64, casting='same_kind'"),
    ]


def _div(i: Instruction, r: Registers) -> Lines:
    kind = i.parts[-1]
    a, b = _in(i, r, kind)
    out = _out(i, r, kind)
    if kind[0] == "f":
        return [_ufunc("divide", out, a, b)]
    found = f"truncated({a}, {b})"
    if i.parts[0] == "rem":
        found = f"{a} - {found} * {b}"
    return [f"np.copyto({out}, {found}, casting='unsafe', where=w)"]


def _special(i: Instruction, r: Registers) -> Lines:
    kind = i.parts[-1]
    out, (a,) = _out(i, r, kind), _in(i, r, kind)
    name = i.parts[0]
    if name in ("rcp", "rsqrt"):
        return [_ufunc("divide", out, f"{_dtype(kind)}_one", f"np.sqrt({a})" if name == "rsqrt" else a)]
    function = {"ex2": "exp2", "lg2": "log2"}.get(name, name)
    return [_ufunc(function, out, a)]


def _copysign(i: Instruction, r: Registers) -> Lines:
    kind = i.parts[-1]
    sign, size = _in(i, r, kind)
    return [_ufunc("copysign", _out(i, r, kind), size, sign)]


def _shift(i: Instruction, r: Registers) -> Lines:
    kind = i.parts[-1] if i.parts[0] == "shr" else _unsigned(i.parts[-1])
    kind = _unsigned(kind) if kind[0] == "b" else kind
    a = r.view(i.operands[1], kind)
    amount = r.view(i.operands[2], "u32")
    function = "left_shift" if i.parts[0] == "shl" else "right_shift"
    amount = f"np.minimum({amount}, {width(kind) - 1 if kind[0] == 's' else width(kind)}).astype({a}.dtype)"
    return [_ufunc(function, _out(i, r, kind), a, amount)]


def _funnel(i: Instruction, r: Registers) -> Lines:
    if i.opcode != "shf.l.wrap.b32":
        raise ValueError(f"unsupported instruction: {i.text}")
    a, b, c = _in(i, r, "u32")
    both = f"(({b}.astype(np.uint64) << 32) | {a}) << ({c} & 31).astype(np.uint64)"
    return [f"np.copyto({_out(i, r, 'u32')}, ({both}) >> 32, casting='unsafe', where=w)"]


def _setp(i: Instruction, r: Registers) -> Lines:
    _, name, kind = i.parts[0], i.parts[1], i.parts[-1]
    if len(i.parts) != 3 or "|" in i.operands[0]:
        raise ValueError(f"unsupported instruction: {i.text}")
    kind = kind if kind[0] in "fsp" else _unsigned(kind)
    a, b = _in(i, r, kind)
    out = r.view(i.operands[0], "pred")
    if kind[0] != "f" or name in ("eq", "lt", "le", "gt", "ge"):
        return [_ufunc(_COMPARED[name], out, a, b)]
    unordered = f"(np.isnan({a}) | np.isnan({b}))"
    if name == "num":
        return [_ufunc("logical_not", out, unordered)]
    if name == "nan":
        return [f"np.copyto({out}, {unordered}, where=w)"]
    if name == "ne":
        return [_ufunc("logical_and", out, f"({a} != {b})", f"~{unordered}")]
    return [_ufunc("logical_or", out, f"np.{_COMPARED[name[:-1]]}({a}, {b})", unordered)]


def _selp(i: Instruction, r: Registers) -> Lines:
    kind = _unsigned(i.parts[-1])
    kind = "u" + kind[1:] if kind[0] == "f" else kind
    a, b = (r.view(operand, kind) for operand in i.operands[1:3])
    chosen = r.view(i.operands[3], "pred")
    return [f"np.copyto({_out(i, r, kind)}, np.where({chosen}, {a}, {b}), where=w)"]


def _mov(i: Instruction, r: Registers) -> Lines:
    kind = _unsigned(i.parts[-1])
    target, source = i.operands
    if target.startswith("{") or source.startswith("{"):
        return _pack(target, source, r)
    kind = "u" + kind[1:] if kind[0] == "f" else kind
    return [f"np.copyto({r.view(target, kind)}, {r.view(source, kind)}, where=w)"]


def _pack(target: str, source: str, r: Registers) -> Lines:
    """Translate mov between a register and a vector of two halves."""
    halves = re.findall(r"[%\w]+", target if target.startswith("{") else source)
    whole = source if target.startswith("{") else target
    bits = r.bits(whole) // len(halves)
    made = []
    for k, half in enumerate(halves):
        part = f"{r.view(whole, f'u{r.bits(whole)}')}.view(np.uint{bits})[{k}::{len(halves)}]"
        if half == "_":
            continue
        name = r.view(half, f"u{bits}")
        pair = (name, part) if target.startswith("{") else (part, name)
        made.append(f"np.copyto({pair[0]}, {pair[1]}, where=w)")
    return made


def _cvt(i: Instruction, r: Registers) -> Lines:
    to, source = i.parts[-2], i.parts[-1]
    a, out = r.view(i.operands[1], source), r.view(i.operands[0], _wide_enough(i.operands[0], to, r))
    rounding = next((_ROUNDED[p] for p in i.parts if p in _ROUNDED), "")
    if source[0] == "f" and to[0] == "f":
        a = f"np.{rounding}({a})" if rounding else a
        a = f"np.clip(np.nan_to_num({a}), 0, 1)" if "sat" in i.parts else a
        return [f"np.copyto({out}, {a}, casting='same_kind', where=w)"]
    if source[0] == "f":
        low, high = (
            (0, 2 ** width(to) - 1) if to[0] == "u" else (-(2 ** (width(to) - 1)), 2 ** (width(to) - 1) - 1)
        )
        number = f"np.{rounding}({a}.astype(np.float64))"
        if width(to) == 64:  # the largest integers are not representable as floats
            low, high = low * (1 - 2**-52), high * (1 - 2**-52)
        whole = f"np.clip(np.nan_to_num({number}), {low}, {high}).astype(np.{_dtype(to)})"
        return [f"np.copyto({out}, {whole}, casting='unsafe', where=w)"]
    return [f"np.copyto({out}, {a}, casting='unsafe', where=w)"]


def _wide_enough(register: str, kind: str, r: Registers) -> str:
    """Return the type of the whole register, to which a narrow result is extended."""
    return kind if kind[0] == "f" or r.bits(register) == width(kind) else f"{kind[0]}{r.bits(register)}"


def _shfl(i: Instruction, r: Registers) -> Lines:
    if i.parts[:3] != ["shfl", "sync", "bfly"] or "|" in i.operands[0]:
        raise ValueError(f"unsupported instruction: {i.text}")
    a = r.view(i.operands[1], "u32")
    return [
        f"meet(w, {r.view(i.operands[4], 'u32')})",
        f"np.copyto({_out(i, r, 'u32')}, {a}[lane ^ {int(i.operands[2])}], where=w)",
    ]


_RULES: dict[str, Callable[[Instruction, Registers], Lines]] = {
    **dict.fromkeys(("add", "sub", "and", "or", "xor"), _plain),
    **dict.fromkeys(("min", "max"), _extreme),
    **dict.fromkeys(("mad", "madc"), _mad),
    **dict.fromkeys(("div", "rem"), _div),
    **dict.fromkeys(("rcp", "sqrt", "rsqrt", "ex2", "lg2", "sin", "cos", "tanh"), _special),
    **dict.fromkeys(("shl", "shr"), _shift),
    "not": _not,
    "neg": _neg,
    "abs": _abs,
    "mul": _mul,
    "fma": _fma,
    "copysign": _copysign,
    "shf": _funnel,
    "setp": _setp,
    "selp": _selp,
    "mov": _mov,
    "cvt": _cvt,
    "cvta": _mov,
    "shfl": _shfl,
}


def truncated(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Return integer quotients rounded toward zero; 0 where the divisor is."""
    safe = np.where(b == 0, 1, b)
    quotient = a // safe
    return np.where(b == 0, 0, quotient + ((quotient < 0) & (quotient * safe != a)))


HELPERS = {
    "np": np,
    "truncated": truncated,
    "lane": np.arange(32),
    "float32_one": np.float32(1),
    "float64_one": np.float64(1),
}
