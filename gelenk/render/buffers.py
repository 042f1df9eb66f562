"""Buffers that are drawn into: colors and depth.

Documents: API / MjrContext; Drop-in / Drawing
"""

import numpy as np

MOST = 16384  # pixels along one side
PIXELS = 1 << 27  # pixels in all: with depth, a GB


class Buffer:
    """Colors and depth of ``width`` times ``height`` pixels.

    rgb      (height, width, 3) uint8, the lowest row first
    depth    (height, width) float32: 1 at the near plane, 0 at the far one
    samples  of a pixel, of what is drawn into it; it keeps their mean
    """

    def __init__(self, width: int, height: int, samples: int = 0) -> None:
        check_size(width, height)
        self.width, self.height, self.samples = width, height, samples
        self.rgb = np.zeros((height, width, 3), np.uint8)
        self.depth = np.zeros((height, width), np.float32)


def check_size(width: int, height: int) -> None:
    """ValueError unless a buffer can have this size."""
    if not (0 < width <= MOST and 0 < height <= MOST and width * height <= PIXELS):
        raise ValueError(
            f"a buffer of {width} x {height} pixels cannot be made: sides are 1 .. {MOST}, pixels at most {PIXELS}"
        )
