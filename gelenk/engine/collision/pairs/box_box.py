"""Box against box: the axis of least overlap, then clipping of two faces along that axis.

Documents: Computation / Collision detection / Checking

Two boxes are separated if one of 15 axes separates them: 3 + 3 face normals and 9 products of edges. The
axis with the least overlap is the contact normal. The face of one box nearest to that axis is the reference;
the face of the other box that faces it is the incident one. Projected along the normal, the incident face is a
parallelogram over the rectangle of the reference face. Contacts are, in this order, the points where its four edges
cross the sides of the rectangle, the corners of the rectangle inside the parallelogram, and its vertices inside the
rectangle. Their distance is measured along the normal. For a face normal, only those edges of the incident face
count that are at more than 60 degrees to the normal. Boxes that pass each other within the margin, side by side,
have no contact by this rule; the ends of the passing edges count instead, at their Euclidean distance.
Overlap along an axis: Gottschalk, Lin, Manocha 1996; the selection of points is inferred from results of 3.5.0.

Coordinates of a point over the reference face are (x, y, h): where the line along the normal through the
point meets the plane of the face, and the signed distance along that line, positive outside.
"""

from gelenk.algebra.vec import (
    Mat3,
    Vec3,
    add,
    add_scaled,
    clamp,
    dot,
    load3,
    load9,
    mat_t_vec,
    neg,
    pick,
    scale,
    sub,
)
from gelenk.engine.collision.broadphase import NO_HINT, add_candidate
from gelenk.engine.collision.pairs.primitives import column
from gelenk.tables.enums import mjMINVAL
from gelenk.tables.precision import Limits
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model, View

STEEP = 0.5  # cosine to the normal from which edges of the incident face are ignored
KEEP_OUTSIDE, KEEP_INSIDE = 1.01, 0.99  # bounds relative to the half sizes, see is_in_both_boxes


@kernel
def row_dot(q0: float, q1: float, q2: float, s: Vec3) -> float:
    """Return the dot product of |q| and s."""
    return abs(q0) * s[0] + abs(q1) * s[1] + abs(q2) * s[2]


@kernel
def face_overlaps(w: View, m12: Mat3, r1: Vec3, r2: Vec3, s1: Vec3, s2: Vec3) -> None:
    """Write the overlaps along the face normals of both boxes to w[0..2] and w[3..5].

    m12 = R1' R2; r1 and r2 are the vector between the centers in either frame.
    """
    w[0] = -abs(r1[0]) + s1[0] + row_dot(m12[0], m12[1], m12[2], s2)
    w[1] = -abs(r1[1]) + s1[1] + row_dot(m12[3], m12[4], m12[5], s2)
    w[2] = -abs(r1[2]) + s1[2] + row_dot(m12[6], m12[7], m12[8], s2)
    w[3] = -abs(r2[0]) + s2[0] + row_dot(m12[0], m12[3], m12[6], s1)
    w[4] = -abs(r2[1]) + s2[1] + row_dot(m12[1], m12[4], m12[7], s1)
    w[5] = -abs(r2[2]) + s2[2] + row_dot(m12[2], m12[5], m12[8], s1)


@kernel
def edge_overlap(i: int, c: Vec3, r1: Vec3, s1: Vec3, s2: Vec3, j: int, m12: Mat3) -> float:
    """Return the overlap along the cross product of edge ``i`` of box 1 and ``j`` of box 2.

    ``c`` is the axis of edge ``j`` in frame 1. The axis is e_i x c / |e_i x c|. Parallel edges give 1e300, so that the
    result is never -inf.
    """
    i1, i2 = (i + 1) % 3, (i + 2) % 3
    j1, j2 = (j + 1) % 3, (j + 2) % 3
    c1, c2 = pick(c, i1), pick(c, i2)
    length2 = c1 * c1 + c2 * c2
    if length2 < Limits.PARALLEL:
        return 1e300
    row = m12[0:3] if i == 0 else m12[3:6] if i == 1 else m12[6:9]
    reach1 = pick(s1, i1) * abs(c2) + pick(s1, i2) * abs(c1)
    reach2 = pick(s2, j1) * abs(pick(row, j2)) + pick(s2, j2) * abs(pick(row, j1))
    return (reach1 + reach2 - abs(pick(r1, i2) * c1 - pick(r1, i1) * c2)) / length2**0.5


