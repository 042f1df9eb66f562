"""The Euler integrator, the advance of the state, and plastic springs (springyield).

Documents: Computation / General framework / Numerical integration; XML reference / joint, tendon (springyield of
4.0.0); Computation / State and control

Semi-implicit Euler: v += h a, then q += h v with the new v. With joint damping the velocity is implicit; B is the
derivative of the damping force, including the damping that actuators add to joints:
(M + h B) a_new = qfrc_smooth + qfrc_constraint.

Plastic springs (springyield): references follow displacements beyond the threshold.

Ideal plasticity, at the end of a step, with the new positions q and lengths L:
    slide, hinge   reference <- clamp(reference, q - yield, q + yield)
    ball           the reference rotates toward q, by the shortest rotation, until their angle is the threshold
    tendon         both ends of the deadband move until L is within the threshold of the deadband. The lower end 0 of a
                   slack tendon (0, upper > 0) does not move when the tendon is stretched.
New lengths of tendons are those of the step plus h J v, with the velocity v that moves the positions.
"""

from gelenk.algebra.factor import factor_trees
from gelenk.algebra.linalg import copy, dot_dense, is_sparse
from gelenk.algebra.vec import get4, mul_quat, norm, normalize4, rotvec_to_quat, scale, sub_quat
from gelenk.engine.coefficients import dof_damping, has_plain_dampers
from gelenk.engine.force.actuation import ADVANCE, DRIVES, is_disabled, is_drive, next_activation
from gelenk.engine.model_features import has_plastic_cells, has_plastic_flexes, has_twists, yields
from gelenk.engine.plugins import run
from gelenk.engine.position.inertia import solve_trees
from gelenk.engine.sleep.awake_lists import DOF, DOF_END, ENTRY, ENTRY_END, JOINT, JOINT_END
from gelenk.engine.stage_calls import call_far, is_loaded, require
from gelenk.tables.enums import mjtDisableBit, mjtIntegrator, mjtJoint
from gelenk.tables.stages import INDEX
from gelenk.tables.status import DONE
from gelenk.toolchain.kernel import flat, kernel, spread
from gelenk.toolchain.kernel_types import Data, Model, View

KEEP_HISTORY, RUN_PLUGINS = INDEX["keep_history"], INDEX["run_plugins"]
YIELD_SPRINGS, YIELD_FLEXES, YIELD_CELLS = INDEX["yield_springs"], INDEX["yield_flexes"], INDEX["yield_cells"]
KEEP_RODS = INDEX["keep_rods"]


@kernel
def integrate_quat(qpos: View, adr: int, vel: View, dof: int, h: float) -> None:
    """Rotate the quaternion at qpos[adr] by h times the local angular velocity at vel[dof]."""
    turn = rotvec_to_quat((h * vel[dof], h * vel[dof + 1], h * vel[dof + 2]))
    q = mul_quat(normalize4((qpos[adr], qpos[adr + 1], qpos[adr + 2], qpos[adr + 3])), turn)
    qpos[adr] = q[0]
    qpos[adr + 1] = q[1]
    qpos[adr + 2] = q[2]
    qpos[adr + 3] = q[3]


@kernel
def integrate_pos(m: Model, qpos: View, vel: View, h: float) -> None:
    """Move qpos (nq) with the velocity vel (nv) for the time h (mj_integratePos)."""
    move_joints(m, qpos, vel, h, 0, m.njnt)


@kernel
def move_joints(m: Model, qpos: View, vel: View, h: float, first: int, end: int) -> None:
    """Integrate, as integrate_pos does, the joints ``first`` .. ``end`` - 1."""
    for j in range(first, end):
        adr, dof = m.jnt_qposadr[j], m.jnt_dofadr[j]
        kind = m.jnt_type[j]
        if kind == mjtJoint.mjJNT_FREE:
            for k in range(3):
                qpos[adr + k] += h * vel[dof + k]
            integrate_quat(qpos, adr + 3, vel, dof + 3, h)
        elif kind == mjtJoint.mjJNT_BALL:
            integrate_quat(qpos, adr, vel, dof, h)
        else:
            qpos[adr] += h * vel[dof]


