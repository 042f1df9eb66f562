"""Run the plugins of a model from pipeline stages; kernels of cable, pid and touch_grid.

Documents: XML reference / extension; Modeling / Cable; Bergou and others, "Discrete elastic rods" (2008); XML
reference / actuator / plugin; XML reference / sensor / plugin

mujoco.elasticity.cable: a chain of bodies that resists twist and bending.

Each body of the chain whose parent belongs to the chain has a rotation vector w of its frame relative to its parent's
frame. The torque on the body is, in the frame of the parent,

    t = - (G J / L, E Iy / L, E Iz / L) * (w - w0)

and the opposite torque acts on the parent. L is the distance of the frames, w0 the rotation at rest: that of the model,
or 0 if the cable is flat. J, Iy, Iz are the torsion constant and the second moments of area of the cross section of the
body's geom, about the axes of the body.

mujoco.pid: a PID controller with a rate-limited setpoint.

    force = kp e + clamp(ki (I + e h), imax) + kd (rate of the setpoint - velocity)

with e = setpoint - length. The setpoint is the control or, with dyntype, the activation; slewmax limits the change of
the setpoint per step to slewmax h. The activations are the integral I (if ki is nonzero), the setpoint of the previous
step (if slewmax is given), and the activation of dyntype.

mujoco.sensor.touch_grid: contact forces on a body, binned by direction from a site.

The site looks along its -z axis. A contact at (x, y, z) in its frame is in the direction of azimuth atan2(x, -z) and
elevation atan2(y, hypot(x, z)). Each ranges over +- fov, in cells whose edges are at fov ((1 - gamma) s + gamma s^5), s
evenly spaced in [-1, 1]: with gamma > 0 cells are finer in the middle. Readings are (nchannel, size[1], size[0]): force
along z, x, y of the site, then torque about z, x, y.
"""

import math

from gelenk.algebra.vec import (
    Vec3,
    add,
    clamp,
    get3,
    load3,
    load4,
    load9,
    mat_t_vec,
    mat_vec,
    neg,
    scale,
    set3,
    sub,
    sub_quat,
)
from gelenk.engine.force.actuation import actuator_input
from gelenk.engine.force.post_constraint import contact_force_torque
from gelenk.engine.position.object_frames import add_wrench
from gelenk.engine.stage_calls import FIRST_PLUGIN, call_plugin, is_loaded
from gelenk.tables.enums import mjtDyn, mjtPluginCapabilityBit
from gelenk.tables.status import DONE, RESTARTED
from gelenk.toolchain.kernel import kernel, numbers_at
from gelenk.toolchain.kernel_types import Data, Model, View

# tasks besides the capabilities: verify that all instances exist; advance plugin states by a timestep
VERIFY, ADVANCE = 0, 16


@kernel
def constants(m: Model, d: Data, instance: int) -> View:
    """Return the constants of an instance: the array Plugin.numbers from its configuration."""
    return numbers_at(d.plugin_data[instance])


@kernel
def is_used(m: Model, instance: int, task: int, stage: int) -> bool:
    """Return whether ``task`` includes an instance; for sensors, at ``stage``."""
    if task == mjtPluginCapabilityBit.mjPLUGIN_SENSOR:
        for i in range(m.nsensor):
            if m.sensor_plugin[i] == instance and m.sensor_needstage[i] == stage:
                return True
        return False
    if task == mjtPluginCapabilityBit.mjPLUGIN_ACTUATOR:
        for i in range(m.nactuator):
            if m.actuator_plugin[i] == instance:
                return True
        return False
    if task == mjtPluginCapabilityBit.mjPLUGIN_PASSIVE:
        for b in range(m.nbody):
            if m.body_plugin[b] == instance:
                return True
        return False
    return True


@kernel
def run_plugins(m: Model, d: Data, task: int, stage: int) -> None:
    """Run ``task`` on its instances: a capability (sensors: at ``stage``), VERIFY, ADVANCE.

    Writes  ACTUATOR: actuator_force, act_dot; PASSIVE: qfrc_passive; SENSOR: sensordata; ADVANCE: plugin_state
    """
    for instance in range(m.nplugin):
        if d.status == DONE and d.plugin_data[instance] == 0:
            d.status = RESTARTED
        used = d.status == DONE and is_used(m, instance, task, stage)
        if used and is_loaded(m, d, FIRST_PLUGIN + m.plugin[instance]):
            call_plugin(m, d, instance, task)


# Cable

BODY_VALUES = 6  # values per body: three stiffnesses, three components of the rotation at rest


@kernel
def elastic_moment(m: Model, d: Data, b: int, rows: View, k: int) -> Vec3:
    """Return the elastic moment [N m] of body b in parent axes: stiffness times rotation.

    The rotation is relative to rest; the row of the body begins at k.
    """
    turn = sub_quat(load4(d.xquat, b), load4(d.xquat, m.body_parentid[b]))
    w = sub(turn, (rows[k + 3], rows[k + 4], rows[k + 5]))
    return rows[k] * w[0], rows[k + 1] * w[1], rows[k + 2] * w[2]


