"""Batch: many worlds of one model, stepped by threads; serialization of batches.

Documents: design / Batches

A batch steps all its worlds in one native call:

    batch = Batch(model, nsim=1024)
    qpos, ctrl = batch.bind("qpos"), batch.bind("ctrl")
    for _ in range(1000):
        ctrl[:] = policy(qpos)
        batch.step()

Serialization gives copies and pickles with everything that a world has.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from gelenk.batch import arguments
from gelenk.batch.base import NEEDS_PERSISTENT
from gelenk.batch.cpu_backend import Cpu
from gelenk.batch.named_access import Attributes
from gelenk.batch.queries import DerivativeMethods, QueryMethods
from gelenk.batch.recompute import LOST, ResultOrigins
from gelenk.batch.stepping import Stepping
from gelenk.batch.world_models import WorldModelMethods
from gelenk.errors import Damaged, guarded
from gelenk.runtime.data import MjData
from gelenk.runtime.exclusive_use import ExclusiveUse
from gelenk.runtime.model import MjModel
from gelenk.tables.api_enums import mjtEnableBit
from gelenk.tables.enums import mjtStage
from gelenk.tables.stages import INDEX

if TYPE_CHECKING:
    import numpy.typing as npt

RNE = INDEX["rne_post_constraint"]


class SerializationMethods(Attributes, WorldModelMethods):
    """A batch that can be copied and pickled."""

    def __copy__(self) -> Self:
        return self.__deepcopy__({})

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        make, values = self.__reduce__()
        return memo.setdefault(id(self), make(*values))

    def __reduce__(self) -> tuple[Any, ...]:
        cpu = self._cpu
        with self._locked():
            worlds = [cpu.copy_world(i, None) for i in range(self.nsim)] if cpu.persistent else []
            arrays = {"state": cpu.state.copy(), "warning": cpu.warning.copy(), "status": cpu.status.copy()}
            expanded = {n: a.copy() for n, a in cpu.expanded.items()}
            bound = {n: a.copy() for n, a in cpu.bound.items()}
            told = self._told.copy()
            past = None if cpu.past is None else cpu.past.copies()
        made = (cpu.nsim, cpu.nthread, cpu.persistent)
        errors = {k: str(e) for k, e in cpu.errors.items()}
        return restored, (
            type(self),
            cpu.model,
            self._models,
            made,
            arrays,
            expanded,
            bound,
            told,
            errors,
            worlds,
            past,
        )


@guarded("Batch")
def restored(
    cls: type,
    model: MjModel,
    models: Any,
    made: tuple[int, int, bool],
    arrays: dict[str, np.ndarray],
    expanded: dict[str, np.ndarray],
    bound: dict[str, np.ndarray],
    told: np.ndarray,
    errors: dict[int, str],
    worlds: list[MjData],
    past: dict[str, np.ndarray] | None = None,
) -> SerializationMethods:
    """Return the batch of a pickle."""
    batch = cls(model, *made)
    cpu = batch._cpu
    for name, array in bound.items():
        batch.bind(name)
        copy_checked(cpu.bound[name], array)
    for name, array in expanded.items():
        copy_checked(batch.expand(name), array)
    if models is not None:
        batch.set_models(models)
    for world, data in enumerate(worlds):
        cpu.put_world(world, data)
    for name, array in arrays.items():
        copy_checked(getattr(cpu, name), array)
    copy_checked(batch._told, told)
    if past is not None:
        restore_past(cpu.past, past)
    cpu.errors = {k: RuntimeError(message) for k, message in errors.items()}
    return batch


def copy_checked(target: np.ndarray, array: np.ndarray) -> None:
    """Copy an array of a pickle into an array of the same dtype and shape, or raise."""
    if not isinstance(array, np.ndarray) or (array.dtype, array.shape) != (target.dtype, target.shape):
        raise Damaged("an array has another shape or type")
    target[...] = array


def restore_past(past: ResultOrigins, arrays: dict[str, np.ndarray]) -> None:
    """Write the arrays of `ResultOrigins.copies` of a pickle, and check their stages.

    Compiled code calls these stages.
    """
    if len(arrays["at"]):
        past.at = np.zeros_like(past.prior)
    for name, array in arrays.items():
        copy_checked(getattr(past, name), array)
    known = (past.base <= LOST) & (past.stage <= mjtStage.mjSTAGE_ACC) & np.isin(past.later, (0, RNE))
    if not known.all():
        raise Damaged("a stage is named that does not exist")


# Batch

_MOST_INT32 = 2**31 - 1


def _threads(count: int) -> int:
    if count > 0:
        return count
    usable = getattr(os, "sched_getaffinity", None)
    return len(usable(0)) if usable else os.cpu_count() or 1


class Batch(Stepping, QueryMethods, DerivativeMethods, SerializationMethods):
    """``nsim`` worlds of a copy of ``model``, stepped together.

    model        MjModel; later edits of it have no effect: see `expand` and `set_models`
    nsim         number of worlds
    nthread      threads that share the worlds, including the thread of the caller; 0: one for each CPU
    persistent   keep an MjData for each world, which sleeping requires; else each thread has one MjData, and results
                 that are neither computed in a call nor bound are not kept
    device       "cpu"; "cuda:0" and the like: NVIDIA GPUs, see `gelenk.batch.device.gpu_batch.GpuBatch` for differences
    precision    "float64"; devices have "float32" too
    nconmax      devices only: capacity of contacts per world; njmax: capacity of constraint rows per world
    lanes        devices only: GPU threads that share a world; None: chosen automatically

    A world is a row of `state` (mjSTATE_INTEGRATION). Results are bitwise those of a loop with one MjData for each
    world, for any number of threads. One thread at a time uses a batch; calls of other threads wait.

    Errors   TypeError, ValueError: an argument; ValueError: the model sleeps, and the batch is not persistent
    """

    _device_class: Callable[[], type[Batch]]  # set by the package, which knows both classes

    def __new__(
        cls,
        model: MjModel | None = None,
        nsim: int = 0,
        nthread: int = 0,
        persistent: bool = False,
        device: str = "cpu",
        **more: Any,
    ) -> Batch:
        """Return an instance of the batch class of the device."""
        if cls is Batch and isinstance(device, str) and device.partition(":")[0] == "cuda":
            cls = cls._device_class()
        return object.__new__(cls)

    def __init__(
        self,
        model: MjModel,
        nsim: int,
        nthread: int = 0,
        persistent: bool = False,
        device: str = "cpu",
        precision: str = "float64",
        nconmax: int | None = None,
        njmax: int | None = None,
        lanes: int | None = None,
    ) -> None:
        if not isinstance(model, MjModel):
            raise TypeError(f"Batch: model must be an MjModel, not {type(model).__name__}")
        nsim = arguments.checked_count("Batch", "nsim", nsim)
        nthread = _threads(arguments.checked_count("Batch", "nthread", nthread, -_MOST_INT32))
        if not isinstance(persistent, bool | np.bool_ | int):
            raise TypeError(f"Batch: persistent must be a bool, not {type(persistent).__name__}")
        if not isinstance(device, str):
            raise TypeError(f"Batch: device must be a name, not {type(device).__name__}")
        if device != "cpu":
            raise ValueError(f"Batch: device must be 'cpu' or 'cuda:N', not {device!r}")
        if precision != "float64":
            raise ValueError(f"Batch: precision must be 'float64' on the CPU, not {precision!r}")
        if nconmax is not None or njmax is not None:
            raise ValueError(
                "Batch: nconmax and njmax apply to GPUs only; on the CPU, buffers grow as needed"
            )
        if lanes not in (None, 1):
            raise ValueError(
                "Batch: lanes apply to GPUs only; on the CPU, nthread sets the number of threads"
            )
        if model.opt.enableflags & mjtEnableBit.mjENBL_SLEEP and not persistent:
            raise ValueError(NEEDS_PERSISTENT)
        model._check_indices()
        own = self.__dict__
        own["_use"] = ExclusiveUse("batch")
        own["_cpu"] = Cpu(model, nsim, nthread, bool(persistent), own["_use"])
        own["model"] = model
        own["_models"] = None
        own["_readable"] = {}
        own["_told"] = np.zeros(nsim, np.int64)

    # ---- properties

    @property
    def nthread(self) -> int:
        """Number of threads, including the thread of the caller."""
        return self._cpu.nthread

    @property
    def nstate(self) -> int:
        """Number of elements of a row of `state`."""
        return self._cpu.nstate

    @property
    def persistent(self) -> bool:
        """Whether each world has an MjData of its own."""
        return self._cpu.persistent

    @property
    def device(self) -> str:
        """The device of the worlds, "cpu"."""
        return "cpu"

    @property
    def models(self) -> MjModel | tuple[MjModel, ...] | None:
        """The models given to `set_models`.

        One MjModel, or a tuple with one for each world; None: the model of the batch.
        """
        return self._models

    @property
    def state(self) -> npt.NDArray[np.float64]:
        """States of all worlds (nsim, nstate), mjSTATE_INTEGRATION; writable.

        A row written here is the state of its world in the next call.
        """
        return self._cpu.state

    @property
    def status(self) -> npt.NDArray[np.int32]:
        """Whether the last call for each world failed (nsim): 0 no, 1 yes, see `error`."""
        view = self._cpu.status.view()
        view.flags.writeable = False
        return view

    @property
    def warning(self) -> npt.NDArray[np.int64]:
        """Warnings of all worlds since their resets (nsim, mjNWARNING, 2).

        The last axis is the argument of the last warning and the number of warnings.
        """
        return self._cpu.warning.transpose(0, 2, 1)

    def __repr__(self) -> str:
        if self._closed:
            return "<Batch, closed>"
        kind = ", persistent" if self.persistent else ""
        return f"<Batch of {self.nsim} worlds, nq {self._cpu.model.nq}, {self.nthread} threads{kind}>"

    def error(self, sim: int) -> str:
        """Return the error of the last call for a world as text; "" if the call succeeded.

        sim       id of the world
        Returns   text
        Errors    IndexError: there is no such world
        Source    design / Batches
        """
        sim = self._checked_world("error", sim)
        return str(self._cpu.errors[sim]) if self._cpu.status[sim] else ""
