"""CPU backend of a batch: the worlds in host memory, stepped by threads.

Documents: design / Batches

Each world is one row of the state (mjSTATE_INTEGRATION) and of every bound or expanded field. Threads have an
MjModel and an MjData each; the native loop points their slots at the rows of one world after the other
(engine/batch/world_loop.py), so that only scalars are copied. In a persistent batch each world has an MjData of its
own, whose arrays are those rows.
"""

from __future__ import annotations

from collections.abc import Container
from typing import Any

import numpy as np

from gelenk.batch import arguments, transfers
from gelenk.batch.recompute import ResultOrigins
from gelenk.batch.scheduler import Call, Thread, budget, chain, weak_method
from gelenk.batch.transfers import (
    Moves,
    RedirectableData,
    Row,
    check_columns,
    clear,
    fresh_state,
    index_columns,
    model_move,
    move,
    part,
    pointer,
    second_struct,
    warning_moves,
)
from gelenk.engine.batch import call_layout
from gelenk.engine.integrate.divergence import IN_BATCH_ROWS
from gelenk.runtime import required_libraries
from gelenk.runtime import state as states
from gelenk.runtime.copy_pickle import copy_model, data_state, put_data
from gelenk.runtime.data import MjData
from gelenk.runtime.exclusive_use import ExclusiveUse
from gelenk.runtime.model import MjModel
from gelenk.runtime.thread_pool import ThreadPool
from gelenk.tables.enums import mjtWarning
from gelenk.tables.field_rows import extents
from gelenk.toolchain import library, memory, struct_layout
from gelenk.toolchain.struct_layout import NUMPY

# kinds of calls; each kind has its own threads and structs
STEPPING, QUERYING, DERIVING, DIFFERENTIATING = ("stepping", "querying", "deriving", "differentiating")
_SLOT = struct_layout.DATA.offset
_OF_MEMORY = ("block", "plugin", "plugin_data", *(f.name for f in struct_layout.BUFFERS))


