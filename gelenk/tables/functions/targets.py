"""Targets of native entry points: the stage or kernel that each documented function calls.

Documents: API / Functions; design / The border

A row is a line: function, kind of call, target, arguments of the target. The arguments of the function and their checks
are in the row of the function itself (tables/functions).

    mj_jacBody = jac_body                       the arguments of the function, in their order
    mj_solveM  = solve_m m d x y #x             other arguments: #x is the number of rows, or of elements, of x, ##x
                                                the number of columns; a number is passed as is

Kinds of calls:

    =   a stage that always succeeds
    ~   a stage that may stop with a status that Python handles (tables/status.py)
    !   an entry of the pipeline: may stop, is timed, and reports warnings
    .   a kernel of this library that holds the GIL: few operations
    :   a kernel of this library that releases the GIL: work proportional to the model or to arrays of the caller
    >   a function of the extension itself (extension/struct_copy.py), which releases the GIL
    ?   no target: m, d and integers are checked, then a Python function continues
    *   no target: the struct of that argument is filled with the defaults of an instance made by Python

Words after the arguments:

    +contacts      indices of d that are checked first (engine/validation/index_columns.py)
    timer=STEP     the timer of d that counts the call (mjtTimer)
    or_slow        the kernel returns 0 on success; otherwise the Python function raises the error
    negative_slow  as or_slow, for a result below 0
    reset          the scalars of d are those of time 0, and its warnings can be reported again
    fill=x         all bytes of floating point arrays of d are set to byte x first, all other arrays to zeros
    nonzero=x      a scalar, or three elements, that must not all be 0
    apart=x        x overlaps none of the input arrays; apart=x,y: nor does y
    object=t,i     i is the id of an object of type t that has a frame
    solid=a,b      at least one of these geoms is neither a plane nor a height field
    mesh=i         geom i is a mesh; hfield=i: a height field
    groups=x       6 geom groups (bytes), passed to the target as six int32 and a flag: whether they were given
    out=4          a buffer of that many elements, or of a size such as 6*nv, passed last
    result=out     the first element of out is the result; result=near_dist: the first element of that field of d
    back=x         array x is the result
    normal=x       x receives the three other elements of out
    anew=x         struct x is set to its defaults first, as by *
    same=x.a,y.b   integer a of struct x is set to integer b of y
    dual           the call has no effect unless a dual solver runs (PGS or noslip)
    alone          only without a user clock, control callback, RK4 and delays
    made=X         the result is a new struct X, a row; X and its row are the last arguments of the kernel
    fits=s,x,y     scene s shows the model, warnings of d are reported; the kernel sees copies of the structs x and y

An argument may be part of a struct of visualization: cam.type, cam.lookat; &cam.distance is the address of a number;
geom.row is the row of a geom, geom alone its scene; map.stiffness is of the model's vis.map, global_.fovy of its
vis.global_. Bytes are passed as int32. seq:3 is a text of three characters, passed as three integers; [2*nv] is a
buffer of that size; ?A,B,,n is a bit mask: 1 if array A is given, 2 if B is, 8 if the integer n is nonzero (arrays that
are None have no buffer). draws is the state of the process-wide random number generator.

Calls that do not match their row go to the Python function with the original arguments.
"""

from typing import NamedTuple

from gelenk.tables.docstrings import SIGNATURES, Signature
from gelenk.tables.fields_model import VISUAL
from gelenk.tables.fields_visual import STRUCTS

