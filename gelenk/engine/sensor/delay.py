"""Delays: history buffers of controls and sensor readings, and their interpolation.

Documents: API / mj_readCtrl, mj_readSensor; XML reference / actuator, sensor (nsample, interp, delay, interval)

A history of n samples of size dim is a ring buffer in d.history. From its address on, its elements are the time of the
last due reading, the cursor, the times of the n samples, and n * dim values.
The cursor is the index of the newest sample; the next index holds the oldest. Times ascend from oldest to newest.
"""

import math

from gelenk.algebra.linalg import copy
from gelenk.engine.stage_calls import require
from gelenk.tables.enums import mjMINVAL
from gelenk.tables.precision import Limits
from gelenk.tables.stages import INDEX
from gelenk.tables.status import DONE
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model, View

HOLD, LINEAR = 0, 1  # interpolation order: zero-order hold, linear; above: cubic
SENSOR_STAGES = INDEX["sensor_pos"], INDEX["sensor_vel"], INDEX["sensor_acc"]


@kernel
def newest(d: Data, adr: int, n: int) -> int:
    """Return the cursor; an invalid cursor counts as n - 1."""
    place = d.history[adr + 1]
    return int(place) if 0.0 <= place < n else n - 1


@kernel
def place_of(d: Data, adr: int, n: int, k: int) -> int:
    """Return the ring index of sample k, counted from the oldest."""
    return (newest(d, adr, n) + 1 + k) % n


@kernel
def time_of(d: Data, adr: int, n: int, k: int) -> float:
    return d.history[adr + 2 + place_of(d, adr, n, k)]


@kernel
def value_of(d: Data, adr: int, n: int, dim: int, k: int, j: int) -> float:
    """Return value j of sample k."""
    return d.history[adr + 2 + n + dim * place_of(d, adr, n, k) + j]


@kernel
def first_since(d: Data, adr: int, n: int, t: float) -> int:
    """Return the oldest sample at or after time t; n if all are before t."""
    low, high = 0, n
    while low < high:
        middle = (low + high) // 2
        if time_of(d, adr, n, middle) < t:
            low = middle + 1
        else:
            high = middle
    return low


@kernel
def derivative_at(d: Data, adr: int, n: int, dim: int, k: int, j: int) -> float:
    """Return the derivative of value j at sample k for cubic interpolation.

    The derivative is the central difference over the adjacent samples, and 0 at the ends.
    """
    if k == 0 or k == n - 1:
        return 0.0
    rise = value_of(d, adr, n, dim, k + 1, j) - value_of(d, adr, n, dim, k - 1, j)
    return rise / max(mjMINVAL, time_of(d, adr, n, k + 1) - time_of(d, adr, n, k - 1))


@kernel
def interpolate(d: Data, adr: int, n: int, dim: int, k: int, j: int, order: int, t: float) -> float:
    """Return value j at time t, which is between samples k - 1 and k.

    Extrapolation is constant.
    """
    if k < n and time_of(d, adr, n, k) - t < Limits.MOMENT:
        return value_of(d, adr, n, dim, k, j)
    if k == 0:
        return value_of(d, adr, n, dim, 0, j)
    low = value_of(d, adr, n, dim, k - 1, j)
    if k == n or order == HOLD:
        return low
    high = value_of(d, adr, n, dim, k, j)
    start = time_of(d, adr, n, k - 1)
    width = time_of(d, adr, n, k) - start
    s = (t - start) / width
    if order == LINEAR:
        return low + s * (high - low)
    bend = (1.0 - s) * derivative_at(d, adr, n, dim, k - 1, j) - s * derivative_at(d, adr, n, dim, k, j)
    return low + s * s * (3.0 - 2.0 * s) * (high - low) + s * (1.0 - s) * width * bend


@kernel
def insert(d: Data, adr: int, n: int, dim: int, t: float) -> int:
    """Make room for a sample at time t; return the address of its values.

    A sample of the same time is replaced. Otherwise the oldest sample is dropped, and t is inserted in order. The
    caller writes the values.
    """
    first = adr + 2
    values = first + n
    k = first_since(d, adr, n, t)
    if k < n and time_of(d, adr, n, k) - t < Limits.MOMENT:
        return values + dim * place_of(d, adr, n, k)
    if k == n:
        place = (newest(d, adr, n) + 1) % n
        d.history[adr + 1] = place
    elif k == 0:
        place = place_of(d, adr, n, 0)
    else:
        for i in range(k - 1):  # samples before t move one index toward the oldest
            older, newer = place_of(d, adr, n, i), place_of(d, adr, n, i + 1)
            d.history[first + older] = d.history[first + newer]
            for j in range(dim):
                d.history[values + dim * older + j] = d.history[values + dim * newer + j]
        place = place_of(d, adr, n, k - 1)
    d.history[first + place] = t
    return values + dim * place


@kernel
def is_due(m: Model, d: Data, i: int) -> bool:
    """Return whether sensor i, which has a history, is due: always, or once per interval."""
    interval = m.sensor_interval[i, 0]
    return interval <= 0.0 or d.history[m.sensor_historyadr[i]] + interval <= d.time + Limits.DUE


@kernel
def read_sample(m: Model, d: Data, i: int, sensor: int, order: int, t: float, result: View) -> None:
    """Write the controls of actuator i, or the reading of sensor i, at time t to result (dim).

    sensor: 0 for controls, 1 for a reading; order: -1 for the interpolation order of the model.
    """
    adr = m.sensor_historyadr[i] if sensor != 0 else m.actuator_historyadr[i]
    n = m.sensor_history[i, 0] if sensor != 0 else m.actuator_history[i, 0]
    dim = m.sensor_dim[i] if sensor != 0 else m.actuator_ctrlnum[i]
    if order < 0:
        order = m.sensor_history[i, 1] if sensor != 0 else m.actuator_history[i, 1]
    k = first_since(d, adr, n, t)
    for j in range(dim):
        result[j] = interpolate(d, adr, n, dim, k, j, order, t)


