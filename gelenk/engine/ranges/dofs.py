"""Trees of bodies and dofs, and the rows of the matrices of dofs that follow from them.

Documents: promises / Indices
"""

from gelenk.engine.ranges.report import OFF_TREE, OFF_WAY, OTHER_TREES, all_within, found, slot, tell, within
from gelenk.jit.kernel import kernel
from gelenk.jit.structs import Ints, Model, View

BODY_PARENT, DOF_PARENT = slot("body_parentid"), slot("dof_parentid")
BODY_NUMBER, BODY_FIRST = slot("tree_bodynum"), slot("tree_bodyadr")
DOF_NUMBER, DOF_FIRST = slot("tree_dofnum"), slot("tree_dofadr")
M_NUMBER, M_COLUMN = slot("M_rownnz"), slot("M_colind")
D_NUMBER, D_DIAGONAL, D_COLUMN = slot("D_rownnz"), slot("D_diag"), slot("D_colind")


@kernel
def check_parents(m: Model, report: View) -> None:
    """Parents come first, so that ways to the root end."""
    for b in range(m.nbody):
        within(report, BODY_PARENT, b, m.body_parentid[b], 0, max(b, 1))
    for i in range(m.nv):
        within(report, DOF_PARENT, i, m.dof_parentid[i], -1, i)


@kernel
def check_order(n: int, ids: Ints, ntree: int, number: Ints, field: int, report: View) -> None:
    """Of the ``n`` dofs or bodies those of trees come tree by tree, as many of each as its number says."""
    i = 0
    for t in range(ntree):
        for _ in range(number[t]):
            while i < n and ids[i] < 0:
                i += 1
            if i == n or ids[i] != t:
                tell(report, field, t, 0, 0, OTHER_TREES)
                return
            i += 1
    while i < n:
        if ids[i] >= 0:
            tell(report, field, ids[i], 0, 0, OTHER_TREES)
        i += 1


@kernel
def check_trees(
    n: int,
    ids: Ints,
    ntree: int,
    first: Ints,
    number: Ints,
    first_field: int,
    number_field: int,
    report: View,
) -> None:
    """The dofs of trees follow each other, those of one tree after those of the one before; so do bodies, with gaps."""
    check_order(n, ids, ntree, number, number_field, report)
    if found(report):
        return
    i = 0
    for t in range(ntree):
        if number[t] > 0:
            while ids[i] < 0:
                i += 1
            start, last, left = i, i, int(number[t])
            while left > 0:
                if ids[i] == t:
                    last = i
                    left -= 1
                i += 1
            within(report, first_field, t, first[t], start, start + 1)
            within(report, number_field, t, number[t], last - start + 1, last - start + 2)


@kernel
def check_inertia_rows(m: Model, report: View) -> None:
    """A row of the inertia matrix has the dofs from the root to its own; that of a simple dof may have it alone."""
    if not all_within(report, M_NUMBER, m.M_rownnz, 0, m.nv, 1, m.nv + 1):
        return
    for i in range(m.nv):
        adr, n, above = int(m.M_rowadr[i]), int(m.M_rownnz[i]), -1
        for k in range(adr, adr + n):
            column = m.M_colind[k]
            if (n > 1 and m.dof_parentid[column] != above) or (k == adr + n - 1 and column != i):
                tell(report, M_COLUMN, k, 0, 0, OFF_WAY)
                return
            above = int(column)


@kernel
def check_ways(m: Model, report: View) -> None:
    """A row of the full matrix begins with the dofs from the root to its own."""
    for i in range(m.nv):
        adr, above = int(m.D_rowadr[i]), -1
        diagonal = adr + int(m.D_diag[i])
        for k in range(adr, diagonal + 1):
            column = m.D_colind[k]
            if m.dof_parentid[column] != above or (k == diagonal and column != i):
                tell(report, D_COLUMN, k, 0, 0, OFF_TREE)
                return
            above = int(column)


@kernel
def check_behind(m: Model, reached: Ints, report: View) -> None:
    """Then come those that are behind its own, ascending.  reached (nv): how far each row has been looked at"""
    for i in range(m.nv):
        reached[i] = m.D_diag[i] + 1
    for i in range(m.nv):
        adr = int(m.D_rowadr[i])
        for k in range(adr, adr + int(m.D_diag[i])):
            above = m.D_colind[k]
            last = int(m.D_rownnz[above]) - 1
            place = int(m.D_rowadr[above]) + min(int(reached[above]), last)
            if reached[above] > last or m.D_colind[place] != i:
                tell(report, D_COLUMN, place, 0, 0, OFF_TREE)
                return
            reached[above] += 1
    for i in range(m.nv):
        if reached[i] != m.D_rownnz[i]:
            tell(report, D_COLUMN, int(m.D_rowadr[i]) + int(reached[i]), 0, 0, OFF_TREE)


@kernel
def check_full_rows(m: Model, work: Ints, report: View) -> None:
    """Rows of the full matrix of dofs: those on the way to a dof, and those behind it."""
    if all_within(report, D_NUMBER, m.D_rownnz, 0, m.nv, 1, m.nv + 1):
        for i in range(m.nv):
            within(report, D_DIAGONAL, i, m.D_diag[i], 0, m.D_rownnz[i])
    if not found(report):
        check_ways(m, report)
    if not found(report):
        check_behind(m, work, report)


@kernel
def check_dofs(m: Model, work: Ints, report: View) -> None:
    """All of this."""
    check_parents(m, report)
    check_trees(m.nv, m.dof_treeid, m.ntree, m.tree_dofadr, m.tree_dofnum, DOF_FIRST, DOF_NUMBER, report)
    check_trees(
        m.nbody, m.body_treeid, m.ntree, m.tree_bodyadr, m.tree_bodynum, BODY_FIRST, BODY_NUMBER, report
    )
    if not found(report):
        check_inertia_rows(m, report)
    if not found(report):
        check_full_rows(m, work, report)
