"""State vectors: components, packing and unpacking, keyframes; and history buffers.

Documents: Computation / State and control; API / mj_stateSize, mj_getState, mj_setState, mj_extractState; API /
mj_initCtrlHistory, mj_initSensorHistory; engine/sensor/delay.py has their layout
"""

from __future__ import annotations

import itertools
import math
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from gelenk.errors import FatalError
from gelenk.tables import api_enums
from gelenk.tables.enums import mjtJoint, mjtState
from gelenk.tables.field_rows import extents
from gelenk.tables.fields_data import STATE

if TYPE_CHECKING:
    from gelenk.runtime.struct_bases import DataBlock, ModelBlock


# components of the complete state, also at levels whose mjSTATE_INTEGRATION has no springs that yield
INTEGRATION = int(mjtState.mjSTATE_INTEGRATION | mjtState.mjSTATE_PLASTIC)
FULLPHYSICS = int(api_enums.mjtState.mjSTATE_FULLPHYSICS)  # of the level


def first_plastic(m: ModelBlock) -> np.ndarray:
    """Return the references that yielding springs have after a reset, as engine/step.py does."""
    found = np.zeros(m.nplastic)
    joints = zip(m._a_jnt_plasticadr, m._a_jnt_qposadr, m._a_jnt_type, strict=True)
    for at, adr, kind in joints:
        if at >= 0:
            n = 4 if kind == mjtJoint.mjJNT_BALL else 1
            found[at : at + n] = m._a_qpos_spring[adr : adr + n]
    for at, band in zip(m._a_tendon_plasticadr, m._a_tendon_lengthspring, strict=True):
        if at >= 0:
            found[at : at + 2] = band
    return found


def at_reset(m: ModelBlock, row: Any) -> Any:
    """Return the value of a field of MjData after a reset: 0, or a column of the model."""
    if row.name == "plastic":
        return first_plastic(m)
    if not row.reset:
        return 0
    column = getattr(
        m, "_a_" + row.reset
    )  # not the property, which starts the guard of runtime/index_checks.py
    if row.shape[0] != "nmocap":
        return column
    mocapid = m._a_body_mocapid
    bodies = np.flatnonzero(mocapid >= 0)
    return column[bodies[np.argsort(mocapid[bodies])]]


def check_signature(function: str, sig: int, m: ModelBlock) -> None:
    """Raise FatalError unless ``sig`` is a union of mjtState bits.

    The bit of yielding springs is valid at levels that define the bit, and for models with such springs.
    """
    if sig < 0:
        raise FatalError(f"{function}: invalid state signature {sig} < 0")
    known = len(STATE) if m.nplastic else int(api_enums.mjtState.mjNSTATE)
    if sig >= 1 << known:
        raise FatalError(f"{function}: invalid state signature {sig} >= 2^mjNSTATE")


def parts(m: ModelBlock, sig: int) -> tuple[tuple[str, int, int], ...]:
    """Return (field, start, size) of each component of the state vector ``sig``, in order."""
    kept = m._state_parts
    if sig not in kept:
        sizes = [(row.name, math.prod(extents(row, m.__getattribute__))) for row in STATE if sig & row.state]
        starts = itertools.accumulate((n for _, n in sizes), initial=0)
        kept[sig] = tuple((name, start, n) for (name, n), start in zip(sizes, starts, strict=False))
    return kept[sig]


def size(m: ModelBlock, sig: int) -> int:
    """Return the size of the state vector ``sig``."""
    return sum(n for _, _, n in parts(m, sig))


def get(m: ModelBlock, d: DataBlock, out: np.ndarray, sig: int) -> None:
    """Pack the components ``sig`` of the state of ``d`` into ``out``."""
    for field, start, n in parts(m, sig):
        out[start : start + n] = d.time if field == "time" else getattr(d, field).ravel()


def put(m: ModelBlock, d: DataBlock, values: np.ndarray, sig: int) -> None:
    """Unpack ``values`` into the components ``sig`` of the state of ``d``."""
    for field, start, n in parts(m, sig):
        if field == "time":
            d.time = values[start]
        else:
            target = getattr(d, field)
            target[...] = values[start : start + n].reshape(target.shape)


