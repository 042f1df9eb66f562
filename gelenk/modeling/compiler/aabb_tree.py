"""AABB trees (bvh_*) of the colliding geoms of bodies and of the triangles of meshes.

Documents: Computation / Collision detection / Selection (bounding volume hierarchy)

The splitting rule is documented with its kernel in engine/constants/aabb_tree.py.
"""

from __future__ import annotations

from itertools import accumulate
from typing import Any, NamedTuple

import numpy as np

from gelenk.algebra.portable_arrays import bounds, cross, dot_rows, triangle_centroids
from gelenk.algebra.vec import Quat, Vec3, add, quat_to_mat, sub
from gelenk.engine.constants.aabb_tree import MOST_LEVELS, STACK_ENTRY
from gelenk.modeling.compiler.build import Build
from gelenk.modeling.compiler.element_frames import relative
from gelenk.modeling.compiler.spec_columns import starts
from gelenk.tables.enums import mjtObj
from gelenk.toolchain.extension import load


class Tree(NamedTuple):
    """Columns of the nodes of one or more trees; child ids are relative to the root, node 0."""

    aabb: Any  # (n, 6) center, half sizes
    child: Any  # (n, 2), -1 for none
    depth: Any  # (n,)
    item: Any  # (n,) id of the box of a leaf, else -1


def build_box_tree(low: np.ndarray, high: np.ndarray, center: np.ndarray | None = None) -> Tree:
    """Return the tree over boxes with corners low, high (n, 3), split by `center`.

    Without `center` the centers of the boxes are used.
    """
    return build_box_trees([len(low)], low, high, 0.5 * (low + high) if center is None else center)


def build_box_trees(num: list[int], low: np.ndarray, high: np.ndarray, center: np.ndarray) -> Tree:
    """Return the concatenated trees over groups of num[i] boxes; items count within a group."""
    count = sum(2 * n - 1 for n in num if n)
    aabb, nodes = np.empty((count, 6)), np.empty((count, 4), np.int32)
    size = max(num, default=0)
    if size <= 1:  # no group has anything to split
        aabb[:, :3], aabb[:, 3:] = 0.5 * (low + high), 0.5 * (high - low)
        nodes[:] = -1, -1, 0, 0
        return Tree(aabb, nodes[:, :2], nodes[:, 2], nodes[:, 3])
    load.run_kernel(
        "box_trees",
        len(num),
        np.array(num, np.int32),
        *(np.ascontiguousarray(corners, np.float64) for corners in (low, high, center)),
        aabb,
        nodes,
        np.empty(5 * size + STACK_ENTRY * MOST_LEVELS, np.int32),
        size,
    )
    return Tree(aabb, nodes[:, :2], nodes[:, 2], nodes[:, 3])


def build_triangle_tree(vert: np.ndarray, face: np.ndarray) -> Tree:
    """Return the tree over triangles `face` (n, 3), split by their circumcenters.

    The center is at a + ((ab x ac) x ab |ac|^2 + ac x (ab x ac) |ab|^2) / (2 |ab x ac|^2).
    """
    corners = np.asarray(vert, float).take(np.asarray(face, int), axis=0).reshape(-1, 3, 3)
    ab, ac = corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]
    normal = cross(ab, ac)
    up = dot_rows(normal, normal)[:, None]
    across = cross(normal, ab) * dot_rows(ac, ac)[:, None] + cross(ac, normal) * dot_rows(ab, ab)[:, None]
    center = triangle_centroids(corners)
    np.divide(across, 2.0 * up, out=across, where=up > 0.0)
    center = np.where(up > 0.0, corners[:, 0] + across, center)
    return build_box_tree(*bounds(corners), center)


# ---- columns of the model


