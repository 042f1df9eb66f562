"""Ray intersection with geoms: nearest distance, and the outward normal there.

Documents: API / Ray casting (mj_ray, mju_rayGeom)

Each function finds the smallest x >= 0 with pnt + x vec on the geom, in the frame of the geom: planes and boxes by
faces, the others by roots of a quadratic. -1 means no intersection. vec need not be a unit vector; x is in units of
|vec|.
Meshes and height fields are in a separate library (ray_shapes.py), which only models with such geoms load.
"""

import math

from gelenk.algebra.vec import (
    Mat3,
    Vec2,
    Vec3,
    add_scaled,
    clamp,
    dot,
    load3,
    load9,
    mat_t_vec,
    mat_vec,
    norm,
    normalize,
    store3,
    sub,
)
from gelenk.engine.stage_calls import is_loaded
from gelenk.tables.enums import mjMINVAL, mjtGeom
from gelenk.tables.stages import INDEX
from gelenk.toolchain.kernel import call_pair, kernel
from gelenk.toolchain.kernel_types import Data, Ints, Model, View

RAY_SHAPE, RAY_SDF = INDEX["ray_shape"], INDEX["ray_sdf"]
NOTHING = (-1.0, (0.0, 0.0, 0.0))


@kernel
def roots(a: float, b: float, c: float) -> Vec2:
    """Return both roots of a x^2 + 2 b x + c, ascending; (-1, -1) if there are none."""
    det = b * b - a * c
    if det < mjMINVAL or a < mjMINVAL:
        return -1.0, -1.0
    r = math.sqrt(det)
    return (-b - r) / a, (-b + r) / a


@kernel
def first_root(a: float, b: float, c: float) -> float:
    """Return the smallest root >= 0, or -1."""
    x0, x1 = roots(a, b, c)
    if x0 >= 0.0:
        return x0
    return x1 if x1 >= 0.0 else -1.0


@kernel
def ray_plane(size: Vec3, p: Vec3, v: Vec3) -> tuple[float, Vec3]:
    """Intersect the upper side of the plane z = 0.

    The plane is limited to size[0], size[1] if these are positive.
    """
    if v[2] > -mjMINVAL:
        return NOTHING
    x = -p[2] / v[2]
    if x < 0.0:
        return NOTHING
    hit = add_scaled(p, v, x)
    if (size[0] > 0.0 and abs(hit[0]) > size[0]) or (size[1] > 0.0 and abs(hit[1]) > size[1]):
        return NOTHING
    return x, (0.0, 0.0, 1.0)


@kernel
def ray_sphere(radius: float, p: Vec3, v: Vec3) -> tuple[float, Vec3]:
    x = first_root(dot(v, v), dot(v, p), dot(p, p) - radius * radius)
    if x < 0.0:
        return NOTHING
    return x, normalize(add_scaled(p, v, x))


@kernel
def nearer(x: float, best: float) -> bool:
    """Return whether x is a hit nearer than ``best`` (-1: no hit so far)."""
    return x >= 0.0 and (best < 0.0 or x < best)


@kernel
def ray_side(radius: float, half: float, p: Vec3, v: Vec3) -> float:
    """Intersect the round side of a cylinder of half length ``half``, without caps."""
    a = v[0] * v[0] + v[1] * v[1]
    b = v[0] * p[0] + v[1] * p[1]
    c = p[0] * p[0] + p[1] * p[1] - radius * radius
    x0, x1 = roots(a, b, c)
    if x0 >= 0.0 and abs(p[2] + x0 * v[2]) <= half:
        return x0
    if x1 >= 0.0 and abs(p[2] + x1 * v[2]) <= half:
        return x1
    return -1.0


