"""Island fields of MjData: the trees, dofs and rows of each island, and reordered copies.

Documents: Computation / Constraint solver; XML reference / option / flag (island); API / mj_island

The step does not need these fields, since its solvers order trees differently (islands.py). Stages that change
the inputs only mark the fields as due, and the fields are computed when a program reads them.

Islands are numbered by their first tree. Within an island, trees, dofs and rows keep their order; those of no island
come after all islands. Columns of iM and iefc_J count from the first dof of the island. Dense rows of iefc_J are
as wide as the island; rows of an island are contiguous from island_iefcadr nidof on.
"""

from gelenk.algebra.linalg import is_sparse
from gelenk.tables.enums import mjtConstraint, mjtDisableBit, mjtEq
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Ints, Model

# values of islands_due: fields are up to date; due, from dense or sparse efc_J; due, without islands
KNOWN, DENSE, SPARSE, NO_ROWS = 0, 1, 2, 3


@kernel
def islands_change(m: Model, d: Data) -> None:
    """Mark the island fields as due: they are computed before the next read."""
    if (m.opt.disableflags & mjtDisableBit.mjDSBL_ISLAND) != 0:
        d.islands_due = NO_ROWS
    else:
        d.islands_due = SPARSE if is_sparse(m) else DENSE


# Joining trees by union-find: until islands are numbered, tree_island[t] is a tree of the same island, nearer to the
# root; the root is the first tree of the island and has tree_island[t] = t.


@kernel
def first_tree(d: Data, t: int) -> int:
    """Return the root of tree t in union-find; compress the path. Tree t has constraints."""
    while d.tree_island[t] != t:
        d.tree_island[t] = d.tree_island[d.tree_island[t]]
        t = d.tree_island[t]
    return t


@kernel
def join(d: Data, t: int, other: int) -> int:
    """Join the islands of tree t and, unless -1, ``other``; return the first tree."""
    if d.tree_island[t] < 0:
        d.tree_island[t] = t
    t = first_tree(d, t)
    if other < 0:
        return t
    other = first_tree(d, other)
    first = min(t, other)
    d.tree_island[max(t, other)] = first
    return first


@kernel
def join_bodies(m: Model, d: Data, r: int) -> int:
    """Join the islands of both bodies of row r, if it is a contact; return the first tree.

    Bodies are joined independently of the Jacobian, since the Jacobian of a frictionless contact is zero if its normal
    is perpendicular to all slides. Returns -1 where no body has a tree, as for flexes.
    """
    tree = -1
    if d.efc_type[r] >= mjtConstraint.mjCNSTR_CONTACT_FRICTIONLESS:
        for k in range(2):
            g = d.contact_geom[d.efc_id[r], k]
            if g >= 0 and m.body_treeid[m.geom_bodyid[g]] >= 0:
                tree = join(d, m.body_treeid[m.geom_bodyid[g]], tree)
    return tree


@kernel
def join_row(m: Model, d: Data, r: int, tree: int, sparse: bool) -> int:
    """Join the islands of the trees that row r moves and, unless -1, ``tree``.

    Returns the first tree, or -1.
    """
    if sparse:
        adr = d.efc_J_rowadr[r]
        for k in range(adr, adr + d.efc_J_rownnz[r]):
            tree = join(d, m.dof_treeid[d.efc_J_colind[k]], tree)
        return tree
    for i in range(m.nv):
        if d.efc_J[r * m.nv + i] != 0.0:
            tree = join(d, m.dof_treeid[i], tree)
    return tree


@kernel
def continues(m: Model, d: Data, r: int) -> bool:
    """Return whether row r belongs to the same constraint as the row before.

    Each edge of a flex is a constraint of its own.
    """
    if r == 0 or d.efc_type[r] != d.efc_type[r - 1] or d.efc_id[r] != d.efc_id[r - 1]:
        return False
    return d.efc_type[r] != mjtConstraint.mjCNSTR_EQUALITY or m.eq_type[d.efc_id[r]] < mjtEq.mjEQ_FLEX


@kernel
def join_trees(m: Model, d: Data, rows: int, sparse: bool) -> None:
    """Join the trees that constraints couple, in tree_island; write efc_island.

    Until islands are numbered, efc_island of each of ``rows`` rows is one of the trees that the row moves, or -1.
    """
    for t in range(m.ntree):
        d.tree_island[t] = -1
    r = 0
    while r < rows:
        tree = join_row(m, d, r, join_bodies(m, d, r), sparse)
        end = r + 1
        while end < rows and continues(m, d, end):
            tree = join_row(m, d, end, tree, sparse)
            end += 1
        for s in range(r, end):
            d.efc_island[s] = tree
        r = end


