"""Signed distance fields (SDF) of geoms, and contacts and rays from them.

Documents: XML reference / geom (sdf); Quilez, "Distance functions"; XML reference / geom (sdf), option
(sdf_iterations, sdf_initpoints); mjtSDFType

    sphere, capsule, cylinder   exact
    ellipsoid                   k0 (k0 - 1) / k1, k0 = |p / size|, k1 = |p / size^2|
    box                         exact outside; inside, the distance to a face in the direction size / depth
    mesh                        from its octree, if it has one; else the largest distance from a face of its convex hull
    sdf                         from its plugin; else from the octree of its mesh

Points, distances and gradients are in the frame of the geom. The gradient of an octree is per width of the cell, so
that a step of this length stays near the cell; outside the octree, the gradient is per meter.

Contacts are found by gradient descent from many points to minima of two combined fields. From each of sdf_initpoints
points of the Halton sequence, in the part of the first geom's box that the box of the second overlaps, at most
sdf_iterations descent steps decrease A + B + |max(A, B)|, then one step decreases max(A, B). The step size starts at 1
times the gradient and is halved until Armijo's condition holds. Where both fields are negative there is a contact of
depth max(A, B); its normal bisects the gradients of A and -B. Only overlap yields contacts: margins are ignored.
"""

import math

from gelenk.algebra.random_numbers import halton
from gelenk.algebra.vec import (
    Mat3,
    Vec2,
    Vec3,
    add,
    add_scaled,
    clamp,
    dot,
    load3,
    load9,
    mat_mul,
    mat_t_vec,
    mat_vec,
    norm,
    normalize,
    scale,
    sub,
)
from gelenk.engine.collision.broadphase import NO_HINT, add_candidate, nearest_candidate
from gelenk.engine.stage_calls import FIRST_PLUGIN, call_plugin, is_loaded
from gelenk.tables.enums import mjMAXCONPAIR, mjMINVAL, mjtGeom, mjtPluginCapabilityBit
from gelenk.tables.status import DONE, RESTARTED
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model, View

GRADIENT_STEP = 1e-6  # [m] half width of the central differences that give gradients of plugins
INSIDE_DEPTH = 1e-6  # [m] depth inside the octree to which outside points are moved


@kernel
def can_answer(m: Model, d: Data, instance: int) -> bool:
    """Return whether a plugin instance can be evaluated; if not, set d.status."""
    if not is_loaded(m, d, FIRST_PLUGIN + m.plugin[instance]):
        return False
    if d.plugin_data[instance] == 0:
        d.status = RESTARTED
        return False
    return True


@kernel
def is_ready(m: Model, d: Data, geom: int) -> bool:
    """Return whether the field of a geom can be evaluated; if not, set d.status."""
    return (
        m.geom_type[geom] != mjtGeom.mjGEOM_SDF
        or m.geom_plugin[geom] < 0
        or can_answer(m, d, m.geom_plugin[geom])
    )


# ---- plugins


@kernel
def plugin_field(m: Model, d: Data, instance: int, p: Vec3) -> tuple[float, Vec3]:
    """Return the distance of a plugin instance and its gradient by central differences."""
    for i in range(7):
        for k in range(3):
            d.sdf_point[i, k] = p[k]
    for k in range(3):
        d.sdf_point[2 * k + 1, k] += GRADIENT_STEP
        d.sdf_point[2 * k + 2, k] -= GRADIENT_STEP
    d.sdf_count = 7
    call_plugin(m, d, instance, mjtPluginCapabilityBit.mjPLUGIN_SDF)
    v = d.sdf_value
    half = 0.5 / GRADIENT_STEP
    return v[0], ((v[1] - v[2]) * half, (v[3] - v[4]) * half, (v[5] - v[6]) * half)


@kernel
def plugin_value(m: Model, d: Data, instance: int, p: Vec3) -> float:
    """Return the signed distance of a plugin instance."""
    for k in range(3):
        d.sdf_point[0, k] = p[k]
    d.sdf_count = 1
    call_plugin(m, d, instance, mjtPluginCapabilityBit.mjPLUGIN_SDF)
    return d.sdf_value[0]


# ---- octrees


@kernel
def leaf_at(m: Model, root: int, p: Vec3) -> int:
    """Return the leaf cell of an octree that contains a point inside the root."""
    cell = root
    while m.oct_child[cell, 0] >= 0:
        k = 0
        for i in range(3):
            if p[i] >= m.oct_aabb[cell, i]:
                k += 1 << i
        child = m.oct_child[cell, k]
        if child < 0:
            break
        cell = root + child
    return cell


