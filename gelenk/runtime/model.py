"""MjModel: the constants of a model, as arrays described by the field tables.

Documents: Modeling / MJModel; API / MjModel
"""

import functools
import itertools
import struct
from collections.abc import Iterable, Mapping
from itertools import chain, repeat
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from gelenk.runtime import hull_search_start, index_checks
from gelenk.runtime.assignment import assign, described, whole
from gelenk.runtime.block import Block, Closed, Fixed, describe, restoring
from gelenk.runtime.callbacks import register
from gelenk.runtime.index_guard import Guard
from gelenk.runtime.memory_plan import Image, Parts, Plan, Table
from gelenk.runtime.struct_bases import ModelBlock, Record, with_later_sizes
from gelenk.tables import api_enums, fields_model
from gelenk.tables.api_enums import BITS_MOVED, kernel_bits, public_bits
from gelenk.tables.field_groups import GUARDED
from gelenk.tables.field_rows import FIRST, Field
from gelenk.toolchain import library, struct_layout
from gelenk.toolchain.extension import load
from gelenk.toolchain.extension.abi import VISUAL_AT

if TYPE_CHECKING:  # fields from the tables, as seen by type checkers and editors
    from gelenk.runtime.fields import OptionFields, StatisticFields, VisualFields
else:
    OptionFields = StatisticFields = VisualFields = object

_NO_HULLS = np.zeros(0, np.int32)
CHARS = tuple(f.name for f in fields_model.MODEL if f.dtype == "char")
_SIGN = 2**63  # the signature is unsigned, but its slot is signed
SIZE_NAMES = tuple(f.name for f in fields_model.SIZES)
_SIGNATURE = struct_layout.MODEL.offset["signature"] // 8
_OPT, _STAT = struct_layout.MODEL.offset["opt"] // 8, struct_layout.MODEL.offset["stat"] // 8
_NARENA = struct_layout.MODEL.offset["narena"] // 8
_FLAGS = {
    f.name: struct_layout.MODEL.offset[f.name] // 8 for f in fields_model.SIZES if f.use == "flag"
}  # name -> slot
_COMPARED = tuple(name for name in SIZE_NAMES if name != "signature" and name not in _FLAGS)
# in memory order: the guarded columns come first, fields of later releases last
FIELDS = Table(
    sorted(
        struct_layout.MODEL_ARRAYS,
        key=lambda f: (f.since != FIRST, f.since == FIRST and f.name not in GUARDED),
    ),
    struct_layout.MODEL.offset,
)
_LETTERS = Table([f for f in struct_layout.MADE if f.name == "letters"], struct_layout.MODEL.offset)
_HIDDEN = {"narena", *(f.name for f in (*struct_layout.MADE, *struct_layout.MADE_SIZES))}
_SIZES = frozenset(SIZE_NAMES)


_serials = itertools.count(1)  # serial numbers of models; unlike addresses, these are never reused
_ROWS = (tuple, list, np.ndarray)


def _pack(values: list, form: struct.Struct, start: int, memory: memoryview) -> bool:
    """Write scalars, or the elements of rows, into memory; return False if numpy must convert."""
    try:
        if isinstance(values[0], _ROWS):
            form.pack_into(memory, start, *chain.from_iterable(values))
        else:
            form.pack_into(memory, start, *values)
    except (TypeError, OverflowError, struct.error):
        return False
    return True


_ROW = {f.name: i for i, f in enumerate(FIELDS.fields)}


class _Form(NamedTuple):
    """The shared layout of models with equal sizes.

    image      initial memory                          planned   layout of the arrays
    signature  the sizes, by which they are compared   hulls     whether they have meshes
    """

    image: Image
    planned: Plan
    signature: tuple[int, ...]
    hulls: bool


_LAST = 8  # model sizes in _last
_last: dict[tuple[tuple[int, ...], int], _Form] = {}
# slots of the sizes and of the values `_SAME`, which are equal for all models without hulls
_SLOTS = [
    struct_layout.MODEL.offset[name] // 8
    for name in (*_COMPARED, "nletters", "nstage", "stage_table", "hull_start", *struct_layout.MADE_NUMBERS)
]
_SAME = (
    *(library.TABLE.size, library.TABLE.ctypes.data, _NO_HULLS.ctypes.data),
    *(int(getattr(getattr(api_enums, enum), member)) for enum, member in struct_layout.MADE_NUMBERS.values()),
)


