"""Print the polynomials and constants of gelenk/algebra/elementary, with their errors.

python tools/polynomials.py     needs mpmath, which no part of gelenk needs otherwise: pip install mpmath
"""

import importlib
import sys
from collections.abc import Callable
from typing import Any

mp: Any = importlib.import_module("mpmath")
PRECISION = 600  # bits
Function = Callable[[Any], Any]


def polynomial(function: Function, low: Any, high: Any, degree: int) -> list[float]:
    """Return coefficients of the polynomial that interpolates at Chebyshev nodes, from the constant on."""
    n = degree + 1
    powers, values = mp.matrix(n, n), mp.matrix(n, 1)
    for i in range(n):
        x = (low + high) / 2 + (high - low) / 2 * mp.cos(mp.pi * (2 * i + 1) / (2 * n))
        values[i] = function(x)
        for j in range(n):
            powers[i, j] = x**j
    return [float(c) for c in mp.lu_solve(powers, values)]


def error(function: Function, found: list[float], low: Any, high: Any) -> float:
    """Return the logarithm to base 2 of the largest difference, coefficients rounded."""
    points = [low + (high - low) * (i + mp.mpf(1) / 3) / 400 for i in range(400)]
    worst = max(abs(mp.polyval(list(map(mp.mpf, found[::-1])), x) - function(x)) for x in points)
    return float(mp.log(worst, 2))


def _root(function: Function) -> Function:
    return lambda z: function(mp.sqrt(z)) / mp.sqrt(z)


def _exponential(x: Any) -> Any:
    return (mp.exp(x) - 1 - x) / x**2 if abs(x) > mp.mpf(10) ** -40 else mp.mpf(1) / 2


def main() -> None:
    """Print all polynomials, then the constants."""
    mp.mp.prec = PRECISION
    eighth = (mp.pi / 4) ** 2 * 1.0001
    kinds: dict[str, tuple[Function, Any, Any, int]] = {
        "SIN": (lambda z: (_root(mp.sin)(z) - 1) / z, 0, eighth, 6),
        "COS": (lambda z: (mp.cos(mp.sqrt(z)) - 1 + z / 2) / z**2, 0, eighth, 6),
        "ASIN": (lambda z: (_root(mp.asin)(z) - 1) / z, 0, mp.mpf("0.25"), 12),
        "ATAN": (lambda z: (_root(mp.atan)(z) - 1) / z, 0, mp.mpf("0.00393"), 5),
        "EXP": (_exponential, mp.mpf("-0.3467"), mp.mpf("0.3467"), 11),
        "SINH": (lambda z: (_root(mp.sinh)(z) - 1) / z, 0, mp.mpf("0.25"), 5),
        "LOG": (lambda z: (_root(mp.atanh)(z) - 1 - z / 3 - z * z / 5) / z**3, 0, mp.mpf("0.02945"), 6),
    }
    for name, (function, low, high, degree) in kinds.items():
        found = polynomial(function, mp.mpf(low), high, degree)
        sys.stdout.write(f"{name} (2^{error(function, found, low, high):.1f}): {found}\n")
    for name, value in {"pi / 2": mp.pi / 2, "1 / 3": mp.mpf(1) / 3, "1 / 5": mp.mpf(1) / 5}.items():
        sys.stdout.write(f"{name}: {float(value)}, {float(value - mp.mpf(float(value)))}\n")
    for k in range(9):
        angle = mp.atan(mp.mpf(k) / 8)
        sys.stdout.write(f"atan {k}/8: {float(angle)}, {float(angle - mp.mpf(float(angle)))}\n")
    for name, value, widths in (("pi / 2", mp.pi / 2, (33, 33, 33)), ("ln 2", mp.log(2), (38,))):
        parts = []
        for width in widths:
            scale = mp.mpf(2) ** (width - 1 - mp.floor(mp.log(value, 2)))
            parts.append(float(mp.floor(value * scale) / scale))
            value -= mp.mpf(parts[-1])
        sys.stdout.write(f"parts of {name}: {[*parts, float(value)]}\n")
    mp.mp.prec = 1400
    digits = int(mp.floor(2 / mp.pi * mp.mpf(2) ** (28 * 46)))
    sys.stdout.write(f"digits of 2 / pi: {[(digits >> 28 * (45 - i)) % 2**28 for i in range(46)]}\n")


if __name__ == "__main__":
    main()