@kernel
def delayed_controls(m: Model, d: Data) -> None:
    """Compute delayed controls, before clamping.

    Reads   ctrl (nu), history, time   Writes  ctrl_used (nu)   Source  API / mj_readCtrl
    """
    for i in range(m.nactuator):
        n, dim, first = m.actuator_history[i, 0], m.actuator_ctrlnum[i], m.actuator_ctrladr[i]
        for j in range(dim):
            d.ctrl_used[first + j] = d.ctrl[first + j]
        if n > 0 and m.actuator_delay[i] != 0.0:
            adr, t = m.actuator_historyadr[i], d.time - m.actuator_delay[i]
            k = first_since(d, adr, n, t)
            for j in range(dim):
                d.ctrl_used[first + j] = interpolate(d, adr, n, dim, k, j, m.actuator_history[i, 1], t)


@kernel
def delayed_readings(m: Model, d: Data, stage: int, _: int) -> None:
    """Write sensordata of the delayed or undue sensors of ``stage``, from their histories.

    The other sensors are computed.
    Reads   history, time   Writes  sensordata   Source  API / mj_readSensor
    """
    for i in range(m.nsensor):
        n = m.sensor_history[i, 0]
        if m.sensor_needstage[i] == stage and n > 0 and (m.sensor_delay[i] > 0.0 or not is_due(m, d, i)):
            adr, dim, t = m.sensor_historyadr[i], m.sensor_dim[i], d.time - m.sensor_delay[i]
            k = first_since(d, adr, n, t)
            for j in range(dim):
                value = interpolate(d, adr, n, dim, k, j, m.sensor_history[i, 1], t)
                d.sensordata[m.sensor_adr[i] + j] = value


@kernel
def compute_delayed(m: Model, d: Data) -> None:
    """Compute the current readings of the delayed sensors that are due, in sensordata.

    While d.keeping is set, the sensor stages compute these sensors instead of the others.
    """
    wanted = False
    for i in range(m.nsensor):
        wanted = wanted or (m.sensor_history[i, 0] > 0 and m.sensor_delay[i] > 0.0 and is_due(m, d, i))
    if not wanted:
        return
    d.keeping = 1
    for index in SENSOR_STAGES:
        if d.status == DONE:
            require(m, d, index)
    d.keeping = 0


@kernel
def keep_history(m: Model, d: Data) -> None:
    """Store the current controls and readings in their histories, before the state advances.

    Readings without delay are copied from sensordata; delayed ones are computed now. If a stage stops (d.status), no
    sample is stored.
    Reads   ctrl (nu), sensordata, time, and the inputs of sensors   Writes  history; sensor_kept is work space
    """
    copy(d.sensor_kept, d.sensordata, m.nsensordata)
    compute_delayed(m, d)
    if d.status == DONE:
        for i in range(m.nactuator):
            if m.actuator_history[i, 0] > 0:
                dim = m.actuator_ctrlnum[i]
                at = insert(d, m.actuator_historyadr[i], m.actuator_history[i, 0], dim, d.time)
                for j in range(dim):
                    d.history[at + j] = d.ctrl[m.actuator_ctrladr[i] + j]
        for i in range(m.nsensor):
            if m.sensor_history[i, 0] > 0 and is_due(m, d, i):
                adr, dim = m.sensor_historyadr[i], m.sensor_dim[i]
                at = insert(d, adr, m.sensor_history[i, 0], dim, d.time)
                for j in range(dim):
                    d.history[at + j] = d.sensordata[m.sensor_adr[i] + j]
                if m.sensor_interval[i, 0] > 0.0:
                    d.history[adr] += m.sensor_interval[i, 0]
    copy(d.sensordata, d.sensor_kept, m.nsensordata)


# Initial histories


@kernel
def begin_history(d: Data, adr: int, n: int, last: float, h: float, period: float) -> None:
    """Write header and times of a history whose last due reading was at ``last``.

    The values are already zero.
    """
    d.history[adr] = last
    d.history[adr + 1] = float(n - 1)
    for k in range(n):
        before = n - 1 - k
        if period > 0.0:
            d.history[adr + 2 + k] = math.ceil((last - before * period - Limits.DUE) / h) * h
        else:
            d.history[adr + 2 + k] = -(before + 1) * h


@kernel
def begin_histories(m: Model, d: Data) -> None:
    """Initialize histories before the first step on a GPU.

    On the host, runtime/state.py initializes them at a reset.
    Reads   sensor_interval (nsensor, 2), opt.timestep   Writes  history
    """
    h = m.opt.timestep
    for k in range(m.nhistory):
        d.history[k] = 0.0
    for i in range(m.nactuator):
        if m.actuator_history[i, 0] > 0:
            begin_history(d, m.actuator_historyadr[i], m.actuator_history[i, 0], 0.0, h, 0.0)
    for i in range(m.nsensor):
        if m.sensor_history[i, 0] > 0:
            period, phase = m.sensor_interval[i, 0], m.sensor_interval[i, 1]
            last = -h
            if period > 0.0:
                last = phase if phase != 0.0 else -period
            begin_history(d, m.sensor_historyadr[i], m.sensor_history[i, 0], last, h, period)
