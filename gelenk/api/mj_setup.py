"""What prepares a model: settings with their defaults, and ranges of lengths found by simulation.

Documents: API / Initialization; Modeling / Length range
"""

import numpy as np

from gelenk.world.arguments import documented
from gelenk.world.length_range import set_length_range

SOLREF = (0.02, 1.0)
SOLIMP = (0.9, 0.95, 0.001, 0.5, 2.0)


def _settings(function, opt):
    """The class MjLROpt, of which ``opt`` must be."""
    from gelenk.spec.spec import MjLROpt

    if not isinstance(opt, MjLROpt):
        raise TypeError(f"{function}: opt must be a MjLROpt, not {type(opt).__name__}")
    return MjLROpt


@documented
def mj_defaultLROpt(opt):
    """Give a MjLROpt the default values."""
    settings = _settings("mj_defaultLROpt", opt)
    opt.assign(settings().__dict__)


@documented
def mj_setLengthRange(m, d, index, opt):
    """Compute m.actuator_lengthrange of one actuator, if the mode of ``opt`` asks for it; ``d`` stays as it is."""
    _settings("mj_setLengthRange", opt)
    if not 0 <= index < m.nu:
        raise IndexError(f"mj_setLengthRange: index {index} out of range, there are {m.nu} actuators")
    try:
        set_length_range(m, index, opt)
    except ValueError as error:
        raise ValueError(f"mj_setLengthRange: {error}, in actuator {index}") from None


def mj_defaultSolRefImp(solref, solimp):
    """mj_defaultSolRefImp(solref: numpy.ndarray[numpy.float64], solimp: numpy.ndarray[numpy.float64]) -> None

    Write the default solver parameters into arrays of 2 and 5 numbers.
    """
    for name, array, values in (("solref", solref, SOLREF), ("solimp", solimp, SOLIMP)):
        fits = isinstance(array, np.ndarray) and array.dtype == np.float64 and array.shape == (len(values),)
        if not fits or not array.flags.writeable:
            raise TypeError(f"mj_defaultSolRefImp: {name} must be a writable array of {len(values)} float64")
    solref[:], solimp[:] = SOLREF, SOLIMP