def _form_of(values: tuple[int, ...], letters: int) -> _Form:
    """Return the form of models with these sizes (order of _COMPARED) and name buffer length."""
    key = values, letters
    found = _last.get(key)
    if found is None:
        sizes = dict(zip(_COMPARED, values, strict=True))
        planned = FIELDS.plan(sizes)
        image = Image.of(
            struct_layout.MODEL.nslot, {"": planned, "letters": _LETTERS.plan({"nletters": letters})}
        )
        sizes["nbuffer"] = planned.total
        signature = (*sizes.values(),)
        image.set_slots(_SLOTS, (*signature, letters, *_SAME))
        found = _Form(image, planned, signature, sizes["nmesh"] > 0)
        # iterate over a list, since other threads may add models
        for old in list(_last)[: max(0, len(_last) - _LAST + 1)]:
            _last.pop(old, None)
        _last[key] = found
    return found


def _signed(value: int) -> int:
    """Return an unsigned 64-bit integer as the signed integer of a slot."""
    return value if value < _SIGN else int(value) - 2 * _SIGN


def _docs(rows: tuple[Field, ...]) -> dict[str, str]:
    return {f.name: f.doc for f in rows}


@describe(struct_layout.OPTION, meanings=_docs(fields_model.OPTION))
class MjOption(Record, Fixed, OptionFields):
    """Simulation options: ``m.opt.timestep``, ``m.opt.gravity``, ... (XML reference / option).

    ``MjOption()`` has the default values of the documents.
    """

    _record = tuple(f.name for f in fields_model.OPTION)

    @classmethod
    def _empty(cls) -> "MjOption":
        self = cls.__new__(cls)
        self._clear()
        return self


def _public_flags(kept: property) -> property:
    """Return the property of enableflags with the bits of the level."""

    def put(self: MjOption, value: Any) -> None:
        kept.__set__(self, kernel_bits(whole("enableflags", value, 0, 2**31 - 1)))

    return property(lambda self: public_bits(kept.__get__(self)), put, doc=kept.__doc__)


if BITS_MOVED:
    MjOption.enableflags = _public_flags(MjOption._described["enableflags"])  # type: ignore[assignment]


@describe(struct_layout.STATISTIC, meanings=_docs(fields_model.STATISTIC))
class MjStatistic(Record, Fixed, StatisticFields):
    """Model statistics: ``m.stat.meaninertia``, ... (XML reference / statistic)."""

    _record = tuple(f.name for f in fields_model.STATISTIC)

    def __init__(self) -> None:
        self._clear()


def _visual_class(group: str) -> type[Fixed]:
    title = group.rstrip("_").capitalize()

    def __init__(self: Fixed) -> None:
        self._clear()

    body = {
        "__init__": __init__,
        "__doc__": f"Visual settings of the group {title} (XML reference / visual).",
        "_record": tuple(f.name for f in fields_model.VISUAL[group]),
    }
    name = f"MjVisual{title}" if group in ("headlight", "rgba") else title  # the class names of 3.5.0
    return describe(struct_layout.VISUAL[group], meanings=_docs(fields_model.VISUAL[group]))(
        type(name, (Record, Fixed), body)
    )


def _empty_view(name: str, doc: str | None) -> property:
    """Return a settable property that reads as an empty array, like colors in 3.5.0."""

    key = "_a_" + name

    def put(self: Block, value: Any) -> None:
        assign(name, getattr(self, key), value)

    return property(lambda self: getattr(self, key)[:0], put, doc=doc)


VISUAL_CLASSES = {group: _visual_class(group) for group in fields_model.VISUAL}


class MjVisual(Record, Closed, VisualFields):
    """Visual settings: ``m.vis.headlight.ambient``, ... (XML reference / visual)."""

    _record = tuple(VISUAL_CLASSES)

    def __init__(self) -> None:
        for group, cls in VISUAL_CLASSES.items():
            self.__dict__["_" + group] = cls()

    @classmethod
    def _from_groups(cls, groups: Mapping[str, Fixed]) -> "MjVisual":
        """Return settings with these groups; the others have their defaults.

        Groups that native code reads are made now, the others on first access.
        """
        self = cls.__new__(cls)
        own = self.__dict__
        for group, made in groups.items():
            own["_" + group] = made
        for group in _READ:
            own.setdefault("_" + group, VISUAL_CLASSES[group]._new_default())
        return self

    def _reset(self) -> None:
        """Reset all groups to their defaults."""
        own = self.__dict__
        try:
            _restored(own["_all"], _table())
        except (KeyError, TypeError):  # a group does not exist yet, or there is no native code
            own["_all"] = tuple(getattr(self, group) for group in VISUAL_CLASSES)
            for group in own["_all"]:
                group._reset()


