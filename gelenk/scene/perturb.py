"""Perturbation: pulling at the selected body with the mouse.

Documents: Programming / Visualization; API / mjv_initPerturb, mjv_movePerturb, mjv_applyPerturbPose,
mjv_applyPerturbForce

The spring to the mouse is critically damped for the mass m that is felt at the selected point p:
    force = m (k (goal - p) - sqrt(k) v),  1 / m = trace(J M^-1 J^T) / 3,  k = vis.map.stiffness,
and likewise the torque about the center of mass, with k = vis.map.stiffnessrot and the rotational inertia at qpos0. It
takes the place of the torque that the force has about the center of mass, which also damps spinning about the spring.
"""

import math
from collections.abc import Iterable
from typing import SupportsFloat, cast

import numpy as np

from gelenk.algebra.vec import (
    Mat3,
    Quat,
    Vec3,
    add,
    add_scaled,
    axis_angle_to_quat,
    cross,
    dot,
    mat_vec,
    mul_quat,
    neg_quat,
    norm,
    normalize,
    normalize4,
    rotate,
    scale,
    sub,
)
from gelenk.jit import library
from gelenk.scene.beyond import pose_beyond
from gelenk.scene.cameras import frustum_height, triple
from gelenk.scene.classes import MjvPerturb, MjvScene
from gelenk.scene.mouse import MOVE_REL, ROTATE, SLOWER, VERTICAL, align_to_camera, drag
from gelenk.scene.room import camera_in_model
from gelenk.tables.enums import mjMINVAL, mjtJoint, mjtObj, mjtPertBit
from gelenk.world.data import MjData
from gelenk.world.model import MjModel

FARTHEST = 0.5 * math.pi  # that the wanted orientation may be from that of the body


def _quat(numbers: Iterable[SupportsFloat]) -> Quat:
    w, x, y, z = (float(value) for value in numbers)
    return w, x, y, z


def _inertial_quat(m: MjModel, d: MjData, b: int) -> Quat:
    """Orientation of the inertial frame of body ``b``."""
    return mul_quat(_quat(d._a_xquat[b]), _quat(m._a_body_iquat[b]))


def _selected(m: MjModel, pert: MjvPerturb) -> int:
    """The selected body; 0 where none is, or none that there is."""
    return pert.select if 0 < pert.select < m.nbody else 0


def _selected_point(d: MjData, pert: MjvPerturb, b: int) -> Vec3:
    """The selected point of body ``b`` in the world."""
    mat = tuple(d._a_xmat[b].tolist())
    return add(triple(d._a_xpos[b]), mat_vec(mat, triple(pert.localpos)))


def init_perturb(m: MjModel, d: MjData, scn: MjvScene, pert: MjvPerturb) -> None:
    """Let a perturbation begin where the selected body is (mjv_initPerturb)."""
    b = _selected(m, pert)
    if not b:
        return
    point = _selected_point(d, pert, b)
    pert.refpos[:] = d._a_xipos[b]
    pert.refquat[:] = _inertial_quat(m, d, b)
    pert.refselpos[:] = point
    pert.localmass = _local_mass(m, d, b, point)
    if 0 <= pert.flexselect < m.nflex:  # a vertex drags its neighbours: as many as meet there on average
        f = pert.flexselect
        pert.localmass *= 2.0 * float(m._a_flex_edgenum[f]) / max(1.0, float(m._a_flex_vertnum[f]))
    pos, forward, _ = camera_in_model(scn)
    pert.scale = frustum_height(scn) * dot(sub(point, pos), forward)
    pert.scale *= SLOWER if scn._a_camera_orthographic[0] else 1.0


def _local_mass(m: MjModel, d: MjData, b: int, point: Vec3) -> float:
    """Mass that is felt at a point of body ``b``, on average of all directions; 1 where it cannot move."""
    jac, spare = np.zeros((3, m.nv)), np.zeros((3, m.nv))
    if m.nv == 0:
        return 1.0
    library.call("jac", m, d, jac, spare, np.array(point), b)
    solved = np.zeros((3, m.nv))
    library.call("solve_m", m, d, solved, jac, 3)
    with np.errstate(over="ignore", invalid="ignore"):
        inverse = float((solved * jac).sum()) / 3.0
    return 1.0 / inverse if inverse > mjMINVAL else 1.0


def move_perturb(
    m: MjModel, d: MjData, action: int, dx: float, dy: float, scn: MjvScene, pert: MjvPerturb
) -> None:
    """Let a drag of the mouse, in parts of the window, move or turn the goal (mjv_movePerturb)."""
    _, forward, _ = camera_in_model(scn)
    b = _selected(m, pert)
    moved = align_to_camera(drag(action, dx, dy), forward)
    if action in ROTATE:
        turn = axis_angle_to_quat(normalize(moved), 2.0 * math.pi * norm(moved))
        pert.refquat[:] = normalize4(mul_quat(turn, _quat(pert.refquat)))
        if b:
            _keep_near(m, d, pert, b)
        return
    if action in MOVE_REL:
        along = (0.0, dx, dy) if action in VERTICAL else (dy, dx, 0.0)
        moved = mat_vec(_axes(m, d, pert), along)
    pert.refpos[:] = add_scaled(triple(pert.refpos), moved, pert.scale)
    pert.refselpos[:] = add_scaled(triple(pert.refselpos), moved, pert.scale)


