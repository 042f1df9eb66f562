"""Rules of single functions: against central differences, at singular points, and with a wrong sign."""

import ctypes
import math

import llvmlite.binding as llvm
import numpy as np
import pytest

from gelenk.tables.gradients import COLUMNS
from gelenk.toolchain import platforms
from gelenk.toolchain.object_code import machine, optimize
from gelenk.toolchain.tangents import rules
from gelenk.toolchain.tangents.activity import NoRule
from gelenk.toolchain.tangents.rewrite import Rewriter, with_tangents
from tests.support.tolerance import tol

# function -> points in its domain, away from kinks
POINTS = {
    **{
        key: [-1.3, 0.4, 1.2]
        for key in ("sin", "cos", "exp", "atan", "tan", "fabs", "tanh", "floor", "expm1")
    },
    **{key: [-1.3, 0.4, 1.2] for key in ("exp2", "sinh", "cosh", "asinh", "cbrt", "erf", "erfc")},
    **{key: [0.3, 2.0] for key in ("sqrt", "log", "log10", "log1p", "log2")},
    **{key: [-0.7, 0.2] for key in ("asin", "acos", "atanh")},
    "acosh": [1.1, 3.0],
    **{key: [(0.7, -1.2), (-2.3, 0.4)] for key in ("atan2", "hypot", "copysign", "fmod", "maxnum", "minnum")},
    "pow": [(0.7, 2.5), (1.8, -1.1)],
    "fma": [(0.7, -1.2, 2.0)],
}
C_FUNCTIONS = (
    *("expm1", "log1p", "atan2", "hypot", "fmod", "tanh", "tan", "asin", "acos", "atan"),
    *("sinh", "cosh", "asinh", "acosh", "atanh", "cbrt", "erf", "erfc"),
)


def module(body, declared):
    return f"""
define i64 @gelenk_f(i64 %x, i64 %y) {{
entry:
  %px = inttoptr i64 %x to ptr
  %py = inttoptr i64 %y to ptr
  %q1 = getelementptr double, ptr %px, i64 1
  %q2 = getelementptr double, ptr %px, i64 2
  %a = load double, ptr %px, align 8
  %b = load double, ptr %q1, align 8
  %c = load double, ptr %q2, align 8
{body}
  store double %r, ptr %py, align 8
  ret i64 0
}}
{declared}"""


