"""The draw list: each geom of a scene as shapes with transforms, in drawing order.

Documents: API / MjvGeom; Programming / Visualization

Draw items come in this order: opaque ones, transparent ones from near to far, those in the mirror, opaque and
transparent, and shadow casters. In wireframe mode the face of the mirror is added as a mask.
"""

import math

from gelenk.algebra.vec import Mat3, Vec3, add_scaled, dot, get3, load3, load9, norm, sub
from gelenk.render import builtin_shapes
from gelenk.render.draw_item import (
    ARROW_LENGTH,
    BACK_FACES,
    BEHIND,
    BEHIND_ALL,
    BLOCK_CELLS,
    CASTER_LIST,
    CLEAR_LIST,
    CLEAR_MIRROR_LIST,
    FAR_CELL,
    FIRST,
    FLAGS,
    FROM_FLEX,
    FROM_LINE,
    FROM_SKIN,
    GEOM,
    HEAD_PART,
    HEAD_WIDTH,
    LIST,
    MAPPING,
    MASK_LIST,
    MIRROR_LIST,
    NO_TEXTURE,
    OPAQUE_LIST,
    SHAPE,
    SOURCE,
    TEXTURE,
    TO_WORLD,
    WIDTH,
    append_item,
    append_visible_item,
    at_rim,
    flex_faces,
    flex_range,
    is_small,
    put_axes,
)
from gelenk.render.sky import find_horizon
from gelenk.render.view_setup import AXIS, CASTING, EYE, NORMAL, OPAQUE, ORTHO, SEEN
from gelenk.scene.shapes import SIZE, turn_z
from gelenk.tables.enums import mjtCatBit, mjtGeom
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Context, Scene

# ---- draw items of each geom type

ONE = (1.0, 1.0, 1.0)


@kernel
def along_z(pos: Vec3, mat: Mat3, z: float) -> Vec3:
    """Return the point (0, 0, z) of a frame."""
    return pos[0] + mat[2] * z, pos[1] + mat[5] * z, pos[2] + mat[8] * z


@kernel
def flip_frame(mat: Mat3) -> Mat3:
    """Rotate a frame by half a turn about its x axis."""
    return mat[0], -mat[1], -mat[2], mat[3], -mat[4], -mat[5], mat[6], -mat[7], -mat[8]


@kernel
def add_capsule(c: Context, s: Scene, g: int, into: int, pos: Vec3, mat: Mat3, r: float, half: float) -> None:
    """Add a cylinder side and two half spheres."""
    append_visible_item(c, s, g, builtin_shapes.TUBE, into, pos, mat, (r, r, half))
    append_visible_item(c, s, g, builtin_shapes.TOP, into, along_z(pos, mat, half), mat, (r, r, r))
    append_visible_item(c, s, g, builtin_shapes.BOTTOM, into, along_z(pos, mat, -half), mat, (r, r, r))


@kernel
def add_cylinder(c: Context, s: Scene, g: int, into: int, pos: Vec3, mat: Mat3, size: Vec3) -> None:
    """Add a side and two discs, in the order of 3.5.0."""
    append_visible_item(c, s, g, builtin_shapes.CUP, into, pos, mat, size)
    append_visible_item(c, s, g, builtin_shapes.TUBE, into, pos, mat, size)
    append_visible_item(c, s, g, builtin_shapes.CAP, into, pos, mat, size)


@kernel
def add_arrow(c: Context, s: Scene, g: int, into: int, pos: Vec3, mat: Mat3, size: Vec3, kind: int) -> None:
    """Add a shaft from ``pos`` and a head.

    The head of ARROW1 is no wider than the shaft; ARROW2 has two heads, with ``pos`` in the middle.
    """
    length = ARROW_LENGTH * size[2]
    head = HEAD_PART * length
    shaft, wide = length - head, 1.0 if kind == mjtGeom.mjGEOM_ARROW1 else HEAD_WIDTH
    wider = (wide * size[0], wide * size[1], head)
    if kind == mjtGeom.mjGEOM_ARROW2:
        add_cylinder(c, s, g, into, pos, mat, (size[0], size[1], shaft))
        add_cone(c, s, g, into, along_z(pos, mat, -shaft), flip_frame(mat), wider)
    else:
        half = 0.5 * shaft
        add_cylinder(c, s, g, into, along_z(pos, mat, half), mat, (size[0], size[1], half))
    add_cone(c, s, g, into, along_z(pos, mat, shaft), mat, wider)


