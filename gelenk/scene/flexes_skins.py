"""Flexes and skins: geoms of the scene, with vertices, triangles and normals.

Documents: Modeling / Deformable objects; XML reference / deformable/flex; API / MjvScene; XML reference /
deformable/skin; API / mjv_updateSkin

Flexes: geoms, vertices, and the triangles of faces or skins. The faces of a sheet (2D) are its triangles, offset by the
radius to both sides; its skin also has a rim. The faces of a solid (3D) are those of the elements of one layer; its
skin is the shell. Skins have a normal per vertex, the sum of the unit normals of the triangles.

Skins: geoms, and vertices and normals from the bodies that skins are bound to.

A vertex v bound to bodies with weights w is at x = sum w (R (v - bindpos) + xpos), R = xquat bindquat^-1. The vertex is
moved by ``inflate`` along its normal, the normalized sum of the normals of its triangles weighted by their areas.
"""

from gelenk.algebra.vec import (
    Vec3,
    add,
    add_scaled,
    cross,
    get3,
    load3,
    load4,
    mul_quat,
    neg,
    neg_quat,
    normalize,
    rotate,
    set3,
    sub,
)
from gelenk.scene.flex_slices import lay_out_slices, material_of_element, shell_element, take_triangles
from gelenk.scene.geoms import fade_alpha, look_rgba, set_material
from gelenk.scene.shapes import add_geom, in_group, load_color
from gelenk.tables.enums import mjtCatBit, mjtGeom, mjtLabel, mjtObj, mjtVisFlag
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model, Scene


@kernel
def is_shown(m: Model, s: Scene, f: int) -> bool:
    """Return whether flex ``f`` is drawn in any way."""
    opt = s.opt
    some = (
        opt.flags[mjtVisFlag.mjVIS_FLEXVERT]
        | opt.flags[mjtVisFlag.mjVIS_FLEXEDGE]
        | opt.flags[mjtVisFlag.mjVIS_FLEXFACE]
        | opt.flags[mjtVisFlag.mjVIS_FLEXSKIN]
    )
    return some != 0 and in_group(opt.flexgroup, m.flex_group[f])


@kernel
def add_flex(m: Model, d: Data, s: Scene, f: int, matid: int) -> int:
    """Add a geom of flex ``f`` with a material; return its row, -1 if it is invisible."""
    rgba = look_rgba(m, matid, load_color(m.flex_rgba[f]))
    alpha = fade_alpha(s, rgba[3], mjtCatBit.mjCAT_DYNAMIC)
    if alpha == 0.0:
        return -1
    n = add_geom(s, mjtGeom.mjGEOM_FLEX, mjtObj.mjOBJ_FLEX, f, mjtCatBit.mjCAT_DYNAMIC)
    s.geom_size[n, 0] = m.flex_radius[f]
    for k in range(3):
        s.geom_pos[n, k] = d.flexvert_xpos[m.flex_vertadr[f], k]
    s.geom_texcoord[n] = 1 if m.flex_texcoordadr[f] >= 0 else 0
    set_material(m, s, n, matid, rgba)
    if m.flex_texcoordadr[f] < 0:
        s.geom_matid[n] = -1  # textures need texture coordinates
    s.geom_rgba[n, 3] = alpha
    if s.pert.flexselect == f:
        s.geom_emission[n] += s.vis_global.glow
    if s.opt.label == mjtLabel.mjLABEL_FLEX:
        s.geom_mark[n] = mjtLabel.mjLABEL_FLEX
    return n


@kernel
def scene_flexes(m: Model, d: Data, s: Scene) -> None:
    """Add a geom for each flex that is drawn, or for each of its slices (flex_slices.py).

    Reads   flexvert_xpos
    """
    for f in range(m.nflex):
        if not is_shown(m, s, f):
            continue
        lay_out_slices(m, s, f)
        if s.flexslicenum[f] == 0:
            add_flex(m, d, s, f, material_of_element(m, f, 0))
        for k in range(s.flexslicenum[f]):
            row = m.flex_elemadr[f] + k
            n = add_flex(m, d, s, f, s.flexslicemat[row])
            if n >= 0:
                s.geom_dataid[n] = k
                s.geom_size[n, 1] = s.flexsliceface[row]
                s.geom_size[n, 2] = s.flexslicesize[row]
                if k > 0:
                    s.geom_mark[n] = 0


