"""Reverse mode: vjp against forward mode, w'(J v) = (J'w) v, growth of tapes, hostile inputs, threads."""

import gc
import importlib
import threading
import weakref

import numpy as np
import pytest

import gelenk as mujoco
from gelenk import gradients, models
from gelenk.gradients import arguments as names_of
from gelenk.tables.stages import INDEX
from gelenk.toolchain import library
from tests.gradients.test_steps import MECHANISMS
from tests.support.derivatives import SPHERES, check_checked_kernels, converge, moving
from tests.support.tolerance import tol

adjoint = importlib.import_module("gelenk.gradients.adjoint")


@pytest.fixture(autouse=True)
def tapes(monkeypatch):
    """Tapes of all stages, for the next state too."""
    monkeypatch.setattr(names_of, "AT_ONCE", frozenset())


# a result, and what it is differentiated by
DATA = ("state", "ctrl", "qfrc_applied", "xfrc_applied")
PARAMETERS = (
    *("state", "body_mass", "body_inertia", "body_pos", "body_quat", "jnt_axis", "jnt_pos", "dof_damping"),
    *(
        "dof_armature",
        "geom_size",
        "geom_pos",
        "geom_friction",
        "actuator_gainprm",
        "opt.timestep",
        "opt.gravity",
    ),
    *("eq_data", "tendon_damping", "jnt_range", "geom_solref", "geom_solimp", "dof_solref"),
)


def results_of(m):
    return ("state", "qacc", "xipos", *(["sensordata"] if m.nsensordata else []))


def random_like(m, d, names, shape_of, rng):
    return {name: rng.normal(size=shape_of(m, d, name)) for name in names}


def disagreement(m, d, by=DATA, of=None):
    """|w'(J v) - (J'w) v|, relative to the sum of the absolute products of the Jacobian's elements.

    Both modes round each sum of products; what they round is as large as the elements of J, times w and v.
    """
    of = of or results_of(m)
    rng = np.random.default_rng(7)
    v = random_like(m, d, by, names_of.input_shape, rng)
    w = random_like(m, d, of, names_of.result_shape, rng)
    y, g = gradients.jvp(m, d, v, of), gradients.vjp(m, d, w, by)
    forward, reverse = sum((w[k] * y[k]).sum() for k in of), sum((g[k] * v[k]).sum() for k in by)
    J = gradients.jacobian(m, d, of, by)
    size = sum(
        (
            np.abs(J[o, b]).reshape(w[o].size, -1) * np.abs(w[o]).reshape(-1, 1) * np.abs(v[b]).reshape(1, -1)
        ).sum()
        for o in of
        for b in by
    )
    assert size > 0
    return abs(forward - reverse) / size


def model(name, integrator=0, cone=0):
    if name == "spheres":
        m = mujoco.MjModel.from_xml_string(SPHERES.format(cone="elliptic", integrator="Euler"))
    elif name in MECHANISMS:
        m = mujoco.MjModel.from_xml_string(MECHANISMS[name])
    else:
        m = mujoco.MjModel.from_xml_path(f"scenes/{name}.xml") if name in SCENES else models.load(name)
    if name == "arm7":  # its base touches by convex collision
        m.opt.disableflags |= int(mujoco.mjtDisableBit.mjDSBL_CONTACT)
    converge(m)
    m.opt.integrator, m.opt.cone = integrator, cone or m.opt.cone
    return m


SCENES = ("arm", "pair_of_arms", "pile")
EULER, RK4, IMPLICIT, FAST = 0, 1, 2, 3
CASES = [
    *(("humanoid", 400, integrator, cone) for integrator in (EULER, RK4, IMPLICIT, FAST) for cone in (0, 1)),
    *(("spheres", 60, integrator, 0) for integrator in (EULER, RK4, IMPLICIT, FAST)),
    *(
        ("arm7", 40, EULER, 0),
        ("gripper", 300, EULER, 0),
        ("muscle_arm", 40, EULER, 0),
        ("tendon_arm", 40, FAST, 0),
    ),
    *(
        ("quadruped", 200, EULER, 0),
        ("car", 300, EULER, 0),
        ("cartpole", 40, RK4, 0),
        ("pendulum", 10, EULER, 0),
    ),
    *((name, 60, EULER, 0) for name in SCENES),
    *((name, 40, IMPLICIT if name == "fluid" else EULER, 0) for name in MECHANISMS),
]


