"""Principal axes of inertia: tolerances are relative from 4.0 on; numbers are measured on mujoco 4.0.0."""

import numpy as np
import pytest

import gelenk
from gelenk.algebra.vec import quat_to_mat
from tests.support.tolerance import tol

MOMENTS = [1.541380616532e-6, 1.434714981753e-6, 1.459594156151e-6]
PRODUCTS = [-1.475899622756e-8, 1.300699293388e-8, -5.621854821193e-9]


def stated(moments, products, release="4.0"):
    numbers = " ".join(map(repr, map(float, [*moments, *products])))
    text = f"""<mujoco><worldbody><body><joint/><inertial pos="0 0 0" mass="1" fullinertia="{numbers}"/></body>
</worldbody></mujoco>"""
    return gelenk.MjModel.from_xml_string(text, release=release).body_iquat[1]


@pytest.mark.parametrize("scale", [1.0, 1e-3, 1e3])
def test_axes_do_not_depend_on_the_unit_of_inertia(scale):
    quat = stated(scale * np.array(MOMENTS), scale * np.array(PRODUCTS))
    wanted = [0.65308096404243, 0.74995153117744, -0.10423317473405, 0.01390685352201]
    np.testing.assert_allclose(quat, wanted, rtol=0, atol=tol(1e-12))
    if scale == 1:  # before, products below 1e-12 are left
        assert np.abs(stated(MOMENTS, PRODUCTS, "3.5") - wanted).max() > 1e-6


@pytest.mark.parametrize("moments", [(3, 2, 1.5), (1.2, 1.1, 1), (10, 9, 5)])
def test_products_below_4e_15_of_the_largest_moment_count_as_zero(moments):
    for factor, turned in ((0.99, False), (1.01, True)):
        quat = stated(moments, [factor * 4e-15 * moments[0], 0, 0])
        assert (np.abs(quat[1:]).max() > 0) == turned


def sheared(shear, unit):
    """Model of a box whose sides are sheared, and its inertia about its center, per density."""
    v = np.array(np.meshgrid([-1, 1], [-0.8, 0.8], [-0.5, 0.5])).reshape(3, -1).T
    v[:, 0] += shear * v[:, 1]
    v = (unit * v).astype(np.float32).astype(float)
    numbers = " ".join(map(repr, v.ravel().tolist()))
    text = f"""<mujoco><asset><mesh name="a" vertex="{numbers}"/></asset>
<worldbody><geom type="mesh" mesh="a"/></worldbody></mujoco>"""
    edges = np.array([v[a] - v[0] for a in (1, 2, 4)]) / 2
    second = edges.T @ edges / 3
    return gelenk.MjModel.from_xml_string(text, release="4.0"), np.trace(second) * np.eye(3) - second


@pytest.mark.parametrize("unit", [1.0, 0.01])
def test_products_of_meshes_below_1e_7_count_as_zero(unit):
    small = set()
    for shear in np.geomspace(5e-8, 2e-6, 24):
        m, inertia = sheared(shear, unit)
        turn = np.array(quat_to_mat(tuple(m.mesh_quat[0]))).reshape(3, 3)
        largest = inertia.max()
        product = np.abs(inertia - np.diag(np.diag(inertia))).max() / largest
        left = turn.T @ inertia @ turn
        left = np.abs(left - np.diag(np.diag(left))).max() / largest
        small.add(product < 1e-7)
        assert left == pytest.approx(product, rel=tol(1e-6)) if product < 1e-7 else left < tol(1e-14)
    assert small == {False, True}