@kernel
def least_overlap(w: View, m12: Mat3, r1: Vec3, r2: Vec3, s1: Vec3, s2: Vec3, margin: float) -> int:
    """Return the axis of least overlap, or -1 if the boxes are farther apart than the margin.

    Axes 0..5 are face normals, 6 + 3 i + j is the cross product of edges i and j.
    """
    face_overlaps(w, m12, r1, r2, s1, s2)
    best, axis = 1e300, 0
    for k in range(6):
        if w[k] < best:
            best, axis = w[k], k
    if best < -margin - Limits.EDGE_GAIN:
        return -1
    best -= Limits.EDGE_GAIN
    for j in range(3):
        c = column(m12, j)
        for i in range(3):
            overlap = edge_overlap(i, c, r1, s1, s2, j, m12)
            if overlap < best:
                best, axis = overlap, 6 + 3 * i + j
    return -1 if best < -margin - 2.0 * Limits.EDGE_GAIN else axis


@kernel
def face_frame(r: Mat3, k: int, side: float) -> tuple[Vec3, Vec3, Vec3]:
    """Return a right-handed frame with z the outward normal of face ``k``, ``side`` +-1."""
    if k == 0:
        return scale(column(r, 2), -side), column(r, 1), scale(column(r, 0), side)
    if k == 1:
        return column(r, 0), scale(column(r, 2), -side), scale(column(r, 1), side)
    return scale(column(r, 0), side), column(r, 1), scale(column(r, 2), side)


@kernel
def face_sizes(s: Vec3, k: int) -> Vec3:
    """Return the half sizes of a box along the axes of face_frame."""
    return (s[2], s[1], s[0]) if k == 0 else (s[0], s[2], s[1]) if k == 1 else s


@kernel
def over_face(v: Vec3, x: Vec3, y: Vec3, z: Vec3, slope: Vec3) -> Vec3:
    """Return vector ``v`` as (x, y, h) over the face.

    slope = normal in the frame of the face, divided by its z component.
    """
    h = dot(v, z)
    return dot(v, x) - slope[0] * h, dot(v, y) - slope[1] * h, h * slope[2]


@kernel
def in_frame(d: Data, geom: int, point: Vec3) -> Vec3:
    """Return absolute coordinates of ``point`` in the frame of a geom."""
    v = mat_t_vec(load9(d.geom_xmat, geom), sub(point, load3(d.geom_xpos, geom)))
    return abs(v[0]), abs(v[1]), abs(v[2])


@kernel
def is_beyond(v: Vec3, s: Vec3, margin: float, bound: float) -> bool:
    """Return whether a coordinate minus the margin exceeds ``bound`` times its half size."""
    return (v[0] - margin > bound * s[0]) | (v[1] - margin > bound * s[1]) | (v[2] - margin > bound * s[2])


@kernel
def is_in_both_boxes(m: Model, d: Data, geom1: int, geom2: int, point: Vec3) -> bool:
    """Return whether a point is in both boxes, or just outside one and well inside the other."""
    margin, s1, s2 = d.near_margin, load3(m.geom_size, geom1), load3(m.geom_size, geom2)
    v1, v2 = in_frame(d, geom1, point), in_frame(d, geom2, point)
    if is_beyond(v1, s1, margin, KEEP_OUTSIDE) and is_beyond(v2, s2, margin, KEEP_INSIDE):
        return False
    return not (is_beyond(v2, s2, margin, KEEP_OUTSIDE) and is_beyond(v1, s1, margin, KEEP_INSIDE))


