"""Levels of the API (releases that a process has), history of the enums, derived fields.

Documents: design / One source of truth; API / Enums; Modeling / MJModel and MJData

A level is the release of the API whose version and numbers a process has. Enum numbers differ between releases, and
programs rely on those of their release. Every level has the names of all releases, with the numbers of one
(gelenk/tables/api_enums.py). The level is stated by the installed package `mujoco` in a file, if the package is ours,
else by the environment variable GELENK_API. MuJoCo's own package never changes the level, which is fixed at import.

History of the enums: members that came, went or moved after MuJoCo 3.5.0. These rows are the columns `since`, `until`
and number of the enum table. An enum is followed by its members, one a line: the name, then `number@release` for each
release that gave the member a number, and `-@release` for the one that removed it. A member that 3.5.0 has begins with
`@3.5.0`. Members without a row are those of gelenk/tables/enums, in all releases.

The members of gelenk/tables/enums are those that the engine implements, with the numbers of 3.5.0 that kernels read. A
new feature adds its member there, too. tests/tables/test_levels.py compares the rows with 3.5.0, 3.17.0 and 4.0.0.

The length of arrays does not depend on the level: the flags of a scene have no element mjRND_POST_PROCESSING.

Derived fields: those of later releases that follow from others or are empty. A derived field is computed at each read
and is read-only; `rule` names its function in api/derived_fields.py. Fields without a rule belong to work space of the
C engine, which Gelenk organizes differently; programs that list all fields find them with the size 0.
"""

import importlib.machinery
import os
from pathlib import Path
from typing import NamedTuple

LEVELS = ("3.5.0", "3.11.0", "3.17.0", "4.0.0")
VARIABLE = "GELENK_API"
MARK = "gelenk_level.txt"  # file of our package `mujoco` (distributions/gelenk-mujoco) that holds its level


def release_key(release: str) -> tuple[int, ...]:
    """Return a release as numbers, so that 3.11.0 follows 3.5.0."""
    return tuple(map(int, release.split(".")))


def installed_level() -> str | None:
    """Return the level of our installed package `mujoco`, or None without it."""
    try:
        found = importlib.machinery.PathFinder.find_spec("mujoco")
    except (ImportError, OSError, ValueError):  # a damaged entry of sys.path
        return None
    if found is None or not found.origin:
        return None
    try:
        return Path(found.origin).with_name(MARK).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError):
        return None


def choose_level() -> tuple[str, str]:
    """Return the level and its origin, in words.

    Errors   ValueError: an unknown level
    """
    level = installed_level()
    origin = "the installed package mujoco"
    if level is None:
        level, origin = os.environ.get(VARIABLE, ""), VARIABLE
    if not level:
        return LEVELS[0], "the default"
    if level not in LEVELS:
        raise ValueError(f"{origin}: the level must be one of {', '.join(LEVELS)}, got {level[:40]!r}")
    return level, origin


LEVEL, ORIGIN = choose_level()


def version_number(level: str) -> int:
    """Return a release as one number, three digits for each part after the first: 3005000."""
    major, minor, patch = release_key(level)
    return major * 10**6 + minor * 10**3 + patch


def release_number(release: str) -> int:
    """Return the release of a model as one number; "" is that of the level, "3.5" is 3.5.0.

    Errors   ValueError: no level has this release
    """
    if not release:
        return version_number(LEVEL)
    for level in LEVELS:
        if release in (level, level.removesuffix(".0")):
            return version_number(level)
    raise ValueError(f"the release must be one of {', '.join(LEVELS)}, got {release[:40]!r}")


def is_known(since: str) -> bool:
    """Return whether the level is the given release or a later one."""
    return release_key(since) <= release_key(LEVEL)


# History of the enums

# docstrings of the enums that 3.5.0 lacks
NEW_ENUMS = {
    "mjrIndexType": "Types of the indices of a mesh in the renderer.",
    "mjrMeshPrimitiveType": "Primitives of a mesh in the renderer.",
    "mjrPixelFormat": "Pixel formats of textures and images in the renderer.",
    "mjrVertexAttributeType": "Types of vertex attributes in the renderer.",
    "mjrVertexAttributeUsage": "Uses of vertex attributes in the renderer.",
    "mjtActuator": "Actuator shortcuts, by the element that declares them.",
    "mjtCTimer": "Timers of the compiler.",
    "mjtEmbed": "Embedding of assets in a model.",
    "mjtFlexSection": "Cross sections of a flex of dimension 1.",
    "mjtLogLevel": "Levels of log messages.",
    "mjtLogTopic": "Topics of log messages.",
    "mjtPassthrough": "Assets that a model refers to by path.",
    "mjtScaling": "Meaning of the scale of a frame.",
    "mjtTendon": "Tendon types.",
}

