"""What derivatives are asked of and by: names, shapes, NaN, features without a rule, edits, threads."""

import gc
import threading
import weakref

import numpy as np
import pytest

import gelenk as mujoco
from gelenk import gradients, models
from tests.support.derivatives import check_checked_kernels, moving
from tests.support.tolerance import relative, tol


@pytest.fixture
def cartpole():
    m = models.load("cartpole")
    return m, moving(m, 10)


@pytest.mark.parametrize(
    "of, by, error, words",
    [
        ("state", "qpso", ValueError, "did you mean 'qpos'"),
        ("state", "body_maas", ValueError, "did you mean 'body_mass'"),
        ("state", "xpos", ValueError, "the field is a result of the pipeline"),
        ("state", "body_parentid", ValueError, "not an input and not a float field of the model"),
        ("state", 3, TypeError, "by must be"),
        ("state", (), TypeError, "by must be a name"),
        ("state", ("qvel", "qvel"), ValueError, "a name twice"),
        ("qacx", "qvel", ValueError, "did you mean 'qacc'"),
        ("qpos", "qvel", ValueError, 'of="state" is the state after the step'),
        ("efc_type", "qvel", ValueError, "it has integers"),
        ("qacc_warmstart", "qvel", ValueError, "no influence on the minimum"),
        ("cfrc_int", "qvel", ValueError, "no stage with tangents computes it"),
        (3, "qvel", TypeError, "of must be"),
        ("state", "qacc", ValueError, 'an input of inverse dynamics only; use of="qfrc_inverse"'),
        (("qfrc_inverse", "state"), "qvel", ValueError, "must be the only result"),
    ],
)
def test_wrong_names_are_told_with_what_would_be_right(cartpole, of, by, error, words):
    with pytest.raises(error, match=words):
        gradients.jacobian(*cartpole, of=of, by=by)


@pytest.mark.parametrize(
    "tangents, error, words",
    [
        ({}, ValueError, "at least one direction"),
        ({"qvel": [1.0]}, ValueError, r"must have the shape \(2,\), got \(1,\)"),
        ({"qvel": [1.0, np.nan]}, ValueError, "must be finite"),
        ({"qvel": "fast"}, TypeError, "must have numbers"),
        ({"velocity": [1.0]}, ValueError, "not an input"),
    ],
)
def test_wrong_directions_are_told(cartpole, tangents, error, words):
    with pytest.raises(error, match=words):
        gradients.jvp(*cartpole, tangents)


@pytest.mark.parametrize("field", ["qpos", "qvel", "ctrl"])
def test_nan_in_the_state_is_named(cartpole, field):
    m, d = cartpole
    getattr(d, field)[0] = np.nan
    with pytest.raises(ValueError, match=rf"d\.{field}\[0\] must be finite"):
        gradients.jacobian(m, d)


def test_nan_in_the_model_is_told(cartpole):
    m, d = cartpole
    m.body_mass[1] = np.nan
    with pytest.raises(ValueError, match="forward dynamics gives nan in qacc"):
        gradients.jacobian(m, d)


def test_data_of_another_model_is_refused(cartpole):
    with pytest.raises(ValueError, match="a model of other sizes"):
        gradients.jacobian(cartpole[0], mujoco.MjData(models.load("arm7")))


@pytest.mark.parametrize("by", ["qvel", "body_mass"])
def test_an_index_out_of_range_is_named(cartpole, by):
    m, d = cartpole
    gradients.jacobian(m, d, by=by)
    m.jnt_dofadr[0] = 10**6
    with pytest.raises(IndexError, match="jnt_dofadr"):
        gradients.jacobian(m, d, by=by)


def test_a_missing_pair_is_told(cartpole):
    J = gradients.jacobian(*cartpole, of="state", by="qvel")
    with pytest.raises(KeyError, match="'state', 'qvel'"):
        J.A  # noqa: B018


SHAPE_OF_A_PLUGIN = """<mujoco><extension><plugin plugin="mujoco.sdf.torus"><instance name="t"/></plugin></extension>
<asset><mesh name="m"><plugin instance="t"/></mesh></asset><worldbody><body><freejoint/>
<geom type="sdf" mesh="m"><plugin instance="t"/></geom></body></worldbody></mujoco>"""


@pytest.mark.parametrize(
    "text, words",
    [
        (
            '<mujoco><option integrator="discrete"/></mujoco>',
            "the integrator discrete has no exact derivative yet",
        ),
        ('<mujoco><option><flag sleep="enable"/></option></mujoco>', "the flag sleep"),
        (SHAPE_OF_A_PLUGIN, "distance fields of plugins have"),
    ],
)
def test_features_without_a_rule_are_refused_by_name(text, words):
    m = mujoco.MjModel.from_xml_string(text)
    with pytest.raises(gradients.Unsupported, match=words) as caught:
        gradients.jacobian(m, mujoco.MjData(m))
    assert "mjd_transitionFD" in str(caught.value)


