"""Draw items: a shape with transform and texture, culled per view, and its vertices.

Documents: API / MjvGeom; Programming / Visualization; API / mjr_render

Draw items are culled and simplified per view. A draw item ("part") is a row of ``c.part``: GEOM, SHAPE, FIRST vertex,
LIST, TEXTURE (-1: none), MAPPING, SOURCE, FLAGS; and of ``c.part_num``: at TO_WORLD a 3 x 4 matrix from the shape to
the world frame, at TURN a 3 x 3 matrix for its normals, which are not normalized, at STRETCH three factors from the
shape to texture coordinates, at SHIFT an offset of z that is added before scaling.

Vertices of draw items: positions in the world frame and in each view.
"""

import math

from gelenk.algebra.vec import Mat3, Vec3, dot, get3, load3, norm, sub
from gelenk.render import builtin_shapes
from gelenk.render.view_setup import CLIP, EYE, NORMAL, ORTHO, normalize
from gelenk.tables.enums import mjtGeom, mjtLightType, mjtTexture, mjtTextureRole
from gelenk.tables.fields_context import ROLES
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Context, Scene

GEOM, SHAPE, FIRST, LIST, TEXTURE, MAPPING, SOURCE, FLAGS = 0, 1, 2, 3, 4, 5, 6, 7
TO_WORLD, TURN, STRETCH, WIDTH, SHIFT = 0, 12, 21, 24, 25
# largest cell of a plane block that is drawn coarse [pixel]; half the diagonal of a block, in cells
FAR_CELL, BLOCK_CELLS = 3.0, 14.0
SMALL_RADIUS_PIXELS, SMALL_SHADOW = (
    4.0,
    8.0,
)  # radii below which round shapes have half of the slices [pixel]
MEDIUM, SLIM = 2.2, 0.55  # factors of these radii for 3/4 and 3/8 of the slices; the outline error is equal
DIMMEST = 0.2  # smallest reflectance that scales the level of detail in the mirror
EVEN_RADIUS = (
    0.05  # radius over distance to camera and lights, below which straight sides need no subdivision
)
# tile lists: opaque, transparent, mirror face in wireframe; in the mirror: opaque, transparent; shadow casters
OPAQUE_LIST, CLEAR_LIST, MASK_LIST, MIRROR_LIST, CLEAR_MIRROR_LIST, CASTER_LIST = 0, 1, 2, 3, 4, 5
NLIST = 5  # number of lists per tile
NO_TEXTURE, OWN_UV, PROJECTED, CUBE = 0, 1, 2, 3  # sources of texture coordinates
FROM_SHAPE, FROM_SKIN, FROM_FLEX, FROM_LINE = 0, 1, 2, 3  # sources of vertices
# flags: no culling; wireframe; no edges inside the shape, so any triangle stands for a pixel; front faces are culled
# instead of back faces; vertices may be before the near plane
BOTH_SIDES, EDGES, SMOOTH, BACK_FACES, BEFORE = 1, 2, 4, 8, 16
HEAD_WIDTH, HEAD_PART = 1.75, 1.0 / 3.0  # arrow head: width in radii, share of the length
ARROW_LENGTH = 0.5  # drawn length of arrows, in sizes, as in 3.5.0
BEHIND_ALL = 1.0e10  # depth key of planes
BEHIND = 0.3  # factor of the opacity of planes seen from behind


# ---- visibility


@kernel
def row_at(c: Context, view: int, at: int, p: Vec3) -> float:
    """Evaluate one of the four rows of a view at a point."""
    return (
        c.seen[view, at] * p[0]
        + c.seen[view, at + 1] * p[1]
        + c.seen[view, at + 2] * p[2]
        + c.seen[view, at + 3]
    )


@kernel
def is_outside(
    c: Context, view: int, a: int, scale_a: float, b: int, scale_b: float, p: Vec3, radius: float
) -> bool:
    """Return whether a sphere lies where scale_a row_a + scale_b row_b < 0."""
    x = scale_a * c.seen[view, a] + scale_b * c.seen[view, b]
    y = scale_a * c.seen[view, a + 1] + scale_b * c.seen[view, b + 1]
    z = scale_a * c.seen[view, a + 2] + scale_b * c.seen[view, b + 2]
    value = scale_a * row_at(c, view, a, p) + scale_b * row_at(c, view, b, p)
    return value < -radius * math.sqrt(x * x + y * y + z * z)


