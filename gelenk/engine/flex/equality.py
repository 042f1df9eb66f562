"""Equality rows of flexes, and the derivative of the edge damper before release 4.0.

Documents: XML reference / equality/flex; Computation / Constraint model / Equality; XML reference / flexcomp / edge
(damping); Computation / General framework / Numerical integration

Equality rows hold edge lengths fixed, or deformation invariants at vertices:

    flex       for each edge that can change    r = length - length0    J = flexedge_J     weight of the edge at qpos0
    flexvert   two for each vertex              r = flexvert_length     J = flexvert_J     weight of its body at qpos0

The edge damper has a derivative by velocity, for releases before 4.0. The derivative is -c j' j, j the row of
flexedge_J. If the bodies at the ends slide independently, their dofs share no path, so qDeriv has only the two diagonal
blocks, which are first in the rows of the dofs.
"""

from gelenk.algebra.linalg import is_sparse
from gelenk.engine.constraint.rows.equality import equality_reference, finish_row
from gelenk.engine.constraint.rows.impedance import entry, reserve
from gelenk.engine.constraint.solver.jacobian_blocks import add_at_point
from gelenk.engine.flex.kinematics import ends_slide_apart
from gelenk.tables.enums import mjtConstraint, mjtEq
from gelenk.toolchain.kernel import flat, kernel
from gelenk.toolchain.kernel_types import Data, Ints, Model, View


@kernel
def add_row(
    m: Model, d: Data, e: int, pos: float, approx: float, values: View, columns: Ints, adr: int, nnz: int
) -> None:
    """Add one row of equality ``e``.

    The Jacobian is in entries ``adr`` .. ``adr + nnz`` - 1 of values and columns.
    """
    sparse = is_sparse(m)
    for k in range(nnz):
        d.chain_dof[m.nv - nnz + k] = columns[adr + k]
    row = reserve(m, d, 1, nnz, sparse)
    if row < 0:
        return
    for k in range(nnz):
        d.efc_J[entry(m, d, row, k, nnz, sparse)] = values[adr + k]
    finish_row(d, row, mjtConstraint.mjCNSTR_EQUALITY, e, pos, equality_reference(m, e, pos), approx)


@kernel
def add_edges(m: Model, d: Data, e: int, f: int) -> None:
    """Add a row for each edge of flex ``f`` that is not within one body."""
    for edge in range(m.flex_edgeadr[f], m.flex_edgeadr[f] + m.flex_edgenum[f]):
        if m.flexedge_rigid[edge] == 0:
            pos = d.flexedge_length[edge] - m.flexedge_length0[edge]
            adr, nnz = m.flexedge_J_rowadr[edge], m.flexedge_J_rownnz[edge]
            add_row(m, d, e, pos, m.flexedge_invweight0[edge], d.flexedge_J, m.flexedge_J_colind, adr, nnz)


@kernel
def add_vertices(m: Model, d: Data, e: int, f: int) -> None:
    """Add two rows for each vertex of flex ``f``."""
    values, columns = flat(d.flexvert_J), flat(m.flexvert_J_colind)
    for v in range(m.flex_vertadr[f], m.flex_vertadr[f] + m.flex_vertnum[f]):
        approx = m.body_invweight0[m.flex_vertbodyid[v], 0]
        for k in range(2):
            adr, nnz = m.flexvert_J_rowadr[v, k], m.flexvert_J_rownnz[v, k]
            add_row(m, d, e, d.flexvert_length[v, k], approx, values, columns, adr, nnz)


@kernel
def flex_equality(m: Model, d: Data, e: int, f: int) -> None:
    """Add the rows of equality constraint ``e`` on flex ``f`` (part of mj_makeConstraint).

    Reads   flexedge_length, flexedge_J, flexvert_length, flexvert_J
    Writes  efc_*, see constraint/rows; work space chain_dof
    """
    if m.flex_rigid[f] != 0 or m.flex_interp[f] != 0:
        return
    if m.eq_type[e] == mjtEq.mjEQ_FLEX:
        add_edges(m, d, e, f)
    elif m.flex_dim[f] == 2:
        add_vertices(m, d, e, f)


# Edge damper


@kernel
def damp_end(m: Model, d: Data, first: int, n: int, adr: int, weight: float) -> None:
    """qDeriv += weight j' j over the ``n`` dofs from ``first`` on of one end of an edge.

    The values of j in flexedge_J begin at ``adr``.
    """
    j, derivative = d.flexedge_J, d.qDeriv
    if n == 3:
        x, y, z = j[adr], j[adr + 1], j[adr + 2]
        add_at_point(derivative, m.D_rowadr[first], (weight * x * x, weight * x * y, weight * x * z))
        add_at_point(derivative, m.D_rowadr[first + 1], (weight * y * x, weight * y * y, weight * y * z))
        add_at_point(derivative, m.D_rowadr[first + 2], (weight * z * x, weight * z * y, weight * z * z))
        return
    for k in range(n):
        row = m.D_rowadr[first + k]
        scaled = weight * j[adr + k]
        for i in range(n):
            derivative[row + i] += scaled * j[adr + i]


@kernel
def damp_edge(m: Model, d: Data, f: int, e: int, weight: float) -> bool:
    """qDeriv += weight j' j of edge ``e`` of flex ``f``; return False if this does not apply.

    Applies if the bodies at the ends slide independently; otherwise qDeriv is unchanged.
    """
    vert = m.flex_vertadr[f]
    b1 = m.flex_vertbodyid[vert + m.flex_edge[e, 0]]
    b2 = m.flex_vertbodyid[vert + m.flex_edge[e, 1]]
    if not ends_slide_apart(m, e, b1, b2):
        return False
    if m.body_dofadr[b1] > m.body_dofadr[b2]:  # columns ascend
        b1, b2 = b2, b1
    adr, n1, n2 = m.flexedge_J_rowadr[e], m.body_dofnum[b1], m.body_dofnum[b2]
    damp_end(m, d, m.body_dofadr[b1], n1, adr, weight)
    damp_end(m, d, m.body_dofadr[b2], n2, adr + n1, weight)
    return True