@kernel
def interpolated(m: Model, cell: int, p: Vec3) -> tuple[float, Vec3]:
    """Interpolate a cell trilinearly: value, and gradient per width of the cell."""
    x = 0.5 * ((p[0] - m.oct_aabb[cell, 0]) / max(m.oct_aabb[cell, 3], mjMINVAL) + 1.0)
    y = 0.5 * ((p[1] - m.oct_aabb[cell, 1]) / max(m.oct_aabb[cell, 4], mjMINVAL) + 1.0)
    z = 0.5 * ((p[2] - m.oct_aabb[cell, 2]) / max(m.oct_aabb[cell, 5], mjMINVAL) + 1.0)
    value, gx, gy, gz = 0.0, 0.0, 0.0, 0.0
    for k in range(8):
        c = m.oct_coeff[cell, k]
        wx, sx = (x, 1.0) if k & 1 else (1.0 - x, -1.0)
        wy, sy = (y, 1.0) if k & 2 else (1.0 - y, -1.0)
        wz, sz = (z, 1.0) if k & 4 else (1.0 - z, -1.0)
        value += c * wx * wy * wz
        gx += c * sx * wy * wz
        gy += c * sy * wx * wz
        gz += c * sz * wx * wy
    return value, (gx, gy, gz)


@kernel
def octree_field(m: Model, root: int, p: Vec3) -> tuple[float, Vec3]:
    """Return the field of an octree and its gradient.

    Outside the root, the field is the value at the nearest point of the root plus the distance to that point.
    """
    center = load3(m.oct_aabb, root)
    half = (m.oct_aabb[root, 3], m.oct_aabb[root, 4], m.oct_aabb[root, 5])
    low, high = sub(center, half), (center[0] + half[0], center[1] + half[1], center[2] + half[2])
    q = (clamp(p[0], low[0], high[0]), clamp(p[1], low[1], high[1]), clamp(p[2], low[2], high[2]))
    away = sub(p, q)
    far = norm(away)
    if far == 0.0:
        return interpolated(m, leaf_at(m, root, p), p)
    inner = (
        clamp(p[0], low[0] + INSIDE_DEPTH, high[0] - INSIDE_DEPTH),
        clamp(p[1], low[1] + INSIDE_DEPTH, high[1] - INSIDE_DEPTH),
        clamp(p[2], low[2] + INSIDE_DEPTH, high[2] - INSIDE_DEPTH),
    )
    cell = leaf_at(m, root, inner)
    value, g = interpolated(m, cell, inner)
    gx = away[0] / far if away[0] != 0.0 else 0.5 * g[0] / max(m.oct_aabb[cell, 3], mjMINVAL)
    gy = away[1] / far if away[1] != 0.0 else 0.5 * g[1] / max(m.oct_aabb[cell, 4], mjMINVAL)
    gz = away[2] / far if away[2] != 0.0 else 0.5 * g[2] / max(m.oct_aabb[cell, 5], mjMINVAL)
    return value + far, (gx, gy, gz)


@kernel
def hull_field(m: Model, mesh: int, p: Vec3) -> tuple[float, Vec3]:
    """Return the largest distance from a face plane of a convex hull, and that face's normal."""
    best, normal = -math.inf, (1.0, 0.0, 0.0)
    first = m.mesh_polyadr[mesh]
    for i in range(first, first + m.mesh_polynum[mesh]):
        n = load3(m.mesh_polynormal, i)
        corner = m.mesh_vertadr[mesh] + m.mesh_polyvert[m.mesh_polyvertadr[i]]
        x = dot(n, sub(p, load3(m.mesh_vert, corner)))
        if x > best:
            best, normal = x, n
    return best, normal


# ---- primitive shapes


@kernel
def signed(x: float, along: float) -> float:
    return along if x > 0.0 else -along


@kernel
def ellipsoid_field(size: Vec3, p: Vec3) -> tuple[float, Vec3]:
    """Return the approximate distance from an ellipsoid, and its normalized gradient."""
    u = (p[0] / size[0], p[1] / size[1], p[2] / size[2])
    w = (u[0] / size[0], u[1] / size[1], u[2] / size[2])
    t = (w[0] / (size[0] * size[0]), w[1] / (size[1] * size[1]), w[2] / (size[2] * size[2]))
    k0, k1 = norm(u), norm(w)
    if k0 < mjMINVAL or k1 < mjMINVAL:
        return -min(size[0], size[1], size[2]), (1.0, 0.0, 0.0)
    # d k0 = w / k0, d k1 = t / k1
    g = add_scaled(scale(w, (2.0 * k0 - 1.0) / (k0 * k1)), t, -k0 * (k0 - 1.0) / (k1 * k1 * k1))
    return k0 * (k0 - 1.0) / k1, normalize(g)


