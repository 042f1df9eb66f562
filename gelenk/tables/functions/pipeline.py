"""Functions of the pipeline: simulation, stages, state, Jacobians, rays, derivatives.

Documents: API / Main simulation, Subcomponents, Support, Ray casting, Derivatives
"""

from gelenk.tables.field_rows import Group

SIMULATION = Group(
    "simulation",
    "Simulation",
    "API / Main simulation; Computation / Simulation pipeline",
    "Main entry points: step, forward dynamics, inverse dynamics, and their halves. The state (qpos, qvel, act,\n"
    "time) and the inputs (ctrl, qfrc_applied, xfrc_applied, mocap_pos, mocap_quat, eq_active) are fields of MjData.",
    """
    skipstage: last pipeline stage whose results are valid (mjtStage)
    skipsensor: nonzero: skip sensors and energy
    """,
    """
mj_step m:m d:d nstep:i=1 -> None
    nstep: number of timesteps; 0 or less: no effect
mj_step1 m:m d:d -> None
mj_step2 m:m d:d -> None
mj_forward m:m d:d -> None
mj_forwardSkip m:m d:d skipstage:i skipsensor:i -> None
mj_inverse m:m d:d -> None
mj_inverseSkip m:m d:d skipstage:i skipsensor:i -> None
mju_threadPoolCreate number_of_threads:i -> int
    number_of_threads: number of threads in addition to the calling thread, at least 1
mju_bindThreadPool d:d thread_pool:i -> None
    thread_pool: id of the thread pool
mju_threadpool d:d nthread:i -> None
    nthread: number of threads in addition to the calling thread; 0: none
mju_threadPoolDestroy thread_pool:i -> None
    thread_pool: id of the thread pool
""",
)

