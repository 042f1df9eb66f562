"""Trajectories, measured or rolled out: controls, sensor data and states over time.

Documents: Computation / State and control; drop-in / mujoco.sysid
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from gelenk.batch.rollout import rollout
from gelenk.modeling.spec.spec import MjSpec
from gelenk.runtime import state as states
from gelenk.runtime.annotation_checks import checked, methods_checked
from gelenk.runtime.data import MjData
from gelenk.runtime.model import MjModel
from gelenk.sysid._src import signals
from gelenk.sysid._src.signals import Mapping
from gelenk.sysid._src.timeseries import TimeSeries, pack_mapping, unpack_mapping
from gelenk.tables.enums import mjtSensor, mjtState

Item = TypeVar("Item")
OF_JOINTS = {
    "joint_pos": mjtSensor.mjSENS_JOINTPOS,
    "joint_vel": mjtSensor.mjSENS_JOINTVEL,
    "joint_torque": mjtSensor.mjSENS_JOINTACTFRC,
}


@methods_checked
@dataclass(frozen=True)
class SystemTrajectory:
    """Controls and sensor data of a system over time, from an initial state.

    model           MjModel
    control         TimeSeries (n, nu)
    sensordata      TimeSeries (n, nsensordata)
    initial_state   mjSTATE_FULLPHYSICS at the start
    state           TimeSeries (n, nstate) starting with the time, or None if not measured
    """

    model: MjModel
    control: TimeSeries
    sensordata: TimeSeries
    initial_state: np.ndarray
    state: TimeSeries | None = None

    def replace(self, **kwargs: Any) -> "SystemTrajectory":
        """Return a copy with some fields replaced.

        kwargs    field -> value
        Returns   SystemTrajectory
        Source    drop-in / mujoco.sysid
        """
        return replace(self, **kwargs)

    def __len__(self) -> int:
        return len(self.sensordata)

    @property
    def sensordim(self) -> int:
        """Size of sensordata of the model."""
        return int(self.model.nsensordata)

    def get_sensordata_slice(self, sensor: str = "joint_pos") -> np.ndarray:
        """Return the columns (n, k) of all joint_pos, joint_vel or joint_torque sensors.

        sensor    joint_pos [rad or m], joint_vel [rad/s or m/s] or joint_torque [N m or N]
        Returns   float64 (n, k)
        Errors    ValueError: an unknown kind of sensor
        Source    drop-in / mujoco.sysid
        """
        if sensor not in OF_JOINTS:
            raise ValueError(f"sensor must be one of {', '.join(OF_JOINTS)}, not '{sensor}'")
        m = self.model
        chosen = np.flatnonzero(m.sensor_type == int(OF_JOINTS[sensor]))
        columns = [np.arange(m.sensor_adr[i], m.sensor_adr[i] + m.sensor_dim[i]) for i in chosen]
        return self.sensordata.data[:, np.concatenate([np.zeros(0, int), *columns])]

    def check_compatible(self, allow_missing_sensors: bool = False) -> None:
        """Raise ValueError if the data do not have the sizes of the model.

        allow_missing_sensors   whether sensor data may have fewer columns
        Errors                  ValueError: sensor data, controls, states or the initial state have wrong sizes
        Source                  drop-in / mujoco.sysid
        """
        m = self.model
        if _column_count(self.sensordata) != m.nsensordata and not allow_missing_sensors:
            raise ValueError(
                f"Sensor data dimension {_column_count(self.sensordata)} does not match the model's {m.nsensordata}"
            )
        if _column_count(self.control) != m.nu:
            raise ValueError(
                f"Control dimension {_column_count(self.control)} does not match the model's {m.nu}"
            )
        size = states.size(m, mjtState.mjSTATE_FULLPHYSICS)
        if np.size(self.initial_state) != size:
            raise ValueError(f"Initial state dimension {np.size(self.initial_state)} does not match {size}")
        if self.state is not None and _column_count(self.state) != size:
            raise ValueError(f"State dimension {_column_count(self.state)} does not match the model's {size}")

    def split(self, chunk_size: int) -> "list[SystemTrajectory]":
        """Split into consecutive trajectories of chunk_size steps, dropping the remainder.

        chunk_size   steps of a chunk
        Returns      list of SystemTrajectory
        Errors       ValueError without states, from which the chunks start
        Source       drop-in / mujoco.sysid
        """
        if self.state is None:
            raise ValueError("only trajectories with states can be split")
        if chunk_size < 1:
            raise ValueError(f"chunk_size must be positive, not {chunk_size}")
        chunks = []
        for start in range(0, len(self) - chunk_size + 1, chunk_size):
            part = slice(start, start + chunk_size)
            initial = self.initial_state if start == 0 else self.state.data[start - 1]
            pieces: dict[str, Any] = {
                name: _slice_series(getattr(self, name), part) for name in ("control", "sensordata", "state")
            }
            chunks.append(replace(self, initial_state=initial, **pieces))
        return chunks

    def save_to_disk(self, path: str | Path) -> None:
        """Write the trajectory, without its model, as .npz.

        path     file to write
        Errors   OSError: the file cannot be written
        Source   drop-in / mujoco.sysid
        """
        arrays: dict[str, Any] = {"initial_state": self.initial_state}
        for name in ("control", "sensordata", "state"):
            ts = getattr(self, name)
            if ts is not None:
                arrays |= {f"{name}_times": ts.times, f"{name}_data": ts.data}
                arrays |= pack_mapping(ts.signal_mapping, f"{name}_")
        np.savez_compressed(Path(path), **arrays)

    @classmethod
    def load_from_disk(
        cls, path: str | Path, model: MjModel, allow_missing_sensors: bool = False
    ) -> "SystemTrajectory":
        """Read a trajectory that `save_to_disk` wrote, and check its sizes against a model.

        path                    file to read
        model                   MjModel of the measured system
        allow_missing_sensors   whether sensor data may have fewer columns
        Returns                 SystemTrajectory
        Errors                  OSError: the file cannot be read; ValueError: the sizes do not fit the model
        Source                  drop-in / mujoco.sysid
        """
        series: dict[str, Any] = {"state": None}
        with np.load(Path(path)) as file:
            initial_state = file["initial_state"]
            for name in ("control", "sensordata", "state"):
                if f"{name}_times" in file:
                    data = file[f"{name}_times"], file[f"{name}_data"]
                    series[name] = TimeSeries(*data, unpack_mapping(file, f"{name}_"))
        trajectory = cls(model=model, initial_state=initial_state, **series)
        trajectory.check_compatible(allow_missing_sensors)
        return trajectory

    def render(
        self, height: int = 240, width: int = 320, camera: int | str = -1, fps: float = 30
    ) -> list[np.ndarray]:
        """Render the states as images (height, width, 3), fps per second.

        height, width   size of an image [pixel]
        camera          name or id; -1: the free camera
        fps             images per second
        Returns         list of uint8 (height, width, 3)
        Errors          ValueError: the trajectory has no states
        Source          drop-in / mujoco.sysid
        """
        from gelenk.sysid._src.plotting import render_rollout

        if self.state is None:
            raise ValueError("only trajectories with states can be rendered")
        data = MjData(self.model)
        return render_rollout(self.model, data, self.state.data[None], fps, camera, width, height)


def _column_count(ts: TimeSeries) -> int:
    return ts.data.shape[1] if ts.data.ndim > 1 else 1


def _slice_series(ts: TimeSeries | None, part: slice) -> TimeSeries | None:
    return None if ts is None else replace(ts, times=ts.times[part], data=ts.data[part])


@checked
def create_initial_state(
    model: MjModel,
    qpos: npt.ArrayLike | None,
    qvel: npt.ArrayLike | None = None,
    act: npt.ArrayLike | None = None,
    qpos_names: Sequence[str] | None = None,
    qvel_names: Sequence[str] | None = None,
    act_names: Sequence[str] | None = None,
) -> np.ndarray:
    """Return the state mjSTATE_FULLPHYSICS at time 0 for given qpos, qvel and act.

    model                               MjModel
    qpos, qvel, act                     (nq), (nv), (na); None: zero
    qpos_names, qvel_names, act_names   signals of a partial vector; the others are qpos0 and zero
    Returns                             float64 (nstate)
    Errors                              ValueError for wrong sizes and unknown names
    Source                              drop-in / mujoco.sysid
    """
    data = MjData(model)
    for field, values, names in (
        ("qpos", qpos, qpos_names),
        ("qvel", qvel, qvel_names),
        ("act", act, act_names),
    ):
        if values is None:
            continue
        target = getattr(data, field)
        values = np.asarray(values, np.float64).ravel()
        if names is not None:
            _put_named(model, field, target, values, names)
        elif values.size != target.size:
            raise ValueError(f"Expected {field} to have shape {target.size}, got {values.size}.")
        else:
            target[:] = values
    state = np.empty(states.size(model, mjtState.mjSTATE_FULLPHYSICS))
    states.get(model, data, state, mjtState.mjSTATE_FULLPHYSICS)
    return state


def _put_named(
    model: MjModel, field: str, target: np.ndarray, values: np.ndarray, names: Iterable[str]
) -> None:
    kind = signals.STATES[("qpos", "qvel", "act").index(field)]
    known = signals.signals_by_type(model)[kind]
    first = (0, model.nq, model.nq + model.nv)[("qpos", "qvel", "act").index(field)]
    columns = []
    for name in names:
        found = known.get(name) or known.get(name + signals.SUFFIX[kind])
        if found is None:
            raise ValueError(f"no {field} is called '{name}'; there are {', '.join(known)}")
        columns.append(found[1] - first)
    places = np.concatenate([np.zeros(0, int), *columns])
    if len(places) != values.size:
        raise ValueError(f"Expected {field} to have shape {len(places)}, got {values.size}.")
    target[places] = values


@methods_checked
class ModelSequences:
    """A spec to be identified, with its measured sequences.

    name                  name of the model, as in the names of files and in reports
    spec                  MjSpec
    sequence_name, initial_state, control, sensordata   of one measured sequence, or lists
    """

    def __init__(
        self,
        name: str,
        spec: MjSpec,
        sequence_name: str | Sequence[str],
        initial_state: Any,
        control: TimeSeries | Sequence[TimeSeries],
        sensordata: TimeSeries | Sequence[TimeSeries],
        allow_missing_sensors: bool = False,
    ) -> None:
        self.name, self.spec, self.allow_missing_sensors = name, spec, allow_missing_sensors
        self.gt_model = spec.compile()
        self.sequence_name = [sequence_name] if isinstance(sequence_name, str) else list(sequence_name)
        one = isinstance(control, TimeSeries)
        self.initial_state = [initial_state] if one else list(initial_state)
        self.control = _to_series(control)
        self.sensordata = _to_series(sensordata)
        parts = (self.sequence_name, self.initial_state, self.control, self.sensordata)
        if len(set(map(len, parts))) != 1:
            raise ValueError(
                f"{name}: {len(parts[0])} names, {len(parts[1])} initial states, {len(parts[2])} controls and "
                f"{len(parts[3])} sensor data; all must be equally many"
            )
        self.measured_rollout = [
            SystemTrajectory(self.gt_model, inputs, outputs, np.asarray(state, np.float64))
            for _, state, inputs, outputs in zip(*parts, strict=True)
        ]
        for trajectory in self.measured_rollout:
            trajectory.check_compatible(allow_missing_sensors)

    def __getitem__(self, key: int | slice) -> "ModelSequences":
        """Return some of the sequences, by index or slice."""
        part = key if isinstance(key, slice) else slice(key, key + 1 or None)
        return ModelSequences(
            self.name,
            self.spec,
            self.sequence_name[part],
            self.initial_state[part],
            self.control[part],
            self.sensordata[part],
            self.allow_missing_sensors,
        )


@checked
def sysid_rollout(
    models: MjModel | Sequence[MjModel],
    datas: MjData | Sequence[MjData],
    control_signal: TimeSeries | Sequence[TimeSeries],
    initial_states: npt.ArrayLike,
    rollout_signal_mapping: Mapping | None = None,
    rollout_state_mapping: Mapping | None = None,
    ctrl_mapping: Mapping | None = None,
) -> list[SystemTrajectory]:
    """Roll out models under controls and return one SystemTrajectory each.

    models, datas                                                 one or several; one thread per MjData
    control_signal                                                TimeSeries, or one for each trajectory, equally long;
                                                                  the last sample is unused
    initial_states                                                (nstate) or (n, nstate)
    rollout_signal_mapping, rollout_state_mapping, ctrl_mapping   signal names, where they differ from those of the
                                                                  model
    Returns                                                       list of SystemTrajectory
    Source                                                        drop-in / mujoco.sysid
    """
    models = list(models) if isinstance(models, Sequence) else [models]
    controls = _to_series(control_signal)
    initial = np.atleast_2d(np.asarray(initial_states, np.float64))
    count = max(len(models), len(controls), len(initial))
    models, controls = _repeat_to(models, count), _repeat_to(controls, count)
    initial = np.array(_repeat_to(list(initial), count))
    control = np.array([ts.data.reshape(len(ts), -1)[:-1] for ts in controls])
    state, sensordata = rollout(
        models if count > 1 else models[0], datas, initial, control, nstep=control.shape[1]
    )
    model = models[0]
    sensors = rollout_signal_mapping or signals.sensors(model)
    if rollout_state_mapping is None:
        qpos, qvel, act = signals.states(model)
        rollout_state_mapping = qpos | qvel | act
    inputs = ctrl_mapping or signals.controls(model)
    return [
        SystemTrajectory(
            models[i],
            TimeSeries(controls[i].times[:-1], control[i], inputs),
            TimeSeries(state[i, :, 0], sensordata[i], sensors),
            initial[i],
            TimeSeries(state[i, :, 0], state[i], rollout_state_mapping),
        )
        for i in range(count)
    ]


def _to_series(given: TimeSeries | Sequence[TimeSeries]) -> list[TimeSeries]:
    return [given] if isinstance(given, TimeSeries) else list(given)


def _repeat_to(items: list[Item], count: int) -> list[Item]:
    if len(items) not in (1, count):
        raise ValueError(
            f"{count} trajectories need 1 or {count} models, controls and initial states, got {len(items)}"
        )
    return items if len(items) == count else items * count
