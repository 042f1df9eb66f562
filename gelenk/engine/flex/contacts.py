"""Flex contacts: their creation, parameters, force shares and constraint rows.

Documents: Modeling / Contact parameters; XML reference / flex/contact; Modeling / Deformable objects; Computation /
Constraint model / Contact

Parameters of a geom or flex are mixed with those of a flex. The force of a contact is shared among bodies of
vertices or nodes, with weights that add up to one:

    geom       the body of the geom takes the whole force
    vertex     the body of the vertex takes the whole force
    element    each vertex takes its barycentric coordinate in the point of the element nearest to the contact. In
               models of releases before 4.0, a share in proportion to 1 / distance from the contact point; the vertex
               on the other side of the contact takes none
    interpolated flex   each node takes its interpolation weight at the coordinates of the vertex, or at the mean of the
               coordinates of the element's vertices, weighted by their shares; weights of magnitude
               below 1e-5 are dropped, before release 4.0 all negative weights too

In the constraint rows, the velocity of the contact point is the sum over bodies of share times the velocity of the
point as part of the body; the diagonal of the constraint is the sum of share times inverse weight. For a flex with
``passive``, passive.py computes the contact forces instead, and from release 4.0 on passive_contacts.py, except for
contacts with geoms that can move, contacts of lines and contacts of rigid flexes.
"""

from gelenk.algebra.linalg import last_dof
from gelenk.algebra.spatial import rotation_part
from gelenk.algebra.vec import Vec3, add_scaled, load3, norm, scale, sub
from gelenk.engine.collision.contact_parameters import write_override
from gelenk.engine.collision.dispatch import write_frame
from gelenk.engine.constraint.rows.contact import finish_contact, reserve_contact, write_column
from gelenk.engine.flex.cell_grid import lagrange, lines, order_of, place_in
from gelenk.engine.flex.element_shapes import Weights, corner, element_vertex, element_weights
from gelenk.engine.flex.rod_geometry import twists
from gelenk.engine.model_features import is_passive
from gelenk.engine.position.object_frames import dof_velocity
from gelenk.engine.stage_calls import call_far
from gelenk.tables.enums import mjMINMU, mjMINVAL, mjtEnableBit
from gelenk.tables.releases import R3_9, R4_0
from gelenk.tables.stages import INDEX
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model


@kernel
def priority_of(m: Model, geom: int, flex: int) -> int:
    return m.geom_priority[geom] if geom >= 0 else m.flex_priority[flex]


@kernel
def solmix_of(m: Model, geom: int, flex: int) -> float:
    return m.geom_solmix[geom] if geom >= 0 else m.flex_solmix[flex]


@kernel
def condim_of(m: Model, geom: int, flex: int) -> int:
    return m.geom_condim[geom] if geom >= 0 else m.flex_condim[flex]


@kernel
def friction_of(m: Model, geom: int, flex: int, k: int) -> float:
    return m.geom_friction[geom, k] if geom >= 0 else m.flex_friction[flex, k]


@kernel
def solref_of(m: Model, geom: int, flex: int, k: int) -> float:
    return m.geom_solref[geom, k] if geom >= 0 else m.flex_solref[flex, k]


@kernel
def solimp_of(m: Model, geom: int, flex: int, k: int) -> float:
    return m.geom_solimp[geom, k] if geom >= 0 else m.flex_solimp[flex, k]


@kernel
def margin_with(m: Model, geom: int, flex1: int, flex2: int) -> float:
    """Return the distance at which a geom (or flex1) and flex2 make a contact [m]."""
    if m.opt.enableflags & mjtEnableBit.mjENBL_OVERRIDE:
        margin = m.opt.o_margin
    else:
        margin = (m.geom_margin[geom] if geom >= 0 else m.flex_margin[flex1]) + m.flex_margin[flex2]
    return margin + gap_with(m, geom, flex1, flex2) if m.release[0] >= R3_9 else margin


@kernel
def gap_with(m: Model, geom: int, flex1: int, flex2: int) -> float:
    """Return the gap [m], the part of the reach in which contacts exert no force."""
    return (m.geom_gap[geom] if geom >= 0 else m.flex_gap[flex1]) + m.flex_gap[flex2]


