"""Fog, by the distance along the axis of a view.

Documents: XML reference / visual/map fogstart, fogend; API / mjr_render
"""

from gelenk.render.vertex_light import cut_at_one
from gelenk.render.view_setup import AXIS, BACK, EYE
from gelenk.render.workspace import BLUE, GREEN, RED
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Context


@kernel
def left_in_fog(c: Context, distance: float) -> float:
    """How much is left of a color in the fog, so far along the axis of the view; fog is as long in any room."""
    span, distance = c.fogEnd - c.fogStart, c.room_scale * distance
    if span == 0.0:
        return 1.0 if distance < c.fogEnd else 0.0
    return cut_at_one((c.fogEnd - distance) / span)


@kernel
def fog_share(c: Context, view: int, x: float, y: float, z: float) -> float:
    """The same at a point of a view, of depth z."""
    r = c.seen[view]
    sum, q = 0.0, 0.0
    for i in range(4):
        at = BACK + 4 * i
        h = r[at] * x + r[at + 1] * y + r[at + 2] * z + r[at + 3]
        if i < 3:
            sum += r[AXIS + i] * h
        else:
            q = h
    distance = sum / q - (r[AXIS] * r[EYE] + r[AXIS + 1] * r[EYE + 1] + r[AXIS + 2] * r[EYE + 2])
    return left_in_fog(c, distance)


@kernel
def fog_pixel(c: Context, at: int, left: float, bright: float) -> None:
    """Lay fog that is so bright over the color of a pixel of a row, of which ``left`` is left."""
    for k in range(3):
        j = at + (RED if k == 0 else GREEN if k == 1 else BLUE)
        c.row[j] = left * c.row[j] + (1.0 - left) * bright * c.fogRGBA[k]
