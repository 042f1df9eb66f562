"""The Jacobian of a step: closed forms for inertial terms, passes for all other forces.

For the integrators Euler and implicitfast.

Documents: design / Tangents of kernels

    dynamics at the state, minimum and factors held                      solver_rules.py
    derivatives of M qacc + qfrc_bias and of M y                         smooth_dynamics.py
    derivatives of contact forces                                        contact_columns.py
    for each block of COLUMNS inputs of each group of joints: seeds, remainder_part with tangents;
    for each block of COLUMNS inputs of each group of trees: their sum, solution_part with tangents,
    columns of A or B                                                    remainder.py

Tangents are in shadows (gradients/pass_memory.py), one for each kind of input, so that tangents of skipped stages are
zero.
"""

import math

from gelenk.algebra.linalg import zero
from gelenk.algebra.vec import quat_to_mat, rotvec_to_quat
from gelenk.engine.coefficients import has_plain_dampers, tendon_inertia
from gelenk.engine.derivatives.contact_columns import subtract_contacts
from gelenk.engine.derivatives.smooth_dynamics import (
    BODY_SIZE,
    DOF_SIZE,
    derive_bias,
    reads_bodies,
    reads_geoms,
    reads_sites,
)
from gelenk.engine.derivatives.smooth_dynamics import place as element
from gelenk.engine.derivatives.tree_groups import (
    ACTS,
    COLUMN,
    CTRLS,
    DOFS,
    FIRST,
    GROUP,
    RUN,
    RUNS,
    WIDTH,
    group_range,
    place,
)
from gelenk.engine.integrate.euler import is_damped
from gelenk.engine.model_features import has_fluid, has_surfaces
from gelenk.tables.enums import mjtDisableBit, mjtEnableBit, mjtEq, mjtIntegrator, mjtJoint
from gelenk.tables.gradients import COLUMNS
from gelenk.tables.releases import R3_7, R3_11
from gelenk.toolchain import memory
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Ints, Model, View

# words of the table of addresses: entries, model, data, shadow of the model, work space and results; the entry of
# hold_step, and whether hold_step has already run (0, 1); the words of tree_groups.py, for trees and for joints, and
# of contact_columns.py; whether the last closed forms had terms of contacts (0, 1); derivatives of sol_grad and sol_frc
# of the remainder by each kind of inputs; solver, cone, disableflags, enableflags (numbers); then a record
# of each shadow of data
REMAINDER, SOLUTION, OWN_MODEL, OWN_DATA, MODEL, WORK, BY_POS, BY_VEL, BY_INERTIA, A, B = range(11)
HOLD, IS_HELD, GROUPS, JOINTS, CONTACTS, ARE_ADDED = range(11, 17)
REST, OPTIONS = 17, 25
SHADOWS = OPTIONS + 4
# a record: address of the shadow of data, then of the tangents of each of FIELDS, the last of which closed forms move
FIELDS = (
    *("qpos", "qvel", "act", "ctrl", "sol_grad", "sol_frc", "sol_work", "sol_Ma", "cdof", "subtree_com"),
    *("xpos", "xipos", "xmat", "xquat", "geom_xpos", "geom_xmat", "site_xpos", "site_xmat"),
)
DATA, QPOS, QVEL, ACT, CTRL, GRAD, FRC, RESULT, MOTION, CDOF, COM, FRAME = range(12)
GEOM, SITE = FRAME + 4, FRAME + 6
RECORD = 1 + len(FIELDS)
# kinds of inputs; each kind has a shadow
POSITIONS, VELOCITIES, ACTIVATIONS, CONTROLS, KINDS = range(5)
WORDS = SHADOWS + KINDS * RECORD
BY_DAMPING, BY_SLOPES = 1, 2  # matrices of the integrator
TURN_SIZE = 18  # elements for each rotation: two matrices
SMALL_ANGLE_SQUARED = 0.01  # squared angle [rad^2] below which series are used


@kernel
def work_size(m: Model) -> int:
    """Return the length of the work space."""
    return BODY_SIZE * m.nbody + (DOF_SIZE + TURN_SIZE) * m.nv + m.na


