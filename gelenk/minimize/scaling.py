"""Scaling of the variables of a least-squares problem, and progress output.

Documents: API / minimize; More 1978, "The Levenberg-Marquardt algorithm: implementation and theory"

The regularization mu |dz|^2 of z = x / scale treats variables as being of similar size.

Progress lines of a minimization are filtered by verbosity.
"""

import time
from typing import Any, TextIO

import numpy as np

JACOBIAN = "jac"


def checked_scale(scale: Any, nx: int) -> np.ndarray | str:
    """Return the scale of each variable (nx), or "jac".

    scale    a positive number, one for each variable, "jac", or None: 1

    Errors   ValueError: an invalid scale
    """
    if isinstance(scale, str):
        if scale != JACOBIAN:
            raise ValueError(f"x_scale must be 'jac' or positive numbers, got {scale[:40]!r}")
        return scale
    try:
        found = np.asarray(1.0 if scale is None else scale, np.float64)
    except (TypeError, ValueError):
        raise ValueError(f"x_scale must be 'jac' or positive numbers, got {type(scale).__name__}") from None
    if found.ndim and found.shape != (nx,):
        raise ValueError(f"x_scale must have shape ({nx},), got {found.shape}")
    if not (np.isfinite(found) & (found > 0.0)).all():
        raise ValueError("x_scale must be positive and finite")
    return np.broadcast_to(found, (nx,))


def scale_of(scale: np.ndarray | str, jac: np.ndarray) -> np.ndarray:
    """Return the scale of each variable at a point with this Jacobian (nr, nx).

    A variable without influence has the scale 1.
    """
    if not isinstance(scale, str):
        return scale
    norm = np.linalg.norm(jac, axis=0)
    return 1.0 / np.where(np.isfinite(norm) & (norm > 0.0), norm, 1.0)


FINAL, ITER = 1, 2  # lowest verbosity with a last line, and with a line per iteration


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
