"""The parts of a picture: each geom of a scene as shapes under transforms, those that no view sees left out.

Documents: API / MjvGeom; Programming / Visualization

A part is a row of ``c.part``: GEOM, SHAPE, FIRST vertex, LIST, TEXTURE (-1: none), MAPPING, SOURCE, FLAGS; and of
``c.part_num``: at TO_WORLD three rows of 4 numbers that take the shape to the model, at TURN three rows of 3 for its
normals, which are not of unit length, at STRETCH three factors that take the shape to texture
coordinates, before which its z is moved by SHIFT.

Parts come in this order: opaque ones, transparent ones from near to far, those in the mirror, and what casts shadows.
"""

import math

from gelenk.algebra.vec import Mat3, Vec3, add_scaled, dot, get3, load3, load9, norm, sub
from gelenk.jit.kernel import kernel
from gelenk.jit.structs import Context, Scene
from gelenk.render import builtin
from gelenk.render.sky import find_horizon
from gelenk.render.views import CLIP, EYE, NORMAL, OPAQUE, ORTHO
from gelenk.scene.shapes import DECOR, turn_z
from gelenk.tables.enums import mjtGeom, mjtTexture, mjtTextureRole
from gelenk.tables.fields_context import ROLES

GEOM, SHAPE, FIRST, LIST, TEXTURE, MAPPING, SOURCE, FLAGS = 0, 1, 2, 3, 4, 5, 6, 7
TO_WORLD, TURN, STRETCH, WIDTH, SHIFT = 0, 12, 21, 24, 25
SMALL, SMALL_SHADOW = 2.0, 8.0  # radii [pixel] below which round shapes have half as many slices
OPAQUE_LIST, MIRROR_LIST, CLEAR_LIST, CASTER_LIST = 0, 1, 2, 3
NLIST = 3  # lists that tiles have
NO_TEXTURE, OWN_UV, PROJECTED, CUBE = 0, 1, 2, 3  # where texture coordinates come from
FROM_SHAPE, FROM_SKIN, FROM_FLEX, FROM_LINE = 0, 1, 2, 3  # where vertices come from
BOTH_SIDES, EDGES, MIRROR_FACE = 1, 2, 4  # flags: nothing is culled; lines are drawn; it may be the mirror
TEX_2D, ROLE_RGB = int(mjtTexture.mjTEXTURE_2D), int(mjtTextureRole.mjTEXROLE_RGB)
PLANE, HFIELD, SPHERE = int(mjtGeom.mjGEOM_PLANE), int(mjtGeom.mjGEOM_HFIELD), int(mjtGeom.mjGEOM_SPHERE)
CAPSULE, ELLIPSOID = int(mjtGeom.mjGEOM_CAPSULE), int(mjtGeom.mjGEOM_ELLIPSOID)
CYLINDER, BOX, MESH = int(mjtGeom.mjGEOM_CYLINDER), int(mjtGeom.mjGEOM_BOX), int(mjtGeom.mjGEOM_MESH)
SDF, FLEX, SKIN = int(mjtGeom.mjGEOM_SDF), int(mjtGeom.mjGEOM_FLEX), int(mjtGeom.mjGEOM_SKIN)
ARROW, ARROW1, ARROW2 = int(mjtGeom.mjGEOM_ARROW), int(mjtGeom.mjGEOM_ARROW1), int(mjtGeom.mjGEOM_ARROW2)
LINE, LINEBOX, TRIANGLE = int(mjtGeom.mjGEOM_LINE), int(mjtGeom.mjGEOM_LINEBOX), int(mjtGeom.mjGEOM_TRIANGLE)
HEAD_WIDTH, HEAD_PART = 1.75, 1.0 / 3.0  # of the head of an arrow: width in radii, part of the whole length
ARROW_LENGTH = 0.5  # how long arrows are drawn, as in 3.5.0
BEHIND = 0.3  # what is left of the opacity of planes that are seen from behind


# ---- what is seen


