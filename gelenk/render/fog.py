"""Fog as a function of distance along the view axis.

Documents: XML reference / visual/map fogstart, fogend; API / mjr_render
"""

from gelenk.render.vertex_light import cut_at_one
from gelenk.render.view_setup import AXIS, BACK, EYE
from gelenk.render.workspace import BLUE, GREEN, RED
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Context


@kernel
def left_in_fog(c: Context, distance: float) -> float:
    """Return the share of a color that remains in fog, at a distance along the view axis.

    The distance is scaled to the room (mjv_room2model), so fog does not depend on the model transform.
    """
    span, distance = c.fogEnd - c.fogStart, c.room_scale * distance
    if span == 0.0:
        return 1.0 if distance < c.fogEnd else 0.0
    return cut_at_one((c.fogEnd - distance) / span)


@kernel
def fog_share(c: Context, view: int, x: float, y: float, z: float) -> float:
    """Return the share of a color that remains in fog, at a point (x, y, z) of the image."""
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
    """Blend fog of a brightness over one pixel of a row, whose color keeps the share ``left``."""
    for k in range(3):
        j = at + (RED if k == 0 else GREEN if k == 1 else BLUE)
        c.row[j] = left * c.row[j] + (1.0 - left) * bright * c.fogRGBA[k]
