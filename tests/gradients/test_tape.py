"""Tape: what is recorded of single functions, sums in loops and branches, and the sweep over it."""

import ctypes

import llvmlite.binding as llvm
import numpy as np
import pytest

from gelenk.gradients import adjoint
from gelenk.toolchain import platforms
from gelenk.toolchain.object_code import machine, optimize
from gelenk.toolchain.tangents import rules
from gelenk.toolchain.tangents.rewrite import with_tangents
from gelenk.toolchain.tangents.tape import Recorder
from tests.gradients.test_rules import C_FUNCTIONS, POINTS, module
from tests.support.tolerance import tol


def recorded(body, declared=""):
    """A function of x (3) that records: its value and gradient (3) by a sweep, and its edges."""
    target = platforms.target()
    machine(target)
    text = str(llvm.parse_assembly(module(body, declared)))
    varying = frozenset({"argument.%x", "argument.%y"})
    made = llvm.parse_assembly(with_tangents(text, {"gelenk_f": ("FF", "f")}, varying, 1, Recorder))
    optimize(made, {"f"}, True, target)
    engine = llvm.create_mcjit_compiler(made, machine(target))
    engine.finalize_object()
    call = ctypes.CFUNCTYPE(ctypes.c_int64, *[ctypes.c_int64] * 5)(engine.get_function_address("f"))

    def run(x, room=64):
        values, places = np.zeros(4), np.array([1, 2, 3, 0])
        values[: len(x)] = x
        tape = adjoint.Tape(room)
        tape.begin(4)
        at, place_at = values.ctypes.data, places.ctypes.data
        assert call(at, at + 24, place_at, place_at + 24, tape.address) == 0
        edges = tape.edges
        return values[3], tape.gradient(places[3:], np.ones(1), 4)[: len(x)], edges

    run.engine = engine
    return run


def recorded_function(name):
    n = len(POINTS[name][0]) if isinstance(POINTS[name][0], tuple) else 1
    symbol = name if name in C_FUNCTIONS else f"llvm.{name}.f64"
    types, arguments = ", ".join(["double"] * n), ", ".join(f"double %{v}" for v in "abc"[:n])
    return recorded(f"  %r = call double @{symbol}({arguments})", f"declare double @{symbol}({types})")


def error(name):
    run, worst = recorded_function(name), 0.0
    for point in POINTS[name]:
        x = np.atleast_1d(np.array(point, float))
        slope = run(x)[1]
        for i, step in enumerate(1e-6 * np.eye(len(x))):
            worst = max(worst, abs(slope[i] - (run(x + step)[0] - run(x - step)[0]) / 2e-6))
    return worst


@pytest.mark.parametrize("name", POINTS)
def test_the_recorded_rule_of_a_function_is_its_derivative(name):
    assert error(name) < tol(2e-9)  # of central differences at 1e-6


def test_a_wrong_rule_shows(monkeypatch):
    """Negative control: forward mode and tape share the rules, so one change fails both."""
    right = rules.FUNCTIONS["sin"]
    monkeypatch.setitem(rules.FUNCTIONS, "sin", lambda w, x, y: [(x[0], s) for _, s in right(w, x, y)][:0])
    assert error("sin") > 1e-3


def test_values_that_are_used_once_are_not_recorded():
    """r = (a b + c) a: one edge for each of a, b, c, though four operations compute r."""
    value, slope, edges = recorded(
        "  %p = fmul double %a, %b\n  %s = fadd double %p, %c\n  %r = fmul double %s, %a"
    )([2.0, 3.0, 5.0])
    assert value == 22 and edges == 3
    np.testing.assert_array_equal(slope, [2 * 2 * 3 + 5, 2 * 2, 2])


LOOP = """  br label %head
head:
  %i = phi i64 [ 0, %entry ], [ %next, %head ]
  %s = phi double [ START, %entry ], [ %t, %head ]
  %p = fmul double %a, %b
  %t = fadd double %s, %p
  %next = add i64 %i, 1
  %more = icmp slt i64 %next, 5
  br i1 %more, label %head, label %end
end:
  %r = fmul double %t, %t"""


