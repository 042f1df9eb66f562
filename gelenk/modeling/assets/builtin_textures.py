"""Builtin textures: gradient, checker and flat images with optional marks.

Documents: Modeling / XML reference / asset / texture

An image is an array (height, width, channels) of bytes, top row first. The six square faces of a cube are stacked
vertically: right, left, up, down, front, back. A color component x in [0, 1] becomes floor(255 x).
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np

from gelenk.algebra import random_numbers
from gelenk.modeling.assets.asset_cache import CACHE, load_or_make
from gelenk.tables.enums import mjtBuiltin, mjtMark
from gelenk.toolchain.extension import load

CUBE_FACES = 6
UP, DOWN, FRONT, BACK = 2, 3, 4, 5

BATCH = 1 << 16  # random words generated per native call
STRIPE = 16  # image rows computed at a time, so that intermediate arrays stay in the CPU cache


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
) -> list[np.ndarray]:
    """Return a builtin texture as stacked pieces (rows, width, channels) uint8.

    Equal pieces may share one array. `flat` selects a 2d image instead of a cube.
    One channel holds red, two hold red and green, three hold the color; a fourth channel is opaque (255).
    """
    first, second, mark_color = (tuple(float(x) for x in rgb) for rgb in (rgb1, rgb2, markrgb))

    key = ("builtin", flat, builtin, mark, width, height, channels, first, second, mark_color, random)

    def make() -> list[np.ndarray]:
        return new_image(flat, builtin, mark, width, height, channels, first, second, mark_color, random)

    def recalled() -> list[np.ndarray]:
        return load_or_make(key, make)

    def size(pieces: list[np.ndarray]) -> int:
        return sum({id(piece): piece.nbytes for piece in pieces}.values())

    return CACHE.get(key, b"", recalled if is_slow(builtin, mark) else make, size)


def is_slow(builtin: int, mark: int) -> bool:
    """Return whether the image is worth storing on disk.

    All other images consist of repeated bytes, which are faster to generate than to read from disk.
    """
    return builtin == mjtBuiltin.mjBUILTIN_GRADIENT or mark == mjtMark.mjMARK_RANDOM


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
) -> list[np.ndarray]:
    """Compute `builtin_image` without the cache."""
    faces = 1 if flat else CUBE_FACES
    rows = height // faces
    if builtin == mjtBuiltin.mjBUILTIN_GRADIENT:
        sides = [*gradient_faces(faces, rows, width, np.asarray(rgb1, float), np.asarray(rgb2, float))]
    else:
        sides = plain_faces(builtin, faces, rows, width, to_bytes(rgb1).tobytes(), to_bytes(rgb2).tobytes())
    color = to_bytes(markrgb)
    if mark == mjtMark.mjMARK_RANDOM:
        sides = [np.concatenate(sides)]
        add_random_marks(sides[0].reshape(-1, 3), random, color)
    elif mark in (mjtMark.mjMARK_EDGE, mjtMark.mjMARK_CROSS):
        edges, middle = ((0, 0), (-1, -1)), ((rows // 2, width // 2),)
        for side in sides:
            for row, column in edges if mark == mjtMark.mjMARK_EDGE else middle:
                side[row] = side[:, column] = color
    if is_slow(builtin, mark) and len(sides) > 1:  # the disk cache stores one array per image
        sides = [np.concatenate(sides)]
    made = {id(side): with_channels(side, channels) for side in sides}
    for side in made.values():
        side.setflags(write=False)
    return [made[id(side)] for side in sides]


def plain_faces(
    builtin: int, faces: int, rows: int, width: int, first: bytes, second: bytes
) -> list[np.ndarray]:
    """Return faces of one color or a checker, (rows, width, 3); equal ones share an array."""
    checked = builtin == mjtBuiltin.mjBUILTIN_CHECKER
    swapped = (FRONT, BACK) if checked else (DOWN,)
    kinds = [(first, second)] if faces == 1 or first == second else [(first, second), (second, first)]
    made = [checker(rows, width, *kind) if checked else bytearray(kind[0]) * (rows * width) for kind in kinds]
    images = [np.frombuffer(pixels, np.uint8).reshape(rows, width, 3) for pixels in made]
    return [images[-1 if face in swapped else 0] for face in range(faces)]


def to_bytes(rgb: Any) -> np.ndarray:
    """Return floor(255 x) of colors as uint8; values outside [0, 1] wrap around, NaN is 0."""
    if type(rgb) is tuple and all(0.0 <= x <= 1.0 for x in rgb):  # fast path for a single color
        return np.array([int(255.0 * x) for x in rgb], np.uint8)
    scaled = 255.0 * np.asarray(rgb, float)
    # fast path for values that need no wrapping, the usual case
    if scaled.size and scaled.min() > -1.0 and scaled.max() < 256.0:
        return scaled.astype(np.int16).astype(np.uint8)
    scaled = np.nan_to_num(scaled, nan=0.0, posinf=0.0, neginf=0.0)
    return np.fmod(np.trunc(scaled), 256).astype(np.int64).astype(np.uint8)


def with_channels(image: np.ndarray, channels: int) -> np.ndarray:
    """Return a color image reduced to `channels`, or extended by opaque channels."""
    if channels <= 3:
        return np.ascontiguousarray(image[:, :, :channels])
    out = np.full((*image.shape[:2], channels), 255, np.uint8)
    out[:, :, :3] = image
    return out


# gradients


def gradient(distance: np.ndarray, rgb1: np.ndarray, rgb2: np.ndarray) -> np.ndarray:
    """Return colors from rgb1 at distance 0 to rgb2 at distance 1 and beyond, along a sigmoid.

    w = 1/2 + u / sqrt(2 (1 + u^2)),  u = 2 distance - 1,  color = (1 - w) rgb1 + w rgb2
    """
    u = 2.0 * np.minimum(distance, 1.0) - 1.0
    w = 0.5 * (1.0 + u * math.sqrt(2.0) / np.sqrt(1.0 + u * u))
    ends = np.concatenate([rgb1, rgb2])
    # mixtures of colors in [0, 1] need no range check per pixel; a 1x1 image has NaN weights and takes the general path
    if ends.min() >= 0.0 and ends.max() <= 1.0 and w.flat[0] == w.flat[0]:
        made = np.empty((*w.shape, 3), np.uint8)
        rest = 1.0 - w
        for k in range(3):  # per channel, so that the inner numpy loop runs over pixels
            color = rest * rgb1[k]
            if rgb2[k] != 0.0:  # skies often fade to black, which adds nothing
                color += w * rgb2[k]
            color *= 255.0
            made[..., k] = color
        return made
    w = w[..., None]
    with np.errstate(invalid="ignore"):  # infinite colors
        return to_bytes((1.0 - w) * rgb1 + w * rgb2)


def grid(width: int, height: int) -> tuple[np.ndarray, np.ndarray]:
    """Return column (1, width) and row (height, 1) coordinates in [-1, 1]; NaN for size 1."""
    with np.errstate(invalid="ignore"):
        x = 2.0 * np.arange(width) / np.float64(width - 1) - 1.0
        y = 2.0 * np.arange(height) / np.float64(height - 1) - 1.0
    return x[None, :], y[:, None]


def stripes(height: int) -> Iterator[slice]:
    """Yield slices of STRIPE rows, so that intermediate arrays stay in the CPU cache."""
    return (slice(start, start + STRIPE) for start in range(0, height, STRIPE))


def gradient_faces(faces: int, rows: int, width: int, rgb1: np.ndarray, rgb2: np.ndarray) -> np.ndarray:
    """Return the gradient of a 2d image or of all cube faces, (faces, rows, width, 3) bytes."""
    image = np.empty((faces, rows, width, 3), np.uint8)
    if faces == 1:
        fill_radial_gradient(image[0], rgb1, rgb2)
        return image
    fill_side_face(image[0], rgb1, rgb2)
    for face in range(1, faces):
        if face in (UP, DOWN):
            fill_upper_or_lower_face(image[face], 1.0 if face == UP else -1.0, rgb1, rgb2)
        else:
            image[face] = image[0]
    return image


def fill_radial_gradient(image: np.ndarray, rgb1: np.ndarray, rgb2: np.ndarray) -> None:
    """Fill a 2d image with the gradient by distance from its center, 1 at the nearest edges."""
    x, y = grid(image.shape[1], image.shape[0])
    for part in stripes(len(image)):
        image[part] = gradient(np.sqrt(x * x + y[part] * y[part]), rgb1, rgb2)


def fill_side_face(image: np.ndarray, rgb1: np.ndarray, rgb2: np.ndarray) -> None:
    """Fill a side face of a cube, by the angle from straight up as a fraction of pi.

    Columns equally far from the middle are equal, and are computed once.
    """
    x, y = grid(image.shape[1], image.shape[0])
    away, same = np.unique(np.sqrt(1.0 + x * x), return_inverse=True)
    same = same.reshape(-1)
    for part in stripes(len(image)):
        image[part] = gradient(np.arctan2(away, -y[part]) / math.pi, rgb1, rgb2).take(same, axis=1)


def fill_upper_or_lower_face(image: np.ndarray, up: float, rgb1: np.ndarray, rgb2: np.ndarray) -> None:
    """Fill the upper (up = 1) or lower (-1) face of a cube, by the same angle as the sides.

    The image is symmetric across its diagonal, so half of the pixels are computed.
    """
    x, y = grid(image.shape[1], image.shape[0])
    for part in stripes(len(image)):
        beyond = slice(part.start, None)
        away = np.sqrt(x[:, beyond] * x[:, beyond] + y[part] * y[part])
        made = gradient(np.arctan2(away, up) / math.pi, rgb1, rgb2)
        image[part, beyond] = made
        image[beyond, part] = made.transpose(1, 0, 2)


# patterns and marks


def checker(rows: int, width: int, first: bytes, second: bytes) -> bytearray:
    """Return a 2-by-2 checker with the first color at the top left and bottom right."""
    left, right = width // 2, width - width // 2
    pixels = bytearray(first * left + second * right) * (rows // 2)
    pixels += (second * left + first * right) * (rows - rows // 2)
    return pixels


def add_random_marks(pixels: np.ndarray, probability: float, color: np.ndarray) -> None:
    """Give each of the pixels (n, 3) a color with the given probability.

    The seed is constant, so that all textures of one size have the same marks.
    """
    state, marks = initial_mt_state(42), np.zeros(min(len(pixels), BATCH), np.int32)
    least = divmod(least_word_at_least(probability), 1 << 32)
    for start in range(0, len(pixels), BATCH):
        part = pixels[start : start + BATCH]
        load.run_kernel("random_marks", state, marks, len(part), *least)
        part[np.flatnonzero(marks[: len(part)] != 0)] = color


def initial_mt_state(seed: int) -> np.ndarray:
    """Return the initial state of the 64-bit Mersenne Twister for a seed."""
    words = [seed]
    for i in range(1, random_numbers.MT_WORDS):
        words.append((6364136223846793005 * (words[-1] ^ (words[-1] >> 62)) + i) & ((1 << 64) - 1))
    halves = [half for word in words for half in (word >> 32, word & random_numbers.WORD_BITS)]
    return np.array([*halves, random_numbers.MT_WORDS], np.uint32).view(np.int32)


def least_word_at_least(probability: float) -> int:
    """Return the smallest 64-bit word w with w / 2^64 >= probability, 2^64 if none exists.

    Words are rounded to double precision, which preserves their order.
    """
    low, high = 0, 1 << 64
    while low < high:
        word = (low + high) // 2
        if word / 2.0**64 < probability:
            low = word + 1
        else:
            high = word
    return low
