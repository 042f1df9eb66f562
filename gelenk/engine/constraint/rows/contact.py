"""Contact rows: frictionless, elliptic cone, pyramidal cone.

Documents: Computation / Constraint model / Contact; Modeling / Contact parameters

With n, t1, t2 the contact frame and v, w the relative velocity and spin of body 2 against body 1 at the contact point:
    elliptic    rows n.v, t1.v, t2.v, n.w, t1.w, t2.w (the first condim of them)
    pyramidal   rows n.v + mu_k x_k, n.v - mu_k x_k for each friction direction x_k
The regularization of friction rows follows from that of the normal row, so that the cone stays similar to its dual:
    elliptic    R_1 = R_0 / impratio, R_k = R_1 (mu_1 / mu_k)^2        contact mu = mu_1 sqrt(R_1 / R_0)
    pyramidal   R = 2 mu^2 R_0, with R_0 that of the first edge
"""

import math
from typing import NamedTuple

from gelenk.algebra.linalg import is_sparse, last_dof, merge_chains
from gelenk.algebra.spatial import rotation_part
from gelenk.algebra.vec import Vec3, dot, load3, scale
from gelenk.engine.constraint.rows.equality import load_solimp
from gelenk.engine.constraint.rows.impedance import (
    allocate_rows,
    entry,
    impedance,
    reserve,
    resolve,
    set_reference,
    stiffness_damping,
)
from gelenk.engine.position.object_frames import com_offset, motion_at
from gelenk.engine.stage_calls import call_far
from gelenk.tables.enums import mjMINVAL, mjtCone, mjtConstraint, mjtDisableBit, mjtEnableBit
from gelenk.tables.stages import INDEX
from gelenk.toolchain.kernel import kernel, lane_count, spread
from gelenk.toolchain.kernel_types import Data, Model, View

FLEX_CONTACT_ROWS = INDEX["flex_contact_rows"]
IN_GAP, NO_DOFS = 1, 3  # values of contact.exclude


class ContactRows(NamedTuple):
    """The rows of a contact: first (-1: none), number, type (mjtConstraint), number of dofs."""

    first: int
    number: int
    kind: int
    nnz: int
    sparse: bool


@kernel
def contact_axes(d: Data, c: int) -> tuple[Vec3, Vec3, Vec3]:
    """Return the normal and the two tangents of contact c."""
    f = d.contact_frame
    return (
        (f[c, 0], f[c, 1], f[c, 2]),
        (f[c, 3], f[c, 4], f[c, 5]),
        (f[c, 6], f[c, 7], f[c, 8]),
    )


@kernel
def put_edges(out: View, at: int, step: int, normal: float, slide: float) -> None:
    """Write the entries of a dof in the two pyramid edges of one friction direction."""
    out[at] = normal + slide
    out[at + step] = normal - slide


@kernel
def put_column(d: Data, c: int, kind: int, out: View, at: int, step: int, v: Vec3, w: Vec3) -> None:
    """Write the products of all rows of contact c and a relative motion (v, w) of its bodies.

    kind      type of the rows (mjtConstraint)
    at, step  index in ``out`` of the product with the first row, and from each row to the next
    """
    n, t1, t2 = contact_axes(d, c)
    dim = d.contact_dim[c]
    normal = dot(n, v)
    if dim == 1:
        out[at] = normal
        return
    x, y, mu = dot(t1, v), dot(t2, v), d.contact_friction
    if kind == mjtConstraint.mjCNSTR_CONTACT_ELLIPTIC:
        out[at] = normal
        out[at + step] = x
        out[at + 2 * step] = y
        if dim > 3:
            out[at + 3 * step] = dot(n, w)
        if dim > 4:
            out[at + 4 * step] = dot(t1, w)
            out[at + 5 * step] = dot(t2, w)
        return
    x, y = mu[c, 0] * x, mu[c, 1] * y
    put_edges(out, at, step, normal, x)
    put_edges(out, at + 2 * step, step, normal, y)
    if dim > 3:
        put_edges(out, at + 4 * step, step, normal, mu[c, 2] * dot(n, w))
    if dim > 4:
        put_edges(out, at + 6 * step, step, normal, mu[c, 3] * dot(t1, w))
        put_edges(out, at + 8 * step, step, normal, mu[c, 4] * dot(t2, w))


