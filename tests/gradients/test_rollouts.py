"""Gradients of losses over rollouts, against products of Jacobians and central differences."""

import copy
import importlib
import math

import numpy as np
import pytest

import gelenk as mujoco
from gelenk import gradients, models
from gelenk.gradients import rollouts
from tests.support.derivatives import SPHERES, converge, moving, off
from tests.support.tolerance import tol

sensitivities = importlib.import_module("gelenk.gradients.sensitivities")
PUSHED = SPHERES.replace(
    "</mujoco>", '<actuator><motor name="m" joint="j" gear="2"/></actuator></mujoco>'
).replace('<joint type="hinge"', '<joint name="j" type="hinge"')


def spheres(integrator="IMPLICITFAST"):
    m = converge(mujoco.MjModel.from_xml_string(PUSHED.format(cone="elliptic", integrator="implicitfast")))
    m.opt.integrator = int(getattr(mujoco.mjtIntegrator, f"mjINT_{integrator}"))
    return m


def reach(t, m, d):
    """Squares of frames, numbers of the state, and controls."""
    weights = {"xpos": 2 * d.xpos, "qpos": 2 * d.qpos, "qvel": np.ones(m.nv), "ctrl": 0.2 * d.ctrl}
    return (d.xpos**2).sum() + d.qpos @ d.qpos + d.qvel.sum() + 0.1 * d.ctrl @ d.ctrl, weights


def total(m, start, ctrl, loss=reach):
    """The loss by a loop of steps."""
    d, found = copy.copy(start), 0.0
    for t in range(len(ctrl) + 1):
        if t < len(ctrl):
            d.ctrl[:] = ctrl[t]
        seen = copy.copy(d)
        mujoco.mj_forward(m, seen)
        found += loss(t, m, seen)[0]
        mujoco.mj_step(m, d)
    return found


def controls(m, T, seed=0):
    return np.random.default_rng(seed).normal(size=(T, m.nu))


@pytest.mark.parametrize("integrator", ["EULER", "IMPLICITFAST", "RK4"])
def test_gradients_are_those_of_central_differences(integrator):
    m = spheres(integrator)
    d, ctrl = moving(m, 40), controls(m, 12)
    value, g = gradients.rollout(m, d, ctrl, reach, by=("state", "ctrl", "dof_damping", "geom_friction"))
    assert math.isclose(value, total(m, d, ctrl), rel_tol=tol(1e-10))
    rng = np.random.default_rng(1)
    du, dx = rng.normal(size=ctrl.shape), rng.normal(size=2 * m.nv)

    def moved(eps):
        start = copy.copy(d)
        mujoco.mj_integratePos(m, start.qpos, dx[: m.nv].copy(), eps)
        start.qvel += eps * dx[m.nv :]
        m.dof_damping += eps
        m.geom_friction += eps
        found = total(m, start, ctrl + eps * du)
        m.dof_damping -= eps
        m.geom_friction -= eps
        return found

    exact = (g["ctrl"] * du).sum() + g["state"] @ dx + g["dof_damping"].sum() + g["geom_friction"].sum()
    errors = [abs((moved(e) - moved(-e)) / (2 * e) - exact) / abs(exact) for e in (1e-4, 1e-5, 1e-6)]
    # the largest step may cross a border of a contact; at the least one rounding of 1e-16 / 1e-6 is amplified
    assert min(errors) < tol(1e-7), errors
    assert all(np.abs(g[name]).max() > 1e-3 for name in g), "each part counts"


@pytest.mark.parametrize("T", [0, 1, 2, 5, 16, 17])
def test_gradients_are_products_of_jacobians_for_any_number_of_checkpoints(T):
    m = models.load("humanoid")
    start, ctrl = moving(m, 300), 0.1 * controls(m, T)
    weights = np.random.default_rng(2).normal(size=(2 * m.nv + m.na))

    def loss(t, m, d):
        return (d.qvel.sum(), {"qvel": np.ones(m.nv)}) if t < T else (0.0, {"state": weights})

    _, g = gradients.rollout(m, start, ctrl, loss)
    d, steps = copy.copy(start), []
    for u in ctrl:
        d.ctrl[:] = u
        J = gradients.jacobian(m, d, of="state")
        steps.append((J.A, J.B))
        mujoco.mj_step(m, d)
    adjoint, expected = weights.copy(), np.zeros((T, m.nu))
    for t in reversed(range(T)):
        A, B = steps[t]
        expected[t], adjoint = B.T @ adjoint, A.T @ adjoint
        adjoint[m.nv : 2 * m.nv] += 1.0
    assert off(g["ctrl"], expected) < tol(1e-11) and off(g["state"], adjoint) < tol(1e-11)


