"""The flag diagexact: regularization of rows from the exact diagonal of A = J M^-1 J'."""

import numpy as np
import pytest

import gelenk
from tests.support.tolerance import tol

BOX = """<mujoco><option cone="{}" impratio="{}"><flag diagexact="{}"/></option>
<worldbody><geom type="plane" size="1 1 1" condim="{}"/><body pos="0 0 .0999"><freejoint/>
<geom type="box" size=".2 .05 .1" mass="1" condim="4" friction="{}"/></body></worldbody></mujoco>"""

MIXED = """<mujoco><option jacobian="{}" solver="{}" {}><flag diagexact="enable"/></option><worldbody>
<geom type="plane" size="3 3 .1"/>
<body pos="0 0 1"><joint name="a" axis="1 1 0" range="-.02 .03" limited="true" frictionloss=".1"/>
  <geom type="capsule" size=".04" fromto="0 0 0 .3 0 0"/>
  <body pos=".3 0 0"><joint name="b" type="ball" range="0 .1" limited="true"/>
    <geom type="capsule" size=".04" fromto="0 0 0 .3 .1 0"/><site name="s" pos=".3 .1 0"/></body></body>
<body name="box" pos="0 1 .09"><freejoint/><geom type="box" size=".2 .05 .1" condim="6"/></body></worldbody>
<tendon><fixed name="t" limited="true" range="-.001 .001" frictionloss=".2" armature=".1">
  <joint joint="a" coef="2"/></fixed></tendon>
<equality><connect body1="box" anchor="0 0 0"/><joint joint1="a" polycoef=".2"/></equality></mujoco>"""


def diagonal(m, d):
    """The diagonal of J M^-1 J', from the dense matrices."""
    rows = np.zeros((d.nefc, m.nv))
    if gelenk.mj_isSparse(m):
        gelenk.mju_sparse2dense(rows, d.efc_J, d.efc_J_rownnz, d.efc_J_rowadr, d.efc_J_colind)
    else:
        rows = d.efc_J.reshape(-1, m.nv)
    inertia = np.zeros((m.nv, m.nv))
    gelenk.mj_fullM(m, inertia, d.qM)
    return np.einsum("ri,ri->r", rows, np.linalg.solve(inertia, rows.T).T)


def forward(text, turn=0.0):
    m = gelenk.MjModel.from_xml_string(text)
    d = gelenk.MjData(m)
    gelenk.mj_integratePos(m, d.qpos, np.linspace(-1, 1, m.nv), turn)
    gelenk.mj_forward(m, d)
    return m, d


@pytest.mark.parametrize(
    "cone, impratio, condim, friction, expected",
    [
        ("pyramidal", 1, 3, "1", [15.6446600235] * 6),
        ("pyramidal", 2, 4, ".7 .3 .1", [7.8223300118] * 6),
        ("elliptic", 1, 4, "1", [4, 4, 4, 4 / 0.005**2]),
        ("elliptic", 2, 4, ".7 .3 .1", [4, 2, 2, 22.2222222222]),
    ],
)
def test_rows_of_a_box_are_as_measured(cone, impratio, condim, friction, expected):
    """Measured on mujoco 4.0.0; the last but one follows from R_k = R_1 (mu_1 / mu_k)^2."""
    _, d = forward(BOX.format(cone, impratio, "enable", condim, friction))
    np.testing.assert_allclose(d.efc_diagApprox[: len(expected)], expected, rtol=tol(1e-10))
    impedance = d.efc_KBIP[:, 2]
    np.testing.assert_allclose(d.efc_R, (1 - impedance) / impedance * d.efc_diagApprox, rtol=tol(1e-12))
    np.testing.assert_array_equal(d.efc_D, 1 / d.efc_R)
    _, off = forward(BOX.format(cone, impratio, "disable", condim, friction))
    assert off.efc_diagApprox[0] < 0.6 * d.efc_diagApprox[0]


