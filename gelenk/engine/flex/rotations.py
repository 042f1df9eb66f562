"""Rotations nearest to the gradients of deformations, of interpolated flexes.

Documents: XML reference / flex/elasticity; Modeling / Deformable objects (Deformation model)

The rotation R of the polar decomposition of a gradient with columns g_k: the axis of each correction is the sum of
r_k x g_k, over |sum of r_k . g_k|.
Source  Mueller, Bender, Chentanez, Macklin 2016
"""

from gelenk.algebra.vec import (
    Mat3,
    Vec3,
    add,
    add_scaled,
    axis_angle_to_quat,
    cross,
    dot,
    mat_mul,
    norm,
    normalize,
    quat_to_mat,
    scale,
)
from gelenk.tables.precision import Limits
from gelenk.toolchain.kernel import kernel

TURNS = 500  # maximum iterations of the rotation search


@kernel
def axes_along(g1: Vec3, g2: Vec3) -> Mat3:
    """Return a rotation matrix with columns along g1, then g2; identity if they are parallel."""
    x = normalize(g1)
    y = normalize(add_scaled(g2, x, -dot(g2, x)))
    z = cross(x, y)
    if not dot(z, z) > 0.5:
        return (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0)
    return (x[0], y[0], z[0], x[1], y[1], z[1], x[2], y[2], z[2])


@kernel
def rotation_of(g1: Vec3, g2: Vec3, g3: Vec3) -> Mat3:
    """Return the rotation matrix nearest to the matrix with these columns, by iteration.

    The iteration starts from a rotation along the first two columns, so that no correction is half a turn, for which
    the axis is undefined.
    Source  Mueller, Bender, Chentanez, Macklin 2016
    """
    r = axes_along(g1, g2)
    for _ in range(TURNS):
        r1, r2, r3 = (r[0], r[3], r[6]), (r[1], r[4], r[7]), (r[2], r[5], r[8])
        turn = add(cross(r1, g1), add(cross(r2, g2), cross(r3, g3)))
        turn = scale(turn, 1.0 / (abs(dot(r1, g1) + dot(r2, g2) + dot(r3, g3)) + 1e-9))
        angle = norm(turn)
        if not angle > Limits.STILL:
            break
        r = mat_mul(quat_to_mat(axis_angle_to_quat(scale(turn, 1.0 / angle), angle)), r)
    return r
