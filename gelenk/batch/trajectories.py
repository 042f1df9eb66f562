"""The native call of a rollout: what goes in and out of each trajectory, and what is kept for the next call.

Documents: design / Batches

The lists of moves follow from the model and the shapes of the arrays. Most programs roll out again and again on the
same structs, with arrays of the same shapes: then the call of the time before is done again, on the arrays of now.
"""

from __future__ import annotations

import weakref
from typing import Any, NamedTuple

import numpy as np

from gelenk.batch.call import Call, Thread, budget
from gelenk.batch.fields import STATE_ROWS
from gelenk.batch.moves import WARNING_BYTES, Moves, Row, move, warning_moves
from gelenk.batch.recording import state_moves
from gelenk.engine.batch import words
from gelenk.jit import layout, library, raw
from gelenk.jit.layout import NUMPY
from gelenk.tables.enums import mjtState, mjtWarning
from gelenk.tables.field_rows import extents
from gelenk.world import state as states
from gelenk.world.crew import Crew
from gelenk.world.data import MjData
from gelenk.world.memory import address_of
from gelenk.world.model import MjModel
from gelenk.world.warnings import send, text

# inputs that a rollout puts back to their values after a reset when control_spec leaves them out
_UNDER_CONTROL = int(mjtState.mjSTATE_USER & ~mjtState.mjSTATE_USERDATA)
_NO_WARNINGS = np.zeros(WARNING_BYTES, np.uint8)
_SLOT = layout.DATA.offset


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
            raw.know(m)
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
        table[words.TASK], table[words.NSTEP], table[words.STOP] = words.STEP, nstep, 2
        table[words.BUDGET] = budget(first.nv)
        if chunk_size is not None:
            table[words.CHUNK] = min(chunk_size, n)
        status, warned = np.zeros(n, np.int32), np.zeros(n, np.uint8)
        table[words.STATUS], table[words.WARNED] = address_of(status), address_of(warned)
        call.keep += [status, warned]
        if self.once:
            addresses = np.array([m._address for m in models], np.int64)
            table[words.MODELS] = address_of(addresses)
            call.keep.append(addresses)
            call.structs = lambda thread, world: (models[world], thread.data)
        return call

    def _moves(self, models: list[MjModel], spec: int, arrays: Arrays) -> None:
        m, saved = models[0], arrays.state
        warm = np.zeros((1, m.nv)) if arrays.warmstart is None else arrays.warmstart
        physics = state_moves(m, mjtState.mjSTATE_FULLPHYSICS, 0, False, position=_stride(arrays.initial, 0))
        begin = move(words.LOAD, _SLOT["qacc_warmstart"], 0, 8 * m.nv, position=_stride(warm, 0))
        self._list(
            words.BEFORE,
            ("", self._inputs(models, spec)),
            ("initial", physics),
            ("warmstart", [begin] if m.nv else []),
            ("", warning_moves(words.LOAD, address_of(_NO_WARNINGS))),
        )
        if arrays.warmstart is None:
            self._point("warmstart", warm)
            self.call.keep.append(warm)
        control = arrays.control
        if control is not None and control.shape[2]:
            by = {"position": _stride(control, 0), "step": _stride(control, 1)}
            self._list(words.EACH, ("control", state_moves(m, spec, 0, False, **by)))
        rows: list[tuple[str, list[Row]]] = []
        if saved.size:
            by = {"position": saved.strides[0], "step": saved.strides[1]}
            rows.append(("state", state_moves(m, mjtState.mjSTATE_FULLPHYSICS, 0, True, **by)))
        if arrays.sensordata.size:
            size = arrays.sensordata.strides[1]
            by = {"position": arrays.sensordata.strides[0], "step": size}
            rows.append(("sensordata", [move(words.SAVE, _SLOT["sensordata"], 0, size, **by)]))
        self._list(words.AFTER, *rows)
        strides = {"position": self.warning.strides[0]}
        self._list(words.WARN, ("", warning_moves(words.SAVE, address_of(self.warning), **strides)))

    def _list(self, name: int, *groups: tuple[str, list[Row]]) -> None:
        """Set a list of moves. Groups that bear the name of an array count from its beginning."""
        moves = Moves(row for _, rows in groups for row in rows)
        self.call.moving(name, moves)
        first = 0
        for array, rows in groups:
            column = moves.table[first : first + len(rows), words.BASE >> 3]
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
                found.append(move(words.LOAD, _SLOT[name], column, size, position=stride))
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
            thread.table[words.MODEL], thread.table[words.DATA] = models[0]._address, d._address
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
        if self.call.shared[words.NWARNED]:
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