def tree_columns(build: Build) -> None:
    """Fill bvh_*, body_bvh*, mesh_bvh*: the trees of bodies, then those of meshes."""
    bodies = build_geom_trees(build)
    meshes = [build.meshes[el.name].tree for el in build.elements[int(mjtObj.mjOBJ_MESH)]]
    counts, tree = bodies
    num = [*counts, *(len(mesh.depth) for mesh in meshes)]
    adr = starts(num)
    n = len(counts)
    if meshes or build.spec._elements["flexes"]:  # all columns must be arrays
        tree = Tree(*map(np.concatenate, zip(as_arrays(tree), *meshes, strict=True)))
    build.set_fields(
        body_bvhadr=[start if many else -1 for start, many in zip(adr, counts, strict=False)],
        body_bvhnum=counts,
        mesh_bvhadr=adr[n:],
        mesh_bvhnum=num[n:],
        bvh_aabb=tree.aabb,
        bvh_child=tree.child,
        bvh_depth=tree.depth,
        bvh_nodeid=tree.item,
    )
    build.sizes.update(nbvh=sum(num), nbvhstatic=sum(num), nbvhdynamic=0)


def as_arrays(tree: Tree) -> Tree:
    """Return a tree with every column converted to an array."""
    aabb, child = np.array(tree.aabb, np.float64), np.array(tree.child, np.int32)
    depth, item = np.array(tree.depth, np.int32), np.array(tree.item, np.int32)
    return Tree(aabb.reshape(-1, 6), child.reshape(-1, 2), depth, item)


def build_geom_trees(build: Build) -> tuple[list[int], Tree]:
    """Return the trees over the colliding geoms of each body, in its inertial frame.

    Nodes are split by the positions of the geoms, which for planes and meshes are not the centers of their boxes.
    Returns the number of nodes of each tree, and the concatenated trees.
    """
    num, low, high, centers, ids = [], [], [], [], []
    for part in build.body_parts:
        geoms = [g for g in part.geoms if g.el.contype or g.el.conaffinity]
        num.append(len(geoms))
        for geom in geoms:
            pos, quat = relative(part.ipos, part.iquat, geom.pos, geom.quat)
            center, half = rotated_aabb(quat, geom.aabb)
            center = add(pos, center)
            low.append(sub(center, half))
            high.append(add(center, half))
            centers.append(pos)
            ids.append(geom.el.id)
    if max(num, default=0) <= 1:  # no body has anything to split
        boxes = [
            (0.5 * (x + a), 0.5 * (y + b), 0.5 * (z + c), 0.5 * (a - x), 0.5 * (b - y), 0.5 * (c - z))
            for (x, y, z), (a, b, c) in zip(low, high, strict=True)
        ]
        return num, Tree(boxes, [(-1, -1)] * len(ids), [0] * len(ids), ids)
    tree = build_box_trees(num, *(np.array(rows, np.float64).reshape(-1, 3) for rows in (low, high, centers)))
    nodes = [2 * n - 1 if n else 0 for n in num]
    first = [end - n for end, n, many in zip(accumulate(num), num, nodes, strict=True) for _ in range(many)]
    items = [
        ids[item + start] if item >= 0 else -1 for item, start in zip(tree.item.tolist(), first, strict=True)
    ]
    return nodes, Tree(tree.aabb, np.ascontiguousarray(tree.child), tree.depth.copy(), items)


def rotated_aabb(quat: Quat, box: tuple) -> tuple[Vec3, Vec3]:
    """Return center and half sizes of the box around a rotated box (center, half sizes)."""
    x, y, z, a, b, c = box
    xx, xy, xz, yx, yy, yz, zx, zy, zz = quat_to_mat(quat)
    return (
        (xx * x + xy * y + xz * z, yx * x + yy * y + yz * z, zx * x + zy * y + zz * z),
        (
            abs(xx) * a + abs(xy) * b + abs(xz) * c,
            abs(yx) * a + abs(yy) * b + abs(yz) * c,
            abs(zx) * a + abs(zy) * b + abs(zz) * c,
        ),
    )
