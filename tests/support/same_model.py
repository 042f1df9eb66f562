"""Compare two models: sizes, arrays, names, settings."""

import numpy as np

from gelenk.runtime.model import CHARS, SIZE_NAMES
from gelenk.tables import fields_model

NOT_COMPARED = ("signature",)


def _differs(a, b, tol):
    a, b = np.asarray(a), np.asarray(b)
    if (
        a.shape == b.shape and a.dtype == b.dtype and a.tobytes() == b.tobytes()
    ):  # the usual case, and a fast test
        return False
    a, b = a.astype(float), b.astype(float)
    return a.shape != b.shape or (a.size and not np.allclose(a, b, rtol=tol, atol=tol, equal_nan=True))


def differences(m1, m2, tol=0.0):
    """Return the names of fields that differ by more than `tol` (relative and absolute)."""
    found = [n for n in SIZE_NAMES if n not in NOT_COMPARED and getattr(m1, n) != getattr(m2, n)]
    if found:
        return found
    found = [n for n in CHARS if getattr(m1, n) != getattr(m2, n)]
    arrays = (f.name for f in fields_model.MODEL if f.name not in CHARS)
    found += [n for n in arrays if _differs(getattr(m1, n), getattr(m2, n), tol)]
    blocks = [("opt", fields_model.OPTION), ("stat", fields_model.STATISTIC)]
    for block, rows in blocks:
        pair = getattr(m1, block), getattr(m2, block)
        found += [f"{block}.{f.name}" for f in rows if _differs(*(getattr(o, f.name) for o in pair), tol)]
    for group, rows in fields_model.VISUAL.items():
        pair = getattr(m1.vis, group), getattr(m2.vis, group)
        found += [f"vis.{group}.{f.name}" for f in rows if _differs(*(getattr(o, f.name) for o in pair), tol)]
    return found
