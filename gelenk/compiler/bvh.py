"""Trees of boxes around the colliding geoms of bodies and around the triangles of meshes.

Documents: Computation / Collision detection / Selection (bounding volume hierarchy)

A node holds the box of its items; one with more than an item has two children, which share them at the middle
along the longest side. A node is followed by the whole tree of its first child, then by that of the second. What
differs by no more than EPS counts as equal: of equal sides the first is divided, equal centers go by item.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from gelenk.algebra.arrays import times
from gelenk.algebra.vec import quat_to_mat
from gelenk.compiler.build import Build
from gelenk.compiler.frames import relative
from gelenk.tables.enums import mjtObj

EPS = 1e-14


class Tree(NamedTuple):
    """Columns of the nodes of one tree; children count from its root, which is node 0."""

    aabb: np.ndarray  # (n, 6) center, half sizes
    child: np.ndarray  # (n, 2) -1: none
    depth: np.ndarray  # (n,)
    item: np.ndarray  # (n,) the box of a leaf, else -1


def tree_of_boxes(low: np.ndarray, high: np.ndarray, center: np.ndarray | None = None) -> Tree:
    """The tree over boxes with these corners (n, 3), divided by these centers: those of the boxes if not given."""
    center = 0.5 * (low + high) if center is None else center
    n = max(2 * len(low) - 1, 0)
    if n == 1:  # most bodies have one geom
        box = np.concatenate([0.5 * (low + high), 0.5 * (high - low)], axis=1)
        return Tree(box, np.full((1, 2), -1), np.zeros(1, int), np.zeros(1, int))
    tree = Tree(
        np.zeros((n, 6)), np.full((n, 2), -1, np.int32), np.zeros(n, np.int32), np.full(n, -1, np.int32)
    )
    rank = ranks(center)
    order = np.arange(len(low))  # the boxes, those of one node side by side
    node, count, level = np.arange(min(n, 1)), np.array([len(low)]), 0  # the nodes of one level
    while len(node):
        first = np.cumsum(count) - count
        bottom = np.minimum.reduceat(low[order], first)
        top = np.maximum.reduceat(high[order], first)
        tree.aabb[node] = np.concatenate([0.5 * (bottom + top), 0.5 * (top - bottom)], axis=1)
        tree.depth[node] = level
        leaf = count == 1
        tree.item[node[leaf]] = order[first[leaf]]
        order, inner = order[np.repeat(~leaf, count)], ~leaf
        node, count, axis = node[inner], count[inner], longest(top - bottom)[inner]
        owner = np.repeat(np.arange(len(node)), count)
        order = order[np.argsort(owner * len(low) + rank[order, axis[owner]])]
        half = count // 2
        tree.child[node] = np.stack([node + 1, node + 2 * half], axis=1)
        node = tree.child[node].ravel()
        count, level = np.stack([half, count - half], axis=1).ravel(), level + 1
    return tree


def longest(side: np.ndarray) -> np.ndarray:
    """The longest of the three sides of each box."""
    axis = np.where(side[:, 1] >= side[:, 0] + EPS, 1, 0)
    return np.where(side[:, 2] >= side[np.arange(len(side)), axis] + EPS, 2, axis)


def ranks(center: np.ndarray) -> np.ndarray:
    """Where each center (n, 3) stands among all along each axis; equal ones stand in the order of their items."""
    n = len(center)
    rank = np.empty((n, 3), np.int64)
    for axis in range(3):
        order = np.argsort(center[:, axis])
        place = np.cumsum(np.diff(center[order, axis], prepend=0.0) > EPS)
        rank[order[np.argsort(place * n + order)], axis] = np.arange(n)
    return rank


def tree_of_triangles(vert: np.ndarray, face: np.ndarray) -> Tree:
    """The tree over triangles ``face`` (n, 3) of vertices ``vert``, divided by the centers of their circumcircles.

    The center is at a + ((ab x ac) x ab |ac|^2 + ac x (ab x ac) |ab|^2) / (2 |ab x ac|^2).
    """
    corners = np.asarray(vert, float)[np.asarray(face, int)].reshape(-1, 3, 3)
    ab, ac = corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]
    normal = np.cross(ab, ac)
    up, across = (
        dots(normal, normal),
        np.cross(normal, ab) * dots(ac, ac) + np.cross(ac, normal) * dots(ab, ab),
    )
    center = corners.mean(axis=1)
    np.divide(across, 2.0 * up, out=across, where=up > 0.0)
    center = np.where(up > 0.0, corners[:, 0] + across, center)
    return tree_of_boxes(corners.min(axis=1), corners.max(axis=1), center)


def dots(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Dot products of the rows (n, 1)."""
    return (a * b).sum(axis=1, keepdims=True)


# ---- columns of the model


def tree_columns(build: Build) -> None:
    """The trees of bodies, then those of meshes: bvh_*, body_bvh*, mesh_bvh*."""
    bodies = [tree_of_geoms(build, body) for body in range(build.sizes["nbody"])]
    meshes = [build.meshes[el.name] for el in build.elements[int(mjtObj.mjOBJ_MESH)]]
    trees = bodies + [mesh.tree for mesh in meshes]
    num = [len(tree.depth) for tree in trees]
    adr = np.cumsum(num) - num
    n = len(bodies)
    build.put(
        body_bvhadr=np.where(num[:n], adr[:n], -1),
        body_bvhnum=num[:n],
        mesh_bvhadr=adr[n:],
        mesh_bvhnum=num[n:],
        bvh_aabb=np.concatenate([tree.aabb for tree in trees]),
        bvh_child=np.concatenate([tree.child for tree in trees]),
        bvh_depth=np.concatenate([tree.depth for tree in trees]),
        bvh_nodeid=np.concatenate([tree.item for tree in trees]),
    )
    build.sizes.update(nbvh=sum(num), nbvhstatic=sum(num), nbvhdynamic=0)


def tree_of_geoms(build: Build, body: int) -> Tree:
    """The tree over the boxes around the colliding geoms of a body, along the axes of its inertial frame.

    It is divided by the positions of the geoms, which for planes and meshes are not the centers of their boxes.
    """
    part: Any = build.body_parts[body]
    geoms = [g for g in part.geoms if int(g.el.contype) | int(g.el.conaffinity)]
    pos, center, half = np.zeros((3, len(geoms), 3))
    for i, geom in enumerate(geoms):
        pos[i], quat = relative(part.ipos, part.iquat, geom.pos, geom.quat)
        turn = np.array(quat_to_mat(quat)).reshape(3, 3)
        center[i] = pos[i] + times(np.asarray(geom.aabb[:3]), turn.T)
        half[i] = times(np.asarray(geom.aabb[3:]), np.abs(turn).T)
    tree = tree_of_boxes(center - half, center + half, pos)
    tree.item[:] = np.append([geom.el.id for geom in geoms], -1)[tree.item]
    return tree