@kernel
def emit(m: Model, d: Data, geom1: int, geom2: int, p: Vec3, flip: float) -> None:
    """Add a contact at p = (x, y, h) over the reference face; flip = -1 if it is of box 2."""
    h = p[2]
    if h > d.near_margin:
        return
    w = d.near_work
    normal = (w[20], w[21], w[22])
    f = 0.5 * h
    point = (
        w[8] + w[11] * p[0] + w[14] * p[1] + f * normal[0],
        w[9] + w[12] * p[0] + w[15] * p[1] + f * normal[1],
        w[10] + w[13] * p[0] + w[16] * p[1] + f * normal[2],
    )
    if is_in_both_boxes(m, d, geom1, geom2, point):
        add_candidate(d, h, point, scale(normal, flip), NO_HINT)


@kernel
def cross_sides(m: Model, d: Data, geom1: int, geom2: int, p: Vec3, e: Vec3, s: Vec3, flip: float) -> None:
    """Add contacts where edge p + t e crosses the rectangle's sides -x, +x, -y, +y, in order."""
    for turn in range(4):
        along, start, half = (e[0], p[0], s[0]) if turn < 2 else (e[1], p[1], s[1])
        if abs(along) > mjMINVAL:
            side = half if turn & 1 else -half
            way = side - start
            if 0.0 <= way <= along or along <= way <= 0.0:
                q = add_scaled(p, e, way / along)
                if turn < 2 and abs(q[1]) <= s[1]:
                    emit(m, d, geom1, geom2, (side, q[1], q[2]), flip)
                elif turn >= 2 and abs(q[0]) <= s[0]:
                    emit(m, d, geom1, geom2, (q[0], side, q[2]), flip)


@kernel
def cover_corners(
    m: Model, d: Data, geom1: int, geom2: int, p: Vec3, e1: Vec3, e2: Vec3, s: Vec3, flip: float, most: int
) -> None:
    """Add contacts at up to ``most`` rectangle corners inside the parallelogram p, e1, e2."""
    det = e1[0] * e2[1] - e1[1] * e2[0]
    if abs(det) < mjMINVAL:
        return
    for corner in range(4):
        x = (s[0] if corner & 2 else -s[0]) - p[0]
        y = (s[1] if corner & 1 else -s[1]) - p[1]
        a, b = (x * e2[1] - y * e2[0]) / det, (e1[0] * y - e1[1] * x) / det
        if most > 0 and 0.0 < a < 1.0 and 0.0 < b < 1.0:
            most -= 1
            h = p[2] + a * e1[2] + b * e2[2]
            emit(m, d, geom1, geom2, (x + p[0], y + p[1], h), flip)


@kernel
def inside_vertex(
    m: Model, d: Data, geom1: int, geom2: int, p: Vec3, s: Vec3, beyond: float, flip: float
) -> None:
    """Add a contact at incident vertex ``p`` if less than ``beyond`` outside the rectangle."""
    if abs(p[0]) < s[0] + beyond and abs(p[1]) < s[1] + beyond:
        emit(m, d, geom1, geom2, p, flip)


@kernel
def beside(m: Model, d: Data, geom1: int, geom2: int, q: Vec3, s: Vec3, flip: float) -> None:
    """Add a contact halfway between ``q`` and the nearest point of the rectangle.

    The distance is Euclidean and must be within the margin.
    """
    near_x, near_y = clamp(q[0], -s[0], s[0]), clamp(q[1], -s[1], s[1])
    dx, dy, h = q[0] - near_x, q[1] - near_y, q[2]
    dist = (dx * dx + dy * dy + h * h) ** 0.5
    if dist <= d.near_margin:
        w = d.near_work
        x, y, h = near_x + 0.5 * dx, near_y + 0.5 * dy, 0.5 * h
        normal = (w[20], w[21], w[22])
        point = (
            w[8] + w[11] * x + w[14] * y + h * normal[0],
            w[9] + w[12] * x + w[15] * y + h * normal[1],
            w[10] + w[13] * x + w[16] * y + h * normal[2],
        )
        add_candidate(d, dist, point, scale(normal, flip), NO_HINT)


