"""One flex of the spec, read and validated, and the topology of its elements.

Documents: XML reference / deformable/flex; XML reference / flex/contact

A `Flex` has rest positions, nodes, elements and edges.

Topology: edges, border, layers and neighbors of the elements. An element of dimension dim has dim + 1 vertices. Its
sides (fragments) are points, lines or triangles of dim vertices; a side of a single element is on the border, the
shell.
"""

from __future__ import annotations

import math
from typing import Any, NoReturn

import numpy as np

from gelenk.algebra.portable_arrays import determinant3, inverse, length, matmul, nearest_rotation
from gelenk.algebra.vec import quat_to_mat
from gelenk.modeling.compiler.build import IDENTITY, ORIGIN, Build
from gelenk.modeling.compiler.element_frames import compose
from gelenk.tables.enums import mjtFlexSelf, mjtIntegrator, mjtObj, mjtSolver
from gelenk.tables.releases import R4_0

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


# Reading of a flex

BEND, STRETCH = 1, 2  # bits of elastic2d
CONDIMS = (1, 3, 4, 6)
MAX_ORDER = 2  # highest order of interpolation
FLAT_TOLERANCE = (
    1e-12  # rotation of a node box that counts as zero [rad], and relative tolerance of a flat box
)


class Flex:
    """A flex during compilation.

    vert, body      positions of the vertices in their bodies (n, 3), and body ids (n,)
    rest            positions at qpos0 (n, 3) in the world frame; if interpolated, rotated to the axes of the node box
    node, nodebody  positions and bodies of the nodes of an interpolated flex, else empty; node0 as rest
    order, cells    order of interpolation, 0: none; number of cells along each axis
    elem            vertices of elements (k, dim + 1)
    edge, elemedge  edges (e, 2) and edges of elements (k, ...)
    edge_rigid      whether both ends of an edge are in one body (e,)
    mats            rotation matrices of all bodies at qpos0
    flaps, directed vertices opposite to edges (e, 2), and edges in the direction of their first triangle; for bending
    """

    vert: np.ndarray
    body: np.ndarray
    rest: np.ndarray
    node: np.ndarray
    nodebody: np.ndarray
    node0: np.ndarray
    elem: np.ndarray
    edge: np.ndarray
    elemedge: np.ndarray
    edge_rigid: np.ndarray
    flaps: np.ndarray
    mats: list[np.ndarray]
    directed: np.ndarray

    def __init__(self, build: Build, el: Any) -> None:
        self.build, self.el = build, el
        self.dim = int(el.dim)
        self.order = 0
        self.cells: tuple[int, ...] = (1, 1, 1)

    def fail(self, message: str, attribute: str | None = None, hint: str | None = None) -> NoReturn:
        self.build.fail(self.el, message, attribute, hint)

    @property
    def is_rigid(self) -> bool:
        """Return whether all vertices are fixed to one body."""
        return not self.order and bool((self.body == self.body[0]).all())

    @property
    def is_elastic(self) -> bool:
        """Return whether elements resist stretching or bending; lines can from release 4.0 on."""
        el = self.el
        if self.order and self.build.release >= R4_0:
            return el.young > 0.0 and (not el.elastic2d or bool(el.elastic2d & STRETCH))
        return el.young > 0.0 and (self.dim != 2 or el.elastic2d != 0)

    @property
    def is_shell(self) -> bool:
        """Return whether the cells of an interpolated flex are a shell, from release 4.0 on."""
        return self.order > 0 and self.el.elastic2d != 0 and self.build.release >= R4_0

    @property
    def is_centered(self) -> bool:
        """Return whether all vertices (or nodes) are at the origins of their bodies."""
        return not np.any(self.node if self.order else self.vert)