DRAWS = "draws"
_STAGES = """
mj_fwdKinematics ~ places
mj_kinematics ~ kinematics
mj_comPos ~ com_pos
mj_camlight ~ camlight
mj_flex ~ flex
mj_tendon ~ tendon
mj_crb ~ crb
mj_makeM ~ make_m +tendons
mj_factorM ~ factor_m
mj_transmission ~ transmission +contacts +tendons
mj_collision ~ collision
mj_makeConstraint ~ make_constraint +contacts +tendons
mj_island = islands_anew +rows
mj_projectConstraint ~ project_constraint +rows dual
mj_comVel ~ com_vel
mj_passive ~ passive +contacts +tendons
mj_referenceConstraint ~ reference_constraint +rows
mj_subtreeVel ~ subtree_vel
mj_fwdActuation ~ fwd_actuation +moments
mj_fwdAcceleration ~ fwd_acceleration
mj_fwdConstraint ~ fwd_constraint +contacts +rows +dual
mj_rnePostConstraint ~ rne_post_constraint +contacts +rows
mj_compareFwdInv ~ compare_fwd_inv +contacts +rows
mj_sensorPos ~ sensor_pos +contacts +rows
mj_sensorVel ~ sensor_vel +contacts +rows
mj_sensorAcc ~ sensor_acc +contacts +rows
mj_energyPos ~ energy_pos
mj_energyVel ~ energy_vel
mj_checkPos ~ check_pos
mj_checkVel ~ check_vel
mj_checkAcc ~ check_acc
mj_setConst ? set_constants
mj_Euler ~ euler +moments +tendons
mj_implicit ~ implicit +moments +tendons

mj_step ! step timer=STEP
mj_step1 ! step1 timer=STEP
mj_step2 ! step2 +contacts +rows +dual +moments +tendons
mj_forward ! forward timer=FORWARD
mj_inverse ! inverse timer=INVERSE
mj_fwdPosition ! position_part timer=POSITION
mj_fwdVelocity ! velocity_part +contacts +rows +moments +tendons timer=VELOCITY
mj_invPosition ! position_part timer=POSITION
mj_invVelocity ! velocity_part +contacts +rows +moments +tendons timer=VELOCITY
mj_invConstraint ! inv_constraint +contacts +rows

mj_rne = rne
mj_constraintUpdate = constraint_update +contacts +rows
mj_jac = jac
mj_jacBody = jac_body
mj_jacBodyCom = jac_body_com
mj_jacGeom = jac_geom
mj_jacSite = jac_site
mj_jacPointAxis = jac_point_axis
mj_jacDot = jac_dot
mj_jacSubtreeCom = jac_subtree_com
mj_angmomMat = angmom_mat
mj_applyFT = apply_ft
mj_objectVelocity = object_velocity m d objtype objid res flg_local object=objtype,objid
mj_objectAcceleration = object_acceleration m d objtype objid res flg_local object=objtype,objid
mj_contactForce = contact_force +contacts
mj_local2Global = local_to_global
mj_differentiatePos = differentiate_pos m qvel dt qpos1 qpos2 nonzero=dt
mj_integratePos = integrate_pos
mj_normalizeQuat = normalize_quat
mj_mulM = mul_m
mj_mulM2 = mul_m2
mj_solveM = solve_m m d x y #x
mj_solveM2 = solve_m2 m d x y sqrtInvD #x
mj_fullM = full_m
mj_addM = add_m m d dst rownnz rowadr colind #dst #colind or_slow
mj_mulJacVec = mul_jac +rows apart=res
mj_mulJacTVec = mul_jac_t +rows apart=res
mj_geomDistance ~ geom_distance m d geom1 geom2 distmax fromto solid=geom1,geom2 result=near_dist
mj_ray ~ ray m d pnt vec geomgroup flg_static bodyexclude geomid nonzero=vec groups=geomgroup out=4 \
  result=out normal=normal
mj_multiRay ~ multi_ray m d pnt vec geomgroup flg_static bodyexclude cutoff [ngeom+1] geomid dist normal nray \
  groups=geomgroup apart=dist or_slow
mj_rayMesh ~ ray_one m d geomid pnt vec nonzero=vec mesh=geomid out=4 result=out normal=normal
mj_rayHfield ~ ray_one m d geomid pnt vec nonzero=vec hfield=geomid out=4 result=out normal=normal

mj_rayFlex ~ ray_flex m d flexid flex_layer ?flg_vert,flg_edge,flg_face,flg_skin pnt vec vertid nonzero=vec out=4 \
  result=out normal=normal

mj_setLengthRange ? length_range
mju_round ? round_half

mj_copyData > copy_data dest src or_slow
mj_addContact > add_contact m d con or_slow
mju_n2f > narrow res vec #res apart=res
mju_f2n > widen res vec #res apart=res

mjd_transitionFD ~ transition m d [nq+3*nv+na+nu+1] [4*nq+5*nv+4*na+4*nsensordata] A B C D eps ?A,B,C,D,flg_centered \
  alone
mjd_inverseFD ~ inverse_slopes m d [nq+3*nv+na+nu+1] [3*nv+2*nsensordata+2*nM] DfDq DfDv DfDa DsDq DsDv DsDa DmDq eps \
  ?DfDq,DsDq,DmDq,DfDv,DsDv,,DfDa,DsDa,,flg_actuation alone

mjv_updateScene = scene_update m d scn catmask cam.type cam.fixedcamid cam.trackbodyid cam.lookat cam.distance \
  cam.azimuth cam.elevation fits=scn,opt,pert or_slow
mjv_addGeoms = scene_add m d scn catmask fits=scn,opt,pert or_slow
mjv_initPerturb = scene_perturb m d scn pert.select pert.flexselect pert.localpos pert.refpos pert.refquat \
  pert.refselpos &pert.localmass &pert.scale out=6*nv or_slow
mjv_select = scene_select m d scn vopt.geomgroup vopt.flags aspectratio relx rely 1 selpnt geomid flexid skinid \
  out=8 result=out or_slow
mjv_defaultCamera * cam
mjv_defaultOption * opt
mjv_defaultPerturb * pert
"""

