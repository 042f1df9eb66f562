"""One batch on several GPUs: each has a slice of the worlds, and nothing goes from one to another.

Documents: design / Many worlds on GPUs

    batch = MultiBatch(m, 16384, ["cuda:0", "cuda:1"], precision="float32")
    ctrl = batch.bind("ctrl")               a list: one array on each device
    batch.step(nstep=4)                     on all of them at once
    batch.reset([3, 9000])                  worlds have the numbers that they would have in one batch
    batch.joint("hinge").qpos = 0.1         of all worlds; reading it gives a list

What is on devices comes as a list with an array of each, and so it goes in; what is on the host is that of all worlds.
"""

from __future__ import annotations

import copy
import itertools
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from gelenk.batch import arguments, fields, rollout_calls
from gelenk.batch.device import arguments as checked
from gelenk.batch.device.arrays import DeviceArray, of_host
from gelenk.batch.device.gpu_batch import OnDevice
from gelenk.batch.device.gpu_worlds import WorldsStopped
from gelenk.batch.device.per_world_fields import Writer
from gelenk.batch.named_access import ByName
from gelenk.batch.queries import lines, points
from gelenk.batch.world_models import models_of, unlike
from gelenk.runtime.data import MjData
from gelenk.runtime.model import MjModel
from gelenk.tables.enums import mjtState
from gelenk.toolchain.gpu.cuda_driver import Stream


