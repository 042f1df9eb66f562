"""Islands: groups of kinematic trees that share no constraint, each solved separately.

Documents: Computation / Constraint solver (islands); XML reference / option / flag (island); Computation / Constraint
solver; Cuthill and McKee 1969

Trees are the nodes of a graph whose edges are constraints between two trees; islands are its connected components.
Solvers process one island at a time, so trees, dofs, blocks and rows are permuted such that those of one island are
contiguous. Within an island, trees keep the order of the model or, for Newton's method, are in the order of a
breadth-first search from a peripheral tree, which keeps the Hessian near its diagonal; a constraint links
its trees in a chain, a coupling (hidden rows) links all pairs of its trees. Within a tree, dofs keep their order. Trees
without constraints come last and are not solved; sleeping trees are left out. Equalities of an island are in the order
of their first trees, so that products with J access the edges of one point of a flex consecutively. The dual solver
treats everything as one island in the order of efc_*.

An `Island` holds the bounds of an island, or of several adjacent ones. Code that works on one island writes only within
its bounds, so islands can be solved in parallel.
"""

from typing import NamedTuple

from gelenk.algebra.linalg import is_sparse
from gelenk.engine.constraint.solver.jacobian_blocks import find_blocks, gather_block, mark_edges
from gelenk.tables.enums import mjtConstraint
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model

TREE, DOF, BLOCK, ROW, ROW_EQ, ROW_FR, BLOCK_EQ = 0, 1, 2, 3, 4, 5, 6  # columns of island_part


class Island(NamedTuple):
    """Bounds of one or more adjacent islands in the arrays of trees, dofs, blocks and rows.

    Ranges are first .. end - 1. Rows are equalities, then friction loss, then the rest. Blocks before block_eq are
    equalities, ordered by their first tree unless the order of efc_* is kept.
    """

    tree0: int
    tree1: int
    dof0: int
    dof1: int
    block0: int
    block_eq: int
    block1: int
    row0: int
    row_eq: int
    row_fr: int
    row1: int


@kernel
def islands_between(d: Data, first: int, end: int) -> Island:
    """Return the bounds of islands ``first`` .. ``end`` - 1.

    For several islands, row_eq, row_fr and block_eq are those of the first.
    """
    at = d.island_part
    return Island(
        at[first, TREE],
        at[end, TREE],
        at[first, DOF],
        at[end, DOF],
        at[first, BLOCK],
        at[first, BLOCK_EQ],
        at[end, BLOCK],
        at[first, ROW],
        at[first, ROW_EQ],
        at[first, ROW_FR],
        at[end, ROW],
    )


@kernel
def all_islands(d: Data) -> Island:
    """Return the bounds of all trees with constraints."""
    return islands_between(d, 0, d.npart)


@kernel
def all_trees(m: Model, d: Data) -> Island:
    """Return the bounds of all awake trees; those without constraints come last."""
    at = islands_between(d, 0, d.npart)
    return Island(
        at.tree0,
        d.ntree_solved,
        at.dof0,
        d.nv_solved,
        at.block0,
        at.block_eq,
        at.block1,
        at.row0,
        at.row_eq,
        at.row_fr,
        at.row1,
    )


@kernel
def equalities(isl: Island) -> Island:
    """Return the bounds of an island restricted to its equalities."""
    return Island(
        isl.tree0,
        isl.tree1,
        isl.dof0,
        isl.dof1,
        isl.block0,
        isl.block_eq,
        isl.block_eq,
        isl.row0,
        isl.row_eq,
        isl.row_eq,
        isl.row_eq,
    )


@kernel
def inequalities(isl: Island) -> Island:
    """Return the bounds of an island without its equalities."""
    return Island(
        isl.tree0,
        isl.tree1,
        isl.dof0,
        isl.dof1,
        isl.block_eq,
        isl.block_eq,
        isl.block1,
        isl.row_eq,
        isl.row_eq,
        isl.row_fr,
        isl.row1,
    )


ORDER, PLACE, LINK, SHIFT, ISLAND = 0, 1, 2, 3, 4  # columns of tree_order
# unit of solution: all trees, all trees with constraints, or each island separately
WHOLE, TOGETHER, SEPARATELY = 0, 1, 2
# order of trees: as in the model; by island; by island and breadth-first within
MODEL_ORDER, SORTED, BANDED = 0, 1, 2
LOOK = 4  # number of latest links of a tree that a coupling searches for a duplicate before it adds a link
UNSEEN, FREE = -1, -2  # values of PLACE: not visited yet, without constraints


