"""Sorted sweep over the geoms of one body, for bodies with many geoms.

Documents: Computation / Collision detection / Selection

An example is a world body with thousands of blocks. The geoms of such a body are sorted along the axis of their largest
spread, with the few oversized geoms first. The geoms near a sphere are then a contiguous range, found by binary search.
The axis is cached, and sorting starts from the order of the previous step, so a body at rest costs one test per geom.
"""

from gelenk.engine.collision.broadphase import INFINITE, LARGEST_RADIUS, insert_sorted, reach
from gelenk.tables.precision import Limits
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model

LARGEST_COORDINATE = (
    1e30  # coordinates are below it [m]; -INFINITE is below -FARTHEST in single precision, too
)


@kernel
def ordinary_reach(m: Model, b: int) -> float:
    """Return the reach up to which the geoms of body ``b`` are sorted by position."""
    limit = INFINITE
    for _ in range(2):
        total, n = 0.0, 0
        for g in range(m.body_geomadr[b], m.body_geomadr[b] + m.body_geomnum[b]):
            r = reach(m, g)
            if r < limit:
                total += r
                n += 1
        limit = LARGEST_RADIUS * total / n if n > 0 else 0.0
    return limit


@kernel
def sort_key(m: Model, d: Data, b: int, g: int) -> float:
    """Return the sort key of geom ``g`` of body ``b``; -inf for oversized geoms."""
    return -INFINITE if reach(m, g) > d.sweep_limit[b] else d.geom_xpos[g, d.sweep_axis[b]]


@kernel
def widest_axis(m: Model, d: Data, b: int) -> int:
    """Return the axis along which the ordinary geoms of a body spread most."""
    best, axis = -1.0, 0
    for k in range(3):
        low, high = INFINITE, -INFINITE
        for g in range(m.body_geomadr[b], m.body_geomadr[b] + m.body_geomnum[b]):
            if not reach(m, g) > d.sweep_limit[b]:
                low, high = min(low, d.geom_xpos[g, k]), max(high, d.geom_xpos[g, k])
        if high - low > best:
            best, axis = high - low, k
    return axis


@kernel
def is_sorted(m: Model, d: Data, b: int) -> bool:
    """Return whether a body's geoms are still sorted; write sweep_reach.

    sweep_reach is the largest reach among the ordinary geoms of the body.
    """
    first, n = m.body_geomadr[b], m.body_geomnum[b]
    axis, limit = d.sweep_axis[b], d.sweep_limit[b]
    before, sorted_, widest = -INFINITE, True, 0.0
    for i in range(first, first + n):
        g = d.sweep_order[i]
        r, x = reach(m, g), d.geom_xpos[g, axis]
        if r > limit:
            x = -INFINITE
        elif r > widest:
            widest = r
        if x < before:
            sorted_ = False
        before = x
    d.sweep_reach[b] = widest
    return sorted_


@kernel
def sort_geoms(m: Model, d: Data, b: int) -> None:
    """Update sweep_order for a body by Shell sort, unless it is already sorted."""
    first, n = m.body_geomadr[b], m.body_geomnum[b]
    if d.sweep_order[first] == d.sweep_order[first + 1]:  # never sorted
        d.sweep_limit[b] = ordinary_reach(m, b)
        d.sweep_axis[b] = widest_axis(m, d, b)
        for i in range(n):
            d.sweep_order[first + i] = first + i
    gap = 1 if is_sorted(m, d, b) else n
    while gap > 1:
        gap = 1 if gap < 5 else (5 * gap - 1) // 11
        for i in range(gap, n):
            g = d.sweep_order[first + i]
            x, j = sort_key(m, d, b, g), i
            while j >= gap and sort_key(m, d, b, d.sweep_order[first + j - gap]) > x:
                d.sweep_order[first + j] = d.sweep_order[first + j - gap]
                j -= gap
            d.sweep_order[first + j] = g


@kernel
def first_from(m: Model, d: Data, b: int, x: float) -> int:
    """Return the first entry in a body's order with a sort key of at least ``x``."""
    low, high = m.body_geomadr[b], m.body_geomadr[b] + m.body_geomnum[b]
    while low < high:
        middle = (low + high) // 2
        if sort_key(m, d, b, d.sweep_order[middle]) < x:
            low = middle + 1
        else:
            high = middle
    return low


@kernel
def meets(m: Model, d: Data, g: int, other: int) -> bool:
    """Return whether the sphere of geom ``g`` meets the sphere of body ``other``."""
    r = reach(m, g) + d.broad_sphere[other, 3]
    x = d.broad_sphere[other, 0] - d.geom_xpos[g, 0]
    y = d.broad_sphere[other, 1] - d.geom_xpos[g, 1]
    z = d.broad_sphere[other, 2] - d.geom_xpos[g, 2]
    return x * x + y * y + z * z <= r * r


@kernel
def list_geoms(m: Model, d: Data, b: int, other: int) -> int:
    """List the geoms of ``b`` that may touch ``other`` in sweep_list; return their number.

    The list is ascending.
    """
    first, count = m.body_geomadr[b], m.body_geomnum[b]
    x, r = d.broad_sphere[other, d.sweep_axis[b]], d.broad_sphere[other, 3] + d.sweep_reach[b]
    low, high = first_from(m, d, b, x - r), first_from(m, d, b, x + r * (1.0 + Limits.WIDER) + Limits.LEAST)
    n = 0
    if not (high - low) * 4 < count:
        for g in range(first, first + count):
            if meets(m, d, g, other):
                d.sweep_list[n] = g
                n += 1
        return n
    for i in range(first, first_from(m, d, b, -LARGEST_COORDINATE)):  # oversized geoms
        if meets(m, d, d.sweep_order[i], other):
            n = insert_sorted(d.sweep_list, n, d.sweep_order[i])
    for i in range(low, high):
        if meets(m, d, d.sweep_order[i], other):
            n = insert_sorted(d.sweep_list, n, d.sweep_order[i])
    return n
