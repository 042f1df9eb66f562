"""Mathematical functions without a model: vectors, rotations, poses, matrices, utilities.

Documents: API / Vector math, Quaternions, Poses, Matrix math, Sparse math, Decompositions, Miscellaneous
"""

from gelenk.tables.field_rows import Group

VECTORS = Group(
    "vectors",
    "Vectors",
    "API / Vector math",
    "Vectors of 3, 4 or n elements, of any unit. Output and input arrays may be identical.",
    """
    res: result
    vec: vector
    vec1: vector
    vec2: vector
    scl: scale factor
    """,
    """
mju_zero3 res:W3 -> None
mju_copy3 res:W3 data:R3 -> None
    data: vector
mju_scl3 res:W3 vec:R3 scl:f -> None
mju_add3 res:W3 vec1:R3 vec2:R3 -> None
mju_sub3 res:W3 vec1:R3 vec2:R3 -> None
mju_addTo3 res:W3 vec:R3 -> None
    res: accumulator
mju_subFrom3 res:W3 vec:R3 -> None
    res: accumulator
mju_addToScl3 res:W3 vec:R3 scl:f -> None
    res: accumulator
mju_addScl3 res:W3 vec1:R3 vec2:R3 scl:f -> None
mju_normalize3 vec:W3 -> float
    vec: vector, normalized in place
mju_norm3 vec:R3 -> float
mju_dot3 vec1:R3 vec2:R3 -> float
mju_dist3 pos1:R3 pos2:R3 -> float
    pos1: point
    pos2: point
mju_cross res:W3 a:R3 b:R3 -> None
    a: vector
    b: vector
mju_zero4 res:W4 -> None
mju_unit4 res:W4 -> None
mju_copy4 res:W4 data:R4 -> None
    data: vector
mju_normalize4 vec:W4 -> float
    vec: vector, normalized in place
mju_zero res:Wn -> None
mju_fill res:Wn val:f -> None
    val: fill value
mju_copy res:W(n) vec:R(n) -> None
mju_sum vec:Wn -> float
mju_L1 vec:Wn -> float
mju_scl res:W(n) vec:R(n) scl:f -> None
mju_add res:W(n) vec1:R(n) vec2:R(n) -> None
mju_sub res:W(n) vec1:R(n) vec2:R(n) -> None
mju_addTo res:W(n) vec:R(n) -> None
    res: accumulator
mju_subFrom res:W(n) vec:R(n) -> None
    res: accumulator
mju_addToScl res:W(n) vec:R(n) scl:f -> None
    res: accumulator
mju_addScl res:W(n) vec1:R(n) vec2:R(n) scl:f -> None
mju_normalize res:Wn -> float
    res: vector, normalized in place
mju_norm res:Rn -> float
    res: vector
mju_dot vec1:R(n) vec2:R(n) -> float
mju_isZero vec:Wn -> int
mju_insertionSort list:Wn -> None
    list: values, sorted in place
mju_insertionSortInt list:Win -> None
    list: values, sorted in place
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
    "Quaternions are (w, x, y, z), rotation matrices (9) row-major. A pose is a position and a unit quaternion of a\n"
    "frame relative to its parent frame. Rotations are dimensionless, angles are in radians.",
    """
    quat [1]: unit quaternion
    mat [1]: rotation matrix, row-major
    axis [1]: unit vector
    """,
    """
mju_rotVecQuat res:W3 vec:R3 quat:R4 -> None
    res: rotated vector, unit of vec
    vec: vector, any unit
mju_negQuat res:W4 quat:R4 -> None
    res [1]: inverse quaternion
mju_mulQuat res:W4 quat1:R4 quat2:R4 -> None
    res [1]: quaternion product
    quat1 [1]: left factor, the rotation applied last
    quat2 [1]: right factor, the rotation applied first
mju_mulQuatAxis res:W4 quat:R4 axis:R3 -> None
    res [1]: quaternion product
    axis: vector, any unit
mju_axisAngle2Quat res:W4 axis:R3 angle:f -> None
    res [1]: unit quaternion
    angle [rad]: rotation angle
mju_quat2Vel res:W3 quat:R4 dt:f -> None
    res [rad/s]: angular velocity
    dt [s]: time interval
mju_subQuat res:W3 qa:R4 qb:R4 -> None
    res [rad]: rotation vector from qb to qa, in the frame of qb
    qa [1]: final unit quaternion
    qb [1]: initial unit quaternion
mju_quat2Mat res:W9 quat:R4 -> None
    res [1]: rotation matrix, row-major
mju_mat2Quat quat:W4 mat:R9 -> None
    quat [1]: unit quaternion
mju_derivQuat res:W4 quat:R4 vel:R3 -> None
    res [1/s]: time derivative of the quaternion
    vel [rad/s]: angular velocity, local frame
mju_quatIntegrate quat:W4 vel:R3 scale:f -> None
    quat [1]: unit quaternion, integrated in place
    vel [rad/s]: angular velocity, local frame
    scale [s]: time interval
mju_quatZ2Vec quat:W4 vec:R3 -> None
    quat [1]: unit quaternion
    vec: vector of any length and unit
mju_mat2Rot quat:W4 mat:R9 -> int
    quat [1]: initial guess, and the result
    mat: matrix, row-major, any unit
mju_euler2Quat quat:W4 euler:R3 seq:s -> None
    quat [1]: unit quaternion
    euler [rad]: Euler angles
    seq: axis sequence: xyz intrinsic, XYZ extrinsic axes
mju_mulPose posres:W3 quatres:W4 pos1:R3 quat1:R4 pos2:R3 quat2:R4 -> None
    posres [m]: position of the product
    quatres [1]: orientation of the product
    pos1 [m]: position of pose 1
    quat1 [1]: orientation of pose 1
    pos2 [m]: position of pose 2, in the frame of pose 1
    quat2 [1]: orientation of pose 2, in the frame of pose 1
mju_negPose posres:W3 quatres:W4 pos:R3 quat:R4 -> None
    posres [m]: position of the inverse pose
    quatres [1]: orientation of the inverse pose
    pos [m]: position of the pose
    quat [1]: orientation of the pose
mju_trnVecPose res:W3 pos:R3 quat:R4 vec:R3 -> None
    res [m]: point in the parent frame of the pose
    pos [m]: position of the pose
    quat [1]: orientation of the pose
    vec [m]: point in the frame of the pose
mju_transformSpatial res:W6 vec:R6 flg_force:i newpos:R3 oldpos:R3 rotnew2old:R9 -> None
    res: spatial vector about newpos, in the new axes; unit of vec
    vec: spatial vector about oldpos, rotation first: motion [rad/s, m/s] or force [N m, N]
    flg_force: 0: motion vector, 1: force vector
    newpos [m]: new reference point, in the old axes
    oldpos [m]: old reference point, in the old axes
    rotnew2old [1]: rotation matrix from new to old axes, row-major
""",
)

ALGEBRA = Group(
    "matrices",
    "Matrices: dense, sparse, banded",
    "API / Matrix math, Sparse math, Decompositions",
    "Matrices are C-contiguous and may have any unit.\n\n"
    "A sparse matrix is in compressed rows: values and column indices, with the address rowadr and the number of\n"
    "nonzeros rownnz of each row. A band matrix stores, for each of its first ntotal - ndense rows, the nband\n"
    "elements up to the diagonal, then the last ndense rows in full: (ntotal - ndense) nband + ndense ntotal elements.",
    """
    res: result
    mat: matrix
    mat1: matrix
    mat2: matrix
    vec: vector
    vec1: vector
    vec2: vector
    rownnz: number of nonzeros in each row
    rowadr: address of each row
    colind: column index of each value, ascending per row
    ntotal: number of rows
    nband: bandwidth, including the diagonal
    ndense: number of dense rows at the end
    """,
    """
mju_printMat mat:R(m,n) -> None
mju_printMatSparse mat:Rn rownnz:Ri(m) rowadr:Ri(m) colind:Rin -> None
    mat: values of a sparse matrix
mju_eye mat:W(n,n) -> None
mju_transpose res:W(n,m) mat:R(m,n) -> None
mju_symmetrize res:W(n,n) mat:R(n,n) -> None
mju_mulMatVec res:W(m) mat:R(m,n) vec:R(n) -> None
mju_mulMatTVec res:W(n) mat:R(m,n) vec:R(m) -> None
mju_mulMatVec3 res:W3 mat:R9 vec:R3 -> None
    mat: matrix (3, 3), row-major
mju_mulMatTVec3 res:W3 mat:R9 vec:R3 -> None
    mat: matrix (3, 3), row-major
mju_mulVecMatVec vec1:R(m) mat:R(m,n) vec2:R(n) -> float
mju_mulMatMat res:W(m,n) mat1:R(m,k) mat2:R(k,n) -> None
mju_mulMatMatT res:W(m,n) mat1:R(m,k) mat2:R(n,k) -> None
mju_mulMatTMat res:W(m,n) mat1:R(k,m) mat2:R(k,n) -> None
mju_sqrMatTD res:W(n,n) mat:R(m,n) diag:W(m)? -> None
    diag: weight of each row of mat; None: ones
mju_dense2sparse res:Wn mat:R(m,n) rownnz:Wi(m) rowadr:Wi(m) colind:Win -> int
    res: nonzero values; capacity limits their number
    colind: column indices, capacity as res
mju_sparse2dense res:W(m,n) mat:Rn rownnz:Ri(m) rowadr:Ri(m) colind:Rin -> None
    mat: values of a sparse matrix
mju_sym2dense res:W(m,m) mat:Rn rownnz:Ri(m) rowadr:Ri(m) colind:Rin -> None
    mat: values of the lower triangle
mju_cholFactor mat:W(n,n) mindiag:f -> int
    mat: symmetric matrix; the lower triangle is replaced by the factor L
    mindiag: minimum pivot, unit of mat
mju_cholSolve res:W(n) mat:R(n,n) vec:R(n) -> None
    mat: factor L, lower triangle
mju_cholUpdate mat:W(n,n) x:W(n) flg_plus:i -> int
    mat: factor L, lower triangle, updated in place
    x: update vector, overwritten
    flg_plus: 1: add x x', 0: subtract x x'
mju_eig3 eigval:W3 eigvec:W9 quat:W4 mat:R9 -> int
    eigval: eigenvalues, in decreasing order; unit of mat
    eigvec [1]: eigenvectors, columns of a row-major matrix (3, 3)
    quat [1]: unit quaternion of the eigenvector matrix
    mat: symmetric matrix (3, 3), row-major
mju_boxQP res:W(n) R:Wmn index:Win? H:R(n,n) g:R(n) lower:R(n)? upper:R(n)? -> int
    res: initial guess, and the result
    R: work space of at least n (n + 7) elements; output: factor of the free part of H, row-major
    index: work space of at least n elements; output: indices of the free coordinates
    H: symmetric positive definite matrix
    g: linear coefficients
    lower: lower bounds; None: unbounded
    upper: upper bounds; None: unbounded
mju_bandDiag i:i ntotal:i nband:i ndense:i -> int
    i: row index
mju_band2Dense res:W(ntotal,ntotal) mat:Rn ntotal:i nband:i ndense:i flg_sym:i -> None
    mat: band matrix
    flg_sym: 1: both triangles, 0: lower triangle
mju_dense2Band res:Wn mat:R(ntotal,ntotal) ntotal:i nband:i ndense:i -> None
    res: band matrix
mju_bandMulMatVec res:Wn mat:Rmn vec:Rmn ntotal:i nband:i ndense:i nvec:i flg_sym:i -> None
    res: products, one after another
    mat: band matrix
    vec: vectors, one after another
    nvec: number of vectors
    flg_sym: 1: symmetric matrix, 0: lower triangle only
mju_cholFactorBand mat:Wn ntotal:i nband:i ndense:i diagadd:f diagmul:f -> float
    mat: symmetric band matrix, replaced by its factor
    diagadd: regularization added to the diagonal, unit of mat
    diagmul [1]: regularization added to the diagonal, relative to the diagonal
mju_cholSolveBand res:W(n) mat:Rn vec:R(n) ntotal:i nband:i ndense:i -> None
    mat: factor from mju_cholFactorBand
""",
)

UTILITIES = Group(
    "utilities",
    "Utilities: cones, muscles, scalars, text",
    "API / Miscellaneous, Type conversion",
    "Small functions of the engine, for programs that reproduce parts of the computation.",
    """
    x: value, any unit
    mu [1]: friction coefficients of the tangents, as contact.friction
    len [m]: actuator length
    lengthrange [m]: actuator length range: minimum, maximum
    acc0 [m/s^2]: norm of the acceleration from a unit force at qpos0
    """,
    """
mju_encodePyramid pyramid:Wn force:Rn mu:Rn -> None
    pyramid [N]: forces along the pyramid edges, 2 (dim - 1) elements
    force [N, N m]: force in the contact frame, normal first, dim elements
mju_decodePyramid force:Wn pyramid:Rn mu:Rn -> None
    force [N, N m]: force in the contact frame, normal first, dim elements
    pyramid [N]: forces along the pyramid edges, 2 (dim - 1) elements
mju_springDamper pos0:f vel0:f Kp:f Kv:f dt:f -> float
    pos0 [m]: initial position
    vel0 [m/s]: initial velocity
    Kp [1/s^2]: stiffness over mass
    Kv [1/s]: damping over mass
    dt [s]: time interval
mju_muscleGain len:f vel:f lengthrange:R2 acc0:f prm:R9 -> float
    vel [m/s]: actuator velocity
    prm: range (2) [L0], force [N], scale [N m/s^2], lmin lmax [L0], vmax [L0/s], fpmax fvmax [F0]
mju_muscleBias len:f lengthrange:R2 acc0:f prm:R9 -> float
    prm: range (2) [L0], force [N], scale [N m/s^2], lmin lmax [L0], vmax [L0/s], fpmax fvmax [F0]
mju_muscleDynamics ctrl:f act:f prm:R3 -> float
    ctrl [1]: control
    act [1]: activation
    prm [s, s, 1]: time constants of activation and deactivation, width of the smooth transition
mju_min a:f b:f -> float
    a: value, any unit
    b: value, any unit
mju_max a:f b:f -> float
    a: value, any unit
    b: value, any unit
mju_clip x:f min:f max:f -> float
    min: lower bound, unit of x
    max: upper bound, unit of x
mju_sign x:f -> float
mju_round x:f -> int
mju_sigmoid x:f -> float
    x [1]: value
mju_Halton index:i base:i -> float
    index: index in the sequence
    base: base, a prime number
mju_standardNormal num2:f? -> float
    num2 [1]: ignored, as in 3.5.0: a scalar cannot receive a second sample
mju_isBad x:f -> int
mju_type2Str type:i -> str
    type: object type (mjtObj)
mju_str2Type str:s -> int
    str: name of the object type
mju_writeNumBytes nbytes:i -> str
    nbytes [bytes]: number of bytes
mju_warningText warning:i info:i -> str
    warning: warning type (mjtWarning)
    info: argument of the warning: an index or a size
mju_writeLog type:s msg:s -> None
    type: "WARNING" or "ERROR"
    msg: message
""",
)

GROUPS = (VECTORS, POSES, ALGEBRA, UTILITIES)
