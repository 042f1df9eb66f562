"""PNG files: encoding and decoding by Pillow; sizes and checksums are verified first.

Documents: Modeling / XML reference / asset / texture; asset / hfield
"""

from __future__ import annotations

import io
import struct
import zlib
from typing import Any

import numpy as np

from gelenk.errors import Error
from gelenk.modeling.assets.asset_cache import CACHE, load_or_make
from gelenk.toolchain.digests import blake2b

SIGNATURE = b"\x89PNG\r\n\x1a\n"
CHUNK = struct.Struct(">I4s")  # length of the content, type; then come the content and a checksum of both
HEADER = struct.Struct(">IIBB")  # width, height, bits per sample, color type
CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}  # color type -> samples per pixel
MODES = {1: "L", 3: "RGB", 4: "RGBA"}  # samples per pixel -> Pillow mode
MOST_PIXELS = 1 << 28
MOST_EXPANSION = 1032  # largest ratio of decompressed to compressed bytes of deflate


def decode_png(content: bytes, channels: int) -> tuple[np.ndarray, bool]:
    """Return an image (height, width, channels) uint8, top row first, and its sRGB flag.

    One channel is the red of a color image, three are the color, four have opacity as the last. Samples of 16 bits are
    reduced to their upper 8.

    Errors   gelenk.Error: not a PNG, a damaged file, an impossible size
    """
    key = ("png", channels)

    def arrays() -> list[np.ndarray]:
        image, srgb = decode_new_png(content, channels)
        return [image, np.array([srgb], np.uint8)]

    def make() -> tuple[np.ndarray, bool]:
        image, srgb = load_or_make((*key, blake2b(content).digest()), arrays)
        return image, bool(srgb[0])

    return CACHE.get(key, content, make, lambda made: made[0].nbytes)


def decode_new_png(content: bytes, channels: int) -> tuple[np.ndarray, bool]:
    """Decode an image without the cache."""
    bits = check_chunks(content)
    from PIL import PngImagePlugin  # imported on first use, to keep startup fast

    try:
        picture = PngImagePlugin.PngImageFile(io.BytesIO(content))
        picture.load()
        image = pixels_of_png(picture, bits, channels)
    except MemoryError:
        raise
    except Exception:  # Pillow raises about ten types on damaged files, with messages that quote the content
        raise Error("the PNG is damaged") from None
    image.setflags(write=False)
    return image, "srgb" in picture.info


def check_chunks(content: bytes) -> int:
    """Check that all chunks are complete with correct checksums; return the bits per sample."""
    if not content.startswith(SIGNATURE):
        raise Error("this is not a PNG file")
    view = memoryview(content)
    at, bits, kind = len(SIGNATURE), 0, b""
    while kind != b"IEND":
        if at + 12 > len(content):
            raise Error("the PNG is cut off")
        length, kind = CHUNK.unpack_from(content, at)
        end = at + 8 + length
        if end + 4 > len(content):
            raise Error("the PNG is cut off")
        if zlib.crc32(view[at + 4 : end]) != int.from_bytes(view[end : end + 4], "big"):
            raise Error("a checksum of the PNG is wrong")
        if not bits:
            bits = check_header(kind, view[at + 8 : end], len(content))
        at = end + 4
    return bits


def check_header(kind: bytes, header: memoryview, size: int) -> int:
    """Check the header and that the pixel count is possible; return the bits per sample."""
    if kind != b"IHDR" or len(header) != 13:
        raise Error("the PNG has no header")
    width, height, bits, color = HEADER.unpack_from(header)
    if width == 0 or height == 0 or bits not in (1, 2, 4, 8, 16) or color not in CHANNELS:
        raise Error("the header of the PNG is wrong")
    if width * height > MOST_PIXELS:
        raise Error(f"the PNG has {width} x {height} pixels; at most {MOST_PIXELS} are read")
    if width * height * bits * CHANNELS[color] > 8 * MOST_EXPANSION * size:
        raise Error(f"the PNG is too short for {width} x {height} pixels")
    return bits


def pixels_of_png(picture: Any, bits: int, channels: int) -> np.ndarray:
    """Return the pixels of a Pillow image with the given number of channels."""
    # An image without opacity may declare one value transparent; Pillow reports too little of it for 16-bit colors.
    key = picture.info.get("transparency")
    if picture.mode == "P":
        return np.asarray(picture.convert("RGBA"))[:, :, :channels]
    values = np.asarray(picture)
    if values.dtype == bool:
        values = values * np.uint8(255)
        key = 255 if key else key
    if values.ndim == 2:
        values = values[:, :, None]
    opacity = None
    if values.shape[2] in (2, 4):
        values, opacity = values[:, :, :-1], values[:, :, -1:]
    elif key is not None and channels == 4:
        scale = 255 // ((1 << bits) - 1) if 1 < bits < 8 else 1
        opacity = np.where(
            (values == scale * np.asarray(key)).all(2, keepdims=True), np.uint8(0), np.uint8(255)
        )
    if values.dtype != np.uint8:
        values = (values >> 8).astype(np.uint8)
    if channels == 1:
        return values[:, :, :1]
    if values.shape[2] == 1:
        values = np.repeat(values, 3, axis=2)
    if channels == 3:
        return values
    if opacity is None:
        opacity = np.full((*values.shape[:2], 1), 255, np.uint8)
    return np.concatenate((values, opacity), axis=2)


def encode(data: bytes, width: int, height: int, channels: int) -> bytes:
    """Return a PNG file of pixels of 1, 3 or 4 bytes, row by row from the top."""
    from PIL import Image

    file = io.BytesIO()
    Image.frombytes(MODES[channels], (width, height), data).save(file, "PNG")
    return file.getvalue()
