"""Support functions of convex geoms, and hill climbing on the convex hulls of meshes.

Documents: Computation / Collision detection / Checking; XML / asset / mesh

Support functions give cores, balls, support points and their derivatives. The two bodies of a pair are *sides* 0 and 1.
A side is a core plus a ball: sphere = point, capsule = segment, element of a flex = its corners, inflated by their
radius; ellipsoid, cylinder, box and mesh (its hull) have no ball. All positions are relative to the center of side 0 in
world axes, so that geoms far from the origin lose no digits:

    c      center of side 1 - center of side 0
    K      = { c + b - a }, a in core 0, b in core 1: Minkowski difference; its distance from 0 is that of the cores
    n      direction from side 0 to side 1; a(n) maximizes n.a, b(n) minimizes n.b; w(n) = c + b(n) - a(n)
    gap(n) = n.w(n), a lower bound of the signed distance of the cores, equal to it at the best n

*Kinks*: boxes, capsules and cylinders are sums of segments { s u : |s| <= h } (and cylinders of a disc of
radius r). Their support point jumps where n.u = 0 (for a disc, where n is its axis). A kink mask lists for a side
the segments (bits 1, 2, 4: the axes of the geom's frame) and disc (bit 8) that are left out of the support point,
because n is on their kink, where all their points are support points.

``solved`` runs the convex collider on the loaded sides as a stage, so that its code is compiled once.

Meshes collide as their convex hulls. The vertex farthest in a direction is found by hill climbing. From mesh_graphadr
on, m.mesh_graph has the hull as a graph:

    nvert, nface, edge_adr (nvert), vertex (nvert), edges (nvert + 3 nface), faces (3 nface)

``vertex`` are indices into the vertices of the mesh; the neighbors of hull vertex v are edges[edge_adr[v]] and on,
as indices of hull vertices, up to a -1. On a convex hull a vertex that is farther than all its neighbors is farther
than all vertices, so climbing from neighbor to neighbor finds the farthest vertex. The start is the vertex that is
farthest along a direction near the requested one: m.hull_start tabulates it for directions (i, j, k) of small integers.
A mesh without a graph is searched linearly.

Vertex indices of the hill climbing are those of hull vertices: 0 .. nvert - 1 of the graph, or of the mesh if it has no
graph.

A table per mesh, indexed by direction, has the start vertices of the search; of equally far vertices, it has the first.
The order of the operations does not matter: products are exact, because coordinates are float32 and directions small
integers, and sums are rounded only if coordinates of one vertex differ by a factor of more than 2^25.
"""

import math

from gelenk.algebra.vec import Vec3, dot, load3, load9, mat_t_vec, mat_vec, mul, sub
from gelenk.tables.enums import mjMINVAL, mjtDisableBit, mjtEnableBit, mjtGeom
from gelenk.tables.enums.options import ONE_CONTACT
from gelenk.tables.releases import R3_8
from gelenk.tables.stages import INDEX
from gelenk.toolchain.kernel import call_pair, kernel
from gelenk.toolchain.kernel_types import Data, Ints, Model, View

CLIMB = 10  # least number of hull vertices for climbing
DIRECTION_STEPS = 4  # largest of the integers i, j, k
SIDE = 2 * DIRECTION_STEPS + 1


@kernel
def hull_of(m: Model, geom: int) -> tuple[int, int, int]:
    """Return first vertex, graph address (-1: none) and hull vertex count of a geom's mesh."""
    mesh = m.geom_dataid[geom]
    graph = m.mesh_graphadr[mesh]
    count = m.mesh_graph[graph] if graph >= 0 else m.mesh_vertnum[mesh]
    return m.mesh_vertadr[mesh], graph, count


@kernel
def mesh_vertex(m: Model, first: int, graph: int, count: int, v: int) -> int:
    """Return the index of hull vertex ``v`` in m.mesh_vert."""
    return first + (m.mesh_graph[graph + 2 + count + v] if graph >= 0 else v)


