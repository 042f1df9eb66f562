"""Rules of differentiation: the tangents of one operation or function, as LLVM text.

Documents: design / Tangents of kernels

With x' the tangents of x (a vector of k doubles), a rule for y = f(x) writes y' = f_x(x) x'. A slope that is infinite
or undefined (sqrt at 0, acos at 1, atan2 at the origin) counts as zero, so that no NaN appears where a one-sided limit
exists; a NaN in x' stays. Of functions with a kink, abs, min, max, the slope is that of one side.
"""

from collections.abc import Callable
from typing import Protocol

FAST = "reassoc nsz arcp contract "  # flags of tangents: those of kernels (toolchain/kernel.py)


class Writer(Protocol):
    """What a rule writes with."""

    vector: str  # type of tangents
    zero: str

    def put(self, text: str, name: str = "") -> str:
        """Append ``name = text``, by default with a new name; return the name."""

    def tangent(self, value: str) -> str:
        """Return the tangents of a value, zero where it does not vary."""

    def varies(self, value: str) -> bool:
        """Return whether a value varies."""

    def scale(self, tangents: str, factor: str, name: str = "") -> str:
        """Append tangents times a double."""

    def use(self, function: str, arguments: int = 1) -> str:
        """Return the symbol of an intrinsic function of doubles, which is then declared."""


Arguments = tuple[str, ...]
Rule = Callable[[Writer, Arguments, str, str], None]  # (writer, arguments, y, name of y')


def _call(w: Writer, function: str, *arguments: str) -> str:
    typed = ", ".join(f"double {a}" for a in arguments)
    return w.put(f"call double @{w.use(function, len(arguments))}({typed})")


def _op(w: Writer, opcode: str, a: str, b: str) -> str:
    return w.put(f"{opcode} double {a}, {b}")


def _finite(w: Writer, slope: str) -> str:
    """Append slope, or 0 where it is infinite or NaN."""
    size = _call(w, "llvm.fabs.f64", slope)
    good = w.put(f"fcmp olt double {size}, 0x7FF0000000000000")
    return w.put(f"select i1 {good}, double {slope}, double 0.0")


def _sum(w: Writer, terms: list[tuple[str, str]], out: str) -> None:
    """Append out = sum of value' times slope over the pairs (value, slope) that vary."""
    left = [(value, slope) for value, slope in terms if w.varies(value)]
    total = ""
    for i, (value, slope) in enumerate(left):
        last = i == len(left) - 1
        part = w.scale(w.tangent(value), slope, out if last and not total else "")
        total = w.put(f"fadd {FAST}{w.vector} {total}, {part}", out if last else "") if total else part


def binary(w: Writer, opcode: str, a: str, b: str, y: str, out: str) -> None:
    """Append the tangents of y = a opcode b."""
    if opcode in ("fadd", "fsub"):
        w.put(f"{opcode} {FAST}{w.vector} {w.tangent(a)}, {w.tangent(b)}", out)
    elif opcode == "fmul":
        _sum(w, [(a, b), (b, a)], out)
    elif opcode == "fdiv":
        inverse = _op(w, "fdiv", "1.0", b)
        top = w.tangent(a)
        if w.varies(b):
            top = w.put(f"fsub {FAST}{w.vector} {top}, {w.scale(w.tangent(b), y)}")
        w.scale(top, inverse, out)
    else:
        _remainder(w, (a, b), y, out)


def negative(w: Writer, a: str, out: str) -> None:
    """Append the tangents of -a."""
    w.put(f"fneg {FAST}{w.vector} {w.tangent(a)}", out)


def _remainder(w: Writer, x: Arguments, y: str, out: str) -> None:
    count = w.put(f"fneg double {_call(w, 'llvm.trunc.f64', _op(w, 'fdiv', *x))}")
    _sum(w, [(x[0], "1.0"), (x[1], count)], out)


def _slope(make: Callable[[Writer, str, str], str], guard: bool = False) -> Rule:
    """Return the rule of a function of one argument with the slope make(w, x, y)."""

    def rule(w: Writer, x: Arguments, y: str, out: str) -> None:
        slope = make(w, x[0], y)
        w.scale(w.tangent(x[0]), _finite(w, slope) if guard else slope, out)

    return rule


def _one_minus_square(w: Writer, x: str) -> str:
    return _op(w, "fsub", "1.0", _op(w, "fmul", x, x))


def _one_plus_square(w: Writer, x: str) -> str:
    return _op(w, "fadd", "1.0", _op(w, "fmul", x, x))


def _arc(top: str) -> Rule:
    def slope(w: Writer, x: str, y: str) -> str:
        return _op(w, "fdiv", top, _call(w, "llvm.sqrt.f64", _one_minus_square(w, x)))

    return _slope(slope, True)