@kernel
def vertex_position(d: Data, v: int) -> Vec3:
    return d.flexvert_xpos[v, 0], d.flexvert_xpos[v, 1], d.flexvert_xpos[v, 2]


@kernel
def triangle_normal(a: Vec3, b: Vec3, c: Vec3) -> Vec3:
    """Return the unit normal of a triangle, which is counter-clockwise seen from the tip."""
    return normalize(cross(sub(b, a), sub(c, a)))


@kernel
def put_face(s: Scene, t: int, a: Vec3, b: Vec3, c: Vec3, na: Vec3, nb: Vec3, nc: Vec3) -> None:
    """Write corners and normals of triangle ``t`` of the scene."""
    set3(s.flexface, 9 * t, a)
    set3(s.flexface, 9 * t + 3, b)
    set3(s.flexface, 9 * t + 6, c)
    set3(s.flexnormal, 9 * t, na)
    set3(s.flexnormal, 9 * t + 3, nb)
    set3(s.flexnormal, 9 * t + 6, nc)


@kernel
def put_texcoord(m: Model, s: Scene, t: int, corner: int, index: int) -> None:
    """Write texture coordinates ``index`` of the model to a corner of triangle ``t``."""
    if 0 <= index < m.nflextexcoord:
        s.flextexcoord[6 * t + 2 * corner] = m.flex_texcoord[index, 0]
        s.flextexcoord[6 * t + 2 * corner + 1] = m.flex_texcoord[index, 1]


@kernel
def put_texcoords(m: Model, s: Scene, f: int, t: int, a: int, b: int, c: int) -> None:
    """Write texture coordinates of triangle ``t``; a, b, c: indices within flex ``f``."""
    first = m.flex_texcoordadr[f]
    if first >= 0:
        put_texcoord(m, s, t, 0, first + a)
        put_texcoord(m, s, t, 1, first + b)
        put_texcoord(m, s, t, 2, first + c)


@kernel
def element_vertex(m: Model, f: int, elem: int, k: int) -> int:
    """Return corner ``k`` of an element of flex ``f``, as a vertex index within the flex."""
    return m.flex_elem[m.flex_elemdataadr[f] + elem * (m.flex_dim[f] + 1) + k]


@kernel
def element_texcoord(m: Model, f: int, elem: int, k: int) -> int:
    """Return the texture coordinate index of corner ``k`` of an element of flex ``f``."""
    return m.flex_elemtexcoord[m.flex_elemdataadr[f] + elem * (m.flex_dim[f] + 1) + k]


@kernel
def add_normals(m: Model, d: Data, s: Scene, f: int) -> None:
    """Compute unit vertex normals of flex ``f``, from its elements in 2D, its shell in 3D."""
    first = m.flex_vertadr[f]
    for v in range(3 * first, 3 * (first + m.flex_vertnum[f])):
        s.flexvertnormal[v] = 0.0
    adr = m.flex_elemdataadr[f] if m.flex_dim[f] == 2 else m.flex_shelldataadr[f]
    count = m.flex_elemnum[f] if m.flex_dim[f] == 2 else m.flex_shellnum[f]
    triangles = m.flex_elem if m.flex_dim[f] == 2 else m.flex_shell
    for t in range(count):
        a, b, c = triangles[adr + 3 * t], triangles[adr + 3 * t + 1], triangles[adr + 3 * t + 2]
        normal = triangle_normal(
            vertex_position(d, first + a), vertex_position(d, first + b), vertex_position(d, first + c)
        )
        for v in (a, b, c):
            set3(s.flexvertnormal, 3 * (first + v), add(get3(s.flexvertnormal, 3 * (first + v)), normal))
    for v in range(first, first + m.flex_vertnum[f]):
        set3(s.flexvertnormal, 3 * v, normalize(get3(s.flexvertnormal, 3 * v)))


