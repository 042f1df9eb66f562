"""`Batch(model, n, device="cuda:0")`: the class of batches on a device, as far as a device can.

Documents: design / Many worlds on GPUs

What it can is that of `Batch`, with two differences. Calls do not wait: `check` does, and raises SimulationError for
worlds that stopped. Arrays of `bind` are on the device; `get` and `set` copy to the host and from it.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, NoReturn

import numpy as np

from gelenk.batch import arguments, fields
from gelenk.batch.batch import Batch
from gelenk.batch.device.batch import DeviceBatch
from gelenk.batch.named import KINDS_OF_ROWS
from gelenk.jit.targets.driver import Stream
from gelenk.tables.enums import mjtState
from gelenk.world import state as states
from gelenk.world.copying import copy_model
from gelenk.world.data import MjData
from gelenk.world.model import MjModel

_INTEGRATION = int(mjtState.mjSTATE_INTEGRATION)
_SHARED = "worlds on a device share one model"
# what a device cannot do -> why
REFUSED = {
    "expand": _SHARED,
    "set_models": _SHARED,
    "set_const": f"{_SHARED}: compute its constants before the batch is made",
    "rollout": "worlds on a device are stepped and read: write ctrl, step, read what is bound",
    "jac": "Jacobians of points are no kernel there",
    "ray": "rays are no kernel there",
    **dict.fromkeys(KINDS_OF_ROWS, "arrays are on the device: slice what bind gives by the ids of the model"),
}


class OnDevice(Batch):
    """`Batch` for device="cuda:0" and the like; see there for arguments that both have.

    precision         "float64", or "float32", about twice as fast
    nconmax, njmax    contacts and constraint rows that a world has room for; what does not fit is lost: `overflow`
    lanes             threads of the GPU that share a world: 1, 2, 4, 8, 16 or 32
    """

    _inner: DeviceBatch
    _everyone: np.ndarray

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
        **more: Any,
    ) -> None:
        if not isinstance(model, MjModel):
            raise TypeError(f"Batch: model must be a MjModel, not {type(model).__name__}")
        nsim = arguments.count("Batch", "nsim", nsim)
        arguments.count("Batch", "nthread", nthread, -(2**31) + 1)
        if persistent:
            raise ValueError("Batch: persistent=True keeps a MjData for each world, which device='cpu' can")
        model._check_indices()
        own = self.__dict__
        own["_lock"], own["_closed"] = threading.Lock(), False
        own["model"], own["_device"] = model, device
        own["_inner"] = DeviceBatch(
            copy_model(model), nsim, device, precision, nconmax=nconmax, njmax=njmax, **more
        )
        own["_everyone"] = np.arange(nsim, dtype=np.int64)

    # ---- what it is

    @property
    def nsim(self) -> int:
        """Number of worlds."""
        return self._inner.nsim

    @property
    def nthread(self) -> int:
        """Threads of the processor: that of the caller."""
        return 1

    @property
    def nstate(self) -> int:
        """Numbers of a row of `state`."""
        return states.size(self._inner.model, _INTEGRATION)

    @property
    def persistent(self) -> bool:
        """False: no world has a MjData."""
        return False

    @property
    def device(self) -> str:
        """Where the worlds are."""
        return f"cuda:{self._inner.device.number}"

    @property
    def models(self) -> None:
        """None: all worlds run on the model of the batch."""
        return

    @property
    def precision(self) -> str:
        """float64 or float32."""
        return "float32" if self._inner.variant.single else "float64"

    @property
    def stream(self) -> Stream:
        """The queue of the device in which calls without one are put."""
        return self._inner.stream

    @property
    def nbytes(self) -> int:
        """Bytes on the device, without the model and what is bound."""
        return self._inner.nbytes

    @property
    def state(self) -> np.ndarray:
        """A copy of the states of all worlds (nsim, nstate), to read: fields are written by `set` and what is bound."""
        with self._alone():
            found = np.zeros((self.nsim, self.nstate))
            for name, start, n in states.parts(self._inner.model, _INTEGRATION):
                if n and self._has(name):
                    found[:, start : start + n] = self._inner.get(name).reshape(self.nsim, n)
        found.flags.writeable = False
        return found

    @property
    def status(self) -> np.ndarray:
        """Whether a world has stopped (nsim): 0 no, 1 yes; `error` says why."""
        with self._alone():
            return self._inner.stopped.astype(np.int32)

    @property
    def warning(self) -> np.ndarray:
        """Warnings of all worlds since their resets (nsim, mjNWARNING, 2): the last argument, the number."""
        with self._alone():
            parts = [
                self._inner._get(self._inner.plan.arrays[f"warning_{n}"]) for n in ("lastinfo", "number")
            ]
        return np.stack(parts, axis=2)

    @property
    def overflow(self) -> dict[str, np.ndarray]:
        """Of every world: most contacts and rows that were found, and those that were lost when last too many."""
        with self._alone():
            return self._inner.overflow

    def __repr__(self) -> str:
        if self._closed:
            return "<Batch, closed>"
        return f"<Batch of {self.nsim} worlds, nq {self._inner.model.nq}, on {self.device}, {self.precision}>"

    def error(self, sim: int) -> str:
        """Why a world stopped; "" if it did not.

        Errors   IndexError: there is no such world
        """
        sim = self._world("error", sim)
        with self._alone():
            return self._inner.why(sim) if self._inner.stopped[sim] else ""

    # ---- fields

    def _has(self, name: str) -> bool:
        return name in self._inner.plan.arrays or name in self._inner.plan.columns

    def bind(self, name: str) -> Any:  # a DeviceArray
        """The array of a field on the device, (nsim, ...): read before each call, and written after it.

        Errors   ValueError: it is no field of MjData, or none that the model's program has
        """
        if not isinstance(name, str) or name not in fields.DATA_FIELDS:
            raise fields.not_bindable(name)
        with self._alone():
            return self._inner.bind(name)

    def get(self, name: str) -> np.ndarray:
        """A field of all worlds, copied to the host: (nsim, ...)."""
        with self._alone():
            return self._inner.get(name)

    def set(self, name: str, value: Any) -> None:
        """Write a field of all worlds from the host: (nsim, ...), or what can be broadcast to it."""
        with self._alone():
            self._inner.set(name, value)

    def expanded(self, name: str) -> None:
        """None: no field of the model is expanded."""
        if not isinstance(name, str) or name not in fields.MODEL_FIELDS:
            raise fields.not_expandable(name)

    def _writable(self, name: str) -> Any:
        if name not in fields.DATA_FIELDS:
            raise NotImplementedError(_refusal("expand"))
        if name not in fields.STATE_ROWS:
            raise ValueError(
                f"{name} is computed in every call, and cannot be written: write fields of the state"
            )
        return _Writer(self, name)

    # ---- calls

    def _ids(self, ids: Any) -> np.ndarray | None:
        return None if ids is None else arguments.ids(ids, self._everyone)

    def step(
        self, ids: Any = None, nstep: int = 1, stage: int = 0, stream: int | Stream | None = None
    ) -> None:
        """Step worlds (mj_step), without waiting for them.

        stage    mjSTAGE_NONE, or mjSTAGE_ACC, which runs mj_forward afterwards
        stream   of the caller, by its handle, that is to be followed by the steps; ids are then copied first

        Errors   NotImplementedError: a stage between; DriverError; worlds that stop are told of by `check`
        """
        nstep, stage = arguments.count("step", "nstep", nstep), _stage("step", stage)
        with self._alone():
            some = self._ids(ids)
            self._inner.step(nstep, stream, some)
            if stage:
                self._inner.forward(stream, some)

    def forward(self, ids: Any = None, stage: int = 3, stream: int | Stream | None = None) -> None:
        """Everything that follows from the state (mj_forward), without waiting for it."""
        if _stage("forward", stage):
            with self._alone():
                self._inner.forward(stream, self._ids(ids))

    def reset(self, ids: Any = None, keyframe: Any = -1, stage: int = 3) -> None:
        """Reset worlds to the state of the model or of keyframes, then run mj_forward unless stage is mjSTAGE_NONE.

        keyframe   for all, or one for each world of the call; -1: the state of the model
        """
        stage = _stage("reset", stage)
        with self._alone():
            some = arguments.ids(ids, self._everyone)
            keys = arguments.whole("keyframe", keyframe, (len(some),), -1, self._inner.model.nkey)
            for key in np.unique(keys):
                self._inner.reset(some[keys == key], int(key))
            if stage and len(some):
                self._inner.forward(None, some)

    def noise(self, seed: int, amplitude: float) -> None:
        """Random controls, ``amplitude`` of half their range wide: of the seed, the world, and how often it drew."""
        with self._alone():
            self._inner.noise(seed, amplitude)

    def scatter(self, seed: int, amplitude: float, ids: Any = None) -> None:
        """Add random numbers to velocities, ``amplitude`` [m/s, rad/s] wide."""
        with self._alone():
            self._inner.scatter(seed, amplitude, self._ids(ids))

    def check(self) -> None:
        """Wait until everything is done.

        Errors   SimulationError: worlds that stopped, by their ids; they stay as they are until they are reset
        """
        with self._alone():
            self._inner.check()

    def measure(self, nstep: int = 100, spare: float = 1.25) -> dict[str, int]:
        """Step, and say which capacities would have held everything that was found, with some to spare."""
        with self._alone():
            return self._inner.measure(nstep, spare)

    # ---- models and data

    def get_model(self, sim: int, model: MjModel | None = None) -> MjModel:
        """The model of a world, as on the processor: a copy of that of the batch."""
        self._world("get_model", sim)
        if model is not None:
            raise NotImplementedError(
                "Batch on a device: get_model gives a new MjModel, and writes into none"
            )
        return copy_model(self._inner.model)

    def get_data(self, sim: int, data: MjData | None = None) -> MjData:
        """The state of a world as MjData; run mj_forward for what follows from it."""
        sim = self._world("get_data", sim)
        made = MjData(self._inner.model) if data is None else data
        if made._signature != self._inner.model._signature:
            raise ValueError("get_data: the sizes of data are not those of the batch's")
        states.put(self._inner.model, made, np.ascontiguousarray(self.state[sim]), _INTEGRATION)
        return made

    def close(self) -> None:
        """Give the memory of the device back, but for arrays that others hold; calls raise RuntimeError."""
        with self._lock:
            self.__dict__["_closed"] = True
            self.__dict__["_inner"] = _Nothing()

    def __reduce__(self) -> NoReturn:
        raise TypeError("a batch on a device cannot be copied or pickled: get and set move its fields")


class _Nothing:
    """What a closed batch has of worlds."""

    def __getattr__(self, name: str) -> NoReturn:
        raise RuntimeError("the batch is closed")


class _Writer:
    """What an assignment to a field writes to."""

    def __init__(self, batch: OnDevice, name: str) -> None:
        self.batch, self.name = batch, name

    def __setitem__(self, key: Any, value: Any) -> None:
        self.batch.set(self.name, value)


def _stage(function: str, value: Any) -> int:
    """A stage that a device can end at."""
    stage = arguments.stage(function, value)
    if stage not in (0, 3):
        raise NotImplementedError(
            f"{function}: a device computes all stages (mjSTAGE_ACC) or none (mjSTAGE_NONE); device='cpu' can stop "
            "between"
        )
    return stage


def _refusal(name: str) -> str:
    return f"Batch.{name} is not there on a device: {REFUSED[name]}; device='cpu' has it"


def _refuse(name: str) -> Callable[..., NoReturn]:
    def method(self: OnDevice, *args: Any, **more: Any) -> NoReturn:
        raise NotImplementedError(_refusal(name))

    method.__name__, method.__doc__ = name, f"Not on a device: {REFUSED[name]}."
    return method


for _name in REFUSED:
    setattr(OnDevice, _name, _refuse(_name))
