"""Controllers of arms: gripper, seven joints, muscles, cables, a hand, a puzzle cube.

Documents: Modeling / MJCF models; Computation / Simulation pipeline

Each function returns a function (m, d) that sets d.ctrl from the state and the time of ``d`` alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from scipy.optimize import nnls

import gelenk
from gelenk.models.vehicles import ease

if TYPE_CHECKING:
    from gelenk import MjData, MjModel
    from gelenk.models.vehicles import Act

TRAYS = np.array([[0.42, 0.25], [0.42, -0.25]])  # centers of the two trays [m]
CYCLE = 8.0  # time to carry the block from a tray to the other [s]


def carry_block(m: MjModel) -> Act:
    """Carry the block from tray to tray: above it, down, close, up, across, down, open, up.

    The tool points down, so shoulder, elbow and wrist follow from the law of cosines.
    """
    upper, fore = float(m.body("fore").pos[2]), float(m.body("wrist").pos[2])
    tool = float(m.body("palm").pos[2] + m.site("tool").pos[2])
    base = float(m.body("turret").pos[2] + m.body("upper").pos[2])
    block = int(m.joint("block").qposadr[0])
    high, low, wide, shut = 0.22, 0.027, 0.04, 0.012

    def angles(x: float, y: float, z: float, heading: float) -> tuple[float, ...]:
        """Return the five angles that put the tool at a point, downward, turned by ``heading``."""
        out, up = np.hypot(x, y), z + tool - base
        bend = np.arccos(np.clip((out**2 + up**2 - upper**2 - fore**2) / (2 * upper * fore), -1, 1))
        lean = np.arctan2(out, up) - np.arctan2(fore * np.sin(bend), upper + fore * np.cos(bend))
        yaw = np.arctan2(y, x)
        return yaw, lean, bend, np.pi - lean - bend, yaw - heading

    def act(m: MjModel, d: MjData) -> None:
        turn, part = divmod(d.time / CYCLE, 1.0)
        t = CYCLE * part
        start, end = TRAYS[int(turn) % 2], TRAYS[(int(turn) + 1) % 2]
        at = d.qpos[block : block + 2]
        found = at if np.hypot(*at) < 0.6 and d.qpos[block + 2] < 0.3 else start
        w, _, _, z = d.qpos[block + 3 : block + 7]
        aligned = (2 * np.arctan2(z, w) + np.pi / 4) % (np.pi / 2) - np.pi / 4
        place = found if t < 4.0 else start + ease((t - 4.0) / 1.5) * (end - start)
        down = ease((t - 1.0) / 1.2) - ease((t - 3.0) / 1.0) + ease((t - 5.5) / 1.0) - ease((t - 7.0) / 1.0)
        height = high + down * (low - high)
        if t < 1.0:
            place = start + ease(t) * (found - start)
        d.ctrl[:5] = angles(place[0], place[1], height, aligned if t < 3.0 else 0.0)
        d.ctrl[5] = shut if 2.4 < t < 6.6 else wide

    return act


def solve_bounded(A: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Return x in [0, 1] with small |A x - b|; elements above 1 are set to 1."""
    x, free = np.zeros(A.shape[1]), np.ones(A.shape[1], bool)
    while free.any():
        x[free] = nnls(A[:, free], b - A[:, ~free].sum(axis=1))[0]
        if (x <= 1).all():
            break
        free &= x <= 1
        x[~free] = 1
    return x


def solve_activations(
    m: MjModel, d: MjData, acceleration: np.ndarray, gain: np.ndarray, bias: np.ndarray, weight: float
) -> np.ndarray:
    """Return inputs in [0, 1] of actuators that only pull, for an acceleration (nv).

    x (nu) minimizes the least-squares residual of moment' (gain x + bias) = M acceleration + qfrc_bias - qfrc_passive.

    weight   weight of x in the cost, so that small inputs are preferred
    """
    moment, torque = np.zeros((m.nu, m.nv)), np.zeros(m.nv)
    gelenk.mj_mulM(m, d, torque, acceleration)
    gelenk.mju_sparse2dense(moment, d.actuator_moment, d.moment_rownnz, d.moment_rowadr, d.moment_colind)
    wanted = torque + d.qfrc_bias - d.qfrc_passive - moment.T @ bias
    A = np.vstack([moment.T * gain, weight * np.eye(m.nu)])
    return solve_bounded(A, np.r_[wanted, np.zeros(m.nu)])


REACH = 1.8  # time to go to a place and to stay there [s]
REACHES = {  # site that the palm touches -> angles of the joints there; muscles can hold the arm in each pose
    "side": (-0.50, 0.95, -0.48, 0.55, 0.24),
    "high": (0.13, 1.74, 0.29, 0.97, 0.27),
    "mouth": (-0.73, 1.60, -0.50, 2.15, 0.14),
    "front": (0.10, 0.96, 0.64, 1.23, -0.29),
}


