"""Dense, sparse and band matrices, factorizations, box QP: mju_mulMatVec, mju_boxQP, ...

Documents: API / Matrix math, Sparse math, Decompositions

The module engine/functions/matrices.py describes the storage of band matrices.
"""

import numpy as np

from gelenk.engine.functions.matrices import start_of
from gelenk.runtime.arguments import documented
from gelenk.tables.levels import is_known
from gelenk.toolchain.extension.load import run_kernel

Array = np.ndarray


def _shares_memory(res: Array, *read: Array) -> bool:
    """Return whether the contiguous output shares memory with an input."""
    return any(np.may_share_memory(res, array) for array in read)


def _copy_if_overlapping(array: Array, res: Array) -> Array:
    """Return the array, or a copy of the array where it shares memory with res."""
    return array.copy() if _shares_memory(res, array) else array


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
    """Compute the symmetric part of a matrix.

    res = (mat + mat') / 2
    """
    res[:] = 0.5 * (mat + mat.T)


@documented
def mju_mulMatVec(res: Array, mat: Array, vec: Array) -> None:
    """Multiply a matrix by a vector.

    res = mat vec
    """
    if _shares_memory(res, mat, vec) or run_kernel("matrix_matrix_t", res, mat, vec, *mat.shape, 1):
        res[:] = mat @ vec


@documented
def mju_mulMatTVec(res: Array, mat: Array, vec: Array) -> None:
    """Multiply a transposed matrix by a vector.

    res = mat' vec
    """
    if _shares_memory(res, mat, vec) or run_kernel("matrix_t_matrix", res, mat, vec, *mat.shape[::-1], 1):
        res[:] = mat.T @ vec


@documented
def mju_mulMatVec3(res: Array, mat: Array, vec: Array) -> None:
    """Multiply a matrix (3, 3) by a vector.

    res = mat vec
    """
    run_kernel("mat3_vector", res, mat, vec)


@documented
def mju_mulMatTVec3(res: Array, mat: Array, vec: Array) -> None:
    """Multiply a transposed matrix (3, 3) by a vector.

    res = mat' vec
    """
    run_kernel("mat3_t_vector", res, mat, vec)


@documented
def mju_mulVecMatVec(vec1: Array, mat: Array, vec2: Array) -> float:
    """Return the bilinear form of a matrix and two vectors.

    Returns    vec1' mat vec2
    """
    return float(run_kernel("vector_matrix_vector", vec1, mat, vec2, *mat.shape))


@documented
def mju_mulMatMat(res: Array, mat1: Array, mat2: Array) -> None:
    """Multiply two matrices.

    res = mat1 mat2
    """
    if _shares_memory(res, mat1, mat2) or run_kernel(
        "matrix_matrix", res, mat1, mat2, *mat1.shape, mat2.shape[1]
    ):
        res[:] = mat1 @ mat2


@documented
def mju_mulMatMatT(res: Array, mat1: Array, mat2: Array) -> None:
    """Multiply a matrix by a transposed matrix.

    res = mat1 mat2'
    """
    if _shares_memory(res, mat1, mat2) or run_kernel(
        "matrix_matrix_t", res, mat1, mat2, *mat1.shape, len(mat2)
    ):
        res[:] = mat1 @ mat2.T


@documented
def mju_mulMatTMat(res: Array, mat1: Array, mat2: Array) -> None:
    """Multiply a transposed matrix by a matrix.

    res = mat1' mat2
    """
    if _shares_memory(res, mat1, mat2) or run_kernel(
        "matrix_t_matrix", res, mat1, mat2, mat1.shape[1], *mat2.shape
    ):
        res[:] = mat1.T @ mat2


@documented
def mju_sqrMatTD(res: Array, mat: Array, diag: Array | None) -> None:
    """Compute the weighted square of a matrix.

    res = mat' diag(diag) mat
    """
    read = (mat,) if diag is None else (mat, diag)
    # a placeholder array, which the kernel does not read without diag
    weights = mat if diag is None else diag
    if _shares_memory(res, *read) or run_kernel(
        "weighted_square", res, mat, weights, diag is not None, *mat.shape
    ):
        res[:] = mat.T @ (mat if diag is None else diag[:, None] * mat)


@documented
def mju_cholFactor(mat: Array, mindiag: float) -> int:
    """Cholesky-factor a symmetric matrix in its lower triangle, raising pivots to mindiag.

    L L' = mat

    Returns    the rank: the number of pivots not below mindiag
    Source     API / mju_cholFactor; Golub, Van Loan 2013, ch. 4.2
    """
    return int(run_kernel("chol_factor", mat, len(mat), mindiag))


