"""Enums of the options: what is computed, and how.

Documents: Modeling / Options; XML reference / option
"""

from gelenk.tables.enums.base import Enum


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
