"""Transfers between structs and arrays of a batch, and views of its worlds.

Documents: design / Batches; Memory

Transfers are lists of moves, whose layout is in engine/batch/call_layout.py. Fields that have a row for each world are
the bindable ones of MjData and the expandable ones of MjModel; both sets follow from the field tables.
`Batch.get_data` also has the fields whose size changes in each step and those that are computed on access. Meshes,
height fields, textures and skins are shared by all worlds.

Views of worlds are models and data whose arrays are rows of a batch. Python code, such as a callback, sees a world
through its view while a thread works on the world.
"""

from collections.abc import Iterable
from typing import Any

import numpy as np

from gelenk.engine.batch import call_layout
from gelenk.errors import with_hint
from gelenk.runtime import index_checks, pipeline, state
from gelenk.runtime import plugin_instances as plugins
from gelenk.runtime.callbacks import register
from gelenk.runtime.data import MjData
from gelenk.runtime.memory_plan import address_of
from gelenk.runtime.model import MjModel, MjOption, MjStatistic
from gelenk.tables import fields_data, fields_model
from gelenk.tables.enums import mjtWarning
from gelenk.tables.field_groups import ASSETS, FIXED, GUARDED, PER_WORLD
from gelenk.tables.fields_data import STATE
from gelenk.toolchain import memory, struct_layout
from gelenk.toolchain.struct_layout import Layout

COUNTS = ("ncon", "ne", "nf", "nl", "nefc", "nJ", "nA")  # scalars that follow from the state
_PROCESS = ("plugin", "plugin_data", "maxuse_threadstack")  # fields of an MjData that no world has

STATE_ROWS = {row.name: row for row in STATE}
DERIVED = {
    f.name: f
    for f in fields_data.DATA
    if f.name in struct_layout.DATA.arrays  # excludes fields that are allocated on access
    and f.name not in STATE_ROWS
    and f.name not in _PROCESS
    and f.name not in fields_data.ISLAND
}
# sleep states: made at a reset, and read in every step
LASTING = frozenset(f.name for f in fields_data.SECTIONS["Sleep"] if f.name in struct_layout.DATA.arrays)
DATA_FIELDS = frozenset({*STATE_ROWS, *DERIVED, *COUNTS})
MODEL_FIELDS = frozenset(PER_WORLD)
_GROWING = {f.name for f in fields_data.ROWS} | {"contact"}
_SCALARS = set(struct_layout.DATA.scalars)
_STORED = {f.name for f in fields_model.MODEL}


def not_bindable(name: object) -> Exception:
    """Return the error for a name that cannot be bound."""
    if not isinstance(name, str):
        return TypeError(f"name must be the name of a field, not {type(name).__name__}")
    if name in _GROWING:
        return ValueError(f"{name} has another size in each step, and cannot be bound: get_data(sim) has it")
    if name in fields_data.ISLAND:
        return ValueError(
            f"{name} is computed when it is asked for, and cannot be bound: get_data(sim) has it"
        )
    if name in _PROCESS:
        return ValueError(f"{name} belongs to an MjData, not to a world, and cannot be bound")
    for field in (name, f"opt.{name}", f"stat.{name}"):
        if field in MODEL_FIELDS:
            return ValueError(f"{name} is a field of the model: use expand('{field}')")
    if name in _SCALARS:
        return ValueError(
            f"{name} is not one of the scalars bind() accepts: {', '.join(sorted(COUNTS))}, time"
        )
    return ValueError(with_hint(f"{name} is not a field of MjData that can be bound", name, DATA_FIELDS))


def not_expandable(name: object) -> Exception:
    """Return the error for a name that cannot be expanded."""
    if not isinstance(name, str):
        return TypeError(f"name must be the name of a field, not {type(name).__name__}")
    if name in _STORED and name.startswith(ASSETS):
        return ValueError(f"{name} belongs to assets, which all worlds share, and cannot be expanded")
    if name in DATA_FIELDS:
        return ValueError(f"{name} is a field of MjData: use bind('{name}')")
    for field in (f"opt.{name}", f"stat.{name}"):
        if field in MODEL_FIELDS:
            return ValueError(f"{name} is a field of {field.partition('.')[0]}: use expand('{field}')")
    return ValueError(with_hint(f"{name} is not a field of MjModel that can be expanded", name, MODEL_FIELDS))


Row = list[int]
WARNING_BYTES = 2 * 8 * mjtWarning.mjNWARNING


def move(
    kind: int,
    slot: int,
    array: np.ndarray | int,
    size: int = 0,
    *,
    world: int = 0,
    position: int = 0,
    step: int = 0,
    of: int = call_layout.OF_DATA,
) -> Row:
    """Return a move between the slot at an offset and ``array``.

    Strides are in bytes; size is in bytes, or in elements for flags.
    """
    base = array if isinstance(array, int) else address_of(array)
    return [kind, of, slot, base, world, position, step, size]


def model_move(name: str, array: np.ndarray, save: bool = False, **strides: int) -> Row:
    """Return the move of a model field (`PER_WORLD`) to rows of ``array``.

    Arrays are pointed at; scalars are loaded, or saved.
    """
    owner, row = PER_WORLD[name]
    plan = struct_layout.MODEL.nested[owner] if owner else struct_layout.MODEL
    of = struct_layout.MODEL.offset[owner] if owner else call_layout.OF_MODEL
    kind = call_layout.POINT
    if not row.shape:
        wide = array.dtype == np.float64
        load, keep = (
            (call_layout.LOAD_WORD, call_layout.SAVE_WORD)
            if wide
            else (call_layout.LOAD_NARROW, call_layout.SAVE_NARROW)
        )
        kind = keep if save else load
    return move(kind, plan.offset[row.name], array, of=of, **strides)


