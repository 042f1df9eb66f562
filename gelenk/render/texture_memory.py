"""Texture memory: packed RGB texels with mipmap levels, and referenced textures.

Documents: XML reference / asset / texture; API / mjr_uploadTexture

A context stores each texture as packed RGB texels, with mipmap levels.

A model may refer to texture files instead of containing pixels; renderer and viewer then read these files. A file that
cannot be read causes a warning that names the file, and a gray texture.
"""

import itertools
import math
import zlib
from types import SimpleNamespace
from typing import Any

import numpy as np

from gelenk.errors import Error
from gelenk.runtime import log_messages
from gelenk.tables.enums import mjtTexture

SRGB = 2  # value of tex_colorspace
RED_BLUE = np.uint32(0xFF00FF)  # mask of red and blue in a packed texel, which leaves bits for sums
FACES = 6  # faces of a cube texture, one above the other
BLOCK_TEXELS, MIXED = 8, 0xFFFFFFFF  # texels along a side of a block; color of a block that is not uniform


ROWS_AT_ONCE = 64  # rows per step, since page faults of large temporaries take longer than the work


def pack_pixels(level: np.ndarray, out: np.ndarray | None = None) -> np.ndarray:
    """Pack pixels (rows, columns, 3) uint8 to r + 256 g + 65536 b (rows, columns) uint32."""
    rows, columns, _ = level.shape
    out = np.empty((rows, columns), np.uint32) if out is None else out
    for i in range(0, rows, ROWS_AT_ONCE):
        some = level[i : i + ROWS_AT_ONCE]
        flat = np.zeros(some.size + 1, np.uint8)  # every third byte begins a texel; the fourth is masked
        flat[:-1] = some.reshape(-1)
        four = np.ndarray(some.shape[:2], "<u4", flat.data, strides=(3 * columns, 3))
        np.bitwise_and(four, np.uint32(0xFFFFFF), out=out[i : i + ROWS_AT_ONCE])
    return out


def unpack_texels(level: np.ndarray) -> np.ndarray:
    """Unpack texels to (rows, columns, 3) uint8."""
    return level.astype("<u4", copy=False).view(np.uint8).reshape(*level.shape, 4)[:, :, :3]