# The graph of trees


@kernel
def add_link(d: Data, link: int, t1: int, t2: int) -> None:
    """Link trees t1 and t2, which share a constraint: link 2 e of t1 and 2 e + 1 of t2."""
    d.tree_link[link, 0] = t2
    d.tree_link[link, 1] = t1
    d.tree_link[link, 2] = d.tree_order[t1, LINK]
    d.tree_link[link, 3] = d.tree_order[t2, LINK]
    d.tree_order[t1, LINK] = 2 * link
    d.tree_order[t2, LINK] = 2 * link + 1


@kernel
def block_tree(m: Model, d: Data, b: int) -> int:
    """Return the tree of a block's first dof; 0 for a block without dofs."""
    return m.dof_treeid[d.jcol[d.jraw[b, 2]]] if d.jraw[b, 3] > 0 else 0


@kernel
def link_pair(d: Data, links: int, tree: int, other: int, look: int) -> int:
    """Link two trees if there is room, unless one of the last ``look`` links connects them.

    Returns the number of links.
    """
    at = d.tree_order[tree, LINK]
    while at >= 0 and look > 0:
        if d.tree_link[at >> 1, at & 1] == other:
            return links
        at = d.tree_link[at >> 1, 2 + (at & 1)]
        look -= 1
    if links < d.nefcmax:
        add_link(d, links, tree, other)
    return links + 1


@kernel
def link_block(m: Model, d: Data, b: int, links: int) -> int:
    """Link each tree of block b with the next one; return the number of links."""
    col, tree = d.jraw[b, 2], block_tree(m, d, b)
    d.tree_order[tree, PLACE] = UNSEEN
    for k in range(col + 1, col + d.jraw[b, 3]):
        other = m.dof_treeid[d.jcol[k]]
        if other != tree:
            d.tree_order[other, PLACE] = UNSEEN
            links = link_pair(d, links, tree, other, 1)  # consecutive contacts often link the same trees
            tree = other
    return links


@kernel
def link_coupling(m: Model, d: Data, b: int, links: int) -> int:
    """Link each tree of block b, of hidden rows, with all others; return the number of links.

    The search then sees which vertices of a flex are neighbors, and the band of the Hessian is as narrow as the flex.
    """
    col, tree = d.jraw[b, 2], -1
    for k in range(col, col + d.jraw[b, 3]):
        other = m.dof_treeid[d.jcol[k]]
        if other == tree:
            continue
        tree, before = other, -1
        d.tree_order[tree, PLACE] = UNSEEN
        for i in range(col, k):
            other = m.dof_treeid[d.jcol[i]]
            if other != before:
                links = link_pair(d, links, other, tree, LOOK)
                before = other
    return links


@kernel
def link_trees(m: Model, d: Data) -> bool:
    """Mark the trees that have constraints, and link those that share constraints.

    Links that do not fit set need_efc; if buffers have a fixed size, return False instead.
    """
    for t in range(m.ntree):
        d.tree_order[t, PLACE] = FREE
        d.tree_order[t, LINK] = -1
    links = 0
    for b in range(d.njblock):
        hidden = d.jraw[b, 0] >= d.nefc - d.nhidden
        links = link_coupling(m, d, b, links) if hidden else link_block(m, d, b, links)
    if links > d.nefcmax:
        if d.fixed != 0:
            return False
        d.need_efc = links
    return True


@kernel
def visit(d: Data, start: int, first: int, island: int) -> int:
    """List the trees connected with ``start`` from place ``first`` on; return the end.

    The search is breadth-first.
    """
    end = first + 1
    d.tree_order[first, ORDER] = start
    d.tree_order[start, PLACE] = first
    at = first
    while at < end:
        t = d.tree_order[at, ORDER]
        d.tree_order[t, ISLAND] = island
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
def sort_trees(m: Model, d: Data) -> None:
    """Sort the trees of each island into model order (counting sort).

    Column DOF of island_part temporarily holds the next free place of each island.
    """
    for i in range(d.npart):
        d.island_part[i, DOF] = d.island_part[i, TREE]
    for t in range(m.ntree):
        if d.tree_order[t, PLACE] >= 0:
            i = d.tree_order[t, ISLAND]
            place = d.island_part[i, DOF]
            d.tree_order[place, ORDER] = t
            d.tree_order[t, PLACE] = place
            d.island_part[i, DOF] = place + 1


