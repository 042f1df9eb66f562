"""Mathematical functions without a model: vectors, rotations, poses, matrices, utilities.

Documents: API / Vector math, Quaternions, Poses, Matrix math, Sparse math, Decompositions, Miscellaneous
"""

from gelenk.tables.field_rows import Group

VECTORS = Group(
    "vectors",
    "Vectors",
    "API / Vector math",
    "Vectors of 3, 4 and any number of elements. Numbers may be of any unit. What is written may be what is read.",
    """
    res: the result
    vec: a vector
    vec1: a vector
    vec2: a vector
    scl: a factor
    """,
    """
mju_zero3 res:W3 -> None
mju_copy3 res:W3 data:R3 -> None
    data: a vector
mju_scl3 res:W3 vec:R3 scl:f -> None
mju_add3 res:W3 vec1:R3 vec2:R3 -> None
mju_sub3 res:W3 vec1:R3 vec2:R3 -> None
mju_addTo3 res:W3 vec:R3 -> None
    res: what is added to
mju_subFrom3 res:W3 vec:R3 -> None
    res: what is subtracted from
mju_addToScl3 res:W3 vec:R3 scl:f -> None
    res: what is added to
mju_addScl3 res:W3 vec1:R3 vec2:R3 scl:f -> None
mju_normalize3 vec:W3 -> float
    vec: the vector, changed in place
mju_norm3 vec:R3 -> float
mju_dot3 vec1:R3 vec2:R3 -> float
mju_dist3 pos1:R3 pos2:R3 -> float
    pos1: a point
    pos2: a point
mju_cross res:W3 a:R3 b:R3 -> None
    a: a vector
    b: a vector
mju_zero4 res:W4 -> None
mju_unit4 res:W4 -> None
mju_copy4 res:W4 data:R4 -> None
    data: a vector
mju_normalize4 vec:W4 -> float
    vec: the vector, changed in place
mju_zero res:Wn -> None
mju_fill res:Wn val:f -> None
    val: the number
mju_copy res:W(n) vec:R(n) -> None
mju_sum vec:Wn -> float
mju_L1 vec:Wn -> float
mju_scl res:W(n) vec:R(n) scl:f -> None
mju_add res:W(n) vec1:R(n) vec2:R(n) -> None
mju_sub res:W(n) vec1:R(n) vec2:R(n) -> None
mju_addTo res:W(n) vec:R(n) -> None
    res: what is added to
mju_subFrom res:W(n) vec:R(n) -> None
    res: what is subtracted from
mju_addToScl res:W(n) vec:R(n) scl:f -> None
    res: what is added to
mju_addScl res:W(n) vec1:R(n) vec2:R(n) scl:f -> None
mju_normalize res:Wn -> float
    res: the vector, changed in place
mju_norm res:Rn -> float
    res: a vector
mju_dot vec1:R(n) vec2:R(n) -> float
mju_isZero vec:Wn -> int
mju_insertionSort list:Wn -> None
    list: the numbers, sorted in place
mju_insertionSortInt list:Win -> None
    list: the numbers, sorted in place
mju_d2n res:W(n) vec:R(n) -> None
mju_n2d res:W(n) vec:R(n) -> None
mju_f2n res:W(n) vec:Rs(n) -> None
mju_n2f res:Ws(n) vec:R(n) -> None
""",
)

