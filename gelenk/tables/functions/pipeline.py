"""Functions of the pipeline: simulation, stages, state, Jacobians, rays, derivatives.

Documents: API / Main simulation, Subcomponents, Support, Ray casting, Derivatives
"""

from gelenk.tables.field_rows import Group

SIMULATION = Group(
    "simulation",
    "Simulation",
    "API / Main simulation; Computation / Simulation pipeline",
    "What programs call: a step, forward dynamics, inverse dynamics, and their halves. The state (qpos, qvel, act,\n"
    "time) and the inputs (ctrl, qfrc_applied, xfrc_applied, mocap_pos, mocap_quat, eq_active) are fields of MjData.",
    """
    skipstage: the last stage that is still valid (mjtStage)
    skipsensor: not 0: leave sensors and energy alone
    """,
    """
mj_step m:m d:d nstep:i=1 -> None
    nstep: how many timesteps; 0 or less: none
mj_step1 m:m d:d -> None
mj_step2 m:m d:d -> None
mj_forward m:m d:d -> None
mj_forwardSkip m:m d:d skipstage:i skipsensor:i -> None
mj_inverse m:m d:d -> None
mj_inverseSkip m:m d:d skipstage:i skipsensor:i -> None
mju_threadPoolCreate number_of_threads:i -> int
    number_of_threads: threads beside the one that steps, at least 1
mju_bindThreadPool d:d thread_pool:i -> None
    thread_pool: the number of the pool
mju_threadPoolDestroy thread_pool:i -> None
    thread_pool: the number of the pool
""",
)

