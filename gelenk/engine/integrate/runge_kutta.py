"""The fourth-order Runge-Kutta integrator.

Documents: Computation / General framework / Numerical integration

Stages at t, t + h/2, t + h/2, t + h, each from the start of the step with the derivative of the previous stage,
weighted 1/6, 1/3, 1/3, 1/6. The positions of a stage move with the velocity of the previous stage.

The orientation of a ball or free joint at a stage is q exp(u), where u is a rotation vector in the frame of the child.
The orientation is fourth order accurate only if the stages are combined as rates of u, which differ from the angular
velocity w (Munthe-Kaas 1998): with the angle a = |u|,

    du/dt = w + u x w / 2 + (1 - a/2 cot(a/2)) / a^2 u x (u x w)

Models of releases before 4.0 combine angular velocities, which is second order accurate.
"""

import math

from gelenk.algebra.linalg import copy
from gelenk.algebra.vec import Vec3, add, cross, get3, norm, scale
from gelenk.engine.force.actuation import ADVANCE_MEAN
from gelenk.engine.integrate.euler import advance, move_joints
from gelenk.engine.model_features import has_twists
from gelenk.engine.sleep.awake_lists import DOF, DOF_END, JOINT, JOINT_END
from gelenk.tables.enums import mjtJoint
from gelenk.tables.releases import R4_0
from gelenk.tables.stages import INDEX
from gelenk.tables.status import DONE
from gelenk.toolchain.kernel import call_pair, call_stage, kernel
from gelenk.toolchain.kernel_types import Data, Model

FORWARD_PART = INDEX["forward_part"]
KINEMATICS, COM_POS = INDEX["kinematics"], INDEX["com_pos"]
FLEX, TENDON = INDEX["flex"], INDEX["tendon"]


@kernel
def save_state(m: Model, d: Data) -> None:
    """Save the state at the start of the step."""
    d.rk_time = d.time
    copy(d.rk_qpos, d.qpos, m.nq)
    copy(d.rk_qvel, d.qvel, m.nv)
    copy(d.rk_act, d.act, m.na)


@kernel
def restore_state(m: Model, d: Data) -> None:
    """Restore the state at the start of the step."""
    d.time = d.rk_time
    copy(d.qpos, d.rk_qpos, m.nq)
    copy(d.qvel, d.rk_qvel, m.nv)
    copy(d.act, d.rk_act, m.na)


@kernel
def add_weighted(m: Model, d: Data, weight: float) -> None:
    """Add the derivative at the current stage to the weighted mean."""
    for i in range(m.nv):
        d.rk_vel[i] += weight * d.rk_rate[i]
        d.rk_acc[i] += weight * d.qacc[i]
    for k in range(m.na):
        d.rk_act_dot[k] += weight * d.act_dot[k]


@kernel
def move_to_stage(m: Model, d: Data, h: float) -> None:
    """Move from the start of the step by h along the derivative of the current stage."""
    copy(d.qpos, d.rk_qpos, m.nq)
    for r in range(d.nrun):
        move_joints(m, d.qpos, d.rk_rate, h, d.run[r, JOINT], d.run[r, JOINT_END])
        for i in range(d.run[r, DOF], d.run[r, DOF_END]):
            d.qvel[i] = d.rk_qvel[i] + h * d.qacc[i]
    for k in range(m.na):
        d.act[k] = d.rk_act[k] + h * d.act_dot[k]
    d.time = d.rk_time + h


@kernel
def rotation_rate(u: Vec3, w: Vec3) -> Vec3:
    """Return the rate of the rotation vector ``u`` at the angular velocity ``w``."""
    angle = norm(u)
    first = cross(u, w)
    # the series at small angles, where the formula loses digits
    factor = 1.0 / 12.0 + angle * angle / 720.0
    if angle > 0.01:
        factor = (1.0 - 0.5 * angle / math.tan(0.5 * angle)) / (angle * angle)
    return add(add(w, scale(first, 0.5)), scale(cross(u, first), factor))


@kernel
def correct_rates(m: Model, d: Data, h: float) -> None:
    """Set rk_rate (nv) at a stage h after the start, from rk_rate of the previous stage."""
    for j in range(m.njnt):
        kind, i = m.jnt_type[j], m.jnt_dofadr[j]
        if kind == mjtJoint.mjJNT_FREE:
            copy(d.rk_rate[i:], d.qvel[i:], 3)
            i += 3
        if kind == mjtJoint.mjJNT_FREE or kind == mjtJoint.mjJNT_BALL:
            rate = rotation_rate(scale(get3(d.rk_rate, i), h), get3(d.qvel, i))
            for k in range(3):
                d.rk_rate[i + k] = rate[k]
        else:
            d.rk_rate[i] = d.qvel[i]


@kernel
def runge_kutta(m: Model, d: Data) -> None:
    """Take one step of fourth-order Runge-Kutta after forward dynamics (mj_RungeKutta, N = 4).

    If a stage stops (d.status), the state is restored to the start of the step.
    Reads   qpos, qvel, act, qacc (nv), act_dot (na)
    Writes  qpos, qvel, act, time, qacc_warmstart, and all outputs of forward dynamics
    Source  Computation / Numerical integration
    """
    h = m.opt.timestep
    rnepost = d.flg_rnepost
    save_state(m, d)
    for i in range(m.nv):
        d.rk_vel[i] = 0.0
        d.rk_acc[i] = 0.0
    for k in range(m.na):
        d.rk_act_dot[k] = 0.0
    copy(d.rk_rate, d.qvel, m.nv)
    add_weighted(m, d, 1.0 / 6.0)
    for stage in range(3):
        forth = h if stage == 2 else 0.5 * h
        move_to_stage(m, d, forth)
        call_pair(m, d, FORWARD_PART, 0, 1)
        if d.status != DONE:
            restore_state(m, d)
            return
        if m.release[0] >= R4_0:
            correct_rates(m, d, forth)
        else:
            copy(d.rk_rate, d.qvel, m.nv)
        add_weighted(m, d, 1.0 / 6.0 if stage == 2 else 1.0 / 3.0)
    restore_state(m, d)
    # stages compute no sensors; body accelerations are those of the start of the step
    d.flg_rnepost = rnepost
    rods = m.nplastic > 0 and has_twists(m)
    if rods or (
        m.nplastic > 0 and m.ntendon > 0
    ):  # plastic springs need tendons and frames of rods at the start of the step
        call_stage(m, d, KINEMATICS)
        call_stage(m, d, COM_POS)
        if rods:
            call_stage(m, d, FLEX)
        if m.ntendon > 0:
            call_stage(m, d, TENDON)
    advance(m, d, d.rk_act_dot, d.rk_acc, d.rk_vel, ADVANCE_MEAN)
