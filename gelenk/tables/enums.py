"""Every public enum and constant of the system, each written once.

Documents: API / Enums; API / Constants

An enum is a class whose members are integers that know their names. Members accept and compare with integers
(`mjtGeom(6)`, `mjtGeom.mjGEOM_BOX == 6`), combine with `|`, index arrays, and are listed in order in
`__members__`.
"""

from typing import ClassVar


class Enum(int):
    """Base of the enums: turns the integers written in a subclass into members of it.

    Members are `int` instances, so that kernels, numpy and formatting take them as they are. Python's own
    `enum` is not used: creating seventy such classes would take a tenth of the time that importing the whole
    package may.
    """

    __slots__ = ()
    __members__: ClassVar[dict[str, "Enum"]] = {}
    _by_value: ClassVar[dict[int, tuple[str, "Enum"]]] = {}

    def __init_subclass__(cls):
        cls.__members__ = {}
        cls._by_value = {}
        for name, value in list(vars(cls).items()):
            if name.startswith("mj"):
                member = int.__new__(cls, value)
                setattr(cls, name, member)
                cls.__members__[name] = member
                cls._by_value[value] = (name, member)

    def __new__(cls, value):
        try:
            return cls._by_value[value.__index__()][1]
        except AttributeError:
            raise TypeError(f"{cls.__name__}() takes an integer, not {value!r}") from None
        except KeyError:
            raise ValueError(f"Invalid int value for {cls.__name__}: {int(value)}") from None

    @property
    def name(self):
        """Name of the member, such as 'mjGEOM_BOX'."""
        return self._by_value[int(self)][0]

    @property
    def value(self):
        """The member as a plain `int`."""
        return int(self)

    def __str__(self):
        return f"{type(self).__name__}.{self.name}"

    def __repr__(self):
        return f"<{type(self).__name__}.{self.name}: {int(self)}>"

    def __reduce__(self):
        return type(self), (int(self),)


# Model: options


class mjtDisableBit(Enum):
    """Bits of `option.disableflags`: parts of the pipeline that can be switched off."""

    (
        mjDSBL_CONSTRAINT,
        mjDSBL_EQUALITY,
        mjDSBL_FRICTIONLOSS,
        mjDSBL_LIMIT,
        mjDSBL_CONTACT,
        mjDSBL_SPRING,
        mjDSBL_DAMPER,
        mjDSBL_GRAVITY,
        mjDSBL_CLAMPCTRL,
        mjDSBL_WARMSTART,
        mjDSBL_FILTERPARENT,
        mjDSBL_ACTUATION,
        mjDSBL_REFSAFE,
        mjDSBL_SENSOR,
        mjDSBL_MIDPHASE,
        mjDSBL_EULERDAMP,
        mjDSBL_AUTORESET,
        mjDSBL_NATIVECCD,
        mjDSBL_ISLAND,
    ) = (1 << bit for bit in range(19))
    mjNDISABLE = 19


class mjtEnableBit(Enum):
    """Bits of `option.enableflags`: parts of the pipeline that are off unless asked for."""

    (
        mjENBL_OVERRIDE,
        mjENBL_ENERGY,
        mjENBL_FWDINV,
        mjENBL_INVDISCRETE,
        mjENBL_MULTICCD,
        mjENBL_SLEEP,
    ) = (1 << bit for bit in range(6))
    mjNENABLE = 6


class mjtIntegrator(Enum):
    """How velocities and positions are advanced by one time step."""

    mjINT_EULER, mjINT_RK4, mjINT_IMPLICIT, mjINT_IMPLICITFAST = range(4)


class mjtCone(Enum):
    """Shape of the friction cone of a contact."""

    mjCONE_PYRAMIDAL, mjCONE_ELLIPTIC = range(2)


class mjtJacobian(Enum):
    """Storage of the constraint Jacobian."""

    mjJAC_DENSE, mjJAC_SPARSE, mjJAC_AUTO = range(3)


