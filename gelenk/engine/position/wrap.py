"""Wrapping of a tendon around, or through, a sphere or an infinite cylinder.

Documents: XML reference / tendon / spatial / geom; Modeling / Muscle actuators

The problem is planar, with the geom as a circle of radius r about the origin: for a sphere in the plane of the ends
and the center, for a cylinder in the cross section. From an end p at distance D the tangents touch at

    q = (r^2 p + k r sqrt(D^2 - r^2) p') / D^2,    p' = p rotated by a quarter turn, k = 1 or -1

A tendon that wraps in the direction k (1: counterclockwise) touches at k from its first end and at -k from its
second. Heights along a cylinder are proportional to the length in the plane, since geodesics are helices.

Through a geom (its side site lies inside) the tendon touches the circle at the one point q that minimizes its length:
both ends are seen from q at the same angle to the radius. With b0, b1 the angles at the center between q and the
ends and a = r / D,

    sin b0 (cos b1 - a1) = sin b1 (cos b0 - a0),    b0 + b1 = angle between the ends

A side site outside of the geom chooses one of the two ways around. From 4.0 on it is that of the path from the first
end to the site to the second end: the tendon winds about the center by the same angle. Before, it is the way whose
points of contact are nearer to the site (HALF_PLANE).
"""

import math

from gelenk.algebra.vec import (
    Mat3,
    Vec2,
    Vec3,
    add,
    add_scaled,
    cross,
    dot,
    mat_t_vec,
    mat_vec,
    norm,
    normalize,
    scale,
    sub,
)
from gelenk.tables.enums import mjMINVAL
from gelenk.tables.precision import Limits
from gelenk.toolchain.kernel import kernel

Path = tuple[float, float, float, float, float]  # arc length, point of contact of each end

NO_SIDE, HALF_PLANE, SAME_WINDING = range(3)  # rules by which a side site chooses the path
FREE_PATH = (-1.0, 0.0, 0.0, 0.0, 0.0)
NEWTON_STEPS = 40  # limit of the iterations; even if all are bisections, they give 12 digits


# In the plane: (arc length, or -1 if the path is straight, point of contact of each end)


@kernel
def nearest_on_segment(x0: float, y0: float, x1: float, y1: float) -> Vec2:
    """Return the point of a segment that is nearest to the origin."""
    dx, dy = x1 - x0, y1 - y0
    square = dx * dx + dy * dy
    t = 0.0
    if square > mjMINVAL:
        t = min(1.0, max(0.0, -(x0 * dx + y0 * dy) / square))
    return x0 + t * dx, y0 + t * dy


@kernel
def tangent_point(x: float, y: float, r: float, k: float) -> Vec2:
    """Return the point where a tangent through (x, y) touches the circle.

    Looking from (x, y) along the tangent, the center is to the left (k = 1) or right (k = -1).
    """
    square = x * x + y * y
    along = r * r / square
    across = k * r * math.sqrt(max(0.0, square - r * r)) / square
    return along * x - across * y, along * y + across * x


@kernel
def around(x0: float, y0: float, x1: float, y1: float, r: float, k: float) -> Path:
    """Return the path around the circle in the direction k."""
    u0, v0 = tangent_point(x0, y0, r, k)
    u1, v1 = tangent_point(x1, y1, r, -k)
    angle = math.atan2(k * (u0 * v1 - v0 * u1), u0 * u1 + v0 * v1)
    if angle < 0.0:
        angle += 2.0 * math.pi
    return r * angle, u0, v0, u1, v1


@kernel
def sideness(path: Path, sx: float, sy: float) -> float:
    """Return the cosine between the side s and the bisector of the points of contact."""
    x, y = path[1] + path[3], path[2] + path[4]
    size = math.sqrt(x * x + y * y)
    return (x * sx + y * sy) / size if size > mjMINVAL else sx


@kernel
def left_of(x0: float, y0: float, x1: float, y1: float, x: float, y: float) -> bool:
    """Return whether (x, y) is to the left of the line from p0 to p1."""
    return (x1 - x0) * (y - y0) - (y1 - y0) * (x - x0) > 0.0


@kernel
def crosses_itself(x0: float, y0: float, x1: float, y1: float, path: Path) -> bool:
    """Return whether the straight parts p0 q0 and p1 q1 of a path cross."""
    _, u0, v0, u1, v1 = path
    apart = left_of(x0, y0, u0, v0, x1, y1) != left_of(x0, y0, u0, v0, u1, v1)
    return apart and left_of(x1, y1, u1, v1, x0, y0) != left_of(x1, y1, u1, v1, u0, v0)