def read_flex(build: Build, el: Any, poses: list) -> Flex:
    """Return a validated flex; `poses` are the body poses in the world frame at qpos0."""
    flex = Flex(build, el)
    if not 1 <= flex.dim <= 3:
        flex.fail(f"dim must be 1, 2 or 3, got {flex.dim}", "dim")
    if flex.dim == 3 and el.activelayers < 1:
        flex.fail(f"activelayers must be positive, got {el.activelayers}", "activelayers")
    if int(el.condim) not in CONDIMS:
        flex.fail(f"invalid condim {int(el.condim)} in flex", "condim", "1, 3, 4 or 6")
    read_vertices(flex)
    read_nodes(flex)
    read_elements(flex)
    flex.mats = [mat for _, mat in poses]
    flex.rest = to_world_frame(flex.vert, flex.body, poses)
    flex.node0 = to_world_frame(flex.node, flex.nodebody, poses)
    if flex.order:
        frame = frame_of_nodes(corner_nodes(flex), flex.order if flex.cells == (1, 1, 1) else 1)
        flex.rest, flex.node0 = matmul(flex.rest, frame), matmul(flex.node0, frame)
    turn_outwards(flex)
    flex.edge, flex.elemedge = find_edges(flex.elem, len(flex.vert))
    flex.edge_rigid = (flex.body[flex.edge[:, 0]] == flex.body[flex.edge[:, 1]]) & (flex.order == 0)
    flex.flaps, flex.directed = np.full((len(flex.edge), 2), -1), flex.edge
    if flex.dim == 2 and el.elastic2d & BEND:
        flex.flaps, flex.directed = edge_flaps(flex.elem, flex.elemedge, len(flex.edge))
    check_elasticity(flex)
    return flex


def world_poses(build: Build) -> list[tuple[np.ndarray, np.ndarray]]:
    """Return position and rotation matrix of every body in the world frame at qpos0."""
    poses: list = []
    matrices = []
    for part in build.body_parts:
        pose = (ORIGIN, IDENTITY)
        if part.body:
            pos, quat = poses[part.body.id]
            pose = compose(pos, quat, part.pos, part.quat)
        poses.append(pose)
        matrices.append((np.array(pose[0]), np.array(quat_to_mat(pose[1])).reshape(3, 3)))
    return matrices


def to_world_frame(points: np.ndarray, bodies: np.ndarray, poses: list) -> np.ndarray:
    """Return points, given in the frames of bodies, in the world frame at qpos0."""
    if not len(points):
        return points
    pos = np.array([poses[b][0] for b in bodies])
    mat = np.array([poses[b][1] for b in bodies])
    return pos + np.einsum("nab,nb->na", mat, points)


def corner_nodes(flex: Flex) -> np.ndarray:
    """Return the nodes of a single cell, or the corners of the grid of several."""
    if flex.cells == (1, 1, 1):
        return flex.node0
    x, y, z = (flex.order * c for c in flex.cells)
    grid: np.ndarray = flex.node0.reshape(x + 1, y + 1, z + 1, 3)[::x, ::y, ::z]
    return grid.reshape(-1, 3)


def frame_of_nodes(nodes: np.ndarray, order: int) -> np.ndarray:
    """Return the rotation matrix of the box of nodes, the identity for a box without volume.

    This is the rotation nearest to the gradient of the node positions at the center of the box. Elastic forces factor
    this rotation out.
    """
    slope, value = np.linspace(-1, 1, order + 1), np.eye(3)[1] if order == 2 else np.full(2, 0.5)
    grid = nodes.reshape(*3 * (order + 1,), 3)
    weights = [[slope if axis == k else value for k in range(3)] for axis in range(3)]
    gradient = np.stack([np.einsum("ijka,i,j,k->a", grid, *w) for w in weights], axis=1)
    size = length(gradient.ravel())
    level = np.abs(gradient - np.diag(np.abs(np.diag(gradient)))).max() <= FLAT_TOLERANCE * size
    flat = not FLAT_TOLERANCE * size * length(inverse(gradient[None])[0].ravel()) < 1.0
    if level or flat or determinant3(gradient) < 0.0:
        return np.eye(3)
    return nearest_rotation(gradient)


def body_ids(flex: Flex, names: list[str], attribute: str) -> np.ndarray:
    """Return the ids of the named bodies."""
    build, ids = flex.build, []
    for name in names:
        found = build.find(mjtObj.mjOBJ_BODY, name)
        if found < 0:
            flex.fail(f"unknown body '{name}' in flex", attribute, build.suggest(mjtObj.mjOBJ_BODY, name))
        ids.append(found)
    return np.array(ids, int)


def triples(flex: Flex, numbers: Any, attribute: str) -> np.ndarray:
    """Return coordinates as an array (n, 3)."""
    if len(numbers) % 3:
        flex.fail(f"{attribute} has {len(numbers)} values, which must be a multiple of 3", attribute)
    return np.array(numbers, float).reshape(-1, 3)


