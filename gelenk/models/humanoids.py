"""Controller of humanoids: squats in balance, by a linear quadratic regulator.

Documents: Modeling / MJCF models; Computation / Derivatives

The regulator is that of docs/tutorials/lqr.md, here for two feet and several depths of the squat:
ctrl = hold(depth) - K(depth) (difference of position and velocity from the pose in balance at this depth)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from scipy.optimize import least_squares

import gelenk

if TYPE_CHECKING:
    from gelenk import MjData, MjModel
    from gelenk.models.vehicles import Act

DEPTHS = np.linspace(0, 1, 5)  # depths of the balanced poses
PERIOD, REST = 2.8, 0.6  # time of a squat, and time to stand before the first [s]
MOST = 0.15  # limit of the feedback on a servo [rad]
NEAR = 0.06  # largest difference between target and current depth; below 0.05 in a balanced squat
SPEED = 0.5  # rate of the depth toward a distant target depth [1/s]
LEAD = 0.1  # gain of the target depth on the difference of rates [s]
JOINTS = {  # angle of a joint when it stands, and at the depth of 1 [rad]
    "abdomen_pitch": (0.0, 0.25),
    "shoulder_pitch": (0.0, 1.35),
    "shoulder_roll": (0.14, 0.14),
    "elbow": (0.35, 0.15),
    "hip_pitch": (0.157, 1.75),
    "knee": (0.349, 1.75),
    "ankle_pitch": (0.192, 0.5),
}


def squat_pose(m: MjModel, depth: float) -> np.ndarray:
    """Return qpos at a depth of the squat; height, lean and ankles are left open."""
    qpos = m.key("stand").qpos.copy()
    for name, (high, low) in JOINTS.items():
        for side in ("", "left_", "right_"):
            if gelenk.mj_name2id(m, gelenk.mjtObj.mjOBJ_JOINT, side + name) >= 0:
                qpos[m.joint(side + name).qposadr[0]] = high + depth * (low - high)
    return qpos


def balanced_pose(m: MjModel, d: MjData, depth: float) -> tuple[np.ndarray, np.ndarray]:
    """Return a pose with zero accelerations, and the targets of the servos that hold the pose.

    Solves for lean and ankles with the center of mass above level soles, then for height, lean and targets.
    """
    qpos = squat_pose(m, depth)
    feet = [m.site(side).id for side in ("left_sole", "right_sole")]
    ankles = [int(m.joint(f"{side}_ankle_pitch").qposadr[0]) for side in ("left", "right")]
    kp = m.actuator_gainprm[:, 0]

    def lean(angle: float) -> None:
        qpos[3:7] = np.cos(angle / 2), 0, np.sin(angle / 2), 0

    def unbalanced(unknown: np.ndarray) -> list[float]:
        lean(unknown[0])
        qpos[ankles] = unknown[1]
        d.qpos[:] = qpos
        gelenk.mj_kinematics(m, d)
        gelenk.mj_comPos(m, d)
        offset = d.subtree_com[0] - d.site_xpos[feet].mean(axis=0)
        return [offset[0] + 0.01, d.site_xmat[feet[0]].reshape(3, 3)[2, 0]]

    def accelerations(unknown: np.ndarray) -> np.ndarray:
        lean(unknown[1])
        qpos[2] = unknown[0]
        d.qpos[:], d.qvel[:], d.ctrl[:] = qpos, 0, qpos[7:] + unknown[2:] / kp
        gelenk.mj_forward(m, d)
        return d.qacc.copy()

    found = least_squares(unbalanced, [0.4 * depth, 0.2]).x
    ground = float(m.geom("left_foot_inner").size[0])
    height = d.qpos[2] - d.site_xpos[feet, 2].mean() + ground - 0.0015
    start = np.r_[height, found[0], np.zeros(m.nu)]
    scale = np.r_[1e-3, 1e-2, np.full(m.nu, 10.0)]
    found = least_squares(accelerations, start, x_scale=scale, diff_step=1e-6, max_nfev=12).x
    accelerations(found)
    qpos[0] = -d.site_xpos[feet, 0].mean()  # the soles do not move
    return qpos.copy(), d.ctrl.copy()


def linearize_step(
    m: MjModel, d: MjData, qpos: np.ndarray, ctrl: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Return the derivative of a step by state and by control, from central differences."""
    eps = 1e-5
    columns = []
    for k in range(2 * m.nv + m.nu):
        ends = []
        for sign in (1.0, -1.0):
            gelenk.mj_resetData(m, d)
            change = np.zeros(2 * m.nv + m.nu)
            change[k] = sign * eps
            d.qpos[:], d.qvel[:], d.ctrl[:] = qpos, change[m.nv : 2 * m.nv], ctrl + change[2 * m.nv :]
            gelenk.mj_integratePos(m, d.qpos, change[: m.nv], 1)
            gelenk.mj_step(m, d)
            moved = np.zeros(m.nv)
            gelenk.mj_differentiatePos(m, moved, 1, qpos, d.qpos)
            ends.append(np.r_[moved, d.qvel])
        columns.append((ends[0] - ends[1]) / (2 * eps))
    both = np.array(columns).T
    return both[:, : 2 * m.nv], both[:, 2 * m.nv :]


