"""Surfaces of contacts that move (surfacevel) or adhere (adhesion).

Documents: Computation / Constraint model / Reference acceleration, Adhesion; XML reference / geom

The surface of a geom moves with the velocity v + w x (x - p), where p is the origin of the geom frame, in which v and
w are. With s1, s2 the velocities of the two surfaces at the contact point, n, t1, t2 the contact frame:
    surfacevel = ((s2 - s1) . t1, (s2 - s1) . t2, (w2 - w1) . n)
It is added to the velocities of the friction rows of the contact, for a pyramid times +-mu.

A contact that adheres can pull with a force of up to delta. This is the adhesion of the explicit pair, of the geom of
higher priority, or the sum over both geoms if priorities are equal. The bodies attract each other by delta along the
normal (qfrc_adhesion), and the reference acceleration of the normal row grows by R delta (in a pyramid each edge by
R delta / edges). The force of the contact is the force of its rows minus delta.
"""

from gelenk.algebra.linalg import is_sparse, zero
from gelenk.algebra.vec import Vec3, add, cross, dot, load3, load9, mat_t_vec, mat_vec, sub
from gelenk.engine.constraint.rows.contact import IN_GAP, contact_axes
from gelenk.tables.enums import mjtConstraint, mjtDisableBit
from gelenk.toolchain.kernel import kernel, spread
from gelenk.toolchain.kernel_types import Data, Model

SPINS = 4  # smallest condim with torsional friction
STILL: tuple[Vec3, Vec3] = (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)


@kernel
def surface_velocity(m: Model, d: Data, g: int, point: Vec3) -> tuple[Vec3, Vec3]:
    """Return velocity [m/s] and spin [rad/s] of the surface of geom g at ``point``.

    Both are in the world frame, and zero for g = -1.
    """
    if g < 0 or m.flg_surfacevel == 0:
        return STILL
    s = m.geom_surfacevel
    v, w = (s[g, 0], s[g, 1], s[g, 2]), (s[g, 3], s[g, 4], s[g, 5])
    frame = load9(d.geom_xmat, g)
    arm = mat_t_vec(frame, sub(point, load3(d.geom_xpos, g)))
    return mat_vec(frame, add(v, cross(w, arm))), mat_vec(frame, w)


@kernel
def find_pair(m: Model, geom1: int, geom2: int) -> int:
    """Return the explicit pair of two geoms, -1 if there is none."""
    for p in range(m.npair):
        g1, g2 = m.pair_geom1[p], m.pair_geom2[p]
        if (g1 == geom1 and g2 == geom2) or (g1 == geom2 and g2 == geom1):
            return p
    return -1


@kernel
def adhesion_of(m: Model, geom1: int, geom2: int) -> float:
    """Return the adhesion [N] of contacts of two geoms; -1 is a flex, which adds nothing."""
    if m.flg_adhesion == 0:
        return 0.0
    if geom1 < 0 or geom2 < 0:
        geom = max(geom1, geom2)
        return m.geom_adhesion[geom] if geom >= 0 else 0.0
    pair = find_pair(m, geom1, geom2)
    if pair >= 0:
        return m.pair_adhesion[pair]
    first = m.geom_priority[geom1] - m.geom_priority[geom2]
    one = m.geom_adhesion[geom1] if first >= 0 else 0.0
    return one + m.geom_adhesion[geom2] if first <= 0 else one


@kernel
def contact_surfaces(m: Model, d: Data) -> None:
    """Write the relative velocity of the surfaces of all contacts, and their adhesion.

    Adhesive contacts are active within the gap as well, without friction.
    Reads   geom_xpos, geom_xmat, geom_surfacevel, geom_adhesion, pair_adhesion,
            contact_pos contact_frame contact_geom contact_dim
    Writes  contact_surfacevel (ncon, 3) [m/s, rad/s], contact_adhesion [N], contact_exclude, contact_dim,
            surfaces_known
    """
    for c in spread(d, 0, d.ncon):
        d.contact_adhesion[c] = adhesion_of(m, d.contact_geom[c, 0], d.contact_geom[c, 1])
        if d.contact_adhesion[c] != 0.0 and d.contact_exclude[c] == IN_GAP:
            d.contact_exclude[c] = 0
            d.contact_dim[c] = 1
        point = load3(d.contact_pos, c)
        v1, w1 = surface_velocity(m, d, d.contact_geom[c, 0], point)
        v2, w2 = surface_velocity(m, d, d.contact_geom[c, 1], point)
        n, t1, t2 = contact_axes(d, c)
        v = sub(v2, v1)
        d.contact_surfacevel[c, 0] = dot(v, t1)
        d.contact_surfacevel[c, 1] = dot(v, t2)
        d.contact_surfacevel[c, 2] = dot(sub(w2, w1), n)
    d.surfaces_known = max(m.flg_surfacevel, m.flg_adhesion)


