"""Index checks of meshes, flexes and skins.

Documents: promises / Indices

Meshes: triangles, hulls, polygons, BVHs, octrees.

Traversals of a bounding volume hierarchy must end, visit each node once, and stay within the depth limit.

Flexes and skins: elements, edges, grids, vertices, and rows of the vertex Jacobian.
"""

from gelenk.engine.validation.index_columns import (
    DEEP,
    NODES,
    PARENTS,
    check_all_in_range,
    check_in_range,
    has_error,
    report_error,
    slot,
)
from gelenk.tables.field_groups import MAX_BVH_DEPTH
from gelenk.toolchain.kernel import flat, kernel
from gelenk.toolchain.kernel_types import Ints, Model, View

FACE, GRAPH_ADDRESS, GRAPH = slot("mesh_face"), slot("mesh_graphadr"), slot("mesh_graph")
POLY_FIRST, POLY_NUMBER, POLY = slot("mesh_polyvertadr"), slot("mesh_polyvertnum"), slot("mesh_polyvert")
MAP_FIRST, MAP_NUMBER, MAP = slot("mesh_polymapadr"), slot("mesh_polymapnum"), slot("mesh_polymap")


@kernel
def check_graph(m: Model, mesh: int, report: View) -> None:
    """Check the hull graph (engine/collision/convex/support.py), if there is one."""
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


# Flexes and skins

NODE_NUMBER, BODY, SHELL_NUMBER = slot("flex_nodenum"), slot("flex_vertbodyid"), slot("flex_shellnum")
ORDER, CELLS, MODES = slot("flex_interp"), slot("flex_cellnum"), slot("flex_modeadr")
MOST_ORDER = 2  # largest order of interpolation
ELEMENT_FIRST, ELEMENT = slot("flex_elemdataadr"), slot("flex_elem")
SIDE_FIRST, SIDE = slot("flex_elemedgeadr"), slot("flex_elemedge")
SHELL_FIRST, SHELL = slot("flex_shelldataadr"), slot("flex_shell")
EDGE, FLAP, PAIR = slot("flex_edge"), slot("flex_edgeflap"), slot("flex_evpair")
STAR_FIRST, STAR_NUMBER, STAR = slot("flex_vertedgeadr"), slot("flex_vertedgenum"), slot("flex_vertedge")
J_NUMBER, J_FIRST = slot("flexvert_J_rownnz"), slot("flexvert_J_rowadr")
SKIN_FACE, BONE = slot("skin_face"), slot("skin_bonevertid")


@kernel
def sides(dim: int) -> int:
    """Return the number of edges of an element: line, triangle, tetrahedron."""
    return dim * (dim + 1) // 2


@kernel
def check_part(
    f: int,
    adr: Ints,
    adr_field: int,
    entries: Ints,
    field: int,
    count: int,
    size: int,
    most: int,
    report: View,
) -> None:
    """Check ``count`` entries of flex ``f``.

    The entries lie within an array of length ``size``, and are below ``most``.
    """
    if count > 0 and check_in_range(report, adr_field, f, adr[f], 0, size + 1 - count):
        check_all_in_range(report, field, entries, int(adr[f]), count, 0, most)


@kernel
def check_elements(m: Model, f: int, report: View) -> None:
    """Check vertices and edges of elements, and vertices of shells."""
    dim, nelem = int(m.flex_dim[f]), int(m.flex_elemnum[f])
    nvert, nedge, nshell = int(m.flex_vertnum[f]), int(m.flex_edgenum[f]), int(m.flex_shellnum[f])
    adr, entries, size = m.flex_elemdataadr, m.flex_elem, m.nflexelemdata
    check_part(f, adr, ELEMENT_FIRST, entries, ELEMENT, nelem * (dim + 1), size, nvert, report)
    adr, entries, size = m.flex_elemedgeadr, m.flex_elemedge, m.nflexelemedge
    check_part(f, adr, SIDE_FIRST, entries, SIDE, nelem * sides(dim), size, nedge, report)
    check_in_range(report, SHELL_NUMBER, f, nshell, 0, m.nflexshelldata + 1)
    adr, entries, size = m.flex_shelldataadr, m.flex_shell, m.nflexshelldata
    check_part(f, adr, SHELL_FIRST, entries, SHELL, nshell * dim, size, nvert, report)


