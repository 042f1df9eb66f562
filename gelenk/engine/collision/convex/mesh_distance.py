"""Signed distances of points from the surface of a triangle mesh.

Documents: XML reference / geom (sdf); Baerentzen and Aanaes, "Signed distance computation using the angle weighted
pseudonormal" (2005)

A bounding volume hierarchy (modeling/compiler/aabb_tree.py) leads to the nearest triangle. The nearest feature on it is
its face, an edge or a corner; the sign is that of the offset along the normal of this feature.
"""

import math

from gelenk.algebra.vec import Vec3, dot, nearest_on_triangle, sub
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Ints, View

FEATURES = 7  # features of a triangle with a normal each: face, edges, corners (algebra/vec.py)


@kernel
def load_row(a: View, i: int) -> Vec3:
    """Return row ``i`` of a flat (n, 3) array."""
    return a[3 * i], a[3 * i + 1], a[3 * i + 2]


@kernel
def box_gap(box: View, node: int, p: Vec3) -> float:
    """Return the squared distance of p from the box of a node."""
    total = 0.0
    for k in range(3):
        x = abs(p[k] - box[6 * node + k]) - box[6 * node + 3 + k]
        if x > 0.0:
            total += x * x
    return total


@kernel
def nearest(p: Vec3, corner: View, normal: View, box: View, child: Ints, item: Ints, stack: Ints) -> float:
    """Return the signed distance of p, see `mesh_distance` for the arrays."""
    best, away = math.inf, 1.0
    stack[0] = 0
    waiting = 1
    while waiting > 0:
        waiting -= 1
        node = stack[waiting]
        if not box_gap(box, node, p) < best:
            continue
        face = item[node]
        if face >= 0:
            a, b, c = (
                load_row(corner, 3 * face),
                load_row(corner, 3 * face + 1),
                load_row(corner, 3 * face + 2),
            )
            q, feature = nearest_on_triangle(p, a, b, c)
            offset = sub(p, q)
            if dot(offset, offset) < best:
                best = dot(offset, offset)
                away = dot(offset, load_row(normal, FEATURES * face + feature))
            continue
        near, far = child[2 * node], child[2 * node + 1]
        if box_gap(box, far, p) < box_gap(box, near, p):
            near, far = far, near
        stack[waiting] = far
        stack[waiting + 1] = near
        waiting += 2
    return -math.sqrt(best) if away < 0.0 else math.sqrt(best)


@kernel
def mesh_distance(
    count: int,
    point: View,
    corner: View,
    normal: View,
    box: View,
    child: Ints,
    item: Ints,
    stack: Ints,
    distance: View,
) -> None:
    """Write the signed distances of ``count`` points.

    Reads   point (count, 3) [m], corner (nface, 3, 3) [m], normal (nface, 7, 3) of any length, nodes of the tree:
            box (n, 6), child (n, 2), item (n,) the triangle of a leaf or -1; all in one frame
    Writes  distance (count,) negative inside [m]; work space stack (depth of the tree + 1,)
    """
    for i in range(count):
        distance[i] = nearest(load_row(point, i), corner, normal, box, child, item, stack)
