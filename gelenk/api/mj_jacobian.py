"""Jacobians, and what moves with bodies, as documented functions: mj_jac, mj_applyFT, mj_objectVelocity, ...

Documents: API / Support
"""

import numpy as np

from gelenk.engine.ranges import CONTACTS
from gelenk.jit import library
from gelenk.tables.enums import mjtObj
from gelenk.world import data_indices
from gelenk.world.arguments import check_index, check_size, documented
from gelenk.world.names import COUNTED


def _jacobian_pair(function, m, jacp, jacr):
    for name, array in (("jacp", jacp), ("jacr", jacr)):
        if array is not None and array.shape != (3, m.nv):
            raise TypeError(f"{function}: {name} must have shape (3, nv) = (3, {m.nv}), not {array.shape}")


def _run_jacobian(function, stage, m, d, jacp, jacr, *rest):
    """Call a stage that writes two (3, nv) Jacobians, either of which the caller may not want."""
    _jacobian_pair(function, m, jacp, jacr)
    spare = np.zeros((3, m.nv))
    library.call(stage, m, d, spare if jacp is None else jacp, spare if jacr is None else jacr, *rest)


@documented
def mj_jac(m, d, jacp, jacr, point, body):
    """Jacobians (3, nv) of the point (3, world frame) that moves with ``body``: linear, angular."""
    check_index("mj_jac", "body", body, m.nbody)
    _run_jacobian("mj_jac", "jac", m, d, jacp, jacr, point, body)


@documented
def mj_jacBody(m, d, jacp, jacr, body):
    """Jacobians (3, nv) of the origin of ``body``."""
    check_index("mj_jacBody", "body", body, m.nbody)
    _run_jacobian("mj_jacBody", "jac_body", m, d, jacp, jacr, body)


@documented
def mj_jacBodyCom(m, d, jacp, jacr, body):
    """Jacobians (3, nv) of the center of mass of ``body``."""
    check_index("mj_jacBodyCom", "body", body, m.nbody)
    _run_jacobian("mj_jacBodyCom", "jac_body_com", m, d, jacp, jacr, body)


@documented
def mj_jacGeom(m, d, jacp, jacr, geom):
    """Jacobians (3, nv) of the center of ``geom``."""
    check_index("mj_jacGeom", "geom", geom, m.ngeom)
    _run_jacobian("mj_jacGeom", "jac_geom", m, d, jacp, jacr, geom)


@documented
def mj_jacSite(m, d, jacp, jacr, site):
    """Jacobians (3, nv) of ``site``."""
    check_index("mj_jacSite", "site", site, m.nsite)
    _run_jacobian("mj_jacSite", "jac_site", m, d, jacp, jacr, site)


@documented
def mj_jacPointAxis(m, d, jacPoint, jacAxis, point, axis, body):
    """Jacobians (3, nv) of a point and of an axis, both in the world frame, that move with ``body``."""
    check_index("mj_jacPointAxis", "body", body, m.nbody)
    _run_jacobian("mj_jacPointAxis", "jac_point_axis", m, d, jacPoint, jacAxis, point, axis, body)


@documented
def mj_jacDot(m, d, jacp, jacr, point, body):
    """Time derivatives (3, nv) of the Jacobians of mj_jac."""
    check_index("mj_jacDot", "body", body, m.nbody)
    _run_jacobian("mj_jacDot", "jac_dot", m, d, jacp, jacr, point, body)


@documented
def mj_jacSubtreeCom(m, d, jacp, body):
    """Jacobian (3, nv) of the center of mass of the subtree of ``body``."""
    check_index("mj_jacSubtreeCom", "body", body, m.nbody)
    _jacobian_pair("mj_jacSubtreeCom", m, jacp, None)
    if jacp is not None:
        library.call("jac_subtree_com", m, d, jacp, body)


@documented
def mj_angmomMat(m, d, mat, body):
    """Matrix (3, nv) that turns qvel into the angular momentum of the subtree of ``body`` about its center of mass."""
    check_index("mj_angmomMat", "body", body, m.nbody)
    if mat.shape != (3, m.nv):
        raise TypeError(f"mj_angmomMat: mat must have shape (3, {m.nv}), not {mat.shape}")
    library.call("angmom_mat", m, d, mat, body)


@documented
def mj_applyFT(m, d, force, torque, point, body, qfrc_target):
    """Add to qfrc_target (nv) the joint forces of a force and torque at ``point`` of ``body``, world frame."""
    check_index("mj_applyFT", "body", body, m.nbody)
    check_size("mj_applyFT", "qfrc_target", qfrc_target, m.nv)
    library.call("apply_ft", m, d, force, torque, point, body, qfrc_target)


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
    check_index(function, "objid", objid, getattr(m, COUNTED[mjtObj(objtype)][0]))


@documented
def mj_objectVelocity(m, d, objtype, objid, res, flg_local):
    """res (6) = angular and linear velocity of an object, in world axes or its own."""
    _check_object("mj_objectVelocity", m, objtype, objid)
    library.call("object_velocity", m, d, objtype, objid, res, flg_local)


@documented
def mj_objectAcceleration(m, d, objtype, objid, res, flg_local):
    """res (6) = angular and linear acceleration of an object; needs mj_rnePostConstraint."""
    _check_object("mj_objectAcceleration", m, objtype, objid)
    library.call("object_acceleration", m, d, objtype, objid, res, flg_local)


@documented
def mj_contactForce(m, d, id, result):
    """result (6) = force and torque of contact ``id`` in its frame."""
    check_index("mj_contactForce", "id", id, d.ncon)
    data_indices.check(m, d, CONTACTS)
    library.call("contact_force", m, d, id, result)
