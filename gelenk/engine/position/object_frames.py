"""Frames of objects, and velocities and forces at points of bodies.

Documents: XML reference / sensor; Modeling / Sensors; API / mj_objectVelocity; Computation / General framework /
Kinematic Jacobians

An object is a body (its inertial frame), an xbody (its regular frame), a geom, a site or a camera.

Motions and forces of bodies and dofs have six components: rotation first, world axes, about the center of mass (com)
of the kinematic tree, subtree_com of its root. With r from the com to a point of the body,

    velocity of the point     v + w x r
    a force f at the point    wrench (torque + r x f, f), which acts on dof i with cdof[i] . wrench
"""

from gelenk.algebra.spatial import Wrench, dot6, linear_part, load6, rotation_part
from gelenk.algebra.tree import last_dof
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
    quat_to_mat,
    sub,
)
from gelenk.tables.enums import mjtGeom, mjtObj
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

    The frame of a site with a mesh is the one that was written; the mesh is offset from it by mesh_pos and mesh_quat.
    """
    pos, mat = load3(d.site_xpos, site), load9(d.site_xmat, site)
    if m.site_type[site] != mjtGeom.mjGEOM_MESH:
        return pos, mat
    mesh = m.site_dataid[site]
    pos = add(pos, mat_vec(mat, load3(m.mesh_pos, mesh)))
    return pos, mat_mul(mat, quat_to_mat(load4(m.mesh_quat, mesh)))


@kernel
def object_quat(m: Model, d: Data, kind: int, i: int) -> Quat:
    """Return the rotation of an object; a camera rotates with its body in every mode."""
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