def solve_riccati(A: np.ndarray, B: np.ndarray, Q: np.ndarray, R: np.ndarray) -> np.ndarray:
    """Return the solution P of the discrete Riccati equation, by doubling.

    Source   Chu, Fan, Lin and Wang 2004, Structure-preserving algorithms for periodic Riccati equations
    """
    G, P = B @ np.linalg.solve(R, B.T), Q
    for _ in range(40):
        inverse = np.linalg.inv(np.eye(len(A)) + G @ P)
        change = A.T @ P @ inverse @ A
        A, G, P = A @ inverse @ A, G + A @ inverse @ G @ A.T, P + change
        if np.abs(change).max() < 1e-10 * np.abs(P).max():
            break
    return P


def feedback_gain(m: MjModel, d: MjData, qpos: np.ndarray, ctrl: np.ndarray) -> np.ndarray:
    """Return the feedback K (nu, 2 nv) that keeps the center of mass above the soles."""
    A, B = linearize_step(m, d, qpos, ctrl)
    d.qpos[:] = qpos
    gelenk.mj_kinematics(m, d)
    gelenk.mj_comPos(m, d)
    center, left, right = (np.zeros((3, m.nv)) for _ in range(3))
    gelenk.mj_jacSubtreeCom(m, d, center, 0)
    gelenk.mj_jacSite(m, d, left, None, m.site("left_sole").id)
    gelenk.mj_jacSite(m, d, right, None, m.site("right_sole").id)
    offset = center - 0.5 * (left + right)
    Q = 1e-4 * np.eye(2 * m.nv)
    Q[: m.nv, : m.nv] += 1000 * offset.T @ offset + np.diag(np.r_[np.zeros(6), np.ones(m.nv - 6)])
    R = np.eye(m.nu)
    discount = 1 - 1e-5  # < 1, since position on the floor is not controllable
    P = solve_riccati(discount * A, B, Q, R)
    K = np.linalg.solve(R + B.T @ P @ B, B.T @ P @ A)
    K[:, :2] = 0
    return K


class GainSchedule:
    """Poses in balance, targets of the servos, and gains, over the depth of the squat."""

    def __init__(self, m: MjModel) -> None:
        d = gelenk.MjData(m)
        found = [balanced_pose(m, d, depth) for depth in DEPTHS]
        self.qpos, self.hold = (np.array(part) for part in zip(*found, strict=True))
        self.gain = np.array([feedback_gain(m, d, *pair) for pair in found])

    def interpolate(self, table: np.ndarray, depth: np.ndarray) -> np.ndarray:
        """Return rows of a table at depths (n,), linearly between those of DEPTHS."""
        place = np.clip(depth, 0, 1) * (len(DEPTHS) - 1)
        low = np.minimum(place.astype(int), len(DEPTHS) - 2)
        part = (place - low).reshape(-1, *[1] * (table.ndim - 1))
        return (1 - part) * table[low] + part * table[low + 1]