@kernel
def sheet_faces(m: Model, d: Data, s: Scene, f: int) -> None:
    """Write both sides of a sheet, flat-shaded."""
    first, radius = m.flex_vertadr[f], m.flex_radius[f]
    for elem in range(m.flex_elemnum[f]):
        a = vertex_position(d, first + element_vertex(m, f, elem, 0))
        b = vertex_position(d, first + element_vertex(m, f, elem, 1))
        c = vertex_position(d, first + element_vertex(m, f, elem, 2))
        up = triangle_normal(a, b, c)
        down = neg(up)
        ta, tb = element_texcoord(m, f, elem, 0), element_texcoord(m, f, elem, 1)
        tc = element_texcoord(m, f, elem, 2)
        t = take_triangles(m, s, f, elem, 2)
        put_face(
            s, t, add_scaled(a, up, radius), add_scaled(b, up, radius), add_scaled(c, up, radius), up, up, up
        )
        put_texcoords(m, s, f, t, ta, tb, tc)
        a, b, c = add_scaled(a, down, radius), add_scaled(b, down, radius), add_scaled(c, down, radius)
        put_face(s, t + 1, a, c, b, down, down, down)
        put_texcoords(m, s, f, t + 1, ta, tc, tb)


@kernel
def put_offset_face(m: Model, d: Data, s: Scene, f: int, t: int, i: int, j: int, k: int, side: float) -> None:
    """Write the triangle of three vertices of a flex, offset by the radius to side +1 or -1."""
    first, shift = m.flex_vertadr[f], side * m.flex_radius[f]
    na, nb, nc = (
        get3(s.flexvertnormal, 3 * (first + i)),
        get3(s.flexvertnormal, 3 * (first + j)),
        get3(s.flexvertnormal, 3 * (first + k)),
    )
    a = add_scaled(vertex_position(d, first + i), na, shift)
    b = add_scaled(vertex_position(d, first + j), nb, shift)
    c = add_scaled(vertex_position(d, first + k), nc, shift)
    if m.flex_flatskin[f] != 0:
        na = triangle_normal(
            vertex_position(d, first + i), vertex_position(d, first + j), vertex_position(d, first + k)
        )
        nb, nc = na, na
    if side < 0.0:
        na, nb, nc = neg(na), neg(nb), neg(nc)
    put_face(s, t, a, b, c, na, nb, nc)


@kernel
def side_face(m: Model, d: Data, s: Scene, f: int, t: int, elem: int, side: float) -> None:
    """Write the triangle of an element of a sheet's skin, on side +1 or -1.

    Normals of flat skins point up on both sides, as in 3.5.0.
    """
    flip = 1 if side > 0.0 else 2
    i, j = element_vertex(m, f, elem, 0), element_vertex(m, f, elem, flip)
    k = element_vertex(m, f, elem, 3 - flip)
    put_offset_face(m, d, s, f, t, i, j, k, side)
    put_texcoords(
        m,
        s,
        f,
        t,
        element_texcoord(m, f, elem, 0),
        element_texcoord(m, f, elem, flip),
        element_texcoord(m, f, elem, 3 - flip),
    )


@kernel
def rim_face(m: Model, d: Data, s: Scene, f: int, t: int, i: int, j: int, up: bool, out: Vec3) -> None:
    """Write half of the rim along an edge: a triangle of one corner ``i`` and both ``j``.

    i, j  vertices of the edge: ``i`` on one side of the sheet, ``j`` on both
    out   outward normal
    """
    first, radius = m.flex_vertadr[f], m.flex_radius[f]
    side = radius if up else -radius
    a = add_scaled(vertex_position(d, first + i), get3(s.flexvertnormal, 3 * (first + i)), side)
    b = add_scaled(vertex_position(d, first + j), get3(s.flexvertnormal, 3 * (first + j)), -side)
    c = add_scaled(vertex_position(d, first + j), get3(s.flexvertnormal, 3 * (first + j)), side)
    put_face(s, t, a, b, c, out, out, out)
    put_texcoords(m, s, f, t, i, j, j)


@kernel
def sheet_skin(m: Model, d: Data, s: Scene, f: int) -> None:
    """Write both sides and the rim of a sheet."""
    first = m.flex_vertadr[f]
    for elem in range(m.flex_elemnum[f]):
        t = take_triangles(m, s, f, elem, 2)
        side_face(m, d, s, f, t, elem, 1.0)
        side_face(m, d, s, f, t + 1, elem, -1.0)
    for k in range(m.flex_shellnum[f]):
        t = take_triangles(m, s, f, shell_element(m, s, f, k), 2)
        i = m.flex_shell[m.flex_shelldataadr[f] + 2 * k]
        j = m.flex_shell[m.flex_shelldataadr[f] + 2 * k + 1]
        edge = sub(vertex_position(d, first + j), vertex_position(d, first + i))
        rim_face(m, d, s, f, t, i, j, True, normalize(cross(edge, get3(s.flexvertnormal, 3 * (first + j)))))
        rim_face(
            m, d, s, f, t + 1, j, i, False, normalize(cross(edge, get3(s.flexvertnormal, 3 * (first + i))))
        )


