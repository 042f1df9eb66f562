"""Identities of the smooth dynamics: finite differences, momentum, forward = inverse, loops, compensation."""

import numpy as np
import pytest

import gelenk
from tests.support.tolerance import tol
from tests.support.world import advance, full_mass, random_state, world

TREE = """
<worldbody>
  <body pos="0.1 0.2 1"><freejoint/><geom type="ellipsoid" size="0.1 0.2 0.3" contype="0"/>
    <body pos="0.2 0 0"><joint name="b" type="ball" pos="-0.05 0 0" stiffness="3" damping="0.2"
      armature="0.01"/>
      <geom type="capsule" size="0.05" fromto="0 0 0 0.3 0.1 0" contype="0"/>
      <body pos="0.3 0.1 0"><joint name="h" axis="0.2 1 0.1" pos="0.02 0 0.03" stiffness="2" springref="20"/>
        <joint name="s" type="slide" axis="1 0.3 0" damping="0.4"/>
        <geom type="box" size="0.05 0.06 0.1" contype="0"/><site name="tip" pos="0.1 0 0.05"/></body></body>
    <body pos="-0.2 0 0.1"><joint name="k" axis="0 1 0"/><joint name="l" axis="1 0 0" pos="0 0 0.1"/>
      <geom type="cylinder" size="0.04 0.2" contype="0"/></body></body>
</worldbody>
<tendon><fixed name="t" stiffness="5" damping="0.3"><joint joint="h" coef="1"/><joint joint="k"
  coef="-0.7"/></fixed>
</tendon>
<actuator><motor joint="h" gear="2"/><motor tendon="t"/><position joint="k" kp="3"/></actuator>"""


@pytest.fixture(scope="module")
def tree():
    return world(TREE)


def jacobian(m, d, body, point):
    jacp, jacr = np.zeros((3, m.nv)), np.zeros((3, m.nv))
    gelenk.mj_jac(m, d, jacp, jacr, point, body)
    return jacp, jacr


def positions(m, d):
    gelenk.mj_kinematics(m, d)
    gelenk.mj_comPos(m, d)


def test_the_mass_matrix_is_the_sum_over_bodies_of_their_inertia_seen_by_the_joints(tree):
    m, d = tree
    random_state(m, d, 1)
    gelenk.mj_forward(m, d)
    M = np.diag(m.dof_armature)
    for b in range(1, m.nbody):
        jacp, jacr = jacobian(m, d, b, d.xipos[b])
        R = d.ximat[b].reshape(3, 3)
        M += m.body_mass[b] * jacp.T @ jacp + jacr.T @ R @ np.diag(m.body_inertia[b]) @ R.T @ jacr
    np.testing.assert_allclose(full_mass(m, d), M, atol=tol(1e-12 * np.abs(M).max()))


def test_jacobians_are_derivatives_of_positions_and_orientations(tree):
    m, d = tree
    random_state(m, d, 2)
    positions(m, d)
    body, local = m.nbody - 1, np.array([0.3, -0.2, 0.1])
    at = d.xpos[body] + d.xmat[body].reshape(3, 3) @ local
    jacp, jacr = jacobian(m, d, body, at)
    qpos, eps = d.qpos.copy(), 1e-6
    for i in range(m.nv):
        pair = []
        for sign in (1, -1):
            d.qpos[:] = qpos
            q = qpos.copy()
            gelenk.mj_integratePos(m, q, np.eye(m.nv)[i], sign * eps)
            d.qpos[:] = q
            positions(m, d)
            R = d.xmat[body].reshape(3, 3).copy()
            pair.append((d.xpos[body] + R @ local, R))
        (p1, R1), (p0, R0) = pair
        np.testing.assert_allclose(jacp[:, i], (p1 - p0) / (2 * eps), atol=tol(1e-8))
        S = (R1 - R0) @ (R1 + R0).T / (4 * eps)  # skew matrix of the angular velocity
        np.testing.assert_allclose(jacr[:, i], (S[2, 1], S[0, 2], S[1, 0]), atol=tol(1e-8))
    d.qpos[:] = qpos