@kernel
def signed_angle(x0: float, y0: float, x1: float, y1: float) -> float:
    """Return the angle from one vector to another, counterclockwise, from -pi to pi."""
    return math.atan2(x0 * y1 - y0 * x1, x0 * x1 + y0 * y1)


@kernel
def wind_alike(
    x0: float, y0: float, x1: float, y1: float, r: float, clear: bool, sx: float, sy: float
) -> Path:
    """Return the shortest path that winds about the center like the path p0, s, p1."""
    angle = signed_angle(x0, y0, sx, sy) + signed_angle(sx, sy, x1, y1)
    straight = signed_angle(x0, y0, x1, y1)
    if clear and math.fabs(angle - straight) < 1.0:  # they are equal or differ by a full turn
        return FREE_PATH
    return around(x0, y0, x1, y1, r, 1.0 if angle > 0.0 else -1.0)


@kernel
def wrap_outside(
    x0: float, y0: float, x1: float, y1: float, r: float, rule: int, sx: float, sy: float
) -> Path:
    """Return the path around the circle: on the side of the unit vector s, or the shorter arc.

    The path is straight if the segment misses the circle and, with a side, passes it on that side. If the segment
    passes on the opposite side, one of the two paths around may cross itself; then the other path is returned.
    """
    nx, ny = nearest_on_segment(x0, y0, x1, y1)
    clear = nx * nx + ny * ny > r * r
    together = math.fabs(x1 - x0) + math.fabs(y1 - y0) < mjMINVAL
    if rule == SAME_WINDING and not together:
        return wind_alike(x0, y0, x1, y1, r, clear, sx, sy)
    has_side = rule != NO_SIDE
    if together or (clear and (not has_side or nx * sx + ny * sy >= 0.0)):
        return FREE_PATH
    left, right = around(x0, y0, x1, y1, r, 1.0), around(x0, y0, x1, y1, r, -1.0)
    if not has_side:
        return right if right[0] < left[0] - Limits.TIE * r else left
    if clear:
        if crosses_itself(x0, y0, x1, y1, left):
            return right
        if crosses_itself(x0, y0, x1, y1, right):
            return left
    return right if sideness(right, sx, sy) > sideness(left, sx, sy) + Limits.TIE else left


@kernel
def wrap_through(x0: float, y0: float, x1: float, y1: float, r: float) -> Path:
    """Return the path through the circle: straight if the segment meets it, else the shortest.

    The root is bracketed, so that it is found even if the ends see almost no common part of the circle; 3.5.0 then
    gives up and uses the direction of the midpoint of the ends.
    """
    nx, ny = nearest_on_segment(x0, y0, x1, y1)
    if nx * nx + ny * ny <= r * r:
        return FREE_PATH
    d0, d1 = math.sqrt(x0 * x0 + y0 * y0), math.sqrt(x1 * x1 + y1 * y1)
    a0, a1 = r / d0, r / d1
    turn = 1.0 if x0 * y1 - y0 * x1 > 0.0 else -1.0
    whole = math.atan2(turn * (x0 * y1 - y0 * x1), x0 * x1 + y0 * y1)
    # bounds of the angle: the point is between the ends and visible from both
    low, high = max(0.0, whole - math.acos(a1)), min(whole, math.acos(a0))
    angle = min(high, max(low, 0.5 * whole))
    for _ in range(NEWTON_STEPS):
        s0, c0 = math.sin(angle), math.cos(angle)
        s1, c1 = math.sin(whole - angle), math.cos(whole - angle)
        error = s0 * (c1 - a1) - s1 * (c0 - a0)
        if error > 0.0:
            high = angle
        else:
            low = angle
        slope = 2.0 * (c0 * c1 + s0 * s1) - a1 * c0 - a0 * c1
        step = error / slope if slope > 0.0 else 4.0
        after = angle - step
        if after < low or after > high:
            after = 0.5 * (low + high)
        if math.fabs(after - angle) <= Limits.EPS:
            break
        angle = after
    c, s = r / d0 * math.cos(angle), turn * r / d0 * math.sin(angle)
    x, y = c * x0 - s * y0, s * x0 + c * y0
    return 0.0, x, y, x, y