def reach_by_muscles(m: MjModel) -> Act:
    """Touch four points with ten muscles: joint errors give torques, torques activations.

    An arm that hangs down is first lifted to the side, where muscles can hold it. Controls lead the activations, since
    activation dynamics are slow.
    """
    poses = np.array(list(REACHES.values()))
    hangs = 0.5  # roll of the shoulder [rad]
    lift = (0, 0, 0.24, 0, 0.2, 0, 0.51, 0, 0, 0.17)
    stiffness, damping, most, ahead = 200.0, 26.0, 50.0, 3.0

    def pose(time: float) -> np.ndarray:
        leg, part = divmod(max(time, 0.0) / REACH, 1.0)
        start, end = poses[int(leg) % len(poses)], poses[(int(leg) + 1) % len(poses)]
        return start + ease(1.3 * part) * (end - start)

    def act(m: MjModel, d: MjData) -> None:
        if d.qpos[1] < hangs:
            d.ctrl[:] = lift if abs(d.qpos[0]) < 0.1 else 0
            return
        goal, rate = pose(d.time), (pose(d.time + 0.01) - pose(d.time - 0.01)) / 0.02
        push = np.clip(stiffness * (goal - d.qpos), -most, most) + damping * (rate - d.qvel)
        gain, bias = np.zeros(m.nu), np.zeros(m.nu)
        for i in range(m.nu):
            size, length = (m.actuator_lengthrange[i], m.actuator_acc0[i]), d.actuator_length[i]
            gain[i] = gelenk.mju_muscleGain(length, d.actuator_velocity[i], *size, m.actuator_gainprm[i, :9])
            bias[i] = gelenk.mju_muscleBias(length, *size, m.actuator_biasprm[i, :9])
        wanted = solve_activations(m, d, push, gain, bias, 0.4)
        d.ctrl[:] = np.clip(d.act + ahead * (wanted - d.act), 0, 1)

    return act


def bow_by_cables(m: MjModel) -> Act:
    """Bow and nod with eight cables, which only pull; without cables the arm falls over.

    Wanted torques follow from computed-torque control; the pulls are those of nonnegative least squares.
    """
    poses = np.array(
        [[0.0, 0.0, 0.0, 0.0], [0.0, -0.21, 0.93, 1.06], [0.0, 0.0, 0.44, 0.42], [0.0, 0.13, -1.1, -1.19]]
    )
    hold, stiffness, damping = 1.6, 120.0, 22.0

    def act(m: MjModel, d: MjData) -> None:
        leg, part = divmod(d.time / hold, 1.0)
        start, end = poses[int(leg) % len(poses)], poses[(int(leg) + 1) % len(poses)]
        goal = start + ease(2 * part) * (end - start)
        push = stiffness * (goal - d.qpos) - damping * d.qvel
        d.ctrl[:] = solve_activations(m, d, push, m.actuator_gainprm[:, 0], np.zeros(m.nu), 0.1)

    return act


def eight_point(time: float) -> np.ndarray:
    """Return the point on a horizontal figure eight that the tool follows [m]."""
    angle = 2 * np.pi * time / 5.0
    return np.array([0.5, 0.28 * np.sin(angle), 0.35 + 0.12 * np.sin(2 * angle)])


def draw_eight(m: MjModel) -> Act:
    """Draw a figure eight by resolved-rate control; the elbow returns to the keyframe.

    change = pinv(J) (goal - tool) + (1 - pinv(J) J) (home - angle)
    """
    home, tool = m.key("home").ctrl.copy(), m.site("tool").id
    jacobian = np.zeros((3, m.nv))

    def act(m: MjModel, d: MjData) -> None:
        gelenk.mj_kinematics(m, d)
        gelenk.mj_comPos(m, d)
        gelenk.mj_jacSite(m, d, jacobian, None, tool)
        J = jacobian[:, :7]
        soft = np.linalg.solve(
            J @ J.T + 1e-3 * np.eye(3), np.column_stack([J, eight_point(d.time) - d.site_xpos[tool]])
        )
        back = home - d.qpos[:7]
        change = J.T @ soft[:, 7] * 4.0 + 0.3 * (back - J.T @ (soft[:, :7] @ back))
        d.ctrl[:] = np.clip(d.qpos[:7] + np.clip(change, -0.25, 0.25), *m.actuator_ctrlrange.T)

    return act


TURNS = (("+z", 1), ("+x", 1), ("+z", -1), ("+x", -1))  # a face, and the quarter turns that it makes
TURN = 2.0  # time of a turn, with a rest after it [s]


