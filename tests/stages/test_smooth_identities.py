"""Smooth stages against themselves: finite differences, two algorithms for one quantity, conservation."""

import numpy as np
import pytest

from gelenk.engine.force import velocity
from gelenk.engine.integrate import euler
from gelenk.engine.position import inertia, kinematics, tendon, transmission
from gelenk.engine.query import jacobian
from tests.support.smooth import SCENES, full_mass, moments, random_state, run
from tests.support.tolerance import relative, tol

ROUNDING = tol(1e-12)
STEP = 1e-6
# central differences: h^2 third derivative + eps / h = 1e-12 + 1e-10, times lengths of a few
DIFFERENCE = tol(1e-8)
POSITION = (kinematics.kinematics, kinematics.com_pos, tendon.tendon, transmission.transmission)


def at(m, d, qpos, direction, step):
    """Run the position stages at qpos (+) step direction."""
    q = qpos.copy()
    run(euler.integrate_pos, "mFFf", False, m, q, np.ascontiguousarray(direction, float), float(step))
    d.qpos[:] = q
    for stage in POSITION:
        run(stage, "md", False, m, d)


def derivative(m, d, read, direction):
    """d read / dt when qpos moves along ``direction``; the state is put back."""
    qpos = d.qpos.copy()
    at(m, d, qpos, direction, STEP)
    after = read()
    at(m, d, qpos, direction, -STEP)
    before = read()
    at(m, d, qpos, direction, 0.0)
    return (after - before) / (2 * STEP)


def settled(scene):
    """A random state, quaternions normalised, with our own position stages."""
    _, _, m, d = random_state(scene)
    run(jacobian.normalize_quat, "mF", False, m, d.qpos)
    d.ncon = 0
    for stage in POSITION:
        run(stage, "md", False, m, d)
    for stage in (inertia.make_m, inertia.factor_m, velocity.fwd_velocity_smooth):
        run(stage, "md", False, m, d)
    return m, d


def point_jacobians(m, d, kernel, index):
    out = np.zeros((2, 3, m.nv))
    run(kernel, "mdFFi", False, m, d, out[0], out[1], index)
    return out


def test_jacobian_of_points_is_the_derivative_of_positions():
    m, d = settled("tree")
    for kernel, name, index in (
        (jacobian.jac_body, "xpos", 5),
        (jacobian.jac_body_com, "xipos", 4),
        (jacobian.jac_geom, "geom_xpos", m.ngeom - 4),
        (jacobian.jac_site, "site_xpos", 2),
    ):
        jacp = point_jacobians(m, d, kernel, index)[0]
        moved = derivative(m, d, lambda n=name, i=index: getattr(d, n)[i].copy(), d.qvel)
        assert relative(jacp @ d.qvel, moved) < DIFFERENCE, name


def test_jac_dot_is_the_derivative_of_jac():
    m, d = settled("tree")
    body, local = 4, np.array([0.1, 0.2, 0.3])

    def jacobians():
        point = d.xpos[body] + d.xmat[body].reshape(3, 3) @ local
        out = np.zeros((2, 3, m.nv))
        run(jacobian.jac, "mdFFFi", False, m, d, out[0], out[1], point, body)
        return out, point

    _, point = jacobians()
    dots = np.zeros((2, 3, m.nv))
    run(jacobian.jac_dot, "mdFFFi", False, m, d, dots[0], dots[1], point, body)
    # free and ball dofs turn in the child's frame, so the derivative holds for every column, not only for their sum
    assert relative(dots, derivative(m, d, lambda: jacobians()[0], d.qvel)) < DIFFERENCE


@pytest.mark.parametrize("scene", ["tree", "tree, sparse"])
def test_velocities_of_tendons_and_actuators_are_rates_of_their_lengths(scene):
    m, d = settled(scene)
    assert relative(d.ten_velocity, derivative(m, d, lambda: d.ten_length.copy(), d.qvel)) < DIFFERENCE
    rates = derivative(m, d, lambda: d.actuator_length.copy(), d.qvel)
    joints, tendons, cranks = [0, 10], [3], [8]  # free joints and sites have arms, but no length
    picked = joints + tendons + cranks
    assert relative(d.actuator_velocity[picked], rates[picked]) < DIFFERENCE
    np.testing.assert_allclose(moments(m, d) @ d.qvel, d.actuator_velocity, rtol=tol(1e-12), atol=tol(1e-12))


