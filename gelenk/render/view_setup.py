"""View setup: cameras, the mirror, and active lights of an image.

Documents: API / mjr_render, MjvGLCamera; Programming / Visualization

Rows of ``c.seen`` are views: 0 the camera, 1 the camera reflected in the mirror. A view maps a point p of the world to
    (X w, Y w, Z w, w) = rows of 4 values at CLIP . (p, 1)
X, Y in pixels from the lower left corner of the image, Z from 1 at the near plane to 0 at the far one, w the
distance along the optical axis (1 for an orthographic camera). BACK has the inverse: four rows that map (X, Y, Z, 1)
to a homogeneous point of the world. EYE is the position of the camera, AXIS its direction, TURNED -1 in a mirrored
view, whose triangles have the opposite orientation.

The transform from model to room (scn.enabletransform) is part of the view: lighting is computed in the model.
"""

from gelenk.algebra.vec import (
    Vec3,
    add_scaled,
    cross,
    dot,
    load3,
    neg_quat,
    norm,
    normalize4,
    rotate,
    scale,
    sub,
)
from gelenk.tables.enums import mjMINVAL, mjtGeom, mjtLightType, mjtRndFlag
from gelenk.tables.fields_context import SHADOWS
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Context, Scene, View

CLIP, EYE, AXIS, ORTHO, TURNED, BACK, SIZE = 0, 16, 19, 22, 23, 24, 40
NORMAL, NUMBERS, PALETTE, NOTHING = 0, 1, 2, 3  # values of c.mode
SEEN, CASTING, INITIAL_NEAR = 1, 2, 1.0e9  # bits of c.made; initial value of c.near


@kernel
def project_point(r: View, at: int, x: float, y: float, z: float) -> Vec3:
    """Apply the matrix (4, 4) at offset ``at`` of ``r`` to a point; zero at infinity."""
    q = r[at + 12] * x + r[at + 13] * y + r[at + 14] * z + r[at + 15]
    w = 1.0 / q if q != 0.0 else 0.0
    return (
        (r[at] * x + r[at + 1] * y + r[at + 2] * z + r[at + 3]) * w,
        (r[at + 4] * x + r[at + 5] * y + r[at + 6] * z + r[at + 7]) * w,
        (r[at + 8] * x + r[at + 9] * y + r[at + 10] * z + r[at + 11]) * w,
    )


@kernel
def set_row(c: Context, view: int, at: int, v: Vec3, last: float) -> None:
    """Set four values of a view."""
    c.seen[view, at] = v[0]
    c.seen[view, at + 1] = v[1]
    c.seen[view, at + 2] = v[2]
    c.seen[view, at + 3] = last


@kernel
def linear_combination(r: Vec3, a: float, f: Vec3, b: float) -> Vec3:
    """a r + b f"""
    return a * r[0] + b * f[0], a * r[1] + b * f[1], a * r[2] + b * f[2]


@kernel
def set_clip(c: Context, view: int, at: int, v: Vec3, constant: float, eye: Vec3) -> None:
    """Set the row of the function v . (p - eye) + constant of points p."""
    set_row(c, view, at, v, constant - dot(v, eye))


@kernel
def to_model(s: Scene, v: Vec3) -> Vec3:
    """Rotate a direction from the room to the model."""
    turn = normalize4((s.rotate[0], s.rotate[1], s.rotate[2], s.rotate[3]))
    return rotate(neg_quat(turn), v)


@kernel
def room_scale(s: Scene) -> float:
    """Return the scale of the model in the room, times the squared norm of the quaternion."""
    if s.enabletransform == 0:
        return 1.0
    w, x, y, z = s.rotate[0], s.rotate[1], s.rotate[2], s.rotate[3]
    square = w * w + x * x + y * y + z * z
    return s.scale * square if square > 0.0 else s.scale


