"""Views of worlds: models and data whose arrays are rows of a batch.

Documents: design / Batches; Memory

Python code, such as a callback, sees a world through them while a thread works on it.
"""

from typing import Any

import numpy as np

from gelenk.runtime import index_checks, pipeline, state
from gelenk.runtime import plugin_instances as plugins
from gelenk.runtime.callbacks import register
from gelenk.runtime.data import MjData
from gelenk.runtime.model import MjModel, MjOption, MjStatistic
from gelenk.tables.fields_data import STATE
from gelenk.tables.indices import FIXED, GUARDED
from gelenk.toolchain import memory, struct_layout


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

    d     MjData that computes it
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
