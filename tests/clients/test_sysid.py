"""`gelenk.sysid` finds what made the measurements, and computes what the reference's computes.

Documents: drop-in / mujoco.sysid
"""

import mujoco.sysid
import numpy as np
import pytest
from PIL import Image

import gelenk
from gelenk import rollout, sysid
from gelenk.sysid._src import model_modifier, signal_modifier
from tests.support.tolerance import tol

XML = """
<mujoco>
  <option timestep="0.002"><flag contact="disable"/></option>
  <worldbody>
    <body name="ball">
      <inertial pos="0.01 0.02 0.03" mass="1" diaginertia="0.002 0.003 0.004" euler="10 20 30"/>
      <joint name="slide" type="slide" axis="1 0 0" stiffness="100" damping="5"/>
      <geom size="0.05"/>
    </body>
  </worldbody>
  <actuator><motor name="push" joint="slide"/></actuator>
  <sensor>
    <jointpos name="position" joint="slide"/>
    <jointvel name="velocity" joint="slide"/>
  </sensor>
</mujoco>
"""


def measured(package, roll):
    """Parameters and one measured sequence, in the one package or the other."""
    spec = package.MjSpec.from_string(XML)
    model = spec.compile()
    times = 0.002 * np.arange(200)
    control = (5 * np.sin(9 * times)).reshape(-1, 1)
    start = package.sysid.create_initial_state(model, np.zeros(1), np.ones(1))
    state, sensordata = roll(model, package.MjData(model), start, control[:-1])
    params = package.sysid.ParameterDict()
    for name, low, nominal, high in (("mass", 0.3, 2.0, 3.0), ("damping", 0.0, 3.0, 9.0)):
        params.add(package.sysid.Parameter(name, nominal, low, high, modifier=WRITE[name]))
    series = package.sysid.TimeSeries
    data = series.from_names(state[0, :, 0], sensordata[0], model)
    return params, package.sysid.ModelSequences("m", spec, "run", start, series(times, control), data)


WRITE = {
    "mass": lambda spec, p: setattr(spec.body("ball"), "mass", p.value[0]),
    "damping": lambda spec, p: setattr(spec.joint("slide"), "damping", p.value[0]),
}


@pytest.fixture
def ours():
    gelenk.sysid = sysid
    return measured(gelenk, rollout.rollout)


def test_the_residual_is_that_of_the_reference(ours):
    import mujoco.rollout

    theirs = measured(mujoco, mujoco.rollout.rollout)
    points = np.array([[2.0, 1.2], [3.0, 7.0]])
    ours_there, theirs_there = (
        package.build_residual_fn(models_sequences=[sequences])(points, params)[0][0]
        for package, (params, sequences) in ((sysid, ours), (mujoco.sysid, theirs))
    )
    assert ours_there.shape == theirs_there.shape == (398, 2)
    assert np.allclose(ours_there, theirs_there, rtol=0, atol=tol(1e-10) * np.abs(theirs_there).max())