@kernel
def row_at(c: Context, view: int, at: int, p: Vec3) -> float:
    """One of the four functions of a view at a point."""
    return (
        c.seen[view, at] * p[0]
        + c.seen[view, at + 1] * p[1]
        + c.seen[view, at + 2] * p[2]
        + c.seen[view, at + 3]
    )


@kernel
def outside(
    c: Context, view: int, a: int, scale_a: float, b: int, scale_b: float, p: Vec3, radius: float
) -> bool:
    """Whether a sphere is where  scale_a row_a + scale_b row_b < 0."""
    x = scale_a * c.seen[view, a] + scale_b * c.seen[view, b]
    y = scale_a * c.seen[view, a + 1] + scale_b * c.seen[view, b + 1]
    z = scale_a * c.seen[view, a + 2] + scale_b * c.seen[view, b + 2]
    value = scale_a * row_at(c, view, a, p) + scale_b * row_at(c, view, b, p)
    return value < -radius * math.sqrt(x * x + y * y + z * z)


@kernel
def in_view(c: Context, view: int, p: Vec3, radius: float) -> bool:
    """Whether a sphere may be seen."""
    x, y, z, w = CLIP, CLIP + 4, CLIP + 8, CLIP + 12
    if outside(c, view, x, 1.0, x, 0.0, p, radius) or outside(c, view, w, c.width, x, -1.0, p, radius):
        return False
    if outside(c, view, y, 1.0, y, 0.0, p, radius) or outside(c, view, w, c.height, y, -1.0, p, radius):
        return False
    return not (outside(c, view, z, 1.0, z, 0.0, p, radius) or outside(c, view, w, 1.0, z, -1.0, p, radius))


# ---- one part


@kernel
def texture_of(c: Context, s: Scene, g: int) -> int:
    """The texture of a geom; -1: none."""
    mat = s.geom_matid[g]
    if mat < 0 or mat * ROLES + ROLE_RGB >= len_of_materials(c) or c.mode != NORMAL:
        return -1
    tex = c.mat_texid[mat * ROLES + ROLE_RGB]
    return tex if 0 <= tex < c.ntexmodel else -1


@kernel
def len_of_materials(c: Context) -> int:
    return ROLES * 1000


@kernel
def set_texture(c: Context, s: Scene, n: int, g: int, size: Vec3) -> None:
    """How the texture of part ``n`` lies on it: once over the geom, or so often per meter.

    size   scales of the shape that the part is made of
    """
    tex = texture_of(c, s, g)
    c.part[n, TEXTURE] = tex
    c.part[n, MAPPING] = NO_TEXTURE
    c.part_num[n, SHIFT] = 0.0
    if tex < 0:
        return
    mat = s.geom_matid[g]
    uniform = c.mat_texuniform[mat] != 0
    if c.tex_kind[tex] != TEX_2D:
        c.part[n, MAPPING] = CUBE
        for k in range(3):
            own = size[0] if k == 0 else size[1] if k == 1 else size[2]
            whole = s.geom_size[g, k] if s.geom_type[g] != HFIELD else 1.0
            # shapes in meters are divided by their size where others are multiplied by it
            c.part_num[n, STRETCH + k] = (
                own if uniform else (1.0 if own != 1.0 or whole <= 0.0 else 1.0 / whole)
            )
        if s.geom_type[g] == CAPSULE and c.part[n, SHAPE] % builtin.COARSE != builtin.TUBE:
            end = s.geom_size[g, 2] / own if uniform and own > 0.0 else 1.0
            c.part_num[n, SHIFT] = end if c.part[n, SHAPE] % builtin.COARSE == builtin.TOP else -end
        return
    if s.geom_texcoord[g] != 0:
        c.part[n, MAPPING] = OWN_UV
        return
    c.part[n, MAPPING] = PROJECTED
    for k in range(2):
        own = size[0] if k == 0 else size[1]
        whole = s.geom_size[g, k]
        repeat = c.mat_texrepeat[2 * mat + k]
        stretch = own if uniform else (1.0 if own != 1.0 or whole <= 0.0 else 1.0 / whole)
        stretch *= 0.5 * repeat
        c.part_num[n, STRETCH + k] = stretch if k == 0 else -stretch


