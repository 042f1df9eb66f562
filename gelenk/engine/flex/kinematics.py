"""Flex kinematics: vertices, edges, areas at vertices, bounding boxes, and their rates.

Documents: Modeling / Deformable objects; XML reference / deformable / flex; API / mj_flex

    vertex     x = p_b + R_b vert, in the frame of its body; interpolated x = sum of N_k(vert0) x_k over the nodes,
               N_k products of Lagrange polynomials of order 1 or 2 in each of the three coordinates of vert0
    edge       length |x_2 - x_1|, J = u' (J_2 - J_1), u the unit vector from vertex 1 to 2
    flexvert   F = (sum over neighbors o of m_o (x_o - x) (X_o - X)') metric, a 3 by 2 deformation gradient, C = F'F;
               "lengths" sqrt(m) (tr C - 2) and sqrt(m) (det C - 1): zero where the surface is not stretched
Source  Chen, Kry, Vouga 2019, Locking-free simulation of isometric thin plates (invariants averaged at vertices)
"""

import math

from gelenk.algebra.linalg import last_dof
from gelenk.algebra.vec import Vec2, Vec3, add, add_scaled, dot, load3, norm, scale, store3, sub
from gelenk.engine.flex.cell_grid import place_nodes, point_at
from gelenk.engine.position.object_frames import body_point, dof_velocity
from gelenk.toolchain.kernel import flat, kernel
from gelenk.toolchain.kernel_types import Data, Model

BY_EDGE, BY_VERTEX = 1, 2  # values of flex_edgeequality: constraints on edges, on vertices
SLIDES = 2  # body_simple: the body slides along the axes of a static body, and has no children


# Vertices


@kernel
def place_vertices(m: Model, d: Data, f: int) -> None:
    """Compute flexvert_xpos of flex ``f``."""
    interpolated = m.flex_interp[f] != 0
    if interpolated:
        place_nodes(m, d, f)
    for v in range(m.flex_vertadr[f], m.flex_vertadr[f] + m.flex_vertnum[f]):
        if interpolated:
            x = point_at(m, d, f, load3(m.flex_vert0, v))
        else:
            x = body_point(d, m.flex_vertbodyid[v], load3(m.flex_vert, v))
        store3(d.flexvert_xpos, v, x)


# Bounding boxes


@kernel
def lower(u: Vec3, v: Vec3) -> Vec3:
    return min(u[0], v[0]), min(u[1], v[1]), min(u[2], v[2])


@kernel
def upper(u: Vec3, v: Vec3) -> Vec3:
    return max(u[0], v[0]), max(u[1], v[1]), max(u[2], v[2])


@kernel
def bound_elements(m: Model, d: Data, f: int) -> None:
    """Compute flexelem_aabb of flex ``f``: center and half sizes, radius included."""
    n, vert, radius = m.flex_dim[f] + 1, m.flex_vertadr[f], m.flex_radius[f]
    for e in range(m.flex_elemnum[f]):
        first = m.flex_elemdataadr[f] + n * e
        row = m.flex_elemadr[f] + e
        low = high = load3(d.flexvert_xpos, vert + m.flex_elem[first])
        for i in range(first + 1, first + n):
            x = load3(d.flexvert_xpos, vert + m.flex_elem[i])
            low, high = lower(low, x), upper(high, x)
        for k in range(3):
            d.flexelem_aabb[row, k] = 0.5 * (low[k] + high[k])
            d.flexelem_aabb[row, 3 + k] = 0.5 * (high[k] - low[k]) + radius


