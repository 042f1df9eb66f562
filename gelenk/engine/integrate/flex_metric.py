"""The metric of flexes under the integrator discrete: couplings of elements and hinges.

Documents: Computation / General framework / Numerical integration; XML reference / flex/elasticity (of 4.0.0)

The Hessian of the elastic energy is a sum of terms w J' J. Each row J is a coupling (metric.py) with the weight
w = h damping + h^2. With the edge vectors y_i of an element, its stiffness K, strains e_i = l_i^2 - L_i^2 and the
tensions t = K e, the rows are

    element    sum_i U_ri y_i . (v_b - v_a) for each r, with weight 2 w / U_rr, K = U' inv(D) U (Cholesky) with the
               diagonal D of U, and a, b the ends of edge i
    edge       max(0, t) |v_b - v_a|^2, summed over the elements at the edge: compression is omitted, so that the metric
               stays positive definite
    hinge      |sum_k c_k v_k|^2 with the bending matrix c c', omitted if the angle at rest exceeds a right angle, where
               the matrix is negative
Vertices have the velocity of their bodies, so vertices may be pinned to moving bodies.
Source   Weischedel, Tuganov, Hermansson, Linn, Wardetzky 2012; numbers of 4.0.0
"""

import math

from gelenk.algebra.linalg import zero
from gelenk.algebra.vec import Vec2, Vec3, add, add_scaled, dot, get3, load3, scale, set3, store3, sub
from gelenk.engine.flex.element_shapes import element_vertex
from gelenk.engine.flex.passive import (
    ELASTIC,
    element_edge,
    has_stretch,
    hinge_vertices,
    is_hinge,
    strain_edges,
)
from gelenk.engine.flex.plasticity import STRETCHES
from gelenk.engine.integrate.flex_rows import (
    AXES,
    POINT,
    begin_group,
    begin_row,
    couple_points,
    end_group,
    end_row,
    list_points,
    mark_vertices,
)
from gelenk.engine.integrate.metric import join_couplings
from gelenk.tables.enums import mjtDisableBit
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model, View

MIN_RELATIVE_PIVOT = 1e-12  # smallest pivot of K relative to its diagonal element
SLACK_STRAIN = 1e-10  # largest ignored tension, relative to stiffness of the edge times squared length


@kernel
def terms_of(m: Model, f: int) -> Vec2:
    """Return damping and stiffness of couplings, per unit of the stiffness of flex f."""
    damper = m.opt.disableflags & mjtDisableBit.mjDSBL_DAMPER == 0
    spring = m.opt.disableflags & mjtDisableBit.mjDSBL_SPRING == 0
    return m.flex_damping[f] if damper else 0.0, 1.0 if spring else 0.0


# Stretching


@kernel
def factor_stiffness(m: Model, d: Data, f: int, element: int) -> int:
    """Write couple_factor = U of an element, K = U' inv(D) U; return its order.

    D is the diagonal of U, which is upper triangular. A pivot that is lost to rounding is set to 0.
    """
    n = m.flex_dim[f] * (m.flex_dim[f] + 1) // 2
    u, row, at = d.couple_factor, m.flex_elemadr[f] + element, 0
    for j in range(n):
        for i in range(j, n):
            u[j, i] = m.flex_stiffness[row, at + i - j]
        at += n - j
    at = 0
    for j in range(n):
        if u[j, j] <= MIN_RELATIVE_PIVOT * abs(m.flex_stiffness[row, at]):
            u[j, j] = 0.0
        at += n - j
        inverse = 1.0 / u[j, j] if u[j, j] > 0.0 else 0.0
        for i in range(j + 1, n):
            scale_of = u[j, i] * inverse
            for k in range(i, n):
                u[i, k] -= scale_of * u[j, k]
    return n


@kernel
def load_edges(m: Model, d: Data, f: int, element: int, n: int) -> None:
    """Write couple_edge and couple_end of the n edges of an element."""
    for i in range(n):
        e = element_edge(m, f, element, i)
        a, b = m.flex_vertadr[f] + m.flex_edge[e, 0], m.flex_vertadr[f] + m.flex_edge[e, 1]
        store3(d.couple_edge, i, sub(load3(d.flexvert_xpos, b), load3(d.flexvert_xpos, a)))
        for k in range(m.flex_dim[f] + 1):
            if d.couple_vert[k] == a:
                d.couple_end[i, 0] = k
            elif d.couple_vert[k] == b:
                d.couple_end[i, 1] = k


