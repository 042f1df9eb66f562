"""Rollout: trajectories from many initial states under given controls, on several threads.

Documents: Programming / Simulation loop; Computation / State and control

    state, sensordata = gelenk.rollout.rollout(model, data, initial_state, control)

Threads claim trajectories from a counter, and proceed from one to the next without Python
(engine/batch/world_loop.py). Results depend neither on the number of threads nor on the size of the chunks.
"""

import inspect
from collections.abc import Sequence
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from gelenk.batch.rollout_calls import Arrays, CallCache
from gelenk.errors import short
from gelenk.runtime import required_libraries
from gelenk.runtime import state as states
from gelenk.runtime.arguments import check_pair, flag, integer
from gelenk.runtime.data import MjData
from gelenk.runtime.model import MjModel
from gelenk.runtime.thread_pool import ThreadPool
from gelenk.tables.enums import mjtState
from gelenk.tables.levels import is_known
from gelenk.toolchain import library

Models = MjModel | Sequence[MjModel]
Datas = MjData | Sequence[MjData]


def _array(name: str, value: Any, ndim: int, last: int) -> np.ndarray | None:
    """Return ``value`` as float64 with leading dimensions added up to ``ndim``, or raise.

    last   required size of the last dimension
    """
    if value is None:
        return None
    try:
        array = np.asarray(value, np.float64)
    except (TypeError, ValueError, OverflowError):
        raise ValueError(f"{name} must be a numpy array or float") from None
    if array.ndim > ndim:
        raise ValueError(f"{name} can have at most {ndim} dimensions")
    array = array.reshape((1,) * (ndim - array.ndim) + array.shape)
    if array.shape[-1] != last:
        raise ValueError(f"trailing dimension of {name} must be {last}, got {array.shape[-1]}")
    return array


def _output(name: str, value: Any) -> np.ndarray | None:
    """Check an output array: float64, C-contiguous, writable, 3 dimensions."""
    if value is None:
        return None
    if not isinstance(value, np.ndarray):
        raise ValueError(f"{name} must be a numpy array or float")
    if value.dtype != np.float64:
        raise TypeError(f"{name} must be an array of float64")
    if value.ndim != 3 or not value.flags.c_contiguous or not value.flags.writeable:
        raise ValueError(f"{name} must be a writable, C-contiguous array of 3 dimensions")
    return value


def _infer(dimension: int, start: int | None, arrays: Any) -> int:
    """Return the common length of a dimension among all arrays whose length is not 1."""
    found = start
    for name, array in arrays.items():
        if array is None or array.shape[dimension] == 1:
            continue
        if found not in (None, 1) and array.shape[dimension] != found:
            raise ValueError(
                f"dimension {dimension} inferred as {found} but {name} has {array.shape[dimension]}"
            )
        found = array.shape[dimension]
    if dimension == 1 and found == 0 and is_known("4.0.0"):
        return 0
    return found or 1


def _step_count(nstep: Any) -> int | None:
    """Return the checked number of steps, or None if it follows from arrays.

    Below level 4.0.0, zero means one step, and a bool is a number.
    """
    if nstep is None:
        return None
    if is_known("4.0.0") and (isinstance(nstep, bool) or not isinstance(nstep, (int, np.integer))):
        raise ValueError(f"nstep must be an integer, got {short(repr(nstep), 40)}")
    count = integer("rollout", "nstep", nstep)
    if count < 0:
        raise ValueError(f"nstep must be non-negative, got {count}")
    return count


def _list_of(cls: type, name: str, value: Any) -> list[Any]:
    items = list(value) if isinstance(value, Sequence) else [value]
    if not items:
        raise ValueError(f"The list of {name} instances is empty")
    for item in items:
        if not isinstance(item, cls):
            raise TypeError(f"{name} must be an {cls.__name__} or a list of them, not {type(item).__name__}")
    return items


def _worlds(model: Any, data: Any, nthread: int) -> tuple[list[MjModel], list[MjData]]:
    """Check and return the models, all of the same sizes, and one MjData for each thread."""
    models, datas = _list_of(MjModel, "model", model), _list_of(MjData, "data", data)
    if nthread and len(datas) != nthread:
        raise ValueError(f"Length of data: {len(datas)} not equal to nthread: {nthread}")
    if not nthread and len(datas) > 1:
        raise ValueError("More than one data instance passed but rollout is configured to run on main thread")
    for m in models:
        if m._signature != models[0]._signature:
            raise ValueError("models must be of the same sizes")
        for d in datas:
            check_pair("rollout", m, d)
    if len(set(map(id, datas))) < len(datas):
        raise ValueError("each thread needs its own MjData, but data lists one twice")
    return models, datas


