"""Statistics of the solver, d.solver: which rows of solver_stat are in use, so that resets and copies leave the others.

Documents: API / MjSolverStat; design / Memory

Rows from d.stat_rows on are numbers d.stat_fill wherever somebody looks: they are written before the first row behind
them is, or once a program asks for d.solver (d.stat_asked), from when on all rows are in use.
"""

from gelenk.toolchain.kernel import clear, kernel
from gelenk.toolchain.kernel_types import Data

ISLANDS, STAT_ROWS = 20, 200  # islands, and iterations of each, that statistics are kept of


@kernel
def use_rows(d: Data, end: int) -> None:
    """Rows below ``end`` are in use, those that were not have the number that they stand for."""
    if d.stat_rows < end:
        for k in range(d.stat_rows, end):
            for i in range(7):
                d.solver_stat[k, i] = d.stat_fill
        d.stat_rows = end


@kernel
def clear_all(d: Data) -> None:
    """All numbers of d in arrays of fixed size become zero, of statistics those that a program can see."""
    clear(d)
    d.stat_rows = 0
    d.stat_fill = 0.0
    if d.stat_asked != 0:
        use_rows(d, d.nstat)
