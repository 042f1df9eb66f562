"""Perturbation kernels: mjv_applyPerturbPose, mjv_applyPerturbForce.

Documents: Programming / Visualization; API / mjv_applyPerturbPose, mjv_applyPerturbForce

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
from gelenk.engine.position.object_frames import com_offset, motion_at
from gelenk.tables.enums import mjMINVAL, mjtJoint, mjtPertBit
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model, View


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
