"""Custom binary files of textures and height fields: two counts (int32) and the elements.

Documents: Modeling / XML reference / asset/texture/file; asset/hfield/file
"""

from __future__ import annotations

import numpy as np


def read_counts(content: bytes, element_bytes: int) -> tuple[int, int] | None:
    """Return the two counts at the head of a file; None unless the elements fill the rest."""
    if len(content) < 8:
        return None
    first, second = (int(number) for number in np.frombuffer(content, "<i4", 2))
    fits = first > 0 and second > 0 and len(content) == 8 + element_bytes * first * second
    return (first, second) if fits else None
