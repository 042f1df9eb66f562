"""The Jacobian of a step: closed forms for inertial terms, passes for all other forces.

For the integrators Euler and implicitfast.

Documents: design / Tangents of kernels

    dynamics at the state, minimum and factors held                      solver_rules.py
    derivatives of M qacc + qfrc_bias and of M y                         smooth_dynamics.py
    for each block of COLUMNS inputs: seeds, remainder_part with tangents,
    closed forms added, solution_part with tangents, columns of A or B   remainder.py

Tangents are in shadows (gradients/pass_memory.py), one for each kind of input, so that tangents of skipped stages are
zero.
"""

import math

from gelenk.algebra.linalg import zero
from gelenk.algebra.vec import quat_to_mat, rotvec_to_quat
from gelenk.engine.coefficients import has_plain_dampers, tendon_inertia
from gelenk.engine.derivatives.smooth_dynamics import (
    BODY_SIZE,
    DOF_SIZE,
    derive_bias,
    reads_bodies,
    reads_geoms,
    reads_sites,
)
from gelenk.engine.integrate.euler import is_damped
from gelenk.engine.model_features import has_fluid, has_surfaces
from gelenk.tables.enums import mjtDisableBit, mjtEnableBit, mjtEq, mjtIntegrator, mjtJoint, mjtStage
from gelenk.tables.gradients import COLUMNS
from gelenk.tables.releases import R3_7, R3_11
from gelenk.tables.status import DONE
from gelenk.toolchain import memory
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Ints, Model, View

# words of the table of addresses: entries, model, data, shadow of the model, work space and results; the entry of
# hold_step, and whether hold_step has already run (0, 1); solver, cone, disableflags, enableflags (numbers); then a
# record of each shadow of data
REMAINDER, SOLUTION, OWN_MODEL, OWN_DATA, MODEL, WORK, BY_POS, BY_VEL, BY_INERTIA, A, B = range(11)
HOLD, IS_HELD, OPTIONS = range(11, 14)
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
def store_turns(m: Model, d: Data, work: View, first: int, qacc: View) -> None:
    """Store the matrices of all rotations of a step, at the index of their first dof."""
    h = m.opt.timestep
    for j in range(m.njnt):
        if m.jnt_type[j] <= mjtJoint.mjJNT_BALL:
            i = m.jnt_dofadr[j] + (3 if m.jnt_type[j] == mjtJoint.mjJNT_FREE else 0)
            x = h * (d.qvel[i] + h * qacc[i])
            y = h * (d.qvel[i + 1] + h * qacc[i + 1])
            z = h * (d.qvel[i + 2] + h * qacc[i + 2])
            store_turn(work, first + TURN_SIZE * i, x, y, z)


# Seeds and columns


@kernel
def seed_unit_motions(m: Model, d: Data, tangents: View, first: int, width: int) -> None:
    """Set the tangents of qpos to unit motions of the dofs from ``first`` on."""
    zero(tangents, m.nq * COLUMNS)
    for c in range(width):
        j = m.dof_jntid[first + c]
        kind, adr, k = m.jnt_type[j], m.jnt_qposadr[j], first + c - m.jnt_dofadr[j]
        if kind > mjtJoint.mjJNT_BALL or (kind == mjtJoint.mjJNT_FREE and k < 3):
            tangents[(adr + k) * COLUMNS + c] = 1.0
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
        tangents[adr * COLUMNS + c] = w
        tangents[(adr + 1) * COLUMNS + c] = x
        tangents[(adr + 2) * COLUMNS + c] = y
        tangents[(adr + 3) * COLUMNS + c] = z


