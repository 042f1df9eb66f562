"""`gelenk.sysid` with exact derivatives: Jacobians of residuals, and where they fall back on differences."""

import logging

import numpy as np
import pytest

import gelenk
from gelenk import gradients, rollout, sysid
from gelenk.sysid._src.exact_jacobian import residual_jacobian
from tests.support.tolerance import tol

ARM = """
<mujoco>
  <option timestep="0.002" integrator="implicitfast" iterations="200" tolerance="0"/>
  <worldbody>
    <geom type="plane" size="2 2 .1"/>
    <body name="upper" pos="0 0 0.6">
      <joint name="a" axis="0 1 0" damping="0.3" frictionloss="0.1"/>
      <geom type="capsule" fromto="0 0 0 .4 0 0" size=".03" mass="1"/>
      <body name="lower" pos="0.4 0 0">
        <joint name="b" type="ball" damping="0.1"/>
        <geom name="tip" type="capsule" fromto="0 0 0 .3 .05 0" size=".03" mass="0.5"/>
        <site name="tool" pos="0.3 0 0"/>
      </body>
    </body>
  </worldbody>
  <actuator><motor name="push" joint="a"/></actuator>
  <sensor><jointpos name="a" joint="a"/><framepos name="tool" objtype="site" objname="tool"/></sensor>
</mujoco>
"""
WRITE = {
    "mass": (1.2, lambda s, p: setattr(s.body("lower").geoms[0], "mass", p.value[0])),
    "loss": (0.12, lambda s, p: setattr(s.joint("a"), "frictionloss", p.value[0])),
    "place": ([0.4, 0.0, 0.0], lambda s, p: setattr(s.body("lower"), "pos", p.value)),
    "size": (0.03, lambda s, p: setattr(s.geom("tip"), "size", [p.value[0], 0, 0])),
}


def measured(xml=ARM, steps=150, parts=tuple(WRITE)):
    spec = gelenk.MjSpec.from_string(xml)
    m = spec.compile()
    times = m.opt.timestep * np.arange(steps)
    control = 2 * np.sin(9 * times)[:, None]
    d = gelenk.MjData(m)
    start = sysid.create_initial_state(m, d.qpos, 0.3 * np.ones(m.nv))
    states, sensors = rollout.rollout(m, d, start, control[:-1])
    data = sysid.TimeSeries.from_names(states[0, :, 0], sensors[0], m)
    params = sysid.ParameterDict()
    for name in parts:
        value, write = WRITE[name]
        value = np.asarray(value, np.float64)
        low = np.where(value > 0, 0.1 * value, -1.0)
        params.add(sysid.Parameter(name, value, low, value + 1, modifier=write))
    run = sysid.ModelSequences("m", spec, "run", start, sysid.TimeSeries(times, control), data)
    return params, run


def differences(residual, params, x, eps):
    columns = []
    for unit in np.eye(len(x)):
        found = [np.concatenate(residual(x + sign * eps * unit, params)[0]) for sign in (1, -1)]
        columns.append((found[0] - found[1]) / (2 * eps))
    return np.stack(columns, axis=1)


@pytest.mark.parametrize("transformed", [False, True])
def test_jacobians_are_those_of_differences(transformed):
    """With parameters of signals too: a delay and a gain; a body whose frame coincides with its parent's."""
    params, run = measured()
    options = {"models_sequences": [run]}
    if transformed:
        transform = sysid.SignalTransform()
        for name, value in (("delay", 0.011), ("gain", 1.1)):
            params.add(sysid.Parameter(name, value, 0.0, 2 * value))
            getattr(transform, name)(
                "tool", params[name], **({} if name == "delay" else {"target": "predicted"})
            )
        options["modify_residual"] = transform.apply
    residual = sysid.build_residual_fn(**options)
    x = params.as_vector()
    J = residual_jacobian(x, params, **options)
    np.testing.assert_array_equal(params.as_vector(), x)
    errors = [
        np.abs(differences(residual, params, x, eps) - J).max() / np.abs(J).max() for eps in (1e-4, 1e-5)
    ]
    # of differences as well: eps^2, and 1e-16 / eps amplified by 150 steps
    assert min(errors) < tol(1e-7), errors
    assert (np.abs(J).max(axis=0) > 1e-3).all(), "each parameter counts"


@pytest.mark.parametrize("optimizer", ["mujoco", "scipy"])
def test_exact_derivatives_find_the_parameters(optimizer):
    params, run = measured(parts=("mass", "loss"))
    residual = sysid.build_residual_fn(models_sequences=[run])
    options = {"optimizer": optimizer, "verbose": False}
    found, result = sysid.optimize(params, residual, derivatives="exact", **options)
    assert np.allclose(found.as_vector(), [0.5, 0.1], atol=tol(1e-7))
    assert np.allclose(result.jac, residual_jacobian(found.as_vector(), params, [run]), atol=tol(1e-9))


def test_a_parameter_between_equal_bounds_has_no_derivative():
    params, run = measured(parts=("mass", "loss"))
    params["loss"].min_value = params["loss"].max_value = params["loss"].value
    J = residual_jacobian(params.as_vector(), params, [run])
    assert np.isfinite(J).all() and J[:, 0].any() and not J[:, 1].any()


def test_features_without_a_rule_fall_back_with_one_line(caplog):
    params, run = measured(ARM.replace("implicitfast", "discrete"), 40, ("mass",))
    residual = sysid.build_residual_fn(models_sequences=[run])
    with caplog.at_level(logging.WARNING, "gelenk"):
        found, _ = sysid.optimize(params, residual, derivatives="exact", verbose=False)
    lines = [r.getMessage() for r in caplog.records]
    assert len(lines) == 1 and "finite differences, since" in lines[0] and "discrete" in lines[0]
    expected, _ = sysid.optimize(params, residual, verbose=False)
    np.testing.assert_allclose(found.as_vector(), expected.as_vector(), rtol=tol(1e-6))


def test_what_has_no_exact_derivative_is_told():
    params, run = measured(steps=5)
    params.add(
        sysid.Parameter(
            "h", 0.002, 0.001, 0.003, modifier=lambda s, p: setattr(s.option, "timestep", p.value[0])
        )
    )
    with pytest.raises(gradients.Unsupported, match="changes the timestep"):
        residual_jacobian(params.as_vector(), params, [run])
    with pytest.raises(gradients.Unsupported, match="custom_rollout"):
        residual_jacobian(params.as_vector(), params, [run], custom_rollout=sysid.sysid_rollout)
    with pytest.raises(ValueError, match="needs a residual_fn of build_residual_fn"):
        sysid.optimize(params, lambda x, params: [[x]], derivatives="exact")
    with pytest.raises(ValueError, match="derivatives must be one of differences, exact, not 'analytic'"):
        sysid.optimize(params, lambda x, params: [[x]], derivatives="analytic")