@kernel
def cylinder_field(size: Vec3, p: Vec3) -> tuple[float, Vec3]:
    """Return the distance from a cylinder and its gradient."""
    out = math.sqrt(p[0] * p[0] + p[1] * p[1])
    a, b = out - size[0], abs(p[2]) - size[1]
    radial = (p[0] / max(out, mjMINVAL), p[1] / max(out, mjMINVAL), 0.0)
    axial = (0.0, 0.0, signed(p[2], 1.0))
    if a <= 0.0 or b <= 0.0:
        return max(a, b), radial if a > b else axial
    far = math.sqrt(a * a + b * b)
    return far, add_scaled(scale(radial, a / far), axial, b / far)


@kernel
def box_field(size: Vec3, p: Vec3) -> tuple[float, Vec3]:
    """Return the distance from a box and its gradient.

    Inside, the distance is that to a face in the direction size / depth.
    """
    x, y, z = abs(p[0]) - size[0], abs(p[1]) - size[1], abs(p[2]) - size[2]
    if max(x, y, z) > 0.0:
        out = (max(x, 0.0), max(y, 0.0), max(z, 0.0))
        far = norm(out)
        return far, (signed(p[0], out[0]) / far, signed(p[1], out[1]) / far, signed(p[2], out[2]) / far)
    x, y, z = max(-x, mjMINVAL), max(-y, mjMINVAL), max(-z, mjMINVAL)
    n = normalize((size[0] / x, size[1] / y, size[2] / z))
    value = -min(x / max(n[0], mjMINVAL), y / max(n[1], mjMINVAL), z / max(n[2], mjMINVAL))
    return value, (signed(p[0], n[0]), signed(p[1], n[1]), signed(p[2], n[2]))


@kernel
def primitive_field(kind: int, size: Vec3, p: Vec3) -> tuple[float, Vec3]:
    """Return the distance from a primitive, sphere to box, and its gradient."""
    if kind == mjtGeom.mjGEOM_ELLIPSOID:
        return ellipsoid_field(size, p)
    if kind == mjtGeom.mjGEOM_CYLINDER:
        return cylinder_field(size, p)
    if kind == mjtGeom.mjGEOM_BOX:
        return box_field(size, p)
    q = p
    if kind == mjtGeom.mjGEOM_CAPSULE:
        q = (p[0], p[1], p[2] - clamp(p[2], -size[1], size[1]))
    return norm(q) - size[0], normalize(q)


# ---- any geom


@kernel
def geom_field(m: Model, d: Data, geom: int, p: Vec3) -> tuple[float, Vec3]:
    """Return the signed distance from a geom and its gradient."""
    kind, mesh = m.geom_type[geom], m.geom_dataid[geom]
    if mjtGeom.mjGEOM_SPHERE <= kind <= mjtGeom.mjGEOM_BOX:
        return primitive_field(kind, load3(m.geom_size, geom), p)
    if kind == mjtGeom.mjGEOM_SDF and m.geom_plugin[geom] >= 0:
        return plugin_field(m, d, m.geom_plugin[geom], p)
    if m.mesh_octnum[mesh] > 0:
        return octree_field(m, m.mesh_octadr[mesh], p)
    return hull_field(m, mesh, p)


@kernel
def geom_value(m: Model, d: Data, geom: int, p: Vec3) -> float:
    """Return the signed distance from a geom."""
    if m.geom_type[geom] == mjtGeom.mjGEOM_SDF and m.geom_plugin[geom] >= 0:
        return plugin_value(m, d, m.geom_plugin[geom], p)
    return geom_field(m, d, geom, p)[0]


@kernel
def sdf_sample(m: Model, d: Data, instance: int, count: int, point: View, value: View) -> None:
    """Sample a plugin instance: distances of ``count`` points (count, 3) to value (count) [m]."""
    if not can_answer(m, d, instance):
        return
    for i in range(count):
        value[i] = plugin_value(m, d, instance, (point[3 * i], point[3 * i + 1], point[3 * i + 2]))


ARMIJO = 0.1  # fraction of the predicted decrease that a step must reach
MIN_STEP = 1e-4  # step size, relative to the gradient, below which a step is accepted unconditionally
SEEK_OVERLAP, SEEK_DEEPEST = 0, 1  # goals of the descent


