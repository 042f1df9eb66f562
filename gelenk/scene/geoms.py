"""Geoms and sites of the model as geoms of the scene, and appearance of geoms.

Documents: Programming / Visualization; XML reference / geom, site; XML reference / material, visual; API /
mjtVisFlag, mjtLabel

Geoms and sites of visible groups and categories are added to the scene.

Appearance of geoms: materials, transparency, selection glow, island colors.

DECORATING, RAY_SENSORS and FRACTIONS list the flags, sensors and labels that need more than the geoms, sites and
tendons of a model. Callers of kernels read these constants without importing kernels.
"""

import math

from gelenk.algebra.random_numbers import halton
from gelenk.algebra.vec import add, add_scaled, load3, load9, mat_t_vec, scale, store3, store9, sub
from gelenk.engine.position.object_frames import site_shape_pose
from gelenk.scene.shapes import Color, add_geom, in_group, load_color, plane_step, set_color, set_size
from gelenk.tables.enums import (
    mjMINVAL,
    mjtCatBit,
    mjtEnableBit,
    mjtGeom,
    mjtLabel,
    mjtObj,
    mjtSensor,
    mjtVisFlag,
)
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model, Scene

GRAY = (0.7, 0.7, 0.7, 1.0)  # color of objects outside islands


@kernel
def body_category(m: Model, body: int) -> int:
    """Return mjCAT_STATIC for a body that is fixed and not mocap, else mjCAT_DYNAMIC."""
    if m.body_weldid[body] == 0 and m.body_mocapid[m.body_rootid[body]] < 0:
        return mjtCatBit.mjCAT_STATIC
    return mjtCatBit.mjCAT_DYNAMIC


@kernel
def is_default(rgba: Color) -> bool:
    """Return whether a color is the default of objects."""
    return rgba[0] == 0.5 and rgba[1] == 0.5 and rgba[2] == 0.5 and rgba[3] == 1.0


@kernel
def set_material(m: Model, s: Scene, n: int, matid: int, rgba: Color) -> None:
    """Set material and color of geom ``n``; an object's own color overrides the material's."""
    if matid >= 0:
        s.geom_emission[n] = m.mat_emission[matid]
        s.geom_specular[n] = m.mat_specular[matid]
        s.geom_shininess[n] = m.mat_shininess[matid]
        s.geom_reflectance[n] = m.mat_reflectance[matid]
        if s.opt.flags[mjtVisFlag.mjVIS_TEXTURE] != 0:
            s.geom_matid[n] = matid
        if is_default(rgba):
            rgba = load_color(m.mat_rgba[matid])
    set_color(s, n, rgba)


@kernel
def look_rgba(m: Model, matid: int, rgba: Color) -> Color:
    """Return the color that ``set_material`` sets."""
    if matid >= 0 and is_default(rgba):
        return load_color(m.mat_rgba[matid])
    return rgba


@kernel
def fade_alpha(s: Scene, alpha: float, kind: int) -> float:
    """Return opacity with mjVIS_TRANSPARENT applied to dynamic objects."""
    if s.opt.flags[mjtVisFlag.mjVIS_TRANSPARENT] != 0 and kind == mjtCatBit.mjCAT_DYNAMIC:
        return alpha * s.vis_map.alpha
    return alpha


@kernel
def highlight_selected(s: Scene, n: int, body: int) -> None:
    """Increase the emission of geom ``n`` if its body is selected."""
    if s.pert.select > 0 and s.pert.select == body:
        s.geom_emission[n] += s.vis_global.glow


@kernel
def from_hsv(hue: float, saturation: float, value: float) -> Color:
    """Convert hue, saturation and value, all in 0 .. 1, to RGBA."""
    sector = int(6.0 * hue) % 6
    part = 6.0 * hue - int(6.0 * hue)
    low = value * (1.0 - saturation)
    falling = value * (1.0 - saturation * part)
    rising = value * (1.0 - saturation * (1.0 - part))
    if sector == 0:
        return value, rising, low, 1.0
    if sector == 1:
        return falling, value, low, 1.0
    if sector == 2:
        return low, value, rising, 1.0
    if sector == 3:
        return low, falling, value, 1.0
    if sector == 4:
        return rising, low, value, 1.0
    return value, low, falling, 1.0


