"""Contacts of flexes: with geoms, within a flex, with other flexes.

Documents: Modelling / Deformable objects; XML reference / flex/contact

    plane and flex      a sphere at each vertex against the plane
    geom and flex       the geom against each active element, unless the element has a vertex in the geom's body
    internal            1D, 2D: pairs of vertex and element that the compiler lists; 3D: each vertex of a tetrahedron
                        against the plane of its other three, both with the radius, condim 1
    selfcollide         pairs of active elements without a common vertex
    flex and flex       pairs of active elements

Active are all elements of dimensions 1 and 2, of dimension 3 those of the first ``activelayers`` layers. Pairs of
elements are found by walking the bounding volume tree of the flex; the strategy that selfcollide names makes no
difference. Contacts within a flex need a bit that its contype and conaffinity share, and have neither margin nor
gap, as in 3.5.0. Contacts of a flex with ``passive`` leave their forces to passive.py.
"""

from gelenk.engine.collision.dispatch import write_frame
from gelenk.engine.collision.primitives import axis_z, point_on_plane
from gelenk.engine.flex.elements import corner, element_vertex, touch_element, touch_elements, touch_vertex
from gelenk.engine.flex.parameters import gap_with, margin_with, write_flex_parameters
from gelenk.engine.kernel import kernel
from gelenk.engine.vec import MINVAL, add_scaled, cross, dot, load3, norm, scale, sub
from gelenk.tables.enums import mjtGeom

PLANE = int(mjtGeom.mjGEOM_PLANE)
NO_HINT = (0.0, 0.0, 0.0)
PASSIVE = 4  # contact.exclude: a passive force takes the place of the constraint


# Writing contacts


@kernel
def write_sides(d, i, geom, flex1, elem1, vert1, flex2, elem2, vert2):
    """Who touches in contact ``i``: a geom, or an element or vertex of flex1, and one of flex2; -1 for none."""
    d.contact_geom[i, 0] = geom
    d.contact_geom[i, 1] = -1
    d.contact_flex[i, 0] = flex1
    d.contact_flex[i, 1] = flex2
    d.contact_elem[i, 0] = elem1
    d.contact_elem[i, 1] = elem2
    d.contact_vert[i, 0] = vert1
    d.contact_vert[i, 1] = vert2


@kernel
def write_candidate(m, d, i, k, includemargin, passive):
    """Geometry of contact ``i`` from candidate ``k``, and what starts empty."""
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
def append(m, d, includemargin, geom, flex1, elem1, vert1, flex2, elem2, vert2):
    """Append the candidates to the contacts, with their parameters; what does not fit is counted in need_con.

    Returns the first of them, -1 if there are none or they do not fit.
    """
    first, n = d.ncon, d.near_count
    if n == 0:
        return -1
    if d.need_con > 0 or first + n > d.nconmax:
        d.need_con = n + (d.need_con if d.need_con > 0 else first)
        return -1
    passive = m.flex_passive[flex2] != 0 or (flex1 >= 0 and m.flex_passive[flex1] != 0)
    for k in range(n):
        write_candidate(m, d, first + k, k, includemargin, passive)
        write_sides(d, first + k, geom, flex1, elem1, vert1, flex2, elem2, vert2)
        write_flex_parameters(m, d, first + k, geom, flex1, flex2)
    d.ncon = first + n
    return first


# Geoms


@kernel
def is_active(m, f, e):
    """Whether element ``e`` of flex ``f`` takes part in collisions."""
    return m.flex_dim[f] < 3 or m.flex_elemlayer[m.flex_elemadr[f] + e] < m.flex_activelayers[f]


@kernel
def is_attached(m, f, e, b):
    """Whether element ``e`` of flex ``f`` has a vertex in body ``b``."""
    for k in range(m.flex_dim[f] + 1):
        if m.flex_vertbodyid[element_vertex(m, f, e, k)] == b:
            return True
    return False


