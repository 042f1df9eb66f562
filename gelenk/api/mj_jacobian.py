"""Jacobians, velocities, forces and position differences: mj_jac, mj_applyFT, ...

Documents: API / Support
"""

import numpy as np

from gelenk.engine.validation.data_indices import CONTACTS
from gelenk.runtime import index_checks, pipeline
from gelenk.runtime.arguments import check_index, documented
from gelenk.runtime.data import MjData
from gelenk.runtime.model import MjModel
from gelenk.runtime.named_access import COUNTED
from gelenk.tables.enums import mjtObj
from gelenk.toolchain.extension import call_kernel

Array = np.ndarray


def _run_jacobian(
    stage: str, m: MjModel, d: MjData, jacp: Array | None, jacr: Array | None, *rest: object
) -> None:
    """Call a stage that writes two Jacobians (3, nv), either of which may be None."""
    spare = np.zeros((3, m.nv))
    pipeline.run_stage(stage, m, d, spare if jacp is None else jacp, spare if jacr is None else jacr, *rest)


@documented
def mj_jac(m: MjModel, d: MjData, jacp: Array | None, jacr: Array | None, point: Array, body: int) -> None:
    """Compute the Jacobians of a point fixed to a body.

    velocity of the point = jacp qvel,  angular velocity of the body = jacr qvel

    Source     API / mj_jac; Computation / General framework / Kinematic Jacobians
    """
    _run_jacobian("jac", m, d, jacp, jacr, point, body)


@documented
def mj_jacBody(m: MjModel, d: MjData, jacp: Array | None, jacr: Array | None, body: int) -> None:
    """Compute the Jacobians of the origin of a body frame: mj_jac at d.xpos[body].

    Source     API / mj_jacBody
    """
    _run_jacobian("jac_body", m, d, jacp, jacr, body)


@documented
def mj_jacBodyCom(m: MjModel, d: MjData, jacp: Array | None, jacr: Array | None, body: int) -> None:
    """Compute the Jacobians of the center of mass of a body: mj_jac at d.xipos[body].

    Source     API / mj_jacBodyCom
    """
    _run_jacobian("jac_body_com", m, d, jacp, jacr, body)


@documented
def mj_jacGeom(m: MjModel, d: MjData, jacp: Array | None, jacr: Array | None, geom: int) -> None:
    """Compute the Jacobians of the center of a geom: mj_jac at d.geom_xpos[geom].

    Source     API / mj_jacGeom
    """
    _run_jacobian("jac_geom", m, d, jacp, jacr, geom)


@documented
def mj_jacSite(m: MjModel, d: MjData, jacp: Array | None, jacr: Array | None, site: int) -> None:
    """Compute the Jacobians of a site: mj_jac at d.site_xpos[site].

    Source     API / mj_jacSite
    """
    _run_jacobian("jac_site", m, d, jacp, jacr, site)


@documented
def mj_jacPointAxis(
    m: MjModel, d: MjData, jacPoint: Array | None, jacAxis: Array | None, point: Array, axis: Array, body: int
) -> None:
    """Compute the Jacobians of a point and of a unit vector, both fixed to a body.

    rate of change of the axis = jacAxis qvel = angular velocity x axis

    Source     API / mj_jacPointAxis
    """
    _run_jacobian("jac_point_axis", m, d, jacPoint, jacAxis, point, axis, body)


@documented
def mj_jacDot(m: MjModel, d: MjData, jacp: Array | None, jacr: Array | None, point: Array, body: int) -> None:
    """Compute the time derivatives of the Jacobians of mj_jac at the current velocity.

    acceleration of the point = jacp_dot qvel + jacp qacc

    Source     API / mj_jacDot
    """
    _run_jacobian("jac_dot", m, d, jacp, jacr, point, body)


@documented
def mj_jacSubtreeCom(m: MjModel, d: MjData, jacp: Array | None, body: int) -> None:
    """Compute the Jacobian of the center of mass of a subtree; NaN if its mass is zero.

    jacp = sum of mass[b] (Jacobian of xipos[b]) over the bodies b of the subtree / body_subtreemass[body]

    Source     API / mj_jacSubtreeCom
    """
    if jacp is not None:
        pipeline.run_stage("jac_subtree_com", m, d, jacp, body)


@documented
def mj_angmomMat(m: MjModel, d: MjData, mat: Array, body: int) -> None:
    """Compute the matrix that maps qvel to the angular momentum of a subtree about its COM.

    d.subtree_angmom[body] = mat qvel

    Source     API / mj_angmomMat
    """
    pipeline.run_stage("angmom_mat", m, d, mat, body)


