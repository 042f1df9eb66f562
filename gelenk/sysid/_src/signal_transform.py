"""SignalTransform: delays, gains, biases and weights of signals selected by name patterns.

Documents: drop-in / mujoco.sysid
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from fnmatch import fnmatchcase

import numpy as np

from gelenk.runtime.annotation_checks import methods_checked
from gelenk.runtime.model import MjModel
from gelenk.sysid._src import signal_modifier
from gelenk.sysid._src.parameter import Parameter, ParameterDict
from gelenk.sysid._src.timeseries import TimeSeries

TARGETS = ("predicted", "measured", "both")


@methods_checked
class SignalTransform:
    """Transformation of predictions and measurements before they are compared.

    Pass `apply` as modify_residual.

    normalize   divide the residual of each signal by the norm of its measurements
    """

    def __init__(self, normalize: bool = True) -> None:
        self.normalize = normalize
        self._delays: list[tuple[str, Parameter]] = []
        self._gains: list[tuple[str, Parameter, str]] = []
        self._biases: list[tuple[str, Parameter, str]] = []
        self._enabled_sensors: list[str] | None = None
        self._sensor_weights: dict[str, float] = {}

    def delay(self, pattern: str, param: Parameter) -> None:
        """Delay the signals that match a pattern by the value of a parameter [s].

        If several patterns match a signal, the last counts.

        pattern   of sensor names, as in fnmatch
        param     scalar Parameter [s]
        Source    drop-in / mujoco.sysid
        """
        self._delays.append((pattern, param))

    def gain(self, pattern: str, param: Parameter, target: str = "both") -> None:
        """Multiply the signals that match a pattern by the value of a parameter.

        pattern   of sensor names, as in fnmatch
        param     scalar Parameter
        target    predicted, measured or both
        Source    drop-in / mujoco.sysid
        """
        self._gains.append((pattern, param, _check_target(target)))

    def bias(self, pattern: str, param: Parameter, target: str = "both") -> None:
        """Add the value of a parameter to the signals that match a pattern, after the gains.

        pattern   of sensor names, as in fnmatch
        param     scalar Parameter, in the unit of the signal
        target    predicted, measured or both
        Source    drop-in / mujoco.sysid
        """
        self._biases.append((pattern, param, _check_target(target)))

    def enable_sensors(self, sensor_names: Iterable[str]) -> None:
        """Restrict the residual to these sensors.

        sensor_names   names of sensors
        Source         drop-in / mujoco.sysid
        """
        self._enabled_sensors = list(sensor_names)

    def set_sensor_weights(self, weights: Mapping[str, float]) -> None:
        """Set the weights of sensors in the residual, default 1.

        weights   sensor name -> weight
        Source    drop-in / mujoco.sysid
        """
        self._sensor_weights = dict(weights)

    def _resolve_delays(self, sensor_names: Iterable[str], params: ParameterDict) -> dict[str, float]:
        found: dict[str, float] = {}
        for pattern, param in self._delays:
            value = _parameter_value(params, param)
            found |= {name: float(value[0]) for name in sensor_names if fnmatchcase(name, pattern)}
        return found

    def _compute_delay_bounds(self) -> tuple[float, float]:
        bounds = [param.get_bounds() for _, param in self._delays]
        return (
            min([0.0, *(float(low.min()) for low, _ in bounds)]),
            max([0.0, *(float(high.max()) for _, high in bounds)]),
        )

    def _matching_changes(
        self, names: Iterable[str], target: str, params: ParameterDict
    ) -> Iterator[tuple[str, str, np.ndarray]]:
        """Yield (kind, signal name, value) of all matching gains, then of all matching biases."""
        for kind, rules in (("gain", self._gains), ("bias", self._biases)):
            for pattern, param, side in rules:
                if side in (target, "both"):
                    for name in names:
                        if fnmatchcase(name, pattern):
                            yield kind, name, _parameter_value(params, param)

    def _apply_gains_biases(self, ts: TimeSeries, target_label: str, params: ParameterDict) -> TimeSeries:
        """Return the series with all gains and biases of this target applied."""
        data = np.array(ts.data, np.float64)
        for kind, name, value in self._matching_changes(ts.signal_mapping or (), target_label, params):
            columns = ts.get_indices(name)[1]
            data[:, columns] = data[:, columns] * value if kind == "gain" else data[:, columns] + value
        return replace(ts, data=data)

    def _apply_gains_biases_reference(
        self, ts: TimeSeries, target_label: str, params: ParameterDict
    ) -> TimeSeries:
        """Reference implementation of gains and biases, one signal at a time."""
        one_by_one = {"gain": signal_modifier.apply_gain, "bias": signal_modifier.apply_bias}
        for kind, rules in (("gain", self._gains), ("bias", self._biases)):
            for pattern, param, side in rules:
                for name in ts.signal_mapping or ():
                    if side in (target_label, "both") and fnmatchcase(name, pattern):
                        ts = one_by_one[kind](ts, name, params.get(param.name, param))
        return ts

    def apply(
        self,
        params: ParameterDict,
        sensordata_predicted: TimeSeries,
        sensordata_measured: TimeSeries,
        model: MjModel | None,
        return_pred_all: bool,
        state: np.ndarray | None = None,
        sensor_weights: Mapping[str, float] | None = None,
    ) -> tuple[np.ndarray, TimeSeries, TimeSeries]:
        """Return (residual, predicted, measured), with the series as compared.

        params                 ParameterDict with the current values
        sensordata_predicted   TimeSeries of a rollout
        sensordata_measured    TimeSeries of the measurements
        model                  MjModel that was rolled out
        return_pred_all        whether to return all sensors instead of only those of `enable_sensors`
        state                  ignored; states of the rollout, for functions used in place of this one
        sensor_weights         weights of signals, in place of those of `set_sensor_weights`

        The comparison uses the measurement times at which predictions are known for all delays within the bounds of
        their parameters, so that the size of the residual is constant.

        Returns                (float64 (n, columns), TimeSeries, TimeSeries)
        Errors                 TypeError: sensors are enabled, and model is None
        Source                 drop-in / mujoco.sysid
        """
        low, high = self._compute_delay_bounds()
        measured = signal_modifier.apply_delayed_ts_window(
            sensordata_measured, sensordata_predicted, -high, -low
        )
        delays = self._resolve_delays(list(sensordata_predicted.signal_mapping or ()), params)
        predicted = signal_modifier.apply_resample_and_delay(
            sensordata_predicted, measured.times, 0.0, delays
        )
        predicted = self._apply_gains_biases(predicted, "predicted", params)
        measured = self._apply_gains_biases(measured, "measured", params)
        weights = {**self._sensor_weights, **(sensor_weights or {})} or None
        residual = signal_modifier.weighted_diff(predicted.data, measured.data, model, weights)
        if self.normalize:
            residual = signal_modifier.normalize_residual(residual, measured.data)
        if self._enabled_sensors is None or return_pred_all:
            return residual, predicted, measured
        if model is None:
            raise TypeError("apply: model must be an MjModel if sensors are enabled, not None")
        columns = signal_modifier.get_sensor_indices(model, self._enabled_sensors, sort=True)
        names = self._enabled_sensors
        return (
            residual[:, columns],
            TimeSeries.slice_by_name(predicted, names),
            TimeSeries.slice_by_name(measured, names),
        )


def _check_target(target: str) -> str:
    if target not in TARGETS:
        raise ValueError(f"target must be one of {', '.join(TARGETS)}, not {target!r}")
    return target


def _parameter_value(params: ParameterDict, param: Parameter) -> np.ndarray:
    """Return the value of a parameter in a dictionary, or its own value if absent."""
    return params.get(param.name, param).value
