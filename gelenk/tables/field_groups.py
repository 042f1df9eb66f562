"""Field groups of a model: indices, structure, fields per world, printed fields.

Documents: Modeling / MJModel; promises / Indices; design / Models made to measure; design / Batches; Many worlds on
GPUs; API / mj_printModel, mj_printData

Indices of a model: the integer columns that compiled code trusts, and their ranges.

FIXED columns are structure that the compiler lays out: tree, addresses, sparsity, types that determine the memory of an
element. They can be read, and edits would invalidate the model. The others may be edited within their range.

Structure of a model: the fields that are constants in code compiled for one model.

Sizes cannot change. A change of a column that the compiler lays out (FIXED) raises an error, and HIDDEN columns are
read-only; other index columns (GUARDED) are compared before each call once a user holds them, and after a change
the model uses the ordinary stages. Fields in CHECKED may change at any time, and are compared at the start of each
native call, as are the options. All other fields are loaded from memory.

Model fields that can have a value per world of a batch (expanded fields).

Assets (meshes, height fields, textures, skins, bounding volume hierarchies), texts and hidden fields are excluded.
Indices, which compiled code trusts, are checked before each call on the host; GPU code cannot check them, so GPU worlds
share them.

Printed fields of mj_printModel and mj_printData, in the order of 3.5.0.

Each object is printed with the fields that have one row per object of its kind, in the order of the field tables. The
constants below define the order of all other fields, and the exceptions.
"""

import re
from collections.abc import Iterable
from typing import NamedTuple

from gelenk.tables import enums, fields_model
from gelenk.tables.field_rows import Field
from gelenk.tables.fields_model import MODEL, OPTION, SIZES
from gelenk.tables.stages import FIRST_PARTY, LIBRARIES, Stage

# Maximum depth of a bounding volume hierarchy; the compiler halves nodes, so the depth of its trees is at most 31.
# Traversals that push both children then need at most 64 nodes, or 127 pairs of nodes, so stacks cannot
# overflow.
MAX_BVH_DEPTH = 63

_RANGE = re.compile(r"([\w*]+)\[(\w+)\]")


class Ids(NamedTuple):
    """Meaning of a column of ids in 0 .. size - 1; if ``none``, -1 is valid as well."""

    size: str
    none: bool


class Range(NamedTuple):
    """Meaning of a column of addresses: each is the first of ``count`` elements below a size.

    ``count`` is another column. Where it is 0, every address is valid.
    """

    size: str
    count: str  # type: ignore[assignment]  # hides tuple.count


class Choice(NamedTuple):
    """Meaning of a column with a few valid values; ``words`` describes any other value."""

    values: tuple[int, ...]
    words: str


def index_of(row: Field) -> Ids | Range | Choice | None:
    """Parse `row.index`; None for plain numbers and for ranges that code checks."""
    text = row.index
    if text in ("", "#") or text.startswith("by "):
        return None
    if text.startswith("mjt"):
        return Choice(tuple(map(int, getattr(enums, text).__members__.values())), f"no {text}")
    if text[0].isdigit():
        return Choice(tuple(map(int, text.split())), f"none of {', '.join(text.split())}")
    found = _RANGE.fullmatch(text)
    return Range(*found.groups()) if found else Ids(text.removesuffix("?"), text.endswith("?"))


def indices(rows: Iterable[Field], kind: type) -> dict[str, tuple]:
    """Return the columns whose index is of this type: name -> index."""
    found = ((row.name, index_of(row)) for row in rows)
    return {name: index for name, index in found if index is not None and isinstance(index, kind)}


IDS: dict[str, Ids] = indices(MODEL, Ids)  # type: ignore[assignment]
RANGES: dict[str, Range] = indices(MODEL, Range)  # type: ignore[assignment]
CHOICES: dict[str, Choice] = indices(MODEL, Choice)  # type: ignore[assignment]
FIXED = tuple(row.name for row in MODEL if row.use == "fixed")
# internal columns of meshes, read-only for users, since they are too long to compare on every call
HIDDEN = tuple(row.name for row in MODEL if row.use == "hidden")
# columns that are compared with a copy before each call, once a user has accessed them
GUARDED = tuple(
    row.name for row in MODEL if row.use == "fixed" or (row.index not in ("", "#") and row.use != "hidden")
)
# table of an index guard (runtime/index_guard.py), in 64-bit words: the address of the marks, one byte per column, and
# their number of words; then for each column the addresses of the user's array, of its data and of the copy, and the
# bytes of data and copy
GUARD_HEAD = ("marks", "words")
GUARD_ROW = ("object", "data", "copy", "size")
GUARD = {name: 8 * i for i, name in enumerate((*GUARD_HEAD, *GUARD_ROW))}  # byte offsets, of the first row


# Structure of a model

# sizes whose rows the loops of a step run over; columns of assets, materials and names are loaded from memory
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
# sizes that a step does not read, such as those of names and images, and sizes that may change (api/level_views.py)
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
MOST_BYTES = 1 << 14  # bytes of a column compiled as a constant; longer columns are loaded from memory
# of data, while no tree can sleep: the single run of all objects
RUNS = "nrun", "run"
# libraries whose stages are called through the table, since their loops run over points of shapes, not over the model
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
    """Return the stages that code for one model compiles into its step, by library."""
    names = [name for name in libraries if name not in NOT_JOINED]
    rare = {*_RARE} - {"forward_part"} if "runge_kutta" in names else {*_RARE}
    found = {name: tuple(row for row in LIBRARIES[name] if row.name not in rare) for name in names}
    return {name: rows for name, rows in found.items() if rows}


