"""Contact rows of rods with twist joints: their surface turns with the edges.

Documents: Modeling / Deformable objects (Rods); XML reference / flex/elasticity (Contact Jacobians, of 4.0.0)

A contact on edge j, of unit tangent t and length l, is at the arm a from the center line. The edge turns with
    w = t x (v_1 - v_0) / l + t theta_j'
and the velocity of the contact point is that of the center line, shared by the vertices, plus w x a. A contact of a
vertex takes the edge after it, or the last edge, and the arm of one radius along the normal. Contacts of clamped edges,
which are fixed to a body, move with that body.
"""

from gelenk.algebra.linalg import last_dof
from gelenk.algebra.spatial import rotation_part
from gelenk.algebra.vec import Vec3, add, add_scaled, cross, dot, load3, norm, scale, sub
from gelenk.engine.constraint.rows.contact import finish_contact, reserve_contact, write_column
from gelenk.engine.flex.contacts import add_share_weights, append_share, merge_shares, share_side
from gelenk.engine.flex.rod_geometry import MIN_DENOMINATOR, end_of_edge, is_rod, tangent, twist_joint
from gelenk.engine.position.object_frames import dof_velocity
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model


@kernel
def edge_of_contact(m: Model, d: Data, c: int, side: int) -> int:
    """Return the edge of a rod that one side of contact ``c`` touches; -1 for none.

    Edges are numbered in the order of the rod; for a clamped edge the result is -1.
    """
    f = d.contact_flex[c, side]
    if f < 0 or not is_rod(m, f):
        return -1
    first, n = int(m.flex_vertadr[f]), int(m.flex_edgenum[f])
    e, v = int(d.contact_elem[c, side]), first + int(d.contact_vert[c, side])
    a, b = v, v
    if e >= 0:
        at = int(m.flex_elemdataadr[f]) + 2 * e
        a, b = first + int(m.flex_elem[at]), first + int(m.flex_elem[at + 1])
    for j in range(n):
        p, q = end_of_edge(m, f, j, 0), end_of_edge(m, f, j, 1)
        if (e >= 0 and ((p == a and q == b) or (p == b and q == a))) or (
            e < 0 and (p == v or (j == n - 1 and q == v))
        ):
            return j if twist_joint(m, f, j) >= 0 else -1
    return -1


@kernel
def place_on_edge(m: Model, d: Data, c: int, side: int, j: int) -> float:
    """Return the coordinate of contact ``c`` on edge j: 0 at its first vertex, 1 at its last."""
    f = int(d.contact_flex[c, side])
    v0, v1 = end_of_edge(m, f, j, 0), end_of_edge(m, f, j, 1)
    if d.contact_elem[c, side] < 0:
        return 0.0 if int(m.flex_vertadr[f]) + int(d.contact_vert[c, side]) == v0 else 1.0
    a = load3(d.flexvert_xpos, v0)
    e, x = sub(load3(d.flexvert_xpos, v1), a), sub(load3(d.contact_pos, c), a)
    return min(1.0, max(0.0, dot(e, x) / max(dot(e, e), MIN_DENOMINATOR * MIN_DENOMINATOR)))


@kernel
def arm_of_contact(m: Model, d: Data, c: int, side: int, j: int) -> Vec3:
    """Return the arm from the center line of edge j to contact ``c`` [m]."""
    f = int(d.contact_flex[c, side])
    if d.contact_elem[c, side] < 0:
        return scale(load3(d.contact_frame, c), m.flex_radius[f] * (1.0 if side == 0 else -1.0))
    a, b = load3(d.flexvert_xpos, end_of_edge(m, f, j, 0)), load3(d.flexvert_xpos, end_of_edge(m, f, j, 1))
    center = add_scaled(a, sub(b, a), place_on_edge(m, d, c, side, j))
    return sub(load3(d.contact_pos, c), center)


@kernel
def velocity_by(m: Model, d: Data, dof: int, v: int) -> Vec3:
    """Return the velocity of vertex v per unit velocity of a dof."""
    b = int(m.flex_vertbodyid[v])
    i = last_dof(m, b)
    while i > dof:
        i = m.dof_parentid[i]
    return dof_velocity(m, d, dof, b, load3(d.flexvert_xpos, v)) if i == dof else (0.0, 0.0, 0.0)


