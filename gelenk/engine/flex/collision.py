"""Flex collision: contacts of flexes with geoms, themselves and each other.

Documents: Modeling / Deformable objects; XML reference / flex/contact

    plane and flex      a sphere at each vertex against the plane
    geom and flex       the geom against each active element, unless the element has a vertex in the geom's body
    internal            1D, 2D: pairs of vertex and element that the compiler lists; 3D: each vertex of a tetrahedron
                        against the plane of its other three, both with the radius of the flex, with condim 1
    selfcollide         pairs of active elements with no vertices in the same body (element_pairs.py); for
                        interpolated flexes, elements with a cell between them
    flex and flex       pairs of active elements

Contacts within a flex require a common bit in its contype and conaffinity, and have no margin and no gap, as in 3.5.0.
"""

from gelenk.algebra.vec import Vec3, add, add_scaled, cross, dot, load3, load9, mat_vec, norm, scale, sub
from gelenk.engine.collision.pairs.primitives import axis_z, point_on_plane
from gelenk.engine.flex.contacts import append_contacts, gap_with, margin_with
from gelenk.engine.flex.element_pairs import boxes_meet, collide_itself, collide_near, is_active, list_near
from gelenk.engine.flex.element_shapes import corner, element_vertex, touch_element, touch_vertex
from gelenk.tables.enums import mjMINVAL, mjtGeom
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model, Rows

NO_HINT = (0.0, 0.0, 0.0)


# Geoms


@kernel
def is_attached(m: Model, f: int, e: int, b: int) -> bool:
    """Return whether element ``e`` of flex ``f`` has a vertex in body ``b``."""
    for k in range(m.flex_dim[f] + 1):
        if m.flex_vertbodyid[element_vertex(m, f, e, k)] == b:
            return True
    return False


@kernel
def masks_meet(m: Model, geom: int, f: int) -> bool:
    """Return whether contype and conaffinity let a geom and a flex collide."""
    forth = m.geom_contype[geom] & m.flex_conaffinity[f]
    return forth | (m.flex_contype[f] & m.geom_conaffinity[geom]) != 0


@kernel
def plane_flex(m: Model, d: Data, geom: int, f: int, margin: float) -> None:
    """Add the contacts of a plane and the vertices of flex ``f``."""
    normal, place, radius = axis_z(d, geom), load3(d.geom_xpos, geom), m.flex_radius[f]
    includemargin = margin - gap_with(m, geom, -1, f)
    for v in range(m.flex_vertnum[f]):
        x = load3(d.flexvert_xpos, m.flex_vertadr[f] + v)
        d.near_count = 0
        dist = dot(sub(x, place), normal) - radius
        point_on_plane(d, add_scaled(x, normal, -radius), dist, normal, NO_HINT)
        append_contacts(m, d, includemargin, geom, -1, -1, -1, f, -1, v)


@kernel
def sphere_meets_box(center: Vec3, radius: float, boxes: Rows, row: int) -> bool:
    """Return whether a sphere meets the box in ``row``: center and half sizes."""
    square = 0.0
    for k in range(3):
        over = abs(center[k] - boxes[row, k]) - boxes[row, 3 + k]
        if over > 0.0:
            square += over * over
    return square <= radius * radius


@kernel
def box_around(m: Model, d: Data, geom: int, reach: float) -> tuple[Vec3, Vec3]:
    """Return the axis-aligned box of a geom, enlarged by ``reach``: center and half sizes."""
    r = load9(d.geom_xmat, geom)
    center = add(load3(d.geom_xpos, geom), mat_vec(r, load3(m.geom_aabb, geom)))
    x, y, z = m.geom_aabb[geom, 3] + reach, m.geom_aabb[geom, 4] + reach, m.geom_aabb[geom, 5] + reach
    half = (
        abs(r[0]) * x + abs(r[1]) * y + abs(r[2]) * z,
        abs(r[3]) * x + abs(r[4]) * y + abs(r[5]) * z,
        abs(r[6]) * x + abs(r[7]) * y + abs(r[8]) * z,
    )
    return center, half


