"""What Numba does for programs that are not kernels, left out: its part takes a third less, for the same code.

Documents: design / Compiled ahead, loaded without Numba

Nothing here changes an object's bytes: tests/stages/test_lean.py compares them with those of Numba left to itself.
"""

import gc
from collections.abc import Callable, Iterable
from types import CodeType
from typing import Any

from numba.core import event, ir
from numba.core.compiler import Compiler
from numba.core.compiler_machinery import PassManager

from gelenk.jit import again

# what they look for is in no kernel: `with`, literal_unroll, numpy's arrays, functions that Numba is to put in place
IDLE = {
    *("WithLifting", "LiteralUnroll", "LiteralPropagationSubPipelinePass"),
    *("InlineOverloads", "InlineInlinables", "NopythonRewrites"),
}
CLOSURES = {"InlineClosureLikes", "MakeFunctionToJitFunction"}


class Lean(Compiler):
    """Numba's passes but for the idle ones, each of which goes over all code of a function."""

    def define_pipelines(self) -> list[PassManager]:
        """Passes in their order."""
        inner = any(isinstance(value, CodeType) for value in self.state.func_id.code.co_consts)
        idle = IDLE if inner else IDLE | CLOSURES
        made = []
        for full in super().define_pipelines():
            lean = PassManager(full.pipeline_name)
            for kind, what in full.passes:
                if kind.__name__ not in idle:
                    lean.add_pass(kind, what)
            lean.finalize()
            made.append(lean)
        return made


def prepare() -> None:
    """Leave it out, for this process."""
    gc.freeze()  # Numba's modules stay to the end
    gc.set_threshold(50_000, 20, 100)


_plain: set[type] = set()  # what was found to hold none


def _variables(values: Iterable[Any], found: list[ir.Var]) -> list[ir.Var]:
    """The variables of an instruction, in Numba's order; it asks up to five times what each value is."""
    for value in values:
        kind = type(value)
        if kind in _plain:
            continue
        if isinstance(value, ir.Var):
            found.append(value)
        elif isinstance(value, ir.Inst):
            found += value.list_vars()
        elif isinstance(value, (list, tuple)):
            _variables(value, found)
        elif isinstance(value, dict):
            _variables(value.values(), found)
        else:
            _plain.add(kind)
    return found


# what of Numba is replaced, by front_end.py
REPLACED: tuple[tuple[Any, str, Callable], ...] = (
    (event, "broadcast", lambda told: None),  # of Numba's own clocks, which nobody reads
    (ir.Inst, "_rec_list_vars", lambda self, value: _variables((value,), [])),
    (ir.Stmt, "list_vars", lambda self: _variables(self.__dict__.values(), [])),
    (ir.Expr, "list_vars", lambda self: _variables(self._kws.values(), [])),
    *again.MEMOIZED,
)