class MultiBatch(ByName):
    """``nsim`` worlds over ``devices``, in slices of nearly equal length; results are those of one device.

    parts   the batch of each device (`gelenk.batch.Batch`); starts  the first world of each, and nsim
    more    arguments of these: precision, nconmax, njmax, lanes

    Calls, arguments and errors are those of `Batch` on a device; ``stream`` is a list with one for each device.
    Fields and named objects are attributes as there: what is read is a list, what is assigned is for all worlds.

    Errors  as for `Batch`; ValueError: no device, or more devices than worlds
    """

    model: MjModel
    nsim: int
    starts: np.ndarray
    parts: list[OnDevice]
    _everyone: np.ndarray
    _models: Any

    if TYPE_CHECKING:  # fields, and views of named objects

        def __getattr__(self, name: str) -> Any: ...
        def __setattr__(self, name: str, value: Any) -> None: ...

    def __init__(self, model: MjModel, nsim: int, devices: Sequence[Any], **more: Any) -> None:
        nsim = arguments.count("MultiBatch", "nsim", nsim)
        devices = checked.devices(devices)
        if nsim < len(devices):
            raise ValueError(f"{nsim} worlds cannot be shared by {len(devices)} devices: take fewer")
        mine = self.__dict__  # assigning an attribute writes a field
        mine["model"], mine["nsim"] = model, nsim
        starts = mine["starts"] = np.array([nsim * i // len(devices) for i in range(len(devices) + 1)])
        mine["_everyone"], mine["_models"] = np.arange(nsim, dtype=np.int64), None
        base = more.pop("first", 0)
        mine["parts"] = [
            OnDevice(model, int(end - start), device=device, first=base + int(start), **more)
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
        """Give the memory of all devices back, but for arrays that others hold."""
        for part in self.parts:
            part.close()

    # ---- what it is

    @property
    def devices(self) -> list[str]:
        """Where the worlds of each part are."""
        return [part.device for part in self.parts]

    @property
    def precision(self) -> str:
        """float64 or float32."""
        return self.parts[0].precision

    @property
    def lanes(self) -> int:
        """Threads of a GPU that share a world."""
        return self.parts[0].lanes

    @property
    def nstate(self) -> int:
        """Numbers of a row of `state`."""
        return self.parts[0].nstate

    @property
    def models(self) -> Any:
        """The models that `set_models` was given: one, or a tuple with that of each world; None: that of the batch."""
        return self._models

    @property
    def _made_of(self) -> MjModel:
        return self.parts[0]._made_of

    # ---- whose worlds are whose

    def _slices(self) -> list[slice]:
        return [slice(a, b) for a, b in itertools.pairwise(self.starts.tolist())]

    def _shared(self, ids: Any) -> tuple[np.ndarray, list[tuple[OnDevice, np.ndarray, slice]]]:
        """Numbers of worlds; of each part its own numbers of them, and which of the call these are."""
        some = arguments.ids(ids, self._everyone)
        ends = np.searchsorted(some, self.starts).tolist()
        rows = [slice(a, b) for a, b in itertools.pairwise(ends)]
        parts = zip(self.parts, rows, self.starts, strict=False)
        return some, [(part, some[mine] - start, mine) for part, mine, start in parts]

    def _of(self, function: str, sim: Any) -> tuple[OnDevice, int]:
        """The part that has a world, and its number there."""
        sim = arguments.integer(function, "sim", sim)
        if not 0 <= sim < self.nsim:
            raise IndexError(f"{function}: sim must be in [0, {self.nsim}), not {sim}")
        i = int(np.searchsorted(self.starts, sim, side="right")) - 1
        return self.parts[i], sim - int(self.starts[i])

    # ---- fields

    def get(self, name: str) -> np.ndarray:
        """A field of all worlds, copied to the host: (nsim, ...)."""
        return np.concatenate([part.get(name) for part in self.parts])

    def set(self, name: str, value: Any) -> None:
        """Write a field of all worlds from the host: (nsim, ...), or what can be broadcast to it."""
        entry = self.parts[0]._inner._entry(name)
        every = self._every(name, value, entry.dtype, entry.shape)
        for part, rows in zip(self.parts, self._slices(), strict=True):
            part.set(name, every[rows])

    def _every(self, name: str, value: Any, dtype: Any, shape: tuple[int, ...]) -> np.ndarray:
        """What is written to a field, as numbers of all worlds on the host."""
        return checked.rows(name, of_host(value), dtype, (self.nsim, *shape))

    def bind(self, name: str) -> list[DeviceArray]:
        """The field as one array for each device."""
        return [part.bind(name) for part in self.parts]

    def expand(self, name: str) -> list[DeviceArray]:
        """The field of the model, as one array for each device: worlds have values of their own from now on."""
        return [part.expand(name) for part in self.parts]

    def expanded(self, name: str) -> list[DeviceArray] | None:
        """The arrays of a field of the model that is expanded, one for each device; else None."""
        found = [part.expanded(name) for part in self.parts]
        return None if any(array is None for array in found) else found

    @property
    def _own_rows(self) -> dict[str, list[DeviceArray]]:
        first, *others = (part._own_rows for part in self.parts)
        everywhere = (name for name in first if all(name in rows for rows in others))
        return {name: [first[name], *(rows[name] for rows in others)] for name in everywhere}

    def _values(self, name: str) -> list[Any]:
        """A field of the model, on each device: what is expanded, or what all worlds share."""
        return [part._values(name) for part in self.parts]

    def _writable(self, name: str) -> Writer:
        for part in self.parts:  # refused, or there is room on every device
            part._writable(name)
        return Writer(self if name in fields.DATA_FIELDS else _Expanded(self), name)

    # ---- calls

    def _streams(self, stream: Any) -> list[Stream | None]:
        """A stream of each device; None: that of its part."""
        if stream is None:
            return [None] * len(self.parts)
        if not isinstance(stream, list | tuple) or len(stream) != len(self.parts):
            raise ValueError(
                f"stream must be a list with one of each of {len(self.parts)} devices, or None, not {stream!r}"
            )
        return [part._inner._stream(one) for part, one in zip(self.parts, stream, strict=True)]

    def step(
        self, ids: Any = None, nstep: int = 1, stage: int = 0, stream: Sequence[Any] | None = None
    ) -> None:
        """Steps on all devices at once.

        stream   those of the caller, by their handles, one on each device
        """
        _, shared = self._shared(ids)
        for (part, some, _), queue in zip(shared, self._streams(stream), strict=True):
            if len(some):
                part.step(None if ids is None else some, nstep, stage, queue)

    def forward(self, ids: Any = None, stage: int = 3, stream: Sequence[Any] | None = None) -> None:
        """Forward dynamics on all devices at once."""
        _, shared = self._shared(ids)
        for (part, some, _), queue in zip(shared, self._streams(stream), strict=True):
            if len(some):
                part.forward(None if ids is None else some, stage, queue)

    def reset(self, ids: Any = None, keyframe: Any = -1, stage: int = 3) -> None:
        """Start worlds anew: at the state of the model, or at a keyframe, for all or one for each world of the call."""
        every, shared = self._shared(ids)
        keys = arguments.whole("keyframe", keyframe, (len(every),), -1, self.model.nkey)
        for part, some, rows in shared:
            if len(some):
                part.reset(some, keys[rows], stage)

    def noise(self, seed: int, amplitude: float) -> None:
        """Random controls: those that one device would give."""
        for part in self.parts:
            part.noise(seed, amplitude)

    def scatter(self, seed: int, amplitude: float, ids: Any = None) -> None:
        """Random velocities: those that one device would give."""
        for part, some, _ in self._shared(ids)[1]:
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
        """Step worlds under given controls on all devices at once, and write down fields after each step.

        control   of the host, (n, nstep, ncontrol) or what can be broadcast to it; or a list of arrays on the devices
        out       arrays of an earlier rollout to write into, a list of them for each item
        stream    as for `step`

        Returns a dict from items to a list: an array (n, nstep, ...) on each device, of its worlds.
        """
        every, shared = self._shared(ids)
        (items, given_out), queues = rollout_calls.asked(record, out), self._streams(stream)
        for item, arrays in given_out.items():
            if not isinstance(arrays, list | tuple) or len(arrays) != len(self.parts):
                raise ValueError(
                    f"out[{item!r}] must be a list with an array on each of {len(self.parts)} devices"
                )
        there = isinstance(control, list | tuple) and all(isinstance(c, DeviceArray) for c in control)
        if there and len(control) != len(self.parts):
            raise ValueError(
                f"control must be an array on each of {len(self.parts)} devices, not {len(control)}"
            )
        nstep, planned = arguments.count("rollout", "nstep", nstep), []
        whole = None
        if not there:
            _, whole = rollout_calls.inputs(self.model, control, control_spec, len(every), nstep)
        for i, (part, some, rows) in enumerate(shared):  # all of them can, or none begins
            given = control[i] if there else None if whole is None else whole[rows]
            into = {item: arrays[i] for item, arrays in given_out.items()}
            planned.append(part._planned(nstep, given, control_spec, items, some, into))
        found: dict[Any, list[DeviceArray]] = {}
        for part, plan, queue in zip(self.parts, planned, queues, strict=True):
            for item, array in part._roll(plan, queue).items():
                found.setdefault(item, []).append(array)
        return found

    def jac(self, body: Any, point: Any, ids: Any = None) -> tuple[np.ndarray, np.ndarray]:
        """`Batch.jac`: jacp and jacr (n, 3, nv), on the host."""
        every, shared = self._shared(ids)
        asked = points(self.model, len(every), body, point)
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
        """`Batch.ray`: distances and geoms (n, nray), and normals (n, nray, 3) where asked for, on the host."""
        every, shared = self._shared(ids)
        asked = lines(self.model, len(every), pnt, vec, geomgroup, flg_static, bodyexclude)
        found = [
            part.ray(
                *(asked.origin[rows], asked.along[rows], geomgroup, flg_static),
                *(asked.exclude[rows], some, normal),
            )
            for part, some, rows in shared
        ]
        return tuple(np.concatenate(pieces) for pieces in zip(*found, strict=True))

    def set_const(self, ids: Any = None) -> None:
        """Constants that follow from what is expanded, computed by the processor; it waits."""
        for part, some, _ in self._shared(ids)[1]:
            if len(some):
                part.set_const(some)

    # ---- models and data

    def set_models(self, models: Any) -> None:
        """`Batch.set_models`: all devices take them, or none does."""
        given, listed = models_of(models, self.nsim)
        unlike(listed, self.model)
        before = [part.models for part in self.parts]
        try:
            for part, rows in zip(self.parts, self._slices(), strict=True):
                part.set_models(None if listed is None else listed[rows])
        except BaseException:
            for part, kept in zip(self.parts, before, strict=True):
                part.set_models(kept)
            raise
        self.__dict__["_models"] = given

    def get_model(self, sim: int, model: MjModel | None = None) -> MjModel:
        """The model of a world, as on the processor."""
        part, own = self._of("get_model", sim)
        return part.get_model(own, model)

    def get_data(self, sim: int, data: MjData | None = None) -> MjData:
        """The state of a world as MjData; run mj_forward for what follows from it."""
        part, own = self._of("get_data", sim)
        return part.get_data(own, data)

    # ---- how it fared

    def check(self) -> None:
        """Wait for all devices.

        Errors   WorldsStopped: worlds that could not go on, by their numbers among all
        """
        stopped, first = [], ""
        for part, rows in zip(self.parts, self._slices(), strict=True):
            try:
                part.check()
            except WorldsStopped as error:
                first = first or f"{error} (counted from {rows.start})"
                stopped.append(error.ids + rows.start)
        if stopped:
            raise WorldsStopped(first, np.concatenate(stopped))

    def error(self, sim: int) -> str:
        """Why a world stopped; "" if it did not."""
        part, own = self._of("error", sim)
        return part.error(own)

    @property
    def state(self) -> np.ndarray:
        """A copy of the states of all worlds (nsim, nstate)."""
        return np.concatenate([part.state for part in self.parts])

    @property
    def status(self) -> np.ndarray:
        """Whether a world has stopped (nsim): 0 no, 1 yes."""
        return np.concatenate([part.status for part in self.parts])

    @property
    def warning(self) -> np.ndarray:
        """Warnings of all worlds since their resets (nsim, mjNWARNING, 2): the last argument, the number."""
        return np.concatenate([part.warning for part in self.parts])

    @property
    def nbytes(self) -> int:
        """Bytes on all devices, without the model and what is bound."""
        return sum(part.nbytes for part in self.parts)

    @property
    def overflow(self) -> dict[str, np.ndarray]:
        """Of every world: most contacts and rows that were found, and those that were lost when last too many."""
        every = [part.overflow for part in self.parts]
        return {name: np.concatenate([one[name] for one in every]) for name in every[0]}

    def measure(self, nstep: int = 100, spare: float = 1.25) -> dict[str, int]:
        """Step, and say which capacities would have held everything that was found, with some to spare."""
        found = [part.measure(nstep, spare) for part in self.parts]
        return {name: max(one[name] for one in found) for name in found[0]}


class _Expanded:
    """Fields of the model that are expanded, of all worlds."""

    def __init__(self, batch: MultiBatch) -> None:
        self._batch = batch

    def get(self, name: str) -> np.ndarray:
        """A field of all worlds, copied to the host: (nsim, ...)."""
        return np.concatenate([array.numpy() for array in self._batch.expand(name)])

    def set(self, name: str, value: Any) -> None:
        """Write a field of all worlds from the host: (nsim, ...), or what can be broadcast to it."""
        batch = self._batch
        arrays = batch.expand(name)
        every = batch._every(name, value, arrays[0].dtype, arrays[0].shape[1:])
        for array, rows in zip(arrays, batch._slices(), strict=True):
            array.assign(every[rows])
