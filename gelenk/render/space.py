"""Work space of drawing: arrays of a context that grow with what a picture is made of.

Documents: API / MjrContext; Programming / Visualization
"""

import math
from typing import Any

import numpy as np

from gelenk.jit import layout
from gelenk.jit.platforms import free_memory
from gelenk.tables.fields_context import CUT, PART
from gelenk.world.memory import address_of

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
_SLOT = {name: offset // 8 for name, offset in layout.CONTEXT.offset.items()}


def room(con: Any, exact: bool = False, **sizes: int) -> None:
    """Let work space have at least these sizes; what was in it is lost where it grows.

    Errors     MemoryError: the machine has not so much; not for what is ``exact``, of which little may be used
    """
    for name, wanted in sizes.items():
        if con._ints[_SLOT[name]] >= wanted:
            continue
        size = int(wanted if exact else SPARE * wanted) + 64
        made = {
            array: ((size, inner) if inner else (size,), layout.NUMPY[layout.CONTEXT.arrays[array].dtype])
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
        max(1, inner) * layout.NUMPY[layout.CONTEXT.arrays[array].dtype].itemsize
        for array, inner in SIZE_OF[name].items()
    )


def read(con: Any, name: str) -> int:
    return int(con._ints[_SLOT[name]])


def write(con: Any, **numbers: int) -> None:
    """Let numbers of a context have these values."""
    for name, value in numbers.items():
        con._ints[_SLOT[name]] = value