@kernel
def put_part(c: Context, s: Scene, g: int, shape: int, into: int, pos: Vec3, mat: Mat3, size: Vec3) -> int:
    """A part, whatever is seen of it: its row, the last one where there is no room."""
    n = c.npart_used
    if n < c.npart - 1:
        c.npart_used = n + 1
    else:
        n = c.npart - 1
    c.npart_need += 1
    c.part[n, GEOM] = g
    c.part[n, SHAPE] = shape
    c.part[n, LIST] = into
    c.part[n, SOURCE] = FROM_SHAPE
    c.part[n, FLAGS] = EDGES if c.wire != 0 else 0
    if c.cull == 0 or (s.geom_type[g] == PLANE and into != MIRROR_LIST):
        c.part[n, FLAGS] |= BOTH_SIDES
    for i in range(3):
        along = pos[0] if i == 0 else pos[1] if i == 1 else pos[2]
        c.part_num[n, TO_WORLD + 4 * i + 3] = along
    put_axes(c, n, mat, size)
    set_texture(c, s, n, g, size)
    return n


@kernel
def put_axes(c: Context, n: int, mat: Mat3, size: Vec3) -> None:
    """Axes of a part, and for its normals those that are perpendicular to its planes."""
    for k in range(3):
        x = mat[0] if k == 0 else mat[1] if k == 1 else mat[2]
        y = mat[3] if k == 0 else mat[4] if k == 1 else mat[5]
        z = mat[6] if k == 0 else mat[7] if k == 1 else mat[8]
        scale = size[0] if k == 0 else size[1] if k == 1 else size[2]
        inverse = 1.0 / scale if scale != 0.0 else 0.0
        c.part_num[n, TO_WORLD + k] = x * scale
        c.part_num[n, TO_WORLD + 4 + k] = y * scale
        c.part_num[n, TO_WORLD + 8 + k] = z * scale
        c.part_num[n, TURN + k] = x * inverse
        c.part_num[n, TURN + 3 + k] = y * inverse
        c.part_num[n, TURN + 6 + k] = z * inverse


@kernel
def is_small(c: Context, center: Vec3, radius: float, into: int) -> bool:
    """Whether a sphere is so small on the picture that fewer slices do, or so small that its shadow is."""
    eye = (c.seen[0, EYE], c.seen[0, EYE + 1], c.seen[0, EYE + 2])
    distance = 1.0 if c.seen[0, ORTHO] != 0.0 else norm(sub(center, eye)) - radius
    row = (c.seen[0, CLIP + 4], c.seen[0, CLIP + 5], c.seen[0, CLIP + 6])
    return radius * norm(row) < (SMALL_SHADOW if into == CASTER_LIST else SMALL) * distance


@kernel
def add_part(c: Context, s: Scene, g: int, shape: int, into: int, pos: Vec3, mat: Mat3, size: Vec3) -> None:
    """A part, unless its view does not see it."""
    x, y, z = (
        c.shape_sphere[shape, 0] * size[0],
        c.shape_sphere[shape, 1] * size[1],
        c.shape_sphere[shape, 2] * size[2],
    )
    center = (
        pos[0] + mat[0] * x + mat[1] * y + mat[2] * z,
        pos[1] + mat[3] * x + mat[4] * y + mat[5] * z,
        pos[2] + mat[6] * x + mat[7] * y + mat[8] * z,
    )
    radius = c.shape_sphere[shape, 3] * max(abs(size[0]), max(abs(size[1]), abs(size[2])))
    # comparisons that NaN fails
    if not (radius < 1e12 and norm(center) < 1e12):
        return
    if into == CASTER_LIST or in_view(c, 1 if into == MIRROR_LIST else 0, center, radius):
        if shape < builtin.BOX and is_small(c, center, radius, into):
            shape += builtin.COARSE
        put_part(c, s, g, shape, into, pos, mat, size)


# ---- the parts of each kind of geom

ONE = (1.0, 1.0, 1.0)


@kernel
def along_z(pos: Vec3, mat: Mat3, z: float) -> Vec3:
    """The point (0, 0, z) of a frame."""
    return pos[0] + mat[2] * z, pos[1] + mat[5] * z, pos[2] + mat[8] * z


