"""Derivatives of contact forces by positions and velocities, in closed form.

Documents: design / Tangents of kernels; Featherstone 2008, ch. 2

Let w be the wrench of a contact on body 2, and A, V the acceleration (sum of S a) and the velocity of body 2 against
body 1, all about one fixed point r. Under a motion of body 2 by the twist T, with body 1, A and V held,

    w' = K T + G A' + H V'                 K: tangents of `contact_part`; G, H: products of rows and their weights

If both bodies and A, V move with a twist T, then so does w, but for a rotation of the tangents about the normal n: the
first tangent t is a fixed axis e, projected (collision/dispatch.py). With angular velocity o, that is the rotation

    ((e.n) t / (e.t) - n) . o      so that      w' = T x* w + Q o

where Q is the product of the derivative of w by the rotation and this row; Q = 0 with isotropic elliptic cones. So with
S the twist of dof j about r, a^ and v^ the motions before j, and u = K S + G (S x (A2 - a^)) + H (S x (V2 - v^)),

    dof j moves body 2 alone   w' = u
    body 1 alone               w' = S x* w + Q o - u
    both                       w' = S x* w + Q o

and the force qfrc[i] = +-S[i] . w has the derivative +-S[i] . w', and for dofs i that j moves, since
(S[j] x S[i]) . w = -S[i] . (S[j] x* w), the derivative +-S[i] . (w' - S[j] x* w).

Contacts of the same two bodies add up before their dofs are visited. A pass of `contact_part` moves one body of each
contact; contacts whose bodies both move or both rest in a pass are left to the next one.
"""

from gelenk.algebra.linalg import last_dof, zero
from gelenk.algebra.spatial import (
    Motion,
    add6,
    add6_scaled,
    cross_force,
    cross_motion,
    dot6,
    load6,
    rotation_part,
    store6,
)
from gelenk.algebra.vec import Vec3, cross, load3
from gelenk.engine.constraint.rows.contact import contact_axes, put_column, rows_of
from gelenk.engine.derivatives.contact_forces import bodies_of, reference_body
from gelenk.engine.derivatives.smooth_dynamics import first_companion, place, six, store_six
from gelenk.engine.force.velocity import ZERO6
from gelenk.engine.position.object_frames import com_offset, motion_at
from gelenk.tables.enums import mjtConstraintState
from gelenk.tables.gradients import COLUMNS
from gelenk.tables.status import DONE
from gelenk.toolchain import memory
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Ints, Model, Rows, View

# words of the table of addresses: entry of `contact_part`, model, data, their shadows, tangents of FIELDS, work space,
# integers
ENTRY, OWN_MODEL, OWN_DATA, MODEL, DATA, XPOS, XMAT, LINE, ANGLE, WORK, INTS, WORDS = range(12)
FIELDS = "geom_xpos", "geom_xmat", "cone_line", "rne_frc"
SPIN = 6  # column of the rotation of frames about their normals, behind six twists
# offsets in the work space: w, K, G, H, Q of two bodies, products of rows with unit motions; then for each of their
# dofs the twist, and the sums of S a and S v from it on
WRENCH, BY_POSE, BY_ACC, BY_VEL, BY_SPIN, UNITS, TWISTS = 0, 6, 42, 78, 114, 132, 192
TWIST_SIZE = 18
OPEN, RESTS, MOVES = -1, 0, 1  # what a body does in a pass; OPEN: not decided
LINE_SIZE = 8  # columns of cone_line
HINT_LIMIT = 0.5  # the first tangent of a frame is the projected y axis if the normal has |y| below it, else the z axis


@kernel
def work_length(m: Model) -> int:
    """Return the length of the work space."""
    return TWISTS + TWIST_SIZE * m.nv


@kernel
def ints_length(m: Model, ncon: int) -> int:
    """Return the number of integers.

    They are: what each body does in a pass, dofs of two bodies, the pass of each contact.
    """
    return m.nbody + m.nv + ncon


# Passes


@kernel
def is_left(m: Model, d: Data, ints: Ints, c: int) -> bool:
    """Return whether contact c has rows, and no pass has covered it."""
    return d.contact_efc_address[c] >= 0 and ints[m.nbody + m.nv + c] == 0


