"""Labels of a scene: texts where its geoms are, over the picture.

Documents: API / MjvGeom; Programming / Visualization
"""

from typing import Any

import numpy as np

from gelenk.algebra.vec import normalize4, quat_to_mat
from gelenk.render import flat
from gelenk.render.buffers import Buffer
from gelenk.render.fonts import plain
from gelenk.render.rect import Box
from gelenk.render.views import room_scale
from gelenk.tables.enums import mjtRndFlag, mjtStereo

WHITE = (1.0, 1.0, 1.0)


def _unit(v: np.ndarray) -> np.ndarray:
    return v / max(float(np.linalg.norm(v)), 1e-15)


def in_room(scn: Any, points: np.ndarray) -> np.ndarray:
    """Points (n, 3) of the model where they are in the room: scale R p + translate."""
    if not scn.enabletransform:
        return points
    turn = np.reshape(quat_to_mat(normalize4(tuple(scn._a_rotate.astype(float)))), (3, 3))
    return room_scale(scn._view) * (points @ turn.T) + scn._a_translate


def project(scn: Any, eyes: tuple[int, int], width: int, height: int, points: np.ndarray) -> np.ndarray:
    """Points (n, 3) of the model in a picture seen from midway between two cameras of the scene.

    Returns (n, 3): X, Y [pixel] from the lower left corner; Z, 1 at the near plane and 0 at the far one, nan behind it
    """
    one, other = eyes

    def mean(name: str) -> Any:
        column = getattr(scn, f"_a_camera_{name}").astype(float)
        return 0.5 * (column[one] + column[other])

    forward, up = _unit(mean("forward")), _unit(mean("up"))
    near, far, bottom, top = (mean(f"frustum_{name}") for name in ("near", "far", "bottom", "top"))
    half = mean("frustum_width") or 0.5 * (top - bottom) * width / height
    offset = in_room(scn, points) - mean("pos")
    away = offset @ forward
    away = np.where(away > 0, away, np.nan)
    if scn._a_camera_orthographic[one]:
        size, depth = 1.0, (far - away) / (far - near)
    else:
        size, depth = near / away, near * (far - away) / (away * (far - near))
    x = (offset @ np.cross(forward, up) * size - mean("frustum_center") + half) * (width / (2 * half))
    y = (offset @ up * size - bottom) * (height / (top - bottom))
    return np.stack([x, y, depth], axis=1)


def draw(buffer: Buffer, con: Any, viewport: Box, scn: Any) -> None:
    """Write the labels of the geoms whose position is in the picture, whatever is before them.

    Letters begin at the position; there are none where objects are told by colors, or have no colors.
    """
    rows = np.flatnonzero(scn._a_geom_label[: scn.ngeom, 0])
    plain = scn._a_flags[mjtRndFlag.mjRND_SEGMENT] or scn._a_flags[mjtRndFlag.mjRND_DEPTH]
    if plain or not len(rows):
        return
    left, bottom, width, height = viewport
    if scn.stereo == mjtStereo.mjSTEREO_NONE:
        _write(buffer, con, (left, bottom, width, height), scn, (0, 1), rows)
        return
    for eye in (0, 1):
        _write(buffer, con, (left + eye * (width // 2), bottom, width // 2, height), scn, (eye, eye), rows)


def _write(
    buffer: Buffer, con: Any, viewport: Box, scn: Any, eyes: tuple[int, int], rows: np.ndarray
) -> None:
    left, bottom, width, height = viewport
    if not (width and height):
        return
    letters = plain(con.fontScale)
    places = project(scn, eyes, width, height, scn._a_geom_pos[rows].astype(np.float64))
    for row, (x, y, z) in zip(rows, places, strict=True):
        if 0 <= x <= width and 0 <= y <= height and 0 <= z <= 1:
            text = scn._a_geom_label[row].tobytes().partition(b"\0")[0].decode(errors="replace")
            flat.text(buffer, letters, text, left + int(x), bottom + int(y), WHITE, shadow=True)
