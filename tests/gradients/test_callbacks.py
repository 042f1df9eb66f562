"""Callbacks in Python: their derivatives by differences of themselves, or by the user's."""

import warnings

import numpy as np
import pytest

import gelenk as mujoco
from gelenk import gradients
from gelenk.gradients import callbacks
from tests.support.derivatives import by_parameter, by_steps, converge, falls_as_square, off
from tests.support.tolerance import relative, tol

XML = """<mujoco><option timestep=".004"/><worldbody><geom type="plane" size="5 5 1"/><body pos="0 0 .098"><freejoint/>
<geom size=".1"/><body pos=".3 0 0"><joint name="j" axis="0 1 0" damping=".1"/><geom size=".1"/></body></body>
</worldbody>
<actuator><motor joint="j"/><general joint="j" dyntype="user" gaintype="user" biastype="user" actdim="1"/></actuator>
<sensor><user name="u" dim="2" needstage="vel"/><jointpos joint="j"/></sensor></mujoco>"""
K = np.random.default_rng(0).normal(size=(2, 7))
C = np.random.default_rng(1).uniform(0.1, 0.5, 7)


def control(m, d):
    d.ctrl[:] = -K @ d.qvel + np.sin(d.xpos[2, 0])


def passive(m, d):
    d.qfrc_passive[:] -= C * d.qvel * np.abs(d.qvel)


def passive_jvp(m, d, v):
    return {"qfrc_passive": -2 * C * np.abs(d.qvel) * v["qvel"]}


FUNCTIONS = {
    "control": control,
    "passive": passive,
    "act_dyn": lambda m, d, i: -3 * d.act[0] + d.ctrl[i] ** 2,
    "act_gain": lambda m, d, i: 1 + d.actuator_length[i] ** 2,
    "act_bias": lambda m, d, i: -np.sin(d.actuator_length[i]) - d.actuator_velocity[i],
}


@pytest.fixture(autouse=True)
def no_callbacks():
    callbacks._warn_once.cache_clear()
    yield
    mujoco.mj_resetCallbacks()


def use(**functions):
    for name, function in functions.items():
        getattr(mujoco, f"set_mjcb_{name}")(function)


@pytest.fixture
def scene():
    m = converge(mujoco.MjModel.from_xml_string(XML))
    d = mujoco.MjData(m)
    d.qvel[:] = 0.1 * np.arange(7)
    mujoco.mj_step(m, d, nstep=30)
    d.act[:], d.ctrl[:] = 0.3, (0.4, 0.5)
    return m, d


def with_jvp(function, jvp):
    def wrapped(*arguments):
        return function(*arguments)

    wrapped.jvp = jvp
    return wrapped


@pytest.mark.filterwarnings("ignore:mjcb_")
@pytest.mark.parametrize("integrator", ["EULER", "RK4", "IMPLICITFAST"])
@pytest.mark.parametrize("name", [*FUNCTIONS, "all"])
def test_steps_with_callbacks(scene, name, integrator):
    m, d = scene
    m.opt.integrator = int(getattr(mujoco.mjtIntegrator, f"mjINT_{integrator}"))
    use(**(FUNCTIONS if name == "all" else {name: FUNCTIONS[name]}))
    J = gradients.jacobian(m, d, of="state")
    errors = [off(J.A, by_steps(m, d, eps)) for eps in (1e-5, 1e-6, 1e-7)]
    assert falls_as_square(errors), errors
    assert J.B.any() == (name not in ("control", "all"))  # a controller replaces the controls
    x, w = np.ones(2 * m.nv + m.na), np.arange(2.0 * m.nv + m.na)
    assert relative(gradients.jvp(m, d, {"state": x}, of="state")["state"], J.A @ x) < tol(1e-7)
    assert relative(gradients.vjp(m, d, {"state": w}, by="state")["state"], w @ J.A) < tol(1e-12)