@kernel
def ray_capsule(radius: float, half: float, p: Vec3, v: Vec3) -> tuple[float, Vec3]:
    best = ray_side(radius, half, p, v)
    for side in range(2):
        sign = 1.0 if side == 0 else -1.0
        q = (p[0], p[1], p[2] - sign * half)
        x0, x1 = roots(dot(v, v), dot(v, q), dot(q, q) - radius * radius)
        if sign * (q[2] + x0 * v[2]) >= 0.0 and nearer(x0, best):
            best = x0
        if sign * (q[2] + x1 * v[2]) >= 0.0 and nearer(x1, best):
            best = x1
    if best < 0.0:
        return NOTHING
    hit = add_scaled(p, v, best)
    return best, normalize((hit[0], hit[1], hit[2] - clamp(hit[2], -half, half)))


@kernel
def ray_ellipsoid(size: Vec3, p: Vec3, v: Vec3) -> tuple[float, Vec3]:
    s = (1.0 / (size[0] * size[0]), 1.0 / (size[1] * size[1]), 1.0 / (size[2] * size[2]))
    sv = (s[0] * v[0], s[1] * v[1], s[2] * v[2])
    sp = (s[0] * p[0], s[1] * p[1], s[2] * p[2])
    x = first_root(dot(sv, v), dot(sv, p), dot(sp, p) - 1.0)
    if x < 0.0:
        return NOTHING
    return x, normalize(add_scaled(sp, sv, x))


@kernel
def ray_cylinder(radius: float, half: float, p: Vec3, v: Vec3) -> tuple[float, Vec3]:
    best = ray_side(radius, half, p, v)
    normal = (0.0, 0.0, 0.0)
    if best >= 0.0:
        normal = normalize((p[0] + best * v[0], p[1] + best * v[1], 0.0))
    if abs(v[2]) > mjMINVAL:
        for side in range(2):
            sign = 1.0 if side == 0 else -1.0
            x = (sign * half - p[2]) / v[2]
            a, b = p[0] + x * v[0], p[1] + x * v[1]
            if a * a + b * b <= radius * radius and nearer(x, best):
                best = x
                normal = (0.0, 0.0, sign)
    return best, normal


@kernel
def ray_box_face(p: Vec3, v: Vec3, s: Vec3, sign: float) -> float:
    """Intersect the face at ``sign`` s of the first axis.

    p, v, s are permuted so that the axis of the face is first.
    """
    if abs(v[0]) <= mjMINVAL:
        return -1.0
    x = (sign * s[0] - p[0]) / v[0]
    inside = abs(p[1] + x * v[1]) <= s[1] and abs(p[2] + x * v[2]) <= s[2]
    return x if inside else -1.0


@kernel
def ray_box(s: Vec3, p: Vec3, v: Vec3) -> tuple[float, Vec3]:
    best, normal = -1.0, (0.0, 0.0, 0.0)
    for side in range(2):
        sign = 1.0 if side == 0 else -1.0
        x = ray_box_face(p, v, s, sign)
        if nearer(x, best):
            best, normal = x, (sign, 0.0, 0.0)
        x = ray_box_face((p[1], p[2], p[0]), (v[1], v[2], v[0]), (s[1], s[2], s[0]), sign)
        if nearer(x, best):
            best, normal = x, (0.0, sign, 0.0)
        x = ray_box_face((p[2], p[0], p[1]), (v[2], v[0], v[1]), (s[2], s[0], s[1]), sign)
        if nearer(x, best):
            best, normal = x, (0.0, 0.0, sign)
    return best, normal


@kernel
def ray_geom(pos: Vec3, mat: Mat3, size: Vec3, pnt: Vec3, vec: Vec3, kind: int) -> tuple[float, Vec3]:
    """Return distance and world normal where a ray hits a primitive geom (mju_rayGeom).

    (-1, zero) without a hit. The rotation of a sphere is ignored, so that it has no effect on rounding: of coincident
    spheres, the first is hit.
    """
    if kind == mjtGeom.mjGEOM_SPHERE:
        return ray_sphere(size[0], sub(pnt, pos), vec)
    p, v = mat_t_vec(mat, sub(pnt, pos)), mat_t_vec(mat, vec)
    x, normal = -1.0, (0.0, 0.0, 0.0)
    if kind == mjtGeom.mjGEOM_PLANE:
        x, normal = ray_plane(size, p, v)
    elif kind == mjtGeom.mjGEOM_CAPSULE:
        x, normal = ray_capsule(size[0], size[1], p, v)
    elif kind == mjtGeom.mjGEOM_ELLIPSOID:
        x, normal = ray_ellipsoid(size, p, v)
    elif kind == mjtGeom.mjGEOM_CYLINDER:
        x, normal = ray_cylinder(size[0], size[1], p, v)
    elif kind == mjtGeom.mjGEOM_BOX:
        x, normal = ray_box(size, p, v)
    return x, mat_vec(mat, normal)


