"""Candidate pairs of flex elements, within a flex or between two, in the order of 3.5.0.

Documents: XML reference / flex/contact / selfcollide; Computation / Collision detection / Selection

    narrow     ascending ids of the first element, then of the second
    sap        elements sorted by the lower end of their boxes on the axis along which the box of the flex is longest;
               each is paired with earlier elements whose boxes reach it, in that order
    bvh        the bounding volume tree against itself, depth first, second children first
    auto       sap; for dimension 3 bvh
    two flexes as narrow

All modes give the same pairs. Their order is that of 3.5.0, because the normal of a contact points from the first
element to the second. As in 3.5.0, the sweep rounds lower ends to single precision, which orders elements with equal
rounded ends by their ids; and the tree traversal opens the box with the larger x y + y z + z x, where (x, y, z) is the
half sizes minus the center, or the second box if both are equal.
All elements of dimensions 1 and 2 are active; of dimension 3, the elements of the first ``activelayers`` layers.
"""

import math

from gelenk.algebra.vec import Vec3, load3
from gelenk.engine.flex.cell_grid import cell_at
from gelenk.engine.flex.contacts import append_contacts
from gelenk.engine.flex.element_shapes import element_vertex, touch_elements
from gelenk.tables.enums import mjtFlexSelf
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model, Rows

BOUNDARY_SLACK = 1e-9  # distance from the boundary of a cell that counts as 0, relative to the box


@kernel
def is_active(m: Model, f: int, e: int) -> bool:
    """Return whether element ``e`` of flex ``f`` takes part in collisions."""
    return m.flex_dim[f] < 3 or m.flex_elemlayer[m.flex_elemadr[f] + e] < m.flex_activelayers[f]


@kernel
def body_at(m: Model, f: int, e: int, k: int) -> int:
    """Return the body of vertex ``k`` of an element.

    It is negative if there is no such vertex, or if the flex is interpolated.
    """
    return m.flex_vertbodyid[element_vertex(m, f, e, k)] if k <= m.flex_dim[f] else -1


@kernel
def share_body(m: Model, f1: int, e1: int, f2: int, e2: int) -> bool:
    """Return whether two elements have vertices in the same body, or a common vertex.

    Nodes of interpolated flexes do not count.
    """
    a, b, c, x = body_at(m, f2, e2, 0), body_at(m, f2, e2, 1), body_at(m, f2, e2, 2), body_at(m, f2, e2, 3)
    for k in range(m.flex_dim[f1] + 1):
        body = m.flex_vertbodyid[element_vertex(m, f1, e1, k)]
        if body >= 0 and (body == a or body == b or body == c or body == x):
            return True
    return False


@kernel
def cells_apart(m: Model, f: int, v1: int, v2: int) -> int:
    """Return the distance of the cells of two vertices; 1 for neighboring cells.

    The distance is the largest along an axis. A vertex between cells belongs to both cells.
    """
    most = 0
    for axis in range(3):
        count = m.flex_cellnum[f, axis]
        x, y = m.flex_vert0[v1, axis], m.flex_vert0[v2, axis]
        low, high = min(x, y) + BOUNDARY_SLACK, max(x, y) - BOUNDARY_SLACK
        most = max(most, cell_at(high, count) - cell_at(low, count))
    return most


@kernel
def share_cells(m: Model, f: int, e1: int, e2: int) -> bool:
    """Return whether two elements have vertices in the same or neighboring cells."""
    for i in range(m.flex_dim[f] + 1):
        for j in range(m.flex_dim[f] + 1):
            if cells_apart(m, f, element_vertex(m, f, e1, i), element_vertex(m, f, e2, j)) < 2:
                return True
    return False


@kernel
def boxes_meet(boxes: Rows, row1: int, row2: int, margin: float) -> bool:
    """Return whether two boxes in ``boxes`` are within ``margin``; False if any value is NaN."""
    for k in range(3):
        if not abs(boxes[row1, k] - boxes[row2, k]) <= boxes[row1, 3 + k] + boxes[row2, 3 + k] + margin:
            return False
    return True


@kernel
def meets_box(boxes: Rows, row: int, center: Vec3, half: Vec3) -> bool:
    """Return whether a box meets the one in ``row``; False if any value is NaN."""
    for k in range(3):
        if not abs(boxes[row, k] - center[k]) <= boxes[row, 3 + k] + half[k]:
            return False
    return True


@kernel
def push_pair(d: Data, top: int, node1: int, node2: int) -> int:
    """Push a pair of nodes on the stack, if both exist; return the new height."""
    if node1 < 0 or node2 < 0:
        return top
    d.pair_stack[top, 0] = node1
    d.pair_stack[top, 1] = node2
    return top + 1


