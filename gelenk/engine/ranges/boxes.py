"""Trees of boxes: walks through them end, visit a node once, and do not go deep.

Documents: promises / Indices
"""

from gelenk.engine.ranges.report import DEEP, PARENTS, all_within, found, slot, tell, within
from gelenk.jit.kernel import flat, kernel
from gelenk.jit.structs import Ints, Model, View
from gelenk.tables.indices import DEEPEST

CHILD, LEAF, CELL = slot("bvh_child"), slot("bvh_nodeid"), slot("oct_child")
BODY_TREE = slot("body_bvhadr")
EIGHTH = 8  # children of a cell of an octree


@kernel
def check_tree(field: int, children: Ints, width: int, adr: int, n: int, levels: Ints, report: View) -> None:
    """Children come after their parent, have one parent each, and are at most DEEPEST levels under the root.

    children   ``width`` for each node of all trees, counted from the root of their tree; -1: none
    levels     (n) of nodes, which this writes: 1 for the root, 0 for those without a parent, -1 below these
    """
    for i in range(n):
        levels[i] = 1 if i == 0 else 0
    several, deepest = n, 1
    for i in range(n):
        for k in range(width * (adr + i), width * (adr + i + 1)):
            child = int(children[k])
            if child != -1:
                if not within(report, field, k, child, i + 1, n):
                    return
                if levels[child] != 0:
                    several = min(several, child)
                levels[child] = levels[i] + 1 if levels[i] > 0 else -1
                deepest = max(deepest, int(levels[child]))
    if several < n:
        tell(report, field, several, 0, 0, PARENTS)
    if deepest - 1 > DEEPEST:
        tell(report, field, 0, deepest - 1, DEEPEST, DEEP)


@kernel
def check_boxes(m: Model, adr: int, n: int, leaves: int, work: Ints, report: View) -> None:
    """The tree of ``n`` boxes from ``adr`` on, whose leaves are numbers below ``leaves``."""
    check_tree(CHILD, flat(m.bvh_child), 2, adr, n, work, report)
    all_within(report, LEAF, m.bvh_nodeid, adr, n, -1, leaves)


@kernel
def check_octree(m: Model, adr: int, n: int, work: Ints, report: View) -> None:
    """The octree of ``n`` cells from ``adr`` on."""
    check_tree(CELL, flat(m.oct_child), EIGHTH, adr, n, work, report)


@kernel
def check_bodies(m: Model, work: Ints, report: View) -> None:
    """Trees of bodies, whose leaves are geoms; they lie among those that do not change, so among all."""
    for b in range(m.nbody):
        adr, n = int(m.body_bvhadr[b]), int(m.body_bvhnum[b])
        if n > 0 and not found(report) and within(report, BODY_TREE, b, adr, 0, m.nbvh + 1 - n):
            check_boxes(m, adr, n, m.ngeom, work, report)
