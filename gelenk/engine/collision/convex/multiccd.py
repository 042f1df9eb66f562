"""The flag multiccd: several contacts where flat faces of boxes and meshes meet.

Documents: XML reference / option / flag (multiccd, nativeccd)

The convex collider has found the normal n and the depth. Where both sides have a face perpendicular to n, the face
of side 1 is clipped to the face of side 0; of the remaining corners the four that span the largest area become
contacts. Where one side has a face and the other an edge along it, the ends of the clipped edge become contacts. All
contacts share the normal and the depth found.

Caps of cylinders, as polygons, and tops of height field prisms are faces too when called from resting.py.

Source  clipping: Sutherland and Hodgman 1974
Work space  ccd_w the corners, ccd_a their copy
"""

from gelenk.algebra.vec import (
    Vec3,
    add,
    add_scaled,
    cross,
    dot,
    load3,
    load9,
    mat_t_vec,
    mat_vec,
    neg,
    norm,
    normalize,
    scale,
    store3,
    sub,
)
from gelenk.engine.collision.broadphase import NO_HINT, write_candidate
from gelenk.engine.collision.convex.support import axis_of, mesh_vertex, support
from gelenk.tables.enums import mjtGeom
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model, Rows

PARALLEL_COSINE = 0.99999872  # cosine between the normals of two faces that rest on each other, as in 3.5.0
IN_FACE_COSINE = 0.0016  # largest |cosine| between n and an edge that lies in the face
MOST_CORNERS = 100  # most corners of a polygon; of faces with more, only every k-th corner is used
MOST_CONTACTS = 4
CAP_CORNERS = 16  # corners of the polygon that approximates a cap: 97 % of the area
# cosines and sines of k 2 pi / CAP_CORNERS, as literals so that their bits do not depend on the build machine: their
# rounding decides ties between corners
# fmt: off
CAP_COSINES = (
    1.0, 0.9238795325112867, 0.7071067811865476, 0.38268343236508984,
    6.123233995736766e-17, -0.3826834323650897, -0.7071067811865475, -0.9238795325112867,
    -1.0, -0.9238795325112868, -0.7071067811865477, -0.38268343236509034,
    -1.8369701987210297e-16, 0.38268343236509, 0.7071067811865474, 0.9238795325112865,
)
CAP_SINES = (
    0.0, 0.3826834323650898, 0.7071067811865475, 0.9238795325112867,
    1.0, 0.9238795325112867, 0.7071067811865476, 0.3826834323650899,
    1.2246467991473532e-16, -0.38268343236508967, -0.7071067811865475, -0.9238795325112865,
    -1.0, -0.9238795325112866, -0.7071067811865477, -0.3826834323650904,
)
# fmt: on


@kernel
def corner_of(m: Model, d: Data, side: int, n: Vec3) -> int:
    """Return the index in m.mesh_vert of the vertex of a mesh farthest along ``n``."""
    support(m, d, side, n, 0)
    return mesh_vertex(m, d.ccd_hull[side, 0], d.ccd_hull[side, 1], d.ccd_hull[side, 2], d.ccd_hull[side, 3])


