"""Texture sampling: bilinear within a level, trilinear between two mipmap levels.

Documents: XML reference / asset/texture, asset/material

A color is one integer with three fields of 16 bits, red, blue and green from below, each 0 to 255, so that one product
weighs all three. Weights are in units of 1 / 256, as in hardware.
"""

import math

from gelenk.algebra.vec import Vec3
from gelenk.render.texture_memory import BLOCK_TEXELS, MIXED
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Context

SCALE = 1.0 / 255.0
LANES, HALF_LANES = 0x00FF00FF00FF, 0x008000800080
MOST_BLOCKS = 256  # blocks that one_color() examines before it gives up
REACH_TEXELS = 2.0  # texels to either side that influence the color at a position, in its level and the next
WHOLE_WEIGHT, WEIGHT_BITS, HALF_WEIGHT = 256, 8, 128  # weight of a whole texel, its bits, and half of it


@kernel
def texel(c: Context, at: int) -> int:
    """Return the color of a texel."""
    t = int(c.texel[at])
    return (t & 0xFF00FF) | ((t & 0xFF00) << 24)


@kernel
def mix(a: int, b: int, share: int) -> int:
    """a + share / 256 (b - a)"""
    return ((a * (WHOLE_WEIGHT - share) + b * share + HALF_LANES) >> WEIGHT_BITS) & LANES


@kernel
def red(color: int) -> float:
    return (color & 255) * SCALE


@kernel
def green(color: int) -> float:
    return (color >> 32) * SCALE


@kernel
def blue(color: int) -> float:
    return ((color >> 16) & 255) * SCALE


# ---- repeated 2D textures


@kernel
def repeat_texel(c: Context, adr: int, w: int, h: int, u: float, v: float) -> int:
    """Sample a level of a repeated texture at (u, v), in units of its size."""
    x, y = (
        int((u - math.floor(u)) * (WHOLE_WEIGHT * w)) - HALF_WEIGHT,
        int((v - math.floor(v)) * (WHOLE_WEIGHT * h)) - HALF_WEIGHT,
    )
    i, j = x >> WEIGHT_BITS, y >> WEIGHT_BITS
    i1, j1 = i + 1, j + 1
    i = i + w if i < 0 else i
    j = j + h if j < 0 else j
    i1 = 0 if i1 >= w else i1
    j1 = 0 if j1 >= h else j1
    row, row1 = adr + w * j, adr + w * j1
    low = mix(texel(c, row + i), texel(c, row + i1), x & 255)
    return mix(low, mix(texel(c, row1 + i), texel(c, row1 + i1), x & 255), y & 255)


@kernel
def one_color(c: Context, level: int, u0: float, v0: float, u1: float, v1: float) -> int:
    """Return the uniform color of a level and the next one between two positions, or -1."""
    adr, w, h = c.level_block[level], c.level_width[level], c.level_height[level]
    if adr < 0:
        return -1
    x0, x1 = (
        math.floor((w * min(u0, u1) - REACH_TEXELS) / BLOCK_TEXELS),
        math.floor((w * max(u0, u1) + REACH_TEXELS) / BLOCK_TEXELS),
    )
    y0, y1 = (
        math.floor((h * min(v0, v1) - REACH_TEXELS) / BLOCK_TEXELS),
        math.floor((h * max(v0, v1) + REACH_TEXELS) / BLOCK_TEXELS),
    )
    if (x1 - x0 + 1) * (y1 - y0 + 1) > MOST_BLOCKS:
        return -1
    across, up = w // BLOCK_TEXELS, h // BLOCK_TEXELS
    column, row = x0 % across, y0 % up
    color = int(c.block[adr + row * across + column])  # int: a numpy scalar would overflow in the shift below
    if color == MIXED:
        return -1
    for _ in range(y0, y1 + 1):
        i, at = column, adr + row * across
        for _ in range(x0, x1 + 1):
            if c.block[at + i] != color:
                return -1
            i = i + 1 if i + 1 < across else 0
        row = row + 1 if row + 1 < up else 0
    return (color & 0xFF00FF) | ((color & 0xFF00) << 24)


@kernel
def level_of(area: float) -> float:
    """Return the mipmap level for a pixel footprint of sqrt(area) texels: log2(area) / 2.

    The logarithm is linear between powers of two, as in software drivers, up to 0.043 too small.
    """
    if not (1.0 < area < 1e36):
        return 0.0
    level = 0.0
    while area >= 4.0:
        area *= 0.25
        level += 1.0
    if area >= 2.0:
        area *= 0.5
        level += 0.5
    return level + 0.5 * (area - 1.0)


@kernel
def share_of_next(level: float, k: int) -> float:
    """Return the weight of level k + 1."""
    return level - k


@kernel
def part_of(share: float) -> int:
    """Convert a share to an integer weight."""
    return 0 if not (share > 0.0) else WHOLE_WEIGHT if share >= 1.0 else int(WHOLE_WEIGHT * share)


# ---- cubes


@kernel
def cube_face(x: float, y: float, z: float) -> tuple[int, float, float, float]:
    """Return the cube face in a direction: (face, s, t, size of the major axis)."""
    ax, ay, az = abs(x), abs(y), abs(z)
    if ax >= ay and ax >= az:
        return (0, -z, -y, ax) if x > 0.0 else (1, z, -y, ax)
    if ay >= az:
        return (2, x, z, ay) if y > 0.0 else (3, x, -z, ay)
    return (4, x, -y, az) if z > 0.0 else (5, -x, -y, az)