class mjtSolver(Enum):
    """Algorithm that solves for constraint forces."""

    mjSOL_PGS, mjSOL_CG, mjSOL_NEWTON = range(3)


# Model: elements


class mjtObj(Enum):
    """Kinds of named elements; those after mjNOBJECT exist in a spec only."""

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
    """Joint types, by falling number of degrees of freedom."""

    mjJNT_FREE, mjJNT_BALL, mjJNT_SLIDE, mjJNT_HINGE = range(4)


class mjtGeom(Enum):
    """Geom types; those from mjGEOM_ARROW on are drawn only, never simulated."""

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
    """What a camera or light follows."""

    (
        mjCAMLIGHT_FIXED,
        mjCAMLIGHT_TRACK,
        mjCAMLIGHT_TRACKCOM,
        mjCAMLIGHT_TARGETBODY,
        mjCAMLIGHT_TARGETBODYCOM,
    ) = range(5)


class mjtLightType(Enum):
    """How a light spreads."""

    mjLIGHT_SPOT, mjLIGHT_DIRECTIONAL, mjLIGHT_POINT, mjLIGHT_IMAGE = range(4)


class mjtProjection(Enum):
    """Projection of a camera."""

    mjPROJ_PERSPECTIVE, mjPROJ_ORTHOGRAPHIC = range(2)


class mjtCamOutBit(Enum):
    """Bits of what a camera renders."""

    (
        mjCAMOUT_RGB,
        mjCAMOUT_DEPTH,
        mjCAMOUT_DIST,
        mjCAMOUT_NORMAL,
        mjCAMOUT_SEG,
    ) = (1 << bit for bit in range(5))
    mjNCAMOUT = 5


class mjtTexture(Enum):
    """Layout of a texture."""

    mjTEXTURE_2D, mjTEXTURE_CUBE, mjTEXTURE_SKYBOX = range(3)


class mjtTextureRole(Enum):
    """Which channel of a material a texture feeds."""

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
    """How the numbers of a texture file encode brightness."""

    mjCOLORSPACE_AUTO, mjCOLORSPACE_LINEAR, mjCOLORSPACE_SRGB = range(3)


class mjtEq(Enum):
    """Equality constraint types."""

    mjEQ_CONNECT, mjEQ_WELD, mjEQ_JOINT, mjEQ_TENDON, mjEQ_FLEX, mjEQ_FLEXVERT, mjEQ_DISTANCE = range(7)


class mjtWrap(Enum):
    """What a point of a tendon's path wraps around."""

    mjWRAP_NONE, mjWRAP_JOINT, mjWRAP_PULLEY, mjWRAP_SITE, mjWRAP_SPHERE, mjWRAP_CYLINDER = range(6)


class mjtTrn(Enum):
    """What an actuator pulls on."""

    mjTRN_JOINT, mjTRN_JOINTINPARENT, mjTRN_SLIDERCRANK, mjTRN_TENDON, mjTRN_SITE, mjTRN_BODY = range(6)
    mjTRN_UNDEFINED = 1000


class mjtDyn(Enum):
    """Activation dynamics of an actuator."""

    mjDYN_NONE, mjDYN_INTEGRATOR, mjDYN_FILTER, mjDYN_FILTEREXACT, mjDYN_MUSCLE, mjDYN_USER = range(6)


class mjtGain(Enum):
    """Gain model of an actuator."""

    mjGAIN_FIXED, mjGAIN_AFFINE, mjGAIN_MUSCLE, mjGAIN_USER = range(4)


class mjtBias(Enum):
    """Bias model of an actuator."""

    mjBIAS_NONE, mjBIAS_AFFINE, mjBIAS_MUSCLE, mjBIAS_USER = range(4)


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
    """What the numbers of a sensor are, which decides how cutoff applies."""

    mjDATATYPE_REAL, mjDATATYPE_POSITIVE, mjDATATYPE_AXIS, mjDATATYPE_QUATERNION = range(4)


