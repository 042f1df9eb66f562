"""The stages of a picture in their order: bits that say which of them a call of run.py takes, and what it returns.

They stand apart from the stages, as do sizes of work space (row.py): whoever draws need not import kernels.

Documents: Programming / Visualization; API / mjr_render
"""

SETUP, PARTS, NEAREST, ROOMS, VERTICES, BINS, CASTERS, MAPS, TILES = 1, 2, 4, 8, 16, 32, 64, 128, 256
# all is done; triangles want more room; nothing behind ROOMS is done: what parts are made of wants more room
DONE, SMALL, LACKING = 0, 1, 2
