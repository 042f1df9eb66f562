"""Workspace of the renderer: growable arrays of a context, and their layouts.

Documents: API / mjr_render; API / MjrContext; Programming / Visualization

The constants from WIDTH on are offsets of pixel attributes in ``c.row`` of each thread (structure of arrays), so that
each shading step of a span is a short loop over contiguous values.
"""

import math
from typing import Any

import numpy as np

from gelenk.render.raster import CACHE_PADDING, TILE
from gelenk.runtime.memory_plan import address_of
from gelenk.tables.fields_context import CUT, PART
from gelenk.toolchain import struct_layout
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.platforms import free_memory

QUAD = 4  # pixels per SIMD vector
PITCH = TILE + 2 * QUAD  # floats per pixel attribute in a row, padded by one SIMD vector on each side
WIDTH, RED, GREEN, BLUE = 0, PITCH, 2 * PITCH, 3 * PITCH  # distance along the view; colors
U, V, DEPTH = 4 * PITCH, 5 * PITCH, 6 * PITCH  # position on a shadow map: column, row, nearness
SHARE = 7 * PITCH  # share of a light that arrives
POINTS = 8 * PITCH  # a packet of points to shade (light_model.py)
LOT = 8  # points per packet
NUMBERS = 20  # values per point
ROW = POINTS + LOT * NUMBERS + CACHE_PADDING  # floats per thread
KEYS = TILE + CACHE_PADDING  # length of c.row_key per thread
PAINT = 3 * PITCH + CACHE_PADDING  # floats per thread: colors of a transparent span (blend.py)
LEAST_CUTS, LEAST_TRIANGLES, LEAST_ENTRIES = 256, 1024, 4096  # smallest capacities
TEXTURE_PART = 3  # values of a vertex before its colors: texture coordinates (vertex_light.py)
FRAG, SLOTS = 128, 128  # floats per triangle; cached triangles per thread (interpolants.py)
EVEN = FRAG * (SLOTS + 1)  # offset of the lighting polynomials of a tile (planes.py)
SPACE = EVEN + 256 + CACHE_PADDING  # floats per thread
GROUP = 8  # pixels between exact mipmap levels
SEVERAL = -3  # c.row_key of pixels whose samples show several triangles


@kernel
def whole_quads(first: int, last: int) -> int:
    """Return the end of the whole quads of pixels from ``first`` on.

    Values beyond ``last`` are overwritten later, since rows are shaded from left to right, so no remainder loop is
    needed.
    """
    return first + ((last - first + QUAD - 1) & -QUAD)


UNCHECKED_BYTES = 1 << 28  # bytes that are allocated without a check of free memory
LINE = 64  # bytes of a cache line
GROWTH_FACTOR = 1.25  # allocated size over required size
SIZE_OF = {  # size fields -> arrays that grow with them, and values per row
    "npart": {"part": CUT, "part_num": PART},
    "nvert": {"vert": 4},
    "ncut": {"cut": 2, "cut_share": 0},
    "ntri": {"tri": 8},
    "nbin": {"bin_start": 0},
    "nentry": {"bin_entry": 0},
    "nstamp": {"stamp": 0},
    "ncolor": {"lit": 0},
    "nfrag": {"frag": 0},
    "nrow": {"row": 0},
    "nkey": {"row_key": 0},
    "nspan": {"span": 0, "span_z": 0},
    "npaint": {"paint": 0},
    "npixel": {"tile_depth": 0, "tile_tri": 0, "tile_back": 0, "back_depth": 0},
    "nshade": {"tile_color": 0, "back_color": 0},
    "ncaster": {"caster": 4},
    "nmap": {"map_depth": 0},
    "nmaptile": {"map_stamp": 0, "map_cover": 0, "map_drawn": 0, "map_covered": 0, "map_plane": 3},
}
_SLOT = {name: offset // 8 for name, offset in struct_layout.CONTEXT.offset.items()}


def grow(con: Any, exact: bool = False, **sizes: int) -> None:
    """Grow the workspace to at least these sizes; arrays that grow lose their contents.

    exact      whether to skip GROWTH_FACTOR and the check of free memory, for arrays that are sparsely used
    Errors     MemoryError: not enough free memory
    """
    for name, wanted in sizes.items():
        if con._ints[_SLOT[name]] >= wanted:
            continue
        size = int(wanted if exact else GROWTH_FACTOR * wanted) + 64
        made = {
            array: (
                (size, inner) if inner else (size,),
                struct_layout.NUMPY[struct_layout.CONTEXT.arrays[array].dtype],
            )
            for array, inner in SIZE_OF[name].items()
        }
        nbyte = sum(math.prod(shape) * dtype.itemsize for shape, dtype in made.values())
        if not exact and nbyte > UNCHECKED_BYTES and nbyte > free_memory():
            raise MemoryError(f"a picture needs {nbyte / 2**20:,.0f} MiB, more than is free")
        for array, (shape, dtype) in made.items():
            con._set_array(array, _aligned(shape, dtype))
        con._ints[_SLOT[name]] = size


def _aligned(shape: tuple[int, ...], dtype: np.dtype[Any]) -> np.ndarray:
    """Return zeros aligned to a cache line, so that no vector of a row straddles two lines."""
    nbyte = math.prod(shape) * dtype.itemsize
    made = np.zeros(nbyte + LINE, np.uint8)
    first = -address_of(made) % LINE
    return made[first : first + nbyte].view(dtype).reshape(shape)


def row_bytes(name: str) -> int:
    """Return the bytes of workspace per unit of a size field."""
    return sum(
        max(1, inner) * struct_layout.NUMPY[struct_layout.CONTEXT.arrays[array].dtype].itemsize
        for array, inner in SIZE_OF[name].items()
    )


def read_scalar(con: Any, name: str) -> int:
    return int(con._ints[_SLOT[name]])


def set_scalars(con: Any, **numbers: int) -> None:
    """Set scalar fields of a context."""
    for name, value in numbers.items():
        con._ints[_SLOT[name]] = value
