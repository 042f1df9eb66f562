"""A batch on multiple GPUs: each has a slice of the worlds, without communication.

Documents: design / Many worlds on GPUs

    batch = MultiBatch(m, 16384, ["cuda:0", "cuda:1"], precision="float32")
    ctrl = batch.bind("ctrl")               a list: one array on each device
    batch.step(nstep=4)                     on all of them at once
    batch.reset([3, 9000])                  worlds have the numbers that they would have in one batch
    batch.joint("hinge").qpos = 0.1         of all worlds; reading it gives a list

Arguments and results on devices are lists with one array for each device; on the host they are arrays of all worlds.
"""

from __future__ import annotations

import copy
import itertools
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from gelenk.batch import arguments, rollout_calls, transfers
from gelenk.batch.device import arguments as checked
from gelenk.batch.device.arrays import DeviceArray, of_host
from gelenk.batch.device.gpu_batch import GpuBatch
from gelenk.batch.device.gpu_worlds import WorldsStopped
from gelenk.batch.device.per_world_fields import Writer
from gelenk.batch.named_access import ByName
from gelenk.batch.queries import DerivativeMethods, checked_points, checked_rays
from gelenk.batch.world_models import models_of, unique_models
from gelenk.runtime.data import MjData
from gelenk.runtime.model import MjModel
from gelenk.tables.enums import mjtState
from gelenk.toolchain.gpu.cuda_driver import Stream


