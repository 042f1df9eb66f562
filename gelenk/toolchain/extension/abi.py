"""Where the compiled border finds what it reads: offsets in objects of CPython and numpy, and in our structs.

Documents: design / The border

CPython: an object has the count of its references at 0, its type at 8; what the base type adds follows from 16 on
(SLOTS). numpy: the fields of PyArrayObject and PyArray_Descr, which numpy's own inline accessors have compiled into
every extension. `load.familiar` looks whether they are where this says.
"""

from itertools import pairwise

from gelenk.tables import fields_scratch
from gelenk.toolchain import struct_layout

NAME = "_border"  # of the extension module
HOLDERS, TYPE = 0, 8
# int64 members of the base type, in order: address of the struct; of the model that a MjData was made for; of the table
# of the guard of a model (runtime/index_guard.py; 0: nobody has asked for a column); warnings that were told; number
# of a model, or of that which a scene shows; addresses of its vis.map and vis.global_; row of the columns of a scene
SLOTS = (
    *("_address", "_owner", "_guard_at", "_told"),
    *("_serial", "_map_at", "_global_at", "_row"),
)
SLOT = {name: 16 + 8 * i for i, name in enumerate(SLOTS)}
SIZE = 16 + 8 * len(SLOTS)
DICTIONARY = 16  # of spec elements (strict_base.py)

SHOWN = {"MjvScene": struct_layout.SCENE, **struct_layout.VISION}  # structs of pictures
DEFAULTS = tuple(struct_layout.VISION)  # those that have defaults
CONTACT = "MjContact"  # a contact of its own: its numbers lie side by side (layout.packed)
VISUAL_AT = {"map": "_map_at", "global_": "_global_at"}  # visual settings of a model that entries read
ROWS = ("MjvGeom", "MjvGLCamera")  # rows of the columns of a scene, or of a pool of them

DATA, NDIM, SHAPE, DESCR, FLAGS = 16, 24, 32, 56, 64  # of an array
ORDER, NUMBER = 26, 28  # of a type of numbers: '=' is that of the machine, and which type
READ, WRITE = 0x101, 0x501  # flags: C-contiguous 1, aligned 0x100, writable 0x400
NUMBERS = {"float64": 12, "float32": 11, "int32": 5, "uint8": 2}  # numpy's numbers of types

# of an attribute that is a number (number_getset.py): PyGetSetDef, where its number is, the least and largest that it
# takes, the scalar that limits it (-1: none) and what is added before that is compared, the property that it stands for
_RECORD = (
    *("name", "get", "set", "doc", "closure", "offset", "low", "high", "room", "extra"),
    *("property", "property_get", "property_set"),
)
RECORD = {name: 8 * i for i, name in enumerate(_RECORD)}
# kinds of such attributes: slots of the struct, of which "settled" is one of a MjData that is there unless islands are
# yet to be made; elements of its columns
PROPERTY = ("int", "float", "single", "settled", "int32s", "uint8s", "float32s")

# what elements of a class of specs hold (spec_copy.py)
QUICK, OWNING, ASKED, FRAMING, TEMPLATED = range(5)

# what a reset leaves as it is: capacities, sizes, and what belongs to the process
KEPT = {*struct_layout.DATA_SIZES, "nplugin", "narena", "nblock", "threadpool"}
KEPT |= {f.name for f in fields_scratch.SCALARS if f.saved == "own"}
CLEARED = tuple(name for name in struct_layout.DATA.scalars if name not in KEPT)

# arrays of a MjData of fixed size, in the order of their memory; that of which few rows are in use, the one behind it
FIXED = tuple(f for f in struct_layout.DATA_ARRAYS if f.name != "block")
STATISTICS = "solver_stat"
BEHIND_STATISTICS = next(b.name for a, b in pairwise(FIXED) if a.name == STATISTICS)
