"""Decoration of a scene: sensors (rays, segments, touch grids), cameras and lights.

Documents: XML reference / sensor/rangefinder, sensor/fromto; XML reference / sensor / plugin; Programming / Engine
plugins; XML reference / camera, light, visual/scale (camera, frustum, light)

Sensors show rangefinder rays with hits and normals, fromto segments, and touch grids. A touch grid has a box for each
cell with contacts, in the direction of the cell and at their mean distance. As in 3.5.0 a box reaches from 0.96 to 1 of
the distance and is as wide as its cell. Red, green and blue are the magnitudes of the readings of the first three
channels (normal, then the two tangents) over the largest normal reading; channels that the sensor lacks count as 1.

Cameras are shown with their frusta, and lights as cylinders.
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
    mat_mul,
    mat_vec,
    norm,
    scale,
    store3,
    store9,
    sub,
)
from gelenk.engine.plugins.run import cell_of, constants, edge, side_of
from gelenk.engine.sensor.distance import DIR, DIST, NORMAL, ORIGIN, POINT, pixel_ray, ray_width
from gelenk.scene.shapes import (
    IDENTITY,
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
from gelenk.tables.enums import (
    mjtCatBit,
    mjtFrame,
    mjtGeom,
    mjtLabel,
    mjtObj,
    mjtProjection,
    mjtSensor,
    mjtVisFlag,
)
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Ints, Model, Scene, View

LINE_WIDTH = 3.0  # width of lines [pixel]


@kernel
def read_vector(d: Data, adr: int) -> Vec3:
    return d.sensordata[adr], d.sensordata[adr + 1], d.sensordata[adr + 2]


@kernel
def is_zero(v: Vec3) -> bool:
    return v[0] == 0.0 and v[1] == 0.0 and v[2] == 0.0


@kernel
def add_ray(m: Model, d: Data, s: Scene, i: int, bits: int, adr: int, origin: Vec3, direction: Vec3) -> None:
    """Add one ray of sensor ``i``: a line to the hit, a ball there, the normal as an arrow."""
    size = m.stat.meansize
    rgba = load_color(s.vis_rgba.rangefinder)
    hit, point = False, (0.0, 0.0, 0.0)
    if bits & DIST:
        if d.sensordata[adr] >= 0.0:
            hit, point = True, add_scaled(origin, direction, d.sensordata[adr])
            add_connector(s, mjtGeom.mjGEOM_LINE, mjtObj.mjOBJ_SENSOR, i, LINE_WIDTH, origin, point, rgba)
        adr += 1
    for field in (DIR, ORIGIN):
        adr += 3 if bits & field else 0
    width = s.vis_scale.framewidth * size
    if bits & POINT:
        if not is_zero(read_vector(d, adr)):
            hit, point = True, read_vector(d, adr)
            n = add_decor(s, mjtGeom.mjGEOM_SPHERE, mjtObj.mjOBJ_SENSOR, i, point, IDENTITY, rgba)
            set_size(s, n, 1.5 * width, 1.5 * width, 1.5 * width)
        adr += 3
    if bits & NORMAL and hit:
        end = add_scaled(point, read_vector(d, adr), 2.0 * s.vis_scale.framelength * size)
        add_connector(s, mjtGeom.mjGEOM_ARROW1, mjtObj.mjOBJ_SENSOR, i, width, point, end, rgba)


@kernel
def add_rays(m: Model, d: Data, s: Scene, i: int) -> None:
    """Add all rays of rangefinder ``i``: of its site, or one per pixel of its camera."""
    obj, bits, adr = m.sensor_objid[i], m.sensor_intprm[i, 0], m.sensor_adr[i]
    if m.sensor_objtype[i] == mjtObj.mjOBJ_SITE:
        mat = load9(d.site_xmat, obj)
        add_ray(m, d, s, i, bits, adr, load3(d.site_xpos, obj), (mat[2], mat[5], mat[8]))
        return
    mat = load9(d.cam_xmat, obj)
    width = max(ray_width(bits), 1)
    columns = max(m.cam_resolution[obj, 0], 1)
    for pixel in range(m.sensor_dim[i] // width):
        start, direction = pixel_ray(m, obj, pixel // columns, pixel % columns)
        origin = add(load3(d.cam_xpos, obj), mat_vec(mat, start))
        add_ray(m, d, s, i, bits, adr + pixel * width, origin, mat_vec(mat, direction))


@kernel
def scene_rays(m: Model, d: Data, s: Scene) -> None:
    """Add rays of rangefinders and segments of fromto sensors.

    Reads   sensordata, poses of sites and cameras
    """
    if s.opt.flags[mjtVisFlag.mjVIS_RANGEFINDER] == 0:
        return
    for i in range(m.nsensor):
        if m.sensor_type[i] == mjtSensor.mjSENS_RANGEFINDER:
            add_rays(m, d, s, i)
        elif m.sensor_type[i] == mjtSensor.mjSENS_GEOMFROMTO:
            start, end = read_vector(d, m.sensor_adr[i]), read_vector(d, m.sensor_adr[i] + 3)
            if not (is_zero(start) and is_zero(end)):
                rgba = load_color(s.vis_rgba.rangefinder)
                add_connector(s, mjtGeom.mjGEOM_LINE, mjtObj.mjOBJ_SENSOR, i, LINE_WIDTH, start, end, rgba)


CENTER_SHARE, HALF_LENGTH = (
    0.98,
    0.02,
)  # center and half length of a box along its direction, in distances of the contacts


@kernel
def touched_cells(m: Model, d: Data, instance: int, sensor: int, cells: Ints, distances: View) -> None:
    """Find the touch grid cell of each contact, in column-major order as in 3.5.0.

    Reads   contacts, site_xpos, site_xmat
    Writes  cells (ncon): -1 for none; distances (ncon) from the site [m]
    """
    grid = constants(m, d, instance)
    columns, rows = int(grid[1]), int(grid[2])
    site = m.sensor_objid[sensor]
    weld = m.body_weldid[m.site_bodyid[site]]
    for c in range(d.ncon):
        cells[c] = -1
        if d.contact_efc_address[c] >= 0 and side_of(m, d, c, weld) != 0.0:
            place = cell_of(d, c, site, grid)
            if place >= 0:
                cells[c] = place % columns * rows + place // columns
            distances[c] = norm(sub(load3(d.contact_pos, c), load3(d.site_xpos, site)))


@kernel
def frame_of(azimuth: float, elevation: float) -> Mat3:
    """Return the axes of a cell's box in the site frame: z points from the cell to the site."""
    ca, sa, ce, se = math.cos(azimuth), math.sin(azimuth), math.cos(elevation), math.sin(elevation)
    return ca, -sa * se, -sa * ce, 0.0, ce, -se, sa, ca * se, ca * ce


