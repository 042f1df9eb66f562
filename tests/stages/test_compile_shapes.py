"""Volume, inertia, bounds and added mass of geoms against integrals and closed forms."""

import math

import numpy as np
import pytest

from gelenk.modeling.compiler import geoms
from gelenk.tables.enums import mjtGeom
from tests.support.tolerance import tol

SHAPES = [
    (mjtGeom.mjGEOM_SPHERE, (0.3, 0.0, 0.0)),
    (mjtGeom.mjGEOM_CAPSULE, (0.3, 0.7, 0.0)),
    (mjtGeom.mjGEOM_ELLIPSOID, (0.3, 0.5, 0.2)),
    (mjtGeom.mjGEOM_CYLINDER, (0.4, 0.1, 0.0)),
    (mjtGeom.mjGEOM_BOX, (0.3, 0.5, 0.2)),
]
GAUSS = np.polynomial.legendre.leggauss(20)  # exact for polynomials up to order 39


def half_widths(kind, size, z):
    """Half axes of the slice at height z."""
    a, b, c = size
    if kind == mjtGeom.mjGEOM_SPHERE:
        rho = np.sqrt(a * a - z * z)
        return rho, rho
    if kind == mjtGeom.mjGEOM_CAPSULE:
        rho = np.sqrt(np.maximum(a * a - np.maximum(np.abs(z) - b, 0) ** 2, 0))
        return rho, rho
    if kind == mjtGeom.mjGEOM_ELLIPSOID:
        rho = np.sqrt(1 - (z / c) ** 2)
        return a * rho, b * rho
    return (a + 0 * z, a + 0 * z) if kind == mjtGeom.mjGEOM_CYLINDER else (a + 0 * z, b + 0 * z)


def pieces(kind, size):
    a, b, c = size
    return {
        mjtGeom.mjGEOM_SPHERE: [(-a, a)],
        mjtGeom.mjGEOM_CAPSULE: [(-a - b, -b), (-b, b), (b, a + b)],
        mjtGeom.mjGEOM_ELLIPSOID: [(-c, c)],
        mjtGeom.mjGEOM_CYLINDER: [(-b, b)],
        mjtGeom.mjGEOM_BOX: [(-c, c)],
    }[kind]


def moments(kind, size):
    """Volume and integrals of x^2, y^2, z^2, slice by slice along z."""
    total = np.zeros(4)
    for low, high in pieces(kind, size):
        z = 0.5 * (low + high) + 0.5 * (high - low) * GAUSS[0]
        weight = 0.5 * (high - low) * GAUSS[1]
        p, q = half_widths(kind, size, z)
        area, spread = (4 * p * q, 3.0) if kind == mjtGeom.mjGEOM_BOX else (math.pi * p * q, 4.0)
        total += [np.sum(weight * area * f) for f in (1.0, p * p / spread, q * q / spread, z * z)]
    return total


def grown(kind, size, h):
    """The shape with a layer of thickness h on its surface."""
    used = geoms.SIZES[kind]
    if kind == mjtGeom.mjGEOM_CAPSULE:
        used = 1  # the caps grow with the radius
    return tuple(s + h if i < used else s for i, s in enumerate(size))


@pytest.mark.parametrize("kind, size", SHAPES)
def test_volume_and_inertia_are_the_integrals_over_the_shape(kind, size):
    volume, xx, yy, zz = moments(kind, size)
    # a few hundred roundings of sums of the same sign
    np.testing.assert_allclose(geoms.volume(kind, size), volume, 1e-13)
    expected = np.array([yy + zz, zz + xx, xx + yy]) / volume
    np.testing.assert_allclose(geoms.solid_inertia(kind, size), expected, 1e-13)


@pytest.mark.parametrize("kind, size", SHAPES)
def test_the_inertia_of_a_shell_is_what_a_thin_layer_gains(kind, size):
    h = 1e-4  # the central difference errs by h^2 / size^2
    (v1, *m1), (v0, *m0) = moments(kind, grown(kind, size, h)), moments(kind, grown(kind, size, -h))
    xx, yy, zz = (np.array(m1) - m0) / (v1 - v0)
    close = (
        tol(1e-5) if kind == mjtGeom.mjGEOM_ELLIPSOID else tol(1e-6)
    )  # the ellipsoid has a layer of 1e-6 m
    np.testing.assert_allclose(geoms.shell_inertia(kind, size), [yy + zz, zz + xx, xx + yy], close)
    if kind != mjtGeom.mjGEOM_ELLIPSOID:
        np.testing.assert_allclose(geoms.area(kind, size), (v1 - v0) / (2 * h), tol(1e-6))


def test_the_area_of_an_ellipsoid_is_within_one_percent():
    a, b, c = 0.3, 0.5, 0.2
    u, wu = GAUSS
    theta = 0.5 * math.pi * (u + 1)
    phi = 2 * math.pi * np.arange(64) / 64  # spectral accuracy for periodic functions
    t, p = np.meshgrid(theta, phi, indexing="ij")
    x, y, z = np.sin(t) * np.cos(p) / a, np.sin(t) * np.sin(p) / b, np.cos(t) / c
    dA = a * b * c * np.sin(t) * np.sqrt(x * x + y * y + z * z)
    exact = np.sum(0.5 * math.pi * wu[:, None] * dA * 2 * math.pi / 64)
    assert geoms.area(mjtGeom.mjGEOM_ELLIPSOID, (a, b, c)) == pytest.approx(
        exact, rel=tol(0.011)
    )  # Thomsen's formula is within 1.061 %


@pytest.mark.parametrize("kind, size", SHAPES)
def test_bounds_hold_the_shape(kind, size):
    *_, hx, hy, hz = geoms.aabb(kind, size)
    low, high = pieces(kind, size)[0][0], pieces(kind, size)[-1][1]
    z = np.linspace(low, high, 2001)
    p, q = half_widths(kind, size, z)
    corner = p * p + q * q if kind == mjtGeom.mjGEOM_BOX else np.maximum(p, q) ** 2
    assert (hx, hy, hz) == pytest.approx((p.max(), q.max(), high), rel=tol(1e-12))
    assert geoms.rbound(kind, size) == pytest.approx(np.sqrt((corner + z * z).max()), rel=tol(1e-12))


def test_a_sphere_drags_half_its_volume_of_fluid():
    # potential flow: the added mass is half the displaced mass, kappa = 2/3; the rule errs by 4e-7
    assert geoms.added_mass_kappa(0.3, 0.3, 0.3) == pytest.approx(2 / 3, rel=tol(1e-6))


@pytest.mark.parametrize("length", [0.5, 1.5, 3.0])
def test_added_mass_of_a_spheroid_is_lambs(length):
    # Lamb 1932, section 114: kappa along the axis of a prolate or oblate spheroid with unit radius across
    if length > 1:
        e = math.sqrt(1 - 1 / length**2)
        kappa = 2 * (1 - e * e) / e**3 * (math.atanh(e) - e)
    else:
        e = math.sqrt(1 - length**2)
        kappa = 2 / e**2 * (1 - math.sqrt(1 - e * e) / e * math.asin(e))
    assert geoms.added_mass_kappa(length, 1.0, 1.0) == pytest.approx(kappa, rel=tol(2e-5))
    across = geoms.added_mass_kappa(1.0, length, 1.0)
    assert kappa + 2 * across == pytest.approx(2.0, rel=tol(2e-5))  # the three integrals add up to 2