@kernel
def pass_beside(m: Model, d: Data, geom1: int, geom2: int, p: Vec3, e: Vec3, s: Vec3, flip: float) -> None:
    """Add contacts of an incident edge that is above the plane and beside the rectangle.

    The edge runs from ``p`` along ``e``. Contacts are at the ends of its part beside one side of the rectangle.
    """
    if p[2] <= 0.0 or p[2] + e[2] <= 0.0:
        return
    k = 0 if abs(e[0]) > abs(e[1]) else 1
    along, start, half = pick(e, k), pick(p, k), pick(s, k)
    if abs(along) < mjMINVAL:
        return
    t1, t2 = (-half - start) / along, (half - start) / along
    first, last = max(0.0, min(t1, t2)), min(1.0, max(t1, t2))
    if first <= last:
        beside(m, d, geom1, geom2, add_scaled(p, e, first), s, flip)
        beside(m, d, geom1, geom2, add_scaled(p, e, last), s, flip)


@kernel
def same_place(d: Data, i: int, j: int) -> bool:
    """Return whether candidates ``i`` and ``j`` are at the same point."""
    return (
        abs(d.near_pos[i, 0] - d.near_pos[j, 0]) < Limits.SAME_POINT
        and abs(d.near_pos[i, 1] - d.near_pos[j, 1]) < Limits.SAME_POINT
        and abs(d.near_pos[i, 2] - d.near_pos[j, 2]) < Limits.SAME_POINT
    )


@kernel
def drop_repeated(d: Data) -> None:
    """Keep the last of coincident candidates; edges of aligned boxes meet at corners."""
    n = 0
    for i in range(d.near_count):
        repeated = False
        for j in range(i + 1, d.near_count):
            repeated = repeated or same_place(d, i, j)
        if not repeated:
            d.near_dist[n] = d.near_dist[i]
            for k in range(3):
                d.near_pos[n, k] = d.near_pos[i, k]
            n += 1
    d.near_count = n  # all normals are equal


@kernel
def overlap_faces(
    m: Model,
    d: Data,
    geom1: int,
    geom2: int,
    p: Vec3,
    e1: Vec3,
    e2: Vec3,
    nedge: int,
    s: Vec3,
    flip: float,
    edge: int,
) -> None:
    """Add all contacts of the incident face p + a e1 + b e2 over the reference rectangle.

    The half sizes of the rectangle are s; the first ``nedge`` of e1, e2 count. Along a face normal (edge < 0), if the
    vertex p alone is deepest, it counts at any place if the boxes overlap, else up to their distance outside of the
    rectangle. Along an edge product, at most one corner of the rectangle counts.
    """
    if nedge > 0:
        cross_sides(m, d, geom1, geom2, p, e1, s, flip)
    if nedge > 1:
        cross_sides(m, d, geom1, geom2, p, e2, s, flip)
        cross_sides(m, d, geom1, geom2, add(p, e1), e2, s, flip)
        cross_sides(m, d, geom1, geom2, add(p, e2), e1, s, flip)
        cover_corners(m, d, geom1, geom2, p, e1, e2, s, flip, 4 if edge < 0 else 1)
    level = nedge > 0 and (e1[2] == 0.0 or (nedge > 1 and e2[2] == 0.0))
    beyond = 0.0 if edge >= 0 else Limits.SAME_POINT if level else p[2] if p[2] > 0.0 else 1e300
    inside_vertex(m, d, geom1, geom2, p, s, beyond, flip)
    if nedge > 0:
        inside_vertex(m, d, geom1, geom2, add(p, e1), s, 0.0, flip)
    if nedge > 1:
        inside_vertex(m, d, geom1, geom2, add(p, e2), s, 0.0, flip)
        inside_vertex(m, d, geom1, geom2, add(add(p, e1), e2), s, 0.0, flip)
    if d.near_count == 0 and edge < 0 and nedge > 1:
        pass_beside(m, d, geom1, geom2, p, e1, s, flip)
        pass_beside(m, d, geom1, geom2, p, e2, s, flip)
        pass_beside(m, d, geom1, geom2, add(p, e1), e2, s, flip)
        pass_beside(m, d, geom1, geom2, add(p, e2), e1, s, flip)
    drop_repeated(d)