def read_vertices(flex: Flex) -> None:
    """Read vertices and their bodies; one body may hold all vertices."""
    el = flex.el
    if not el.vertbody:
        flex.fail("flex has no bodies", "body", "name one body, or one for each vertex")
    body = body_ids(flex, el.vertbody, "body")
    vert = triples(flex, el.vert, "vertex")
    if not len(vert):
        vert = np.zeros((len(body), 3))
    if len(body) == 1:
        body = np.repeat(body, len(vert))
    if len(body) != len(vert):
        flex.fail(
            f"{len(body)} bodies for {len(vert)} vertices", "body", "name one body, or one for each vertex"
        )
    if len(vert) < flex.dim + 1:
        flex.fail(f"not enough vertices: {len(vert)}, an element of dimension {flex.dim} has {flex.dim + 1}")
    flex.vert, flex.body = vert, body


def read_nodes(flex: Flex) -> None:
    """Read the nodes and their bodies: a grid of order times cells + 1 along each axis."""
    el, later = flex.el, flex.build.release >= R4_0
    flex.nodebody = body_ids(flex, el.nodebody, "node")
    flex.node = triples(flex, el.node, "node") if len(el.node) else np.zeros((len(flex.nodebody), 3), float)
    cells = tuple(map(int, el.cellcount))
    if not later and cells != (1, 1, 1):
        flex.fail("cells of flexes are those of release 4.0", "cellcount", "compile for release 4.0")
    if not len(flex.nodebody):
        if el.order:
            flex.fail("an interpolated flex needs nodes", "node", "name their bodies")
        return
    if min(cells) < 1:
        flex.fail(f"cellcount must be positive, got {' '.join(map(str, cells))}", "cellcount")
    number = len(flex.nodebody)
    order = int(el.order) or round(number ** (1.0 / 3.0)) - 1
    counts = [order * c + 1 for c in cells]
    if number != math.prod(counts) or not 1 <= order <= MAX_ORDER:
        wanted = "8 or 27" if not el.order else str(math.prod(counts))
        flex.fail(f"nodes must form a grid, got {number}", "node", f"name {wanted} bodies")
    if len(flex.node) != number:
        flex.fail(f"{len(flex.node)} positions for {number} nodes", "node")
    if not later and int(el.selfcollide) != int(mjtFlexSelf.mjFLEXSELF_NONE):
        flex.fail("trilinear interpolation cannot do self-collision", "selfcollide", 'say selfcollide="none"')
    if el.internal and not later:
        flex.fail("an interpolated flex has no internal collisions", "internal", 'say internal="false"')
    if (flex.body != flex.body[0]).any():
        flex.fail("the vertices of an interpolated flex belong to one body", "body")
    flex.order, flex.cells = order, cells