@kernel
def collide_elements(m: Model, d: Data, f1: int, e1: int, f2: int, e2: int, includemargin: float) -> None:
    """Add the contacts of two elements, unless they share a body or their cells are adjacent."""
    if share_body(m, f1, e1, f2, e2):
        return
    if f1 == f2 and m.flex_interp[f1] != 0 and share_cells(m, f1, e1, e2):
        return
    d.near_count = 0
    touch_elements(m, d, f1, e1, f2, e2)
    append_contacts(m, d, includemargin, -1, f1, e1, -1, f2, e2, -1)


# Ascending ids


@kernel
def sort_near(d: Data, n: int) -> None:
    """Sort the first n of elem_near into ascending order (Shell sort)."""
    gap = n
    while gap > 1:
        gap = 1 if gap < 5 else (5 * gap - 1) // 11
        for i in range(gap, n):
            e, j = d.elem_near[i], i
            while j >= gap and d.elem_near[j - gap] > e:
                d.elem_near[j] = d.elem_near[j - gap]
                j -= gap
            d.elem_near[j] = e


@kernel
def list_near(m: Model, d: Data, f: int, center: Vec3, half: Vec3, first: int) -> int:
    """Write the active elements of flex ``f`` near a box to elem_near; return their number.

    The list ascends, and has only elements from ``first`` on, whose boxes meet the box.
    """
    adr, n = m.flex_bvhadr[f], 0
    top = push_pair(d, 0, 0, 0) if m.flex_bvhnum[f] > 0 else 0
    while top > 0:
        top -= 1
        node = d.pair_stack[top, 0]
        if not meets_box(d.bvh_aabb_dyn, adr + node - m.nbvhstatic, center, half):
            continue
        e = m.bvh_nodeid[adr + node]
        if e < 0:
            top = push_pair(d, top, m.bvh_child[adr + node, 1], 0)
            top = push_pair(d, top, m.bvh_child[adr + node, 0], 0)
        elif e >= first and n < m.flex_elemnum[f] and is_active(m, f, e):
            d.elem_near[n] = e
            n += 1
    sort_near(d, n)
    return n


@kernel
def collide_near(m: Model, d: Data, f1: int, e1: int, f2: int, first: int, includemargin: float) -> None:
    """Add the contacts of element ``e1`` of f1 with active elements of f2 from ``first`` on."""
    row, margin = m.flex_elemadr[f1] + e1, d.near_margin
    center = load3(d.flexelem_aabb, row)
    half = (
        d.flexelem_aabb[row, 3] + margin,
        d.flexelem_aabb[row, 4] + margin,
        d.flexelem_aabb[row, 5] + margin,
    )
    for i in range(list_near(m, d, f2, center, half, first)):
        collide_elements(m, d, f1, e1, f2, d.elem_near[i], includemargin)


# Sweep and prune


@kernel
def longest_axis(d: Data, row: int) -> int:
    """Return the axis along which a box of bvh_aabb_dyn is longest, the last if equal."""
    axis = 0
    for k in range(1, 3):
        if d.bvh_aabb_dyn[row, 3 + k] >= d.bvh_aabb_dyn[row, 3 + axis]:
            axis = k
    return axis


@kernel
def comes_before(d: Data, first: int, e1: int, e2: int) -> bool:
    """Return whether element ``e1`` sorts before ``e2``: by lower end of the box, then id."""
    low1, low2 = d.elem_low[first + e1], d.elem_low[first + e2]
    return low1 < low2 or (low1 == low2 and e1 < e2)


@kernel
def sort_elements(m: Model, d: Data, f: int, axis: int) -> None:
    """Compute elem_low and sort elem_order by it.

    Shell sort starts from the order of the previous step, and is skipped if that is still sorted.
    """
    first, n = m.flex_elemadr[f], m.flex_elemnum[f]
    if n > 1 and d.elem_order[first] == d.elem_order[first + 1]:  # not initialized
        for e in range(n):
            d.elem_order[first + e] = e
    for row in range(first, first + n):
        d.elem_low[row] = d.flexelem_aabb[row, axis] - d.flexelem_aabb[row, 3 + axis]
    gap = 1
    for i in range(first + 1, first + n):
        if comes_before(d, first, d.elem_order[i], d.elem_order[i - 1]):
            gap = n
    while gap > 1:
        gap = 1 if gap < 5 else (5 * gap - 1) // 11
        for i in range(first + gap, first + n):
            e, j = d.elem_order[i], i
            while j >= first + gap and comes_before(d, first, e, d.elem_order[j - gap]):
                d.elem_order[j] = d.elem_order[j - gap]
                j -= gap
            d.elem_order[j] = e


