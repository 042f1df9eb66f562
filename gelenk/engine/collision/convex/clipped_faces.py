"""Clipped faces and edges: several contacts of convex pairs, from release 3.8 on.

Documents: Computation / Collision detection / Multiple contacts

The convex collider has found the normal n. The *feature* of a side is the vertex, edge or face that is farthest along n
(side 0) or -n (side 1). The faces around the two features are compared first, then the edges around one feature with
the faces around the other:

    two faces      opposite within FACES_MEET: the face of side 1 is projected onto that of side 0 along its normal and
                   clipped by its edges; distances are heights over the face of side 1, whose normal is the contact's
    edge and face  parallel within EDGE_LIES: the edge is clipped by the face, whose normal is the contact's

Points within the margin become contacts, each with its own distance. If there are more than four, a search selects
four: it keeps the first corner and moves three others forward as long as the area of the four grows. If one end of an
edge is beyond the margin, the pair keeps its single contact if the other end is inside the face, and has two equal
contacts if the other end is cut by the face. All these rules, and the order of corners, are measured on 4.0.0.

The cap of a cylinder is a polygon with CAP_CORNERS corners; lines of capsules and cylinders are edges.

Source  clipping: Sutherland and Hodgman 1974
Work space  ccd_w and ccd_a hold the corners alternately, before and after each cut; then ccd_a their heights
"""

from gelenk.algebra.vec import Vec3, add, add_scaled, cross, dot, load3, neg, norm, scale, store3, sub
from gelenk.engine.collision.broadphase import NO_HINT, write_candidate
from gelenk.engine.collision.convex.multiccd import (
    MOST_CONTACTS,
    area,
    corner,
    corner_of,
    corners,
    cut,
    normal_of,
)
from gelenk.engine.collision.convex.support import axis_of, support
from gelenk.tables.enums import mjtGeom
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model

FACES_MEET = 0.996  # least |cosine| between the normals of opposite faces that are clipped (5.13 degrees)
EDGE_LIES = 0.0888  # largest sine of the angle between a face and an edge that is clipped (5.09 degrees)
ON_SIDE = 1e-3  # largest |cosine| between n and the axis of a cylinder that touches with its side
RIM_TOLERANCE = 1e-3  # tolerance for points on the rim of a cap, relative to half the length
IN_PLANE = 1e-5  # largest |cosine| between n and an edge that belongs to the feature
# corners, as `corner` counts them, with which 4.0.0 begins to list the faces of a box; it begins to clip one before
FIRST_OF_BOX = (1, 1, 1, 3, 0, 2)


@kernel
def number_around(m: Model, d: Data, side: int, n: Vec3) -> tuple[int, int]:
    """Return the number of faces (and of edges) at the support point, and the mesh vertex."""
    kind = d.ccd_type[side]
    if kind == mjtGeom.mjGEOM_BOX:
        return 3, 0
    if kind == mjtGeom.mjGEOM_MESH:
        vertex = corner_of(m, d, side, n)
        return m.mesh_polymapnum[vertex], vertex
    return 1, 0


@kernel
def face_around(m: Model, d: Data, side: int, n: Vec3, vertex: int, k: int) -> int:
    """Return face ``k`` at the support point along ``n``; -1 for none."""
    kind = d.ccd_type[side]
    if kind == mjtGeom.mjGEOM_BOX:
        return 2 * k + 1 if dot(axis_of(d, side, k), n) > 0.0 else 2 * k
    if kind == mjtGeom.mjGEOM_CYLINDER:
        return 1 if dot(axis_of(d, side, 2), n) > 0.0 else 0
    if kind == mjtGeom.mjGEOM_MESH:
        return m.mesh_polyadr[d.ccd_hull[side, 4]] + m.mesh_polymap[m.mesh_polymapadr[vertex] + k]
    return -1


@kernel
def swelling(d: Data, side: int) -> float:
    """Return the radius by which the margin inflates a capsule, 0 for other types."""
    return 0.5 * d.near_margin if d.ccd_type[side] == mjtGeom.mjGEOM_CAPSULE else 0.0


