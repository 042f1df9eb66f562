"""The stages of a picture in their order: bits that say which of them a call of pipeline.py takes, and what it returns.

Documents: Programming / Visualization; API / mjr_render

They stand apart from the stages, as do sizes of work space (workspace.py): whoever draws need not import kernels.

The stages of a picture, several of them in one call: what goes on between calls takes threads longer than it seems.
"""

from gelenk.render.bins import render_bins
from gelenk.render.draw_item import NLIST
from gelenk.render.draw_list import order_geoms, render_parts
from gelenk.render.light_model import render_lamps
from gelenk.render.raster import ROOM, SPANS, TILE
from gelenk.render.shadow import nearest
from gelenk.render.tiles import render_tiles
from gelenk.render.vertices import render_vertices
from gelenk.render.view_setup import render_setup
from gelenk.render.wireframe import render_maps
from gelenk.render.workspace import (
    KEYS,
    LEAST_CUTS,
    LEAST_ENTRIES,
    LEAST_TRIANGLES,
    PAINT,
    ROW,
    SPACE,
    TEXTURE_PART,
)
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Context, Scene

SETUP, PARTS, NEAREST, ROOMS, VERTICES, BINS, CASTERS, MAPS, TILES = 1, 2, 4, 8, 16, 32, 64, 128, 256
# all is done; triangles want more room; nothing behind ROOMS is done: what parts are made of wants more room
DONE, SMALL, LACKING = 0, 1, 2


@kernel
def lacks_room(c: Context) -> bool:
    """Whether triangles and lists of tiles want more room than there is."""
    return c.need_cut > c.ncut or c.need_tri > c.ntri or c.need_entry > c.nentry


@kernel
def lacks_rooms(c: Context) -> bool:
    """Whether parts, or what they are made of, want more room than there is (what draw_scene.py makes), or portions."""
    n, tiles = c.nthread, c.map_size // TILE
    if c.npart_need > c.few_parts or c.npart_need >= c.npart:
        return True
    if c.nshadow > 0 and (
        c.nshadow * c.ncaster_used > c.ncaster
        or c.nshadow * c.map_size * c.map_size > c.nmap
        or c.nshadow * tiles * tiles > c.nmaptile
    ):
        return True
    if (
        NLIST * c.ntile_x * c.ntile_y + 2 > c.nbin
        or n * SPACE > c.nfrag
        or n * ROW > c.nrow
        or n * KEYS > c.nkey
    ):
        return True
    if n * SPANS > c.nspan or n * PAINT > c.npaint or n * ROOM > c.npixel or 3 * n * ROOM > c.nshade:
        return True
    if (
        c.ncut < LEAST_CUTS
        or c.ntri < LEAST_TRIANGLES
        or c.nentry < LEAST_ENTRIES
        or c.nvert_used + c.ncut > c.nvert
    ):
        return True
    return n * c.nvert > c.nstamp or n * c.nvert * (TEXTURE_PART + 3 * c.nset) > c.ncolor


@kernel
def render_run(c: Context, s: Scene, stages: int, first: int, second: int) -> int:
    """Some stages one after the other; LACKING where it ends with ROOMS, SMALL where with BINS, for want of room.

    first, second  of SETUP: the two cameras; of VERTICES and MAPS: which part of how many; of TILES: the thread,
                   and the address of two counters or, for one thread, 1
    """
    if stages & SETUP != 0:
        render_setup(c, s, first, second)
        render_lamps(c, s)
        order_geoms(c, s)
    if stages & PARTS != 0:
        render_parts(c, s)
    if stages & NEAREST != 0:
        c.near = min(c.near, nearest(c, s))
    if stages & ROOMS != 0 and lacks_rooms(c):
        return LACKING
    if stages & VERTICES != 0:
        render_vertices(c, s, first, second)
    if stages & BINS != 0:
        render_bins(c, s)
        if lacks_room(c):
            return SMALL
    if c.nshadow > 0:
        # with no parts at all it places what casts shadows
        if stages & CASTERS != 0:
            render_maps(c, s, 0, 0)
        if stages & MAPS != 0:
            render_maps(c, s, first, second)
    if stages & TILES != 0:
        render_tiles(c, s, first, second)
    return DONE
