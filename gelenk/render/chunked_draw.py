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
from gelenk.render.workspace import GROWTH_FACTOR, TEXTURE_PART, read, row_bytes, write
from gelenk.toolchain.platforms import free_memory

MOST_PARTS, BLOCK_VERTICES = 100_000, 4_000_000  # per block: half a GB with all arrays that depend on them
FEW_PARTS = 5_000  # images with fewer draw items are never split
UNSPLIT_VERTICES = (
    10_000  # vertices: larger draw items appear in most blocks, so that splitting gains nothing
)
GEOMS = 20_000  # geoms whose shadows are drawn at a time


class Picture(Protocol):
    """The interface of the image that draw_scene.py passes (draw_scene._Picture)."""

    scn: Any
    con: Any
    threads: int

    def call(self, stages: int, first: int = 0, second: int = 1) -> int: ...
    def enough_parts(self) -> None: ...
    def shadow_rooms(self) -> None: ...
    def rooms(self) -> None: ...
    def maps(self) -> None: ...
    def finish(self, shadows: bool) -> None: ...


def needs_chunks(picture: Picture) -> bool:
    """Return whether an image needs blocks, after a first attempt at its draw list."""
    con = picture.con
    parts = read(con, "npart_need")
    if parts <= FEW_PARTS or read(con, "wire"):  # wireframe edges reach beyond their shapes
        return False
    if parts > MOST_PARTS:
        return True
    picture.enough_parts()
    return read(con, "nvert_used") + read(con, "ncaster_used") > BLOCK_VERTICES


def draw(picture: Picture) -> None:
    """Draw an image in blocks; stage SETUP must be done."""
    con = picture.con
    check_memory(picture)
    if read(con, "nshadow"):
        shadows(picture)
    write(con, first_geom=0, last_geom=picture.scn.ngeom, made=SEEN)
    draw_block(picture, 0, 0, read(con, "ntile_x"), read(con, "ntile_y"))


def shadows(picture: Picture) -> None:
    """Draw the shadow maps, after the nearest visible depth, which sets their resolution."""
    con, count = picture.con, picture.scn.ngeom
    for made in (SEEN, CASTING):
        for first in range(0, count, GEOMS):
            write(con, first_geom=first, last_geom=min(first + GEOMS, count), made=made)
            picture.call(pipeline.PARTS)
            picture.enough_parts()
            if made == SEEN:
                picture.call(pipeline.NEAREST)
                continue
            picture.shadow_rooms()
            picture.call(pipeline.CASTERS)
            picture.maps()


def check_memory(picture: Picture) -> None:
    """Raise MemoryError before drawing if a single tile needs more memory than there is.

    The search bisects the tiles and follows the half with more draw items.    Errors    MemoryError
    """
    con = picture.con
    write(con, first_geom=0, last_geom=picture.scn.ngeom, made=SEEN)
    tiles = 0, 0, read(con, "ntile_x"), read(con, "ntile_y")
    while (tiles[2] - tiles[0]) * (tiles[3] - tiles[1]) > 1 and restrict_to_tiles(
        picture, *tiles
    ) > MOST_PARTS:
        tiles = max(halves(*tiles), key=lambda half: restrict_to_tiles(picture, *half))
    if restrict_to_tiles(picture, *tiles) > MOST_PARTS:
        picture.enough_parts()
        need = estimate_bytes(picture)
        if need > free_memory():
            raise MemoryError(
                f"a picture needs {need / 2**20:,.0f} MiB for one tile of {TILE} x {TILE} pixels"
            )
    restrict_to_tiles(picture, 0, 0, read(con, "ntile_x"), read(con, "ntile_y"))


def estimate_bytes(picture: Picture) -> float:
    """Estimate the bytes of workspace for the current draw list, at two triangles per vertex."""
    con, n = picture.con, picture.threads
    lit = n * (TEXTURE_PART + 3 * read(con, "nset"))
    vertex = row_bytes("nvert") + n * row_bytes("nstamp") + lit * row_bytes("ncolor")
    return GROWTH_FACTOR * read(con, "nvert_used") * (vertex + 2 * (row_bytes("ntri") + row_bytes("nentry")))


def restrict_to_tiles(picture: Picture, x0: int, y0: int, x1: int, y1: int) -> int:
    """Restrict drawing to the tiles from (x0, y0) to before (x1, y1); count draw items."""
    con = picture.con
    east, north = min(TILE * x1, read(con, "width")), min(TILE * y1, read(con, "height"))
    write(con, west=TILE * x0, east=east, south=TILE * y0, north=north)
    picture.call(pipeline.PARTS)
    return read(con, "npart_need")


def halves(x0: int, y0: int, x1: int, y1: int) -> tuple[Box, Box]:
    """Split a block of tiles along its longer side."""
    if x1 - x0 >= y1 - y0:
        middle = (x0 + x1) // 2
        return (x0, y0, middle, y1), (middle, y0, x1, y1)
    middle = (y0 + y1) // 2
    return (x0, y0, x1, middle), (x0, middle, x1, y1)


def draw_block(picture: Picture, x0: int, y0: int, x1: int, y1: int) -> None:
    """Draw the tiles from (x0, y0) to before (x1, y1), split in two if there is too much."""
    con = picture.con
    restrict_to_tiles(picture, x0, y0, x1, y1)
    if (x1 - x0) * (y1 - y0) > 1 and should_split(picture):
        for half in halves(x0, y0, x1, y1):
            draw_block(picture, *half)
        return
    picture.enough_parts()
    picture.rooms()
    con._a_stamp[:] = 0  # the vertex indices now mean other vertices, which are not lit yet
    picture.finish(shadows=False)


def should_split(picture: Picture) -> bool:
    """Return whether the block exceeds the limits and splitting reduces its size."""
    con = picture.con
    if read(con, "npart_need") > MOST_PARTS:
        return True
    picture.enough_parts()
    first = con._a_part[: read(con, "npart_used"), FIRST]
    counts = np.diff(first, append=read(con, "nvert_used"))
    return bool(counts[counts <= UNSPLIT_VERTICES].sum() > BLOCK_VERTICES)
