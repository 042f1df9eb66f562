"""Stages, support functions and state as documented functions: mj_kinematics, mj_jac, mj_mulM, mj_getState, ...

Documents: API / Subcomponents, Support, State
"""

import numpy as np

from gelenk.api.arguments import documented, integer
from gelenk.api.models import copy_data, option_defaults, put_default_visual
from gelenk.engine import data_indices, native, stages, state
from gelenk.engine.constraint.island_fields import islands_change
from gelenk.engine.contact import MjContact
from gelenk.engine.data_indices import CONTACTS, DUAL, MOMENTS, ROWS, TENDONS
from gelenk.engine.linalg import is_sparse
from gelenk.engine.model import MjOption, MjVisual
from gelenk.engine.names import COUNTED, ids_of, names_of
from gelenk.engine.ray_flex import ray_flex
from gelenk.tables.enums import mjtCone, mjtGeom, mjtObj, mjtSolver, mjVERSION_HEADER
from gelenk.tables.fields_data import CONTACT
from gelenk.version import API_VERSION

# documented function -> the stage that is all of it, and what it computes
STAGE_OF = {
    "mj_kinematics": ("kinematics", "Positions and orientations of all bodies, geoms and sites."),
    "mj_comPos": ("com_pos", "Centers of mass, composite inertias and dof axes about them."),
    "mj_camlight": ("camlight", "Positions and directions of cameras and lights."),
    "mj_flex": ("flex", "Vertices, bounding boxes and edges of flexes."),
    "mj_tendon": ("tendon", "Lengths and Jacobians of tendons."),
    "mj_crb": ("crb", "Joint-space inertia matrix by the composite rigid body algorithm."),
    "mj_makeM": ("make_m", "Joint-space inertia matrix, with the armature of tendons."),
    "mj_factorM": ("factor_m", "Sparse L'DL factor of the inertia matrix."),
    "mj_transmission": ("transmission", "Lengths and moments of actuators."),
    "mj_collision": ("collision", "Contacts between geoms."),
    "mj_makeConstraint": ("make_constraint", "Constraint rows: Jacobian, position, impedance."),
    "mj_projectConstraint": (
        "project_constraint",
        "Inverse inertia seen by the constraint rows, for dual solvers.",
    ),
    "mj_comVel": ("com_vel", "Velocities of bodies and rates of dof axes."),
    "mj_passive": ("passive", "Springs, dampers and gravity compensation."),
    "mj_referenceConstraint": (
        "reference_constraint",
        "Velocity and reference acceleration of constraint rows.",
    ),
    "mj_subtreeVel": ("subtree_vel", "Linear velocity and angular momentum of subtrees."),
    "mj_rnePostConstraint": (
        "rne_post_constraint",
        "Accelerations and forces between bodies, constraints included.",
    ),
    "mj_fwdActuation": ("fwd_actuation", "Actuator dynamics and forces."),
    "mj_fwdAcceleration": ("fwd_acceleration", "Sum of forces, and acceleration without constraints."),
    "mj_fwdConstraint": ("fwd_constraint", "Constraint forces and acceleration with constraints."),
    "mj_sensorPos": ("sensor_pos", "Sensors that depend on position."),
    "mj_sensorVel": ("sensor_vel", "Sensors that depend on velocity."),
    "mj_sensorAcc": ("sensor_acc", "Sensors that depend on acceleration and force."),
    "mj_energyPos": ("energy_pos", "Potential energy."),
    "mj_energyVel": ("energy_vel", "Kinetic energy."),
    "mj_checkPos": ("check_pos", "Reset when qpos has bad numbers."),
    "mj_checkVel": ("check_vel", "Reset when qvel has bad numbers."),
    "mj_checkAcc": ("check_acc", "Reset when qacc has bad numbers."),
    "mj_Euler": ("euler", "Advance by a timestep, semi-implicit Euler."),
    "mj_implicit": ("implicit", "Advance by a timestep, implicit in velocity."),
    "mj_compareFwdInv": ("compare_fwd_inv", "Difference of forward and inverse dynamics, in solver_fwdinv."),
}

