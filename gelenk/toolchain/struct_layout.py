"""Layout of the compiled structs (one 8-byte slot per field), and symbols of batch code.

Documents: design / Kernels; Memory; design / Many worlds on GPUs

The layout follows from the field tables. A slot holds the address of an array, the value of a scalar (int64 or
float64), or the address of a nested struct. The same tables give the Numba types (numba_types.py) and the Python
objects (runtime).

Symbols of interleaved code, the code of batches, are shared by the front end, programs and their loader.
"""

import math
from collections.abc import Iterable, Mapping
from typing import NamedTuple

import numpy as np

from gelenk.tables import fields_context, fields_data, fields_model, fields_scratch, fields_visual
from gelenk.tables.field_rows import Field
from gelenk.tables.fields_data import CONTACT_PREFIX


class Layout(NamedTuple):
    """A struct: its fields in slot order.

    arrays   name -> Field with a shape
    scalars  name -> dtype
    nested   name -> Layout
    offset   name -> byte offset
    """

    name: str
    arrays: dict[str, Field]
    scalars: dict[str, str]
    nested: dict[str, "Layout"]
    offset: dict[str, int]

    @property
    def nslot(self) -> int:
        """Return the number of 8-byte slots."""
        return max(self.offset.values()) // 8 + 1


Groups = Iterable[Iterable[Field]]


