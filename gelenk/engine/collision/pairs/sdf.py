"""Collision with signed distance fields: descent from many points to where two fields are least.

Documents: XML reference / geom (sdf), option (sdf_iterations, sdf_initpoints); mjtSDFType

From each of sdf_initpoints points of the Halton sequence, in the part of the first geom's box that the box of the
second overlaps, at most sdf_iterations steps of gradient descent decrease A + B + |max(A, B)|, then one decreases
max(A, B). Steps start as long as the gradient and are halved until Armijo's condition holds. Where both fields are
negative there is a contact of depth max(A, B); its normal halves the angle between the gradients of A and -B. Only
overlap is found: margins do not matter.
"""

import math

from gelenk.algebra.halton import halton
from gelenk.algebra.vec import (
    Mat3,
    Vec2,
    Vec3,
    add,
    add_scaled,
    dot,
    load3,
    load9,
    mat_mul,
    mat_t_vec,
    mat_vec,
    normalize,
    sub,
)
from gelenk.engine.collision.candidates import NO_HINT, nearest_candidate, put
from gelenk.engine.collision.pairs.sdf_field import geom_field, geom_value, is_ready
from gelenk.jit.kernel import kernel
from gelenk.jit.structs import Data, Model
from gelenk.tables.enums import mjMAXCONPAIR, mjMINVAL, mjtGeom
from gelenk.tables.status import DONE

ARMIJO = 0.1  # the part of the decrease that the gradient promises
SHORTEST = 1e-4  # steps shorter than this part of the gradient are taken as they are
OVERLAP, DEEPEST = 0, 1  # what is decreased


@kernel
def transposed(r: Mat3) -> Mat3:
    return (r[0], r[3], r[6], r[1], r[4], r[7], r[2], r[5], r[8])


@kernel
def relative_pose(d: Data, geom1: int, geom2: int) -> tuple[Mat3, Vec3]:
    """Rotation and translation from the frame of geom2 to that of geom1."""
    r1 = load9(d.geom_xmat, geom1)
    turn = mat_mul(transposed(r1), load9(d.geom_xmat, geom2))
    return turn, mat_t_vec(r1, sub(load3(d.geom_xpos, geom2), load3(d.geom_xpos, geom1)))


@kernel
def common_box(m: Model, geom1: int, geom2: int, turn: Mat3, shift: Vec3) -> tuple[Vec3, Vec3]:
    """The part of geom1's box that the box of geom2 overlaps, in the frame of geom1: lower and upper corner."""
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
    """What is decreased, from the two distances."""
    return a + b + abs(max(a, b)) if goal == OVERLAP else max(a, b)


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
    """Where a descent of ``steps`` steps from p, frame of geom1, which is x, frame of geom2, ends: frame of geom2."""
    for _ in range(steps):
        a, ga = geom_field(m, d, geom1, p)
        b, gb = geom_field(m, d, geom2, x)
        ga = mat_t_vec(turn, ga)
        g = ga if a > b else gb
        if goal == OVERLAP:
            g = add_scaled(add(ga, gb), g, 1.0 if max(a, b) > 0.0 else -1.0)
        before, size, along = combined(goal, a, b), dot(g, g), 1.0
        while True:
            y = add_scaled(x, g, -along)
            p = add(mat_vec(turn, y), shift)
            a = geom_value(m, d, geom1, p)
            b = geom_value(m, d, geom2, y)
            after = combined(goal, a, b)
            if after <= before - ARMIJO * along * size or not along >= SHORTEST:
                break
            along *= 0.5
        x = y
        if not after <= before:
            break
    return x


@kernel
def put_deepest(m: Model, d: Data, geom1: int, geom2: int, turn: Mat3, shift: Vec3, x: Vec3) -> None:
    """A candidate contact at x, frame of geom2, if both fields are negative there."""
    a, ga = geom_field(m, d, geom1, add(mat_vec(turn, x), shift))
    b, gb = geom_field(m, d, geom2, x)
    dist = max(a, b)
    if not dist <= 0.0:
        return
    r = load9(d.geom_xmat, geom2)
    n = normalize(mat_vec(r, sub(mat_t_vec(turn, normalize(ga)), normalize(gb))))
    pos = add_scaled(add(load3(d.geom_xpos, geom2), mat_vec(r, x)), n, -0.5 * dist)
    put(d, dist, pos, n, NO_HINT)


@kernel
def sdf_pair(m: Model, d: Data, geom1: int, geom2: int) -> None:
    """Contacts of a geom and one of type sdf (see dispatch.py for what is read and written).

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
        x = descend(m, d, geom1, geom2, turn, shift, p, x, OVERLAP, m.opt.sdf_iterations)
        p = add(mat_vec(turn, x), shift)
        x = descend(m, d, geom1, geom2, turn, shift, p, x, DEEPEST, 1)
        put_deepest(m, d, geom1, geom2, turn, shift, x)
        if d.near_count == mjMAXCONPAIR:
            return


@kernel
def sdf_distance(m: Model, d: Data, geom1: int, geom2: int) -> None:
    """Signed distance of a geom and one of type sdf, in any order, where they overlap: that of the deepest contact.

    See distance_pair in convex.py for what is read and written.
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
    """The part of a ray, first and last distance, that is in the box of a geom, grown a little."""
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
    """The ray of ray_local against the field of a geom: steps as long as the distance, then bisection.

    Reads   ray_local (2, 3): start and direction in the frame of the geom
    Writes  ray_hit (4): distance in lengths of the direction, or -1; normal, frame of the geom
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