@kernel
def seed_rgba(seed: int, asleep: bool) -> Color:
    """Return a color for a seed: adjacent seeds differ, sleeping ones are dark."""
    dim = 0.6 if asleep else 1.0
    pale = 0.7 if asleep else 1.0
    return from_hsv(
        halton(seed, 7), pale * (0.5 + 0.5 * halton(seed, 3)), dim * (0.6 + 0.4 * halton(seed, 5))
    )


@kernel
def island_rgba(d: Data, island: int) -> Color:
    """Return the color of an island, seeded by its first dof; gray without island."""
    if 0 <= island < d.nisland:
        return seed_rgba(max(0, d.island_dofadr[island]) + 1, False)
    return GRAY


@kernel
def row_rgba(d: Data, r: int) -> Color:
    """Return the color of the island of constraint row ``r``."""
    return island_rgba(d, d.efc_island[r] if 0 <= r < d.nefc else -1)


@kernel
def body_island(m: Model, d: Data, body: int) -> int:
    """Return the island of a body, or -1."""
    dof = m.body_dofadr[m.body_weldid[body]]
    return d.dof_island[dof] if dof >= 0 and d.nisland > 0 else -1


@kernel
def body_rgba(m: Model, d: Data, body: int) -> Color:
    """Return the color of a moving body: that of its island.

    With sleeping enabled, a tree without island has its own color, dark while it sleeps.
    """
    island = body_island(m, d, body)
    dof = m.body_dofadr[m.body_weldid[body]]
    tree = m.dof_treeid[dof] if dof >= 0 else -1
    if island >= 0 or m.opt.enableflags & mjtEnableBit.mjENBL_SLEEP == 0 or tree < 0:
        return island_rgba(d, island)
    # trees that fell asleep together form a cycle
    first, other, left = tree, d.tree_asleep[tree], m.ntree
    while left > 0 and 0 <= other < m.ntree and other != tree:
        first = min(first, other)
        other = d.tree_asleep[other]
        left -= 1
    return seed_rgba(m.tree_dofadr[first] + 1, d.tree_asleep[tree] >= 0)


@kernel
def limited_rgba(d: Data, s: Scene, kind: int, i: int, rgba: Color) -> Color:
    """Blend a color towards that of constraints, by the impedance of an active limit.

    kind, i    mjtConstraint of the limit rows; joint or tendon
    If both limits are active, the upper one counts.
    """
    a = 0.0
    for r in range(min(d.ne + d.nf, d.nefc), min(d.ne + d.nf + d.nl, d.nefc)):
        if d.efc_type[r] == kind and d.efc_id[r] == i:
            a = d.efc_KBIP[r, 2]
    if a <= 0.0:
        return rgba
    c = load_color(s.vis_rgba.constraint)
    b = 1.0 - a
    return a * c[0] + b * rgba[0], a * c[1] + b * rgba[1], a * c[2] + b * rgba[2], rgba[3]


# flags that need no decoration stage: they affect geoms, sites, tendons, flexes and skins only; PERTOBJ needs the stage
# only with a selected body, which is tested separately
_PLAIN = (
    *("CONVEXHULL", "TEXTURE", "TENDON", "ACTIVATION", "SCLINERTIA", "ISLAND", "CONTACTSPLIT", "TRANSPARENT"),
    *("STATIC", "SKIN", "FLEXVERT", "FLEXEDGE", "FLEXFACE", "FLEXSKIN", "SDFITER", "PERTOBJ"),
)
DECORATING = tuple(
    int(flag)
    for name, flag in mjtVisFlag.__members__.items()
    if name.removeprefix("mjVIS_") not in _PLAIN and name != "mjNVISFLAG"
)
RAY_SENSORS = (int(mjtSensor.mjSENS_RANGEFINDER), int(mjtSensor.mjSENS_GEOMFROMTO))  # with visible rays
FRACTIONS = (int(mjtLabel.mjLABEL_SELPNT), int(mjtLabel.mjLABEL_CONTACTFORCE))  # labels that update.py writes


