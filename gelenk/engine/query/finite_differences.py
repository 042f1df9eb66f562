"""Finite differences of a step and of inverse dynamics.

Documents: API / Derivatives; Computation / Derivatives

Stages that a perturbation cannot affect are skipped: controls and activations leave positions and velocities valid,
velocities leave positions valid. Every evaluation starts from the same state and warm start. If an evaluation stops
(d.status), the saved state is restored, and the whole call is repeated after Python has grown or loaded what is
missing.
"""

from gelenk.algebra.linalg import copy, zero
from gelenk.engine.integrate.euler import integrate_pos
from gelenk.engine.query.jacobian import differentiate_pos
from gelenk.engine.step import run
from gelenk.tables.enums import mjtDisableBit, mjtIntegrator, mjtStage
from gelenk.tables.stages import INDEX
from gelenk.tables.status import DONE, MISSING
from gelenk.toolchain.kernel import call_pair, kernel
from gelenk.toolchain.kernel_types import Data, Model, View

FORWARD_PART, INVERSE_PART = INDEX["forward_part"], INDEX["inverse_part"]
EULER, IMPLICIT, ACTUATION = INDEX["euler"], INDEX["implicit"], INDEX["fwd_actuation"]
# bits that select the matrices of `transition`; CENTERED selects two-sided differences
STATE_BY_STATE, STATE_BY_CTRL, SENSORS_BY_STATE, SENSORS_BY_CTRL, CENTERED = 1, 2, 4, 8, 16
# bits that select the matrices of `inverse_slopes`, as products of quantity and argument; WITHOUT_ACTUATORS subtracts
# the actuator forces
FORCE, SENSORS, INERTIA = 1, 2, 4
BY_POS, BY_VEL, BY_ACC, WITHOUT_ACTUATORS = 1, 8, 64, 512
CTRL, ACT, VEL, POS, ACC = 0, 1, 2, 3, 4  # perturbed quantity


@kernel
def kept_numbers(m: Model) -> int:
    """Return the number of values of a saved state."""
    return m.nq + 3 * m.nv + m.na + m.nu + 1 + m.nplastic


@kernel
def save_state(m: Model, d: Data, kept: View) -> None:
    """kept = qpos qvel act ctrl qacc_warmstart qacc time plastic"""
    copy(kept, d.qpos, m.nq)
    at = m.nq
    copy(kept[at:], d.qvel, m.nv)
    at += m.nv
    copy(kept[at:], d.act, m.na)
    at += m.na
    copy(kept[at:], d.ctrl, m.nu)
    at += m.nu
    copy(kept[at:], d.qacc_warmstart, m.nv)
    copy(kept[at + m.nv :], d.qacc, m.nv)
    kept[at + 2 * m.nv] = d.time
    copy(kept[at + 2 * m.nv + 1 :], d.plastic, m.nplastic)


@kernel
def restore_state(m: Model, d: Data, kept: View, acceleration: bool) -> None:
    """Restore the saved state; with ``acceleration`` also qacc."""
    copy(d.qpos, kept, m.nq)
    at = m.nq
    copy(d.qvel, kept[at:], m.nv)
    at += m.nv
    copy(d.act, kept[at:], m.na)
    at += m.na
    copy(d.ctrl, kept[at:], m.nu)
    at += m.nu
    copy(d.qacc_warmstart, kept[at:], m.nv)
    if acceleration:
        copy(d.qacc, kept[at + m.nv :], m.nv)
    d.time = kept[at + 2 * m.nv]
    copy(d.plastic, kept[at + 2 * m.nv + 1 :], m.nplastic)


@kernel
def perturb(m: Model, d: Data, what: int, i: int, amount: float, work: View) -> None:
    """Perturb one element of the state; for qpos, along dof ``i``. work: (nv)"""
    if what == CTRL:
        d.ctrl[i] += amount
    elif what == ACT:
        d.act[i] += amount
    elif what == VEL:
        d.qvel[i] += amount
    elif what == ACC:
        d.qacc[i] += amount
    else:
        zero(work, m.nv)
        work[i] = 1.0
        integrate_pos(m, d.qpos, work, amount)


@kernel
def run_part(m: Model, d: Data, index: int, skipstage: int, skipsensor: int) -> None:
    """Run a part of the pipeline, except for stages that are still valid, if it is loaded."""
    if m.stage_table[index] == 0:
        d.status = MISSING
        d.need_stage = index
    else:
        call_pair(m, d, index, skipstage, skipsensor)


# A step


