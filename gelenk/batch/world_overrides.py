"""Overrides of model fields per world: models with expanded fields, derived constants.

Documents: design / Batches; API / mj_setConst
"""

from typing import Any

import numpy as np

from gelenk.batch import transfers
from gelenk.batch.cpu_backend import DERIVING, Cpu
from gelenk.batch.scheduler import Call, Thread
from gelenk.batch.transfers import Moves, model_move
from gelenk.batch.world_views import check_columns, index_columns, second_struct
from gelenk.engine.batch import call_layout
from gelenk.errors import FatalError
from gelenk.modeling.compiler.recompute import recompute
from gelenk.runtime import own_step
from gelenk.runtime.copy_pickle import copy_model, model_state, put_settings
from gelenk.runtime.data import MjData
from gelenk.runtime.model import MjModel
from gelenk.runtime.pipeline import run_stage
from gelenk.tables.releases import R3_16
from gelenk.tables.stage_writes import CONSTANTS
from gelenk.tables.stages import INDEX
from gelenk.toolchain import library


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
    """Check the index fields of a world before copying; later calls accept them unchecked."""
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
        own_step.install(model, 0)
        model._update_hulls()
        put_settings(model, model_state(source)[3])
    _put_own(own, model)
    if model._guard is not None:  # accept the new values of index fields, which have been checked
        model._guard.accept(model._guard.changed())
    own_step.forget_if_changed(model, own)
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

    It recomputes bounds and masks by the compiler, hence one world after another. Fields that change become expanded.
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