POSES = Group(
    "poses",
    "Rotations, quaternions, poses",
    "API / Quaternions, Poses",
    "Quaternions are (w, x, y, z), rotation matrices (9) by rows. A pose is a position and a unit quaternion: where a\n"
    "frame is, seen from another. Rotations have no unit, angles are in radians.",
    """
    quat [1]: a unit quaternion
    mat [1]: a rotation matrix by rows
    axis [1]: a unit vector
    """,
    """
mju_rotVecQuat res:W3 vec:R3 quat:R4 -> None
    res: the turned vector, unit of vec
    vec: a vector, any unit
mju_negQuat res:W4 quat:R4 -> None
    res [1]: the inverse rotation
mju_mulQuat res:W4 quat1:R4 quat2:R4 -> None
    res [1]: the product
    quat1 [1]: the rotation that is applied last
    quat2 [1]: the rotation that is applied first
mju_mulQuatAxis res:W4 quat:R4 axis:R3 -> None
    res [1]: the product
    axis: a vector, any unit
mju_axisAngle2Quat res:W4 axis:R3 angle:f -> None
    res [1]: the unit quaternion
    angle [rad]: the angle
mju_quat2Vel res:W3 quat:R4 dt:f -> None
    res [rad/s]: angular velocity
    dt [s]: the time
mju_subQuat res:W3 qa:R4 qb:R4 -> None
    res [rad]: rotation vector from qb to qa, in the frame of qb
    qa [1]: unit quaternion at the end
    qb [1]: unit quaternion at the start
mju_quat2Mat res:W9 quat:R4 -> None
    res [1]: the rotation matrix by rows
mju_mat2Quat quat:W4 mat:R9 -> None
    quat [1]: the unit quaternion
mju_derivQuat res:W4 quat:R4 vel:R3 -> None
    res [1/s]: rate of change of the quaternion
    vel [rad/s]: angular velocity, in the frame that quat turns into
mju_quatIntegrate quat:W4 vel:R3 scale:f -> None
    quat [1]: the unit quaternion, turned in place
    vel [rad/s]: angular velocity, local frame
    scale [s]: the time
mju_quatZ2Vec quat:W4 vec:R3 -> None
    quat [1]: the unit quaternion
    vec: a vector of any length and unit
mju_mat2Rot quat:W4 mat:R9 -> int
    quat [1]: start of the search, and its result
    mat: a matrix by rows, any unit
mju_euler2Quat quat:W4 euler:R3 seq:s -> None
    quat [1]: the unit quaternion
    euler [rad]: the three angles
    seq: the three axes: xyz move with the body, XYZ are fixed
mju_mulPose posres:W3 quatres:W4 pos1:R3 quat1:R4 pos2:R3 quat2:R4 -> None
    posres [m]: position of the product
    quatres [1]: its orientation
    pos1 [m]: position of the first pose
    quat1 [1]: its orientation
    pos2 [m]: position of the second pose, in the frame of the first
    quat2 [1]: its orientation, in the frame of the first
mju_negPose posres:W3 quatres:W4 pos:R3 quat:R4 -> None
    posres [m]: position of the inverse
    quatres [1]: its orientation
    pos [m]: position of the pose
    quat [1]: its orientation
mju_trnVecPose res:W3 pos:R3 quat:R4 vec:R3 -> None
    res [m]: the point, outside of the pose
    pos [m]: position of the pose
    quat [1]: its orientation
    vec [m]: a point, in the frame of the pose
mju_transformSpatial res:W6 vec:R6 flg_force:i newpos:R3 oldpos:R3 rotnew2old:R9 -> None
    res: the vector about newpos, in the new axes; unit of vec
    vec: rotation before translation, about oldpos: motion [rad/s, m/s] or force [N m, N]
    flg_force: 0: vec is a motion, 1: a force
    newpos [m]: the new point of reference, in the old axes
    oldpos [m]: the old point of reference, in the old axes
    rotnew2old [1]: rotation matrix by rows that turns new axes into old ones
""",
)