@kernel
def bound_tree(m: Model, d: Data, f: int) -> None:
    """Compute bvh_aabb_dyn of flex ``f``, children before their parents."""
    first = m.flex_bvhadr[f]
    if first < 0:
        return
    for back in range(m.flex_bvhnum[f]):
        i = first + m.flex_bvhnum[f] - 1 - back
        row = i - m.nbvhstatic
        if m.bvh_nodeid[i] >= 0:
            for k in range(6):
                d.bvh_aabb_dyn[row, k] = d.flexelem_aabb[m.flex_elemadr[f] + m.bvh_nodeid[i], k]
            continue
        a, b = first + m.bvh_child[i, 0] - m.nbvhstatic, first + m.bvh_child[i, 1] - m.nbvhstatic
        for k in range(3):
            xa, ha, xb, hb = (
                d.bvh_aabb_dyn[a, k],
                d.bvh_aabb_dyn[a, k + 3],
                d.bvh_aabb_dyn[b, k],
                d.bvh_aabb_dyn[b, k + 3],
            )
            low, high = min(xa - ha, xb - hb), max(xa + ha, xb + hb)
            d.bvh_aabb_dyn[row, k] = 0.5 * (low + high)
            d.bvh_aabb_dyn[row, k + 3] = 0.5 * (high - low)


# Edges


@kernel
def needs_edges(m: Model, f: int) -> bool:
    """Return whether a force or constraint reads the edge Jacobian of flex ``f``."""
    if m.flex_edgeequality[f] == BY_EDGE:
        return True
    return m.flex_edgestiffness[f] != 0.0 or m.flex_edgedamping[f] != 0.0 or m.flex_damping[f] != 0.0


@kernel
def add_to_row(m: Model, d: Data, e: int, b: int, point: Vec3, direction: Vec3) -> None:
    """Add the speed of a point of body ``b`` along ``direction`` to row ``e`` of flexedge_J."""
    k = m.flexedge_J_rowadr[e] + m.flexedge_J_rownnz[e] - 1
    i = last_dof(m, b)
    while i >= 0:
        while m.flexedge_J_colind[k] > i:  # columns ascend, and include all dofs of the body
            k -= 1
        d.flexedge_J[k] += dot(direction, dof_velocity(m, d, i, b, point))
        i = m.dof_parentid[i]


@kernel
def slides_apart(m: Model, b: int) -> bool:
    """Return whether body ``b`` is static, or has only slide joints and no children.

    The vertices of most flexes are such bodies.
    """
    return m.body_simple[b] == SLIDES or last_dof(m, b) < 0


@kernel
def slide_row(m: Model, d: Data, b: int, at: int, direction: Vec3) -> None:
    """Write the Jacobian of the speed of a sliding body along ``direction`` to flexedge_J.

    The entries start at address ``at``, and are equal for all points of the body.
    """
    first = m.body_dofadr[b]
    for k in range(m.body_dofnum[b]):
        x, y, z = d.cdof[first + k, 3], d.cdof[first + k, 4], d.cdof[first + k, 5]
        d.flexedge_J[at + k] = direction[0] * x + direction[1] * y + direction[2] * z


@kernel
def ends_slide_apart(m: Model, e: int, b1: int, b2: int) -> bool:
    """Return whether row ``e`` of flexedge_J is between two bodies that slide independently.

    If so, its columns are the dofs of the two bodies.
    """
    own = m.body_dofnum[b1] + m.body_dofnum[b2]
    return m.flexedge_J_rownnz[e] == own and slides_apart(m, b1) and slides_apart(m, b2)


@kernel
def edge_row(m: Model, d: Data, e: int, v1: int, v2: int, along: Vec3) -> None:
    """Write row ``e`` of flexedge_J: relative speed of vertices v1, v2 along a unit vector."""
    b1, b2 = m.flex_vertbodyid[v1], m.flex_vertbodyid[v2]
    adr, nnz = m.flexedge_J_rowadr[e], m.flexedge_J_rownnz[e]
    if ends_slide_apart(m, e, b1, b2):
        n1, n2 = m.body_dofnum[b1], m.body_dofnum[b2]
        before = m.body_dofadr[b1] < m.body_dofadr[b2]  # columns ascend
        slide_row(m, d, b1, adr if before else adr + n2, scale(along, -1.0))
        slide_row(m, d, b2, adr + n1 if before else adr, along)
        return
    for k in range(adr, adr + nnz):
        d.flexedge_J[k] = 0.0
    add_to_row(m, d, e, b1, load3(d.flexvert_xpos, v1), scale(along, -1.0))
    add_to_row(m, d, e, b2, load3(d.flexvert_xpos, v2), along)