class _Plan:
    """The checked arguments of one call, with arrays of full shape.

    models   one model for all trajectories, or one for each
    """

    def __init__(
        self,
        model: Any,
        data: Any,
        initial_state: Any,
        control: Any,
        control_spec: int,
        nstep: int | None,
        initial_warmstart: Any,
        state: Any,
        sensordata: Any,
        nthread: int = 0,
        spare_models: bool = False,
    ) -> None:
        self.models, self.datas = _worlds(model, data, nthread)
        first = self.models[0]
        self.spec = integer("rollout", "control_spec", control_spec)
        if self.spec & ~mjtState.mjSTATE_USER:
            raise ValueError("control_spec can only contain bits in mjSTATE_USER")
        self.nstate, ncontrol = (
            states.size(first, states.FULLPHYSICS),
            states.size(first, self.spec),
        )
        if first.nplastic and not states.FULLPHYSICS & mjtState.mjSTATE_PLASTIC:
            raise ValueError(
                "rollout: initial_state lacks the references of springs that yield (springyield), which are part of "
                "mjSTATE_FULLPHYSICS from level 4.0.0 on: set GELENK_API=4.0.0, or use gelenk.Batch"
            )
        initial_state = _array("initial_state", initial_state, 2, self.nstate)
        if initial_state is None:
            raise TypeError("initial_state must be given")
        warmstart = _array("initial_warmstart", initial_warmstart, 2, first.nv)
        control = _array("control", control, 3, ncontrol)
        state, sensordata = _output("state", state), _output("sensordata", sensordata)
        for name, array, last in (
            ("state", state, self.nstate),
            ("sensordata", sensordata, first.nsensordata),
        ):
            if array is not None and array.shape[-1] != last:
                raise ValueError(f"trailing dimension of {name} must be {last}, got {array.shape[-1]}")
        outputs = {"state": state, "sensordata": sensordata}
        listed = len(self.models) if len(self.models) > 1 and not spare_models else None
        inputs = {"initial_state": initial_state, "initial_warmstart": warmstart, "control": control}
        self.nbatch = _infer(0, listed, inputs | outputs)
        self.nstep = _infer(1, _step_count(nstep), {"control": control} | outputs)
        if spare_models:
            del self.models[self.nbatch :]
        if len(self.models) not in (1, self.nbatch):
            raise ValueError(f"{len(self.models)} models do not fit {self.nbatch} trajectories")
        self.initial: Any = np.ascontiguousarray(initial_state)
        self.warmstart = None if warmstart is None else np.ascontiguousarray(warmstart)
        self.control = None if control is None else np.ascontiguousarray(control)
        self.state = self._fit_array("state", state, self.nstate)
        self.sensordata = self._fit_array("sensordata", sensordata, first.nsensordata)

    def _fit_array(self, name: str, array: np.ndarray | None, last: int) -> np.ndarray:
        shape = (self.nbatch, self.nstep, last)
        if array is None:
            return np.empty(shape)
        if array.shape != shape:
            raise ValueError(f"{name} must have shape {shape}, not {array.shape}")
        return array

    def run(self, thread_pool: ThreadPool, kept: CallCache, chunk_size: int | None) -> None:
        """Compute all trajectories."""
        # libraries that the options of the model require later are loaded on demand, when a stage stops
        if not self.models[0].__dict__.setdefault("_rolled", False):
            library.load([*required_libraries.libraries(self.models[0]), "batch"])
            self.models[0].__dict__["_rolled"] = True
        arrays = Arrays(self.initial, self.warmstart, self.control, self.state, self.sensordata)
        kept.run(thread_pool, self.models, self.datas, self.spec, chunk_size, arrays)