STAGES = Group(
    "stages",
    "Stages of the pipeline",
    "API / Subcomponents; Computation / Simulation pipeline",
    "Functions that mj_forward and mj_inverse call, in order. Each stage reads the results of previous stages.",
    "",
    """
mj_fwdPosition m:m d:d -> None
mj_fwdKinematics m:m d:d -> None
    reads qpos mocap_pos mocap_quat
mj_kinematics m:m d:d -> None
    reads qpos mocap_pos mocap_quat
mj_comPos m:m d:d -> None
    reads xipos xmat ximat xanchor xaxis
mj_camlight m:m d:d -> None
    reads xpos xquat xmat subtree_com
mj_flex m:m d:d -> None
    reads xpos xmat subtree_com cdof
mj_tendon m:m d:d -> None
    reads qpos site_xpos geom_xpos geom_xmat cdof subtree_com
mj_crb m:m d:d -> None
    reads cinert cdof
mj_makeM m:m d:d -> None
    reads cinert cdof ten_J
mj_factorM m:m d:d -> None
    reads M
mj_collision m:m d:d -> None
    reads geom_xpos geom_xmat flexvert_xpos flexelem_aabb bvh_aabb_dyn
mj_makeConstraint m:m d:d -> None
    reads xpos xquat xmat site_xpos qpos ten_length ten_J cdof subtree_com eq_active contact flexedge_length
    reads flexedge_J flexvert_xpos flexvert_length flexvert_J
mj_island m:m d:d -> None
    reads efc_J efc_type efc_id efc_D efc_R efc_aref efc_frictionloss efc_force efc_state M qLD qLDiagInv
    reads qacc qacc_smooth qfrc_smooth qfrc_constraint
mj_transmission m:m d:d -> None
    reads qpos ten_length ten_J xquat site_xpos site_xmat cdof subtree_com contact
mj_projectConstraint m:m d:d -> None
    reads efc_J efc_R qLD qLDiagInv
mj_fwdVelocity m:m d:d -> None
    reads plastic qpos qvel ten_length ten_J xipos ximat geom_xpos geom_xmat cinert cdof subtree_com actuator_moment
    reads efc_R
    reads contact
    reads flexedge_length flexedge_J site_xpos efc_J efc_KBIP efc_pos efc_margin
mj_comVel m:m d:d -> None
    reads qvel cdof
mj_passive m:m d:d -> None
    reads plastic qpos qvel ten_length ten_J ten_velocity xipos ximat geom_xpos geom_xmat cvel cdof subtree_com
    reads efc_J
    reads contact
    reads flexedge_length flexedge_J flexedge_velocity
mj_referenceConstraint m:m d:d -> None
    reads efc_R qvel efc_J efc_KBIP efc_pos efc_margin
    reads contact
mj_rne m:m d:d flg_acc:i result:W(nv) -> None
    reads qvel qacc cinert cvel cdof cdof_dot
    flg_acc: 1: include M qacc, 0: bias forces only
    result [N, N m]: joint-space forces
mj_subtreeVel m:m d:d -> None
    reads cvel xipos ximat subtree_com
mj_fwdActuation m:m d:d -> None
    reads ctrl act history time actuator_length actuator_velocity actuator_moment qfrc_gravcomp
mj_fwdAcceleration m:m d:d -> None
    reads qfrc_passive qfrc_bias qfrc_applied qfrc_actuator xfrc_applied xipos cdof subtree_com qLD
    reads qLDiagInv
mj_fwdConstraint m:m d:d -> None
    reads efc_J efc_type efc_D efc_R efc_aref efc_frictionloss M qLD qLDiagInv qfrc_smooth qacc_smooth
    reads qacc_warmstart contact efc_AR
mj_constraintUpdate m:m d:d jar:R(nefc) cost:W1? flg_coneHessian:i -> None
    reads efc_J efc_type efc_D efc_R efc_frictionloss
    jar [m/s^2, rad/s^2]: constraint residual efc_J qacc - efc_aref
    cost [J/s^2]: constraint cost, without the inertial part
    flg_coneHessian: 1: compute the Hessians of elliptic cones, contact.H
mj_rnePostConstraint m:m d:d -> None
    reads qvel qacc efc_force contact xfrc_applied xipos cinert cvel cdof cdof_dot subtree_com xpos xmat site_xpos
mj_sensorPos m:m d:d -> None
    reads qpos time xpos xquat xmat xipos ximat geom_xpos geom_xmat site_xpos site_xmat cam_xpos cam_xmat
    reads subtree_com energy ten_length actuator_length efc_pos efc_margin
mj_sensorVel m:m d:d -> None
    reads qvel cvel ten_velocity actuator_velocity efc_vel xpos xmat site_xpos site_xmat subtree_com
    reads subtree_linvel subtree_angmom xipos
mj_sensorAcc m:m d:d -> None
    reads actuator_force qfrc_actuator efc_force contact cacc cfrc_int cvel xpos site_xpos site_xmat
    reads subtree_com
mj_energyPos m:m d:d -> None
    reads plastic qpos xipos ten_length flexedge_length
mj_energyVel m:m d:d -> None
    reads qvel M
mj_invPosition m:m d:d -> None
mj_invVelocity m:m d:d -> None
mj_invConstraint m:m d:d -> None
    reads qacc efc_J efc_type efc_D efc_R efc_aref efc_frictionloss contact
mj_compareFwdInv m:m d:d -> None
    reads qacc qfrc_constraint qfrc_applied qfrc_actuator xfrc_applied M qfrc_bias qfrc_passive efc_J
    reads efc_type efc_D efc_R efc_aref efc_frictionloss contact xipos cdof subtree_com
mj_checkPos m:m d:d -> None
    reads qpos
mj_checkVel m:m d:d -> None
    reads qvel
mj_checkAcc m:m d:d -> None
    reads qacc
mj_Euler m:m d:d -> None
    reads plastic qpos qvel act time qacc qfrc_smooth qfrc_constraint M act_dot ctrl history sensordata
mj_RungeKutta m:m d:d N:i -> None
    reads qpos qvel act time qacc act_dot
    N: order, 4
mj_implicit m:m d:d -> None
    reads plastic qpos qvel act time qfrc_smooth qfrc_constraint M act_dot qacc ctrl actuator_moment cdof cvel
    reads flexedge_J
    reads subtree_com ten_J ximat xipos geom_xpos geom_xmat
    reads actuator_force history sensordata
""",
)

