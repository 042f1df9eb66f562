"""The native call of a rollout: what goes in and out of each trajectory, and what is kept for the next call.

Documents: design / Batches

The lists of moves follow from the model and the shapes of the arrays. Most programs roll out again and again on the
same structs, with arrays of the same shapes: then the call of the time before is done again, on the arrays of now.

What a rollout of a batch takes in before each step, and what it writes down after it.
"""

from __future__ import annotations

import weakref
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import numpy as np

from gelenk.batch import arguments, fields
from gelenk.batch.fields import STATE_ROWS
from gelenk.batch.scheduler import Call, Thread, budget
from gelenk.batch.transfers import WARNING_BYTES, Moves, Row, move, part, warning_moves
from gelenk.engine.batch import call_layout
from gelenk.runtime import state as states
from gelenk.runtime.assignment import described
from gelenk.runtime.data import MjData
from gelenk.runtime.memory_plan import address_of
from gelenk.runtime.model import MjModel
from gelenk.runtime.thread_pool import Crew
from gelenk.runtime.user_warnings import send, text
from gelenk.tables.enums import mjtState, mjtWarning
from gelenk.tables.field_rows import extents
from gelenk.toolchain import library, memory, struct_layout
from gelenk.toolchain.struct_layout import NUMPY

# inputs that a rollout puts back to their values after a reset when control_spec leaves them out
_UNDER_CONTROL = int(mjtState.mjSTATE_USER & ~mjtState.mjSTATE_USERDATA)
_NO_WARNINGS = np.zeros(WARNING_BYTES, np.uint8)
_SLOT = struct_layout.DATA.offset


class Arrays(NamedTuple):
    """Those of one call, C-contiguous: two that come in, controls, and two that go out, as `Rollout.rollout` says.

    Where a leading dimension is 1, all trajectories or steps share it.
    """

    initial: np.ndarray
    warmstart: np.ndarray | None
    control: np.ndarray | None
    state: np.ndarray
    sensordata: np.ndarray


def _stride(array: np.ndarray, dimension: int) -> int:
    """Bytes from one to the next; 0 where there is one for all."""
    return array.strides[dimension] if array.shape[dimension] > 1 else 0


