"""Workspace of the renderer: growable arrays of a context; checks of indices in scenes.

Documents: API / mjr_render; API / MjvScene, MjrContext; Programming / Visualization

The constants from WIDTH on are offsets of pixel attributes in ``c.row`` of each thread (structure of arrays), so that
each shading step of a span is a short loop over contiguous values.
"""

import math
from typing import Any

import numpy as np

from gelenk.errors import FatalError
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


# Indices that users can write, before kernels use them

# fields of first element and count per flex or skin, the array of the elements, and values per element
ITEMS = {
    "flex": (
        ("flexvertadr", "flexvertnum", "flexvert", 3),
        ("flexedgeadr", "flexedgenum", "flexedge", 2),
        ("flexfaceadr", "flexfacenum", "flexface", 9),
    ),
    "skin": (("skinvertadr", "skinvertnum", "skinvert", 3),),
}


def check_scene(scn: Any) -> None:
    """Raise IndexError unless the ranges of flexes and skins are within the scene arrays."""
    for kind, rows in ITEMS.items():
        if getattr(scn, f"_a_{rows[0][0]}").size:
            for adr, num, items, width in rows:
                _check_items(scn, kind, adr, num, items, width)
    if scn._a_flexedge.size:
        _check_edges(scn)


def _check_items(scn: Any, kind: str, adr: str, num: str, items: str, width: int) -> None:
    first, count = (getattr(scn, f"_a_{name}").astype(np.int64) for name in (adr, num))
    room = getattr(scn, f"_a_{items}").size // width
    wrong = (count > 0) & ((first < 0) | (first + count > room))
    if wrong.any():
        i = int(wrong.argmax())
        raise IndexError(
            f"scn.{adr} and scn.{num}: {kind} {i} has {count[i]} rows from {first[i]} on, scn.{items} has {room}"
        )


def _check_edges(scn: Any) -> None:
    """Raise IndexError unless edges refer to vertices of their flex."""
    rows = np.array([scn._a_flexvertnum, scn._a_flexedgeadr, scn._a_flexedgenum]).T.tolist()
    for f, (room, edge, count) in enumerate(rows):
        ends = scn._a_flexedge[2 * edge : 2 * (max(0, edge) + max(0, count))]
        if len(ends) and not (ends.min() >= 0 and ends.max() < room):
            raise IndexError(
                f"scn.flexedge: flex {f} has {room} vertices, but an edge with a vertex out of this range"
            )


def check_context(con: Any) -> None:
    """Raise FatalError unless the first mesh, first height field and skin count are valid."""
    count = read_scalar(con, "nshape")
    for name, most in (
        ("baseMesh", count - 2 * read_scalar(con, "nmesh")),
        ("baseHField", count - read_scalar(con, "nhfield")),
        ("nskin", count - read_scalar(con, "base_skin")),
    ):
        value = getattr(con, name)
        if not 0 <= value <= most:
            raise FatalError(f"con.{name} must be in 0 .. {most}, not {value}")