def compiled(body, declared=""):
    """A function of x (3) that returns value and gradient (3)."""
    target = platforms.target()
    machine(target)
    text = str(llvm.parse_assembly(module(body, declared)))
    varying = frozenset({"argument.%x", "argument.%y"})
    made = llvm.parse_assembly(with_tangents(text, {"gelenk_f": ("FF", "f")}, varying, COLUMNS))
    optimize(made, {"f"}, True, target)
    engine = llvm.create_mcjit_compiler(made, machine(target))
    engine.finalize_object()
    call = ctypes.CFUNCTYPE(ctypes.c_int64, *[ctypes.c_int64] * 4)(engine.get_function_address("f"))

    def run(x):
        room = np.zeros(8 + 8 * COLUMNS)
        shadows = room[(-room.ctypes.data % 64) // 8 :][: 4 * COLUMNS].reshape(4, COLUMNS)
        values = np.zeros(4)
        values[: len(x)] = x
        shadows[:3, :3] = np.eye(3)
        at, shadow_at = values.ctypes.data, shadows.ctypes.data
        assert call(at, at + 24, shadow_at, shadow_at + 24 * COLUMNS) == 0
        return values[3], shadows[3, : len(x)].copy()

    run.engine = engine
    return run


def function(name):
    n = len(POINTS[name][0]) if isinstance(POINTS[name][0], tuple) else 1
    symbol = name if name in C_FUNCTIONS else f"llvm.{name}.f64"
    types = ", ".join(["double"] * n)
    arguments = ", ".join(f"double %{v}" for v in "abc"[:n])
    return compiled(f"  %r = call double @{symbol}({arguments})", f"declare double @{symbol}({types})")


def error(name):
    run, worst = function(name), 0.0
    for point in POINTS[name]:
        x = np.atleast_1d(np.array(point, float))
        _, slope = run(x)
        for i in range(len(x)):
            step = 1e-6 * np.eye(len(x))[i]
            expected = (run(x + step)[0] - run(x - step)[0]) / 2e-6
            worst = max(worst, abs(slope[i] - expected))
    return worst


@pytest.mark.parametrize("name", POINTS)
def test_the_rule_of_a_function_is_its_derivative(name):
    assert error(name) < tol(2e-9)  # of central differences at 1e-6


def test_all_functions_that_kernels_call_have_a_rule():
    from gelenk.toolchain.gpu.variant import MATH

    assert set(MATH.split()) <= rules.FUNCTIONS.keys()


@pytest.mark.parametrize("name", [n for n in POINTS if n != "floor"])
def test_a_wrong_sign_shows(name, monkeypatch):
    """Negative control: each rule with a wrong sign fails."""
    right = rules.FUNCTIONS[name]

    def wrong(w, x, y):
        found = right(w, x, y)
        if isinstance(found, rules.Choice):
            return found._replace(yes=found.no, no=found.yes)
        return [(a, w.put(f"fneg double {slope}")) for a, slope in found]

    monkeypatch.setitem(rules.FUNCTIONS, name, wrong)
    assert error(name) > 1e-3


@pytest.mark.parametrize("op", ["fadd", "fsub", "fmul", "fdiv", "frem"])
def test_arithmetic(op):
    run = compiled(f"  %r = {op} double %a, %b")
    _, slope = run([2.7, 1.3])
    expected = {
        "fadd": (1, 1),
        "fsub": (1, -1),
        "fmul": (1.3, 2.7),
        "fdiv": (1 / 1.3, -2.7 / 1.3**2),
        "frem": (1, -2),
    }
    np.testing.assert_allclose(slope, expected[op], atol=tol(1e-15))


@pytest.mark.parametrize("op", ["fadd", "fsub", "fmul", "fdiv", "frem"])
def test_a_wrong_sign_of_arithmetic_shows(op, monkeypatch):
    right = rules.binary

    def wrong(w, opcode, x, y):
        (a, first), (b, second) = right(w, opcode, x, y)
        return [(a, first), (b, w.put(f"fneg double {second}"))]

    _, expected = compiled(f"  %r = {op} double %a, %b")([2.7, 1.3])
    monkeypatch.setattr(rules, "binary", wrong)
    _, slope = compiled(f"  %r = {op} double %a, %b")([2.7, 1.3])
    np.testing.assert_allclose(slope, expected * [1, -1], atol=tol(1e-15))


@pytest.mark.parametrize(
    "name, point, slope",
    [
        ("sqrt", 0.0, 0.0),
        ("acos", 1.0, 0.0),
        ("asin", -1.0, 0.0),
        ("log", 0.0, 0.0),
        ("atan2", (0.0, 0.0), (0.0, 0.0)),
        ("hypot", (0.0, 0.0), (0.0, 0.0)),
        ("pow", (0.0, 0.5), (0.0, 0.0)),
        ("pow", (0.0, 1.0), (1.0, 0.0)),
        ("fabs", 0.0, 1.0),
    ],
)
def test_an_infinite_or_undefined_slope_counts_as_zero(name, point, slope):
    found = function(name)(np.atleast_1d(np.array(point, float)))[1]
    np.testing.assert_array_equal(found, np.atleast_1d(slope))


def test_a_branch_that_leaves_out_zeros_keeps_their_tangents():
    body = """  %t = fcmp une double %a, 0.0
  br i1 %t, label %work, label %end
work:
  %p = fmul double %a, 3.0
  br label %end
end:
  %r = phi double [ %p, %work ], [ 0.0, %entry ]"""
    value, slope = compiled(body)([0.0])
    assert value == 0.0 and slope[0] == 3.0


def test_a_lost_exact_test_shows(monkeypatch):
    """Negative control: without it the branch above has no tangents."""
    monkeypatch.setattr(Rewriter, "_is_exact_test", lambda *_: False)
    body = """  %t = fcmp une double %a, 0.0
  br i1 %t, label %work, label %end
work:
  %p = fmul double %a, 3.0
  br label %end
end:
  %r = phi double [ %p, %work ], [ 0.0, %entry ]"""
    assert compiled(body)([0.0])[1][0] == 0.0


def test_a_wrong_choice_shows():
    body = "  %t = fcmp olt double %a, %b\n  %r = select i1 %t, double %a, double %b"
    np.testing.assert_array_equal(compiled(body)([1.0, 2.0])[1], [1, 0])
    np.testing.assert_array_equal(compiled(body)([2.0, 1.0])[1], [0, 1])


def test_nan_in_the_input_stays_nan():
    value, slope = function("sin")([math.nan])
    assert math.isnan(value) and math.isnan(slope[0])


@pytest.mark.parametrize(
    "body, words",
    [
        ("  %i = bitcast double %a to i64\n  %r = bitcast i64 %i to double", "bits of a varying double"),
        (
            "  %f = fptrunc double %a to float\n  %r = fpext float %f to double",
            "no rule for this instruction",
        ),
        ("  %r = call double @tgamma(double %a)", "no rule for the function tgamma"),
    ],
)
def test_what_has_no_rule_is_refused_with_its_line(body, words):
    with pytest.raises(NoRule, match=words) as caught:
        compiled(body, "declare double @tgamma(double)")
    assert "%a" in str(caught.value)
