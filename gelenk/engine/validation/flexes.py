"""Index checks of flexes and skins.

Documents: promises / Indices
"""

from gelenk.engine.validation.index_columns import (
    NODES,
    check_all_in_range,
    check_in_range,
    has_error,
    report_error,
    slot,
)
from gelenk.engine.validation.meshes import check_boxes, check_lists
from gelenk.toolchain.kernel import flat, kernel
from gelenk.toolchain.kernel_types import Ints, Model, View

NODE_NUMBER, BODY, SHELL_NUMBER = slot("flex_nodenum"), slot("flex_vertbodyid"), slot("flex_shellnum")
ORDER, CELLS, MODES = slot("flex_interp"), slot("flex_cellnum"), slot("flex_modeadr")
MOST_ORDER = 2  # of interpolation
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