STATE = Group(
    "state",
    "State, resets, copies, histories",
    "API / Initialization, Support; Computation / The State",
    "State vectors: concatenated state components, selected by the bits of mjtState and in the order of the bits.\n"
    "Resets and keyframes. History buffers of delayed controls and sensor readings.",
    """
    sig: state components, bits of mjtState
    interp: interpolation order; 0: zero-order hold, 1: linear, 2: cubic, -1: from the model
    """,
    """
mj_stateSize m:m sig:i -> int
mj_getState m:m d:d state:Wn sig:i -> None
    state: concatenated state components, mj_stateSize(m, sig) elements, units as in d
mj_setState m:m d:d state:Rn sig:i -> None
    state: concatenated state components, mj_stateSize(m, sig) elements, units as in d
mj_extractState m:m src:Rn srcsig:i dst:Wn dstsig:i -> None
    src: source state vector, mj_stateSize(m, srcsig) elements, units as in d
    srcsig: state components in src, bits of mjtState
    dst: destination state vector, mj_stateSize(m, dstsig) elements, units as in d
    dstsig: state components in dst, a subset of srcsig
mj_copyState m:m src:d dst:d sig:i -> None
    src: source data
    dst: destination data
mj_resetCtrl m:m d:d -> None
mj_actuatorInputName m:m id:i<nactuator input:i -> str
    id: actuator id
    input: number of the input, from 0 on
mj_resetData m:m d:d -> None
mj_resetDataDebug m:m d:d debug_value:i -> None
    debug_value: fill byte of computed values, 0 to 255
mj_resetDataKeyframe m:m d:d key:i -> None
    key: keyframe id; out of range: same as mj_resetData
mj_setKeyframe m:m d:d k:i -> None
    k: id of the keyframe to overwrite
mj_copyData dest:d m:m src:d -> None
    dest: destination data
    src: source data
mj_readCtrl m:m d:d id:i<nactuator time:f interp:i -> float
    reads ctrl history
    id: actuator id
    time [s]: time at which the delayed control is read
mj_readSensor m:m d:d id:i<nsensor time:f result:Wn interp:i -> \
typing.Annotated[numpy.typing.NDArray[numpy.float64], "[m, 1]", "flags.writeable"]
    reads sensordata history
    id: sensor id
    time [s]: time at which the delayed reading is read
    result: sensor reading, m.sensor_dim[id] elements, units as in sensordata
mj_initCtrlHistory m:m d:d id:i<nactuator times:Rn? values:Rn -> None
    writes history
    id: actuator id
    times [s]: sample times, ascending; None: times in the history buffer
    values: control samples, oldest first, nsample times ctrlnum elements, units as in ctrl
mj_initSensorHistory m:m d:d id:i<nsensor times:Rn? values:Rmn phase:f -> None
    writes history
    id: sensor id
    times [s]: sample times, ascending; None: times in the history buffer
    values: reading samples, oldest first, (nsample, m.sensor_dim[id]), units as in sensordata
    phase [s]: time of the last sensor evaluation
""",
)