def extract(m: ModelBlock, source: np.ndarray, source_sig: int, out: np.ndarray, sig: int) -> None:
    """Copy the components ``sig`` from a state vector of the components ``source_sig``."""
    where = {field: (start, n) for field, start, n in parts(m, source_sig)}
    for field, start, n in parts(m, sig):
        first, _ = where[field]
        out[start : start + n] = source[first : first + n]


def put_key(m: ModelBlock, d: DataBlock, key: int) -> None:
    """Set the state to keyframe ``key``; the caller has reset ``d``."""
    d.time = m.key_time[key]
    d.qpos[:], d.qvel[:], d.act[:], d.ctrl[:] = (
        m.key_qpos[key],
        m.key_qvel[key],
        m.key_act[key],
        m.key_ctrl[key],
    )
    d.mocap_pos[...] = m.key_mpos[key].reshape(-1, 3)
    d.mocap_quat[...] = m.key_mquat[key].reshape(-1, 4)
    d.plastic[:] = m.key_plastic[key]


class History(NamedTuple):
    """The place of one history in d.history: address, number of samples, values of a sample."""

    adr: int
    n: int
    dim: int

    def split(self, d: DataBlock) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return views of the parts: (last due time, cursor), times (n), values (n, dim)."""
        part = d.history[self.adr : self.adr + 2 + self.n * (1 + self.dim)]
        return part[:2], part[2 : 2 + self.n], part[2 + self.n :].reshape(self.n, self.dim)


def of_actuator(m: ModelBlock, i: int) -> History | None:
    """Return the history of actuator i of a model, or of its view, or None."""
    n = int(m.actuator_history[i, 0])
    return History(int(m.actuator_historyadr[i]), n, int(m.actuator_ctrlnum[i])) if n > 0 else None


def of_sensor(m: ModelBlock, i: int) -> History | None:
    """Return the history of sensor i of a model, or of its view, or None."""
    n = int(m.sensor_history[i, 0])
    return History(int(m.sensor_historyadr[i]), n, int(m.sensor_dim[i])) if n > 0 else None


def reset(m: ModelBlock, d: DataBlock) -> None:
    """Initialize the histories: all values 0, at the sample times before time 0.

    Without an interval, the sample times are the multiples of the timestep below 0. A sensor with an interval was last
    due at its phase (phase 0: one interval before time 0), and before that once per interval; each sample was taken at
    the first timestep at or after its due time.
    """
    h = float(m.opt.timestep)
    view = m._view  # not the properties, which start the guard of runtime/index_checks.py
    d.history[:] = 0.0
    for i in range(m.nactuator):
        _start(d, of_actuator(view, i), 0.0, h)
    for i in range(m.nsensor):
        period, phase = (float(x) for x in view.sensor_interval[i])
        last = -h if not period > 0 else phase if phase != 0 else -period
        _start(d, of_sensor(view, i), last, h, period)


def _start(d: DataBlock, history: History | None, last: float, h: float, period: float = 0.0) -> None:
    if history is None:
        return
    head, times, _ = history.split(d)
    head[:] = last, history.n - 1
    if period > 0:
        due = last - np.arange(history.n - 1, -1, -1) * period
        times[:] = np.ceil(due / h) * h
    else:
        times[:] = -np.arange(history.n, 0, -1) * h


def fill(d: DataBlock, history: History, times: np.ndarray | None, values: np.ndarray) -> None:
    """Replace all samples, the oldest first; without ``times`` keep the times of the history."""
    head, kept, numbers = history.split(d)
    if times is None:
        cursor = int(head[1]) if 0 <= head[1] < history.n else history.n - 1
        times = np.roll(kept, -1 - cursor)
    bad = np.flatnonzero(~(np.diff(times) > 0))
    if len(bad) or not np.isfinite(times).all():
        k = int(bad[0]) if len(bad) else 0
        raise ValueError(f"times must be finite and strictly increasing, got {times[k : k + 2]} at {k}")
    head[1] = history.n - 1
    kept[:], numbers[...] = times, values
