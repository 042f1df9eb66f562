"""Solver statistics, d.solver: tracking of the solver_stat rows that are in use.

Documents: API / MjSolverStat; design / Memory

Rows from d.stat_rows on have the value d.stat_fill, but are written only when needed: before a later row is
written, or once a program reads d.solver (d.stat_asked), from when on all rows are in use.
"""

from gelenk.toolchain.kernel import clear, kernel
from gelenk.toolchain.kernel_types import Data

ISLANDS, STAT_ROWS = 20, 200  # islands, and iterations of each, for which statistics are stored


@kernel
def use_rows(d: Data, end: int) -> None:
    """Mark rows below ``end`` as used, and fill new ones with d.stat_fill."""
    if d.stat_rows < end:
        for k in range(d.stat_rows, end):
            for i in range(7):
                d.solver_stat[k, i] = d.stat_fill
        d.stat_rows = end


@kernel
def clear_all(d: Data) -> None:
    """Zero all values of d in arrays of fixed size, and the statistics rows that are visible."""
    clear(d)
    d.stat_rows = 0
    d.stat_fill = 0.0
    if d.stat_asked != 0:
        use_rows(d, d.nstat)
