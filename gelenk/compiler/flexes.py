"""Flexes: from vertices, bodies and elements to the columns that kinematics, elasticity and collisions read.

Documents: XML reference / deformable/flex; Modeling / Deformable objects
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gelenk.compiler.build import Build
from gelenk.compiler.columns import column
from gelenk.compiler.elasticity import Material, bending, element_stiffness, interpolated_stiffness
from gelenk.compiler.flex_bvh import dynamic_tree
from gelenk.compiler.flex_topology import Sides, edge_flaps, edges_at_vertices, find_edges
from gelenk.compiler.frames import IDENTITY, ORIGIN, compose
from gelenk.compiler.geoms import reference
from gelenk.engine.vec import quat_to_mat
from gelenk.tables.enums import mjtEq, mjtFlexSelf, mjtObj

BODY, FLEX, MATERIAL = mjtObj.mjOBJ_BODY, mjtObj.mjOBJ_FLEX, mjtObj.mjOBJ_MATERIAL
BEND, STRETCH = 1, 2  # bits of elastic2d
EDGE_CONSTRAINT = {int(mjtEq.mjEQ_FLEX): 1, int(mjtEq.mjEQ_FLEXVERT): 2}  # flex_edgeequality
VERTEX_CONSTRAINT = 2
MAX_ORDER = 2  # of interpolation
SAME_PLANE = 1e-12  # [m]
FLAT = 1e-12  # extent of a box along an axis that counts as none [m]


class Flex:
    """A flex as the compiler works on it.

    vert, body     positions of the vertices in their bodies (n, 3), ids of these (n,)
    rest           positions in the world at qpos0 (n, 3)
    node, nodebody the same for the nodes of an interpolated flex (empty without), and node0 in the world
    elem           vertices of elements (k, dim + 1)
    edge, elemedge edges (e, 2), edges of elements
    """

    def __init__(self, build: Build, el: Any) -> None:
        self.build, self.el = build, el
        self.dim = int(el.dim)
        self.order = 0
        self.vertedge = np.zeros((0, 2), int)

    def fail(self, message: str, attribute: str | None = None, hint: str | None = None) -> None:
        self.build.fail(self.el, message, attribute, hint)

    @property
    def rigid(self) -> bool:
        """Whether all vertices are in one body, to which they are fixed."""
        return not self.order and bool((self.body == self.body[0]).all())

    @property
    def centered(self) -> bool:
        """Whether all vertices (or nodes) are at the origins of their bodies."""
        return not np.any(self.node if self.order else self.vert)


def compile_flexes(build: Build) -> None:
    """Fill flex_* and what belongs to it, except for the constants of qpos0."""
    els = build.register(FLEX, build.spec.flexes)
    poses = world_poses(build) if els else []
    flexes = []
    for el in els:
        flex = Flex(build, el)
        if not 1 <= flex.dim <= 3:
            flex.fail(f"dim is {flex.dim}, it must be 1, 2 or 3", "dim")
        read_vertices(flex)
        read_nodes(flex)
        read_elements(flex)
        flex.rest = at_rest(flex.vert, flex.body, poses)
        flex.node0 = at_rest(flex.node, flex.nodebody, poses)
        turn_outwards(flex)
        flex.edge, flex.elemedge = find_edges(flex.elem, len(flex.vert))
        check_elasticity(flex)
        flexes.append(flex)
    plain_columns(build, els)
    geometry_columns(build, flexes)
    topology_columns(build, flexes)
    elastic_columns(build, flexes)
    constraint_columns(build, flexes)
    build.sizes.update(nflex=len(flexes))


# ---- reading


def world_poses(build: Build) -> list[tuple[np.ndarray, np.ndarray]]:
    """Position and rotation matrix of every body in the world at qpos0."""
    poses: list = []
    matrices = []
    for part in build.body_parts:
        pose = compose(*poses[part.body.id], part.pos, part.quat) if part.body else (ORIGIN, IDENTITY)
        poses.append(pose)
        matrices.append((np.array(pose[0]), np.array(quat_to_mat(pose[1])).reshape(3, 3)))
    return matrices


def at_rest(points: np.ndarray, bodies: np.ndarray, poses: list) -> np.ndarray:
    """Points given in the frames of bodies, in the world at qpos0."""
    if not len(points):
        return points
    pos = np.array([poses[b][0] for b in bodies])
    mat = np.array([poses[b][1] for b in bodies])
    return pos + np.einsum("nab,nb->na", mat, points)


def body_ids(flex: Flex, names: list[str], attribute: str) -> np.ndarray:
    """Ids of the named bodies."""
    build, ids = flex.build, []
    for name in names:
        found = build.find(BODY, name)
        if found < 0:
            flex.fail(f"unknown body '{name}' in flex", attribute, build.suggest(BODY, name))
        ids.append(found)
    return np.array(ids, int)


def triples(flex: Flex, numbers: Any, attribute: str) -> np.ndarray:
    """Coordinates as a table (n, 3)."""
    if len(numbers) % 3:
        flex.fail(f"{attribute} has {len(numbers)} numbers, which is no multiple of 3", attribute)
    return np.array(numbers, float).reshape(-1, 3)


def read_vertices(flex: Flex) -> None:
    """Vertices and their bodies; one body may stand for all."""
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
    """Nodes of interpolation and their bodies: a grid of 2 or 3 along each axis."""
    el = flex.el
    flex.nodebody = body_ids(flex, el.nodebody, "node")
    flex.node = triples(flex, el.node, "node") if len(el.node) else np.zeros((len(flex.nodebody), 3))
    if not len(flex.nodebody):
        return
    order = round(len(flex.nodebody) ** (1.0 / 3.0)) - 1
    if len(flex.nodebody) != (order + 1) ** 3 or not 1 <= order <= MAX_ORDER:
        flex.fail(f"{len(flex.nodebody)} nodes are no grid", "node", "name 8 or 27 bodies")
    if len(flex.node) != len(flex.nodebody):
        flex.fail(f"{len(flex.node)} positions for {len(flex.nodebody)} nodes", "node")
    if int(el.selfcollide) != int(mjtFlexSelf.mjFLEXSELF_NONE):
        flex.fail("an interpolated flex cannot collide with itself", "selfcollide", 'say selfcollide="none"')
    if el.internal:
        flex.fail("an interpolated flex has no internal collisions", "internal", 'say internal="false"')
    if (flex.body != flex.body[0]).any():
        flex.fail("the vertices of an interpolated flex belong to one body", "body")
    flex.order = order


def read_elements(flex: Flex) -> None:
    """Elements, and texture coordinates."""
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
    """Errors   material that there cannot be, or that this kind of flex cannot have"""
    el = flex.el
    if flex.dim > 1 and el.edgestiffness:
        flex.fail(
            "edge stiffness is for flexes of dim 1", "stiffness", "use elasticity for surfaces and solids"
        )
    if el.young > 0.0 and not 0.0 <= el.poisson < 0.5:
        flex.fail(f"poisson is {el.poisson:g}, it must be in [0, 0.5)", "poisson")
    if flex.dim == 2 and el.young > 0.0 and el.elastic2d & BEND:
        if el.thickness <= 0.0:
            flex.fail("bending needs a positive thickness", "thickness")
        if flex.order or not flex.centered:
            flex.fail("pinned vertices are not supported for bending", "elastic2d")


# ---- columns


def plain_columns(build: Build, els: list) -> None:
    """Columns that are attributes."""
    constraint = {}
    for equality in build.spec.equalities:
        if int(equality.type) in EDGE_CONSTRAINT:
            constraint[equality.name1] = EDGE_CONSTRAINT[int(equality.type)]
    names = (
        "contype",
        "conaffinity",
        "condim",
        "priority",
        "group",
        "selfcollide",
        "activelayers",
        "dim",
        "passive",
    )
    build.put(
        **{f"flex_{name}": column(els, name, 0, np.int32) for name in names},
        **{f"flex_{name}": column(els, name) for name in ("solmix", "margin", "gap", "radius", "damping")},
        **{f"flex_{name}": column(els, name) for name in ("edgestiffness", "edgedamping")},
        **{f"flex_{name}": column(els, name, 0, np.uint8) for name in ("internal", "flatskin")},
        flex_solref=column(els, "solref", 2),
        flex_solimp=column(els, "solimp", 5),
        flex_friction=column(els, "friction", 3),
        flex_rgba=column(els, "rgba", 4, np.float32),
        flex_matid=[reference(build, MATERIAL, el.material, el, "material") for el in els],
        flex_edgeequality=[constraint.get(el.name, 0) for el in els],
    )


def geometry_columns(build: Build, flexes: list[Flex]) -> None:
    """Vertices, nodes and elements, where they are at rest, texture coordinates."""
    size, scaled = [], []
    for flex in flexes:
        low, high = flex.rest.min(axis=0), flex.rest.max(axis=0)
        size.append(0.5 * (high - low))
        width = np.where(high - low > FLAT, high - low, 1.0)
        scaled.append(np.where(high - low > FLAT, (flex.rest - low) / width, 0.5))
    texcoord = [np.array(flex.el.texcoord, np.float32).reshape(-1, 2) for flex in flexes]
    corners = [flex.el.elemtexcoord if len(flex.el.elemtexcoord) else flex.elem for flex in flexes]
    vertnum, nodenum = [len(f.vert) for f in flexes], [len(f.node) for f in flexes]
    elemnum, texnum = [len(f.elem) for f in flexes], [len(t) for t in texcoord]
    build.put(
        flex_interp=[f.order for f in flexes],
        flex_rigid=[f.rigid for f in flexes],
        flex_centered=[f.centered for f in flexes],
        flex_size=rows(size, 3),
        flex_vert=rows([f.vert for f in flexes], 3),
        flex_vert0=rows(scaled, 3),
        flex_vertbodyid=flat([np.full(len(f.vert), -1) if f.order else f.body for f in flexes]),
        flex_vertadr=starts(vertnum),
        flex_vertnum=vertnum,
        flex_node=rows([f.node for f in flexes], 3),
        flex_node0=rows([f.node0 for f in flexes], 3),
        flex_nodebodyid=flat([f.nodebody for f in flexes]),
        flex_nodeadr=starts(nodenum),
        flex_nodenum=nodenum,
        flex_elem=flat([f.elem for f in flexes]),
        flex_elemadr=starts(elemnum),
        flex_elemnum=elemnum,
        flex_elemdataadr=starts([f.elem.size for f in flexes]),
        flex_elemtexcoord=flat(corners),
        flex_texcoord=rows(texcoord, 2),
        flex_texcoordadr=[a if n else -1 for a, n in zip(starts(texnum), texnum, strict=True)],
    )
    build.sizes.update(
        nflexvert=sum(vertnum),
        nflexnode=sum(nodenum),
        nflexelem=sum(elemnum),
        nflexelemdata=sum(f.elem.size for f in flexes),
        nflextexcoord=sum(texnum),
    )


def topology_columns(build: Build, flexes: list[Flex]) -> None:
    """Edges, shells, layers, pairs for collisions within a flex, trees of bounding boxes."""
    shells, layers, pairs, flaps, rigid, trees = [], [], [], [], [], []
    for flex in flexes:
        sides = Sides(flex.elem)
        shells.append(sides.verts[sides.on_border()])
        layers.append(sides.layers(len(flex.elem)) if flex.dim == 3 else np.zeros(len(flex.elem), int))
        pairs.append(sides.element_vertex_pairs() if flex.dim < 3 else np.zeros((0, 2), int))
        flex.directed = flex.edge
        flap = np.full((len(flex.edge), 2), -1)
        if flex.dim == 2 and flex.el.elastic2d & BEND:
            flap, flex.directed = edge_flaps(flex.elem, flex.elemedge, len(flex.edge))
        flex.flaps = flap
        flaps.append(flap)
        flex.edge_rigid = not flex.order and flex.body[flex.edge[:, 0]] == flex.body[flex.edge[:, 1]]
        rigid.append(np.zeros(len(flex.edge), bool) | flex.edge_rigid)
        trees.append(dynamic_tree(flex.rest[flex.elem]))
    edgenum, pairnum = [len(f.edge) for f in flexes], [len(p) for p in pairs]
    shellnum = [len(s) for s in shells]
    build.put(
        flex_edge=rows([f.edge for f in flexes], 2),
        flex_edgeadr=starts(edgenum),
        flex_edgenum=edgenum,
        flex_edgeflap=rows(flaps, 2),
        flex_elemedge=flat([f.elemedge for f in flexes]),
        flex_elemedgeadr=starts([f.elemedge.size for f in flexes]),
        flex_elemlayer=flat(layers),
        flex_shell=flat(shells),
        flex_shelldataadr=starts([s.size for s in shells]),
        flex_shellnum=shellnum,
        flex_evpair=rows(pairs, 2),
        flex_evpairadr=[a if n else -1 for a, n in zip(starts(pairnum), pairnum, strict=True)],
        flex_evpairnum=pairnum,
        flexedge_rigid=flat(rigid),
    )
    build.sizes.update(
        nflexedge=sum(edgenum),
        nflexelemedge=sum(f.elemedge.size for f in flexes),
        nflexshelldata=sum(s.size for s in shells),
        nflexevpair=sum(pairnum),
    )
    tree_columns(build, trees)


def tree_columns(build: Build, trees: list) -> None:
    """Append the trees of the flexes to those of bodies and meshes."""
    arrays, sizes = build.arrays, build.sizes
    first = sizes.get("nbvh", 0)
    num = [len(tree.depth) for tree in trees]
    for name, width in (("child", 2), ("nodeid", 1), ("depth", 1)):
        before = np.array(arrays.get(f"bvh_{name}", ()), int).reshape(-1, width)
        arrays[f"bvh_{name}"] = np.concatenate(
            [before, *(np.array(getattr(tree, name)).reshape(-1, width) for tree in trees)]
        )
    build.put(flex_bvhadr=[first + a for a in starts(num)], flex_bvhnum=num)
    sizes.update(nbvh=first + sum(num), nbvhstatic=first, nbvhdynamic=sum(num))


def elastic_columns(build: Build, flexes: list[Flex]) -> None:
    """Stiffness of elements and bending of edges."""
    stiffness, bends = [], []
    for flex in flexes:
        el = flex.el
        material = Material(float(el.young), float(el.poisson), float(el.thickness))
        table, bend = np.zeros((len(flex.elem), 21)), np.zeros((len(flex.edge), 17))
        if el.young > 0.0 and flex.order:
            table = interpolated(flex, material)
        elif el.young > 0.0 and (
            flex.dim == 3 or (flex.dim == 2 and el.elastic2d & STRETCH and el.thickness > 0.0)
        ):
            table = element_stiffness(flex.rest, flex.elem, material)
        if el.young > 0.0 and flex.dim == 2 and el.elastic2d & BEND:
            bend = bending(flex.rest, flex.directed, flex.flaps, material)
        stiffness.append(table)
        bends.append(bend)
    build.put(flex_stiffness=rows(stiffness, 21), flex_bending=rows(bends, 17))


def interpolated(flex: Flex, material: Material) -> np.ndarray:
    """The stiffness of all nodes together, in the memory of the elements.

    As in 3.5.0 the box is the one between the first and the last node in the world.
    """
    table = np.zeros((len(flex.elem), 21))
    numbers = (3 * len(flex.node)) ** 2
    if table.size < numbers:
        flex.fail(
            f"interpolation with {len(flex.node)} nodes needs at least {-(-numbers // 21)} elements for its stiffness",
            None,
            "make the elements smaller",
        )
    size = flex.node0[-1] - flex.node0[0]
    if (np.abs(size) <= FLAT).any():
        flex.fail("an interpolated flex with elasticity must have an extent along all three axes")
    table.reshape(-1)[:numbers] = interpolated_stiffness(size, flex.order, material).reshape(-1)
    return table


# ---- Jacobians of edges and vertices


def constraint_columns(build: Build, flexes: list[Flex]) -> None:
    """Which dofs move edges and vertices: flexedge_J_*, flexvert_J_*, and what flexvert constraints read."""
    chains = dof_chains(build)
    edge_rows: list[list[int]] = []
    vert_rows: list[list[int]] = []
    vertedge: list[int] = []
    vertedgeadr, vertedgenum, metric = [], [], []
    nJfe = nJfv = 0
    equality = build.arrays["flex_edgeequality"]
    for flex, kind in zip(flexes, equality, strict=True):
        el = flex.el
        if flex.order or flex.rigid:
            edges: list[list[int]] = [[] for _ in flex.edge]
            verts: list[list[int]] = [[] for _ in flex.vert]
        else:
            edges, verts = moving_dofs(flex, chains)
        nJfe += sum(map(len, edges))
        nJfv += sum(map(len, verts))
        used = kind or el.edgedamping or el.edgestiffness or el.damping
        edge_rows += edges if used else [[] for _ in edges]
        by_vertex = kind == VERTEX_CONSTRAINT and flex.dim == 2
        vert_rows += verts if by_vertex else [[] for _ in verts]
        if by_vertex:
            incident, counts = edges_at_vertices(flex.edge, len(flex.vert))
            vertedgeadr.append(len(vertedge) + np.cumsum(counts) - counts)
            vertedgenum.append(counts)
            metric.append(vertex_metric(build, flex))
            vertedge += incident.tolist()
        else:
            vertedgeadr.append(np.zeros(len(flex.vert), int))
            vertedgenum.append(np.zeros(len(flex.vert), int))
            metric.append(np.zeros((len(flex.vert), 4)))
    vertedge += [0] * (2 * len(edge_rows) - len(vertedge))
    two = [row for row in vert_rows for _ in range(2)]
    build.put(
        flex_vertedge=vertedge,
        flex_vertedgeadr=flat(vertedgeadr),
        flex_vertedgenum=flat(vertedgenum),
        flex_vertmetric=rows(metric, 4),
        **sparse_rows("flexedge_J", edge_rows, nJfe),
        **sparse_rows("flexvert_J", two, 2 * nJfv),
    )
    build.sizes.update(nJfe=nJfe, nJfv=nJfv)


def dof_chains(build: Build) -> list[list[int]]:
    """For every body the dofs that move it, ascending."""
    arrays = build.arrays
    chains: list[list[int]] = []
    for part, adr, num in zip(build.body_parts, arrays["body_dofadr"], arrays["body_dofnum"], strict=True):
        above = chains[part.body.id] if part.body else []
        chains.append(above + list(range(adr, adr + num)) if num else above)
    return chains


def moving_dofs(flex: Flex, chains: list[list[int]]) -> tuple[list[list[int]], list[list[int]]]:
    """Dofs of the two ends of every edge (none where both are in one body); of every vertex and its neighbours."""
    body = flex.body.tolist()
    edges = []
    around: list[set[int]] = [{b} for b in body]
    for (a, b), rigid in zip(flex.edge.tolist(), flex.edge_rigid.tolist(), strict=True):
        edges.append([] if rigid else merged(chains, {body[a], body[b]}))
        around[a].add(body[b])
        around[b].add(body[a])
    return edges, [merged(chains, bodies) for bodies in around]


def merged(chains: list[list[int]], bodies: set[int]) -> list[int]:
    return sorted({dof for b in bodies for dof in chains[b]})


def vertex_metric(build: Build, flex: Flex) -> np.ndarray:
    """(n, 4): inverse of the sum over neighbours of mass d d', d their offset in the plane at rest; 0 if singular."""
    if np.ptp(flex.rest[:, 2]) > SAME_PLANE:
        flex.fail("the vertices of a flex with a flexvert constraint must lie in one horizontal plane")
    mass = np.array([part.mass for part in build.body_parts])[flex.body]
    total = np.zeros((len(flex.vert), 2, 2))
    for one, other in ((0, 1), (1, 0)):
        here, there = flex.edge[:, one], flex.edge[:, other]
        d = (flex.rest[there] - flex.rest[here])[:, :2]
        np.add.at(total, here, mass[there][:, None, None] * d[:, :, None] * d[:, None, :])
    good = np.abs(np.linalg.det(total)) > 1e-15
    metric = np.zeros_like(total)
    metric[good] = np.linalg.inv(total[good])
    return metric.reshape(-1, 4)


def sparse_rows(name: str, lists: list[list[int]], size: int) -> dict[str, np.ndarray]:
    """rownnz, rowadr and colind (padded to `size`) of rows of column numbers."""
    num = np.array([len(row) for row in lists], int)
    columns = np.zeros(size, int)
    packed = [dof for row in lists for dof in row]
    columns[: len(packed)] = packed
    return {
        f"{name}_rownnz": num,
        f"{name}_rowadr": np.where(num > 0, np.cumsum(num) - num, 0),
        f"{name}_colind": columns,
    }


# ---- tables of several flexes


def starts(counts: list[int]) -> list[int]:
    """Where each part begins when parts of these sizes stand one after the other."""
    return np.concatenate([[0], np.cumsum(counts)])[: len(counts)].astype(int).tolist()


def rows(tables: list, width: int) -> np.ndarray:
    """Tables of rows below each other."""
    return np.concatenate([np.zeros((0, width)), *(np.asarray(t).reshape(-1, width) for t in tables)])


def flat(tables: list) -> np.ndarray:
    """The integers of all tables one after the other."""
    return np.concatenate([np.zeros(0, int), *(np.asarray(t, int).reshape(-1) for t in tables)])
