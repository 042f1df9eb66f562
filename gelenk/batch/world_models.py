"""Models and data of single worlds: given models, overridden fields, mj_setConst.

Documents: design / Batches; API / mj_setConst

Models and data of single worlds: models of the caller, copies, set_const.

Overrides of model fields per world: models with expanded fields, derived constants.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

from gelenk.batch import arguments, transfers
from gelenk.batch.base import NEEDS_PERSISTENT, BatchBase
from gelenk.batch.cpu_backend import DERIVING, Cpu
from gelenk.batch.scheduler import Call, Thread
from gelenk.batch.transfers import Moves, check_columns, index_columns, model_move, second_struct
from gelenk.engine.batch import call_layout
from gelenk.errors import FatalError
from gelenk.modeling.compiler.spec_edits import recompute
from gelenk.runtime import required_libraries
from gelenk.runtime.copy_pickle import copy_model, model_state, put_settings
from gelenk.runtime.data import MjData
from gelenk.runtime.model import MjModel
from gelenk.runtime.pipeline import run_stage
from gelenk.tables.api_enums import mjtEnableBit
from gelenk.tables.releases import R3_16
from gelenk.tables.stage_writes import CONSTANTS
from gelenk.tables.stages import INDEX
from gelenk.toolchain import library, memory


def _field(model: MjModel, name: str) -> tuple[Any, Any]:
    owner, row = transfers.PER_WORLD[name]
    return (model._nested_structs[owner] if owner else model), row


def _put_own(own: dict[str, np.ndarray], model: MjModel) -> None:
    """Write the expanded fields of a world into a model; index fields have been checked."""
    for name, value in own.items():
        block, row = _field(model, name)
        if row.shape:
            getattr(block, "_a_" + row.name)[...] = value
        else:
            setattr(block, row.name, value.item())


def _look(source: MjModel, own: dict[str, np.ndarray], world: int) -> None:
    """Check the index fields of a world before they are copied into a model unchecked."""
    columns = index_columns(own)
    if not columns:
        return
    try:
        check_columns(second_struct(source), source, columns)
    except IndexError as error:
        raise IndexError(f"get_model: world {world}: {error}") from None


def world_model(
    source: MjModel, expanded: dict[str, np.ndarray], world: int, model: MjModel | None
) -> MjModel:
    """Return the model of a world: ``source`` with its expanded fields.

    model   an MjModel to write into; None: a new one

    Errors   TypeError, FatalError: not a model, or other sizes; IndexError: an index of the world is out of its range,
             and ``model`` is unchanged
    """
    if model is not None and not isinstance(model, MjModel):
        raise TypeError(f"get_model: model must be an MjModel, not {type(model).__name__}")
    if model is not None and model._signature != source._signature:
        raise FatalError("get_model: the sizes of model differ from those of the world")
    source._check_indices()
    # copies, since other threads may write meanwhile
    own = {name: np.array(array[world]) for name, array in expanded.items()}
    _look(source, own, world)
    if model is None:
        model = copy_model(source)
    elif model is not source:
        model._buffer[:] = source._buffer
        required_libraries.install(model, 0)
        model._update_hulls()
        put_settings(model, model_state(source)[3])
    _put_own(own, model)
    if model._guard is not None:  # accept the new values of index fields, which have been checked
        model._guard.accept(model._guard.changed())
    required_libraries.forget_if_changed(model, own)
    return model


def _attach(model: MjModel, name: str, row_of_world: np.ndarray) -> None:
    block, row = _field(model, name)
    if row.shape:
        block._set_array(row.name, row_of_world)
    else:
        setattr(block, row.name, row_of_world.item())


def _deriving(cpu: Cpu, ids: np.ndarray, rows: dict[str, np.ndarray]) -> Call:
    """Return the call that computes constants of the model of each world.

    rows   arrays (n, ...) with the current values, which the call overwrites
    """
    library.load(["batch_anew", "setconst", *(["setconst_flex"] if cpu.model.nflex else [])])
    call = cpu.new_call(DERIVING)
    call.reuse(ids, cpu.nthread, [cpu.model])
    # warnings of this call are dropped, since no world steps
    table, warned = call.shared, np.zeros(cpu.nsim, np.uint8)
    table[call_layout.TASK], table[call_layout.FINAL_STAGE] = call_layout.FORWARD, INDEX["world_constants"]
    table[call_layout.STATUS], table[call_layout.WARNED] = cpu.status.ctypes.data, warned.ctypes.data
    own = [model_move(name, array, position=array.strides[0]) for name, array in rows.items()]
    call.set_moves(call_layout.BEFORE, Moves(cpu.model_moves(without=rows) + own))
    scalars = [(name, array) for name, array in rows.items() if array.ndim == 1]
    saved = [model_move(name, array, save=True, position=array.strides[0]) for name, array in scalars]
    call.set_moves(call_layout.END, Moves(saved))
    call.keep += [warned, rows]

    def structs(thread: Thread, world: int) -> tuple[MjModel, MjData]:
        m, at = cpu.model_of(thread, world), int(np.searchsorted(ids, world))
        for name, array in rows.items():
            _attach(m, name, array[at])
        return m, thread.data

    call.structs = structs
    return call


def set_all_constants(cpu: Cpu, ids: np.ndarray) -> None:
    """Run mj_setConst of release 3.16 for the model of each world.

    The compiler recomputes bounds and masks, one world after another. Fields that change become expanded.
    """
    for world in ids.tolist():
        m = world_model(cpu.model, cpu.expanded, world, None)
        try:
            recompute(m)
            run_stage("set_constants", m, MjData(m))
        except Exception as error:
            cpu.record_failure(world, error)
            continue
        for name in transfers.MODEL_FIELDS:
            block, row = _field(m, name)
            value = getattr(block, f"_a_{row.name}") if row.shape else np.array(getattr(block, row.name))
            held = cpu.expanded[name][world] if name in cpu.expanded else cpu.shared_value(name)
            if not np.array_equal(value, held, equal_nan=value.dtype.kind == "f"):
                if name not in cpu.expanded:
                    cpu.computed.add(name)
                cpu.expand(name)[world] = value


def set_constants(cpu: Cpu, ids: np.ndarray) -> None:
    """Run mj_setConst for each world, in a new MjData.

    Constants that differ from those of the shared model become expanded.
    """
    if not cpu.expanded or not len(ids):
        return
    if cpu.model._a_release[0] >= R3_16:
        set_all_constants(cpu, ids)
        return
    rows = {}
    for name in CONSTANTS:
        shared = cpu.shared_value(name)
        if shared.size:
            found = cpu.expanded.get(name)
            rows[name] = np.repeat(shared[None], len(ids), axis=0) if found is None else found[ids]
    cpu.run(_deriving(cpu, ids, rows))
    done = cpu.status[ids] == 0
    for name, values in rows.items():
        shared = np.broadcast_to(cpu.shared_value(name), values[done].shape)
        if name not in cpu.expanded:
            if np.array_equal(values[done], shared, equal_nan=True):
                continue
            cpu.computed.add(name)
        cpu.expand(name)[ids[done]] = values[done]


# Models and data of single worlds


def models_of(models: Any, nsim: int) -> tuple[Any, list[Any] | None]:
    """Check the argument of `set_models`; return it, and the model of each world or None.

    One model is kept as given, several as a tuple.

    Errors   TypeError, ValueError: neither a model nor one model per world
    """
    kept: Any = models
    if models is not None and not isinstance(models, MjModel):
        try:
            # one element more than allowed: iterables may be infinite
            kept = tuple(itertools.islice(models, nsim + 1))
        except TypeError:
            raise TypeError(
                f"set_models: models must be an MjModel, or one per world, not {type(models).__name__}"
            ) from None
        if len(kept) != nsim:
            got = len(kept) if len(kept) < nsim else "more"
            raise ValueError(f"set_models: {got} models for {nsim} worlds")
    return kept, None if kept is None else [kept] * nsim if isinstance(kept, MjModel) else list(kept)


def unique_models(listed: list[Any] | None, model: MjModel) -> list[MjModel]:
    """Return the unique models.

    Errors   TypeError: not a model; FatalError: an MjData of ``model`` would not fit it
    """
    for m in listed or ():
        if not isinstance(m, MjModel):
            raise TypeError(f"set_models: models must contain MjModel objects, not {type(m).__name__}")
    found = list(dict.fromkeys(listed or ()))
    for i, m in enumerate(found):
        if m._signature != model._signature:
            raise FatalError(f"set_models: model {i} has other sizes of MjData than the model of the batch")
    return found


class WorldModelMethods(BatchBase):
    """The methods of a batch for models and data of single worlds."""

    def set_models(self, models: MjModel | Iterable[MjModel] | None) -> None:
        """Use models of the caller for the worlds.

        models   an MjModel for all, one for each world, or None for that of the batch

        The models are referenced, not copied. All must give MjData the same layout, as models of one spec with other
        values do. While they are in effect, no field can be expanded.

        Errors   FatalError: fields are expanded, or a model does not fit; TypeError, ValueError: an argument
        Source   design / Batches
        """
        cpu = self._cpu
        if models is not None and cpu.expanded:
            raise FatalError(f"set_models: these model fields are expanded: {', '.join(cpu.expanded)}")
        kept, listed = models_of(models, self.nsim)
        with self._locked():
            for i, m in enumerate(unique_models(listed, cpu.model)):
                if m.opt.enableflags & mjtEnableBit.mjENBL_SLEEP and not cpu.persistent:
                    raise FatalError(f"set_models: model {i}: {NEEDS_PERSISTENT}")
                memory.register(m)
            cpu.use_models(listed)
            self.__dict__["_models"] = kept

    def get_model(self, sim: int, model: MjModel | None = None) -> MjModel:
        """Return the model of a world: a copy of the shared model with its expanded fields.

        sim       id of the world
        model     an MjModel of the same sizes to write into; None: a new one
        Returns   MjModel
        Errors    IndexError: there is no such world, or an index of the world is out of its range; FatalError: other
                  sizes
        Source    design / Batches
        """
        sim = self._checked_world("get_model", sim)
        cpu = self._cpu
        source = cpu.models[sim] if cpu.models is not None else cpu.model
        return world_model(source, cpu.expanded, sim, model)

    def get_data(self, sim: int, data: MjData | None = None) -> MjData:
        """Return the state of a world as MjData; in a persistent batch, all of its MjData.

        sim       id of the world
        data      an MjData of the same sizes to write into; None: a new one, made for the batch's copy of the model

        Derived fields are those of the last call, recomputed. They are 0 if Python callbacks or plugins take part, or
        if the last call for this world failed, was interrupted or ran elsewhere: run mj_forward with `get_model(sim)`
        to compute them at the state.

        Returns   MjData
        Errors    IndexError: there is no such world; FatalError: other sizes
        Source    design / Batches
        """
        cpu = self._cpu
        sim = self._checked_world("get_data", sim)
        if data is not None and not isinstance(data, MjData):
            raise TypeError(f"get_data: data must be an MjData, not {type(data).__name__}")
        if data is not None and data._signature != cpu.model._signature:
            raise FatalError("get_data: the sizes of data differ from those of the batch")
        with self._locked():
            if cpu.persistent:
                return cpu.copy_world(sim, data)
            data = MjData(cpu.model) if data is None else data
            if cpu.past is not None:
                shared = cpu.models[sim] if cpu.models is not None else cpu.model
                m = world_model(shared, cpu.expanded, sim, None) if cpu.expanded else shared
                cpu.past.compute_results(m, data, sim)
            cpu.state_in(data, sim)
        return data

    def set_const(self, ids: npt.ArrayLike | None = None) -> None:
        """Recompute constants that depend on expanded model fields (mj_setConst).

        Constants that change become expanded.

        ids      worlds, as of `step`
        Errors   FatalError: `set_models` is in effect; those of `step`
        Source   design / Batches
        """
        if self._models is not None:
            raise FatalError(
                "set_const: the batch runs the caller's models, given to set_models; edit those instead"
            )
        ids = arguments.ids(ids, self._cpu.all)
        with self._locked():
            good = self._runnable_worlds(ids)
            self._cpu.status[good] = 0
            set_constants(self._cpu, good)
            self._report_failures(ids, 0)