@kernel
def normalize(v: Vec3) -> Vec3:
    """v / |v|, or zero for tiny v."""
    n = norm(v)
    return scale(v, 1.0 / n) if n > mjMINVAL else (0.0, 0.0, 0.0)


@kernel
def midway(v: Vec3, w: Vec3) -> Vec3:
    """(v + w) / 2"""
    return 0.5 * (v[0] + w[0]), 0.5 * (v[1] + w[1]), 0.5 * (v[2] + w[2])


@kernel
def set_eye(c: Context, s: Scene, one: int, other: int) -> None:
    """Set view 0 midway between two cameras of the scene, which may be equal."""
    pos = midway(load3(s.camera_pos, one), load3(s.camera_pos, other))
    forward = normalize(midway(load3(s.camera_forward, one), load3(s.camera_forward, other)))
    up = normalize(midway(load3(s.camera_up, one), load3(s.camera_up, other)))
    size = 1.0
    if s.enabletransform != 0:
        size = c.room_scale
        pos = to_model(s, scale(sub(pos, (s.translate[0], s.translate[1], s.translate[2])), 1.0 / size))
        forward, up = to_model(s, forward), to_model(s, up)
    right = cross(forward, up)
    near = 0.5 * (s.camera_frustum_near[one] + s.camera_frustum_near[other])
    far = 0.5 * (s.camera_frustum_far[one] + s.camera_frustum_far[other])
    bottom = 0.5 * (s.camera_frustum_bottom[one] + s.camera_frustum_bottom[other])
    top = 0.5 * (s.camera_frustum_top[one] + s.camera_frustum_top[other])
    half = 0.5 * (s.camera_frustum_width[one] + s.camera_frustum_width[other])
    if half == 0.0:
        half = 0.5 * (top - bottom) * c.width / c.height
    left = 0.5 * (s.camera_frustum_center[one] + s.camera_frustum_center[other]) - half
    ax, ay = 2.0 * half / c.width, (top - bottom) / c.height  # size of a pixel on the near plane
    span = far - near
    c.seen[0, ORTHO] = s.camera_orthographic[one]
    c.seen[0, TURNED] = 1.0
    set_row(c, 0, EYE, pos, 0.0)
    set_row(c, 0, AXIS, forward, 1.0 * s.camera_orthographic[one])
    if s.camera_orthographic[one] != 0:
        set_clip(c, 0, CLIP, scale(right, size / ax), -left / ax, pos)
        set_clip(c, 0, CLIP + 4, scale(up, size / ay), -bottom / ay, pos)
        set_clip(c, 0, CLIP + 8, scale(forward, -size / span), far / span, pos)
        set_row(c, 0, CLIP + 12, (0.0, 0.0, 0.0), 1.0)
    else:
        set_clip(
            c, 0, CLIP, linear_combination(right, size * near / ax, forward, -size * left / ax), 0.0, pos
        )
        set_clip(
            c, 0, CLIP + 4, linear_combination(up, size * near / ay, forward, -size * bottom / ay), 0.0, pos
        )
        set_clip(c, 0, CLIP + 8, scale(forward, -size * near / span), near * far / span, pos)
        set_clip(c, 0, CLIP + 12, scale(forward, size), 0.0, pos)
    c.seen[0, TURNED] = 1.0
    set_back(c, pos, forward, right, up, (ax, left), (ay, bottom), (near, far), size)