@documented
def mju_cholSolve(res: Array, mat: Array, vec: Array) -> None:
    """Solve with a Cholesky factor.

    L L' res = vec
    """
    if _shares_memory(res, mat, vec) or run_kernel("chol_solve", res, mat, vec, len(mat)):
        from scipy.linalg import solve_triangular

        half = solve_triangular(mat, vec, lower=True, check_finite=False)
        res[:] = solve_triangular(mat, half, lower=True, trans=1, check_finite=False)


@documented
def mju_cholUpdate(mat: Array, x: Array, flg_plus: int) -> int:
    """Update a Cholesky factor for an added or subtracted outer product.

    L L' = L L' +- x x'

    Returns    the rank
    Source     API / mju_cholUpdate; Gill, Golub, Murray, Saunders 1974
    """
    return int(run_kernel("chol_update", mat, x, len(x), int(flg_plus != 0)))


@documented
def mju_eig3(eigval: Array, eigvec: Array, quat: Array, mat: Array) -> int:
    """Compute eigenvalues and eigenvectors of a symmetric matrix (3, 3) by Jacobi rotations.

    mat = eigvec diag(eigval) eigvec'; at levels from 3.14 on, up to rounding errors

    Returns    the number of rotations
    Source     API / mju_eig3; Jacobi 1846
    """
    return int(run_kernel("principal_axes", eigval, eigvec, quat, mat, int(is_known("3.14.0"))))


@documented
def mju_dense2sparse(res: Array, mat: Array, rownnz: Array, rowadr: Array, colind: Array) -> int:
    """Convert a dense matrix to compressed rows.

    Returns    0, or 1 where not all entries fit, and nothing is written
    """
    return int(
        run_kernel(
            "dense_to_rows",
            res,
            _copy_if_overlapping(mat, res),
            rownnz,
            rowadr,
            colind,
            res.size,
            colind.size,
            *mat.shape,
        )
    )


@documented
def mju_sparse2dense(res: Array, mat: Array, rownnz: Array, rowadr: Array, colind: Array) -> None:
    """Convert compressed rows to a dense matrix.

    Errors     ValueError: a row reaches outside of mat or colind
               IndexError: a column is outside of res
    """
    res[:] = 0.0
    for r, (adr, n) in enumerate(zip(rowadr.tolist(), rownnz.tolist(), strict=True)):
        part = slice(adr, adr + n)
        if adr < 0 or n < 0 or adr + n > min(mat.size, colind.size):
            raise ValueError(f"mju_sparse2dense: row {r} reaches outside mat or colind")
        if n and not 0 <= colind[part].min() <= colind[part].max() < res.shape[1]:
            raise IndexError(f"mju_sparse2dense: row {r} has columns outside of res")
        res[r, colind[part]] = mat[part]


def _band_check(function: str, mat: Array, ntotal: int, nband: int, ndense: int) -> int:
    """Check the sizes of a band matrix and return its bandwidth, clipped to the matrix.

    nband is unused where all rows are dense.
    """
    if ntotal < 0 or nband < int(ndense < ntotal) or not 0 <= ndense <= ntotal:
        raise ValueError(f"{function}: need 0 <= ndense <= ntotal, and nband >= 1 where ndense < ntotal")
    size = (ntotal - ndense) * nband + ndense * ntotal
    if mat.size != size:
        raise TypeError(f"{function}: mat must have {size} numbers, not {mat.size}")
    return min(nband, size)


@documented
def mju_bandDiag(i: int, ntotal: int, nband: int, ndense: int) -> int:
    """Return the index of a diagonal element of a band matrix.

    Returns    the index into the values of the matrix
    """
    return start_of(i, ntotal - ndense, ntotal, nband) + i


@documented
def mju_band2Dense(res: Array, mat: Array, ntotal: int, nband: int, ndense: int, flg_sym: int) -> None:
    """Convert a band matrix to dense form.

    Errors     TypeError: the size of mat does not fit ntotal, nband, ndense
               ValueError: ndense is not in 0 to ntotal, or nband is negative, or 0 while ndense < ntotal
    """
    nband = _band_check("mju_band2Dense", mat, ntotal, nband, ndense)
    run_kernel(
        "band_to_dense",
        res,
        _copy_if_overlapping(mat, res),
        mat.size,
        ntotal,
        nband,
        ndense,
        int(flg_sym != 0),
    )


