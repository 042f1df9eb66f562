"""What the integers of a model index: columns that compiled code trusts, and the range of each.

Documents: Modelling / MJModel; promises (writable index arrays are checked before the first step that sees
them changed)

FIXED columns are the structure that the compiler lays out: tree, addresses, sparsity, types that decide how
much memory
an element takes. They can be read and not usefully changed. The others may be edited within their range.
"""

FIXED = (
    "body_parentid", "body_jntadr", "body_jntnum", "body_dofadr", "body_dofnum", "body_geomadr",
    "body_geomnum", "body_mocapid", "jnt_type", "jnt_qposadr", "jnt_dofadr", "dof_Madr", "dof_parentid",
    "dof_simplenum", "dof_jntid", "tree_bodyadr", "tree_bodynum", "tree_dofadr", "tree_dofnum",
    "eq_type", "eq_objtype", "tendon_adr", "tendon_num", "wrap_type", "actuator_actadr",
    "actuator_actnum", "actuator_trntype", "sensor_type", "sensor_objtype", "sensor_reftype",
    "sensor_adr", "sensor_dim", "sensor_needstage", "B_rownnz", "B_rowadr", "B_colind", "M_rownnz",
    "M_rowadr", "M_colind", "mapM2M", "D_rownnz", "D_rowadr", "D_diag", "D_colind", "mapM2D", "mapD2M",
    "mesh_vertadr", "mesh_vertnum", "mesh_graphadr", "mesh_faceadr", "mesh_facenum", "mesh_polyadr",
    "mesh_polynum", "mesh_normaladr", "mesh_normalnum",
    "mesh_bvhadr", "mesh_bvhnum", "mesh_octadr", "mesh_octnum", "hfield_adr", "hfield_nrow",
    "hfield_ncol",
    "flex_dim", "flex_interp", "flex_vertadr", "flex_vertnum", "flex_edgeadr", "flex_edgenum", "flex_elemadr",
    "flex_elemnum", "flex_elemdataadr", "flex_elemedgeadr", "flex_shellnum", "flex_shelldataadr",
    "flex_evpairadr", "flex_evpairnum", "flex_nodeadr", "flex_nodenum", "flex_bvhadr", "flex_bvhnum",
    "flex_vertbodyid", "flex_nodebodyid", "flex_vertedgeadr", "flex_vertedgenum", "flex_vertedge", "flex_edge",
    "flex_edgeflap", "flex_elem", "flex_elemedge", "flex_shell", "flex_evpair", "flexedge_J_rownnz",
    "flexedge_J_rowadr", "flexedge_J_colind", "flexvert_J_rownnz", "flexvert_J_rowadr", "flexvert_J_colind",
    "plugin", "sensor_intprm",
)  # fmt: skip

# column -> the size that its values stay below; not negative
IDS = {
    "body_parentid": "nbody",
    "body_rootid": "nbody",
    "body_weldid": "nbody",
    "jnt_bodyid": "nbody",
    "dof_bodyid": "nbody",
    "dof_jntid": "njnt",
    "dof_Madr": "nM",
    "geom_bodyid": "nbody",
    "site_bodyid": "nbody",
    "cam_bodyid": "nbody",
    "flex_nodebodyid": "nbody",
    "flexedge_J_colind": "nv",
    "flexvert_J_colind": "nv",
    "light_bodyid": "nbody",
    "pair_geom1": "ngeom",
    "pair_geom2": "ngeom",
    "B_colind": "nv",
    "M_colind": "nv",
    "mapM2M": "nM",
    "D_colind": "nv",
    "D_diag": "nD",
    "mapD2M": "nD",
}

# column -> the size that its values stay below; -1 stands for none
IDS_OR_NONE = {
    "body_mocapid": "nmocap",
    "body_treeid": "ntree",
    "dof_parentid": "nv",
    "dof_treeid": "ntree",
    "flex_matid": "nmat",
    "flex_vertbodyid": "nbody",
    "geom_matid": "nmat",
    "geom_plugin": "nplugin",
    "site_matid": "nmat",
    "cam_targetbodyid": "nbody",
    "light_targetbodyid": "nbody",
    "light_texid": "ntex",
    "tendon_matid": "nmat",
    "mat_texid": "ntex",
    "mapM2D": "nC",
}

