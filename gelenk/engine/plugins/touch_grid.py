"""mujoco.sensor.touch_grid: contact forces on a body, binned by direction from a site.

Documents: XML reference / sensor / plugin

The site looks along its -z axis. A contact at (x, y, z) in its frame is in the direction of azimuth atan2(x, -z) and
elevation atan2(y, hypot(x, z)). Each ranges over +- fov, in cells whose edges are at fov ((1 - gamma) s + gamma s^5),
s evenly spaced in [-1, 1]: with gamma > 0 cells are finer in the middle. Readings are (nchannel, size[1], size[0]):
force along z, x, y of the site, then torque about z, x, y.
"""

import math

from gelenk.algebra.vec import load3, load9, mat_t_vec, scale, sub
from gelenk.engine.force.post_constraint import contact_force_torque
from gelenk.engine.plugins.run import constants
from gelenk.tables.enums import mjtPluginCapabilityBit
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model, View


@kernel
def edge(i: int, gamma: float, n: int) -> float:
    """Return the start of cell i of n, in [-1, 1]."""
    s = 2.0 * i / n - 1.0
    return (1.0 - gamma) * s + gamma * s * s * s * s * s


@kernel
def cell(u: float, gamma: float, n: int) -> int:
    """Return the index of the cell of a direction u in [-1, 1], -1 outside."""
    if not -1.0 <= u <= 1.0:
        return -1
    low, high = 0, n  # edge(low) <= u < edge(high)
    while high - low > 1:
        middle = (low + high) // 2
        if edge(middle, gamma, n) <= u:
            low = middle
        else:
            high = middle
    return low


@kernel
def cell_of(d: Data, c: int, site: int, grid: View) -> int:
    """Return the index of the cell of contact c in a grid (Plugin.numbers) of a site, or -1."""
    p = mat_t_vec(load9(d.site_xmat, site), sub(load3(d.contact_pos, c), load3(d.site_xpos, site)))
    columns, rows = int(grid[1]), int(grid[2])
    column = cell(math.atan2(p[0], -p[2]) / grid[3], grid[5], columns)
    row = cell(math.atan2(p[1], math.sqrt(p[0] * p[0] + p[2] * p[2])) / grid[4], grid[5], rows)
    return -1 if column < 0 or row < 0 else row * columns + column


@kernel
def side_of(m: Model, d: Data, c: int, weld: int) -> float:
    """Return the sign of the force of contact c on the bodies welded to ``weld``.

    1 if these bodies have the second geom, -1 for the first, 0 for neither.
    """
    for side in range(2):
        geom = d.contact_geom[c, 1 - side]
        if geom >= 0 and m.body_weldid[m.geom_bodyid[geom]] == weld:
            return 1.0 - 2.0 * side
    return 0.0


@kernel
def add_reading(m: Model, d: Data, i: int, c: int, sign: float, grid: View) -> None:
    """Add force and torque of contact c on the body of the site to the cell of the contact."""
    site, adr = m.sensor_objid[i], m.sensor_adr[i]
    nchannel, columns, rows = int(grid[0]), int(grid[1]), int(grid[2])
    turn = load9(d.site_xmat, site)
    place = cell_of(d, c, site, grid)
    if place < 0:
        return
    force, torque = contact_force_torque(m, d, c)
    frame = load9(d.contact_frame, c)  # the rows of the frame are its axes
    force = mat_t_vec(turn, scale(mat_t_vec(frame, force), sign))
    torque = mat_t_vec(turn, scale(mat_t_vec(frame, torque), sign))
    for k in range(nchannel):
        axis = (k + 2) % 3
        value = force[0] if axis == 0 else force[1] if axis == 1 else force[2]
        if k >= 3:
            value = torque[0] if axis == 0 else torque[1] if axis == 1 else torque[2]
        d.sensordata[adr + k * rows * columns + place] += value


@kernel
def plugin_touch_grid(m: Model, d: Data, instance: int, task: int) -> None:
    """Compute the readings of the sensors of an instance.

    Reads   contacts, efc_force, site_xpos, site_xmat
    Writes  sensordata [N, N m]
    """
    if task != mjtPluginCapabilityBit.mjPLUGIN_SENSOR:
        return
    grid = constants(m, d, instance)
    for i in range(m.nsensor):
        if m.sensor_plugin[i] != instance:
            continue
        for k in range(m.sensor_dim[i]):
            d.sensordata[m.sensor_adr[i] + k] = 0.0
        weld = m.body_weldid[m.site_bodyid[m.sensor_objid[i]]]
        for c in range(d.ncon):
            sign = side_of(m, d, c, weld)
            if sign != 0.0 and d.contact_efc_address[c] >= 0:
                add_reading(m, d, i, c, sign, grid)