def read_elements(flex: Flex) -> None:
    """Read and validate elements and texture coordinates."""
    el, size, count = flex.el, flex.dim + 1, len(flex.vert)
    if len(el.elem) == 0 or len(el.elem) % size:
        flex.fail(
            f"element has {len(el.elem)} numbers, a positive multiple of dim + 1 = {size} is needed",
            "element",
        )
    elem = np.array(el.elem, int).reshape(-1, size)
    if elem.min() < 0 or elem.max() >= count:
        wrong = elem.min() if elem.min() < 0 else elem.max()
        flex.fail(f"vertex id {wrong} in element is out of range", "element", f"there are {count} vertices")
    ordered = np.sort(elem, axis=1)
    repeated = (ordered[:, 1:] == ordered[:, :-1]).any(axis=1)
    if repeated.any():
        flex.fail(f"repeated vertex in element {int(np.argmax(repeated))}", "element")
    flex.elem = elem
    if len(el.texcoord) % 2 or (
        len(el.texcoord) and not len(el.elemtexcoord) and len(el.texcoord) != 2 * count
    ):
        flex.fail(f"texcoord has {len(el.texcoord)} numbers, two per vertex are expected", "texcoord")
    if len(el.elemtexcoord):
        corners = np.array(el.elemtexcoord, int)
        if len(corners) != elem.size:
            flex.fail(f"elemtexcoord has {len(corners)} numbers, {elem.size} are expected", "elemtexcoord")
        if len(el.texcoord) and (corners.min() < 0 or corners.max() >= len(el.texcoord) // 2):
            flex.fail("elemtexcoord is out of the range of texcoord", "elemtexcoord")


def turn_outwards(flex: Flex) -> None:
    """Order the vertices of tetrahedra so that their volumes are positive."""
    if flex.dim != 3:
        return
    x = flex.rest[flex.elem]
    volume = np.einsum("ka,ka->k", np.cross(x[:, 1] - x[:, 0], x[:, 2] - x[:, 0]), x[:, 3] - x[:, 0])
    inside_out = volume > 0.0
    flex.elem[inside_out, 1:3] = flex.elem[inside_out, 2:0:-1]


def check_elasticity(flex: Flex) -> None:
    """Raise an error for parameters that are invalid, or unsupported by this kind of flex."""
    el = flex.el
    if flex.dim > 1 and el.edgestiffness:
        flex.fail(
            "edge stiffness only available for dim=1", "stiffness", "use elasticity for surfaces and solids"
        )
    if el.young > 0.0 and not 0.0 <= el.poisson < 0.5:
        flex.fail(f"poisson must be in [0, 0.5), got {el.poisson:g}", "poisson")
    if flex.dim == 2 and el.young > 0.0 and el.elastic2d & BEND:
        if el.thickness < 0.0:
            flex.fail("thickness must be >= 0 [m] for bending", "thickness")
        later = flex.build.release >= R4_0
        if (flex.order and not later) or not (flex.is_centered or later):
            flex.fail("pinned vertices are not supported for bending", "elastic2d")
    if flex.build.release >= R4_0:
        check_later_elasticity(flex)


def check_later_elasticity(flex: Flex) -> None:
    """Raise an error for elasticity that release 4.0 refuses, or that is not implemented here."""
    el, mode = flex.el, int(flex.build.spec.option.integrator)
    if flex.dim != 2 and el.elastic2d and not flex.order:
        flex.fail("2d elasticity requires 2d flex", "elastic2d", "leave elastic2d out")
    if el.elastic3d:
        flex.fail(
            f"elastic3d {int(el.elastic3d)}: solids other than those of Saint Venant-Kirchhoff are not implemented",
            None,
            "leave elastic3d at 0",
        )
    if (flex.dim == 2 or flex.order) and el.elastic2d and not el.thickness > 0.0:
        flex.fail("2d elasticity requires positive thickness", "thickness", 'say thickness="0.01"')
    if flex.is_rigid:
        return
    if el.passive and flex.dim > 1 and mode != mjtIntegrator.mjINT_DISCRETE:
        flex.fail(
            "engine error: passive flex contact requires an integrator with the effective metric: set "
            "integrator='discrete'",
            "passive",
        )
    parts = flex.build.body_parts
    for b in dict.fromkeys(flex.nodebody.tolist() if flex.order else flex.body.tolist()):
        if flex.is_elastic and parts[b].el.mocap:
            flex.fail(
                f"flex elasticity does not support mocap attachments, body '{parts[b].el.name}'", "body"
            )
    implicit = mode in (mjtIntegrator.mjINT_IMPLICIT, mjtIntegrator.mjINT_IMPLICITFAST)
    if implicit and flex.is_elastic:
        flex.fail(
            "engine error: flex elasticity is no longer integrated implicitly under integrator='implicit' and "
            "'implicitfast': set integrator='discrete', or 'Euler' with a small timestep",
            "young",
        )
    if mode == mjtIntegrator.mjINT_DISCRETE:
        check_discrete(flex)
    check_yield(flex)


def check_discrete(flex: Flex) -> None:
    """Raise an error for flex forces and solvers that the integrator discrete cannot handle."""
    el, option = flex.el, flex.build.spec.option
    if el.edgestiffness or el.edgedamping:
        flex.fail(
            "engine error: discrete integrator: flex edge stiffness and damping are not supported; use <elasticity> "
            "or <edge equality> instead",
            "stiffness" if el.edgestiffness else "damping",
        )
    dual = option.solver == mjtSolver.mjSOL_PGS or option.noslip_iterations > 0
    if dual and (flex.is_elastic or (el.passive and flex.dim > 1)):
        flex.fail(
            "engine error: discrete integrator: PGS and noslip not yet supported with flex",
            "young" if flex.is_elastic else "passive",
        )


def check_yield(flex: Flex) -> None:
    """Raise an error for yield strains that are invalid, or unsupported by this kind of flex."""
    stretch, bend = flex.el.stressyield
    if not (stretch >= 0.0 and bend >= 0.0):
        flex.fail("yield must be >= 0", "yield")
    if flex.dim == 1 and (stretch or bend):
        flex.fail("1D flexes do not support plasticity", "yield", "leave yield out")
    if bend and (flex.dim != 2 or flex.order):
        flex.fail("bending yields in 2D flexes without interpolation only", "yield", "give one number")
