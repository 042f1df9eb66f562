"""Drawing a scene: the stages of a picture one after the other, with room for what they make.

Documents: API / mjr_render; Programming / Visualization
"""

import os
from typing import TYPE_CHECKING, Any

import numpy as np

from gelenk.errors import FatalError
from gelenk.jit import layout, library
from gelenk.render.buffers import Buffer
from gelenk.render.light import TEXTURE_PART
from gelenk.render.part import NLIST
from gelenk.render.planes import SPACE
from gelenk.render.raster import ROOM, TILE
from gelenk.render.rect import Box, MjrRect
from gelenk.render.row import ROW
from gelenk.scene.cameras import check_near
from gelenk.tables.enums import mjtRndFlag, mjtStereo
from gelenk.tables.fields_context import CUT, PART

if TYPE_CHECKING:
    from concurrent.futures import ThreadPoolExecutor

MOST_THREADS = 64
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
    "npixel": {"tile_depth": 0, "tile_tri": 0, "tile_back": 0, "back_depth": 0},
    "nshade": {"tile_color": 0, "back_color": 0},
    "ncaster": {"caster": 4},
    "nmap": {"map_depth": 0},
    "nmaptile": {"map_stamp": 0, "map_cover": 0, "map_drawn": 0, "map_covered": 0, "map_plane": 3},
}
_SLOT = {name: offset // 8 for name, offset in layout.CONTEXT.offset.items()}


def room(con: Any, exact: bool = False, **sizes: int) -> None:
    """Let work space have at least these sizes; what was in it is lost where it grows."""
    for name, wanted in sizes.items():
        if con._ints[_SLOT[name]] >= wanted:
            continue
        size = int(wanted if exact else SPARE * wanted) + 64
        for array, inner in SIZE_OF[name].items():
            dtype = layout.NUMPY[layout.CONTEXT.arrays[array].dtype]
            con._attach(array, np.zeros((size, inner) if inner else size, dtype))
        con._ints[_SLOT[name]] = size


def read(con: Any, name: str) -> int:
    return int(con._ints[_SLOT[name]])


def render_scene(viewport: MjrRect, scn: Any, con: Any, threads: int = 1) -> None:
    """Draw a scene into the current buffer of a context, within ``viewport`` (left, bottom, width, height).

    What lies outside of the buffer is left out. The picture is the same for any number of threads.

    Errors     FatalError: the context has been freed, or the cameras of the scene have no near plane
    """
    con._check_alive()
    if not 1 <= threads <= MOST_THREADS:
        raise ValueError(f"threads must be in 1 .. {MOST_THREADS}, not {threads}")
    if viewport.width <= 0 or viewport.height <= 0:
        return
    check_near(scn)
    if scn.enabletransform and not scn.scale > 0:
        raise FatalError(f"the scale of the scene must be positive, and is {scn.scale}")
    if scn.stereo != mjtStereo.mjSTEREO_NONE:  # there is one buffer: quad-buffered is side by side
        half = viewport.width // 2
        pictures = [((0, 0), viewport.left, half), ((1, 1), viewport.left + half, half)]
    else:
        pictures = [((0, 1), viewport.left, viewport.width)]
    for eyes, left, width in pictures:
        if width > 0:
            _Picture(scn, con, eyes, (left, viewport.bottom, width, viewport.height), threads).draw()


def _threads(con: Any, count: int) -> "ThreadPoolExecutor":
    """The threads of a context, made anew in a child process, which does not inherit them."""
    from concurrent.futures import ThreadPoolExecutor

    pool, process = con._pool or (None, 0)
    if pool is None or process != os.getpid() or pool._max_workers < count:
        pool = ThreadPoolExecutor(count, thread_name_prefix="gelenk-render")
        con._pool = pool, os.getpid()
    return pool


class _Picture:
    """What one eye sees, in one rectangle of the buffer."""

    def __init__(self, scn: Any, con: Any, eyes: tuple[int, int], rect: Box, threads: int) -> None:
        self.scn, self.con, self.eyes, self.threads = scn, con, eyes, threads
        self.rect = rect

    def call(self, stage: str, *numbers: int) -> None:
        library.call(stage, self.con, self.scn, *numbers)

    def each(self, stage: str) -> None:
        """A stage on all threads."""
        n = self.threads
        if n == 1:
            self.call(stage, 0, 1)
            return
        others = [_threads(self.con, n - 1).submit(self.call, stage, i, n) for i in range(1, n)]
        self.call(stage, 0, n)
        for other in others:
            other.result()

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
        # partly outside: drawn by itself, and what is inside is copied
        own = Buffer(width, height)
        self.rect = (0, 0, width, height)
        self.draw_into(own)
        for name in ("rgb", "depth"):
            part = getattr(own, name)[y0 - bottom : y1 - bottom, x0 - left : x1 - left]
            getattr(buffer, name)[y0:y1, x0:x1] = part

    def draw_into(self, buffer: Buffer) -> None:
        """All stages, into the rectangle of a buffer that has room for it."""
        con = self.con
        self.place(buffer)
        self.call("render_setup", *self.eyes)
        self.parts()
        self.each("render_vertices")
        self.bins()
        if read(con, "nshadow"):
            self.call("render_shadows", 0, 0)
            self.each("render_shadows")
        self.each("render_tiles")

    def place(self, buffer: Buffer) -> None:
        """Where the picture is in the buffer."""
        con = self.con
        left, bottom, width, height = self.rect
        con._attach("out_rgb", buffer.rgb.reshape(-1))
        con._attach("out_depth", buffer.depth.reshape(-1))
        numbers = {
            "left": left, "bottom": bottom, "width": width, "height": height, "outer_width": buffer.width,
            "ntile_x": -(-width // TILE), "ntile_y": -(-height // TILE), "nbuffer": buffer.width * buffer.height,
            "nsample": self.samples(), "map_size": max(TILE, con.shadowSize // TILE * TILE),
        }  # fmt: skip
        for name, value in numbers.items():
            con._ints[_SLOT[name]] = value

    def samples(self) -> int:
        """Samples a pixel: four, or one where the buffer has none or colors stand for numbers."""
        con = self.con
        wanted = con.windowSamples if con._current is con._window else con.offSamples
        for i, buffer in enumerate(con._aux):
            wanted = con.auxSamples[i] if buffer is not None and buffer is con._current else wanted
        return 1 if wanted <= 0 or self.scn._a_flags[mjtRndFlag.mjRND_SEGMENT] else 4

    def parts(self) -> None:
        """Parts, and room for what they are made of."""
        con = self.con
        room(con, npart=256)
        self.call("render_parts")
        if read(con, "npart_need") > read(con, "npart") - 1:
            room(con, npart=read(con, "npart_need") + 1)
            self.call("render_parts")
        ntile = read(con, "ntile_x") * read(con, "ntile_y")
        n = self.threads
        room(con, nbin=NLIST * ntile + 2, nfrag=n * SPACE, nrow=n * ROW, nkey=n * TILE)
        room(con, npixel=n * ROOM, nshade=3 * n * ROOM)
        self.more_vertices(max(256, read(con, "ncut")))
        room(con, ntri=1024, nentry=4096)
        nshadow, n = read(con, "nshadow"), read(con, "map_size")
        if nshadow:
            room(con, ncaster=nshadow * read(con, "ncaster_used"))
            room(con, exact=True, nmap=nshadow * n * n, nmaptile=nshadow * (n // TILE) ** 2)

    def more_vertices(self, cuts: int) -> None:
        con = self.con
        room(con, ncut=cuts)
        room(con, nvert=read(con, "nvert_used") + read(con, "ncut"))
        room(con, nstamp=self.threads * read(con, "nvert"))
        width = TEXTURE_PART + 3 * read(con, "nset")
        room(con, ncolor=self.threads * read(con, "nvert") * width)

    def bins(self) -> None:
        """Triangles and lists of tiles, with as much room as they want."""
        con = self.con
        while True:
            self.call("render_bins")
            cut, tri, entry = (read(con, f"need_{n}") for n in ("cut", "tri", "entry"))
            if cut <= read(con, "ncut") and tri <= read(con, "ntri") and entry <= read(con, "nentry"):
                return
            if cut > read(con, "ncut"):
                self.more_vertices(cut)
                self.each("render_vertices")
            room(con, ntri=tri, nentry=entry)
