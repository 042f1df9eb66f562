"""Draw a scene: passes of the renderer, their workspace, and drawing in blocks of tiles.

Documents: API / mjr_render; Programming / Visualization

Passes of the renderer run in sequence, and their workspace grows as required.

Chunked drawing: render an image in blocks of tiles to bound its memory.

Each block of tiles has its own draw list, vertices, triangles and colors; shapes that no tile of the block sees are
left out. A block with too many vertices is split in two. Shadow maps are drawn first, for a range of geoms at a
time. Tiles and shadow map texels do not depend on the blocks.
"""

from collections.abc import Callable, Iterator
from typing import Any, Protocol

import numpy as np

from gelenk.errors import FatalError
from gelenk.render import pipeline
from gelenk.render.context import Buffer
from gelenk.render.draw_item import FIRST, NLIST
from gelenk.render.raster import SPANS, TILE, TILE_SAMPLES
from gelenk.render.targets import Box, MjrRect
from gelenk.render.view_setup import CASTING, SEEN
from gelenk.render.workspace import (
    GROWTH_FACTOR,
    KEYS,
    LEAST_CUTS,
    LEAST_ENTRIES,
    LEAST_TRIANGLES,
    PAINT,
    ROW,
    SPACE,
    TEXTURE_PART,
    check_context,
    check_scene,
    grow,
    read_scalar,
    row_bytes,
    set_scalars,
)
from gelenk.runtime.memory_plan import address_of
from gelenk.scene.cameras import check_near
from gelenk.tables.enums import mjtRndFlag, mjtStereo
from gelenk.toolchain.extension import load
from gelenk.toolchain.platforms import free_memory

MOST_PARTS, BLOCK_VERTICES = 100_000, 4_000_000  # per block: half a GB with all arrays that depend on them
FEW_PARTS = 5_000  # images with fewer draw items are never split
UNSPLIT_VERTICES = (
    10_000  # vertices: larger draw items appear in most blocks, so that splitting gains nothing
)
GEOMS = 20_000  # geoms whose shadows are drawn at a time


class CameraImage(Protocol):
    """The interface of `_CameraImage`, the image that is drawn."""

    scn: Any
    con: Any
    threads: int

    def run_passes(self, stages: int, first: int = 0, second: int = 1) -> int: ...
    def grow_draw_list(self) -> None: ...
    def grow_shadow_workspace(self) -> None: ...
    def grow_workspace(self) -> None: ...
    def draw_shadow_maps(self) -> None: ...
    def draw_items(self, shadows: bool) -> None: ...


def needs_chunks(picture: CameraImage) -> bool:
    """Return whether an image needs blocks, after a first attempt at its draw list."""
    con = picture.con
    parts = read_scalar(con, "npart_need")
    if parts <= FEW_PARTS or read_scalar(con, "wire"):  # wireframe edges reach beyond their shapes
        return False
    if parts > MOST_PARTS:
        return True
    picture.grow_draw_list()
    return read_scalar(con, "nvert_used") + read_scalar(con, "ncaster_used") > BLOCK_VERTICES


def draw_in_chunks(picture: CameraImage) -> None:
    """Draw an image in blocks; stage SETUP must be done."""
    con = picture.con
    check_memory(picture)
    if read_scalar(con, "nshadow"):
        draw_shadow_maps(picture)
    set_scalars(con, first_geom=0, last_geom=picture.scn.ngeom, made=SEEN)
    draw_block(picture, 0, 0, read_scalar(con, "ntile_x"), read_scalar(con, "ntile_y"))


def draw_shadow_maps(picture: CameraImage) -> None:
    """Draw the shadow maps, after the nearest visible depth, which sets their resolution."""
    con, count = picture.con, picture.scn.ngeom
    for made in (SEEN, CASTING):
        for first in range(0, count, GEOMS):
            set_scalars(con, first_geom=first, last_geom=min(first + GEOMS, count), made=made)
            picture.run_passes(pipeline.PARTS)
            picture.grow_draw_list()
            if made == SEEN:
                picture.run_passes(pipeline.NEAREST)
                continue
            picture.grow_shadow_workspace()
            picture.run_passes(pipeline.CASTERS)
            picture.draw_shadow_maps()


