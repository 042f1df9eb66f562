"""Shapes of flex elements against geoms and each other, and weights of nearest points.

Documents: XML reference / deformable / flex; Computation / Collision detection / Checking; Modeling / Deformable
objects; release notes 4.0 (contacts of flex elements)

Elements are capsules, triangles and tetrahedra with a radius. Capsules touch spheres, capsules and boxes as capsule
geoms do. Triangles touch spheres at their nearest point. With capsules and boxes, as in 3.5.0, the ends of the capsule
or corners of the box are tested against the triangle, and the spheres at its vertices against capsule or box: crossing
edges are not detected. All other pairs go to the convex collider (convex.py).

Candidates have the layout of dispatch.py, normals from the geom, or first element, to the (second) element.

Element weights: barycentric coordinates of the nearest point of a flex element.

The nearest point of a tetrahedron is the point itself if it is inside, else that of the nearest side. Weights are in
the order of the vertices of the element, at least 0, add up to 1, and reproduce the nearest point.
"""

import math

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
    nearest_on_triangle,
    norm,
    pick,
    scale,
    store3,
    sub,
)
from gelenk.engine.collision.convex.support import load_side
from gelenk.engine.collision.pairs.box_edges import touch_capsule_box
from gelenk.engine.collision.pairs.primitives import axis_z, sphere_in_box, touch_capsules, touch_spheres
from gelenk.engine.stage_calls import call_far
from gelenk.tables.enums import mjMINVAL, mjtGeom
from gelenk.tables.stages import INDEX
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model

TOUCH_SIDES, HFIELD_SIDE = INDEX["touch_sides"], INDEX["hfield_side"]
UP = (0.0, 0.0, 1.0)
DISTANCE_SLACK = 1e-9  # [m] tolerance, far above rounding errors


@kernel
def element_vertex(m: Model, f: int, e: int, k: int) -> int:
    """Return vertex k of element ``e`` of flex ``f``, counted over all flexes."""
    return m.flex_vertadr[f] + m.flex_elem[m.flex_elemdataadr[f] + (m.flex_dim[f] + 1) * e + k]


@kernel
def corner(m: Model, d: Data, f: int, e: int, k: int) -> Vec3:
    """Return the position of vertex k of element ``e`` of flex ``f``."""
    return load3(d.flexvert_xpos, element_vertex(m, f, e, k))


@kernel
def load_element(m: Model, d: Data, side: int, f: int, e: int) -> None:
    """Load element ``e`` of flex ``f`` as side 0 or 1 of the convex collider."""
    n = m.flex_dim[f] + 1
    center = (0.0, 0.0, 0.0)
    for k in range(n):
        center = add_scaled(center, corner(m, d, f, e, k), 1.0 / n)
    size = 0.0
    for k in range(n):
        arm = sub(corner(m, d, f, e, k), center)
        store3(d.elem_corner, 4 * side + k, arm)
        size = max(size, norm(arm))
    d.elem_corners[side] = n
    d.ccd_type[side] = mjtGeom.mjGEOM_FLEX
    store3(d.ccd_xpos, side, center)
    store3(d.ccd_size, side, (m.flex_radius[f], size, 0.0))


# Capsules


@kernel
def element_capsule(m: Model, d: Data, f: int, e: int) -> tuple[Vec3, Vec3, Vec3]:
    """Return center, half axis and axis of an element of dimension 1."""
    a, b = corner(m, d, f, e, 0), corner(m, d, f, e, 1)
    half = scale(sub(b, a), 0.5)
    length = norm(half)
    axis = scale(half, 1.0 / length) if length > mjMINVAL else UP
    return scale(add(a, b), 0.5), half, axis


@kernel
def turn_normals(d: Data, first: int) -> None:
    """Flip the normals of candidates from ``first`` on, which were found with swapped sides."""
    for k in range(first, d.near_count):
        for i in range(3):
            d.near_frame[k, i] = -d.near_frame[k, i]


