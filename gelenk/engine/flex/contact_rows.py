"""Rows of contacts with flexes: the force is shared among the bodies of vertices or nodes (shares.py).

Documents: Modeling / Deformable objects; Computation / Constraint model / Contact

The point moves with the sum of share times the velocity that each body gives it; likewise the diagonal of the
constraint is the sum of share times inverse weight.
"""

from gelenk.algebra.spatial import rotation_part
from gelenk.algebra.tree import last_dof
from gelenk.algebra.vec import load3, scale
from gelenk.engine.constraint.rows.contact import finish_contact, reserve_contact, write_column
from gelenk.engine.flex.shares import share_contact
from gelenk.engine.position.points import dof_velocity
from gelenk.jit.kernel import kernel
from gelenk.jit.structs import Data, Model


@kernel
def merge_shares(m: Model, d: Data, n: int) -> int:
    """List the dofs that move the n bodies in chain_dof[nv - count:], ascending, and chain_share; the count."""
    for i in range(n):
        d.share_dof[i] = last_dof(m, d.share_body[i])
    end = m.nv
    while True:
        dof = -1
        for i in range(n):
            dof = max(dof, d.share_dof[i])
        if dof < 0:
            return m.nv - end
        total = 0.0
        for i in range(n):
            if d.share_dof[i] == dof:
                total += d.share[i]
                d.share_dof[i] = m.dof_parentid[dof]
        end -= 1
        d.chain_dof[end] = dof
        d.chain_share[end] = total


@kernel
def flex_contact_rows(m: Model, d: Data, c: int, unused: int) -> None:
    """Rows of contact ``c``, of which at least one side is a flex (part of mj_makeConstraint).

    Reads   contact_*, flexvert_xpos, cdof, subtree_com        Writes  efc_* as rows.py says, contact_efc_address
    """
    n = share_contact(m, d, c)
    nnz = merge_shares(m, d, n)
    rows = reserve_contact(m, d, c, nnz)
    if rows.first < 0:
        return
    point = load3(d.contact_pos, c)
    for k in range(nnz):
        at = m.nv - nnz + k
        dof = d.chain_dof[at]
        v = scale(dof_velocity(m, d, dof, m.dof_bodyid[dof], point), d.chain_share[at])
        write_column(m, d, c, rows, k, v, scale(rotation_part(d.cdof, dof), d.chain_share[at]))
    approx = 0.0
    for i in range(n):
        approx += abs(d.share[i]) * m.body_invweight0[d.share_body[i], 0]
    finish_contact(m, d, c, rows, approx)