@documented
def mj_applyFT(
    m: MjModel, d: MjData, force: Array, torque: Array, point: Array, body: int, qfrc_target: Array
) -> None:
    """Add the generalized forces of a force and a torque on a body.

    qfrc_target += jacp' force + jacr' torque, with the Jacobians of mj_jac at the point

    Source     API / mj_applyFT
    """
    pipeline.run_stage("apply_ft", m, d, force, torque, point, body, qfrc_target)


_MOVING = (
    mjtObj.mjOBJ_BODY,
    mjtObj.mjOBJ_XBODY,
    mjtObj.mjOBJ_GEOM,
    mjtObj.mjOBJ_SITE,
    mjtObj.mjOBJ_CAMERA,
)


def _check_object(function: str, m: MjModel, objtype: int, objid: int) -> None:
    if objtype not in _MOVING:
        raise ValueError(
            f"{function}: objtype {objtype} has no frame; body, xbody, geom, site and camera have"
        )
    check_index(function, "objid", objid, getattr(m, COUNTED[mjtObj(objtype)][0]))


@documented
def mj_objectVelocity(m: MjModel, d: MjData, objtype: int, objid: int, res: Array, flg_local: int) -> None:
    """Compute the angular and linear velocity of an object, in world or local axes.

    Errors     ValueError: objects of type objtype have no frame
               IndexError: there is no such object
    Source     API / mj_objectVelocity
    """
    _check_object("mj_objectVelocity", m, objtype, objid)
    pipeline.run_stage("object_velocity", m, d, objtype, objid, res, flg_local)


@documented
def mj_objectAcceleration(
    m: MjModel, d: MjData, objtype: int, objid: int, res: Array, flg_local: int
) -> None:
    """Compute the angular and linear acceleration of an object, in world or local axes.


    The linear part contains -gravity, as an accelerometer measures it; that of objects fixed to the world is zero.
    mj_rnePostConstraint must have run, as it does if the model has acceleration or force sensors.

    Errors     ValueError: objects of type objtype have no frame
               IndexError: there is no such object
    Source     API / mj_objectAcceleration
    """
    _check_object("mj_objectAcceleration", m, objtype, objid)
    pipeline.run_stage("object_acceleration", m, d, objtype, objid, res, flg_local)


@documented
def mj_contactForce(m: MjModel, d: MjData, id: int, result: Array) -> None:
    """Compute the force and torque of a contact, in the contact frame.

    The normal force is not negative. The force acts on the second geom and its reaction on the first. It is zero for
    contacts without constraint rows.

    Source     API / mj_contactForce
    """
    index_checks.check_data(m, d, CONTACTS)
    pipeline.run_stage("contact_force", m, d, id, result)


@documented
def mj_differentiatePos(m: MjModel, qvel: Array, dt: float, qpos1: Array, qpos2: Array) -> None:
    """Compute the constant velocity that leads from one configuration to another.

    qvel = (qpos2 - qpos1) / dt, where the difference of quaternions is a rotation vector in the frame of qpos1

    Errors     ValueError: dt is 0
    Source     API / mj_differentiatePos
    """
    if dt == 0.0:
        raise ValueError("mj_differentiatePos: dt must not be zero")
    call_kernel.run_kernel("differentiate_pos", m, qvel, dt, qpos1, qpos2)


@documented
def mj_integratePos(m: MjModel, qpos: Array, qvel: Array, dt: float) -> None:
    """Integrate a configuration with a constant velocity (inverse of mj_differentiatePos).

    qpos = qpos + qvel dt, where quaternions are rotated by the rotation vector (angular velocity) dt

    Source     API / mj_integratePos; Computation / Floating objects
    """
    call_kernel.run_kernel("integrate_pos", m, qpos, qvel, dt)


@documented
def mj_normalizeQuat(m: MjModel, qpos: Array) -> None:
    """Normalize all quaternions of a configuration.

    Source     API / mj_normalizeQuat
    """
    call_kernel.run_kernel("normalize_quat", m, qpos)


@documented
def mj_local2Global(
    d: MjData, xpos: Array, xmat: Array, pos: Array, quat: Array, body: int, sameframe: int
) -> None:
    """Convert a pose given in a body frame to the world frame.

    xpos = d.xpos[body] + d.xmat[body] pos,  xmat = rotation matrix of d.xquat[body] quat

    If sameframe marks the position or orientation as that of the body frame or its inertial frame, the value of that
    frame is used in place of pos or quat.

    Source     API / mj_local2Global
    """
    call_kernel.run_kernel("local_to_global", d, xpos, xmat, pos, quat, body, sameframe)
