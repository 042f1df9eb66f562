"""Search structures of hulls: start vertices of the hull search, a table per mesh, indexed by direction.

Documents: Computation / Collision detection / Checking

The search finds the vertex of a convex hull that is farthest in a direction; the table holds the first of equally far
vertices. Products are exact in any order, because coordinates are float32 and directions small integers. Sums are
rounded only if coordinates of one vertex differ by a factor of more than 2^25.
"""

import math

from gelenk.algebra.vec import Vec3
from gelenk.engine.collision.convex.support import CLIMB, SIDE, hull_vertex
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Ints, Model, View


@kernel
def farther(best: float, at: float, h: float, v: float) -> tuple[float, float]:
    """Return the farther of two vertices, the first in a tie."""
    return (h, v) if h > best else (best, at)


@kernel
def compare(
    v: int, last: int, a: Vec3, b: Vec3, c: Vec3, e: Vec3, n: int, along: View, best: View, at: View
) -> None:
    """Update the farthest vertex of each direction with vertices v to v + 3, at most ``last``.

    Four vertices at once load and store the data of a direction a quarter as often; a repeated last vertex is never
    farther than itself.
    """
    second, third, fourth = float(min(v + 1, last)), float(min(v + 2, last)), float(min(v + 3, last))
    first = float(v)
    for q in range(n):
        x, y, z = along[q], along[n + q], along[2 * n + q]
        h, k = farther(best[q], at[q], x * a[0] + y * a[1] + z * a[2], first)
        h, k = farther(h, k, x * b[0] + y * b[1] + z * b[2], second)
        h, k = farther(h, k, x * c[0] + y * c[1] + z * c[2], third)
        h, k = farther(h, k, x * e[0] + y * e[1] + z * e[2], fourth)
        best[q], at[q] = h, k


@kernel
def hull_starts(m: Model, n: int, along: View, places: Ints, work: View, starts: Ints) -> None:
    """Compute, for each mesh and direction, the farthest hull vertex; small hulls are skipped.

    Vertices are numbered as in collision/convex/support.py.
    along    (3, n) directions              places   (n) index of each in the table of a mesh
    work     (2, n)                         starts   (nmesh, SIDE^3), zero on entry
    """
    best, at = work, work[n:]
    for mesh in range(m.nmesh):
        graph = int(m.mesh_graphadr[mesh])
        count = int(m.mesh_graph[graph]) if graph >= 0 else 0
        if count >= CLIMB:
            for q in range(n):
                best[q], at[q] = -math.inf, 0.0
            first, last = int(m.mesh_vertadr[mesh]), count - 1
            for v in range(0, count, 4):
                a = hull_vertex(m, first, graph, count, v)
                b = hull_vertex(m, first, graph, count, min(v + 1, last))
                c = hull_vertex(m, first, graph, count, min(v + 2, last))
                e = hull_vertex(m, first, graph, count, min(v + 3, last))
                compare(v, last, a, b, c, e, n, along, best, at)
            for q in range(n):
                starts[SIDE * SIDE * SIDE * mesh + places[q]] = int(at[q])
