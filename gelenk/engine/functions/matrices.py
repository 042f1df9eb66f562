"""Operations on small matrices, dense, band or sparse; checksum of a binary model file.

Documents: API / Matrix math; API / Decompositions; API / Sparse math; API / MJB

Products: mju_mulMatVec, mju_mulMatMat, ... Matrices are row-major; a vector is one row or one column. Large products
are left to numpy, which is faster: the kernels then return NO and do nothing.

Band matrices: mju_band2Dense, mju_dense2Band, mju_bandMulMatVec, mju_cholFactorBand, mju_cholSolveBand. A band matrix
stores, for each of the first ntotal - ndense rows, the nband elements that end at the diagonal, then the last ndense
rows in full: the arrow shape of cloth and trees with a dense border. Only the lower triangle counts.

Matrices in compressed rows: mju_dense2sparse, mju_sparse2dense.

Decompositions: mju_cholFactor, mju_cholSolve, mju_cholUpdate, mju_eig3; of a Cholesky factor only the lower triangle is
read or written.

Checksum of a binary model file: row and column sums of the 64-bit words of its arrays. Words are int64, and so are
their sums, which wrap around. Eight rows are summed at once, so that column sums are loaded and stored an eighth as
often.
"""

import math

from gelenk.algebra.linalg import EIGEN_SMALL, EIGEN_ZERO, eig3, eig3_relative
from gelenk.algebra.vec import get4, quat_to_mat, set3
from gelenk.engine.functions import NO
from gelenk.engine.functions.rotations import get9, set4
from gelenk.tables.enums import mjMINVAL
from gelenk.toolchain import memory
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Ints, View

MOST_MULTIPLICATIONS = 1 << 14  # number of multiplications above which numpy is faster


@kernel
def matrix_matrix(res: View, a: View, b: View, rows: int, inner: int, columns: int) -> int:
    """res = a b"""
    if rows * columns * inner > MOST_MULTIPLICATIONS:
        return NO
    for i in range(rows):
        for j in range(columns):
            res[i * columns + j] = 0.0
        for k in range(inner):
            for j in range(columns):
                res[i * columns + j] += a[i * inner + k] * b[k * columns + j]
    return 0


@kernel
def matrix_matrix_t(res: View, a: View, b: View, rows: int, inner: int, columns: int) -> int:
    """res = a b'"""
    if rows * columns * inner > MOST_MULTIPLICATIONS:
        return NO
    for i in range(rows):
        for j in range(columns):
            total = 0.0
            for k in range(inner):
                total += a[i * inner + k] * b[j * inner + k]
            res[i * columns + j] = total
    return 0


@kernel
def matrix_t_matrix(res: View, a: View, b: View, rows: int, inner: int, columns: int) -> int:
    """res = a' b"""
    if rows * columns * inner > MOST_MULTIPLICATIONS:
        return NO
    for i in range(rows):
        for j in range(columns):
            res[i * columns + j] = 0.0
        for k in range(inner):
            for j in range(columns):
                res[i * columns + j] += a[k * rows + i] * b[k * columns + j]
    return 0


@kernel
def weighted_square(res: View, mat: View, diag: View, given: int, rows: int, columns: int) -> int:
    """res = mat' diag(diag) mat, or mat' mat if diag is not given"""
    if rows * columns * columns > MOST_MULTIPLICATIONS:
        return NO
    for i in range(columns * columns):
        res[i] = 0.0
    for k in range(rows):
        for i in range(columns):
            x = mat[k * columns + i] * (diag[k] if given else 1.0)
            for j in range(columns):
                res[i * columns + j] += x * mat[k * columns + j]
    return 0


@kernel
def identity(mat: View, n: int) -> None:
    """mat = I"""
    for i in range(n * n):
        mat[i] = 0.0
    for i in range(n):
        mat[i * n + i] = 1.0


@kernel
def transposed(res: View, a: View, rows: int, columns: int) -> None:
    """res = a'"""
    for i in range(rows):
        for j in range(columns):
            res[j * rows + i] = a[i * columns + j]


@kernel
def symmetric_part(res: View, a: View, n: int) -> None:
    """res = (a + a') / 2"""
    for i in range(n):
        for j in range(n):
            res[i * n + j] = 0.5 * (a[i * n + j] + a[j * n + i])


@kernel
def vector_matrix_vector(a: View, mat: View, b: View, rows: int, columns: int) -> float:
    """a' mat b"""
    total = 0.0
    for i in range(rows):
        row = 0.0
        for j in range(columns):
            row += mat[i * columns + j] * b[j]
        total += a[i] * row
    return total