JACOBIANS = Group(
    "jacobians",
    "Jacobians, forces and velocities of bodies",
    "API / Support; Computation / General framework / Kinematic Jacobians",
    "Each column of a Jacobian is the velocity per unit velocity of one dof. Rows are world axes, columns the nv dofs.",
    """
    jacp [m/s per qvel]: Jacobian of the point position, world frame
    jacr [rad/s per qvel]: rotational Jacobian, world frame
    point [m]: point fixed to the body, world frame
    body: body id
    objtype: object type (mjtObj): body, xbody, geom, site or camera
    objid: object id
    flg_local: 0: world axes, 1: axes of the object
    dt [s]: time interval
    """,
    """
mj_jac m:m d:d jacp:W(3,nv)? jacr:W(3,nv)? point:R3 body:i<nbody -> None
    reads cdof subtree_com
mj_jacBody m:m d:d jacp:W(3,nv)? jacr:W(3,nv)? body:i<nbody -> None
    reads cdof subtree_com xpos
mj_jacBodyCom m:m d:d jacp:W(3,nv)? jacr:W(3,nv)? body:i<nbody -> None
    reads cdof subtree_com xipos
mj_jacSubtreeCom m:m d:d jacp:W(3,nv)? body:i<nbody -> None
    reads cdof subtree_com xipos
    body: id of the root body of the subtree
mj_jacGeom m:m d:d jacp:W(3,nv)? jacr:W(3,nv)? geom:i<ngeom -> None
    reads cdof subtree_com geom_xpos
    geom: geom id
mj_jacSite m:m d:d jacp:W(3,nv)? jacr:W(3,nv)? site:i<nsite -> None
    reads cdof subtree_com site_xpos
    site: site id
mj_jacPointAxis m:m d:d jacPoint:W(3,nv)? jacAxis:W(3,nv)? point:R3 axis:R3 body:i<nbody -> None
    reads cdof subtree_com
    jacPoint [m/s per qvel]: Jacobian of the point position, world frame
    jacAxis [1/s per qvel]: Jacobian of the axis, world frame
    axis [1]: unit vector fixed to the body, world frame
mj_jacDot m:m d:d jacp:W(3,nv)? jacr:W(3,nv)? point:R3 body:i<nbody -> None
    reads cdof cdof_dot cvel subtree_com
    jacp [m/s^2 per qvel]: time derivative of the Jacobian jacp
    jacr [rad/s^2 per qvel]: time derivative of the Jacobian jacr
mj_angmomMat m:m d:d mat:W(3,nv) body:i<nbody -> None
    reads cdof ximat xipos subtree_com
    mat [kg m^2/s per qvel]: angular momentum matrix of the subtree, world frame
    body: id of the root body of the subtree
mj_applyFT m:m d:d force:R3 torque:R3 point:R3 body:i<nbody qfrc_target:W(nv) -> None
    reads cdof subtree_com
    force [N]: force at the point, world frame
    torque [N m]: torque on the body, world frame
    qfrc_target [N, N m]: joint-space forces to which the result is added, such as d.qfrc_applied
mj_contactForce m:m d:d id:i<ncon result:W6 -> None
    reads efc_force contact
    id: contact id
    result [N, N m]: force, then torque, in the contact frame: normal first
mj_objectVelocity m:m d:d objtype:i objid:i res:W6 flg_local:i -> None
    reads cvel subtree_com
    res [rad/s, m/s]: angular, then linear velocity, at the center of the object
mj_objectAcceleration m:m d:d objtype:i objid:i res:W6 flg_local:i -> None
    reads cacc cvel subtree_com
    res [rad/s^2, m/s^2]: angular, then linear acceleration, at the center of the object
mj_local2Global d:d xpos:W3 xmat:W9 pos:R3 quat:R4 body:i<nbody sameframe:i -> None
    reads xpos xquat xmat xipos ximat
    xpos [m]: position, world frame
    xmat [1]: rotation matrix, row-major, world frame
    pos [m]: position in the body frame
    quat [1]: orientation in the body frame
    sameframe: coincidence with a frame of the body (mjtSameFrame); 0: none
mj_differentiatePos m:m qvel:W(nv) dt:f qpos1:R(nq) qpos2:R(nq) -> None
    qvel [m/s, rad/s]: joint velocity
    dt [s]: time interval, nonzero
    qpos1 [m, rad]: initial joint positions; quaternions for free and ball joints
    qpos2 [m, rad]: final joint positions
mj_integratePos m:m qpos:W(nq) qvel:R(nv) dt:f -> None
    qpos [m, rad]: joint positions, integrated in place
    qvel [m/s, rad/s]: joint velocities; angular velocities of free and ball joints in the local frame
mj_normalizeQuat m:m qpos:W(nq) -> None
    qpos [m, rad]: joint positions, normalized in place
""",
)