@kernel
def is_in_view(c: Context, view: int, p: Vec3, radius: float) -> bool:
    """Return whether a sphere intersects the frustum of the tiles that are drawn now."""
    x, y, z, w = CLIP, CLIP + 4, CLIP + 8, CLIP + 12
    if is_outside(c, view, x, 1.0, w, -c.west, p, radius) or is_outside(
        c, view, w, c.east, x, -1.0, p, radius
    ):
        return False
    if is_outside(c, view, y, 1.0, w, -c.south, p, radius) or is_outside(
        c, view, w, c.north, y, -1.0, p, radius
    ):
        return False
    return not (
        is_outside(c, view, z, 1.0, z, 0.0, p, radius) or is_outside(c, view, w, 1.0, z, -1.0, p, radius)
    )


@kernel
def view_of(c: Context, n: int) -> int:
    """Return the view of draw item ``n``: 0 camera, 1 mirror."""
    return 1 if MIRROR_LIST <= c.part[n, LIST] <= CLEAR_MIRROR_LIST else 0


# ---- one draw item


@kernel
def texture_of(c: Context, s: Scene, g: int) -> int:
    """Return the texture id of a geom, or -1."""
    mat = s.geom_matid[g]
    if mat < 0 or mat * ROLES + mjtTextureRole.mjTEXROLE_RGB >= len_of_materials(c) or c.mode != NORMAL:
        return -1
    tex = c.mat_texid[mat * ROLES + mjtTextureRole.mjTEXROLE_RGB]
    return tex if 0 <= tex < c.ntexmodel else -1


@kernel
def len_of_materials(c: Context) -> int:
    return ROLES * 1000


@kernel
def set_texture(c: Context, s: Scene, n: int, g: int, size: Vec3) -> None:
    """Set texture and mapping of draw item ``n``: once over the geom, or repeated per meter.

    size   scales of the shape of the draw item
    """
    tex = texture_of(c, s, g)
    if tex >= 0 and c.tex_kind[tex] != mjtTexture.mjTEXTURE_2D and s.geom_texcoord[g] != 0:
        tex = -1  # explicit texture coordinates apply to 2D textures only
    c.part[n, TEXTURE] = tex
    c.part[n, MAPPING] = NO_TEXTURE
    c.part_num[n, SHIFT] = 0.0
    if tex < 0:
        return
    mat = s.geom_matid[g]
    uniform = c.mat_texuniform[mat] != 0
    if c.tex_kind[tex] != mjtTexture.mjTEXTURE_2D:
        c.part[n, MAPPING] = CUBE
        t = s.geom_type[g]
        in_meters = t == mjtGeom.mjGEOM_PLANE or t == mjtGeom.mjGEOM_HFIELD
        in_meters = in_meters or t == mjtGeom.mjGEOM_MESH or t == mjtGeom.mjGEOM_SDF
        for k in range(3):
            own = size[0] if k == 0 else size[1] if k == 1 else size[2]
            whole = s.geom_size[g, k]
            if in_meters:  # meshes and planes are in meters, unlike shapes of unit size
                c.part_num[n, STRETCH + k] = whole if uniform else 1.0
            else:
                c.part_num[n, STRETCH + k] = own if uniform else 1.0
        kind = builtin_shapes.full_detail_shape(c.part[n, SHAPE])
        if s.geom_type[g] == mjtGeom.mjGEOM_CAPSULE and kind != builtin_shapes.TUBE:
            end = s.geom_size[g, 2] / own if uniform and own > 0.0 else 1.0
            c.part_num[n, SHIFT] = end if kind == builtin_shapes.TOP else -end
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
def append_item(c: Context, s: Scene, g: int, shape: int, into: int, pos: Vec3, mat: Mat3, size: Vec3) -> int:
    """Append a draw item without culling; return its row: a spare last row if full."""
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
    c.part[n, FLAGS] = EDGES if c.wire != 0 and into != MASK_LIST else 0
    kind = s.geom_type[g]
    if (
        c.cull == 0
        or kind == mjtGeom.mjGEOM_TRIANGLE
        or (kind == mjtGeom.mjGEOM_PLANE and view_of(c, n) == 0)
    ):
        c.part[n, FLAGS] |= BOTH_SIDES
    is_round = builtin_shapes.full_detail_shape(shape) < builtin_shapes.BOX
    if (is_round or kind == mjtGeom.mjGEOM_PLANE) and c.part[n, FLAGS] & EDGES == 0:
        c.part[n, FLAGS] |= SMOOTH
    for i in range(3):
        along = pos[0] if i == 0 else pos[1] if i == 1 else pos[2]
        c.part_num[n, TO_WORLD + 4 * i + 3] = along
    put_axes(c, n, mat, size)
    set_texture(c, s, n, g, size)
    return n