@kernel
def transposed(r: Mat3) -> Mat3:
    return (r[0], r[3], r[6], r[1], r[4], r[7], r[2], r[5], r[8])


@kernel
def relative_pose(d: Data, geom1: int, geom2: int) -> tuple[Mat3, Vec3]:
    """Return rotation and translation from the frame of geom2 to the frame of geom1."""
    r1 = load9(d.geom_xmat, geom1)
    turn = mat_mul(transposed(r1), load9(d.geom_xmat, geom2))
    return turn, mat_t_vec(r1, sub(load3(d.geom_xpos, geom2), load3(d.geom_xpos, geom1)))


@kernel
def common_box(m: Model, geom1: int, geom2: int, turn: Mat3, shift: Vec3) -> tuple[Vec3, Vec3]:
    """Return the overlap of geom1's box and geom2's box as two corners, frame of geom1."""
    c1, c2 = load3(m.geom_aabb, geom1), add(mat_vec(turn, load3(m.geom_aabb, geom2)), shift)
    h = (m.geom_aabb[geom2, 3], m.geom_aabb[geom2, 4], m.geom_aabb[geom2, 5])
    x = abs(turn[0]) * h[0] + abs(turn[1]) * h[1] + abs(turn[2]) * h[2]
    y = abs(turn[3]) * h[0] + abs(turn[4]) * h[1] + abs(turn[5]) * h[2]
    z = abs(turn[6]) * h[0] + abs(turn[7]) * h[1] + abs(turn[8]) * h[2]
    h = (m.geom_aabb[geom1, 3], m.geom_aabb[geom1, 4], m.geom_aabb[geom1, 5])
    low = (max(c1[0] - h[0], c2[0] - x), max(c1[1] - h[1], c2[1] - y), max(c1[2] - h[2], c2[2] - z))
    high = (min(c1[0] + h[0], c2[0] + x), min(c1[1] + h[1], c2[1] + y), min(c1[2] + h[2], c2[2] + z))
    return low, high


@kernel
def combined(goal: int, a: float, b: float) -> float:
    """Return the objective of the descent from the two distances."""
    return a + b + abs(max(a, b)) if goal == SEEK_OVERLAP else max(a, b)


@kernel
def descend(
    m: Model,
    d: Data,
    geom1: int,
    geom2: int,
    turn: Mat3,
    shift: Vec3,
    p: Vec3,
    x: Vec3,
    goal: int,
    steps: int,
) -> Vec3:
    """Descend ``steps`` gradient steps and return the end point, frame of geom2.

    The start is p in the frame of geom1, x in the frame of geom2.
    """
    for _ in range(steps):
        a, ga = geom_field(m, d, geom1, p)
        b, gb = geom_field(m, d, geom2, x)
        ga = mat_t_vec(turn, ga)
        g = ga if a > b else gb
        if goal == SEEK_OVERLAP:
            g = add_scaled(add(ga, gb), g, 1.0 if max(a, b) > 0.0 else -1.0)
        before, size, along = combined(goal, a, b), dot(g, g), 1.0
        while True:
            y = add_scaled(x, g, -along)
            p = add(mat_vec(turn, y), shift)
            a = geom_value(m, d, geom1, p)
            b = geom_value(m, d, geom2, y)
            after = combined(goal, a, b)
            if after <= before - ARMIJO * along * size or not along >= MIN_STEP:
                break
            along *= 0.5
        x = y
        if not after <= before:
            break
    return x


@kernel
def put_deepest(m: Model, d: Data, geom1: int, geom2: int, turn: Mat3, shift: Vec3, x: Vec3) -> None:
    """Add a candidate contact at x, frame of geom2, if both fields are negative there."""
    a, ga = geom_field(m, d, geom1, add(mat_vec(turn, x), shift))
    b, gb = geom_field(m, d, geom2, x)
    dist = max(a, b)
    if not dist <= 0.0:
        return
    r = load9(d.geom_xmat, geom2)
    n = normalize(mat_vec(r, sub(mat_t_vec(turn, normalize(ga)), normalize(gb))))
    pos = add_scaled(add(load3(d.geom_xpos, geom2), mat_vec(r, x)), n, -0.5 * dist)
    add_candidate(d, dist, pos, n, NO_HINT)