class mjtStage(Enum):
    """Stage of the pipeline after which a sensor can be computed."""

    mjSTAGE_NONE, mjSTAGE_POS, mjSTAGE_VEL, mjSTAGE_ACC = range(4)


class mjtConDataField(Enum):
    """Fields a contact sensor can report, in the order of its output."""

    (
        mjCONDATA_FOUND,
        mjCONDATA_FORCE,
        mjCONDATA_TORQUE,
        mjCONDATA_DIST,
        mjCONDATA_POS,
        mjCONDATA_NORMAL,
        mjCONDATA_TANGENT,
        mjNCONDATA,
    ) = range(8)


class mjtRayDataField(Enum):
    """Fields a range finder can report, in the order of its output."""

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
    """Whether the frame of a geom or site coincides with one of its body's frames."""

    (
        mjSAMEFRAME_NONE,
        mjSAMEFRAME_BODY,
        mjSAMEFRAME_INERTIA,
        mjSAMEFRAME_BODYROT,
        mjSAMEFRAME_INERTIAROT,
    ) = range(5)


class mjtSleepPolicy(Enum):
    """Whether a kinematic tree may fall asleep."""

    (
        mjSLEEP_AUTO,
        mjSLEEP_AUTO_NEVER,
        mjSLEEP_AUTO_ALLOWED,
        mjSLEEP_NEVER,
        mjSLEEP_ALLOWED,
        mjSLEEP_INIT,
    ) = range(6)


class mjtFlexSelf(Enum):
    """How a flex collides with itself."""

    mjFLEXSELF_NONE, mjFLEXSELF_NARROW, mjFLEXSELF_BVH, mjFLEXSELF_SAP, mjFLEXSELF_AUTO = range(5)


class mjtSDFType(Enum):
    """How two signed distance fields are combined."""

    mjSDFTYPE_SINGLE, mjSDFTYPE_INTERSECTION, mjSDFTYPE_MIDSURFACE, mjSDFTYPE_COLLISION = range(4)


class mjtLRMode(Enum):
    """Which actuators get their length range computed."""

    mjLRMODE_NONE, mjLRMODE_MUSCLE, mjLRMODE_MUSCLEUSER, mjLRMODE_ALL = range(4)


# Data


class mjtState(Enum):
    """Bits of the parts of the state; the last four are unions."""

    (
        mjSTATE_TIME,
        mjSTATE_QPOS,
        mjSTATE_QVEL,
        mjSTATE_ACT,
        mjSTATE_HISTORY,
        mjSTATE_WARMSTART,
        mjSTATE_CTRL,
        mjSTATE_QFRC_APPLIED,
        mjSTATE_XFRC_APPLIED,
        mjSTATE_EQ_ACTIVE,
        mjSTATE_MOCAP_POS,
        mjSTATE_MOCAP_QUAT,
        mjSTATE_USERDATA,
        mjSTATE_PLUGIN,
    ) = (1 << bit for bit in range(14))
    mjNSTATE = 14
    mjSTATE_PHYSICS = 30
    mjSTATE_FULLPHYSICS = 8223
    mjSTATE_USER = 8128
    mjSTATE_INTEGRATION = 16383


class mjtConstraint(Enum):
    """What a row of the constraint Jacobian stands for."""

    (
        mjCNSTR_EQUALITY,
        mjCNSTR_FRICTION_DOF,
        mjCNSTR_FRICTION_TENDON,
        mjCNSTR_LIMIT_JOINT,
        mjCNSTR_LIMIT_TENDON,
        mjCNSTR_CONTACT_FRICTIONLESS,
        mjCNSTR_CONTACT_PYRAMIDAL,
        mjCNSTR_CONTACT_ELLIPTIC,
    ) = range(8)


