"""What is behind everything: the sky, or the color of fog, or black.

Documents: XML reference / asset/texture skybox; visual/map haze
"""

import math

from gelenk.algebra.vec import Vec3, dot, load3, sub
from gelenk.jit.kernel import kernel
from gelenk.jit.structs import Context, Scene
from gelenk.render.texture import blend, cube_color
from gelenk.render.views import AXIS, BACK, CLIP, EYE, ORTHO, PLANE

BEYOND = 0.5  # how much haze there is behind the end of the plane


@kernel
def ray(c: Context, x: float, y: float) -> Vec3:
    """Direction in which view 0 sees a pixel."""
    r = c.seen[0]
    if r[ORTHO] != 0.0:
        return r[AXIS], r[AXIS + 1], r[AXIS + 2]
    # points of a pixel are q p = q eye + direction: what is left at q = 0
    z = -r[BACK + 15] / r[BACK + 14]
    return (
        r[BACK] * x + r[BACK + 1] * y + r[BACK + 2] * z + r[BACK + 3],
        r[BACK + 4] * x + r[BACK + 5] * y + r[BACK + 6] * z + r[BACK + 7],
        r[BACK + 8] * x + r[BACK + 9] * y + r[BACK + 10] * z + r[BACK + 11],
    )


@kernel
def sky_depth(c: Context, x: float, y: float) -> float:
    """Depth of the sky at a point of the picture: an upright cylinder around the eye that hides what is beyond."""
    d = ray(c, x, y)
    across = math.sqrt(d[0] * d[0] + d[1] * d[1])
    if not (across > 0.0) or c.seen[0, ORTHO] != 0.0:
        return 0.0
    t = c.sky_reach / across
    z, w = c.seen[0, CLIP + 11], c.seen[0, CLIP + 15]
    for k in range(3):
        p = c.seen[0, EYE + k] + t * (d[0] if k == 0 else d[1] if k == 1 else d[2])
        z += c.seen[0, CLIP + 8 + k] * p
        w += c.seen[0, CLIP + 12 + k] * p
    return max(0.0, min(1.0, z / w)) if w > 0.0 else 0.0


@kernel
def find_horizon(c: Context, s: Scene) -> None:
    """The infinite plane whose horizon is hazy: the first one that the eye is above; none: no haze."""
    for g in range(s.ngeom):
        if s.geom_type[g] == PLANE and s.geom_size[g, 0] <= 0.0 and s.geom_size[g, 1] <= 0.0:
            normal = (s.geom_mat[g, 2], s.geom_mat[g, 5], s.geom_mat[g, 8])
            eye = (c.seen[0, EYE], c.seen[0, EYE + 1], c.seen[0, EYE + 2])
            height = dot(normal, sub(eye, load3(s.geom_pos, g)))
            if height > 0.0:
                for k in range(3):
                    c.haze_plane[k] = normal[0] if k == 0 else normal[1] if k == 1 else normal[2]
                c.haze_plane[3] = height
                c.haze_geom = g
                return
    c.haze = 0


@kernel
def haze_share(c: Context, px: int, py: int) -> float:
    """How much haze there is where the ray of a pixel meets the plane: from 0 to 1 at the horizon."""
    d = ray(c, px + 0.5, py + 0.5)
    down = -(c.haze_plane[0] * d[0] + c.haze_plane[1] * d[1] + c.haze_plane[2] * d[2])
    if not (down > 0.0):
        return 0.0
    along = math.sqrt(max(0.0, dot(d, d) - down * down)) * c.haze_plane[3] / down
    begin = (1.0 - c.haze_part) * c.haze_reach
    if along >= c.haze_reach:
        return 1.0
    return max(0.0, (along - begin) / (c.haze_reach - begin)) if c.haze_reach > begin else 0.0


@kernel
def hazy(c: Context, color: Vec3, share: float) -> Vec3:
    """A color behind haze."""
    return blend(color, (c.haze_rgba[0], c.haze_rgba[1], c.haze_rgba[2]), share)


@kernel
def background(c: Context, px: int, py: int) -> Vec3:
    """Color of a pixel in which there is nothing."""
    if c.sky == 0:
        return c.clear[0], c.clear[1], c.clear[2]
    x, y = px + 0.5, py + 0.5
    d = ray(c, x, y)
    a, b = ray(c, x + 1.0, y), ray(c, x, y + 1.0)
    turn = 0.0
    for k in range(3):
        dk = d[0] if k == 0 else d[1] if k == 1 else d[2]
        ak = a[0] if k == 0 else a[1] if k == 1 else a[2]
        bk = b[0] if k == 0 else b[1] if k == 1 else b[2]
        turn = max(turn, max(abs(ak - dk), abs(bk - dk)))
    # the faces of the sky are textures that stand upright in a frame whose y axis is up
    color = cube_color(c, c.skybox, (d[0], d[2], -d[1]), turn)
    if c.haze != 0:
        # between the end of the plane and the horizon haze fades into the sky
        return hazy(c, color, BEYOND * haze_share(c, px, py))
    return color