# Rotations


@kernel
def store_turn(work: View, k: int, x: float, y: float, z: float) -> None:
    """Store, at index k, the matrices R and K of a rotation vector p = (x, y, z).

    exp(dr) before exp(p) equals exp(R dr) after exp(p), and exp(p + dp) = exp(p) exp(K dp), K the right Jacobian of
    SO(3).
    """
    mat = quat_to_mat(rotvec_to_quat((-x, -y, -z)))
    for e in range(9):
        work[k + e] = mat[e]
    t = x * x + y * y + z * z
    b = 0.5 - t * (1 / 24 - t * (1 / 720 - t / 40320))
    c = 1 / 6 - t * (1 / 120 - t * (1 / 5040 - t / 362880))
    if t > SMALL_ANGLE_SQUARED:
        angle = math.sqrt(t)
        half = math.sin(0.5 * angle)
        b = 2.0 * half * half / t
        c = (angle - math.sin(angle)) / (t * angle)
    work[k + 9] = 1.0 + c * (x * x - t)
    work[k + 10] = c * x * y + b * z
    work[k + 11] = c * x * z - b * y
    work[k + 12] = c * x * y - b * z
    work[k + 13] = 1.0 + c * (y * y - t)
    work[k + 14] = c * y * z + b * x
    work[k + 15] = c * x * z + b * y
    work[k + 16] = c * y * z - b * x
    work[k + 17] = 1.0 + c * (z * z - t)


@kernel
def first_turn(m: Model, j: int) -> int:
    """Return the first rotational dof of a ball or free joint."""
    return m.jnt_dofadr[j] + (3 if m.jnt_type[j] == mjtJoint.mjJNT_FREE else 0)


@kernel
def store_turns(m: Model, d: Data, work: View, first: int, qacc: View) -> None:
    """Store the matrices of all rotations of a step, at the index of their first dof."""
    h = m.opt.timestep
    for j in range(m.njnt):
        if m.jnt_type[j] <= mjtJoint.mjJNT_BALL:
            i = first_turn(m, j)
            x = h * (d.qvel[i] + h * qacc[i])
            y = h * (d.qvel[i + 1] + h * qacc[i + 1])
            z = h * (d.qvel[i + 2] + h * qacc[i + 2])
            store_turn(work, first + TURN_SIZE * i, x, y, z)


# Seeds and columns


@kernel
def set_unit_motions(m: Model, d: Data, tangents: View, first: int, column: int, width: int) -> None:
    """Set tangents of qpos, from a column on, to unit motions of the dofs from ``first`` on."""
    for c in range(width):
        j = m.dof_jntid[first + c]
        kind, adr, k = m.jnt_type[j], m.jnt_qposadr[j], first + c - m.jnt_dofadr[j]
        at = column + c
        if kind > mjtJoint.mjJNT_BALL or (kind == mjtJoint.mjJNT_FREE and k < 3):
            tangents[(adr + k) * COLUMNS + at] = 1.0
            continue
        if kind == mjtJoint.mjJNT_FREE:
            adr += 3
            k -= 3
        # q (0, e_k) / 2
        w, x, y, z = 0.5 * d.qpos[adr], 0.5 * d.qpos[adr + 1], 0.5 * d.qpos[adr + 2], 0.5 * d.qpos[adr + 3]
        if k == 0:
            w, x, y, z = -x, w, z, -y
        elif k == 1:
            w, x, y, z = -y, -z, w, x
        else:
            w, x, y, z = -z, y, -x, w
        tangents[adr * COLUMNS + at] = w
        tangents[(adr + 1) * COLUMNS + at] = x
        tangents[(adr + 2) * COLUMNS + at] = y
        tangents[(adr + 3) * COLUMNS + at] = z


@kernel
def set_units(tangents: View, first: int, column: int, width: int) -> None:
    """Set tangents of a vector, from a column on, to unit vectors from ``first`` on."""
    for c in range(width):
        tangents[(first + c) * COLUMNS + column + c] = 1.0


