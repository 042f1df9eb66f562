"""Geoms and sites of the model as geoms of the scene.

Documents: Programming / Visualization; XML reference / geom, site
"""

import math

from gelenk.algebra.vec import add, add_scaled, load3, load9, mat_t_vec, scale, store3, store9, sub
from gelenk.engine.position.object_frames import site_shape_pose
from gelenk.scene.appearance import (
    body_category,
    body_rgba,
    fade_alpha,
    highlight_selected,
    look_rgba,
    set_material,
)
from gelenk.scene.shapes import add_geom, in_group, load_color, plane_step, set_color, set_size
from gelenk.tables.enums import mjMINVAL, mjtCatBit, mjtGeom, mjtLabel, mjtObj, mjtVisFlag
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model, Scene


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
