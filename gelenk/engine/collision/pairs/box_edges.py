"""Box against box as from 3.13 on (edges or clipped faces), and capsule against box.

Documents: Computation / Collision detection / Checking

Box against box as from 3.13 on: an edge contact, or one face clipped by another.

The normal is that of least overlap among 3 + 3 face normals and 9 cross products of edges (box_box.py). An edge product
within ALIKE_COSINE of the best face normal wins only if its overlap is smaller by EDGE_SHARE; it gives one contact,
between the two edges. Otherwise the reference is the face of least overlap: the face of the other box that is most
opposite to it is clipped by its sides, and all corners within the margin, at most eight, become contacts, each with its
distance along the normal. Both constants are measured on 4.0.0.

Source  overlap along an axis: Gottschalk, Lin, Manocha 1996; clipping: Sutherland and Hodgman 1974
Work space  near_pos the corners, near_frame their copy

Capsule against box: contacts at the nearest point of the capsule's axis and one more.

In the frame of the box the axis is c + t a, |t| <= 1, and the box |x_k| <= s_k. The nearest point belongs to
an end of the axis above a face (or inside), to an edge, or to a corner. From there the axis may run along a
face; the second point is where the axis ends or leaves that face. Each point gives the contact of a sphere of the
capsule with the box. The rules are inferred from results of 3.5.0.
"""

from gelenk.algebra.vec import (
    Mat3,
    Vec3,
    add_scaled,
    dot,
    load3,
    load9,
    mat_t_vec,
    neg,
    pick,
    scale,
    store3,
    sub,
)
from gelenk.engine.collision.broadphase import NO_HINT, add_candidate, write_candidate
from gelenk.engine.collision.pairs.box_box import (
    edge_normal,
    edge_overlap,
    face_overlaps,
    nearest_face,
    steepest,
)
from gelenk.engine.collision.pairs.primitives import axis_z, column, sphere_against_box
from gelenk.tables.enums import mjMINVAL
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model

EDGE_SHARE = (
    0.05  # fraction by which the overlap of such an edge product must be smaller, as measured on 4.0.0
)
ALIKE_COSINE = 0.99  # cosine with the best face normal above which EDGE_SHARE applies, as measured on 4.0.0


@kernel
def box_corner(d: Data, m: Model, geom: int, n: Vec3, skipped: int) -> Vec3:
    """Return the box corner farthest along ``n``, or the middle of its edge ``skipped``."""
    rot, s, x = load9(d.geom_xmat, geom), load3(m.geom_size, geom), load3(d.geom_xpos, geom)
    for k in range(3):
        u = column(rot, k)
        if k != skipped:
            x = add_scaled(x, u, pick(s, k) if dot(u, n) > 0.0 else -pick(s, k))
    return x


@kernel
def touch_edges(m: Model, d: Data, geom1: int, geom2: int, i: int, j: int, n: Vec3, overlap: float) -> None:
    """Add the contact of edge ``i`` of box 1 and edge ``j`` of box 2, with normal ``n``."""
    p, q = box_corner(d, m, geom1, n, i), box_corner(d, m, geom2, neg(n), j)
    u, v = column(load9(d.geom_xmat, geom1), i), column(load9(d.geom_xmat, geom2), j)
    r, c = sub(q, p), dot(u, v)
    t = (dot(r, u) - c * dot(r, v)) / max(1.0 - c * c, mjMINVAL)
    s1 = pick(load3(m.geom_size, geom1), i)
    t = min(max(t, -s1), s1)
    add_candidate(d, -overlap, add_scaled(add_scaled(p, u, t), n, -0.5 * overlap), n, NO_HINT)