@kernel
def twice(d: Data, r: int, terms: Vec2) -> Vec2:
    """Return damping and stiffness of row r of an element: ``terms`` times 2 / U_rr."""
    pivot = d.couple_factor[r, r]
    weight = 2.0 / pivot if pivot > 0.0 else 0.0
    return weight * terms[0], weight * terms[1]


@kernel
def add_to_point(d: Data, adr: int, place: int, f: float, edge: Vec3) -> None:
    """Add f times an edge to efc_J[adr:] at the dofs of a vertex, unless it is fixed."""
    if place >= 0:
        d.efc_J[adr + place] += f * edge[0]
        d.efc_J[adr + place + 1] += f * edge[1]
        d.efc_J[adr + place + 2] += f * edge[2]


@kernel
def coefficient(d: Data, i: int, r: int) -> float:
    """Return U_ri of factor_stiffness."""
    return d.couple_factor[r, i] if i >= r else 0.0


@kernel
def shift_part(d: Data, place: int, w: Vec3, force: float) -> None:
    """couple_shift -= force w at the dofs of a vertex"""
    set3(d.couple_shift, place, add_scaled(get3(d.couple_shift, place), w, -force))


@kernel
def store_edge(d: Data, i: int, a: Vec3, b: Vec3) -> None:
    """couple_edge[i] = b - a"""
    store3(d.couple_edge, i, sub(b, a))


@kernel
def store_edges(d: Data, corners: int) -> None:
    """Write couple_edge of an element, in the order of modeling/compiler/flex/flex.py."""
    x, vert = d.flexvert_xpos, d.couple_vert
    p, q, r = load3(x, vert[0]), load3(x, vert[1]), load3(x, vert[2])
    if corners == 3:
        store_edge(d, 0, q, r)
        store_edge(d, 1, r, p)
        store_edge(d, 2, p, q)
        return
    s = load3(x, vert[3])
    store_edge(d, 0, p, q)
    store_edge(d, 1, q, r)
    store_edge(d, 2, r, p)
    store_edge(d, 3, r, s)
    store_edge(d, 4, p, s)
    store_edge(d, 5, q, s)


@kernel
def edge_part(d: Data, i: int, r: int) -> Vec3:
    """Return the part of edge i in row r of an element."""
    return scale(load3(d.couple_edge, i), coefficient(d, i, r))


@kernel
def fill_element(d: Data, r: int, corners: int, adr: int, stiffness: float) -> None:
    """Write row r of an element to efc_J[adr:], and add its share to couple_shift.

    Requires vertices that move, each by its own dofs, and couple_edge of store_edges.
    stiffness   h times the stiffness of the row
    """
    place, speed = d.couple_place, d.couple_speed
    p, q, s = edge_part(d, 0, r), edge_part(d, 1, r), edge_part(d, 2, r)
    w0, w1, w2, w3 = sub(q, s), sub(s, p), sub(p, q), (0.0, 0.0, 0.0)
    if corners == 4:
        t, u, v = edge_part(d, 3, r), edge_part(d, 4, r), edge_part(d, 5, r)
        w0, w1, w2, w3 = sub(sub(s, p), u), sub(sub(p, q), v), sub(sub(q, s), t), add(add(t, u), v)
    velocity = dot(w0, get3(speed, place[0])) + dot(w1, get3(speed, place[1]))
    velocity += dot(w2, get3(speed, place[2]))
    if corners == 4:
        velocity += dot(w3, get3(speed, place[3]))
        set3(d.efc_J, adr + place[3], w3)
        shift_part(d, place[3], w3, stiffness * velocity)
    set3(d.efc_J, adr + place[0], w0)
    set3(d.efc_J, adr + place[1], w1)
    set3(d.efc_J, adr + place[2], w2)
    shift_part(d, place[0], w0, stiffness * velocity)
    shift_part(d, place[1], w1, stiffness * velocity)
    shift_part(d, place[2], w2, stiffness * velocity)


