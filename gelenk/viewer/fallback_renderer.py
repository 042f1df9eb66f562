"""Fallback renderer: JPEG images from the software renderer for pages without fast WebGL.

Documents: design / Out: the rest

Such a page requests pictures instead of frames. A thread draws a copy of the newest scene from the camera of the page;
the owner of the view does not wait. While the scene moves, images are as large as SHORTEST allows; once it rests, one
more is drawn with all pixels of the page, and with soft shadows. Nothing is drawn while nothing changes.
"""

import io
import os
import threading
import time
import traceback
from typing import Any, NamedTuple

import numpy as np

from gelenk.render import batch_render, capture, default_look, targets
from gelenk.render.options import RenderOptions, set_options
from gelenk.runtime.exclusive_use import BinarySemaphore
from gelenk.scene import cameras
from gelenk.scene.classes import MjvScene
from gelenk.scene.scene import soft_sizes
from gelenk.scene.update import make_lights
from gelenk.tables.enums import mjtCamera
from gelenk.tables.fields_visual import ARRAYS, GEOMS, LIGHTS, SCALARS
from gelenk.toolchain.thread_start import start_thread
from gelenk.viewer.messages import pack
from gelenk.viewer.page_state import Offer
from gelenk.viewer.world_grid import Soft

HERE = np.zeros(3, np.float32)
WIDEST = 960  # approximate width of the first image [pixel]
SIDES = (0.36, 0.42, 0.5, 0.6, 0.75, 0.85, 1.0)  # sizes of images, as fractions of the page's sides
MOST_WIDE = 1920  # largest width of an image [pixel]
SHORTEST, LONGEST = 0.014, 0.028  # range of drawing times in which the image size is kept [s]
REST = 0.15  # time without changes after which the final image is drawn [s]
QUALITY, BEST_QUALITY = 80, 92  # JPEG quality while the scene moves, and of the final image
SAMPLES = 4  # samples per pixel, instead of the number in the model
COARSE_SIDE = 0.5  # element of SIDES below which images are coarse
COARSE_SHADOWS = 1024  # largest side of the shadow maps of coarse images [texel]
CAMERA = ("pos", "forward", "up", "orthographic") + tuple(
    f"frustum_{n}" for n in ("center", "width", "bottom", "top", "near", "far")
)
DRAWN = ("geomorder", "geom_camdist", "geom_transparent")  # scene arrays that drawing overwrites
POSITIONS = ("flexvert", "flexface", "skinvert")  # arrays of positions
# array of first indices -> array that they index, and values per element
ADDRESSES = {
    "flexedgeadr": ("flexedge", 2),
    "flexvertadr": ("flexvert", 3),
    "flexfaceadr": ("flexface", 9),
} | {"skinvertadr": ("skinvert", 3)}
THREADS = min(4, os.cpu_count() or 1)


class ImageJob(NamedTuple):
    """The next images to draw.

    pages   (page, scene, size of the page) of each image
    head    common parts of the message heads
    look    what the view adds to the model, and whether shadows are soft
    """

    m: Any
    serial: int
    pages: list[tuple[int, Any, tuple[int, int]]]
    head: dict[str, Any]
    look: tuple[default_look.DefaultLook, bool]


class PageImage:
    """The last image of a page.

    scene   the drawn scene
    data    the image
    side    index into SIDES
    since   time of the last change [s]
    fine    whether the image is the final one
    """

    def __init__(self) -> None:
        self.scene: Any = None
        self.size, self.data, self.fine = (0, 0), b"", False
        self.head: dict[str, Any] = {}
        self.side, self.since = -1, 0.0


def encode_jpeg(pixels: Any, quality: int = QUALITY) -> bytes:
    """Return an image (height, width, 3) as JPEG."""
    from PIL import Image

    stream = io.BytesIO()
    Image.fromarray(pixels).save(stream, "JPEG", quality=quality)
    return stream.getvalue()


def fit_size(size: tuple[int, int], side: float = 1.0) -> tuple[int, int]:
    """Return a size of equal aspect, with sides ``side`` times as long, at most MOST_WIDE."""
    width, height = max(1, size[0]), max(1, size[1])
    share = min(side, MOST_WIDE / width, MOST_WIDE / height)
    return max(1, round(width * share)), max(1, round(height * share))


def first_side(width: int) -> int:
    """Return the initial index into SIDES: the one with the image width nearest to WIDEST."""
    return min(range(len(SIDES)), key=lambda i: abs(SIDES[i] * width - WIDEST))


