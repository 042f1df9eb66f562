"""Columns of several flexes: their tables one after the other.

Documents: Modeling / MJModel
"""

from __future__ import annotations

import numpy as np


def rows(tables: list, width: int) -> np.ndarray:
    """Tables of rows below each other."""
    return np.concatenate([np.zeros((0, width)), *(np.asarray(t).reshape(-1, width) for t in tables)])


def flat(tables: list) -> np.ndarray:
    """The integers of all tables one after the other."""
    return np.concatenate([np.zeros(0, int), *(np.asarray(t, int).reshape(-1) for t in tables)])
