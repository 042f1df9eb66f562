"""Pictures of so many parts that all of them at once would take the memory of the machine.

Documents: Programming / Visualization; API / mjr_render

Such a picture is drawn in blocks of tiles, each of which has parts, vertices, triangles and colors of its own: what no
tile of a block sees is no part of it. A block with too many vertices is two. Shadow maps are drawn before, of some
geoms at a time. Tiles, and texels of maps, are the same in whichever portion they are drawn.
"""

from typing import Any, Protocol

import numpy as np

from gelenk.render import pipeline
from gelenk.render.draw_item import FIRST
from gelenk.render.mjr_rect import Box
from gelenk.render.raster import TILE
from gelenk.render.view_setup import CASTING, SEEN
from gelenk.render.workspace import SPARE, TEXTURE_PART, read, row_bytes, write
from gelenk.toolchain.platforms import free_memory

MOST_PARTS, MOST_VERTICES = 100_000, 4_000_000  # of a portion: half a GB with all that belongs to them
FEW_PARTS = 5_000  # that are drawn at once, whatever vertices they have
LARGE = 10_000  # vertices of a part that may be seen in so many blocks that these would not get smaller
GEOMS = 20_000  # whose shadows are drawn at a time


class Picture(Protocol):
    """What draw_scene.py calls one."""

    scn: Any
    con: Any
    threads: int

    def call(self, stages: int, first: int = 0, second: int = 1) -> int: ...
    def enough_parts(self) -> None: ...
    def shadow_rooms(self) -> None: ...
    def rooms(self) -> None: ...
    def maps(self) -> None: ...
    def finish(self, shadows: bool) -> None: ...


def are_wanted(picture: Picture) -> bool:
    """Whether a picture, of which as many parts are made as there is room for, is drawn in portions."""
    con = picture.con
    parts = read(con, "npart_need")
    if parts <= FEW_PARTS or read(con, "wire"):  # edges reach beyond what they are of
        return False
    if parts > MOST_PARTS:
        return True
    picture.enough_parts()
    return read(con, "nvert_used") + read(con, "ncaster_used") > MOST_VERTICES


def draw(picture: Picture) -> None:
    """Draw a picture, whose stage SETUP is done, in portions."""
    con = picture.con
    check_memory(picture)
    if read(con, "nshadow"):
        shadows(picture)
    write(con, first_geom=0, last_geom=picture.scn.ngeom, made=SEEN)
    block(picture, 0, 0, read(con, "ntile_x"), read(con, "ntile_y"))


def shadows(picture: Picture) -> None:
    """Shadow maps: how fine they are follows from all that is seen, so that comes first."""
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
    """Refuse a picture, before any of it is drawn, where a single tile sees more than there is memory for.

    The tile is found by halves, of which that with more parts is followed.    Errors    MemoryError
    """
    con = picture.con
    write(con, first_geom=0, last_geom=picture.scn.ngeom, made=SEEN)
    tiles = 0, 0, read(con, "ntile_x"), read(con, "ntile_y")
    while (tiles[2] - tiles[0]) * (tiles[3] - tiles[1]) > 1 and see(picture, *tiles) > MOST_PARTS:
        tiles = max(halves(*tiles), key=lambda half: see(picture, *half))
    if see(picture, *tiles) > MOST_PARTS:
        picture.enough_parts()
        need = memory(picture)
        if need > free_memory():
            raise MemoryError(
                f"a picture needs {need / 2**20:,.0f} MiB for one tile of {TILE} x {TILE} pixels"
            )
    see(picture, 0, 0, read(con, "ntile_x"), read(con, "ntile_y"))


def memory(picture: Picture) -> float:
    """About how many bytes work space takes for the parts that there are, with two triangles for a vertex."""
    con, n = picture.con, picture.threads
    lit = n * (TEXTURE_PART + 3 * read(con, "nset"))
    vertex = row_bytes("nvert") + n * row_bytes("nstamp") + lit * row_bytes("ncolor")
    return SPARE * read(con, "nvert_used") * (vertex + 2 * (row_bytes("ntri") + row_bytes("nentry")))


def see(picture: Picture, x0: int, y0: int, x1: int, y1: int) -> int:
    """Let the tiles from (x0, y0) to before (x1, y1) be drawn now: how many parts they have."""
    con = picture.con
    east, north = min(TILE * x1, read(con, "width")), min(TILE * y1, read(con, "height"))
    write(con, west=TILE * x0, east=east, south=TILE * y0, north=north)
    picture.call(pipeline.PARTS)
    return read(con, "npart_need")


def halves(x0: int, y0: int, x1: int, y1: int) -> tuple[Box, Box]:
    """A block of tiles as two."""
    if x1 - x0 >= y1 - y0:
        middle = (x0 + x1) // 2
        return (x0, y0, middle, y1), (middle, y0, x1, y1)
    middle = (y0 + y1) // 2
    return (x0, y0, x1, middle), (x0, middle, x1, y1)


def block(picture: Picture, x0: int, y0: int, x1: int, y1: int) -> None:
    """Draw the tiles from (x0, y0) to before (x1, y1), in two blocks if they see too much."""
    con = picture.con
    see(picture, x0, y0, x1, y1)
    if (x1 - x0) * (y1 - y0) > 1 and sees_much(picture):
        for half in halves(x0, y0, x1, y1):
            block(picture, *half)
        return
    picture.enough_parts()
    picture.rooms()
    con._a_stamp[:] = 0  # that other vertices have been lit under these numbers
    picture.finish(shadows=False)


def sees_much(picture: Picture) -> bool:
    """Whether two blocks would have less than the one whose parts are made, and that is too much."""
    con = picture.con
    if read(con, "npart_need") > MOST_PARTS:
        return True
    picture.enough_parts()
    first = con._a_part[: read(con, "npart_used"), FIRST]
    counts = np.diff(first, append=read(con, "nvert_used"))
    return bool(counts[counts <= LARGE].sum() > MOST_VERTICES)
