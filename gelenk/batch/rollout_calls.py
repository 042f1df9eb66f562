"""Native calls of rollouts: moves in and out of trajectories, reused between calls.

Documents: design / Batches

The lists of moves follow from the model and the shapes of the arrays. Most programs repeat rollouts on the same
structs, with arrays of the same shapes: then the previous call runs again, on the addresses of the new arrays.

The functions at the end of this file check the inputs and outputs of `Batch.rollout`, and make their moves.
"""

from __future__ import annotations

import weakref
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import numpy as np

from gelenk.batch import arguments, transfers
from gelenk.batch.scheduler import Call, Thread, budget
from gelenk.batch.transfers import STATE_ROWS, WARNING_BYTES, Moves, Row, move, part, warning_moves
from gelenk.engine.batch import call_layout
from gelenk.runtime import state as states
from gelenk.runtime.assignment import described
from gelenk.runtime.data import MjData
from gelenk.runtime.log_messages import send, text
from gelenk.runtime.memory_plan import address_of
from gelenk.runtime.model import MjModel
from gelenk.runtime.thread_pool import ThreadPool
from gelenk.tables.enums import mjtState, mjtWarning
from gelenk.tables.field_rows import extents
from gelenk.toolchain import library, memory, struct_layout
from gelenk.toolchain.struct_layout import NUMPY

# inputs that a rollout resets when control_spec leaves them out
_UNDER_CONTROL = int(mjtState.mjSTATE_USER & ~mjtState.mjSTATE_USERDATA)
_NO_WARNINGS = np.zeros(WARNING_BYTES, np.uint8)
_SLOT = struct_layout.DATA.offset


class Arrays(NamedTuple):
    """The C-contiguous arrays of one call, named as in `Rollout.rollout`.

    A leading dimension of 1 is shared by all trajectories or steps.
    """

    initial: np.ndarray
    warmstart: np.ndarray | None
    control: np.ndarray | None
    state: np.ndarray
    sensordata: np.ndarray


def _stride(array: np.ndarray, dimension: int) -> int:
    """Return the stride of a dimension in bytes; 0 if its length is 1."""
    return array.strides[dimension] if array.shape[dimension] > 1 else 0