HISTORY = """
mjrIndexType
    mjINDEX_TYPE_U16 0@3.10.0
    mjINDEX_TYPE_U32 1@3.10.0
mjrMeshPrimitiveType
    mjMESH_PRIMITIVE_TYPE_TRIANGLES 0@3.10.0
    mjMESH_PRIMITIVE_TYPE_LINES 1@3.10.0
mjrPixelFormat
    mjPIXEL_FORMAT_UNKNOWN 0@3.10.0
    mjPIXEL_FORMAT_R8 1@3.10.0
    mjPIXEL_FORMAT_RGB8 2@3.10.0
    mjPIXEL_FORMAT_RGBA8 3@3.10.0
    mjPIXEL_FORMAT_R32F 4@3.10.0
    mjPIXEL_FORMAT_DEPTH32F 5@3.10.0
    mjPIXEL_FORMAT_KTX 6@3.10.0
mjrVertexAttributeType
    mjVERTEX_ATTRIBUTE_TYPE_FLOAT2 0@3.10.0
    mjVERTEX_ATTRIBUTE_TYPE_FLOAT3 1@3.10.0
    mjVERTEX_ATTRIBUTE_TYPE_FLOAT4 2@3.10.0
    mjVERTEX_ATTRIBUTE_TYPE_UBYTE4 3@3.10.0
mjrVertexAttributeUsage
    mjVERTEX_ATTRIBUTE_USAGE_POSITION 0@3.10.0
    mjVERTEX_ATTRIBUTE_USAGE_NORMAL 1@3.10.0
    mjVERTEX_ATTRIBUTE_USAGE_TANGENTS 2@3.10.0
    mjVERTEX_ATTRIBUTE_USAGE_UV 3@3.10.0
    mjVERTEX_ATTRIBUTE_USAGE_COLOR 4@3.10.0
mjtActuator
    mjACTUATOR_GENERAL 0@3.16.0
    mjACTUATOR_MOTOR 1@3.16.0
    mjACTUATOR_POSITION 2@3.16.0
    mjACTUATOR_VELOCITY 3@3.16.0
    mjACTUATOR_INTVELOCITY 4@3.16.0
    mjACTUATOR_DAMPER 5@3.16.0
    mjACTUATOR_CYLINDER 6@3.16.0
    mjACTUATOR_MUSCLE 7@3.16.0
    mjACTUATOR_ADHESION 8@3.16.0
    mjACTUATOR_PID 9@3.16.0
    mjACTUATOR_ORIENTATION 10@3.16.0
    mjACTUATOR_DCMOTOR 11@3.16.0
mjtBias
    mjBIAS_DCMOTOR 3@3.7.0
    mjBIAS_SO3 4@3.11.0
    mjBIAS_USER 3@3.5.0 4@3.7.0 5@3.11.0
mjtCTimer
    mjCTIMER_TOTAL 0@3.9.0
    mjCTIMER_ASSETS 1@3.9.0
    mjCTIMER_TEXTURE 2@3.9.0
    mjCTIMER_MESH_LOAD 3@3.9.0
    mjCTIMER_MESH_HULL 4@3.9.0
    mjCTIMER_MESH_POLYGON 5@3.9.0
    mjCTIMER_MESH_INERTIA 6@3.9.0
    mjCTIMER_MESH_BVH 7@3.9.0
    mjCTIMER_MESH_OCTREE 8@3.9.0
    mjNCTIMER 9@3.9.0
mjtConDataField
    mjCONDATA_LINVEL 7@3.16.0
    mjCONDATA_ANGVEL 8@3.16.0
    mjNCONDATA 7@3.5.0 9@3.16.0
mjtConflict
    mjCONFLICT_WARNING 0@3.10.0
    mjCONFLICT_MERGE 1@3.10.0
    mjCONFLICT_ERROR 2@3.10.0
mjtCtrlChart
    mjCHART_EXPMAP 1@3.11.0
    mjCHART_QUAT 2@3.11.0
mjtCtrlInput
    mjINPUT_POS 1@3.12.0
    mjINPUT_VEL 2@3.12.0
    mjINPUT_FF 4@3.12.0
    mjINPUT_VOLTAGE 8@3.12.0
    mjINPUT_NONE 16@3.12.0
    mjINPUT_PRESSURE 32@3.16.0
mjtDisableBit
    mjDSBL_MULTICCD 524288@3.8.0
    mjNDISABLE 19@3.5.0 20@3.8.0
mjtDyn
    mjDYN_DCMOTOR 5@3.7.0
    mjDYN_PID 6@3.12.0
    mjDYN_USER 5@3.5.0 6@3.7.0 7@3.12.0
mjtEmbed
    mjEMBED_FALSE 0@3.17.0
    mjEMBED_TRUE 1@3.17.0
    mjEMBED_AUTO 2@3.17.0
mjtEnableBit
    mjENBL_SLEEP 32@3.5.0 16@3.8.0
    mjENBL_DIAGEXACT 32@3.9.0
    mjENBL_IPC 64@3.14.0
    mjENBL_SPECULATIVE 128@4.0.0
    mjNENABLE 6@3.5.0 5@3.8.0 6@3.9.0 7@3.14.0 8@4.0.0
    mjENBL_MULTICCD 16@3.5.0 -@3.8.0
mjtEq
    mjEQ_FLEXSTRAIN 6@3.6.0
    mjEQ_DISTANCE 6@3.5.0 7@3.6.0
mjtFlexSection
    mjFLEXSECTION_CIRCLE 0@3.17.0
    mjFLEXSECTION_BOX 1@3.17.0
mjtGain
    mjGAIN_DCMOTOR 3@3.7.0
    mjGAIN_SO3 4@3.11.0
    mjGAIN_PID 5@3.12.0
    mjGAIN_USER 3@3.5.0 4@3.7.0 5@3.11.0 6@3.12.0
mjtIntegrator
    mjINT_DISCRETE 4@3.13.0
mjtLogLevel
    mjLOG_DEBUG 0@3.10.0
    mjLOG_INFO 1@3.10.0
    mjLOG_WARNING 2@3.10.0
    mjLOG_ERROR 3@3.10.0
mjtLogTopic
    mjTOPIC_NONE 0@3.10.0
    mjTOPIC_TIME_STP 1@3.10.0
    mjTOPIC_TIME_CMP 2@3.10.0
    mjTOPIC_SLEEP 3@3.10.0
    mjNTOPIC 3@3.10.0
mjtMeshBuiltin
    mjMESH_BUILTIN_GRID 8@3.16.0
    mjMESH_BUILTIN_BOX 9@3.16.0
    mjMESH_BUILTIN_CYLINDER 10@3.16.0
    mjMESH_BUILTIN_ELLIPSOID 11@3.16.0
    mjMESH_BUILTIN_SQUARE 12@3.16.0
    mjMESH_BUILTIN_DISC 13@3.16.0
mjtMouse
    mjMOUSE_TURN_V 8@3.11.0
    mjMOUSE_TURN_H 9@3.11.0
mjtPassthrough
    mjPASSTHROUGH_NONE 0@3.17.0
    mjPASSTHROUGH_TEXTURES 1@3.17.0
mjtRndFlag
    mjRND_POST_PROCESSING 11@4.0.0
    mjNRNDFLAG 11@3.5.0 12@4.0.0
mjtScaling
    mjSCALING_SIMILAR 0@3.16.0
    mjSCALING_GEOMETRY 1@3.16.0
mjtState
    mjSTATE_PLASTIC 16384@4.0.0
    mjNSTATE 14@3.5.0 15@4.0.0
    mjSTATE_PHYSICS 30@3.5.0 16414@4.0.0
    mjSTATE_FULLPHYSICS 8223@3.5.0 24607@4.0.0
    mjSTATE_INTEGRATION 16383@3.5.0 32767@4.0.0
mjtTaskStatus
    mjTASK_NEW 0@3.5.0 -@3.10.0
    mjTASK_QUEUED 1@3.5.0 -@3.10.0
    mjTASK_COMPLETED 2@3.5.0 -@3.10.0
mjtTendon
    mjTENDON_FIXED 0@4.0.0
    mjTENDON_SPATIAL 1@4.0.0
mjtTrn
    mjTRN_SO3 6@3.11.0
mjtWarning
    mjWARN_BADQPOS 4@3.5.0 3@3.7.0
    mjWARN_BADQVEL 5@3.5.0 4@3.7.0
    mjWARN_BADQACC 6@3.5.0 5@3.7.0
    mjWARN_BADCTRL 7@3.5.0 6@3.7.0
    mjNWARNING 8@3.5.0 7@3.7.0
    mjWARN_VGEOMFULL 3@3.5.0 -@3.7.0
"""

