"""Minimize nonlinear least squares with bounds, under the names of ``mujoco.minimize``.

Documents: drop-in / mujoco.minimize
"""

from gelenk.minimize.least_squares import (
    IterLog,
    Norm,
    Quadratic,
    Status,
    Verbosity,
    check_jacobian,
    check_norm,
    jacobian_fd,
    least_squares,
)

__all__ = [
    "IterLog",
    "Norm",
    "Quadratic",
    "Status",
    "Verbosity",
    "check_jacobian",
    "check_norm",
    "jacobian_fd",
    "least_squares",
]