@kernel
def sdf_pair(m: Model, d: Data, geom1: int, geom2: int) -> None:
    """Write the contacts of a geom and a geom of type sdf (interface in dispatch.py).

    Reads   m.opt.sdf_iterations, sdf_initpoints, geom_*, mesh_*, oct_*, d.geom_xpos, geom_xmat
    Writes  near_count, near_dist, near_pos, near_frame; work space sdf_*
    Status  2: a plugin is not loaded; 4: its constants were cleared
    Source  the descent and its numbers are those of 3.5.0; at most mjMAXCONPAIR contacts
    """
    if not (is_ready(m, d, geom1) and is_ready(m, d, geom2)):
        return
    turn, shift = relative_pose(d, geom1, geom2)
    low, high = common_box(m, geom1, geom2, turn, shift)
    size = sub(high, low)
    if not (size[0] >= 0.0 and size[1] >= 0.0 and size[2] >= 0.0):
        return
    for i in range(m.opt.sdf_initpoints):
        if d.status != DONE:  # a plugin in Python raised
            return
        p = add(low, (size[0] * halton(i, 2), size[1] * halton(i, 3), size[2] * halton(i, 5)))
        x = mat_t_vec(turn, sub(p, shift))
        x = descend(m, d, geom1, geom2, turn, shift, p, x, SEEK_OVERLAP, m.opt.sdf_iterations)
        p = add(mat_vec(turn, x), shift)
        x = descend(m, d, geom1, geom2, turn, shift, p, x, SEEK_DEEPEST, 1)
        put_deepest(m, d, geom1, geom2, turn, shift, x)
        if d.near_count == mjMAXCONPAIR:
            return


@kernel
def sdf_distance(m: Model, d: Data, geom1: int, geom2: int) -> None:
    """Write the signed distance of two overlapping geoms, one of type sdf, in any order.

    The distance is that of the deepest contact; see distance_pair in convex.py for inputs and outputs.
    """
    forward = m.geom_type[geom1] <= m.geom_type[geom2]
    first, second = (geom1, geom2) if forward else (geom2, geom1)
    d.near_count = 0
    if m.geom_type[first] >= mjtGeom.mjGEOM_SPHERE:
        sdf_pair(m, d, first, second)
    nearest_candidate(d, forward)


# ---- rays


@kernel
def box_part(m: Model, geom: int, p: Vec3, v: Vec3) -> Vec2:
    """Return the first and last distance of a ray inside a geom's box enlarged by 1 %."""
    first, last = 0.0, math.inf
    for i in range(3):
        half = 1.01 * m.geom_aabb[geom, 3 + i] + mjMINVAL
        low, high = m.geom_aabb[geom, i] - half, m.geom_aabb[geom, i] + half
        if abs(v[i]) < mjMINVAL:
            if not low <= p[i] <= high:
                return 1.0, 0.0
        else:
            a, b = (low - p[i]) / v[i], (high - p[i]) / v[i]
            first, last = max(first, min(a, b)), min(last, max(a, b))
    return first, last


@kernel
def ray_sdf(m: Model, d: Data, geom: int, unused: int) -> None:
    """Intersect the ray of ray_local with a geom's field: sphere tracing, then bisection.

    Reads   ray_local (2, 3): start and direction in the frame of the geom
    Writes  ray_hit (4): distance in units of |direction|, or -1; normal, frame of the geom
    Source  Hart 1996 (sphere tracing)
    """
    d.ray_hit[0] = -1.0
    for i in range(1, 4):
        d.ray_hit[i] = 0.0
    if not is_ready(m, d, geom):
        return
    p, length = load3(d.ray_local, 0), math.sqrt(dot(load3(d.ray_local, 1), load3(d.ray_local, 1)))
    if not length > 0.0:
        return
    v = normalize(load3(d.ray_local, 1))
    near, last = box_part(m, geom, p, v)
    least = 1e-5 * m.geom_rbound[geom] + mjMINVAL
    start = geom_value(m, d, geom, add_scaled(p, v, near))
    far, value = near, start
    while far <= last:
        near = far
        far = near + max(abs(value), least)
        value = geom_value(m, d, geom, add_scaled(p, v, far))
        if (value > 0.0) != (start > 0.0):
            for _ in range(50):
                middle = 0.5 * (near + far)
                value = geom_value(m, d, geom, add_scaled(p, v, middle))
                if (value > 0.0) == (start > 0.0):
                    near = middle
                else:
                    far = middle
            n = normalize(geom_field(m, d, geom, add_scaled(p, v, near))[1])
            d.ray_hit[0] = near / length
            for i in range(3):
                d.ray_hit[i + 1] = n[i]
            return
