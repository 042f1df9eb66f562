"""Structure of a model: the fields that code made to measure takes as constants.

Documents: design / Models made to measure

Sizes cannot change. Columns that the compiler lays out (FIXED) are refused if they change, and HIDDEN ones are
read-only; other index columns (GUARDED) are compared before each call once a user holds them, and a change gives the
model back to the ordinary stages. What is in CHECKED may change at any time, and is compared at the start of each
native call, as are the options. All other fields are loaded.
"""

from collections.abc import Iterable

from gelenk.tables.fields_model import MODEL, OPTION, SIZES
from gelenk.tables.indices import FIXED, GUARDED, HIDDEN
from gelenk.tables.stages import FIRST_PARTY, LIBRARIES, Stage

# sizes whose rows the loops of a step run over; columns of assets, of materials and of names stay loads
_COUNTED = (
    *("nbody", "njnt", "nv", "ntree", "ngeom", "nsite", "ncam", "nlight", "neq", "ntendon", "nwrap", "nu"),
    *("nactuator", "nsensor", "nM", "nB", "nC", "nD", "nplugin", "npair", "nexclude"),
)
INTEGERS = ("int32", "int8", "uint8", "int64")
_FLAGS = "_sameframe limited _simple _actgravcomp _actearly _dyntype _gaintype _biastype"
CHECKED = tuple(
    row.name for row in MODEL if row.dtype in INTEGERS and row.name.endswith(tuple(_FLAGS.split()))
)
ARRAYS = frozenset(
    row.name
    for row in MODEL
    if row.dtype in INTEGERS
    and row.shape
    and (row.name == "release" or row.shape[0] in _COUNTED)
    and row.name in {*FIXED, *HIDDEN, *GUARDED, *CHECKED}
)
# sizes of what a step does not look at, such as names and pictures, and those that may change (api/level_views.py)
_APART = (
    *("nname", "npath", "ntext", "ntuple", "nnumeric", "nuser", "nmat", "ntex", "nskin", "nkey", "signature"),
    *("narena", "nbuffer", "nconmax", "njmax", "ngravcomp"),
)
NUMBERS = frozenset(row.name for row in SIZES if row.use != "flag" and not row.name.startswith(_APART))
OPTIONS = tuple(
    name
    for name in ("integrator", "cone", "jacobian", "solver", "disableflags", "enableflags")
    if name in {row.name for row in OPTION}
)
MOST_BYTES = 1 << 14  # of a column; longer ones stay loads
# of data, while no tree can sleep: the single run of all objects
RUNS = "nrun", "run"
# libraries whose stages stay calls through the table: their loops run over the points of shapes, not over the model
_COLLIDERS = "boxes boxes_later plane_mesh plane_hull convex portal faces clipped hfield sdf flex_collision speculative"
NOT_JOINED = frozenset(
    (*_COLLIDERS.split(), "collision_awake", "sleep", "plugins", *FIRST_PARTY, "ray_shapes")
)
# stages that a step contains, does not reach, or whose code is mostly that of a reset
_RARE = (
    *("step1", "step2", "forward", "forward_part", "position_part", "velocity_part", "places", "touch_pair"),
    *("begin", "all_awake", "check_pos", "check_vel", "check_acc"),
    *("com_vel", "rne", "contact_force", "constraint_forces", "constraint_update"),
)


def joined(libraries: Iterable[str]) -> dict[str, tuple[Stage, ...]]:
    """Return the stages that one step is made of, by library, of those that a model needs."""
    names = [name for name in libraries if name not in NOT_JOINED]
    rare = {*_RARE} - {"forward_part"} if "runge_kutta" in names else {*_RARE}
    found = {name: tuple(row for row in LIBRARIES[name] if row.name not in rare) for name in names}
    return {name: rows for name, rows in found.items() if rows}
