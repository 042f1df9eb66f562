"""Matrices dense, sparse and banded; factorisations; small optimisation: mju_mulMatVec, mju_cholFactor, mju_boxQP, ...

Documents: API / Matrix math, Sparse math, Decompositions

A band matrix keeps, for each of the first ntotal - ndense rows, the nband numbers that end at the diagonal, then the
last ndense rows in full: the arrow shape of cloth and trees with a dense border.
"""

import numpy as np

from gelenk.api.mju_pose import rotation
from gelenk.jit.border.kernels import run
from gelenk.world.arguments import documented

Array = np.ndarray


def _overlaps(res: Array, *read: Array) -> bool:
    """Whether what is written shares memory with one of the arrays that are read; all are in one piece."""
    return any(np.may_share_memory(res, array) for array in read)


@documented
def mju_eye(mat: Array) -> None:
    """Set a matrix to the identity.

    mat = I
    """
    mat[:] = np.eye(len(mat))


@documented
def mju_transpose(res: Array, mat: Array) -> None:
    """Transpose a matrix.

    res = mat'
    """
    res[:] = mat.T.copy()


@documented
def mju_symmetrize(res: Array, mat: Array) -> None:
    """The symmetric part of a matrix.

    res = (mat + mat') / 2
    """
    res[:] = 0.5 * (mat + mat.T)


@documented
def mju_mulMatVec(res: Array, mat: Array, vec: Array) -> None:
    """Product of a matrix and a vector.

    res = mat vec
    """
    if _overlaps(res, mat, vec) or run("matrix_matrix_t", res, mat, vec, *mat.shape, 1):
        res[:] = mat @ vec


@documented
def mju_mulMatTVec(res: Array, mat: Array, vec: Array) -> None:
    """Product of a transposed matrix and a vector.

    res = mat' vec
    """
    if _overlaps(res, mat, vec) or run("matrix_t_matrix", res, mat, vec, *mat.shape[::-1], 1):
        res[:] = mat.T @ vec


@documented
def mju_mulMatVec3(res: Array, mat: Array, vec: Array) -> None:
    """Product of a matrix (3, 3) and a vector.

    res = mat vec
    """
    run("mat3_vector", res, mat, vec)


@documented
def mju_mulMatTVec3(res: Array, mat: Array, vec: Array) -> None:
    """Product of a transposed matrix (3, 3) and a vector.

    res = mat' vec
    """
    run("mat3_t_vector", res, mat, vec)


@documented
def mju_mulVecMatVec(vec1: Array, mat: Array, vec2: Array) -> float:
    """Product of a vector, a matrix and a vector.

    Returns    vec1' mat vec2
    """
    return float(run("vector_matrix_vector", vec1, mat, vec2, *mat.shape))


@documented
def mju_mulMatMat(res: Array, mat1: Array, mat2: Array) -> None:
    """Product of matrices.

    res = mat1 mat2
    """
    if _overlaps(res, mat1, mat2) or run("matrix_matrix", res, mat1, mat2, *mat1.shape, mat2.shape[1]):
        res[:] = mat1 @ mat2


@documented
def mju_mulMatMatT(res: Array, mat1: Array, mat2: Array) -> None:
    """Product of a matrix and a transposed one.

    res = mat1 mat2'
    """
    if _overlaps(res, mat1, mat2) or run("matrix_matrix_t", res, mat1, mat2, *mat1.shape, len(mat2)):
        res[:] = mat1 @ mat2.T


@documented
def mju_mulMatTMat(res: Array, mat1: Array, mat2: Array) -> None:
    """Product of a transposed matrix and another.

    res = mat1' mat2
    """
    if _overlaps(res, mat1, mat2) or run("matrix_t_matrix", res, mat1, mat2, mat1.shape[1], *mat2.shape):
        res[:] = mat1.T @ mat2


@documented
def mju_sqrMatTD(res: Array, mat: Array, diag: Array | None) -> None:
    """Weighted square of a matrix.

    res = mat' diag(diag) mat
    """
    res[:] = mat.T @ (mat if diag is None else diag[:, None] * mat)


@documented
def mju_cholFactor(mat: Array, mindiag: float) -> int:
    """Cholesky factor of a symmetric matrix, in its lower triangle; pivots below mindiag are raised to it.

    L L' = mat

    Returns    the rank: how many pivots were not below mindiag
    Source     API / mju_cholFactor; Golub, Van Loan 2013, ch. 4.2
    """
    return int(run("chol_factor", mat, len(mat), mindiag))


@documented
def mju_cholSolve(res: Array, mat: Array, vec: Array) -> None:
    """Solve with a Cholesky factor.

    L L' res = vec
    """
    if _overlaps(res, mat, vec) or run("chol_solve", res, mat, vec, len(mat)):
        from scipy.linalg import solve_triangular

        half = solve_triangular(mat, vec, lower=True, check_finite=False)
        res[:] = solve_triangular(mat, half, lower=True, trans=1, check_finite=False)


