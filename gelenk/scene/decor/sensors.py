"""Sensor decoration: rangefinder rays with hits and normals, fromto segments, touch grids.

Documents: XML reference / sensor/rangefinder, sensor/fromto; XML reference / sensor / plugin; Programming / Engine
plugins

A touch grid has a box for each cell with contacts, in the direction of the cell and at their mean distance. As in
3.5.0 a box reaches from 0.96 to 1 of the distance and is as wide as its cell. Red, green and blue are the magnitudes
of the readings of the first three channels (normal, then the two tangents) over the largest normal reading; channels
that the sensor lacks count as 1.
"""

import math

from gelenk.algebra.vec import Mat3, Vec3, add, add_scaled, load3, load9, mat_mul, mat_vec, norm, sub
from gelenk.engine.plugins.run import constants
from gelenk.engine.plugins.touch_grid import cell_of, edge, side_of
from gelenk.engine.sensor.distance import DIR, DIST, NORMAL, ORIGIN, POINT, pixel_ray, ray_width
from gelenk.scene.shapes import IDENTITY, add_connector, add_decor, load_color, set_size
from gelenk.tables.enums import mjtGeom, mjtObj, mjtSensor, mjtVisFlag
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
