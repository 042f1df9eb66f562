"""Decoration of cameras with their frusta, and of lights.

Documents: XML reference / camera, light, visual/scale (camera, frustum, light)
"""

import math

from gelenk.algebra.vec import (
    Mat3,
    Vec3,
    add,
    add_scaled,
    cross,
    load3,
    load9,
    mat_vec,
    norm,
    scale,
    store3,
    store9,
    sub,
)
from gelenk.scene.shapes import (
    Color,
    add_connector,
    add_decor,
    add_frame,
    add_geom,
    load_color,
    set_color,
    set_size,
    turn_z,
)
from gelenk.tables.enums import mjtCatBit, mjtFrame, mjtGeom, mjtLabel, mjtObj, mjtProjection, mjtVisFlag
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model, Scene

BEHIND = 1e-4  # distance from a light to its cylinder [m]
LINE_WIDTH = 3.0  # width of frustum edges [pixel]


@kernel
def camera_sides(m: Model, s: Scene, cam: int) -> tuple[float, float, float, float, float, float]:
    """Return the frustum of a camera: left, right, bottom, top, near, far.

    The sides are extents on the near plane. An orthographic frustum is drawn as deep as it is wide and high on average.
    """
    near = s.vis_map.znear * m.stat.extent
    far = s.vis_scale.frustum * m.stat.meansize
    width, height = m.cam_sensorsize[cam, 0], m.cam_sensorsize[cam, 1]
    aspect = m.cam_resolution[cam, 0] / max(1, m.cam_resolution[cam, 1])
    if m.cam_projection[cam] == mjtProjection.mjPROJ_ORTHOGRAPHIC:
        y = 0.5 * m.cam_fovy[cam]
        x = y * aspect
        return x, x, y, y, near, 0.5 * (x + y)
    if width > 0.0 and height > 0.0:
        fx, fy = m.cam_intrinsic[cam, 0], m.cam_intrinsic[cam, 1]
        cx, cy = m.cam_intrinsic[cam, 2], m.cam_intrinsic[cam, 3]
        return (
            near / fx * (0.5 * width - cx),
            near / fx * (0.5 * width + cx),
            near / fy * (0.5 * height - cy),
            near / fy * (0.5 * height + cy),
            near,
            far,
        )
    y = near * math.tan(0.5 * math.radians(m.cam_fovy[cam]))
    return y * aspect, y * aspect, y, y, near, far


@kernel
def add_triangle(s: Scene, cam: int, a: Vec3, b: Vec3, c: Vec3, rgba: Color) -> None:
    """Add a triangle geom: first corner, first two sides as axes with their lengths, normal."""
    x, y = sub(b, a), sub(c, a)
    z = cross(x, y)
    lx, ly, lz = norm(x), norm(y), norm(z)
    if lx == 0.0 or ly == 0.0 or lz == 0.0:
        return
    x, y, z = scale(x, 1.0 / lx), scale(y, 1.0 / ly), scale(z, 1.0 / lz)
    n = add_geom(s, mjtGeom.mjGEOM_TRIANGLE, mjtObj.mjOBJ_CAMERA, cam, mjtCatBit.mjCAT_DECOR)
    store3(s.geom_pos, n, a)
    store9(s.geom_mat, n, (x[0], y[0], z[0], x[1], y[1], z[1], x[2], y[2], z[2]))
    set_size(s, n, lx, ly, lz)
    set_color(s, n, rgba)


@kernel
def plane_corner(k: int, left: float, right: float, bottom: float, top: float, z: float) -> Vec3:
    """Return corner k of a frustum plane, in the frame of the camera.

    Corners run counter-clockwise from the lower left.
    """
    return -left if k == 0 or k == 3 else right, -bottom if k < 2 else top, -z


