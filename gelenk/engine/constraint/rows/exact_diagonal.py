"""The exact diagonal of A = J M^-1 J' for the regularization of rows (flag diagexact).

Documents: Computation / Constraint model / Impedance (Diagonal approximation); XML reference / option / flag

    A_ii = |Y_i|^2,  Y = J M^-1/2  at the current configuration
replaces the inverse weights of bodies, dofs and tendons at qpos0. For a contact it is that of its first row (the
normal, or the first edge of the pyramid); the other rows follow from it as in contact.py.
"""

from gelenk.algebra.linalg import is_sparse, zero
from gelenk.engine.constraint.rows.contact import first_diagonal, rows_of
from gelenk.engine.constraint.rows.impedance import set_diagonal
from gelenk.engine.position.inertia import half_norm
from gelenk.tables.enums import mjtConstraint
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model, View


@kernel
def load_row(m: Model, d: Data, row: int, sparse: bool, out: View) -> None:
    """out = efc_J[row], dense"""
    adr = d.efc_J_rowadr[row]
    if sparse:
        zero(out, m.nv)
        for k in range(adr, adr + d.efc_J_rownnz[row]):
            out[d.efc_J_colind[k]] = d.efc_J[k]
    else:
        for i in range(m.nv):
            out[i] = d.efc_J[adr + i]


@kernel
def exact_element(m: Model, d: Data, row: int, sparse: bool) -> float:
    """Return element (row, row) of A."""
    full = d.work_nv[0]
    load_row(m, d, row, sparse, full)
    return half_norm(m, d, full)


@kernel
def set_regularization(m: Model, d: Data, row: int, exact: float) -> int:
    """Set the regularization of one element or contact; return the row behind it.

    row     its first row
    exact   the element of the diagonal of A at this row
    """
    value = d.efc_KBIP[row, 2]
    if d.efc_type[row] < mjtConstraint.mjCNSTR_CONTACT_FRICTIONLESS:
        set_diagonal(d, row, exact, value)
        return row + 1
    rows = rows_of(m, d, d.efc_id[row], row, 0)
    first_diagonal(m, d, d.efc_id[row], rows, value, exact)
    return row + rows.number


@kernel
def exact_diagonal(m: Model, d: Data) -> None:
    """Compute the regularization of all rows again, from the exact diagonal of A.

    Reads   efc_J, efc_type, efc_id, efc_KBIP (nefc), qLD (nC), qLDiagInv (nv); uses work_nv
    Writes  efc_diagApprox, efc_R, efc_D (nefc), contact_mu
    """
    sparse = is_sparse(m)
    row = 0
    while row < d.nefc:
        row = set_regularization(m, d, row, exact_element(m, d, row, sparse))