@kernel
def hull_vertex(m: Model, first: int, graph: int, count: int, v: int) -> Vec3:
    """Return the position of hull vertex ``v``, in the frame of the geom."""
    i = mesh_vertex(m, first, graph, count, v)
    return m.mesh_vert[i, 0], m.mesh_vert[i, 1], m.mesh_vert[i, 2]


@kernel
def height(m: Model, i: int, n: Vec3) -> float:
    return m.mesh_vert[i, 0] * n[0] + m.mesh_vert[i, 1] * n[1] + m.mesh_vert[i, 2] * n[2]


@kernel
def search(m: Model, first: int, graph: int, count: int, n: Vec3) -> int:
    """Return the hull vertex farthest along ``n``, by testing all."""
    best, at = height(m, mesh_vertex(m, first, graph, count, 0), n), 0
    for v in range(1, count):
        h = height(m, mesh_vertex(m, first, graph, count, v), n)
        if h > best:
            best, at = h, v
    return at


@kernel
def climb(m: Model, first: int, graph: int, count: int, n: Vec3, v: int) -> int:
    """Return the hull vertex farthest along ``n``, by moving from ``v`` to the best neighbor."""
    vertices = graph + 2 + count
    edges = vertices + count
    best = height(m, first + m.mesh_graph[vertices + v], n)
    before = -1
    while v != before:
        before = v
        edge = edges + m.mesh_graph[graph + 2 + v]
        neighbour = m.mesh_graph[edge]
        while neighbour >= 0:
            h = height(m, first + m.mesh_graph[vertices + neighbour], n)
            if h > best:
                best, v = h, neighbour
            edge += 1
            neighbour = m.mesh_graph[edge]
    return v


@kernel
def nearest_integer(x: float) -> int:
    """Round x in [-DIRECTION_STEPS, DIRECTION_STEPS] and add DIRECTION_STEPS.

    The result for NaN is in range, but arbitrary.
    """
    x += DIRECTION_STEPS + 0.5
    return int(x) if 0.0 < x < SIDE else DIRECTION_STEPS


@kernel
def first_guess(m: Model, mesh: int, n: Vec3) -> int:
    """Return the hull vertex farthest along an integer direction (i, j, k) near ``n``."""
    largest = max(abs(n[0]), abs(n[1]), abs(n[2]))
    s = DIRECTION_STEPS / largest if largest > 0.0 else 0.0
    i, j, k = nearest_integer(s * n[0]), nearest_integer(s * n[1]), nearest_integer(s * n[2])
    return m.hull_start[((mesh * SIDE + i) * SIDE + j) * SIDE + k]


@kernel
def farthest_vertex(m: Model, mesh: int, first: int, graph: int, count: int, n: Vec3) -> int:
    """Return the hull vertex farthest along ``n`` (geom frame, any length)."""
    if graph >= 0 and count >= CLIMB:
        start = first_guess(m, mesh, n)
        return climb(m, first, graph, count, n, start if start < count else 0)
    return search(m, first, graph, count, n)


# Support functions

DISC = 8  # bit of the disc in a kink mask


@kernel
def load_side(m: Model, d: Data, side: int, geom: int) -> None:
    """Load ``geom`` as side 0 or 1: type, sizes, orientation, position.

    A geom of type sdf is loaded as its mesh.
    """
    d.ccd_type[side] = mjtGeom.mjGEOM_MESH if m.geom_type[geom] == mjtGeom.mjGEOM_SDF else m.geom_type[geom]
    for i in range(3):
        d.ccd_size[side, i] = m.geom_size[geom, i]
        d.ccd_xpos[side, i] = d.geom_xpos[geom, i]
    for i in range(9):
        d.ccd_xmat[side, i] = d.geom_xmat[geom, i]
    if d.ccd_type[side] == mjtGeom.mjGEOM_MESH:
        first, graph, count = hull_of(m, geom)
        d.ccd_hull[side, 0] = first
        d.ccd_hull[side, 1] = graph
        d.ccd_hull[side, 2] = count
        d.ccd_hull[side, 4] = m.geom_dataid[geom]


@kernel
def ball_radius(d: Data, side: int) -> float:
    """Return the radius of the ball around the core."""
    return (
        d.ccd_size[side, 0]
        if d.ccd_type[side] <= mjtGeom.mjGEOM_CAPSULE or d.ccd_type[side] == mjtGeom.mjGEOM_FLEX
        else 0.0
    )


