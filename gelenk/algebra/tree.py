"""Chains of dofs along the kinematic tree.

Documents: Computation / General framework / Kinematic Jacobians
"""

from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Ints, Model


@kernel
def last_dof(m: Model, b: int) -> int:
    """Return the deepest dof that moves body b, -1 for static bodies."""
    w = m.body_weldid[b]
    n = m.body_dofnum[w]
    return m.body_dofadr[w] + n - 1 if n > 0 else -1


# The chain of dof i is the dof and its ancestors, ascending: D_colind[D_rowadr[i]:], D_diag[i] + 1 elements. Dofs
# follow the order of bodies, so two chains share a prefix; after it, all of the chain with the lower last dof
# precedes all of the rest of the other chain.


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

    chain_side holds 1 for dofs of b1, 2 for dofs of b2, 3 for both. Without ``common`` the list ends where the paths
    join, since there two Jacobians of the same point cancel exactly.
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