@pytest.mark.parametrize("scene", SCENES)
def test_columns_of_the_inertia_matrix_are_inverse_dynamics(scene):
    m, d = settled(scene)
    run(inertia.crb, "md", False, m, d)
    M = full_mass(m, d) - np.diag(m.dof_armature)
    bias, force = np.zeros(m.nv), np.zeros(m.nv)
    run(velocity.rne, "mdiF", False, m, d, 0, bias)
    for i in range(m.nv):
        d.qacc[:] = 0.0
        d.qacc[i] = 1.0
        run(velocity.rne, "mdiF", False, m, d, 1, force)
        # a simple dof has its inertia from qpos0, where it is the same
        assert np.abs(force - bias - M[:, i]).max() < tol(1e-11) * max(1.0, np.abs(bias).max()), i


@pytest.mark.parametrize("scene", SCENES)
def test_factor_solves_and_multiplies(scene):
    m, d = settled(scene)
    M = full_mass(m, d)
    rng = np.random.default_rng(3)
    y, x = rng.standard_normal((3, m.nv)), np.zeros((3, m.nv))
    y[2, : m.nv // 2] = 0.0  # where right sides are zero less is done
    y[2, m.nv // 2 + 1 :] = 0.0
    run(inertia.solve_m, "mdFFi", False, m, d, x, y, 3)
    condition = np.linalg.cond(M)
    assert relative(x @ M, y) < tol(1e-15 * condition + 1e-12)
    half = np.zeros((3, m.nv))
    run(inertia.solve_m2, "mdFFFi", False, m, d, half, y, np.sqrt(d.qLDiagInv), 3)
    np.testing.assert_allclose(np.sum(half**2, axis=1), np.sum(x * y, axis=1), rtol=tol(1e-10))
    product, root = np.zeros(m.nv), np.zeros(m.nv)
    run(inertia.mul_m, "mdFF", False, m, d, product, y[0])
    run(inertia.mul_m2, "mdFF", False, m, d, root, y[0])
    assert relative(product, M @ y[0]) < ROUNDING
    np.testing.assert_allclose(root @ root, y[0] @ M @ y[0], rtol=tol(1e-10))
    dense = np.zeros((m.nv, m.nv))
    run(inertia.full_m, "mFF", False, m, dense, d.qM)
    np.testing.assert_array_equal(dense, M)


@pytest.mark.parametrize("scene", SCENES)
def test_subtree_momentum_from_bodies_and_from_the_matrix(scene):
    m, d = settled(scene)
    run(velocity.subtree_vel, "md", False, m, d)
    for body in range(0, m.nbody, 1 + m.nbody // 12):
        mat, jac = np.zeros((3, m.nv)), np.zeros((3, m.nv))
        run(jacobian.angmom_mat, "mdFi", False, m, d, mat, body)
        assert relative(mat @ d.qvel, d.subtree_angmom[body]) < ROUNDING
        run(jacobian.jac_subtree_com, "mdFi", False, m, d, jac, body)
        assert relative(jac @ d.qvel, d.subtree_linvel[body]) < ROUNDING


def test_kinetic_energy_is_half_of_velocity_times_momentum():
    m, d = settled("tree")
    energy = 0.0
    for b in range(1, m.nbody):
        jacp, jacr = point_jacobians(m, d, jacobian.jac_body_com, b)
        v, w = jacp @ d.qvel, d.ximat[b].reshape(3, 3).T @ (jacr @ d.qvel)
        energy += 0.5 * m.body_mass[b] * v @ v + 0.5 * w @ (m.body_inertia[b] * w)
    run(inertia.crb, "md", False, m, d)
    M = full_mass(m, d) - np.diag(m.dof_armature)
    np.testing.assert_allclose(0.5 * d.qvel @ M @ d.qvel, energy, rtol=tol(1e-12))


def test_positions_differ_by_the_velocity_that_leads_from_one_to_the_other():
    m, d = settled("tree")
    start, velocity_ = d.qpos.copy(), np.random.default_rng(5).standard_normal(m.nv)
    end, found = start.copy(), np.zeros(m.nv)
    run(euler.integrate_pos, "mFFf", False, m, end, velocity_, 0.3)
    run(jacobian.differentiate_pos, "mFfFF", False, m, found, 0.3, start, end)
    np.testing.assert_allclose(found, velocity_, atol=tol(1e-12))


def test_kinematics_leaves_qpos_alone_and_its_quaternions_are_unit():
    _, _, m, d = random_state("tree")
    qpos = d.qpos.copy()
    run(kinematics.kinematics, "md", False, m, d)
    np.testing.assert_array_equal(d.qpos, qpos)
    np.testing.assert_allclose(np.linalg.norm(d.xquat, axis=1), 1.0, atol=tol(1e-14))
    d.qpos[3:7] = 0.0  # no direction at all: the identity
    run(kinematics.kinematics, "md", False, m, d)
    np.testing.assert_array_equal(d.xquat[1], (1, 0, 0, 0))
