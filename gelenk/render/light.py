"""Light at vertices: what each light gives to each vertex that is seen, once a picture.

Documents: XML reference / light, material; Programming / Visualization

The color of a vertex, with N its normal, L the direction to the light, H halfway between L and that to the eye:
    rgba emission + sum over lights  f (ambient rgba + diffuse rgba max(0, N.L) + specular m (N.H)^(128 shininess))
m is the specular of the material, f is 1 but for spotlights, where it falls off with angle and distance; each color is
cut at 1. A vertex has one color for all lights that cast no shadow, and one for each that does: where the pixel is in
its shadow, the color is left out. As in 3.5.0, a point light shines as if it were far behind the eye.
"""

import math

from gelenk.algebra.vec import Vec3, add, dot, load3, neg, norm, scale, sub
from gelenk.jit.kernel import kernel
from gelenk.jit.structs import Context, Scene
from gelenk.render.part import (
    CLEAR_LIST,
    CLEAR_MIRROR_LIST,
    CUBE,
    FIRST,
    FROM_LINE,
    GEOM,
    LIST,
    MAPPING,
    OWN_UV,
    PROJECTED,
    SHIFT,
    SOURCE,
    STRETCH,
)
from gelenk.render.vertices import local_normal, local_position, normal_to_world, own_uv, to_world
from gelenk.render.views import AXIS, EYE, unit
from gelenk.tables.enums import mjtLightType

TEXTURE_PART = 3  # numbers of a vertex before its colors: texture coordinates
INVISIBLE = 8.0  # exp(-8) is less than a tenth of the smallest difference of colors
NO_LIGHT = 0.3  # how bright everything is where there is no light at all
Shine = tuple[Vec3, float]  # direction to the light, how much of it arrives


@kernel
def spot_shine(c: Context, s: Scene, i: int, p: Vec3) -> Shine:
    """A spotlight at a point."""
    away = sub(p, load3(s.light_pos, i))
    distance = norm(away)
    if distance == 0.0:
        return (0.0, 0.0, 1.0), 0.0
    away = scale(away, 1.0 / distance)
    cosine = dot(away, unit(load3(s.light_dir, i)))
    if cosine < c.light_rim[i]:
        return neg(away), 0.0
    exponent = s.light_exponent[i]
    focus = math.pow(cosine, exponent) if exponent > 0.0 and cosine > 0.0 else 1.0
    a, b, d = s.light_attenuation[i, 0], s.light_attenuation[i, 1], s.light_attenuation[i, 2]
    distance *= c.room_scale
    fall = a + distance * (b + distance * d)
    return neg(away), focus / fall if fall > 0.0 else focus


@kernel
def point_shine(c: Context, s: Scene, i: int, p: Vec3) -> Shine:
    """A point light where it is."""
    to_light = sub(load3(s.light_pos, i), p)
    distance = norm(to_light)
    if distance == 0.0:
        return (0.0, 0.0, 1.0), 0.0
    a, b, d = s.light_attenuation[i, 0], s.light_attenuation[i, 1], s.light_attenuation[i, 2]
    room = distance * c.room_scale
    fall = a + room * (b + room * d)
    return scale(to_light, 1.0 / distance), 1.0 / fall if fall > 0.0 else 1.0


@kernel
def shine(c: Context, s: Scene, view: int, i: int, p: Vec3) -> Shine:
    """Light ``i`` at a point."""
    kind = s.light_type[i]
    if s.light_headlight[i] != 0:  # in the mirror too it shines from where the eye is
        return unit(neg(load3(s.light_dir, i))), 1.0
    if kind == mjtLightType.mjLIGHT_POINT and c.right_points != 0:
        return point_shine(c, s, i, p)
    if kind == mjtLightType.mjLIGHT_POINT:
        return (-c.seen[view, AXIS], -c.seen[view, AXIS + 1], -c.seen[view, AXIS + 2]), 1.0
    if kind == mjtLightType.mjLIGHT_SPOT:
        return spot_shine(c, s, i, p)
    return unit(neg(load3(s.light_dir, i))), 1.0


@kernel
def highlight(n: Vec3, to_light: Vec3, to_eye: Vec3, shininess: float) -> float:
    """(N.H)^(128 shininess)"""
    half = unit(add(to_light, to_eye))
    cosine, exponent = dot(n, half), 128.0 * shininess
    if exponent <= 0.0:
        return 1.0
    if exponent * (1.0 - cosine) > INVISIBLE or cosine <= 0.0:  # log x <= x - 1
        return 0.0
    return math.exp(exponent * math.log(cosine))