@kernel
def next_state(m: Model, d: Data, kept: View, out: View, skipstage: int, sensors: bool) -> None:
    """out = qpos qvel act after a step, then sensordata of its start

    Afterwards the saved state is restored.
    """
    run_part(m, d, FORWARD_PART, skipstage, 0 if sensors else 1)
    state = m.nq + m.nv + m.na
    copy(out[state:], d.sensordata, m.nsensordata)
    kind = m.opt.integrator
    implicit = kind == mjtIntegrator.mjINT_IMPLICIT or kind == mjtIntegrator.mjINT_IMPLICITFAST
    run(m, d, IMPLICIT if implicit else EULER)
    copy(out, d.qpos, m.nq)
    copy(out[m.nq :], d.qvel, m.nv)
    copy(out[m.nq + m.nv :], d.act, m.na)
    restore_state(m, d, kept, False)


@kernel
def within(m: Model, i: int, value: float) -> bool:
    """Return whether control ``i`` may have ``value`` without being clamped."""
    if m.actuator_ctrllimited[i] == 0 or m.opt.disableflags & mjtDisableBit.mjDSBL_CLAMPCTRL != 0:
        return True
    return m.actuator_ctrlrange[i, 0] <= value <= m.actuator_ctrlrange[i, 1]


@kernel
def differentiate(
    m: Model,
    d: Data,
    kept: View,
    room: View,
    what: int,
    i: int,
    eps: float,
    wanted: int,
    up: bool,
    down: bool,
) -> View:
    """Return the derivative with respect to one variable: (dq, qvel, act) and sensors.

    Differences are one-sided unless CENTERED is set and both sides are allowed.
    room: work space for results at the saved state, above and below, for the derivative, and for nv elements
    """
    size = m.nq + m.nv + m.na + m.nsensordata
    base, found, work = room, room[3 * size :], room[4 * size :]
    above, below = base, base
    skip: int = (
        mjtStage.mjSTAGE_NONE
        if what == POS
        else mjtStage.mjSTAGE_POS
        if what == VEL
        else mjtStage.mjSTAGE_VEL
    )
    sensors = wanted & (SENSORS_BY_STATE | SENSORS_BY_CTRL) != 0
    width = 0.0
    if up:
        above = room[size:]
        perturb(m, d, what, i, eps, work)
        next_state(m, d, kept, above, skip, sensors)
        width += eps
    if down and (wanted & CENTERED != 0 or not up) and d.status == DONE:
        below = room[2 * size :]
        perturb(m, d, what, i, -eps, work)
        next_state(m, d, kept, below, skip, sensors)
        width += eps
    if width == 0.0:
        width = 1.0
    differentiate_pos(m, found, 1.0, below, above)
    for k in range(m.nv):
        found[k] /= width
    for k in range(m.nv + m.na + m.nsensordata):
        found[m.nv + k] = (above[m.nq + k] - below[m.nq + k]) / width
    return found


@kernel
def put_column(m: Model, found: View, state: View, sensors: View, asked: int, i: int, columns: int) -> None:
    """Write column ``i`` of the requested matrices.

    asked: bit 1 for the matrix of the state, bit 2 for that of sensors.
    """
    n = 2 * m.nv + m.na
    if asked & 1 != 0:
        for k in range(n):
            state[k * columns + i] = found[k]
    if asked & 2 != 0:
        for k in range(m.nsensordata):
            sensors[k * columns + i] = found[n + k]


@kernel
def transition(
    m: Model, d: Data, kept: View, room: View, A: View, B: View, C: View, D: View, eps: float, wanted: int
) -> None:
    """Compute the derivatives of a step (mjd_transitionFD): (x, u) -> (y, s).

    Reads   qpos qvel act ctrl, and the inputs of forward dynamics, all of which are restored
    Writes  A (nx, nx) dy/dx, B (nx, nu) dy/du, C (nsensordata, nx) ds/dx, D (.., nu) ds/du, nx = 2 nv + na
    Source  API / mjd_transitionFD
    """
    d.status = DONE
    save_state(m, d, kept)
    next_state(m, d, kept, room, mjtStage.mjSTAGE_NONE, wanted & (SENSORS_BY_STATE | SENSORS_BY_CTRL) != 0)
    by_ctrl = (1 if wanted & STATE_BY_CTRL != 0 else 0) + (2 if wanted & SENSORS_BY_CTRL != 0 else 0)
    for i in range(m.nu if by_ctrl != 0 else 0):
        if d.status != DONE:
            return
        up, down = within(m, i, d.ctrl[i] + eps), within(m, i, d.ctrl[i] - eps)
        put_column(m, differentiate(m, d, kept, room, CTRL, i, eps, wanted, up, down), B, D, by_ctrl, i, m.nu)
    by_state = (1 if wanted & STATE_BY_STATE != 0 else 0) + (2 if wanted & SENSORS_BY_STATE != 0 else 0)
    n = 2 * m.nv + m.na
    for i in range(n if by_state != 0 else 0):
        if d.status != DONE:
            return
        # positions last, since they invalidate every stage
        column = n - 1 - i
        what, k = ACT, column - 2 * m.nv
        if column < 2 * m.nv:
            what, k = (VEL, column - m.nv) if column >= m.nv else (POS, column)
        put_column(
            m, differentiate(m, d, kept, room, what, k, eps, wanted, True, True), A, C, by_state, column, n
        )