def test_data_keeps_every_byte():
    m = models.load("humanoid")
    d = moving(m, 400)
    before = {name: p.bytes.tobytes() for name, p in d._pieces.items()}
    slots = d._slots.tobytes()
    gradients.jacobian(m, d)
    gradients.jvp(m, d, {"body_mass": m.body_mass})
    assert {name: p.bytes.tobytes() for name, p in d._pieces.items()} == before
    assert d._slots.tobytes() == slots


def test_edits_of_the_model_count_at_the_next_call(cartpole):
    m, d = cartpole
    first = gradients.jacobian(m, d, by=("state", "body_mass"))
    m.body_mass[:] *= 2
    m.opt.timestep *= 0.5
    second = gradients.jacobian(m, d, by=("state", "body_mass"))
    fresh = models.load("cartpole")
    fresh.body_mass[:], fresh.opt.timestep = m.body_mass, m.opt.timestep
    d2 = mujoco.MjData(fresh)
    d2.qpos[:], d2.qvel[:], d2.ctrl[:] = d.qpos, d.qvel, d.ctrl
    third = gradients.jacobian(fresh, d2, by=("state", "body_mass"))
    for pair in first:
        assert not first[pair].size or np.abs(first[pair] - second[pair]).max() > 1e-6
        np.testing.assert_array_equal(second[pair], third[pair])


def test_repeated_calls_and_states_give_equal_bytes():
    """Tangents of the call before leave nothing behind, and shadows grow with contact buffers."""
    m = models.load("humanoid")
    high, low = moving(m, 20), moving(m, 400)
    first = [gradients.jacobian(m, d).A for d in (high, low)]
    again = [gradients.jacobian(m, d).A for d in (low, high)]
    assert low.ncon > high.ncon
    np.testing.assert_array_equal(first[0], again[1])
    np.testing.assert_array_equal(first[1], again[0])


def test_shadows_grow_with_their_buffers():
    m = mujoco.MjModel.from_xml_path("scenes/pile.xml")
    d = moving(m, 200)
    expected = gradients.jacobian(m, d, of="state")
    (work,) = m.__dict__["_tangents_state"]
    before = work.data
    work.attach(m)
    work.d._resize(nconmax=1, nefcmax=1, nJmax=1)
    found = gradients.jacobian(m, d, of="state")
    assert d.nefc > 30 and work.data is not before and before.is_intact and work.data.is_intact
    np.testing.assert_array_equal(found.A, expected.A)


def test_a_model_is_freed_with_its_workspaces():
    m = models.load("cartpole")
    gradients.jacobian(m, mujoco.MjData(m), by=("state", "body_mass"))
    left = weakref.ref(m.__dict__["_tangents_parameters"][0])
    gc.disable()
    try:
        del m
        assert left() is None
    finally:
        gc.enable()


