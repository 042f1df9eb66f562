"""Contacts of a plane and a mesh: the lowest vertex and neighbours of it that are below the margin.

Documents: Computation / Collision detection / Checking
"""

from gelenk.algebra.vec import Vec3, add, add_scaled, dot, load3, load9, mat_t_vec, mat_vec, neg, norm, sub
from gelenk.engine.collision.candidates import NO_HINT, put
from gelenk.engine.collision.convex.hull import farthest_vertex, hull_of, hull_vertex
from gelenk.engine.collision.pairs.primitives import axis_z
from gelenk.jit.kernel import kernel
from gelenk.jit.structs import Data, Model

MOST = 3  # contacts
SPACING = (
    0.3  # least distance of a vertex from the first contact, in units of the radius of the bounding sphere
)


@kernel
def add_vertex(m: Model, d: Data, geom1: int, geom2: int, n: Vec3, vertex: Vec3) -> None:
    """A candidate contact at ``vertex`` (geom frame), unless it is above the margin or near the first."""
    x = add(load3(d.geom_xpos, geom2), mat_vec(load9(d.geom_xmat, geom2), vertex))
    dist = dot(n, sub(x, load3(d.geom_xpos, geom1)))
    k = d.near_count
    if k == MOST or not dist <= d.near_margin:
        return
    pos = add_scaled(x, n, -0.5 * dist)
    if k > 0 and norm(sub(x, load3(d.near_pos, 0))) < SPACING * m.geom_rbound[geom2]:
        return
    put(d, dist, pos, n, NO_HINT)


@kernel
def plane_mesh(m: Model, d: Data, geom1: int, geom2: int) -> None:
    """Contacts of a plane and a mesh (see dispatch.py for what is read and written): at most three.

    Source  the choice of vertices is that of 3.5.0
    """
    first, graph, count = hull_of(m, geom2)
    n = axis_z(d, geom1)
    down = mat_t_vec(load9(d.geom_xmat, geom2), neg(n))
    lowest = farthest_vertex(m, m.geom_dataid[geom2], first, graph, count, down)
    add_vertex(m, d, geom1, geom2, n, hull_vertex(m, first, graph, count, lowest))
    if d.near_count == 0:
        return
    if graph < 0:
        for v in range(count):
            add_vertex(m, d, geom1, geom2, n, hull_vertex(m, first, graph, count, v))
        return
    edge = graph + 2 + 2 * count + m.mesh_graph[graph + 2 + lowest]
    while m.mesh_graph[edge] >= 0:
        add_vertex(m, d, geom1, geom2, n, hull_vertex(m, first, graph, count, m.mesh_graph[edge]))
        edge += 1