def part(plan: Layout, name: str, dtype: str, base: int, count: int, save: bool, **strides: int) -> Row:
    """Return the move of one part of a float64 state vector.

    A part is a scalar, flags, or an array of ``count`` elements.
    """
    slot = plan.offset[name]
    if name in plan.scalars:
        return move(call_layout.SAVE_WORD if save else call_layout.LOAD_WORD, slot, base, **strides)
    if dtype == "uint8":
        return move(call_layout.SAVE_FLAGS if save else call_layout.LOAD_FLAGS, slot, base, count, **strides)
    return move(call_layout.SAVE if save else call_layout.LOAD, slot, base, 8 * count, **strides)


def warning_moves(kind: int, base: int, **strides: int) -> list[Row]:
    """Return the move of all warnings: last arguments, then counts.

    Both arrays are adjacent in an MjData, too.
    """
    return [move(kind, struct_layout.DATA.offset["warning_lastinfo"], base, WARNING_BYTES, **strides)]


def pointer(name: str, array: np.ndarray) -> Row:
    """Return the row that points a field of the data at the row of a world in ``array``."""
    return [struct_layout.DATA.offset[name], address_of(array), array.strides[0]]


class Moves:
    """A list of moves in memory; holds references to the arrays whose addresses it contains."""

    def __init__(self, rows: Iterable[Row] = (), keep: Any = None) -> None:
        made = list(rows)
        self.table = np.array(made, np.int64) if made else np.zeros((0, call_layout.MOVE_WORDS), np.int64)
        self.entry = (address_of(self.table) if made else 0, len(made))
        self.keep = keep


# Views of worlds


def second_struct(model: MjModel) -> MjModel:
    """Return a model with its own slots and the arrays of ``model``.

    Its slots may be pointed at other arrays.
    """
    made = MjModel.__new__(MjModel)
    made.__dict__.update({k: v for k, v in model.__dict__.items() if not k.startswith("_named_")})
    _own_slots(made, model)
    for name, cls in (("opt", MjOption), ("stat", MjStatistic)):
        inner: Any = cls.__new__(cls)
        inner.__dict__.update(model._nested_structs[name].__dict__)
        _own_slots(inner, model._nested_structs[name])
        made._set_nested(name, inner)
    # no index guard, since programs hold no arrays of this struct
    made._guard_at, made.__dict__["_guard"] = 0, None
    made._told = 0
    register(made)
    memory.register(made)
    return made


def _own_slots(made: Any, source: Any) -> None:
    made._slots = source._slots.copy()
    made._ints, made._floats = made._slots, made._slots.view(np.float64)
    made._address = made._slots.ctypes.data
    made._nested_structs = {}


def index_columns(expanded: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Return the expanded index fields, whose values compiled code trusts."""
    return {name: expanded[name] for name in GUARDED if name in expanded}


def check_columns(struct: MjModel, shared: MjModel, columns: dict[str, np.ndarray]) -> None:
    """Check the index fields of a world.

    struct   second struct of ``shared`` (`second_struct`), which is pointed at the columns

    Errors   IndexError: an index is out of its range, or belongs to the compiled structure
    """
    for name, column in columns.items():
        if name in FIXED and not np.array_equal(column, getattr(shared, "_a_" + name)):
            raise IndexError(
                f"{name} is part of the compiled structure: edit the model's source and compile it again"
            )
        struct._set_array(name, column)
    index_checks.check(struct)


class RedirectableData:
    """An MjData whose arrays can be pointed at rows of a batch, and back at its own."""

    def __init__(self, data: MjData) -> None:
        self.data = data
        self.own = {
            name: getattr(data, "_a_" + name) for name in struct_layout.DATA.arrays if name != "block"
        }

    def point_at_world(self, arrays: dict[str, np.ndarray], world: int) -> None:
        """Point fields at their rows of a world."""
        for name, array in arrays.items():
            self.data._set_array(name, array[world])

    def restore_own(self, names: Any) -> None:
        """Point fields back at the arrays of the MjData."""
        for name in names:
            self.data._set_array(name, self.own[name])


def clear(model: MjModel, data: MjData, names: Any) -> None:
    """Clear fields that are rows of a batch, which a reset in native code cannot reach."""
    for name in names:
        getattr(data, "_a_" + name)[...] = 0
    for row in STATE:
        if row.reset and row.name in names:
            getattr(data, "_a_" + row.name)[...] = state.at_reset(model, row)


def fresh_state(m: MjModel, d: MjData, key: int, sig: int, out: np.ndarray) -> None:
    """Write the state ``sig`` of a model after a reset into ``out``.

    d     MjData in which the state is computed
    key   keyframe; -1: none
    """
    d._buffer[:] = 0
    d.time = 0.0
    pipeline.run_stage("all_awake", m, d)
    for row in STATE:
        if row.reset:
            getattr(d, "_a_" + row.name)[...] = state.at_reset(m, row)
    if m.nplugin:
        plugins.restart(m, d)
    if m.nhistory:
        state.reset(m, d)
    if key >= 0:
        state.put_key(m, d, key)
    state.get(m, d, out, sig)
