"""Vectors of any length: mju_add, mju_dot, mju_normalize, ..., used for fixed lengths too.

Documents: API / Vector math

Outputs may alias inputs.
"""

import math

from gelenk.algebra.linalg import copy as copy
from gelenk.algebra.linalg import dot_dense as dot
from gelenk.algebra.vec import cross, get3, set3, sub
from gelenk.algebra.vec import dot as dot_of
from gelenk.algebra.vec import norm as norm_of
from gelenk.tables.enums import mjMINVAL
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import View


@kernel
def fill(res: View, n: int, x: float) -> None:
    """res[i] = x"""
    for i in range(n):
        res[i] = x


@kernel
def unit4(res: View) -> None:
    """res = identity quaternion"""
    res[0] = 1.0
    res[1] = 0.0
    res[2] = 0.0
    res[3] = 0.0


@kernel
def scale(res: View, a: View, s: float, n: int) -> None:
    """res = s a"""
    for i in range(n):
        res[i] = a[i] * s


@kernel
def add(res: View, a: View, b: View, n: int) -> None:
    """res = a + b"""
    for i in range(n):
        res[i] = a[i] + b[i]


@kernel
def subtract(res: View, a: View, b: View, n: int) -> None:
    """res = a - b"""
    for i in range(n):
        res[i] = a[i] - b[i]


@kernel
def add_scaled(res: View, a: View, b: View, s: float, n: int) -> None:
    """res = a + s b"""
    for i in range(n):
        res[i] = a[i] + b[i] * s


@kernel
def dot3(a: View, b: View) -> float:
    """a . b"""
    return dot_of(get3(a, 0), get3(b, 0))


@kernel
def norm3(a: View) -> float:
    """|a|"""
    return norm_of(get3(a, 0))


@kernel
def norm(a: View, n: int) -> float:
    """|a|"""
    return math.sqrt(dot(a, a, n))


@kernel
def dist3(a: View, b: View) -> float:
    """|a - b|"""
    return norm_of(sub(get3(a, 0), get3(b, 0)))


@kernel
def total(a: View, n: int) -> float:
    """Return the sum of a[i]."""
    s = 0.0
    for i in range(n):
        s += a[i]
    return s


@kernel
def total_size(a: View, n: int) -> float:
    """Return the sum of |a[i]|."""
    s = 0.0
    for i in range(n):
        s += abs(a[i])
    return s


@kernel
def make_unit(a: View, n: int) -> float:
    """a /= |a|, or (1, 0, ...) if a is shorter than mjMINVAL; return |a|."""
    length = norm(a, n)
    if length < mjMINVAL:
        for i in range(n):
            a[i] = 1.0 if i == 0 else 0.0
        return length
    for i in range(n):
        a[i] = a[i] / length
    return length


@kernel
def cross_product(res: View, a: View, b: View) -> None:
    """res = a x b"""
    set3(res, 0, cross(get3(a, 0), get3(b, 0)))


@kernel
def is_zero(a: View, n: int) -> int:
    """Return 1 if all a[i] are 0."""
    for i in range(n):
        if a[i] != 0.0:
            return 0
    return 1
