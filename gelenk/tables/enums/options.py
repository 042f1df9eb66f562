"""Enums of the simulation options, of the compiler settings of a spec, and of MjData.

Documents: Modeling / Options; XML reference / option; API / Enums; XML reference / compiler, asset; Computation

The compiler reads its settings from the spec; the model does not keep them.

Enums of MjData: the state and the fields computed from it.
"""

from gelenk.tables.enums.constants import Enum


class mjtDisableBit(Enum):
    """Bits of `option.disableflags`: features that are enabled by default."""

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
    """Bits of `option.enableflags`: features that are disabled by default."""

    (
        mjENBL_OVERRIDE,
        mjENBL_ENERGY,
        mjENBL_FWDINV,
        mjENBL_INVDISCRETE,
        mjENBL_MULTICCD,
        mjENBL_SLEEP,
    ) = (1 << bit for bit in range(6))
    # numbers in kernels and at level 3.5.0; other levels translate them (tables/api_enums.py)
    mjENBL_DIAGEXACT = 256
    mjENBL_SPECULATIVE = 128
    mjNENABLE = 6


class mjtIntegrator(Enum):
    """Integration methods."""

    mjINT_EULER, mjINT_RK4, mjINT_IMPLICIT, mjINT_IMPLICITFAST, mjINT_DISCRETE = range(5)


class mjtCone(Enum):
    """Friction cone types."""

    mjCONE_PYRAMIDAL, mjCONE_ELLIPTIC = range(2)


class mjtJacobian(Enum):
    """Types of the constraint Jacobian."""

    mjJAC_DENSE, mjJAC_SPARSE, mjJAC_AUTO = range(3)


class mjtSolver(Enum):
    """Constraint solver algorithms."""

    mjSOL_PGS, mjSOL_CG, mjSOL_NEWTON = range(3)


class mjtGeomInertia(Enum):
    """Geom inertia types: solid volume or surface shell."""

    mjINERTIA_VOLUME, mjINERTIA_SHELL = range(2)


class mjtConflict(Enum):
    """Treatment of conflicting settings when specs are attached."""

    mjCONFLICT_WARNING, mjCONFLICT_MERGE, mjCONFLICT_ERROR = range(3)


class mjtPassthrough(Enum):
    """Assets that a model refers to by path."""

    mjPASSTHROUGH_NONE, mjPASSTHROUGH_TEXTURES = range(2)


class mjtEmbed(Enum):
    """Embedding of assets in a model."""

    mjEMBED_FALSE, mjEMBED_TRUE, mjEMBED_AUTO = range(3)


class mjtMeshInertia(Enum):
    """Methods for the inertia of a mesh."""

    mjMESH_INERTIA_CONVEX, mjMESH_INERTIA_EXACT, mjMESH_INERTIA_LEGACY, mjMESH_INERTIA_SHELL = range(4)


class mjtMeshBuiltin(Enum):
    """Procedurally generated meshes."""

    (
        mjMESH_BUILTIN_NONE,
        mjMESH_BUILTIN_SPHERE,
        mjMESH_BUILTIN_HEMISPHERE,
        mjMESH_BUILTIN_CONE,
        mjMESH_BUILTIN_SUPERSPHERE,
        mjMESH_BUILTIN_SUPERTORUS,
        mjMESH_BUILTIN_WEDGE,
        mjMESH_BUILTIN_PLATE,
        mjMESH_BUILTIN_GRID,
        mjMESH_BUILTIN_BOX,
        mjMESH_BUILTIN_CYLINDER,
        mjMESH_BUILTIN_ELLIPSOID,
        mjMESH_BUILTIN_SQUARE,
        mjMESH_BUILTIN_DISC,
    ) = range(14)


class mjtBuiltin(Enum):
    """Patterns of procedurally generated textures."""

    mjBUILTIN_NONE, mjBUILTIN_GRADIENT, mjBUILTIN_CHECKER, mjBUILTIN_FLAT = range(4)


class mjtMark(Enum):
    """Marks on top of procedurally generated textures."""

    mjMARK_NONE, mjMARK_EDGE, mjMARK_CROSS, mjMARK_RANDOM = range(4)


class mjtLimited(Enum):
    """Limit specification: false, true, or auto if a range is specified."""

    mjLIMITED_FALSE, mjLIMITED_TRUE, mjLIMITED_AUTO = range(3)


class mjtAlignFree(Enum):
    """Alignment of the frame of a free body with its inertial frame."""

    mjALIGNFREE_FALSE, mjALIGNFREE_TRUE, mjALIGNFREE_AUTO = range(3)


class mjtInertiaFromGeom(Enum):
    """Inference of body inertia from geoms: never, always, or auto if not specified."""

    mjINERTIAFROMGEOM_FALSE, mjINERTIAFROMGEOM_TRUE, mjINERTIAFROMGEOM_AUTO = range(3)


class mjtOrientation(Enum):
    """Orientation representations."""

    (
        mjORIENTATION_QUAT,
        mjORIENTATION_AXISANGLE,
        mjORIENTATION_XYAXES,
        mjORIENTATION_ZAXIS,
        mjORIENTATION_EULER,
    ) = range(5)


# Bit of disableflags that 3.5.0 does not have: resting faces have one contact each (collision/convex/resting.py).
# It equals mjDSBL_MULTICCD of MuJoCo 4.0.0 and is unused in 3.5.0.
ONE_CONTACT = 1 << 19


# Enums of MjData


class mjtState(Enum):
    """State components, one bit each; the last four members are unions of bits."""

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
    mjSTATE_PLASTIC = 1 << 14
    mjNSTATE = 14
    mjSTATE_PHYSICS = 30
    mjSTATE_FULLPHYSICS = 8223
    mjSTATE_USER = 8128
    mjSTATE_INTEGRATION = 16383


class mjtConstraint(Enum):
    """Constraint types."""

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
    """Region of the cost function of a constraint row."""

    (
        mjCNSTRSTATE_SATISFIED,
        mjCNSTRSTATE_QUADRATIC,
        mjCNSTRSTATE_LINEARNEG,
        mjCNSTRSTATE_LINEARPOS,
        mjCNSTRSTATE_CONE,
    ) = range(5)


class mjtWarning(Enum):
    """Warning types, counted in `data.warning`."""

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
    """Sleep state of a body or kinematic tree."""

    mjS_STATIC, mjS_ASLEEP, mjS_AWAKE = range(-1, 2)


class mjtTaskStatus(Enum):
    """Status of a task in a thread pool."""

    mjTASK_NEW, mjTASK_QUEUED, mjTASK_COMPLETED = range(3)


class mjtPluginCapabilityBit(Enum):
    """Capability bits of a plugin."""

    mjPLUGIN_ACTUATOR, mjPLUGIN_SENSOR, mjPLUGIN_PASSIVE, mjPLUGIN_SDF = (1 << bit for bit in range(4))