@kernel
def seed(tangents: View, size: int, first: int, width: int) -> None:
    """Set the tangents of a vector to unit vectors, of the elements from ``first`` on."""
    zero(tangents, size * COLUMNS)
    for c in range(width):
        tangents[(first + c) * COLUMNS + c] = 1.0


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
    m: Model, work: View, turns: int, out: View, n: int, column: int, width: int, x: View, act: View, own: int
) -> None:
    """Write columns of the next state: of qvel, of qpos in its tangent space, and of act.

    out    rows of n columns
    x      tangents of qacc
    own    kind of the input: POSITIONS (dq) and VELOCITIES (qvel) add the identity, other kinds nothing
    """
    h, nv = m.opt.timestep, m.nv
    first = column if own == POSITIONS else column - nv
    for i in range(nv):
        for c in range(width):
            out[(nv + i) * n + column + c] = h * x[i * COLUMNS + c]
    if own == VELOCITIES:
        for c in range(width):
            out[(nv + first + c) * n + column + c] += 1.0
    for i in range(nv):
        for c in range(width):
            out[i * n + column + c] = h * out[(nv + i) * n + column + c]
    if own == POSITIONS:
        for c in range(width):
            out[(first + c) * n + column + c] += 1.0
    for j in range(m.njnt):
        if m.jnt_type[j] <= mjtJoint.mjJNT_BALL:
            i = m.jnt_dofadr[j] + (3 if m.jnt_type[j] == mjtJoint.mjJNT_FREE else 0)
            for c in range(width):
                moved = first if own == POSITIONS else -COLUMNS
                write_turned(m, work, turns + TURN_SIZE * i, out, column + c, n, i, c, moved)
    for k in range(m.na):
        for c in range(width):
            out[(2 * nv + k) * n + column + c] = act[k * COLUMNS + c]


# Blocks


@kernel
def tangents_of(words: Ints, record: int, field: int, size: int) -> View:
    """Return the tangents of a field in the shadow of a record."""
    return memory.numbers(words[record + field], size * COLUMNS)


@kernel
def add_block(to: View, block: View, first: int, size: int) -> None:
    """to += the ``size`` elements of ``block`` from ``first`` on"""
    for k in range(size):
        to[k] += block[first + k]


@kernel
def clear(words: Ints, record: int, field: int, first: int, size: int, width: int) -> None:
    """Clear the tangents of a field, ``width`` for each element, from element ``first`` on."""
    zero(memory.numbers(words[record + field] + 8 * width * first, size * width), size * width)


@kernel
def clear_frames(m: Model, d: Data, words: Ints, record: int, width: int) -> None:
    """Clear the tangents of the fields that `move_frames` writes, ``width`` for each element."""
    clear(words, record, CDOF, 0, 6 * m.nv, width)
    clear(words, record, COM, 0, 3 * m.nbody, width)
    if reads_bodies(m, d):
        clear(words, record, FRAME, 0, 3 * m.nbody, width)
        clear(words, record, FRAME + 1, 0, 3 * m.nbody, width)
        clear(words, record, FRAME + 2, 0, 9 * m.nbody, width)
        clear(words, record, FRAME + 3, 0, 4 * m.nbody, width)
    if reads_geoms(m):
        clear(words, record, GEOM, 0, 3 * m.ngeom, width)
        clear(words, record, GEOM + 1, 0, 9 * m.ngeom, width)
    for c in range(d.ncon):
        for side in range(2):
            g = d.contact_geom[c, side]
            clear(words, record, GEOM, 3 * g, 3, width)
            clear(words, record, GEOM + 1, 9 * g, 9, width)
    if reads_sites(m):
        clear(words, record, SITE, 0, 3 * m.nsite, width)
        clear(words, record, SITE + 1, 0, 9 * m.nsite, width)


@kernel
def seed_block(m: Model, d: Data, words: Ints, kind: int, first: int, width: int) -> None:
    """Set the seeds of one block of inputs."""
    record = SHADOWS + kind * RECORD
    if kind != ACTIVATIONS:
        zero(tangents_of(words, record, ACT, m.na), m.na * COLUMNS)
    if kind == POSITIONS:
        seed_unit_motions(m, d, tangents_of(words, record, QPOS, m.nq), first, width)
        zero(d.sol_Ma, m.nv)
        seed(tangents_of(words, record, MOTION, m.nv), m.nv, first, width)
        clear_frames(m, d, words, record, COLUMNS)
    elif kind == VELOCITIES:
        seed(tangents_of(words, record, QVEL, m.nv), m.nv, first, width)
    elif kind == ACTIVATIONS:
        seed(tangents_of(words, record, ACT, m.na), m.na, first, width)
    else:
        seed(tangents_of(words, record, CTRL, m.nu), m.nu, first, width)