@kernel
def is_curved(d: Data, side: int) -> bool:
    """Return whether the core is curved, so that GJK and EPA converge only in the limit."""
    return d.ccd_type[side] == mjtGeom.mjGEOM_ELLIPSOID or d.ccd_type[side] == mjtGeom.mjGEOM_CYLINDER


@kernel
def has_edges(kind: int) -> bool:
    """Return whether a type has straight edges or lines, so that it can rest on two points."""
    return kind != mjtGeom.mjGEOM_SPHERE and kind != mjtGeom.mjGEOM_ELLIPSOID


@kernel
def has_flat_faces(kind: int) -> bool:
    """Return whether a type has flat faces, caps of cylinders included."""
    return kind == mjtGeom.mjGEOM_BOX or kind == mjtGeom.mjGEOM_MESH or kind == mjtGeom.mjGEOM_CYLINDER


@kernel
def segment_half(d: Data, side: int, axis: int) -> float:
    """Return the half length of the core's segment along ``axis``, 0 if none."""
    kind = d.ccd_type[side]
    if kind == mjtGeom.mjGEOM_BOX:
        return d.ccd_size[side, axis]
    if axis == 2 and (kind == mjtGeom.mjGEOM_CAPSULE or kind == mjtGeom.mjGEOM_CYLINDER):
        return d.ccd_size[side, 1]
    return 0.0


@kernel
def disc_radius(d: Data, side: int) -> float:
    """Return the radius of the core's disc, 0 if none."""
    return d.ccd_size[side, 0] if d.ccd_type[side] == mjtGeom.mjGEOM_CYLINDER else 0.0


@kernel
def axis_of(d: Data, side: int, axis: int) -> Vec3:
    """Return an axis of the geom's frame, world frame."""
    return d.ccd_xmat[side, axis], d.ccd_xmat[side, axis + 3], d.ccd_xmat[side, axis + 6]


@kernel
def prism_support(d: Data, n: Vec3) -> Vec3:
    """Return the corner of the prism farthest along ``n``, from its center.

    The prism has the frame of its field.
    """
    best, at = -math.inf, 0
    for k in range(3):
        h = d.prism[k, 0] * n[0] + d.prism[k, 1] * n[1]
        if n[2] > 0.0:
            h += d.prism[k, 2] * n[2]
        if h > best:
            best, at = h, k
    return d.prism[at, 0], d.prism[at, 1], d.prism[at, 2] if n[2] > 0.0 else d.prism[3, 2]


@kernel
def element_support(d: Data, side: int, n: Vec3) -> Vec3:
    """Return the corner of the flex element farthest along ``n``, from its center."""
    best, at = -math.inf, 4 * side
    for k in range(4 * side, 4 * side + d.elem_corners[side]):
        h = d.elem_corner[k, 0] * n[0] + d.elem_corner[k, 1] * n[1] + d.elem_corner[k, 2] * n[2]
        if h > best:
            best, at = h, k
    return load3(d.elem_corner, at)