@pytest.mark.parametrize("name, steps, integrator, cone", CASES)
def test_reverse_mode_is_the_transpose_of_forward_mode(name, steps, integrator, cone):
    m = model(name, integrator, cone)
    d = moving(m, steps)
    d.qvel += 0.1
    assert disagreement(m, d) < tol(1e-12)


@pytest.mark.parametrize(
    "name, steps",
    [("spheres", 60), ("humanoid", 400), ("tendon_arm", 40), ("gripper", 300), ("equalities", 40)],
)
def test_parameters(name, steps):
    m = model(name, FAST)
    d = moving(m, steps)
    by = tuple(n for n in PARAMETERS if n == "state" or names_of.field(m, d, n).size)
    assert disagreement(m, d, by) < tol(1e-12)


def test_inverse_dynamics():
    m = model("humanoid")
    d = moving(m, 400)
    assert disagreement(m, d, ("qpos", "qvel", "qacc", "body_mass"), ("qfrc_inverse",)) < tol(1e-12)


def test_each_gradient_is_that_of_the_jacobian():
    """The products above could hide one element among others."""
    m = model("humanoid")
    d = moving(m, 400)
    w = np.random.default_rng(1).normal(size=2 * m.nv)
    J, g = gradients.jacobian(m, d, of="state"), gradients.vjp(m, d, {"state": w})
    for name, block in (("state", J.A), ("ctrl", J.B)):
        np.testing.assert_allclose(g[name], block.T @ w, atol=tol(1e-11) * np.abs(block).max())


def test_a_partial_that_is_lost_shows():
    """Negative control: without the record of the velocity stage gradients are wrong."""
    m = model("arm7")
    d = moving(m, 40)
    assert disagreement(m, d) < tol(1e-12)
    (work,) = m.__dict__["_tangents_state_tape"]
    index = INDEX["fwd_velocity_smooth"]
    work.table.addresses[index] = library.TABLE[index]
    assert disagreement(m, d) > 1e-6


# tapes


def test_a_tape_grows(monkeypatch):
    m = model("humanoid")
    d = moving(m, 400)
    w = {"state": np.ones(2 * m.nv)}
    expected = gradients.vjp(m, d, w)
    m.__dict__["_tangents_state_tape"].clear()
    monkeypatch.setattr(adjoint.TapeWorkspace, "first_room", 1)
    found = gradients.vjp(m, d, w)
    (work,) = m.__dict__["_tangents_state_tape"]
    assert len(work.tape._slopes) > 10000
    for name, value in expected.items():
        np.testing.assert_array_equal(found[name], value)


def test_shadows_grow_with_their_buffers():
    m = model("pile")
    d = moving(m, 200)
    w = {"state": np.ones(2 * m.nv)}
    expected = gradients.vjp(m, d, w)
    (work,) = m.__dict__["_tangents_state_tape"]
    work.attach(m)
    work.d._resize(nconmax=1, nefcmax=1, nJmax=1)
    found = gradients.vjp(m, d, w)
    assert d.nefc > 30 and work.data.is_intact
    np.testing.assert_array_equal(found["state"], expected["state"])


def test_repeated_calls_and_states_give_equal_bytes():
    m = models.load("humanoid")
    high, low = moving(m, 20), moving(m, 400)
    w = {"state": np.ones(2 * m.nv)}
    first = [gradients.vjp(m, d, w)["state"] for d in (high, low)]
    gradients.vjp(m, low, {"qacc": np.ones(m.nv)}, ("qfrc_applied",))
    again = [gradients.vjp(m, d, w)["state"] for d in (low, high)]
    np.testing.assert_array_equal(first[0], again[1])
    np.testing.assert_array_equal(first[1], again[0])


def test_few_inputs_have_a_short_record():
    m = model("humanoid")
    d = moving(m, 400)
    counts = []
    for by in ("ctrl", "state"):
        gradients.vjp(m, d, {"state": np.ones(2 * m.nv)}, by)
        (work,) = m.__dict__["_tangents_state_tape"]
        counts.append(work.tape.edges)
    assert counts[0] < 0.5 * counts[1]


def test_data_keeps_every_byte():
    m = model("humanoid")
    d = moving(m, 400)
    before = {name: p.bytes.tobytes() for name, p in d._pieces.items()}
    gradients.vjp(m, d, {"state": np.ones(2 * m.nv)}, ("state", "ctrl"))
    assert {name: p.bytes.tobytes() for name, p in d._pieces.items()} == before