@kernel
def store_frame(d: Data, center: Vec3, x: Vec3, y: Vec3, z: Vec3, sz: float, normal: Vec3) -> None:
    """Write center, axes x and y, and normal of the reference face to near_work[8..]."""
    w = d.near_work
    for k in range(3):
        w[8 + k] = pick(center, k) + sz * pick(z, k)
        w[11 + k] = pick(x, k)
        w[14 + k] = pick(y, k)
        w[20 + k] = pick(normal, k)


@kernel
def incident(
    d: Data,
    g1: int,
    g2: int,
    edge: int,
    x: Vec3,
    y: Vec3,
    z: Vec3,
    slope: Vec3,
    toward: Vec3,
    r: Mat3,
    s: Vec3,
    offset: Vec3,
    sz: float,
) -> tuple[Vec3, Vec3, Vec3, int]:
    """Return the deepest vertex of the other box and the edges of its incident face.

    The result is in coordinates over the reference face. The axes of the other box are the columns of r, its half sizes
    are s, offset is the vector to its center; toward = R' normal. ``edge`` is its edge in the edge product, or -1. The
    vertex is at the negative end of edges at right angles to the normal, but at the positive end of ``edge``.
    """
    first, second, nedge = g1, g2, 2
    if edge < 0:
        first, second, nedge = -1, -1, 0
        for k in range(3):
            if abs(pick(toward, k)) < STEEP:
                if nedge == 0:
                    first = k
                else:
                    second = k
                nedge += 1
    v = offset
    up0 = 1.0 if toward[0] < 0.0 or edge == 0 else -1.0
    up1 = 1.0 if toward[1] < 0.0 or edge == 1 else -1.0
    up2 = 1.0 if toward[2] < 0.0 or edge == 2 else -1.0
    v = add_scaled(v, column(r, 0), up0 * s[0])
    v = add_scaled(v, column(r, 1), up1 * s[1])
    v = add_scaled(v, column(r, 2), up2 * s[2])
    ups = (up0, up1, up2)
    p = over_face(sub(v, scale(z, sz)), x, y, z, slope)
    e1 = over_face(scale(column(r, first), -2.0 * pick(s, first) * pick(ups, first)), x, y, z, slope)
    e2 = over_face(scale(column(r, second), -2.0 * pick(s, second) * pick(ups, second)), x, y, z, slope)
    return p, e1, e2, nedge


@kernel
def steepest(v: Vec3) -> int:
    """Return the index of the component of largest magnitude, the first if several are equal."""
    k = 0
    if abs(v[1]) > abs(v[0]):
        k = 1
    return 2 if abs(v[2]) > abs(pick(v, k)) else k


@kernel
def edge_normal(rot1: Mat3, rot2: Mat3, i: int, j: int, between: Vec3) -> Vec3:
    """Return the unit cross product of edge i of box 1 and edge j of box 2, toward box 2."""
    u, v = column(rot1, i), column(rot2, j)
    n = (u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0])
    f = 1.0 / dot(n, n) ** 0.5
    return scale(n, -f if dot(n, between) < 0.0 else f)