@kernel
def set_back(
    c: Context,
    pos: Vec3,
    forward: Vec3,
    right: Vec3,
    up: Vec3,
    horizontal: tuple[float, float],
    vertical: tuple[float, float],
    depth: tuple[float, float],
    size: float,
) -> None:
    """Set the rows BACK of view 0, from pixels and depth to the model.

    A pixel is  x = ax X + left,  y = ay Y + bottom  on the near plane. Perspective, with q = 1 / distance:
        q = (Z (far - near) + near) / (near far),  q p = q pos + (right x + up y) / (near size) + forward / size
    """
    (ax, left), (ay, bottom), (near, far) = horizontal, vertical, depth
    ortho = c.seen[0, ORTHO] != 0.0
    k = 1.0 / size if ortho else 1.0 / (near * size)
    qz, q1 = (0.0, 1.0) if ortho else ((far - near) / (near * far), 1.0 / far)
    for i in range(3):
        p = pos[0] if i == 0 else pos[1] if i == 1 else pos[2]
        f = forward[0] if i == 0 else forward[1] if i == 1 else forward[2]
        r = right[0] if i == 0 else right[1] if i == 1 else right[2]
        u = up[0] if i == 0 else up[1] if i == 1 else up[2]
        c.seen[0, BACK + 4 * i] = r * ax * k
        c.seen[0, BACK + 4 * i + 1] = u * ay * k
        fz, f1 = (-f * (far - near) / size, f * far / size) if ortho else (0.0, f / size)
        c.seen[0, BACK + 4 * i + 2] = p * qz + fz
        c.seen[0, BACK + 4 * i + 3] = p * q1 + f1 + (r * left + u * bottom) * k
    set_row(c, 0, BACK + 12, (0.0, 0.0, qz), q1)


@kernel
def reflect(v: Vec3, normal: Vec3, amount: float) -> Vec3:
    """v - 2 amount normal"""
    return add_scaled(v, normal, -2.0 * amount)


@kernel
def set_mirror(c: Context, s: Scene) -> None:
    """Set view 1: view 0 after the reflection x -> x - 2 n (n . (x - p)) in the mirror."""
    g = c.mirror
    normal = (s.geom_mat[g, 2], s.geom_mat[g, 5], s.geom_mat[g, 8])
    point = mirror_point(s, g)
    for i in range(4):
        at = CLIP + 4 * i
        row = (c.seen[0, at], c.seen[0, at + 1], c.seen[0, at + 2])
        along = dot(row, normal)
        set_row(c, 1, at, reflect(row, normal, along), c.seen[0, at + 3] + 2.0 * along * dot(normal, point))
        # the inverse ends in the model, where the reflection applies
    eye = (c.seen[0, EYE], c.seen[0, EYE + 1], c.seen[0, EYE + 2])
    axis = (c.seen[0, AXIS], c.seen[0, AXIS + 1], c.seen[0, AXIS + 2])
    set_row(c, 1, EYE, reflect(eye, normal, dot(normal, sub(eye, point))), 0.0)
    set_row(c, 1, AXIS, reflect(axis, normal, dot(normal, axis)), c.seen[0, ORTHO])
    c.seen[1, TURNED] = -1.0
    for k in range(4):
        column = (c.seen[0, BACK + k], c.seen[0, BACK + 4 + k], c.seen[0, BACK + 8 + k])
        q = c.seen[0, BACK + 12 + k]
        turned = reflect(column, normal, dot(normal, column) - q * dot(normal, point))
        c.seen[1, BACK + k] = turned[0]
        c.seen[1, BACK + 4 + k] = turned[1]
        c.seen[1, BACK + 8 + k] = turned[2]
        c.seen[1, BACK + 12 + k] = q


@kernel
def mirror_point(s: Scene, g: int) -> Vec3:
    """Return a point of the mirror plane: of the upper face of a box, or of a plane geom."""
    normal = (s.geom_mat[g, 2], s.geom_mat[g, 5], s.geom_mat[g, 8])
    height = s.geom_size[g, 2] if s.geom_type[g] == mjtGeom.mjGEOM_BOX else 0.0
    return add_scaled(load3(s.geom_pos, g), normal, height)