@kernel
def line_along(d: Data, side: int, n: Vec3) -> tuple[Vec3, Vec3]:
    """Return the ends of the line on a capsule or cylinder along ``n``, the farther end first.

    A capsule is inflated by half the margin. Its line is off the axis by the radius times the sine of the angle between
    axis and ``n``, as measured on 4.0.0.
    """
    u, r = axis_of(d, side, 2), d.ccd_size[side, 0] + swelling(d, side)
    c = dot(u, n)
    across = add_scaled(n, u, -c)
    if d.ccd_type[side] == mjtGeom.mjGEOM_CYLINDER:
        r /= max(norm(across), IN_PLANE)
    x = add_scaled(load3(d.ccd_xpos, side), across, r)
    half = d.ccd_size[side, 1] if c > 0.0 else -d.ccd_size[side, 1]
    return add_scaled(x, u, half), add_scaled(x, u, -half)


@kernel
def edge_around(m: Model, d: Data, side: int, n: Vec3, vertex: int, k: int) -> tuple[Vec3, Vec3]:
    """Return the ends of edge ``k`` at the support point along ``n``, the support point first."""
    kind = d.ccd_type[side]
    if kind == mjtGeom.mjGEOM_BOX:
        x = add(load3(d.ccd_xpos, side), support(m, d, side, n, 0))
        u = axis_of(d, side, k)
        return x, add_scaled(
            x, u, -2.0 * d.ccd_size[side, k] if dot(u, n) > 0.0 else 2.0 * d.ccd_size[side, k]
        )
    if kind == mjtGeom.mjGEOM_MESH:
        face = face_around(m, d, side, n, vertex, k)
        count, at = m.mesh_polyvertnum[face], 0
        for i in range(count):
            if m.mesh_polyvert[m.mesh_polyvertadr[face] + i] == vertex - d.ccd_hull[side, 0]:
                at = i
        return corner(m, d, side, face, at), corner(m, d, side, face, at + 1 if at + 1 < count else 0)
    return line_along(d, side, n)


@kernel
def steepness(p: Vec3, q: Vec3, n: Vec3) -> float:
    """Return the absolute cosine between the edge p q and ``n``."""
    e = sub(q, p)
    return abs(dot(e, n)) / max(norm(e), 1e-300)


@kernel
def feature_size(m: Model, d: Data, side: int, n: Vec3, count: int, vertex: int) -> int:
    """Return the dimension of the feature along ``n``: 0 vertex, 1 edge, 2 face."""
    if d.ccd_type[side] == mjtGeom.mjGEOM_CYLINDER and abs(dot(axis_of(d, side, 2), n)) > FACES_MEET:
        return 0
    flat = 0
    for k in range(count):
        p, q = edge_around(m, d, side, n, vertex, k)
        if steepness(p, q, n) < IN_PLANE:
            flat += 1
    return min(flat, 2)


@kernel
def is_on_cap(d: Data, side: int, n: Vec3) -> bool:
    """Return whether a cylinder touches with its cap or rim along ``n``, not its side."""
    u, half = axis_of(d, side, 2), d.ccd_size[side, 1]
    c, along = dot(u, n), dot(u, sub(load3(d.near_pos, 0), load3(d.ccd_xpos, side)))
    below = half - (along if c > 0.0 else -along)
    return abs(c) > ON_SIDE and below <= abs(d.near_dist[0]) + RIM_TOLERANCE * half


@kernel
def has_feature(m: Model, d: Data, side: int, n: Vec3, count: int, vertex: int, size: int, face: int) -> bool:
    """Return whether a face at the support point contains the whole feature."""
    if face < 0:
        return False
    if d.ccd_type[side] == mjtGeom.mjGEOM_CYLINDER:
        return is_on_cap(d, side, n)
    if size == 0:
        return True
    normal = normal_of(m, d, side, face)
    for k in range(count):
        p, q = edge_around(m, d, side, n, vertex, k)
        if steepness(p, q, n) < IN_PLANE and steepness(p, q, normal) > 10.0 * IN_PLANE:
            return False
    return True


