"""Vectors, quaternions and rotation matrices as tuples, held in registers.

Documents: Computation / Floating objects; API / Vector math, Quaternions; Computation / Collision detection; Ericson
2005, Real-time collision detection, section 5.1.5

Vec2 (x, y), or any two values; Vec3 (x, y, z); Quat (w, x, y, z), unit unless stated; Mat3 nine values by rows.
R_world_geom rotates geom-frame vectors into the world frame: v_world = mat_vec(R, v_geom).
"""

import math

from gelenk.tables.enums import mjMINVAL
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Rows, View

Vec2 = tuple[float, float]
Vec3 = tuple[float, float, float]
Quat = tuple[float, float, float, float]
Mat3 = tuple[float, float, float, float, float, float, float, float, float]

MAX_SERIES_ANGLE = (
    0.8  # [rad] angle below which eight terms of the series give sine and cosine to machine precision
)


# Scalars, and elements of arrays


@kernel
def clamp(x: float, low: float, high: float) -> float:
    """Return x clamped to [low, high]."""
    return min(max(x, low), high)


@kernel
def get3(a: View, i: int) -> Vec3:
    """Return three elements of a one-dimensional array, starting at a[i]."""
    return a[i], a[i + 1], a[i + 2]


@kernel
def set3(a: View, i: int, v: Vec3) -> None:
    """a[i..i+3) = v"""
    a[i] = v[0]
    a[i + 1] = v[1]
    a[i + 2] = v[2]


@kernel
def get4(a: View, i: int) -> Quat:
    """Return four elements of a one-dimensional array, starting at a[i]."""
    return a[i], a[i + 1], a[i + 2], a[i + 3]


@kernel
def load3(a: Rows, i: int) -> Vec3:
    """Return the first three elements of row i."""
    return a[i, 0], a[i, 1], a[i, 2]


@kernel
def store3(a: Rows, i: int, v: Vec3) -> None:
    """a[i, 0..3) = v"""
    a[i, 0] = v[0]
    a[i, 1] = v[1]
    a[i, 2] = v[2]


@kernel
def load4(a: Rows, i: int) -> Quat:
    """Return the first four elements of row i."""
    return a[i, 0], a[i, 1], a[i, 2], a[i, 3]


@kernel
def store4(a: Rows, i: int, q: Quat) -> None:
    """a[i, 0..4) = q"""
    a[i, 0] = q[0]
    a[i, 1] = q[1]
    a[i, 2] = q[2]
    a[i, 3] = q[3]


@kernel
def load9(a: Rows, i: int) -> Mat3:
    """Return the nine elements of row i."""
    return a[i, 0], a[i, 1], a[i, 2], a[i, 3], a[i, 4], a[i, 5], a[i, 6], a[i, 7], a[i, 8]


@kernel
def store9(a: Rows, i: int, r: Mat3) -> None:
    """a[i, 0..9) = r"""
    a[i, 0] = r[0]
    a[i, 1] = r[1]
    a[i, 2] = r[2]
    a[i, 3] = r[3]
    a[i, 4] = r[4]
    a[i, 5] = r[5]
    a[i, 6] = r[6]
    a[i, 7] = r[7]
    a[i, 8] = r[8]


# Angles


@kernel
def cos_sinc_series(t: float) -> Vec2:
    """Return cos x - 1 and sin x / x - 1 of a small angle [rad], by eight series terms.

    t = x^2 must be below SERIES^2.
    """
    s = -1.0 / 1307674368000.0
    s = s * t + 1.0 / 6227020800.0
    s = s * t - 1.0 / 39916800.0
    s = s * t + 1.0 / 362880.0
    s = s * t - 1.0 / 5040.0
    s = s * t + 1.0 / 120.0
    s = s * t - 1.0 / 6.0
    c = 1.0 / 20922789888000.0
    c = c * t - 1.0 / 87178291200.0
    c = c * t + 1.0 / 479001600.0
    c = c * t - 1.0 / 3628800.0
    c = c * t + 1.0 / 40320.0
    c = c * t - 1.0 / 720.0
    c = c * t + 1.0 / 24.0
    c = c * t - 0.5
    return c * t, s * t


@kernel
def cos_sin(x: float) -> Vec2:
    """Return cos x and sin x; small angles use the series, which avoids a library call."""
    if math.fabs(x) < MAX_SERIES_ANGLE:
        c, s = cos_sinc_series(x * x)
        return 1.0 + c, x + x * s
    return math.cos(x), math.sin(x)


# Vectors


@kernel
def pick(v: Vec3, k: int) -> float:
    """Return v[k] for a k that is not a compile-time constant."""
    return v[0] if k == 0 else v[1] if k == 1 else v[2]