@kernel
def choose_neighbors(m: Model, d: Data, ints: Ints) -> bool:
    """Decide on neighbors of bodies that move or rest; return whether there were any."""
    found = False
    for c in range(d.ncon):
        if is_left(m, d, ints, c):
            b1, b2 = bodies_of(m, d, c)
            if ints[b1] == OPEN and ints[b2] != OPEN:
                ints[b1] = MOVES - ints[b2]
                found = True
            elif ints[b2] == OPEN and ints[b1] != OPEN:
                ints[b2] = MOVES - ints[b1]
                found = True
    return found


@kernel
def choose_bodies(m: Model, d: Data, ints: Ints, number: int) -> int:
    """Decide which bodies move in a pass; return the number of contacts that it covers.

    From bodies that no dof moves, then from one body of each further group that contacts join, neighbors get the other
    part: one pass covers all contacts without odd cycles of bodies.

    number   of the pass, 1, 2, ..; of the bodies of a contact that it covers, one moves
    """
    for b in range(m.nbody):
        ints[b] = OPEN if last_dof(m, b) >= 0 else RESTS
    while choose_neighbors(m, d, ints):
        pass
    for c in range(d.ncon):
        if is_left(m, d, ints, c):
            b1, _ = bodies_of(m, d, c)
            if ints[b1] == OPEN:
                ints[b1] = RESTS
                while choose_neighbors(m, d, ints):
                    pass
    count = 0
    for c in range(d.ncon):
        if is_left(m, d, ints, c):
            b1, b2 = bodies_of(m, d, c)
            if ints[b1] != ints[b2]:
                ints[m.nbody + m.nv + c] = number
                count += 1
    return count


@kernel
def unit(k: int) -> Vec3:
    """Return unit vector k."""
    return 1.0 if k == 0 else 0.0, 1.0 if k == 1 else 0.0, 1.0 if k == 2 else 0.0


@kernel
def tangents_from(words: Ints, field: int, first: int, size: int) -> View:
    """Return the tangents of elements of a field, from ``first`` on."""
    return memory.numbers(words[field] + 8 * COLUMNS * first, COLUMNS * size)


@kernel
def seed_geom(m: Model, d: Data, words: Ints, g: int, moves: bool) -> None:
    """Set the tangents of geom g to six twists about the com of its tree, or to zero."""
    xpos, xmat = tangents_from(words, XPOS, 3 * g, 3), tangents_from(words, XMAT, 9 * g, 9)
    zero(xpos, 3 * COLUMNS)
    zero(xmat, 9 * COLUMNS)
    if not moves:
        return
    offset = com_offset(m, d, m.geom_bodyid[g], load3(d.geom_xpos, g))
    for k in range(3):
        w = unit(k)
        v = cross(w, offset)
        for e in range(3):
            xpos[e * COLUMNS + k] = v[e]
            axis = cross(w, (d.geom_xmat[g, e], d.geom_xmat[g, 3 + e], d.geom_xmat[g, 6 + e]))
            for row in range(3):
                xmat[(3 * row + e) * COLUMNS + k] = axis[row]
        xpos[k * COLUMNS + 3 + k] = 1.0


@kernel
def seed_geoms(m: Model, d: Data, words: Ints, ints: Ints) -> None:
    """Set the tangents of geoms of contacts, and of the rotation of contact frames."""
    memory.numbers(words[ANGLE], COLUMNS)[SPIN] = 1.0
    for c in range(d.ncon):
        for side in range(2):
            g = d.contact_geom[c, side]
            seed_geom(m, d, words, g, ints[m.geom_bodyid[g]] == MOVES)


# Two bodies


@kernel
def motion_about(motions: Rows, i: int, offset: Vec3) -> Motion:
    """Return row i of motions about the point at ``offset`` from the com of its tree."""
    w, v = rotation_part(motions, i), motion_at(motions, i, offset)
    return w[0], w[1], w[2], v[0], v[1], v[2]


@kernel
def minus(u: Motion, v: Motion) -> Motion:
    """Return u - v."""
    return add6_scaled(u, v, -1.0)


@kernel
def com_between(m: Model, d: Data, b: int, reference: int) -> Vec3:
    """Return the vector from the com of the tree of b to that of the tree of a reference body."""
    return com_offset(m, d, b, load3(d.subtree_com, m.body_rootid[reference]))


@kernel
def relative(m: Model, d: Data, motions: Rows, b1: int, b2: int) -> Motion:
    """Return the motion of b2 against b1, about the com of their reference body's tree."""
    r = reference_body(m, b1, b2)
    second = motion_about(motions, b2, com_between(m, d, b2, r))
    return minus(second, motion_about(motions, b1, com_between(m, d, b1, r)))


