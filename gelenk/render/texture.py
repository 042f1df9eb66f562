"""Colors of textures at a point: linear within a level, between two levels where they are seen from afar.

Documents: XML reference / asset/texture, asset/material
"""

import math

from gelenk.algebra.vec import Vec3
from gelenk.jit.kernel import kernel
from gelenk.jit.structs import Context

SCALE = 1.0 / 255.0


@kernel
def mix_texels(c: Context, row0: int, row1: int, x0: int, x1: int, fx: float, fy: float) -> Vec3:
    """Colors of four pixels, weighted; rows and columns are addresses of bytes."""
    a, b, d, e = row0 + x0, row0 + x1, row1 + x0, row1 + x1
    gx, gy = 1.0 - fx, 1.0 - fy
    wa, wb, wd, we = gx * gy * SCALE, fx * gy * SCALE, gx * fy * SCALE, fx * fy * SCALE
    t = c.tex_data
    return (
        wa * t[a] + wb * t[b] + wd * t[d] + we * t[e],
        wa * t[a + 1] + wb * t[b + 1] + wd * t[d + 1] + we * t[e + 1],
        wa * t[a + 2] + wb * t[b + 2] + wd * t[d + 2] + we * t[e + 2],
    )


@kernel
def repeat_texel(c: Context, level: int, u: float, v: float) -> Vec3:
    """A level of a texture that is repeated, at (u, v) in units of its size."""
    w, h = c.level_width[level], c.level_height[level]
    x, y = (u - math.floor(u)) * w - 0.5, (v - math.floor(v)) * h - 0.5
    x0, y0 = math.floor(x), math.floor(y)
    fx, fy = x - x0, y - y0
    i, j = int(x0), int(y0)
    i1, j1 = i + 1, j + 1
    if i < 0:
        i += w
    if j < 0:
        j += h
    if i1 >= w:
        i1 -= w
    if j1 >= h:
        j1 -= h
    # a level of one pixel, and rounding up to the size itself
    i, j, i1, j1 = min(i, w - 1), min(j, h - 1), min(i1, w - 1), min(j1, h - 1)
    adr = c.level_adr[level]
    return mix_texels(c, adr + 3 * w * j, adr + 3 * w * j1, 3 * i, 3 * i1, fx, fy)


@kernel
def clamp_texel(c: Context, level: int, face: int, u: float, v: float) -> Vec3:
    """A level of one face of a cube, that ends at its edges, at (u, v) in units of its size."""
    w, h = c.level_width[level], c.level_height[level]
    x, y = min(max(u * w - 0.5, 0.0), w - 1.0), min(max(v * h - 0.5, 0.0), h - 1.0)
    i, j = int(x), int(y)
    i1, j1 = min(i + 1, w - 1), min(j + 1, h - 1)
    adr = c.level_adr[level] + 3 * w * h * face
    return mix_texels(c, adr + 3 * w * j, adr + 3 * w * j1, 3 * i, 3 * i1, x - i, y - j)


@kernel
def level_of(rho: float, nlevel: int) -> tuple[int, float]:
    """The level where ``rho`` pixels of the finest one fall on a pixel of the picture, and the share of the next."""
    if not (1.0 < rho < 1e9):
        return 0, 0.0
    lod = math.log2(rho)
    level = int(lod)
    if level >= nlevel - 1:
        return nlevel - 1, 0.0
    return level, lod - level


@kernel
def blend(a: Vec3, b: Vec3, share: float) -> Vec3:
    """a + share (b - a)"""
    return a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1]), a[2] + share * (b[2] - a[2])


@kernel
def flat_color(c: Context, tex: int, u: float, v: float, across: float, along: float) -> Vec3:
    """A 2d texture; across, along: how far u and v go from a pixel of the picture to the next."""
    if not (abs(u) < 1e9 and abs(v) < 1e9):
        return 0.0, 0.0, 0.0
    first = c.tex_level[tex]
    rho = max(across * c.level_width[first], along * c.level_height[first])
    level, share = level_of(rho, c.tex_nlevel[tex])
    color = repeat_texel(c, first + level, u, v)
    return blend(color, repeat_texel(c, first + level + 1, u, v), share) if share > 0.0 else color


@kernel
def cube_face(x: float, y: float, z: float) -> tuple[int, float, float, float]:
    """The face of a cube in a direction: its number, its coordinates s, t and the size of the main one."""
    ax, ay, az = abs(x), abs(y), abs(z)
    if ax >= ay and ax >= az:
        return (0, -z, -y, ax) if x > 0.0 else (1, z, -y, ax)
    if ay >= az:
        return (2, x, z, ay) if y > 0.0 else (3, x, -z, ay)
    return (4, x, -y, az) if z > 0.0 else (5, -x, -y, az)


@kernel
def cube_color(c: Context, tex: int, d: Vec3, turn: float) -> Vec3:
    """A cube texture in direction ``d``; turn: how far d goes from a pixel of the picture to the next."""
    face, s, t, main = cube_face(d[0], d[1], d[2])
    # comparisons that NaN fails
    if not (0.0 < main < 1e30 and abs(s) <= main and abs(t) <= main):
        return 0.0, 0.0, 0.0
    half = 0.5 / main
    u, v = 0.5 + s * half, 0.5 + t * half
    first = c.tex_level[tex]
    level, share = level_of(turn * half * c.level_width[first], c.tex_nlevel[tex])
    color = clamp_texel(c, first + level, face, u, v)
    return blend(color, clamp_texel(c, first + level + 1, face, u, v), share) if share > 0.0 else color
