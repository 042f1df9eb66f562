"""Elimination tree of the sparse Hessian, and the shape of its rows.

Documents: Computation / Constraint solver / Algorithms (Newton); Liu 1990

The Hessian M + J' D J couples a dof with its kinematic ancestors and with the dofs that share a constraint.
Dofs are eliminated from the last to the first. The factor (cholesky.py) needs, in row i, only ancestors of i in the
elimination tree: the tree of M, with paths merged where a constraint couples them. A row is stored as one contiguous
run of values, from the depth hess_first[i] in this tree to its own depth, so that the rows of ancestors align
with it and inner loops are contiguous.
"""

from gelenk.engine.constraint.solver.islands import ORDER, SHIFT
from gelenk.engine.sleep.awake_lists import DOF, DOF_END
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model

PAD = 9  # largest number of leading zeros that align_fours adds to a row of the Hessian


@kernel
def merge_paths(d: Data, low: int, high: int) -> None:
    """Make ``low`` an ancestor of ``high`` in the elimination tree.

    The paths of both to the root are merged.
    """
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
def begin_tree(m: Model, d: Data) -> None:
    """hess_parent = the tree of M"""
    for k in range(d.ntree_solved):
        tree = d.tree_order[k, ORDER]
        shift = d.tree_order[tree, SHIFT]
        adr = m.tree_dofadr[tree]
        for i in range(adr, adr + m.tree_dofnum[tree]):
            nnz = m.M_rownnz[i]
            d.hess_parent[i + shift] = m.M_colind[m.M_rowadr[i] + nnz - 2] + shift if nnz > 1 else -1


@kernel
def merge_blocks(d: Data) -> None:
    """Merge in hess_parent the paths that blocks couple, block by block."""
    for b in range(d.njblock):
        col, nc = d.jblock[b, 3], d.jblock[b, 4]
        if nc > 1:
            high = d.jcol[col + nc - 1]
            for k in range(col + nc - 2, col - 1, -1):
                low = d.jcol[k]
                if d.hess_parent[high] != low:
                    merge_paths(d, low, high)
                high = low


@kernel
def climb(d: Data, high: int, low: int) -> None:
    """Make ``low`` the parent of the root above ``high``, and compress the path to that root.

    Path compression: each dof on the way gets a shortcut to ``low``, which is now its ancestor.
    """
    shortcut = d.hess_list
    while high != low:
        up = shortcut[high]
        shortcut[high] = low
        if up < 0:
            d.hess_parent[high] = low
            return
        high = up


@kernel
def merge_dofs(d: Data) -> None:
    """Compute the tree of merge_blocks dof by dof, for models with many blocks.

    This is algorithm 4.2 of Liu 1990. Before it runs, coupled pairs are listed by their lower dof. Work space:
    hess_first and hess_adr hold the heads of the lists of pairs and of children in M, jdep and hess_depth the links.
    """
    n = d.nv_solved
    for i in range(n):
        d.hess_first[i] = -1
        d.hess_adr[i] = -1
        d.hess_list[i] = -1
    for i in range(n):
        parent = d.hess_parent[i]
        if parent >= 0:
            d.hess_depth[i] = d.hess_adr[parent]
            d.hess_adr[parent] = i
    for b in range(d.njblock):
        col, nc = d.jblock[b, 3], d.jblock[b, 4]
        for k in range(col, col + nc - 1):
            low = d.jcol[k]
            if d.hess_parent[d.jcol[k + 1]] != low:  # pairs of M are in the lists of children
                d.jdep[k] = d.hess_first[low]
                d.hess_first[low] = k
    for i in range(n):
        d.hess_parent[i] = -1
    for low in range(n - 1, -1, -1):
        i = d.hess_adr[low]
        while i >= 0:
            climb(d, i, low)
            i = d.hess_depth[i]
        k = d.hess_first[low]
        while k >= 0:
            climb(d, d.jcol[k + 1], low)
            k = d.jdep[k]


@kernel
def elimination_tree(m: Model, d: Data) -> None:
    """Compute hess_parent and hess_depth: the tree of M with coupled paths merged."""
    begin_tree(m, d)
    if d.nhidden > 0:
        merge_dofs(d)
    else:
        merge_blocks(d)
    for i in range(d.nv_solved):
        parent = d.hess_parent[i]
        d.hess_depth[i] = d.hess_depth[parent] + 1 if parent >= 0 else 0


@kernel
def align_fours(d: Data) -> None:
    """Lower hess_first of four chained rows to that of the first row, if few zeros are added.

    Vertices of a flex have three dofs, and chains of rows that begin at the same depth are processed by four.
    """
    i = d.nv_solved - 1
    while i >= 0:
        chain = (
            i >= 3
            and d.hess_parent[i] == i - 1
            and d.hess_parent[i - 1] == i - 2
            and d.hess_parent[i - 2] == i - 3
        )
        if not chain or d.hess_first[i] - d.hess_first[i - 3] > PAD:
            i -= 1
            continue
        for k in range(3):
            d.hess_first[i - k] = d.hess_first[i - 3]
        i -= 4


@kernel
def row_extents(m: Model, d: Data) -> int:
    """Compute hess_first, hess_adr and jdep; return the number of values of the factor.

    jdep has the depths of the dofs of blocks.
    """
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
    if d.nhidden > 0:
        align_fours(d)
    total = 0
    for i in range(d.nv_solved):
        d.hess_adr[i] = total - d.hess_first[i]
        total += d.hess_depth[i] - d.hess_first[i] + 1
    return total


@kernel
def values_before(d: Data, i: int) -> int:
    """Return the number of values of the factor in rows before row ``i``."""
    return d.hess_adr[i - 1] + d.hess_depth[i - 1] + 1 if i > 0 else 0


@kernel
def list_ancestors(m: Model, d: Data) -> None:
    """List in hess_node the ancestors of all rows.

    The ancestor of row i at depth k is hess_node[hess_list[i] + k], down to hess_first[i]. A row that follows its
    parent extends the parent's list; any other row begins with a copy of that list.
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
    """Compute tree and shape of the Hessian of the current blocks.

    Returns False when the buffer of the Hessian is too small (need_H).

    Reads   jblock, jcol, M_* of the model
    Writes  hess_parent, depth, first, adr, list (nv), hess_node, jdep
    """
    elimination_tree(m, d)
    total = row_extents(m, d)
    wanted = 2 * total if d.nhidden > 0 and d.fixed == 0 else total  # twice for begin_metric (newton.py)
    if wanted > d.nHmax:
        d.need_H = wanted
        return False
    list_ancestors(m, d)
    return True
