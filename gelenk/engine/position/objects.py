"""Objects that have a frame: a body (its inertial frame), an xbody (its regular frame), a geom, a site or a camera.

Documents: XML reference / sensor; Modeling / Sensors; API / mj_objectVelocity
"""

from gelenk.algebra.vec import Mat3, Quat, Vec3, load3, load4, load9, mul_quat
from gelenk.jit.kernel import kernel
from gelenk.jit.structs import Data, Model
from gelenk.tables.enums import mjtObj


@kernel
def object_body(m: Model, kind: int, i: int) -> int:
    """The body that object i of ``kind`` is fixed to."""
    if kind == mjtObj.mjOBJ_GEOM:
        return m.geom_bodyid[i]
    if kind == mjtObj.mjOBJ_SITE:
        return m.site_bodyid[i]
    if kind == mjtObj.mjOBJ_CAMERA:
        return m.cam_bodyid[i]
    return i


@kernel
def object_pos(d: Data, kind: int, i: int) -> Vec3:
    """Origin of the object, world frame."""
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
    """R_world_object."""
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
def object_quat(m: Model, d: Data, kind: int, i: int) -> Quat:
    """The rotation of the object as a quaternion; a camera turns with its body, whatever its mode."""
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