def test_threads_share_a_model():
    m = models.load("humanoid")
    d = [moving(m, n) for n in (20, 60, 300, 400)]
    expected = [gradients.jacobian(m, one).A for one in d]
    found = [None] * len(d)

    def work(i):
        for _ in range(5):
            found[i] = gradients.jacobian(m, d[i]).A

    threads = [threading.Thread(target=work, args=(i,)) for i in range(len(d))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for a, b in zip(found, expected, strict=True):
        np.testing.assert_array_equal(a, b)


def test_ctrl_c_within_a_pass_is_raised_and_loses_nothing(monkeypatch):
    """With Runge-Kutta a pass calls Python; elsewhere Python is between passes."""
    m = models.load("pendulum")
    m.opt.integrator = int(mujoco.mjtIntegrator.mjINT_RK4)
    d = moving(m, 10)
    expected = gradients.jacobian(m, d, of="state").A
    (work,) = m.__dict__["_tangents_state"]
    work.table.error = KeyboardInterrupt()  # what a callback has caught
    with pytest.raises(KeyboardInterrupt):
        gradients.jacobian(m, d, of="state")
    assert not m.__dict__["_tangents_state"]
    np.testing.assert_array_equal(gradients.jacobian(m, d, of="state").A, expected)


@pytest.mark.slow
def test_checked_kernels_give_the_same_derivatives(tmp_path):
    """GELENK_CHECK=1: an index is checked before it is used in a shadow, and guards behind shadows are whole."""
    check_checked_kernels(tmp_path, "gradients.jacobian(m, d, of='state').A")


@pytest.mark.parametrize("cone", ["pyramidal", "elliptic"])
def test_kinks_count_what_is_near_a_border(cone):
    m = mujoco.MjModel.from_xml_string(
        f'<mujoco><option cone="{cone}"/><worldbody><geom type="plane" size="1 1 1"/><body pos="0 0 .099">'
        '<joint name="x" type="slide" axis="1 0 0"/><joint type="slide" axis="0 0 1"/><geom size=".1"/></body>'
        '</worldbody><actuator><motor joint="x" ctrllimited="true" ctrlrange="-1 1" gear="30"/></actuator></mujoco>'
    )
    d = mujoco.MjData(m)
    d.qvel[0] = 1.0  # it slides
    d.ctrl[0] = 0.5
    assert gradients.jacobian(m, d).kinks == 0
    d.ctrl[0] = 1.0  # an end of the range
    assert gradients.jacobian(m, d).kinks == 1
    assert gradients.jacobian(m, d, eps=10.0).kinks > 1


def test_kinks_count_borders_that_a_small_change_crosses():
    """A contact whose jar of -1 mm/s^2 is 1e-4 of its scale: 1e-6 m change it by 2.5 mm/s^2."""
    m = mujoco.MjModel.from_xml_string(
        '<mujoco><worldbody><geom type="plane" size="1 1 1" condim="1"/><body pos="0 0 .099">'
        '<joint type="slide" axis="0 0 1"/><geom size=".1" mass="2" condim="1"/></body></worldbody></mujoco>'
    )
    d = mujoco.MjData(m)
    mujoco.mj_forward(m, d)
    d.qfrc_applied[0] = 2 * (d.efc_aref[0] + 9.81 - 1e-3)
    pushes = []
    for height in (0.0, 1e-6, 1e-8):
        d.qpos[0] = height
        mujoco.mj_forward(m, d)
        pushes.append(d.efc_force[0] > 0)
    assert pushes == [True, False, True]
    d.qpos[0] = 0.0
    assert gradients.jacobian(m, d).kinks == 1
    assert gradients.jacobian(m, d, eps=1e-8).kinks == 0


@pytest.mark.parametrize("above", [-1e-7, 1e-7])
def test_kinks_count_limits_and_contacts_that_begin_and_end(above):
    m = mujoco.MjModel.from_xml_string(
        '<mujoco><option gravity="0 0 0"/><worldbody><geom type="plane" size="1 1 1"/>'
        '<body pos="0 0 .5"><joint axis="0 1 0" range="-1 1" limited="true"/><geom size=".1" mass="2"/></body>'
        '<body pos="1 0 .5"><joint type="ball" range="0 1" limited="true"/><geom size=".1" mass="2"/></body>'
        '<body pos="2 0 .1"><joint type="slide" axis="0 0 1"/><geom size=".1"/></body></worldbody></mujoco>'
    )
    m.jnt_range[:2] = np.radians(30) * np.array([(-1, 1), (0, 1)])
    d = mujoco.MjData(m)
    angle = 0.5 * (np.radians(30) - above)
    d.qpos[0], d.qpos[5] = np.radians(30) - above, 1.0
    d.qpos[1:5] = np.cos(angle), 0, np.sin(angle), 0
    assert gradients.jacobian(m, d).kinks == 2
    assert gradients.jacobian(m, d, eps=1e-9).kinks == 0
    if above < 0:  # contacts that begin are in no list
        d.qpos[5] = -1e-7
        assert gradients.jacobian(m, d).kinks == 6  # with the four edges of a pyramid


def test_vjp_is_the_transposed_jacobian():
    m = models.load("humanoid")
    d = mujoco.MjData(m)
    mujoco.mj_step(m, d, nstep=400)
    rng = np.random.default_rng(3)
    weights = {"state": rng.normal(size=2 * m.nv), "xipos": rng.normal(size=(m.nbody, 3))}
    by = ("state", "ctrl", "xfrc_applied")
    J = gradients.jacobian(m, d, tuple(weights), by)
    g = gradients.vjp(m, d, weights, by)
    for name in by:
        expected = sum(np.tensordot(w, J[of, name], w.ndim) for of, w in weights.items())
        assert relative(g[name], expected) < tol(1e-9)
        assert g[name].shape == expected.shape


@pytest.mark.parametrize("weights", [{}, {"state": [1.0]}, {"state": "x"}, {"state": np.nan}])
def test_vjp_refuses_weights_of_other_shapes_and_kinds(weights):
    m = models.load("pendulum")
    with pytest.raises((TypeError, ValueError), match=r"^vjp: weights"):
        gradients.vjp(m, mujoco.MjData(m), weights)