def _atan2(w: Writer, x: Arguments, y: str, out: str) -> None:
    rise, run = x
    square = _op(w, "fadd", _op(w, "fmul", run, run), _op(w, "fmul", rise, rise))
    by_rise = _finite(w, _op(w, "fdiv", run, square))
    by_run = _finite(w, w.put(f"fneg double {_op(w, 'fdiv', rise, square)}"))
    _sum(w, [(rise, by_rise), (run, by_run)], out)


def _hypot(w: Writer, x: Arguments, y: str, out: str) -> None:
    _sum(w, [(a, _finite(w, _op(w, "fdiv", a, y))) for a in x if w.varies(a)], out)


def _power(w: Writer, x: Arguments, y: str, out: str) -> None:
    base, exponent = x
    terms = []
    if w.varies(base):
        lower = _call(w, "llvm.pow.f64", base, _op(w, "fsub", exponent, "1.0"))
        terms.append((base, _finite(w, _op(w, "fmul", exponent, lower))))
    if w.varies(exponent):
        terms.append((exponent, _finite(w, _op(w, "fmul", y, _call(w, "llvm.log.f64", base)))))
    _sum(w, terms, out)


def _absolute(w: Writer, x: Arguments, y: str, out: str) -> None:
    below = w.put(f"fcmp olt double {x[0]}, 0.0")
    w.scale(w.tangent(x[0]), w.put(f"select i1 {below}, double -1.0, double 1.0"), out)


def _sign_of(w: Writer, x: Arguments, y: str, out: str) -> None:
    signs = [_call(w, "llvm.copysign.f64", "1.0", a) for a in x]
    w.scale(w.tangent(x[0]), _op(w, "fmul", *signs), out)


def _chosen(comparison: str) -> Rule:
    def rule(w: Writer, x: Arguments, y: str, out: str) -> None:
        first = w.put(f"fcmp {comparison} double {x[0]}, {x[1]}")
        w.put(f"select i1 {first}, {w.vector} {w.tangent(x[0])}, {w.vector} {w.tangent(x[1])}", out)

    return rule


def _fused(w: Writer, x: Arguments, y: str, out: str) -> None:
    _sum(w, [(x[0], x[1]), (x[1], x[0]), (x[2], "1.0")], out)


def _step(w: Writer, x: Arguments, y: str, out: str) -> None:
    w.put(f"select i1 true, {w.vector} {w.zero}, {w.vector} {w.zero}", out)


def _minus_sine(w: Writer, x: str, y: str) -> str:
    return w.put(f"fneg double {_call(w, 'llvm.sin.f64', x)}")


FUNCTIONS: dict[str, Rule] = {
    "fabs": _absolute,
    "sqrt": _slope(lambda w, x, y: _op(w, "fdiv", "0.5", y), True),
    "sin": _slope(lambda w, x, y: _call(w, "llvm.cos.f64", x)),
    "cos": _slope(_minus_sine),
    "tan": _slope(lambda w, x, y: _one_plus_square(w, y)),
    "exp": _slope(lambda w, x, y: y),
    "expm1": _slope(lambda w, x, y: _op(w, "fadd", y, "1.0")),
    "log": _slope(lambda w, x, y: _op(w, "fdiv", "1.0", x), True),
    "log1p": _slope(lambda w, x, y: _op(w, "fdiv", "1.0", _op(w, "fadd", "1.0", x)), True),
    "log10": _slope(lambda w, x, y: _op(w, "fdiv", "0x3FDBCB7B1526E50E", x), True),  # 1 / ln 10
    "asin": _arc("1.0"),
    "acos": _arc("-1.0"),
    "atan": _slope(lambda w, x, y: _op(w, "fdiv", "1.0", _one_plus_square(w, x))),
    "tanh": _slope(lambda w, x, y: _one_minus_square(w, y)),
    "atan2": _atan2,
    "hypot": _hypot,
    "pow": _power,
    "fmod": _remainder,
    "copysign": _sign_of,
    **dict.fromkeys(("fma", "fmuladd"), _fused),
    **dict.fromkeys(("maxnum", "maximum", "fmax"), _chosen("oge")),
    **dict.fromkeys(("minnum", "minimum", "fmin"), _chosen("ole")),
    **dict.fromkeys(("floor", "ceil", "rint", "round", "trunc", "nearbyint", "roundeven"), _step),
}


def function_of(symbol: str) -> str:
    """Return the name of a mathematical function: "sin" of llvm.sin.f64."""
    return symbol.removeprefix("llvm.").removesuffix(".f64")
