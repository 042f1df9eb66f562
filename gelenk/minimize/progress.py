"""Progress of a minimization: printed lines, filtered by verbosity.

Documents: API / minimize
"""

import time
from typing import Any, TextIO

import numpy as np

FINAL, ITER = 1, 2  # least verbosity for the last line, and for a line per iteration


class Progress:
    """Prints the progress of a minimization at level ``verbose`` (an integer)."""

    def __init__(self, verbose: int, output: TextIO | None) -> None:
        self.verbose, self.output, self.began = verbose, output, time.perf_counter()

    def start(self, i: int, gradient: Any) -> None:
        """Print a line if the initial gradient is zero: x may not influence the residual."""
        if i == 0 and gradient == 0 and self.verbose >= FINAL:
            print("Zero gradient norm: exact minimum found?", file=self.output)

    def iteration(self, i: int, row: Any, ratio: float, dx: np.ndarray) -> None:
        """Print a line for iteration ``i`` with trace ``row``."""
        if self.verbose < ITER:
            return
        log_mu = np.log10(row.regularizer) if row.regularizer > 0 else -np.inf
        print(
            f"iter: {i:<4d} y: {row.objective:<10.4g} log10mu: {log_mu:<5.1f} ratio: {ratio:<8.2g} "
            f"dx: {np.linalg.norm(dx):<8.2g} reduction: {row.reduction:<8.2g}",
            file=self.output,
        )

    def end(self, count: int, reason: str, solver: Any) -> None:
        """Print the number of iterations and the reason for the end."""
        if self.verbose < FINAL:
            return
        print(
            f"Terminated after {count} iterations: {reason}. y: {solver.y:<.4g}, "
            f"residual evaluations: {solver.n_res}, {time.perf_counter() - self.began:.3g} s",
            file=self.output,
        )
