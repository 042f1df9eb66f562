"""Range checks of the model indices and sizes that compiled code follows; sensor checks.

Documents: promises / Restored models; promises / Indices

Compiled code follows these indices and sizes without a check of its own. Each part of the checks relies on the parts
before it, so the checks stop at the first error. Sizes that follow from the elements are computed last, when all
indices are in range.

Sensors are checked for their objects and the dimension of their output. ``sensors`` has a row for each type
(mjtSensor), made of tables/object_types.py by runtime/index_checks.py:
    dim       dimension, 0: depends on the sensor, -1: user-defined type, everything is allowed
    objects   bits of the allowed object types (mjtObj), 0: any
    refs      bits of the allowed reference types, 0: any
    joint     SCALAR or BALL: required type of the joint
    frame     whether the reference is optional
    nwidth    number of fields that the sensor can report, then (nwidth) the size of each field
"""

from gelenk.engine.validation.elements import (
    JOINT_NQ,
    JOINT_NV,
    check_dofs,
    check_elements,
    check_rest,
    history_length,
    objects,
    plastic_strains,
)
from gelenk.engine.validation.index_columns import (
    LENGTH,
    NOT_FITTING,
    NOT_OF_TYPE,
    NOT_THERE,
    OTHER_JOINT,
    check_columns,
    check_in_range,
    has_error,
    report_error,
    slot,
)
from gelenk.engine.validation.meshes import check_bodies, check_flexes, check_meshes
from gelenk.tables.enums import mjtJoint, mjtObj, mjtSensor, mjtTrn
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Ints, Model, View

DIM, OBJECTS, REFS, JOINT, FRAME, NWIDTH, WIDTH = 0, 1, 2, 3, 4, 5, 6
SENSOR = 16  # values per row of ``sensors``
SCALAR, BALL = 1, 2
TYPES_END = 31  # first object type that sensors cannot have
REDUCTIONS = 4  # number of contact reductions

OBJECT_ID, OBJECT_TYPE = slot("sensor_objid"), slot("sensor_objtype")
REF_ID, REF_TYPE = slot("sensor_refid"), slot("sensor_reftype")
DIMENSION, NUMBERS = slot("sensor_dim"), slot("sensor_intprm")


@kernel
def check_objects(m: Model, at: int, kinds: Ints, sensors: Ints, report: View) -> None:
    """Check that sensors with an object type have an object, and that references are valid.

    Only frame references are optional.
    """
    for i in range(m.nsensor):
        kind = m.sensor_objtype[i]
        least = -1 if kind == mjtObj.mjOBJ_UNKNOWN else 0
        check_in_range(report, OBJECT_ID, i, m.sensor_objid[i], least, objects(at, kinds, kind))
    for i in range(m.nsensor):
        kind = m.sensor_reftype[i]
        free = kind == mjtObj.mjOBJ_UNKNOWN or sensors[SENSOR * m.sensor_type[i] + FRAME] != 0
        check_in_range(report, REF_ID, i, m.sensor_refid[i], -1 if free else 0, objects(at, kinds, kind))


@kernel
def among(bits: int, kind: int) -> bool:
    """Return whether a bit mask of object types allows a type; 0 allows all."""
    return bits == 0 or (kind < TYPES_END and (bits >> kind) & 1 == 1)


@kernel
def reported(m: Model, i: int, row: Ints, report: View) -> int:
    """Return the output dimension of an actuator, contact, rangefinder or tactile sensor.

    For a camera rangefinder, the dimension is the largest multiple of the values per ray that is at most sensor_dim.
    """
    kind = m.sensor_type[i]
    if mjtSensor.mjSENS_ACTUATORPOS <= kind <= mjtSensor.mjSENS_ACTUATORFRC:
        return int(m.actuator_outnum[m.sensor_objid[i]])
    if kind == mjtSensor.mjSENS_TACTILE:
        return 3 * int(m.mesh_vertnum[m.sensor_objid[i]])
    bits, reduction, count = m.sensor_intprm[i, 0], m.sensor_intprm[i, 1], int(m.sensor_intprm[i, 2])
    if bits <= 0 or bits >= 1 << row[NWIDTH] or reduction < 0 or reduction >= REDUCTIONS:
        report_error(report, NUMBERS, 3 * i, 0, 0, NOT_THERE)
        return 0
    width = 0
    for k in range(row[NWIDTH]):
        width += int(row[WIDTH + k]) * ((bits >> k) & 1)
    if m.sensor_type[i] != mjtSensor.mjSENS_CONTACT:
        count = 1 if m.sensor_objtype[i] == mjtObj.mjOBJ_SITE else m.sensor_dim[i] // width
    return width * count


@kernel
def check_joint(m: Model, i: int, rule: int, report: View) -> None:
    """Check that the joint of a sensor is a ball, or has one dof, as required."""
    kind = m.jnt_type[m.sensor_objid[i]]
    if kind == mjtJoint.mjJNT_FREE or (kind == mjtJoint.mjJNT_BALL) != (rule == BALL):
        report_error(report, OBJECT_ID, i, 0, 0, OTHER_JOINT)


