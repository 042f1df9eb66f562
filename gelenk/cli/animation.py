"""Images and animations of a trajectory from the renderer: frames, .gif, .mp4, .webm.

Documents: Programming / Visualization; Computation / Simulation pipeline
"""

import contextlib
from collections.abc import Callable, Iterator, Sized
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

import gelenk
from gelenk.algebra.portable_arrays import unique_rows
from gelenk.cli.progress import progress
from gelenk.render import capture
from gelenk.render.batch_render import make_context_and_scene
from gelenk.tables.enums import mjtCamera, mjtCatBit, mjtGeom

GIF_RATE, VIDEO_RATE = 25.0, 30.0  # frames per second
MOST_FRAMES = 10000  # limit of the frames of a video
MOST_GIF = 1000
GIF_SIZE, VIDEO_SIZE = (480, 300), (640, 480)  # pixels
VIEW_MARGIN = 1.15  # size of the view relative to the model
View = str | int | gelenk.MjvCamera  # a camera by name or id, or a free camera
VIDEOS = {  # file suffix -> codec
    ".mp4": "libx264",
    ".webm": "libvpx-vp9",
    ".mkv": "libx264",
    ".mov": "libx264",
    ".avi": "libx264",
}


def frame_indices(times: npt.ArrayLike, rate: float, most: int = MOST_FRAMES) -> np.ndarray:
    """Return the indices of the states to draw: ``rate`` per second, at most ``most``."""
    times = np.asarray(times)
    count = min(most, max(1, 1 + round(rate * float(times[-1] - times[0]))))
    return np.searchsorted(times, np.linspace(times[0], times[-1], count) - 1e-9)


def film_indices(path: Path, times: npt.ArrayLike) -> np.ndarray:
    """Return the indices of the states that a film shows; the file suffix sets the frame rate."""
    rate, most = (GIF_RATE, MOST_GIF) if path.suffix == ".gif" else (VIDEO_RATE, MOST_FRAMES)
    return frame_indices(times, rate, most)


def set_pose(m: gelenk.MjModel, d: gelenk.MjData, qpos: npt.ArrayLike) -> None:
    """Set the configuration of ``d``, and compute the poses that the renderer draws."""
    d.qpos[:] = qpos
    gelenk.mj_fwdPosition(m, d)


def bounds_of_scene(m: gelenk.MjModel, d: gelenk.MjData) -> np.ndarray:
    """Return the bounds (3, 2) of all geoms except planes, from their AABBs [m].

    Static geoms that are larger than everything that moves, such as floors and walls, are excluded too.
    """
    solid = m.geom_type != int(mjtGeom.mjGEOM_PLANE)
    moving = solid & (m.body_weldid[m.geom_bodyid] != 0)
    if moving.any():
        reach = 0.5 * float(np.linalg.norm(np.ptp(_bounds_of_geoms(m, d, moving), axis=1)))
        solid &= moving | (m.geom_rbound <= reach)
    if not solid.any():
        center, half = m.stat.center, 0.5 * m.stat.extent
        return np.stack([center - half, center + half], axis=1)
    return _bounds_of_geoms(m, d, solid)


def _bounds_of_geoms(m: gelenk.MjModel, d: gelenk.MjData, chosen: np.ndarray) -> np.ndarray:
    """Return the bounds (3, 2) of the geoms in the mask ``chosen`` (ngeom)."""
    turn, (center, half) = d.geom_xmat[chosen].reshape(-1, 3, 3), np.split(m.geom_aabb[chosen], 2, axis=1)
    middle = d.geom_xpos[chosen] + np.einsum("nij,nj->ni", turn, center)
    reach = np.einsum("nij,nj->ni", np.abs(turn), half)
    return np.stack([(middle - reach).min(axis=0), (middle + reach).max(axis=0)], axis=1)


def side_camera(m: gelenk.MjModel, box: np.ndarray, aspect: float) -> gelenk.MjvCamera:
    """Return a free camera that views a box (3, 2) along +y, slightly from above."""
    cam = gelenk.MjvCamera()
    cam.type = int(mjtCamera.mjCAMERA_FREE)
    cam.lookat[:] = box.mean(axis=1)
    size = np.ptp(box, axis=1)
    half = VIEW_MARGIN * 0.5 * max(size[2], size[0] / aspect, 1e-6)
    cam.distance = half / np.tan(np.radians(0.5 * m.vis.global_.fovy)) + 0.5 * size[1]
    cam.azimuth, cam.elevation = 90.0, -10.0
    return cam


class StateRenderer:
    """A renderer of states of a model from one camera."""

    def __init__(self, m: gelenk.MjModel, size: tuple[int, int], camera: View) -> None:
        self.m, self.size, self.camera = m, size, capture.find_camera(m, camera)
        self.con, self.scn = make_context_and_scene(m, *size)
        self.option = gelenk.MjvOption()

    def __call__(self, d: gelenk.MjData) -> np.ndarray:
        """Return the image (height, width, 3) uint8 of a state."""
        every = int(mjtCatBit.mjCAT_ALL)
        gelenk.mjv_updateScene(self.m, d, self.option, None, self.camera, every, self.scn)
        return capture.capture_image(self.con, *self.size, self.scn, "rgb")


