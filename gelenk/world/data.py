"""MjData: the state of a model and everything derived from it; owns the buffers that grow.

Documents: Modelling / MJData; Computation / State and control; design / Memory
"""

import math
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from gelenk.engine import ranges
from gelenk.engine.arena import arena_bytes
from gelenk.engine.constraint.solver.fields import DENSE, SPARSE
from gelenk.errors import FatalError
from gelenk.jit import layout, library
from gelenk.jit.layout import NUMPY
from gelenk.jit.platforms import free_memory
from gelenk.tables import fields_data, fields_scratch
from gelenk.tables.field_rows import extent
from gelenk.world import data_indices, drive, history, state
from gelenk.world import registry as plugins
from gelenk.world.block import Block, describe
from gelenk.world.callbacks import register
from gelenk.world.contact import ContactList, buffers
from gelenk.world.model import MjModel

if TYPE_CHECKING:  # what the tables give the class, as checkers and editors see it
    from gelenk.world.fields import DataFields
else:
    DataFields = object

_BUFFER_NAMES = tuple(f.name for f in layout.BUFFERS)
_DUE = layout.DATA.offset["islands_due"] // 8
_PRIVATE = {f.name for f in (*fields_scratch.SCALARS, *fields_scratch.SCRATCH)} | set(layout.DATA_SIZES)
_MEANING = {f.name: f.doc for f in fields_data.SCALARS}
# the size that counts the valid rows of each growable field
_COUNT = {f.name: f.shape[0] for f in fields_data.ROWS}
_CAPACITY = tuple(f.name for f in fields_scratch.SCALARS if f.saved == "own")
_FIRST_J = 1 << 20  # numbers of efc_J that a new MjData has room for, at most
_CHECKED = 1 << 26  # bytes that are allocated without asking whether the machine has them
NEED = {"need_con": "nconmax", "need_efc": "nefcmax", "need_J": "nJmax", "need_A": "nAmax", "need_H": "nHmax"}
_UNIT = {
    "nconmax": "contacts",
    "nefcmax": "constraint rows",
    "nJmax": "numbers of efc_J",
    "nAmax": "numbers of efc_AR",
    "nHmax": "numbers of the solver's Hessian",
}


def _new_bytes(capacity: dict[str, int]) -> int:
    """Bytes of the growable buffers that these capacities replace, at these capacities."""
    replaced = [f for f in layout.BUFFERS if any(s in capacity for s in f.shape)]
    return sum(
        NUMPY[f.dtype].itemsize * math.prod(extent(s, lambda name: capacity.get(name, 1)) for s in f.shape)
        for f in replaced
    )


def _rows_property(name: str, count: str, meaning: str) -> property:
    slot = layout.DATA.offset[count] // 8
    attribute = "_a_" + name

    def get(self: Any) -> np.ndarray:
        array = self.__dict__[attribute]
        n = self._ints[slot]
        return array[:n] if n else np.empty((0, *array.shape[1:]), array.dtype)  # which keeps no buffer alive

    def put(self: Any, value: Any) -> None:
        get(self)[...] = value

    return property(get, put, doc=meaning)