# the parts of d that a stage reads as they are, so that their indices are checked first
_READS = {
    "make_constraint": CONTACTS | TENDONS,
    "transmission": CONTACTS | TENDONS,
    "project_constraint": ROWS,
    "reference_constraint": ROWS,
    "fwd_constraint": CONTACTS | ROWS | DUAL,
    "rne_post_constraint": CONTACTS | ROWS,
    "passive": TENDONS,
    "fwd_actuation": MOMENTS,
    "sensor_pos": CONTACTS | ROWS,
    "sensor_vel": CONTACTS | ROWS,
    "sensor_acc": CONTACTS | ROWS,
    "euler": MOMENTS | TENDONS,
    "implicit": MOMENTS | TENDONS,
    "compare_fwd_inv": CONTACTS | ROWS,
}


def _stage_function(name, stage, doc):
    parts = _READS.get(stage, 0)

    def call(m, d):
        if parts:
            data_indices.check(m, d, parts)
        native.call_stage(stage, m, d)

    call.__name__ = call.__qualname__ = name
    call.__module__ = __name__
    call.__doc__ = doc
    return documented(call)


for _name, (_stage, _doc) in STAGE_OF.items():
    globals()[_name] = _stage_function(_name, _stage, _doc)


def _index(function, name, value, count):
    """Raise IndexError unless 0 <= value < count."""
    if not 0 <= value < count:
        raise IndexError(f"{function}: {name} {value} out of range, there are {count}")


def _sized(function, name, array, size):
    """Raise TypeError unless ``array`` (or None) has ``size`` numbers."""
    if array is not None and array.size != size:
        raise TypeError(f"{function}: {name} must have {size} numbers, not {array.size}")


def _jacobian_pair(function, m, jacp, jacr):
    for name, array in (("jacp", jacp), ("jacr", jacr)):
        if array is not None and array.shape != (3, m.nv):
            raise TypeError(f"{function}: {name} must have shape (3, nv) = (3, {m.nv}), not {array.shape}")


def _run_jacobian(function, stage, m, d, jacp, jacr, *rest):
    """Call a stage that writes two (3, nv) Jacobians, either of which the caller may not want."""
    _jacobian_pair(function, m, jacp, jacr)
    spare = np.zeros((3, m.nv))
    stages.call(stage, m, d, spare if jacp is None else jacp, spare if jacr is None else jacr, *rest)


@documented
def mj_jac(m, d, jacp, jacr, point, body):
    """Jacobians (3, nv) of the point (3, world frame) that moves with ``body``: linear, angular."""
    _index("mj_jac", "body", body, m.nbody)
    _run_jacobian("mj_jac", "jac", m, d, jacp, jacr, point, body)


@documented
def mj_jacBody(m, d, jacp, jacr, body):
    """Jacobians (3, nv) of the origin of ``body``."""
    _index("mj_jacBody", "body", body, m.nbody)
    _run_jacobian("mj_jacBody", "jac_body", m, d, jacp, jacr, body)


@documented
def mj_jacBodyCom(m, d, jacp, jacr, body):
    """Jacobians (3, nv) of the center of mass of ``body``."""
    _index("mj_jacBodyCom", "body", body, m.nbody)
    _run_jacobian("mj_jacBodyCom", "jac_body_com", m, d, jacp, jacr, body)


@documented
def mj_jacGeom(m, d, jacp, jacr, geom):
    """Jacobians (3, nv) of the center of ``geom``."""
    _index("mj_jacGeom", "geom", geom, m.ngeom)
    _run_jacobian("mj_jacGeom", "jac_geom", m, d, jacp, jacr, geom)


@documented
def mj_jacSite(m, d, jacp, jacr, site):
    """Jacobians (3, nv) of ``site``."""
    _index("mj_jacSite", "site", site, m.nsite)
    _run_jacobian("mj_jacSite", "jac_site", m, d, jacp, jacr, site)


@documented
def mj_jacPointAxis(m, d, jacPoint, jacAxis, point, axis, body):
    """Jacobians (3, nv) of a point and of an axis, both in the world frame, that move with ``body``."""
    _index("mj_jacPointAxis", "body", body, m.nbody)
    _run_jacobian("mj_jacPointAxis", "jac_point_axis", m, d, jacPoint, jacAxis, point, axis, body)


