"""Object types (names, sizes, fields of addresses), and sensor types.

Documents: Modeling / Model elements; API / mju_type2Str, mj_name2id; XML reference / sensor; Computation / General
framework / Sensors

Object types: their names, sizes, and the fields with the addresses of names.

Sensor types: dimension, value type, pipeline stage and objects.
"""

from typing import NamedTuple

from gelenk.tables.enums import (
    mjtConDataField,
    mjtDataType,
    mjtJoint,
    mjtObj,
    mjtRayDataField,
    mjtSensor,
    mjtStage,
)


class Kind(NamedTuple):
    """An object type: its name in MJCF and messages, its size, its field of name addresses."""

    type: int
    name: str
    size: str = ""
    names: str = ""


# types with names, in the order in which MjModel.names stores them
KINDS = (
    Kind(mjtObj.mjOBJ_BODY, "body", "nbody", "name_bodyadr"),
    Kind(mjtObj.mjOBJ_JOINT, "joint", "njnt", "name_jntadr"),
    Kind(mjtObj.mjOBJ_GEOM, "geom", "ngeom", "name_geomadr"),
    Kind(mjtObj.mjOBJ_SITE, "site", "nsite", "name_siteadr"),
    Kind(mjtObj.mjOBJ_CAMERA, "camera", "ncam", "name_camadr"),
    Kind(mjtObj.mjOBJ_LIGHT, "light", "nlight", "name_lightadr"),
    Kind(mjtObj.mjOBJ_FLEX, "flex", "nflex", "name_flexadr"),
    Kind(mjtObj.mjOBJ_MESH, "mesh", "nmesh", "name_meshadr"),
    Kind(mjtObj.mjOBJ_SKIN, "skin", "nskin", "name_skinadr"),
    Kind(mjtObj.mjOBJ_HFIELD, "hfield", "nhfield", "name_hfieldadr"),
    Kind(mjtObj.mjOBJ_TEXTURE, "texture", "ntex", "name_texadr"),
    Kind(mjtObj.mjOBJ_MATERIAL, "material", "nmat", "name_matadr"),
    Kind(mjtObj.mjOBJ_PAIR, "pair", "npair", "name_pairadr"),
    Kind(mjtObj.mjOBJ_EXCLUDE, "exclude", "nexclude", "name_excludeadr"),
    Kind(mjtObj.mjOBJ_EQUALITY, "equality", "neq", "name_eqadr"),
    Kind(mjtObj.mjOBJ_TENDON, "tendon", "ntendon", "name_tendonadr"),
    Kind(mjtObj.mjOBJ_ACTUATOR, "actuator", "nactuator", "name_actuatoradr"),
    Kind(mjtObj.mjOBJ_SENSOR, "sensor", "nsensor", "name_sensoradr"),
    Kind(mjtObj.mjOBJ_NUMERIC, "numeric", "nnumeric", "name_numericadr"),
    Kind(mjtObj.mjOBJ_TEXT, "text", "ntext", "name_textadr"),
    Kind(mjtObj.mjOBJ_TUPLE, "tuple", "ntuple", "name_tupleadr"),
    Kind(mjtObj.mjOBJ_KEY, "key", "nkey", "name_keyadr"),
    Kind(mjtObj.mjOBJ_PLUGIN, "plugin", "nplugin", "name_pluginadr"),
    # other types: the frame of a body, dofs, and types that exist in a spec only
    Kind(mjtObj.mjOBJ_XBODY, "xbody", "nbody", "name_bodyadr"),
    Kind(mjtObj.mjOBJ_DOF, "dof"),
    Kind(mjtObj.mjOBJ_FRAME, "frame"),
    Kind(mjtObj.mjOBJ_DEFAULT, "default"),
    Kind(mjtObj.mjOBJ_MODEL, "model"),
)

# joint type -> number of qpos elements, and of dofs
JOINT_NQ: dict[int, int] = {
    mjtJoint.mjJNT_FREE: 7,
    mjtJoint.mjJNT_BALL: 4,
    mjtJoint.mjJNT_SLIDE: 1,
    mjtJoint.mjJNT_HINGE: 1,
}
JOINT_NV: dict[int, int] = {
    mjtJoint.mjJNT_FREE: 6,
    mjtJoint.mjJNT_BALL: 3,
    mjtJoint.mjJNT_SLIDE: 1,
    mjtJoint.mjJNT_HINGE: 1,
}


