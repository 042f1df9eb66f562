"""Contact forces as functions of the motion of two bodies: a stage with tangents.

Documents: design / Tangents of kernels

The rows of a contact are products of its frame, friction included, with the motion of body 2 against body 1 at the
contact point (constraint/rows/contact.py). So the wrench of a contact follows from the poses of two geoms and from the
velocity and the acceleration of body 2 against body 1, whatever the dofs. No element of J is needed, each of which
would carry COLUMNS tangents.

In `contact_part`, geoms have tangents along six motions of a body, contact frames one along a rotation about the
normal; velocities and accelerations are held. What follows from its tangents is in contact_columns.py. Rows of contacts
come last in efc_*; here their places in row_* are the same.
"""

from gelenk.algebra.linalg import last_dof
from gelenk.algebra.spatial import Motion, rotation_part
from gelenk.algebra.vec import Vec3, add, add_scaled, cross, load3, scale, sub
from gelenk.engine.constraint.rows.contact import (
    NO_DOFS,
    ContactRows,
    contact_axes,
    finish_contact,
    is_active,
    put_column,
    rows_of,
)
from gelenk.engine.constraint.rows.impedance import allocate_rows
from gelenk.engine.constraint.rows.make_constraint import set_aref
from gelenk.engine.constraint.solver.cost import update_cone, update_inequality
from gelenk.engine.position.object_frames import com_offset, motion_at
from gelenk.engine.step import find_contacts
from gelenk.tables.enums import mjtConstraint
from gelenk.tables.status import DONE, GROW
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model, Rows, View


@kernel
def first_contact_row(d: Data) -> int:
    """Return the row behind those of equalities, friction loss and limits."""
    return d.ne + d.nf + d.nl


@kernel
def bodies_of(m: Model, d: Data, c: int) -> tuple[int, int]:
    """Return the bodies of contact c."""
    return m.geom_bodyid[d.contact_geom[c, 0]], m.geom_bodyid[d.contact_geom[c, 1]]


@kernel
def reference_body(m: Model, b1: int, b2: int) -> int:
    """Return the body about whose com wrenches are: b2, or b1 if b2 does not move."""
    return b2 if last_dof(m, b2) >= 0 else b1


# Rows


@kernel
def make_rows(m: Model, d: Data) -> None:
    """Make the rows of contacts anew, without J.

    Status  GROW, if there are more than fit
    """
    d.nefc = first_contact_row(d)
    for c in range(d.ncon):
        b1, b2 = bodies_of(m, d, c)
        if not is_active(m, d, c):
            continue
        if last_dof(m, b1) == last_dof(m, b2):
            d.contact_exclude[c] = NO_DOFS
            continue
        first = allocate_rows(d, rows_of(m, d, c, -1, 0).number, 0)
        if first >= 0:
            d.contact_efc_address[c] = first
            approx = m.body_invweight0[b1, 0] + m.body_invweight0[b2, 0]
            finish_contact(m, d, c, rows_of(m, d, c, first, 0), approx)
    if d.nefc > d.nefcmax:
        d.need_efc = d.nefc
        d.status = GROW


@kernel
def multiply_row(m: Model, d: Data, c: int, motions: Rows, out: View) -> None:
    """out = J x in the rows of contact c

    motions   of bodies (nbody, 6) at dof velocities or accelerations x
    """
    b1, b2 = bodies_of(m, d, c)
    point, first = load3(d.contact_pos, c), d.contact_efc_address[c]
    v = sub(
        motion_at(motions, b2, com_offset(m, d, b2, point)),
        motion_at(motions, b1, com_offset(m, d, b1, point)),
    )
    w = sub(rotation_part(motions, b2), rotation_part(motions, b1))
    put_column(d, c, d.efc_type[first], out, first, 1, v, w)


# Forces


