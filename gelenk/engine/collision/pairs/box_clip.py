"""Box against box as from 3.13 on: an edge contact, or one face clipped by another.

Documents: Computation / Collision detection / Checking

The normal is that of least overlap among 3 + 3 face normals and 9 products of edges (box_box.py). A product of edges
that is like the best face normal must have less overlap by a share; it has one contact, between the two edges.
Otherwise, the face of the other box that is most opposite to the face of least overlap is clipped by the sides of
that face; all corners within the margin, at most eight, become contacts, each with its distance along the normal.
When edges are preferred is measured on 4.0.0.

Source  overlap along an axis: Gottschalk, Lin, Manocha 1996; clipping: Sutherland and Hodgman 1974
Work space  near_pos the corners, near_frame their copy
"""

from gelenk.algebra.vec import Vec3, add_scaled, dot, load3, load9, mat_t_vec, neg, pick, scale, store3, sub
from gelenk.engine.collision.broadphase import NO_HINT, add_candidate, write_candidate
from gelenk.engine.collision.pairs.box_box import (
    edge_normal,
    edge_overlap,
    face_overlaps,
    nearest_face,
    steepest,
)
from gelenk.engine.collision.pairs.primitives import column
from gelenk.tables.enums import mjMINVAL
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model

EDGE_SHARE = (
    0.05  # share of the overlap by which an edge product must have less than a face like it, measured
)
ALIKE = 0.99  # cosine between the two normals above which that holds, measured


@kernel
def box_corner(d: Data, m: Model, geom: int, n: Vec3, skipped: int) -> Vec3:
    """Return the corner of a box farthest along ``n``, or the middle of an edge."""
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
        if best < face - EDGE_SHARE * abs(face) or dot(n, normal) < ALIKE:
            touch_edges(m, d, geom1, geom2, edge // 3, edge % 3, n, best)
            return
    if axis < 3:
        touch_face(m, d, geom1, geom2, axis, normal, 1.0)
    else:
        touch_face(m, d, geom2, geom1, axis - 3, neg(normal), -1.0)