@kernel
def clip_side(d: Data, n: int, point: Vec3, inward: Vec3) -> int:
    """Clip the polygon in near_pos (n corners) by a half space; return its corner count."""
    for k in range(n):
        for j in range(3):
            d.near_frame[k, j] = d.near_pos[k, j]
    left = 0
    for k in range(n):
        following = k + 1 if k + 1 < n else 0
        p = (d.near_frame[k, 0], d.near_frame[k, 1], d.near_frame[k, 2])
        q = (d.near_frame[following, 0], d.near_frame[following, 1], d.near_frame[following, 2])
        hp, hq = dot(inward, sub(p, point)), dot(inward, sub(q, point))
        if hp >= 0.0:
            store3(d.near_pos, left, p)
            left += 1
        if hp * hq < 0.0:
            store3(d.near_pos, left, add_scaled(p, sub(q, p), hp / (hp - hq)))
            left += 1
    return left


@kernel
def outline_toward(m: Model, d: Data, geom: int, n: Vec3) -> int:
    """Write the corners of the face farthest along ``n`` to near_pos; return their number."""
    rot, s = load9(d.geom_xmat, geom), load3(m.geom_size, geom)
    axis = steepest(mat_t_vec(rot, n))
    u, v, w = column(rot, (axis + 1) % 3), column(rot, (axis + 2) % 3), column(rot, axis)
    su, sv, sw = pick(s, (axis + 1) % 3), pick(s, (axis + 2) % 3), pick(s, axis)
    center = add_scaled(load3(d.geom_xpos, geom), w, sw if dot(w, n) > 0.0 else -sw)
    for k in range(4):
        a = su if k == 0 or k == 3 else -su
        store3(d.near_pos, k, add_scaled(add_scaled(center, u, a), v, sv if k < 2 else -sv))
    return 4


@kernel
def touch_face(m: Model, d: Data, geom: int, other: int, axis: int, normal: Vec3, flip: float) -> None:
    """Add the contacts of ``other`` on the face of ``geom`` with the outward ``normal``.

    ``flip`` is -1 if ``geom`` is the second of the pair.
    """
    rot, s, x = load9(d.geom_xmat, geom), load3(m.geom_size, geom), load3(d.geom_xpos, geom)
    n = outline_toward(m, d, other, neg(normal))
    for k in range(1, 3):
        u, half = column(rot, (axis + k) % 3), pick(s, (axis + k) % 3)
        n = clip_side(d, n, add_scaled(x, u, half), neg(u))
        n = clip_side(d, n, add_scaled(x, u, -half), u)
    top = add_scaled(x, normal, pick(s, axis))
    for k in range(n):
        p = load3(d.near_pos, k)
        h = dot(normal, sub(p, top))
        if h <= d.near_margin:
            write_candidate(d, d.near_count, h, add_scaled(p, normal, -0.5 * h), scale(normal, flip), NO_HINT)
            d.near_count += 1