@kernel
def add(u: Vec3, v: Vec3) -> Vec3:
    """u + v"""
    return u[0] + v[0], u[1] + v[1], u[2] + v[2]


@kernel
def sub(u: Vec3, v: Vec3) -> Vec3:
    """u - v"""
    return u[0] - v[0], u[1] - v[1], u[2] - v[2]


@kernel
def scale(v: Vec3, s: float) -> Vec3:
    """s v"""
    return v[0] * s, v[1] * s, v[2] * s


@kernel
def add_scaled(u: Vec3, v: Vec3, s: float) -> Vec3:
    """u + s v"""
    return u[0] + v[0] * s, u[1] + v[1] * s, u[2] + v[2] * s


@kernel
def neg(v: Vec3) -> Vec3:
    """-v"""
    return -v[0], -v[1], -v[2]


@kernel
def mul(u: Vec3, v: Vec3) -> Vec3:
    """Return the elementwise product."""
    return u[0] * v[0], u[1] * v[1], u[2] * v[2]


@kernel
def dot(u: Vec3, v: Vec3) -> float:
    """u . v"""
    return u[0] * v[0] + u[1] * v[1] + u[2] * v[2]


@kernel
def cross(u: Vec3, v: Vec3) -> Vec3:
    """u x v"""
    return u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]


@kernel
def norm(v: Vec3) -> float:
    """|v|"""
    return math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2])


@kernel
def normalize(v: Vec3) -> Vec3:
    """v / |v|; (1, 0, 0) for a vector shorter than mjMINVAL (as mju_normalize3)."""
    n = norm(v)
    if n < mjMINVAL:
        return 1.0, 0.0, 0.0
    s = 1.0 / n
    return v[0] * s, v[1] * s, v[2] * s


# Quaternions


@kernel
def mul_quat(p: Quat, q: Quat) -> Quat:
    """Return the quaternion product: rotation by q, then by p."""
    return (
        p[0] * q[0] - p[1] * q[1] - p[2] * q[2] - p[3] * q[3],
        p[0] * q[1] + p[1] * q[0] + p[2] * q[3] - p[3] * q[2],
        p[0] * q[2] - p[1] * q[3] + p[2] * q[0] + p[3] * q[1],
        p[0] * q[3] + p[1] * q[2] - p[2] * q[1] + p[3] * q[0],
    )


@kernel
def neg_quat(q: Quat) -> Quat:
    """Return the inverse rotation."""
    return q[0], -q[1], -q[2], -q[3]


@kernel
def normalize4(q: Quat) -> Quat:
    """q / |q|; the identity for a quaternion shorter than mjMINVAL (as mju_normalize4)."""
    n = math.sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3])
    if n < mjMINVAL:
        return 1.0, 0.0, 0.0, 0.0
    s = 1.0 / n
    return q[0] * s, q[1] * s, q[2] * s, q[3] * s


@kernel
def rotate(q: Quat, v: Vec3) -> Vec3:
    """Rotate v by the unit quaternion q = (w, u): v + 2 w (u x v) + 2 u x (u x v)"""
    tx = 2.0 * (q[2] * v[2] - q[3] * v[1])
    ty = 2.0 * (q[3] * v[0] - q[1] * v[2])
    tz = 2.0 * (q[1] * v[1] - q[2] * v[0])
    return (
        v[0] + q[0] * tx + q[2] * tz - q[3] * ty,
        v[1] + q[0] * ty + q[3] * tx - q[1] * tz,
        v[2] + q[0] * tz + q[1] * ty - q[2] * tx,
    )


@kernel
def quat_to_mat(q: Quat) -> Mat3:
    """Return the rotation matrix of a unit quaternion."""
    w, x, y, z = q
    return (
        w * w + x * x - y * y - z * z,
        2.0 * (x * y - w * z),
        2.0 * (x * z + w * y),
        2.0 * (x * y + w * z),
        w * w - x * x + y * y - z * z,
        2.0 * (y * z - w * x),
        2.0 * (x * z - w * y),
        2.0 * (y * z + w * x),
        w * w - x * x - y * y + z * z,
    )


@kernel
def axis_angle_to_quat(axis: Vec3, angle: float) -> Quat:
    """Return the quaternion of a rotation by ``angle`` [rad] about the unit ``axis``."""
    s = math.sin(0.5 * angle)
    return math.cos(0.5 * angle), axis[0] * s, axis[1] * s, axis[2] * s


