"""Who shares the force of a contact with a flex: bodies of vertices or nodes, with weights that add up to one.

Documents: Modeling / Deformable objects

    geom       its body takes the whole
    vertex     the body of the vertex takes the whole
    element    each vertex takes a share in proportion to 1 / distance from the contact point; one that is the other
               side of the contact takes none
    interpolated flex   the nodes share as they do in the position of the point with the coordinates of the vertex, or
               with the mean of those of the element's vertices weighted by their shares; parts below 1e-5 are left out
"""

from gelenk.algebra.vec import Vec3, add_scaled, load3, norm, sub
from gelenk.engine.flex.elements import corner, element_vertex
from gelenk.engine.flex.kinematics import node_weight
from gelenk.jit.kernel import kernel
from gelenk.jit.structs import Data, Model
from gelenk.tables.enums import mjMINVAL

LEAST = 1e-5  # smaller shares of nodes are left out, as in 3.5.0


@kernel
def put_share(d: Data, n: int, b: int, share: float) -> int:
    """Body ``b`` takes ``share`` of the force; the number of entries."""
    d.share_body[n] = b
    d.share[n] = share
    return n + 1


@kernel
def share_among_nodes(m: Model, d: Data, n: int, f: int, u: Vec3, sign: float) -> int:
    """Shares of the nodes of flex ``f`` in the point ``u`` of its box."""
    for k in range(m.flex_nodenum[f]):
        w = node_weight(m.flex_interp[f], k, u)
        if w > LEAST:
            n = put_share(d, n, m.flex_nodebodyid[m.flex_nodeadr[f] + k], sign * w)
    return n


@kernel
def nearness(m: Model, d: Data, c: int, f: int, e: int, k: int) -> float:
    """1 / distance of the contact point to vertex k of element ``e``; 0 for a vertex that the element touches."""
    v = element_vertex(m, f, e, k) - m.flex_vertadr[f]
    for side in range(2):
        if d.contact_vert[c, side] == v and d.contact_flex[c, side] == f:
            return 0.0
    return 1.0 / max(norm(sub(corner(m, d, f, e, k), load3(d.contact_pos, c))), mjMINVAL)


@kernel
def share_element(m: Model, d: Data, n: int, c: int, f: int, e: int, sign: float) -> int:
    """Shares of the vertices of an element in the point of contact ``c``."""
    corners = m.flex_dim[f] + 1
    total, u = 0.0, (0.0, 0.0, 0.0)
    for k in range(corners):
        total += nearness(m, d, c, f, e, k)
    for k in range(corners):
        share = nearness(m, d, c, f, e, k) / total
        v = element_vertex(m, f, e, k)
        if share == 0.0:
            continue
        if m.flex_interp[f] != 0:
            u = add_scaled(u, load3(m.flex_vert0, v), share)
        else:
            n = put_share(d, n, m.flex_vertbodyid[v], sign * share)
    if m.flex_interp[f] != 0:
        n = share_among_nodes(m, d, n, f, u, sign)
    return n


@kernel
def share_side(m: Model, d: Data, n: int, c: int, side: int) -> int:
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
def share_contact(m: Model, d: Data, c: int) -> int:
    """share_body and share of contact ``c``; how many."""
    n = share_side(m, d, 0, c, 0)
    return share_side(m, d, n, c, 1)
