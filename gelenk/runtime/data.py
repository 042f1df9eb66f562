"""MjData: the state of a model and all derived quantities; owns the buffers that grow.

Documents: Modeling / MJData; Computation / State and control; design / Memory
"""

from functools import cached_property
from typing import Any, Self, cast

import numpy as np

from gelenk.engine.arena import arena_bytes
from gelenk.engine.constraint.solver.island_fields import DENSE, SPARSE
from gelenk.engine.constraint.solver.primal import ISLANDS, STAT_ROWS
from gelenk.engine.validation import index_columns as ranges
from gelenk.errors import FatalError
from gelenk.runtime import index_checks, pipeline, state
from gelenk.runtime import plugin_instances as plugins
from gelenk.runtime.assignment import assign, whole
from gelenk.runtime.block import describe, quicken
from gelenk.runtime.callbacks import register
from gelenk.runtime.contact_list import ContactList, Live, buffers
from gelenk.runtime.memory_plan import PREFIX, Image, Plan, Table, allocate_piece
from gelenk.runtime.model import MjModel
from gelenk.runtime.struct_bases import DataBlock
from gelenk.tables import fields_data, fields_scratch
from gelenk.tables.enums import mjMAXCONPAIR, mjtCone, mjtEq
from gelenk.tables.field_rows import Field
from gelenk.tables.fields_data import CONTACT_PREFIX
from gelenk.toolchain import struct_layout as layout
from gelenk.toolchain.extension.abi import CLEARED, STATISTICS
from gelenk.toolchain.platforms import free_memory

