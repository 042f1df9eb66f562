"""Topology of a flex: edges, border, layers and neighbors of its elements.

Documents: XML reference / deformable/flex; XML reference / flex/contact

An element of dimension dim has dim + 1 vertices. Its sides (fragments) are points, lines or triangles of dim
vertices; a side of a single element is on the border, the shell.
"""

from __future__ import annotations

import numpy as np

# vertices of the edges of an element, in the order of flex_elemedge, and of its sides, facing outwards
EDGES = {
    1: ((0, 1),),
    2: ((1, 2), (2, 0), (0, 1)),
    3: ((0, 1), (1, 2), (2, 0), (2, 3), (0, 3), (1, 3)),
}
SIDES = {
    1: ((0,), (1,)),
    2: ((0, 1), (1, 2), (2, 0)),
    3: ((0, 1, 2), (0, 2, 3), (0, 3, 1), (1, 3, 2)),
}


def find_edges(elem: np.ndarray, nvert: int) -> tuple[np.ndarray, np.ndarray]:
    """Return edges (n, 2) in order of first use, and the edge ids of elements (k, edges).

    The smaller vertex of an edge comes first.
    """
    dim = elem.shape[1] - 1
    pairs = np.sort(elem[:, np.array(EDGES[dim])], axis=2)
    keys = (pairs[..., 0] * nvert + pairs[..., 1]).reshape(-1)
    known, first, which = np.unique(keys, return_index=True, return_inverse=True)
    order = np.argsort(first)
    rank = np.empty(len(order), int)
    rank[order] = np.arange(len(order))
    edges = np.stack([known // nvert, known % nvert], axis=1)[order]
    return edges, rank[which.reshape(-1)].reshape(len(elem), -1)


class Sides:
    """All sides of all elements, sorted so that equal sides are adjacent.

    verts (n, dim)   vertices of each side, facing out of its element
    elem (n,)        its element
    opposite (n,)    the vertex of the element that is not on the side
    same (n - 1,)    whether a side equals the next one
    """

    def __init__(self, elem: np.ndarray) -> None:
        dim = elem.shape[1] - 1
        sides = np.array(SIDES[dim])
        verts = elem[:, sides].reshape(-1, dim)
        left_over = [(set(range(dim + 1)) - set(side)).pop() for side in SIDES[dim]]
        opposite = elem[:, left_over].reshape(-1)
        owner = np.repeat(np.arange(len(elem)), len(sides))
        keys = np.sort(verts, axis=1)
        order = np.lexsort(keys.T[::-1])  # lexsort is stable, so elements stay in order
        self.verts, self.opposite, self.elem = verts[order], opposite[order], owner[order]
        self.same = (keys[order][1:] == keys[order][:-1]).all(axis=1)

    def on_border(self) -> np.ndarray:
        """Return whether each side belongs to a single element."""
        before = np.concatenate([[False], self.same])
        after = np.concatenate([self.same, [False]])
        return ~(before | after)

    def adjacent_pairs(self) -> tuple[np.ndarray, np.ndarray]:
        """Return the positions of both copies of every side that two elements share."""
        first = np.flatnonzero(self.same)
        return first, first + 1

    def element_vertex_pairs(self) -> np.ndarray:
        """Return (n, 2): an element, and the opposite vertex of a neighbor across a shared side.

        Only pairs with at least one element at the border are included.
        """
        a, b = self.adjacent_pairs()
        outer = np.zeros(self.elem.max() + 1, bool)
        outer[self.elem[self.on_border()]] = True
        keep = outer[self.elem[a]] | outer[self.elem[b]]
        a, b = a[keep], b[keep]
        pairs = np.stack([self.elem[b], self.opposite[a], self.elem[a], self.opposite[b]], axis=1)
        return pairs.reshape(-1, 2)

    def layers(self, count: int) -> np.ndarray:
        """Return the distance of each of `count` elements from the border, in steps across sides."""
        layer = np.full(count, -1)
        layer[self.elem[self.on_border()]] = 0
        a, b = self.adjacent_pairs()
        one, other = (
            np.concatenate([self.elem[a], self.elem[b]]),
            np.concatenate([self.elem[b], self.elem[a]]),
        )
        depth = 0
        while True:
            reached = other[(layer[one] == depth) & (layer[other] < 0)]
            if not len(reached):
                break
            depth += 1
            layer[reached] = depth
        return np.maximum(layer, 0)


def edge_flaps(elem: np.ndarray, elemedge: np.ndarray, nedge: int) -> tuple[np.ndarray, np.ndarray]:
    """Return opposite vertices and direction of each edge of a surface, both (n, 2).

    The opposite vertices are those in the first and the last triangle, -1 for a missing one. The direction is that of
    the edge in the first triangle.
    """
    opposite = elem.reshape(-1)  # edge k of a triangle is opposite to vertex k
    starts, ends = np.roll(elem, -1, axis=1).reshape(-1), np.roll(elem, -2, axis=1).reshape(-1)
    edges, first, count = np.unique(elemedge.reshape(-1), return_index=True, return_counts=True)
    last = elemedge.size - 1 - np.unique(elemedge.reshape(-1)[::-1], return_index=True)[1]
    flaps = np.full((nedge, 2), -1)
    flaps[edges, 0] = opposite[first]
    flaps[edges, 1] = np.where(count > 1, opposite[last], -1)
    directed = np.zeros((nedge, 2), int)
    directed[edges] = np.stack([starts[first], ends[first]], axis=1)
    return flaps, directed


def edges_at_vertices(edges: np.ndarray, nvert: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the edges of each vertex, concatenated (2 * nedge,), and their counts."""
    ends = edges.reshape(-1)
    order = np.argsort(ends, kind="stable")
    return order // 2, np.bincount(ends, minlength=nvert)
