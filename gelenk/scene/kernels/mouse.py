"""Mouse kernels: drags of cameras, model and perturbation, and perturbation forces.

Documents: Programming / Visualization; API / mjv_moveCamera, mjv_moveModel, mjv_movePerturb, mjv_alignToCamera; API /
mjv_applyPerturbPose, mjv_applyPerturbForce

Drags move cameras, the model in the room, and the goal of a perturbation. Kernels that return an int return 0 on
success; otherwise nothing is written, and Python raises the error.

Perturbation kernels: mjv_applyPerturbPose, mjv_applyPerturbForce.

The spring to the mouse is critically damped for the effective mass m at the selected point p:
    force = m (k (goal - p) - sqrt(k) v),  1 / m = trace(J M^-1 J^T) / 3,  k = vis.map.stiffness,
and likewise the torque about the center of mass, with k = vis.map.stiffnessrot and the rotational inertia at qpos0. The
torque replaces that of the force about the center of mass, which also damps spinning about the spring.
"""

import math

from gelenk.algebra.spatial import rotation_part
from gelenk.algebra.vec import (
    Quat,
    Vec3,
    add,
    add_scaled,
    axis_angle_to_quat,
    clamp,
    cross,
    dot,
    get3,
    get4,
    load3,
    load4,
    load9,
    mat_vec,
    mul_quat,
    neg_quat,
    norm,
    normalize,
    normalize4,
    rotate,
    scale,
    set3,
    store3,
    store4,
    sub,
)
from gelenk.engine.functions.rotations import set4
from gelenk.engine.position.object_frames import com_offset, motion_at
from gelenk.scene.kernels.model_frame import NO, has_unset_cameras, model_view, room_view, unit_frustum_height
from gelenk.tables.enums import mjMINVAL, mjtCamera, mjtJoint, mjtMouse, mjtPertBit
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model, Scene, View


@kernel
def inertial_quat(m: Model, d: Data, b: int) -> Quat:
    """Return the orientation of the inertial frame of body ``b``."""
    return mul_quat(load4(d.xquat, b), load4(m.body_iquat, b))


@kernel
def point_of(d: Data, b: int, localpos: View) -> Vec3:
    """Return the selected point of body ``b`` in the world frame."""
    return add(load3(d.xpos, b), mat_vec(load9(d.xmat, b), get3(localpos, 0)))


@kernel
def apply_perturb_pose(
    m: Model, d: Data, select: int, active: int, active2: int, refpos: View, refquat: View, paused: int
) -> None:
    """Move a mocap body to its goal; while paused, also a tree with a free root joint.

    Reads   refpos, refquat: the goal pose of the inertial frame     Writes  mocap_pos, mocap_quat or qpos
    """
    b = select
    if b <= 0 or b >= m.nbody or (active | active2) == 0:
        return
    quat = mul_quat(get4(refquat, 0), neg_quat(load4(m.body_iquat, b)))
    pos = sub(get3(refpos, 0), rotate(quat, load3(m.body_ipos, b)))
    mocap = m.body_mocapid[b]
    if mocap >= 0:
        store3(d.mocap_pos, mocap, pos)
        store4(d.mocap_quat, mocap, quat)
        return
    root = m.body_rootid[b]
    joint = m.body_jntadr[root]
    if paused == 0 or joint < 0 or m.body_jntnum[root] == 0:
        return
    if m.jnt_type[joint] != mjtJoint.mjJNT_FREE:
        return
    # the root keeps its pose relative to the selected body
    back = neg_quat(load4(d.xquat, b))
    relative = mul_quat(back, load4(d.xquat, root))
    offset = rotate(back, sub(load3(d.xpos, root), load3(d.xpos, b)))
    at = m.jnt_qposadr[joint]
    set3(d.qpos, at, add(pos, rotate(quat, offset)))
    turned = mul_quat(quat, relative)
    for k in range(4):
        d.qpos[at + 3 + k] = turned[k]


@kernel
def rotational_inertia(m: Model, b: int) -> float:
    """Return the effective rotational inertia of body ``b`` at qpos0; 1 if it cannot rotate."""
    inverse = m.body_invweight0[b, 1]
    return 1.0 / inverse if inverse > mjMINVAL else 1.0


@kernel
def orientation_torque(m: Model, d: Data, b: int, refquat: View, spin: Vec3, k: float) -> Vec3:
    """Return the torque towards the goal orientation of the inertial frame of body ``b``."""
    w, x, y, z = normalize4(mul_quat(get4(refquat, 0), neg_quat(inertial_quat(m, d, b))))
    sine = norm((x, y, z))
    angle = 2.0 * math.atan2(sine, w)
    if angle > math.pi:
        angle -= 2.0 * math.pi
    turn = (0.0, 0.0, 0.0)
    if sine > mjMINVAL:
        turn = scale(normalize((x, y, z)), angle)
    return scale(sub(scale(turn, k), scale(spin, math.sqrt(k))), rotational_inertia(m, b))