def _axes(m: MjModel, d: MjData, pert: MjvPerturb) -> Mat3:
    """Orientation of the selected body, or of what 3.5.0 takes for that of one that does not exist."""
    if pert.select >= m.nbody:
        pose = pose_beyond(d, pert.select)
        if pose is not None:
            return cast(Mat3, tuple(pose[1][0].tolist()))
    return cast(Mat3, tuple(d._a_xmat[_selected(m, pert)].tolist()))


def _keep_near(m: MjModel, d: MjData, pert: MjvPerturb, b: int) -> None:
    """Limit the wanted orientation to a quarter turn from that of the body."""
    now = _inertial_quat(m, d, b)
    w, x, y, z = mul_quat(neg_quat(now), _quat(pert.refquat))
    sine = norm((x, y, z))
    angle = 2.0 * math.atan2(sine, w)
    if angle > math.pi:
        angle -= 2.0 * math.pi
    if abs(angle) > FARTHEST:
        turn = axis_angle_to_quat(normalize((x, y, z)), math.copysign(FARTHEST, angle))
        pert.refquat[:] = normalize4(mul_quat(now, turn))


def apply_perturb_pose(m: MjModel, d: MjData, pert: MjvPerturb, paused: int) -> None:
    """Put a mocap body where it is wanted; while paused also the tree of the body, if its root is free.

    Reads   refpos, refquat: the wanted pose of the inertial frame     Writes  mocap_pos, mocap_quat or qpos
    """
    b = _selected(m, pert)
    if not b or not (pert.active | pert.active2):
        return
    back = neg_quat(_quat(m._a_body_iquat[b]))
    quat = mul_quat(_quat(pert.refquat), back)
    pos = sub(triple(pert.refpos), rotate(quat, triple(m._a_body_ipos[b])))
    mocap = int(m._a_body_mocapid[b])
    if mocap >= 0:
        d._a_mocap_pos[mocap] = pos
        d._a_mocap_quat[mocap] = quat
        return
    root = int(m._a_body_rootid[b])
    joint = int(m._a_body_jntadr[root])
    if not paused or joint < 0 or m._a_body_jntnum[root] == 0 or m._a_jnt_type[joint] != mjtJoint.mjJNT_FREE:
        return
    # the root goes where it keeps its place to the selected body
    back = neg_quat(_quat(d._a_xquat[b]))
    relative = mul_quat(back, _quat(d._a_xquat[root]))
    offset = rotate(back, sub(triple(d._a_xpos[root]), triple(d._a_xpos[b])))
    at = int(m._a_jnt_qposadr[joint])
    d._a_qpos[at : at + 3] = add(pos, rotate(quat, offset))
    d._a_qpos[at + 3 : at + 7] = mul_quat(quat, relative)


def apply_perturb_force(m: MjModel, d: MjData, pert: MjvPerturb) -> None:
    """Force and torque of the spring to the mouse, on the selected body (mjv_applyPerturbForce).

    Reads   poses and velocities of the body     Writes  xfrc_applied of the body alone
    """
    b = pert.select
    active = pert.active | pert.active2
    if not 0 <= b < m.nbody or not active & (mjtPertBit.mjPERT_TRANSLATE | mjtPertBit.mjPERT_ROTATE):
        return
    velocity = np.zeros(6)
    library.call("object_velocity", m, d, mjtObj.mjOBJ_BODY, b, velocity, 0)
    spin, speed = triple(velocity[:3]), triple(velocity[3:])
    force = d._a_xfrc_applied[b]
    center = triple(d._a_xipos[b])
    torque = (0.0, 0.0, 0.0)
    if active & mjtPertBit.mjPERT_TRANSLATE:
        k, point = m.vis.map.stiffness, _selected_point(d, pert, b)
        speed = add(speed, cross(spin, sub(point, center)))
        pull = sub(scale(sub(triple(pert.refselpos), point), k), scale(speed, math.sqrt(k)))
        pull = scale(pull, pert.localmass)
        along = normalize(sub(triple(pert.refselpos), point))
        untwist = -math.sqrt(m.vis.map.stiffnessrot) * _rotational_inertia(m, b) * dot(spin, along)
        torque = add_scaled(cross(sub(point, center), pull), along, untwist)
        force[:3] = pull
    if active & mjtPertBit.mjPERT_ROTATE:
        torque = _turning(m, d, pert, b, spin)
    force[3:] = torque


def _rotational_inertia(m: MjModel, b: int) -> float:
    """What body ``b`` opposes to torques at qpos0; 1 where it cannot turn."""
    inverse = float(m._a_body_invweight0[b, 1])
    return 1.0 / inverse if inverse > mjMINVAL else 1.0


def _turning(m: MjModel, d: MjData, pert: MjvPerturb, b: int, spin: Vec3) -> Vec3:
    """Torque towards the wanted orientation of the inertial frame of body ``b``."""
    k = m.vis.map.stiffnessrot
    w, x, y, z = normalize4(mul_quat(_quat(pert.refquat), neg_quat(_inertial_quat(m, d, b))))
    sine = norm((x, y, z))
    angle = 2.0 * math.atan2(sine, w)
    if angle > math.pi:
        angle -= 2.0 * math.pi
    turn = scale(normalize((x, y, z)), angle) if sine > mjMINVAL else (0.0, 0.0, 0.0)
    return scale(sub(scale(turn, k), scale(spin, math.sqrt(k))), _rotational_inertia(m, b))