@kernel
def add_light(
    c: Context, s: Scene, view: int, g: int, i: int, p: Vec3, n: Vec3, to_eye: Vec3, rgb: Vec3, sum: Vec3
) -> Vec3:
    """``sum`` and what light ``i`` gives to geom ``g``, of color ``rgb``, at point p with normal n."""
    to_light, amount = shine(c, s, view, i, p)
    if amount == 0.0:
        return sum
    cosine = dot(n, to_light)
    shiny = 0.0
    if cosine > 0.0 and s.geom_specular[g] > 0.0:
        shiny = amount * s.geom_specular[g] * highlight(n, to_light, to_eye, s.geom_shininess[g])
    cosine = amount * max(0.0, cosine)
    return (
        sum[0]
        + rgb[0] * (amount * s.light_ambient[i, 0] + cosine * s.light_diffuse[i, 0])
        + shiny * s.light_specular[i, 0],
        sum[1]
        + rgb[1] * (amount * s.light_ambient[i, 1] + cosine * s.light_diffuse[i, 1])
        + shiny * s.light_specular[i, 1],
        sum[2]
        + rgb[2] * (amount * s.light_ambient[i, 2] + cosine * s.light_diffuse[i, 2])
        + shiny * s.light_specular[i, 2],
    )


@kernel
def cut_at_one(x: float) -> float:
    """x between 0 and 1; 0 for what is no number."""
    return 1.0 if x > 1.0 else (x if x > 0.0 else 0.0)


@kernel
def cut_at(x: float, most: float) -> float:
    """x between 0 and ``most``; 0 for what is no number."""
    return most if x > most else (x if x > 0.0 else 0.0)


@kernel
def put_color(c: Context, at: int, color: Vec3) -> None:
    c.lit[at] = cut_at_one(color[0])
    c.lit[at + 1] = cut_at_one(color[1])
    c.lit[at + 2] = cut_at_one(color[2])


@kernel
def put_texcoord(c: Context, s: Scene, n: int, i: int, at: int) -> None:
    """Texture coordinates of vertex ``i`` of part ``n``."""
    mapping = c.part[n, MAPPING]
    if mapping == OWN_UV:
        u, v = own_uv(c, s, n, i)
        c.lit[at] = u
        c.lit[at + 1] = v
    elif mapping == PROJECTED:
        p = local_position(c, s, n, i)
        c.lit[at] = c.part_num[n, STRETCH] * p[0] - 0.5
        c.lit[at + 1] = c.part_num[n, STRETCH + 1] * p[1] - 0.5
    elif mapping == CUBE:
        p = local_position(c, s, n, i)
        c.lit[at] = c.part_num[n, STRETCH] * p[0]
        c.lit[at + 1] = c.part_num[n, STRETCH + 1] * p[1]
        c.lit[at + 2] = c.part_num[n, STRETCH + 2] * (p[2] + c.part_num[n, SHIFT])


@kernel
def put_plain(c: Context, rgb: Vec3, at: int) -> None:
    """The color of lines, on which no light falls."""
    put_color(c, at, rgb)
    for k in range(c.nshadow):
        put_color(c, at + 3 + 3 * k, (0.0, 0.0, 0.0))


@kernel
def light_vertex(c: Context, s: Scene, view: int, n: int, i: int, at: int) -> None:
    """Texture coordinates and colors of vertex ``i`` of part ``n``, into c.lit from ``at`` on."""
    put_texcoord(c, s, n, i, at)
    g = c.part[n, GEOM]
    if c.part[n, SOURCE] == FROM_LINE:
        put_plain(c, dimmed(c, s, view, g), at + TEXTURE_PART)
        return
    normal = normal_to_world(c, n, local_normal(c, s, n, i))
    if c.pixel_light != 0:  # light comes later
        put_normal(c, at + TEXTURE_PART, normal)
        return
    p = to_world(c, n, local_position(c, s, n, i))
    at += TEXTURE_PART
    put_color(c, at, shadowless(c, s, view, n, p, normal))
    for k in range(c.nshadow):
        put_color(c, at + 3 + 3 * k, of_shadow(c, s, view, n, k, p, normal))


