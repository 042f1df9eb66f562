"""Signal modifiers: gains, biases, delays, time windows, weights and normalization.

Documents: drop-in / mujoco.sysid
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

import numpy as np

from gelenk.runtime.annotation_checks import checked
from gelenk.runtime.model import MjModel
from gelenk.sysid._src import signals
from gelenk.sysid._src.parameter import Parameter
from gelenk.sysid._src.timeseries import TimeSeries

Delays = Mapping[str, float] | None
Weights = np.ndarray | Mapping[str, float]


@checked
def get_sensor_indices(model: MjModel, sensor_name: str | Iterable[str], sort: bool = False) -> list[int]:
    """Return the columns of sensordata that belong to one or several sensors.

    model         MjModel
    sensor_name   one or several names
    sort          whether to sort the columns
    Returns       list of integers
    Errors        ValueError: there is no such sensor
    Source        drop-in / mujoco.sysid
    """
    names = [sensor_name] if isinstance(sensor_name, str) else sensor_name
    known = signals.sensors(model)
    columns: list[int] = []
    for name in names:
        if name not in known:
            raise ValueError(f"Sensor not found in model: {name}")
        columns += known[name][1].tolist()
    return sorted(columns) if sort else columns


def _change_signal(
    ts: TimeSeries, sensor_name: str, change: Callable[[np.ndarray], np.ndarray]
) -> TimeSeries:
    data = np.array(ts.data, np.float64)
    columns = ts.get_indices(sensor_name)[1]
    data[:, columns] = change(data[:, columns])
    return replace(ts, data=data)


@checked
def apply_gain(ts: TimeSeries, sensor_name: str, gain: Parameter) -> TimeSeries:
    """Multiply a signal by the value of a parameter.

    ts            TimeSeries, unchanged
    sensor_name   name of a signal
    gain          scalar Parameter
    Returns       TimeSeries
    Errors        KeyError: there is no such signal
    Source        drop-in / mujoco.sysid
    """
    return _change_signal(ts, sensor_name, lambda values: values * gain.value)


@checked
def apply_bias(ts: TimeSeries, sensor_name: str, bias: Parameter) -> TimeSeries:
    """Add the value of a parameter to a signal.

    ts            TimeSeries, unchanged
    sensor_name   name of a signal
    bias          scalar Parameter, in the unit of the signal
    Returns       TimeSeries
    Errors        KeyError: there is no such signal
    Source        drop-in / mujoco.sysid
    """
    return _change_signal(ts, sensor_name, lambda values: values + bias.value)


@checked
def apply_delay(ts: TimeSeries, sensor_name: str, delay: Parameter) -> TimeSeries:
    """Delay a signal by the value of a parameter [s].

    ts            TimeSeries, unchanged
    sensor_name   name of a signal
    delay         scalar Parameter [s]
    Returns       TimeSeries
    Errors        KeyError: there is no such signal
    Source        drop-in / mujoco.sysid
    """
    late = ts.interpolate(ts.times - float(np.ravel(delay.value)[0]))
    return _change_signal(ts, sensor_name, lambda values: late[:, ts.get_indices(sensor_name)[1]])


@checked
def apply_time_window(ts: TimeSeries, min_t: float, max_t: float) -> TimeSeries:
    """Return the samples with min_t <= t <= max_t."""
    kept = (ts.times >= min_t) & (ts.times <= max_t)
    return replace(ts, times=ts.times[kept], data=ts.data[kept])


@checked
def apply_delayed_ts_window(
    ts: TimeSeries, ts_delayed: TimeSeries, min_delay: float, max_delay: float
) -> TimeSeries:
    """Return the samples at times that another series covers for every delay in a range.

    ts                     TimeSeries, unchanged
    ts_delayed             TimeSeries that is shifted
    min_delay, max_delay   range of the shifts [s]
    Returns                TimeSeries
    Source                 drop-in / mujoco.sysid
    """
    return apply_time_window(ts, ts_delayed.times[0] - min_delay, ts_delayed.times[-1] - max_delay)


def _build_per_column_delays(
    ts: TimeSeries, default_delay: float, sensor_delays: Delays, predicted_data: bool
) -> list[float]:
    """Return the time shift of each column [s]: negative for predictions."""
    delays = np.full(ts.data.shape[1], float(default_delay))
    for name, delay in (sensor_delays or {}).items():
        delays[ts.get_indices(name)[1]] = float(delay)
    return (-delays if predicted_data else delays).tolist()


def _apply_resample_and_delay_columnwise(
    ts: TimeSeries, times: np.ndarray, delays: Iterable[float]
) -> np.ndarray:
    """Reference implementation of resampling with delays, column by column."""
    columns = [ts.interpolate(times + delay)[:, [i]] for i, delay in enumerate(delays)]
    return np.concatenate(columns, axis=1) if columns else np.zeros((len(times), 0))


@checked
def apply_resample_and_delay(
    ts: TimeSeries,
    times: np.ndarray,
    default_delay: float,
    sensor_delays: Delays = None,
    predicted_data: bool = True,
) -> TimeSeries:
    """Resample a series at given times, delaying each signal [s].

    ts               TimeSeries, unchanged
    times            float64 (n) [s]
    default_delay    delay of signals not in sensor_delays [s]
    sensor_delays    name -> delay [s]; None: the default for all signals
    predicted_data   True: a prediction, evaluated at times - delay; False: a measurement, evaluated at times + delay
    Returns          TimeSeries
    Source           drop-in / mujoco.sysid
    """
    delays = np.array(_build_per_column_delays(ts, default_delay, sensor_delays, predicted_data))
    data = np.empty((len(times), ts.data.shape[1]))
    for delay in np.unique(delays):
        columns = delays == delay
        data[:, columns] = ts.interpolate(times + delay)[:, columns]
    return TimeSeries(times, data, ts.signal_mapping)


@checked
def prepare_sensor_weights(sensor_weights: Weights, n_sensors: int, model: MjModel) -> np.ndarray:
    """Return a weight for each column, default 1."""
    if isinstance(sensor_weights, np.ndarray):
        return sensor_weights
    weights = np.ones(n_sensors)
    for name, weight in sensor_weights.items():
        weights[get_sensor_indices(model, name)] = weight
    return weights


@checked
def weighted_diff(
    predicted_data: np.ndarray,
    measured_data: np.ndarray,
    model: MjModel | None = None,
    sensor_weights: Weights | None = None,
) -> np.ndarray:
    """Return measured - predicted (n, columns), with each column weighted.

    predicted_data   float64 (n, columns)
    measured_data    float64 (n, columns)
    model            MjModel with the sensors of the columns; needed with weights
    sensor_weights   sensor name -> weight; None: all 1
    Returns          float64 (n, columns)
    Errors           ValueError: weights without a model
    Source           drop-in / mujoco.sysid
    """
    difference = measured_data - predicted_data
    if sensor_weights is None:
        return difference
    if model is None:
        raise ValueError("model is required if sensor_weights is provided")
    return difference * prepare_sensor_weights(sensor_weights, difference.shape[1], model)


@checked
def normalize_residual(residual: np.ndarray, measured_data: np.ndarray) -> np.ndarray:
    """Divide each column by norm(measurements) / sqrt(2).

    Columns whose measurements are all zero are unchanged.

    residual        float64 (n, columns)
    measured_data   float64 (n, columns)
    Returns         float64 (n, columns), without unit
    Source          drop-in / mujoco.sysid
    """
    norm = np.linalg.norm(measured_data, axis=0) / np.sqrt(2)
    return residual / np.where(norm > 0, norm, 1.0)