def test_the_rate_of_a_jacobian_is_its_derivative_along_the_motion(tree):
    m, d = tree
    random_state(m, d, 3)
    body, local, eps = m.nbody - 2, np.array([0.1, 0.2, 0.3]), 1e-6
    qpos, qvel = d.qpos.copy(), d.qvel.copy()
    pair = []
    for sign in (1, -1):
        q = qpos.copy()
        gelenk.mj_integratePos(m, q, qvel, sign * eps)
        d.qpos[:] = q
        positions(m, d)
        pair.append(jacobian(m, d, body, d.xpos[body] + d.xmat[body].reshape(3, 3) @ local))
    d.qpos[:] = qpos
    gelenk.mj_forward(m, d)
    jacp, jacr = np.zeros((3, m.nv)), np.zeros((3, m.nv))
    gelenk.mj_jacDot(m, d, jacp, jacr, d.xpos[body] + d.xmat[body].reshape(3, 3) @ local, body)
    np.testing.assert_allclose(jacp, (pair[0][0] - pair[1][0]) / (2 * eps), atol=tol(1e-7))
    np.testing.assert_allclose(jacr, (pair[0][1] - pair[1][1]) / (2 * eps), atol=tol(1e-7))


CHAIN = """
<worldbody><body pos="0 0 1"><joint axis="0 1 0"/><geom type="capsule" size="0.05" fromto="0 0 0 0.3 0 0"/>
  <body pos="0.3 0 0"><joint axis="1 0.5 0"/><geom type="box" size="0.1 0.05 0.03" pos="0.1 0 0"/>
    <body pos="0.2 0 0"><joint type="slide" axis="1 0 1"/><geom size="0.08" pos="0 0.1 0"/>
      <body pos="0 0.2 0"><joint axis="0 0 1"/><geom type="cylinder" size="0.04 0.1" pos="0.1 0 0"/></body>
</body></body></body></worldbody>"""


def test_bias_forces_are_those_of_lagrange():
    """d/dt(M) v - d/dq(v'Mv)/2 + dV/dq, by central differences of M(q) and of the potential energy."""
    m, d = world(CHAIN, 'gravity="1 2 -9"')
    m.opt.disableflags |= gelenk.mjtDisableBit.mjDSBL_CONTACT
    rng = np.random.default_rng(4)
    q, v, eps = rng.uniform(-1, 1, m.nv), rng.standard_normal(m.nv), 1e-5

    def mass_and_potential(q):
        d.qpos[:] = q
        gelenk.mj_forward(m, d)
        gelenk.mj_energyPos(m, d)
        return full_mass(m, d), d.energy[0]

    dM, dV = [], []
    for e in np.eye(m.nv):
        (M1, V1), (M0, V0) = mass_and_potential(q + eps * e), mass_and_potential(q - eps * e)
        dM.append((M1 - M0) / (2 * eps))
        dV.append((V1 - V0) / (2 * eps))
    dM = np.array(dM)
    expected = np.einsum("kij,k,j->i", dM, v, v) - 0.5 * np.einsum("kij,i,j->k", dM, v, v) + dV
    d.qpos[:], d.qvel[:] = q, v
    gelenk.mj_forward(m, d)
    np.testing.assert_allclose(d.qfrc_bias, expected, atol=tol(1e-7 * np.abs(expected).max()))


def test_kinetic_energy_is_half_v_m_v_and_power_balances(tree):
    m, d = tree
    random_state(m, d, 5)
    gelenk.mj_forward(m, d)
    gelenk.mj_energyVel(m, d)
    assert d.energy[1] == pytest.approx(0.5 * d.qvel @ full_mass(m, d) @ d.qvel, rel=tol(1e-12))