class RolloutCall:
    """A reusable native call of n trajectories, on one model or one model for each."""

    def __init__(
        self, models: list[MjModel], datas: list[MjData], spec: int, chunk_size: int | None, arrays: Arrays
    ) -> None:
        self.shape = _shape(models[0], spec, chunk_size, arrays)
        self.model, self.datas = weakref.ref(models[0]), [weakref.ref(d) for d in datas]
        self.once = len(models) > 1
        self.columns: list[tuple[str, np.ndarray, np.ndarray]] = []
        n = len(arrays.state)
        self.threads = [Thread(models[0], d) for d in datas[:n]]
        self.warning = np.zeros((n, 2, mjtWarning.mjNWARNING), np.int64)
        for m in dict.fromkeys(models):
            memory.register(m)
        self.call = self._new_call(models, len(datas), chunk_size, arrays.state.shape[1])
        self._set_all_moves(models, spec, arrays)

    def fits(
        self, models: list[MjModel], datas: list[MjData], spec: int, chunk_size: int | None, arrays: Arrays
    ) -> bool:
        """Return whether this call fits the arguments; values in the arrays may differ."""
        if len(models) > 1 or models[0] is not self.model() or len(datas) != len(self.datas):
            return False
        if any(d is not known() for d, known in zip(datas, self.datas, strict=True)):
            return False
        return self.shape == _shape(models[0], spec, chunk_size, arrays)

    # ---- setup

    def _new_call(self, models: list[MjModel], nthread: int, chunk_size: int | None, nstep: int) -> Call:
        call, first, n = Call(), models[0], len(self.warning)
        call.reuse(np.arange(n, dtype=np.int64), nthread, (), first.nv * nstep)
        call.focus = not library.JIT
        table = call.shared
        table[call_layout.TASK], table[call_layout.NSTEP], table[call_layout.STOP] = (
            call_layout.STEP,
            nstep,
            2,
        )
        table[call_layout.BUDGET] = budget(first.nv)
        if chunk_size is not None:
            table[call_layout.CHUNK] = min(chunk_size, n)
        status, warned = np.zeros(n, np.int32), np.zeros(n, np.uint8)
        table[call_layout.STATUS], table[call_layout.WARNED] = address_of(status), address_of(warned)
        call.keep += [status, warned]
        if self.once:
            addresses = np.array([m._address for m in models], np.int64)
            table[call_layout.MODELS] = address_of(addresses)
            call.keep.append(addresses)
            call.structs = lambda thread, world: (models[world], thread.data)
        return call

    def _set_all_moves(self, models: list[MjModel], spec: int, arrays: Arrays) -> None:
        m, saved = models[0], arrays.state
        warm = np.zeros((1, m.nv)) if arrays.warmstart is None else arrays.warmstart
        physics = state_moves(m, states.FULLPHYSICS, 0, False, position=_stride(arrays.initial, 0))
        begin = move(call_layout.LOAD, _SLOT["qacc_warmstart"], 0, 8 * m.nv, position=_stride(warm, 0))
        self._set_moves(
            call_layout.BEFORE,
            ("", self._reset_moves(models, spec)),
            ("initial", physics),
            ("warmstart", [begin] if m.nv else []),
            ("", warning_moves(call_layout.LOAD, address_of(_NO_WARNINGS))),
        )
        if arrays.warmstart is None:
            self._set_base("warmstart", warm)
            self.call.keep.append(warm)
        control = arrays.control
        if control is not None and control.shape[2]:
            by = {"position": _stride(control, 0), "step": _stride(control, 1)}
            self._set_moves(call_layout.EACH, ("control", state_moves(m, spec, 0, False, **by)))
        rows: list[tuple[str, list[Row]]] = []
        if saved.size:
            by = {"position": saved.strides[0], "step": saved.strides[1]}
            rows.append(("state", state_moves(m, states.FULLPHYSICS, 0, True, **by)))
        if arrays.sensordata.size:
            size = arrays.sensordata.strides[1]
            by = {"position": arrays.sensordata.strides[0], "step": size}
            rows.append(("sensordata", [move(call_layout.SAVE, _SLOT["sensordata"], 0, size, **by)]))
        self._set_moves(call_layout.AFTER, *rows)
        strides = {"position": self.warning.strides[0]}
        self._set_moves(
            call_layout.WARN, ("", warning_moves(call_layout.SAVE, address_of(self.warning), **strides))
        )

    def _set_moves(self, name: int, *groups: tuple[str, list[Row]]) -> None:
        """Set a list of moves; bases of groups with an array name are relative to that array."""
        moves = Moves(row for _, rows in groups for row in rows)
        self.call.set_moves(name, moves)
        first = 0
        for array, rows in groups:
            column = moves.table[first : first + len(rows), call_layout.BASE >> 3]
            if array:
                self.columns.append((array, column, column.copy()))
            first += len(rows)

    def _set_base(self, name: str, array: np.ndarray) -> None:
        address = address_of(array)
        for of, column, places in self.columns:
            if of == name:
                np.add(places, address, out=column)

    def _reset_moves(self, models: list[MjModel], spec: int) -> list[Row]:
        """Return the moves that reset the inputs outside of ``spec``.

        If a reset value comes from the model, the call is used once, since the model may change.
        """
        found = []
        for name, _, count in states.parts(models[0], _UNDER_CONTROL & ~spec):
            if count:
                row = STATE_ROWS[name]
                self.once = self.once or bool(row.reset)
                column, stride = _column(models, row, count)
                self.call.keep.append(column)
                size = count * column.itemsize
                found.append(move(call_layout.LOAD, _SLOT[name], column, size, position=stride))
        return found

    # ---- execution

    def run(
        self, thread_pool: ThreadPool, models: list[MjModel], datas: list[MjData], arrays: Arrays
    ) -> None:
        """Compute all trajectories; errors and warnings are those of `Rollout.rollout`."""
        for name in {name for name, _, _ in self.columns}:
            array = getattr(arrays, name)
            if array is not None:
                self._set_base(name, array)
        for thread, d in zip(self.threads, datas, strict=False):
            thread.model, thread.data = models[0], d
            thread.table[call_layout.MODEL], thread.table[call_layout.DATA] = models[0]._address, d._address
        for d in datas:
            d._told, d._control_at, d._skip_control = 0, None, False
        self.call.begin_again()
        try:
            self.call.run(thread_pool, self.threads)
        finally:
            for d in datas:
                d._set_scalar("restarted", 0)
                d._set_scalar("warned", 0)
            for thread in self.threads:
                del thread.model, thread.data  # so that structs may be released before the next call
        if self.call.shared[call_layout.NWARNED]:
            _tell(self.warning)
            self.warning[:] = 0