@kernel
def corner_of(face: int, k: int) -> int:
    """Return corner ``k`` of a face of a tetrahedron, counter-clockwise seen from outside."""
    if face == 0:
        return k
    if face == 1:
        return 0 if k == 0 else k + 1
    if face == 2:
        return 0 if k == 0 else (3 if k == 1 else 1)
    return 1 if k == 0 else (3 if k == 1 else 2)


@kernel
def solid_faces(m: Model, d: Data, s: Scene, f: int) -> None:
    """Write the faces of the elements of one layer of a solid, offset by the radius."""
    first, radius = m.flex_vertadr[f], m.flex_radius[f]
    for elem in range(m.flex_elemnum[f]):
        if m.flex_elemlayer[m.flex_elemadr[f] + elem] != s.opt.flex_layer:
            continue
        for face in range(4):
            i, j, k = corner_of(face, 0), corner_of(face, 1), corner_of(face, 2)
            a = vertex_position(d, first + element_vertex(m, f, elem, i))
            b = vertex_position(d, first + element_vertex(m, f, elem, j))
            c = vertex_position(d, first + element_vertex(m, f, elem, k))
            n = triangle_normal(a, b, c)
            a, b, c = add_scaled(a, n, radius), add_scaled(b, n, radius), add_scaled(c, n, radius)
            t = take_triangles(m, s, f, elem, 1)
            if t < s.flexfaceadr[f] + s.flexfacenum[f]:
                put_face(s, t, a, b, c, n, n, n)
                ti, tj = element_texcoord(m, f, elem, i), element_texcoord(m, f, elem, j)
                put_texcoords(m, s, f, t, ti, tj, element_texcoord(m, f, elem, k))


@kernel
def solid_skin(m: Model, d: Data, s: Scene, f: int) -> None:
    """Write the shell of a solid, offset by the radius."""
    for face in range(m.flex_shellnum[f]):
        adr = m.flex_shelldataadr[f] + 3 * face
        i, j, k = m.flex_shell[adr], m.flex_shell[adr + 1], m.flex_shell[adr + 2]
        t = take_triangles(m, s, f, shell_element(m, s, f, face), 1)
        put_offset_face(m, d, s, f, t, i, j, k, 1.0)
        put_texcoords(m, s, f, t, i, j, k)


@kernel
def flex_faces(m: Model, d: Data, s: Scene, f: int) -> None:
    """Write the triangles of flex ``f``: of its skin, or else of its faces."""
    lay_out_slices(m, s, f)
    s.flexfaceused[f] = 0
    if m.flex_dim[f] > 1 and s.opt.flags[mjtVisFlag.mjVIS_FLEXSKIN] != 0:
        add_normals(m, d, s, f)
        if m.flex_dim[f] == 2:
            sheet_skin(m, d, s, f)
        else:
            solid_skin(m, d, s, f)
    elif m.flex_dim[f] > 1 and s.opt.flags[mjtVisFlag.mjVIS_FLEXFACE] != 0:
        if m.flex_dim[f] == 2:
            sheet_faces(m, d, s, f)
        else:
            solid_faces(m, d, s, f)
    s.flexfaceused[f] = min(s.flexfaceused[f], s.flexfacenum[f])


@kernel
def scene_flex_shapes(m: Model, d: Data, s: Scene) -> None:
    """Write the vertices and triangles of all flexes.

    Reads   flexvert_xpos (nflexvert, 3) [m, world frame]
    Writes  flexvert, flexface, flexnormal, flextexcoord, flexfaceused of the scene
    """
    for f in range(m.nflex):
        for v in range(m.flex_vertadr[f], m.flex_vertadr[f] + m.flex_vertnum[f]):
            set3(s.flexvert, 3 * v, vertex_position(d, v))
        flex_faces(m, d, s, f)


# Skins


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