@kernel
def turn_by(m: Model, d: Data, f: int, j: int, dof: int) -> Vec3:
    """Return the angular velocity of edge j of a rod per unit velocity of a dof."""
    v0, v1 = end_of_edge(m, f, j, 0), end_of_edge(m, f, j, 1)
    t = tangent(m, d, f, j)
    if dof == m.jnt_dofadr[twist_joint(m, f, j)]:
        return t
    length = norm(sub(load3(d.flexvert_xpos, v1), load3(d.flexvert_xpos, v0)))
    apart = sub(velocity_by(m, d, dof, v1), velocity_by(m, d, dof, v0))
    return scale(cross(t, apart), 1.0 / max(length, MIN_DENOMINATOR))


@kernel
def surface_by(m: Model, d: Data, c: int, side: int, j: int, dof: int, turn: Vec3) -> Vec3:
    """Return the surface velocity of edge j at contact ``c`` per unit velocity of a dof.

    turn   angular velocity of the edge
    """
    f, s = int(d.contact_flex[c, side]), place_on_edge(m, d, c, side, j)
    before, after = (
        velocity_by(m, d, dof, end_of_edge(m, f, j, 0)),
        velocity_by(m, d, dof, end_of_edge(m, f, j, 1)),
    )
    center = add(scale(before, 1.0 - s), scale(after, s))
    return add(center, cross(turn, arm_of_contact(m, d, c, side, j)))


@kernel
def list_side(m: Model, d: Data, n: int, c: int, side: int, j: int) -> int:
    """Append the bodies of one side of contact ``c``.

    Bodies of a rod get no share, since only their dofs are needed.
    """
    if j < 0:
        return share_side(m, d, n, c, side)
    f = int(d.contact_flex[c, side])
    n = append_share(d, n, m.flex_vertbodyid[end_of_edge(m, f, j, 0)], 0.0)
    n = append_share(d, n, m.flex_vertbodyid[end_of_edge(m, f, j, 1)], 0.0)
    return append_share(d, n, m.jnt_bodyid[twist_joint(m, f, j)], 0.0)


@kernel
def side_weight(m: Model, d: Data, c: int, side: int, j: int) -> float:
    """Return the inverse weight at contact ``c`` of a side that is edge j of a rod."""
    if j < 0:
        return 0.0
    f, s = int(d.contact_flex[c, side]), place_on_edge(m, d, c, side, j)
    b0, b1 = m.flex_vertbodyid[end_of_edge(m, f, j, 0)], m.flex_vertbodyid[end_of_edge(m, f, j, 1)]
    return (1.0 - s) * m.body_invweight0[b0, 0] + s * m.body_invweight0[b1, 0]


@kernel
def rod_contact_rows(m: Model, d: Data, c: int, unused: int) -> None:
    """Add the rows of contact ``c`` with a rod on one side or both.

    This is part of mj_makeConstraint.

    Reads   contact_*, flexvert_xpos, cdof, subtree_com
    Writes  efc_*, see constraint/rows; contact_efc_address
    """
    j0, j1 = edge_of_contact(m, d, c, 0), edge_of_contact(m, d, c, 1)
    second = list_side(m, d, 0, c, 0, j0)
    n = list_side(m, d, second, c, 1, j1)
    nnz = merge_shares(m, d, n)
    rows = reserve_contact(m, d, c, nnz)
    if rows.first < 0:
        return
    point = load3(d.contact_pos, c)
    for k in range(nnz):
        at = m.nv - nnz + k
        dof, share = d.chain_dof[at], d.chain_share[at]
        v = scale(dof_velocity(m, d, dof, m.dof_bodyid[dof], point), share)
        w = scale(rotation_part(d.cdof, dof), share)
        for side in range(2):
            j = j0 if side == 0 else j1
            if j >= 0:
                turn = turn_by(m, d, int(d.contact_flex[c, side]), j, dof)
                sign = -1.0 if side == 0 else 1.0
                v = add_scaled(v, surface_by(m, d, c, side, j, dof, turn), sign)
                w = add_scaled(w, turn, sign)
        write_column(m, d, c, rows, k, v, w)
    approx = side_weight(m, d, c, 0, j0) + side_weight(m, d, c, 1, j1)
    finish_contact(m, d, c, rows, add_share_weights(m, d, second, n, approx))