@kernel
def order_trees(m: Model, d: Data, split: int, banded: bool) -> None:
    """Fill tree_order and the first trees of islands, which ``split`` defines."""
    first = 0
    count = 0
    d.island_part[0, TREE] = 0
    for t in range(m.ntree):
        if d.tree_order[t, PLACE] == UNSEEN:
            end = visit(d, t, first, count)
            if banded and end > first + 2:
                rim = d.tree_order[end - 1, ORDER]
                for k in range(first, end):
                    d.tree_order[d.tree_order[k, ORDER], PLACE] = UNSEEN
                end = visit(d, rim, first, count)
            first = end
            if split == SEPARATELY:
                count += 1
                d.island_part[count, TREE] = first
    if split != SEPARATELY:
        count = 1
        d.island_part[1, TREE] = first if split == TOGETHER else d.ntree_solved
    d.npart = count
    if not banded:
        sort_trees(m, d)
    for t in range(m.ntree):
        if d.tree_order[t, PLACE] == FREE and d.tree_awake[t] != 0:
            d.tree_order[first, ORDER] = t
            d.tree_order[t, PLACE] = first
            d.tree_order[t, ISLAND] = -1
            first += 1


@kernel
def place_dofs(m: Model, d: Data) -> None:
    """Compute dof_place from the order of trees, and the first dof of each island."""
    place = 0
    island = 0
    for k in range(d.ntree_solved):
        if island <= d.npart and d.island_part[island, TREE] == k:
            d.island_part[island, DOF] = place
            island += 1
        t = d.tree_order[k, ORDER]
        adr = m.tree_dofadr[t]
        d.tree_order[t, SHIFT] = place - adr
        for i in range(m.tree_dofnum[t]):
            d.dof_place[adr + i] = place + i
        place += m.tree_dofnum[t]
    d.nv_solved = place
    if d.island_part[d.npart, TREE] == d.ntree_solved:
        d.island_part[d.npart, DOF] = place


# Permutation of blocks and rows


@kernel
def count_equalities(d: Data) -> int:
    """Return the number of blocks of equalities and hidden rows, which come first."""
    b = 0
    while b < d.njblock and (d.jraw[b, 0] < d.ne or d.jraw[b, 0] >= d.nefc - d.nhidden):
        b += 1
    return b


@kernel
def place_block(d: Data, b: int, island: int) -> None:
    """Append block jraw[b] to its island."""
    place = d.island_part[island, BLOCK]
    take_block(d, b, place, d.island_part[island, ROW])
    d.island_part[island, BLOCK] = place + 1
    d.island_part[island, ROW] += d.jraw[b, 1]


@kernel
def first_place(m: Model, d: Data, b: int, banded: bool) -> int:
    """Return the smallest place among the trees of block b of jraw.

    Dofs of a block ascend, but their places may not if trees are banded.
    """
    first = d.tree_order[block_tree(m, d, b), PLACE]
    if banded:
        for k in range(d.jraw[b, 2] + 1, d.jraw[b, 2] + d.jraw[b, 3]):
            first = min(first, d.tree_order[m.dof_treeid[d.jcol[k]], PLACE])
    return first


@kernel
def place_equalities(m: Model, d: Data, end: int, banded: bool) -> None:
    """Place the blocks before ``end`` by their first trees; set BLOCK_EQ of islands.

    The links between trees are no longer needed, so their arrays are reused: LINK of place k heads the list of blocks
    whose first tree is there, and tree_link[b, 0] is the successor of block b, or -1.
    """
    for k in range(d.ntree_solved):
        d.tree_order[k, LINK] = -1
    for b in range(end - 1, -1, -1):
        first = first_place(m, d, b, banded)
        d.tree_link[b, 0] = d.tree_order[first, LINK]
        d.tree_order[first, LINK] = b
    for k in range(d.ntree_solved):
        b = d.tree_order[k, LINK]
        while b >= 0:
            place_block(d, b, d.tree_order[d.tree_order[k, ORDER], ISLAND])
            b = d.tree_link[b, 0]
    for i in range(d.npart):
        d.island_part[i, BLOCK_EQ] = d.island_part[i, BLOCK]