@kernel
def weight_with(m: Model, geom: int, flex1: int, flex2: int, lead: int) -> float:
    """Return the weight of the geom (or flex1) in averages of contact parameters.

    The weight is 1 or 0 if priorities differ (``lead``), else given by solmix.
    """
    if lead != 0:
        return 1.0 if lead > 0 else 0.0
    s1, s2 = solmix_of(m, geom, flex1), m.flex_solmix[flex2]
    if s1 >= mjMINVAL and s2 >= mjMINVAL:
        return s1 / (s1 + s2)
    if s1 < mjMINVAL and s2 < mjMINVAL:
        return 0.5
    return 0.0 if s1 < mjMINVAL else 1.0


@kernel
def write_flex_parameters(m: Model, d: Data, i: int, geom: int, flex1: int, flex2: int) -> None:
    """Write the parameters of contact ``i`` of a geom, or of flex1 if geom is -1, with flex2.

    See collision/contact_parameters.py.
    """
    lead = priority_of(m, geom, flex1) - m.flex_priority[flex2]
    for k in range(3):
        mu1, mu2 = friction_of(m, geom, flex1, k), m.flex_friction[flex2, k]
        mu = max(mjMINMU, max(mu1, mu2) if lead == 0 else mu1 if lead > 0 else mu2)
        at = 0 if k == 0 else k + 1 if k == 1 else 3
        d.contact_friction[i, at] = mu
        if k != 1:
            d.contact_friction[i, at + 1] = mu
    dim1, dim2 = condim_of(m, geom, flex1), m.flex_condim[flex2]
    d.contact_dim[i] = max(dim1, dim2) if lead == 0 else dim1 if lead > 0 else dim2
    w = weight_with(m, geom, flex1, flex2, lead)
    averaged = lead != 0 or (solref_of(m, geom, flex1, 0) > 0.0 and m.flex_solref[flex2, 0] > 0.0)
    for k in range(2):
        r1, r2 = solref_of(m, geom, flex1, k), m.flex_solref[flex2, k]
        d.contact_solref[i, k] = w * r1 + (1.0 - w) * r2 if averaged else min(r1, r2)
        d.contact_solreffriction[i, k] = 0.0
    for k in range(5):
        value = w * solimp_of(m, geom, flex1, k) + (1.0 - w) * m.flex_solimp[flex2, k]
        d.contact_solimp[i, k] = value
    if m.opt.enableflags & mjtEnableBit.mjENBL_OVERRIDE:
        write_override(m, d, i)


ROD_CONTACT_ROWS = INDEX["rod_contact_rows"]
LEAST_SHARE = 1e-5  # smaller shares of nodes are dropped; before release 4.0 negative shares as well


@kernel
def append_share(d: Data, n: int, b: int, share: float) -> int:
    """Append body ``b`` with its share of the force; return the number of entries."""
    d.share_body[n] = b
    d.share[n] = share
    return n + 1


@kernel
def share_among_nodes(m: Model, d: Data, n: int, f: int, u: Vec3, sign: float) -> int:
    """Append the shares of the nodes of flex ``f`` around the place ``u`` in its box."""
    order, size = order_of(m, f), lines(m, f)
    first, t = place_in(m, f, u)
    for i in range(order + 1):
        for j in range(order + 1):
            node = m.flex_nodeadr[f] + first + (i * size[1] + j) * size[2]
            for k in range(order + 1):
                w = lagrange(order, i, t[0]) * lagrange(order, j, t[1]) * lagrange(order, k, t[2])
                if w > LEAST_SHARE or (w < -LEAST_SHARE and m.release[0] >= R4_0):
                    n = append_share(d, n, m.flex_nodebodyid[node + k], sign * w)
    return n