class mjtConstraintState(Enum):
    """Which piece of its cost a constraint row is on."""

    (
        mjCNSTRSTATE_SATISFIED,
        mjCNSTRSTATE_QUADRATIC,
        mjCNSTRSTATE_LINEARNEG,
        mjCNSTRSTATE_LINEARPOS,
        mjCNSTRSTATE_CONE,
    ) = range(5)


class mjtWarning(Enum):
    """Kinds of warnings counted in `data.warning`."""

    (
        mjWARN_INERTIA,
        mjWARN_CONTACTFULL,
        mjWARN_CNSTRFULL,
        mjWARN_VGEOMFULL,
        mjWARN_BADQPOS,
        mjWARN_BADQVEL,
        mjWARN_BADQACC,
        mjWARN_BADCTRL,
        mjNWARNING,
    ) = range(9)


class mjtTimer(Enum):
    """Timers of `data.timer`."""

    (
        mjTIMER_STEP,
        mjTIMER_FORWARD,
        mjTIMER_INVERSE,
        mjTIMER_POSITION,
        mjTIMER_VELOCITY,
        mjTIMER_ACTUATION,
        mjTIMER_CONSTRAINT,
        mjTIMER_ADVANCE,
        mjTIMER_POS_KINEMATICS,
        mjTIMER_POS_INERTIA,
        mjTIMER_POS_COLLISION,
        mjTIMER_POS_MAKE,
        mjTIMER_POS_PROJECT,
        mjTIMER_COL_BROAD,
        mjTIMER_COL_NARROW,
        mjNTIMER,
    ) = range(16)


class mjtSleepState(Enum):
    """Whether a tree or body is simulated at present."""

    mjS_STATIC, mjS_ASLEEP, mjS_AWAKE = range(-1, 2)


class mjtTaskStatus(Enum):
    """Life of a task in a thread pool."""

    mjTASK_NEW, mjTASK_QUEUED, mjTASK_COMPLETED = range(3)


class mjtPluginCapabilityBit(Enum):
    """Bits of what a plugin provides."""

    mjPLUGIN_ACTUATOR, mjPLUGIN_SENSOR, mjPLUGIN_PASSIVE, mjPLUGIN_SDF = (1 << bit for bit in range(4))


# Spec


class mjtGeomInertia(Enum):
    """Whether a geom's mass fills its volume or lies on its surface."""

    mjINERTIA_VOLUME, mjINERTIA_SHELL = range(2)


class mjtMeshInertia(Enum):
    """How the inertia of a mesh is computed."""

    mjMESH_INERTIA_CONVEX, mjMESH_INERTIA_EXACT, mjMESH_INERTIA_LEGACY, mjMESH_INERTIA_SHELL = range(4)


class mjtMeshBuiltin(Enum):
    """Meshes that are generated rather than loaded."""

    (
        mjMESH_BUILTIN_NONE,
        mjMESH_BUILTIN_SPHERE,
        mjMESH_BUILTIN_HEMISPHERE,
        mjMESH_BUILTIN_CONE,
        mjMESH_BUILTIN_SUPERSPHERE,
        mjMESH_BUILTIN_SUPERTORUS,
        mjMESH_BUILTIN_WEDGE,
        mjMESH_BUILTIN_PLATE,
    ) = range(8)


class mjtBuiltin(Enum):
    """Patterns of a generated texture."""

    mjBUILTIN_NONE, mjBUILTIN_GRADIENT, mjBUILTIN_CHECKER, mjBUILTIN_FLAT = range(4)


class mjtMark(Enum):
    """Marks drawn on top of a generated texture."""

    mjMARK_NONE, mjMARK_EDGE, mjMARK_CROSS, mjMARK_RANDOM = range(4)


class mjtLimited(Enum):
    """Whether a limit applies: no, yes, or if a range is given."""

    mjLIMITED_FALSE, mjLIMITED_TRUE, mjLIMITED_AUTO = range(3)


class mjtAlignFree(Enum):
    """Whether a free joint's frame is moved to the body's inertial frame."""

    mjALIGNFREE_FALSE, mjALIGNFREE_TRUE, mjALIGNFREE_AUTO = range(3)