@kernel
def find_mirror(c: Context, s: Scene) -> int:
    """Return the first opaque reflective plane or box that faces the camera, or -1."""
    eye = (c.seen[0, EYE], c.seen[0, EYE + 1], c.seen[0, EYE + 2])
    if c.mode != NORMAL:
        return -1
    for g in range(s.ngeom):
        shape = s.geom_type[g]
        if (
            s.geom_reflectance[g] > 0.0
            and (shape == mjtGeom.mjGEOM_PLANE or shape == mjtGeom.mjGEOM_BOX)
            and s.geom_rgba[g, 3] >= OPAQUE
        ):
            normal = (s.geom_mat[g, 2], s.geom_mat[g, 5], s.geom_mat[g, 8])
            if dot(normal, sub(eye, mirror_point(s, g))) > 0.0:
                return g
    return -1


OPAQUE = 0.995  # opacity from which geoms are drawn as opaque


@kernel
def set_lights(c: Context, s: Scene) -> None:
    """Select the active lights, those without shadows first, and those that cast shadows."""
    n = min(s.nlight, c.most_lights)
    with_shadows = s.flags[mjtRndFlag.mjRND_SHADOW] != 0 and c.shadowSize > 0 and c.mode == NORMAL
    c.nlit = 0
    c.nshadow = 0
    c.spots = 0
    for i in range(n):
        c.spots |= 1 if s.light_type[i] == mjtLightType.mjLIGHT_SPOT else 0
    for shadows in range(2):
        casters = 0
        for i in range(n):
            casts = (
                with_shadows
                and s.light_castshadow[i] != 0
                and s.light_headlight[i] == 0
                and s.light_type[i] <= mjtLightType.mjLIGHT_POINT
                and casters < SHADOWS
            )
            casters += 1 if casts else 0
            if casts == (shadows == 1):
                c.light_row[c.nlit + c.nshadow] = i
                if casts:
                    c.nshadow += 1
                else:
                    c.nlit += 1
    c.nset = 1 + c.nshadow
    c.lighting = 1 if n > 0 else 0


@kernel
def begin_whole(c: Context, s: Scene) -> None:
    """Select all tiles and all geoms, which draw_scene.py may restrict."""
    c.west = 0
    c.south = 0
    c.east = c.width
    c.north = c.height
    c.first_geom = 0
    c.last_geom = s.ngeom
    c.made = SEEN | CASTING
    c.near = INITIAL_NEAR


@kernel
def render_setup(c: Context, s: Scene, one: int, other: int) -> None:
    """Set flags, views and lights of an image; the camera is midway between two of the scene."""
    c.mode = NORMAL
    if s.flags[mjtRndFlag.mjRND_DEPTH] != 0:
        c.mode = NOTHING
    elif s.flags[mjtRndFlag.mjRND_SEGMENT] != 0:
        c.mode = NUMBERS if s.flags[mjtRndFlag.mjRND_IDCOLOR] != 0 else PALETTE
    c.cull = s.flags[mjtRndFlag.mjRND_CULL_FACE]
    c.additive = s.flags[mjtRndFlag.mjRND_ADDITIVE]
    c.wire = s.flags[mjtRndFlag.mjRND_WIREFRAME] if s.flags[mjtRndFlag.mjRND_SEGMENT] == 0 else 0
    c.fog = s.flags[mjtRndFlag.mjRND_FOG] if c.mode == NORMAL else 0
    c.sky = 1 if s.flags[mjtRndFlag.mjRND_SKYBOX] != 0 and c.skybox >= 0 and c.mode == NORMAL else 0
    c.haze = 1 if s.flags[mjtRndFlag.mjRND_HAZE] != 0 and c.sky != 0 else 0
    c.room_scale = room_scale(s)
    set_eye(c, s, one, other)
    set_lights(c, s)
    c.shiny = find_mirror(c, s)
    c.mirror = c.shiny if s.flags[mjtRndFlag.mjRND_REFLECTION] != 0 else -1
    c.nview = 1
    if c.mirror >= 0:
        c.nview = 2
        set_mirror(c, s)
    c.number += 1
    begin_whole(c, s)