@kernel
def geom_flex(m: Model, d: Data, geom: int, f: int) -> None:
    """Add the contacts of a geom and flex ``f``."""
    margin = margin_with(m, geom, -1, f)
    d.near_margin = margin
    if m.geom_type[geom] == mjtGeom.mjGEOM_PLANE:
        plane_flex(m, d, geom, f, margin)
        return
    includemargin = margin - gap_with(m, geom, -1, f)
    reach, center, b = m.geom_rbound[geom] + margin, load3(d.geom_xpos, geom), m.geom_bodyid[geom]
    middle, half = box_around(m, d, geom, margin + m.flex_radius[f])
    for i in range(list_near(m, d, f, middle, half, 0)):
        e = d.elem_near[i]
        near = sphere_meets_box(center, reach, d.flexelem_aabb, m.flex_elemadr[f] + e)
        if near and not is_attached(m, f, e, b):
            d.near_count = 0
            touch_element(m, d, geom, f, e)
            append_contacts(m, d, includemargin, geom, -1, -1, -1, f, e, -1)


# Within a flex


@kernel
def internal_pairs(m: Model, d: Data, f: int) -> None:
    """Add the contacts of the listed element-vertex pairs of a 1D or 2D flex."""
    for p in range(m.flex_evpairadr[f], m.flex_evpairadr[f] + m.flex_evpairnum[f]):
        e, v = m.flex_evpair[p, 0], m.flex_evpair[p, 1]
        d.near_count = 0
        touch_vertex(m, d, f, m.flex_vertadr[f] + v, e)
        append_contacts(m, d, 0.0, -1, f, -1, v, f, e, -1)


@kernel
def internal_vertex(m: Model, d: Data, f: int, e: int, i: int, j: int, k: int, apex: int) -> None:
    """Add the contact of a tetrahedron's corner with the plane of the other three.

    The normal of the plane is (c - a) x (b - a).
    """
    a = corner(m, d, f, e, i)
    normal = cross(sub(corner(m, d, f, e, k), a), sub(corner(m, d, f, e, j), a))
    length = norm(normal)
    if length < mjMINVAL:
        return
    normal = scale(normal, 1.0 / length)
    x, radius = corner(m, d, f, e, apex), m.flex_radius[f]
    d.near_count = 0
    dist = dot(sub(x, a), normal) - 2.0 * radius
    point_on_plane(d, add_scaled(x, normal, -radius), dist, normal, NO_HINT)
    v = element_vertex(m, f, e, apex) - m.flex_vertadr[f]
    at = append_contacts(m, d, 0.0, -1, f, e, -1, f, -1, v)
    if at >= 0:
        d.contact_dim[at] = 1


@kernel
def has_distant_cells(m: Model, f: int) -> bool:
    """Return whether elements of a flex can touch; interpolated ones need a cell between them."""
    if m.flex_interp[f] == 0:
        return True
    return m.flex_cellnum[f, 0] > 2 or m.flex_cellnum[f, 1] > 2 or m.flex_cellnum[f, 2] > 2


@kernel
def within_flex(m: Model, d: Data, f: int) -> None:
    """Add the contacts of flex ``f`` with itself."""
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
    if m.flex_selfcollide[f] != 0 and has_distant_cells(m, f):
        collide_itself(m, d, f)


@kernel
def between_flexes(m: Model, d: Data, f1: int, f2: int) -> None:
    """Add the contacts of two flexes."""
    forth = m.flex_contype[f1] & m.flex_conaffinity[f2]
    if forth | (m.flex_contype[f2] & m.flex_conaffinity[f1]) == 0:
        return
    margin = margin_with(m, -1, f1, f2)
    if not boxes_meet(
        d.bvh_aabb_dyn, m.flex_bvhadr[f1] - m.nbvhstatic, m.flex_bvhadr[f2] - m.nbvhstatic, margin
    ):
        return
    for e in range(m.flex_elemnum[f1]):
        if is_active(m, f1, e):
            d.near_margin = margin
            collide_near(m, d, f1, e, f2, 0, margin - gap_with(m, -1, f1, f2))


# Stage


@kernel
def flex_collision(m: Model, d: Data, b: int, first: int) -> None:
    """Add the contacts of body ``b`` with flexes or, with b = -1, among flexes.

    Contacts among flexes include those of a flex with itself.

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
