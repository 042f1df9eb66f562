"""Box-constrained quadratic programming: mju_boxQP.

Documents: API / mju_boxQP; Tassa, Mansard, Todorov 2014

The work space is one array of n (n + 7) elements: the factor of the free part of H, then the gradient, the step, the
candidate, the limits, and the indices of free coordinates.
"""

import math

from gelenk.engine.functions import NO
from gelenk.engine.functions.matrices import chol_factor
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Ints, View

MAX_ITERATIONS = 100
MIN_GRADIENT = 1e-16  # smallest norm of the gradient, and smallest improvement of a step
MIN_STEP = 1e-22  # smallest step length
ARMIJO_FRACTION = 0.1  # fraction of the predicted improvement that a step must reach (Armijo)


@kernel
def value_at(H: View, g: View, x: View, at: int, n: int) -> float:
    """1/2 x' H x + x' g, at x[at...]"""
    total = 0.0
    for i in range(n):
        row = 0.0
        for j in range(n):
            row += H[i * n + j] * x[at + j]
        total += x[at + i] * (0.5 * row + g[i])
    return total


@kernel
def find_free(H: View, g: View, res: View, w: View, n: int) -> int:
    """Write the gradient at res, and the indices of free coordinates; return their number.

    A coordinate is free unless the gradient pushes it against a limit.
    """
    gradient, low, free = n * n, n * (n + 3), n * (n + 5)
    nfree = 0
    for i in range(n):
        total = g[i]
        for j in range(n):
            total += H[i * n + j] * res[j]
        w[gradient + i] = total
        down = res[i] <= w[low + i] and total > 0.0
        up = res[i] >= w[low + n + i] and total < 0.0
        if not (down or up):
            w[free + nfree] = i
            nfree += 1
    return nfree


@kernel
def factor_free(H: View, w: View, n: int, nfree: int) -> bool:
    """Write the Cholesky factor of the free part of H; return whether it is positive definite.

    The factor is zero above the diagonal.
    """
    free = n * (n + 5)
    for i in range(nfree):
        for j in range(nfree):
            w[i * nfree + j] = H[int(w[free + i]) * n + int(w[free + j])] if j <= i else 0.0
    chol_factor(w, nfree, -math.inf)
    for i in range(nfree):
        if not w[i * nfree + i] > 0.0:
            return False
    return True


@kernel
def newton_step(w: View, n: int, nfree: int) -> float:
    """Write the Newton step of the free coordinates; return its directional derivative."""
    gradient, step, free = n * n, n * (n + 1), n * (n + 5)
    part = n * (n + 6)  # the step of the free coordinates only
    for i in range(nfree):
        total = -w[gradient + int(w[free + i])]
        for k in range(i):
            total -= w[i * nfree + k] * w[part + k]
        w[part + i] = total / w[i * nfree + i]
    for i in range(n):
        w[step + i] = 0.0
    slope = 0.0
    for j in range(nfree):
        i = nfree - 1 - j
        total = w[part + i]
        for k in range(i + 1, nfree):
            total -= w[k * nfree + i] * w[part + k]
        w[part + i] = total / w[i * nfree + i]
        at = int(w[free + i])
        w[step + at] = w[part + i]
        slope += w[part + i] * w[gradient + at]
    return slope


@kernel
def line_search(H: View, g: View, res: View, w: View, n: int, value: float, slope: float) -> float:
    """Write the candidate of a backtracking line search; return its value.

    The step is the longest whose improvement is sufficient.
    """
    step, candidate, low = n * (n + 1), n * (n + 2), n * (n + 3)
    share, new = 1.0, value
    while share > MIN_STEP:
        for i in range(n):
            w[candidate + i] = min(max(res[i] + share * w[step + i], w[low + i]), w[low + n + i])
        new = value_at(H, g, w, candidate, n)
        if new - value <= ARMIJO_FRACTION * share * slope:
            break
        share *= 0.5
    return new


@kernel
def needs_step(w: View, n: int, nfree: int) -> bool:
    """Return whether the free part of the gradient is large enough for another step."""
    gradient, free = n * n, n * (n + 5)
    square = 0.0
    for i in range(nfree):
        square += w[gradient + int(w[free + i])] * w[gradient + int(w[free + i])]
    return math.sqrt(square) >= MIN_GRADIENT


@kernel
def clamp_start(res: View, w: View, lower: View, upper: View, given: int, n: int) -> None:
    """Write the limits to the work space, and clamp the start to the limits."""
    low = n * (n + 3)
    for i in range(n):
        w[low + i] = lower[i] if given & 1 else -math.inf
        w[low + n + i] = upper[i] if given & 2 else math.inf
        res[i] = min(max(res[i], w[low + i]), w[low + n + i])


@kernel
def box_minimum(
    res: View, R: View, index: Ints, H: View, g: View, lower: View, upper: View, n: int, room: int, columns: int,
    places: int, given: int,
) -> int:  # fmt: skip
    """res = argmin 1/2 x' H x + x' g in a box, by projected Newton steps from res

    R       work space (room, columns); on return, it begins with the factor of the free part of H
    index   (places) receives the free coordinates, if given
    given   1 for lower, 2 for upper, 4 for index
    Returns nfree; -1 if the free part of H is not positive definite, or, without effect, if a buffer is too small
    """
    if room * columns < n * (n + 7) or (given & 4 and places < n):
        return -NO
    clamp_start(res, R, lower, upper, given, n)
    value = value_at(H, g, res, 0, n)
    nfree = n
    for _ in range(MAX_ITERATIONS):
        nfree = find_free(H, g, res, R, n)
        # updated in each step: elements of index past the final nfree are those of earlier steps
        if given & 4:
            for i in range(nfree):
                index[i] = int(R[n * (n + 5) + i])
        if nfree == 0 or not needs_step(R, n, nfree):
            break
        if not factor_free(H, R, n, nfree):
            return -NO
        new = line_search(H, g, res, R, n, value, newton_step(R, n, nfree))
        won = value - new
        for i in range(n):
            res[i] = R[n * (n + 2) + i]
        value = new
        if won < MIN_GRADIENT:
            break
    return nfree if nfree == 0 or factor_free(H, R, n, nfree) else -NO