@kernel
def rotvec_to_quat(w: Vec3) -> Quat:
    """Return the quaternion of the rotation vector ``w`` [rad].

    Small rotations avoid a square root and a division.
    """
    t = 0.25 * dot(w, w)
    if t < MAX_SERIES_ANGLE * MAX_SERIES_ANGLE:
        c, s = cos_sinc_series(t)
        return 1.0 + c, 0.5 * w[0] * (1.0 + s), 0.5 * w[1] * (1.0 + s), 0.5 * w[2] * (1.0 + s)
    angle = norm(w)
    return axis_angle_to_quat(scale(w, 1.0 / angle), angle)


@kernel
def rotation_vector(q: Quat) -> Vec3:
    """Return axis times angle of a unit quaternion (mju_quat2Vel with dt = 1).

    The angle is in (-pi, pi].
    """
    axis = (q[1], q[2], q[3])
    s = math.sqrt(dot(axis, axis))
    if s < mjMINVAL:
        return 2.0 * q[1], 2.0 * q[2], 2.0 * q[3]
    angle = 2.0 * math.atan2(s, q[0])
    if angle > math.pi:
        angle -= 2.0 * math.pi
    return scale(axis, angle / s)


@kernel
def sub_quat(qa: Quat, qb: Quat) -> Vec3:
    """Return the rotation vector, in the frame of qb, from qb to qa (mju_subQuat)."""
    return rotation_vector(mul_quat(neg_quat(qb), qa))


# Matrices


@kernel
def mat_vec(r: Mat3, v: Vec3) -> Vec3:
    """r v"""
    return (
        r[0] * v[0] + r[1] * v[1] + r[2] * v[2],
        r[3] * v[0] + r[4] * v[1] + r[5] * v[2],
        r[6] * v[0] + r[7] * v[1] + r[8] * v[2],
    )


@kernel
def mat_t_vec(r: Mat3, v: Vec3) -> Vec3:
    """r' v"""
    return (
        r[0] * v[0] + r[3] * v[1] + r[6] * v[2],
        r[1] * v[0] + r[4] * v[1] + r[7] * v[2],
        r[2] * v[0] + r[5] * v[1] + r[8] * v[2],
    )


@kernel
def mat_mul(a: Mat3, b: Mat3) -> Mat3:
    """a b"""
    return (
        a[0] * b[0] + a[1] * b[3] + a[2] * b[6],
        a[0] * b[1] + a[1] * b[4] + a[2] * b[7],
        a[0] * b[2] + a[1] * b[5] + a[2] * b[8],
        a[3] * b[0] + a[4] * b[3] + a[5] * b[6],
        a[3] * b[1] + a[4] * b[4] + a[5] * b[7],
        a[3] * b[2] + a[4] * b[5] + a[5] * b[8],
        a[6] * b[0] + a[7] * b[3] + a[8] * b[6],
        a[6] * b[1] + a[7] * b[4] + a[8] * b[7],
        a[6] * b[2] + a[7] * b[5] + a[8] * b[8],
    )


# features of a triangle: its face, its edges ab, bc, ca, its corners a, b, c
FACE, EDGE, CORNER = 0, 1, 4


@kernel
def nearest_on_triangle(p: Vec3, a: Vec3, b: Vec3, c: Vec3) -> tuple[Vec3, int]:
    """Return the point of a (possibly degenerate) triangle nearest to p, and its feature."""
    ab, ac, ap = sub(b, a), sub(c, a), sub(p, a)
    d1, d2 = dot(ab, ap), dot(ac, ap)
    if d1 <= 0.0 and d2 <= 0.0:
        return a, CORNER
    bp = sub(p, b)
    d3, d4 = dot(ab, bp), dot(ac, bp)
    if d3 >= 0.0 and d4 <= d3:
        return b, CORNER + 1
    vc = d1 * d4 - d3 * d2
    if vc <= 0.0 and d1 >= 0.0 and d3 <= 0.0:
        return add_scaled(a, ab, d1 / (d1 - d3)) if d1 > d3 else a, EDGE
    cp = sub(p, c)
    d5, d6 = dot(ab, cp), dot(ac, cp)
    if d6 >= 0.0 and d5 <= d6:
        return c, CORNER + 2
    vb = d5 * d2 - d1 * d6
    if vb <= 0.0 and d2 >= 0.0 and d6 <= 0.0:
        return add_scaled(a, ac, d2 / (d2 - d6)) if d2 > d6 else a, EDGE + 2
    va = d3 * d6 - d5 * d4
    if va <= 0.0 and d4 >= d3 and d5 >= d6:
        along = (d4 - d3) + (d5 - d6)
        return add_scaled(b, sub(c, b), (d4 - d3) / along) if along > 0.0 else b, EDGE + 1
    total = va + vb + vc
    return add_scaled(add_scaled(a, ab, vb / total), ac, vc / total), FACE