@kernel
def solve_block(m: Model, d: Data, words: Ints, kind: int, first: int, damped: int) -> None:
    """Run the stages with tangents on one block of inputs; set d.status."""
    record, size = SHADOWS + kind * RECORD, m.nv * COLUMNS
    skip = int(mjtStage.mjSTAGE_VEL)
    if kind == POSITIONS:
        skip = int(mjtStage.mjSTAGE_NONE)
    elif kind == VELOCITIES:
        skip = int(mjtStage.mjSTAGE_POS)
    model, data, shadow = words[OWN_MODEL], words[OWN_DATA], words[record + DATA]
    memory.call_with_one(words[REMAINDER], model, data, skip, words[MODEL], shadow)
    if d.status != DONE:
        return
    whole = (m.nv + COLUMNS - 1) // COLUMNS * size
    frc, grad = tangents_of(words, record, FRC, m.nv), tangents_of(words, record, GRAD, m.nv)
    if kind == POSITIONS:
        add_block(grad, memory.numbers(words[BY_POS], whole), first * m.nv, size)
        add_block(frc, memory.numbers(words[BY_INERTIA], whole), first * m.nv, size)
    elif kind == VELOCITIES:
        add_block(grad, memory.numbers(words[BY_VEL], whole), first * m.nv, size)
    memory.call_with_one(words[SOLUTION], model, data, damped, words[MODEL], shadow)


@kernel
def derive_inputs(
    m: Model, d: Data, words: Ints, kind: int, size: int, work: View, act: int, damped: int
) -> None:
    """Write the columns of one kind of inputs; stop if a stage stops.

    act   index in the work space of the saved activations, since a pass replaces them by the next ones
    """
    nx = 2 * m.nv + m.na
    record, turns = SHADOWS + kind * RECORD, BODY_SIZE * m.nbody + DOF_SIZE * m.nv
    n = m.nu if kind == CONTROLS else nx
    out = memory.numbers(words[B] if kind == CONTROLS else words[A], nx * n)
    before = 0
    if kind == VELOCITIES:
        before = m.nv
    elif kind == ACTIVATIONS:
        before = 2 * m.nv
    for first in range(0, size, COLUMNS):
        width = min(COLUMNS, size - first)
        seed_block(m, d, words, kind, first, width)
        solve_block(m, d, words, kind, first, damped)
        for k in range(m.na):
            d.act[k] = work[act + k]
        if d.status != DONE:
            return
        x, ends = tangents_of(words, record, RESULT, m.nv), tangents_of(words, record, ACT, m.na)
        write_columns(m, work, turns, out, n, before + first, width, x, ends, kind)


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
    """Return 1 if the integrator solves a linear system for its acceleration, else 0."""
    return 1 if m.opt.integrator == mjtIntegrator.mjINT_IMPLICITFAST or is_damped(m) else 0


@kernel
def derive_closed_forms(m: Model, d: Data, words: Ints, work: View, damped: int) -> None:
    """Compute the derivatives of inertial terms, and the matrices of rotations."""
    whole = (m.nv + COLUMNS - 1) // COLUMNS * COLUMNS * m.nv
    y = d.sol_Ms
    for i in range(m.nv):
        y[i] = d.qacc[i] - d.sol_old[i] if damped != 0 else 0.0
    by_inertia = memory.numbers(words[BY_INERTIA], whole)
    derive_bias(
        m, d, work, y, memory.numbers(words[BY_POS], whole), memory.numbers(words[BY_VEL], whole), by_inertia
    )
    turns = BODY_SIZE * m.nbody + DOF_SIZE * m.nv
    store_turns(m, d, work, turns, d.sol_old if damped != 0 else d.qacc_warmstart)


@kernel
def step_jacobian(m: Model, d: Data, table: int) -> int:
    """Compute A and B of a step: the next state by state and ctrl, in the tangent space.

    Requires hold_step at the same state. Returns 0 if the model has no such Jacobian (`is_assembled`), else 1.
    Reads   the state, qacc, and inputs of the stages;  table: address of the words above
    Writes  A (nx, nx), B (nx, nu), nx = 2 nv + na, at their addresses
    Status  as the stages with tangents
    Source  design / Tangents of kernels
    """
    d.status = DONE
    if not is_assembled(m):
        return 0
    words = memory.words(table, WORDS)
    size = work_size(m)
    work = memory.numbers(words[WORK], size)
    damped = is_implicit(m)
    derive_closed_forms(m, d, words, work, damped)
    act = size - m.na
    for k in range(m.na):
        work[act + k] = d.act[k]
    derive_inputs(m, d, words, POSITIONS, m.nv, work, act, damped)
    if d.status == DONE:
        derive_inputs(m, d, words, VELOCITIES, m.nv, work, act, damped)
    if d.status == DONE:
        derive_inputs(m, d, words, ACTIVATIONS, m.na, work, act, damped)
    if d.status == DONE:
        derive_inputs(m, d, words, CONTROLS, m.nu, work, act, damped)
    return 1