@kernel
def is_visible(m: Model, g: int, groups: Ints, use_groups: int, flg_static: int, bodyexclude: int) -> bool:
    """Return whether rays can hit geom g.

    The geom must not be on the excluded body, must be in a selected group, may be static only with flg_static, and must
    have a nonzero alpha: that of its material if there is one, else its own, as in 3.5.0.
    """
    b = m.geom_bodyid[g]
    if b == bodyexclude:
        return False
    if flg_static == 0 and m.body_weldid[b] == 0:
        return False
    mat = m.geom_matid[g]
    alpha = m.geom_rgba[g, 3] if mat < 0 else m.mat_rgba[mat, 3]
    if alpha == 0.0:
        return False
    return use_groups == 0 or groups[min(max(m.geom_group[g], 0), 5)] != 0


@kernel
def passes_by(m: Model, d: Data, g: int, pnt: Vec3, vec: Vec3) -> bool:
    """Return whether the ray misses the bounding sphere of geom g."""
    r = m.geom_rbound[g]
    if r <= 0.0:
        return False
    c = sub(load3(d.geom_xpos, g), pnt)
    ahead, outside = dot(c, vec), dot(c, c) - r * r
    return outside > 0.0 and (ahead < 0.0 or ahead * ahead < outside * dot(vec, vec))


@kernel
def ray_to(m: Model, d: Data, g: int, pnt: Vec3, vec: Vec3) -> tuple[float, Vec3]:
    """Return distance and world normal where the ray hits geom g, (-1, zero) without a hit."""
    kind = m.geom_type[g]
    pos, mat = load3(d.geom_xpos, g), load9(d.geom_xmat, g)
    if not (
        kind == mjtGeom.mjGEOM_MESH
        or kind == mjtGeom.mjGEOM_HFIELD
        or (kind == mjtGeom.mjGEOM_SDF and m.geom_dataid[g] >= 0)
    ):
        return ray_geom(pos, mat, load3(m.geom_size, g), pnt, vec, kind)
    stage = RAY_SDF if kind == mjtGeom.mjGEOM_SDF else RAY_SHAPE
    if not is_loaded(m, d, stage):
        return NOTHING
    store3(d.ray_local, 0, mat_t_vec(mat, sub(pnt, pos)))
    store3(d.ray_local, 1, mat_t_vec(mat, vec))
    call_pair(m, d, stage, g, kind)
    return d.ray_hit[0], mat_vec(mat, (d.ray_hit[1], d.ray_hit[2], d.ray_hit[3]))


@kernel
def nearest_geom(
    m: Model,
    d: Data,
    start: Vec3,
    direction: Vec3,
    groups: Ints,
    use_groups: int,
    flg_static: int,
    bodyexclude: int,
) -> tuple[float, int, Vec3]:
    """Return distance, id and normal of the first geom along the ray start + x direction.

    (-1, -1, zero) without a hit.
    """
    best, found, normal = -1.0, -1, (0.0, 0.0, 0.0)
    for g in range(m.ngeom):
        if not is_visible(m, g, groups, use_groups, flg_static, bodyexclude):
            continue
        if passes_by(m, d, g, start, direction):
            continue
        x, n = ray_to(m, d, g, start, direction)
        if nearer(x, best):
            best, found, normal = x, g, n
    return best, found, normal


