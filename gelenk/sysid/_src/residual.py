"""Residuals between measurements and the predictions of a model.

Documents: Programming / Simulation loop; drop-in / mujoco.sysid

x -> parameters -> spec -> model -> rollout -> predicted sensors; the residual is measured - predicted, signal by
signal, divided by the norm of the measurements. Several points x, as columns, are rolled out together, so that finite
differences are one call.
"""

import functools
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from gelenk.modeling.spec.spec import MjSpec
from gelenk.runtime.annotation_checks import checked
from gelenk.runtime.data import MjData
from gelenk.runtime.model import MjModel
from gelenk.sysid._src import signal_modifier, signals
from gelenk.sysid._src.model_modifier import apply_param_modifiers
from gelenk.sysid._src.parameter import ParameterDict
from gelenk.sysid._src.signals import SignalType
from gelenk.sysid._src.timeseries import TimeSeries
from gelenk.sysid._src.trajectory import ModelSequences, SystemTrajectory, sysid_rollout

# signatures of apply_param_modifiers, sysid_rollout and SignalTransform.apply
BuildModelFn = Callable[[ParameterDict, MjSpec], MjModel]
CustomRolloutFn = Callable[..., Sequence[SystemTrajectory]]
ModifyResidualFn = Callable[..., tuple[np.ndarray, TimeSeries, TimeSeries]]

# residuals, predictions, measurements: one entry per trajectory
Residuals = tuple[list[np.ndarray], list[list[TimeSeries]], list[list[TimeSeries]]]
ResidualFn = Callable[..., Residuals]
Compared = tuple[np.ndarray, TimeSeries, TimeSeries]
Observation = tuple[str, SignalType]


@checked
def construct_ts_from_defaults(
    state_ts: TimeSeries,
    pred_sensordata: TimeSeries,
    measured_sensordata: TimeSeries,
    enabled_observations: Sequence[Observation] | None = None,
) -> tuple[TimeSeries, TimeSeries]:
    """Select the enabled signals from measurements and prediction: (measured, predicted).

    state_ts               states without the time, for signals of qpos, qvel and act
    pred_sensordata        predicted sensor data
    measured_sensordata    measurements, created by TimeSeries.from_names
    enabled_observations   (name, SignalType) pairs; None: all measured signals
    Returns                (TimeSeries, TimeSeries)
    Errors                 ValueError: measurements have no names
    Source                 drop-in / mujoco.sysid
    """
    mapping = measured_sensordata.signal_mapping
    if mapping is None:
        raise ValueError("measured sensor data needs names: make it by TimeSeries.from_names")
    names = [name for name, _ in enabled_observations] if enabled_observations else list(mapping)
    measured = TimeSeries.slice_by_name(measured_sensordata, names)
    predicted = np.empty((len(pred_sensordata), measured.data.shape[1]))
    for name, (kind, columns) in (measured.signal_mapping or {}).items():
        source = pred_sensordata if kind in (SignalType.MjSensor, SignalType.CustomObs) else state_ts
        predicted[:, columns] = source.data[:, source.get_indices(name)[1]]
    return measured, TimeSeries(pred_sensordata.times, predicted, measured.signal_mapping)


def _states_of(trajectory: SystemTrajectory) -> TimeSeries:
    """Return the states of a rolled-out trajectory; raise if they are missing."""
    if trajectory.state is None:
        raise ValueError("custom_rollout must give trajectories with states")
    return trajectory.state


def _compare(
    trajectory: SystemTrajectory,
    measured: TimeSeries,
    model: MjModel,
    weights: Mapping[str, float] | None,
    enabled: Sequence[Observation] | None,
) -> Compared:
    """Return (residual, predicted, measured) by the default comparison.

    Times are those of the measurements.
    """
    state = _states_of(trajectory)
    without_time = TimeSeries(state.times, state.data[:, 1:], state.signal_mapping)
    measured, predicted = construct_ts_from_defaults(without_time, trajectory.sensordata, measured, enabled)
    measured = signal_modifier.apply_time_window(measured, predicted.times[0], predicted.times[-1])
    predicted = predicted.resample(measured.times)
    residual = measured.data - predicted.data
    for name, weight in (weights or {}).items():
        residual[:, measured.get_indices(name)[1]] *= weight
    return signal_modifier.normalize_residual(residual, measured.data), predicted, measured


def _models_at(
    points: Iterable[np.ndarray], params: ParameterDict, build_model: Callable[[ParameterDict], MjModel]
) -> tuple[list[MjModel], list[ParameterDict]]:
    """Return a model and a copy of the parameters for each point."""
    models, values = [], []
    for point in points:
        params.update_from_vector(point)
        models.append(build_model(params))
        values.append(params.copy())
    return models, values


