"""(dJ/dt) v of connects and welds: in models of release 3.7 and later."""

import numpy as np
import pytest

import gelenk
from tests.support.tolerance import tol

HINGE = """<mujoco><option gravity="0 0 0"/><worldbody><body name="b"><joint axis="0 1 0"/>
<geom size=".1" pos=".2 0 0"/></body></worldbody><equality><connect body1="b" anchor=".3 0 0"/></equality></mujoco>"""
CHAIN = """<mujoco><option gravity="0 0 -9"/><worldbody>
<body name="a"><joint axis="0 1 .3"/><geom size=".1" pos=".2 0 0"/>
  <body name="c" pos=".3 0 .1"><joint type="ball"/><geom size=".1" pos=".2 .1 0"/></body></body>
<body name="b" pos="1 0 0"><freejoint/><geom size=".1" pos=".2 0 0"/></body>
</worldbody><equality><{}/></equality></mujoco>"""
WELD = 'weld body1="c" body2="b" torquescale=".7" anchor=".1 .2 .3"'
CONNECT = 'connect body1="c" body2="b" anchor=".1 .2 .3"'


def terms(text, release):
    """Model, data, and what efc_aref lacks of -B v - K d r."""
    m = gelenk.MjModel.from_xml_string(text, release=release)
    d = gelenk.MjData(m)
    d.qvel[:] = np.linspace(-1, 2, m.nv) if m.nv > 1 else 2
    if m.nv > 1:
        gelenk.mj_integratePos(m, d.qpos, np.linspace(0.5, -0.3, m.nv), 1.0)
    gelenk.mj_forward(m, d)
    k, b, imp, _ = d.efc_KBIP.T
    return m, d, -(d.efc_aref + b * d.efc_vel + k * imp * d.efc_pos)


def test_a_hinge_has_the_centripetal_acceleration():
    _, d, found = terms(HINGE, "4.0")
    np.testing.assert_allclose(found, [-(2**2) * 0.3, 0, 0], atol=tol(1e-12))
    assert d.efc_aref[0] == pytest.approx(1.2, abs=tol(1e-12))  # measured
    _, d, found = terms(HINGE, "3.5")
    np.testing.assert_allclose(found, 0, atol=tol(1e-12))


@pytest.mark.parametrize(
    "equality, expected",
    [
        (WELD, [-2.0445879779, 0.0866579287, 0.8512183772, -1.9232064316, -1.1120904057, -0.8308034008]),
        (CONNECT, [-6.1593630381, 3.1894637243, 0.7772749048]),
    ],
)
def test_terms_are_as_measured(equality, expected):
    _, _, found = terms(CHAIN.format(equality), "4.0")
    np.testing.assert_allclose(found, expected, atol=tol(1e-8))  # differences of numbers near 1e3


@pytest.mark.parametrize("equality", [WELD, CONNECT])
def test_terms_are_the_derivative_of_the_row_velocities_at_constant_qvel(equality):
    m, d, found = terms(CHAIN.format(equality), "4.0")
    qpos, rows = d.qpos.copy(), []
    for side in (-1e-5, 1e-5):
        d.qpos[:] = qpos
        gelenk.mj_integratePos(m, d.qpos, d.qvel, side)
        gelenk.mj_forward(m, d)
        rows.append(d.efc_vel.copy())
    np.testing.assert_allclose(found, (rows[1] - rows[0]) / 2e-5, atol=tol(1e-7))  # of the differences