@kernel
def support(m: Model, d: Data, side: int, n: Vec3, mask: int) -> Vec3:
    """Return the point of the core farthest along ``n``, from its center.

    Parts in the kink ``mask`` are left out.
    """
    kind = d.ccd_type[side]
    if kind == mjtGeom.mjGEOM_SPHERE:
        return 0.0, 0.0, 0.0
    if kind == mjtGeom.mjGEOM_HFIELD:
        return prism_support(d, n)
    if kind == mjtGeom.mjGEOM_FLEX:
        return element_support(d, side, n)
    r = load9(d.ccd_xmat, side)
    x, y, z = mat_t_vec(r, n)
    sx, sy, sz = load3(d.ccd_size, side)
    if kind == mjtGeom.mjGEOM_ELLIPSOID:
        x, y, z = sx * x, sy * y, sz * z
        s = 1.0 / max(math.sqrt(x * x + y * y + z * z), mjMINVAL)
        return mat_vec(r, (sx * x * s, sy * y * s, sz * z * s))
    if kind == mjtGeom.mjGEOM_MESH:
        first, graph, count = d.ccd_hull[side, 0], d.ccd_hull[side, 1], d.ccd_hull[side, 2]
        v = farthest_vertex(m, d.ccd_hull[side, 4], first, graph, count, (x, y, z))
        d.ccd_hull[side, 3] = v
        return mat_vec(r, hull_vertex(m, first, graph, count, v))
    if kind == mjtGeom.mjGEOM_BOX:
        x = 0.0 if mask & 1 else (sx if x > 0.0 else -sx)
        y = 0.0 if mask & 2 else (sy if y > 0.0 else -sy)
        z = 0.0 if mask & 4 else (sz if z > 0.0 else -sz)
        return mat_vec(r, (x, y, z))
    z = 0.0 if mask & 4 else (sy if z > 0.0 else -sy)
    rho = math.sqrt(x * x + y * y)
    if kind == mjtGeom.mjGEOM_CAPSULE or mask & DISC:
        return mat_vec(r, (0.0, 0.0, z))
    if rho < mjMINVAL:
        return mat_vec(r, (sx, 0.0, z))
    return mat_vec(r, (sx * x / rho, sx * y / rho, z))


@kernel
def curvature(d: Data, side: int, n: Vec3, t1: Vec3, t2: Vec3) -> Vec3:
    """Return the derivative of the support point with respect to n, as a quadratic form.

    q(s, t) = s . d(support)/dn . t for s, t in the tangent plane of n
    Ellipsoid with semi-axes S: q = (S s . S t - (p.s)(p.t)) / |S n|, p the support point.
    Disc of axis u: r / |n - (n.u) u| along n x u. Segments and points: zero.
    Returns q(t1, t1), q(t1, t2), q(t2, t2)
    """
    kind = d.ccd_type[side]
    r = load9(d.ccd_xmat, side)
    if kind == mjtGeom.mjGEOM_CYLINDER:
        u = (r[2], r[5], r[8])
        u1, u2 = dot(u, t2), -dot(u, t1)  # n x u in the tangent basis t1, t2 = n x t1, not normalized
        rho2 = max(u1 * u1 + u2 * u2, 1e-24)
        s = d.ccd_size[side, 0] / (rho2 * math.sqrt(rho2))
        return s * u1 * u1, s * u1 * u2, s * u2 * u2
    if kind != mjtGeom.mjGEOM_ELLIPSOID:
        return 0.0, 0.0, 0.0
    size = load3(d.ccd_size, side)
    y, p, q = mul(size, mat_t_vec(r, n)), mul(size, mat_t_vec(r, t1)), mul(size, mat_t_vec(r, t2))
    s2 = 1.0 / max(dot(y, y), mjMINVAL * mjMINVAL)
    s = math.sqrt(s2)
    yp, yq = dot(y, p), dot(y, q)
    return s * (dot(p, p) - yp * yp * s2), s * (dot(p, q) - yp * yq * s2), s * (dot(q, q) - yq * yq * s2)


@kernel
def difference(m: Model, d: Data, c: Vec3, n: Vec3, mask0: int, mask1: int) -> tuple[Vec3, Vec3]:
    """Return the support point w(n) of K in direction n, and the point a(n) of core 0."""
    a = support(m, d, 0, n, mask0)
    b = support(m, d, 1, (-n[0], -n[1], -n[2]), mask1)
    return sub((c[0] + b[0], c[1] + b[1], c[2] + b[2]), a), a


SOLVE_SIDES = INDEX["solve_sides"]
DISTANCE = -1.0  # passed as margin: the distance of two geoms, not a contact
EXACTLY = -2.0  # passed as margin: a contact that is solved exactly, regardless of ccd_tolerance


@kernel
def uses_portal(m: Model) -> bool:
    """Return whether contacts come from portal refinement: nativeccd="disable" (mpr.py)."""
    return m.opt.disableflags & mjtDisableBit.mjDSBL_NATIVECCD != 0