class mjtInertiaFromGeom(Enum):
    """Whether inertias given for a body yield to those of its geoms."""

    mjINERTIAFROMGEOM_FALSE, mjINERTIAFROMGEOM_TRUE, mjINERTIAFROMGEOM_AUTO = range(3)


class mjtOrientation(Enum):
    """In which form an orientation is given."""

    (
        mjORIENTATION_QUAT,
        mjORIENTATION_AXISANGLE,
        mjORIENTATION_XYAXES,
        mjORIENTATION_ZAXIS,
        mjORIENTATION_EULER,
    ) = range(5)


# Abstract visualization


class mjtCatBit(Enum):
    """Bits of the categories of drawn geoms."""

    mjCAT_STATIC, mjCAT_DYNAMIC, mjCAT_DECOR = (1 << bit for bit in range(3))
    mjCAT_ALL = 7


class mjtMouse(Enum):
    """What dragging the mouse does."""

    (
        mjMOUSE_NONE,
        mjMOUSE_ROTATE_V,
        mjMOUSE_ROTATE_H,
        mjMOUSE_MOVE_V,
        mjMOUSE_MOVE_H,
        mjMOUSE_ZOOM,
        mjMOUSE_MOVE_V_REL,
        mjMOUSE_MOVE_H_REL,
    ) = range(8)


class mjtPertBit(Enum):
    """Bits of the perturbation in progress."""

    mjPERT_TRANSLATE, mjPERT_ROTATE = range(1, 3)


class mjtCamera(Enum):
    """Kind of an abstract camera."""

    mjCAMERA_FREE, mjCAMERA_TRACKING, mjCAMERA_FIXED, mjCAMERA_USER = range(4)


class mjtLabel(Enum):
    """Which objects are labelled."""

    (
        mjLABEL_NONE,
        mjLABEL_BODY,
        mjLABEL_JOINT,
        mjLABEL_GEOM,
        mjLABEL_SITE,
        mjLABEL_CAMERA,
        mjLABEL_LIGHT,
        mjLABEL_TENDON,
        mjLABEL_ACTUATOR,
        mjLABEL_CONSTRAINT,
        mjLABEL_FLEX,
        mjLABEL_SKIN,
        mjLABEL_SELECTION,
        mjLABEL_SELPNT,
        mjLABEL_CONTACTPOINT,
        mjLABEL_CONTACTFORCE,
        mjLABEL_ISLAND,
        mjNLABEL,
    ) = range(18)


class mjtFrame(Enum):
    """Which frames are drawn."""

    (
        mjFRAME_NONE,
        mjFRAME_BODY,
        mjFRAME_GEOM,
        mjFRAME_SITE,
        mjFRAME_CAMERA,
        mjFRAME_LIGHT,
        mjFRAME_CONTACT,
        mjFRAME_WORLD,
        mjNFRAME,
    ) = range(9)


class mjtVisFlag(Enum):
    """Options of what is drawn."""

    (
        mjVIS_CONVEXHULL,
        mjVIS_TEXTURE,
        mjVIS_JOINT,
        mjVIS_CAMERA,
        mjVIS_ACTUATOR,
        mjVIS_ACTIVATION,
        mjVIS_LIGHT,
        mjVIS_TENDON,
        mjVIS_RANGEFINDER,
        mjVIS_CONSTRAINT,
        mjVIS_INERTIA,
        mjVIS_SCLINERTIA,
        mjVIS_PERTFORCE,
        mjVIS_PERTOBJ,
        mjVIS_CONTACTPOINT,
        mjVIS_ISLAND,
        mjVIS_CONTACTFORCE,
        mjVIS_CONTACTSPLIT,
        mjVIS_TRANSPARENT,
        mjVIS_AUTOCONNECT,
        mjVIS_COM,
        mjVIS_SELECT,
        mjVIS_STATIC,
        mjVIS_SKIN,
        mjVIS_FLEXVERT,
        mjVIS_FLEXEDGE,
        mjVIS_FLEXFACE,
        mjVIS_FLEXSKIN,
        mjVIS_BODYBVH,
        mjVIS_MESHBVH,
        mjVIS_SDFITER,
        mjNVISFLAG,
    ) = range(32)