ALGEBRA = Group(
    "matrices",
    "Matrices: dense, sparse, banded",
    "API / Matrix math, Sparse math, Decompositions",
    "Matrices are C-contiguous. Numbers may be of any unit.\n\n"
    "A sparse matrix is in compressed rows: numbers and columns, with the start rowadr and the length rownnz of\n"
    "each row. A band matrix keeps, for each of its first ntotal - ndense rows, the nband numbers that end at the\n"
    "diagonal, then the last ndense rows in full: (ntotal - ndense) nband + ndense ntotal numbers.",
    """
    res: the result
    mat: a matrix
    mat1: a matrix
    mat2: a matrix
    vec: a vector
    vec1: a vector
    vec2: a vector
    rownnz: length of each row
    rowadr: where each row starts in the numbers
    colind: column of each number, ascending in a row
    ntotal: rows of the matrix
    nband: width of the band, with the diagonal
    ndense: rows at the end that are dense
    """,
    """
mju_printMat mat:R(m,n) -> None
mju_printMatSparse mat:Rn rownnz:Ri(m) rowadr:Ri(m) colind:Rin -> None
    mat: the numbers of a sparse matrix
mju_eye mat:W(n,n) -> None
mju_transpose res:W(n,m) mat:R(m,n) -> None
mju_symmetrize res:W(n,n) mat:R(n,n) -> None
mju_mulMatVec res:W(m) mat:R(m,n) vec:R(n) -> None
mju_mulMatTVec res:W(n) mat:R(m,n) vec:R(m) -> None
mju_mulMatVec3 res:W3 mat:R9 vec:R3 -> None
    mat: a matrix (3, 3) by rows
mju_mulMatTVec3 res:W3 mat:R9 vec:R3 -> None
    mat: a matrix (3, 3) by rows
mju_mulVecMatVec vec1:R(m) mat:R(m,n) vec2:R(n) -> float
mju_mulMatMat res:W(m,n) mat1:R(m,k) mat2:R(k,n) -> None
mju_mulMatMatT res:W(m,n) mat1:R(m,k) mat2:R(n,k) -> None
mju_mulMatTMat res:W(m,n) mat1:R(k,m) mat2:R(k,n) -> None
mju_sqrMatTD res:W(n,n) mat:R(m,n) diag:W(m)? -> None
    diag: a number for each row of mat; None: ones
mju_dense2sparse res:Wn mat:R(m,n) rownnz:Wi(m) rowadr:Wi(m) colind:Win -> int
    res: room for the numbers that are not 0
    colind: room for their columns
mju_sparse2dense res:W(m,n) mat:Rn rownnz:Ri(m) rowadr:Ri(m) colind:Rin -> None
    mat: the numbers of a sparse matrix
mju_cholFactor mat:W(n,n) mindiag:f -> int
    mat: a symmetric matrix, of which the lower triangle is read and replaced
    mindiag: the least pivot, unit of mat
mju_cholSolve res:W(n) mat:R(n,n) vec:R(n) -> None
    mat: the factor L, in the lower triangle
mju_cholUpdate mat:W(n,n) x:W(n) flg_plus:i -> int
    mat: the factor L, in the lower triangle, changed in place
    x: the vector; its numbers are used up
    flg_plus: 1: x x' is added, 0: subtracted
mju_eig3 eigval:W3 eigvec:W9 quat:W4 mat:R9 -> int
    eigval: the eigenvalues, the largest first; unit of mat
    eigvec [1]: the eigenvectors, the columns of a matrix (3, 3) by rows
    quat [1]: that matrix as unit quaternion
    mat: a symmetric matrix (3, 3) by rows
mju_boxQP res:W(n) R:Wmn index:Win? H:R(n,n) g:R(n) lower:R(n)? upper:R(n)? -> int
    res: the start of the search, and its result
    R: at least n (n + 7) numbers of room; the factor of the free part of H, nfree nfree of them by rows
    index: at least n numbers of room; the free coordinates
    H: a symmetric positive definite matrix
    g: a vector
    lower: the least values; None: no limit
    upper: the largest values; None: no limit
mju_bandDiag i:i ntotal:i nband:i ndense:i -> int
    i: the row
mju_band2Dense res:W(ntotal,ntotal) mat:Rn ntotal:i nband:i ndense:i flg_sym:i -> None
    mat: a band matrix
    flg_sym: 1: both triangles, 0: the lower one
mju_dense2Band res:Wn mat:R(ntotal,ntotal) ntotal:i nband:i ndense:i -> None
    res: the band matrix
mju_bandMulMatVec res:Wn mat:Rmn vec:Rmn ntotal:i nband:i ndense:i nvec:i flg_sym:i -> None
    res: the products, one after the other
    mat: a band matrix
    vec: the vectors, one after the other
    nvec: how many vectors
    flg_sym: 1: mat is symmetric, 0: its lower triangle counts
mju_cholFactorBand mat:Wn ntotal:i nband:i ndense:i diagadd:f diagmul:f -> float
    mat: a symmetric band matrix, replaced by its factor
    diagadd: what is added to the diagonal, unit of mat
    diagmul [1]: what is added to it, as multiple of itself
mju_cholSolveBand res:W(n) mat:Rn vec:R(n) ntotal:i nband:i ndense:i -> None
    mat: the factor of mju_cholFactorBand
""",
)

