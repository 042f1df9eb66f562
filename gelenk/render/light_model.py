"""Light model: the shading of points by lights, for packets of LOT points.

Documents: XML reference / light, material; Programming / Visualization

The color of a point, with N its normal, L the direction to the light, H the half vector of L and that to the camera:
    rgba emission + sum over lights  f (ambient rgba + diffuse rgba max(0, N.L) + specular m (N.H)^(128 shininess))
m is the specular of the material; f is 1 except for spotlights, where f falls off with angle and distance. As in 3.5.0,
a point light shines as if it were infinitely far behind the camera.

Each step is a loop over a packet, whose values are contiguous in c.row from POINTS on, so that the loops vectorize.
Packets have a fixed length, so the color of a point does not depend on its packet. Values that all points share are in
``c.lamp``, a row for each light of the scene.
"""

import math

from gelenk.algebra.vec import Vec3, load3, neg
from gelenk.render.view_setup import AXIS, EYE, normalize
from gelenk.render.workspace import LOT, POINTS, ROW
from gelenk.tables.enums import mjMINVAL, mjtLightType
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Context, Scene

# columns of c.lamp; AIM: beam direction (FIXED: direction to the light); RIM: cosine of the cone, -2 without cone
KIND, AIM, PLACE, AMBIENT, DIFFUSE, SPECULAR, RIM, EXPONENT, FALL = 0, 1, 4, 7, 10, 13, 16, 17, 18
# directional, spotlight, point light at its position, point light along the view axis
FIXED, SPOT, POINT, AT_EYE = 0, 1, 2, 3
# offsets of the values of a packet: positions, normals, directions to the camera and to a light, amount and distance
# of the light, cosine of incidence, a power and its base, colors
X, Y, Z, NX, NY, NZ, EX, EY, EZ = 0, LOT, 2 * LOT, 3 * LOT, 4 * LOT, 5 * LOT, 6 * LOT, 7 * LOT, 8 * LOT
LX, LY, LZ, AMOUNT, DISTANCE, COSINE = 9 * LOT, 10 * LOT, 11 * LOT, 12 * LOT, 13 * LOT, 14 * LOT
POWER, BASE, R, G, B = 15 * LOT, 16 * LOT, 17 * LOT, 18 * LOT, 19 * LOT
INVISIBLE = 8.0  # exp(-8) is less than a tenth of the smallest color difference
MOST_PRODUCTS = 1024  # largest integer exponent for which powers are computed by multiplication


@kernel
def put_lamp(c: Context, i: int, at: int, v: Vec3) -> None:
    c.lamp[i, at] = v[0]
    c.lamp[i, at + 1] = v[1]
    c.lamp[i, at + 2] = v[2]


@kernel
def render_lamps(c: Context, s: Scene) -> None:
    """Write the parameters of the lights of a scene to c.lamp."""
    for i in range(min(s.nlight, c.most_lights)):
        kind, aim = s.light_type[i], normalize(load3(s.light_dir, i))
        c.lamp[i, KIND] = FIXED
        if s.light_headlight[i] != 0:  # the headlight shines from the camera, in the mirror too
            aim = normalize(neg(load3(s.light_dir, i)))
        elif kind == mjtLightType.mjLIGHT_POINT:
            c.lamp[i, KIND] = POINT if c.right_points != 0 else AT_EYE
        elif kind == mjtLightType.mjLIGHT_SPOT:
            c.lamp[i, KIND] = SPOT
        else:
            aim = normalize(neg(load3(s.light_dir, i)))
        put_lamp(c, i, AIM, aim)
        put_lamp(c, i, PLACE, load3(s.light_pos, i))
        put_lamp(c, i, AMBIENT, load3(s.light_ambient, i))
        put_lamp(c, i, DIFFUSE, load3(s.light_diffuse, i))
        put_lamp(c, i, SPECULAR, load3(s.light_specular, i))
        put_lamp(c, i, FALL, load3(s.light_attenuation, i))
        cutoff = s.light_cutoff[i]
        c.lamp[i, RIM] = math.cos(math.radians(cutoff)) if cutoff <= 90.0 else -2.0
        c.lamp[i, EXPONENT] = s.light_exponent[i]


