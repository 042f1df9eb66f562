"""Matrices dense, sparse and banded; factorisations; small optimisation: mju_mulMatVec, mju_cholFactor, mju_boxQP, ...

Documents: API / Matrix math, Sparse math, Decompositions

A band matrix keeps, for each of the first ntotal - ndense rows, the nband numbers that end at the diagonal, then the
last ndense rows in full: the arrow shape of cloth and trees with a dense border.
"""

import numpy as np

from gelenk.api.mju_pose import rotation
from gelenk.tables.enums import mjMINVAL
from gelenk.world.arguments import documented


def _shapes(function, **shapes):
    """Raise TypeError unless every (array, expected shape) agrees."""
    for name, (array, wanted) in shapes.items():
        if array is not None and array.shape != wanted:
            raise TypeError(f"{function}: {name} must have shape {wanted}, not {array.shape}")


@documented
def mju_eye(mat):
    """mat = identity"""
    _shapes("mju_eye", mat=(mat, (len(mat), len(mat))))
    mat[:] = np.eye(len(mat))


@documented
def mju_transpose(res, mat):
    """res = mat'"""
    _shapes("mju_transpose", res=(res, mat.shape[::-1]))
    res[:] = mat.T.copy()


@documented
def mju_symmetrize(res, mat):
    """res = (mat + mat') / 2"""
    _shapes("mju_symmetrize", res=(res, mat.shape), mat=(mat, (len(mat), len(mat))))
    res[:] = 0.5 * (mat + mat.T)


@documented
def mju_mulMatVec(res, mat, vec):
    """res = mat vec"""
    _shapes("mju_mulMatVec", res=(res, (mat.shape[0],)), vec=(vec, (mat.shape[1],)))
    res[:] = mat @ vec


@documented
def mju_mulMatTVec(res, mat, vec):
    """res = mat' vec"""
    _shapes("mju_mulMatTVec", res=(res, (mat.shape[1],)), vec=(vec, (mat.shape[0],)))
    res[:] = mat.T @ vec


@documented
def mju_mulMatVec3(res, mat, vec):
    """res = mat vec, mat (9) by rows"""
    res[:] = mat.reshape(3, 3) @ vec


@documented
def mju_mulMatTVec3(res, mat, vec):
    """res = mat' vec, mat (9) by rows"""
    res[:] = mat.reshape(3, 3).T @ vec


@documented
def mju_mulVecMatVec(vec1, mat, vec2):
    """vec1' mat vec2"""
    _shapes("mju_mulVecMatVec", vec1=(vec1, (mat.shape[0],)), vec2=(vec2, (mat.shape[1],)))
    return float(vec1 @ mat @ vec2)


@documented
def mju_mulMatMat(res, mat1, mat2):
    """res = mat1 mat2"""
    _shapes(
        "mju_mulMatMat", mat2=(mat2, (mat1.shape[1], mat2.shape[1])), res=(res, (len(mat1), mat2.shape[1]))
    )
    res[:] = mat1 @ mat2


@documented
def mju_mulMatMatT(res, mat1, mat2):
    """res = mat1 mat2'"""
    _shapes("mju_mulMatMatT", mat2=(mat2, (len(mat2), mat1.shape[1])), res=(res, (len(mat1), len(mat2))))
    res[:] = mat1 @ mat2.T


@documented
def mju_mulMatTMat(res, mat1, mat2):
    """res = mat1' mat2"""
    wanted = (mat1.shape[1], mat2.shape[1])
    _shapes("mju_mulMatTMat", mat2=(mat2, (len(mat1), mat2.shape[1])), res=(res, wanted))
    res[:] = mat1.T @ mat2


@documented
def mju_sqrMatTD(res, mat, diag):
    """res = mat' diag mat, or mat' mat when diag is None"""
    n = mat.shape[1]
    _shapes("mju_sqrMatTD", res=(res, (n, n)), diag=(diag, (len(mat),)))
    res[:] = mat.T @ (mat if diag is None else diag[:, None] * mat)


