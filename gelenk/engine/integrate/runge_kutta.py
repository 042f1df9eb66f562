"""The fourth-order Runge-Kutta integrator.

Documents: Computation / General framework / Numerical integration

Stages at t, t + h/2, t + h/2, t + h, each from the start of the step with the derivative of the previous stage,
weighted 1/6, 1/3, 1/3, 1/6. The positions of a stage move with the velocity of the previous stage.
"""

from gelenk.algebra.linalg import copy
from gelenk.engine.integrate.euler import advance, move_joints
from gelenk.engine.sleep.awake_lists import DOF, DOF_END, JOINT, JOINT_END
from gelenk.tables.stages import INDEX
from gelenk.tables.status import DONE
from gelenk.toolchain.kernel import call_pair, kernel
from gelenk.toolchain.kernel_types import Data, Model

FORWARD_PART = INDEX["forward_part"]


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
        d.rk_vel[i] += weight * d.qvel[i]
        d.rk_acc[i] += weight * d.qacc[i]
    for k in range(m.na):
        d.rk_act_dot[k] += weight * d.act_dot[k]


@kernel
def move_to_stage(m: Model, d: Data, h: float) -> None:
    """Move from the start of the step by h along the derivative of the current stage."""
    copy(d.qpos, d.rk_qpos, m.nq)
    for r in range(d.nrun):
        move_joints(m, d.qpos, d.qvel, h, d.run[r, JOINT], d.run[r, JOINT_END])
        for i in range(d.run[r, DOF], d.run[r, DOF_END]):
            d.qvel[i] = d.rk_qvel[i] + h * d.qacc[i]
    for k in range(m.na):
        d.act[k] = d.rk_act[k] + h * d.act_dot[k]
    d.time = d.rk_time + h


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
    add_weighted(m, d, 1.0 / 6.0)
    for stage in range(3):
        move_to_stage(m, d, h if stage == 2 else 0.5 * h)
        call_pair(m, d, FORWARD_PART, 0, 1)
        if d.status != DONE:
            restore_state(m, d)
            return
        add_weighted(m, d, 1.0 / 6.0 if stage == 2 else 1.0 / 3.0)
    restore_state(m, d)
    # stages compute no sensors; body accelerations are those of the start of the step
    d.flg_rnepost = rnepost
    advance(m, d, d.rk_act_dot, d.rk_acc, d.rk_vel)
