"""Allocation of rows of efc_J, dense or sparse, over the dofs that move two bodies.

Documents: Computation / General framework / Kinematic Jacobians; Computation / Constraint model

A constraint between bodies b1 and b2 depends on the dofs on the paths from b1 and b2 to the world body.
``merge_chains`` lists them in ascending order; row r of efc_J then has an entry for each (CSR), or zeros elsewhere
(dense).
"""

from gelenk.toolchain.kernel import kernel, spread
from gelenk.toolchain.kernel_types import Data, Model


@kernel
def allocate_rows(d: Data, rows: int, numbers: int) -> int:
    """Allocate ``rows`` rows with ``numbers`` entries in all; return the first or -1.

    Rows that do not fit are still counted, so that the caller learns what to allocate (need_efc, need_J); all later
    rows do not fit either.
    """
    first = d.nefc
    d.nefc = first + rows
    d.nJ += numbers
    if d.nefc > d.nefcmax or d.nJ > d.nJmax:
        return -1
    d.kept_efc = d.nefc
    d.kept_J = d.nJ
    return first


@kernel
def reserve(m: Model, d: Data, rows: int, nnz: int, sparse: bool) -> int:
    """Allocate ``rows`` rows of ``nnz`` entries over the listed dofs; return the first.

    Returns -1 as take_rows does.
    """
    numbers = rows * (nnz if sparse else m.nv)
    start = d.nJ
    first = allocate_rows(d, rows, numbers)
    if first < 0:
        return first
    for r in spread(d, first, first + rows):
        d.efc_J_rowadr[r] = start + (r - first) * (nnz if sparse else m.nv)
        d.efc_J_rownnz[r] = nnz if sparse else m.nv
    if sparse:
        for r in spread(d, first, first + rows):
            adr = d.efc_J_rowadr[r]
            for k in range(nnz):
                d.efc_J_colind[adr + k] = d.chain_dof[m.nv - nnz + k]
    else:
        for k in spread(d, start, start + numbers):
            d.efc_J[k] = 0.0
    return first


@kernel
def entry(m: Model, d: Data, row: int, k: int, nnz: int, sparse: bool) -> int:
    """Return the index in efc_J of row ``row`` at the k-th listed dof."""
    adr = d.efc_J_rowadr[row]
    return adr + k if sparse else adr + d.chain_dof[m.nv - nnz + k]
