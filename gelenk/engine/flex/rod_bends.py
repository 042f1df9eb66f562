"""Forces and rates at a vertex of a rod: along gradients by its two edges.

Documents: Modeling / Deformable objects (Rods)

A function of the two edges between vertices v0, v1, v2 has gradients g0, g1 by these, hence -g0, g0 - g1, g1 by the
vertices. Damping acts on the rate of |kb| at bent vertices, so that rotations are not damped, and on the rate of kb at
straight vertices.
"""

from gelenk.algebra.vec import Vec3, add_scaled, dot, norm, scale
from gelenk.engine.flex.passive import add_vertex_force, vertex_velocity
from gelenk.engine.flex.rod_geometry import LEAST, Bend, binormal_gradients, of_vertices
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model


@kernel
def pull_vertices(d: Data, v0: int, v1: int, v2: int, g0: Vec3, g1: Vec3, s: float) -> None:
    """flex_force += s times a gradient by two edges, on their three vertices."""
    a, b, c = of_vertices(g0, g1)
    add_vertex_force(d, v0, scale(a, s))
    add_vertex_force(d, v1, scale(b, s))
    add_vertex_force(d, v2, scale(c, s))


@kernel
def edge_rates(m: Model, d: Data, v0: int, v1: int, v2: int, g0: Vec3, g1: Vec3) -> float:
    """Return the rate of a function with gradients g0, g1 by the two edges."""
    a, b, c = of_vertices(g0, g1)
    rate = dot(a, vertex_velocity(m, d, v0)) + dot(b, vertex_velocity(m, d, v1))
    return rate + dot(c, vertex_velocity(m, d, v2))


@kernel
def binormal_rate(m: Model, d: Data, v0: int, v1: int, v2: int, b: Bend) -> Vec3:
    """Return the rate of kb [1/s]; for a bent vertex, only the part along kb.

    Rotations of the whole rod do not change that part.
    """
    size = norm(b.kb)
    if size > LEAST:
        along = scale(b.kb, 1.0 / size)
        g0, g1 = binormal_gradients(b, along)
        return scale(along, edge_rates(m, d, v0, v1, v2, g0, g1))
    rates = (0.0, 0.0, 0.0)
    for k in range(3):
        axis = (1.0 if k == 0 else 0.0, 1.0 if k == 1 else 0.0, 1.0 if k == 2 else 0.0)
        g0, g1 = binormal_gradients(b, axis)
        rates = add_scaled(rates, axis, edge_rates(m, d, v0, v1, v2, g0, g1))
    return rates


@kernel
def pull_binormal(m: Model, d: Data, v0: int, v1: int, v2: int, b: Bend, w: Vec3, s: float) -> None:
    """flex_force += s times the gradient of w . kb, with w along kb where the vertex is bent."""
    size = norm(b.kb)
    if size > LEAST:
        along = scale(b.kb, 1.0 / size)
        w = scale(along, dot(along, w))
    g0, g1 = binormal_gradients(b, w)
    pull_vertices(d, v0, v1, v2, g0, g1, s)
