"""Sparsity patterns of the matrices of a model, which follow from its kinematic tree.

Documents: Computation / General framework (sparse inertia matrix); Modeling / MJModel

chain(i)   dof i with all dofs between it and the root, in increasing order
M          inertia matrix, lower triangle by rows: row i is chain(i); only i if the dof is simple
qM         inertia matrix in the older order: row i is i, its parent, its parent's parent, ... (dof_Madr)
D          derivative of dofs by dofs: row i is chain(i) and all dofs below i
B          bodies by dofs: the dofs that move the body and all dofs below the body
"""

from gelenk.algebra.linalg import last_dof
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Model


@kernel
def count_dofs(m: Model) -> None:
    """Write row lengths and addresses of M, D and qM.

    D_diag is the index of i in chain(i).
    """
    for i in range(m.nv):
        p = m.dof_parentid[i]
        m.D_diag[i] = m.D_diag[p] + 1 if p >= 0 else 0
        m.D_rownnz[i] = 0
        while p >= 0:
            m.D_rownnz[p] += 1
            p = m.dof_parentid[p]
    old = mass = derivative = 0
    for i in range(m.nv):
        n = m.D_diag[i] + 1
        m.dof_Madr[i] = old
        m.M_rowadr[i] = mass
        m.D_rowadr[i] = derivative
        m.M_rownnz[i] = 1 if m.dof_simplenum[i] > 0 else n
        old += n
        mass += m.M_rownnz[i]
        derivative += n + m.D_rownnz[i]


@kernel
def list_dofs(m: Model) -> None:
    """Write the columns of D: chain(i) first, then the dofs below i in order.

    D_rownnz counts them.
    """
    for i in range(m.nv):
        j = i
        for k in range(m.D_diag[i], -1, -1):
            m.D_colind[m.D_rowadr[i] + k] = j
            j = m.dof_parentid[j]
        m.D_rownnz[i] = m.D_diag[i] + 1
        j = m.dof_parentid[i]
        while j >= 0:
            m.D_colind[m.D_rowadr[j] + m.D_rownnz[j]] = i
            m.D_rownnz[j] += 1
            j = m.dof_parentid[j]


@kernel
def map_dofs(m: Model) -> None:
    """Write the columns of M, and the maps between elements of M, qM and D.

    -1 marks elements that are always zero in M.
    """
    for i in range(m.nv):
        chain, row, n = m.D_rowadr[i], m.M_rowadr[i], m.M_rownnz[i]
        for k in range(n):
            j = m.D_colind[chain + k] if m.dof_simplenum[i] == 0 else i
            m.M_colind[row + k] = j
            m.mapM2M[row + k] = m.dof_Madr[i] + m.D_diag[i] - m.D_diag[j]
            m.mapD2M[row + k] = chain + m.D_diag[j]
        for k in range(chain, chain + m.D_rownnz[i]):
            low, high = min(m.D_colind[k], i), max(m.D_colind[k], i)
            if m.dof_simplenum[high] == 0:
                m.mapM2D[k] = m.M_rowadr[high] + m.D_diag[low]
            else:
                m.mapM2D[k] = m.M_rowadr[high] if low == high else -1


@kernel
def list_bodies(m: Model) -> None:
    """Write the rows of B: for each body the dofs that move it and the dofs below it.

    Dofs are in the order of bodies, so the dofs below a body are one range; during the count, B_rowadr and B_rownnz
    hold the start and the end of this range.
    """
    count = 0
    for b in range(m.nbody):
        count += m.body_dofnum[b]
        m.B_rowadr[b] = count
        m.B_rownnz[b] = count
    for b in range(m.nbody - 1, 0, -1):
        p = m.body_parentid[b]
        m.B_rownnz[p] = max(m.B_rownnz[p], m.B_rownnz[b])
    adr = 0
    for b in range(m.nbody):
        first, end, last = m.B_rowadr[b], m.B_rownnz[b], last_dof(m, b)
        m.B_rowadr[b] = adr
        if last >= 0:
            for k in range(m.D_diag[last] + 1):
                m.B_colind[adr + k] = m.D_colind[m.D_rowadr[last] + k]
            adr += m.D_diag[last] + 1
        for i in range(first, end):
            m.B_colind[adr + i - first] = i
        adr += end - first
        m.B_rownnz[b] = adr - m.B_rowadr[b]


@kernel
def sparsity(m: Model) -> None:
    """Compute the patterns of M, qM, D and B from dof_parentid, dof_simplenum and the bodies."""
    count_dofs(m)
    list_dofs(m)
    map_dofs(m)
    list_bodies(m)
