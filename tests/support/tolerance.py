"""Tolerances, in one place: ``tol(1e-9)``, or ``tol(1e-9, 1e-4)`` where single precision differs.

GELENK_TOL multiplies all of them: 0 makes every comparison fail and so shows every residual.
"""

import os

_SCALE = float(os.environ.get("GELENK_TOL", "1"))
_SINGLE = os.environ.get("GELENK_FLOAT", "64") == "32"
EPS = 2.0**-52  # spacing of doubles at 1


def tol(f64: float, f32: float | None = None) -> float:
    """The tolerance of a comparison; ``f32`` is for builds in single precision (default: sqrt of ``f64``)."""
    if not _SINGLE:
        return f64 * _SCALE
    return (f64**0.5 if f32 is None else f32) * _SCALE


def relative(value, expected) -> float:
    """Largest difference, relative to the largest expected number."""
    import numpy as np

    value, expected = np.asarray(value, float), np.asarray(expected, float)
    assert value.shape == expected.shape, f"shape {value.shape}, expected {expected.shape}"
    if not expected.size:
        return 0.0
    return float(np.abs(value - expected).max() / max(1.0, np.abs(expected).max()))