@kernel
def measure_edges(m: Model, d: Data, f: int) -> None:
    """Compute flexedge_length and flexedge_J of flex ``f``."""
    rows = needs_edges(m, f)
    for e in range(m.flex_edgeadr[f], m.flex_edgeadr[f] + m.flex_edgenum[f]):
        v1, v2 = m.flex_vertadr[f] + m.flex_edge[e, 0], m.flex_vertadr[f] + m.flex_edge[e, 1]
        x1, x2 = load3(d.flexvert_xpos, v1), load3(d.flexvert_xpos, v2)
        edge = sub(x2, x1)
        length = norm(edge)
        d.flexedge_length[e] = length
        if not rows or m.flexedge_J_rownnz[e] == 0:
            continue
        along = scale(edge, 1.0 / length) if length > 0.0 else (1.0, 0.0, 0.0)
        edge_row(m, d, e, v1, v2, along)


# Invariants at vertices


@kernel
def other_end(m: Model, e: int, v: int) -> int:
    """Return the vertex at the other end of edge ``e``, both counted within the flex."""
    return m.flex_edge[e, 1] if m.flex_edge[e, 0] == v else m.flex_edge[e, 0]


@kernel
def rest_offset(m: Model, f: int, v: int, o: int) -> Vec2:
    """Return X_o - X in the plane of the flex at rest, for two of its vertices [m]."""
    adr = m.flex_vertadr[f]
    x = 2.0 * m.flex_size[f, 0] * (m.flex_vert0[adr + o, 0] - m.flex_vert0[adr + v, 0])
    return x, 2.0 * m.flex_size[f, 1] * (m.flex_vert0[adr + o, 1] - m.flex_vert0[adr + v, 1])


@kernel
def through_metric(m: Model, row: int, offset: Vec2) -> Vec2:
    """Return offset' times the metric of the vertex in ``row``."""
    a, b, c, s = (
        m.flex_vertmetric[row, 0],
        m.flex_vertmetric[row, 1],
        m.flex_vertmetric[row, 2],
        m.flex_vertmetric[row, 3],
    )
    return offset[0] * a + offset[1] * c, offset[0] * b + offset[1] * s


