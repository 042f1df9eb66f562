"""Small asset files in memory: PNG of every kind, and the documented binary formats."""

import struct
import zlib

import numpy as np

SIGNATURE = b"\x89PNG\r\n\x1a\n"


def chunk(kind, content):
    """Return a chunk of a PNG."""
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


def png_of(rows, width, bits, color, extra=b""):
    """Return a PNG of rows; `color`: 0 gray, 2 RGB, 3 palette, 4 gray + alpha, 6 RGBA."""
    header = struct.pack(">IIBBBBB", width, len(rows), bits, color, 0, 0, 0)
    data = zlib.compress(b"".join(b"\0" + bytes(row) for row in rows))
    return SIGNATURE + chunk(b"IHDR", header) + extra + chunk(b"IDAT", data) + chunk(b"IEND", b"")


def png(image, extra=b""):
    """Return a PNG of an array (height, width) or (height, width, 1 to 4) of bytes."""
    image = np.asarray(image, np.uint8)
    image = image[:, :, None] if image.ndim == 2 else image
    color = {1: 0, 2: 4, 3: 2, 4: 6}[image.shape[2]]
    return png_of([row.tobytes() for row in image], image.shape[1], 8, color, extra)


def noise(height, width, channels=3, seed=0):
    """Return random pixels."""
    return np.random.default_rng(seed).integers(0, 256, (height, width, channels), np.uint8)


def texture_file(image):
    """Return a texture in MuJoCo's custom format."""
    height, width, _ = image.shape
    return struct.pack("<ii", width, height) + image.tobytes()


PALETTE = chunk(b"PLTE", bytes([10, 20, 30, 40, 50, 60]))
PNG_KINDS = {
    "gray": png(noise(3, 5, 1)),
    "gray with opacity": png(noise(3, 5, 2)),
    "color": png(noise(3, 5, 3)),
    "color with opacity": png(noise(3, 5, 4)),
    "1 bit": png_of([[0b10110000]], 8, 1, 0),
    "2 bits": png_of([[0b00011011]], 4, 2, 0),
    "4 bits": png_of([[0x5A]], 2, 4, 0),
    "gray of 16 bits": png_of([[1, 2, 200, 255]], 2, 16, 0),
    "color of 16 bits": png_of([[1, 200, 2, 200, 3, 200, 4, 0, 5, 255, 6, 128]], 2, 16, 2),
    "gray with opacity of 16 bits": png_of([[1, 200, 2, 255]], 1, 16, 4),
    "color with opacity of 16 bits": png_of([[1, 200, 2, 200, 3, 200, 4, 255]], 1, 16, 6),
    "palette": png_of([[0, 1]], 2, 8, 3, PALETTE),
    "palette with opacity": png_of([[0, 1]], 2, 8, 3, PALETTE + chunk(b"tRNS", b"\7")),
    "palette without that color": png_of([[0, 5]], 2, 8, 3, PALETTE),
    "gray key": png_of([[5, 6]], 2, 8, 0, chunk(b"tRNS", b"\0\5")),
    "gray key of 1 bit": png_of([[0b10110000]], 8, 1, 0, chunk(b"tRNS", b"\0\1")),
    "gray key of 4 bits": png_of([[0x5A]], 2, 4, 0, chunk(b"tRNS", b"\0\5")),
    "gray key of 16 bits": png_of([[1, 2, 200, 255]], 2, 16, 0, chunk(b"tRNS", b"\1\2")),
    "color key": png_of([[1, 2, 3, 4, 5, 6]], 2, 8, 2, chunk(b"tRNS", b"\0\1\0\2\0\3")),
    "says sRGB": png(noise(3, 5, 3), chunk(b"sRGB", b"\0")),
}


def hfield_file(elevations):
    """Return a height field in MuJoCo's custom format."""
    elevations = np.asarray(elevations, "<f4")
    return struct.pack("<ii", *elevations.shape) + elevations.tobytes()


def skn(vert, texcoord, face, bones, **counts):
    """Return an SKN file with bones (body, bindpos, bindquat, vertid, vertweight).

    `counts` replaces the counts in the header.
    """
    vert, texcoord, face = (np.asarray(a, t).reshape(-1, n) for a, t, n in
                            ((vert, "<f4", 3), (texcoord, "<f4", 2), (face, "<i4", 3)))  # fmt: skip
    header = {
        "nvert": len(vert),
        "ntexcoord": len(texcoord),
        "nface": len(face),
        "nbone": len(bones),
    } | counts
    content = struct.pack("<iiii", *header.values()) + vert.tobytes() + texcoord.tobytes() + face.tobytes()
    for body, bindpos, bindquat, vertid, vertweight in bones:
        content += body.encode().ljust(40, b"\0") + struct.pack("<7fi", *bindpos, *bindquat, len(vertid))
        content += np.asarray(vertid, "<i4").tobytes() + np.asarray(vertweight, "<f4").tobytes()
    return content
