"""Rows of contacts with flexes: the force is shared among the bodies of vertices or nodes.

Documents: Modelling / Deformable objects; Computation / Constraint model / Contact

    geom       its body takes the whole
    vertex     the body of the vertex takes the whole
    element    each vertex takes a share in proportion to 1 / distance from the contact point
    interpolated flex   the nodes share as they do in the position of the point with the coordinates of the vertex, or
               with the mean of those of the element's vertices weighted by their shares; parts below 1e-5 are left out
The point moves with the sum of share times the velocity that each body gives it; likewise the diagonal of the
constraint is the sum of share times inverse weight.
"""

from gelenk.engine.constraint.chain import last_dof, reserve
from gelenk.engine.constraint.contact_rows import (
    ELLIPTIC,
    NO_DOFS,
    ROW_ELLIPTIC,
    ROW_FRICTIONLESS,
    ROW_PYRAMIDAL,
    finish_contact,
    write_column,
)
from gelenk.engine.flex.elements import corner, element_vertex
from gelenk.engine.flex.kinematics import node_weight
from gelenk.engine.kernel import kernel
from gelenk.engine.linalg import is_sparse
from gelenk.engine.vec import MINVAL, add, add_scaled, cross, load3, norm, scale, sub

LEAST = 1e-5  # smaller shares of nodes are left out, as in 3.5.0


@kernel
def put_share(d, n, b, share):
    """Body ``b`` takes ``share`` of the force; the number of entries."""
    d.share_body[n] = b
    d.share[n] = share
    return n + 1


@kernel
def share_among_nodes(m, d, n, f, u, sign):
    """Shares of the nodes of flex ``f`` in the point ``u`` of its box."""
    for k in range(m.flex_nodenum[f]):
        w = node_weight(m.flex_interp[f], k, u)
        if w > LEAST:
            n = put_share(d, n, m.flex_nodebodyid[m.flex_nodeadr[f] + k], sign * w)
    return n


@kernel
def nearness(m, d, c, f, e, k):
    """1 / distance of the contact point to vertex k of element ``e``."""
    return 1.0 / max(norm(sub(corner(m, d, f, e, k), load3(d.contact_pos, c))), MINVAL)


@kernel
def share_element(m, d, n, c, f, e, sign):
    """Shares of the vertices of an element in the point of contact ``c``."""
    corners = m.flex_dim[f] + 1
    total, u = 0.0, (0.0, 0.0, 0.0)
    for k in range(corners):
        total += nearness(m, d, c, f, e, k)
    for k in range(corners):
        share = nearness(m, d, c, f, e, k) / total
        v = element_vertex(m, f, e, k)
        if m.flex_interp[f] != 0:
            u = add_scaled(u, load3(m.flex_vert0, v), share)
        else:
            n = put_share(d, n, m.flex_vertbodyid[v], sign * share)
    if m.flex_interp[f] != 0:
        n = share_among_nodes(m, d, n, f, u, sign)
    return n


@kernel
def share_side(m, d, n, c, side):
    """Shares of the bodies on one side of contact ``c``, negative for side 0."""
    sign = -1.0 if side == 0 else 1.0
    geom, f = d.contact_geom[c, side], d.contact_flex[c, side]
    if geom >= 0:
        return put_share(d, n, m.geom_bodyid[geom], sign)
    if d.contact_elem[c, side] >= 0:
        return share_element(m, d, n, c, f, d.contact_elem[c, side], sign)
    v = m.flex_vertadr[f] + d.contact_vert[c, side]
    if m.flex_interp[f] != 0:
        return share_among_nodes(m, d, n, f, load3(m.flex_vert0, v), sign)
    return put_share(d, n, m.flex_vertbodyid[v], sign)


@kernel
def share_contact(m, d, c):
    """share_body and share of contact ``c``; how many."""
    n = share_side(m, d, 0, c, 0)
    return share_side(m, d, n, c, 1)


@kernel
def merge_shares(m, d, n):
    """List the dofs that move the n bodies in chain_dof[nv - count:], ascending, and chain_share; the count."""
    for i in range(n):
        d.share_dof[i] = last_dof(m, d.share_body[i])
    end = m.nv
    while True:
        dof = -1
        for i in range(n):
            dof = max(dof, d.share_dof[i])
        if dof < 0:
            return m.nv - end
        total = 0.0
        for i in range(n):
            if d.share_dof[i] == dof:
                total += d.share[i]
                d.share_dof[i] = m.dof_parentid[dof]
        end -= 1
        d.chain_dof[end] = dof
        d.chain_share[end] = total


@kernel
def flex_contact_rows(m, d, c, unused):
    """Rows of contact ``c``, of which at least one side is a flex (part of mj_makeConstraint).

    Reads   contact_*, flexvert_xpos, cdof, subtree_com        Writes  efc_* as rows.py says, contact_efc_address
    """
    n = share_contact(m, d, c)
    sparse = is_sparse(m)
    nnz = merge_shares(m, d, n)
    if nnz == 0:
        d.contact_exclude[c] = NO_DOFS
        return
    dim = d.contact_dim[c]
    elliptic = m.opt.cone == ELLIPTIC
    kind = ROW_FRICTIONLESS if dim == 1 else ROW_ELLIPTIC if elliptic else ROW_PYRAMIDAL
    rows = dim if dim == 1 or elliptic else 2 * (dim - 1)
    first = reserve(m, d, rows, nnz, sparse)
    if first < 0:
        return
    d.contact_efc_address[c] = first
    point = load3(d.contact_pos, c)
    for k in range(nnz):
        at = m.nv - nnz + k
        dof = d.chain_dof[at]
        w = (d.cdof[dof, 0], d.cdof[dof, 1], d.cdof[dof, 2])
        v = (d.cdof[dof, 3], d.cdof[dof, 4], d.cdof[dof, 5])
        offset = sub(point, load3(d.subtree_com, m.body_rootid[m.dof_bodyid[dof]]))
        v = scale(add(v, cross(w, offset)), d.chain_share[at])
        write_column(m, d, c, first, k, nnz, sparse, v, scale(w, d.chain_share[at]), elliptic)
    approx = 0.0
    for i in range(n):
        approx += abs(d.share[i]) * m.body_invweight0[d.share_body[i], 0]
    finish_contact(m, d, c, first, rows, kind, approx)
