"""Draw a scene: run the passes of the renderer, and grow their workspace.

Documents: API / mjr_render; Programming / Visualization
"""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from gelenk.errors import FatalError
from gelenk.render import chunked_draw, pipeline
from gelenk.render.context import Buffer
from gelenk.render.draw_item import NLIST
from gelenk.render.raster import SPANS, TILE, TILE_SAMPLES
from gelenk.render.read_pixels import Box, MjrRect
from gelenk.render.scene_validation import check_context, check_scene
from gelenk.render.workspace import (
    KEYS,
    LEAST_CUTS,
    LEAST_ENTRIES,
    LEAST_TRIANGLES,
    PAINT,
    ROW,
    SPACE,
    TEXTURE_PART,
    grow,
    read_scalar,
    set_scalars,
)
from gelenk.runtime.memory_plan import address_of
from gelenk.scene.cameras import check_near
from gelenk.tables.enums import mjtRndFlag, mjtStereo
from gelenk.toolchain.extension import call_kernel

MOST_THREADS = 64
MANY_CASTERS = 3  # vertices that are transformed and binned in the time of one shadow caster vertex
MANY_VERTICES = 100_000  # vertices from which several threads transform them


def render_scene(viewport: MjrRect, scn: Any, con: Any, threads: int = 1, colors: bool = True) -> None:
    """Draw a scene into a viewport (left, bottom, width, height) of the current buffer.

    The image is clipped to the buffer and does not depend on the number of threads. A scene without geoms and cameras,
    as a new one is, changes nothing. Without ``colors`` only depth is drawn.

    Errors     FatalError: the context has been freed, its shape ranges are invalid, or the cameras of a scene
               with geoms have no near plane
               IndexError: a flex or skin is not within the arrays of the scene
    """
    con._check_alive()
    if not 1 <= threads <= MOST_THREADS:
        raise ValueError(f"threads must be in 1 .. {MOST_THREADS}, not {threads}")
    if viewport.width <= 0 or viewport.height <= 0:
        return
    if scn.ngeom == 0 and not scn._a_camera_frustum_near.any():
        return  # a scene that was never filled
    check_near(scn)
    check_context(con)
    check_scene(scn)
    if scn.enabletransform and not scn.scale > 0:
        raise FatalError(f"the scale of the scene must be positive, not {scn.scale}")
    left, bottom, width, height = viewport.left, viewport.bottom, viewport.width, viewport.height
    if scn.stereo == mjtStereo.mjSTEREO_NONE:
        _CameraImage(scn, con, (0, 1), (left, bottom, width, height), threads, colors).draw()
        return
    half = width // 2  # quad-buffered stereo is drawn side by side, since there is one buffer
    if half > 0:
        _CameraImage(scn, con, (0, 0), (left, bottom, half, height), threads, colors).draw()
        _CameraImage(scn, con, (1, 1), (left + half, bottom, half, height), threads, colors).draw()


