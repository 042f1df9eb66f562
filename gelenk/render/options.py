"""What our pictures can do beyond those of 3.5.0: options of a context, all of them off.

Documents: Programming / Visualization; Drop-in / Drawing
"""

import math
from typing import Any, NamedTuple

from gelenk.runtime.arguments import integer, number
from gelenk.tables.fields_context import LIGHTS
from gelenk.toolchain import struct_layout


class Better(NamedTuple):
    """How pictures differ from those of 3.5.0: ``Better()`` changes nothing.

    point_lights  whether point lights shine from where they are, with their attenuation; in 3.5.0 from behind the eye
    soft_shadows  half width of the rims of shadows [m]; 0: hard ones
    pixel_light   whether light falls on each pixel, with highlights and cones of lamps that are round; in 3.5.0 on
                  vertices, between which it is interpolated
    most_lights   how many lights shine at most, the headlight among them; of these, 8 cast shadows
    """

    point_lights: bool = False
    soft_shadows: float = 0.0
    most_lights: int = 8
    pixel_light: bool = False


def choose(con: Any, better: Better) -> None:
    """Let the pictures of a context be drawn with these options from now on.

    Errors    ValueError: a number is out of range
              TypeError: what should be a number is none
    """
    soft = number("Better", "soft_shadows", better.soft_shadows)
    most = integer("Better", "most_lights", better.most_lights)
    if not (math.isfinite(soft) and soft >= 0):
        raise ValueError(f"soft_shadows must be a width of 0 or more meters, and is {better.soft_shadows}")
    if not 0 <= most <= LIGHTS:
        raise ValueError(f"most_lights must be in 0 .. {LIGHTS}, and is {better.most_lights}")
    con._set_int("right_points", int(bool(better.point_lights)))
    con._set_int("pixel_light", int(bool(better.pixel_light)))
    con._set_int("most_lights", most)
    con._floats[struct_layout.CONTEXT.offset["soft"] // 8] = soft
