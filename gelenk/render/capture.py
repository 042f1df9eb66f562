"""Capture a scene as an array: colors, distances along the view, or object ids.

Documents: Programming / Visualization; API / Python bindings
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from gelenk.errors import with_hint
from gelenk.render import draw_2d, targets
from gelenk.render.draw_scene import render_scene
from gelenk.render.targets import Box, MjrRect
from gelenk.runtime.arguments import integer
from gelenk.runtime.model import MjModel
from gelenk.runtime.named_access import ids_of
from gelenk.scene import cameras
from gelenk.scene.structs import MjvCamera
from gelenk.tables.enums import mjtCamera, mjtObj, mjtRndFlag

# kind of image -> trailing dimensions and dtype of its array
KINDS: dict[str, tuple[tuple[int, ...], type]] = {
    "rgb": ((3,), np.uint8),
    "depth": ((), np.float32),
    "segmentation": ((2,), np.int32),
}
MANY_BYTES = 1 << 20  # image size from which several threads copy faster than one
# an array, since numpy checks for Ctrl-C while it converts a list, and the flags must be restored without interruption
_IDS = np.array([mjtRndFlag.mjRND_SEGMENT, mjtRndFlag.mjRND_IDCOLOR], np.intp)


def find_camera(
    m: MjModel, which: Any, let_free: Callable[[MjModel, Any], None] = cameras.free_camera
) -> Any:
    """Return the MjvCamera for a name, an id (-1: the free camera) or an MjvCamera.

    let_free  function that makes an MjvCamera a free camera
    Errors    ValueError: no such camera
    """
    if isinstance(which, MjvCamera):
        return which
    if isinstance(which, str):
        number = ids_of(m, mjtObj.mjOBJ_CAMERA).get(which, -1)
        if number == -1:
            message = f'The camera "{which}" does not exist.'
            raise ValueError(with_hint(message, which, ids_of(m, mjtObj.mjOBJ_CAMERA)))
    else:
        number = integer("camera", "its number", which)
        if not -1 <= number < m.ncam:
            raise ValueError(f"The camera id {number} is out of range [-1, {m.ncam}).")
    found: Any = MjvCamera()
    if number == -1:
        let_free(m, found)
    else:
        found.type, found.fixedcamid = int(mjtCamera.mjCAMERA_FIXED), number
    return found


def draw(con: Any, viewport: Box, scn: Any, threads: int = 1, colors: bool = True) -> None:
    """Draw a scene and the labels of its geoms into the current buffer (mjr_render).

    colors  whether to draw colors in addition to depth
    """
    with con._drawing_lock():
        found = targets.target_buffer(con)
        con._viewport = viewport
        if viewport[2] and viewport[3]:
            render_scene(MjrRect(*viewport), scn, con, threads, colors)
            draw_2d.draw(found, con, viewport, scn)


def capture_image(
    con: Any,
    width: int,
    height: int,
    scn: Any,
    kind: str,
    threads: int = 1,
    out: np.ndarray | None = None,
) -> np.ndarray:
    """Draw a scene, and return the image (height, width, ...), top row first.

    out  C-contiguous array of matching shape and dtype for the image; None: a new array
    """
    before = scn._a_flags[_IDS].copy()
    with con._drawing_lock():
        try:
            if kind != "rgb":
                scn._a_flags[_IDS] = 1
            draw(con, (0, 0, width, height), scn, threads, kind != "depth")
        finally:
            scn._a_flags[_IDS] = before
        buffer = con._current
        if kind == "depth":
            return depth_to_distance(np.flipud(buffer.depth[:height, :width]), scn, out)
        rgb = np.flipud(buffer.rgb[:height, :width])
        if kind == "rgb":
            if con._thread_pool is not None and threads > 1 and rgb.nbytes >= MANY_BYTES:
                return _copy_image_on_threads(con, rgb, threads, out)
            return _copy_image(rgb, out)
    return _copy_image(decode_objects(rgb, scn), out)


def _copy_image(picture: np.ndarray, out: np.ndarray | None) -> np.ndarray:
    """Copy an image into ``out``, or into a new C-contiguous array."""
    if out is None:
        return np.ascontiguousarray(picture)
    out[...] = picture
    return out


def _copy_image_on_threads(con: Any, picture: np.ndarray, threads: int, out: np.ndarray | None) -> np.ndarray:
    """Copy an image as _copy_image does, with its rows divided among the context's threads."""
    made = np.empty(picture.shape, picture.dtype) if out is None else out
    ends = [len(picture) * i // threads for i in range(threads + 1)]

    def copy(i: int) -> None:
        made[ends[i] : ends[i + 1]] = picture[ends[i] : ends[i + 1]]

    con._thread_pool.run(threads, copy)
    return made


def depth_to_distance(depth: np.ndarray, scn: Any, out: np.ndarray | None = None) -> np.ndarray:
    """Convert depth (height, width), 1 near and 0 far, to distances along the view [m].

    With near and far planes at n and f, a perspective camera has depth n (f - z) / (z (f - n)) at distance z, so
    z = n f / (n + depth (f - n)). As in 3.5.0, this formula is applied to orthographic cameras too. The result is
    float32, in ``out`` unless ``out`` is None.
    """
    eye = scn.camera[0]
    near, far = float(eye.frustum_near), float(eye.frustum_far)
    found = np.multiply(depth, np.float32(far - near), out=out, dtype=np.float32)
    found += np.float32(near)
    return np.divide(np.float32(near * far), found, out=found)


def decode_objects(rgb: np.ndarray, scn: Any) -> np.ndarray:
    """Decode id colors (height, width, 3) uint8 to (objid, objtype) int32; -1, -1: none."""
    number = rgb[:, :, 0].astype(np.int32)
    number += rgb[:, :, 1].astype(np.int32) << 8
    number += rgb[:, :, 2].astype(np.int32) << 16
    number -= 1
    count = scn.ngeom
    ids = scn._a_geom_segid[:count]
    table = np.full((int(ids.max(initial=-1)) + 2, 2), -1, np.int32)  # the last row is for background
    shown = ids >= 0
    table[ids[shown], 0] = scn._a_geom_objid[:count][shown]
    table[ids[shown], 1] = scn._a_geom_objtype[:count][shown]
    number[number >= len(table) - 1] = -1
    return table.view(np.int64)[:, 0][number].view(np.int32).reshape(*number.shape, 2)  # both as one int64
