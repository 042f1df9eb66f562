"""Derived fields: those of later releases that follow from others or are empty.

Documents: Modeling / MJModel and MJData; design / One source of truth

A derived field is computed at each read and is read-only; `rule` names its function in api/derived_fields.py. Fields
without a rule belong to work space of the C engine, which Gelenk arranges otherwise; programs that list all fields find
them with the size 0.
"""

from typing import NamedTuple


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
    # ---- looks
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
