"""Actuator decoration: arrows and tendons colored by control or activation, slider-cranks.

Documents: XML reference / visual/rgba (actuator, actuatornegative, actuatorpositive, slidercrank, crankbroken)
"""

import math

from gelenk.algebra.vec import add_scaled, dot, load3, load9, store3, store9, sub
from gelenk.scene.appearance import set_material
from gelenk.scene.decor.bodies import BALL_SIZE, add_joint_shape
from gelenk.scene.geoms import shape_size, site_shape
from gelenk.scene.shapes import Color, add_geom, connect, in_group, load_color, set_color
from gelenk.scene.tendons import PULLEY, path_object, path_point
from gelenk.tables.enums import mjMINVAL, mjtCatBit, mjtGeom, mjtLabel, mjtObj, mjtTrn, mjtVisFlag
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model, Scene

SHELL_SCALE = 1.05  # size of a shell relative to its geom or site
BALL_AROUND = 1.1  # size of balls and boxes of actuators relative to those of joints


@kernel
def scaled_input(m: Model, d: Data, s: Scene, i: int) -> float:
    """Return the first control or the activation of actuator ``i``, scaled to -1 .. 1.

    0 is the value of the range nearest to zero, 1 and -1 its ends. As in 3.5.0, the range is that of controls if they
    are limited, also for activations. A side on which the range ends at that value is taken to end at 1 or -1.
    """
    value, low, high = 0.0, -1.0, 1.0
    u = m.actuator_ctrladr[i]
    commanded = m.actuator_ctrlnum[i] > 0
    if commanded:
        value = d.ctrl[u]
    active = s.opt.flags[mjtVisFlag.mjVIS_ACTIVATION] != 0 and m.actuator_actnum[i] > 0
    if active:
        value = d.act[m.actuator_actadr[i] + m.actuator_actnum[i] - 1]
    if commanded and m.actuator_ctrllimited[u] != 0:
        low, high = m.actuator_ctrlrange[u, 0], m.actuator_ctrlrange[u, 1]
    elif active and m.actuator_actlimited[i] != 0:
        low, high = m.actuator_actrange[i, 0], m.actuator_actrange[i, 1]
    middle = min(max(0.0, low), high)
    high = high if high > middle else 1.0
    low = low if low < middle else -1.0
    end = high - middle if value > middle else middle - low
    return min(1.0, max(-1.0, (value - middle) / max(mjMINVAL, end)))


@kernel
def drive_rgba(m: Model, d: Data, s: Scene, i: int) -> Color:
    """Blend the color of idle actuators with that of positive or negative ones."""
    a = scaled_input(m, d, s, i)
    idle = load_color(s.vis_rgba.actuator)
    busy = load_color(s.vis_rgba.actuatorpositive)
    if a < 0.0:
        busy = load_color(s.vis_rgba.actuatornegative)
    a = abs(a)
    return (
        a * busy[0] + (1.0 - a) * idle[0],
        a * busy[1] + (1.0 - a) * idle[1],
        a * busy[2] + (1.0 - a) * idle[2],
        a * busy[3] + (1.0 - a) * idle[3],
    )


@kernel
def mark_for_label(s: Scene, n: int, first: bool) -> None:
    """Mark the first shape of an actuator for its label."""
    if first and s.opt.label == mjtLabel.mjLABEL_ACTUATOR:
        s.geom_mark[n] = mjtLabel.mjLABEL_ACTUATOR


@kernel
def add_tendon_drive(m: Model, d: Data, s: Scene, i: int, rgba: Color) -> None:
    """Add the tendon of actuator ``i``, thicker than the tendon itself."""
    t = m.actuator_trnid[i, 0]
    first = d.ten_wrapadr[t]
    if first < 0 or first + d.ten_wrapnum[t] > 2 * m.nwrap:
        return
    started = False
    for k in range(first, first + d.ten_wrapnum[t] - 1):
        a, b = path_object(d, k), path_object(d, k + 1)
        if a == PULLEY or b == PULLEY:
            continue
        width = m.tendon_width[t] * s.vis_map.actuatortendon * (0.5 if a >= 0 and b >= 0 else 1.0)
        n = add_geom(s, mjtGeom.mjGEOM_CAPSULE, mjtObj.mjOBJ_ACTUATOR, i, mjtCatBit.mjCAT_DECOR)
        connect(s, n, width, path_point(d, k), path_point(d, k + 1))
        set_material(m, s, n, m.tendon_matid[t], rgba)
        set_color(s, n, rgba)
        mark_for_label(s, n, not started)
        started = True