@kernel
def ray(
    m: Model,
    d: Data,
    pnt: View,
    vec: View,
    groups: Ints,
    use_groups: int,
    flg_static: int,
    bodyexclude: int,
    geomid: Ints,
    out: View,
) -> None:
    """Find the first geom along the ray pnt + x vec (mj_ray).

    Reads   geom_xpos (ngeom, 3), geom_xmat (ngeom, 9); pnt, vec (3), groups (6)
    Writes  geomid (1): the geom, or -1;  out (4): x, or -1, and the normal there, world frame
    Status  2: the library for meshes and height fields is not loaded
    Source  API / Ray casting
    """
    start, direction = (pnt[0], pnt[1], pnt[2]), (vec[0], vec[1], vec[2])
    best, found, normal = nearest_geom(m, d, start, direction, groups, use_groups, flg_static, bodyexclude)
    geomid[0] = found
    out[0], out[1], out[2], out[3] = best, normal[0], normal[1], normal[2]


@kernel
def is_beyond(m: Model, d: Data, g: int, pnt: Vec3, cutoff: float) -> bool:
    """Return whether all of geom g is farther than ``cutoff`` [m].

    The test uses its bounding sphere, or its plane.
    """
    to = sub(load3(d.geom_xpos, g), pnt)
    if m.geom_type[g] == mjtGeom.mjGEOM_PLANE:
        axis = (d.geom_xmat[g, 2], d.geom_xmat[g, 5], d.geom_xmat[g, 8])
        return abs(dot(to, axis)) > cutoff
    return norm(to) - m.geom_rbound[g] > cutoff


@kernel
def multi_ray(
    m: Model,
    d: Data,
    pnt: View,
    vec: View,
    groups: Ints,
    use_groups: int,
    flg_static: int,
    bodyexclude: int,
    cutoff: float,
    near: Ints,
    geomid: Ints,
    dist: View,
    normal: View,
    nray: int,
) -> int:
    """Find the first geom along each ray pnt + x vec[i] (mj_multiRay).

    Geoms beyond ``cutoff`` are ignored.
    Reads   geom_xpos, geom_xmat; pnt (3), vec (nray, 3) flat, groups (6)
    Writes  near (ngeom): candidate geoms;  geomid, dist (nray): x, or -1;  normal (nray, 3) flat
    Returns 0; nonzero if a direction is zero, without other effects
    Status  2: the library for meshes and height fields is not loaded
    Source  API / Ray casting
    """
    for i in range(nray):
        if vec[3 * i] == 0.0 and vec[3 * i + 1] == 0.0 and vec[3 * i + 2] == 0.0:
            return 1
    start = (pnt[0], pnt[1], pnt[2])
    count = 0
    for g in range(m.ngeom):
        if is_visible(m, g, groups, use_groups, flg_static, bodyexclude) and not is_beyond(
            m, d, g, start, cutoff
        ):
            near[count] = g
            count += 1
    for i in range(nray):
        direction = (vec[3 * i], vec[3 * i + 1], vec[3 * i + 2])
        best, found, side = -1.0, -1, (0.0, 0.0, 0.0)
        for k in range(count):
            g = near[k]
            if passes_by(m, d, g, start, direction):
                continue
            x, n = ray_to(m, d, g, start, direction)
            if nearer(x, best):
                best, found, side = x, g, n
        geomid[i] = found
        dist[i] = best
        normal[3 * i], normal[3 * i + 1], normal[3 * i + 2] = side
    return 0


@kernel
def ray_one(m: Model, d: Data, geom: int, pnt: View, vec: View, out: View) -> None:
    """Intersect the ray pnt + x vec with one geom (mj_rayMesh, mj_rayHfield).

    Writes out (4): x, or -1, and the normal there
    """
    x, n = ray_to(m, d, geom, (pnt[0], pnt[1], pnt[2]), (vec[0], vec[1], vec[2]))
    out[0], out[1], out[2], out[3] = x, n[0], n[1], n[2]
