"""Where the numbers of a row of a tile are in ``c.row`` of each thread: one for each pixel, from these places on.

Documents: API / mjr_render; API / MjrContext; Programming / Visualization

Colors are made for stretches of a row in which one triangle is seen, so that each step is a short loop over numbers
that follow each other.

Work space of drawing: arrays of a context that grow with what a picture is made of.
"""

import math
from typing import Any

import numpy as np

from gelenk.render.raster import APART, TILE
from gelenk.runtime.memory_plan import address_of
from gelenk.tables.fields_context import CUT, PART
from gelenk.toolchain import struct_layout
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.platforms import free_memory

QUAD = 4  # pixels that processors do at once
PITCH = TILE + 2 * QUAD  # from one number of a pixel to the next one: with room behind the last pixel
WIDTH, RED, GREEN, BLUE = 0, PITCH, 2 * PITCH, 3 * PITCH  # distance along the view; colors
U, V, DEPTH = 4 * PITCH, 5 * PITCH, 6 * PITCH  # places on a shadow map: columns, rows, nearness
SHARE = 7 * PITCH  # how much of a light arrives
POINTS = 8 * PITCH  # a lot of points that light falls on (light_model.py)
LOT = 8  # how many
NUMBERS = 20  # of each of them
ROW = POINTS + LOT * NUMBERS + APART  # numbers of a thread
KEYS = TILE + APART  # the same of c.row_key
PAINT = 3 * PITCH + APART  # colors that a row of something transparent adds (blend.py)
LEAST_CUTS, LEAST_TRIANGLES, LEAST_ENTRIES = 256, 1024, 4096  # of what there is always room for
TEXTURE_PART = 3  # numbers of a vertex before its colors: texture coordinates (vertex_light.py)
FRAG, SLOTS = 128, 128  # numbers of a triangle; triangles of a thread (interpolants.py)
EVEN = FRAG * (
    SLOTS + 1
)  # behind these, of which the last is a plane of the model: light in a tile (plane_light.py)
SPACE = EVEN + 256 + APART  # of a thread
GROUP = 8  # pixels from one level of a texture to the next one that is computed
SEVERAL = -3  # c.row_key of pixels whose samples are of several triangles


@kernel
def whole_quads(first: int, last: int) -> int:
    """Where whole quads of pixels from ``first`` on end.

    What is put behind ``last`` is overwritten: rows are colored from left to right. So no pixel is done by itself.
    """
    return first + ((last - first + QUAD - 1) & -QUAD)


UNASKED = 1 << 28  # bytes that are taken without asking whether the machine has them
LINE = 64  # bytes of a cache line
SPARE = 1.25  # how much more room than wanted is made
SIZE_OF = {  # the sizes that work space grows by: its arrays, and numbers a row
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


def room(con: Any, exact: bool = False, **sizes: int) -> None:
    """Let work space have at least these sizes; what was in it is lost where it grows.

    Errors     MemoryError: the machine has not so much; not for what is ``exact``, of which little may be used
    """
    for name, wanted in sizes.items():
        if con._ints[_SLOT[name]] >= wanted:
            continue
        size = int(wanted if exact else SPARE * wanted) + 64
        made = {
            array: (
                (size, inner) if inner else (size,),
                struct_layout.NUMPY[struct_layout.CONTEXT.arrays[array].dtype],
            )
            for array, inner in SIZE_OF[name].items()
        }
        nbyte = sum(math.prod(shape) * dtype.itemsize for shape, dtype in made.values())
        if not exact and nbyte > UNASKED and nbyte > free_memory():
            raise MemoryError(f"a picture needs {nbyte / 2**20:,.0f} MiB, more than the machine has left")
        for array, (shape, dtype) in made.items():
            con._attach(array, _aligned(shape, dtype))
        con._ints[_SLOT[name]] = size


def _aligned(shape: tuple[int, ...], dtype: np.dtype[Any]) -> np.ndarray:
    """Zeros whose first one begins a cache line, as no vector of a row then lies in two."""
    nbyte = math.prod(shape) * dtype.itemsize
    made = np.zeros(nbyte + LINE, np.uint8)
    first = -address_of(made) % LINE
    return made[first : first + nbyte].view(dtype).reshape(shape)


def row_bytes(name: str) -> int:
    """Bytes that work space takes for one more of a size."""
    return sum(
        max(1, inner) * struct_layout.NUMPY[struct_layout.CONTEXT.arrays[array].dtype].itemsize
        for array, inner in SIZE_OF[name].items()
    )


def read(con: Any, name: str) -> int:
    return int(con._ints[_SLOT[name]])


def write(con: Any, **numbers: int) -> None:
    """Let numbers of a context have these values."""
    for name, value in numbers.items():
        con._ints[_SLOT[name]] = value