class _CameraImage:
    """The image of one camera in one rectangle of the buffer."""

    def __init__(
        self, scn: Any, con: Any, eyes: tuple[int, int], rect: Box, threads: int, colors: bool
    ) -> None:
        self.scn, self.con, self.eyes, self.threads = scn, con, eyes, threads
        self.rect, self.colors = rect, colors

    def run_passes(self, stages: int, first: int = 0, second: int = 1) -> int:
        """Run passes (bits of pipeline.py), and return the status."""
        return int(call_kernel.run_kernel("render_run", self.con, self.scn, stages, first, second))

    def run_on_threads(self, work: Callable[[int], object], first: Callable[[], None] | None = None) -> None:
        """Run work(i) for each thread i; the calling thread runs ``first`` before."""
        con = self.con
        if con._thread_pool is None:
            # imported here, since queues take long to import and one thread needs none
            from gelenk.runtime.thread_pool import ThreadPool

            con._thread_pool = ThreadPool("gelenk-render")
        con._thread_pool.run(self.threads, work, first)

    def draw(self) -> None:
        buffer = self.con._current
        left, bottom, width, height = self.rect
        if left >= 0 and bottom >= 0 and left + width <= buffer.width and bottom + height <= buffer.height:
            self.draw_into(buffer)
            return
        x0, x1 = max(0, left), min(buffer.width, left + width)
        y0, y1 = max(0, bottom), min(buffer.height, bottom + height)
        if x0 >= x1 or y0 >= y1:
            return
        # partly outside: drawn into a temporary buffer, then copied
        own = Buffer(width, height)
        self.rect = (0, 0, width, height)
        self.draw_into(own)
        for name in ("rgb", "depth"):
            part = getattr(own, name)[y0 - bottom : y1 - bottom, x0 - left : x1 - left]
            getattr(buffer, name)[y0:y1, x0:x1] = part

    def draw_into(self, buffer: Buffer) -> None:
        """Draw all passes into a rectangle inside a buffer."""
        self.set_sizes(buffer)
        grow(self.con, npart=256)
        self.run_all_passes()

    def run_all_passes(self) -> None:
        """Run all passes, in one call if one thread has enough workspace."""
        begin, shadows = pipeline.SETUP | pipeline.PARTS | pipeline.ROOMS, pipeline.CASTERS | pipeline.MAPS
        if self.threads == 1 and self.eyes == (0, 1):
            begin |= pipeline.VERTICES | pipeline.BINS | shadows | pipeline.TILES
        found = self.run_passes(begin, *self.eyes)
        if found == pipeline.LACKING:
            if chunked_draw.needs_chunks(self):
                chunked_draw.draw_in_chunks(self)
                return
            self.grow_draw_list()
            self.grow_shadow_workspace()
            self.grow_workspace()
        elif found == pipeline.ARRAYS_TOO_SMALL:
            self.grow_triangles()
            self.run_passes(shadows | pipeline.TILES)
            return
        elif begin & pipeline.TILES:
            return
        self.draw_items(shadows=True)

    def draw_items(self, shadows: bool) -> None:
        """Run the passes after the draw list; shadows: whether to draw shadow maps."""
        maps = pipeline.CASTERS | pipeline.MAPS if shadows else 0
        if self.threads > 1:
            self.draw_items_on_threads(shadows)
        elif (
            self.run_passes(pipeline.VERTICES | pipeline.BINS | maps | pipeline.TILES)
            == pipeline.ARRAYS_TOO_SMALL
        ):
            self.grow_triangles()
            self.run_passes(maps | pipeline.TILES)

    def draw_items_on_threads(self, shadows: bool) -> None:
        """Run the passes after the draw list on several threads."""
        con, n = self.con, self.threads
        many = read_scalar(con, "nvert_used") >= MANY_VERTICES
        if many:
            self.run_on_threads(lambda i: self.run_passes(pipeline.VERTICES, i, n))
        triangles = pipeline.BINS if many else pipeline.VERTICES | pipeline.BINS
        if shadows and read_scalar(con, "nshadow"):
            self.run_passes(pipeline.CASTERS)
            self.draw_shadow_maps(lambda: self.run_until_bins(triangles))
        else:
            self.run_until_bins(triangles)
        taken = np.zeros(2, np.int64)  # counters from below, from above: tiles.next_tile()
        self.run_on_threads(lambda i: self.run_passes(pipeline.TILES, i, address_of(taken)))

    def draw_shadow_maps(self, first: Callable[[], None] | None = None) -> None:
        """Draw the shadow maps; with several threads the calling one runs ``first`` before."""
        if self.threads == 1:
            self.run_passes(pipeline.MAPS)
            return
        # each part traverses all shadow casters, so more parts cost more in sum: they pay where maps take much longer
        # than the work of the calling thread
        con = self.con
        casters = read_scalar(con, "nshadow") * read_scalar(con, "ncaster_used")
        count = self.threads * (2 if MANY_CASTERS * casters > read_scalar(con, "nvert_used") else 1)
        left = iter(range(count))
        self.run_on_threads(lambda _: self.draw_map_parts(left, count), first)

    def draw_map_parts(self, left: Iterator[int], count: int) -> None:
        """Draw the parts of shadow maps that no other thread took.

        next() of an iterator is atomic.
        """
        for k in left:
            self.run_passes(pipeline.MAPS, k, count)

    def set_sizes(self, buffer: Buffer) -> None:
        """Set the rectangle of the image and the sizes of tiles, samples and shadow maps."""
        con = self.con
        left, bottom, width, height = self.rect
        if con._a_out_depth.base is not buffer.depth:  # the buffer has changed
            con._set_array("out_rgb", buffer.rgb.reshape(-1))
            con._set_array("out_depth", buffer.depth.reshape(-1))
        numbers = {
            "left": left, "bottom": bottom, "width": width, "height": height, "outer_width": buffer.width,
            "nthread": self.threads, "few_parts": chunked_draw.FEW_PARTS,
            "ntile_x": -(-width // TILE), "ntile_y": -(-height // TILE), "nbuffer": buffer.width * buffer.height,
            "nsample": self.sample_count(), "colors": int(self.colors),
            "map_size": max(TILE, con.shadowSize // TILE * TILE),
        }  # fmt: skip
        set_scalars(con, **numbers)

    def sample_count(self) -> int:
        """Return the samples per pixel: four, or one without multisampling and for segmentation."""
        con = self.con
        wanted = con.windowSamples if con._current is con._window else con.offSamples
        for i, buffer in enumerate(con._aux):
            wanted = con.auxSamples[i] if buffer is not None and buffer is con._current else wanted
        return 1 if wanted <= 0 or self.scn._a_flags[mjtRndFlag.mjRND_SEGMENT] else 4

    def grow_draw_list(self) -> None:
        """Grow the draw list and make it again if it was too short."""
        con = self.con
        if read_scalar(con, "npart_need") > read_scalar(con, "npart") - 1:
            grow(con, npart=read_scalar(con, "npart_need") + 1)
            self.run_passes(pipeline.PARTS)

    def grow_workspace(self) -> None:
        """Grow the workspace of the passes after the draw list."""
        con = self.con
        ntile = read_scalar(con, "ntile_x") * read_scalar(con, "ntile_y")
        n = self.threads
        grow(con, nbin=NLIST * ntile + 2, nfrag=n * SPACE, nrow=n * ROW, nkey=n * KEYS)
        grow(con, nspan=n * SPANS, npaint=n * PAINT)
        grow(con, npixel=n * TILE_SAMPLES, nshade=3 * n * TILE_SAMPLES)
        self.grow_vertices(max(LEAST_CUTS, read_scalar(con, "ncut")))
        grow(con, ntri=LEAST_TRIANGLES, nentry=LEAST_ENTRIES)

    def grow_shadow_workspace(self) -> None:
        """Grow the workspace of shadow maps and their casters."""
        con = self.con
        nshadow, n = read_scalar(con, "nshadow"), read_scalar(con, "map_size")
        if nshadow:
            grow(con, ncaster=nshadow * read_scalar(con, "ncaster_used"))
            grow(con, exact=True, nmap=nshadow * n * n, nmaptile=nshadow * (n // TILE) ** 2)

    def grow_vertices(self, cuts: int) -> None:
        con = self.con
        grow(con, ncut=cuts)
        grow(con, nvert=read_scalar(con, "nvert_used") + read_scalar(con, "ncut"))
        grow(con, nstamp=self.threads * read_scalar(con, "nvert"))
        width = TEXTURE_PART + 3 * read_scalar(con, "nset")
        grow(con, ncolor=self.threads * read_scalar(con, "nvert") * width)

    def run_until_bins(self, stages: int) -> None:
        """Run passes up to BINS, growing the workspace as needed."""
        if self.run_passes(stages) == pipeline.ARRAYS_TOO_SMALL:
            self.grow_triangles()

    def grow_triangles(self) -> None:
        """Grow the arrays of triangles and bins until they suffice."""
        con = self.con
        while True:
            cut, tri, entry = (read_scalar(con, f"need_{n}") for n in ("cut", "tri", "entry"))
            if cut > read_scalar(con, "ncut"):
                self.grow_vertices(cut)
                self.run_passes(pipeline.VERTICES)
            grow(con, ntri=tri, nentry=entry)
            if self.run_passes(pipeline.BINS) == pipeline.DONE:
                return