# module -> rows of its kernels
_KERNELS = {
    "gelenk.engine.functions.state": """
mj_stateSize . state_size negative_slow
mj_getState : get_state m d state #state sig or_slow
mj_setState : set_state m d state #state sig or_slow
mj_copyState : copy_state m src dst sig or_slow
mj_extractState : extract_state m src #src srcsig dst #dst dstsig or_slow
mj_resetData : reset_data m d or_slow reset
mj_resetDataDebug . begin_again m d or_slow reset fill=debug_value
mj_resetDataKeyframe : reset_to_key m d key or_slow reset
mj_setKeyframe : save_key or_slow
mj_getTotalmass . total_mass
mj_setTotalmass . scale_masses or_slow
mj_readCtrl . control_at m d id time interp 1 out=1 result=out or_slow
mj_readSensor . reading_at m d id time result #result interp or_slow back=result
mju_rayGeom . shape_ahead pos mat size pnt vec geomtype normal nonzero=vec out=1 result=out or_slow
""",
    "gelenk.engine.functions.vectors": """
mju_zero3 . fill res 3 0.0
mju_zero4 . fill res 4 0.0
mju_zero : fill res #res 0.0
mju_fill : fill res #res val
mju_unit4 . unit4
mju_copy3 . copy res data 3
mju_copy4 . copy res data 4
mju_copy : copy res vec #res
mju_d2n : copy res vec #res
mju_n2d : copy res vec #res
mju_scl3 . scale res vec scl 3
mju_scl : scale res vec scl #res
mju_add3 . add res vec1 vec2 3
mju_add : add res vec1 vec2 #res
mju_sub3 . subtract res vec1 vec2 3
mju_sub : subtract res vec1 vec2 #res
mju_addTo3 . add res res vec 3
mju_addTo : add res res vec #res
mju_subFrom3 . subtract res res vec 3
mju_subFrom : subtract res res vec #res
mju_addToScl3 . add_scaled res res vec scl 3
mju_addToScl : add_scaled res res vec scl #res
mju_addScl3 . add_scaled res vec1 vec2 scl 3
mju_addScl : add_scaled res vec1 vec2 scl #res
mju_dot3 . dot3
mju_dot : dot vec1 vec2 #vec1
mju_norm3 . norm3
mju_norm : norm res #res
mju_dist3 . dist3
mju_sum : total vec #vec
mju_L1 : total_size vec #vec
mju_normalize3 . make_unit vec 3
mju_normalize4 . make_unit vec 4
mju_normalize : make_unit res #res
mju_cross . cross_product
mju_isZero : is_zero vec #vec
mju_Halton . mirrored index base out=1 result=out or_slow
mju_encodePyramid . encode_pyramid pyramid force mu #pyramid #force #mu apart=pyramid or_slow
mju_decodePyramid . decode_pyramid force pyramid mu #force #pyramid #mu apart=force or_slow
mju_insertionSort : sorted_numbers list #list or_slow
mju_insertionSortInt : sorted_integers list #list or_slow
mju_min . least
mju_max . largest
mju_clip . clipped
mju_sign . sign
mju_sigmoid . sigmoid
mju_isBad . is_bad
mju_standardNormal . drawn_normal draws
mju_springDamper . spring_damper
mju_muscleGain . gain_of_muscle
mju_muscleBias . bias_of_muscle
mju_muscleDynamics . rate_of_muscle
mj_isSparse . sparse_rows
mj_isPyramidal . pyramidal
mj_isDual . dual
""",
    "gelenk.engine.functions.rotations": """
mju_rotVecQuat . rotate_vector
mju_negQuat . inverse_quat
mju_mulQuat . quat_product
mju_mulQuatAxis . quat_axis_product
mju_axisAngle2Quat . axis_angle
mju_euler2Quat . euler_to_quat quat euler seq:3 or_slow
mju_quat2Vel . quat_velocity
mju_subQuat . quat_difference
mju_quat2Mat . quat_to_matrix
mju_mat2Quat . matrix_to_quat
mju_derivQuat . quat_rate
mju_quatIntegrate . turn_quat
mju_quatZ2Vec . quat_z_to
mju_mulPose . pose_product
mju_negPose . inverse_pose
mju_trnVecPose . pose_point
mju_transformSpatial . move_spatial
mju_mulMatVec3 . mat3_vector
mju_mulMatTVec3 . mat3_t_vector
mjd_subQuat . quat_difference_slopes
mjd_quatIntegrate . turn_slopes
mju_mat2Rot . rotation_part_of
""",
    "gelenk.engine.functions.matrices": """
mju_mulMatVec . matrix_matrix_t res mat vec #res #vec 1 apart=res or_slow
mju_mulMatTVec . matrix_t_matrix res mat vec #res #vec 1 apart=res or_slow
mju_eye : identity mat #mat
mju_transpose : transposed res mat #mat ##mat apart=res
mju_symmetrize : symmetric_part res mat #mat apart=res
mju_mulVecMatVec : vector_matrix_vector vec1 mat vec2 #vec1 #vec2
mju_mulMatMat . matrix_matrix res mat1 mat2 #res #mat2 ##res apart=res or_slow
mju_mulMatMatT . matrix_matrix_t res mat1 mat2 #res ##mat1 #mat2 apart=res or_slow
mju_mulMatTMat . matrix_t_matrix res mat1 mat2 #res #mat1 ##res apart=res or_slow
mju_sqrMatTD : weighted_square res mat diag ?diag #mat ##mat apart=res,diag or_slow
mju_bandDiag . band_diagonal negative_slow
mju_band2Dense : band_to_dense res mat #mat ntotal nband ndense flg_sym apart=res or_slow
mju_dense2Band : dense_to_band res mat #res ntotal nband ndense apart=res or_slow
mju_bandMulMatVec : band_product res mat vec #mat ##mat #vec ##vec #res ntotal nband ndense nvec flg_sym \
  apart=res or_slow
mju_cholFactorBand : band_factor mat #mat ntotal nband ndense diagadd diagmul out=1 result=out or_slow
mju_cholSolveBand : band_solve res mat vec #mat #vec ntotal nband ndense apart=res or_slow
mju_dense2sparse : dense_to_rows res mat rownnz rowadr colind #res #colind #mat ##mat apart=res
mju_sparse2dense : rows_to_dense res mat rownnz rowadr colind #mat #colind #res ##res apart=res or_slow
mju_cholFactor : chol_factor mat #mat mindiag
mju_cholSolve : chol_solve res mat vec #mat apart=res or_slow
mju_cholUpdate : chol_update mat x #x flg_plus
mju_eig3 . principal_axes eigval eigvec quat mat 0
""",
    "gelenk.engine.functions.box_qp": """
mju_boxQP : box_minimum res R index H g lower upper #res #R ##R #index ?lower,upper,index negative_slow
""",
    "gelenk.scene.kernels.model_frame": """
mjv_updateCamera . update_camera m d scn cam.type cam.fixedcamid cam.trackbodyid cam.lookat cam.distance cam.azimuth \
  cam.elevation fits=scn or_slow
mjv_makeLights . make_lights m d scn fits=scn or_slow
mjv_cameraFrame . camera_frame headpos forward up right d cam.type cam.fixedcamid cam.lookat cam.distance cam.azimuth \
  cam.elevation or_slow
mjv_cameraFrustum . camera_frustum zver zhor zclip m cam.type cam.fixedcamid map.znear map.zfar global_.fovy \
  global_.orthographic or_slow
mjv_defaultFreeCamera . free_camera m cam.lookat &cam.distance global_.azimuth global_.elevation anew=cam \
  same=cam.orthographic,global_.orthographic
mjv_averageCamera . average_camera cam1 cam1.row cam2 cam2.row made=MjvGLCamera or_slow
mjv_frustumHeight . frustum_height scn out=1 result=out or_slow
mjv_cameraInRoom . camera_in_room or_slow
mjv_cameraInModel . camera_in_model or_slow
mjv_room2model . room_to_model or_slow
mjv_model2room . model_to_room or_slow
mjv_initGeom . init_geom geom geom.row type size pos mat rgba or_slow
mjv_connector . connector geom geom.row type width from_ to or_slow
""",
    "gelenk.scene.kernels.mouse": """
mjv_alignToCamera . align_to_camera
mjv_moveCamera . move_camera m action reldx reldy scn cam.type cam.orthographic cam.lookat &cam.distance or_slow
mjv_moveModel . move_model or_slow
mjv_movePerturb . move_perturb m d action reldx reldy scn pert.select pert.refpos pert.refquat pert.refselpos \
  pert.scale or_slow
mjv_applyPerturbPose . apply_perturb_pose m d pert.select pert.active pert.active2 pert.refpos pert.refquat flg_paused
mjv_applyPerturbForce . apply_perturb_force m d pert.select pert.active pert.active2 pert.refquat pert.refselpos \
  pert.localpos pert.localmass map.stiffness map.stiffnessrot
""",
}


