"""Builtin textures: gradient, checker and flat images with optional marks.

Documents: Modeling / XML reference / asset / texture

An image is an array (height, width, channels) of bytes, top row first. A cube has six square faces below each
other: right, left, up, down, front, back. A colour component x in [0, 1] becomes floor(255 x).
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from gelenk.assets.cache import CACHE
from gelenk.tables.enums import mjtBuiltin, mjtMark

CUBE_FACES = 6
UP, DOWN, FRONT, BACK = 2, 3, 4, 5

GRADIENT, CHECKER = int(mjtBuiltin.mjBUILTIN_GRADIENT), int(mjtBuiltin.mjBUILTIN_CHECKER)
EDGE, CROSS, RANDOM = int(mjtMark.mjMARK_EDGE), int(mjtMark.mjMARK_CROSS), int(mjtMark.mjMARK_RANDOM)


def builtin_image(
    flat: bool,
    builtin: int,
    mark: int,
    width: int,
    height: int,
    channels: int,
    rgb1: Any,
    rgb2: Any,
    markrgb: Any,
    random: float,
) -> np.ndarray:
    """The image of a builtin texture, (height, width, channels) uint8; `flat` is a 2d image, else a cube.

    The first three channels are the colour, a fourth is opaque; one channel is red, two are red and green.
    """
    first, second, mark_colour = (tuple(float(x) for x in rgb) for rgb in (rgb1, rgb2, markrgb))

    def make() -> np.ndarray:
        return new_image(flat, builtin, mark, width, height, channels, first, second, mark_colour, random)

    key = ("builtin", flat, builtin, mark, width, height, channels, first, second, mark_colour, random)
    return CACHE.get(key, b"", make, lambda image: image.nbytes)


def new_image(
    flat: bool,
    builtin: int,
    mark: int,
    width: int,
    height: int,
    channels: int,
    rgb1: tuple,
    rgb2: tuple,
    markrgb: tuple,
    random: float,
) -> np.ndarray:
    """`builtin_image` of settings that are not in the cache."""
    faces = 1 if flat else CUBE_FACES
    rows = height // faces
    first, second = to_bytes(rgb1), to_bytes(rgb2)
    image = np.zeros((faces, rows, width, 3), np.uint8)
    for face in range(faces):
        if builtin == GRADIENT:
            if not flat and face not in (0, UP, DOWN):  # the sides of a sky are alike
                image[face] = image[0]
                continue
            distance = disc_distance(width, rows) if flat else sky_distance(face, width)
            image[face] = gradient(distance, np.asarray(rgb1, float), np.asarray(rgb2, float))
        elif builtin == CHECKER:
            image[face] = np.where(checker(width, rows, face in (FRONT, BACK))[..., None], first, second)
        else:
            image[face] = second if face == DOWN else first
    if mark == RANDOM:
        image[random_mask(image.shape[:3], random)] = to_bytes(markrgb)
    elif mark in (EDGE, CROSS):
        image[:, (edge_mask if mark == EDGE else cross_mask)(width, rows)] = to_bytes(markrgb)
    made = with_channels(image.reshape(height, width, 3), channels)
    made.setflags(write=False)
    return made


def to_bytes(rgb: Any) -> np.ndarray:
    """floor(255 x) of colours; numbers outside [0, 1] wrap around, NaN is 0."""
    scaled = 255.0 * np.asarray(rgb, float)
    if scaled.size and scaled.min() > -1.0 and scaled.max() < 256.0:  # mostly
        return scaled.astype(np.int16).astype(np.uint8)
    scaled = np.nan_to_num(scaled, nan=0.0, posinf=0.0, neginf=0.0)
    return np.fmod(np.trunc(scaled), 256).astype(np.int64).astype(np.uint8)


def with_channels(image: np.ndarray, channels: int) -> np.ndarray:
    """A colour image with fewer channels, or with opaque further ones."""
    if channels <= 3:
        return np.ascontiguousarray(image[:, :, :channels])
    out = np.full((*image.shape[:2], channels), 255, np.uint8)
    out[:, :, :3] = image
    return out


# gradients


def gradient(distance: np.ndarray, rgb1: np.ndarray, rgb2: np.ndarray) -> np.ndarray:
    """Colours from rgb1 at distance 0 to rgb2 at distance 1 and beyond, along a sigmoid:

    w = 1/2 + u / sqrt(2 (1 + u^2)),  u = 2 distance - 1,  color = (1 - w) rgb1 + w rgb2
    """
    u = 2.0 * np.minimum(distance, 1.0) - 1.0
    w = (0.5 * (1.0 + u * math.sqrt(2.0) / np.sqrt(1.0 + u * u)))[..., None]
    with np.errstate(invalid="ignore"):  # infinite colours
        return to_bytes((1.0 - w) * rgb1 + w * rgb2)


def grid(width: int, height: int) -> tuple[np.ndarray, np.ndarray]:
    """Column and row coordinates from -1 to 1 (NaN for a single pixel)."""
    with np.errstate(invalid="ignore"):
        x = 2.0 * np.arange(width) / np.float64(width - 1) - 1.0
        y = 2.0 * np.arange(height) / np.float64(height - 1) - 1.0
    return np.tile(x, (height, 1)), np.tile(y[:, None], width)


def disc_distance(width: int, height: int) -> np.ndarray:
    """Distance from the middle of a 2d image, 1 at the nearest edges."""
    x, y = grid(width, height)
    return np.sqrt(x * x + y * y)


def sky_distance(face: int, width: int) -> np.ndarray:
    """Angle between the view through a pixel of a cube's face and straight up, as a fraction of pi."""
    x, y = grid(width, width)
    if face in (UP, DOWN):  # up and down look along the vertical
        up = np.full_like(x, 1.0 if face == UP else -1.0)
        side = np.sqrt(x * x + y * y)
    else:
        up = -y
        side = np.sqrt(1.0 + x * x)
    return np.arctan2(side, up) / math.pi