def test_threads_share_a_model():
    m = models.load("humanoid")
    d = [moving(m, n) for n in (20, 60, 300, 400)]
    w = {"state": np.ones(2 * m.nv)}
    expected = [gradients.vjp(m, one, w)["state"] for one in d]
    found = [None] * len(d)

    def work(i):
        for _ in range(5):
            found[i] = gradients.vjp(m, d[i], w)["state"]

    threads = [threading.Thread(target=work, args=(i,)) for i in range(len(d))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for a, b in zip(found, expected, strict=True):
        np.testing.assert_array_equal(a, b)


def test_ctrl_c_within_a_pass_is_raised_and_loses_nothing():
    """With Runge-Kutta a pass calls Python; elsewhere Python is between passes."""
    m = models.load("pendulum")
    m.opt.integrator = RK4
    d = moving(m, 10)
    w = {"state": np.ones(2)}
    expected = gradients.vjp(m, d, w)["state"]
    (work,) = m.__dict__["_tangents_state_tape"]
    work.table.error = KeyboardInterrupt()  # what a callback has caught
    with pytest.raises(KeyboardInterrupt):
        gradients.vjp(m, d, w)
    assert not m.__dict__["_tangents_state_tape"]
    np.testing.assert_array_equal(gradients.vjp(m, d, w)["state"], expected)


def test_a_model_is_freed_with_its_tape():
    m = models.load("cartpole")
    gradients.vjp(m, mujoco.MjData(m), {"state": np.ones(4)})
    left = weakref.ref(m.__dict__["_tangents_state_tape"][0].tape)
    gc.disable()
    try:
        del m
        assert left() is None
    finally:
        gc.enable()


def test_no_memory_for_a_tape_is_raised_and_loses_nothing(monkeypatch):
    m = model("cartpole")
    d = moving(m, 10)
    w = {"state": np.ones(2 * m.nv)}
    expected = gradients.vjp(m, d, w)["state"]
    m.__dict__["_tangents_state_tape"].clear()
    monkeypatch.setattr(adjoint.TapeWorkspace, "first_room", 1)

    def fail(tape):
        raise MemoryError

    with monkeypatch.context() as patch:
        patch.setattr(adjoint.Tape, "grow", fail)
        with pytest.raises(MemoryError):
            gradients.vjp(m, d, w)
    np.testing.assert_array_equal(gradients.vjp(m, d, w)["state"], expected)


# inputs


@pytest.mark.parametrize(
    "weights, by, error, words",
    [
        ({}, "state", ValueError, "at least one result"),
        ({"state": [1.0]}, "state", ValueError, r"must have the shape \(4,\), got \(1,\)"),
        ({"state": [1.0, np.nan, 0, 0]}, "state", ValueError, "must be finite"),
        ({"state": "heavy"}, "state", TypeError, "must have numbers"),
        ({"stat": np.ones(4)}, "state", ValueError, "did you mean 'state'"),
        ({"state": np.ones(4)}, "qvl", ValueError, "did you mean 'qvel'"),
        ({"state": np.ones(4)}, "qacc", ValueError, "an input of inverse dynamics only"),
        ({"qfrc_inverse": np.ones(2), "state": np.ones(4)}, "qvel", ValueError, "must be the only result"),
        ({3: 1.0}, "state", TypeError, "must be a name"),
    ],
)
def test_wrong_weights_are_told(weights, by, error, words):
    m = models.load("cartpole")
    with pytest.raises(error, match=f"^vjp: .*{words}"):
        gradients.vjp(m, mujoco.MjData(m), weights, by)


@pytest.mark.parametrize("field", ["qpos", "qvel", "ctrl"])
def test_nan_in_the_state_is_named(field):
    m = models.load("cartpole")
    d = moving(m, 10)
    getattr(d, field)[0] = np.nan
    with pytest.raises(ValueError, match=rf"d\.{field}\[0\] must be finite"):
        gradients.vjp(m, d, {"state": np.ones(4)})


def test_features_without_a_rule_are_refused_by_name():
    m = mujoco.MjModel.from_xml_string('<mujoco><option integrator="discrete"/></mujoco>')
    with pytest.raises(
        gradients.Unsupported, match="vjp: the integrator discrete has no exact derivative yet"
    ):
        gradients.vjp(m, mujoco.MjData(m), {"state": np.zeros(0)})


@pytest.mark.slow
def test_checked_kernels_give_the_same_gradients(tmp_path):
    """GELENK_CHECK=1: indices, guards behind shadows, and the order of places on the tape are checked."""
    check_checked_kernels(tmp_path, "gradients.vjp(m, d, {'state': [1.0, 2.0]})['state']")
