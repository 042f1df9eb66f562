"""What mj_printModel and mj_printData write, in which order: facts of the texts of 3.5.0.

Documents: API / mj_printModel, mj_printData

What is printed of an object are the fields with a row for each of its kind, in the order of the field tables. Here
stands what these tables do not say: the order of what has no objects, and what is left out.
"""

MOST_ROWS = 300  # of a sparse matrix whose numbers are shown
MOST_COLUMNS = 300  # of one that has a picture

# ---- the model

OPTION_ORDER = (
    "timestep impratio tolerance ls_tolerance noslip_tolerance ccd_tolerance sleep_tolerance density viscosity "
    "o_margin integrator cone jacobian solver iterations ls_iterations noslip_iterations ccd_iterations disableflags "
    "enableflags disableactuator sdf_initpoints sdf_iterations gravity wind magnetic o_solref o_solimp o_friction"
)
STATISTIC_ORDER = "meaninertia meanmass meansize extent center"

# parts of the memory of a model: name, beginnings of its fields, the size of those that are no data
MEMORY = (
    ("meshes", ("mesh_",), "nmesh"),
    ("bvhs", ("bvh_", "oct_"), ""),
    ("textures", ("tex_",), "ntex"),
    ("skins", ("skin_",), "nskin"),
)

# kinds of objects that are shown field by field, in their order; where a kind has another title, it stands here
TITLES = {"hfield": "HEIGHTFIELD"}
NAME_WIDTH = {"HEIGHTFIELD": 23}  # characters before the name, where they are not 22
# these have a title, name, size and values instead of fields
LISTS = ("numeric", "text", "tuple", "key")
# fields with a row for each object that are not shown with it
NOT_OBJECTS = ("name_", "B_rown", "B_rowa")

# sparse matrices: title, what counts the rows, beginning of its fields, integers after the picture
MATRICES = (
    ("B: body-dof matrix", "nbody", "B", "B_rownnz B_rowadr B_colind"),
    ("M: reduced inertia matrix", "nv", "M", "M_rownnz M_rowadr M_colind mapM2M"),
    ("D: dof-dof matrix", "nv", "D", "D_rownnz D_rowadr D_colind mapM2D mapD2M"),
)

# keyframes: (field, field of the model or None for zeros that it is compared with: what is equal is left out)
KEYS = (
    ("key_qpos", "qpos0"),
    ("key_qvel", None),
    ("key_act", None),
    ("key_mpos", "body_pos"),
    ("key_mquat", "body_quat"),
    ("key_ctrl", None),
)

# ---- the state

# scalars of the state that are not shown among its sizes
NOT_SIZES = ("pstack", "pbase", "parena", "time", "signature")
# titles of fields that are not the name in capitals
DATA_TITLES = {"sensordata": "SENSOR"}

# arrays whose first numbers count, and how many
COUNTED = {"body_awake_ind": "nbody_awake", "parent_awake_ind": "nparent_awake", "dof_awake_ind": "nv_awake"}

# parts of the state in their order
#     name          an array, a row a line; nothing where it has no numbers
#     name:line     integers on the line below the title
#     name:label    integers behind the title
#     name:M        a sparse matrix in the structure of M
#     *word         something with a form of its own, see api/printing/states.py
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
# of a contact, in their order; geoms is who touches whom, force what mj_contactForce says
CONTACT_FIELDS = "dim geoms exclude efc_address solref solimp dist includemargin pos frame friction mu force"
