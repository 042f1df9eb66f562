"""Chunked drawing: render an image in blocks of tiles to bound its memory.

Documents: Programming / Visualization; API / mjr_render

Each block of tiles has its own draw list, vertices, triangles and colors; shapes that no tile of the block sees are
left out. A block with too many vertices is split in two. Shadow maps are drawn first, for a range of geoms at a
time. Tiles and shadow map texels do not depend on the blocks.
"""

from typing import Any, Protocol

import numpy as np

from gelenk.render import pipeline
from gelenk.render.draw_item import FIRST
from gelenk.render.raster import TILE
from gelenk.render.read_pixels import Box
from gelenk.render.view_setup import CASTING, SEEN
from gelenk.render.workspace import GROWTH_FACTOR, TEXTURE_PART, read_scalar, row_bytes, set_scalars
from gelenk.toolchain.platforms import free_memory

MOST_PARTS, BLOCK_VERTICES = 100_000, 4_000_000  # per block: half a GB with all arrays that depend on them
FEW_PARTS = 5_000  # images with fewer draw items are never split
UNSPLIT_VERTICES = (
    10_000  # vertices: larger draw items appear in most blocks, so that splitting gains nothing
)
GEOMS = 20_000  # geoms whose shadows are drawn at a time


class CameraImage(Protocol):
    """The interface of the image that draw_scene.py passes (draw_scene._Picture)."""

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
