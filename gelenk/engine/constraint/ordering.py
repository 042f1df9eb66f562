"""Order of elimination and shape of the Hessian's factor.

Documents: Computation / Constraint solver / Algorithms (Newton); Cuthill and McKee 1969; Liu 1990 (elimination trees)

The Hessian M + J' D J couples a dof with its kinematic ancestors and with the dofs that share a constraint. Dofs are
eliminated from the last to the first. Its factor needs, in row i, only ancestors of i in the elimination tree: the tree of M,
with paths merged where a constraint couples them. A row is kept as one run of numbers, from the depth hess_first[i] in
this tree to its own depth, so that the rows of ancestors align with it and inner loops run over consecutive numbers.
Where constraints couple kinematic trees, these are reordered by breadth-first search, which keeps the runs short.
"""

from gelenk.engine.kernel import kernel

ORDER, PLACE, DEGREE, LINK = 0, 1, 2, 3  # columns of tree_order
UNSEEN = -1


@kernel
def add_link(d, link, t1, t2):
    """Remember that tree t1 shares a constraint with tree t2, as link 2 e of t1 and 2 e + 1 of t2."""
    d.tree_link[link, 0] = t2
    d.tree_link[link, 1] = t1
    d.tree_link[link, 2] = d.tree_order[t1, LINK]
    d.tree_link[link, 3] = d.tree_order[t2, LINK]
    d.tree_order[t1, LINK] = 2 * link
    d.tree_order[t2, LINK] = 2 * link + 1


@kernel
def link_trees(m, d):
    """Links between kinematic trees that share a constraint, one per block; returns their number."""
    links = 0
    if m.ntree < 2:
        return links
    for t in range(m.ntree):
        d.tree_order[t, LINK] = -1
    for b in range(d.njblock):
        col, nc = d.jblock[b, 3], d.jblock[b, 4]
        if nc > 1:
            t1, t2 = m.dof_treeid[d.jcol[col]], m.dof_treeid[d.jcol[col + nc - 1]]
            if t1 != t2:
                add_link(d, links, t1, t2)
                links += 1
    return links


@kernel
def visit(d, start, first):
    """Breadth-first search from tree ``start``: lists what it reaches from place ``first`` on; returns the end."""
    end = first + 1
    d.tree_order[first, ORDER] = start
    d.tree_order[start, PLACE] = first
    at = first
    while at < end:
        t = d.tree_order[at, ORDER]
        link = d.tree_order[t, LINK]
        while link >= 0:
            side = link & 1
            other = d.tree_link[link >> 1, side]
            if d.tree_order[other, PLACE] == UNSEEN:
                d.tree_order[other, PLACE] = end
                d.tree_order[end, ORDER] = other
                end += 1
            link = d.tree_link[link >> 1, 2 + side]
        at += 1
    return end


@kernel
def order_trees(m, d):
    """Order the trees component by component, each breadth-first from a tree at its rim; sets hess_pos."""
    for t in range(m.ntree):
        d.tree_order[t, PLACE] = UNSEEN
    first = 0
    for t in range(m.ntree):
        if d.tree_order[t, PLACE] == UNSEEN:
            end = visit(d, t, first)
            if end > first + 2:
                rim = d.tree_order[end - 1, ORDER]
                for k in range(first, end):
                    d.tree_order[d.tree_order[k, ORDER], PLACE] = UNSEEN
                end = visit(d, rim, first)
            first = end
    place = 0
    for k in range(m.ntree):
        t = d.tree_order[k, ORDER]
        adr = m.tree_dofadr[t]
        for i in range(m.tree_dofnum[t]):
            d.hess_pos[adr + i] = place + i
        place += m.tree_dofnum[t]


