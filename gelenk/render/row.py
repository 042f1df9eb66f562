"""Where the numbers of a row of a tile are in ``c.row`` of each thread: one for each pixel, from these places on.

Colors are made for stretches of a row in which one triangle is seen, so that each step is a short loop over numbers
that follow each other.

Documents: API / mjr_render
"""

from gelenk.render.raster import TILE

WIDTH, RED, GREEN, BLUE = 0, TILE, 2 * TILE, 3 * TILE  # distance along the view; colors
U, V, DEPTH = 4 * TILE, 5 * TILE, 6 * TILE  # places on a shadow map: columns, rows, nearness
SHARE = 7 * TILE  # how much of a light arrives
ROW = 8 * TILE  # numbers of a thread
GROUP = 8  # pixels from one level of a texture to the next one that is computed
SEVERAL = -3  # c.row_key of pixels whose samples are of several triangles