@kernel
def check_sensor(m: Model, i: int, row: Ints, report: View) -> None:
    """Check that one sensor has the objects and the dimension that compiled code expects."""
    if not among(row[OBJECTS], m.sensor_objtype[i]):
        report_error(report, OBJECT_TYPE, i, 0, 0, NOT_OF_TYPE)
    if not among(row[REFS], m.sensor_reftype[i]):
        report_error(report, REF_TYPE, i, 0, 0, NOT_OF_TYPE)
    if row[DIM] > 0 and m.sensor_dim[i] != row[DIM]:
        report_error(report, DIMENSION, i, 0, 0, NOT_OF_TYPE)
    if has_error(report):
        return
    if row[JOINT] != 0:
        check_joint(m, i, row[JOINT], report)
    if row[DIM] == 0:
        count = reported(m, i, row, report)
        if m.sensor_dim[i] == 0 or m.sensor_dim[i] != count:
            report_error(report, DIMENSION, i, 0, 0, NOT_FITTING)


@kernel
def check_sensors(m: Model, at: int, kinds: Ints, sensors: Ints, report: View) -> None:
    """Check all sensors."""
    check_objects(m, at, kinds, sensors, report)
    for i in range(m.nsensor):
        row = sensors[SENSOR * m.sensor_type[i] :]
        if row[DIM] >= 0 and not has_error(report):
            check_sensor(m, i, row, report)


# Indices and sizes of the model

# the sizes that sum_elements counts, in order
NAMES = (
    *("nq", "nv", "na", "nmocap", "nsensordata", "nhistory", "npluginstate", "nbvhdynamic", "nM", "nJmom"),
    *("nplastic", "nu", "nout"),
)
COUNT = len(NAMES)
NQ, NV, NA, NMOCAP, NSENSORDATA, NHISTORY, NPLUGINSTATE, NBVHDYNAMIC, NM, NJMOM, NPLASTIC, NU, NOUT = range(
    COUNT
)


@kernel
def moments(m: Model, u: int, kinds: Ints) -> int:
    """Return the maximum number of moment arms of actuator ``u``.

    These are the dofs of its joint, or all dofs for other transmissions.
    """
    kind = m.actuator_trntype[u]
    if kind == mjtTrn.mjTRN_SO3:
        return 3 if m.actuator_trnid[u, 1] < 0 else 3 * m.nv
    if kind == mjtTrn.mjTRN_JOINT or kind == mjtTrn.mjTRN_JOINTINPARENT:
        return int(kinds[JOINT_NV + m.jnt_type[m.actuator_trnid[u, 0]]])
    return m.nv


@kernel
def sum_elements(m: Model, kinds: Ints, sums: View) -> None:
    """Compute the required values of the sizes of NAMES.

    kinds: see elements.py; sums (NAMES)
    """
    for k in range(COUNT):
        sums[k] = 0.0
    for j in range(m.njnt):
        sums[NQ] += kinds[JOINT_NQ + m.jnt_type[j]]
        sums[NV] += kinds[JOINT_NV + m.jnt_type[j]]
    if m.nplastic > 0:
        for j in range(m.njnt):
            sums[NPLASTIC] += kinds[JOINT_NQ + m.jnt_type[j]] if m.jnt_plasticadr[j] >= 0 else 0
        for t in range(m.ntendon):
            sums[NPLASTIC] += 2 if m.tendon_plasticadr[t] >= 0 else 0
        for f in range(m.nflex):
            sums[NPLASTIC] += plastic_strains(m, f) if m.flex_plasticadr[f] >= 0 else 0
    for u in range(m.nactuator):
        sums[NA] += m.actuator_actnum[u]
        sums[NU] += m.actuator_ctrlnum[u]
        sums[NOUT] += m.actuator_outnum[u]
        sums[NHISTORY] += history_length(int(m.actuator_history[u, 0]), int(m.actuator_ctrlnum[u]))
        sums[NJMOM] += moments(m, u, kinds)
    for b in range(m.nbody):
        sums[NMOCAP] += 1 if m.body_mocapid[b] >= 0 else 0
    for i in range(m.nsensor):
        sums[NSENSORDATA] += m.sensor_dim[i]
        sums[NHISTORY] += history_length(int(m.sensor_history[i, 0]), int(m.sensor_dim[i]))
    for p in range(m.nplugin):
        sums[NPLUGINSTATE] += m.plugin_statenum[p]
    sums[NBVHDYNAMIC] = m.nbvh - m.nbvhstatic
    for i in range(m.nv):
        sums[NM] += m.D_diag[i] + 1  # the dof and its ancestors


@kernel
def check_model(
    m: Model,
    at: int,
    ids: Ints,
    ranges: Ints,
    choices: Ints,
    kinds: Ints,
    sensors: Ints,
    work: Ints,
    report: View,
) -> None:
    """Find the first index of m that is out of its range, and report it.

    at                            address of m
    ids, ranges, choices          columns, see index_columns.py
    kinds, sensors                tables by type, see elements.py and model_indices.py
    work                          (nv, nbvh or noct, whichever is largest)
    report                        see index_columns.py
    """
    for k in range(LENGTH):
        report[k] = 0.0
    check_columns(at, ids, ranges, choices, report)
    if not has_error(report):
        check_dofs(m, work, report)
    if not has_error(report):
        check_elements(m, at, kinds, report)
    if not has_error(report):
        check_sensors(m, at, kinds, sensors, report)
    if not has_error(report):
        check_rest(m, kinds, report)
    if not has_error(report):
        check_bodies(m, work, report)
    if not has_error(report):
        check_meshes(m, work, report)
    if not has_error(report):
        check_flexes(m, work, report)