@kernel
def advance_activations(m: Model, d: Data, act_dot: View, task: int) -> None:
    """Advance act by one timestep, except activations of disabled actuators.

    task   task of drives.py for the activations of drives (ADVANCE, ADVANCE_MEAN)
    """
    found = False
    for i in range(m.nactuator):
        adr = m.actuator_actadr[i]
        if m.actuator_actnum[i] > 0 and is_drive(m, i):
            found = True
        elif not is_disabled(m, i):
            for k in range(adr, adr + m.actuator_actnum[i]):
                d.act[k] = next_activation(m, d, i, k, act_dot[k])
    if found:
        call_far(m, d, DRIVES, task, 0)


@kernel
def has_active_drives(m: Model) -> bool:
    """Return whether an activation belongs to a drive (force/drives.py)."""
    for i in range(m.nactuator):
        if m.actuator_actnum[i] > 0 and is_drive(m, i):
            return True
    return False


@kernel
def can_advance(m: Model, d: Data) -> bool:
    """Return whether all stages that `advance` calls are loaded, or request one of them.

    All of them must be loaded before the state changes, because a step that misses a stage is repeated from its start.
    """
    if m.na > 0 and has_active_drives(m) and not is_loaded(m, d, DRIVES):
        return False
    if m.nplastic == 0:
        return True
    if not is_loaded(m, d, YIELD_SPRINGS):
        return False
    if has_plastic_flexes(m) and not is_loaded(m, d, YIELD_FLEXES):
        return False
    if has_plastic_cells(m) and not is_loaded(m, d, YIELD_CELLS):
        return False
    return not has_twists(m) or is_loaded(m, d, KEEP_RODS)


@kernel
def advance(m: Model, d: Data, act_dot: View, qacc: View, qvel: View, task: int) -> None:
    """Advance state and time by one timestep.

    ``qvel`` is the velocity that moves the positions; d.qvel stands for the velocity at the end of the step.
    ``task`` is ADVANCE for d.act_dot, ADVANCE_MEAN for d.rk_act_dot.
    Reads   qpos, qvel, act, and the arguments act_dot (na), qacc (nv), qvel (nv)
    Writes  act, qvel, qpos, time, qacc_warmstart, history, plastic; writes rk_vel if springs yield
    """
    if m.nhistory > 0:
        require(m, d, KEEP_HISTORY)
        if d.status != DONE:  # the readings for the history are incomplete
            return
    if m.nplugin > 0:
        call_far(m, d, RUN_PLUGINS, run.VERIFY, 0)
        if d.status != DONE:  # a failed call must stop before the advance begins
            return
    if not can_advance(m, d):
        return
    h = m.opt.timestep
    if m.na > 0:
        advance_activations(m, d, act_dot, task)
    for r in range(d.nrun):
        for i in range(d.run[r, DOF], d.run[r, DOF_END]):
            d.qvel[i] += h * qacc[i]
    for r in range(d.nrun):
        move_joints(m, d.qpos, qvel, h, d.run[r, JOINT], d.run[r, JOINT_END])
    if m.nplastic > 0:
        copy(d.rk_vel, qvel, m.nv)
        require(m, d, YIELD_SPRINGS)
        if has_plastic_flexes(m):
            require(m, d, YIELD_FLEXES)
        if has_twists(m):
            require(m, d, KEEP_RODS)
    d.time += h
    copy(d.qacc_warmstart, d.qacc, m.nv)
    if m.nplugin > 0:
        call_far(m, d, RUN_PLUGINS, run.ADVANCE, 0)


@kernel
def is_damped(m: Model) -> bool:
    """Return whether Euler treats joint damping implicitly (under discrete, qacc includes it)."""
    if m.opt.integrator == mjtIntegrator.mjINT_DISCRETE:
        return False
    if m.opt.disableflags & (mjtDisableBit.mjDSBL_EULERDAMP | mjtDisableBit.mjDSBL_DAMPER) != 0:
        return False
    for i in range(m.nv):
        if m.dof_damping[i] > 0.0:
            return True
    return not has_plain_dampers(m)


@kernel
def factor_and_solve(m: Model, d: Data) -> None:
    """qacc_new <- inv(qH) qacc_new at awake dofs; qH is factorized in place"""
    for r in range(d.nrun):
        factor_trees(m, d.qH, d.qHDiagInv, d.run[r, DOF], d.run[r, DOF_END])
        solve_trees(m, d.qH, d.qHDiagInv, d.qacc_new, d.run[r, DOF], d.run[r, DOF_END])