WIDE_ADDRESSES = 1 << 31  # size from which addresses may exceed 64 bits


@kernel
def fits(size: int, ntotal: int, nband: int, ndense: int) -> bool:
    """Return whether a band matrix of these sizes has ``size`` elements."""
    if ndense < 0 or ntotal < ndense or nband < 0 or (ntotal > ndense and (nband < 1 or nband > size)):
        return False
    return ntotal <= size and (ntotal - ndense) * nband + ndense * ntotal == size


@kernel
def start_of(i: int, nsparse: int, ntotal: int, nband: int) -> int:
    """Return the (virtual) address of column 0 of row i; column j follows at distance j."""
    return i * nband + nband - 1 - i if i < nsparse else nsparse * nband + (i - nsparse) * ntotal


@kernel
def first_of(i: int, nsparse: int, nband: int) -> int:
    """Return the first stored column of row i."""
    return i + 1 - nband if i < nsparse and i + 1 > nband else 0


@kernel
def band_diagonal(i: int, ntotal: int, nband: int, ndense: int) -> int:
    """Return the address of the diagonal element of row i; -1 for sizes beyond 64 bits."""
    if min(i, ntotal, nband, ndense) < 0 or max(i, ntotal, nband, ndense) >= WIDE_ADDRESSES:
        return -1
    return start_of(i, ntotal - ndense, ntotal, nband) + i


@kernel
def band_to_dense(res: View, mat: View, size: int, ntotal: int, nband: int, ndense: int, flg_sym: int) -> int:
    """res (ntotal, ntotal) = mat, or its lower triangle; return NO if sizes do not match."""
    if not fits(size, ntotal, nband, ndense):
        return NO
    for i in range(ntotal * ntotal):
        res[i] = 0.0
    for i in range(ntotal):
        start = start_of(i, ntotal - ndense, ntotal, nband)
        for j in range(first_of(i, ntotal - ndense, nband), i + 1):
            res[i * ntotal + j] = mat[start + j]
            if flg_sym != 0:
                res[j * ntotal + i] = mat[start + j]
    return 0


@kernel
def dense_to_band(res: View, mat: View, size: int, ntotal: int, nband: int, ndense: int) -> int:
    """res = band part of mat (ntotal, ntotal); return NO if sizes do not match."""
    if not fits(size, ntotal, nband, ndense):
        return NO
    for i in range(size):
        res[i] = 0.0
    for i in range(ntotal):
        start = start_of(i, ntotal - ndense, ntotal, nband)
        for j in range(first_of(i, ntotal - ndense, nband), i + 1):
            res[start + j] = mat[i * ntotal + j]
    return 0


@kernel
def band_product(
    res: View, mat: View, vec: View, rows: int, columns: int, vectors: int, length: int, size: int,
    ntotal: int, nband: int, ndense: int, nvec: int, flg_sym: int,
) -> int:  # fmt: skip
    """res[v] = mat vec[v] for res (size), mat (rows, columns), vec (vectors, length)

    Returns NO if sizes do not match.
    """
    if not fits(rows * columns, ntotal, nband, ndense) or size != ntotal * nvec or vectors * length != size:
        return NO
    for v in range(nvec):
        at = v * ntotal
        for i in range(ntotal):
            start = start_of(i, ntotal - ndense, ntotal, nband)
            total = 0.0  # sum by columns, in the order of a dense row
            for j in range(first_of(i, ntotal - ndense, nband), i):
                total += mat[start + j] * vec[at + j]
                if flg_sym != 0:
                    res[at + j] += mat[start + j] * vec[at + i]
            res[at + i] = total + mat[start + i] * vec[at + i]
    return 0


@kernel
def factor_row(mat: View, i: int, nsparse: int, ntotal: int, nband: int) -> float:
    """Factorize row i in place, after the rows above; return its pivot.

    The diagonal of the factor is the square root of the pivot.
    """
    start, first = start_of(i, nsparse, ntotal, nband), first_of(i, nsparse, nband)
    pivot = mat[start + i]
    for j in range(first, i):
        above = start_of(j, nsparse, ntotal, nband)
        total = mat[start + j]
        for k in range(max(first, first_of(j, nsparse, nband)), j):
            total -= mat[start + k] * mat[above + k]
        total /= mat[above + j]
        mat[start + j] = total
        pivot -= total * total
    return pivot