@documented
def mju_cholFactor(mat, mindiag):
    """Lower triangle of mat = L with L L' = mat; diagonals below ``mindiag`` are raised to it; returns the rank."""
    n = len(mat)
    _shapes("mju_cholFactor", mat=(mat, (n, n)))
    rank = n
    for j in range(n):
        pivot = mat[j, j] - mat[j, :j] @ mat[j, :j]
        if pivot < mindiag:
            pivot = mindiag
            rank -= 1
        mat[j, j] = np.sqrt(pivot)
        mat[j + 1 :, j] = (mat[j + 1 :, j] - mat[j + 1 :, :j] @ mat[j, :j]) / mat[j, j]
    return rank


@documented
def mju_cholSolve(res, mat, vec):
    """res = (L L')^-1 vec, L the lower triangle of mat"""
    from scipy.linalg import solve_triangular

    n = len(mat)
    _shapes("mju_cholSolve", mat=(mat, (n, n)), res=(res, (n,)), vec=(vec, (n,)))
    half = solve_triangular(mat, vec, lower=True, check_finite=False)
    res[:] = solve_triangular(mat, half, lower=True, trans=1, check_finite=False)


@documented
def mju_cholUpdate(mat, x, flg_plus):
    """L L' +- x x' in place of L L'; x is used up; returns the rank.

    Source  Gill, Golub, Murray, Saunders 1974, Methods for modifying matrix factorizations
    """
    n = len(mat)
    _shapes("mju_cholUpdate", mat=(mat, (n, n)), x=(x, (n,)))
    sign, rank = (1.0 if flg_plus else -1.0), n
    for k in range(n):
        square = mat[k, k] ** 2 + sign * x[k] ** 2
        if square < mjMINVAL:
            square = mjMINVAL
            rank -= 1
        r = np.sqrt(square)
        c, s = r / mat[k, k], x[k] / mat[k, k]
        mat[k, k] = r
        mat[k + 1 :, k] = (mat[k + 1 :, k] + sign * s * x[k + 1 :]) / c
        x[k + 1 :] = c * x[k + 1 :] - s * mat[k + 1 :, k]
    return rank


@documented
def mju_eig3(eigval, eigvec, quat, mat):
    """Eigenvalues (decreasing), eigenvectors (columns, 9 by rows) and their quaternion of a symmetric matrix (9).

    Returns the number of turns.  Source  Jacobi 1846, see compiler/frames.py
    """
    from gelenk.compiler.frames import eig3

    eigval[:], quat[:], count = eig3(tuple(mat.tolist()))
    eigvec[:] = rotation(quat).ravel()
    return count


@documented
def mju_dense2sparse(res, mat, rownnz, rowadr, colind):
    """CSR of a dense matrix; returns 1 when ``res`` is too small, else 0."""
    _shapes("mju_dense2sparse", rownnz=(rownnz, (len(mat),)), rowadr=(rowadr, (len(mat),)))
    rows, columns = np.nonzero(mat)
    if len(rows) > min(res.size, colind.size):
        return 1
    rownnz[:] = np.bincount(rows, minlength=len(mat))
    rowadr[:] = np.concatenate([[0], np.cumsum(rownnz)[:-1]])
    res[: len(rows)], colind[: len(rows)] = mat[rows, columns], columns
    return 0


@documented
def mju_sparse2dense(res, mat, rownnz, rowadr, colind):
    """Dense matrix of a CSR one."""
    _shapes("mju_sparse2dense", rownnz=(rownnz, (len(res),)), rowadr=(rowadr, (len(res),)))
    res[:] = 0.0
    for r, (adr, n) in enumerate(zip(rowadr, rownnz, strict=True)):
        part = slice(adr, adr + n)
        if adr < 0 or adr + n > min(mat.size, colind.size) or (n and not colind[part].min() >= 0):
            raise ValueError(f"mju_sparse2dense: row {r} reaches outside mat or colind")
        res[r, colind[part]] = mat[part]


def _band_row(i, ntotal, nband, ndense):
    """Where row i of a band matrix is stored: address of its first number, column of that, how many."""
    nsparse = ntotal - ndense
    if i < nsparse:
        width = min(i + 1, nband)
        return i * nband + nband - width, i + 1 - width, width
    return nsparse * nband + (i - nsparse) * ntotal, 0, i + 1


