"""Trees of boxes around the triangles of meshes, in which rays find what they meet.

Documents: Computation / Collision detection / Selection (bounding volume hierarchy)

A node holds the box of its triangles; one with more than a triangle has two children, which share them at the
middle along the longest side. Nodes come level by level, so children follow their parent.
"""

from typing import NamedTuple

import numpy as np


class Tree(NamedTuple):
    """Columns of the nodes of one tree; children count from its root, which is node 0."""

    aabb: np.ndarray  # (n, 6) center, half sizes
    child: np.ndarray  # (n, 2) -1: none
    depth: np.ndarray  # (n,)
    item: np.ndarray  # (n,) the triangle of a leaf, else -1


def tree_of_boxes(low: np.ndarray, high: np.ndarray) -> Tree:
    """The tree over boxes with these corners (n, 3)."""
    n = max(2 * len(low) - 1, 0)
    tree = Tree(np.zeros((n, 6)), np.full((n, 2), -1), np.zeros(n, int), np.full(n, -1))
    order = np.arange(len(low))  # the boxes, those of one node side by side
    node, count, level, after = np.arange(min(n, 1)), np.array([len(low)]), 0, 1
    while len(node):
        first = np.cumsum(count) - count
        bottom = np.minimum.reduceat(low[order], first)
        top = np.maximum.reduceat(high[order], first)
        tree.aabb[node] = np.concatenate([0.5 * (bottom + top), 0.5 * (top - bottom)], axis=1)
        tree.depth[node] = level
        leaf = count == 1
        tree.item[node[leaf]] = order[first[leaf]]
        order, inner = order[np.repeat(~leaf, count)], ~leaf
        node, count, longest = node[inner], count[inner], np.argmax(top - bottom, axis=1)[inner]
        owner = np.repeat(np.arange(len(node)), count)
        place = (low[order] + high[order])[np.arange(len(order)), longest[owner]]
        order = order[np.lexsort((place, owner))]
        left = after + 2 * np.arange(len(node))
        tree.child[node] = np.stack([left, left + 1], axis=1)
        after, level = after + 2 * len(node), level + 1
        node = np.stack([left, left + 1], axis=1).ravel()
        count = np.stack([count // 2, count - count // 2], axis=1).ravel()
    return tree


def tree_of_triangles(vert: np.ndarray, face: np.ndarray) -> Tree:
    """The tree over triangles ``face`` (n, 3) of vertices ``vert``."""
    corners = np.asarray(vert, float)[np.asarray(face, int)].reshape(-1, 3, 3)
    return tree_of_boxes(corners.min(axis=1), corners.max(axis=1))