@kernel
def nearness(m: Model, d: Data, c: int, f: int, e: int, k: int) -> float:
    """Return 1 / distance from the contact point to vertex k of element ``e``.

    Returns 0 for the vertex on the other side of the contact.
    """
    v = element_vertex(m, f, e, k) - m.flex_vertadr[f]
    for side in range(2):
        if d.contact_vert[c, side] == v and d.contact_flex[c, side] == f:
            return 0.0
    return 1.0 / max(norm(sub(corner(m, d, f, e, k), load3(d.contact_pos, c))), mjMINVAL)


@kernel
def pick4(weights: Weights, k: int) -> float:
    """Return weight k."""
    return weights[0] if k == 0 else weights[1] if k == 1 else weights[2] if k == 2 else weights[3]


@kernel
def share_element(m: Model, d: Data, n: int, c: int, f: int, e: int, sign: float) -> int:
    """Append the shares of the vertices or nodes of element ``e`` in contact ``c``."""
    corners, exact = m.flex_dim[f] + 1, m.release[0] >= R4_0
    total, u, weights = 0.0, (0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 0.0)
    if exact:
        weights = element_weights(m, d, f, e, load3(d.contact_pos, c))
    else:
        for k in range(corners):
            total += nearness(m, d, c, f, e, k)
    for k in range(corners):
        share = pick4(weights, k) if exact else nearness(m, d, c, f, e, k) / total
        v = element_vertex(m, f, e, k)
        if share == 0.0:
            continue
        if m.flex_interp[f] != 0:
            u = add_scaled(u, load3(m.flex_vert0, v), share)
        else:
            n = append_share(d, n, m.flex_vertbodyid[v], sign * share)
    if m.flex_interp[f] != 0:
        n = share_among_nodes(m, d, n, f, u, sign)
    return n


@kernel
def share_side(m: Model, d: Data, n: int, c: int, side: int) -> int:
    """Append the shares of the bodies on one side of contact ``c``, negative for side 0."""
    sign = -1.0 if side == 0 else 1.0
    geom, f = d.contact_geom[c, side], d.contact_flex[c, side]
    if geom >= 0:
        return append_share(d, n, m.geom_bodyid[geom], sign)
    if d.contact_elem[c, side] >= 0:
        return share_element(m, d, n, c, f, d.contact_elem[c, side], sign)
    v = m.flex_vertadr[f] + d.contact_vert[c, side]
    if m.flex_interp[f] != 0:
        return share_among_nodes(m, d, n, f, load3(m.flex_vert0, v), sign)
    return append_share(d, n, m.flex_vertbodyid[v], sign)


@kernel
def share_contact(m: Model, d: Data, c: int) -> int:
    """Write share_body and share of contact ``c``; return their number."""
    n = share_side(m, d, 0, c, 0)
    return share_side(m, d, n, c, 1)


@kernel
def flex_contact_shares(m: Model, d: Data, c: int, unused: int) -> None:
    """List the bodies that share contact ``c``, for sensors; body -1 ends the list.

    Reads   contact_*, flexvert_xpos      Writes  share_body, share
    """
    append_share(d, share_contact(m, d, c), -1, 0.0)


@kernel
def merge_shares(m: Model, d: Data, n: int) -> int:
    """List the dofs that move the n bodies, and their shares; return their number.

    The dofs are in chain_dof[nv - count:], ascending, their shares in chain_share.
    """
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
def touches_rod(m: Model, d: Data, c: int) -> bool:
    """Return whether a side of contact ``c`` is a rod with twist joints (rod_contacts.py)."""
    for side in range(2):
        if d.contact_flex[c, side] >= 0 and twists(m, d.contact_flex[c, side]):
            return True
    return False


@kernel
def add_share_weights(m: Model, d: Data, second: int, n: int, approx: float) -> float:
    """Return |approx plus the inverse weights of n bodies times the sizes of their shares|.

    Bodies from ``second`` on are on the second side. Shares of quadratic nodes can have the opposite sign of their
    side; from release 4.0 on, the terms of such shares are subtracted.
    """
    for i in range(n):
        size = abs(d.share[i])
        if m.release[0] >= R4_0:
            size = -d.share[i] if i < second else d.share[i]
        approx += size * m.body_invweight0[d.share_body[i], 0]
    return abs(approx)


