"""Elimination tree of the Hessian, and the shape of its factor.

Documents: Computation / Constraint solver / Algorithms (Newton); Liu 1990 (elimination trees)

The Hessian M + J' D J couples a dof with its kinematic ancestors and with the dofs that share a constraint.
Dofs are eliminated from the last to the first. The factor needs, in row i, only ancestors of i in the
elimination tree: the tree of M, with paths merged where a constraint couples them. A row is kept as one run
of numbers, from the depth hess_first[i] in this tree to its own depth, so that the rows of ancestors align
with it and inner loops run over consecutive numbers.
"""

from gelenk.engine.constraint.solver.islands import ORDER, SHIFT
from gelenk.engine.sleep.runs import DOF, DOF_END
from gelenk.jit.kernel import kernel
from gelenk.jit.structs import Data, Model


@kernel
def merge_paths(d: Data, low: int, high: int) -> None:
    """Make ``low`` an ancestor of ``high`` in the elimination tree, merging the two paths to the root."""
    parent = d.hess_parent
    while True:
        p = parent[high]
        if p == low:
            return
        if p > low:
            high = p
        else:
            parent[high] = low
            if p < 0:
                return
            high = low
            low = p


@kernel
def elimination_tree(m: Model, d: Data) -> None:
    """hess_parent and hess_depth: the tree of M with the paths merged that blocks couple."""
    for k in range(d.ntree_solved):
        tree = d.tree_order[k, ORDER]
        shift = d.tree_order[tree, SHIFT]
        adr = m.tree_dofadr[tree]
        for i in range(adr, adr + m.tree_dofnum[tree]):
            nnz = m.M_rownnz[i]
            d.hess_parent[i + shift] = m.M_colind[m.M_rowadr[i] + nnz - 2] + shift if nnz > 1 else -1
    for b in range(d.njblock):
        col, nc = d.jblock[b, 3], d.jblock[b, 4]
        if nc > 1:
            high = d.jcol[col + nc - 1]
            for k in range(col + nc - 2, col - 1, -1):
                low = d.jcol[k]
                if d.hess_parent[high] != low:
                    merge_paths(d, low, high)
                high = low
    for i in range(d.nv_solved):
        parent = d.hess_parent[i]
        d.hess_depth[i] = d.hess_depth[parent] + 1 if parent >= 0 else 0


@kernel
def row_extents(m: Model, d: Data) -> int:
    """hess_first and hess_adr; returns the number of numbers. Also the depths of the dofs of blocks, in
    jdep."""
    for r in range(d.nrun):
        for i in range(d.run[r, DOF], d.run[r, DOF_END]):
            shift = d.dof_place[i] - i
            d.hess_first[i + shift] = d.hess_depth[m.M_colind[m.M_rowadr[i]] + shift]
    for b in range(d.njblock):
        col, nc = d.jblock[b, 3], d.jblock[b, 4]
        if nc > 0:
            first = d.hess_depth[d.jcol[col]]
            for k in range(col, col + nc):
                i = d.jcol[k]
                d.jdep[k] = d.hess_depth[i]
                if first < d.hess_first[i]:
                    d.hess_first[i] = first
    for i in range(d.nv_solved - 1, -1, -1):
        parent = d.hess_parent[i]
        if parent >= 0 and d.hess_first[i] < d.hess_first[parent]:
            d.hess_first[parent] = d.hess_first[i]
    total = 0
    for i in range(d.nv_solved):
        d.hess_adr[i] = total - d.hess_first[i]
        total += d.hess_depth[i] - d.hess_first[i] + 1
    return total


@kernel
def list_ancestors(m: Model, d: Data) -> None:
    """hess_node: the ancestor of row i at depth k is hess_node[hess_list[i] + k], down to hess_first[i].

    A row that follows its parent continues the parent's list; another one begins with a copy of it.
    """
    top = 0
    for i in range(d.nv_solved):
        depth, first = d.hess_depth[i], d.hess_first[i]
        parent = d.hess_parent[i]
        shared = d.hess_list[parent] if parent >= 0 else 0
        if parent >= 0 and shared + depth == top and d.hess_first[parent] <= first:
            d.hess_list[i] = shared
        else:
            d.hess_list[i] = top - first
            for k in range(first, depth):
                d.hess_node[top - first + k] = d.hess_node[shared + k]
            top += depth - first
        d.hess_node[top] = i
        top += 1


@kernel
def shape_hessian(m: Model, d: Data) -> bool:
    """Tree and shape of the Hessian for the blocks at hand; False when its buffer is too small (need_H).

    Reads   jblock, jcol, M_* of the model
    Writes  hess_parent, depth, first, adr, list (nv), hess_node, jdep
    """
    elimination_tree(m, d)
    total = row_extents(m, d)
    if total > d.nHmax:
        d.need_H = total
        return False
    list_ancestors(m, d)
    return True
