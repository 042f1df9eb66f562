"""Power function, by the logarithm as a pair.

Documents: design / A strict build
Source     Muller 2016, Elementary functions, chapter 11; C99, annex F.9.4.4
"""

import math

from gelenk.algebra.elementary.double_double import multiply
from gelenk.algebra.elementary.exponential import OVERFLOW, UNDERFLOW, exponential_of_sum
from gelenk.algebra.elementary.logarithm import logarithm_parts, split
from gelenk.toolchain.kernel import kernel

EVEN = 2.0**53  # from here on, all numbers are even integers
LARGE = 2.0**66  # exponents from here on give zero or infinity for any base but 1


@kernel
def is_odd(y: float) -> bool:
    """Return whether a number is an odd integer."""
    return math.fabs(y) < EVEN and math.floor(y) == y and 2.0 * math.floor(0.5 * y) != y


@kernel
def power(x: float, y: float) -> float:
    """Return x to the power of y."""
    if y == 0.0 or x == 1.0:
        return 1.0
    if x != x or y != y:
        return x + y
    base = math.fabs(x)
    if x < 0.0 and base < math.inf and math.fabs(y) < EVEN and math.floor(y) != y:
        return (x - x) / (x - x)
    value = power_of_positive(base, y)
    return -value if math.copysign(1.0, x) < 0.0 and is_odd(y) else value


@kernel
def power_of_positive(base: float, y: float) -> float:
    """Return the power of a base from 0 to infinity."""
    if base == 1.0:
        return 1.0
    if base == 0.0 or base == math.inf or math.fabs(y) >= LARGE:
        return math.inf if (base > 1.0) == (y > 0.0) else 0.0
    k, f = split(base)
    high, low = logarithm_parts(k, f, 0.0)
    product, rest = multiply(high, y)
    if product > OVERFLOW:
        return math.inf
    if product < UNDERFLOW:
        return 0.0
    return exponential_of_sum(product, rest + low * y)
