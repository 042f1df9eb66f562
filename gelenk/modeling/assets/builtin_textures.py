"""Builtin textures: gradient, checker and flat images with optional marks.

Documents: Modeling / XML reference / asset / texture

An image is an array (height, width, channels) of bytes, top row first. A cube has six square faces below each
other: right, left, up, down, front, back. A colour component x in [0, 1] becomes floor(255 x).
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np

from gelenk.engine.constants import mt19937
from gelenk.modeling.assets.disk_cache import remembered
from gelenk.modeling.assets.memory_cache import CACHE
from gelenk.tables.enums import mjtBuiltin, mjtMark
from gelenk.toolchain import library

CUBE_FACES = 6
UP, DOWN, FRONT, BACK = 2, 3, 4, 5

BATCH = 1 << 16  # random numbers that are made together
STRIPE = 16  # rows of an image that are computed together


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
    """The image of a builtin texture, in pieces below each other, (rows, width, channels) uint8.

    Pieces that are equal may be one array. `flat` is a 2d image, else a cube.
    The first three channels are the colour, a fourth is opaque; one channel is red, two are red and green.
    """
    first, second, mark_colour = (tuple(float(x) for x in rgb) for rgb in (rgb1, rgb2, markrgb))

    key = ("builtin", flat, builtin, mark, width, height, channels, first, second, mark_colour, random)

    def make() -> list[np.ndarray]:
        return new_image(flat, builtin, mark, width, height, channels, first, second, mark_colour, random)

    def recalled() -> list[np.ndarray]:
        return remembered(key, make)

    def size(pieces: list[np.ndarray]) -> int:
        return sum({id(piece): piece.nbytes for piece in pieces}.values())

    return CACHE.get(key, b"", recalled if is_slow(builtin, mark) else make, size)


def is_slow(builtin: int, mark: int) -> bool:
    """Whether an image has much to compute; others are repeated bytes, sooner made than looked for on disk."""
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
    """`builtin_image` of settings that are not in the cache."""
    faces = 1 if flat else CUBE_FACES
    rows = height // faces
    if builtin == mjtBuiltin.mjBUILTIN_GRADIENT:
        sides = [*gradient_faces(faces, rows, width, np.asarray(rgb1, float), np.asarray(rgb2, float))]
    else:
        sides = plain_faces(builtin, faces, rows, width, to_bytes(rgb1).tobytes(), to_bytes(rgb2).tobytes())
    color = to_bytes(markrgb)
    if mark == mjtMark.mjMARK_RANDOM:
        sides = [np.concatenate(sides)]
        put_random_marks(sides[0].reshape(-1, 3), random, color)
    elif mark in (mjtMark.mjMARK_EDGE, mjtMark.mjMARK_CROSS):
        edges, middle = ((0, 0), (-1, -1)), ((rows // 2, width // 2),)
        for side in sides:
            for row, column in edges if mark == mjtMark.mjMARK_EDGE else middle:
                side[row] = side[:, column] = color
    if is_slow(builtin, mark) and len(sides) > 1:  # kept on disk as one
        sides = [np.concatenate(sides)]
    made = {id(side): with_channels(side, channels) for side in sides}
    for side in made.values():
        side.setflags(write=False)
    return [made[id(side)] for side in sides]


def plain_faces(
    builtin: int, faces: int, rows: int, width: int, first: bytes, second: bytes
) -> list[np.ndarray]:
    """The faces of one color or of a checker, (rows, width, 3) bytes; equal ones are one array."""
    checked = builtin == mjtBuiltin.mjBUILTIN_CHECKER
    swapped = (FRONT, BACK) if checked else (DOWN,)
    kinds = [(first, second)] if faces == 1 or first == second else [(first, second), (second, first)]
    made = [checker(rows, width, *kind) if checked else bytearray(kind[0]) * (rows * width) for kind in kinds]
    images = [np.frombuffer(pixels, np.uint8).reshape(rows, width, 3) for pixels in made]
    return [images[-1 if face in swapped else 0] for face in range(faces)]


def to_bytes(rgb: Any) -> np.ndarray:
    """floor(255 x) of colours; numbers outside [0, 1] wrap around, NaN is 0."""
    if type(rgb) is tuple and all(0.0 <= x <= 1.0 for x in rgb):  # one, in a fraction of the time
        return np.array([int(255.0 * x) for x in rgb], np.uint8)
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
    w = 0.5 * (1.0 + u * math.sqrt(2.0) / np.sqrt(1.0 + u * u))
    ends = np.concatenate([rgb1, rgb2])
    # mostly what lies between needs no look at each pixel; a single pixel is nowhere, and all NaN
    if ends.min() >= 0.0 and ends.max() <= 1.0 and w.flat[0] == w.flat[0]:
        made = np.empty((*w.shape, 3), np.uint8)
        rest = 1.0 - w
        for k in range(3):  # loops over pixels are long, those over colours short
            color = rest * rgb1[k]
            if rgb2[k] != 0.0:  # black, to which skies fade, adds nothing
                color += w * rgb2[k]
            color *= 255.0
            made[..., k] = color
        return made
    w = w[..., None]
    with np.errstate(invalid="ignore"):  # infinite colours
        return to_bytes((1.0 - w) * rgb1 + w * rgb2)


def grid(width: int, height: int) -> tuple[np.ndarray, np.ndarray]:
    """Coordinates of columns (1, width) and rows (height, 1), from -1 to 1 (NaN for a single pixel)."""
    with np.errstate(invalid="ignore"):
        x = 2.0 * np.arange(width) / np.float64(width - 1) - 1.0
        y = 2.0 * np.arange(height) / np.float64(height - 1) - 1.0
    return x[None, :], y[:, None]


def stripes(height: int) -> Iterator[slice]:
    """Rows that are computed together: what is computed of them stays in the cache of the processor."""
    return (slice(start, start + STRIPE) for start in range(0, height, STRIPE))


def gradient_faces(faces: int, rows: int, width: int, rgb1: np.ndarray, rgb2: np.ndarray) -> np.ndarray:
    """The gradient of a 2d image, or of the six faces of a cube: (faces, rows, width, 3) bytes."""
    image = np.empty((faces, rows, width, 3), np.uint8)
    if faces == 1:
        put_disc(image[0], rgb1, rgb2)
        return image
    put_side_of_sky(image[0], rgb1, rgb2)
    for face in range(1, faces):
        if face in (UP, DOWN):
            put_end_of_sky(image[face], 1.0 if face == UP else -1.0, rgb1, rgb2)
        else:
            image[face] = image[0]
    return image


def put_disc(image: np.ndarray, rgb1: np.ndarray, rgb2: np.ndarray) -> None:
    """The gradient of a 2d image, by the distance from its middle, 1 at the nearest edges."""
    x, y = grid(image.shape[1], image.shape[0])
    for part in stripes(len(image)):
        image[part] = gradient(np.sqrt(x * x + y[part] * y[part]), rgb1, rgb2)


def put_side_of_sky(image: np.ndarray, rgb1: np.ndarray, rgb2: np.ndarray) -> None:
    """The gradient of a side of a cube, by the angle between the view and straight up, as a fraction of pi.

    Columns that are equally far from the middle are alike, and are computed once.
    """
    x, y = grid(image.shape[1], image.shape[0])
    away, same = np.unique(np.sqrt(1.0 + x * x), return_inverse=True)
    same = same.reshape(-1)
    for part in stripes(len(image)):
        image[part] = gradient(np.arctan2(away, -y[part]) / math.pi, rgb1, rgb2).take(same, axis=1)


def put_end_of_sky(image: np.ndarray, up: float, rgb1: np.ndarray, rgb2: np.ndarray) -> None:
    """As the sides, of the face that looks up (1) or down (-1), which is equal across its diagonal."""
    x, y = grid(image.shape[1], image.shape[0])
    for part in stripes(len(image)):
        beyond = slice(part.start, None)
        away = np.sqrt(x[:, beyond] * x[:, beyond] + y[part] * y[part])
        made = gradient(np.arctan2(away, up) / math.pi, rgb1, rgb2)
        image[part, beyond] = made
        image[beyond, part] = made.transpose(1, 0, 2)


# patterns and marks


def checker(rows: int, width: int, first: bytes, second: bytes) -> bytearray:
    """The pixels of a 2-by-2 checker, of which the first color is at the top left and at the bottom right."""
    left, right = width // 2, width - width // 2
    pixels = bytearray(first * left + second * right) * (rows // 2)
    pixels += (second * left + first * right) * (rows - rows // 2)
    return pixels


def put_random_marks(pixels: np.ndarray, probability: float, color: np.ndarray) -> None:
    """Give pixels (n, 3) a colour with the given probability, the same ones in every texture of this size."""
    state, marks = first_state(42), np.zeros(min(len(pixels), BATCH), np.int32)
    least = divmod(first_not_below(probability), 1 << 32)
    for start in range(0, len(pixels), BATCH):
        part = pixels[start : start + BATCH]
        library.call("random_marks", state, marks, len(part), *least)
        part[np.flatnonzero(marks[: len(part)] != 0)] = color


def first_state(seed: int) -> np.ndarray:
    """The state of the generator that a seed gives, before its first number."""
    words = [seed]
    for i in range(1, mt19937.N):
        words.append((6364136223846793005 * (words[-1] ^ (words[-1] >> 62)) + i) & ((1 << 64) - 1))
    halves = [half for word in words for half in (word >> 32, word & mt19937.ALL)]
    return np.array([*halves, mt19937.N], np.uint32).view(np.int32)


def first_not_below(probability: float) -> int:
    """The first word of 64 bits that, divided by 2^64, is no less than the probability; 2^64 where none is.

    Words are rounded to the next number of double precision, which keeps their order.
    """
    low, high = 0, 1 << 64
    while low < high:
        word = (low + high) // 2
        if word / 2.0**64 < probability:
            low = word + 1
        else:
            high = word
    return low