# constants by release, as far as they differ from gelenk/tables/enums/constants.py
CONSTANTS: dict[str, dict[str, object]] = {
    "MJTNUM_DTYPE": {"3.10.0": "float64"},
    "mjNEQDATA": {"3.5.0": 11, "3.17.0": 12},
    "mjNPOLY": {"3.7.0": 2},
    "mjSC_IN": {"3.17.0": 1},
    "mjSC_OUT": {"3.17.0": 2},
    "mjSC_INOUT": {"3.17.0": 3},
}


# Derived fields


class Derived(NamedTuple):
    """One field: struct, name, dtype, symbolic shape, meaning, rule."""

    struct: str
    name: str
    dtype: str
    shape: tuple = ()
    meaning: str = ""
    rule: str = ""


def _empty(struct: str, dtype: str, names: str, shape: tuple = (0,)) -> tuple[Derived, ...]:
    meaning = "work space of the C engine: always empty"
    return tuple(Derived(struct, name, dtype, shape, meaning) for name in names.split())


def _zeros(dtype: str, names: str, shape: tuple) -> tuple[Derived, ...]:
    meaning = "work space of the C engine: always zero"
    return tuple(Derived("MjData", name, dtype, shape, meaning, "zeros") for name in names.split())


# fmt: off
DERIVED = (
    # ---- sizes
    Derived("MjModel", "nJten", "int", (), "number of elements of the sparse Jacobian of tendons",
        "size_of ten_J_colind"),
    Derived("MjModel", "nflexstiffness", "int", (), "number of elements of flex_stiffness", "stiffness_size"),
    Derived("MjModel", "nflexbending", "int", (), "number of elements of flex_bending", "bending_size"),
    Derived("MjModel", "nmeshdegmax", "int", (), "largest number of faces around a mesh vertex", "mesh_degree"),
    Derived("MjModel", "npolygonmax", "int", (), "largest number of corners of a mesh polygon", "mesh_corners"),
    Derived("MjModel", "flg_gravcomp", "bool", (), "whether a body is compensated for gravity", "has_gravcomp"),
    *_empty("MjModel", "int", "nefm0L nefm0dof nefmCvert", ()),
    *_empty("MjData", "int", "efm_active nefmA nefmK nefmL nefmT nefmcon nefmdof", ()),
    # ---- tendons
    Derived("MjModel", "tendon_type", "int32", ("ntendon",), "0: fixed, 1: spatial (mjtTendon)", "tendon_type"),
    Derived("MjModel", "ten_J_rownnz", "int32", ("ntendon",), "number of dofs that move points of each tendon",
        "ten_rownnz"),
    Derived("MjModel", "ten_J_rowadr", "int32", ("ntendon",), "address of each row in ten_J_colind", "ten_rowadr"),
    Derived("MjModel", "ten_J_colind", "int32", ("nJten",), "dofs that move points of each tendon", "ten_colind"),
    # ---- textures
    Derived("MjModel", "tex_contenttypeadr", "int32", ("ntex",), "address of the media type in paths; -1: none",
        "media_type_address"),
    # ---- flexes
    Derived("MjModel", "flex_stiffnessadr", "int32", ("nflex",), "address in flex_stiffness; -1: none",
        "stiffness_address"),
    Derived("MjModel", "flex_bendingadr", "int32", ("nflex",), "address in flex_bending; -1: none", "bending_address"),
    Derived("MjModel", "flex_vertcell", "int32", ("nflexvert",), "cell of a vertex of an interpolated flex; -1: none",
        "vertex_cells"),
    *_empty("MjModel", "int32", "flex_bandwidth efm0_L_colind efm0_L_rowadr efm0_L_rownnz efm0_dofid efmC_perm"),
    *_empty("MjModel", "float64", "efm0_L"),
    *_empty("MjModel", "int32", "mesh_extrema", (0, 27)),
    # ---- orientations
    Derived("MjData", "xiquat", "float64", ("nbody", 4), "orientations of inertial frames", "inertia_quat"),
    Derived("MjData", "geom_xquat", "float64", ("ngeom", 4), "orientations of geoms", "geom_quat"),
    Derived("MjData", "site_xquat", "float64", ("nsite", 4), "orientations of sites", "site_quat"),
    # ---- constraints and metric
    Derived("MjData", "efc_diagA", "float64", ("nefc",), "diagonal of A, approximate or exact", "diagonal"),
    *_empty("MjData", "int", "nY", ()),
    *_empty("MjData", "float64", "efc_Y efm_K_val efm_L efm_con_val flexelem_krot flexvert_lambda"),
    *_empty("MjData", "int32", "efc_Y_colind efc_Y_rowadr efc_Y_rownnz efm_K_colind efm_L_colind efm_L_rowadr "
        "efm_L_rownnz efm_con_ind efm_dofid flexvert_conage"),
    *_zeros("float64", "efm_c efm_ca efm_ck efm_diag efm_sdiag", ("nv",)),
    *_zeros("float64", "efm_fluid", ("nC",)),
    *_zeros("float64", "efm_tk efm_ts", ("ntendon",)),
    *_zeros("float64", "efm_ak efm_as", ("nactuator",)),
    *_zeros("int32", "efm_K_rowadr efm_K_rownnz", ("nv",)),
    *_zeros("int32", "efm_tid", ("ntendon",)),
    *_zeros("int32", "efm_aid", ("nactuator",)),
    *_empty("MjData", "bool", "flex_hessian_valid"),
    *_empty("MjData", "float64", "flexvert_hessian", (0, 6)),
    *_empty("MjData", "float64", "flexedge_hessian", (0, 9)),
)
# fmt: on