def test_parts_of_the_first_state_are_parts_of_its_gradient():
    m = spheres()
    d = moving(m, 40)
    _, g = gradients.rollout(m, d, controls(m, 3), reach, by=("state", "qpos", "qvel", "act"))
    np.testing.assert_array_equal(np.concatenate([g["qpos"], g["qvel"], g["act"]]), g["state"])


def test_forces_are_the_same_in_all_steps():
    m = spheres()
    d, ctrl = moving(m, 40), controls(m, 6)
    _, g = gradients.rollout(m, d, ctrl, reach, by="xfrc_applied")
    found = []
    for eps in (1e-5, -1e-5):
        d.xfrc_applied[2, 2] = eps
        found.append(total(m, d, ctrl))
    assert math.isclose((found[0] - found[1]) / 2e-5, g["xfrc_applied"][2, 2], rel_tol=tol(1e-6))


def test_losses_see_the_states_of_mj_step_and_data_keeps_every_byte():
    m = models.load("humanoid")
    d, ctrl, seen = moving(m, 300), controls(m, 11), []
    before = {name: p.bytes.tobytes() for name, p in d._pieces.items()}

    def loss(t, m, d):
        seen.append((t, d.time, d.qpos.copy(), d.qvel.copy(), d.ctrl.copy()))
        return 0.0, {}

    value, g = gradients.rollout(m, d, ctrl, loss)
    assert {name: p.bytes.tobytes() for name, p in d._pieces.items()} == before
    assert value == 0.0 and not g["ctrl"].any() and not g["state"].any()
    for t, u in enumerate([*ctrl, ctrl[-1]]):
        d.ctrl[:] = u
        assert seen[t][0] == t and seen[t][1] == d.time
        for found, expected in zip(seen[t][2:], (d.qpos, d.qvel, d.ctrl), strict=True):
            np.testing.assert_array_equal(found, expected)
        mujoco.mj_step(m, d)


def test_constant_weights_are_a_linear_loss():
    m = spheres()
    d, T = moving(m, 40), 7
    rng = np.random.default_rng(4)
    weights = {"qpos": rng.normal(size=(T + 1, m.nq)), "xpos": np.zeros((T + 1, m.nbody, 3))}
    weights["xpos"][-1] = 1.0

    def loss(t, m, d):
        value = d.qpos @ weights["qpos"][t] + (d.xpos * weights["xpos"][t]).sum()
        return value, {name: w[t] for name, w in weights.items()}

    found = gradients.rollout(m, d, controls(m, T), weights)
    expected = gradients.rollout(m, d, controls(m, T), loss)
    assert math.isclose(found[0], expected[0], rel_tol=tol(1e-13))
    for name in expected[1]:
        np.testing.assert_allclose(found[1][name], expected[1][name], atol=tol(1e-12))


def test_states_kept_grow_with_the_root_of_the_steps():
    m = models.load("pendulum")
    for T in (1, 50, 1000):
        run = rollouts._Rollout(m, mujoco.MjData(m), np.zeros((T, m.nu)), "rollout")
        assert len(run.kept) + len(run.segment) <= 2 * math.sqrt(T) + 2


