"""Hill climbing on the convex hull of a mesh, to the vertex farthest in a direction.

Documents: Computation / Collision detection / Checking; XML / asset / mesh

Meshes collide as their convex hulls. m.mesh_graph has, from mesh_graphadr on, the hull as a graph:

    nvert, nface, edge_adr (nvert), vertex (nvert), edges (nvert + 3 nface), faces (3 nface)

``vertex`` are indices into the vertices of the mesh; the neighbors of hull vertex v are edges[edge_adr[v]] and on,
as indices of hull vertices, up to a -1. On a convex hull a vertex that is farther than all its neighbors is farther
than all vertices, so climbing from neighbor to neighbor finds the farthest vertex. The start is the vertex that is
farthest along a direction near the requested one: m.hull_start tabulates it for directions (i, j, k) of small integers.
A mesh without a graph is searched linearly.

Vertex indices in this file are those of hull vertices: 0 .. nvert - 1 of the graph, or of the mesh if it has no graph.
"""

from gelenk.algebra.vec import Vec3
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Model

CLIMB = 10  # least number of hull vertices for climbing
DIRECTION_STEPS = 4  # largest of the integers i, j, k
SIDE = 2 * DIRECTION_STEPS + 1


@kernel
def hull_of(m: Model, geom: int) -> tuple[int, int, int]:
    """Return first vertex, graph address (-1: none) and hull vertex count of a geom's mesh."""
    mesh = m.geom_dataid[geom]
    graph = m.mesh_graphadr[mesh]
    count = m.mesh_graph[graph] if graph >= 0 else m.mesh_vertnum[mesh]
    return m.mesh_vertadr[mesh], graph, count


@kernel
def mesh_vertex(m: Model, first: int, graph: int, count: int, v: int) -> int:
    """Return the index of hull vertex ``v`` in m.mesh_vert."""
    return first + (m.mesh_graph[graph + 2 + count + v] if graph >= 0 else v)


@kernel
def hull_vertex(m: Model, first: int, graph: int, count: int, v: int) -> Vec3:
    """Return the position of hull vertex ``v``, in the frame of the geom."""
    i = mesh_vertex(m, first, graph, count, v)
    return m.mesh_vert[i, 0], m.mesh_vert[i, 1], m.mesh_vert[i, 2]


@kernel
def height(m: Model, i: int, n: Vec3) -> float:
    return m.mesh_vert[i, 0] * n[0] + m.mesh_vert[i, 1] * n[1] + m.mesh_vert[i, 2] * n[2]


@kernel
def search(m: Model, first: int, graph: int, count: int, n: Vec3) -> int:
    """Return the hull vertex farthest along ``n``, by testing all."""
    best, at = height(m, mesh_vertex(m, first, graph, count, 0), n), 0
    for v in range(1, count):
        h = height(m, mesh_vertex(m, first, graph, count, v), n)
        if h > best:
            best, at = h, v
    return at


@kernel
def climb(m: Model, first: int, graph: int, count: int, n: Vec3, v: int) -> int:
    """Return the hull vertex farthest along ``n``, by moving from ``v`` to the best neighbor."""
    vertices = graph + 2 + count
    edges = vertices + count
    best = height(m, first + m.mesh_graph[vertices + v], n)
    before = -1
    while v != before:
        before = v
        edge = edges + m.mesh_graph[graph + 2 + v]
        neighbour = m.mesh_graph[edge]
        while neighbour >= 0:
            h = height(m, first + m.mesh_graph[vertices + neighbour], n)
            if h > best:
                best, v = h, neighbour
            edge += 1
            neighbour = m.mesh_graph[edge]
    return v


@kernel
def nearest_integer(x: float) -> int:
    """Round x in [-DIRECTION_STEPS, DIRECTION_STEPS] and add DIRECTION_STEPS.

    The result for NaN is in range, but arbitrary.
    """
    x += DIRECTION_STEPS + 0.5
    return int(x) if 0.0 < x < SIDE else DIRECTION_STEPS


@kernel
def first_guess(m: Model, mesh: int, n: Vec3) -> int:
    """Return the hull vertex farthest along an integer direction (i, j, k) near ``n``."""
    largest = max(abs(n[0]), abs(n[1]), abs(n[2]))
    s = DIRECTION_STEPS / largest if largest > 0.0 else 0.0
    i, j, k = nearest_integer(s * n[0]), nearest_integer(s * n[1]), nearest_integer(s * n[2])
    return m.hull_start[((mesh * SIDE + i) * SIDE + j) * SIDE + k]


@kernel
def farthest_vertex(m: Model, mesh: int, first: int, graph: int, count: int, n: Vec3) -> int:
    """Return the hull vertex farthest along ``n`` (geom frame, any length)."""
    if graph >= 0 and count >= CLIMB:
        start = first_guess(m, mesh, n)
        return climb(m, first, graph, count, n, start if start < count else 0)
    return search(m, first, graph, count, n)