@kernel
def has_several_contacts(m: Model) -> bool:
    """Return whether pairs of convex geoms have all contacts of their faces (multiccd).

    multiccd is on by default from release 3.8 on, and off by default before.
    """
    if m.release[0] >= R3_8:
        return m.opt.disableflags & ONE_CONTACT == 0
    return m.opt.enableflags & mjtEnableBit.mjENBL_MULTICCD != 0


@kernel
def clips_faces(m: Model) -> bool:
    """Return whether several contacts of a convex pair come from clipping its faces and edges.

    True from release 3.8 on without nativeccd="disable" (clipped_faces.py); else the rules of 3.5.0 hold.
    """
    return m.release[0] >= R3_8 and not uses_portal(m)


@kernel
def rests_on_faces(m: Model) -> bool:
    """Return whether resting faces have more contacts than in 3.5.0 (resting.py)."""
    return m.opt.disableflags & (mjtDisableBit.mjDSBL_NATIVECCD | ONE_CONTACT) == 0


@kernel
def solved(m: Model, d: Data, cutoff: float, margin: float) -> tuple[bool, Vec3, float, Vec3]:
    """Return the signed distance of the sides, if at most ``cutoff``, by a stage call.

    Returns found, n, distance, midpoint; n is from side 0 to side 1. ``margin``: margin of the contact, DISTANCE or
    EXACTLY. The library convex must be loaded.
    """
    d.ccd_result[0] = cutoff
    d.ccd_result[1] = margin
    call_pair(m, d, SOLVE_SIDES, 0, 0)
    n = (d.ccd_result[3], d.ccd_result[4], d.ccd_result[5])
    return d.ccd_result[1] > 0.0, n, d.ccd_result[2], (d.ccd_result[6], d.ccd_result[7], d.ccd_result[8])


@kernel
def farther(best: float, at: float, h: float, v: float) -> tuple[float, float]:
    """Return the farther of two vertices, the first in a tie."""
    return (h, v) if h > best else (best, at)


@kernel
def compare(
    v: int, last: int, a: Vec3, b: Vec3, c: Vec3, e: Vec3, n: int, along: View, best: View, at: View
) -> None:
    """Update the farthest vertex of each direction with vertices v to v + 3, at most ``last``.

    Testing four vertices at once needs a quarter of the loads and stores. If fewer than four are left, the last vertex
    is repeated, which does not change the result.
    """
    second, third, fourth = float(min(v + 1, last)), float(min(v + 2, last)), float(min(v + 3, last))
    first = float(v)
    for q in range(n):
        x, y, z = along[q], along[n + q], along[2 * n + q]
        h, k = farther(best[q], at[q], x * a[0] + y * a[1] + z * a[2], first)
        h, k = farther(h, k, x * b[0] + y * b[1] + z * b[2], second)
        h, k = farther(h, k, x * c[0] + y * c[1] + z * c[2], third)
        h, k = farther(h, k, x * e[0] + y * e[1] + z * e[2], fourth)
        best[q], at[q] = h, k


@kernel
def hull_starts(m: Model, n: int, along: View, places: Ints, work: View, starts: Ints) -> None:
    """Compute, for each mesh and direction, the farthest hull vertex; small hulls are skipped.

    Vertex numbers are those of hull vertices.
    along    (3, n) directions              places   (n) index of each in the table of a mesh
    work     (2, n)                         starts   (nmesh, SIDE^3), zero on entry
    """
    best, at = work, work[n:]
    for mesh in range(m.nmesh):
        graph = int(m.mesh_graphadr[mesh])
        count = int(m.mesh_graph[graph]) if graph >= 0 else 0
        if count >= CLIMB:
            for q in range(n):
                best[q], at[q] = -math.inf, 0.0
            first, last = int(m.mesh_vertadr[mesh]), count - 1
            for v in range(0, count, 4):
                a = hull_vertex(m, first, graph, count, v)
                b = hull_vertex(m, first, graph, count, min(v + 1, last))
                c = hull_vertex(m, first, graph, count, min(v + 2, last))
                e = hull_vertex(m, first, graph, count, min(v + 3, last))
                compare(v, last, a, b, c, e, n, along, best, at)
            for q in range(n):
                starts[SIDE * SIDE * SIDE * mesh + places[q]] = int(at[q])
