"""AABB trees (bounding volume hierarchies), built by median splits of the longest side.

Documents: Computation / Collision detection / Selection (bounding volume hierarchy)

A node is followed by the whole subtree of its first child, then by that of the second. Values that differ by at most
EPS count as equal: of equal sides the first is split, equal centers are ordered by item index. Values are only
compared and halved, never rounded, so a tree is identical on every CPU.
"""

from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Ints, View

EPS = 1e-14
MOST_LEVELS = 64  # level limit of a median-split tree, and of the stack
STACK_ENTRY = 4  # values per stack entry: node, first item, number of items, level


@kernel
def before(center: View, axis: int, i: int, j: int) -> bool:
    """Return whether item i comes before j: by center along ``axis``, by index if axis is -1."""
    if axis < 0:
        return i <= j
    return center[3 * i + axis] <= center[3 * j + axis]


@kernel
def merge(center: View, axis: int, source: Ints, target: Ints, start: int, middle: int, end: int) -> None:
    """Merge two sorted runs of items into ``target``."""
    i, j = start, middle
    for k in range(start, end):
        if i < middle and (j >= end or before(center, axis, source[i], source[j])):
            target[k] = source[i]
            i += 1
        else:
            target[k] = source[j]
            j += 1


@kernel
def sort(center: View, axis: int, order: Ints, spare: Ints, first: int, n: int) -> None:
    """Sort ``n`` items from index ``first`` on, by bottom-up merge sort (stable)."""
    width = 1
    swapped = 0
    while width < n:
        for start in range(first, first + n, 2 * width):
            middle, end = min(start + width, first + n), min(start + 2 * width, first + n)
            if swapped:
                merge(center, axis, spare, order, start, middle, end)
            else:
                merge(center, axis, order, spare, start, middle, end)
        swapped = 1 - swapped
        width *= 2
    if swapped:
        for k in range(first, first + n):
            order[k] = spare[k]


@kernel
def sort_by_center(center: View, axis: int, order: Ints, spare: Ints, first: int, n: int) -> None:
    """Sort items by center; runs of centers that differ by at most EPS go by item index."""
    sort(center, axis, order, spare, first, n)
    start = first
    for k in range(first + 1, first + n + 1):
        if k == first + n or center[3 * order[k] + axis] - center[3 * order[k - 1] + axis] > EPS:
            if k - start > 1:
                sort(center, -1, order, spare, start, k - start)
            start = k


@kernel
def keep_sides(order: Ints, spare: Ints, side: Ints, first: int, n: int) -> None:
    """Move the items with ``side`` 1 to the front (stable partition)."""
    at, rest = first, 0
    for k in range(first, first + n):
        item = order[k]
        if side[item]:
            order[at] = item
            at += 1
        else:
            spare[rest] = item
            rest += 1
    for k in range(rest):
        order[at + k] = spare[k]


@kernel
def box_around(low: View, high: View, items: Ints, first: int, n: int, node: int, aabb: View) -> int:
    """Write the box around items, as center and half sizes; return its longest axis."""
    i = 3 * items[first]
    x0, y0, z0 = low[i], low[i + 1], low[i + 2]
    x1, y1, z1 = high[i], high[i + 1], high[i + 2]
    for k in range(first + 1, first + n):
        i = 3 * items[k]
        x0, y0, z0 = min(x0, low[i]), min(y0, low[i + 1]), min(z0, low[i + 2])
        x1, y1, z1 = max(x1, high[i]), max(y1, high[i + 1]), max(z1, high[i + 2])
    a = 6 * node
    aabb[a], aabb[a + 1], aabb[a + 2] = 0.5 * (x0 + x1), 0.5 * (y0 + y1), 0.5 * (z0 + z1)
    x, y, z = x1 - x0, y1 - y0, z1 - z0
    aabb[a + 3], aabb[a + 4], aabb[a + 5] = 0.5 * x, 0.5 * y, 0.5 * z
    axis, longest = 0, x
    if y >= longest + EPS:
        axis, longest = 1, y
    if z >= longest + EPS:
        axis = 2
    return axis


@kernel
def one_tree(
    low: View, high: View, center: View, n: int, aabb: View, nodes: Ints, work: Ints, size: int
) -> None:
    """Build the tree over ``n`` boxes; see box_trees."""
    x, y, z, spare, side = work[0:], work[size:], work[2 * size :], work[3 * size :], work[4 * size :]
    stack = work[5 * size :]
    for k in range(n):
        x[k], y[k], z[k] = k, k, k
    if n > 1:
        sort_by_center(center, 0, x, spare, 0, n)
        sort_by_center(center, 1, y, spare, 0, n)
        sort_by_center(center, 2, z, spare, 0, n)
    stack[0], stack[1], stack[2], stack[3] = 0, 0, n, 0
    top = 1
    while top:
        top -= 1
        at, first, count, level = (
            stack[STACK_ENTRY * top],
            stack[STACK_ENTRY * top + 1],
            stack[STACK_ENTRY * top + 2],
            stack[STACK_ENTRY * top + 3],
        )
        axis = box_around(low, high, x, first, count, at, aabb)
        nodes[4 * at], nodes[4 * at + 1], nodes[4 * at + 2], nodes[4 * at + 3] = -1, -1, level, -1
        if count == 1:
            nodes[4 * at + 3] = x[first]
        else:
            half = count // 2
            for k in range(count):
                chosen = x[first + k] if axis == 0 else y[first + k] if axis == 1 else z[first + k]
                side[chosen] = 1 if k < half else 0
            if axis != 0:
                keep_sides(x, spare, side, first, count)
            if axis != 1:
                keep_sides(y, spare, side, first, count)
            if axis != 2:
                keep_sides(z, spare, side, first, count)
            nodes[4 * at], nodes[4 * at + 1] = at + 1, at + 2 * half
            for child in range(2):
                place = STACK_ENTRY * (top + 1 - child)
                stack[place] = at + 1 if child == 0 else at + 2 * half
                stack[place + 1] = first if child == 0 else first + half
                stack[place + 2] = half if child == 0 else count - half
                stack[place + 3] = level + 1
            top += 2


@kernel
def box_trees(
    ntree: int,
    num: Ints,
    low: View,
    high: View,
    center: View,
    aabb: View,
    nodes: Ints,
    work: Ints,
    size: int,
) -> None:
    """Build a tree over each group of boxes.

    num      (ntree) number of boxes of each group, may be 0
    low, high, center   (n, 3) corners, and the points by which boxes are split
    aabb     (nodes, 6) center and half sizes of each node; a tree of n boxes has 2 n - 1
    nodes    (nodes, 4) children relative to the root, -1: none; level; box of a leaf relative to its group, or -1
    work     5 size elements and a stack, where size is at least the largest group
    """
    item, node = 0, 0
    for t in range(ntree):
        n = num[t]
        if n > 0:
            at = 3 * item
            one_tree(low[at:], high[at:], center[at:], n, aabb[6 * node :], nodes[4 * node :], work, size)
            item += n
            node += 2 * n - 1