@kernel
def flex_contact_rows(m: Model, d: Data, c: int, unused: int) -> None:
    """Add the rows of contact ``c`` with a flex on at least one side.

    This is part of mj_makeConstraint.
    Reads   contact_*, flexvert_xpos, cdof, subtree_com
    Writes  efc_*, see constraint/rows; contact_efc_address
    """
    if touches_rod(m, d, c):
        call_far(m, d, ROD_CONTACT_ROWS, c, 0)
        return
    second = share_side(m, d, 0, c, 0)
    n = share_side(m, d, second, c, 1)
    nnz = merge_shares(m, d, n)
    rows = reserve_contact(m, d, c, nnz)
    if rows.first < 0:
        return
    point = load3(d.contact_pos, c)
    for k in range(nnz):
        at = m.nv - nnz + k
        dof = d.chain_dof[at]
        v = scale(dof_velocity(m, d, dof, m.dof_bodyid[dof], point), d.chain_share[at])
        write_column(m, d, c, rows, k, v, scale(rotation_part(d.cdof, dof), d.chain_share[at]))
    finish_contact(m, d, c, rows, add_share_weights(m, d, second, n, 0.0))


PASSIVE = 4  # contact.exclude: a passive force replaces the constraint


@kernel
def is_passive_pair(m: Model, geom: int, flex1: int, flex2: int) -> bool:
    """Return whether contacts of a geom, or of flex1 if geom is -1, with flex2 are passive."""
    if m.release[0] < R4_0:
        return m.flex_passive[flex2] != 0 or (flex1 >= 0 and m.flex_passive[flex1] != 0)
    if geom >= 0:
        return is_passive(m, flex2) and m.body_weldid[m.geom_bodyid[geom]] == 0
    return is_passive(m, flex2) or is_passive(m, flex1)


@kernel
def write_sides(
    d: Data, i: int, geom: int, flex1: int, elem1: int, vert1: int, flex2: int, elem2: int, vert2: int
) -> None:
    """Write the geom, or element or vertex of flex1, and that of flex2, to contact ``i``.

    -1 stands for none.
    """
    d.contact_geom[i, 0] = geom
    d.contact_geom[i, 1] = -1
    d.contact_flex[i, 0] = flex1
    d.contact_flex[i, 1] = flex2
    d.contact_elem[i, 0] = elem1
    d.contact_elem[i, 1] = elem2
    d.contact_vert[i, 0] = vert1
    d.contact_vert[i, 1] = vert2


@kernel
def write_candidate(m: Model, d: Data, i: int, k: int, includemargin: float, passive: bool) -> None:
    """Write the geometry of contact ``i`` from candidate ``k``, and clear other fields."""
    d.contact_dist[i] = d.near_dist[k]
    for j in range(3):
        d.contact_pos[i, j] = d.near_pos[k, j]
    write_frame(d, i, k)
    d.contact_includemargin[i] = includemargin
    d.contact_exclude[i] = PASSIVE if passive else 1 if d.near_dist[k] >= includemargin else 0
    d.contact_efc_address[i] = -1
    d.contact_mu[i] = 0.0
    for j in range(36):
        d.contact_H[i, j] = 0.0


@kernel
def append_contacts(
    m: Model,
    d: Data,
    includemargin: float,
    geom: int,
    flex1: int,
    elem1: int,
    vert1: int,
    flex2: int,
    elem2: int,
    vert2: int,
) -> int:
    """Convert the candidates to contacts with their parameters.

    Returns the first contact, or -1 if there are none or too many; contacts that do not fit are counted in need_con.
    """
    first, n = d.ncon, d.near_count
    if n == 0:
        return -1
    if d.need_con > 0 or first + n > d.nconmax:
        d.need_con = n + (d.need_con if d.need_con > 0 else first)
        return -1
    passive = is_passive_pair(m, geom, flex1, flex2)
    for k in range(n):
        write_candidate(m, d, first + k, k, includemargin, passive)
        write_sides(d, first + k, geom, flex1, elem1, vert1, flex2, elem2, vert2)
        write_flex_parameters(m, d, first + k, geom, flex1, flex2)
    d.ncon = first + n
    return first