@kernel
def copy_boxes(m: Model, d: Data, f: int) -> None:
    """Copy the sorted element boxes of flex ``f`` to sweep_box, empty for inactive elements."""
    for i in range(m.flex_elemadr[f], m.flex_elemadr[f] + m.flex_elemnum[f]):
        row = m.flex_elemadr[f] + d.elem_order[i]
        active = is_active(m, f, d.elem_order[i])
        for k in range(3):
            d.sweep_box[i, k] = d.flexelem_aabb[row, k]
            d.sweep_box[i, 3 + k] = d.flexelem_aabb[row, 3 + k] if active else -math.inf


@kernel
def sweep(m: Model, d: Data, f: int) -> None:
    """Add the contacts of flex ``f`` with itself by sweep and prune.

    Each element is tested against earlier elements whose boxes reach its lower end on the axis.
    """
    axis = longest_axis(d, m.flex_bvhadr[f] - m.nbvhstatic)
    sort_elements(m, d, f, axis)
    copy_boxes(m, d, f)
    start = m.flex_elemadr[f]  # boxes before start end below the current box
    for i in range(m.flex_elemadr[f], m.flex_elemadr[f] + m.flex_elemnum[f]):
        low = d.sweep_box[i, axis] - d.sweep_box[i, 3 + axis]
        while start < i and d.sweep_box[start, axis] + d.sweep_box[start, 3 + axis] < low:
            start += 1
        for k in range(start, i):
            if boxes_meet(d.sweep_box, k, i, 0.0):
                collide_elements(m, d, f, d.elem_order[k], f, d.elem_order[i], 0.0)


# BVH against itself


@kernel
def openness(d: Data, row: int) -> float:
    """Return the measure of a box by which open_pair chooses; the module has the formula."""
    x = d.bvh_aabb_dyn[row, 3] - d.bvh_aabb_dyn[row, 0]
    y = d.bvh_aabb_dyn[row, 4] - d.bvh_aabb_dyn[row, 1]
    z = d.bvh_aabb_dyn[row, 5] - d.bvh_aabb_dyn[row, 2]
    return x * y + y * z + z * x


@kernel
def open_pair(m: Model, d: Data, top: int, adr: int, node1: int, node2: int) -> int:
    """Replace one of two nodes by its children and push both pairs; return the new height."""
    row1, row2 = adr + node1 - m.nbvhstatic, adr + node2 - m.nbvhstatic
    left1, left2 = m.bvh_child[adr + node1, 0], m.bvh_child[adr + node2, 0]
    if left1 < 0 or (left2 >= 0 and openness(d, row2) >= openness(d, row1)):
        top = push_pair(d, top, node1, left2)
        return push_pair(d, top, node1, m.bvh_child[adr + node2, 1])
    top = push_pair(d, top, left1, node2)
    return push_pair(d, top, m.bvh_child[adr + node1, 1], node2)


@kernel
def walk_tree(m: Model, d: Data, f: int) -> None:
    """Add the contacts of flex ``f`` with itself by traversing its tree against itself.

    Node numbers grow from parents to children, so skipping pairs with node1 > node2 leaves each pair of elements once.
    """
    adr, boxes = m.flex_bvhadr[f], m.flex_bvhadr[f] - m.nbvhstatic
    top = push_pair(d, 0, 0, 0)
    while top > 0:
        top -= 1
        node1, node2 = d.pair_stack[top, 0], d.pair_stack[top, 1]
        if node1 > node2 or not boxes_meet(d.bvh_aabb_dyn, boxes + node1, boxes + node2, 0.0):
            continue
        e1, e2 = m.bvh_nodeid[adr + node1], m.bvh_nodeid[adr + node2]
        if e1 < 0 or e2 < 0:
            top = open_pair(m, d, top, adr, node1, node2)
        elif node1 != node2 and is_active(m, f, e1) and is_active(m, f, e2):
            collide_elements(m, d, f, e1, f, e2, 0.0)


@kernel
def collide_itself(m: Model, d: Data, f: int) -> None:
    """Add the contacts of flex ``f`` with itself, by the method of flex_selfcollide."""
    kind = m.flex_selfcollide[f]
    if m.flex_bvhnum[f] == 0:
        return
    if kind == mjtFlexSelf.mjFLEXSELF_NARROW:
        for e in range(m.flex_elemnum[f]):
            if is_active(m, f, e):
                collide_near(m, d, f, e, f, e + 1, 0.0)
    elif kind == mjtFlexSelf.mjFLEXSELF_BVH or (kind == mjtFlexSelf.mjFLEXSELF_AUTO and m.flex_dim[f] == 3):
        walk_tree(m, d, f)
    else:
        sweep(m, d, f)
