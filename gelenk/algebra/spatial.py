"""Spatial (six-dimensional) motions, forces and inertias as tuples: rotation first.

Documents: Computation / General framework; Featherstone, Rigid Body Dynamics Algorithms (2008), ch. 2

An inertia is ten values about the center of mass of the tree, world axes: Ixx Iyy Izz Ixy Ixz Iyz, m cx, m cy, m cz, m.
"""

from gelenk.algebra.vec import Vec3
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Rows

Motion = tuple[float, float, float, float, float, float]
Wrench = tuple[
    float, float, float, float, float, float
]  # torque, then force; or angular, then linear momentum
Inert = tuple[float, float, float, float, float, float, float, float, float, float]


@kernel
def load6(a: Rows, i: int) -> Motion:
    """Return the six values of row i."""
    return a[i, 0], a[i, 1], a[i, 2], a[i, 3], a[i, 4], a[i, 5]


@kernel
def store6(a: Rows, i: int, v: Motion) -> None:
    """a[i, 0..6) = v"""
    a[i, 0] = v[0]
    a[i, 1] = v[1]
    a[i, 2] = v[2]
    a[i, 3] = v[3]
    a[i, 4] = v[4]
    a[i, 5] = v[5]


@kernel
def rotation_part(a: Rows, i: int) -> Vec3:
    """Return the rotation, or torque, in row i of six values."""
    return a[i, 0], a[i, 1], a[i, 2]


@kernel
def linear_part(a: Rows, i: int) -> Vec3:
    """Return the translation, or force, in row i of six values."""
    return a[i, 3], a[i, 4], a[i, 5]


@kernel
def load10(a: Rows, i: int) -> Inert:
    """Return the ten values of row i."""
    return a[i, 0], a[i, 1], a[i, 2], a[i, 3], a[i, 4], a[i, 5], a[i, 6], a[i, 7], a[i, 8], a[i, 9]


@kernel
def dot6(u: Motion, v: Motion) -> float:
    """u . v: the power of a force along a motion"""
    return u[0] * v[0] + u[1] * v[1] + u[2] * v[2] + u[3] * v[3] + u[4] * v[4] + u[5] * v[5]


@kernel
def add6(u: Motion, v: Motion) -> Motion:
    """u + v"""
    return u[0] + v[0], u[1] + v[1], u[2] + v[2], u[3] + v[3], u[4] + v[4], u[5] + v[5]


@kernel
def add6_scaled(u: Motion, v: Motion, s: float) -> Motion:
    """u + s v"""
    return (
        u[0] + v[0] * s,
        u[1] + v[1] * s,
        u[2] + v[2] * s,
        u[3] + v[3] * s,
        u[4] + v[4] * s,
        u[5] + v[5] * s,
    )


@kernel
def inert_mul(i: Inert, v: Motion) -> Wrench:
    """Return the momentum of inertia i that moves with v."""
    return (
        i[0] * v[0] + i[3] * v[1] + i[4] * v[2] - i[8] * v[4] + i[7] * v[5],
        i[3] * v[0] + i[1] * v[1] + i[5] * v[2] + i[8] * v[3] - i[6] * v[5],
        i[4] * v[0] + i[5] * v[1] + i[2] * v[2] - i[7] * v[3] + i[6] * v[4],
        i[8] * v[1] - i[7] * v[2] + i[9] * v[3],
        i[6] * v[2] - i[8] * v[0] + i[9] * v[4],
        i[7] * v[0] - i[6] * v[1] + i[9] * v[5],
    )


@kernel
def cross_motion(v: Motion, u: Motion) -> Motion:
    """Return the rate of change of a motion u that moves with v."""
    return (
        v[1] * u[2] - v[2] * u[1],
        v[2] * u[0] - v[0] * u[2],
        v[0] * u[1] - v[1] * u[0],
        v[1] * u[5] - v[2] * u[4] + v[4] * u[2] - v[5] * u[1],
        v[2] * u[3] - v[0] * u[5] + v[5] * u[0] - v[3] * u[2],
        v[0] * u[4] - v[1] * u[3] + v[3] * u[1] - v[4] * u[0],
    )


@kernel
def cross_force(v: Motion, f: Wrench) -> Wrench:
    """Return the rate of change of a force f that moves with v."""
    return (
        v[1] * f[2] - v[2] * f[1] + v[4] * f[5] - v[5] * f[4],
        v[2] * f[0] - v[0] * f[2] + v[5] * f[3] - v[3] * f[5],
        v[0] * f[1] - v[1] * f[0] + v[3] * f[4] - v[4] * f[3],
        v[1] * f[5] - v[2] * f[4],
        v[2] * f[3] - v[0] * f[5],
        v[0] * f[4] - v[1] * f[3],
    )