_restored: Any = load.module and load.module._restored
_table = functools.cache(lambda: restoring(*VISUAL_CLASSES.values()))  # deferred until the defaults are known
_READ = tuple(VISUAL_AT)  # groups whose addresses a model holds


def _group_property(group: str, doc: str | None) -> property:
    name = "_" + group

    def get(self: Any) -> Fixed:
        made = self.__dict__.get(name)
        return (
            made if made is not None else self.__dict__.setdefault(name, VISUAL_CLASSES[group]._new_default())
        )

    return property(get, doc=doc)


for _name in ("bv", "bvactive"):
    setattr(VISUAL_CLASSES["rgba"], _name, _empty_view(_name, getattr(VISUAL_CLASSES["rgba"], _name).__doc__))
for _group, _cls in VISUAL_CLASSES.items():
    setattr(MjVisual, _group, _group_property(_group, _cls.__doc__))
    setattr(MjVisual, _group.rstrip("_").capitalize(), _cls)


@describe(
    struct_layout.MODEL,
    writable=False,
    public=lambda n: n not in _HIDDEN,
    meanings=_docs(fields_model.SIZES),
)
class MjModel(ModelBlock):
    """A compiled model: sizes, constants as arrays, options. Arrays are live and writable.

    Sizes are read-only. Models are made by ``MjModel.from_xml_path``, ``from_xml_string`` or ``MjSpec.compile``, never
    by the constructor. A step checks indices that were written, and mj_setConst recomputes derived constants.
    """

    _names: dict[int, tuple[str, ...]]  # made on first access, see named_access.py
    _ids: dict[int, dict[str, int]]
    _vis: MjVisual
    _signature: tuple[int, ...]  # the sizes without `signature`; an MjData fits every model with equal ones
    # defaults for all models; a model with meshes has its own hull_start
    _a_stage_table, _a_hull_start = library.TABLE, _NO_HULLS

    def __init__(self, *args: object, **kwargs: object) -> None:
        raise TypeError("MjModel has no constructor: use MjModel.from_xml_path or MjModel.from_xml_string")

    @classmethod
    def _from_arrays(
        cls,
        sizes: Mapping[str, int],
        arrays: Mapping[str, Any],
        chars: Mapping[str, bytes] | None = None,
        settings: "tuple[MjOption, MjStatistic, MjVisual] | None" = None,
    ) -> "MjModel":
        """Return a model from sizes {"nbody": 3, ...}, arrays by field name and byte strings.

        Missing arrays are zero; missing sizes of later releases are unused.
        """
        self = cls.__new__(cls)
        sizes = with_later_sizes(sizes)
        if not sizes.keys() <= _SIZES:
            raise KeyError(f"not a size of MjModel: {', '.join(sorted(sizes.keys() - _SIZES))}")
        own, names = self.__dict__, bytes(chars.get("names", b"")) if chars else b""
        form = _form_of(tuple(map(sizes.get, _COMPARED, repeat(0))), len(names))
        self._allocate(form.image)
        slots = self._slots
        slots[_SIGNATURE] = _signed(sizes.get("signature", 0))
        for name, slot in _FLAGS.items():
            slots[slot] = sizes.get(name, 0)
        own["_signature"], own["_guard"], own["_state_parts"] = form.signature, None, {}
        opt, stat, vis = settings or (MjOption._empty(), MjStatistic(), MjVisual())
        own["_nested_structs"], own["_vis"] = {"opt": opt, "stat": stat}, vis
        slots[_OPT], slots[_STAT] = opt._address, stat._address
        self._serial, parts = next(_serials), vis.__dict__
        self._map_at, self._global_at = parts["_map"]._address, parts["_global_"]._address
        for name in CHARS:
            own["_chars_" + name] = bytes(chars.get(name, b"")) if chars else b""
        _, raw, first = self._memory
        start = first + form.image.pieces["letters"][1]
        memoryview(raw)[start : start + len(names)] = names
        if arrays:
            self._fill(form, arrays)
        register(self)
        if arrays and form.hulls:  # a caller that fills the arrays later computes the hulls then
            self._update_hulls()
        return self

    def _fill(self, form: _Form, arrays: Mapping[str, Any]) -> None:
        """Copy values into the fields without creating array objects, most of which go unused."""
        rest: Iterable[str] = arrays
        if load.module:
            first = self._address + form.image.pieces[""][1]
            rest = load.module._packed(arrays, _ROW, form.planned.rows_at, first)
            if not rest:
                return
        planned, memory = form.planned, memoryview(self._buffer)  # type: ignore[arg-type]
        table = planned.table
        for name in rest:
            value, row = arrays[name], _ROW[name]  # KeyError: not a field of MjModel
            count = planned.count(row)
            if not count and type(value) is list and not value:
                continue
            if type(value) is list and value and _pack(value, *planned.packer(row), memory):
                continue
            dtype = table.dtypes[row]
            if type(value) is not np.ndarray and type(value) is not Parts:
                value = np.asarray(value)
            if value.size != count:
                shape = getattr(value, "shape", value.size)
                raise ValueError(f"{name}: shape {shape} does not fit {tuple(planned.shape(row))}")
            if value.size:
                first, numbers = planned.start(row) // dtype.itemsize, self._buffer.view(dtype)
                for part in value if type(value) is Parts else (value,):
                    numbers[first : first + part.size].reshape(part.shape)[...] = part
                    first += part.size

    def _update_hulls(self) -> None:
        """Recompute hull_start from the current meshes."""
        starts = hull_search_start.starts(self) if self.nmesh else _NO_HULLS
        self._ints[struct_layout.MODEL.offset["nhull"] // 8] = starts.size
        self._set_array("hull_start", starts)

    @property
    def narena(self) -> int:
        """Memory for contacts and constraint rows [bytes], from size/memory.

        Without size/memory this is the value of 3.5.0, which has no effect.
        """
        known = self.__dict__.get("_arena")
        if known is None:
            stated, nv = self._ints.item(_NARENA), self.nv
            known = stated if stated >= 0 else 13 * 2**20 + 50_000 * nv + 41 * nv * nv
            self.__dict__["_arena"] = known
        return known

    @property
    def names(self) -> bytes:
        """All names, zero-terminated, at addresses name_*adr. The first is the model's name."""
        return self.__dict__["_chars_names"]

    @property
    def text_data(self) -> bytes:
        """Contents of all custom texts, zero-terminated; text_adr are their addresses."""
        return self.__dict__["_chars_text_data"]

    @property
    def paths(self) -> bytes:
        """Paths of all asset files, zero-terminated; *_pathadr are their addresses."""
        return self.__dict__["_chars_paths"]

    def __repr__(self) -> str:
        name = self.names.partition(b"\0")[0].decode(errors="replace")
        sizes = ", ".join(f"{size} {getattr(self, size)}" for size in ("nq", "nv", "nu", "nbody", "ngeom"))
        return f"<MjModel {name!r}: {sizes}>"

    def _start_guard(self) -> Guard:
        """Start to watch the index columns that users access, and return the guard."""
        guard = self.__dict__["_guard"] = self._guard or Guard()
        self._guard_at = guard.table.ctypes.data
        return guard

    def _check_indices(self) -> None:
        """Raise IndexError if a user has written an index out of range."""
        guard = self._guard
        if guard is not None and not guard.is_unchanged():
            index_checks.check_changes(self)

    @property
    def opt(self) -> MjOption:
        """Simulation options: timestep, gravity, solver, flags."""
        return self._nested_structs["opt"]  # type: ignore[return-value]

    @property
    def stat(self) -> MjStatistic:
        """Model statistics: extent, center, mean mass and inertia."""
        return self._nested_structs["stat"]  # type: ignore[return-value]

    @property
    def vis(self) -> MjVisual:
        """Visual settings."""
        return self.__dict__["_vis"]


def _flag_property(name: str, slot: int) -> property:
    """Return the property of a flag, a bool that may be set, in place of that of a size."""

    def get(self: MjModel) -> bool:
        return bool(self._ints.item(slot))

    def put(self: MjModel, value: Any) -> None:
        try:
            self._ints[slot] = bool(value)
        except (TypeError, ValueError):  # of an array, whose truth is ambiguous
            raise TypeError(f"{name} must be True or False, not {described(value)}") from None

    return property(get, put, doc=MjModel._described[name].__doc__)


for _name, _slot in _FLAGS.items():
    setattr(MjModel, _name, _flag_property(_name, _slot))
index_checks.guard(MjModel)