def _band_check(function, mat, ntotal, nband, ndense):
    if ntotal < 0 or nband < 0 or not 0 <= ndense <= ntotal:
        raise ValueError(f"{function}: need 0 <= ndense <= ntotal and nband >= 0")
    size = (ntotal - ndense) * nband + ndense * ntotal
    if mat.size != size:
        raise TypeError(f"{function}: mat must have {size} numbers, not {mat.size}")


@documented
def mju_bandDiag(i, ntotal, nband, ndense):
    """Address of diagonal element i of a band matrix."""
    adr, column, _ = _band_row(i, ntotal, nband, ndense)
    return adr + i - column


def _band_dense(mat, ntotal, nband, ndense, symmetric):
    dense = np.zeros((ntotal, ntotal))
    flat = mat.ravel()
    for i in range(ntotal):
        adr, column, n = _band_row(i, ntotal, nband, ndense)
        dense[i, column : column + n] = flat[adr : adr + n]
    return dense + np.tril(dense, -1).T if symmetric else dense


@documented
def mju_band2Dense(res, mat, ntotal, nband, ndense, flg_sym):
    """Dense matrix of a band one; both triangles if ``flg_sym``."""
    _band_check("mju_band2Dense", mat, ntotal, nband, ndense)
    _shapes("mju_band2Dense", res=(res, (ntotal, ntotal)))
    res[:] = _band_dense(mat, ntotal, nband, ndense, flg_sym)


def _store_band(res, dense, ntotal, nband, ndense):
    for i in range(ntotal):
        adr, column, n = _band_row(i, ntotal, nband, ndense)
        res[adr : adr + n] = dense[i, column : column + n]


@documented
def mju_dense2Band(res, mat, ntotal, nband, ndense):
    """Band matrix of a dense one."""
    _band_check("mju_dense2Band", res, ntotal, nband, ndense)
    _shapes("mju_dense2Band", mat=(mat, (ntotal, ntotal)))
    res[:] = 0.0
    _store_band(res, mat, ntotal, nband, ndense)


@documented
def mju_bandMulMatVec(res, mat, vec, ntotal, nband, ndense, nvec, flg_sym):
    """res = mat vec for ``nvec`` vectors, one after the other."""
    _band_check("mju_bandMulMatVec", mat, ntotal, nband, ndense)
    if vec.size != ntotal * nvec or res.size != vec.size:
        raise TypeError(f"mju_bandMulMatVec: vec and res must have {ntotal * nvec} numbers")
    dense = _band_dense(mat, ntotal, nband, ndense, flg_sym)
    res[:] = (vec.reshape(nvec, ntotal) @ dense.T).ravel()


@documented
def mju_cholFactorBand(mat, ntotal, nband, ndense, diagadd, diagmul):
    """Band Cholesky factor of mat + diagadd + diagmul diag(mat), in place; returns its least pivot, 0 if none."""
    _band_check("mju_cholFactorBand", mat, ntotal, nband, ndense)
    dense = _band_dense(mat, ntotal, nband, ndense, True)
    dense[np.diag_indices(ntotal)] += diagadd + diagmul * np.diag(dense)
    try:
        factor = np.linalg.cholesky(dense)
    except np.linalg.LinAlgError:
        return 0.0
    _store_band(mat, factor, ntotal, nband, ndense)
    return float(np.diag(factor).min()) ** 2


@documented
def mju_cholSolveBand(res, mat, vec, ntotal, nband, ndense):
    """res = (L L')^-1 vec, L the band factor"""
    from scipy.linalg import solve_triangular

    _band_check("mju_cholSolveBand", mat, ntotal, nband, ndense)
    factor = _band_dense(mat, ntotal, nband, ndense, False)
    half = solve_triangular(factor, vec, lower=True, check_finite=False)
    res[:] = solve_triangular(factor, half, lower=True, trans=1, check_finite=False)


@documented
def mju_boxQP(res, R, index, H, g, lower, upper):
    """res = argmin x'Hx/2 + x'g with lower <= x <= upper, from the start value of ``res``.

    R, index: work arrays that keep the factor and indices of the free coordinates. Returns how many are free, -1 when
    H is not positive definite on them.  Source  Tassa, Mansard, Todorov 2014, Control-limited DDP (projected Newton)
    """
    n = g.size
    if H.shape != (n, n) or res.size != n:
        raise TypeError(f"mju_boxQP: H must have shape ({n}, {n}) and res {n} numbers")
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
