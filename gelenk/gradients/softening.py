"""Softening: checks of the options smooth and reach of derivatives, and what they refuse.

Documents: design / Tangents of kernels
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from gelenk.gradients.features import Unsupported
from gelenk.gradients.names import INVERSE
from gelenk.tables.enums import mjtIntegrator, mjtTrn
from gelenk.tables.fields_data import CONTACT_PREFIX
from gelenk.tables.releases import R3_9

if TYPE_CHECKING:
    from gelenk.runtime.model import MjModel


class Softening(NamedTuple):
    """Options that change derivatives but not values.

    smooth   width of softened zones of rows [m/s^2, rad/s^2]; 0: off
    reach    distance up to which contacts count [m]; 0: off
    """

    smooth: float = 0.0
    reach: float = 0.0


EXACT = Softening()


def as_softening(smooth: float, reach: float, caller: str) -> Softening:
    """Return the options, checked."""
    for name, value, unit in (("smooth", smooth, "m/s^2, rad/s^2"), ("reach", reach, "m")):
        if not (math.isfinite(value) and value >= 0):
            raise ValueError(f"{caller}: {name} must be finite and >= 0 [{unit}], got {value!r}")
    if reach > 0 and not smooth > 0:
        raise ValueError(
            f"{caller}: reach {reach!r} needs smooth > 0: contacts from a distance have softened derivatives only"
        )
    return Softening(float(smooth), float(reach))


def places_of(softening: Softening) -> tuple[str, ...]:
    """Return the stages that rules of the options replace (SOFT_RULES)."""
    rows = ("make_constraint",) if softening.reach > 0 else ()
    return ("fwd_constraint", *rows) if softening.smooth > 0 else ()


def refuse_softening(m: MjModel, softening: Softening, results: Iterable[str], caller: str) -> None:
    """Raise an error if a model or results do not support the options.

    Errors   ValueError: unsupported results; Unsupported: unsupported features of the model
    """
    if softening == EXACT:
        return
    for name in results:
        if name == INVERSE:
            raise ValueError(f"{caller}: of {name!r}: smooth and reach must be 0 for inverse dynamics")
        if softening.reach > 0 and name.startswith(("efc_", CONTACT_PREFIX)):
            raise ValueError(
                f"{caller}: of {name!r}: reach must be 0, since it adds rows that d does not have"
            )
    if m.opt.noslip_iterations > 0:
        raise Unsupported(
            f"{caller}: smooth: the noslip solver cannot be softened; set noslip_iterations to 0"
        )
    if softening.reach > 0:
        found = [
            (m.opt.integrator == mjtIntegrator.mjINT_RK4, "the integrator RK4 reads"),
            (int(mjtTrn.mjTRN_BODY) in m.actuator_trntype.tolist(), "actuators of bodies (adhesion) read"),
            (bool(m.flg_adhesion), "geoms that adhere read"),
        ]
        for present, what in found:
            if present:
                raise Unsupported(f"{caller}: reach: {what} contacts that exist in derivatives only")


def widen_gaps(m: MjModel, reach: float) -> None:
    """Widen gaps by ``reach``, so that geoms within that distance have contacts without force."""
    m.geom_gap[:] += 0.5 * reach
    m.pair_gap[:] += reach
    if m._a_release[0] < R3_9:  # up to 3.8.0 the gap is part of the margin
        m.geom_margin[:] += 0.5 * reach
        m.pair_margin[:] += reach
        m.opt.o_margin += reach