@kernel
def place_blocks(m: Model, d: Data, banded: bool) -> None:
    """Fill jblock, island by island, and the first block and row of each island.

    This is a counting sort of the blocks of jraw.
    """
    for i in range(d.npart + 1):
        d.island_part[i, BLOCK] = 0
        d.island_part[i, ROW] = 0
    for b in range(d.njblock):
        i = d.tree_order[block_tree(m, d, b), ISLAND]
        d.island_part[i + 1, BLOCK] += 1
        d.island_part[i + 1, ROW] += d.jraw[b, 1]
    for i in range(d.npart):
        d.island_part[i + 1, BLOCK] += d.island_part[i, BLOCK]
        d.island_part[i + 1, ROW] += d.island_part[i, ROW]
    equalities = count_equalities(d)
    place_equalities(m, d, equalities, banded)
    for b in range(equalities, d.njblock):
        place_block(d, b, d.tree_order[block_tree(m, d, b), ISLAND])
    for i in range(d.npart, 0, -1):
        d.island_part[i, BLOCK] = d.island_part[i - 1, BLOCK]
        d.island_part[i, ROW] = d.island_part[i - 1, ROW]
    d.island_part[0, BLOCK] = 0
    d.island_part[0, ROW] = 0


@kernel
def take_block(d: Data, b: int, place: int, row: int) -> None:
    """Fill block ``place`` from jraw[b], with rows from ``row`` on."""
    d.jblock[place, 0] = row
    d.jblock[place, 1] = d.jraw[b, 1]
    d.jblock[place, 3] = d.jraw[b, 2]
    d.jblock[place, 4] = d.jraw[b, 3]
    for r in range(d.jraw[b, 1]):
        d.row_efc[row + r] = d.jraw[b, 0] + r


@kernel
def one_island(m: Model, d: Data) -> None:
    """Arrange everything as one island, in the original order."""
    for t in range(m.ntree):
        d.tree_order[t, ORDER] = t
        d.tree_order[t, SHIFT] = 0
    for i in range(m.nv):
        d.dof_place[i] = i
    d.ntree_solved = m.ntree
    d.nv_solved = m.nv
    d.npart = 1
    d.island_part[0, TREE] = 0
    d.island_part[0, DOF] = 0
    d.island_part[0, BLOCK] = 0
    d.island_part[0, ROW] = 0
    d.island_part[0, BLOCK_EQ] = count_equalities(d)
    d.island_part[1, TREE] = m.ntree
    d.island_part[1, DOF] = m.nv
    d.island_part[1, BLOCK] = d.njblock
    d.island_part[1, ROW] = d.nefc
    row = 0
    for b in range(d.njblock):
        take_block(d, b, b, row)
        row += d.jraw[b, 1]


@kernel
def gather_rows(m: Model, d: Data) -> None:
    """Gather constants of the rows in island order; set ROW_EQ and ROW_FR of islands."""
    elliptic = m.opt.cone == 1
    for i in range(d.npart):
        equalities = d.island_part[i, ROW]
        frictions = equalities
        for r in range(d.island_part[i, ROW], d.island_part[i + 1, ROW]):
            e = d.row_efc[r]
            d.row_D[r] = d.efc_D[e]
            d.row_cone[r] = -1
            if e < d.ne or e >= d.nefc - d.nhidden:
                equalities += 1
                frictions += 1
            elif e < d.ne + d.nf:
                frictions += 1
                d.row_limit[r] = d.efc_frictionloss[e]
                d.row_edge[r] = d.efc_R[e] * d.efc_frictionloss[e]
            elif elliptic and d.efc_type[e] == mjtConstraint.mjCNSTR_CONTACT_ELLIPTIC:
                d.row_cone[r] = d.efc_id[e]
        d.island_part[i, ROW_EQ] = equalities
        d.island_part[i, ROW_FR] = frictions


@kernel
def arrange(m: Model, d: Data, order: int, split: int) -> None:
    """Permute blocks, rows and dofs into the order in which they are solved.

    order   MODEL_ORDER, SORTED or BANDED;  split   WHOLE, TOGETHER or SEPARATELY
    Reads   efc_* (nefc)
    Writes  njblock, npart, tree_order, island_part, dof_place, jblock, jrun, jcol, jval, row_*
    Status  need_efc
    """
    find_blocks(m, d)
    moved = order != MODEL_ORDER and m.ntree > 1
    if moved:
        d.ntree_solved = m.ntree - d.nasleep
        moved = link_trees(m, d)
    if moved:
        order_trees(m, d, split, order == BANDED)
        place_dofs(m, d)
        place_blocks(m, d, order == BANDED)
    else:
        one_island(m, d)
    sparse = is_sparse(m)
    val = 0
    for b in range(d.njblock):
        d.jblock[b, 2] = val
        val += gather_block(m, d, b, moved, order == BANDED, sparse)
    for i in range(d.npart):
        mark_edges(d, d.island_part[i, BLOCK], d.island_part[i, BLOCK_EQ])
    gather_rows(m, d)
