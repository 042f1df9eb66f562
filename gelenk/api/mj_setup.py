"""What prepares a model: settings with their defaults, and ranges of lengths found by simulation.

Documents: API / Initialization; Modeling / Length range
"""

import functools
from typing import TYPE_CHECKING

import numpy as np

from gelenk.world.arguments import check_struct, checked, described, documented
from gelenk.world.data import MjData
from gelenk.world.length_range import set_length_range, wanted
from gelenk.world.model import MjModel

if TYPE_CHECKING:
    from gelenk.spec.spec import MjLROpt

SOLREF = (0.02, 1.0)
SOLIMP = (0.9, 0.95, 0.001, 0.5, 2.0)


def _settings(function: str, opt: object) -> "type[MjLROpt]":
    """The class MjLROpt, of which ``opt`` must be."""
    cls = _settings_class()
    check_struct(function, "opt", opt, cls)
    return cls


@functools.cache
def _settings_class() -> "type[MjLROpt]":
    from gelenk.spec.spec import MjLROpt  # with all of the specs: imported when it is needed

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