@kernel
def sort_block(d, b):
    """Bring the dofs of a block, and their numbers with them, into the order of the Hessian (insertion sort)."""
    n, val, col, nc = d.jblock[b, 1], d.jblock[b, 2], d.jblock[b, 3], d.jblock[b, 4]
    for i in range(1, nc):
        k = i
        while k > 0 and d.hess_pos[d.jcol[col + k - 1]] > d.hess_pos[d.jcol[col + k]]:
            swap = d.jcol[col + k]
            d.jcol[col + k] = d.jcol[col + k - 1]
            d.jcol[col + k - 1] = swap
            a = val + k * n
            for r in range(a, a + n):
                number = d.jval[r]
                d.jval[r] = d.jval[r - n]
                d.jval[r - n] = number
            k -= 1


@kernel
def set_order(m, d):
    """Choose the order of dofs: as they are, unless constraints couple kinematic trees."""
    if link_trees(m, d) == 0:
        for i in range(m.nv):
            d.hess_pos[i] = i
        return
    order_trees(m, d)
    for b in range(d.njblock):
        sort_block(d, b)


@kernel
def merge_paths(d, low, high):
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
def elimination_tree(m, d):
    """hess_parent and hess_depth: the tree of M with the paths merged that blocks couple."""
    for i in range(m.nv):
        nnz = m.M_rownnz[i]
        parent = -1
        if nnz > 1:
            parent = d.hess_pos[m.M_colind[m.M_rowadr[i] + nnz - 2]]
        d.hess_parent[d.hess_pos[i]] = parent
    for b in range(d.njblock):
        col, nc = d.jblock[b, 3], d.jblock[b, 4]
        if nc > 1:
            high = d.hess_pos[d.jcol[col + nc - 1]]
            for k in range(col + nc - 2, col - 1, -1):
                low = d.hess_pos[d.jcol[k]]
                if d.hess_parent[high] != low:
                    merge_paths(d, low, high)
                high = low
    for i in range(m.nv):
        parent = d.hess_parent[i]
        d.hess_depth[i] = d.hess_depth[parent] + 1 if parent >= 0 else 0


@kernel
def row_extents(m, d):
    """hess_first and hess_adr; returns the number of numbers. Also the depths of the dofs of blocks, in jdep."""
    for i in range(m.nv):
        d.hess_first[d.hess_pos[i]] = d.hess_depth[d.hess_pos[m.M_colind[m.M_rowadr[i]]]]
    for b in range(d.njblock):
        col, nc = d.jblock[b, 3], d.jblock[b, 4]
        if nc > 0:
            first = d.hess_depth[d.hess_pos[d.jcol[col]]]
            for k in range(col, col + nc):
                i = d.hess_pos[d.jcol[k]]
                d.jdep[k] = d.hess_depth[i]
                if first < d.hess_first[i]:
                    d.hess_first[i] = first
    for i in range(m.nv - 1, -1, -1):
        parent = d.hess_parent[i]
        if parent >= 0 and d.hess_first[i] < d.hess_first[parent]:
            d.hess_first[parent] = d.hess_first[i]
    total = 0
    for i in range(m.nv):
        d.hess_adr[i] = total - d.hess_first[i]
        total += d.hess_depth[i] - d.hess_first[i] + 1
    return total


@kernel
def order_hessian(m, d):
    """Order, tree and shape of the Hessian for the blocks at hand; False when its buffer is too small (need_H).

    Reads   jblock, jcol, M_* of the model        Writes  hess_pos, parent, depth, first, adr (nv), hess_node, jdep
    """
    set_order(m, d)
    elimination_tree(m, d)
    total = row_extents(m, d)
    d.solver_nnz[0] = total
    if total > d.nHmax:
        d.need_H = total
        return False
    for i in range(m.nv):
        adr, depth = d.hess_adr[i], d.hess_depth[i]
        d.hess_node[adr + depth] = i
        if depth > d.hess_first[i]:
            parent = d.hess_adr[d.hess_parent[i]]
            for k in range(d.hess_first[i], depth):
                d.hess_node[adr + k] = d.hess_node[parent + k]
    return True