@kernel
def wrap_circle(
    x0: float, y0: float, x1: float, y1: float, r: float, through: bool, rule: int, sx: float, sy: float
) -> Path:
    """Return the path from p0 to p1 around or through the circle, or FREE_PATH."""
    if r < mjMINVAL or x0 * x0 + y0 * y0 < r * r or x1 * x1 + y1 * y1 < r * r:
        return FREE_PATH
    if through:
        return wrap_through(x0, y0, x1, y1, r)
    size = math.sqrt(sx * sx + sy * sy)
    if size < mjMINVAL:
        sx, sy, size = 1.0, 0.0, 1.0
    return wrap_outside(x0, y0, x1, y1, r, rule, sx / size, sy / size)


# In the frame of the geom: (length on the geom, or -1 if the path is straight, point of contact of each end)


@kernel
def some_normal(axis: Vec3) -> Vec3:
    """Return a unit vector normal to the unit vector ``axis``, as 3.5.0 chooses it.

    It defines the plane of the path if the ends and the center are on a line.
    """
    x, y, z = math.fabs(axis[0]), math.fabs(axis[1]), math.fabs(axis[2])
    if y > x and y > z:
        return normalize(cross(axis, (1.0, 0.0, 1.0)))
    if z > x and z > y:
        return normalize(cross(axis, (1.0, 1.0, 0.0)))
    return normalize(cross(axis, (0.0, 1.0, 1.0)))  # (1, 0, 0) for an axis along (0, 1, 1)


@kernel
def wrap_sphere(
    p0: Vec3, p1: Vec3, r: float, through: bool, rule: int, side: Vec3
) -> tuple[float, Vec3, Vec3]:
    """Wrap around a sphere, in the plane of the ends and the center.

    The x axis points to the first end; the second end has y >= 0.
    """
    d0 = norm(p0)
    if d0 < mjMINVAL:
        return -1.0, p0, p0
    ex = scale(p0, 1.0 / d0)
    normal = cross(p0, p1)
    size = norm(normal)
    normal = scale(normal, 1.0 / size) if size > mjMINVAL else some_normal(ex)
    ey = cross(normal, ex)
    w, u0, v0, u1, v1 = wrap_circle(
        d0, 0.0, dot(p1, ex), dot(p1, ey), r, through, rule, dot(side, ex), dot(side, ey)
    )
    return w, add_scaled(scale(ex, u0), ey, v0), add_scaled(scale(ex, u1), ey, v1)


@kernel
def wrap_cylinder(
    p0: Vec3, p1: Vec3, r: float, through: bool, rule: int, side: Vec3
) -> tuple[float, Vec3, Vec3]:
    """Wrap around a cylinder, in its cross section.

    Heights are proportional to the path length, so the arc is a helix.
    """
    w, u0, v0, u1, v1 = wrap_circle(p0[0], p0[1], p1[0], p1[1], r, through, rule, side[0], side[1])
    if w < 0.0:
        return -1.0, p0, p1
    l0 = math.sqrt((p0[0] - u0) ** 2 + (p0[1] - v0) ** 2)
    l1 = math.sqrt((p1[0] - u1) ** 2 + (p1[1] - v1) ** 2)
    rate = (p1[2] - p0[2]) / max(mjMINVAL, l0 + w + l1)
    rise = rate * w
    return math.sqrt(w * w + rise * rise), (u0, v0, p0[2] + rate * l0), (u1, v1, p1[2] - rate * l1)


@kernel
def wrap_geom(
    start: Vec3, end: Vec3, pos: Vec3, mat: Mat3, r: float, is_sphere: bool, rule: int, side: Vec3
) -> tuple[float, Vec3, Vec3]:
    """Return the path from ``start`` to ``end`` [m, world] around a sphere or cylinder.

    The geom of radius r is at ``pos``, ``mat``. With a side site the path stays on that side, by ``rule``; if the site
    is inside the geom, the path goes through the geom.
    Returns (length on the geom, or -1 if the path is straight, first and last point of contact in the world)
    """
    p0, p1 = mat_t_vec(mat, sub(start, pos)), mat_t_vec(mat, sub(end, pos))
    s = mat_t_vec(mat, sub(side, pos))
    through = rule != NO_SIDE and norm(s) < r
    if is_sphere:
        w, q0, q1 = wrap_sphere(p0, p1, r, through, rule, s)
    else:
        w, q0, q1 = wrap_cylinder(p0, p1, r, through, rule, s)
    return w, add(pos, mat_vec(mat, q0)), add(pos, mat_vec(mat, q1))
