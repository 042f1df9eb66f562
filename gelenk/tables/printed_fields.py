"""Printed fields of mj_printModel and mj_printData, in the order of 3.5.0.

Documents: API / mj_printModel, mj_printData

An object prints the fields with a row per object of its kind, in the order of the field tables. This module adds the
order of all other fields, and the exceptions.
"""

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

# arrays of which only the first elements are valid -> their count
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