@kernel
def flipped(mat: Mat3) -> Mat3:
    """Half a turn about the x axis of a frame."""
    return mat[0], -mat[1], -mat[2], mat[3], -mat[4], -mat[5], mat[6], -mat[7], -mat[8]


@kernel
def capsule(c: Context, s: Scene, g: int, into: int, pos: Vec3, mat: Mat3, r: float, half: float) -> None:
    """A cylinder and two halves of a sphere."""
    add_part(c, s, g, builtin.TUBE, into, pos, mat, (r, r, half))
    add_part(c, s, g, builtin.TOP, into, along_z(pos, mat, half), mat, (r, r, r))
    add_part(c, s, g, builtin.BOTTOM, into, along_z(pos, mat, -half), mat, (r, r, r))


@kernel
def cylinder(c: Context, s: Scene, g: int, into: int, pos: Vec3, mat: Mat3, size: Vec3) -> None:
    """A side and two discs."""
    add_part(c, s, g, builtin.TUBE, into, pos, mat, size)
    add_part(c, s, g, builtin.CAP, into, pos, mat, size)
    add_part(c, s, g, builtin.CUP, into, pos, mat, size)


@kernel
def arrow(c: Context, s: Scene, g: int, into: int, pos: Vec3, mat: Mat3, size: Vec3, kind: int) -> None:
    """A cylinder that begins at ``pos``, with a head at its end, at both, or at none."""
    r, length = size[0], ARROW_LENGTH * size[2]
    head = 0.0 if kind == ARROW1 else HEAD_PART * length
    wide = HEAD_WIDTH * r
    first = head if kind == ARROW2 else 0.0
    half = 0.5 * (length - head - first)
    if half > 0.0:
        cylinder(c, s, g, into, along_z(pos, mat, first + half), mat, (r, r, half))
    if head > 0.0:
        tip = along_z(pos, mat, length - head)
        add_part(c, s, g, builtin.CONE, into, tip, mat, (wide, wide, head))
        add_part(c, s, g, builtin.UNDER, into, tip, mat, (wide, wide, head))
    if first > 0.0:
        back = flipped(mat)
        add_part(c, s, g, builtin.CONE, into, along_z(pos, mat, first), back, (wide, wide, head))
        add_part(c, s, g, builtin.UNDER, into, along_z(pos, mat, first), back, (wide, wide, head))


@kernel
def plane(c: Context, s: Scene, g: int, into: int, pos: Vec3, mat: Mat3) -> None:
    """A plane of the model in its blocks, or one that a user has made."""
    i = s.geom_dataid[g]
    if 0 <= i < c.nplane:
        if into == CASTER_LIST:
            add_part(c, s, g, c.plane_block[i, 2], into, pos, mat, ONE)
            return
        for block in range(c.plane_block[i, 0], c.plane_block[i, 0] + c.plane_block[i, 1]):
            add_part(c, s, g, block, into, pos, mat, ONE)
    else:
        shape = builtin.CELL if into == CASTER_LIST else builtin.PLANE
        add_part(c, s, g, shape, into, pos, mat, (s.geom_size[g, 0], s.geom_size[g, 1], 1.0))


@kernel
def mesh(c: Context, s: Scene, g: int, into: int, pos: Vec3, mat: Mat3) -> None:
    """A mesh or a hull."""
    i = s.geom_dataid[g]
    if 0 <= i < 2 * c.nmesh:
        add_part(c, s, g, c.baseMesh + i, into, pos, mat, ONE)


@kernel
def hfield(c: Context, s: Scene, g: int, into: int, pos: Vec3, mat: Mat3) -> None:
    i = s.geom_dataid[g]
    if 0 <= i < c.nhfield:
        add_part(c, s, g, c.baseHField + i, into, pos, mat, ONE)


IDENTITY = (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0)


@kernel
def without_texture(c: Context, first: int) -> None:
    """Let the parts from ``first`` on have the color of their geom alone."""
    for n in range(first, c.npart_used):
        c.part[n, TEXTURE] = -1
        c.part[n, MAPPING] = NO_TEXTURE


