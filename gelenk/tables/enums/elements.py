"""Enums of the types of model elements.

Documents: XML reference; API / Enums
"""

from gelenk.tables.enums.constants import Enum


class mjtObj(Enum):
    """Object types; members from mjOBJ_FRAME on exist in a spec only."""

    (
        mjOBJ_UNKNOWN,
        mjOBJ_BODY,
        mjOBJ_XBODY,
        mjOBJ_JOINT,
        mjOBJ_DOF,
        mjOBJ_GEOM,
        mjOBJ_SITE,
        mjOBJ_CAMERA,
        mjOBJ_LIGHT,
        mjOBJ_FLEX,
        mjOBJ_MESH,
        mjOBJ_SKIN,
        mjOBJ_HFIELD,
        mjOBJ_TEXTURE,
        mjOBJ_MATERIAL,
        mjOBJ_PAIR,
        mjOBJ_EXCLUDE,
        mjOBJ_EQUALITY,
        mjOBJ_TENDON,
        mjOBJ_ACTUATOR,
        mjOBJ_SENSOR,
        mjOBJ_NUMERIC,
        mjOBJ_TEXT,
        mjOBJ_TUPLE,
        mjOBJ_KEY,
        mjOBJ_PLUGIN,
        mjNOBJECT,
    ) = range(27)
    mjOBJ_FRAME, mjOBJ_DEFAULT, mjOBJ_MODEL = range(100, 103)


class mjtJoint(Enum):
    """Joint types."""

    mjJNT_FREE, mjJNT_BALL, mjJNT_SLIDE, mjJNT_HINGE = range(4)


class mjtGeom(Enum):
    """Geom types; members from mjGEOM_ARROW on are for rendering only."""

    (
        mjGEOM_PLANE,
        mjGEOM_HFIELD,
        mjGEOM_SPHERE,
        mjGEOM_CAPSULE,
        mjGEOM_ELLIPSOID,
        mjGEOM_CYLINDER,
        mjGEOM_BOX,
        mjGEOM_MESH,
        mjGEOM_SDF,
        mjNGEOMTYPES,
    ) = range(10)
    (
        mjGEOM_ARROW,
        mjGEOM_ARROW1,
        mjGEOM_ARROW2,
        mjGEOM_LINE,
        mjGEOM_LINEBOX,
        mjGEOM_FLEX,
        mjGEOM_SKIN,
        mjGEOM_LABEL,
        mjGEOM_TRIANGLE,
    ) = range(100, 109)
    mjGEOM_NONE = 1001


class mjtCamLight(Enum):
    """Tracking modes of cameras and lights."""

    (
        mjCAMLIGHT_FIXED,
        mjCAMLIGHT_TRACK,
        mjCAMLIGHT_TRACKCOM,
        mjCAMLIGHT_TARGETBODY,
        mjCAMLIGHT_TARGETBODYCOM,
    ) = range(5)


class mjtLightType(Enum):
    """Light types."""

    mjLIGHT_SPOT, mjLIGHT_DIRECTIONAL, mjLIGHT_POINT, mjLIGHT_IMAGE = range(4)


class mjtProjection(Enum):
    """Camera projection types."""

    mjPROJ_PERSPECTIVE, mjPROJ_ORTHOGRAPHIC = range(2)


class mjtCamOutBit(Enum):
    """Camera output bits."""

    (
        mjCAMOUT_RGB,
        mjCAMOUT_DEPTH,
        mjCAMOUT_DIST,
        mjCAMOUT_NORMAL,
        mjCAMOUT_SEG,
    ) = (1 << bit for bit in range(5))
    mjNCAMOUT = 5


class mjtTexture(Enum):
    """Texture types."""

    mjTEXTURE_2D, mjTEXTURE_CUBE, mjTEXTURE_SKYBOX = range(3)


class mjtTextureRole(Enum):
    """Roles of textures in a material."""

    (
        mjTEXROLE_USER,
        mjTEXROLE_RGB,
        mjTEXROLE_OCCLUSION,
        mjTEXROLE_ROUGHNESS,
        mjTEXROLE_METALLIC,
        mjTEXROLE_NORMAL,
        mjTEXROLE_OPACITY,
        mjTEXROLE_EMISSIVE,
        mjTEXROLE_RGBA,
        mjTEXROLE_ORM,
        mjNTEXROLE,
    ) = range(11)


