"""Pictures in JPEG, WebP, BMP, GIF, TIFF, PNG, by their first bytes; custom binary files.

Documents: XML reference / asset / texture (file); XML reference / asset / hfield (file)

Pillow decodes all pictures; 3.5.0 reads only PNG. The size that the header states is checked before decoding. Of
several pictures in a file the first is taken; rows keep the order of the file, and EXIF orientation is ignored. A
custom binary file of a texture or height field consists of two counts (int32) and the elements.
"""

from __future__ import annotations

import io
import struct
import warnings
from importlib import import_module
from typing import Any

import numpy as np

from gelenk.errors import Error
from gelenk.modeling.assets import png
from gelenk.modeling.assets.asset_cache import CACHE

SIGNATURES = (  # (format, first bytes)
    ("PNG", png.SIGNATURE),
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
# pixel count below which the file size is not checked, since pictures of one color compress to a few bytes
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

    One channel is the red of a color picture, three are the color, four have opacity as the last.

    Errors   gelenk.Error: an unsupported format, a damaged file, an impossible size
    """
    name = format_of(content)
    if name == "PNG":
        return png.decode_png(content, channels)
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
    most = min(max(FEW_PIXELS, png.MOST_EXPANSION * size), png.MOST_PIXELS)
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
