"""Frames of objects, velocities and forces at points; cameras, lights and their constants.

Documents: XML reference / sensor; Modeling / Sensors; API / mj_objectVelocity; Computation / General framework /
Kinematic Jacobians; XML reference / camera, light; API / mj_setConst

An object is a body (its inertial frame), an xbody (its regular frame), a geom, a site or a camera.

Motions and forces of bodies and dofs have six components: rotation first, world axes, about the center of mass (com) of
the kinematic tree, subtree_com of its root. With r from the com to a point of the body,

    velocity of the point     v + w x r
    a force f at the point    wrench (torque + r x f, f), which acts on dof i with cdof[i] . wrench

Cameras have poses, lights have positions and directions, by mode:

    fixed                       moves with the body
    track, trackcom             keeps its offset from the body or the center of mass of its subtree, and its orientation
    targetbody, targetbodycom   moves with the body, points at a body or the center of mass of its subtree

Camera and light constants are offsets and orientations at qpos0, computed as in the mode fixed.
"""

from gelenk.algebra.linalg import last_dof
from gelenk.algebra.spatial import Wrench, dot6, linear_part, load6, rotation_part
from gelenk.algebra.vec import (
    Mat3,
    Quat,
    Vec3,
    add,
    cross,
    load3,
    load4,
    load9,
    mat_mul,
    mat_vec,
    mul_quat,
    normalize,
    quat_to_mat,
    store3,
    store9,
    sub,
)
from gelenk.tables.enums import mjtCamLight, mjtGeom, mjtObj
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model, Rows, View


@kernel
def object_body(m: Model, kind: int, i: int) -> int:
    """Return the body to which object i of ``kind`` is fixed."""
    if kind == mjtObj.mjOBJ_GEOM:
        return m.geom_bodyid[i]
    if kind == mjtObj.mjOBJ_SITE:
        return m.site_bodyid[i]
    if kind == mjtObj.mjOBJ_CAMERA:
        return m.cam_bodyid[i]
    return i


@kernel
def object_pos(d: Data, kind: int, i: int) -> Vec3:
    """Return the origin of an object in the world frame."""
    if kind == mjtObj.mjOBJ_BODY:
        return load3(d.xipos, i)
    if kind == mjtObj.mjOBJ_GEOM:
        return load3(d.geom_xpos, i)
    if kind == mjtObj.mjOBJ_SITE:
        return load3(d.site_xpos, i)
    if kind == mjtObj.mjOBJ_CAMERA:
        return load3(d.cam_xpos, i)
    return load3(d.xpos, i)


@kernel
def object_mat(d: Data, kind: int, i: int) -> Mat3:
    """Return the rotation matrix R_world_object."""
    if kind == mjtObj.mjOBJ_BODY:
        return load9(d.ximat, i)
    if kind == mjtObj.mjOBJ_GEOM:
        return load9(d.geom_xmat, i)
    if kind == mjtObj.mjOBJ_SITE:
        return load9(d.site_xmat, i)
    if kind == mjtObj.mjOBJ_CAMERA:
        return load9(d.cam_xmat, i)
    return load9(d.xmat, i)


@kernel
def site_shape_pose(m: Model, d: Data, site: int) -> tuple[Vec3, Mat3]:
    """Return position and rotation matrix of the shape of a site.

    The frame of a site with a mesh is that of its XML element; the mesh is offset from it by mesh_pos and mesh_quat.
    """
    pos, mat = load3(d.site_xpos, site), load9(d.site_xmat, site)
    if m.site_type[site] != mjtGeom.mjGEOM_MESH:
        return pos, mat
    mesh = m.site_dataid[site]
    pos = add(pos, mat_vec(mat, load3(m.mesh_pos, mesh)))
    return pos, mat_mul(mat, quat_to_mat(load4(m.mesh_quat, mesh)))


@kernel
def object_quat(m: Model, d: Data, kind: int, i: int) -> Quat:
    """Return the orientation of an object; that of a camera is as in the mode fixed."""
    body = load4(d.xquat, object_body(m, kind, i))
    if kind == mjtObj.mjOBJ_BODY:
        return mul_quat(body, load4(m.body_iquat, i))
    if kind == mjtObj.mjOBJ_GEOM:
        return mul_quat(body, load4(m.geom_quat, i))
    if kind == mjtObj.mjOBJ_SITE:
        return mul_quat(body, load4(m.site_quat, i))
    if kind == mjtObj.mjOBJ_CAMERA:
        return mul_quat(body, load4(m.cam_quat, i))
    return body