# patterns and marks


def checker(width: int, height: int, inverted: bool) -> np.ndarray:
    """True where the 2-by-2 checker has its first colour; the last two faces of a cube have it inverted."""
    left, top = np.arange(width) < width // 2, np.arange(height) < height // 2
    return (left[None, :] == top[:, None]) != inverted


def edge_mask(width: int, height: int) -> np.ndarray:
    """The outermost pixels."""
    mask = np.ones((height, width), bool)
    mask[1:-1, 1:-1] = False
    return mask


def cross_mask(width: int, height: int) -> np.ndarray:
    """The middle row and column."""
    mask = np.zeros((height, width), bool)
    mask[height // 2, :] = True
    mask[:, width // 2] = True
    return mask


def random_mask(shape: tuple[int, ...], probability: float) -> np.ndarray:
    """Pixels switched on with the given probability, the same for every texture of this size."""
    count = math.prod(shape)
    return (mersenne_twister(42, count) / 2.0**64 < probability).reshape(shape)


def mersenne_twister(seed: int, count: int) -> np.ndarray:
    """The first numbers of the 64-bit Mersenne twister, MT19937-64 (Nishimura and Matsumoto 2004).

    The twist of a block of n = 312 needs new words only from its middle on: half a block is one operation.
    """
    n, half = 312, 156
    word = (1 << 64) - 1
    state = [seed]
    for i in range(1, n):
        state.append((6364136223846793005 * (state[-1] ^ (state[-1] >> 62)) + i) & word)
    x = np.array(state, np.uint64)
    blocks = np.empty((-(-count // n), n), np.uint64)
    for block in blocks:
        following = np.roll(x, -1)
        block[:half] = twist(x[:half], following[:half], x[half:])
        following[-1] = block[0]
        block[half:] = twist(x[half:], following[half:], block[:half])
        x = block
    return temper(blocks.ravel()[:count])


def twist(x: np.ndarray, following: np.ndarray, far: np.ndarray) -> np.ndarray:
    """New words from the upper 33 bits of x, the lower 31 of their successors, and words half a block off."""
    y = (x & np.uint64(0xFFFFFFFF80000000)) | (following & np.uint64(0x7FFFFFFF))
    return far ^ (y >> np.uint64(1)) ^ ((y & np.uint64(1)) * np.uint64(0xB5026F5AA96619E9))


def temper(y: np.ndarray) -> np.ndarray:
    """Output function of the generator: spreads the bits of a word."""
    y = y ^ ((y >> np.uint64(29)) & np.uint64(0x5555555555555555))
    y = y ^ ((y << np.uint64(17)) & np.uint64(0x71D67FFFEDA60000))
    y = y ^ ((y << np.uint64(37)) & np.uint64(0xFFF7EEE000000000))
    return y ^ (y >> np.uint64(43))