@kernel
def add_velocity(d: Data, row: int, v: float) -> None:
    """Add v to the velocity of a row, and -B v to the reference acceleration."""
    d.efc_vel[row] += v
    d.efc_aref[row] -= d.efc_KBIP[row, 1] * v


@kernel
def is_pyramid(d: Data, first: int) -> bool:
    """Return whether the rows of a contact from ``first`` on are edges of a pyramid."""
    return d.efc_type[first] == mjtConstraint.mjCNSTR_CONTACT_PYRAMIDAL


@kernel
def move_surface(d: Data, c: int, first: int) -> None:
    """Add the surface velocity of contact c to its friction rows; its first row is ``first``."""
    dim = d.contact_dim[c]
    pyramid = is_pyramid(d, first)
    for k in range(0 if dim < 3 else 2 if dim < SPINS else 3):
        v = d.contact_surfacevel[c, k]
        if pyramid:
            v *= d.contact_friction[c, k]
            add_velocity(d, first + 2 * k, v)
            add_velocity(d, first + 2 * k + 1, -v)
        else:
            add_velocity(d, first + 1 + k, v)


@kernel
def attract(d: Data, c: int, first: int) -> None:
    """Add R delta to efc_aref of the normal row of contact c, or its share to each edge."""
    edges = 2 * (d.contact_dim[c] - 1) if is_pyramid(d, first) else 1
    for row in range(first, first + edges):
        d.efc_aref[row] += d.efc_R[row] * d.contact_adhesion[c] / edges


@kernel
def move_surfaces(m: Model, d: Data) -> None:
    """Add surface velocities and adhesion to contact rows (part of mj_referenceConstraint).

    Reads   contact_surfacevel, contact_adhesion, contact_friction, efc_KBIP, efc_R
    Writes  efc_vel, efc_aref (nefc), to which the terms are added
    """
    for c in spread(d, 0, d.ncon):
        if d.contact_efc_address[c] >= 0:
            if m.flg_surfacevel != 0:
                move_surface(d, c, d.contact_efc_address[c])
            if m.flg_adhesion != 0:
                attract(d, c, d.contact_efc_address[c])


@kernel
def add_row_force(m: Model, d: Data, row: int, force: float) -> None:
    """qfrc_adhesion += efc_J[row]' force, dense or sparse"""
    adr = d.efc_J_rowadr[row]
    if is_sparse(m):
        for k in range(adr, adr + d.efc_J_rownnz[row]):
            d.qfrc_adhesion[d.efc_J_colind[k]] += d.efc_J[k] * force
    else:
        for i in range(m.nv):
            d.qfrc_adhesion[i] += d.efc_J[adr + i] * force


@kernel
def adhere(m: Model, d: Data) -> None:
    """Compute the forces of adhesive contacts: -delta along their normals.

    The forces are zero without flg_adhesion, and where springs and dampers are both disabled. The normal row of a
    pyramid is the mean of its first two edges.
    Reads   contact_adhesion, contact_efc_address, efc_J        Writes  qfrc_adhesion (nv) [N, N m], adhering
    """
    zero(d.qfrc_adhesion, m.nv)
    passive = mjtDisableBit.mjDSBL_SPRING | mjtDisableBit.mjDSBL_DAMPER
    d.adhering = 0 if m.opt.disableflags & passive == passive else m.flg_adhesion
    if d.adhering == 0:
        return
    for c in range(d.ncon):
        first, delta = d.contact_efc_address[c], d.contact_adhesion[c]
        if first < 0 or delta == 0.0:
            continue
        if is_pyramid(d, first):
            add_row_force(m, d, first, -0.5 * delta)
            add_row_force(m, d, first + 1, -0.5 * delta)
        else:
            add_row_force(m, d, first, -delta)