@kernel
def plugin_cable(m: Model, d: Data, instance: int, task: int) -> None:
    """Apply the torques of a cable.

    Reads   xquat (nbody, 4), xmat (nbody, 9), subtree_com, cdof (nv, 6)
    Writes  qfrc_passive (nv) [N m]
    """
    if task != mjtPluginCapabilityBit.mjPLUGIN_PASSIVE:
        return
    rows = constants(m, d, instance)
    k = 0
    for b in range(1, m.nbody):
        if m.body_plugin[b] != instance:
            continue
        parent = m.body_parentid[b]
        if m.body_plugin[parent] == instance:
            t = mat_vec(load9(d.xmat, parent), neg(elastic_moment(m, d, b, rows, k)))
            add_wrench(m, d, d.qfrc_passive, b, (t[0], t[1], t[2], 0.0, 0.0, 0.0))
            add_wrench(m, d, d.qfrc_passive, parent, (-t[0], -t[1], -t[2], 0.0, 0.0, 0.0))
        k += BODY_VALUES


@kernel
def cable_moments(m: Model, d: Data, instance: int, moments: View, joints: View) -> None:
    """Sum the moments of the joints of each cable body, each moment in the axes of the child.

    Reads   xquat (nbody, 4), xmat (nbody, 9)
    Writes  moments (nbody, 3) [N m], joints (nbody): number of joints, -1 for bodies outside this cable
    """
    rows = constants(m, d, instance)
    for b in range(m.nbody):
        set3(moments, 3 * b, (0.0, 0.0, 0.0))
        joints[b] = 0.0 if m.body_plugin[b] == instance else -1.0
    k = 0
    for b in range(1, m.nbody):
        if m.body_plugin[b] != instance:
            continue
        parent = m.body_parentid[b]
        if m.body_plugin[parent] == instance:
            here = mat_vec(load9(d.xmat, parent), elastic_moment(m, d, b, rows, k))
            t = mat_t_vec(load9(d.xmat, b), here)
            for end in (b, parent):
                set3(moments, 3 * end, add(get3(moments, 3 * end), t))
                joints[end] += 1.0
        k += BODY_VALUES


# PID controller


@kernel
def limited_setpoint(m: Model, d: Data, i: int, setpoint: float, place: int, slewmax: float) -> float:
    """Return the setpoint, clamped to within slewmax h of the previous one, act[place].

    At time 0 there is no limit.
    """
    if slewmax < 0.0 or d.time <= 0.0:
        return setpoint
    most = slewmax * m.opt.timestep
    return clamp(setpoint, d.act[place] - most, d.act[place] + most)


@kernel
def integral(m: Model, d: Data, adr: int, error: float, ki: float, imax: float) -> float:
    """Return the error integral one timestep later, limited so that its force is within imax."""
    total = d.act[adr] + error * m.opt.timestep
    return clamp(total, -imax / abs(ki), imax / abs(ki)) if imax >= 0.0 else total


@kernel
def compute_actuator(m: Model, d: Data, i: int, gains: View) -> None:
    """Compute the force of actuator i, and the rates of its activations."""
    kp, ki, kd, imax, slewmax = gains[0], gains[1], gains[2], gains[3], gains[4]
    adr = m.actuator_actadr[i]
    place = adr + (1 if ki != 0.0 else 0)
    out, setpoint = m.actuator_outadr[i], d.ctrl_used[m.actuator_ctrladr[i]]
    now, early, rate = setpoint, setpoint, 0.0
    if m.actuator_dyntype[i] != mjtDyn.mjDYN_NONE:
        last = adr + m.actuator_actnum[i] - 1
        now, early, rate = d.act[last], actuator_input(m, d, i), d.act_dot[last]
    now = limited_setpoint(m, d, i, now, place, slewmax)
    early = limited_setpoint(m, d, i, early, place, slewmax)
    length = d.actuator_length[out]
    force = kp * (early - length) + kd * (rate - d.actuator_velocity[out])
    if ki != 0.0:
        d.act_dot[adr] = (integral(m, d, adr, now - length, ki, imax) - d.act[adr]) / m.opt.timestep
        force += ki * integral(m, d, adr, early - length, ki, imax)
    if slewmax >= 0.0:
        d.act_dot[place] = (now - d.act[place]) / m.opt.timestep
    d.actuator_force[out] = force


@kernel
def plugin_pid(m: Model, d: Data, instance: int, task: int) -> None:
    """Compute the actuators of an instance.

    Reads   ctrl_used, act, actuator_length, actuator_velocity (nout), time
    Writes  actuator_force (nout) [N or N m], act_dot (na)
    """
    if task == mjtPluginCapabilityBit.mjPLUGIN_ACTUATOR:
        for i in range(m.nactuator):
            if m.actuator_plugin[i] == instance:
                compute_actuator(m, d, i, constants(m, d, instance))


# Touch grid


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