@kernel
def apply_perturb_force(
    m: Model,
    d: Data,
    select: int,
    active: int,
    active2: int,
    refquat: View,
    refselpos: View,
    localpos: View,
    localmass: float,
    stiffness: float,
    stiffnessrot: float,
) -> None:
    """Apply force and torque of the mouse spring to the selected body (mjv_applyPerturbForce).

    Reads   pose and velocity of the body     Writes  xfrc_applied of that body
    """
    b, bits = select, active | active2
    if b < 0 or b >= m.nbody or bits & (mjtPertBit.mjPERT_TRANSLATE | mjtPertBit.mjPERT_ROTATE) == 0:
        return
    center = load3(d.xipos, b)
    spin = rotation_part(d.cvel, b)
    torque = (0.0, 0.0, 0.0)
    if bits & mjtPertBit.mjPERT_TRANSLATE:
        point, goal = point_of(d, b, localpos), get3(refselpos, 0)
        arm = sub(point, center)
        speed = add(motion_at(d.cvel, b, com_offset(m, d, b, center)), cross(spin, arm))
        pull = sub(scale(sub(goal, point), stiffness), scale(speed, math.sqrt(stiffness)))
        pull = scale(pull, localmass)
        along = normalize(sub(goal, point))
        untwist = -math.sqrt(stiffnessrot) * rotational_inertia(m, b) * dot(spin, along)
        torque = add_scaled(cross(arm, pull), along, untwist)
        for k in range(3):
            d.xfrc_applied[b, k] = pull[k]
    if bits & mjtPertBit.mjPERT_ROTATE:
        torque = orientation_torque(m, d, b, refquat, spin, stiffnessrot)
    for k in range(3):
        d.xfrc_applied[b, 3 + k] = torque[k]


# Drags

SLOWER = 0.15  # factor of drags of orthographic cameras, as in 3.5.0
STEEPEST = 89.0  # largest elevation by mouse [degree]
SMALLEST_SCALE, LARGEST_SCALE = 0.01, 100.0  # range of model scales by mouse
FARTHEST = 0.5 * math.pi  # largest angle between goal and body orientation [rad]


@kernel
def is_rotation(action: int) -> bool:
    """Return whether a mouse action rotates."""
    return action == mjtMouse.mjMOUSE_ROTATE_V or action == mjtMouse.mjMOUSE_ROTATE_H


@kernel
def is_world_translation(action: int) -> bool:
    """Return whether a mouse action translates in planes of the world."""
    return action == mjtMouse.mjMOUSE_MOVE_V or action == mjtMouse.mjMOUSE_MOVE_H


@kernel
def moves_along(action: int) -> bool:
    """Return whether a mouse action translates along local axes."""
    return action == mjtMouse.mjMOUSE_MOVE_V_REL or action == mjtMouse.mjMOUSE_MOVE_H_REL


@kernel
def is_vertical(action: int) -> bool:
    """Return whether a mouse action is in the vertical plane across the view."""
    return (
        action == mjtMouse.mjMOUSE_ROTATE_V
        or action == mjtMouse.mjMOUSE_MOVE_V
        or action == mjtMouse.mjMOUSE_MOVE_V_REL
    )


@kernel
def is_action(action: int) -> bool:
    """Return whether a mouse action exists."""
    return (
        is_rotation(action)
        or is_world_translation(action)
        or moves_along(action)
        or action == mjtMouse.mjMOUSE_ZOOM
    )


@kernel
def rotate_to_world(vector: Vec3, forward: Vec3) -> Vec3:
    """Rotate a vector (right, ahead, above) of a camera about the vertical to the world."""
    n = math.sqrt(forward[0] * forward[0] + forward[1] * forward[1])
    x, y = 1.0, 0.0
    if n >= mjMINVAL:
        x, y = forward[0] / n, forward[1] / n
    return vector[0] * y + vector[1] * x, -vector[0] * x + vector[1] * y, vector[2]


@kernel
def align_to_camera(res: View, vec: View, forward: View) -> None:
    """res = vec (right, ahead, above) of a camera, in the world (mjv_alignToCamera)."""
    set3(res, 0, rotate_to_world(get3(vec, 0), get3(forward, 0)))


@kernel
def drag_vector(action: int, dx: float, dy: float) -> Vec3:
    """Return a mouse drag in axes right, ahead, above.

    The vector is a translation, or the axis of a rotation.
    """
    if is_rotation(action):
        return (dy, 0.0, dx) if is_vertical(action) else (dy, dx, 0.0)
    if action == mjtMouse.mjMOUSE_ZOOM:
        return 0.0, 0.0, 0.0
    return (dx, 0.0, -dy) if is_vertical(action) else (dx, -dy, 0.0)


@kernel
def wrap_angle(angle: float) -> float:
    """Wrap an angle [degree] by one turn into -180 .. 180; 0 if it is not finite."""
    if not math.isfinite(angle):
        return 0.0
    return angle - math.copysign(360.0, angle) if abs(angle) > 180.0 else angle


