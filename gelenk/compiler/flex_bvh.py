"""Trees of bounding boxes over the elements of a flex; the boxes themselves move, and belong to the data.

Documents: Computation / Collision detection / Selection; XML reference / flex/contact / selfcollide
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np


class Tree(NamedTuple):
    """Nodes, each before its children and the first child right after it: children (-1: none), element (-1), depth."""

    child: np.ndarray
    nodeid: np.ndarray
    depth: np.ndarray


def dynamic_tree(corners: np.ndarray, elements: np.ndarray) -> Tree:
    """The tree over elements with the given corners (k, dim + 1, 3): halves by the longest side of the centers."""
    centers = corners.mean(axis=1)
    count = 2 * len(centers) - 1
    child = np.full((count, 2), -1)
    nodeid, depth = np.full(count, -1), np.zeros(count, int)
    stack = [(np.arange(len(centers)), 0, 0)]
    while stack:
        members, node, level = stack.pop()
        depth[node] = level
        if len(members) == 1:
            nodeid[node] = elements[members[0]]
            continue
        here = centers[members]
        axis = int(np.argmax(here.max(axis=0) - here.min(axis=0)))
        members = members[np.argsort(here[:, axis], kind="stable")]
        half = len(members) // 2
        child[node] = node + 1, node + 2 * half
        stack.append((members[half:], node + 2 * half, level + 1))
        stack.append((members[:half], node + 1, level + 1))
    return Tree(child, nodeid, depth)
