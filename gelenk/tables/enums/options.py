"""Enums of the simulation options, and of the compiler settings of a spec.

Documents: Modeling / Options; XML reference / option; API / Enums; XML reference / compiler, asset

The compiler reads its settings from the spec; the model does not keep them.
"""

from gelenk.tables.enums.base import Enum


class mjtDisableBit(Enum):
    """Bits of `option.disableflags`: parts of the pipeline that can be disabled."""

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
    """Bits of `option.enableflags`: parts of the pipeline that are disabled by default."""

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
    """Numerical integrator."""

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


class mjtGeomInertia(Enum):
    """Whether a geom's mass fills its volume or lies on its surface."""

    mjINERTIA_VOLUME, mjINERTIA_SHELL = range(2)


class mjtMeshInertia(Enum):
    """Method for the inertia of a mesh."""

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
    """Whether the inertia of geoms overrides that given for a body."""

    mjINERTIAFROMGEOM_FALSE, mjINERTIAFROMGEOM_TRUE, mjINERTIAFROMGEOM_AUTO = range(3)


class mjtOrientation(Enum):
    """Representation of an orientation."""

    (
        mjORIENTATION_QUAT,
        mjORIENTATION_AXISANGLE,
        mjORIENTATION_XYAXES,
        mjORIENTATION_ZAXIS,
        mjORIENTATION_EULER,
    ) = range(5)
