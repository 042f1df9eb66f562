"""GPU implementation of `Batch` for device="cuda:0" and the like.

Documents: design / Many worlds on GPUs

The interface is that of `Batch`, with two differences. Calls that advance worlds return at once: `check` waits, and
raises SimulationError for worlds that stopped. Arrays are on the device; `get` and `set` copy to and from the host.
The host computes constants of the model from copies; Jacobians and rays run on the device in separate worlds.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NoReturn

import numpy as np

from gelenk.batch import arguments, transfers
from gelenk.batch.batch import Batch
from gelenk.batch.device import arguments as checked
from gelenk.batch.device import per_world_fields, queries, world_models
from gelenk.batch.device import rollout as rollouts
from gelenk.batch.device.arrays import DeviceArray
from gelenk.batch.device.gpu_worlds import DeviceBatch
from gelenk.batch.device.per_world_fields import Writer
from gelenk.batch.device.queries import QueryWorlds
from gelenk.batch.queries import checked_points, checked_rays
from gelenk.batch.world_models import models_of, unique_models, world_model
from gelenk.errors import FatalError
from gelenk.runtime import pipeline
from gelenk.runtime import state as states
from gelenk.runtime.copy_pickle import copy_model
from gelenk.runtime.data import MjData
from gelenk.runtime.exclusive_use import ExclusiveUse
from gelenk.runtime.model import MjModel
from gelenk.tables.enums import mjtState
from gelenk.toolchain.gpu.cuda_driver import Stream


class GpuBatch(Batch):
    """A `Batch` on a CUDA device; `Batch` documents the common arguments.

    precision         "float64", or "float32" with two thirds of the memory and 1.2 to 1.4 times the speed
    nconmax, njmax    capacity of contacts and constraint rows per world; excess ones are dropped: `overflow`
    lanes             GPU threads per world: 1, 2, 4, 8, 16, 32; None: 8 for up to 24,576 worlds with nv >= 16, else 1
    """

    _inner: DeviceBatch
    _made: dict[str, Any]
    _everyone: np.ndarray
    _answering: QueryWorlds | None
    jacobian, jvp, vjp = Batch.jacobian, Batch.jvp, Batch.vjp  # these raise ValueError on devices

    def __init__(
        self,
        model: MjModel,
        nsim: int,
        nthread: int = 0,
        persistent: bool = False,
        device: str = "cuda:0",
        precision: str = "float64",
        nconmax: int | None = None,
        njmax: int | None = None,
        lanes: int | None = None,
        **more: Any,
    ) -> None:
        if not isinstance(model, MjModel):
            raise TypeError(f"Batch: model must be an MjModel, not {type(model).__name__}")
        nsim = arguments.checked_count("Batch", "nsim", nsim)
        arguments.checked_count("Batch", "nthread", nthread, -(2**31) + 1)
        if persistent:
            raise ValueError("Batch: persistent=True keeps an MjData for each world: use device='cpu'")
        model._check_indices()
        mine = self.__dict__
        mine["_use"] = ExclusiveUse("batch")
        mine["model"] = model
        more |= {"nconmax": nconmax, "njmax": njmax}
        inner = mine["_inner"] = DeviceBatch(copy_model(model), nsim, device, precision, lanes=lanes, **more)
        mine["_made"] = {"device": device, "precision": precision, "lanes": inner.variant.lanes, **more}
        mine["_everyone"] = np.arange(nsim, dtype=np.int64)
        mine["_models"], mine["_answering"] = None, None

    # ---- properties

    @property
    def nsim(self) -> int:
        """Number of worlds."""
        return self._inner.nsim

    @property
    def nthread(self) -> int:
        """Number of host threads: 1, the thread of the caller."""
        return 1

    @property
    def nstate(self) -> int:
        """Number of elements of a row of `state`."""
        return states.size(self._inner.model, states.INTEGRATION)

    @property
    def persistent(self) -> bool:
        """False: no world has an MjData."""
        return False

    @property
    def device(self) -> str:
        """The device of the worlds, such as "cuda:0"."""
        return f"cuda:{self._inner.device.number}"

    @property
    def models(self) -> Any:
        """The models given to `set_models`: one, a tuple with one per world, or None."""
        return self._models

    @property
    def precision(self) -> str:
        """The precision, "float64" or "float32"."""
        return "float32" if self._inner.variant.single else "float64"

    @property
    def lanes(self) -> int:
        """Number of GPU threads that share a world."""
        return self._inner.variant.lanes

    @property
    def stream(self) -> Stream:
        """The stream of calls for which no stream is given."""
        return self._inner.stream

    @property
    def nbytes(self) -> int:
        """Number of bytes on the device, without the model and bound fields."""
        return self._inner.nbytes

    @property
    def state(self) -> np.ndarray:
        """A read-only copy of the states of all worlds (nsim, nstate); write with `set`."""
        with self._locked():
            found = self._read_states()
        found.flags.writeable = False
        return found

    def _read_states(self) -> np.ndarray:
        found = np.zeros((self.nsim, self.nstate))
        for name, start, n in states.parts(self._inner.model, states.INTEGRATION):
            if n and self._has_field(name):
                found[:, start : start + n] = self._inner.get(name).reshape(self.nsim, n)
        return found

    @property
    def status(self) -> np.ndarray:
        """Whether each world has stopped (nsim): 0 no, 1 yes; `error` has the reason."""
        with self._locked():
            return self._inner.stopped.astype(np.int32)

    @property
    def warning(self) -> np.ndarray:
        """Last argument and number of warnings of each kind since resets (nsim, mjNWARNING, 2)."""
        with self._locked():
            inner, names = self._inner, ("warning_lastinfo", "warning_number")
            parts = [inner._read_field(inner.plan.arrays[name]) for name in names]
        return np.stack(parts, axis=2)

    @property
    def overflow(self) -> dict[str, np.ndarray]:
        """Largest numbers of contacts and rows in each world, and numbers dropped last."""
        with self._locked():
            return self._inner.overflow

    def __repr__(self) -> str:
        if self._closed:
            return "<Batch, closed>"
        return f"<Batch of {self.nsim} worlds, nq {self._inner.model.nq}, on {self.device}, {self.precision}>"

    def error(self, sim: int) -> str:
        """Return why a world stopped; "" if it did not.

        Errors   IndexError: there is no such world
        """
        sim = self._checked_world("error", sim)
        with self._locked():
            return self._inner.stop_reason(sim) if self._inner.stopped[sim] else ""

    # ---- fields

    @property
    def _own_model(self) -> MjModel:
        return self._inner.model

    def _has_field(self, name: str) -> bool:
        return name in self._inner.plan.arrays or name in self._inner.plan.columns

    def bind(self, name: str) -> Any:  # a DeviceArray
        """Return the array (nsim, ...) of a field on the device, read and written by each call.

        Errors   ValueError: not a field of MjData, or a field that the program of the model does not have
        """
        if not isinstance(name, str) or name not in transfers.DATA_FIELDS:
            raise transfers.not_bindable(name)
        with self._locked():
            array = self._inner.bind(name)
        array.computed = "" if name in transfers.STATE_ROWS else name
        return array

    def get(self, name: str) -> np.ndarray:
        """Return a copy of a field of all worlds on the host, (nsim, ...)."""
        with self._locked():
            return self._inner.get(name)

    def set(self, name: str, value: Any) -> None:
        """Write a field of all worlds from the host: (nsim, ...), or a shape that broadcasts."""
        with self._locked():
            self._inner._find_entry(name)
            checked.writable(name)
            self._inner.set(name, value)

    def expand(self, name: str) -> Any:  # a DeviceArray
        """Return the live array (nsim, ...) of a model field, with values per world from now on.

        Values written to it, by torch or by `array[:, 3] = 0.5`, take effect in the next call. After writing fields
        from which others follow, call `set_const`. The first call loads another program.

        Errors   those of `Batch.expand`; NotImplementedError: an index field, which cannot be checked on a device
        """
        if self._models is not None:
            raise FatalError("expand: the batch runs the caller's models (set_models): edit those instead")
        with self._locked():
            return self._inner.expand(name)

    def expanded(self, name: str) -> Any:  # a DeviceArray
        """Return the array of an expanded model field; else None.

        Errors   ValueError: no such field can be expanded
        """
        if not isinstance(name, str) or name not in transfers.MODEL_FIELDS:
            raise transfers.not_expandable(name)
        return self._own_rows.get(name)

    @property
    def _own_rows(self) -> dict[str, DeviceArray]:
        return self._inner.own.arrays

    def _values(self, name: str) -> Any:
        """Return the array of an expanded field, or the shared value on the host, read-only."""
        found = self._own_rows.get(name)
        if found is not None:
            return found
        shared = per_world_fields.shared_value(self._inner.model, name)
        return np.broadcast_to(shared, (self.nsim, *shared.shape))

    def _expanded_on_host(self) -> dict[str, np.ndarray]:
        """Return host copies of all expanded fields, in the dtypes of the CPU."""
        model = self._inner.model
        return {
            name: array.numpy().astype(per_world_fields.shared_value(model, name).dtype)
            for name, array in self._own_rows.items()
        }

    def _writable(self, name: str) -> Any:
        if name not in transfers.DATA_FIELDS:
            return self.expand(name)
        checked.writable(name)
        return Writer(self, name)

    # ---- calls

    def _checked_ids(self, ids: Any) -> np.ndarray | None:
        return None if ids is None else arguments.ids(ids, self._everyone)

    def step(
        self, ids: Any = None, nstep: int = 1, stage: int = 0, stream: int | Stream | None = None
    ) -> None:
        """Step worlds (mj_step), without waiting for the device.

        stage    mjSTAGE_NONE, or mjSTAGE_ACC, which runs mj_forward afterwards
        stream   stream of the caller, or its handle, in which to enqueue the steps; ids are copied first

        Errors   NotImplementedError: another stage; DriverError; `check` reports worlds that stop
        """
        nstep, stage = arguments.checked_count("step", "nstep", nstep), checked.stage("step", stage)
        with self._locked():
            some = self._checked_ids(ids)
            self._inner.step(nstep, stream, some)
            if stage:
                self._inner.forward(stream, some)

    def forward(self, ids: Any = None, stage: int = 3, stream: int | Stream | None = None) -> None:
        """Compute forward dynamics (mj_forward), without waiting for the device."""
        if checked.stage("forward", stage):
            with self._locked():
                self._inner.forward(stream, self._checked_ids(ids))

    def reset(self, ids: Any = None, keyframe: Any = -1, stage: int = 3) -> None:
        """Reset worlds to the model's state or to keyframes, then run mj_forward.

        stage      mjSTAGE_NONE: do not run mj_forward

        keyframe   for all, or one for each world of the call; -1: the state of the model
        """
        stage = checked.stage("reset", stage)
        with self._locked():
            some = arguments.ids(ids, self._everyone)
            keys = arguments.broadcast_integers(
                "keyframe", keyframe, (len(some),), -1, self._inner.model.nkey
            )
            for key in np.unique(keys):
                self._inner.reset(some[keys == key], int(key))
            if stage and len(some):
                self._inner.forward(None, some)

    def noise(self, seed: int, amplitude: float) -> None:
        """Write normal controls of standard deviation ``amplitude`` times half their range."""
        with self._locked():
            self._inner.noise(seed, amplitude)

    def scatter(self, seed: int, amplitude: float, ids: Any = None) -> None:
        """Add normal noise of standard deviation ``amplitude`` [m/s, rad/s] to velocities."""
        with self._locked():
            self._inner.scatter(seed, amplitude, self._checked_ids(ids))

    def check(self) -> None:
        """Wait until all work is done.

        Errors   SimulationError: worlds that stopped, by their ids; they stay unchanged until they are reset
        """
        with self._locked():
            self._inner.check()

    def measure(self, nstep: int = 100, spare: float = 1.25) -> dict[str, int]:
        """Step, and return the capacities that would have sufficed, times ``spare``."""
        with self._locked():
            return self._inner.measure(nstep, spare)

    def rollout(
        self,
        nstep: int,
        control: Any = None,
        control_spec: int = int(mjtState.mjSTATE_CTRL),
        record: Iterable[Any] = ("qpos",),
        ids: Any = None,
        out: Mapping[Any, Any] | None = None,
        stream: int | Stream | None = None,
    ) -> dict[Any, Any]:
        """Step worlds under controls, and record fields after each step, on the device.

        control   (n, nstep, ncontrol) on the host; or an array on this device in the precision of the batch
        out       arrays of an earlier rollout to write into
        stream    as for `step`; the stream that produces control, if control is on the device

        Returns a dict from items to arrays on the device (n, nstep, ...), which are complete when the stream is done.
        Errors   those of `Batch.rollout`; `check` reports worlds that stop
        """
        nstep = arguments.checked_count("rollout", "nstep", nstep)
        return self._run_rollout(self._plan_rollout(nstep, control, control_spec, record, ids, out), stream)

    def _plan_rollout(
        self, nstep: int, control: Any, spec: Any, record: Any, ids: Any, out: Any
    ) -> rollouts.Planned:
        """Check the arguments of a rollout, and allocate its arrays."""
        with self._locked():
            some = arguments.ids(ids, self._everyone)
            arrays = rollouts.outputs(self._inner, record, len(some), nstep, out)
            inputs, kept = rollouts.control(self._inner, control, spec, len(some), nstep)
        return rollouts.Planned(some, nstep, inputs, [*kept, *arrays.values()], arrays)

    def _run_rollout(self, planned: rollouts.Planned, stream: int | Stream | None) -> dict[Any, Any]:
        with self._locked():
            inner = self._inner
            queue = inner._checked_stream(stream)
            inner.kept = planned.kept
            rows = rollouts.rows(inner, planned.arrays)
            if len(planned.ids):
                rollouts.run(inner, planned.ids, planned.nstep, planned.inputs, rows, queue)
        return planned.arrays

    # ---- queries

    def _host_copy(self) -> Batch:
        return queries.on_host(self._inner.model, self._read_states(), self._expanded_on_host())

    def jac(self, body: Any, point: Any, ids: Any = None) -> tuple[np.ndarray, np.ndarray]:
        """Run `Batch.jac` on the device in its precision; waits, and returns host arrays."""
        with self._locked():
            some = arguments.ids(ids, self._everyone)
            asked = checked_points(self._inner.model, len(some), body, point)
            return self._query_worlds().jacobians(some, asked)

    def ray(
        self,
        pnt: Any,
        vec: Any,
        geomgroup: Any = None,
        flg_static: bool = True,
        bodyexclude: Any = -1,
        ids: Any = None,
        normal: bool = False,
    ) -> tuple[np.ndarray, ...]:
        """Run `Batch.ray` on the device in its precision; waits, and returns host arrays."""
        with self._locked():
            some = arguments.ids(ids, self._everyone)
            normal = arguments.flag("ray", "normal", normal)
            asked = checked_rays(self._inner.model, len(some), pnt, vec, geomgroup, flg_static, bodyexclude)
            found = self._query_worlds().rays(some, asked)
            return found if normal else found[:2]

    def _query_worlds(self) -> QueryWorlds:
        """Return the worlds that answer queries, in the variant of the batch."""
        if self._answering is None or self._answering.variant != self._inner.variant:
            self.__dict__["_answering"] = QueryWorlds(self._inner)
        assert self._answering is not None
        return self._answering

    def set_const(self, ids: Any = None) -> None:
        """Run `Batch.set_const` on the host from copies, in double precision; waits.

        Errors   SimulationError: some worlds failed, and keep their values; FatalError: `set_models` is in effect
        """
        if self._models is not None:
            raise FatalError("set_const: the batch runs the caller's models (set_models): edit those instead")
        with self._locked(), self._host_copy() as there:
            try:
                there.set_const(ids)
            finally:
                for name, values in queries.differing(self._inner.model, there, self._own_rows).items():
                    self._inner.expand(name).assign(values)

    # ---- models and data

    def set_models(self, models: Any) -> None:
        """Run `Batch.set_models`; differing fields are copied, so later edits have no effect.

        Errors   those of `Batch.set_models`; NotImplementedError: indices or assets differ, by name, or a model needs
                 stages that the model of the batch does not; MemoryError
        """
        kept, listed = models_of(models, self.nsim)
        if kept is not None and self._models is None and self._own_rows:
            raise FatalError(f"set_models: these model fields are expanded: {', '.join(self._own_rows)}")
        with self._locked():
            names = world_models.differing(self._inner, unique_models(listed, self._inner.model))
            if self._models is not None:
                self.__dict__["_models"] = None
                self._inner.share_fields([*self._own_rows])
            if listed is not None:
                world_models.put_models(self._inner, listed, names)
            self.__dict__["_models"] = kept

    def get_model(self, sim: int, model: MjModel | None = None) -> MjModel:
        """Return the model of a world: the model of the batch with its expanded fields."""
        sim = self._checked_world("get_model", sim)
        with self._locked():
            return world_model(self._inner.model, self._expanded_on_host(), sim, model)

    def get_data(self, sim: int, data: MjData | None = None) -> MjData:
        """Return the state of a world as MjData; run mj_forward for derived fields.

        For models with sleep enabled, get_data runs mj_forward itself, and sets the sleep states of the world.
        """
        sim = self._checked_world("get_data", sim)
        made = MjData(self._inner.model) if data is None else data
        if made._signature != self._inner.model._signature:
            raise ValueError("get_data: the sizes of data differ from those of the batch")
        states.put(self._inner.model, made, np.ascontiguousarray(self.state[sim]), states.INTEGRATION)
        if self._inner.can_sleep:
            m = self.get_model(sim)
            for asleep in (-1, self.get("tree_asleep")[sim]):
                made._a_tree_asleep[:] = asleep
                pipeline.run_stage("forward", m, made)
        return made

    def close(self) -> None:
        """Release the device memory, except for arrays that are still referenced.

        Later calls and fields raise RuntimeError; arrays of rollouts remain valid.
        """
        if not self._closed:
            with self._locked():
                self._inner.close()
                self.__dict__["_inner"], self.__dict__["_answering"] = _ClosedWorlds(), None
                self._use.closed = True

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the batch by value, through the host."""
        with self._locked():
            taken = world_models.copy_to_host(self._inner)
        return world_models.restored, (
            type(self),
            self._inner.model,
            self.nsim,
            self._made,
            taken,
            self._models,
        )


class _ClosedWorlds:
    """The worlds of a closed batch: every access raises."""

    def __getattr__(self, name: str) -> NoReturn:
        raise RuntimeError("the batch is closed")