@kernel
def masks_meet(m, geom, f):
    """Whether contype and conaffinity let a geom and a flex collide."""
    forth = m.geom_contype[geom] & m.flex_conaffinity[f]
    return forth | (m.flex_contype[f] & m.geom_conaffinity[geom]) != 0


@kernel
def plane_flex(m, d, geom, f, margin):
    """Contacts of a plane and the vertices of flex ``f``."""
    normal, place, radius = axis_z(d, geom), load3(d.geom_xpos, geom), m.flex_radius[f]
    includemargin = margin - gap_with(m, geom, -1, f)
    for v in range(m.flex_vertnum[f]):
        x = load3(d.flexvert_xpos, m.flex_vertadr[f] + v)
        d.near_count = 0
        dist = dot(sub(x, place), normal) - radius
        point_on_plane(d, add_scaled(x, normal, -radius), dist, normal, NO_HINT)
        append(m, d, includemargin, geom, -1, -1, -1, f, -1, v)


@kernel
def sphere_meets_box(center, radius, boxes, row):
    """Whether a sphere meets the box in ``row``: center and half sizes."""
    square = 0.0
    for k in range(3):
        over = abs(center[k] - boxes[row, k]) - boxes[row, 3 + k]
        if over > 0.0:
            square += over * over
    return square <= radius * radius


@kernel
def geom_flex(m, d, geom, f):
    """Contacts of a geom and flex ``f``."""
    margin = margin_with(m, geom, -1, f)
    d.near_margin = margin
    if m.geom_type[geom] == PLANE:
        plane_flex(m, d, geom, f, margin)
        return
    includemargin = margin - gap_with(m, geom, -1, f)
    reach, center, b = m.geom_rbound[geom] + margin, load3(d.geom_xpos, geom), m.geom_bodyid[geom]
    for e in range(m.flex_elemnum[f]):
        if sphere_meets_box(center, reach, d.flexelem_aabb, m.flex_elemadr[f] + e) and is_active(m, f, e):
            if not is_attached(m, f, e, b):
                d.near_count = 0
                touch_element(m, d, geom, f, e)
                append(m, d, includemargin, geom, -1, -1, -1, f, e, -1)


# Within a flex


@kernel
def internal_pairs(m, d, f):
    """Contacts of the listed pairs of element and vertex of a flex of dimension 1 or 2."""
    for p in range(m.flex_evpairadr[f], m.flex_evpairadr[f] + m.flex_evpairnum[f]):
        e, v = m.flex_evpair[p, 0], m.flex_evpair[p, 1]
        d.near_count = 0
        touch_vertex(m, d, f, m.flex_vertadr[f] + v, e)
        append(m, d, 0.0, -1, f, -1, v, f, e, -1)


@kernel
def internal_vertex(m, d, f, e, i, j, k, apex):
    """Contact of a corner of a tetrahedron with the plane of the other three, whose normal is (c - a) x (b - a)."""
    a = corner(m, d, f, e, i)
    normal = cross(sub(corner(m, d, f, e, k), a), sub(corner(m, d, f, e, j), a))
    length = norm(normal)
    if length < MINVAL:
        return
    normal = scale(normal, 1.0 / length)
    x, radius = corner(m, d, f, e, apex), m.flex_radius[f]
    d.near_count = 0
    dist = dot(sub(x, a), normal) - 2.0 * radius
    point_on_plane(d, add_scaled(x, normal, -radius), dist, normal, NO_HINT)
    v = element_vertex(m, f, e, apex) - m.flex_vertadr[f]
    at = append(m, d, 0.0, -1, f, e, -1, f, -1, v)
    if at >= 0:
        d.contact_dim[at] = 1


@kernel
def share_vertex(m, f, e1, e2):
    """Whether two elements of flex ``f`` have a vertex in common."""
    n = m.flex_dim[f] + 1
    for i in range(n):
        for j in range(n):
            if element_vertex(m, f, e1, i) == element_vertex(m, f, e2, j):
                return True
    return False