@kernel
def put_normal(c: Context, at: int, normal: Vec3) -> None:
    """A normal in the place of a color, no other colors."""
    c.lit[at] = normal[0]
    c.lit[at + 1] = normal[1]
    c.lit[at + 2] = normal[2]
    for k in range(3, 3 * c.nset):
        c.lit[at + k] = 0.0


@kernel
def dimmed(c: Context, s: Scene, view: int, g: int) -> Vec3:
    """The color of geom ``g``: what is seen in the mirror is dimmed before light falls on it, highlights are not."""
    dim = s.geom_reflectance[c.mirror] if view == 1 else 1.0
    return dim * s.geom_rgba[g, 0], dim * s.geom_rgba[g, 1], dim * s.geom_rgba[g, 2]


@kernel
def to_eye_of(c: Context, view: int, p: Vec3) -> Vec3:
    """The direction from a point to the eye of a view."""
    return unit(sub((c.seen[view, EYE], c.seen[view, EYE + 1], c.seen[view, EYE + 2]), p))


@kernel
def is_clear_part(c: Context, n: int) -> bool:
    """Whether part ``n`` is transparent: nothing casts shadows on it, and all lights are one that is cut at one."""
    return c.part[n, LIST] == CLEAR_LIST or c.part[n, LIST] == CLEAR_MIRROR_LIST


@kernel
def shadowless(c: Context, s: Scene, view: int, n: int, p: Vec3, normal: Vec3) -> Vec3:
    """What part ``n`` has at a point without, and from, the lights that cast no shadows on it."""
    g = c.part[n, GEOM]
    rgb, to_eye = dimmed(c, s, view, g), to_eye_of(c, view, p)
    bright = s.geom_emission[g] + (0.0 if c.lighting != 0 else NO_LIGHT)
    color = (bright * rgb[0], bright * rgb[1], bright * rgb[2])
    for k in range(c.nlit + c.nshadow if is_clear_part(c, n) else c.nlit):
        color = add_light(c, s, view, g, c.light_row[k], p, normal, to_eye, rgb, color)
    return color


@kernel
def of_shadow(c: Context, s: Scene, view: int, n: int, k: int, p: Vec3, normal: Vec3) -> Vec3:
    """What part ``n`` has at a point from the ``k``-th light that casts shadows."""
    color, g = (0.0, 0.0, 0.0), c.part[n, GEOM]
    if is_clear_part(c, n):
        return color
    rgb, to_eye = dimmed(c, s, view, g), to_eye_of(c, view, p)
    return add_light(c, s, view, g, c.light_row[c.nlit + k], p, normal, to_eye, rgb, color)


@kernel
def whole_vertex(c: Context, s: Scene, thread: int, view: int, n: int, v: int) -> int:
    """Where in c.lit a vertex of part ``n`` is lit that has not come from cutting."""
    stamp = thread * c.nvert + v
    at = stamp * (TEXTURE_PART + 3 * c.nset)
    if c.stamp[stamp] != c.number:
        light_vertex(c, s, view, n, v - c.part[n, FIRST], at)
        c.stamp[stamp] = c.number
    return at


@kernel
def between(c: Context, thread: int, v: int, one: int, other: int) -> int:
    """Where in c.lit a vertex is lit that lies between two others, in space."""
    width = TEXTURE_PART + 3 * c.nset
    at = (thread * c.nvert + v) * width
    share = c.cut_share[v - c.nvert_used]
    for k in range(width):
        c.lit[at + k] = c.lit[one + k] + share * (c.lit[other + k] - c.lit[one + k])
    return at


@kernel
def cut_vertex(c: Context, s: Scene, thread: int, view: int, n: int, v: int) -> int:
    """The same for any vertex, one that comes from cutting an edge included."""
    if v < c.nvert_used:
        return whole_vertex(c, s, thread, view, n, v)
    a = whole_vertex(c, s, thread, view, n, c.cut[v - c.nvert_used, 0])
    b = whole_vertex(c, s, thread, view, n, c.cut[v - c.nvert_used, 1])
    return between(c, thread, v, a, b)


@kernel
def vertex_light(c: Context, s: Scene, thread: int, view: int, n: int, v: int) -> int:
    """The same for a vertex of a line too, whose ends may come from cutting."""
    if v < c.nvert_used:
        return whole_vertex(c, s, thread, view, n, v)
    a = cut_vertex(c, s, thread, view, n, c.cut[v - c.nvert_used, 0])
    b = cut_vertex(c, s, thread, view, n, c.cut[v - c.nvert_used, 1])
    return between(c, thread, v, a, b)