@kernel
def add_site_drive(m: Model, d: Data, s: Scene, i: int, rgba: Color) -> None:
    """Add a shell around the site of actuator ``i``."""
    site = m.actuator_trnid[i, 0]
    n = add_geom(s, m.site_type[site], mjtObj.mjOBJ_ACTUATOR, i, mjtCatBit.mjCAT_DECOR)
    site_shape(m, d, s, n, site, SHELL_SCALE)
    set_color(s, n, rgba)
    mark_for_label(s, n, True)


@kernel
def add_body_drive(m: Model, d: Data, s: Scene, i: int, rgba: Color) -> None:
    """Add shells around the primitive geoms of the body of actuator ``i``."""
    body = m.actuator_trnid[i, 0]
    for g in range(m.body_geomadr[body], m.body_geomadr[body] + m.body_geomnum[body]):
        if m.geom_type[g] < mjtGeom.mjGEOM_SPHERE or m.geom_type[g] > mjtGeom.mjGEOM_BOX:
            continue
        n = add_geom(s, m.geom_type[g], mjtObj.mjOBJ_ACTUATOR, i, mjtCatBit.mjCAT_DECOR)
        x, y, z = m.geom_size[g, 0], m.geom_size[g, 1], m.geom_size[g, 2]
        shape_size(s, n, m.geom_type[g], SHELL_SCALE * x, SHELL_SCALE * y, SHELL_SCALE * z)
        store3(s.geom_pos, n, load3(d.geom_xpos, g))
        store9(s.geom_mat, n, load9(d.geom_xmat, g))
        set_color(s, n, rgba)


@kernel
def scene_actuators(m: Model, d: Data, s: Scene) -> None:
    """Add the actuators of visible groups.

    Reads   ctrl, act, poses of what they act on
    """
    if s.opt.flags[mjtVisFlag.mjVIS_ACTUATOR] == 0:
        return
    size = m.stat.meansize
    length, width = s.vis_scale.actuatorlength * size, s.vis_scale.actuatorwidth * size
    ball = BALL_AROUND * BALL_SIZE * s.vis_scale.jointlength * size
    for i in range(m.nactuator):
        if not in_group(s.opt.actuatorgroup, m.actuator_group[i]):
            continue
        rgba = drive_rgba(m, d, s, i)
        kind = m.actuator_trntype[i]
        if kind == mjtTrn.mjTRN_JOINT or kind == mjtTrn.mjTRN_JOINTINPARENT:
            j = m.actuator_trnid[i, 0]
            n = add_joint_shape(m, d, s, j, mjtObj.mjOBJ_ACTUATOR, i, ball, length, width, rgba)
            mark_for_label(s, n, True)
        elif kind == mjtTrn.mjTRN_TENDON:
            add_tendon_drive(m, d, s, i, rgba)
        elif kind == mjtTrn.mjTRN_SITE:
            add_site_drive(m, d, s, i, rgba)
        elif kind == mjtTrn.mjTRN_BODY:
            add_body_drive(m, d, s, i, rgba)


@kernel
def add_crank(m: Model, d: Data, s: Scene, i: int) -> None:
    """Add slider and rod of actuator ``i``.

    The rod reaches from the crank's pin to the slider's axis.
    """
    crank, slider = m.actuator_trnid[i, 0], m.actuator_trnid[i, 1]
    rod = m.actuator_cranklength[i]
    pin, start, mat = load3(d.site_xpos, crank), load3(d.site_xpos, slider), load9(d.site_xmat, slider)
    axis = (mat[2], mat[5], mat[8])
    to_pin = sub(pin, start)
    along = dot(to_pin, axis)
    square = along * along + rod * rod - dot(to_pin, to_pin)
    broken = square < 0.0
    reach = along if broken else along - math.sqrt(square)
    end = add_scaled(start, axis, reach)
    size = m.stat.meansize
    n = add_geom(s, mjtGeom.mjGEOM_CYLINDER, mjtObj.mjOBJ_ACTUATOR, i, mjtCatBit.mjCAT_DYNAMIC)
    connect(s, n, s.vis_scale.slidercrank * size, start, end)
    set_color(s, n, load_color(s.vis_rgba.slidercrank))
    mark_for_label(s, n, True)
    n = add_geom(s, mjtGeom.mjGEOM_CAPSULE, mjtObj.mjOBJ_ACTUATOR, i, mjtCatBit.mjCAT_DYNAMIC)
    connect(s, n, 0.5 * s.vis_scale.slidercrank * size, end, pin)
    set_color(s, n, load_color(s.vis_rgba.crankbroken) if broken else load_color(s.vis_rgba.slidercrank))


@kernel
def scene_cranks(m: Model, d: Data, s: Scene) -> None:
    """Add the slider-cranks of actuators of all groups.

    Reads   site_xpos, site_xmat
    """
    for i in range(m.nactuator):
        if m.actuator_trntype[i] == mjtTrn.mjTRN_SLIDERCRANK:
            add_crank(m, d, s, i)