@kernel
def boxes_meet(a, row1, b, row2, margin):
    """Whether two boxes, centers and half sizes, are within ``margin``; False if anything is NaN."""
    for k in range(3):
        if not abs(a[row1, k] - b[row2, k]) <= a[row1, 3 + k] + b[row2, 3 + k] + margin:
            return False
    return True


@kernel
def near_elements(m, d, f1, e1, f2, first, includemargin):
    """Contacts of element ``e1`` of flex f1 with the active elements of flex f2 from ``first`` on.

    The tree of f2 is walked from its root: a node comes before its children, the first child right after it; a
    node that is missed is left by going on to the first node that is no deeper.
    """
    row1 = m.flex_elemadr[f1] + e1
    node, end = m.flex_bvhadr[f2], m.flex_bvhadr[f2] + m.flex_bvhnum[f2]
    while node < end:
        depth = m.bvh_depth[node]
        e2 = m.bvh_nodeid[node]
        if not boxes_meet(d.flexelem_aabb, row1, d.bvh_aabb_dyn, node - m.nbvhstatic, d.near_margin):
            node += 1
            while node < end and m.bvh_depth[node] > depth:
                node += 1
            continue
        node += 1
        if e2 >= first and is_active(m, f2, e2):
            if f1 == f2 and share_vertex(m, f1, e1, e2):
                continue
            d.near_count = 0
            touch_elements(m, d, f1, e1, f2, e2)
            append(m, d, includemargin, -1, f1, e1, -1, f2, e2, -1)


@kernel
def within_flex(m, d, f):
    """Contacts of flex ``f`` with itself."""
    if m.flex_rigid[f] != 0 or m.flex_contype[f] & m.flex_conaffinity[f] == 0:
        return
    d.near_margin = 0.0
    if m.flex_internal[f] != 0:
        if m.flex_dim[f] < 3:
            internal_pairs(m, d, f)
        else:
            for e in range(m.flex_elemnum[f]):
                internal_vertex(m, d, f, e, 0, 1, 2, 3)
                internal_vertex(m, d, f, e, 0, 2, 3, 1)
                internal_vertex(m, d, f, e, 0, 3, 1, 2)
                internal_vertex(m, d, f, e, 1, 3, 2, 0)
    if m.flex_selfcollide[f] != 0:
        for e in range(m.flex_elemnum[f]):
            if is_active(m, f, e):
                near_elements(m, d, f, e, f, e + 1, 0.0)


@kernel
def between_flexes(m, d, f1, f2):
    """Contacts of two flexes."""
    forth = m.flex_contype[f1] & m.flex_conaffinity[f2]
    if forth | (m.flex_contype[f2] & m.flex_conaffinity[f1]) == 0:
        return
    margin = margin_with(m, -1, f1, f2)
    for e in range(m.flex_elemnum[f1]):
        if is_active(m, f1, e):
            d.near_margin = margin
            near_elements(m, d, f1, e, f2, 0, margin - gap_with(m, -1, f1, f2))


# Stage


@kernel
def flex_collision(m, d, b, first):
    """Contacts of body ``b`` with all flexes, or, with b = -1, of flexes with each other and themselves.

    Reads   flexvert_xpos, flexelem_aabb, bvh_aabb_dyn, geom_xpos, geom_xmat, model constants
    Writes  ncon, contact_*, work space near_*, ccd_*, elem_corner        [m, world frame]
    Status  need_con; status 2 and need_stage: the convex collider is not loaded
    """
    for f in range(m.nflex):
        if b < 0:
            for f2 in range(f + 1, m.nflex):
                between_flexes(m, d, f, f2)
            continue
        if m.flex_rigid[f] != 0 and m.flex_vertbodyid[m.flex_vertadr[f]] == b:
            continue
        for geom in range(m.body_geomadr[b], m.body_geomadr[b] + m.body_geomnum[b]):
            if masks_meet(m, geom, f):
                geom_flex(m, d, geom, f)
    if b < 0:
        for f in range(m.nflex):
            within_flex(m, d, f)
