"""Kernels that initialize user geoms: mjv_initGeom, mjv_connector.

Documents: API / mjv_initGeom, mjv_connector
"""

from gelenk.algebra.vec import Mat3, Vec3, add_scaled, get3, norm, store3, store9, sub
from gelenk.scene.kernels.model_frame import NO
from gelenk.scene.shapes import load_color, plain_look, set_color, set_size, turn_z
from gelenk.tables.enums import mjtGeom
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Scene, View

LEAST_INT32, MOST_INT32 = -(2**31), 2**31 - 1  # int32 range of geom types


@kernel
def init_geom(s: Scene, n: int, shape: int, size: View, pos: View, mat: View, rgba: View) -> int:
    """Set shape, size, pose and color of geom ``n``, and default appearance (mjv_initGeom).

    Object, category, segmentation, camdist and transparent stay unchanged.
    """
    if shape < LEAST_INT32 or shape > MOST_INT32:
        return NO
    x, y, z = size[0], size[1], size[2]
    if shape == mjtGeom.mjGEOM_SPHERE:
        y, z = x, x
    elif shape == mjtGeom.mjGEOM_CAPSULE or shape == mjtGeom.mjGEOM_CYLINDER:
        y, z = x, y
    s.geom_type[n] = shape
    plain_look(s, n)
    set_size(s, n, x, y, z)
    store3(s.geom_pos, n, get3(pos, 0))
    for k in range(9):
        s.geom_mat[n, k] = mat[k]
    set_color(s, n, load_color(rgba))
    return 0


@kernel
def connector_pose(shape: int, start: Vec3, end: Vec3) -> tuple[float, Vec3, Mat3]:
    """Return length, position and orientation of a shape that connects two points."""
    axis = sub(end, start)
    length, pos = norm(axis), start
    if shape == mjtGeom.mjGEOM_CAPSULE or shape == mjtGeom.mjGEOM_CYLINDER:
        length, pos = 0.5 * length, add_scaled(start, axis, 0.5)
    return length, pos, turn_z(axis)


@kernel
def has_two_ends(shape: int) -> bool:
    """Return whether a shape has two ends."""
    return (
        shape == mjtGeom.mjGEOM_CAPSULE
        or shape == mjtGeom.mjGEOM_CYLINDER
        or shape == mjtGeom.mjGEOM_LINE
        or shape == mjtGeom.mjGEOM_ARROW
        or shape == mjtGeom.mjGEOM_ARROW1
        or shape == mjtGeom.mjGEOM_ARROW2
    )


@kernel
def connector(s: Scene, n: int, shape: int, width: float, start: View, end: View) -> int:
    """Set shape, size and pose of geom ``n`` so that it connects two points (mjv_connector)."""
    if not has_two_ends(shape):
        return NO
    length, pos, mat = connector_pose(shape, get3(start, 0), get3(end, 0))
    s.geom_type[n] = shape
    set_size(s, n, width, width, length)
    store3(s.geom_pos, n, pos)
    store9(s.geom_mat, n, mat)
    return 0
