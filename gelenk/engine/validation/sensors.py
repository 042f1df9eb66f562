"""Sensors: their objects, and as many numbers as what they report has.

Documents: promises / Indices

``sensors`` has a row for each type (mjtSensor), made of tables/sensors.py by runtime/index_checks.py:

    dim       numbers that it has, 0: it depends on the sensor, -1: the type is a program's, and all is allowed
    objects   bits of the types of objects (mjtObj) that it can have, 0: any
    refs      the same for the second one
    joint     SCALAR or BALL: its joint is of such a type
    frame     whether it may lack the second object
    nwidth    how many fields it can report, then (nwidth) how many numbers each of them has
"""

from gelenk.engine.validation.elements import objects
from gelenk.engine.validation.report import (
    NOT_FITTING,
    NOT_OF_TYPE,
    NOT_THERE,
    OTHER_JOINT,
    found,
    slot,
    tell,
    within,
)
from gelenk.tables.enums import mjtJoint, mjtObj, mjtSensor
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Ints, Model, View

DIM, OBJECTS, REFS, JOINT, FRAME, NWIDTH, WIDTH = 0, 1, 2, 3, 4, 5, 6
SENSOR = 16  # numbers in a row
SCALAR, BALL = 1, 2
BITS = 31  # types of objects from this on are no sensor's
REDUCTIONS = 4  # ways to choose among contacts

OBJECT_ID, OBJECT_TYPE = slot("sensor_objid"), slot("sensor_objtype")
REF_ID, REF_TYPE = slot("sensor_refid"), slot("sensor_reftype")
DIMENSION, NUMBERS = slot("sensor_dim"), slot("sensor_intprm")


@kernel
def check_objects(m: Model, at: int, kinds: Ints, sensors: Ints, report: View) -> None:
    """Sensors of an object must have one; references of frames may be left out, those of other sensors may not."""
    for i in range(m.nsensor):
        kind = m.sensor_objtype[i]
        least = -1 if kind == mjtObj.mjOBJ_UNKNOWN else 0
        within(report, OBJECT_ID, i, m.sensor_objid[i], least, objects(at, kinds, kind))
    for i in range(m.nsensor):
        kind = m.sensor_reftype[i]
        free = kind == mjtObj.mjOBJ_UNKNOWN or sensors[SENSOR * m.sensor_type[i] + FRAME] != 0
        within(report, REF_ID, i, m.sensor_refid[i], -1 if free else 0, objects(at, kinds, kind))


@kernel
def among(bits: int, kind: int) -> bool:
    """Whether a type of objects is one of those in bits."""
    return bits == 0 or (kind < BITS and (bits >> kind) & 1 == 1)


@kernel
def reported(m: Model, i: int, row: Ints, report: View) -> int:
    """How many numbers a sensor of contacts, rays or taxels reports; -1: as many as it has, where they fit."""
    if m.sensor_type[i] == mjtSensor.mjSENS_TACTILE:
        return 3 * int(m.mesh_vertnum[m.sensor_objid[i]])
    bits, reduction, count = m.sensor_intprm[i, 0], m.sensor_intprm[i, 1], int(m.sensor_intprm[i, 2])
    if bits <= 0 or bits >= 1 << row[NWIDTH] or reduction < 0 or reduction >= REDUCTIONS:
        tell(report, NUMBERS, 3 * i, 0, 0, NOT_THERE)
        return 0
    width = 0
    for k in range(row[NWIDTH]):
        width += int(row[WIDTH + k]) * ((bits >> k) & 1)
    if m.sensor_type[i] != mjtSensor.mjSENS_CONTACT:
        count = 1 if m.sensor_objtype[i] == mjtObj.mjOBJ_SITE else m.sensor_dim[i] // width
    return width * count


@kernel
def check_joint(m: Model, i: int, rule: int, report: View) -> None:
    """The joint of a sensor is a ball, or has one dof."""
    kind = m.jnt_type[m.sensor_objid[i]]
    if kind == mjtJoint.mjJNT_FREE or (kind == mjtJoint.mjJNT_BALL) != (rule == BALL):
        tell(report, OBJECT_ID, i, 0, 0, OTHER_JOINT)


@kernel
def check_sensor(m: Model, i: int, row: Ints, report: View) -> None:
    """One sensor has objects and as many numbers as compiled code takes for granted."""
    if not among(row[OBJECTS], m.sensor_objtype[i]):
        tell(report, OBJECT_TYPE, i, 0, 0, NOT_OF_TYPE)
    if not among(row[REFS], m.sensor_reftype[i]):
        tell(report, REF_TYPE, i, 0, 0, NOT_OF_TYPE)
    if row[DIM] > 0 and m.sensor_dim[i] != row[DIM]:
        tell(report, DIMENSION, i, 0, 0, NOT_OF_TYPE)
    if found(report):
        return
    if row[JOINT] != 0:
        check_joint(m, i, row[JOINT], report)
    if row[DIM] == 0:
        count = reported(m, i, row, report)
        if m.sensor_dim[i] == 0 or m.sensor_dim[i] != count:
            tell(report, DIMENSION, i, 0, 0, NOT_FITTING)


@kernel
def check_sensors(m: Model, at: int, kinds: Ints, sensors: Ints, report: View) -> None:
    """All of them."""
    check_objects(m, at, kinds, sensors, report)
    for i in range(m.nsensor):
        row = sensors[SENSOR * m.sensor_type[i] :]
        if row[DIM] >= 0 and not found(report):
            check_sensor(m, i, row, report)
