"""Spatial tendons as capsules along their paths; slack ones hang as catenaries.

Documents: XML reference / tendon/spatial (Visualization); Programming / Visualization

A rope of length L between points at horizontal distance h and height difference v hangs in y = b cosh((x - x0) / b) + c
with  sqrt(L^2 - v^2) = 2 b sinh(h / 2b). For u = h / 2b that is  sinh(u) / u = sqrt(L^2 - v^2) / h.
"""

import math

from gelenk.algebra.vec import Vec3, add_scaled, dot, norm, sub
from gelenk.scene.geoms import fade_alpha, is_default, limited_rgba, row_rgba, set_material
from gelenk.scene.shapes import Color, add_geom, connect, in_group, load_color, set_color
from gelenk.tables.enums import (
    mjMINVAL,
    mjtCatBit,
    mjtConstraint,
    mjtGeom,
    mjtLabel,
    mjtObj,
    mjtTrn,
    mjtVisFlag,
)
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model, Scene

PULLEY = -2
CATENARY_SEGMENTS = 29  # points of a catenary, ends included: one more than its segments
FOLDED = 0.01  # horizontal distance of the ends over the length, below which the rope is a vertical fold


@kernel
def path_point(d: Data, k: int) -> Vec3:
    """Return point ``k`` of the tendon paths."""
    row, side = k // 2, 3 * (k % 2)
    return d.wrap_xpos[row, side], d.wrap_xpos[row, side + 1], d.wrap_xpos[row, side + 2]