@kernel
def seed_unit_motions(m: Model, d: Data, tangents: View, first: int, width: int) -> None:
    """Set the tangents of qpos to unit motions of the dofs from ``first`` on."""
    zero(tangents, m.nq * COLUMNS)
    set_unit_motions(m, d, tangents, first, 0, width)


@kernel
def seed(tangents: View, size: int, first: int, width: int) -> None:
    """Set the tangents of a vector to unit vectors, of the elements from ``first`` on."""
    zero(tangents, size * COLUMNS)
    set_units(tangents, first, 0, width)


@kernel
def turned_sum(work: View, k: int, row: int, x: float, y: float, z: float) -> float:
    """Return one row of the matrix at index k times (x, y, z)."""
    return work[k + 3 * row] * x + work[k + 3 * row + 1] * y + work[k + 3 * row + 2] * z


@kernel
def write_turned(
    m: Model, work: View, k: int, out: View, at: int, n: int, i: int, c: int, first: int
) -> None:
    """Write column ``at`` of the next orientation, in rows i .. i + 2 of rotational dofs.

    c       column within the block
    first   dof of column 0 of the block if the inputs are positions, else negative
    """
    h = m.opt.timestep
    x, y, z = (
        out[(m.nv + i) * n + at],
        out[(m.nv + i + 1) * n + at],
        out[(m.nv + i + 2) * n + at],
    )
    for e in range(3):
        value = h * turned_sum(work, k + 9, e, x, y, z)
        moved = first + c - i
        if 0 <= moved < 3:
            value += work[k + 3 * e + moved]
        out[(i + e) * n + at] = value


@kernel
def write_columns(
    m: Model,
    work: View,
    turns: int,
    out: View,
    n: int,
    before: int,
    groups: Ints,
    run: int,
    x: View,
    own: int,
) -> None:
    """Write the columns of one run: derivatives of the next qpos and qvel.

    out     rows of n columns, those of qpos in its tangent space
    before  number of columns of kinds before this one
    run     index of the run (tree_groups.py), in whose rows its columns are not zero
    x       tangents of qacc
    own     kind of the input: POSITIONS (dq) and VELOCITIES (qvel) add the identity, other kinds nothing
    """
    h, nv = m.opt.timestep, m.nv
    e, c, width, g = groups[run + FIRST], groups[run + COLUMN], groups[run + WIDTH], groups[run + GROUP]
    column = before + e
    rows, end = group_range(m, groups, DOFS, g)
    for r in range(rows, end):
        i = groups[r]
        for k in range(width):
            out[(nv + i) * n + column + k] = h * x[i * COLUMNS + c + k]
    if own == VELOCITIES:
        for k in range(width):
            out[(nv + e + k) * n + column + k] += 1.0
    for r in range(rows, end):
        i = groups[r]
        for k in range(width):
            out[i * n + column + k] = h * out[(nv + i) * n + column + k]
    if own == POSITIONS:
        for k in range(width):
            out[(e + k) * n + column + k] += 1.0
    first = e if own == POSITIONS else -COLUMNS
    for r in range(rows, end):
        i = groups[r]
        j = m.dof_jntid[i]
        if m.jnt_type[j] <= mjtJoint.mjJNT_BALL and i == first_turn(m, j):
            for k in range(width):
                write_turned(m, work, turns + TURN_SIZE * i, out, column + k, n, i, k, first)


@kernel
def write_activations(m: Model, out: View, n: int, before: int, groups: Ints, run: int, act: View) -> None:
    """Write the rows of activations of one run; arguments as of `write_columns`."""
    e, c, width, g = groups[run + FIRST], groups[run + COLUMN], groups[run + WIDTH], groups[run + GROUP]
    first, end = group_range(m, groups, ACTS, g)
    for r in range(first, end):
        i = groups[r]
        for k in range(width):
            out[(2 * m.nv + i) * n + before + e + k] = act[i * COLUMNS + c + k]


# Blocks


@kernel
def tangents_of(words: Ints, record: int, field: int, size: int) -> View:
    """Return the tangents of a field in the shadow of a record."""
    return memory.numbers(words[record + field], size * COLUMNS)