@kernel
def geom_capsule(m: Model, d: Data, geom: int, f: int, e: int) -> None:
    """Add the contacts of a sphere, capsule or box and an element of dimension 1."""
    center, half, axis = element_capsule(m, d, f, e)
    place, z, radius = load3(d.geom_xpos, geom), axis_z(d, geom), m.flex_radius[f]
    kind = m.geom_type[geom]
    if kind == mjtGeom.mjGEOM_SPHERE:
        square = dot(half, half)
        t = dot(sub(place, center), half) / square if square > 0.0 else 0.0
        near = add_scaled(center, half, max(-1.0, min(1.0, t)))
        touch_spheres(d, place, m.geom_size[geom, 0], z, near, radius, axis)
    elif kind == mjtGeom.mjGEOM_CAPSULE:
        touch_capsules(
            m, d, place, z, m.geom_size[geom, 1], m.geom_size[geom, 0], center, axis, norm(half), radius
        )
    else:
        first = d.near_count
        touch_capsule_box(
            d, center, scale(half, -1.0), radius, place, load9(d.geom_xmat, geom), load3(m.geom_size, geom)
        )
        turn_normals(d, first)


# Triangles


@kernel
def sphere_triangle(m: Model, d: Data, place: Vec3, radius: float, z: Vec3, f: int, e: int) -> None:
    """Add the contact of a sphere and an element of dimension 2."""
    near, _ = nearest_on_triangle(place, corner(m, d, f, e, 0), corner(m, d, f, e, 1), corner(m, d, f, e, 2))
    touch_spheres(d, place, radius, z, near, m.flex_radius[f], z)


@kernel
def capsule_triangle(m: Model, d: Data, geom: int, f: int, e: int) -> None:
    """Add the contacts of a capsule and an element of dimension 2.

    The ends of the capsule are tested against the triangle, then its vertices against the cylinder in between.
    """
    place, z, radius, half = (
        load3(d.geom_xpos, geom),
        axis_z(d, geom),
        m.geom_size[geom, 0],
        m.geom_size[geom, 1],
    )
    sphere_triangle(m, d, add_scaled(place, z, -half), radius, z, f, e)
    sphere_triangle(m, d, add_scaled(place, z, half), radius, z, f, e)
    for k in range(3):
        x = corner(m, d, f, e, k)
        t = dot(sub(x, place), z)
        if abs(t) < half:
            touch_spheres(d, add_scaled(place, z, t), radius, z, x, m.flex_radius[f], z)


@kernel
def box_triangle(m: Model, d: Data, geom: int, f: int, e: int) -> None:
    """Add the contacts of a box and an element of dimension 2.

    Vertices of the triangle are tested against the box, then corners of the box against the triangle. Vertices touch
    the face that they are farthest outside of, or least inside. As in 3.5.0 this holds even for vertices outside of
    several faces, whose distance from the box is larger than that from the face.
    """
    place, r, s = load3(d.geom_xpos, geom), load9(d.geom_xmat, geom), load3(m.geom_size, geom)
    first, radius = d.near_count, m.flex_radius[f]
    for k in range(3):
        x = corner(m, d, f, e, k)
        v = mat_t_vec(r, sub(x, place))
        outside = max(abs(v[0]) - s[0], max(abs(v[1]) - s[1], abs(v[2]) - s[2]))
        if outside - radius <= d.near_margin:
            sphere_in_box(d, x, radius, r, v, s)
    turn_normals(d, first)
    for k in range(8):
        x = (
            s[0] if k & 1 else -s[0],
            s[1] if k & 2 else -s[1],
            s[2] if k & 4 else -s[2],
        )
        sphere_triangle(m, d, add(place, mat_vec(r, x)), 0.0, UP, f, e)


# Pairs


@kernel
def in_frame_of(m: Model, d: Data, geom: int, f: int, e: int, k: int) -> Vec3:
    """Return vertex k of an element in the frame of a geom's box, from its center."""
    v = mat_t_vec(load9(d.geom_xmat, geom), sub(corner(m, d, f, e, k), load3(d.geom_xpos, geom)))
    return sub(v, load3(m.geom_aabb, geom))


