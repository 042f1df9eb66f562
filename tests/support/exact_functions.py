"""Elementary functions to about 50 digits by the decimal module, as a reference."""

import functools
import math
from collections.abc import Callable
from decimal import Decimal, getcontext, localcontext

DIGITS = 60
Real = Decimal


@functools.cache
def pi(digits: int) -> Real:
    """Return pi by the arithmetic-geometric mean (Salamin, Brent 1976)."""
    with localcontext() as context:
        context.prec = digits + 10
        a, b, t, p = Real(1), 1 / Real(2).sqrt(), Real(1) / 4, 1
        for _ in range(digits.bit_length() + 2):
            a, b, before = (a + b) / 2, (a * b).sqrt(), a
            t -= p * (before - a) ** 2
            p *= 2
        return (a + b) ** 2 / (4 * t)


def _series(first: Real, square: Real, step: Callable[[int], int]) -> Real:
    """Return the sum of terms; term k is the previous one times ``square`` / ``step(k)``."""
    total, term, k = first, first, 0
    least = Real(10) ** -(DIGITS + 25)
    while abs(term) > abs(total) * least:
        k += 1
        term = term * square / step(k)
        total += term
    return total


def _sine_and_cosine(x: Real) -> tuple[Real, Real]:
    whole = max(0, x.adjusted())
    with localcontext() as context:
        context.prec = DIGITS + 2 * whole + 60
        right = pi(DIGITS + 2 * whole + 60) / 2
        n = (x / right).to_integral_value()
        rest = x - n * right
    s = _series(rest, -rest * rest, lambda k: 2 * k * (2 * k + 1))
    c = _series(Real(1), -rest * rest, lambda k: 2 * k * (2 * k - 1))
    return ((s, c), (c, -s), (-s, -c), (-c, s))[int(n) % 4]


def sin(x: Real) -> Real:
    return _sine_and_cosine(x)[0]


def cos(x: Real) -> Real:
    return _sine_and_cosine(x)[1]


def tan(x: Real) -> Real:
    s, c = _sine_and_cosine(x)
    return s / c


def atan(x: Real) -> Real:
    for _ in range(4):
        x = x / (1 + (1 + x * x).sqrt())
    total, power, k = x, x, 1
    while abs(power) > abs(total) * Real(10) ** -(DIGITS + 25):
        power *= -x * x
        k += 2
        total += power / k
    return 16 * total


def atan2(y: Real, x: Real) -> Real:
    if x > 0:
        return atan(y / x)
    return (atan(y / x) if x else pi(DIGITS + 40).copy_sign(y) / 2) + (
        pi(DIGITS + 40).copy_sign(y) if x else 0
    )


def asin(x: Real) -> Real:
    return atan(x / (1 - x * x).sqrt()) if abs(x) < 1 else pi(DIGITS + 40).copy_sign(x) / 2


def acos(x: Real) -> Real:
    return pi(DIGITS + 40) / 2 - asin(x)


def sinh(x: Real) -> Real:
    return (x.exp() - (-x).exp()) / 2


def cosh(x: Real) -> Real:
    return (x.exp() + (-x).exp()) / 2


def tanh(x: Real) -> Real:
    return sinh(x) / cosh(x)


def asinh(x: Real) -> Real:
    return (abs(x) + (x * x + 1).sqrt()).ln().copy_sign(x)


def log1p(x: Real) -> Real:
    return (1 + x).ln()


def exp(x: Real) -> Real:
    return x.exp()


def log(x: Real) -> Real:
    return x.ln()


def pow(x: Real, y: Real) -> Real:
    return (y * x.ln()).exp()


def units_away(name: str, value: float, *arguments: float) -> float:
    """Return the error of a computed value in units in the last place of the exact one."""
    getcontext().prec = DIGITS + 40
    exact = globals()[name](*map(Real, arguments))
    return float(abs(Real(value) - exact) / Real(math.ulp(float(exact))))