@kernel
def add_columns(m: Model, to: View, blocks: View, groups: Ints, run: int) -> None:
    """to += the columns of one run of a closed form, in the rows of its group"""
    c, width, column = groups[run + COLUMN], groups[run + WIDTH], element(m.nv, 0, groups[run + FIRST])
    rows, end = group_range(m, groups, DOFS, groups[run + GROUP])
    for r in range(rows, end):
        i = groups[r] * COLUMNS
        for k in range(width):
            to[i + c + k] += blocks[column + i + k]


@kernel
def keep_columns(m: Model, blocks: View, tangents: View, groups: Ints, run: int) -> None:
    """Store the tangents of one run as columns, in the rows of its group."""
    c, width, column = groups[run + COLUMN], groups[run + WIDTH], element(m.nv, 0, groups[run + FIRST])
    rows, end = group_range(m, groups, DOFS, groups[run + GROUP])
    for r in range(rows, end):
        i = groups[r] * COLUMNS
        for k in range(width):
            blocks[column + i + k] = tangents[i + c + k]


@kernel
def add_kept(m: Model, to: View, blocks: View, groups: Ints, run: int, joints: Ints, inputs: int) -> None:
    """to += what `keep_columns` stored, for the columns of a run

    groups   of trees, which the run is of;  joints: groups of joints, in whose rows the columns are stored
    inputs   kind of inputs in the groups
    """
    e, c = groups[run + FIRST], groups[run + COLUMN]
    own, column = place(m, inputs) + e, element(m.nv, 0, e)
    for k in range(groups[run + WIDTH]):
        rows, end = group_range(m, joints, DOFS, joints[own + k])
        for r in range(rows, end):
            i = joints[r] * COLUMNS
            to[i + c + k] += blocks[column + i + k]


@kernel
def clear(words: Ints, record: int, field: int, first: int, size: int, width: int) -> None:
    """Clear the tangents of a field, ``width`` for each element, from element ``first`` on."""
    zero(memory.numbers(words[record + field] + 8 * width * first, size * width), size * width)


@kernel
def clear_frames(m: Model, d: Data, words: Ints, record: int, width: int) -> None:
    """Clear the tangents of the fields that `move_frames` writes, ``width`` for each element."""
    if reads_bodies(m, d):
        clear(words, record, CDOF, 0, 6 * m.nv, width)
        clear(words, record, COM, 0, 3 * m.nbody, width)
        clear(words, record, FRAME, 0, 3 * m.nbody, width)
        clear(words, record, FRAME + 1, 0, 3 * m.nbody, width)
        clear(words, record, FRAME + 2, 0, 9 * m.nbody, width)
        clear(words, record, FRAME + 3, 0, 4 * m.nbody, width)
    if reads_geoms(m):
        clear(words, record, GEOM, 0, 3 * m.ngeom, width)
        clear(words, record, GEOM + 1, 0, 9 * m.ngeom, width)
    if reads_sites(m):
        clear(words, record, SITE, 0, 3 * m.nsite, width)
        clear(words, record, SITE + 1, 0, 9 * m.nsite, width)


@kernel
def inputs_of(kind: int) -> int:
    """Return the kind of inputs in the groups (tree_groups.py)."""
    if kind == ACTIVATIONS:
        return ACTS
    return CTRLS if kind == CONTROLS else DOFS