def uniform_blocks(pixels: np.ndarray) -> np.ndarray:
    """Return the packed color of each block of BLOCK_TEXELS^2 texels, MIXED if not uniform.

    Empty if the size is not a multiple of BLOCK_TEXELS.
    """
    rows, columns = pixels.shape
    if rows % BLOCK_TEXELS or columns % BLOCK_TEXELS:
        return np.zeros(0, np.uint32)
    parts = pixels.reshape(rows // BLOCK_TEXELS, BLOCK_TEXELS, columns // BLOCK_TEXELS, BLOCK_TEXELS)
    first = parts[:, :1, :, :1]
    return np.where((parts == first).all(axis=(1, 3)), first[:, 0, :, 0], np.uint32(MIXED)).reshape(-1)


def texture_faces(m: Any, i: int) -> list[np.ndarray]:
    """Return the faces of texture ``i`` of a model, (rows, columns, 3) uint8.

    A cube texture has six, others one.
    """
    height, width, channels = (int(getattr(m, f"_a_tex_{n}")[i]) for n in ("height", "width", "nchannel"))
    adr = int(m._a_tex_adr[i])
    data = m._a_tex_data[adr : adr + height * width * channels].reshape(height, width, channels)
    rgb = np.repeat(data[:, :, :1], 3, axis=2) if channels < 3 else data[:, :, :3]
    if m._a_tex_colorspace[i] == SRGB:
        rgb = srgb_to_linear(rgb)
    if m._a_tex_type[i] == mjtTexture.mjTEXTURE_2D:
        return [rgb]
    if height == width:  # one image for all faces
        return [rgb] * FACES
    side = height // FACES
    return [rgb[side * k : side * (k + 1)] for k in range(FACES)]


def level_sizes(m: Any, i: int) -> list[tuple[int, int]]:
    """Return rows and columns of the mipmap levels of texture ``i``; faces are stacked."""
    height, width = int(m._a_tex_height[i]), int(m._a_tex_width[i])
    count = 1 if m._a_tex_type[i] == mjtTexture.mjTEXTURE_2D else FACES
    found = [(height // FACES if count > 1 and height != width else height, width)]
    while max(found[-1]) > 1:
        found.append((max(1, found[-1][0] // 2), max(1, found[-1][1] // 2)))
    return [(count * rows, columns) for rows, columns in found]


def mipmap_levels(m: Any, i: int, room: np.ndarray | None = None) -> list[np.ndarray]:
    """Return the mipmap levels of texture ``i`` of a model, packed.

    Each level is (faces * rows, columns).

    room  uint32 array for consecutive levels; None: new memory
    """
    sides, shapes = texture_faces(m, i), level_sizes(m, i)
    ends = np.cumsum([0, *(rows * columns for rows, columns in shapes)]).tolist()
    room = np.empty(ends[-1], np.uint32) if room is None else room
    found = [room[a:b].reshape(shape) for a, b, shape in zip(ends, ends[1:], shapes, strict=False)]
    for side, part in zip(sides, np.split(found[0], len(sides)), strict=True):
        pack_pixels(side, part)
    for upper, lower in itertools.pairwise(found):
        if upper.shape[0] // len(sides) % 2 == 0 and upper.shape[1] % 2 == 0:
            for k in range(0, len(lower), ROWS_AT_ONCE):
                lower[k : k + ROWS_AT_ONCE] = halve_packed(upper[2 * k : 2 * (k + ROWS_AT_ONCE)])
        else:
            pictures = np.split(unpack_texels(upper), len(sides))
            lower[:] = pack_pixels(np.concatenate([halve_image(picture) for picture in pictures]))
    return found


def all_levels(m: Any) -> tuple[np.ndarray, list[list[np.ndarray]]]:
    """Return the texels of all textures of a model, and their mipmap levels as views of them.

    Equal textures, which models with many copies of a robot have, share their levels.
    """
    names = ("type", "height", "width", "nchannel", "colorspace")
    first: list[int] = []  # for each texture the first one that equals it
    made: dict[tuple[int, ...], int] = {}
    for i in range(m.ntex):
        kind = tuple(int(getattr(m, f"_a_tex_{n}")[i]) for n in names)
        other = made.setdefault((*kind, zlib.crc32(np.ascontiguousarray(_texture_bytes(m, i)).data)), i)
        first.append(other if np.array_equal(_texture_bytes(m, other), _texture_bytes(m, i)) else i)
    counts = [
        sum(rows * columns for rows, columns in level_sizes(m, i)) if k == i else 0
        for i, k in enumerate(first)
    ]
    ends = np.cumsum([0, *counts]).tolist()
    texel = np.empty(ends[-1], np.uint32)
    found: list[list[np.ndarray]] = []
    for i, k in enumerate(first):
        found.append(mipmap_levels(m, i, texel[ends[i] : ends[i + 1]]) if k == i else found[k])
    return texel, found


def _texture_bytes(m: Any, i: int) -> np.ndarray:
    """Return the stored bytes of texture ``i`` of a model."""
    adr, names = int(m._a_tex_adr[i]), ("height", "width", "nchannel")
    return m._a_tex_data[adr : adr + math.prod(int(getattr(m, f"_a_tex_{n}")[i]) for n in names)]


def halve_packed(level: np.ndarray) -> np.ndarray:
    """Halve a packed level (rows, columns): average 2 x 2 texels, all channels at once."""
    upper, lower = level[::2], level[1::2]
    apart, green = upper & RED_BLUE, upper >> np.uint32(8)
    green &= np.uint32(0xFF)
    more = lower & RED_BLUE
    apart += more
    np.right_shift(lower, np.uint32(8), out=more)
    more &= np.uint32(0xFF)
    green += more
    apart, green = apart[:, ::2] + apart[:, 1::2], green[:, ::2] + green[:, 1::2]
    apart += np.uint32(0x20002)
    apart >>= np.uint32(2)
    apart &= RED_BLUE
    green += np.uint32(2)
    green >>= np.uint32(2)
    green <<= np.uint32(8)
    apart |= green
    return apart


def srgb_to_linear(rgb: np.ndarray) -> np.ndarray:
    """Convert sRGB to linear color."""
    x = np.arange(256) / 255
    table = np.where(x <= 0.04045, x / 12.92, ((x + 0.055) / 1.055) ** 2.4)
    return np.round(255 * table).astype(np.uint8)[rgb]


def halve_image(image: np.ndarray) -> np.ndarray:
    """Halve an image (rows, columns, 3) of odd size, at least to 1, by linear interpolation."""
    for axis in (0, 1):
        n = image.shape[axis]
        half = max(1, n // 2)
        if half == n:
            continue
        at = (np.arange(half) + 0.5) * n / half - 0.5
        low = np.floor(at).astype(int)
        share = (at - low).reshape((-1, 1, 1) if axis == 0 else (1, -1, 1))
        one = np.take(image, low, axis=axis).astype(np.float32)
        other = np.take(image, np.minimum(low + 1, n - 1), axis=axis).astype(np.float32)
        image = one + share * (other - one)
    return np.floor(image + 0.5).astype(np.uint8)


# Pixels of referenced textures

GRAY = 128  # of textures whose file cannot be read
KEPT = "_loaded_textures"  # attribute of a model: {id: (image, color space)} of textures by reference


def with_pixels(m: Any, again: int = -1) -> Any:
    """Return the model, or, if textures are by reference, their tex_* with all pixels.

    The pixels are cached with the model, so that each file is read once, and a missing file causes one warning.

    again   texture whose file is read again; -1: none
    """
    if not (m._a_tex_adr < 0).any():
        return m
    # imported here, since few models have textures by reference
    from gelenk.modeling.compiler.textures import is_by_reference, load_texture, texture_columns

    kept = m.__dict__.setdefault(KEPT, {})
    kept.pop(again, None)
    pairs = []
    for i in range(m.ntex):
        if not is_by_reference(m, i):
            pairs.append(load_texture(m, i))
            continue
        if i not in kept:
            kept[i] = _image_or_gray(m, i)
        pairs.append(kept[i])
    columns = texture_columns([image for image, _ in pairs], [space for _, space in pairs])
    found = SimpleNamespace(ntex=m.ntex, _a_tex_type=m._a_tex_type)
    for name, values in columns.items():
        setattr(found, "_a_" + name, np.asarray(values))
    return found


def _image_or_gray(m: Any, i: int) -> tuple[np.ndarray, int]:
    """Return pixels and color space of a texture, gray if its file cannot be read."""
    from gelenk.modeling.compiler.textures import load_texture

    try:
        return load_texture(m, i)
    except (Error, MemoryError) as error:
        log_messages.send(f"texture {i}: not uploaded, and gray: {error}")
        return np.full((1, 1, 3), GRAY, np.uint8), 0
