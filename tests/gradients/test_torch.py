"""Steps as torch functions: values, gradients, shapes, errors. Runs where torch is installed."""

import sys

import numpy as np
import pytest

from gelenk import gradients, models
from tests.gradients import steps
from tests.support.tolerance import tol


def test_without_torch_the_error_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(ModuleNotFoundError, match=r"pip install 'gelenk\[learn\]'"):
        gradients.torch_step(models.load("pendulum"))


torch = pytest.importorskip("torch", reason="needs torch: pip install 'gelenk[learn]'")


def tensors(*arrays):
    return [torch.tensor(array, dtype=torch.float64, requires_grad=True) for array in arrays]


def test_gradients_are_those_of_central_differences():
    m, state, ctrl, along = steps.scene()
    weights = np.random.default_rng(1).normal(size=state.shape)
    step = gradients.torch_step(m, of=("state", "site_xpos"), by=("body_mass",))
    x, u, mass = tensors(state, ctrl, m.body_mass)
    y, site = step(x, u, mass)
    expected, place = steps.after(m, state, ctrl)
    np.testing.assert_array_equal(y.detach(), expected)
    np.testing.assert_array_equal(site.detach(), place)
    value = y @ torch.tensor(weights) + (site**2).sum()
    value.backward()

    def moved(eps):
        m.body_mass[1] += eps
        found = steps.loss(m, state + eps * along, ctrl + eps, weights)
        m.body_mass[1] -= eps
        return found

    exact = x.grad.numpy() @ along + u.grad.numpy().sum() + mass.grad.numpy()[1]
    errors = [abs((moved(eps) - moved(-eps)) / (2 * eps) - exact) / abs(exact) for eps in (1e-5, 1e-6)]
    assert min(errors) < tol(1e-7), errors
    quat = state[3:7]
    assert abs(x.grad.numpy()[3:7] @ quat) < tol(1e-12) * np.abs(x.grad.numpy()).max(), (
        "none along the length"
    )


def test_leading_dimensions_are_worlds():
    m, state, ctrl, along = steps.scene()
    step = gradients.torch_step(m, by="dof_damping")
    states = np.stack([state, state + 1e-3 * along] * 3).reshape(3, 2, -1)
    x, u, damping = tensors(states, np.full((3, 2, 1), 0.4), m.dof_damping)
    y = step(x, u, damping)
    assert y.shape == (3, 2, len(state))
    (y**2).sum().backward()
    alone, push, own = tensors(state, ctrl, m.dof_damping)
    one = step(alone, push, own)
    (one**2).sum().backward()
    np.testing.assert_array_equal(y[1, 0].detach(), one.detach())
    np.testing.assert_allclose(x.grad[1, 0], alone.grad, atol=tol(1e-12))
    near, push, other = tensors(states[0, 1], ctrl, m.dof_damping)
    (step(near, push, other) ** 2).sum().backward()
    np.testing.assert_allclose(damping.grad, 3 * (own.grad + other.grad), atol=tol(1e-12))


def test_loops_of_steps_have_the_gradient_of_rollouts():
    m = models.load("humanoid")
    step, rng = gradients.torch_step(m), np.random.default_rng(2)
    import gelenk as mujoco

    d = mujoco.MjData(m)
    mujoco.mj_step(m, d, nstep=50)
    d.qacc_warmstart[:] = 0.0
    ctrl = 0.1 * rng.normal(size=(8, m.nu))
    weights = np.zeros((9, m.nq))
    weights[-1, :3] = 1.0
    value, g = gradients.rollout(m, d, ctrl, {"qpos": weights})
    x, u = tensors(np.concatenate([d.qpos, d.qvel, d.act]), ctrl)
    y = x
    for row in u:
        y = step(y, row)
    total = y[:3].sum()
    total.backward()
    # steps without a warm start round otherwise
    np.testing.assert_allclose(total.item(), value, rtol=tol(1e-9))
    np.testing.assert_allclose(u.grad, g["ctrl"], atol=tol(1e-9) * np.abs(g["ctrl"]).max())


def test_policies_learn_through_steps():
    """A network that pushes a cart to the origin gets better by its gradient."""
    torch.manual_seed(0)
    m = models.load("cartpole")
    step = gradients.torch_step(m)
    policy = torch.nn.Sequential(torch.nn.Linear(4, 8), torch.nn.Tanh(), torch.nn.Linear(8, 1)).double()
    optimizer = torch.optim.Adam(policy.parameters(), 0.05)
    costs = []
    for _ in range(8):
        x, cost = torch.tensor([[0.3, 0.1, 0, 0]] * 2, dtype=torch.float64), 0.0
        for _ in range(20):
            x = step(x, policy(x))
            cost = cost + (x**2).mean()
        optimizer.zero_grad()
        cost.backward()
        optimizer.step()
        costs.append(cost.item())
    assert costs[-1] < costs[0]


@pytest.mark.parametrize(
    "inputs, error, words",
    [
        (lambda x, u: (x.numpy(), u), TypeError, "state must be a tensor, got ndarray"),
        (lambda x, u: (x, u.float()), TypeError, r"ctrl must be float64 on the CPU.*ctrl.double\(\).cpu\(\)"),
        (lambda x, u: (x[:-1], u), ValueError, "state must have the shape"),
        (lambda x, u: (x, u[None]), ValueError, r"ctrl must have the shape \(1,\), got \(1, 1\)"),
        (lambda x, u: (x,), TypeError, "a step takes state, ctrl, got 1 arrays"),
        (lambda x, u: (x * torch.nan, u), ValueError, "infinite or NaN|must be finite"),
    ],
)
def test_wrong_tensors_are_told(inputs, error, words):
    m, state, ctrl, _ = steps.scene()
    step = gradients.torch_step(m)
    with pytest.raises(error, match=words):
        step(*inputs(torch.tensor(state), torch.tensor(ctrl)))


def test_second_derivatives_are_refused():
    m, state, ctrl, _ = steps.scene()
    x, u = tensors(state, ctrl)
    (g,) = torch.autograd.grad((gradients.torch_step(m)(x, u) ** 2).sum(), x, create_graph=True)
    with pytest.raises(RuntimeError, match="once_differentiable"):
        g.sum().backward()


def test_wrong_names_are_told():
    m = models.load("pendulum")
    for names, words in (
        ({"of": "xposs"}, "did you mean 'xpos'"),
        ({"by": "qvel"}, "no float field of the model"),
    ):
        with pytest.raises(ValueError, match=words):
            gradients.torch_step(m, **names)


def test_softened_gradients_know_of_contacts_that_are_near():
    m, state, ctrl, _ = steps.scene()
    state[2] += 0.008  # now nothing touches
    for options, known in (({}, False), ({"smooth": 10.0, "reach": 0.05}, True)):
        x, u = tensors(state, ctrl)
        y = gradients.torch_step(m, **options)(x, u)
        y[m.nq + 2].backward()
        assert (abs(x.grad[2]) > 1e-3) == known
