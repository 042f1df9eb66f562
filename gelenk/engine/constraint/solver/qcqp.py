"""QCQP: the quadratic program of a slice of an elliptic friction cone.

Documents: Computation / Constraint solver / Algorithms (PGS)

    minimize 1/2 y' A y + b' y   subject to   sum (y_i / d_i)^2 <= r^2,   n = 2, 3 or 5
With u_i = y_i / d_i, A_ij <- d_i A_ij d_j, b_i <- d_i b_i the minimum is u = - inv(A + lambda I) b with the
smallest lambda >= 0 for which u.u <= r^2; where lambda > 0 it solves u.u = r^2, by Newton's method from
lambda = 0, which converges from below because u.u is convex and decreasing in lambda. As in 3.5.0 a nearly
singular A leaves the forces unchanged, and after 20 iterations u is scaled to the boundary.

Work space d.qcqp (14, 5): rows 0..4 A, 5 b, 6 u, 7 d, 8..12 factor, 13 a half-solved vector.
"""

import math

from gelenk.algebra.vec import Vec2
from gelenk.tables.precision import Limits
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Rows

VECTOR, SOLUTION, RADII, FACTOR = 5, 6, 7, 8  # rows of the work space
ITERATIONS = 20
SINGULAR = 1e-10  # smallest determinant for n = 2, smallest pivot otherwise


@kernel
def factor_shifted(q: Rows, n: int, shift: float) -> bool:
    """Write the Cholesky factor of A + shift I; return False if nearly singular.

    The lower factor is in rows FACTOR and on. Singular is a small determinant (n = 2) or pivot.
    """
    determinant = 1.0
    for i in range(n):
        for j in range(i + 1):
            total = q[i, j] + (shift if i == j else 0.0)
            for k in range(j):
                total -= q[FACTOR + i, k] * q[FACTOR + j, k]
            if i > j:
                q[FACTOR + i, j] = total / q[FACTOR + j, j]
            else:
                determinant = total * determinant if n == 2 else total
                if not determinant > SINGULAR:
                    return False
                q[FACTOR + i, i] = math.sqrt(total)
    return True


@kernel
def solve_shifted(q: Rows, n: int) -> Vec2:
    """Write SOLUTION = - inv(A + shift I) VECTOR; return u.u and u' inv(A + shift I) u."""
    size = 0.0
    slope = 0.0
    for i in range(n):
        total = -q[VECTOR, i]
        for k in range(i):
            total -= q[FACTOR + i, k] * q[SOLUTION, k]
        q[SOLUTION, i] = total / q[FACTOR + i, i]
    for i in range(n - 1, -1, -1):
        total = q[SOLUTION, i]
        for k in range(i + 1, n):
            total -= q[FACTOR + k, i] * q[SOLUTION, k]
        q[SOLUTION, i] = total / q[FACTOR + i, i]
        size += q[SOLUTION, i] * q[SOLUTION, i]
    # |inv(factor) u|^2; the half-solved vector goes to the last row, so that u is preserved
    for i in range(n):
        total = q[SOLUTION, i]
        for k in range(i):
            total -= q[FACTOR + i, k] * q[FACTOR + 5, k]
        total /= q[FACTOR + i, i]
        q[FACTOR + 5, i] = total
        slope += total * total
    return size, slope


@kernel
def solve_slice(q: Rows, n: int, radius: float) -> bool:
    """Write the minimum to SOLUTION; return False if A is nearly singular.

    Rows 0..n, VECTOR and RADII hold the problem.
    """
    for i in range(n):
        q[VECTOR, i] *= q[RADII, i]
        for j in range(n):
            q[i, j] *= q[RADII, i] * q[RADII, j]
    shift = 0.0
    size = 0.0
    found = False
    for _ in range(ITERATIONS):
        if found:
            break
        if not factor_shifted(q, n, shift):
            return False
        size, slope = solve_shifted(q, n)
        excess = size - radius * radius
        found = excess < Limits.QCQP
        if not found:
            shift += 0.5 * excess / slope
    scale = radius / math.sqrt(size) if shift > 0.0 and size > 0.0 else 1.0
    for i in range(n):
        q[SOLUTION, i] *= q[RADII, i] * min(1.0, scale)
    return True