@kernel
def add_cone(c: Context, s: Scene, g: int, into: int, pos: Vec3, mat: Mat3, size: Vec3) -> None:
    """Add the side of a cone that stands at ``pos``, and its base disc."""
    append_visible_item(c, s, g, builtin_shapes.CONE, into, pos, mat, size)
    append_visible_item(c, s, g, builtin_shapes.UNDER, into, pos, mat, size)


@kernel
def is_far_block(c: Context, s: Scene, block: int, pos: Vec3, mat: Mat3) -> bool:
    """Return whether cells of a plane block are so small on screen that lighting is uniform."""
    if c.mode != NORMAL:
        return True
    x, y, radius = c.shape_sphere[block, 0], c.shape_sphere[block, 1], c.shape_sphere[block, 3]
    center = (
        pos[0] + mat[0] * x + mat[1] * y,
        pos[1] + mat[3] * x + mat[4] * y,
        pos[2] + mat[6] * x + mat[7] * y,
    )
    return is_small(c, center, radius, radius, FAR_CELL * BLOCK_CELLS) and not (
        c.spots != 0 and at_rim(c, s, center, radius)
    )


@kernel
def add_plane(c: Context, s: Scene, g: int, into: int, pos: Vec3, mat: Mat3) -> None:
    """Add the blocks of a plane geom of the model, or one shape for a user's plane geom."""
    if into < MIRROR_LIST and is_turned_away(c, s, g):
        return
    i, begin = s.geom_dataid[g], c.npart_used
    if 0 <= i < c.nplane:
        if into == CASTER_LIST and c.wire == 0:
            append_visible_item(c, s, g, c.plane_block[i, 2], into, pos, mat, ONE)
            return
        count = c.plane_block[i, 1]
        for block in range(c.plane_block[i, 0], c.plane_block[i, 0] + count):
            far = into != CLEAR_LIST and c.wire == 0 and is_far_block(c, s, block, pos, mat)
            append_visible_item(c, s, g, block + count if far else block, into, pos, mat, ONE)
    else:
        shape = builtin_shapes.CELL if into == CASTER_LIST and c.wire == 0 else builtin_shapes.PLANE
        append_visible_item(c, s, g, shape, into, pos, mat, (s.geom_size[g, 0], s.geom_size[g, 1], 1.0))
    if MIRROR_LIST <= into <= CLEAR_MIRROR_LIST and is_behind(c, s, g):
        # in the mirror a plane shows the side that faces the camera, as in 3.5.0
        for n in range(begin, c.npart_used):
            c.part[n, FLAGS] |= BACK_FACES


@kernel
def add_mesh(c: Context, s: Scene, g: int, into: int, pos: Vec3, mat: Mat3) -> None:
    """Add a mesh or a convex hull."""
    i = s.geom_dataid[g]
    if 0 <= i < 2 * c.nmesh:
        append_visible_item(c, s, g, c.baseMesh + i, into, pos, mat, ONE)


@kernel
def add_hfield(c: Context, s: Scene, g: int, into: int, pos: Vec3, mat: Mat3) -> None:
    i = s.geom_dataid[g]
    if 0 <= i < c.nhfield:
        append_visible_item(c, s, g, c.baseHField + i, into, pos, mat, ONE)


IDENTITY = (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0)


@kernel
def remove_textures(c: Context, first: int) -> None:
    """Remove the texture of draw items from ``first`` on."""
    for n in range(first, c.npart_used):
        c.part[n, TEXTURE] = -1
        c.part[n, MAPPING] = NO_TEXTURE


@kernel
def append_scene_item(c: Context, s: Scene, g: int, shape: int, into: int, source: int) -> int:
    """Append a draw item whose vertices are in the scene, in the world frame; return its row."""
    n = append_item(c, s, g, shape, into, (0.0, 0.0, 0.0), IDENTITY, ONE)
    c.part[n, SOURCE] = source
    return n