UTILITIES = Group(
    "utilities",
    "Utilities: cones, muscles, numbers, texts",
    "API / Miscellaneous, Type conversion",
    "Small functions that the engine uses, and that programs may need to repeat what it does.",
    """
    x: a number, any unit
    mu [1]: friction coefficients of the tangents, as contact.friction
    len [m]: length of the actuator
    lengthrange [m]: the least and the largest length of the actuator
    acc0 [m/s^2]: norm of the acceleration that a unit force causes at qpos0
    """,
    """
mju_encodePyramid pyramid:Wn force:Rn mu:Rn -> None
    pyramid [N]: forces along the edges, 2 (dim - 1) numbers
    force [N, N m]: force in the frame of the contact, normal first, dim numbers
mju_decodePyramid force:Wn pyramid:Rn mu:Rn -> None
    force [N, N m]: force in the frame of the contact, normal first, dim numbers
    pyramid [N]: forces along the edges, 2 (dim - 1) numbers
mju_springDamper pos0:f vel0:f Kp:f Kv:f dt:f -> float
    pos0 [m]: position at the start
    vel0 [m/s]: velocity at the start
    Kp [1/s^2]: stiffness over mass
    Kv [1/s]: damping over mass
    dt [s]: the time
mju_muscleGain len:f vel:f lengthrange:R2 acc0:f prm:R9 -> float
    vel [m/s]: velocity of the actuator
    prm: range (2) [L0], force [N], scale [N m/s^2], lmin lmax [L0], vmax [L0/s], fpmax fvmax [F0]
mju_muscleBias len:f lengthrange:R2 acc0:f prm:R9 -> float
    prm: range (2) [L0], force [N], scale [N m/s^2], lmin lmax [L0], vmax [L0/s], fpmax fvmax [F0]
mju_muscleDynamics ctrl:f act:f prm:R3 -> float
    ctrl [1]: the control
    act [1]: the activation
    prm [s, s, 1]: time constants of activation and of deactivation, width of the transition
mju_min a:f b:f -> float
    a: a number, any unit
    b: a number, any unit
mju_max a:f b:f -> float
    a: a number, any unit
    b: a number, any unit
mju_clip x:f min:f max:f -> float
    min: the least value, unit of x
    max: the largest value, unit of x
mju_sign x:f -> float
mju_round x:f -> int
mju_sigmoid x:f -> float
    x [1]: a number
mju_Halton index:i base:i -> float
    index: which element
    base: a prime number
mju_standardNormal num2:f? -> float
    num2 [1]: not used, as in 3.5.0: it is a number, into which no second one can be written
mju_isBad x:f -> int
mju_type2Str type:i -> str
    type: kind of object (mjtObj)
mju_str2Type str:s -> int
    str: the name of a kind of object
mju_writeNumBytes nbytes:i -> str
    nbytes [bytes]: the number
mju_warningText warning:i info:i -> str
    warning: kind of warning (mjtWarning)
    info: what it is about: an index or size
mju_writeLog type:s msg:s -> None
    type: "WARNING" or "ERROR"
    msg: the message
""",
)

GROUPS = (VECTORS, POSES, ALGEBRA, UTILITIES)