STAGES = Group(
    "stages",
    "Stages of the pipeline",
    "API / Subcomponents; Computation / Simulation pipeline",
    "What mj_forward and mj_inverse call, in their order. Each stage reads what those before it have written.",
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
    reads qpos qvel ten_length ten_J xipos ximat geom_xpos geom_xmat cinert cdof subtree_com actuator_moment
    reads flexedge_length flexedge_J site_xpos efc_J efc_KBIP efc_pos efc_margin
mj_comVel m:m d:d -> None
    reads qvel cdof
mj_passive m:m d:d -> None
    reads qpos qvel ten_length ten_J ten_velocity xipos ximat geom_xpos geom_xmat cvel cdof subtree_com
    reads flexedge_length flexedge_J flexedge_velocity
mj_referenceConstraint m:m d:d -> None
    reads qvel efc_J efc_KBIP efc_pos efc_margin
mj_rne m:m d:d flg_acc:i result:W(nv) -> None
    reads qvel qacc cinert cvel cdof cdof_dot
    flg_acc: 1: with M qacc, 0: bias forces alone
    result [N, N m]: the forces
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
    jar [m/s^2, rad/s^2]: residual of the rows, efc_J qacc - efc_aref
    cost [J/s^2]: what the solver minimizes, without the inertial part
    flg_coneHessian: 1: also the Hessians of elliptic cones, contact.H
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
    reads qpos xipos ten_length flexedge_length
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
    reads qpos qvel act time qacc qfrc_smooth qfrc_constraint M act_dot ctrl history sensordata
mj_RungeKutta m:m d:d N:i -> None
    reads qpos qvel act time qacc act_dot
    N: the order, 4
mj_implicit m:m d:d -> None
    reads qpos qvel act time qfrc_smooth qfrc_constraint M act_dot qacc ctrl actuator_moment cdof cvel flexedge_J
    reads subtree_com ten_J ximat xipos geom_xpos geom_xmat
    reads actuator_force history sensordata
""",
)

STATE = Group(
    "state",
    "State, resets, copies, histories",
    "API / Initialization, Support; Computation / The State",
    "Vectors of the parts of the state that a union of mjtState names, in the order of its bits; resets and\n"
    "keyframes; histories of delayed controls and readings.",
    """
    sig: which parts: a union of mjtState
    interp: 0: the last value, 1: linear, 2: cubic, -1: as the model says
    """,
    """
mj_stateSize m:m sig:i -> int
mj_getState m:m d:d state:Wn sig:i -> None
    state: the parts one after the other, mj_stateSize(m, sig) numbers, units as in d
mj_setState m:m d:d state:Rn sig:i -> None
    state: the parts one after the other, mj_stateSize(m, sig) numbers, units as in d
mj_extractState m:m src:Rn srcsig:i dst:Wn dstsig:i -> None
    src: a state vector, mj_stateSize(m, srcsig) numbers, units as in d
    srcsig: the parts that src has: a union of mjtState
    dst: the parts that are wanted, mj_stateSize(m, dstsig) numbers, units as in d
    dstsig: the parts that dst has, all of them in srcsig
mj_copyState m:m src:d dst:d sig:i -> None
    src: where the parts come from
    dst: what they are written to
mj_resetData m:m d:d -> None
mj_resetDataDebug m:m d:d debug_value:i -> None
    debug_value: byte that all computed numbers are filled with, 0 to 255
mj_resetDataKeyframe m:m d:d key:i -> None
    key: the keyframe; one that does not exist resets as mj_resetData does
mj_setKeyframe m:m d:d k:i -> None
    k: the keyframe that is overwritten
mj_copyData dest:d m:m src:d -> None
    dest: what becomes equal to src
    src: the data that is copied
mj_readCtrl m:m d:d id:i<nu time:f interp:i -> float
    reads ctrl history
    id: the actuator
    time [s]: when the control is seen
mj_readSensor m:m d:d id:i<nsensor time:f result:Wn interp:i -> \
typing.Annotated[numpy.typing.NDArray[numpy.float64], "[m, 1]", "flags.writeable"]
    reads sensordata history
    id: the sensor
    time [s]: when the reading is seen
    result: the reading, m.sensor_dim[id] numbers, units as in sensordata
mj_initCtrlHistory m:m d:d id:i<nu times:Rn? values:Rn -> None
    writes history
    id: the actuator
    times [s]: when the samples were taken, ascending; None: the times that the history has
    values: the controls, the oldest first, nsample numbers, units as in ctrl
mj_initSensorHistory m:m d:d id:i<nsensor times:Rn? values:Rmn phase:f -> None
    writes history
    id: the sensor
    times [s]: when the samples were taken, ascending; None: the times that the history has
    values: the readings, the oldest first, (nsample, m.sensor_dim[id]), units as in sensordata
    phase [s]: when the sensor was last computed
""",
)

JACOBIANS = Group(
    "jacobians",
    "Jacobians, forces and velocities of bodies",
    "API / Support; Computation / General framework / Kinematic Jacobians",
    "A column of a Jacobian is the velocity that one dof gives. Rows are world axes, columns the nv dofs.",
    """
    jacp [m/s per qvel]: velocity of the point for each dof, world frame
    jacr [rad/s per qvel]: angular velocity for each dof, world frame
    point [m]: a point that moves with the body, world frame
    body: the body that it moves with
    objtype: kind of object (mjtObj): body, xbody, geom, site or camera
    objid: the object
    flg_local: 0: world axes, 1: axes of the object
    dt [s]: the time
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
    body: root of the subtree
mj_jacGeom m:m d:d jacp:W(3,nv)? jacr:W(3,nv)? geom:i<ngeom -> None
    reads cdof subtree_com geom_xpos
    geom: the geom
mj_jacSite m:m d:d jacp:W(3,nv)? jacr:W(3,nv)? site:i<nsite -> None
    reads cdof subtree_com site_xpos
    site: the site
mj_jacPointAxis m:m d:d jacPoint:W(3,nv)? jacAxis:W(3,nv)? point:R3 axis:R3 body:i<nbody -> None
    reads cdof subtree_com
    jacPoint [m/s per qvel]: velocity of the point for each dof, world frame
    jacAxis [1/s per qvel]: rate of change of the axis for each dof, world frame
    axis [1]: unit vector that turns with the body, world frame
mj_jacDot m:m d:d jacp:W(3,nv)? jacr:W(3,nv)? point:R3 body:i<nbody -> None
    reads cdof cdof_dot cvel subtree_com
    jacp [m/s^2 per qvel]: time derivative of jacp of mj_jac
    jacr [rad/s^2 per qvel]: time derivative of jacr of mj_jac
mj_angmomMat m:m d:d mat:W(3,nv) body:i<nbody -> None
    reads cdof ximat xipos subtree_com
    mat [kg m^2/s per qvel]: angular momentum for each dof, world frame
    body: root of the subtree
mj_applyFT m:m d:d force:R3 torque:R3 point:R3 body:i<nbody qfrc_target:W(nv) -> None
    reads cdof subtree_com
    force [N]: force at the point, world frame
    torque [N m]: torque on the body, world frame
    qfrc_target [N, N m]: what the joint forces are added to, such as d.qfrc_applied
mj_contactForce m:m d:d id:i<ncon result:W6 -> None
    reads efc_force contact
    id: the contact
    result [N, N m]: force, then torque, axes of contact.frame: normal first
mj_objectVelocity m:m d:d objtype:i objid:i res:W6 flg_local:i -> None
    reads cvel subtree_com
    res [rad/s, m/s]: angular, then linear velocity, at the center of the object
mj_objectAcceleration m:m d:d objtype:i objid:i res:W6 flg_local:i -> None
    reads cacc cvel subtree_com
    res [rad/s^2, m/s^2]: angular, then linear acceleration, at the center of the object
mj_local2Global d:d xpos:W3 xmat:W9 pos:R3 quat:R4 body:i<nbody sameframe:i -> None
    reads xpos xquat xmat xipos ximat
    xpos [m]: the origin, world frame
    xmat [1]: the rotation matrix by rows, to world axes
    pos [m]: origin of a frame, in that of the body
    quat [1]: its orientation, in that of the body
    sameframe: what the frame shares with the body (mjtSameFrame); 0: nothing
mj_differentiatePos m:m qvel:W(nv) dt:f qpos1:R(nq) qpos2:R(nq) -> None
    qvel [m/s, rad/s]: the velocity
    dt [s]: the time, not 0
    qpos1 [m, rad]: the configuration at the start; quaternions for free and ball joints
    qpos2 [m, rad]: the configuration at the end
mj_integratePos m:m qpos:W(nq) qvel:R(nv) dt:f -> None
    qpos [m, rad]: the configuration, moved in place
    qvel [m/s, rad/s]: the velocity; angular ones in the frame of the moving body
mj_normalizeQuat m:m qpos:W(nq) -> None
    qpos [m, rad]: the configuration, changed in place
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
    res: the product, units of vec times kg or kg m^2
    vec: a vector of joint space, any unit
mj_mulM2 m:m d:d res:W(nv) vec:R(nv) -> None
    reads qLD
    res: the product, units of vec times the root of kg or kg m^2
    vec: a vector of joint space, any unit
mj_solveM m:m d:d x:W(k,nv) y:R(k,nv) -> None
    reads qLD qLDiagInv
    x [m/s^2, rad/s^2]: the solutions, one to a row
    y [N, N m]: the right-hand sides, one to a row
mj_solveM2 m:m d:d x:W(k,nv) y:R(k,nv) sqrtInvD:R*nv -> None
    reads qLD
    x: the half solutions, one to a row, units of y divided by the root of kg or kg m^2
    y [N, N m]: the right-hand sides, one to a row
    sqrtInvD: square roots of d.qLDiagInv [1/kg, 1/(kg m^2)]
mj_fullM m:m dst:W(nv,nv) M:R(nM) -> None
    dst [kg, kg m^2]: the dense symmetric matrix
    M [kg, kg m^2]: the matrix in the layout of d.qM: each dof with its ancestors
mj_addM m:m d:d dst:Wn rownnz:Wi(nv) rowadr:Wi(nv) colind:Win -> None
    reads M
    dst [kg, kg m^2]: numbers of a sparse matrix, which M is added to
    rownnz: length of each row of dst
    rowadr: where each row of dst starts
    colind: column of each number of dst, ascending in a row
mj_mulJacVec m:m d:d res:W(nefc) vec:R(nv) -> None
    reads efc_J
    res: the product, unit of vec times that of efc_J
    vec: a vector of joint space, any unit
mj_mulJacTVec m:m d:d res:W(nv) vec:R(nefc) -> None
    reads efc_J
    res: the product, unit of vec times that of efc_J
    vec: a number for each constraint row, any unit
mj_isSparse m:m -> int
mj_isPyramidal m:m -> int
mj_isDual m:m -> int
""",
)

RAYS = Group(
    "rays",
    "Rays and distances",
    "API / Ray casting",
    "A ray is all points pnt + x vec with x >= 0. What is returned is x, so a distance in lengths of vec: in meters\n"
    "where vec has length 1. A ray that starts inside of a geom meets it from the inside.",
    """
    pnt [m]: start of the ray, world frame
    vec [m]: direction of the ray, of any length but 0, world frame
    geomgroup: which of the 6 groups of geoms are seen; None: all
    flg_static: 0: geoms that are fixed to the world are not seen
    bodyexclude: a body whose geoms are not seen; -1: none
    geomid: the geom that is met, or -1
    normal [1]: unit normal of the surface where it is met, outwards, world frame; 0 without a hit
    """,
    """
mj_ray m:m d:d pnt:R3 vec:R3 geomgroup:Rb6? flg_static:i bodyexclude:i geomid:Wi1? normal:W3?=None -> float
    reads geom_xpos geom_xmat
mj_multiRay m:m d:d pnt:R3 vec:R(3*nray) geomgroup:Rb6? flg_static:i bodyexclude:i geomid:Wi(nray) dist:W(nray) \
  normal:W(3*nray)? nray:i cutoff:f -> None
    reads geom_xpos geom_xmat
    vec [m]: directions of the rays one after the other, of any length but 0, world frame
    geomid: the geom that each ray meets, or -1
    dist [1]: distance to it in lengths of the direction, or -1
    normal [1]: unit normals one after the other, world frame; 0 without a hit
    nray: how many rays
    cutoff [m]: geoms whose bounding sphere is farther from pnt are not seen
mj_rayFlex m:m d:d flex_layer:i flg_vert:i flg_edge:i flg_face:i flg_skin:i flexid:i<nflex pnt:R3 vec:R3 \
  vertid:Wi1?=None normal:W3?=None -> float
    reads flexvert_xpos
    flex_layer: which layer of a solid flex has the faces
    flg_vert: 1: vertices are met, as balls
    flg_edge: 1: edges are met, as capsules
    flg_face: 1: faces are met
    flg_skin: 1: the skin is met: edges and faces
    flexid: the flex
    vertid: the vertex nearest to the hit
mj_rayHfield m:m d:d geomid:i<ngeom pnt:R3 vec:R3 normal:W3?=None -> float
    reads geom_xpos geom_xmat
    geomid: a geom of type hfield
mj_rayMesh m:m d:d geomid:i<ngeom pnt:R3 vec:R3 normal:W3?=None -> float
    reads geom_xpos geom_xmat
    geomid: a geom of type mesh
mju_rayGeom pos:R3 mat:R9 size:R3 pnt:R3 vec:R3 geomtype:i normal:W3?=None -> float
    pos [m]: center of the shape
    mat [1]: rotation matrix of the shape, by rows
    size [m]: sizes of the shape, as geom_size
    pnt [m]: start of the ray, in the frame of pos
    vec [m]: direction of the ray, of any length but 0
    geomtype: a primitive shape (mjtGeom)
    normal [1]: unit normal where it is met, in the frame of pos; 0 without a hit
mju_raySkin nface:i nvert:i face:Ri(3*nface) vert:R(3*nvert) pnt:R3 vec:R3 vertid:Wi1 -> float
    nface: how many triangles
    nvert: how many vertices
    face: vertices of the triangles
    vert [m]: positions of the vertices, in the frame of the ray
    pnt [m]: start of the ray
    vec [m]: direction of the ray, of any length but 0
    vertid: the vertex nearest to the hit
mj_geomDistance m:m d:d geom1:i<ngeom geom2:i<ngeom distmax:f fromto:W*6? -> float
    reads geom_xpos geom_xmat
    geom1: a geom
    geom2: another geom
    distmax [m]: the largest distance that counts
    fromto [m]: nearest points on geom1 and on geom2, world frame; 0 where they are farther apart than distmax
""",
)

DERIVATIVES = Group(
    "derivatives",
    "Derivatives",
    "API / Derivatives; Computation / Derivatives",
    "Derivatives of a step and of inverse dynamics by finite differences, and of quaternions in closed form. Results\n"
    "come last; what is None is not computed.",
    "",
    """
mjd_transitionFD m:m d:d eps:f flg_centered:i A:W(2*nv+na,2*nv+na)? B:W(2*nv+na,nu)? C:W(nsensordata,2*nv+na)? \
  D:W(nsensordata,nu)? -> None
    eps: size of the differences, unit of what is changed
    flg_centered: 0: forward differences, 1: centered ones, twice the work
    A [state / state]: derivative of the next state by the state
    B [state / ctrl]: derivative of the next state by the control
    C [sensordata / state]: derivative of sensordata by the state
    D [sensordata / ctrl]: derivative of sensordata by the control
mjd_inverseFD m:m d:d eps:f flg_actuation:i DfDq:W(nv,nv)? DfDv:W(nv,nv)? DfDa:W(nv,nv)? DsDq:W(nv,nsensordata)? \
  DsDv:W(nv,nsensordata)? DsDa:W(nv,nsensordata)? DmDq:W(nv,nM)? -> None
    eps: size of the differences, unit of what is changed
    flg_actuation: 1: forces of actuators are subtracted from qfrc_inverse
    DfDq [qfrc / qpos]: row i: derivative of qfrc_inverse by dof i of the configuration
    DfDv [qfrc / qvel]: row i: derivative of qfrc_inverse by qvel[i]
    DfDa [qfrc / qacc]: row i: derivative of qfrc_inverse by qacc[i]
    DsDq [sensordata / qpos]: row i: derivative of sensordata by dof i of the configuration
    DsDv [sensordata / qvel]: row i: derivative of sensordata by qvel[i]
    DsDa [sensordata / qacc]: row i: derivative of sensordata by qacc[i]
    DmDq [qM / qpos]: row i: derivative of qM by dof i of the configuration
mjd_subQuat qa:R(4) qb:R(4) Da:W*9? Db:W*9? -> None
    qa [1]: a unit quaternion
    qb [1]: a unit quaternion
    Da [1]: derivative by a rotation of qa, in the frame of qa
    Db [1]: derivative by a rotation of qb, in the frame of qb
mjd_quatIntegrate vel:R3 scale:f Dquat:W9 Dvel:W9 Dscale:W3 -> None
    vel [rad/s]: angular velocity, local frame
    scale [s]: the time
    Dquat [1]: derivative by a rotation of the quaternion, by rows
    Dvel [1]: derivative by scale vel, by rows; scale Dvel is that by vel
    Dscale [rad/s]: derivative by scale
""",
)

GROUPS = (SIMULATION, STAGES, STATE, JACOBIANS, MATRICES, RAYS, DERIVATIVES)
