"""Products with the constraint Jacobian as it is stored: mj_mulJacVec, mj_mulJacTVec.

Documents: API / Support
"""

from gelenk.algebra.linalg import is_sparse
from gelenk.jit.kernel import kernel
from gelenk.jit.structs import Data, Model, View


@kernel
def mul_jac(m: Model, d: Data, res: View, vec: View) -> None:
    """res (nefc) = J vec (nv).    Reads efc_J and where its rows are"""
    sparse = is_sparse(m)
    for r in range(d.nefc):
        total = 0.0
        if sparse:
            adr = d.efc_J_rowadr[r]
            for k in range(adr, adr + d.efc_J_rownnz[r]):
                total += d.efc_J[k] * vec[d.efc_J_colind[k]]
        else:
            for i in range(m.nv):
                total += d.efc_J[r * m.nv + i] * vec[i]
        res[r] = total


@kernel
def mul_jac_t(m: Model, d: Data, res: View, vec: View) -> None:
    """res (nv) = J' vec (nefc).    Reads efc_J and where its rows are"""
    sparse = is_sparse(m)
    for i in range(m.nv):
        res[i] = 0.0
    for r in range(d.nefc):
        if sparse:
            adr = d.efc_J_rowadr[r]
            for k in range(adr, adr + d.efc_J_rownnz[r]):
                res[d.efc_J_colind[k]] += d.efc_J[k] * vec[r]
        else:
            for i in range(m.nv):
                res[i] += d.efc_J[r * m.nv + i] * vec[r]