@kernel
def meeting_faces(m: Model, d: Data, n: Vec3) -> tuple[int, int]:
    """Return the pair of faces around the two features nearest to opposite; -1 for none."""
    up, down = n, neg(n)
    count0, vertex0 = number_around(m, d, 0, up)
    count1, vertex1 = number_around(m, d, 1, down)
    size0 = feature_size(m, d, 0, up, count0, vertex0)
    size1 = feature_size(m, d, 1, down, count1, vertex1)
    best, face0, face1 = -FACES_MEET, -1, -1
    for i in range(count0):
        f0 = face_around(m, d, 0, up, vertex0, i)
        if has_feature(m, d, 0, up, count0, vertex0, size0, f0):
            n0 = normal_of(m, d, 0, f0)
            for j in range(count1):
                f1 = face_around(m, d, 1, down, vertex1, j)
                c = dot(n0, normal_of(m, d, 1, f1)) if f1 >= 0 else 1.0
                if c < best and has_feature(m, d, 1, down, count1, vertex1, size1, f1):
                    best, face0, face1 = c, f0, f1
    return face0, face1


@kernel
def project_face(m: Model, d: Data, face0: int, face1: int) -> int:
    """Write corners of a face of side 1, projected onto side 0, to ccd_w; return their number.

    Writing starts at a later corner than 0, since each cut in clip_faces moves the last corner to the front.
    """
    normal, base = normal_of(m, d, 0, face0), corner(m, d, 0, face0, 0)
    count, step = corners(m, d, 1, face1)
    number = 1 + (count - 1) // step
    kind = d.ccd_type[1]
    start = FIRST_OF_BOX[face1] if kind == mjtGeom.mjGEOM_BOX else 0 if kind == mjtGeom.mjGEOM_MESH else 1
    for k in range(number):
        x = corner(m, d, 1, face1, (k + start) % number * step)
        store3(d.ccd_w, k, add_scaled(x, normal, dot(normal, sub(base, x))))
    return number


@kernel
def clip_faces(m: Model, d: Data, face0: int, face1: int) -> int:
    """Write the common polygon of two faces, in the plane of face0, to ccd_a; return its size."""
    n = project_face(m, d, face0, face1)
    normal = normal_of(m, d, 0, face0)
    count, step = corners(m, d, 0, face0)
    number = 1 + (count - 1) // step
    kind = d.ccd_type[0]
    start = 0
    if kind == mjtGeom.mjGEOM_BOX:
        start = (FIRST_OF_BOX[face0] + 3) % 4
    elif kind == mjtGeom.mjGEOM_MESH:
        start = number - 1
    last = corner(m, d, 0, face0, start % number * step)
    for i in range(number):
        first = corner(m, d, 0, face0, (start - i - 1 + 2 * number) % number * step)
        inward = cross(normal, sub(last, first))
        if n > 0:
            if i & 1:
                n = cut(d.ccd_a, d.ccd_w, n, first, inward, n - 1)
            else:
                n = cut(d.ccd_w, d.ccd_a, n, first, inward, n - 1)
        last = first
    if number & 1 == 0:
        for k in range(n):
            store3(d.ccd_a, k, load3(d.ccd_w, k))
    return n


@kernel
def keep_near(d: Data, count: int, base: Vec3, normal: Vec3) -> int:
    """Keep the corners in ccd_a that are within the margin of a plane; return their number.

    The corners go to ccd_w in reverse order, their heights over the plane to ccd_a[k, 0].
    """
    left = 0
    for i in range(count):
        x = load3(d.ccd_a, count - 1 - i)
        h = dot(normal, sub(x, base))
        if h <= d.near_margin:
            store3(d.ccd_w, left, x)
            left += 1
    for k in range(left):
        d.ccd_a[k, 0] = dot(normal, sub(load3(d.ccd_w, k), base))
    return left


@kernel
def four_area(d: Data, n: Vec3, a: int, b: int, c: int, e: int) -> float:
    """Return twice the area of four corners of a polygon, projected along ``n``."""
    return abs(area(d, n, a, b, c) + area(d, n, a, c, e))


@kernel
def spread_four(d: Data, count: int, n: Vec3) -> tuple[int, int, int, int]:
    """Choose four of ``count`` corners: the first, and three that move while the area grows."""
    b, c, e = 1, 2, 3
    best = four_area(d, n, 0, b, c, e)
    while e + 1 < count and four_area(d, n, 0, b, c, e + 1) > best:
        e += 1
        best = four_area(d, n, 0, b, c, e)
        while c + 1 < e and four_area(d, n, 0, b, c + 1, e) > best:
            c += 1
            best = four_area(d, n, 0, b, c, e)
        while b + 1 < c and four_area(d, n, 0, b + 1, c, e) > best:
            b += 1
            best = four_area(d, n, 0, b, c, e)
    return 0, b, c, e