@kernel
def row_step(m: Model, rows: ContactRows) -> int:
    """Return the number of elements of efc_J from a row of a contact to the next."""
    return rows.nnz if rows.sparse else m.nv


@kernel
def write_column(m: Model, d: Data, c: int, rows: ContactRows, k: int, v: Vec3, w: Vec3) -> None:
    """Write the entries of the k-th listed dof, which moves the contact point with (v, w)."""
    at = entry(m, d, rows.first, k, rows.nnz, rows.sparse)
    put_column(d, c, rows.kind, d.efc_J, at, row_step(m, rows), v, w)


@kernel
def contact_diagonal(m: Model, d: Data, c: int, rows: ContactRows, value: float, approx: float) -> None:
    """Write efc_diagApprox, efc_R and efc_D of contact c's rows, and contact_mu.

    ``value`` is the impedance, ``approx`` the inverse weight of the bodies.
    """
    mu = d.contact_friction[c, 0]
    if rows.number > 1 and rows.kind != mjtConstraint.mjCNSTR_CONTACT_ELLIPTIC:
        approx *= 1.0 + mu * mu
    first_diagonal(m, d, c, rows, value, approx)


@kernel
def first_diagonal(m: Model, d: Data, c: int, rows: ContactRows, value: float, first: float) -> None:
    """Write the fields of contact_diagonal, from the diagonal element of A of the first row."""
    elliptic = rows.kind == mjtConstraint.mjCNSTR_CONTACT_ELLIPTIC
    mu = d.contact_friction[c, 0]
    ratio = (1.0 - value) / value
    r = max(mjMINVAL, ratio * first)
    mu_cone = mu if m.opt.impratio == 1.0 else mu * math.sqrt(1.0 / m.opt.impratio)
    if rows.number > 1:
        d.contact_mu[c] = mu_cone
    if rows.number > 1 and not elliptic:
        r = max(mjMINVAL, 2.0 * mu_cone * mu_cone * r)
    if not elliptic:
        inverse, diagonal = 1.0 / r, r / ratio
        for row in range(rows.first, rows.first + rows.number):
            d.efc_R[row] = r
            d.efc_D[row] = inverse
            d.efc_diagApprox[row] = diagonal
        return
    r_slide = max(mjMINVAL, r / m.opt.impratio)
    for j in range(rows.number):
        if j > 0:
            other = d.contact_friction[c, j - 1]
            r = max(mjMINVAL, r_slide * mu * mu / (other * other))
        row = rows.first + j
        d.efc_R[row] = r
        d.efc_D[row] = 1.0 / r
        d.efc_diagApprox[row] = r / ratio


@kernel
def finish_contact(m: Model, d: Data, c: int, rows: ContactRows, approx: float) -> None:
    """Write everything except efc_J to the rows of contact c.

    ``approx`` is the sum of the inverse weights of the bodies.
    """
    elliptic = rows.kind == mjtConstraint.mjCNSTR_CONTACT_ELLIPTIC
    dist, margin = d.contact_dist[c], d.contact_includemargin[c]
    solimp = load_solimp(d.contact_solimp, c)
    value, slope = impedance(solimp, dist - margin)
    solref = (d.contact_solref[c, 0], d.contact_solref[c, 1])
    k, b_slide = stiffness_damping(m, solref, solimp)
    k, b = resolve(m, solref, (k, b_slide), value)
    if elliptic and (d.contact_solreffriction[c, 0] != 0.0 or d.contact_solreffriction[c, 1] != 0.0):
        slide = (d.contact_solreffriction[c, 0], d.contact_solreffriction[c, 1])
        b_slide = stiffness_damping(m, slide, solimp)[1]
    for j in spread(d, 0, rows.number):
        row = rows.first + j
        d.efc_type[row] = rows.kind
        d.efc_id[row] = c
        d.efc_frictionloss[row] = 0.0
        friction = elliptic and j > 0
        d.efc_pos[row] = 0.0 if friction else dist
        d.efc_margin[row] = 0.0 if friction else margin
        set_reference(d, row, 0.0 if friction else k, b_slide if friction else b, value, slope)
    contact_diagonal(m, d, c, rows, value, approx)