def test_the_derivative_of_a_user_is_exact(scene):
    """A rough one shows: it is used in place of differences."""
    m, d = scene
    use(passive=passive)
    with pytest.warns(UserWarning, match=r"mjcb_passive has no attribute jvp .* callback\.jvp = "):
        differences = gradients.jacobian(m, d, of="state").A
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        gradients.jacobian(m, d, of="state")  # told once
        use(passive=with_jvp(passive, passive_jvp))
        exact = gradients.jacobian(m, d, of="state").A
        use(passive=with_jvp(passive, lambda m, d, v: {}))
        without = gradients.jacobian(m, d, of="state").A
    assert 0 < relative(exact, differences) < tol(1e-7)
    assert relative(without, exact) > 1e-6


def test_directions_have_all_fields(scene):
    """The controller reads a position of a body, whose derivative the pass has, and motions of qpos."""
    m, d = scene

    def jvp(m, d, v):
        assert v["qpos"].shape == (m.nv,) and v["xpos"].shape == (m.nbody, 3)
        with pytest.raises(KeyError, match="not a float field"):
            v["ncon"]
        return {"ctrl": -K @ v["qvel"] + np.cos(d.xpos[2, 0]) * v["xpos"][2, 0]}

    use(control=with_jvp(control, jvp))
    exact = gradients.jacobian(m, d, of="state").A
    mujoco.set_mjcb_control(control)
    with pytest.warns(UserWarning, match="mjcb_control"):
        assert relative(gradients.jacobian(m, d, of="state").A, exact) < tol(1e-7)


def test_numbers_of_actuators_have_derivatives(scene):
    m, d = scene
    gain = FUNCTIONS["act_gain"]
    use(act_gain=with_jvp(gain, lambda m, d, v, i: 2 * d.actuator_length[i] * v["actuator_length"][i]))
    J = gradients.jacobian(m, d, of="state")
    errors = [off(J.A, by_steps(m, d, eps)) for eps in (1e-5, 1e-6, 1e-7)]
    assert falls_as_square(errors), errors


def test_parameters_that_a_callback_reads(scene):
    m, d = scene

    def slow(m, d):
        d.qfrc_passive -= m.dof_damping * d.qvel * (1 + 100 * m.opt.timestep)

    use(passive=slow)
    d.qvel[:] += 1
    with pytest.warns(UserWarning):
        J = gradients.jacobian(m, d, of=("state", "qfrc_passive"), by=("dof_damping", "opt.timestep"))
    expected = by_parameter(m, d, m.dof_damping, 6, 1e-5)
    assert relative(J["state", "dof_damping"][:, 6], expected) < tol(1e-7)
    slope = -100 * m.dof_damping * d.qvel
    assert relative(J["qfrc_passive", "opt.timestep"], slope) < tol(1e-7)


def test_sensors_of_users(scene):
    m, d = scene
    assert (
        not gradients.jacobian(m, d, of="sensordata", by="state").C[:2].any()
    )  # without a callback they are zero

    def sense(m, d, stage):
        if stage == mujoco.mjtStage.mjSTAGE_VEL:
            d.sensordata[:2] = d.qvel[0] ** 2, np.sin(d.xpos[2, 0])

    use(sensor=sense)
    with pytest.warns(UserWarning, match="mjcb_sensor"):
        J = gradients.jacobian(m, d, of=("sensordata", "xpos"), by="state")
    mujoco.mj_forward(m, d)
    expected = np.zeros_like(J.C[0])
    expected[m.nv] = 2 * d.qvel[0]
    assert relative(J.C[0], expected) < tol(1e-8)
    assert relative(J.C[1], np.cos(d.xpos[2, 0]) * J["xpos", "state"][2, 0]) < tol(1e-8)
    assert J.C[2].any()