@pytest.mark.parametrize(
    "ctrl, loss, error, words",
    [
        (np.zeros(3), reach, ValueError, r"ctrl must have the shape \(T, 1\)"),
        ([["a"]], reach, TypeError, "ctrl must have numbers"),
        ([[0.0], [np.nan]], reach, ValueError, r"ctrl\[1, 0\] must be finite, got nan"),
        ([[0.0]], 3, TypeError, r"loss must be a function \(t, m, d\)"),
        ([[0.0]], lambda t, m, d: 1.0, TypeError, r"loss\(t=0, m, d\) must return \(value, derivatives\)"),
        ([[0.0]], lambda t, m, d: ("a", {}), TypeError, "must return a number first, got 'a'"),
        ([[0.0]], lambda t, m, d: (np.nan, {}), ValueError, "must be finite, got nan"),
        (
            [[0.0]],
            lambda t, m, d: (0.0, {"qpos": [1.0]}),
            ValueError,
            r"must have the shape \(9,\), got \(1,\)",
        ),
        ([[0.0]], lambda t, m, d: (0.0, {"qvel": "a"}), TypeError, "must have numbers"),
        (
            [[0.0]],
            lambda t, m, d: (0.0, {"qvel": np.full(8, np.nan)}),
            ValueError,
            "by 'qvel' must be finite",
        ),
        (
            [[0.0]],
            lambda t, m, d: (0.0, {"xposs": 1}),
            ValueError,
            "not a field of data: did you mean 'xpos'",
        ),
        (
            [[0.0]],
            lambda t, m, d: (0.0, {"qfrc_inverse": np.zeros(8)}),
            ValueError,
            "steps run forward dynamics",
        ),
        ([[0.0]], lambda t, m, d: (0.0, {3: 1}), TypeError, "must be by names of fields, got 3"),
        ([[0.0]], {"state": np.zeros((2, 16))}, ValueError, "give weights of 'qpos', 'qvel' and 'act'"),
        ([[0.0]], {"qvel": np.zeros((1, 8))}, ValueError, r"must have the shape \(2, 8\), one row for each"),
    ],
)
def test_wrong_losses_are_told_with_what_would_be_right(ctrl, loss, error, words):
    m = spheres()
    with pytest.raises(error, match=words):
        gradients.rollout(m, mujoco.MjData(m), ctrl, loss)


def test_a_state_that_explodes_is_told_with_its_step():
    m = models.load("cartpole")
    d = mujoco.MjData(m)
    d.qvel[:] = 1e200
    with pytest.raises(ValueError, match="becomes infinite or NaN in step"):
        gradients.rollout(m, d, np.zeros((5, m.nu)), lambda t, m, d: (0.0, {}))


def test_sensitivities_are_adjoint_to_gradients():
    """w . S v = (S' w) . v, for more directions than a pass has columns."""
    m = spheres()
    d, T, K = moving(m, 40), 7, 11
    rng, ctrl = np.random.default_rng(5), controls(m, T)
    tangents = {
        "state": rng.normal(size=(K, 2 * m.nv)),
        "ctrl": rng.normal(size=(K, T, m.nu)),
        "geom_friction": rng.normal(size=(K, m.ngeom, 3)),
        "body_mass": rng.normal(size=(K, m.nbody)),
    }
    y = gradients.sensitivities(m, d, ctrl, tangents, of=("state", "qpos", "qvel", "xpos"))
    assert y["xpos"].shape == (K, T, m.nbody, 3) and y["qpos"].shape == (K, T, m.nq)
    np.testing.assert_array_equal(y["qvel"], y["state"][:, :, m.nv :])
    weights = {"qpos": rng.normal(size=(T + 1, m.nq)), "xpos": rng.normal(size=(T + 1, m.nbody, 3))}
    weights["qpos"][0] = 0.0  # of the first state, which y does not have
    weights["xpos"][T] = 0.0  # of the last, where no step begins
    _, g = gradients.rollout(m, d, ctrl, weights, by=tuple(tangents))
    for k in range(K):
        along = np.vdot(y["qpos"][k], weights["qpos"][1:]) + np.vdot(y["xpos"][k], weights["xpos"][:-1])
        expected = sum(np.vdot(g[name], tangents[name][k]) for name in tangents)
        scale = sum(np.abs(g[name] * tangents[name][k]).sum() for name in tangents)
        assert abs(along - expected) < tol(1e-12) * scale