@kernel
def put_axes(c: Context, n: int, mat: Mat3, size: Vec3) -> None:
    """Set the scaled axes of a draw item, and the inverse transpose for its normals."""
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
def is_small(c: Context, center: Vec3, reach: float, radius: float, most: float) -> bool:
    """Return whether a length near a point is below ``most`` pixels on screen."""
    eye = (c.seen[0, EYE], c.seen[0, EYE + 1], c.seen[0, EYE + 2])
    distance = 1.0 if c.seen[0, ORTHO] != 0.0 else norm(sub(center, eye)) - reach
    row = (c.seen[0, CLIP + 4], c.seen[0, CLIP + 5], c.seen[0, CLIP + 6])
    return radius * norm(row) < most * distance


@kernel
def at_rim(c: Context, s: Scene, center: Vec3, radius: float) -> bool:
    """Return whether the rim of a light cone may cross a sphere."""
    for k in range(c.nlit + c.nshadow):
        i = c.light_row[k]
        if s.light_type[i] != mjtLightType.mjLIGHT_SPOT or s.light_cutoff[i] > 90.0:
            continue
        away = sub(center, load3(s.light_pos, i))
        distance = norm(away)
        if distance <= radius:
            return True
        cosine = dot(away, normalize(load3(s.light_dir, i))) / distance
        angle, width = math.acos(max(-1.0, min(1.0, cosine))), math.asin(radius / distance)
        if abs(angle - math.radians(s.light_cutoff[i])) < width:
            return True
    return False


@kernel
def is_even(c: Context, s: Scene, center: Vec3, radius: float, pieces: int) -> bool:
    """Return whether camera and lights see a sphere from nearly one direction.

    Then lighting is linear along straight lines on the shape.

    pieces  number of subdivisions of such lines, each of which must satisfy this
    """
    if c.mode != NORMAL:
        return True
    # the nearest piece of several is at one end
    end, most = (0.0 if pieces == 1 else radius), EVEN_RADIUS * pieces
    if radius > most * (norm(sub(center, (c.seen[0, EYE], c.seen[0, EYE + 1], c.seen[0, EYE + 2]))) - end):
        return False
    for k in range(c.nlit + c.nshadow):
        i = c.light_row[k]
        placed = s.light_type[i] == mjtLightType.mjLIGHT_SPOT or (
            s.light_type[i] == mjtLightType.mjLIGHT_POINT and c.right_points != 0
        )
        if placed and radius > most * (norm(sub(center, load3(s.light_pos, i))) - end):
            return False
    return c.spots == 0 or not at_rim(c, s, center, radius)


@kernel
def append_visible_item(
    c: Context, s: Scene, g: int, shape: int, into: int, pos: Vec3, mat: Mat3, size: Vec3
) -> None:
    """Append a draw item unless its bounding sphere is outside the view."""
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
    wide = max(abs(size[0]), abs(size[1]))
    # flat shapes ignore the third size, which would put them in view of distant tiles
    flat = builtin_shapes.PLANE <= shape <= builtin_shapes.TRIANGLE
    radius = c.shape_sphere[shape, 3] * (wide if flat else max(wide, abs(size[2])))
    # comparisons that fail for NaN
    if not (0.0 < radius < 1e12 and norm(center) < 1e12):
        return
    if into == CASTER_LIST or is_in_view(
        c, 1 if into == MIRROR_LIST or into == CLEAR_MIRROR_LIST else 0, center, radius
    ):
        append_item(c, s, g, choose_detail(c, s, g, shape, into, center, radius, size), into, pos, mat, size)