@documented
def mju_cholUpdate(mat: Array, x: Array, flg_plus: int) -> int:
    """Cholesky factor of a matrix to which a vector is added or subtracted.

    L L' = L L' +- x x'

    Returns    the rank
    Source     API / mju_cholUpdate; Gill, Golub, Murray, Saunders 1974
    """
    return int(run("chol_update", mat, x, len(x), int(flg_plus != 0)))


@documented
def mju_eig3(eigval: Array, eigvec: Array, quat: Array, mat: Array) -> int:
    """Eigenvalues and eigenvectors of a symmetric matrix (3, 3), by plane rotations.

    mat = eigvec diag(eigval) eigvec'

    Returns    how many rotations it took
    Source     API / mju_eig3; Jacobi 1846
    """
    from gelenk.compiler.frames import eig3

    eigval[:], quat[:], count = eig3(tuple(mat.tolist()))
    eigvec[:] = rotation(quat).ravel()
    return count


@documented
def mju_dense2sparse(res: Array, mat: Array, rownnz: Array, rowadr: Array, colind: Array) -> int:
    """Compressed rows of a dense matrix.

    Returns    0, or 1 where there is not room for all numbers, and nothing is written
    """
    rows, columns = np.nonzero(mat)
    if len(rows) > min(res.size, colind.size):
        return 1
    rownnz[:] = np.bincount(rows, minlength=len(mat))
    rowadr[:] = np.concatenate([[0], np.cumsum(rownnz)[:-1]])
    res[: len(rows)], colind[: len(rows)] = mat[rows, columns], columns
    return 0


@documented
def mju_sparse2dense(res: Array, mat: Array, rownnz: Array, rowadr: Array, colind: Array) -> None:
    """The dense matrix of compressed rows.

    Errors     ValueError: a row reaches outside of mat or colind
               IndexError: a column is outside of res
    """
    res[:] = 0.0
    for r, (adr, n) in enumerate(zip(rowadr, rownnz, strict=True)):
        part = slice(adr, adr + n)
        if adr < 0 or adr + n > min(mat.size, colind.size) or (n and not colind[part].min() >= 0):
            raise ValueError(f"mju_sparse2dense: row {r} reaches outside mat or colind")
        res[r, colind[part]] = mat[part]


def _band_row(i: int, ntotal: int, nband: int, ndense: int) -> tuple[int, int, int]:
    """Where row i of a band matrix is stored: address of its first number, column of that, how many."""
    nsparse = ntotal - ndense
    if i < nsparse:
        width = min(i + 1, nband)
        return i * nband + nband - width, i + 1 - width, width
    return nsparse * nband + (i - nsparse) * ntotal, 0, i + 1


def _band_check(function: str, mat: Array, ntotal: int, nband: int, ndense: int) -> None:
    if ntotal < 0 or nband < 0 or not 0 <= ndense <= ntotal:
        raise ValueError(f"{function}: need 0 <= ndense <= ntotal and nband >= 0")
    size = (ntotal - ndense) * nband + ndense * ntotal
    if mat.size != size:
        raise TypeError(f"{function}: mat must have {size} numbers, not {mat.size}")


@documented
def mju_bandDiag(i: int, ntotal: int, nband: int, ndense: int) -> int:
    """Where a diagonal number of a band matrix is.

    Returns    its place in the numbers of the matrix
    """
    adr, column, _ = _band_row(i, ntotal, nband, ndense)
    return adr + i - column


def _band_dense(mat: Array, ntotal: int, nband: int, ndense: int, symmetric: int) -> Array:
    dense = np.zeros((ntotal, ntotal))
    flat = mat.ravel()
    for i in range(ntotal):
        adr, column, n = _band_row(i, ntotal, nband, ndense)
        dense[i, column : column + n] = flat[adr : adr + n]
    return dense + np.tril(dense, -1).T if symmetric else dense


@documented
def mju_band2Dense(res: Array, mat: Array, ntotal: int, nband: int, ndense: int, flg_sym: int) -> None:
    """The dense matrix of a band matrix.

    Errors     TypeError: mat has not as many numbers as ntotal, nband, ndense say
               ValueError: ndense is not in 0 to ntotal, or nband is negative
    """
    _band_check("mju_band2Dense", mat, ntotal, nband, ndense)
    res[:] = _band_dense(mat, ntotal, nband, ndense, flg_sym)


def _store_band(res: Array, dense: Array, ntotal: int, nband: int, ndense: int) -> None:
    for i in range(ntotal):
        adr, column, n = _band_row(i, ntotal, nband, ndense)
        res[adr : adr + n] = dense[i, column : column + n]


@documented
def mju_dense2Band(res: Array, mat: Array, ntotal: int, nband: int, ndense: int) -> None:
    """The band matrix of a dense one: of its numbers in the band and in the dense rows.

    Errors     TypeError: res has not as many numbers as ntotal, nband, ndense say
               ValueError: ndense is not in 0 to ntotal, or nband is negative
    """
    _band_check("mju_dense2Band", res, ntotal, nband, ndense)
    res[:] = 0.0
    _store_band(res, mat, ntotal, nband, ndense)


