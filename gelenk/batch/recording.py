"""What a rollout of a batch takes in before each step, and what it writes down after it.

Documents: design / Batches
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from gelenk.batch import arguments, fields
from gelenk.batch.moves import Moves, Row, move, part
from gelenk.engine.batch import words
from gelenk.jit import layout
from gelenk.jit.layout import NUMPY
from gelenk.tables.enums import mjtState
from gelenk.tables.field_rows import extents
from gelenk.world import state as states
from gelenk.world.assigning import described
from gelenk.world.memory import address_of
from gelenk.world.model import MjModel


def state_moves(m: MjModel, sig: int, base: int, save: bool, **strides: int) -> list[Row]:
    """The moves of a state vector ``sig`` of float64 that begins at ``base``."""
    return [
        part(layout.DATA, name, fields.STATE_ROWS[name].dtype, base + 8 * start, n, save, **strides)
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
            rows.append(move(words.SAVE_WORD, layout.DATA.offset[item], base, **strides))
        elif item in fields.COUNTS:
            rows.append(move(words.SAVE_NARROW, layout.DATA.offset[item], base, **strides))
        else:
            rows.append(move(words.SAVE, layout.DATA.offset[item], base, array.strides[1], **strides))
    return Moves(rows, arrays)
