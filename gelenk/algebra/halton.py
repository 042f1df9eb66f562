"""The Halton sequence: low-discrepancy points of an interval.

Documents: API / mju_Halton; Halton 1960
"""

from gelenk.toolchain.kernel import kernel


@kernel
def halton(i: int, base: int) -> float:
    """Return element i of the van der Corput sequence of a base: radical inverse in [0, 1)."""
    value, digit = 0.0, 1.0
    while i > 0:
        digit /= base
        value += digit * (i % base)
        i //= base
    return value