@kernel
def row_forces(d: Data, c: int, rows: ContactRows) -> tuple[Vec3, Vec3]:
    """Return force and torque of the rows of contact c on body 2, in the contact frame."""
    f, mu, k, dim = d.row_force, d.contact_friction, rows.first, d.contact_dim[c]
    if dim == 1:
        return (f[k], 0.0, 0.0), (0.0, 0.0, 0.0)
    spin = roll1 = roll2 = 0.0
    if rows.kind == mjtConstraint.mjCNSTR_CONTACT_ELLIPTIC:
        if dim > 3:
            spin = f[k + 3]
        if dim > 4:
            roll1, roll2 = f[k + 4], f[k + 5]
        return (f[k], f[k + 1], f[k + 2]), (spin, roll1, roll2)
    normal = f[k] + f[k + 1] + f[k + 2] + f[k + 3]
    slide1, slide2 = mu[c, 0] * (f[k] - f[k + 1]), mu[c, 1] * (f[k + 2] - f[k + 3])
    if dim > 3:
        normal += f[k + 4] + f[k + 5]
        spin = mu[c, 2] * (f[k + 4] - f[k + 5])
    if dim > 4:
        normal += f[k + 6] + f[k + 7] + f[k + 8] + f[k + 9]
        roll1, roll2 = mu[c, 3] * (f[k + 6] - f[k + 7]), mu[c, 4] * (f[k + 8] - f[k + 9])
    return (normal, slide1, slide2), (spin, roll1, roll2)


@kernel
def to_world(d: Data, c: int, v: Vec3) -> Vec3:
    """Return in the world frame a vector of the frame of contact c."""
    n, t1, t2 = contact_axes(d, c)
    return add_scaled(add_scaled(scale(n, v[0]), t1, v[1]), t2, v[2])


@kernel
def contact_wrench(m: Model, d: Data, c: int, rows: ContactRows) -> Motion:
    """Return the wrench of contact c on body 2, about the com of its reference body's tree."""
    b1, b2 = bodies_of(m, d, c)
    push, turn = row_forces(d, c, rows)
    force = to_world(d, c, push)
    offset = com_offset(m, d, reference_body(m, b1, b2), load3(d.contact_pos, c))
    torque = add(to_world(d, c, turn), cross(offset, force))
    return torque[0], torque[1], torque[2], force[0], force[1], force[2]


@kernel
def spin_frame(d: Data, c: int) -> None:
    """Turn the frame of contact c about its normal by rne_frc[0, 0], which is zero.

    Only the tangent of this angle has a meaning.
    """
    angle = d.rne_frc[0, 0]
    for j in range(3, 6):
        y, z = d.contact_frame[c, j], d.contact_frame[c, j + 3]
        d.contact_frame[c, j] = y + angle * z
        d.contact_frame[c, j + 3] = z - angle * y


@kernel
def push_contact(m: Model, d: Data, c: int) -> None:
    """cone_line[c] = wrench of contact c at velocities cvel and accelerations rne_acc"""
    spin_frame(d, c)
    first = d.contact_efc_address[c]
    rows = rows_of(m, d, c, first, 0)
    multiply_row(m, d, c, d.cvel, d.efc_vel)
    multiply_row(m, d, c, d.rne_acc, d.row_jv)
    for r in range(first, first + rows.number):
        set_aref(d, r, d.efc_vel[r])
        d.row_jar[r] = d.row_jv[r] - d.efc_aref[r]
        d.row_D[r] = d.efc_D[r]
    if rows.kind == mjtConstraint.mjCNSTR_CONTACT_ELLIPTIC:
        update_cone(d, c, first, True)
    else:
        update_inequality(d, first, first + rows.number)
    wrench = contact_wrench(m, d, c, rows)
    for e in range(6):
        d.cone_line[c, e] = wrench[e]


@kernel
def contact_part(m: Model, d: Data) -> None:
    """Compute the wrenches of all contacts at held velocities and accelerations of bodies.

    Reads   geom_xpos, geom_xmat (ngeom), which have tangents; rne_frc[0, 0], see spin_frame; cvel, rne_acc (nbody, 6) =
            motions of bodies at qvel and at qacc, about the com of their trees; ne, nf, nl
    Writes  cone_line (ncon, 8): the wrench on body 2, in the first six columns; contact_*, nefc; in rows of contacts
            efc_* but efc_J, and row_jar, row_force, row_weight, row_state; contact_H
    Status  as collision; GROW
    """
    d.status = DONE
    ne, nf, nl = d.ne, d.nf, d.nl
    find_contacts(m, d)  # removes all rows
    d.ne, d.nf, d.nl = ne, nf, nl
    if d.status == DONE:
        make_rows(m, d)
    if d.status == DONE:
        for c in range(d.ncon):
            if d.contact_efc_address[c] >= 0:
                push_contact(m, d, c)