def _layout(
    name: str, arrays: Groups = (), scalars: Groups = (), nested: Mapping[str, Layout] | None = None
) -> Layout:
    """Return a struct of groups of arrays, groups of scalars and nested structs.

    Groups start at multiples of 16 slots, with free slots between them: a new field moves only later fields of its
    group, and code that uses none of these stays valid.
    """
    array_rows = {f.name: f for rows in arrays for f in rows}
    scalar_rows = {f.name: f.dtype for rows in scalars for f in rows}
    nested_rows = dict(nested or {})
    groups = [
        *([f.name for f in rows] for rows in scalars),
        [*nested_rows],
        *([f.name for f in rows] for rows in arrays),
    ]
    offset: dict[str, int] = {}
    slot = 0
    for group in groups:
        offset |= {n: 8 * (slot + i) for i, n in enumerate(group)}
        slot += -(-(len(group) + 6) // 16) * 16
    if len(offset) != sum(map(len, groups)):
        raise AssertionError(f"a field of {name} is listed twice")
    return Layout(name, array_rows, scalar_rows, nested_rows, offset)


def _split(rows: Iterable[Field]) -> tuple[list[list[Field]], list[list[Field]]]:
    return [[f for f in rows if f.shape]], [[f for f in rows if not f.shape]]


def _grown(f: Field) -> Field:
    """Return a field with capacities in place of counts (nefc -> nefcmax, nisland -> ntree)."""
    capacity = {"nefc": "nefcmax", "nJ": "nJmax", "nA": "nAmax", "ncon": "nconmax"}
    capacity |= {"nisland": "ntree", "nidof": "nv"}
    return f._replace(shape=tuple(capacity.get(s, s) for s in f.shape))


OPTION = _layout("option", *_split(fields_model.OPTION))
STATISTIC = _layout("statistic", *_split(fields_model.STATISTIC))

MODEL_ARRAYS = tuple(f for f in fields_model.MODEL if f.dtype != "char")
# fields derived from a model in this process, neither public nor saved
MADE = (
    Field("stage_table", "int64", ("nstage",), "addresses of the compiled stages"),
    Field(
        "hull_start",
        "int32",
        ("nhull",),
        "meshes: start vertices of the support point search (collision/convex/support.py)",
    ),
    Field("letters", "uint8", ("nletters",), "names of all objects, zero-terminated: MjModel.names"),
)
# fields with the values of enum members that differ between API levels; kernels compare actuator_gaintype and
# actuator_dyntype with these fields
MADE_NUMBERS = {
    "gain_so3": ("mjtGain", "mjGAIN_SO3"),
    "gain_pid": ("mjtGain", "mjGAIN_PID"),
    "gain_dcmotor": ("mjtGain", "mjGAIN_DCMOTOR"),
    "dyn_pid": ("mjtDyn", "mjDYN_PID"),
    "dyn_dcmotor": ("mjtDyn", "mjDYN_DCMOTOR"),
}
# field with the address of the step that was compiled for this model (toolchain/specialized), 0 if there is none
OWN_STEP = "own_step"
MADE_SIZES = tuple(Field(name, "int64") for name in ("nstage", "nhull", "nletters", *MADE_NUMBERS, OWN_STEP))
MODEL = _layout(
    "model",
    [MODEL_ARRAYS, MADE],
    [fields_model.SIZES, MADE_SIZES],
    {"opt": OPTION, "stat": STATISTIC},
)

CONTACT_ROWS = tuple(
    f._replace(name=CONTACT_PREFIX + f.name, shape=("nconmax", *f.shape)) for f in fields_data.CONTACT
)
ROW_FIELDS = tuple(_grown(f) for f in fields_data.ROWS)
DATA_ARRAYS = (*fields_data.DATA, *fields_scratch.SCRATCH)
BUFFERS = (*CONTACT_ROWS, *ROW_FIELDS, *fields_scratch.BUFFERS)
_OWN = {f.name for f in (*fields_data.SCALARS, *fields_scratch.SCALARS)}
# sizes of Model that shapes of Data use; copied into Data, so that a view needs only one struct
DATA_SIZES = tuple(
    sorted(
        {s.partition("*")[0] for f in (*DATA_ARRAYS, *BUFFERS) for s in f.shape if isinstance(s, str)} - _OWN
    )
)
DATA = _layout(
    "data",
    [
        *fields_data.SECTIONS.values(),
        fields_scratch.SCRATCH,
        CONTACT_ROWS,
        ROW_FIELDS,
        fields_scratch.BUFFERS,
    ],
    [fields_data.SCALARS, fields_scratch.SCALARS, [Field(n, "int64") for n in DATA_SIZES]],
)

VISUAL = {group: _layout(f"visual_{group}", *_split(rows)) for group, rows in fields_model.VISUAL.items()}
VISION = {
    name: _layout(name, *_split(fields_visual.rows(name)))
    for name in ("MjvCamera", "MjvOption", "MjvPerturb")
}
# geoms, lights and cameras to draw; options, perturbation and visual settings that the kernels use
SCENE = _layout(
    "scene",
    [
        fields_visual.ARRAYS,
        fields_visual.GEOMS,
        fields_visual.LIGHTS,
        fields_visual.CAMERAS,
        fields_visual.SCRATCH,
    ],
    [fields_visual.SCALARS, fields_visual.HIDDEN],
    {
        "opt": VISION["MjvOption"],
        "pert": VISION["MjvPerturb"],
        **{f"vis_{group.rstrip('_')}": plan for group, plan in VISUAL.items()},
    },
)
# rendering resources, and the work space of rendering
_PARTS = [_split(rows) for rows in fields_context.SECTIONS]
CONTEXT = _layout("context", [a[0] for a, _ in _PARTS], [s[0] for _, s in _PARTS])
SEEN = (
    SCENE,
    CONTEXT,
    *VISION.values(),
    *VISUAL.values(),
)  # structs that only gelenk.scene and gelenk.render use
MANY = (
    MODEL,
    DATA,
    OPTION,
    STATISTIC,
)  # structs of interleaved code (toolchain/interleaved_types.py)
STRUCTS = (*MANY, *SEEN)
# scalars of Data that all worlds of a batch share: sizes, capacities, and those that belong to the process
SHARED = frozenset(
    {*DATA_SIZES, "nblock", "threadpool"} | {f.name for f in fields_scratch.SCALARS if f.saved == "own"}
)

NUMPY = {
    k: np.dtype(k) for k in ("float64", "float32", "int64", "int32", "int8", "uint8", "uint32", "uint64")
}


def packed(rows: Iterable[Field]) -> tuple[dict[str, tuple[tuple[int, ...], np.dtype, int]], int]:
    """Return shape, dtype and offset of each column in a packed row, and the row's bytes."""
    found, place = {}, 0
    for f in sorted(rows, key=lambda f: -NUMPY[f.dtype].itemsize):  # widest first, so that all are aligned
        shape, dtype = (1, *map(int, f.shape)), NUMPY[f.dtype]
        found[f.name] = shape, dtype, place
        place += math.prod(shape) * dtype.itemsize
    return found, place


# Symbols of interleaved code

WARP = 32  # threads of a warp, shared by the worlds of a tile
TILE = "gelenk_tile"  # number of interleaved worlds, a constant that a variant sets
REGISTERS = 128  # limit per thread: above, too few threads are resident to hide memory latency
CALL, CALL_PAIR, CLEAR = "gelenk_call", "gelenk_call_pair", "gelenk_clear"
KERNEL = "gelenk_kernel_"  # prefix; the name of the stage that its threads run follows
COPY = "gelenk_copy"  # prefix; the bits of an element follow: copies between tiles and rows
# prefixes of program files, and the library name that marks a row as a kernel
PROGRAM, GLUE, KERNEL_ROWS = "program", "glue", "kernel"
NUMBER = "gelenk_number_"  # prefix; the name of a row of tables/precision.py follows
THREAD = "gelenk_thread"  # on a CPU: number of the thread
# shared loops: first iteration of a lane, stride, end; sum over lanes
SPREAD_FIRST, LANES, SPREAD_END = "gelenk_spread_first", "gelenk_lanes", "gelenk_spread_end"
TOTAL = "gelenk_total"
SYNC, LANE_HOOK = "gelenk_sync", "gelenk_hook"  # on a CPU: barrier, and the hook that it calls
ALONE = ".alone"  # suffix of functions that one lane runs by itself
LANE_OFFSET = "lane_offset"  # distance of the lane's work space from its world's, in worlds
EXTRA = ("plugin_numbers", "nworld")  # further addresses and values, in slot order
MOST_CLEARED = 600  # limit of arrays that a reset clears


def own(struct: str) -> str:
    """Return the name of the table of a struct's per-world values in constant memory.

    For an array, the table has the distance between the rows of two worlds, 0 if worlds share the array; for a scalar,
    the address of its column, 0 if worlds share the value in the slot.
    """
    return f"{struct}_own"


def symbol(struct: str) -> str:
    """Return the symbol of a struct's slots in constant memory.

    "cleared" has the list of arrays that a reset clears, "extra" the values of EXTRA.
    """
    return f"gelenk_{struct}_slots"