def copy_scene(m: Any, scn: Any, further: Soft = ()) -> Any:
    """Return a copy of a scene whose capacity is its number of geoms.

    further   scenes with the flexes and skins of the other worlds, which are appended
    """
    count, worlds = scn.ngeom, 1 + len(further)
    made: Any = MjvScene.__new__(MjvScene)
    soft = {name: worlds * size for name, size in soft_sizes(m).items()}
    made._allocate_scene({"maxgeom": count, "nrow": count + 1} | soft)
    made._link_visual(m)
    for f in GEOMS:
        getattr(made, "_a_" + f.name)[:count] = getattr(scn, "_a_" + f.name)[:count]
    for f in (*ARRAYS, *LIGHTS):
        if f.name.startswith(("flex", "skin")):
            _concatenate_arrays(made, f.name, ((scn, HERE), *further))
        elif f.name != "geomorder":
            getattr(made, "_a_" + f.name)[...] = getattr(scn, "_a_" + f.name)
    for f in SCALARS:
        if f.name not in ("maxgeom", "nflex", "nskin"):
            setattr(made, f.name, getattr(scn, f.name))
    for name in CAMERA:
        getattr(made, "_a_camera_" + name)[...] = getattr(scn, "_a_camera_" + name)
    return made


def _concatenate_arrays(made: Any, name: str, sources: Soft) -> None:
    """Write an array of flexes or skins of several scenes, one after the other."""
    parts = []
    for world, (scn, place) in enumerate(sources):
        values = getattr(scn, "_a_" + name)
        if name in POSITIONS and world:
            values = (values.reshape(-1, 3) + place).reshape(-1)
        elif name in ADDRESSES:
            values = values + world * (len(getattr(scn, "_a_" + ADDRESSES[name][0])) // ADDRESSES[name][1])
        parts.append(values)
    getattr(made, "_a_" + name)[...] = np.concatenate(parts)


class Painter:
    """A renderer of images, for the pages of a session that requested them."""

    def __init__(self, session: Any) -> None:
        self.session: Any = session  # None after close
        self.drawn: dict[int, tuple[int, bytes]] = {}
        self._work = BinarySemaphore()
        self._job: ImageJob | None = None
        self._con: Any = None
        self._key: Any = None  # of the model and the look that the context has
        self._shadow_size = 0  # of the model
        self._shown: dict[int, PageImage] = {}
        self._number = 0
        self._closed = False
        self._thread: threading.Lock | None = None  # held by the thread until its end

    def offer(self, offer: Offer) -> Offer:
        """Give the newest scene to the thread; return the offer with finished images."""
        session = self.session  # read once, since another thread may close this painter
        if session is None:
            return offer
        # no image for a page that has not fetched its last one: drawing would take CPU time from the browser
        wanted = [n for n in session.wants_pictures if n in session.cameras.by_page and n not in self.drawn]
        if not wanted:
            return offer
        if self._thread is None or not self._thread.locked():
            self._thread = start_thread(self._run, "gelenk-viewer-painter")
        if self._job is None and not self._closed:
            self._job = self._new_job(session, wanted, offer)
            self._work.set()
        return offer.with_(drawn=self.drawn)

    def _new_job(self, session: Any, wanted: list[int], offer: Offer) -> ImageJob:
        ui, picture = session.ui, offer.picture
        pages = []
        for number in wanted:
            page_camera = session.cameras.by_page[number]
            scn = copy_scene(ui.m, ui.scn, () if ui.worlds is None else ui.worlds.soft)
            if page_camera.cam.type != mjtCamera.mjCAMERA_USER:
                cameras.update_camera(ui.m, ui.d, page_camera.cam, scn)
                make_lights(ui.m, ui.d, scn)
                default_look.follow_camera(scn, ui.m, ui.appearance.added_parts)
            pages.append((number, scn, page_camera.size))
        head = {"time": picture.time} if picture is not None else {}
        if picture is not None:
            head |= {name: picture.head[name] for name in ("pert", "status") if name in picture.head}
        return ImageJob(ui.m, session.serial, pages, head, (ui.appearance.added_parts, ui.appearance.soft))

    def reload_model(self) -> None:
        """Reload the model, since textures, meshes or height fields have changed."""
        self._key = None

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
            job, self._job = self._job, None  # the owner prepares the next scene while this one is drawn
            if self._closed:
                self._con = None
                self._shown.clear()
                return
            if job is None:
                continue
            try:
                for number, scn, size in job.pages:
                    self._update_image(job, number, scn, size)
            except Exception:  # a program may have written an invalid scene; the next one may be valid
                traceback.print_exc()
            job = None  # release the scenes while waiting

    def _update_image(self, job: ImageJob, number: int, scn: Any, size: tuple[int, int]) -> None:
        """Draw a scene for a page if anything has changed, and pass the image on."""
        if number not in self._shown:
            self._shown = {n: self._shown[n] for n, _, _ in job.pages if n in self._shown} | {
                number: PageImage()
            }
        shown, now = self._shown[number], time.perf_counter()
        key = (job.serial, job.look[0], scn.nskin)
        moved = shown.size != size or self._key != key or not is_same(shown.scene, scn)
        if moved:
            shown.since = now
        elif shown.fine or now - shown.since < REST:
            if job.head != shown.head:
                self._pass_image_on(job, number, shown, None)
            return
        if shown.size != size or shown.side < 0:
            shown.side = first_side(size[0])
        shown.fine = not moved
        shown.scene, shown.size = scn, size
        self._draw_image(job, number, scn, shown)

    def _draw_image(self, job: ImageJob, number: int, scn: Any, shown: PageImage) -> None:
        size = fit_size(shown.size, 1.0 if shown.fine else SIDES[shown.side])
        key = (job.serial, job.look[0], scn.nskin)
        if self._con is None or self._key != key:
            self._con, _ = batch_render.make_context_and_scene(job.m, *size, max_geom=1)
            self._add_skins(job.m, scn.nskin)
            default_look.add_to_context(self._con, job.m, job.look[0])
            self._key, self._shadow_size = key, self._con.shadowSize
        con = self._con
        con.offSamples = SAMPLES
        coarse = not shown.fine and SIDES[shown.side] < COARSE_SIDE
        con.shadowSize = min(self._shadow_size, COARSE_SHADOWS) if coarse else self._shadow_size
        soft = default_look.soft_width(job.m) if shown.fine and job.look[1] else 0.0
        set_options(con, RenderOptions(soft_shadows=soft))
        if (con.offWidth, con.offHeight) != size:
            targets.resize_offscreen(con, *size)
        start = time.perf_counter()
        pixels = capture.capture_image(con, *size, scn, "rgb", THREADS)
        data = encode_jpeg(pixels, BEST_QUALITY if shown.fine else QUALITY)
        if not shown.fine:
            spent = time.perf_counter() - start
            step = 1 if spent < SHORTEST else -1 if spent > LONGEST else 0
            shown.side = min(max(0, shown.side + step), len(SIDES) - 1)
        self._pass_image_on(job, number, shown, (size, data))

    def _add_skins(self, m: Any, count: int) -> None:
        """Repeat the skins of a model in the context, for several worlds."""
        con = self._con
        if 0 < m.nskin < count:
            con._shapes += con._shapes[-m.nskin :] * (count // m.nskin - 1)
            con._pack_shapes()
            con.nskin = count

    def _pass_image_on(
        self, job: ImageJob, number: int, shown: PageImage, image: tuple[tuple[int, int], bytes] | None
    ) -> None:
        """Make the message of an image, or of a head alone, and wake the page."""
        self._number += 1
        shown.head = job.head
        head: dict[str, Any] = {"kind": "picture", "number": self._number}
        arrays = {}
        if image is not None:
            (width, height), data = image
            head |= {"type": "image/jpeg", "width": width, "height": height, "fine": shown.fine}
            arrays["data"] = np.frombuffer(data, np.uint8)
        self.drawn[number] = (self._number, pack(head | job.head, arrays))
        session = self.session
        if session is not None:
            session.channel.wake_pages()


def is_same(one: Any, other: Any) -> bool:
    """Return whether two scenes have the same geoms, lights, cameras and flags."""
    if one is None or one.ngeom != other.ngeom or one.nlight != other.nlight:
        return False
    names = [f.name for f in (*GEOMS, *LIGHTS, *ARRAYS) if f.name not in DRAWN]
    names += ["camera_" + name for name in CAMERA]
    if not all(getattr(one, f.name) == getattr(other, f.name) for f in SCALARS if f.name != "maxgeom"):
        return False
    ends = {"geom_": other.ngeom, "light": other.nlight}
    return all(
        np.array_equal(getattr(one, "_a_" + n)[:end], getattr(other, "_a_" + n)[:end])
        for n, end in ((n, ends.get(n[:5])) for n in names)
    )
