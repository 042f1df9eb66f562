"""The pipeline of the renderer: its passes in order, from scene to pixels.

Documents: Programming / Visualization; API / mjr_render

Each pass is a kernel that reads what earlier passes wrote to arrays of the context (workspace.py). Bits (SETUP to
TILES) select the passes of one call: several passes share a call, since the Python code between calls delays threads.

     MjvScene: geoms, lights, cameras            MjrContext: shapes, textures, settings
                    |                                         |
                    +--------------------+--------------------+
                                         v
    SETUP      cameras and mirror as views, light parameters,           c.seen, c.lamp, s.geomorder
               transparent geoms by distance                            view_setup.py, light_model.py
                                         |
                                         v
    PARTS      draw list: shape, transform, texture of each visible     c.part, c.part_num
               item, in this order                                      draw_list.py, draw_item.py
               | opaque | transparent | mirror mask | mirror: opaque | mirror: transparent | shadow casters |
                                         |                                                         |
                    +--------------------+                                                         |
                    v                                                                              v
    VERTICES   transform to pixels: x, y, depth, 1/w          CASTERS   transform to texels of each shadow map
               c.vert, draw_item.py                                      c.caster, shadow.py
                    |                                                                              |
                    v                                                                              v
    BINS       clip, cull, list triangles by tile             MAPS      depth of the nearest surface, as each
                +-----+-----+-----+                                     light sees the casters
                |     |2    |2 3  |   c.tri                             c.map_depth, shadow.py, wireframe.py
                +-----+-----+-----+   c.bin_start                                                  |
                |1    |1 2  |  3  |   c.bin_entry                                                  |
                +-----+-----+-----+   bins.py                                                      |
                    |                                                                              |
                    +--------------------+---------------------------------------------------------+
                                         v
    TILES      each thread takes tiles of TILE x TILE pixels (tiles.py), and in each tile:

               visibility   spans of each opaque triangle; nearest depth and triangle of each sample
                   |             ..[== 7 ==][====== 9 ======]..      raster.py, planes.py
                   v
               shading      per span of one triangle: interpolants of color (vertex_light.py, pixel_light.py),
                   |        shadow (pixel_light.py), texture (texture_span.py), fog; the rest shows the sky
                   |                                                 shade.py, sky.py
                   v
               mirror       reflected triangles, added in samples that show the mirror
                   |                                                 mirror.py
                   v
               blending     transparent triangles, front to back, then back to front
                   |                                                 blend.py
                   v
               resolve      mean of the samples of each pixel to c.out_rgb, depth to c.out_depth
                                         |
                                         v
               Buffer.rgb, Buffer.depth (context.py)  ->  read pixels (targets.py), capture.py

With wireframe, wireframe.py takes the place of visibility, shading and mirror. NEAREST finds the nearest visible depth
alone (draw_scene.py). ROOMS checks that the workspace suffices.
"""

from gelenk.render.bins import render_bins
from gelenk.render.draw_item import NLIST, render_vertices
from gelenk.render.draw_list import order_geoms, render_draw_list
from gelenk.render.light_model import render_lamps
from gelenk.render.raster import SPANS, TILE, TILE_SAMPLES
from gelenk.render.shadow import nearest_distance
from gelenk.render.tiles import render_tiles
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
# done; the arrays of triangles are too small; the workspace is too small, and passes after ROOMS did not run
DONE, ARRAYS_TOO_SMALL, LACKING = 0, 1, 2


@kernel
def lacks_room(c: Context) -> bool:
    """Return whether the arrays of triangles or tile lists are too small."""
    return c.need_cut > c.ncut or c.need_tri > c.ntri or c.need_entry > c.nentry


@kernel
def lacks_rooms(c: Context) -> bool:
    """Return whether the workspace is too small for the draw list (draw_scene.py grows it).

    Also true for images that may need chunked drawing.
    """
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
    if (
        n * SPANS > c.nspan
        or n * PAINT > c.npaint
        or n * TILE_SAMPLES > c.npixel
        or 3 * n * TILE_SAMPLES > c.nshade
    ):
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
    """Run the selected passes; LACKING or ARRAYS_TOO_SMALL if one lacked workspace.

    first, second  SETUP: the two cameras; VERTICES and MAPS: index and number of the parts of the work;
                   TILES: the thread, and the address of two counters or, for one thread, 1
    Returns        DONE; LACKING: stopped at ROOMS; ARRAYS_TOO_SMALL: stopped at BINS
    """
    if stages & SETUP != 0:
        render_setup(c, s, first, second)
        render_lamps(c, s)
        order_geoms(c, s)
    if stages & PARTS != 0:
        render_draw_list(c, s)
    if stages & NEAREST != 0:
        c.near = min(c.near, nearest_distance(c, s))
    if stages & ROOMS != 0 and lacks_rooms(c):
        return LACKING
    if stages & VERTICES != 0:
        render_vertices(c, s, first, second)
    if stages & BINS != 0:
        render_bins(c, s)
        if lacks_room(c):
            return ARRAYS_TOO_SMALL
    if c.nshadow > 0:
        # with zero parts this only places the shadow casters
        if stages & CASTERS != 0:
            render_maps(c, s, 0, 0)
        if stages & MAPS != 0:
            render_maps(c, s, first, second)
    if stages & TILES != 0:
        render_tiles(c, s, first, second)
    return DONE
