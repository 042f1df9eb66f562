"""Names, masses, constants and defaults of models: mj_name2id, mj_setTotalmass, mj_setConst, mj_defaultOption, ...

Documents: API / Support, Initialization; API / Initialization; Modeling / Length range

What prepares a model: settings with their defaults, and ranges of lengths found by simulation.
"""

import functools
from typing import TYPE_CHECKING, Any

import numpy as np

from gelenk.runtime.arguments import check_struct, checked, described, documented
from gelenk.runtime.data import MjData
from gelenk.runtime.length_range import set_length_range, wanted
from gelenk.runtime.model import MjModel, MjOption, MjVisual
from gelenk.runtime.named_access import COUNTED, ids_of, names_of
from gelenk.tables.enums import mjtObj, mjVERSION_HEADER
from gelenk.toolchain.extension.call_kernel import run
from gelenk.version import API_VERSION

if TYPE_CHECKING:
    from gelenk.modeling.spec.spec import MjLROpt

_VERSION = int(mjVERSION_HEADER)


@described
def mj_name2id(m: MjModel, type: int, name: str) -> int:
    """The id of an object, by its name.

    Returns    the id, -1 where there is no such object
    Source     API / mj_name2id
    """
    try:
        found = m._ids[type].get(name)
        if found is not None:
            return found
        if name.__class__ is str:  # programs ask for what may be there, too
            return -1
    except Exception:  # not looked up so far, or wrong arguments
        pass
    return _find_id(m, type, name)


def _find_id(*given: Any) -> int:
    m, type, name = checked("mj_name2id", given)
    return ids_of(m, mjtObj(type)).get(name, -1) if type in COUNTED else -1


@described
def mj_id2name(m: MjModel, type: int, id: int) -> str | None:
    """The name of an object, by its id.

    Returns    the name, None where the object has none or does not exist
    Source     API / mj_id2name
    """
    try:
        if id >= 0:
            return m._names[type][id] or None
    except Exception:  # not looked up so far, no such object, or wrong arguments
        pass
    return _find_name(m, type, id)


def _find_name(*given: Any) -> str | None:
    m, type, id = checked("mj_id2name", given)
    if type not in COUNTED or not 0 <= id < getattr(m, COUNTED[mjtObj(type)][0]):
        return None
    return names_of(m, mjtObj(type))[id] or None


@documented
def mj_getTotalmass(m: MjModel) -> float:
    """The mass of all bodies together.

    Returns    the mass [kg]
    Source     API / mj_getTotalmass
    """
    return float(run("total_mass", m))


@documented
def mj_setTotalmass(m: MjModel, newmass: float) -> None:
    """Scale masses and inertias of all bodies such that they have a given mass together. mj_setConst is due then.

    Writes     m.body_mass (nbody) [kg], m.body_inertia (nbody, 3) [kg m^2]
    Errors     ValueError: newmass is not finite
    Source     API / mj_setTotalmass
    """
    if run("scale_masses", m, newmass):
        raise ValueError(f"mj_setTotalmass: newmass must be a finite number, not {newmass}")


@documented
def mj_setConst(m: MjModel, d: MjData) -> None:
    """Compute the constants of a model that follow from others at qpos0; due after these were edited.

    They are masses of subtrees, inverse weights, lengths at rest, poses of cameras and lights at rest, and m.stat.
    They are computed in d, whose qpos is m.qpos0 afterwards.

    Source     API / mj_setConst
    """
    from gelenk.runtime.set_const import set_const

    set_const(m, d)


@documented
def mj_version() -> int:
    """The version of the API as a number, three digits for each part.

    Returns    3005000
    Source     API / mj_version
    """
    return _VERSION


@documented
def mj_versionString() -> str:
    """The version of the API as text. gelenk.version is that of this package.

    Returns    "3.5.0"
    Source     API / mj_versionString
    """
    return API_VERSION


@described
def mj_defaultOption(opt: MjOption) -> None:
    """Give options of the simulation their default values.

    Source     API / mj_defaultOption; XML reference / option
    """
    if opt.__class__ is not MjOption:
        check_struct("mj_defaultOption", "opt", opt, MjOption)
    opt._reset()


@described
def mj_defaultVisual(vis: MjVisual) -> None:
    """Give visual settings their default values.

    Source     API / mj_defaultVisual; XML reference / visual
    """
    if vis.__class__ is not MjVisual:
        check_struct("mj_defaultVisual", "vis", vis, MjVisual)
    vis._reset()


SOLREF = (0.02, 1.0)
SOLIMP = (0.9, 0.95, 0.001, 0.5, 2.0)


def _settings(function: str, opt: object) -> "type[MjLROpt]":
    """The class MjLROpt, of which ``opt`` must be."""
    cls = _settings_class()
    check_struct(function, "opt", opt, cls)
    return cls


@functools.cache
def _settings_class() -> "type[MjLROpt]":
    from gelenk.modeling.spec.spec import MjLROpt  # with all of the specs: imported when it is needed

    return MjLROpt


@described
def mj_defaultLROpt(opt: "MjLROpt") -> None:
    """Give settings of length ranges their default values.

    Source     API / mj_defaultLROpt; XML reference / compiler / lengthrange
    """
    if opt.__class__ is not _settings_class():
        _settings("mj_defaultLROpt", opt)
    own, fresh = opt.__dict__, opt._fresh  # numbers, which nobody can change
    if len(own) == len(fresh):
        opt.__dict__ = fresh.copy()
    else:  # it knows more than its fields
        own.update(fresh)


@described
def mj_setLengthRange(m: MjModel, d: MjData, index: int, opt: "MjLROpt") -> None:
    """Compute m.actuator_lengthrange[index], if the mode of opt asks for it; d stays as it is.

    The range is that of the limits of its joint or tendon, if uselimit is set and there are some; else the actuator is
    pulled to both ends by a force along its moment arm, in a damped simulation without contacts, gravity and springs.

    Writes     m.actuator_lengthrange (nu, 2) [m], the row of the actuator
    Errors     ValueError: the simulation does not settle, or settles at no range
    Source     API / mj_setLengthRange; Modeling / Length range
    """
    length_range(*checked("mj_setLengthRange", (m, d, index, opt)))


def length_range(m: MjModel, d: MjData, index: int, opt: "MjLROpt") -> None:
    """What mj_setLengthRange does with a model, its data and an actuator that are known to be right."""
    if opt.__class__ is not _settings_class():
        _settings("mj_setLengthRange", opt)
    if not wanted(m, index, opt):
        return
    try:
        set_length_range(m, index, opt)
    except ValueError as error:
        raise ValueError(f"mj_setLengthRange: {error}, in actuator {index}") from None


@documented
def mj_defaultSolRefImp(solref: np.ndarray, solimp: np.ndarray) -> None:
    """Write the default solver parameters: solref 0.02, 1; solimp 0.9, 0.95, 0.001, 0.5, 2.

    Source     API / mj_defaultSolRefImp; Modeling / Solver parameters
    """
    solref[:], solimp[:] = SOLREF, SOLIMP
