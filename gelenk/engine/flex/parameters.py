"""Parameters of contacts with flexes: those of a geom or flex mixed with those of a flex.

Documents: Modeling / Contact parameters; XML reference / flex/contact
"""

from gelenk.engine.collision.parameters import write_override
from gelenk.jit.kernel import kernel
from gelenk.jit.structs import Data, Model
from gelenk.tables.enums import mjMINMU, mjMINVAL, mjtEnableBit


@kernel
def priority_of(m: Model, geom: int, flex: int) -> int:
    return m.geom_priority[geom] if geom >= 0 else m.flex_priority[flex]


@kernel
def solmix_of(m: Model, geom: int, flex: int) -> float:
    return m.geom_solmix[geom] if geom >= 0 else m.flex_solmix[flex]


@kernel
def condim_of(m: Model, geom: int, flex: int) -> int:
    return m.geom_condim[geom] if geom >= 0 else m.flex_condim[flex]


@kernel
def friction_of(m: Model, geom: int, flex: int, k: int) -> float:
    return m.geom_friction[geom, k] if geom >= 0 else m.flex_friction[flex, k]


@kernel
def solref_of(m: Model, geom: int, flex: int, k: int) -> float:
    return m.geom_solref[geom, k] if geom >= 0 else m.flex_solref[flex, k]


@kernel
def solimp_of(m: Model, geom: int, flex: int, k: int) -> float:
    return m.geom_solimp[geom, k] if geom >= 0 else m.flex_solimp[flex, k]


@kernel
def margin_with(m: Model, geom: int, flex1: int, flex2: int) -> float:
    """Distance at which a geom (or flex1) and flex2 make a contact [m]."""
    if m.opt.enableflags & mjtEnableBit.mjENBL_OVERRIDE:
        return m.opt.o_margin
    return (m.geom_margin[geom] if geom >= 0 else m.flex_margin[flex1]) + m.flex_margin[flex2]


@kernel
def gap_with(m: Model, geom: int, flex1: int, flex2: int) -> float:
    """Contacts between margin - gap and margin are reported but exert no force [m]."""
    return (m.geom_gap[geom] if geom >= 0 else m.flex_gap[flex1]) + m.flex_gap[flex2]


@kernel
def weight_with(m: Model, geom: int, flex1: int, flex2: int, lead: int) -> float:
    """Weight of the geom (or flex1) in the average: 1 or 0 where priorities differ (``lead``), else by solmix."""
    if lead != 0:
        return 1.0 if lead > 0 else 0.0
    s1, s2 = solmix_of(m, geom, flex1), m.flex_solmix[flex2]
    if s1 >= mjMINVAL and s2 >= mjMINVAL:
        return s1 / (s1 + s2)
    if s1 < mjMINVAL and s2 < mjMINVAL:
        return 0.5
    return 0.0 if s1 < mjMINVAL else 1.0


@kernel
def write_flex_parameters(m: Model, d: Data, i: int, geom: int, flex1: int, flex2: int) -> None:
    """Contact ``i`` of a geom, or of flex1 where geom is -1, with flex2 (see collision/parameters.py)."""
    lead = priority_of(m, geom, flex1) - m.flex_priority[flex2]
    for k in range(3):
        mu1, mu2 = friction_of(m, geom, flex1, k), m.flex_friction[flex2, k]
        mu = max(mjMINMU, max(mu1, mu2) if lead == 0 else mu1 if lead > 0 else mu2)
        at = 0 if k == 0 else k + 1 if k == 1 else 3
        d.contact_friction[i, at] = mu
        if k != 1:
            d.contact_friction[i, at + 1] = mu
    dim1, dim2 = condim_of(m, geom, flex1), m.flex_condim[flex2]
    d.contact_dim[i] = max(dim1, dim2) if lead == 0 else dim1 if lead > 0 else dim2
    w = weight_with(m, geom, flex1, flex2, lead)
    averaged = lead != 0 or (solref_of(m, geom, flex1, 0) > 0.0 and m.flex_solref[flex2, 0] > 0.0)
    for k in range(2):
        r1, r2 = solref_of(m, geom, flex1, k), m.flex_solref[flex2, k]
        d.contact_solref[i, k] = w * r1 + (1.0 - w) * r2 if averaged else min(r1, r2)
        d.contact_solreffriction[i, k] = 0.0
    for k in range(5):
        value = w * solimp_of(m, geom, flex1, k) + (1.0 - w) * m.flex_solimp[flex2, k]
        d.contact_solimp[i, k] = value
    if m.opt.enableflags & mjtEnableBit.mjENBL_OVERRIDE:
        write_override(m, d, i)