@kernel
def rows_of(m: Model, d: Data, c: int, first: int, nnz: int) -> ContactRows:
    """Return the rows of contact c over ``nnz`` dofs, from row ``first`` on."""
    dim = d.contact_dim[c]
    elliptic = m.opt.cone == mjtCone.mjCONE_ELLIPTIC
    kind = mjtConstraint.mjCNSTR_CONTACT_ELLIPTIC if elliptic else mjtConstraint.mjCNSTR_CONTACT_PYRAMIDAL
    if dim == 1:
        kind = mjtConstraint.mjCNSTR_CONTACT_FRICTIONLESS
    count = dim if dim == 1 or elliptic else 2 * (dim - 1)
    return ContactRows(first, count, kind, nnz, is_sparse(m))


@kernel
def reserve_contact(m: Model, d: Data, c: int, nnz: int) -> ContactRows:
    """Allocate the rows of contact c over the ``nnz`` listed dofs.

    ``first`` is -1 if the rows do not fit, or if no dof moves the contact, in which case contact_exclude is set.
    """
    rows = rows_of(m, d, c, -1, nnz)
    if nnz == 0:
        d.contact_exclude[c] = NO_DOFS
        return rows
    first = reserve(m, d, rows.number, nnz, rows.sparse)
    if first >= 0:
        d.contact_efc_address[c] = first
    return ContactRows(first, rows.number, rows.kind, nnz, rows.sparse)


@kernel
def write_side(
    m: Model,
    d: Data,
    c: int,
    rows: ContactRows,
    at: int,
    dof: int,
    second: bool,
    offset1: Vec3,
    offset2: Vec3,
) -> None:
    """Write the entries of a dof of one body in all rows of contact c.

    ``second``: the dof belongs to the second body. The offsets lead from the coms of the bodies' trees to the contact
    point.
    """
    w = rotation_part(d.cdof, dof)
    if second:
        v = motion_at(d.cdof, dof, offset2)
    else:
        v = scale(motion_at(d.cdof, dof, offset1), -1.0)
        w = scale(w, -1.0)
    put_column(d, c, rows.kind, d.efc_J, at, row_step(m, rows), v, w)


@kernel
def add_contact(m: Model, d: Data, c: int) -> None:
    """Add the rows of contact c."""
    b1, b2 = m.geom_bodyid[d.contact_geom[c, 0]], m.geom_bodyid[d.contact_geom[c, 1]]
    nnz = merge_chains(m, d, b1, b2, False)
    rows = reserve_contact(m, d, c, nnz)
    if rows.first < 0:
        return
    point = load3(d.contact_pos, c)
    offset1, offset2 = com_offset(m, d, b1, point), com_offset(m, d, b2, point)
    for k in spread(d, 0, nnz):
        dof = d.chain_dof[m.nv - nnz + k]
        w = rotation_part(d.cdof, dof)
        if d.chain_side[m.nv - nnz + k] == 2:
            write_column(m, d, c, rows, k, motion_at(d.cdof, dof, offset2), w)
        else:
            v = scale(motion_at(d.cdof, dof, offset1), -1.0)
            write_column(m, d, c, rows, k, v, scale(w, -1.0))
    finish_contact(m, d, c, rows, m.body_invweight0[b1, 0] + m.body_invweight0[b2, 0])


@kernel
def is_active(m: Model, d: Data, c: int) -> bool:
    """Return whether contact c gets rows, after clearing its efc_address.

    A contact in the gap gets no rows, and contact_exclude is set, unless the contact adheres. With the flag
    speculative, contacts of geoms get rows at any distance, since collision detection has already selected them
    (collision/speculative.py).
    """
    d.contact_efc_address[c] = -1
    if d.contact_exclude[c] != 0:
        return False
    if d.contact_dist[c] >= d.contact_includemargin[c]:
        if m.flg_adhesion != 0 and d.contact_adhesion[c] != 0.0:
            return True
        if m.opt.enableflags & mjtEnableBit.mjENBL_SPECULATIVE != 0 and d.contact_geom[c, 0] >= 0:
            return True
        d.contact_exclude[c] = IN_GAP
        return False
    return True


# Contacts shared by lanes: count the dofs of each contact, allocate its rows, then fill the rows