@kernel
def raise_to(c: Context, at: int, exponent: float) -> None:
    """POWER = BASE^exponent, for bases >= 0."""
    left = int(exponent) if 0.0 <= exponent <= MOST_PRODUCTS else 0
    for k in range(at, at + LOT):
        c.row[POWER + k] = 1.0
    if left != exponent:
        for k in range(at, at + LOT):
            c.row[POWER + k] = math.pow(c.row[BASE + k], exponent) if c.row[BASE + k] > 0.0 else 0.0
        return
    while left > 0:
        if left & 1 != 0:
            for k in range(at, at + LOT):
                c.row[POWER + k] *= c.row[BASE + k]
        left >>= 1
        for k in range(at, at + LOT):
            c.row[BASE + k] *= c.row[BASE + k]


@kernel
def fill_packet(c: Context, at: int, v: Vec3) -> None:
    """Set three values of all points of a packet to ``v``."""
    for k in range(at, at + LOT):
        c.row[k] = v[0]
        c.row[k + LOT] = v[1]
        c.row[k + 2 * LOT] = v[2]


@kernel
def aim_along(c: Context, at: int, v: Vec3) -> None:
    """Set one direction to the light for all points of a packet, without attenuation."""
    fill_packet(c, at + LX, v)
    for k in range(at, at + LOT):
        c.row[AMOUNT + k] = 1.0


@kernel
def aim_at_place(c: Context, at: int, i: int) -> None:
    """Compute directions and distances to a positional light; the distance is -1 at the light."""
    x, y, z = c.lamp[i, PLACE], c.lamp[i, PLACE + 1], c.lamp[i, PLACE + 2]
    for k in range(at, at + LOT):
        dx, dy, dz = x - c.row[X + k], y - c.row[Y + k], z - c.row[Z + k]
        distance = math.sqrt(dx * dx + dy * dy + dz * dz)
        inverse = 1.0 / distance if distance != 0.0 else 0.0
        c.row[LX + k] = dx * inverse
        c.row[LY + k] = dy * inverse
        c.row[LZ + k] = dz * inverse
        c.row[DISTANCE + k] = c.room_scale * distance if distance != 0.0 else -1.0


@kernel
def spotlight_falloff(c: Context, at: int, i: int) -> None:
    """Compute the angular falloff of a spotlight (POWER); outside the cone the distance is -1."""
    x, y, z, rim = c.lamp[i, AIM], c.lamp[i, AIM + 1], c.lamp[i, AIM + 2], c.lamp[i, RIM]
    for k in range(at, at + LOT):
        cosine = -(c.row[LX + k] * x + c.row[LY + k] * y + c.row[LZ + k] * z)
        base = 1.0 if cosine <= 0.0 else cosine
        c.row[BASE + k] = 0.0 if cosine < rim else base
        c.row[DISTANCE + k] = -1.0 if cosine < rim else c.row[DISTANCE + k]
    raise_to(c, at, max(0.0, c.lamp[i, EXPONENT]))


@kernel
def compute_light_directions(c: Context, view: int, at: int, i: int) -> bool:
    """Compute directions to light ``i`` and the amount that arrives; return whether any does."""
    kind = int(c.lamp[i, KIND])
    if kind == FIXED:
        aim_along(c, at, (c.lamp[i, AIM], c.lamp[i, AIM + 1], c.lamp[i, AIM + 2]))
        return True
    if kind == AT_EYE:
        aim_along(c, at, (-c.seen[view, AXIS], -c.seen[view, AXIS + 1], -c.seen[view, AXIS + 2]))
        return True
    aim_at_place(c, at, i)
    if kind == SPOT:
        spotlight_falloff(c, at, i)
    else:
        for k in range(at, at + LOT):
            c.row[POWER + k] = 1.0
    a, b, d, some = c.lamp[i, FALL], c.lamp[i, FALL + 1], c.lamp[i, FALL + 2], 0
    for k in range(at, at + LOT):
        far, power = c.row[DISTANCE + k], c.row[POWER + k]
        fall = a + far * (b + far * d)
        amount = power / fall if fall > 0.0 else power
        amount = 0.0 if far < 0.0 else amount
        some += 0 if amount == 0.0 else 1
        c.row[AMOUNT + k] = amount
    return some > 0