def check_memory(picture: CameraImage) -> None:
    """Raise MemoryError before drawing if a single tile needs more memory than there is.

    The search bisects the tiles and follows the half with more draw items.    Errors    MemoryError
    """
    con = picture.con
    set_scalars(con, first_geom=0, last_geom=picture.scn.ngeom, made=SEEN)
    tiles = 0, 0, read_scalar(con, "ntile_x"), read_scalar(con, "ntile_y")
    while (tiles[2] - tiles[0]) * (tiles[3] - tiles[1]) > 1 and restrict_to_tiles(
        picture, *tiles
    ) > MOST_PARTS:
        tiles = max(split_block(*tiles), key=lambda half: restrict_to_tiles(picture, *half))
    if restrict_to_tiles(picture, *tiles) > MOST_PARTS:
        picture.grow_draw_list()
        need = estimate_bytes(picture)
        if need > free_memory():
            raise MemoryError(
                f"a picture needs {need / 2**20:,.0f} MiB for one tile of {TILE} x {TILE} pixels"
            )
    restrict_to_tiles(picture, 0, 0, read_scalar(con, "ntile_x"), read_scalar(con, "ntile_y"))


def estimate_bytes(picture: CameraImage) -> float:
    """Estimate the bytes of workspace for the current draw list, at two triangles per vertex."""
    con, n = picture.con, picture.threads
    lit = n * (TEXTURE_PART + 3 * read_scalar(con, "nset"))
    vertex = row_bytes("nvert") + n * row_bytes("nstamp") + lit * row_bytes("ncolor")
    return (
        GROWTH_FACTOR
        * read_scalar(con, "nvert_used")
        * (vertex + 2 * (row_bytes("ntri") + row_bytes("nentry")))
    )


def restrict_to_tiles(picture: CameraImage, x0: int, y0: int, x1: int, y1: int) -> int:
    """Restrict drawing to the tiles from (x0, y0) to before (x1, y1); count draw items."""
    con = picture.con
    east, north = min(TILE * x1, read_scalar(con, "width")), min(TILE * y1, read_scalar(con, "height"))
    set_scalars(con, west=TILE * x0, east=east, south=TILE * y0, north=north)
    picture.run_passes(pipeline.PARTS)
    return read_scalar(con, "npart_need")


def split_block(x0: int, y0: int, x1: int, y1: int) -> tuple[Box, Box]:
    """Split a block of tiles along its longer side."""
    if x1 - x0 >= y1 - y0:
        middle = (x0 + x1) // 2
        return (x0, y0, middle, y1), (middle, y0, x1, y1)
    middle = (y0 + y1) // 2
    return (x0, y0, x1, middle), (x0, middle, x1, y1)


def draw_block(picture: CameraImage, x0: int, y0: int, x1: int, y1: int) -> None:
    """Draw the tiles from (x0, y0) to before (x1, y1), split in two if there is too much."""
    con = picture.con
    restrict_to_tiles(picture, x0, y0, x1, y1)
    if (x1 - x0) * (y1 - y0) > 1 and should_split(picture):
        for half in split_block(x0, y0, x1, y1):
            draw_block(picture, *half)
        return
    picture.grow_draw_list()
    picture.grow_workspace()
    con._a_stamp[:] = 0  # the vertex indices now mean other vertices, which are not lit yet
    picture.draw_items(shadows=False)


def should_split(picture: CameraImage) -> bool:
    """Return whether the block exceeds the limits and splitting reduces its size."""
    con = picture.con
    if read_scalar(con, "npart_need") > MOST_PARTS:
        return True
    picture.grow_draw_list()
    first = con._a_part[: read_scalar(con, "npart_used"), FIRST]
    counts = np.diff(first, append=read_scalar(con, "nvert_used"))
    return bool(counts[counts <= UNSPLIT_VERTICES].sum() > BLOCK_VERTICES)


# Passes of the renderer

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
        return int(load.run_kernel("render_run", self.con, self.scn, stages, first, second))

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
            if needs_chunks(self):
                draw_in_chunks(self)
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
        # each part traverses all shadow casters, so more parts increase the total work; they balance the load only if
        # maps take much longer than ``first``
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
            "nthread": self.threads, "few_parts": FEW_PARTS,
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
