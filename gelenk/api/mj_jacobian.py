"""Jacobians and forces (mj_jac), finite differences (mjd_), products with M and J.

Documents: API / Support; API / Derivatives

Jacobians, velocities, forces and position differences: mj_jac, mj_applyFT, ...

Derivatives by finite differences (mjd_): mjd_transitionFD, mjd_inverseFD.

Matrix products and solves with M and the constraint Jacobian: mj_mulM, mj_solveM, ...
"""

from typing import Any

import numpy as np

from gelenk.algebra.linalg import is_sparse
from gelenk.engine.validation.index_columns import CONTACTS, ROWS
from gelenk.runtime import index_checks, pipeline
from gelenk.runtime.arguments import check_index, documented, later_form
from gelenk.runtime.data import MjData
from gelenk.runtime.model import MjModel
from gelenk.runtime.named_access import COUNTED
from gelenk.tables.enums import mjtCone, mjtObj, mjtSolver
from gelenk.toolchain.extension import load

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
    load.run_kernel("differentiate_pos", m, qvel, dt, qpos1, qpos2)


@documented
def mj_integratePos(m: MjModel, qpos: Array, qvel: Array, dt: float) -> None:
    """Integrate a configuration with a constant velocity (inverse of mj_differentiatePos).

    qpos = qpos + qvel dt, where quaternions are rotated by the rotation vector (angular velocity) dt

    Source     API / mj_integratePos; Computation / Floating objects
    """
    load.run_kernel("integrate_pos", m, qpos, qvel, dt)


@documented
def mj_normalizeQuat(m: MjModel, qpos: Array) -> None:
    """Normalize all quaternions of a configuration.

    Source     API / mj_normalizeQuat
    """
    load.run_kernel("normalize_quat", m, qpos)


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
    load.run_kernel("local_to_global", d, xpos, xmat, pos, quat, body, sameframe)


# Derivatives by finite differences

Matrix = np.ndarray | None


@documented
def mjd_transitionFD(
    m: MjModel, d: MjData, eps: float, flg_centered: int, A: Matrix, B: Matrix, C: Matrix, D: Matrix
) -> None:
    """Compute the derivatives of a step by finite differences: (x, u) -> (y, s).

    x = (dq, qvel, act) is the state, dq a displacement in the tangent space of qpos; u = ctrl; y the state after
    the step; s = sensordata. Stages that do not depend on the perturbed input are skipped. Controls at an end of their
    range are perturbed inwards. The state of d is restored.

    Errors     ValueError: the integrator is RK4, or the model has delays
    Source     API / mjd_transitionFD; Computation / Derivatives
    """
    from gelenk.runtime.query import transition_fd  # imported on demand: its kernels load slowly

    transition_fd(m, d, eps, bool(flg_centered), A, B, C, D)


def _has_sparse_columns(m: Any = None, *args: Any, DmDq: Any = None, **kwargs: Any) -> bool:
    """Return whether DmDq has a column for each element of M, instead of each of qM."""
    last = DmDq if DmDq is not None else args[9] if len(args) == 10 else None
    shape = getattr(last, "shape", ())
    return isinstance(m, MjModel) and m.nC != m.nM and isinstance(shape, tuple) and shape[-1:] == (m.nC,)


def _inverse_sparse(call: Any, m: MjModel, *args: Any, DmDq: Any = None, **kwargs: Any) -> None:
    """Compute the derivatives of qM, and write those of the elements of M."""
    given, rest = (DmDq, args) if DmDq is not None else (args[9], args[:9])
    found = np.zeros((m.nv, m.nM))
    call(m, *rest, DmDq=found, **kwargs)
    given[...] = found[:, m.mapM2M]


@later_form(_has_sparse_columns, _inverse_sparse)
@documented
def mjd_inverseFD(
    m: MjModel,
    d: MjData,
    eps: float,
    flg_actuation: int,
    DfDq: Matrix,
    DfDv: Matrix,
    DfDa: Matrix,
    DsDq: Matrix,
    DsDv: Matrix,
    DsDa: Matrix,
    DmDq: Matrix,
) -> None:
    """Compute the derivatives of inverse dynamics by forward differences.

    (q, v, a) -> (qfrc_inverse, sensordata, qM); if DmDq has nC columns, as in later releases, M replaces qM. Row i is
    the derivative with respect to dof i, so these are transposes of Jacobians. Where invdiscrete is enabled, a is the
    acceleration of a discrete step. The state of d is restored.

    Source     API / mjd_inverseFD; Computation / Derivatives
    """
    from gelenk.runtime.query import inverse_fd  # imported on demand: its kernels load slowly

    inverse_fd(m, d, eps, bool(flg_actuation), DfDq, DfDv, DfDa, DsDq, DsDv, DsDa, DmDq)


# Matrix products and solves


@documented
def mj_mulM(m: MjModel, d: MjData, res: Array, vec: Array) -> None:
    """Multiply by the inertia matrix.

    res = M vec

    Source     API / mj_mulM
    """
    pipeline.run_stage("mul_m", m, d, res, vec)