@kernel
def count_dofs(m: Model, b1: int, b2: int) -> int:
    """Return the number of dofs that move b1 or b2, up to where their paths join."""
    i1, i2 = last_dof(m, b1), last_dof(m, b2)
    n = 0
    while i1 != i2:
        if i1 > i2:
            i1 = m.dof_parentid[i1]
        else:
            i2 = m.dof_parentid[i2]
        n += 1
    return n


@kernel
def prepare_contact(m: Model, d: Data, c: int) -> None:
    """Set contact_efc_address to the number of dofs of contact c, or -1 if it gets no rows."""
    if is_active(m, d, c):
        n = count_dofs(m, m.geom_bodyid[d.contact_geom[c, 0]], m.geom_bodyid[d.contact_geom[c, 1]])
        if n == 0:
            d.contact_exclude[c] = NO_DOFS
        else:
            d.contact_efc_address[c] = n


@kernel
def begin_rows(m: Model, d: Data, c: int) -> None:
    """Allocate rows for contact c; its first row stores the address and the dof count."""
    nnz = d.contact_efc_address[c]
    rows = rows_of(m, d, c, -1, nnz)
    start = d.nJ
    first = allocate_rows(d, rows.number, rows.number * (nnz if rows.sparse else m.nv))
    d.contact_efc_address[c] = first
    if first >= 0:
        d.efc_J_rowadr[first] = start
        d.efc_J_rownnz[first] = nnz


@kernel
def lay_rows(m: Model, d: Data, rows: ContactRows) -> None:
    """Write the addresses of a contact's rows, and zeros in dense rows."""
    start, n = d.efc_J_rowadr[rows.first], rows.nnz if rows.sparse else m.nv
    for r in range(rows.number):
        d.efc_J_rowadr[rows.first + r] = start + r * n
        d.efc_J_rownnz[rows.first + r] = n
    if not rows.sparse:
        for k in range(start, start + rows.number * n):
            d.efc_J[k] = 0.0


@kernel
def write_contact_rows(m: Model, d: Data, c: int) -> None:
    """Fill the rows of contact c, from its last dof to its first."""
    first = d.contact_efc_address[c]
    rows = rows_of(m, d, c, first, d.efc_J_rownnz[first])
    lay_rows(m, d, rows)
    b1, b2 = m.geom_bodyid[d.contact_geom[c, 0]], m.geom_bodyid[d.contact_geom[c, 1]]
    point = load3(d.contact_pos, c)
    offset1, offset2 = com_offset(m, d, b1, point), com_offset(m, d, b2, point)
    start = d.efc_J_rowadr[first]
    i1, i2, k = last_dof(m, b1), last_dof(m, b2), rows.nnz
    while i1 != i2:
        k -= 1
        dof, second = max(i1, i2), i2 > i1
        if rows.sparse:
            for r in range(rows.number):
                d.efc_J_colind[start + r * rows.nnz + k] = dof
        at = start + (k if rows.sparse else dof)
        write_side(m, d, c, rows, at, dof, second, offset1, offset2)
        if second:
            i2 = m.dof_parentid[i2]
        else:
            i1 = m.dof_parentid[i1]
    finish_contact(m, d, c, rows, m.body_invweight0[b1, 0] + m.body_invweight0[b2, 0])


@kernel
def share_contacts(m: Model, d: Data) -> None:
    """Add the rows of all contacts with one lane per contact, in a model without flexes."""
    for c in spread(d, 0, d.ncon):
        prepare_contact(m, d, c)
    for c in range(d.ncon):
        if d.contact_efc_address[c] >= 0:
            begin_rows(m, d, c)
    for c in spread(d, 0, d.ncon):
        if d.contact_efc_address[c] >= 0:
            write_contact_rows(m, d, c)


@kernel
def add_contacts(m: Model, d: Data) -> None:
    """Add the rows of all active contacts (is_active), in the order of d.contact."""
    if (m.opt.disableflags & mjtDisableBit.mjDSBL_CONTACT) != 0:
        return
    if lane_count(d) > 1 and m.nflex == 0:
        share_contacts(m, d)
        return
    for c in range(d.ncon):
        if not is_active(m, d, c):
            continue
        if d.contact_flex[c, 0] >= 0 or d.contact_flex[c, 1] >= 0:
            call_far(m, d, FLEX_CONTACT_ROWS, c, 0)
        else:
            add_contact(m, d, c)