_BUFFER_NAMES = tuple(f.name for f in layout.BUFFERS)
_NCON = layout.DATA.offset["ncon"] // 8
_DUE = layout.DATA.offset["islands_due"] // 8
_PRIVATE = {f.name for f in (*fields_scratch.SCALARS, *fields_scratch.SCRATCH)} | set(layout.DATA_SIZES)
_MEANING = {f.name: f.doc for f in fields_data.SCALARS}
# size that counts the valid rows of each growable field
_COUNT = {f.name: f.shape[0] for f in fields_data.ROWS}
_CAPACITY = tuple(f.name for f in fields_scratch.SCALARS if f.saved == "own")
_CLEARED = np.array([layout.DATA.offset[name] // 8 for name in CLEARED])
_STATISTICS_SLOTS = np.array([layout.DATA.offset[name] // 8 for name in ("stat_rows", "stat_asked")])
# mean nonzeros per constraint row that a new MjData has room for. Rows of large models are sparse, so more room would
# be unused memory, in pages of 2 MB on some systems.
_FIRST_WIDTH = 32
_SOFT_WIDTH = 8  # mean nonzeros per row of flex constraints
_DENSE = 128  # dofs up to which a new MjData has room for a dense Hessian of the solver
_CHECKED = 1 << 26  # bytes that are allocated without a check of free memory
NEED = {"need_con": "nconmax", "need_efc": "nefcmax", "need_J": "nJmax", "need_A": "nAmax", "need_H": "nHmax"}
_NO_ROOM = {"nstat": 0} | dict.fromkeys(NEED.values(), 1)
_NEED_PLACES = np.array([layout.DATA.offset[name] // 8 for name in NEED])
_UNIT = {
    "nconmax": "contacts",
    "nefcmax": "constraint rows",
    "nJmax": "elements of efc_J",
    "nAmax": "elements of efc_AR",
    "nHmax": "elements of the solver's Hessian",
}
WHOLE = "whole"  # the group of buffers that have their maximum size from the start


def _by_capacity() -> dict[str, Table]:
    """Return the growable buffers by the capacity in their shape."""
    found: dict[str, list[Field]] = {name: [] for name in (WHOLE, *_CAPACITY)}
    for f in layout.BUFFERS:
        found[next((s for s in f.shape if s in _CAPACITY), WHOLE)].append(f)
    return {name: Table(rows, layout.DATA.offset) for name, rows in found.items() if rows}


_GROUPS = _by_capacity()
_GROUP_OF = {attribute: group for group, table in _GROUPS.items() for attribute in table.row}
_FIXED = Table(
    [f for name, f in layout.DATA.arrays.items() if PREFIX + name not in _GROUP_OF and name != "block"],
    layout.DATA.offset,
)
_TABLES = {"": _FIXED, **_GROUPS}


def _fixed_rows(m: MjModel) -> tuple[int, int]:
    """Return the approximate maximum of equality, friction and limit rows, and of flex rows."""
    limits = m.njnt + m.ntendon
    if m.njnt:
        limits -= m._bytes_of("jnt_limited").count(0)
    if m.ntendon:
        limits -= m._bytes_of("tendon_limited").count(0)
    soft = 0
    if m.neq and m.nflex:
        for kind, flex in zip(m._a_eq_type.tolist(), m._a_eq_obj1id.tolist(), strict=True):
            if kind == mjtEq.mjEQ_FLEX:
                soft += int(m._a_flex_edgenum[flex])
            elif kind == mjtEq.mjEQ_FLEXVERT:
                soft += 2 * int(m._a_flex_vertnum[flex])
    return 6 * m.neq + m.nv + limits, soft


def _first_capacity(m: MjModel) -> dict[str, int]:
    """Return the initial capacities of the buffers, which grow when needed."""
    rows, soft = _fixed_rows(m)
    rows += 6 * 16
    numbers = rows * min(max(m.nv, 1), _FIRST_WIDTH) + soft * _SOFT_WIDTH
    factor = max(m.nC, m.nv * (m.nv + 1) // 2 if m.nv <= _DENSE else 0)
    return {"nconmax": 32, "nefcmax": rows + soft, "nJmax": numbers, "nAmax": 1, "nHmax": factor}


_SIZES = (*layout.DATA_SIZES, "nplugin")
_SIZE_PLACES = np.array([layout.MODEL.offset[name] // 8 for name in _SIZES])


_SLOT = {name: layout.DATA.offset[name] // 8 for name in (*layout.DATA.scalars, "block")}


class _Plans:
    """The memory plans of MjData for models of equal sizes, made with the first of them."""

    def __init__(self, slots: tuple[int, ...], narena: int, first: dict[str, int]) -> None:
        self.sizes = dict(zip(_SIZES, slots, strict=True)) | {"narena": narena}
        self.sizes |= {"nstat": ISLANDS * STAT_ROWS, "nnear": mjMAXCONPAIR, "ncollider": 1}
        self.first = first
        self._images: dict[tuple[int, ...], Image] = {}

    @cached_property
    def image(self) -> Image:
        """The initial memory of a new MjData; loading a model does not need it."""
        return self.image_of(self.first)

    @cached_property
    def _kept(self) -> dict[tuple[str, int], Plan]:
        """Plans of groups of buffers, by (group, capacity)."""
        return {(group, self.first.get(group, 0)): self.image.pieces[group][0] for group in _GROUPS}

    def image_of(self, capacity: dict[str, int]) -> Image:
        """Return the initial memory of an MjData with these buffer capacities."""
        key = tuple(capacity.values())
        found = self._images.get(key)
        if found is not None:
            return found
        sizes = self.sizes | capacity
        image = Image.of(layout.DATA.nslot, {name: table.plan(sizes) for name, table in _TABLES.items()})
        fixed, first = image.pieces[""]
        sizes |= {"nblock": fixed.total // 8, "block": first}
        image.set_slots([_SLOT[name] for name in sizes], sizes.values())
        image.pointing[layout.DATA.offset["block"] // 8] = 1
        if len(self._images) < _IMAGES:
            self._images[key] = image
        return image

    def buffers(self, group: str, capacity: int) -> Plan:
        """Return the plan of a group of buffers with a capacity."""
        key = group, capacity
        plan = self._kept.get(key)
        if plan is None:
            while len(self._kept) > 16:  # the initial plans come first and stay
                self._kept.popitem()
            plan = self._kept[key] = _GROUPS[group].plan(self.sizes | {group: capacity})
        return plan


_IMAGES = 4  # images of other capacities than the initial ones, which copies have
_LAST = 8  # model sizes in _last
_last: dict[tuple[tuple[int, ...], tuple[int, ...]], _Plans] = {}


def _plan_of(model: MjModel) -> _Plans:
    found = model.__dict__.get("_plans")
    if found is None:
        first = _first_capacity(model)
        key = model._signature, tuple(first.values())
        found = _last.get(key)
        if found is None:
            # iterate over a list, since other threads may add models
            for old in list(_last)[: max(0, len(_last) - _LAST + 1)]:
                _last.pop(old, None)
            found = _last[key] = _Plans(tuple(model._slots[_SIZE_PLACES].tolist()), model.narena, first)
        model.__dict__["_plans"] = found
    return found


def buffer_plans(model: MjModel, capacity: dict[str, int]) -> dict[str, Plan]:
    """Return the plan of each growable buffer of an MjData, by name, for these capacities."""
    plans, room = _plan_of(model), _plan_of(model).first | capacity
    groups = {group: plans.buffers(group, room.get(group, 0)) for group in _GROUPS}
    return {f.name: groups[_GROUP_OF[PREFIX + f.name]] for f in layout.BUFFERS}


def _rows_property(name: str, count: str, meaning: str) -> property:
    """Return the property of the valid rows of a field; fields of islands are updated first."""
    slot = layout.DATA.offset[count] // 8
    attribute, field = "_a_" + name, layout.DATA.arrays[name]
    none = np.empty((0, *map(int, field.shape[1:])), layout.NUMPY[field.dtype])

    def get(self: Any) -> np.ndarray:
        n = getattr(self, count)
        # a separate empty array, since a slice would keep the buffer alive
        return getattr(self, attribute)[:n] if n else none.copy()

    def get_of_island(self: Any) -> np.ndarray:
        if self._ints.item(_DUE):
            self._find_islands()
        n = self._ints.item(slot)
        return getattr(self, attribute)[:n] if n else none.copy()

    def put(self: Any, value: Any) -> None:
        assign(name, found(self), value)

    found = get_of_island if name in fields_data.ISLAND else get
    return property(found, put, doc=meaning)


@describe(
    layout.DATA,
    public=lambda n: n not in _PRIVATE and n not in _BUFFER_NAMES,
    meanings=_MEANING,
    quick=False,
)
class MjData(DataBlock):
    """State of one world, and all quantities computed from the state: ``d = MjData(m)``.

    Arrays are live views of the engine's memory. They stay valid over steps and resets, except for those of contacts
    and constraint rows (contact, efc_*, island_*), whose number changes with each step.

    Errors     TypeError: model is not an MjModel; MemoryError: the machine has not enough memory
    """

    _LATE = DataBlock._LATE | {"_contacts", "_contact_list", "_durations"}
    _contacts: Live
    _contact_list: ContactList
    _durations: Any
    _control_at = None  # this and the next attribute: see runtime/callbacks.py
    _skip_control = False

    def __init__(self, model: MjModel) -> None:
        self._make(model)
        model._check_indices()
        self._begin()

    @classmethod
    def _for_constants(cls, model: MjModel) -> Self:
        """Return an MjData for computing model constants, without statistics or room for contacts.

        The omitted buffers are most of the memory of an MjData. They grow if needed, as with trees that start asleep.
        """
        made = cls.__new__(cls)
        made._make(model, _NO_ROOM)
        model._check_indices()
        made._begin()
        return made

    def _make(self, model: MjModel, capacity: dict[str, int] | None = None) -> None:
        """Allocate and register; the values are not set. ``capacity`` overrides the initial one."""
        if not isinstance(model, MjModel):
            raise TypeError(f"MjData is made for an MjModel, not {type(model).__name__}")
        self._model: MjModel = model
        self._owner = model._address
        self._signature = model._signature
        plans = _plan_of(model)
        self._allocate(plans.image if capacity is None else plans.image_of(plans.first | capacity))
        if model.nplugin:  # plugin code may write anywhere
            self._slots[_STATISTICS_SLOTS] = STAT_ROWS * ISLANDS, 1
        register(self)

    def _make_array_views(self) -> None:
        """Make the array views, and the contact list."""
        super()._make_array_views()
        own = self.__dict__
        own["_a_block"] = self._buffer.view(np.float64)
        # arrays of the contact buffers after the first access, then kept up to date by _resize
        own["_contacts"] = contacts = Live(self._slots)
        own["_contact_list"] = ContactList(contacts, self._ints, _NCON)
        own["_durations"] = memoryview(cast(Any, self._a_timer_duration))

    @property
    def model(self) -> MjModel:
        """The model that the data was made for."""
        return self._model

    def __repr__(self) -> str:
        sizes = ", ".join(f"{size} {getattr(self, size)}" for size in ("ncon", "nefc"))
        return f"<MjData at time {self.time:.6g}: nq {self._model.nq}, nv {self._model.nv}, {sizes}>"

    @property
    def contact(self) -> ContactList:
        """Contacts of the last collision: ``d.contact[i].dist``, ``d.contact.geom`` (ncon, 2), ..."""
        if not self._contacts:
            self._contacts.replace_columns(buffers(self))
        return self._contact_list

    def _resize(self, **capacity: int) -> None:
        """Replace buffers by ones of these capacities, keeping the content that fits.

        Everything is prepared first and then installed by stores alone, since native code that found the new capacity
        of one buffer and the old address of another would write beyond the end.
        """
        plans, own, live = _plan_of(self._model), self.__dict__, self._contacts
        slots, pieces = self._slots.copy(), self._pieces.copy()
        for group, value in capacity.items():
            old = pieces[group]
            piece = pieces[group] = allocate_piece(plans.buffers(group, value), slots)
            source, target = memoryview(cast(Any, old.bytes)), memoryview(cast(Any, piece.bytes))
            # rows are the first dimension, so the bytes of an array keep their order
            for start, n, place in old.plan.shared_content(piece.plan):
                target[place : place + n] = source[start : start + n]
            slots[_SLOT[group]] = value
            for name in _GROUPS[group].row:
                own.pop(name, None)
        arrays = live.now
        if live and "nconmax" in capacity:  # so that contacts that the user holds stay live
            room = pieces["nconmax"]
            arrays = {name: cast(np.ndarray, room.array(PREFIX + CONTACT_PREFIX + name)) for name in live}
        self._slots[:] = slots
        own["_pieces"] = pieces
        live.now = arrays
        live.update(arrays)

    def _allocate_rows(self, ncon: int, nefc: int, nJ: int) -> None:
        """Resize buffers to exactly these contacts, rows and efc_J entries, all valid and zero.

        Errors   FatalError, with empty buffers, if they need more than the memory of the model
        """
        for name in _BUFFER_NAMES:
            getattr(self, "_a_" + name)[...] = 0
        model = self._model
        stated = model._view.narena  # negative: unlimited, so the free memory decides
        if arena_bytes(model._view, ncon, nefc, nJ, 0) > (free_memory() if stated < 0 else stated):
            self._allocate_rows(0, 0, 0)
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
            self._set_scalar(name, value)

    def _grow(self) -> bool:
        """Enlarge the buffers that the last native call found too small; return whether any was.

        The stages themselves enforce the limit of the model (size/memory), see engine/arena.py.
        Errors   MemoryError: the machine has not enough memory
        """
        asked = self._slots[_NEED_PLACES].tolist()
        if not any(asked):
            return False
        self._slots[_NEED_PLACES] = 0
        need = {
            limit: value
            for limit, value in zip(NEED.values(), asked, strict=True)
            if value > self._scalar(limit)
        }
        if not need:
            return False
        plans = _plan_of(self._model)
        for spare in (2, 0):
            wanted = {name: value + spare * (value // 4 + 8) for name, value in need.items()}
            rows = self._rows_of(wanted["nconmax"]) if spare and "nconmax" in wanted else 0
            if rows > max(self._scalar("nefcmax"), wanted.get("nefcmax", 0)):
                wanted["nefcmax"] = rows
            size = sum(plans.buffers(*entry).total for entry in wanted.items())
            if size < _CHECKED or size <= free_memory():
                try:
                    self._resize(**wanted)
                    return True
                except MemoryError:  # a limit known only to the system (ulimit, cgroup)
                    pass
        parts = ", ".join(f"{value} {_UNIT[name]}" for name, value in need.items())
        raise MemoryError(
            f"{parts} need {size / 2**20:.0f} MiB, more than is free; "
            '<size memory="..."/> limits contacts and constraint rows, and drops the others with a warning'
        )

    def _rows_of(self, ncon: int) -> int:
        """Estimate the constraint rows of `ncon` contacts from the dimensions of the current ones."""
        dims = self._a_contact_dim[: self._scalar("ncon")]
        dim = min(int(dims.max()), 6) if len(dims) else 1
        pyramids = self._model.opt.cone == mjtCone.mjCONE_PYRAMIDAL
        return sum(_fixed_rows(self._model)) + ncon * (2 * (dim - 1) if pyramids and dim > 1 else dim)

    def _whole_statistics(self) -> np.ndarray:
        """Return solver_stat with all rows valid (engine/constraint/solver/primal.py)."""
        array = cast(np.ndarray, self._pieces[""].array(PREFIX + STATISTICS))
        first = self._scalar("stat_rows")
        array.view(np.int64)[first:] = self._scalar("stat_fill")
        self._set_scalar("stat_rows", self._scalar("nstat"))
        return array

    @property
    def _a_solver_stat(self) -> np.ndarray:  # type: ignore[override]  # overrides an attribute
        """All rows of solver_stat, for callers that may keep the array."""
        own = self.__dict__
        array = own.get(STATISTICS)
        if array is None:
            array = own[STATISTICS] = self._whole_statistics()
            self._set_scalar("stat_asked", 1)
        return array

    def _find_islands(self) -> None:
        """Compute the fields that describe islands."""
        layout_of = {DENSE: ranges.KEPT_DENSE, SPARSE: ranges.KEPT_SPARSE}
        index_checks.check_data(
            self._model, self, ranges.ROWS | layout_of.get(self._scalar("islands_due"), 0)
        )
        pipeline.run_stage("island", self._model, self)

    def _reset(self, fill: int = 0) -> None:
        """Reset to time 0: qpos0, mocap bodies and equalities as in the model, all else 0.

        fill     byte for the floating point arrays, if not 0 (mj_resetDataDebug)
        """
        self._told = 0
        self._buffer.fill(fill)
        if fill:
            self._buffer.view(np.uint32)[self._no_reals()] = 0
        self._slots[_CLEARED] = 0
        self._set_scalar("stat_rows", self._scalar("nstat") * self._scalar("stat_asked"))
        self._set_scalar("stat_fill", int.from_bytes(8 * bytes([fill]), signed=True, byteorder="little"))
        self._begin()

    def _no_reals(self) -> np.ndarray:
        """Return the indices of the 4-byte words outside of floating-point arrays, cached."""
        found = self.__dict__.get("_words")
        if found is None:
            real = np.zeros(self._buffer.nbytes // 4, bool)
            first, piece = self._buffer.ctypes.data, self._pieces[""]
            for f in layout.DATA_ARRAYS:
                if f.dtype.startswith("float") and f.name != "block":  # block is the whole buffer
                    array = cast(np.ndarray, piece.array(PREFIX + f.name))
                    at = (array.ctypes.data - first) // 4
                    real[at : at + array.nbytes // 4] = True
            found = self.__dict__["_words"] = np.flatnonzero(~real)
        return found

    def _begin(self) -> None:
        """Set the fields that are nonzero at time 0, in memory that is already reset."""
        m = self._model
        if m.nplugin:
            plugins.restart(m, self)
        pipeline.run_stage("begin", m, self)
        if m.nhistory:
            state.reset(m, self)
        pipeline.start_asleep(m, self)


for _field in fields_data.ROWS:
    setattr(MjData, _field.name, _rows_property(_field.name, _COUNT[_field.name], _field.doc))


def _count_property(name: str, capacity: str) -> property:
    """Return the property of a count that users may set up to the capacity.

    Consistency is checked where counts are used (index_checks.check_data), since programs set them one by one.
    """
    plain = MjData.__dict__[name]

    def put(self: Any, value: int) -> None:
        most = self._scalar(capacity)
        number = whole(name, value, -(2**63), 2**63 - 1)
        if not 0 <= number <= most:
            raise ValueError(f"{name} must be in 0 .. {most}, not {number}")
        plain.fset(self, number)

    def put_plainly(self: Any, value: int) -> None:
        if type(value) is int and 0 <= value <= self._ints.item(most_at):
            self._ints[at] = value
        else:
            put(self, value)

    at, most_at = _SLOT[name], _SLOT[capacity]
    return property(plain.fget, put_plainly, doc=plain.__doc__)


_ROOM = {f.name: f.most for f in fields_data.SCALARS if f.most in _CAPACITY}
for _name in ("ncon", "ne", "nf", "nl", "nefc", "nJ", "nA", "nisland", "nidof"):
    setattr(MjData, _name, _count_property(_name, _ROOM.get(_name, _name)))


def _island_property(name: str) -> property:
    """Return the property of a field of islands, which is updated before it is read."""
    plain, at = MjData.__dict__[name], _SLOT.get(name)

    def get(self: Any) -> Any:
        if self._ints.item(_DUE):
            self._find_islands()
        return plain.fget(self) if at is None else self._ints.item(at)

    return property(get, plain.fset, doc=plain.__doc__)


_OF_ROWS = {_field.name for _field in fields_data.ROWS}
for _name in fields_data.ISLAND:
    if _name not in _OF_ROWS:  # these properties update themselves
        setattr(MjData, _name, _island_property(_name))
_OF_ISLANDS = ("nisland", "nidof")  # these may only decrease
_MOST = _ROOM | {_name: _name for _name in _OF_ISLANDS}
quicken(MjData, {name: (most, 0) for name, most in _MOST.items()}, dict.fromkeys(_OF_ISLANDS, "settled"))