@kernel
def face_contacts(
    m: Model,
    d: Data,
    geom1: int,
    geom2: int,
    axis: int,
    between: Vec3,
    c1: Vec3,
    c2: Vec3,
    rot1: Mat3,
    rot2: Mat3,
    s1: Vec3,
    s2: Vec3,
) -> None:
    """Add the contacts along a face normal: ``axis`` of box 1, or ``axis`` - 3 of box 2."""
    upright = (0.0, 0.0, 1.0)
    if axis < 3:
        side = -1.0 if dot(column(rot1, axis), between) < 0.0 else 1.0
        x, y, z = face_frame(rot1, axis, side)
        s = face_sizes(s1, axis)
        store_frame(d, c1, x, y, z, s[2], z)
        toward = mat_t_vec(rot2, z)
        p, e1, e2, n = incident(d, -1, -1, -1, x, y, z, upright, toward, rot2, s2, between, s[2])
        overlap_faces(m, d, geom1, geom2, p, e1, e2, n, s, 1.0, -1)
    else:
        k = axis - 3
        side = 1.0 if dot(column(rot2, k), between) < 0.0 else -1.0
        x, y, z = face_frame(rot2, k, side)
        s = face_sizes(s2, k)
        store_frame(d, c2, x, y, z, s[2], z)
        toward = mat_t_vec(rot1, z)
        p, e1, e2, n = incident(d, -1, -1, -1, x, y, z, upright, toward, rot1, s1, neg(between), s[2])
        overlap_faces(m, d, geom1, geom2, p, e1, e2, n, s, -1.0, -1)


@kernel
def edge_contacts(
    m: Model,
    d: Data,
    geom1: int,
    geom2: int,
    axis: int,
    between: Vec3,
    c1: Vec3,
    rot1: Mat3,
    rot2: Mat3,
    s1: Vec3,
    s2: Vec3,
) -> None:
    """Add the contacts along an edge product, over the face of box 1 nearest to it.

    ``axis`` = 6 + 3 i + j for the edges i and j.
    """
    edge = (axis - 6) % 3
    normal = edge_normal(rot1, rot2, (axis - 6) // 3, edge, between)
    toward1 = mat_t_vec(rot1, normal)
    k = steepest(toward1)
    side = 1.0 if pick(toward1, k) > 0.0 else -1.0
    toward = mat_t_vec(rot2, normal)
    other = 3 - edge - steepest(toward)
    x, y, z = face_frame(rot1, k, side)
    s = face_sizes(s1, k)
    slope = (dot(normal, x) / dot(normal, z), dot(normal, y) / dot(normal, z), 1.0 / dot(normal, z))
    store_frame(d, c1, x, y, z, s[2], normal)
    p, e1, e2, n = incident(d, edge, other, edge, x, y, z, slope, toward, rot2, s2, between, s[2])
    overlap_faces(m, d, geom1, geom2, p, e1, e2, n, s, 1.0, edge)


@kernel
def nearest_face(w: View) -> int:
    """Return the index of the face normal with the least overlap in w[0..5]."""
    axis = 0
    for k in range(1, 6):
        if w[k] < w[axis]:
            axis = k
    return axis


@kernel
def box_box(m: Model, d: Data, geom1: int, geom2: int) -> None:
    """Add up to eight contacts of two boxes, all with the same normal."""
    c1, c2 = load3(d.geom_xpos, geom1), load3(d.geom_xpos, geom2)
    rot1, rot2 = load9(d.geom_xmat, geom1), load9(d.geom_xmat, geom2)
    s1, s2 = load3(m.geom_size, geom1), load3(m.geom_size, geom2)
    between = sub(c2, c1)
    a0, a1 = mat_t_vec(rot2, column(rot1, 0)), mat_t_vec(rot2, column(rot1, 1))
    a2 = mat_t_vec(rot2, column(rot1, 2))
    m12 = (a0[0], a0[1], a0[2], a1[0], a1[1], a1[2], a2[0], a2[1], a2[2])
    r1, r2 = mat_t_vec(rot1, between), mat_t_vec(rot2, between)
    axis = least_overlap(d.near_work, m12, r1, r2, s1, s2, d.near_margin)
    if axis < 0:
        return

    if axis >= 6:
        edge_contacts(m, d, geom1, geom2, axis, between, c1, rot1, rot2, s1, s2)
        if d.near_count > 0 or d.near_margin == 0.0:
            return
        axis = nearest_face(d.near_work)  # the edges pass each other within the margin
    face_contacts(m, d, geom1, geom2, axis, between, c1, c2, rot1, rot2, s1, s2)