@kernel
def scene_touch(
    m: Model, d: Data, s: Scene, instance: int, sensor: int, cells: Ints, distances: View, count: int
) -> None:
    """Add the boxes of ``count`` distinct cells of a sensor.

    Reads   sensordata, site_xpos, site_xmat; cells, of touched_cells; distances: mean of the contacts in each [m]
    """
    grid = constants(m, d, instance)
    nchannel, columns, rows = int(grid[0]), int(grid[1]), int(grid[2])
    adr, site = m.sensor_adr[sensor], m.sensor_objid[sensor]
    largest = 0.0
    for i in range(rows * columns):
        largest = max(largest, abs(d.sensordata[adr + i]))
    if largest == 0.0:
        return
    pos, mat = load3(d.site_xpos, site), load9(d.site_xmat, site)
    for k in range(count):
        row, column = cells[k] % rows, cells[k] // rows
        left, right = grid[3] * edge(column, grid[5], columns), grid[3] * edge(column + 1, grid[5], columns)
        low, high = grid[4] * edge(row, grid[5], rows), grid[4] * edge(row + 1, grid[5], rows)
        turn = mat_mul(mat, frame_of(0.5 * (left + right), 0.5 * (low + high)))
        far = distances[k]
        middle = add_scaled(pos, (turn[2], turn[5], turn[8]), -CENTER_SHARE * far)
        n = add_decor(s, mjtGeom.mjGEOM_BOX, mjtObj.mjOBJ_UNKNOWN, sensor, middle, turn, (1.0, 1.0, 1.0, 1.0))
        set_size(s, n, 0.5 * (right - left) * far, 0.5 * (high - low) * far, HALF_LENGTH * far)
        for channel in range(min(nchannel, 3)):
            reading = d.sensordata[adr + (channel * rows + row) * columns + column]
            s.geom_rgba[n, channel] = abs(reading) / largest


# Cameras and lights

BEHIND = 1e-4  # distance from a light to its cylinder [m]


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
