"""Batch: many worlds of one model, stepped by threads in one native call.

Documents: design / Batches

    batch = Batch(model, nsim=1024)
    qpos, ctrl = batch.bind("qpos"), batch.bind("ctrl")
    for _ in range(1000):
        ctrl[:] = policy(qpos)
        batch.step()
"""

from __future__ import annotations

import importlib
import os
import threading
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from gelenk.batch import arguments, fields, recording
from gelenk.batch.cpu import Cpu
from gelenk.batch.crew import chain
from gelenk.batch.named import add_named
from gelenk.batch.query import jacobians, rays
from gelenk.batch.randomise import set_constants, world_model, write_model
from gelenk.batch.resets import reset_call, restart_worlds
from gelenk.engine.batch import words
from gelenk.errors import FatalError, SimulationError, nearest
from gelenk.jit import library, raw
from gelenk.tables.enums import mjtEnableBit, mjtStage, mjtState
from gelenk.tables.stages import INDEX
from gelenk.world.data import MjData
from gelenk.world.model import MjModel
from gelenk.world.warnings import send, text

if TYPE_CHECKING:  # what the tables give the class, as checkers and editors see it
    import numpy.typing as npt

    from gelenk.batch.rows import BatchRows
else:
    BatchRows = object

_SLEEP = int(mjtEnableBit.mjENBL_SLEEP)
_NEEDS_PERSISTENT = "sleeping needs a persistent batch: who sleeps is no part of the state"
_MOST = 2**31 - 1


def _threads(count: int) -> int:
    if count > 0:
        return count
    usable = getattr(os, "sched_getaffinity", None)
    return len(usable(0)) if usable else os.cpu_count() or 1