@pytest.mark.parametrize("jacobian", ["dense", "sparse"])
@pytest.mark.parametrize("solver", ["Newton", "CG", "PGS"])
def test_all_kinds_of_rows_have_the_diagonal_at_the_present_configuration(jacobian, solver):
    m, d = forward(MIXED.format(jacobian, solver, 'cone="elliptic"'), turn=0.05)
    exact = diagonal(m, d)
    single = d.efc_type < gelenk.mjtConstraint.mjCNSTR_CONTACT_FRICTIONLESS
    single[d.contact.efc_address] = True  # and the normal rows of contacts
    assert set(d.efc_type) >= {0, 1, 2, 3, 4} and d.ncon > 0
    np.testing.assert_allclose(d.efc_diagA[single], exact[single], rtol=tol(1e-10))


def test_the_first_edge_of_a_pyramid_counts_for_all():
    m, d = forward(MIXED.format("auto", "Newton", ""))
    first = d.contact.efc_address
    np.testing.assert_allclose(d.efc_diagA[first], 2 * diagonal(m, d)[first], rtol=tol(1e-10))
    assert (d.efc_R[first] == d.efc_R[first + 9]).all()


def test_the_flag_is_read_written_and_switched():
    text = BOX.format("elliptic", 1, "enable", 3, "1")
    bit = gelenk.mjtEnableBit.mjENBL_DIAGEXACT
    spec = gelenk.MjSpec.from_string(text)
    assert spec.option.enableflags & bit and 'diagexact="enable"' in spec.to_xml()
    m, d = forward(text)
    exact = d.efc_R.copy()
    m.opt.enableflags &= ~int(bit)
    gelenk.mj_forward(m, d)
    assert (d.efc_R < exact).all()
    m.opt.enableflags |= bit
    gelenk.mj_forward(m, d)
    assert (d.efc_R == exact).all()


def test_a_model_at_its_first_configuration_that_is_isotropic_changes_little():
    """A sphere has the same inverse weight in all directions: the normal rows agree with the approximation."""
    text = BOX.format("elliptic", 1, "{}", 3, "1").replace('box" size=".2 .05 .1"', 'sphere" size=".1"')
    rows = [forward(text.format(flag))[1].efc_R for flag in ("enable", "disable")]
    np.testing.assert_allclose(rows[0][0], rows[1][0], rtol=tol(1e-12))


CUBE = """<mujoco><option integrator="discrete" timestep="0.004" solver="{}" jacobian="{}"><flag diagexact="enable"/>
</option><worldbody><geom type="plane" size="3 3 .1"/>{}
<flexcomp name="f" type="grid" count="3 3 3" spacing=".1 .1 .1" pos="0 0 {}" dim="3" mass="1" radius="0">
<pin gridrange="0 0 2 2 2 2"/><contact selfcollide="none"/>
<elasticity young="2e4" poisson=".2" damping=".01"/></flexcomp>{}</worldbody></mujoco>"""
MOVING = '<body name="b" pos="0 0 .2"><joint type="slide" axis="0 0 1"/><joint/><geom size=".02" mass="1"/>'


@pytest.mark.parametrize("solver", ["Newton", "CG"])
@pytest.mark.parametrize("jacobian", ["dense", "sparse"])
def test_couplings_of_flexes_count_at_vertices_that_slide_along_the_axes(solver, jacobian):
    """In discrete time; numbers of 4.0.0. Vertices on a moving body take no part in it."""
    for parts, expected in (
        (("", 0.0999, ""), [33.754645, 31.429029, 10.744574, 24.973876]),
        ((MOVING, -0.1001, "</body>"), [73.922672] * 4),
    ):
        m = gelenk.MjModel.from_xml_string(CUBE.format(solver, jacobian, *parts), release="4.0")
        d = gelenk.MjData(m)
        gelenk.mj_forward(m, d)
        np.testing.assert_allclose(d.efc_diagA[:: d.nefc // 4], expected, rtol=tol(1e-6))
