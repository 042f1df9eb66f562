"""Tolerances of all tests: ``tol(1e-9)``.

GELENK_TOL multiplies all tolerances: 0 makes every comparison fail, and so prints every residual. Unless a comment at
the comparison says otherwise, a tolerance has these reasons:
- up to 1e-10: rounding. Doubles carry 2e-16; sums of a few hundred products, inverses of matrices with condition
  numbers up to a thousand, and 100 steps of smooth motion lose one to five digits of it;
- 1e-9 to 1e-7: rounding of badly conditioned systems; central differences with steps of 1e-6, whose error is
  h^2 = 1e-12 and 1e-16 / h = 1e-10 times the slopes; fields that are kept in float32 (6e-8);
- 1e-6 to 1e-4: iterations that end at a tolerance: solvers (1e-8 of the cost), convex collision (ccd_tolerance 1e-6),
  forward differences, texts of six digits;
- above 1e-4: errors of a model (integration with a step size, fits, sampled surfaces), explained at the comparison.
"""

import os

_SCALE = float(os.environ.get("GELENK_TOL", "1"))
EPS = 2.0**-52  # spacing of doubles at 1


def tol(allowed: float) -> float:
    """Return the tolerance of a comparison: ``allowed`` times GELENK_TOL."""
    return allowed * _SCALE


def relative(value, expected) -> float:
    """Return the largest difference, relative to the largest expected element."""
    import numpy as np

    value, expected = np.asarray(value, float), np.asarray(expected, float)
    assert value.shape == expected.shape, f"shape {value.shape}, expected {expected.shape}"
    if not expected.size:
        return 0.0
    return float(np.abs(value - expected).max() / max(1.0, np.abs(expected).max()))