NONE: Vec3 = (0.0, 0.0, 0.0)


@kernel
def body_point(d: Data, b: int, local: Vec3) -> Vec3:
    """Transform a point [m] from the frame of body ``b`` to the world [m]."""
    return add(load3(d.xpos, b), mat_vec(load9(d.xmat, b), local))


@kernel
def com_offset(m: Model, d: Data, b: int, point: Vec3) -> Vec3:
    """Return the vector from the com of the tree of body ``b`` to ``point``."""
    return sub(point, load3(d.subtree_com, m.body_rootid[b]))


@kernel
def motion_at(motions: Rows, i: int, offset: Vec3) -> Vec3:
    """Return v + w x offset for row ``i`` of ``motions`` (n, 6).

    This is the velocity of the point at ``offset`` from the com.
    """
    return add(linear_part(motions, i), cross(rotation_part(motions, i), offset))


@kernel
def body_velocity(m: Model, d: Data, b: int, point: Vec3) -> Vec3:
    """Return the velocity [m/s] of a point [m, world frame] of body ``b``."""
    return motion_at(d.cvel, b, com_offset(m, d, b, point))


@kernel
def dof_velocity(m: Model, d: Data, i: int, b: int, point: Vec3) -> Vec3:
    """Return the velocity of a point [m, world] of body ``b`` per unit velocity of dof ``i``."""
    return motion_at(d.cdof, i, com_offset(m, d, b, point))


@kernel
def wrench_at(m: Model, d: Data, b: int, point: Vec3, force: Vec3, torque: Vec3) -> Wrench:
    """Return the wrench (6) about the tree's com, world axes, of a force and a torque.

    The force [N] acts at ``point`` [m]; torque in [N m].
    """
    t = add(torque, cross(com_offset(m, d, b, point), force))
    return t[0], t[1], t[2], force[0], force[1], force[2]


@kernel
def add_wrench(m: Model, d: Data, qfrc: View, b: int, w: Wrench) -> None:
    """qfrc (nv) += J' w for a wrench [N m, N] on body ``b``, about the com of its tree"""
    i = last_dof(m, b)
    while i >= 0:
        qfrc[i] += dot6(load6(d.cdof, i), w)
        i = m.dof_parentid[i]


@kernel
def add_force(m: Model, d: Data, qfrc: View, b: int, point: Vec3, force: Vec3) -> None:
    """qfrc (nv) += J' force for a force [N] at a point [m] of body ``b``, world frame"""
    add_wrench(m, d, qfrc, b, wrench_at(m, d, b, point, force, NONE))


@kernel
def add_torque(m: Model, d: Data, qfrc: View, b: int, torque: Vec3) -> None:
    """qfrc (nv) += J' torque for a torque [N m] on body ``b``, world frame"""
    add_wrench(m, d, qfrc, b, (torque[0], torque[1], torque[2], 0.0, 0.0, 0.0))


# Cameras and lights


@kernel
def look_at(direction: Vec3) -> Mat3:
    """Return the frame whose z axis is ``direction`` and whose x axis is horizontal."""
    z = normalize(direction)
    x = normalize((-z[1], z[0], 0.0))
    y = normalize(cross(z, x))
    return x[0], y[0], z[0], x[1], y[1], z[1], x[2], y[2], z[2]


@kernel
def keeps_turn(mode: int) -> bool:
    """Return whether a camera or light of this mode keeps its world orientation of qpos0."""
    return mode == mjtCamLight.mjCAMLIGHT_TRACK or mode == mjtCamLight.mjCAMLIGHT_TRACKCOM


@kernel
def looks_at_target(mode: int, target: int) -> bool:
    """Return whether the mode points at a target body and there is one."""
    at_body = mode == mjtCamLight.mjCAMLIGHT_TARGETBODY or mode == mjtCamLight.mjCAMLIGHT_TARGETBODYCOM
    return at_body and target >= 0


@kernel
def mode_pos(d: Data, mode: int, b: int, pos: Vec3, pos0: Vec3, poscom0: Vec3) -> Vec3:
    """Return the world position of a camera or light of body ``b``."""
    if mode == mjtCamLight.mjCAMLIGHT_TRACK:
        return add(load3(d.xpos, b), pos0)
    if mode == mjtCamLight.mjCAMLIGHT_TRACKCOM:
        return add(load3(d.subtree_com, b), poscom0)
    return add(load3(d.xpos, b), mat_vec(load9(d.xmat, b), pos))


