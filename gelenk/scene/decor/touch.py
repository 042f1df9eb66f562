"""What a touch grid felt: a box for each cell with contacts, in the direction of the cell and at their mean distance.

Documents: XML reference / sensor / plugin; Programming / Engine plugins

As in 3.5.0 a box reaches from 0.96 to 1 of the distance and is as wide as its cell. Red, green and blue are the sizes
of the readings of the first three channels (normal, then the two tangents) over the largest normal reading; channels
that the sensor does not have count as 1.
"""

import math

from gelenk.algebra.vec import Mat3, add_scaled, load3, load9, mat_mul, norm, sub
from gelenk.engine.plugins.run import constants
from gelenk.engine.plugins.touch_grid import cell_of, edge, side_of
from gelenk.jit.kernel import kernel
from gelenk.jit.structs import Data, Ints, Model, Scene, View
from gelenk.scene.shapes import add_decor, set_size
from gelenk.tables.enums import mjtGeom, mjtObj

MIDDLE, HALF = 0.98, 0.02  # of a box along its direction, in distances of the contacts


@kernel
def touched_cells(m: Model, d: Data, instance: int, sensor: int, cells: Ints, distances: View) -> None:
    """The cell of a sensor that each contact is in, column by column as 3.5.0 draws them, and its distance.

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
    """Axes of the box of a cell, in the frame of the site: z points from the cell to the site."""
    ca, sa, ce, se = math.cos(azimuth), math.sin(azimuth), math.cos(elevation), math.sin(elevation)
    return ca, -sa * se, -sa * ce, 0.0, ce, -se, sa, ca * se, ca * ce


@kernel
def scene_touch(
    m: Model, d: Data, s: Scene, instance: int, sensor: int, cells: Ints, distances: View, count: int
) -> None:
    """Add the boxes of ``count`` different cells of a sensor.

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
        middle = add_scaled(pos, (turn[2], turn[5], turn[8]), -MIDDLE * far)
        n = add_decor(s, mjtGeom.mjGEOM_BOX, mjtObj.mjOBJ_UNKNOWN, sensor, middle, turn, (1.0, 1.0, 1.0, 1.0))
        set_size(s, n, 0.5 * (right - left) * far, 0.5 * (high - low) * far, HALF * far)
        for channel in range(min(nchannel, 3)):
            reading = d.sensordata[adr + (channel * rows + row) * columns + column]
            s.geom_rgba[n, channel] = abs(reading) / largest