MATRICES = Group(
    "inertia",
    "Products with the inertia matrix and the constraint Jacobian",
    "API / Support; Computation / General framework",
    "M (nv, nv) is the inertia matrix in joint space, J (nefc, nv) the Jacobian of the constraint rows. Both are\n"
    "sparse in memory: d.M in compressed rows of the lower triangle, d.efc_J dense or sparse as mj_isSparse says.",
    "",
    """
mj_mulM m:m d:d res:W(nv) vec:R(nv) -> None
    reads M
    res: product, units of vec times kg or kg m^2
    vec: joint-space vector, any unit
mj_mulM2 m:m d:d res:W(nv) vec:R(nv) -> None
    reads qLD
    res: product, units of vec times the square root of kg or kg m^2
    vec: joint-space vector, any unit
mj_solveM m:m d:d x:W(k,nv) y:R(k,nv) -> None
    reads qLD qLDiagInv
    x [m/s^2, rad/s^2]: solutions, one per row
    y [N, N m]: right-hand sides, one per row
mj_solveM2 m:m d:d x:W(k,nv) y:R(k,nv) sqrtInvD:R*nv -> None
    reads qLD
    x: half solutions, one per row, units of y divided by the square root of kg or kg m^2
    y [N, N m]: right-hand sides, one per row
    sqrtInvD: square roots of d.qLDiagInv [1/kg, 1/(kg m^2)]
mj_fullM m:m dst:W(nv,nv) M:R(nM) -> None
    dst [kg, kg m^2]: dense symmetric matrix
    M [kg, kg m^2]: inertia matrix in the layout of d.qM: one element per dof and ancestor dof
mj_addM m:m d:d dst:Wn rownnz:Wi(nv) rowadr:Wi(nv) colind:Win -> None
    reads M
    dst [kg, kg m^2]: values of the sparse matrix to which M is added
    rownnz: number of nonzeros in each row of dst
    rowadr: address of each row of dst
    colind: column index of each value of dst, ascending per row
mj_mulJacVec m:m d:d res:W(nefc) vec:R(nv) -> None
    reads efc_J
    res: product, unit of vec times that of efc_J
    vec: joint-space vector, any unit
mj_mulJacTVec m:m d:d res:W(nv) vec:R(nefc) -> None
    reads efc_J
    res: product, unit of vec times that of efc_J
    vec: constraint-space vector, any unit
mj_isSparse m:m -> int
mj_isPyramidal m:m -> int
mj_isDual m:m -> int
""",
)

RAYS = Group(
    "rays",
    "Rays and distances",
    "API / Ray casting",
    "A ray consists of the points pnt + x vec with x >= 0. The returned value is x, the distance in lengths of vec:\n"
    "in meters for a unit vector vec. A ray that starts inside a geom hits its surface from the inside.",
    """
    pnt [m]: ray origin, world frame
    vec [m]: ray direction, nonzero, world frame
    geomgroup: mask of the 6 geom groups to intersect; None: all groups
    flg_static: 0: exclude geoms of static bodies
    bodyexclude: id of a body whose geoms are excluded; -1: none
    geomid: id of the geom hit; -1: no hit
    normal [1]: outward surface normal at the intersection, world frame; 0: no hit
    """,
    """
mj_ray m:m d:d pnt:R3 vec:R3 geomgroup:Rb6? flg_static:i bodyexclude:i geomid:Wi1? normal:W3?=None -> float
    reads geom_xpos geom_xmat
mj_multiRay m:m d:d pnt:R3 vec:R(3*nray) geomgroup:Rb6? flg_static:i bodyexclude:i geomid:Wi(nray) dist:W(nray) \
  normal:W(3*nray)? nray:i cutoff:f -> None
    reads geom_xpos geom_xmat
    vec [m]: ray directions, concatenated, nonzero, world frame
    geomid: id of the geom hit by each ray; -1: no hit
    dist [1]: distance in lengths of the ray direction; -1: no hit
    normal [1]: surface normals, concatenated, world frame; 0: no hit
    nray: number of rays
    cutoff [m]: distance of bounding spheres beyond which geoms are excluded
mj_rayFlex m:m d:d flex_layer:i flg_vert:i flg_edge:i flg_face:i flg_skin:i flexid:i<nflex pnt:R3 vec:R3 \
  vertid:Wi1?=None normal:W3?=None -> float
    reads flexvert_xpos
    flex_layer: element layer of 3D flexes
    flg_vert: 1: intersect vertices, as spheres
    flg_edge: 1: intersect edges, as capsules
    flg_face: 1: intersect faces
    flg_skin: 1: intersect the skin: edges and faces
    flexid: flex id
    vertid: id of the vertex nearest to the intersection
mj_rayHfield m:m d:d geomid:i<ngeom pnt:R3 vec:R3 normal:W3?=None -> float
    reads geom_xpos geom_xmat
    geomid: id of a geom of type hfield
mj_rayMesh m:m d:d geomid:i<ngeom pnt:R3 vec:R3 normal:W3?=None -> float
    reads geom_xpos geom_xmat
    geomid: id of a geom of type mesh
mju_rayGeom pos:R3 mat:R9 size:R3 pnt:R3 vec:R3 geomtype:i normal:W3?=None -> float
    pos [m]: geom center
    mat [1]: geom orientation, row-major
    size [m]: geom sizes, as geom_size
    pnt [m]: ray origin, in the frame of pos
    vec [m]: ray direction, nonzero
    geomtype: geom type, a primitive (mjtGeom)
    normal [1]: surface normal at the intersection, in the frame of pos; 0: no hit
mju_raySkin nface:i nvert:i face:Ri(3*nface) vert:R(3*nvert) pnt:R3 vec:R3 vertid:Wi1 -> float
    nface: number of triangles
    nvert: number of vertices
    face: vertex ids of the triangles
    vert [m]: vertex positions, in the frame of the ray
    pnt [m]: ray origin
    vec [m]: ray direction, nonzero
    vertid: id of the vertex nearest to the intersection
mj_insideSite m:m d:d siteid:i point:R3 -> int
    siteid: site id
    point [m]: point in the world frame
mj_maxContact m:m g1:i g2:i has_margin:i -> int
    g1: id of the first geom
    g2: id of the second geom
    has_margin: whether the geoms have a margin; -1: as in the model
mj_geomDistance m:m d:d geom1:i<ngeom geom2:i<ngeom distmax:f fromto:W*6? -> float
    reads geom_xpos geom_xmat
    geom1: id of the first geom
    geom2: id of the second geom
    distmax [m]: maximum distance
    fromto [m]: nearest points on geom1 and geom2, world frame; 0: distance exceeds distmax
""",
)