class Rollout:
    """A thread pool for rollouts; a context manager."""

    def __init__(self, *, nthread: int | None = None) -> None:
        nthread = 0 if nthread is None else integer("Rollout", "nthread", nthread)
        if nthread < 0:
            raise ValueError(f"nthread must be at least 0, not {nthread}")
        self.nthread = nthread
        self._closed = False
        self._thread_pool = ThreadPool("gelenk-rollout")
        self._kept = CallCache()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, exc_type: object, exc_val: object, exc_tb: object) -> None:
        self.close()

    def close(self) -> None:
        """End the threads; later rollouts raise RuntimeError.

        Source   Python / rollout
        """
        self._closed = True
        self._thread_pool.close()

    def rollout(
        self,
        model: Models,
        data: Datas,
        initial_state: npt.ArrayLike,
        control: npt.ArrayLike | None = None,
        *,
        control_spec: int = int(mjtState.mjSTATE_CTRL),
        skip_checks: bool = False,
        nstep: int | None = None,
        initial_warmstart: npt.ArrayLike | None = None,
        state: np.ndarray | None = None,
        sensordata: np.ndarray | None = None,
        chunk_size: int | None = None,
    ) -> tuple[np.ndarray, np.ndarray]:
        """Return states and sensor values of trajectories from initial states under controls.

        model              MjModel, or a list of nbatch of them, of equal sizes
        data               MjData, or a list: one for each thread; scratch: its contents afterwards are unspecified
        initial_state      ([nbatch or 1], nstate)       mjSTATE_FULLPHYSICS
        control            ([nbatch or 1], [nstep or 1], ncontrol)   inputs at each step; None: none
        control_spec       which inputs control holds (mjtState); other inputs are as in the model
        nstep              number of steps, if no array gives it; below level 4.0.0, 0 means 1
        initial_warmstart  ([nbatch or 1], nv)           qacc_warmstart at the start, else zero
        state, sensordata  arrays to write into, (nbatch, nstep, nstate) and (nbatch, nstep, nsensordata)
        chunk_size         trajectories that a thread claims at a time
        skip_checks        allows a list of models longer than nbatch; arguments are checked nevertheless

        Returns  (state, sensordata). A trajectory that diverges repeats its last state.
        Errors   RuntimeError after close; TypeError, ValueError that name the argument
        Source   Python / rollout; Computation / State and control
        """
        if self._closed:
            raise RuntimeError("rollout requested after thread pool shutdown")
        if chunk_size is not None:
            if isinstance(chunk_size, bool | float):
                raise ValueError(f"chunk_size must be a positive integer, not {chunk_size}")
            chunk_size = integer("rollout", "chunk_size", chunk_size)
            if chunk_size < 1:
                raise ValueError(f"chunk_size must be a positive integer, not {chunk_size}")
        arguments = (model, data, initial_state, control, control_spec, nstep, initial_warmstart)
        plan = _Plan(*arguments, state, sensordata, self.nthread, flag("rollout", "skip_checks", skip_checks))
        if is_known("3.17.0"):
            for i, d in enumerate(plan.datas):
                if d.threadpool:
                    raise ValueError(f"data[{i}] has a thread pool: remove it with mju_threadpool(d, 0)")
        plan.run(self._thread_pool, self._kept, chunk_size)
        return plan.state, plan.sensordata


_shared: dict[int, Rollout] = {}
_kept = CallCache()  # prepared calls of `rollout`, reused by later calls with other threads


def shutdown_persistent_pool() -> None:
    """End the threads that `rollout` keeps between calls with persistent_pool=True.

    Source   Python / rollout
    """
    while _shared:  # one by one, so that Ctrl-C leaves no closed pool for the next rollout
        _shared.popitem()[1].close()


def rollout(
    model: Models,
    data: Datas,
    initial_state: npt.ArrayLike,
    control: npt.ArrayLike | None = None,
    *,
    persistent_pool: bool = False,
    **options: Any,
) -> tuple[np.ndarray, np.ndarray]:
    """Return trajectories, on one thread for each entry of `data`.

    persistent_pool   keep the threads for the next call with as many entries (not for concurrent calls)
    others            as of `Rollout.rollout`

    Returns  (state, sensordata), as `Rollout.rollout`
    Errors   those of `Rollout.rollout`
    Source   Python / rollout; Computation / State and control
    """
    nthread = len(data) if isinstance(data, Sequence) and len(data) > 1 else 0
    if flag("rollout", "persistent_pool", persistent_pool):
        pool = _shared.get(nthread) or _shared.setdefault(nthread, Rollout(nthread=nthread))
        return pool.rollout(model, data, initial_state, control, **options)
    with Rollout(nthread=nthread) as pool:
        pool._kept = _kept
        return pool.rollout(model, data, initial_state, control, **options)


# signature with every option by name, as in Rollout.rollout
_of_pool = inspect.signature(Rollout.rollout)
_options = [p for p in _of_pool.parameters.values() if p.name != "self"]
_pooled = inspect.Parameter("persistent_pool", inspect.Parameter.KEYWORD_ONLY, default=False, annotation=bool)
rollout.__signature__ = _of_pool.replace(parameters=[*_options, _pooled])  # type: ignore[attr-defined]