@pytest.mark.parametrize("start, edges", [("0.0", 5 * 2 + 1), ("%c", 5 * 2 + 1 + 1)])
def test_a_sum_in_a_loop_has_one_place(start, edges):
    """r = (start + 5 a b)^2: edges of a and b in each turn, one of r, one of the start."""
    run = recorded(LOOP.replace("START", start))
    value, slope, found = run([2.0, 3.0, 7.0])
    total = 30 + (7 if start == "%c" else 0)
    assert value == total**2 and found == edges
    np.testing.assert_allclose(
        slope, [2 * total * 15, 2 * total * 10, 2 * total * (start == "%c")], rtol=1e-14
    )


def test_a_sum_that_the_loop_reads_keeps_all_its_places():
    """s <- s + a b, u <- u + s b: u depends on each s, so that s must not keep one place."""
    body = LOOP.replace("START", "0.0").replace(
        "  %p = fmul", "  %u = phi double [ 0.0, %entry ], [ %v, %head ]\n  %p = fmul", 1
    )
    body = body.replace("  %next =", "  %w = fmul double %t, %b\n  %v = fadd double %u, %w\n  %next =")
    body = body.replace("%t, %t", "%v, 1.0")
    value, slope, _ = recorded(body)([2.0, 3.0])
    assert value == 15 * 2 * 3 * 3  # a b^2 sum of 1..5
    np.testing.assert_allclose(slope, [15 * 9, 15 * 2 * 2 * 3], rtol=tol(1e-14))


def test_a_sum_that_is_left_in_the_middle_of_a_turn_is_that_of_the_turn_before():
    """s <- s + a b five times; the last turn adds once more and leaves with the sum before."""
    body = """  br label %head
head:
  %i = phi i64 [ 0, %entry ], [ %next, %back ]
  %s = phi double [ 0.0, %entry ], [ %t, %back ]
  %p = fmul double %a, %b
  %t = fadd double %s, %p
  %next = add i64 %i, 1
  %more = icmp sle i64 %next, 5
  br i1 %more, label %back, label %end
back:
  br label %head
end:
  %r = fmul double %s, 1.0"""
    value, slope, _ = recorded(body)([2.0, 3.0])
    assert value == 30
    np.testing.assert_array_equal(slope, [15, 10])


def test_a_sum_whose_last_summand_comes_from_an_inner_loop_adds_once_a_turn():
    """Three turns: s <- s + a j for the last of j = 1, 2 alone."""
    body = """  br label %head
head:
  %i = phi i64 [ 0, %entry ], [ %next, %back ]
  %s = phi double [ 0.0, %entry ], [ %t, %back ]
  br label %inner
inner:
  %j = phi i64 [ 1, %head ], [ %k, %inner ]
  %n = sitofp i64 %j to double
  %p = fmul double %a, %n
  %t = fadd double %s, %p
  %k = add i64 %j, 1
  %again = icmp sle i64 %k, 2
  br i1 %again, label %inner, label %back
back:
  %next = add i64 %i, 1
  %more = icmp slt i64 %next, 3
  br i1 %more, label %head, label %end
end:
  %r = fmul double %t, %t"""
    value, slope, _ = recorded(body)([2.0])
    assert value == 144 and slope[0] == 2 * 12 * 6


def test_a_comparison_with_itself_asks_for_nan_alone():
    body = "  %t = fcmp oeq double %a, %a\n  %r = select i1 %t, double %a, double 0.0"
    assert recorded(body)([3.0])[0] == 3.0


def test_a_branch_that_leaves_out_zeros_is_recorded():
    body = """  %t = fcmp une double %a, 0.0
  br i1 %t, label %work, label %end
work:
  %p = fmul double %a, 3.0
  br label %end
end:
  %r = phi double [ %p, %work ], [ 0.0, %entry ]"""
    value, slope, _ = recorded(body)([0.0])
    assert value == 0.0 and slope[0] == 3.0


def test_a_full_tape_counts_on_and_keeps_its_memory():
    """Edges beyond the room go to its last places, which have slack; their number is right."""
    run = recorded(LOOP.replace("START", "%c"))
    assert run([2.0, 3.0, 7.0], room=64)[2] == run([2.0, 3.0, 7.0], room=1)[2] == 12