@kernel
def add_outer(work: View, d: Data, row: int, i: int, j: int, h: float) -> None:
    """G -= h e f', H -= b h e f'

    e, f  products of rows i and j of a contact with unit motions
    row   the first row of the contact;  b: damping of the reference acceleration of its row j
    """
    damped = h * d.efc_KBIP[row + j, 1]
    for p in range(6):
        e = work[UNITS + 6 * i + p]
        for q in range(6):
            f = work[UNITS + 6 * j + q]
            work[BY_ACC + 6 * p + q] -= h * e * f
            work[BY_VEL + 6 * p + q] -= damped * e * f


@kernel
def spin_row(d: Data, c: int) -> Vec3:
    """Return a: the frame of contact c turns a.o about its normal against its bodies.

    o   angular velocity of both bodies
    """
    n, t, _ = contact_axes(d, c)
    k = 1 if -HINT_LIMIT < n[1] < HINT_LIMIT else 2
    ratio = (
        n[k] / t[k] if t[k] != 0.0 else 0.0
    )  # zero only for tangents along capsules, on planes, which rest
    return ratio * t[0] - n[0], ratio * t[1] - n[1], ratio * t[2] - n[2]


@kernel
def pushes(m: Model, d: Data, c: int) -> bool:
    """Return whether a row of contact c pushes; the forces of the others do not vary."""
    first = d.contact_efc_address[c]
    for r in range(first, first + rows_of(m, d, c, first, 0).number):
        if d.row_state[r] != mjtConstraintState.mjCNSTRSTATE_SATISFIED:
            return True
    return False


@kernel
def add_contact(m: Model, d: Data, words: Ints, work: View, c: int) -> None:
    """Add wrench and derivatives of contact c, after a pass, to those of its bodies."""
    first = d.contact_efc_address[c]
    rows, dim = rows_of(m, d, c, first, 0), d.contact_dim[c]
    b1, b2 = bodies_of(m, d, c)
    tangents = tangents_from(words, LINE, LINE_SIZE * c, 6)
    offset = com_offset(m, d, reference_body(m, b1, b2), load3(d.contact_pos, c))
    for k in range(6):
        work[WRENCH + k] += d.cone_line[c, k]
        for e in range(6):
            work[BY_POSE + 6 * e + k] += tangents[e * COLUMNS + k]
        axis = unit(k % 3)
        w, v = (axis, cross(axis, offset)) if k < 3 else ((0.0, 0.0, 0.0), axis)
        put_column(d, c, rows.kind, work, UNITS + k, 6, v, w)
    row = spin_row(d, c)
    for e in range(6):
        for k in range(3):
            work[BY_SPIN + 3 * e + k] += tangents[e * COLUMNS + SPIN] * row[k]
    if d.row_state[first] == mjtConstraintState.mjCNSTRSTATE_CONE:
        for i in range(dim):
            for j in range(dim):
                add_outer(work, d, first, i, j, d.contact_H[c, i * dim + j])
    else:
        for i in range(rows.number):
            if d.row_weight[first + i] != 0.0:
                add_outer(work, d, first, i, i, d.row_weight[first + i])


@kernel
def times(work: View, k: int, v: Motion) -> Motion:
    """Return the matrix at index k of the work space times v."""
    return (
        dot6(six(work, k), v),
        dot6(six(work, k + 6), v),
        dot6(six(work, k + 12), v),
        dot6(six(work, k + 18), v),
        dot6(six(work, k + 24), v),
        dot6(six(work, k + 30), v),
    )


@kernel
def spun(work: View, v: Motion) -> Motion:
    """Return Q o for a twist v with angular velocity o."""
    q, x, y, z = BY_SPIN, v[0], v[1], v[2]
    return (
        work[q] * x + work[q + 1] * y + work[q + 2] * z,
        work[q + 3] * x + work[q + 4] * y + work[q + 5] * z,
        work[q + 6] * x + work[q + 7] * y + work[q + 8] * z,
        work[q + 9] * x + work[q + 10] * y + work[q + 11] * z,
        work[q + 12] * x + work[q + 13] * y + work[q + 14] * z,
        work[q + 15] * x + work[q + 16] * y + work[q + 17] * z,
    )


