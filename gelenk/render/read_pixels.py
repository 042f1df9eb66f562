"""Read pixels of a buffer into arrays, and draw arrays into a buffer.

Documents: API / mjr_readPixels, mjr_drawPixels
"""

from typing import Any

import numpy as np

from gelenk.render.context import RGB_FORMAT, Buffer
from gelenk.render.mjr_rect import Box, part
from gelenk.tables.enums import mjtDepthMap


def _block(function: str, name: str, array: np.ndarray, viewport: Box, channels: int) -> np.ndarray:
    """Return pixels as a view (height, width, channels), or raise TypeError for other sizes."""
    _, _, width, height = viewport
    wanted = width * height * channels
    if array.size != wanted:
        raise TypeError(
            f"{function}: {name} must have {wanted} numbers for {width} x {height} pixels, not {array.size}"
        )
    return array.reshape(height, width, channels)


def _mapped(con: Any, depth: np.ndarray) -> np.ndarray:
    """Map depth between the buffer and readDepthMap; the map is its own inverse."""
    return 1 - depth if con.readDepthMap == mjtDepthMap.mjDEPTH_ZERONEAR else depth


def read(buffer: Buffer, con: Any, viewport: Box, rgb: Any, depth: Any) -> None:
    """Copy colors and depth of a viewport; outside the buffer pixels are black and far."""
    found = part(*viewport, buffer)
    for name, array, channels in (("rgb", rgb, 3), ("depth", depth, 1)):
        if array is None:
            continue
        block = _block("mjr_readPixels", name, array, viewport, channels)
        whole = found.rows.stop - found.rows.start, found.columns.stop - found.columns.start
        if whole != block.shape[:2]:
            block[...] = 0 if name == "rgb" else _mapped(con, np.zeros(1, np.float32))
        if found.empty:
            continue
        own = block[found.own_rows, found.own_columns]
        if name == "rgb":
            pixels = buffer.rgb[found.rows, found.columns]
            own[...] = pixels if con.readPixelFormat == RGB_FORMAT else pixels[:, :, ::-1]
        else:
            own[:, :, 0] = _mapped(con, buffer.depth[found.rows, found.columns])


def draw(buffer: Buffer, con: Any, viewport: Box, rgb: Any, depth: Any) -> None:
    """Copy arrays into the part of a viewport inside the buffer."""
    found = part(*viewport, buffer)
    for name, array, channels in (("rgb", rgb, 3), ("depth", depth, 1)):
        if array is None:
            continue
        block = _block("mjr_drawPixels", name, array, viewport, channels)
        if found.empty:
            continue
        own = block[found.own_rows, found.own_columns]
        if name == "rgb":
            buffer.rgb[found.rows, found.columns] = own
        else:
            buffer.depth[found.rows, found.columns] = np.clip(_mapped(con, own[:, :, 0]), 0, 1)