@describe(layout.DATA, public=lambda n: n not in _PRIVATE and n not in _BUFFER_NAMES, meanings=_MEANING)
class MjData(Block, DataFields):
    """State of one world, and what is computed from it: ``d = MjData(m)``.

    Arrays are live views of what the engine works on; they stay the same ones over steps and resets, but those of
    contacts and constraint rows (contact, efc_*, island_*), of which there are more or fewer with each step.

    Errors     TypeError: model is not a MjModel; MemoryError: the machine has not the memory
    """

    def __init__(self, model: MjModel) -> None:
        if not isinstance(model, MjModel):
            raise TypeError(f"MjData is made for a MjModel, not {type(model).__name__}")
        self._model = model
        self._signature = model._signature
        self._told = 0  # bits of warnings already reported
        self._contacts: dict[
            str, np.ndarray
        ] = {}  # arrays of the contact buffers, which _resize keeps up to date
        self._control_at: tuple[int, float] | None = None  # this and the next: see world/callbacks.py
        self._skip_control = False
        self._pending: BaseException | None = (
            None  # what a callback raised, until the function that steps raises it
        )
        sizes = {n: getattr(model, n) for n in layout.DATA_SIZES}
        own = sizes | {"nplugin": model.nplugin}
        self._allocate(lambda name: own.get(name, 0), skip=(*_BUFFER_NAMES, "block"))
        self._attach("block", self._buffer.view(np.float64))
        ncon, ints = layout.DATA.offset["ncon"] // 8, self._ints
        self._contact_list = ContactList(self._contacts, lambda: int(ints[ncon]))
        self._set("nblock", len(self._a_block))
        for name, value in sizes.items():
            self._set(name, value)
        self._set("nplugin", model.nplugin)
        self._set("narena", model.narena)
        nlimit = int(np.count_nonzero(model.jnt_limited)) + int(np.count_nonzero(model.tendon_limited))
        rows = 6 * model.neq + model.nv + nlimit + 6 * 16
        # in large models most rows are sparse; where they are not, the buffers grow
        dense = rows * max(model.nv, 1)
        self._resize(nconmax=32, nefcmax=rows, nJmax=min(dense, _FIRST_J), nAmax=1, nHmax=model.nC)
        self._durations: Any = memoryview(cast(Any, self._a_timer_duration))
        register(self)
        self._reset()

    @property
    def model(self) -> MjModel:
        """The model that this was made for."""
        return self._model

    def __repr__(self) -> str:
        sizes = ", ".join(f"{size} {getattr(self, size)}" for size in ("ncon", "nefc"))
        return f"<MjData at time {self.time:.6g}: nq {self._model.nq}, nv {self._model.nv}, {sizes}>"

    @property
    def contact(self) -> ContactList:
        """Contacts of the last collision: ``d.contact[i].dist`` of one, ``d.contact.geom`` (ncon, 2) of all."""
        return self._contact_list

    def _set(self, name: str, value: int) -> None:
        self._ints[layout.DATA.offset[name] // 8] = value

    def _set_float(self, name: str, value: float) -> None:
        self._floats[layout.DATA.offset[name] // 8] = value

    def _get(self, name: str) -> int:
        return int(self._ints[layout.DATA.offset[name] // 8])

    def _resize(self, **capacity: int) -> None:
        """New buffers of these capacities; what was in them is kept as far as it fits."""
        size = {name: capacity.get(name, self._get(name)) for name in (*_CAPACITY, *layout.DATA_SIZES)}
        for f in layout.BUFFERS:
            if not any(s in capacity for s in f.shape) and "_a_" + f.name in self.__dict__:
                continue
            shape = tuple(extent(s, lambda n: size.get(n, 0)) for s in f.shape)
            new = np.zeros(shape, NUMPY[f.dtype])
            old = self.__dict__.get("_a_" + f.name)
            if old is not None:
                n = min(len(old), len(new))
                new[:n] = old[:n]
            self._attach(f.name, new)
        for name, value in capacity.items():
            self._set(name, value)
        self._contacts.update(buffers(self.__dict__))  # so that contacts which were handed out stay live

    def _realloc(self, ncon: int, nefc: int, nJ: int) -> None:
        """Buffers of exactly these many contacts, rows and numbers of efc_J, all of them valid and zero.

        Errors   FatalError, and none of either, where they need more than the memory of the model
        """
        for name in _BUFFER_NAMES:
            self.__dict__["_a_" + name][...] = 0
        model = self._model
        stated = model._view.narena  # negative: none, then the machine decides
        if arena_bytes(model._view, ncon, nefc, nJ, 0) > (free_memory() if stated < 0 else stated):
            self._realloc(0, 0, 0)
            raise FatalError(
                f'Insufficient arena memory, currently allocated memory="{model.narena}". '
                'Increase using <size memory="X"/>.'
            )
        self._resize(nconmax=max(ncon, 1), nefcmax=max(nefc, 1), nJmax=max(nJ, 1))
        for name, value in (
            ("ncon", ncon),
            ("nefc", nefc),
            ("nJ", nJ),
            ("ne", 0),
            ("nf", 0),
            ("nl", 0),
            ("nA", 0),
        ):
            self._set(name, value)

    def _grow(self) -> bool:
        """Enlarge the buffers that the last native call found too small; returns whether any was.

        What a model allows (size/memory) is judged by the stages that ask, see engine/arena.py.
        Errors   MemoryError where the machine does not have what is needed
        """
        need = {NEED[n]: self._get(n) for n in NEED if self._get(n) > self._get(NEED[n])}
        for n in NEED:
            self._set(n, 0)
        if not need:
            return False
        for spare in (2, 0):
            wanted = {name: value + spare * (value // 4 + 8) for name, value in need.items()}
            size = _new_bytes(wanted)
            if size < _CHECKED or size <= free_memory():
                try:
                    self._resize(**wanted)
                    return True
                except MemoryError:  # of a limit that only the system knows
                    pass
        parts = ", ".join(f"{value} {_UNIT[name]}" for name, value in need.items())
        raise MemoryError(
            f"{parts} need {size / 2**20:.0f} MiB, more than the machine has left; "
            '<size memory="..."/> limits contacts and constraint rows, and drops the others with a warning'
        )

    def _find_islands(self) -> None:
        """Make the fields that describe islands."""
        layout_of = {DENSE: ranges.KEPT_DENSE, SPARSE: ranges.KEPT_SPARSE}
        data_indices.check(self._model, self, ranges.ROWS | layout_of.get(self._get("islands_due"), 0))
        library.call("island", self._model, self)

    def _reset(self, fill: int = 0) -> None:
        """The state at time 0: qpos0, mocap bodies and equalities as in the model, all else 0.

        Bytes of the floating point arrays are ``fill`` where it is not 0 (mj_resetDataDebug).
        """
        m = self._model
        capacity = {
            n: self._get(n)
            for n in (*_CAPACITY, *layout.DATA_SIZES, "nplugin", "narena", "nblock", "threadpool")
        }
        self._told = 0
        self._buffer[:] = 0
        if fill:  # what native code uses as an index stays zero
            for f in layout.DATA_ARRAYS:
                if f.dtype.startswith("float") and f.name != "block":  # block is all of the buffer
                    self.__dict__["_a_" + f.name].view(np.uint8)[...] = fill
        for f in layout.DATA.scalars:
            if f not in capacity:
                self._set(f, 0)
        if m.nplugin:
            plugins.restart(m, self)
        for row in fields_data.DATA:
            if row.reset:
                self.__dict__["_a_" + row.name][...] = state.at_reset(m, row)
        if m.nhistory:
            history.reset(m, self)
        library.call("all_awake", m, self)
        drive.start_asleep(m, self)


for _field in fields_data.ROWS:
    setattr(MjData, _field.name, _rows_property(_field.name, _COUNT[_field.name], _field.doc))


def _count_property(name: str, capacity: str) -> property:
    """A count that users may write as long as there is room for that many.

    Whether counts fit each other is asked where they are used, in data_indices.check: programs write one after the
    other.
    """
    plain = MjData.__dict__[name]

    def put(self: Any, value: int) -> None:
        most = self._get(capacity)
        if not 0 <= value <= most:
            raise ValueError(f"{name} must be in 0 .. {most}, not {value}")
        plain.fset(self, value)

    return property(plain.fget, put, doc=plain.__doc__)


_ROOM = {"ncon": "nconmax", "nJ": "nJmax", "nA": "nAmax"} | dict.fromkeys(
    ("ne", "nf", "nl", "nefc"), "nefcmax"
)
for _name in ("ncon", "ne", "nf", "nl", "nefc", "nJ", "nA", "nisland", "nidof"):
    setattr(MjData, _name, _count_property(_name, _ROOM.get(_name, _name)))


def _island_property(name: str) -> property:
    """A field of islands, which is made now if what it follows from has changed."""
    plain = MjData.__dict__[name]

    def get(self: Any) -> Any:
        if self._ints[_DUE]:
            self._find_islands()
        return plain.fget(self)

    return property(get, plain.fset, doc=plain.__doc__)


for _name in fields_data.ISLAND:
    setattr(MjData, _name, _island_property(_name))