@kernel
def sum_edges(d: Data, n: int, r: int, dofs: int, adr: int) -> None:
    """Write row r of an element of n edges to efc_J[adr:].

    Vertices may be fixed, or share dofs.
    """
    zero(d.efc_J[adr:], dofs)
    for i in range(r, n):
        edge, factor = load3(d.couple_edge, i), coefficient(d, i, r)
        add_to_point(d, adr, d.couple_place[d.couple_end[i, 0]], -factor, edge)
        add_to_point(d, adr, d.couple_place[d.couple_end[i, 1]], factor, edge)


@kernel
def couple_element(m: Model, d: Data, f: int, element: int, terms: Vec2) -> None:
    """Append the couplings of the edges of an element."""
    n, corners, first = factor_stiffness(m, d, f, element), m.flex_dim[f] + 1, d.nefc
    for k in range(corners):
        d.couple_vert[k] = element_vertex(m, f, element, k)
    dofs = begin_group(m, d, corners)
    whole = dofs == POINT * corners
    if whole:
        store_edges(d, corners)
    else:
        load_edges(m, d, f, element, n)
    if dofs < 0:
        couple_other_element(m, d, n, corners, terms)
        return
    for r in range(n):
        weights = twice(d, r, terms)
        adr = begin_row(m, d, dofs, weights)
        if adr < 0:
            continue
        if whole:
            fill_element(d, r, corners, adr, m.opt.timestep * weights[1])
        else:
            sum_edges(d, n, r, dofs, adr)
            end_row(m, d, dofs, adr, weights[1])
    end_group(d, dofs, first)


@kernel
def couple_other_element(m: Model, d: Data, n: int, corners: int, terms: Vec2) -> None:
    """Append the couplings of n edges of an element with OTHER vertices (flex_rows.py)."""
    dofs, first = list_points(m, d, corners), d.nefc
    for r in range(n):
        for k in range(corners):
            store3(d.couple_weight, k, (0.0, 0.0, 0.0))
        for i in range(r, n):
            edge, factor = load3(d.couple_edge, i), coefficient(d, i, r)
            a, b = d.couple_end[i, 0], d.couple_end[i, 1]
            store3(d.couple_weight, a, add_scaled(load3(d.couple_weight, a), edge, -factor))
            store3(d.couple_weight, b, add_scaled(load3(d.couple_weight, b), edge, factor))
        couple_points(m, d, corners, dofs, twice(d, r, terms))
    join_couplings(d, first)


@kernel
def couple_axes(m: Model, d: Data, count: int, terms: Vec2) -> None:
    """Append a coupling along each axis of the world; vertices have weights couple_share."""
    first, n = d.nefc, begin_group(m, d, count)
    if n < 0:
        couple_other_axes(m, d, count, terms)
        return
    for axis in range(AXES):
        adr = begin_row(m, d, n, terms)
        if adr < 0:
            continue
        zero(d.efc_J[adr:], n)
        velocity = 0.0
        for k in range(count):
            at = d.couple_place[k] + axis
            if at >= axis:
                d.efc_J[adr + at] += d.couple_share[k]
                velocity += d.couple_share[k] * d.couple_speed[at]
        force = m.opt.timestep * terms[1] * velocity
        for k in range(count):
            at = d.couple_place[k] + axis
            if at >= axis:
                d.couple_shift[at] -= force * d.couple_share[k]
    end_group(d, n, first)


@kernel
def couple_other_axes(m: Model, d: Data, count: int, terms: Vec2) -> None:
    """Append the couplings of couple_axes for OTHER vertices (flex_rows.py)."""
    dofs, first = list_points(m, d, count), d.nefc
    for axis in range(AXES):
        for k in range(count):
            x = d.couple_share[k]
            store3(
                d.couple_weight,
                k,
                (x if axis == 0 else 0.0, x if axis == 1 else 0.0, x if axis == 2 else 0.0),
            )
        couple_points(m, d, count, dofs, terms)
    join_couplings(d, first)