def test_parts_of_the_first_state_are_directions_together():
    m = spheres()
    d, ctrl = moving(m, 40), controls(m, 3)
    whole = np.random.default_rng(6).normal(size=(2, 2 * m.nv))
    parts = {"qpos": whole[:, : m.nv], "qvel": whole[:, m.nv :]}
    found = gradients.sensitivities(m, d, ctrl, parts)["state"]
    np.testing.assert_array_equal(found, gradients.sensitivities(m, d, ctrl, {"state": whole})["state"])


@pytest.mark.parametrize("name", ["humanoid", "muscle_arm"])
def test_native_steps_of_sensitivities_are_those_of_python(name, monkeypatch):
    m = models.load(name)
    d, rng, T, K = mujoco.MjData(m), np.random.default_rng(0), 12, 10
    tangents = {
        "ctrl": rng.normal(size=(K, T, m.nu)),
        "qpos": rng.normal(size=(K, m.nv)),
        "body_mass": rng.normal(size=(K, m.nbody)),
        "jnt_axis": rng.normal(size=(K, m.njnt, 3)),
    }
    ctrl, of = 0.1 * rng.normal(size=(T, m.nu)), ("state", "qpos", "xpos")
    own, taken = sensitivities._Sensitivities._step_natively, []

    def step(self, *arguments):
        taken.append(own(self, *arguments))
        return taken[-1]

    monkeypatch.setattr(sensitivities._Sensitivities, "_step_natively", step)
    found = gradients.sensitivities(m, d, ctrl, tangents, of=of)
    assert taken == [False] + [True] * (T - 1)
    monkeypatch.setattr(sensitivities._Sensitivities, "_step_natively", lambda *_: False)
    expected = gradients.sensitivities(m, d, ctrl, tangents, of=of)
    for field in of:
        np.testing.assert_array_equal(found[field], expected[field])


@pytest.mark.parametrize(
    "tangents, error, words",
    [
        ({}, ValueError, "at least one direction"),
        ([1.0], TypeError, "tangents must be a mapping"),
        ({"qvel": np.zeros(8)}, ValueError, r"must have the shape \(8, 8\)"),
        ({"qvel": 1.0}, ValueError, r"must have the shape \(K, 8\)"),
        ({"ctrl": np.zeros((2, 1))}, ValueError, r"must have the shape \(2, 3, 1\)"),
        (
            {"qvel": np.zeros((2, 8)), "act": np.zeros((3, 0))},
            ValueError,
            r"the shape \(2, 0\): K directions, as",
        ),
        ({"qvel": [["fast"]]}, TypeError, "must have numbers"),
        ({"qvel": np.full((1, 8), np.inf)}, ValueError, "must be finite"),
        ({"speed": [[1.0]]}, ValueError, "not an input"),
    ],
)
def test_wrong_directions_of_rollouts_are_told(tangents, error, words):
    m = spheres()
    with pytest.raises(error, match=words):
        gradients.sensitivities(m, mujoco.MjData(m), np.zeros((3, 1)), tangents)


def test_what_a_step_remembers_beside_the_state_is_refused_by_name():
    m = mujoco.MjModel.from_xml_string(
        '<mujoco><worldbody><body><joint name="j"/><geom size=".1"/></body></worldbody>'
        '<actuator><motor joint="j" delay=".01" nsample="5"/></actuator></mujoco>'
    )
    calls = (
        lambda d: gradients.rollout(m, d, np.zeros((2, 1)), lambda t, m, d: (0.0, {})),
        lambda d: gradients.sensitivities(m, d, np.zeros((2, 1)), {"qvel": [[1.0]]}),
    )
    for call in calls:
        with pytest.raises(gradients.Unsupported, match="delays have no exact derivative over several steps"):
            call(mujoco.MjData(m))


def test_a_gradient_that_grows_without_bound_is_told():
    m = models.load("cartpole")
    weights = np.full(2, 1e308)  # backward through a step the sum of parts overflows

    def loss(t, m, d):
        return 0.0, {"qvel": weights}

    with (
        pytest.raises(ValueError, match=r"gradient with respect to the state at t=\d+ is infinite or NaN"),
        np.errstate(all="ignore"),
    ):
        gradients.rollout(m, mujoco.MjData(m), np.zeros((4, m.nu)), loss)