def test_rne_agrees_with_mass_matrix_and_bias(tree):
    m, d = tree
    random_state(m, d, 6)
    gelenk.mj_forward(m, d)
    result = np.zeros(m.nv)
    gelenk.mj_rne(m, d, 1, result)
    # rne knows bodies, not the inertia of rotors
    expected = (full_mass(m, d) - np.diag(m.dof_armature)) @ d.qacc + d.qfrc_bias
    np.testing.assert_allclose(result, expected, atol=tol(1e-11 * np.abs(expected).max()))


def momenta(m, d):
    gelenk.mj_forward(m, d)
    gelenk.mj_subtreeVel(m, d)
    return m.body_subtreemass[1] * d.subtree_linvel[1], d.subtree_angmom[1].copy()


def test_internal_forces_change_no_momentum():
    m, d = world(TREE.replace('armature="0.01"', ""), 'integrator="RK4" timestep="0.0002" gravity="0 0 0"')
    random_state(m, d, 7)
    d.ctrl[:] = 0.5, -0.4, 0.3
    linear, angular = momenta(m, d)
    shape = d.qpos[7:].copy()
    gelenk.mj_step(m, d, 2500)
    linear1, angular1 = momenta(m, d)
    assert np.abs(d.qpos[7:] - shape).max() > 0.3  # much has moved
    np.testing.assert_allclose(linear1, linear, atol=tol(1e-7 * np.abs(linear).max()))
    np.testing.assert_allclose(angular1, angular, atol=tol(1e-7 * np.abs(angular).max()))


def test_outer_forces_change_momentum_by_their_impulse():
    m, d = world(TREE, 'integrator="RK4" timestep="0.001" gravity="0 0 0"')
    gelenk.mj_forward(m, d)
    linear, _ = momenta(m, d)
    force = np.array([3.0, -2.0, 1.0])
    d.xfrc_applied[3, :3] = force
    gelenk.mj_step(m, d, 200)
    linear1, _ = momenta(m, d)
    np.testing.assert_allclose(linear1 - linear, force * 0.2, atol=tol(1e-7))


HUMAN = "gelenk/models/humanoid.xml"


@pytest.mark.parametrize("cone", ["pyramidal", "elliptic"])
def test_inverse_dynamics_gives_back_the_forces_of_forward_dynamics(cone):
    m = gelenk.MjModel.from_xml_path(HUMAN)
    m.opt.cone = getattr(gelenk.mjtCone, f"mjCONE_{cone.upper()}")
    m.opt.tolerance, m.opt.iterations = 0.0, 100
    d = gelenk.MjData(m)
    rng = np.random.default_rng(8)
    for _ in range(5):
        d.ctrl[:] = rng.uniform(-1, 1, m.nu)
        gelenk.mj_step(m, d, 60)
        d.qfrc_applied[:] = rng.standard_normal(m.nv)
        d.xfrc_applied[3] = rng.standard_normal(6)
        gelenk.mj_forward(m, d)
        outer = d.qfrc_applied + d.qfrc_actuator
        gelenk.mj_applyFT(m, d, d.xfrc_applied[3, :3], d.xfrc_applied[3, 3:], d.xipos[3], 3, outer)
        qacc = d.qacc.copy()
        gelenk.mj_inverse(m, d)
        np.testing.assert_allclose(d.qfrc_inverse, outer, atol=tol(1e-8 * np.abs(d.qfrc_constraint).max()))
        np.testing.assert_array_equal(d.qacc, qacc)
    assert d.ncon > 0


def test_gravity_compensation_makes_bodies_float():
    m, d = world(
        """<worldbody><body gravcomp="1"><freejoint/><geom type="box" size="0.1 0.2 0.3" pos="0.1 0 0"/>
        <body gravcomp="1" pos="0.4 0 0"><joint axis="0 1 0"/><geom type="capsule" size="0.05
          0.2"/></body></body>
        </worldbody>"""
    )
    m.opt.disableflags |= gelenk.mjtDisableBit.mjDSBL_CONTACT
    start = d.qpos.copy()
    gelenk.mj_step(m, d, 500)
    np.testing.assert_allclose(d.qpos, start, atol=tol(1e-12))
    m.body_gravcomp[:] = 0.5
    gelenk.mj_resetData(m, d)
    gelenk.mj_step(m, d, 500)
    assert d.qpos[2] == pytest.approx(-0.5 * 9.81 * 0.002**2 * 500 * 501 / 2, rel=tol(1e-9))