@kernel
def is_beyond(m: Model, d: Data, geom: int, f: int, e: int) -> bool:
    """Return whether a separating axis shows that a geom and an element do not touch.

    The axes are those of the geom's frame and, for cylinders and capsules, the radial direction toward the element.
    Most elements near a geom do not touch the geom, and this test is much faster than the convex collider.
    """
    n, reach = m.flex_dim[f] + 1, m.flex_radius[f] + d.near_margin + DISTANCE_SLACK
    low, high = (math.inf, math.inf, math.inf), (-math.inf, -math.inf, -math.inf)
    x, y = 0.0, 0.0
    for k in range(n):
        v = in_frame_of(m, d, geom, f, e, k)
        low = (min(low[0], v[0]), min(low[1], v[1]), min(low[2], v[2]))
        high = (max(high[0], v[0]), max(high[1], v[1]), max(high[2], v[2]))
        x, y = x + v[0], y + v[1]
    for i in range(3):
        half = m.geom_aabb[geom, 3 + i] + reach
        if pick(low, i) > half or pick(high, i) < -half:
            return True
    kind, length = m.geom_type[geom], math.sqrt(x * x + y * y)
    if (kind != mjtGeom.mjGEOM_CYLINDER and kind != mjtGeom.mjGEOM_CAPSULE) or not length > mjMINVAL:
        return False
    x, y, nearest = x / length, y / length, math.inf
    for k in range(n):
        v = in_frame_of(m, d, geom, f, e, k)
        nearest = min(nearest, x * v[0] + y * v[1])
    return nearest > m.geom_size[geom, 0] + reach


@kernel
def touch_element(m: Model, d: Data, geom: int, f: int, e: int) -> None:
    """Add the candidate contacts of a geom, not a plane, and an element."""
    kind, dim = m.geom_type[geom], m.flex_dim[f]
    if dim == 1 and (
        kind == mjtGeom.mjGEOM_SPHERE or kind == mjtGeom.mjGEOM_CAPSULE or kind == mjtGeom.mjGEOM_BOX
    ):
        geom_capsule(m, d, geom, f, e)
    elif dim == 2 and kind == mjtGeom.mjGEOM_SPHERE:
        sphere_triangle(m, d, load3(d.geom_xpos, geom), m.geom_size[geom, 0], axis_z(d, geom), f, e)
    elif dim == 2 and kind == mjtGeom.mjGEOM_CAPSULE:
        capsule_triangle(m, d, geom, f, e)
    elif dim == 2 and kind == mjtGeom.mjGEOM_BOX:
        box_triangle(m, d, geom, f, e)
    elif kind == mjtGeom.mjGEOM_HFIELD:
        load_element(m, d, 1, f, e)
        call_far(m, d, HFIELD_SIDE, geom, 0)
    elif not is_beyond(m, d, geom, f, e):
        load_side(m, d, 0, geom)
        load_element(m, d, 1, f, e)
        call_far(m, d, TOUCH_SIDES, 0, 0)


@kernel
def touch_elements(m: Model, d: Data, f1: int, e1: int, f2: int, e2: int) -> None:
    """Add the candidate contacts of two elements."""
    if m.flex_dim[f1] == 1 and m.flex_dim[f2] == 1:
        c1, a1, z1 = element_capsule(m, d, f1, e1)
        c2, a2, z2 = element_capsule(m, d, f2, e2)
        touch_capsules(m, d, c1, z1, norm(a1), m.flex_radius[f1], c2, z2, norm(a2), m.flex_radius[f2])
        return
    load_element(m, d, 0, f1, e1)
    load_element(m, d, 1, f2, e2)
    call_far(m, d, TOUCH_SIDES, 0, 0)