def shown_colors(path):
    """What colors the pictures of a film have, rounded; there is more than one picture."""
    with Image.open(path) as film:
        assert film.n_frames > 3
        film.seek(film.n_frames // 2)
        pixels = np.asarray(film.convert("RGB")) // 32
    return [tuple(color) for color in np.unique(pixels.reshape(-1, 3), axis=0).tolist()]


@pytest.mark.parametrize("optimizer", ["mujoco", "scipy", "scipy_parallel_fd"])
def test_mass_and_damping_are_found(ours, optimizer, tmp_path):
    params, sequences = ours
    residual = sysid.build_residual_fn(models_sequences=[sequences])
    found, result = sysid.optimize(params, residual, optimizer=optimizer, verbose=False)
    assert np.allclose(found.as_vector(), [1.0, 5.0], atol=tol(1e-5))
    assert np.allclose(params.as_vector(), [2.0, 3.0])  # where it started
    assert np.shape(result.jac) == (398, 2)
    if optimizer == "mujoco":
        report = sysid.default_report([sequences], params, found, residual, result, save_path=tmp_path)
        page = (tmp_path / "report.html").read_text("utf-8")
        assert len(report.sections) == 9 and page.count("<svg") == 3
        assert page.count("data:image/gif;base64,") == 3
        assert len(set(shown_colors(tmp_path / "video_all.gif"))) > 3
        with pytest.raises(ValueError, match="save_path"):
            sysid.default_report([sequences], params, found, residual, result)
        assert "No parameter is at a bound" in page


def test_confidence_intervals_are_those_of_linear_regression_and_of_the_reference():
    rng = np.random.default_rng(0)
    J, r = rng.normal(size=(20, 3)), rng.normal(size=20)
    covariance, width = sysid.calculate_intervals([r], J)
    assert np.allclose(covariance, np.linalg.inv(J.T @ J) * (r @ r) / 17)
    theirs = mujoco.sysid.calculate_intervals([r], J)
    assert np.allclose(covariance, theirs[0]) and np.allclose(width, theirs[1])
    J[:, 2] = 0  # which says nothing about the last parameter
    _, width = sysid.calculate_intervals([r], J)
    assert np.isinf(width[2]) and np.isfinite(width[:2]).all()


def test_every_theta_is_a_body_and_back():
    theta = np.linspace(-0.3, 0.4, 10)
    ours, theirs = model_modifier, mujoco.sysid.model_modifier
    assert np.allclose(ours.pi_from_theta(theta), theirs.pi_from_theta(theta), atol=tol(1e-14))
    J = ours.pseudoinertia_from_pi(ours.pi_from_theta(theta))
    assert np.linalg.eigvalsh(J).min() > 0
    assert np.allclose(ours.theta_from_pseudoinertia(J), theta, atol=tol(1e-12))


def test_a_body_with_theta_has_the_inertia_that_theta_says():
    spec = gelenk.MjSpec.from_string(XML)
    theta = model_modifier.theta_inertia_from_body(spec, "ball")
    assert np.allclose(
        theta, mujoco.sysid.model_modifier.theta_inertia_from_body(mujoco.MjSpec.from_string(XML), "ball")
    )
    changed = theta + np.linspace(0.1, 0.2, 10)
    model_modifier.apply_body_theta_inertia(spec, "ball", changed)
    assert np.allclose(model_modifier.theta_inertia_from_body(spec, "ball"), changed, atol=tol(1e-5))
    for kind in sysid.InertiaType:
        spec = gelenk.MjSpec.from_string(XML)
        param = sysid.body_inertia_param(spec, spec.compile(), "ball", inertia_type=kind)
        before = spec.compile().body("ball").mass[0]
        param.value = param.value + 0.1
        param.apply_modifier(spec)
        assert spec.compile().body("ball").mass[0] > before


def test_delays_gains_and_biases_are_undone_by_a_transform():
    times = np.arange(0, 2, 0.01)
    mapping = {
        "a": (sysid.SignalType.MjSensor, np.array([0])),
        "b": (sysid.SignalType.MjSensor, np.array([1])),
    }
    clean = sysid.TimeSeries(times, np.stack([np.sin(3 * times), np.cos(3 * times)], 1), mapping)
    late = signal_modifier.apply_delay(clean, "a", sysid.Parameter("d", 0.05, 0, 0.1))
    values = {"gain": 2.0, "bias": 0.5, "delay": 0.05}
    params = sysid.ParameterDict(
        {
            n: sysid.Parameter(n, v, -9 if n != "delay" else 0, 9 if n != "delay" else 0.1)
            for n, v in values.items()
        }
    )
    noisy = signal_modifier.apply_bias(
        signal_modifier.apply_gain(late, "b", params["gain"]), "b", params["bias"]
    )
    transform = sysid.SignalTransform()
    transform.delay("a", params["delay"])
    transform.gain("b", params["gain"], target="predicted")
    transform.bias("b", params["bias"], target="predicted")
    residual, predicted, measured = transform.apply(params, clean, noisy, None, False)
    # linear interpolation of a sine sampled at 2 ms
    assert (
        np.abs(residual).max() < tol(1e-3) and predicted.times[0] >= 0.1 and len(measured) == len(predicted)
    )


def test_wrong_arguments_are_named(ours):
    params, sequences = ours
    with pytest.raises(ValueError, match="optimizer"):
        sysid.optimize(params, None, optimizer="none")
    with pytest.raises(ValueError, match="min_value"):
        sysid.Parameter("a", 1, 3, 2)
    with pytest.raises(ValueError, match="not found"):
        model_modifier.apply_pgain(sequences.spec, "nothing", 1.0)
    with pytest.raises(ValueError, match="not a position actuator"):
        model_modifier.apply_pgain(sequences.spec, "push", 1.0)


SLIDER = """<mujoco><option timestep="0.002"/><worldbody><body><joint name="j" type="slide" axis="1 0 0" damping="1"/>
<geom size=".1" mass="1"/></body></worldbody><actuator><motor name="u" joint="j"/></actuator>
<sensor><jointpos name="p" joint="j"/></sensor></mujoco>"""


def test_controls_are_resampled_to_the_timestep_as_in_the_reference():
    """Of a log at 100 Hz, each sample is the control of five steps."""
    t = np.linspace(0, 0.993, 100)
    found = []
    for package, tools in ((gelenk, sysid), (mujoco, mujoco.sysid)):
        m = package.MjModel.from_xml_string(SLIDER)
        control = tools.TimeSeries.from_control_names(t, np.sin(7 * t)[:, None] + 0.3, m)
        measured = tools.TimeSeries.from_names(t, 0.2 * np.sin(3 * t)[:, None], m)
        start = np.zeros(package.mj_stateSize(m, package.mjtState.mjSTATE_FULLPHYSICS))
        run = tools.SystemTrajectory(
            model=m, control=control, sensordata=measured, initial_state=start, state=None
        )
        params = tools.ParameterDict()
        params.add(tools.Parameter("a", 1.0, 0.5, 2.0))
        calls = []

        def rollout_of(calls=calls, tools=tools, **given):
            calls.append(given)
            names = "models datas control_signal initial_states"
            return tools.sysid_rollout(**{name: given[name] for name in names.split()})

        for custom in (None, rollout_of):
            residuals, predicted, _ = tools.model_residual(
                params.as_vector(), params, lambda _, m=m: m, [run], custom_rollout=custom
            )
            values = predicted[0][0].data if package is gelenk else predicted[0].data
            found.append(
                (np.concatenate(np.atleast_2d(residuals)), values, sorted(calls[0]) if calls else [])
            )
    plain, own, reference, own_reference = found
    assert own[2] == own_reference[2]
    for one, other in ((plain, reference), (own, own_reference), (plain, own)):
        np.testing.assert_allclose(one[0], other[0], rtol=0, atol=tol(1e-12))
        np.testing.assert_allclose(one[1], other[1], rtol=0, atol=tol(1e-12))
