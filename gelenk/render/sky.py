"""What is behind everything: the sky, or the color of fog, or black.

Documents: XML reference / asset/texture skybox; visual/map haze
"""

from gelenk.algebra.vec import Vec3
from gelenk.jit.kernel import kernel
from gelenk.jit.structs import Context
from gelenk.render.texture import cube_color
from gelenk.render.views import AXIS, BACK, ORTHO


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
    return cube_color(c, c.skybox, (d[0], d[2], -d[1]), turn)