class Batch(BatchRows):
    """``nsim`` worlds of a copy of ``model``.

    model        MjModel; what is edited in it later has no effect: see `expand` and `set_models`
    nsim         number of worlds
    nthread      threads that share the worlds, that of the caller among them; 0: one for each processor
    persistent   keep a MjData for each world, which models that sleep need; else threads have one each, and what was
                 not computed in a call, and is not bound, is not kept
    device       "cpu"; "cuda:0" and the like: NVIDIA's GPUs, see `gelenk.batch.device.joined.OnDevice` for what differs
    precision    "float64"; devices have "float32" too
    nconmax      of devices: contacts that a world has room for; njmax: its constraint rows
    lanes        of devices: threads that share a world

    A world is a row of `state` (mjSTATE_INTEGRATION). Results are those of a loop with one MjData for each world, to
    the last bit, for any number of threads. A batch is used by one thread at a time; calls of others wait.

    Errors   TypeError, ValueError: an argument; ValueError: the model sleeps, and the batch is not persistent
    """

    model: MjModel  # that of the caller
    _cpu: Cpu
    _models: Any
    _lock: threading.Lock
    _closed: bool
    _readable: dict[str, np.ndarray]
    _told: np.ndarray

    def __new__(
        cls,
        model: MjModel | None = None,
        nsim: int = 0,
        nthread: int = 0,
        persistent: bool = False,
        device: str = "cpu",
        **more: Any,
    ) -> Batch:
        """One of the class that the device has."""
        if cls is Batch and isinstance(device, str) and device.partition(":")[0] == "cuda":
            cls = importlib.import_module("gelenk.batch.device.joined").OnDevice
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
        lanes: int = 1,
    ) -> None:
        if not isinstance(model, MjModel):
            raise TypeError(f"Batch: model must be a MjModel, not {type(model).__name__}")
        nsim = arguments.count("Batch", "nsim", nsim)
        nthread = _threads(arguments.count("Batch", "nthread", nthread, -_MOST))
        if not isinstance(persistent, bool | np.bool_ | int):
            raise TypeError(f"Batch: persistent must be a bool, not {type(persistent).__name__}")
        if not isinstance(device, str):
            raise TypeError(f"Batch: device must be a name, not {type(device).__name__}")
        if device != "cpu":
            raise ValueError(f"Batch: device must be 'cpu', or 'cuda:0' and the like, not {device!r}")
        if precision != "float64":
            raise ValueError(f"Batch: precision must be 'float64' on the processor, not {precision!r}")
        if nconmax is not None or njmax is not None:
            raise ValueError(
                "Batch: nconmax and njmax are of devices: on the processor worlds have room for all"
            )
        if lanes != 1:
            raise ValueError("Batch: lanes are of devices: on the processor threads share worlds (nthread)")
        if model.opt.enableflags & _SLEEP and not persistent:
            raise ValueError(_NEEDS_PERSISTENT)
        model._check_indices()
        own = self.__dict__
        own["_lock"], own["_closed"] = threading.Lock(), False
        own["_cpu"] = Cpu(model, nsim, nthread, bool(persistent))
        own["model"] = model
        own["_models"] = None
        own["_readable"] = {}
        own["_told"] = np.zeros(nsim, np.int64)

    # ---- what it is

    @property
    def nsim(self) -> int:
        """Number of worlds."""
        return self._cpu.nsim

    @property
    def nthread(self) -> int:
        """Number of threads, that of the caller among them."""
        return self._cpu.nthread

    @property
    def nstate(self) -> int:
        """Numbers of a row of `state`."""
        return self._cpu.nstate

    @property
    def persistent(self) -> bool:
        """Whether each world has a MjData of its own."""
        return self._cpu.persistent

    @property
    def device(self) -> str:
        """Where the worlds are."""
        return "cpu"

    @property
    def models(self) -> Any:
        """The models that `set_models` was given: one, or a tuple with that of each world; None: that of the batch."""
        return self._models

    @property
    def state(self) -> npt.NDArray[np.float64]:
        """States of all worlds (nsim, nstate), mjSTATE_INTEGRATION; what is written is their state in the next call."""
        return self._cpu.state

    @property
    def status(self) -> npt.NDArray[np.int32]:
        """Whether the last call for a world failed (nsim): 0 no, 1 yes; `error` says how."""
        view = self._cpu.status.view()
        view.flags.writeable = False
        return view

    @property
    def warning(self) -> npt.NDArray[np.int64]:
        """Warnings of all worlds since their resets (nsim, mjNWARNING, 2): the last argument, the number."""
        return self._cpu.warning.transpose(0, 2, 1)

    def __repr__(self) -> str:
        if self._closed:
            return "<Batch, closed>"
        kind = ", persistent" if self.persistent else ""
        return f"<Batch of {self.nsim} worlds, nq {self._cpu.model.nq}, {self.nthread} threads{kind}>"

    def error(self, sim: int) -> str:
        """What went wrong in the last call for a world; "" if nothing did.

        Errors   IndexError: there is no such world
        """
        sim = self._world("error", sim)
        return str(self._cpu.errors[sim]) if self._cpu.status[sim] else ""

    def _world(self, function: str, sim: Any) -> int:
        sim = arguments.integer(function, "sim", sim)
        if not 0 <= sim < self.nsim:
            raise IndexError(f"{function}: sim must be in [0, {self.nsim}), not {sim}")
        return sim

    # ---- fields

    def bind(self, name: str) -> np.ndarray:
        """The live array (nsim, ...) of a field of MjData.

        Fields of the state are views of `state`: what is written is the state in the next call; eq_active is float64.
        Other fields can only be read: a call writes the rows of its worlds. After `step` they are those of the last
        step, computed before its integration; until a call they are 0, in a persistent batch what its MjData has.

        Errors   ValueError: it is no field of MjData, or has no fixed size
        """
        if isinstance(name, str) and name in self._cpu.views:
            return self._cpu.views[name]
        if isinstance(name, str) and (name in fields.DERIVED or name in fields.COUNTS):
            with self._alone():
                view = self._cpu.bind(name).view()
            view.flags.writeable = False
            return self.__dict__["_readable"].setdefault(name, view)
        raise fields.not_bindable(name)

    def expand(self, name: str) -> np.ndarray:
        """The live array (nsim, ...) of a field of the model: from now on each world has values of its own.

        name   of a field of MjModel, or "opt.timestep", "stat.meaninertia" and the like

        After writing what others follow from, call `set_const`. Integers that are indices are checked before a call.

        Errors   ValueError: there is no such field, or it belongs to assets; FatalError: `set_models` is in effect
        """
        if not isinstance(name, str) or name not in fields.MODEL_FIELDS:
            raise fields.not_expandable(name)
        if self._models is not None:
            raise FatalError("expand: the batch runs on models of the caller, see set_models")
        with self._alone():
            self._cpu.computed.discard(name)
            return self._cpu.expand(name)

    def expanded(self, name: str) -> np.ndarray | None:
        """The values (nsim, ...) of a field of the model that is expanded, to read; else None.

        Errors   ValueError: no such field can be expanded
        """
        if not isinstance(name, str) or name not in fields.MODEL_FIELDS:
            raise fields.not_expandable(name)
        array = self._cpu.expanded.get(name)
        if array is None:
            return None
        view = array.view()
        view.flags.writeable = False
        return view

    def _values(self, name: str) -> np.ndarray:
        """The values (nsim, ...) of a field of the model, to read unless it is expanded."""
        if self._cpu.models is not None:
            found = np.stack([getattr(m, "_a_" + name) for m in self._cpu.models])
            found.flags.writeable = False
            return found
        array = self._cpu.expanded.get(name)
        if array is None:
            shared = self._cpu.shared_value(name)
            return np.broadcast_to(shared, (self.nsim, *shared.shape))
        if name in self._cpu.computed:
            array = array.view()
            array.flags.writeable = False
        return array

    def _writable(self, name: str) -> np.ndarray:
        """The array that an assignment to a field writes to."""
        if name in self._cpu.views:
            return self._cpu.views[name]
        if name in fields.DATA_FIELDS:
            raise ValueError(
                f"{name} is computed in every call, and cannot be written: write fields of the state, or expand those "
                "of the model"
            )
        if self._models is not None:
            raise ValueError(
                f"{name} is that of the models of the caller: edit them, and call set_models again"
            )
        return self.expand(name)

    if not TYPE_CHECKING:  # checkers know the fields, see rows.pyi

        def __getattr__(self, name: str) -> np.ndarray:
            if name.startswith("_") or "model" not in self.__dict__:
                raise AttributeError(name)
            if name in fields.DATA_FIELDS:
                return self.bind(name)
            array = self.expanded(name) if name in fields.MODEL_FIELDS else None
            if array is not None:
                return self._cpu.expanded[name]
            for field in (name, f"opt.{name}", f"stat.{name}"):
                if field in fields.MODEL_FIELDS:
                    raise AttributeError(f"{name} is a field of the model: use expand('{field}')")
            hint = nearest(name, [*fields.DATA_FIELDS, *(n for n in dir(type(self)) if n[0] != "_")])
            raise AttributeError(f"Batch has no attribute '{name}'" + (hint and f"; {hint}"))

        def __setattr__(self, name: str, value: Any) -> None:
            known = getattr(type(self), name, None)
            if isinstance(known, property):
                raise AttributeError(f"{name} of a Batch can only be read; write into its elements")
            if name in fields.DATA_FIELDS or name in fields.MODEL_FIELDS:
                self._writable(name)[...] = value
                return
            if name.startswith("_"):
                object.__setattr__(self, name, value)
                return
            hint = nearest(name, [*fields.DATA_FIELDS, *fields.MODEL_FIELDS])
            raise AttributeError(f"Batch has no attribute '{name}'" + (hint and f"; {hint}"))

    def __dir__(self) -> list[str]:
        return sorted({*object.__dir__(self), *fields.DATA_FIELDS})

    # ---- calls

    def _alone(self) -> _Alone:
        return _Alone(self)

    def _begin(self, ids: np.ndarray) -> np.ndarray:
        """Check what has been written into indices; the worlds that may run."""
        cpu = self._cpu
        if cpu.models is not None:
            for m in cpu.unique_models:
                m._check_indices()
        ids = cpu.check_expanded(ids) if cpu.expanded else ids
        cpu.errors = {k: e for k, e in cpu.errors.items() if cpu.status[k]}
        flags = cpu.expanded.get("opt.enableflags")
        if flags is not None and not cpu.persistent:
            asleep = (flags[ids] & _SLEEP) != 0
            for world in ids[asleep].tolist():
                cpu.failed(world, ValueError(_NEEDS_PERSISTENT))
            return ids[~asleep]
        return ids

    def _end(self, ids: np.ndarray, warned: int) -> None:
        """Tell warnings, and raise if a world failed."""
        cpu = self._cpu
        if warned:
            self._tell()
        bad = ids[cpu.status[ids] != 0]
        if len(bad):
            shown = ", ".join(map(str, bad[:10].tolist())) + (", ..." if len(bad) > 10 else "")
            first = cpu.errors[int(bad[0])]
            raise SimulationError(
                f"{len(bad)} of {len(ids)} worlds failed ({shown}); world {bad[0]}: {first}", bad.copy()
            ) from first

    def _tell(self) -> None:
        """Log each kind of warning once for all worlds that have it since they were last reset."""
        cpu = self._cpu
        worlds = np.flatnonzero(cpu.warned)
        cpu.warned[:] = 0
        for kind in range(cpu.warning.shape[2]):
            bit = 1 << kind
            new = worlds[(cpu.warning[worlds, 1, kind] != 0) & (self._told[worlds] & bit == 0)]
            if len(new):
                self._told[new] |= bit
                more = f" and {len(new) - 1} others" if len(new) > 1 else ""
                send(f"{text(kind, int(cpu.warning[new[0], 0, kind]))} In world {new[0]}{more}.")

    def _do(self, ids: np.ndarray, call: Any) -> None:
        self._cpu.run(call)
        self._end(ids, call.shared[words.NWARNED])

    def step(self, ids: Any = None, nstep: int = 1, stage: int = 0) -> None:
        """Step each world ``nstep`` times (mj_step), then compute the stages up to ``stage`` at the new state.

        ids     worlds: None for all, ascending numbers, or a mask of booleans
        stage   mjtStage. Without one, what is computed describes the state before the last step; mjSTAGE_VEL makes
                all current that depends on positions and velocities, mjSTAGE_ACC runs mj_forward

        Errors   SimulationError: some worlds failed; TypeError, ValueError: an argument
        """
        nstep, stage = arguments.count("step", "nstep", nstep), arguments.stage("step", stage)
        ids = arguments.ids(ids, self._cpu.all)
        with self._alone():
            self._do(ids, self._cpu.stepping(self._begin(ids), words.STEP, nstep, stage))

    def _step_and_rne(self, ids: np.ndarray, nstep: int) -> None:
        """Step, then mj_rnePostConstraint: the forces between bodies in the last step."""
        library.load(["post_constraint"])
        with self._alone():
            call = self._cpu.stepping(self._begin(ids), words.STEP, nstep)
            call.shared[words.LATER] = INDEX["rne_post_constraint"]
            self._do(ids, call)

    def forward(self, ids: Any = None, stage: int = int(mjtStage.mjSTAGE_ACC)) -> None:
        """Compute the stages of forward dynamics up to ``stage`` (mj_forward).

        Arguments and errors are those of `step`.
        """
        stage = arguments.stage("forward", stage)
        ids = arguments.ids(ids, self._cpu.all)
        with self._alone():
            self._do(ids, self._cpu.stepping(self._begin(ids), words.FORWARD, 0, stage))

    def reset(self, ids: Any = None, keyframe: Any = -1, stage: int = int(mjtStage.mjSTAGE_ACC)) -> None:
        """Reset worlds to the state of the model or of keyframes, then compute the stages up to ``stage``.

        keyframe   for all, or one for each world of the call; -1: the state of the model

        Errors   those of `step`
        """
        stage = arguments.stage("reset", stage)
        cpu = self._cpu
        ids = arguments.ids(ids, cpu.all)
        keys = arguments.whole("keyframe", keyframe, (len(ids),), -1, cpu.model.nkey)
        with self._alone():
            good = self._begin(ids)
            keys = keys[np.isin(ids, good)] if len(good) < len(ids) else keys
            cpu.warning[good] = 0
            self._told[good] = 0
            if cpu.persistent:
                call = cpu.stepping(restart_worlds(cpu, good, keys), words.FORWARD, 0, stage)
            else:
                call = reset_call(cpu, good, keys, stage)
            self._do(ids, call)

    def rollout(
        self,
        nstep: int,
        control: Any = None,
        control_spec: int = int(mjtState.mjSTATE_CTRL),
        record: Iterable[Any] = ("qpos",),
        ids: Any = None,
        out: Mapping[Any, np.ndarray] | None = None,
    ) -> dict[Any, np.ndarray]:
        """Step each world ``nstep`` times under given controls, and write down fields after each step.

        control        (n, nstep, ncontrol) for the n worlds of the call, or what can be spread to it; None: inputs
                       stay as they are
        control_spec   which inputs it has (mjtState, within mjSTATE_USER)
        record         names of fields of MjData, and mjtState for parts of the state as float64
        out            arrays to write into, by item of record; items that are not in it get new ones

        Returns a dict from items to arrays (n, nstep, ...). A world that warns takes no more steps: what it recorded
        last is repeated.

        Errors   those of `step`
        """
        cpu = self._cpu
        nstep = arguments.count("rollout", "nstep", nstep)
        ids = arguments.ids(ids, cpu.all)
        arrays = recording.outputs(cpu.model, record, len(ids), nstep, out)
        spec, inputs = recording.inputs(cpu.model, control, control_spec, len(ids), nstep)
        with self._alone():
            good = self._begin(ids)
            runs = np.isin(ids, good)
            parts = arrays
            if not runs.all():  # rows of those that run, side by side
                parts = {item: array[runs] for item, array in arrays.items()}
                inputs = None if inputs is None else inputs[runs]
            call = cpu.stepping(good, words.STEP, nstep)
            call.shared[words.STOP] = 1
            if inputs is not None:
                call.moving(words.EACH, recording.control_moves(cpu.model, inputs, spec))
            call.moving(words.AFTER, recording.record_moves(cpu.model, parts))
            try:
                cpu.run(call)
            finally:
                for item, array in parts.items():
                    if array is not arrays[item]:
                        arrays[item][runs] = array
            self._end(ids, call.shared[words.NWARNED])
        return arrays

    def jac(self, body: Any, point: Any, ids: Any = None) -> tuple[np.ndarray, np.ndarray]:
        """Jacobians of a point that is fixed in a body (mj_jac), at the state of each world.

        body    id, one for all or one for each world of the call (n)
        point   (3) or (n, 3), world frame [m]

        Returns jacp, jacr (n, 3, nv). Nothing that is bound changes.
        Errors   those of `step`
        """
        ids = arguments.ids(ids, self._cpu.all)
        with self._alone():
            call, found = jacobians(self._cpu, self._begin(ids), body, point)
            self._do(ids, call)
        return found

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
        """The first geoms along rays (mj_ray), at the state of each world.

        pnt, vec      where rays begin and their directions, spread to (n, nray, 3): (3) is one ray, (nray, 3) the same
                      rays in all n worlds of the call
        geomgroup     whether rays see each group of geoms (6); None: all
        flg_static    whether they see static geoms
        bodyexclude   a body whose geoms they do not see, spread to (n, nray); -1: none
        normal        whether normals are asked for

        Returns dist, geomid (n, nray), -1 where nothing is hit; with normal also the normals (n, nray, 3).
        Errors   those of `step`; ValueError: a direction is zero
        """
        ids = arguments.ids(ids, self._cpu.all)
        with self._alone():
            call, found = rays(
                self._cpu, self._begin(ids), pnt, vec, geomgroup, bool(flg_static), bodyexclude, bool(normal)
            )
            self._do(ids, call)
        return found

    # ---- models and data

    def set_models(self, models: Any) -> None:
        """Let each world have a model of the caller.

        models   a MjModel for all, one for each world, or None for that of the batch

        They are kept and read as they are. MjData must have the same layout for all: as it has for models of one spec
        with other numbers. While they are in effect nothing can be expanded.

        Errors   FatalError: fields are expanded, or a model does not fit; TypeError, ValueError: an argument
        """
        cpu = self._cpu
        if models is not None and cpu.expanded:
            raise FatalError(f"set_models: fields of the model are expanded: {', '.join(cpu.expanded)}")
        kept: Any = models
        if models is not None and not isinstance(models, MjModel):
            try:
                kept = tuple(models)
            except TypeError:
                raise TypeError(
                    f"set_models takes a MjModel, or one for each world, not {type(models).__name__}"
                ) from None
            if len(kept) != self.nsim:
                raise ValueError(
                    f"set_models needs a model for each world, and got {len(kept)} for {self.nsim}"
                )
        listed = None if kept is None else [kept] * self.nsim if isinstance(kept, MjModel) else list(kept)
        with self._alone():
            for i, m in enumerate(dict.fromkeys(listed or ())):
                if not isinstance(m, MjModel):
                    raise TypeError(f"set_models takes models, not {type(m).__name__}")
                if m._signature != cpu.model._signature:
                    raise FatalError(
                        f"set_models: model {i} does not give MjData the layout of the batch's model"
                    )
                if m.opt.enableflags & _SLEEP and not cpu.persistent:
                    raise FatalError(f"set_models: model {i}: {_NEEDS_PERSISTENT}")
                raw.know(m)
            cpu.use_models(listed)
            self.__dict__["_models"] = kept

    def get_model(self, sim: int, model: MjModel | None = None) -> MjModel:
        """The model of a world: a copy of that of the batch, or of the caller, with its expanded fields.

        model   a MjModel of the same sizes to write into; None: a new one

        Errors   IndexError: there is no such world; FatalError: other sizes
        """
        sim = self._world("get_model", sim)
        if model is None:
            return world_model(self._cpu, sim)
        if not isinstance(model, MjModel):
            raise TypeError(f"get_model: model must be a MjModel, not {type(model).__name__}")
        if model._signature != self._cpu.model._signature:
            raise FatalError("get_model: the sizes of model are not those of the world's")
        write_model(self._cpu, sim, model)
        return model

    def get_data(self, sim: int, data: MjData | None = None) -> MjData:
        """The state of a world as MjData; in a persistent batch all of its MjData.

        data   a MjData of the same sizes to write into; None: a new one, made for the batch's copy of the model

        Run mj_forward with `get_model(sim)` for what follows from the state.
        Errors   IndexError: there is no such world; FatalError: other sizes
        """
        cpu = self._cpu
        sim = self._world("get_data", sim)
        if data is not None and not isinstance(data, MjData):
            raise TypeError(f"get_data: data must be a MjData, not {type(data).__name__}")
        if data is not None and data._signature != cpu.model._signature:
            raise FatalError("get_data: the sizes of data are not those of the batch's")
        with self._alone():
            if cpu.persistent:
                return cpu.copy_world(sim, data)
            data = MjData(cpu.model) if data is None else data
            cpu.state_in(data, sim)
        return data

    def set_const(self, ids: Any = None) -> None:
        """Compute anew what follows from fields of the model that are expanded (mj_setConst); it becomes expanded.

        Errors   FatalError: `set_models` is in effect; those of `step`
        """
        if self._models is not None:
            raise FatalError("set_const: the batch runs on models of the caller, see set_models")
        ids = arguments.ids(ids, self._cpu.all)
        with self._alone():
            good = self._begin(ids)
            self._cpu.status[good] = 0
            set_constants(self._cpu, good)
            self._end(ids, 0)

    # ---- life

    def close(self) -> None:
        """End the threads. Arrays stay what they are, and calls raise RuntimeError."""
        with self._lock:
            self._cpu.crew.close()
            self.__dict__["_closed"] = True

    def __enter__(self) -> Self:
        return self

    def __exit__(self, exc_type: object, exc_val: object, exc_tb: object) -> None:
        self.close()

    def __copy__(self) -> Batch:
        return self.__deepcopy__({})

    def __deepcopy__(self, memo: dict[int, Any]) -> Batch:
        make, values = self.__reduce__()
        return memo.setdefault(id(self), make(*values))

    def __reduce__(self) -> tuple[Any, ...]:
        cpu = self._cpu
        with self._alone():
            worlds = [copy_data_of(cpu, i) for i in range(self.nsim)] if cpu.persistent else []
            arrays = {"state": cpu.state.copy(), "warning": cpu.warning.copy(), "status": cpu.status.copy()}
            expanded = {n: a.copy() for n, a in cpu.expanded.items()}
            bound = {n: a.copy() for n, a in cpu.bound.items()}
            told = self._told.copy()
        made = (self.nsim, self.nthread, self.persistent)
        errors = {k: str(e) for k, e in cpu.errors.items()}
        return _restore, (cpu.model, self._models, made, arrays, expanded, bound, told, errors, worlds)


