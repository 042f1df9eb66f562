"""TimeSeries: samples over time, with named columns.

Documents: drop-in / mujoco.sysid
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from gelenk.runtime.annotation_checks import checked, methods_checked
from gelenk.runtime.model import MjModel
from gelenk.sysid._src import signals
from gelenk.sysid._src.signals import Mapping, Signal, SignalType

__all__ = ["SignalType", "TimeSeries"]

HOLD = ("zero_order_hold", "zoh")
SPLINES = {"linear": 1, "quadratic": 2, "cubic": 3}


@methods_checked
@dataclass(frozen=True, repr=False)
class TimeSeries:
    """Samples over time.

    times            (n) [s], increasing
    data             (n) or (n, columns)
    signal_mapping   signal name -> (SignalType, columns), or None
    """

    times: np.ndarray
    data: np.ndarray
    signal_mapping: Mapping | None = None

    def __post_init__(self) -> None:
        times, data = np.asarray(self.times), np.asarray(self.data)
        object.__setattr__(self, "times", times)
        object.__setattr__(self, "data", data)
        if times.size == 0:
            raise ValueError("Empty: a time series needs at least one sample")
        if times.ndim != 1:
            raise ValueError(f"times must be 1D, not of shape {times.shape}")
        if data.ndim == 0 or len(data) != len(times):
            raise ValueError(f"Length of data {data.shape} must be that of times, {len(times)}")
        if not (np.diff(times) > 0).all():
            raise ValueError("times must be strictly increasing")

    def __len__(self) -> int:
        return len(self.times)

    def __repr__(self) -> str:
        names = list(self.signal_mapping) if self.signal_mapping else None
        span = f"{self.times[0]:g} .. {self.times[-1]:g} s"
        return f"TimeSeries({len(self)} samples of {self.data.shape[1:]}, {span}, {names})"

    # ---- made from models

    compute_all_sensor_mapping = staticmethod(signals.sensors)
    compute_all_control_mapping = staticmethod(signals.controls)

    @staticmethod
    def compute_all_state_mappings(model: MjModel) -> tuple[Mapping, Mapping, Mapping, Mapping]:
        """Return the mappings of qpos, qvel, act (state columns without time) and ctrl.

        model     MjModel
        Returns   four dictionaries: name -> (SignalType, columns)
        Source    drop-in / mujoco.sysid
        """
        return (*signals.states(model), signals.controls(model))

    @classmethod
    def from_names(
        cls,
        times: npt.ArrayLike,
        data: npt.ArrayLike,
        model: MjModel,
        names: Iterable[str | tuple[str, SignalType | None]] | None = None,
    ) -> "TimeSeries":
        """Create a series of sensors, qpos, qvel and act of a model.

        times     of the samples (n) [s]
        data      samples (n, columns), in the units of the signals
        model     MjModel with the signals
        names     of the signals in the order of the columns; None: all sensors, as in sensordata
        Returns   TimeSeries
        Errors    ValueError for unknown names, and where the columns do not fit
        Source    drop-in / mujoco.sysid
        """
        allowed = {SignalType.MjSensor, *signals.STATES}
        mapping = signals.sensors(model) if names is None else signals.resolve(model, names, allowed)
        return cls._create_checked(times, data, mapping)

    @classmethod
    def from_control_names(
        cls,
        times: npt.ArrayLike,
        data: npt.ArrayLike,
        model: MjModel,
        names: Iterable[str | tuple[str, SignalType | None]] | None = None,
    ) -> "TimeSeries":
        """Create a series of controls of a model.

        times     of the samples (n) [s]
        data      controls (n, columns)
        model     MjModel with the actuators
        names     of actuators in the order of the columns; None: all
        Returns   TimeSeries
        Errors    ValueError: a name is unknown, or the columns do not fit
        Source    drop-in / mujoco.sysid
        """
        mapping = (
            signals.controls(model) if names is None else signals.resolve(model, names, {SignalType.MjCtrl})
        )
        return cls._create_checked(times, data, mapping)

    @classmethod
    def from_custom_map(
        cls, times: npt.ArrayLike, data: npt.ArrayLike, signals: Iterable[str | tuple[str, int, SignalType]]
    ) -> "TimeSeries":
        """Create a series of signals of any type.

        times     of the samples (n) [s]
        data      samples (n, columns)
        signals   names, or (name, number of columns, SignalType)
        Returns   TimeSeries
        Errors    ValueError: the columns do not fit
        Source    drop-in / mujoco.sysid
        """
        mapping: Mapping = {}
        start = 0
        for signal in signals:
            if not isinstance(signal, str) and not (isinstance(signal, Sequence) and len(signal) == 3):
                raise TypeError(
                    "from_custom_map: signals must be names, or (name, number of columns, SignalType), "
                    f"not {type(signal).__name__}"
                )
            name, width, kind = (signal, 1, SignalType.CustomObs) if isinstance(signal, str) else signal
            mapping[name] = (kind, np.arange(start, start + width))
            start += width
        return cls._create_checked(times, data, mapping)

    @classmethod
    def _create_checked(cls, times: npt.ArrayLike, data: npt.ArrayLike, mapping: Mapping) -> "TimeSeries":
        width = sum(len(columns) for _, columns in mapping.values())
        columns = np.asarray(data).shape[1] if np.ndim(data) > 1 else 1
        if width != columns:
            raise ValueError(f"Resolved signal width ({width}) does not match data columns ({columns}).")
        return cls(np.asarray(times), np.asarray(data), mapping)

    @classmethod
    def create(
        cls,
        times: npt.ArrayLike,
        data: npt.ArrayLike,
        signal_mapping: dict[str, tuple[SignalType, npt.ArrayLike]],
    ) -> "TimeSeries":
        """Create a series whose columns are given as arrays, lists or integers.

        times            of the samples (n) [s]
        data             samples (n, columns)
        signal_mapping   name -> (SignalType, columns)
        Returns          TimeSeries
        Source           drop-in / mujoco.sysid
        """
        return cls(
            np.asarray(times),
            np.asarray(data),
            {n: (k, np.atleast_1d(np.asarray(i))) for n, (k, i) in signal_mapping.items()},
        )

    @classmethod
    def slice_by_name(cls, ts: "TimeSeries", enabled_sensors: Sequence[str]) -> "TimeSeries":
        """Return the signals of these names, with their columns renumbered in their present order.

        ts                TimeSeries
        enabled_sensors   names of signals
        Returns           TimeSeries
        Errors            ValueError: a name is unknown
        Source            drop-in / mujoco.sysid
        """
        mapping = ts.signal_mapping or {}
        unknown = [name for name in enabled_sensors if name not in mapping]
        if unknown:
            raise ValueError(f"the series has no signal {unknown[0]}; it has {', '.join(mapping)}")
        columns = np.unique(np.concatenate([mapping[name][1] for name in enabled_sensors]).astype(int))
        place = {int(column): i for i, column in enumerate(columns)}
        sliced = {
            n: (mapping[n][0], np.array([place[int(i)] for i in mapping[n][1]])) for n in enabled_sensors
        }
        return cls(ts.times, ts.data[:, columns], sliced)

    def get_indices(self, obs_name: str) -> Signal:
        """Return (SignalType, columns) of a signal.

        obs_name   name of a signal
        Returns    (SignalType, columns)
        Errors     KeyError: there is no such signal
        Source     drop-in / mujoco.sysid
        """
        if not self.signal_mapping or obs_name not in self.signal_mapping:
            raise KeyError(f"no signal '{obs_name}'; the series has {', '.join(self.signal_mapping or ())}")
        return self.signal_mapping[obs_name]

    # ---- files

    def save_to_disk(self, path: str | Path) -> None:
        """Write the series as .npz.

        path     file to write
        Errors   OSError: the file cannot be written
        Source   drop-in / mujoco.sysid
        """
        arrays: dict[str, Any] = {"times": self.times, "data": self.data, **pack_mapping(self.signal_mapping)}
        np.savez_compressed(Path(path), **arrays)

    @classmethod
    def load_from_disk(cls, path: str | Path) -> "TimeSeries":
        """Read a series that `save_to_disk` wrote.

        path      file to read
        Returns   TimeSeries
        Errors    OSError: the file cannot be read
        Source    drop-in / mujoco.sysid
        """
        with np.load(Path(path)) as file:
            return cls(file["times"], file["data"], unpack_mapping(file))

    def save_to_csv(self, path: str | Path) -> None:
        """Write the series as CSV, one sample per line: time, then data.

        path     file to write
        Errors   OSError: the file cannot be written
        Source   drop-in / mujoco.sysid
        """
        np.savetxt(Path(path), np.column_stack([self.times, self.data]), delimiter=",")

    # ---- values between samples

    def interpolate(self, t: npt.ArrayLike, method: str = "linear") -> np.ndarray:
        """Return the values at times t, clamped to the first and last samples.

        t         times (n), or one time [s]
        method    linear, quadratic or cubic spline, or zero_order_hold (zoh): the previous sample
        Returns   float64 (n, columns)
        Errors    NotImplementedError: unknown method
        Source    drop-in / mujoco.sysid
        """
        t = np.clip(np.atleast_1d(np.asarray(t, np.float64)), self.times[0], self.times[-1])
        if method in HOLD:
            return self.data[np.searchsorted(self.times, t, side="right") - 1]
        if method not in SPLINES:
            raise NotImplementedError(f"{method} is not among {', '.join((*SPLINES, *HOLD))}")
        if method == "linear" or len(self) <= SPLINES[method]:
            return self._interpolate_at(t)
        from scipy.interpolate import make_interp_spline

        return make_interp_spline(self.times, self.data, k=SPLINES[method])(t)

    def _interpolate_at(self, t: np.ndarray) -> np.ndarray:
        if len(self) == 1:
            return np.repeat(self.data, len(t), axis=0)
        i = np.clip(np.searchsorted(self.times, t, side="right") - 1, 0, len(self) - 2)
        part = (t - self.times[i]) / (self.times[i + 1] - self.times[i])
        part = part.reshape(-1, *[1] * (self.data.ndim - 1))
        return (1 - part) * self.data[i] + part * self.data[i + 1]

    def get(self, t: npt.ArrayLike, method: str = "linear") -> tuple[np.ndarray, np.ndarray]:
        """Return t and the values at t.

        t         times (n), or one time [s]
        method    as in `interpolate`
        Returns   (float64 (n), float64 (n, columns))
        Errors    NotImplementedError: unknown method
        Source    drop-in / mujoco.sysid
        """
        return np.asarray(t), self.interpolate(t, method)[0 if np.ndim(t) == 0 else slice(None)]

    def resample(
        self, new_times: npt.ArrayLike | None = None, target_dt: float | None = None, method: str = "linear"
    ) -> "TimeSeries":
        """Return the series at other times, or evenly spaced by at most target_dt [s].

        new_times   times (n) [s]
        target_dt   time between samples [s], if new_times is None
        method      as in `interpolate`
        Returns     TimeSeries
        Errors      ValueError: neither times nor a positive target_dt, or times of a wrong shape; NotImplementedError:
                    an unknown method
        Source      drop-in / mujoco.sysid
        """
        if new_times is None:
            if target_dt is None or not target_dt > 0:
                raise ValueError("resample needs new_times, or a positive target_dt")
            count = max(math.ceil((self.times[-1] - self.times[0]) / target_dt), 1)
            new_times = np.linspace(self.times[0], self.times[-1], count + 1)
        new_times = np.asarray(new_times, np.float64)
        if new_times.ndim != 1:
            raise ValueError(f"new_times must be 1D, not of shape {new_times.shape}")
        return replace(self, times=new_times, data=self.interpolate(new_times, method))

    def remove_from_beginning(self, time_to_remove_s: float) -> "TimeSeries":
        """Remove the first seconds; the remaining times start at 0.

        time_to_remove_s   duration to remove [s]
        Returns            TimeSeries
        Errors             ValueError: no samples remain
        Source             drop-in / mujoco.sysid
        """
        kept = self.times >= self.times[0] + time_to_remove_s
        if not kept.any():
            raise ValueError("time_to_remove_s is greater than the duration of the time series")
        return replace(self, times=self.times[kept] - self.times[kept][0], data=self.data[kept])

    def dt_statistics(self) -> dict[str, float]:
        """Return mean, median, std, min and max of the sample interval [s].

        Returns   dictionary of floats [s]
        Errors    ValueError: there is only one sample
        Source    drop-in / mujoco.sysid
        """
        if len(self) < 2:
            raise ValueError("a series of one sample has no sample interval")
        dt = np.diff(self.times)
        return {name: float(getattr(np, name)(dt)) for name in ("mean", "median", "std", "min", "max")}


@checked
def pack_mapping(mapping: Mapping | None, prefix: str = "") -> dict[str, np.ndarray]:
    """Return arrays that encode a mapping: names, types, counts and columns."""
    if mapping is None:
        return {}
    columns = [np.atleast_1d(i) for _, i in mapping.values()]
    return {
        f"{prefix}signal_names": np.array(list(mapping), dtype=str),
        f"{prefix}signal_types": np.array([kind.value for kind, _ in mapping.values()], np.int64),
        f"{prefix}signal_widths": np.array([len(i) for i in columns], np.int64),
        f"{prefix}signal_columns": np.concatenate([np.zeros(0, np.int64), *columns]).astype(np.int64),
    }


@checked
def unpack_mapping(arrays: Any, prefix: str = "") -> Mapping | None:
    """Return the mapping that `pack_mapping` encoded, or None."""
    if f"{prefix}signal_names" not in arrays:
        return None
    ends = np.cumsum(arrays[f"{prefix}signal_widths"])
    columns = np.split(arrays[f"{prefix}signal_columns"], ends[:-1]) if len(ends) else []
    rows = zip(arrays[f"{prefix}signal_names"], arrays[f"{prefix}signal_types"], columns, strict=True)
    return {str(name): (SignalType(int(kind)), part) for name, kind, part in rows}
