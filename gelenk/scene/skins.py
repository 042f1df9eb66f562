"""Skins: geoms, and vertices and normals from the bodies that skins are bound to.

Documents: XML reference / deformable/skin; API / mjv_updateSkin

A vertex v bound to bodies with weights w is at  x = sum w (R (v - bindpos) + xpos),  R = xquat bindquat^-1. It is moved
by ``inflate`` along its normal, the normalized sum of the normals of its triangles weighted by their areas.
"""

from gelenk.algebra.vec import (
    add,
    add_scaled,
    cross,
    get3,
    load3,
    load4,
    mul_quat,
    neg_quat,
    normalize,
    rotate,
    set3,
    sub,
)
from gelenk.scene.appearance import fade_alpha, look_rgba, set_material
from gelenk.scene.shapes import add_geom, in_group, load_color
from gelenk.tables.enums import mjtCatBit, mjtGeom, mjtLabel, mjtObj, mjtVisFlag
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model, Scene


@kernel
def scene_skins(m: Model, d: Data, s: Scene) -> None:
    """Add a geom for each skin that is drawn.

    Reads   xpos
    """
    for i in range(m.nskin):
        if s.opt.flags[mjtVisFlag.mjVIS_SKIN] == 0 or not in_group(s.opt.skingroup, m.skin_group[i]):
            continue
        rgba = look_rgba(m, m.skin_matid[i], load_color(m.skin_rgba[i]))
        alpha = fade_alpha(s, rgba[3], mjtCatBit.mjCAT_DYNAMIC)
        if alpha == 0.0:
            continue
        n = add_geom(s, mjtGeom.mjGEOM_SKIN, mjtObj.mjOBJ_SKIN, i, mjtCatBit.mjCAT_DYNAMIC)
        for k in range(3):
            s.geom_pos[n, k] = d.xpos[m.skin_bonebodyid[m.skin_boneadr[i]], k]
        s.geom_texcoord[n] = 1 if m.skin_texcoordadr[i] >= 0 else 0
        set_material(m, s, n, m.skin_matid[i], rgba)
        s.geom_rgba[n, 3] = alpha
        if s.pert.skinselect == i:
            s.geom_emission[n] += s.vis_global.glow
        if s.opt.label == mjtLabel.mjLABEL_SKIN:
            s.geom_mark[n] = mjtLabel.mjLABEL_SKIN


@kernel
def bind_vertices(m: Model, d: Data, s: Scene, i: int) -> None:
    """Compute the vertex positions of skin ``i``."""
    first = m.skin_vertadr[i]
    for bone in range(m.skin_boneadr[i], m.skin_boneadr[i] + m.skin_bonenum[i]):
        body = m.skin_bonebodyid[bone]
        turn = mul_quat(load4(d.xquat, body), neg_quat(load4(m.skin_bonebindquat, bone)))
        start, origin = load3(m.skin_bonebindpos, bone), load3(d.xpos, body)
        for k in range(m.skin_bonevertadr[bone], m.skin_bonevertadr[bone] + m.skin_bonevertnum[bone]):
            v = first + m.skin_bonevertid[k]
            x = add(rotate(turn, sub(load3(m.skin_vert, v), start)), origin)
            set3(s.skinvert, 3 * v, add_scaled(get3(s.skinvert, 3 * v), x, m.skin_bonevertweight[k]))


@kernel
def turn_normals(m: Model, s: Scene, i: int) -> None:
    """Compute the vertex normals of skin ``i``."""
    first = m.skin_vertadr[i]
    for t in range(m.skin_faceadr[i], m.skin_faceadr[i] + m.skin_facenum[i]):
        a, b, c = first + m.skin_face[t, 0], first + m.skin_face[t, 1], first + m.skin_face[t, 2]
        x = get3(s.skinvert, 3 * a)
        normal = cross(sub(get3(s.skinvert, 3 * b), x), sub(get3(s.skinvert, 3 * c), x))
        for v in (a, b, c):
            set3(s.skinnormal, 3 * v, add(get3(s.skinnormal, 3 * v), normal))
    for v in range(first, first + m.skin_vertnum[i]):
        set3(s.skinnormal, 3 * v, normalize(get3(s.skinnormal, 3 * v)))


@kernel
def scene_skin_shapes(m: Model, d: Data, s: Scene, every: int) -> None:
    """Compute vertices and normals of the skins of visible groups, or of all; else zeros.

    Reads   xpos, xquat     Writes  skinvert [m, world frame], skinnormal of the scene
    """
    for i in range(m.nskin):
        first = m.skin_vertadr[i]
        for v in range(3 * first, 3 * (first + m.skin_vertnum[i])):
            s.skinvert[v] = 0.0
            s.skinnormal[v] = 0.0
        if every == 0 and not in_group(s.opt.skingroup, m.skin_group[i]):
            continue
        bind_vertices(m, d, s, i)
        turn_normals(m, s, i)
        if m.skin_inflate[i] != 0.0:
            for v in range(m.skin_vertadr[i], m.skin_vertadr[i] + m.skin_vertnum[i]):
                moved = add_scaled(get3(s.skinvert, 3 * v), get3(s.skinnormal, 3 * v), m.skin_inflate[i])
                set3(s.skinvert, 3 * v, moved)