class Target(NamedTuple):
    """The native target of a documented function.

    how      = ~ ! . : > ? *   as above
    name     stage or kernel
    module   module of the kernel; "" for a stage
    given    its arguments, in order
    parts    parts of d whose indices are checked first
    words    the other words, each with the text after its sign
    """

    function: str
    how: str
    name: str
    module: str
    given: tuple[str, ...]
    parts: tuple[str, ...]
    words: dict[str, str]

    @property
    def signature(self) -> Signature:
        """The row of the function."""
        return SIGNATURES[self.function]

    @property
    def kinds(self) -> str:
        """One letter per kernel argument, as in tables/stages.py; buffers of results come last."""
        known = {a.name: _letter(a.kind, a.dtype) for a in self.signature.arguments}
        letters = [known.get(word) or _kind(word, self.signature) for word in self.given]
        return "".join([*letters, "F" * ("out" in self.words), "si" * ("made" in self.words)])

    @property
    def is_drawing(self) -> bool:
        """Whether the function belongs to scenes, whose modules few programs import."""
        return self.function.startswith("mjv_")

    @property
    def return_type(self) -> str:
        """Return type of a kernel: double or i64."""
        words = self.words.keys() & {"or_slow", "negative_slow", "out"}
        return "double" if self.signature.result == "float" and not words else "i64"