@documented
def mj_mulM2(m: MjModel, d: MjData, res: Array, vec: Array) -> None:
    """Multiply by a square root of the inertia matrix, from its factor M = L' D L.

    res = D^(1/2) L vec, so that res . res = vec . M vec

    Source     API / mj_mulM2
    """
    pipeline.run_stage("mul_m2", m, d, res, vec)


@documented
def mj_solveM(m: MjModel, d: MjData, x: Array, y: Array) -> None:
    """Solve with the inertia matrix, by its factor M = L' D L.

    M x[i] = y[i]

    Source     API / mj_solveM; Featherstone 2008, ch. 6.5
    """
    pipeline.run_stage("solve_m", m, d, x, y, len(x))


@documented
def mj_solveM2(m: MjModel, d: MjData, x: Array, y: Array, sqrtInvD: Array) -> None:
    """Half-solve with the inertia matrix, by its factor M = L' D L.

    x[i] = D^(-1/2) L'^-1 y[i], so that x[i] . x[j] = y[i] . M^-1 y[j]

    Source     API / mj_solveM2
    """
    pipeline.run_stage("solve_m2", m, d, x, y, sqrtInvD.reshape(-1), len(x))


def _names_data(*args: object, **kwargs: object) -> bool:
    return not kwargs and len(args) == 3 and isinstance(args[1], MjData)


@later_form(_names_data, lambda call, m, d, dst: call(m, dst, d.qM))
@documented
def mj_fullM(m: MjModel, dst: Array, M: Array) -> None:
    """Convert the sparse inertia matrix to dense form.

    The form of later releases is ``mj_fullM(m, d, dst)``.

    Source     API / mj_fullM
    """
    load.run_kernel("full_m", m, dst, M)


@documented
def mj_addM(m: MjModel, d: MjData, dst: Array, rownnz: Array, rowadr: Array, colind: Array) -> None:
    """Add the lower triangle of M to a sparse matrix whose pattern contains that of M.

    Errors     ValueError: a row of the pattern lacks columns of M, or reaches outside of dst or colind
    Source     API / mj_addM
    """
    if pipeline.run_stage("add_m", m, d, dst, rownnz, rowadr, colind, dst.size, colind.size) == 0:
        return
    for i in range(m.nv):
        own = slice(int(m.M_rowadr[i]), int(m.M_rowadr[i] + m.M_rownnz[i]))
        adr, n = int(rowadr[i]), int(rownnz[i])
        if adr < 0 or n < 0 or adr + n > min(dst.size, colind.size):
            raise ValueError(f"mj_addM: row {i} reaches outside dst or colind")
        row = slice(adr, adr + n)
        where = np.searchsorted(colind[row], m.M_colind[own])
        if (where >= n).any() or (colind[row][where] != m.M_colind[own]).any():
            raise ValueError(f"mj_addM: row {i} of the pattern lacks columns of M")
        dst[row][where] += d.M[own]


@documented
def mj_mulJacVec(m: MjModel, d: MjData, res: Array, vec: Array) -> None:
    """Multiply dof velocities by the constraint Jacobian, giving constraint velocities.

    res = J vec

    Source     API / mj_mulJacVec
    """
    _jacobian_product("mul_jac", m, d, res, vec)


@documented
def mj_mulJacTVec(m: MjModel, d: MjData, res: Array, vec: Array) -> None:
    """Multiply constraint forces by the transposed Jacobian, giving dof forces.

    res = J' vec

    Source     API / mj_mulJacTVec
    """
    _jacobian_product("mul_jac_t", m, d, res, vec)


def _jacobian_product(stage: str, m: MjModel, d: MjData, res: Array, vec: Array) -> None:
    """Run a product with the constraint Jacobian after checking its row indices."""
    index_checks.check_data(m, d, ROWS)
    pipeline.run_stage(stage, m, d, res, vec.copy() if np.may_share_memory(res, vec) else vec)


@documented
def mj_isSparse(m: MjModel) -> int:
    """Return whether d.efc_J is sparse: option.jacobian, or nv where that is auto.

    Returns    1: by rows of nonzeros, 0: dense
    Source     API / mj_isSparse; XML reference / option / jacobian
    """
    return int(is_sparse(m._view))


@documented
def mj_isPyramidal(m: MjModel) -> int:
    """Return whether friction cones are pyramidal.

    Returns    1: pyramidal, 0: elliptic
    Source     API / mj_isPyramidal; XML reference / option / cone
    """
    return int(m.opt.cone == mjtCone.mjCONE_PYRAMIDAL)


@documented
def mj_isDual(m: MjModel) -> int:
    """Return whether the solver works on constraint forces and so needs d.efc_AR.

    Returns    1: the solver is PGS, or noslip_iterations is positive; 0: otherwise
    Source     API / mj_isDual; XML reference / option / solver
    """
    return int(m.opt.solver == mjtSolver.mjSOL_PGS or m.opt.noslip_iterations > 0)