# Island numbers, and maps


@kernel
def number_islands(m: Model, d: Data) -> None:
    """Set nisland, and number the islands in tree_island, dof_island and efc_island."""
    count = 0
    for t in range(m.ntree):
        if d.tree_island[t] == t:
            d.tree_island[t] = count
            count += 1
        elif d.tree_island[t] >= 0:
            d.tree_island[t] = d.tree_island[d.tree_island[t]]
    d.nisland = count
    for i in range(m.nv):
        d.dof_island[i] = d.tree_island[m.dof_treeid[i]]
    for r in range(d.nefc):
        if d.efc_island[r] >= 0:
            d.efc_island[r] = d.tree_island[d.efc_island[r]]


@kernel
def place(island: Ints, n: int, first: Ints, count: Ints, place_of: Ints, at_place: Ints) -> int:
    """Sort 0 .. n - 1 by island: place_of[i], and at_place[place_of[i]] = i (counting sort).

    Writes  first, count (islands) of each; returns how many are in islands
    """
    islands = -1
    for i in range(n):
        if island[i] >= 0:
            count[island[i]] += 1
        islands = max(islands, island[i])
    end = 0
    for k in range(islands + 1):
        first[k] = end
        end += count[k]
        count[k] = 0
    free = end
    for i in range(n):
        k = island[i]
        if k >= 0:
            place_of[i] = first[k] + count[k]
            count[k] += 1
        else:
            place_of[i] = free
            free += 1
        at_place[place_of[i]] = i
    return end


@kernel
def place_trees(m: Model, d: Data) -> None:
    """Write island_itreeadr, island_ntree, island_dofadr and map_itree2tree.

    map_dof2idof temporarily holds the inverse map.
    """
    place(d.tree_island, m.ntree, d.island_itreeadr, d.island_ntree, d.map_dof2idof, d.map_itree2tree)
    for k in range(d.nisland):
        d.island_dofadr[k] = m.tree_dofadr[d.map_itree2tree[d.island_itreeadr[k]]]


@kernel
def count_rows(d: Data) -> None:
    """Write island_ne and island_nf."""
    for r in range(d.ne + d.nf):
        k = d.efc_island[r]
        if k >= 0:
            d.island_ne[k] += 1 if r < d.ne else 0
            d.island_nf[k] += 1 if r >= d.ne else 0


# Copies


@kernel
def gather_dofs(d: Data) -> None:
    """Write iacc, iacc_smooth, ifrc_smooth and ifrc_constraint."""
    for p in range(d.nidof):
        i = d.map_idof2dof[p]
        d.iacc[p] = d.qacc[i]
        d.iacc_smooth[p] = d.qacc_smooth[i]
        d.ifrc_smooth[p] = d.qfrc_smooth[i]
        d.ifrc_constraint[p] = d.qfrc_constraint[i]


@kernel
def gather_m(m: Model, d: Data) -> None:
    """Write iM and iLD with their rows and columns, and iLDiagInv."""
    at = 0
    for p in range(d.nidof):
        i = d.map_idof2dof[p]
        shift = d.island_idofadr[d.dof_island[i]]
        d.iM_rowadr[p] = at
        d.iM_rownnz[p] = m.M_rownnz[i]
        d.iLDiagInv[p] = d.qLDiagInv[i]
        for k in range(m.M_rowadr[i], m.M_rowadr[i] + m.M_rownnz[i]):
            d.iM[at] = d.M[k]
            d.iLD[at] = d.qLD[k]
            d.iM_colind[at] = d.map_dof2idof[m.M_colind[k]] - shift
            at += 1
    for k in range(at, m.nC):
        d.iM[k] = 0.0
        d.iLD[k] = 0.0
        d.iM_colind[k] = 0


@kernel
def gather_rows(d: Data) -> None:
    """Write the fields iefc_* that have one value per row."""
    for p in range(d.nefc):
        r = d.map_iefc2efc[p]
        d.iefc_type[p] = d.efc_type[r]
        d.iefc_id[p] = d.efc_id[r]
        d.iefc_state[p] = d.efc_state[r]
        d.iefc_D[p] = d.efc_D[r]
        d.iefc_R[p] = d.efc_R[r]
        d.iefc_aref[p] = d.efc_aref[r]
        d.iefc_force[p] = d.efc_force[r]
        d.iefc_frictionloss[p] = d.efc_frictionloss[r]


