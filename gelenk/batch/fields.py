"""Fields with a row for each world: bindable ones of MjData, expandable ones of MjModel.

Documents: design / Batches

Both sets follow from the field tables. `Batch.get_data` has the fields whose size changes in each step and
those that are computed on access; meshes, height fields, textures and skins are shared by all worlds.
"""

from gelenk.errors import nearest
from gelenk.tables import fields_data, fields_model
from gelenk.tables.fields_data import STATE
from gelenk.tables.per_world_fields import ASSETS, MODEL
from gelenk.toolchain import struct_layout

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
MODEL_FIELDS = frozenset(MODEL)
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
        return ValueError(f"{name} belongs to a MjData, not to a world, and cannot be bound")
    for field in (name, f"opt.{name}", f"stat.{name}"):
        if field in MODEL_FIELDS:
            return ValueError(f"{name} is a field of the model: use expand('{field}')")
    if name in _SCALARS:
        return ValueError(f"{name} is not one of the scalars that can be bound: {', '.join(COUNTS)}, time")
    hint = nearest(name, DATA_FIELDS)
    return ValueError(f"{name} is not a field of MjData that can be bound" + (hint and f"; {hint}"))


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
    hint = nearest(name, MODEL_FIELDS)
    return ValueError(f"{name} is not a field of MjModel that can be expanded" + (hint and f"; {hint}"))