DERIVATIVES = Group(
    "derivatives",
    "Derivatives",
    "API / Derivatives; Computation / Derivatives",
    "Derivatives of a step and of inverse dynamics by finite differences, and of quaternions in closed form. Output\n"
    "arrays are the last arguments; outputs that are None are not computed.",
    "",
    """
mjd_transitionFD m:m d:d eps:f flg_centered:i A:W(2*nv+na,2*nv+na)? B:W(2*nv+na,nu)? C:W(nsensordata,2*nv+na)? \
  D:W(nsensordata,nu)? -> None
    eps: perturbation of the finite differences, unit of the perturbed quantity
    flg_centered: 0: forward differences, 1: centered differences, at twice the cost
    A [state / state]: derivative of the next state with respect to the state
    B [state / ctrl]: derivative of the next state with respect to the controls
    C [sensordata / state]: derivative of sensordata with respect to the state
    D [sensordata / ctrl]: derivative of sensordata with respect to the controls
mjd_inverseFD m:m d:d eps:f flg_actuation:i DfDq:W(nv,nv)? DfDv:W(nv,nv)? DfDa:W(nv,nv)? DsDq:W(nv,nsensordata)? \
  DsDv:W(nv,nsensordata)? DsDa:W(nv,nsensordata)? DmDq:W(nv,nM)? -> None
    eps: perturbation of the finite differences, unit of the perturbed quantity
    flg_actuation: 1: subtract actuator forces from qfrc_inverse
    DfDq [qfrc / qpos]: row i: derivative of qfrc_inverse with respect to the position of dof i
    DfDv [qfrc / qvel]: row i: derivative of qfrc_inverse with respect to qvel[i]
    DfDa [qfrc / qacc]: row i: derivative of qfrc_inverse with respect to qacc[i]
    DsDq [sensordata / qpos]: row i: derivative of sensordata with respect to the position of dof i
    DsDv [sensordata / qvel]: row i: derivative of sensordata with respect to qvel[i]
    DsDa [sensordata / qacc]: row i: derivative of sensordata with respect to qacc[i]
    DmDq [qM / qpos]: row i: derivative of qM with respect to the position of dof i
mjd_subQuat qa:R(4) qb:R(4) Da:W*9? Db:W*9? -> None
    qa [1]: unit quaternion
    qb [1]: unit quaternion
    Da [1]: derivative with respect to a rotation of qa, in the frame of qa
    Db [1]: derivative with respect to a rotation of qb, in the frame of qb
mjd_quatIntegrate vel:R3 scale:f Dquat:W9 Dvel:W9 Dscale:W3 -> None
    vel [rad/s]: angular velocity, local frame
    scale [s]: time interval
    Dquat [1]: derivative with respect to a rotation of the quaternion, row-major
    Dvel [1]: derivative with respect to scale vel, row-major; the derivative with respect to vel is scale Dvel
    Dscale [rad/s]: derivative with respect to scale
""",
)

GROUPS = (SIMULATION, STAGES, STATE, JACOBIANS, MATRICES, RAYS, DERIVATIVES)