@kernel
def add_frustum(m: Model, d: Data, s: Scene, cam: int, pos: Vec3, mat: Mat3) -> None:
    """Add the four sides of a camera frustum."""
    left, right, bottom, top, near, far = camera_sides(m, s, cam)
    grow = 1.0 if m.cam_projection[cam] == mjtProjection.mjPROJ_ORTHOGRAPHIC else far / near
    rgba = load_color(s.vis_rgba.frustum)
    for k in range(4):
        j = (k + 1) % 4
        near1 = add(pos, mat_vec(mat, plane_corner(k, left, right, bottom, top, near)))
        near2 = add(pos, mat_vec(mat, plane_corner(j, left, right, bottom, top, near)))
        far1 = add(
            pos, mat_vec(mat, plane_corner(k, grow * left, grow * right, grow * bottom, grow * top, far))
        )
        far2 = add(
            pos, mat_vec(mat, plane_corner(j, grow * left, grow * right, grow * bottom, grow * top, far))
        )
        add_triangle(s, cam, near1, far1, near2, rgba)
        add_triangle(s, cam, far1, far2, near2, rgba)
        add_connector(s, mjtGeom.mjGEOM_LINE, mjtObj.mjOBJ_CAMERA, cam, LINE_WIDTH, near1, near2, rgba)
        add_connector(s, mjtGeom.mjGEOM_LINE, mjtObj.mjOBJ_CAMERA, cam, LINE_WIDTH, far1, far2, rgba)
        add_connector(s, mjtGeom.mjGEOM_LINE, mjtObj.mjOBJ_CAMERA, cam, LINE_WIDTH, near1, far1, rgba)


@kernel
def add_camera(m: Model, d: Data, s: Scene, cam: int) -> None:
    """Add a box with a lens; cameras with a resolution are transparent and show their frustum."""
    size = s.vis_scale.camera * m.stat.meansize
    pos, mat = load3(d.cam_xpos, cam), load9(d.cam_xmat, cam)
    rgba = load_color(s.vis_rgba.camera)
    if m.cam_resolution[cam, 0] > 1 or m.cam_resolution[cam, 1] > 1:
        add_frustum(m, d, s, cam, pos, mat)
        rgba = (rgba[0], rgba[1], rgba[2], 0.3)
    n = add_decor(s, mjtGeom.mjGEOM_BOX, mjtObj.mjOBJ_CAMERA, cam, pos, mat, rgba)
    set_size(s, n, size, 0.8 * size, 0.4 * size)
    if s.opt.label == mjtLabel.mjLABEL_CAMERA:
        s.geom_mark[n] = mjtLabel.mjLABEL_CAMERA
    lens = add_scaled(pos, (mat[2], mat[5], mat[8]), -0.6 * size)
    dark = (0.5 * rgba[0], 0.5 * rgba[1], 0.5 * rgba[2], rgba[3])
    n = add_decor(s, mjtGeom.mjGEOM_CYLINDER, mjtObj.mjOBJ_CAMERA, cam, lens, mat, dark)
    set_size(s, n, 0.4 * size, 0.4 * size, 0.3 * size)


@kernel
def add_light(m: Model, d: Data, s: Scene, i: int) -> None:
    """Add a cylinder behind a light."""
    size = s.vis_scale.light * m.stat.meansize
    direction = load3(d.light_xdir, i)
    pos = add_scaled(load3(d.light_xpos, i), direction, -(size + BEHIND))
    n = add_decor(
        s,
        mjtGeom.mjGEOM_CYLINDER,
        mjtObj.mjOBJ_LIGHT,
        i,
        pos,
        turn_z(direction),
        load_color(s.vis_rgba.light),
    )
    set_size(s, n, 0.8 * size, 0.8 * size, size)
    if s.opt.label == mjtLabel.mjLABEL_LIGHT:
        s.geom_mark[n] = mjtLabel.mjLABEL_LIGHT


@kernel
def scene_cameras(m: Model, d: Data, s: Scene) -> None:
    """Add cameras and lights, each with its frame.

    Reads   cam_xpos, cam_xmat, light_xpos, light_xdir
    """
    length = s.vis_scale.framelength * m.stat.meansize
    width = s.vis_scale.framewidth * m.stat.meansize
    for cam in range(m.ncam if s.opt.flags[mjtVisFlag.mjVIS_CAMERA] != 0 else 0):
        add_camera(m, d, s, cam)
        if s.opt.frame == mjtFrame.mjFRAME_CAMERA:
            add_frame(s, cam, load3(d.cam_xpos, cam), load9(d.cam_xmat, cam), length, width)
    for i in range(m.nlight if s.opt.flags[mjtVisFlag.mjVIS_LIGHT] != 0 else 0):
        add_light(m, d, s, i)
        if s.opt.frame == mjtFrame.mjFRAME_LIGHT:
            add_frame(s, i, load3(d.light_xpos, i), turn_z(load3(d.light_xdir, i)), length, width)
