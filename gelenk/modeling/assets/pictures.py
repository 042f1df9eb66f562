"""Pictures: reading JPEG, WebP, BMP, GIF, TIFF, PNG and custom files, and writing PNG.

Documents: XML reference / asset / texture (file); XML reference / asset / hfield (file); Modeling / XML reference /
asset / texture; asset / hfield

The first bytes of a file identify its format. Pillow decodes all pictures; MuJoCo 3.5.0 reads only PNG. The size in the
header is checked before decoding. If a file contains several pictures, the first is read; rows keep the order of the
file, and EXIF orientation is ignored. A custom binary file of a texture or height field consists of two counts (int32)
and the elements.

PNG files: encoding and decoding by Pillow; sizes and checksums are verified first.
"""

from __future__ import annotations

import io
import struct
import warnings
import zlib
from importlib import import_module
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

    One channel holds the red of a color image, three hold red, green and blue, and a fourth holds opacity. Samples of
    16 bits are reduced to their upper 8.

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
            raise Error("a checksum of the PNG does not match")
        if not bits:
            bits = check_header(kind, view[at + 8 : end], len(content))
        at = end + 4
    return bits


def check_header(kind: bytes, header: memoryview, size: int) -> int:
    """Check the header and the pixel count for plausibility; return the bits per sample."""
    if kind != b"IHDR" or len(header) != 13:
        raise Error("the PNG has no header")
    width, height, bits, color = HEADER.unpack_from(header)
    if width == 0 or height == 0 or bits not in (1, 2, 4, 8, 16) or color not in CHANNELS:
        raise Error("the header of the PNG is invalid")
    if width * height > MOST_PIXELS:
        raise Error(f"the PNG has {width} x {height} pixels; at most {MOST_PIXELS} are read")
    if width * height * bits * CHANNELS[color] > 8 * MOST_EXPANSION * size:
        raise Error(f"the PNG is too short for {width} x {height} pixels")
    return bits


def pixels_of_png(picture: Any, bits: int, channels: int) -> np.ndarray:
    """Return the pixels of a Pillow image with the given number of channels."""
    # An image without an alpha channel may declare one color transparent. Pillow keeps only the upper bytes of 16-bit
    # colors, so their comparison with the declared color is inexact.
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


# Pictures of all formats

SIGNATURES = (  # (format, first bytes)
    ("PNG", SIGNATURE),
    ("JPEG", b"\xff\xd8\xff"),
    ("WebP", b"RIFF"),
    ("BMP", b"BM"),
    ("GIF", b"GIF8"),
    ("TIFF", b"II*\0"),
    ("TIFF", b"MM\0*"),
    ("DDS", b"DDS "),
    ("KTX", b"\xabKTX"),
    ("OpenEXR", b"v/1\x01"),
    ("Radiance HDR", b"#?"),
    ("JPEG 2000", b"\0\0\0\x0cjP"),
    ("AVIF or HEIF", b"ftyp"),
    ("Photoshop", b"8BPS"),
    ("PDF", b"%PDF"),
    ("SVG or XML", b"<"),
    ("zip", b"PK\x03\x04"),
)
# format -> prefix of the Pillow module
READ = {"PNG": "", "JPEG": "Jpeg", "WebP": "WebP", "BMP": "Bmp", "GIF": "Gif", "TIFF": "Tiff"}
MEDIA_TYPES = (
    "image/jpeg",
    "image/jpg",
    "image/webp",
    "image/bmp",
    "image/x-ms-bmp",
    "image/gif",
    "image/tiff",
)
REMEDY = "save it as PNG"
# pixel count up to which the file size is not checked, since pictures of one color compress to a few bytes
FEW_PIXELS = 1 << 24
TRANSPARENT = ("RGBA", "LA", "PA", "P", "La", "RGBa")


def format_of(content: bytes) -> str:
    """Return the format that the first bytes indicate, or an empty string."""
    for name, first in SIGNATURES:
        at = 4 if name.startswith("AVIF") else 0
        if content.startswith(first, at) and (name != "WebP" or content[8:12] == b"WEBP"):
            return name
    return ""


