"""Rules of differentiation, as LLVM text, and places of tangents in shadow structs.

Documents: design / Tangents of kernels

A rule gives the partial derivatives ("slopes") of an operation. For y = f(x) it returns pairs of an argument x and the
slope f_x: tangents are y' = f_x x', and a tape records the slopes. A slope that is infinite or undefined (sqrt at 0,
acos at 1, atan2 at the origin) is replaced by zero, so that no NaN appears where a one-sided limit exists; a NaN in x'
is kept. At a kink of abs, min or max the slope is one of the two one-sided derivatives.

Places of tangents are in shadow structs, for the fields that vary:

    slot of an array in a struct      slot of its shadow, at the same offset of the shadow struct
    element i of an array             k tangents at 8 k i in the shadow
    scalar in a struct                k tangents behind the slots, at `scalars_at` + k * offset
    slot of a nested struct           slot of the shadow of the nested struct
"""

from collections.abc import Callable
from typing import NamedTuple, Protocol

from gelenk.tables.gradients import FIXED_MODEL, HELD, PARAMETERS, TAPE, columns
from gelenk.toolchain.struct_layout import DATA, MODEL, OPTION, STATISTIC, Layout

FAST = "reassoc nsz arcp contract "  # fast-math flags of tangents: those of kernels (toolchain/kernel.py)
ONE, MINUS_ONE = "1.0", "-1.0"  # slopes for which writers omit the multiplication


def is_one(slope: str) -> bool:
    """Return whether a slope is the constant 1."""
    return slope in (ONE, "1.000000e+00")


class Writer(Protocol):
    """Interface to the function under construction, for rules."""

    def put(self, text: str, name: str = "") -> str:
        """Append ``name = text``, by default with a new name; return the name."""

    def varies(self, value: str) -> bool:
        """Return whether a value varies."""

    def use(self, function: str, arguments: int = 1) -> str:
        """Return the symbol of an intrinsic function of doubles, and declare it."""


class Choice(NamedTuple):
    """The partials of a select: of ``yes`` if the condition (i1) holds, else of ``no``."""

    condition: str
    yes: str
    no: str


Arguments = tuple[str, ...]
Terms = list[tuple[str, str]]  # (argument, partial derivative); an argument that does not vary is constant
Partials = Terms | Choice
Rule = Callable[[Writer, Arguments, str], Partials]  # (writer, arguments, y)


def _call(w: Writer, function: str, *arguments: str) -> str:
    typed = ", ".join(f"double {a}" for a in arguments)
    return w.put(f"call double @{w.use(function, len(arguments))}({typed})")


def _op(w: Writer, opcode: str, a: str, b: str) -> str:
    return w.put(f"{opcode} double {a}, {b}")


def _finite(w: Writer, slope: str) -> str:
    """Append code that replaces an infinite or NaN derivative by 0."""
    size = _call(w, "llvm.fabs.f64", slope)
    good = w.put(f"fcmp olt double {size}, 0x7FF0000000000000")
    return w.put(f"select i1 {good}, double {slope}, double 0.0")


def binary(w: Writer, opcode: str, x: Arguments, y: str) -> Partials:
    """Return the partials of y = a opcode b."""
    a, b = x
    if opcode == "fadd":
        return [(a, ONE), (b, ONE)]
    if opcode == "fsub":
        return [(a, ONE), (b, MINUS_ONE)]
    if opcode == "fmul":
        return [(a, b), (b, a)]
    return _quotient(w, x, y) if opcode == "fdiv" else _remainder(w, x, y)


def negative(w: Writer, x: Arguments, y: str) -> Partials:
    """Return the partials of y = -x."""
    return [(x[0], MINUS_ONE)]


def _quotient(w: Writer, x: Arguments, y: str) -> Partials:
    a, b = x
    inverse = _op(w, "fdiv", "1.0", b)
    terms = [(a, inverse)]
    if w.varies(b):
        terms.append((b, w.put(f"fneg double {_op(w, 'fmul', y, inverse)}")))
    return terms


def _remainder(w: Writer, x: Arguments, y: str) -> Partials:
    count = w.put(f"fneg double {_call(w, 'llvm.trunc.f64', _op(w, 'fdiv', *x))}")
    return [(x[0], ONE), (x[1], count)]


def _slope(make: Callable[[Writer, str, str], str], guard: bool = False) -> Rule:
    """Return the rule of a function y = f(x), whose derivative is make(w, x, y)."""

    def rule(w: Writer, x: Arguments, y: str) -> Partials:
        slope = make(w, x[0], y)
        return [(x[0], _finite(w, slope) if guard else slope)]

    return rule


def _one_minus_square(w: Writer, x: str) -> str:
    return _op(w, "fsub", "1.0", _op(w, "fmul", x, x))


def _one_plus_square(w: Writer, x: str) -> str:
    return _op(w, "fadd", "1.0", _op(w, "fmul", x, x))


def _arc(top: str) -> Rule:
    def slope(w: Writer, x: str, y: str) -> str:
        return _op(w, "fdiv", top, _call(w, "llvm.sqrt.f64", _one_minus_square(w, x)))

    return _slope(slope, True)


def _atan2(w: Writer, x: Arguments, y: str) -> Partials:
    rise, run = x
    square = _op(w, "fadd", _op(w, "fmul", run, run), _op(w, "fmul", rise, rise))
    by_rise = _finite(w, _op(w, "fdiv", run, square))
    by_run = _finite(w, w.put(f"fneg double {_op(w, 'fdiv', rise, square)}"))
    return [(rise, by_rise), (run, by_run)]