@kernel
def find_highlights(c: Context, at: int, exponent: float) -> bool:
    """POWER = (N.H)^exponent on lit faces; return whether a highlight is visible."""
    some = 0
    for k in range(at, at + LOT):
        x, y, z = c.row[LX + k] + c.row[EX + k], c.row[LY + k] + c.row[EY + k], c.row[LZ + k] + c.row[EZ + k]
        n = math.sqrt(x * x + y * y + z * z)
        inverse = 1.0 / n if n > mjMINVAL else 0.0
        cosine = (x * c.row[NX + k] + y * c.row[NY + k] + z * c.row[NZ + k]) * inverse
        # log x <= x - 1, so that cosine^exponent <= exp(-exponent (1 - cosine))
        base = cosine if (cosine > 0.0) & (exponent * (1.0 - cosine) <= INVISIBLE) else 0.0
        base = base if c.row[COSINE + k] > 0.0 else 0.0
        some += 0 if base == 0.0 else 1
        c.row[BASE + k] = base
    if some == 0 and exponent > 0.0:
        return False
    raise_to(c, at, max(0.0, exponent))
    return True


@kernel
def add_light(c: Context, s: Scene, view: int, g: int, i: int, at: int, rgb: Vec3) -> None:
    """Add the contribution of light ``i`` to the points of geom ``g``, of color ``rgb``."""
    if not compute_light_directions(c, view, at, i):
        return
    for k in range(at, at + LOT):
        cosine = c.row[NX + k] * c.row[LX + k] + c.row[NY + k] * c.row[LY + k] + c.row[NZ + k] * c.row[LZ + k]
        c.row[COSINE + k] = cosine
    specular = 1.0 * s.geom_specular[g]
    shiny = specular > 0.0 and find_highlights(c, at, 128.0 * s.geom_shininess[g])
    a = (c.lamp[i, AMBIENT] * rgb[0], c.lamp[i, AMBIENT + 1] * rgb[1], c.lamp[i, AMBIENT + 2] * rgb[2])
    d = (c.lamp[i, DIFFUSE] * rgb[0], c.lamp[i, DIFFUSE + 1] * rgb[1], c.lamp[i, DIFFUSE + 2] * rgb[2])
    for k in range(at, at + LOT):
        amount, cosine = c.row[AMOUNT + k], c.row[COSINE + k]
        cosine = amount * cosine if cosine > 0.0 else 0.0
        c.row[R + k] += amount * a[0] + cosine * d[0]
        c.row[G + k] += amount * a[1] + cosine * d[1]
        c.row[B + k] += amount * a[2] + cosine * d[2]
    if shiny:
        add_highlights(c, i, at, specular)


@kernel
def add_highlights(c: Context, i: int, at: int, specular: float) -> None:
    """Add the specular contribution of light ``i``."""
    r, g, b = (
        specular * c.lamp[i, SPECULAR],
        specular * c.lamp[i, SPECULAR + 1],
        specular * c.lamp[i, SPECULAR + 2],
    )
    for k in range(at, at + LOT):
        power = c.row[AMOUNT + k] * c.row[POWER + k] if c.row[COSINE + k] > 0.0 else 0.0
        c.row[R + k] += r * power
        c.row[G + k] += g * power
        c.row[B + k] += b * power


@kernel
def begin_colors(c: Context, at: int, color: Vec3) -> None:
    """Initialize the colors of a packet."""
    fill_packet(c, at + R, color)


@kernel
def look_at_eye(c: Context, thread: int, view: int) -> int:
    """Compute directions to the camera of a view; return the offset of the packet in c.row."""
    at = thread * ROW + POINTS
    x, y, z = c.seen[view, EYE], c.seen[view, EYE + 1], c.seen[view, EYE + 2]
    for k in range(at, at + LOT):
        dx, dy, dz = x - c.row[X + k], y - c.row[Y + k], z - c.row[Z + k]
        n = math.sqrt(dx * dx + dy * dy + dz * dz)
        inverse = 1.0 / n if n > mjMINVAL else 0.0
        c.row[EX + k] = dx * inverse
        c.row[EY + k] = dy * inverse
        c.row[EZ + k] = dz * inverse
    return at