def decode(content: bytes, channels: int) -> tuple[np.ndarray, bool]:
    """Return a picture as (height, width, channels) uint8, top row first, and its sRGB flag.

    One channel holds the red of a color picture, three hold red, green and blue, and a fourth holds opacity.

    Errors   gelenk.Error: an unsupported format, a damaged file, an impossible size
    """
    name = format_of(content)
    if name == "PNG":
        return decode_png(content, channels)
    if name not in READ:
        raise Error(f"a {name} file is not read" if name else "the file is no picture", hint=REMEDY)
    made = CACHE.get(
        ("picture", channels), content, lambda: decode_new(name, content, channels), lambda made: made.nbytes
    )
    return made, False


def decode_new(name: str, content: bytes, channels: int) -> np.ndarray:
    """Decode a picture without the cache."""
    if name == "WebP":
        check_size(name, *size_of_webp(content), len(content))
    plugin = import_module(f"PIL.{READ[name]}ImagePlugin")  # imported on first use, to keep startup fast
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            picture = getattr(plugin, f"{READ[name]}ImageFile")(io.BytesIO(content))
            size = picture.size
        except MemoryError:
            raise
        # Pillow raises about ten types on damaged files, with messages that quote the content
        except Exception:
            raise Error(f"the {name} file is damaged") from None
        check_size(name, size[0], size[1], len(content))
        try:
            picture.load()
            image = pixels(picture, channels)
        except (Error, MemoryError):
            raise
        except Exception:
            raise Error(f"the {name} file is damaged") from None
    image.setflags(write=False)
    return image


def check_size(name: str, width: int, height: int, size: int) -> None:
    """Raise an Error for more pixels than the limit, or than a file of that size can contain."""
    most = min(max(FEW_PIXELS, MOST_EXPANSION * size), MOST_PIXELS)
    if width < 1 or height < 1 or width * height > most:
        raise Error(f"the {name} file is shorter than its header says, or has too many pixels", hint=REMEDY)


def size_of_webp(content: bytes) -> tuple[int, int]:
    """Return width and height from the first chunk: lossy, lossless, or of a container."""
    kind, head = content[12:16], content[20:30]
    if len(head) < 10:
        return 0, 0
    if kind == b"VP8X":
        width, height = (int.from_bytes(head[at : at + 3], "little") + 1 for at in (4, 7))
    elif kind == b"VP8L":
        bits = int.from_bytes(head[1:5], "little")
        width, height = (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    else:
        width, height = (side & 0x3FFF for side in struct.unpack_from("<2H", head, 6))
    return width, height


def pixels(picture: Any, channels: int) -> np.ndarray:
    """Return the pixels of a Pillow picture with the given number of channels."""
    if picture.mode.startswith("I;16"):
        image = (np.asarray(picture).astype(np.uint16) >> 8).astype(np.uint8)[:, :, None]
        image = np.repeat(image, 3, axis=2)
    elif picture.mode in ("I", "F"):
        raise Error("pixels of 32 bits are not supported", hint="8 or 16 bits are")
    else:
        clear = picture.mode in TRANSPARENT or "transparency" in picture.info
        image = np.asarray(picture.convert("RGBA" if clear else "RGB"))
    if channels > image.shape[2]:
        opaque = np.full((*image.shape[:2], 1), 255, np.uint8)
        image = np.concatenate((image, opaque), axis=2)
    return np.ascontiguousarray(image[:, :, :channels])


def read_counts(content: bytes, element_bytes: int) -> tuple[int, int] | None:
    """Return the two counts at the head of a file; None unless the elements fill the rest."""
    if len(content) < 8:
        return None
    first, second = (int(number) for number in np.frombuffer(content, "<i4", 2))
    fits = first > 0 and second > 0 and len(content) == 8 + element_bytes * first * second
    return (first, second) if fits else None