@kernel
def add_skin(c: Context, s: Scene, g: int, into: int) -> None:
    """Add a skin, whose vertices are in the scene."""
    i = s.geom_objid[g]
    if 0 <= i < s.nskin and i < c.nskin and s.skinvertnum[i] == c.shape_vertnum[c.base_skin + i]:
        append_scene_item(c, s, g, c.base_skin + i, into, FROM_SKIN)


@kernel
def add_flex(c: Context, s: Scene, g: int, into: int) -> None:
    """Add a flex: vertices as spheres, edges as cylinders, faces as triangles.

    Of a flex with several materials, the first geom has the vertices and edges.
    """
    f = s.geom_objid[g]
    if not 0 <= f < s.nflex:
        return
    r = s.geom_size[g, 0]
    first, begin = s.flexvertadr[f], c.npart_used
    skinned = s.flexskinopt != 0 and flex_faces(s, f) > 0  # vertices and edges are inside the skin
    framed = not skinned and s.geom_dataid[g] <= 0
    if s.flexvertopt != 0 and framed:
        for v in range(first, first + s.flexvertnum[f]):
            append_visible_item(
                c, s, g, builtin_shapes.SPHERE, into, get3(s.flexvert, 3 * v), IDENTITY, (r, r, r)
            )
    if s.flexedgeopt != 0 and framed:
        for e in range(s.flexedgeadr[f], s.flexedgeadr[f] + s.flexedgenum[f]):
            a = get3(s.flexvert, 3 * (first + s.flexedge[2 * e]))
            b = get3(s.flexvert, 3 * (first + s.flexedge[2 * e + 1]))
            axis = sub(b, a)
            append_visible_item(
                c,
                s,
                g,
                builtin_shapes.TUBE_ONE_STACK,
                into,
                add_scaled(a, axis, 0.5),
                turn_z(axis),
                (r, r, 0.5 * norm(axis)),
            )
    remove_textures(c, begin)
    if (s.flexfaceopt != 0 or s.flexskinopt != 0) and flex_range(s, g)[1] > 0:
        append_scene_item(c, s, g, f, into, FROM_FLEX)


@kernel
def add_lines(c: Context, s: Scene, g: int, into: int) -> None:
    """Add a line, or the edges of a line box."""
    n = append_scene_item(c, s, g, builtin_shapes.CELL, into, FROM_LINE)
    put_axes(c, n, load9(s.geom_mat, g), ONE)
    for i in range(3):
        c.part_num[n, TO_WORLD + 4 * i + 3] = s.geom_pos[g, i]
    c.part_num[n, WIDTH] = s.geom_size[g, 0] if s.geom_type[g] == mjtGeom.mjGEOM_LINE else 0.0


@kernel
def add_geom(c: Context, s: Scene, g: int, into: int) -> None:
    """Add the draw items of a geom to a list."""
    kind = s.geom_type[g]
    pos, mat = load3(s.geom_pos, g), load9(s.geom_mat, g)
    size = (s.geom_size[g, 0], s.geom_size[g, 1], s.geom_size[g, 2])
    if kind == mjtGeom.mjGEOM_PLANE:
        add_plane(c, s, g, into, pos, mat)
    elif kind == mjtGeom.mjGEOM_HFIELD:
        add_hfield(c, s, g, into, pos, mat)
    elif kind == mjtGeom.mjGEOM_SPHERE or kind == mjtGeom.mjGEOM_ELLIPSOID:
        append_visible_item(c, s, g, builtin_shapes.SPHERE, into, pos, mat, size)
    elif kind == mjtGeom.mjGEOM_CAPSULE:
        add_capsule(c, s, g, into, pos, mat, size[0], size[2])
    elif kind == mjtGeom.mjGEOM_CYLINDER:
        add_cylinder(c, s, g, into, pos, mat, size)
    elif kind == mjtGeom.mjGEOM_BOX:
        append_visible_item(c, s, g, builtin_shapes.BOX, into, pos, mat, size)
    elif kind == mjtGeom.mjGEOM_MESH or kind == mjtGeom.mjGEOM_SDF:
        add_mesh(c, s, g, into, pos, mat)
    elif kind == mjtGeom.mjGEOM_ARROW or kind == mjtGeom.mjGEOM_ARROW1 or kind == mjtGeom.mjGEOM_ARROW2:
        add_arrow(c, s, g, into, pos, mat, size, kind)
    elif kind == mjtGeom.mjGEOM_TRIANGLE:
        append_visible_item(c, s, g, builtin_shapes.TRIANGLE, into, pos, mat, (size[0], size[1], 1.0))
    elif kind == mjtGeom.mjGEOM_FLEX:
        add_flex(c, s, g, into)
    elif kind == mjtGeom.mjGEOM_SKIN:
        add_skin(c, s, g, into)
    elif (kind == mjtGeom.mjGEOM_LINE or kind == mjtGeom.mjGEOM_LINEBOX) and into != CASTER_LIST:
        add_lines(c, s, g, into)


