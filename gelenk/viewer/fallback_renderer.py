"""Fallback renderer for pages without WebGL: JPEG images from the software renderer.

Documents: design / Out: the rest

Such a page requests pictures instead of frames. A thread draws a copy of the newest scene from the camera of the page,
at most 960 pixels wide, as often as the CPU allows; the owner of the view does not wait.
"""

import io
import threading
import traceback
from typing import Any, NamedTuple

import numpy as np

from gelenk.render import batch_render, capture, targets
from gelenk.runtime.exclusive_use import BinarySemaphore
from gelenk.scene import cameras
from gelenk.scene.classes import MjvScene
from gelenk.scene.update import make_lights
from gelenk.tables.enums import mjtCamera
from gelenk.tables.fields_scene import ARRAYS, GEOMS, SCALARS
from gelenk.toolchain.thread_start import start_thread
from gelenk.viewer.messages import pack
from gelenk.viewer.page_state import Offer

WIDEST, QUALITY = 960, 80


class Job(NamedTuple):
    """The next images to draw, and common parts of the message heads.

    pages   (page, scene, size) of each image
    """

    m: Any
    serial: int
    pages: list[tuple[int, Any, tuple[int, int]]]
    head: dict[str, Any]


def jpeg(pixels: Any) -> bytes:
    """Return an image (height, width, 3) as JPEG."""
    from PIL import Image

    stream = io.BytesIO()
    Image.fromarray(pixels).save(stream, "JPEG", quality=QUALITY)
    return stream.getvalue()


def fitting(size: tuple[int, int]) -> tuple[int, int]:
    """Return a size of equal aspect, limited to WIDEST."""
    width, height = max(1, size[0]), max(1, size[1])
    share = min(1.0, WIDEST / width, WIDEST / height)
    return max(1, round(width * share)), max(1, round(height * share))


def compact(m: Any, scn: Any) -> Any:
    """Return a copy of a scene whose capacity is its number of geoms."""
    count = scn.ngeom
    made: Any = MjvScene(m, count)
    for f in GEOMS:
        getattr(made, "_a_" + f.name)[:count] = getattr(scn, "_a_" + f.name)[:count]
    for f in ARRAYS:
        if f.name != "geomorder":
            getattr(made, "_a_" + f.name)[...] = getattr(scn, "_a_" + f.name)
    for f in SCALARS:
        if f.name != "maxgeom":
            setattr(made, f.name, getattr(scn, f.name))
    for name in ("pos", "forward", "up", "orthographic") + tuple(
        f"frustum_{n}" for n in ("center", "width", "bottom", "top", "near", "far")
    ):
        getattr(made, "_a_camera_" + name)[...] = getattr(scn, "_a_camera_" + name)
    return made


class Painter:
    """A renderer of images, for the pages of a session that requested them."""

    def __init__(self, session: Any) -> None:
        self.session: Any = session  # None after close
        self.drawn: dict[int, tuple[int, bytes]] = {}
        self._work = BinarySemaphore()
        self._job: Job | None = None
        self._con: Any = None
        self._serial = -1
        self._number = 0
        self._closed = False
        self._thread: threading.Lock | None = None  # held by the thread until its end

    def offer(self, offer: Offer) -> Offer:
        """Give the newest scene to an idle thread; return the offer with finished images."""
        session = self.session  # read once, since another thread may close this painter
        if session is None:
            return offer
        wanted = [n for n in session.wants_pictures if n in session.eyes.gazes]
        if not wanted:
            return offer
        if self._thread is None or not self._thread.locked():
            self._thread = start_thread(self._run, "gelenk-viewer-painter")
        if self._job is None and not self._closed:
            self._job = self._next(session, wanted, offer)
            self._work.set()
        return offer.with_(drawn=dict(self.drawn))

    def _next(self, session: Any, wanted: list[int], offer: Offer) -> Job:
        desk, picture = session.desk, offer.picture
        pages = []
        for number in wanted:
            gaze = session.eyes.gazes[number]
            scn = compact(desk.m, desk.scn)
            if gaze.cam.type != mjtCamera.mjCAMERA_USER:
                cameras.update_camera(desk.m, desk.d, gaze.cam, scn)
                make_lights(desk.m, desk.d, scn)
            pages.append((number, scn, fitting(gaze.size)))
        head = {"time": picture.time} if picture is not None else {}
        if picture is not None:
            head |= {name: picture.head[name] for name in ("pert", "status") if name in picture.head}
        return Job(desk.m, session.serial, pages, head)

    def update(self) -> None:
        """Reload the model, since textures, meshes or height fields have changed."""
        self._serial = -1

    def close(self) -> None:
        """End the thread, and release the session and all images."""
        self._closed = True
        self.session, self.drawn = None, {}
        if self._thread is None:
            self._con = None
        self._work.set()

    def _run(self) -> None:
        while True:
            self._work.wait()
            job = self._job
            if self._closed:
                self._job = self._con = None
                return
            if job is None:
                continue
            try:
                for number, scn, size in job.pages:
                    self._draw(job, number, scn, size)
            except Exception:  # a program may have written an invalid scene; the next one may be valid
                traceback.print_exc()
            self._job = job = None  # release the scenes while waiting

    def _draw(self, job: Job, number: int, scn: Any, size: tuple[int, int]) -> None:
        if self._con is None or self._serial != job.serial:
            self._con, _ = batch_render.make_context_and_scene(job.m, *size, max_geom=1)
            self._serial = job.serial
        if (self._con.offWidth, self._con.offHeight) != size:
            targets.resize_offscreen(self._con, *size)
        data = jpeg(capture.capture_image(self._con, *size, scn, "rgb"))
        self._number += 1
        head = {
            "kind": "picture",
            "number": self._number,
            "type": "image/jpeg",
            "width": size[0],
            "height": size[1],
        }
        self.drawn[number] = (self._number, pack(head | job.head, {"data": np.frombuffer(data, np.uint8)}))
