"""Model names, masses, constants, defaults: mj_name2id, mj_setTotalmass, mj_setConst, ...

Documents: API / Support, Initialization; API / Initialization; Modeling / Length range

Further functions set default settings, and compute actuator length ranges by simulation.
"""

import functools
from typing import TYPE_CHECKING, Any

import numpy as np

from gelenk.runtime.arguments import check_struct, checked, described, documented
from gelenk.runtime.data import MjData
from gelenk.runtime.length_range import set_length_range, wanted
from gelenk.runtime.model import MjModel, MjOption, MjVisual
from gelenk.runtime.named_access import COUNTED, ids_of, names_of
from gelenk.tables.enums import mjtObj
from gelenk.tables.levels import LEVEL, version_number
from gelenk.tables.releases import R3_16
from gelenk.toolchain.extension.load import run_kernel

if TYPE_CHECKING:
    from gelenk.modeling.spec.spec import MjLROpt

_VERSION = version_number(LEVEL)


@described
def mj_name2id(m: MjModel, type: int, name: str) -> int:
    """Return the id of an object, given its name.

    Returns    the id, -1 where there is no such object
    Source     API / mj_name2id
    """
    try:
        found = m._ids[type].get(name)
        if found is not None:
            return found
        if name.__class__ is str:  # programs also look up names that do not exist
            return -1
    except Exception:  # name table not built yet, or wrong arguments
        pass
    return _find_id(m, type, name)


def _find_id(*given: Any) -> int:
    m, type, name = checked("mj_name2id", given)
    return ids_of(m, mjtObj(type)).get(name, -1) if type in COUNTED else -1


@described
def mj_id2name(m: MjModel, type: int, id: int) -> str | None:
    """Return the name of an object, given its id.

    Returns    the name, None where the object has none or does not exist
    Source     API / mj_id2name
    """
    try:
        if id >= 0:
            return m._names[type][id] or None
    except Exception:  # name table not built yet, no such object, or wrong arguments
        pass
    return _find_name(m, type, id)


def _find_name(*given: Any) -> str | None:
    m, type, id = checked("mj_id2name", given)
    if type not in COUNTED or not 0 <= id < getattr(m, COUNTED[mjtObj(type)][0]):
        return None
    return names_of(m, mjtObj(type))[id] or None


@documented
def mj_getTotalmass(m: MjModel) -> float:
    """Return the total mass of all bodies.

    Returns    the mass [kg]
    Source     API / mj_getTotalmass
    """
    return float(run_kernel("total_mass", m))


@documented
def mj_setTotalmass(m: MjModel, newmass: float) -> None:
    """Scale the masses and inertias of all bodies to a given total mass.

    mj_setConst must be called afterwards.

    Writes     m.body_mass (nbody) [kg], m.body_inertia (nbody, 3) [kg m^2]
    Errors     ValueError: newmass is not finite
    Source     API / mj_setTotalmass
    """
    if run_kernel("scale_masses", m, newmass):
        raise ValueError(f"mj_setTotalmass: newmass must be a finite number, not {newmass}")


@described
def mj_setConst(m: MjModel, d: MjData) -> None:
    """Recompute the model constants that depend on other fields, at qpos0.

    Call after editing a model. Writes subtree masses, inverse weights, lengths at qpos0, poses of cameras and lights
    at qpos0, and m.stat. The computation uses d, whose qpos is m.qpos0 afterwards.

    For models of release 3.16 and later, also writes bounding volumes of geoms and bodies, masks and margins of bodies,
    added masses, sameframe flags, and automatic sleep policies; all trees wake up. From release 3.17 on, m.stat is not
    written, and damping ratios and spring lengths of -1 are left to the compiler.

    Source     API / mj_setConst
    """
    set_const(*checked("mj_setConst", (m, d)))


