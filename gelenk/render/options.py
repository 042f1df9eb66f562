"""Rendering options of a context beyond 3.5.0, all off by default.

Documents: Programming / Visualization; Drop-in / Drawing
"""

import math
from typing import Any, NamedTuple

from gelenk.runtime.arguments import integer, number
from gelenk.tables.fields_context import LIGHTS
from gelenk.toolchain import struct_layout


class RenderOptions(NamedTuple):
    """Differences from the images of 3.5.0: ``RenderOptions()`` changes nothing.

    point_lights  whether point lights shine from their positions, with attenuation; in 3.5.0 from behind the camera
    soft_shadows  half width of the penumbra of shadows [m]; 0: hard shadows
    pixel_light   whether lighting is per pixel, with round highlights and light cones; in 3.5.0 per vertex,
                  interpolated
    most_lights   largest number of active lights, the headlight included; at most 8 of them cast shadows
    """

    point_lights: bool = False
    soft_shadows: float = 0.0
    most_lights: int = 8
    pixel_light: bool = False


def set_options(con: Any, better: RenderOptions) -> None:
    """Set the rendering options of a context.

    Errors    ValueError: a value is out of range
              TypeError: a value is not a number
    """
    soft = number("RenderOptions", "soft_shadows", better.soft_shadows)
    most = integer("RenderOptions", "most_lights", better.most_lights)
    if not (math.isfinite(soft) and soft >= 0):
        raise ValueError(f"soft_shadows must be a width in meters, 0 or more, not {better.soft_shadows}")
    if not 0 <= most <= LIGHTS:
        raise ValueError(f"most_lights must be in 0 .. {LIGHTS}, not {better.most_lights}")
    con._set_int("right_points", int(bool(better.point_lights)))
    con._set_int("pixel_light", int(bool(better.pixel_light)))
    con._set_int("most_lights", most)
    con._floats[struct_layout.CONTEXT.offset["soft"] // 8] = soft