@kernel
def touch_vertex(m: Model, d: Data, f: int, v: int, e: int) -> None:
    """Add the candidate contacts of vertex ``v`` and element ``e`` of flex ``f``.

    ``v`` is counted over all flexes.
    """
    x, radius = load3(d.flexvert_xpos, v), m.flex_radius[f]
    if m.flex_dim[f] == 2:
        sphere_triangle(m, d, x, radius, UP, f, e)
        return
    center, half, axis = element_capsule(m, d, f, e)
    square = dot(half, half)
    t = dot(sub(x, center), half) / square if square > 0.0 else 0.0
    touch_spheres(d, x, radius, UP, add_scaled(center, half, max(-1.0, min(1.0, t))), radius, axis)


# Weights of the nearest point

Weights = tuple[float, float, float, float]


@kernel
def segment_weight(p: Vec3, a: Vec3, b: Vec3) -> float:
    """Return the weight of b in the point of a segment nearest to p."""
    ab = sub(b, a)
    square = dot(ab, ab)
    return max(0.0, min(1.0, dot(sub(p, a), ab) / square)) if square > 0.0 else 0.0


@kernel
def triangle_weights(p: Vec3, a: Vec3, b: Vec3, c: Vec3) -> Vec3:
    """Return the weights of a, b and c in the point of a triangle nearest to p."""
    x, _ = nearest_on_triangle(p, a, b, c)
    ab, ac, ax = sub(b, a), sub(c, a), sub(x, a)
    bb, bc, cc = dot(ab, ab), dot(ab, ac), dot(ac, ac)
    scale = bb * cc - bc * bc
    if not scale > 0.0:  # no area
        t = segment_weight(x, a, b if bb >= cc else c)
        return (1.0 - t, t, 0.0) if bb >= cc else (1.0 - t, 0.0, t)
    xb, xc = dot(ax, ab), dot(ax, ac)
    v = max(0.0, min(1.0, (cc * xb - bc * xc) / scale))
    w = max(0.0, min(1.0 - v, (bb * xc - bc * xb) / scale))
    return 1.0 - v - w, v, w


@kernel
def volume(a: Vec3, b: Vec3, c: Vec3, e: Vec3) -> float:
    """Return six times the signed volume of a tetrahedron."""
    return dot(cross(sub(b, a), sub(c, a)), sub(e, a))


@kernel
def tetrahedron_weights(p: Vec3, a: Vec3, b: Vec3, c: Vec3, e: Vec3) -> Weights:
    """Return the weights of the vertices in the point of a tetrahedron nearest to p."""
    whole = volume(a, b, c, e)
    if whole != 0.0:
        wa, wb = volume(p, b, c, e) / whole, volume(a, p, c, e) / whole
        wc, we = volume(a, b, p, e) / whole, volume(a, b, c, p) / whole
        if wa >= 0.0 and wb >= 0.0 and wc >= 0.0 and we >= 0.0:
            return wa, wb, wc, we
    best, found = -1.0, (0.0, 0.0, 0.0, 0.0)
    for side in range(4):  # opposite to vertex side
        i, j, k = (
            b if side == 0 else a,
            c if side < 2 else b,
            e if side < 3 else c,
        )
        near, _ = nearest_on_triangle(p, i, j, k)
        away = sub(p, near)
        square = dot(away, away)
        if best < 0.0 or square < best:
            best = square
            u, v, w = triangle_weights(p, i, j, k)
            if side == 0:
                found = (0.0, u, v, w)
            elif side == 1:
                found = (u, 0.0, v, w)
            elif side == 2:
                found = (u, v, 0.0, w)
            else:
                found = (u, v, w, 0.0)
    return found


@kernel
def element_weights(m: Model, d: Data, f: int, e: int, p: Vec3) -> Weights:
    """Return the weights of the vertices of element ``e`` of flex ``f``; 0 for missing ones."""
    a, b = corner(m, d, f, e, 0), corner(m, d, f, e, 1)
    if m.flex_dim[f] == 1:
        t = segment_weight(p, a, b)
        return 1.0 - t, t, 0.0, 0.0
    c = corner(m, d, f, e, 2)
    if m.flex_dim[f] == 2:
        u, v, w = triangle_weights(p, a, b, c)
        return u, v, w, 0.0
    return tetrahedron_weights(p, a, b, c, corner(m, d, f, e, 3))