@kernel
def find_super(
    d: Data, first: int, end: int, rownnz: Ints, rowadr: Ints, colind: Ints, rowsuper: Ints
) -> None:
    """Write to rowsuper how many rows after each row of first..end have the same columns."""
    for r in range(end - 1, first - 1, -1):
        nnz = rownnz[r]
        same = r + 1 < end and rownnz[r + 1] == nnz
        k = 0
        while same and k < nnz:
            same = colind[rowadr[r] + k] == colind[rowadr[r + 1] + k]
            k += 1
        rowsuper[r] = rowsuper[r + 1] + 1 if same else 0


@kernel
def gather_sparse(d: Data) -> None:
    """Write sparse iefc_J, and the row supernodes in both orders."""
    at = 0
    for p in range(d.nefc):
        r = d.map_iefc2efc[p]
        shift = d.island_idofadr[d.efc_island[r]] if d.efc_island[r] >= 0 else 0
        d.iefc_J_rowadr[p] = at
        d.iefc_J_rownnz[p] = d.efc_J_rownnz[r]
        adr = d.efc_J_rowadr[r]
        for k in range(d.efc_J_rownnz[r]):
            d.iefc_J[at + k] = d.efc_J[adr + k]
            d.iefc_J_colind[at + k] = d.map_dof2idof[d.efc_J_colind[adr + k]] - shift
        at += d.efc_J_rownnz[r]
    find_super(d, 0, d.nefc, d.efc_J_rownnz, d.efc_J_rowadr, d.efc_J_colind, d.efc_J_rowsuper)
    for k in range(d.nisland):
        first, end = d.island_iefcadr[k], d.island_iefcadr[k] + d.island_nefc[k]
        find_super(d, first, end, d.iefc_J_rownnz, d.iefc_J_rowadr, d.iefc_J_colind, d.iefc_J_rowsuper)


@kernel
def gather_dense(m: Model, d: Data) -> None:
    """Write dense iefc_J."""
    for k in range(d.nJ):
        d.iefc_J[k] = 0.0
    for p in range(d.nefc):
        r = d.map_iefc2efc[p]
        d.iefc_J_rowadr[p] = 0
        d.iefc_J_rownnz[p] = 0
        d.iefc_J_rowsuper[p] = 0
        k = d.efc_island[r]
        if k >= 0:
            first = d.island_idofadr[k]
            at = d.island_iefcadr[k] * d.nidof + (p - d.island_iefcadr[k]) * d.island_nv[k]
            for c in range(d.island_nv[k]):
                d.iefc_J[at + c] = d.efc_J[r * m.nv + d.map_idof2dof[first + c]]


@kernel
def island(m: Model, d: Data) -> None:
    """Compute all fields that describe islands (mj_island).

    Reads   islands_due; efc_* (nefc), M, qLD (nC), qacc, qacc_smooth, qfrc_smooth, qfrc_constraint (nv)
    Writes  nisland, nidof, tree_island, dof_island, efc_island, island_*, map_*, iM*, iLD*, iacc*, ifrc_*, iefc_*,
            efc_J_rowsuper when sparse
    Source  Computation / Constraint solver: islands are the components of the graph of trees and constraints
    """
    sparse = d.islands_due == SPARSE
    rows = 0 if d.islands_due == NO_ROWS else d.nefc
    join_trees(m, d, rows, sparse)
    for r in range(rows, d.nefc):
        d.efc_island[r] = -1
    d.islands_due = KNOWN
    number_islands(m, d)
    for k in range(d.nisland):
        d.island_ntree[k] = 0
        d.island_nv[k] = 0
        d.island_nefc[k] = 0
        d.island_ne[k] = 0
        d.island_nf[k] = 0
    place_trees(m, d)
    d.nidof = place(d.dof_island, m.nv, d.island_idofadr, d.island_nv, d.map_dof2idof, d.map_idof2dof)
    place(d.efc_island, d.nefc, d.island_iefcadr, d.island_nefc, d.map_efc2iefc, d.map_iefc2efc)
    count_rows(d)
    gather_dofs(d)
    gather_m(m, d)
    gather_rows(d)
    if sparse:
        gather_sparse(d)
    else:
        gather_dense(m, d)


@kernel
def islands_anew(m: Model, d: Data) -> None:
    """Recompute the islands of the current rows unconditionally (mj_island).

    Reads   what `island` reads; the layout of efc_J is that of the model
    Writes  what `island` writes
    """
    islands_change(m, d)
    island(m, d)
