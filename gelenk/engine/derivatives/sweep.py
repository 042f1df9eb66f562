"""The backward sweep over a tape: the gradient of a weighted sum of its values.

Documents: design / Tapes

With edges (y, x, w) in the order of computation, w = dy/dx, and adjoints a of all places, which begin as the weights of
results:

    for the edges from the last to the first:  a[x] += w a[y]

All edges out of a place y follow those into it, so a[y] is complete where an edge reads it (Griewank & Walther 2008,
ch. 4).
"""

from gelenk.algebra.linalg import zero
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Ints, View


@kernel
def sweep_edges(pairs: Ints, slopes: View, edges: int, adjoint: View) -> None:
    """Propagate adjoints from the weights of results to all places."""
    adjoint[0] = 0.0  # place 0 stands for all values that do not vary
    for e in range(edges - 1, -1, -1):
        adjoint[pairs[2 * e]] += slopes[e] * adjoint[pairs[2 * e + 1]]


@kernel
def sweep(
    pairs: Ints,
    slopes: View,
    edges: int,
    results: Ints,
    weights: View,
    nresult: int,
    adjoint: View,
    nplace: int,
) -> None:
    """Compute the adjoints of all places.

    pairs    (2 edges) x and y of each edge        slopes   (edges) dy/dx
    results  (2 nresult) place of each result, then zero; results may share a place
    weights  (nresult)
    adjoint  (nplace) out: of a place that no edge leads to, the derivative of the sum of weights times results
    """
    zero(adjoint, nplace)
    for k in range(nresult):
        adjoint[results[2 * k]] += weights[k]
    sweep_edges(pairs, slopes, edges, adjoint)