class mjtRndFlag(Enum):
    """Options of how it is drawn."""

    (
        mjRND_SHADOW,
        mjRND_WIREFRAME,
        mjRND_REFLECTION,
        mjRND_ADDITIVE,
        mjRND_SKYBOX,
        mjRND_FOG,
        mjRND_HAZE,
        mjRND_DEPTH,
        mjRND_SEGMENT,
        mjRND_IDCOLOR,
        mjRND_CULL_FACE,
        mjNRNDFLAG,
    ) = range(12)


class mjtStereo(Enum):
    """Stereoscopic rendering."""

    mjSTEREO_NONE, mjSTEREO_QUADBUFFERED, mjSTEREO_SIDEBYSIDE = range(3)


# Rendering and user interface


class mjtGridPos(Enum):
    """Where on a viewport text is placed."""

    (
        mjGRID_TOPLEFT,
        mjGRID_TOPRIGHT,
        mjGRID_BOTTOMLEFT,
        mjGRID_BOTTOMRIGHT,
        mjGRID_TOP,
        mjGRID_BOTTOM,
        mjGRID_LEFT,
        mjGRID_RIGHT,
    ) = range(8)


class mjtFramebuffer(Enum):
    """Where pixels are drawn."""

    mjFB_WINDOW, mjFB_OFFSCREEN = range(2)


class mjtDepthMap(Enum):
    """Which end of the depth range reads as zero."""

    mjDEPTH_ZERONEAR, mjDEPTH_ZEROFAR = range(2)


class mjtFontScale(Enum):
    """Font sizes, in percent."""

    mjFONTSCALE_50 = 50
    mjFONTSCALE_100 = 100
    mjFONTSCALE_150 = 150
    mjFONTSCALE_200 = 200
    mjFONTSCALE_250 = 250
    mjFONTSCALE_300 = 300


class mjtFont(Enum):
    """Font styles."""

    mjFONT_NORMAL, mjFONT_SHADOW, mjFONT_BIG = range(3)


class mjtButton(Enum):
    """Mouse buttons."""

    mjBUTTON_NONE, mjBUTTON_LEFT, mjBUTTON_RIGHT, mjBUTTON_MIDDLE = range(4)


class mjtEvent(Enum):
    """Kinds of user-interface events."""

    (
        mjEVENT_NONE,
        mjEVENT_MOVE,
        mjEVENT_PRESS,
        mjEVENT_RELEASE,
        mjEVENT_SCROLL,
        mjEVENT_KEY,
        mjEVENT_RESIZE,
        mjEVENT_REDRAW,
        mjEVENT_FILESDROP,
    ) = range(9)


class mjtItem(Enum):
    """Kinds of user-interface items."""

    (
        mjITEM_END,
        mjITEM_SECTION,
        mjITEM_SEPARATOR,
        mjITEM_STATIC,
        mjITEM_BUTTON,
        mjITEM_CHECKINT,
        mjITEM_CHECKBYTE,
        mjITEM_RADIO,
        mjITEM_RADIOLINE,
        mjITEM_SELECT,
        mjITEM_SLIDERINT,
        mjITEM_SLIDERNUM,
        mjITEM_EDITINT,
        mjITEM_EDITNUM,
        mjITEM_EDITFLOAT,
        mjITEM_EDITTXT,
        mjNITEM,
    ) = range(-2, 15)


class mjtSection(Enum):
    """State of a user-interface section."""

    mjSECT_CLOSED, mjSECT_OPEN, mjSECT_FIXED = range(3)


# Constants