# Inverse dynamics


@kernel
def needed_force(
    m: Model, d: Data, kept: View, out: View, skipstage: int, sensors: bool, actuators: bool
) -> None:
    """out = qfrc_inverse (with or without actuator forces), sensordata, qM

    Afterwards the saved state is restored.
    """
    if not actuators:
        run_part(m, d, INVERSE_PART, skipstage, 1)
        run(m, d, ACTUATION)
    # sensors of actuator forces need the actuator forces first
    if (sensors or actuators) and d.status == DONE:
        run_part(m, d, INVERSE_PART, skipstage, 0 if sensors else 1)
    for k in range(m.nv):
        out[k] = d.qfrc_inverse[k] if actuators else d.qfrc_inverse[k] - d.qfrc_actuator[k]
    copy(out[m.nv :], d.sensordata, m.nsensordata)
    copy(out[m.nv + m.nsensordata :], d.qM, m.nM)
    restore_state(m, d, kept, True)


@kernel
def put_row(out: View, base: View, moved: View, eps: float, i: int, n: int) -> None:
    """Write row ``i`` of a derivative."""
    for k in range(n):
        out[i * n + k] = (moved[k] - base[k]) / eps


@kernel
def inverse_slopes(
    m: Model,
    d: Data,
    kept: View,
    room: View,
    DfDq: View,
    DfDv: View,
    DfDa: View,
    DsDq: View,
    DsDv: View,
    DsDa: View,
    DmDq: View,
    eps: float,
    wanted: int,
) -> None:
    """Compute derivatives of inverse dynamics by forward differences (mjd_inverseFD).

    Row i is the derivative with respect to the i-th variable.
    Reads   qpos qvel qacc, and the inputs of inverse dynamics, all of which are restored
    Writes  DfD* (nv, nv) of qfrc_inverse, DsD* (nv, nsensordata) of sensors, DmDq (nv, nM) of qM
    Source  API / mjd_inverseFD
    """
    d.status = DONE
    save_state(m, d, kept)
    actuators, sense = wanted & WITHOUT_ACTUATORS == 0, wanted & SENSORS * (BY_POS + BY_VEL + BY_ACC) != 0
    needed_force(m, d, kept, room, mjtStage.mjSTAGE_NONE, sense, actuators)
    inverse_rows(m, d, kept, room, ACC, mjtStage.mjSTAGE_VEL, DfDa, DsDa, DmDq, eps, wanted, BY_ACC)
    inverse_rows(m, d, kept, room, VEL, mjtStage.mjSTAGE_POS, DfDv, DsDv, DmDq, eps, wanted, BY_VEL)
    inverse_rows(m, d, kept, room, POS, mjtStage.mjSTAGE_NONE, DfDq, DsDq, DmDq, eps, wanted, BY_POS)


@kernel
def inverse_rows(
    m: Model,
    d: Data,
    kept: View,
    room: View,
    what: int,
    skipstage: int,
    forces: View,
    sensors: View,
    inertias: View,
    eps: float,
    wanted: int,
    by: int,
) -> None:
    """Write the rows of the matrices for one argument.

    room: work space for results without and with a perturbation, and for nv elements
    """
    size = m.nv + m.nsensordata + m.nM
    moved, work = room[size:], room[2 * size :]
    actuators, sense = wanted & WITHOUT_ACTUATORS == 0, wanted & SENSORS * (BY_POS + BY_VEL + BY_ACC) != 0
    force, sensor, inertia = wanted & by * FORCE != 0, wanted & by * SENSORS != 0, wanted & by * INERTIA != 0
    for i in range(m.nv if force or sensor or inertia else 0):
        if d.status != DONE:
            return
        perturb(m, d, what, i, eps, work)
        needed_force(m, d, kept, moved, skipstage, sense, actuators)
        if force:
            put_row(forces, room, moved, eps, i, m.nv)
        if sensor:
            put_row(sensors, room[m.nv :], moved[m.nv :], eps, i, m.nsensordata)
        if inertia:
            at = m.nv + m.nsensordata
            put_row(inertias, room[at:], moved[at:], eps, i, m.nM)