@documented
def mju_bandMulMatVec(
    res: Array, mat: Array, vec: Array, ntotal: int, nband: int, ndense: int, nvec: int, flg_sym: int
) -> None:
    """Products of a band matrix with vectors.

    res[i] = mat vec[i]

    Errors     TypeError: mat has not as many numbers as ntotal, nband, ndense say, vec and res not ntotal nvec
               ValueError: ndense is not in 0 to ntotal, or nband is negative
    """
    _band_check("mju_bandMulMatVec", mat, ntotal, nband, ndense)
    if vec.size != ntotal * nvec or res.size != vec.size:
        raise TypeError(f"mju_bandMulMatVec: vec and res must have {ntotal * nvec} numbers")
    dense = _band_dense(mat, ntotal, nband, ndense, flg_sym)
    res[:] = (vec.reshape(nvec, ntotal) @ dense.T).ravel()


@documented
def mju_cholFactorBand(
    mat: Array, ntotal: int, nband: int, ndense: int, diagadd: float, diagmul: float
) -> float:
    """Cholesky factor of a symmetric band matrix, in place, with additions to its diagonal.

    L L' = mat + diagadd I + diagmul diag(mat)

    Returns    the least pivot, 0 where the matrix is not positive definite
    Errors     TypeError: mat has not as many numbers as ntotal, nband, ndense say
               ValueError: ndense is not in 0 to ntotal, or nband is negative
    Source     API / mju_cholFactorBand; Golub, Van Loan 2013, ch. 4.3
    """
    _band_check("mju_cholFactorBand", mat, ntotal, nband, ndense)
    dense = _band_dense(mat, ntotal, nband, ndense, 1)
    dense[np.diag_indices(ntotal)] += diagadd + diagmul * np.diag(dense)
    try:
        factor = np.linalg.cholesky(dense)
    except np.linalg.LinAlgError:
        return 0.0
    _store_band(mat, factor, ntotal, nband, ndense)
    return float(np.diag(factor).min()) ** 2


@documented
def mju_cholSolveBand(res: Array, mat: Array, vec: Array, ntotal: int, nband: int, ndense: int) -> None:
    """Solve with the factor of mju_cholFactorBand.

    L L' res = vec

    Errors     TypeError: mat has not as many numbers as ntotal, nband, ndense say
               ValueError: ndense is not in 0 to ntotal, or nband is negative
    """
    from scipy.linalg import solve_triangular

    _band_check("mju_cholSolveBand", mat, ntotal, nband, ndense)
    factor = _band_dense(mat, ntotal, nband, ndense, 0)
    half = solve_triangular(factor, vec, lower=True, check_finite=False)
    res[:] = solve_triangular(factor, half, lower=True, trans=1, check_finite=False)


@documented
def mju_boxQP(
    res: Array, R: Array, index: Array | None, H: Array, g: Array, lower: Array | None, upper: Array | None
) -> int:
    """Minimum of a quadratic function in a box, by projected Newton steps.

    res = argmin 1/2 x' H x + x' g,  lower <= x <= upper

    Returns    how many coordinates are free, nfree; -1 where H is not positive definite on them
    Errors     TypeError: there is not enough room in R or index
    Source     API / mju_boxQP; Tassa, Mansard, Todorov 2014
    """
    n = g.size
    if R.size < n * n or (index is not None and index.size < n):
        raise TypeError(f"mju_boxQP: R needs room for {n} x {n + 7} numbers, index for {n}")
    low = np.full(n, -np.inf) if lower is None else lower
    high = np.full(n, np.inf) if upper is None else upper
    x = np.clip(res, low, high)
    value = 0.5 * x @ H @ x + x @ g
    free = np.ones(n, bool)
    for _ in range(100):
        gradient = H @ x + g
        free = ~(((x <= low) & (gradient > 0.0)) | ((x >= high) & (gradient < 0.0)))
        if not free.any() or np.sqrt(gradient[free] @ gradient[free]) < 1e-16:
            break
        try:
            factor = np.linalg.cholesky(H[np.ix_(free, free)])
        except np.linalg.LinAlgError:
            return -1
        if index is not None:
            index[: int(free.sum())] = np.flatnonzero(free)
        search = np.zeros(n)
        search[free] = -np.linalg.solve(factor.T, np.linalg.solve(factor, gradient[free]))
        slope, step = search @ gradient, 1.0
        while step > 1e-22:
            candidate = np.clip(x + step * search, low, high)
            new = 0.5 * candidate @ H @ candidate + candidate @ g
            if new - value <= 0.1 * step * slope:
                break
            step *= 0.5
        improvement = value - new
        x, value = candidate, new
        if improvement < 1e-16:
            break
    res[:] = x
    nfree = int(free.sum())
    if nfree:
        R.ravel()[: nfree * nfree] = np.linalg.cholesky(H[np.ix_(free, free)]).ravel()
    return nfree