@documented
def mj_jacDot(m, d, jacp, jacr, point, body):
    """Time derivatives (3, nv) of the Jacobians of mj_jac."""
    _index("mj_jacDot", "body", body, m.nbody)
    _run_jacobian("mj_jacDot", "jac_dot", m, d, jacp, jacr, point, body)


@documented
def mj_jacSubtreeCom(m, d, jacp, body):
    """Jacobian (3, nv) of the center of mass of the subtree of ``body``."""
    _index("mj_jacSubtreeCom", "body", body, m.nbody)
    _jacobian_pair("mj_jacSubtreeCom", m, jacp, None)
    if jacp is not None:
        stages.call("jac_subtree_com", m, d, jacp, body)


@documented
def mj_angmomMat(m, d, mat, body):
    """Matrix (3, nv) that turns qvel into the angular momentum of the subtree of ``body`` about its center of mass."""
    _index("mj_angmomMat", "body", body, m.nbody)
    if mat.shape != (3, m.nv):
        raise TypeError(f"mj_angmomMat: mat must have shape (3, {m.nv}), not {mat.shape}")
    stages.call("angmom_mat", m, d, mat, body)


@documented
def mj_applyFT(m, d, force, torque, point, body, qfrc_target):
    """Add to qfrc_target (nv) the joint forces of a force and torque at ``point`` of ``body``, world frame."""
    _index("mj_applyFT", "body", body, m.nbody)
    _sized("mj_applyFT", "qfrc_target", qfrc_target, m.nv)
    stages.call("apply_ft", m, d, force, torque, point, body, qfrc_target)


_MOVING = (
    mjtObj.mjOBJ_BODY,
    mjtObj.mjOBJ_XBODY,
    mjtObj.mjOBJ_GEOM,
    mjtObj.mjOBJ_SITE,
    mjtObj.mjOBJ_CAMERA,
)


def _check_object(function, m, objtype, objid):
    if objtype not in _MOVING:
        raise ValueError(
            f"{function}: objtype {objtype} has no frame; body, xbody, geom, site and camera have"
        )
    _index(function, "objid", objid, getattr(m, COUNTED[mjtObj(objtype)][0]))


@documented
def mj_objectVelocity(m, d, objtype, objid, res, flg_local):
    """res (6) = angular and linear velocity of an object, in world axes or its own."""
    _check_object("mj_objectVelocity", m, objtype, objid)
    stages.call("object_velocity", m, d, objtype, objid, res, flg_local)


@documented
def mj_objectAcceleration(m, d, objtype, objid, res, flg_local):
    """res (6) = angular and linear acceleration of an object; needs mj_rnePostConstraint."""
    _check_object("mj_objectAcceleration", m, objtype, objid)
    stages.call("object_acceleration", m, d, objtype, objid, res, flg_local)


@documented
def mj_contactForce(m, d, id, result):
    """result (6) = force and torque of contact ``id`` in its frame."""
    _index("mj_contactForce", "id", id, d.ncon)
    data_indices.check(m, d, CONTACTS)
    stages.call("contact_force", m, d, id, result)


@documented
def mj_island(m, d):
    """Find the islands of the constraint rows at hand: nisland, island_*, iefc_*, map_* and their siblings."""
    data_indices.check(m, d, ROWS)
    islands_change(m._view, d._view)
    stages.call("island", m, d)


@documented
def mj_rne(m, d, flg_acc, result):
    """result (nv) = M qacc + bias forces (flg_acc 1), or bias forces alone (0)."""
    _sized("mj_rne", "result", result, m.nv)
    stages.call("rne", m, d, flg_acc, result)


@documented
def mj_mulM(m, d, res, vec):
    """res = M vec"""
    _sized("mj_mulM", "res", res, m.nv)
    _sized("mj_mulM", "vec", vec, m.nv)
    stages.call("mul_m", m, d, res, vec)


@documented
def mj_mulM2(m, d, res, vec):
    """res = M^(1/2) vec, with the factor L D^(1/2)"""
    _sized("mj_mulM2", "res", res, m.nv)
    _sized("mj_mulM2", "vec", vec, m.nv)
    stages.call("mul_m2", m, d, res, vec)


def _solve_shapes(function, m, x, y):
    if x.shape != y.shape or x.shape[-1] != m.nv:
        raise TypeError(f"{function}: x and y must both have shape (n, {m.nv}), not {x.shape}, {y.shape}")