# Geoms and sites of the model


@kernel
def is_seen(m: Model, s: Scene, body: int) -> bool:
    """Return whether the category mask and mjVIS_STATIC admit objects of a body."""
    kind = body_category(m, body)
    return s.catmask & kind != 0 and (
        kind != mjtCatBit.mjCAT_STATIC or s.opt.flags[mjtVisFlag.mjVIS_STATIC] != 0
    )


@kernel
def shape_size(s: Scene, n: int, shape: int, x: float, y: float, z: float) -> None:
    """Set the sizes of a shape; round shapes repeat the radius."""
    if shape == mjtGeom.mjGEOM_SPHERE:
        set_size(s, n, x, x, x)
    elif shape == mjtGeom.mjGEOM_CAPSULE or shape == mjtGeom.mjGEOM_CYLINDER:
        set_size(s, n, x, x, y)
    else:
        set_size(s, n, x, y, z)


@kernel
def geom_shape(m: Model, s: Scene, n: int, g: int, plane: int) -> None:
    """Set dataid and sizes of geom ``g``: mesh or hull, height field, or index of the plane."""
    shape = m.geom_type[g]
    data = m.geom_dataid[g]
    if shape == mjtGeom.mjGEOM_PLANE:
        data = plane
    elif shape == mjtGeom.mjGEOM_MESH or shape == mjtGeom.mjGEOM_SDF:
        hull = s.opt.flags[mjtVisFlag.mjVIS_CONVEXHULL] != 0 and (
            m.geom_contype[g] != 0 or m.geom_conaffinity[g] != 0
        )
        if data >= 0:
            s.geom_texcoord[n] = 1 if m.mesh_texcoordadr[data] >= 0 else 0
            data = 2 * data + (1 if hull else 0)
    s.geom_dataid[n] = data
    shape_size(s, n, shape, m.geom_size[g, 0], m.geom_size[g, 1], m.geom_size[g, 2])
    s.geom_modelrbound[n] = m.geom_rbound[g]


@kernel
def follow_camera(m: Model, s: Scene, n: int, g: int) -> None:
    """Move infinite plane ``g`` under the previous camera of the scene, by texture steps."""
    mat, pos = load9(s.geom_mat, n), load3(s.geom_pos, n)
    eyes = scale(add(load3(s.camera_pos, 0), load3(s.camera_pos, 1)), 0.5)
    there = mat_t_vec(mat, sub(eyes, pos))
    for k in range(2):
        if m.geom_size[g, k] <= 0.0:
            step = plane_step(m, m.geom_matid[g], k, s.vis_map.zfar * m.stat.extent)
            steps = math.floor(there[k] / step + 0.5) if step > mjMINVAL else 0.0
            pos = add_scaled(pos, (mat[k], mat[k + 3], mat[k + 6]), step * steps)
    store3(s.geom_pos, n, pos)