class Trajectories:
    """A native call of so many trajectories, on one model or one of each, which can be done again."""

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
            memory.know(m)
        self.call = self._call(models, len(datas), chunk_size, arrays.state.shape[1])
        self._moves(models, spec, arrays)

    def fits(
        self, models: list[MjModel], datas: list[MjData], spec: int, chunk_size: int | None, arrays: Arrays
    ) -> bool:
        """Whether it is the call that these arguments ask for, but for the numbers in the arrays."""
        if len(models) > 1 or models[0] is not self.model() or len(datas) != len(self.datas):
            return False
        if any(d is not known() for d, known in zip(datas, self.datas, strict=True)):
            return False
        return self.shape == _shape(models[0], spec, chunk_size, arrays)

    # ---- how it is made

    def _call(self, models: list[MjModel], nthread: int, chunk_size: int | None, nstep: int) -> Call:
        call, first, n = Call(), models[0], len(self.warning)
        call.renew(np.arange(n, dtype=np.int64), nthread, (), first.nv * nstep)
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

    def _moves(self, models: list[MjModel], spec: int, arrays: Arrays) -> None:
        m, saved = models[0], arrays.state
        warm = np.zeros((1, m.nv)) if arrays.warmstart is None else arrays.warmstart
        physics = state_moves(m, mjtState.mjSTATE_FULLPHYSICS, 0, False, position=_stride(arrays.initial, 0))
        begin = move(call_layout.LOAD, _SLOT["qacc_warmstart"], 0, 8 * m.nv, position=_stride(warm, 0))
        self._list(
            call_layout.BEFORE,
            ("", self._inputs(models, spec)),
            ("initial", physics),
            ("warmstart", [begin] if m.nv else []),
            ("", warning_moves(call_layout.LOAD, address_of(_NO_WARNINGS))),
        )
        if arrays.warmstart is None:
            self._point("warmstart", warm)
            self.call.keep.append(warm)
        control = arrays.control
        if control is not None and control.shape[2]:
            by = {"position": _stride(control, 0), "step": _stride(control, 1)}
            self._list(call_layout.EACH, ("control", state_moves(m, spec, 0, False, **by)))
        rows: list[tuple[str, list[Row]]] = []
        if saved.size:
            by = {"position": saved.strides[0], "step": saved.strides[1]}
            rows.append(("state", state_moves(m, mjtState.mjSTATE_FULLPHYSICS, 0, True, **by)))
        if arrays.sensordata.size:
            size = arrays.sensordata.strides[1]
            by = {"position": arrays.sensordata.strides[0], "step": size}
            rows.append(("sensordata", [move(call_layout.SAVE, _SLOT["sensordata"], 0, size, **by)]))
        self._list(call_layout.AFTER, *rows)
        strides = {"position": self.warning.strides[0]}
        self._list(
            call_layout.WARN, ("", warning_moves(call_layout.SAVE, address_of(self.warning), **strides))
        )

    def _list(self, name: int, *groups: tuple[str, list[Row]]) -> None:
        """Set a list of moves. Groups that bear the name of an array count from its beginning."""
        moves = Moves(row for _, rows in groups for row in rows)
        self.call.moving(name, moves)
        first = 0
        for array, rows in groups:
            column = moves.table[first : first + len(rows), call_layout.BASE >> 3]
            if array:
                self.columns.append((array, column, column.copy()))
            first += len(rows)

    def _point(self, name: str, array: np.ndarray) -> None:
        address = address_of(array)
        for of, column, places in self.columns:
            if of == name:
                np.add(places, address, out=column)

    def _inputs(self, models: list[MjModel], spec: int) -> list[Row]:
        """What inputs begin with that are not controlled; once, where that is what models say now."""
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

    # ---- how it is done

    def run(self, crew: Crew, models: list[MjModel], datas: list[MjData], arrays: Arrays) -> None:
        """All trajectories; errors and warnings as of `Rollout.rollout`."""
        for name in {name for name, _, _ in self.columns}:
            array = getattr(arrays, name)
            if array is not None:
                self._point(name, array)
        for thread, d in zip(self.threads, datas, strict=False):
            thread.model, thread.data = models[0], d
            thread.table[call_layout.MODEL], thread.table[call_layout.DATA] = models[0]._address, d._address
        for d in datas:
            d._told, d._control_at, d._skip_control = 0, None, False
        self.call.begin_again()
        try:
            self.call.run(crew, self.threads)
        finally:
            for d in datas:
                d._set("restarted", 0)
                d._set("warned", 0)
            for thread in self.threads:
                del thread.model, thread.data  # which may go before the next call
        if self.call.shared[call_layout.NWARNED]:
            _tell(self.warning)
            self.warning[:] = 0


def _shape(m: MjModel, spec: int, chunk_size: int | None, arrays: Arrays) -> tuple[Any, ...]:
    """All that the lists of moves follow from, but for the structs."""
    shapes = tuple(None if array is None else array.shape for array in arrays)
    return m._signature, spec, chunk_size, shapes


def _column(models: list[MjModel], row: Any, count: int) -> tuple[np.ndarray, int]:
    """What an input is after a reset, in all models, and the bytes from one trajectory to the next."""
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
    """Log each kind of warning once, with the trajectories that it came in."""
    for kind in range(mjtWarning.mjNWARNING):
        found = np.flatnonzero(warning[:, 1, kind])
        if len(found):
            more = f" and {len(found) - 1} others" if len(found) > 1 else ""
            send(f"{text(kind, int(warning[found[0], 0, kind]))} In trajectory {found[0]}{more}.")


class Kept:
    """The last call of a pool, for the next one that fits; it keeps no struct and no array of a caller alive."""

    def __init__(self) -> None:
        self._last: list[Trajectories] = []  # taken out by who uses it: calls may come from several threads

    def run(
        self,
        crew: Crew,
        models: list[MjModel],
        datas: list[MjData],
        spec: int,
        chunk_size: int | None,
        arrays: Arrays,
    ) -> None:
        """Roll out."""
        try:
            call = self._last.pop()
        except IndexError:
            call = None
        if call is None or not call.fits(models, datas, spec, chunk_size, arrays):
            call = Trajectories(models, datas, spec, chunk_size, arrays)
        call.run(crew, models, datas, arrays)
        if not call.once:
            self._last[:] = [call]


