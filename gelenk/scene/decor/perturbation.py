"""What the user pulls at: the spring to the mouse, the wanted orientation, the selected point.

Documents: Programming / Visualization; API / MjvPerturb
"""

from gelenk.algebra.vec import Vec3, add, get3, load3, load9, mat_vec, quat_to_mat
from gelenk.jit.kernel import kernel
from gelenk.jit.structs import Data, Model, Scene
from gelenk.scene.shapes import IDENTITY, Color, add_connector, add_decor, load_color, set_size
from gelenk.tables.enums import mjtGeom, mjtLabel, mjtObj, mjtPertBit, mjtVisFlag


@kernel
def selected_point(d: Data, s: Scene) -> Vec3:
    """The selected point in the world."""
    b = s.pert.select
    return add(load3(d.xpos, b), mat_vec(load9(d.xmat, b), get3(s.pert.localpos, 0)))


@kernel
def pert_rgba(s: Scene, rgba: Color, bit: int) -> Color:
    """The first way to perturb has a color, the second has its red and green exchanged, both the brighter of them."""
    first, second = s.pert.active & bit != 0, s.pert.active2 & bit != 0
    red, green = rgba[0], rgba[1]
    if first and second:
        red = max(red, green)
        green = red
    elif second:
        red, green = green, red
    return red, green, rgba[2], rgba[3]


@kernel
def add_spring(m: Model, d: Data, s: Scene) -> None:
    """A capsule from the selected point to where it is wanted, and a ball there."""
    b = s.pert.select
    width = s.vis_scale.constraint * m.stat.meansize
    rgba = pert_rgba(s, load_color(s.vis_rgba.constraint), mjtPertBit.mjPERT_TRANSLATE)
    goal = get3(s.pert.refselpos, 0)
    add_connector(s, mjtGeom.mjGEOM_CAPSULE, mjtObj.mjOBJ_UNKNOWN, b, width, selected_point(d, s), goal, rgba)
    q = (s.pert.refquat[0], s.pert.refquat[1], s.pert.refquat[2], s.pert.refquat[3])
    n = add_decor(s, mjtGeom.mjGEOM_SPHERE, mjtObj.mjOBJ_UNKNOWN, b, goal, quat_to_mat(q), rgba)
    set_size(s, n, 2.0 * width, 2.0 * width, 2.0 * width)


@kernel
def add_turned_box(m: Model, d: Data, s: Scene) -> None:
    """The bounding box of the selected body, as it is wanted to be turned."""
    b = s.pert.select
    pos = load3(d.xipos, b)
    x, y, z = m.stat.meansize, m.stat.meansize, m.stat.meansize
    node = m.body_bvhadr[b]
    if 0 <= node < m.nbvhstatic:
        pos = add(pos, mat_vec(load9(d.ximat, b), load3(m.bvh_aabb, node)))
        x, y, z = m.bvh_aabb[node, 3], m.bvh_aabb[node, 4], m.bvh_aabb[node, 5]
    q = (s.pert.refquat[0], s.pert.refquat[1], s.pert.refquat[2], s.pert.refquat[3])
    rgba = pert_rgba(s, load_color(s.vis_rgba.inertia), mjtPertBit.mjPERT_ROTATE)
    n = add_decor(s, mjtGeom.mjGEOM_BOX, mjtObj.mjOBJ_UNKNOWN, b, pos, quat_to_mat(q), rgba)
    set_size(s, n, x, y, z)


@kernel
def scene_perturbation(m: Model, d: Data, s: Scene) -> None:
    """Spring and box of an active perturbation.    Reads xpos, xmat, xipos, ximat"""
    b = s.pert.select
    if b < 1 or b >= m.nbody or s.opt.flags[mjtVisFlag.mjVIS_PERTOBJ] == 0:
        return
    if (s.pert.active | s.pert.active2) & mjtPertBit.mjPERT_TRANSLATE:
        add_spring(m, d, s)
    if (s.pert.active | s.pert.active2) & mjtPertBit.mjPERT_ROTATE:
        add_turned_box(m, d, s)


@kernel
def scene_selection(m: Model, d: Data, s: Scene) -> None:
    """The selected point.    Reads xpos, xmat"""
    b = s.pert.select
    if 0 < b < m.nbody and s.opt.flags[mjtVisFlag.mjVIS_SELECT] != 0:
        rgba = load_color(s.vis_rgba.selectpoint)
        size = s.vis_scale.selectpoint * m.stat.meansize
        n = add_decor(s, mjtGeom.mjGEOM_SPHERE, mjtObj.mjOBJ_UNKNOWN, b, selected_point(d, s), IDENTITY, rgba)
        set_size(s, n, size, size, size)
        if s.opt.label == mjtLabel.mjLABEL_SELPNT:
            s.geom_mark[n] = mjtLabel.mjLABEL_SELPNT