@kernel
def move_second(m: Model, d: Data, work: View, b1: int, b2: int, acc: Motion, vel: Motion) -> None:
    """Turn derivatives of a pass in which body 1 moved into those of a motion of body 2.

    Of a motion of body 1 by T, w' = T x* w + Q o - K T - G (T x A) - H (T x V).
    acc, vel   A and V
    """
    offset = com_between(m, d, reference_body(m, b1, b2), b1)
    wrench = six(work, WRENCH)
    for k in range(
        3
    ):  # columns of unit rotations about r, in place of those about the com of the tree of body 1
        arm = cross(unit(k), offset)
        for e in range(6):
            row = BY_POSE + 6 * e
            work[row + k] += arm[0] * work[row + 3] + arm[1] * work[row + 4] + arm[2] * work[row + 5]
    for k in range(6):
        axis = unit(k % 3)
        twist = (axis[0], axis[1], axis[2], 0.0, 0.0, 0.0) if k < 3 else (0.0, 0.0, 0.0, *axis)
        moved = add6(cross_force(twist, wrench), spun(work, twist))
        moved = minus(moved, times(work, BY_ACC, cross_motion(twist, acc)))
        moved = minus(moved, times(work, BY_VEL, cross_motion(twist, vel)))
        for e in range(6):
            work[BY_POSE + 6 * e + k] = moved[e] - work[BY_POSE + 6 * e + k]


# Dofs


@kernel
def list_dofs(
    m: Model, d: Data, ints: Ints, work: View, b: int, stop: int, offset: Vec3, first: int, y: View
) -> int:
    """List the dofs that move body b, from the last one on, up to dof ``stop`` exclusive.

    They get the numbers from ``first`` on in the list.

    Stores twists about the point at ``offset`` from the com of the tree of b, and the sums of S y and S qvel over the
    dofs of the chain of b from the first dof of the joint on. Returns the number behind the last dof.
    """
    i, n = last_dof(m, b), first
    acc, vel = ZERO6, ZERO6
    while i != stop:
        companion, begin = first_companion(m, i), n
        for k in range(i, companion - 1, -1):
            twist = motion_about(d.cdof, k, offset)
            acc, vel = add6_scaled(acc, twist, y[k]), add6_scaled(vel, twist, d.qvel[k])
            ints[m.nbody + n] = k
            store_six(work, TWISTS + TWIST_SIZE * n, twist)
            n += 1
        for k in range(begin, n):
            store_six(work, TWISTS + TWIST_SIZE * k + 6, acc)
            store_six(work, TWISTS + TWIST_SIZE * k + 12, vel)
        i = m.dof_parentid[companion]
    return n


@kernel
def common_dof(m: Model, b1: int, b2: int) -> int:
    """Return the last dof that moves both bodies, or -1."""
    i1, i2 = last_dof(m, b1), last_dof(m, b2)
    while i1 != i2:
        if i1 > i2:
            i1 = m.dof_parentid[i1]
        else:
            i2 = m.dof_parentid[i2]
    return i1


@kernel
def subtract(
    m: Model, ints: Ints, work: View, first: int, end: int, j: int, sign: float, w: Motion, to: View
) -> None:
    """Subtract sign S[i] . w from the derivatives of forces by dof j.

    first, end   first of the listed dofs i, and the number behind the last one
    """
    for k in range(first, end):
        i = ints[m.nbody + k]
        to[place(m.nv, i, j)] -= sign * dot6(six(work, TWISTS + TWIST_SIZE * k), w)


@kernel
def count_carried(m: Model, ints: Ints, k: int) -> int:
    """Return the number behind the listed dofs of a body that dof k of the list moves.

    These are the dofs before it in the list, and those of its own joint if that is a ball.
    """
    i = ints[m.nbody + k]
    return k + 1 + i - first_companion(m, i)