@kernel
def from_scene(c: Context, s: Scene, g: int, shape: int, into: int, source: int) -> int:
    """A part whose vertices are in the scene, in the frame of the model: its row."""
    n = put_part(c, s, g, shape, into, (0.0, 0.0, 0.0), IDENTITY, ONE)
    c.part[n, SOURCE] = source
    return n


@kernel
def skin(c: Context, s: Scene, g: int, into: int) -> None:
    """A skin, whose vertices are those that the scene has."""
    i = s.geom_objid[g]
    if 0 <= i < s.nskin and i < c.nskin and s.skinvertnum[i] == c.shape_vertnum[c.base_skin + i]:
        from_scene(c, s, g, c.base_skin + i, into, FROM_SKIN)


@kernel
def flex_faces(s: Scene, f: int) -> int:
    """Triangles of flex ``f``, no more than there is room for."""
    return max(0, min(s.flexfaceused[f], s.flexfacenum[f]))


@kernel
def flex(c: Context, s: Scene, g: int, into: int) -> None:
    """Vertices as spheres, edges as cylinders, faces as triangles."""
    f = s.geom_objid[g]
    if not 0 <= f < s.nflex:
        return
    r = s.geom_size[g, 0]
    first, begin = s.flexvertadr[f], c.npart_used
    skinned = s.flexskinopt != 0 and flex_faces(s, f) > 0  # vertices and edges would be inside
    if s.flexvertopt != 0 and not skinned:
        for v in range(first, first + s.flexvertnum[f]):
            add_part(c, s, g, builtin.SPHERE, into, get3(s.flexvert, 3 * v), IDENTITY, (r, r, r))
    if s.flexedgeopt != 0 and not skinned:
        for e in range(s.flexedgeadr[f], s.flexedgeadr[f] + s.flexedgenum[f]):
            a = get3(s.flexvert, 3 * (first + s.flexedge[2 * e]))
            b = get3(s.flexvert, 3 * (first + s.flexedge[2 * e + 1]))
            axis = sub(b, a)
            add_part(
                c, s, g, builtin.ROD, into, add_scaled(a, axis, 0.5), turn_z(axis), (r, r, 0.5 * norm(axis))
            )
    without_texture(c, begin)
    if (s.flexfaceopt != 0 or s.flexskinopt != 0) and flex_faces(s, f) > 0:
        from_scene(c, s, g, f, into, FROM_FLEX)


@kernel
def lines(c: Context, s: Scene, g: int, into: int) -> None:
    """A line, or the edges of a box."""
    n = from_scene(c, s, g, builtin.CELL, into, FROM_LINE)
    put_axes(c, n, load9(s.geom_mat, g), ONE)
    for i in range(3):
        c.part_num[n, TO_WORLD + 4 * i + 3] = s.geom_pos[g, i]
    c.part_num[n, WIDTH] = s.geom_size[g, 0] if s.geom_type[g] == LINE else 0.0


@kernel
def geom_parts(c: Context, s: Scene, g: int, into: int) -> None:
    """The parts of a geom."""
    kind = s.geom_type[g]
    pos, mat = load3(s.geom_pos, g), load9(s.geom_mat, g)
    size = (s.geom_size[g, 0], s.geom_size[g, 1], s.geom_size[g, 2])
    if kind == PLANE:
        plane(c, s, g, into, pos, mat)
    elif kind == HFIELD:
        hfield(c, s, g, into, pos, mat)
    elif kind == SPHERE or kind == ELLIPSOID:
        add_part(c, s, g, builtin.SPHERE, into, pos, mat, size)
    elif kind == CAPSULE:
        capsule(c, s, g, into, pos, mat, size[0], size[2])
    elif kind == CYLINDER:
        cylinder(c, s, g, into, pos, mat, size)
    elif kind == BOX:
        add_part(c, s, g, builtin.BOX, into, pos, mat, size)
    elif kind == MESH or kind == SDF:
        mesh(c, s, g, into, pos, mat)
    elif kind == ARROW or kind == ARROW1 or kind == ARROW2:
        arrow(c, s, g, into, pos, mat, size, kind)
    elif kind == TRIANGLE:
        add_part(c, s, g, builtin.TRIANGLE, into, pos, mat, (size[0], size[1], 1.0))
    elif kind == FLEX:
        flex(c, s, g, into)
    elif kind == SKIN:
        skin(c, s, g, into)
    elif (kind == LINE or kind == LINEBOX) and into != CASTER_LIST:
        lines(c, s, g, into)