def state_moves(m: MjModel, sig: int, base: int, save: bool, **strides: int) -> list[Row]:
    """The moves of a state vector ``sig`` of float64 that begins at ``base``."""
    return [
        part(struct_layout.DATA, name, fields.STATE_ROWS[name].dtype, base + 8 * start, n, save, **strides)
        for name, start, n in states.parts(m, sig)
        if n
    ]


def control_moves(m: MjModel, control: np.ndarray, spec: int) -> Moves:
    """Inputs from control (n, nstep, ncontrol); leading dimensions of size 1 are those of all."""
    position, step = (s if n > 1 else 0 for s, n in zip(control.strides[:2], control.shape, strict=False))
    return Moves(state_moves(m, spec, address_of(control), False, position=position, step=step), control)


def inputs(m: MjModel, control: Any, control_spec: Any, n: int, nstep: int) -> tuple[int, np.ndarray | None]:
    """Which inputs these are, and an array (n, nstep, ncontrol) of them; None where there are none.

    Errors   TypeError, ValueError: which, or their shape
    """
    if control is None:
        return 0, None
    spec = arguments.integer("rollout", "control_spec", control_spec)
    if spec & ~mjtState.mjSTATE_USER:
        raise ValueError("control_spec must be a subset of mjSTATE_USER")
    shape = n, nstep, states.size(m, spec)
    arguments.room_for("rollout", "control", shape)
    return spec, arguments.numbers("control", control, shape)


def _recorded_shape(m: MjModel, item: Any) -> tuple[tuple[int, ...], Any]:
    """Shape and type of what is written down of one world after one step."""
    if isinstance(item, str):
        row: Any = fields.STATE_ROWS.get(item) or fields.DERIVED.get(item)
        if row is not None:
            return extents(row, lambda name: getattr(m, name)), NUMPY[row.dtype]
        if item in fields.COUNTS:
            return (), np.dtype(np.int32)
        raise fields.not_bindable(item)
    if isinstance(item, bool) or not isinstance(item, int | np.integer):
        raise TypeError(
            f"record has names of fields, and mjtState for parts of the state, not {described(item)}"
        )
    states.check_signature("rollout", int(item))
    return (states.size(m, int(item)),), np.dtype(np.float64)


def asked(record: Iterable[Any], out: Mapping[Any, Any] | None) -> tuple[list[Any], Mapping[Any, Any]]:
    """What is to be recorded, as a list, and the arrays that are there for it.

    Errors   TypeError: ``out`` is no dict, or ``record`` nothing that can be recorded
    """
    given: Any = {} if out is None else out
    if not isinstance(given, Mapping):
        raise TypeError(f"out must be a dict of arrays, not {type(given).__name__}")
    return listed(record), given


def all_used(given: Mapping[Any, Any], found: Mapping[Any, Any]) -> None:
    """Raise ValueError where an array was given in which nothing is recorded."""
    for key in given:
        if key not in found:
            raise ValueError(f"out has an array for {key!r}, and record names {[*found]}")


def listed(record: Any) -> list[Any]:
    """The items of ``record``, of which one may stand alone.

    Errors   TypeError: it is neither one nor several
    """
    try:
        return [record] if isinstance(record, str | int | np.integer) else list(record)
    except TypeError:
        raise TypeError(
            f"record must be names of fields, and mjtState for parts of the state, not {type(record).__name__}"
        ) from None


def outputs(
    m: MjModel, record: Iterable[Any], n: int, nstep: int, out: Mapping[Any, Any] | None
) -> dict[Any, np.ndarray]:
    """An array for each item of ``record``: that of ``out``, or a new one."""
    items, given = asked(record, out)
    found = {}
    for item in items:
        shape, dtype = _recorded_shape(m, item)
        full = (n, nstep, *shape)
        array = given.get(item)
        if array is None and item not in given:
            arguments.room_for("rollout", str(item), full, dtype)
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
    all_used(given, found)
    return found


def record_moves(m: MjModel, arrays: Mapping[Any, np.ndarray]) -> Moves:
    """What writes all items down after each step."""
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
        elif item in fields.COUNTS:
            rows.append(move(call_layout.SAVE_NARROW, struct_layout.DATA.offset[item], base, **strides))
        else:
            rows.append(
                move(call_layout.SAVE, struct_layout.DATA.offset[item], base, array.strides[1], **strides)
            )
    return Moves(rows, arrays)
