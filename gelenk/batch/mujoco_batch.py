"""The class Batch of `mujoco.batch` of release 4.0.0, as an adapter of gelenk's batches.

Documents: design / Batches; drop-in / Names
"""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from gelenk.batch import transfers
from gelenk.batch.arguments import (
    DATA_FIELDS,
    MODEL_FIELDS,
    ON_ACCESS,
    SimulationError,
    checked_ids,
    hint,
    not_bindable,
    not_expandable,
    output_error,
    worded,
)
from gelenk.batch.batch import Batch as Worlds
from gelenk.batch.named_access import KINDS_OF_ROWS, NamedRows
from gelenk.errors import FatalError
from gelenk.errors import SimulationError as WorldsError
from gelenk.runtime.data import MjData
from gelenk.runtime.model import MjModel
from gelenk.tables import enums, fields_model
from gelenk.tables.api_enums import mjtStage, mjtState, mjtWarning

STRUCTURE = {row.name for row in fields_model.MODEL if row.use == "fixed"}
WARNINGS = [  # indices of the warnings of the level in the arrays of a batch
    int(getattr(enums.mjtWarning, name)) for name in mjtWarning.__members__ if name != "mjNWARNING"
]


class _Named(NamedRows):
    """The columns of one object in all simulations: `b.joint("hinge").qpos`."""

    def _find(self, attribute: str) -> tuple[str, str]:
        try:
            field, rows = super()._find(attribute)
        except AttributeError:
            if self._kind == "actuator" and attribute == "moment":
                what = "actuator moment is not a slice of a field that the batch binds or expands"
                raise AttributeError(what) from None
            what = f"{attribute} is not a field of a {self._kind}{hint(attribute, dir(self))}"
            raise AttributeError(what) from None
        return field, rows

    def __setattr__(self, attribute: str, value: Any) -> None:
        if attribute in ("id", "name"):
            raise AttributeError(f"{attribute} is read-only")
        field, _ = self._find(attribute)
        if field in DATA_FIELDS and field not in transfers.STATE_ROWS:
            raise output_error(f"{self._kind} {attribute}")
        batch: Any = self._batch
        if field in STRUCTURE and field not in batch._expanded:
            raise ValueError(f"{field} is structural: it cannot differ between simulations")
        super().__setattr__(attribute, value)


def _as_bytes(array: Any) -> Any:
    """Return a view of a boolean array as bytes; return other arrays unchanged."""
    return array.view(np.uint8) if isinstance(array, np.ndarray) and array.dtype.kind == "b" else array