@kernel
def on_face(p: Vec3, step: Vec3) -> float:
    """Return the squared length of a step, projected to the face of the unit cube."""
    a, b, m = p[1], p[2], p[0]
    da, db, dm = step[1], step[2], step[0]
    if abs(p[1]) > abs(m):
        a, m, da, dm = p[0], p[1], step[0], step[1]
    if abs(p[2]) > abs(m):
        a, b, m, da, db, dm = p[0], p[1], p[2], step[0], step[1], step[2]
    if m == 0.0:
        return 0.0
    inverse = 1.0 / m
    da, db = (da - a * inverse * dm) * inverse, (db - b * inverse * dm) * inverse
    return da * da + db * db


@kernel
def cube_level(c: Context, tex: int, p: Vec3, right: Vec3, up: Vec3) -> float:
    """Return the mipmap level of a cube texture; right, up: direction increments per pixel."""
    wide = c.level_width[c.tex_level[tex]]
    return level_of(0.25 * wide * wide * max(on_face(p, right), on_face(p, up)))


@kernel
def face_point(face: int, s: float, t: float, main: float) -> Vec3:
    """Return the direction of a point of a face (inverse of cube_face)."""
    if face < 2:
        return (main, -t, -s) if face == 0 else (-main, -t, s)
    if face < 4:
        return (s, main, t) if face == 2 else (s, -main, -t)
    return (s, -t, main) if face == 4 else (-s, -t, -main)


@kernel
def beyond_edge(c: Context, level: int, face: int, i: int, j: int) -> int:
    """Return a texel of a cube face, or of the adjacent face beyond the edge."""
    n = c.level_width[level]
    if i < 0 or i >= n:
        j = min(max(j, 0), n - 1)  # at a corner, one adjacent face stands for both
        x, y, z = face_point(face, -1.0 if i < 0 else 1.0, (2 * j + 1.0) / n - 1.0, 1.0 - 1.0 / n)
    elif j < 0 or j >= n:
        x, y, z = face_point(face, (2 * i + 1.0) / n - 1.0, -1.0 if j < 0 else 1.0, 1.0 - 1.0 / n)
    else:
        return texel(c, c.level_adr[level] + n * (n * face + j) + i)
    other, s, t, _ = cube_face(x, y, z)
    i, j = int(0.5 * (s + 1.0) * n), int(0.5 * (t + 1.0) * n)
    i, j = min(max(i, 0), n - 1), min(max(j, 0), n - 1)
    return texel(c, c.level_adr[level] + n * (n * other + j) + i)


@kernel
def face_texel(c: Context, level: int, face: int, u: float, v: float) -> int:
    """Sample a level of one cube face at (u, v), seamless at its edges."""
    n = c.level_width[level]
    x, y = int(u * (WHOLE_WEIGHT * n)) - HALF_WEIGHT, int(v * (WHOLE_WEIGHT * n)) - HALF_WEIGHT
    i, j = x >> WEIGHT_BITS, y >> WEIGHT_BITS
    if i >= 0 and j >= 0 and i + 1 < n and j + 1 < n:
        at = c.level_adr[level] + n * (n * face + j) + i
        low = mix(texel(c, at), texel(c, at + 1), x & 255)
        return mix(low, mix(texel(c, at + n), texel(c, at + n + 1), x & 255), y & 255)
    low = mix(beyond_edge(c, level, face, i, j), beyond_edge(c, level, face, i + 1, j), x & 255)
    high = mix(beyond_edge(c, level, face, i, j + 1), beyond_edge(c, level, face, i + 1, j + 1), x & 255)
    return mix(low, high, y & 255)


@kernel
def corner_color(c: Context, level: int) -> int:
    """Return the color of a cube for direction zero, as in hardware: a corner of three faces."""
    two = mix(beyond_edge(c, level, 4, -1, 0), beyond_edge(c, level, 4, 0, -1), HALF_WEIGHT)
    return mix(two, beyond_edge(c, level, 4, 0, 0), WHOLE_WEIGHT // 3)


@kernel
def cube_color(c: Context, tex: int, x: float, y: float, z: float, level: float) -> int:
    """Sample a cube texture in a direction, at a level."""
    face, s, t, main = cube_face(x, y, z)
    if main == 0.0:
        return corner_color(c, c.tex_level[tex])
    # comparisons that fail for NaN
    if not (0.0 < main < 1e30 and abs(s) <= main and abs(t) <= main):
        return 0
    half = 0.5 / main
    u, v = 0.5 + s * half, 0.5 + t * half
    first, last = c.tex_level[tex], c.tex_nlevel[tex] - 1
    k = min(int(level), last)
    share = part_of(share_of_next(level, k)) if k < last else 0
    if share == 0:
        return face_texel(c, first + k, face, u, v)
    if share == WHOLE_WEIGHT:
        return face_texel(c, first + k + 1, face, u, v)
    return mix(face_texel(c, first + k, face, u, v), face_texel(c, first + k + 1, face, u, v), share)
