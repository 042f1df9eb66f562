"""State vectors: which parts of Data they hold and how they are packed.

Documents: Computation / State and control; API / mj_stateSize, mj_getState, mj_setState, mj_extractState
"""

from __future__ import annotations

import itertools
import math
from typing import TYPE_CHECKING, Any

import numpy as np

from gelenk.errors import FatalError
from gelenk.tables.field_rows import extents
from gelenk.tables.fields_data import STATE

if TYPE_CHECKING:
    from gelenk.world.owners import DataBlock, ModelBlock


def at_reset(m: ModelBlock, row: Any) -> Any:
    """What a field of Data is after a reset: zero, or what the model says."""
    if not row.reset:
        return 0
    column = getattr(m, "_a_" + row.reset)  # not the property, which starts the guard of world/indices.py
    if row.shape[0] != "nmocap":
        return column
    mocapid = m._a_body_mocapid
    bodies = np.flatnonzero(mocapid >= 0)
    return column[bodies[np.argsort(mocapid[bodies])]]


def check_signature(function: str, sig: int) -> None:
    """Raise FatalError unless ``sig`` is a union of mjtState bits."""
    if sig < 0:
        raise FatalError(f"{function}: invalid state signature {sig} < 0")
    if sig >= 1 << len(STATE):
        raise FatalError(f"{function}: invalid state signature {sig} >= 2^mjNSTATE")


def parts(m: ModelBlock, sig: int) -> tuple[tuple[str, int, int], ...]:
    """(field, start, size) of each part of the state vector ``sig``, in order."""
    kept = m._state_parts
    if sig not in kept:
        sizes = [(row.name, math.prod(extents(row, m.__getattribute__))) for row in STATE if sig & row.state]
        starts = itertools.accumulate((n for _, n in sizes), initial=0)
        kept[sig] = tuple((name, start, n) for (name, n), start in zip(sizes, starts, strict=False))
    return kept[sig]


def size(m: ModelBlock, sig: int) -> int:
    """How many numbers the state vector ``sig`` has."""
    return sum(n for _, _, n in parts(m, sig))


def get(m: ModelBlock, d: DataBlock, out: np.ndarray, sig: int) -> None:
    """Pack the parts ``sig`` of the state of ``d`` into ``out``."""
    for field, start, n in parts(m, sig):
        out[start : start + n] = d.time if field == "time" else getattr(d, field).ravel()


def put(m: ModelBlock, d: DataBlock, values: np.ndarray, sig: int) -> None:
    """Unpack ``values`` into the parts ``sig`` of the state of ``d``."""
    for field, start, n in parts(m, sig):
        if field == "time":
            d.time = values[start]
        else:
            target = getattr(d, field)
            target[...] = values[start : start + n].reshape(target.shape)


def extract(m: ModelBlock, source: np.ndarray, source_sig: int, out: np.ndarray, sig: int) -> None:
    """Copy the parts ``sig`` out of the state vector ``source``, which has the parts ``source_sig``."""
    where = {field: (start, n) for field, start, n in parts(m, source_sig)}
    for field, start, n in parts(m, sig):
        first, _ = where[field]
        out[start : start + n] = source[first : first + n]


def put_key(m: ModelBlock, d: DataBlock, key: int) -> None:
    """The state of keyframe ``key``; the caller has reset ``d``."""
    d.time = m.key_time[key]
    d.qpos[:], d.qvel[:], d.act[:], d.ctrl[:] = (
        m.key_qpos[key],
        m.key_qvel[key],
        m.key_act[key],
        m.key_ctrl[key],
    )
    d.mocap_pos[...] = m.key_mpos[key].reshape(-1, 3)
    d.mocap_quat[...] = m.key_mquat[key].reshape(-1, 4)
