"""Selection kernels: mjv_select for geoms, and mjv_initPerturb.

Documents: Programming / Visualization; API / mjv_select, mjv_initPerturb

Kernels return 0 on success; otherwise Python continues or raises the error. gelenk/scene/select.py
handles flexes and skins.
"""

from gelenk.algebra.vec import Vec3, add, add_scaled, cross, dot, load3, normalize, scale, set3, sub
from gelenk.engine.functions.rotations import set4
from gelenk.engine.position.inertia import solve_m
from gelenk.engine.query.jacobian import jac_point
from gelenk.engine.query.ray import nearest_geom
from gelenk.scene.kernels.model_frame import NO, has_unset_cameras, model_view, unit_frustum_height
from gelenk.scene.kernels.mouse import SLOWER, inertial_quat, point_of
from gelenk.tables.enums import mjMINVAL, mjtVisFlag
from gelenk.tables.fields_visual import FLEX_FLAGS
from gelenk.tables.status import DONE
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Ints, Model, Scene, View

# ---- picking


@kernel
def picture_ray(s: Scene, aspect: float, x: float, y: float) -> tuple[Vec3, Vec3]:
    """Return origin and unit direction of the ray through (x, y) in 0 .. 1 of the image."""
    pos, forward, up = model_view(s)
    bottom = 0.5 * (s.camera_frustum_bottom[0] + s.camera_frustum_bottom[1])
    tall = 0.5 * (s.camera_frustum_top[0] + s.camera_frustum_top[1]) - bottom
    center = 0.5 * (s.camera_frustum_center[0] + s.camera_frustum_center[1])
    across = scale(cross(forward, up), center + aspect * tall * (x - 0.5))
    offset = add(scale(up, bottom + y * tall), across)
    if s.camera_orthographic[0] != 0:
        return add(pos, offset), forward
    near = 0.5 * (s.camera_frustum_near[0] + s.camera_frustum_near[1])
    return pos, normalize(add_scaled(offset, forward, near))


@kernel
def shows_soft_objects(m: Model, flags: Ints) -> bool:
    """Return whether flexes or skins are shown."""
    if m.nskin > 0 and flags[mjtVisFlag.mjVIS_SKIN] != 0:
        return True
    if m.nflex > 0:
        for flag in range(FLEX_FLAGS[0], FLEX_FLAGS[1]):
            if flags[flag] != 0:
                return True
    return False


@kernel
def scene_select(
    m: Model,
    d: Data,
    s: Scene,
    groups: Ints,
    flags: Ints,
    aspect: float,
    x: float,
    y: float,
    every: int,
    selpnt: View,
    geomid: Ints,
    flexid: Ints,
    skinid: Ints,
    out: View,
) -> int:
    """Find the first geom under a point of the image (mjv_select).

    every     whether shown flexes and skins can be selected; this kernel cannot search them, and then gives up
    Reads     geom_xpos, geom_xmat; groups (6), flags of the options
    Writes    selpnt (3) on a hit; geomid, flexid, skinid (1); out (8): body, distance, or -1, origin and
              direction of the ray
    Status    2: the library for meshes and height fields is not loaded
    """
    if has_unset_cameras(s) or s.scale < mjMINVAL or (every != 0 and shows_soft_objects(m, flags)):
        return NO
    d.status = 0
    start, direction = picture_ray(s, aspect, x, y)
    static = 1 if flags[mjtVisFlag.mjVIS_STATIC] != 0 else 0
    distance, geom, _ = nearest_geom(m, d, start, direction, groups, 1, static, -1)
    if d.status != DONE:
        return NO
    body = -1
    if geom >= 0:
        body = m.geom_bodyid[geom]
        set3(selpnt, 0, add_scaled(start, direction, distance))
    geomid[0] = geom
    flexid[0] = -1
    skinid[0] = -1
    out[0], out[1] = body, distance
    set3(out, 2, start)
    set3(out, 5, direction)
    return 0


# ---- initial perturbation


@kernel
def felt_mass(m: Model, d: Data, b: int, point: Vec3, room: View) -> float:
    """Return the effective mass at a point of body ``b``, averaged over directions.

    The mass is 1 where the point cannot move.

    room      work space (6 nv)
    """
    n = 3 * m.nv
    jac, solved = room[:n], room[n:]
    jac_point(m, d, jac, solved, point, b)  # rotations are overwritten
    solve_m(m, d, solved, jac, 3)
    total = 0.0
    for k in range(n):
        total += solved[k] * jac[k]
    inverse = total / 3.0  # if NaN, the mass below is 1
    return 1.0 / inverse if inverse > mjMINVAL else 1.0


@kernel
def scene_perturb(
    m: Model,
    d: Data,
    s: Scene,
    select: int,
    flex: int,
    localpos: View,
    refpos: View,
    refquat: View,
    refselpos: View,
    mass: View,
    size: View,
    room: View,
) -> int:
    """Start a perturbation at the selected body (mjv_initPerturb).

    Reads     xpos, xquat, xmat, xipos, cdof, subtree_com, qLD; room: work space (6 nv)
    Writes    goal, mass and scale of the perturbation
    """
    b = select
    if b <= 0 or b >= m.nbody:
        return 0
    if has_unset_cameras(s) or s.scale < mjMINVAL:
        return NO
    point = point_of(d, b, localpos)
    set3(refpos, 0, load3(d.xipos, b))
    set4(refquat, inertial_quat(m, d, b))
    set3(refselpos, 0, point)
    mass[0] = felt_mass(m, d, b, point, room)
    if 0 <= flex < m.nflex:  # a vertex drags its neighbors: their mean number is twice the edges per vertex
        mass[0] *= 2.0 * m.flex_edgenum[flex] / max(1.0, float(m.flex_vertnum[flex]))
    pos, forward, _ = model_view(s)
    size[0] = unit_frustum_height(s) * dot(sub(point, pos), forward)
    if s.camera_orthographic[0] != 0:
        size[0] *= SLOWER
    return 0
