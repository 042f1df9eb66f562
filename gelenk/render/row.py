"""Where the numbers of a row of a tile are in ``c.row`` of each thread: one for each pixel, from these places on.

Colors are made for stretches of a row in which one triangle is seen, so that each step is a short loop over numbers
that follow each other.

Documents: API / mjr_render
"""

from gelenk.jit.kernel import kernel
from gelenk.render.raster import APART, TILE

QUAD = 4  # pixels that processors do at once
PITCH = TILE + 2 * QUAD  # from one number of a pixel to the next one: with room behind the last pixel
WIDTH, RED, GREEN, BLUE = 0, PITCH, 2 * PITCH, 3 * PITCH  # distance along the view; colors
U, V, DEPTH = 4 * PITCH, 5 * PITCH, 6 * PITCH  # places on a shadow map: columns, rows, nearness
SHARE = 7 * PITCH  # how much of a light arrives
POINTS = 8 * PITCH  # a lot of points that light falls on (lamps.py)
LOT = 8  # how many
NUMBERS = 20  # of each of them
ROW = POINTS + LOT * NUMBERS + APART  # numbers of a thread
KEYS = TILE + APART  # the same of c.row_key
PAINT = 3 * PITCH + APART  # colors that a row of something transparent adds (blend.py)
LEAST_CUTS, LEAST_TRIANGLES, LEAST_ENTRIES = 256, 1024, 4096  # of what there is always room for
TEXTURE_PART = 3  # numbers of a vertex before its colors: texture coordinates (light.py)
FRAG, SLOTS = 128, 128  # numbers of a triangle; triangles of a thread (planes.py)
EVEN = FRAG * (
    SLOTS + 1
)  # behind these, of which the last is a plane of the model: light in a tile (even.py)
SPACE = EVEN + 256 + APART  # of a thread
GROUP = 8  # pixels from one level of a texture to the next one that is computed
SEVERAL = -3  # c.row_key of pixels whose samples are of several triangles


@kernel
def whole_quads(first: int, last: int) -> int:
    """Where whole quads of pixels from ``first`` on end.

    What is put behind ``last`` is overwritten: rows are colored from left to right. So no pixel is done by itself.
    """
    return first + ((last - first + QUAD - 1) & -QUAD)
