"""Geometry of rods: records in flex_bending, curvature binormals, their gradients.

Documents: Modeling / Deformable objects (Rods); XML reference / flex/elasticity (1D flexes, of 4.0.0)

Each row of flex_bending is a record (modeling/compiler/flex/rods.py writes them):
    hinge      v0 v1 v2 -1 k_1 (k_2 - k_1) |kb0| joint k_t b, then kb0 . m_a of both edges; b: signed minor half side
    pair       v0 v1 v2 v3 w_0 w_1 |kb0| of v1 and of v2, k_d cos, k_d sin of the rest angle
    frames     0 0, tangent and u of the first edge at qpos0 (of its body if clamped), u of the last edge in its body,
               1 if the first edge is clamped; the last row of a rod with twist joints
With the unit tangents t_0, t_1 of the edges e_0, e_1 at a vertex, of lengths l_0, l_1, and c = 1 + t_0 . t_1,
    kb = 2 t_0 x t_1 / c,      d(w . kb) = P_0 (2 t_1 x w - (w . kb) t_1) / (c l_0) . de_0
                                         + P_1 (-2 t_0 x w - (w . kb) t_0) / (c l_1) . de_1,    P_j = 1 - t_j t_j'
Source  Bergou, Wardetzky, Robinson, Audoly, Grinspun 2008, section 7
"""

from typing import NamedTuple

from gelenk.algebra.vec import Vec3, add, add_scaled, cross, dot, load3, norm, scale, sub
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model

NOTHING, HINGE, PAIR = 0, 1, 2  # kinds of records
# columns of a record
STIFFNESS, SURPLUS, BINORMAL, JOINT, TORSION, REST = 4, 5, 6, 7, 8, 10
FRAME_TANGENT, FRAME_FIRST, FRAME_LAST, CLAMPED = 2, 5, 8, 11  # columns of the row of frames
LEAST = 1e-12  # least 1 + t_0 . t_1: edges that fold back have no curvature


class Bend(NamedTuple):
    """Two edges at a vertex: curvature binormal, unit tangents, lengths [m]."""

    kb: Vec3
    t0: Vec3
    t1: Vec3
    l0: float
    l1: float


@kernel
def has_rod(m: Model, f: int) -> bool:
    """Return whether flex ``f`` is a rod that bends."""
    if m.flex_dim[f] != 1 or m.flex_rigid[f] != 0 or m.flex_interp[f] != 0 or m.flex_edgenum[f] == 0:
        return False
    return m.flex_bending[m.flex_edgeadr[f], STIFFNESS] > 0.0


@kernel
def twists(m: Model, f: int) -> bool:
    """Return whether flex ``f`` is a rod with twist joints, one open chain."""
    n, at = int(m.flex_edgenum[f]), int(m.flex_plasticadr[f])
    return m.flex_dim[f] == 1 and n > 1 and at >= 0 and at + 7 * n - 1 <= m.nplastic


@kernel
def whole_number(x: float, low: int, high: int) -> int:
    """Return x as an integer if low <= x < high, else -2, since programs may write any value."""
    return int(x) if x >= low and x < high else -2


@kernel
def record_kind(m: Model, f: int, row: int) -> int:
    """Return the kind of a row of flex_bending of flex ``f``; NOTHING if it is invalid."""
    n = int(m.flex_vertnum[f])
    v0, v1 = whole_number(m.flex_bending[row, 0], 0, n), whole_number(m.flex_bending[row, 1], 0, n)
    v2, v3 = whole_number(m.flex_bending[row, 2], 0, n), whole_number(m.flex_bending[row, 3], -1, n)
    if v0 < 0 or v1 < 0 or v2 < 0 or v3 < -1 or v0 == v1 or v1 == v2:
        return NOTHING
    if v3 >= 0:
        return PAIR
    return HINGE if whole_number(m.flex_bending[row, JOINT], -1, m.njnt) >= -1 else NOTHING


@kernel
def vertex(m: Model, f: int, row: int, k: int) -> int:
    """Return vertex k of a record of flex ``f``, counted over all flexes."""
    return int(m.flex_vertadr[f]) + int(m.flex_bending[row, k])


@kernel
def bend_at(d: Data, v0: int, v1: int, v2: int) -> Bend:
    """Return the bend at vertex v1 between its neighbors."""
    e0 = sub(load3(d.flexvert_xpos, v1), load3(d.flexvert_xpos, v0))
    e1 = sub(load3(d.flexvert_xpos, v2), load3(d.flexvert_xpos, v1))
    l0, l1 = max(norm(e0), LEAST), max(norm(e1), LEAST)
    t0, t1 = scale(e0, 1.0 / l0), scale(e1, 1.0 / l1)
    kb = scale(cross(t0, t1), 2.0 / max(1.0 + dot(t0, t1), LEAST))
    return Bend(kb, t0, t1, l0, l1)


@kernel
def binormal_gradients(b: Bend, w: Vec3) -> tuple[Vec3, Vec3]:
    """Return the derivatives of w . kb by the two edges, for a constant vector w."""
    c, along = max(1.0 + dot(b.t0, b.t1), LEAST), dot(w, b.kb)
    g0 = scale(add_scaled(scale(cross(b.t1, w), 2.0), b.t1, -along), 1.0 / (c * b.l0))
    g1 = scale(add_scaled(scale(cross(b.t0, w), -2.0), b.t0, -along), 1.0 / (c * b.l1))
    return add_scaled(g0, b.t0, -dot(g0, b.t0)), add_scaled(g1, b.t1, -dot(g1, b.t1))


@kernel
def twist_gradients(b: Bend) -> tuple[Vec3, Vec3]:
    """Return the derivatives of the twist of reference frames by the two edges."""
    return scale(b.kb, 0.5 / b.l0), scale(b.kb, 0.5 / b.l1)


@kernel
def of_vertices(g0: Vec3, g1: Vec3) -> tuple[Vec3, Vec3, Vec3]:
    """Return derivatives by the three vertices from those by the two edges between them."""
    return scale(g0, -1.0), sub(g0, g1), g1


@kernel
def transport(a: Vec3, b: Vec3, u: Vec3) -> Vec3:
    """Return u after the smallest rotation that takes the unit vector a to b.

    For opposite vectors u, which is perpendicular to both, is returned unchanged.
    """
    c, axis = 1.0 + dot(a, b), cross(a, b)
    if c <= LEAST:
        return u
    turned = add(scale(u, c - 1.0), cross(axis, u))
    return add_scaled(turned, axis, dot(axis, u) / c)