def set_const(m: MjModel, d: MjData) -> None:
    """Compute constants (mj_setConst) from arguments that are already checked."""
    from gelenk.runtime import pipeline

    if m._a_release[0] >= R3_16:
        from gelenk.modeling.compiler.spec_edits import recompute  # the compiler is loaded on demand

        recompute(m)
        pipeline.run_stage("all_awake", m, d)
    pipeline.run_stage("set_constants", m, d)


@documented
def mj_version() -> int:
    """Return the version of the API as a number, three digits for each part.

    Returns    3005000 at level 3.5.0
    Source     API / mj_version
    """
    return _VERSION


@documented
def mj_versionString() -> str:
    """Return the version of the API as text; gelenk.version is that of this package.

    Returns    "3.5.0", the level
    Source     API / mj_versionString
    """
    return LEVEL


@described
def mj_defaultOption(opt: MjOption) -> None:
    """Set simulation options to their defaults.

    Source     API / mj_defaultOption; XML reference / option
    """
    if opt.__class__ is not MjOption:
        check_struct("mj_defaultOption", "opt", opt, MjOption)
    opt._reset()


@described
def mj_defaultVisual(vis: MjVisual) -> None:
    """Set visual settings to their defaults.

    Source     API / mj_defaultVisual; XML reference / visual
    """
    if vis.__class__ is not MjVisual:
        check_struct("mj_defaultVisual", "vis", vis, MjVisual)
    vis._reset()


SOLREF = (0.02, 1.0)
SOLIMP = (0.9, 0.95, 0.001, 0.5, 2.0)


def _check_options(function: str, opt: object) -> "type[MjLROpt]":
    """Check that ``opt`` is an MjLROpt and return that class."""
    cls = _settings_class()
    check_struct(function, "opt", opt, cls)
    return cls


@functools.cache
def _settings_class() -> "type[MjLROpt]":
    from gelenk.modeling.spec.spec import MjLROpt  # imports all of the specs, so only on demand

    return MjLROpt


@described
def mj_defaultLROpt(opt: "MjLROpt") -> None:
    """Set length range options to their defaults.

    Source     API / mj_defaultLROpt; XML reference / compiler / lengthrange
    """
    if opt.__class__ is not _settings_class():
        _check_options("mj_defaultLROpt", opt)
    own, fresh = opt.__dict__, opt._fresh  # immutable values, so a shallow copy suffices
    if len(own) == len(fresh):
        opt.__dict__ = fresh.copy()
    else:  # the user has added attributes
        own.update(fresh)


@described
def mj_setLengthRange(m: MjModel, d: MjData, index: int, opt: "MjLROpt") -> None:
    """Compute m.actuator_lengthrange[index] if the mode of opt requests it; d is unchanged.

    If uselimit is set and the joint or tendon has limits, the range is that of the limits. Otherwise a force along its
    moment arm pulls the actuator to both ends, in a damped simulation without contacts, gravity and springs.

    Writes     m.actuator_lengthrange (nout, 2) [m], the row of the actuator
    Errors     ValueError: the simulation does not converge, or converges to an empty range
    Source     API / mj_setLengthRange; Modeling / Length range
    """
    length_range(*checked("mj_setLengthRange", (m, d, index, opt)))


def length_range(m: MjModel, d: MjData, index: int, opt: "MjLROpt") -> None:
    """Compute a length range (mj_setLengthRange) from arguments that are already checked."""
    if opt.__class__ is not _settings_class():
        _check_options("mj_setLengthRange", opt)
    if not wanted(m, index, opt):
        return
    try:
        set_length_range(m, index, opt)
    except ValueError as error:
        raise ValueError(f"mj_setLengthRange: {error}, in actuator {index}") from None


@documented
def mj_defaultSolRefImp(solref: np.ndarray | None, solimp: np.ndarray | None) -> None:
    """Write the default solver parameters: solref 0.02, 1; solimp 0.9, 0.95, 0.001, 0.5, 2.

    Source     API / mj_defaultSolRefImp; Modeling / Solver parameters
    """
    if solref is not None:
        solref[:] = SOLREF
    if solimp is not None:
        solimp[:] = SOLIMP