def render_states(
    m: gelenk.MjModel,
    qpos: np.ndarray,
    size: tuple[int, int],
    camera: View | None = None,
    advance: Callable[[], None] = lambda: None,
) -> Iterator[np.ndarray]:
    """Yield images of the states ``qpos`` (n, nq); default: a camera from the side."""
    d = gelenk.MjData(m)
    if camera is None:
        boxes = []
        for row in qpos[:: max(1, len(qpos) // 50)]:
            set_pose(m, d, row)
            boxes.append(bounds_of_scene(m, d))
        found = np.array(boxes)
        box = np.stack(
            [np.percentile(found[:, :, 0], 2, axis=0), np.percentile(found[:, :, 1], 98, axis=0)], 1
        )
        camera = side_camera(m, box, size[0] / size[1])
    draw = StateRenderer(m, size, camera)
    for row in qpos:
        set_pose(m, d, row)
        yield draw(d)
        advance()


PALETTE_FRAMES = 12  # frames, spread over the film, whose colors make the palette
BAYER = np.array([[0, 8, 2, 10], [12, 4, 14, 6], [3, 11, 1, 9], [15, 7, 13, 5]]) / 16 - 0.47
DITHER = 6.0  # amplitude of the pattern that hides bands, about the distance of colors in the palette


def make_palette(pictures: list[np.ndarray]) -> Any:
    """Return a palette of 256 colors from some images (rows, columns, 3), for all frames.

    Each color counts once, so that small objects weigh as much as the sky.
    """
    from PIL import Image

    pixels = np.concatenate([picture.reshape(-1, 3) for picture in pictures])
    found = unique_rows(pixels // 4)[0] * np.uint8(4) + np.uint8(2)
    return Image.fromarray(found[None]).quantize(256)


def dither(picture: np.ndarray) -> np.ndarray:
    """Return an image with ordered dithering, whose pattern is the same in all frames."""
    rows, columns = picture.shape[:2]
    pattern = DITHER * np.tile(BAYER, (rows // 4 + 1, columns // 4 + 1))[:rows, :columns, None]
    return np.clip(picture + pattern, 0, 255).astype(np.uint8)


def save_gif(
    path: Path,
    m: gelenk.MjModel,
    times: np.ndarray,
    qpos: np.ndarray,
    camera: View | None = None,
    advance: Callable[[], None] = lambda: None,
) -> int:
    """Write the trajectory ``qpos`` (n, nq) at ``times`` (n,) [s] as a real-time .gif.

    advance() is called after each frame. Ctrl-C ends the film at the last complete frame.

    Returns the number of frames.
    """
    from PIL import Image

    chosen = film_indices(path, times)
    few = chosen[:: max(1, len(chosen) // PALETTE_FRAMES)]
    colors = make_palette([*render_states(m, qpos[few], GIF_SIZE, camera)])
    images: list[Image.Image] = []
    with end_on_interrupt(images):
        for picture in render_states(m, qpos[chosen], GIF_SIZE, camera, advance):
            images.append(Image.fromarray(dither(picture)).quantize(palette=colors, dither=Image.Dither.NONE))
    span = float(times[chosen[len(images) - 1]] - times[chosen[0]])
    # multiples of 10 ms, the unit of GIF
    duration = max(20, 10 * round(100.0 * span / max(1, len(images) - 1)))
    images[0].save(path, save_all=True, append_images=images[1:], duration=duration, loop=0, optimize=True)
    return len(images)


@contextlib.contextmanager
def end_on_interrupt(done: Sized) -> Iterator[None]:
    """Let Ctrl-C end a loop quietly, but raise KeyboardInterrupt while ``done`` is empty."""
    try:
        yield
    except KeyboardInterrupt:
        if not len(done):
            raise


def save_video(
    path: Path,
    m: gelenk.MjModel,
    times: np.ndarray,
    qpos: np.ndarray,
    camera: View | None = None,
    size: tuple[int, int] = VIDEO_SIZE,
    advance: Callable[[], None] = lambda: None,
) -> int:
    """Write a trajectory as a real-time video; requires the extra ``video``.

    Ctrl-C ends the film at the last complete frame.

    Returns the number of frames.
    """
    import imageio.v2 as imageio

    chosen = film_indices(path, times)
    even = (size[0] // 2 * 2, size[1] // 2 * 2)  # video codecs require even sizes
    film: Any = imageio.get_writer(path, fps=VIDEO_RATE, codec=VIDEOS[path.suffix], macro_block_size=2)
    written: list[None] = []
    with film as writer, end_on_interrupt(written):
        for picture in render_states(m, qpos[chosen], even, camera, advance):
            writer.append_data(picture)
            written.append(None)
    return len(written)


def save_film(
    path: Path, m: gelenk.MjModel, times: np.ndarray, qpos: np.ndarray, camera: View | None = None
) -> tuple[int, int]:
    """Write a trajectory as .gif or video, by the suffix of the file, with a progress bar.

    Returns the number of frames that were written, and that of all: fewer are written if Ctrl-C ends the film.
    """
    save = save_gif if path.suffix == ".gif" else save_video
    total = len(film_indices(path, times))
    with progress() as bar:
        task = bar.add_task(f"drawing {path.name}", total=total)
        return save(path, m, times, qpos, camera, advance=lambda: bar.advance(task)), total
