"""Linear algebra of stages: sparse rows, 3-by-3 eigenvectors, chains of dofs.

Documents: API / Sparse math; API / mju_eig3; XML reference / Frame orientations; Computation / Physical simulation;
Computation / General framework / Kinematic Jacobians

A matrix in compressed rows is ``rownnz, rowadr, colind``: row r has rownnz[r] values at rowadr[r], columns ascending.
Eigenvectors of symmetric 3-by-3 matrices are returned as a unit quaternion.

The chain of a dof consists of the dof and its ancestors in the kinematic tree. `merge_chains` lists the dofs that move
either of two bodies.
"""

import math

from gelenk.algebra.vec import Mat3, Quat, Vec3, dot, mul_quat, pick, quat_to_mat
from gelenk.tables.enums import mjMINVAL, mjtJacobian
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Ints, Model, View

EIGEN_SMALL = 1e-12  # off-diagonal entries and differences of eigenvalues that count as zero
EIGEN_ZERO = 4e-15  # off-diagonal entries that count as zero from 4.0 on, relative to the largest entry
MAX_ROTATIONS = 500  # iteration limit; one Jacobi rotation an iteration


@kernel
def normalize_or_identity(q: Quat) -> Quat:
    """Return the normalized quaternion; the identity for a zero quaternion."""
    w, x, y, z = q
    length = math.sqrt(w * w + x * x + y * y + z * z)
    if length < mjMINVAL:
        return 1.0, 0.0, 0.0, 0.0
    return q if abs(length - 1.0) < mjMINVAL else (w / length, x / length, y / length, z / length)


@kernel
def transform_symmetric(mat: Mat3, q: Quat) -> tuple[Vec3, Vec3]:
    """Express a symmetric matrix in the frame q.

    Returns the diagonal, and the off-diagonal elements (yz, xz, xy).
    """
    xx, xy, xz, _, yy, yz, _, _, zz = mat
    r0, r1, r2, r3, r4, r5, r6, r7, r8 = quat_to_mat(q)
    x, y, z = (r0, r3, r6), (r1, r4, r7), (r2, r5, r8)
    mx = (xx * r0 + xy * r3 + xz * r6, xy * r0 + yy * r3 + yz * r6, xz * r0 + yz * r3 + zz * r6)
    my = (xx * r1 + xy * r4 + xz * r7, xy * r1 + yy * r4 + yz * r7, xz * r1 + yz * r4 + zz * r7)
    mz = (xx * r2 + xy * r5 + xz * r8, xy * r2 + yy * r5 + yz * r8, xz * r2 + yz * r5 + zz * r8)
    return (dot(x, mx), dot(y, my), dot(z, mz)), (dot(y, mz), dot(x, mz), dot(x, my))


@kernel
def eig3(mat: Mat3) -> tuple[Vec3, Quat, int]:
    """Diagonalize a symmetric matrix (by rows) with the absolute tolerance 1e-12, as in 3.5.0."""
    return diagonalize(mat, EIGEN_SMALL, EIGEN_SMALL, EIGEN_SMALL)


@kernel
def eig3_relative(mat: Mat3, small: float, alike: float) -> tuple[Vec3, Quat, int]:
    """Diagonalize a symmetric matrix (by rows) with tolerances relative to its largest entry.

    small, alike   as of `diagonalize`, in units of the largest entry; in 4.0.0, EIGEN_ZERO and EIGEN_SMALL
    """
    scale = max(
        max(abs(mat[0]), abs(mat[4]), abs(mat[8])),
        max(abs(mat[1]), abs(mat[2]), abs(mat[5])),
        mjMINVAL * mjMINVAL,
    )
    return diagonalize(mat, small * scale, alike * scale, -1.0)


@kernel
def diagonalize(mat: Mat3, small: float, alike: float, still: float) -> tuple[Vec3, Quat, int]:
    """Diagonalize a symmetric matrix (by rows) with Jacobi rotations.

    Returns the eigenvalues, largest first, the rotation to their axes, and the number of rotations.
    Each rotation clears the largest off-diagonal entry (Jacobi 1846), until all are small; the frame is a
    quaternion. Quarter turns then sort the axes.

    small   off-diagonal entries that count as zero
    alike   differences of eigenvalues that count as zero
    still   1 - cosine of the rotation angle below which the iteration ends without this rotation
    """
    q = (1.0, 0.0, 0.0, 0.0)
    diag, count = (mat[0], mat[4], mat[8]), 0
    for turn in range(MAX_ROTATIONS):
        count = turn
        diag, off = transform_symmetric(mat, q)
        k = 1 if abs(off[1]) > abs(off[0]) else 0
        k = 2 if abs(off[2]) > abs(pick(off, k)) else k
        if abs(pick(off, k)) < small:
            break
        i, j = 1 if k == 0 else 0, 1 if k == 2 else 2
        tau = (pick(diag, j) - pick(diag, i)) / (2.0 * pick(off, k))
        t = (1.0 if tau >= 0.0 else -1.0) / (abs(tau) + math.sqrt(1.0 + tau * tau))
        c = 1.0 / math.sqrt(1.0 + t * t)
        if c > 1.0 - still:  # a rotation below 1.4e-6 rad, which 3.5.0 does not apply
            break
        # the rotation from axis j to i is positive about y, negative about x and z
        c, s = math.cos(0.5 * math.atan(t)), math.sin(0.5 * math.atan(t if k == 1 else -t))
        q = normalize_or_identity(
            mul_quat(q, (c, s if k == 0 else 0.0, s if k == 1 else 0.0, s if k == 2 else 0.0))
        )
    values, q = sort_axes(diag, q, alike)
    return values, q, count


