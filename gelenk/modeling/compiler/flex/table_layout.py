"""Layout of flex columns: the tables of all flexes one after the other.

Documents: Modeling / MJModel
"""

from __future__ import annotations

import numpy as np


def rows(tables: list, width: int) -> np.ndarray:
    """Return tables of rows concatenated, (n, width)."""
    return np.concatenate([np.zeros((0, width)), *(np.asarray(t).reshape(-1, width) for t in tables)])


def flat(tables: list) -> np.ndarray:
    """Return the integers of all tables concatenated."""
    return np.concatenate([np.zeros(0, int), *(np.asarray(t, int).reshape(-1) for t in tables)])