@kernel
def write_heights(d: Data, count: int, normal: Vec3, flip: float) -> None:
    """Replace the candidates by contacts at the first points in ccd_w, at most four.

    ``normal`` points out of the face under the points; ``flip`` is -1 if it is a face of side 1.
    """
    quad = spread_four(d, count, normal) if count > MOST_CONTACTS else (0, 1, 2, 3)
    d.near_count = min(count, MOST_CONTACTS)
    for k in range(d.near_count):
        h = d.ccd_a[quad[k], 0]
        x = add_scaled(load3(d.ccd_w, quad[k]), normal, -0.5 * h)
        write_candidate(d, k, h, x, scale(normal, flip), NO_HINT)


@kernel
def write_edge(m: Model, d: Data, p: Vec3, q: Vec3, side: int, face: int) -> bool:
    """Replace the candidate by two on edge p q, clipped to a face; False if there are fewer."""
    normal, base = normal_of(m, d, side, face), corner(m, d, side, face, 0)
    count, step = corners(m, d, side, face)
    before = corner(m, d, side, face, (count - 1) // step * step)
    cut_p, cut_q = False, False
    lift = swelling(d, 1 - side)
    p, q = add_scaled(p, normal, lift), add_scaled(q, normal, lift)
    for k in range(0, count, step):
        here = corner(m, d, side, face, k)
        inward = cross(normal, sub(here, before))
        hp, hq = dot(inward, sub(p, here)), dot(inward, sub(q, here))
        if hp < 0.0 and hq < 0.0:
            return False
        if hp < 0.0:
            p = add_scaled(p, sub(q, p), hp / (hp - hq))
            cut_p = True
        elif hq < 0.0:
            q = add_scaled(p, sub(q, p), hp / (hp - hq))
            cut_q = True
        before = here
    near_p = dot(normal, sub(p, base)) <= d.near_margin
    near_q = dot(normal, sub(q, base)) <= d.near_margin
    if not (near_p or near_q) or (not near_q and not cut_p) or (not near_p and not cut_q):
        return False
    store3(d.ccd_w, 0, p if near_p else q)
    store3(d.ccd_w, 1, q if near_q else p)
    for k in range(2):
        d.ccd_a[k, 0] = dot(normal, sub(load3(d.ccd_w, k), base))
    write_heights(d, 2, normal, 1.0 if side == 0 else -1.0)
    return True


@kernel
def edge_on_face(m: Model, d: Data, side: int, n: Vec3) -> bool:
    """Write contacts of an edge of ``side`` on a face of the other; False if there is none.

    ``n`` points out of ``side``. The first edge that lies on a face is used.
    """
    other, toward = 1 - side, neg(n)
    count, vertex = number_around(m, d, side, n)
    size = feature_size(m, d, side, n, count, vertex)
    if size == 2:
        return False
    count1, vertex1 = number_around(m, d, other, toward)
    size1 = feature_size(m, d, other, toward, count1, vertex1)
    for k in range(count):
        p, q = edge_around(m, d, side, n, vertex, k)
        if size == 0 or steepness(p, q, n) < IN_PLANE:
            best, face = EDGE_LIES, -1
            for j in range(count1):
                f = face_around(m, d, other, toward, vertex1, j)
                c = steepness(p, q, normal_of(m, d, other, f)) if f >= 0 else 1.0
                if c < best and has_feature(m, d, other, toward, count1, vertex1, size1, f):
                    best, face = c, f
            if face >= 0:
                return write_edge(m, d, p, q, other, face)
    return False


@kernel
def clipped_faces(m: Model, d: Data, geom1: int, geom2: int) -> None:
    """Replace the candidate of a convex pair by several contacts of its faces or edges.

    Reads   near_frame[0]: the normal; near_pos[0], near_dist[0]; near_margin; ccd_*: the sides as loaded
    Writes  near_count, near_dist, near_pos, near_frame
    """
    n = load3(d.near_frame, 0)
    face0, face1 = meeting_faces(m, d, n)
    if face0 >= 0:
        normal, base = normal_of(m, d, 1, face1), corner(m, d, 1, face1, 0)
        count = keep_near(d, clip_faces(m, d, face0, face1), base, normal)
        if count > 0:
            write_heights(d, count, normal, -1.0)
        return
    if not edge_on_face(m, d, 0, n):
        edge_on_face(m, d, 1, neg(n))