@kernel
def subtract_pair(
    m: Model, d: Data, ints: Ints, work: View, b1: int, b2: int, y: View, by_pos: View, by_vel: View
) -> None:
    """Subtract the derivatives of the contact forces of two bodies from by_pos and by_vel.

    Reads   w, K, G, H, Q of the work space;  y (nv) = qacc
    """
    r = reference_body(m, b1, b2)
    acc, vel = relative(m, d, d.rne_acc, b1, b2), relative(m, d, d.cvel, b1, b2)
    if ints[b1] == MOVES:
        move_second(m, d, work, b1, b2, acc, vel)
    common = common_dof(m, b1, b2)
    middle = list_dofs(m, d, ints, work, b2, common, com_between(m, d, b2, r), 0, y)
    end = list_dofs(m, d, ints, work, b1, common, com_between(m, d, b1, r), middle, y)
    wrench = six(work, WRENCH)
    for k in range(end):
        j, at, second = ints[m.nbody + k], TWISTS + TWIST_SIZE * k, k < middle
        twist, da, dv = six(work, at), six(work, at + 6), six(work, at + 12)
        if not second:
            da, dv = add6(acc, da), add6(vel, dv)
        moved = add6(times(work, BY_POSE, twist), times(work, BY_ACC, cross_motion(twist, da)))
        moved = add6(moved, times(work, BY_VEL, cross_motion(twist, dv)))
        turned, slowed = cross_force(twist, wrench), times(work, BY_VEL, twist)
        if not second:
            moved = minus(add6(turned, spun(work, twist)), moved)
            slowed = minus(ZERO6, slowed)
        carried = minus(moved, turned)
        last = count_carried(m, ints, k)
        if second:
            subtract(m, ints, work, 0, last, j, 1.0, carried, by_pos)
            subtract(m, ints, work, last, middle, j, 1.0, moved, by_pos)
            subtract(m, ints, work, middle, end, j, -1.0, moved, by_pos)
        else:
            subtract(m, ints, work, 0, middle, j, 1.0, moved, by_pos)
            subtract(m, ints, work, middle, last, j, -1.0, carried, by_pos)
            subtract(m, ints, work, last, end, j, -1.0, moved, by_pos)
        subtract(m, ints, work, 0, middle, j, 1.0, slowed, by_vel)
        subtract(m, ints, work, middle, end, j, -1.0, slowed, by_vel)
    j = common
    while j >= 0:
        moved = spun(work, motion_about(d.cdof, j, com_between(m, d, b1, r)))
        subtract(m, ints, work, 0, middle, j, 1.0, moved, by_pos)
        subtract(m, ints, work, middle, end, j, -1.0, moved, by_pos)
        j = m.dof_parentid[j]


@kernel
def move_bodies(m: Model, d: Data, x: View, motions: Rows) -> None:
    """motions (nbody, 6) = those of bodies at dof velocities or accelerations x (nv)"""
    store6(motions, 0, ZERO6)
    for b in range(1, m.nbody):
        motion = load6(motions, m.body_parentid[b])
        for i in range(m.body_dofadr[b], m.body_dofadr[b] + m.body_dofnum[b]):
            motion = add6_scaled(motion, load6(d.cdof, i), x[i])
        store6(motions, b, motion)


@kernel
def subtract_contacts(m: Model, d: Data, table: int, y: View, by_pos: View, by_vel: View) -> None:
    """Subtract the derivatives of contact forces by dq and qvel from by_pos and by_vel.

    If a pass stops, d.status has its status; if it finds other rows, d.nefc is their number.
    Reads   y (nv) = qacc at the minimum; qvel, cvel, cdof, subtree_com, contacts and their rows at this state;
            table: address of the words above
    Writes  by_pos, by_vel (nv rows, blocks of COLUMNS columns); what `contact_part` writes; rne_acc
    Source  this file's head
    """
    rows, found, words = d.nefc, d.ncon, memory.words(table, WORDS)
    ints, work = memory.words(words[INTS], ints_length(m, found)), memory.numbers(words[WORK], work_length(m))
    move_bodies(m, d, y, d.rne_acc)
    for c in range(found):
        ints[m.nbody + m.nv + c] = 0
    number = 1
    while choose_bodies(m, d, ints, number) > 0:
        seed_geoms(m, d, words, ints)
        memory.call_alone(words[ENTRY], words[OWN_MODEL], words[OWN_DATA], words[MODEL], words[DATA])
        if d.status != DONE or d.nefc != rows or d.ncon != found:
            return
        c = 0
        while c < found:
            if ints[m.nbody + m.nv + c] == number:
                b1, b2 = bodies_of(m, d, c)
                zero(work, UNITS)
                pair1, pair2, active = b1, b2, False
                while pair1 == b1 and pair2 == b2 and ints[m.nbody + m.nv + c] == number:
                    if pushes(m, d, c):
                        add_contact(m, d, words, work, c)
                        active = True
                    c += 1
                    if c == found:
                        break
                    pair1, pair2 = bodies_of(m, d, c)
                if active:
                    subtract_pair(m, d, ints, work, b1, b2, y, by_pos, by_vel)
            else:
                c += 1
        number += 1