mjDISABLESTRING = (
    "Constraint",
    "Equality",
    "Frictionloss",
    "Limit",
    "Contact",
    "Spring",
    "Damper",
    "Gravity",
    "Clampctrl",
    "Warmstart",
    "Filterparent",
    "Actuation",
    "Refsafe",
    "Sensor",
    "Midphase",
    "Eulerdamp",
    "AutoReset",
    "NativeCCD",
    "Island",
)
mjENABLESTRING = ("Override", "Energy", "Fwdinv", "InvDiscrete", "MultiCCD", "Sleep")
mjFRAMESTRING = ("None", "Body", "Geom", "Site", "Camera", "Light", "Contact", "World")
mjLABELSTRING = (
    "None",
    "Body",
    "Joint",
    "Geom",
    "Site",
    "Camera",
    "Light",
    "Tendon",
    "Actuator",
    "Constraint",
    "Flex",
    "Skin",
    "Selection",
    "SelPoint",
    "Contact",
    "ContactForce",
    "Island",
)
mjMAXCONPAIR = 50
mjMAXFLEXNODES = 27
mjMAXIMP = 0.9999
mjMAXLIGHT = 100
mjMAXLINE = 100
mjMAXLINEPNT = 1001
mjMAXOVERLAY = 500
mjMAXPLANEGRID = 200
mjMAXTREEDEPTH = 50
mjMAXVAL = 10000000000.0
mjMINAWAKE = 10
mjMINIMP = 0.0001
mjMINMU = 1e-05
mjMINVAL = 1e-15
mjNBIAS = 10
mjNDYN = 10
mjNEQDATA = 11
mjNFLUID = 12
mjNGAIN = 10
mjNGROUP = 6
mjNIMP = 5
mjNISLAND = 20
mjNREF = 2
mjNSENS = 3
mjNSOLVER = 200
mjPI = 3.141592653589793
mjRNDSTRING = (
    ("Shadow", "1", "S"),
    ("Wireframe", "0", "W"),
    ("Reflection", "1", "R"),
    ("Additive", "0", "L"),
    ("Skybox", "1", "K"),
    ("Fog", "0", "G"),
    ("Haze", "1", "/"),
    ("Depth", "0", ""),
    ("Segment", "0", ","),
    ("Id Color", "0", ""),
    ("Cull Face", "1", ""),
)
mjTIMERSTRING = (
    "step",
    "forward",
    "inverse",
    "position",
    "velocity",
    "actuation",
    "constraint",
    "advance",
    "pos_kinematics",
    "pos_inertia",
    "pos_collision",
    "pos_make",
    "pos_project",
    "col_broadphase",
    "col_narrowphase",
)
mjVERSION_HEADER = 3005000
mjVISSTRING = (
    ("Convex Hull", "0", "H"),
    ("Texture", "1", "X"),
    ("Joint", "0", "J"),
    ("Camera", "0", "Q"),
    ("Actuator", "0", "U"),
    ("Activation", "0", ","),
    ("Light", "0", "Z"),
    ("Tendon", "1", "V"),
    ("Range Finder", "1", "Y"),
    ("Equality", "0", "E"),
    ("Inertia", "0", "I"),
    ("Scale Inertia", "0", "'"),
    ("Perturb Force", "0", "B"),
    ("Perturb Object", "1", "O"),
    ("Contact Point", "0", "C"),
    ("Island", "0", "N"),
    ("Contact Force", "0", "F"),
    ("Contact Split", "0", "P"),
    ("Transparent", "0", "T"),
    ("Auto Connect", "0", "A"),
    ("Center of Mass", "0", "M"),
    ("Select Point", "0", ""),
    ("Static Body", "1", "D"),
    ("Skin", "1", ";"),
    ("Flex Vert", "0", ""),
    ("Flex Edge", "1", ""),
    ("Flex Face", "0", ""),
    ("Flex Skin", "1", ""),
    ("Body Tree", "0", "`"),
    ("Mesh Tree", "0", "\\"),
    ("SDF iters", "0", ""),
)
