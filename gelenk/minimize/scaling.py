"""Scaling of the variables of a least-squares problem.

Documents: API / minimize; More 1978, "The Levenberg-Marquardt algorithm: implementation and theory"

The regularization mu |dz|^2 of z = x / scale treats variables as being of similar size.
"""

from typing import Any

import numpy as np

JACOBIAN = "jac"


def checked_scale(scale: Any, nx: int) -> np.ndarray | str:
    """Return the scale of each variable (nx), or "jac".

    scale    a positive number, one for each variable, "jac", or None: 1

    Errors   ValueError: the scale is none of these
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