@documented
def mj_solveM(m, d, x, y):
    """x = M^-1 y, row by row: both (n, nv)"""
    _solve_shapes("mj_solveM", m, x, y)
    stages.call("solve_m", m, d, x, y, len(x))


@documented
def mj_solveM2(m, d, x, y, sqrtInvD):
    """x = D^(-1/2) L^-T y, row by row: both (n, nv); sqrtInvD (nv)"""
    _solve_shapes("mj_solveM2", m, x, y)
    _sized("mj_solveM2", "sqrtInvD", sqrtInvD, m.nv)
    stages.call("solve_m2", m, d, x, y, sqrtInvD, len(x))


@documented
def mj_fullM(m, dst, M):
    """dst (nv, nv) = the inertia matrix of its sparse form ``M`` (nM), as in d.qM"""
    if dst.shape != (m.nv, m.nv):
        raise TypeError(f"mj_fullM: dst must have shape ({m.nv}, {m.nv}), not {dst.shape}")
    _sized("mj_fullM", "M", M, m.nM)
    stages.call("full_m", m, dst, M)


@documented
def mj_addM(m, d, dst, rownnz, rowadr, colind):
    """Add the inertia matrix to the CSR matrix (dst, rownnz, rowadr, colind), whose pattern holds that of M."""
    _sized("mj_addM", "rownnz", rownnz, m.nv)
    _sized("mj_addM", "rowadr", rowadr, m.nv)
    for i in range(m.nv):
        own = slice(int(m.M_rowadr[i]), int(m.M_rowadr[i] + m.M_rownnz[i]))
        row = slice(int(rowadr[i]), int(rowadr[i] + rownnz[i]))
        where = np.searchsorted(colind[row], m.M_colind[own])
        if (where >= rownnz[i]).any() or (colind[row][where] != m.M_colind[own]).any():
            raise ValueError(f"mj_addM: row {i} of the pattern lacks columns of M")
        dst[row][where] += d.M[own]


@documented
def mj_mulJacVec(m, d, res, vec):
    """res (nefc) = efc_J vec (nv)"""
    _sized("mj_mulJacVec", "res", res, d.nefc)
    _sized("mj_mulJacVec", "vec", vec, m.nv)
    res[:] = constraint_jacobian(m, d) @ vec


@documented
def mj_mulJacTVec(m, d, res, vec):
    """res (nv) = efc_J' vec (nefc)"""
    _sized("mj_mulJacTVec", "res", res, m.nv)
    _sized("mj_mulJacTVec", "vec", vec, d.nefc)
    res[:] = constraint_jacobian(m, d).T @ vec


def constraint_jacobian(m, d):
    """efc_J as a dense matrix (nefc, nv), however it is stored."""
    if not is_sparse(m._view):
        return d.efc_J[: d.nefc * m.nv].reshape(d.nefc, m.nv)
    dense = np.zeros((d.nefc, m.nv))
    for r, (adr, n) in enumerate(zip(d.efc_J_rowadr, d.efc_J_rownnz, strict=True)):
        dense[r, d.efc_J_colind[adr : adr + n]] = d.efc_J[adr : adr + n]
    return dense


@documented
def mj_isSparse(m):
    """1 when efc_J is stored by rows of nonzeros, else 0."""
    return int(is_sparse(m._view))


@documented
def mj_isPyramidal(m):
    """1 when friction cones are pyramids, else 0."""
    return int(m.opt.cone == mjtCone.mjCONE_PYRAMIDAL)


@documented
def mj_isDual(m):
    """1 when the solver works on constraint forces (PGS, or noslip), else 0."""
    return int(m.opt.solver == mjtSolver.mjSOL_PGS or m.opt.noslip_iterations > 0)


@documented
def mj_differentiatePos(m, qvel, dt, qpos1, qpos2):
    """qvel (nv) = the constant velocity that leads from qpos1 to qpos2 (nq) in time dt."""
    _sized("mj_differentiatePos", "qvel", qvel, m.nv)
    _sized("mj_differentiatePos", "qpos1", qpos1, m.nq)
    _sized("mj_differentiatePos", "qpos2", qpos2, m.nq)
    if dt == 0.0:
        raise ValueError("mj_differentiatePos: dt must not be zero")
    stages.call("differentiate_pos", m, qvel, dt, qpos1, qpos2)