@kernel
def sort_axes(values: Vec3, q: Quat, alike: float) -> tuple[Vec3, Quat]:
    """Sort eigenvalues in decreasing order (stable), and rotate their frame to match.

    alike   differences that count as zero
    """
    a, b, c = values
    h = math.sqrt(0.5)
    for turn in range(3):
        if turn != 1 and a + alike < b:
            a, b = b, a
            q = mul_quat(q, (h, 0.0, 0.0, h))
        if turn == 1 and b + alike < c:
            b, c = c, b
            q = mul_quat(q, (h, h, 0.0, 0.0))
    return (a, b, c), normalize_or_identity(q)


SPARSE_NV = 60  # number of dofs from which jacobian="auto" is sparse


@kernel
def is_sparse(m: Model) -> bool:
    """Return whether constraint and tendon Jacobians are stored sparse (mj_isSparse)."""
    return m.opt.jacobian == mjtJacobian.mjJAC_SPARSE or (
        m.opt.jacobian != mjtJacobian.mjJAC_DENSE and m.nv >= SPARSE_NV
    )


@kernel
def zero(a: View, n: int) -> None:
    """a[0..n) = 0"""
    for i in range(n):
        a[i] = 0.0


@kernel
def copy(dst: View, src: View, n: int) -> None:
    """dst[0..n) = src[0..n)"""
    for i in range(n):
        dst[i] = src[i]


@kernel
def dot_sparse(values: View, colind: Ints, nnz: int, dense: View) -> float:
    """Return the sum of values[k] * dense[colind[k]]."""
    total = 0.0
    for k in range(nnz):
        total += values[k] * dense[colind[k]]
    return total


@kernel
def dot_dense(a: View, b: View, n: int) -> float:
    """Return the sum of a[i] * b[i]."""
    total = 0.0
    for i in range(n):
        total += a[i] * b[i]
    return total


@kernel
def insert_entry(values: View, colind: Ints, nnz: int, column: int, value: float) -> int:
    """Add ``value`` at ``column`` of a sparse row with nnz entries, columns ascending.

    Equal columns add up. Returns the new number of entries. Appending at the end, the usual case, moves no entry.
    """
    k = nnz
    while k > 0 and colind[k - 1] > column:
        k -= 1
    if k > 0 and colind[k - 1] == column:
        values[k - 1] += value
        return nnz
    j = nnz
    while j > k:
        values[j] = values[j - 1]
        colind[j] = colind[j - 1]
        j -= 1
    values[k] = value
    colind[k] = column
    return nnz + 1


# Chains of dofs along the kinematic tree


@kernel
def last_dof(m: Model, b: int) -> int:
    """Return the deepest dof that moves body b, -1 for static bodies."""
    w = m.body_weldid[b]
    n = m.body_dofnum[w]
    return m.body_dofadr[w] + n - 1 if n > 0 else -1


# The chain of dof i is the dof and its ancestors, ascending: D_colind[D_rowadr[i]:], D_diag[i] + 1 elements. Dofs
# follow the order of bodies, so two chains share a prefix. After the prefix they do not interleave: the dofs of the
# chain with the lower last dof all precede those of the other chain.


@kernel
def common_dofs(m: Model, i: int, k: int) -> int:
    """Return the number of dofs that the chains of dofs i and k (-1 for none) share."""
    if i < 0 or k < 0:
        return 0
    a, b, n = m.D_rowadr[i], m.D_rowadr[k], min(m.D_diag[i], m.D_diag[k]) + 1
    same = 0
    while same < n and m.D_colind[a + same] == m.D_colind[b + same]:
        same += 1
    return same


@kernel
def copy_chain(m: Model, i: int, skip: int, out: Ints) -> int:
    """Copy the chain of dof i (-1: empty) without its first ``skip`` dofs; return its length."""
    if i < 0:
        return 0
    adr, n = m.D_rowadr[i] + skip, m.D_diag[i] + 1 - skip
    for k in range(n):
        out[k] = m.D_colind[adr + k]
    return n


@kernel
def list_chain(m: Model, d: Data, i: int, side: int) -> int:
    """Write chain_dof and chain_side, as merge_chains does, for the chain of dof i alone."""
    n = m.D_diag[i] + 1
    copy_chain(m, i, 0, d.chain_dof[m.nv - n :])
    for k in range(m.nv - n, m.nv):
        d.chain_side[k] = side
    return n


@kernel
def merge_chains(m: Model, d: Data, b1: int, b2: int, common: bool) -> int:
    """List the dofs that move b1 or b2 in d.chain_dof[nv - n:], ascending; return n.

    chain_side holds 1 for dofs of b1, 2 for dofs of b2, 3 for both. Without ``common``, shared dofs are left
    out, since there the Jacobians of the same point on both bodies cancel exactly.
    """
    i1, i2 = last_dof(m, b1), last_dof(m, b2)
    if i1 < 0 and i2 >= 0:
        return list_chain(m, d, i2, 2)
    if i2 < 0 and i1 >= 0:
        return list_chain(m, d, i1, 1)
    end = m.nv
    while i1 >= 0 or i2 >= 0:
        if i1 == i2 and not common:
            break
        end -= 1
        dof = max(i1, i2)
        side = 0
        if i1 == dof:
            side += 1
            i1 = m.dof_parentid[i1]
        if i2 == dof:
            side += 2
            i2 = m.dof_parentid[i2]
        d.chain_dof[end] = dof
        d.chain_side[end] = side
    return m.nv - end