# ---- all draw items


@kernel
def is_clear(c: Context, s: Scene, g: int) -> bool:
    """Return whether a geom is transparent, as planes seen from behind are."""
    return c.mode == NORMAL and (s.geom_rgba[g, 3] < OPAQUE or is_behind(c, s, g))


@kernel
def is_behind(c: Context, s: Scene, g: int) -> bool:
    """Return whether a geom is a plane that the camera sees from behind."""
    if s.geom_type[g] != mjtGeom.mjGEOM_PLANE:
        return False
    normal = (s.geom_mat[g, 2], s.geom_mat[g, 5], s.geom_mat[g, 8])
    eye = (c.seen[0, EYE], c.seen[0, EYE + 1], c.seen[0, EYE + 2])
    return dot(normal, sub(eye, load3(s.geom_pos, g))) < 0.0


@kernel
def is_turned_away(c: Context, s: Scene, g: int) -> bool:
    """Return whether an orthographic camera on one side of plane ``g`` sees its other side.

    As in 3.5.0 such a plane is not drawn; a perspective camera has no such case.
    """
    if c.cull == 0 or c.seen[0, ORTHO] == 0.0:
        return False
    normal = (s.geom_mat[g, 2], s.geom_mat[g, 5], s.geom_mat[g, 8])
    away = dot(normal, (c.seen[0, AXIS], c.seen[0, AXIS + 1], c.seen[0, AXIS + 2]))
    return (away > 0.0) != is_behind(c, s, g)


@kernel
def opacity(c: Context, s: Scene, n: int) -> float:
    """Return the opacity of a draw item."""
    g = c.part[n, GEOM]
    alpha = s.geom_rgba[g, 3]
    return BEHIND * alpha if is_behind(c, s, g) else alpha


@kernel
def reach_of(s: Scene, g: int) -> float:
    """Return the radius of a geom for depth sorting; negative for planes, which sort last."""
    kind, x, y, z = s.geom_type[g], s.geom_size[g, 0], s.geom_size[g, 1], s.geom_size[g, 2]
    if kind == mjtGeom.mjGEOM_PLANE:
        return -BEHIND_ALL
    if kind == mjtGeom.mjGEOM_SPHERE:
        return x
    if kind == mjtGeom.mjGEOM_CAPSULE:
        return x + z
    if kind == mjtGeom.mjGEOM_FLEX and s.geom_dataid[g] >= 0:
        return max(x, SIZE)  # sizes 1 and 2 of a slice are triangle counts, so SIZE stands for them
    if kind == mjtGeom.mjGEOM_CYLINDER:
        return math.sqrt(x * x + z * z)
    if kind == mjtGeom.mjGEOM_BOX:
        return math.sqrt(x * x + y * y + z * z)
    if kind == mjtGeom.mjGEOM_ELLIPSOID or s.geom_modelrbound[g] <= 0.0:
        return max(x, max(y, z))
    return s.geom_modelrbound[g]


@kernel
def is_nearer(s: Scene, i: int, j: int) -> bool:
    """Return whether geomorder[i] sorts before geomorder[j]: nearer, or lower id."""
    a, b = s.geomorder[i], s.geomorder[j]
    return s.geom_camdist[a] < s.geom_camdist[b] or (s.geom_camdist[a] == s.geom_camdist[b] and a < b)