@documented
def mj_integratePos(m, qpos, qvel, dt):
    """qpos (nq) moved with constant velocity qvel (nv) for time dt, in place."""
    _sized("mj_integratePos", "qpos", qpos, m.nq)
    _sized("mj_integratePos", "qvel", qvel, m.nv)
    stages.call("integrate_pos", m, qpos, qvel, dt)


@documented
def mj_normalizeQuat(m, qpos):
    """Normalise all quaternions in qpos (nq), in place."""
    _sized("mj_normalizeQuat", "qpos", qpos, m.nq)
    stages.call("normalize_quat", m, qpos)


@documented
def mj_local2Global(d, xpos, xmat, pos, quat, body, sameframe):
    """xpos (3), xmat (9) = the pose (pos, quat) of the frame of ``body``, in the world."""
    _index("mj_local2Global", "body", body, d.model.nbody)
    stages.call("local_to_global", d, xpos, xmat, pos, quat, body, sameframe)


@documented
def mj_getTotalmass(m):
    """Mass of all bodies [kg]."""
    return float(m.body_mass.sum())


@documented
def mj_setTotalmass(m, newmass):
    """Scale masses and inertias so that the total mass is ``newmass`` [kg]."""
    if not np.isfinite(newmass):
        raise ValueError(f"mj_setTotalmass: newmass must be a finite number, not {newmass}")
    factor = max(1e-15, newmass / max(1e-15, float(m.body_mass.sum())))
    m.body_mass *= factor
    m.body_inertia *= factor


@documented
def mj_stateSize(m, sig):
    """Number of values in the state vector ``sig`` (union of mjtState)."""
    state.check_signature("mj_stateSize", sig)
    return state.size(m, sig)


@documented
def mj_getState(m, d, state, sig):
    """state = the parts ``sig`` of the state of d."""
    _state_size("mj_getState", m, state, sig)
    _state_module.get(m, d, state, sig)


@documented
def mj_setState(m, d, state, sig):
    """The parts ``sig`` of the state of d = state."""
    _state_size("mj_setState", m, state, sig)
    _state_module.put(m, d, state, sig)


_state_module = state


def _state_size(function, m, values, sig):
    _state_module.check_signature(function, sig)
    wanted = _state_module.size(m, sig)
    if values.size != wanted:
        raise TypeError(
            f"{function}: state size should equal mj_stateSize(m, sig) = {wanted}, got {values.size}"
        )


@documented
def mj_extractState(m, src, srcsig, dst, dstsig):
    """dst = the parts ``dstsig`` of the state vector src, which has the parts ``srcsig``."""
    _state_size("mj_extractState", m, src, srcsig)
    _state_size("mj_extractState", m, dst, dstsig)
    if dstsig & ~srcsig:
        raise ValueError("mj_extractState: dstsig is not a subset of srcsig")
    _state_module.extract(m, src, srcsig, dst, dstsig)


@documented
def mj_copyState(m, src, dst, sig):
    """Copy the parts ``sig`` of the state from one MjData to another."""
    values = np.zeros(mj_stateSize(m, sig))
    _state_module.get(m, src, values, sig)
    _state_module.put(m, dst, values, sig)


@documented
def mj_resetData(m, d):
    """The state at time 0: qpos0, zero velocity and control."""
    d._reset()


@documented
def mj_resetDataDebug(m, d, debug_value):
    """As mj_resetData, with all that is computed set to bytes ``debug_value`` (0 to 255)."""
    if not 0 <= debug_value < 256:
        raise ValueError(f"mj_resetDataDebug: debug_value must be a byte, not {debug_value}")
    d._reset(debug_value)


@documented
def mj_resetDataKeyframe(m, d, key):
    """The state of keyframe ``key``; as mj_resetData when there is no such keyframe."""
    d._reset()
    if 0 <= key < m.nkey:
        state.put_key(m, d, key)


@documented
def mj_setKeyframe(m, d, k):
    """Keep the state of d as keyframe ``k``."""
    if not 0 <= k < m.nkey:
        raise ValueError(f"mj_setKeyframe: index must be between 0 and {m.nkey} (nkey), got {k}")
    state.save_key(m, d, k)