class MultiBatch(ByName):
    """``nsim`` worlds over ``devices``, in slices of nearly equal length.

    Results are those of one device.

    parts   the batch of each device (`gelenk.batch.Batch`); starts  the first world of each, and nsim
    more    arguments of these: precision, nconmax, njmax, lanes

    Calls, arguments and errors are those of `Batch` on a device; ``stream`` is a list with one for each device. Fields
    and named objects are attributes: reading returns a list, assigning writes to all worlds.

    Errors  as for `Batch`; ValueError: no device, or more devices than worlds
    """

    _differentiate: Any = DerivativeMethods._differentiate
    jacobian: Any = DerivativeMethods.jacobian  # these raise ValueError on devices
    jvp: Any = DerivativeMethods.jvp
    vjp: Any = DerivativeMethods.vjp

    model: MjModel
    nsim: int
    starts: np.ndarray
    parts: list[GpuBatch]
    _everyone: np.ndarray
    _models: Any

    if TYPE_CHECKING:  # fields, and views of named objects

        def __getattr__(self, name: str) -> Any: ...
        def __setattr__(self, name: str, value: Any) -> None: ...

    def __init__(self, model: MjModel, nsim: int, devices: Sequence[Any], **more: Any) -> None:
        nsim = arguments.checked_count("MultiBatch", "nsim", nsim)
        devices = checked.devices(devices)
        if nsim < len(devices):
            raise ValueError(f"{nsim} worlds are fewer than {len(devices)} devices: use fewer devices")
        mine = self.__dict__  # assigning an attribute writes a field
        mine["model"], mine["nsim"] = model, nsim
        starts = mine["starts"] = np.array([nsim * i // len(devices) for i in range(len(devices) + 1)])
        mine["_everyone"], mine["_models"] = np.arange(nsim, dtype=np.int64), None
        base = more.pop("first", 0)
        mine["parts"] = [
            GpuBatch(model, int(end - start), device=device, first=base + int(start), **more)
            for device, start, end in zip(devices, starts, starts[1:], strict=False)
        ]

    def __repr__(self) -> str:
        if self.parts[0]._closed:
            return "<MultiBatch, closed>"
        return f"<MultiBatch of {self.nsim} worlds on {', '.join(self.devices)}>"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, exc_type: object, exc_val: object, exc_tb: object) -> None:
        self.close()

    def __copy__(self) -> MultiBatch:
        return copy.deepcopy(self)

    def close(self) -> None:
        """Release the memory of all devices, except for arrays that are still referenced."""
        for part in self.parts:
            part.close()

    # ---- properties

    @property
    def devices(self) -> list[str]:
        """The device of each part."""
        return [part.device for part in self.parts]

    @property
    def precision(self) -> str:
        """The precision, "float64" or "float32"."""
        return self.parts[0].precision

    @property
    def lanes(self) -> int:
        """Number of GPU threads that share a world."""
        return self.parts[0].lanes

    @property
    def nstate(self) -> int:
        """Number of elements of a row of `state`."""
        return self.parts[0].nstate

    @property
    def models(self) -> Any:
        """The models given to `set_models`.

        One MjModel, or a tuple with one for each world; None: the model of the batch.
        """
        return self._models

    @property
    def _own_model(self) -> MjModel:
        return self.parts[0]._own_model

    # ---- distribution of worlds

    def _part_slices(self) -> list[slice]:
        return [slice(a, b) for a, b in itertools.pairwise(self.starts.tolist())]

    def _split_ids(self, ids: Any) -> tuple[np.ndarray, list[tuple[GpuBatch, np.ndarray, slice]]]:
        """Return the ids of a call, and for each part its local ids and their slice of the call."""
        some = arguments.ids(ids, self._everyone)
        ends = np.searchsorted(some, self.starts).tolist()
        rows = [slice(a, b) for a, b in itertools.pairwise(ends)]
        parts = zip(self.parts, rows, self.starts, strict=False)
        return some, [(part, some[mine] - start, mine) for part, mine, start in parts]

    def _find_world(self, function: str, sim: Any) -> tuple[GpuBatch, int]:
        """Return the part that has a world, and the id of the world in this part."""
        sim = arguments.integer(function, "sim", sim)
        if not 0 <= sim < self.nsim:
            raise IndexError(f"{function}: sim must be in [0, {self.nsim}), not {sim}")
        i = int(np.searchsorted(self.starts, sim, side="right")) - 1
        return self.parts[i], sim - int(self.starts[i])

    # ---- fields

    def get(self, name: str) -> np.ndarray:
        """Return a copy of a field of all worlds on the host, (nsim, ...)."""
        return np.concatenate([part.get(name) for part in self.parts])

    def set(self, name: str, value: Any) -> None:
        """Write a field of all worlds from the host: (nsim, ...), or a shape that broadcasts."""
        entry = self.parts[0]._inner._find_entry(name)
        every = self._checked_rows(name, value, entry.dtype, entry.shape)
        for part, rows in zip(self.parts, self._part_slices(), strict=True):
            part.set(name, every[rows])

    def _checked_rows(self, name: str, value: Any, dtype: Any, shape: tuple[int, ...]) -> np.ndarray:
        """Return the value of an assignment as an array of all worlds on the host."""
        return checked.rows(name, of_host(value), dtype, (self.nsim, *shape))

    def bind(self, name: str) -> list[DeviceArray]:
        """Return a field as a list with one array for each device."""
        return [part.bind(name) for part in self.parts]

    def expand(self, name: str) -> list[DeviceArray]:
        """Return a model field as a list of arrays, with values per world from now on."""
        return [part.expand(name) for part in self.parts]

    def expanded(self, name: str) -> list[DeviceArray] | None:
        """Return the arrays of an expanded model field, one for each device; else None."""
        found = [part.expanded(name) for part in self.parts]
        return None if any(array is None for array in found) else found

    @property
    def _own_rows(self) -> dict[str, list[DeviceArray]]:
        first, *others = (part._own_rows for part in self.parts)
        everywhere = (name for name in first if all(name in rows for rows in others))
        return {name: [first[name], *(rows[name] for rows in others)] for name in everywhere}

    def _values(self, name: str) -> list[Any]:
        """Return a model field on each device: its expanded or its shared value."""
        return [part._values(name) for part in self.parts]

    def _writable(self, name: str) -> Writer:
        for part in self.parts:  # raise before the first write, or expand the field on every device
            part._writable(name)
        return Writer(self if name in transfers.DATA_FIELDS else _Expanded(self), name)

    # ---- calls

    def _streams(self, stream: Any) -> list[Stream | None]:
        """Return a stream for each device; None: the stream of its part."""
        if stream is None:
            return [None] * len(self.parts)
        if not isinstance(stream, list | tuple) or len(stream) != len(self.parts):
            raise ValueError(
                f"stream must be a list with one stream of each of {len(self.parts)} devices, or None, not {stream!r}"
            )
        return [part._inner._checked_stream(one) for part, one in zip(self.parts, stream, strict=True)]

    def step(
        self, ids: Any = None, nstep: int = 1, stage: int = 0, stream: Sequence[Any] | None = None
    ) -> None:
        """Step worlds on all devices concurrently.

        stream   streams of the caller, or their handles, one for each device
        """
        _, shared = self._split_ids(ids)
        for (part, some, _), queue in zip(shared, self._streams(stream), strict=True):
            if len(some):
                part.step(None if ids is None else some, nstep, stage, queue)

    def forward(self, ids: Any = None, stage: int = 3, stream: Sequence[Any] | None = None) -> None:
        """Compute forward dynamics on all devices concurrently."""
        _, shared = self._split_ids(ids)
        for (part, some, _), queue in zip(shared, self._streams(stream), strict=True):
            if len(some):
                part.forward(None if ids is None else some, stage, queue)

    def reset(self, ids: Any = None, keyframe: Any = -1, stage: int = 3) -> None:
        """Reset worlds to the model's state or to keyframes.

        keyframe   for all, or one for each world of the call; -1: the state of the model
        """
        every, shared = self._split_ids(ids)
        keys = arguments.broadcast_integers("keyframe", keyframe, (len(every),), -1, self.model.nkey)
        for part, some, rows in shared:
            if len(some):
                part.reset(some, keys[rows], stage)

    def noise(self, seed: int, amplitude: float) -> None:
        """Write random controls, equal to those of one device."""
        for part in self.parts:
            part.noise(seed, amplitude)

    def scatter(self, seed: int, amplitude: float, ids: Any = None) -> None:
        """Add random values to velocities, equal to those of one device."""
        for part, some, _ in self._split_ids(ids)[1]:
            if len(some):
                part.scatter(seed, amplitude, some)

    def rollout(
        self,
        nstep: int,
        control: Any = None,
        control_spec: int = int(mjtState.mjSTATE_CTRL),
        record: Iterable[Any] = ("qpos",),
        ids: Any = None,
        out: Mapping[Any, list[DeviceArray]] | None = None,
        stream: Sequence[Any] | None = None,
    ) -> dict[Any, list[DeviceArray]]:
        """Step worlds under controls on all devices concurrently, and record fields.

        control   on the host, (n, nstep, ncontrol) or a shape that broadcasts; or a list of arrays on the devices
        out       arrays of an earlier rollout to write into, a list for each item
        stream    as for `step`

        Returns a dict from items to a list: an array (n, nstep, ...) on each device, for its worlds.
        """
        every, shared = self._split_ids(ids)
        (items, given_out), queues = rollout_calls.record_items(record, out), self._streams(stream)
        for item, arrays in given_out.items():
            if not isinstance(arrays, list | tuple) or len(arrays) != len(self.parts):
                raise ValueError(
                    f"out[{item!r}] must be a list with one array on each of {len(self.parts)} devices"
                )
        there = isinstance(control, list | tuple) and all(isinstance(c, DeviceArray) for c in control)
        if there and len(control) != len(self.parts):
            raise ValueError(
                f"control must be an array on each of {len(self.parts)} devices, not {len(control)}"
            )
        nstep, planned = arguments.checked_count("rollout", "nstep", nstep), []
        whole = None
        if not there:
            _, whole = rollout_calls.inputs(self.model, control, control_spec, len(every), nstep)
        for i, (part, some, rows) in enumerate(shared):  # check all parts before the first one starts
            given = control[i] if there else None if whole is None else whole[rows]
            into = {item: arrays[i] for item, arrays in given_out.items()}
            planned.append(part._plan_rollout(nstep, given, control_spec, items, some, into))
        found: dict[Any, list[DeviceArray]] = {}
        for part, plan, queue in zip(self.parts, planned, queues, strict=True):
            for item, array in part._run_rollout(plan, queue).items():
                found.setdefault(item, []).append(array)
        return found

    def jac(self, body: Any, point: Any, ids: Any = None) -> tuple[np.ndarray, np.ndarray]:
        """Run `Batch.jac`: jacp and jacr (n, 3, nv), on the host."""
        every, shared = self._split_ids(ids)
        asked = checked_points(self.model, len(every), body, point)
        found = [part.jac(asked.body[rows], asked.point[rows], some) for part, some, rows in shared]
        return np.concatenate([f[0] for f in found]), np.concatenate([f[1] for f in found])

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
        """Run `Batch.ray`; return arrays of all worlds on the host.

        Distances and geoms are (n, nray); normals (n, nray, 3) are returned on request.
        """
        every, shared = self._split_ids(ids)
        asked = checked_rays(self.model, len(every), pnt, vec, geomgroup, flg_static, bodyexclude)
        found = [
            part.ray(
                *(asked.origin[rows], asked.along[rows], geomgroup, flg_static),
                *(asked.exclude[rows], some, normal),
            )
            for part, some, rows in shared
        ]
        return tuple(np.concatenate(pieces) for pieces in zip(*found, strict=True))

    def set_const(self, ids: Any = None) -> None:
        """Run `Batch.set_const` on the host; waits."""
        for part, some, _ in self._split_ids(ids)[1]:
            if len(some):
                part.set_const(some)

    # ---- models and data

    def set_models(self, models: Any) -> None:
        """Run `Batch.set_models` on all devices, or on none if one fails."""
        given, listed = models_of(models, self.nsim)
        unique_models(listed, self.model)
        before = [part.models for part in self.parts]
        try:
            for part, rows in zip(self.parts, self._part_slices(), strict=True):
                part.set_models(None if listed is None else listed[rows])
        except BaseException:
            for part, kept in zip(self.parts, before, strict=True):
                part.set_models(kept)
            raise
        self.__dict__["_models"] = given

    def get_model(self, sim: int, model: MjModel | None = None) -> MjModel:
        """Return the model of a world on the host."""
        part, own = self._find_world("get_model", sim)
        return part.get_model(own, model)

    def get_data(self, sim: int, data: MjData | None = None) -> MjData:
        """Return the state of a world as MjData; run mj_forward for derived fields."""
        part, own = self._find_world("get_data", sim)
        return part.get_data(own, data)

    # ---- status

    def check(self) -> None:
        """Wait for all devices.

        Errors   WorldsStopped: worlds that stopped, by their ids in the whole batch
        """
        stopped, first = [], ""
        for part, rows in zip(self.parts, self._part_slices(), strict=True):
            try:
                part.check()
            except WorldsStopped as error:
                first = first or f"{error} (counted from {rows.start})"
                stopped.append(error.ids + rows.start)
        if stopped:
            raise WorldsStopped(first, np.concatenate(stopped))

    def error(self, sim: int) -> str:
        """Return why a world stopped; "" if it did not."""
        part, own = self._find_world("error", sim)
        return part.error(own)

    @property
    def state(self) -> np.ndarray:
        """A copy of the states of all worlds (nsim, nstate)."""
        return np.concatenate([part.state for part in self.parts])

    @property
    def status(self) -> np.ndarray:
        """Whether each world has stopped (nsim): 0 no, 1 yes."""
        return np.concatenate([part.status for part in self.parts])

    @property
    def warning(self) -> np.ndarray:
        """Warnings of all worlds since their resets (nsim, mjNWARNING, 2).

        The last axis is the argument of the last warning and the number of warnings.
        """
        return np.concatenate([part.warning for part in self.parts])

    @property
    def nbytes(self) -> int:
        """Number of bytes on all devices, without the model and bound fields."""
        return sum(part.nbytes for part in self.parts)

    @property
    def overflow(self) -> dict[str, np.ndarray]:
        """Usage and overflow of the capacities of each world, by name.

        Largest numbers of contacts and rows, and the numbers dropped at the last overflow.
        """
        every = [part.overflow for part in self.parts]
        return {name: np.concatenate([one[name] for one in every]) for name in every[0]}

    def measure(self, nstep: int = 100, spare: float = 1.25) -> dict[str, int]:
        """Step, and return the capacities that would have sufficed, times ``spare``."""
        found = [part.measure(nstep, spare) for part in self.parts]
        return {name: max(one[name] for one in found) for name in found[0]}


class _Expanded:
    """The expanded model fields of all worlds, with the interface of `Writer`'s batch."""

    def __init__(self, batch: MultiBatch) -> None:
        self._batch = batch

    def get(self, name: str) -> np.ndarray:
        """Return a copy of a field of all worlds on the host, (nsim, ...)."""
        return np.concatenate([array.numpy() for array in self._batch.expand(name)])

    def set(self, name: str, value: Any) -> None:
        """Write a field of all worlds from the host: (nsim, ...), or a shape that broadcasts."""
        batch = self._batch
        arrays = batch.expand(name)
        every = batch._checked_rows(name, value, arrays[0].dtype, arrays[0].shape[1:])
        for array, rows in zip(arrays, batch._part_slices(), strict=True):
            array.assign(every[rows])