@kernel
def choose_detail(
    c: Context, s: Scene, g: int, shape: int, into: int, center: Vec3, radius: float, size: Vec3
) -> int:
    """Return a shape with fewer vertices that looks the same; radius: of the bounding sphere."""
    # wireframe edges cast shadows, also those inside the outline
    casts, straight = into == CASTER_LIST and c.wire == 0, c.wire == 0 and g != c.mirror
    few = c.few_slices if shape > builtin_shapes.BOTTOM else min(c.few_slices, c.few_stacks)
    small = few * (SMALL_SHADOW if casts else SMALL_RADIUS_PIXELS)
    if MIRROR_LIST <= into <= CLEAR_MIRROR_LIST:  # reflections are dim, so less detail suffices
        small /= max(DIMMEST, s.geom_reflectance[c.mirror])
    dim = straight and into >= MIRROR_LIST  # directly visible surfaces show the shading from slice to slice
    if shape == builtin_shapes.TUBE:
        halved = is_small(c, center, radius, max(abs(size[0]), abs(size[1])), small)
        if casts or (straight and is_even(c, s, center, radius, 1)):
            if dim and is_small(c, center, radius, max(abs(size[0]), abs(size[1])), SLIM * small):
                return builtin_shapes.SLIM + shape
            return shape + (builtin_shapes.COARSE if halved else builtin_shapes.PLAIN)
        if straight and is_even(c, s, center, radius, builtin_shapes.FEW_STACKS):
            return builtin_shapes.FEW_SLICES + (1 if halved else 0)
    if dim and shape <= builtin_shapes.BOTTOM and is_small(c, center, radius, radius, SLIM * small):
        return builtin_shapes.SLIM + shape
    if shape < builtin_shapes.BOX and is_small(c, center, radius, radius, small):
        return shape + builtin_shapes.COARSE
    if shape <= builtin_shapes.BOTTOM and is_small(c, center, radius, radius, MEDIUM * small):
        return shape + builtin_shapes.MEDIUM
    if builtin_shapes.TUBE <= shape <= builtin_shapes.BOX and (
        casts or (straight and is_even(c, s, center, radius, 1))
    ):
        return shape + builtin_shapes.PLAIN
    return shape


# Vertices of draw items


@kernel
def corner(s: Scene, g: int, i: int) -> Vec3:
    """Return end ``i`` of a line, or corner ``i`` of a box, in the frame of the geom."""
    if s.geom_type[g] == mjtGeom.mjGEOM_LINE:
        return 0.0, 0.0, s.geom_size[g, 2] * i
    x = s.geom_size[g, 0] if i & 1 else -s.geom_size[g, 0]
    y = s.geom_size[g, 1] if i & 2 else -s.geom_size[g, 1]
    return x, y, s.geom_size[g, 2] if i & 4 else -s.geom_size[g, 2]


@kernel
def flex_faces(s: Scene, f: int) -> int:
    """Return the number of triangles of flex ``f`` in the scene."""
    return max(0, min(s.flexfaceused[f], s.flexfacenum[f]))


@kernel
def flex_range(s: Scene, g: int) -> tuple[int, int]:
    """Return the first triangle within its flex, and the number of triangles, of a flex geom."""
    count = flex_faces(s, s.geom_objid[g])
    if s.geom_dataid[g] < 0:
        return 0, count
    # users may write any values into geom sizes, NaN included
    first = int(s.geom_size[g, 1]) if 0.0 <= s.geom_size[g, 1] < count else count
    return first, int(s.geom_size[g, 2]) if 0.0 <= s.geom_size[g, 2] < count - first else count - first


@kernel
def first_corner(c: Context, s: Scene, n: int) -> int:
    """Return the index of the first triangle corner of a flex's draw item, among all flexes."""
    return 3 * (s.flexfaceadr[c.part[n, SHAPE]] + flex_range(s, c.part[n, GEOM])[0])


@kernel
def local_position(c: Context, s: Scene, n: int, i: int) -> Vec3:
    """Return the position of vertex ``i`` of draw item ``n``, in the frame of its shape."""
    source, shape = c.part[n, SOURCE], c.part[n, SHAPE]
    if source == FROM_SKIN:
        return get3(s.skinvert, 3 * (s.skinvertadr[shape - c.base_skin] + i))
    if source == FROM_FLEX:
        return get3(s.flexface, 3 * (first_corner(c, s, n) + i))
    if source == FROM_LINE:
        return corner(s, c.part[n, GEOM], i)
    v = c.shape_vertadr[shape] + i
    return c.shape_pos[v, 0], c.shape_pos[v, 1], c.shape_pos[v, 2]


@kernel
def local_normal(c: Context, s: Scene, n: int, i: int) -> Vec3:
    """Return the normal of vertex ``i`` of draw item ``n``, in the frame of its shape."""
    source, shape = c.part[n, SOURCE], c.part[n, SHAPE]
    if source == FROM_SKIN:
        return get3(s.skinnormal, 3 * (s.skinvertadr[shape - c.base_skin] + i))
    if source == FROM_FLEX:
        return get3(s.flexnormal, 3 * (first_corner(c, s, n) + i))
    if source == FROM_LINE:
        return 0.0, 0.0, 1.0
    v = c.shape_vertadr[shape] + i
    return c.shape_normal[v, 0], c.shape_normal[v, 1], c.shape_normal[v, 2]


