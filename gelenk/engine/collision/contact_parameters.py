"""Contact parameters from the two geoms, an explicit pair, or the global override.

Documents: Modeling / Contact parameters; Contact override

Contacts within the gap exert no force. Before release 3.9 the gap is the last part of the margin: contacts exist at
distances below margin, and exert force below margin - gap. From 3.9 on the gap extends beyond the margin: contacts
exist below margin + gap, and exert force below margin.
"""

from gelenk.tables.enums import mjMINMU, mjMINVAL, mjtEnableBit
from gelenk.tables.releases import R3_9
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model


@kernel
def pair_reach(m: Model, geom1: int, geom2: int, pair: int) -> float:
    """Return the distance below which geoms have contacts."""
    margin = pair_margin(m, geom1, geom2, pair)
    return margin + pair_gap(m, geom1, geom2, pair) if m.release[0] >= R3_9 else margin


@kernel
def pair_includemargin(m: Model, geom1: int, geom2: int, pair: int) -> float:
    """Return the distance below which contacts exert force."""
    margin = pair_margin(m, geom1, geom2, pair)
    return margin if m.release[0] >= R3_9 else margin - pair_gap(m, geom1, geom2, pair)


@kernel
def pair_margin(m: Model, geom1: int, geom2: int, pair: int) -> float:
    """Return the contact margin: o_margin, pair margin, or sum of the geom margins."""
    if m.opt.enableflags & mjtEnableBit.mjENBL_OVERRIDE:
        return m.opt.o_margin
    if pair >= 0:
        return m.pair_margin[pair]
    return m.geom_margin[geom1] + m.geom_margin[geom2]


@kernel
def pair_gap(m: Model, geom1: int, geom2: int, pair: int) -> float:
    """Return the gap: that of the pair, or the sum of the gaps of the geoms."""
    if pair >= 0:
        return m.pair_gap[pair]
    return m.geom_gap[geom1] + m.geom_gap[geom2]


@kernel
def mixing_weight(m: Model, geom1: int, geom2: int) -> float:
    """Return the weight of geom1 in averages: 1 or 0 if priorities differ, else by solmix."""
    priority1, priority2 = m.geom_priority[geom1], m.geom_priority[geom2]
    if priority1 != priority2:
        return 1.0 if priority1 > priority2 else 0.0
    s1, s2 = m.geom_solmix[geom1], m.geom_solmix[geom2]
    if s1 >= mjMINVAL and s2 >= mjMINVAL:
        return s1 / (s1 + s2)
    if s1 < mjMINVAL and s2 < mjMINVAL:
        return 0.5
    return 0.0 if s1 < mjMINVAL else 1.0


@kernel
def write_geom_parameters(m: Model, d: Data, i: int, geom1: int, geom2: int) -> None:
    """Write the parameters of contact ``i`` from its two geoms.

    The geom of higher priority decides. At equal priority, friction and condim are maxima, solref and solimp weighted
    averages, except that solref is the minimum if either geom has a direct (non-positive) one.
    """
    first = m.geom_priority[geom1] - m.geom_priority[geom2]
    for k in range(3):
        mu = m.geom_friction[geom1, k] if first >= 0 else m.geom_friction[geom2, k]
        if first == 0:
            mu = max(mu, m.geom_friction[geom2, k])
        at = 0 if k == 0 else k + 1 if k == 1 else 3
        d.contact_friction[i, at] = max(mjMINMU, mu)
        if k != 1:
            d.contact_friction[i, at + 1] = max(mjMINMU, mu)
    dim1, dim2 = m.geom_condim[geom1], m.geom_condim[geom2]
    d.contact_dim[i] = max(dim1, dim2) if first == 0 else dim1 if first > 0 else dim2

    w = mixing_weight(m, geom1, geom2)
    averaged = first != 0 or (m.geom_solref[geom1, 0] > 0.0 and m.geom_solref[geom2, 0] > 0.0)
    for k in range(2):
        r1, r2 = m.geom_solref[geom1, k], m.geom_solref[geom2, k]
        d.contact_solref[i, k] = w * r1 + (1.0 - w) * r2 if averaged else min(r1, r2)
        d.contact_solreffriction[i, k] = 0.0
    for k in range(5):
        d.contact_solimp[i, k] = w * m.geom_solimp[geom1, k] + (1.0 - w) * m.geom_solimp[geom2, k]


@kernel
def write_pair_parameters(m: Model, d: Data, i: int, pair: int) -> None:
    """Write the parameters of contact ``i`` from an explicit pair."""
    d.contact_dim[i] = m.pair_dim[pair]
    for k in range(5):
        d.contact_friction[i, k] = max(mjMINMU, m.pair_friction[pair, k])
        d.contact_solimp[i, k] = m.pair_solimp[pair, k]
    for k in range(2):
        d.contact_solref[i, k] = m.pair_solref[pair, k]
        d.contact_solreffriction[i, k] = m.pair_solreffriction[pair, k]


@kernel
def write_override(m: Model, d: Data, i: int) -> None:
    """Write the global override to contact ``i``; condim is unchanged."""
    for k in range(5):
        d.contact_friction[i, k] = max(mjMINMU, m.opt.o_friction[k])
        d.contact_solimp[i, k] = m.opt.o_solimp[k]
    for k in range(2):
        d.contact_solref[i, k] = m.opt.o_solref[k]
        d.contact_solreffriction[i, k] = m.opt.o_solref[k]


@kernel
def write_parameters(m: Model, d: Data, i: int, geom1: int, geom2: int, pair: int) -> None:
    """Write all parameters of contact ``i``; ``pair`` is -1 if not an explicit pair."""
    if pair >= 0:
        write_pair_parameters(m, d, i, pair)
    else:
        write_geom_parameters(m, d, i, geom1, geom2)
    if m.opt.enableflags & mjtEnableBit.mjENBL_OVERRIDE:
        write_override(m, d, i)


@kernel
def copy_parameters(d: Data, i: int, source: int) -> None:
    """Copy the parameters of contact ``source`` to contact ``i`` of the same geom pair."""
    d.contact_dim[i] = d.contact_dim[source]
    for k in range(5):
        d.contact_friction[i, k] = d.contact_friction[source, k]
        d.contact_solimp[i, k] = d.contact_solimp[source, k]
    for k in range(2):
        d.contact_solref[i, k] = d.contact_solref[source, k]
        d.contact_solreffriction[i, k] = d.contact_solreffriction[source, k]