@kernel
def facing(m: Model, d: Data, side: int, n: Vec3) -> tuple[int, float]:
    """Return the face whose normal is nearest to ``n``, and the cosine of the angle between.

    Faces of a box are numbered -x, +x, -y, +y, -z, +z.
    """
    local = mat_t_vec(load9(d.ccd_xmat, side), n)
    best, at = -2.0, -1
    if d.ccd_type[side] == mjtGeom.mjGEOM_BOX:
        for k in range(6):
            c = local[k // 2] if k & 1 else -local[k // 2]
            if c > best:
                best, at = c, k
        return at, best
    vertex, first = corner_of(m, d, side, n), m.mesh_polyadr[d.ccd_hull[side, 4]]
    for k in range(m.mesh_polymapadr[vertex], m.mesh_polymapadr[vertex] + m.mesh_polymapnum[vertex]):
        face = first + m.mesh_polymap[k]
        c = dot(local, load3(m.mesh_polynormal, face))
        if c > best:
            best, at = c, face
    return at, best


@kernel
def normal_of_cap(d: Data, side: int, face: int) -> Vec3:
    """Return the outward normal of a cap, world frame: 1 is the upper cap, 0 the lower one."""
    return scale(axis_of(d, side, 2), 1.0 if face == 1 else -1.0)


@kernel
def normal_of(m: Model, d: Data, side: int, face: int) -> Vec3:
    """Return the outward normal of a face, world frame."""
    kind = d.ccd_type[side]
    if kind == mjtGeom.mjGEOM_BOX:
        return scale(axis_of(d, side, face // 2), 1.0 if face & 1 else -1.0)
    if kind == mjtGeom.mjGEOM_CYLINDER:
        return normal_of_cap(d, side, face)
    if kind == mjtGeom.mjGEOM_HFIELD:
        n = cross(sub(load3(d.prism, 1), load3(d.prism, 0)), sub(load3(d.prism, 2), load3(d.prism, 0)))
        return normalize(n if n[2] > 0.0 else neg(n))
    return mat_vec(load9(d.ccd_xmat, side), load3(m.mesh_polynormal, face))


@kernel
def corners(m: Model, d: Data, side: int, face: int) -> tuple[int, int]:
    """Return the number of corners of a face, and the stride between used corners."""
    if d.ccd_type[side] == mjtGeom.mjGEOM_BOX:
        return 4, 1
    if d.ccd_type[side] == mjtGeom.mjGEOM_CYLINDER:
        return CAP_CORNERS, 1
    if d.ccd_type[side] == mjtGeom.mjGEOM_HFIELD:
        return 3, 1
    n = m.mesh_polyvertnum[face]
    return n, 1 + n // MOST_CORNERS


@kernel
def rim_point(d: Data, side: int, face: int, k: int, first: Vec3) -> Vec3:
    """Return corner ``k`` of a cap, counterclockwise from outside, world frame.

    Corner 0 is along the unit vector ``first``.
    """
    normal, r = normal_of_cap(d, side, face), d.ccd_size[side, 0]
    c, s = CAP_COSINES[k], CAP_SINES[k]
    x = add_scaled(load3(d.ccd_xpos, side), normal, d.ccd_size[side, 1])
    return add_scaled(add_scaled(x, first, r * c), cross(normal, first), r * s)


@kernel
def corner(m: Model, d: Data, side: int, face: int, k: int) -> Vec3:
    """Return corner ``k`` of a face, counterclockwise from outside, world frame."""
    x = load3(d.ccd_xpos, side)
    if d.ccd_type[side] == mjtGeom.mjGEOM_BOX:
        size, axis = load3(d.ccd_size, side), face // 2
        high = 1.0 if face & 1 else -1.0
        u, v = axis_of(d, side, (axis + 1) % 3), axis_of(d, side, (axis + 2) % 3)
        su, sv = size[(axis + 1) % 3], size[(axis + 2) % 3]
        a = su if k == 0 or k == 3 else -su
        b = sv if k < 2 else -sv
        x = add_scaled(x, axis_of(d, side, axis), high * size[axis])
        return add_scaled(add_scaled(x, u, a), v, b * high)
    if d.ccd_type[side] == mjtGeom.mjGEOM_CYLINDER:
        return rim_point(d, side, face, k, axis_of(d, side, 0))
    if d.ccd_type[side] == mjtGeom.mjGEOM_HFIELD:
        return add(x, load3(d.prism, 2 - k if face == 1 else k))
    vertex = d.ccd_hull[side, 0] + m.mesh_polyvert[m.mesh_polyvertadr[face] + k]
    return add(x, mat_vec(load9(d.ccd_xmat, side), load3(m.mesh_vert, vertex)))


@kernel
def cut(source: Rows, target: Rows, n: int, point: Vec3, inward: Vec3, first: int) -> int:
    """Clip a polygon of n corners, at least one, by a half space; return the new count.

    The result is in ``target``; traversal begins at corner ``first`` of ``source``.
    """
    p = load3(source, first)
    hp = dot(inward, sub(p, point))
    h0, left = hp, 0
    for k in range(n):
        at = first + k + 1
        q = load3(source, at if at < n else at - n)
        hq = dot(inward, sub(q, point)) if k + 1 < n else h0
        if hp >= 0.0 and left < MOST_CORNERS + 20:
            store3(target, left, p)
            left += 1
        if hp * hq < 0.0 and left < MOST_CORNERS + 20:
            store3(target, left, add_scaled(p, sub(q, p), hp / (hp - hq)))
            left += 1
        p = q
        hp = hq
    return left


@kernel
def is_inside(polygon: Rows, n: int, point: Vec3, inward: Vec3) -> bool:
    """Return whether all n corners are in a half space."""
    for k in range(n):
        if not dot(inward, sub(load3(polygon, k), point)) >= 0.0:
            return False
    return True


@kernel
def clip(m: Model, d: Data, n: int, side: int, face: int) -> int:
    """Clip the polygon in ccd_w (n corners) to a face of ``side``; return the corner count."""
    normal = normal_of(m, d, side, face)
    count, step = corners(m, d, side, face)
    before = corner(m, d, side, face, (count - 1) // step * step)
    for k in range(0, count, step):
        here = corner(m, d, side, face, k)
        inward = cross(normal, sub(here, before))
        if not is_inside(d.ccd_w, n, here, inward):
            for i in range(n):
                store3(d.ccd_a, i, load3(d.ccd_w, i))
            n = cut(d.ccd_a, d.ccd_w, n, here, inward, 0)
        before = here
    return n


@kernel
def area(d: Data, n: Vec3, i: int, j: int, k: int) -> float:
    """Return twice the area of a triangle of corners, projected along ``n``."""
    a = load3(d.ccd_w, i)
    return dot(n, cross(sub(load3(d.ccd_w, j), a), sub(load3(d.ccd_w, k), a)))


@kernel
def widest(d: Data, count: int, n: Vec3) -> tuple[int, int, int, int]:
    """Return the four of ``count`` corners, in order, that span the largest area.

    For each diagonal, the corner farthest from the diagonal is found on either side.
    """
    best, quad = -1.0, (0, 1, 2, 3)
    sign = 1.0 if area(d, n, 0, count // 3, 2 * count // 3) >= 0.0 else -1.0
    for a in range(count - 2):
        b, e = a + 1, a + 3
        for c in range(a + 2, count):
            while b + 1 < c and sign * area(d, n, a, b + 1, c) >= sign * area(d, n, a, b, c):
                b += 1
            e = max(e, c + 1)
            while e + 1 < count + a and sign * area(d, n, a, c, (e + 1) % count) >= sign * area(
                d, n, a, c, e % count
            ):
                e += 1
            total = sign * (area(d, n, a, b, c) + area(d, n, a, c, e % count))
            if total > best:
                best, quad = total, (a, b, c, e % count)
    return quad


@kernel
def write_points(d: Data, count: int, n: Vec3, dist: float, shift: float) -> None:
    """Write contacts at the first corners in ccd_w, moved by ``shift`` along n.

    Of more than MOST_CONTACTS corners, the four that span the largest area are used.
    """
    quad = widest(d, count, n) if count > MOST_CONTACTS else (0, 1, 2, 3)
    number = min(count, MOST_CONTACTS)
    for k in range(number):
        write_candidate(d, k, dist, add_scaled(load3(d.ccd_w, quad[k]), n, shift), n, NO_HINT)
    d.near_count = number


@kernel
def try_edge(d: Data, p: Vec3, q: Vec3, n: Vec3, best: float) -> float:
    """Store edge p q in ccd_w if its |cosine| with ``n`` is below ``best``.

    Returns the smaller of both cosines.
    """
    e = sub(q, p)
    c = abs(dot(e, n)) / max(norm(e), 1e-300)
    if c < best:
        store3(d.ccd_w, 0, p)
        store3(d.ccd_w, 1, q)
        return c
    return best


@kernel
def lying_edge(m: Model, d: Data, side: int, n: Vec3) -> float:
    """Store the edge most perpendicular to ``n`` in ccd_w; return its cosine.

    The edges tested are those at the vertex farthest along ``n``.
    """
    x = add(load3(d.ccd_xpos, side), support(m, d, side, n, 0))
    best = 2.0
    if d.ccd_type[side] == mjtGeom.mjGEOM_BOX:
        local = mat_t_vec(load9(d.ccd_xmat, side), n)
        for k in range(3):
            s = -2.0 * d.ccd_size[side, k] if local[k] > 0.0 else 2.0 * d.ccd_size[side, k]
            best = try_edge(d, x, add_scaled(x, axis_of(d, side, k), s), n, best)
        return best
    vertex, first = corner_of(m, d, side, n), m.mesh_polyadr[d.ccd_hull[side, 4]]
    place = vertex - d.ccd_hull[side, 0]
    for i in range(m.mesh_polymapadr[vertex], m.mesh_polymapadr[vertex] + m.mesh_polymapnum[vertex]):
        face = first + m.mesh_polymap[i]
        count = m.mesh_polyvertnum[face]
        for k in range(count):
            if m.mesh_polyvert[m.mesh_polyvertadr[face] + k] == place:
                best = try_edge(d, x, corner(m, d, side, face, (k + 1) % count), n, best)
                best = try_edge(d, x, corner(m, d, side, face, (k + count - 1) % count), n, best)
    return best


@kernel
def rest_on_edge(m: Model, d: Data, side: int, face: int, n: Vec3, dist: float) -> None:
    """Write two contacts if an edge of the other side lies along a face of ``side``."""
    other = 1 - side
    if lying_edge(m, d, other, n if other == 0 else neg(n)) > IN_FACE_COSINE:
        return
    if clip(m, d, 2, side, face) >= 2 and norm(sub(load3(d.ccd_w, 1), load3(d.ccd_w, 0))) > 0.0:
        write_points(d, 2, n, dist, 0.5 * dist if other == 0 else -0.5 * dist)


@kernel
def face_contacts(m: Model, d: Data, geom1: int, geom2: int) -> None:
    """Replace the single candidate of two boxes or meshes by face or edge contacts.

    Reads   near_frame[0], near_dist[0]: the normal and the depth; ccd_*: the sides as loaded
    Writes  near_count, near_dist, near_pos, near_frame
    """
    n, dist = load3(d.near_frame, 0), d.near_dist[0]
    face0, cosine0 = facing(m, d, 0, n)
    face1, cosine1 = facing(m, d, 1, neg(n))
    if face0 < 0 or face1 < 0:
        return
    if dot(normal_of(m, d, 0, face0), normal_of(m, d, 1, face1)) < -PARALLEL_COSINE and cosine0 > 0.99999:
        count, step = corners(m, d, 1, face1)
        for k in range(0, count, step):
            store3(d.ccd_w, k // step, corner(m, d, 1, face1, k))
        left = clip(m, d, 1 + (count - 1) // step, 0, face0)
        if left >= 2:
            write_points(d, left, n, dist, -0.5 * dist)
    elif cosine0 > PARALLEL_COSINE:
        rest_on_edge(m, d, 0, face0, n, dist)
    elif cosine1 > PARALLEL_COSINE:
        rest_on_edge(m, d, 1, face1, n, dist)
