"""Common parts of the sensor loops: when a sensor is computed, cutoffs, user sensors.

Documents: XML reference / sensor; Modeling / Sensors
"""

from gelenk.algebra.vec import Vec3
from gelenk.engine.sensor.delay import is_due
from gelenk.engine.stage_calls import SENSOR, ask_callback, call_far, is_set, require
from gelenk.tables.enums import mjtDataType, mjtDisableBit, mjtPluginCapabilityBit, mjtSensor, mjtStage
from gelenk.tables.stages import INDEX
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model

DELAYED_READINGS, RUN_PLUGINS = INDEX["delayed_readings"], INDEX["run_plugins"]
SUBTREE_VEL, RNE_POST = INDEX["subtree_vel"], INDEX["rne_post_constraint"]


@kernel
def is_active(m: Model, d: Data) -> bool:
    """Return whether sensors are computed: enabled, or needed by histories."""
    return m.nsensor > 0 and (m.opt.disableflags & mjtDisableBit.mjDSBL_SENSOR == 0 or d.keeping != 0)


@kernel
def is_computed(m: Model, d: Data, i: int, stage: int) -> bool:
    """Return whether this stage computes sensor i.

    A sensor with a history is computed when it is due and not delayed. While histories are stored (d.keeping), the
    delayed sensors are computed instead.
    """
    if m.sensor_needstage[i] != stage or m.sensor_type[i] == mjtSensor.mjSENS_PLUGIN:
        return False
    if m.nhistory == 0 or m.sensor_history[i, 0] <= 0:
        return d.keeping == 0 and (m.sensor_dim[i] == 0 or d.sensor_asleep[m.sensor_adr[i]] == 0)
    return is_due(m, d, i) and (m.sensor_delay[i] > 0.0) == (d.keeping != 0)


@kernel
def has_plugins(m: Model, stage: int) -> bool:
    """Return whether plugins compute sensors of this stage."""
    for i in range(m.nsensor):
        if m.sensor_type[i] == mjtSensor.mjSENS_PLUGIN and m.sensor_needstage[i] == stage:
            return True
    return False


@kernel
def read_delayed(m: Model, d: Data, stage: int) -> None:
    """Run the sensor plugins of this stage, and read the sensors that use their history.

    As for user sensors, subtree_vel (velocity stage) or rne_post_constraint (acceleration stage) runs before plugins.
    """
    if m.nplugin > 0 and d.keeping == 0 and has_plugins(m, stage):
        if stage == mjtStage.mjSTAGE_VEL and d.flg_subtreevel == 0:
            require(m, d, SUBTREE_VEL)
        if stage == mjtStage.mjSTAGE_ACC and d.flg_rnepost == 0:
            require(m, d, RNE_POST)
        call_far(m, d, RUN_PLUGINS, mjtPluginCapabilityBit.mjPLUGIN_SENSOR, stage)
    if m.nhistory > 0 and d.keeping == 0:
        call_far(m, d, DELAYED_READINGS, stage, 0)


@kernel
def find_limit(d: Data, kind: int, i: int) -> int:
    """Return the constraint row of the active limit of joint or tendon i, -1 if none."""
    first = d.ne + d.nf
    for row in range(first, first + d.nl):
        if d.efc_type[row] == kind and d.efc_id[row] == i:
            return row
    return -1


@kernel
def write3(d: Data, adr: int, v: Vec3) -> None:
    """sensordata[adr..adr+3) = v"""
    d.sensordata[adr] = v[0]
    d.sensordata[adr + 1] = v[1]
    d.sensordata[adr + 2] = v[2]


@kernel
def cut_off(m: Model, d: Data, i: int) -> None:
    """Clamp the output of sensor i to its cutoff: two-sided if real, one-sided if positive.

    geomfromto is not clamped, since its cutoff is a distance, not a coordinate; contact is not clamped, as in 3.5.0.
    """
    limit = m.sensor_cutoff[i]
    kind = m.sensor_datatype[i]
    if limit <= 0.0 or (kind != mjtDataType.mjDATATYPE_REAL and kind != mjtDataType.mjDATATYPE_POSITIVE):
        return
    if m.sensor_type[i] == mjtSensor.mjSENS_GEOMFROMTO or m.sensor_type[i] == mjtSensor.mjSENS_CONTACT:
        return
    for k in range(m.sensor_adr[i], m.sensor_adr[i] + m.sensor_dim[i]):
        value = d.sensordata[k]
        if value > limit:
            d.sensordata[k] = limit
        elif value < -limit and kind == mjtDataType.mjDATATYPE_REAL:
            d.sensordata[k] = -limit


@kernel
def clear_user(m: Model, d: Data, i: int) -> None:
    """Set the reading of user sensor i to zero, before the callback writes it."""
    for k in range(m.sensor_adr[i], m.sensor_adr[i] + m.sensor_dim[i]):
        d.sensordata[k] = 0.0


@kernel
def ask_user(m: Model, d: Data, stage: int) -> None:
    """Call mjcb_sensor, if set, for the user sensors of this stage, and apply their cutoffs."""
    if is_set(m, SENSOR):
        ask_callback(m, d, SENSOR, stage, 0)
        for i in range(m.nsensor):
            if m.sensor_type[i] == mjtSensor.mjSENS_USER and m.sensor_needstage[i] == stage:
                cut_off(m, d, i)