@kernel
def seed_block(m: Model, d: Data, words: Ints, kind: int, groups: Ints, runs: int) -> None:
    """Set the seeds of one block of inputs."""
    record = SHADOWS + kind * RECORD
    act, motion = tangents_of(words, record, ACT, m.na), tangents_of(words, record, MOTION, m.nv)
    qpos, qvel = tangents_of(words, record, QPOS, m.nq), tangents_of(words, record, QVEL, m.nv)
    ctrl = tangents_of(words, record, CTRL, m.nu)
    zero(act, m.na * COLUMNS)
    if kind == POSITIONS:
        zero(qpos, m.nq * COLUMNS)
        zero(d.sol_Ma, m.nv)
        zero(motion, m.nv * COLUMNS)
        clear_frames(m, d, words, record, COLUMNS)
    elif kind == VELOCITIES:
        zero(qvel, m.nv * COLUMNS)
    elif kind == CONTROLS:
        zero(ctrl, m.nu * COLUMNS)
    first = place(m, RUNS)
    for run in range(first, first + runs * RUN, RUN):
        e, c, width = groups[run + FIRST], groups[run + COLUMN], groups[run + WIDTH]
        if kind == POSITIONS:
            set_unit_motions(m, d, qpos, e, c, width)
            set_units(motion, e, c, width)
        elif kind == VELOCITIES:
            set_units(qvel, e, c, width)
        elif kind == ACTIVATIONS:
            set_units(act, e, c, width)
        else:
            set_units(ctrl, e, c, width)


@kernel
def is_assembled(m: Model) -> bool:
    """Return whether this Jacobian has the derivatives of all terms of the model.

    Not covered are flexes, delays, plastic springs, plugins, the flag diagexact, moving and adhesive surfaces, fluids,
    variable dampers, armature of tendons, velocity terms of connects and welds, MPR, implicitfast from release 3.11 on,
    and other integrators than Euler and implicitfast.
    """
    exact = m.opt.enableflags & mjtEnableBit.mjENBL_DIAGEXACT != 0
    if m.nflex + m.nhistory + m.nplastic + m.nplugin > 0 or exact or has_surfaces(m):
        return False
    if has_fluid(m) or not has_plain_dampers(m):
        return False
    if m.opt.disableflags & mjtDisableBit.mjDSBL_NATIVECCD != 0:  # Python checks the contacts of MPR
        return False
    if m.opt.integrator == mjtIntegrator.mjINT_IMPLICITFAST:
        if m.release[0] >= R3_11:  # implicit.py solves free bodies by LU
            return False
    elif m.opt.integrator != mjtIntegrator.mjINT_EULER:
        return False
    for t in range(m.ntendon):
        if tendon_inertia(m, t) != 0.0:
            return False
    for e in range(m.neq if m.release[0] >= R3_7 else 0):
        if m.eq_type[e] == mjtEq.mjEQ_CONNECT or m.eq_type[e] == mjtEq.mjEQ_WELD:
            return False
    return True


@kernel
def is_implicit(m: Model) -> int:
    """Return 0 if the integrator solves no linear system for its acceleration.

    Otherwise BY_DAMPING if A = M + h B with the damping B of dofs, and BY_SLOPES if A = M - h D.
    """
    if m.opt.integrator == mjtIntegrator.mjINT_IMPLICITFAST:
        return BY_SLOPES
    return BY_DAMPING if is_damped(m) else 0


@kernel
def derive_closed_forms(m: Model, d: Data, words: Ints, work: View, damped: int) -> None:
    """Compute derivatives of inertial terms and contact forces, and matrices of rotations.

    Status  as the stages with tangents; another nefc if a contact begins or ends by rounding
    """
    whole = (m.nv + COLUMNS - 1) // COLUMNS * COLUMNS * m.nv
    y = d.sol_Ms
    for i in range(m.nv):
        y[i] = d.qacc[i] - d.sol_old[i] if damped != 0 else 0.0
    by_pos, by_vel = memory.numbers(words[BY_POS], whole), memory.numbers(words[BY_VEL], whole)
    if d.ncon > 0 or words[ARE_ADDED] != 0:
        zero(by_pos, whole)
        zero(by_vel, whole)
        words[ARE_ADDED] = 1 if d.ncon > 0 else 0
    derive_bias(m, d, work, y, by_pos, by_vel, memory.numbers(words[BY_INERTIA], whole))
    turns = BODY_SIZE * m.nbody + DOF_SIZE * m.nv
    store_turns(m, d, work, turns, d.sol_old if damped != 0 else d.qacc_warmstart)
    if d.ncon > 0:
        subtract_contacts(m, d, words[CONTACTS], d.qacc_warmstart, by_pos, by_vel)