@kernel
def band_factor(
    mat: View, size: int, ntotal: int, nband: int, ndense: int, diagadd: float, diagmul: float, out: View
) -> int:
    """L L' = mat + diagadd I + diagmul diag(mat), in place

    out = the smallest pivot, 0 if one is not positive. Returns NO if sizes do not match.
    """
    if not fits(size, ntotal, nband, ndense):
        return NO
    out[0] = 0.0
    least = math.inf
    for i in range(ntotal):
        at = start_of(i, ntotal - ndense, ntotal, nband) + i
        mat[at] += diagadd + diagmul * mat[at]
        pivot = factor_row(mat, i, ntotal - ndense, ntotal, nband)
        if not pivot > 0.0:
            return 0
        mat[at] = math.sqrt(pivot)
        least = min(least, pivot)
    out[0] = least
    return 0


@kernel
def band_solve(
    res: View, mat: View, vec: View, size: int, numbers: int, ntotal: int, nband: int, ndense: int
) -> int:
    """Solve L L' res = vec; return NO if sizes do not match, or L is singular."""
    if not fits(size, ntotal, nband, ndense) or numbers != ntotal:
        return NO
    nsparse = ntotal - ndense
    for i in range(ntotal):
        if mat[start_of(i, nsparse, ntotal, nband) + i] == 0.0:
            return NO
    for i in range(ntotal):
        start = start_of(i, nsparse, ntotal, nband)
        total = vec[i]
        for k in range(first_of(i, nsparse, nband), i):
            total -= mat[start + k] * res[k]
        res[i] = total / mat[start + i]
    for j in range(ntotal):
        i = ntotal - 1 - j
        start = start_of(i, nsparse, ntotal, nband)
        res[i] /= mat[start + i]
        for k in range(first_of(i, nsparse, nband), i):
            res[k] -= mat[start + k] * res[i]
    return 0


@kernel
def dense_to_rows(
    res: View, mat: View, rownnz: Ints, rowadr: Ints, colind: Ints, room: int, places: int, rows: int, columns: int
) -> int:  # fmt: skip
    """Write mat (rows, columns) in compressed rows.

    Returns 1, without effect, if the buffers are too small.
    """
    total = 0
    for i in range(rows * columns):
        if mat[i] != 0.0:
            total += 1
    if total > min(room, places):
        return NO
    end = 0
    for r in range(rows):
        start = end
        for c in range(columns):
            x = mat[r * columns + c]
            if x != 0.0:
                res[end] = x
                colind[end] = c
                end += 1
        rownnz[r] = end - start
        rowadr[r] = start
    return 0


@kernel
def rows_to_dense(
    res: View, mat: View, rownnz: Ints, rowadr: Ints, colind: Ints, room: int, places: int, rows: int, columns: int
) -> int:  # fmt: skip
    """res (rows, columns) = mat

    Returns NO, without effect, if a row or a column index is out of range.
    """
    for r in range(rows):
        adr, n = rowadr[r], rownnz[r]
        if adr < 0 or n < 0 or adr + n > min(room, places):
            return NO
        for k in range(adr, adr + n):
            if colind[k] < 0 or colind[k] >= columns:
                return NO
    for i in range(rows * columns):
        res[i] = 0.0
    for r in range(rows):
        for k in range(rowadr[r], rowadr[r] + rownnz[r]):
            res[r * columns + colind[k]] = mat[k]
    return 0


@kernel
def chol_factor(mat: View, n: int, mindiag: float) -> int:
    """L L' = mat, in place; return the rank.

    Pivots below mindiag are raised to mindiag; the rank counts the pivots that are not raised.
    """
    rank = n
    for j in range(n):
        pivot = mat[j * n + j]
        for k in range(j):
            pivot -= mat[j * n + k] * mat[j * n + k]
        if pivot < mindiag:
            pivot = mindiag
            rank -= 1
        root = math.sqrt(pivot) if pivot >= 0.0 else math.nan
        mat[j * n + j] = root
        for i in range(j + 1, n):
            total = mat[i * n + j]
            for k in range(j):
                total -= mat[i * n + k] * mat[j * n + k]
            mat[i * n + j] = total / root
    return rank


@kernel
def chol_solve(res: View, mat: View, vec: View, n: int) -> int:
    """Solve L L' res = vec; return NO, without effect, if L is singular or large."""
    if n * n > MOST_MULTIPLICATIONS:
        return NO
    for i in range(n):
        if mat[i * n + i] == 0.0:
            return NO
    for i in range(n):
        total = vec[i]
        for k in range(i):
            total -= mat[i * n + k] * res[k]
        res[i] = total / mat[i * n + i]
    for j in range(n):
        i = n - 1 - j
        total = res[i]
        for k in range(i + 1, n):
            total -= mat[k * n + i] * res[k]
        res[i] = total / mat[i * n + i]
    return 0