@kernel
def edge_at(m: Model, k: int) -> int:
    """Return entry k of the flattened flex_vertedge."""
    return m.flex_vertedge[k // 2, k % 2]


@kernel
def deformation(m: Model, d: Data, f: int, v: int) -> tuple[Vec3, Vec3]:
    """Return the columns of the deformation gradient F at vertex ``v`` of flex ``f``."""
    adr = m.flex_vertadr[f]
    row = adr + v
    f1, f2 = (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)
    for k in range(m.flex_vertedgeadr[row], m.flex_vertedgeadr[row] + m.flex_vertedgenum[row]):
        o = other_end(m, m.flex_edgeadr[f] + edge_at(m, k), v)
        x = scale(
            sub(load3(d.flexvert_xpos, adr + o), load3(d.flexvert_xpos, row)),
            m.body_mass[m.flex_vertbodyid[adr + o]],
        )
        g = through_metric(m, row, rest_offset(m, f, v, o))
        f1 = add_scaled(f1, x, g[0])
        f2 = add_scaled(f2, x, g[1])
    return f1, f2


@kernel
def add_pair(m: Model, d: Data, row: int, b: int, point: Vec3, first: Vec3, second: Vec3) -> None:
    """Add Jacobians of a point of body ``b`` to the two rows of vertex ``row`` of flexvert_J.

    The Jacobians are those of the speeds of the point along ``first`` and ``second``.
    """
    values, columns = flat(d.flexvert_J), flat(m.flexvert_J_colind)
    start, other = m.flexvert_J_rowadr[row, 0], m.flexvert_J_rowadr[row, 1]
    k = m.flexvert_J_rownnz[row, 0] - 1
    i = last_dof(m, b)
    while i >= 0:
        while columns[start + k] > i:  # columns ascend, and include all dofs of the body
            k -= 1
        v = dof_velocity(m, d, i, b, point)
        values[start + k] += dot(first, v)
        values[other + k] += dot(second, v)
        i = m.dof_parentid[i]


@kernel
def measure_vertex(m: Model, d: Data, f: int, v: int) -> None:
    """Compute flexvert_length and flexvert_J of vertex ``v`` of flex ``f``.

    d tr C = 2 F : dF and d det C = 2 det(C) F C^-1 : dF, and dF = sum m_o (dx_o - dx) (metric' (X_o - X))'.
    """
    adr = m.flex_vertadr[f]
    row = adr + v
    f1, f2 = deformation(m, d, f, v)
    c11, c12, c22 = dot(f1, f1), dot(f1, f2), dot(f2, f2)
    body = m.flex_vertbodyid[row]
    weight = math.sqrt(m.body_mass[body])
    d.flexvert_length[row, 0] = weight * (c11 + c22 - 2.0)
    d.flexvert_length[row, 1] = weight * (c11 * c22 - c12 * c12 - 1.0)
    g1 = sub(scale(f1, c22), scale(f2, c12))  # columns of det(C) F C^-1
    g2 = sub(scale(f2, c11), scale(f1, c12))
    values = flat(d.flexvert_J)
    for side in range(2):
        start = m.flexvert_J_rowadr[row, side]
        for k in range(start, start + m.flexvert_J_rownnz[row, side]):
            values[k] = 0.0
    x = load3(d.flexvert_xpos, row)
    for k in range(m.flex_vertedgeadr[row], m.flex_vertedgeadr[row] + m.flex_vertedgenum[row]):
        o = other_end(m, m.flex_edgeadr[f] + edge_at(m, k), v)
        b = m.flex_vertbodyid[adr + o]
        g = scale2(through_metric(m, row, rest_offset(m, f, v, o)), 2.0 * weight * m.body_mass[b])
        first = add(scale(f1, g[0]), scale(f2, g[1]))
        second = add(scale(g1, g[0]), scale(g2, g[1]))
        add_pair(m, d, row, b, load3(d.flexvert_xpos, adr + o), first, second)
        add_pair(m, d, row, body, x, scale(first, -1.0), scale(second, -1.0))


@kernel
def scale2(v: Vec2, s: float) -> Vec2:
    return v[0] * s, v[1] * s


@kernel
def flex(m: Model, d: Data) -> None:
    """Compute vertices, bounding boxes and edges of all flexes (mj_flex).

    Reads   xpos, xmat, subtree_com, cdof
    Writes  flexvert_xpos (nflexvert, 3) [m, world frame], flexnode_xpos, flexelem_aabb, bvh_aabb_dyn;
            flexedge_length [m], flexedge_J where a force or constraint needs it; flexvert_length, flexvert_J
            under flexvert constraints; flexes that are rigid or interpolated have no edges
    Source  Modeling / Deformable objects
    """
    for f in range(m.nflex):
        place_vertices(m, d, f)
        bound_elements(m, d, f)
        bound_tree(m, d, f)
        if m.flex_rigid[f] != 0 or m.flex_interp[f] != 0:
            continue
        measure_edges(m, d, f)
        if m.flex_edgeequality[f] == BY_VERTEX and m.flex_dim[f] == 2:
            for v in range(m.flex_vertnum[f]):
                measure_vertex(m, d, f, v)


@kernel
def flex_velocity(m: Model, d: Data) -> None:
    """Compute flexedge_velocity = flexedge_J qvel (part of mj_fwdVelocity).

    The velocity is zero for edges whose Jacobian is not needed.
    """
    for f in range(m.nflex):
        rows = m.flex_rigid[f] == 0 and m.flex_interp[f] == 0 and needs_edges(m, f)
        for e in range(m.flex_edgeadr[f], m.flex_edgeadr[f] + m.flex_edgenum[f]):
            speed = 0.0
            if rows:
                adr = m.flexedge_J_rowadr[e]
                for k in range(adr, adr + m.flexedge_J_rownnz[e]):
                    speed += d.flexedge_J[k] * d.qvel[m.flexedge_J_colind[k]]
            d.flexedge_velocity[e] = speed