_FLAGS = ("or_slow", "negative_slow", "reset", "alone", "dual")


_SCENES = ("MjvScene", "MjvGeom", "MjvGLCamera")  # structs that are passed as a scene


def _letter(kind: str, dtype: str) -> str:
    return {"float64": "F", "float32": "F", "int32": "I", "uint8": "I", "": "s" if kind in _SCENES else kind}[
        dtype
    ]


def _kind(word: str, signature: Signature) -> str:
    """Return the letter of a word that is not an argument: number, length or struct part."""
    if ":" in word:
        return "i" * int(word.partition(":")[2])
    struct, _, name = word.partition(".")
    if struct in VISUAL:
        return "f" if next(f for f in VISUAL[struct] if f.name == name).dtype == "float32" else "i"
    if word[0] == "&" or word == DRAWS:
        return "F"
    if not name[:1].isalpha() or name == "row":
        return "i" if word[0] == "#" or "." not in word or name == "row" else "f"
    cls = next(a.kind for a in signature.arguments if a.name == struct)
    part = next(part for part in STRUCTS[cls][0] if part.name == name)
    return _letter("", part.dtype) if part.shape else "f" if part.dtype == "float64" else "i"


def _target(line: str, module: str) -> Target:
    function, how, name, *rest = line.split()
    given = [w for w in rest if w[0] != "+" and "=" not in w and w not in _FLAGS]
    words = {w.partition("=")[0]: w.partition("=")[2] for w in rest if "=" in w or w in _FLAGS}
    parts = tuple(w[1:] for w in rest if w[0] == "+")
    everything = tuple(a.name for a in SIGNATURES[function].arguments)
    return Target(function, how, name, module, tuple(given) or everything, parts, words)


def _targets() -> dict[str, Target]:
    found = {}
    for module, rows in (("", _STAGES), *_KERNELS.items()):
        for line in rows.replace(" \\\n", "").strip().splitlines():
            if line.strip():
                target = _target(line, module)
                found[target.function] = target
    return found


TARGETS = _targets()
# kernels of the extension: name -> one row that calls the kernel
KERNELS = {target.name: target for target in TARGETS.values() if target.module}