class mjtColorSpace(Enum):
    """Color spaces of texture files."""

    mjCOLORSPACE_AUTO, mjCOLORSPACE_LINEAR, mjCOLORSPACE_SRGB = range(3)


class mjtEq(Enum):
    """Equality constraint types."""

    mjEQ_CONNECT, mjEQ_WELD, mjEQ_JOINT, mjEQ_TENDON, mjEQ_FLEX, mjEQ_FLEXVERT, mjEQ_DISTANCE = range(7)
    mjEQ_FLEXSTRAIN = 7  # in kernels; 6 at levels from 3.6.0 on, where mjEQ_DISTANCE is 7


class mjtWrap(Enum):
    """Types of tendon path elements."""

    mjWRAP_NONE, mjWRAP_JOINT, mjWRAP_PULLEY, mjWRAP_SITE, mjWRAP_SPHERE, mjWRAP_CYLINDER = range(6)


class mjtTrn(Enum):
    """Actuator transmission types."""

    mjTRN_JOINT, mjTRN_JOINTINPARENT, mjTRN_SLIDERCRANK, mjTRN_TENDON, mjTRN_SITE, mjTRN_BODY = range(6)
    mjTRN_SO3 = 6
    mjTRN_UNDEFINED = 1000


class mjtDyn(Enum):
    """Actuator dynamics types."""

    mjDYN_NONE, mjDYN_INTEGRATOR, mjDYN_FILTER, mjDYN_FILTEREXACT, mjDYN_MUSCLE, mjDYN_USER = range(6)
    mjDYN_PID, mjDYN_DCMOTOR = 6, 7


class mjtGain(Enum):
    """Actuator gain types."""

    mjGAIN_FIXED, mjGAIN_AFFINE, mjGAIN_MUSCLE, mjGAIN_USER = range(4)
    mjGAIN_SO3, mjGAIN_PID, mjGAIN_DCMOTOR = range(4, 7)


class mjtBias(Enum):
    """Actuator bias types."""

    mjBIAS_NONE, mjBIAS_AFFINE, mjBIAS_MUSCLE, mjBIAS_USER = range(4)
    mjBIAS_SO3, mjBIAS_DCMOTOR = 4, 5


class mjtCtrlInput(Enum):
    """Inputs of an actuator, one bit each."""

    mjINPUT_POS, mjINPUT_VEL, mjINPUT_FF, mjINPUT_VOLTAGE, mjINPUT_NONE, mjINPUT_PRESSURE = (
        1 << i for i in range(6)
    )


class mjtCtrlChart(Enum):
    """Charts of the control of an orientation."""

    mjCHART_EXPMAP, mjCHART_QUAT = 1, 2


class mjtScaling(Enum):
    """Quantities that the scale of a frame applies to."""

    mjSCALING_SIMILAR, mjSCALING_GEOMETRY = range(2)


