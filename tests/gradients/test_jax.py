"""Steps as jax functions: values, gradients, jit, vmap, scan, errors. Runs where jax is installed."""

import sys

import numpy as np
import pytest

from gelenk import gradients, models
from tests.gradients import steps
from tests.support.tolerance import tol


def test_without_jax_the_error_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "jax", None)
    with pytest.raises(ModuleNotFoundError, match=r"pip install 'gelenk\[jax\]'"):
        gradients.jax_step(models.load("pendulum"))


jax = pytest.importorskip("jax", reason="needs jax: pip install 'gelenk[jax]'")


@pytest.fixture(autouse=True)
def double():
    before = jax.config.jax_enable_x64
    jax.config.update("jax_enable_x64", True)
    yield
    jax.config.update("jax_enable_x64", before)


def test_gradients_are_those_of_central_differences():
    m, state, ctrl, along = steps.scene()
    weights = np.random.default_rng(1).normal(size=state.shape)
    step = gradients.jax_step(m, of=("state", "site_xpos"), by=("body_mass",))
    y, site = jax.jit(step)(state, ctrl, m.body_mass)
    expected, place = steps.after(m, state, ctrl)
    np.testing.assert_array_equal(y, expected)
    np.testing.assert_array_equal(site, place)

    def value(x, u, mass):
        y, site = step(x, u, mass)
        return y @ weights + (site**2).sum()

    g = jax.jit(jax.grad(value, argnums=(0, 1, 2)))(state, ctrl, m.body_mass)

    def moved(eps):
        m.body_mass[1] += eps
        found = steps.loss(m, state + eps * along, ctrl + eps, weights)
        m.body_mass[1] -= eps
        return found

    exact = g[0] @ along + g[1].sum() + g[2][1]
    errors = [abs((moved(eps) - moved(-eps)) / (2 * eps) - exact) / abs(exact) for eps in (1e-5, 1e-6)]
    assert min(errors) < tol(1e-7), errors


def test_forward_and_reverse_jacobians_are_equal():
    m, state, ctrl, _ = steps.scene()
    forward = jax.jacfwd(gradients.jax_step(m, mode="forward"), argnums=(0, 1))(state, ctrl)
    reverse = jax.jacrev(gradients.jax_step(m), argnums=(0, 1))(state, ctrl)
    for a, b in zip(forward, reverse, strict=True):
        np.testing.assert_allclose(a, b, atol=tol(1e-11) * np.abs(a).max())


def test_vmap_runs_worlds_one_after_the_other():
    m, state, ctrl, along = steps.scene()
    step = gradients.jax_step(m, by="dof_damping")
    states = np.stack([state, state + 1e-3 * along, state])
    many = jax.jit(jax.vmap(step, in_axes=(0, None, None)))(states, ctrl, m.dof_damping)
    for row, x in zip(many, states, strict=True):
        np.testing.assert_array_equal(row, step(x, ctrl, m.dof_damping))

    def total(damping):
        return (jax.vmap(step, in_axes=(0, None, None))(states, ctrl, damping) ** 2).sum()

    alone = [jax.grad(lambda p, x=x: (step(x, ctrl, p) ** 2).sum())(m.dof_damping) for x in states]
    np.testing.assert_allclose(jax.grad(total)(m.dof_damping), sum(alone), atol=tol(1e-12))


def test_scans_have_the_gradient_of_rollouts():
    import gelenk as mujoco

    m = models.load("humanoid")
    step = gradients.jax_step(m)
    d = mujoco.MjData(m)
    mujoco.mj_step(m, d, nstep=50)
    d.qacc_warmstart[:] = 0.0
    ctrl = 0.1 * np.random.default_rng(2).normal(size=(8, m.nu))
    weights = np.zeros((9, m.nq))
    weights[-1, :3] = 1.0
    value, g = gradients.rollout(m, d, ctrl, {"qpos": weights})
    first = np.concatenate([d.qpos, d.qvel, d.act])

    def total(ctrl):
        last, _ = jax.lax.scan(lambda x, u: (step(x, u), None), first, ctrl)
        return last[:3].sum()

    found, slope = jax.jit(jax.value_and_grad(total))(ctrl)
    # steps without a warm start round otherwise
    np.testing.assert_allclose(found, value, rtol=tol(1e-9))
    np.testing.assert_allclose(slope, g["ctrl"], atol=tol(1e-9) * np.abs(g["ctrl"]).max())


def test_wrong_arguments_are_told():
    m, state, ctrl, _ = steps.scene()
    step = gradients.jax_step(m)
    with pytest.raises(ValueError, match="ctrl must have the shape"):
        step(state, np.zeros(2))
    with pytest.raises(ValueError, match=r"jax.vmap\(step\)"):
        step(np.stack([state, state]), np.stack([ctrl, ctrl]))
    with pytest.raises(TypeError, match="a step takes state, ctrl, got 1"):
        step(state)
    with pytest.raises(ValueError, match="mode must be one of reverse, forward, not 'both'"):
        gradients.jax_step(m, mode="both")
    with pytest.raises(ValueError, match="did you mean 'xpos'"):
        gradients.jax_step(m, of="xposs")
    jax.config.update("jax_enable_x64", False)
    with pytest.raises(ValueError, match="jax_enable_x64"):
        gradients.jax_step(m)


def test_softened_gradients_know_of_contacts_that_are_near():
    m, state, ctrl, _ = steps.scene()
    state[2] += 0.008  # now nothing touches
    for options, known in (({}, False), ({"smooth": 10.0, "reach": 0.05}, True)):
        step = gradients.jax_step(m, **options)
        slope = jax.grad(lambda x, step=step: step(x, ctrl)[m.nq + 2])(state)
        assert (abs(slope[2]) > 1e-3) == known