@kernel
def own_uv(c: Context, s: Scene, n: int, i: int) -> tuple[float, float]:
    """Return the explicit texture coordinates of vertex ``i`` of draw item ``n``."""
    shape = c.part[n, SHAPE]
    if c.part[n, SOURCE] == FROM_FLEX:
        at = 2 * (first_corner(c, s, n) + i)
        return s.flextexcoord[at], s.flextexcoord[at + 1]
    v = c.shape_vertadr[shape] + i
    return c.shape_uv[v, 0], c.shape_uv[v, 1]


@kernel
def to_world(c: Context, n: int, v: Vec3) -> Vec3:
    """Transform a point of draw item ``n`` to the world frame."""
    t = c.part_num[n]
    return (
        t[TO_WORLD] * v[0] + t[TO_WORLD + 1] * v[1] + t[TO_WORLD + 2] * v[2] + t[TO_WORLD + 3],
        t[TO_WORLD + 4] * v[0] + t[TO_WORLD + 5] * v[1] + t[TO_WORLD + 6] * v[2] + t[TO_WORLD + 7],
        t[TO_WORLD + 8] * v[0] + t[TO_WORLD + 9] * v[1] + t[TO_WORLD + 10] * v[2] + t[TO_WORLD + 11],
    )


@kernel
def vertices_of(c: Context, n: int) -> int:
    """Return the number of vertices of draw item ``n``, which is no shadow caster."""
    return (c.part[n + 1, FIRST] if n + 1 < c.first_caster else c.nvert_used) - c.part[n, FIRST]


@kernel
def combine_row(c: Context, view: int, at: int, n: int) -> tuple[float, float, float, float]:
    """Return a row of a view times the transform of draw item ``n``."""
    a, b, d, e = c.seen[view, at], c.seen[view, at + 1], c.seen[view, at + 2], c.seen[view, at + 3]
    t = c.part_num[n]
    return (
        a * t[0] + b * t[4] + d * t[8],
        a * t[1] + b * t[5] + d * t[9],
        a * t[2] + b * t[6] + d * t[10],
        a * t[3] + b * t[7] + d * t[11] + e,
    )


@kernel
def put_vertex(c: Context, v: int, x: float, y: float, z: float, w: float) -> float:
    """Store vertex ``v`` from clip coordinates; return 1 / w, or 0 before the near plane."""
    front = w > 0.0 and z <= w
    q = 1.0 / w if front else 0.0
    c.vert[v, 0] = x * q
    c.vert[v, 1] = y * q
    c.vert[v, 2] = z * q
    c.vert[v, 3] = q
    return q


@kernel
def see_part(c: Context, s: Scene, n: int, view: int) -> None:
    """Transform the vertices of draw item ``n`` to a view."""
    x, y = combine_row(c, view, CLIP, n), combine_row(c, view, CLIP + 4, n)
    z, w = combine_row(c, view, CLIP + 8, n), combine_row(c, view, CLIP + 12, n)
    first, count, behind = c.part[n, FIRST], vertices_of(c, n), 0
    if c.part[n, SOURCE] == FROM_SHAPE:
        adr = c.shape_vertadr[c.part[n, SHAPE]]
        for i in range(count):
            a, b, d = c.shape_pos[adr + i, 0], c.shape_pos[adr + i, 1], c.shape_pos[adr + i, 2]
            q = put_vertex(
                c,
                first + i,
                x[0] * a + x[1] * b + x[2] * d + x[3],
                y[0] * a + y[1] * b + y[2] * d + y[3],
                z[0] * a + z[1] * b + z[2] * d + z[3],
                w[0] * a + w[1] * b + w[2] * d + w[3],
            )
            behind += 0 if q > 0.0 else 1
        if behind > 0:
            c.part[n, FLAGS] |= BEFORE
        return
    c.part[n, FLAGS] |= BEFORE  # conservative
    for i in range(count):
        a, b, d = local_position(c, s, n, i)
        put_vertex(
            c,
            first + i,
            x[0] * a + x[1] * b + x[2] * d + x[3],
            y[0] * a + y[1] * b + y[2] * d + y[3],
            z[0] * a + z[1] * b + z[2] * d + z[3],
            w[0] * a + w[1] * b + w[2] * d + w[3],
        )


@kernel
def render_vertices(c: Context, s: Scene, thread: int, nthread: int) -> None:
    """Transform the vertices of all draw items, except shadow casters."""
    for n in range(thread, c.first_caster, nthread):
        if c.part[n, LIST] != CASTER_LIST:
            see_part(c, s, n, view_of(c, n))
