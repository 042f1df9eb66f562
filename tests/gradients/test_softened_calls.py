"""smooth and reach of rollouts, sensitivities, steps as functions and batches: those of `jacobian` at each state."""

import numpy as np
import pytest

import gelenk as mujoco
from gelenk import gradients
from gelenk.batch import Batch
from gelenk.gradients.step_function import StepFunction
from tests.support.derivatives import converge
from tests.support.tolerance import relative, tol

SOFT = {"smooth": 10.0, "reach": 0.01}
T = 4


@pytest.fixture
def ball():
    """A ball 5 mm above a table, pushed sideways and down; it does not touch within T steps."""
    m = mujoco.MjModel.from_xml_string(
        '<mujoco><worldbody><geom type="plane" size="1 1 1"/><body pos="0 0 .105"><joint type="slide" axis="1 0 0"/>'
        '<joint name="z" type="slide" axis="0 0 1"/><geom size=".1" mass="1"/></body></worldbody>'
        '<actuator><motor joint="z"/></actuator></mujoco>'
    )
    d = mujoco.MjData(converge(m))
    d.qvel[:] = 0.1, -0.1
    return m, d


def jacobians(m, start, ctrl):
    """A and B of each step with the options, and the last state."""
    d, found = mujoco.MjData(m), []
    mujoco.mj_copyData(d, m, start)
    for u in ctrl:
        d.ctrl[:] = u
        J = gradients.jacobian(m, d, of="state", **SOFT)
        found.append((J.A, J.B))
        mujoco.mj_step(m, d)
        assert d.ncon == 0
    return found, d


def test_rollouts(ball):
    m, d = ball
    ctrl, w = np.full((T, 1), -0.5), np.zeros((T + 1, 2))
    w[T] = 1.0, 2.0
    value, g = gradients.rollout(m, d, ctrl, {"qvel": w}, **SOFT)
    exact_value, exact = gradients.rollout(m, d, ctrl, {"qvel": w})
    assert value == exact_value
    steps, _ = jacobians(m, d, ctrl)
    adjoint, expected = np.array([0, 0, 1.0, 2.0]), np.zeros((T, 1))
    for t in reversed(range(T)):
        expected[t] = steps[t][1].T @ adjoint
        adjoint = steps[t][0].T @ adjoint
    assert relative(g["ctrl"], expected) < tol(1e-12)
    assert relative(g["state"], adjoint) < tol(1e-12)
    assert relative(g["state"], exact["state"]) > 1e-3  # a contact that is not there yet counts


def test_sensitivities(ball):
    m, d = ball
    ctrl = np.full((T, 1), -0.5)
    y = gradients.sensitivities(m, d, ctrl, {"state": np.eye(4)}, **SOFT)["state"]
    S = np.eye(4)
    for t, (A, _) in enumerate(jacobians(m, d, ctrl)[0]):
        S = A @ S
        assert relative(y[:, t].T, S) < tol(1e-12)


def test_steps_as_functions(ball):
    m, d = ball
    inputs = [np.concatenate([d.qpos, d.qvel])[None], np.array([[-0.5]])]
    run = StepFunction(m, "state", (), "torch_step", **SOFT)
    A, B = jacobians(m, d, np.array([[-0.5]]))[0][0]
    w = np.arange(1.0, 5.0)[None]
    by_state, by_ctrl = run.pull_back(inputs, [w])
    assert relative(by_state, w @ A) < tol(1e-12) and relative(by_ctrl, w @ B) < tol(1e-12)
    (along,) = run.push_forward(inputs, [w, np.array([[2.0]])])
    assert relative(along[0], A @ w[0] + 2 * B[:, 0]) < tol(1e-12)
    np.testing.assert_array_equal(
        run.forward(inputs)[0], StepFunction(m, "state", (), "torch_step").forward(inputs)[0]
    )


def test_batches(ball):
    m, _ = ball
    heights = np.array([-0.002, 0.0, 0.1])
    v, w = np.ones(2), np.arange(1.0, 5.0)
    with Batch(m, 3) as batch:
        batch.bind("qpos")[:, 1] = heights
        J = batch.jacobian(**SOFT)
        y, g = batch.jvp({"qvel": v}, "state", **SOFT)["state"], batch.vjp({"state": w}, **SOFT)["state"]
        assert (J.smooth, J.reach) == (10.0, 0.01)
        with pytest.raises(ValueError, match=r"jacobian: reach 0\.1 needs smooth > 0"):
            batch.jacobian(reach=0.1)
        with pytest.raises(TypeError, match="vjp: smooth must be a number, got '1'"):
            batch.vjp({"state": w}, smooth="1")
    for i, height in enumerate(heights):
        one = mujoco.MjData(m)
        one.qpos[1] = height
        A = gradients.jacobian(m, one, of="state", **SOFT).A
        assert relative(J.A[i], A) < tol(1e-12)
        assert relative(y[i], A[:, 2:] @ v) < tol(1e-12) and relative(g[i], w @ A) < tol(1e-12)
    assert np.abs(J.A[0] - J.A[2]).max() > 1e-3  # the third is out of reach


@pytest.mark.parametrize("call", ["rollout", "sensitivities", "torch_step"])
def test_wrong_options_are_told(ball, call):
    m, d = ball
    calls = {
        "rollout": lambda **o: gradients.rollout(m, d, np.zeros((1, 1)), {}, **o),
        "sensitivities": lambda **o: gradients.sensitivities(
            m, d, np.zeros((1, 1)), {"qvel": np.eye(2)}, **o
        ),
        "torch_step": lambda **o: StepFunction(m, "state", (), "torch_step", **o),
    }
    with pytest.raises(ValueError, match=f"{call}: smooth must be finite and >= 0"):
        calls[call](smooth=-1.0)
    with pytest.raises(ValueError, match=rf"{call}: reach 0\.1 needs smooth > 0"):
        calls[call](reach=0.1)
    m.opt.noslip_iterations = 3
    with pytest.raises(gradients.Unsupported, match="noslip"):
        calls[call](smooth=1.0) if call != "rollout" else gradients.rollout(
            m, d, np.zeros((1, 1)), {"qvel": np.ones((2, 2))}, smooth=1.0
        )
