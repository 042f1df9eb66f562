"""Where the compiled border finds what it reads: offsets in objects of CPython and numpy, and in our structs.

Documents: design / The border

CPython: an object has its type at 8; what the base type adds follows from 16 on (SLOTS). numpy: the fields of
PyArrayObject and PyArray_Descr, which numpy's own inline accessors have compiled into every extension. `load.verify`
looks whether they are where this says.
"""

from gelenk.jit import layout

NAME = "_border"  # of the extension module
TYPE = 8
# int64 members of the base type, in order: address of the struct; of the model that a MjData was made for; of the copy
# of the guarded columns of a model (0: nobody has asked for one), of these, and their size; warnings that were told
SLOTS = ("_address", "_owner", "_kept_at", "_index_at", "_index_size", "_told")
SLOT = {name: 16 + 8 * i for i, name in enumerate(SLOTS)}
SIZE = 16 + 8 * len(SLOTS)

DATA, NDIM, SHAPE, DESCR, FLAGS = 16, 24, 32, 56, 64  # of an array
ORDER, NUMBER = 26, 28  # of a type of numbers: '=' is that of the machine, and which type
READ, WRITE = 0x101, 0x501  # flags: C-contiguous 1, aligned 0x100, writable 0x400
NUMBERS = {"float64": 12, "int32": 5, "uint8": 2}  # numpy's numbers of types

# what a reset leaves as it is: capacities, sizes, and what belongs to the process
KEPT = {*layout.DATA_SIZES, "nplugin", "narena", "nblock", "threadpool"}
KEPT |= {"nconmax", "nefcmax", "nJmax", "nAmax", "nHmax", "nstat", "fixed"}
CLEARED = tuple(name for name in layout.DATA.scalars if name not in KEPT)
