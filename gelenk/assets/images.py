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
from gelenk.engine.constants import twister
from gelenk.jit import library
from gelenk.tables.enums import mjtBuiltin, mjtMark

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
        if builtin == mjtBuiltin.mjBUILTIN_GRADIENT:
            if not flat and face not in (0, UP, DOWN):  # the sides of a sky are alike
                image[face] = image[0]
                continue
            for start in range(
                0, rows, STRIPE
            ):  # what is computed of a stripe stays in the cache of the processor
                part = slice(start, start + STRIPE)
                distance = disc_distance(width, rows, part) if flat else sky_distance(face, width, part)
                image[face, part] = gradient(distance, np.asarray(rgb1, float), np.asarray(rgb2, float))
        elif builtin == mjtBuiltin.mjBUILTIN_CHECKER:
            image[face] = np.where(checker(width, rows, face in (FRONT, BACK))[..., None], first, second)
        else:
            image[face] = second if face == DOWN else first
    if mark == mjtMark.mjMARK_RANDOM:
        put_random_marks(image.reshape(-1, 3), random, to_bytes(markrgb))
    elif mark in (mjtMark.mjMARK_EDGE, mjtMark.mjMARK_CROSS):
        image[:, (edge_mask if mark == mjtMark.mjMARK_EDGE else cross_mask)(width, rows)] = to_bytes(markrgb)
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


def disc_distance(width: int, height: int, rows: slice) -> np.ndarray:
    """Distance from the middle of a 2d image, 1 at the nearest edges, of some rows."""
    x, y = grid(width, height)
    y = y[rows]
    return np.sqrt(x * x + y * y)


def sky_distance(face: int, width: int, rows: slice) -> np.ndarray:
    """Angle between the view through pixels of a cube's face and straight up, as a fraction of pi, of some rows."""
    x, y = grid(width, width)
    y = y[rows]
    if face in (UP, DOWN):  # up and down look along the vertical
        return np.arctan2(np.sqrt(x * x + y * y), 1.0 if face == UP else -1.0) / math.pi
    return np.arctan2(np.sqrt(1.0 + x * x), -y) / math.pi


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


def put_random_marks(pixels: np.ndarray, probability: float, color: np.ndarray) -> None:
    """Give pixels (n, 3) a colour with the given probability, the same ones in every texture of this size."""
    state, marks = first_state(42), np.zeros(min(len(pixels), BATCH), np.int32)
    for start in range(0, len(pixels), BATCH):
        part = pixels[start : start + BATCH]
        library.call("random_marks", state, marks, len(part), float(probability))
        part[np.flatnonzero(marks[: len(part)] != 0)] = color


def first_state(seed: int) -> np.ndarray:
    """The state of the generator that a seed gives, before its first number."""
    words = [seed]
    for i in range(1, twister.N):
        words.append((6364136223846793005 * (words[-1] ^ (words[-1] >> 62)) + i) & ((1 << 64) - 1))
    halves = [half for word in words for half in (word >> 32, word & twister.ALL)]
    return np.array([*halves, twister.N], float)