# first element, count, and the size that ranges stay within; where the count is 0 the first may be anything
RANGES = (
    ("body_jntadr", "body_jntnum", "njnt"),
    ("body_dofadr", "body_dofnum", "nv"),
    ("body_geomadr", "body_geomnum", "ngeom"),
    ("tree_bodyadr", "tree_bodynum", "nbody"),
    ("tree_dofadr", "tree_dofnum", "nv"),
    ("tendon_adr", "tendon_num", "nwrap"),
    ("actuator_actadr", "actuator_actnum", "na"),
    ("sensor_adr", "sensor_dim", "nsensordata"),
    ("B_rowadr", "B_rownnz", "nB"),
    ("M_rowadr", "M_rownnz", "nC"),
    ("D_rowadr", "D_rownnz", "nD"),
    ("flex_vertadr", "flex_vertnum", "nflexvert"),
    ("flex_edgeadr", "flex_edgenum", "nflexedge"),
    ("flex_elemadr", "flex_elemnum", "nflexelem"),
    ("flex_evpairadr", "flex_evpairnum", "nflexevpair"),
    ("flex_nodeadr", "flex_nodenum", "nflexnode"),
    ("flex_bvhadr", "flex_bvhnum", "nbvh"),
    ("flexedge_J_rowadr", "flexedge_J_rownnz", "nJfe"),
    ("mesh_vertadr", "mesh_vertnum", "nmeshvert"),
    ("mesh_normaladr", "mesh_normalnum", "nmeshnormal"),
    ("mesh_faceadr", "mesh_facenum", "nmeshface"),
    ("mesh_polyadr", "mesh_polynum", "nmeshpoly"),
    ("mesh_bvhadr", "mesh_bvhnum", "nbvh"),
    ("mesh_octadr", "mesh_octnum", "noct"),
)

# the insides of meshes, too long to compare at every call: users can read them, not write
READ_ONLY = (
    "mesh_graph", "mesh_face", "mesh_polyvertadr", "mesh_polyvertnum", "mesh_polyvert", "mesh_polymapadr",
    "mesh_polymapnum", "mesh_polymap", "bvh_child", "bvh_nodeid", "oct_child",
)  # fmt: skip

# most levels under the root of a tree of boxes; those of the compiler halve, so that they have at most 31.
# Walks that put both children on their stack then hold 64 nodes, or 127 pairs of nodes: no stack can be full.
DEEPEST = 63

CHOICES = {
    "geom_type": tuple(range(9)),
    "flex_condim": (1, 3, 4, 6),
    "flex_dim": (1, 2, 3),
    "flex_interp": (0, 1, 2),
    "geom_condim": (1, 3, 4, 6),
    "pair_dim": (1, 3, 4, 6),
    "jnt_type": (0, 1, 2, 3),
}

# columns whose values index what another column says
BY_TYPE = (
    *("jnt_qposadr", "jnt_dofadr", "eq_obj1id", "eq_obj2id", "wrap_objid", "wrap_prm", "actuator_trnid"),
    "geom_dataid",
    *("sensor_objid", "sensor_refid", "actuator_history", "actuator_historyadr"),
    *("sensor_history", "sensor_historyadr"),
)

GUARDED = tuple(
    dict.fromkeys((*FIXED, *IDS, *IDS_OR_NONE, *(n for r in RANGES for n in r[:2]), *CHOICES, *BY_TYPE))
)

# integers that compiled code only compares, masks or computes with, or does not read at all
HARMLESS = (
    "body_bvhadr", "body_bvhnum", "body_conaffinity", "body_contype", "body_plugin", "bvh_depth",
    "oct_depth", "jnt_group", "tree_sleep_policy", "geom_conaffinity", "geom_contype", "geom_group",
    "geom_priority", "site_group", "site_type", "cam_mode", "cam_output", "cam_projection",
    "cam_resolution", "light_mode", "light_type", "flex_activelayers", "flex_conaffinity", "flex_contype",
    "flex_edgeequality", "flex_elemlayer", "flex_elemtexcoord", "flex_group", "flex_passive",
    "flex_priority", "flex_selfcollide", "flex_texcoordadr", "mesh_facenormal", "mesh_facetexcoord",
    "mesh_pathadr", "mesh_texcoordadr", "mesh_texcoordnum", "hfield_pathadr", "pair_signature",
    "exclude_signature", "tendon_group", "tendon_treeid", "tendon_treenum", "actuator_biastype",
    "actuator_dyntype", "actuator_gaintype", "actuator_group", "actuator_plugin", "sensor_datatype",
    "sensor_plugin", "plugin_attradr", "plugin_stateadr", "plugin_statenum",
)  # fmt: skip
# columns of these parts are read by Python alone, which checks every index itself
OF_PYTHON = ("name_", "names_", "skin_", "tex_", "numeric_", "text_", "tuple_")