# ---- all of them


@kernel
def is_clear(c: Context, s: Scene, g: int) -> bool:
    """Whether a geom is transparent: planes are when they are seen from behind."""
    return c.mode == NORMAL and (s.geom_rgba[g, 3] < OPAQUE or is_behind(c, s, g))


@kernel
def is_behind(c: Context, s: Scene, g: int) -> bool:
    """Whether a geom is a plane that the eye sees from behind."""
    if s.geom_type[g] != PLANE:
        return False
    normal = (s.geom_mat[g, 2], s.geom_mat[g, 5], s.geom_mat[g, 8])
    eye = (c.seen[0, EYE], c.seen[0, EYE + 1], c.seen[0, EYE + 2])
    return dot(normal, sub(eye, load3(s.geom_pos, g))) < 0.0


@kernel
def opacity(c: Context, s: Scene, g: int) -> float:
    """Opacity of a geom."""
    alpha = s.geom_rgba[g, 3]
    return BEHIND * alpha if is_behind(c, s, g) else alpha


@kernel
def order_geoms(c: Context, s: Scene) -> int:
    """Distances of all geoms to the eye; the transparent ones in the order of these, in geomorder: how many."""
    eye = (c.seen[0, EYE], c.seen[0, EYE + 1], c.seen[0, EYE + 2])
    n = 0
    for g in range(s.ngeom):
        s.geom_transparent[g] = 1 if s.geom_rgba[g, 3] < OPAQUE else 0
        if not is_clear(c, s, g):
            continue
        distance = norm(sub(load3(s.geom_pos, g), eye))
        s.geom_camdist[g] = distance
        distance = s.geom_camdist[g]  # as it is kept, in single precision
        i = n
        while i > 0 and s.geom_camdist[s.geomorder[i - 1]] >= distance:
            s.geomorder[i] = s.geomorder[i - 1]
            i -= 1
        s.geomorder[i] = g
        n += 1
    return n


@kernel
def number_vertices(c: Context, s: Scene) -> None:
    """First vertex of each part; those that cast shadows are counted by themselves."""
    c.nvert_used = 0
    c.ncaster_used = 0
    for n in range(c.npart_used):
        shape = c.part[n, SHAPE]
        count = c.shape_vertnum[shape]
        if c.part[n, SOURCE] == FROM_FLEX:
            count = 3 * flex_faces(s, shape)
        elif c.part[n, SOURCE] == FROM_LINE:
            count = 2 if s.geom_type[c.part[n, GEOM]] == LINE else 8
        if c.part[n, LIST] == CASTER_LIST:
            c.part[n, FIRST] = c.ncaster_used
            c.ncaster_used += count
        else:
            c.part[n, FIRST] = c.nvert_used
            c.nvert_used += count


@kernel
def render_parts(c: Context, s: Scene) -> None:
    """Which parts a picture has, and how many vertices."""
    c.npart_used = 0
    c.npart_need = 0
    if c.haze != 0:
        find_horizon(c, s)
    clear = order_geoms(c, s)
    for g in range(s.ngeom):
        if not is_clear(c, s, g):
            geom_parts(c, s, g, OPAQUE_LIST)
    for i in range(clear):
        geom_parts(c, s, s.geomorder[i], CLEAR_LIST)
    if c.nview > 1:
        for g in range(s.ngeom):
            if g != c.mirror and not is_clear(c, s, g):
                geom_parts(c, s, g, MIRROR_LIST)
    c.first_caster = c.npart_used
    if c.nshadow > 0:
        for g in range(s.ngeom):
            if s.geom_category[g] != DECOR:
                geom_parts(c, s, g, CASTER_LIST)
    number_vertices(c, s)