@kernel
def chol_update(mat: View, x: View, n: int, flg_plus: int) -> int:
    """L L' = L L' +- x x', in place; return the rank.

    x is overwritten. Pivots below mjMINVAL are raised to mjMINVAL; the rank counts the pivots that are not raised.
    """
    sign, rank = 1.0 if flg_plus != 0 else -1.0, n
    for k in range(n):
        old = mat[k * n + k]
        square = old * old + sign * x[k] * x[k]
        if square < mjMINVAL:
            square = mjMINVAL
            rank -= 1
        r = math.sqrt(square)
        c, s = r / old, x[k] / old
        mat[k * n + k] = r
        for i in range(k + 1, n):
            mat[i * n + k] = (mat[i * n + k] + sign * s * x[i]) / c
            x[i] = c * x[i] - s * mat[i * n + k]
    return rank


@kernel
def principal_axes(eigval: View, eigvec: View, quat: View, mat: View, relative: int) -> int:
    """Decompose a symmetric matrix (3, 3): mat = eigvec diag(eigval) eigvec'.

    Also writes quat, the quaternion of eigvec. Returns the number of Jacobi rotations.
    relative   whether tolerances are relative to the largest entry, as from release 3.14 on
    """
    a = get9(mat)
    values, q, count = eig3_relative(a, EIGEN_ZERO, EIGEN_SMALL) if relative != 0 else eig3(a)
    set3(eigval, 0, values)
    set4(quat, q)
    r = quat_to_mat(get4(quat, 0))
    for i in range(9):
        eigvec[i] = r[i]
    return count


# Checksum of a binary model file

COLUMNS = 512
WORD_BYTES = 8  # [bytes]
WORD_ROW_BYTES = WORD_BYTES * COLUMNS  # [bytes] of a row of words


@kernel
def add_row(at: int, of_columns: Ints) -> int:
    """Add the row of words at an address to of_columns (COLUMNS); return the sum of the row."""
    words, total = memory.words(at, COLUMNS), 0
    for j in range(COLUMNS):
        total += words[j]
        of_columns[j] += words[j]
    return total


@kernel
def add_rows(at: int, of_columns: Ints, sums: Ints) -> None:
    """Add eight rows of words to of_columns, and write their sums to sums (8); see add_row."""
    w, c = memory.words(at, 8 * COLUMNS), COLUMNS
    t0, t1, t2, t3, t4, t5, t6, t7 = 0, 0, 0, 0, 0, 0, 0, 0
    for j in range(COLUMNS):
        w0, w1, w2, w3 = w[j], w[j + c], w[j + 2 * c], w[j + 3 * c]
        w4, w5, w6, w7 = w[j + 4 * c], w[j + 5 * c], w[j + 6 * c], w[j + 7 * c]
        t0, t1, t2, t3 = t0 + w0, t1 + w1, t2 + w2, t3 + w3
        t4, t5, t6, t7 = t4 + w4, t5 + w5, t6 + w6, t7 + w7
        of_columns[j] += w0 + w1 + w2 + w3 + w4 + w5 + w6 + w7
    sums[0], sums[1], sums[2], sums[3] = t0, t1, t2, t3
    sums[4], sums[5], sums[6], sums[7] = t4, t5, t6, t7


@kernel
def sum_words(at: int, into: int, nrow: int, to: int, nbyte: int) -> None:
    """Write the sums (nrow + COLUMNS) of the rows and of the columns of words (nrow, COLUMNS).

    at, into    addresses of the words and of the sums
    to, nbyte   destination and size [bytes] of a copy of the data at ``at``, made while rows are in the cache; groups
                of eight rows are copied with non-temporal stores, because a large model would evict the caches
    """
    of_rows, of_columns = memory.words(into, nrow), memory.words(into + WORD_BYTES * nrow, COLUMNS)
    for j in range(COLUMNS):
        of_columns[j] = 0
    copied = min((memory.NONTEMPORAL_BYTES - to % memory.NONTEMPORAL_BYTES) % memory.NONTEMPORAL_BYTES, nbyte)
    memory.copy(to, at, copied)
    whole = nrow - nrow % 8
    for row in range(0, whole, 8):
        add_rows(at + WORD_ROW_BYTES * row, of_columns, of_rows[row:])
        if copied + 8 * WORD_ROW_BYTES <= nbyte:
            memory.copy_nontemporal(to + copied, at + copied, 8 * WORD_ROW_BYTES)
            copied += 8 * WORD_ROW_BYTES
    memory.fence()
    memory.copy(to + copied, at + copied, nbyte - copied)
    for row in range(whole, nrow):
        of_rows[row] = add_row(at + WORD_ROW_BYTES * row, of_columns)
