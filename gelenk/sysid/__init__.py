"""System identification (sysid) from measured motion, under the names of ``mujoco.sysid``.

Documents: API / minimize; Programming / Simulation loop

    params = sysid.ParameterDict()
    params.add(sysid.Parameter("mass", 1.0, 0.3, 3.0, modifier=lambda s, p: setattr(s.body("b"), "mass", p.value[0])))
    measured = sysid.ModelSequences("name", spec, "run", initial_state, control, sensordata)
    found, result = sysid.optimize(params, sysid.build_residual_fn(models_sequences=[measured]))

Parameter files and reports need the extra ``gelenk[sysid]``.
"""

from gelenk.sysid import report
from gelenk.sysid._src import model_modifier, parameter, signal_modifier
from gelenk.sysid._src.exact_jacobian import residual_jacobian
from gelenk.sysid._src.io import save_results
from gelenk.sysid._src.model_modifier import (
    apply_body_inertia,
    apply_dgain,
    apply_param_modifiers,
    apply_param_modifiers_spec,
    apply_pdgain,
    apply_pgain,
    body_inertia_param,
    remove_visuals,
)
from gelenk.sysid._src.optimize import calculate_intervals, optimize
from gelenk.sysid._src.parameter import InertiaType, Parameter, ParameterDict
from gelenk.sysid._src.plotting import render_rollout
from gelenk.sysid._src.residual import (
    BuildModelFn,
    CustomRolloutFn,
    ModifyResidualFn,
    build_residual_fn,
    construct_ts_from_defaults,
    model_residual,
    residual,
)
from gelenk.sysid._src.signal_modifier import (
    apply_bias,
    apply_delay,
    apply_delayed_ts_window,
    apply_gain,
    apply_resample_and_delay,
    get_sensor_indices,
    normalize_residual,
    weighted_diff,
)
from gelenk.sysid._src.signal_transform import SignalTransform
from gelenk.sysid._src.timeseries import SignalType, TimeSeries
from gelenk.sysid._src.trajectory import ModelSequences, SystemTrajectory, create_initial_state, sysid_rollout
from gelenk.sysid.report.defaults import default_report

__all__ = [
    "BuildModelFn",
    "CustomRolloutFn",
    "InertiaType",
    "ModelSequences",
    "ModifyResidualFn",
    "Parameter",
    "ParameterDict",
    "SignalTransform",
    "SignalType",
    "SystemTrajectory",
    "TimeSeries",
    "apply_bias",
    "apply_body_inertia",
    "apply_delay",
    "apply_delayed_ts_window",
    "apply_dgain",
    "apply_gain",
    "apply_param_modifiers",
    "apply_param_modifiers_spec",
    "apply_pdgain",
    "apply_pgain",
    "apply_resample_and_delay",
    "body_inertia_param",
    "build_residual_fn",
    "calculate_intervals",
    "construct_ts_from_defaults",
    "create_initial_state",
    "default_report",
    "get_sensor_indices",
    "model_modifier",
    "model_residual",
    "normalize_residual",
    "optimize",
    "parameter",
    "remove_visuals",
    "render_rollout",
    "report",
    "residual",
    "residual_jacobian",
    "save_results",
    "signal_modifier",
    "sysid_rollout",
    "weighted_diff",
]