def _shape(m: MjModel, spec: int, chunk_size: int | None, arrays: Arrays) -> tuple[Any, ...]:
    """Return everything that the lists of moves depend on, except for the structs."""
    shapes = tuple(None if array is None else array.shape for array in arrays)
    return m._signature, spec, chunk_size, shapes


def _column(models: list[MjModel], row: Any, count: int) -> tuple[np.ndarray, int]:
    """Return the reset value of an input in all models, and its stride per trajectory [byte]."""
    dtype = NUMPY[row.dtype]
    if not row.reset:
        return np.zeros(count, dtype), 0
    shape = extents(row, lambda name: getattr(models[0], name))
    unique = list(dict.fromkeys(models))
    if len(unique) == 1:
        return np.array(np.broadcast_to(states.at_reset(unique[0], row), shape), dtype, order="C"), 0
    column = np.stack([np.broadcast_to(states.at_reset(m, row), shape) for m in models]).astype(dtype)
    return column, column.strides[0]


def _tell(warning: np.ndarray) -> None:
    """Log each kind of warning once, with the trajectories that have it."""
    for kind in range(mjtWarning.mjNWARNING):
        found = np.flatnonzero(warning[:, 1, kind])
        if len(found):
            more = f" and {len(found) - 1} others" if len(found) > 1 else ""
            send(f"{text(kind, int(warning[found[0], 0, kind]))} In trajectory {found[0]}{more}.")


class CallCache:
    """The last call of a pool, reused if it fits; it holds no reference to structs or arrays."""

    def __init__(self) -> None:
        self._last: list[RolloutCall] = []  # popped while in use: calls may come from several threads

    def run(
        self,
        thread_pool: ThreadPool,
        models: list[MjModel],
        datas: list[MjData],
        spec: int,
        chunk_size: int | None,
        arrays: Arrays,
    ) -> None:
        """Compute trajectories with the stored call if it fits, else with a new one."""
        try:
            call = self._last.pop()
        except IndexError:
            call = None
        if call is None or not call.fits(models, datas, spec, chunk_size, arrays):
            call = RolloutCall(models, datas, spec, chunk_size, arrays)
        call.run(thread_pool, models, datas, arrays)
        if not call.once:
            self._last[:] = [call]


def state_moves(m: MjModel, sig: int, base: int, save: bool, **strides: int) -> list[Row]:
    """Return the moves of a float64 state vector ``sig`` at the address ``base``."""
    return [
        part(struct_layout.DATA, name, transfers.STATE_ROWS[name].dtype, base + 8 * start, n, save, **strides)
        for name, start, n in states.parts(m, sig)
        if n
    ]


def control_moves(m: MjModel, control: np.ndarray, spec: int) -> Moves:
    """Return the moves of inputs from control (n, nstep, ncontrol), before each step.

    Leading dimensions of size 1 are shared by all worlds or steps.
    """
    position, step = (s if n > 1 else 0 for s, n in zip(control.strides[:2], control.shape, strict=False))
    return Moves(state_moves(m, spec, address_of(control), False, position=position, step=step), control)