@kernel
def target_pos(d: Data, mode: int, target: int) -> Vec3:
    if mode == mjtCamLight.mjCAMLIGHT_TARGETBODY:
        return load3(d.xpos, target)
    return load3(d.subtree_com, target)


@kernel
def place_camera(m: Model, d: Data, c: int) -> None:
    b = m.cam_bodyid[c]
    mode = m.cam_mode[c]
    target = m.cam_targetbodyid[c]
    pos = mode_pos(d, mode, b, load3(m.cam_pos, c), load3(m.cam_pos0, c), load3(m.cam_poscom0, c))
    if keeps_turn(mode):
        mat = load9(m.cam_mat0, c)
    elif looks_at_target(mode, target):
        mat = look_at(sub(pos, target_pos(d, mode, target)))
    else:
        mat = quat_to_mat(mul_quat(load4(d.xquat, b), load4(m.cam_quat, c)))
    store3(d.cam_xpos, c, pos)
    store9(d.cam_xmat, c, mat)


@kernel
def place_light(m: Model, d: Data, i: int) -> None:
    b = m.light_bodyid[i]
    mode = m.light_mode[i]
    target = m.light_targetbodyid[i]
    pos = mode_pos(d, mode, b, load3(m.light_pos, i), load3(m.light_pos0, i), load3(m.light_poscom0, i))
    if keeps_turn(mode):
        direction = load3(m.light_dir0, i)
    elif looks_at_target(mode, target):
        direction = sub(target_pos(d, mode, target), pos)
    else:
        direction = mat_vec(load9(d.xmat, b), load3(m.light_dir, i))
    store3(d.light_xpos, i, pos)
    store3(d.light_xdir, i, normalize(direction))


@kernel
def looks_at_awake(d: Data, b: int, target: int) -> bool:
    """Return whether body b or its target body is awake."""
    return d.body_awake[b] != 0 or (target >= 0 and d.body_awake[target] != 0)


@kernel
def camlight(m: Model, d: Data) -> None:
    """Compute camera poses, light positions and light directions (mj_camlight).

    Reads   xpos xquat xmat (nbody), subtree_com (nbody, 3)
    Writes  cam_xpos (ncam, 3), cam_xmat (ncam, 9), light_xpos light_xdir (nlight, 3)
    Frame   world; a camera looks along its -z axis
    Source  XML reference / camera / mode
    """
    for c in range(m.ncam):
        if d.nasleep == 0 or looks_at_awake(d, m.cam_bodyid[c], m.cam_targetbodyid[c]):
            place_camera(m, d, c)
    for i in range(m.nlight):
        if d.nasleep == 0 or looks_at_awake(d, m.light_bodyid[i], m.light_targetbodyid[i]):
            place_light(m, d, i)


# Constants of cameras and lights


@kernel
def tracked_com(d: Data, b: int, target: int) -> Vec3:
    """Return the subtree com of the target body if there is one, else of body b."""
    return load3(d.subtree_com, target if target >= 0 else b)


@kernel
def camera_constants(m: Model, d: Data) -> None:
    """Write offsets and orientations of cameras and lights at qpos0, as in the mode fixed."""
    for c in range(m.ncam):
        b = m.cam_bodyid[c]
        offset = mat_vec(load9(d.xmat, b), load3(m.cam_pos, c))
        store3(m.cam_pos0, c, offset)
        store3(m.cam_poscom0, c, sub(add(load3(d.xpos, b), offset), tracked_com(d, b, m.cam_targetbodyid[c])))
        store9(m.cam_mat0, c, quat_to_mat(mul_quat(load4(d.xquat, b), load4(m.cam_quat, c))))
    for i in range(m.nlight):
        b = m.light_bodyid[i]
        offset = mat_vec(load9(d.xmat, b), load3(m.light_pos, i))
        store3(m.light_pos0, i, offset)
        com = tracked_com(d, b, m.light_targetbodyid[i])
        store3(m.light_poscom0, i, sub(add(load3(d.xpos, b), offset), com))
        store3(m.light_dir0, i, normalize(mat_vec(load9(d.xmat, b), load3(m.light_dir, i))))