# Sensor types

NONE, BODY, XBODY = mjtObj.mjOBJ_UNKNOWN, mjtObj.mjOBJ_BODY, mjtObj.mjOBJ_XBODY
JOINT, TENDON, ACTUATOR = mjtObj.mjOBJ_JOINT, mjtObj.mjOBJ_TENDON, mjtObj.mjOBJ_ACTUATOR
GEOM, SITE, CAMERA, MESH = mjtObj.mjOBJ_GEOM, mjtObj.mjOBJ_SITE, mjtObj.mjOBJ_CAMERA, mjtObj.mjOBJ_MESH
FRAMES = (BODY, XBODY, GEOM, SITE, CAMERA)  # objects with a spatial frame

REAL, POSITIVE = mjtDataType.mjDATATYPE_REAL, mjtDataType.mjDATATYPE_POSITIVE
AXIS, QUATERNION = mjtDataType.mjDATATYPE_AXIS, mjtDataType.mjDATATYPE_QUATERNION
POS, VEL, ACC = mjtStage.mjSTAGE_POS, mjtStage.mjSTAGE_VEL, mjtStage.mjSTAGE_ACC

# width of each field of a contact, and of a ray
CONTACT_WIDTH = {
    mjtConDataField.mjCONDATA_FOUND: 1,
    mjtConDataField.mjCONDATA_FORCE: 3,
    mjtConDataField.mjCONDATA_TORQUE: 3,
    mjtConDataField.mjCONDATA_DIST: 1,
    mjtConDataField.mjCONDATA_POS: 3,
    mjtConDataField.mjCONDATA_NORMAL: 3,
    mjtConDataField.mjCONDATA_TANGENT: 3,
    mjtConDataField.mjCONDATA_LINVEL: 3,
    mjtConDataField.mjCONDATA_ANGVEL: 3,
}
CONTACT_FORCES = {mjtConDataField.mjCONDATA_FORCE, mjtConDataField.mjCONDATA_TORQUE}
CONTACT_VELOCITIES = {mjtConDataField.mjCONDATA_LINVEL, mjtConDataField.mjCONDATA_ANGVEL}
MAXFORCE, NETFORCE = 2, 3  # reductions of contact sensors that compare forces
RAY_WIDTH = {
    mjtRayDataField.mjRAYDATA_DIST: 1,
    mjtRayDataField.mjRAYDATA_DIR: 3,
    mjtRayDataField.mjRAYDATA_ORIGIN: 3,
    mjtRayDataField.mjRAYDATA_POINT: 3,
    mjtRayDataField.mjRAYDATA_NORMAL: 3,
    mjtRayDataField.mjRAYDATA_DEPTH: 1,
}


class SensorKind(NamedTuple):
    """A sensor type: `dim` values of a type, computed after a stage, for an object."""

    dim: int  # 0: depends on the sensor, see `dimension` in modeling/compiler/sensors.py
    stage: int
    objects: tuple = ()
    datatype: int = REAL
    rule: str = ""  # condition on the object: scalar joint, ball joint, limited
    refs: tuple = ()  # required references: a camera, a site, a second geom or body


