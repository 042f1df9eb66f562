"""The Halton sequence: numbers that fill an interval evenly, whatever their count.

Documents: API / mju_Halton; Halton 1960
"""

from gelenk.toolchain.kernel import kernel


@kernel
def halton(i: int, base: int) -> float:
    """Number i of the sequence of a base (van der Corput's), in [0, 1): the digits of i, mirrored at the point."""
    value, digit = 0.0, 1.0
    while i > 0:
        digit /= base
        value += digit * (i % base)
        i //= base
    return value