def test_a_filter_of_contacts_selects_pairs(scene):
    m, d = scene
    exact = gradients.jacobian(m, d, of="state").A
    use(contactfilter=lambda m, d, a, b: 0)
    np.testing.assert_allclose(
        gradients.jacobian(m, d, of="state").A, exact, atol=tol(1e-10) * np.abs(exact).max()
    )
    use(contactfilter=lambda m, d, a, b: 1)
    assert relative(gradients.jacobian(m, d, of="state").A, exact) > 1e-3


def test_rollouts_with_a_controller(scene):
    m, d = scene
    use(passive=with_jvp(passive, passive_jvp))
    weights = {"qvel": np.zeros((6, m.nv))}
    weights["qvel"][5, 0] = 1.0
    ctrl = np.full((5, m.nu), 0.1)
    _, g = gradients.rollout(m, d, ctrl, weights, by="ctrl")
    sides = []
    for sign in (1, -1):
        moved = ctrl.copy()
        moved[1, 0] += sign * 1e-5
        sides.append(gradients.rollout(m, d, moved, weights)[0])
    np.testing.assert_allclose(g["ctrl"][1, 0], (sides[0] - sides[1]) / 2e-5, rtol=tol(1e-5))
    y = gradients.sensitivities(m, d, ctrl, {"ctrl": np.eye(10).reshape(10, 5, 2)}, of="qvel")["qvel"]
    np.testing.assert_allclose(y[:, 4, 0].reshape(5, 2), g["ctrl"], atol=tol(1e-9) * np.abs(g["ctrl"]).max())


def test_data_keep_what_they_have(scene):
    m, d = scene

    def add(m, d):
        d.ctrl += 1.0

    use(control=with_jvp(add, lambda m, d, v: {"ctrl": v["ctrl"]}))
    before = d.ctrl.copy()
    J = gradients.jacobian(m, d, of="state")
    np.testing.assert_array_equal(d.ctrl, before)
    d.ctrl += 1.0
    mujoco.set_mjcb_control(None)
    assert relative(J.B, gradients.jacobian(m, d, of="state").B) < tol(1e-11)


def test_repeated_calls_keep_no_more(scene):
    m, d = scene
    use(passive=with_jvp(passive, passive_jvp))
    first = gradients.jacobian(m, d, of="state").A
    (work,) = m.__dict__["_tangents_state"]
    kept = len(work.table._kept)
    np.testing.assert_array_equal(gradients.jacobian(m, d, of="state").A, first)
    assert len(work.table._kept) == kept


@pytest.mark.parametrize(
    "jvp, error, words",
    [
        (lambda m, d, v: 1 / 0, ZeroDivisionError, "division by zero"),
        (lambda m, d, v: 3, TypeError, "mjcb_passive.jvp must return a mapping"),
        (
            lambda m, d, v: {"qacc": v["qvel"]},
            ValueError,
            "'qacc' is not a field that the callback writes: qfrc_passive",
        ),
        (lambda m, d, v: {"qfrc_passive": [1.0]}, ValueError, r"must have the shape \(7,\)"),
        (lambda m, d, v: {"qfrc_passive": np.full(7, np.nan)}, ValueError, "must be finite"),
        (lambda m, d, v: {"qfrc_passive": v["qvl"]}, KeyError, "'qvl' is not a float field"),
    ],
)
def test_errors_of_a_derivative_are_raised(scene, jvp, error, words):
    m, d = scene
    use(passive=with_jvp(passive, jvp))
    with pytest.raises(error, match=words):
        gradients.jacobian(m, d, of="state")
    use(passive=with_jvp(passive, passive_jvp))
    assert np.isfinite(gradients.jacobian(m, d, of="state").A).all()


def test_exceptions_of_a_callback_are_raised(scene):
    m, d = scene
    calls = []

    def late(m, d):
        calls.append(0)
        if len(calls) > 4:
            raise RuntimeError("late")

    use(passive=late)
    with pytest.raises(RuntimeError, match="late"), pytest.warns(UserWarning):
        gradients.jacobian(m, d, of="state")