class mjtSensor(Enum):
    """Sensor types."""

    (
        mjSENS_TOUCH,
        mjSENS_ACCELEROMETER,
        mjSENS_VELOCIMETER,
        mjSENS_GYRO,
        mjSENS_FORCE,
        mjSENS_TORQUE,
        mjSENS_MAGNETOMETER,
        mjSENS_RANGEFINDER,
        mjSENS_CAMPROJECTION,
        mjSENS_JOINTPOS,
        mjSENS_JOINTVEL,
        mjSENS_TENDONPOS,
        mjSENS_TENDONVEL,
        mjSENS_ACTUATORPOS,
        mjSENS_ACTUATORVEL,
        mjSENS_ACTUATORFRC,
        mjSENS_JOINTACTFRC,
        mjSENS_TENDONACTFRC,
        mjSENS_BALLQUAT,
        mjSENS_BALLANGVEL,
        mjSENS_JOINTLIMITPOS,
        mjSENS_JOINTLIMITVEL,
        mjSENS_JOINTLIMITFRC,
        mjSENS_TENDONLIMITPOS,
        mjSENS_TENDONLIMITVEL,
        mjSENS_TENDONLIMITFRC,
        mjSENS_FRAMEPOS,
        mjSENS_FRAMEQUAT,
        mjSENS_FRAMEXAXIS,
        mjSENS_FRAMEYAXIS,
        mjSENS_FRAMEZAXIS,
        mjSENS_FRAMELINVEL,
        mjSENS_FRAMEANGVEL,
        mjSENS_FRAMELINACC,
        mjSENS_FRAMEANGACC,
        mjSENS_SUBTREECOM,
        mjSENS_SUBTREELINVEL,
        mjSENS_SUBTREEANGMOM,
        mjSENS_INSIDESITE,
        mjSENS_GEOMDIST,
        mjSENS_GEOMNORMAL,
        mjSENS_GEOMFROMTO,
        mjSENS_CONTACT,
        mjSENS_E_POTENTIAL,
        mjSENS_E_KINETIC,
        mjSENS_CLOCK,
        mjSENS_TACTILE,
        mjSENS_PLUGIN,
        mjSENS_USER,
    ) = range(49)


class mjtDataType(Enum):
    """Data types of sensor readings; the type determines the effect of cutoff."""

    mjDATATYPE_REAL, mjDATATYPE_POSITIVE, mjDATATYPE_AXIS, mjDATATYPE_QUATERNION = range(4)


class mjtStage(Enum):
    """Pipeline stages that sensors require."""

    mjSTAGE_NONE, mjSTAGE_POS, mjSTAGE_VEL, mjSTAGE_ACC = range(4)


class mjtConDataField(Enum):
    """Data fields of contact sensors, in output order."""

    (
        mjCONDATA_FOUND,
        mjCONDATA_FORCE,
        mjCONDATA_TORQUE,
        mjCONDATA_DIST,
        mjCONDATA_POS,
        mjCONDATA_NORMAL,
        mjCONDATA_TANGENT,
        mjCONDATA_LINVEL,
        mjCONDATA_ANGVEL,
    ) = range(9)
    mjNCONDATA = 7  # in 3.5.0, without the two velocities


class mjtRayDataField(Enum):
    """Data fields of rangefinders, in output order."""

    (
        mjRAYDATA_DIST,
        mjRAYDATA_DIR,
        mjRAYDATA_ORIGIN,
        mjRAYDATA_POINT,
        mjRAYDATA_NORMAL,
        mjRAYDATA_DEPTH,
        mjNRAYDATA,
    ) = range(7)


class mjtSameFrame(Enum):
    """Coincidence of the frame of a geom or site with the body frame or the inertial frame."""

    (
        mjSAMEFRAME_NONE,
        mjSAMEFRAME_BODY,
        mjSAMEFRAME_INERTIA,
        mjSAMEFRAME_BODYROT,
        mjSAMEFRAME_INERTIAROT,
    ) = range(5)


class mjtSleepPolicy(Enum):
    """Sleep policies of kinematic trees."""

    (
        mjSLEEP_AUTO,
        mjSLEEP_AUTO_NEVER,
        mjSLEEP_AUTO_ALLOWED,
        mjSLEEP_NEVER,
        mjSLEEP_ALLOWED,
        mjSLEEP_INIT,
    ) = range(6)


class mjtFlexSelf(Enum):
    """Self-collision modes of a flex."""

    mjFLEXSELF_NONE, mjFLEXSELF_NARROW, mjFLEXSELF_BVH, mjFLEXSELF_SAP, mjFLEXSELF_AUTO = range(5)


class mjtSDFType(Enum):
    """Combinations of two signed distance fields."""

    mjSDFTYPE_SINGLE, mjSDFTYPE_INTERSECTION, mjSDFTYPE_MIDSURFACE, mjSDFTYPE_COLLISION = range(4)


class mjtLRMode(Enum):
    """Selection of the actuators whose length range is computed."""

    mjLRMODE_NONE, mjLRMODE_MUSCLE, mjLRMODE_MUSCLEUSER, mjLRMODE_ALL = range(4)
