"""Signatures of the documented functions: mj_*, mju_*, mjd_*.

Documents: API / Functions

One line a function: name, arguments as name:kind, result. Kinds: m MjModel, d MjData, i integer, f float, s text,
b bool; R read and W written array, followed by its storage (none float64, i int32, s float32, b uint8) and its shape
(a length, n any vector, mn any matrix). ? after a kind: may be None; = its default. Argument checks, docstrings and the
tests of wrong arguments come from here.
"""

FUNCTIONS = """\
mj_Euler m:m d:d -> None
mj_RungeKutta m:m d:d N:i -> None
mj_addContact m:m d:d con:MjContact -> int
mj_addM m:m d:d dst:Wn rownnz:Win rowadr:Win colind:Win -> None
mj_angmomMat m:m d:d mat:Wmn body:i -> None
mj_applyFT m:m d:d force:R3 torque:R3 point:R3 body:i qfrc_target:Wn -> None
mj_camlight m:m d:d -> None
mj_checkAcc m:m d:d -> None
mj_checkPos m:m d:d -> None
mj_checkVel m:m d:d -> None
mj_clearCache cache:CapsuleType -> None
mj_collision m:m d:d -> None
mj_comPos m:m d:d -> None
mj_comVel m:m d:d -> None
mj_compareFwdInv m:m d:d -> None
mj_constraintUpdate m:m d:d jar:Rn cost:W1? flg_coneHessian:i -> None
mj_contactForce m:m d:d id:i result:W6 -> None
mj_copyData dest:d m:m src:d -> None
mj_copyState m:m src:d dst:d sig:i -> None
mj_crb m:m d:d -> None
mj_defaultLROpt opt:MjLROpt -> None
mj_defaultOption opt:MjOption -> None
mj_defaultSolRefImp solref:f solimp:f -> None
mj_defaultVisual vis:MjVisual -> None
mj_differentiatePos m:m qvel:Wn dt:f qpos1:Rn qpos2:Rn -> None
mj_energyPos m:m d:d -> None
mj_energyVel m:m d:d -> None
mj_extractState m:m src:Rn srcsig:i dst:Wn dstsig:i -> None
mj_factorM m:m d:d -> None
mj_flex m:m d:d -> None
mj_forward m:m d:d -> None
mj_forwardSkip m:m d:d skipstage:i skipsensor:i -> None
mj_fullM m:m dst:Wmn M:Rn -> None
mj_fwdAcceleration m:m d:d -> None
mj_fwdActuation m:m d:d -> None
mj_fwdConstraint m:m d:d -> None
mj_fwdKinematics m:m d:d -> None
mj_fwdPosition m:m d:d -> None
mj_fwdVelocity m:m d:d -> None
mj_geomDistance m:m d:d geom1:i geom2:i distmax:f fromto:Wmn? -> float
mj_getCache -> typing_extensions.CapsuleType
mj_getCacheCapacity cache:CapsuleType -> int
mj_getCacheSize cache:CapsuleType -> int
mj_getState m:m d:d state:Wn sig:i -> None
mj_getTotalmass m:m -> float
mj_id2name m:m type:i id:i -> str
mj_implicit m:m d:d -> None
mj_initCtrlHistory m:m d:d id:i times:Rn? values:Rn -> None
mj_initSensorHistory m:m d:d id:i times:Rn? values:Rmn phase:f -> None
mj_integratePos m:m qpos:Wn qvel:Rn dt:f -> None
mj_invConstraint m:m d:d -> None
mj_invPosition m:m d:d -> None
mj_invVelocity m:m d:d -> None
mj_inverse m:m d:d -> None
mj_inverseSkip m:m d:d skipstage:i skipsensor:i -> None
mj_isDual m:m -> int
mj_isPyramidal m:m -> int
mj_isSparse m:m -> int
mj_island m:m d:d -> None
mj_jac m:m d:d jacp:Wmn? jacr:Wmn? point:R3 body:i -> None
mj_jacBody m:m d:d jacp:Wmn? jacr:Wmn? body:i -> None
mj_jacBodyCom m:m d:d jacp:Wmn? jacr:Wmn? body:i -> None
mj_jacDot m:m d:d jacp:Wmn? jacr:Wmn? point:R3 body:i -> None
mj_jacGeom m:m d:d jacp:Wmn? jacr:Wmn? geom:i -> None
mj_jacPointAxis m:m d:d jacPoint:Wmn? jacAxis:Wmn? point:R3 axis:R3 body:i -> None
mj_jacSite m:m d:d jacp:Wmn? jacr:Wmn? site:i -> None
mj_jacSubtreeCom m:m d:d jacp:Wmn? body:i -> None
mj_kinematics m:m d:d -> None
mj_loadAllPluginLibraries directory:s -> None
mj_loadPluginLibrary path:s -> None
mj_local2Global d:d xpos:W3 xmat:W9 pos:R3 quat:R4 body:i sameframe:i -> None
mj_makeConstraint m:m d:d -> None
mj_makeM m:m d:d -> None
mj_mulJacTVec m:m d:d res:Wn vec:Rn -> None
mj_mulJacVec m:m d:d res:Wn vec:Rn -> None
mj_mulM m:m d:d res:Wn vec:Rn -> None
mj_mulM2 m:m d:d res:Wn vec:Rn -> None
mj_multiRay m:m d:d pnt:R3 vec:Rn geomgroup:Rb6? flg_static:i bodyexclude:i geomid:Win dist:Wn normal:Wn? \
  nray:i cutoff:f -> None
mj_name2id m:m type:i name:s -> int
mj_normalizeQuat m:m qpos:Wn -> None
mj_objectAcceleration m:m d:d objtype:i objid:i res:W6 flg_local:i -> None
mj_objectVelocity m:m d:d objtype:i objid:i res:W6 flg_local:i -> None
mj_passive m:m d:d -> None
mj_printData m:m d:d filename:s -> None
mj_printFormattedData m:m d:d filename:s float_format:s -> None
mj_printFormattedModel m:m filename:s float_format:s -> None
mj_printFormattedScene s:MjvScene filename:s float_format:s -> None
mj_printModel m:m filename:s -> None
mj_printScene s:MjvScene filename:s -> None
mj_printSchema flg_html:b flg_pad:b -> str
mj_projectConstraint m:m d:d -> None
mj_ray m:m d:d pnt:R3 vec:R3 geomgroup:Rb6? flg_static:i bodyexclude:i geomid:Wi1? normal:W3?=None -> float
mj_rayFlex m:m d:d flex_layer:i flg_vert:i flg_edge:i flg_face:i flg_skin:i flexid:i pnt:R3 vec:R3 \
  vertid:Wi1?=None normal:W3?=None -> float
mj_rayHfield m:m d:d geomid:i pnt:R3 vec:R3 normal:W3?=None -> float
mj_rayMesh m:m d:d geomid:i pnt:R3 vec:R3 normal:W3?=None -> float
mj_readCtrl m:m d:d id:i time:f interp:i -> float
mj_readSensor m:m d:d id:i time:f result:Wn interp:i -> \
typing.Annotated[numpy.typing.NDArray[numpy.float64], "[m, 1]", "flags.writeable"]
mj_referenceConstraint m:m d:d -> None
mj_resetCallbacks -> None
mj_resetData m:m d:d -> None
mj_resetDataDebug m:m d:d debug_value:i -> None
mj_resetDataKeyframe m:m d:d key:i -> None
mj_rne m:m d:d flg_acc:i result:Wn -> None
mj_rnePostConstraint m:m d:d -> None
mj_saveLastXML filename:s m:m -> None
mj_saveModel m:m filename:s?=None buffer:Wbn?=None -> None
mj_sensorAcc m:m d:d -> None
mj_sensorPos m:m d:d -> None
mj_sensorVel m:m d:d -> None
mj_setCacheCapacity cache:CapsuleType size:i -> int
mj_setConst m:m d:d -> None
mj_setKeyframe m:m d:d k:i -> None
mj_setLengthRange m:m d:d index:i opt:MjLROpt -> None
mj_setState m:m d:d state:Rn sig:i -> None
mj_setTotalmass m:m newmass:f -> None
mj_sizeModel m:m -> int
mj_solveM m:m d:d x:Wmn y:Rmn -> None
mj_solveM2 m:m d:d x:Wmn y:Rmn sqrtInvD:Rmn -> None
mj_stateSize m:m sig:i -> int
mj_step m:m d:d nstep:i=1 -> None
mj_step1 m:m d:d -> None
mj_step2 m:m d:d -> None
mj_subtreeVel m:m d:d -> None
mj_tendon m:m d:d -> None
mj_transmission m:m d:d -> None
mj_version -> int
mj_versionString -> str
mjd_inverseFD m:m d:d eps:f flg_actuation:i DfDq:Wmn? DfDv:Wmn? DfDa:Wmn? DsDq:Wmn? DsDv:Wmn? DsDa:Wmn? \
  DmDq:Wmn? -> None
mjd_quatIntegrate vel:R3 scale:f Dquat:W9 Dvel:W9 Dscale:W3 -> None
mjd_subQuat qa:Rn qb:Rn Da:Wmn? Db:Wmn? -> None
mjd_transitionFD m:m d:d eps:f flg_centered:i A:Wmn? B:Wmn? C:Wmn? D:Wmn? -> None
mju_Halton index:i base:i -> float
mju_L1 vec:Wn -> float
mju_add res:Wn vec1:Rn vec2:Rn -> None
mju_add3 res:W3 vec1:R3 vec2:R3 -> None
mju_addScl res:Wn vec1:Rn vec2:Rn scl:f -> None
mju_addScl3 res:W3 vec1:R3 vec2:R3 scl:f -> None
mju_addTo res:Wn vec:Rn -> None
mju_addTo3 res:W3 vec:R3 -> None
mju_addToScl res:Wn vec:Rn scl:f -> None
mju_addToScl3 res:W3 vec:R3 scl:f -> None
mju_axisAngle2Quat res:W4 axis:R3 angle:f -> None
mju_band2Dense res:Wmn mat:Rn ntotal:i nband:i ndense:i flg_sym:i -> None
mju_bandDiag i:i ntotal:i nband:i ndense:i -> int
mju_bandMulMatVec res:Wn mat:Rmn vec:Rmn ntotal:i nband:i ndense:i nvec:i flg_sym:i -> None
mju_bindThreadPool d:d thread_pool:i -> None
mju_boxQP res:Wn R:Wmn index:Win? H:Rmn g:Rn lower:Rn? upper:Rn? -> int
mju_cholFactor mat:Wmn mindiag:f -> int
mju_cholFactorBand mat:Wn ntotal:i nband:i ndense:i diagadd:f diagmul:f -> float
mju_cholSolve res:Wn mat:Rmn vec:Rn -> None
mju_cholSolveBand res:Wn mat:Rn vec:Rn ntotal:i nband:i ndense:i -> None
mju_cholUpdate mat:Wmn x:Wn flg_plus:i -> int
mju_clip x:f min:f max:f -> float
mju_copy res:Wn vec:Rn -> None
mju_copy3 res:W3 data:R3 -> None
mju_copy4 res:W4 data:R4 -> None
mju_cross res:W3 a:R3 b:R3 -> None
mju_d2n res:Wn vec:Rn -> None
mju_decodePyramid force:Wn pyramid:Rn mu:Rn -> None
mju_dense2Band res:Wn mat:Rmn ntotal:i nband:i ndense:i -> None
mju_dense2sparse res:Wn mat:Rmn rownnz:Win rowadr:Win colind:Win -> int
mju_derivQuat res:W4 quat:R4 vel:R3 -> None
mju_dist3 pos1:R3 pos2:R3 -> float
mju_dot vec1:Rn vec2:Rn -> float
mju_dot3 vec1:R3 vec2:R3 -> float
mju_eig3 eigval:W3 eigvec:W9 quat:W4 mat:R9 -> int
mju_encodePyramid pyramid:Wn force:Rn mu:Rn -> None
mju_euler2Quat quat:W4 euler:R3 seq:s -> None
mju_eye mat:Wmn -> None
mju_f2n res:Wn vec:Rsn -> None
mju_fill res:Wn val:f -> None
mju_getXMLDependencies filename:s -> list[str]
mju_insertionSort list:Wn -> None
mju_insertionSortInt list:Win -> None
mju_isBad x:f -> int
mju_isZero vec:Wn -> int
mju_mat2Quat quat:W4 mat:R9 -> None
mju_mat2Rot quat:W4 mat:R9 -> int
mju_max a:f b:f -> float
mju_min a:f b:f -> float
mju_mulMatMat res:Wmn mat1:Rmn mat2:Rmn -> None
mju_mulMatMatT res:Wmn mat1:Rmn mat2:Rmn -> None
mju_mulMatTMat res:Wmn mat1:Rmn mat2:Rmn -> None
mju_mulMatTVec res:Wn mat:Rmn vec:Rn -> None
mju_mulMatTVec3 res:W3 mat:R9 vec:R3 -> None
mju_mulMatVec res:Wn mat:Rmn vec:Rn -> None
mju_mulMatVec3 res:W3 mat:R9 vec:R3 -> None
mju_mulPose posres:W3 quatres:W4 pos1:R3 quat1:R4 pos2:R3 quat2:R4 -> None
mju_mulQuat res:W4 quat1:R4 quat2:R4 -> None
mju_mulQuatAxis res:W4 quat:R4 axis:R3 -> None
mju_mulVecMatVec vec1:Rn mat:Rmn vec2:Rn -> float
mju_muscleBias len:f lengthrange:R2 acc0:f prm:R9 -> float
mju_muscleDynamics ctrl:f act:f prm:R3 -> float
mju_muscleGain len:f vel:f lengthrange:R2 acc0:f prm:R9 -> float
mju_n2d res:Wn vec:Rn -> None
mju_n2f res:Wsn vec:Rn -> None
mju_negPose posres:W3 quatres:W4 pos:R3 quat:R4 -> None
mju_negQuat res:W4 quat:R4 -> None
mju_norm res:Rn -> float
mju_norm3 vec:R3 -> float
mju_normalize res:Wn -> float
mju_normalize3 vec:W3 -> float
mju_normalize4 vec:W4 -> float
mju_printMat mat:Rmn -> None
mju_printMatSparse mat:Rn rownnz:Rin rowadr:Rin colind:Rin -> None
mju_quat2Mat res:W9 quat:R4 -> None
mju_quat2Vel res:W3 quat:R4 dt:f -> None
mju_quatIntegrate quat:W4 vel:R3 scale:f -> None
mju_quatZ2Vec quat:W4 vec:R3 -> None
mju_rayGeom pos:R3 mat:R9 size:R3 pnt:R3 vec:R3 geomtype:i normal:W3?=None -> float
mju_raySkin nface:i nvert:i face:Rin vert:Rn pnt:R3 vec:R3 vertid:Wi1 -> float
mju_rotVecQuat res:W3 vec:R3 quat:R4 -> None
mju_round x:f -> int
mju_scl res:Wn vec:Rn scl:f -> None
mju_scl3 res:W3 vec:R3 scl:f -> None
mju_sigmoid x:f -> float
mju_sign x:f -> float
mju_sparse2dense res:Wmn mat:Rn rownnz:Rin rowadr:Rin colind:Rin -> None
mju_springDamper pos0:f vel0:f Kp:f Kv:f dt:f -> float
mju_sqrMatTD res:Wmn mat:Rmn diag:Wn? -> None
mju_standardNormal num2:f? -> float
mju_str2Type str:s -> int
mju_sub res:Wn vec1:Rn vec2:Rn -> None
mju_sub3 res:W3 vec1:R3 vec2:R3 -> None
mju_subFrom res:Wn vec:Rn -> None
mju_subFrom3 res:W3 vec:R3 -> None
mju_subQuat res:W3 qa:R4 qb:R4 -> None
mju_sum vec:Wn -> float
mju_symmetrize res:Wmn mat:Rmn -> None
mju_threadPoolCreate number_of_threads:i -> int
mju_threadPoolDestroy thread_pool:i -> None
mju_transformSpatial res:W6 vec:R6 flg_force:i newpos:R3 oldpos:R3 rotnew2old:R9 -> None
mju_transpose res:Wmn mat:Rmn -> None
mju_trnVecPose res:W3 pos:R3 quat:R4 vec:R3 -> None
mju_type2Str type:i -> str
mju_unit4 res:W4 -> None
mju_warningText warning:i info:i -> str
mju_writeLog type:s msg:s -> None
mju_writeNumBytes nbytes:i -> str
mju_zero res:Wn -> None
mju_zero3 res:W3 -> None
mju_zero4 res:W4 -> None
"""
