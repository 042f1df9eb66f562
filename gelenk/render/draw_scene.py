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
    read,
    write,
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
        _Picture(scn, con, (0, 1), (left, bottom, width, height), threads, colors).draw()
        return
    half = width // 2  # quad-buffered stereo is drawn side by side, since there is one buffer
    if half > 0:
        _Picture(scn, con, (0, 0), (left, bottom, half, height), threads, colors).draw()
        _Picture(scn, con, (1, 1), (left + half, bottom, half, height), threads, colors).draw()


class _Picture:
    """The image of one camera in one rectangle of the buffer."""

    def __init__(
        self, scn: Any, con: Any, eyes: tuple[int, int], rect: Box, threads: int, colors: bool
    ) -> None:
        self.scn, self.con, self.eyes, self.threads = scn, con, eyes, threads
        self.rect, self.colors = rect, colors

    def call(self, stages: int, first: int = 0, second: int = 1) -> int:
        """Run passes (bits of pipeline.py), and return the status."""
        return int(call_kernel.run_kernel("render_run", self.con, self.scn, stages, first, second))

    def each(self, work: Callable[[int], object], first: Callable[[], None] | None = None) -> None:
        """Run work(i) for each thread i; the calling thread runs ``first`` before."""
        con = self.con
        if con._crew is None:
            # imported here, since queues take long to import and one thread needs none
            from gelenk.runtime.thread_pool import ThreadPool

            con._crew = ThreadPool("gelenk-render")
        con._crew.run(self.threads, work, first)

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
        self.place(buffer)
        grow(self.con, npart=256)
        self.stages()

    def stages(self) -> None:
        """Run all passes, in one call if one thread has enough workspace."""
        begin, shadows = pipeline.SETUP | pipeline.PARTS | pipeline.ROOMS, pipeline.CASTERS | pipeline.MAPS
        if self.threads == 1 and self.eyes == (0, 1):
            begin |= pipeline.VERTICES | pipeline.BINS | shadows | pipeline.TILES
        found = self.call(begin, *self.eyes)
        if found == pipeline.LACKING:
            if chunked_draw.needs_chunks(self):
                chunked_draw.draw(self)
                return
            self.enough_parts()
            self.shadow_rooms()
            self.rooms()
        elif found == pipeline.ARRAYS_TOO_SMALL:
            self.more_triangles()
            self.call(shadows | pipeline.TILES)
            return
        elif begin & pipeline.TILES:
            return
        self.finish(shadows=True)

    def finish(self, shadows: bool) -> None:
        """Run the passes after the draw list; shadows: whether to draw shadow maps."""
        maps = pipeline.CASTERS | pipeline.MAPS if shadows else 0
        if self.threads > 1:
            self.share(shadows)
        elif (
            self.call(pipeline.VERTICES | pipeline.BINS | maps | pipeline.TILES) == pipeline.ARRAYS_TOO_SMALL
        ):
            self.more_triangles()
            self.call(maps | pipeline.TILES)

    def share(self, shadows: bool) -> None:
        """Run the passes after the draw list on several threads."""
        con, n = self.con, self.threads
        many = read(con, "nvert_used") >= MANY_VERTICES
        if many:
            self.each(lambda i: self.call(pipeline.VERTICES, i, n))
        triangles = pipeline.BINS if many else pipeline.VERTICES | pipeline.BINS
        if shadows and read(con, "nshadow"):
            self.call(pipeline.CASTERS)
            self.maps(lambda: self.bins(triangles))
        else:
            self.bins(triangles)
        taken = np.zeros(2, np.int64)  # counters from below, from above: tiles.next_tile()
        self.each(lambda i: self.call(pipeline.TILES, i, address_of(taken)))

    def maps(self, first: Callable[[], None] | None = None) -> None:
        """Draw the shadow maps; with several threads the calling one runs ``first`` before."""
        if self.threads == 1:
            self.call(pipeline.MAPS)
            return
        # each part traverses all shadow casters, so more parts cost more in sum: they pay where maps take much longer
        # than the work of the calling thread
        con = self.con
        casters = read(con, "nshadow") * read(con, "ncaster_used")
        count = self.threads * (2 if MANY_CASTERS * casters > read(con, "nvert_used") else 1)
        left = iter(range(count))
        self.each(lambda _: self.shadows(left, count), first)

    def shadows(self, left: Iterator[int], count: int) -> None:
        """Draw the parts of shadow maps that no other thread took.

        next() of an iterator is atomic.
        """
        for k in left:
            self.call(pipeline.MAPS, k, count)

    def place(self, buffer: Buffer) -> None:
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
            "nsample": self.samples(), "colors": int(self.colors), "map_size": max(TILE, con.shadowSize // TILE * TILE),
        }  # fmt: skip
        write(con, **numbers)

    def samples(self) -> int:
        """Return the samples per pixel: four, or one without multisampling and for segmentation."""
        con = self.con
        wanted = con.windowSamples if con._current is con._window else con.offSamples
        for i, buffer in enumerate(con._aux):
            wanted = con.auxSamples[i] if buffer is not None and buffer is con._current else wanted
        return 1 if wanted <= 0 or self.scn._a_flags[mjtRndFlag.mjRND_SEGMENT] else 4

    def enough_parts(self) -> None:
        """Grow the draw list and make it again if it was too short."""
        con = self.con
        if read(con, "npart_need") > read(con, "npart") - 1:
            grow(con, npart=read(con, "npart_need") + 1)
            self.call(pipeline.PARTS)

    def rooms(self) -> None:
        """Grow the workspace of the passes after the draw list."""
        con = self.con
        ntile = read(con, "ntile_x") * read(con, "ntile_y")
        n = self.threads
        grow(con, nbin=NLIST * ntile + 2, nfrag=n * SPACE, nrow=n * ROW, nkey=n * KEYS)
        grow(con, nspan=n * SPANS, npaint=n * PAINT)
        grow(con, npixel=n * TILE_SAMPLES, nshade=3 * n * TILE_SAMPLES)
        self.more_vertices(max(LEAST_CUTS, read(con, "ncut")))
        grow(con, ntri=LEAST_TRIANGLES, nentry=LEAST_ENTRIES)

    def shadow_rooms(self) -> None:
        """Grow the workspace of shadow maps and their casters."""
        con = self.con
        nshadow, n = read(con, "nshadow"), read(con, "map_size")
        if nshadow:
            grow(con, ncaster=nshadow * read(con, "ncaster_used"))
            grow(con, exact=True, nmap=nshadow * n * n, nmaptile=nshadow * (n // TILE) ** 2)

    def more_vertices(self, cuts: int) -> None:
        con = self.con
        grow(con, ncut=cuts)
        grow(con, nvert=read(con, "nvert_used") + read(con, "ncut"))
        grow(con, nstamp=self.threads * read(con, "nvert"))
        width = TEXTURE_PART + 3 * read(con, "nset")
        grow(con, ncolor=self.threads * read(con, "nvert") * width)

    def bins(self, stages: int) -> None:
        """Run passes up to BINS, growing the workspace as needed."""
        if self.call(stages) == pipeline.ARRAYS_TOO_SMALL:
            self.more_triangles()

    def more_triangles(self) -> None:
        """Grow the arrays of triangles and bins until they suffice."""
        con = self.con
        while True:
            cut, tri, entry = (read(con, f"need_{n}") for n in ("cut", "tri", "entry"))
            if cut > read(con, "ncut"):
                self.more_vertices(cut)
                self.call(pipeline.VERTICES)
            grow(con, ntri=tri, nentry=entry)
            if self.call(pipeline.BINS) == pipeline.DONE:
                return
