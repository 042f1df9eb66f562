"""Small linear algebra in place: vectors, dense, sparse and band matrices, a quadratic program with bounds.

In Python numpy is shorter; these are here for programs that use them.
"""

import numpy as np

import gelenk as mujoco

a, b, c = np.array([1.0, 2, 3]), np.array([4.0, 5, 6]), np.zeros(3)

# vectors of three, and of any length
mujoco.mju_zero3(c)
mujoco.mju_copy3(c, a)
mujoco.mju_add3(c, a, b)
mujoco.mju_sub3(c, a, b)
mujoco.mju_addTo3(c, b)
mujoco.mju_subFrom3(c, b)
mujoco.mju_scl3(c, a, 2.0)
mujoco.mju_addScl3(c, a, b, 2.0)
mujoco.mju_addToScl3(c, b, -2.0)
np.testing.assert_allclose(c, a)
mujoco.mju_cross(c, a, b)
assert mujoco.mju_dot3(a, c) == 0 and mujoco.mju_dist3(a, b) == mujoco.mju_norm3(b - a)
mujoco.mju_normalize3(c)
mujoco.mju_zero(c)
assert mujoco.mju_isZero(c)
mujoco.mju_fill(c, 7.0)
mujoco.mju_copy(c, a)
mujoco.mju_add(c, a, b)
mujoco.mju_sub(c, a, b)
mujoco.mju_addTo(c, b)
mujoco.mju_subFrom(c, b)
mujoco.mju_scl(c, a, 2.0)
mujoco.mju_addScl(c, a, b, 2.0)
mujoco.mju_addToScl(c, b, -2.0)
assert mujoco.mju_sum(c) == 6 and mujoco.mju_L1(-c) == 6 and mujoco.mju_dot(c, c) == 14
assert mujoco.mju_norm(c) == mujoco.mju_normalize(c)
quat = np.zeros(4)
mujoco.mju_zero4(quat)
mujoco.mju_copy4(quat, np.array([1.0, 0, 0, 0]))
single = np.zeros(3, np.float32)
mujoco.mju_n2f(single, a)
mujoco.mju_f2n(c, single)
mujoco.mju_n2d(c, a)
mujoco.mju_d2n(c, a)

# dense matrices
A, res, vec, square = (
    np.array([[4.0, 1, 0], [1, 3, 1], [0, 1, 2]]),
    np.zeros((3, 3)),
    np.zeros(3),
    np.zeros((3, 3)),
)
mujoco.mju_eye(res)
mujoco.mju_transpose(res, A)
mujoco.mju_symmetrize(res, A)
mujoco.mju_mulMatVec(vec, A, a)
mujoco.mju_mulMatTVec(vec, A, a)
mujoco.mju_mulMatVec3(vec, A.ravel(), a)
mujoco.mju_mulMatTVec3(vec, A.ravel(), a)
np.testing.assert_allclose(vec, A.T @ a)
assert mujoco.mju_mulVecMatVec(a, A, b) == a @ A @ b
mujoco.mju_mulMatMat(square, A, A)
mujoco.mju_mulMatMatT(square, A, A)
mujoco.mju_mulMatTMat(square, A, A)
mujoco.mju_sqrMatTD(square, A, b)
np.testing.assert_allclose(square, A.T @ np.diag(b) @ A)

# Cholesky factor, solution, change by x x'
factor = A.copy()
assert mujoco.mju_cholFactor(factor, 1e-12) == 3
mujoco.mju_cholSolve(vec, factor, a)
np.testing.assert_allclose(A @ vec, a)
mujoco.mju_cholUpdate(factor, b.copy(), 1)
mujoco.mju_cholSolve(vec, factor, a)
np.testing.assert_allclose((A + np.outer(b, b)) @ vec, a)

# rows of nonzeros
values, rownnz, rowadr, colind = (
    np.zeros(9),
    np.zeros(3, np.int32),
    np.zeros(3, np.int32),
    np.zeros(9, np.int32),
)
assert mujoco.mju_dense2sparse(values, A, rownnz, rowadr, colind) == 0
mujoco.mju_sparse2dense(res, values, rownnz, rowadr, colind)
np.testing.assert_allclose(res, A)
mujoco.mju_dense2sparse(values, np.tril(A), rownnz, rowadr, colind)
mujoco.mju_sym2dense(res, values, rownnz, rowadr, colind)
np.testing.assert_allclose(res, A)
mujoco.mju_dense2sparse(values, A, rownnz, rowadr, colind)
mujoco.mju_printMat(A)
mujoco.mju_printMatSparse(values, rownnz, rowadr, colind)

# band matrices: here of two bands and no dense rows
band = np.zeros(3 * 2)
mujoco.mju_dense2Band(band, A, 3, 2, 0)
assert band[mujoco.mju_bandDiag(1, 3, 2, 0)] == A[1, 1]
mujoco.mju_bandMulMatVec(vec, band, a, 3, 2, 0, 1, 1)
np.testing.assert_allclose(vec, A @ a)
mujoco.mju_band2Dense(res, band, 3, 2, 0, 1)
np.testing.assert_allclose(res, A)
assert mujoco.mju_cholFactorBand(band, 3, 2, 0, 0.0, 0.0) > 0
mujoco.mju_cholSolveBand(vec, band, a, 3, 2, 0)
np.testing.assert_allclose(A @ vec, a)

# least of x'A x / 2 + g'x between bounds
x, R, index = np.zeros(3), np.zeros((3, 10)), np.zeros(3, np.int32)
free = mujoco.mju_boxQP(x, R, index, A, -a, np.zeros(3), np.full(3, 0.5))
print(f"{free} coordinates are within the bounds: {x}")