@kernel
def check_edges(m: Model, f: int, report: View) -> None:
    """Check vertices of edges and flaps, pairs of elements and vertices, edges at vertices."""
    vert, nvert, nelem = int(m.flex_vertadr[f]), int(m.flex_vertnum[f]), int(m.flex_elemnum[f])
    edge, nedge = int(m.flex_edgeadr[f]), int(m.flex_edgenum[f])
    check_all_in_range(report, EDGE, flat(m.flex_edge), 2 * edge, 2 * nedge, 0, nvert)
    check_all_in_range(report, FLAP, flat(m.flex_edgeflap), 2 * edge, 2 * nedge, -1, nvert)
    first = int(m.flex_evpairadr[f])
    for k in range(first, first + int(m.flex_evpairnum[f])):
        check_in_range(report, PAIR, 2 * k, m.flex_evpair[k, 0], 0, nelem)
        check_in_range(report, PAIR, 2 * k + 1, m.flex_evpair[k, 1], 0, nvert)
    adr, number, entries = m.flex_vertedgeadr, m.flex_vertedgenum, flat(m.flex_vertedge)
    size = 2 * m.nflexedge
    check_lists(vert, nvert, adr, STAR_FIRST, number, STAR_NUMBER, entries, STAR, size, nedge, report)


@kernel
def check_grid(m: Model, f: int, order: int, report: View) -> None:
    """Check the order of interpolation, the cells and nodes, and the address of the modes."""
    if not check_in_range(report, ORDER, f, order, 0, MOST_ORDER + 1):
        return
    nodes, patches, shell = 1, 1, 0
    for axis in range(3):
        count = int(m.flex_cellnum[f, axis])
        if not check_in_range(report, CELLS, 3 * f + axis, count, 1, int(m.nflexnode) + 2):
            return
        nodes *= order * count + 1
        patches *= count
        shell += 2 * int(m.flex_cellnum[f, (axis + 1) % 3]) * int(m.flex_cellnum[f, (axis + 2) % 3])
    if order > 0 and m.flex_nodenum[f] != nodes:
        report_error(report, NODE_NUMBER, f, nodes, nodes, NODES)
    if (
        check_in_range(report, MODES, f, m.flex_modeadr[f], -1, int(m.ncellmode) + 1)
        and m.flex_modeadr[f] >= 0
    ):
        n, number = order + 1, patches
        size = (3 * n * n * n - 6) * 3 * n * n * n
        if m.flex_interp[f] < 0:
            number = shell
            size = (2 * n * n - 3) * 3 * n * n
        most = int(m.ncellmode) + 1 - number * size
        check_in_range(report, MODES, f, m.flex_modeadr[f], 0, most - (1 if m.flex_interp[f] < 0 else 0))


@kernel
def check_flex(m: Model, f: int, work: Ints, report: View) -> None:
    """Check one flex; vertices of interpolated flexes may have no body."""
    order = abs(int(m.flex_interp[f]))
    check_grid(m, f, order, report)
    first, n = int(m.flex_vertadr[f]), int(m.flex_vertnum[f])
    check_all_in_range(report, BODY, m.flex_vertbodyid, first, n, -1 if order > 0 else 0, m.nbody)
    check_elements(m, f, report)
    check_edges(m, f, report)
    check_boxes(m, int(m.flex_bvhadr[f]), int(m.flex_bvhnum[f]), int(m.flex_elemnum[f]), work, report)


@kernel
def check_skin(m: Model, i: int, report: View) -> None:
    """Check the vertices of the triangles and bones of a skin."""
    nvert, face, bone = int(m.skin_vertnum[i]), int(m.skin_faceadr[i]), int(m.skin_boneadr[i])
    check_all_in_range(report, SKIN_FACE, flat(m.skin_face), 3 * face, 3 * int(m.skin_facenum[i]), 0, nvert)
    for b in range(bone, bone + int(m.skin_bonenum[i])):
        first, n = int(m.skin_bonevertadr[b]), int(m.skin_bonevertnum[b])
        check_all_in_range(report, BONE, m.skin_bonevertid, first, n, 0, nvert)


@kernel
def check_jacobian(m: Model, report: View) -> None:
    """Check the rows of the vertex Jacobian."""
    number, adr, size = flat(m.flexvert_J_rownnz), flat(m.flexvert_J_rowadr), 2 * m.nJfv
    if check_all_in_range(report, J_NUMBER, number, 0, 2 * m.nflexvert, 0, size + 1):
        for k in range(2 * m.nflexvert):
            if number[k] > 0:
                check_in_range(report, J_FIRST, k, adr[k], 0, size + 1 - int(number[k]))


@kernel
def check_flexes(m: Model, work: Ints, report: View) -> None:
    """Check flexes, skins, and the vertex Jacobian."""
    for f in range(m.nflex):
        if not has_error(report):
            check_flex(m, f, work, report)
    for i in range(m.nskin):
        if not has_error(report):
            check_skin(m, i, report)
    if m.nflex > 0:
        check_jacobian(m, report)