@documented
def mju_dense2Band(res: Array, mat: Array, ntotal: int, nband: int, ndense: int) -> None:
    """Convert a dense matrix to band form, keeping the band and the dense rows.

    Errors     TypeError: the size of res does not fit ntotal, nband, ndense
               ValueError: ndense is not in 0 to ntotal, or nband is negative, or 0 while ndense < ntotal
    """
    nband = _band_check("mju_dense2Band", res, ntotal, nband, ndense)
    run_kernel("dense_to_band", res, _copy_if_overlapping(mat, res), res.size, ntotal, nband, ndense)


@documented
def mju_bandMulMatVec(
    res: Array, mat: Array, vec: Array, ntotal: int, nband: int, ndense: int, nvec: int, flg_sym: int
) -> None:
    """Multiply a band matrix by vectors.

    res[i] = mat vec[i]

    Errors     TypeError: the size of mat does not fit ntotal, nband, ndense, or vec and res are not ntotal nvec
               ValueError: ndense is not in 0 to ntotal, or nband is negative, or 0 while ndense < ntotal
    """
    nband = _band_check("mju_bandMulMatVec", mat, ntotal, nband, ndense)
    if vec.size != ntotal * nvec or res.size != vec.size:
        raise TypeError(f"mju_bandMulMatVec: vec and res must have {ntotal * nvec} numbers")
    read = _copy_if_overlapping(mat, res), _copy_if_overlapping(vec, res)
    sizes = mat.size, 1, vec.size, 1, res.size
    run_kernel("band_product", res, *read, *sizes, ntotal, nband, ndense, max(nvec, 0), int(flg_sym != 0))


@documented
def mju_cholFactorBand(
    mat: Array, ntotal: int, nband: int, ndense: int, diagadd: float, diagmul: float
) -> float:
    """Cholesky-factor a symmetric band matrix in place, after additions to its diagonal.

    L L' = mat + diagadd I + diagmul diag(mat)

    Returns    the least pivot; 0 where the matrix is not positive definite, and mat is then partly factored
    Errors     TypeError: the size of mat does not fit ntotal, nband, ndense
               ValueError: ndense is not in 0 to ntotal, or nband is negative, or 0 while ndense < ntotal
    Source     API / mju_cholFactorBand; Golub, Van Loan 2013, ch. 4.3
    """
    nband = _band_check("mju_cholFactorBand", mat, ntotal, nband, ndense)
    least = np.zeros(1)
    run_kernel("band_factor", mat, mat.size, ntotal, nband, ndense, diagadd, diagmul, least)
    return float(least[0])


@documented
def mju_cholSolveBand(res: Array, mat: Array, vec: Array, ntotal: int, nband: int, ndense: int) -> None:
    """Solve with the factor of mju_cholFactorBand.

    L L' res = vec

    Errors     TypeError: the size of mat does not fit ntotal, nband, ndense, or vec and res are not ntotal
               ValueError: ndense is not in 0 to ntotal, or nband is negative, or 0 while ndense < ntotal
               numpy.linalg.LinAlgError: the factor is singular
    """
    nband = _band_check("mju_cholSolveBand", mat, ntotal, nband, ndense)
    if vec.size != ntotal:
        raise TypeError(f"mju_cholSolveBand: vec and res must have {ntotal} numbers")
    read = _copy_if_overlapping(mat, res), _copy_if_overlapping(vec, res)
    if run_kernel("band_solve", res, *read, mat.size, vec.size, ntotal, nband, ndense):
        raise np.linalg.LinAlgError("mju_cholSolveBand: the factor is singular")


@documented
def mju_boxQP(
    res: Array, R: Array, index: Array | None, H: Array, g: Array, lower: Array | None, upper: Array | None
) -> int:
    """Minimize a quadratic function in a box, by projected Newton steps.

    res = argmin 1/2 x' H x + x' g,  lower <= x <= upper

    Returns    the number of free coordinates nfree; -1 where H is not positive definite on them
    Errors     TypeError: R or index is too small
    Source     API / mju_boxQP; Tassa, Mansard, Todorov 2014
    """
    n = g.size
    if R.size < n * n or (index is not None and index.size < n):
        raise TypeError(f"mju_boxQP: R needs room for {n} x {n + 7} numbers, index for {n}")
    work = R if R.size >= n * (n + 7) else np.zeros((n, n + 7))
    limits = (
        g if lower is None else lower,
        g if upper is None else upper,
    )  # placeholders: the kernel does not read absent limits
    given = (lower is not None) + 2 * (upper is not None) + 4 * (index is not None)
    free = np.zeros(0, np.int32) if index is None else index
    nfree = int(run_kernel("box_minimum", res, work, free, H, g, *limits, n, *work.shape, free.size, given))
    if work is not R and nfree > 0:
        R.ravel()[: nfree * nfree] = work.ravel()[: nfree * nfree]
    return nfree