def squat_in_turn(m: MjModel) -> Act:
    """Let each humanoid squat in turn; from a deep squat it first stands up.

    The target depth stays near the depth of the pose, so that every initial depth is possible. For a humanoid that has
    fallen, or starts on its back, the servos hold the standing pose: the regulator is valid on level soles only.
    """
    roots = [b for b in range(m.nbody) if m.body(b).name.endswith("pelvis")]
    q = np.array([m.jnt_qposadr[m.body_jntadr[b]] + np.arange(28) for b in roots])
    v = np.array([m.body_dofadr[b] + np.arange(27) for b in roots])
    prefix = [m.body(b).name.removesuffix("pelvis") for b in roots]
    u = np.array([m.actuator(f"{name}abdomen_yaw").id + np.arange(21) for name in prefix])
    if len(roots) == 1:
        one = m
    else:
        from gelenk import models

        one = models.load("humanoid")
    regulator = GainSchedule(one)
    slope = -np.gradient(regulator.qpos[:, 2], DEPTHS)
    delay = np.linspace(0, PERIOD, len(roots), endpoint=False)

    def depth(time: np.ndarray) -> np.ndarray:
        return 0.5 * (1 - np.cos(2 * np.pi * np.maximum(time, 0) / PERIOD))

    def keep_near(at: np.ndarray, rate: np.ndarray, height: np.ndarray, speed: np.ndarray) -> None:
        """Clip far targets to NEAR of the depth at pelvis ``height``, with rate SPEED, in place."""
        now = np.interp(-height, -regulator.qpos[:, 2], DEPTHS)
        far = np.abs(at - now) > NEAR
        rate[far] = SPEED * np.sign(at - now)[far]
        excess = rate + speed / np.interp(now, DEPTHS, slope)
        at[far] = np.clip(np.clip(at, now - NEAR, now + NEAR) + LEAD * excess, 0, 1)[far]

    def act(m: MjModel, d: MjData) -> None:
        time = d.time - REST - delay
        at, rate = depth(time), (depth(time + 5e-3) - depth(time - 5e-3)) / 1e-2
        qpos, qvel = d.qpos[q], d.qvel[v]
        keep_near(at, rate, qpos[:, 2], qvel[:, 2])
        goal = regulator.interpolate(regulator.qpos, at)
        moving = (regulator.interpolate(regulator.qpos, at + 1e-3 * rate) - goal) / 1e-3
        w, x, y, z = qpos[:, 3:7].T
        heading = np.arctan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z))
        error = np.zeros((len(roots), 54))
        error[:, 2] = qpos[:, 2] - goal[:, 2]
        error[:, 3:6] = rotation_between(goal[:, 3:7], remove_heading(qpos[:, 3:7], heading))
        error[:, 6:27] = qpos[:, 7:] - goal[:, 7:]
        c, s = np.cos(heading), np.sin(heading)
        error[:, 27] = c * qvel[:, 0] + s * qvel[:, 1] - moving[:, 0]
        error[:, 28] = c * qvel[:, 1] - s * qvel[:, 0]
        error[:, 29] = qvel[:, 2] - moving[:, 2]
        error[:, 30:33] = qvel[:, 3:6]
        error[:, 31] -= 2 * moving[:, 5]
        error[:, 33:] = qvel[:, 6:] - moving[:, 7:]
        feedback = np.einsum("nij,nj->ni", regulator.interpolate(regulator.gain, at), error)
        ctrl = regulator.interpolate(regulator.hold, at) - np.clip(feedback, -MOST, MOST)
        fallen = (qpos[:, 2] < 0.3) | (1 - 2 * (x * x + y * y) < 0.4)
        ctrl[fallen] = regulator.qpos[0, 7:]
        d.ctrl[u] = ctrl

    return act


def remove_heading(quat: np.ndarray, heading: np.ndarray) -> np.ndarray:
    """Remove the headings (n,) from orientations (n, 4)."""
    c, s = np.cos(heading / 2), np.sin(heading / 2)
    w, x, y, z = quat.T
    return np.column_stack([c * w + s * z, c * x + s * y, c * y - s * x, c * z - s * w])


def rotation_between(start: np.ndarray, end: np.ndarray) -> np.ndarray:
    """Return rotation vectors (n, 3) from ``start`` to ``end`` (n, 4), in that of ``start``."""
    a, b = start[:, :1], start[:, 1:]
    w, v = end[:, :1], end[:, 1:]
    turn = a * v - w * b - np.cross(b, v)
    cosine = a * w + np.sum(b * v, axis=1, keepdims=True)
    return 2 * turn * np.where(cosine < 0, -1.0, 1.0)