def kinds() -> dict[int, SensorKind]:
    """Return the sensor types in the order of the XML reference."""
    at_site, of_joint, of_tendon, of_actuator, of_body = (SITE,), (JOINT,), (TENDON,), (ACTUATOR,), (BODY,)
    named = {
        "TOUCH": SensorKind(1, ACC, at_site, POSITIVE),
        "ACCELEROMETER": SensorKind(3, ACC, at_site),
        "VELOCIMETER": SensorKind(3, VEL, at_site),
        "GYRO": SensorKind(3, VEL, at_site),
        "FORCE": SensorKind(3, ACC, at_site),
        "TORQUE": SensorKind(3, ACC, at_site),
        "MAGNETOMETER": SensorKind(3, POS, at_site),
        "RANGEFINDER": SensorKind(0, POS, (SITE, CAMERA)),
        "CAMPROJECTION": SensorKind(2, POS, at_site, refs=(CAMERA,)),
        "JOINTPOS": SensorKind(1, POS, of_joint, REAL, "scalar"),
        "JOINTVEL": SensorKind(1, VEL, of_joint, REAL, "scalar"),
        "TENDONPOS": SensorKind(1, POS, of_tendon),
        "TENDONVEL": SensorKind(1, VEL, of_tendon),
        "ACTUATORPOS": SensorKind(0, POS, of_actuator),
        "ACTUATORVEL": SensorKind(0, VEL, of_actuator),
        "ACTUATORFRC": SensorKind(0, ACC, of_actuator),
        "JOINTACTFRC": SensorKind(1, ACC, of_joint, REAL, "scalar"),
        "TENDONACTFRC": SensorKind(1, ACC, of_tendon),
        "BALLQUAT": SensorKind(4, POS, of_joint, QUATERNION, "ball"),
        "BALLANGVEL": SensorKind(3, VEL, of_joint, REAL, "ball"),
        "JOINTLIMITPOS": SensorKind(1, POS, of_joint, REAL, "limited"),
        "JOINTLIMITVEL": SensorKind(1, VEL, of_joint, REAL, "limited"),
        "JOINTLIMITFRC": SensorKind(1, ACC, of_joint, REAL, "limited"),
        "TENDONLIMITPOS": SensorKind(1, POS, of_tendon, REAL, "limited"),
        "TENDONLIMITVEL": SensorKind(1, VEL, of_tendon, REAL, "limited"),
        "TENDONLIMITFRC": SensorKind(1, ACC, of_tendon, REAL, "limited"),
        "FRAMEPOS": SensorKind(3, POS, FRAMES),
        "FRAMEQUAT": SensorKind(4, POS, FRAMES, QUATERNION),
        "FRAMEXAXIS": SensorKind(3, POS, FRAMES, AXIS),
        "FRAMEYAXIS": SensorKind(3, POS, FRAMES, AXIS),
        "FRAMEZAXIS": SensorKind(3, POS, FRAMES, AXIS),
        "FRAMELINVEL": SensorKind(3, VEL, FRAMES),
        "FRAMEANGVEL": SensorKind(3, VEL, FRAMES),
        "FRAMELINACC": SensorKind(3, ACC, FRAMES),
        "FRAMEANGACC": SensorKind(3, ACC, FRAMES),
        "SUBTREECOM": SensorKind(3, POS, of_body),
        "SUBTREELINVEL": SensorKind(3, VEL, of_body),
        "SUBTREEANGMOM": SensorKind(3, VEL, of_body),
        "INSIDESITE": SensorKind(1, POS, FRAMES, POSITIVE, refs=(SITE,)),
        "GEOMDIST": SensorKind(1, POS, (BODY, GEOM), refs=(BODY, GEOM)),
        "GEOMNORMAL": SensorKind(3, POS, (BODY, GEOM), AXIS, refs=(BODY, GEOM)),
        "GEOMFROMTO": SensorKind(6, POS, (BODY, GEOM), refs=(BODY, GEOM)),
        "CONTACT": SensorKind(0, ACC, (NONE, BODY, XBODY, GEOM, SITE), refs=(NONE, BODY, XBODY, GEOM)),
        "TACTILE": SensorKind(0, ACC, (MESH,), refs=(GEOM,)),
        "E_POTENTIAL": SensorKind(1, POS),
        "E_KINETIC": SensorKind(1, POS),
        "CLOCK": SensorKind(1, POS),
    }
    return {int(getattr(mjtSensor, "mjSENS_" + name)): kind for name, kind in named.items()}


def contact_stage(fields: int, reduce: int) -> int:
    """Return the first stage after which the fields of a contact sensor are known (3.16)."""

    def is_among(some: set) -> bool:
        return any(fields >> int(field) & 1 for field in some)

    if is_among(CONTACT_FORCES) or reduce in (MAXFORCE, NETFORCE):
        return ACC
    return VEL if is_among(CONTACT_VELOCITIES) else POS


SENSORS = kinds()
