"""Index checks of meshes: triangles, hulls, polygons, BVHs, octrees.

Documents: promises / Indices

Traversals of a bounding volume hierarchy must end, visit each node once, and stay within the depth limit.
"""

from gelenk.engine.validation.index_columns import (
    DEEP,
    PARENTS,
    check_all_in_range,
    check_in_range,
    has_error,
    report_error,
    slot,
)
from gelenk.tables.indices import MAX_BVH_DEPTH
from gelenk.toolchain.kernel import flat, kernel
from gelenk.toolchain.kernel_types import Ints, Model, View

FACE, GRAPH_ADDRESS, GRAPH = slot("mesh_face"), slot("mesh_graphadr"), slot("mesh_graph")
POLY_FIRST, POLY_NUMBER, POLY = slot("mesh_polyvertadr"), slot("mesh_polyvertnum"), slot("mesh_polyvert")
MAP_FIRST, MAP_NUMBER, MAP = slot("mesh_polymapadr"), slot("mesh_polymapnum"), slot("mesh_polymap")


@kernel
def check_graph(m: Model, mesh: int, report: View) -> None:
    """Check the hull graph (engine/collision/convex/hull_climb.py), if there is one."""
    adr, nvert, graph, size = (
        int(m.mesh_graphadr[mesh]),
        int(m.mesh_vertnum[mesh]),
        m.mesh_graph,
        m.nmeshgraph,
    )
    if adr < 0 or not check_in_range(report, GRAPH_ADDRESS, mesh, adr, 0, max(size - 1, 0)):
        return
    n, nface = int(graph[adr]), int(graph[adr + 1])
    if not check_in_range(report, GRAPH, adr, n, 1, nvert + 1):
        return
    vertices, edges = adr + 2 + n, adr + 2 + 2 * n
    if not check_in_range(report, GRAPH, adr + 1, nface, 0, (size - edges - n) // 6 + 1):
        return
    end = edges + n + 3 * nface
    check_all_in_range(report, GRAPH, graph, adr + 2, n, 0, end - edges)
    check_all_in_range(report, GRAPH, graph, vertices, n, 0, nvert)
    check_all_in_range(report, GRAPH, graph, edges, end - edges, -1, n)
    check_in_range(report, GRAPH, end - 1, graph[end - 1], -1, 0)  # every adjacency list ends
    check_all_in_range(report, GRAPH, graph, end, 3 * nface, 0, nvert)


@kernel
def check_lists(
    first: int,
    n: int,
    adr: Ints,
    adr_field: int,
    number: Ints,
    number_field: int,
    entries: Ints,
    field: int,
    size: int,
    most: int,
    report: View,
) -> None:
    """Check ``n`` lists from ``first`` on: counts, first addresses, and entries.

    size   length of entries        most   exclusive upper bound of entries
    """
    if not check_all_in_range(report, number_field, number, first, n, 0, size + 1):
        return
    start, end = size, 0
    for k in range(first, first + n):
        if number[k] > 0:
            if not check_in_range(report, adr_field, k, adr[k], 0, size + 1 - int(number[k])):
                return
            start, end = min(start, int(adr[k])), max(end, int(adr[k]) + int(number[k]))
    if start < end:
        check_all_in_range(report, field, entries, start, end - start, 0, most)


@kernel
def check_polygons(m: Model, mesh: int, report: View) -> None:
    """Check the vertices of the polygons of a hull, and the polygons at each vertex."""
    first, n = int(m.mesh_polyadr[mesh]), int(m.mesh_polynum[mesh])
    row, nvert = int(m.mesh_vertadr[mesh]), int(m.mesh_vertnum[mesh])
    adr, number, entries = m.mesh_polyvertadr, m.mesh_polyvertnum, m.mesh_polyvert
    size = m.nmeshpolyvert
    check_lists(first, n, adr, POLY_FIRST, number, POLY_NUMBER, entries, POLY, size, nvert, report)
    adr, number, entries = m.mesh_polymapadr, m.mesh_polymapnum, m.mesh_polymap
    size = m.nmeshpolymap
    check_lists(row, nvert, adr, MAP_FIRST, number, MAP_NUMBER, entries, MAP, size, n, report)


@kernel
def check_meshes(m: Model, work: Ints, report: View) -> None:
    """Check the index arrays of each mesh."""
    for mesh in range(m.nmesh):
        if not has_error(report):
            first, n, nvert = int(m.mesh_faceadr[mesh]), int(m.mesh_facenum[mesh]), int(m.mesh_vertnum[mesh])
            check_all_in_range(report, FACE, flat(m.mesh_face), 3 * first, 3 * n, 0, nvert)
            check_graph(m, mesh, report)
            check_polygons(m, mesh, report)
            check_boxes(m, int(m.mesh_bvhadr[mesh]), int(m.mesh_bvhnum[mesh]), n, work, report)
            check_octree(m, int(m.mesh_octadr[mesh]), int(m.mesh_octnum[mesh]), work, report)


CHILD, LEAF, CELL = slot("bvh_child"), slot("bvh_nodeid"), slot("oct_child")
BODY_TREE = slot("body_bvhadr")
EIGHTH = 8  # children of an octree cell


@kernel
def check_tree(field: int, children: Ints, width: int, adr: int, n: int, levels: Ints, report: View) -> None:
    """Check that tree nodes follow their parent, have one parent, and obey the depth limit.

    children   ``width`` per node of all trees, relative to the root of their tree; -1: none
    levels     (n) written: level of each node, 1 for the root, 0 for nodes without a parent, -1 below these
    """
    for i in range(n):
        levels[i] = 1 if i == 0 else 0
    several, deepest = n, 1
    for i in range(n):
        for k in range(width * (adr + i), width * (adr + i + 1)):
            child = int(children[k])
            if child != -1:
                if not check_in_range(report, field, k, child, i + 1, n):
                    return
                if levels[child] != 0:
                    several = min(several, child)
                levels[child] = levels[i] + 1 if levels[i] > 0 else -1
                deepest = max(deepest, int(levels[child]))
    if several < n:
        report_error(report, field, several, 0, 0, PARENTS)
    if deepest - 1 > MAX_BVH_DEPTH:
        report_error(report, field, 0, deepest - 1, MAX_BVH_DEPTH, DEEP)


@kernel
def check_boxes(m: Model, adr: int, n: int, leaves: int, work: Ints, report: View) -> None:
    """Check the BVH of ``n`` nodes from ``adr`` on, whose leaf ids are below ``leaves``."""
    check_tree(CHILD, flat(m.bvh_child), 2, adr, n, work, report)
    check_all_in_range(report, LEAF, m.bvh_nodeid, adr, n, -1, leaves)


@kernel
def check_octree(m: Model, adr: int, n: int, work: Ints, report: View) -> None:
    """Check the octree of ``n`` cells from ``adr`` on."""
    check_tree(CELL, flat(m.oct_child), EIGHTH, adr, n, work, report)


@kernel
def check_bodies(m: Model, work: Ints, report: View) -> None:
    """Check the BVHs of bodies, whose leaves are geoms.

    The nodes of bodies are static, and are checked against the range of all nodes.
    """
    for b in range(m.nbody):
        adr, n = int(m.body_bvhadr[b]), int(m.body_bvhnum[b])
        if n > 0 and not has_error(report) and check_in_range(report, BODY_TREE, b, adr, 0, m.nbvh + 1 - n):
            check_boxes(m, adr, n, m.ngeom, work, report)
