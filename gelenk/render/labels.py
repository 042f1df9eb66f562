"""Labels of a scene: texts where its geoms are, over the picture.

Documents: API / MjvGeom; Programming / Visualization
"""

from typing import Any

import numpy as np

from gelenk.render import flat
from gelenk.render.buffers import Buffer
from gelenk.render.fonts import plain
from gelenk.render.rect import Box
from gelenk.render.views import CLIP, SEGMENT

WHITE = (1.0, 1.0, 1.0)


def places(con: Any, points: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Where points (n, 3) of the model are in the picture that was drawn last.

    Returns    pixels (n, 3): X, Y from the lower left corner of the picture, depth; which (n,) are in front of the eye
    """
    clip = con._a_view[0, CLIP : CLIP + 16].reshape(4, 4)
    seen = points @ clip[:, :3].T + clip[:, 3]
    front = seen[:, 3] > 0
    return seen[:, :3] / np.where(front, seen[:, 3], 1.0)[:, None], front


def draw(buffer: Buffer, con: Any, viewport: Box, scn: Any) -> None:
    """Write the labels of the geoms whose position is in the picture, whatever is before them.

    Letters begin at the position; there are none where objects are told by colors.
    """
    if scn._a_flags[SEGMENT]:
        return
    rows = np.flatnonzero(scn._a_geom_label[: scn.ngeom, 0])
    if not len(rows):
        return
    left, bottom, width, height = viewport
    letters = plain(con.fontScale)
    at, there = places(con, scn._a_geom_pos[rows].astype(np.float64))
    for row, (x, y, z), front in zip(rows, at, there, strict=True):
        if front and 0 <= x <= width and 0 <= y <= height and 0 <= z <= 1:
            text = scn._a_geom_label[row].tobytes().partition(b"\0")[0].decode(errors="replace")
            flat.text(buffer, letters, text, left + int(x), bottom + int(y), WHITE, shadow=True)
