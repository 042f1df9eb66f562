"""Poses of cameras, positions and directions of lights.

Documents: XML reference / camera, light

fixed: moves with the body; track, trackcom: keeps its offset from the body or the center of mass of its subtree, and
its orientation; targetbody, targetbodycom: moves with the body, points at a body or the center of mass of its subtree.
"""

from gelenk.algebra.vec import (
    Mat3,
    Vec3,
    add,
    cross,
    load3,
    load4,
    load9,
    mat_vec,
    mul_quat,
    normalize,
    quat_to_mat,
    store3,
    store9,
    sub,
)
from gelenk.tables.enums import mjtCamLight
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model


@kernel
def look_at(direction: Vec3) -> Mat3:
    """Return the frame whose z axis is ``direction`` and whose x axis is horizontal."""
    z = normalize(direction)
    x = normalize((-z[1], z[0], 0.0))
    y = normalize(cross(z, x))
    return x[0], y[0], z[0], x[1], y[1], z[1], x[2], y[2], z[2]


@kernel
def keeps_turn(mode: int) -> bool:
    """Return whether the orientation stays that of qpos0 while the body rotates."""
    return mode == mjtCamLight.mjCAMLIGHT_TRACK or mode == mjtCamLight.mjCAMLIGHT_TRACKCOM


@kernel
def looks_at_target(mode: int, target: int) -> bool:
    """Return whether the mode points at a target body that exists."""
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
