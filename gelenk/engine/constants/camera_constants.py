"""Camera and light constants: offsets and orientations at qpos0, as if fixed to bodies.

Documents: API / mj_setConst; XML reference / camera, light
"""

from gelenk.algebra.vec import (
    Vec3,
    add,
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
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model


@kernel
def tracked_com(d: Data, b: int, target: int) -> Vec3:
    """Return the subtree com of the target body if there is one, else of body b."""
    return load3(d.subtree_com, target if target >= 0 else b)


@kernel
def camera_constants(m: Model, d: Data) -> None:
    """Write offsets and orientations of cameras and lights at qpos0, as if fixed to bodies."""
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
