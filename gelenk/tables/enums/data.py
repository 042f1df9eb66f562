"""Enums of MjData: the state and the fields computed from it.

Documents: API / Enums; Computation
"""

from gelenk.tables.enums.base import Enum


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
