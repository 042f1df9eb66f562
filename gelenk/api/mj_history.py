"""Histories of controls and readings as documented functions: mj_readCtrl, mj_readSensor, mj_initCtrlHistory, ...

Documents: API / Support
"""

import numpy as np

from gelenk.jit.border.kernels import run
from gelenk.world import history
from gelenk.world.arguments import documented
from gelenk.world.data import MjData
from gelenk.world.model import MjModel

Array = np.ndarray


@documented
def mj_readCtrl(m: MjModel, d: MjData, id: int, time: float, interp: int) -> float:
    """The control that an actuator sees at a time: the one that was given actuator_delay before.

    Without a history (nsample 0) that is d.ctrl[id]. Before its first and after its last sample a history is constant.

    Returns    the control, unit as d.ctrl[id]
    Source     API / mj_readCtrl; XML reference / actuator / delay
    """
    result = np.zeros(1)
    run("control_at", m, d, id, time, interp, result)
    return float(result[0])


@documented
def mj_readSensor(m: MjModel, d: MjData, id: int, time: float, result: Array, interp: int) -> Array:
    """What a sensor says at a time: what it read sensor_delay before.

    Without a history (nsample 0) that is its part of d.sensordata.

    Returns    result
    Errors     TypeError: result has not the dimension of the sensor
    Source     API / mj_readSensor; XML reference / sensor / delay
    """
    if run("reading_at", m, d, id, time, result, result.size, interp):
        dim = int(m._a_sensor_dim[id])
        raise TypeError(f"mj_readSensor: result must have {dim} numbers, the dimension of the sensor")
    return result


def _fill(
    function: str, d: MjData, kept: history.History | None, times: Array | None, values: Array
) -> history.History:
    """Fill a history, which there must be."""
    if kept is None:
        raise TypeError(f"{function}: there is no history, its nsample is 0")
    if times is not None and times.size != kept.n:
        raise TypeError(f"{function}: times must have {kept.n} numbers, one for each sample")
    if values.shape != (kept.n, kept.dim):
        raise TypeError(f"{function}: values must have shape ({kept.n}, {kept.dim}), not {values.shape}")
    try:
        history.fill(d, kept, times, values)
    except ValueError as error:
        raise ValueError(f"{function}: {error}") from None
    return kept


@documented
def mj_initCtrlHistory(m: MjModel, d: MjData, id: int, times: Array | None, values: Array) -> None:
    """Fill the history of controls of an actuator.

    Errors     TypeError: the actuator has no history, or times and values have not one number for each sample
               ValueError: times are not finite and ascending
    Source     API / mj_initCtrlHistory; XML reference / actuator / delay
    """
    _fill("mj_initCtrlHistory", d, history.of_actuator(m, id), times, values.reshape(-1, 1))


@documented
def mj_initSensorHistory(
    m: MjModel, d: MjData, id: int, times: Array | None, values: Array, phase: float
) -> None:
    """Fill the history of readings of a sensor, and say when it was last computed.

    Errors     TypeError: the sensor has no history, or times and values have not one row for each sample
               ValueError: times are not finite and ascending
    Source     API / mj_initSensorHistory; XML reference / sensor / interval
    """
    kept = _fill("mj_initSensorHistory", d, history.of_sensor(m, id), times, values)
    d.history[kept.adr] = phase