# Fields that can have a value per world

ASSETS: tuple[str, ...] = (
    "mesh_",
    "hfield_",
    "tex_",
    "skin_",
    "text_data",
    "oct_",
    "paths",
    "names",
    "bvh_child",
    "bvh_depth",
    "bvh_nodeid",
)


class ModelField(NamedTuple):
    """A field that worlds can override: of the model, its options or its statistics."""

    owner: str
    row: Field


_ROWS = [f for f in fields_model.MODEL if f.dtype != "char" and f.use != "hidden"]
PER_WORLD = {
    f.name: ModelField("", f) for f in _ROWS if not f.name.startswith(ASSETS) or f.name == "names_map"
}
PER_WORLD |= {f"opt.{f.name}": ModelField("opt", f) for f in fields_model.OPTION}
PER_WORLD |= {f"stat.{f.name}": ModelField("stat", f) for f in fields_model.STATISTIC}
ON_DEVICES = {name: field for name, field in PER_WORLD.items() if name not in GUARDED}


# Printed fields

MOST_ROWS = 300  # sparse matrices with more rows are not printed
MOST_COLUMNS = 300  # sparse matrices with more columns have no picture

# ---- the model

OPTION_ORDER = (
    "timestep impratio tolerance ls_tolerance noslip_tolerance ccd_tolerance sleep_tolerance density viscosity "
    "o_margin integrator cone jacobian solver iterations ls_iterations noslip_iterations ccd_iterations disableflags "
    "enableflags disableactuator sdf_initpoints sdf_iterations gravity wind magnetic o_solref o_solimp o_friction"
)
STATISTIC_ORDER = "meaninertia meanmass meansize extent center"

# memory of a model: title, prefixes of the fields, size whose fields (one row per object) do not count
MEMORY = (
    ("meshes", ("mesh_",), "nmesh"),
    ("bvhs", ("bvh_", "oct_"), ""),
    ("textures", ("tex_",), "ntex"),
    ("skins", ("skin_",), "nskin"),
)

# titles of object kinds that differ from the name in capitals
TITLES = {"hfield": "HEIGHTFIELD"}
NAME_WIDTH = {"HEIGHTFIELD": 23}  # width of the name column, where it is not 22
# kinds with a title, name, size and values instead of fields
LISTS = ("numeric", "text", "tuple", "key")
# prefixes of fields with a row per object that are not printed with the object
NOT_OBJECTS = ("name_", "B_rown", "B_rowa")

# sparse matrices: title, size of the rows, prefix of the fields, integers after the picture
MATRICES = (
    ("B: body-dof matrix", "nbody", "B", "B_rownnz B_rowadr B_colind"),
    ("M: reduced inertia matrix", "nv", "M", "M_rownnz M_rowadr M_colind mapM2M"),
    ("D: dof-dof matrix", "nv", "D", "D_rownnz D_rowadr D_colind mapM2D mapD2M"),
)

# keyframes: (field, field of the model or None for zeros); values equal to the latter are left out
KEYS = (
    ("key_qpos", "qpos0"),
    ("key_qvel", None),
    ("key_act", None),
    ("key_mpos", "body_pos"),
    ("key_mquat", "body_quat"),
    ("key_ctrl", None),
)

# ---- the state

# scalars of the state that are not printed as sizes
NOT_SIZES = ("pstack", "pbase", "parena", "time", "signature")
# titles of fields that differ from the name in capitals
DATA_TITLES = {"sensordata": "SENSOR"}

# arrays whose valid elements are the first ones -> the count of these
COUNTED = {"body_awake_ind": "nbody_awake", "parent_awake_ind": "nparent_awake", "dof_awake_ind": "nv_awake"}

# fields of the state, in order
#     name          an array, one row per line; nothing for an empty array
#     name:line     integers on the line below the title
#     name:label    integers after the title
#     name:M        a sparse matrix with the structure of M
#     *word         a special format, see api/printing/states.py
DATA_ORDER = (
    "qpos qvel act *history qacc_warmstart ctrl qfrc_applied xfrc_applied eq_active:label mocap_pos mocap_quat qacc "
    "act_dot userdata sensordata tree_asleep xpos xquat xmat xipos ximat xanchor xaxis geom_xpos geom_xmat site_xpos "
    "site_xmat cam_xpos cam_xmat light_xpos light_xdir subtree_com cdof cinert flexvert_xpos flexelem_aabb "
    "*flexedge_J flexedge_length ten_length *ten_J *wrap actuator_length *actuator_moment crb *qM M:M qLD:M qLDiagInv "
    "*inertia *qH tree_awake:line body_awake:line body_awake_ind:line parent_awake_ind:line dof_awake_ind:line "
    "*qDeriv *contact efc_type efc_id *efc_J *efc_AR efc_pos efc_margin efc_frictionloss efc_diagApprox efc_KBIP "
    "efc_D efc_R flexedge_velocity ten_velocity actuator_velocity cvel cdof_dot qfrc_bias qfrc_spring qfrc_damper "
    "qfrc_gravcomp qfrc_fluid qfrc_passive efc_vel efc_aref subtree_linvel subtree_angmom actuator_force "
    "qfrc_actuator qfrc_smooth qacc_smooth efc_b efc_force efc_state qfrc_constraint qfrc_inverse cacc cfrc_int "
    "cfrc_ext *islands *tendon_efcadr"
)
# fields of a contact, in order; geoms are the touching pair, force the result of mj_contactForce
CONTACT_FIELDS = "dim geoms exclude efc_address solref solimp dist includemargin pos frame friction mu force"
