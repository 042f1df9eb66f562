"""Passive contacts of flexes from release 4.0 on: springs in the metric of discrete.

Documents: XML reference / flex/contact (passive); Computation / General framework / Numerical integration (of 4.0.0)

A contact with contact.exclude = PASSIVE (contacts.py) has no constraint row. While it penetrates, it exerts

    f = -k dist n,    k = FREQUENCY_SQUARED mass
on the bodies that share it, and adds the coupling h^2 k J' J with J = the velocity along n per dof (metric.py). Margin,
gap, solref, solimp and friction have no effect, and there is no damping. The mass is the smaller one of the two sides:

    vertex, element   the least dof_M0 of all vertices of the side, also of those with no share
    interpolated      1 / sum(w^2 / dof_M0) over nodes with weights w, times nodes / vertices of the flex
Only vertices and nodes of bodies with three dofs count. Geoms are static and do not count. The force is zero if neither
side has a vertex or node that counts.
Source  numbers of 4.0.0
"""

import math

from gelenk.algebra.vec import dot, load3, scale
from gelenk.engine.flex.contacts import PASSIVE, merge_shares, share_side
from gelenk.engine.flex.element_shapes import element_vertex
from gelenk.engine.flex.passive import push_body
from gelenk.engine.integrate.metric import couple
from gelenk.engine.position.object_frames import dof_velocity
from gelenk.tables.enums import mjtDisableBit, mjtIntegrator
from gelenk.tables.status import BAD_INTEGRATOR
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model

FREQUENCY_SQUARED = 5e7  # square of the natural frequency of a vertex in contact [1/s^2]
POINT = 3  # number of dofs of a body whose vertices and nodes count
NONE = math.inf  # mass of a side without bodies that count


# Stiffness


@kernel
def point_mass(m: Model, b: int) -> float:
    """Return the mass of a vertex or node in body ``b``, or NONE if it does not count [kg]."""
    return m.dof_M0[m.body_dofadr[b]] if m.body_dofnum[b] == POINT else NONE


@kernel
def element_mass(m: Model, f: int, e: int) -> float:
    """Return the least mass of the vertices of element ``e`` of flex ``f`` [kg]."""
    least = NONE
    for k in range(m.flex_dim[f] + 1):
        least = min(least, point_mass(m, m.flex_vertbodyid[element_vertex(m, f, e, k)]))
    return least


@kernel
def counted_nodes(m: Model, f: int) -> int:
    """Return the number of nodes of flex ``f`` in the formula of the effective mass.

    These are all nodes if each is at the origin of its body, else the nodes that count, as in 4.0.0.
    """
    if m.flex_centered[f] != 0:
        return m.flex_nodenum[f]
    n = 0
    for k in range(m.flex_nodeadr[f], m.flex_nodeadr[f] + m.flex_nodenum[f]):
        if m.body_dofnum[m.flex_nodebodyid[k]] == POINT:
            n += 1
    return n


@kernel
def node_mass(m: Model, d: Data, f: int, first: int, end: int) -> float:
    """Return the effective mass of nodes of flex ``f``, or NONE [kg].

    The nodes are entries ``first`` .. ``end`` - 1 of share_body.
    """
    total = 0.0
    for i in range(first, end):
        mass = point_mass(m, d.share_body[i])
        if mass > 0.0:
            total += d.share[i] * d.share[i] / mass
    return counted_nodes(m, f) / (m.flex_vertnum[f] * total) if total > 0.0 else NONE


@kernel
def side_mass(m: Model, d: Data, c: int, side: int, first: int, end: int) -> float:
    """Return the mass of one side of contact ``c``, or NONE [kg].

    The places ``first`` .. ``end`` - 1 of share_body have the bodies of the side.
    """
    f = d.contact_flex[c, side]
    if f < 0:
        return NONE
    if m.flex_interp[f] != 0:
        return node_mass(m, d, f, first, end)
    if d.contact_elem[c, side] >= 0:
        return element_mass(m, f, d.contact_elem[c, side])
    return point_mass(m, m.flex_vertbodyid[m.flex_vertadr[f] + d.contact_vert[c, side]])


@kernel
def share_passive(m: Model, d: Data, c: int) -> tuple[int, float]:
    """Write share_body and share of contact ``c``; return their number and k [N/m]."""
    second = share_side(m, d, 0, c, 0)
    n = share_side(m, d, second, c, 1)
    mass = min(side_mass(m, d, c, 0, 0, second), side_mass(m, d, c, 1, second, n))
    return n, FREQUENCY_SQUARED * mass if mass < NONE else 0.0


@kernel
def presses(d: Data, c: int) -> bool:
    """Return whether contact ``c`` is a passive one that penetrates."""
    return d.contact_exclude[c] == PASSIVE and d.contact_dist[c] < 0.0


# Stages


@kernel
def passive_contact_forces(m: Model, d: Data) -> None:
    """Add the forces of passive contacts to qfrc_spring (part of mj_passive).

    Reads   contact_*, flexvert_xpos, dof_M0, cdof        Writes  qfrc_spring (nv) [N or N m]
    Status  BAD_INTEGRATOR unless the integrator is discrete
    """
    if m.opt.integrator != mjtIntegrator.mjINT_DISCRETE:
        d.status = BAD_INTEGRATOR
        return
    for c in range(d.ncon):
        if presses(d, c):
            n, k = share_passive(m, d, c)
            normal, point = load3(d.contact_frame, c), load3(d.contact_pos, c)
            for i in range(n):
                force = scale(normal, -k * d.contact_dist[c] * d.share[i])
                push_body(m, d, d.share_body[i], point, force, d.qfrc_spring)


@kernel
def list_motion(m: Model, d: Data, c: int, n: int) -> int:
    """Write the dofs that move the n bodies of contact ``c`` along its normal.

    They are at the end of chain_dof, ascending, with velocities per dof in chain_share; returns their first place.
    """
    normal, point = load3(d.contact_frame, c), load3(d.contact_pos, c)
    first = m.nv - merge_shares(m, d, n)
    end = m.nv
    for at in range(m.nv - 1, first - 1, -1):
        dof = int(d.chain_dof[at])
        speed = d.chain_share[at] * dot(normal, dof_velocity(m, d, dof, m.dof_bodyid[dof], point))
        if speed != 0.0:
            end -= 1
            d.chain_dof[end] = dof
            d.chain_share[end] = speed
    return end


@kernel
def passive_contact_couplings(m: Model, d: Data) -> None:
    """Append the couplings of passive contacts to efc_*, and their share of metric_shift.

    Reads   contact_*, flexvert_xpos, dof_M0, cdof, qvel        Writes  efc_*, nefc, nJ, metric_shift
    """
    disabled = mjtDisableBit.mjDSBL_SPRING | mjtDisableBit.mjDSBL_DAMPER
    if m.opt.disableflags & disabled == disabled:
        return
    for c in range(d.ncon):
        if presses(d, c):
            n, k = share_passive(m, d, c)
            at = list_motion(m, d, c, n)
            couple(m, d, d.chain_share[at:], d.chain_dof[at:], m.nv - at, (0.0, k))