@documented
def mj_copyData(dest, m, src):
    """Make dest equal to src, both of model m."""
    copy_data(dest, m, src)
    return dest


@documented
def mj_setConst(m, d):
    """Recompute what depends on qpos0 and other constants; needed after editing a model."""
    from gelenk.engine.setconst import set_const

    set_const(m, d)


@documented
def mj_name2id(m, type, name):
    """Id of the object of ``type`` (mjtObj) called ``name``, -1 when there is none."""
    if type not in COUNTED:
        return -1
    return ids_of(m, mjtObj(type)).get(name, -1)


@documented
def mj_id2name(m, type, id):
    """Name of object ``id`` of ``type`` (mjtObj), None when it has none."""
    if type not in COUNTED:
        return None
    if not 0 <= id < getattr(m, COUNTED[mjtObj(type)][0]):
        return None
    return names_of(m, mjtObj(type))[id] or None


@documented
def mj_version():
    """Version of the API as a number: 3005000."""
    return int(mjVERSION_HEADER)


@documented
def mj_versionString():
    """Version of the API as text: "3.5.0"."""
    return API_VERSION


@documented
def mj_RungeKutta(m, d, N):
    """Advance by a timestep, explicit Runge-Kutta of order N = 4."""
    if integer("mj_RungeKutta", "N", N) != 4:
        raise ValueError(f"mj_RungeKutta: only order 4 is supported, not {N}")
    native.call_stage("runge_kutta", m, d)


@documented
def mj_fwdKinematics(m, d):
    """Positions, centers of mass, cameras, lights and tendons."""
    for stage in ("kinematics", "com_pos", "camlight", "tendon"):
        native.call_stage(stage, m, d)


@documented
def mj_geomDistance(m, d, geom1, geom2, distmax, fromto):
    """Signed distance of two geoms, at most ``distmax``; fromto (6): the nearest points, from geom1 to geom2."""
    _index("mj_geomDistance", "geom1", geom1, m.ngeom)
    _index("mj_geomDistance", "geom2", geom2, m.ngeom)
    _sized("mj_geomDistance", "fromto", fromto, 6)
    out = np.zeros(6) if fromto is None else fromto
    native.call_stage("geom_distance", m, d, geom1, geom2, distmax, out)
    return float(d._a_near_dist[0])


@documented
def mj_constraintUpdate(m, d, jar, cost, flg_coneHessian):
    """efc_state, efc_force, qfrc_constraint for jar (nefc) = efc_J qacc - efc_aref; cost (1)."""
    _sized("mj_constraintUpdate", "jar", jar, d.nefc)
    out = np.zeros(1) if cost is None else cost
    data_indices.check(m, d, CONTACTS | ROWS)
    stages.call("constraint_update", m, d, jar, out, flg_coneHessian)


def _cast(function, m, d, pnt, vec, geomgroup, flg_static, bodyexclude, geomid):
    """One ray: (distance, normal) and the geom in ``geomid`` (1)."""
    if not vec.any():
        raise ValueError(f"{function}: vec must not be zero")
    groups = np.ones(6, np.int32) if geomgroup is None else np.asarray(geomgroup, np.int32)
    out = np.zeros(4)
    native.call_stage(
        "ray", m, d, pnt, vec, groups, int(geomgroup is not None), flg_static, bodyexclude, geomid, out
    )
    return float(out[0]), out[1:]


@documented
def mj_ray(m, d, pnt, vec, geomgroup, flg_static, bodyexclude, geomid, normal):
    """Distance, in lengths of vec, to the first geom along the ray, -1 without a hit; its geomid (1) and normal (3)."""
    found = np.zeros(1, np.int32) if geomid is None else geomid
    distance, n = _cast("mj_ray", m, d, pnt, vec, geomgroup, flg_static, bodyexclude, found)
    if normal is not None:
        normal[:] = n
    return distance


def _ray_one(function, kind, m, d, geomid, pnt, vec, normal):
    """mj_rayMesh and mj_rayHfield: the distance to one geom of type ``kind``."""
    _index(function, "geomid", geomid, m.ngeom)
    if m._a_geom_type[geomid] != kind:
        raise ValueError(f"{function}: geom {geomid} is not of type {kind.name}")
    if not vec.any():
        raise ValueError(f"{function}: vec must not be zero")
    out = np.zeros(4)
    native.call_stage("ray_one", m, d, geomid, pnt, vec, out)
    if normal is not None:
        normal[:] = out[1:]
    return float(out[0])