class Cpu:
    """The rows of all worlds, and the threads that work on them."""

    def __init__(self, model: MjModel, nsim: int, nthread: int, persistent: bool, use: ExclusiveUse) -> None:
        self.model = copy_model(model)
        self.nsim, self.nthread, self.persistent, self.use = nsim, nthread, persistent, use
        m = self.model
        self.parts = {name: (start, n) for name, start, n in states.parts(m, states.INTEGRATION)}
        self.nstate = states.size(m, states.INTEGRATION)
        arguments.check_array_memory(
            "Batch", "of the state", (nsim, 2 * (self.nstate + mjtWarning.mjNWARNING))
        )
        self.state = np.zeros((nsim, self.nstate))
        self.warning = np.zeros((nsim, 2, mjtWarning.mjNWARNING), np.int64)
        self.status = np.zeros(nsim, np.int32)
        self.warned = np.zeros(nsim, np.uint8)
        self.no_status = np.zeros(nsim, np.int32)  # status of calls that change no world
        self.bound: dict[str, np.ndarray] = {}
        self.expanded: dict[str, np.ndarray] = {}
        self.models: list[MjModel] | None = None
        self.errors: dict[int, Exception] = {}
        self.all = np.arange(nsim, dtype=np.int64)
        self.thread_pool = ThreadPool("gelenk-batch")
        # threads of calls that step; of queries, whose structs point at the state alone; of calls that derive
        # constants, whose models point at these constants; and of derivatives, whose data are copies
        self.threads: dict[str, list[Thread]] = {
            STEPPING: [],
            QUERYING: [],
            DERIVING: [],
            DIFFERENTIATING: [],
        }
        self.pointed: dict[int, RedirectableData] = {}
        self.worlds: list[MjData] = []
        self.spare = MjData(m)
        self.templates = np.empty((m.nkey + 1, self.nstate))
        for key in range(-1, m.nkey):
            fresh_state(m, self.spare, key, states.INTEGRATION, self.templates[key + 1])
        # values of derived fields after a reset, where they are not zero
        self.lasting = {name: getattr(self.spare, "_a_" + name).copy() for name in transfers.LASTING}
        self.state[:] = self.templates[0]
        self.views = {name: self._state_view(name) for name in self.parts}
        self.rowed = {  # state fields whose slots are pointed at rows
            name: view for name, view in self.views.items() if name not in ("time", "eq_active") and view.size
        }
        self._lists: dict[str, Moves] = {}
        self._calls: dict[str, Call] = {}
        self._checked: dict[str, np.ndarray] = {}
        # constants that are expanded because they follow from expanded fields
        self.computed: set[str] = set()
        self.unique_models: list[MjModel] = []
        self.model_addresses = np.zeros(0, np.int64)
        library.load([*required_libraries.libraries(m), "batch"])
        self.past = None if persistent else ResultOrigins(self)  # persistent worlds keep their results
        if persistent:
            self._make_worlds()

    # ---- memory

    def _state_view(self, name: str) -> np.ndarray:
        start, n = self.parts[name]
        if name == "time":
            return self.state[:, start]
        shape = self._row_shape(transfers.STATE_ROWS[name])
        return self.state[:, start : start + n].reshape(self.nsim, *shape)

    def _row_shape(self, row: Any) -> tuple[int, ...]:
        return extents(row, lambda name: getattr(self.model, name))

    def bind(self, name: str) -> np.ndarray:
        """Return the rows of a derived field or of a count, allocated on first use."""
        array = self.bound.get(name)
        if array is None:
            row = transfers.DERIVED.get(name)
            shape = self._row_shape(row) if row else ()
            dtype = NUMPY[row.dtype] if row else np.dtype(np.int32)
            arguments.check_array_memory("bind", name, (self.nsim, *shape), dtype)
            array = np.zeros((self.nsim, *shape), dtype)
            if name in self.lasting:
                array[:] = self.lasting[name]
            for world, d in enumerate(self.worlds):
                array[world] = getattr(d, "_a_" + name) if row else d._scalar(name)
                if row:
                    d._set_array(name, array[world])
            if self.past is not None:
                self.past.recompute_rows(name, array)
            self._invalidate_calls()
            # stored last, since calls with the previous lists of moves would not write the rows
            self.bound[name] = array
        return array

    def expand(self, name: str) -> np.ndarray:
        """Return the rows of a model field, allocated on first use."""
        array = self.expanded.get(name)
        if array is None:
            value = self.shared_value(name)
            arguments.check_array_memory("expand", name, (self.nsim, *value.shape), value.dtype)
            array = np.empty((self.nsim, *value.shape), value.dtype)
            array[:] = value
            self._invalidate_calls()
            self.expanded[name] = array  # stored last, as in bind
        return array

    def shared_value(self, name: str) -> np.ndarray:
        """Return the value of a model field that all worlds share."""
        owner, row = transfers.PER_WORLD[name]
        block: Any = self.model._nested_structs[owner] if owner else self.model
        if row.shape:
            return getattr(block, "_a_" + row.name)
        kind = np.float64 if row.dtype.startswith("float") else np.int32
        return np.array(getattr(block, row.name), kind)

    def _invalidate_calls(self) -> None:
        """Invalidate the lists of moves and the calls, since the set of fields has changed."""
        self._lists.clear()
        self._calls.clear()

    # ---- threads

    def _new_thread(self) -> Thread:
        thread = Thread(second_struct(self.model), MjData(self.model))
        self.pointed[id(thread.data)] = RedirectableData(thread.data)
        return thread

    def _make_worlds(self) -> None:
        """Allocate an MjData for each world, its arrays the rows of the world."""
        size = sum(piece.bytes.nbytes for piece in self.spare._pieces.values())
        arguments.check_memory("Batch", f"the MjData of {self.nsim} worlds", self.nsim * size)
        for world in range(self.nsim):
            d = MjData(self.model)
            memory.register(d)
            pointed = self.pointed[id(d)] = RedirectableData(d)
            pointed.point_at_world(self.rowed, world)
            self.state_in(d, world)
            self.worlds.append(d)
        self.addresses = np.array([d._address for d in self.worlds], np.int64)

    def state_in(self, d: MjData, world: int) -> None:
        """Write the state of a world into the current arrays of an MjData."""
        states.put(self.model, d, self.state[world], states.INTEGRATION)

    def threads_of(self, n: int, kind: str) -> list[Thread]:
        """Return the threads for a call of ``kind`` on ``n`` worlds, at most one per world."""
        threads = self.threads[kind]
        count = max(1, min(self.nthread, n))
        while len(threads) < count:
            threads.append(self._new_thread())
        for thread in threads[:count]:
            required_libraries.follow(thread.model, self.model, self.expanded)
        return threads[:count]

    # ---- moves

    def model_moves(self, without: Container[str] = ()) -> list[Row]:
        """Return the moves that point the model of a thread at the rows of a world."""
        expanded = [(name, array) for name, array in self.expanded.items() if name not in without]
        return [model_move(name, array, world=array.strides[0]) for name, array in expanded]

    def _pointer_moves(self) -> Moves:
        """Return the list that points an MjData at the rows of a world before it steps."""
        if "pointers" not in self._lists:
            derived = {n: a for n, a in self.bound.items() if n in transfers.DERIVED and a.size}
            self._lists["pointers"] = _pointers(self.rowed | derived)
        return self._lists["pointers"]

    def _scalar_moves(self, save: bool) -> list[Row]:
        """Return the moves of time and eq_active, whose slots do not point at rows of the state."""
        stride = self.state.strides[0]
        return [
            part(struct_layout.DATA, name, dtype, self.state.ctypes.data + 8 * start, n, save, world=stride)
            for name, dtype in (("time", "float64"), ("eq_active", "uint8"))
            for start, n in [self.parts.get(name, (0, 0))]
            if n
        ]

    def _count_moves(self, kind: int) -> list[Row]:
        counts = [(n, a) for n, a in self.bound.items() if n in transfers.COUNTS]
        return [move(kind, _SLOT[n], a, world=a.strides[0]) for n, a in counts]

    def _warning_moves(self, save: bool) -> list[Row]:
        kind, stride = call_layout.SAVE if save else call_layout.LOAD, self.warning.strides[0]
        return warning_moves(kind, self.warning.ctypes.data, world=stride)

    def load_moves(self) -> Moves:
        """Return the moves into the structs before a world steps, after pointers are set."""
        if "before" not in self._lists:
            rows = self.model_moves() + self._count_moves(call_layout.LOAD_NARROW)
            self._lists["before"] = Moves(rows + self._scalar_moves(False) + self._warning_moves(False))
        return self._lists["before"]

    def save_moves(self) -> Moves:
        """Return the moves out of the structs after a world has stepped."""
        if "end" not in self._lists:
            self._lists["end"] = Moves(self._scalar_moves(True) + self._count_moves(call_layout.SAVE_NARROW))
        return self._lists["end"]

    def backed_up_rows(self) -> list[np.ndarray]:
        """Return the arrays whose row of a world is backed up until the world is finished."""
        derived = [a for n, a in self.bound.items() if n in transfers.DERIVED and a.size]
        return [a for a in (self.state, *derived) if a.size]

    def _backup_moves(self) -> Moves:
        if "keep" not in self._lists:
            rows = [[a.ctypes.data, a.strides[0], a.strides[0]] for a in self.backed_up_rows()]
            self._lists["keep"] = Moves(rows)
        return self._lists["keep"]

    # ---- calls

    def new_call(self, kind: str) -> Call:
        """Return a new call of a kind, without worlds and moves."""
        call = Call(kind)
        table = call.shared
        table[call_layout.BUDGET] = budget(self.model.nv)
        table[call_layout.WARNED] = self.warned.ctypes.data
        if self.models is not None:
            table[call_layout.MODELS] = self.model_addresses.ctypes.data
        call.failed = self.record_failure
        return call

    def record_failure(self, world: int, error: Exception) -> None:
        """Record that a world failed."""
        self.errors[world] = error
        self.status[world] = 1

    def _new_step_call(self) -> Call:
        call, keep = self.new_call(STEPPING), self._backup_moves()
        call.shared[call_layout.STATUS] = self.status.ctypes.data
        if self.persistent:
            call.shared[call_layout.DATAS] = self.addresses.ctypes.data
        call.nkept = sum(row.strides[0] for row in self.backed_up_rows())
        call.shared[call_layout.RESTARTED] = IN_BATCH_ROWS
        call.set_moves(call_layout.KEEP, keep)
        call.set_moves(call_layout.POINTERS, self._pointer_moves())
        call.set_moves(call_layout.END, self.save_moves())
        self._lists["warn"] = Moves(self._warning_moves(True))
        call.set_moves(call_layout.WARN, self._lists["warn"])
        # the call is stored by this object; bound methods would make a cycle and delay the release of the batch
        call.structs, call.put_back = weak_method(self._step_structs), weak_method(self._restore_rows)
        call.restart, call.failed = weak_method(self._clear_fields), weak_method(self.record_failure)
        return call

    def step_call(self, ids: np.ndarray, task: int, nstep: int = 0, stage: int = 0) -> Call:
        """Return the call that changes worlds; each Cpu has one, which it reuses."""
        call = self._calls.get("step") or self._calls.setdefault("step", self._new_step_call())
        models = self.unique_models or [self.model]
        call.reuse(ids, self.nthread, models, self.model.nv * max(nstep, 1))
        table = call.shared
        table[call_layout.TASK], table[call_layout.NSTEP], table[call_layout.STAGE] = task, nstep, stage
        call.set_moves(call_layout.BEFORE, self.load_moves())
        if self.past is not None and task == call_layout.STEP:
            if "prior" not in self._lists:
                self._lists["prior"] = self.past.prior_moves()
            call.set_moves(call_layout.PRIOR, self._lists["prior"])
        return call

    def query_call(self, ids: np.ndarray, task: int, parameters: np.ndarray) -> Call:
        """Return a call that reads the state and changes no world."""
        call = self.new_call(QUERYING)
        call.reuse(ids, self.nthread, self.unique_models or [self.model])
        if "query" not in self._lists:
            self._lists["query"] = Moves(self.model_moves() + self._scalar_moves(False))
            self._lists["state"] = _pointers(self.rowed)
        call.set_moves(call_layout.POINTERS, self._lists["state"])
        call.set_moves(call_layout.BEFORE, self._lists["query"])
        table = call.shared
        table[call_layout.TASK], table[call_layout.PARAMETERS] = task, parameters.ctypes.data
        table[call_layout.STATUS] = self.no_status.ctypes.data
        call.keep.append(parameters)
        call.structs = self._query_structs
        return call

    def run(self, call: Call) -> None:
        """Run a call; worlds that failed are in `errors`."""
        if not len(call.ids):
            return
        links, past = chain.links, self.past if call.kind == STEPPING else None
        # Ctrl-C cannot interrupt between this line and the first call in the try block, nor between the end of the
        # last call and the store in the finally block: Python does not check for signals there
        try:
            chain.links = (*links, self.use)
            if past is not None:
                past.mark_lost(call)
            call.run(self.thread_pool, self.threads_of(len(call.ids), call.kind))
            if past is not None:
                past.record_call(call)
        finally:
            chain.links = links

    # ---- structs of a world for Python

    def model_of(self, thread: Thread, world: int) -> MjModel:
        """Return the model of a world, in the struct of a thread."""
        if self.models is not None:
            return self.models[world]
        m = thread.model
        for name, array in self.expanded.items():
            owner, row = transfers.PER_WORLD[name]
            block: Any = m._nested_structs[owner] if owner else m
            if row.shape:
                block._set_array(row.name, array[world])
            else:
                setattr(block, row.name, array[world].item())
        return m

    def copied_model(self, thread: Thread, world: int) -> MjModel:
        """Return the model of a world with copies of its expanded fields in arrays of the thread."""
        if self.models is not None or not self.expanded:
            return self.model_of(thread, world)
        m = thread.copy = thread.copy or copy_model(self.model)
        for name, array in self.expanded.items():
            owner, row = transfers.PER_WORLD[name]
            block: Any = m._nested_structs[owner] if owner else m
            if row.shape:
                getattr(block, "_a_" + row.name)[...] = array[world]
            else:
                setattr(block, row.name, array[world].item())
        return m

    def _step_structs(self, thread: Thread, world: int) -> tuple[MjModel, MjData]:
        m = self.model_of(thread, world)
        if self.persistent:
            d = self.worlds[world]
        else:
            d = thread.data
            pointed = self.pointed[id(d)]
            pointed.point_at_world(self.rowed, world)
            pointed.point_at_world({n: a for n, a in self.bound.items() if n in transfers.DERIVED}, world)
        if not thread.table[call_layout.BEGUN]:
            d._skip_control, d._control_at = False, None
        return m, d

    def _query_structs(self, thread: Thread, world: int) -> tuple[MjModel, MjData]:
        self.pointed[id(thread.data)].point_at_world(self.rowed, world)
        return self.model_of(thread, world), thread.data

    def _restore_rows(self, thread: Thread, world: int) -> None:
        at = 0
        for array in self.backed_up_rows():
            row = array[world : world + 1].reshape(-1).view(np.uint8)
            row[:] = thread.kept[at : at + row.size]
            at += row.size
        if self.persistent:
            self.worlds[world].time = float(self.views["time"][world])

    def _clear_fields(self, m: MjModel, d: MjData) -> None:
        names = [
            *self.rowed,
            *(n for n in self.bound if n in transfers.DERIVED and n not in transfers.LASTING),
        ]
        clear(m, d, names)

    def use_models(self, models: list[MjModel] | None) -> None:
        """Use models of the caller, one for each world; None: the model of the batch."""
        unique = list(dict.fromkeys(models or ()))
        addresses = np.array([m._address for m in models or ()], np.int64)
        for m in unique:
            library.load(required_libraries.libraries(m))
        self._invalidate_calls()
        # only stores, between which Python does not check for Ctrl-C
        self.models, self.unique_models, self.model_addresses = models, unique, addresses

    def check_expanded(self, ids: np.ndarray) -> np.ndarray:
        """Check expanded index fields; return the worlds whose indices are valid.

        The other worlds fail: an index is out of its range, or belongs to the compiled structure.
        """
        columns = index_columns(self.expanded)
        if all(np.array_equal(array, self._checked.get(name, ())) for name, array in columns.items()):
            return ids
        model = second_struct(self.model)
        good = np.ones(self.nsim, bool)
        for world in range(self.nsim):
            try:
                check_columns(model, self.model, {name: array[world] for name, array in columns.items()})
            except IndexError as error:
                good[world] = False
                if world in ids:
                    self.record_failure(world, error)
        if good.all():
            self._checked = {name: array.copy() for name, array in columns.items()}
        return ids[good[ids]]

    # ---- persistent worlds

    def copy_world(self, world: int, data: MjData | None) -> MjData:
        """Return a copy of the MjData of a persistent world, in ``data`` or a new MjData."""
        source = self.worlds[world]
        source.time = float(self.views["time"][world])
        if "eq_active" in self.views:
            source._a_eq_active[:] = self.views["eq_active"][world] != 0
        made = MjData(self.model) if data is None else data
        self._copy_data(source, made)
        return made

    def put_world(self, world: int, data: MjData) -> None:
        """Write an MjData into a persistent world (inverse of `copy_world`)."""
        self._copy_data(data, self.worlds[world])

    def _copy_data(self, source: MjData, target: MjData) -> None:
        put_data(target, *data_state(source))
        for name in struct_layout.DATA.arrays:
            array = getattr(source, "_a_" + name)
            if name not in _OF_MEMORY and array.shape == getattr(target, "_a_" + name).shape:
                getattr(target, "_a_" + name)[...] = array


def _pointers(columns: dict[str, np.ndarray]) -> Moves:
    return Moves(pointer(name, array) for name, array in columns.items())