def test_a_loop_closed_by_connect_stays_closed():
    m, d = world(
        """<worldbody>
        <body name="a"><joint axis="0 1 0"/><geom type="capsule" size="0.02" fromto="0 0 0 0 0 0.3"/>
          <body name="b" pos="0 0 0.3"><joint axis="0 1 0"/><geom type="capsule" size="0.02" fromto="0 0 0
            0.5 0 0"/>
        </body></body>
        <body name="c" pos="0.5 0 0"><joint axis="0 1 0"/><geom type="capsule" size="0.02" fromto="0 0 0 0 0
          0.3"/>
        </body></worldbody>
        <equality><connect body1="b" body2="c" anchor="0.5 0 0" solref="0.004 1" solimp="0.99 0.999
          0.001"/></equality>
        <contact><exclude body1="b" body2="c"/><exclude body1="a" body2="c"/></contact>"""
    )
    d.qvel[:] = 5.0, -5.0, 5.0  # a parallelogram: the ends move together
    for _ in range(100):
        gelenk.mj_step(m, d, 10)
        gap = (
            d.xpos[2]
            + d.xmat[2].reshape(3, 3) @ (0.5, 0, 0)
            - d.xpos[3]
            - d.xmat[3].reshape(3, 3) @ (0, 0, 0.3)
        )
        assert np.linalg.norm(gap) < tol(2e-3)  # a soft equality gives way under the load, in m
    assert abs(d.qpos[0]) > 0.1


def test_a_joint_equality_follows_its_polynomial():
    m, d = world(
        """<worldbody><body><joint name="x" axis="0 1 0"/><geom size="0.1" contype="0"/></body>
        <body pos="1 0 0"><joint name="y" axis="0 1 0"/><geom size="0.1" contype="0"/></body></worldbody>
        <equality><joint joint1="y" joint2="x" polycoef="0.1 0.5 -0.2 0 0.3" solref="0.005 1"/></equality>
        <actuator><motor joint="x"/></actuator>"""
    )
    d.ctrl[0] = 0.05
    advance(m, d, 0.6)
    x = d.qpos[0]
    assert x > 0.1
    assert d.qpos[1] == pytest.approx(
        0.1 + 0.5 * x - 0.2 * x**2 + 0.3 * x**4, abs=tol(2e-3)
    )  # a soft equality lags behind, in rad


def test_a_mocap_body_drags_what_is_welded_to_it():
    m, d = world(
        """<worldbody><body name="hand" mocap="true" pos="0 0 1"/>
        <body name="box" pos="0 0 1"><freejoint/><geom type="box" size="0.1 0.1 0.1"
          contype="0"/></body></worldbody>
        <equality><weld body1="hand" body2="box" solref="0.01 1"/></equality>""",
        'gravity="0 0 0"',
    )
    d.mocap_pos[0] = 0.3, -0.2, 1.1
    d.mocap_quat[0] = np.cos(0.4), 0, np.sin(0.4), 0
    advance(m, d, 1.0)
    np.testing.assert_allclose(d.qpos[:3], (0.3, -0.2, 1.1), atol=tol(1e-6))
    assert abs(d.qpos[3:] @ d.mocap_quat[0]) == pytest.approx(1.0, abs=tol(1e-9))


def test_a_removed_equality_no_longer_holds():
    m, d = world(
        """<worldbody><body name="box" pos="0 0 1"><freejoint/><geom type="box" size="0.1 0.1
          0.1"/></body></worldbody>
        <equality><weld body1="world" body2="box"/></equality>"""
    )
    advance(m, d, 0.2)
    assert abs(d.qpos[2] - 1.0) < tol(1e-2)  # a soft weld sinks by g / (solref stiffness), in m
    d.eq_active[0] = 0
    advance(m, d, 0.2)
    assert d.qpos[2] < 0.85