def inputs(m: MjModel, control: Any, control_spec: Any, n: int, nstep: int) -> tuple[int, np.ndarray | None]:
    """Return the checked input specification and an array (n, nstep, ncontrol), or (0, None).

    Errors   TypeError, ValueError: control_spec, or the shape of control
    """
    if control is None:
        return 0, None
    spec = arguments.integer("rollout", "control_spec", control_spec)
    if spec & ~mjtState.mjSTATE_USER:
        raise ValueError("control_spec must be a subset of mjSTATE_USER")
    shape = n, nstep, states.size(m, spec)
    arguments.check_array_memory("rollout", "control", shape)
    return spec, arguments.broadcast_floats("control", control, shape)


def _recorded_shape(m: MjModel, item: Any) -> tuple[tuple[int, ...], Any]:
    """Return shape and dtype of a recorded item, for one world after one step."""
    if isinstance(item, str):
        row: Any = transfers.STATE_ROWS.get(item) or transfers.DERIVED.get(item)
        if row is not None:
            return extents(row, lambda name: getattr(m, name)), NUMPY[row.dtype]
        if item in transfers.COUNTS:
            return (), np.dtype(np.int32)
        raise transfers.not_bindable(item)
    if isinstance(item, bool) or not isinstance(item, int | np.integer):
        raise TypeError(f"record must contain field names or mjtState elements, not {described(item)}")
    states.check_signature("rollout", int(item), m)
    return (states.size(m, int(item)),), np.dtype(np.float64)


def record_items(record: Iterable[Any], out: Mapping[Any, Any] | None) -> tuple[list[Any], Mapping[Any, Any]]:
    """Return the items to record as a list, and the given arrays.

    Errors   TypeError: ``out`` is not a dict, or ``record`` cannot be recorded
    """
    given: Any = {} if out is None else out
    if not isinstance(given, Mapping):
        raise TypeError(f"out must be a dict of arrays, not {type(given).__name__}")
    return as_items(record), given


def check_all_used(given: Mapping[Any, Any], found: Mapping[Any, Any]) -> None:
    """Raise ValueError if a given array belongs to no recorded item."""
    for key in given:
        if key not in found:
            raise ValueError(f"out has an array for {key!r}, which record does not list: {[*found]}")


def as_items(record: Any) -> list[Any]:
    """Return the items of ``record``, which may be a single item, as a list.

    Errors   TypeError: ``record`` is neither an item nor iterable
    """
    try:
        return [record] if isinstance(record, str | int | np.integer) else list(record)
    except TypeError:
        raise TypeError(
            f"record must be field names or mjtState elements, not {type(record).__name__}"
        ) from None


def outputs(
    m: MjModel, record: Iterable[Any], n: int, nstep: int, out: Mapping[Any, Any] | None
) -> dict[Any, np.ndarray]:
    """Return the array of each item of ``record``: that of ``out``, or a new one."""
    items, given = record_items(record, out)
    found = {}
    for item in items:
        shape, dtype = _recorded_shape(m, item)
        full = (n, nstep, *shape)
        array = given.get(item)
        if array is None and item not in given:
            arguments.check_array_memory("rollout", str(item), full, dtype)
            array = np.zeros(full, dtype)
        elif (
            not isinstance(array, np.ndarray)
            or array.dtype != dtype
            or array.shape != full
            or not array.flags.c_contiguous
            or not array.flags.writeable
        ):
            raise ValueError(
                f"out[{item!r}] must be a writable, C-contiguous array of {dtype} of shape {full}"
            )
        found[item] = array
    check_all_used(given, found)
    return found


def record_moves(m: MjModel, arrays: Mapping[Any, np.ndarray]) -> Moves:
    """Return the moves that record all items after each step."""
    rows: list[Row] = []
    for item, array in arrays.items():
        if not array.size:
            continue
        strides = {"position": array.strides[0], "step": array.strides[1]}
        base = address_of(array)
        if not isinstance(item, str):
            rows += state_moves(m, int(item), base, True, **strides)
        elif item == "time":
            rows.append(move(call_layout.SAVE_WORD, struct_layout.DATA.offset[item], base, **strides))
        elif item in transfers.COUNTS:
            rows.append(move(call_layout.SAVE_NARROW, struct_layout.DATA.offset[item], base, **strides))
        else:
            rows.append(
                move(call_layout.SAVE, struct_layout.DATA.offset[item], base, array.strides[1], **strides)
            )
    return Moves(rows, arrays)