@documented
def mj_rayMesh(m, d, geomid, pnt, vec, normal):
    """Distance, in lengths of vec, at which the ray meets the mesh of a geom, or -1; the normal (3) there."""
    return _ray_one("mj_rayMesh", mjtGeom.mjGEOM_MESH, m, d, geomid, pnt, vec, normal)


@documented
def mj_rayHfield(m, d, geomid, pnt, vec, normal):
    """Distance, in lengths of vec, at which the ray meets the height field of a geom, or -1; the normal (3)."""
    return _ray_one("mj_rayHfield", mjtGeom.mjGEOM_HFIELD, m, d, geomid, pnt, vec, normal)


@documented
def mj_rayFlex(m, d, flex_layer, flg_vert, flg_edge, flg_face, flg_skin, flexid, pnt, vec, vertid, normal):
    """Distance, in lengths of vec, at which the ray meets a flex, or -1; the nearest vertex (1), the normal (3).

    The flags say what is met: vertices as balls, edges as capsules, faces (in 3D those of ``flex_layer``), or the skin,
    which is edges and faces.
    """
    _index("mj_rayFlex", "flexid", flexid, m.nflex)
    if not vec.any():
        raise ValueError("mj_rayFlex: vec must not be zero")
    distance, n, vertex = ray_flex(
        m, d, flexid, flex_layer, (flg_vert, flg_edge, flg_face, flg_skin), pnt, vec
    )
    if vertid is not None and vertex >= 0:
        vertid[0] = vertex
    if normal is not None:
        normal[:] = n
    return distance


@documented
def mj_multiRay(m, d, pnt, vec, geomgroup, flg_static, bodyexclude, geomid, dist, normal, nray, cutoff):
    """mj_ray for ``nray`` directions vec (3 nray) from one point; a hit of a geom beyond ``cutoff`` counts as none.

    The geom is beyond it if its bounding sphere is, as in 3.5.0; a plane never is.
    """
    for name, array, size in (
        ("vec", vec, 3),
        ("geomid", geomid, 1),
        ("dist", dist, 1),
        ("normal", normal, 3),
    ):
        _sized("mj_multiRay", name, array, size * nray)
    for i in range(nray):
        direction = vec[3 * i : 3 * i + 3]
        dist[i], n = _cast(
            "mj_multiRay", m, d, pnt, direction, geomgroup, flg_static, bodyexclude, geomid[i : i + 1]
        )
        radius = m._a_geom_rbound[geomid[i]] if geomid[i] >= 0 else 0.0
        if radius > 0.0 and np.linalg.norm(d._a_geom_xpos[geomid[i]] - pnt) - radius > cutoff:
            dist[i], geomid[i], n = -1.0, -1, np.zeros(3)
        if normal is not None:
            normal[3 * i : 3 * i + 3] = n


@documented
def mj_defaultOption(opt):
    """Give a MjOption the default values."""
    if not isinstance(opt, MjOption):
        raise TypeError(f"mj_defaultOption: opt must be a MjOption, not {type(opt).__name__}")
    for name, value in option_defaults().items():
        setattr(opt, name, value)


@documented
def mj_defaultVisual(vis):
    """Give a MjVisual the default values."""
    if not isinstance(vis, MjVisual):
        raise TypeError(f"mj_defaultVisual: vis must be a MjVisual, not {type(vis).__name__}")
    put_default_visual(vis)


@documented
def mj_addContact(m, d, con):
    """Append a contact to d.contact; returns 0 when it was added, 1 when there is no memory for it."""
    if not isinstance(con, MjContact):
        raise TypeError(f"mj_addContact: con must be a MjContact, not {type(con).__name__}")
    n = d.ncon
    if n >= d._get("nconmax"):
        d._set("need_con", n + 1)
        d._grow()
        if n >= d._get("nconmax"):
            return 1
    d._set("ncon", n + 1)
    record = d.contact[n]
    for f in CONTACT:
        setattr(record, f.name, getattr(con, f.name))
    return 0