class Batch(Worlds):
    """``nsim`` simulations of one model; fields are arrays with a row for each.

    model        MjModel; later edits have no effect: see `expand` and `set_models`
    nsim         number of simulations
    nthread      threads, including the thread of the caller; 0: one for each CPU
    persistent   keep an MjData for each simulation, as sleeping requires
    more         arguments of `gelenk.batch.Batch`: device, precision, ...; with a GPU as device, this class is returned

    Errors       TypeError, ValueError: an argument
    Source       design / Batches
    """

    def __new__(
        cls,
        model: Any = None,
        nsim: int = 0,
        nthread: int = 0,
        persistent: bool = False,
        device: str = "cpu",
        **more: Any,
    ) -> Any:
        """Return a batch of this class for CPUs, or a `gelenk.batch.Batch` for a GPU."""
        if isinstance(device, str) and device.partition(":")[0] == "cuda":
            return Worlds(model, nsim, nthread, persistent, device, **more)
        return object.__new__(cls)

    def __init__(
        self, model: MjModel, nsim: int, nthread: int = 0, persistent: bool = False, **more: Any
    ) -> None:
        if isinstance(nsim, int) and nsim < 1:
            raise ValueError("nsim must be positive")
        with worded():
            super().__init__(model, nsim, nthread, persistent, **more)
        self.__dict__["_bound"] = {}  # arrays of ON_ACCESS
        self.__dict__["_chosen"] = set()  # fields that `expand` has expanded

    @property
    def _expanded(self) -> set[str]:
        """Names of the fields that `expand` or an assignment has expanded."""
        return self._chosen

    @property
    def warning(self) -> np.ndarray:
        """A copy of all warnings (nsim, mjNWARNING, 2): last argument, and number of warnings."""
        found = super().warning[:, WARNINGS].astype(np.int32)
        found.flags.writeable = False
        return found

    def _report_failures(self, ids: np.ndarray, warned: int) -> None:
        """Raise the SimulationError of this module if a simulation failed."""
        try:
            super()._report_failures(ids, warned)
        except WorldsError as error:
            first = self._cpu.errors[int(error.ids[0])]
            raise SimulationError(error.ids, str(first), len(ids)) from first

    def _refresh(self, ids: np.ndarray | None) -> None:
        """Compute the bound fields of ON_ACCESS for the simulations of a call."""
        for sim in (range(self.nsim) if ids is None else ids.tolist()) if self._bound else ():
            data = super().get_data(sim)
            for name, array in self._bound.items():
                array[sim] = getattr(data, name)

    def _with_dtype(self, name: str, array: np.ndarray) -> np.ndarray:
        """Return an array in the form of the release: booleans; bvh_aabb without boxes of meshes."""
        if name == "bvh_aabb":
            m = self._own_model
            return array[:, : int((m.body_bvhadr + m.body_bvhnum)[m.body_bvhadr >= 0].max(initial=0))]
        holder = self._own_model.opt if name.startswith("opt.") else self._own_model
        own = getattr(holder, name.rpartition(".")[2], None)
        is_bool = isinstance(own, np.ndarray) and own.dtype == bool and array.dtype == np.uint8
        return array.view(bool) if is_bool else array

    # ---- fields

    def bind(self, name: str) -> np.ndarray:
        """Return the live array (nsim, ...) of a field of MjData.

        name      field of MjData
        Returns   array (nsim, ...) in the type and unit of the field; read-only except for fields of the state
        Errors    ValueError: no such field, or a field without a fixed size
        Source    design / Batches
        """
        if not isinstance(name, str):
            raise TypeError(f"attribute name must be string, not '{type(name).__name__}'")
        if name in ON_ACCESS:
            if name not in self._bound:
                row = np.asarray(getattr(MjData(self._own_model), name))
                dtype = np.int32 if row.dtype.kind == "i" else row.dtype
                self._bound[name] = np.zeros((self.nsim, *row.shape), dtype)
            view = self._bound[name].view()
            view.flags.writeable = False
            return view
        if name not in DATA_FIELDS:
            raise not_bindable(name)
        return super().bind(name)

    def expand(self, name: str) -> np.ndarray:
        """Return the live array (nsim, ...) of a model field, with a value per simulation.

        name      field of MjModel, or "opt.timestep" and the like
        Returns   array (nsim, ...) in the type and unit of the field
        Errors    ValueError: no such field; FatalError: `set_models` is in effect
        Source    design / Batches
        """
        if name not in MODEL_FIELDS:
            raise not_expandable(name)
        if self._models is not None:
            raise FatalError("mjb_expand: the batch runs on the caller's models")
        self._chosen.add(name)
        return self._with_dtype(name, super().expand(name))

    def expanded(self, name: str) -> np.ndarray | None:
        """Return the values (nsim, ...) of an expanded model field, read-only; else None.

        name      as of `expand`
        Returns   array (nsim, ...) in the type and unit of the field, or None
        Errors    ValueError: no such field
        Source    design / Batches
        """
        if name not in MODEL_FIELDS:
            raise not_expandable(name)
        found = super().expanded(name)
        return None if found is None else self._with_dtype(name, found)

    def _values(self, name: str) -> np.ndarray:
        """Return the values of a model field in the type of MjModel."""
        return self._with_dtype(name, super()._values(name))

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or "model" not in self.__dict__:
            raise AttributeError(name)
        if name in DATA_FIELDS:
            return self.bind(name)
        if name in self._cpu.expanded:
            return self._with_dtype(name, self._cpu.expanded[name])
        what = f"'Batch' object has no attribute '{name}'"
        if name in MODEL_FIELDS:
            raise AttributeError(f"{what}; {name} is an MjModel field: use expand('{name}')")
        raise AttributeError(what + hint(name, DATA_FIELDS))

    def __setattr__(self, name: str, value: Any) -> None:
        if name in DATA_FIELDS and name not in transfers.STATE_ROWS:
            raise output_error(name)
        if name in DATA_FIELDS or name in MODEL_FIELDS or name[0] == "_" or hasattr(type(self), name):
            super().__setattr__(name, value)
        else:
            self.__dict__[name] = value

    # ---- calls

    def step(self, ids: npt.ArrayLike | None = None, nstep: int = 1, stage: int = 0) -> None:
        """Step simulations ``nstep`` times (mj_step), then compute stages at the new state.

        ids      simulations: None for all, sorted numbers, or a mask of booleans
        nstep    number of steps
        stage    mjtStage to compute last
        Errors   SimulationError: some failed; TypeError, ValueError: an argument
        Source   design / Batches
        """
        chosen = checked_ids(ids, self.nsim)
        with worded(), self._refreshed(chosen):
            super().step(chosen, nstep, stage)

    def forward(self, ids: npt.ArrayLike | None = None, stage: int = int(mjtStage.mjSTAGE_ACC)) -> None:
        """Compute the stages of forward dynamics up to ``stage`` (mj_forward).

        ids      simulations, as of `step`
        stage    mjtStage that is computed last
        Errors   those of `step`
        Source   design / Batches
        """
        chosen = checked_ids(ids, self.nsim)
        with worded(), self._refreshed(chosen):
            super().forward(chosen, stage)

    def reset(
        self,
        ids: npt.ArrayLike | None = None,
        keyframe: npt.ArrayLike = -1,
        stage: int = int(mjtStage.mjSTAGE_ACC),
    ) -> None:
        """Reset simulations to the model's state or to keyframes, then compute stages.

        ids        simulations, as of `step`
        keyframe   for all, or one for each simulation of the call; -1: the state of the model
        stage      mjtStage that is computed last
        Errors     those of `step`
        Source     design / Batches
        """
        chosen = checked_ids(ids, self.nsim)
        with worded(), self._refreshed(chosen):
            super().reset(chosen, keyframe, stage)

    @contextlib.contextmanager
    def _refreshed(self, ids: np.ndarray | None) -> Iterator[None]:
        """Refresh the bound fields of ON_ACCESS after a call, even if simulations failed."""
        try:
            yield
        except SimulationError:
            self._refresh(ids)
            raise
        self._refresh(ids)

    def set_const(self, ids: npt.ArrayLike | None = None) -> None:
        """Recompute the constants that depend on expanded model fields (mj_setConst).

        ids      simulations, as of `step`
        Errors   FatalError: `set_models` is in effect; those of `step`
        Source   design / Batches
        """
        if self._models is not None:
            raise FatalError("mjb_setConst: the batch runs on the caller's models")
        super().set_const(checked_ids(ids, self.nsim))

    def set_models(self, models: MjModel | Iterable[MjModel] | None) -> None:
        """Use models of the caller: one for all simulations, or one for each.

        models   MjModel, a sequence of nsim of them, or None
        Errors   FatalError: fields are expanded, or a model does not fit; TypeError, ValueError: an argument
        Source   design / Batches
        """
        if models is not None and not isinstance(models, MjModel):
            models = tuple(itertools.islice(models, self.nsim + 1))  # iterables may be infinite
            if len(models) != self.nsim:
                what = f"set_models needs a model per simulation, got {len(models)} for {self.nsim}"
                raise ValueError(what)
        if models is not None and self._cpu.expanded:
            raise FatalError("mjb_setModels: the batch has per-simulation model fields")
        super().set_models(models)

    def rollout(
        self,
        nstep: int,
        control: npt.ArrayLike | None = None,
        control_spec: int = int(mjtState.mjSTATE_CTRL),
        record: Iterable[str | int] = ("qpos",),
        ids: npt.ArrayLike | None = None,
        out: Mapping[str | int, np.ndarray] | None = None,
    ) -> dict[str | int, np.ndarray]:
        """Step simulations under controls; return what was recorded after each step.

        nstep         number of steps
        control       (n, nstep, ncontrol) for the n simulations of the call, or what broadcasts to it; None: unchanged
        control_spec  which inputs control holds (mjtState)
        record        names of fields of MjData, or mjtState for components of the state
        ids           simulations, as of `step`
        out           arrays to record into, by item of record

        Returns       item -> array (n, nstep, ...)
        Errors        those of `step`
        Source        design / Batches
        """
        record = tuple(record)
        for item in record:
            if isinstance(item, str) and (item in ON_ACCESS or item not in DATA_FIELDS):
                raise not_bindable(item)
        chosen = checked_ids(ids, self.nsim)
        own = {item: out[item] for item in record if item in out} if out else {}
        given = {item: _as_bytes(array) for item, array in own.items()}
        with worded(), self._refreshed(chosen):
            found = super().rollout(nstep, control, control_spec, record, chosen, given or None)
        if "eq_active" in found and MjData(self._own_model).eq_active.dtype == bool:
            found["eq_active"] = found["eq_active"].view(bool)
        return {**found, **own}

    def jac(
        self, body: npt.ArrayLike, point: npt.ArrayLike, ids: npt.ArrayLike | None = None
    ) -> tuple[np.ndarray, np.ndarray]:
        """Return the Jacobians of a point fixed to a body (mj_jac) in each simulation.

        body     id, one for all or one for each simulation of the call (n)
        point    (3) or (n, 3), world frame [m]
        ids      simulations, as of `step`

        Returns  jacp, jacr (n, 3, nv)
        Errors   those of `step`
        Source   design / Batches
        """
        with worded():
            return super().jac(body, point, checked_ids(ids, self.nsim))

    def ray(
        self,
        pnt: npt.ArrayLike,
        vec: npt.ArrayLike,
        geomgroup: npt.ArrayLike | None = None,
        flg_static: bool = True,
        bodyexclude: npt.ArrayLike = -1,
        ids: npt.ArrayLike | None = None,
        normal: bool = False,
    ) -> tuple[np.ndarray, ...]:
        """Return the first geoms along rays (mj_ray), at the state of each simulation.

        pnt, vec      origins and directions (3), (nray, 3) or (n, nray, 3)
        geomgroup     whether rays hit each group of geoms (6); None: all
        flg_static    whether rays hit static geoms
        bodyexclude   a body that the rays ignore, broadcast to (n, nray); -1: none
        ids           simulations, as of `step`
        normal        whether to return normals

        Returns       dist, geomid (n, nray), -1 where nothing is hit; with normal also the normals (n, nray, 3)
        Errors        those of `step`; ValueError: a direction is zero
        Source        design / Batches
        """
        with worded():
            return super().ray(
                pnt, vec, geomgroup, flg_static, bodyexclude, checked_ids(ids, self.nsim), normal
            )

    # ---- single simulations

    def get_model(self, sim: int, model: MjModel | None = None) -> MjModel:
        """Return the model of a simulation, with its expanded fields.

        sim       simulation
        model     an MjModel of the same sizes to write into; None: a new one
        Returns   MjModel
        Errors    IndexError: there is no such simulation; FatalError: other sizes
        Source    design / Batches
        """
        with worded():
            return super().get_model(sim, model)

    def get_data(self, sim: int, data: MjData | None = None) -> MjData:
        """Return the state of a simulation as MjData; in a persistent batch, all of its MjData.

        sim       simulation
        data      an MjData of the same sizes to write into; None: a new one
        Returns   MjData
        Errors    IndexError: there is no such simulation; FatalError: other sizes
        Source    design / Batches
        """
        with worded():
            return super().get_data(sim, data)

    def error(self, sim: int) -> str:
        """Return the error of the last call for a simulation, "" if it succeeded.

        sim       simulation
        Returns   text
        Errors    IndexError: there is no such simulation
        Source    design / Batches
        """
        with worded():
            return super().error(sim)


def _named(kind: str) -> Any:
    def named(self: Any, key: int | str) -> _Named:
        return _Named(self, kind, key)

    named.__name__ = kind
    named.__doc__ = getattr(Worlds, kind).__doc__
    return named


for _kind in KINDS_OF_ROWS:
    setattr(Batch, _kind, _named(_kind))