@kernel
def solve_damped(m: Model, d: Data) -> None:
    """qacc_new = inv(M + h diag(damping derivative)) (qfrc_smooth + qfrc_constraint).

    Writes qH (nC), qHDiagInv (nv), qacc_new (nv)
    """
    for r in range(d.nrun):
        for k in spread(d, d.run[r, ENTRY], d.run[r, ENTRY_END]):
            d.qH[k] = d.M[k]
    plain = has_plain_dampers(m)
    for r in range(d.nrun):
        for i in range(d.run[r, DOF], d.run[r, DOF_END]):
            damping = m.dof_damping[i] if plain else dof_damping(m, i, d.qvel[i], True)
            d.qH[m.M_rowadr[i] + m.M_rownnz[i] - 1] += m.opt.timestep * damping
            d.qacc_new[i] = d.qfrc_smooth[i] + d.qfrc_constraint[i]
    factor_and_solve(m, d)


@kernel
def euler(m: Model, d: Data) -> None:
    """Take one step of semi-implicit Euler, with implicit joint damping (mj_Euler).

    Under the integrator discrete, qacc already includes damping (discrete.py).

    Reads   qacc, qfrc_smooth, qfrc_constraint (nv), M (nC), act_dot (na)
    Writes  qpos, qvel, act, time, qacc_warmstart; qH, qHDiagInv if damped
    Source  Computation / Numerical integration
    """
    if is_damped(m):
        solve_damped(m, d)
        advance(m, d, d.act_dot, d.qacc_new, d.qvel, ADVANCE)
    else:
        advance(m, d, d.act_dot, d.qacc, d.qvel, ADVANCE)


# Plastic springs


@kernel
def yield_joint(m: Model, d: Data, j: int) -> None:
    """Move the spring reference of joint j to within the threshold of its position."""
    threshold = max(0.0, m.jnt_springyield[j])
    at, adr = m.jnt_plasticadr[j], m.jnt_qposadr[j]
    if m.jnt_type[j] != mjtJoint.mjJNT_BALL:
        q = d.qpos[adr]
        d.plastic[at] = min(max(d.plastic[at], q - threshold), q + threshold)
        return
    reference = get4(d.plastic, at)
    turn = sub_quat(normalize4(get4(d.qpos, adr)), reference)
    angle = norm(turn)
    if angle > threshold:
        moved = normalize4(mul_quat(reference, rotvec_to_quat(scale(turn, 1.0 - threshold / angle))))
        for k in range(4):
            d.plastic[at + k] = moved[k]


@kernel
def lengthening(m: Model, d: Data, t: int) -> float:
    """Return the rate of the length of tendon t at the velocity rk_vel [m/s]."""
    if not is_sparse(m):
        return dot_dense(d.ten_J[t], d.rk_vel, m.nv)
    total = 0.0
    values, columns = flat(d.ten_J), flat(d.ten_J_colind)
    adr = d.ten_J_rowadr[t]
    for k in range(adr, adr + d.ten_J_rownnz[t]):
        total += values[k] * d.rk_vel[columns[k]]
    return total


@kernel
def yield_tendon(m: Model, d: Data, t: int) -> None:
    """Move the deadband of tendon t to within the threshold of its length."""
    threshold = max(0.0, m.tendon_springyield[t])
    at = m.tendon_plasticadr[t]
    low, high = d.plastic[at], d.plastic[at + 1]
    length = d.ten_length[t] + m.opt.timestep * lengthening(m, d, t)
    if length > high + threshold:
        shift = length - threshold - high
        d.plastic[at + 1] = high + shift
        if low != 0.0 or high <= 0.0:
            d.plastic[at] = low + shift
    elif length < low - threshold:
        shift = length + threshold - low
        d.plastic[at] = low + shift
        d.plastic[at + 1] = high + shift


@kernel
def yield_springs(m: Model, d: Data) -> None:
    """Update the references of springs that yield, unless springs are disabled.

    Reads   qpos (new), ten_length, ten_J (of the step), rk_vel (nv): the velocity that moved qpos
    Writes  plastic (nplastic) [m, rad]
    """
    if m.opt.disableflags & mjtDisableBit.mjDSBL_SPRING != 0:
        return
    for r in range(d.nrun):
        for j in range(d.run[r, JOINT], d.run[r, JOINT_END]):
            if yields(m, j):
                yield_joint(m, d, j)
    for t in range(m.ntendon):
        if m.tendon_plasticadr[t] >= 0 and d.tendon_asleep[t] == 0:
            yield_tendon(m, d, t)