def copy_data_of(cpu: Cpu, world: int) -> MjData:
    """A MjData of its own with all that a persistent world has."""
    return cpu.copy_world(world, None)


def _restore(
    model: MjModel,
    models: Any,
    made: tuple[int, int, bool],
    arrays: dict[str, np.ndarray],
    expanded: dict[str, np.ndarray],
    bound: dict[str, np.ndarray],
    told: np.ndarray,
    errors: dict[int, str],
    worlds: list[MjData],
) -> Batch:
    """The batch whose pickle this is."""
    batch = Batch(model, *made)
    cpu = batch._cpu
    for name, array in bound.items():
        batch.bind(name)
        cpu.bound[name][...] = array
    for name, array in expanded.items():
        batch.expand(name)[...] = array
    if models is not None:
        batch.set_models(models)
    for world, data in enumerate(worlds):
        cpu.put_world(world, data)
    for name, array in arrays.items():
        getattr(cpu, name)[...] = array
    batch._told[:] = told
    cpu.errors = {k: RuntimeError(message) for k, message in errors.items()}
    return batch


class _Alone:
    """The batch is used by this thread alone; other threads wait, a call from within one raises."""

    def __init__(self, batch: Batch) -> None:
        self.batch = batch

    def __enter__(self) -> None:
        own = self.batch.__dict__
        if id(self.batch) in chain.links:  # this thread works for that call, which waits for it
            raise RuntimeError("a call to the batch is under way: a callback cannot make another")
        own["_lock"].acquire()
        if own["_closed"]:
            own["_lock"].release()
            raise RuntimeError("the batch is closed")
        chain.links = (*chain.links, id(self.batch))

    def __exit__(self, *error: object) -> None:
        chain.links = chain.links[:-1]
        self.batch.__dict__["_lock"].release()


add_named(Batch)