@kernel
def box_clip(m: Model, d: Data, geom1: int, geom2: int) -> None:
    """Add up to eight contacts of two boxes (interface in dispatch.py)."""
    rot1, rot2 = load9(d.geom_xmat, geom1), load9(d.geom_xmat, geom2)
    s1, s2 = load3(m.geom_size, geom1), load3(m.geom_size, geom2)
    between = sub(load3(d.geom_xpos, geom2), load3(d.geom_xpos, geom1))
    a0, a1 = mat_t_vec(rot2, column(rot1, 0)), mat_t_vec(rot2, column(rot1, 1))
    a2 = mat_t_vec(rot2, column(rot1, 2))
    m12 = (a0[0], a0[1], a0[2], a1[0], a1[1], a1[2], a2[0], a2[1], a2[2])
    r1, r2 = mat_t_vec(rot1, between), mat_t_vec(rot2, between)
    face_overlaps(d.near_work, m12, r1, r2, s1, s2)
    axis = nearest_face(d.near_work)
    face = d.near_work[axis]
    best, edge = 1e300, 0
    for k in range(9):
        overlap = edge_overlap(k // 3, column(m12, k % 3), r1, s1, s2, k % 3, m12)
        if overlap < best:
            best, edge = overlap, k
    if min(face, best) < -d.near_margin:
        return
    normal = column(rot1, axis) if axis < 3 else column(rot2, axis - 3)
    if dot(normal, between) < 0.0:
        normal = neg(normal)
    if best < face:
        n = edge_normal(rot1, rot2, edge // 3, edge % 3, between)
        if best < face - EDGE_SHARE * abs(face) or dot(n, normal) < ALIKE_COSINE:
            touch_edges(m, d, geom1, geom2, edge // 3, edge % 3, n, best)
            return
    if axis < 3:
        touch_face(m, d, geom1, geom2, axis, normal, 1.0)
    else:
        touch_face(m, d, geom2, geom1, axis - 3, neg(normal), -1.0)


# Capsule against box

INSIDE, FACE, EDGE, CORNER = 0, 1, 2, 3
FARTHEST = 1e100


@kernel
def nearest_end(c: Vec3, a: Vec3, s: Vec3) -> tuple[float, float, int, int]:
    """Find the end of the capsule's axis nearest to the box, if inside or above a face.

    Returns squared distance, t, kind, face axis.
    """
    best, t, kind, axis = FARTHEST, 0.0, INSIDE, -1
    for end in range(2):
        side = 2.0 * end - 1.0
        outside, height, k = 0, 0.0, -1
        for j in range(3):
            over = abs(pick(c, j) + side * pick(a, j)) - pick(s, j)
            if over > 0.0:
                outside, height, k = outside + 1, over, j
        if outside < 2 and height * height < best:
            best, t, kind, axis = height * height, side, FACE if outside == 1 else INSIDE, k
    return best, t, kind, axis


@kernel
def nearest_on_edge(c: Vec3, a: Vec3, s: Vec3, corner: int, k: int) -> tuple[float, float, int, int]:
    """Find the nearest points of the axis and the edge along ``k`` through ``corner``.

    Returns squared distance, t, kind, corner. The edge is e + x s_k, |x| <= 1. Kind is CORNER if the nearest points of
    the infinite lines, or of axis and infinite edge, are beyond an end of the edge; corner is then that end.
    """
    i, j = (k + 1) % 3, (k + 2) % 3
    u, ck, ak = pick(s, k), pick(c, k), pick(a, k)
    wi = pick(c, i) - (pick(s, i) if corner >> i & 1 else -pick(s, i))
    wj = pick(c, j) - (pick(s, j) if corner >> j & 1 else -pick(s, j))
    ai, aj = pick(a, i), pick(a, j)
    across, along = ai * ai + aj * aj, -(ai * wi + aj * wj)
    t_line = along / across
    x = (ck + t_line * ak) / u
    beyond, upper = abs(x) > 1.0, x > 0.0
    t = max(-1.0, min(1.0, t_line))
    x = (ck + t * ak) / u
    if abs(x) > 1.0:
        beyond, upper = True, x > 0.0
        x = 1.0 if x > 0.0 else -1.0
        t = max(-1.0, min(1.0, (along + ak * (x * u - ck)) / (across + ak * ak)))
        x = max(-1.0, min(1.0, (ck + t * ak) / u))
    di, dj, dk = wi + t * ai, wj + t * aj, ck + t * ak - x * u
    if upper:
        corner = corner | 1 << k
    return di * di + dj * dj + dk * dk, t, CORNER if beyond else EDGE, corner


@kernel
def leave_slab(x: float, v: float, s: float) -> float:
    """Return the time from ``x`` at speed ``v`` to the boundary of a slab of half width ``s``."""
    return (s - x) / v if v > 0.0 else (-s - x) / v if v < 0.0 else FARTHEST


@kernel
def along_face(c: Vec3, a: Vec3, s: Vec3, t: float, face: int) -> float:
    """Return t of the second point, for an end of the axis above a face.

    The point is where the axis leaves the column over the face, or ends.
    """
    way = 2.0
    for k in range(3):
        if k != face:
            way = min(way, leave_slab(pick(c, k) + t * pick(a, k), -t * pick(a, k), pick(s, k)))
    return t - t * way


@kernel
def rises(a: Vec3, corner: int, k: int) -> bool:
    """Return whether coordinate ``k`` points outward along +a at ``corner``."""
    return (pick(a, k) > 0.0) == (corner >> k & 1 == 1)


@kernel
def width_over(s: Vec3, a: Vec3, k: int) -> float:
    """Return the length in t over which the axis crosses the width of the box along ``k``."""
    return 2.0 * pick(s, k) / max(abs(pick(a, k)), mjMINVAL)


@kernel
def along_edge_face(c: Vec3, a: Vec3, s: Vec3, t: float, corner: int, k: int) -> float:
    """Return t of the second point for an edge along ``k``, or FARTHEST for none.

    The point is on the adjacent face that is more nearly parallel to the axis.
    """
    i, j = (k + 1) % 3, (k + 2) % 3
    if rises(a, corner, i) == rises(a, corner, j):
        return FARTHEST
    lead = i if abs(pick(a, i)) > abs(pick(a, j)) else j
    to = -1.0 if rises(a, corner, lead) else 1.0
    way = min(1.0 - t * to, width_over(s, a, lead))
    return t + to * min(way, leave_slab(pick(c, k) + t * pick(a, k), to * pick(a, k), pick(s, k)))


@kernel
def along_corner(a: Vec3, s: Vec3, t: float, corner: int) -> float:
    """Return t of the second point for a corner, or FARTHEST for none.

    Along the axis, one of the three coordinates goes inward while the other two go outward, or the reverse. If this
    coordinate has most of the length of the axis, the second point is along its edge, else along the face of the other
    two.
    """
    rise0, rise1, rise2 = rises(a, corner, 0), rises(a, corner, 1), rises(a, corner, 2)
    if rise0 == rise1 and rise1 == rise2:
        return FARTHEST
    odd = 2 if rise0 == rise1 else 1 if rise0 == rise2 else 0
    to = -1.0 if rises(a, corner, odd) else 1.0
    lead = pick(a, odd)
    if lead * lead > 0.5 * dot(a, a):
        return t + to * min(1.0 - t * to, width_over(s, a, odd))
    to = -to
    way = min(width_over(s, a, (odd + 1) % 3), width_over(s, a, (odd + 2) % 3))
    return t + to * min(1.0 - t * to, way)


@kernel
def touch_capsule_box(
    d: Data, center: Vec3, half: Vec3, radius: float, center2: Vec3, r: Mat3, s: Vec3
) -> None:
    """Add up to two contacts: spheres of the capsule at the nearest and a second point."""
    c, a = mat_t_vec(r, sub(center, center2)), mat_t_vec(r, half)

    best, t, kind, axis = nearest_end(c, a, s)
    corner = 0
    parallel = mjMINVAL * dot(a, a)
    for i in range(8):
        for k in range(3):
            ak = pick(a, k)
            if i >> k & 1 == 0 and dot(a, a) - ak * ak > parallel:
                distance2, t_edge, kind_edge, corner_edge = nearest_on_edge(c, a, s, i, k)
                if distance2 < best:
                    best, t, kind, axis, corner = distance2, t_edge, kind_edge, k, corner_edge

    sphere_against_box(d, add_scaled(center, half, t), radius, center2, r, s)
    t2 = FARTHEST
    if kind == FACE:
        t2 = along_face(c, a, s, t, axis)
    elif kind == EDGE:
        t2 = along_edge_face(c, a, s, t, corner, axis)
    elif kind == CORNER:
        t2 = along_corner(a, s, t, corner)
    if t2 < FARTHEST:
        sphere_against_box(d, add_scaled(center, half, t2), radius, center2, r, s)


@kernel
def capsule_box(m: Model, d: Data, geom1: int, geom2: int) -> None:
    """Add the contacts of a capsule and a box, see touch_capsule_box."""
    half = scale(axis_z(d, geom1), m.geom_size[geom1, 1])
    center2, r, s = load3(d.geom_xpos, geom2), load9(d.geom_xmat, geom2), load3(m.geom_size, geom2)
    touch_capsule_box(d, load3(d.geom_xpos, geom1), half, m.geom_size[geom1, 0], center2, r, s)