def _roll_out(
    models: list[MjModel],
    datas: list[MjData],
    measured: SystemTrajectory,
    values: list[ParameterDict],
    custom_rollout: CustomRolloutFn | None,
    resample: bool,
) -> Sequence[SystemTrajectory]:
    """Return the trajectories of models under the controls of a measurement."""
    control, start = measured.control, measured.initial_state
    if resample:
        control = control.resample(target_dt=float(models[0].opt.timestep))
    if custom_rollout is None:
        return sysid_rollout(models, datas, control, start)
    qpos, qvel, act = signals.states(models[0])
    return custom_rollout(
        models=models,
        datas=datas,
        control_signal=[control] * len(models),
        initial_states=[start] * len(models),
        param_dicts=values,
        rollout_signal_mapping=signals.sensors(models[0]),
        rollout_state_mapping=qpos | qvel | act,
        ctrl_mapping=signals.controls(models[0]),
    )


@checked
def model_residual(
    x: npt.ArrayLike,
    params: ParameterDict,
    build_model: Callable[[ParameterDict], MjModel],
    traj_measured: SystemTrajectory | Iterable[SystemTrajectory],
    modify_residual: ModifyResidualFn | None = None,
    custom_rollout: CustomRolloutFn | None = None,
    n_threads: int = 2,
    return_pred_all: bool = False,
    resample_true: bool = True,
    sensor_weights: Mapping[str, float] | None = None,
    enabled_observations: Iterable[Observation] = (),
) -> Residuals:
    """Return the residuals of one model against measured trajectories.

    x                      (n), or (n, k) for k points at once; params is set to the last point
    params                 ParameterDict that is updated from x
    build_model            params -> MjModel
    traj_measured          one or several SystemTrajectory
    modify_residual        function like SignalTransform.apply that replaces the default comparison
    custom_rollout         function that replaces sysid_rollout; its arguments are keywords: models, datas,
                           control_signal, initial_states, param_dicts, rollout_signal_mapping, rollout_state_mapping
                           and ctrl_mapping, the first five with an entry for each point (datas: for each thread)
    n_threads              threads of the rollouts
    return_pred_all        passed to modify_residual; the default comparison ignores it
    resample_true          whether to resample controls to the timestep; else a sample is the control of a step
    sensor_weights         weights of signals, default 1
    enabled_observations   (name, SignalType) pairs; empty: all measured signals

    Returns (residuals, predictions, measurements), each a list with one entry per trajectory: a vector, or a matrix
    with a column per point; lists of one TimeSeries per point.

    Source                 drop-in / mujoco.sysid
    """
    points = np.asarray(x, np.float64)
    columns = points.T if points.ndim == 2 else [points]
    trajectories = [traj_measured] if isinstance(traj_measured, SystemTrajectory) else list(traj_measured)
    models, values = _models_at(columns, params, build_model)
    datas = [MjData(models[0]) for _ in range(min(max(n_threads, 1), len(models)))]
    enabled = list(enabled_observations) or None

    def compare(
        model: MjModel, trajectory: SystemTrajectory, value: ParameterDict, real: TimeSeries
    ) -> Compared:
        if modify_residual is None:
            return _compare(trajectory, real, model, sensor_weights, enabled)
        pair, state = (trajectory.sensordata, real), _states_of(trajectory).data
        return modify_residual(
            value, *pair, model, return_pred_all, state=state, sensor_weights=sensor_weights
        )

    residuals, predictions, measurements = [], [], []
    for measured in trajectories:
        rolled = _roll_out(models, datas, measured, values, custom_rollout, resample_true)
        found = [compare(*run, measured.sensordata) for run in zip(models, rolled, values, strict=True)]
        vectors = [np.asarray(residual).ravel() for residual, _, _ in found]
        residuals.append(np.stack(vectors, axis=1) if points.ndim == 2 else vectors[0])
        predictions.append([predicted for _, predicted, _ in found])
        measurements.append([compared for _, _, compared in found])
    return residuals, predictions, measurements


@checked
def residual(
    x: npt.ArrayLike,
    params: ParameterDict,
    models_sequences: Iterable[ModelSequences],
    build_model: BuildModelFn = apply_param_modifiers,
    **options: Any,
) -> Residuals:
    """Return the residuals of all measured sequences of all models.

    x                  values (n) of the parameters that are not frozen
    params             ParameterDict that is updated from x
    models_sequences   list of ModelSequences
    build_model        (params, spec) -> MjModel
    options            further arguments of `model_residual`
    Returns            as `model_residual`
    Source             drop-in / mujoco.sysid
    """
    found: Residuals = ([], [], [])
    for sequences in models_sequences:
        parts = model_residual(
            x,
            params,
            functools.partial(_build_model, build_model, sequences.spec),
            sequences.measured_rollout,
            **options,
        )
        found[0].extend(parts[0])
        found[1].extend(parts[1])
        found[2].extend(parts[2])
    return found


def _build_model(build_model: BuildModelFn, spec: MjSpec, params: ParameterDict) -> MjModel:
    return build_model(params, spec)


@checked
def build_residual_fn(**captured_kwargs: Any) -> ResidualFn:
    """Return a function (x, params, **overrides) -> `residual`, for `optimize`.

    captured_kwargs   arguments of `residual`
    Returns           function
    Source            drop-in / mujoco.sysid
    """

    def built_residual_fn(x: npt.ArrayLike, params: ParameterDict, **overrides: Any) -> Residuals:
        return residual(x, params, **{**captured_kwargs, **overrides})

    built_residual_fn.captured = captured_kwargs  # type: ignore[attr-defined]
    return built_residual_fn