@kernel
def stretch_edges(m: Model, strain: View, stress: View, row: int, n: int) -> None:
    """stress = K strain of an element of n edges, K symmetric: its upper triangle is stored."""
    for i in range(n):
        stress[i] = 0.0
    at = 0
    for i in range(n):
        stress[i] += m.flex_stiffness[row, at] * strain[i]
        for j in range(i + 1, n):
            k = m.flex_stiffness[row, at + j - i]
            stress[i] += k * strain[j]
            stress[j] += k * strain[i]
        at += n - i


@kernel
def tension_edges(m: Model, d: Data, f: int) -> None:
    """edge_stress = sum of max(0, tension) over the elements at each edge of flex ``f``

    The tension is a row of K times strains, from which plastic strains are subtracted. Tension within the rounding
    errors of lengths is ignored.
    """
    strain_edges(m, d, f, ELASTIC)
    n = m.flex_dim[f] * (m.flex_dim[f] + 1) // 2
    plastic = m.flex_plasticmode[f] & STRETCHES != 0
    strain, stress = d.couple_speed, d.couple_shift  # work space
    for element in range(m.flex_elemnum[f]):
        for i in range(n):
            strain[i] = d.edge_strain[element_edge(m, f, element, i)]
            if plastic:
                strain[i] -= d.plastic[m.flex_plasticadr[f] + n * element + i]
        row, at = m.flex_elemadr[f] + element, 0
        if n == 6:
            stretch_edges(m, strain, stress, row, 6)
        else:
            stretch_edges(m, strain, stress, row, 3)
        for i in range(n):
            e = element_edge(m, f, element, i)
            least = SLACK_STRAIN * m.flex_stiffness[row, at]
            at += n - i
            if stress[i] > least * m.flexedge_length0[e] * m.flexedge_length0[e]:
                d.edge_stress[e] += stress[i]


@kernel
def couple_edges(m: Model, d: Data, f: int, terms: Vec2) -> None:
    """Append the couplings of the edges of flex f in tension."""
    tension_edges(m, d, f)
    d.couple_share[0] = -1.0
    d.couple_share[1] = 1.0
    for e in range(m.flex_edgeadr[f], m.flex_edgeadr[f] + m.flex_edgenum[f]):
        if d.edge_stress[e] > 0.0:
            d.couple_vert[0] = m.flex_vertadr[f] + m.flex_edge[e, 0]
            d.couple_vert[1] = m.flex_vertadr[f] + m.flex_edge[e, 1]
            couple_axes(m, d, 2, (terms[0] * d.edge_stress[e], terms[1] * d.edge_stress[e]))


# Bending


@kernel
def couple_hinge(m: Model, d: Data, f: int, e: int, terms: Vec2) -> None:
    """Append the couplings of edge e of flex f, whose bending matrix is c c'."""
    best = 0
    for k in range(1, 4):
        if m.flex_bending[e, 5 * k] > m.flex_bending[e, 5 * best]:
            best = k
    diagonal = m.flex_bending[e, 5 * best]
    if diagonal <= 0.0:
        return
    d.couple_vert[0], d.couple_vert[1], d.couple_vert[2], d.couple_vert[3] = hinge_vertices(m, f, e)
    for k in range(4):
        d.couple_share[k] = m.flex_bending[e, 4 * best + k] / math.sqrt(diagonal)
    couple_axes(m, d, 4, terms)


# Stage


@kernel
def flex_couplings(m: Model, d: Data) -> None:
    """Append the couplings of elastic flexes to efc_*, and their share of metric_shift.

    Reads   flexvert_xpos, flexedge_length, cdof, qvel        Writes  efc_*, nefc, nJ, metric_shift
    """
    for f in range(m.nflex):
        if m.flex_rigid[f] != 0 or m.flex_interp[f] != 0:
            continue
        terms = terms_of(m, f)
        mark_vertices(m, d, f)
        if has_stretch(m, f):
            for element in range(m.flex_elemnum[f]):
                couple_element(m, d, f, element, terms)
            couple_edges(m, d, f, terms)
        if m.flex_dim[f] == 2:
            for e in range(m.flex_edgeadr[f], m.flex_edgeadr[f] + m.flex_edgenum[f]):
                if is_hinge(m, e):
                    couple_hinge(m, d, f, e, terms)
