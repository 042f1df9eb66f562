"""Dofs that move two bodies, and the rows of efc_J over them, dense or sparse.

Documents: Computation / General framework / Kinematic Jacobians; Computation / Constraint model

A constraint between bodies b1 and b2 depends on the dofs on the paths from b1 and b2 to the world. ``merge_chains``
lists them in ascending order; row r of efc_J then has an entry for each (CSR), or zeros elsewhere (dense).
"""

from gelenk.jit.kernel import kernel


@kernel
def last_dof(m, b):
    """The deepest dof that moves body b, -1 for the world and what is welded to it."""
    w = m.body_weldid[b]
    n = m.body_dofnum[w]
    return m.body_dofadr[w] + n - 1 if n > 0 else -1


@kernel
def merge_chains(m, d, b1, b2, common):
    """List the dofs that move b1 or b2 in d.chain_dof[nv - n:], ascending; returns n.

    chain_side holds 1 for dofs of b1, 2 for dofs of b2, 3 for both. Without ``common`` the list ends where the paths
    join: there two Jacobians of the same point cancel exactly.
    """
    i1, i2 = last_dof(m, b1), last_dof(m, b2)
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


@kernel
def reserve(m, d, rows, nnz, sparse):
    """Take ``rows`` rows of ``nnz`` entries each: the first row, or -1 when the buffers are too small for them.

    Rows that do not fit are still counted, so that the caller learns what to allocate (need_efc, need_J).
    """
    first = d.nefc
    numbers = rows * (nnz if sparse else m.nv)
    start = d.nJ
    d.nefc = first + rows
    d.nJ = start + numbers
    if d.nefc > d.nefcmax or d.nJ > d.nJmax:
        return -1
    for r in range(first, first + rows):
        d.efc_J_rowadr[r] = start + (r - first) * (nnz if sparse else m.nv)
        d.efc_J_rownnz[r] = nnz if sparse else m.nv
    if sparse:
        for r in range(first, first + rows):
            adr = d.efc_J_rowadr[r]
            for k in range(nnz):
                d.efc_J_colind[adr + k] = d.chain_dof[m.nv - nnz + k]
    else:
        for k in range(start, start + numbers):
            d.efc_J[k] = 0.0
    return first


@kernel
def entry(m, d, row, k, nnz, sparse):
    """Where efc_J keeps row ``row`` at the k-th dof of the list."""
    adr = d.efc_J_rowadr[row]
    return adr + k if sparse else adr + d.chain_dof[m.nv - nnz + k]