@kernel
def path_object(d: Data, k: int) -> int:
    """Return the object of point ``k`` of the tendon paths: geom id, -1 site, -2 pulley."""
    return d.wrap_obj[k // 2, k % 2]


@kernel
def tendon_rgba(m: Model, d: Data, s: Scene, i: int) -> Color:
    """Return the color of a tendon: of its material, or its own.

    A default color without material is blended with that of constraints by the impedance of an active limit.
    """
    rgba = load_color(m.tendon_rgba[i])
    if m.tendon_matid[i] < 0 and is_default(rgba):
        return limited_rgba(d, s, mjtConstraint.mjCNSTR_LIMIT_TENDON, i, rgba)
    return rgba


@kernel
def hanging_length(m: Model, i: int) -> float:
    """Return the length of tendon ``i`` as a hanging rope, or 0 if it is not a rope.

    A rope has two points, no damping and no friction loss. Its length is the upper end of its limits or, if it is
    stiff, of its spring range; the lower end is 0.
    """
    if m.tendon_num[i] != 2 or m.tendon_damping[i] != 0.0 or m.tendon_frictionloss[i] != 0.0:
        return 0.0
    stiff = m.tendon_stiffness[i] != 0.0
    rope = 0.0
    if not stiff and m.tendon_limited[i] != 0 and m.tendon_range[i, 0] == 0.0:
        rope = m.tendon_range[i, 1]
    if stiff and m.tendon_lengthspring[i, 0] == 0.0:
        rope = m.tendon_lengthspring[i, 1]
    return rope


@kernel
def is_actuated(m: Model, i: int) -> bool:
    """Return whether an actuator acts on tendon ``i``."""
    for a in range(m.nactuator):
        if m.actuator_trntype[a] == mjtTrn.mjTRN_TENDON and m.actuator_trnid[a, 0] == i:
            return True
    return False


@kernel
def solve_sinh(ratio: float) -> float:
    """Solve sinh(u) / u = ratio > 1 for u > 0.

    Newton iterations act on log(sinh(u) / u), which is nearly linear for large u.
    """
    u = (
        math.sqrt(6.0 * (ratio - 1.0))
        if ratio < 3.0
        else math.log(2.0 * ratio) + math.log(math.log(2.0 * ratio))
    )
    for _ in range(50):
        grow = math.exp(-2.0 * u)
        value = u + math.log(0.5 * (1.0 - grow) / u) - math.log(ratio)
        slope = (1.0 + grow) / (1.0 - grow) - 1.0 / u
        step = value / slope
        u -= step
        if abs(step) < 1e-12 * u:
            break
    return u


@kernel
def tendon_segment(
    m: Model, s: Scene, i: int, start: Vec3, end: Vec3, width: float, rgba: Color, labelled: bool
) -> int:
    """Add one capsule of tendon ``i``, and return its row."""
    n = add_geom(s, mjtGeom.mjGEOM_CAPSULE, mjtObj.mjOBJ_TENDON, i, mjtCatBit.mjCAT_DYNAMIC)
    connect(s, n, width, start, end)
    set_material(m, s, n, m.tendon_matid[i], rgba)
    s.geom_rgba[n, 3] = fade_alpha(s, s.geom_rgba[n, 3], mjtCatBit.mjCAT_DYNAMIC)
    if labelled and s.opt.label == mjtLabel.mjLABEL_TENDON:
        s.geom_mark[n] = mjtLabel.mjLABEL_TENDON
    return n


@kernel
def add_rope(
    m: Model, s: Scene, i: int, start: Vec3, end: Vec3, length: float, down: Vec3, rgba: Color
) -> None:
    """Add a rope between two points: a fold, a catenary, or straight if the rope is too short."""
    width = m.tendon_width[i]
    if length < norm(sub(end, start)):
        tendon_segment(m, s, i, start, end, width, rgba, True)
        return
    span = sub(end, start)
    v = dot(span, down)  # how much lower the end is
    across = add_scaled(span, down, -v)
    h = norm(across)
    if h < FOLDED * length:
        total = math.sqrt(max(0.0, length * length - h * h))
        drop = 0.5 * (total + v)
        low = add_scaled(add_scaled(start, down, drop), across, drop / total)
        tendon_segment(m, s, i, start, low, width, rgba, True)
        tendon_segment(m, s, i, low, end, width, rgba, True)
        return
    ratio = math.sqrt(max(0.0, length * length - v * v)) / h
    if ratio <= 1.0:
        tendon_segment(m, s, i, start, end, width, rgba, True)
        return
    u = solve_sinh(ratio)
    b = 0.5 * h / u
    # height above the start: b (cosh((x - x0) / b) - cosh(x0 / b)), and -v at x = h
    x0 = 0.5 * h + b * math.asinh(v / (2.0 * b * math.sinh(u)))
    top = math.cosh(x0 / b)
    last = start
    for k in range(1, CATENARY_SEGMENTS):
        x = h * k / CATENARY_SEGMENTS
        rise = b * (math.cosh((x - x0) / b) - top)
        point = add_scaled(add_scaled(start, across, k / CATENARY_SEGMENTS), down, -rise)
        if k == CATENARY_SEGMENTS - 1:
            point = end
        tendon_segment(m, s, i, last, point, width, rgba, True)
        last = point


@kernel
def add_path(m: Model, d: Data, s: Scene, i: int, rgba: Color) -> None:
    """Add capsules along the path of tendon ``i``.

    Capsules are thinner along wrapped geoms; the first one has the label.
    """
    labelled = True
    first = d.ten_wrapadr[i]
    for k in range(first, first + d.ten_wrapnum[i] - 1):
        a, b = path_object(d, k), path_object(d, k + 1)
        if a != PULLEY and b != PULLEY:
            width = m.tendon_width[i] * (0.5 if a >= 0 and b >= 0 else 1.0)
            n = tendon_segment(m, s, i, path_point(d, k), path_point(d, k + 1), width, rgba, labelled)
            labelled = False
            if s.opt.flags[mjtVisFlag.mjVIS_ISLAND] != 0:
                set_color(s, n, row_rgba(d, d.tendon_efcadr[i]))
                s.geom_matid[n] = -1


@kernel
def scene_tendons(m: Model, d: Data, s: Scene) -> None:
    """Add the spatial tendons of visible groups.

    Reads   wrap_xpos, wrap_obj, ten_wrapadr, ten_length, efc_KBIP, efc_island     Writes  geoms of the scene
    """
    gravity = (m.opt.gravity[0], m.opt.gravity[1], m.opt.gravity[2])
    strength = norm(gravity)
    for i in range(m.ntendon):
        first, count = d.ten_wrapadr[i], d.ten_wrapnum[i]
        if count < 2 or first < 0 or first + count > 2 * m.nwrap:
            continue
        if not in_group(s.opt.tendongroup, m.tendon_group[i]):
            continue
        rope = hanging_length(m, i)
        # springs are ropes even while taut
        hangs = rope > d.ten_length[i] or (rope > 0.0 and m.tendon_stiffness[i] != 0.0)
        if hangs and strength > mjMINVAL and count == 2 and not is_actuated(m, i):
            down = (gravity[0] / strength, gravity[1] / strength, gravity[2] / strength)
            rgba = load_color(m.tendon_rgba[i])
            add_rope(m, s, i, path_point(d, first), path_point(d, first + 1), rope, down, rgba)
        else:
            add_path(m, d, s, i, tendon_rgba(m, d, s, i))