def turn_faces(m: MjModel) -> Act:
    """Turn two faces of the cube by quarter turns back and forth; six rounds solve the cube.

    Motors turn the center of a face; torques turn the other pieces of the face to their current targets.
    """
    axes = [m.jnt_axis[m.joint(face).id] for face, _ in TURNS]
    balls = np.flatnonzero(m.jnt_type == int(gelenk.mjtJoint.mjJNT_BALL))
    rest = m.geom_pos[m.body_geomadr[m.jnt_bodyid[balls]]]
    dofs, quats = m.jnt_dofadr[balls], m.jnt_qposadr[balls]
    turned = np.tile(np.eye(3), (len(balls), 1, 1))
    before = [turned]  # orientations of all pieces before each turn of the six rounds
    for k in range(6 * len(TURNS)):
        turned = turned.copy()
        layer = np.einsum("nij,nj->ni", turned, rest) @ axes[k % 4] > 0.0095
        turned[layer] = np.rint(rotation_about(axes[k % 4], 0.5 * np.pi * TURNS[k % 4][1])) @ turned[layer]
        before.append(turned)

    def act(m: MjModel, d: MjData) -> None:
        leg, part = divmod(d.time / TURN, 1.0)
        k, made = int(leg) % 4, ease(1.3 * part)
        d.ctrl[:] = 0
        for i, (face, quarters) in enumerate(TURNS):
            done = (int(leg) + 3 - i) // 4 + (made if k == i else 0.0)
            d.ctrl[m.actuator(face).id] += 0.03 * 0.5 * np.pi * quarters * done
        d.ctrl[:] = np.clip(d.ctrl - 0.03 * d.actuator_length - 0.0005 * d.actuator_velocity, -0.006, 0.006)
        goal = before[int(leg) % 24].copy()
        layer = np.einsum("nij,nj->ni", goal, rest) @ axes[k] > 0.0095
        goal[layer] = rotation_about(axes[k], 0.5 * np.pi * TURNS[k][1] * made) @ goal[layer]
        wanted, late = np.zeros(4), np.zeros(3)
        for n, (dof, at) in enumerate(zip(dofs, quats, strict=True)):
            gelenk.mju_mat2Quat(wanted, goal[n].ravel())
            gelenk.mju_subQuat(late, wanted, d.qpos[at : at + 4])
            d.qfrc_applied[dof : dof + 3] = 0.5 * late - 0.005 * d.qvel[dof : dof + 3]

    return act


def rotation_about(axis: np.ndarray, angle: float) -> np.ndarray:
    """Return the matrix of a rotation about a unit axis by an angle [rad]."""
    quat, matrix = np.zeros(4), np.zeros(9)
    gelenk.mju_axisAngle2Quat(quat, axis, angle)
    gelenk.mju_quat2Mat(matrix, quat)
    return matrix.reshape(3, 3)


DRUM = 0.88  # time in which a finger is lifted and closed again [s]
FINGERS = (0, 3, 1, 2)  # order in which fingers are lifted: index, little, long, ring
SHUT = (0.0, 0.74, 1.26, 0.59)  # spread, proximal, middle and distal joint around the die [rad]
LIFTED = (0.0, 0.15, 0.25, 0.15)
THUMB = (0.055, 1.15, 0.80, 0.73)
RISE = (0.0, -22.5, 15.0, 6.3)  # change of the joints by displacement of the die above its place [rad/m]
ALONG = (0.0, 5.2, 5.2, 5.2)  # change of the joints by displacement of the die along the fingers [rad/m]
ACROSS = (-3.8, 0.0, 0.0, 0.0)  # change of the joints by displacement of the die across the fingers [rad/m]
PLACE = (
    0.037,
    0.0,
    0.029,
)  # rest position of the die in the palm frame [m]; a random search found all of these constants


def roll_die(m: MjModel) -> Act:
    """Roll the die in the hand: fingers are lifted in turn while the others hold it.

    Targets of the fingers follow the position of the die, so that the die sinks back between the fingers. Targets stay
    near the joint angles, so that fingers close softly around any side of the die. If the die falls, hand and die are
    reset.
    """
    most = 0.23  # limit of target minus joint angle [rad], so that a servo of 1.5 N m/rad exerts less than 0.35 N m
    shut = np.vstack([np.tile(SHUT, (4, 1)), THUMB])
    palm, die, start = m.body("palm").id, int(m.body("die").jntadr[0]), m.key("grasp").qpos.copy()
    at = int(m.jnt_qposadr[die])

    def act(m: MjModel, d: MjData) -> None:
        if d.qpos[at + 2] < -0.15:
            d.qpos[:], d.qvel[:] = start, 0
        off = d.xmat[palm].reshape(3, 3).T @ (d.qpos[at : at + 3] - d.xpos[palm]) - PLACE
        along, across, rise = np.clip(off, (-0.03, -0.03, -0.02), (0.03, 0.03, 0.04))
        goal = shut.copy()
        goal[:4] += np.array(RISE) * rise + np.array(ALONG) * along + np.array(ACROSS) * across
        leg, part = divmod(d.time / DRUM, 1.0)
        if leg > 0:
            finger = FINGERS[int(leg) % 4]
            up = 0.92 * (ease(2.5 * part) - ease(2.5 * (part - 0.6))) * np.clip(1 - 5 * rise, 0, 1)
            goal[finger] += up * (LIFTED - goal[finger])
        joints = d.qpos[: m.nu]
        target = joints + np.clip(goal.ravel() - joints, -most, most)
        d.ctrl[:] = np.clip(target, *m.actuator_ctrlrange.T)

    return act
