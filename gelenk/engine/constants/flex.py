"""Flex constants at qpos0: edge lengths and inverse weights along edges.

Documents: XML reference / deformable/flex; XML reference / equality/flex; API / mj_setConst
"""

from gelenk.algebra.linalg import last_dof, zero
from gelenk.algebra.vec import Vec3, dot, load3, norm, scale, sub
from gelenk.engine.constants.set_const import SLIDES_ONLY, half_norm
from gelenk.engine.position.object_frames import body_point, com_offset, motion_at
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model, View

BY_VERTEX = 2  # value of flex_edgeequality: constraints on vertices, not on edges


@kernel
def rest_vertex(m: Model, d: Data, v: int) -> Vec3:
    """Return the position of vertex ``v`` at qpos0 [m, world frame]."""
    b = m.flex_vertbodyid[v]
    return body_point(d, b, load3(m.flex_vert, v))


@kernel
def add_speed(m: Model, d: Data, row: View, b: int, point: Vec3, direction: Vec3) -> None:
    """row += Jacobian of the speed of a point of body ``b`` along a direction"""
    offset = com_offset(m, d, b, point)
    i = last_dof(m, b)
    while i >= 0:
        row[i] += dot(direction, motion_at(d.cdof, i, offset))
        i = m.dof_parentid[i]


@kernel
def edge_weight(m: Model, d: Data, f: int, e: int, v1: int, v2: int, along: Vec3) -> float:
    """Return the inverse inertia along an edge.

    Between two bodies with only slide joints, the inverse inertia is the mean of their inverse weights, as in 3.5.0.
    Without a force or constraint that needs the edge Jacobian, the inverse inertia is zero.
    """
    b1, b2 = m.flex_vertbodyid[v1], m.flex_vertbodyid[v2]
    if m.body_simple[b1] == SLIDES_ONLY and m.body_simple[b2] == SLIDES_ONLY:
        return 0.5 * (m.body_invweight0[b1, 0] + m.body_invweight0[b2, 0])
    if m.flexedge_J_rownnz[e] == 0 or m.flex_edgeequality[f] == BY_VERTEX:
        return 0.0
    row = d.work_nv[0]
    zero(row, m.nv)
    add_speed(m, d, row, b1, rest_vertex(m, d, v1), scale(along, -1.0))
    add_speed(m, d, row, b2, rest_vertex(m, d, v2), along)
    return half_norm(m, d, row)


@kernel
def rest_edge(m: Model, d: Data, f: int, e: int) -> tuple[int, int, Vec3]:
    """Return the vertices of edge ``e`` of flex ``f``, and the vector between them."""
    v1, v2 = m.flex_vertadr[f] + m.flex_edge[e, 0], m.flex_vertadr[f] + m.flex_edge[e, 1]
    return v1, v2, sub(rest_vertex(m, d, v2), rest_vertex(m, d, v1))


@kernel
def flex_lengths(m: Model, d: Data) -> None:
    """Compute flexedge_length0 [m] of all edges at qpos0; zero for interpolated flexes.

    Reads   xpos, xmat (d)
    Writes  flexedge_length0 (m)
    """
    for f in range(m.nflex):
        for e in range(m.flex_edgeadr[f], m.flex_edgeadr[f] + m.flex_edgenum[f]):
            m.flexedge_length0[e] = 0.0
            if m.flex_interp[f] == 0:
                _, _, edge = rest_edge(m, d, f, e)
                m.flexedge_length0[e] = norm(edge)


@kernel
def flex_weights(m: Model, d: Data) -> None:
    """Compute flexedge_invweight0 [1/kg] = J inv(M) J' of all edges at qpos0.

    The weight is zero for rigid edges and interpolated flexes.
    Reads   xpos, xmat, subtree_com, cdof, factor of the inertia (d); flexedge_length0, body_invweight0 (m)
    Writes  flexedge_invweight0 (m), work_nv (d)
    """
    for f in range(m.nflex):
        for e in range(m.flex_edgeadr[f], m.flex_edgeadr[f] + m.flex_edgenum[f]):
            m.flexedge_invweight0[e] = 0.0
            if m.flex_interp[f] == 0 and m.flexedge_rigid[e] == 0:
                v1, v2, edge = rest_edge(m, d, f, e)
                length = m.flexedge_length0[e]
                along = scale(edge, 1.0 / length) if length > 0.0 else (0.0, 0.0, 0.0)
                m.flexedge_invweight0[e] = edge_weight(m, d, f, e, v1, v2, along)