def _hypot(w: Writer, x: Arguments, y: str) -> Partials:
    return [(a, _finite(w, _op(w, "fdiv", a, y))) for a in x if w.varies(a)]


def _power(w: Writer, x: Arguments, y: str) -> Partials:
    base, exponent = x
    terms = []
    if w.varies(base):
        lower = _call(w, "llvm.pow.f64", base, _op(w, "fsub", exponent, "1.0"))
        terms.append((base, _finite(w, _op(w, "fmul", exponent, lower))))
    if w.varies(exponent):
        terms.append((exponent, _finite(w, _op(w, "fmul", y, _call(w, "llvm.log.f64", base)))))
    return terms


def _absolute(w: Writer, x: Arguments, y: str) -> Partials:
    below = w.put(f"fcmp olt double {x[0]}, 0.0")
    return [(x[0], w.put(f"select i1 {below}, double -1.0, double 1.0"))]


def _sign_of(w: Writer, x: Arguments, y: str) -> Partials:
    signs = [_call(w, "llvm.copysign.f64", "1.0", a) for a in x]
    return [(x[0], _op(w, "fmul", *signs))]


def _chosen(comparison: str) -> Rule:
    def rule(w: Writer, x: Arguments, y: str) -> Partials:
        return Choice(w.put(f"fcmp {comparison} double {x[0]}, {x[1]}"), *x)

    return rule


def _fused(w: Writer, x: Arguments, y: str) -> Partials:
    return [(x[0], x[1]), (x[1], x[0]), (x[2], ONE)]


def _step(w: Writer, x: Arguments, y: str) -> Partials:
    return []


def _minus_sine(w: Writer, x: str, y: str) -> str:
    return w.put(f"fneg double {_call(w, 'llvm.sin.f64', x)}")


def _bell(factor: str) -> Callable[[Writer, str, str], str]:
    """Return the slope factor exp(-x^2)."""

    def slope(w: Writer, x: str, y: str) -> str:
        below = w.put(f"fneg double {_op(w, 'fmul', x, x)}")
        return _op(w, "fmul", factor, _call(w, "llvm.exp.f64", below))

    return slope


def _root_below(constant: str) -> Callable[[Writer, str, str], str]:
    """Return the slope 1 / sqrt(x^2 + constant)."""

    def slope(w: Writer, x: str, y: str) -> str:
        square = _op(w, "fadd", _op(w, "fmul", x, x), constant)
        return _op(w, "fdiv", "1.0", _call(w, "llvm.sqrt.f64", square))

    return slope


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
    "log2": _slope(lambda w, x, y: _op(w, "fdiv", "0x3FF71547652B82FE", x), True),  # 1 / ln 2
    "exp2": _slope(lambda w, x, y: _op(w, "fmul", "0x3FE62E42FEFA39EF", y)),  # ln 2
    "log10": _slope(lambda w, x, y: _op(w, "fdiv", "0x3FDBCB7B1526E50E", x), True),  # 1 / ln 10
    "asin": _arc("1.0"),
    "acos": _arc("-1.0"),
    "atan": _slope(lambda w, x, y: _op(w, "fdiv", "1.0", _one_plus_square(w, x))),
    "tanh": _slope(lambda w, x, y: _one_minus_square(w, y)),
    "sinh": _slope(lambda w, x, y: _call(w, "cosh", x)),
    "cosh": _slope(lambda w, x, y: _call(w, "sinh", x)),
    "asinh": _slope(_root_below("1.0")),
    "acosh": _slope(_root_below("-1.0"), True),
    "atanh": _slope(lambda w, x, y: _op(w, "fdiv", "1.0", _one_minus_square(w, x)), True),
    "cbrt": _slope(lambda w, x, y: _op(w, "fdiv", "1.0", _op(w, "fmul", "3.0", _op(w, "fmul", y, y))), True),
    "erf": _slope(_bell("0x3FF20DD750429B6D")),  # 2 / sqrt(pi)
    "erfc": _slope(_bell("0xBFF20DD750429B6D")),
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


# Places of tangents

STRUCTS = {plan.name: plan for plan in (MODEL, DATA, OPTION, STATISTIC)}
LINE = 64  # bytes: alignment of shadows


def scalars_at(plan: Layout) -> int:
    """Return the offset of the tangents of scalars in a shadow struct, after its slots."""
    return -(-plan.nslot * 8 // LINE) * LINE


def size_of(plan: Layout, width: int) -> int:
    """Return the bytes of a shadow struct."""
    return scalars_at(plan) + 8 * plan.nslot * width


def varying(kind: str) -> frozenset[str]:
    """Return the fields, as "data.qpos", that carry tangents in code of a kind."""
    data = {name for name, f in DATA.arrays.items() if f.dtype == "float64"}
    data |= {name for name, dtype in DATA.scalars.items() if dtype == "float64"}
    found = {f"data.{name}" for name in data - HELD.keys()}
    return frozenset(found | model_fields() if kind.removesuffix(TAPE) == PARAMETERS else found)


def model_fields() -> set[str]:
    """Return the parameters of a model, as "model.body_mass", "option.gravity"."""
    found = {f"model.{name}" for name, f in MODEL.arrays.items() if f.dtype == "float64"}
    found |= {f"option.{name}" for name, f in OPTION.arrays.items() if f.dtype == "float64"}
    found |= {f"option.{name}" for name, dtype in OPTION.scalars.items() if dtype == "float64"}
    fixed = {name.replace("opt.", "option.") if "." in name else f"model.{name}" for name in FIXED_MODEL}
    return found - fixed


def symbol(stage: str, kind: str) -> str:
    """Return the symbol of a stage with tangents."""
    return f"gelenk_{stage}_{kind}{columns(kind)}"
