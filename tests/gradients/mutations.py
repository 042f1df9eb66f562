"""Mutants of the rules of derivatives, and whether their trials notice them: python -m tests.gradients.mutations

A mutant has one other sign (a + b for a - b, x += for x -=, no minus before x) or lacks one term (a += b is left out)
in a function of a rule. It runs as plain Python in the trials of its module (tests/gradients/rule_trials.py). Prints
the mutants that no trial notices, and totals by module; `test_mutations.py` runs the same.
"""

from __future__ import annotations

import ast
import contextlib
import functools
import importlib
import signal
import sys
import types
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tests.gradients.rule_trials import TRIALS, error

NOTICED = 1e-5  # error of a trial from which a mutant is noticed; those of the rules are below 1e-6
LONGEST = 5  # seconds, after which a mutant is in an endless loop
PACKAGE = "gelenk.engine.derivatives"
# functions that no trial runs, or whose results are no derivatives, and why
LEFT_OUT = {
    # where Newton's method converges all the same, and when sweeps end
    "solver_rules": ("factor_here", "polish", "hold_minimum", "hold_step", "sweep_forces"),
    # contacts from a distance (tests/gradients/test_smooth.py), and kinks, which are counted
    "softened": (
        *("is_from_distance", "reach_constraint", "largest_element", "reference_slope", "is_ending"),
        *(
            "near_edges",
            "near_cones",
            "near_ranges",
            "ball_angle",
            "is_beginning",
            "near_limits",
            "count_kinks",
        ),
    ),
    # addresses: mutants would write outside of arrays
    "contact_columns": ("tangents_from",),
    # what Newton's steps begin with
    "witness_points": ("held", "held3", "stops_early", "find_exactly", "limited"),
}
# operations whose change changes no derivative by the state, and why
EQUAL = {
    "norm(e1) + norm(a)": "a tolerance",
    "abs(h[0]) + abs(h[1])": "a tolerance",
    "abs(h[0]) + abs(h[1]) + abs(h[2])": "a tolerance",
    "-0.5 * dist - r0": "the witness point moves along n, its coordinates lie across",
    "0.5 * dist + r1": "the witness point moves along n, its coordinates lie across",
    "gap - r0": "radii are constant",
    "gap - r0 - r1": "radii are constant",
    "-tilt": "both probes find the corners",
}


class Mutant(NamedTuple):
    """A change of one operator of a module."""

    module: str
    function: str
    line: int
    what: str  # the operation before and after it
    at: int  # number of the operation in the module

    @property
    def name(self) -> str:
        """What a message calls it."""
        return f"{self.module}.py:{self.line} {self.function}: {self.what}"


class _Mutate(ast.NodeTransformer):
    """Changes operation number ``at``, or lists all of them."""

    def __init__(self, module: str, at: int = -1) -> None:
        self.module, self.at, self.found, self._function = module, at, list[Mutant](), ""

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        self._function = node.name
        if node.name not in LEFT_OUT.get(self.module, ()):
            node.body = [self.visit(statement) for statement in node.body]
        return node

    def _change(self, node: ast.AST, new: ast.AST) -> ast.AST:
        """Return ``new`` if this operation is to be changed."""
        if ast.unparse(node) in EQUAL:
            return node
        number = len(self.found)
        what = f"{ast.unparse(node)} -> {ast.unparse(new)}"
        self.found.append(Mutant(self.module, self._function, node.lineno, what, number))
        return ast.copy_location(new, node) if number == self.at else node

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        return node  # indices are no terms

    def visit_For(self, node: ast.For) -> ast.AST:
        node.body = [self.visit(statement) for statement in node.body]
        return node

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.op, ast.Add | ast.Sub) and not (_is_place(node.left) or _is_place(node.right)):
            other = ast.Sub() if isinstance(node.op, ast.Add) else ast.Add()
            return self._change(node, ast.BinOp(node.left, other, node.right))
        return node

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        if isinstance(node.operand, ast.Constant):
            return node
        self.generic_visit(node)
        return self._change(node, node.operand) if isinstance(node.op, ast.USub) else node

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST:
        self.generic_visit(node)
        if not isinstance(node.op, ast.Add | ast.Sub) or isinstance(node.value, ast.Constant):
            return node
        other = ast.Sub() if isinstance(node.op, ast.Add) else ast.Add()
        changed = self._change(node, ast.AugAssign(node.target, other, node.value))
        return self._change(changed, ast.Pass(lineno=node.lineno))


def _is_place(node: ast.AST) -> bool:
    """Return whether an operand is an integer, or a constant that names a place: their sums are indices."""
    if isinstance(node, ast.Constant):
        return isinstance(node.value, int)
    return isinstance(node, ast.Name) and node.id.isupper()


@functools.cache
def _source(module: str) -> str:
    return Path(importlib.import_module(f"{PACKAGE}.{module}").__file__ or "").read_text(encoding="utf-8")


@functools.cache
def mutants(module: str) -> tuple[Mutant, ...]:
    """Return all mutants of a module."""
    every = _Mutate(module)
    every.visit(ast.parse(_source(module)))
    return tuple(every.found)


def mutated(module: str, at: int = -1) -> types.ModuleType:
    """Return a module of its own with operation number ``at`` changed; -1: none."""
    tree = ast.fix_missing_locations(_Mutate(module, at).visit(ast.parse(_source(module))))
    made = types.ModuleType(f"mutant_of_{module}")
    exec(compile(tree, f"<mutant {at} of {module}>", "exec"), made.__dict__)  # noqa: S102
    return made


@contextlib.contextmanager
def _limited() -> Iterator[None]:
    """Raise TimeoutError in an endless loop."""

    if not hasattr(signal, "SIGALRM"):  # Windows
        yield
        return

    def stop(*_: object) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(LONGEST)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def is_noticed(mutant: Mutant) -> bool:
    """Return whether a trial of its module notices a mutant."""
    module = mutated(mutant.module, mutant.at)
    for trial in TRIALS:
        if trial.module == mutant.module:
            try:
                with _limited():
                    if error(trial, module) > NOTICED:
                        return True
            except (ArithmeticError, LookupError, TypeError, ValueError, TimeoutError, AssertionError):
                return True
    return False


def main() -> None:
    """Print what no trial notices, and totals."""
    total = noticed = 0
    for module in dict.fromkeys(trial.module for trial in TRIALS):
        every = mutants(module)
        missed = [mutant for mutant in every if not is_noticed(mutant)]
        for mutant in missed:
            print(f"not noticed: {mutant.name}")
        print(f"{module}: {len(every) - len(missed)} of {len(every)}", flush=True)
        total, noticed = total + len(every), noticed + len(every) - len(missed)
    print(f"{noticed} of {total} mutants are noticed")


if __name__ == "__main__":
    sys.exit(main())