@kernel
def sift_down(s: Scene, i: int, n: int) -> None:
    """Sift down element ``i`` of the max-heap geomorder of ``n`` elements, keyed by distance."""
    while 2 * i + 1 < n:
        child = 2 * i + 1
        if child + 1 < n and is_nearer(s, child, child + 1):
            child += 1
        if not is_nearer(s, i, child):
            return
        s.geomorder[i], s.geomorder[child] = s.geomorder[child], s.geomorder[i]
        i = child


@kernel
def order_geoms(c: Context, s: Scene) -> None:
    """Sort the transparent geoms by distance to the camera into geomorder (heapsort)."""
    eye = (c.seen[0, EYE], c.seen[0, EYE + 1], c.seen[0, EYE + 2])
    n = 0
    for g in range(s.ngeom):
        s.geom_transparent[g] = 1 if s.geom_rgba[g, 3] < OPAQUE else 0
        if not is_clear(c, s, g):
            continue
        reach = reach_of(s, g)
        s.geom_camdist[g] = BEHIND_ALL if reach < 0.0 else norm(sub(load3(s.geom_pos, g), eye)) - reach
        s.geomorder[n] = g
        n += 1
    for i in range(n // 2 - 1, -1, -1):
        sift_down(s, i, n)
    for last in range(n - 1, 0, -1):
        s.geomorder[0], s.geomorder[last] = s.geomorder[last], s.geomorder[0]
        sift_down(s, 0, last)
    c.nclear = n


@kernel
def number_vertices(c: Context, s: Scene) -> None:
    """Assign the first vertex of each draw item; shadow casters are numbered separately."""
    c.nvert_used = 0
    c.ncaster_used = 0
    for n in range(c.npart_used):
        shape = c.part[n, SHAPE]
        count = c.shape_vertnum[shape]
        if c.part[n, SOURCE] == FROM_FLEX:
            count = 3 * flex_range(s, c.part[n, GEOM])[1]
        elif c.part[n, SOURCE] == FROM_LINE:
            count = 2 if s.geom_type[c.part[n, GEOM]] == mjtGeom.mjGEOM_LINE else 8
        if c.part[n, LIST] == CASTER_LIST:
            c.part[n, FIRST] = c.ncaster_used
            c.ncaster_used += count
        else:
            c.part[n, FIRST] = c.nvert_used
            c.nvert_used += count


@kernel
def is_wanted(c: Context, g: int) -> bool:
    """Return whether geom ``g`` is in the current range of geoms."""
    return c.first_geom <= g < c.last_geom


@kernel
def add_seen_geoms(c: Context, s: Scene, clear: int) -> None:
    """Add the geoms that the camera sees; ``clear``: number of transparent geoms."""
    for g in range(c.first_geom, c.last_geom):
        if not is_clear(c, s, g):
            add_geom(c, s, g, OPAQUE_LIST)
    for i in range(clear):
        if is_wanted(c, s.geomorder[i]):
            add_geom(c, s, s.geomorder[i], CLEAR_LIST)
    if c.nview > 1:
        add_mirrored_geoms(c, s, clear)


@kernel
def add_mirrored_geoms(c: Context, s: Scene, clear: int) -> None:
    """Add the geoms seen in the mirror; transparent ones in order of unmirrored distance."""
    if c.wire != 0:
        add_geom(c, s, c.mirror, MASK_LIST)
    for g in range(c.first_geom, c.last_geom):
        if g != c.mirror and not is_clear(c, s, g):
            add_geom(c, s, g, MIRROR_LIST)
    for i in range(clear):
        if is_wanted(c, s.geomorder[i]):
            add_geom(c, s, s.geomorder[i], CLEAR_MIRROR_LIST)


@kernel
def render_draw_list(c: Context, s: Scene) -> None:
    """Make the draw list of an image, and count its vertices."""
    c.npart_used = 0
    c.npart_need = 0
    if c.haze != 0:
        find_horizon(c, s)
    if c.made & SEEN != 0:
        add_seen_geoms(c, s, c.nclear)
    c.first_caster = c.npart_used
    if c.nshadow > 0 and c.made & CASTING != 0:
        for g in range(c.first_geom, c.last_geom):
            if s.geom_category[g] != mjtCatBit.mjCAT_DECOR and s.geom_castshadow[g] != 0:
                add_geom(c, s, g, CASTER_LIST)
    number_vertices(c, s)
