"""Offsets that the entry points read at: objects of CPython and numpy (ABI), our structs.

Documents: design / The border

CPython: reference count at 0, type at 8; members of the base type start at 16 (SLOTS). numpy: the fields of
PyArrayObject and PyArray_Descr, which numpy's inline accessors compile into every extension.
`load.unexpected_layout` verifies these offsets at import.

The extension imports no symbol of the interpreter. It has one slot for the address of each function and object of the C
API that it uses, and for FACTS of the platform; `load.fill_table` fills the slots before the module is initialized.
"""

from itertools import pairwise

from gelenk.tables import fields_scratch
from gelenk.toolchain import struct_layout

NAME = "_border"  # name of the extension module
# symbols that the library exports: the addresses of the slots; the names of the slots, separated by spaces and
# zero-terminated. Then the prefix of the symbols of slots
TABLE, TABLE_NAMES, SLOTTED = "gelenk_api", "gelenk_api_names", "api."
# Slots for facts of the platform instead of the C API: address of the monotonic clock function; its first argument (for
# clock_gettime); seconds per tick (0 for clock_gettime); numpy's type number of int32 (that of `long` where `long` has
# 32 bits).
FACTS = ("clock", "clock_id", "clock_tick", "int32")
HOLDERS, TYPE = 0, 8
# int64 members of the base type, in order: address of the struct; address of the model of an MjData; address of the
# index guard of a model (runtime/index_guard.py; 0 until a column is first read); warnings already reported; serial
# number of a model, or of the model of a scene; addresses of vis.map and vis.global_; row of the columns of a scene
SLOTS = (
    *("_address", "_owner", "_guard_at", "_told"),
    *("_serial", "_map_at", "_global_at", "_row"),
)
SLOT = {name: 16 + 8 * i for i, name in enumerate(SLOTS)}
TABLE_SIZE = 16 + 8 * len(SLOTS)
DICTIONARY = 16  # offset of the dictionary in spec elements (number_getset.py)

SHOWN = {"MjvScene": struct_layout.SCENE, **struct_layout.VISION}  # structs of the visualizer
DEFAULTS = tuple(struct_layout.VISION)  # structs with defaults
CONTACT = "MjContact"  # a contact outside a list: its fields are packed (struct_layout.packed)
VISUAL_AT = {"map": "_map_at", "global_": "_global_at"}  # visual settings of a model that entries read
ROWS = ("MjvGeom", "MjvGLCamera")  # rows of the columns of a scene, or of a pool of rows

DATA, NDIM, SHAPE, DESCR, ARRAY_FLAGS = 16, 24, 32, 56, 64  # offsets in an array
ORDER, NUMBER = 26, 28  # offsets in a dtype: byte order ('=' is native), type number
READ, WRITE = 0x101, 0x501  # flags: C-contiguous 1, aligned 0x100, writable 0x400
NUMBERS = {"float64": 12, "float32": 11, "uint8": 2}  # numpy's type numbers; that of int32 is in a slot

# Record of a numeric attribute (number_getset.py): PyGetSetDef; offset of the number; its least and largest value; the
# scalar that limits it (-1: none) and an amount added before the comparison; the Python property that the attribute
# replaces
_RECORD = (
    *("name", "get", "set", "doc", "closure", "offset", "low", "high", "room", "extra"),
    *("property", "property_get", "property_set"),
)
RECORD = {name: 8 * i for i, name in enumerate(_RECORD)}
# Kinds of numeric attributes. Slots of the struct come first; "settled" is a slot of an MjData that is valid only after
# its islands have been computed, which is deferred. Elements of columns follow.
PROPERTY = ("int", "float", "single", "settled", "int32s", "uint8s", "float32s")

# kinds of attributes of spec elements, for copying (spec_copy.py)
QUICK, OWNING, ASKED, FRAMING, TEMPLATED = range(5)

# fields that a reset does not change: capacities, sizes, and those that belong to the process
KEPT = {*struct_layout.DATA_SIZES, "nplugin", "narena", "nblock", "threadpool"}
KEPT |= {f.name for f in fields_scratch.SCALARS if f.saved == "own"}
CLEARED = tuple(name for name in struct_layout.DATA.scalars if name not in KEPT)

# Arrays of fixed size of an MjData, in memory order; then the array of which few rows are used, and the array behind it
FIXED = tuple(f for f in struct_layout.DATA_ARRAYS if f.name != "block")
STATISTICS = "solver_stat"
BEHIND_STATISTICS = next(b.name for a, b in pairwise(FIXED) if a.name == STATISTICS)
