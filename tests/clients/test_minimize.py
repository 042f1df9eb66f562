"""`gelenk.minimize`: it finds minima that are known, stays within bounds, and checks what users give it."""

import io

import numpy as np
import pytest

import gelenk
from gelenk import minimize
from gelenk.batch import rollout
from tests.support.tolerance import tol


def rosenbrock(x):
    return np.stack([10 * (x[1] - x[0] ** 2), 1 - x[0]])


def solve(x0, residual=rosenbrock, **arguments):
    return minimize.least_squares(np.asarray(x0, float), residual, verbose=0, **arguments)


def test_the_valley_of_rosenbrock_ends_at_one_one():
    x, trace = solve([-1.2, 1.0])
    assert np.allclose(x, 1.0, atol=tol(1e-7))
    assert all(log.reduction >= 0 for log in trace)
    assert trace[0].objective == pytest.approx(12.1) and trace[-1].objective < tol(1e-14)


def test_a_linear_problem_takes_one_step():
    rng = np.random.default_rng(0)
    A, b = rng.normal(size=(12, 5)), rng.normal(size=(12, 1))
    x, trace = solve(np.zeros(5), lambda x: A @ x - b, jacobian=lambda x, r: A)
    assert np.allclose(x, np.linalg.lstsq(A, b, rcond=None)[0].ravel(), atol=tol(1e-10))
    assert len(trace) <= 3


def test_bounds_hold_at_every_point_that_is_asked_for():
    low, high = np.array([-2.0, -2.0]), np.array([0.5, 2.0])

    def residual(x):
        assert (x >= low[:, None] - 1e-12).all() and (x <= high[:, None] + 1e-12).all()
        return rosenbrock(x)

    x, _ = solve([-1.2, 1.0], residual, bounds=[low, high])
    assert np.allclose(x, [0.5, 0.25], atol=tol(1e-6))


def test_shapes_of_the_guess_are_kept_and_everything_is_logged_on_request():
    x, _ = solve([[-1.2], [1.0]])
    assert x.shape == (2, 1)
    out = io.StringIO()
    _, trace = minimize.least_squares(
        np.array([-1.2, 1.0]), rosenbrock, verbose=minimize.Verbosity.FULLITER, output=out
    )
    assert trace[0].jacobian.shape == (2, 2) and trace[0].step.shape == (2, 1)
    assert "Terminated after" in out.getvalue()


def test_other_norms_can_be_given():
    class Smooth(minimize.Norm):
        def value(self, r):
            return float(np.sum(np.sqrt(r**2 + 1) - 1))

        def grad_hess(self, r, proj):
            s = np.sqrt(r**2 + 1)
            return proj.T @ (r / s), proj.T @ (proj / s**3)

    out = io.StringIO()
    x, _ = minimize.least_squares(
        np.array([-1.2, 1.0]), rosenbrock, norm=Smooth(), output=out, check_derivatives=True
    )
    assert np.allclose(x, 1.0, atol=tol(1e-6))
    differences = [float(line.split()[-1]) for line in out.getvalue().splitlines() if "matches" in line]
    assert len(differences) == 2 and max(differences) < tol(1e-6)


def test_wrong_arguments_raise():
    with pytest.raises(ValueError, match="smaller"):
        solve(np.zeros(2), bounds=[np.ones(2), -np.ones(2)])
    with pytest.raises(ValueError, match="bounds"):
        solve(np.zeros(2), bounds=[np.zeros(3), np.ones(3)])
    with pytest.raises(ValueError, match="column"):
        solve(np.zeros(2), lambda x: np.zeros(3))
    with pytest.raises(ValueError, match="jacobian"):
        solve(np.zeros(2), jacobian=lambda x, r: np.zeros((1, 2)))
    with pytest.raises(ValueError, match="mu_min"):
        solve(np.zeros(2), mu_min=-1.0)


def test_system_identification_finds_the_damping_of_a_pendulum():
    """What the module is for: all finite differences of an iteration are one rollout."""
    xml = """<mujoco><worldbody>
      <body><joint axis="0 1 0"/><geom size=".1" pos=".5 0 0"/></body>
    </worldbody></mujoco>"""
    model = gelenk.MjModel.from_xml_string(xml)
    data = gelenk.MjData(model)
    state = np.array([0.0, 0.3, 0.0])

    def angles(dampings):
        model_of = []
        for damping in dampings:
            changed = gelenk.MjModel.from_xml_string(xml)
            changed.dof_damping[0] = damping
            model_of.append(changed)
        return rollout.rollout(model_of, data, state, nstep=200)[0][:, :, 1]

    measured = angles([0.35])[0]
    x, _ = solve([0.0], lambda x: (angles(x[0]) - measured).T, bounds=[np.zeros(1), np.ones(1)])
    assert x[0] == pytest.approx(0.35, abs=tol(1e-6))


def powell(x):
    """Powell's badly scaled function: More, Garbow and Hillstrom 1981, number 3."""
    return np.stack([1e4 * x[0] * x[1] - 1, np.exp(-x[0]) + np.exp(-x[1]) - 1.0001])


def test_scaled_variables_lead_to_the_same_minimum_in_fewer_steps():
    minimum = [1.098159e-5, 9.106146]  # published, to 7 digits
    x, plain = solve([0.0, 1.0], powell, max_iter=400)
    np.testing.assert_allclose(x, minimum, rtol=tol(1e-4))  # of the step, xtol
    x, scaled = solve([0.0, 1.0], powell, x_scale="jac")
    np.testing.assert_allclose(x, minimum, rtol=tol(1e-4))
    assert len(plain) > 300 > 70 > len(scaled)
    for scale in (2.0, "jac", [10, 0.1], np.array([1.0, 1e-5])):
        x, _ = solve([2.0, 0.0], x_scale=scale, bounds=[np.array([1.5, -10]), np.array([10.0, 10])])
        np.testing.assert_allclose(x, [1.5, 2.25], rtol=tol(1e-7))


def test_a_scale_of_one_changes_nothing():
    (x, plain), (y, scaled) = (solve([0.0, 0.0], x_scale=scale) for scale in (None, 1.0))
    np.testing.assert_array_equal(x, y)
    assert [row.objective for row in plain] == [row.objective for row in scaled]


@pytest.mark.parametrize(
    "scale", ["bogus", [1.0, -1.0], [np.inf, 1.0], [np.nan, 1.0], [1.0], 0, [[1.0, 1.0]], object()]
)
def test_scales_that_are_no_positive_numbers_are_refused(scale):
    with pytest.raises((ValueError, TypeError), match="x_scale"):
        solve([0.0, 0.0], x_scale=scale)


@pytest.mark.parametrize("low, high", [(1.0, 1.0 + 1e-10), (-1e-10, 1e-11), (1.0, np.nextafter(1.0, 2))])
def test_differences_stay_within_bounds_that_are_narrower_than_the_step(low, high):
    bounds = [np.array([low]), np.array([high])]

    def residual(x):
        assert (low <= x).all() and (x <= high).all()
        return x.copy()

    for x in (low, 0.5 * low + 0.5 * high, high):
        point = np.array([[x]])
        jac, _ = minimize.jacobian_fd(residual, point, point, 1.5e-8, 0, bounds)
        np.testing.assert_array_equal(jac, [[1.0]])


def test_differences_that_are_not_finite_are_named():
    with pytest.raises(ValueError, match="Finite-difference Jacobian is not finite"):
        minimize.check_jacobian(lambda x: x * np.nan, np.ones(1), np.ones((1, 1)), np.ones((1, 1)), 1e-8, 0)
