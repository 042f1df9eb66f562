"""Histories of controls and readings as documented functions: mj_readCtrl, mj_readSensor, mj_initCtrlHistory, ...

Documents: API / Support
"""

import numpy as np

from gelenk.jit import library
from gelenk.world import history
from gelenk.world.arguments import check_index, documented


@documented
def mj_readCtrl(m, d, id, time, interp):
    """The control that actuator ``id`` sees at ``time``: after its delay, or d.ctrl[id] where there is no history.

    interp: 0 the last value, 1 linear, 2 cubic, -1 as the model says.
    """
    check_index("mj_readCtrl", "actuator", id, m.nu)
    if history.of_actuator(m, id) is None:
        return float(d.ctrl[id])
    result = np.zeros(1)
    library.call("read_sample", m, d, id, 0, interp, time - float(m.actuator_delay[id]), result)
    return float(result[0])


@documented
def mj_readSensor(m, d, id, time, result, interp):
    """result (dim) = what sensor ``id`` says at ``time``, after its delay; sensordata where there is no history.

    interp: 0 the last value, 1 linear, 2 cubic, -1 as the model says. Returns result.
    """
    check_index("mj_readSensor", "sensor", id, m.nsensor)
    adr, dim = int(m.sensor_adr[id]), int(m.sensor_dim[id])
    if result.size != dim:
        raise TypeError(f"mj_readSensor: result must have {dim} numbers, the dimension of the sensor")
    if history.of_sensor(m, id) is None:
        result[:] = d.sensordata[adr : adr + dim]
    else:
        library.call("read_sample", m, d, id, 1, interp, time - float(m.sensor_delay[id]), result)
    return result


def _fill(function, d, kept, times, values):
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


@documented
def mj_initCtrlHistory(m, d, id, times, values):
    """Fill the history of actuator ``id``, the oldest first; times None: those that it has."""
    check_index("mj_initCtrlHistory", "actuator", id, m.nu)
    _fill("mj_initCtrlHistory", d, history.of_actuator(m, id), times, values.reshape(-1, 1))


@documented
def mj_initSensorHistory(m, d, id, times, values, phase):
    """Fill the history of sensor ``id``, values (n, dim), the oldest first; it was last due at time ``phase``."""
    check_index("mj_initSensorHistory", "sensor", id, m.nsensor)
    kept = history.of_sensor(m, id)
    _fill("mj_initSensorHistory", d, kept, times, values)
    d.history[kept.adr] = phase