@kernel
def add_model_geom(m: Model, d: Data, s: Scene, g: int, plane: int) -> None:
    """Add model geom ``g``, unless it is fully transparent."""
    body = m.geom_bodyid[g]
    kind = body_category(m, body)
    rgba = look_rgba(m, m.geom_matid[g], load_color(m.geom_rgba[g]))
    alpha = fade_alpha(s, rgba[3], kind)
    in_island = s.opt.flags[mjtVisFlag.mjVIS_ISLAND] != 0 and m.body_dofadr[m.body_weldid[body]] >= 0
    if alpha == 0.0 and not in_island:
        return
    n = add_geom(s, m.geom_type[g], mjtObj.mjOBJ_GEOM, g, kind)
    geom_shape(m, s, n, g, plane)
    store3(s.geom_pos, n, load3(d.geom_xpos, g))
    store9(s.geom_mat, n, load9(d.geom_xmat, g))
    if m.geom_type[g] == mjtGeom.mjGEOM_PLANE:
        follow_camera(m, s, n, g)
    set_material(m, s, n, m.geom_matid[g], load_color(m.geom_rgba[g]))
    s.geom_castshadow[n] = m.geom_castshadow[g]
    s.geom_rgba[n, 3] = alpha
    highlight_selected(s, n, body)
    if in_island:  # island colors are opaque
        set_color(s, n, body_rgba(m, d, body))
        s.geom_matid[n] = -1
    if s.opt.label == mjtLabel.mjLABEL_GEOM:
        s.geom_mark[n] = mjtLabel.mjLABEL_GEOM


@kernel
def site_shape(m: Model, d: Data, s: Scene, n: int, i: int, factor: float) -> None:
    """Set pose, mesh or hull, and sizes times ``factor`` of geom ``n`` to those of a site."""
    shape = m.site_type[i]
    x, y, z = m.site_size[i, 0], m.site_size[i, 1], m.site_size[i, 2]
    shape_size(s, n, shape, factor * x, factor * y, factor * z)
    pos, mat = site_shape_pose(m, d, i)
    store3(s.geom_pos, n, pos)
    store9(s.geom_mat, n, mat)
    mesh = m.site_dataid[i]
    if shape == mjtGeom.mjGEOM_MESH and mesh >= 0:
        hull = s.opt.flags[mjtVisFlag.mjVIS_CONVEXHULL] != 0 and m.mesh_graphadr[mesh] >= 0
        s.geom_dataid[n] = 2 * mesh + (1 if hull else 0)


@kernel
def add_model_site(m: Model, d: Data, s: Scene, i: int) -> None:
    """Add model site ``i``, unless it is fully transparent."""
    body = m.site_bodyid[i]
    kind = body_category(m, body)
    rgba = look_rgba(m, m.site_matid[i], load_color(m.site_rgba[i]))
    alpha = fade_alpha(s, rgba[3], kind)
    if alpha == 0.0:
        return
    shape = m.site_type[i]
    n = add_geom(s, shape, mjtObj.mjOBJ_SITE, i, kind)
    site_shape(m, d, s, n, i, 1.0)
    if shape == mjtGeom.mjGEOM_MESH and m.site_dataid[i] >= 0:
        s.geom_texcoord[n] = 1 if m.mesh_texcoordadr[m.site_dataid[i]] >= 0 else 0
    set_material(m, s, n, m.site_matid[i], load_color(m.site_rgba[i]))
    s.geom_rgba[n, 3] = alpha
    highlight_selected(s, n, body)
    if s.opt.label == mjtLabel.mjLABEL_SITE:
        s.geom_mark[n] = mjtLabel.mjLABEL_SITE


@kernel
def scene_geoms(m: Model, d: Data, s: Scene) -> None:
    """Add the geoms and sites of visible groups and categories.

    Reads   geom_xpos, geom_xmat, site_xpos, site_xmat, dof_island     Writes  geoms of the scene
    """
    plane = 0
    for g in range(m.ngeom):
        if in_group(s.opt.geomgroup, m.geom_group[g]) and is_seen(m, s, m.geom_bodyid[g]):
            add_model_geom(m, d, s, g, plane)
        if m.geom_type[g] == mjtGeom.mjGEOM_PLANE:
            plane += 1
    for i in range(m.nsite):
        if in_group(s.opt.sitegroup, m.site_group[i]) and is_seen(m, s, m.site_bodyid[i]):
            add_model_site(m, d, s, i)
