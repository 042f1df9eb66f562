"""Dofs along the paths of the kinematic tree.

Documents: Computation / General framework / Kinematic Jacobians
"""

from gelenk.jit.kernel import kernel
from gelenk.jit.structs import Data, Model


@kernel
def last_dof(m: Model, b: int) -> int:
    """The deepest dof that moves body b, -1 for the world and what is welded to it."""
    w = m.body_weldid[b]
    n = m.body_dofnum[w]
    return m.body_dofadr[w] + n - 1 if n > 0 else -1


@kernel
def merge_chains(m: Model, d: Data, b1: int, b2: int, common: bool) -> int:
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
