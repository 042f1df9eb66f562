"""Columns of several flexes: their tables one after the other.

Documents: Modeling / MJModel
"""

from __future__ import annotations

import numpy as np


def starts(counts: list[int]) -> list[int]:
    """Where each part begins when parts of these sizes stand one after the other."""
    return np.concatenate([[0], np.cumsum(counts)])[: len(counts)].astype(int).tolist()


def starts_or_none(counts: list[int]) -> list[int]:
    """As `starts`, with -1 for empty parts."""
    return [adr if n else -1 for adr, n in zip(starts(counts), counts, strict=True)]


def rows(tables: list, width: int) -> np.ndarray:
    """Tables of rows below each other."""
    return np.concatenate([np.zeros((0, width)), *(np.asarray(t).reshape(-1, width) for t in tables)])


def flat(tables: list) -> np.ndarray:
    """The integers of all tables one after the other."""
    return np.concatenate([np.zeros(0, int), *(np.asarray(t, int).reshape(-1) for t in tables)])
