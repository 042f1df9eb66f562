"""Products of the transposed Jacobian of a step: beside the Jacobian itself, and beside a record of all stages."""

import importlib

import numpy as np
import pytest

import gelenk as mujoco
from gelenk import gradients, models
from gelenk.gradients import arguments
from tests.gradients.test_assembled import EULER, FAST, TREE, pulled
from tests.gradients.test_scenes import SCENES, after, scene
from tests.support.derivatives import SPHERES, moving
from tests.support.tolerance import tol

adjoint = importlib.import_module("gelenk.gradients.adjoint")
BY = ("state", "ctrl")


def weights_of(m, seed=0):
    return {"state": np.random.default_rng(seed).normal(size=2 * m.nv + m.na)}


def by_all_stages(m, d, weights, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(arguments, "AT_ONCE", frozenset())
        return gradients.vjp(m, d, weights)


def agree(m, d, monkeypatch):
    """Whether both records give one gradient, up to rounding, which stiff contacts amplify."""
    weights = weights_of(m)
    found, record = gradients.vjp(m, d, weights), by_all_stages(m, d, weights, monkeypatch)
    at_once = adjoint._at_once(m, d, weights, BY)
    for name in BY:
        size = np.abs(record[name]).max(initial=1)
        np.testing.assert_allclose(found[name], record[name], rtol=0, atol=tol(1e-10) * size)
        np.testing.assert_allclose(at_once[name], found[name], rtol=0, atol=tol(1e-10) * size)


@pytest.mark.parametrize("name", SCENES)
def test_a_product_is_the_transpose_of_a_jacobian_in_all_scenes(name):
    m = scene(name)
    d, weights = after(m), weights_of(m)
    found = gradients.vjp(m, d, weights)
    v = np.random.default_rng(3).normal(size=2 * m.nv + m.na)
    u = np.random.default_rng(4).normal(size=m.nu)
    y = gradients.jvp(m, d, {"state": v, "ctrl": u}, of="state")["state"]
    pulled, pushed = found["state"] @ v + found["ctrl"] @ u, weights["state"] @ y
    size = np.linalg.norm(weights["state"]) * np.linalg.norm(y)  # sums are longer with many dofs
    assert abs(pulled - pushed) < tol(1e-12) * max(1, m.nv / 100) * size


@pytest.mark.parametrize("integrator", [EULER, FAST])
@pytest.mark.parametrize(
    "name", ["humanoid", "car", "gripper", "muscle_arm", "quadruped", "cube", "cartpole"]
)
def test_shipped_models(name, integrator, monkeypatch):
    m = models.load(name)
    m.opt.integrator = integrator
    agree(m, pulled(m, moving(m, 300 if name == "humanoid" else 60)), monkeypatch)


@pytest.mark.parametrize("cone", [0, 1])
@pytest.mark.parametrize("integrator", [EULER, FAST])
def test_all_joints(integrator, cone, monkeypatch):
    m = mujoco.MjModel.from_xml_string(TREE)
    m.opt.integrator, m.opt.cone = integrator, cone
    agree(m, pulled(m, moving(m, 80)), monkeypatch)


def test_a_product_is_that_of_the_jacobian():
    m = mujoco.MjModel.from_xml_string(SPHERES.format(cone="elliptic", integrator="Euler"))
    d = moving(m, 60)
    assert d.ncon > 0
    J, weights = gradients.jacobian(m, d, of="state"), weights_of(m)
    g = gradients.vjp(m, d, weights)
    np.testing.assert_allclose(g["state"], J.A.T @ weights["state"], rtol=0, atol=1e-12 * np.abs(J.A).max())


def test_parts_of_the_state_are_those_of_the_whole():
    m = models.load("muscle_arm")
    d, weights = moving(m, 30), weights_of(m)
    whole = gradients.vjp(m, d, weights)["state"]
    parts = gradients.vjp(m, d, weights, by=("qpos", "qvel", "act"))
    np.testing.assert_array_equal(np.concatenate(list(parts.values())), whole)
    assert m.na > 0 and list(gradients.vjp(m, d, weights, by="act")) == ["act"]


def test_weights_of_other_kinds_take_the_general_way():
    m = models.load("cartpole")
    d, weights = moving(m, 10), weights_of(m)["state"]
    expected = gradients.vjp(m, d, {"state": weights})
    for given in (weights.tolist(), np.repeat(weights, 2)[::2], weights.astype(np.float32).astype(object)):
        found = gradients.vjp(m, d, {"state": given})
        np.testing.assert_allclose(found["state"], expected["state"], rtol=tol(1e-6))


@pytest.mark.parametrize("value", [np.nan, np.inf])
def test_numbers_that_are_not_finite_are_refused(value):
    m = models.load("cartpole")
    d, weights = moving(m, 10), weights_of(m)
    gradients.vjp(m, d, weights)
    weights["state"][1] = value
    with pytest.raises(ValueError, match=r"weights\['state'\]"):
        gradients.vjp(m, d, weights)
    weights["state"][1] = 1.0
    d.qvel[0] = value
    with pytest.raises(ValueError, match=r"d\.qvel\[0\]"):
        gradients.vjp(m, d, weights)


def test_the_data_stays_as_it_is():
    m = models.load("humanoid")
    d = moving(m, 300)
    weights = weights_of(m)
    gradients.vjp(m, d, weights)
    before = d.qpos.copy(), d.qacc.copy(), d.qacc_warmstart.copy(), d.time, d.ncon
    gradients.vjp(m, d, weights)
    for old, new in zip(before, (d.qpos, d.qacc, d.qacc_warmstart, d.time, d.ncon), strict=True):
        np.testing.assert_array_equal(old, new)


def test_a_tape_grows_with_the_number_of_contacts():
    """The first state has no contact; the second, with the same data, has many."""
    m = models.load("boxes50")
    d = mujoco.MjData(m)
    d.qpos[2::7] += 5 * np.arange(1, m.nbody)
    mujoco.mj_forward(m, d)
    weights = weights_of(m)
    gradients.vjp(m, d, weights)
    assert d.ncon == 0
    fallen = moving(m, 100)
    assert fallen.ncon > 30
    found = gradients.vjp(m, fallen, weights)
    J = gradients.jacobian(m, fallen, of="state")
    expected = J.A.T @ weights["state"]
    np.testing.assert_allclose(found["state"], expected, rtol=0, atol=1e-9 * np.abs(expected).max())


def test_what_has_no_closed_form_is_recorded_whole():
    m = models.load("humanoid")
    m.opt.density = 1.2
    d, weights = moving(m, 20), weights_of(m)
    J = gradients.jacobian(m, d, of="state")
    for _ in range(2):
        found = gradients.vjp(m, d, weights)
        expected = J.A.T @ weights["state"]
        np.testing.assert_allclose(found["state"], expected, rtol=0, atol=1e-10 * np.abs(expected).max())