@kernel
def move_camera(
    m: Model, action: int, dx: float, dy: float, s: Scene, kind: int, flat: int, lookat: View, numbers: View
) -> int:
    """Rotate, translate or zoom a free or tracking camera by a mouse drag (mjv_moveCamera).

    numbers   distance, azimuth, elevation of the camera
    """
    if kind == mjtCamera.mjCAMERA_FIXED or kind == mjtCamera.mjCAMERA_USER:
        return 0
    if not is_action(action):
        return NO
    extent = m.stat.extent
    if is_rotation(action):
        numbers[1] -= 180.0 * dx
        numbers[2] -= 180.0 * dy
    elif action == mjtMouse.mjMOUSE_ZOOM:
        numbers[0] -= math.log(1.0 + numbers[0] / extent / 3.0) * dy * 9.0 * extent
    elif kind == mjtCamera.mjCAMERA_TRACKING:
        return 0
    else:
        if has_unset_cameras(s) or s.scale < mjMINVAL:
            return NO
        pos, forward, up = model_view(s)
        if is_world_translation(action):
            depth = dot(sub(get3(lookat, 0), pos), forward) * (SLOWER if flat != 0 else 1.0)
            moved = scale(
                rotate_to_world(drag_vector(action, dx, dy), forward), -unit_frustum_height(s) * depth
            )
        else:
            along = up if is_vertical(action) else forward
            moved = add_scaled(scale(cross(forward, up), dx), along, dy)
        set3(lookat, 0, add_scaled(get3(lookat, 0), moved, 1.0))
    numbers[1] = wrap_angle(numbers[1])
    numbers[2] = clamp(numbers[2], -STEEPEST, STEEPEST)
    numbers[0] = clamp(numbers[0], 0.01 * extent, 100.0 * extent)
    return 0


@kernel
def rotate_to_vertical(vector: Vec3, forward: Vec3, up: Vec3) -> Vec3:
    """Rotate a vector (right, ahead, above) to a room with vertical ``up``."""
    right = normalize(cross(forward, up))
    ahead = normalize(add_scaled(forward, up, -dot(forward, up)))
    return add_scaled(add_scaled(scale(right, vector[0]), ahead, vector[1]), up, vector[2])


@kernel
def move_model(m: Model, action: int, dx: float, dy: float, roomup: View, s: Scene) -> int:
    """Rotate, translate or scale the model in the room by a mouse drag (mjv_moveModel)."""
    if s.enabletransform == 0:
        return 0
    if has_unset_cameras(s) or not is_action(action):
        return NO
    _, forward, _ = room_view(s)
    moved = rotate_to_vertical(drag_vector(action, dx, dy), forward, get3(roomup, 0))
    if is_rotation(action):
        turn = axis_angle_to_quat(normalize(moved), math.pi * norm(moved))
        now = (s.rotate[0], s.rotate[1], s.rotate[2], s.rotate[3])
        set4(s.rotate, normalize4(mul_quat(turn, now)))
    elif action == mjtMouse.mjMOUSE_ZOOM:
        grown = s.scale + math.log(1.0 + max(0.0, s.scale) / 3.0) * dy * 3.0
        s.scale = clamp(grown, SMALLEST_SCALE, LARGEST_SCALE)
    else:
        set3(s.translate, 0, add_scaled(get3(s.translate, 0), moved, m.stat.extent))
    return 0


# ---- the goal of a perturbation


@kernel
def keep_near(m: Model, d: Data, refquat: View, b: int) -> None:
    """Limit the goal orientation to a quarter turn from that of the body."""
    now = inertial_quat(m, d, b)
    w, x, y, z = mul_quat(neg_quat(now), get4(refquat, 0))
    angle = 2.0 * math.atan2(norm((x, y, z)), w)
    if angle > math.pi:
        angle -= 2.0 * math.pi
    if abs(angle) > FARTHEST:
        turn = axis_angle_to_quat(normalize((x, y, z)), math.copysign(FARTHEST, angle))
        set4(refquat, normalize4(mul_quat(now, turn)))


@kernel
def move_perturb(
    m: Model,
    d: Data,
    action: int,
    dx: float,
    dy: float,
    s: Scene,
    select: int,
    refpos: View,
    refquat: View,
    refselpos: View,
    size: float,
) -> int:
    """Translate or rotate the goal of a perturbation by a mouse drag (mjv_movePerturb).

    size      scale of the perturbation
    Reads     xquat, xmat
    """
    if has_unset_cameras(s) or s.scale < mjMINVAL or not is_action(action) or select >= m.nbody:
        return NO
    _, forward, _ = model_view(s)
    b = select if select > 0 else 0
    moved = rotate_to_world(drag_vector(action, dx, dy), forward)
    if is_rotation(action):
        turn = axis_angle_to_quat(normalize(moved), 2.0 * math.pi * norm(moved))
        set4(refquat, normalize4(mul_quat(turn, get4(refquat, 0))))
        if b > 0:
            keep_near(m, d, refquat, b)
        return 0
    if moves_along(action):
        along = (0.0, dx, dy) if is_vertical(action) else (dy, dx, 0.0)
        moved = mat_vec(load9(d.xmat, b), along)
    set3(refpos, 0, add_scaled(get3(refpos, 0), moved, size))
    set3(refselpos, 0, add_scaled(get3(refselpos, 0), moved, size))
    return 0
