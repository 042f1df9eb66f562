"""The sweep backwards over a tape of partial derivatives: the gradient of a weighted sum of its values.

Documents: design / Tapes

With edges (y, x, w) in the order of computation, w = dy/dx, and adjoints a of all places, which begin as the weights:

    for the edges from the last to the first:  a[x] += w a[y]

All edges out of a place y follow those into it, so a[y] is complete where an edge reads it (Griewank & Walther 2008,
ch. 4).
"""

from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Ints, View


@kernel
def sweep(places: Ints, weights: View, adjoint: View, edges: int) -> None:
    """Add to the adjoints of all places what the edges carry there.

    places   (2 edges): x and y of each edge
    weights  (edges): dy/dx
    adjoint  in: the weights of the results; out: the gradient, for places that no edge leads from
    """
    for e in range(edges - 1, -1, -1):
        adjoint[places[2 * e]] += weights[e] * adjoint[places[2 * e + 1]]
